"""Chains of equal links whose last link is held: a slider-crank, a four-bar, a slider-crank with a long slider.

Each link has its mass in its middle and no moment of inertia about it. The first angle counts from the level, the
others from the link before; what holds the last link closes the chain and leaves one degree of freedom. In terms
of the first angle θ all three have a short equation of motion, so accelerations and motions are known. Writes
`closed_chains.png`.
"""

from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da

RESULTS = Path(__file__).with_name("results")
LENGTH, MASS, GRAVITY = 1.0, 1.0, 9.81
ANGLE, RATE = np.pi / 3, 0.5
TIMES = (0.25, 0.5, 0.75, 1.0)
METHOD = da.methods.DOP853(rtol=1e-12, atol=1e-13)


def links(n: int) -> list[da.Body]:
    """Bars along x, each a mass in the middle."""
    middle, end = np.array([LENGTH / 2.0, 0.0, 0.0]), np.array([LENGTH, 0.0, 0.0])
    markers = {"center": da.spatial.Pose(p=middle), "end": da.spatial.Pose(p=end)}
    return [da.Body(f"link {k}", da.Inertia(MASS, middle), markers) for k in range(1, n + 1)]


def chained(bars: list[da.Body]) -> list[da.Revolute]:
    """Pins q1, q2, … from the ground to the last link."""
    places = [da.ground, *(bar["end"] for bar in bars)]
    return [da.Revolute(f"q{k}", place, bar) for k, (place, bar) in enumerate(zip(places, bars, strict=False), 1)]


def slider_crank() -> da.Model:
    """Two links; the end of the second stays at the height of the first pin."""
    bars = links(2)
    guide = da.Holonomic("guide", da.position(bars[-1]["end"])[1])
    return da.Model(*chained(bars), guide, gravity=(0.0, -GRAVITY, 0.0))


def four_bar() -> da.Model:
    """Three links; the end of the third is pinned to the ground, a link's length beside the first pin."""
    bars = links(3)
    pin = da.Revolute("pin", da.ground.at(x=LENGTH), bars[-1]["end"])
    return da.Model(*chained(bars), pin, gravity=(0.0, -GRAVITY, 0.0), cut=["pin"])


def long_slider() -> da.Model:
    """Three links; the third may only slide along the line through the first pin."""
    bars = links(3)
    rail = da.Prismatic("rail", da.ground, bars[-1]["center"], axis="x")
    return da.Model(*chained(bars), rail, gravity=(0.0, -GRAVITY, 0.0), cut=["rail"])


CHAINS = {"slider-crank": slider_crank, "four-bar": four_bar, "long slider": long_slider}
TURNS = {
    "slider-crank": ((1.0, -2.0), (0.0, 0.0)),
    "four-bar": ((1.0, -1.0, 1.0), (0.0, 0.0, -np.pi)),
    "long slider": ((1.0, -2.0, 1.0), (0.0, 0.0, 0.0)),
}
"""All angles by the first, q = W θ + q₀: isosceles triangles, and a parallelogram."""


def state(name: str, angle: float = ANGLE, rate: float = 0.0) -> da.State:
    """The chain with its first link at this angle."""
    W, q0 = TURNS[name]
    q = {f"q{k}": w * angle + offset for k, (w, offset) in enumerate(zip(W, q0, strict=True), 1)}
    return da.State(q=q, u={f"q{k}.rate": w * rate for k, w in enumerate(W, 1)})


def reduced(name: str, angle: Any, rate: Any) -> tuple[Any, Any, Any]:
    """M, b and g of M θ̈ + b + g = 0."""
    s, c, unit = np.sin(angle), np.cos(angle), MASS * LENGTH**2
    weight = MASS * GRAVITY * LENGTH * c
    if name == "slider-crank":
        return unit * (0.5 + 2.0 * s**2), 2.0 * unit * s * c * rate**2, weight
    if name == "four-bar":
        return 1.5 * unit, 0.0 * rate, 2.0 * weight
    return unit * (0.5 + 6.0 * s**2), 6.0 * unit * s * c * rate**2, weight


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """The chains at rest; the parallelogram hangs, so that it does not come to lie flat."""
    angles = {"slider-crank": ANGLE, "four-bar": -ANGLE, "long slider": ANGLE}
    return {name: (chain(), state(name, angles[name])) for name, chain in CHAINS.items()}


def in_state(name: str, at: da.State) -> dict[str, Any]:
    """Matrices, accelerations and multipliers of one chain in one state."""
    dynamics = da.as_dynamics(CHAINS[name]())
    eom = dynamics.equations
    g = -da.expr.substitute(eom.f, dict.fromkeys(eom.u, 0.0))
    outputs = {
        "M": eom.M,
        "b": -eom.f - g,
        "g": g,
        "phi": eom.phi,
        "J": eom.J,
        "a": eom.accelerations,
        "multipliers": [da.measures.multiplier(row.name) for row in eom.rows],
    }
    return dynamics.evaluate(outputs, at)


def numbers() -> dict[str, Any]:
    """All three with the first link at 60° and turning, and how the slider-crank falls from rest there."""
    found: dict[str, Any] = {name: in_state(name, state(name, rate=RATE)) for name in CHAINS}
    fall = da.simulate(slider_crank(), state("slider-crank"), until=TIMES[-1], times=TIMES, method=METHOD)
    whole = da.simulate(slider_crank(), state("slider-crank"), until=TIMES[-1], method=METHOD)
    found["fall"] = {"angle": fall["q1"], "guide": fall["guide.multiplier"]}
    found["energy drift"] = whole.energy_drift
    return found


def main(folder: Path = RESULTS) -> None:
    """Print accelerations and forces at 60°, and draw the fall of the slider-crank."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    for name in CHAINS:
        a, force = found[name]["a"], found[name]["multipliers"]
        print(f"{name}: accelerations {np.round(a, 9)} rad/s², multipliers {np.round(force, 9)}")
    for t, angle, force in zip(TIMES, found["fall"]["angle"], found["fall"]["guide"], strict=True):
        print(f"slider-crank at {t:g} s: {angle:.12f} rad, the guide pushes with {force:.9f} N")
    print(f"energy kept to {found['energy drift']:.0e}")
    file = folder / "closed_chains.png"
    motion = da.simulate(slider_crank(), state("slider-crank"), until=TIMES[-1])
    da.plot(motion, ["q1", "q2", "guide.multiplier"], file=file)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
