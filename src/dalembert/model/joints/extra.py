"""Coordinates of no body: what curves, surfaces and constraints of one's own may be written over."""

from __future__ import annotations

from dalembert.model.bodies import Body, ground
from dalembert.model.joints.prismatic import Prismatic


def extra_coordinate(name: str) -> Prismatic:
    """A coordinate with its own speed but without inertia: constraints must say how it moves.

    The parameter of a curve, the place of a contact on a profile, an angle that nothing has as a coordinate. It is
    the place of a marker without mass that slides on the ground, so a model holds it among its joints.
    """
    return Prismatic(name, ground, Body(f"marker of {name}"), axis="x")
