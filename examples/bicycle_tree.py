"""A bicycle of four modules: two frames that the steering joins, and two wheels that roll.

The data are those of the benchmark of Meijaard, Papadopoulos, Ruina and Schwab (Proc. R. Soc. A 463, 2007). The
tree is linearized module by module about running straight on; nothing of it is derived as a whole. Matrices by
powers of the speed and their modes are those of the paper. Writes `bicycle_tree.png` and
`bicycle_tree_modes.png`.
"""

import math
from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da
from dalembert.modules import BodyFrame, coincident, rigid_body, rolling_wheel

RESULTS = Path(__file__).with_name("results")
W, C, TILT = 1.02, 0.08, math.pi / 10
REAR, FRONT = 0.3, 0.35
S = da.expr.symbol
g = da.param("g", 9.81)


def turned(angle: Any) -> Any:
    """About the steer axis."""
    return da.spatial.rotation("y", TILT) @ da.spatial.rotation("z", angle) @ da.spatial.rotation("y", -TILT)


def front_and_rear_frame() -> Any:
    """Both frames, joined by the steering: an extra coordinate for the angle."""
    rear = rigid_body(
        "B", mass=85.0, inertia=[[9.2, 0.0, 2.4], [0.0, 11.0, 0.0], [2.4, 0.0, 2.8]], gravity=(0.0, 0.0, g)
    )
    J = [[0.05892, 0.0, -0.00756], [0.0, 0.06, 0.0], [-0.00756, 0.0, 0.00708]]
    front = rigid_body("H", mass=4.0, inertia=J, gravity=(0.0, 0.0, g))
    B, H = BodyFrame("B"), BodyFrame("H")
    T, R = B.R @ turned(S("steer")), H.R
    return da.modules.subsystem(
        "frames",
        {"B": rear.renamed("B", shared=("g",)), "H": front.renamed("H", shared=("g",))}.values(),
        coordinates="steer",
        constraints={
            **coincident("head", B.point((W + C - 0.3, 0.0, 0.9)), H.point((W + C - 0.9, 0.0, 0.7))),
            "turn x": T[:, 0] @ R[:, 1],
            "turn y": T[:, 0] @ R[:, 2],
            "turn z": T[:, 1] @ R[:, 2],
        },
        independent=("B/vx", "B/vy", "B/vz", "B/wx", "B/wy", "B/wz", "steer.rate"),
    )


def bicycle() -> Any:
    """Frames and wheels; lean as an extra coordinate."""
    rear = rolling_wheel("R", radius=REAR, mass=2.0, axial=0.12, radial=0.0603, gravity=g).renamed(
        "R", shared=("g",)
    )
    front = rolling_wheel("F", radius=FRONT, mass=3.0, axial=0.28, radial=0.1405, gravity=g).renamed(
        "F", shared=("g",)
    )
    B, H, R, F = (BodyFrame(name) for name in ("B", "H", "R", "F"))
    x, y, z = np.eye(3)
    return da.modules.subsystem(
        "bicycle",
        [front_and_rear_frame(), rear, front],
        coordinates="roll",
        constraints={
            **coincident("rear hub", B.point((-0.3, 0.0, 0.9 - REAR)), R.p),
            "rear axle x": R.axis(y) @ B.axis(x),
            "rear axle z": R.axis(y) @ B.axis(z),
            **coincident("front hub", H.point((W - 0.9, 0.0, 0.7 - FRONT)), F.p),
            "front axle x": F.axis(y) @ H.axis(x),
            "front axle z": F.axis(y) @ H.axis(z),
            "lean": S("roll") - S("B/angle2"),
        },
        independent=("roll.rate", "steer.rate", "B/vx"),
    )


def straight(v: Any) -> dict[str, Any]:
    """All variables while it runs upright at a speed."""
    places = {"B": (0.3, -0.9), "H": (0.9, -0.7), "R": (0.0, -REAR), "F": (W, -FRONT)}
    values: dict[str, Any] = {}
    for name, (x, z) in places.items():
        values |= {f"{name}/x": x, f"{name}/z": z, f"{name}/vx": v}
    return {**values, "R/wy": -v / REAR, "F/wy": -v / FRONT, **{f"{name}/vx'": 0.0 for name in places}}


COORDINATES = ("roll", "steer", "B/x", "B/y", "B/angle1", "R/angle3", "F/angle3")
SPEEDS = ("roll.rate", "steer.rate", "B/vx")
LATERAL = {"roll": ("roll", "roll.rate"), "steer": ("steer", "steer.rate")}


def numbers() -> dict[str, Any]:
    """Matrices by powers of the speed, and the modes."""
    tree = bicycle()
    matrices = da.modules.canonical_matrices(
        tree, straight, variables=LATERAL, coordinates=COORDINATES, speeds=SPEEDS
    )
    modes = matrices.modes(np.linspace(0.0, 10.0, 201))
    return {"tree": tree, "matrices": matrices, "modes": modes, "stable": modes.stable_ranges}


def main(folder: Path = RESULTS) -> None:
    """Say what the linear equations are, and when the bicycle is stable."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    for name in ("M", "C1", "K0", "K2"):
        print(f"{name}, by roll and steer:\n{getattr(found['matrices'], name)}")
    for low, high in found["stable"]:
        print(f"stable from {low:.3f} to {high:.3f} m/s")
    da.draw(found["tree"], file=folder / "bicycle_tree.png")
    da.plot(found["modes"], ["steer", "roll"], file=folder / "bicycle_tree_modes.png")


if __name__ == "__main__":
    main()
