"""Planar mechanisms: a walking leg with all its reactions, and ten thousand four-bars over a turn."""

from collections.abc import Iterator

import numpy as np
from figures import Figure, at_most, best, elapsed
from mechanisms import planar_mechanisms

import dalembert as da
from dalembert.studies.sweep import Sweep

ANGLES, GEOMETRIES = 3600, 10_000


def planar() -> Iterator[Figure]:
    yield from walking_leg()
    yield from many_four_bars()
    yield coupler_curve()
    yield power_balance()


def walking_leg() -> Iterator[Figure]:
    """Positions, the torque of the motor and the forces in all ten pins, over one turn of the crank."""
    model = planar_mechanisms.jansen_leg(da.Drive("motor", "O", 2.0 * np.pi * da.time))
    dynamics, times = da.as_dynamics(model), np.linspace(0.0, 1.0, ANGLES, endpoint=False)
    names = ["motor.torque", *(f"{joint.name}.force.{axis}" for joint in model.joints for axis in "xy")]

    def cycle() -> None:
        da.kinematics(dynamics, times).signals(names)

    cycle()  # once before, so that all is compiled
    what = f"Jansen's leg, {ANGLES} crank angles: kinematics, torque and reactions"
    yield at_most(what, best(lambda: elapsed(cycle), 10) * 1e3, 50.0, "ms")


def many_four_bars() -> Iterator[Figure]:
    """The angle of the rocker of each, in every position."""
    times, part = np.linspace(0.0, 1.0, 360, endpoint=False), np.linspace(0.8, 1.2, 10)
    model, lengths = four_bar()
    over = {f"length of {name}": size * part for name, size in lengths.items()}

    def sweep() -> Sweep:
        return da.sweep(model, over, "D", times=times)

    table = sweep()  # once before, so that all is compiled
    if len(table) != GEOMETRIES or np.isfinite(table["D"]).all(axis=1).mean() < 0.9:
        raise RuntimeError("most of these four-bars turn")
    what = f"{GEOMETRIES} four-bars, 360 crank angles"
    yield at_most(f"{what}: sweep", best(lambda: elapsed(sweep), 3), 3.0, "s")


def four_bar() -> tuple[da.Model, dict[str, float]]:
    """A crank-rocker with open lengths, and these."""
    lengths = {"ground": 3.0, "crank": 1.0, "coupler": 3.0, "rocker": 2.5}
    base, *sizes = [da.param(f"length of {name}", value) for name, value in lengths.items()]
    names = ("crank", "coupler", "rocker")
    crank, coupler, rocker = [da.rod(name, length=size, mass=1.0) for name, size in zip(names, sizes, strict=True)]
    model = da.Model(
        da.Revolute("A", da.ground, crank),
        da.Revolute("B", crank["end"], coupler, default=0.85),
        da.Revolute("D", da.ground.at(x=base), rocker, default=1.9),
        da.Revolute("C", coupler["end"], rocker["end"]),
        da.Drive("motor", "A", 2.0 * np.pi * da.time),
    )
    return model, lengths


# ---- exactness


def drawn_four_bar(*more: da.extend.Part) -> tuple[da.Model, da.Body, da.planar.Sketch]:
    """The four-bar of the documentation, its coupler with a point P, and the sketch."""
    sketch = da.planar.Sketch({"A": (0, 0), "B": (0.1, 0.25), "C": (0.6, 0.45), "D": (0.7, 0), "P": (0.4, 0.6)})
    crank, coupler, rocker = (
        sketch.link(name, *ends, mass=mass)
        for name, ends, mass in (("crank", "AB", 0.3), ("coupler", "BCP", 0.8), ("rocker", "DC", 0.5))
    )
    pins = sketch.pins(crank, coupler, rocker, ground="AD")
    return da.Model(*pins, *more, gravity=(0.0, -9.81, 0.0)), coupler, sketch


def coupler_curve() -> Figure:
    """The way of P, whose coupler is between circles about B and D, by complex numbers."""
    start = np.arctan2(0.25, 0.1)
    model, coupler, _ = drawn_four_bar(da.Drive("motor", "A", start + 2.0 * np.pi * da.time))
    motion = da.kinematics(model, np.linspace(0.0, 1.0, 3601))
    found = motion.evaluate(da.position(coupler["P"])[:2]) @ [1.0, 1.0j]
    b, c, d, p = 0.1 + 0.25j, 0.6 + 0.45j, 0.7 + 0.0j, 0.4 + 0.6j
    B = abs(b) * np.exp(1.0j * (start + 2.0 * np.pi * motion.times))
    way = d - B
    # the angle at B in the triangle B, C, D
    cosine = (abs(c - b) ** 2 + np.abs(way) ** 2 - abs(d - c) ** 2) / (2.0 * abs(c - b) * np.abs(way))
    C = B + abs(c - b) * way / np.abs(way) * np.exp(1.0j * np.arccos(cosine))
    error = float(np.abs(found - (B + (p - b) / (c - b) * (C - B))).max())
    return at_most("coupler curve of a four-bar, 3601 angles: off its closed form", error, 1e-10, "m")


def power_balance() -> Figure:
    """Motor against the rates of kinetic energy and height, a spring, its damper, and friction in all pins."""
    model, coupler, sketch = drawn_four_bar(da.Motor("motor", "A"))
    spring = da.Spring(
        "spring", coupler["P"], da.ground.at(0.0, 1.0), stiffness=100.0, rest_length=0.2, damping=3.0
    )
    friction = [
        da.planar.joint_friction(f"friction in {pin.name}", pin, coulomb=0.2, radius=0.01, viscous=0.002)
        for pin in model.joints
    ]
    rough = da.Model(*model.parts, spring, *friction, gravity=(0.0, -9.81, 0.0))
    law = {"A": sketch.angle("A", "B") + 2.0 * np.pi * da.time}
    cycle = da.inverse_dynamics(rough, law, times=np.linspace(0.0, 1.0, 361))
    turning = {body.name: da.angular_velocity(body)[2] for body in model.bodies}
    pins = {"A": (None, "crank"), "B": ("crank", "coupler"), "C": ("rocker", "coupler"), "D": (None, "rocker")}
    gained, lost = 0.0, 0.0
    for body in model.bodies:
        v, a = da.velocity(body["center"]), da.acceleration(body["center"])
        gained = gained + body.inertia.mass * (v @ a + 9.81 * v[1])
        gained = gained + body.inertia.J[2, 2] * turning[body.name] * da.measures.angular_acceleration(body)[2]
    for pin, (first, second) in pins.items():
        rate = cycle.evaluate(turning[second] - (turning[first] if first else 0.0))
        force = np.hypot(cycle[f"{pin}.force.x"], cycle[f"{pin}.force.y"])
        lost = lost + 0.2 * 0.01 * force * np.abs(rate) + 0.002 * rate**2
    way = da.position(coupler["P"])[:2] - np.array([0.0, 1.0])
    size = da.sqrt(way @ way)
    rate = way @ da.velocity(coupler["P"])[:2] / size
    power = cycle["motor"] * 2.0 * np.pi
    missing = cycle.evaluate(gained + (100.0 * (size - 0.2) + 3.0 * rate) * rate) + lost - power
    part = float(np.abs(missing).max() / np.abs(power).max())
    return at_most(
        "power balance of a four-bar with friction, spring and damper: part of the peak", part, 1e-9, ""
    )
