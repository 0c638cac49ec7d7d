"""Models as environments of Gymnasium, in which agents learn to act."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from dalembert.arrays import Vector
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.equations.outputs import NamedOutputs
from dalembert.errors import ModelError, SolverError
from dalembert.expr.node import Scalar
from dalembert.integrators.fixed_step_methods import RK4
from dalembert.integrators.method import Method
from dalembert.name_checks import checked_names, closest
from dalembert.number_checks import checked_number, is_number, told
from dalembert.runs.stepper import Stepper, stepper
from dalembert.state import State, Values, as_state

Start = State | Values | Callable[[np.random.Generator], State | Values] | None


def gym_environment(
    subject: Subject,
    *,
    step: float,
    limits: float | Mapping[str, float | tuple[float, float]],
    reward: Scalar,
    start: Start = None,
    observations: Sequence[str] | Mapping[str, Scalar] | None = None,
    failure: Scalar | None = None,
    until: float = 10.0,
    method: Method | type[RK4] | None = None,
) -> Any:
    """Environment of Gymnasium: a stepper with inputs as actions, signals as observations, and a reward.

    An episode is terminated where `failure` is positive, or where the motion cannot go on, and truncated at
    `until`. Actions beyond their limits are cut to them.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System with inputs.
    step : float
        Time in seconds for which each action is held.
    limits : float, or dict of float or pairs
        Bounds of the inputs in N or N m: ±limit for all, or ±limit or (low, high) by name.
    reward : expression
        Expression of measures and inputs after a step, such as `-da.coordinate("cart") ** 2`.
    start : State, dict of coordinates, or function of a random generator, optional
        Where episodes begin; a function gives each its own. The start of the model unless given.
    observations : list of names, or dict of expressions, optional
        Signals or expressions that are observed, in this order; all states unless given.
    failure : expression, optional
        What ends an episode where it is positive.
    until : float, optional
        Length of an episode in seconds; default 10.
    method : Method, optional
        Method of integration as `da.stepper` takes it; default `da.methods.RK4(step)`.

    Returns
    -------
    gymnasium.Env
        The environment; its `state` is the state by name, and `reset(options={"start": …})` begins elsewhere.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=2.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), da.Motor("motor", "hinge"))
    >>> swing = da.control.gym_environment(pendulum, step=0.02, limits=5.0, reward=-da.coordinate("hinge") ** 2)
    >>> swing.action_space.shape, swing.observation_space.shape
    ((1,), (2,))
    """
    gym = _gymnasium()
    dynamics = as_dynamics(subject, lanes=1)
    eom, inputs = dynamics.equations, dynamics.equations.inputs
    if not inputs:
        raise ModelError("nothing can act on a model without inputs; give it a da.Motor")
    low, high = _bounds(limits, inputs)
    names, signals = _observed(
        dynamics.solution.signals, observations, (*eom.coordinates, *eom.speeds, *eom.states)
    )
    ends = 0.0 if failure is None else failure
    outputs: dict[str, Scalar] = {"reward": reward, "failure": ends, **{f"y{k}": y for k, y in enumerate(signals)}}
    for name in ("reward", "failure"):
        if np.ndim(np.asarray(outputs[name], dtype=object)):
            raise ModelError(f"the {name} of an environment is one number, not an array")
    checked_number(until, "the length of an episode", is_positive=True)
    course = _Course(subject, float(step), method, start, outputs)

    return _environment(gym, course, names, inputs, (low, high), until)


def _environment(
    gym: Any,
    course: _Course,
    names: Sequence[str],
    inputs: Sequence[str],
    bounds: tuple[Vector, Vector],
    until: float,
) -> Any:
    """The environment, of a class that only those have who have the package."""
    low, high = bounds

    class Environment(gym.Env):  # type: ignore[misc]
        """A model as an environment."""

        def __init__(self) -> None:
            self.metadata: dict[str, Any] = {"render_modes": []}
            self.action_space = gym.spaces.Box(low, high, dtype=np.float64)
            self.observation_space = gym.spaces.Box(-np.inf, np.inf, (len(names),), np.float64)
            self.observations = names
            self._end = np.inf

        @property
        def state(self) -> State:
            return course.state

        def reset(
            self, *, seed: int | None = None, options: dict[str, Any] | None = None
        ) -> tuple[Vector, dict[str, Any]]:
            super().reset(seed=seed)
            checked_names(options or {}, ["start"], "option")
            course.reset(self.np_random, (options or {}).get("start"))
            self._end = course.t + until * (1.0 - 1e-9)
            return course.observed.copy(), {}

        def step(self, action: Any) -> tuple[Vector, float, bool, bool, dict[str, Any]]:
            try:
                given = np.asarray(action, dtype=float)
            except (TypeError, ValueError):
                given = np.empty(0)
            if given.shape != low.shape or not np.isfinite(given).all():
                raise ModelError(
                    f"an action is {len(low)} finite numbers, for {', '.join(inputs)}, not {told(action)}"
                )
            reason = course.step(np.clip(given, low, high))
            is_over = bool(reason) or course.failure > 0.0
            info = {"reason": reason} if reason else {}
            return course.observed.copy(), course.reward, is_over, course.t >= self._end, info

    return Environment()


def _gymnasium() -> Any:
    try:
        import gymnasium
    except ImportError:
        raise ModelError("environments need their package: pip install 'dalembert[gym]'") from None
    return gymnasium


def _bounds(limits: Any, inputs: Sequence[str]) -> tuple[Vector, Vector]:
    """Lowest and highest inputs."""
    by_name = dict(limits) if isinstance(limits, Mapping) else dict.fromkeys(inputs, limits)
    checked_names(by_name, inputs, "input")
    if missing := [name for name in inputs if name not in by_name]:
        raise ModelError(f"the input {missing[0]!r} has no limit; agents act within limits")
    pairs = {name: (-x, x) if is_number(x) else x for name, x in by_name.items()}
    for name, pair in pairs.items():
        is_pair = isinstance(pair, tuple | list) and len(pair) == 2 and all(map(is_number, pair))
        if not is_pair or not -np.inf < pair[0] < pair[1] < np.inf:
            raise ModelError(
                f"the limit of {name!r} is a positive number or a pair (low, high), not {told(by_name[name])}"
            )
    low, high = np.array([pairs[name] for name in inputs], dtype=float).T
    return low, high


def _observed(
    signals: NamedOutputs, chosen: Sequence[str] | Mapping[str, Scalar] | None, states: Sequence[str]
) -> tuple[list[str], list[Scalar]]:
    """Names and expressions of observations."""
    if isinstance(chosen, Mapping):
        found = dict(chosen)
    else:
        names = states if chosen is None else chosen
        if isinstance(names, str):
            raise ModelError(f"observations are a list of names, such as [{names!r}]")
        for name in names:
            if name not in signals:
                raise ModelError(f"there is no signal {name!r} to observe; {closest(name, signals)}")
        found = {name: signals[name] for name in names}
    if not found:
        raise ModelError("an agent observes at least one number")
    for name, y in found.items():
        if np.ndim(np.asarray(y, dtype=object)):
            raise ModelError(f"the observation {name!r} is an array; name its entries one by one")
    return list(found), list(found.values())


class _Course:
    """A stepper, and what is told of where it is."""

    def __init__(
        self, subject: Subject, step: float, method: Any, start: Start, outputs: Mapping[str, Scalar]
    ) -> None:
        self._dynamics, self._start = as_dynamics(subject, lanes=1), start
        self._outputs = dict(outputs)
        self._stepper: Stepper = stepper(
            self._dynamics, self._begin(np.random.default_rng(0), None), step=step, method=method
        )
        self._know(self._stepper.state)

    def _begin(self, generator: np.random.Generator, given: Any) -> State:
        begin = self._start if given is None else given
        return as_state(begin(generator) if callable(begin) else begin)

    def _know(self, state: State) -> None:
        """Take the parameters of a start, and look."""
        self._ask = self._dynamics.prepared(self._outputs, state.p)
        self._look(self._dynamics.arguments(state)["tau"])

    @property
    def t(self) -> float:
        """The time."""
        return self._stepper.t

    @property
    def state(self) -> State:
        """Where it is by name."""
        state: State = self._stepper.state
        return state

    def reset(self, generator: np.random.Generator, given: Any) -> None:
        """Begin anew."""
        self._stepper.reset(self._begin(generator, given))
        self._know(self._stepper.state)

    def step(self, tau: Vector) -> str:
        """Go on by one step; why that was not possible, if it was not."""
        try:
            self._stepper.step(tau)
        except SolverError as error:
            return str(error)
        finally:
            self._look(tau)
        return ""

    def _look(self, tau: Vector) -> None:
        eom, x = self._dynamics.equations, self._stepper.x
        nq, nu = len(eom.coordinates), len(eom.speeds)
        found = self._ask(self.t, x[:nq], x[nq : nq + nu], x[nq + nu :], tau)
        self.reward, self.failure = float(found["reward"]), float(found["failure"])
        self.observed = np.array([found[name] for name in self._outputs if name not in ("reward", "failure")])
