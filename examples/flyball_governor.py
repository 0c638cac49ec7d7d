"""Watt's governor: two balls on a shaft that turns lift a sleeve, the higher the faster it turns.

Arms of length l carry the balls m; a link of the same length joins one to the sleeve M, and the other arm mirrors
it. In steady motion

    cos α = (m + M) g / (m l Ω²)

for the angle α of the arms from the shaft. Slower than Ω₀² = (m + M) g / (m l) the balls hang down; this is where
two families of steady motions cross. Writes `flyball_governor.png`.
"""

from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da

RESULTS = Path(__file__).with_name("results")
GRAVITY, LENGTH, BALL, SLEEVE = 9.81, 0.3, 0.5, 0.8
CRITICAL = float(np.sqrt((BALL + SLEEVE) * GRAVITY / (BALL * LENGTH)))
"""Ω₀; the sleeve moves twice as much as the balls, and is carried by two."""

SPEEDS = np.linspace(9.5, 16.0, 12)
DRAWN = 12.0


def governor() -> da.Model:
    """The shaft is upright; arms turn outwards, and the sleeve slides on the shaft."""
    shaft = da.cylinder("post", radius=0.012, length=1.5 * LENGTH, mass=0.5, axis="z")
    sleeve = da.cylinder("ring", radius=0.05, length=0.05, mass=SLEEVE, axis="z")
    arms = {side: arm(f"{side} ball", side) for side in ("left", "right")}
    parts: list[Any] = [
        da.Revolute("shaft", da.ground, shaft, axis="z"),
        da.Prismatic("lift", shaft.at(z=-2.0 * LENGTH), sleeve, axis="z"),
    ]
    parts += [da.Revolute(side, shaft, body, axis="y") for side, body in arms.items()]
    # with a link on each side, these would depend on each other where the arms hang down
    parts.append(da.Distance("link", arms["left"]["ball"], sleeve, LENGTH))
    parts.append(da.Holonomic("mirror", da.coordinate("left") + da.coordinate("right")))
    return da.Model(*parts, gravity=(0.0, 0.0, -GRAVITY))


def arm(name: str, side: str) -> da.Body:
    """A light arm with a ball at its end."""
    end = np.array([0.0, 0.0, -LENGTH])
    colour = "#3b6ea5" if side == "left" else "#a63d3d"
    visual = [
        da.visuals.sphere(0.035, place=da.spatial.Pose(p=end), colour=colour),
        da.visuals.Bar(np.zeros(3), end, 0.006, colour="#8a9099"),
    ]
    return da.Body(
        name, da.Inertia(BALL, end, 1e-3 * np.eye(3)), markers={"ball": da.spatial.Pose(p=end)}, visual=visual
    )


def guess(angle: float) -> dict[str, float]:
    """Both arms outwards."""
    return {"left": angle, "right": -angle, "lift": 2.0 * LENGTH * (1.0 - np.cos(angle))}


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """Steady motion at one speed."""
    model = governor()
    return {"steady": (model, da.steady_motion(model, u={"shaft": DRAWN}, guess=guess(0.8)))}


def numbers() -> dict[str, Any]:
    """Lifts over speeds, and the speed at which the balls begin to lift."""
    model, steady = systems()["steady"]
    dynamics = da.as_dynamics(model)
    family = da.steady_motions(dynamics, u={"shaft": SPEEDS}, guess=guess(0.5))
    hanging = da.steady_motion(dynamics, q=guess(0.0), u={"shaft": 5.0})
    branch = da.continuation(hanging, "shaft.rate", between=(4.0, 12.0), step=0.5)
    motion = da.simulate(dynamics, steady, until=2.0)
    return {
        "steady": steady,
        "angles": family["left"],
        "closed form": np.arccos((CRITICAL / SPEEDS) ** 2),
        "critical": [one.u["shaft"] for one in branch.branch_points],
        "motion": motion,
        "wobble": float(np.ptp(motion["lift"])),
    }


def main(folder: Path = RESULTS) -> None:
    """Say how high it lifts at which speed."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    for speed, angle, exact in list(zip(SPEEDS, found["angles"], found["closed form"], strict=True))[::4]:
        degrees = f"{np.degrees(angle):6.3f}°, by the formula at {np.degrees(exact):6.3f}°"
        print(f"at {speed:5.2f} rad/s arms stand at {degrees}")
    print(f"balls lift from {found['critical'][0]:.9f} rad/s on; the formula says {CRITICAL:.9f}")
    print(f"in a run of 2 s the lift stays steady to {found['wobble']:.0e} m")
    file = folder / "flyball_governor.png"
    da.draw(found["motion"], t=0.0, names=False, file=file)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
