"""JAX functions of a system: the same graph, calls and their reverse derivatives included."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from dalembert.arrays import Array, Vector
from dalembert.dynamics.as_dynamics import Subject
from dalembert.errors import ModelError
from dalembert.expr.calls import Routine
from dalembert.expr.node import Expression, Scalar, traverse
from dalembert.expr.symbol_nodes import symbol
from dalembert.files.exported_quantities import ExportedQuantities


def jax_functions(subject: Subject, outputs: Mapping[str, Scalar | Array] | None = None) -> JaxFunctions:
    """JAX functions of a system, by name, each of arrays (t, q, u, z, tau, p).

    There are those of `casadi_functions`: `"accelerations"`, `"mass_matrix"`, `"forces"` and the like, every
    signal by its name, and expressions of measures that `outputs` names. They may be compiled by `jax.jit`, mapped
    by `jax.vmap`, and differentiated in reverse by `jax.grad` and `jax.jacrev`. Routines such as pivoting solves,
    splines and callbacks are calls back to this package with derivative rules of their own, which JAX takes in
    reverse only. Numbers have 64 bits: `jax.config.update("jax_enable_x64", True)`.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System that is asked; one with contacts is refused, or has its modes held.
    outputs : dict of expressions, optional
        What else there should be functions of.

    Returns
    -------
    JaxFunctions
        Functions by name, made when they are first used, and the default values `p` of the parameters.

    Examples
    --------
    >>> import jax
    >>> import numpy as np
    >>> import dalembert as da
    >>> jax.config.update("jax_enable_x64", True)
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> functions = da.kernels.jax_functions(pendulum)
    >>> slope = jax.grad(functions["energy"], argnums=1)
    >>> print(slope(0.0, np.array([0.0]), np.array([0.0]), p=functions.p).round(3))
    [4.905]
    """
    jax = _jax()
    if not jax.config.jax_enable_x64:
        raise ModelError('mechanics needs 64 bits: call jax.config.update("jax_enable_x64", True) first')
    return JaxFunctions(ExportedQuantities.of(subject, outputs, "JAX"))


@dataclass(frozen=True, eq=False)
class JaxFunctions(Mapping[str, Callable[..., Any]]):
    """JAX functions by name, each of (t, q, u, z, tau, p); made by `jax_functions`.

    Attributes
    ----------
    quantities : ExportedQuantities
        What can be asked: the accelerations, rows and signals of a system.

    Examples
    --------
    >>> import jax
    >>> import dalembert as da
    >>> jax.config.update("jax_enable_x64", True)
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> functions = da.kernels.jax_functions(pendulum)
    >>> print(type(functions).__name__, functions.p.shape)
    JaxFunctions (0,)
    """

    quantities: ExportedQuantities = field(repr=False)
    _functions: dict[str, Callable[..., Any]] = field(default_factory=dict, init=False, repr=False)

    @property
    def arguments(self) -> dict[str, tuple[str, ...]]:
        """Names of the entries of each argument."""
        return self.quantities.argument_names

    @property
    def p(self) -> Vector:
        """Default values of the parameters."""
        return np.array([*self.quantities.parameters.values()], dtype=float)

    def __getitem__(self, name: str) -> Callable[..., Any]:
        if name not in self._functions:
            self._functions[name] = self._function(name)
        return self._functions[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.quantities)

    def __len__(self) -> int:
        return len(self.quantities)

    def _function(self, name: str) -> Callable[..., Any]:
        array, nodes = self.quantities.checked(name), [*self.quantities.arguments.values()]
        numpy = _jax().numpy

        def function(t: Any, q: Any, u: Any, z: Any = (), tau: Any = (), p: Any = ()) -> Any:
            columns = [numpy.reshape(numpy.asarray(x, dtype=float), -1) for x in (t, q, u, z, tau, p)]
            known = {}
            for kind, column, of_kind in zip(self.arguments, columns, nodes, strict=True):
                if column.shape != (len(of_kind),):
                    raise ModelError(f"{name!r} takes {len(of_kind)} numbers as {kind}, not {column.shape[0]}")
                known.update({node: column[k] for k, node in enumerate(of_kind)})
            return numpy.reshape(_evaluated(list(array.ravel()), known), array.shape)

        function.__name__ = name
        return function


def _jax() -> Any:
    try:
        import jax
    except ImportError:
        raise ModelError("functions for JAX need its package: pip install jax") from None
    return jax


# ---- from the graph to JAX


def _evaluated(roots: Sequence[Scalar], known: Mapping[Any, Any]) -> Any:
    """The roots as one array, given what inputs are."""
    numpy, operations = _jax().numpy, _operations()
    forms: dict[Expression, Any] = dict(known)

    def operand(x: Any) -> Any:
        return forms[x] if isinstance(x, Expression) else float(x)

    for x in traverse(roots, set(forms)):
        if x in forms:
            continue
        if x.op == "constant":
            forms[x] = -0.0
        elif x.op == "call":
            routine, *operands = x.args
            forms[x] = _routine(routine)(numpy.stack([numpy.asarray(operand(a), dtype=float) for a in operands]))
        elif x.op == "element":
            forms[x] = forms[x.args[0]][x.args[1]]
        else:
            forms[x] = operations[x.op](*map(operand, x.args))
    return numpy.stack([numpy.asarray(operand(x), dtype=float) for x in roots]) if roots else numpy.zeros(0)


def _operations() -> dict[str, Callable[..., Any]]:
    """JAX's forms of the scalar operations."""
    numpy = _jax().numpy
    plain = (
        "sqrt",
        "sin",
        "cos",
        "tan",
        "exp",
        "log",
        "sinh",
        "cosh",
        "tanh",
        "sign",
        "floor",
        "abs",
        "mod",
        "where",
    )
    return {name: getattr(numpy, name) for name in plain} | {
        **{"asin": numpy.arcsin, "acos": numpy.arccos, "atan2": numpy.arctan2},
        **{"add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b},
        **{"neg": lambda a: -a, "inv": lambda a: 1.0 / a, "pow": lambda a, b: a**b},
        **{"min": numpy.minimum, "max": numpy.maximum},
        **{"lt": lambda a, b: a < b, "le": lambda a, b: a <= b, "eq": lambda a, b: a == b},
        **{"and": numpy.logical_and, "or": numpy.logical_or, "not": numpy.logical_not},
    }


# ---- routines


def _routine(routine: Routine) -> Callable[[Any], Any]:
    """The routine as a function of all its operands, with its own rule for derivatives in reverse."""
    jax = _jax()
    passive, n, m = routine.n_passive, routine.n_passive + routine.n_inputs, routine.n_outputs
    shape = jax.ShapeDtypeStruct((m,), np.float64)

    def evaluate(x: Any) -> Vector:
        return np.asarray(routine.evaluate(np.asarray(x, dtype=float)), dtype=float)

    @jax.custom_vjp  # type: ignore[untyped-decorator]
    def call(x: Any) -> Any:
        return jax.pure_callback(evaluate, shape, x[passive:], vmap_method="sequential")

    def ahead(x: Any) -> tuple[Any, tuple[Any, Any]]:
        y = call(x)
        return y, (x, y)

    def back(residuals: tuple[Any, Any], rates: Any) -> tuple[Any]:
        names = [[symbol(f"{letter} {k}") for k in range(size)] for letter, size in (("x", n), ("y", m), ("d", m))]
        columns = (*residuals, rates)
        known = {
            node: column[k]
            for of_kind, column in zip(names, columns, strict=True)
            for k, node in enumerate(of_kind)
        }
        return (_evaluated(list(routine.reverse(*names)), known),)

    call.defvjp(ahead, back)
    return call
