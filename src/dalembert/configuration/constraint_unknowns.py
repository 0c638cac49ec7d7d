"""Positions and speeds as unknowns: residuals of constraints and of what is held, natively."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Arguments, Array, Matrix, Vector
from dalembert.configuration.fixed_values import Held
from dalembert.dynamics.dynamics import Dynamics
from dalembert.dynamics.native_functions import NativeFunction
from dalembert.equations.equations import Equations
from dalembert.expr.calculus import jacobian
from dalembert.expr.node import Expression, Node, Scalar, inputs_of
from dalembert.expr.scalar import is_one, is_zero
from dalembert.memo import Key
from dalembert.rows import Level, Role, Row

_TURN = 2.0 * np.pi

_UNCHANGED = 1e-9
"""Change of a residual that is rounding, beside the largest of them or one."""


@dataclass(frozen=True, eq=False)
class Native:
    """A native function of what is no constant in some arrays, and the parameters that it depends on.

    Most of a large Jacobian are zeros: no code is made for them.
    """

    function: NativeFunction | None
    parameters: frozenset[str]
    constants: Mapping[str, Matrix]
    """The arrays, with zeros for what is no constant in them."""

    places: Mapping[str, NDArray[np.int64]]
    """Places, row by row, of what is no constant in each array."""

    def __call__(self, arguments: Arguments, p: Mapping[str, float]) -> Mapping[str, Matrix]:
        values = {name: value for name, value in p.items() if name in self.parameters}
        varying = self.function(**arguments, parameters=values) if self.function is not None else {}
        return {name: self._filled(name, varying.get(name), arguments) for name in self.constants}

    @property
    def operations(self) -> int:
        """How many operations it takes."""
        return 0 if self.function is None else int(self.function.operations)

    def _filled(self, name: str, values: Matrix | None, arguments: Arguments) -> Matrix:
        """An array, or one for each of many states."""
        constants = self.constants[name]
        several = np.shape(arguments["q"])[:-1]
        filled = np.empty((*several, constants.size))
        filled[...] = constants.ravel()
        if values is not None:
            filled[..., self.places[name]] = values
        return filled.reshape((*several, *constants.shape))


def native(dynamics: Dynamics, outputs: Mapping[str, Array]) -> Native:
    """A native function of named arrays of expressions of the equations' variables."""
    return native_of(outputs, dynamics.function)


def native_of(outputs: Mapping[str, Array], compiled: Callable[[Mapping[str, Array]], NativeFunction]) -> Native:
    """A native function of named arrays of expressions, of which `compiled` makes what is no constant."""
    arrays = {name: np.asarray(y, dtype=object) for name, y in outputs.items()}
    varying, constants, places = {}, {}, {}
    for name, array in arrays.items():
        entries = array.ravel()
        is_open = np.array([isinstance(x, Expression) for x in entries], dtype=bool)
        places[name] = np.flatnonzero(is_open)
        constants[name] = np.where(is_open, 0.0, entries).astype(float).reshape(array.shape)
        if is_open.any():
            varying[name] = entries[is_open]
    function = compiled(varying) if varying else None
    return Native(function, frozenset(x.args[0] for x in parameters_of(*varying.values())), constants, places)


def parameters_of(*arrays: Array | Sequence[Scalar]) -> list[Node]:
    """Open parameters in arrays of expressions."""
    entries = [x for y in arrays for x in np.asarray(y, dtype=object).ravel() if isinstance(x, Expression)]
    return [x for x in inputs_of(entries) if x.op == "parameter"]


POSITION_ROWS: Key[tuple[tuple[Row, ...], Array]] = Key("position rows")


def position_rows(equations: Equations) -> tuple[tuple[Row, ...], Array]:
    """Rows at the level of positions, also those that only parameters or time change, and their residuals."""
    opened = _open_geometry(equations)
    records = tuple(row for row in equations.rows if row.level == Level.POSITION)
    values = np.array([value for _, value in opened], dtype=object)
    return (*records, *(row for row, _ in opened)), np.concatenate([equations.while_on(equations.phi), values])


def position_records(equations: Equations) -> tuple[Row, ...]:
    """The rows of `position_rows` alone."""
    records = (row for row in equations.rows if row.level == Level.POSITION)
    return (*records, *(row for row, _ in _open_geometry(equations)))


def _open_geometry(equations: Equations) -> list[tuple[Row, Scalar]]:
    """Rows of positions that no motion changes, but parameters or time, and their residuals."""
    if equations.constraints.repeated is not None:
        return []
    return [
        (row, value)
        for row, value in equations.constraints.geometric
        if row.level == Level.POSITION and (parameters_of([value]) or row.is_rheonomic)
    ]


PLACING_ROWS: Key[tuple[tuple[Row, ...], Array]] = Key("placing rows")


def placing_rows(equations: Equations) -> tuple[tuple[Row, ...], Array]:
    """All rows that positions must satisfy, those of the states last, and their residuals."""
    (records, phi), at_states = position_rows(equations), state_rows(equations, Level.POSITION)
    values = np.array([value for _, value in at_states], dtype=object)
    return (*records, *(row for row, _ in at_states)), np.concatenate([phi, values])


def state_rows(equations: Equations, level: Level) -> list[tuple[Row, Scalar]]:
    """Conditions of the states besides rows of constraints, at one level, with their residuals."""
    return [
        (condition.row, condition.value)
        for condition in equations.constraints.state_rows
        if condition.row.level == level
    ]


def is_plain(equations: Equations) -> bool:
    """Whether coordinates move by their speeds themselves: q̇ = u + η."""
    N = equations.N
    return N.shape[0] == N.shape[1] and all(is_one(x) if i == j else is_zero(x) for (i, j), x in np.ndenumerate(N))


_POSITIONS: Key[Native] = Key("positions")
_MOVED: Key[Native] = Key("moved coordinates")
_IS_PLAIN: Key[bool] = Key("is plain")


@dataclass(frozen=True, eq=False)
class Positions:
    """Coordinates q and unknown parameters, one after the other; rows φ = 0, then what is held."""

    dynamics: Dynamics
    held: tuple[Held, ...]
    unknown: tuple[str, ...]
    arguments: Arguments
    p: Mapping[str, float]
    guess: Vector
    """Numbers that the result is to be near (nq + n_unknown,)."""

    targets: Vector
    """Values that the held quantities are to have; on the way there, others."""

    @property
    def equations(self) -> Equations:
        """The symbolic equations."""
        return self.dynamics.equations

    @cached_property
    def records(self) -> tuple[Row, ...]:
        """The rows of constraints."""
        return self.dynamics.shared.get(PLACING_ROWS, lambda: placing_rows(self.equations))[0]

    # ---- native functions, made once for the same things held and unknown

    @cached_property
    def _measured(self) -> tuple[Held, ...]:
        return tuple(held for held in self.held if held.number is None)

    @cached_property
    def _native(self) -> Native:
        key = _POSITIONS.of(tuple(held.expression for held in self._measured), self.unknown)
        return self.dynamics.shared.get(key, self._compiled)

    def _compiled(self) -> Native:
        eom = self.equations
        rows, phi = self.dynamics.shared.get(PLACING_ROWS, lambda: placing_rows(eom))
        measures = np.array([held.expression for held in self._measured], dtype=object)
        J = np.full((len(rows), len(eom.speeds)), 0.0, dtype=object)
        J[: len(eom.phi)] = eom.while_on(eom.gradients[: len(eom.phi)])
        if conditions := [value for _, value in state_rows(eom, Level.POSITION)]:
            J[-len(conditions) :] = eom.motion.along_positions(np.array(conditions, dtype=object)).to_array()
        outputs: dict[str, Any] = {
            "values": np.concatenate([phi, measures]),
            "A": np.concatenate([J, eom.motion.along_positions(measures).to_array()]) if len(measures) else J,
        }
        if not self._is_plain:
            outputs["N"] = eom.N
        if eom.variables.unwrapped_angles:
            outputs["per count"] = jacobian(phi, eom.q[-len(eom.variables.unwrapped_angles) :])
        if self.unknown:
            nodes = {x.args[0]: x for x in parameters_of(outputs["values"])}
            outputs["B"] = jacobian(
                outputs["values"], np.array([nodes[name] for name in self.unknown], dtype=object)
            )
        return native(self.dynamics, outputs)

    @cached_property
    def _is_plain(self) -> bool:
        return self.dynamics.shared.get(_IS_PLAIN, lambda: is_plain(self.equations))

    def _moving(self) -> Native:
        # speeds stand for the small motion here
        return self.dynamics.shared.get(
            _MOVED, lambda: native(self.dynamics, {"q": self.equations.motion.moved(self.equations.u)})
        )

    # ---- as unknowns

    def rows(self, x: Vector) -> tuple[Vector, Matrix]:
        """Residuals, and derivatives along motions of the speeds and changes of unknown parameters."""
        numbers, n = self._evaluated(x), len(self.records)
        values, A = numbers["values"], numbers["A"]
        B = numbers["B"] if self.unknown else np.zeros((len(values), 0))
        residuals, derivatives = list(values[:n]), [np.concatenate([A[:n], B[:n]], axis=1)]
        measured = n
        for held, target in zip(self.held, self.targets, strict=True):
            if held.number is None:
                residuals.append(held.gap(float(values[measured]), target))
                derivatives.append(np.concatenate([A[measured], B[measured]])[None])
                measured += 1
            else:
                residuals.append(held.gap(float(x[held.number]), target))
                row = np.concatenate([self.per_speed(x, numbers)[held.number], np.zeros(len(self.unknown))])
                derivatives.append(row[None])
        return np.array(residuals), np.concatenate(derivatives)

    def moved(self, x: Vector, delta: Vector) -> Vector:
        """Coordinates after a small motion, still valid; parameters are added to."""
        nq, nu = len(self.equations.coordinates), len(self.equations.speeds)
        if self._is_plain:
            return x + delta
        q = self._moving()({**self.arguments, "q": x[:nq], "u": delta[:nu]}, self._parameters(x))["q"]
        return np.concatenate([q, x[nq:] + delta[nu:]])

    def moved_coordinates(self, q: Matrix, delta: Matrix) -> Matrix:
        """Coordinates of many places (N, nq) after small motions (N, nu), still valid."""
        if self._is_plain:
            return q + delta
        numbers = {kind: np.tile(np.asarray(self.arguments[kind]), (len(q), 1)) for kind in ("z", "tau")}
        t = np.full(len(q), float(self.arguments["t"]))
        return np.asarray(self._moving()({"t": t, **numbers, "q": q, "u": delta}, self.p)["q"])

    def measured(self, x: Vector) -> Vector:
        """The coordinates."""
        return x[: len(self.equations.coordinates)]

    def displacement(self, x: Vector) -> Vector:
        """Motion from the guess; unwrapped angles follow from the others and do not count."""
        if self._is_plain:
            return x - self.guess
        nq = len(self.equations.coordinates) - len(self.equations.variables.unwrapped_angles)
        N = self.per_speed(x)[:nq]
        if not np.isfinite(N).all():
            return np.full(self.per_speed(x).shape[1] + len(self.unknown), np.nan)
        delta = np.linalg.lstsq(N, x[:nq] - self.guess[:nq], rcond=None)[0]
        n_unknown = len(self.unknown)
        return np.concatenate([delta, x[len(x) - n_unknown :] - self.guess[len(x) - n_unknown :]])

    def without_rates(self, x: Vector) -> list[str]:
        """Coordinates whose rates have no value, such as angles of turns about parallel axes."""
        if self._is_plain:
            return []
        rows = zip(self.equations.coordinates, self.per_speed(x), strict=True)
        return [name for name, row in rows if not np.isfinite(row).all()]

    def per_speed(self, x: Vector, numbers: Mapping[str, Matrix] | None = None) -> Matrix:
        """N (nq, nu)."""
        if self._is_plain:
            return np.eye(len(self.equations.coordinates))
        return (numbers or self._evaluated(x))["N"]

    def per_motion(self, x: Vector) -> Matrix:
        """How coordinates and unknown parameters change with motions of the speeds and of the parameters."""
        N, n = self.per_speed(x), len(self.unknown)
        return np.block([[N, np.zeros((len(N), n))], [np.zeros((n, N.shape[1])), np.eye(n)]])

    def _evaluated(self, x: Vector) -> Mapping[str, Matrix]:
        q = x[: len(self.equations.coordinates)]
        return self._native({**self.arguments, "q": q}, self._parameters(x))

    def _parameters(self, x: Vector) -> dict[str, float]:
        solved = x[len(self.equations.coordinates) :]
        return {**self.p, **dict(zip(self.unknown, map(float, solved), strict=True))}

    # ---- on the way

    def held_values(self, x: Vector) -> Vector:
        """Values of the held quantities (n_held,), angles as near to their targets as turns allow."""
        residuals = self.rows(x)[0][len(self.records) :]
        return residuals + self.targets

    def turned(self, x: Vector, kept: Sequence[str]) -> Vector:
        """Numbers with unwrapped angles as the other coordinates say, at turns for which rows are nearest to zero.

        Angles that are `kept` keep their turns, unless a drive asks for others.
        """
        x, unwrapped = self._turned_by_drives(x), self.equations.variables.unwrapped_angles
        if not unwrapped:
            return x
        x = self.moved(x, np.zeros(len(self.equations.speeds) + len(self.unknown)))
        first = len(self.equations.coordinates) - len(unwrapped)
        for k, name in enumerate(unwrapped):
            numbers = self._evaluated(x)
            slope = numbers["per count"][:, k]
            if name not in kept and slope.any():
                phi = numbers["values"][: len(slope)]
                turns = np.round(-(slope @ phi) / (slope @ slope) / _TURN)
                x = np.concatenate([x[: first + k], [x[first + k] + _TURN * turns], x[first + k + 1 :]])
        return x

    def _turned_by_drives(self, x: Vector) -> Vector:
        """Numbers with angles at the turns that drives on them ask for, where whole turns change no other row."""
        free = len(self.equations.coordinates) - len(self.equations.variables.unwrapped_angles)
        for i in [i for i, row in enumerate(self.records) if row.role is Role.DRIVE]:
            r, A = self.rows(x)
            speeds = np.flatnonzero(A[i])
            driven = np.flatnonzero(self.per_motion(x)[:free, speeds].any(axis=1))
            if len(speeds) != 1 or len(driven) != 1:
                continue
            turned = x.copy()
            turned[driven[0]] -= _TURN * np.round(r[i] / A[i, speeds[0]] / _TURN)
            changes = np.delete(self.rows(turned)[0] - r, i)
            if np.abs(changes).max(initial=0.0) < _UNCHANGED * max(1.0, np.abs(r).max()):
                x = turned
        return x


_SPEEDS: Key[Native] = Key("speeds")


@dataclass(frozen=True, eq=False)
class Speeds:
    """Speeds u; rows ψ = 0, those of the states, then what is held."""

    dynamics: Dynamics
    held: tuple[Held, ...]
    arguments: Arguments
    p: Mapping[str, float]
    guess: Vector

    @cached_property
    def records(self) -> tuple[Row, ...]:
        """The rows of constraints, then those of the states."""
        eom = self.dynamics.equations
        conditions = [row for row, _ in state_rows(eom, Level.VELOCITY)]
        return (*(row for row in eom.rows if row.level <= Level.VELOCITY), *conditions)

    @cached_property
    def _native(self) -> Native:
        measured = [held for held in self.held if held.number is None]
        expressions = tuple(held.expression for held in measured)
        return self.dynamics.shared.get(_SPEEDS.of(*expressions), lambda: self._compiled(expressions))

    def _compiled(self, expressions: Sequence[Scalar]) -> Native:
        eom = self.dynamics.equations
        conditions = [value for _, value in state_rows(eom, Level.VELOCITY)]
        others = np.array([*conditions, *expressions], dtype=object)
        J = np.full((len(eom.psi), len(eom.speeds)), 0.0, dtype=object)
        J[:] = eom.while_on(eom.J[: len(eom.psi)])
        A = np.concatenate([J, jacobian(others, eom.u)]) if len(others) else J
        psi = eom.while_on(eom.psi_of_speeds)
        return native(self.dynamics, {"values": np.concatenate([psi, others]), "A": A})

    def rows(self, x: Vector) -> tuple[Vector, Matrix]:
        """Residuals and their derivatives by the speeds."""
        numbers = self._native({**self.arguments, "u": x}, self.p)
        n, measured = len(self.records), len(self.records)
        residuals, derivatives = list(numbers["values"][:n]), [numbers["A"][:n]]
        for held in self.held:
            if held.number is None:
                residuals.append(float(numbers["values"][measured]) - held.value)
                derivatives.append(numbers["A"][measured : measured + 1])
                measured += 1
            else:
                residuals.append(float(x[held.number]) - held.value)
                derivatives.append(np.eye(1, len(x), held.number))
        return np.array(residuals), np.concatenate(derivatives)

    def moved(self, x: Vector, delta: Vector) -> Vector:
        """Speeds are added to."""
        return x + delta

    def measured(self, x: Vector) -> Vector:
        """All speeds."""
        return x

    def displacement(self, x: Vector) -> Vector:
        """Change of the speeds from the guess."""
        return x - self.guess
