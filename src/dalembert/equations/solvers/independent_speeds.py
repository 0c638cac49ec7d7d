"""Independent speeds by name: whether they are as many as there are, and independent."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Array
from dalembert.errors import FormulationError
from dalembert.expr.trial_numbers import structural_sample
from dalembert.rank import ROUNDING, dependent_among, free_motions
from dalembert.rank import rank as rank_of


def named_speeds(
    independent: tuple[str, ...], speeds: tuple[str, ...], J: Array, rank: int | None
) -> tuple[int, ...] | None:
    """Numbers of the named speeds; None if none are named. They must determine all speeds under the rows J.

    A coordinate stands for its rate.
    """
    if not independent:
        return None
    independent = own_names(independent, speeds)
    if unknown := [name for name in independent if name not in speeds]:
        raise FormulationError(
            f"there is no speed {unknown[0]!r} to be independent; the speeds are {list(speeds)}"
        )
    numbers = structural_sample(J)
    n_free = len(speeds) - (rank_of(numbers, ROUNDING) if rank is None else rank)
    if len(set(independent)) != n_free:
        raise FormulationError(
            f"{n_free} of the speeds are independent, but {len(set(independent))} are named: {list(independent)}"
        )
    chosen = tuple(speeds.index(name) for name in independent)
    if dependent := _dependent(numbers, chosen):
        names = [speeds[k] for k in dependent]
        raise FormulationError(
            f"independent speeds that are dependent: {names}; the constraints tie them to each other, so name "
            "others, or none"
        )
    return chosen


def own_names(names: Sequence[str], speeds: Sequence[str]) -> tuple[str, ...]:
    """Speeds by their own names, given by these or by those of coordinates whose rates they are."""
    return tuple(f"{name}.rate" if f"{name}.rate" in speeds else name for name in names)


def _dependent(J: NDArray[np.float64], chosen: tuple[int, ...]) -> list[int]:
    """Which of the chosen speeds are tied to each other by the rows."""
    others = [k for k in range(J.shape[1]) if k not in chosen]
    if rank_of(J[:, others], ROUNDING) == len(others):
        return []
    Z = free_motions(J, ROUNDING)[list(chosen)]
    return [chosen[i] for i in dependent_among(Z, range(len(chosen)), ROUNDING)]
