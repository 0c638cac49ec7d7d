"""The exception tree: everything the package raises on purpose is a `DalembertError`.

One class per stage, so that a caller can tell a wrong model from a failed computation. Each message says what
is wrong, where, and what to do about it.
"""


class DalembertError(Exception):
    """Any error that the package raises on purpose."""


class ExpressionError(DalembertError):
    """An expression is used in a way it does not support.

    Examples: a comparison of traced values taken as true or false, an unknown function, a constant that is
    not finite.
    """


class ModelError(DalembertError):
    """The parts of a model do not fit together, or a part is impossible."""


class FormulationError(DalembertError):
    """The chosen principle cannot describe the given model."""


class CompileError(DalembertError):
    """A graph cannot be turned into native code."""


class AssemblyError(DalembertError):
    """No state satisfies the constraints together with what is held fixed."""


class SolverError(DalembertError):
    """A numerical method stopped before it reached its answer.

    A simulation keeps what was reached in `motion`.
    """

    motion: object = None
