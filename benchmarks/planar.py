"""Planar mechanisms: a walking leg with all its reactions, and ten thousand four-bars over a turn."""

from collections.abc import Iterator

import numpy as np
from figures import Figure, at_most, best, elapsed
from mechanisms import planar_mechanisms

import dalembert as da

ANGLES, GEOMETRIES = 3600, 10_000


def planar() -> Iterator[Figure]:
    yield from walking_leg()
    yield from many_four_bars()


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

    def sweep() -> da.results.Sweep:
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
        da.Revolute("B", crank["end"], coupler, usual=0.85),
        da.Revolute("D", da.ground.at(x=base), rocker, usual=1.9),
        da.Revolute("C", coupler["end"], rocker["end"]),
        da.Drive("motor", "A", 2.0 * np.pi * da.time),
    )
    return model, lengths
