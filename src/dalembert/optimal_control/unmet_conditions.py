"""Conditions that contradict each other: which of them must give way, and by how much."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from dalembert.arrays import Vector
from dalembert.files.casadi_functions import casadi_package
from dalembert.optimal_control.blocks import AssembledBlocks, Block
from dalembert.optimal_control.sparse_problem import Problem, ProblemSolver
from dalembert.optimal_control.transcribe import Limit, Transcribed

_GIVES_WAY = 1e-5
"""By how much a condition gives way, beside its size, that is worth a word."""

_TOLD = 3
"""Conditions that are told."""


def contradictions(transcribed: Transcribed, w: Vector, solver: ProblemSolver) -> list[str]:
    """Conditions in words that must give way, with the least sum beside their sizes, while the equations hold.

    Nothing if that is not found either.
    """
    elastic = _Elastic(transcribed)
    problem = elastic.problem(w)
    answer = solver.solve(problem)
    if problem.violation(answer.w).max(initial=0.0) > _GIVES_WAY:
        return []
    given: dict[str, tuple[float, float]] = {}
    for label, size, place in elastic.slacks:
        amount = float(answer.w[place])
        if amount > _GIVES_WAY * size:
            given[label] = max(given.get(label, (0.0, 0.0)), (amount / size, amount))
    worst = sorted(given.items(), key=lambda item: -item[1][0])[:_TOLD]
    return [f"{label} would have to give way by {amount:.3g}" for label, (_, amount) in worst]


class _Elastic:
    """A problem whose conditions may be missed at a cost, while it is written."""

    def __init__(self, transcribed: Transcribed) -> None:
        self.transcribed = transcribed
        self.n = transcribed.problem.n
        self.slacks: list[tuple[str, float, int]] = []
        self.lower, self.upper = (np.full(self.n, x) for x in (-np.inf, np.inf))
        soft = set(transcribed.conditions)
        self.blocks = [
            self._yielding(block) if k in soft else _without_cost(block)
            for k, block in enumerate(transcribed.blocks.blocks)
        ]
        self._limits([limit for limit in transcribed.limits if limit.is_condition])
        for limit in transcribed.limits:
            if not limit.is_condition:
                self.lower[limit.places] = np.maximum(self.lower[limit.places], limit.lower)
                self.upper[limit.places] = np.minimum(self.upper[limit.places], limit.upper)

    def _new(self, label: str, size: float) -> int:
        place = self.n + len(self.slacks)
        self.slacks.append((label, size, place))
        return place

    def _limits(self, limits: Sequence[Limit]) -> None:
        """Rows sign (w − bound) ≤ s, one for each bound of an unknown."""
        ca, entries = casadi_package(), []
        for limit in limits:
            for sign, bound in ((-1.0, limit.lower), (1.0, limit.upper)):
                if np.isfinite(bound):
                    size = max(1.0, abs(bound))
                    entries += [
                        (k, self._new(limit.label, size), sign, bound, size) for k in map(int, limit.places)
                    ]
        if not entries:
            return
        v, d = ca.SX.sym("v", 2), ca.SX.sym("d", 3)
        function = ca.Function("limit", [v, d], [v[1] / d[2], d[0] * (v[0] - d[1]) - v[1]])
        table = np.array(entries, dtype=float).T
        bounds = [np.full((1, len(entries)), x) for x in (-np.inf, 0.0)]
        self.blocks.append(Block(function, table[:2].astype(int), table[2:], ("a limit",), *bounds))

    def _yielding(self, block: Block) -> Block:
        """Rows g − s ≤ upper and g + s ≥ lower."""
        ca, n_g, count = casadi_package(), len(block.labels), block.count
        kind = ca.SX if block.function.is_a("SXFunction") else ca.MX
        n_v = len(block.variables)
        v, d = kind.sym("v", n_v + n_g), kind.sym("d", len(block.data))
        s, g = v[n_v:], block.function(v[:n_v], d)[1]
        sizes = np.maximum(1.0, np.where(np.isfinite(block.upper), abs(block.upper), abs(block.lower)))
        size = float(sizes.max())
        places = np.array([[self._new(label, size) for _ in range(count)] for label in block.labels])
        function = ca.Function("yielding", [v, d], [ca.sum1(s) / size, ca.vertcat(g - s, g + s)])
        open_bounds = np.full((n_g, count), np.inf)
        return replace(
            block,
            function=function,
            variables=np.concatenate([block.variables, places]),
            labels=(*block.labels, *block.labels),
            lower=np.concatenate([-open_bounds, block.lower]),
            upper=np.concatenate([block.upper, open_bounds]),
        )

    def problem(self, w: Vector) -> Problem:
        """The whole, from what was reached."""
        n = len(self.slacks)
        blocks = AssembledBlocks(self.n + n, tuple(self.blocks))
        lower = np.concatenate([self.lower, np.zeros(n)])
        upper = np.concatenate([self.upper, np.full(n, np.inf)])
        start = np.concatenate([w, np.ones(n)])
        return Problem(
            self.n + n,
            (lower, upper),
            (blocks.lower, blocks.upper),
            np.clip(np.where(np.isfinite(start), start, 0.0), lower, upper),
            blocks.derivatives(),
        )


def _without_cost(block: Block) -> Block:
    ca: Any = casadi_package()
    kind = ca.SX if block.function.is_a("SXFunction") else ca.MX
    v, d = kind.sym("v", len(block.variables)), kind.sym("d", len(block.data))
    return replace(block, function=ca.Function("rows", [v, d], [kind(0.0), block.function(v, d)[1]]))
