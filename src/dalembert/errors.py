"""The exception tree: everything the package raises on purpose is a `DalembertError`.

One class per stage, so that a caller can tell a wrong model from a failed computation. Each message says what
is wrong, where, and what to do about it.
"""


class DalembertError(Exception):
    """Any error that the package raises on purpose.

    Examples
    --------
    >>> import dalembert as da
    >>> try:
    ...     da.rod("rod", length=-1.0, mass=1.0)
    ... except da.errors.DalembertError as error:
    ...     print(error)
    ...
    length of body 'rod' must be positive, not -1
    """


class ExpressionError(DalembertError):
    """An expression is used in a way it does not support.

    Examples: a comparison of traced values taken as true or false, an unknown function, a constant that is
    not finite.

    Examples
    --------
    >>> import dalembert as da
    >>> try:
    ...     float(da.coordinate("hinge"))
    ... except da.errors.ExpressionError as error:
    ...     print(error)
    ...
    the expression coordinate('hinge') is not a number; compile it or substitute its symbols
    """


class ModelError(DalembertError):
    """The parts of a model do not fit together, or a part is impossible.

    Examples
    --------
    >>> import dalembert as da
    >>> try:
    ...     da.rod("rod", length=1.0, mass=1.0)["tip"]
    ... except da.errors.ModelError as error:
    ...     print(error)
    ...
    body 'rod' has no marker 'tip'; there are 'center', 'end', 'start'
    """


class FormulationError(DalembertError):
    """The chosen principle cannot describe the given model.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> motion = da.simulate(pendulum, until=0.1)
    >>> try:
    ...     motion["hinge.angle speed"]
    ... except da.errors.FormulationError as error:
    ...     print(str(error).split(";")[0])
    ...
    there is no signal 'hinge.angle speed'
    """


class CompileError(DalembertError):
    """A graph cannot be turned into native code.

    Examples
    --------
    >>> import dalembert as da
    >>> try:
    ...     da.kernels.compile(da.expr.symbol("x"), [])
    ... except da.errors.CompileError as error:
    ...     print(error)
    ...
    the outputs depend on 'x', which is not among the inputs
    """


class AssemblyError(DalembertError):
    """No state satisfies the constraints together with what is held fixed.

    Examples
    --------
    >>> import dalembert as da
    >>> crank, bar = da.rod("crank", length=0.3, mass=1.0), da.rod("bar", length=0.9, mass=1.0)
    >>> piston = da.particle("piston", mass=1.0)
    >>> engine = da.Model(
    ...     da.Revolute("A", da.ground, crank),
    ...     da.Revolute("B", crank["end"], bar),
    ...     da.Prismatic("slide", da.ground, piston, axis="x"),
    ...     da.Revolute("C", bar["end"], piston),
    ... )
    >>> try:
    ...     da.assemble(engine, q={"slide": 2.0})
    ... except da.errors.AssemblyError as error:
    ...     print(str(error).split(":")[0])
    ...
    what is held, slide = 2, contradicts 'C'
    """


class SolverError(DalembertError):
    """A numerical method stopped before it reached its answer.

    A simulation keeps what was reached in `motion`.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> spin = da.JointForce("spin", "hinge", 100.0 * da.speed("hinge") ** 2)
    >>> runaway = da.Model(*pendulum.parts, spin)
    >>> try:
    ...     da.simulate(runaway, da.State(u={"hinge": 10.0}), until=100.0)
    ... except da.errors.SolverError as error:
    ...     print(error.motion.times[-1] < 100.0)
    ...
    True
    """

    motion: object = None
