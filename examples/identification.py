"""What a rider weighs and how a robot's arm is made, from measurements.

The benchmark bicycle steers itself at 5 m/s while a known torque acts on its fork. Rates of lean and yaw and the
angle of the fork are measured with noise: they tell mass, height and moments of inertia of the frame with its
rider. Then an arm of two links follows a path: its torques tell six combinations of twenty inertial parameters,
and bodies that have them. Writes `identification.png`.
"""

from pathlib import Path
from typing import Any

import bicycle
import numpy as np

import dalembert as da

RESULTS = Path(__file__).with_name("results")
TRUE = {"m": 85.0, "h": 0.9, "Jx": 9.2, "Jz": 2.8}
"""Mass in kg, height of its centre in m, and moments about length and height in kg m², with the rider."""

GUESS = {"m": 80.0, "h": 0.95, "Jx": 8.5, "Jz": 3.0}
SPEED, TIMES = 5.0, np.linspace(0.0, 6.0, 301)
TORQUE = 1.5 * np.sin(2.0 * TIMES) * np.exp(-0.1 * TIMES) + 0.8 * np.sin(5.3 * TIMES)
NOISE = {"lean.rate": 0.005, "yaw.rate": 0.005, "steer": 0.002}


def steered_bicycle(torque: Any = None) -> da.Model:
    """The bicycle with a torque on its fork, an input unless it has a law; its rider is not known."""
    p = {name: da.param(name, value) for name, value in TRUE.items()}
    J = np.array([[p["Jx"], 0.0, -2.4], [0.0, 11.0, 0.0], [-2.4, 0.0, p["Jz"]]], dtype=object)
    com = np.array([0.3, 0.0, p["h"]], dtype=object) - bicycle.REAR_HUB
    frame, fork = da.Body("rear frame", da.Inertia(p["m"], com, J)), bicycle.front_frame()
    rear = bicycle.wheel("rear wheel", bicycle.REAR, 2.0, 0.0603, 0.12)
    front = bicycle.wheel("front wheel", bicycle.FRONT, 3.0, 0.1405, 0.28)
    floor, axis = da.geometry.plane(da.ground, normal="z"), (np.sin(bicycle.TILT), 0.0, -np.cos(bicycle.TILT))
    return da.Model(
        da.Free("pose", da.ground, frame, angles="zxy", names=["yaw", "lean", "pitch"]),
        da.Revolute("steer", frame.at(bicycle.HEAD - bicycle.REAR_HUB), fork, axis=axis),
        da.Revolute("rear", frame, rear, axis="y"),
        da.Revolute("front", fork.at(bicycle.FRONT_HUB - bicycle.HEAD), front, axis="y"),
        da.Rolling("rear tyre", rear, on=floor),
        da.Rolling("front tyre", front, on=floor),
        da.Motor("torque", "steer", torque),
        gravity=(0.0, 0.0, -bicycle.GRAVITY),
    )


def ridden() -> Any:
    """Measurements of a ride, and the fit of what is not known."""
    model, torque = steered_bicycle(), da.spline(TIMES, TORQUE)
    driven, start = steered_bicycle(torque), bicycle.start(model, SPEED)
    ride = da.simulate(driven, bicycle.start(driven, SPEED), times=TIMES)
    rng = np.random.default_rng(0)
    data = {name: ride[name] + rng.normal(0.0, deviation, TIMES.size) for name, deviation in NOISE.items()}
    return da.fit(model, {"t": TIMES, **data}, list(GUESS), start=start, inputs={"torque": torque}, guess=GUESS)


def moved_arm() -> tuple[Any, Any]:
    """Torques of an arm along a path, as a function of inertial parameters, and what noisy ones tell of these."""
    upper, lower = da.rod("upper", length=0.5, mass=2.0), da.rod("lower", length=0.4, mass=1.2)
    arm = da.Model(
        da.Revolute("A", da.ground, upper),
        da.Revolute("B", upper["end"], lower),
        da.Motor("motor A", "A"),
        da.Motor("motor B", "B"),
        gravity=(0.0, -9.81, 0.0),
    )
    path = {"A": 1.2 * da.sin(2 * da.time) + 0.3 * da.cos(5 * da.time), "B": da.sin(3 * da.time)}
    times = np.linspace(0.0, 4.0, 400)
    torques, rng = da.inverse_dynamics(arm, path, times=times), np.random.default_rng(0)
    found = da.regressor(arm, path, times=times)
    noisy = {name: torques[name] + rng.normal(0.0, 0.05, times.size) for name in ("motor A", "motor B")}
    return found, found.estimate(noisy)


def numbers() -> dict[str, Any]:
    """Both fits, and how far they are from the truth in standard deviations."""
    fit, (found, estimate) = ridden(), moved_arm()
    base = dict(zip(found.base.names, found.base.combinations @ found.values, strict=True))
    return {
        "fit": fit,
        "bicycle": dict(fit.values),
        "off": {name: (fit[name] - true) / fit.deviations[name] for name, true in TRUE.items()},
        "estimate": estimate,
        "base": base,
        "off base": {name: (estimate[name] - true) / estimate.deviations[name] for name, true in base.items()},
        "lower mass": estimate.inertias["lower"].mass,
    }


def pictures(folder: Path, found: dict[str, Any]) -> list[Path]:
    """The ride, as it was measured and as the fit has it."""
    file = folder / "identification.png"
    da.plot(found["fit"], file=file)
    return [file]


def main(folder: Path = RESULTS) -> None:
    """Print what was found, and draw the ride."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    print(found["fit"])
    print(found["estimate"])
    pictures(folder, found)


if __name__ == "__main__":
    main()
