"""A thin disc rolls on a level floor without slipping, upright, in circles, or wobbling.

Upright it is stable above the speed √(g a / 3), like a coin that falls only when it gets slow; leaning it can
run in a circle for ever if it is just fast enough for the circle. Rolling is one constraint part: contact, which
the disc keeps, and two directions in which its lowest point does not slip. Their multipliers are the forces of
the floor. Writes `rolling_disc.png`.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da

RESULTS = Path(__file__).with_name("results")
RADIUS, MASS, GRAVITY = 0.3, 2.0, 9.81
AXIAL, ACROSS = MASS * RADIUS**2 / 2.0, MASS * RADIUS**2 / 4.0
METHOD = da.methods.DOP853(rtol=1e-12, atol=1e-13)


def rolling_disc() -> da.Model:
    """Yaw about the vertical, lean about the heading, spin about the disc's own axis."""
    disc = replace(da.disc("disc", radius=RADIUS, mass=MASS, axis="y"), visual=coin())
    return da.Model(
        da.Free("pose", da.ground, disc, angles="zxy", names=["yaw", "lean", "spin"]),
        da.Rolling("tread", disc, on=da.geometry.plane(da.ground, normal="z")),
        gravity=(0.0, 0.0, -GRAVITY),
    )


def coin() -> list[Any]:
    """What it looks like: a rim, and a star by which one sees it turn."""
    gold, dark = "#d2a640", "#a67c1e"
    star = [0.72 * RADIUS * np.array([np.cos(a), 0.0, np.sin(a)]) for a in 2.0 * np.pi * np.arange(5) / 5]
    return [
        da.visuals.Cylinder(0.97 * RADIUS, 0.02, "y", colour=gold),
        da.visuals.Torus(RADIUS - 0.014, 0.014, "y", colour=dark),
        *(
            da.visuals.Bar(0.72 * a, 0.72 * b, 0.013, colour=dark)
            for a, b in zip(star, star[2:] + star[:2], strict=True)
        ),
    ]


def start(lean: float = 0.0, *, yaw: float = 0.0, lean_rate: float = 0.0, spin: float = 0.0) -> da.State:
    """Heading along x, with rates of yaw, lean and spin; the centre moves as rolling wants it.

    Its velocity is ω × a e, with e from the contact to the centre.
    """
    c, s = np.cos(lean), np.sin(lean)
    turning = spin + yaw * s
    v = RADIUS * np.array([turning, -lean_rate * c, -lean_rate * s])
    q = {"pose.y": -RADIUS * s, "pose.z": RADIUS * c, "lean": lean}
    u = {"yaw": yaw, "lean": lean_rate, "spin": spin}
    return rolling_disc().state(q=q, u=u | dict(zip(("pose.x", "pose.y", "pose.z"), v, strict=True)))


def circling_spin(lean: float, yaw: float) -> float:
    """The spin with which the disc circles steadily, leaning so much and turning at this rate.

    Of the moments about the contact along the heading, with ω = (0, w, yaw cos β):
    (C + m a²) w yaw cos β = A yaw² sin β cos β − m g a sin β.
    """
    c, s = np.cos(lean), np.sin(lean)
    w = (ACROSS * yaw**2 * s * c - MASS * GRAVITY * RADIUS * s) / ((AXIAL + MASS * RADIUS**2) * yaw * c)
    return float(w - yaw * s)


def wobble_rate(spin: float) -> complex:
    """λ of a small lean e^(λ t) of the upright disc: real if it falls, imaginary if it wobbles."""
    falling = MASS * GRAVITY * RADIUS - (AXIAL + MASS * RADIUS**2) * AXIAL * spin**2 / ACROSS
    return complex(np.emath.sqrt(falling / (ACROSS + MASS * RADIUS**2)))


def roll(begin: da.State, until: float, events: Any = ()) -> da.Motion:
    """The motion."""
    return da.simulate(rolling_disc(), begin, until=until, method=METHOD, events=events)


def nearly_upright(lean: float, spin: float, lean_rate: float = 0.0) -> da.State:
    """A tiny lean about a straight path: the turning that goes with it keeps A yaw + C spin · lean zero."""
    return start(lean, yaw=-AXIAL * spin * lean / ACROSS, lean_rate=lean_rate, spin=spin)


def wobbling(spin: float) -> float:
    """Angular frequency of a tiny lean of the fast upright disc."""
    upright = da.Event("upright", da.coordinate("lean"), direction=1)
    passages = [event.t for event in roll(nearly_upright(1e-5, spin), 10.0, [upright]).events]
    return float(2.0 * np.pi / np.diff(passages).mean())


def falling(spin: float) -> float:
    """Rate at which a tiny lean of the slow upright disc grows, over the last half second of two."""
    lean = roll(nearly_upright(1e-8, spin, lean_rate=1e-8 * wobble_rate(spin).real), 2.0)["lean"]
    return float(np.log(lean[-1] / lean[-251]) / 0.5)


def circle() -> da.Motion:
    """Steadily around."""
    return roll(systems()["circle"][1], 8.0)


def wobble() -> da.Motion:
    """Leaning and turning, too slow for a circle."""
    return roll(systems()["wobble"][1], 8.0)


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """The model and starts, by name."""
    model = rolling_disc()
    return {
        "wobble": (model, start(0.2, yaw=0.5, spin=6.0)),
        "circle": (model, start(0.4, yaw=-2.5, spin=circling_spin(0.4, -2.5))),
    }


def numbers() -> dict[str, Any]:
    """The circle, the wobble, and what small leans of the upright disc do."""
    around, motion = circle(), wobble()
    least = np.sqrt(GRAVITY / (3.0 * RADIUS))
    path = np.stack([around["pose.x"], around["pose.y"]], axis=1)
    turning = around["spin.rate"] + around["yaw.rate"] * np.sin(around["lean"])
    # the heading is x at the start; the middle of the circle lies to its left, or to its right if negative
    radius = RADIUS * turning[0] / around["yaw.rate"][0]
    return {
        "least spin": float(least),
        "lean of the circle": float(np.ptp(around["lean"])),
        "off the circle": float(np.abs(np.hypot(*(path - path[0] - [0.0, radius]).T) - abs(radius)).max()),
        "radius": float(radius),
        "wobble": motion,
        "energy drift": motion.energy_drift,
        "forces": motion.signals([f"tread.{row}.multiplier" for row in ("contact", "slip first", "slip second")]),
        "frequency": wobbling(1.5 * least),
        "frequency of linear theory": abs(wobble_rate(1.5 * least)),
        "growth": falling(0.5 * least),
        "growth of linear theory": abs(wobble_rate(0.5 * least)),
    }


def main(folder: Path = RESULTS) -> None:
    """Roll, and say what the disc does."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    print(
        f"a circle of radius {abs(found['radius']):.6f} m: lean kept to {found['lean of the circle']:.0e} rad,",
        end=" ",
    )
    print(f"the path to {found['off the circle']:.0e} m")
    print(
        f"upright it needs {found['least spin']:.6f} rad/s; half as fast again a small lean wobbles with", end=" "
    )
    print(f"{found['frequency']:.8f} rad/s ({found['frequency of linear theory']:.8f} by linear theory),")
    print(f"at half of it the lean grows at {found['growth']:.8f} 1/s ({found['growth of linear theory']:.8f})")
    weight = found["forces"]["tread.contact.multiplier"] / (MASS * GRAVITY)
    print(f"wobbling, the floor carries {weight.min():.4f} to {weight.max():.4f} of the weight;", end=" ")
    print(f"energy kept to {found['energy drift']:.0e}")
    file = folder / "rolling_disc.png"
    da.plot(found["wobble"], ["yaw", "lean", "tread.contact.multiplier"], file=file)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
