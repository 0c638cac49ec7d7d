"""Coordinates of no body: what curves, surfaces and constraints of one's own may be written over."""

from __future__ import annotations

from dataclasses import dataclass

from dalembert.model.bodies import Body, ground
from dalembert.model.joints.prismatic import Prismatic


@dataclass(frozen=True)
class OfNoBody(Prismatic):
    """A coordinate by itself: the place of a marker without mass on the ground, which nothing else refers to."""

    unit: str = "m"

    @property
    def units(self) -> tuple[str, ...]:
        return (self.unit,)

    @property
    def speed_units(self) -> tuple[str, ...]:
        return (f"{self.unit}/s" if self.unit else "1/s",)

    @property
    def carries_body(self) -> bool:
        return False

    @property
    def symbol(self) -> None:
        return None


def extra_coordinate(name: str, *, unit: str = "m") -> OfNoBody:
    """A coordinate with its own speed but without inertia: constraints must say how it moves.

    The parameter of a curve, the place of a contact on a profile, an angle that nothing has as a coordinate; its
    unit is "m", "rad", or "" for a number. It is no place of a body, so that it is not drawn and stays what it is
    in absolute coordinates.
    """
    return OfNoBody(name, ground, Body(f"marker of {name}"), axis="x", unit=unit)
