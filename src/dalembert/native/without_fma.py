"""Assembly for processors that round a product and a sum twice.

In programs and in linear algebra a product and a sum stand for `llvm.fma`. Elementary functions rest on products
without error, so theirs is a function that keeps what the product loses (Dekker 1971) and what the sum does (Knuth
1969): one rounding in all, but for the last bit of it.
"""

from __future__ import annotations

import re

_FMA = re.compile(r"call (double|<(\d+) x double>) @llvm\.fma\.\w+\(")
_DECLARED = re.compile(r"^declare .*@llvm\.fma\.\w+\(.*\n", re.MULTILINE)
_ELEMENTARY = re.compile(r"^define .*@da_\w+_x\d+\(")
_PLACE = re.compile(r'call i64 asm "", "=r,0"\(i64 ([^)]*)\)')


def without_fma(code: str) -> str:
    """Replace `llvm.fma` in assembly by calls of other functions."""
    found: set[tuple[str, int]] = set()
    is_elementary = False

    def other(match: re.Match[str]) -> str:
        width = int(match[2] or 1)
        name = "exact" if is_elementary else "plain"
        found.add((name, width))
        return f"call {match[1]} @multiply_add_{name}_x{width}("

    lines = []
    for line in code.splitlines():
        if line.startswith("define "):
            is_elementary = _ELEMENTARY.match(line) is not None
        lines.append(_FMA.sub(other, line))
    text = _DECLARED.sub("", "\n".join([*lines, ""]))
    # LLVM may look at places here
    text = _PLACE.sub(r"add i64 \1, 0", text)
    texts = {"plain": _plain, "exact": _exact}
    return text + "".join(texts[name](width) for name, width in sorted(found))


def _plain(width: int) -> str:
    real = _vector("double", width)
    return _function(
        f"plain_x{width}", real, [f"%p = fmul {real} %a, %b", f"%s = fadd {real} %p, %c", f"ret {real} %s"]
    )


def _exact(width: int) -> str:
    """a·b = p + e and p + c = s + r, both without error; then s + (r + e)."""
    real, bits = _vector("double", width), _vector("i64", width)
    mask = _vector("i1", width)
    # a product beyond all numbers has no rest, and a number that is none has none either
    lines = [f"%p = fmul {real} %a, %b", *_halves("a", real, bits, width), *_halves("b", real, bits, width)]
    lines += [
        f"%e1 = fmul {real} %ah, %bh",
        f"%e2 = fsub {real} %e1, %p",
        f"%e3 = fmul {real} %ah, %bl",
        f"%e4 = fadd {real} %e2, %e3",
        f"%e5 = fmul {real} %al, %bh",
        f"%e6 = fadd {real} %e4, %e5",
        f"%e7 = fmul {real} %al, %bl",
        f"%e = fadd {real} %e6, %e7",
        f"%s = fadd {real} %p, %c",
        f"%s1 = fsub {real} %s, %p",
        f"%s2 = fsub {real} %s, %s1",
        f"%s3 = fsub {real} %p, %s2",
        f"%s4 = fsub {real} %c, %s1",
        f"%r = fadd {real} %s3, %s4",
        f"%t = fadd {real} %r, %e",
        # a rest of zero leaves the sign of a zero as it is
        f"%u = fadd {real} %s, %t",
        f"%z = fcmp une {real} %t, {_splat('double', '0.0', width)}",
        f"%o = fcmp ord {real} %t, %t",
        f"%k = and {mask} %z, %o",
        f"%y = select {mask} %k, {real} %u, {real} %s",
        f"ret {real} %y",
    ]
    return _function(f"exact_x{width}", real, lines)


def _halves(x: str, real: str, bits: str, width: int) -> list[str]:
    """The leading 26 bits of a number, rounded, and the rest, which has as many: no product of them is rounded."""
    return [
        f"%{x}1 = bitcast {real} %{x} to {bits}",
        f"%{x}2 = add {bits} %{x}1, {_splat('i64', str(2**26), width)}",
        f"%{x}3 = and {bits} %{x}2, {_splat('i64', str(-(2**27)), width)}",
        f"%{x}h = bitcast {bits} %{x}3 to {real}",
        f"%{x}l = fsub {real} %{x}, %{x}h",
    ]


def _function(name: str, real: str, lines: list[str]) -> str:
    head = f"define internal {real} @multiply_add_{name}({real} %a, {real} %b, {real} %c) nounwind alwaysinline {{"
    return "\n".join([head, *lines, "}", ""])


def _vector(element: str, width: int) -> str:
    return element if width == 1 else f"<{width} x {element}>"


def _splat(element: str, text: str, width: int) -> str:
    return text if width == 1 else "<" + ", ".join([f"{element} {text}"] * width) + ">"
