"""Decisions about contacts as calls of expression graphs: responses to forces, impacts, the choice of modes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from dalembert.contact.bearable_code import BearableShape, bearable
from dalembert.contact.choice_code import choice
from dalembert.contact.cone_code import ConeShape, Fields
from dalembert.contact.decision_layout import DecisionLayout
from dalembert.contact.fields_routine import FieldsRoutine
from dalembert.contact.impact_code import impact
from dalembert.contact.impact_laws import LawRoutine, law_fields
from dalembert.contact.load_sharing_code import load_sharing, sharing_found, sharing_given
from dalembert.contact.margin_code import MarginShape, shared_margin
from dalembert.contact.response_code import responses
from dalembert.expr.calls import Composed
from dalembert.expr.node import Node
from dalembert.procedures.statements import Procedure


@dataclass(frozen=True)
class BearableRoutine(FieldsRoutine):
    """Forces that all points can bear, if there are any."""

    shape: BearableShape

    @property
    def name(self) -> str:
        return "bearable_forces"

    @property
    def operands(self) -> Fields:
        return self.shape.given

    @property
    def results(self) -> Fields:
        return self.shape.found

    def native(self) -> Procedure:
        return bearable(self.shape)


@dataclass(frozen=True)
class SharingRoutine(FieldsRoutine):
    """Which rows hold, and who carries."""

    shape: ConeShape

    @property
    def name(self) -> str:
        return "load_sharing"

    @property
    def operands(self) -> Fields:
        return sharing_given(self.shape)

    @property
    def results(self) -> Fields:
        return sharing_found(self.shape)

    def native(self) -> Procedure:
        return load_sharing(self.shape)


@dataclass(frozen=True)
class MarginRoutine(FieldsRoutine):
    """By how much contacts whose single forces are not unique can bear more than they have to."""

    shape: MarginShape

    @property
    def name(self) -> str:
        return "shared_margin"

    @property
    def operands(self) -> Fields:
        return self.shape.given

    @property
    def results(self) -> Fields:
        return Fields(margin=1)

    def native(self) -> Procedure:
        return shared_margin(self.shape)


@dataclass(frozen=True)
class InstantRoutine(FieldsRoutine):
    """A part of what is decided at an instant."""

    layout: DecisionLayout


class ResponseRoutine(InstantRoutine):
    """Accelerations by unit forces, with all fixed rows kept."""

    @property
    def name(self) -> str:
        return "contact_responses"

    @property
    def operands(self) -> Fields:
        return self.layout.matrices

    @property
    def results(self) -> Fields:
        return self.layout.responses

    def native(self) -> Procedure:
        return responses(self.layout)


class ImpactRoutine(InstantRoutine):
    """Which points are closed, and what an impact of them changes."""

    @property
    def name(self) -> str:
        return "contact_impact"

    @property
    def operands(self) -> Fields:
        return Fields(**self.layout.instant.sizes, own=len(self.parameters))

    @property
    def results(self) -> Fields:
        return self.layout.impact

    @property
    def _laws(self) -> list[LawRoutine]:
        """The laws of impact, each for all points."""
        return [LawRoutine(self.layout.shape, law) for law in self.layout.laws]

    @property
    def parameters(self) -> tuple[Node, ...]:
        """Parameters in the fields of laws, besides their coefficients."""
        return tuple(x for law in self._laws for x in law.parameters)

    def native(self) -> Composed:
        graphs, counts = tuple(law.native() for law in self._laws), [len(law.parameters) for law in self._laws]
        return Composed(graphs, partial(impact, self.layout, law_fields(self.layout.shape), counts))


class ChoiceRoutine(InstantRoutine):
    """The choice of modes of closed points, as a routine."""

    @property
    def name(self) -> str:
        return "contact_choice"

    @property
    def operands(self) -> Fields:
        return self.layout.choice

    @property
    def results(self) -> Fields:
        return self.layout.outcome

    def native(self) -> Composed:
        may_jam = any(point.jams for point in self.layout.points)
        laws = tuple(LawRoutine(self.layout.shape, law, jams=True).native() for law in self.layout.laws[:may_jam])
        return Composed(laws, partial(choice, self.layout, law_fields(self.layout.shape)))
