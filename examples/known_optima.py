"""Optimal motions whose optima are known: closed forms, and a published one.

The least effort of a cart that swings its pole up (Kelly 2017, section 6), the least effort and the least time of
a block that is moved by a metre, the brachistochrone, and a catenary as the curve of least energy. Prints what is
found beside what is known, and writes `known_optima.png`.
"""

from math import asinh, sinh
from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da

RESULTS = Path(__file__).with_name("results")
GRAVITY, RADIUS, ROLLED, CHAIN = 9.81, 1.0, 2.0, 1.5
"""Radius of the circle whose cycloid is fastest, by how much it rolls in rad, and the length of the chain."""


def cart_pole() -> da.Model:
    """A cart of 1 kg with a bob of 0.3 kg at half a metre, which hangs at zero."""
    cart, bob = da.particle("cart", mass=1.0), da.particle("bob", mass=0.3)
    return da.Model(
        da.Prismatic("x", da.ground, cart, axis="x"),
        da.Revolute("swing", cart, bob.at(y=0.5), axis="z"),
        da.Motor("push", "x"),
        gravity=(0, -GRAVITY, 0),
    )


def swing_up() -> da.trajectories.Trajectory:
    """To a metre aside and upright in 2 s, by the least ∫ u² dt."""
    rest = {"x.rate": 0.0, "swing.rate": 0.0}
    return da.trajectory(
        cart_pole(),
        start={"x": 0.0, "swing": 0.0, **rest},
        end={"x": 1.0, "swing": da.pi, **rest},
        duration=2.0,
        minimize=da.Input("push") ** 2,
        bounds={"push": (-20.0, 20.0), "x": (-2.0, 2.0)},
        guess=[None, {"swing": [0.0, -1.0, 1.0, da.pi]}],
        intervals=50,
        tolerance=1e-7,
    )


def block() -> da.Model:
    """A block of 1 kg on a rail, and what pushes it."""
    slide = da.Prismatic("x", da.ground, da.particle("block", mass=1.0), axis="x")
    return da.Model(slide, da.Motor("push", "x"))


AT_REST, AFTER = {"x": 0.0, "x.rate": 0.0}, {"x": 1.0, "x.rate": 0.0}


def least_effort() -> da.trajectories.Trajectory:
    """A metre in a second from rest to rest: u = 6 − 12 t, ∫ u² dt = 12."""
    effort = da.trajectories.Effort("push")
    return da.trajectory(block(), start=AT_REST, end=AFTER, duration=1.0, minimize=effort, intervals=4)


def least_time() -> da.trajectories.Trajectory:
    """A metre with at most 1 N: one second forward, one back."""
    return da.trajectory(
        block(),
        start=AT_REST,
        end=AFTER,
        duration=(0.5, 10.0),
        minimize=da.trajectories.Duration(),
        bounds={"push": (-1.0, 1.0)},
        intervals=20,
    )


def first_order(**rates: da.expr.Node) -> da.Model:
    """State variables alone, beside a block that nothing moves."""
    aside = da.Prismatic("aside", da.ground, da.particle("block", mass=1.0), axis="x")
    return da.Model(aside, *(da.StateVariable(name, rate=rate) for name, rate in rates.items()))


STILL = {"aside": 0.0, "aside.rate": 0.0}


def brachistochrone() -> da.trajectories.Trajectory:
    """The wire of least time: x = R (φ − sin φ), y = R (1 − cos φ), φ = t √(g/R)."""
    v, slope = da.measures.state_variable("v"), da.Input("slope")
    wire = first_order(x=v * da.sin(slope), y=v * da.cos(slope), v=GRAVITY * da.cos(slope))
    return da.trajectory(
        wire,
        start={"x": 0.0, "y": 0.0, "v": 0.0, **STILL},
        end={"x": RADIUS * (ROLLED - np.sin(ROLLED)), "y": RADIUS * (1.0 - np.cos(ROLLED))},
        duration=(0.1, 2.0),
        minimize=da.trajectories.Duration(),
        bounds={"slope": (0.0, da.pi / 2)},
        guess={"slope": [0.1, 1.0], "v": [0.1, 4.0], "x": [0.0, 1.0], "y": [0.0, 1.4]},
        method=da.trajectories.LegendreGaussRadau(7),
        intervals=4,
        solver=da.trajectories.Ipopt(tolerance=1e-12),
    )


def catenary() -> da.trajectories.Trajectory:
    """A chain between equal heights at a distance of one, as a curve over the abscissa: least ∫ y ds."""
    w, y = da.Input("slope"), da.measures.state_variable("y")
    return da.trajectory(
        first_order(y=w, arc=da.sqrt(1.0 + w**2)),
        start={"y": 0.0, "arc": 0.0, **STILL},
        end={"y": 0.0, "arc": CHAIN},
        duration=1.0,
        minimize=y * da.sqrt(1.0 + w**2),
        guess={"y": [0.0, -0.5, 0.0], "slope": [-1.5, 1.5]},
        method=da.trajectories.LegendreGaussRadau(5),
        intervals=10,
    )


def catenary_parameter() -> float:
    """The a of y = a cosh(x/a): 2 a sinh(1/(2 a)) is the length."""
    low, high = 0.1, 1.0
    for _ in range(80):
        a = 0.5 * (low + high)
        low, high = (a, high) if 2.0 * a * sinh(0.5 / a) > CHAIN else (low, a)
    return a


def catenary_energy() -> float:
    """∫ y ds of the chain below its ends, in closed form."""
    a = catenary_parameter()
    # ∫ a cosh² = a/2 (1 + a sinh(1/a)), less the height of the ends times the length
    ends = a * np.cosh(asinh(CHAIN / (2.0 * a)))
    return float(0.5 * a * (1.0 + a * sinh(1.0 / a)) - ends * CHAIN)


def numbers() -> dict[str, Any]:
    """Motions by name, and a table of what they cost: found, known, unit."""
    found = {
        "swing up": swing_up(),
        "least effort": least_effort(),
        "least time": least_time(),
        "brachistochrone": brachistochrone(),
        "catenary": catenary(),
    }
    known = {
        "swing up": (57.94478, "N² s"),
        "least effort": (12.0, "N² s"),
        "least time": (2.0, "s"),
        "brachistochrone": (ROLLED * (RADIUS / GRAVITY) ** 0.5, "s"),
        "catenary": (catenary_energy(), "m²"),
    }
    return {**found, "table": {name: (found[name].objective, *known[name]) for name in found}}


def pictures(folder: Path, found: dict[str, Any]) -> list[Path]:
    """The swing-up as ghosts of the cart and its pole."""
    file, motion = folder / "known_optima.png", found["swing up"].motion
    da.draw(motion, t=np.linspace(0.0, 2.0, 9), names=False, file=file)
    return [file]


def main(folder: Path = RESULTS) -> None:
    """Find the optima, and print them beside the known ones."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    for name, (ours, known, unit) in found["table"].items():
        print(f"{name:16} {ours:14.8f} {unit:5} known {known:.8g}, off by {abs(ours - known):.1e}")
    pictures(folder, found)


if __name__ == "__main__":
    main()
