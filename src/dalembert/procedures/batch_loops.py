"""Loops around any program, called by its address: over the states of a batch, and again and again for timing."""

from __future__ import annotations

from dalembert.procedures.language import Code
from dalembert.procedures.statements import Procedure, Slot


def sweep() -> Procedure:
    """A program `f(x, p, y)` on n[0] blocks of n[1] inputs and n[2] outputs; the first failure is the status."""
    c = Code("sweep")
    program = Slot("program", c.indices("programs"), 0)
    n, x, p, y, control = c.indices("n"), c.argument("x"), c.shared("p"), c.argument("y"), c.control()
    first_failure = c.variable(0)
    with c.each(n[0]) as block:
        status = c.call(program, x.part(block * n[1]), p, y.part(block * n[2]))
        first_failure.value = c.pick(first_failure.value.equals(0), status, first_failure.value)
        control.beat(c.spread(block))
    c.end(first_failure.value)
    return c.procedure()


def repeated() -> Procedure:
    """A program `f(x, p, y)` evaluated n[0] times."""
    c = Code("repeat")
    program = Slot("program", c.indices("programs"), 0)
    n, x, p, y = c.indices("n"), c.argument("x"), c.shared("p"), c.argument("y")
    with c.each(n[0]):
        c.call(program, x, p, y)
    return c.procedure()
