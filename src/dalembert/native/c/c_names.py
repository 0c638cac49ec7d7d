"""Names, comments and strings in C: names of the model made fit for a compiler."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

_KEYWORDS = """
alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl concept const const_cast
consteval constexpr constinit continue co_await co_return co_yield decltype default delete do double dynamic_cast
else enum explicit export extern false float for friend goto if inline int long mutable namespace new noexcept not
not_eq nullptr operator or or_eq private protected public register reinterpret_cast requires restrict return short
signed sizeof static static_assert static_cast struct switch template this thread_local throw true try typedef
typeid typename typeof union unsigned using virtual void volatile wchar_t while xor xor_eq
"""
"""Keywords of C and of C++, whose programs read the header."""

_LIBRARY = """
acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 fabs fdim floor fma
fmax fmin fmod fpclassify frexp gamma hypot ilogb isfinite isgreater isgreaterequal isinf isless islessequal
islessgreater isnan isnormal isunordered j0 j1 jn ldexp lgamma llrint llround log log10 log1p log2 logb lrint
lround modf nan nearbyint nextafter nexttoward pow remainder remquo rint round scalbln scalbn signbit signgam
sin sinh sqrt tan tanh tgamma trunc y0 y1 yn memchr memcmp memcpy memmove memset strcat strchr strcmp strcpy
strlen
int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t size_t double_t float_t
NULL NAN INFINITY HUGE_VAL DOMAIN SING OVERFLOW UNDERFLOW PLOSS TLOSS linux unix main errno FP_NAN FP_INFINITE
FP_ZERO FP_SUBNORMAL FP_NORMAL FP_FAST_FMA M_E M_LOG2E M_LOG10E M_LN2 M_LN10 M_PI M_PI_2 M_PI_4 M_1_PI M_2_PI
M_2_SQRTPI M_SQRT2 M_SQRT1_2
"""
"""Names in the headers that exported files include, and others that compilers define."""

RESERVED = frozenset(_KEYWORDS.split()) | frozenset(_LIBRARY.split())

_LIMITS = re.compile(r"U?(INT|SIZE|PTRDIFF|WCHAR|WINT)[A-Z0-9_]*_(MIN|MAX|C)")

_MARKS = {"\u0307": "_dot_", "\u0308": "_ddot_", "'": "_prime_", "\u2032": "_prime_"}


def is_usable(name: str) -> bool:
    """Whether C and C++ take this as a name, and nothing else in an exported file has it."""
    is_word = re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name) is not None
    return is_word and name not in RESERVED and not _LIMITS.fullmatch(name)


def identifier(name: str) -> str:
    """A name of letters, digits and single underscores; Greek letters and dots are spelled out.

    >>> identifier("q[0,1]"), identifier("θ₁"), identifier("arm.upper angle"), identifier("ẋ"), identifier("2nd")
    ('q_0_1', 'theta1', 'arm_upper_angle', 'x_dot', 'n2nd')
    """
    # NFKD takes accents off letters and turns subscripts into digits
    signs = "".join(map(_spelled, unicodedata.normalize("NFKD", name)))
    word = re.sub("_+", "_", signs).strip("_")
    return word if word[:1].isalpha() else f"n{word}"


def _spelled(sign: str) -> str:
    if sign in _MARKS or unicodedata.combining(sign):
        return _MARKS.get(sign, "")
    if sign.isascii():
        return sign if sign.isalnum() else "_"
    words = unicodedata.name(sign, "").split()
    if len(words) < 4 or words[0] != "GREEK" or words[2] != "LETTER":
        return "_"
    letter = words[3].lower().replace("lamda", "lambda")
    return letter.capitalize() if words[1] == "CAPITAL" else letter


class Names:
    """The names of one scope; each is given once."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(taken)

    @property
    def taken(self) -> list[str]:
        """All names given so far, sorted."""
        return sorted(self._taken)

    def take(self, wish: str) -> str:
        """An identifier like the wish that is not taken yet, and now is."""
        word = identifier(wish)
        name, number = word, 1
        while name in self._taken or not is_usable(name):
            number += 1
            name = f"{word}_{number}"
        self._taken.add(name)
        return name


def comment(text: str) -> str:
    """Any text within a comment."""
    return text.replace("*/", "* /").replace("/*", "/ *")


def string(text: str) -> str:
    """Any text as a string literal; a question mark is escaped, as two of them may mean something else."""
    escapes = {"\\": "\\\\", '"': '\\"', "?": "\\?", "\n": "\\n", "\t": "\\t"}
    return f'"{"".join(escapes.get(sign, sign) for sign in text if sign.isprintable() or sign in escapes)}"'
