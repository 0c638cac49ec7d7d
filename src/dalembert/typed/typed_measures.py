"""Measures in equations that are typed in: variables by name, no bodies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Never, TypeVar

from dalembert.arrays import Array
from dalembert.equations.solved_system import SolvedSystem
from dalembert.equations.variables import Variables
from dalembert.errors import FormulationError
from dalembert.expr.node import Node, Scalar
from dalembert.expr.symbol_nodes import symbol
from dalembert.model.bodies import Frame
from dalembert.model.measure import Measure, resolved
from dalembert.model.reaction_measures import ReactionMeasure
from dalembert.name_checks import checked_names

Resolved = TypeVar("Resolved", Scalar, Array)


class NamedVariables:
    """Coordinates, speeds, accelerations and inputs by name; measures of bodies are errors."""

    def __init__(self, names: Mapping[str, tuple[str, ...]], speed_of: Mapping[str, str] | None = None) -> None:
        self._names, self._speed_of = names, speed_of or {}

    def coordinate(self, name: str) -> Node:
        """A coordinate."""
        checked_names([name], self._names["coordinate"], "coordinate")
        return symbol(name)

    def speed(self, name: str) -> Scalar:
        """A speed; it may be named like the coordinate it is the rate of."""
        return symbol(self._own_name(name))

    def speed_rate(self, name: str) -> Scalar:
        """The rate of a speed, which may be named like the coordinate it is the rate of."""
        return symbol(self._names["acceleration"][self._names["speed"].index(self._own_name(name))])

    def _own_name(self, name: str) -> str:
        speed = self._speed_of.get(name, name)
        checked_names([speed], self._names["speed"], "speed")
        return speed

    def input(self, name: str) -> Node:
        """An input."""
        checked_names([name], self._names["input"], "input")
        return symbol(name)

    def value(self, name: str) -> Never:
        """Raises: typed equations have no state variables."""
        raise FormulationError(f"there is no state variable {name!r} in equations that are typed in")

    def pose(self, frame: Frame) -> Never:
        """Raises: typed equations have no bodies."""
        raise _no_bodies(frame)

    def velocity(self, frame: Frame) -> Never:
        """Raises: typed equations have no bodies."""
        raise _no_bodies(frame)

    def acceleration(self, frame: Frame) -> Never:
        """Raises: typed equations have no bodies."""
        raise _no_bodies(frame)

    def reaction(self, measure: Measure) -> Scalar:
        """Raises: reactions are not known before the equations are solved."""
        raise FormulationError(f"{measure!r} follows from the equations, so it cannot stand in them")

    def force(self, name: str) -> Never:
        """Raises: typed equations have no force elements."""
        raise FormulationError(f"there is no force element {name!r} in equations that are typed in")

    def kinetic_energy(self) -> Scalar:
        """Raises: energies are not known before the equations are read."""
        raise FormulationError("the kinetic energy cannot stand in typed equations; type it out")

    def potential_energy(self) -> Scalar:
        """Raises: energies are not known before the equations are read."""
        raise FormulationError("the potential energy cannot stand in typed equations; type it out")

    def supplied_power(self) -> Scalar:
        """Raises: the power is not known before the equations are solved."""
        raise FormulationError("the power follows from the equations, so it cannot stand in them")


class SolvedVariables(NamedVariables):
    """Variables of solved equations by name: also rates, accelerations, multipliers, energies and power."""

    def __init__(
        self, names: Mapping[str, tuple[str, ...]], rates: Mapping[str, Scalar], signal: Callable[[str], Scalar]
    ) -> None:
        super().__init__(names)
        self._rates, self._signal = rates, signal

    def speed(self, name: str) -> Scalar:
        """A speed, or the rate of a coordinate."""
        return self._rates[name] if name in self._rates else super().speed(name)

    def speed_rate(self, name: str) -> Scalar:
        """The rate of a speed, solved for; the speed may be named like the coordinate it is the rate of."""
        rate = self._rates.get(name)
        label = next((speed for speed in self._names["speed"] if rate is symbol(speed)), name)
        checked_names([label], self._names["speed"], "speed")
        return self._signal(f"{label.removesuffix('.rate')}.acceleration")

    def reaction(self, measure: Measure) -> Scalar:
        """The multiplier of a row."""
        assert isinstance(measure, ReactionMeasure)
        return measure.of(self, self)

    def multiplier(self, name: str) -> Scalar:
        """The multiplier of a row."""
        return self._signal(f"{name}.multiplier")

    def wrench(self, name: str) -> Never:
        """Raises: typed equations have no bodies on which a force could act at a point."""
        raise FormulationError(f"{name!r} has no point of application; multiplier({name!r}) is the force along it")

    def frame(self, name: str) -> Never:
        """Raises: typed equations have no bodies."""
        raise FormulationError(f"{name!r} has no point of application; multiplier({name!r}) is the force along it")

    def kinetic_energy(self) -> Scalar:
        """Kinetic energy T."""
        return self._signal("kinetic energy")

    def potential_energy(self) -> Scalar:
        """Potential energy V."""
        return self._signal("potential energy")

    def supplied_power(self) -> Scalar:
        """Power by which the energy changes."""
        return self._signal("power")


def _no_bodies(frame: Frame) -> FormulationError:
    return FormulationError(f"equations that are typed in have no bodies, so they cannot contain {frame!r}")


def resolved_in_variables(expression: Resolved, solution: SolvedSystem) -> Resolved:
    """An expression of measures in the variables of equations without bodies, once these are solved."""
    v: Variables = solution.equations.variables
    rates = zip(v.coordinates, solution.equations.rates, strict=True)
    # an input may have become a state, by its name
    names = {"coordinate": v.coordinates, "speed": v.speeds, "input": (*v.inputs, *v.states)}
    variables = SolvedVariables(names, {name: x for name, x in rates if name not in v.speeds}, solution.signal)
    return resolved(expression, variables)
