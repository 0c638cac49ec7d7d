"""Steppers: a model that goes on step by step, with inputs given at each; for control, learning and games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Vector
from dalembert.config import Config
from dalembert.configuration.contact_overlaps import has_contacts, without_contacts
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.errors import ModelError, SolverError
from dalembert.integrators.constrained_methods import MoreauJean
from dalembert.integrators.fixed_step_methods import RK4
from dalembert.integrators.integration_methods import as_method
from dalembert.integrators.method import Method
from dalembert.integrators.status import Status
from dalembert.name_checks import checked_names
from dalembert.number_checks import checked_number, is_count, told
from dalembert.rows import Stabilization
from dalembert.runs.course import Departure
from dalembert.runs.driver import departed
from dalembert.runs.preparation import preparation
from dalembert.state import State, States, Values, as_state

_MOST_COPIES = 10**7
"""Side by side: more than memory has room for, with all that belongs to them."""


def stepper(
    subject: Subject,
    start: State | Values | Sequence[State | Values] | None = None,
    *,
    step: float,
    method: Method | type[RK4] | None = None,
    copies: int | None = None,
    stabilization: Stabilization | None = None,
    config: Config | None = None,
) -> Stepper:
    """System that goes on by one step at a time, from Python, with inputs that are given at each.

    With several copies all arrays have a first axis for them; each copy has inputs, and perhaps parameters, of
    its own.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System that is asked.
    start : State, dict of coordinates, States or sequence of State, optional
        Where it begins; several starts make as many copies. Default values of the model unless given.
    step : float
        Length of a step in seconds.
    method : Method, optional
        Method of integration; default `da.methods.RK4(step)`, with contacts `da.methods.MoreauJean(step)`. One
        with shorter or adaptive steps makes several of them in each step.
    copies : int, optional
        How many go side by side in vector lanes; default one, or one for each start.
    stabilization : Projection, Baumgarte or NoStabilization, optional
        Treatment of constraint drift; default as the solution says, which is `da.methods.Projection()`.
    config : Config, optional
        Cache of compiled code, threads and tier; default from the environment.

    Returns
    -------
    Stepper
        `stepper.step(tau)` goes on by one step and gives q, u and z one after the other, (n,) or (copies, n).

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.particle("block", mass=1.0)
    >>> slide = da.Prismatic("x", da.ground, block, axis="x")
    >>> stepper = da.stepper(da.Model(slide, da.Motor("push", "x")), step=0.01)
    >>> for _ in range(100):
    ...     state = stepper.step([2.0])
    ...
    >>> print(f"{state[0]:.3f} m")
    1.000 m
    """
    checked_number(step, "the step of a stepper", is_positive=True)
    is_many = copies is not None or isinstance(start, Sequence)
    if copies is not None and not is_count(copies, 1, _MOST_COPIES):
        raise ModelError(
            f"the copies of a stepper are a number of them, from 1 to {_MOST_COPIES}, not {told(copies)}; more "
            "are stepped in parts"
        )
    dynamics = as_dynamics(subject, lanes=None if is_many else 1, config=config)
    touches = has_contacts(dynamics.equations.model)
    usual = MoreauJean(float(step)) if touches and method is None else RK4(float(step))
    chosen = usual if method is None or method is RK4 else as_method(method)
    if touches and not chosen.treats_contacts:
        without_contacts(dynamics, f"a stepper by {type(chosen).__name__}")
    task = preparation(dynamics, chosen, (), stabilization).task(np.zeros(0))

    def departure(starts: Sequence[State]) -> Departure:
        return departed(task, starts, starts[0].t + step)

    return Stepper(departure, float(step), _starts(start, copies) if is_many else None, start)


def _starts(start: Any, copies: int | None) -> Sequence[State]:
    """Starts of many copies."""
    if isinstance(start, States):
        starts: Sequence[State] = start if len(start) > 1 or copies in (None, 1) else [start[0]] * (copies or 1)
    elif start is None or isinstance(start, State | Mapping):
        starts = [as_state(start)] * (copies or 1)
    else:
        starts = [as_state(one) for one in start]
    if copies not in (None, len(starts)):
        raise ModelError(f"a stepper of {copies} copies has {copies} starts, or one for all, not {len(starts)}")
    return starts


class Stepper:
    """Where a model is, and how it goes on; made by `stepper`.

    `step(tau)` goes on by one step and gives q, u and z one after the other, (n,), or (copies, n). What cannot go
    on stays at its last good state, and must be reset before the next step.
    """

    def __init__(
        self,
        departure: Callable[[Sequence[State]], Departure],
        step: float,
        starts: Sequence[State] | None,
        start: Any,
    ) -> None:
        self._departure, self._step, self._is_many = departure, step, starts is not None
        self._begin(starts if starts is not None else [as_state(start)])

    def _begin(self, starts: Sequence[State]) -> None:
        departure = self._departure(starts)
        self._starts, self._ready = starts, (ready := departure.ready)
        self._memory = departure.repeated()
        self._n_tau = ready.tau.shape[1]
        self._x = self._memory.states[:, : departure.states.shape[1]]
        self._tau = self._memory.extra[:, : self._n_tau]
        if not self._is_many:
            self._x, self._tau = self._x[0], self._tau[0]
        self._start, self._count = ready.t, 0
        self._stopped: dict[int, float] = {}
        self._advance = self._memory.advance
        self._earlier = self._memory.block.copy()

    # ---- where it is

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the numbers that `step` gives."""
        eom = self._ready.dynamics.equations
        return (*eom.coordinates, *eom.speeds, *eom.states)

    @property
    def t(self) -> float:
        """The time; where it cannot go on and there are no copies, that of the last good state."""
        time = self._start + self._count * self._step
        return self._stopped.get(0, time) if self._stopped and not self._is_many else time

    @property
    def x(self) -> Vector:
        """q, u and z one after the other."""
        return self._x.copy()

    @property
    def state(self) -> Any:
        """Where it is by name: a `State`, or one for each copy."""
        dynamics, p = self._ready.dynamics, self._ready.p
        if not self._is_many:
            return dynamics.state(self.t, self._x, self._tau, p[0])
        times = [self._stopped.get(k, self.t) for k in range(len(self._x))]
        return [dynamics.state(*own) for own in zip(times, self._x, self._tau, p, strict=True)]

    def __repr__(self) -> str:
        copies = f"{len(self._x)} copies, " if self._is_many else ""
        return f"<Stepper: {copies}{len(self.names)} states, at t = {self.t:.6g}>"

    # ---- how it goes on

    def step(self, tau: ArrayLike | Mapping[str, Any] | None = None) -> Vector:
        """Go on by one step with these inputs, (n_tau,) or (copies, n_tau), or by name; None holds those."""
        if self._stopped:
            raise self._unreset()
        self._earlier[:] = self._memory.block
        if tau is not None:
            self._set(tau)
        start = self._start
        self._count = count = self._count + 1
        if not self._advance(start + (count - 1) * self._step, start + count * self._step):
            self._check_inputs()
            raise self._failure()
        return self._x.copy()

    def _set(self, tau: Any) -> None:
        """Inputs for the next steps."""
        if type(tau) is not np.ndarray or tau.dtype != np.float64:
            tau = self._by_name(tau) if isinstance(tau, Mapping) else _numbers(tau)
        if tau.shape != self._tau.shape:
            raise ModelError(f"the inputs of a step have the shape {self._tau.shape}, not {tau.shape}")
        self._tau[...] = tau

    def _by_name(self, tau: Mapping[str, Any]) -> Vector:
        """All inputs, of which some are given by name: one value for all copies, or one for each."""
        names, given = self._ready.dynamics.equations.inputs, self._tau.copy()
        checked_names(tau, names, "input")
        for name, value in tau.items():
            values = _numbers(value)
            if values.shape not in ((), given.shape[:-1]):
                each = " or one for each copy" if self._is_many else ""
                raise ModelError(f"the input {name!r} of a step is one number{each}, not {value!r}")
            given[..., names.index(name)] = values
        return given

    def _check_inputs(self) -> None:
        """Take a step back whose inputs are no finite numbers, and name the first of them."""
        found = np.argwhere(~np.isfinite(self._tau))
        if not len(found):
            return
        *copy, k = map(int, found[0])
        name, value = self._ready.dynamics.equations.inputs[k], float(self._tau[*copy, k])
        self._memory.block[:] = self._earlier
        self._count -= 1
        of = f" of copy {copy[0]}" if copy else ""
        raise ModelError(f"the input {name!r}{of} must be finite, not {value:g}; nothing has moved")

    def reset(self, start: State | Values | Sequence[State | Values] | None = None, copies: Any = None) -> Vector:
        """Back to where it began, or to another start; of many, perhaps only these `copies`, by number or mask.

        Copies that begin again while others go on keep the time of all.
        """
        if copies is not None:
            return self._reset_some(start, copies)
        if start is None:
            self._begin(self._starts)
        elif self._is_many:
            self._begin(_starts(start, len(self._x)))
        elif isinstance(start, Sequence):
            raise ModelError("this stepper has no copies, so it has one start")
        else:
            self._begin([as_state(start)])
        return self._x.copy()

    def _reset_some(self, start: Any, copies: Any) -> Vector:
        if not self._is_many:
            raise ModelError("this stepper has no copies; it is reset as a whole")
        try:
            which = np.arange(len(self._x))[copies].reshape(-1)
        except IndexError:
            raise ModelError(
                f"the copies to reset are numbers from 0 to {len(self._x) - 1}, or a mask, not {copies!r}"
            ) from None
        if not len(which):
            return self._x.copy()
        starts = [self._starts[int(k)] for k in which] if start is None else _starts(start, len(which))
        departure = self._departure(starts)
        ready = departure.ready
        same = [self._ready.p[int(k)] == p for k, p in zip(which, ready.p, strict=True)]
        if not all(same) or ready.dynamics.solution.left_out != self._ready.dynamics.solution.left_out:
            raise ModelError("copies that begin again keep their parameters; reset all of them to have others")
        self._x[which], self._tau[which] = departure.states, ready.tau
        for k in which:
            self._stopped.pop(int(k), None)
        return self._x.copy()

    def _failure(self) -> SolverError:
        """Which copy could not go on, when and why; all that came to the end of the step are there."""
        status = self._memory.summaries[:, 0]
        times = self._memory.summaries[:, 1]
        self._stopped = {int(k): float(times[k]) for k in np.flatnonzero(status > Status.DONE)}
        k, t = next(iter(self._stopped.items()))
        x, tau = (self._x[k], self._tau[k]) if self._is_many else (self._x, self._tau)
        state = self._ready.system(k).state(t, x, tau, self._ready.p[k])
        copy = f"copy {k} " if self._is_many else ""
        reason = Status(int(status[k])).reason
        return SolverError(f"{copy}cannot go on at t = {t:.9g}: {reason}. Last good state: {state}")

    def _unreset(self) -> SolverError:
        """An error about copies that stopped in an earlier step, and how to go on."""
        numbers = [*self._stopped]
        if not self._is_many:
            return SolverError(f"the stepper could not go on at t = {self.t:.9g}; reset() it before the next step")
        copies = f"copies {numbers} are" if len(numbers) > 1 else f"copy {numbers[0]} is"
        return SolverError(
            f"{copies} still where it could not go on, at t = {self._stopped[numbers[0]]:.9g}; "
            f"reset(copies={numbers}) before the next step of all"
        )


def _numbers(given: Any) -> Vector:
    """Real numbers as an array."""
    try:
        found = np.asarray(given)
        if found.dtype.kind not in "biuf":
            raise TypeError
        return found.astype(float)
    except (TypeError, ValueError):
        raise ModelError(f"the inputs of a step are numbers, not {given!r}") from None
