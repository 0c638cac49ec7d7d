"""Phases of a trajectory: which contacts hold, and for how long."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dalembert.errors import ModelError
from dalembert.number_checks import is_count, told
from dalembert.optimal_control.conditions import Conditions, range_of


@dataclass(frozen=True, eq=False)
class Phase:
    """A part of a trajectory in which contacts keep their modes.

    Where contacts close between two phases, speeds jump as by a plastic impact: M (u⁺ − u⁻) = E Λ. A phase of
    duration zero is the instant after such an impact.

    Parameters
    ----------
    modes : dict of str, optional
        Modes of contacts, as for `da.contacts.with_modes`; contacts that are not named are open, by default all.
    duration : float or (least, greatest), optional
        Duration in seconds; default between 0.01 and 10.
    intervals : int, optional
        Intervals of the first mesh; default a share of those of the trajectory.
    bounds : dict of ranges, optional
        Bounds beside those of the trajectory, such as the height of the foot that swings; default none.
    end : dict of ranges, optional
        Conditions at the end of the phase; default none.
    may_overlap : tuple of str, optional
        Open contacts that may pass through what they touch, such as the foot of a walker without knees; gaps of
        all others stay open. Default none.

    Examples
    --------
    >>> import dalembert as da
    >>> da.trajectories.Phase({"left foot": "sticking"}, duration=(0.3, 0.9)).is_instant
    False
    """

    modes: Mapping[str, str] = field(default_factory=dict)
    duration: float | tuple[float, float] = (0.01, 10.0)
    intervals: int | None = None
    bounds: Conditions = field(default_factory=dict)
    end: Conditions = field(default_factory=dict)
    may_overlap: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        lower, upper = range_of(self.duration, "the duration of a phase")
        if lower < 0.0 or upper == float("inf") or (lower == 0.0 and upper > 0.0):
            raise ModelError(
                "the duration of a phase is positive and bounded, such as (0.1, 2.0), or zero just after "
                f"an impact, not {told(self.duration)}"
            )
        if self.intervals is not None and not is_count(self.intervals, 1):
            raise ModelError(f"the intervals of a phase are a count from 1, not {told(self.intervals)}")

        if isinstance(self.may_overlap, str):
            raise ModelError(f"contacts that may overlap are a tuple of names: ({self.may_overlap!r},)")

    @property
    def is_instant(self) -> bool:
        """Whether it takes no time."""
        return range_of(self.duration, "the duration of a phase")[1] == 0.0
