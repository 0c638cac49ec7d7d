r"""How names look in LaTeX: `q[0]` as q_{0}, `omega_x` as \omega_{x}, `shoulder.angle` with words upright."""

from __future__ import annotations

import re
import unicodedata

_GREEK = re.compile(
    "alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|upsilon|phi|chi"
    "|psi|omega|Gamma|Delta|Theta|Lambda|Xi|Pi|Sigma|Upsilon|Phi|Psi|Omega"
)

_DOTS = {1: r"\dot", 2: r"\ddot", 3: r"\dddot", 4: r"\ddddot"}

_ESCAPES = {"\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}"} | {
    sign: f"\\{sign}" for sign in "#$%&_{}"
}


def typeset(name: str, order: int = 0, text: str | None = None) -> str:
    r"""LaTeX text of a name with a dot for each differentiation; `text` is used instead of the name's own.

    >>> print(typeset("q[0]", 2), typeset("theta1"), typeset("pose.x"))
    \ddot{q}_{0} \theta_{1} \mathrm{pose}_{x}
    """
    if text is not None:
        return _dotted(text, order)
    first, *rest = _parts(name)
    subscript = f"_{{{','.join(map(_word, rest))}}}" if rest else ""
    return f"{_dotted(_word(first), order)}{subscript}"


def _parts(name: str) -> list[str]:
    """The letter or word of a name, then its subscripts: what follows a dot or bracket; numbers."""
    first, *rest = [part for part in re.split(r"[.,_\[\]\s]+", name) if part] or [name]
    if match := re.fullmatch(r"([^\W\d]+)(\d+)", first):
        return [*match.groups(), *rest]
    return [first, *rest]


def _word(part: str) -> str:
    """A number or letter as it is, Greek as Greek, words upright."""
    part = _spelled(part)
    if _GREEK.fullmatch(part):
        return f"\\{part}"
    if part.isdigit() or (len(part) == 1 and part.isalpha()):
        return part
    if part.isalnum():
        return rf"\mathrm{{{part}}}"
    return rf"\text{{{''.join(_ESCAPES.get(sign, sign) for sign in part)}}}"


def _spelled(part: str) -> str:
    """The name of a Greek letter, of ω "omega" and of Ω "Omega"; anything else as it is."""
    words = unicodedata.name(part, "").split() if len(part) == 1 else []
    if len(words) != 4 or words[0] != "GREEK" or words[2] != "LETTER":
        return part
    letter = words[3].lower().replace("lamda", "lambda")
    return letter.capitalize() if words[1] == "CAPITAL" else letter


def _dotted(text: str, order: int) -> str:
    if order == 0:
        return text
    return f"{_DOTS[order]}{{{text}}}" if order in _DOTS else f"{text}^{{({order})}}"
