"""A spherical pendulum from a free body, step by step (Orsino 2016, Fig. 5.1).

The leaf is a rigid body by Newton and Euler, with the place of its mass centre and its angular velocity. The
node adds two angles and three constraints, and names what is independent. Everything else follows: S, the eight
accelerations as plain expressions, and the motion. Writes `pendulum_tree.png` and `pendulum_tree_motion.png`.
"""

from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da

RESULTS = Path(__file__).with_name("results")
S = da.expr.symbol
m, a, g = da.param("m", 2.0), da.param("a", 1.5), da.param("g", 9.81)
METHOD = da.methods.DOP853(rtol=1e-11, atol=1e-12)


def body() -> Any:
    """A free body; its orientation matters to nothing here, so it has a position only."""
    J = tuple(da.param(f"I{k}", value) for k, value in zip("xyz", (1.0, 2.0, 3.0), strict=True))
    return da.modules.rigid_body("body", mass=m, inertia=J, orientation=None, gravity=(0.0, 0.0, -g))


def pendulum() -> Any:
    """The mass centre on a sphere of radius a, by two angles."""
    θ, φ = S("θ"), S("φ")
    on_the_sphere = {
        "along x": S("x") - a * da.sin(θ) * da.cos(φ),
        "along y": S("y") - a * da.sin(θ) * da.sin(φ),
        "along z": S("z") + a * da.cos(θ),
    }
    return da.modules.subsystem(
        "pendulum",
        [body()],
        coordinates="φ θ",
        constraints=on_the_sphere,
        independent="φ.rate θ.rate wx wy wz",
    )


def numbers() -> dict[str, Any]:
    """The explicit model, its S in one state, and a motion with its energy."""
    tree = pendulum()
    start = da.assemble(tree, q={"θ": 1.0, "φ": 0.0}, u={"φ": 1.2, "θ": 0.0, "wx": 0.1, "wy": 2.0, "wz": 0.1})
    motion = da.simulate(tree, start, times=np.linspace(0.0, 5.0, 251), method=METHOD)
    u = np.stack([motion[name] for name in ("vx", "vy", "vz", "wx", "wy", "wz")])
    energy = 0.5 * np.array([2.0, 2.0, 2.0, 1.0, 2.0, 3.0]) @ u**2 + 2.0 * 9.81 * motion["z"]
    return {
        "explicit": tree.solved(simplify=5.0),
        "S": tree.S.at({"θ": 0.7, "φ": 0.4}).to_array(["vx", "vy", "vz"], ["φ.rate", "θ.rate"]),
        "motion": motion,
        "energy drift": float(np.ptp(energy)),
        "spin about z": float(np.ptp(motion["φ.rate"] * np.sin(motion["θ"]) ** 2)),
    }


def main(folder: Path = RESULTS) -> None:
    """Show the explicit model, and swing."""
    folder.mkdir(parents=True, exist_ok=True)
    found, tree = numbers(), pendulum()
    print(tree.reading(simplify=5.0))
    print()
    print(found["explicit"])
    print(f"energy is kept to {found['energy drift']:.0e} J, φ̇ sin² θ to {found['spin about z']:.0e} rad/s")
    da.draw(tree, file=folder / "pendulum_tree.png")
    da.plot(found["motion"], ["θ", "φ", "wx", "wy"], file=folder / "pendulum_tree_motion.png")


if __name__ == "__main__":
    main()
