"""Supervisors that sample a run, such as controllers: at each border they say what inputs hold until the next."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, ItemsView, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from numbers import Real

import numpy as np

from dalembert.arrays import Vector
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import ModelError, SolverError
from dalembert.name_checks import checked_names
from dalembert.runs.events import SampledController
from dalembert.state import State


class Supervisor(ABC):
    """Looks at simulations where a segment of their run begins, and may change their inputs for it."""

    @abstractmethod
    def borders(self, start: float, until: float) -> Sequence[float]:
        """Where segments begin, and the end."""

    @abstractmethod
    def asked(self, simulation: int, dynamics: Dynamics) -> Callable[[State], Mapping[str, float]]:
        """A function of the state of a simulation: inputs that it has from now on, by name.

        Those that are not named stay as they are.
        """

    @abstractmethod
    def failure(self, simulation: int, t: float, cause: Exception) -> SolverError:
        """Error to raise if it could not give them."""


class ControllerError(SolverError):
    """A law failed: nothing is wrong with the motion up to there."""


@dataclass(frozen=True)
class Sampling(Supervisor):
    """Controllers that are asked every period: one for all simulations, or one for each."""

    controllers: Sequence[SampledController]
    waiting: dict[int, deque[Mapping[str, float]]] = field(default_factory=dict)
    """For each simulation, what its law gave that is not held yet."""

    @classmethod
    def of(cls, controller: object, count: int) -> Sampling:
        """The controllers of so many simulations, checked."""
        controllers = [controller] if isinstance(controller, SampledController) else controller
        if not isinstance(controllers, Sequence) or any(not isinstance(x, SampledController) for x in controllers):
            raise ModelError(
                "a controller is a law and how often it is asked: write da.control.SampledController(period, "
                f"law), not {controller!r}"
            )
        if len(controllers) not in (1, count):
            raise ModelError(
                f"controllers are one for all starts or one for each: {count}, not {len(controllers)}"
            )
        if len({x.period for x in controllers}) > 1:
            raise ModelError("the controllers of a batch are asked at the same times: give them one period")
        return cls(tuple(controllers))

    def borders(self, start: float, until: float) -> Sequence[float]:
        return self.controllers[0].sample_times(start, until)

    def asked(self, simulation: int, dynamics: Dynamics) -> Callable[[State], Mapping[str, float]]:
        controller = self._of(simulation)
        if callable(controller.law) and not controller.delay and not controller.quantum:
            return controller.law
        if not controller.delay:
            return lambda state: controller.asked(dynamics, state)
        queue = self.waiting.setdefault(simulation, deque([{}] * controller.delay))

        def delayed(state: State) -> Mapping[str, float]:
            queue.append(controller.asked(dynamics, state))
            return queue.popleft()

        return delayed

    def failure(self, simulation: int, t: float, cause: Exception) -> SolverError:
        which = f" of start {simulation + 1}" if len(self.controllers) > 1 else ""
        text = (
            f"the controller {self._of(simulation)}{which} failed at t = {t:.9g}: {type(cause).__name__}: {cause}"
        )
        error = ControllerError(text)
        error.__cause__ = cause
        return error

    def _of(self, simulation: int) -> SampledController:
        return self.controllers[simulation if len(self.controllers) > 1 else 0]


def checked_inputs(given: Mapping[str, float]) -> ItemsView[str, float]:
    """Inputs by name that a law gave; an error if they are none."""
    if type(given) is not dict and not isinstance(given, Mapping):
        raise ModelError(f"a law gives inputs by name, such as {{'motor': 1.0}}, not {given!r}")
    for name, value in given.items():
        if type(value) is not float and (not isinstance(value, Real | np.ndarray) or np.ndim(value)):
            raise ModelError(f"the input {name!r} is one number, not {value!r}")
        if not isfinite(value):
            raise ModelError(f"the input {name!r} must be finite, not {value!r}")
    return given.items()


def held_inputs(given: Mapping[str, float], names: Sequence[str], tau: Vector) -> Vector:
    """Inputs (n_tau,) with those that a law gave; the others stay as they are."""
    inputs = tau.copy()
    for name, value in checked_inputs(given):
        checked_names([name], names, "input")
        inputs[names.index(name)] = value
    return inputs
