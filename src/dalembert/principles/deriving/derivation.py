"""A derivation, step by step: what a principle takes, what it does with it, and what comes out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np

from dalembert.equations.equations import Equations
from dalembert.expr.node import Expression, Scalar, inputs_of
from dalembert.native.recall import recalled
from dalembert.symbolic.equation_text import (
    DISPLAY_SECONDS,
    Line,
    Quantity,
    aligned,
    exceptions,
    style_of,
    written_entries,
)
from dalembert.symbolic.latex_names import apart, escaped, plain_latex
from dalembert.symbolic.sympy_text import Style

TOGETHER = "Equations of motion"
"""Title of the last part of a derivation."""

NAMED = re.compile(r"(?<![A-Za-z])[B-HJ-Z](?![A-Za-z₀-₉_]|\.\w)")
"""A capital in a sentence that stands for something, and is no part of a name; A and I may be words."""

SECONDS = 10.0
"""Time for simplification when nobody says how long."""


@dataclass(frozen=True, eq=False)
class DerivationStep:
    r"""A step of a derivation: its title, its reason, and its results.

    Results have LaTeX symbols such as `T` or `\partial L / \partial \dot{q}`; each is an expression, or a
    vector or matrix of expressions, in the variables of the equations.

    Parameters
    ----------
    title : str
        What the step does.
    why : str, optional
        Reason, in words; default empty.
    results : dict of expressions, vectors or matrices, optional
        Results by their symbols in LaTeX, such as `T` or `\partial L / \partial \dot{q}`, in the variables
        of the equations; default none.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> step = da.explain(pendulum, da.Lagrange()).steps[0]
    >>> print(step.title, list(step.results))
    Kinetic energy ['T']
    """

    title: str
    why: str = ""
    results: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "results", MappingProxyType(dict(self.results)))


@dataclass(frozen=True, eq=False)
class Derivation:
    """The steps from a model to its equations by one principle, for teaching; at the end the equations themselves.

    `text()`, `latex()`, `markdown()` and a notebook show them, simplified for at most so many seconds, or as
    derived if the time is None. What is too long to be read is told by its shape and number of operations. A
    letter that the model has taken, for a mass M for example, is bold where it names something else.
    """

    principle: str
    steps: tuple[DerivationStep, ...]
    equations: Equations
    lines: tuple[tuple[Any, Any], ...] | None = None
    """Left and right sides of the equations that it ends with; None for those that the equations are read as."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "steps", tuple(self.steps))

    def text(self, simplify: float | None = SECONDS, *, positive: Iterable[Scalar] = ()) -> str:
        """The derivation as plain text."""
        return self._recalled("text", simplify, positive, self._text)

    def _text(self, simplify: float | None, positive: Sequence[Scalar]) -> str:
        page = self._page(simplify, positive)
        parts = [self.principle]
        for k, (step, results) in enumerate(zip(self.steps, page.results, strict=True), 1):
            parts.append("\n".join([f"{k}. {step.title}", *([page.plain_words(step.why)] if step.why else [])]))
            parts += [_indented(quantity.text(page.style)) for quantity in results]
        parts += [
            f"{len(self.steps) + 1}. {TOGETHER}",
            _indented("\n".join(x.text(page.style) for x in page.lines)),
        ]
        return "\n\n".join([*parts, *([page.note] if page.note else [])]) + "\n"

    def latex(self, simplify: float | None = SECONDS, *, positive: Iterable[Scalar] = ()) -> str:
        """A part of a LaTeX document: a paragraph for each step, its results as displays."""
        return self._recalled("latex", simplify, positive, self._latex)

    def _latex(self, simplify: float | None, positive: Sequence[Scalar]) -> str:
        page = self._page(simplify, positive)
        parts = [rf"\subsection*{{{escaped(self.principle)}}}"]
        for k, (step, results) in enumerate(zip(self.steps, page.results, strict=True), 1):
            parts.append(rf"\paragraph{{{k}. {escaped(step.title)}}} {page.latex_words(step.why)}".rstrip())
            parts += [f"\\[\n{_equation(quantity, page.style)}\n\\]" for quantity in results]
        parts += [
            rf"\paragraph{{{len(self.steps) + 1}. {TOGETHER}}}",
            f"\\[\n{aligned(page.lines, page.style)}\n\\]",
        ]
        return "\n".join([*parts, *([escaped(page.note)] if page.note else [])]) + "\n"

    def markdown(self, simplify: float | None = SECONDS, *, positive: Iterable[Scalar] = ()) -> str:
        """Markdown with formulas in LaTeX, for notebooks."""
        return self._recalled("markdown", simplify, positive, self._markdown)

    def _markdown(self, simplify: float | None, positive: Sequence[Scalar]) -> str:
        page = self._page(simplify, positive)
        parts = [f"## {self.principle}"]
        for k, (step, results) in enumerate(zip(self.steps, page.results, strict=True), 1):
            words = page.plain_words(step.why).replace("<", "&lt;")
            parts += [f"### {k}. {step.title}", *([words] if words else [])]
            parts += [f"$$\n{_equation(quantity, page.style)}\n$$" for quantity in results]
        parts += [f"### {len(self.steps) + 1}. {TOGETHER}", f"$$\n{aligned(page.lines, page.style)}\n$$"]
        return "\n\n".join([*parts, *([f"*{page.note}*"] if page.note else [])]) + "\n"

    def _recalled(
        self,
        kind: str,
        simplify: float | None,
        positive: Iterable[Scalar],
        make: Callable[[float | None, Sequence[Scalar]], str],
    ) -> str:
        """A page that was written before for an equal derivation, or a new one: simplifying takes seconds."""
        given = tuple(positive)
        made_of = (self.principle, self.equations, self.steps, self.lines, simplify, given)
        return recalled(None, f"derivation as {kind}", made_of, lambda: make(simplify, given))

    def __str__(self) -> str:
        return self.text()

    def _repr_markdown_(self) -> str:
        return self.markdown(DISPLAY_SECONDS)

    def _page(self, simplify: float | None, positive: Iterable[Scalar]) -> _Page:
        """All results and the equations as SymPy expressions; simplified together, in the time of one."""
        arrays = [[np.asarray(x, dtype=object) for x in step.results.values()] for step in self.steps]
        shown = [x for arrays_of_step in arrays for array in arrays_of_step for x in array.flat]
        lines = [*(self.equations.lines if self.lines is None else self.lines), *self._loads_in(shown)]
        entries = [x for line in lines for x in line] + shown
        written, note = written_entries(self.equations, entries, simplify, positive)
        entry, style = iter(written), style_of(self.equations)
        written_lines = tuple(Line(next(entry), next(entry)) for _ in lines)
        taken = frozenset(style.latex.values())
        results = tuple(
            tuple(
                Quantity(apart(symbol, taken), tuple(next(entry) for _ in array.flat), array.shape)
                for symbol, array in zip(step.results, arrays_of_step, strict=True)
            )
            for step, arrays_of_step in zip(self.steps, arrays, strict=True)
        )
        notes = [x for x in (note, exceptions(self.equations)) if x]
        return _Page(results, written_lines, style, taken, " ".join(notes))

    def _loads_in(self, shown: Iterable[Scalar]) -> list[tuple[Scalar, Scalar]]:
        """Variables that steps have in place of loads by reactions, with their laws."""
        inputs = set(inputs_of([x for x in shown if isinstance(x, Expression)]))
        return [(s, law) for law, s in self.equations.reaction_dependent_forces.loads.laws.items() if s in inputs]


@dataclass(frozen=True, eq=False)
class _Page:
    results: tuple[tuple[Quantity, ...], ...]
    lines: tuple[Line, ...]
    style: Style
    taken: frozenset[str]
    note: str

    def latex_words(self, words: str) -> str:
        """Words in which a letter that the model has taken is bold."""
        return NAMED.sub(lambda letter: self._bold(letter[0], rf"$\mathbf{{{letter[0]}}}$"), escaped(words))

    def plain_words(self, words: str) -> str:
        """Words of a step in plain text."""
        return NAMED.sub(lambda letter: self._bold(letter[0], plain_latex(rf"\mathbf{{{letter[0]}}}")), words)

    def _bold(self, letter: str, bold: str) -> str:
        return bold if letter in self.taken else letter


def _equation(quantity: Quantity, style: Style) -> str:
    return f"{quantity.symbol} = {quantity.latex(style)}"


def _indented(text: str) -> str:
    return "\n".join(f"   {line}" for line in text.splitlines())
