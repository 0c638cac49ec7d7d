"""Symbols in drawings: those of joints, by default from the motions that they allow, and lines between points."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Array, Vector
from dalembert.errors import ModelError
from dalembert.expr.rewrite import evaluate
from dalembert.model.bodies import Frame
from dalembert.model.visuals import JointSymbol

ALONG = 1e-9
"""Part of a unit vector below which it counts as zero."""


def default_symbol(H: Array) -> JointSymbol | None:
    """The symbol for motion axes H (6, n) in the axes of the child; None if none fits."""
    axes = evaluate(np.asarray(H, dtype=object))
    turns = _directions(axes[:3])
    slides = _directions(axes[3:] - turns.T @ turns @ axes[3:]) if len(turns) == 1 else _directions(axes[3:])
    n = axes.shape[1]
    match n, len(turns):
        case 0, _:
            return JointSymbol("weld")
        case 1, 0:
            return JointSymbol("slider", tuple(slides[0]))
        case 2, 0:
            return JointSymbol("plane", tuple(np.cross(*slides)))
        case 1, 1:
            is_screw = np.abs(turns @ axes[3:]).max() > ALONG
            return JointSymbol("screw" if is_screw else "hinge", tuple(turns[0]))
        case 2, 1:
            return JointSymbol("hinge" if len(slides) else "sleeve", tuple(turns[0]))
        case 3, 1:
            return JointSymbol("plane", tuple(turns[0]))
        case 2, 2:
            return JointSymbol("cross", tuple(turns[1]))
        case 3, 3:
            return JointSymbol("ball")
    return None


def _directions(vectors: Vector) -> Vector:
    """Unit vectors (k, 3) that span the columns of (3, n), the first along the first of them."""
    directions: list[Vector] = []
    for vector in vectors.T:
        rest = vector - sum((e * (e @ vector) for e in directions), np.zeros(3))
        if (length := float(np.linalg.norm(rest))) > ALONG * max(1.0, float(np.linalg.norm(vector))):
            directions.append(rest / length)
    return np.array(directions).reshape(-1, 3)


LINES = ("spring", "damper", "spring and damper", "bar")
"""Kinds of lines."""


@dataclass(frozen=True)
class DrawnLine:
    """A line between two points as textbooks draw it: "spring", "damper", "spring and damper" or "bar".

    Parameters
    ----------
    kind : str
        "spring", "damper", "spring and damper" or "bar".
    first : Frame
        One end.
    second : Frame
        The other end.

    Examples
    --------
    >>> import dalembert as da
    >>> line = da.extend.DrawnLine("spring", da.ground.at(), da.ground.at(x=1.0))
    >>> print(line.kind)
    spring
    """

    kind: str
    first: Frame
    second: Frame

    def __post_init__(self) -> None:
        if self.kind not in LINES:
            raise ModelError(f"there is no line {self.kind!r} between two points; there are {', '.join(LINES)}")
