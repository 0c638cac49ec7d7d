"""A walking gait of least torque: five links, one foot on the ground, and an impact when the other one lands.

Masses and lengths are those of the robot RABBIT; step length and duration are as in Kelly (2017), section 6. The
stance foot has no torque. The step ends as it began with legs exchanged, after an impact of the landing foot whose
impulses are unknowns of the problem. Writes `biped_gait.png`.
"""

from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da

RESULTS = Path(__file__).with_name("results")
SHANK, THIGH, TRUNK = 0.4, 0.4, 0.625
STEP, DURATION = 0.5, 0.7


def link(name: str, mass: float, moment: float, center: float, length: float) -> da.Body:
    """A link from its upper joint along −y, or of the trunk along y."""
    inertia = da.Inertia(mass, np.array([0.0, center, 0.0]), np.diag([moment, moment, moment]))
    return da.Body(name, inertia, markers={"end": da.spatial.Pose(p=np.array([0.0, length, 0.0]))})


def biped() -> da.Model:
    """Trunk, two thighs and two shanks in a plane, with motors at hips and knees."""
    floor = da.geometry.plane(da.ground, "y")
    trunk = link("trunk", 20.0, 2.22, 0.2, TRUNK)
    parts: list[da.extend.Part] = [da.Planar("pose", da.ground, trunk, normal="z")]
    for side in ("left", "right"):
        thigh = link(f"{side} thigh", 6.8, 1.08, -0.163, -THIGH)
        shank = link(f"{side} shank", 3.2, 0.93, -0.128, -SHANK)
        parts += [
            da.Revolute(f"{side} hip", trunk, thigh, axis="z"),
            da.Revolute(f"{side} knee", thigh["end"], shank, axis="z"),
            da.Motor(f"{side} hip motor", f"{side} hip"),
            da.Motor(f"{side} knee motor", f"{side} knee"),
            da.Contact(f"{side} foot", shank["end"], floor, friction=0.8),
        ]
    return da.Model(*parts, gravity=(0.0, -9.81, 0.0))


def gait(model: da.Model, intervals: int = 25, more: dict[Any, float] | None = None) -> da.trajectories.Trajectory:
    """A step on the left foot, from the landing of the right one to that of the next, with more for its start."""
    motors = [f"{side} {joint} motor" for side in ("left", "right") for joint in ("hip", "knee")]
    left, right = (da.position(model.body(f"{side} shank")["end"]) for side in ("left", "right"))
    other = {
        f"{a} {joint}": f"{b} {joint}"
        for a, b in (("left", "right"), ("right", "left"))
        for joint in ("hip", "knee")
    }
    return da.trajectory(
        model,
        phases=[
            da.trajectories.Phase({"left foot": "sticking"}, duration=DURATION),
            da.trajectories.Phase({"right foot": "sticking"}, duration=0.0),
        ],
        # where the step ends and that it lands follows from legs exchanged
        start={left[0]: 0.0, right[0]: -STEP, **(more or {})},
        periodic=other
        | {f"{a}.rate": f"{b}.rate" for a, b in other.items()}
        | {"pose.angle": "pose.angle", "pose.angle.rate": "pose.angle.rate"},
        bounds={
            **dict.fromkeys(motors, (-100.0, 100.0)),
            **{f"{side} knee": (-2.0, 0.0) for side in ("left", "right")},
            "pose.angle": (-1.0, 1.0),
        },
        minimize=da.trajectories.Effort(motors),
        guess={
            **{"pose.x": [-0.2, 0.2], "pose.y": 0.75, "pose.angle": -0.1, "pose.x.rate": STEP / DURATION},
            **{
                "left hip": [0.5, -0.2],
                "left knee": -0.2,
                "right hip": [-0.2, 0.5],
                "right knee": [-0.2, -0.6, -0.2],
            },
        },
        intervals=intervals,
        tolerance=None,
    )


def numbers() -> dict[str, Any]:
    """What the step costs, and what its landing does."""
    step = gait(biped())
    before, after = step.phases[0].motion, step.phases[1].motion
    return {
        "cost": step.objective,
        "iterations": step.iterations,
        "largest torque": max(float(np.abs(before[name]).max()) for name in before.dynamics.equations.inputs),
        "speed": STEP / DURATION,
        "lost energy": float(before["kinetic energy"][-1] - after["kinetic energy"][0]),
        "load on the foot": float(before["left foot.force.y"].min()),
        "step": step,
    }


def pictures(folder: Path, found: dict[str, Any]) -> list[Path]:
    """The step at six instants."""
    file, motion = folder / "biped_gait.png", found["step"].phases[0].motion
    da.draw(motion, t=motion.times[:: len(motion) // 5], names=False, file=file)
    return [file]


def main(folder: Path = RESULTS) -> None:
    """Find the gait, print what it costs, and draw it."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    print(f"least torque: ∫ τ² dt = {found['cost']:.5f} N² m² s, found in {found['iterations']} iterations")
    print(f"torques up to {found['largest torque']:.1f} N m at {found['speed']:.3f} m/s")
    print(
        f"landing takes {found['lost energy']:.2f} J; the foot carries {found['load on the foot']:.0f} N at least"
    )
    pictures(folder, found)


if __name__ == "__main__":
    main()
