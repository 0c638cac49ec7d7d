"""C code of single operations, shared by programs and procedures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from dalembert.errors import CompileError

# how strongly the outermost operator of an expression binds
ATOM, UNARY, PRODUCT, SUM, COMPARISON, LOGIC, CHOICE, BITWISE = range(8, 0, -1)


class Term(NamedTuple):
    """An expression in C, and how strongly its outermost operator binds."""

    text: str
    level: int = ATOM

    def within(self, level: int) -> str:
        """The expression as an operand of an operator that binds this strongly."""
        return self.text if self.level >= level else f"({self.text})"


_INFIX = {
    **{"add": ("+", SUM), "sub": ("-", SUM), "mul": ("*", PRODUCT), "div": ("/", PRODUCT)},
    **{"lt": ("<", COMPARISON), "le": ("<=", COMPARISON), "eq": ("==", COMPARISON)},
    **{"and": ("&&", LOGIC), "mand": ("&&", LOGIC), "fand": ("&&", LOGIC)},
    **{"or": ("||", LOGIC), "mor": ("||", LOGIC), "for": ("||", LOGIC)},
    **{"uadd": ("+", SUM), "usub": ("-", SUM), "umul": ("*", PRODUCT)},
    **{"ult": ("<", COMPARISON), "ule": ("<=", COMPARISON), "ueq": ("==", COMPARISON)},
    **{"iadd": ("+", SUM), "isub": ("-", SUM), "ieq": ("==", COMPARISON)},
    **{"iand": ("&", BITWISE), "ior": ("|", BITWISE), "ixor": ("^", BITWISE)},
}

# operands may bind this strongly or more: left, right. What compilers warn about has parentheses
_OPERANDS = {
    **{PRODUCT: (PRODUCT, UNARY), SUM: (SUM, PRODUCT), COMPARISON: (SUM, SUM)},
    **{LOGIC: (COMPARISON, COMPARISON), BITWISE: (UNARY, UNARY)},
}

_LIBRARY = {
    **{name: name for name in ("fma", "sqrt", "floor", "copysign", "sin", "cos", "tan", "asin", "acos", "atan2")},
    **{name: name for name in ("exp", "log", "sinh", "cosh", "tanh", "pow")},
    **{"abs": "fabs", "nan": "isnan"},
}

# bits are unsigned, so that sums may overflow
_CASTS = {
    **{"index_to_real": "(double)", "to_real": "(double)(int64_t)"},
    **{"to_bits": "(uint64_t)(int64_t)", "to_index": "(int64_t)"},
}

HELPERS = {
    "mod": """\
/* Remainder of a / b; it has the sign of b. */
static inline double {name}(double a, double b)
{{
    const double rest = fmod(a, b);
    if (rest == 0.0)
        return copysign(0.0, b);
    return (rest < 0.0) == (b < 0.0) || isnan(rest) ? rest : rest + b;
}}
""",
    "sign": """\
/* -1, 0 or 1. */
static inline double {name}(double x)
{{
    return fabs(x) > 0.0 ? copysign(1.0, x) : fabs(x);
}}
""",
    "min": """\
/* The smaller one; NaN if one of them is, and -0 is smaller than 0. */
static inline double {name}(double a, double b)
{{
    if (isnan(a) || isnan(b))
        return a + b;
    if (a == b)
        return signbit(a) ? a : b;
    return a < b ? a : b;
}}
""",
    "max": """\
/* The larger one; NaN if one of them is, and 0 is larger than -0. */
static inline double {name}(double a, double b)
{{
    if (isnan(a) || isnan(b))
        return a + b;
    if (a == b)
        return signbit(a) ? b : a;
    return a > b ? a : b;
}}
""",
    "as_bits": """\
/* The bit pattern of a double. */
static inline uint64_t {name}(double x)
{{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}}
""",
    "as_real": """\
/* The double with this bit pattern. */
static inline double {name}(uint64_t bits)
{{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}}
""",
}
"""Functions for operations that C does not have, by operation."""


def real(value: float) -> Term:
    """A double, with as many digits as it takes to read the same one back."""
    if math.isnan(value):
        return Term("NAN")
    text = repr(abs(value)) if math.isfinite(value) else "INFINITY"
    return Term(f"-{text}", UNARY) if math.copysign(1.0, value) < 0.0 else Term(text)


def integer(value: int) -> Term:
    """An integer of 64 bits, as an index."""
    if -(2**63) < value < 2**63:
        text = str(value) if abs(value) < 2**31 else f"INT64_C({value})"
        return Term(text, UNARY if value < 0 and abs(value) < 2**31 else ATOM)
    return Term("INT64_MIN")


def bits(value: int) -> Term:
    """An integer of 64 bits, as a bit pattern."""
    return Term(f"{value}ull" if 0 <= value < 1024 else f"0x{value % 2**64:x}ull")


def helper_name(op: str, prefix: str) -> str:
    """The function of an operation that C does not have."""
    return f"{prefix}_{op}"


def operation(op: str, args: Sequence[Term], prefix: str) -> Term:
    """The expression that computes `op`; `prefix` begins the names of helpers."""
    if op == "umul" and args[1].text == "1":
        return args[0]
    if op in _INFIX:
        return _infix(op, *args)
    if op in _LIBRARY or op in HELPERS or op.startswith("library:"):
        name = helper_name(op, prefix) if op in HELPERS else _LIBRARY.get(op, op.removeprefix("library:"))
        return Term(f"{name}({', '.join(a.text for a in args)})")
    if op in _CASTS:
        return Term(f"{_CASTS[op]}{args[0].within(ATOM)}", UNARY)
    match op:
        case "neg":
            return negated(args[0])
        case "inv":
            return operation("div", [Term("1.0"), *args], prefix)
        case "fms":
            return operation("fma", [args[0], args[1], negated(args[2])], prefix)
        case "fnma":
            return operation("fma", [negated(args[0]), args[1], args[2]], prefix)
        case "where" | "select" | "upick":
            condition, a, b = (x.within(COMPARISON) for x in args)
            return Term(f"{condition} ? {a} : {b}", CHOICE)
        case "not" | "mnot" | "fnot":
            return Term(f"!{args[0].within(ATOM)}", UNARY)
        case "any":
            return args[0]
        case "lane":
            return Term("0.0")
        case "lanes":
            return Term("1")
        case "ashr":
            return Term(f"(uint64_t)((int64_t){args[0].within(ATOM)} >> {_signed(args[1]).within(ATOM)})", UNARY)
        case "shl":
            return Term(f"{args[0].within(UNARY)} << {_signed(args[1]).within(ATOM)}", BITWISE)
        case "ilt":
            return operation("lt", [_signed(x) for x in args], prefix)
    raise CompileError(f"the operation {op!r} has no form in C")


def _signed(x: Term) -> Term:
    """A bit pattern as an integer with a sign; a small constant needs no conversion."""
    digits = x.text.removesuffix("ull")
    return Term(digits) if digits.isdigit() else Term(f"(int64_t){x.within(ATOM)}", UNARY)


def negated(x: Term) -> Term:
    """−x; of a negative constant, the positive one."""
    if x.text.startswith("-") and x.text[1:2].isdigit():
        return Term(x.text[1:])
    return Term(f"-{x.within(ATOM)}", UNARY)


def _infix(op: str, a: Term, b: Term) -> Term:
    sign, level = _INFIX[op]
    if sign in "+-" and b.text.startswith("-") and b.level == UNARY:
        sign, b = "-" if sign == "+" else "+", Term(b.text[1:])
    left, right = _OPERANDS[level]
    # sums of integers may be computed in any order
    return Term(f"{a.within(left)} {sign} {b.within(SUM if op == 'uadd' else right)}", level)
