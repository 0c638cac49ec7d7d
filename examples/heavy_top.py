"""A heavy top: a wheel on a stick that spins about a fixed point below it.

Started at the right rate it precesses steadily, at a rate known in closed form; otherwise it nods. The same top is
described twice, by a unit quaternion and by the three angles of Euler. Writes `heavy_top.png`.
"""

from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da

RESULTS = Path(__file__).with_name("results")
MASS, RADIUS, THICKNESS, HEIGHT, GRAVITY = 0.5, 0.1, 0.02, 0.15, 9.81
TILT, SPIN = np.radians(30.0), 150.0
"""Angle of the axis from the vertical, and angular velocity about the axis, in all of the motion."""

METHOD = da.methods.DOP853(1e-12, 1e-13)
EULER = ("precession", "nutation", "spin")


def wheel() -> da.Body:
    """The wheel; its stick has no mass."""
    return da.cylinder("wheel", radius=RADIUS, length=THICKNESS, mass=MASS)


def moments() -> tuple[float, float]:
    """Moments of inertia about the fixed point, across the axis and along it."""
    J = wheel().inertia.about((0.0, 0.0, -HEIGHT))
    return float(J[0, 0]), float(J[2, 2])


def steady_rates() -> tuple[float, float]:
    """Slow and fast rate of steady precession: J cos θ Ω² − J₃ ω₃ Ω + m g h = 0."""
    J, J3 = moments()
    roots = np.roots([J * np.cos(TILT), -J3 * SPIN, MASS * GRAVITY * HEIGHT])
    return float(roots.min()), float(roots.max())


def by_angles(precession: float) -> tuple[da.Model, da.State]:
    """The top in Euler's angles, with this rate of precession at the start."""
    top = wheel()
    joint = da.Spherical("pivot", da.ground, top.at(z=-HEIGHT), angles="zxz", names=EULER)
    model = da.Model(joint, gravity=(0.0, 0.0, -GRAVITY))
    u = {"precession": precession, "spin": SPIN - precession * np.cos(TILT)}
    return model, model.state(q={"nutation": TILT}, u=u)


def by_quaternion(precession: float) -> tuple[da.Model, da.State]:
    """The same with a quaternion and the angular velocity in the axes of the top."""
    top = wheel()
    model = da.Model(da.Spherical("pivot", da.ground, top.at(z=-HEIGHT)), gravity=(0.0, 0.0, -GRAVITY))
    q = {"pivot.e0": np.cos(TILT / 2), "pivot.e1": np.sin(TILT / 2)}
    u = {"pivot.wy": precession * np.sin(TILT), "pivot.wz": SPIN}
    return model, model.state(q=q, u=u)


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """Both descriptions, let go without precession."""
    return {"by angles": by_angles(0.0), "by quaternion": by_quaternion(0.0)}


def top_by_angles(precession: float, until: float) -> da.Motion:
    """The motion in Euler's angles, from this rate of precession."""
    model, start = by_angles(precession)
    return da.simulate(model, start, until=until, method=METHOD)


def top_by_quaternion(precession: float, until: float) -> da.Motion:
    """The same motion by a quaternion."""
    model, start = by_quaternion(precession)
    return da.simulate(model, start, until=until, method=METHOD)


def path(motion: da.Motion) -> Any:
    """Positions of the wheel's centre over time."""
    found = motion.signals([f"wheel.position.{axis}" for axis in "xyz"])
    return np.stack(list(found.values()), axis=1)


def measured_rate(precession: float, until: float = 2.0) -> tuple[float, float]:
    """Mean rate of precession over the motion, and how far the axis nods, from this rate at the start."""
    motion = top_by_angles(precession, until)
    return float(motion["precession"][-1] / until), float(np.ptp(motion["nutation"]))


def numbers() -> dict[str, Any]:
    """Rates of precession, and the two descriptions side by side."""
    slow, fast = steady_rates()
    nodding = [top(0.0, 2.0) for top in (top_by_angles, top_by_quaternion)]
    quaternion = np.stack([nodding[1][f"pivot.e{k}"] for k in range(4)])
    return {
        "steady rates": (slow, fast),
        "measured rates": (measured_rate(slow)[0], measured_rate(fast)[0]),
        "nodding of the steady ones": max(measured_rate(slow)[1], measured_rate(fast)[1]),
        "lowest nutation": float(np.degrees(nodding[0]["nutation"].max())),
        "difference": float(np.abs(path(nodding[0]) - path(nodding[1])).max()),
        "length of the quaternion": float(np.abs(np.linalg.norm(quaternion, axis=0) - 1.0).max()),
        "energy drift": max(motion.energy_drift for motion in nodding),
    }


def main(folder: Path = RESULTS) -> None:
    """Spin, and say how fast the top goes round."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    for kind, theory, measured in zip(
        ("slow", "fast"), found["steady rates"], found["measured rates"], strict=True
    ):
        print(f"{kind} precession: {measured:.9f} rad/s, closed form {theory:.9f}")
    print(f"let go without precession, the axis nods between {np.degrees(TILT):.1f}°", end=" ")
    print(f"and {found['lowest nutation']:.3f}°")
    print(f"Euler's angles and the quaternion give the same path to {found['difference']:.0e} m", end="; ")
    print(f"energy kept to {found['energy drift']:.0e}")
    file = folder / "heavy_top.png"
    da.plot(top_by_angles(0.0, 2.0), ["precession", "nutation", "wheel.position.x", "wheel.position.y"], file=file)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
