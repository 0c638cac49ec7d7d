"""A platform in the plane on three arms of two links, as in parallel robots.

Shoulders stand on an equilateral triangle, the tips of the arms are pinned to the corners of the platform. Nine
coordinates, six rows, three degrees of freedom. Motors at the elbows could move the platform anywhere; here they
are off, and it falls from rest. Simple steps show what stabilization is for: without it the pins open.
"""

from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da
from dalembert.dynamics.dynamics import Dynamics

RESULTS = Path(__file__).with_name("results")
GRAVITY, SIDE = 9.81, 3.75
"""Links are 1 m long; all masses are 1 kg, the platform's moment of inertia is 1 kg m²."""

ARMS = (1, 2, 3)
HEIGHT = np.sqrt(3.0) / 2.0 * SIDE
SHOULDERS = ((0.0, 0.0), (SIDE / 2.0, HEIGHT), (-SIDE / 2.0, HEIGHT))
ANGLES = (np.pi / 4.0, 11.0 * np.pi / 12.0, -5.0 * np.pi / 12.0)
"""Of the upper links at the start; each lower link is bent by 30° more."""

ELBOW = np.pi / 6.0
CENTER = (0.0, 1.25 * np.sqrt(3.0))
"""Of the platform at the start."""

PLATFORM = ("platform.x", "platform.y", "platform.angle")
COORDINATES = (*(f"{joint} {k}" for k in ARMS for joint in ("shoulder", "elbow")), *PLATFORM)
TIMES = (0.1, 0.2, 0.3, 0.4, 0.5)
STABILIZED = da.methods.Baumgarte(velocity=20.0, position=100.0)
METHOD = da.methods.DOP853(rtol=1e-12, atol=1e-13)


def corners() -> list[Any]:
    """Where the arms end at the start, seen from the centre of the platform; there they are pinned."""
    turns = np.add.outer(ANGLES, (0.0, ELBOW))
    reach = np.stack([np.cos(turns).sum(axis=1), np.sin(turns).sum(axis=1)], axis=1)
    return list(np.array(SHOULDERS) + reach - CENTER)


def rounded_corners() -> list[Any]:
    """The same from figures of three digits: pins do not quite fit."""
    return [1.08 * np.array([np.cos(angle), np.sin(angle)]) for angle in (-0.47, 1.62, 3.72)]


def link(name: str) -> da.Body:
    """A light link with its mass in the middle."""
    return da.Body(name, da.Inertia(1.0, [0.5, 0.0, 0.0]))


def arm(k: int, corner: da.extend.Frame) -> list[Any]:
    """Shoulder, elbow with its motor, and the pin on the platform, whose force acts on the arm."""
    upper, lower = link(f"upper {k}"), link(f"lower {k}")
    return [
        da.Revolute(f"shoulder {k}", da.ground.at(*SHOULDERS[k - 1]), upper),
        da.Revolute(f"elbow {k}", upper.at(x=1.0), lower),
        da.Coincident(f"pin {k}", corner, lower.at(x=1.0)),
        da.Motor(f"motor {k}", f"elbow {k}"),
    ]


def mechanism(is_rounded: bool = False) -> da.Model:
    """The platform is placed by a planar joint; pins close the loops."""
    places = rounded_corners() if is_rounded else corners()
    platform = da.Body("plate", da.Inertia(1.0, J=np.diag([0.5, 0.5, 1.0])))
    return da.Model(
        da.Planar("platform", da.ground, platform),
        *(part for k in ARMS for part in arm(k, platform.at(*places[k - 1]))),
        gravity=(0.0, -GRAVITY, 0.0),
    )


def start(model: da.Model, height: float = CENTER[1]) -> da.State:
    """At rest in the middle."""
    q = {"platform.x": CENTER[0], "platform.y": height}
    for k in ARMS:
        q |= {f"shoulder {k}": ANGLES[k - 1], f"elbow {k}": ELBOW}
    return model.state(q=q)


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """The mechanism and its start."""
    model = mechanism()
    return {"falling": (model, start(model))}


def pins() -> dict[str, Any]:
    """Forces on the arms, in world axes."""
    return {f"pin {k}": da.reaction_force(f"pin {k}", axes=da.ground)[:2] for k in ARMS}


def stacked(forces: dict[str, Any]) -> Any:
    """Forces of the three pins, one after the other."""
    return np.concatenate([forces[f"pin {k}"] for k in ARMS], axis=-1)


def simple_steps(drift: Any, step: float = 1e-3, is_rounded: bool = False) -> dict[str, Any]:
    """The first 0.2 s by steps of order one: where the platform gets, and how far the pins have opened."""
    model = mechanism(is_rounded=is_rounded)
    begin = start(model, 2.165) if is_rounded else start(model)
    motion = da.simulate(
        model, begin, until=0.2, method=da.methods.ConstantAcceleration(step), stabilization=drift
    )
    gaps = np.abs(motion.evaluate(motion.dynamics.equations.phi)).max(axis=1)
    return {
        "platform": np.array([motion[name][-1] for name in PLATFORM]),
        "gap": float(gaps.max()),
        "gap at the start": float(gaps[0]),
        "gap at the end": float(gaps[-1]),
    }


def platform_alone(dynamics: Dynamics, begin: da.State) -> dict[str, Any]:
    """Mass matrix and weights that the platform feels, with the arms eliminated."""
    eom = dynamics.equations
    found = dynamics.evaluate({"M": eom.M, "f": eom.f, "J": eom.J}, begin)
    first = [eom.speeds.index(f"{name}.rate") for name in PLATFORM]
    rest = [k for k in range(len(eom.speeds)) if k not in first]
    W = np.zeros((len(eom.speeds), 3))
    W[first] = np.eye(3)
    W[rest] = -np.linalg.solve(found["J"][:, rest], found["J"][:, first])
    return {"M": W.T @ found["M"] @ W, "g": -W.T @ found["f"]}


def numbers() -> dict[str, Any]:
    """Accelerations and forces of the pins at the start, the fall, and what the platform feels."""
    model = mechanism()
    dynamics, begin = da.as_dynamics(model), start(model)
    motion = da.simulate(dynamics, begin, until=TIMES[-1], times=TIMES, method=METHOD)
    dense = da.simulate(dynamics, begin, until=TIMES[-1], method=METHOD)
    a = dynamics.accelerations(begin)
    eom = dynamics.equations
    M, J = dynamics.evaluate({"M": eom.M, "J": eom.J}, begin).values()
    return {
        "mobility": da.mobility(dynamics, begin),
        "condition": float(np.linalg.cond(J)),
        "mass at the pins": np.diag(np.linalg.inv(J @ np.linalg.solve(M, J.T))),
        "accelerations": np.array([a[f"{name}.rate"] for name in COORDINATES]),
        "forces at the start": stacked(dynamics.evaluate(pins(), begin)),
        "platform alone": platform_alone(dynamics, begin),
        "platform": np.stack([motion[name] for name in PLATFORM], axis=-1),
        "forces": stacked(motion.evaluate(pins())),
        "q": np.stack([motion[name] for name in COORDINATES], axis=-1),
        "u": np.stack([motion[f"{name}.rate"] for name in COORDINATES], axis=-1),
        "energy drift": dense.energy_drift,
        "gap": float(np.abs(dense.evaluate(eom.phi)).max()),
        "stabilized": {step: simple_steps(STABILIZED, step) for step in (1e-3, 5e-4, 2.5e-4)},
        "drifting": simple_steps(da.methods.NoStabilization()),
        "rounded, stabilized": simple_steps(STABILIZED, is_rounded=True),
        "rounded, as good as drifting": simple_steps(da.methods.Baumgarte(1e-9, 1e-9), is_rounded=True),
    }


def main(folder: Path = RESULTS) -> None:
    """Let the platform fall and say where it gets."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    mobility = found["mobility"]
    print(f"{mobility.speeds} speeds, {mobility.rows} rows: {mobility.degrees_of_freedom} degrees of freedom")
    print(f"platform released with {np.round(found['accelerations'][-3:], 9)} m/s², m/s², rad/s²")
    print("   t         x            y          angle")
    for t, row in zip(TIMES, found["platform"], strict=True):
        print(f"{t:5g} {row[0]:12.9f} {row[1]:12.9f} {row[2]:12.9f}")
    print(f"pins open by {found['gap']:.1e} m at most, energy kept to {found['energy drift']:.1e}")
    stabilized, drifting = found["stabilized"][1e-3]["gap"], found["drifting"]["gap"]
    print(f"by simple steps of 1 ms they open by {drifting:.1e} m, by {stabilized:.1e} m with stabilization")
    model, begin = systems()["falling"]
    file = folder / "parallel_mechanism.png"
    da.plot(da.simulate(model, begin, until=10.0), list(PLATFORM), file=file)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
