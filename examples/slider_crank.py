"""A slider-crank of two equal bars with a spring and a damper between its ends.

The first bar turns about the pin A on the ground, the pin B joins the bars, and the end C of the second bar stays
on the x axis. The end is guided by one row, so the mechanism has two coordinates and one constraint; the forces in
the pins and in the guide follow without more modelling.
"""

from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da

RESULTS = Path(__file__).with_name("results")
LENGTH, MASS, GRAVITY = 2.0, 1.0, 9.81
STIFFNESS, DAMPING, REST_LENGTH = 50.0, 2.0, 3.5
TIMES = (0.1, 0.25, 0.5, 1.0)


def bars() -> tuple[da.Body, da.Body]:
    """Two thin bars."""
    return da.rod("bar 1", length=LENGTH, mass=MASS), da.rod("bar 2", length=LENGTH, mass=MASS)


def slider_crank(bar1: da.Body, bar2: da.Body) -> da.Model:
    """The end of the second bar is held on the line y = 0, where the spring and the damper lie too."""
    C = bar2["end"]
    return da.Model(
        da.Revolute("A", da.ground, bar1, axis="z"),
        da.Revolute("B", bar1["end"], bar2, axis="z"),
        da.Holonomic("guide", da.position(C)[1]),
        da.Spring("spring", da.ground, C, stiffness=STIFFNESS, rest_length=REST_LENGTH, damping=DAMPING),
        gravity=(0.0, -GRAVITY, 0.0),
    )


def start(model: da.Model) -> da.State:
    """At rest with the first bar at 45°."""
    return model.state(q={"A": np.pi / 4, "B": -np.pi / 2})


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """The mechanism and its start."""
    model = slider_crank(*bars())
    return {"with damper": (model, start(model))}


def measures(bar1: da.Body, bar2: da.Body) -> dict[str, Any]:
    """Accelerations (x, y, angle) of both bars; forces on bar 1 at A, on bar 2 at B and at C."""
    rates = [
        (da.acceleration(bar["center"])[:2], da.measures.angular_acceleration(bar)[2:]) for bar in (bar1, bar2)
    ]
    return {
        "accelerations": np.concatenate([part for pair in rates for part in pair]),
        "force at A": da.reaction_force("A", axes=da.ground)[:2],
        "force at B": da.reaction_force("B", axes=da.ground)[:2],
        "force of the guide": da.measures.multiplier("guide"),
    }


def numbers() -> dict[str, Any]:
    """Accelerations and forces at the start, the crank's angle later, the energy that the damper has not taken."""
    bar1, bar2 = bars()
    model = slider_crank(bar1, bar2)
    dynamics, begin = da.as_dynamics(model), start(model)
    method = da.methods.DOP853(rtol=1e-12, atol=1e-13)
    motion = da.simulate(dynamics, begin, until=1.0, times=TIMES, method=method)
    dense = da.simulate(dynamics, begin, until=1.0, method=method)
    gap = dense.evaluate(da.position(bar2["end"])[1])
    return {
        "start": dynamics.evaluate(measures(bar1, bar2), begin),
        "crank": motion["A"],
        "energy drift": dense.energy_drift,
        "gap": float(np.abs(gap).max()),
    }


def main(folder: Path = RESULTS) -> None:
    """Print the start and draw how the mechanism comes to rest."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    for name, value in found["start"].items():
        print(f"{name} at the start: {np.round(value, 9)}")
    for t, angle in zip(TIMES, found["crank"], strict=True):
        print(f"crank at {t:g} s: {angle:.12f} rad")
    print(f"end of the second bar off the line by {found['gap']:.1e} m at most")
    model, begin = systems()["with damper"]
    file = folder / "slider_crank.png"
    da.plot(da.simulate(model, begin, until=10.0), ["A", "B"], file=file)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
