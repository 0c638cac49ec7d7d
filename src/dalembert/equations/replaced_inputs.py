"""Inputs in the place of others: the value of an expression, or a known law of time with an offset to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.balance import Balance
from dalembert.equations.equations import Equations
from dalembert.equations.solved_system import SolvedSystem
from dalembert.equations.solvers.accelerations import SchurComplement
from dalembert.equations.substituted_outputs import SubstitutedOutputs
from dalembert.errors import FormulationError, ModelError
from dalembert.expr.calculus import derivative
from dalembert.expr.node import Expression, Scalar, inputs_of
from dalembert.expr.rewrite import Substitution, substitute
from dalembert.expr.sparse_matrix import SparseMatrix
from dalembert.expr.symbol_nodes import symbol
from dalembert.expr.trial_numbers import finite_samples
from dalembert.name_checks import checked_names

_NOTHING = 1e-13
"""How much an input does to an expression, beside its value, where that is rounding."""


def exchanged(equations: Equations, old: str, new: str, expression: Scalar) -> Equations:
    """Equations with an input `new`, the value of an expression of measures, instead of the input `old`."""
    checked_names([old], equations.inputs, "input")
    if not isinstance(new, str) or not new or new in equations.taken_names or new in equations.parameters:
        raise ModelError(f"an input that takes the place of {old!r} has a name of its own, not {new!r}")
    law = _solved_for(equations, old, symbol(new), expression)
    closing = Substitution({symbol(old): law})
    names = tuple(new if name == old else name for name in equations.inputs)
    told = f"the input {new} is {expression!r}, instead of {old}"
    return replace(
        equations,
        recipe=(exchanged, (equations, old, new, expression)),
        variables=replace(equations.variables, inputs=names),
        balance=_ExchangedBalance(equations.balance, closing),
        outputs=SubstitutedOutputs(equations.outputs, closing, (new,), contents={told: True}, note=told),
    )


def driven(equations: Equations, laws: Mapping[str, Scalar]) -> Equations:
    """Equations in which inputs follow laws of time; inputs `<name> offset` in their places are added to these."""
    checked_names(laws, equations.inputs, "input")
    if equations.reaction_dependent_forces.loads.laws or not equations.is_ideal:
        name = next(iter(laws))
        raise FormulationError(
            f"forces depend on reactions here, so that the input {name!r} takes no law: give a law to the motor "
            "or force in the model itself"
        )
    _check_rows(equations, laws)
    offsets = {name: offset_of(name) for name in laws}
    if taken := {*offsets.values()} & {*equations.taken_names, *equations.parameters}:
        raise ModelError(f"an input that takes a law has an offset, but {min(taken)!r} is something else's name")
    # other variables than before: what has been substituted already must not be again
    closing = Substitution({symbol(name): law + symbol(offsets[name]) for name, law in laws.items()})
    contents = {f"the input {name} is {law!r} and an offset": True for name, law in laws.items()}
    names = tuple(offsets.get(name, name) for name in equations.inputs)
    return replace(
        equations,
        recipe=(driven, (equations, dict(laws))),
        variables=replace(equations.variables, inputs=names),
        balance=_ExchangedBalance(equations.balance, closing),
        outputs=SubstitutedOutputs(
            equations.outputs, closing, tuple(offsets.values()), contents=contents, note="; ".join(contents)
        ),
    )


def offset_of(name: str) -> str:
    """Name of the input that is added to the law of another."""
    return f"{name} offset"


def _check_rows(equations: Equations, names: Iterable[str]) -> None:
    """Raise if a constraint contains one of these inputs."""
    rows = [
        x for row in equations.constraint_rows for x in (row.phi, row.psi, row.gamma) if isinstance(x, Expression)
    ]
    inside = inputs_of(rows)
    for name in names:
        if symbol(name) in inside:
            raise FormulationError(
                f"a constraint contains the input {name!r}, so that no other can take its place, nor a law"
            )


def _solved_for(equations: Equations, old: str, value: Scalar, expression: Scalar) -> Scalar:
    """The input for which an expression has a value: both enter linearly."""
    if equations.reaction_dependent_forces.loads.laws or not equations.is_ideal:
        raise FormulationError(
            f"forces depend on reactions here, so that no other input can take the place of {old!r}"
        )
    _check_rows(equations, [old])
    tau = symbol(old)
    resolved = equations.solution.passive.resolve(expression)
    slope = derivative(resolved, tau) if isinstance(resolved, Expression) else 0.0
    if not isinstance(slope, Expression) and slope == 0.0:
        raise ModelError(f"the input {old!r} does not act on {expression!r}, so that this cannot take its place")
    if isinstance(slope, Expression) and not set(equations.tau).isdisjoint(inputs_of([slope])):
        raise FormulationError(f"{expression!r} is not linear in the inputs; give one that is")
    rest = substitute(resolved, {tau: 0.0})
    samples = finite_samples(np.array([slope, resolved], dtype=object))
    if samples and all(abs(a) <= _NOTHING * abs(b) for a, b in samples):
        raise ModelError(f"the input {old!r} does not act on {expression!r}, so that this cannot take its place")
    return (value - rest) / slope


class _ExchangedBalance(Balance):
    """A balance in which an input is what another one asks for."""

    def __init__(self, inner: Balance, closing: Substitution) -> None:
        self._inner, self._closing = inner, closing

    @property
    def M(self) -> SparseMatrix:
        return self._inner.M

    @cached_property
    def forces(self) -> Array:
        return self._closing(self._inner.forces)

    def residual(self, a: Array) -> Array:
        return self._closing(self._inner.residual(a))

    def solution(self, solution: SolvedSystem, schur: SchurComplement | None) -> tuple[Array, Array] | None:
        solved = self._inner.solution(solution, schur)
        return None if solved is None else (self._closing(solved[0]), self._closing(solved[1]))

    def row_weights(self, solution: SolvedSystem) -> Array:
        return self._inner.row_weights(solution)

    def metric(self, definite: SparseMatrix) -> SparseMatrix:
        return self._inner.metric(definite)

    def factorized(self, metric: SparseMatrix, rows: SparseMatrix, on: Array | None) -> SchurComplement:
        return self._inner.factorized(metric, rows, on)

    @property
    def inertia(self) -> SparseMatrix:
        return self._inner.inertia

    @property
    def speed_metric(self) -> SparseMatrix:
        return self._inner.speed_metric

    def speed_correction(self, rows: SchurComplement, residual: Array) -> Array:
        return self._inner.speed_correction(rows, residual)

    @property
    def has_pivots(self) -> bool:
        return self._inner.has_pivots

    @property
    def nonideal_forces(self) -> Array | float:
        forces = self._inner.nonideal_forces
        return forces if isinstance(forces, float) else self._closing(forces)

    def check_unsolved(self) -> None:
        self._inner.check_unsolved()
