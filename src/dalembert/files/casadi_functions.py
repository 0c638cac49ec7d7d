"""CasADi functions of a system: the same graph, calls and their derivatives included."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from dalembert.arrays import Array
from dalembert.dynamics.as_dynamics import Subject
from dalembert.errors import ModelError
from dalembert.expr.calls import Routine
from dalembert.expr.node import Expression, Node, Scalar, traverse
from dalembert.expr.operations import LEAVES
from dalembert.expr.symbol_nodes import symbol
from dalembert.files.exported_quantities import ExportedQuantities


def casadi_functions(subject: Subject, outputs: Mapping[str, Scalar | Array] | None = None) -> CasadiFunctions:
    """CasADi functions of a system, by name, each of (t, q, u, z, tau, p).

    There are `"accelerations"`, `"multipliers"`, `"mass_matrix"`, `"forces"`, `"input_matrix"`, `"state_rates"`,
    `"coordinate_rates"`, `"position_residuals"`, `"velocity_residuals"`, `"constraint_jacobian"` and
    `"constraint_accelerations"`, every signal by its name, and expressions of measures that `outputs` names.
    CasADi differentiates them; routines such as pivoting solves, splines and callbacks are calls back to this
    package, with their own derivative rules, so a function with one of them cannot be written as C by CasADi.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System that is asked; one with contacts is refused, or has its modes held.
    outputs : dict of expressions, optional
        What else there should be functions of.

    Returns
    -------
    CasadiFunctions
        Functions by name, made when they are first used, and the default values `p` of the parameters.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> functions = da.kernels.casadi_functions(pendulum)
    >>> a = functions["accelerations"](0.0, [0.0], [0.0], [], [], functions.p)
    >>> print(f"{float(a):.4f} rad/s²")
    -14.7150 rad/s²
    """
    return CasadiFunctions(ExportedQuantities.of(subject, outputs, "CasADi"))


@dataclass(frozen=True, eq=False)
class CasadiFunctions(Mapping[str, Any]):
    """CasADi functions by name, each of (t, q, u, z, tau, p); made by `casadi_functions`.

    Attributes
    ----------
    quantities : ExportedQuantities
        What can be asked: the accelerations, rows and signals of a system.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> functions = da.kernels.casadi_functions(pendulum)
    >>> print(type(functions).__name__, functions["mass_matrix"].name())
    CasadiFunctions mass_matrix
    """

    quantities: ExportedQuantities = field(repr=False)
    _functions: dict[str, Any] = field(default_factory=dict, init=False, repr=False)

    @property
    def arguments(self) -> dict[str, tuple[str, ...]]:
        """Names of the entries of each argument."""
        return self.quantities.argument_names

    @property
    def p(self) -> Array:
        """Default values of the parameters."""
        return np.array([*self.quantities.parameters.values()], dtype=float)

    def __getitem__(self, name: str) -> Any:
        if name not in self._functions:
            array, arguments = self.quantities.checked(name), self.quantities.arguments
            self._functions[name] = casadi_function(name, array, arguments)
        return self._functions[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.quantities)

    def __len__(self) -> int:
        return len(self.quantities)


def casadi_function(name: str, array: Array, arguments: Mapping[str, Sequence[Node]]) -> Any:
    """A CasADi function of columns of these nodes, whose result has the entries of an array, up to a matrix."""
    ca = casadi_package()
    if array.ndim > 2:
        raise ModelError(f"{name!r} has {array.ndim} axes; CasADi has matrices only, so ask for its parts")
    columns = {argument: ca.MX.sym(argument, len(nodes)) for argument, nodes in arguments.items()}
    groups = [(columns[argument], list(nodes)) for argument, nodes in arguments.items() if nodes]
    flat = _evaluated(ca, list(array.ravel()), groups)
    # CasADi stores by columns, NumPy by rows
    rows, width = (*array.shape, 1, 1)[:2]
    result = (
        ca.reshape(flat, width, rows).T if array.ndim == 2 and rows and width else ca.reshape(flat, rows, width)
    )
    return ca.Function(_identifier(name), [*columns.values()], [result], [*columns], ["result"])


def casadi_package() -> Any:
    """CasADi, or what to install."""
    try:
        import casadi
    except ImportError:
        raise ModelError("this needs the package CasADi, with its solver IPOPT: pip install casadi") from None
    return casadi


def _identifier(name: str) -> str:
    """A name that CasADi takes: letters, digits and single underscores, beginning with a letter."""
    parts = "".join(x if x.isascii() and x.isalnum() else " " for x in name).split()
    word = "_".join(parts)
    return word if word[:1].isalpha() else f"f_{word}"


# ---- from the graph to CasADi


def _evaluated(ca: Any, roots: Sequence[Scalar], groups: Sequence[tuple[Any, Sequence[Expression]]]) -> Any:
    """The roots as one column, given columns of CasADi and the nodes that these are.

    Between calls, scalar expressions are one CasADi function each (SX), which is compact and quick; calls join
    them (MX).
    """
    groups = list(groups)
    depth, calls = _depths(roots)
    for level in range(1, max(depth.values(), default=0) + 1):
        at_level = [call for call in calls if depth[call] == level]
        for call in at_level:
            routine, *operands = call.args
            column = _scalar_column(ca, operands, groups)
            results = _routine(ca, routine)(column)
            groups.append((results, [(call, k) for k in range(routine.n_outputs)]))  # type: ignore[misc]
    return _scalar_column(ca, roots, groups)


def _depths(roots: Sequence[object]) -> tuple[dict[Expression, int], list[Expression]]:
    """How many calls, one upon the other, each expression rests on, and the calls in order."""
    depth: dict[Expression, int] = {}
    order = traverse(roots)
    for x in order:
        operands = [depth[a] for a in x.args if isinstance(a, Expression)] if x.op not in LEAVES else []
        depth[x] = max(operands, default=0) + (x.op == "call")
    return depth, [x for x in order if x.op == "call"]


def _scalar_column(ca: Any, roots: Sequence[Scalar], groups: Sequence[tuple[Any, Sequence[Any]]]) -> Any:
    """The roots as one column, given numbers for inputs and for results of calls."""
    symbols = [ca.SX.sym(f"x{k}", len(nodes)) for k, (_, nodes) in enumerate(groups)]
    forms: dict[Any, Any] = {}
    for column, (_, nodes) in zip(symbols, groups, strict=True):
        forms.update({node: column[k] for k, node in enumerate(nodes)})
    operations, known = _operations(ca), {x for x in forms if isinstance(x, Expression)}
    elements = {x for x in traverse(roots, known) if x.op == "element"}
    forms.update({x: forms[x.args] for x in elements if x.args in forms})

    def operand(x: Any) -> Any:
        return forms[x] if isinstance(x, Expression) else ca.SX(float(x))

    for x in traverse(roots, known | {x for x in elements if x in forms}):
        if x.op == "constant":
            forms[x] = ca.SX(-0.0)
        elif x.op != "call":
            forms[x] = operations[x.op](*map(operand, x.args))
    column = ca.vertcat(*map(operand, roots)) if len(roots) else ca.SX(0, 1)
    return ca.Function("part", symbols, [column])(*[values for values, _ in groups])


def _operations(ca: Any) -> dict[str, Any]:
    """CasADi's forms of the scalar operations."""

    def mod(a: Any, b: Any) -> Any:
        rest = ca.fmod(a, b)
        return ca.if_else(rest * b < 0.0, rest + b, rest)

    plain = ("sqrt", "sin", "cos", "tan", "asin", "acos", "atan2", "exp", "log", "sinh", "cosh", "tanh")
    return {name: getattr(ca, name) for name in (*plain, "sign", "floor")} | {
        **{"add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b},
        **{"neg": lambda a: -a, "inv": lambda a: 1.0 / a, "pow": lambda a, b: a**b, "mod": mod},
        **{"abs": ca.fabs, "min": ca.fmin, "max": ca.fmax, "where": ca.if_else},
        **{"lt": lambda a, b: a < b, "le": lambda a, b: a <= b, "eq": lambda a, b: a == b},
        **{"and": ca.logic_and, "or": ca.logic_or, "not": ca.logic_not},
    }


# ---- routines


def _routine(ca: Any, routine: Routine) -> Any:
    """The routine as a CasADi function of all its operands, with derivatives by its own rules."""
    n, m, passive = routine.n_passive + routine.n_inputs, routine.n_outputs, routine.n_passive

    class Call(ca.Callback):  # type: ignore[misc]
        def __init__(self) -> None:
            ca.Callback.__init__(self)
            self.construct(_identifier(routine.name), {})

        def get_sparsity_in(self, _: int) -> Any:
            return ca.Sparsity.dense(n, 1)

        def get_sparsity_out(self, _: int) -> Any:
            return ca.Sparsity.dense(m, 1)

        def eval(self, given: Any) -> Any:
            x = np.array(given[0], dtype=float).reshape(-1)
            return [ca.DM(routine.evaluate(x[passive:]))]

        def has_forward(self, _: int) -> bool:
            return True

        def get_forward(self, count: int, name: str, inputs: Any, outputs: Any, options: Any) -> Any:
            return _along(ca, name, routine.forward, (n, m, n), count, (inputs, outputs, options))

        def has_reverse(self, _: int) -> bool:
            return True

        def get_reverse(self, count: int, name: str, inputs: Any, outputs: Any, options: Any) -> Any:
            return _along(ca, name, routine.reverse, (n, m, m), count, (inputs, outputs, options))

    call = Call()
    # CasADi owns it from here on: whoever keeps a function keeps what it calls
    call.__disown__()
    return call


def _along(ca: Any, name: str, rule: Any, sizes: tuple[int, int, int], count: int, given: Any) -> Any:
    """Rates or sensitivities by a rule of (x, y, rates), for several columns of rates."""
    inputs, outputs, options = given
    nodes = [[symbol(f"{letter} {k}") for k in range(size)] for letter, size in zip("xyd", sizes, strict=True)]
    results = list(rule(*nodes))
    x, y, rates = ca.MX.sym("x", sizes[0]), ca.MX.sym("y", sizes[1]), ca.MX.sym("d", sizes[2], count)
    columns = [
        _evaluated(ca, results, [(x, nodes[0]), (y, nodes[1]), (rates[:, k], nodes[2])]) for k in range(count)
    ]
    return ca.Function(name, [x, y, rates], [ca.horzcat(*columns)], inputs, outputs, options)
