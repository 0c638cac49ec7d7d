"""Planar mechanisms typed from sketches: a quick return, a platform on three legs, six-bars and a walking leg.

Points are given as they are drawn, links connect them, and pins are wherever links share a point. Whitworth's
quick return and the platform are those of Orsino (2016), sections 5.3.1 and 5.3.2, with the torques of their
motors; the six-bars are of the chains of Watt and of Stephenson; the leg is that of Theo Jansen's Strandbeest, of
whose foot one wants to know how level it walks. Writes `planar_mechanisms.png`.
"""

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da

RESULTS = Path(__file__).with_name("results")
TURNING = np.pi / 2.0
"""Speed of the crank of the quick return, rad/s."""

LEG = {
    "a": 38.0,
    "b": 41.5,
    "c": 39.3,
    "d": 40.1,
    "e": 55.8,
    "f": 39.4,
    "g": 36.7,
    "h": 65.7,
    "i": 49.0,
    "j": 50.0,
    "k": 61.9,
    "l": 7.8,
    "m": 15.0,
}
"""Lengths of Jansen's leg as he names them, in mm."""


# ---- Whitworth's quick return


def quick_return(*more: Any) -> da.Model:
    """A crank turns a slotted lever, which moves a ram to and fro, one way faster than the other."""
    points = {"O": (0, 0), "Q": (0, 0.3), "R": (0, 0.8), "R'": (0.001, 0.8)}
    sketch = da.planar.Sketch(points | {"S": (0.8, 0.8), "E": (0.15, 0.6), "B": (0.1, 0.4)})
    ram = sketch.link("ram", "S", mass=1.0)
    rod = sketch.link("rod", "S", "E", mass=0.2, moment=0.2 * 0.1**2 / 12.0)
    lever = sketch.link("lever", "O", "E", mass=0.4, moment=0.2 * 0.5**2 / 12.0)
    crank = sketch.link("crank", "Q", "B", mass=0.2, center="Q", moment=0.2 * 0.1**2 / 3.0)
    return da.Model(
        *sketch.pins(crank, lever, rod, ram, ground=("O", "Q")),
        sketch.slide("rail", da.ground, ram, along=("R", "R'")),
        sketch.slot("slot", lever, crank, along=("O", "E"), at="B"),
        *more,
    )


def quick_return_loads(times: Any) -> da.Motion:
    """The torque of a motor at the crank that turns it evenly."""
    law = {"Q": np.pi / 4.0 + TURNING * da.time}
    return da.inverse_dynamics(quick_return(da.Motor("u1", "Q")), law, times=times)


# ---- a platform on three legs


def platform(*more: Any) -> da.Model:
    """A platform in the plane, moved by three cranks through three couplers (3-RRR)."""
    h = np.sqrt(3.0)
    around = {"A": (3, 0), "B": (-1.5, 1.5 * h), "C": (-1.5, -1.5 * h)}
    elbows = {"A'": (2, h), "B'": (-2.5, h / 2), "C'": (0.5, -1.5 * h)}
    corners = {"P": (0, 0), "1": (1, 0), "2": (-0.5, h / 2), "3": (-0.5, -h / 2)}
    sketch = da.planar.Sketch(around | elbows | corners)
    moved = sketch.link("platform", "P", "1", "2", "3", mass=1.0, center="P", moment=0.25)
    legs = []
    for corner, foot in zip("123", "ABC", strict=True):
        legs.append(sketch.link(f"coupler {corner}", corner, f"{foot}'", mass=0.5, moment=1.0 / 6.0))
        legs.append(sketch.link(f"crank {corner}", foot, f"{foot}'", mass=0.5, center=foot, moment=2.0 / 3.0))
    return da.Model(*sketch.pins(*legs, moved, ground="ABC"), *more)


def platform_loads(times: Any) -> da.Motion:
    """The torques that move the platform along a curve while it turns."""
    model, t = platform(*(da.Motor(f"u{k}", foot) for k, foot in enumerate("ABC", 1))), da.time
    moved = model.body("platform")
    x, y, _ = da.position(moved["P"])
    laws = {
        x: -da.sin(np.pi * t / 2.0),
        y: da.sin(np.pi * t / 4.0),
        da.measures.rotation_angle(da.ground, moved): np.pi / 6.0 * da.sin(np.pi * t / 4.0) ** 4,
    }
    return da.inverse_dynamics(model, laws, times=times)


# ---- six-bars


def watt_six_bar(*more: Any) -> da.Model:
    """Two four-bars in a row: the rocker of the first is the crank of the second."""
    points = {"A": (0, 0), "B": (0.5, 1.0), "C": (3.0, 2.5), "D": (3.5, 0), "E": (4.3, 1.2), "F": (7.0, 3.0)}
    sketch = da.planar.Sketch(points | {"G": (7.5, 0)})
    links = [("crank", "AB"), ("coupler", "BC"), ("rocker", "DCE"), ("rod", "EF"), ("output", "GF")]
    bodies = [sketch.link(name, *nodes, mass=1.0) for name, nodes in links]
    return da.Model(*sketch.pins(*bodies, ground="ADG"), *more, gravity=(0.0, -9.81, 0.0))


def stephenson_six_bar(*more: Any) -> da.Model:
    """A dyad takes a point of the coupler of a four-bar to an output (Stephenson's third chain).

    Over a third of a turn the point goes along a circle about E: there the output dwells.
    """
    points = {"A": (0, 0), "B": (0.5, 1.0), "C": (3.0, 2.5), "D": (3.5, 0), "P": (3.0, 4.86), "E": (0.245, 6.29)}
    sketch = da.planar.Sketch(points | {"F": (-0.8, 5.7)})
    links = [("crank", "AB"), ("coupler", "BCP"), ("rocker", "DC"), ("rod", "PE"), ("output", "FE")]
    bodies = [sketch.link(name, *nodes, mass=1.0) for name, nodes in links]
    return da.Model(*sketch.pins(*bodies, ground="ADF"), *more, gravity=(0.0, -9.81, 0.0))


# ---- Jansen's leg


def corner(P: Any, r: float, Q: Any, s: float, side: float) -> Any:
    """Where circles about P and Q meet, left of the way from P to Q if side is 1, right of it if it is −1."""
    d = Q - P
    size = np.hypot(*d)
    along = (r**2 - s**2 + size**2) / (2.0 * size)
    return P + (along * d + side * np.sqrt(r**2 - along**2) * np.array([-d[1], d[0]])) / size


def leg_points() -> dict[str, Any]:
    """All pins and the foot F, in m, with the crank to the right."""
    n = {name: length / 1000.0 for name, length in LEG.items()}
    O, A, Y = np.zeros(2), np.array([n["m"], 0.0]), np.array([-n["a"], -n["l"]])
    B, C = corner(A, n["j"], Y, n["b"], -1.0), corner(A, n["k"], Y, n["c"], 1.0)
    D = corner(Y, n["d"], B, n["e"], 1.0)
    E = corner(C, n["g"], D, n["f"], 1.0)
    return {"O": O, "A": A, "Y": Y, "B": B, "C": C, "D": D, "E": E, "F": corner(C, n["i"], E, n["h"], 1.0)}


def jansen_leg(*more: Any) -> da.Model:
    """Seven links with a mass of one kilogram per metre, a crank at O."""
    sketch = da.planar.Sketch(leg_points())
    links = [("crank", "OA"), ("upper rod", "AB"), ("lower rod", "AC"), ("upper rocker", "YBD")]
    links += [("lower rocker", "YC"), ("rod", "DE"), ("foot", "CEF")]
    bodies = []
    for name, nodes in links:
        ends = [sketch.point(node) for node in nodes]
        mass = sum(float(np.hypot(*(b - a))) for a, b in pairwise(ends))
        bodies.append(sketch.link(name, *nodes, mass=mass))
    return da.Model(*sketch.pins(*bodies, ground="OY"), *more, gravity=(0.0, -9.81, 0.0))


def walking(n: int = 361) -> da.Motion:
    """One turn of the crank in a second."""
    return da.kinematics(jansen_leg(da.Drive("motor", "O", -2.0 * np.pi * da.time)), np.linspace(0.0, 1.0, n))


def step_of(motion: da.Motion) -> dict[str, float]:
    """How long a step of the foot is, how high, and how far it goes within its lowest fifth."""
    foot = motion.dynamics.equations.model.body("foot")
    x, y = motion.evaluate(da.position(foot["F"])[:2]).T
    is_low = y < y.min() + 0.2 * np.ptp(y)
    return {"stride": float(np.ptp(x)), "lift": float(np.ptp(y)), "level": float(np.ptp(x[is_low]))}


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """Mechanisms without drives, as they are drawn."""
    made = {"quick return": quick_return(), "platform": platform(), "leg": jansen_leg()}
    return {name: (model, da.assemble(model)) for name, model in made.items()}


def numbers() -> dict[str, Any]:
    """Tables of Orsino, degrees of freedom, and the step of the leg."""
    early, later = quick_return_loads(np.arange(8) / 2.0), platform_loads(np.arange(8.0))
    models = {"Watt": watt_six_bar(), "Stephenson": stephenson_six_bar(), "leg": jansen_leg()}
    return {
        "quick return": early,
        "platform": later,
        "degrees": {name: da.mobility(model).degrees_of_freedom for name, model in models.items()},
        "step": step_of(walking()),
    }


def main(folder: Path = RESULTS) -> None:
    """Say what motors must do, and draw the leg walking."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    print("quick return:  t   ram speed    torque")
    for t, v, u in zip(
        found["quick return"].times, found["quick return"]["rail.rate"], found["quick return"].inputs, strict=True
    ):
        print(f"             {t:4g} {v:10.6f} {u[0]:10.6f}")
    print(f"platform, torques at t = 1: {np.round(found['platform'].inputs[1], 5)} N m")
    for name, n in found["degrees"].items():
        print(f"{name}: {n} degree of freedom")
    print(", ".join(f"{name} {1000.0 * x:.1f} mm" for name, x in found["step"].items()))
    file = folder / "planar_mechanisms.png"
    motion = walking(181)
    foot = motion.dynamics.equations.model.body("foot")
    da.draw(motion, t=[0.0, 0.3], paths=[foot["F"]], file=file)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
