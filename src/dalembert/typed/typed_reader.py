"""Reading of variables, rates, forces and constraints, which all typed equations have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dalembert.arrays import Array
from dalembert.equations.level_rows import LevelRow
from dalembert.errors import FormulationError
from dalembert.expr.node import Expression, inputs_of
from dalembert.expr.sparse_matrix import products
from dalembert.typed.speed_map import SpeedMap, column
from dalembert.typed.typed_constraints import checked_rows, definition_rows, typed_rows
from dalembert.typed.vocabulary import (
    FORCES,
    VELOCITIES,
    Kind,
    NamedExpressions,
    NamedNumbers,
    TypedExpression,
    VariableNames,
    Vocabulary,
    label,
    labels,
)

RESERVED = ("kinetic energy", "potential energy", "energy", "lagrangian", "hamiltonian", "power")
"""Names of signals that no variable may have."""

SIGNALS_OF = ("acceleration", "momentum", "multiplier", "residual", "torque", "force", "power")
"""Last parts of the names of signals that belong to a variable or a row."""


class TypedReader:
    """Variables, rates, forces and constraints of typed equations, read and checked."""

    def __init__(
        self,
        q: VariableNames,
        u: VariableNames,
        a: VariableNames,
        *,
        rates: NamedExpressions | Iterable[TypedExpression] | None,
        definitions: NamedExpressions,
        inputs: VariableNames,
        lam: VariableNames,
        parameters: NamedNumbers,
    ) -> None:
        speeds = labels(u, "speeds")
        names = {
            Kind.COORDINATE: labels(q, "coordinates"),
            Kind.SPEED: speeds,
            Kind.ACCELERATION: tuple(f"{name}'" for name in speeds) if a is None else labels(a, "accelerations"),
            Kind.INPUT: labels(inputs, "inputs"),
            Kind.MULTIPLIER: labels(lam, "multipliers"),
        }
        _check_names((*names[Kind.COORDINATE], *speeds), [name for group in names.values() for name in group])
        if not speeds:
            raise FormulationError("equations of motion need speeds; there are none")
        if len(names[Kind.ACCELERATION]) != len(speeds):
            raise FormulationError(
                f"{len(speeds)} speeds have {len(speeds)} accelerations, in the same order, "
                f"not {len(names[Kind.ACCELERATION])}"
            )
        values = {label(name, "parameters"): value for name, value in parameters.items()}
        self.vocabulary = Vocabulary(names, values)
        self.q, self.u, self.a, self.lam = (
            self.vocabulary.variables(kind)
            for kind in (Kind.COORDINATE, Kind.SPEED, Kind.ACCELERATION, Kind.MULTIPLIER)
        )
        self.coordinates, self.speed_names = names[Kind.COORDINATE], speeds
        defined = self.vocabulary.read_all(definitions, speeds, "definitions", VELOCITIES)
        own_rates = self._rates(rates)
        self.speeds = SpeedMap(self.coordinates, speeds, self.q, self.u, own_rates, defined, names[Kind.INPUT])
        by_rate = dict(zip(self.u, speeds, strict=True))
        pairs = [(name, by_rate.get(rate)) for name, rate in zip(self.coordinates, own_rates, strict=True)]
        speed_of = {name: speed for name, speed in pairs if speed is not None}
        self.vocabulary = Vocabulary(names, values, speed_of)

    def _rates(self, rates: NamedExpressions | Iterable[TypedExpression] | None) -> Array:
        """q̇ (nq,); the speeds themselves if None."""
        if rates is None:
            if len(self.q) != len(self.u):
                raise FormulationError(
                    f"{len(self.q)} coordinates and {len(self.u)} speeds: type what the rates of the coordinates "
                    "are, rates={coordinate: expression of the speeds}"
                )
            return self.u
        expressions = self.vocabulary.read_all(rates, self.coordinates, "rates", FORCES)
        if missing := [name for name in self.coordinates if name not in expressions]:
            raise FormulationError(f"rates does not say what the rate of {missing[0]!r} is")
        return column(expressions[name] for name in self.coordinates)

    def forces(self, forces: NamedExpressions) -> Array:
        """Forces along the speeds (nu,) from those along speeds or along rates of coordinates, by name."""
        names = (*self.coordinates, *self.speed_names)
        if not isinstance(forces, Mapping):
            raise FormulationError(f"forces are given by name, such as {{{names[0]!r}: …}}, not {forces!r}")
        expressions = self.vocabulary.read_all(forces, names, "forces", FORCES)
        along_rates = column(expressions.get(name, 0.0) for name in self.coordinates)
        direct = column(expressions.get(name, 0.0) for name in self.speed_names)
        return direct + products(self.speeds.N.T, along_rates)

    def rows(self, constraints: Iterable[object]) -> list[LevelRow]:
        """Rows of constraints in their order, then those of definitions."""
        rows = typed_rows(constraints, self.vocabulary, self.speeds)
        taken = [name for names in self.vocabulary.names.values() for name in names]
        return checked_rows([*rows, *definition_rows(self.speeds, self.vocabulary)], taken)

    def check_linear(self, factors: Array, what: str) -> None:
        """Refuse factors of accelerations and multipliers that contain these."""
        inputs = set(inputs_of([x for x in factors.ravel() if isinstance(x, Expression)]))
        for x in (*self.a, *self.lam):
            if x in inputs:
                raise FormulationError(f"{what} in {x!r}; such equations are not solved for accelerations")


def _check_names(names: Iterable[str], variables: Iterable[str]) -> None:
    """Refuse names of coordinates and speeds that are names of signals."""
    owners = {form for name in variables for form in (name, name.removesuffix(".rate"))}
    for name in names:
        owner, _, last = name.rpartition(".")
        if name in RESERVED or (owner in owners and last in SIGNALS_OF):
            raise FormulationError(f"the name {name!r} is that of a signal; rename the variable")
