"""Expressions written out as sums of products, with sin² + cos² = 1 used up and angle sums taken apart.

Common factors of terms show only when these are written out: so this comes before finding a short form
(`short_forms`). A sum is a dictionary of monomials and exact coefficients; a monomial is a sorted tuple of
literals and exponents, which may be negative. A literal is an input, the sine or cosine of an angle, or anything
else that is taken as it is, such as the logarithm of a sum.
"""

from __future__ import annotations

import time as clock
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import reduce
from math import gcd, lcm
from typing import Any, TypeAlias, overload

from dalembert.expr.node import Expression, Node, Scalar, Truth, TruthNode
from dalembert.expr.operations import CALLS, INPUTS, OPERATIONS
from dalembert.expr.scalar import apply
from dalembert.symbolic.number_format import are_no_longer, simple_fraction

Monomial: TypeAlias = tuple[tuple[int, int], ...]
Sum: TypeAlias = dict[Monomial, Fraction]

_LONGEST = 4_000
"""Terms of a sum beyond which factors are kept together."""

_MOST_PRODUCTS = 100_000
"""Products of terms in one multiplication beyond which factors are kept together."""

_MOST_SUMMANDS = 6
"""Angles in a sum that is taken apart."""

ONE: Sum = {(): Fraction(1)}


class OutOfTimeError(Exception):
    """The deadline has passed."""


class _TooLongError(Exception):
    """Written out, the product would be too long."""


class Expansion:
    """Writes expressions out, all over the same literals.

    Expressions that are `positive` are their own absolute values. Beyond the deadline (of `time.thread_time`)
    `OutOfTimeError` is raised.
    """

    def __init__(self, deadline: float, positive: Iterable[Scalar] = ()) -> None:
        self._deadline = deadline
        self.literals: list[Scalar] = []
        """The expression of each literal."""

        self.angles: list[Sum] = []
        self.sines: list[tuple[int, int]] = []
        """The literals of sine and cosine of each angle."""

        self.role: dict[int, tuple[bool, int]] = {}
        """For a literal: whether it is the sine, and of which angle."""

        self._numbers: dict[Scalar, int] = {}
        self._squares: dict[int, Sum] = {}
        self._absolute: dict[int, int] = {}
        self._expanded: dict[Expression, Any] = {}
        self._reduced: dict[Monomial, Sum] = {}
        self._divisors: dict[frozenset[tuple[Monomial, Fraction]], tuple[int, Fraction]] = {}
        self._angle_of: dict[frozenset[tuple[Monomial, Fraction]], int] = {}
        self._positive: set[int] = set()
        for x in positive:
            self._positive |= {literal for m in self.expanded(x) for literal, _ in m}

    def expanded(self, root: Scalar) -> Sum:
        """The expression written out."""
        if not isinstance(root, Expression):
            return _constant(root)
        stack: list[Expression] = [root]
        while stack:
            self.check_time()
            x = stack[-1]
            operands = [a for a in x.args if isinstance(a, Expression)] if x.op in OPERATIONS else []
            if missing := [a for a in operands if a not in self._expanded]:
                stack += missing[::-1]
                continue
            if x not in self._expanded:
                self._expanded[x] = self._operation(x)
            stack.pop()
        return self._expanded[root]

    def check_time(self) -> None:
        """Raise if the deadline has passed."""
        if clock.thread_time() > self._deadline:
            raise OutOfTimeError

    # ---- one operation

    def _operation(self, x: Expression) -> Sum | Truth:
        if x.op in INPUTS or x.op in CALLS:
            return self._single(x)
        if x.op == "constant":
            return _constant(x.args[0])
        if (rule := self._rules.get(x.op)) is not None:
            args = [self._expanded[a] if isinstance(a, Expression) else _constant(a) for a in x.args]
            try:
                return rule(self, *args)
            except _TooLongError:
                pass
        return self._opaque(x)

    def _opaque(self, x: Expression) -> Sum | Truth:
        """The operation on its operands as they were written out, as a literal; a condition as it is."""
        value = apply(x.op, *(self._operand(a) if isinstance(a, Expression) else a for a in x.args))
        if isinstance(value, Node):
            return self._single(value)
        return value if isinstance(value, TruthNode | bool) else _constant(value)

    def _operand(self, a: Expression) -> Scalar | Truth:
        form = self._expanded[a]
        return self.node(form) if isinstance(form, dict) else form

    def _single(self, x: Expression) -> Sum:
        return {((self.literal(x), 1),): Fraction(1)}

    def literal(self, x: Any) -> int:
        """The number of the literal that stands for an expression."""
        if x not in self._numbers:
            self._numbers[x] = len(self.literals)
            self.literals.append(x)
        return self._numbers[x]

    def node(self, p: Mapping[Monomial, Fraction]) -> Scalar:
        """The expression of a sum, term by term."""
        total: Scalar = 0.0
        for monomial, coefficient in p.items():
            total = total + self.term(monomial, coefficient)
        return total

    def term(self, monomial: Monomial, coefficient: Fraction) -> Scalar:
        """The expression of a term."""
        product: Scalar = float(coefficient)
        for literal, exponent in monomial:
            product = product * self.literals[literal] ** exponent
        return product

    # ---- arithmetic

    def product(self, p: Sum, q: Sum) -> Sum:
        """p q."""
        if len(p) * len(q) > _MOST_PRODUCTS:
            raise _TooLongError
        self.check_time()
        total: Sum = {}
        for m, a in p.items():
            for n, b in q.items():
                _accumulate(total, self._normal(times(m, n)), a * b)
        if len(total) > _LONGEST:
            raise _TooLongError
        return total

    def _normal(self, m: Monomial) -> Sum:
        """cos² as 1 − sin², the square of a root as its radicand, powers of |x| by powers of x."""
        if m not in self._reduced:
            self._reduced[m] = self._reduce(m)
        return self._reduced[m]

    def _reduce(self, m: Monomial) -> Sum:
        for literal, exponent in m:
            if (inner := self._absolute.get(literal)) is not None and exponent not in (0, 1):
                even = exponent - exponent % 2
                return self._normal(times(times(m, ((literal, -even),)), ((inner, even),)))
            if exponent >= 2 and literal in self._squares:
                return self.product({times(m, ((literal, -2),)): Fraction(1)}, self._squares[literal])
            if exponent <= -2 and literal in self._squares and literal not in self.role:
                inverse = self._inverse(self._squares[literal])
                return self.product({times(m, ((literal, 2),)): Fraction(1)}, inverse)
        return {m: Fraction(1)}

    def _power(self, p: Sum, exponent: Sum) -> Sum:
        n = exponent.get((), Fraction(0)) if len(exponent) <= 1 else Fraction(1, 3)
        if set(exponent) - {()} or n.denominator > 2 or abs(n) > 8:
            raise _TooLongError
        base = p if n >= 0 else self._inverse(p)
        total = self._root(base) if n.denominator == 2 else ONE
        for _ in range(abs(int(n))):
            total = self.product(total, base)
        return total

    def _inverse(self, p: Sum) -> Sum:
        """One over a sum: over each factor of a product, over the sum as a literal otherwise."""
        if len(p) == 1:
            ((m, a),) = p.items()
            return self._normalized({tuple((literal, -e) for literal, e in m): 1 / a})
        if not p:
            raise _TooLongError
        common = shared(p)
        first = next(iter(p.values()))
        # multiples of one sum are one literal
        key = frozenset((over(m, common), a / first) for m, a in p.items())
        if key not in self._divisors:
            divisor = _divisor({over(m, common): a for m, a in p.items()})
            self._divisors[key] = self.literal(self.node(divisor)), next(iter(divisor.values()))
        literal, its_first = self._divisors[key]
        factor: Sum = {((literal, -1),): its_first / first}
        return self.product(factor, self._inverse({common: Fraction(1)}) if common else ONE)

    def _normalized(self, p: Sum) -> Sum:
        total: Sum = {}
        for m, a in p.items():
            _accumulate(total, self._normal(m), a)
        return total

    def _root(self, p: Sum) -> Sum:
        """√: of a square the absolute value, after cos² is put back for 1 − sin²."""
        p = self.with_squares(p)
        if len(p) == 1:
            ((m, a),) = p.items()
            root = Fraction(float(a) ** 0.5) if a > 0 else Fraction(0)
            if root * root == a and all(e % 2 == 0 for _, e in m):
                result: Sum = {(): root}
                for literal, e in m:
                    factor: Sum = {((literal, e // 2),): Fraction(1)}
                    result = self.product(result, self._magnitude(factor) if e // 2 % 2 else factor)
                return result
        literal = self.literal(apply("sqrt", self.node(p)))
        self._squares[literal] = p
        return {((literal, 1),): Fraction(1)}

    def _magnitude(self, p: Sum) -> Sum:
        """|x|."""
        if len(p) == 1:
            ((m, a),) = p.items()
            result: Sum = {(): abs(a)}
            for literal, e in m:
                result = self.product(result, {((self._absolute_of(literal), e),): Fraction(1)})
            return result
        return self._single(apply("abs", self.node(p)))

    def _absolute_of(self, literal: int) -> int:
        if literal in self._positive or literal in self._absolute:
            return literal
        absolute = self.literal(apply("abs", self.literals[literal]))
        self._absolute[absolute] = literal
        return absolute

    def _sign(self, p: Sum) -> Sum:
        if len(p) == 1 and all(literal in self._positive for literal, _ in next(iter(p))):
            return {(): Fraction(1 if next(iter(p.values())) > 0 else -1)}
        raise _TooLongError

    # ---- angles

    def _sine(self, p: Sum) -> Sum:
        return self.turned(p)[0]

    def _cosine(self, p: Sum) -> Sum:
        return self.turned(p)[1]

    def _tangent(self, p: Sum) -> Sum:
        s, c = self.turned(p)
        return self.product(s, self._inverse(c))

    def turned(self, p: Sum) -> tuple[Sum, Sum]:
        """Sine and cosine of an angle, by those of the angles that it is the sum of."""
        if not p:
            return {}, ONE
        if () in p or sum(_count(a) for a in p.values()) > _MOST_SUMMANDS:
            return self._base(p)
        s: Sum = {}
        c: Sum = ONE
        for m, a in p.items():
            unit = Fraction(1) if a.denominator == 1 else abs(a)
            s_i, c_i = self._base({m: unit})
            for _ in range(_count(a)):
                sign = Fraction(1 if a > 0 else -1)
                s_i_signed = {n: sign * b for n, b in s_i.items()}
                s, c = (
                    _sum(self.product(s, c_i), self.product(c, s_i_signed)),
                    _sum(self.product(c, c_i), self.product(s, s_i_signed), -1),
                )
        return s, c

    def _base(self, p: Sum) -> tuple[Sum, Sum]:
        angle, sign = self.angle(p)
        s, c = self.sines[angle]
        return {((s, 1),): Fraction(sign)}, {((c, 1),): Fraction(1)}

    def angle(self, p: Sum) -> tuple[int, int]:
        """The number of an angle and its sign: −x is known as x."""
        sign = -1 if p[min(p)] < 0 else 1
        key = frozenset((m, sign * a) for m, a in p.items())
        if key not in self._angle_of:
            number = self._angle_of[key] = len(self.angles)
            angle = {m: sign * a for m, a in p.items()}
            x = self.node(angle)
            s, c = self.literal(apply("sin", x)), self.literal(apply("cos", x))
            self.angles.append(angle)
            self.sines.append((s, c))
            self.role[s], self.role[c] = (True, number), (False, number)
            self._squares[c] = {(): Fraction(1), ((s, 2),): Fraction(-1)}
        return self._angle_of[key], sign

    def with_squares(self, p: Sum) -> Sum:
        """cos² for 1 − sin² wherever that makes a sum shorter."""
        p = dict(p)
        squared = sorted(
            {literal for m in p for literal, e in m if e >= 2 and self.role.get(literal, (False,))[0]}
        )
        for literal in squared:
            cosine = self.sines[self.role[literal][1]][1]
            for m in sorted(p, key=len):
                mate = times(m, ((literal, 2),))
                if m in p and p.get(mate) == -p[m]:
                    a = p.pop(m)
                    del p[mate]
                    _accumulate(p, {times(m, ((cosine, 2),)): a}, Fraction(1))
        return p

    _rules: Mapping[str, Callable[..., Sum]] = {
        "add": lambda self, p, q: _sum(p, q),
        "sub": lambda self, p, q: _sum(p, q, -1),
        "mul": product,
        "neg": lambda self, p: {m: -a for m, a in p.items()},
        "inv": _inverse,
        "pow": _power,
        "sqrt": _root,
        "sin": _sine,
        "cos": _cosine,
        "tan": _tangent,
        "abs": _magnitude,
        "sign": _sign,
    }


# ---- monomials and sums


def times(m: Monomial, n: Monomial) -> Monomial:
    """m n."""
    if not m or not n:
        return m or n
    exponents = dict(m)
    for literal, e in n:
        exponents[literal] = exponents.get(literal, 0) + e
    return tuple(sorted((literal, e) for literal, e in exponents.items() if e))


def over(m: Monomial, n: Monomial) -> Monomial:
    """m / n."""
    return times(m, tuple((literal, -e) for literal, e in n))


def shared(p: Iterable[Monomial]) -> Monomial:
    """The factors that all terms have."""
    first, *others = p
    exponents = dict(first)
    for m in others:
        exponents_of_m = dict(m)
        exponents = {
            literal: min(e, exponents_of_m[literal], key=abs)
            for literal, e in exponents.items()
            if exponents_of_m.get(literal, 0) * e > 0
        }
    return tuple(sorted(exponents.items()))


def _divisor(p: Sum) -> Sum:
    """A multiple of a sum that is easy to read: whole numbers if they are small, the first one positive."""
    first = next(iter(p.values()))
    scale = _common_measure(p) * (1 if first > 0 else -1)
    whole = {m: a / scale for m, a in p.items()}
    return whole if are_no_longer(whole.values(), p.values()) else p


def content_of(p: Sum) -> Fraction:
    """The number that stands outside: the common measure of all coefficients, if that makes no long numbers.

    The number is negative if all coefficients are.
    """
    sign = -1 if all(a < 0 for a in p.values()) else 1
    content = sign * _common_measure(p)
    left = [content, *(a / content for a in p.values())]
    return content if are_no_longer(left, p.values()) else Fraction(sign)


def _common_measure(p: Sum) -> Fraction:
    """The largest number that all coefficients are whole multiples of."""
    numerators = reduce(gcd, (abs(a.numerator) for a in p.values()))
    denominators = reduce(lcm, (a.denominator for a in p.values()))
    return Fraction(numerators, denominators)


def _sum(p: Sum, q: Sum, factor: int = 1) -> Sum:
    total = dict(p)
    _accumulate(total, q, Fraction(factor))
    return total


def _accumulate(total: Sum, p: Sum, factor: Fraction) -> None:
    for m, a in p.items():
        if value := total.get(m, 0) + factor * a:
            total[m] = Fraction(value)
        else:
            total.pop(m, None)


@overload
def _constant(x: bool) -> bool: ...
@overload
def _constant(x: float | str) -> Sum: ...
def _constant(x: float | str) -> Sum | bool:
    """A number as the simple fraction or the decimals that it was meant to be; a truth value as it is."""
    if isinstance(x, bool):
        return x
    value = float(x)
    exact = simple_fraction(value) or Fraction(repr(value))
    return {(): exact} if exact else {}


def _count(a: Fraction) -> int:
    """How often an angle is added: a multiple of it is taken apart, a fraction is an angle of its own."""
    return abs(int(a)) if a.denominator == 1 else 1
