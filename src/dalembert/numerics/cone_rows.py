"""Native code about rows of joints and contacts that take part in a step: records with a count, and a matrix."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from dalembert.numerics.contact_records import TouchingLayout
from dalembert.procedures.envelope import Envelope
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Array
from dalembert.procedures.values import Index, Real

KAPPA = 1e6
"""How much heavier than inertia closed contacts and joints weigh."""


class ConeRows:
    """Tables, rows that take part, and the matrix M + Σ a Jᵀ J; for one lane."""

    def __init__(self, c: Code, layout: TouchingLayout, x: Array, y: Array) -> None:
        self.c, self.layout, self.x, self.y = c, layout, x, y
        s = layout
        groups = s.groups
        self.first_row, self.first_column, self.first_entry = (
            c.table(starts, "index") for starts in (s.first_rows, s.first_columns, s.first_entries)
        )
        self.n_columns = c.table([len(group.columns) for group in groups] or [0], "index")
        self.columns = c.table([k for group in groups for k in group.columns] or [0], "index")
        self.has_normal = c.table([0] * s.n_joints + [int(t.has_normal) for t in s.touches] or [0], "index")
        self.mass_rows, self.mass_columns = (
            c.table([place[k] for place in s.mass] or [0], "index") for k in (0, 1)
        )
        self.mass, self.J = self.part("mass"), self.part("J")
        self.matrix = Envelope(c, s.nu)
        self.diagonal, self.w = c.array(s.nu), c.array(len(s.rows))
        self.active, self.count = c.array(len(groups)), c.variable(0)

    def part(self, name: str) -> Array:
        """The inputs of the step under this name in the layout."""
        return self.x.part(self.layout.given[name][0])

    @contextmanager
    def each_active(self) -> Iterator[Index]:
        """Groups that take part: records with a count."""
        with self.c.each(self.count.value) as k:
            yield self.c.position(self.active[k])

    @contextmanager
    def each_row(self, g: Index) -> Iterator[tuple[Index, Index]]:
        """Rows of a group, and where their entries of J begin."""
        first = self.first_row[g]
        with self.c.each(first, self.first_row[g + 1]) as i:
            yield i, self.first_entry[g] + (i - first) * self.n_columns[g]

    @contextmanager
    def each_entry(self, g: Index, begin: Index) -> Iterator[tuple[Index, Real]]:
        """Speeds that a row depends on, and its slopes."""
        first = self.first_column[g]
        with self.c.each(self.n_columns[g]) as p:
            yield self.columns[first + p], self.J[begin + p]

    def take_part(self, g: int | Index) -> None:
        """Add a group to those that take part."""
        c = self.c
        self.active[self.count.value] = c.spread(g)
        self.count.value = self.count.value + 1

    def weigh(self) -> None:
        """w of all rows that take part: one over J M⁻¹ Jᵀ as if M were diagonal; tangents have a common one."""
        c = self.c
        with c.each(len(self.layout.mass)) as k, c.when(self.mass_rows[k].equals(self.mass_columns[k])):
            self.diagonal[self.mass_rows[k]] = self.mass[k]
        with self.each_active() as g:
            largest = c.variable(0.0)
            with self.each_row(g) as (i, begin):
                size = c.variable(0.0)
                with self.each_entry(g, begin) as (k, slope):
                    size.value = size.value + slope * slope / self.diagonal[k]
                self.w[i] = c.select(size.value > 0.0, 1.0 / size.value, 0.0)
                is_tangent = self.first_row[g] + self.has_normal[g] <= i
                with c.when(is_tangent):
                    largest.value = c.maximum(largest.value, size.value)
            with c.each(self.first_row[g] + self.has_normal[g], self.first_row[g + 1]) as i:
                self.w[i] = c.select(largest.value > 0.0, 1.0 / largest.value, 0.0)

    def outline(self) -> None:
        """The envelope of M and of all rows that take part."""
        self.matrix.shrink()
        with self.c.each(len(self.layout.mass)) as k:
            self.matrix.admit(self.mass_columns[k], self.mass_rows[k])
        with self.each_active() as g:
            first, end = self.first_column[g], self.first_column[g + 1]
            with self.c.when(end > first):
                self.matrix.admit(self.columns[first], self.columns[end - 1])

    def begin_matrix(self) -> None:
        """M."""
        c = self.c
        self.matrix.close()
        with c.each(len(self.layout.mass)) as k:
            i, j = self.mass_rows[k], self.mass_columns[k]
            self.matrix.entries[i * self.layout.nu + j] = self.mass[k]
            self.matrix.entries[j * self.layout.nu + i] = self.mass[k]

    def add_row(self, g: Index, begin: Index, weight: Real, across: Index | None = None) -> None:
        """weight Jᵀ J of a row, or weight J'ᵀ J where another row of the group exerts."""
        with self.each_entry(g, begin if across is None else across) as (k, exerted):
            part = weight * exerted
            with self.each_entry(g, begin) as (j, slope):
                self.matrix.add(k, j, part * slope)

    def add_contact(self, g: Index, weight: float) -> None:
        """weight w Jᵀ J of all rows of a group; three of them at once."""
        c, width, first = self.c, self.n_columns[g], self.first_row[g]
        has_three = (self.first_row[g + 1] - first).equals(3)
        with c.when(has_three):
            begin, column = self.first_entry[g], self.first_column[g]
            rows = [begin, begin + width, begin + width * 2]
            weights = [weight * self.w[first + k] for k in range(3)]
            with c.each(width) as p:
                parts = [w * self.J[row + p] for w, row in zip(weights, rows, strict=True)]
                place = self.columns[column + p] * self.layout.nu
                with c.each(width) as q:
                    at = place + self.columns[column + q]
                    total = self.matrix.entries[at]
                    for part, row in zip(parts, rows, strict=True):
                        total = c.fma(part, self.J[row + q], total)
                    self.matrix.entries[at] = total
        with c.when(~has_three), self.each_row(g) as (i, begin):
            self.add_row(g, begin, weight * self.w[i])

    def add_across(self, g: Index, begin: Index, weight: Real, axis: tuple[Real, Real]) -> None:
        """weight J_eᵀ J_e, where e is across an axis of the tangents, whose rows begin there."""
        (a, b), second = (-axis[1], axis[0]), begin + self.n_columns[g]
        self.add_row(g, begin, weight * a * a)
        self.add_row(g, second, weight * b * b)
        self.add_row(g, begin, weight * a * b, second)
        self.add_row(g, second, weight * a * b, begin)

    def subtract_inertia(self, target: Array, s: Array) -> None:
        """target − M s."""
        c = self.c
        with c.each(len(self.layout.mass)) as k:
            i, j, value = self.mass_rows[k], self.mass_columns[k], self.mass[k]
            target[i] = c.fma(-value, s[j], target[i])
            with c.when(i > j):
                target[j] = c.fma(-value, s[i], target[j])

    def exert(self, target: Array, g: Index, begin: Index, impulse: Real) -> None:
        """target + Jᵀ P of a row."""
        with self.each_entry(g, begin) as (k, slope):
            target[k] = self.c.fma(slope, impulse, target[k])

    def along(self, g: Index, begin: Index, s: Array, start: Real) -> Real:
        """start + J s of a row."""
        total = self.c.variable(start)
        with self.each_entry(g, begin) as (k, slope):
            total.value = self.c.fma(slope, s[k], total.value)
        return total.value

    def n_tangents(self, g: Index) -> Index:
        """Number of tangents of a group."""
        count: Index = self.first_row[g + 1] - self.first_row[g] - self.has_normal[g]
        return count


class Pair:
    """A vector of the tangent plane."""

    def __init__(self, c: Code) -> None:
        self.c, self.first, self.second = c, c.variable(0.0), c.variable(0.0)

    def length(self) -> Real:
        """Length of the vector."""
        return self.c.sqrt(self.first.value * self.first.value + self.second.value * self.second.value)
