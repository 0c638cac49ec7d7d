"""A double wishbone suspension: two arms carry a knuckle on balls, a tie rod holds its steering, a wheel spins.

The arms turn about lengthwise axes of the chassis, which is held. Seen from the front they are a four-bar linkage
with the knuckle as its coupler: with equal, parallel arms the wheel stays upright; with a shorter upper arm that
falls towards the chassis it leans inwards as it rises. Writes `double_wishbone.png`.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da
from dalembert.dynamics.dynamics import Dynamics

RESULTS = Path(__file__).with_name("results")
GRAVITY, LOAD = 9.81, 3600.0
"""The load is what the road carries, constant here."""

LOWER, UPPER = 0.40, float(np.hypot(0.28, 0.04))
"""Lengths of the arms."""

PIVOT, UPRIGHT = (0.08, 0.22), (-0.04, 0.26)
"""From the pivot of the lower arm to that of the upper one, and from ball to ball: outwards and upwards."""

RADIUS, WIDTH = 0.31, 0.19
STIFFNESS, DAMPING, REST_LENGTH = 90e3, 3e3, 0.45
UNTIL = 1.0
METHOD = da.methods.DOP853(rtol=1e-11, atol=1e-12)


def arm(name: str, length: float, mass: float) -> da.Body:
    """A triangle: two bushings on its axis, a ball at its tip."""
    corners = {"front": (0.14, 0.0, 0.0), "rear": (-0.14, 0.0, 0.0), "ball": (0.0, length, 0.0)}
    markers = {key: da.spatial.Pose(p=np.array(corner)) for key, corner in corners.items()}
    J = mass * np.diag([length**2 / 18.0, 0.28**2 / 24.0, length**2 / 18.0 + 0.28**2 / 24.0])
    return da.Body(name, da.Inertia(mass, (0.0, length / 3.0, 0.0), J), markers)


def knuckle() -> da.Body:
    """Its origin is the lower ball; the hub stands outwards of the line of balls, the steering arm behind it."""
    points = {"upper": (0.0, *UPRIGHT), "hub": (0.0, 0.05, 0.12), "steering": (-0.12, -0.02, 0.06)}
    markers = {key: da.spatial.Pose(p=np.array(point)) for key, point in points.items()}
    hub = da.visuals.Bar((0.0, 0.0, 0.12), points["hub"], 0.03)
    visual = [da.visuals.Bar((0.0, 0.0, 0.0), points["upper"], 0.018), hub]
    visual.append(da.visuals.Bar((0.0, -0.01, 0.06), points["steering"], 0.012))
    return da.Body(
        "knuckle", da.Inertia(6.0, (0.0, 0.0, 0.12), np.diag([0.06, 0.05, 0.03])), markers, visual=visual
    )


def double_wishbone(upper: float = UPPER, pivot: Any = PIVOT, upright: Any = UPRIGHT) -> da.Model:
    """The suspension of a left wheel: x is forwards, y outwards, z upwards."""
    low, high, carrier = arm("lower arm", LOWER, 4.0), arm("upper arm", upper, 2.0), knuckle()
    disc = da.cylinder("wheel", radius=RADIUS, length=WIDTH, mass=16.0, axis="y")
    wheel = replace(
        disc, visual=[da.visuals.Torus(RADIUS - 0.07, 0.07, "y"), da.visuals.Cylinder(0.19, 0.03, "y")]
    )
    steering = carrier["steering"]
    rack = da.ground.at(-0.12, -0.02, 0.06)
    return da.Model(
        da.Revolute("lower", da.ground, low, axis="x"),
        da.Revolute("upper", da.ground.at(0.0, *pivot), high, axis="x"),
        da.Spherical("ball", low["ball"], carrier, angles="zxy", names=("steer", "camber", "pitch")),
        da.Coincident("upper ball", high["ball"], carrier.at(0.0, *upright)),
        da.Distance("tie rod", rack, steering, length=LOWER),
        da.Revolute("spin", carrier["hub"], wheel, axis="y"),
        da.Spring(
            "strut",
            da.ground.at(0.0, 0.2, 0.44),
            low.at(0.0, 0.28, 0.0),
            stiffness=STIFFNESS,
            rest_length=REST_LENGTH,
            damping=DAMPING,
        ),
        da.PointForce("road", wheel, (0.0, 0.0, LOAD)),
        gravity=(0.0, 0.0, -GRAVITY),
    )


def raised(model: da.Model | Dynamics, angle: float) -> da.State:
    """The position in which the lower arm stands at this angle."""
    return da.assemble(model, q={"lower": angle, "spin": 0.0}, guess={"upper": angle})


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """Let go with level arms, the wheel rolling."""
    model = double_wishbone()
    level = raised(model, 0.0)
    return {"rolling": (model, da.assemble(model, q={"lower": 0.0}, u={"lower": 0.0, "spin": 20.0}, guess=level))}


def lean(angles: Any, upright: Any = UPRIGHT, **design: Any) -> Any:
    """How the line of balls is turned from where it was designed, as the lower arm turns; outwards is positive."""
    model = double_wishbone(upright=upright, **design)
    dynamics, carrier = da.as_dynamics(model), model.body("knuckle")
    line = da.position(carrier.at(0.0, *upright)) - da.position(carrier)
    found = [dynamics.evaluate({"line": line}, raised(dynamics, angle))["line"] for angle in angles]
    return np.array([np.arctan2(y, z) for _, y, z in found]) - np.arctan2(*upright)


def numbers() -> dict[str, Any]:
    """How freely it moves, how the wheel leans, and the motion."""
    model, start = systems()["rolling"]
    motion = da.simulate(model, start, until=UNTIL, method=METHOD)
    angles = np.radians([-8.0, 0.0, 8.0])
    parallel = {"upper": LOWER, "pivot": (0.0, 0.26), "upright": (0.0, 0.26)}
    return {
        "mobility": da.mobility(model, start),
        "angles": angles,
        "lean": lean(angles),
        "lean, parallel arms": lean(angles, **parallel),
        "energy drift": motion.energy_drift,
        "gap": float(motion.residuals["positions"].max()),
        "rise": float(motion["wheel.position.z"][-1] - motion["wheel.position.z"][0]),
        "motion": motion,
    }


def main(folder: Path = RESULTS) -> None:
    """Say how the wheel leans, let it go, and draw both."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    print(f"{found['mobility'].degrees_of_freedom} degrees of freedom: up and down, and the spin of the wheel")
    for angle, lean in zip(found["angles"], found["lean"], strict=True):
        print(f"lower arm at {np.degrees(angle):5.1f}°: the wheel leans by {np.degrees(lean):.3f}°")
    print(f"with parallel arms by {np.degrees(np.abs(found['lean, parallel arms']).max()):.0e}° at most")
    print(
        f"let go, it rises by {1e3 * found['rise']:.1f} mm; energy minus work kept to {found['energy drift']:.0e}"
    )
    file = folder / "double_wishbone.png"
    da.draw(found["motion"], t=[0.0, UNTIL], file=file)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
