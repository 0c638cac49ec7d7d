"""A tippe top: spun on its round belly, it turns over and goes on, upside down, on its stem.

Data of R. I. Leine and C. Glocker (2003). Whether it turns over is decided by friction. Coulomb's at a point ends
the slip within a few hundredths of a second, and the top rolls on upright. Where the contact is a small patch that
also spins, by the law of Contensou, slip beside fast spin meets a force that grows with it, like a viscous one; it
never ends, and raises the centre of mass. Writes `tippe_top.png`.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import numpy as np

import dalembert as da

RESULTS = Path(__file__).with_name("results")
GRAVITY = 9.81
MASS, ACROSS, ALONG = 6e-3, 8e-7, 7e-7
"""Mass, and moments across and along the axis about the centre of mass."""

BELLY, STEM = 0.015, 0.005
"""Radii of its two spheres."""

BELLY_UP, STEM_UP = 0.003, 0.016
"""Their centres above the centre of mass, along the axis."""

FRICTION, PATCH = 0.3, 5e-4
TILT, SPIN = 0.1, 180.0
LAWS = {"Contensou": da.contacts.Contensou(FRICTION, PATCH), "Coulomb": da.Coulomb(FRICTION)}


def top(friction: Any) -> da.Model:
    """A body with two spheres that may touch the floor."""
    body = da.Body("top", da.Inertia(MASS, J=np.diag([ACROSS, ACROSS, ALONG])))
    # the mass of the spheres is in the body
    belly, stem = (
        replace(da.sphere(name, radius=radius, mass=MASS), inertia=None)
        for name, radius in (("shell", BELLY), ("knob", STEM))
    )
    floor = da.geometry.plane(da.ground, "z")
    return da.Model(
        da.Free("pose", da.ground, body),
        da.Weld("cap", body.at(z=BELLY_UP), belly),
        da.Weld("shaft", body.at(z=STEM_UP), stem),
        da.Contact("belly", belly, floor, friction=friction),
        da.Contact("stem", stem, floor, friction=friction),
        gravity=(0.0, 0.0, -GRAVITY),
    )


def start(model: da.Model) -> da.State:
    """On its belly, tilted a little, spinning about its axis."""
    turned = {"pose.e0": np.cos(0.5 * TILT), "pose.e2": np.sin(0.5 * TILT)}
    return model.state(q={"pose.z": BELLY - BELLY_UP * np.cos(TILT), **turned}, u={"pose.wz": SPIN})


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """The top by both laws."""
    models = {name: top(law) for name, law in LAWS.items()}
    return {name: (model, start(model)) for name, model in models.items()}


def tilts(motion: da.Motion) -> Any:
    """Angles of the axis from upright, in degrees."""
    e1, e2 = motion["pose.e1"], motion["pose.e2"]
    return np.degrees(np.arccos(np.clip(1.0 - 2.0 * (e1**2 + e2**2), -1.0, 1.0)))


def numbers() -> dict[str, Any]:
    """Motions by both laws, and how far the top turns over."""
    motions = {name: da.simulate(*system, times=np.linspace(0.0, 3.0, 601)) for name, system in systems().items()}
    return {
        "motions": motions,
        "tilts": {name: tilts(motion) for name, motion in motions.items()},
        "balances": {name: float(np.abs(motion.energy_balance).max()) for name, motion in motions.items()},
    }


def main(folder: Path = RESULTS) -> None:
    """Say whether it turns over."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    figure, axis = plt.subplots(figsize=(7.0, 3.2), layout="constrained")
    for name, angles in found["tilts"].items():
        motion = found["motions"][name]
        raised = (motion["pose.z"][-1] - motion["pose.z"][0]) * 1e3
        print(f"{name}: from {angles[0]:.1f}° to {angles[-1]:.1f}°, its centre of mass {raised:+.2f} mm")
        axis.plot(motion.times, angles, label=name)
    for begin, end, mode in found["motions"]["Contensou"].phases("stem"):
        print(f"on its stem: {mode} from {begin:.4f} to {end:.4f} s")
    axis.set(xlabel="t in s", ylabel="tilt in °")
    axis.legend()
    file = folder / "tippe_top.png"
    figure.savefig(file, dpi=150)
    plt.close(figure)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
