"""N four-bars in a row: a mechanism that passes positions where it could move in many ways.

N + 1 uprights stand on pins 1 m apart, N couplers join their ends; all 2 N + 1 links are rods of 1 m and 1 kg. The
uprights start vertical with 1 m/s at their ends and turn over and over. Whenever all links lie in one line, the
rows of the constraints depend on each other and every four-bar could fold in its own way; explicit integration of
accelerations fails there. `IndexThree` solves for positions with constraints of positions, and passes. (The
mechanism is one of the benchmarks of González et al. 2006.)

As long as the uprights stay parallel, the mechanism moves like one pendulum, so its motion is known.
"""

from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da

RESULTS = Path(__file__).with_name("results")
GRAVITY, STEP, UNTIL = 9.81, 0.005, 10.0


def mechanism(n: int) -> da.Model:
    """n four-bars; a coupler is in the tree with the upright on its left, and closes a loop on its right."""
    uprights = [da.rod(f"upright {i}", length=1.0, mass=1.0) for i in range(n + 1)]
    couplers = [da.rod(f"coupler {i}", length=1.0, mass=1.0) for i in range(n)]
    joints = [da.Revolute(f"foot {i}", da.ground.at(x=float(i)), rod) for i, rod in enumerate(uprights)]
    for i, rod in enumerate(couplers):
        joints.append(da.Revolute(f"left {i}", uprights[i]["end"], rod))
        joints.append(da.Revolute(f"right {i}", rod["end"], uprights[i + 1]["end"]))
    return da.Model(*joints, gravity=(0.0, -GRAVITY, 0.0))


def start(n: int) -> da.State:
    """Upright, the tops at 1 m/s to the right."""
    q = {f"foot {i}": np.pi / 2 for i in range(n + 1)} | {f"left {i}": -np.pi / 2 for i in range(n)}
    u = {f"foot {i}.rate": -1.0 for i in range(n + 1)} | {f"left {i}.rate": 1.0 for i in range(n)}
    return da.State(q=q, u=u)


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """One four-bar and two of them, at the start."""
    return {"one": (mechanism(1), start(1)), "two": (mechanism(2), start(2))}


def inertia_and_weight(n: int) -> tuple[float, float]:
    """Of the pendulum that all uprights move like: T = I θ̇²/2, V = w sin θ."""
    return (n + 1) / 3.0 + n, GRAVITY * ((n + 1) / 2.0 + n)


def lowest_speed(n: int) -> float:
    """Of the uprights when they hang, from energy: I ω²/2 − w = I/2 + w."""
    I, w = inertia_and_weight(n)
    return float(np.sqrt(1.0 + 4.0 * w / I))


def run(n: int, step: float = STEP, until: float = UNTIL) -> da.Motion:
    """The motion by the index-3 rule."""
    times = np.linspace(0.0, until, round(100 * until) + 1)
    return da.simulate(mechanism(n), start(n), until=until, times=times, method=da.methods.IndexThree(step=step))


def facts(n: int, step: float = STEP, until: float = UNTIL) -> dict[str, Any]:
    """What the motion keeps: energy, constraints, parallel uprights; its largest speed and its last angle."""
    motion = run(n, step, until)
    energy = motion["energy"]
    angles = np.array([motion[f"foot {i}"] for i in range(n + 1)])
    rows = [row.name for row in motion.dynamics.equations.rows]
    residuals = motion.signals([f"{row}.residual" for row in rows])
    return {
        "energy drift": float(np.abs(energy / energy[0] - 1.0).max()),
        "residual": float(max(np.abs(residual).max() for residual in residuals.values())),
        "spread": float(np.ptp(angles, axis=0).max()),
        "largest speed": float(np.abs(motion["foot 0.rate"]).max()),
        "angle": float(angles[0, -1]),
        "flat positions": int(np.floor(np.ptp(angles[0]) / np.pi + 0.5)),
    }


def numbers() -> dict[int, dict[str, Any]]:
    """For one, two and ten four-bars."""
    return {n: facts(n) for n in (1, 2, 10)}


def main(folder: Path = RESULTS) -> None:
    """Turn over 1, 2, 10 and 40 four-bars."""
    folder.mkdir(parents=True, exist_ok=True)
    for n, found in (numbers() | {40: facts(40)}).items():
        print(f"{n} four-bars: through {found['flat positions']} flat positions in {UNTIL:g} s,", end=" ")
        print(
            f"energy kept to {found['energy drift']:.1e}, uprights parallel to {found['spread']:.1e} rad,", end=" "
        )
        print(f"largest speed {found['largest speed']:.4f} rad/s of {lowest_speed(n):.4f}")
    file = folder / "n_four_bar.png"
    da.plot(run(2), ["foot 0", "foot 0.rate"], file=file)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
