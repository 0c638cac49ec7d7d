"""Four-bars: their class and range of motion, by their lengths alone."""

from __future__ import annotations

from dataclasses import dataclass
from math import acos, pi

from dalembert.errors import ModelError
from dalembert.number_checks import checked_number
from dalembert.tolerances import SAME_POSITION


@dataclass(frozen=True)
class FourBar:
    """Lengths of a four-bar between its pins, and its class by Grashof (1883)."""

    ground: float
    driving: float
    coupler: float
    driven: float

    def __post_init__(self) -> None:
        lengths = {name: getattr(self, name) for name in ("ground", "driving", "coupler", "driven")}
        for name, x in lengths.items():
            checked_number(x, f"the length {name!r} of a four-bar", is_positive=True)
        longest = max(lengths.values())
        if (missing := 2.0 * longest - sum(lengths.values())) > SAME_POSITION * longest:
            names = [name for name, x in lengths.items() if x == longest]
            raise ModelError(
                f"a four-bar cannot be closed: {names[0]!r} is longer than the other three together by {missing:g}"
            )

    @property
    def excess(self) -> float:
        """Shortest and longest length less the two others: some link turns fully if it is not positive."""
        s, p, q, l = sorted((self.ground, self.driving, self.coupler, self.driven))
        excess = s + l - p - q
        return 0.0 if abs(excess) <= SAME_POSITION * l else excess

    @property
    def kind(self) -> str:
        """Class: crank-rocker, rocker-crank, double crank, double or triple rocker, or change point."""
        if self.excess > 0.0:
            return "triple rocker"
        if self.excess == 0.0:
            return "change point"
        shortest = min(self.ground, self.driving, self.coupler, self.driven)
        kinds = {
            self.coupler: "double rocker",
            self.driven: "rocker-crank",
            self.driving: "crank-rocker",
            self.ground: "double crank",
        }
        return kinds[shortest]

    @property
    def driving_range(self) -> tuple[float, float] | None:
        """Angles from the line of the ground between which the driving link can turn; None if fully."""
        reach = [self.coupler + self.driven, abs(self.coupler - self.driven)]
        cosines = [(self.ground**2 + self.driving**2 - d**2) / (2.0 * self.ground * self.driving) for d in reach]
        least = acos(min(1.0, cosines[1])) if cosines[1] < 1.0 - SAME_POSITION else 0.0
        largest = acos(max(-1.0, cosines[0])) if cosines[0] > -1.0 + SAME_POSITION else pi
        if least == 0.0 and largest == pi:
            return None
        return (-largest, largest) if least == 0.0 else (least, 2.0 * pi - least if largest == pi else largest)


def grashof(*, ground: float, driving: float, coupler: float, driven: float) -> FourBar:
    """The class of a four-bar by its lengths between pins: which of its links can turn fully.

    Parameters
    ----------
    ground : float
        Lengths of the links between pins, in m.
    driving : float
        Lengths of the links between pins, in m.
    coupler : float
        Lengths of the links between pins, in m.
    driven : float
        Lengths of the links between pins, in m.

    Examples
    --------
    >>> import dalembert as da
    >>> print(da.planar.grashof(ground=0.7, driving=0.27, coupler=0.54, driven=0.46).kind)
    crank-rocker
    """
    return FourBar(ground, driving, coupler, driven)
