"""Joints as rows between places of a tree, against models with the joints themselves."""

import math

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import FormulationError
from dalembert.modules import (
    BodyFrame,
    Place,
    RotationAngles,
    gear,
    planar_body,
    point_mass,
    prismatic,
    revolute,
    rigid_body,
    rolling,
    rolling_wheel,
    spherical,
    subsystem,
    universal,
)
from dalembert.spatial import Axes, euler, rotation
from dalembert.spatial.rotations import euler_rates
from tests.modules.test_subsystem import accelerations

S = da.expr.symbol
SAME = 1e-7
"""Positions after half a second by rows and by coordinates of joints, at the tolerance of the runs."""

HANGING = np.array([0.1, -0.2, 0.6])
"""Mass centre of the body from its joint, in m."""

GRAVITY = (0.3, 0.0, -9.81)
JOINTS = {
    "spherical": (da.Spherical, spherical, {}),
    "revolute": (da.Revolute, revolute, {"axis": "y"}),
    "universal": (da.Universal, universal, {}),
    "prismatic": (da.Prismatic, prismatic, {"axis": "z"}),
}
TIGHT = da.methods.DormandPrince(rtol=1e-10, atol=1e-12)


@pytest.mark.covers("F000-58", "F000-87")
@pytest.mark.parametrize("kind", JOINTS)
def test_a_joint_of_rows_moves_a_body_as_the_joint_of_a_model_does(kind):
    joint, rows, options = JOINTS[kind]
    body = da.box("box", size=(0.3, 0.4, 0.5), mass=2.0)
    model = da.Model(joint("j", da.ground, body.at(tuple(-HANGING)), **options), gravity=GRAVITY)
    eom = da.derive(model)
    speeds = dict(zip(eom.speeds, (0.9, -0.7, 0.5), strict=False))
    expected = da.simulate(eom, eom.state(u=speeds), times=[0.0, 0.5], until=0.5, method=TIGHT)
    places = expected.evaluate(
        {"p": da.position(body), "v": da.velocity(body), "w": da.angular_velocity(body), "R": da.orientation(body)}
    )

    J = 2.0 / 12.0 * np.array([0.4**2 + 0.5**2, 0.3**2 + 0.5**2, 0.3**2 + 0.4**2])
    for seen_in, orientation in ((Axes.BODY, "zxy"), (Axes.SPACE, "quaternion")):
        leaf = rigid_body("body", mass=2.0, inertia=J, gravity=GRAVITY, orientation=orientation, seen_in=seen_in)
        frame = BodyFrame("body", orientation, seen_in)
        node = subsystem(
            "hung", {"body": leaf}, constraints=rows("j", Place.on_ground(), frame.place(-HANGING), **options)
        )
        assert node.degrees_of_freedom == len(eom.speeds)
        start = node.state(
            q={f"body/{k}": x for k, x in zip("xyz", HANGING, strict=True)},
            u={f"body/{c}{k}": x for c in "vw" for k, x in zip("xyz", places[c][0], strict=True)},
        )
        motion = da.simulate(node, start, times=[0.0, 0.5], until=0.5, method=TIGHT)
        found = np.array([motion[f"body/{k}"][-1] for k in "xyz"])
        assert np.allclose(found, places["p"][-1], rtol=0, atol=SAME)


@pytest.mark.covers("F000-58", "F000-87")
def test_a_wheel_by_rows_rolls_as_the_leaf_of_the_shelf():
    r, m, axial, radial = 0.3, 2.0, 0.12, 0.06
    leaf = rolling_wheel("wheel", radius=r, mass=m, axial=axial, radial=radial, gravity=9.81)
    disc = rigid_body("disc", mass=m, inertia=(radial, axial, radial), gravity=(0.0, 0.0, 9.81))
    frame = BodyFrame("")
    heading, lean = S("angle1"), S("angle2")
    forward, sideways = (da.cos(heading), da.sin(heading), 0.0), (-da.sin(heading), da.cos(heading), 0.0)
    # from the centre down the disc, which leans but does not show its spin
    down = frame.p + r * (rotation("z", heading) @ rotation("x", lean) @ np.array([0.0, 0.0, 1.0]))
    rows = rolling(
        "tyre", Place.on_ground(), frame.place(), down, along=[forward, sideways], gap=S("z") + r * da.cos(lean)
    )
    node = subsystem("rolling", [disc], constraints=rows, independent="wx wy wz")
    place = {"angle1": 0.4, "angle2": 0.3, "angle3": 0.7, "x": 0.1, "y": 0.2, "z": -r * math.cos(0.3)}
    found = []
    for system in (node, leaf):
        speeds = system.S.at(place).to_array(system.labels).astype(float) @ np.array([0.5, -4.0, 0.8])
        found.append(accelerations(system.equations, place | dict(zip(system.labels, speeds, strict=True))))
    assert found[0] == pytest.approx(found[1], rel=1e-9)


@pytest.mark.covers("F000-87")
def test_a_sphere_rolls_down_a_slope_with_five_sevenths_of_gravity():
    r, slope = 0.2, 0.3
    g = 9.81 * np.array([math.sin(slope), 0.0, -math.cos(slope)])
    ball = rigid_body("ball", mass=3.0, inertia=0.4 * 3.0 * r**2, gravity=g, orientation=None, seen_in=Axes.SPACE)
    # position only: the angular velocity is there, and no angles
    assert (ball.coordinates, len(ball.speeds)) == (("x", "y", "z"), 6)
    frame = BodyFrame("", None, Axes.SPACE)
    below, gap = frame.p - np.array([0.0, 0.0, r]), S("z") - r
    rows = rolling("contact", Place.on_ground(), frame.place(), below, along=["x", "y"], gap=gap)
    node = subsystem("rolling", [ball], constraints=rows)
    a = accelerations(node.equations, {"z": r})
    assert a["vx"] == pytest.approx(5.0 / 7.0 * g[0], rel=1e-12)
    assert a["wy"] == pytest.approx(a["vx"] / r, rel=1e-12)


@pytest.mark.covers("F000-58", "F000-87")
def test_a_gear_between_places_adds_the_inertia_of_the_rotor():
    # rotor and arm turn about parallel axes of the ground: (J + N² I) θ'' = torque
    N, I, J = 5.0, 0.02, 0.6
    bodies = {
        "rotor": rigid_body("rotor", mass=1.0, inertia=(0.1, 0.1, I)),
        "arm": rigid_body("arm", mass=1.0, inertia=(0.4, 0.5, J), torque=(0.0, 0.0, da.Input("u"))),
    }
    ground, rotor, arm = Place.on_ground(), BodyFrame("rotor").place(), BodyFrame("arm").place()
    shaft = Place.on_ground((0.3, 0.0, 0.0))
    rows = revolute("hinge", ground, arm) | revolute("shaft", shaft, rotor)
    rows |= gear("gear", shaft.turn_rate(rotor), ground.turn_rate(arm), ratio=N)
    node = subsystem("geared", bodies, constraints=rows)
    assert node.degrees_of_freedom == 1
    a = accelerations(node.equations, {"rotor/x": 0.3, "arm/u": 2.2})
    assert a["arm/wz"] == pytest.approx(2.2 / (J + N**2 * I), rel=1e-12)
    assert a["rotor/wz"] == pytest.approx(N * a["arm/wz"], rel=1e-12)


@pytest.mark.covers("F000-58")
def test_a_planar_double_pendulum_by_places_is_that_of_a_model():
    rods = [da.rod(name, length=1.0, mass=1.0) for name in "ab"]
    model = da.Model(
        da.Revolute("A", da.ground, rods[0], axis="z"),
        da.Revolute("B", rods[0]["end"], rods[1], axis="z"),
        gravity=(0, -9.81, 0),
    )
    expected = da.simulate(model, {"A": 0.3, "B": 0.4}, until=1.0, method=TIGHT)
    link = planar_body("link", mass=1.0, inertia=1.0 / 12.0, gravity=(0.0, -9.81))
    start, end = (-0.5, 0.0), (0.5, 0.0)
    rows = revolute("A", Place.on_ground(), Place.on_planar_body("a", start))
    rows |= revolute("B", Place.on_planar_body("a", end), Place.on_planar_body("b", start))
    node = subsystem("chain", {"a": link, "b": link}, constraints=rows, independent="a/angle.rate b/angle.rate")
    assert len(node.constraints) == 4
    begin = da.assemble(node, q={"a/angle": 0.3, "b/angle": 0.7})
    motion = da.simulate(node, begin, until=1.0, method=TIGHT)
    assert motion["a/angle"][-1] == pytest.approx(expected["A"][-1], abs=SAME)


@pytest.mark.covers("F000-58", "F000-87")
def test_particles_are_held_by_ball_joints_only():
    bob = point_mass("bob", mass=1.0, gravity=(0.0, 0.0, -9.81))
    rod = rigid_body("rod", mass=1.0, inertia=0.1, gravity=(0.0, 0.0, -9.81))
    held = spherical("ball", BodyFrame("rod").place((0.0, 0.0, -1.0)), Place.on_particle("bob"))
    node = subsystem("pair", {"rod": rod, "bob": bob}, constraints=held)
    assert node.degrees_of_freedom == 6
    with pytest.raises(FormulationError, match="'bob' is a place without axes"):
        revolute("hinge", BodyFrame("rod").place(), Place.on_particle("bob"))
    with pytest.raises(FormulationError, match="'bob' is a place without an angular velocity"):
        rolling("roll", Place.on_ground(), Place.on_particle("bob"), (0, 0, 0))


# ---- angles of one's own


def own_angles():
    """Heading, pitch and roll by their letters."""
    return RotationAngles("ψ φ θ", euler("zyx", [S("ψ"), S("φ"), S("θ")]))


@pytest.mark.covers("F000-87")
@pytest.mark.parametrize("seen_in", list(Axes))
def test_angular_velocity_of_ones_own_angles_is_that_of_the_turns(seen_in):
    angles, rates = [0.3, -0.4, 0.7], [1.1, 0.5, -0.9]
    w = own_angles().velocity(seen_in=seen_in)
    values = dict(zip(map(S, ("ψ", "φ", "θ", "ψ'", "φ'", "θ'")), [*angles, *rates], strict=True))
    expected = np.array(euler_rates("zyx", angles, seen_in=seen_in), dtype=float) @ rates
    assert np.allclose(da.expr.evaluate(w, values), expected, rtol=0, atol=1e-14)


@pytest.mark.covers("F000-10", "F000-55", "F000-87")
@pytest.mark.parametrize("seen_in", list(Axes))
def test_all_orientations_give_the_motion_of_the_same_body(seen_in):
    # a body under a torque that is constant in its own axes, or in those of space
    inertia, torque, spin = (0.3, 0.4, 0.5), (0.2, -0.1, 0.3), {"wx": 1.0, "wy": -0.6, "wz": 0.8}
    ends = []
    for orientation in ("zyx", "xyz", "quaternion", own_angles()):
        body = rigid_body(
            "body", mass=1.0, inertia=inertia, torque=torque, orientation=orientation, seen_in=seen_in
        )
        start = body.state(u=spin)
        motion = da.simulate(body, start, until=1.0, method=TIGHT)
        R = BodyFrame("", orientation, seen_in).R
        names = BodyFrame("", orientation, seen_in).orientation_names
        ends.append(da.expr.evaluate(R, {S(name): motion[name][-1] for name in names}))
    assert all(np.allclose(end, ends[0], rtol=0, atol=SAME) for end in ends[1:])


def test_a_matrix_that_is_no_rotation_is_refused():
    with pytest.raises(FormulationError, match="orthonormal columns"):
        RotationAngles("a b c", np.diag([da.cos(S("a")), 1.0, 1.0]))
    with pytest.raises(FormulationError, match="a rotation has three angles, not a, b"):
        RotationAngles("a b", euler("zyx", [S("a"), S("b"), 0.0]))


# ---- nodes and names


@pytest.mark.covers("F000-87")
def test_every_question_takes_a_node():
    link = planar_body("link", mass=1.0, inertia=1.0 / 12.0, gravity=(0.0, -9.81))
    node = subsystem(
        "pendulum",
        [link],
        constraints=revolute("A", Place.on_ground(), Place.on_planar_body("", (0.0, 0.5))),
        independent="angle.rate",
    )
    rest = da.equilibrium(node, guess={"y": -0.5})
    assert rest.q["angle"] == pytest.approx(0.0, abs=1e-9)
    linear = da.linearize(node, rest)
    assert np.linalg.eigvals(linear.A).imag.max() == pytest.approx(math.sqrt(9.81 * 0.5 / (0.25 + 1.0 / 12.0)))
    assert da.mobility(node, rest).degrees_of_freedom == 1
    assert "angle" in str(da.summary(node))


def test_names_of_constraints_and_variables_are_told_apart_at_every_node():
    a = point_mass("a", mass=1.0, gravity=(0.0, 0.0))
    held = subsystem("held", coordinates="s", forces={"s": -S("s.rate'")}, constraints={"x": S("s") - 1.0})
    with pytest.raises(FormulationError, match="whole: 'x' is a constraint of 'held' and a variable of 'a'"):
        subsystem("whole", [a, held])
    other = subsystem("other", coordinates="r", forces={"r": -S("r.rate'")}, constraints={"x": S("r") - 1.0})
    with pytest.raises(FormulationError, match="whole: 'x' is a constraint of 'other' and of 'held'"):
        subsystem("whole", [held, other])
    with pytest.raises(FormulationError, match="two children are called 'a'"):
        subsystem("whole", [a, a])
    inner = subsystem("inner", [a])
    with pytest.raises(FormulationError, match="whole: 'x' is a variable of 'inner' and of 'a'"):
        subsystem("whole", [inner, a])
