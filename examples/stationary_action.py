"""Hamilton's principle: of all paths between two places and times, the real motion has stationary action.

The action is the integral of L = T − V along the motion. A neighbouring path q + ε η, with η = 0 at both ends,
changes it by ε² only. Shown for an oscillator, where everything is known, and for a double pendulum.
"""

from typing import Any

import numpy as np

import dalembert as da


def oscillator() -> tuple[da.Model, da.State]:
    """A mass of 1 on a spring of stiffness 1, thrown so that q = sin t."""
    model = da.Model(
        da.Prismatic("q", da.ground, da.particle("mass", mass=1.0), axis="x"),
        da.JointSpring("spring", "q", stiffness=1.0),
    )
    return model, model.state(u={"q": 1.0})


def double_pendulum() -> tuple[da.Model, da.State]:
    """Two rods, released bent."""
    upper, lower = da.rod("upper", length=1.0, mass=1.0), da.rod("lower", length=0.8, mass=0.5)
    model = da.Model(
        da.Revolute("shoulder", da.ground, upper, axis="z"),
        da.Revolute("elbow", upper["end"], lower, axis="z"),
        gravity=(0.0, -9.81, 0.0),
    )
    return model, model.state(q={"elbow": 1.2})


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """Both models and their starts."""
    return {"oscillator": oscillator(), "pendulum": double_pendulum()}


def numbers() -> dict[str, Any]:
    """Action of the motion, its slope in ε, how it grows with ε, and the action of a path that is varied a lot."""
    found: dict[str, Any] = {}
    for name, (model, start) in systems().items():
        motion = da.simulate(model, start, until=1.0, method=da.methods.DOP853(1e-13, 1e-15))
        variation = dict.fromkeys(model.coordinates, da.sin(da.pi * da.time))
        result = da.energies.stationarity(motion, variation, order=8)
        found[name] = {
            "action": result.action,
            "slope": result.slope,
            "growth": result.growth,
            "varied": da.energies.action(da.energies.varied(motion, variation, 0.5), order=8) - result.action,
        }
    return found


def main() -> None:
    """Vary the paths, and say what the action does."""
    for name, found in numbers().items():
        print(f"{name}: action {found['action']:.12f}, slope {found['slope']:.0e},", end=" ")
        print(f"the action of a varied path is larger by {found['growth']:.9f} ε²,", end=" ")
        print(f"for ε = 0.5 by {found['varied'] / 0.5**2:.9f} ε²")
    print(f"closed form for the oscillator: {np.sin(2) / 4:.12f}, 0, {(np.pi**2 - 1) / 4:.9f} ε²")


if __name__ == "__main__":
    main()
