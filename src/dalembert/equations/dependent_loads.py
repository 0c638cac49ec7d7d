"""Loads whose laws depend on reactions: variables stand in their place until the reactions are known.

With such a law nothing can be computed one after the other: reactions follow from all forces, also from these. But
accelerations, multipliers and reactions are affine in the loads s. So w = W₀ + B s for the reactions w that laws
s = ℓ(w) depend on, and only these small systems are solved together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from dalembert.arrays import Array
from dalembert.expr.calculus import DerivativeSweep, jacobian
from dalembert.expr.node import Expression, Node, Scalar, inputs_of
from dalembert.expr.rewrite import substitute
from dalembert.expr.root import fixed_point
from dalembert.expr.scalar import is_zero
from dalembert.expr.symbol_nodes import symbol


class ReactionMeasure(Protocol):
    """A reaction that laws depend on, as parts name it."""

    @property
    def part(self) -> str:
        """Name of the joint or constraint that exerts it."""

    @property
    def label(self) -> tuple[str, str]:
        """The letter that it has in print, and the name below it; no other has the same."""


@dataclass(frozen=True)
class DependentLoads:
    """The variables: w for reactions in laws, s for components of loads that depend on them."""

    reactions: dict[Any, Node] = field(default_factory=dict)
    """w by what it stands for."""

    laws: dict[Node, Node] = field(default_factory=dict)
    """s by its law."""

    forces: dict[Node, list[str]] = field(default_factory=dict)
    """Names of the force elements that s belongs to."""

    def reaction(self, measure: ReactionMeasure) -> Node:
        """The variable for a reaction in a law."""
        return self.reactions.setdefault(measure, symbol(f"reaction {len(self.reactions)} of laws"))

    def cut(self, value: Scalar, force: str) -> Scalar:
        """A component of a load, or the variable for it if it depends on reactions."""
        if not isinstance(value, Expression) or not set(self.reactions.values()).intersection(inputs_of([value])):
            return value
        assert isinstance(value, Node)
        s = self.laws.setdefault(value, symbol(f"load {len(self.laws)} by reactions"))
        self.forces.setdefault(s, []).append(force)
        return s

    @property
    def variables(self) -> list[Node]:
        """Variables s of the loads."""
        return list(self.laws.values())

    @property
    def labels(self) -> dict[Node, tuple[str, str]]:
        """How s are written: the letter, with the force element below it, and a number if it has several."""
        names = [self.forces[s][0] for s in self.variables]
        return {
            s: ("s", name if names.count(name) == 1 else f"{name}.{k}")
            for k, (s, name) in enumerate(zip(self.variables, names, strict=True), 1)
        }

    def without(self, y: Array) -> Array:
        """An expression for s = 0."""
        return substitute(y, dict.fromkeys(self.variables, 0.0)) if self.laws else y

    def added(self, y: Array, loads: Mapping[Node, Scalar]) -> Array:
        """Contributions (n,) of loads to expressions that are affine in s."""
        slopes = jacobian(y, self.variables, DerivativeSweep.FORWARD) if len(y) else np.zeros((0, len(self.laws)))
        return _products(slopes, [loads[s] for s in self.variables])

    def closed(self, x: Array, y: Array, loads: Mapping[Node, Scalar]) -> tuple[Array, Array]:
        """Two arrays of expressions that are affine in s, with what these loads are."""
        return self.without(x) + self.added(x, loads), self.without(y) + self.added(y, loads)


@dataclass(frozen=True, eq=False)
class Coupling:
    """Loads and reactions that fit together."""

    loads: Mapping[Node, Scalar]
    """Values of s."""

    unknown: tuple[ReactionMeasure, ...] = ()
    """Reactions that the loads depend on and that depend on these loads: an equation is solved for them."""

    forces: tuple[str, ...] = ()
    """Names of the force elements whose loads depend on these."""

    solution: Array = field(default_factory=lambda: np.zeros(0))
    """The values of the unknown reactions (k,)."""


def coupled(dependent: DependentLoads, W: Array) -> Coupling:
    """The loads s = ℓ(w) with w = W(s), given the reactions W (k,) as affine expressions of s."""
    return _Solver(dependent, W).coupling()


class _Solver:
    """Computes what follows one after the other, and solves for the rest."""

    def __init__(self, dependent: DependentLoads, W: Array) -> None:
        self.dependent = dependent
        self.s, self.laws = dependent.variables, list(dependent.laws)
        self.w, self.measures = list(dependent.reactions.values()), list(dependent.reactions)
        self.W0, self.B = dependent.without(W), jacobian(W, self.s, DerivativeSweep.FORWARD)
        assert not set(self.s).intersection(inputs_of(x for x in self.B.ravel() if isinstance(x, Expression)))
        self.reactions: dict[Node, Scalar] = {}
        self.loads: dict[Node, Scalar] = {}

    def coupling(self) -> Coupling:
        self._follow()
        unknown = [i for i, w in enumerate(self.w) if w not in self.reactions]
        if not unknown:
            return Coupling(self.loads)
        left = [s for s in self.s if s not in self.loads]
        forces = tuple(dict.fromkeys(name for s in left for name in self.dependent.forces[s]))
        measures = tuple(self.measures[i] for i in unknown)
        solution = self._solution(unknown, _subject(forces, measures))
        self.reactions |= {self.w[i]: value for i, value in zip(unknown, solution, strict=True)}
        self._follow()
        return Coupling(self.loads, measures, forces, solution)

    def _follow(self) -> None:
        """Loads whose reactions are known, reactions whose loads are known, until nothing follows any more."""
        progress = True
        while progress:
            before = len(self.loads) + len(self.reactions)
            for s, law in zip(self.s, self.laws, strict=True):
                if s not in self.loads and self._is_known(law):
                    self.loads[s] = substitute(law, self.reactions)
            for i, w in enumerate(self.w):
                entering = [s for s, b in zip(self.s, self.B[i], strict=True) if not is_zero(b)]
                if w not in self.reactions and self.loads.keys() >= set(entering):
                    self.reactions[w] = self.W0[i] + _product(self.B[i], [self.loads.get(s, 0.0) for s in self.s])
            progress = len(self.loads) + len(self.reactions) > before

    def _is_known(self, law: Node) -> bool:
        needed = set(self.w).intersection(inputs_of([law]))
        return self.reactions.keys() >= needed

    def _solution(self, unknown: list[int], subject: str) -> Array:
        """w = W₀ + B ℓ(w), starting without the loads that depend on w."""
        laws = substitute(np.array(self.laws, dtype=object), self.reactions)
        follows_loads = [self.loads.get(s, 0.0) for s in self.s]
        open_laws = [0.0 if s in self.loads else law for s, law in zip(self.s, laws, strict=True)]
        start = self.W0[unknown] + _products(self.B[unknown], follows_loads)
        update = start + _products(self.B[unknown], open_laws)
        return fixed_point(update, [self.w[i] for i in unknown], start, name=subject)


def _subject(forces: tuple[str, ...], measures: tuple[ReactionMeasure, ...]) -> str:
    parts = dict.fromkeys(measure.part for measure in measures)
    return f"forces that depend on reactions: {_quoted(forces)} by those of {_quoted(parts)}"


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(map(repr, names))


def _products(B: Array, x: Sequence[Scalar]) -> Array:
    result = np.empty(len(B), dtype=object)
    result[:] = [_product(row, x) for row in B]
    return result


def _product(row: Array, x: Sequence[Scalar]) -> Scalar:
    total: Scalar = 0.0
    for b, value in zip(row, x, strict=True):
        if not is_zero(b) and not is_zero(value):
            total = total + b * value
    return total
