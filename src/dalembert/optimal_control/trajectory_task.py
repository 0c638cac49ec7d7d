"""What a trajectory is asked for, checked: systems of its phases, conditions, bounds and costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dalembert.optimal_control.conditions import ParsedConditions
from dalembert.optimal_control.costs import Term
from dalembert.optimal_control.phase_system import PhaseSystem
from dalembert.optimal_control.transcriptions import Transcription


@dataclass(frozen=True, eq=False)
class PhaseTask:
    """A phase: its system, duration, bounds, and conditions at its end."""

    system: PhaseSystem
    duration: tuple[float, float]
    intervals: int
    bounds: ParsedConditions
    end: ParsedConditions

    @property
    def is_instant(self) -> bool:
        """Whether it takes no time."""
        return self.duration[1] == 0.0


@dataclass(frozen=True, eq=False)
class TrajectoryTask:
    """A trajectory that is asked for."""

    phases: tuple[PhaseTask, ...]
    t0: float
    start: ParsedConditions
    end: ParsedConditions
    costs: tuple[Term, ...]
    transcription: Transcription
    values: Mapping[str, float]
    """Values of all parameters, by name in their order."""

    free: Mapping[str, tuple[float, float]]
    """Parameters that are unknowns, and their ranges."""

    periodic: Mapping[str, str]
    """Variables at the end that are those of the start, by name."""

    guess: Any
    """A `Guess`."""
