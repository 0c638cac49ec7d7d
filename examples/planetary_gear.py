"""A planetary gear: a sun that is held, planets on an arm, and a ring around them.

Wheels of 20, 30 and 80 teeth. If the arm turns by one, a planet turns by 5/3 and the ring by 1.25. A motor speeds
up the arm against a damper on the ring; how fast follows from the inertia of all wheels as the arm feels it. One
of several planets would do to turn the ring: meshes of the others are redundant. Writes `planetary_gear.png`.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da

RESULTS = Path(__file__).with_name("results")
SUN, PLANET, RING = 20, 30, 80
"""Teeth."""

MODULE, ARM_LENGTH = 0.01, 0.25
ARM_MASS, PLANET_MASS, RING_INERTIA, SUN_INERTIA = 0.6, 0.5, 0.2, 0.01
TORQUE, DAMPING, UNTIL = 3.0, 0.4, 2.0
METHOD = da.methods.DOP853(rtol=1e-12, atol=1e-13)


def wheel(name: str, inertia: float, visual: da.visuals.Gear) -> da.Body:
    """A wheel on a fixed axle: its moment of inertia is all that matters."""
    return da.Body(name, da.Inertia(1.0, J=np.diag([inertia / 2.0, inertia / 2.0, inertia])), visual=visual)


def toothed(teeth: int, turned: float = 0.0, *, is_internal: bool = False) -> da.visuals.Gear:
    """What a wheel looks like, turned so that teeth meet gaps."""
    place = da.spatial.Pose(da.spatial.rotation("z", turned))
    return da.visuals.Gear(MODULE * teeth / 2.0, teeth, is_internal=is_internal, place=place)


def planet(k: int, n: int, arm: da.Body) -> list[Any]:
    """The planet k of n, evenly around, and its two meshes."""
    angle = 2.0 * np.pi * k / n
    axle = arm.at(ARM_LENGTH * np.cos(angle), ARM_LENGTH * np.sin(angle))
    disc = da.disc(f"wheel {k}", radius=MODULE * PLANET / 2.0, mass=PLANET_MASS)
    # a gap of the planet faces the tooth of the sun that is nearest to the line of centres
    body = replace(disc, visual=toothed(PLANET, angle * (1.0 + SUN / PLANET) + np.pi * (1.0 - 1.0 / PLANET)))
    return [
        da.Revolute(f"planet {k}", axle, body),
        da.Gear(
            f"sun and planet {k}",
            "sun",
            f"planet {k}",
            da.relations.external_mesh(SUN, PLANET, module=MODULE),
            carrier="arm",
        ),
        da.Gear(
            f"ring and planet {k}",
            "ring",
            f"planet {k}",
            da.relations.internal_mesh(RING, PLANET, module=MODULE),
            carrier="arm",
        ),
    ]


def planetary_gear(planets: int = 1) -> da.Model:
    """A motor on the arm, a damper on the ring, a brake that holds the sun."""
    arm, sun, ring = (
        da.rod("spider", length=ARM_LENGTH, mass=ARM_MASS),
        wheel("s", SUN_INERTIA, toothed(SUN)),
        wheel("r", RING_INERTIA, toothed(RING, is_internal=True)),
    )
    return da.Model(
        da.Revolute("arm", da.ground, arm),
        da.Revolute("sun", da.ground, sun),
        da.Revolute("ring", da.ground, ring),
        *(part for k in range(planets) for part in planet(k, planets, arm)),
        da.Drive("brake", "sun", 0.0),
        da.JointDamper("load", "ring", DAMPING),
        da.Motor("motor", "arm"),
    )


def inertia_at_the_arm(planets: int) -> float:
    """Twice the kinetic energy at a unit speed of the arm."""
    turning_planet = PLANET_MASS * (MODULE * PLANET / 2.0) ** 2 / 2.0
    each = PLANET_MASS * ARM_LENGTH**2 + turning_planet * (1.0 + SUN / PLANET) ** 2
    return ARM_MASS * ARM_LENGTH**2 / 3.0 + planets * each + RING_INERTIA * (1.0 + SUN / RING) ** 2


def pushed(model: da.Model) -> da.State:
    """At rest, with a steady torque of the motor."""
    return model.state(tau={"motor": TORQUE})


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """With one planet and with three."""
    models = {"one planet": planetary_gear(), "three planets": planetary_gear(3)}
    return {name: (model, pushed(model)) for name, model in models.items()}


def facts(planets: int) -> dict[str, Any]:
    """Speeding up from rest: how fast, up to where, and the torques that balance in the end."""
    model = planetary_gear(planets)
    begin = pushed(model)
    motion = da.simulate(model, begin, until=UNTIL, method=METHOD)
    return {
        "acceleration": motion.dynamics.accelerations(begin)["arm.rate"],
        "expected acceleration": TORQUE / inertia_at_the_arm(planets),
        "motion": motion,
        "brake": motion["brake.torque"],
        "energy drift": motion.energy_drift,
        "gap": float(np.abs(motion.evaluate(motion.dynamics.equations.phi)).max()),
    }


def numbers() -> dict[str, Any]:
    """Angles when the arm has turned by one, degrees of freedom, and the runs."""
    turned = da.assemble(planetary_gear(), q={"arm": 1.0}).q
    three = planetary_gear(3)
    return {
        "planet": turned["arm"] + turned["planet 0"],
        "ring": turned["ring"],
        "mobility of three": da.mobility(three, three.state()),
        "one planet": facts(1),
        "three planets": facts(3),
    }


def main(folder: Path = RESULTS) -> None:
    """Turn, speed up, and draw."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    print(f"the arm turns by 1: a planet by {found['planet']:.12f}, the ring by {found['ring']:.12f}")
    for name in systems():
        run = found[name]
        print(f"{name}: {run['acceleration']:.9f} rad/s², by hand {run['expected acceleration']:.9f};", end=" ")
        print(f"the brake holds {run['brake'][-1]:.6f} N m after {UNTIL:g} s")
    mobility = found["mobility of three"]
    print(f"three planets: {mobility.rows} rows, {mobility.degrees_of_freedom} degree of freedom")
    file = folder / "planetary_gear.png"
    da.plot(found["three planets"]["motion"], ["arm.rate", "ring.rate", "planet 0.rate"], file=file)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
