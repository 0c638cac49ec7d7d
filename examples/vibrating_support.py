"""A pendulum whose support shakes up and down: enough of it holds it upright, at the wrong pace it swings.

Small swings obey Mathieu's equation θ'' + (p − 2 s cos 2τ) θ = 0 with τ = ω t/2, s = 2 a/l for the amplitude a,
and p = 4 g/(l ω²), negative for the upright pendulum. Rest is a periodic motion here; Floquet's multipliers tell
whether it is stable, and the border is that of the characteristic values of Mathieu's functions. Shaken at
about twice its own pace, it swings once in two periods of the support. Writes `vibrating_support.png`.
"""

from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from scipy.optimize import brentq
from scipy.special import mathieu_a, mathieu_b

import dalembert as da

RESULTS = Path(__file__).with_name("results")
GRAVITY, LENGTH, CENTRE, MASS = 9.81, 0.2, 0.19, 0.1
"""Reduced length of the pendulum, distance of its centre of mass from the hinge, and mass."""

FAST = 2.0 * np.pi * 30.0
"""Of the support, for the upright pendulum."""

METHOD = da.methods.DOP853(rtol=1e-12, atol=1e-13)


def pendulum(damping: float = 0.0) -> da.Model:
    """Amplitude and frequency of the support are open."""
    amplitude, rate = da.param("amplitude", 0.01), da.param("rate", FAST)
    support = da.box("support", size=(0.04, 0.02, 0.04), mass=0.1)
    bob = da.Body(
        "bob",
        da.Inertia(MASS, (0.0, -CENTRE, 0.0), MASS * CENTRE * (LENGTH - CENTRE) * np.eye(3)),
        visual=[
            da.visuals.sphere(0.015, place=da.spatial.Pose(p=np.array([0.0, -LENGTH, 0.0]))),
            da.visuals.Bar(np.zeros(3), np.array([0.0, -LENGTH, 0.0]), 0.003, colour="#8a9099"),
        ],
    )
    return da.Model(
        da.Prismatic("y", da.ground, support, axis="y"),
        da.Drive("shaker", "y", amplitude * da.cos(rate * da.time)),
        da.Revolute("swing", support, bob),
        da.JointDamper("bearing", "swing", damping),
        gravity=(0.0, -GRAVITY, 0.0),
    )


def rest(dynamics: Any, amplitude: float, rate: float, angle: float) -> Any:
    """Hanging or standing, as a periodic motion."""
    state = da.State(q={"y": amplitude, "swing": angle}, p={"amplitude": amplitude, "rate": rate})
    return da.periodic_motion(dynamics, state, period=2.0 * np.pi / rate, method=METHOD)


def trace(dynamics: Any, amplitude: float, rate: float, angle: float) -> float:
    """Sum of the multipliers: between −2 and 2 where rest is not unstable."""
    return float(rest(dynamics, amplitude, rate, angle).multipliers.sum().real)


def place(amplitude: float, rate: float, angle: float) -> tuple[float, float]:
    """p and s of Mathieu's equation."""
    return 4.0 * GRAVITY / (LENGTH * rate**2) * np.cos(angle), 2.0 * amplitude / LENGTH


def is_stable_by_chart(p: float, s: float) -> bool:
    """Between a_n(s) and b_{n+1}(s)."""
    return any(mathieu_a(n, s) < p < mathieu_b(n + 1, s) for n in range(6))


def standing_amplitude(dynamics: Any) -> float:
    """From which on the fast support holds the pendulum upright."""
    return float(brentq(lambda a: trace(dynamics, a, FAST, np.pi) - 2.0, 2e-3, 2e-2, xtol=1e-14))


def chart_amplitude() -> float:
    """The same by a₀(s) = p."""
    p = place(0.0, FAST, np.pi)[0]
    return float(LENGTH / 2.0 * brentq(lambda s: mathieu_a(0, s) - p, 1e-3, 0.5, xtol=1e-15))


def chart(dynamics: Any) -> list[tuple[float, float, bool]]:
    """p, s and whether rest is not unstable, at places of the chart."""
    found = []
    for p in (-0.15, -0.05, 0.3, 0.8, 1.3, 2.5, 3.95, 4.3):
        for s in (0.2, 0.5, 0.8):
            rate = np.sqrt(4.0 * GRAVITY / (LENGTH * abs(p)))
            at = rest(dynamics, s * LENGTH / 2.0, rate, 0.0 if p > 0.0 else np.pi)
            found.append((p, s, not at.is_unstable))
    return found


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """Standing, with a little push."""
    model = pendulum(2e-4)
    amplitude = 1.5 * chart_amplitude()
    start = model.state(q={"y": amplitude, "swing": np.pi - 0.2}, p={"amplitude": amplitude})
    return {"standing": (model, start)}


def numbers() -> dict[str, Any]:
    """Borders of stability, and a motion that swings at half the pace of the support."""
    dynamics = da.as_dynamics(pendulum())
    damped = da.as_dynamics(pendulum(1e-3))
    rate = 2.0 * np.sqrt(GRAVITY / LENGTH)
    start = da.State(q={"y": 0.02, "swing": 0.3}, p={"amplitude": 0.02, "rate": rate})
    # twenty of its swings bring it near to one that returns
    near = da.simulate(damped, start, times=np.linspace(0.0, 80.0 * np.pi / rate, 21)).state()
    model, standing = systems()["standing"]
    return {
        "amplitude": standing_amplitude(dynamics),
        "amplitude by the chart": chart_amplitude(),
        "chart": chart(dynamics),
        "swing": da.periodic_motion(damped, near, period=4.0 * np.pi / rate),
        "motion": da.simulate(model, standing, until=3.0),
    }


def picture(found: dict[str, Any], file: Path) -> None:
    """The chart with what was found in places of it, and the standing pendulum."""
    figure = Figure(figsize=(9.0, 3.8), layout="constrained")
    left, right = figure.subplots(1, 2)
    s = np.linspace(0.0, 1.0, 101)
    for n in range(3):
        left.fill_betweenx(s, mathieu_a(n, s), mathieu_b(n + 1, s), color="#dfe9df")
    for p, at, is_stable in found["chart"]:
        left.plot(p, at, "o" if is_stable else "x", color="#2f7d4f" if is_stable else "#a63d3d")
    left.set_xlim(-0.6, 5.0)
    left.set(xlabel="p = ±4 g/(l ω²)", ylabel="s = 2 a/l", title="stable (green) by Mathieu, and as found")
    motion = found["motion"]
    right.plot(motion.times, np.degrees(motion["swing"]) - 180.0, color="#3b6ea5")
    right.set(xlabel="t in s", ylabel="angle from upright in °", title="held up by shaking")
    figure.savefig(file, dpi=150)


def main(folder: Path = RESULTS) -> None:
    """Say where it stands, and draw the chart."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    print(f"upright from {1e3 * found['amplitude']:.9f} mm on; Mathieu says", end=" ")
    print(f"{1e3 * found['amplitude by the chart']:.9f} mm")
    agree = sum(is_stable == is_stable_by_chart(p, s) for p, s, is_stable in found["chart"])
    print(f"{agree} of {len(found['chart'])} places of the chart are as it says")
    print(f"shaken at twice its pace: {found['swing'].stability}")
    file = folder / "vibrating_support.png"
    picture(found, file)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
