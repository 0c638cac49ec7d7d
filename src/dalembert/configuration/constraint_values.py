"""Constraints as numbers: residuals and derivatives of all rows in one state or many, by one native call."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Arguments, Array, Matrix, Vector
from dalembert.configuration.constraint_unknowns import POSITION_ROWS, Native, native, position_rows
from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.equations import Equations
from dalembert.memo import Key
from dalembert.rank import row_scales
from dalembert.rows import Level, Row


@dataclass(frozen=True, eq=False)
class ConstraintValues:
    """Residuals by level, gradients and γ; if there are many states, they are the first axis."""

    position_rows: tuple[Row, ...]
    """Rows of φ, those last that only parameters or time change."""

    velocity_rows: tuple[Row, ...]
    phi: Vector
    psi: Vector
    """Zero of rows that the rates of coordinates keep, whatever the speeds are."""

    J: Matrix
    """Slopes along small motions of positions."""

    gamma: Vector
    by_speeds: Matrix
    """Slopes of ψ by the speeds; J, unless these are momenta."""

    on: Vector
    """One for each row that is on, zero for those that are off, of which all else is zero; (m,)."""

    @property
    def position_gaps(self) -> Vector:
        """Residuals of positions as motions of coordinates; of rows that no motion changes, as they are."""
        scales = np.ones(self.phi.shape)
        effective = sum(row.level == Level.POSITION for row in self.velocity_rows)
        scales[..., :effective] = row_scales(self.J)[..., :effective]
        return np.abs(self.phi) / scales

    @property
    def velocity_gaps(self) -> Vector:
        """Residuals of velocities as changes of speeds."""
        return np.abs(self.psi) / row_scales(self.by_speeds)[..., : self.psi.shape[-1]]

    def without(self, loose: Collection[str]) -> ConstraintValues:
        """Values as if these rows held."""
        phi, psi = self.phi.copy(), self.psi.copy()
        phi[..., [row.name in loose for row in self.position_rows]] = 0.0
        psi[..., [row.name in loose for row in self.velocity_rows]] = 0.0
        return replace(self, phi=phi, psi=psi)


_VELOCITY_ROWS: Key[tuple[Row, ...]] = Key("velocity rows")
_CONSTRAINT_VALUES: Key[Native] = Key("constraint values")


def constraint_values(dynamics: Dynamics, arguments: Arguments, p: Mapping[str, float]) -> ConstraintValues:
    """All rows in states given as numbers."""
    eom = dynamics.equations
    records, phi = dynamics.shared.get(POSITION_ROWS, lambda: position_rows(eom))
    function = dynamics.shared.get(_CONSTRAINT_VALUES, lambda: native(dynamics, _outputs(eom, phi)))
    velocity_rows = dynamics.shared.get(
        _VELOCITY_ROWS, lambda: tuple(row for row in eom.rows if row.level <= Level.VELOCITY)
    )
    numbers = function(arguments, p)
    return ConstraintValues(records, velocity_rows, **{"by_speeds": numbers["J"], **numbers})


def _outputs(eom: Equations, phi: Array) -> dict[str, Array]:
    outputs = {"phi": phi, "on": np.ones(len(eom.rows))}
    outputs |= {"psi": eom.psi_of_speeds, "J": eom.gradients, "gamma": eom.gamma}
    outputs = {name: y if name == "phi" else eom.while_on(y) for name, y in outputs.items()}
    return outputs | ({"by_speeds": eom.while_on(eom.J)} if eom.gradients is not eom.J else {})


def joined(values: Sequence[ConstraintValues], order: NDArray[np.intp]) -> ConstraintValues:
    """Values in groups of states as one, in this order."""
    names = [field.name for field in fields(values[0]) if not field.name.endswith("_rows")]
    arrays: dict[str, Any] = {name: np.concatenate([getattr(x, name) for x in values])[order] for name in names}
    return replace(values[0], **arrays)


def stacked(values: Sequence[ConstraintValues]) -> ConstraintValues:
    """Values in several states as one."""
    names = ("phi", "psi", "J", "gamma", "by_speeds", "on")
    arrays: dict[str, Any] = {name: np.stack([getattr(state, name) for state in values]) for name in names}
    return replace(values[0], **arrays)
