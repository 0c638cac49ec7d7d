"""Motions of many driven mechanisms at once: positions by Newton's method in lanes, from each time to the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.arrays import Array, Vector
from dalembert.configuration.assemble import assemble
from dalembert.configuration.constraint_unknowns import is_plain, parameters_of
from dalembert.configuration.mobility import mobility
from dalembert.configuration.typical_sizes import sizes_around
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import AssemblyError
from dalembert.expr.functions import absolute_value, maximum
from dalembert.expr.node import Node, Scalar
from dalembert.expr.rewrite import substitute
from dalembert.mechanisms.block_solution import ordered_blocks, solved_in_blocks
from dalembert.mechanisms.dead_positions import determinant
from dalembert.mechanisms.drive_count import drive_rows
from dalembert.rows import Level
from dalembert.runs.motion import Motion
from dalembert.runs.motions import Motions
from dalembert.state import State, States

Flags = NDArray[np.bool_]

PositionFunction = Callable[[ArrayLike, Vector, Vector], Mapping[str, Vector]]
"""A function of t, q (…, nq) and values of parameters (…, n) that returns arrays by name."""

CLOSE = 1e-7
"""A step of Newton's method, in rad and arms, after which the error is that of rounding: it is squared."""

FAR = 0.2
"""A first step, in rad and arms, beyond which another branch might be taken: then steps of time are shorter."""

TRIALS = 3
"""How often two more steps of Newton's method are taken, at most."""

PARTS = (1, 4, 16)
"""Numbers of parts in which a step of time, or the way from nominal parameters, is gone."""


@dataclass(frozen=True, eq=False)
class DrivenMotions:
    """Mechanisms that differ in parameters, all moved by the same drives, which determine their motion."""

    dynamics: Dynamics
    start: State
    """State of the nominal mechanism at first."""

    cases: States
    sizes: Vector
    """Changes of coordinates that count alike; (nq,)."""

    @classmethod
    def of(cls, dynamics: Dynamics, cases: States, near: State, t: float) -> DrivenMotions | None:
        """Motions of these cases, near a state, from a time on; None if drives do not determine all positions."""
        eom = dynamics.equations
        is_simple = is_plain(eom) and not eom.variables.are_momenta and not eom.motion.has_affine_rates
        is_simple = is_simple and not eom.states and not len(eom.c) and not eom.switched_rows
        if not is_simple or not drive_rows(eom) or any(row.level != Level.POSITION for row in eom.rows):
            return None
        nominal = {name: float(x) for name, x in cases.p.items() if not np.ndim(x)}
        try:
            start = assemble(dynamics, t=t, guess=State(q=near.q, p={**near.p, **nominal}))
        except AssemblyError:
            return None
        freedom = mobility(dynamics, start)
        if freedom.degrees_of_freedom or freedom.is_singular:
            return None
        kept = dynamics.without(freedom.left_out)
        sizes = sizes_around(kept, kept.arguments(start), start.p).of_coordinates(eom)
        return cls(kept, start, cases, sizes)

    # ---- native functions

    @cached_property
    def rows(self) -> list[int]:
        """Numbers of the rows that determine positions, as many as coordinates."""
        return list(self.dynamics.solution.independent)

    @cached_property
    def jacobian(self) -> Array:
        """Rows of J that determine positions; expressions (nq, nq)."""
        return self.dynamics.equations.gradients[self.rows]

    @cached_property
    def _varying(self) -> list[Node]:
        """Parameters that differ between cases, as nodes in one order."""
        eom = self.dynamics.equations
        return [x for x in parameters_of(eom.phi, eom.gradients) if np.ndim(self.cases.p.get(str(x.args[0]), 0.0))]

    @cached_property
    def _values(self) -> Vector:
        """Values of the parameters that differ (N, n)."""
        columns = [np.broadcast_to(self.cases.p[str(x.args[0])], len(self.cases)) for x in self._varying]
        return np.stack(columns, axis=1) if columns else np.zeros((len(self.cases), 0))

    @cached_property
    def _nominal(self) -> Vector:
        """Values of these parameters where the nominal mechanism stands (n,)."""
        eom = self.dynamics.equations
        names = [str(x.args[0]) for x in self._varying]
        return np.array([self.start.p.get(name, eom.parameters[name]) for name in names], dtype=float)

    def _function(self, outputs: Mapping[str, Scalar | Array]) -> PositionFunction:
        """A native function of t, q (…, nq) and the parameters that differ (…, n)."""
        return self.function_of(outputs, self._varying)

    def function_of(self, outputs: Mapping[str, Scalar | Array], varying: list[Node]) -> PositionFunction:
        """A native function of t, q (…, nq) and parameters (…, n) that vary; others are as at the start."""
        eom, kept = self.dynamics.equations, self.dynamics.function(outputs, varying)
        common = {name: float(x) for name, x in self.start.p.items() if name not in {*map(_name, varying)}}
        p = self.dynamics.known_parameters(outputs, common)

        def value(t: ArrayLike, q: Vector, values: Vector) -> Mapping[str, Vector]:
            zeros = {name: np.zeros(n) for name, n in (("u", len(eom.u)), ("z", 0), ("tau", len(eom.tau)))}
            with_values = {"own": values} if varying else {}
            return kept(t=t, q=q, **zeros, **with_values, parameters=p)

        return value

    @cached_property
    def _steps(self) -> PositionFunction:
        """Coordinates after two steps of Newton's method, and how far each of these goes."""
        eom = self.dynamics.equations
        step = solved_in_blocks(self.jacobian, -eom.phi[self.rows])
        after = eom.q + step
        next_step = substitute(step, dict(zip(eom.q, after, strict=True)))
        outputs = {"q": after + next_step, "first": self._size(step), "last": self._size(next_step)}
        return self._function(outputs)

    def _size(self, step: Array) -> Scalar:
        """The largest of changes, in rad and arms."""
        return reduce(maximum, [absolute_value(x) / size for x, size in zip(step, self.sizes, strict=True)])

    @cached_property
    def _speeds(self) -> PositionFunction:
        """Speeds, and for each block of unknowns on which side of its singular positions it is."""
        eom = self.dynamics.equations
        at_rest = substitute(eom.psi[self.rows], dict.fromkeys(eom.u, 0.0))
        sides = [
            determinant(self.jacobian[np.ix_(rows, columns)]) for rows, columns in ordered_blocks(self.jacobian)
        ]
        outputs = {"u": solved_in_blocks(self.jacobian, -at_rest), "sides": np.array(sides, dtype=object)}
        # rows that are redundant in the nominal mechanism may contradict the others in one with other parameters
        if len(left := [i for i in range(len(eom.phi)) if i not in self.rows]):
            outputs["left out"] = eom.phi[left]
        return self._function(outputs)

    # ---- positions

    def _settled(self, t: ArrayLike, q: Vector, values: Vector) -> tuple[Vector, Flags]:
        """Positions near q (n, nq) where rows hold, and whether they were found without a far step."""
        after = self._steps(t, q, values)
        q, converged = after["q"], after["last"] <= CLOSE
        open_ = np.flatnonzero(~converged & (after["first"] <= FAR) & (after["last"] <= FAR))
        for _ in range(TRIALS):
            if not len(open_):
                break
            more = self._steps(np.broadcast_to(t, len(q))[open_], q[open_], values[open_])
            q[open_], converged[open_] = more["q"], more["last"] <= CLOSE
            open_ = open_[~converged[open_]]
        return q, converged

    def _first(self, t: float) -> tuple[Vector, Flags]:
        """Positions at the first time: parameters go from the nominal ones to those of each case."""
        n = len(self.cases)
        q0 = np.tile(self.dynamics.arguments(self.start)["q"], (n, 1))
        positions, converged = q0.copy(), np.zeros(n, dtype=bool)
        for parts in PARTS:
            open_ = np.flatnonzero(~converged)
            q, is_good = q0[open_], np.ones(len(open_), dtype=bool)
            for part in np.arange(1, parts + 1) / parts:
                values = self._nominal + part * (self._values[open_] - self._nominal)
                q[is_good], is_good[is_good] = self._settled(t, q[is_good], values[is_good])
            positions[open_], converged[open_] = q, is_good
        return positions, converged & self._is_on_the_same_side(t, positions)

    def _is_on_the_same_side(self, t: float, q: Vector) -> Flags:
        here = self._speeds(t, q, self._values)["sides"]
        nominal = self._speeds(t, self.dynamics.arguments(self.start)["q"][None], self._nominal[None])["sides"]
        return np.asarray((np.sign(here) == np.sign(nominal)).all(axis=1))

    def states(self, times: Vector) -> Vector:
        """Coordinates and speeds of all at these times (N, T, nq + nu); no numbers from where one cannot go on."""
        n, nq = len(self.cases), len(self.sizes)
        samples = np.full((n, len(times), 2 * nq), np.nan)
        q, is_going = self._first(float(times[0]))
        sides, last = self._keep(float(times[0]), q, is_going, samples[:, 0]), [q]
        for k in range(1, len(times)):
            t, values = float(times[k]), self._values
            near = _extrapolated(times[k - len(last) : k + 1], last)
            q, converged = self._settled(t, near, values)
            if (late := np.flatnonzero(is_going & ~converged)).size:
                q[late], converged[late] = self._in_parts(times[k - 1], times[k], last[-1][late], late)
            is_going &= converged
            before, sides = sides, self._keep(t, q, is_going, samples[:, k])
            # beyond a singular position it would be on another way
            if (lost := is_going & ~(np.sign(sides) == np.sign(before)).all(axis=1)).any():
                samples[lost, k] = np.nan
                is_going &= ~lost
            # those that stopped stay where they are well behaved
            q[~is_going] = last[-1][~is_going]
            last = [*last, q][-3:]
        return samples

    def _keep(self, t: float, q: Vector, is_going: Flags, samples: Vector) -> Vector:
        """Write coordinates and speeds of those that go on, and tell their sides of singular positions."""
        speeds = self._speeds(t, q, self._values)
        if "left out" in speeds:
            is_going &= np.abs(speeds["left out"]).max(axis=1) <= CLOSE * max(1.0, float(self.sizes.max()))
        samples[:, : q.shape[1]], samples[:, q.shape[1] :] = q, speeds["u"]
        samples[~is_going] = np.nan
        return speeds["sides"]

    def _in_parts(
        self,
        before: ArrayLike,
        now: ArrayLike,
        q: Vector,
        which: NDArray[np.intp],
        trials: tuple[int, ...] = PARTS[1:],
    ) -> tuple[Vector, Flags]:
        """A step of time, of all or of each its own, in shorter and shorter parts for those that need it."""
        positions, converged = q.copy(), np.zeros(len(q), dtype=bool)
        for parts in trials:
            open_ = np.flatnonzero(~converged)
            if not len(open_):
                break
            x, is_good = q[open_], np.ones(len(open_), dtype=bool)
            start, end = (np.broadcast_to(t, len(q))[open_] for t in (before, now))
            times = np.linspace(start, end, parts + 1)
            for t, later in pairwise(times):
                values, step = self._values[which[open_[is_good]]], (later - t)[is_good]
                near = x[is_good] + step[:, None] * self._speeds(t[is_good], x[is_good], values)["u"]
                x[is_good], is_good[is_good] = self._settled(later[is_good], near, values)
            positions[open_], converged[open_] = x, is_good
        return positions, converged

    def positions_at(self, times: Vector) -> Vector:
        """Coordinates (N, T, nq) where each has times of its own (N, T); no numbers as above."""
        positions, every = np.full((*times.shape, len(self.sizes)), np.nan), np.arange(len(self.cases))
        first = self.start.t
        q, is_going = self._first(first)
        before = np.full(len(q), first)
        for k in range(times.shape[1]):
            reached, converged = self._in_parts(before, times[:, k], q, every, PARTS)
            is_going &= converged
            q = np.where(is_going[:, None], reached, q)
            before = np.where(is_going, times[:, k], before)
            positions[is_going, k] = q[is_going]
        return positions

    # ---- motions

    def motions(self, times: Vector) -> Motions:
        """The motions, each a view of one block of numbers."""
        states, eom = self.states(times), self.dynamics.equations
        inputs = np.zeros((len(states), len(eom.inputs)))
        parameters = {**self.start.p, **self.cases.p}

        def motion(k: int) -> Motion:
            rows = int(np.isfinite(states[k]).all(axis=1).sum())
            p = {name: float(np.broadcast_to(x, len(states))[k]) for name, x in parameters.items()}
            termination = (
                f"at t = {times[-1]:.9g}: all times are reached" if rows == len(times) else _stopped(times, rows)
            )
            tau = np.zeros((rows, len(eom.inputs)))
            return Motion(self.dynamics, times[:rows], states[k, :rows], tau, p, termination=termination)

        failed = np.flatnonzero(~np.isfinite(states[:, -1]).all(axis=1))
        return Motions(
            self.dynamics, times, states, inputs, parameters, motion, failed=frozenset(map(int, failed))
        )


def _stopped(times: Vector, rows: int) -> str:
    if not rows:
        return f"at t = {times[0]:.9g} it cannot be put together near the nominal position"
    return (
        f"between t = {times[rows - 1]:.9g} and {times[rows]:.9g} it comes to a singular position and cannot go "
        "on as it is driven; da.kinematics says where and why"
    )


def _extrapolated(times: Vector, q: list[Vector]) -> Vector:
    """Where coordinates are at the last time if they go on like a polynomial through those before."""
    *before, now = times
    q_now = np.zeros(q[0].shape)
    for t, x in zip(before, q, strict=True):
        q_now += np.prod([(now - other) / (t - other) for other in before if other != t]) * x
    return q_now


def _name(parameter: Node) -> str:
    return str(parameter.args[0])
