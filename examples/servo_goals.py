"""What should the inputs do? Goals that inputs meet, on parallel robots, an arm, a crane, and things that fly.

A platform on three arms and one on six legs follow paths, loops and all. An arm of seven joints moves its tip and
keeps its posture. A crane carries its load along a curve and sets it down without swing: the pull of its winch
waits for the drive. A spacecraft turns by its wheels, and its momentum stays zero. A quadcopter follows a path by
lift and torques. A pendulum on a turning arm is swung up by its energy, with a limited torque, and held. Writes
`servo_goals.png`.
"""

from pathlib import Path
from typing import Any

import numpy as np
from furuta_pendulum import POLE, furuta, gains, upright
from parallel_mechanism import CENTER, mechanism
from parallel_mechanism import start as platform_start
from seven_joint_arm import BENT, seven_joint_arm
from stewart_platform import HEIGHT, LEVEL, placed, stewart_platform

import dalembert as da

RESULTS = Path(__file__).with_name("results")
METHOD = da.methods.DOP853(rtol=1e-9, atol=1e-11)
GRAVITY = 9.81
MASS = 0.06
"""Of the pole of the pendulum."""


# ---- robots


def circling_platform(until: float = 2.0) -> da.Motion:
    """The platform on three arms moves along a circle without turning."""
    model = mechanism()
    turn = 2.0 * np.pi * da.control.rest_to_rest(0.0, 1.0, duration=until)
    path = {
        "platform.x": CENTER[0] + 0.02 * da.sin(turn),
        "platform.y": CENTER[1] + 0.02 * (da.cos(turn) - 1.0),
        "platform.angle": 0.0,
    }
    goals = da.control.computed_torque(path, rate=5.0)
    return da.simulate(da.control.closed_loop(model, *goals), platform_start(model), until=until, method=METHOD)


def heaving_platform(until: float = 1.0) -> da.Motion:
    """The platform on six legs rises and yaws, and comes to rest again."""
    model = stewart_platform()
    part = da.control.rest_to_rest(0.0, 1.0, duration=until)
    path = {"platform.x": 0.0, "platform.y": 0.0, "platform.z": HEIGHT + 0.1 * part}
    path |= {"yaw": 0.3 * part, "pitch": 0.0, "roll": 0.0}
    goals = da.control.computed_torque(path, rate=5.0)
    return da.simulate(da.control.closed_loop(model, *goals), placed(model, LEVEL), until=until, method=METHOD)


def reaching_arm(until: float = 1.5) -> da.Motion:
    """The tip of the arm moves along a line; its joints stay near their posture as far as that allows."""
    arm = seven_joint_arm()
    tip = arm.body("flange link")["top"]
    begin = da.as_dynamics(arm).evaluate(da.position(tip), arm.state(q=BENT))
    part = da.control.rest_to_rest(0.0, 1.0, duration=until)
    path = [float(x) + way * part for x, way in zip(begin, (0.1, -0.2, 0.1), strict=True)]
    goals = da.control.operational_space(tip, path, posture=BENT, calm=3.0, rate=5.0)
    return da.simulate(da.control.closed_loop(arm, *goals), arm.state(q=BENT), until=until, method=METHOD)


# ---- a crane


def crane() -> da.Model:
    """A trolley, a rope without mass that a winch pulls, and a load that is a point."""
    trolley, rope = da.box("trolley", size=(0.4, 0.2, 0.3), mass=10.0), da.Body("rope")
    return da.Model(
        da.Prismatic("x", da.ground, trolley, axis="x"),
        da.Revolute("swing", trolley, rope, axis="z"),
        da.Prismatic("length", rope, da.particle("load", mass=5.0), axis=(0, -1, 0)),
        da.Motor("drive", "x"),
        da.Motor("winch", "length"),
        gravity=(0.0, -9.81, 0.0),
    )


def carried_load(until: float = 4.0) -> da.Motion:
    """Three metres along, over an obstacle: both inputs appear together once the winch is a state twice."""
    model = crane()
    load = da.position(model.body("load"))
    part = da.control.rest_to_rest(0.0, 1.0, duration=until, smoothness=4)
    over = 3.2 * part * (1.0 - part)
    goals = (
        da.Servo("along", load[0] - 3.0 * part, rate=3.0, exact=True),
        da.Servo("over", load[1] + 2.0 - over, rate=3.0, exact=True),
    )
    slower = da.control.with_input_states(da.control.with_input_states(model, ["winch"]), ["winch.rate"])
    start = da.State(q={"length": 2.0}, z={"winch": -5.0 * 9.81})
    return da.simulate(da.control.closed_loop(slower, *goals), start, until=until, method=METHOD)


# ---- things that fly


def spacecraft() -> da.Model:
    """A body that turns about its centre, and three wheels with motors along its axes."""
    hub = da.Body("hub", da.Inertia(50.0, J=np.diag([10.0, 6.3, 8.5])))
    parts: list[Any] = [da.Spherical("attitude", da.ground, hub)]
    for axis in "xyz":
        spin = da.Body(f"wheel {axis}", da.Inertia(2.0, J=np.diag([0.05, 0.05, 0.05])))
        parts += [da.Revolute(f"spin {axis}", hub, spin, axis=axis), da.Motor(f"motor {axis}", f"spin {axis}")]
    return da.Model(*parts)


def turned_spacecraft(until: float = 20.0) -> da.Motion:
    """Turned by 69° about a skew axis: the wheels take up what the body gives."""
    model = spacecraft()
    angle, axis = 1.2, (2.0, -1.0, 2.0)
    error = da.spatial.rotation(axis, angle).T @ da.orientation(model.body("hub"))
    apart = [0.5 * (error[j, i] - error[i, j]) for i, j in ((1, 2), (2, 0), (0, 1))]
    goal = da.Servo("attitude", apart, rate=0.6)
    return da.simulate(da.control.closed_loop(model, goal), model.state(), until=until, method=METHOD)


def quadcopter() -> da.Model:
    """A body with a lift along its own axis, and torques about all of them."""
    frame = da.Body("frame", da.Inertia(1.2, J=np.diag([0.012, 0.012, 0.022])))
    return da.Model(
        da.Free("pose", da.ground, frame, angles="zyx", names=("yaw", "pitch", "roll")),
        da.PointForce("rotors", frame, (0.0, 0.0, da.Input("lift")), axes=frame),
        da.Torque("differences", frame, tuple(da.Input(f"torque {axis}") for axis in "xyz"), axes=frame),
        gravity=(0.0, 0.0, -GRAVITY),
    )


def flown_path(until: float = 4.0) -> da.Motion:
    """Along a rising spiral, looking where it likes: place and yaw determine all the rest."""
    model = quadcopter()
    part = da.control.rest_to_rest(0.0, 1.0, duration=until, smoothness=4)
    turn = 2.0 * np.pi * part
    path = (da.sin(turn), 1.0 - da.cos(turn), 1.5 * part)
    place = da.position(model.body("frame"))
    goals = (
        da.Servo("place", [p - wanted for p, wanted in zip(place, path, strict=True)], rate=4.0, exact=True),
        da.Servo("look", da.coordinate("yaw") - 0.5 * part, rate=4.0, exact=True),
    )
    slower = da.control.with_input_states(da.control.with_input_states(model, ["lift"]), ["lift.rate"])
    start = da.State(z={"lift": 1.2 * GRAVITY})
    return da.simulate(da.control.closed_loop(slower, *goals), start, until=until, method=METHOD)


# ---- a pendulum that is swung up


def swung_up(limit: float = 0.06) -> tuple[da.Motion, da.Motion]:
    """From hanging until it is nearly upright, by its energy; from there on, by the regulator."""
    model = furuta(da.Input("torque"))
    weight = MASS * GRAVITY * 0.5 * POLE
    energy = MASS * POLE**2 / 6.0 * da.speed("tilt") ** 2 + weight * da.cos(da.coordinate("tilt"))
    goal = da.Servo("energy", energy - weight, rate=5.0, weight=1.0)
    loop = da.control.closed_loop(model, goal, by=da.control.LeastInputs(limits={"torque": limit}))
    near = da.Event("near", da.cos(da.coordinate("tilt")) - 0.97, direction=1, is_terminal=True)
    up = da.simulate(loop, model.state(q={"tilt": np.pi - 0.1}), until=30.0, events=[near], method=METHOD)

    # the regulator knows angles near zero, and holds the arm where it is now
    tilt = float(np.remainder(up["tilt"][-1] + np.pi, 2.0 * np.pi) - np.pi)
    end = up.state()
    law = da.control.law(upright(), gains())["torque"]
    held = da.simulate(furuta(law), da.State(q={"tilt": tilt}, u=end.u), until=6.0, method=METHOD)
    return up, held


# ---- all of them


def numbers() -> dict[str, Any]:
    """How well goals are met, and what else is known of each motion."""
    circle, heave, reach = circling_platform(), heaving_platform(), reaching_arm()
    load, craft, flight = carried_load(), turned_spacecraft(), flown_path()
    up, held = swung_up()
    momentum = [np.abs(craft[f"angular momentum.{axis}"]).max() for axis in "xyz"]
    return {
        "platform": [float(circle[name][-1]) for name in ("platform.x", "platform.y", "platform.angle")],
        "legs": [float(heave[name][-1]) for name in ("platform.z", "yaw", "roll")],
        "rows": max(float(x.max()) for motion in (circle, heave) for x in motion.residuals.values()),
        "circle": circle,
        "heave": heave,
        "reach": reach,
        "load": load,
        "craft": craft,
        "momentum": max(momentum),
        "flight": flight,
        "up": up,
        "held": held,
    }


def main(folder: Path = RESULTS) -> None:
    """Say what was met, and draw the load's way and the swing."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    print("the platform on three arms ends at", ", ".join(f"{x:.6f}" for x in found["platform"]))
    print("the one on six legs at", ", ".join(f"{x:.6f}" for x in found["legs"]))
    print(f"passive rows are kept to {found['rows']:.1e}")
    load, up, held = found["load"], found["up"], found["held"]
    print(
        f"the load swings by {np.degrees(np.abs(load['swing']).max()):.0f}° on its way, and by nothing in the end"
    )
    print(f"the momentum of the spacecraft stays below {found['momentum']:.1e}")
    print(f"the pendulum is up after {up.times[-1]:.1f} s, and at {held['tilt'][-1]:.1e} after 6 s more")
    file = folder / "servo_goals.png"
    da.plot(load, [["load.position.x", "load.position.y"], ["swing"], ["drive", "winch"]], file=file)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
