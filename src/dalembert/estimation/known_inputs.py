"""Known inputs of an experiment: numbers, arrays, curves, expressions or functions of time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Vector
from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.replaced_inputs import driven
from dalembert.equations.solution import Solution
from dalembert.errors import DalembertError, ModelError
from dalembert.expr.node import Node, Scalar
from dalembert.expr.spline import Spline, spline
from dalembert.expr.symbol_nodes import time
from dalembert.number_checks import is_number, told

KnownInput: TypeAlias = float | Scalar | Spline | ArrayLike | tuple[ArrayLike, ArrayLike] | Callable[[Any], Any]
"""A number; values at the times of the data, or a pair of times and values, joined by straight lines; a curve over
time, an expression of `da.time`, or a function of the time."""


def law_of(name: str, given: object, times: Vector, span: tuple[float, float]) -> Scalar:
    """An input as an expression of time, known throughout the span of the run."""
    if is_number(given) or isinstance(given, Node):
        return float(given) if not isinstance(given, Node) else given  # type: ignore[arg-type]
    if np.ndim(given) == 0 and isinstance(given, bool | float | int | complex | np.generic):  # type: ignore[arg-type]
        raise ModelError(
            f"the input {name!r} is a finite number, values, a curve or a function, not {told(given)}"
        )
    if isinstance(given, Spline):
        _check_span(name, given.domain, span, given.beyond.value == "nan")
        return given(time)
    if callable(given):
        try:
            law = given(time)
        except (TypeError, ValueError, DalembertError) as error:
            raise ModelError(
                f"the input {name!r} is a function that does not take da.time ({error}): write it with da.sin, "
                "da.where and the like, or give its values at the times of the data"
            ) from None
        return law_of(name, law, times, span)
    pair = given if isinstance(given, tuple) and len(given) == 2 else (times, given)
    if any(np.ma.is_masked(part) for part in pair):
        raise ModelError(
            f"the input {name!r} is masked at some samples, and is known throughout: give a pair (times, values) "
            "of the samples that are there, between which it is a straight line"
        )
    return sampled_law(name, np.asarray(pair[0], dtype=float), pair[1], span)


def sampled_law(name: str, times: Vector, values: Any, span: tuple[float, float]) -> Scalar:
    """Values joined by straight lines; missing ones are bridged."""
    try:
        y = np.asarray(values, dtype=float)
    except (TypeError, ValueError):
        raise ModelError(
            f"the input {name!r} is a number, values, a curve or a function, not {told(values)}"
        ) from None
    if y.shape != times.shape or y.ndim != 1:
        raise ModelError(
            f"the input {name!r} has {y.shape} values at {times.shape} times; give one for each, or a pair "
            "(times, values)"
        )
    is_there = np.isfinite(y)
    t, y = times[is_there], y[is_there]
    if not len(y):
        raise ModelError(f"the input {name!r} has no value: all are nan")
    if np.ptp(y) == 0.0 and len(y) > 1:
        return float(y[0])
    if len(y) < 2 or not (np.diff(t) > 0.0).all():
        raise ModelError(f"the input {name!r} has one value at each of two or more times, which increase")
    _check_span(name, (float(t[0]), float(t[-1])), span, True)
    return spline(t, y, degree=1)(time)


def bridged(name: str, times: Vector, values: Any) -> tuple[str, ...]:
    """A note where samples of an input are missing, which is a straight line there."""
    array = np.asarray(values)
    if array.shape != times.shape or array.dtype.kind != "f" or np.isfinite(array).all():
        return ()
    is_there = np.isfinite(array)
    longest = float(np.diff(times[is_there]).max(initial=0.0))
    return (
        f"the input {name!r} has no value at {int((~is_there).sum())} of {len(times)} samples, and is a straight "
        f"line there, for up to {longest:.3g} s",
    )


def _check_span(name: str, domain: tuple[float, float], span: tuple[float, float], ends: bool) -> None:
    slack = 1e-9 * max(abs(span[1] - span[0]), abs(span[0]), abs(span[1]))
    if ends and (domain[0] > span[0] + slack or domain[1] < span[1] - slack):
        raise ModelError(
            f"the input {name!r} is known from {domain[0]:g} to {domain[1]:g} s, and the run goes from "
            f"{span[0]:g} to {span[1]:g} s; a run begins at the t of its start, State(t=…)"
        )


def with_known_inputs(dynamics: Dynamics, laws: Mapping[str, Scalar]) -> Dynamics:
    """The same dynamics with inputs by these laws, and inputs `<name> offset` that are added to them."""
    if not laws:
        return dynamics
    solution = dynamics.solution
    if solution.law is not None:
        raise ModelError(
            f"the input {next(iter(laws))!r} is known from measurements, but inputs follow from goals here: leave "
            "the goals out of the model that is fitted, or leave the input out of the data"
        )
    equations = driven(solution.equations, laws)
    solver = equations.solver if solution.solver is solution.equations.solver else solution.solver
    return Dynamics.of(Solution(equations, solver, solution.left_out, solution.stabilization), dynamics.engine)
