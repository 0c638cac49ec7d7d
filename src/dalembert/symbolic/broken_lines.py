"""Long equations in several lines: they break before the signs + and − of their outermost sums."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

WIDEST = 150
"""Columns of text beyond which an equation, or a row of a matrix, goes on in the next line."""

OPEN, CLOSED = "([{", ")]}"


def width_of(text: str) -> int:
    """Columns of text; marks such as dots stand above the letter before them."""
    return sum(not unicodedata.combining(sign) for sign in text)


def broken(text: str, widest: int = WIDEST) -> str:
    """Plain text of an equation, further lines indented; one without a sum stays whole."""
    lines = _lines(_terms(text), width_of, widest)
    return "\n    ".join(lines)


def broken_latex(text: str, width: int, widest: int = WIDEST) -> str:
    """LaTeX of an equation as lines of `aligned`; `width` is that of the equation as plain text."""
    # commands take no room of their own, so a sign of LaTeX is worth less than one of text
    scale = width / max(len(text), 1)
    lines = _lines(_terms(text), lambda piece: round(scale * len(piece)), widest)
    return " \\\\\n&\\quad {} ".join(lines)


def _lines(terms: list[str], width: Callable[[str], int], widest: int) -> list[str]:
    """Terms filled into lines as far as they fit; a term that is too wide by itself has a line of its own."""
    lines = [terms[0]]
    for term in terms[1:]:
        if width(lines[-1]) + width(term) <= widest:
            lines[-1] += term
        else:
            lines[-1] = lines[-1].rstrip()
            lines.append(term.lstrip())
    return lines


def _terms(text: str) -> list[str]:
    """Pieces that begin with a sign between spaces, outside of all brackets."""
    terms, depth, begin = [], 0, 0
    for place, sign in enumerate(text):
        if sign in OPEN:
            depth += 1
        elif sign in CLOSED:
            depth -= 1
        elif depth == 0 and text[place : place + 3] in (" + ", " - ", " − "):
            terms.append(text[begin:place])
            begin = place
    return [*terms, text[begin:]]
