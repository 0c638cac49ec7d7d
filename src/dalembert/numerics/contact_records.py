"""Contacts as a method of time stepping sees them: records of rows, and where their numbers stand in memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import accumulate

from dalembert.expr.node import Scalar
from dalembert.expr.sparse_matrix import SparseMatrix
from dalembert.numerics.second_order import Unsolved


@dataclass(frozen=True)
class Touch:
    """One contact: its rows, its laws, and where its states stand in z."""

    normal: int
    """Number of the normal row; −1 if the contact is always closed."""

    tangents: tuple[int, ...]
    restitution: float
    friction: tuple[Scalar, Scalar]
    """At rest and in motion: coefficients, or forces where there is no normal; expressions of the states."""

    mode: int
    forces: tuple[int, ...]
    """Places of the forces in z, one for each row."""

    residual: int

    @property
    def rows(self) -> tuple[int, ...]:
        """Numbers of its rows, the normal one first."""
        return (self.normal, *self.tangents) if self.has_normal else self.tangents

    @property
    def has_normal(self) -> bool:
        """Whether the contact opens and closes."""
        return self.normal >= 0


@dataclass(frozen=True)
class Group:
    """Rows that are treated together: one of a joint, or all of a contact; and speeds that they depend on."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class TouchingLayout:
    """Sizes of a system with contacts, and where numbers of its steps stand.

    Groups are all rows of joints, one by one, then the contacts; their rows are numbered in this order.
    """

    nq: int
    nu: int
    nz: int
    mass: tuple[tuple[int, int], ...]
    """Places of entries of M, of its lower triangle."""

    groups: tuple[Group, ...]
    touches: tuple[Touch, ...]
    n_places: int
    """How many rows of the system have a position level: the first ones."""

    is_iterated: bool
    """Whether forces depend on speeds, or on states that move."""

    @classmethod
    def of(cls, system: Unsolved, touches: Sequence[Touch], is_iterated: bool) -> TouchingLayout:
        """The layout of a system with these contacts."""
        contact_rows = {row for touch in touches for row in touch.rows}
        together = [(i,) for i in range(len(system.psi)) if i not in contact_rows] + [
            touch.rows for touch in touches
        ]
        groups = [Group(rows, _columns(system.J, rows)) for rows in together]
        entries = [(i, j) for i, j in system.M.places if j <= i]
        sizes = len(system.q), len(system.u), len(system.z)
        return cls(*sizes, tuple(entries), tuple(groups), tuple(touches), len(system.phi), is_iterated)

    @cached_property
    def key(self) -> str:
        """Digest that tells apart procedures for different layouts."""
        touches = [(touch.rows, touch.has_normal, touch.restitution) for touch in self.touches]
        contents = repr((self.nu, self.mass, self.groups, touches, self.n_places))
        return sha256(contents.encode()).hexdigest()[:16]

    @property
    def n_joints(self) -> int:
        """Rows that always hold."""
        return len(self.groups) - len(self.touches)

    @property
    def have_places(self) -> list[bool]:
        """Whether rows that always hold have a position level."""
        return [group.rows[0] < self.n_places for group in self.groups[: self.n_joints]]

    @cached_property
    def rows(self) -> tuple[int, ...]:
        """Numbers of all rows in the system, in the order of the groups."""
        return tuple(row for group in self.groups for row in group.rows)

    @cached_property
    def first_rows(self) -> tuple[int, ...]:
        """Where the rows of each group begin."""
        return _starts(len(group.rows) for group in self.groups)

    @cached_property
    def first_columns(self) -> tuple[int, ...]:
        """Where the columns of each group begin."""
        return _starts(len(group.columns) for group in self.groups)

    @cached_property
    def first_entries(self) -> tuple[int, ...]:
        """Where the entries of J of each group begin, row by row."""
        return _starts(len(group.rows) * len(group.columns) for group in self.groups)

    @cached_property
    def n_entries(self) -> int:
        """Entries of J."""
        return sum(len(group.rows) * len(group.columns) for group in self.groups)

    def entries(self) -> Iterator[tuple[int, int]]:
        """Places of the entries of J."""
        return ((i, k) for group in self.groups for i in group.rows for k in group.columns)

    @cached_property
    def given(self) -> dict[str, tuple[int, int]]:
        """Start and size of the inputs of the solution, by name; first those that one program gives."""
        m, n = len(self.rows), len(self.touches)
        sizes = {
            "mass": len(self.mass),
            "J": self.n_entries,
            "before": m,
            "gaps": n,
            "friction": 2 * n,
            "push": self.nu,
            "change": self.nu,
            "impulses": m,
            "modes": n,
            "step": 1,
            "closed": n,
            "phi": m,
        }
        return _placed(sizes)

    @cached_property
    def found(self) -> dict[str, tuple[int, int]]:
        """Start and size of the results of the solution, by name."""
        m, n = len(self.rows), len(self.touches)
        sizes = {"change": self.nu, "impulses": m, "modes": n, "residuals": n, "closed": n}
        return _placed({**sizes, "worst": 1, "scale": 1, "eased": 1})

    @property
    def n_given(self) -> int:
        """Number of inputs of the solution."""
        return sum(self.given["phi"])

    @property
    def n_found(self) -> int:
        """Number of results of the solution."""
        return sum(self.found["eased"])


def _columns(J: SparseMatrix, rows: Sequence[int]) -> tuple[int, ...]:
    """Speeds that one of some rows depends on."""
    return tuple(sorted({k for i in rows for k in J.rows[i]}))


def _starts(sizes: Iterable[int]) -> tuple[int, ...]:
    return (0, *accumulate(sizes))


def _placed(sizes: dict[str, int]) -> dict[str, tuple[int, int]]:
    starts = _starts(sizes.values())
    return {name: (start, size) for start, (name, size) in zip(starts, sizes.items(), strict=False)}
