"""Measured numbers, next to the bounds they should keep."""

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One measured number; without a bound it is told for orientation."""

    name: str
    value: float
    unit: str
    bound: float | None = None
    is_upper: bool = False

    @property
    def is_kept(self) -> bool:
        if self.bound is None:
            return True
        return self.value <= self.bound if self.is_upper else self.value >= self.bound

    def __str__(self) -> str:
        text = f"{self.name:<74} {self.value:10.3g} {self.unit:<14}"
        if self.bound is None:
            return text.rstrip()
        sign, verdict = "≤" if self.is_upper else "≥", "" if self.is_kept else "   missed"
        return f"{text} {sign} {self.bound:g}{verdict}"


def at_most(name: str, value: float, bound: float, unit: str) -> Figure:
    return Figure(name, value, unit, bound, is_upper=True)


def at_least(name: str, value: float, bound: float, unit: str = "times faster") -> Figure:
    return Figure(name, value, unit, bound)


def best(run: Callable[[], float], times: int = 5) -> float:
    """The shortest of several runs: what disturbs a machine only adds."""
    return min(run() for _ in range(times))


def processor_time(run: Callable[[], object]) -> float:
    """Processor time of one run in all threads, in seconds."""
    begin = time.process_time()
    run()
    return time.process_time() - begin


def on_the_clock(run: Callable[[], object]) -> float:
    """Time of one run on the clock, in seconds: it tells something where nobody else uses the machine."""
    begin = time.perf_counter()
    run()
    return time.perf_counter() - begin


def elapsed(run: Callable[[], object]) -> float:
    """Processor time of one run in this thread, in seconds.

    Unlike time on the clock it does not grow while others use the machine, which would hit long runs only: among
    many short ones, one is left in peace.
    """
    begin = time.thread_time()
    run()
    return time.thread_time() - begin
