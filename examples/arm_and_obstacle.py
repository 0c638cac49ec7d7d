"""A disc and a bar at its rim swing above an obstacle that yields: contact, release, and a soft impact.

First two torques drive the arm. The tip meets the obstacle, is pressed back by a row of relative motion, let go
when the force would pull, and comes again; by the literal rule it would stick. Then nothing drives it, and the
obstacle is of Hunt and Crossley's kind, so damped that the tip sinks in by a millimetre and stays: it slides along
the obstacle while the disc swings on. Forces are seen along both angles though only the tip touches. Writes
`arm_and_obstacle.png`.
"""

from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da

RESULTS = Path(__file__).with_name("results")
RADIUS = LENGTH = 0.5
MASS, INERTIA, GRAVITY = 2.0, 6.25, 9.81
TORQUES = (1.0, 3.0)
"""On the disc, and between disc and bar."""

ROW = da.contacts.KelvinVoigtMotion(damping=300.0, stiffness=100.0)
SOFT = da.contacts.HuntCrossleyMotion(damping=7.5e7, stiffness=1.0, exponent=1.5)
METHOD = da.methods.DOP853(rtol=1e-12, atol=1e-13)

FIRST, SECOND = da.coordinate("disc angle"), da.coordinate("disc angle") + da.coordinate("hinge")
"""Angles of disc and bar from the vertical."""


def depth(height: float) -> Any:
    """How far the tip is below an obstacle at this part of the bar's length below the disc."""
    return RADIUS * da.cos(FIRST) + LENGTH * da.cos(SECOND) - RADIUS - height * LENGTH


def arm(law: Any, height: float, torques: tuple[float, float] = (0.0, 0.0), **options: Any) -> da.Model:
    """The arm, x down, with an obstacle of some law of contact."""
    disc = da.disc("disc", radius=RADIUS, inertia=da.Inertia(1.0, J=np.diag([3.125, 3.125, INERTIA])))
    bar = da.rod("bar", length=LENGTH, mass=MASS)
    return da.Model(
        da.Revolute("disc angle", da.ground, disc, axis="z"),
        da.Revolute("hinge", disc.at(x=RADIUS), bar, axis="z"),
        da.JointForce("shoulder", "disc angle", torques[0]),
        da.JointForce("elbow", "hinge", torques[1]),
        da.contacts.RelativeContact("obstacle", -depth(height), law, **options),
        gravity=(GRAVITY, 0.0, 0.0),
    )


def driven(release_by_gap: bool = False, tolerance: float = 0.0) -> da.Model:
    """With torques, above an obstacle three quarters of the bar below the disc."""
    return arm(ROW, 0.75, TORQUES, release_by_gap=release_by_gap, tolerance=tolerance)


def falling() -> da.Model:
    """Without torques, above a soft obstacle a third of the bar below the disc."""
    return arm(SOFT, 1.0 / 3.0)


def swing(model: da.Model, times: Any) -> da.Motion:
    """From rest at one radian, both straight."""
    return da.simulate(model, model.state(q={"disc angle": 1.0}), times=times, method=METHOD)


def angles(motion: da.Motion) -> Any:
    """Angles of disc and bar from the vertical, and their rates (T, 4)."""
    a, b, u, v = (motion[name] for name in ("disc angle", "hinge", "disc angle.rate", "hinge.rate"))
    return np.stack([a, a + b, u, u + v], axis=1)


def forces(motion: da.Motion) -> Any:
    """What the obstacle exerts along both angles (T, 2): its force, upwards, times the ways of the tip."""
    first, second, *_ = angles(motion).T
    force = motion["obstacle.normal.multiplier"]
    return np.stack([RADIUS * np.sin(first) * force, LENGTH * np.sin(second) * force], axis=1)


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """Models and starts, by name."""
    models = {"driven": driven(), "falling": falling()}
    return {name: (model, model.state(q={"disc angle": 1.0})) for name, model in models.items()}


def contact() -> dict[str, Any]:
    """The driven arm: when it touches, what the obstacle then exerts, and where it is after 6 s."""
    motion, literal = swing(driven(), [0.0, 6.0]), swing(driven(True), [0.0, 6.0])
    events = motion.events
    touches = swing(driven(), [0.0, *(event.t for event in events if event.what == "closes"), 6.0])
    after = [motion.dynamics.signals(["obstacle.normal.multiplier"], event.after) for event in events[::2]]
    return {
        "times": [event.t for event in events],
        "kinds": [event.what for event in events],
        "pressing": [found["obstacle.normal.multiplier"] for found in after],
        "at contact": angles(touches)[1],
        "end": angles(motion)[-1],
        "literal end": angles(literal)[-1],
        "literal kinds": [event.what for event in literal.events],
    }


def impact() -> dict[str, Any]:
    """The falling arm: when it touches, how deep it sinks, and where it is half a second later."""
    # the obstacle acts a little later, as soon as it need not pull
    touching = da.Event("touch", depth(1.0 / 3.0), direction=1)
    start = falling().state(q={"disc angle": 1.0})
    along = da.simulate(falling(), start, times=[0.0, 0.2], method=METHOD, events=[touching])
    touch = next(event for event in along.events if event.name == "touch")
    times = touch.t + np.array([0.0, 0.01, 0.5, 6.0])
    motion = swing(falling(), np.concatenate([[0.0], times]))
    fine = swing(falling(), np.concatenate([[0.0], touch.t + np.linspace(0.0, 0.02, 401)]))
    x = fine.evaluate(depth(1.0 / 3.0))
    later = swing(falling(), touch.t + np.linspace(0.05, 6.0, 400))
    return {
        "time": touch.t,
        "at impact": angles(motion)[1],
        "greatest depth": float(x.max()),
        "by its closed form": SOFT.greatest_penetration(1.186787430),
        "half a second later": angles(motion)[3],
        "energy": [float(motion["energy"][k]) for k in (0, 2, 3, 4)],
        "pressing": [float(f(later["obstacle.normal.multiplier"])) for f in (np.min, np.max)],
        "swing": [float(f(later["disc angle"])) for f in (np.min, np.max)],
    }


def numbers() -> dict[str, Any]:
    """Both runs."""
    return {"contact": contact(), "impact": impact()}


def main(folder: Path = RESULTS) -> None:
    """Swing, meet the obstacle, and say what it does."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    touch, soft = found["contact"], found["impact"]
    with np.printoptions(precision=8, suppress=True):
        for t, kind in zip(touch["times"], touch["kinds"], strict=True):
            print(f"driven: {'touches' if kind == 'closes' else 'lets go'} at {t:.8f} s")
        print("  after 6 s: angles and rates", touch["end"])
        print("  by the literal rule, which lets it stick:", touch["literal end"])
        print(
            f"falling: touches at {soft['time']:.8f} s, sinks in by {1e3 * soft['greatest depth']:.9f} mm,",
            end=" ",
        )
        print(f"by its closed form {1e3 * soft['by its closed form']:.9f} mm")
    file = folder / "arm_and_obstacle.png"
    motion = swing(driven(), np.linspace(0.0, 6.0, 6001))
    da.plot(
        motion,
        [["disc angle", "hinge"], ["disc angle.rate", "hinge.rate"], ["obstacle.normal.multiplier"]],
        file=file,
    )
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
