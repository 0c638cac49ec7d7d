"""A double pendulum: two point masses on massless rods.

Small swings have two frequencies known in closed form; large ones are chaotic, so that two starts a hair apart end
far from each other. Writes the angles to `double_pendulum.png` in the folder `results`.
"""

from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da

RESULTS = Path(__file__).with_name("results")
LENGTH, MASS, GRAVITY = 1.0, 1.0, 9.81
METHODS = {
    "RK4": da.methods.RK4(step=1e-3),
    "Kutta–Merson": da.methods.KuttaMerson(step=1e-3),
    "Gauss, order 4": da.methods.GaussLegendre(step=1e-3),
    "Dormand–Prince 5(4)": da.methods.DormandPrince(rtol=1e-10, atol=1e-12),
    "order 8(5,3)": da.methods.DOP853(rtol=1e-10, atol=1e-12),
}


def double_pendulum() -> da.Model:
    """Hangs straight down where both angles are zero; the elbow's angle is relative to the upper rod."""
    upper, lower = da.particle("upper", mass=MASS), da.particle("lower", mass=MASS)
    return da.Model(
        da.Revolute("shoulder", da.ground, upper.at(y=LENGTH), axis="z"),
        da.Revolute("elbow", upper, lower.at(y=LENGTH), axis="z"),
        gravity=(0.0, -GRAVITY, 0.0),
    )


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """Released with the upper rod level and the lower one upright."""
    pendulum = double_pendulum()
    return {"released": (pendulum, pendulum.state(q={"shoulder": np.pi / 2, "elbow": np.pi / 2}))}


def swing(until: float = 10.0, method: Any = METHODS["order 8(5,3)"]) -> da.Motion:
    """The large swing."""
    pendulum, start = systems()["released"]
    return da.simulate(pendulum, start, until=until, method=method)


def small_swing(sign: float) -> float:
    """Angular frequency of a tiny swing in which both masses move together (sign 1) or against each other (−1)."""
    pendulum = double_pendulum()
    size = 1e-5
    start = pendulum.state(q={"shoulder": size, "elbow": (sign * np.sqrt(2.0) - 1.0) * size})
    through = da.Event("through", da.coordinate("shoulder"), direction=-1)
    motion = da.simulate(pendulum, start, until=10.0, method=da.methods.DOP853(1e-12, 1e-17), events=[through])
    return float(2.0 * np.pi / np.diff([event.t for event in motion.events]).mean())


def spread(distance: float = 1e-9, until: float = 20.0) -> float:
    """How far apart two swings end whose elbows start this far apart: both at once, side by side."""
    pendulum = double_pendulum()
    starts = [pendulum.state(q={"shoulder": np.pi / 2, "elbow": np.pi / 2 + d}) for d in (0.0, distance)]
    one, other = da.batch(pendulum, starts, until=until, lanes=2)
    return float(np.abs(one.states - other.states)[-1, :2].max())


def right_hand_side() -> Any:
    """ẋ = F(t, x) with x = (q, u), for any other ODE solver."""
    dynamics = da.as_dynamics(double_pendulum())
    system = dynamics.solved.first_order()
    rate = da.kernels.compile(system.rate, {"x": system.x})
    return lambda t, x: rate(x)


def numbers() -> dict[str, Any]:
    """What is known about this pendulum."""
    motion = swing()
    return {
        "q": motion.states[:, :2],
        "energy drift": motion.energy_drift,
        "slow frequency": small_swing(1.0),
        "fast frequency": small_swing(-1.0),
        "spread": spread(),
    }


def main(folder: Path = RESULTS) -> None:
    """Swing, and say what happened."""
    folder.mkdir(parents=True, exist_ok=True)
    print(double_pendulum().summary())
    for name, method in METHODS.items():
        motion = swing(method=method)
        calls = motion.statistics["evaluations"]
        print(f"{name:>20}: {calls:6d} evaluations, energy kept to {motion.energy_drift:.1e}")
    root = np.sqrt(GRAVITY / LENGTH)
    print(f"small swings: {small_swing(1.0) / root:.6f} and {small_swing(-1.0) / root:.6f} times √(g/l);", end=" ")
    print(f"linear theory says √(2 ∓ √2) = {np.sqrt(2 - np.sqrt(2)):.6f} and {np.sqrt(2 + np.sqrt(2)):.6f}")
    print(f"two starts 1e-9 rad apart are {spread():.2g} rad apart after 20 s")
    file = folder / "double_pendulum.png"
    da.plot(swing(), ["shoulder", "elbow", "kinetic energy", "potential energy"], file=file)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
