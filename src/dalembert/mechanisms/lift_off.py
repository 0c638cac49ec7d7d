"""Lift-off of followers: where a pair that touches would have to pull, and the spring that keeps it closed."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from dalembert.arrays import Vector
from dalembert.dynamics.as_dynamics import as_dynamics
from dalembert.errors import ModelError
from dalembert.model.forces.joint_forces import JointForce
from dalembert.model.model import Model, flat, on_its_bodies
from dalembert.name_checks import checked_names
from dalembert.runs.motion import Motion

NOTHING = 1e-9
"""Pushes below this part of the largest count as zero."""


@dataclass(frozen=True, eq=False)
class LiftOff:
    """Where along a motion two profiles would part."""

    pair: str
    at: str
    """Name of the quantity that intervals are over: a coordinate, or the time."""

    intervals: tuple[tuple[float, float], ...]
    """Where the push is negative, from and to."""

    least: float
    """The least push."""

    place: float
    """Place or time at which the push is least."""

    def __bool__(self) -> bool:
        return bool(self.intervals)

    def __str__(self) -> str:
        if not self.intervals:
            return f"{self.pair} stays closed: the push is {self.least:.6g} N or more"
        told = ", ".join(f"{start:.4g} to {end:.4g}" for start, end in self.intervals)
        return f"{self.pair} lifts off from {self.at} = {told}; it would pull with {-self.least:.6g} N"


@dataclass(frozen=True, eq=False)
class ClosingSpring:
    """A spring on a coordinate of a follower that keeps a pair closed along a motion."""

    coordinate: str
    stiffness: float
    preload: float
    """Force of the spring where the coordinate is least."""

    rest: float
    """The coordinate at which it would be relaxed."""

    needed: Vector
    """The force that would just do, at each instant."""

    def __str__(self) -> str:
        return (
            f"a spring of {self.stiffness:.6g} N/m on {self.coordinate}, with {self.preload:g} N where it is least"
        )


def lift_off(motion: Motion, pair: str, *, at: str = "time") -> LiftOff:
    """Where two profiles of a motion would have to pull at each other, over time or over a coordinate.

    Parameters
    ----------
    motion : Motion
        Motion of a mechanism with a higher pair.
    pair : str
        Name of the pair.
    at : str, optional
        Signal by which places are told; default "time".

    Examples
    --------
    >>> import dalembert as da
    >>> law = da.planar.lift_law([(0, 0), (2, 0.02), (4, 0.02), (2 * da.pi, 0)])
    >>> profile, wheel = da.planar.roller_cam(law, base=0.03, roller=0.01), da.planar.circle_profile(0.01)
    >>> disc, valve = da.disc("disc", radius=0.05, mass=1.0), da.disc("valve", radius=0.01, mass=0.2)
    >>> places = {"profile": profile, "other": wheel, "default": (0.0, -da.pi / 2)}
    >>> pair = da.planar.HigherPair("pair", disc, valve, **places)
    >>> shaft = da.Revolute("shaft", da.ground, disc)
    >>> lift = da.Prismatic("lift", da.ground.at(y=0.04), valve, axis="y")
    >>> cam = da.Model(shaft, lift, pair, da.Drive("motor", "shaft", 100 * da.time), gravity=(0, -9.81, 0))
    >>> motion = da.kinematics(cam, [0.0005 * k for k in range(126)])
    >>> lifted = da.planar.lift_off(motion, "pair", at="shaft")
    >>> print(lifted)
    pair lifts off from shaft = 1.01 to 1.99, 4.015 to 5.127; it would pull with 61.7623 N
    """
    _pair(motion, pair)
    push = motion[f"{pair}.push"]
    x = motion.times if at == "time" else motion[at]
    lowest = int(np.argmin(push))
    clear = np.where(np.abs(push) > NOTHING * np.abs(push).max(), push, 0.0)
    return LiftOff(pair, at, tuple(_below_zero(x, clear)), float(push[lowest]), float(x[lowest]))


def closing_spring(motion: Motion, pair: str, coordinate: str, *, preload: float = 0.0) -> ClosingSpring:
    """The softest spring with this preload, on a coordinate of the follower, that keeps a pair closed.

    It presses the coordinate back with preload + k (x − least x). Where the follower is lowest only the preload
    acts: if that is too little there, the error says how much is needed.

    Parameters
    ----------
    motion : Motion
        Motion of a mechanism with a higher pair.
    pair : str
        Name of the pair.
    coordinate : str
        Coordinate of the follower, on which the spring acts.
    preload : float, optional
        Force where the follower is lowest, in N; default 0.

    Examples
    --------
    >>> import dalembert as da
    >>> law = da.planar.lift_law([(0, 0), (2, 0.02), (4, 0.02), (2 * da.pi, 0)])
    >>> profile, wheel = da.planar.roller_cam(law, base=0.03, roller=0.01), da.planar.circle_profile(0.01)
    >>> disc, valve = da.disc("disc", radius=0.05, mass=1.0), da.disc("valve", radius=0.01, mass=0.2)
    >>> places = {"profile": profile, "other": wheel, "default": (0.0, -da.pi / 2)}
    >>> pair = da.planar.HigherPair("pair", disc, valve, **places)
    >>> shaft = da.Revolute("shaft", da.ground, disc)
    >>> lift = da.Prismatic("lift", da.ground.at(y=0.04), valve, axis="y")
    >>> cam = da.Model(shaft, lift, pair, da.Drive("motor", "shaft", 100 * da.time), gravity=(0, -9.81, 0))
    >>> motion = da.kinematics(cam, [0.0005 * k for k in range(126)])
    >>> print(f"{da.planar.closing_spring(motion, 'pair', 'lift', preload=10.0).stiffness:.0f} N/m")
    2839 N/m
    """
    if not 0.0 <= preload < np.inf:
        raise ModelError(f"the preload of a closing spring is a force that is not negative, unlike {preload!r}")
    model, x = _pair(motion, pair), motion[coordinate]
    checked_names([coordinate], motion.dynamics.equations.coordinates, "coordinate")
    push, pressed = motion[f"{pair}.push"], _push_with(motion, model, pair, coordinate)
    gain = pressed - push
    if not (gain > 0.0).all():
        raise ModelError(f"a force that presses {coordinate!r} back does not close {pair!r} everywhere")
    needed = np.maximum(-push / gain, 0.0)
    travel = x - x.min()
    low = travel <= 1e-9 * np.ptp(x)
    if needed[low].max(initial=0.0) > preload:
        raise ModelError(f"{pair!r} needs a preload of {needed[low].max():.6g} N, where {coordinate!r} is least")
    k = float(np.max((needed[~low] - preload) / travel[~low], initial=0.0))
    rest = float(x.min() - preload / k) if k > 0.0 else -np.inf
    return ClosingSpring(coordinate, k, float(preload), rest, needed)


def _pair(motion: Motion, pair: str) -> Model:
    """The model of a motion, which has this pair."""
    model = motion.dynamics.equations.model
    parts = model.constraints if isinstance(model, Model) else ()
    checked_names([pair], [part.name for part in parts if "push" in part.outputs], "pair of profiles")
    assert isinstance(model, Model)
    return model


def _push_with(motion: Motion, model: Model, pair: str, coordinate: str) -> Vector:
    """The push along the same motion, with a unit force that presses the coordinate back."""
    whole, force = flat(model), JointForce("closing force", coordinate, -1.0)
    pressed = on_its_bodies(whole, *whole.parts, force, cut=whole.cut)
    same = replace(motion, dynamics=as_dynamics(pressed), segments=(), saved_work=None)
    return same[f"{pair}.push"]


def _below_zero(x: Vector, y: Vector) -> list[tuple[float, float]]:
    """Where y is negative, with ends between instants by lines."""
    intervals, start = [], float(x[0]) if y[0] < 0.0 else None
    for k in range(1, len(y)):
        if (y[k - 1] < 0.0) != (y[k] < 0.0):
            crossing = float(x[k - 1] + (x[k] - x[k - 1]) * y[k - 1] / (y[k - 1] - y[k]))
            if start is None:
                start = crossing
            else:
                intervals.append((start, crossing))
                start = None
    return intervals if start is None else [*intervals, (start, float(x[-1]))]
