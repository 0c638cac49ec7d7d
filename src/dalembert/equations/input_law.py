"""Inputs that follow from the state: what closes the inputs over a passive solution, as loads by reactions are."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Generic, TypeVar

import numpy as np

from dalembert.arrays import Array
from dalembert.expr.node import Scalar
from dalembert.expr.rewrite import Substitution

Passive = TypeVar("Passive", contravariant=True)
"""The class of solutions, which know laws."""


class InputLaw(ABC, Generic[Passive]):
    """Inputs as functions of the state, from the solution in which they are free: the passive one.

    Variables τ in the result stand for what is given to the inputs from outside.
    """

    @property
    @abstractmethod
    def contents(self) -> Mapping[str, object]:
        """The law as plain data: motions of other laws are motions of other systems."""

    @abstractmethod
    def inputs(self, passive: Passive, a: Array, typical: Array | None = None) -> Array:
        """τ (n_tau,), for the accelerations a (nu,) of the passive solution as expressions of τ.

        Not a number where there are none; if `typical` sizes (k,) of what is watched are given, also where
        an effect is much smaller than typically, before inputs grow without bound.
        """

    @abstractmethod
    def watched(self, passive: Passive) -> tuple[tuple[str, ...], Array]:
        """Names of parameters (k,) for typical sizes, and the quantities (k,) of these sizes."""

    @abstractmethod
    def quantities(self, passive: Passive) -> Mapping[str, Array]:
        """Expressions by whose values `cause` tells why there are no inputs."""

    @abstractmethod
    def conditions(self, passive: Passive) -> tuple[tuple[str, Scalar], ...]:
        """Expressions that must be zero at the start of a run, each with a name."""

    @abstractmethod
    def general_cause(self, passive: Passive, numbers: Mapping[str, Array]) -> str:
        """Why there are no inputs in states nearby, though there are in one; empty if there is no reason."""

    @abstractmethod
    def cause(
        self, passive: Passive, numbers: Mapping[str, Array], typical: Mapping[str, float], margin: float = 1.0
    ) -> str:
        """Why there are no inputs in a state, in words; empty if there are.

        With a margin, also where what is watched is so many times larger than where runs stop.
        """


def closing(tau: Array, inputs: Array) -> Substitution:
    """Puts what inputs are in the place of their variables."""
    return Substitution({x: y for x, y in zip(tau, np.asarray(inputs, dtype=object), strict=True) if x is not y})
