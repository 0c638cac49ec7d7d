"""A pendulum whose length depends on where it hangs: the bob moves on the parabola y = 1 − x², y downwards.

Accelerations that satisfy a constraint do not keep it for ever: errors of the steps add up. The run of 500 s by
steps of fixed size shows how far the bob strays if nothing is done, if the constraint is stabilized by the terms
of Baumgarte, which keep the constraint and spoil the energy, and if positions and velocities are projected. The
swing itself has a period known in closed form.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da

RESULTS = Path(__file__).with_name("results")
GRAVITY = 9.81
DRIFTS = {
    "drifting": da.methods.NoStabilization(),
    "stabilized": da.methods.Baumgarte(velocity=20.0, position=100.0),
    "projected": da.methods.Projection(),
}
STEPS = (0.01, 0.001)


def pendulum(mass: float = 1.0, length: float = 1.0, gravity: Any = GRAVITY) -> da.Model:
    """The bob slides in x and in y, which points down; the constraint is y + x²/l = l."""
    slide, bob = da.Body("slide"), da.particle("bob", mass=mass)
    x, y = da.coordinate("x"), da.coordinate("y")
    return da.Model(
        da.Prismatic("x", da.ground, slide, axis="x"),
        da.Prismatic("y", slide, bob, axis="y"),
        da.Holonomic("length", y + x**2 / length - length),
        gravity=(0.0, gravity, 0.0),
    )


def start() -> da.State:
    """At rest at the height of the pivot."""
    return pendulum().state(q={"x": 1.0, "y": 0.0})


@dataclass(frozen=True)
class Drift:
    """What a run by fixed steps did to the constraint and to the energy."""

    position: float
    velocity: float
    energy: float
    end: Any
    """x, y and their rates in the end."""


def drift(how: str, step: float, until: float = 500.0) -> Drift:
    """Largest residuals and change of energy over all steps of Kutta–Merson."""
    times = np.linspace(0.0, until, round(until / step) + 1)
    method = da.methods.KuttaMerson(step=step)
    motion = da.simulate(pendulum(), start(), until=until, times=times, method=method, stabilization=DRIFTS[how])
    x, u, v = motion["x"], motion["x.rate"], motion["y.rate"]
    energy = motion["energy"]
    return Drift(
        float(np.abs(motion["length.residual"]).max()),
        float(np.abs(v + 2.0 * x * u).max()),
        float(np.abs(energy - energy[0]).max()),
        motion.states[-1],
    )


def swing(until: float, times: Any = None, events: Any = ()) -> da.Motion:
    """The motion by steps of adapted size, exact to many digits."""
    method = da.methods.DOP853(rtol=1e-13, atol=1e-14)
    return da.simulate(pendulum(), start(), until=until, times=times, method=method, events=events)


def period() -> float:
    """Time from one passage of the lowest point to the next in the same direction."""
    lowest = da.Event("lowest", da.coordinate("x"), direction=-1)
    return float(np.diff([event.t for event in swing(24.0, events=[lowest]).events]).mean())


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """Models and starts, by name."""
    return {"pendulum": (pendulum(), start())}


def numbers() -> dict[str, Any]:
    """Period, the exact motion, and the drift of fixed steps."""
    return {
        "period": period(),
        "state": swing(10.0).states[-1],
        "energy drift": swing(10.0).energy_drift,
        "drift": {how: {step: drift(how, step) for step in STEPS} for how in DRIFTS},
        "hour": {how: drift(how, 0.1, until=3600.0) for how in ("drifting", "stabilized")},
    }


def main(folder: Path = RESULTS) -> None:
    """Swing, and print the table of drift."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    print(f"period {found['period']:.12f} s")
    print("500 s by Kutta–Merson   step   position   velocity     energy")
    for how, by_step in found["drift"].items():
        for step, run in by_step.items():
            print(f"{how:>21} {step:6g}  {run.position:9.3e}  {run.velocity:9.3e}  {run.energy:9.3e}")
    for how, run in found["hour"].items():
        print(
            f"an hour by steps of 0.1 s, {how}: constraint off by {run.position:.2g}, energy by {run.energy:.2g}"
        )
    file = folder / "pendulum_of_varying_length.png"
    da.plot(swing(10.0), ["x", "y", "length.multiplier"], file=file)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
