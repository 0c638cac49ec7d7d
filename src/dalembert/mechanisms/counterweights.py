"""Balancing: counterweights that make the shaking force along a motion as small as they can."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Array, Vector
from dalembert.errors import ModelError
from dalembert.model.bodies import Frame, Place, as_frame
from dalembert.model.joints.weld import Weld
from dalembert.model.measure import acceleration
from dalembert.model.model import Model
from dalembert.model.planar_measures import shaking_force
from dalembert.model.shapes import particle
from dalembert.runs.motion import Motion

STILL = 1e-9
"""Acceleration of a place, beside those of points around it, that is none."""


@dataclass(frozen=True, eq=False)
class Counterweights:
    """Counterweights on bodies that turn about fixed places, and what they do for the shaking force."""

    places: Mapping[str, Frame]
    moments: Mapping[str, Vector]
    """Mass times place (2,) of each, in the axes of its frame; a smaller mass sits farther out."""

    before: float
    """The largest shaking force without them."""

    after: float
    """The largest shaking force with them."""

    def parts(self, mass: float) -> tuple[Weld, ...]:
        """Particles of this mass, each where it has its moment, to be put into the model."""
        if not mass > 0.0:
            raise ModelError(f"the mass of a counterweight is positive, not {mass!r}")
        return tuple(
            Weld(
                f"weight on {name}",
                self.places[name].at(*(moment / mass)),
                particle(f"counterweight {name}", mass=mass),
            )
            for name, moment in self.moments.items()
        )


def counterweights(motion: Motion, places: Mapping[str, Place]) -> Counterweights:
    """The counterweights that make the shaking force along a motion least, in the sense of squares.

    `places` are frames that turn about fixed points of the ground, such as `{"crank": crank, "rocker": rocker}` if
    these have their axes at their pins: a weight acts there by its mass times its place. Those of both links on
    the ground balance the forces of a four-bar wholly (Berkof, Lowen 1969); the shaking moment is not thereby.

    Parameters
    ----------
    motion : Motion
        Motion of the mechanism.
    places : dict of Body or Frame
        Frames that turn about fixed points of the ground, by name.

    Examples
    --------
    >>> import dalembert as da
    >>> sketch = da.planar.Sketch({"A": (0, 0), "B": (0.1, 0.25), "C": (0.6, 0.45), "D": (0.7, 0)})
    >>> crank, coupler = sketch.link("crank", "A", "B", mass=0.3), sketch.link("coupler", "B", "C", mass=0.8)
    >>> rocker = sketch.link("rocker", "D", "C", mass=0.5)
    >>> pins = sketch.pins(crank, coupler, rocker, ground="AD")
    >>> model = da.Model(*pins, da.Drive("motor", "A", 1.19 + 6.28 * da.time))
    >>> motion = da.kinematics(model, [0.01 * k for k in range(101)])
    >>> weights = da.planar.counterweights(motion, {"crank": crank, "rocker": rocker})
    >>> print({name: float(moment[0].round(4)) for name, moment in weights.moments.items()})
    {'crank': -0.1481, 'rocker': -0.2996}
    >>> print(f"{weights.before:.2f} N before, {weights.after:.2f} N with them")
    19.24 N before, 0.00 N with them
    """
    model = motion.dynamics.equations.model
    if not isinstance(model, Model) or not places:
        raise ModelError("counterweights are for the motion of a model of bodies, on frames of it by name")
    frames = {name: as_frame(place, f"the counterweight on {name!r}") for name, place in places.items()}
    numbers = motion.evaluate({"force": shaking_force(model)} | _unit_accelerations(frames))
    for name in frames:
        origin, reach = np.abs(numbers[f"origin of {name}"]).max(), np.abs(numbers[f"x of {name}"]).max()
        if not origin <= STILL * (reach + origin):
            raise ModelError(
                f"the place of the counterweight on {name!r} moves; give the pin about which it turns"
            )
    force = np.asarray(numbers["force"]).reshape(-1)
    # a mass moment along x or y exerts minus its acceleration
    columns = [-np.asarray(numbers[f"{axis} of {name}"]).reshape(-1) for name in frames for axis in "xy"]
    solution = np.linalg.lstsq(np.stack(columns, axis=1), -force, rcond=None)[0]
    after = force + np.stack(columns, axis=1) @ solution
    moments = dict(zip(frames, solution.reshape(-1, 2), strict=True))
    return Counterweights(frames, moments, _largest(force), _largest(after))


def _unit_accelerations(frames: Mapping[str, Frame]) -> dict[str, Array]:
    """Accelerations (2,) of origins, and of the unit vectors of their axes."""
    outputs: dict[str, Array] = {}
    for name, frame in frames.items():
        origin = acceleration(frame)[:2]
        outputs[f"origin of {name}"] = origin
        outputs[f"x of {name}"] = acceleration(frame.at(x=1.0))[:2] - origin
        outputs[f"y of {name}"] = acceleration(frame.at(y=1.0))[:2] - origin
    return outputs


def _largest(force: Vector) -> float:
    return float(np.linalg.norm(force.reshape(-1, 2), axis=1).max())
