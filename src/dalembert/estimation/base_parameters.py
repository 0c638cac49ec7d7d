"""Base parameters: the combinations of inertial parameters on which forces depend, by numerical rank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Matrix, Vector

DEPENDENT = 1e-8
"""What is left of a column of length one, beside those before it, where it depends on them."""

NOTHING = 1e-11
"""Length of a column beside the longest of its kind of unit, that is zero."""

ROUNDED = 1e-7
"""Coefficient that is none, and how near one must be to a whole number to be it."""


@dataclass(frozen=True, eq=False, repr=False)
class BaseParameters:
    """Combinations of parameters that forces tell: β π, one for each column that others do not replace."""

    columns: tuple[int, ...]
    """Numbers of the parameters that lead the combinations."""

    combinations: Matrix
    """β (b, n): forces are Y[:, columns] β π for all π."""

    names: tuple[str, ...]
    """Combinations as text, such as `upper.Jz + 0.25 lower.m`."""

    without_effect: tuple[str, ...]
    """Parameters on which no force depends."""

    def __len__(self) -> int:
        return len(self.columns)

    def __str__(self) -> str:
        lines = [f"{len(self)} combinations of {self.combinations.shape[1]} parameters act:", *self.names]
        return "\n  ".join(lines)

    def __repr__(self) -> str:
        return f"<BaseParameters: {len(self)} of {self.combinations.shape[1]}>"


def base_parameters(rows: Matrix, names: Sequence[str]) -> BaseParameters:
    """The base parameters of a regressor (m, n): a column that those before it make is put into these."""
    lengths = np.linalg.norm(rows, axis=0)
    is_acting = lengths > NOTHING * lengths.max(initial=0.0)
    basis: list[Vector] = []
    columns: list[int] = []
    for k in np.flatnonzero(is_acting).tolist():
        left = rows[:, k] / lengths[k]
        # twice: once leaves rounding of what was taken away
        for _ in range(2):
            for direction in basis:
                left = left - (direction @ left) * direction
        size = float(np.linalg.norm(left))
        if size > DEPENDENT:
            basis.append(left / size)
            columns.append(k)
    beta = np.zeros((len(columns), len(names)))
    if columns:
        scaled = rows[:, columns] / lengths[columns]
        made = np.linalg.lstsq(scaled, rows[:, is_acting], rcond=None)[0] / lengths[columns][:, None]
        beta[:, is_acting] = np.where(np.abs(made) < ROUNDED * np.abs(made).max(), 0.0, made)
        beta[:, columns] = np.eye(len(columns))
    texts = tuple(_text(row, names, lead) for row, lead in zip(beta, columns, strict=True))
    idle = tuple(name for name, acts in zip(names, is_acting, strict=True) if not acts)
    return BaseParameters(tuple(columns), beta, texts, idle)


def _text(row: Vector, names: Sequence[str], lead: int) -> str:
    """A combination, its leading parameter first."""
    order = [lead, *(k for k in np.flatnonzero(row).tolist() if k != lead)]
    text = names[lead]
    for k in order[1:]:
        x = float(row[k])
        whole = round(x)
        size = abs(whole if abs(x - whole) < ROUNDED * max(1.0, abs(x)) else x)
        factor = "" if size == 1.0 else f"{size:.6g} "
        text += f" {'-' if x < 0.0 else '+'} {factor}{names[k]}"
    return text
