"""Chaplygin's sleigh: a body on smooth ice with one blade that goes along but not across; no force acts otherwise.

The centre of mass lies ahead of the blade. Pushed backwards with the least turning, the sleigh swings round and
ends up running straight ahead at the same energy: no friction, no potential, and yet every motion tends to one
direction. Speed and turning are hyperbolic functions of time. Writes `chaplygin_sleigh.png`.
"""

from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da

RESULTS = Path(__file__).with_name("results")
MASS, INERTIA, AHEAD = 2.0, 0.3, 0.25
"""Of the centre of mass: its moment of inertia, its distance ahead of the blade."""

GYRATION = float(np.sqrt(INERTIA / MASS + AHEAD**2))
"""Radius of gyration about the blade."""

BACKWARDS, TURN, UNTIL = -1.5, 0.4, 6.0
METHOD = da.methods.DOP853(rtol=1e-12, atol=1e-13)


def chaplygin_sleigh() -> da.Model:
    """The blade is at the body's origin, along its x."""
    J = np.diag([INERTIA / 2.0, INERTIA / 2.0, INERTIA])
    sleigh = da.Body("sleigh", da.Inertia(MASS, (AHEAD, 0.0, 0.0), J))
    return da.Model(da.Planar("pose", da.ground, sleigh), da.relations.KnifeEdge("blade", sleigh, across="y"))


def start() -> da.State:
    """Backwards along x, turning a little."""
    return chaplygin_sleigh().state(u={"pose.x": BACKWARDS, "pose.angle": TURN})


def closed_form(t: Any) -> dict[str, Any]:
    """Speed along the blade, rate of turning, angle, and force across the blade.

    v̇ = d ω² and k² ω̇ = −d v ω give v = V tanh s, ω = V/k / cosh s with s = s₀ + d V t / k².
    """
    V = np.hypot(BACKWARDS, GYRATION * TURN)
    s0 = np.arctanh(BACKWARDS / V)
    s = s0 + AHEAD * V * np.asarray(t) / GYRATION**2
    v, w = V * np.tanh(s), V / GYRATION / np.cosh(s)
    angle = GYRATION / AHEAD * 2.0 * (np.arctan(np.tanh(s / 2.0)) - np.arctan(np.tanh(s0 / 2.0)))
    return {"speed": v, "turning": w, "angle": angle, "force": MASS * v * w * (1.0 - AHEAD**2 / GYRATION**2)}


def slide(until: float = UNTIL) -> da.Motion:
    """The motion."""
    return da.simulate(chaplygin_sleigh(), start(), until=until, method=METHOD)


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """The model and its start."""
    return {"sleigh": (chaplygin_sleigh(), start())}


def numbers() -> dict[str, Any]:
    """The motion beside the closed form."""
    motion = slide()
    angle = motion["pose.angle"]
    along = motion["pose.x.rate"] * np.cos(angle) + motion["pose.y.rate"] * np.sin(angle)
    found = {
        "speed": along,
        "turning": motion["pose.angle.rate"],
        "angle": angle,
        "force": motion["blade.multiplier"],
    }
    exact = closed_form(motion.times)
    return {
        "found": found,
        "exact": exact,
        "off": {name: float(np.abs(found[name] - exact[name]).max()) for name in exact},
        "energy drift": motion.energy_drift,
        "sideways": float(np.abs(motion["blade.residual"]).max()),
        "times": motion.times,
    }


def main(folder: Path = RESULTS) -> None:
    """Slide, and compare."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    print("  t     speed      turning    angle      force")
    for row in range(0, len(found["times"]), 200):
        print(f"{found['times'][row]:4.1f}", *(f"{values[row]:10.6f}" for values in found["found"].values()))
    print("off the closed form by", ", ".join(f"{value:.0e} ({name})" for name, value in found["off"].items()))
    print(f"energy kept to {found['energy drift']:.0e}; sideways at most {found['sideways']:.0e} m/s")
    file = folder / "chaplygin_sleigh.png"
    da.plot(slide(), ["pose.angle", "pose.angle.rate", "blade.multiplier"], file=file)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
