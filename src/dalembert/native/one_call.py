"""Programs that are one call of a long routine: operands are copied by loops, not entry by entry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dalembert.native.program import Program
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Procedure

LONG = 64
"""Operands from which on a loop is shorter than its entries."""

MOST_RUNS = 16
"""Runs of operands that follow each other, up to which loops are written for them."""


@dataclass(frozen=True)
class OneCall:
    """Where operands of the only call come from, and which of its results are wanted."""

    runs: tuple[tuple[str, int, int], ...]
    """Operands that follow each other: "input" or "shared", the first of them, and how many."""

    results: tuple[int, ...]


def one_call(program: Program) -> OneCall | None:
    """Operands and results of the only call of a program, if it does nothing else and they are many."""
    calls = [k for k, row in enumerate(program.rows) if row[0] == "call"]
    if len(calls) != 1 or program.operations != 1 or len(program.rows[calls[0]]) - 2 < LONG:
        return None
    rows = [program.rows[a] if isinstance(a, int) else ("constant", a) for a in program.rows[calls[0]][2:]]
    runs = _runs(rows)
    wanted = [program.rows[y] if isinstance(y, int) else ("constant", y) for y in program.outputs]
    if len(runs) > MOST_RUNS or any(row[0] == "constant" for row in rows):
        return None
    if any(row[0] != "element" for row in wanted):
        return None
    return OneCall(tuple(runs), tuple(row[2] for row in wanted))


def _runs(rows: Sequence[tuple[object, ...]]) -> list[tuple[str, int, int]]:
    runs: list[tuple[str, int, int]] = []
    for row in rows:
        kind, k = str(row[0]), int(row[1])  # type: ignore[call-overload]
        if runs and runs[-1][0] == kind and runs[-1][1] + runs[-1][2] == k:
            runs[-1] = kind, runs[-1][1], runs[-1][2] + 1
        else:
            runs.append((kind, k, 1))
    return runs


def one_call_code(name: str, call: OneCall, routine: Procedure, n_results: int) -> Procedure:
    """The procedure `f(x, p, y)` that hands the routine its operands and takes the wanted results."""
    c = Code(name)
    x, p, y = c.argument("x"), c.shared("p"), c.argument("y")
    operands, results = c.array(sum(n for _, _, n in call.runs)), c.array(n_results)
    at = 0
    for kind, first, n in call.runs:
        source = x if kind == "input" else p
        with c.each(n) as i:
            operands[at + i] = source[first + i]
        at += n
    status = c.call(routine, operands, results)
    wanted = c.table(call.results, "index")
    with c.each(len(call.results)) as i:
        y[i] = results[wanted[i]]
    # a positive status names the routine that failed, which is the first
    c.end(c.pick(status > 0, 1, status))
    return c.procedure()
