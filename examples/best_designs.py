"""Which values are best? A damper, a linkage, a suspension, an arm and a bicycle, each with requirements.

A damper makes the peak of a force least. A four-bar guides a point along a path, and its transmission angle stays
above 40 degrees. The arms of a wheel suspension get the lengths with which the camber follows a curve. An arm is
as light as its servo and its deflection allow. A bicycle is self-stable over the widest range of speeds. Writes
`best_designs.png`.
"""

from pathlib import Path
from typing import Any

import bicycle
import numpy as np

import dalembert as da

RESULTS = Path(__file__).with_name("results")


# ---- the least peak of a force


def damper() -> da.sweeps.Optimum:
    """A body arrives with 1 m/s at a spring of 100 N/m; the damper beside it makes the force on the wall least."""
    damping = da.param("c", 2.0)
    model = da.Model(
        da.Prismatic("x", da.ground, da.particle("body", mass=1.0), axis="x"),
        da.JointSpring("spring", "x", stiffness=100.0),
        da.JointDamper("damper", "x", damping),
    )
    force = 100.0 * da.coordinate("x") + damping * da.speed("x")
    start = da.State(u={"x": 1.0})
    return da.optimize(model, da.sweeps.Peak(force), over={"c": (0.1, 30.0)}, start=start, until=1.0)


# ---- a path


def four_bar() -> tuple[da.Model, da.extend.Frame]:
    """A crank-rocker with open lengths, and a point of its coupler."""
    lengths = {"crank": ("a", 0.25), "coupler": ("b", 0.9), "rocker": ("c", 0.6)}
    crank, coupler, rocker = (da.rod(name, length=da.param(*p), mass=1.0) for name, p in lengths.items())
    model = da.Model(
        da.Revolute("A", da.ground, crank, axis="z"),
        da.Revolute("B", crank["end"], coupler, axis="z"),
        da.Revolute("C", coupler["end"], rocker["end"], axis="z"),
        da.Revolute("D", da.ground.at(x=da.param("d", 0.85)), rocker, axis="z"),
        da.Drive("drive", "A", 2.0 * np.pi * da.time),
    )
    return model, coupler.at(x=0.4, y=0.2)


def path_of(lengths: dict[str, float], times: np.ndarray) -> np.ndarray:
    """The path of the point, (T, 3)."""
    model, point = four_bar()
    start = da.assemble(model, guess={"A": 0.0, "B": 0.5, "D": 1.8}, p=lengths)
    return np.array(da.kinematics(model, times, guess=start, p=lengths).evaluate(da.position(point)))


def guiding_linkage(lengths: dict[str, float]) -> da.sweeps.Optimum:
    """The lengths with which the point follows the path of another linkage, whose least angle is 40.5°."""
    model, point = four_bar()
    times = np.linspace(0.0, 1.0, 37)
    path = path_of(lengths, times)
    wanted = [da.spline(times, path[:, k])(da.time) for k in range(2)]
    off = sum((da.position(point)[k] - wanted[k]) ** 2 for k in range(2))

    def start(p: dict[str, float]) -> da.State:
        return da.assemble(model, guess={"A": 0.0, "B": 0.5, "D": 1.8}, p=p)

    return da.optimize(
        model,
        da.sweeps.Integral(off),
        over={"a": (0.1, 0.5), "b": (0.5, 1.5), "c": (0.4, 1.2), "d": (0.5, 1.4)},
        require={da.sin(da.coordinate("C")): (np.sin(np.radians(40.0)), None)},
        start=start,
        times=times,
        samples=40,
    )


# ---- a curve of camber


def suspension() -> tuple[da.Model, Any]:
    """A double wishbone in its plane, whose lower arm a drive moves; the upper arm and its bearing are open."""
    lower = da.rod("lower arm", length=0.4, mass=2.0)
    upper = da.rod("upper arm", length=da.param("l", 0.33), mass=1.5)
    carrier = da.rod("carrier", length=0.25, mass=8.0, axis="y")
    model = da.Model(
        da.Revolute("lower", da.ground, lower, axis="z"),
        da.Revolute("ball joint", lower["end"], carrier, axis="z"),
        da.Revolute("upper", da.ground.at(x=da.param("x", 0.06), y=da.param("y", 0.25)), upper, axis="z"),
        da.Revolute("top joint", carrier["end"], upper["end"], axis="z"),
        da.Drive("travel", "lower", 0.3 * (da.time - 0.5)),
    )
    return model, da.coordinate("lower") + da.coordinate("ball joint")


def camber(lengths: dict[str, float], times: np.ndarray) -> np.ndarray:
    """The angle of the carrier over its travel, in rad."""
    model, angle = suspension()
    start = da.assemble(model, guess={"lower": -0.15}, p=lengths)
    return np.array(da.kinematics(model, times, guess=start, p=lengths).evaluate(angle))


def suspension_with(curve: dict[str, float]) -> da.sweeps.Optimum:
    """Lengths with which the camber is that of another suspension."""
    model, angle = suspension()
    times = np.linspace(0.0, 1.0, 31)
    wanted = da.spline(times, camber(curve, times))(da.time)
    return da.optimize(
        model,
        da.sweeps.Integral(1e4 * (angle - wanted) ** 2),
        over={"l": (0.25, 0.4), "x": (0.0, 0.15), "y": (0.2, 0.3)},
        start=lambda p: da.assemble(model, guess={"lower": -0.15}, p=p),
        times=times,
        tolerance=1e-10,
    )


# ---- a light arm

DENSITY, YOUNG, REACH, LOAD, SERVO = 2700.0, 70e9, 1.0, 5.0, 20_000.0
"""Aluminium, a metre of reach, a load of 5 kg, and the stiffness of the servo in N m/rad."""


def arm() -> da.Model:
    """An arm on a servo that yields, with a joint in the middle that bends as a beam would."""
    r = da.param("r", 0.03)
    mass = DENSITY * np.pi * r**2 * REACH
    inner, outer = (da.rod(name, length=REACH / 2, mass=mass / 2) for name in ("inner", "outer"))
    bending = YOUNG * np.pi * r**4 / 4 / REACH
    return da.Model(
        da.Revolute("servo", da.ground, inner, axis="z"),
        da.Revolute("middle", inner["end"], outer, axis="z"),
        da.Weld("grip", outer["end"], da.particle("load", mass=LOAD)),
        da.JointSpring("holding", "servo", stiffness=SERVO),
        da.JointSpring("bending", "middle", stiffness=bending),
        gravity=(0, -9.81, 0),
    )


def drop(model: da.Model, start: da.State) -> float:
    """How far the load hangs below the horizontal at rest, in m."""
    rest = da.equilibrium(model, guess={"servo": 0.0, "middle": 0.0}, p=start.p)
    return -float(da.as_dynamics(model).evaluate(da.position(model.body("outer")["end"])[1], rest))


def lightest_arm(least: float = 0.01) -> da.sweeps.Optimum:
    """The radius with which the load hangs a centimetre low at most, and the mass is least."""
    mass = DENSITY * np.pi * da.param("r", 0.03) ** 2 * REACH
    return da.optimize(arm(), mass, over={"r": (0.005, 0.05)}, require={drop: (None, least)})


# ---- a bicycle

SPEEDS = np.linspace(1.0, 12.0, 56)


def open_bicycle() -> da.Model:
    """The bicycle of `bicycle.py` with its trail as a parameter."""
    trail = da.param("trail", bicycle.TRAIL)
    x, z = bicycle.WHEELBASE + trail - 0.72 * np.tan(bicycle.TILT), 0.72
    head = np.array([x, 0.0, z], dtype=object)
    J = np.array([[0.05892, 0.0, 0.00756], [0.0, 0.06, 0.0], [0.00756, 0.0, 0.00708]])
    frame, fork = bicycle.rear_frame(), da.Body("fork", da.Inertia(4.0, np.array([0.9, 0.0, 0.7]) - head, J))
    rear = bicycle.wheel("rear wheel", bicycle.REAR, 2.0, 0.0603, 0.12)
    front = bicycle.wheel("front wheel", bicycle.FRONT, 3.0, 0.1405, 0.28)
    floor = da.geometry.plane(da.ground, normal="z")
    axis = (np.sin(bicycle.TILT), 0.0, -np.cos(bicycle.TILT))
    return da.Model(
        da.Free("pose", da.ground, frame, angles="zxy", names=["yaw", "lean", "pitch"]),
        da.Revolute("steer", frame.at(head - bicycle.REAR_HUB), fork, axis=axis),
        da.Revolute("rear", frame, rear, axis="y"),
        da.Revolute("front", fork.at(bicycle.FRONT_HUB - head), front, axis="y"),
        da.Rolling("rear tyre", rear, on=floor),
        da.Rolling("front tyre", front, on=floor),
        gravity=(0.0, 0.0, -bicycle.GRAVITY),
    )


def stable_speeds(model: da.Model, start: da.State) -> tuple[float, float]:
    """The speeds between which running straight on is stable."""
    q = {"pose.z": bicycle.REAR}
    rides = [
        model.state(q=q, u={"pose.x": v, "rear": v / bicycle.REAR, "front": v / bicycle.FRONT}, p=start.p)
        for v in SPEEDS
    ]
    # where it is and which way it heads do not matter: these eigenvalues are zero
    values = [np.linalg.eigvals(A) for A in da.linearize(model, rides).A]
    growth = np.array([max(x.real for x in these if abs(x) > 1e-5) for these in values])
    changes = np.flatnonzero(np.diff(growth < 0.0))
    edges = [
        SPEEDS[k] + (SPEEDS[k + 1] - SPEEDS[k]) * growth[k] / (growth[k] - growth[k + 1]) for k in changes[:2]
    ]
    first, last = (*edges, SPEEDS[-1], SPEEDS[-1])[:2]
    return float(first), float(last)


def unstable_width(model: da.Model, start: da.State) -> float:
    """Less the more speeds are stable."""
    first, last = stable_speeds(model, start)
    return first - last


def weave_speed(model: da.Model, start: da.State) -> float:
    """The speed above which the bicycle no longer weaves."""
    return stable_speeds(model, start)[0]


def stable_bicycle(weave: float = 5.0) -> da.sweeps.Optimum:
    """The trail with the widest range of stable speeds that begins at 5 m/s at the latest."""
    return da.optimize(
        open_bicycle(), unstable_width, over={"trail": (0.02, 0.3)}, require={weave_speed: (None, weave)}
    )


def numbers() -> dict[str, Any]:
    """What was found, and what it was to be."""
    linkage = {"a": 0.25, "b": 1.0, "c": 0.8, "d": 0.9}
    wishbone = {"l": 0.3, "x": 0.08, "y": 0.27}
    return {
        "damper": damper(),
        "linkage": guiding_linkage(linkage),
        "linkage to find": linkage,
        "suspension": suspension_with(wishbone),
        "suspension to find": wishbone,
        "arm": lightest_arm(),
        "bicycle": stable_bicycle(),
    }


def pictures(folder: Path, found: dict[str, Any]) -> list[Path]:
    """The run with the best damper."""
    file = folder / "best_designs.png"
    da.plot(found["damper"].motion, ["x", "x.rate", "damper.force"], file=file)
    return [file]


def main(folder: Path = RESULTS) -> None:
    """Find the designs, and print them."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    damping = found["damper"]
    print(f"least peak of the force {damping.objective:.4f} N, with c = {damping['c']:.4f} N s/m")
    for name in ("linkage", "suspension"):
        values = ", ".join(f"{key} = {x:.4f} m" for key, x in found[name].values.items())
        print(f"{name}: {values}, after {found[name].runs} candidates")
    light = found["arm"]
    print(f"the lightest arm has a radius of {1e3 * light['r']:.3f} mm and {light.objective:.3f} kg")
    bike = found["bicycle"]
    print(f"a bicycle with a trail of {1e3 * bike['trail']:.1f} mm is stable over {-bike.objective:.3f} m/s")
    pictures(folder, found)


if __name__ == "__main__":
    main()
