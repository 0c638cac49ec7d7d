"""Decisions about contacts as calls of expression graphs: responses to forces, impacts, the choice of modes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from dalembert.arrays import Vector
from dalembert.contact.bearable_code import BearableShape, bearable
from dalembert.contact.choice_code import choice
from dalembert.contact.cone_code import ConeShape, Fields
from dalembert.contact.decision_layout import DecisionLayout
from dalembert.contact.impact_code import impact
from dalembert.contact.load_sharing_code import load_sharing, sharing_found, sharing_given
from dalembert.contact.margin_code import MarginShape, shared_margin
from dalembert.contact.response_code import responses
from dalembert.errors import ExpressionError
from dalembert.expr.calls import Routine, invoke
from dalembert.expr.symbol_nodes import symbols
from dalembert.native.kernel import Kernel
from dalembert.native.kernel import compile as compile_kernel
from dalembert.procedures.statements import Procedure


@dataclass(frozen=True)
class FieldsRoutine(Routine):
    """A procedure of arrays by name: traced in expressions, or called with numbers."""

    @property
    @abstractmethod
    def operands(self) -> Fields:
        """What it takes."""

    @property
    @abstractmethod
    def results(self) -> Fields:
        """What it gives."""

    @abstractmethod
    def native(self) -> Procedure:
        """Its code."""

    @property
    def n_inputs(self) -> int:
        return self.operands.size

    @property
    def n_outputs(self) -> int:
        return self.results.size

    def of(self, **given: Any) -> dict[str, list[Any]]:
        """Its results by name, for operands by name."""
        flat: list[Any] = []
        for name, size in self.operands.sizes.items():
            entries = list(np.asarray(given[name], dtype=object).ravel())
            assert len(entries) == size, name
            flat += entries
        found = invoke(self, flat)
        starts, sizes = self.results.starts, self.results.sizes
        return {name: found[start : start + sizes[name]] for name, start in starts.items()}

    def of_numbers(self, **given: Any) -> dict[str, Vector]:
        """The same for numbers, by native code."""
        x = np.concatenate([np.asarray(given[name], dtype=float).ravel() for name in self.operands.sizes])
        y, starts, sizes = self.evaluate(x), self.results.starts, self.results.sizes
        return {name: y[start : start + sizes[name]] for name, start in starts.items()}

    def evaluate(self, x: Vector) -> Vector:
        return np.asarray(_kernel(self)(x))

    def forward(self, x: Sequence[Any], y: Sequence[Any], dx: Sequence[Any]) -> Sequence[Any]:
        raise ExpressionError("what contacts do at an instant has no derivative: they open, stick or slip")

    def reverse(self, x: Sequence[Any], y: Sequence[Any], y_bar: Sequence[Any]) -> Sequence[Any]:
        raise ExpressionError("what contacts do at an instant has no derivative: they open, stick or slip")


@lru_cache(maxsize=64)
def _kernel(routine: FieldsRoutine) -> Kernel:
    """The code of a routine as a function of an array."""
    x = symbols("x", routine.n_inputs)
    return compile_kernel(np.array(invoke(routine, list(x)), dtype=object), [x])


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
        return self.layout.instant

    @property
    def results(self) -> Fields:
        return self.layout.impact

    def native(self) -> Procedure:
        return impact(self.layout)


class ChoiceRoutine(InstantRoutine):
    """What closed points do from now on."""

    @property
    def name(self) -> str:
        return "contact_choice"

    @property
    def operands(self) -> Fields:
        return self.layout.choice

    @property
    def results(self) -> Fields:
        return self.layout.outcome

    def native(self) -> Procedure:
        return choice(self.layout)
