"""Orthogonal complements C of the rows of a node, B C = 0: by named variables, by null space, by least squares."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import FormulationError
from dalembert.expr.least_squares import least_squares
from dalembert.expr.node import Expression, Node, inputs_of
from dalembert.expr.null_space import basic_solution, null_space
from dalembert.expr.rewrite import evaluate
from dalembert.expr.trial_numbers import finite_samples
from dalembert.modules.elimination import solved
from dalembert.modules.labelled_matrix import LabelledMatrix, identity
from dalembert.modules.renaming import Renaming
from dalembert.rank import ROUNDING, SINGULAR, rank


@dataclass(frozen=True, eq=False)
class NodeRows:
    """Rows B of a node in the variables that its children leave free, and states in which they are judged."""

    owner: str
    B: LabelledMatrix
    states: Callable[[], list[dict[Node, float]]]
    """Admissible states, if some were found."""

    @property
    def rows(self) -> tuple[str, ...]:
        """Names of the rows."""
        return self.B.rows

    @property
    def variables(self) -> tuple[str, ...]:
        """Names of the variables that children leave free."""
        return self.B.columns

    def columns(self, names: Sequence[str]) -> Array:
        """Columns of B by name."""
        return self.B.to_array(columns=names)

    def others(self, names: Sequence[str]) -> tuple[str, ...]:
        """Variables other than these."""
        return tuple(name for name in self.variables if name not in names)

    @cached_property
    def samples(self) -> list[Array]:
        """Numbers of B in admissible states; in any states if none were found."""
        samples = []
        for state in self.states():
            inputs = inputs_of([x for x in self.B.entries.flat if isinstance(x, Expression)])
            also = {x: 0.5 for x in inputs if x not in state and x.op != "parameter"}
            numbers = np.asarray(evaluate(self.B.entries, {**state, **also}), dtype=float)
            if np.isfinite(numbers).all():
                samples.append(numbers)
        return samples or finite_samples(self.B.entries)

    def numbers_of(self, names: Sequence[str]) -> list[Array]:
        """Numbers of columns of B in these states."""
        place = [self.variables.index(name) for name in names]
        return [sample[:, place] for sample in self.samples]


class Complement(ABC):
    """A choice of the orthogonal complement C, B C = 0, of the rows of a node; all give the same motion.

    Examples
    --------
    >>> import dalembert as da
    >>> S = da.expr.symbol
    >>> bob = da.modules.point_mass("bob", mass=1.0, gravity=(0.0, -9.81))
    >>> rows = {"flat": S("y")}
    >>> on_line = da.modules.subsystem("on line", [bob], constraints=rows, independent=da.modules.Pivoted())
    >>> print(isinstance(da.modules.Pivoted(), da.modules.Complement), on_line.degrees_of_freedom)
    True 1
    """

    @property
    def allows_incompatible_rows(self) -> bool:
        """Whether rows may contradict each other, so that none of them holds exactly."""
        return False

    @property
    def is_plain(self) -> bool:
        """Whether its entries are plain expressions of those of the rows, without linear equations to solve."""
        return False

    @abstractmethod
    def labels(self, node: NodeRows) -> tuple[str, ...]:
        """Names of the columns of C."""

    @abstractmethod
    def matrix(self, node: NodeRows) -> LabelledMatrix:
        """The complement C; its rows are the columns of B."""

    @abstractmethod
    def particular(self, node: NodeRows, r: LabelledMatrix) -> LabelledMatrix:
        """A particular solution y of B y = r."""

    def renamed(self, renaming: Renaming) -> Complement:
        """This choice for a subsystem with other names."""
        return self

    def with_rank(self, n: int) -> Complement:
        """This choice for n rows that are independent."""
        return self


@dataclass(frozen=True)
class Independent(Complement):
    """Complement by independent variables #: C = [1; −B_*⁻¹ B_#], one on them (Orsino 2016, 2.29).

    Without names, variables are chosen on which the others depend well in all states that were tried. C is
    singular where the others do not depend on the independent ones.

    Parameters
    ----------
    *names : str
        Names of the independent variables; chosen if there are none.

    Examples
    --------
    >>> import dalembert as da
    >>> S = da.expr.symbol
    >>> bob = da.modules.point_mass("bob", mass=1.0, gravity=(0.0, -9.81))
    >>> rows, free = {"slope": S("x") - S("y")}, da.modules.Independent("x.rate")
    >>> print(da.modules.subsystem("slope", [bob], constraints=rows, independent=free).C)
            x.rate
    x.rate       1
    y.rate       1
    """

    names: tuple[str, ...] = ()

    def __init__(self, *names: str) -> None:
        object.__setattr__(self, "names", tuple(names))

    def labels(self, node: NodeRows) -> tuple[str, ...]:
        if not self.names:
            return proposal(node)
        _check_independent(node, self.names)
        return self.names

    def matrix(self, node: NodeRows) -> LabelledMatrix:
        independent = self.labels(node)
        return _with_ones(
            node, independent, -solved(node.columns(node.others(independent)), node.columns(independent))
        )

    def particular(self, node: NodeRows, r: LabelledMatrix) -> LabelledMatrix:
        dependent = node.others(self.labels(node))
        return LabelledMatrix(dependent, r.columns, solved(node.columns(dependent), r.to_array(node.rows)))

    def renamed(self, renaming: Renaming) -> Complement:
        return Independent(*map(renaming.name, self.names))


@dataclass(frozen=True)
class Pivoted(Complement):
    """Complement by null space: pivots in every state decide anew which variables are independent.

    Columns are combinations of variables, and have names made for them. Rows may repeat others: how many are
    independent is looked up in possible states, unless `rank` says it.

    Parameters
    ----------
    rank : int, optional
        Number of independent rows; default looked up in possible states.

    Examples
    --------
    >>> import dalembert as da
    >>> S = da.expr.symbol
    >>> bob = da.modules.point_mass("bob", mass=1.0, gravity=(0.0, -9.81))
    >>> rows = {"slope": S("x") - S("y")}
    >>> node = da.modules.subsystem("slope", [bob], constraints=rows, independent=da.modules.Pivoted())
    >>> motion = da.simulate(node, until=1.0)
    >>> print(f"{motion['y'][-1]:.4f} m")
    -2.4525 m
    """

    rank: int | None = None

    def labels(self, node: NodeRows) -> tuple[str, ...]:
        n = len(node.variables) - self._rank(node)
        return tuple(f"{node.owner}.free{k}" for k in range(1, n + 1))

    def matrix(self, node: NodeRows) -> LabelledMatrix:
        return LabelledMatrix(node.variables, self.labels(node), null_space(node.B.to_array(), self._rank(node)))

    def particular(self, node: NodeRows, r: LabelledMatrix) -> LabelledMatrix:
        y = basic_solution(node.B.to_array(), r.to_array(node.rows), self._rank(node))
        return LabelledMatrix(node.variables, r.columns, y)

    def with_rank(self, n: int) -> Complement:
        return Pivoted(n)

    def _rank(self, node: NodeRows) -> int:
        if self.rank is not None:
            return self.rank
        return max((rank(sample, SINGULAR) for sample in node.samples), default=min(node.B.entries.shape))


@dataclass(frozen=True)
class LeastSquares(Complement):
    """Complement by least squares: C = [1; −B_*⁺ B_#], B_*⁺ = (B_*ᵀ W B_*)⁻¹ B_*ᵀ W.

    There may be more rows than dependent variables. Where rows are compatible, C is exact. Where they are not,
    none of them holds exactly.

    Parameters
    ----------
    *independent : str
        Names of the independent variables.
    weights : dict of float, optional
        How much rows matter beside each other, by name; default 1 each.
    incompatible : bool, optional
        Whether rows may contradict each other; default False, and they are refused.

    Examples
    --------
    >>> import dalembert as da
    >>> S = da.expr.symbol
    >>> bob = da.modules.point_mass("bob", mass=1.0, gravity=(0.0, -9.81))
    >>> rows = {"slope": S("x") - S("y"), "again": 2.0 * S("x") - 2.0 * S("y")}
    >>> free = da.modules.LeastSquares("x.rate")
    >>> print(da.modules.subsystem("slope", [bob], constraints=rows, independent=free).C)
            x.rate
    x.rate       1
    y.rate       1
    """

    independent: tuple[str, ...]
    weights: Mapping[str, float] = field(default_factory=dict)
    incompatible: bool = False
    """Whether rows may contradict each other."""

    def __init__(
        self, *independent: str, weights: Mapping[str, float] | None = None, incompatible: bool = False
    ) -> None:
        fields = {"independent": tuple(independent), "weights": dict(weights or {}), "incompatible": incompatible}
        for name, value in fields.items():
            object.__setattr__(self, name, value)

    @property
    def allows_incompatible_rows(self) -> bool:
        return self.incompatible

    def labels(self, node: NodeRows) -> tuple[str, ...]:
        _check_known(node, self.independent)
        if unknown := [name for name in self.weights if name not in node.rows]:
            raise FormulationError(
                f"{node.owner}: a weight is given for {unknown[0]!r}, which is no row; there are "
                f"{', '.join(node.rows)}"
            )
        if wrong := [name for name, w in self.weights.items() if not w > 0.0]:
            raise FormulationError(f"{node.owner}: the weight of {wrong[0]!r} must be positive")
        if not _has_full_rank(node, node.others(self.independent)):
            raise _singular(node, self.independent)
        return self.independent

    def matrix(self, node: NodeRows) -> LabelledMatrix:
        independent = self.labels(node)
        if not self.incompatible:
            _check_compatible(node, independent)
        return _with_ones(node, independent, -self._solved(node, node.columns(independent)))

    def particular(self, node: NodeRows, r: LabelledMatrix) -> LabelledMatrix:
        y = self._solved(node, r.to_array(node.rows))
        return LabelledMatrix(node.others(self.independent), r.columns, y)

    def renamed(self, renaming: Renaming) -> Complement:
        weights = {renaming.name(name): w for name, w in self.weights.items()}
        names = map(renaming.name, self.independent)
        return LeastSquares(*names, weights=weights, incompatible=self.incompatible)

    def _solved(self, node: NodeRows, right: Array) -> Array:
        roots = np.array([float(self.weights.get(name, 1.0)) ** 0.5 for name in node.rows])[:, None]
        return least_squares(roots * node.columns(node.others(self.independent)), roots * right)


def proposal(node: NodeRows) -> tuple[str, ...]:
    """Names of independent variables that determine the others well: the choice of `Independent()`."""
    samples = node.samples
    if not samples:
        raise FormulationError(
            f"{node.owner}: its rows have no finite values to choose by; name independent variables"
        )
    n = max(rank(sample, ROUNDING) for sample in samples)
    if n < len(node.rows):
        raise FormulationError(
            f"{node.owner}: of its {len(node.rows)} rows {', '.join(node.rows)} only {n} are independent; leave "
            "out the others, or take independent=LeastSquares(…) with variables of your choice"
        )
    choices = {tuple(sorted(pivot_columns(sample, n))) for sample in samples if rank(sample, ROUNDING) == n}
    dependent = max(sorted(choices), key=lambda choice: _quality(samples, choice))
    return tuple(name for k, name in enumerate(node.variables) if k not in dependent)


def _quality(samples: list[Array], columns: Sequence[int]) -> tuple[int, float]:
    """Number of states in which these columns are independent, and their smallest singular value there."""
    sizes = []
    for sample in samples:
        A = sample[:, list(columns)]
        scaled = A / np.maximum(np.abs(sample).max(axis=1, keepdims=True), np.finfo(float).tiny)
        sizes.append(float(np.linalg.svd(scaled, compute_uv=False).min(initial=1.0)))
    regular = [size for size in sizes if size > SINGULAR.distance]
    return len(regular), min(regular, default=0.0)


def pivot_columns(A: Array, n: int) -> set[int]:
    """The n columns that elimination with complete pivoting takes: those that rows determine best."""
    A, columns = A / np.maximum(np.abs(A).max(axis=1, keepdims=True), np.finfo(float).tiny), set()
    for _ in range(n):
        i, j = np.unravel_index(np.argmax(np.abs(A)), A.shape)
        columns.add(int(j))
        A = A - np.outer(A[:, j] / A[i, j], A[i])
        A[i], A[:, j] = 0.0, 0.0
    return columns


def _with_ones(node: NodeRows, independent: tuple[str, ...], X: Array) -> LabelledMatrix:
    """The complement C: one on the independent variables, X on the others."""
    whole = identity(independent) + LabelledMatrix(node.others(independent), independent, X)
    return whole.block(node.variables, independent)


def _check_known(node: NodeRows, names: tuple[str, ...]) -> None:
    if len(set(names)) < len(names):
        raise FormulationError(f"{node.owner}: an independent variable is named twice among {list(names)}")
    if unknown := [name for name in names if name not in node.variables]:
        raise FormulationError(
            f"{node.owner}: {unknown[0]!r} cannot be independent here; the variables are its own and what is "
            f"independent in its children: {', '.join(node.variables)}"
        )


def _check_independent(node: NodeRows, names: tuple[str, ...]) -> None:
    """Refuse independent variables that do not determine the others, with a proposal."""
    _check_known(node, names)
    n, m = len(node.variables) - len(names), len(node.rows)
    if n != m:
        raise FormulationError(
            f"{node.owner}: {len(names)} independent variables leave {n} to be determined by {m} rows; name "
            f"{len(node.variables) - m}, such as {_proposed(node)}"
        )
    if not _has_full_rank(node, node.others(names)):
        raise _singular(node, names)


def _singular(node: NodeRows, names: tuple[str, ...]) -> FormulationError:
    return FormulationError(
        f"{node.owner}: with {', '.join(names) or 'nothing'} independent, the rows {', '.join(node.rows)} do not "
        f"determine the others in any state; take {_proposed(node)}, for example"
    )


def _proposed(node: NodeRows) -> str:
    """Variables that determine the others; rows that repeat each other are refused by their names."""
    return ", ".join(proposal(node)) or "none"


def _has_full_rank(node: NodeRows, names: tuple[str, ...]) -> bool:
    """Whether columns are independent in at least one state."""
    if not names:
        return True
    samples = node.numbers_of(names)
    if not samples or any(rank(sample.T, ROUNDING) == len(names) for sample in samples):
        return True
    # admissible states that were found may be singular ones
    return any(rank(sample.T, ROUNDING) == len(names) for sample in finite_samples(node.columns(names)))


def _check_compatible(node: NodeRows, independent: tuple[str, ...]) -> None:
    """Refuse rows that contradict each other in every state that was tried."""
    n = len(node.variables) - len(independent)
    if len(node.rows) > n and node.samples and all(rank(x, SINGULAR) > n for x in node.samples):
        raise FormulationError(
            f"{node.owner}: its {len(node.rows)} rows have a rank above {n} in every state that was tried, so "
            f"they contradict each other when {', '.join(independent)} move; leave rows out, or say "
            "LeastSquares(…, incompatible=True), which then takes what fits best"
        )
