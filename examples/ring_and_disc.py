"""A ring rolls down an incline, and a disc rolls inside the ring.

There is a steady motion in which the disc stays ahead of the ring's lowest point by a constant angle θ from the
vertical while both roll faster and faster; about it the disc swings. The model is written twice: as a chain of
joints with two rolling conditions, and as two free bodies with five equations between their velocities and that
of θ, a pointer without mass. Linearized, the second gives the frequency of small swings. Writes
`ring_and_disc.png`.
"""

from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da
from dalembert.dynamics.dynamics import Dynamics

RESULTS = Path(__file__).with_name("results")
RING_RADIUS, DISC_RADIUS, RING_MASS, GRAVITY = 1.0, 0.3, 0.67, 9.8
ARM = RING_RADIUS - DISC_RADIUS
INCLINE, DISC_MASS = da.param("incline", np.arcsin(0.8)), da.param("disc mass", 0.08)
STEADY = float(np.arcsin(0.6))
"""The steady angle for these values."""

TIMES = (0.5, 1.0, 2.0, 5.0)
METHOD = da.methods.DOP853(rtol=1e-12, atol=1e-13)
RATIOS = (1e-6, 8 / 67, 0.5, 1.0, 5.0)
"""Of the masses of disc and ring, the first as good as zero."""

INCLINES = (10.0, 20.0, 30.0, 40.0, 50.0, 60.0)


def bodies() -> tuple[da.Body, da.Body]:
    """Ring and disc; only their moments about the axis matter, the motion is plane."""
    J_ring, J_disc = RING_MASS * RING_RADIUS**2, DISC_MASS * DISC_RADIUS**2 / 2.0
    ring = da.Body("ring body", da.Inertia(RING_MASS, J=np.diag([J_ring / 2.0, J_ring / 2.0, J_ring])))
    disc = da.Body("disc body", da.Inertia(DISC_MASS, J=np.diag([J_disc / 2.0, J_disc / 2.0, J_disc])))
    return ring, disc


def falling() -> Any:
    """Gravity, with x down the slope and y away from it."""
    return GRAVITY * da.sin(INCLINE), -GRAVITY * da.cos(INCLINE), 0.0


def as_chain() -> da.Model:
    """A carriage without mass at the ring's centre carries the ring and an arm, and the arm carries the disc."""
    ring, disc = bodies()
    carriage, arm = da.Body("carriage"), da.Body("arm")
    s, c = da.sin(INCLINE), da.cos(INCLINE)
    hanging = np.array([[s, c, 0.0], [-c, s, 0.0], [0.0, 0.0, 1.0]])
    on_the_incline = da.coordinate("slide") + RING_RADIUS * da.coordinate("ring")
    in_the_ring = RING_RADIUS * (da.coordinate("ring") + da.coordinate("θ")) - DISC_RADIUS * da.coordinate("disc")
    return da.Model(
        da.Prismatic("slide", da.ground, carriage, axis="x"),
        da.Revolute("ring", carriage, ring, axis="z"),
        da.Revolute("θ", carriage.at(rotation=hanging), arm, axis="-z"),
        da.Revolute("disc", arm.at(x=ARM), disc, axis="z"),
        da.Holonomic("on the incline", on_the_incline),
        da.Holonomic("in the ring", in_the_ring),
        gravity=falling(),
    )


def as_free_bodies() -> da.Model:
    """Velocities (u, v, ω) of both bodies and that of θ in five equations."""
    ring, disc = bodies()
    u1, v1, w1, u2, v2, w2 = (
        da.speed(f"{body}.{name}") for body in ("ring", "disc") for name in ("x", "y", "angle")
    )
    c, s = (function(INCLINE - da.coordinate("θ")) for function in (da.cos, da.sin))
    slip = RING_RADIUS * w1 - DISC_RADIUS * w2
    rows = [
        u1 + RING_RADIUS * w1,
        v1,
        u1 - u2 + c * slip,
        v1 - v2 + s * slip,
        u2 - u1 + c * ARM * da.speed("θ"),
    ]
    return da.Model(
        da.Planar("ring", da.ground, ring),
        da.Planar("disc", da.ground, disc),
        da.Revolute("θ", da.ground, da.Body("pointer"), axis="-z"),
        da.Nonholonomic("rolling", rows),
        gravity=falling(),
    )


def steady_motion(dynamics: Dynamics, ratio: float = 8 / 67, incline: float = np.arcsin(0.8)) -> dict[str, Any]:
    """The steady angle by Newton's method, and accelerations there with their derivatives by θ."""
    eom, p = dynamics.equations, {"disc mass": ratio * RING_MASS, "incline": incline}
    at, slope = eom.coordinates.index("θ"), da.expr.jacobian(eom.accelerations, eom.q)
    angle = 0.8 * incline
    for _ in range(8):
        found = dynamics.evaluate({"a": eom.accelerations, "slope": slope[:, at]}, da.State(q={"θ": angle}, p=p))
        angle -= found["a"][at] / found["slope"][at]
    names = [name.removesuffix(".rate") for name in eom.speeds]
    return {
        "angle": angle,
        "a": dict(zip(names, found["a"], strict=True)),
        "slope": dict(zip(names, found["slope"], strict=True)),
        "frequency": float(np.sqrt(-found["slope"][at])),
    }


def chain_start(angle: float) -> da.State:
    """At rest with the disc at this angle."""
    return as_chain().state(q={"θ": angle, "disc": RING_RADIUS * angle / DISC_RADIUS})


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """Models and starts, by name."""
    start = STEADY + np.pi / 6.0
    free = as_free_bodies()
    return {"chain": (as_chain(), chain_start(start)), "free bodies": (free, free.state(q={"θ": start}))}


def swing(start: float = STEADY + np.pi / 6.0, until: float = TIMES[-1], times: Any = None) -> da.Motion:
    """The motion of the chain from rest."""
    upwards = da.Event("outermost", da.speed("θ"), direction=-1)
    return da.simulate(as_chain(), chain_start(start), until=until, times=times, method=METHOD, events=[upwards])


def deviations(motion: da.Motion, steady: dict[str, Any]) -> Any:
    """θ, its rate, and how much faster ring and disc turn than in the steady motion; a row per time."""
    t, turning = motion.times, motion["disc.rate"] - motion["θ.rate"]
    return np.stack(
        [
            motion["θ"],
            motion["θ.rate"],
            motion["ring.rate"] - steady["a"]["ring.angle"] * t,
            turning - steady["a"]["disc.angle"] * t,
        ],
        axis=1,
    )


def linear_deviations(t: Any, steady: dict[str, Any]) -> Any:
    """The same by the linear equations: θ is a cosine, the others follow from it."""
    size, w = np.pi / 6.0, steady["frequency"]
    wave = size * np.sin(w * t) / w
    slopes = steady["slope"]
    return np.stack(
        [
            steady["angle"] + size * np.cos(w * t),
            slopes["θ"] * wave,
            slopes["ring.angle"] * wave,
            slopes["disc.angle"] * wave,
        ],
        axis=1,
    )


def numbers() -> dict[str, Any]:
    """Steady motions and their frequencies, the swing in both models and by the linear equations."""
    dynamics = da.as_dynamics(as_free_bodies())
    steady, motion, whole = steady_motion(dynamics), swing(times=TIMES), swing(until=20.0)
    free = da.simulate(dynamics, systems()["free bodies"][1], until=TIMES[-1], times=TIMES, method=METHOD)
    table = [[steady_motion(dynamics, ratio, np.radians(slope)) for slope in INCLINES] for ratio in RATIOS]
    return {
        "steady": steady,
        "deviations": deviations(motion, steady),
        "linear deviations": linear_deviations(np.array(TIMES), steady),
        "models apart": float(np.abs(free["θ"] - motion["θ"]).max()),
        "range": np.array([whole["θ"].min(), whole["θ"].max()]),
        "period": float(np.diff([event.t for event in whole.events]).mean()),
        "energy drift": whole.energy_drift,
        "angles": np.array([[np.degrees(case["angle"]) for case in row] for row in table]),
        "frequencies": np.array([[case["frequency"] for case in row] for row in table]),
    }


def main(folder: Path = RESULTS) -> None:
    """Roll, and say how the disc swings."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    steady = found["steady"]
    print(f"steady at θ = {np.degrees(steady['angle']):.6f}° with {steady['a']['ring.x']:.7f} m/s²;", end=" ")
    print(f"small swings have {steady['frequency']:.7f} rad/s, one of 30° takes {found['period']:.3f} s")
    print("  t      θ       linear   θ rate    linear")
    for t, row, linear in zip(TIMES, found["deviations"], found["linear deviations"], strict=True):
        print(f"{t:4g} {row[0]:9.6f} {linear[0]:9.6f} {row[1]:9.6f} {linear[1]:9.6f}")
    print(
        f"both models give the same θ to {found['models apart']:.0e}; energy kept to {found['energy drift']:.0e}"
    )
    file = folder / "ring_and_disc.png"
    da.plot(swing(until=10.0), ["θ", "θ.rate", "on the incline.multiplier"], file=file)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
