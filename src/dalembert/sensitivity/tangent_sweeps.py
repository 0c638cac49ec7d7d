"""Tangents by many directions: a run first, then all directions along its steps, side by side in lanes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.arrays import Array, Matrix
from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.solved_changes import is_plainly_solved
from dalembert.equations.tangents import Tangents
from dalembert.equations.variables import helper_variables
from dalembert.expr.node import Node, Scalar
from dalembert.integrators.adjoint_steps import AdjointSteps
from dalembert.integrators.method_programs import MethodProgram, MethodPrograms
from dalembert.integrators.tangent_steps import TangentIntegrator
from dalembert.memo import Key
from dalembert.sensitivity.adjoint_runs import AdjointRun, check_finite
from dalembert.sensitivity.saltation import after_event
from dalembert.sensitivity.tangent_runs import Stretch, TangentRun

MANY = 12
"""Directions from which on the run goes first, and they follow."""

MOST_IN_A_LANE = 8
"""Directions of one program: more would make its code longer than they share."""

_TANGENT_STEPS: Key[TangentIntegrator] = Key("tangents along steps")


@dataclass(frozen=True, eq=False)
class TangentSweep:
    """Tangents along a run that has been made."""

    run: AdjointRun

    def tangents(self) -> TangentRun:
        """The run with ∂x/∂θ at its samples and events."""
        run, motion, S = self.run, self.run.motion, self.run.changes.S
        times, n, k = motion.times, run.dynamics.n_states, S.shape[1]
        rows = np.zeros((len(times), n, k))
        rows[times == run.passage.ready.t] = S
        instants = [replace(x, S=S) for x in run.instants if x.t == run.passage.ready.t]
        if run.failure is not None:
            return TangentRun(motion, rows, tuple(instants), run.changes.held, run.failure, run.jumps)
        for stretch in run.stretches:
            own = run.is_within(stretch, times)
            events = [x for x in run.instants if run.is_within(stretch, np.array([x.t]))[0]]
            at = np.concatenate([times[own], [x.t for x in events]])
            S, found = self._integrator.forward(
                run.track(stretch, self._integrator.values(run.settings(stretch))),
                *(S, self._theta, at),
                is_one_slope=run.is_one_slope,
                progress=run.asked.task.progress,
            )
            check_finite(S)
            n_own = int(own.sum())
            rows[own] = found[:n_own]
            instants += [replace(x, S=at_event) for x, at_event in zip(events, found[n_own:], strict=True)]
            S = self._behind(stretch, S)
        if run.ends_by_event:
            rows[-1] = S
        check_finite(rows)
        return TangentRun(motion, rows, tuple(instants), run.changes.held, run.failure, run.jumps)

    def _behind(self, stretch: Stretch, S: Matrix) -> Matrix:
        """Tangents behind what ended a stretch."""
        if stretch.stop is None or stretch.rates is None or stretch.rates[0] is stretch.rates[1]:
            return S
        before, after = stretch.rates
        time = self.run.guard(stretch.stop).event_time(S, before)
        return after_event(S, time, before, after, self.run.event_map(stretch.stop))

    @property
    def _theta(self) -> Matrix:
        """Rates (k, n_by) of parameters and inputs along the directions."""
        rates = np.zeros((len(self.run.directions), len(self.run.nodes)))
        rates[self.run.places, np.arange(len(self.run.nodes))] = 1.0
        return rates

    @cached_property
    def _width(self) -> int:
        """Directions of each lane: as few programs as there may be, of as few directions as these need."""
        k, lanes = len(self.run.directions), self.run.dynamics.engine.vector_width
        groups = -(-k // (lanes * MOST_IN_A_LANE))
        return -(-k // (lanes * groups))

    @cached_property
    def _integrator(self) -> TangentIntegrator:
        run, width = self.run, self._width
        dynamics, nodes = run.dynamics, run.nodes
        key = _TANGENT_STEPS.of(dynamics.solved, nodes, run.tableau, width)

        def made() -> TangentIntegrator:
            names = [f"∂{x}/∂{k}" for k in range(width) for x in nodes]
            rates = list(helper_variables(names, dynamics.equations.taken_names))
            moving: list[dict[Node, Scalar]] = [
                dict(zip(nodes, rates[k * len(nodes) : (k + 1) * len(nodes)], strict=True)) for k in range(width)
            ]
            tangents, first = Tangents(dynamics.solved, moving), dynamics.solved.first_order()
            is_projected = any(a is not b for a, b in zip(first.projected, first.x, strict=True))
            inputs = [*tangents.S.T.ravel(), *rates]
            projected: Array = np.concatenate(tangents.projections) if is_projected else np.zeros(0, dtype=object)
            programs: dict[str, Any] = {
                "tangent": MethodProgram(list(run.switches.held(np.concatenate(tangents.rates))), inputs),
                "tangent projection": MethodProgram(list(projected), inputs),
            }
            steps = AdjointSteps(run.tableau, is_projected, first.is_projected_once)
            held = run.switches.held(first.rate)
            texts = MethodPrograms(first.x, first.tau, held, first.projected, programs)
            return dynamics.engine.tangents_along(texts, steps, len(nodes), width)

        return dynamics.shared.get(key, made)


def goes_first(dynamics: Dynamics, n_directions: int) -> bool:
    """Whether so many directions are sooner along a run that goes first than beside it."""
    return n_directions >= MANY and is_plainly_solved(dynamics.solved)
