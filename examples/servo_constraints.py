"""Constraints that inputs keep: an arm's energy, a particle driven into a plane, and a spacecraft that calms down.

The energy of a disc and a bar decays to 1 J by two torques. The smallest ones, and those that act like ideal
reactions, give the same energy and different motions; the smallest end where the arm comes to rest, since no
torque does work there. A particle on a surface is driven into a plane through the axis, and stays on the surface.
The kinetic energy of a spacecraft decays by torques that stand in the constraint, so that their rates are found:
left free they chatter, drawn to zero they are small. Writes `servo_constraints.png`.
"""

from pathlib import Path
from typing import Any

import numpy as np
from particle_on_a_surface import speeds, spherical
from particle_on_a_surface import start as on_the_surface

import dalembert as da
from dalembert.equations.solution import Solution

RESULTS = Path(__file__).with_name("results")
METHOD = da.methods.DOP853(rtol=1e-12, atol=1e-13)


# ---- the energy of an arm


def arm() -> da.Model:
    """Disc and bar with R = L = m = 1; torques on the disc, and between disc and bar; x down."""
    disc = da.disc("disc", radius=1.0, inertia=da.Inertia(1.0, J=np.diag([0.25, 0.25, 0.5])))
    bar = da.rod("bar", length=1.0, mass=1.0)
    return da.Model(
        da.Revolute("disc angle", da.ground, disc, axis="z"),
        da.Revolute("hinge", disc.at(x=1.0), bar, axis="z"),
        da.Motor("first", "disc angle"),
        da.Motor("second", "hinge"),
        gravity=(9.81, 0.0, 0.0),
    )


def energy() -> Any:
    """Of the arm, zero where it hangs at rest."""
    return da.energies.kinetic_energy() + da.energies.potential_energy() + 9.81 * 1.5


def calming(by: Any) -> Solution:
    """The arm whose energy decays to 1 J."""
    return da.control.closed_loop(arm(), da.Servo("energy", energy() - 1.0, rate=1.0), by=by)


def swinging() -> da.State:
    """Angles 0.5 and −0.3 from the vertical, at 0.6 and 0.4 rad/s."""
    return da.State(q={"disc angle": 0.5, "hinge": -0.8}, u={"disc angle": 0.6, "hinge": -0.2})


def calmed(by: Any, times: Any) -> da.Motion:
    """The motion of the arm."""
    return da.simulate(calming(by), swinging(), times=times, method=METHOD)


def angles(motion: da.Motion) -> Any:
    """Angles of disc and bar from the vertical, and their rates (T, 4)."""
    a, b, u, v = (motion[name] for name in ("disc angle", "hinge", "disc angle.rate", "hinge.rate"))
    return np.stack([a, a + b, u, u + v], axis=1)


def end_of_the_smallest() -> tuple[float, str]:
    """Where the run with the smallest torques stops, and why."""
    try:
        calmed(da.control.LeastInputs(), [0.0, 5.0])
    except da.errors.SolverError as error:
        assert error.motion is not None
        return float(error.motion.times[-1]), str(error)
    raise AssertionError("the arm came to rest, and no torque does work there")


def arm_numbers() -> dict[str, Any]:
    """Torques at the start, and where each choice leads."""
    found: dict[str, Any] = {}
    for name, by, times in (
        ("smallest", da.control.LeastInputs(), [0.0, 1.0]),
        ("ideal", da.control.IdealControl(), [0.0, 1.0, 5.0]),
    ):
        motion = calmed(by, times)
        found[name] = {
            "torques": np.stack([motion["first"], motion["second"]], axis=1),
            "angles": angles(motion),
            "above 1 J": motion.evaluate(energy()) - 1.0,
        }
    return found | {"end": end_of_the_smallest()}


# ---- a particle that is driven into a plane


def driven() -> Solution:
    """The particle on its surface, without gravity, and a force around the axis that leads θ to one."""
    model = spherical(gravity=0.0, force=(0.0, da.Input("around"), 0.0))
    return da.control.closed_loop(model, da.Servo("plane", da.coordinate("θ") - 1.0, gains=(2.0, 1.0)))


def particle_numbers() -> dict[str, Any]:
    """The force at the start, and how θ comes to one."""
    motion = da.simulate(driven(), on_the_surface(), times=[0.0, 1.0, 5.0], method=METHOD)
    return {
        "force": float(motion["around"][0]),
        "missing": motion["θ"] - 1.0,
        "r, φ": np.stack([motion["r"], motion["φ"]], axis=1),
        "speeds": motion.evaluate(speeds(motion.dynamics.equations)),
        "off the surface": float(np.abs(motion["surface.residual"]).max()),
    }


# ---- a spacecraft whose torques are states

INERTIA = (10.0, 6.3, 8.5)
SPEEDS = ("attitude.wx", "attitude.wy", "attitude.wz")
TORQUES = ("t1", "t2", "t3")
"""Torques per inertia, as the literature has them."""


def spacecraft() -> da.Model:
    """A body that turns about its centre, with torques about its axes."""
    hub = da.Body("hub", da.Inertia(50.0, J=np.diag(INERTIA)), visual=da.visuals.Box((1.0, 1.4, 1.2)))
    torques = [i * da.Input(name) for i, name in zip(INERTIA, TORQUES, strict=True)]
    return da.Model(da.Spherical("attitude", da.ground, hub), da.Torque("thrusters", hub, torques, axes=hub))


def decaying(is_drawn_to_zero: bool) -> Solution:
    """Its energy K decays by K' + K = 0: the power of the torques is −K, and rates of torques keep that."""
    terms = zip(INERTIA, SPEEDS, TORQUES, strict=True)
    power = sum(i * da.speed(speed) * da.Input(name) for i, speed, name in terms)
    goal = da.Servo("decay", power + da.energies.kinetic_energy(), rate=1.0, exact=True)
    toward = {f"{name}.rate": -da.Input(name) for name in TORQUES} if is_drawn_to_zero else {}
    slower = da.control.with_input_states(spacecraft(), TORQUES)
    return da.control.closed_loop(slower, goal, by=da.control.LeastInputs(toward=toward))


def calmed_spacecraft(is_drawn_to_zero: bool, times: Any) -> da.Motion:
    """From 0.1 rad/s about all axes, two torques given, the third one found."""
    loop = decaying(is_drawn_to_zero)
    given = da.State(q={"attitude.e0": 1.0}, u=dict.fromkeys(SPEEDS, 0.1), z={"t1": 0.1, "t2": 0.1})
    return da.simulate(loop, da.control.goal_start(loop, given, free=["t3"]), times=times, method=METHOD)


def spacecraft_numbers() -> dict[str, Any]:
    """Speeds and torques over time, the energy, and the largest torque, for both choices."""
    found = {}
    for name, is_drawn_to_zero in (("drawn to zero", True), ("left free", False)):
        motion = calmed_spacecraft(is_drawn_to_zero, np.linspace(0.0, 5.0, 20001))
        rows = [0, *(int(np.searchsorted(motion.times, t)) for t in (1.0, 2.0, 5.0))]
        found[name] = {
            "speeds": np.stack([motion[x][rows] for x in SPEEDS], axis=1),
            "torques": np.stack([motion[x][rows] for x in TORQUES], axis=1),
            "off the decay": float(np.abs(motion["kinetic energy"] / (0.124 * np.exp(-motion.times)) - 1.0).max()),
            "largest torque": float(max(np.abs(motion[x]).max() for x in TORQUES)),
        }
    return found


# ---- all of them


def systems() -> dict[str, tuple[Solution, da.State]]:
    """Closed loops and starts, by name."""
    return {"arm": (calming(da.control.IdealControl()), swinging()), "particle": (driven(), on_the_surface())}


def numbers() -> dict[str, Any]:
    """What is known of each."""
    return {"arm": arm_numbers(), "particle": particle_numbers(), "spacecraft": spacecraft_numbers()}


def main(folder: Path = RESULTS) -> None:
    """Say what the inputs do, and draw the arm's torques."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    with np.printoptions(precision=8, suppress=True):
        for name in ("smallest", "ideal"):
            one = found["arm"][name]
            print(f"{name} torques: {one['torques'][0]} at first; after 1 s angles {one['angles'][1, :2]}")
        print(f"the smallest end after {found['arm']['end'][0]:.4f} s: the arm rests, and no torque does work")
        particle, craft = found["particle"], found["spacecraft"]
        print(f"the particle is pushed by {particle['force']:.10f} N; θ − 1 is {particle['missing']}")
        for name, one in craft.items():
            print(f"torques {name}: {one['torques'][0]} at first, at most {one['largest torque']:.3f}")
    file = folder / "servo_constraints.png"
    motion = calmed(da.control.IdealControl(), np.linspace(0.0, 5.0, 1001))
    da.plot(motion, [{"energy − 1 J": energy() - 1.0}, ["disc angle", "hinge"], ["first", "second"]], file=file)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
