r"""How names look in LaTeX: `q[0]` as q_{0}, `omega_x` as \omega_{x}, `shoulder.angle` with words upright.

What belongs to a module, `left/theta`, has the module as a subscript, since a slash reads like a quotient.
Different names may look alike when they are typeset, such as `theta1` and `theta_1`, or like a number.
`distinct_latex` and `distinct_plain` write such names as they are.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import pairwise

from dalembert.symbolic.math_tree import Tree

_GREEK = re.compile(
    "alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|upsilon|phi|chi"
    "|psi|omega|Gamma|Delta|Theta|Lambda|Xi|Pi|Sigma|Upsilon|Phi|Psi|Omega"
)

_DOTS = {1: r"\dot", 2: r"\ddot", 3: r"\dddot", 4: r"\ddddot"}

_ESCAPES = {
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
} | {sign: f"\\{sign}" for sign in "#$%&_{}"}


def typeset(name: str, order: int = 0, text: str | None = None) -> str:
    r"""LaTeX text of a name with a dot for each differentiation; `text` is used instead of the name's own.

    >>> print(typeset("q[0]", 2), typeset("theta1"), typeset("pose.x"))
    \ddot{q}_{0} \theta_{1} \mathrm{pose}_{x}
    """
    if text is not None:
        return _dotted(text, order)
    first, *rest = _parts(name)
    subscript = f"_{{{','.join(map(_index, rest))}}}" if rest else ""
    return f"{_dotted(_word(first), order)}{subscript}"


def labelled(letter: str, label: str) -> str:
    r"""LaTeX text of a letter with a name below it as it is.

    >>> print(labelled("lambda", "tread.slip first"))
    \lambda_{\text{tread.slip first}}
    """
    return rf"{_word(letter)}_{{{_verbatim(label)}}}"


def upright(name: str) -> str:
    r"""LaTeX text of a word as it is.

    >>> print(upright("arm"), upright("left arm_1"))
    \mathrm{arm} \text{left arm\_1}
    """
    return rf"\mathrm{{{name}}}" if name.isalnum() else _verbatim(name)


def math_name(name: str, order: int = 0) -> Tree:
    """MathML of a name, as nested lists, with a dot for each differentiation.

    >>> math_name("q[0]", 1)
    ['msub', {}, ['mover', {'accent': 'true'}, ['mi', {}, 'q'], ['mo', {}, '˙']], ['mn', {}, '0']]
    """
    first, *rest = _parts(name)
    tree = _math_word(first)
    if order and len(tree[2]) > 1:
        # dots do not read well above words
        tree = ["msup", {}, tree, ["mo", {}, _PRIMES.get(order, "′" * order)]]
    elif order in _ACCENTS:
        tree = ["mover", {"accent": "true"}, tree, ["mo", {}, _ACCENTS[order]]]
    elif order:
        tree = ["msup", {}, tree, ["mn", {}, f"({order})"]]
    if not rest:
        return tree
    below = [x for part in rest for x in (["mo", {}, ","], _math_word(part))][1:]
    return ["msub", {}, tree, below[0] if len(below) == 1 else ["mrow", {}, *below]]


def distinct_math(keys: Iterable[tuple[str, int]]) -> dict[tuple[str, int], Tree]:
    """MathML of names with their orders; those that would look alike are written as they are."""
    trees = {key: math_name(*key) for key in keys}
    counts = Counter(map(repr, trees.values()))
    for (name, order), tree in trees.items():
        if counts[repr(tree)] > 1:
            word = ["mtext", {}, name]
            trees[name, order] = ["msup", {}, word, ["mo", {}, "′" * order]] if order else word
    return trees


def math_label(letter: str, label: str) -> Tree:
    """MathML of a letter with a name below it as it is."""
    return ["msub", {}, _math_word(letter), ["mtext", {}, label]]


def _math_word(part: str) -> Tree:
    """A number as it is, a letter in italics, Greek as Greek, words upright."""
    text = _LETTERS.get(_spelled(part), part)
    return ["mn", {}, text] if text.isdigit() else ["mi", {}, text]


def _parts(name: str) -> list[str]:
    """The letter or word of a name, then its subscripts: what follows a dot or bracket; numbers; modules."""
    own, modules = _owned(name)
    first, *rest = [part for part in re.split(r"[.,_\[\]\s]+", own) if part] or [own]
    if match := re.fullmatch(r"([^\W\d]+)(\d+)", first):
        return [*match.groups(), *rest, *modules]
    return [first, *rest, *modules]


def _owned(name: str) -> tuple[str, list[str]]:
    """A name by itself, and the modules to which it belongs, from the outermost."""
    *modules, own = name.split("/")
    return (own, modules) if own and all(modules) else (name, [])


def _word(part: str) -> str:
    """A number or letter as it is, Greek as Greek, words upright."""
    part = _spelled(part)
    if _GREEK.fullmatch(part):
        return f"\\{part}"
    if part.isdigit() or (len(part) == 1 and part.isalpha()):
        return part
    if part.isalnum():
        return rf"\mathrm{{{part}}}"
    return _verbatim(part)


def _index(part: str) -> str:
    """A word, or a letter with a number below it."""
    letter, number = _numbered(part)
    return f"{_word(letter)}_{{{number}}}" if number else _word(part)


def _numbered(part: str) -> tuple[str, str]:
    """A letter or its name, and the number that follows it if one does."""
    match = re.fullmatch(r"([^\W\d]+)(\d+)", part)
    is_letter = match is not None and (len(match[1]) == 1 or _GREEK.fullmatch(match[1]) is not None)
    return (match[1], match[2]) if match is not None and is_letter else (part, "")


def _verbatim(text: str) -> str:
    return rf"\text{{{escaped(text)}}}"


def escaped(text: str) -> str:
    r"""Words in LaTeX as they are, whatever signs they contain.

    >>> print(escaped("v_P < 50%"))
    v\_P \textless{} 50\%
    """
    return "".join(_ESCAPES.get(sign, sign) for sign in text)


def _spelled(part: str) -> str:
    """The name of a Greek letter, of ω "omega" and of Ω "Omega"; anything else as it is."""
    words = unicodedata.name(unicodedata.normalize("NFKC", part), "").split() if len(part) == 1 else []
    if len(words) != 4 or words[0] != "GREEK" or words[2] != "LETTER":
        return part
    letter = words[3].lower().replace("lamda", "lambda")
    return letter.capitalize() if words[1] == "CAPITAL" else letter


def _dotted(text: str, order: int) -> str:
    if order == 0:
        return text
    return f"{_DOTS[order]}{{{text}}}" if order in _DOTS else f"{text}^{{({order})}}"


_LETTER = re.compile(r"\\(?:mathrm|text)\{[^{}]*\}|\\[A-Za-z]+|[A-Za-z]")
"""A word, a command or a letter of a formula."""


def apart(formula: str, taken: Collection[str]) -> str:
    r"""A formula in which capitals are bold that are taken for something else; if it is one letter, any letter.

    Others stay: in ∂L/∂θ it is the θ that is meant. With a subscript a letter is another name.

    >>> print(apart(r"A_2 M", {"M", "A"}), apart(r"\gamma", {r"\gamma"}), apart(r"\partial L / \partial x", {"x"}))
    A_2 {\mathbf{M}} {\boldsymbol{\gamma}} \partial L / \partial x
    """

    def marked(match: re.Match[str]) -> str:
        letter = match[0]
        if letter not in taken or formula[match.end() :].startswith("_"):
            return letter
        if letter.startswith("\\"):
            return rf"{{\boldsymbol{{{letter}}}}}" if letter == formula else letter
        return rf"{{\mathbf{{{letter}}}}}" if letter.isupper() or letter == formula else letter

    return _LETTER.sub(marked, formula)


# plain text

_LETTERS = {
    name: unicodedata.lookup(
        f"GREEK {'CAPITAL' if name[0].isupper() else 'SMALL'} LETTER {name.upper().replace('LAMBDA', 'LAMDA')}"
    )
    for name in _GREEK.pattern.split("|")
}

_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")

_MARKS = {1: "\u0307", 2: "\u0308", 3: "\u20db", 4: "\u20dc"}
"""Dots above the letter before them."""

_ACCENTS = {1: "˙", 2: "¨", 3: "⃛", 4: "⃜"}
"""Dots above letters of MathML."""

_PRIMES = {2: "″", 3: "‴"}

_SIGNS = {
    r"\partial": "∂",
    r"\varphi": "φ",
    r"\cdot": "·",
    r"\times": "×",
    r"\delta": "δ",
    r"\sum": "Σ",
    r"^\top": "ᵀ",
    r"^{-1}": "⁻¹",
    r"\,": " ",
    r"\quad": " ",
}


def plain(name: str, order: int = 0) -> str:
    """Plain text of a name with a dot for each differentiation, or a prime on a word.

    >>> print(plain("q[0]", 2), plain("theta1"), plain("pose.x"), plain("elbow", 1), plain("left/m1"))
    q̈₀ θ₁ pose.x elbow′ m₁_left
    """
    own, modules = _owned(name)
    below = "".join(f"_{_plain_index(part)}" for part in modules)
    first, *rest = _parts(own)
    first = _LETTERS.get(first, first)
    if len(first) == 1:
        numbers = "".join(rest).translate(_SUBSCRIPTS) if "".join(rest).isdigit() else ""
        return _composed(first + _marks(order)) + (numbers or "".join(f"_{_plain_index(x)}" for x in rest)) + below
    if rest and len(rest[-1]) == 1:
        return _composed(own + _marks(order)) + below
    return _composed(own + below + _PRIMES.get(order, "′" * order))


def without_slashes(names: Iterable[str]) -> dict[str, str]:
    """Names of what belongs to modules with the modules behind them, in quotes where that is the name of another.

    >>> without_slashes(["left/m", "one/left/m", "right/k", "k_right", "g"])
    {'left/m': 'm_left', 'one/left/m': 'm_one_left', 'right/k': '"right/k"'}
    """
    names = list(names)
    texts = {name: "_".join([own, *modules]) for name in names for own, modules in [_owned(name)] if modules}
    counts = Counter([*names, *texts.values()])
    return {name: text if counts[text] == 1 else f'"{name}"' for name, text in texts.items()}


def _plain_index(part: str) -> str:
    letter, number = _numbered(part)
    return _LETTERS.get(letter, letter) + number.translate(_SUBSCRIPTS)


def _composed(text: str) -> str:
    """Letters with their marks as one sign where there is one."""
    return unicodedata.normalize("NFC", text)


def _marks(order: int) -> str:
    return _MARKS.get(order, f"^({order})") if order else ""


def _bold(letter: str) -> str:
    """A letter, or the Greek one of that name, in bold; a word as it is."""
    if len(letter) > 1 and letter not in _LETTERS:
        return letter
    size = "CAPITAL" if letter[0].isupper() else "SMALL"
    return unicodedata.lookup(f"MATHEMATICAL BOLD {size} {letter.upper().replace('LAMBDA', 'LAMDA')}")


# names that would look alike

Key = tuple[str, int]
"""A name and how often it is differentiated."""


def distinct_latex(keys: Iterable[Key], texts: Mapping[str, str] | None = None) -> dict[Key, str]:
    r"""LaTeX text of names with dots, no two alike; some names may have LaTeX of their own among `texts`.

    >>> texts = distinct_latex([("theta1", 0), ("theta_1", 1), ("0", 0), ("x_1", 0)])
    >>> print(*texts.values())
    \text{theta1} \dot{\text{theta\_1}} \text{"0"} x_{1}
    """
    fixed = texts or {}

    def typed(name: str, order: int) -> str:
        return typeset(name, order, fixed.get(name))

    def exact(name: str, order: int) -> str:
        return typeset(name, order, fixed.get(name) or _verbatim(name))

    def quoted(name: str, order: int) -> str:
        return typeset(name, order, fixed.get(name) or _verbatim(f'"{name}"'))

    return _distinct(keys, (typed, exact, quoted), fixed, _looks_like_a_number)


def distinct_plain(keys: Iterable[Key]) -> dict[Key, str]:
    """Plain text of names with dots or primes, no two alike.

    >>> print(*distinct_plain([("theta1", 0), ("theta_1", 1), ("0", 0), ("x_1", 0)]).values())
    theta1 theta_1′ "0" x₁
    """

    def exact(name: str, order: int) -> str:
        return quoted(name, order) if "/" in name else name + _PRIMES.get(order, "′" * order)

    def quoted(name: str, order: int) -> str:
        return f'"{name}"' + _PRIMES.get(order, "′" * order)

    return _distinct(keys, (plain, exact, quoted), {}, _looks_like_a_formula)


def _distinct(
    keys: Iterable[Key],
    forms: Sequence[Callable[[str, int], str]],
    given: Mapping[str, str],
    misleads: Callable[[str], bool],
) -> dict[Key, str]:
    """Texts in the first of the forms in which a name looks like nothing else."""
    keys = list(keys)
    # names that look alike stay apart also where only one of them has dots
    bases = [(name, 0) for name, _ in keys]
    chosen = {name: len(forms) - 1 if name not in given and misleads(name) else 0 for name, _ in keys}
    for _ in forms:
        texts = {key: forms[chosen[key[0]]](*key) for key in (*keys, *bases)}
        looks = sorted({(unicodedata.normalize("NFKC", text), name) for (name, _), text in texts.items()})
        alike = {name for (a, x), (b, y) in pairwise(looks) if a == b for name in (x, y) if name not in given}
        chosen |= {name: min(chosen[name] + 1, len(forms) - 1) for name in alike}
    return {key: texts[key] for key in keys}


def _looks_like_a_formula(name: str) -> bool:
    """In plain text, factors of a product have a space between them."""
    return _looks_like_a_number(name) or len(name.split()) > 1


def _looks_like_a_number(name: str) -> bool:
    if _parts(name)[0].isnumeric() or _spelled(name) == "pi":
        return True
    try:
        float(name)
    except ValueError:
        return False
    return True


def plain_latex(text: str) -> str:
    r"""Plain text of a short formula in LaTeX.

    >>> print(plain_latex(r"\partial L / \partial \dot{\theta}"), plain_latex(r"\frac{d}{dt} p_{1}"))
    ∂ L / ∂ θ̇ d/dt p₁
    """
    for sign, command in _ESCAPES.items():
        text = text.replace(command, sign) if command.endswith("{}") else text
    for command, sign in _SIGNS.items():
        text = re.sub(re.escape(command) + r"(?![A-Za-z])", sign, text)
    text = re.sub(r"\\(?:mathbf|boldsymbol)\s*\{\\?([A-Za-z]+)\}", lambda match: _bold(match[1]), text)
    text = re.sub(r"\\(?:text|mathrm|mathbf|boldsymbol|operatorname|vec|hat)\s*\{([^{}]*)\}", r"\1", text)
    text = re.sub(rf"\\({_GREEK.pattern})(?![A-Za-z])", lambda match: _LETTERS[match[1]], text)
    for order, command in _DOTS.items():
        text = re.sub(
            re.escape(command) + r"(?:\s*\{([^{}]*)\}|\s*([^\W_]))",
            lambda match, order=order: (match[1] or match[2]) + _MARKS[order],  # type: ignore[misc]
            text,
        )
    text = re.sub(r"\\bar\s*\{(\w)\}", "\\1\u0304", text)
    text = re.sub(r"_\{?(\d+)\}?", lambda match: match[1].translate(_SUBSCRIPTS), text)
    text = re.sub(r"\\frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}", r"\1/\2", text)
    text = re.sub(r"\\(?:left|right)(?![A-Za-z])", "", text)
    return _composed(text.replace("{", "").replace("}", "").replace("\\", "").strip())
