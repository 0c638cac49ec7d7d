"""Expressions of equations as native functions: what makes them, their settings, and keys to find them by."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Array
from dalembert.dynamics.method_systems import EventProgram
from dalembert.equations.solution import Solution
from dalembert.expr.node import Scalar
from dalembert.integrators.adjoint_integration import AdjointIntegrator
from dalembert.integrators.adjoint_steps import AdjointSteps
from dalembert.integrators.integration import Integrator
from dalembert.integrators.method import Method
from dalembert.integrators.method_programs import MethodPrograms
from dalembert.integrators.tangent_steps import TangentIntegrator
from dalembert.native.bind import Bound
from dalembert.native.kernel import Kernel

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class FunctionWithSettings:
    """A native function with values of some of its parameters, which a call need not give."""

    kernel: Kernel | FunctionWithSettings
    settings: Mapping[str, float]

    def __call__(
        self, *arguments: ArrayLike, parameters: Mapping[str, float] | None = None, **named: ArrayLike
    ) -> Any:
        return self.kernel(*arguments, parameters={**self.settings, **(parameters or {})}, **named)

    @property
    def operations(self) -> int:
        """Number of operations."""
        return self.kernel.operations

    @property
    def parameters(self) -> tuple[str, ...]:
        """Names of all parameters."""
        return self.kernel.parameters

    @property
    def defaults(self) -> tuple[float, ...]:
        """Default values of the parameters."""
        return self.kernel.defaults

    @property
    def lanes(self) -> int:
        """Number of states that are computed side by side."""
        return self.kernel.lanes

    @property
    def failures(self) -> tuple[str, ...]:
        """Messages for statuses, from one on."""
        return self.kernel.failures

    def bind(self, parameters: Mapping[str, float] | None = None) -> Bound:
        """The native function with fixed arrays, and values of its parameters."""
        return self.kernel.bind({**self.settings, **(parameters or {})})


NativeFunction: TypeAlias = Kernel | FunctionWithSettings
"""A function of arrays by name that gives arrays by name."""

Expressions: TypeAlias = Mapping[str, Scalar | Array]
"""Numbers and expressions, or arrays of them, by name."""


class Engine(Protocol):
    """An engine that turns expressions into numbers: by native code, as a rule."""

    @property
    def lanes(self) -> int:
        """How many states it computes side by side."""

    def __hash__(self) -> int: ...

    def compile(self, outputs: Expressions, inputs: Mapping[str, object]) -> Kernel:
        """A function of the inputs, called with their names; returns the outputs by name."""

    def recalled(self, kind: str, made_of: tuple[object, ...], make: Callable[[], T]) -> T:
        """A value of this kind that was made of equal values before, by such an engine; or a new one."""

    def integrator(
        self,
        programs: MethodPrograms,
        events: EventProgram,
        method: Method,
        varying: Sequence[str],
        n: int,
        known: Collection[str] = (),
    ) -> Integrator:
        """Integrator for simulations of `n` states; changes of sign of the guards are events.

        The parameters named in `varying` differ between simulations; they follow the inputs. What is `known` may
        be among them though nothing depends on it.
        """

    def adjoint(self, programs: MethodPrograms, steps: AdjointSteps, n_by: int) -> AdjointIntegrator:
        """Steps of a system again and backwards, with gradients by `n_by` of its parameters and inputs.

        Its programs are the right-hand side, and "transposed" and "transposed projection".
        """

    @property
    def vector_width(self) -> int:
        """Doubles that one vector instruction computes here."""

    def tangents_along(
        self, programs: MethodPrograms, steps: AdjointSteps, n_by: int, width: int
    ) -> TangentIntegrator:
        """Derivatives along steps of a system, of `width` directions in each lane."""


def resolved_together(solution: Solution, outputs: Expressions) -> dict[str, Any]:
    """Expressions with what their measures are: all in one walk, because they have most parts in common."""
    arrays = [np.asarray(y, dtype=object) for y in outputs.values()]
    if not arrays:
        return {}
    entries = resolved(solution, np.concatenate([y.ravel() for y in arrays]))
    parts = np.split(entries, np.cumsum([y.size for y in arrays])[:-1])
    return {name: part.reshape(y.shape)[()] for name, y, part in zip(outputs, arrays, parts, strict=True)}


def resolved(solution: Solution, expressions: Iterable[Scalar]) -> Array:
    """Expressions (n,) with what their measures are."""
    return np.asarray(solution.resolve(np.array([*expressions], dtype=object)), dtype=object)


def outputs_key(outputs: Expressions) -> tuple[Hashable, ...]:
    """Key of the native function of named expressions."""
    return tuple((name, tuple(np.asarray(y, dtype=object).ravel())) for name, y in outputs.items())
