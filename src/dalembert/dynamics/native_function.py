"""The contract of native functions, as questions to a system use them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from numpy.typing import ArrayLike

from dalembert.arrays import Matrix


class BoundFunction(Protocol):
    """A native function with fixed arrays: fill the inputs, run, read the outputs."""

    @property
    def inputs(self) -> Mapping[str, Matrix]:
        """Arrays to fill, by name."""

    @property
    def outputs(self) -> Mapping[str, Matrix]:
        """Arrays to read, by name."""

    @property
    def run(self) -> Callable[[], int]:
        """Computes the outputs and returns a status, 0 when all went well."""


class NativeFunction(Protocol):
    """A compiled function of named arrays, of one state or of many along leading axes."""

    @property
    def operations(self) -> int:
        """How many operations an evaluation takes."""

    @property
    def parameters(self) -> tuple[str, ...]:
        """Names of the parameters that are not among the inputs."""

    def __call__(
        self, *inputs: ArrayLike, parameters: Mapping[str, float] | None = None, **named: ArrayLike
    ) -> dict[str, Matrix]:
        """The outputs by name."""

    def bind(self, parameters: Mapping[str, float] | None = None) -> BoundFunction:
        """The function with fixed arrays, for one state at a time."""
