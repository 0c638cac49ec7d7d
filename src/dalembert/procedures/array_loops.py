"""Procedures over arrays that compiled programs rely on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from dalembert.procedures.elementary import elementary
from dalembert.procedures.language import Code
from dalembert.procedures.statements import Callee, Procedure


@lru_cache(maxsize=1)
def sines_and_cosines() -> Procedure:
    """Sines and cosines of n[0] reals."""
    c = Code("da_sines_and_cosines")
    n, x, s, k = c.indices("n"), c.argument("x"), c.argument("s"), c.argument("k")
    with c.each(n[0]) as i:
        s[i], k[i] = c.apply(elementary("sincos"), x[i])
    return c.procedure()


def lane_by_lane(callee: Callee, n_inputs: int, n_outputs: int, lanes: int) -> Procedure:
    """A callee `f(x, y)` of one lane as a procedure, printed for one lane, that serves several lanes in turn."""
    c = Code(f"{callee.name}_each{lanes}")
    x, y = c.argument("x"), c.argument("y")
    x_lane, y_lane = c.array(n_inputs), c.array(n_outputs)
    first_failure = c.variable(0)
    with c.each(lanes) as lane:
        with c.each(n_inputs) as i:
            x_lane[i] = x[i * lanes + lane]
        status = c.call(callee, x_lane, y_lane)
        first_failure.value = c.pick(first_failure.value.equals(0), status, first_failure.value)
        with c.each(n_outputs) as i:
            y[i * lanes + lane] = y_lane[i]
    c.end(first_failure.value)
    return c.procedure()


@dataclass(frozen=True, eq=False)
class LaneByLane:
    """A procedure `f(x, y)` that decides by values, as a callee of code for several lanes: one by one."""

    procedure: Procedure
    n_inputs: int
    n_outputs: int

    parameters = ("real", "real")
    is_one_lane = False
    written = frozenset([1])

    @property
    def name(self) -> str:
        """Symbol under which the code is found."""
        return f"{self.procedure.name}_each"

    @property
    def sizes(self) -> tuple[int, ...]:
        """Operands, results."""
        return self.n_inputs, self.n_outputs

    @property
    def work(self) -> int:
        """Entries of work space, those of one lane."""
        return self.procedure.work + self.n_inputs + self.n_outputs

    def for_lanes(self, lanes: int) -> Procedure:
        """The procedure for one lane that serves so many in turn."""
        if lanes == 1:
            return self.procedure
        return lane_by_lane(self.procedure, self.n_inputs, self.n_outputs, lanes)
