"""What the package does, in a few seconds: a robot arm and a double pendulum, from description to motion.

Prints times and energy drift, and writes pictures and a page into the folder `results`; opens the page,
on which the arm is simulated in the browser.
"""

import time
from pathlib import Path

import numpy as np
from double_pendulum import double_pendulum
from seven_joint_arm import BENT, seven_joint_arm

import dalembert as da
from dalembert.pictures.page import Page

RESULTS = Path(__file__).with_name("results")
METHOD = da.methods.DOP853(rtol=1e-10, atol=1e-12)


def run(name: str, model: da.Model, start: da.State, until: float) -> da.Motion:
    """Simulate, and say how long it took and how well the energy was kept."""
    begin = time.perf_counter()
    dynamics = da.as_dynamics(model)
    da.simulate(dynamics, start, until=1e-6, method=METHOD)
    ready = time.perf_counter()
    motion = da.simulate(dynamics, start, until=until, method=METHOD)
    took = time.perf_counter() - ready
    print(f"{name}: ready after {ready - begin:.2f} s, {until:g} s of motion in {took * 1e3:.2f} ms", end=", ")
    print(f"energy kept to {motion.energy_drift:.0e}")
    return motion


def numbers() -> dict[str, da.Motion]:
    """The two motions."""
    arm, pendulum = seven_joint_arm(), double_pendulum()
    return {
        "seven-joint arm": run("seven-joint arm", arm, arm.state(q=BENT), 3.0),
        "double pendulum": run(
            "double pendulum", pendulum, pendulum.state(q={"shoulder": np.pi / 2, "elbow": np.pi / 2}), 10.0
        ),
    }


def main(folder: Path = RESULTS) -> Page:
    """Run both, draw how they move, plot what the arm does, and make the page on which it runs."""
    folder.mkdir(parents=True, exist_ok=True)
    arm, pendulum = numbers().values()
    pictures = {
        "the arm as it falls": folder / "demo_arm.png",
        "its angles and energies": folder / "demo_arm_curves.png",
        "the double pendulum": folder / "demo_pendulum.png",
    }
    falling, curves, swinging = pictures.values()
    da.draw(arm, t=[0.25, 0.15, 0.0], names=False, file=falling)
    da.plot(arm, ["shoulder", "elbow", "wrist", "energy", "kinetic energy"], file=curves)
    da.draw(pendulum, t=[0.0, 0.2, 0.4, 0.6], names=False, file=swinging)
    for what, file in pictures.items():
        print(f"{what}: {file}")
    page = da.live(
        seven_joint_arm(),
        arm.state(0),
        until=3.0,
        sliders={
            "shoulder": (-1.5, 1.5),
            "elbow": (-2.0, 2.0),
            "shoulder motor": (-60.0, 60.0),
            "elbow motor": (-30.0, 30.0),
        },
        title="A seven-joint arm",
        file=folder / "demo_arm.html",
    )
    print(f"a page on which the arm moves by itself: {page.path}")
    return page


if __name__ == "__main__":
    # where there is a desktop
    main().open()
