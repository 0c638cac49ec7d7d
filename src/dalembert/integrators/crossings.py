"""Where in a step a value changes its sign, or reaches zero and turns back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dalembert.procedures.language import Code
from dalembert.procedures.statements import Variable
from dalembert.procedures.values import Mask, Real

# of a number relative to its size; and a part of a step that no event needs to be known to
_ROUNDING, _SMALLEST = 2.0**-52, 2.0**-60

# what is zero beside the values at the ends of the step: where a value turns back, and after an event that acted
TOUCHES, LEFT_AT_ZERO = 2.0**-44, 2.0**-30

# how often a step is halved to find whether a value that begins at zero goes to the other side first
_HALVINGS = 44

Values = Callable[[Real], Real]
"""Writes the evaluation of a value at a part of the step."""


@dataclass(frozen=True)
class Bracket:
    """Parts of a step between which a value that is positive becomes zero or negative, and the values there."""

    c: Code
    low: Variable
    high: Variable
    at_low: Variable
    at_high: Variable
    least: Real
    """A part of the step within whose roundings nothing can be told apart."""

    @classmethod
    def of(cls, c: Code, hit: Mask, ends: tuple[Real, Real], at_low: Real, at_high: Real, least: Real) -> Bracket:
        """A part of the step in the lanes of the mask, between these ends."""
        low, high = c.variable(c.select(hit, ends[0], ends[1])), c.variable(ends[1])
        return cls(c, low, high, c.variable(at_low), c.variable(at_high), c.maximum(least, _SMALLEST))

    def can_shrink(self) -> Mask:
        """Whether it is wider than a rounding of its ends, or of `least`."""
        width: Real = self.high.value - self.low.value
        return width > _ROUNDING * self.c.maximum(self.high.value, self.least)

    def shrink(self, value: Values) -> None:
        """To a rounding of where the value changes its sign, by the method ITP.

        I. F. D. Oliveira, R. H. C. Takahashi (2020): false position, truncated and projected such that it needs at
        most one evaluation more than bisection.
        """
        c, low, high = self.c, self.low, self.high
        width = c.variable(high.value - low.value)
        radius, per_width = (
            c.variable(width.value),
            c.variable(c.select(width.value > 0.0, 1.0 / width.value, 1.0)),
        )
        with c.repeat() as again:
            x = self._next_point(radius.value, per_width.value)
            found = value(x)
            active = self.can_shrink()
            changed, same = active & (found <= 0.0), active & ~(found <= 0.0)
            for bound, at_bound, side in ((high, self.at_high, changed), (low, self.at_low, same)):
                bound.update(side, x)
                at_bound.update(side, found)
            radius.value = 0.5 * radius.value
            again.append(c.any(self.can_shrink()))

    def halve(self, mask: Mask, value: Values, zero: Real) -> Mask:
        """In these lanes, in which the value begins at zero, bring the low end to where it is above `zero`.

        Gives the lanes in which there is such a place.
        """
        c = self.c
        start, part = self.low.value, c.variable(0.5 * (self.high.value - self.low.value))
        left = c.variable(c.select(mask, 1.0, 0.0))
        count, found = c.variable(0), c.variable(0.0)
        with c.repeat() as again:
            place = start + part.value
            at = value(place)
            looking = left.value > 0.0
            is_positive = looking & (at > zero)
            self.low.update(is_positive, place)
            self.at_low.update(is_positive, at)
            self.high.update(looking & ~is_positive, place)
            self.at_high.update(looking & ~is_positive, at)
            found.update(is_positive, 1.0)
            left.update(is_positive, 0.0)
            part.value = 0.5 * part.value
            count.value = count.value + 1
            again.append(c.any(left.value > 0.0) & (count.value < _HALVINGS))
        is_found: Mask = found.value > 0.0
        return is_found

    def _next_point(self, radius: Real, per_width: Real) -> Real:
        """Where to look next."""
        c, low, high = self.c, self.low.value, self.high.value
        at_low, at_high = self.at_low.value, self.at_high.value
        half = 0.5 * (high - low)
        middle = low + half

        # false position, moved towards the middle a little, so that the root comes to lie on its other side
        guess = c.fma(high - low, at_low / (at_low - at_high), low)
        away = middle - guess
        shift = 0.8 * half * half * per_width
        towards = c.copysign(1.0, away)
        guess = c.select(c.abs(away) > shift, c.fma(towards, shift, guess), middle)

        # not farther from the middle than bisection can make good
        reach = radius - half
        guess = c.select(c.abs(guess - middle) <= reach, guess, c.fma(-towards, reach, middle))
        point: Real = c.select((low < guess) & (guess < high), guess, middle)
        return point
