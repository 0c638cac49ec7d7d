"""IPOPT, as it comes with CasADi."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

import numpy as np

from dalembert.arrays import Vector
from dalembert.errors import ModelError
from dalembert.files.casadi_functions import casadi_package
from dalembert.integrators.native_calls import Progress
from dalembert.number_checks import checked_number, is_count, told
from dalembert.optimal_control.sparse_problem import Answer, Problem

_WORDS = {
    "Solve_Succeeded": "the least cost was found",
    "Solved_To_Acceptable_Level": "the least cost was found, less precisely than asked",
    "Infeasible_Problem_Detected": "the conditions contradict each other, at least near the guess",
    "Restoration_Failed": "no motion that meets the conditions was found from this guess",
    "Maximum_Iterations_Exceeded": "the limit of iterations was reached",
    "Maximum_CpuTime_Exceeded": "the limit of time was reached",
    "Invalid_Number_Detected": "a function is not a number where the search went",
    "Error_In_Step_Computation": "no step could be computed: the cost or a condition may have a kink (abs, min, "
    "max, where), or conditions may depend on each other",
    "Diverging_Iterates": "the unknowns grow without bound: something is not bounded by the problem",
    "Search_Direction_Becomes_Too_Small": "the search could not go on: conditions may depend on each other",
    "Not_Enough_Degrees_Of_Freedom": "there are more conditions than unknowns",
    "User_Requested_Stop": "stopped by Ctrl-C, the best so far is kept",
}

_CONVERGED = ("Solve_Succeeded", "Solved_To_Acceptable_Level", "Feasible_Point_Found")


@dataclass(frozen=True)
class Ipopt:
    """The interior-point method IPOPT (Wächter, Biegler 2006), from CasADi's wheel: `pip install casadi`.

    Parameters
    ----------
    tolerance : float, optional
        Error of the optimality conditions, scaled, that is accepted; default 1e-8.
    iterations : int, optional
        Most iterations; default 3000.
    options : dict, optional
        Options of IPOPT by name, such as `{"mu_strategy": "adaptive"}`; default none.

    Examples
    --------
    >>> import dalembert as da
    >>> da.trajectories.Ipopt(tolerance=1e-10).iterations
    3000
    """

    tolerance: float = 1e-8
    iterations: int = 3000
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if checked_number(self.tolerance, "the tolerance of Ipopt") <= 0.0:
            raise ModelError(f"the tolerance of Ipopt is positive, not {told(self.tolerance)}")
        if not is_count(self.iterations, 1):
            raise ModelError(f"the iterations of Ipopt are a count from 1, not {told(self.iterations)}")

    def solve(self, problem: Problem, progress: Progress | None = None) -> Answer:
        """The least cost near the start of the problem."""
        ca, derivatives = casadi_package(), problem.derivatives
        multipliers = problem.multipliers
        with _interruptions() as interrupted:
            raised: list[BaseException] = []
            watch = _watch(ca, problem.n, len(problem.row_bounds[0]), interrupted, progress, raised)
            options = {
                **{"ipopt.print_level": 0, "print_time": False, "ipopt.sb": "yes"},
                **{"ipopt.tol": self.tolerance, "ipopt.max_iter": self.iterations},
                # by default it accepts any slope of the Lagrangian once multipliers are large
                "ipopt.acceptable_dual_inf_tol": 1.0,
                **{"grad_f": derivatives.gradient, "jac_g": derivatives.jacobian, "hess_lag": derivatives.hessian},
                **{"iteration_callback": watch, "show_eval_warnings": False, "calc_lam_p": False},
                **({} if multipliers is None else _WARM),
                **{f"ipopt.{name}": value for name, value in self.options.items()},
            }
            plain = {"x": derivatives.unknowns, "f": derivatives.cost, "g": derivatives.rows}
            try:
                solver = ca.nlpsol("trajectory", "ipopt", plain, options)
            except RuntimeError as error:
                raise ModelError(f"IPOPT does not take its options: {_last_line(error)}") from error
            (lbx, ubx), (lbg, ubg) = problem.bounds, problem.row_bounds
            given = {"x0": problem.start, "lbx": lbx, "ubx": ubx, "lbg": lbg, "ubg": ubg}
            if multipliers is not None:
                given |= {"lam_x0": multipliers[0], "lam_g0": multipliers[1]}
            found = solver(**given)
        if raised:
            raise raised[0]
        return _answer(found, solver.stats())


_WARM = {
    **{"ipopt.warm_start_init_point": "yes", "ipopt.mu_init": 1e-6},
    **{"ipopt.warm_start_bound_push": 1e-8, "ipopt.warm_start_mult_bound_push": 1e-8},
}


def _answer(found: Mapping[str, Any], stats: Mapping[str, Any]) -> Answer:
    status = stats["return_status"]
    iterations = stats.get("iterations", {})
    names = {"cost": "obj", "missed": "inf_pr", "optimality": "inf_du"}
    return Answer(
        w=_column(found["x"]),
        row_multipliers=_column(found["lam_g"]),
        bound_multipliers=_column(found["lam_x"]),
        converged=status in _CONVERGED,
        message=_WORDS.get(status, status.replace("_", " ").lower()),
        iterations=int(stats["iter_count"]),
        history={name: np.array(iterations.get(key, ()), dtype=float) for name, key in names.items()},
        was_stopped=status == "User_Requested_Stop",
    )


def _column(values: Any) -> Vector:
    return np.array(values, dtype=float).ravel()


def _last_line(error: Exception) -> str:
    return str(error).strip().splitlines()[-1]


def _watch(
    ca: Any,
    n: int,
    m: int,
    interrupted: threading.Event,
    progress: Progress | None,
    raised: list[BaseException],
) -> Any:
    """Looks between iterations, not within them, whether somebody wants to stop or `progress` raised."""

    class Watch(ca.Callback):  # type: ignore[misc]
        def __init__(self) -> None:
            ca.Callback.__init__(self)
            self.asked = 0
            self.construct("watch", {})

        def get_n_in(self) -> int:
            return int(ca.nlpsol_n_out())

        def get_n_out(self) -> int:
            return 1

        def get_sparsity_in(self, i: int) -> Any:
            sizes = {"f": 1, "x": n, "lam_x": n, "g": m, "lam_g": m}
            return ca.Sparsity.dense(sizes.get(ca.nlpsol_out(i), 0), 1)

        def eval(self, _: Any) -> Any:
            self.asked += 1
            if progress is not None:
                # nobody knows how many iterations it takes: half of what is left with each forty
                try:
                    progress(1.0 - 0.5 ** (self.asked / 40))
                except KeyboardInterrupt:
                    interrupted.set()
                except Exception as error:
                    # CasADi would print it and go on
                    raised.append(error)
            return [float(interrupted.is_set() or bool(raised))]

    return Watch()


@contextmanager
def _interruptions() -> Iterator[threading.Event]:
    """Ctrl-C as an event in the main thread; elsewhere nobody can press it."""
    interrupted = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield interrupted
        return

    def note(_: int, __: FrameType | None) -> None:
        interrupted.set()

    before = signal.signal(signal.SIGINT, note)
    try:
        yield interrupted
    finally:
        signal.signal(signal.SIGINT, before)
