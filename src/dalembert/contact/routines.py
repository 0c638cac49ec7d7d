"""Decisions about contacts as calls of expression graphs: responses to forces, impacts, the choice of modes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dalembert.arrays import Vector
from dalembert.contact.choice_code import choice
from dalembert.contact.cone_code import Fields
from dalembert.contact.decision_layout import DecisionLayout
from dalembert.contact.impact_code import impact
from dalembert.contact.response_code import responses
from dalembert.errors import ExpressionError
from dalembert.expr.calls import Routine, invoke
from dalembert.procedures.statements import Procedure


@dataclass(frozen=True)
class InstantRoutine(Routine):
    """A part of what is decided at an instant, in native code only."""

    layout: DecisionLayout

    @property
    @abstractmethod
    def operands(self) -> Fields:
        """What it takes."""

    @property
    @abstractmethod
    def results(self) -> Fields:
        """What it gives."""

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

    def evaluate(self, x: Vector) -> Vector:
        raise ExpressionError("what contacts do at an instant is decided in native code, of expressions only")

    def forward(self, x: Sequence[Any], y: Sequence[Any], dx: Sequence[Any]) -> Sequence[Any]:
        raise ExpressionError("what contacts do at an instant has no derivative: they open, stick or slip")

    def reverse(self, x: Sequence[Any], y: Sequence[Any], y_bar: Sequence[Any]) -> Sequence[Any]:
        raise ExpressionError("what contacts do at an instant has no derivative: they open, stick or slip")


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

    def evaluate(self, x: Vector) -> Vector:
        nu, fixed = self.layout.nu, list(self.layout.bilateral)
        M, J = np.split(x, [nu * nu])
        M, J = M.reshape(nu, nu), J.reshape(-1, nu)
        b = len(fixed)
        K = np.block([[M, -J[fixed].T], [J[fixed], np.zeros((b, b))]])
        right = np.block([[J.T, np.eye(nu), np.zeros((nu, b))], [np.zeros((b, len(J) + nu)), np.eye(b)]])
        try:
            return np.linalg.solve(K, right)[:nu].T.ravel()
        except np.linalg.LinAlgError:
            return np.full(self.n_outputs, np.nan)


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
