"""A spherical pendulum in three models: by two angles, by x, y, z and the length, and with its squared speed.

Gravity is along x. Angles are two coordinates and no constraint, but their axes meet: near the vertical a small
motion is a large angle, and the steps get small. In x, y, z nothing is singular. The third model adds a speed v
that belongs to no place, bound to the others by v = ẋ² + ẏ² + ż²; nothing resists it, so the constraint takes no
force, and the energy is linear in v and x.
"""

from typing import Any

import numpy as np

import dalembert as da

MASS, LENGTH, GRAVITY = 1.5, 0.8, 9.81
METHOD = da.methods.DOP853(rtol=1e-12, atol=1e-13)
UNTIL = 10.0


def by_angles() -> da.Model:
    """φ turns about the vertical, θ away from it: the bob is at l (cos θ, cos φ sin θ, sin φ sin θ)."""
    ring, rod = da.Body("ring"), da.Body("bob", da.Inertia(MASS, (LENGTH, 0.0, 0.0)))
    return da.Model(
        da.Revolute("φ", da.ground, ring, axis="x"),
        da.Revolute("θ", ring, rod, axis="z"),
        gravity=(GRAVITY, 0.0, 0.0),
    )


def in_space(*more: Any) -> da.Model:
    """The bob keeps its distance from the origin."""
    bob = da.particle("bob", mass=MASS)
    return da.Model(
        da.Translational("place", da.ground, bob),
        da.Distance("length", da.ground, bob, LENGTH),
        *more,
        gravity=(GRAVITY, 0.0, 0.0),
    )


def with_squared_speed() -> da.Model:
    """A mark without mass runs along a line at the speed v."""
    squares = [da.speed(f"place.{axis}") ** 2 for axis in "xyz"]
    return in_space(
        da.Prismatic("mark", da.ground, da.Body("mark body"), axis="x"),
        da.Nonholonomic("squared speed", da.speed("mark") - sum(squares)),
    )


def starts(tilt: float = 1.0, turn: float = 0.5, fall: float = 0.3) -> dict[str, tuple[da.Model, da.State]]:
    """The three models in one state: tilt θ, rates of φ and θ."""
    c, s = np.cos(tilt), np.sin(tilt)
    place = dict(zip(("place.x", "place.y", "place.z"), LENGTH * np.array([c, s, 0.0]), strict=True))
    v = LENGTH * np.array([-s * fall, c * fall, s * turn])
    rates = dict(zip(place, v, strict=True))
    angles, space, squared = by_angles(), in_space(), with_squared_speed()
    return {
        "by angles": (angles, angles.state(q={"θ": tilt}, u={"φ": turn, "θ": fall})),
        "in space": (space, space.state(q=place, u=rates)),
        "with squared speed": (squared, squared.state(q=place, u=rates | {"mark": v @ v})),
    }


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """Models with constraints and their starts, by name."""
    return {name: case for name, case in starts().items() if name != "by angles"}


def swing(model: da.Model, start: da.State) -> da.Motion:
    """The motion."""
    return da.simulate(model, start, until=UNTIL, method=METHOD)


def path(motion: da.Motion) -> Any:
    """Places of the bob, a row per time; in the model by angles the bob is at the end of its body."""
    if "θ" not in motion.names:
        return motion.states[:, :3]
    phi, theta = motion["φ"], motion["θ"]
    return LENGTH * np.stack([np.cos(theta), np.cos(phi) * np.sin(theta), np.sin(phi) * np.sin(theta)], axis=1)


def numbers() -> dict[str, Any]:
    """The motion in three models, and how many steps each takes near the vertical."""
    motions = {name: swing(*case) for name, case in starts().items()}
    squared = motions["with squared speed"]
    reference = path(motions["in space"])
    narrow = {name: swing(*case) for name, case in starts(tilt=0.5, turn=0.02, fall=0.0).items()}
    energy = 0.5 * MASS * (squared["mark.rate"] - 2.0 * GRAVITY * squared["place.x"])
    return {
        "apart": {name: float(np.abs(path(motion) - reference).max()) for name, motion in motions.items()},
        "energy drift": {name: motion.energy_drift for name, motion in motions.items()},
        "change of v and x": float(np.ptp(energy)),
        "force of v": float(np.abs(squared["squared speed.multiplier"]).max()),
        "kinds": [row.kind for row in squared.dynamics.equations.rows],
        "pull": -motions["in space"]["length.multiplier"],
        "motions": motions,
        "steps near the vertical": {name: motion.statistics["accepted"] for name, motion in narrow.items()},
    }


def main() -> None:
    """Swing, and compare."""
    found = numbers()
    for name in found["apart"]:
        print(f"{name:>19}: differs by {found['apart'][name]:.0e}, energy kept to", end=" ")
        print(
            f"{found['energy drift'][name]:.0e}, {found['steps near the vertical'][name]} steps near the vertical"
        )
    print(f"m (v − 2 g x) / 2 is kept to {found['change of v and x']:.0e},", end=" ")
    print(f"v takes a force of {found['force of v']:.0e}")


if __name__ == "__main__":
    main()
