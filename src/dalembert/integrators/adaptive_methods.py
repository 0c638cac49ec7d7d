"""Methods with steps after their estimates of the error."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

from dalembert.errors import SolverError
from dalembert.integrators.dop853_tableau import DOP853_TABLEAU
from dalembert.integrators.explicit import ExplicitSteps
from dalembert.integrators.method import FINEST, OURS, Method, right_hand_side, tangent
from dalembert.integrators.method_programs import MethodPrograms, System
from dalembert.integrators.problem import Problem
from dalembert.integrators.step_control import AdaptiveSteps
from dalembert.integrators.tableaux import DORMAND_PRINCE, Tableau
from dalembert.integrators.time_loop import Scheme
from dalembert.number_checks import checked_number, is_number, told

_LEAST_ATOL = 1e-100
"""What zero means: no less is tolerated of a state that stays zero."""


@dataclass(frozen=True)
class Adaptive(Method):
    """A method that chooses its steps by an estimate of their errors."""

    rtol: float = 1e-8
    atol: float = 1e-10
    first_step: float | None = None
    largest_step: float = inf

    is_adaptive = True
    set_at_run_time = frozenset({"rtol", "atol", "first_step", "largest_step"})
    tableau = DORMAND_PRINCE

    def __post_init__(self) -> None:
        name = type(self).__name__
        are_numbers = is_number(self.rtol) and is_number(self.atol)
        if not are_numbers or not (0.0 <= self.rtol < 1.0 and self.atol >= 0.0 and self.rtol + self.atol > 0.0):
            raise SolverError(
                f"{name}: tolerances are positive numbers, not rtol={told(self.rtol)}, atol={told(self.atol)}"
            )
        if self.first_step is not None:
            checked_number(self.first_step, f"{name}: the first step", SolverError, is_positive=True)
        if not (isinstance(self.largest_step, float) and self.largest_step == inf):
            checked_number(self.largest_step, f"{name}: the largest step", SolverError, is_positive=True)

    @property
    def wanted_accuracy(self) -> float:
        return max(self.rtol, FINEST)

    def tolerated(self, sizes: Any) -> Any:
        return self.rtol * sizes + self.atol

    @property
    def settings(self) -> tuple[float, ...]:
        atol = max(float(self.atol), _LEAST_ATOL)
        return float(self.rtol), atol, float(self.first_step or 0.0), float(self.largest_step)

    def scheme(self, problem: Problem) -> Scheme:
        T = self.tableau
        return Scheme(
            type(self).__name__,
            T.n_slopes,
            T.end,
            lambda w: ExplicitSteps(w, T),
            lambda w: AdaptiveSteps(w, T.error_order, T.share),
        )


class Radau(Adaptive):
    """Radau IIA with three stages, for stiff systems, with steps after its error estimate; order 5.

    The stages are solved by Newton's method with exact derivatives, which are kept as long as it converges fast.
    Its interpolant has order 3.

    Parameters
    ----------
    rtol : float, optional
        Relative tolerance of the error of a step; default 1e-8.
    atol : float, optional
        Absolute tolerance of the error of a step, in units of the states; default 1e-10.
    first_step : float, optional
        First step tried, in s; default found from the rates.
    largest_step : float, optional
        Longest step, in s; default any.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.particle("block", mass=1.0)
    >>> slide = da.Prismatic("x", da.ground, block, axis="x")
    >>> stiff = da.Model(slide, da.JointSpring("spring", "x", 1.0), da.JointDamper("damper", "x", 1e4))
    >>> motion = da.simulate(stiff, {"x": 1.0}, until=100.0, method=da.methods.Radau(rtol=1e-8))
    >>> print(f"{motion['x'][-1]:.6f} m")
    0.990050 m
    """

    edition = OURS

    def texts(self, system: System) -> MethodPrograms:
        first = system.solved()
        return right_hand_side(first, {"tangent": tangent(first)})

    def scheme(self, problem: Problem) -> Scheme:
        from dalembert.integrators.radau import RadauSteps, radau_sizes
        from dalembert.integrators.shifted_systems import shifted_procedures
        from dalembert.integrators.stiff_control import StiffSteps

        problem.check_programs(("tangent",), "Radau")
        sizes = radau_sizes(problem.n, problem.n_positions)
        needs = ("tangent",), sizes, shifted_procedures()
        return Scheme("Radau", 5, 4, RadauSteps, StiffSteps, True, *needs)


class DormandPrince(Adaptive):
    """The pair of order 5(4) with steps after its error estimate; its interpolant has order 4.

    Parameters
    ----------
    rtol : float, optional
        Relative tolerance of the error of a step; default 1e-8.
    atol : float, optional
        Absolute tolerance of the error of a step, in units of the states; default 1e-10.
    first_step : float, optional
        First step tried, in s; default found from the rates.
    largest_step : float, optional
        Longest step, in s; default any.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.particle("block", mass=1.0)
    >>> slide = da.Prismatic("x", da.ground, block, axis="x")
    >>> model = da.Model(slide, da.JointSpring("spring", "x", 4.0))
    >>> motion = da.simulate(model, {"x": 1.0}, until=1.0, method=da.methods.DormandPrince(rtol=1e-9))
    >>> print(f"{motion['x'][-1]:.6f}, cos 2 = {da.cos(2.0):.6f}")
    -0.416147, cos 2 = -0.416147
    """

    edition = OURS
    tableau = DORMAND_PRINCE

    @property
    def explicit_tableau(self) -> Tableau:
        return self.tableau


class DOP853(Adaptive):
    """The method of order 8(5,3) with steps after its error estimate; its interpolant has order 7.

    Parameters
    ----------
    rtol : float, optional
        Relative tolerance of the error of a step; default 1e-8.
    atol : float, optional
        Absolute tolerance of the error of a step, in units of the states; default 1e-10.
    first_step : float, optional
        First step tried, in s; default found from the rates.
    largest_step : float, optional
        Longest step, in s; default any.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.particle("block", mass=1.0)
    >>> slide = da.Prismatic("x", da.ground, block, axis="x")
    >>> model = da.Model(slide, da.JointSpring("spring", "x", 4.0))
    >>> motion = da.simulate(model, {"x": 1.0}, until=1.0, method=da.methods.DOP853(rtol=1e-12, atol=1e-12))
    >>> print(f"{motion['x'][-1]:.9f}, cos 2 = {da.cos(2.0):.9f}")
    -0.416146837, cos 2 = -0.416146837
    """

    edition = OURS
    tableau = DOP853_TABLEAU

    @property
    def explicit_tableau(self) -> Tableau:
        return self.tableau
