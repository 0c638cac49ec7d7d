"""Speeds against which nothing has inertia."""

from __future__ import annotations

from collections.abc import Sequence

from dalembert.errors import FormulationError


def massless(speeds: Sequence[str]) -> FormulationError:
    """The error for speeds that move nothing with inertia, whatever values open parameters have."""
    return FormulationError(
        f"nothing resists the speed {speeds[0]!r}: what it moves has no inertia, whatever values parameters have; "
        "a thin rod turns freely about itself, a particle about its point"
    )
