"""A tadpole tricycle that leans: two wheels in front, one behind, built from eight modules (Orsino 2016, 5.2).

Each module is a leaf with its own equations, but the middle one, which joins rider and frame, handlebar and both
rods of the suspension. Only what holds modules together is said at the top, and the linear model of the whole is
made of their linear models, without a nonlinear one.

The printed data do not close: the knuckles are 51 mm off one rod, the hubs 55 mm off the axles, the steering bars
199 mm off the knuckles. So joints hold as well as they can: rows are measured in axes that head where the vehicle
heads, and met by least squares. What follows from any reading of the data is told first; eigenvalues depend on it.
Writes `tricycle.png`.
"""

import math
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
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
SPEED, RANGE = 3.0, np.linspace(0.0, 10.0, 201)
S = da.expr.symbol
g = da.param("g", 9.81)
DOWN = (0.0, 0.0, g)
BASE, TRAIL, TILT = 1.075, 0.08, math.radians(15.25)
REAR, FRONT = 0.253, 0.255
BAR, BAR_ANGLE = 0.220, math.radians(70.0)
RODS = {
    "P": {
        "tilt": math.radians(-2.5),
        "at": (1.040, 0.0, -0.310),
        "end": (0.195, -0.040),
        "on knuckle": (0.030, 0.025, -0.060),
    },
    "Q": {
        "tilt": math.radians(-2.5),
        "at": (1.070, 0.0, -0.209),
        "end": (0.220, -0.040),
        "on knuckle": (0.050, 0.0, 0.041),
    },
}
ROD_CENTRE = np.array([0.0, 0.0, -0.015])
RIDER, BARS = np.array([0.375, 0.0, -0.950]), np.array([0.020, 0.0, -0.820])
BAR_END, ON_KNUCKLE, HUB = (-0.120, 0.015, -0.165), (-0.080, -0.015, 0.012), (0.040, 0.060, -0.020)
SIDES = {"R": 1.0, "L": -1.0}


def mirrored(point, side):
    """A point of the right side, on a side."""
    return np.array([point[0], SIDES[side] * point[1], point[2]])


def plane_inertia(xx, zz, xz, yy):
    """Inertia of a body that is symmetric to the plane y = 0."""
    return [[xx, 0.0, xz], [0.0, yy, 0.0], [xz, 0.0, zz]]


def axes_agree(name, T, R):
    """Rows that make two frames parallel."""
    return {f"{name} xy": T[:, 0] @ R[:, 1], f"{name} xz": T[:, 0] @ R[:, 2], f"{name} yz": T[:, 1] @ R[:, 2]}


def frame_axes():
    """Axes of the frame: heading, lean, pitch."""
    return da.spatial.euler("zxy", [S("ψ"), S("φ"), S("θ")])


def placed_axes(name):
    """Axes of handlebar and rods, by the extra coordinates of the frame."""
    R = frame_axes()
    if name == "H":
        return R @ da.spatial.rotation("y", TILT) @ da.spatial.rotation("z", S("δ"))
    return R @ da.spatial.rotation("y", RODS[name]["tilt"]) @ da.spatial.rotation("x", S(f"χ{name}"))


ORIGINS = {"H": np.array([BASE + TRAIL, 0.0, 0.0]), **{name: np.array(rod["at"]) for name, rod in RODS.items()}}
CENTRES = {"H": BARS, "P": ROD_CENTRE, "Q": ROD_CENTRE}


def assembly():
    """Rider and frame, handlebar, both suspension rods: 24 rows on 32 variables."""
    given = {
        "B": (85.0, plane_inertia(9.70, 3.10, 2.70, 9.0)),
        "H": (3.0, plane_inertia(0.097, 0.015, -0.009, 0.09)),
        "P": (0.75, (0.010, 0.010, 0.009)),
        "Q": (0.75, (0.012, 0.012, 0.011)),
    }
    bodies = [
        rigid_body(name, mass=m, inertia=J, gravity=DOWN).renamed(name, shared=("g",))
        for name, (m, J) in given.items()
    ]
    w, R = np.array([S("x"), S("y"), 0.0], dtype=object), frame_axes()
    rows = {**coincident("B at", BodyFrame("B").p, w + R @ RIDER), **axes_agree("B turns", R, BodyFrame("B").R)}
    for name, origin in ORIGINS.items():
        T = placed_axes(name)
        rows |= coincident(f"{name} at", BodyFrame(name).p, w + R @ origin + T @ CENTRES[name])
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


def wheel(name, radius, mass, axial, radial):
    """A wheel with a torque about its axle; an input of that name elsewhere is its reaction."""
    torque = f"torque {name}"
    made = rolling_wheel(
        name, radius=radius, mass=mass, axial=axial, radial=radial, gravity=g, torque=-da.Input(torque)
    )
    return made.renamed(name, shared=("g", torque))


def bar(side):
    """A steering bar: thin, so it does not spin."""
    made = rigid_body(
        f"S{side}",
        mass=0.30,
        inertia=(0.0, 0.001, 0.001),
        orientation="zyx",
        gravity=DOWN,
        constraints={"no spin": S("angle3") + 0.0},
        independent=("vx", "vy", "vz", "wy", "wz"),
    )
    return made.renamed(f"S{side}", shared=("g",))


def knuckle(side):
    """What carries a front wheel, and the reaction to its torque (5.14).

    That of the rear wheel would only pitch the frame, which no small motion of this vehicle does.
    """
    s, torque = SIDES[side], f"torque F{side}"
    xy, yz = s * 0.0003, s * 0.0
    J = [[0.002, xy, -0.0005], [xy, 0.001, yz], [-0.0005, yz, 0.003]]
    made = rigid_body(f"K{side}", mass=0.50, inertia=J, gravity=DOWN, torque=(0.0, da.Input(torque), 0.0))
    return made.renamed(f"K{side}", shared=("g", torque))


def external():
    """Rows between the modules, in axes that head where the frame heads."""
    heading = da.spatial.rotation("z", -S("ψ"))

    def seen(rows):
        names, values = list(rows), np.array(list(rows.values()), dtype=object).reshape(-1, 3)
        return dict(zip(names, (heading @ values.T).T.ravel(), strict=True))

    y = (0.0, 1.0, 0.0)
    w, R = np.array([S("x"), S("y"), 0.0], dtype=object), frame_axes()
    found = {
        **seen(coincident("rear hub", BodyFrame("W").p, w + R @ np.array([0.0, 0.0, -REAR]))),
        **seen(coincident("rear axle", BodyFrame("W").axis(y), R[:, 1])),
    }
    for side in SIDES:
        K, bar_place, F = BodyFrame(f"K{side}"), BodyFrame(f"S{side}", "zyx"), BodyFrame(f"F{side}")
        handlebar = w + R @ ORIGINS["H"] + placed_axes("H") @ mirrored(BAR_END, side)
        found |= seen(coincident(f"bar {side}", bar_place.point((-BAR / 2, 0.0, 0.0)), handlebar))
        found |= seen(
            coincident(f"arm {side}", bar_place.point((BAR / 2, 0.0, 0.0)), K.point(mirrored(ON_KNUCKLE, side)))
        )
        for name, rod in RODS.items():
            end = (
                w
                + R @ ORIGINS[name]
                + placed_axes(name) @ np.array([0.0, SIDES[side] * rod["end"][0], rod["end"][1]])
            )
            found |= seen(coincident(f"{name} {side}", K.point(mirrored(rod["on knuckle"], side)), end))
        found |= seen(coincident(f"hub {side}", F.p, K.point(mirrored(HUB, side))))
        found |= seen(coincident(f"axle {side}", F.axis(y), K.axis(y)))
    return found


SPEEDS = ("x.rate", "δ.rate", "φ.rate")
COORDINATES = ("x", "y", "δ", "φ", "ψ", "W/angle3", "FR/angle3", "FL/angle3")
LATERAL = {"δ": ("δ", "δ.rate"), "φ": ("φ", "φ.rate")}


def tricycle(incompatible=True):
    """All modules, and the rows between them."""
    modules = [
        assembly(),
        wheel("W", REAR, 2.50, 0.180, 0.094),
        *(wheel(f"F{side}", FRONT, 2.00, 0.140, 0.075) for side in SIDES),
        *(bar(side) for side in SIDES),
        *(knuckle(side) for side in SIDES),
    ]
    complement = LeastSquares(*SPEEDS, incompatible=incompatible)
    return da.modules.subsystem("tricycle", modules, constraints=external(), independent=complement)


def straight(v):
    """All variables while it runs upright at a speed: bodies where frames place them, knuckles at the rods."""
    bodies = {"B": RIDER}
    turns = {"H": TILT, **{name: rod["tilt"] for name, rod in RODS.items()}}
    for name, origin in ORIGINS.items():
        bodies[name] = origin + np.array(da.spatial.rotation("y", turns[name]), dtype=float) @ CENTRES[name]
    values = {f"{name}/angle3": angle for name, angle in turns.items()}
    bodies["W"] = np.array([0.0, 0.0, -REAR])
    for side in SIDES:
        rod = RODS["Q"]
        end = np.array([0.0, SIDES[side] * rod["end"][0], rod["end"][1]])
        Q = ORIGINS["Q"] + np.array(da.spatial.rotation("y", rod["tilt"]), dtype=float) @ end
        bodies[f"K{side}"] = Q - mirrored(rod["on knuckle"], side)
        hub = bodies[f"K{side}"] + mirrored(HUB, side)
        bodies[f"F{side}"] = np.array([hub[0], hub[1], -FRONT])
        H = ORIGINS["H"] + np.array(da.spatial.rotation("y", TILT), dtype=float) @ mirrored(BAR_END, side)
        along = np.array([math.cos(BAR_ANGLE), SIDES[side] * math.sin(BAR_ANGLE), 0.0])
        bodies[f"S{side}"] = H + BAR / 2 * along
        values[f"S{side}/angle1"] = SIDES[side] * BAR_ANGLE
    for name, place in bodies.items():
        values |= dict(zip((f"{name}/x", f"{name}/y", f"{name}/z"), map(float, place), strict=True))
        values |= {f"{name}/vx": v, f"{name}/vx'": 0.0}
    spins = {f"{name}/wy": -v / r for name, r in (("W", REAR), ("FR", FRONT), ("FL", FRONT))}
    return {**values, **spins, "x.rate": v}


# ---- what is found


def numbers() -> dict[str, Any]:
    """Gaps, linear equations in 8 coordinates and 3 speeds, their lateral part by powers of speed, and modes."""
    system = tricycle()
    linear = linearized(system, straight(SPEED))
    matrices = canonical_matrices(system, straight, variables=LATERAL, coordinates=COORDINATES, speeds=SPEEDS)
    modes = matrices.modes(RANGE)
    return {
        "linear": linear,
        "gaps": {name: gap(linear, name) for name in ("P R", "hub R", "arm R")},
        "reduced": linear.reduced(COORDINATES, SPEEDS),
        "matrices": matrices,
        "modes": modes,
        "statements": statements(modes),
    }


def gap(linear: Any, name: str) -> float:
    """What a joint is off."""
    return float(np.linalg.norm([linear.residuals.get(f"{name} {k}", 0.0) for k in "xyz"]))


def named_modes(modes: Any) -> dict[str, int]:
    """Castering falls most, capsize is the other real one at high speed, weave the pair."""
    last = modes.values[-1]
    real = [k for k in range(4) if abs(last[k].imag) < 1e-9]
    castering = min(real, key=lambda k: last[k].real)
    weave = next(k for k in range(4) if k not in real)
    return {"castering": castering, "weave": weave, "capsize": next(k for k in real if k != castering)}


def statements(modes: Any) -> dict[str, bool]:
    """What the thesis says about the modes, and whether it is so with this reading of the data."""
    own = named_modes(modes)
    castering, weave, capsize = (modes.values[:, own[name]] for name in ("castering", "weave", "capsize"))
    ratio = np.abs(modes.ratio("δ", "φ", own["castering"]))
    others = [np.abs(modes.ratio("δ", "φ", own[name])) for name in ("weave", "capsize")]
    moving = RANGE > 0.5
    # what turns into weave is real at rest: both real eigenvalues that are positive there
    return {
        "castering is real and negative at all speeds, and falls": bool(
            (np.abs(castering.imag) < 1e-9).all()
            and (castering.real < 0).all()
            and castering[-1].real < castering[0].real
        ),
        "in castering the handlebar turns more than the frame leans, most of all modes": bool(
            (ratio[moving] > np.maximum(*others)[moving]).mean() > 0.9
        ),
        "two positive real eigenvalues at rest merge into weave": bool(
            (np.sort(modes.values[0].real)[-2:] > 0).all() and abs(weave[RANGE.searchsorted(1.0)].imag) > 0
        ),
        "weave is stable from some speed on, and its frequency rises": bool(
            weave[0].real > 0 > weave[-1].real and abs(weave[-1].imag) > abs(weave[RANGE.searchsorted(2.0)].imag)
        ),
        "capsize is negative at first, turns positive, has a peak, and decays": bool(
            capsize[0].real < 0 < capsize[-1].real < capsize.real.max() + 1e-12
        ),
    }


def main(folder: Path = RESULTS) -> None:
    """Say what holds whatever way the data are read, then what the modes are like."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    for name, size in found["gaps"].items():
        print(f"{name}: the data are {1000 * size:.0f} mm off")
    M = found["reduced"].M
    print(f"forward motion is apart, with an effective mass of {M['x.rate', 'x.rate']:.6f} kg")
    for name in ("M", "C1", "K0", "K2"):
        print(f"{name}, by steer and lean:\n{getattr(found['matrices'], name)}")
    for what, is_so in found["statements"].items():
        print(f"{'reproduced' if is_so else 'not so here'}: {what}")
    draw(found["modes"], folder / "tricycle.png")


def draw(modes: Any, file: Path) -> None:
    """Eigenvalues and the ratio of steer to lean against speed, and shapes of the modes as arrows."""
    figure, axes = plt.subplots(2, 2, figsize=(10, 7), layout="constrained")
    own, v = named_modes(modes), modes.speeds
    for name, k in own.items():
        (line,) = axes[0, 0].plot(v, modes.values[:, k].real / (2 * np.pi), label=name)
        axes[0, 0].plot(v, np.abs(modes.values[:, k].imag) / (2 * np.pi), "--", color=line.get_color())
        ratio = modes.ratio("δ", "φ", k)
        axes[0, 1].semilogy(v, np.abs(ratio), color=line.get_color(), label=name)
        axes[1, 1].plot(v, np.degrees(np.abs(np.angle(ratio))), color=line.get_color(), label=name)
    titles = {
        (0, 0): "eigenvalues/2π, dashed: imaginary (1/s)",
        (0, 1): "|steer/lean|",
        (1, 1): "|phase| of steer/lean (°)",
    }
    for place, title in titles.items():
        axes[place].set(title=title, xlabel="speed in m/s")
        axes[place].grid(alpha=0.3)
    axes[0, 0].legend()
    axes[0, 0].axhline(0.0, color="black", linewidth=0.8)
    table = axes[1, 0]
    k = int(np.searchsorted(v, 5.0))
    for column, (name, number) in enumerate(own.items()):
        shape = modes.shapes[k, :, number] / np.abs(modes.shapes[k, :, number]).max()
        for row, entry in enumerate(shape):
            arrow = entry * np.exp(-1j * np.angle(shape[1]))
            table.arrow(
                column, -row, 0.35 * arrow.real, 0.35 * arrow.imag, width=0.02, color=plt.cm.coolwarm(abs(entry))
            )
        table.text(column, 0.7, name, ha="center")
    table.set(
        title="modes at 5 m/s: arrows show phase, colours size", xlim=(-0.7, 2.7), ylim=(-3.6, 1.0), xticks=[]
    )
    table.set_yticks([0, -1, -2, -3], modes.states)
    figure.savefig(file, dpi=110)
    plt.close(figure)


if __name__ == "__main__":
    main()
