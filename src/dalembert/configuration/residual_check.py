"""Whether states satisfy the constraints, and by how much they miss them."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.configuration.constraint_values import ConstraintValues
from dalembert.configuration.contact_overlaps import contact_text, is_contact
from dalembert.errors import ModelError

ACCEPTED = 1e-6
"""How far a state may be from satisfying a row, beside its largest coordinate or speed, or one.

In rad and m, or in units of speeds. A state that was printed with seven digits passes; one that was never
assembled does not.
"""


def gaps(values: ConstraintValues, q: Matrix, u: Matrix) -> Vector:
    """The largest distance of each state (n,) from satisfying a row, beside its coordinates and speeds or one."""
    by_level = (_relative(values.position_gaps, q), _relative(values.velocity_gaps, u))
    return np.concatenate(by_level, axis=1).max(axis=1, initial=0.0)


def _relative(gaps: Matrix, x: Matrix) -> Matrix:
    sizes: Vector = np.abs(x).max(axis=1, initial=1.0)
    return gaps / sizes[:, None]


class MissedRowError(ModelError):
    """A state does not satisfy a constraint."""


def missed(values: ConstraintValues, k: int, who: str, switched: Collection[str] = ()) -> ModelError:
    """The error for the row that state k misses most, positions before velocities.

    Rows that events switch may be off at a start, which the message says.
    """
    positions, velocities = _finite(values.position_gaps[k]), _finite(values.velocity_gaps[k])
    is_misplaced = positions.max(initial=0.0) > ACCEPTED
    sizes, rows, residuals, level = (
        (positions, values.position_rows, values.phi[k], "position")
        if is_misplaced
        else (velocities, values.velocity_rows, values.psi[k], "velocity")
    )
    i = int(np.argmax(sizes))
    if not np.isfinite(residuals[i]):
        return ModelError(
            f"the {level} row {rows[i].name!r} of {rows[i].part!r} has no value for {who}: a curve, a surface or "
            "a direction is not defined there; take another state"
        )
    contact = f": {contact_text(rows[i], float(residuals[i]))}" if is_contact(rows[i]) else ""
    name = rows[i].name
    off = f", or begin with the row off: da.derive(model).without([{name!r}])" if name in switched else ""
    return MissedRowError(
        f"{who} does not satisfy {rows[i].part!r}: its {level} row {name!r} is {residuals[i]:.3g} instead "
        f"of zero{contact}, which takes a change of {sizes[i]:.2g} to mend; find a state that does with "
        f"da.assemble{off}"
    )


def _finite(sizes: Vector) -> Vector:
    """Sizes in which those that are not a number count as largest."""
    return np.where(np.isnan(sizes), np.inf, sizes)
