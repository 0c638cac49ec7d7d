"""Outputs of equations in which some variables became expressions of others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

import numpy as np

from dalembert.arrays import Array, Vector
from dalembert.equations.input_law import InputLaw
from dalembert.equations.lazy_signals import Signal, SubstitutedSignals, itself
from dalembert.equations.outputs import (
    BodyMotion,
    JointAxes,
    NamedOutputs,
    OpenContact,
    Outputs,
    Quantity,
    SignalKind,
)
from dalembert.equations.solved_system import SolvedSystem
from dalembert.equations.variables import symbols
from dalembert.expr.node import Scalar
from dalembert.expr.rewrite import Substitution
from dalembert.state import State


class Change(Protocol):
    """Puts expressions in the place of variables."""

    def __call__(self, y: Quantity) -> Quantity:
        """An expression, or an array of them, in the new variables."""


class SubstitutedOutputs(Outputs):
    """Outputs of other equations, each with what its variables became.

    `inputs` are names of new inputs, `rates` those of further first-order states. `contents` say what was changed,
    for files, and `note` for people.
    """

    def __init__(
        self,
        inner: Outputs,
        change: Change | Substitution = itself,
        inputs: tuple[str, ...] = (),
        rates: Array | tuple[()] = (),
        contents: Mapping[str, object] | None = None,
        note: str = "",
    ) -> None:
        self.inner, self.change, self.model = inner, change, inner.model
        self._inputs, self._rates, self._contents, self._note = inputs, rates, contents or {}, note

    @property
    def description(self) -> str:
        return "\n".join(filter(None, (self.inner.description, self._note)))

    @property
    def contents(self) -> Mapping[str, object]:
        return {**self.inner.contents, **self._contents}

    def check_parameters(self, p: Mapping[str, float | Vector]) -> None:
        self.inner.check_parameters(p)

    @property
    def contacts(self) -> tuple[OpenContact, ...]:
        return tuple(x if x.gap is None else replace(x, gap=self.change(x.gap)) for x in self.inner.contacts)

    @property
    def run_states(self) -> tuple[str, ...]:
        return self.inner.run_states

    @property
    def frames(self) -> Any:
        return self.inner.frames

    def body_motions(self) -> Mapping[str, BodyMotion]:
        motions = self.inner.body_motions()
        return {name: BodyMotion(x.p, x.R, self.change(x.w), self.change(x.v)) for name, x in motions.items()}

    def numbers_for(
        self, motions: Mapping[str, BodyMotion], p: Mapping[str, float], near: Sequence[State]
    ) -> tuple[Array, Array]:
        return self.inner.numbers_for(motions, p, near)

    @property
    def turning_axes(self) -> tuple[JointAxes, ...]:
        return self.inner.turning_axes

    def reaction_patterns(self, n_rows: int) -> tuple[tuple[str, ...], Array]:
        return self.inner.reaction_patterns(n_rows)

    def input_law(self, equations: Any) -> InputLaw[Any] | None:
        return self.inner.input_law(equations)

    # ---- once accelerations are known

    def state_rates(self, solution: SolvedSystem) -> Array:
        rates = self.change(self.inner.state_rates(solution))
        return np.concatenate([rates, self._rates]) if len(self._rates) else rates

    def resolve(self, expression: Quantity, solution: SolvedSystem) -> Quantity:
        return self.change(self.inner.resolve(expression, solution))

    def signals(self, solution: SolvedSystem) -> NamedOutputs:
        variables = zip(self._inputs, symbols(self._inputs), strict=True)
        inputs = {name: Signal(partial(itself, x), "", SignalKind.VARIABLE) for name, x in variables}
        return SubstitutedSignals(self.inner.signals(solution), self.change, variables=inputs)

    def lagrangian_slopes(self, solution: SolvedSystem) -> Array:
        return self.change(self.inner.lagrangian_slopes(solution))

    def gibbs_function(self, a: Array) -> Scalar:
        return self.change(self.inner.gibbs_function(a))

    def element_loads(self, solution: SolvedSystem) -> Mapping[str, Array]:
        return {name: self.change(loads) for name, loads in self.inner.element_loads(solution).items()}
