"""Equations as a system of first order: rates of all states, and the nearest states that constraints allow."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.row_factors import RowFactors
from dalembert.equations.solved_rows import SolvedRows
from dalembert.equations.time_stepping_forms import FirstOrder
from dalembert.expr.calculus import directional
from dalembert.expr.rewrite import substitute
from dalembert.rows import Level


@dataclass(frozen=True, eq=False)
class FirstOrderForm:
    """ẋ = F with x = (q, u, z), and constraints kept along a run as the stabilization of the rows says."""

    rows: SolvedRows
    factors: RowFactors

    def system(self, accelerations: Array, h: Array) -> FirstOrder:
        """The system for accelerations (nu,), solved for in one way or another, and rates ż = h (nz,)."""
        eom = self.rows.equations
        has_rates_for_speeds = len(eom.q) == len(eom.u) and all(
            a is b for a, b in zip(eom.rates, eom.u, strict=True)
        )
        nearest, is_exact = self._nearest
        return FirstOrder(
            names=(*eom.coordinates, *eom.speeds, *eom.states),
            x=np.concatenate([eom.q, eom.u, eom.z]),
            tau=eom.tau,
            rate=np.concatenate([eom.rates, accelerations, h]),
            projected=np.concatenate([*nearest, eom.z]),
            n_positions=len(eom.q) if has_rates_for_speeds else 0,
            is_projected_once=is_exact,
        )

    @property
    def _nearest(self) -> tuple[tuple[Array, Array], bool]:
        """The nearest coordinates and speeds that are valid, and whether one projection is exact."""
        eom = self.rows.equations
        if self.rows.stabilization is not None:
            return (eom.motion.projected, eom.u), eom.motion.is_projected_once
        if (corrected := eom.constraints.corrected()) is not None:
            return corrected, False
        if any(row.level < Level.ACCELERATION for row in eom.rows):
            return self.corrected, False
        return (eom.motion.projected, eom.u), eom.motion.is_projected_once

    @cached_property
    def corrected(self) -> tuple[Array, Array]:
        """q and u after one step of Newton's method towards φ = 0 and ψ = 0, nearest in the sense of the metric.

        ψ is met at the corrected positions to first order: its change with them counts. The step starts from
        coordinates that are valid by themselves: a quaternion of another length would move the bodies when it is
        normalized.
        """
        eom, independent = self.rows.equations, self.rows.independent
        position = [i for i in independent if eom.rows[i].level == Level.POSITION]
        velocity = [i for i in independent if self._restricts_speeds(i)]
        delta: Array = np.zeros(len(eom.speeds))
        psi = eom.psi[velocity]
        if position:
            delta = self.factors.of(position).correction(eom.phi[position])
            psi = psi + directional(psi, eom.motion.moving(delta))
        n, free = len(eom.q), len(eom.q) - len(eom.variables.unwrapped_angles)
        change = eom.balance.speed_correction(self.factors.of(velocity), psi) if velocity else 0.0
        corrected = np.concatenate([eom.motion.moved(delta), eom.u + change])
        valid = {x: y for x, y in zip(eom.q[:free], eom.motion.projected[:free], strict=True) if x is not y}
        corrected = substitute(corrected, valid) if valid else corrected
        return corrected[:n], corrected[n:]

    def _restricts_speeds(self, i: int) -> bool:
        """Whether speeds could violate a row: not where the rates of coordinates keep it."""
        eom = self.rows.equations
        return eom.rows[i].level <= Level.VELOCITY and bool(eom.constraint_rows[i].J)
