"""Equations of second order as the programs of methods that integrate them unsolved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.equations.orders import FirstOrder, SecondOrder
from dalembert.expr.node import Node
from dalembert.expr.scalar import is_zero
from dalembert.procedures.statements import Callee
from dalembert.solvers.newmark_programs import NewmarkPrograms
from dalembert.solvers.problem import UnsolvedPrograms
from dalembert.solvers.unsolved import Unsolved


@dataclass(frozen=True, eq=False)
class SecondOrderText:
    """What the native code of some equations computes."""

    system: SecondOrder

    @cached_property
    def programs(self) -> NewmarkPrograms:
        """Outputs of all programs."""
        system, eom, solution = self.system, self.system.equations, self.system.solution
        return NewmarkPrograms(
            Unsolved(
                *(eom.q, eom.u, eom.z, eom.tau, eom.a, eom.lam, system.delta, eom.rates, solution.h, eom.M),
                *(solution.residual, system.damping, system.stiffness, eom.motion.moved, eom.motion.projected),
                *(eom.phi, eom.psi, eom.J, eom.gamma),
                has_reacting_forces=not all(map(is_zero, solution.r)),
            )
        )

    @cached_property
    def first_order(self) -> FirstOrder:
        """The slope at the start, and valid states between steps; constraints weigh in by a penalty."""
        eom, programs = self.system.equations, self.programs
        return FirstOrder(
            names=(*eom.coordinates, *eom.speeds, *eom.states),
            x=np.concatenate([eom.q, eom.u, eom.z]),
            tau=eom.tau,
            rate=np.array(programs.started, dtype=object),
            projected=np.array(programs.valid, dtype=object),
            n_positions=0,
            is_projected_once=not len(eom.psi),
        )

    @property
    def outputs(self) -> list[Any]:
        """All that is computed within a step."""
        programs = self.programs
        return [*programs.factors, *programs.predicted, *programs.corrected, *programs.finished]

    def compiled(self, code: Callable[[Sequence[Any], Sequence[Node]], Callee]) -> UnsolvedPrograms:
        """The programs of a step; `code` makes one from its outputs and the inputs after t, state and extra."""
        eom, programs = self.system.equations, self.programs
        return UnsolvedPrograms(
            factor=code(programs.factors, programs.inputs),
            predict=code(programs.predicted, programs.inputs),
            correct=code(programs.corrected, programs.inputs),
            finish=code(programs.finished, programs.inputs),
            nq=len(eom.q),
            nu=len(eom.u),
            nz=len(eom.z),
            m=len(eom.rows),
            n_factors=programs.n_factors,
        )
