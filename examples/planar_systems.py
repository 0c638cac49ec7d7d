"""Three small systems in absolute coordinates of the plane: a pendulum, a mass on a spring, a bob on a string.

Every body has two coordinates and an angle of its own, and joints are rows of constraints. `AbsolutePlanar` makes
these equations from an ordinary model; a `Planar` joint to the ground gives a body the same coordinates by hand.
Multipliers are the forces and moments on the bodies: those of the pin, of the rail and of the string. Writes
`planar_systems.png`.
"""

from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da

RESULTS = Path(__file__).with_name("results")
GRAVITY = 9.81
METHOD = da.methods.DOP853(rtol=1e-12, atol=1e-13)

BAR_MASS, TO_PIVOT, BAR_INERTIA = 2.0, 0.5, 0.05
TIMES = (0.5, 1.0, 2.0)

SLIDER_MASS, STIFFNESS, REST_LENGTH = 1.5, 200.0, 0.3
PUSH, FREQUENCY, OFFSET = 10.0, 8.0, 0.05

STRING, BOB_MASS = 1.0, 1.0


def pendulum() -> da.Equations:
    """A bar on a pin, a torque on it; the bar's frame is at its mass centre."""
    bar = da.Body("bar", da.Inertia(BAR_MASS, J=np.diag([0.0, BAR_INERTIA, BAR_INERTIA])))
    model = da.Model(
        da.Revolute("pivot", da.ground, bar.at(x=-TO_PIVOT), axis="z"),
        da.Torque("motor", bar, (0.0, 0.0, da.param("torque", 0.0))),
        gravity=(0.0, -GRAVITY, 0.0),
    )
    return da.derive(model, coordinates=da.formulations.AbsolutePlanar())


def mass_on_a_spring() -> da.Equations:
    """A slider on a level rail, pushed to and fro a little above its centre."""
    slider = da.box("slider", size=(0.2, 0.1, 0.1), mass=SLIDER_MASS)
    model = da.Model(
        da.Prismatic("rail", da.ground, slider, axis="x"),
        da.Spring("spring", da.ground, slider, stiffness=STIFFNESS, rest_length=REST_LENGTH),
        da.PointForce("push", slider.at(y=OFFSET), (PUSH * da.sin(FREQUENCY * da.time), 0.0, 0.0)),
    )
    return da.derive(model, coordinates=da.formulations.AbsolutePlanar())


def bob_on_a_string() -> da.Model:
    """A small disc at a constant distance from the origin, free to turn."""
    bob = da.disc("disc", radius=0.05, mass=BOB_MASS, axis="z")
    return da.Model(
        da.Planar("bob", da.ground, bob),
        da.Distance("string", da.ground, bob, STRING),
        gravity=(0.0, -GRAVITY, 0.0),
    )


def bar_at(eom: da.Equations, angle: float, rate: float = 0.0, torque: float = 0.0) -> da.State:
    """The pendulum at an angle from the level; where its centre is, and its velocity, follow from the pin."""
    return da.assemble(eom, q={"bar.angle": angle}, u={"bar.angle": rate}, p={"torque": torque})


def bob_at(angle: float, rate: float) -> da.State:
    """The bob on its circle, at an angle from the lowest point."""
    s, c = STRING * np.sin(angle), STRING * np.cos(angle)
    return da.State(q={"bob.x": s, "bob.y": -c}, u={"bob.x.rate": rate * c, "bob.y.rate": rate * s})


def systems() -> dict[str, tuple[da.Equations | da.Model, da.State]]:
    """Systems and starts, by name."""
    swinging = pendulum()
    return {
        "pendulum": (swinging, bar_at(swinging, 0.0)),
        "mass on a spring": (mass_on_a_spring(), da.State(q={"slider.x": REST_LENGTH})),
        "bob on a string": (bob_on_a_string(), bob_at(np.pi / 6, 2.0)),
    }


def pushed_slider(t: Any) -> Any:
    """Where the slider is by closed form, if it starts at rest with the spring relaxed."""
    natural = np.sqrt(STIFFNESS / SLIDER_MASS)
    size = PUSH / (STIFFNESS - SLIDER_MASS * FREQUENCY**2)
    return REST_LENGTH + size * (np.sin(FREQUENCY * t) - FREQUENCY / natural * np.sin(natural * t))


def in_state(system: da.Equations | da.Model, state: da.State) -> dict[str, Any]:
    """Accelerations in the order of the speeds, and multipliers in that of the rows."""
    dynamics = da.as_dynamics(system)
    eom = dynamics.equations
    outputs = {"a": eom.accelerations, "multipliers": [da.measures.multiplier(row.name) for row in eom.rows]}
    return dynamics.evaluate(outputs, state)


def numbers() -> dict[str, Any]:
    """Accelerations and multipliers in one state of each system, and what the first two do later."""
    (swinging, level), (sliding, relaxed), (hanging, moving) = systems().values()
    swing = da.simulate(swinging, level, until=TIMES[-1], times=TIMES, method=METHOD)
    slide = da.simulate(sliding, relaxed, until=TIMES[0], times=TIMES[:1], method=METHOD)
    return {
        "pendulum": in_state(swinging, bar_at(swinging, -np.pi / 3, rate=1.2, torque=3.0))
        | {"angle": swing["bar.angle"]},
        "mass on a spring": {
            "place": float(slide["slider.x"][0]),
            "force of the rail": float(slide["rail.y.multiplier"][0]),
            "moment of the rail": float(slide["rail.turn z.multiplier"][0]),
        },
        "bob on a string": in_state(hanging, moving),
    }


def main(folder: Path = RESULTS) -> None:
    """Say what holds the three bodies, and draw the forces in the pin while the pendulum swings."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    bar, slider, bob = found.values()
    print(f"pendulum at −60°: accelerations {np.round(bar['a'], 9)}, force of the pin {bar['multipliers']} N")
    for t, angle in zip(TIMES, bar["angle"], strict=True):
        print(f"  released level, at {t:g} s: {angle:.12f} rad")
    print(
        f"slider at {TIMES[0]:g} s: {slider['place']:.12f} m, closed form {pushed_slider(TIMES[0]):.12f} m;",
        end=" ",
    )
    print(f"the rail exerts {abs(slider['force of the rail']):.9f} N and {slider['moment of the rail']:.9f} N m")
    print(f"bob: accelerations {np.round(bob['a'][:2], 9)}, the string pulls with {-bob['multipliers'][0]:.9f} N")
    file = folder / "planar_systems.png"
    model, start = systems()["pendulum"]
    motion = da.simulate(model, start, until=5.0)
    da.plot(motion, ["bar.angle", "pivot.x.multiplier", "pivot.y.multiplier"], file=file)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
