"""Equations as native functions of numbers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from dalembert.equations import Equations, FirstOrder, JointAxes, SecondOrder
from dalembert.errors import ModelError, SolverError
from dalembert.expr.node import Expression, inputs_of, traverse
from dalembert.expr.operations import LEAVES
from dalembert.expr.symbols import time
from dalembert.joint_axes import SINGULAR, axes_text, dependent_axes
from dalembert.rows import Drift, DriftProjection
from dalembert.solvers.dependent_rows import zero_combinations
from dalembert.state import SpeedValues, State, Values, as_state, checked_names, checked_values

Vector = NDArray[np.float64]

INVALID = 1e-6
"""How far coordinates may be from the nearest valid ones; a state that was printed with seven digits passes."""

EXACT = 1e-12
"""Up to there they are left as they are: rounding."""


class Engine(Protocol):
    """What turns expressions into numbers: native code, as a rule."""

    def compile(self, outputs: Mapping[str, Any], inputs: Mapping[str, Any]) -> Any:
        """A function of the inputs, called with their names; returns the outputs by name."""

    def integrator(
        self,
        system: FirstOrder | SecondOrder,
        guards: Sequence[Any],
        crossings: Sequence[Any],
        method: Any,
        varying: Sequence[str],
    ) -> Any:
        """What runs simulations of a system, with the events that the guards' changes of sign are.

        The parameters named in `varying` differ between simulations; they follow the inputs.
        """


def resolved_together(equations: Equations, outputs: Mapping[str, Any]) -> dict[str, Any]:
    """Expressions with what their measures are: all in one walk, because they have most parts in common."""
    arrays = [np.asarray(y, dtype=object) for y in outputs.values()]
    if not arrays:
        return {}
    entries = np.asarray(equations.resolve(np.concatenate([y.ravel() for y in arrays])), dtype=object)
    parts = np.split(entries, np.cumsum([y.size for y in arrays])[:-1])
    return {name: part.reshape(y.shape)[()] for name, y, part in zip(outputs, arrays, parts, strict=True)}


class Dynamics:
    """The quantities of some equations as native functions, made when they are asked for and kept."""

    def __init__(self, equations: Equations, engine: Engine) -> None:
        self.equations, self.engine = equations, engine
        self._kernels: dict[Any, Any] = {}
        self._integrators: dict[Any, Any] = {}
        self._kept: dict[Any, Any] = {}

    def __repr__(self) -> str:
        return f"<Dynamics of {self.equations!r}>"

    def __reduce__(self) -> tuple[Any, ...]:
        # without native code, which is made again when it is asked for
        return Dynamics, (self.equations, self.engine)

    def function(self, outputs: Mapping[str, Any]) -> Any:
        """A native function of (t, q, u, z, tau) for named expressions of the equations' variables."""
        key = tuple((name, tuple(np.asarray(y, dtype=object).ravel())) for name, y in outputs.items())
        if key not in self._kernels:
            eom = self.equations
            inputs = {"t": time, "q": eom.q, "u": eom.u, "z": eom.z, "tau": eom.tau}
            self._kernels[key] = self.engine.compile(dict(outputs), inputs)
        return self._kernels[key]

    def kept(self, key: Any, make: Callable[[], Any]) -> Any:
        """What an analysis needs again and again: made once, and found under its key from then on."""
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]

    def without(self, rows: Collection[str]) -> Dynamics:
        """The same dynamics with these rows of constraints left out of the solution, and no others."""
        names = frozenset(rows)
        if names == self.equations.left_out:
            return self
        found: Dynamics = self.kept(
            ("without", names), lambda: Dynamics(self.equations.without(names), self.engine)
        )
        return found

    def kept_by(self, drift: Drift | None) -> Dynamics:
        """The same dynamics with constraints kept like this along a run; None is by projection."""
        equations: Equations = self.kept(("kept by", drift), lambda: self.equations.kept_by(drift))
        if equations is self.equations:
            return self
        found: Dynamics = self.kept(("dynamics kept by", drift), lambda: Dynamics(equations, self.engine))
        return found

    def integrator(
        self,
        method: Any,
        guards: Sequence[Any] = (),
        crossings: Sequence[Any] = (),
        varying: Sequence[str] = (),
        drift: Drift | None = None,
    ) -> Any:
        """What runs simulations by this kind of method; `guards` are expressions of measures."""
        resolved = tuple(self.equations.resolve(guard) for guard in guards)
        key = (type(method), resolved, tuple(crossings), tuple(varying), drift)
        if key not in self._integrators:
            if method.is_second_order and not isinstance(drift, DriftProjection | None):
                raise SolverError(f"{type(method).__name__} keeps the constraints by itself; leave `drift` out")
            if method.is_second_order and self.equations.has_affine_rates:
                raise SolverError(
                    f"{type(method).__name__} moves positions by speeds alone, but coordinates of these equations "
                    "move also while their speeds are zero; choose other speeds, or another method"
                )
            system = self.equations.second_order if method.is_second_order else self.equations.watched(drift)
            self._integrators[key] = self.engine.integrator(system, resolved, crossings, method, varying)
        return self._integrators[key]

    def arguments(self, state: State) -> dict[str, Any]:
        """A state as the arrays that functions take; names are checked, what is missing takes its usual value.

        Coordinates are valid by themselves: a quaternion that nearly has unit length gets it, one that is further
        off is refused; of angles that count turns, the turns are taken. Values of parameters with which a body is
        impossible are refused.
        """
        given = self.guessed(state)
        free = len(self.equations.coordinates) - len(self.equations.counted)
        q = self.valid(given, state.p)
        if not (np.abs(q - given["q"])[:free] <= INVALID).all():
            raise _invalid(self.equations.coordinates, given["q"], q, free)
        return {**given, "q": q}

    def valid(self, arguments: Mapping[str, Any], p: Mapping[str, float]) -> Vector:
        """The nearest coordinates (nq,) that are valid by themselves; those that are up to rounding stay."""
        eom, q = self.equations, np.asarray(arguments["q"], dtype=float)
        nearest, names = self.kept("valid coordinates", self._valid)
        if nearest is None:
            return q
        known = {name: value for name, value in p.items() if name in names}

        # angles that count turns come second: they depend on the other coordinates
        is_counted = np.arange(len(q)) >= len(q) - len(eom.counted)
        for is_meant in (~is_counted, is_counted) if eom.counted else (~is_counted,):
            found = nearest(**{**arguments, "q": q}, parameters=known)["q"]
            q = np.where(is_meant & ~(np.abs(found - q) <= EXACT), found, q)
        return q

    def _valid(self) -> tuple[Any, frozenset[str]]:
        """The function for valid coordinates and the parameters in it; None if all coordinates are."""
        eom = self.equations
        if all(x is y for x, y in zip(eom.valid, eom.q, strict=True)):
            return None, frozenset()
        outputs = {"q": eom.valid}
        return self.function(outputs), frozenset(self.known_parameters(outputs, eom.parameters))

    def guessed(self, state: State) -> dict[str, Any]:
        """A state as arrays whose coordinates may be a guess only: only names and parameters are checked."""
        eom = self.equations
        eom.check_parameters(state.p)
        own = {"q": state.q, "u": eom.by_speed(state.u), "z": state.z, "tau": state.tau}
        checked_values(own, {"q": eom.coordinates, "u": eom.speeds, "z": eom.states, "tau": eom.inputs})
        usual_q = dict(zip(eom.coordinates, eom.neutral, strict=True))
        usual_z = dict(zip(eom.states, eom.starts, strict=True))
        return {
            "t": state.t,
            "q": _in_order(own["q"], eom.coordinates, usual_q),
            "u": _in_order(own["u"], eom.speeds, {}),
            "z": _in_order(own["z"], eom.states, usual_z),
            "tau": _in_order(own["tau"], eom.inputs, {}),
        }

    def state(self, t: float, x: Vector, tau: Vector, p: Mapping[str, float]) -> State:
        """Numbers as a state: x holds q, u and z one after the other."""
        eom = self.equations
        nq, nu = len(eom.coordinates), len(eom.speeds)
        return State(
            t=t,
            q=dict(zip(eom.coordinates, x[:nq], strict=True)),
            u=dict(zip(eom.speeds, x[nq : nq + nu], strict=True)),
            z=dict(zip(eom.states, x[nq + nu :], strict=True)),
            tau=dict(zip(eom.inputs, tau, strict=True)),
            p=p,
        )

    def evaluate(self, outputs: Any, state: State | Values) -> Any:
        """An expression of measures or variables in one state, or a dict of them.

        Where three angles have no rates, what depends on accelerations is refused.
        """
        if not isinstance(outputs, Mapping):
            return self.evaluate({"value": outputs}, state)["value"]
        state = as_state(state)
        resolved = resolved_together(self.equations, outputs)
        known = self.known_parameters(resolved, state.p)
        checked_names([name for name in state.p if name not in known], self.equations.parameters, "parameter")
        arguments = self.arguments(state)
        if (axes := self.dependent_axes(arguments, state.p)) and self._has_accelerations(resolved):
            raise SolverError(axes_text(axes))
        return dict(self.function(resolved)(**arguments, parameters=known))

    def dependent_axes(
        self, arguments: Mapping[str, Any], p: Mapping[str, float], limit: float = SINGULAR
    ) -> tuple[JointAxes, ...]:
        """Joints whose axes depend on each other, or nearly, in one of the states."""
        joints: tuple[JointAxes, ...] = self.kept("turning axes", lambda: self.equations.turning_axes)
        if not joints:
            return ()
        outputs = {axes.joint: axes.H for axes in joints}
        values = self.function(outputs)(**arguments, parameters=self.known_parameters(outputs, p))
        return dependent_axes(joints, values, limit)

    def _has_accelerations(self, outputs: Mapping[str, Any]) -> bool:
        """Whether accelerations or multipliers stand in expressions."""
        eom = self.equations
        found = [x for x in (*eom.accelerations, *eom.multipliers) if isinstance(x, Expression)]
        solved = {x for x in found if x.op not in LEAVES}
        entries = [x for y in outputs.values() for x in np.asarray(y, dtype=object).ravel()]
        return not solved.isdisjoint(traverse(entries))

    def accelerations(self, state: State | Values) -> Values:
        """Rates of the speeds in one state, by name of the speed or of the coordinate it is the rate of."""
        state = as_state(state)
        try:
            a = self.evaluate({"a": self.equations.accelerations}, state)["a"]
        except SolverError as error:
            if self.dependent_axes(self.arguments(state), state.p):
                raise
            raise SolverError(f"{error}: {self.singular_cause(state)}") from error
        if not np.isfinite(a).all():
            names = [name for name, x in zip(self.equations.speeds, a, strict=True) if not np.isfinite(x)]
            raise SolverError(f"the rates of {', '.join(names)} have no value there: {self.singular_cause(state)}")
        return SpeedValues(dict(zip(self.equations.speeds, map(float, a), strict=True)), "speed")

    def singular_cause(self, state: State | Values) -> str:
        """Why M a = f + Jᵀ λ, J a = γ has no definite solution in a state, in words."""
        eom, taken = self.equations, list(self.equations.independent)
        outputs = {"forces": eom.f, "mass matrix": eom.M, "rows of constraints": eom.J[taken]}
        found = self.evaluate({name: y for name, y in outputs.items() if np.size(y)}, state)
        if undefined := [name for name, numbers in found.items() if not np.isfinite(numbers).all()]:
            return (
                f"the {' and the '.join(undefined)} are not defined: a law is not everywhere, nor are three "
                "angles where the first and the last turn about one axis (a quaternion is)"
            )
        M, J = found["mass matrix"], found.get("rows of constraints", np.zeros((0, len(eom.speeds))))
        rows = [eom.rows[i].name for i in taken]
        if useless := zero_combinations(np.vstack([M, J])):
            names = ", ".join(eom.speeds[k] for k in useless)
            return (
                f"a motion of {names} meets neither inertia nor constraint; three angles have such a motion where "
                "the first and the last turn about one axis (a quaternion has none)"
            )
        if idle := [name for name, row in zip(rows, J, strict=True) if not row.any()]:
            return f"no motion changes {', '.join(idle)}"
        if dependent := zero_combinations(J.T):
            names = ", ".join(rows[k] for k in dependent)
            return f"the rows {names} depend on each other; da.mobility tells whether in this state only"
        return "the system is nearly singular, or a force that depends on reactions has no value"

    def signals(self, names: Iterable[str], state: State | Values) -> dict[str, float]:
        """Named signals in one state."""
        found = self.evaluate({name: self.equations.signal(name) for name in names}, state)
        return {name: float(value) for name, value in found.items()}

    def known_parameters(self, outputs: Mapping[str, Any], values: Mapping[str, float]) -> dict[str, float]:
        """Those of the given parameters that these outputs depend on."""
        entries = [x for y in outputs.values() for x in np.asarray(y, dtype=object).ravel()]
        open_names = {x.args[0] for x in inputs_of(entries) if x.op == "parameter"}
        return {name: value for name, value in values.items() if name in open_names}


def _invalid(names: Sequence[str], q: Vector, nearest: Vector, free: int) -> ModelError:
    """What to say of coordinates that are not valid by themselves."""
    is_off = ~(np.abs(nearest - q) <= INVALID)
    is_off[free:] = False
    owners = dict.fromkeys(name.rpartition(".")[0] or name for name in np.array(names)[is_off])
    shown = ", ".join(f"{name} = {x:g}" for name, x in zip(names, q, strict=True) if _is_of(name, owners))
    other = ", ".join(f"{x:g}" for name, x in zip(names, nearest, strict=True) if _is_of(name, owners))
    hint = f"nearest are {other}" if np.isfinite(nearest).all() else "there is no direction in them"
    return ModelError(
        f"the coordinates {shown} are not valid: the squares of the four parameters of an orientation add up to "
        f"one; {hint}"
    )


def _is_of(name: str, owners: Mapping[str, Any]) -> bool:
    return name.rpartition(".")[0] in owners


def _in_order(given: Mapping[str, float], names: tuple[str, ...], usual: Mapping[str, float]) -> Vector:
    return np.array([given.get(name, usual.get(name, 0.0)) for name in names], dtype=float)
