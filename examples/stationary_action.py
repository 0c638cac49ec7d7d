"""Hamilton's principle: of all paths between two places and times, the real motion has stationary action.

The action is the integral of L = T − V along the motion. A neighbouring path q + ε η, with η = 0 at both ends,
changes it by ε² only. Shown for an oscillator, where everything is known, and for a double pendulum.
"""

from dataclasses import replace
from typing import Any

import numpy as np

import dalembert as da

LAGRANGIAN = da.kinetic_energy() - da.potential_energy()


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


def actions(model: da.Model, start: da.State, epsilons: Any) -> Any:
    """Actions on [0, 1] of the motion varied by ε sin πt in every coordinate."""
    # Gauss points: the integral of a smooth function to nearly full precision
    points, weights = np.polynomial.legendre.leggauss(200)
    t, weights = 0.5 * (points + 1.0), 0.5 * weights
    motion = da.simulate(model, start, until=1.0, times=t, method=da.DOP853(1e-13, 1e-15))

    # a motion is data: other states make a neighbouring path
    n = len(model.coordinates)
    eta = np.repeat(np.stack([np.sin(np.pi * t), np.pi * np.cos(np.pi * t)], axis=1), n, axis=1)
    rows = motion.states[: len(t)]
    paths = [replace(motion, times=t, states=rows + epsilon * eta) for epsilon in epsilons]
    return np.array([weights @ path.evaluate(LAGRANGIAN) for path in paths])


def numbers() -> dict[str, Any]:
    """Action of the motion, its slope in ε, and how it grows with ε."""
    found: dict[str, Any] = {}
    epsilons = np.linspace(-0.02, 0.02, 9)
    for name, (model, start) in {"oscillator": oscillator(), "pendulum": double_pendulum()}.items():
        # the polynomial through these actions tells value, slope and growth at ε = 0
        series = np.polynomial.Polynomial.fit(epsilons, actions(model, start, epsilons), deg=8).convert().coef
        found[name] = dict(zip(("action", "slope", "growth"), map(float, series), strict=False))
    return found


def main() -> None:
    """Vary the paths, and say what the action does."""
    for name, found in numbers().items():
        print(f"{name}: action {found['action']:.12f}, slope {found['slope']:.0e},", end=" ")
        print(f"the action of a varied path is larger by {found['growth']:.9f} ε²")
    print(f"closed form for the oscillator: {np.sin(2) / 4:.12f}, 0, {(np.pi**2 - 1) / 4:.9f} ε²")


if __name__ == "__main__":
    main()
