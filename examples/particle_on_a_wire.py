"""A particle on an elliptical wire in a horizontal plane, pulled to a point inside by a spring.

Released, it swings to and fro; thrown, it runs laps. Both ways lead through y = 0, where the speed in x says
nothing about that in y. The force of the wire follows three times: from the balance of forces, from the
multiplier, and from a closed form.
"""

from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da

RESULTS = Path(__file__).with_name("results")
MASS, STIFFNESS = 1.0, 2.0
A, B, C, CENTER = 1.0, 4.0, 4.0, 0.5
"""The wire is A (x − CENTER)² + B y² = C."""

METHOD = da.methods.DOP853(rtol=1e-13, atol=1e-14)


def particle_on_a_wire(mass: Any = MASS, stiffness: Any = STIFFNESS) -> da.Model:
    """The particle slides in two directions; the wire is an equation between them."""
    slide, particle = da.Body("slide"), da.particle("particle", mass=mass)
    x, y = da.coordinate("x"), da.coordinate("y")
    return da.Model(
        da.Prismatic("x", da.ground, slide, axis="x"),
        da.Prismatic("y", slide, particle, axis="y"),
        da.Holonomic("wire", A * (x - CENTER) ** 2 + B * y**2 - C),
        da.Potential("spring", 0.5 * stiffness * (x**2 + y**2)),
    )


def start(throw: float = 0.0) -> da.State:
    """At x = CENTER + 1, thrown along the wire or not."""
    y = np.sqrt((C - A) / B)
    return particle_on_a_wire().state(q={"x": CENTER + 1.0, "y": y}, u={"x": throw, "y": -A * throw / (B * y)})


def wire_force(eom: da.Equations) -> dict[str, Any]:
    """The force of the wire (x, y), by balance, multiplier and closed form."""
    (x, y), (u, v) = eom.q, eom.u
    slope = A * (x - CENTER) / (B * y)
    bend = A * u * (-y * u + (x - CENTER) * v) / (B * y**2)
    size = (MASS * bend + STIFFNESS * (slope * x + y)) / (1.0 + slope**2)
    return {
        "balance": eom.M @ eom.accelerations - eom.f,
        "multiplier": eom.J.T @ eom.multipliers,
        "closed form": size * np.array([slope, 1.0]),
    }


def run(throw: float, until: float = 10.0, method: Any = METHOD) -> da.Motion:
    """The motion after a throw."""
    return da.simulate(particle_on_a_wire(), start(throw), until=until, method=method)


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """Models and starts, by name."""
    model = particle_on_a_wire()
    return {"released": (model, start()), "thrown": (model, start(3.0))}


def numbers() -> dict[str, Any]:
    """Both motions, with the forces at their ends."""
    dynamics = da.as_dynamics(particle_on_a_wire())
    eom, found = dynamics.equations, {}
    for name, throw in (("released", 0.0), ("thrown", 3.0)):
        motion = run(throw)
        forces = motion.evaluate(wire_force(eom))
        found[name] = {
            "start accelerations": dynamics.evaluate({"a": eom.accelerations}, start(throw))["a"],
            "start force": forces["multiplier"][0],
            "end": motion.states[-1] - [CENTER, 0.0, 0.0, 0.0],
            "force": forces["multiplier"][-1],
            "forces": forces,
            "energy": motion["energy"],
            "energy drift": motion.energy_drift,
            "off the wire": float(np.abs(motion["wire.residual"]).max()),
            "crossings of y = 0": int((np.diff(np.sign(motion["y"])) != 0.0).sum()),
        }
    return found


def main(folder: Path = RESULTS) -> None:
    """Swing and run laps, and say how the wire pushes."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, found in numbers().items():
        with np.printoptions(precision=9, suppress=True):
            print(
                f"{name}, after 10 s: x − {CENTER:g}, y and rates",
                found["end"],
                "force of the wire",
                found["force"],
            )
        crossings = found["crossings of y = 0"]
        print(f"  passes y = 0 {crossings} times; energy kept to {found['energy drift']:.0e},", end=" ")
        print(f"the wire to {found['off the wire']:.0e}")
    file = folder / "particle_on_a_wire.png"
    da.plot(run(3.0), ["x", "y", "wire.multiplier"], file=file)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
