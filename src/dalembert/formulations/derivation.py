"""A derivation, step by step: what a principle takes, what it does with it, and what comes out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np

from dalembert.equations import Equations
from dalembert.expr.sympy_bridge.written import Style
from dalembert.reading import DISPLAY_SECONDS, Quantity, style_of, written_entries


@dataclass(frozen=True, eq=False)
class Step:
    r"""One step: what it is called, why it is done, and its results.

    Results have LaTeX symbols such as `T` or `\partial L / \partial \dot{q}`; each is an expression, or a
    vector or matrix of expressions, in the variables of the equations.
    """

    title: str
    why: str = ""
    results: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "results", MappingProxyType(dict(self.results)))


@dataclass(frozen=True, eq=False)
class Derivation:
    """The steps from a model to its equations by one principle, for teaching.

    `text()`, `latex()` and a notebook show them, simplified for at most so many seconds if a time is given. What
    is too long to be read is told by its shape and number of operations.
    """

    principle: str
    steps: tuple[Step, ...]
    equations: Equations

    def __post_init__(self) -> None:
        object.__setattr__(self, "steps", tuple(self.steps))

    def text(self, simplify: float | None = None, *, positive: Iterable[Any] = ()) -> str:
        """Plain text."""
        page = self._page(simplify, positive)
        parts = [self.principle]
        for k, (step, results) in enumerate(zip(self.steps, page.results, strict=True), 1):
            parts.append("\n".join([f"{k}. {step.title}", *([step.why] if step.why else [])]))
            parts += [_indented(quantity.text(page.style)) for quantity in results]
        return "\n\n".join([*parts, *([page.note] if page.note else [])]) + "\n"

    def latex(self, simplify: float | None = None, *, positive: Iterable[Any] = ()) -> str:
        """A part of a LaTeX document: a paragraph for each step, its results as displays."""
        page = self._page(simplify, positive)
        parts = [rf"\subsection*{{{self.principle}}}"]
        for k, (step, results) in enumerate(zip(self.steps, page.results, strict=True), 1):
            parts.append(rf"\paragraph{{{k}. {step.title}}} {step.why}".rstrip())
            parts += [f"\\[\n{_equation(quantity, page.style)}\n\\]" for quantity in results]
        return "\n".join([*parts, *([page.note] if page.note else [])]) + "\n"

    def markdown(self, simplify: float | None = None, *, positive: Iterable[Any] = ()) -> str:
        """Markdown with formulas in LaTeX, for notebooks."""
        page = self._page(simplify, positive)
        parts = [f"## {self.principle}"]
        for k, (step, results) in enumerate(zip(self.steps, page.results, strict=True), 1):
            parts += [f"### {k}. {step.title}", *([step.why] if step.why else [])]
            parts += [f"$$\n{_equation(quantity, page.style)}\n$$" for quantity in results]
        return "\n\n".join([*parts, *([f"*{page.note}*"] if page.note else [])]) + "\n"

    def __str__(self) -> str:
        return self.text()

    def _repr_markdown_(self) -> str:
        return self.markdown(DISPLAY_SECONDS)

    def _page(self, simplify: float | None, positive: Iterable[Any]) -> _Page:
        """All results as SymPy expressions; simplified together, in the time of one."""
        arrays = [[np.asarray(x, dtype=object) for x in step.results.values()] for step in self.steps]
        entries = [x for arrays_of_step in arrays for array in arrays_of_step for x in array.flat]
        made, note = written_entries(self.equations, entries, simplify, positive)
        found = iter(made)
        results = tuple(
            tuple(
                Quantity(symbol, tuple(next(found) for _ in array.flat), array.shape)
                for symbol, array in zip(step.results, arrays_of_step, strict=True)
            )
            for step, arrays_of_step in zip(self.steps, arrays, strict=True)
        )
        return _Page(results, style_of(self.equations), note)


@dataclass(frozen=True, eq=False)
class _Page:
    results: tuple[tuple[Quantity, ...], ...]
    style: Style
    note: str


def _equation(quantity: Quantity, style: Style) -> str:
    return f"{quantity.symbol} = {quantity.latex(style)}"


def _indented(text: str) -> str:
    return "\n".join(f"   {line}" for line in text.splitlines())
