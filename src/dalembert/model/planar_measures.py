"""Measures of planar mechanisms as expressions: for motions, sweeps, plots and events alike."""

from __future__ import annotations

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.expr.functions import absolute_value, atan2
from dalembert.expr.node import Scalar
from dalembert.model.bodies import Body, Place, as_frame, ground
from dalembert.model.measure import (
    acceleration,
    angular_acceleration,
    angular_velocity,
    orientation,
    position,
    speed,
    velocity,
)
from dalembert.model.model import Model
from dalembert.spatial.inertia import Inertia
from dalembert.spatial.vectors import VectorLike, as_shape, dot


def transmission_angle(first: Place, pin: Place, second: Place) -> Scalar:
    """The angle at a pin between the lines to two other points, from 0 to π/2.

    Of a four-bar: of coupler and rocker, at the pin between them; force goes best across, and badly below 40° or
    so.

    Parameters
    ----------
    first : Body or Frame
        Pins: the angle is at the middle one; in rad.
    pin : Body or Frame
        Pins: the angle is at the middle one; in rad.
    second : Body or Frame
        Pins: the angle is at the middle one; in rad.

    Examples
    --------
    >>> import dalembert as da
    >>> sketch = da.planar.Sketch({"A": (0, 0), "B": (0.1, 0.25), "C": (0.6, 0.45), "D": (0.7, 0)})
    >>> names = {"crank": "AB", "coupler": "BC", "rocker": "DC"}
    >>> links = [sketch.link(name, *ends) for name, ends in names.items()]
    >>> drive = da.Drive("motor", "A", 1.19 + da.time)
    >>> motion = da.kinematics(da.Model(*sketch.pins(*links, ground="AD"), drive), [0.0, 3.0, 6.0])
    >>> angle = da.planar.transmission_angle(links[0]["B"], links[1]["C"], sketch.at(da.ground, "D"))
    >>> print(motion.evaluate(angle).round(3))
    [1.409 1.048 1.216]
    """
    a, b = (position(place)[:2] - position(pin)[:2] for place in (first, second))
    return atan2(absolute_value(a[0] * b[1] - a[1] * b[0]), absolute_value(dot(a, b)))


def instant_centre(body: Place, seen_from: Place = ground, *, axes: Place = ground) -> Array:
    """The point (2,) about which a body turns at the moment, as another one sees it, in the axes of a frame.

    Its path in the axes of the other body is the fixed centrode, in those of the body itself the moving one. It is
    not finite where neither turns against the other.

    Parameters
    ----------
    body : Body or Frame
        Body that turns.
    seen_from : Body or Frame, optional
        Body that sees it; default the ground.
    axes : Body or Frame, optional
        Axes of the point; default those of the ground.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> model = da.Model(da.Revolute("hinge", da.ground.at(x=2.0), rod))
    >>> motion = da.simulate(model, da.State(u={"hinge": 1.0}), until=1.0)
    >>> print(motion.evaluate(da.planar.instant_centre(rod))[-1].round(6))
    [2. 0.]
    """
    moving, still = as_frame(body, "an instant centre"), as_frame(seen_from, "an instant centre")
    turning = angular_velocity(moving)[2] - angular_velocity(still)[2]
    if moving.body is still.body:
        raise ModelError(f"body {moving.body.name!r} does not turn against itself: there is no instant centre")
    way = position(moving)[:2] - position(still)[:2]
    carried = velocity(still)[:2] + angular_velocity(still)[2] * _left(way)
    place = position(moving)[:2] + _left(velocity(moving)[:2] - carried) / turning
    X = as_frame(axes, "the axes of an instant centre")
    return np.asarray(orientation(X)[:2, :2].T @ (place - position(X)[:2]), dtype=object)


def mechanical_advantage(driving: str, driven: str) -> Scalar:
    """Force or torque at the coordinate that is driven, for a unit at the one that drives, without losses.

    The ratio of their speeds, by names of coordinates; it grows without bounds at dead points of the driven one.

    Parameters
    ----------
    driving : str
        Joint coordinates by name.
    driven : str
        Joint coordinates by name.

    Examples
    --------
    >>> import dalembert as da
    >>> sketch = da.planar.Sketch({"A": (0, 0), "B": (0.1, 0.25), "C": (0.6, 0.45), "D": (0.7, 0)})
    >>> names = {"crank": "AB", "coupler": "BC", "rocker": "DC"}
    >>> links = [sketch.link(name, *ends) for name, ends in names.items()]
    >>> drive = da.Drive("motor", "A", 1.19 + da.time)
    >>> motion = da.kinematics(da.Model(*sketch.pins(*links, ground="AD"), drive), [0.0, 1.0])
    >>> print(motion.evaluate(da.planar.mechanical_advantage("A", "D")).round(3))
    [2.334 1.554]
    """
    return speed(driving) / speed(driven)


def shaking_force(model: Model) -> Array:
    """The force (2,) that the inertia of all bodies exerts on the frame: −Σ m a. Weights come on top.

    Parameters
    ----------
    model : Model
        Mechanism in the plane; the force is in N.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> model = da.Model(da.Revolute("hinge", da.ground, rod), da.Drive("motor", "hinge", 2.0 * da.time))
    >>> motion = da.kinematics(model, [0.0, 1.0])
    >>> print(motion.evaluate(da.planar.shaking_force(model))[0].round(6))
    [2. 0.]
    """
    force: Array = np.zeros(2, dtype=object)
    for body, inertia in _masses(model):
        force = force - inertia.mass * acceleration(body.at(inertia.com))[:2]
    return force


def shaking_moment(model: Model, about: VectorLike = (0.0, 0.0)) -> Scalar:
    """The moment that the inertia of all bodies exerts on the frame about a point of it: −Σ (r × m a + I α).

    Parameters
    ----------
    model : Model
        Mechanism in the plane; the moment is in N m.
    about : pair of float, optional
        Point of the frame, in m; default the origin.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> model = da.Model(da.Revolute("hinge", da.ground, rod), da.Drive("motor", "hinge", da.time**2))
    >>> motion = da.kinematics(model, [0.0, 1.0])
    >>> print(f"{motion.evaluate(da.planar.shaking_moment(model))[0]:.4f} N m")
    -0.6667 N m
    """
    centre = as_shape(about, (2,), "the point of a shaking moment")
    moment: Scalar = 0.0
    for body, inertia in _masses(model):
        place = body.at(inertia.com)
        r, a = position(place)[:2] - centre, acceleration(place)[:2]
        moment = moment - inertia.mass * (r[0] * a[1] - r[1] * a[0])
        moment = moment - inertia.J[2, 2] * angular_acceleration(body)[2]
    return moment


def _masses(model: Model) -> list[tuple[Body, Inertia]]:
    """Bodies with mass, each with its inertia."""
    if not isinstance(model, Model):
        raise ModelError(f"shaking forces are of all bodies of a model, not of {model!r}")
    return [(body, body.inertia) for body in model.bodies if body.inertia is not None]


def _left(v: Array) -> Array:
    """A vector (2,) turned by a right angle, counterclockwise."""
    return np.array([-v[1], v[0]], dtype=object)
