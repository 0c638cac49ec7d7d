"""Kinematics of a node of a tree of systems: variables by order, and their rates, given or from relations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import FormulationError
from dalembert.expr.calculus import jacobian, time_derivative
from dalembert.expr.node import Expression, Node, Scalar, inputs_of, name_of, traverse
from dalembert.expr.operations import CALLS
from dalembert.expr.rewrite import substitute
from dalembert.expr.scalar import is_zero
from dalembert.expr.symbol_nodes import symbol
from dalembert.expr.trial_numbers import finite_samples
from dalembert.modules.elimination import solved
from dalembert.modules.renaming import Renaming
from dalembert.modules.transposed_solution import by_orthogonal_rows
from dalembert.rank import ROUNDING, rank

UNSEEN = 1e-10
"""Value of an expression that is rounding."""


Differentiable = TypeVar("Differentiable", Scalar, Array)


@dataclass(frozen=True, eq=False)
class Kinematics:
    """Coordinates (order 0), speeds (1) and accelerations (2) of a subsystem, and the rates of the first two.

    An acceleration that nobody named is the rate of its speed, and has its label; the symbol is `v'` for `v`.
    """

    coordinates: tuple[str, ...] = ()
    speeds: tuple[str, ...] = ()
    accelerations: tuple[str, ...] = ()
    """Labels of the variables of second order: those of the speeds unless they are named."""

    highest: tuple[Node, ...] = ()
    """The variables of second order, in the order of their labels."""

    rates: Mapping[Node, Scalar] = field(default_factory=dict)
    """Rates of coordinates and speeds, by their variables."""

    kept: tuple[tuple[str, Scalar], ...] = ()
    """Relations of coordinates that the rates keep by themselves, such as the length of a quaternion."""

    @property
    def has_own_accelerations(self) -> bool:
        """Whether accelerations are named, and not the rates of the speeds."""
        return self.accelerations != self.speeds

    @cached_property
    def is_trivial(self) -> bool:
        """Whether the rate of each coordinate is one of the speeds."""
        speeds = {symbol(name) for name in self.speeds}
        rates = [self.rates[symbol(name)] for name in self.coordinates]
        return all(rate in speeds for rate in rates) and len(set(rates)) == len(rates)

    def joined(self, others: Sequence[Kinematics]) -> Kinematics:
        """Kinematics of this node and others, this one first."""
        every = (self, *others)
        rates: dict[Node, Scalar] = {}
        for kinematics in every:
            rates |= kinematics.rates
        return Kinematics(
            tuple(x for kinematics in every for x in kinematics.coordinates),
            tuple(x for kinematics in every for x in kinematics.speeds),
            tuple(x for kinematics in every for x in kinematics.accelerations),
            tuple(x for kinematics in every for x in kinematics.highest),
            rates,
            tuple(x for kinematics in every for x in kinematics.kept),
        )

    def renamed(self, renaming: Renaming) -> Kinematics:
        """Kinematics over other names."""
        name, move = renaming.name, renaming.expressions
        return Kinematics(
            tuple(map(name, self.coordinates)),
            tuple(map(name, self.speeds)),
            tuple(map(name, self.accelerations)),
            tuple(symbol(name(name_of(x))) for x in self.highest),
            {symbol(name(name_of(x))): move(rate) for x, rate in self.rates.items()},
            tuple((name(label), move(x)) for label, x in self.kept),
        )

    def derivative(self, y: Differentiable) -> Differentiable:
        """Time derivative dy/dt; rates of variables of second order are `v''` and so on."""
        entries = [x for x in np.ravel(np.asarray(y, dtype=object)) if isinstance(x, Expression)]
        variables = [x for x in inputs_of(entries) if x.op == "symbol"]
        names = {name_of(x) for x in self.highest}
        above = {
            x: symbol(f"{name_of(x)}'")
            for x in variables
            if x not in self.rates and name_of(x).rstrip("'") + "'" in names
        }
        above |= {x: symbol(f"{name_of(x)}'") for x in self.highest}
        return time_derivative(y, {**self.rates, **above})


@dataclass(frozen=True, eq=False)
class SolvedRates:
    """Rates that relations determine, and relations that remain."""

    rates: Mapping[Node, Scalar]
    left: tuple[tuple[str, Scalar], ...]
    """Relations that remain once the rates are put in: constraints of the variables of the next order."""

    kept: tuple[tuple[str, Scalar], ...]
    """Relations without rates, which were differentiated: the rates keep them."""


def rate_symbol(name: str) -> Node:
    """Symbol of the rate of a variable in relations: `x'` for `x`."""
    return symbol(f"{name}'")


def solved_rates(
    names: Sequence[str], higher: Sequence[str], relations: Sequence[tuple[str, Scalar]], owner: str
) -> SolvedRates:
    """Rates of the named variables from relations c̄(t, q, q̇, u) = 0: one for each, more for redundant variables.

    Relations linear in the rates are solved for them; one without rates is differentiated first. Others, such as
    v = ẋ² + ẏ², hold what remains: constraints of the variables of the next order.
    """
    most = max(len(names), len(higher))
    if not len(names) <= len(relations) <= most:
        needed = f"{len(names)}" if len(names) == most else f"{len(names)} to {most}"
        raise FormulationError(
            f"{owner}: {len(names)} variables and {len(higher)} of the next order are tied by {needed} relations, "
            f"not by {len(relations)}; there are {', '.join(name for name, _ in relations) or 'none'}"
        )
    unknown = np.array([rate_symbol(name) for name in names], dtype=object)
    moving = dict(zip([symbol(name) for name in names], unknown, strict=True))
    kept = [(name, x) for name, x in relations if _is_position(x, {*names}, {*higher})]
    rows = [(name, time_derivative(x, moving) if (name, x) in kept else x) for name, x in relations]
    entries = np.array([x for _, x in rows], dtype=object)
    D = jacobian(entries, unknown)
    linear = [i for i in range(len(rows)) if not _contains(D[i], unknown)]
    chosen = _determining(D, linear, owner, names)
    rest = substitute(entries, dict.fromkeys(unknown, 0.0))
    values = _solved(D[chosen], -rest[chosen], [x for _, x in kept])
    rates = dict(zip(moving, values, strict=True))
    put = dict(zip(unknown, values, strict=True))
    others = [(name, substitute(x, put)) for i, (name, x) in enumerate(rows) if i not in chosen]
    left = tuple((name, x) for name, x in others if not is_identically_zero(x))
    return SolvedRates(rates, left, tuple(kept))


def _solved(D: Array, right: Array, kept: Sequence[Scalar]) -> Array:
    """Rates of D q̇ = right; orthogonal rows, as of a quaternion, need no elimination at run time."""
    values = solved(D, right[:, None])[:, 0]
    if any(x.op in CALLS for x in traverse(values)) and (plain := by_orthogonal_rows(D, right, kept)) is not None:
        return plain
    return values


def is_identically_zero(y: Scalar) -> bool:
    """Whether an expression is zero in all samples."""
    if not isinstance(y, Expression):
        return is_zero(y)
    samples = finite_samples(np.array([y], dtype=object), changes_parameters=True)
    return bool(samples) and all(abs(float(sample[0])) < UNSEEN for sample in samples)


def _is_position(x: Scalar, names: set[str], higher: set[str]) -> bool:
    """Whether a relation contains neither rates nor variables of the next order."""
    inputs = {name_of(y) for y in inputs_of([x])} if isinstance(x, Expression) else set()
    return inputs.isdisjoint({f"{name}'" for name in names} | higher)


def _contains(entries: Array, variables: Array) -> bool:
    inputs = set(inputs_of([x for x in np.ravel(entries) if isinstance(x, Expression)]))
    return not inputs.isdisjoint(variables)


def _determining(D: Array, linear: list[int], owner: str, names: Sequence[str]) -> list[int]:
    """Numbers of the rows that determine all rates: the first independent ones, in the best sample."""
    n = len(names)
    chosen: list[int] = []
    samples = finite_samples(D[linear]) if linear else []
    for sample in samples:
        independent: list[int] = []
        for k in range(len(linear)):
            if rank(sample[[*independent, k]], ROUNDING) == len(independent) + 1:
                independent.append(k)
        chosen = max(chosen, [linear[k] for k in independent], key=len)
    if len(chosen) < n:
        unseen = [name for k, name in enumerate(names) if all(is_zero(x) for x in D[linear, k])]
        what = f"the rate of {unseen[0]!r} stands linearly in none of them" if unseen else "they repeat each other"
        raise FormulationError(
            f"{owner}: its relations do not determine the rates of {', '.join(names)}: {what}; the matrix of the "
            f"rates has rank {len(chosen)}, not {n}"
        )
    return chosen
