"""Appell and Hamel's mechanism: a falling weight drives a wheel by a thread, and the wheel takes the weight along.

A massless frame stands on two smooth legs and holds a rolling wheel; the thread runs from a drum on its axle
over pulleys to the weight, which hangs from the frame a distance ahead of the wheel. The wheel rolls ever faster
and its turning dies out, so the track straightens. That it rolls is said in two ways: by two equations linear in
the speeds, and by a square and one linear equation. The motion is the same; by steps of fixed size, with nothing
done against drift, the second form keeps the energy better. Writes `appell_hamel.png`.
"""

from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da
from dalembert.comparisons.drift_comparison import DriftComparison

RESULTS = Path(__file__).with_name("results")
WHEEL, WEIGHT, INERTIA = 5.0, 1.0, 1.0
RADIUS, DRUM, AHEAD, HEIGHT, GRAVITY = 1.0, 0.5, 5.0, 30.0, 9.81
TIMES = (1.0, 2.0, 5.0, 10.0)
ORDER = ("frame.angle", "spin", "frame.x", "frame.y", "weight")
"""Coordinates as the literature has them: θ, φ, x, y, z."""

METHOD = da.methods.DOP853(rtol=1e-13, atol=1e-13)


def appell_hamel(is_squared: bool = False) -> da.Model:
    """The mechanism; rolling by linear equations, or by a square and a linear one."""
    frame, weight = da.Body("frame body"), da.particle("weight body", mass=WEIGHT)
    wheel = da.Body("wheel", da.Inertia(WHEEL, J=INERTIA * np.eye(3)))
    return da.Model(
        da.Planar("frame", da.ground, frame),
        da.Prismatic("weight", frame, weight, axis="z"),
        da.Revolute("spin", frame.at(x=-AHEAD, z=RADIUS), wheel, axis="y"),
        da.Nonholonomic("rolling", rolling(is_squared)),
        da.Holonomic("thread", da.coordinate("weight") + DRUM * da.coordinate("spin") - HEIGHT),
        gravity=(0.0, 0.0, -GRAVITY),
    )


def rolling(is_squared: bool = False) -> Any:
    """What is zero while the wheel, behind the frame's origin, rolls."""
    angle, turn, roll = da.coordinate("frame.angle"), da.speed("frame.angle"), RADIUS * da.speed("spin")
    x = da.speed("frame.x") + AHEAD * turn * da.sin(angle)
    y = da.speed("frame.y") - AHEAD * turn * da.cos(angle)
    if is_squared:
        return [x**2 + y**2 - roll**2, x * da.sin(angle) - y * da.cos(angle)]
    return [x - roll * da.cos(angle), y - roll * da.sin(angle)]


def start(model: da.Model) -> da.State:
    """Rolling and turning at one radian per second."""
    turn, spin = 1.0, 1.0
    u = {"frame.angle": turn, "spin": spin, "weight": -DRUM * spin}
    return model.state(q={"weight": HEIGHT}, u=u | {"frame.x": RADIUS * spin, "frame.y": AHEAD * turn})


def terms(eom: da.Equations) -> dict[str, Any]:
    """Terms of the equations and constraint forces, in the order of the literature."""
    at = [eom.coordinates.index(name) for name in ORDER]
    return {
        "M": eom.M[np.ix_(at, at)],
        "J": eom.J[:, at],
        "a": eom.accelerations[at],
        "force": (eom.J.T @ eom.multipliers)[at],
    }


def roll(is_squared: bool = False, until: float = TIMES[-1], times: Any = None, **more: Any) -> da.Motion:
    """The motion; `more` goes to `simulate`."""
    model = appell_hamel(is_squared)
    return da.simulate(model, start(model), until=until, times=times, **({"method": METHOD} | more))


def landing() -> da.Motion:
    """Until the weight reaches the ground."""
    down = da.Event("ground", da.coordinate("weight"), direction=-1, is_terminal=True)
    return roll(until=15.0, events=[down])


def drift(method: Any) -> DriftComparison:
    """10 s by steps of fixed size, left to drift, in both forms, and how far the wheel slips."""
    times = np.linspace(0.0, 10.0, round(10.0 / method.step) + 1)
    return da.diagnostics.compare_drift(
        systems(), until=10.0, method=method, times=times, relations={"rolling": rolling()}
    )


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """Models and starts, by name."""
    models = {"linear": appell_hamel(), "squared": appell_hamel(True)}
    return {name: (model, start(model)) for name, model in models.items()}


def numbers() -> dict[str, Any]:
    """Accelerations and forces at the start, the motion, the landing, and drift by fixed steps."""
    found: dict[str, Any] = {}
    for name, (model, begin) in systems().items():
        dynamics = da.as_dynamics(model)
        motion = roll(name == "squared", times=TIMES)
        found[name] = {
            "start": dynamics.evaluate(terms(dynamics.equations), begin),
            "q": np.stack([motion[key] for key in ORDER], axis=1),
            "u": np.stack([motion[f"{key}.rate"] for key in ORDER], axis=1),
            "energy": dynamics.signals(["energy"], begin)["energy"],
            "energy drift": roll(name == "squared").energy_drift,
            "kinds": [row.kind for row in dynamics.equations.rows],
        }
    end = landing().state()
    methods = {"RK4": da.methods.RK4, "Kutta–Merson": da.methods.KuttaMerson}
    return found | {
        "landing": np.array([end.t, end.q["frame.x"], end.q["frame.y"]]),
        "drift": {
            (name, step): drift(method(step=step)) for name, method in methods.items() for step in (0.1, 0.05)
        },
    }


def main(folder: Path = RESULTS) -> None:
    """Roll, and compare the forms."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    print(" t      θ           φ             x             y            z")
    for t, row in zip(TIMES, found["linear"]["q"], strict=True):
        print(f"{t:4g}", *(f"{value:13.9f}" for value in row))
    t, x, y = found["landing"]
    print(f"the weight lands after {t:.9f} s at x = {x:.6f}, y = {y:.6f}")
    for (name, step), compared in found["drift"].items():
        print(f"by {name} with steps of {step:g} s:\n{compared}")
    file = folder / "appell_hamel.png"
    da.plot(roll(), ["frame.angle", "frame.angle.rate", "spin.rate"], file=file)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
