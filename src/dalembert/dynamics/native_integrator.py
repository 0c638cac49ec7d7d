"""Native code that runs simulations, with parameters by name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.errors import SolverError
from dalembert.integrators.integration import IntegrationResult, Integrator
from dalembert.integrators.integration_methods import Method
from dalembert.integrators.repeated import Repeated
from dalembert.integrators.run_buffers import RunBuffer


@dataclass(frozen=True)
class NativeIntegrator:
    """Integrator of a system in native code; parameters come by name."""

    integrator: Integrator
    defaults: Mapping[str, float]
    threads: int
    n: int
    """Number of states; the integrator has one even if there are none."""

    def run(
        self,
        states: ArrayLike,
        times: ArrayLike,
        *,
        start: float,
        end: float,
        extra: ArrayLike,
        parameters: Mapping[str, float],
        known: Collection[str] = (),
        method: Method,
        first_step: float = 0.0,
        look: float = 0.0,
        past: NDArray[np.float64] | None = None,
        step_capacity: int = 0,
        progress: Callable[[float], object] | None = None,
    ) -> IntegrationResult:
        """Integrate from these states to the end; parameters that are not given keep their defaults.

        Those that are `known` may be given though nothing depends on them.
        """
        x = np.asarray(states, dtype=float)
        result = self.integrator.run(
            x if self.n else np.concatenate([np.zeros((len(x), 1)), x], axis=1),
            times,
            start=start,
            end=end,
            extra=extra,
            p=self._values(parameters, known),
            method=method,
            first_step=first_step,
            look=look,
            past=past,
            step_capacity=step_capacity,
            threads=self.threads,
            progress=progress,
        )
        return result if self.n else result.without_states()

    def repeated(
        self,
        count: int,
        *,
        parameters: Mapping[str, float],
        known: Collection[str],
        method: Method,
        n_outputs: int = 0,
        n_events: int = 0,
    ) -> Repeated:
        """Memory in which so many simulations are continued again and again; without states there is one more."""
        p = self._values(parameters, known)
        return self.integrator.repeated(count, method=method, p=p, n_outputs=n_outputs, n_events=n_events)

    @property
    def lanes(self) -> int:
        """How many simulations run side by side."""
        return self.integrator.native.lanes

    def places(self, names: Sequence[str]) -> list[int | None]:
        """Places of parameters among those of a buffer; None for those on which nothing depends."""
        order = {name: k for k, name in enumerate(self.defaults)}
        return [order.get(name) for name in names]

    def buffer(
        self, *, parameters: Mapping[str, float], known: Collection[str], method: Method, room: int
    ) -> RunBuffer:
        """Memory for single simulations by this method, with room for so many numbers of outputs."""
        p = self._values(parameters, known)
        return self.integrator.buffer(method, p, room)

    def result(self, buffer: RunBuffer, times: NDArray[np.float64]) -> IntegrationResult:
        """Result of the last run in a buffer, which was aimed at these times."""
        return self.integrator.result(buffer, times)

    def _values(self, parameters: Mapping[str, float], known: Collection[str]) -> NDArray[np.float64]:
        """Parameters in their order."""
        if not parameters and not self.defaults:
            return np.zeros(0)
        values = dict(self.defaults)
        for name, value in parameters.items():
            if name in values:
                values[name] = value
            elif name not in known:
                raise no_parameter(name, {*values, *known})
        return np.array(list(values.values()), dtype=float)


def is_setting(name: str) -> bool:
    """Whether a parameter is set by a solution, not by a person."""
    return name.startswith(".")


def no_parameter(name: str, others: Collection[str]) -> SolverError:
    """The error for a parameter that nothing depends on."""
    shown = sorted(other for other in others if not is_setting(other))
    return SolverError(f"there is no open parameter {name!r}; there are {shown}")
