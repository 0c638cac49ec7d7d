"""Short forms of expressions of mechanics: sums of angles put together, common factors taken out.

SymPy's own simplification knows more, but needs minutes for what a rolling disc gives. Here expressions are
written out (`expanded`), terms that belong together are joined, and the sum is nested so that few operations are
left.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import TypeAlias

from dalembert.arrays import Array
from dalembert.expr.node import Expression, Node, Scalar, Truth, traverse
from dalembert.expr.operations import LEAVES
from dalembert.symbolic.expanded import Expansion, Monomial, OutOfTimeError, Sum, content_of, over, shared, times
from dalembert.symbolic.too_long import MOST_OPERATIONS

_TRIED = 3
"""Factors that are tried at each level of nesting; in long sums only the most promising one."""

_LONG = 40
"""Terms of a long sum."""


def short_forms(
    roots: Sequence[Scalar | Truth],
    deadline: float,
    *,
    collect: Iterable[Node] = (),
    positive: Iterable[Scalar] = (),
) -> tuple[list[Scalar | Truth], bool]:
    """Forms of the expressions with fewer operations, or as they were; and whether there was time for all.

    Terms are collected by the factors `collect` first. Absolute values of `positive` expressions are these.
    """
    forms, collect = list(roots), list(collect)
    sizes = written_sizes(roots)
    try:
        shortening = _Shortening(Expansion(deadline, positive), collect)
        # short ones first, so that a hopeless one costs the others nothing
        for i in sorted(range(len(roots)), key=lambda i: sizes[i]):
            if isinstance(root := roots[i], Node):
                form = shortening.short(root)
                if written_sizes([form])[0] < sizes[i] + bool(collect):
                    forms[i] = form
    except OutOfTimeError:
        return forms, False
    return forms, True


def written_sizes(roots: Sequence[Scalar | Truth] | Array) -> list[int]:
    """How many operations each expression has when written out without sharing; counted up to 10⁶."""
    sizes: dict[Expression, int] = {}
    for x in traverse(roots):
        operands = [a for a in x.args if isinstance(a, Expression)] if x.op not in LEAVES else []
        is_counted = x.op not in (*LEAVES, "neg", "element")
        sizes[x] = min(MOST_OPERATIONS, sum(sizes[a] for a in operands) + is_counted)
    return [sizes[x] if isinstance(x, Expression) else 0 for x in roots]


Mates: TypeAlias = Callable[[Monomial, Sum], Iterator[tuple[Monomial, Monomial, int]]]
"""For a term: other terms, each with the product that both are together, and its sign."""


class _Shortening:
    def __init__(self, expansion: Expansion, collect: Iterable[Node]) -> None:
        self._space = expansion
        self._leading = [expansion.literal(x) for x in collect]
        self._sizes: dict[int, int] = {}
        self._nested: dict[frozenset[tuple[Monomial, Fraction]], tuple[int, Scalar]] = {}

    def short(self, root: Scalar) -> Scalar:
        """The shortest form found."""
        p = self._space.expanded(root)
        forms = [self._form(q) for q in self._variants(p)]
        return min(forms, key=lambda form: form[0])[1]

    def _variants(self, p: Sum) -> Iterator[Sum]:
        """The sum with terms joined in several orders."""
        flipped = self._with_cosines(p)
        for start in (p, flipped) if flipped != p else (p,):
            yield self._joined(self._joined(start, self._square_mates), self._sum_mates)
            yield self._joined(self._joined(start, self._sum_mates), self._square_mates)

    # ---- joining terms

    def _with_cosines(self, p: Sum) -> Sum:
        """sin² as 1 − cos², for each angle with which that is shorter."""
        for s, c in self._space.sines:
            if any(literal == s and e >= 2 for m in p for literal, e in m):
                q = self._flipped(p, s, c)
                counted = [len(self._joined(x, self._square_mates)) for x in (p, q)]
                if counted[1] < counted[0] or (counted[1] == counted[0] and len(q) < len(p)):
                    p = q
        return p

    def _flipped(self, p: Sum, s: int, c: int) -> Sum:
        total: Sum = {}
        stack = list(p.items())
        while stack:
            m, a = stack.pop()
            if dict(m).get(s, 0) >= 2:
                rest = times(m, ((s, -2),))
                stack += [(rest, a), (times(rest, ((c, 2),)), -a)]
            elif value := total.get(m, Fraction(0)) + a:
                total[m] = value
            else:
                del total[m]
        return total

    def _joined(self, p: Sum, mates: Mates) -> Sum:
        """Each two terms that are one joined, until there are none."""
        p = dict(p)
        pending = deque(sorted(p, key=lambda m: (len(m), m)))
        while pending:
            self._space.check_time()
            if (m := pending.popleft()) not in p:
                continue
            if (pair := next(mates(m, p), None)) is None:
                continue
            mate, new, factor = pair
            value = factor * p.pop(m) + p.pop(new, 0)
            del p[mate]
            if value:
                p[new] = Fraction(value)
                pending.append(new)
        return p

    def _square_mates(self, m: Monomial, p: Sum) -> Iterator[tuple[Monomial, Monomial, int]]:
        """1 − sin² = cos², 1 − 2 sin² = cos 2x, and with sine and cosine exchanged."""
        for angle, pair in enumerate(self._space.sines):
            for is_sine, literal in zip((True, False), pair, strict=True):
                mate = times(m, ((literal, 2),))
                if p.get(mate) == -p[m]:
                    yield mate, times(m, ((pair[is_sine], 2),)), 1
                elif p.get(mate) == -2 * p[m]:
                    double, _ = self._space.angle({n: 2 * a for n, a in self._space.angles[angle].items()})
                    cosine = self._space.sines[double][1]
                    yield mate, times(m, ((cosine, 1),)), 1 if is_sine else -1

    def _sum_mates(self, m: Monomial, p: Sum) -> Iterator[tuple[Monomial, Monomial, int]]:
        """sin x cos y ± cos x sin y and cos x cos y ± sin x sin y."""
        role, sines = self._space.role, self._space.sines
        turning = [(k, *role[k]) for k, e in m if e > 0 and k in role]
        for (literal, is_sine, i), (other, is_other_sine, j) in combinations(turning, 2):
            if i == j:
                continue
            # the term in which both sines and cosines are exchanged
            rest = over(over(m, ((literal, 1),)), ((other, 1),))
            mate = times(times(rest, ((sines[i][is_sine], 1),)), ((sines[j][is_other_sine], 1),))
            if abs(p.get(mate, 0)) == abs(p[m]):
                ratio = 1 if p[mate] == p[m] else -1
                joined, factor = self._turned((is_sine, i), (is_other_sine, j), ratio)
                yield mate, times(rest, ((joined, 1),)), factor

    def _turned(self, first: tuple[bool, int], second: tuple[bool, int], ratio: int) -> tuple[int, int]:
        """Sine or cosine of a sum or difference of two angles, and its sign."""
        (is_sine, i), (is_other_sine, j) = first, second
        if is_sine == is_other_sine:
            # cos x cos y + ratio sin x sin y = cos (x − ratio y)
            angle, _ = self._space.angle(self._added(i, j, -ratio))
            return self._space.sines[angle][1], ratio if is_sine else 1
        # sin x cos y + ratio cos x sin y = sin (x + ratio y)
        angle, sign = self._space.angle(self._added(*((i, j) if is_sine else (j, i)), ratio))
        return self._space.sines[angle][0], sign

    def _added(self, i: int, j: int, factor: int) -> Sum:
        x, y = self._space.angles[i], self._space.angles[j]
        return {n: a for n in {**x, **y} if (a := x.get(n, Fraction(0)) + factor * y.get(n, Fraction(0)))}

    # ---- nesting

    def _form(self, p: Sum) -> tuple[int, Scalar]:
        """Size and expression, collected by the leading factors if there are any; common factors stand outside."""
        common = shared(p) if p else ()
        content = content_of(p) if common else Fraction(1)
        rest = {over(m, common): a / content for m, a in p.items()}
        size = 0
        total: Scalar = 0.0
        for literal in self._leading:
            part = {m: a for m, a in rest.items() if (literal, 1) in m}
            rest = {m: a for m, a in rest.items() if m not in part}
            part_size, form = self._nest(part)
            size, total = size + part_size + bool(part), total + form
        rest_size, form = self._nest(rest)
        outside = self._monomial_size(common, content)
        return size + rest_size + outside, self._space.term(common, content) * (total + form)

    def _nest(self, p: Sum) -> tuple[int, Scalar]:
        """Size and expression of a sum with common factors taken out."""
        if not p:
            return 0, 0.0
        if len(p) == 1:
            ((m, a),) = p.items()
            return self._monomial_size(m, a), self._space.term(m, a)
        key = frozenset(p.items())
        if key not in self._nested:
            self._space.check_time()
            self._nested[key] = self._factored(p)
        return self._nested[key]

    def _factored(self, p: Sum) -> tuple[int, Scalar]:
        common = shared(p)
        if not common:
            return self._split(p)
        content = content_of(p)
        size, inner = self._split({over(m, common): a / content for m, a in p.items()})
        return size + 1 + self._monomial_size(common, content), self._space.term(common, content) * inner

    def _split(self, p: Sum) -> tuple[int, Scalar]:
        """A sum whose terms share nothing: by the factor that many share, or term by term."""
        plain = sum(self._monomial_size(m, a) + 1 for m, a in p.items()) - 1
        best: tuple[int, Scalar | None] = (plain, None)
        counts: dict[tuple[int, bool], int] = {}
        for m in p:
            for literal, e in m:
                counts[literal, e > 0] = counts.get((literal, e > 0), 0) + 1
        worth = {key: (n - 1) * (1 + self._size(key[0])) for key, n in counts.items() if n > 1}
        tried = sorted(worth, key=lambda key: (-worth[key], key))[: _TRIED if len(p) < _LONG else 1]
        for literal, is_positive in tried:
            group = {m: a for m, a in p.items() if dict(m).get(literal, 0) * (1 if is_positive else -1) > 0}
            rest = {m: a for m, a in p.items() if m not in group}
            (size, inner), (rest_size, other) = self._nest(group), self._nest(rest)
            if (total := size + rest_size + bool(rest)) < best[0]:
                best = (total, inner + other)
        size, form = best
        return size, self._space.node(p) if form is None else form

    def _monomial_size(self, m: Monomial, a: Fraction) -> int:
        factors = [self._size(literal) + (abs(e) > 1) for literal, e in m]
        number = (abs(a.numerator) != 1) + (a.denominator != 1)
        return sum(factors) + max(0, len(factors) - 1 + number)

    def _size(self, literal: int) -> int:
        if literal not in self._sizes:
            self._sizes[literal] = written_sizes([self._space.literals[literal]])[0]
        return self._sizes[literal]
