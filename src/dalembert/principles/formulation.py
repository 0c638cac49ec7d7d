"""A principle in coordinates."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Protocol, runtime_checkable

from dalembert.equations.equations import Equations
from dalembert.errors import FormulationError, ModelError
from dalembert.model.model import Model
from dalembert.model.standalone import standalone
from dalembert.principles.coordinates.choice import Coordinates
from dalembert.principles.coordinates.relative import Relative
from dalembert.principles.deriving.derivation import Derivation
from dalembert.principles.deriving.principle_names import meant_coordinates, meant_principle, principle_name
from dalembert.principles.recursive import Recursive


@runtime_checkable
class Principle(Protocol):
    """A principle of mechanics: it makes equations of a model, in the coordinates that this has."""

    def equations(self, model: Model) -> Equations:
        """The equations of motion."""


@runtime_checkable
class Explains(Principle, Protocol):
    """A principle that can show its work."""

    def derivation(self, model: Model) -> Derivation:
        """The equations and how they come about, step by step."""


@dataclass(frozen=True)
class Formulation:
    """A principle in coordinates: it makes equations of any model."""

    principle: Principle
    coordinates: Coordinates

    @property
    def name(self) -> str:
        """The principle as a user writes it; default coordinates are not mentioned."""
        name = principle_name(self.principle)
        is_default = self.coordinates == _default(self.principle)
        return name if is_default else f"{name} in {self.coordinates_name}"

    @property
    def coordinates_name(self) -> str:
        """How the coordinates are written."""
        return principle_name(self.coordinates)

    def equations(self, model: Model) -> Equations:
        """The equations of motion."""
        return self.principle.equations(self._arranged(model)).derived_by(self.principle)

    def derivation(self, model: Model) -> Derivation:
        """The equations and how they come about, step by step."""
        if not isinstance(self.principle, Explains):
            raise FormulationError(f"{principle_name(self.principle)} has no derivation to show")
        return replace(self.principle.derivation(self._arranged(model)), principle=self.name)

    def _arranged(self, model: Model) -> Model:
        check_model(model)
        arranged = self.coordinates.arranged(standalone(model) if model.roots else model)
        if not isinstance(arranged, Model):
            raise FormulationError(f"{principle_name(self.coordinates)} arranges no model, but {arranged!r}")
        return arranged


def check_model(subject: object) -> None:
    """Raise if what a principle is given is no model; what has equations already is pointed to them."""
    if isinstance(subject, Model):
        return
    if isinstance(subject, Equations):
        already = "; these are equations already"
    elif hasattr(type(subject), "equations"):
        # such as a node of a tree of systems, each of whose leaves has a principle of its own
        name = f" of {subject.name!r}" if hasattr(subject, "name") else ""
        steps = ", and `explain()` shows how they come about" if hasattr(subject, "explain") else ""
        already = f"; the equations{name} are there already, as `equations`{steps}"
    else:
        already = ""
    raise ModelError(f"a principle makes equations of a model, not of {type(subject).__name__}{already}")


def formulation(principle: Principle | None, coordinates: Coordinates | None = None) -> Formulation:
    """A principle, recursion if None, in coordinates, its default ones if None; each an object of its kind."""
    by: Any = Recursive() if principle is None else principle
    if isinstance(by, type | str):
        raise FormulationError(f"a principle is an object, not {_written(by)}: {meant_principle(_word(by))}")
    if not isinstance(by, Principle):
        if not isinstance(by, Coordinates):
            raise FormulationError(f"a principle is an object such as Kane() or Lagrange(), not {by!r}")
        name = principle_name(by)
        raise FormulationError(f"{name} is a choice of coordinates, not a principle: write coordinates={name}")

    if coordinates is None:
        return Formulation(by, _default(by))
    choice: Any = coordinates
    if isinstance(choice, type | str):
        meant = meant_coordinates(_word(choice))
        raise FormulationError(f"coordinates are an object, not {_written(choice)}: {meant}")
    if not isinstance(choice, Coordinates):
        kind = "a principle" if isinstance(choice, Principle) else "none"
        raise FormulationError(
            f"coordinates are an object such as Absolute(), and {principle_name(choice)} is {kind}"
        )
    return Formulation(by, choice)


def _default(principle: Principle) -> Coordinates:
    """Default coordinates of a principle: those of the model, if it has no `default_coordinates`."""
    coordinates: Coordinates = getattr(principle, "default_coordinates", Relative())
    return coordinates


def _word(given: type | str) -> str:
    return given if isinstance(given, str) else given.__name__


def _written(given: type | str) -> str:
    return repr(given) if isinstance(given, str) else given.__name__
