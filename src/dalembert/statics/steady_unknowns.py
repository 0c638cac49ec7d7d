"""Rest and steady motion as roots: forces in balance, rows that hold, and what is held, natively.

All stays as it is while coordinates move along fields of speeds with constant amounts α, u = Σ α_i σ_i(q); at rest
there are none. Unknowns are q, first-order states that act on something, α, what is released, and multipliers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dalembert.arrays import Arguments, Array, Matrix, Vector
from dalembert.configuration.constraint_unknowns import POSITION_ROWS, Positions, parameters_of, position_rows
from dalembert.configuration.fixed_values import Held
from dalembert.dynamics.dynamics import Dynamics
from dalembert.dynamics.native_functions import NativeFunction
from dalembert.equations.equations import Equations
from dalembert.equations.variables import helper_variables
from dalembert.errors import ModelError
from dalembert.expr.calculus import directional, jacobian
from dalembert.expr.node import Expression, Node, Scalar, inputs_of
from dalembert.expr.rewrite import substitute
from dalembert.expr.scalar import is_zero
from dalembert.expr.symbol_nodes import time
from dalembert.numerics.finite_differences import CentralDifferences
from dalembert.rows import Level

_ROUNDED = 1e-12
"""Difference beside one by which a held coordinate is still the held one."""

_PLACES, _AWAY = 6, 0.7
"""Places in which forces are looked at for their size, and how far away they are."""


@dataclass(frozen=True)
class SteadyRow:
    """An equation of rest or steady motion: what it is about, and the part that it belongs to."""

    name: str
    part: str
    is_force: bool = False


@dataclass(frozen=True, eq=False)
class SteadySystem:
    """Equations of rest or steady motion as expressions, and as a native function with its derivative."""

    dynamics: Dynamics
    fields: tuple[Array, ...]
    """Fields of speeds (nu,) along which all may move; none at rest."""

    held: tuple[Held, ...]
    released: tuple[str, ...]
    """Names of inputs and parameters that are solved for."""

    @property
    def equations(self) -> Equations:
        """The equations of motion."""
        return self.dynamics.equations

    @cached_property
    def amounts(self) -> Array:
        """α as variables, one for each field."""
        names = (f"amount {i}" for i in range(len(self.fields)))
        taken = {*self.equations.taken_names, *(x.args[0] for x in self.equations.lam)}
        return helper_variables(names, taken)

    # ---- along the fields

    @cached_property
    def speeds(self) -> Array:
        """u = Σ α_i σ_i(q), (nu,)."""
        u: Array = np.zeros(len(self.equations.speeds))
        for amount, field in zip(self.amounts, self.fields, strict=True):
            u = u + amount * field
        return u

    @cached_property
    def accelerations(self) -> Array:
        """a = ∂u/∂q · q̇, (nu,)."""
        if not self.fields:
            return self.speeds
        rates = substitute(self.equations.motion.N @ self.equations.u, self._speeds_only)
        return directional(self.speeds, dict(zip(self.equations.q, rates, strict=True)))

    @cached_property
    def _speeds_only(self) -> dict[Node, Scalar]:
        return dict(zip(self.equations.u, self.speeds, strict=True))

    @cached_property
    def _steady(self) -> dict[Node, Scalar]:
        eom = self.equations
        return {**self._speeds_only, **dict(zip(eom.a, self.accelerations, strict=True))}

    def along(self, y: Array | Sequence[Scalar]) -> Array:
        """An array of expressions with what speeds and their rates are."""
        entries = np.asarray(y, dtype=object)
        return np.asarray(substitute(entries, self._steady), dtype=object) if entries.size else entries

    # ---- what is zero

    @cached_property
    def balance(self) -> Array:
        """M a − f − G τ − Jᵀ λ − r, (nu,)."""
        eom = self.equations
        return self.along(self.dynamics.solution.residual(eom.a, eom.lam))

    @cached_property
    def _rows(self) -> list[tuple[SteadyRow, Scalar]]:
        """Rows of constraints with their residuals, those of positions first."""
        eom = self.equations
        records, phi = self.dynamics.shared.get(POSITION_ROWS, lambda: position_rows(eom))
        rows = [(SteadyRow(row.name, row.part), value) for row, value in zip(records, phi, strict=True)]

        # rows of velocities and accelerations that hold by themselves are no equations
        psi, gamma = self.along(eom.psi), self.along(eom.gamma)
        for i, row in enumerate(eom.rows):
            if row.level == Level.VELOCITY:
                rows.append((SteadyRow(row.name, row.part), psi[i]))
            if row.level == Level.ACCELERATION:
                missing = self.along([eom.J[i] @ self.accelerations])[0] - gamma[i]
                rows.append((SteadyRow(row.name, row.part), missing))

        # coordinates that move by themselves would have to stop
        for name, rate in zip(eom.coordinates, substitute(eom.rates, dict.fromkeys(eom.u, 0.0)), strict=True):
            rows.append((SteadyRow(f"rate of {name}", name), rate))
        n = len(records)
        return [*rows[:n], *((row, value) for row, value in rows[n:] if not is_zero(value))]

    @cached_property
    def states(self) -> tuple[int, ...]:
        """Numbers of the first-order states that act on forces, rows or other such states; the rest only watch."""
        eom = self.equations
        if not len(eom.z):
            return ()
        h = self.along(self.dynamics.solution.h)
        reached = _inputs([*self.balance, *(value for _, value in self._rows), *self._held_values])
        acting: set[int] = set()
        while more := {k for k, z in enumerate(eom.z) if z in reached} - acting:
            acting |= more
            reached |= _inputs([h[k] for k in more])
        return tuple(sorted(acting))

    @cached_property
    def _held_values(self) -> Array:
        return self.along([held.expression for held in self.held])

    @cached_property
    def records(self) -> tuple[SteadyRow, ...]:
        """All equations in order: constraints, states, what is held, forces."""
        eom = self.equations
        return (
            *(row for row, _ in self._rows),
            *(SteadyRow(f"rate of {eom.states[k]}", eom.states[k]) for k in self.states),
            *(SteadyRow(held.label, held.label) for held in self.held),
            *(SteadyRow(f"force along {name}", name, is_force=True) for name in eom.speeds),
        )

    @cached_property
    def values(self) -> Array:
        """Residuals that are to be zero, and values of held quantities."""
        h = self.along(self.dynamics.solution.h) if self.states else np.zeros(0)
        parts = [value for _, value in self._rows], h[list(self.states)], self._held_values, self.balance
        return np.concatenate([np.asarray(list(part), dtype=object) for part in parts])

    @property
    def n_fixed(self) -> int:
        """How many rows stand before those of what is held."""
        return len(self._rows) + len(self.states)

    # ---- what is solved for

    @cached_property
    def released_nodes(self) -> list[Node]:
        """Inputs and parameters that are solved for, as variables."""
        eom = self.equations
        inputs = dict(zip(eom.inputs, eom.tau, strict=True))
        parameters = {x.args[0]: x for x in parameters_of(self.values)}
        nodes = []
        for name in self.released:
            if name not in inputs and name not in eom.parameters:
                raise ModelError(
                    f"there is neither an input nor an open parameter {name!r} to be solved for; there are "
                    f"{', '.join((*eom.inputs, *eom.parameters)) or 'none'}"
                )
            node = inputs.get(name, parameters.get(name))
            if node is None or node not in _inputs(self.values):
                raise ModelError(f"{name!r} cannot be solved for: no force, row or held quantity depends on it")
            nodes.append(node)
        return nodes

    @cached_property
    def kernel(self) -> NativeFunction:
        """Values and derivative as a native function of (t, q, z, tau, lam, amounts)."""
        eom = self.equations
        others = [*(eom.z[k] for k in self.states), *self.amounts, *self.released_nodes, *eom.lam]
        A = eom.motion.along_positions(self.values).to_array()
        if others:
            A = np.concatenate([A, jacobian(self.values, object_array(others))], axis=1)
        inputs = {"t": time, "q": eom.q, "z": eom.z, "tau": eom.tau, "lam": eom.lam, "amounts": self.amounts}
        speeds, accelerations = (np.asarray(y, dtype=object) for y in (self.speeds, self.accelerations))
        outputs = {"values": self.values, "A": A, "u": speeds, "a": accelerations}
        if self.fields:
            outputs["fields"] = np.array(self.fields, dtype=object).T
        return self.dynamics.with_parameters(self.dynamics.engine.compile(outputs, inputs))

    @cached_property
    def parameters(self) -> frozenset[str]:
        """Names of the open parameters on which something depends."""
        return frozenset(x.args[0] for x in parameters_of(self.values, self.speeds, self.accelerations))

    @cached_property
    def timed_parts(self) -> tuple[str, ...]:
        """Parts by which time stands in the equations."""
        if time not in _inputs([*self.values, *np.asarray(self.equations.rates, dtype=object)]):
            return ()
        rows = [row.part for row in self.equations.rows if row.is_rheonomic]
        rows += [row.part for row, value in self._rows if time in _inputs([value])]
        loads = self.dynamics.solution.element_loads
        elements = [
            name for name, load in loads.items() if time in _inputs(np.asarray(load, dtype=object).ravel())
        ]
        return tuple(dict.fromkeys([*rows, *elements])) or ("a law",)


@dataclass(frozen=True, eq=False)
class SteadyUnknowns:
    """Numbers x: q, states z that act, amounts of fields, what is released, multipliers in sizes of forces."""

    system: SteadySystem
    held: tuple[Held, ...]
    """Quantities that are held, with their values; those of the system have the same expressions."""

    arguments: Arguments
    p: Mapping[str, float]
    targets: Vector
    """Values that the held quantities are to have."""

    guess: Vector
    """Numbers that the result is to be near."""

    force: float
    """Size of forces: residuals are divided by it, and multipliers are multiples of it."""

    differences: CentralDifferences | None = None
    """How derivatives are got; None is exactly."""

    @property
    def equations(self) -> Equations:
        """The equations of motion."""
        return self.system.equations

    @cached_property
    def positions(self) -> Positions:
        """The coordinates alone."""
        q = self.guess[: len(self.equations.coordinates)]
        return Positions(self.system.dynamics, (), (), self.arguments, self.p, q, np.zeros(0))

    @cached_property
    def parts(self) -> dict[str, slice]:
        """Where in x each kind stands."""
        eom, system = self.equations, self.system
        kinds = {"q": len(eom.coordinates), "z": len(system.states), "amounts": len(system.fields)}
        kinds |= {"released": len(system.released), "lam": len(eom.rows)}
        ends = np.cumsum([0, *kinds.values()])
        return {kind: slice(int(ends[k]), int(ends[k + 1])) for k, kind in enumerate(kinds)}

    # ---- as unknowns

    def rows(self, x: Vector) -> tuple[Vector, Matrix]:
        """Residuals and derivatives along motions of the speeds, and by the other numbers."""
        r, A = self.exact(x)
        if self.differences is None:
            return r, A
        return r, self.differences.derivative(self._residuals, x, self.moved, A.shape[1])

    def _residuals(self, x: Vector) -> Vector:
        return self.exact(x)[0]

    def exact(self, x: Vector) -> tuple[Vector, Matrix]:
        """Residuals and exact derivatives, however those of the search are got."""
        numbers = self.evaluated(x)
        r, A = np.array(numbers["values"], dtype=float), np.array(numbers["A"], dtype=float)
        for i, (held, target) in enumerate(zip(self.held, self.targets, strict=True), self.system.n_fixed):
            r[i] = held.gap(float(r[i]), float(target))
        nu, m = len(self.equations.speeds), len(self.equations.rows)
        r[len(r) - nu :] /= self.force
        A[len(r) - nu :] /= self.force
        A[:, A.shape[1] - m :] *= self.force
        return r, A

    def moved(self, x: Vector, delta: Vector) -> Vector:
        """Coordinates after a small motion, still valid; the rest is added to."""
        nq, nu = len(self.equations.coordinates), len(self.equations.speeds)
        return np.concatenate([self.positions.moved(x[:nq], delta[:nu]), x[nq:] + delta[nu:]])

    def measured(self, x: Vector) -> Vector:
        """Coordinates, states and amounts of fields."""
        return x[: self.parts["released"].start]

    def displacement(self, x: Vector) -> Vector:
        """Change from the guess; multipliers and first-order states do not count."""
        parts, change = self.parts, x - self.guess
        others = change[parts["amounts"].start : parts["released"].stop]
        q = self.positions.displacement(x[parts["q"]])
        return np.concatenate([q, np.zeros(len(self.system.states)), others, np.zeros(len(self.equations.rows))])

    @property
    def held_coordinates(self) -> dict[int, float]:
        """Values of the coordinates that are held, by their numbers in q."""
        names = self.equations.coordinates
        return {
            quantity.number: quantity.value
            for quantity in self.held
            if quantity.number is not None and quantity.label in names
        }

    # ---- as numbers by name

    def evaluated(self, x: Vector) -> Mapping[str, Matrix]:
        """Values, derivative and speeds."""
        parts, p = self.parts, self.parameters(x)
        values = {name: value for name, value in p.items() if name in self.system.parameters}
        return self.system.kernel(
            **self.numbers(x), lam=self.force * x[parts["lam"]], amounts=x[parts["amounts"]], parameters=values
        )

    def numbers(self, x: Vector) -> Arguments:
        """t, q, z and τ as arrays."""
        z, tau = np.array(self.arguments["z"], dtype=float), np.array(self.arguments["tau"], dtype=float)
        z[list(self.system.states)] = x[self.parts["z"]]
        for name, value in zip(self.system.released, x[self.parts["released"]], strict=True):
            if name in self.equations.inputs:
                tau[self.equations.inputs.index(name)] = value
        q = x[self.parts["q"]].copy()
        for k, value in self.held_coordinates.items():
            # free of rounding; on the way to other values the targets differ
            q[k] = value if abs(q[k] - value) <= _ROUNDED * max(1.0, abs(value)) else q[k]
        return {"t": self.arguments["t"], "q": q, "z": z, "tau": tau}

    def parameters(self, x: Vector) -> dict[str, float]:
        """Given and released parameters."""
        solved = dict(zip(self.system.released, map(float, x[self.parts["released"]]), strict=True))
        return {**self.p, **{name: x for name, x in solved.items() if name not in self.equations.inputs}}

    def multipliers(self, x: Vector) -> Vector:
        """λ (m,)."""
        return self.force * x[self.parts["lam"]]

    def with_multipliers(self, x: Vector) -> Vector:
        """Numbers with those multipliers that balance forces best."""
        nu, m = len(self.equations.speeds), len(self.equations.rows)
        if not m:
            return x
        r, A = self.exact(x)
        E = A[len(r) - nu :, A.shape[1] - m :]
        if not (np.isfinite(E).all() and np.isfinite(r).all()):
            return x
        change = np.linalg.lstsq(E, -r[len(r) - nu :], rcond=None)[0]
        return np.concatenate([x[: len(x) - m], x[len(x) - m :] + change])


def force_size(unknowns: SteadyUnknowns, x: Vector) -> float:
    """The largest force without multipliers here and around, or one; `unknowns` have force one."""
    nu, m = len(unknowns.equations.speeds), len(unknowns.equations.rows)
    x = np.concatenate([x[: len(x) - m], np.zeros(m)])
    generator = np.random.default_rng(3)
    ways = [np.zeros(nu), *(_AWAY * generator.standard_normal((_PLACES, nu)))]
    rest = np.zeros(len(x) - len(unknowns.equations.coordinates))
    forces = [unknowns.rows(unknowns.moved(x, np.concatenate([way, rest])))[0][-nu:] for way in ways] if nu else []
    sizes = [float(np.abs(r).max()) for r in forces if np.isfinite(r).all()]
    return max(sizes, default=0.0) or 1.0


def _inputs(entries: Iterable[Scalar]) -> set[Node]:
    return set(inputs_of([x for x in entries if isinstance(x, Expression)]))


def object_array(entries: Collection[Scalar]) -> Array:
    """Expressions as an array (n,)."""
    array = np.empty(len(entries), dtype=object)
    array[:] = list(entries)
    return array
