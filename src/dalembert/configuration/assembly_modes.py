"""Which of the ways a joint can be closed: right, or with its axes against each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from dalembert.arrays import Arguments
from dalembert.configuration.constraint_unknowns import Native, native
from dalembert.dynamics.dynamics import Dynamics
from dalembert.expr.node import Expression
from dalembert.memo import Key

RIGHT_WAY = 0.5
"""Cosine of the angle between two axes that should be one above which they are not turned over or exchanged."""


_SENSES: Key[Native] = Key("senses")


def wrongly_closed(dynamics: Dynamics, numbers: Arguments, p: Mapping[str, float]) -> str:
    """The first joint that is closed the wrong way round, or nothing."""
    senses = dynamics.equations.constraints.senses
    values: Any = [sense for _, sense in senses]
    if any(isinstance(sense, Expression) for sense in values):
        outputs = {"senses": np.array(values, dtype=object)}
        values = dynamics.memo.get(_SENSES, lambda: native(dynamics, outputs))(numbers, p)["senses"]
    return next((part for (part, _), value in zip(senses, values, strict=True) if not value > RIGHT_WAY), "")
