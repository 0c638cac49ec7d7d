"""Short procedures as one function, which holds all that they call.

Around a short program, calls and the way of its numbers through memory take longer than the program itself. In one
function LLVM unrolls the loops over states, and keeps states and slopes in registers. No operation changes, so the
bits stay the same.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace

from dalembert.native.module import Module, closure
from dalembert.native.procedure_ir import procedure_module, procedure_symbol
from dalembert.native.program_code import ProgramCode, resolve
from dalembert.procedures.statements import Procedure

_LARGEST_CALLS = 1600
"""Instructions of all calls together; beyond, calls hardly matter, and LLVM takes long."""

_LARGEST_WORK = 150
"""Entries of work space; beyond, registers do not hold what matters of it."""


def is_short(procedure: Procedure) -> bool:
    """Whether a procedure calls programs only, and all its calls together are short."""
    size = 0
    for callee in procedure.calls:
        if not isinstance(callee, ProgramCode) or callee.routines:
            return False
        size += callee.size
    return 0 < size <= _LARGEST_CALLS and procedure.work <= _LARGEST_WORK


def inlined_module(procedure: Procedure, lanes: int) -> Module:
    """The module of a procedure and of all that it calls, as one function; its work space is on the stack."""
    body = procedure_module(replace(procedure, name=f"{procedure.name}.body"), lanes, resolve)
    name = procedure_symbol(procedure.name, lanes)
    entry = _entry(name, body.name, len(procedure.arguments), procedure.work * lanes)
    parts = closure([body])
    contents = "\n".join([entry, *(f"{part.name} {part.key}" for part in parts)])

    def assembly() -> list[str]:
        return [entry, *(text for part in parts for text in part.assembly())]

    return Module(
        name, hashlib.sha256(contents.encode()).hexdigest(), assembly, is_structured=True, is_inlined=True
    )


def _entry(name: str, body: str, n_arguments: int, work: int) -> str:
    """Calls the body with work space of its own instead of the caller's."""
    arguments = [f"ptr %a{k}" for k in range(n_arguments)]
    lines = [
        f"define i64 @{name}({', '.join([*arguments, 'ptr %work'])}) nounwind {{",
        f"%own = alloca [{work} x double], align 64",
        f"%status = call i64 @{body}({', '.join([*arguments, 'ptr %own'])})",
        "ret i64 %status",
        "}",
        f"declare i64 @{body}({', '.join(['ptr'] * (n_arguments + 1))}) nounwind",
    ]
    return "\n".join([*lines, ""])
