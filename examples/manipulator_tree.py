"""A 3RRR parallel manipulator as a tree: what torques follow a path of its platform (Orsino 2016, 5.3.2).

The tree is that of Fig. 2.8, {A, B, C, platform}; each leg is an actuator, a crank and a coupler, joined at the
elbow, and the crank turns about its pivot with the shaft of the actuator. Laws of time for the place and the angle
of the platform are further rows of the root, and the torques are unknown. Writes `manipulator_tree.png` and
`manipulator_tree_torques.png`.
"""

from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure

import dalembert as da

RESULTS = Path(__file__).with_name("results")
S = da.expr.symbol
PIVOTS = {"A": (3.0, 0.0), "B": (-1.5, 1.5 * 3**0.5), "C": (-1.5, -1.5 * 3**0.5)}
ELBOWS = {"A": (2.0, 3**0.5), "B": (-2.5, 3**0.5 / 2), "C": (0.5, -1.5 * 3**0.5)}
CORNERS = {"A": (1.0, 0.0), "B": (-0.5, 3**0.5 / 2), "C": (-0.5, -(3**0.5) / 2)}
TORQUES = tuple(f"{K}/actuator/u" for K in "ABC")
LAWS = {
    "platform/x": -da.sin(np.pi * da.time / 2.0),
    "platform/y": da.sin(np.pi * da.time / 4.0),
    "platform/angle": np.pi / 6.0 * da.sin(np.pi * da.time / 4.0) ** 4,
}
Place = da.modules.Place


def leg(pivot: tuple[float, float]) -> Any:
    """A torque on a shaft, a crank, whose mass centre is its pivot, and a coupler of the same length 2."""
    actuator = da.modules.subsystem("actuator", speeds="ω", forces={"ω": da.Input("u")})
    crank = da.modules.planar_body("crank", mass=0.5, inertia=2.0 / 3.0)
    coupler = da.modules.planar_body("coupler", mass=0.5, inertia=1.0 / 6.0)
    pins = da.modules.revolute("pivot", Place.on_ground((*pivot, 0.0)), Place.on_planar_body("crank"))
    pins |= da.modules.revolute(
        "elbow", Place.on_planar_body("crank", (2.0, 0.0)), Place.on_planar_body("coupler", (-1.0, 0.0))
    )
    return da.modules.subsystem(
        "leg",
        {"actuator": actuator, "crank": crank, "coupler": coupler},
        constraints=pins | {"shaft": S("actuator/ω") - S("crank/angle.rate")},
        independent="crank/angle.rate coupler/angle.rate",
    )


def manipulator() -> Any:
    """Three legs that hold the platform at its corners."""
    platform = da.modules.planar_body("platform", mass=1.0, inertia=0.25)
    pins: dict[str, Any] = {}
    for K, corner in CORNERS.items():
        pins |= da.modules.revolute(
            f"corner {K}",
            Place.on_planar_body(f"{K}/coupler", (1.0, 0.0)),
            Place.on_planar_body("platform", corner),
        )
    return da.modules.subsystem(
        "manipulator",
        {**{K: leg(pivot) for K, pivot in PIVOTS.items()}, "platform": platform},
        constraints=pins,
        independent=[f"{K}/crank/angle.rate" for K in "ABC"],
    )


def guess() -> dict[str, float]:
    """The position at the start: every elbow lies to the right of the line from pivot to corner."""
    values = {}
    for K in "ABC":
        pivot, elbow, corner = (np.array(points[K]) for points in (PIVOTS, ELBOWS, CORNERS))
        middle = 0.5 * (elbow + corner)
        values |= {f"{K}/crank/x": pivot[0], f"{K}/crank/y": pivot[1], f"{K}/coupler/x": middle[0]}
        values |= {f"{K}/coupler/y": middle[1]}
        values[f"{K}/crank/angle"] = float(np.arctan2(*(elbow - pivot)[::-1]))
        values[f"{K}/coupler/angle"] = float(np.arctan2(*(corner - elbow)[::-1]))
    return values


def loads(times: Any) -> da.Motion:
    """The motion along the laws, with the torques that it takes."""
    return da.inverse_dynamics(manipulator(), LAWS, times=times, guess=guess(), unknown=TORQUES)


def numbers() -> dict[str, Any]:
    """Torques at whole seconds, their extremes over a period, and counts of the tree."""
    tree, motion, whole = manipulator(), loads(np.arange(8.0)), loads(np.linspace(0.0, 8.0, 401))
    return {
        "coordinates": len(tree.coordinates),
        "rows": len(tree.all_constraints),
        "freedoms": tree.degrees_of_freedom,
        "torques": np.stack([motion[name] for name in TORQUES], axis=1),
        "ω7": motion["C/crank/angle.rate"],
        "whole": whole,
        "extremes": np.array([[whole[name].min(), whole[name].max()] for name in TORQUES]),
    }


def main(folder: Path = RESULTS) -> None:
    """Say which torques the path takes."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    print(f"{found['coordinates']} coordinates, {found['rows']} rows, {found['freedoms']} degrees of freedom")
    print("  t       u1        u2        u3")
    for t, row in enumerate(found["torques"]):
        print(f"{t:3d} {row[0]:9.5f} {row[1]:9.5f} {row[2]:9.5f}")
    da.draw(manipulator(), file=folder / "manipulator_tree.png")
    figure = Figure(figsize=(7.0, 3.0), layout="constrained")
    axes = figure.subplots()
    for name in TORQUES:
        axes.plot(found["whole"].times, found["whole"][name], label=name)
    axes.set(xlabel="t in s", ylabel="torque in N m")
    axes.legend()
    figure.savefig(folder / "manipulator_tree_torques.png", dpi=150)


if __name__ == "__main__":
    main()
