"""Model predictive control: a trajectory over a horizon, found anew at every sample."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from dalembert.arrays import Vector
from dalembert.config import Config
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.errors import ModelError, SolverError
from dalembert.name_checks import checked_names
from dalembert.number_checks import checked_number, told
from dalembert.optimal_control.conditions import Conditions
from dalembert.optimal_control.costs import Cost
from dalembert.optimal_control.ipopt import Ipopt
from dalembert.optimal_control.sparse_problem import Answer, Problem, ProblemSolver
from dalembert.optimal_control.trajectory import task_of
from dalembert.optimal_control.trajectory_unknowns import Points
from dalembert.optimal_control.transcribe import Transcribed, transcribed
from dalembert.optimal_control.transcriptions import MultipleShooting
from dalembert.runs.events import SampledController
from dalembert.state import State, Values, as_state

_log = logging.getLogger(__name__)


def mpc(
    subject: Subject,
    minimize: Cost,
    *,
    horizon: float,
    period: float,
    end: Conditions | State | None = None,
    bounds: Conditions | None = None,
    parameters: Mapping[str, float] | None = None,
    steps: int = 1,
    solver: ProblemSolver | None = None,
    config: Config | None = None,
) -> PredictiveController:
    """Controller that finds the best trajectory over a horizon at every sample, and applies its first inputs.

    Inputs are held over each period, and the problem knows it. A search begins with the trajectory before. Where
    there is none that meets the conditions, inputs of the last one go on, and `failures` counts it. Parameters
    that `parameters` does not fix are those of the state, so of the run that is controlled.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System that is predicted, which need not be the one that is controlled.
    minimize : expression or list of terms
        Cost over the horizon, as of `da.trajectory`.
    horizon : float
        Time ahead in seconds that is looked at; a multiple of the period.
    period : float
        Time between samples in seconds.
    end : dict of ranges, or State, optional
        Conditions at the end of the horizon; default none.
    bounds : dict of ranges, optional
        Ranges along the horizon; default none.
    parameters : dict, optional
        Values that open parameters have in the prediction, numbers, whatever the run has; default those of the
        state.
    steps : int, optional
        Steps of the Runge–Kutta method in each period; default 1.
    solver : ProblemSolver, optional
        Method for sparse problems; default `da.trajectories.Ipopt(tolerance=1e-6)`.
    config : Config, optional
        Cache of compiled code, threads and tier; default from the environment.

    Returns
    -------
    PredictiveController
        Law of a state, and a controller for `simulate` and steppers.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.Prismatic("x", da.ground, da.particle("block", mass=1.0), axis="x")
    >>> model = da.Model(block, da.Motor("push", "x"))
    >>> cost = da.coordinate("x") ** 2 + 0.01 * da.Input("push") ** 2
    >>> law = da.mpc(model, cost, horizon=1.0, period=0.1, bounds={"push": (-2.0, 2.0)})
    >>> motion = da.simulate(model, {"x": 1.0}, until=4.0, controller=law.controller)
    >>> print(f"{abs(motion['x'][-1]):.2f} m left, pushed with up to {abs(motion['push']).max():.3f} N")
    0.00 m left, pushed with up to 2.000 N
    """
    checked_number(period, "the period of mpc", is_positive=True)
    checked_number(horizon, "the horizon of mpc", is_positive=True)
    if parameters is not None and not isinstance(parameters, Mapping):
        raise ModelError(f"parameters are given by names, such as {{'m': 1.0}}, not {told(parameters)}")
    for name, x in (parameters or {}).items():
        checked_number(x, f"the parameter {name!r} of mpc, which finds inputs alone,")
    if minimize is None:
        raise ModelError("a predictive controller minimizes something, such as da.coordinate('x') ** 2, not None")
    dynamics = as_dynamics(subject, config=config)
    fixed = dict(parameters or {})
    # what is not fixed is an unknown whose bounds are the value that the state has
    open_ones = {name: (x, x) for name, x in dynamics.equations.parameters.items() if name not in fixed}
    intervals = round(horizon / period)
    if intervals < 1 or abs(intervals * period - horizon) > 1e-9 * horizon:
        raise ModelError(f"the horizon, {horizon:g} s, is a multiple of the period, {period:g} s")
    task = task_of(
        dynamics,
        end=end,
        duration=float(horizon),
        minimize=minimize,
        bounds=bounds,
        parameters={**fixed, **open_ones},
        intervals=intervals,
        method=MultipleShooting(steps),
        config=config,
    )
    problem = transcribed(task, [np.linspace(0.0, 1.0, intervals + 1)])
    used = Ipopt(tolerance=1e-6) if solver is None else solver
    return PredictiveController(period, problem, used, parameters={name: task.values[name] for name in fixed})


@dataclass(eq=False, repr=False)
class PredictiveController:
    """A law that looks ahead: `law(state)` gives inputs by name, `law.controller` stands in a simulation.

    Attributes
    ----------
    period : float
        Time between samples in s.
    transcribed : Transcribed
        Problem over the horizon, which is solved anew at each sample.
    solver : ProblemSolver
        Method for sparse problems.
    failures : int
        How often there was no trajectory that meets the conditions.
    iterations : list of int
        Iterations of the solver at each sample.
    parameters : dict of float
        Values of the parameters of the prediction.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.Prismatic("x", da.ground, da.particle("block", mass=1.0), axis="x")
    >>> model = da.Model(block, da.Motor("push", "x"))
    >>> law = da.mpc(model, da.coordinate("x") ** 2, horizon=1.0, period=0.1, bounds={"push": (-2.0, 2.0)})
    >>> print(f"{law(model.state(q={'x': 1.0}))['push']:.3f} N")
    -2.000 N
    """

    period: float
    transcribed: Transcribed
    solver: ProblemSolver
    failures: int = 0
    """How often there was no trajectory that meets the conditions."""

    iterations: list[int] = field(default_factory=list)
    """Iterations of the solver at each sample."""

    parameters: Mapping[str, float] = field(default_factory=dict)
    """Values of the parameters that the prediction fixes."""

    _last: Answer | None = None
    _since: int = 0
    _is_in_run: bool = False

    @property
    def controller(self) -> SampledController:
        """The law as a controller of one run, which begins without a trajectory before.

        The run may have other values of the parameters that the prediction fixes.
        """
        fresh = replace(self, failures=0, iterations=[], _last=None, _since=0, _is_in_run=True)
        return SampledController(self.period, fresh)

    def __call__(self, state: State | Values) -> dict[str, float]:
        (points,) = self.transcribed.points
        state = as_state(state)
        self._check_parameters(state)
        answer = self.solver.solve(self._problem(state))
        self.iterations.append(answer.iterations)
        missed = float(self.transcribed.problem.violation(answer.w).max(initial=0.0))
        if answer.converged or missed < 1e-6:
            self._last, self._since = answer, 0
        else:
            self.failures += 1
            self._since += 1
            _log.warning("no trajectory from t = %g: %s", state.t, answer.message)
            if self._last is None or self._since >= points.tau.shape[1] - 1:
                raise SolverError(f"there is no trajectory from t = {state.t:g}: {answer.message}")
        values = self._last.w[points.tau[:, self._since]] if self._last is not None else np.zeros(0)
        return dict(zip(points.system.inputs, map(float, values), strict=True))

    def predicted(self) -> dict[str, Vector]:
        """States over the horizon of the last trajectory by name, and its times as `t`."""
        if self._last is None:
            raise ModelError("nothing was predicted yet")
        (points,) = self.transcribed.points
        w = self._last.w
        times = w[points.t0] + w[points.duration] * points.fractions
        return {"t": times, **dict(zip(points.system.states, w[points.x], strict=True))}

    def _problem(self, state: State) -> Problem:
        """The problem that begins in a state, with the trajectory before as a guess, one period later."""
        (points,), problem = self.transcribed.points, self.transcribed.problem
        first = points.x[:, 0]
        x = self._numbers(state)
        lower, upper = problem.bounds[0].copy(), problem.bounds[1].copy()
        held = ~np.isin(first, [k for _, k, _ in self.transcribed.dropped])
        lower[first[held]] = upper[first[held]] = x[held]
        lower[points.t0] = upper[points.t0] = state.t
        lower[self.transcribed.free] = upper[self.transcribed.free] = self._open_parameters(points, state)
        start, multipliers = self._guess(points, x)
        start = np.clip(start, np.minimum(lower, upper), upper)
        return replace(problem, bounds=(lower, upper), start=start, multipliers=multipliers)

    def _numbers(self, state: State) -> Vector:
        """Values of the variables of the prediction; those that a state does not have are default ones."""
        eom = self.transcribed.points[0].system.solution.equations
        kinds = {"q": eom.coordinates, "u": eom.speeds, "z": eom.states}
        if any(name not in getattr(state, kind) for kind, names in kinds.items() for name in names):
            state = eom.state(q=state.q, u=state.u, z=state.z)
        return np.array([getattr(state, kind)[name] for kind, names in kinds.items() for name in names])

    def _open_parameters(self, points: Points, state: State) -> Vector:
        """Values that a state has of the parameters that are not fixed, or their default ones."""
        defaults = points.system.solution.equations.parameters
        values = {**defaults, **self.parameters}
        values |= {name: state.p.get(name, x) for name, x in defaults.items() if name not in self.parameters}
        points.system.solution.equations.outputs.check_parameters(values)
        return np.array([values[name] for name in defaults if name not in self.parameters])

    def _check_parameters(self, state: State) -> None:
        """Refuse parameters unlike those that are fixed, unless they are of the system that is controlled."""
        values = self.parameters
        if not self._is_in_run:
            (points,) = self.transcribed.points
            checked_names(state.p, points.system.solution.equations.parameters, "parameter")
        for name, x in () if self._is_in_run else state.p.items():
            if values.get(name, x) != x:
                raise ModelError(
                    f"the parameter {name!r} is {x:g} in this state and {values[name]:g} in the prediction: leave "
                    f"it out, or make the law for it, da.mpc(…, parameters={{{name!r}: {x:g}}})"
                )

    def _guess(self, points: Points, x: Vector) -> tuple[Vector, tuple[Vector, Vector] | None]:
        start = self.transcribed.problem.start.copy()
        if self._last is None:
            start[points.x] = x[:, None]
            return start, None
        start = self._last.w.copy()
        for numbers in (points.x, points.tau[:, :-1], points.slack):
            if numbers.size:
                start[numbers[:, :-1]] = self._last.w[numbers[:, 1:]]
        return start, None
