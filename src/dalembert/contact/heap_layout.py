"""Memory of heaps: what numbers of bodies, shapes, pairs and contacts stand where."""

from __future__ import annotations


class Body:
    """Numbers of a body that stay: 1/m, inertia about the centre of mass in its axes, and the inverse of that."""

    inverse_mass, inertia, inverse_inertia, size = 0, 1, 10, 19


class State:
    """Place of the centre of mass, unit quaternion, its velocity, and angular velocity in the axes of the body."""

    place, quaternion, velocity, size = 0, 3, 7, 13


SPEEDS = 6
"""Velocity of the centre of mass, then angular velocity in the axes of the body."""


class Shape:
    """A convex shape on a body: its kind, body, set, place and axes there, three lengths."""

    kind, body, set, place, axes, lengths, size = 0, 1, 2, 3, 6, 15, 18


class Placed:
    """A shape in the world: place, axes row by row, lowest and highest corner of the box around it."""

    place, axes, lowest, highest, size = 0, 3, 12, 15, 18


class Pair:
    """Two shapes that may touch, and where contacts of the step before are: the first one, and how many."""

    a, b, first, count, size = 0, 1, 2, 3, 4


class Contact:
    """A point at which two shapes may touch.

    `directions` are the normal, from b to a, and two tangents, row by row; `arms` the rates at which angular
    velocities move the point along them, three rows for a, then for b; `turns` what impulses do to these.
    """

    a, b, friction, feature, active, bias, normal_weight, tangent_weight = range(8)
    directions, inverse_masses, arms, turns, coupling, impulse, gap, point = 8, 17, 19, 37, 55, 57, 60, 61
    size = 64


KINDS = ("ball", "rod", "box", "plane")
"""Kinds of shapes, in the order of their numbers: a rod has round ends, a plane has the third axis as normal."""

BALL, ROD, BOX, PLANE = range(4)

MOST_POINTS = 8
"""Contacts of one pair."""
