"""A particle slides without friction on the surface r φ = c, a trumpet about the vertical axis.

φ is the angle from the vertical, r the distance from the origin. The particle hangs on a chain of joints that
are its spherical coordinates, and the surface is one equation between two of them; it moves freely in space
otherwise. The same surface is then written in Cartesian coordinates. Energy and angular momentum about the
vertical stay constant, the surface pushes neither around the axis nor along itself.
"""

from typing import Any

import numpy as np

import dalembert as da

MASS, SURFACE, GRAVITY = 2.0, 1.0, 9.81
UNTIL = 2.0
METHOD = da.methods.DOP853(rtol=1e-13, atol=1e-14)


def spherical(mass: Any = MASS, gravity: float = GRAVITY, force: Any = None) -> da.Model:
    """Joints turn by θ about the vertical, by φ away from it, and slide by r along the radius.

    A force is given along the radius, around the axis, and towards smaller φ.
    """
    turning, tilting, particle = da.Body("turning"), da.Body("tilting"), da.particle("particle", mass=mass)
    r, phi = da.coordinate("r"), da.coordinate("φ")
    more = []
    if force is not None:
        along, around, upwards = force
        more.append(da.PointForce("force", particle, [-upwards, around, along], axes=tilting))
    return da.Model(
        da.Revolute("θ", da.ground, turning, axis="z"),
        da.Revolute("φ", turning, tilting, axis="y"),
        da.Prismatic("r", tilting, particle, axis="z"),
        da.Holonomic("surface", r * phi - SURFACE),
        *more,
        gravity=(0.0, 0.0, -gravity),
    )


def cartesian() -> da.Model:
    """The same particle and surface in x, y, z."""
    particle = da.particle("particle", mass=MASS)
    x, y, z = da.position(particle)
    r, phi = da.measures.distance(da.ground, particle), da.atan2(da.sqrt(x**2 + y**2), z)
    return da.Model(
        da.Translational("place", da.ground, particle),
        da.Holonomic("surface", r * phi - SURFACE),
        gravity=(0.0, 0.0, -GRAVITY),
    )


def speeds(eom: da.Equations) -> Any:
    """Components of the velocity: along the radius, around the axis, and towards smaller φ."""
    r, phi = (eom.resolve(da.coordinate(name)) for name in ("r", "φ"))
    r_rate, theta_rate, phi_rate = (eom.resolve(da.speed(name)) for name in ("r", "θ", "φ"))
    return np.array([r_rate, r * theta_rate * da.sin(phi), -r * phi_rate])


def speed_rates(eom: da.Equations) -> Any:
    """Rates of these components along the motion."""
    moving = dict(zip([*eom.q, *eom.u], [*eom.rates, *eom.accelerations], strict=True))
    return da.expr.time_derivative(speeds(eom), moving)


def surface_force(eom: da.Equations) -> Any:
    """Force F of the surface in the same components v = B u: its power is that of Jᵀ λ, so Bᵀ F = Jᵀ λ."""
    return da.matrices.solve(da.expr.jacobian(speeds(eom), eom.u).T, eom.J.T @ eom.multipliers)


def start() -> da.State:
    """Sliding outwards and around."""
    r, phi = 1.25, 0.8
    along, around = 0.4, 0.7
    rates = {"r": along, "θ": around / (r * np.sin(phi)), "φ": -phi * along / r}
    return spherical().state(q={"r": r, "θ": 0.3, "φ": phi}, u=rates)


def start_in_space() -> da.State:
    """The same in x, y, z."""
    found = da.as_dynamics(spherical()).signals(
        [f"particle.{what}.{axis}" for what in ("position", "velocity") for axis in "xyz"], start()
    )
    place = {f"place.{axis}": found[f"particle.position.{axis}"] for axis in "xyz"}
    rates = {f"place.{axis}": found[f"particle.velocity.{axis}"] for axis in "xyz"}
    return cartesian().state(q=place, u=rates)


def slide(until: float = UNTIL, method: Any = METHOD) -> da.Motion:
    """The motion in spherical coordinates."""
    return da.simulate(spherical(), start(), until=until, method=method)


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """Models and starts, by name."""
    return {"spherical": (spherical(), start()), "Cartesian": (cartesian(), start_in_space())}


def numbers() -> dict[str, Any]:
    """Accelerations and forces at the start, the motion, and what stays constant."""
    dynamics = da.as_dynamics(spherical())
    eom, motion = dynamics.equations, slide()
    in_space = da.simulate(cartesian(), start_in_space(), until=UNTIL, method=METHOD)
    apart = [motion[f"particle.position.{axis}"] - in_space[f"place.{axis}"] for axis in "xyz"]
    kept = motion.signals(["energy", "angular momentum.z", "surface.residual"])
    return {
        "start": dynamics.evaluate({"rates": speed_rates(eom), "force": surface_force(eom)}, start()),
        "end": {
            "coordinates": np.array([motion[name][-1] for name in ("r", "θ", "φ")]),
            "speeds": motion.evaluate(speeds(eom))[-1],
        },
        "energy": kept["energy"],
        "angular momentum": kept["angular momentum.z"],
        "off the surface": float(np.abs(kept["surface.residual"]).max()),
        "spherical against Cartesian": float(np.abs(apart).max()),
    }


def main() -> None:
    """Slide, and say what the surface does."""
    found = numbers()
    with np.printoptions(precision=9, suppress=True):
        print("at the start: rates of the speeds", found["start"]["rates"])
        print("              force of the surface", found["start"]["force"])
        print(f"after {UNTIL:g} s: r, θ, φ", found["end"]["coordinates"], "speeds", found["end"]["speeds"])
    for name in ("energy", "angular momentum"):
        print(f"{name} {found[name][0]:.9f}, kept to {np.ptp(found[name]):.0e}")
    print(f"off the surface by {found['off the surface']:.0e};", end=" ")
    print(f"in x, y, z the motion is the same to {found['spherical against Cartesian']:.0e}")


if __name__ == "__main__":
    main()
