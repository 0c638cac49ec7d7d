"""Laws of forces that depend on reactions, as a part of equations."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.dependent_loads import Coupling, DependentLoads, coupled
from dalembert.expr.node import Node, Scalar
from dalembert.expr.rewrite import substitute


@dataclass(frozen=True, eq=False)
class ReactionLaws:
    """Forces that depend on reactions as they were given, with variables for the reactions."""

    forces: Sequence[Any] | Array = ()
    """What they add to the balances (nu,)."""

    labels: Mapping[Node, tuple[str, str]] = field(default_factory=dict)
    """How the variables are written, such as w with `slide.force.y` below it."""

    words: Mapping[Node, str] = field(default_factory=dict)
    """What those stand for that are no multipliers, such as `reaction_force('slide').y`."""


@dataclass(frozen=True, eq=False)
class ImplicitForces:
    """Forces by laws of reactions that depend on these forces: an equation is solved for the reactions."""

    forces: tuple[str, ...]
    """Names of the force elements."""

    reactions: tuple[str, ...]
    """The reactions in words, such as `reaction_force('slide').y`."""

    solution: Array
    """Values of the reactions (k,), the result of a `root`; not a number where there is none."""


class ReactionDependentForces(ABC):
    """Loads s = ℓ(w) that depend on reactions w, as open variables of the balance."""

    @property
    @abstractmethod
    def loads(self) -> DependentLoads:
        """The variables and the laws; none if no force depends on reactions."""

    @abstractmethod
    def reactions(self, a: Array, lam: Array) -> Array:
        """The reactions w (k,) that laws depend on, for accelerations and multipliers; affine in the loads."""

    def coupling(self, a: Array, lam: Array, inputs: Mapping[Node, Scalar] | None = None) -> Coupling:
        """Loads and reactions that fit accelerations and multipliers, with values of inputs if they are given."""
        if not self.loads.laws:
            return Coupling({})
        W = self.reactions(a, lam)
        return coupled(self.loads, W if inputs is None else substitute(W, inputs))

    def as_given(self, forces: Array) -> ReactionLaws:
        """The laws as they were given, for the `forces` of a balance."""
        return ReactionLaws()


class NoReactionDependentForces(ReactionDependentForces):
    """No force depends on reactions."""

    @property
    def loads(self) -> DependentLoads:
        return DependentLoads()

    def reactions(self, a: Array, lam: Array) -> Array:
        return np.zeros(0)
