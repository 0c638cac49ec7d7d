"""Power series of the motion as a method."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, log
from typing import Any

import numpy as np

from dalembert.errors import ExpressionError, SolverError
from dalembert.expr.calculus import dependent
from dalembert.expr.node import traverse
from dalembert.expr.rewrite import substitute
from dalembert.expr.series import check_smooth, time_series
from dalembert.expr.symbol_nodes import time
from dalembert.integrators.adaptive_methods import Adaptive
from dalembert.integrators.method import FINEST, OURS, right_hand_side
from dalembert.integrators.method_programs import MethodProgram, MethodPrograms, System
from dalembert.integrators.problem import Problem
from dalembert.integrators.step_control import AdaptiveSteps
from dalembert.integrators.taylor import SeriesSteps
from dalembert.integrators.time_loop import Scheme
from dalembert.number_checks import told

_HIGHEST = 40
"""Order of a series whose terms are still numbers at the ends of long steps."""


@dataclass(frozen=True)
class Taylor(Adaptive):
    """Power series of the motion, of an order that `rtol` asks for, with steps after their last terms.

    For many digits of smooth motions: rates that bend, jump or call routines are refused. Events, and states
    between steps, are those of the series (Jorba, Zou 2005).

    Parameters
    ----------
    rtol : float, optional
        Relative tolerance of the error of a step, by which the order is chosen; default 1e-12.
    atol : float, optional
        Absolute tolerance of the error of a step, in units of the states; default 1e-14.
    first_step : float, optional
        First step tried, in s; default found from the rates.
    largest_step : float, optional
        Longest step, in s; default any.
    order : int, optional
        Order of the series, from 4 to 40; default that at which steps for the tolerance cost least.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.particle("block", mass=1.0)
    >>> slide = da.Prismatic("x", da.ground, block, axis="x")
    >>> model = da.Model(slide, da.JointSpring("spring", "x", 4.0))
    >>> motion = da.simulate(model, {"x": 1.0}, until=1.0, method=da.methods.Taylor(rtol=1e-14))
    >>> print(f"{motion['x'][-1]:.12f}, cos 2 = {da.cos(2.0):.12f}")
    -0.416146836547, cos 2 = -0.416146836547
    """

    rtol: float = 1e-12
    atol: float = 1e-14
    order: int | None = None

    edition = OURS
    set_at_run_time = frozenset({"rtol", "atol", "first_step", "largest_step", "order"})

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.order is not None and (type(self.order) is not int or not 4 <= self.order <= _HIGHEST):
            raise SolverError(f"Taylor: the order is a whole number from 4 to {_HIGHEST}, not {told(self.order)}")

    @property
    def order_of_series(self) -> int:
        """The order that is given, or that at which steps for the tolerance cost least."""
        if self.order is not None:
            return self.order
        return max(4, ceil(1.0 - 0.5 * log(max(self.rtol, FINEST / 10.0))))

    @property
    def kind(self) -> tuple[Any, ...]:
        return (type(self), f"order={self.order_of_series}")

    def texts(self, system: System) -> MethodPrograms:
        first = system.solved()
        series = _series_of(first, self.order_of_series)
        return right_hand_side(first, {"series": MethodProgram(series)})

    def scheme(self, problem: Problem) -> Scheme:
        problem.check_programs(("series",), "Taylor")
        order = self.order_of_series
        return Scheme(
            f"Taylor_{order}",
            2,
            1,
            lambda w: SeriesSteps(w, order),
            lambda w: AdaptiveSteps(w, order - 2),
            programs=("series",),
            sizes=((order - 1) * problem.n,),
        )


def _series_of(first: Any, order: int) -> list[Any]:
    """Coefficients from the second order on, of all states, one order after the other."""
    # where F is lost, the slope is no number: a series need not look
    settled = dict.fromkeys(first.watch, 0.0)
    rate = list(substitute(np.array(first.rate, dtype=object), settled)) if settled else list(first.rate)
    for name, of_state in zip(first.names, rate, strict=True):
        try:
            check_smooth([of_state], dependent(traverse([of_state]), [*first.x, time]))
        except ExpressionError as error:
            raise SolverError(
                f"Taylor: the rate of {name!r} contains {error}; take another method, such as "
                "da.methods.DOP853(rtol=1e-12, atol=1e-12)"
            ) from None
    return [x for coefficients in time_series(first.x, rate, order)[1:] for x in coefficients]
