"""The contract of linear equations, as modes, their sensitivities and their expressions ask them."""

from __future__ import annotations

from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Matrix, Vector
from dalembert.linear.independent_motions import Partition
from dalembert.linear.jacobians import Jacobians
from dalembert.runs.references import References
from dalembert.state import State

Complex: TypeAlias = NDArray[np.complex128]

Truths: TypeAlias = bool | np.bool_ | NDArray[np.bool_]
"""A truth about one reference, or one for each of several."""


class LinearSource(Protocol):
    """How linear equations were made."""

    @property
    def jacobians(self) -> Jacobians:
        """Derivatives of the system."""

    @property
    def partition(self) -> Partition | None:
        """The independent small motions; None if all states are kept."""

    def between(self, x: float) -> LinearEquations:
        """Linear equations about the reference at x, between others."""

    def abscissa(self, x: float) -> float:
        """Value that the reference at x is drawn over."""


class LinearEquations(Protocol):
    """ẏ = A y + B δτ, δo = C y + D δτ about a reference, or about several along the first axis."""

    @property
    def states(self) -> tuple[str, ...]:
        """Names of y."""

    @property
    def inputs(self) -> tuple[str, ...]:
        """Names of τ."""

    @property
    def outputs(self) -> tuple[str, ...]:
        """Names of o."""

    @property
    def A(self) -> Matrix:
        """∂ẏ/∂y."""

    @property
    def basis(self) -> Matrix:
        """Changes of all states for a unit of each y."""

    @property
    def references(self) -> References:
        """The states that the equations are about."""

    @property
    def reference(self) -> State:
        """The state, if there is one only."""

    @property
    def along(self) -> str:
        """Name of what several references are drawn over."""

    @property
    def at(self) -> Vector | None:
        """Values of that."""

    @property
    def source(self) -> LinearSource:
        """How the equations were made."""

    @property
    def ignorable(self) -> tuple[str, ...]:
        """States on which no acceleration depends."""

    @property
    def is_single(self) -> bool:
        """Whether there is one reference only."""

    @property
    def is_constant(self) -> Truths:
        """Whether A does not change along the motion from the reference."""

    @property
    def is_steady(self) -> Truths:
        """Whether only ignorable coordinates move in the reference."""

    def single(self, what: str) -> None:
        """Raise if there are several references."""

    def __len__(self) -> int: ...

    def __getitem__(self, k: int) -> LinearEquations: ...
