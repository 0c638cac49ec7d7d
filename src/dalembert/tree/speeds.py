"""Free choice of speeds: quasi-velocities instead of the speeds that joints bring along."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol, runtime_checkable

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.outputs import Quantity
from dalembert.equations.variables import helper_variables
from dalembert.errors import FormulationError
from dalembert.expr.calculus import jacobian, time_derivative
from dalembert.expr.node import Expression, Node, Scalar, inputs_of, name_of
from dalembert.expr.rewrite import Substitution, substitute
from dalembert.expr.small_inverse import small_inverse
from dalembert.expr.sparse_matrix import SparseMatrix, products, sparse
from dalembert.expr.trial_numbers import sampled
from dalembert.rank import ROUNDING, SINGULAR, independent_rows
from dalembert.rank import rank as rank_of
from dalembert.tree.frame_motion import Entry
from dalembert.tree.loop_kinematics import LoopKinematics


@runtime_checkable
class SpeedChoice(Protocol):
    """Speeds instead of those that joints bring along."""

    def chosen(self, kinematics: LoopKinematics) -> ChosenSpeeds:
        """The speeds for a model."""


@dataclass(frozen=True)
class QuasiVelocities:
    """Speeds of one's own choice, by name.

    There are as many as the model has speeds, or more: then relations between them are added as rows without a
    reaction. Factors depend on coordinates, parameters and time.

    Parameters
    ----------
    definitions : dict of expressions, optional
        New speeds by name, as expressions of measures that are linear in the model's speeds, such as
        `{"forward": velocity(skate)[0] * cos(…) + …}`; default none, with `rates`.
    rates : dict of expressions, optional
        The model's speeds, by their names or those of coordinates, as expressions linear in symbols of the
        new ones, `da.expr.symbol("forward")`; default none, with `definitions`.

    Examples
    --------
    >>> import dalembert as da
    >>> cart, pole = da.particle("cart", mass=1.0), da.rod("pole", length=1.0, mass=0.5)
    >>> slide, pin = da.Prismatic("x", da.ground, cart, axis="x"), da.Revolute("lean", cart, pole)
    >>> model = da.Model(slide, pin, da.Motor("push", "x"), gravity=(0, -9.81, 0))
    >>> tip = da.formulations.QuasiVelocities({"cart": da.speed("x"), "tip": da.velocity(pole["end"])[1]})
    >>> eom = da.derive(model, da.Kane(speeds=tip))
    >>> print(eom.speeds)
    ('cart', 'tip')
    """

    definitions: Mapping[str, Any] = field(default_factory=dict)
    rates: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if bool(self.definitions) == bool(self.rates):
            raise FormulationError("quasi-velocities are given by `definitions` or by `rates`, by one of them")

    def chosen(self, kinematics: LoopKinematics) -> ChosenSpeeds:
        """The speeds for a model."""
        return self._by_definitions(kinematics) if self.definitions else self._by_rates(kinematics)

    def _by_definitions(self, kinematics: LoopKinematics) -> ChosenSpeeds:
        model_u, names = kinematics.u, tuple(self.definitions)
        n, k = len(model_u), len(names)
        check_speed_names(names, kinematics)
        values = np.array([kinematics.resolve(y) for y in self.definitions.values()], dtype=object)
        _check_inputs(dict(zip(names, values, strict=True)), kinematics)
        W, w0 = _linear(values, model_u, names, "the model's speeds")
        numbers = sampled(W)
        if (rank := rank_of(numbers, ROUNDING) if k else 0) < n:
            short = "only " if k < n else ""
            raise FormulationError(
                f"the quasi-velocities {list(names)} do not determine the motion: {short}{rank} of them are "
                f"independent, but the model has {n} speeds, {list(kinematics.model.speeds)}; define further ones"
            )
        # in the order given, unless one nearly depends on those before it
        basis = list(independent_rows(numbers, n, SINGULAR.distance))
        B = np.full((n, k), 0.0, dtype=object)
        B[:, basis] = small_inverse(W[basis])
        u = speed_symbols(names)
        others = tuple(i for i in range(k) if i not in basis)
        return ChosenSpeeds(names, u, model_u, sparse(B), -(B @ w0), sparse(W), w0, others)

    def _by_rates(self, kinematics: LoopKinematics) -> ChosenSpeeds:
        speeds, model_u = kinematics.model.speeds, kinematics.u
        rates = {kinematics.model.speed_name(name): y for name, y in self.rates.items()}
        if missing := [name for name in speeds if name not in rates]:
            raise FormulationError(f"quasi-velocities by rates need an expression for each speed, also {missing}")
        values = np.array([kinematics.resolve(rates[name]) for name in speeds], dtype=object)
        inputs = inputs_of(y for y in values if isinstance(y, Expression))
        if set(model_u).intersection(inputs):
            raise FormulationError(
                "rates by quasi-velocities contain coordinates and these, but no speeds of the model"
            )
        others = {*kinematics.q, *_foreign(kinematics)}
        u = [x for x in inputs if x.op == "symbol" and x not in others]
        _check_inputs(dict(zip(speeds, values, strict=True)), kinematics, u)
        names = tuple(map(name_of, u))
        check_speed_names(names, kinematics)
        if len(u) != len(speeds):
            raise FormulationError(
                f"{len(speeds)} rates follow from {len(speeds)} quasi-velocities, not from {list(names)}; use "
                "`definitions` for redundant ones"
            )
        B, b = _linear(values, np.array(u, dtype=object), speeds, "the quasi-velocities")
        if (rank := rank_of(sampled(B), ROUNDING)) < len(speeds):
            raise FormulationError(
                f"the quasi-velocities {list(names)} do not determine the motion: of the rates {list(speeds)} "
                f"by them only {rank} are independent"
            )
        W = small_inverse(B)
        return ChosenSpeeds(names, np.array(u, dtype=object), model_u, sparse(B), b, sparse(W), -(W @ b), ())


@dataclass(frozen=True, eq=False)
class ChosenSpeeds:
    """Speeds u, and how those of the model follow from them and back: u_model = B u + b, u = W u_model + w₀."""

    names: tuple[str, ...]
    u: Array
    model_u: Array
    B: SparseMatrix
    b: Array
    W: SparseMatrix
    w0: Array
    redundant: tuple[int, ...] = ()
    """Numbers of speeds that follow from the others: columns of B that are zero."""

    @classmethod
    def own(cls, names: tuple[str, ...], u: Array) -> ChosenSpeeds:
        """The speeds that the model has."""
        identity, none = SparseMatrix.identity(len(u)), np.full(len(u), 0.0, dtype=object)
        return cls(names, u, u, identity, none, identity, none)

    @property
    def are_own(self) -> bool:
        """Whether they are the model's."""
        return self.u is self.model_u

    @cached_property
    def model_speeds(self) -> Array:
        """The model's speeds in terms of these."""
        return self.model_u if self.are_own else products(self.B, self.u) + self.b

    @cached_property
    def _substitution(self) -> Substitution:
        return Substitution(dict(zip(self.model_u, self.model_speeds, strict=True)))

    def known(self, y: Quantity) -> Quantity:
        """Expressions of the model's speeds in terms of these."""
        return y if self.are_own or y is None else self._substitution(y)

    def bias(self, rates: Mapping[Node, Scalar]) -> Array:
        """Rates of the model's speeds while these are constant: Ḃ u + ḃ."""
        if self.are_own:
            return np.zeros(len(self.u))
        return time_derivative(self.model_speeds, rates)

    def entries(self, of_model: Mapping[int, Entry]) -> dict[int, Entry]:
        """Entries or columns by number of a speed, from those by number of the model's: J B."""
        if self.are_own:
            return dict(of_model)
        entries: dict[int, Entry] = {}
        for number, value in of_model.items():
            for k, factor in self.B.rows[number].items():
                entries[k] = entries.get(k, 0.0) + factor * value
        return dict(sorted(entries.items()))

    def generalized(self, forces: Array) -> Array:
        """Forces along these speeds, from those along the model's."""
        if self.are_own:
            return forces
        return products(self.B.T, forces)

    @cached_property
    def parameters(self) -> dict[str, float]:
        """Names and default values of the parameters that they depend on."""
        entries = [*self.B.values, *self.b, *self.W.values, *self.w0]
        return {name_of(x): x.args[1] for x in inputs_of(entries) if x.op == "parameter"}


def speed_symbols(names: Sequence[str]) -> Array:
    """Speeds as variables (n,)."""
    return helper_variables(names, ())


def check_speed_names(names: Sequence[str], kinematics: LoopKinematics) -> None:
    """Raise if a speed has the name of another variable."""
    model = kinematics.model
    taken = {*model.coordinates, *model.states, *map(name_of, (*kinematics.tau, *kinematics.u))}
    if clash := [name for name in names if name in taken]:
        raise FormulationError(
            f"the name {clash[0]!r} of a quasi-velocity is that of a coordinate, a state variable, an input or "
            f"another "
            "variable of the model"
        )


def _check_inputs(values: Mapping[str, Scalar], kinematics: LoopKinematics, u: Sequence[Node] = ()) -> None:
    """Raise if quasi-velocities depend on more than coordinates, speeds, parameters and time.

    Their rates must follow from these alone, which they would not with what changes by itself, or by forces.
    """
    allowed, foreign = {*kinematics.q, *kinematics.u, *u}, _foreign(kinematics)
    for name, value in values.items():
        for x in inputs_of([value] if isinstance(value, Expression) else []):
            if x.op == "symbol" and x not in allowed:
                what = foreign.get(x, f"the symbol {name_of(x)!r}, which the model does not have")
                raise FormulationError(
                    f"the speed {name!r} depends on {what}; quasi-velocities may depend on coordinates, speeds, "
                    "parameters and time only"
                )


def _foreign(kinematics: LoopKinematics) -> dict[Node, str]:
    """Variables of a model that quasi-velocities cannot depend on, in words."""
    words = {kinematics.value(name): f"the state variable {name!r}" for name in kinematics.model.states}
    words |= {x: f"the input {name_of(x)!r}" for x in kinematics.tau}
    reactions = kinematics.dependent.reactions
    return words | {x: f"the reaction {measure!r}" for measure, x in reactions.items()}


def _linear(values: Array, x: Array, names: Sequence[str], of: str) -> tuple[Array, Array]:
    """Factors and rest of expressions that are linear in x."""
    slopes = jacobian(values, x)
    for name, row in zip(names, slopes, strict=True):
        if set(x).intersection(inputs_of(y for y in row if isinstance(y, Expression))):
            raise FormulationError(f"{name!r} is not linear in {of}")
    return slopes, substitute(values, dict.fromkeys(x, 0.0))
