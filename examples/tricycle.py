"""A tadpole tricycle that leans: two wheels in front, one behind, built from eight modules (Orsino 2016, 5.2).

Each module is a leaf with its own equations, but the middle one, which joins rider and frame, handlebar and both
rods of the suspension. Only what holds modules together is said at the top, and the linear model of the whole is
made of their linear models, without a nonlinear one.

The printed data do not close: the knuckles are 51 mm off one rod, the hubs 55 mm off the axles, the steering bars
199 mm off the knuckles. So joints hold as well as they can: rows are measured in axes that head where the vehicle
heads, and met by least squares. What follows from any reading of the data is told first; eigenvalues depend on it.

All data are parameters, so that eight variants of the geometry need no other model. Writes the tree of modules as
`tricycle_tree.png`, modes over speed as `tricycle.png`, their vectors at some speeds as `tricycle_modes.png`, and
the variants as `tricycle_scenarios.png`.
"""

import math
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

import dalembert as da
from dalembert.modules import (
    BodyFrame,
    LeastSquares,
    canonical_matrices,
    coincident,
    linearized,
    rigid_body,
    rolling_wheel,
)

RESULTS = Path(__file__).with_name("results")
SPEED = 3.0
FAST = 12.5
RANGE = np.unique(np.concatenate([np.linspace(0.0, 0.1, 101), np.linspace(0.1, FAST, 497)]))
"""Speeds of the charts in m/s, closer to each other at rest, where weave begins."""

S = da.expr.symbol
GEOMETRY = {
    "wheelbase": 1.075,
    "trail": 0.08,
    "steering tilt": math.radians(15.25),
    "rear radius": 0.253,
    "front radius": 0.255,
    "bar length": 0.220,
    "bar angle": math.radians(70.0),
    **{"rider x": 0.375, "rider z": -0.950},
    **{"handlebar x": 0.020, "handlebar z": -0.820},
    **{"grip x": -0.120, "grip y": 0.015, "grip z": -0.165},
    **{"arm x": -0.080, "arm y": -0.015, "arm z": 0.012},
    **{"hub x": 0.040, "hub y": 0.060, "hub z": -0.020},
    **{"P tilt": math.radians(-2.5), "P x": 1.040, "P z": -0.310, "P centre": -0.015},
    **{"P end y": 0.195, "P end z": -0.040, "P on knuckle x": 0.030, "P on knuckle y": 0.025},
    **{"P on knuckle z": -0.060},
    **{"Q tilt": math.radians(-2.5), "Q x": 1.070, "Q z": -0.209, "Q centre": -0.015},
    **{"Q end y": 0.220, "Q end z": -0.040, "Q on knuckle x": 0.050, "Q on knuckle y": 0.0},
    **{"Q on knuckle z": 0.041},
}
"""Lengths in m and angles in rad of table 5.1: points of frame, handlebar, rods and the right knuckle."""

MASSES = {
    **{"B mass": 85.0, "B xx": 9.70, "B yy": 9.0, "B zz": 3.10, "B xz": 2.70},
    **{"H mass": 3.0, "H xx": 0.097, "H yy": 0.09, "H zz": 0.015, "H xz": -0.009},
    **{"P mass": 0.75, "P xx": 0.010, "P yy": 0.010, "P zz": 0.009},
    **{"Q mass": 0.75, "Q xx": 0.012, "Q yy": 0.012, "Q zz": 0.011},
    **{"W mass": 2.50, "W axial": 0.180, "W radial": 0.094},
    **{"F mass": 2.00, "F axial": 0.140, "F radial": 0.075},
    **{"S mass": 0.30, "S across": 0.001},
    **{"K mass": 0.50, "K xx": 0.002, "K yy": 0.001, "K zz": 0.003, "K xy": 0.0003, "K xz": -0.0005, "K yz": 0.0},
}
"""Masses in kg and entries of inertia matrices in kg m² of table 5.1; yy of frame and rods has no influence."""

DATA = {**GEOMETRY, **MASSES, "g": 9.81, "slope": 0.0}
p = {name: da.param(name, value) for name, value in DATA.items()}
DOWN = (p["g"] * da.sin(p["slope"]), 0.0, p["g"] * da.cos(p["slope"]))
"""Gravity where the ground falls along x by the slope, in rad."""

SIDES = {"R": 1.0, "L": -1.0}


def point(data, name):
    """A point of the data by its name; what is not given is zero."""
    return np.array([data.get(f"{name} {axis}", 0.0) for axis in "xyz"])


def origins(data):
    """Places of handlebar and rods on the frame, where they turn."""
    head = np.array([data["wheelbase"] + data["trail"], 0.0, 0.0])
    return {"H": head, "P": point(data, "P"), "Q": point(data, "Q")}


def centres(data):
    """Mass centres of handlebar and rods, in their own axes."""
    return {"H": point(data, "handlebar"), **{rod: np.array([0.0, 0.0, data[f"{rod} centre"]]) for rod in "PQ"}}


def tilts(data):
    """Angles of the axes of handlebar and rods about y."""
    return {"H": data["steering tilt"], "P": data["P tilt"], "Q": data["Q tilt"]}


def mirrored(point, side):
    """A point of the right side, on a side."""
    return np.array([point[0], SIDES[side] * point[1], point[2]])


def inertia(body):
    """Matrix of inertia of a body that is symmetric to the plane y = 0."""
    xz = p.get(f"{body} xz", 0.0)
    return [[p[f"{body} xx"], 0.0, xz], [0.0, p[f"{body} yy"], 0.0], [xz, 0.0, p[f"{body} zz"]]]


def shared(leaf, name, *inputs):
    """The leaf under a name, with parameters and inputs of the whole."""
    return leaf.renamed(name, shared=(*leaf.parameters, *inputs))


def axes_agree(name, T, R):
    """Rows that make two frames parallel."""
    return {f"{name} xy": T[:, 0] @ R[:, 1], f"{name} xz": T[:, 0] @ R[:, 2], f"{name} yz": T[:, 1] @ R[:, 2]}


def frame_axes():
    """Axes of the frame: heading, lean, pitch."""
    return da.spatial.euler("zxy", [S("ψ"), S("φ"), S("θ")])


def placed_axes(name):
    """Axes of handlebar and rods, by the extra coordinates of the frame."""
    axis, angle = ("z", S("δ")) if name == "H" else ("x", S(f"χ{name}"))
    return frame_axes() @ da.spatial.rotation("y", tilts(p)[name]) @ da.spatial.rotation(axis, angle)


def assembly():
    """Rider and frame, handlebar, both suspension rods: 24 rows on 32 variables."""
    bodies = [
        shared(rigid_body(name, mass=p[f"{name} mass"], inertia=inertia(name), gravity=DOWN), name)
        for name in "BHPQ"
    ]
    w, R = np.array([S("x"), S("y"), 0.0], dtype=object), frame_axes()
    rows = {
        **coincident("B at", BodyFrame("B").p, w + R @ point(p, "rider")),
        **axes_agree("B turns", R, BodyFrame("B").R),
    }
    for name, origin in origins(p).items():
        T = placed_axes(name)
        rows |= coincident(f"{name} at", BodyFrame(name).p, w + R @ origin + T @ centres(p)[name])
        rows |= axes_agree(f"{name} turns", T, BodyFrame(name).R)
    extra = ("x", "y", "ψ", "φ", "θ", "δ", "χP", "χQ")
    return da.modules.subsystem(
        "A",
        bodies,
        coordinates=extra,
        constraints=rows,
        forces={"δ": da.Input("steering"), "φ": da.Input("leaning")},
        independent=tuple(f"{name}.rate" for name in extra),
    )


def wheel(name, radius):
    """A wheel with a torque about its axle; an input of that name elsewhere is its reaction."""
    torque, kind = f"torque {name}", name[0]
    leaf = rolling_wheel(
        name,
        radius=radius,
        mass=p[f"{kind} mass"],
        axial=p[f"{kind} axial"],
        radial=p[f"{kind} radial"],
        gravity=p["g"],
        slope=p["slope"],
        torque=-da.Input(torque),
    )
    return shared(leaf, name, torque)


def bar(side):
    """A steering bar: thin, so it does not spin."""
    leaf = rigid_body(
        f"S{side}",
        mass=p["S mass"],
        inertia=(0.0, p["S across"], p["S across"]),
        orientation="zyx",
        gravity=DOWN,
        constraints={"no spin": S("angle3") + 0.0},
        independent=("vx", "vy", "vz", "wy", "wz"),
    )
    return shared(leaf, f"S{side}")


def knuckle(side):
    """What carries a front wheel, and the reaction to its torque (5.14).

    That of the rear wheel would only pitch the frame, which no small motion of this vehicle does.
    """
    torque = f"torque F{side}"
    xy, yz = SIDES[side] * p["K xy"], SIDES[side] * p["K yz"]
    J = [[p["K xx"], xy, p["K xz"]], [xy, p["K yy"], yz], [p["K xz"], yz, p["K zz"]]]
    leaf = rigid_body(f"K{side}", mass=p["K mass"], inertia=J, gravity=DOWN, torque=(0.0, da.Input(torque), 0.0))
    return shared(leaf, f"K{side}", torque)


def rod_end(data, rod, side):
    """End of a rod of the suspension, in its own axes."""
    return np.array([0.0, SIDES[side] * data[f"{rod} end y"], data[f"{rod} end z"]])


def external():
    """Rows between the modules, in axes that head where the frame heads."""
    heading = da.spatial.rotation("z", -S("ψ"))

    def seen(rows):
        names, values = list(rows), np.array(list(rows.values()), dtype=object).reshape(-1, 3)
        return dict(zip(names, (heading @ values.T).T.ravel(), strict=True))

    y, half = (0.0, 1.0, 0.0), p["bar length"] / 2
    w, R = np.array([S("x"), S("y"), 0.0], dtype=object), frame_axes()
    rows = {
        **seen(coincident("rear hub", BodyFrame("W").p, w + R @ np.array([0.0, 0.0, -p["rear radius"]]))),
        **seen(coincident("rear axle", BodyFrame("W").axis(y), R[:, 1])),
    }
    for side in SIDES:
        K, S_bar, F = BodyFrame(f"K{side}"), BodyFrame(f"S{side}", "zyx"), BodyFrame(f"F{side}")
        grip = w + R @ origins(p)["H"] + placed_axes("H") @ mirrored(point(p, "grip"), side)
        rows |= seen(coincident(f"bar {side}", S_bar.point((-half, 0.0, 0.0)), grip))
        arm = K.point(mirrored(point(p, "arm"), side))
        rows |= seen(coincident(f"arm {side}", S_bar.point((half, 0.0, 0.0)), arm))
        for rod in "PQ":
            end = w + R @ origins(p)[rod] + placed_axes(rod) @ rod_end(p, rod, side)
            on_knuckle = K.point(mirrored(point(p, f"{rod} on knuckle"), side))
            rows |= seen(coincident(f"{rod} {side}", on_knuckle, end))
        rows |= seen(coincident(f"hub {side}", F.p, K.point(mirrored(point(p, "hub"), side))))
        rows |= seen(coincident(f"axle {side}", F.axis(y), K.axis(y)))
    return rows


SPEEDS = ("x.rate", "δ.rate", "φ.rate")
COORDINATES = ("x", "y", "δ", "φ", "ψ", "W/angle3", "FR/angle3", "FL/angle3")
LATERAL = {"δ": ("δ", "δ.rate"), "φ": ("φ", "φ.rate")}


def tricycle(incompatible=True):
    """All modules, and the rows between them."""
    modules = [
        assembly(),
        wheel("W", p["rear radius"]),
        *(wheel(f"F{side}", p["front radius"]) for side in SIDES),
        *(bar(side) for side in SIDES),
        *(knuckle(side) for side in SIDES),
    ]
    complement = LeastSquares(*SPEEDS, incompatible=incompatible)
    return da.modules.subsystem("tricycle", modules, constraints=external(), independent=complement)


def turned(angle):
    """Axes that are turned about y."""
    return np.array(da.spatial.rotation("y", angle), dtype=float)


def effective_mass(data):
    """Mass of all modules, and what its wheels add to it as they turn, in kg."""
    once, twice = ("B", "H", "P", "Q", "W"), ("F", "S", "K")
    mass = sum(data[f"{name} mass"] for name in once) + 2.0 * sum(data[f"{name} mass"] for name in twice)
    turning = data["W axial"] / data["rear radius"] ** 2 + 2.0 * data["F axial"] / data["front radius"] ** 2
    return mass, mass + turning


def straight(v, data=DATA):
    """All variables while it runs upright at a speed, and its data: bodies are where frames place them.

    Down a slope it runs faster and faster.
    """
    bodies = {"B": point(data, "rider"), "W": np.array([0.0, 0.0, -data["rear radius"]])}
    values = {f"{name}/angle3": angle for name, angle in tilts(data).items()}
    for name, origin in origins(data).items():
        bodies[name] = origin + turned(tilts(data)[name]) @ centres(data)[name]
    for side, s in SIDES.items():
        # knuckles are at the lower rod, bars at the handlebar, wheels on the floor
        end = origins(data)["Q"] + turned(data["Q tilt"]) @ rod_end(data, "Q", side)
        bodies[f"K{side}"] = end - mirrored(point(data, "Q on knuckle"), side)
        hub = bodies[f"K{side}"] + mirrored(point(data, "hub"), side)
        bodies[f"F{side}"] = np.array([hub[0], hub[1], -data["front radius"]])
        grip = origins(data)["H"] + turned(data["steering tilt"]) @ mirrored(point(data, "grip"), side)
        angle = data["bar angle"]
        bodies[f"S{side}"] = grip + data["bar length"] / 2 * np.array([math.cos(angle), s * math.sin(angle), 0.0])
        values[f"S{side}/angle1"] = s * angle
    weight, mass = effective_mass(data)
    a = weight * data["g"] * math.sin(data["slope"]) / mass
    for name, place in bodies.items():
        values |= dict(zip((f"{name}/x", f"{name}/y", f"{name}/z"), map(float, place), strict=True))
        values |= {f"{name}/vx": v, f"{name}/vx'": a}
    radii = {"W": "rear radius", "FR": "front radius", "FL": "front radius"}
    spins = {
        f"{name}/wy{prime}": -x / data[radius]
        for name, radius in radii.items()
        for prime, x in (("", v), ("'", a))
    }
    # how the bars lie is a matter of the reference alone
    parameters = {name: x for name, x in data.items() if name != "bar angle"}
    return {**values, **spins, "x.rate": v, "x.rate'": a, **parameters}


# ---- what is found


def named_modes(modes):
    """Castering falls most, capsize is the other real mode at high speed, weave the pair."""
    last = modes.values[-1]
    real = sorted((k for k in range(4) if abs(last[k].imag) < 1e-9), key=lambda k: last[k].real)
    pair = [k for k in range(4) if last[k].imag > 1e-9]
    names = {"castering": real[:1], "weave": pair[:1], "capsize": real[1:2]}
    return modes.named(**{name: numbers[0] for name, numbers in names.items() if numbers})


def matrices(system, data=DATA):
    """Lateral equations by powers of speed, in steer and lean, of the tricycle with some data."""
    return canonical_matrices(
        system,
        lambda v: straight(v, data),
        variables=LATERAL,
        coordinates=COORDINATES,
        speeds=SPEEDS,
    )


def scenarios(seed=2016):
    """Data of eight variants, as for Figs 5.7 and 5.8: geometry up to 4 % off, and −2 to 11 times the trail."""
    random = np.random.default_rng(seed)
    variants = {}
    for number in range(1, 9):
        geometry = {name: x * (1.0 + random.uniform(-0.04, 0.04)) for name, x in GEOMETRY.items()}
        factor = random.uniform(-2.0, 11.0)
        variants[f"{number}: trail × {factor:.1f}"] = {**DATA, **geometry, "trail": factor * GEOMETRY["trail"]}
    return variants


def numbers() -> dict[str, Any]:
    """Gaps, linear equations in 8 coordinates and 3 speeds, their lateral part by powers of speed, and modes."""
    system = tricycle()
    linear = linearized(system, straight(SPEED))
    lateral = matrices(system)
    modes = named_modes(lateral.modes(RANGE))
    variants, seconds = {}, []
    for name, data in scenarios().items():
        start = perf_counter()
        variants[name] = named_modes(matrices(system, data).modes(RANGE))
        seconds.append(perf_counter() - start)
    return {
        "system": system,
        "linear": linear,
        "gaps": {name: gap(linear, name) for name in ("P R", "hub R", "arm R")},
        "reduced": linear.reduced(COORDINATES, SPEEDS),
        "matrices": lateral,
        "modes": modes,
        "statements": statements(modes),
        "scenarios": variants,
        "seconds": seconds,
    }


def gap(linear: Any, name: str) -> float:
    """Distance in m between the two points of a joint that its data leave."""
    return float(np.linalg.norm([linear.residuals.get(f"{name} {k}", 0.0) for k in "xyz"]))


def jumps(modes: Any, name: str) -> list[Any]:
    """Where the ratio of steer to lean changes its sign in a mode."""
    partners = [modes.names[name]]
    if name == "weave":
        # at rest both of the pair are real
        partners = [k for k in range(4) if abs(modes.values[-1, k].imag) > 1e-9]
    return [jump for jump in modes.phase_jumps("δ", "φ") if jump.number in partners]


def statements(modes: Any) -> dict[str, bool]:
    """What section 5.2.5 says about the modes, and whether it is so with this reading of the data."""
    v = modes.speeds
    castering, weave, capsize = (modes.values[:, modes.names[name]] for name in ("castering", "weave", "capsize"))
    ratio = {name: np.abs(modes.ratio("δ", "φ", name)) for name in modes.names}
    (pole,), (first, second), (transition,) = (jumps(modes, name) for name in ("weave", "capsize", "castering"))
    ((low, high),) = modes.stable_ranges
    moving, running = v > 0.5, v > 2.0
    after_pole = v > 0.1
    phase = np.abs(np.angle(modes.ratio("δ", "φ", "weave")))
    peak = int(np.argmax(capsize.real))
    return {
        "castering is real and negative at all speeds, and falls": bool(
            (np.abs(castering.imag) < 1e-9).all() and (np.diff(castering.real) < 0).all() and castering[0].real < 0
        ),
        "in castering steer/lean is above 5, the largest of all modes, and has a maximum at rest": bool(
            (ratio["castering"] > np.maximum(ratio["weave"], ratio["capsize"]))[moving].all()
            and ratio["castering"].min() > 5.0
            and ratio["castering"][0] > ratio["castering"][v.searchsorted(0.5)]
        ),
        "where it is infinite, steer and lean of castering change from in phase to opposite": (
            transition.is_infinite and (transition.before, transition.behind) == (0.0, np.pi)
        ),
        "two positive real eigenvalues at rest merge into weave": bool(
            (np.sort(modes.values[0].real)[-2:] > 0).all() and np.abs(weave.imag)[after_pole].all()
        ),
        "weave decays from some speed on, and its frequency rises": bool(
            (np.diff(weave.real[after_pole]) < 0).all()
            and weave[-1].real < 0
            and (np.diff(np.abs(weave.imag)[after_pole]) > 0).all()
        ),
        "steer/lean of weave is infinite near 0.02 m/s, then its phase falls to a constant": bool(
            pole.is_infinite
            and abs(pole.at - 0.02) < 0.002
            and (np.diff(phase[after_pole]) < 0).all()
            and np.ptp(phase[v > 0.9 * FAST]) < 0.01
        ),
        "the size of steer/lean of weave falls at all speeds beyond, to a constant": bool(
            (np.diff(ratio["weave"][after_pole]) < 0).all()
        ),
        "capsize is negative and nearly constant at first, turns positive, has a peak, and decays": bool(
            np.ptp(capsize.real[v < 1.0]) < 0.1 * abs(capsize[0])
            and capsize[0].real < 0
            and 0 < capsize[-1].real < capsize[peak].real
            and (np.diff(capsize.real[peak:]) < 0).all()
        ),
        "steer and lean of capsize are opposite, in phase, and opposite again": (
            [first.is_infinite, second.is_infinite] == [False, False]
            and (first.before, first.behind, second.behind) == (np.pi, 0.0, np.pi)
        ),
        "the second change of capsize is in the range in which the tricycle is stable": low < second.at < high,
        "steer/lean of capsize tends to a constant that is smaller than that of weave": bool(
            0.5 < ratio["capsize"][-1] < ratio["weave"][-1]
            and np.ptp(ratio["capsize"][v > 0.9 * FAST]) < 0.05
            and ratio["capsize"][running].max() == ratio["capsize"][-1]
        ),
    }


def main(folder: Path = RESULTS) -> None:
    """Say what holds whatever way the data are read, then what the modes are like."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    modes = found["modes"]
    for name, size in found["gaps"].items():
        print(f"{name}: the data are {1000 * size:.0f} mm off")
    M = found["reduced"].M
    print(f"forward motion is apart, with an effective mass of {M['x.rate', 'x.rate']:.6f} kg")
    for name in ("M", "C1", "K0", "K2", "E"):
        print(f"{name}, by steer and lean:\n{getattr(found['matrices'], name)}")
    for what, is_so in found["statements"].items():
        print(f"{'reproduced' if is_so else 'not so here'}: {what}")
    for low, high in modes.stable_ranges:
        print(f"it is stable from {low:.3f} to {high:.3f} m/s")
    for name in ("weave", "capsize", "castering"):
        for jump in jumps(modes, name):
            print(f"{name}: steer/lean is {'infinite' if jump.is_infinite else 'zero'} at {jump.at:.3f} m/s")
    for name in ("weave", "capsize"):
        ratio = modes.ratio("δ", "φ", name)[modes.speeds.searchsorted(12.0)]
        phase = f"{math.degrees(np.angle(ratio)):.0f}°"
        print(f"{name}: steer/lean is {abs(ratio):.2f} at 12 m/s, with a phase of {phase}")
    steep = linearized(found["system"], straight(SPEED, DATA | {"slope": 0.1})).reduced(COORDINATES, SPEEDS).K
    steer, lean = (steep[name, "ψ"] for name in ("δ.rate", "φ.rate"))
    print(f"on a slope of 0.1 rad, heading acts on steer with {steer:.5f} N m/rad and on lean with {lean:.4f}")
    print(f"eight other geometries of one model took {max(found['seconds']):.1f} s each, at most")
    for name, variant in found["scenarios"].items():
        ranges = ", ".join(f"{low:.2f} to {high:.2f} m/s" for low, high in variant.stable_ranges)
        print(f"scenario {name}: stable {f'from {ranges}' if ranges else 'nowhere'}")
    da.draw(found["system"], file=folder / "tricycle_tree.png")
    da.plot(modes, file=folder / "tricycle.png")
    da.plot(found["scenarios"], ["δ", "φ"], file=folder / "tricycle_scenarios.png")
    da.control.eigenvector_tables(modes, [0.5, 1.0, 3.0, 3.7, 5.0, 10.0], file=folder / "tricycle_modes.png")


if __name__ == "__main__":
    main()
