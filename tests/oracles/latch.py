"""A constraint that comes and goes, for tests."""

from dataclasses import dataclass
from typing import Any

import dalembert as da


@dataclass(frozen=True)
class Latch(da.extend.Constraint):
    """An expression that is zero while `on` is one."""

    expression: Any
    on: Any

    def relations(self, kinematics):
        return [da.extend.Relation("", self.expression, switch=self.on)]
