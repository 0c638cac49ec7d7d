"""The tadpole tricycle of Orsino (2016), section 5.2: eight modules, one of four bodies, with all its data.

The printed data do not close, so joints hold as well as they can: rows are measured in axes that head where the
vehicle heads, and met by least squares.
"""

import math

import numpy as np

import dalembert as da
from dalembert.modules import LeastSquares, Place, rigid_body, rolling_wheel, tied

S = da.symbol
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
    return np.array([point[0], SIDES[side] * point[1], point[2]])


def plane_inertia(xx, zz, xz, yy):
    return [[xx, 0.0, xz], [0.0, yy, 0.0], [xz, 0.0, zz]]


def axes_agree(name, T, R):
    """Rows that make two frames parallel."""
    return {f"{name} xy": T[:, 0] @ R[:, 1], f"{name} xz": T[:, 0] @ R[:, 2], f"{name} yz": T[:, 1] @ R[:, 2]}


def frame_axes():
    return da.euler("zxy", [S("ψ"), S("φ"), S("θ")])


def placed_axes(name):
    """Axes of handlebar and rods, by the extra coordinates of the frame."""
    R = frame_axes()
    if name == "H":
        return R @ da.rotation("y", TILT) @ da.rotation("z", S("δ"))
    return R @ da.rotation("y", RODS[name]["tilt"]) @ da.rotation("x", S(f"χ{name}"))


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
    rows = {**tied("B at", Place("B").p, w + R @ RIDER), **axes_agree("B turns", R, Place("B").R)}
    for name, origin in ORIGINS.items():
        T = placed_axes(name)
        rows |= tied(f"{name} at", Place(name).p, w + R @ origin + T @ CENTRES[name])
        rows |= axes_agree(f"{name} turns", T, Place(name).R)
    extra = ("x", "y", "ψ", "φ", "θ", "δ", "χP", "χQ")
    return da.subsystem(
        "A",
        bodies,
        coordinates=extra,
        constraints=rows,
        forces={"δ": da.Input("steering"), "φ": da.Input("leaning")},
        independent=tuple(f"{name}.rate" for name in extra),
    )


def wheel(name, radius, mass, axial, radial):
    made = rolling_wheel(
        name, radius=radius, mass=mass, axial=axial, radial=radial, gravity=g, torque=-da.Input("torque")
    )
    return made.renamed(name, shared=("g",))


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
    s = SIDES[side]
    xy, yz = s * 0.0003, s * 0.0
    J = [[0.002, xy, -0.0005], [xy, 0.001, yz], [-0.0005, yz, 0.003]]
    return rigid_body(f"K{side}", mass=0.50, inertia=J, gravity=DOWN).renamed(f"K{side}", shared=("g",))


def external():
    """Rows between the modules, in axes that head where the frame heads."""
    heading = da.rotation("z", -S("ψ"))

    def seen(rows):
        names, values = list(rows), np.array(list(rows.values()), dtype=object).reshape(-1, 3)
        return dict(zip(names, (heading @ values.T).T.ravel(), strict=True))

    y = (0.0, 1.0, 0.0)
    w, R = np.array([S("x"), S("y"), 0.0], dtype=object), frame_axes()
    found = {
        **seen(tied("rear hub", Place("W").p, w + R @ np.array([0.0, 0.0, -REAR]))),
        **seen(tied("rear axle", Place("W").axis(y), R[:, 1])),
    }
    for side in SIDES:
        K, bar_place, F = Place(f"K{side}"), Place(f"S{side}", "zyx"), Place(f"F{side}")
        handlebar = w + R @ ORIGINS["H"] + placed_axes("H") @ mirrored(BAR_END, side)
        found |= seen(tied(f"bar {side}", bar_place.point((-BAR / 2, 0.0, 0.0)), handlebar))
        found |= seen(
            tied(f"arm {side}", bar_place.point((BAR / 2, 0.0, 0.0)), K.point(mirrored(ON_KNUCKLE, side)))
        )
        for name, rod in RODS.items():
            end = (
                w
                + R @ ORIGINS[name]
                + placed_axes(name) @ np.array([0.0, SIDES[side] * rod["end"][0], rod["end"][1]])
            )
            found |= seen(tied(f"{name} {side}", K.point(mirrored(rod["on knuckle"], side)), end))
        found |= seen(tied(f"hub {side}", F.p, K.point(mirrored(HUB, side))))
        found |= seen(tied(f"axle {side}", F.axis(y), K.axis(y)))
    return found


SPEEDS = ("x.rate", "δ.rate", "φ.rate")
COORDINATES = ("x", "y", "δ", "φ", "ψ", "W/angle3", "FR/angle3", "FL/angle3")
LATERAL = {"δ": ("δ", "δ.rate"), "φ": ("φ", "φ.rate")}


def tricycle(incompatible=True):
    modules = [
        assembly(),
        wheel("W", REAR, 2.50, 0.180, 0.094),
        *(wheel(f"F{side}", FRONT, 2.00, 0.140, 0.075) for side in SIDES),
        *(bar(side) for side in SIDES),
        *(knuckle(side) for side in SIDES),
    ]
    complement = LeastSquares(*SPEEDS, incompatible=incompatible)
    return da.subsystem("tricycle", modules, constraints=external(), independent=complement)


def straight(v):
    """All variables while it runs upright at a speed: bodies where frames place them, knuckles at the rods."""
    bodies = {"B": RIDER}
    turns = {"H": TILT, **{name: rod["tilt"] for name, rod in RODS.items()}}
    for name, origin in ORIGINS.items():
        bodies[name] = origin + np.array(da.rotation("y", turns[name]), dtype=float) @ CENTRES[name]
    values = {f"{name}/angle3": angle for name, angle in turns.items()}
    bodies["W"] = np.array([0.0, 0.0, -REAR])
    for side in SIDES:
        rod = RODS["Q"]
        end = np.array([0.0, SIDES[side] * rod["end"][0], rod["end"][1]])
        Q = ORIGINS["Q"] + np.array(da.rotation("y", rod["tilt"]), dtype=float) @ end
        bodies[f"K{side}"] = Q - mirrored(rod["on knuckle"], side)
        hub = bodies[f"K{side}"] + mirrored(HUB, side)
        bodies[f"F{side}"] = np.array([hub[0], hub[1], -FRONT])
        H = ORIGINS["H"] + np.array(da.rotation("y", TILT), dtype=float) @ mirrored(BAR_END, side)
        along = np.array([math.cos(BAR_ANGLE), SIDES[side] * math.sin(BAR_ANGLE), 0.0])
        bodies[f"S{side}"] = H + BAR / 2 * along
        values[f"S{side}/angle1"] = SIDES[side] * BAR_ANGLE
    for name, place in bodies.items():
        values |= dict(zip((f"{name}/x", f"{name}/y", f"{name}/z"), map(float, place), strict=True))
        values |= {f"{name}/vx": v, f"{name}/vx'": 0.0}
    spins = {f"{name}/wy": -v / r for name, r in (("W", REAR), ("FR", FRONT), ("FL", FRONT))}
    return {**values, **spins, "x.rate": v}
