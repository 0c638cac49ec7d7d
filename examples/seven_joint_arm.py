"""A robot arm with seven joints and seven motors under gravity.

The arm is let fall, held still by its motors, and pushed by them. Writes `seven_joint_arm.png`.
"""

import time
from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da

RESULTS = Path(__file__).with_name("results")
GRAVITY = 9.81
# name, axis, length, radius, mass of the link that the joint moves
LINKS = [
    ("base", "z", 0.34, 0.08, 5.8),
    ("shoulder", "y", 0.20, 0.07, 6.4),
    ("upper arm", "z", 0.20, 0.07, 4.0),
    ("elbow", "y", 0.20, 0.06, 3.5),
    ("forearm", "z", 0.20, 0.06, 2.7),
    ("wrist", "y", 0.08, 0.05, 1.8),
    ("flange", "z", 0.08, 0.04, 0.4),
]
BENT = {
    "base": 0.2,
    "shoulder": 0.9,
    "upper arm": -0.4,
    "elbow": -1.2,
    "forearm": 0.5,
    "wrist": 0.8,
    "flange": 0.1,
}


def seven_joint_arm() -> da.Model:
    """Cylinders one on the other, upright where all angles are zero, with a motor at each joint."""
    place: Any = da.ground
    parts: list[Any] = []
    for name, axis, length, radius, mass in LINKS:
        link = da.cylinder(f"{name} link", radius=radius, length=length, mass=mass)
        parts += [da.Revolute(name, place, link["bottom"], axis=axis), da.Motor(f"{name} motor", name)]
        place = link["top"]
    return da.Model(*parts, gravity=(0.0, 0.0, -GRAVITY))


def holding_torques(arm: da.Model) -> dict[str, float]:
    """Torques of the motors that hold the bent arm still: M a = f + G τ with a = 0."""
    dynamics = da.as_dynamics(arm)
    eom = dynamics.equations
    found = dynamics.evaluate({"f": eom.f}, arm.state(q=BENT))
    return dict(zip(eom.inputs, -found["f"], strict=True))


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """The bent arm let go, motors off."""
    arm = seven_joint_arm()
    return {"bent": (arm, arm.state(q=BENT))}


def fall(until: float = 3.0) -> da.Motion:
    """The motion."""
    arm, start = systems()["bent"]
    return da.simulate(arm, start, until=until, method=da.methods.DOP853(1e-11, 1e-13))


def numbers() -> dict[str, Any]:
    """Energy while falling, forces while held, work while pushed."""
    arm = seven_joint_arm()
    dynamics = da.as_dynamics(arm)
    eom = dynamics.equations
    hold = holding_torques(arm)
    held = dynamics.accelerations(arm.state(q=BENT, tau=hold))

    # free accelerations twice: from the articulated bodies, and from the mass matrix
    push = hold | {name: hold[name] + 5.0 for name in ("shoulder motor", "elbow motor")}
    state = arm.state(q=BENT, u={name: 0.3 for name in BENT}, tau=push)
    found = dynamics.evaluate({"M": eom.M, "F": eom.f + eom.G @ eom.tau, "a": eom.accelerations}, state)

    # a constant torque does the work τ Δq
    pushed = da.simulate(dynamics, arm.state(q=BENT, tau=push), until=0.5, method=da.methods.DOP853(1e-12, 1e-13))
    work = sum(push[f"{name} motor"] * (pushed[name] - pushed[name][0]) for name in BENT)
    energy = pushed["energy"]
    return {
        "energy drift": fall().energy_drift,
        "shoulder torque": hold["shoulder motor"],
        "held acceleration": max(map(abs, held.values())),
        "a": found["a"],
        "a from M": np.linalg.solve(found["M"], found["F"]),
        "work": float(work[-1]),
        "energy minus work": float(np.abs(energy - energy[0] - work).max()),
    }


def main(folder: Path = RESULTS) -> None:
    """Fall, hold and push, and say how it went."""
    folder.mkdir(parents=True, exist_ok=True)
    begin = time.perf_counter()
    arm = seven_joint_arm()
    dynamics = da.as_dynamics(arm)
    da.simulate(dynamics, until=1e-3)
    ready = time.perf_counter() - begin

    begin = time.perf_counter()
    motion = da.simulate(dynamics, arm.state(q=BENT), until=3.0, method=da.methods.DOP853(1e-11, 1e-13))
    took = time.perf_counter() - begin
    calls = motion.statistics["evaluations"]

    found = numbers()
    print(arm.summary())
    print(f"from description to first step {ready:.2f} s; a fall of 3 s took {took * 1e3:.2f} ms,", end=" ")
    print(f"{calls} accelerations; energy kept to {motion.energy_drift:.1e}")
    print(f"held by its motors, {found['shoulder torque']:.2f} N m at the shoulder, it accelerates", end=" ")
    print(f"by {found['held acceleration']:.0e} rad/s²")
    print(
        f"pushed by 5 N m more at shoulder and elbow, the motors do {found['work']:.3f} J in half a second;",
        end=" ",
    )
    print(f"the energy says the same to {found['energy minus work']:.0e} J")
    file = folder / "seven_joint_arm.png"
    da.plot(motion, ["shoulder", "elbow", "wrist", "kinetic energy"], file=file)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
