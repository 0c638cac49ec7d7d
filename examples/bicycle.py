"""A bicycle that steers itself: two wheels that roll, a frame with a stiff rider, a fork that turns in it.

The benchmark of Meijaard, Papadopoulos, Ruina and Schwab (Proc. R. Soc. A 463, 2007). Nobody steers, nothing is
damped, and yet between 4.29 and 6.02 m/s a push to the side dies out: what it brought goes into forward speed.
Slower the bicycle weaves, faster it leans over slowly. Their linear equations of lean and steer, at the speed v,

    M q̈ + v C q̇ + (g K₀ + v² K₂) q = 0,

are found here again: the whole bicycle is linearized about running straight on, and its modes are followed from
slow to fast. Writes `bicycle.png` and `bicycle_modes.png`.
"""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da

RESULTS = Path(__file__).with_name("results")
GRAVITY = 9.81
WHEELBASE, TRAIL, TILT = 1.02, 0.08, np.pi / 10.0
"""Between the points where the wheels touch; how far the front one is behind the steering axis, on the floor."""

REAR, FRONT = 0.3, 0.35
"""Radii of the wheels."""

SPEED, PUSH, UNTIL = 4.6, 0.5, 5.0
"""The push is a rate of lean, in rad/s."""

SLOW, TOUCH = 3.9, 1e-4
"""A speed at which it weaves more and more, and a push so small that linear equations hold."""

METHOD = da.methods.DOP853(rtol=1e-11, atol=1e-12)
SPEEDS = np.linspace(0.05, 10.0, 200)
RATES, ANGLES = ["lean.rate", "steer.rate"], ["lean", "steer"]


def steering_axis(height: float) -> Any:
    """The point of the steering axis so high above the floor, seen from where the rear wheel touches."""
    return np.array([WHEELBASE + TRAIL - height * np.tan(TILT), 0.0, height])


REAR_HUB, FRONT_HUB, HEAD = np.array([0.0, 0.0, REAR]), np.array([WHEELBASE, 0.0, FRONT]), steering_axis(0.72)


def bicycle() -> da.Model:
    """On a level floor: x is forwards, z upwards; lean and steer are positive to the right, as in the paper."""
    frame, fork = rear_frame(), front_frame()
    rear, front = wheel("rear wheel", REAR, 2.0, 0.0603, 0.12), wheel("front wheel", FRONT, 3.0, 0.1405, 0.28)
    floor = da.geometry.plane(da.ground, normal="z")
    return da.Model(
        da.Free("pose", da.ground, frame, angles="zxy", names=["yaw", "lean", "pitch"]),
        da.Revolute("steer", frame.at(HEAD - REAR_HUB), fork, axis=(np.sin(TILT), 0.0, -np.cos(TILT))),
        da.Revolute("rear", frame, rear, axis="y"),
        da.Revolute("front", fork.at(FRONT_HUB - HEAD), front, axis="y"),
        da.Rolling("rear tyre", rear, on=floor),
        da.Rolling("front tyre", front, on=floor),
        gravity=(0.0, 0.0, -GRAVITY),
    )


def wheel(name: str, radius: float, mass: float, across: float, about: float) -> da.Body:
    """A thin wheel on the axle y, with its moments of inertia across and about it."""
    inertia = da.Inertia(mass, J=np.diag([across, about, across]))
    return replace(da.disc(name, radius=radius, inertia=inertia, axis="y"), visual=visual_of_wheel(radius))


def rear_frame() -> da.Body:
    """With the rider; its origin is the hub. The product of inertia changes sign where z is upwards."""
    J = np.array([[9.2, 0.0, -2.4], [0.0, 11.0, 0.0], [-2.4, 0.0, 2.8]])
    visual = [*visual_of_frame(), *visual_of_rider()]
    return da.Body("rear frame", da.Inertia(85.0, np.array([0.3, 0.0, 0.9]) - REAR_HUB, J), visual=visual)


def front_frame() -> da.Body:
    """Fork and handlebar; the origin is on the steering axis."""
    J = np.array([[0.05892, 0.0, 0.00756], [0.0, 0.06, 0.0], [0.00756, 0.0, 0.00708]])
    return da.Body("front frame", da.Inertia(4.0, np.array([0.9, 0.0, 0.7]) - HEAD, J), visual=visual_of_fork())


def start(
    model: Any, speed: float = 0.0, *, lean: float = 0.0, steer: float = 0.0, rates: Any = (0.0, 0.0)
) -> da.State:
    """Heading along x, with rates of lean and steer; height, pitch and the rest are as rolling wants them."""
    q = {"pose.x": 0.0, "pose.y": 0.0, "yaw": 0.0, "lean": lean, "steer": steer, "rear": 0.0, "front": 0.0}
    u = {"lean": rates[0], "steer": rates[1], "rear": speed / REAR}
    return da.assemble(model, q=q, u=u, guess={"pose.z": REAR})


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """Pushed to the side while it runs straight on."""
    model = bicycle()
    return {"pushed": (model, start(model, SPEED, rates=(PUSH, 0.0)))}


# ---- what it looks like


BLUE, RED, BLACK, STEEL, JERSEY, SKIN = "#3b6ea5", "#a63d3d", "#2f343b", "#8a9099", "#c77d2e", "#e0b083"
SIDES = (-1.0, 1.0)


def tubes(lines: Any, origin: Any, radius: float, colour: str) -> list[Any]:
    """Bars along lines through points, seen from where the rear wheel touches, on a body with this origin."""
    ends = [pair for line in lines for pair in pairwise(np.array(line, dtype=float) - origin)]
    return [da.visuals.Bar(a, b, radius, colour=colour) for a, b in ends]


def visual_of_wheel(radius: float) -> list[Any]:
    """A tyre, a hub, and spokes by which one sees it turn."""
    turns = 2.0 * np.pi * np.arange(12) / 12
    rim = [(radius * np.cos(turn), 0.0, radius * np.sin(turn)) for turn in turns]
    spokes = tubes([((0.0, 0.0, 0.0), 0.95 * np.array(end)) for end in rim], np.zeros(3), 0.0035, "#b8bdc4")
    tyre = da.visuals.Torus(radius - 0.016, 0.016, "y", colour=BLACK)
    return [tyre, da.visuals.Cylinder(0.028, 0.09, "y", colour=STEEL), *spokes]


def visual_of_frame() -> list[Any]:
    """Tubes between hub, crank, saddle and head."""
    crank, seat, saddle = (0.42, 0.0, 0.27), (0.24, 0.0, 0.78), (0.21, 0.0, 0.9)
    low, high = steering_axis(0.66), steering_axis(0.84)
    stays = [(end, (0.0, 0.06 * side, REAR)) for side in SIDES for end in (crank, seat)]
    disc = da.spatial.Pose(p=np.array(crank) - [0.0, 0.05, 0.0] - REAR_HUB)
    return [
        *tubes([(crank, seat, high, low, crank)], REAR_HUB, 0.019, BLUE),
        *tubes(stays, REAR_HUB, 0.011, BLUE),
        *tubes([(seat, saddle)], REAR_HUB, 0.014, STEEL),
        da.visuals.Box((0.24, 0.13, 0.05), place=da.spatial.Pose(p=np.array(saddle) - REAR_HUB), colour=BLACK),
        da.visuals.Cylinder(0.09, 0.012, "y", place=disc, colour=STEEL),
    ]


def visual_of_rider() -> list[Any]:
    """Who sits stiffly on the saddle, one pedal up and the other one down."""
    hip, shoulder, head = np.array([0.19, 0.0, 1.0]), np.array([0.42, 0.0, 1.42]), np.array([0.49, 0.0, 1.6])
    along = (shoulder - hip) / np.linalg.norm(shoulder - hip)
    R = np.stack([np.cross([0.0, 1.0, 0.0], along), [0.0, 1.0, 0.0], along], axis=1)
    arms = [[(0.41, 0.19 * y, 1.38), (0.54, 0.25 * y, 1.13), (0.72, 0.24 * y, 1.0)] for y in SIDES]
    knees = [(0.55 - 0.02 * y, 0.11 * y, 0.73 - 0.09 * y) for y in SIDES]
    feet = [(0.42 - 0.04 * y, 0.11 * y, 0.26 - 0.08 * y) for y in SIDES]
    legs = [[(0.19, 0.09 * y, 0.96), knee, foot] for y, knee, foot in zip(SIDES, knees, feet, strict=True)]
    return [
        da.visuals.Box(
            (0.19, 0.32, 0.5), place=da.spatial.Pose(R, (hip + shoulder) / 2.0 - REAR_HUB), colour=JERSEY
        ),
        da.visuals.sphere(0.105, place=da.spatial.Pose(p=head - REAR_HUB), colour=SKIN),
        *tubes([(0.95 * shoulder, head)], REAR_HUB, 0.045, SKIN),
        *tubes(arms, REAR_HUB, 0.04, JERSEY),
        *tubes(legs, REAR_HUB, 0.055, "#44597a"),
    ]


def visual_of_fork() -> list[Any]:
    """Two blades, and a handlebar with grips."""
    crown, stem = steering_axis(0.62), steering_axis(0.98)
    blades = [(crown, crown + np.array([0.0, 0.055 * y, 0.0]), (WHEELBASE, 0.055 * y, FRONT)) for y in SIDES]
    middle = stem + np.array([0.04, 0.0, 0.0])
    bends = [middle + np.array([0.0, 0.22 * y, 0.0]) for y in SIDES]
    grips = [(bend, bend + np.array([-0.13, 0.03 * y, 0.02])) for y, bend in zip(SIDES, bends, strict=True)]
    return [
        *tubes([(crown, stem), *blades], HEAD, 0.013, RED),
        *tubes([(stem, middle), bends], HEAD, 0.012, STEEL),
        *tubes(grips, HEAD, 0.016, BLACK),
    ]


# ---- small motions about running straight on


def inertia_of_small_motions(model: Any) -> Any:
    """M of lean and steer, by the kinetic energy, which is a quadratic form of their rates at rest; (2, 2)."""
    dynamics = da.as_dynamics(model)

    def energy(lean: float, steer: float) -> float:
        return dynamics.signals(["kinetic energy"], start(dynamics, rates=(lean, steer)))["kinetic energy"]

    first, second, both = energy(1.0, 0.0), energy(0.0, 1.0), energy(1.0, 1.0)
    return np.array([[2.0 * first, both - first - second], [both - first - second, 2.0 * second]])


def straight(speed: float) -> da.State:
    """Upright and straight on, at a speed."""
    return da.State(q={"pose.z": REAR}, u={"pose.x": speed, "rear": speed / REAR, "front": speed / FRONT})


def small_motions(model: Any) -> dict[str, Any]:
    """M, C, K₀ and K₂: M by energies, the others by linear equations at two speeds."""
    dynamics, M = da.as_dynamics(model), inertia_of_small_motions(model)

    def slopes(speed: float, by: list[str]) -> Any:
        linear = da.linearize(dynamics, straight(speed))
        rows, columns = ([linear.states.index(name) for name in names] for names in (RATES, by))
        return -M @ linear.A[np.ix_(rows, columns)]

    K = slopes(0.0, ANGLES)
    return {"M": M, "C": slopes(1.0, RATES), "K0": K / GRAVITY, "K2": slopes(1.0, ANGLES) - K}


def modes_against_speed(model: Any) -> Any:
    """Eigenvalues of small motions about running straight on, each followed from slow to fast."""
    rides = [straight(speed) for speed in SPEEDS]
    return da.linearize(model, rides, along={"speed in m/s": REAR * da.speed("rear")}).modes()


def numbers() -> dict[str, Any]:
    """The matrices, the speeds between which it steers itself, and what a push leads to within these and below."""
    model, pushed = systems()["pushed"]
    dynamics = da.as_dynamics(model)
    motion = da.simulate(dynamics, pushed, until=UNTIL, method=METHOD)
    slow = da.simulate(dynamics, start(dynamics, SLOW, rates=(TOUCH, 0.0)), until=UNTIL, method=METHOD)
    modes = modes_against_speed(dynamics)
    return {
        "mobility": da.mobility(model, pushed),
        "matrices": small_motions(dynamics),
        "modes": modes,
        "speeds": tuple(one.at for one in modes.critical if one.changes_stability),
        "motion": motion,
        "slow": slow,
        "speed": REAR * motion["rear.rate"],
        "energy drift": motion.energy_drift,
        "gap": max(float(motion.residuals[level].max()) for level in ("positions", "velocities")),
    }


def main(folder: Path = RESULTS) -> None:
    """Push it, and say what becomes of the push."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    for name, matrix in found["matrices"].items():
        print(f"{name:2} = [{matrix[0, 0]:10.6f} {matrix[0, 1]:10.6f}; {matrix[1, 0]:10.6f} {matrix[1, 1]:10.6f}]")
    weave, capsize = found["speeds"]
    print(f"it steers itself between {weave:.5f} and {capsize:.5f} m/s")
    lean, speed = found["motion"]["lean"], found["speed"]
    print(f"at {SPEED} m/s a push leans it by {np.degrees(lean.max()):.2f}°; after {UNTIL:g} s", end=" ")
    print(f"{np.degrees(np.abs(lean[-300:]).max()):.2f}° are left, and it runs at {speed[-1]:.4f} m/s;", end=" ")
    print(f"energy kept to {found['energy drift']:.0e}")
    slow = np.abs(found["slow"]["lean"])
    print(
        f"at {SLOW} m/s the lean after a touch has grown {slow[-300:].max() / slow[:300].max():.1f} times by then"
    )
    da.plot(found["modes"], file=folder / "bicycle_modes.png")
    file = folder / "bicycle.png"
    da.draw(found["motion"], t=[0.0, 0.3], names=False, file=file)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
