"""A four-bar linkage at rest is struck: speeds in no time, and the impulses by which it holds together.

Two particles are on massless rods: one on a crank, one on a rocker, and a coupler between them. A blow hits the
second one. Speeds after it follow from the same system as accelerations do. Then the joints are opened, the
particles move freely, and the linkage is locked again at once: energy is lost, as much as Carnot says.
"""

from typing import Any

import numpy as np

import dalembert as da
from dalembert.reactions.impulse import ImpulseEffect

CRANK, COUPLER, ROCKER, HEIGHT = 1.0, 3.0, 2.5, 2.5
BLOW = 1e6
METHOD = da.methods.DOP853(rtol=1e-11, atol=1e-12)


def four_bar() -> da.Model:
    """The crank turns about the origin, the rocker about a point above it; both particles have 1 kg."""
    first, second = da.particle("P1", mass=1.0), da.particle("P2", mass=1.0)
    pivot = da.ground.at(y=HEIGHT)
    return da.Model(
        da.Revolute("crank", da.ground, first.at(x=-CRANK), axis="z"),
        da.Translational("P", pivot, second),
        da.Holonomic("plane", da.coordinate("P.z")),
        da.Distance("rocker", pivot, second, ROCKER),
        da.Distance("coupler", first, second, COUPLER),
    )


def closed(guess: tuple[float, float] = (-1.9, -1.6)) -> da.State:
    """At rest with the crank along x; the linkage closes in two ways."""
    x, y = guess
    return da.assemble(four_bar(), q={"crank": 0.0}, guess={"P.x": x, "P.y": y})


def struck() -> ImpulseEffect:
    """A blow along x and y at the second particle."""
    model = four_bar()
    return da.impulse(model, closed(), forces={model.body("P2"): (BLOW, BLOW, 0.0)}, independent=["crank.rate"])


def locked() -> ImpulseEffect:
    """Rods that begin to act while the particles move as they like."""
    place = closed()
    moving = da.State(q=place.q, u={"crank": 1.0, "P.x": 0.5, "P.y": -0.25})
    return da.impulse(four_bar(), moving, starts=["rocker", "coupler"])


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """Models and starts, by name: after a weaker blow."""
    model = four_bar()
    state = da.impulse(model, closed(), forces={model.body("P2"): (10.0, 10.0, 0.0)}).after
    return {"struck": (model, state)}


def numbers() -> dict[str, Any]:
    """Both positions, the blow, the locking, and the run after a blow."""
    blow, lock = struck(), locked()
    (model, state), order = systems()["struck"], ("crank.rate", "P.x.rate", "P.y.rate")
    motion = da.simulate(model, state, until=1.0, method=METHOD)
    at = [blow.speeds.index(name) for name in order]
    return {
        "places": [[state.q["P.x"], state.q["P.y"]] for state in (closed(), closed((2.5, 0.1)))],
        "direction": blow.basis[at, 0] / blow.basis[at[0], 0],
        "speeds": np.array([blow.after.u[name] for name in order]),
        "reduced inertia": float(blow.reduced_inertia[0, 0]),
        "reduced impulse": float(blow.reduced_impulse[0]),
        "impulses of rods": blow.constraint_impulses[at],
        "energy": blow.kinetic_energies[1],
        "locked speeds": np.array([lock.after.u[name] for name in order]),
        "lost": lock.lost_energy,
        "energy of change": lock.energy_of_change,
        "energy drift": motion.energy_drift,
    }


def main() -> None:
    """Strike, and say what happens."""
    found = numbers()
    with np.printoptions(precision=8, suppress=True):
        print("P2 from its pivot:", found["places"][0], "or", found["places"][1])
        print("along the only way it can move:", found["direction"])
    with np.printoptions(precision=3, suppress=True):
        print(f"inertia {found['reduced inertia']:.8f} kg, impulse {found['reduced impulse']:.3f} N s,", end=" ")
        print("speeds", found["speeds"])
        print("impulses of the rods", found["impulses of rods"], f"energy {found['energy']:.6e} J")
    print(f"locked at once, it loses {found['lost']:.9f} J, the energy of the change", end=" ")
    print(f"{found['energy of change']:.9f} J")


if __name__ == "__main__":
    main()
