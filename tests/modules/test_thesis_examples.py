"""Examples of Orsino (2016), chapters 2 and 4, as trees of systems, with their closed forms and numbers."""

import math

import numpy as np
import pytest

import dalembert as da
from dalembert import cos, sin, sqrt
from dalembert.errors import FormulationError
from dalembert.modules import LeastSquares
from tests.examples import example

S = da.expr.symbol
G = 9.8


def numbers(expressions, values, parameters=None):
    point = {S(name): x for name, x in values.items()}
    return da.expr.evaluate(np.asarray(expressions, dtype=object), point | (parameters or {}))


# ---- 2.1: a free body by a quaternion


def quaternion_relations(prefix="", space=False):
    """ω in terms of the rates of a quaternion (x, y, z, t), in body axes or in space axes; its length."""
    x, y, z, t = (S(f"{prefix}{k}") for k in ("qx", "qy", "qz", "qt"))
    dx, dy, dz, dt = (S(f"{prefix}{k}'") for k in ("qx", "qy", "qz", "qt"))
    s = -1.0 if space else 1.0
    return {
        "ωx": S("ωx") - 2 * (t * dx + s * z * dy - s * y * dz - x * dt),
        "ωy": S("ωy") - 2 * (-s * z * dx + t * dy + s * x * dz - y * dt),
        "ωz": S("ωz") - 2 * (s * y * dx - s * x * dy + t * dz - z * dt),
        "length": x * x + y * y + z * z + t * t - 1.0,
    }


def free_body():
    moving = {f"v{k}": S(f"v{k}") - S(f"{k}'") for k in "xyz"}
    return da.modules.subsystem(
        "body",
        coordinates="qx qy qz qt x y z",
        speeds="ωx ωy ωz vx vy vz",
        relations={
            **{f"{k} is": x for k, x in quaternion_relations().items()},
            **{f"{k} is": x for k, x in moving.items()},
        },
        forces={name: -S(f"{name}'") for name in ("ωx", "ωy", "ωz", "vx", "vy", "vz")},
        default_values={"qt": 1.0},
    )


@pytest.mark.covers("F000-2", "F000-3")
def test_seven_relations_give_seven_rates_of_a_free_body():
    body = free_body()
    assert (len(body.coordinates), len(body.speeds), len(body.constraints)) == (7, 6, 0)
    q = dict(zip(("qx", "qy", "qz", "qt"), (0.1, -0.5, 0.7, 0.5), strict=True))
    ω = {"ωx": 0.3, "ωy": -0.2, "ωz": 0.9}
    rates = [body.rates[name] for name in ("qx", "qy", "qz", "qt")]
    x, y, z, t = q.values()
    p, r, s = ω.values()
    expected = [t * p - z * r + y * s, z * p + t * r - x * s, -y * p + x * r + t * s, -(x * p + y * r + z * s)]
    assert np.allclose(numbers(rates, {**q, **ω}), np.array(expected) / 2, rtol=1e-14)


@pytest.mark.covers("F000-3")
def test_a_body_that_turns_steadily_has_the_known_quaternion():
    equations = free_body().equations
    motion = da.simulate(equations, equations.state(u={"ωy": 0.8}), until=3.0)
    assert motion["qy"][-1] == pytest.approx(math.sin(1.2), abs=1e-7)
    assert motion["qt"][-1] == pytest.approx(math.cos(1.2), abs=1e-7)
    assert equations.c.shape == (1,)


@pytest.mark.covers("F000-3")
@pytest.mark.parametrize(
    ("relations", "message"),
    [
        ({"a": S("x'") - S("u")}, "tied by 2 relations, not by 1"),
        ({"a": S("x'") - S("u"), "b": S("x'") + S("v")}, "the rate of 'y' stands linearly in none of them"),
        ({"a": S("x'") + S("y'") - S("u"), "b": 2 * S("x'") + 2 * S("y'")}, "rank 1, not 2"),
    ],
)
def test_relations_that_do_not_determine_rates_are_refused(relations, message):
    with pytest.raises(FormulationError, match=message):
        da.modules.subsystem("s", coordinates="x y", speeds="u v", relations=relations)


# ---- 2.2 to 2.4: two rods and a slider


def two_rods(l1=1.0, l2=1.5, y2=0.0, with_angle=True):
    x1, y1, z1, x2, yb, z2 = (S(name) for name in ("x1", "y1", "z1", "x2", "y2", "z2"))
    constraints = {
        "first rod": x1 * x1 + y1 * y1 + z1 * z1 - l1**2,
        "second rod": (x1 - x2) ** 2 + (y1 - yb) ** 2 + (z1 - z2) ** 2 - l2**2,
        "slider y": yb - y2,
        "slider z": z2 + 0.0,
    }
    if with_angle:
        constraints["angle"] = x2 * x2 + yb * yb + z2 * z2 - l1**2 - l2**2 - 2 * l1 * l2 * cos(S("θ"))
    names = "x1 y1 z1 x2 y2 z2" + " θ" * with_angle
    return da.modules.subsystem("P", coordinates=names, constraints=constraints, independent="z1.rate x2.rate")


def rank_at(system, *values):
    point = dict(zip(system.coordinates, values, strict=True))
    return np.linalg.matrix_rank(system.full_A.at(point).to_array(), tol=1e-9)


@pytest.mark.covers("F000-5", "F000-6", "F000-7", "F000-8")
def test_two_rods_have_order_one_and_two_degrees_of_freedom():
    P = two_rods()
    assert (P.constraint_order, P.degrees_of_freedom, P.full_A.entries.shape) == (1, 2, (5, 7))
    assert rank_at(P, 0.3, 0.4, 0.5, 1.2, 0.0, 0.0, 0.9) == 5
    for x1, x2, θ in ((1.0, 2.5, 0.0), (-1.0, -2.5, 0.0), (1.0, -0.5, math.pi), (-1.0, 0.5, math.pi)):
        assert rank_at(P, x1, 0.0, 0.0, x2, 0.0, 0.0, θ) == 4
        assert rank_at(two_rods(with_angle=False), x1, 0.0, 0.0, x2, 0.0, 0.0) == 4


@pytest.mark.covers("F000-8")
def test_the_slider_beside_the_axis_is_singular_where_the_thesis_says():
    P, r = two_rods(1.0, 2.0, 1.0), 2.0 * math.sqrt(2.0)
    for sign in (-1.0, 1.0):
        assert rank_at(P, sign * r / 3, 1 / 3, 0.0, sign * r, 1.0, 0.0, 0.0) == 4
    assert rank_at(P, 0.0, -1.0, 0.0, 0.0, 1.0, 0.0, math.pi) == 3


@pytest.mark.covers("F000-11")
def test_dependent_rates_of_two_rods_are_the_closed_form():
    l1, l2, x1, z1 = 1.0, 1.5, 0.3, 0.4
    y1 = math.sqrt(l1**2 - x1**2 - z1**2)
    x2 = x1 + math.sqrt(l2**2 - y1**2 - z1**2)
    θ = math.acos((x2**2 - l1**2 - l2**2) / (2 * l1 * l2))
    C = two_rods().C.at(
        dict(zip(("x1", "y1", "z1", "x2", "y2", "z2", "θ"), (x1, y1, z1, x2, 0.0, 0.0, θ), strict=True))
    )
    expected = {
        "x1.rate": (0.0, 1 - x1 / x2),
        "y1.rate": (-z1 / y1, -x1 * (x2 - x1) / (y1 * x2)),
        "y2.rate": (0.0, 0.0),
        "θ.rate": (0.0, -x2 / (l1 * l2 * math.sin(θ))),
    }
    for name, row in expected.items():
        assert np.allclose(C.to_array([name])[0], row, atol=1e-14)


@pytest.mark.covers("F000-6", "F000-23")
def test_the_matrix_of_constraints_is_the_same_at_every_higher_order():
    P = two_rods()
    point = {name: 0.3 + 0.1 * k for k, name in enumerate((*P.coordinates, *P.speeds))}
    point |= {f"{name}'": 0.7 for name in P.speeds}
    first = P.matrix_of_order(1).at(point).to_array()
    for order in (2, 3):
        assert np.allclose(P.matrix_of_order(order).at(point).to_array(), first, rtol=1e-14)
    with pytest.raises(FormulationError, match="from order 1 on, not from 0"):
        P.matrix_of_order(0)


@pytest.mark.covers("F000-4")
def test_what_always_holds_and_what_repeats_is_dropped():
    x, θ = S("x"), S("θ")
    system = da.modules.subsystem(
        "s",
        coordinates="x θ",
        constraints={"a": x - sin(θ), "again": x - sin(θ), "always": sin(θ) ** 2 + cos(θ) ** 2 - 1.0},
    )
    assert [one.name for one in system.constraints] == ["a"]


# ---- 2.5 and 4.4: a charged sphere in a trough

R, MASS, CHARGE = 0.01, 0.05, 5e-6


def rolling_sphere():
    J, y = 0.4 * MASS * R**2, S("y")
    slope = sqrt(1.0 + y * y)
    normal = (0.0, -y / slope, 1.0 / slope)
    centre = [x + R * n for x, n in zip((S("x"), y, S("z")), normal, strict=True)]
    rates = {"x": S("x'"), "y": S("y'"), "z": S("z'")}
    moved = [da.expr.time_derivative(c, {S(k): v for k, v in rates.items()}) for c in centre]
    ω, v = [S(f"ω{k}") for k in "xyz"], [S(f"v{k}") for k in "xyz"]
    slip = np.array(v) - R * np.array(
        [
            ω[1] * normal[2] - ω[2] * normal[1],
            ω[2] * normal[0] - ω[0] * normal[2],
            ω[0] * normal[1] - ω[1] * normal[0],
        ]
    )
    qx, qy, qz, qt = (S(k) for k in ("qx", "qy", "qz", "qt"))
    # the charge sits at (0, 0, −r) of the sphere
    arm = [-R * 2 * (qx * qz + qt * qy), -R * 2 * (qy * qz - qt * qx), -R * (1 - 2 * (qx * qx + qy * qy))]
    point = [c + a for c, a in zip(centre, arm, strict=True)]
    field = 1e4 * sin(math.pi * da.time / 2.0)
    acting = {f"ω{k}": -J * S(f"ω{k}'") for k in "xyz"} | {f"v{k}": -MASS * S(f"v{k}'") for k in "xyz"}
    acting["vz"] = acting["vz"] - MASS * G
    return da.modules.subsystem(
        "sphere",
        coordinates="qx qy qz qt x y z",
        speeds="ωx ωy ωz vx vy vz",
        relations={
            **{f"{k} is": x for k, x in quaternion_relations(space=True).items()},
            **{f"v{k} is": a - b for k, a, b in zip("xyz", v, moved, strict=True)},
        },
        constraints={f"no slip {k}": x for k, x in zip("xyz", slip, strict=True)},
        forces=acting,
        motion={"charge x": (point[0], CHARGE * field), "charge y": (point[1], 0.0), "charge z": (point[2], 0.0)},
        independent="ωx ωy ωz",
        default_values={"qt": 1.0},
    )


@pytest.mark.covers("F000-7", "F000-12", "F000-73")
def test_the_touching_point_of_a_rolling_sphere_does_not_move():
    sphere = rolling_sphere()
    assert sphere.degrees_of_freedom == 3
    level = {"qx": 0.0, "qy": 0.0, "qz": 0.0, "qt": 1.0, "x": 0.0, "y": 0.0, "z": 0.0}
    assert np.allclose((sphere.motion.V @ sphere.S).at(level).to_array(), 0.0, atol=1e-15)
    y, q = 0.3, np.array([0.1, -0.3, 0.4, 0.6]) / math.sqrt(0.62)
    values = {**dict(zip(("qx", "qy", "qz", "qt"), q, strict=True)), "x": 0.1, "y": y, "z": y * y / 2}
    γ = np.array([0.0, -y, 1.0]) / math.sqrt(1 + y * y)
    cross = np.array([[0.0, γ[2], -γ[1]], [-γ[2], 0.0, γ[0]], [γ[1], -γ[0], 0.0]])
    assert np.allclose(sphere.S.at(values).to_array(["vx", "vy", "vz"]), R * cross, atol=1e-15)
    x, z = -R * (1 - 2 * (q[0] ** 2 + q[1] ** 2)), 2 * R * (q[1] * q[2] - q[0] * q[3])
    assert np.allclose(
        sphere.motion.V.at(values).to_array(["charge x"])[0], [0.0, x, z, 1.0, 0.0, 0.0], atol=1e-15
    )


@pytest.mark.covers("F000-65")
def test_the_charged_sphere_rolls_as_computed():
    equations = rolling_sphere().equations
    start = equations.state(q={"y": 0.1, "z": 0.005})
    times = [0.5, 1.0, 2.0, 5.0, 10.0]
    motion = da.simulate(equations, start, times=times, method=da.methods.DOP853(rtol=1e-11, atol=1e-13))
    assert np.allclose(motion["x"], [0.0172164, 0.1393166, 0.8301529, 1.8362339, 4.4768873], rtol=0, atol=1e-6)
    assert np.allclose(motion["y"], [0.0242741, -0.0883212, 0.0559360, 0.0768416, 0.0178905], rtol=0, atol=1e-6)
    q = [motion[k][-1] for k in ("qx", "qy", "qz", "qt")]
    expected = np.array([-0.070094, -0.029544, -0.744295, -0.663505])
    assert min(np.abs(q - expected).max(), np.abs(q + expected).max()) < 1e-4


# ---- 4.1: three models of the spherical pendulum, gravity along x


def cartesian_pendulum(r=1.0, m=1.0):
    particle = da.modules.subsystem(
        "particle",
        coordinates="x y z",
        speeds="x' y' z'",
        forces={"x'": m * (G - S("x''")), "y'": -m * S("y''"), "z'": -m * S("z''")},
    )
    x, y, z = S("x"), S("y"), S("z")
    return da.modules.subsystem(
        "sphere", [particle], constraints={"length": x * x + y * y + z * z - r * r}, independent="y' z'"
    )


def squared_speed_pendulum(r=1.0, m=1.0):
    """With the square of the speed as a redundant speed without effective force."""
    x, y, z = S("x"), S("y"), S("z")
    rates = [S("x'"), S("y'"), S("z'")]
    return da.modules.subsystem(
        "pendulum",
        coordinates="x y z",
        speeds="vx vy vz v",
        relations={
            "vx is": S("vx") - rates[0],
            "vy is": S("vy") - rates[1],
            "vz is": S("vz") - rates[2],
            "v is": S("v") - sum(rate * rate for rate in rates),
        },
        constraints={"length": x * x + y * y + z * z - r * r},
        forces={"vx": m * (G - S("vx'")), "vy": -m * S("vy'"), "vz": -m * S("vz'")},
        independent="vy vz",
    )


def angle_pendulum(r=1.0, m=1.0):
    """A particle as a leaf, and its spherical coordinates as extra ones."""
    particle = cartesian_pendulum(r, m)["particle"]
    θ, φ = S("θ"), S("φ")
    place = (r * cos(θ), r * cos(φ) * sin(θ), r * sin(φ) * sin(θ))
    tied = {f"{k} by angles": S(k) - x for k, x in zip("xyz", place, strict=True)}
    return da.modules.subsystem(
        "pendulum", [particle], coordinates="φ θ", constraints=tied, independent="φ.rate θ.rate"
    )


θ0, φ0, dθ, dφ = 0.7, 0.4, 0.5, -0.8
PLACE = {"x": math.cos(θ0), "y": math.cos(φ0) * math.sin(θ0), "z": math.sin(φ0) * math.sin(θ0)}
VELOCITY = {
    "x": -math.sin(θ0) * dθ,
    "y": math.cos(φ0) * math.cos(θ0) * dθ - math.sin(φ0) * math.sin(θ0) * dφ,
    "z": math.sin(φ0) * math.cos(θ0) * dθ + math.cos(φ0) * math.sin(θ0) * dφ,
}
SQUARE = sum(v * v for v in VELOCITY.values())


def cartesian_accelerations():
    """ẍ = g − x (v + g x), ÿ = −y (v + g x), z̈ = −z (v + g x)."""
    x, y, z = PLACE.values()
    common = SQUARE + G * x
    return np.array([G - x * common, -y * common, -z * common])


@pytest.mark.covers("F000-65")
def test_a_pendulum_of_one_constraint_has_the_cartesian_accelerations():
    equations = cartesian_pendulum().equations
    a = numbers(equations.accelerations, {**PLACE, **{f"{k}'": v for k, v in VELOCITY.items()}})
    assert np.allclose(a, cartesian_accelerations(), rtol=1e-13)


@pytest.mark.covers("F000-2", "F000-5", "F000-65")
def test_a_redundant_speed_makes_constraints_of_order_two():
    pendulum = squared_speed_pendulum()
    assert (pendulum.constraint_order, pendulum.degrees_of_freedom) == (2, 2)
    assert [one.row.kind for one in pendulum.constraints] == [
        "holonomic, scleronomic",
        "general nonholonomic, scleronomic",
    ]
    values = {**PLACE, **{f"v{k}": v for k, v in VELOCITY.items()}, "v": SQUARE}
    a = numbers(pendulum.equations.accelerations, values)
    assert np.allclose(a, [*cartesian_accelerations(), 2 * G * VELOCITY["x"]], rtol=1e-12)


@pytest.mark.covers("F000-65")
def test_the_energy_of_the_redundant_pendulum_is_constant():
    equations = squared_speed_pendulum().equations
    start = equations.state(q=PLACE, u={**{f"v{k}": v for k, v in VELOCITY.items()}, "v": SQUARE})
    motion = da.simulate(equations, start, until=3.0, method=da.methods.DOP853(rtol=1e-10, atol=1e-10))
    energy = 0.5 * (motion["v"] - 2 * G * motion["x"])
    assert np.ptp(energy) < 1e-7


@pytest.mark.covers("F000-15", "F000-22", "F000-65")
def test_angles_as_extra_variables_give_the_spherical_equations():
    pendulum = angle_pendulum()
    values = {**PLACE, **{f"{k}'": v for k, v in VELOCITY.items()}}
    values |= {"φ": φ0, "θ": θ0, "φ.rate": dφ, "θ.rate": dθ}
    a = dict(zip(pendulum.speeds, numbers(pendulum.equations.accelerations, values), strict=True))
    s, c = math.sin(θ0), math.cos(θ0)
    assert a["φ.rate"] == pytest.approx(-2 * c * dφ * dθ / s, rel=1e-12)
    assert a["θ.rate"] == pytest.approx(s * (c * dφ**2 - G), rel=1e-12)
    assert np.allclose([a["x'"], a["y'"], a["z'"]], cartesian_accelerations(), rtol=1e-12)


# ---- 4.2: a ring on an incline, a disc in the ring

R1, R2, M1 = 1.0, 0.3, 0.670


INCLINE = math.asin(0.8)


def ring_and_disc(m2=0.08, incline=INCLINE):
    def body(k, m, inertia):
        return da.modules.subsystem(
            f"body {k}",
            speeds=f"u{k} v{k} ω{k}",
            forces={
                f"u{k}": -m * (S(f"u{k}'") - G * math.sin(incline)),
                f"v{k}": -m * (S(f"v{k}'") + G * math.cos(incline)),
                f"ω{k}": -inertia * S(f"ω{k}'"),
            },
        )

    c, s = cos(incline - S("θ")), sin(incline - S("θ"))
    u1, v1, ω1, u2, v2, ω2 = (S(name) for name in ("u1", "v1", "ω1", "u2", "v2", "ω2"))
    return da.modules.subsystem(
        "ring and disc",
        [body(1, M1, M1 * R1**2), body(2, m2, m2 * R2**2 / 2)],
        coordinates="θ",
        constraints={
            "ring rolls": u1 + R1 * ω1,
            "ring stays": v1 + 0.0,
            "disc rolls x": u1 - u2 + c * (R1 * ω1 - R2 * ω2),
            "disc rolls y": v1 - v2 + s * (R1 * ω1 - R2 * ω2),
            "angle": -u1 + u2 + c * (R1 - R2) * S("θ.rate"),
        },
        independent="θ.rate ω2",
    )


@pytest.mark.covers("F000-15", "F000-65")
def test_ring_and_disc_have_the_closed_complement():
    θ, ξ = 0.4, math.asin(0.8)
    c, s = math.cos(ξ - θ), math.sin(ξ - θ)
    C = ring_and_disc().C.at({"θ": θ})
    expected = {
        "u1": (R1 - R2, -R2),
        "v1": (0.0, 0.0),
        "ω1": (R2 / R1 - 1, R2 / R1),
        "u2": (-(c - 1) * (R1 - R2), -R2),
        "v2": (-s * (R1 - R2), 0.0),
    }
    for name, row in expected.items():
        assert np.allclose(C.to_array([name])[0], row, atol=1e-14), name


@pytest.mark.covers("F000-65")
def test_the_disc_keeps_its_place_in_the_rolling_ring():
    # m2/m1 = 8/67 and an incline of arcsin 4/5: the disc stays at arcsin 3/5
    equations = ring_and_disc().equations
    still = {"θ": math.asin(0.6), **dict.fromkeys(equations.speeds, 0.0)}
    a = dict(zip(equations.speeds, numbers(equations.accelerations, still), strict=True))
    assert a["θ.rate"] == pytest.approx(0.0, abs=1e-12)
    assert a["u1"] == pytest.approx(4.0273973, abs=1e-7)
    assert a["ω2"] == pytest.approx(-a["u1"] / R2, rel=1e-12)


@pytest.mark.covers("F000-65")
def test_the_disc_swings_in_the_ring_as_computed():
    equations = ring_and_disc().equations
    start = equations.state(q={"θ": math.asin(0.6) + math.pi / 6})
    motion = da.simulate(equations, start, until=5.0, times=[0.5, 1.0, 2.0, 5.0])
    assert np.allclose(motion["θ"], [0.810008, 0.228206, 0.883813, 1.143761], rtol=0, atol=2e-5)
    assert np.allclose(motion["θ.rate"], [-1.255767, -0.721574, 1.173401, -0.382557], rtol=0, atol=2e-5)


# ---- 4.5: a spatial slider-crank, driven with Coulomb friction

_crank = example("slider_crank_tree")
L1, L2, γ2, μ, slider_crank, prescribed = (
    getattr(_crank, name) for name in ("L1", "L2", "γ2", "μ", "slider_crank", "prescribed")
)


def driving(node, t):
    """u1, y3 and z3 by Theorem 4.3, u = −Cᵀ f*, with the friction that these forces cause."""
    s, χ, dχ, ddχ = prescribed(t)
    φ = math.asin(-L1 * math.sin(χ) / L2)
    ψ = math.asin(-L1 * (1 - math.cos(χ)) / (L2 * math.cos(φ)))
    values = {"χ": χ, "ψ": ψ, "φ": φ, "θ": 0.0, "s": s}
    speeds = node.S.at(values).to_array(node.labels)[:, 0] * dχ
    values |= dict(zip(node.labels, speeds, strict=True))
    e = node.particular(-node.full_b).at(values).expanded(node.labels, ("",))[:, 0].astype(float)
    second = node.S.at(values).to_array(node.labels)[:, 0] * ddχ + e
    values |= {f"{name}'": x for name, x in zip(node.labels, second, strict=True)}
    needed = -node.f_bar.at(values).to_array()[:, 0]
    along = node.C.at(values).to_array(["v3x"])[0]
    friction = 0.0
    for _ in range(200):
        u = needed - along * friction
        friction = -μ * math.copysign(math.hypot(u[1], u[2]), values["v3x"])
    return (*u, friction)


@pytest.mark.covers("F000-28", "F000-30", "F000-65")
def test_the_crank_is_driven_against_friction_as_computed():
    node = slider_crank()
    assert node.degrees_of_freedom == 3
    expected = {
        0.05: (27.44449, -5.80370, 17.38870, 9.16583),
        0.20: (-24.31863, 24.93702, -12.14816, 13.86932),
        0.30: (-32.43321, 63.34938, -28.37733, -34.70741),
        0.45: (25.09193, -3.44144, 12.68357, -6.57108),
    }
    for t, numbers_at in expected.items():
        assert np.allclose(driving(node, t), numbers_at, rtol=2e-6), t


@pytest.mark.covers("F000-79")
@pytest.mark.parametrize("make", [lambda node: node.equations, da.modules.condensed], ids=["levels", "condensed"])
def test_the_crank_accelerates_with_its_motor_joined(make):
    """The motor as its two balances by hand: k i − J N α − b N ω on its shaft, geared down by N to the crank."""
    k, J, b, L, R, N, t = 0.3, 0.01, 0.02, 0.5, 1.5, 4.0, 0.05
    motor = da.modules.dc_motor(
        "motor",
        torque_constant=k,
        back_emf=k,
        inertia=J,
        damping=b,
        inductance=L,
        resistance=R,
        voltage=da.Input("u"),
    )
    crank, guide = slider_crank(), {"guide y": S("v3y") + 0.0, "guide z": S("v3z") + 0.0}
    guided = da.modules.subsystem("guided", [crank], constraints=guide, independent="ω1")
    driven = da.modules.subsystem(
        "driven", {"motor": motor, "crank": guided}, constraints={"gear": S("motor/ω") - N * S("crank/ω1")}
    )

    # of the mechanism alone: what its crank resists with, and its inertia as the crank feels it
    s, χ, dχ, _ = prescribed(t)
    φ = math.asin(-L1 * math.sin(χ) / L2)
    values = {"χ": χ, "ψ": math.asin(-L1 * (1 - math.cos(χ)) / (L2 * math.cos(φ))), "φ": φ, "θ": 0.0, "s": s}
    column = guided.S.at(values).to_array(guided.labels)[:, 0]
    values |= dict(zip(guided.labels, column * dχ, strict=True))
    e = guided.particular(-guided.full_b).at(values).expanded(guided.labels, ("",))[:, 0].astype(float)
    forces = [
        guided.f_bar.at(values | {f"{name}'": x for name, x in zip(guided.labels, e + α * column, strict=True)})
        for α in (0.0, 1.0)
    ]
    f0, f1 = (force.to_array()[0, 0] for force in forces)
    current, voltage = 2.0, 6.0
    α = (f0 + N * k * current - N**2 * b * dχ) / (f0 - f1 + N**2 * J)

    eom = make(driven)
    q = {f"crank/{name}": values[name] for name in crank.coordinates}
    u = {f"crank/{name}": values[name] for name in guided.labels} | {"motor/ω": N * dχ, "motor/i": current}
    state = eom.state(q=q, u=u, tau={"motor/u": voltage})
    found = da.as_dynamics(eom).signals(["crank/ω1.acceleration", "motor/i.acceleration"], state)
    assert found["crank/ω1.acceleration"] == pytest.approx(α, rel=1e-10)
    assert found["motor/i.acceleration"] == pytest.approx((voltage - R * current - k * N * dχ) / L, rel=1e-12)


def test_rows_that_repeat_others_are_solved_by_least_squares():
    doubled = cartesian_pendulum()["particle"]
    x, y, z = S("x"), S("y"), S("z")
    rows = {"length": x * x + y * y + z * z - 1.0, "twice": 2 * (x * x + y * y + z * z) - 2.0}
    with pytest.raises(FormulationError, match="of its 2 rows length, twice only 1 are independent"):
        _ = da.modules.subsystem("s", [doubled], constraints=rows).C
    node = da.modules.subsystem("s", [doubled], constraints=rows, independent=LeastSquares("y'", "z'"))
    a = numbers(node.equations.accelerations, {**PLACE, **{f"{k}'": v for k, v in VELOCITY.items()}})
    assert np.allclose(a, cartesian_accelerations(), rtol=1e-12)
