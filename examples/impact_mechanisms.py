"""Mechanisms with impacts: a wheel without rim that walks, a crank against a stop, a slider with clearance.

The wheel of spokes (McGeer 1990) walks down a slope by itself. At every step the hub loses speed by the impact,
ω⁺ = η ω⁻ with η = (J + m l² cos 2α) / (J + m l²), and gains it on the way down; where both are equal,

    ω⁻² = 4 m g l sin α sin γ / ((J + m l²) (1 − η²))

for the angle 2α between spokes and the slope γ. That the spoke behind lets go comes out of the impact.

A slider-crank that runs into a stop parts with restitution times its speed, and the crank feels the impulse by
the rod. One whose slider has clearance in its guide (Flores, Leine and Glocker 2010) hits it with two corners at
once, time and again, until it lies against it. Writes `impact_mechanisms.png`.
"""

from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da

RESULTS = Path(__file__).with_name("results")
GRAVITY = 9.81

SPOKES, SPOKE, HUB, MOMENT, SLOPE = 8, 0.3, 2.0, 0.05, 0.08
"""Of the walking wheel; the slope is in radians."""

CRANK, ROD, HALF_LENGTH, HALF_HEIGHT, GUIDE = 0.153, 0.306, 0.05, 0.025, 0.052
"""Of the slider with clearance: lengths of crank and rod, half sizes of the slider, height of its guide."""


# ---- a wheel that walks


def wheel() -> da.Model:
    """Spokes are points that may touch the slope, with more friction than they need."""
    angles = 2.0 * np.pi * np.arange(SPOKES) / SPOKES
    tips = [(SPOKE * np.cos(x), 0.0, SPOKE * np.sin(x)) for x in angles]
    spokes = [da.visuals.Bar(np.zeros(3), np.array(tip), 0.008) for tip in tips]
    body = da.Body("wheel", da.Inertia(HUB, J=np.diag([MOMENT, MOMENT, MOMENT])), visual=spokes)
    return da.Model(
        da.Planar("pose", da.ground, body, normal="y"),
        da.Contact("spoke", body, da.geometry.plane(da.ground, "z"), points=tips, friction=2.0),
        gravity=(GRAVITY * np.sin(SLOPE), 0.0, -GRAVITY * np.cos(SLOPE)),
    )


def steady_speeds() -> tuple[float, float]:
    """Speeds just before and just after a step in steady walking."""
    half, inertia = np.pi / SPOKES, MOMENT + HUB * SPOKE**2
    ratio = (MOMENT + HUB * SPOKE**2 * np.cos(2.0 * half)) / inertia
    gained = 4.0 * HUB * GRAVITY * SPOKE * np.sin(half) * np.sin(SLOPE) / inertia
    before = float(np.sqrt(gained / (1.0 - ratio**2)))
    return before, float(ratio * before)


def walking(model: da.Model) -> da.State:
    """Two spokes on the ground, the wheel about to leave the one behind, slower than it will be."""
    half, speed = np.pi / SPOKES, 0.9 * steady_speeds()[1]
    # it turns forwards about the foot in front; in a plane with the normal y, x is the height and y the way
    height, ahead = SPOKE * np.cos(half), SPOKE * np.sin(half)
    return model.state(
        q={"pose.x": height, "pose.angle": half},
        u={"pose.x": speed * ahead, "pose.y": speed * height, "pose.angle": speed},
    )


# ---- a slider-crank against a stop


def stopped_crank(restitution: float = 0.5) -> da.Model:
    """A crank that swings down pushes its slider against a stop."""
    crank, rod = da.rod("crank", length=0.1, mass=0.5), da.rod("rod", length=0.25, mass=0.4)
    block = da.box("block", size=(0.06, 0.04, 0.04), mass=0.8)
    return da.Model(
        da.Revolute("turn", da.ground, crank, axis="z"),
        da.Revolute("pin", crank["end"], rod, axis="z"),
        da.Revolute("wrist", rod["end"], block, axis="z"),
        da.Prismatic("slide", da.ground, block, axis="x"),
        da.contacts.Stop("stop", "slide", high=0.3, restitution=restitution),
        gravity=(0.0, -GRAVITY, 0.0),
    )


# ---- a slider with clearance


def loose_slider() -> da.Model:
    """A slider-crank whose slider is a little lower than its guide."""

    def bar(name: str, length: float, moment: float) -> da.Body:
        J = moment * np.diag([0.5, 0.5, 1.0])
        return da.rod(name, length=length, inertia=da.Inertia(0.038, np.array([0.5 * length, 0.0, 0.0]), J))

    crank, rod = bar("crank", CRANK, 7.4e-5), bar("rod", ROD, 5.9e-4)
    size = (2.0 * HALF_LENGTH, 2.0 * HALF_HEIGHT, 0.02)
    slider = da.box("slider", size=size, inertia=da.Inertia(0.076, J=2.7e-6 * np.diag([0.5, 0.5, 1.0])))
    walls = {"roof": (1.0, (0.0, -1.0, 0.0)), "bed": (-1.0, (0.0, 1.0, 0.0))}
    contacts = [
        da.Contact(
            name,
            slider,
            da.geometry.plane(da.ground.at(y=0.5 * side * GUIDE), normal),
            points=[(x, side * HALF_HEIGHT, 0.0) for x in (-HALF_LENGTH, HALF_LENGTH)],
            restitution=0.4,
            friction=0.01,
        )
        for name, (side, normal) in walls.items()
    ]
    return da.Model(
        da.Revolute("A", da.ground, crank, axis="z"),
        da.Revolute("B", crank["end"], rod, axis="z"),
        da.Revolute("C", rod["end"], slider, axis="z"),
        *contacts,
        gravity=(0.0, -GRAVITY, 0.0),
    )


# ---- numbers


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """All three at their starts."""
    walker, stopped, loose = wheel(), stopped_crank(), loose_slider()
    crank = da.assemble(stopped, q={"turn": 1.2}, guess={"pin": -1.6, "slide": 0.26})
    return {
        "wheel": (walker, walking(walker)),
        "stop": (stopped, crank),
        "clearance": (loose, loose.state(u={"A": 150.0, "B": -225.0, "C": 75.0})),
    }


def numbers() -> dict[str, Any]:
    """Motions of all three, and what their impacts do."""
    motions = {
        name: da.simulate(*systems()[name], until=until)
        for name, until in (("wheel", 4.0), ("stop", 1.0), ("clearance", 0.04))
    }
    steps = [event for event in motions["wheel"].events if event.what == "impact"]
    hit = next(event for event in motions["stop"].events if event.what == "impact")
    corners = [event for event in motions["clearance"].events if event.what == "impact"]
    return {
        "motions": motions,
        "steps": np.array([event.t for event in steps]),
        "speeds": np.array([[s.u["pose.angle"] for s in (e.state, e.after)] for e in steps]),
        "hit": hit,
        "corners": corners,
        "balances": {name: float(np.abs(motion.energy_balance).max()) for name, motion in motions.items()},
    }


def main(folder: Path = RESULTS) -> None:
    """Say how the wheel walks and what the impacts take."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    before, after = steady_speeds()
    print(f"{len(found['steps'])} steps; the last at {found['speeds'][-1][0]:.9f} rad/s before the impact,")
    print(f"{found['speeds'][-1][1]:.9f} after it; the formulas say {before:.9f} and {after:.9f}")
    hit = found["hit"]
    print(f"the slider hits its stop at {hit.t:.6f} s, which takes {-hit.work * 1e3:.3f} mJ")
    hit = found["corners"][0]
    print(f"{len(hit.parts)} corners of the loose slider hit its guide at {hit.t * 1e3:.6f} ms")
    file = folder / "impact_mechanisms.png"
    da.draw(found["motions"]["wheel"], t=[0.0, 0.25, 0.5, 0.75], names=False, file=file)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
