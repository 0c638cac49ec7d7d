"""A rattleback: a long stone that turns willingly one way, and rattles and turns back when spun the other way.

The stone is an ellipsoid that rolls on a table without slipping. Two weights, opposite each other and aside of its
long axis, turn the principal axes of inertia against those of the shape. So spinning feeds rocking: along the
stone in one sense, across it in the other; and rocking drives the stone back. Nothing is lost here, so it reverses
again and again, soon after it spins in one sense, late after it spins in the other. Writes `rattleback.png`.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da

RESULTS = Path(__file__).with_name("results")
GRAVITY = 9.81
HALF_AXES, MASS = (0.2, 0.05, 0.025), 0.5
WEIGHT, ASIDE = 0.1, (0.12, 0.025)
"""Mass of each weight, and its place on the long and the short axis; the other is opposite."""

SPIN, ROLL, PITCH, UNTIL = 3.0, 0.01, 0.005, 10.0
METHOD = da.methods.DOP853(rtol=1e-12, atol=1e-13)


def stone_and_weights(handedness: int) -> tuple[da.Body, list[Any]]:
    """Mirrored if the handedness is −1."""
    stone = da.ellipsoid("stone", radii=HALF_AXES, mass=MASS)
    x, y = ASIDE[0], handedness * ASIDE[1]
    # seen on the stone, though their mass is level with its middle
    height = HALF_AXES[2] * np.sqrt(1.0 - (x / HALF_AXES[0]) ** 2 - (y / HALF_AXES[1]) ** 2)
    knob = da.visuals.sphere(0.011, place=da.spatial.Pose(p=np.array([0.0, 0.0, height])), colour="#c9a227")
    front, back = (replace(da.particle(f"{end} weight", mass=WEIGHT), visual=knob) for end in ("front", "back"))
    return stone, [da.Weld("front", stone.at(x, y), front), da.Weld("back", stone.at(-x, -y), back)]


def rattleback(handedness: int = 1) -> da.Model:
    """On a level table; it spins about the vertical, rolls about its long axis, pitches about the short one."""
    stone, weights = stone_and_weights(handedness)
    return da.Model(
        da.Free("pose", da.ground, stone, angles="zyx", names=["spin", "pitch", "roll"]),
        *weights,
        da.Rolling("sole", stone, on=da.geometry.plane(da.ground, normal="z")),
        gravity=(0.0, 0.0, -GRAVITY),
    )


def start(model: da.Model, spin: float, roll: float = ROLL) -> da.State:
    """Spun, and a little askew; place and velocity are as contact and rolling want them."""
    q = {"pose.x": 0.0, "pose.y": 0.0, "spin": 0.0, "roll": roll, "pitch": PITCH}
    return da.assemble(model, q=q, u={"spin": spin, "roll": 0.0, "pitch": 0.0}, guess={"pose.z": HALF_AXES[2]})


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """Spun either way, and what a mirror shows of the second."""
    model, mirrored = rattleback(), rattleback(-1)
    return {
        "left": (model, start(model, SPIN)),
        "right": (model, start(model, -SPIN)),
        "mirrored": (mirrored, start(mirrored, SPIN, -ROLL)),
    }


def spin_about_the_vertical() -> Any:
    """Of the angular velocity; rolling adds to it while the long axis is not level."""
    return da.speed("spin") - da.speed("roll") * da.sin(da.coordinate("pitch"))


def facts(model: da.Model, begin: da.State) -> dict[str, Any]:
    """The spin about the vertical, when it changes sign, and how well energy and rows are kept."""
    turn = da.Event("turns back", spin_about_the_vertical())
    motion = da.simulate(model, begin, until=UNTIL, method=METHOD, events=[turn])
    eom = motion.dynamics.equations
    rows = motion.evaluate({"contact": eom.phi, "rolling": eom.psi})
    return {
        "motion": motion,
        "spin": motion.evaluate(spin_about_the_vertical()),
        "reversals": [event.t for event in motion.events],
        "normal force": motion["sole.contact.multiplier"],
        "energy drift": motion.energy_drift,
        "gap": max(float(np.abs(row).max()) for row in rows.values()),
    }


def numbers() -> dict[str, Any]:
    """What every start leads to."""
    return {name: facts(model, begin) for name, (model, begin) in systems().items()}


def main(folder: Path = RESULTS) -> None:
    """Spin it, and say when it turns back."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    weight = (MASS + 2.0 * WEIGHT) * GRAVITY
    for name, run in found.items():
        spin, N = run["spin"], run["normal force"] / weight
        print(f"{name}: from {spin[0]:.1f} rad/s it turns back at {run['reversals'][0]:.6f} s,", end=" ")
        print(f"between {spin.min():.4f} and {spin.max():.4f} rad/s; the table carries", end=" ")
        print(f"{N.min():.3f} to {N.max():.3f} of the weight; energy kept to {run['energy drift']:.0e}")
    file = folder / "rattleback.png"
    da.plot(found["left"]["motion"], ["spin.rate", "roll", "pitch"], file=file)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
