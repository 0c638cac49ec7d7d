"""Leaves from the shelf, against models of bodies and closed forms."""

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import dalembert as da
from dalembert.errors import FormulationError
from dalembert.modules import BodyFrame, coincident, dc_motor, planar_body, point_mass, rigid_body, rolling_wheel
from dalembert.symbolic.short_forms import written_sizes
from tests.modules.test_subsystem import accelerations

S = da.expr.symbol
INERTIA = np.array([[0.3, 0.02, -0.01], [0.02, 0.4, 0.03], [-0.01, 0.03, 0.5]])
MOVING = {"vx": 0.3, "vy": -0.2, "vz": 0.7, "wx": 1.1, "wy": -0.4, "wz": 0.8}


@pytest.mark.covers("F000-55")
@pytest.mark.parametrize("inertia", [0.4, (0.3, 0.4, 0.5), INERTIA], ids=["sphere", "central axes", "full"])
@pytest.mark.parametrize("orientation", ["zxy", "zxz", "quaternion"])
def test_a_free_body_moves_by_newton_and_euler(orientation, inertia):
    body = rigid_body(
        "body",
        mass=2.0,
        inertia=inertia,
        orientation=orientation,
        gravity=(0.1, 0.0, 9.81),
        force=(1.0, S("x") * 2.0, da.Input("push")),
        torque=(0.2, 0.0, -0.1),
    )
    turning = (
        {"e0": 0.5, "e1": -0.5, "e2": 0.5, "e3": 0.5}
        if orientation == "quaternion"
        else {"angle1": 0.3, "angle2": 0.4}
    )
    a = accelerations(body.equations, {"x": 0.6, "push": 3.0, **turning, **MOVING})
    assert np.allclose([a["vx"], a["vy"], a["vz"]], [0.6, 0.6, 11.31])
    w = np.array([MOVING[f"w{k}"] for k in "xyz"])
    J = np.eye(3) * inertia if np.ndim(inertia) < 2 else INERTIA
    assert np.allclose([a["wx"], a["wy"], a["wz"]], np.linalg.solve(J, [0.2, 0.0, -0.1] - np.cross(w, J @ w)))


@pytest.mark.covers("F000-55")
def test_orientations_are_those_of_the_same_body():
    # the same turn by angles and by a quaternion
    R = da.spatial.euler("zxy", [0.3, -0.5, 0.9])
    place = BodyFrame("b", "zxy")
    values = {S(f"b/angle{k}"): x for k, x in ((1, 0.3), (2, -0.5), (3, 0.9))} | {S(f"b/{k}"): 0.0 for k in "xyz"}
    assert np.allclose(
        da.expr.evaluate(place.point((1.0, 2.0, 3.0)), values), np.array(R, dtype=float) @ [1.0, 2.0, 3.0]
    )


@pytest.mark.covers("F000-76")
def test_a_wheel_rolls_with_its_own_inertia_and_may_slip_sideways():
    # upright and straight, a torque about its axle: (Ia + m r²) ω' = torque
    wheel = rolling_wheel(
        "wheel", radius=0.3, mass=2.0, axial=0.12, radial=0.06, gravity=9.81, torque=da.Input("u")
    )
    assert (wheel.degrees_of_freedom, wheel.constraint_order) == (3, 1)
    upright = {"z": -0.3, "vx": 1.5, "wy": -5.0}
    a = accelerations(wheel.equations, {**upright, "u": -0.9})
    assert a["wy"] == pytest.approx(-0.9 / (0.12 + 2.0 * 0.09))
    assert a["vx"] == pytest.approx(-0.3 * a["wy"])
    slipping = rolling_wheel("wheel", radius=0.3, mass=2.0, axial=0.12, radial=0.06, gravity=9.81, slips=True)
    assert slipping.degrees_of_freedom == 4
    lean = 0.2
    falling = accelerations(slipping.equations, {"angle2": lean, "z": -0.3 * math.cos(lean)})
    # without grip the centre falls straight down: (Ir + m r² sin² φ) φ'' = m g r sin φ
    s = math.sin(lean)
    assert falling["wx"] == pytest.approx(2.0 * 9.81 * 0.3 * s / (0.06 + 2.0 * (0.3 * s) ** 2), rel=1e-9)
    assert falling["vy"] == pytest.approx(0.0, abs=1e-12)


@pytest.mark.covers("F000-57", "F000-66")
def test_a_wheel_on_a_slope_rolls_down_along_its_heading():
    # section 5.2: g (sin ξ, 0, cos ξ); upright with heading ψ it rolls on with g sin ξ cos ψ / (1 + Ia/(m r²)),
    # and falls sideways with −g sin ξ sin ψ / (1 + Ir/(m r²))
    ξ, ψ = 0.2, 0.6
    data = {"radius": 0.3, "mass": 2.0, "axial": 0.12, "radial": 0.06, "gravity": 9.81}
    wheel = rolling_wheel("wheel", **data, slope=da.param("ξ", ξ))
    along = 9.81 * math.sin(ξ) * math.cos(ψ) / (1.0 + 0.12 / (2.0 * 0.09))
    across = -9.81 * math.sin(ξ) * math.sin(ψ) / (1.0 + 0.06 / (2.0 * 0.09))
    a = accelerations(wheel.equations, {"z": -0.3, "angle1": ψ})
    c, s = math.cos(ψ), math.sin(ψ)
    assert [a["vx"], a["vy"]] == pytest.approx([along * c - across * s, along * s + across * c], rel=1e-12)
    # what falls leans with g cos ξ: (Ir + m r²) φ'' = m g cos ξ r sin φ with the heading along the slope
    lean = accelerations(wheel.equations, {"z": -0.3 * math.cos(0.1), "angle2": 0.1})["wx"]
    assert lean == pytest.approx(2.0 * 9.81 * math.cos(ξ) * 0.3 * math.sin(0.1) / (0.06 + 0.18), rel=1e-12)


@pytest.mark.covers("F000-14")
def test_the_3rrr_manipulator_is_a_tree_of_legs():
    # Q = {H_A, H_B, H_C, L}, H = {U, B}: three legs of two links, a platform with three degrees of freedom
    link = planar_body("link", mass=0.5, inertia=0.17, nodes={"a": (-1.0, 0.0), "b": (1.0, 0.0)})
    leg = da.modules.subsystem(
        "leg",
        {"U": link, "B": link},
        constraints={f"elbow {k}": S(f"U/b{k}") - S(f"B/a{k}") for k in "xy"}
        | {"pivot x": S("U/ax") - da.param("px", 0.0), "pivot y": S("U/ay") - da.param("py", 0.0)},
        independent=("U/angle.rate", "B/angle.rate"),
    )
    corners = {
        name: (math.cos(k * 2 * math.pi / 3), math.sin(k * 2 * math.pi / 3)) for k, name in enumerate("pqr")
    }
    platform = planar_body("platform", mass=1.0, inertia=0.25, nodes=corners)
    legs = {name: leg for name in "ABC"}
    held = {
        f"{name} holds {node} along {k}": S(f"{name}/B/b{k}") - S(f"platform/{node}{k}")
        for name, node in zip("ABC", "pqr", strict=True)
        for k in "xy"
    }
    robot = da.modules.subsystem("robot", {**legs, "platform": platform}, constraints=held)
    # three legs of two, platform of three, six rows
    assert robot.degrees_of_freedom == 3
    assert sum(1 for _ in robot.nodes()) == 11


def test_a_motor_and_a_particle_are_leaves():
    motor = dc_motor(
        "m",
        torque_constant=0.3,
        back_emf=0.3,
        inertia=0.01,
        damping=0.05,
        inductance=0.002,
        resistance=1.5,
        voltage=da.Input("u"),
    )
    a = accelerations(motor.equations, {"ω": 2.0, "i": 1.0, "u": 6.0})
    assert a["ω"] == pytest.approx((0.3 - 0.1) / 0.01)
    assert a["i"] == pytest.approx((6.0 - 1.5 - 0.6) / 0.002)
    assert accelerations(point_mass("p", mass=2.0, gravity=(0.0, -9.81)).equations, {})["y.rate"] == -9.81


def test_two_bodies_tied_at_a_point_are_a_pendulum():
    body = rigid_body("bob", mass=2.0, inertia=(0.1, 0.1, 0.1), gravity=(0.0, -9.81, 0.0))
    place = BodyFrame("bob")
    hung = da.modules.subsystem(
        "hung", {"bob": body}, constraints=coincident("hook", place.point((0.0, 0.5, 0.0)), np.zeros(3))
    )
    assert hung.degrees_of_freedom == 3
    a = accelerations(
        hung.equations, {"bob/angle1": 0.3, "bob/x": 0.5 * math.sin(0.3), "bob/y": -0.5 * math.cos(0.3)}
    )
    assert a["bob/wz"] == pytest.approx(-2.0 * 9.81 * 0.5 * math.sin(0.3) / (0.1 + 2.0 * 0.25))


def test_an_inertia_that_is_none_is_refused():
    with pytest.raises(FormulationError, match="inertia is a number, three of them, or a symmetric matrix"):
        rigid_body("b", mass=1.0, inertia=[[1.0, 0.1, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])


NODES = {"a": (-0.6, 0.1), "b": (0.5, -0.2), "c": (0.3, 0.4)}
"""Nodes of a bar from its mass centre, in m."""


@pytest.mark.covers("F000-10", "F000-56", "F000-59")
def test_a_body_by_its_nodes_has_the_complement_of_the_thesis():
    # example 2.6: rows of S of a node are [1, 0, b*_y − p_y] and [0, 1, p_x − b*_x]
    bar = planar_body("bar", mass=2.0, inertia=0.3, nodes=NODES, by_nodes=True)
    assert bar.coordinates == ("ax", "ay", "bx", "by", "cx", "cy")
    turn = da.spatial.rotation("z", 0.7)[:2, :2].astype(float)
    centre = np.array([1.0, -2.0])
    places = {key: centre + turn @ np.array(local) for key, local in NODES.items()}
    S_here = bar.S.at({f"{key}{axis}": x for key, p in places.items() for axis, x in zip("xy", p, strict=True)})
    for key, p in places.items():
        expected = [[1.0, 0.0, centre[1] - p[1]], [0.0, 1.0, p[0] - centre[0]]]
        assert np.allclose(S_here.to_array([f"{key}x.rate", f"{key}y.rate"]), expected, rtol=0, atol=1e-12)
    # the rows are polynomials in the nodes, whatever their distance: pᵢ = a, pⱼ = b, and b* by γ and ρ
    γ, ρ, (p, q) = 0.25, 0.5, np.random.default_rng(4).normal(size=(2, 2))
    ends = {"a": (-γ, ρ), "b": (1 - γ, ρ)}
    rod = planar_body(
        "rod", mass=2.0, inertia=0.3, nodes={k: (x, -y) for k, (x, y) in ends.items()}, by_nodes=True
    )
    S_here = rod.S.at(dict(zip(("ax", "ay", "bx", "by"), (*p, *q), strict=True)))
    centre = p + γ * (q - p) + ρ * np.array([p[1] - q[1], q[0] - p[0]])
    for key, k in (("a", p), ("b", q)):
        expected = [[1.0, 0.0, centre[1] - k[1]], [0.0, 1.0, k[0] - centre[0]]]
        assert np.allclose(S_here.to_array([f"{key}x.rate", f"{key}y.rate"]), expected, rtol=0, atol=1e-12)


@pytest.mark.covers("F000-56", "F000-59", "F000-61")
def test_a_pendulum_by_nodes_swings_as_one_by_its_angle():
    options = {"mass": 2.0, "inertia": 0.3, "gravity": (0.0, -9.81), "nodes": NODES}
    pins = {f"pin {axis}": S(f"a{axis}") + 0.0 for axis in "xy"}
    nodal = da.modules.subsystem("nodal", [planar_body("bar", by_nodes=True, **options)], constraints=pins)
    plain = da.modules.subsystem("plain", [planar_body("bar", **options)], constraints=pins)
    assert nodal.degrees_of_freedom == plain.degrees_of_freedom == 1
    method, ends = da.methods.DOP853(rtol=1e-10, atol=1e-12), []
    start = da.assemble(plain, q={"angle": 0.0})
    for node in (nodal, plain):
        q = {name: start.q[name] for name in node.coordinates}
        motion = da.simulate(node, da.assemble(node, q=q), until=1.0, method=method)
        ends.append([motion[f"b{axis}"][-1] for axis in "xy"])
    assert np.allclose(ends[0], ends[1], rtol=0, atol=1e-7)


@pytest.mark.covers("F000-11", "F000-56", "F000-59")
def test_what_is_written_by_hand_of_a_body_by_nodes_solves_its_rows():
    pair = da.modules.subsystem(
        "pair", {k: planar_body("bar", mass=2.0, inertia=0.3, nodes=NODES, by_nodes=True) for k in ("1", "2")}
    )
    bar, random = pair.children[1], np.random.default_rng(7)
    # names are those of the copy, and nodes may be anywhere
    at = {name: x for name, x in zip(bar.coordinates, random.normal(size=6), strict=True)}
    assert bar.coordinates[0] == "2/ax"
    B, rows = bar.rows.B.at(at), bar.rows
    A = B.to_array(rows.rows, rows.variables).astype(float)
    C = bar.C.at(at).to_array(rows.variables, bar.independent).astype(float)
    assert np.abs(A @ C).max() < 1e-14
    assert np.linalg.matrix_rank(C) == 3
    r = da.modules.LabelledMatrix(rows.rows, ("r",), random.normal(size=(len(rows.rows), 1)).astype(object))
    y = bar.complement.particular(rows, r).at(at).expanded(rows.variables, ("r",))
    solution = A @ y.astype(float)
    assert np.allclose(solution, r.entries.astype(float), rtol=0, atol=1e-13)


@pytest.mark.covers("F000-22", "F000-59")
def test_a_four_bar_by_nodes_is_short_in_symbols():
    def bar(length, *others):
        nodes = {"a": (-length / 2, 0.0), "b": (length / 2, 0.0), **dict(others)}
        return planar_body("bar", mass=1.0, inertia=length**2 / 12.0, nodes=nodes, by_nodes=True)

    rows = {f"O {axis}": S(f"1/a{axis}") - x for axis, x in zip("xy", (0.0, 0.0), strict=True)}
    rows |= {
        f"{k} {axis}": S(f"{i}/b{axis}") - S(f"{i + 1}/a{axis}") for i, k in ((1, "A"), (2, "B")) for axis in "xy"
    }
    rows |= {f"C {axis}": S(f"3/b{axis}") - x for axis, x in zip("xy", (0.8, 0.0), strict=True)}
    bars = {"1": bar(0.3), "2": bar(0.7, ("p", (0.1, 0.2))), "3": bar(0.5)}
    four_bar = da.modules.subsystem("four bar", bars, constraints=rows, independent="1/w")
    # w of coupler and rocker by that of the crank, over the area that coupler and rocker span
    C = four_bar.C
    at = {name: x for name, x in zip(four_bar.coordinates, np.random.default_rng(2).normal(size=14), strict=True)}
    crank, coupler, rocker = (
        np.array([at[f"{i}/b{axis}"] - at[f"{i}/a{axis}"] for axis in "xy"]) for i in (1, 2, 3)
    )
    area = np.linalg.det([coupler, rocker])
    expected = [-np.linalg.det([crank, rocker]) / area, np.linalg.det([crank, coupler]) / area]
    assert np.allclose(C.at(at).to_array(["2/w", "3/w"], ["1/w"]).astype(float)[:, 0], expected, rtol=1e-12)
    # with all places of all nodes in it, where elimination without knowing the body gave seventeen thousand
    assert max(written_sizes(list(four_bar.f_bar.entries.flat))) < 700


def test_a_body_by_nodes_has_two_of_them():
    with pytest.raises(FormulationError, match="two of them or more"):
        planar_body("bar", mass=1.0, inertia=1.0, nodes={"a": (0.0, 0.0)}, by_nodes=True)


@pytest.mark.covers("F000-10", "F000-55")
@pytest.mark.parametrize("seen_in", [da.spatial.Axes.BODY, da.spatial.Axes.SPACE], ids=["body", "space"])
@pytest.mark.parametrize("orientation", ["zxy", "zxz", "quaternion"])
def test_rates_of_orientation_that_are_kept_as_speeds_change_nothing(orientation, seen_in):
    options = {"mass": 2.0, "inertia": (0.3, 0.5, 0.7), "orientation": orientation, "seen_in": seen_in}
    gravity = (0.0, 0.0, 9.81)
    plain = da.modules.rigid_body("body", **options, gravity=gravity)
    kept = da.modules.rigid_body("body", **options, gravity=gravity, keeps_rates=True)
    n = 4 if orientation == "quaternion" else 3
    rows = ["wx is", "wy is", "wz is", *["length"] * (n == 4)]
    assert [row.name for row in kept.constraints] == rows
    assert len(kept.speeds) == 6 + n
    assert kept.degrees_of_freedom == 6
    assert kept.independent == plain.speeds
    place = {"e0": 0.9, "e1": 0.3, "e2": -0.2, "e3": 0.244949} if n == 4 else {"angle1": 0.3, "angle2": 0.7}
    w = {"wx": 1.0, "wy": -0.7, "wz": 2.0, "vx": 0.4}
    if n == 4:
        length = np.sqrt(sum(x * x for x in place.values()))
        place = {name: x / length for name, x in place.items()}
    start = plain.state(q=place, u=w)
    times, method = [0.3, 0.9], da.methods.DOP853(1e-10, 1e-12)
    motion = da.simulate(plain, start, times=times, method=method)
    also = da.simulate(kept, da.assemble(kept, q=place, u=w), times=times, method=method)
    for name in (*plain.coordinates, *plain.speeds):
        assert np.allclose(also[name], motion[name], atol=1e-8), name
    # rates are speeds: they are what coordinates do
    first = plain.coordinates[3]
    rate = da.expr.evaluate(plain.rates[first], {S(x): motion[x][-1] for x in (*plain.coordinates, *plain.speeds)})
    assert also[f"{first}.rate"][-1] == pytest.approx(rate, abs=1e-7)


def test_a_body_without_orientation_keeps_no_rates():
    with pytest.raises(FormulationError, match="'body' has a position only"):
        da.modules.rigid_body("body", mass=1.0, inertia=1.0, orientation=None, keeps_rates=True)


@pytest.mark.covers("F000-10")
@pytest.mark.parametrize(
    "sequence", ["xyz", "xzy", "yxz", "yzx", "zxy", "zyx", "xyx", "xzx", "yxy", "yzy", "zxz", "zyz"]
)
def test_every_sequence_of_turns_describes_the_same_motion(sequence):
    options = {"mass": 2.0, "inertia": INERTIA}
    w = {"wx": 1.1, "wy": -0.4, "wz": 0.8}
    angles = (0.4, 0.9, -0.3)
    R = da.spatial.euler(sequence, np.array(angles)).astype(float)
    body = rigid_body("body", orientation=sequence, **options)
    start = body.state(q=dict(zip(("angle1", "angle2", "angle3"), angles, strict=True)), u=w)
    method = da.methods.DOP853(rtol=1e-11, atol=1e-12)
    motion = da.simulate(body, start, until=0.4, method=method)
    end = da.spatial.euler(sequence, np.array([motion[f"angle{k}"][-1] for k in (1, 2, 3)])).astype(float)
    # Euler's equations and Ṙ = R skew(ω) by another integrator
    J = np.array(INERTIA)

    def rates(_, y):
        ω, T = y[:3], y[3:].reshape(3, 3)
        skew = np.array([[0, -ω[2], ω[1]], [ω[2], 0, -ω[0]], [-ω[1], ω[0], 0]])
        return np.concatenate([np.linalg.solve(J, -np.cross(ω, J @ ω)), (T @ skew).ravel()])

    expected = solve_ivp(rates, (0.0, 0.4), [*w.values(), *R.ravel()], rtol=1e-11, atol=1e-12).y[:, -1]
    assert np.allclose([motion[x][-1] for x in w], expected[:3], atol=1e-8)
    assert np.allclose(end, expected[3:].reshape(3, 3), atol=1e-8)


@pytest.mark.covers("F000-59", "F000-61")
def test_ring_and_disc_of_one_node_each_by_ones_own_coordinate_and_velocity_rows():
    # example 5.1: bodies with one node, gravity as a field, a coordinate θ, and five rows of velocities
    r1, r2, m1, m2, ξ = 1.0, 0.3, 0.67, 0.08, math.asin(0.8)
    field = (9.8 * math.sin(ξ), -9.8 * math.cos(ξ))
    ring = planar_body("ring", mass=m1, inertia=m1 * r1**2, gravity=field)
    disc = planar_body("disc", mass=m2, inertia=m2 * r2**2 / 2, gravity=field)
    u1, v1, ω1, u2, v2, ω2 = (S(f"{b}/{c}.rate") for b in ("1", "2") for c in ("x", "y", "angle"))
    c, s = da.cos(ξ - S("θ")), da.sin(ξ - S("θ"))
    rows = {
        "ring rolls": u1 + r1 * ω1,
        "ring stays": v1 + 0.0,
        "x": u1 - u2 + c * (r1 * ω1 - r2 * ω2),
        "y": v1 - v2 + s * (r1 * ω1 - r2 * ω2),
        "angle": u2 - u1 + c * (r1 - r2) * S("θ.rate"),
    }
    node = da.modules.subsystem(
        "both", {"1": ring, "2": disc}, coordinates="θ", constraints=rows, independent="θ.rate 2/angle.rate"
    )
    assert (node.constraint_order, node.degrees_of_freedom) == (1, 2)
    θ = 0.4
    cθ, sθ = math.cos(ξ - θ), math.sin(ξ - θ)
    C = node.C.at({"θ": θ})
    closed = {"1/x.rate": (r1 - r2, -r2), "1/angle.rate": (r2 / r1 - 1, r2 / r1)}
    closed |= {"2/x.rate": (-(cθ - 1) * (r1 - r2), -r2), "2/y.rate": (-sθ * (r1 - r2), 0.0)}
    for name, row in closed.items():
        assert np.allclose(C.to_array([name], ["θ.rate", "2/angle.rate"])[0].astype(float), row, atol=1e-14), name
    a = accelerations(node.equations, {"θ": math.asin(0.6)})
    assert a["1/x.rate"] == pytest.approx(4.0273973, abs=1e-7)
    assert a["θ.rate"] == pytest.approx(0.0, abs=1e-12)
