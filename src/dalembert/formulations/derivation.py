"""Derivations that show their work: the way to equations of motion, step by step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dalembert.equations import Equations


@dataclass(frozen=True, eq=False)
class Step:
    """One step: what is done, why, and the quantities that come out, by their LaTeX symbols."""

    title: str
    why: str
    results: Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Derivation:
    """Equations of motion and the steps that lead to them."""

    principle: str
    steps: tuple[Step, ...]
    equations: Equations
