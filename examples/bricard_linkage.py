"""Bricard's linkage: six bars in a ring, six hinges, and it moves although counting says that it cannot.

Five bars that move and six hinges have 5 · 6 − 6 · 5 = 0 degrees of freedom in general. Here each axis is
perpendicular to the next, and one row of the last hinge follows from the others: the ring can turn inside out
(Bricard 1897). Its angles alternate between θ and φ with cos θ + cos φ + cos θ cos φ = 0.
"""

from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da
from dalembert.dynamics.dynamics import Dynamics

RESULTS = Path(__file__).with_name("results")
LENGTH, MASS, RADIUS, GRAVITY = 1.0, 1.0, 0.05, 9.81
TWISTS = (np.pi / 2.0, -np.pi / 2.0) * 3
"""Between the axes at both ends of each bar; the last bar is fixed."""

HINGES = ("R1", "R2", "R3", "R4", "R5")
METHOD = da.methods.DOP853(rtol=1e-12, atol=1e-13)


def bricard_linkage() -> da.Model:
    """A chain of five bars from the origin; the last hinge closes the ring."""
    parts, place = [], da.ground
    for name, twist in zip(HINGES, TWISTS, strict=False):
        bar = da.rod(f"bar {name}", length=LENGTH, mass=MASS, radius=RADIUS)
        parts.append(da.Revolute(name, place, bar))
        place = bar.at(x=LENGTH, rotation=da.spatial.rotation("x", twist))
    base = da.ground.at(x=-LENGTH, rotation=da.spatial.rotation("x", -TWISTS[-1]))
    return da.Model(*parts, da.Revolute("R6", place, base), gravity=(0.0, -GRAVITY, 0.0))


def other_angle(angle: float) -> float:
    """φ that belongs to θ, not negative."""
    return float(np.arccos(-np.cos(angle) / (1.0 + np.cos(angle))))


def start(subject: da.Model | Dynamics, angle: float = 1.0, rate: float = 0.5) -> da.State:
    """At this angle of the first hinge, turning."""
    guess = {name: (angle, other_angle(angle))[k % 2] for k, name in enumerate(HINGES)}
    return da.assemble(subject, q={"R1": angle}, u={"R1": rate}, guess=guess)


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """The linkage and its start."""
    model = bricard_linkage()
    return {"turning": (model, start(model))}


def numbers() -> dict[str, Any]:
    """What is free and what is redundant, and the motion of five seconds."""
    dynamics = da.as_dynamics(bricard_linkage())
    begin = start(dynamics)
    rows = [f"{row.name}.residual" for row in dynamics.equations.rows]
    motion = da.simulate(dynamics, begin, until=5.0, method=METHOD)
    angles = np.stack([motion[name] for name in HINGES], axis=-1)
    theta, phi = angles[:, 0], angles[:, 1]
    return {
        "mobility": da.mobility(dynamics, begin),
        "motion": motion,
        "residuals": {name: float(np.abs(x).max()) for name, x in motion.signals(rows).items()},
        "angles apart": float(max(np.ptp(angles[:, ::2], axis=1).max(), np.ptp(angles[:, 1::2], axis=1).max())),
        "off the relation": float(np.abs(np.cos(theta) + np.cos(phi) + np.cos(theta) * np.cos(phi)).max()),
        "range": np.array([theta.min(), theta.max()]),
        "energy drift": motion.energy_drift,
    }


def main(folder: Path = RESULTS) -> None:
    """Say what is redundant, turn the ring, and draw its two angles."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    mobility = found["mobility"]
    print(f"{mobility.speeds} speeds, {mobility.rows} rows, of which {mobility.rank} are independent:", end=" ")
    print(f"{mobility.degrees_of_freedom} degree of freedom")
    print("redundant:", *mobility.redundant)
    print(f"every row holds to {max(found['residuals'].values()):.1e}, that one too;", end=" ")
    print(f"energy kept to {found['energy drift']:.1e}")
    low, high = found["range"]
    print(
        f"θ goes from {low:.4f} to {high:.4f} rad, cos θ + cos φ + cos θ cos φ is {found['off the relation']:.1e}"
    )
    file = folder / "bricard_linkage.png"
    da.plot(found["motion"], ["R1", "R2"], file=file)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
