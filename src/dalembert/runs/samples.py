"""Samples: states at many times, and expressions of measures along them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from dalembert.arrays import Vector
from dalembert.dynamics.dynamics import Dynamics
from dalembert.dynamics.native_functions import resolved_together


@dataclass(frozen=True, eq=False)
class Samples:
    """Rows of numbers of one system."""

    dynamics: Dynamics
    times: Vector
    states: Vector
    """q, u and z one after the other, a row per time."""

    inputs: Vector
    parameters: Mapping[str, float]
    discrete: Mapping[str, Vector]
    """Parameters that differ from row to row."""

    def evaluate(self, outputs: Mapping[str, Any]) -> dict[str, Any]:
        """Expressions of measures in all rows."""
        return self.evaluated(resolved_together(self.dynamics.solved, outputs))

    def evaluated(self, resolved: Mapping[str, Any]) -> dict[str, Any]:
        """Expressions of the equations' variables in all rows."""
        eom = self.dynamics.equations
        nq, nu = len(eom.coordinates), len(eom.speeds)
        q, u, z = np.split(self.states, [nq, nq + nu], axis=1)
        if self.discrete:
            arguments = {"t": self.times, "q": q, "u": u, "z": z, "tau": self.inputs}
            p = {**self.parameters, **self.discrete}
            return dict(self.dynamics.evaluate_many(resolved, arguments, p))
        function = self.dynamics.function(resolved)
        names = function.parameters
        known = {name: value for name, value in self.parameters.items() if name in names}
        return dict(function(t=self.times, q=q, u=u, z=z, tau=self.inputs, parameters=known))
