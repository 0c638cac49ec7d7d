"""Lines of an explicit model: a dependent acceleration that is long is written by others that stand before it.

By the complement, a = S z + e, or by a row in which it has a constant factor, whichever is shorter, as long as
nothing is divided by for that which may vanish where the independent ones are known.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dalembert.arrays import Array
from dalembert.expr.node import Expression, Node, Scalar, inputs_of, traverse
from dalembert.expr.rewrite import Substitution
from dalembert.expr.scalar import is_zero
from dalembert.symbolic.short_forms import written_sizes

LONG = 40
"""Operations of an acceleration that is written by others, if that is shorter."""


@dataclass(frozen=True, eq=False)
class ExplicitLines:
    """Accelerations a = S z + e of a tree, and the rows A a + b = 0 that they meet, for reading."""

    a: Sequence[Node]
    """Variables of the accelerations."""

    values: Array
    """What they are."""

    S: Array
    e: Array

    free: Sequence[int]
    """Places of z among the accelerations."""

    A: Array
    b: Array

    @cached_property
    def lines(self) -> tuple[tuple[Node, Scalar], ...]:
        """Each acceleration with its expression; those that others are written by stand first."""
        plain = [i for i, size in enumerate(written_sizes(self.values)) if size <= LONG or i in self.free]
        if len(plain) == len(self.a):
            return tuple(zip(self.a, self.values, strict=True))
        lines = {i: self.values[i] for i in sorted(plain, key=lambda i: (i not in self.free, i))}
        divisors = variable_divisors(self.values[i] for i in self.free)
        for i in range(len(self.a)):
            if i not in lines:
                others = [self._by_complement(i), *self._by_rows(i, lines)]
                forms = [self.values[i], *(form for form in others if variable_divisors([form]) <= divisors)]
                lines[i] = min(zip(written_sizes(forms), range(len(forms)), forms, strict=True))[2]
        return tuple((self.a[i], x) for i, x in lines.items())

    @property
    def is_long(self) -> bool:
        """Whether some line is longer than is read at a glance."""
        return max(written_sizes([x for _, x in self.lines]), default=0) > LONG

    @property
    def written_out(self) -> Array:
        """The expressions of all lines with no acceleration in them, in the order of the accelerations."""
        forms: dict[Node, Scalar] = {}
        for x, form in self.lines:
            forms[x] = Substitution(dict(forms))(form)
        return np.array([forms[x] for x in self.a], dtype=object)

    def _by_complement(self, i: int) -> Scalar:
        form: Scalar = self.e[i]
        for place, factor in zip(self.free, self.S[i], strict=True):
            if not is_zero(factor):
                form = factor * self.a[place] + form
        return form

    def _by_rows(self, i: int, known: dict[int, Scalar]) -> list[Scalar]:
        """Forms by each row that has a constant factor of this acceleration, and otherwise known ones."""
        return [
            -(rest + sum((x * y for x, y in self._others(row, i)), start=0.0)) / row[i]
            for row, rest in zip(self.A, self.b, strict=True)
            if _is_constant(row[i]) and all(k in known or k == i for k, x in enumerate(row) if not is_zero(x))
        ]

    def _others(self, row: Array, i: int) -> list[tuple[Scalar, Node]]:
        return [(x, self.a[k]) for k, x in enumerate(row) if k != i and not is_zero(x)]


def variable_divisors(forms: Iterable[Scalar]) -> set[Expression]:
    """Factors with variables in them that expressions are divided by, which may vanish."""
    below = [x.args[0] for x in traverse(list(forms)) if x.op == "inv"]
    factors: set[Expression] = set()
    while below:
        x = below.pop()
        if isinstance(x, Expression) and x.op in ("mul", "neg"):
            below += x.args
        elif isinstance(x, Expression) and any(y.op != "parameter" for y in inputs_of([x])):
            factors.add(x)
    return factors


def _is_constant(x: Scalar) -> bool:
    """Whether a factor is a number or made of parameters alone, and not zero."""
    return not is_zero(x) and (not isinstance(x, Expression) or all(y.op == "parameter" for y in inputs_of([x])))
