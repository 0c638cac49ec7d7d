"""Orthogonal complements C of the rows of a node, B C = 0: by named variables, by null space, by least squares."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from dalembert.assembly.elimination import solved
from dalembert.assembly.labelled import LabelledMatrix, assembled, identity
from dalembert.assembly.renaming import Renaming
from dalembert.errors import FormulationError
from dalembert.expr.least_squares import least_squares
from dalembert.expr.null_space import basic_solution, null_space
from dalembert.expr.samples import finite_samples
from dalembert.rank import ROUNDING, SINGULAR, rank

Array = Any


class Complement(ABC):
    """A way to get C with B C = 0 for the rows B of a node `owner`; any of them gives the same motion."""

    @abstractmethod
    def labels(self, B: LabelledMatrix, owner: str) -> tuple[str, ...]:
        """Names of the columns of C."""

    @abstractmethod
    def matrix(self, B: LabelledMatrix, owner: str) -> LabelledMatrix:
        """C: its rows are the columns of B."""

    @abstractmethod
    def particular(self, B: LabelledMatrix, r: LabelledMatrix, owner: str) -> LabelledMatrix:
        """y with B y = r."""

    def renamed(self, renaming: Renaming) -> Complement:
        """The same for a subsystem with other names."""
        return self


@dataclass(frozen=True)
class Independent(Complement):
    """By independent variables: C = [1; −B_*⁻¹ B_#], one on the independent variables # (Orsino 2016, 2.29).

    Without names they are chosen where nothing is aligned by chance, so that the others depend on them best. It is
    singular where the others do not depend on them.
    """

    names: tuple[str, ...] = ()

    def __init__(self, *names: str) -> None:
        object.__setattr__(self, "names", tuple(names))

    def labels(self, B: LabelledMatrix, owner: str) -> tuple[str, ...]:
        found = self.names or proposal(B, owner)
        if self.names:
            _check_independent(B, found, owner)
        return found

    def matrix(self, B: LabelledMatrix, owner: str) -> LabelledMatrix:
        independent = self.labels(B, owner)
        dependent = [name for name in B.columns if name not in independent]
        X = -solved(B.to_array(columns=dependent), B.to_array(columns=independent))
        free = identity(independent)
        return (free + LabelledMatrix(tuple(dependent), independent, X)).block(B.columns, independent)

    def particular(self, B: LabelledMatrix, r: LabelledMatrix, owner: str) -> LabelledMatrix:
        independent = self.labels(B, owner)
        dependent = tuple(name for name in B.columns if name not in independent)
        return LabelledMatrix(dependent, r.columns, solved(B.to_array(columns=dependent), r.to_array(B.rows)))

    def renamed(self, renaming: Renaming) -> Complement:
        return Independent(*map(renaming.name, self.names))


@dataclass(frozen=True)
class Pivoted(Complement):
    """By null space: which variables are independent is decided anew in every state, so no choice goes bad.

    Columns are combinations of variables, and have names made for them. `rank` is that of the rows, if some of
    them depend on others.
    """

    rank: int | None = None

    def labels(self, B: LabelledMatrix, owner: str) -> tuple[str, ...]:
        n = len(B.columns) - (min(B.entries.shape) if self.rank is None else self.rank)
        return tuple(f"{owner}.free{k}" for k in range(1, n + 1))

    def matrix(self, B: LabelledMatrix, owner: str) -> LabelledMatrix:
        return LabelledMatrix(B.columns, self.labels(B, owner), null_space(B.to_array(), self.rank))

    def particular(self, B: LabelledMatrix, r: LabelledMatrix, owner: str) -> LabelledMatrix:
        y = basic_solution(B.to_array(), r.to_array(B.rows), self.rank)
        return LabelledMatrix(B.columns, r.columns, y)


@dataclass(frozen=True)
class LeastSquares(Complement):
    """By least squares: C = [1; −B_*⁺ B_#], B_*⁺ = (B_*ᵀ W B_*)⁻¹ B_*ᵀ W, for more rows than dependent variables.

    Where rows are compatible it is exact; where they are not, none of them holds exactly, and the weights of rows,
    by name, one unless given, say which matter more. That is only done for who says `incompatible=True`.
    """

    independent: tuple[str, ...]
    weights: Mapping[str, float] = field(default_factory=dict)
    incompatible: bool = False
    """Whether rows may contradict each other."""

    def __init__(
        self, *independent: str, weights: Mapping[str, float] | None = None, incompatible: bool = False
    ) -> None:
        given = {"independent": tuple(independent), "weights": dict(weights or {}), "incompatible": incompatible}
        for name, value in given.items():
            object.__setattr__(self, name, value)

    def labels(self, B: LabelledMatrix, owner: str) -> tuple[str, ...]:
        _check_known(self.independent, B, owner)
        if unknown := [name for name in self.weights if name not in B.rows]:
            raise FormulationError(
                f"{owner}: a weight is given for {unknown[0]!r}, which is no row; there are {', '.join(B.rows)}"
            )
        if wrong := [name for name, w in self.weights.items() if not w > 0.0]:
            raise FormulationError(f"{owner}: the weight of {wrong[0]!r} must be positive")
        dependent = [name for name in B.columns if name not in self.independent]
        if not _has_full_rank(B.to_array(columns=dependent)):
            raise _singular(B, self.independent, owner)
        return self.independent

    def matrix(self, B: LabelledMatrix, owner: str) -> LabelledMatrix:
        independent = self.labels(B, owner)
        if not self.incompatible:
            _check_compatible(B, independent, owner)
        X = -self._solved(B, B.to_array(columns=independent))
        dependent = tuple(name for name in B.columns if name not in independent)
        whole = assembled([identity(independent), LabelledMatrix(dependent, independent, X)])
        return whole.block(B.columns, independent)

    def particular(self, B: LabelledMatrix, r: LabelledMatrix, owner: str) -> LabelledMatrix:
        dependent = tuple(name for name in B.columns if name not in self.independent)
        return LabelledMatrix(dependent, r.columns, self._solved(B, r.to_array(B.rows)))

    def renamed(self, renaming: Renaming) -> Complement:
        weights = {renaming.name(name): w for name, w in self.weights.items()}
        names = map(renaming.name, self.independent)
        return LeastSquares(*names, weights=weights, incompatible=self.incompatible)

    def _solved(self, B: LabelledMatrix, right: Array) -> Array:
        dependent = [name for name in B.columns if name not in self.independent]
        roots = np.array([float(self.weights.get(name, 1.0)) ** 0.5 for name in B.rows])[:, None]
        return least_squares(roots * B.to_array(columns=dependent), roots * right)


def proposal(B: LabelledMatrix, owner: str) -> tuple[str, ...]:
    """Names of independent variables for which the others are well determined: what `Independent()` takes."""
    samples = finite_samples(B.entries)
    if not samples:
        raise FormulationError(f"{owner}: its rows have no finite values to choose by; name independent variables")
    ranks = [rank(sample, ROUNDING) for sample in samples]
    sample, n = max(zip(samples, ranks, strict=True), key=lambda pair: pair[1])
    if n < len(B.rows):
        raise FormulationError(
            f"{owner}: of its {len(B.rows)} rows {', '.join(B.rows)} only {n} are independent; leave out the "
            "others, or take complement=LeastSquares(…) with independent variables of your choice"
        )
    dependent = _pivot_columns(sample, n)
    return tuple(name for k, name in enumerate(B.columns) if k not in dependent)


def _pivot_columns(A: Array, n: int) -> set[int]:
    """Columns by elimination with complete pivoting: those that are determined best."""
    A, found = A / np.maximum(np.abs(A).max(axis=1, keepdims=True), 1e-300), set()
    for _ in range(n):
        i, j = np.unravel_index(np.argmax(np.abs(A)), A.shape)
        found.add(int(j))
        A = A - np.outer(A[:, j] / A[i, j], A[i])
        A[i], A[:, j] = 0.0, 0.0
    return found


def _check_known(names: tuple[str, ...], B: LabelledMatrix, owner: str) -> None:
    if len(set(names)) < len(names):
        raise FormulationError(f"{owner}: an independent variable is named twice among {list(names)}")
    if unknown := [name for name in names if name not in B.columns]:
        raise FormulationError(
            f"{owner}: {unknown[0]!r} cannot be independent here; the variables are its own and what is "
            f"independent in its children: {', '.join(B.columns)}"
        )


def _check_independent(B: LabelledMatrix, names: tuple[str, ...], owner: str) -> None:
    """Refuse names that do not determine the others, with a proposal."""
    _check_known(names, B, owner)
    n = len(B.columns) - len(names)
    if n > len(B.rows):
        raise FormulationError(
            f"{owner}: {len(names)} independent variables leave {n} to be determined by {len(B.rows)} rows; name "
            f"{len(B.columns) - len(B.rows)}, for example {_proposed(B, owner)}"
        )
    if n < len(B.rows):
        raise FormulationError(
            f"{owner}: {len(names)} independent variables leave {n} to be determined by {len(B.rows)} rows; name "
            f"fewer, such as {_proposed(B, owner)}, or, if rows repeat each other, take "
            "complement=LeastSquares(…), which needs no square matrix"
        )
    if not _has_full_rank(B.to_array(columns=[name for name in B.columns if name not in names])):
        raise _singular(B, names, owner)


def _singular(B: LabelledMatrix, names: tuple[str, ...], owner: str) -> FormulationError:
    return FormulationError(
        f"{owner}: with {', '.join(names) or 'nothing'} independent, the rows {', '.join(B.rows)} do not "
        f"determine the others in any state; take {_proposed(B, owner)}, for example"
    )


def _proposed(B: LabelledMatrix, owner: str) -> str:
    try:
        return ", ".join(proposal(B, owner)) or "none"
    except FormulationError:
        return "others"


def _has_full_rank(A: Array) -> bool:
    """Whether columns are independent in at least one state."""
    if not A.shape[1]:
        return True
    if A.shape[0] < A.shape[1]:
        return False
    samples = finite_samples(A)
    return not samples or any(rank(sample.T, ROUNDING) == A.shape[1] for sample in samples)


def _check_compatible(B: LabelledMatrix, independent: tuple[str, ...], owner: str) -> None:
    """Refuse constant rows that contradict each other; others are watched where they are evaluated."""
    if len(B.rows) <= len(B.columns) - len(independent):
        return
    samples = finite_samples(B.entries)
    n = len(B.columns) - len(independent)
    if samples and all(rank(sample, SINGULAR) > n for sample in samples):
        raise FormulationError(
            f"{owner}: its {len(B.rows)} rows have a rank above {n} in every state that was tried, so they may "
            f"contradict each other when {', '.join(independent)} move; leave rows out, or say "
            "LeastSquares(…, incompatible=True), which then takes what fits best"
        )
