"""Result of a comparison of principles: errors relative to a reference, costs, and their table."""

from __future__ import annotations

from dataclasses import dataclass
from unicodedata import combining

import numpy as np

from dalembert.name_checks import checked_names

ROUNDING = 1e-15
"""Relative error of a sum; solving with the mass matrix multiplies it by its condition number."""

AGREEMENT = 1e-10
"""Relative error up to which well-conditioned equations are the same."""

DIGITS = 16.0
"""Digits of double precision, which equal numbers have."""

_KINDS = ("coordinates", "bodies", "wrenches")
_HEADINGS = ("principle", "q̈", "bodies", "wrenches", "operations")
_TIMES = ("derived", "compiled", "evaluated")


@dataclass(frozen=True)
class ComparedPrinciple:
    """Errors of a principle relative to the reference, and its costs.

    Errors are the largest in all states, relative to the largest value of the kind in the state; None where
    the equations have nothing of this kind to compare.
    """

    name: str
    reason: str = ""
    """Reason why the principle gives no equations of the model, or no numbers; empty if it does."""

    is_refused: bool = True
    """Whether the reason is that the principle does not apply, and not a failure."""

    coordinates: float | None = None
    """Error of the accelerations of coordinates, q̈, and of speeds that are no rates of coordinates."""

    bodies: float | None = None
    """Error of the accelerations of the bodies' origins and of their angular accelerations."""

    wrenches: float | None = None
    """Error of the forces and moments of joints and constraints, as far as they are unique."""

    not_unique: tuple[str, ...] = ()
    """Signals of reactions that redundant rows leave undetermined here or in the reference: not compared."""

    operations: int = 0
    """Operations for the accelerations u̇ in one state, as compiled."""

    derivation_time: float | None = None
    """Seconds from the model to the accelerations as expressions; None unless that was timed, as below."""

    compile_time: float | None = None
    """Seconds from these to native code."""

    evaluation_time: float | None = None
    """Seconds for the accelerations of one state in native code, one lane."""

    @property
    def applies(self) -> bool:
        """Whether the principle gives equations of the model."""
        return not self.reason

    @property
    def error(self) -> float:
        """Largest of the three errors."""
        return max((x for kind in _KINDS if (x := getattr(self, kind)) is not None), default=0.0)

    @property
    def digits(self) -> float:
        """Digits that agree with the reference in all that is compared."""
        return _digits(self.error)


@dataclass(frozen=True)
class Comparison:
    """Principles compared in the same states of one model; printed, it is a table of digits and costs."""

    rows: tuple[ComparedPrinciple, ...]
    reference: str
    """Name of the reference."""

    n_states: int
    condition: float
    """Largest condition number of the reference's mass matrix, times that of its constraint matrix if any."""

    is_timed: bool = False
    """Whether derivation, compilation and evaluation were timed."""

    @property
    def bound(self) -> float:
        """Error that rounding explains: 1e-10, or 1e-15 cond(M) if that is more."""
        return max(AGREEMENT, ROUNDING * self.condition)

    @property
    def expected_digits(self) -> float:
        """Digits that the condition of the mass matrix leaves of those of double precision."""
        return _digits(ROUNDING * self.condition)

    @property
    def worst(self) -> ComparedPrinciple:
        """The principle that agrees least, of those that apply."""
        return max((row for row in self.rows if row.applies), key=lambda row: row.error)

    def agrees(self, tolerance: float | None = None) -> bool:
        """Whether all principles that apply give the numbers of the reference, within `bound` by default.

        A principle that failed, other than by not applying, does not agree.
        """
        return not self._failed and self._is_within(self.bound if tolerance is None else tolerance)

    @property
    def _failed(self) -> list[str]:
        return [row.name for row in self.rows if not row.applies and not row.is_refused]

    def _is_within(self, tolerance: float) -> bool:
        error = self.worst.error
        return bool(np.isfinite(error)) and error <= tolerance

    def __getitem__(self, name: str) -> ComparedPrinciple:
        checked_names([name], [row.name for row in self.rows], "principle")
        return next(row for row in self.rows if row.name == name)

    # ---- printed

    def __str__(self) -> str:
        lines = [self._headings, *self._cells]
        widths = [max(map(_width, column)) for column in zip(*lines, strict=True)]
        table = ["  ".join(map(_padded, line, widths, (True, *[False] * len(line)))) for line in lines]
        table.insert(1, "─" * (sum(widths) + 2 * (len(widths) - 1)))
        return "\n".join([*table, "", *self._remarks])

    def _repr_markdown_(self) -> str:
        rule = ("---", *["---:"] * (len(self._headings) - 1))
        table = [f"| {' | '.join(line)} |" for line in (self._headings, rule, *self._cells)]
        return "\n".join([*table, "", *(f"- {remark}" for remark in self._remarks)])

    def _repr_html_(self) -> str:
        from dalembert.pictures.notebook import table_html

        return table_html(self._headings, self._cells, self._remarks)

    @property
    def _headings(self) -> tuple[str, ...]:
        return (*_HEADINGS, *_TIMES) if self.is_timed else _HEADINGS

    @property
    def _cells(self) -> list[tuple[str, ...]]:
        return [self._line(row) for row in self.rows if row.applies]

    def _line(self, row: ComparedPrinciple) -> tuple[str, ...]:
        is_reference = row.name == self.reference
        errors = [getattr(row, kind) for kind in _KINDS]
        digits = ["–" if x is None else "=" if is_reference else f"{_digits(x):.1f}" for x in errors]
        timed = (row.derivation_time, row.compile_time, row.evaluation_time)
        seconds = [x for x in timed if x is not None]
        return (row.name, *digits, f"{row.operations}", *map(_duration, seconds))

    @property
    def _remarks(self) -> list[str]:
        others = "the others agree" if self._failed else "all agree"
        verdict = others if self._is_within(self.bound) else f"{self.worst.name} does not agree"
        lines = [
            f"digits that agree with {self.reference} in {self.n_states} state{'s' * (self.n_states > 1)}",
            f"cond(M) up to {self.condition:.1e} leaves {self.expected_digits:.0f} digits; "
            f"{verdict} within {self.bound:.0e}",
        ]
        not_unique = self[self.reference].not_unique
        if not_unique:
            lines.append(f"not unique, and left out: {', '.join(not_unique)}")
        for row in self.rows:
            if more := [name for name in row.not_unique if name not in not_unique]:
                lines.append(f"not unique in {row.name}, and left out there: {', '.join(more)}")
        for row in self.rows:
            if not row.applies:
                lines.append(f"{row.name} {'does not apply' if row.is_refused else 'fails'}: {row.reason}")
        return lines


def _width(text: str) -> int:
    """Width of a text in characters: a dot above a letter has none."""
    return sum(not combining(character) for character in text)


def _padded(text: str, width: int, is_text: bool) -> str:
    """Text padded to a width: words to the left, numbers to the right."""
    space = " " * (width - _width(text))
    return text + space if is_text else space + text


def _digits(error: float) -> float:
    """Digits that an error leaves."""
    return float(min(DIGITS, max(0.0, -np.log10(error)))) if error > 0.0 else DIGITS


def _duration(seconds: float) -> str:
    """Duration with three figures and a unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"
