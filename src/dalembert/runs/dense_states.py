"""Motions between their rows: the polynomials of the steps, kept, so that any time is asked for at little cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Vector
from dalembert.errors import ModelError
from dalembert.runs.segments import Segment

NODES = 9
"""Places within each step at which states are kept: interpolants of methods have a degree below that."""

_ANGLES = (2.0 * np.arange(NODES) + 1.0) * np.pi / (2.0 * NODES)
_PLACES = 0.5 * (1.0 - np.cos(_ANGLES))
"""Chebyshev's points: none at the ends, where states may jump."""

_WEIGHTS = (-1.0) ** np.arange(NODES) * np.sin(_ANGLES)
"""Of the barycentric formula for them."""


@dataclass(frozen=True, eq=False, repr=False)
class DenseStates:
    """States of a run at any time: `dense(t)` is (n,), of many times (T, n).

    Nothing is interpolated across events that act, nor across samples of a controller; at such a time the value is
    what holds from then on.
    """

    edges: Vector
    """Where steps begin and end, as the run went."""

    nodes: Vector
    """States within each step; (n_steps, NODES, n)."""

    names: tuple[str, ...]

    @classmethod
    def of(cls, segments: Sequence[Segment], names: tuple[str, ...]) -> DenseStates:
        """The steps of these segments."""
        edges, nodes = [np.array([segments[0].start])], []
        for segment in segments:
            steps = segment.step_times[np.concatenate([[True], np.diff(segment.step_times) != 0.0])]
            begin, length = steps[:-1, None], np.diff(steps)[:, None]
            times = (begin + length * _PLACES).ravel()
            order = np.argsort(times, kind="stable")
            found = np.empty((len(times), len(names)))
            if len(times):
                found[order] = segment.rows.states(segment.states(times[order]))
            nodes.append(found.reshape(-1, NODES, len(names)))
            edges.append(steps[1:])
        return cls(np.concatenate(edges), np.concatenate(nodes), names)

    def __call__(self, t: ArrayLike) -> Vector:
        times = np.asarray(t, dtype=float)
        flat = times.reshape(-1)
        direction = -1.0 if self.edges[-1] < self.edges[0] else 1.0
        along, asked = direction * self.edges, direction * flat
        if not ((asked >= along[0]) & (asked <= along[-1])).all():
            raise ModelError(f"the run goes from t = {self.edges[0]:.9g} to {self.edges[-1]:.9g}; ask in between")
        step = np.clip(np.searchsorted(along, asked, side="right") - 1, 0, len(self.nodes) - 1)
        theta = (flat - self.edges[step]) / (self.edges[step + 1] - self.edges[step])
        gaps = theta[:, None] - _PLACES
        is_node = gaps == 0.0
        parts = np.where(is_node.any(axis=1, keepdims=True), is_node, _WEIGHTS / np.where(is_node, 1.0, gaps))
        values = np.einsum("ij,ijk->ik", parts / parts.sum(axis=1, keepdims=True), self.nodes[step])
        return np.asarray(values).reshape(*times.shape, len(self.names))

    def __repr__(self) -> str:
        return (
            f"<States at any time from t = {self.edges[0]:.6g} to {self.edges[-1]:.6g}: {len(self.nodes)} steps>"
        )
