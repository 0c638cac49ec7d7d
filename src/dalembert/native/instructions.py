"""Single LLVM instructions for the operations that programs and procedures share.

No fast-math flag is ever written, not even `contract`: every instruction then has one meaning, and tiers,
lanes and chunk sizes give the same bits. A sum of products is fused where the program says `fma`.
"""

from __future__ import annotations

from collections.abc import Sequence

from dalembert.native.llvm_types import Types

_BINARY = {
    **{"add": "fadd", "sub": "fsub", "mul": "fmul", "div": "fdiv"},
    **{"lt": "fcmp olt", "le": "fcmp ole", "eq": "fcmp oeq"},
}
_BITS = {
    **{"iadd": "add", "isub": "sub", "iand": "and", "ior": "or", "ixor": "xor", "shl": "shl", "ashr": "ashr"},
    **{"ieq": "icmp eq", "ilt": "icmp slt"},
}
_UNIFORM = {
    **{"uadd": "add i64", "usub": "sub i64", "umul": "mul i64", "ult": "icmp slt i64", "ule": "icmp sle i64"},
    **{"ueq": "icmp eq i64", "fand": "and i1", "for": "or i1"},
}
_INTRINSICS = {
    **{"fma": ("fma", 3), "sqrt": ("sqrt", 1), "abs": ("fabs", 1), "floor": ("floor", 1)},
    **{"copysign": ("copysign", 2), "min": ("minimum", 2), "max": ("maximum", 2)},
}


def instruction(op: str, types: Types, args: Sequence[str]) -> str | None:
    """The right-hand side that computes `op`, or None where it takes more than one instruction."""
    real, bits, mask = types.real, types.bits, types.mask
    if op in _BINARY:
        return f"{_BINARY[op]} {real} {args[0]}, {args[1]}"
    if op in _INTRINSICS:
        name = _INTRINSICS[op][0]
        return f"call {real} @llvm.{name}.{types.suffix}({', '.join(f'{real} {a}' for a in args)})"
    if op in _BITS:
        return f"{_BITS[op]} {bits} {args[0]}, {args[1]}"
    if op in _UNIFORM:
        return f"{_UNIFORM[op]} {args[0]}, {args[1]}"
    match op:
        case "neg":
            return f"fneg {real} {args[0]}"
        case "inv":
            return f"fdiv {real} {types.real_constant(1.0)}, {args[0]}"
        case "nan":
            return f"fcmp uno {real} {args[0]}, {args[0]}"
        case "select" | "where":
            return f"select {mask} {args[0]}, {real} {args[1]}, {real} {args[2]}"
        case "select_bits":
            return f"select {mask} {args[0]}, {bits} {args[1]}, {bits} {args[2]}"
        case "mand" | "and" | "mor" | "or":
            return f"{op.removeprefix('m')} {mask} {args[0]}, {args[1]}"
        case "mnot" | "not":
            return f"xor {mask} {args[0]}, {_true(types)}"
        case "fnot":
            return f"xor i1 {args[0]}, true"
        case "as_bits":
            return f"bitcast {real} {args[0]} to {bits}"
        case "as_real":
            return f"bitcast {bits} {args[0]} to {real}"
        case "to_real":
            return f"sitofp {bits} {args[0]} to {real}"
        case "to_bits":
            return f"fptosi {real} {args[0]} to {bits}"
        case "upick":
            return f"select i1 {args[0]}, i64 {args[1]}, i64 {args[2]}"
        case "place":
            # as it is: LLVM would spend its time on what the places of arrays have in common
            return f'call i64 asm "", "=r,0"(i64 {args[0]})'
        case "to_index":
            return f"fptosi double {args[0]} to i64"
    return None


def intrinsics(ops: set[str], types: Types) -> dict[str, str]:
    """Declarations of the intrinsics that these operations use, by symbol."""
    used = sorted(_INTRINSICS[op] for op in ops if op in _INTRINSICS)
    real = types.real
    return {
        f"llvm.{name}.{types.suffix}": f"declare {real} @llvm.{name}.{types.suffix}({', '.join([real] * n)})"
        for name, n in used
    }


def _true(types: Types) -> str:
    return "true" if types.width == 1 else "<" + ", ".join(["i1 true"] * types.width) + ">"
