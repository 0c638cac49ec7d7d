"""A box that turns about its middle axis in free fall, and keeps flipping over.

Rotation about the axes of the largest and the smallest moment of inertia is stable, about the middle one not. The
time between flips is an elliptic integral, here by the arithmetic-geometric mean. Writes `free_body_flip.png`.
"""

from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da

RESULTS = Path(__file__).with_name("results")
SIZE, MASS = (0.3, 0.2, 0.1), 2.0
SPIN = (0.01, 5.0, 0.02)
"""Angular velocity at the start in the axes of the box; y is the middle one."""


def systems(spin: tuple[float, float, float] = SPIN) -> dict[str, tuple[da.Model, da.State]]:
    """The box let go with this spin."""
    brick = da.box("brick", size=SIZE, mass=MASS)
    model = da.Model(da.Free("pose", da.ground, brick))
    return {"box": (model, model.state(u=dict(zip(("pose.wx", "pose.wy", "pose.wz"), spin, strict=True))))}


def tumble(spin: tuple[float, float, float] = SPIN, until: float = 30.0) -> da.Motion:
    """The motion; a flip is when the middle component of the spin passes through zero."""
    model, start = systems(spin)["box"]
    flip = da.Event("flip", da.speed("pose.wy"))
    return da.simulate(model, start, until=until, method=da.methods.DOP853(1e-12, 1e-13), events=[flip])


def time_between_flips(spin: tuple[float, float, float] = SPIN) -> float:
    """2 K(k) / n from Euler's equations: ω_middle = ± a sn(n t, k) (Landau and Lifshitz 1976, section 37)."""
    J = np.diag(da.box("brick", size=SIZE, mass=MASS).inertia.J)
    w = np.array(spin)
    order = np.argsort(J)
    (J1, J2, J3), w = J[order], w[order]
    energy, momentum = J[order] @ w**2, (J[order] * w) @ (J[order] * w)
    if momentum < energy * J2:
        # the momentum circles the axis of the smallest moment: mirror the roles of the outer axes
        J1, J3 = J3, J1
    n = np.sqrt((J3 - J2) * (momentum - energy * J1) / (J1 * J2 * J3))
    k2 = (J2 - J1) * (energy * J3 - momentum) / ((J3 - J2) * (momentum - energy * J1))

    # K(k) = π / (2 agm(1, √(1 − k²)))
    a, b = 1.0, np.sqrt(1.0 - k2)
    while abs(a - b) > 1e-15 * a:
        a, b = 0.5 * (a + b), np.sqrt(a * b)
    return float(np.pi / a / n)


def numbers() -> dict[str, Any]:
    """Times of the flips, and what stays constant."""
    motion = tumble()
    momentum = np.stack([motion[f"angular momentum.{axis}"] for axis in "xyz"])
    stable = [
        tumble(tuple(np.roll((5.0, 0.01, 0.02), k)), 10.0)["pose." + name] for k, name in ((0, "wx"), (2, "wz"))
    ]
    return {
        "times": motion.times,
        "spin": np.stack([motion[f"pose.w{axis}"] for axis in "xyz"], axis=1),
        "flips": np.array([event.t for event in motion.events]),
        "time between flips": time_between_flips(),
        "energy drift": motion.energy_drift,
        "momentum drift": float(np.abs(momentum - momentum[:, :1]).max() / np.linalg.norm(momentum[:, 0])),
        "stable spins": [float(w.min() / w.max()) for w in stable],
    }


def main(folder: Path = RESULTS) -> None:
    """Tumble, and say when the box flips."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    gaps = np.diff(found["flips"])
    print(f"{len(found['flips'])} flips in 30 s, {gaps.mean():.9f} s from one to the next", end=" ")
    print(f"(the elliptic integral says {found['time between flips']:.9f} s)")
    print(f"energy kept to {found['energy drift']:.1e}, angular momentum to {found['momentum drift']:.1e}")
    print("about the other two axes the spin stays within", end=" ")
    print(" and ".join(f"{1.0 - x:.0e}" for x in found["stable spins"]), "of itself")
    file = folder / "free_body_flip.png"
    da.plot(tumble(), ["pose.wx", "pose.wy", "pose.wz"], file=file)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
