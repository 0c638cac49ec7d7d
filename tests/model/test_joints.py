"""The mathematics of every joint: pose, axes, bias, rates and retraction belong together."""

from typing import Any

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import ModelError
from dalembert.expr.calculus import derivative, directional
from dalembert.expr.rewrite import evaluate
from dalembert.expr.symbol_nodes import param, symbol, symbols
from dalembert.model.bodies import Body, ground
from dalembert.model.joint import Joint
from dalembert.model.joints.cylindrical import Cylindrical
from dalembert.model.joints.extra_variables import extra_coordinate
from dalembert.model.joints.free import Free
from dalembert.model.joints.pin_in_slot import PinInSlot
from dalembert.model.joints.planar_joint import Planar
from dalembert.model.joints.prismatic import Prismatic
from dalembert.model.joints.revolute import Revolute
from dalembert.model.joints.screw import Screw
from dalembert.model.joints.spherical import Spherical
from dalembert.model.joints.translational import Translational
from dalembert.model.joints.universal import Universal
from dalembert.model.joints.weld import Weld
from dalembert.spatial.rotations import euler, rotation

ATOL = 1e-12
"""A few roundings of numbers of order one."""

BODY = Body("body")
SKEW = (0.3, -0.8, 0.5)
EULER = [a + b + c for a in "xyz" for b in "xyz" for c in "xyz" if a != b != c]


def made(kind: Any, **options: Any) -> Joint:
    return kind("j", ground, BODY, **options)


JOINTS = [
    *(made(kind, axis=axis) for kind in (Revolute, Prismatic, Cylindrical) for axis in ("x", "-y", SKEW)),
    *(made(Screw, axis=axis, lead=0.7) for axis in ("z", SKEW)),
    made(PinInSlot),
    made(PinInSlot, axis=(0.0, 0.6, 0.8), normal="-x"),
    made(Universal),
    made(Universal, first=SKEW, second=(1.0, 0.2, 0.1)),
    *(made(Planar, normal=normal) for normal in ("x", "y", "z", "-z", SKEW)),
    made(Planar, normal="-y", along="x"),
    made(Translational),
    made(Weld),
    made(Spherical),
    *(made(Spherical, angles=angles) for angles in EULER),
    made(Free),
    made(Free, angles="zxz"),
    made(Free, angles="xyz"),
]


def described(joint: Joint) -> str:
    options = [v for k, v in vars(joint).items() if k in ("axis", "first", "second", "normal", "angles")]
    return " ".join([type(joint).__name__, *map(str, options)])


every_joint = pytest.mark.parametrize("joint", JOINTS, ids=described)


class Sample:
    """A joint at a random place in random motion, as symbols with values."""

    def __init__(self, joint: Joint) -> None:
        rng = np.random.default_rng(len(described(joint)))
        self.q, self.u = (
            symbols("q", len(joint.coordinates)),
            symbols("u", len(joint.speeds)),
        )
        self.q_value = np.asarray(joint.project(rng.uniform(0.2, 1.2, len(self.q))), dtype=float)
        self.u_value = rng.uniform(-1.0, 1.0, len(self.u))
        self.rates = joint.rates(self.q, self.u)

    def along(self, y: Any) -> Any:
        """Time derivative along q̇ = rates(q, u)."""
        return directional(y, dict(zip(self.q, self.rates, strict=True))) if len(self.q) else np.zeros(np.shape(y))

    def number(self, y: Any, **more: float) -> Any:
        values = dict(zip(self.q, self.q_value, strict=True)) | dict(zip(self.u, self.u_value, strict=True))
        return evaluate(y, values | {symbol(name): value for name, value in more.items()})


@every_joint
def test_twist_of_the_pose_equals_the_motion_axes_times_speeds(joint):
    sample = Sample(joint)
    pose = joint.pose(sample.q)
    R, p = sample.number(pose.R), pose.p
    W = R.T @ sample.number(sample.along(pose.R))
    V = np.concatenate([[W[2, 1], W[0, 2], W[1, 0]], R.T @ sample.number(sample.along(p))])
    np.testing.assert_allclose(W, -W.T, atol=ATOL)
    np.testing.assert_allclose(V, sample.number(joint.motion(sample.q)) @ sample.u_value, atol=ATOL)


@every_joint
def test_bias_equals_the_rate_of_the_motion_axes_times_speeds(joint):
    sample = Sample(joint)
    H_dot = sample.number(sample.along(joint.motion(sample.q)))
    bias = sample.number(joint.bias(sample.q, sample.u))
    np.testing.assert_allclose(bias, H_dot @ sample.u_value, atol=ATOL)


@every_joint
def test_retraction_is_exact_to_first_order_and_stays_valid(joint):
    sample = Sample(joint)
    h = symbol("h")
    slope = derivative(joint.retract(sample.q, h * sample.u), h)
    np.testing.assert_allclose(sample.number(slope, h=0.0), sample.number(sample.rates), atol=ATOL)
    far = joint.retract(sample.q_value, 3.0 * sample.u_value)
    np.testing.assert_allclose(joint.residual(np.asarray(far, dtype=float)), 0.0, atol=ATOL)
    np.testing.assert_array_equal(joint.retract(sample.q_value, 0.0 * sample.u_value), sample.q_value)


@every_joint
def test_rates_keep_what_the_coordinates_satisfy(joint):
    sample = Sample(joint)
    np.testing.assert_allclose(sample.number(sample.along(joint.residual(sample.q))), 0.0, atol=ATOL)


@every_joint
def test_frames_coincide_at_the_neutral_coordinates(joint):
    q = np.array(joint.default_values)
    pose = joint.pose(q)
    np.testing.assert_array_equal(pose.R, np.eye(3))
    np.testing.assert_array_equal(pose.p, np.zeros(3))
    np.testing.assert_array_equal(joint.residual(q), np.zeros(len(joint.residual(q))))


@every_joint
def test_projection_reaches_valid_coordinates_and_leaves_them(joint):
    q = np.linspace(0.4, 1.7, len(joint.coordinates))
    projected = np.asarray(joint.project(q), dtype=float)
    np.testing.assert_allclose(joint.residual(projected), 0.0, atol=ATOL)
    np.testing.assert_allclose(np.asarray(joint.project(projected), dtype=float), projected, rtol=1e-15)


@every_joint
def test_there_is_a_name_for_every_coordinate_and_speed(joint):
    sample = Sample(joint)
    assert len(joint.coordinates) == len(joint.default_values) == len(set(joint.coordinates))
    assert joint.motion(sample.q).shape == (6, len(joint.speeds))
    assert len(set(joint.speeds)) == len(joint.speeds)


@every_joint
def test_numbers_and_expressions_take_the_same_text(joint):
    sample = Sample(joint)
    pose, traced = joint.pose(sample.q_value), joint.pose(sample.q)
    np.testing.assert_allclose(sample.number(traced.R), pose.R, atol=1e-15)
    np.testing.assert_allclose(sample.number(traced.p), pose.p, atol=1e-15)


# conventions


def test_names_follow_the_joint():
    assert made(Revolute).coordinates == ("j",)
    assert made(Revolute).speeds == ("j.rate",)
    assert made(Cylindrical).coordinates == ("j.angle", "j.slide")
    assert made(Universal).speeds == ("j.first.rate", "j.second.rate")
    assert made(Planar).coordinates == ("j.x", "j.y", "j.angle")
    assert made(Translational).coordinates == ("j.x", "j.y", "j.z")
    assert made(Spherical).coordinates == ("j.e0", "j.e1", "j.e2", "j.e3")
    assert made(Spherical).speeds == ("j.wx", "j.wy", "j.wz")
    assert made(Spherical, angles="xyz").coordinates == ("j.angle1", "j.angle2", "j.angle3")
    free = made(Free, angles="zxy", names=["yaw", "lean", "spin"])
    assert free.coordinates == ("j.x", "j.y", "j.z", "yaw", "lean", "spin")
    assert free.speeds == ("j.x.rate", "j.y.rate", "j.z.rate", "yaw.rate", "lean.rate", "spin.rate")


@pytest.mark.parametrize(
    ("normal", "x", "y"),
    [
        ("z", (1, 0, 0), (0, 1, 0)),
        ("x", (0, 1, 0), (0, 0, 1)),
        ("y", (0, 0, 1), (1, 0, 0)),
        ("-z", (1, 0, 0), (0, -1, 0)),
    ],
)
def test_directions_of_a_plane_follow_its_normal(normal, x, y):
    joint = made(Planar, normal=normal)
    np.testing.assert_array_equal(joint.pose(np.array([1.0, 0.0, 0.0])).p, x)
    np.testing.assert_array_equal(joint.pose(np.array([0.0, 1.0, 0.0])).p, y)


def test_the_directions_in_a_plane_can_be_chosen():
    """In the plane of x and z, with z up: the usual order of the axes has x up."""
    q = np.array([0.3, 0.5, 0.2])
    assert made(Planar, normal="y").pose(q).p == pytest.approx([0.5, 0.0, 0.3])
    chosen = made(Planar, normal="-y", along="x")
    assert chosen.pose(q).p == pytest.approx([0.3, 0.0, 0.5])
    # a turn is from x to z
    np.testing.assert_allclose(chosen.pose(q).R[:, 0], [np.cos(0.2), 0.0, np.sin(0.2)], atol=1e-15)


def test_universal_turns_about_the_parents_axis_first():
    q = np.array([0.4, 0.9])
    np.testing.assert_allclose(made(Universal).pose(q).R, rotation("x", 0.4) @ rotation("y", 0.9), atol=1e-16)


def test_screw_advances_by_its_lead_each_turn():
    np.testing.assert_allclose(made(Screw, lead=0.7).pose(np.array([2.0 * np.pi])).p, [0.0, 0.0, 0.7])


def test_a_direction_may_hold_parameters():
    tilt = param("tilt", 0.3)
    joint = made(Revolute, axis=(0.0, tilt, 1.0))
    assert joint.axis == (0.0, tilt, 1.0)
    np.testing.assert_allclose(
        evaluate(joint.motion(np.array([0.0])))[:3, 0], np.array([0, 0.3, 1]) / np.hypot(0.3, 1)
    )


def test_joints_are_values():
    assert made(Revolute, axis=[0, 0, 1]) == made(Revolute, axis=np.array([0.0, 0.0, 1.0]))
    assert len({made(Spherical, angles="xyz", names=["a", "b", "c"]), made(Spherical)}) == 2


# orientations for a state

TURNING = [joint for joint in JOINTS if isinstance(joint, Spherical | Free)]
TURNS = [
    *(rotation(axis, x) for axis in ("x", "y", "z", SKEW) for x in (0.0, 0.3, 0.5 * np.pi, np.pi, -2.0)),
    euler("zxy", [0.4, -1.2, 2.5]),
]


@pytest.mark.parametrize("joint", TURNING, ids=described)
def test_coordinates_of_an_orientation_place_the_child_there(joint):
    for R in TURNS:
        turned = joint.turned(R)
        q = np.array(
            [
                {**dict(zip(joint.coordinates, joint.default_values, strict=True)), **turned}[name]
                for name in joint.coordinates
            ]
        )
        np.testing.assert_allclose(joint.pose(q).R, R, atol=ATOL)
        np.testing.assert_array_equal(joint.pose(q).p, 0.0)
        np.testing.assert_allclose(joint.residual(q), 0.0, atol=ATOL)


def test_an_orientation_is_given_by_full_names():
    ball = made(Spherical).turned(rotation("x", 0.3))
    assert ball == pytest.approx({"j.e0": np.cos(0.15), "j.e1": np.sin(0.15), "j.e2": 0.0, "j.e3": 0.0})
    free = made(Free, angles="zxy", names=["yaw", "lean", "spin"]).turned(euler("zxy", [0.1, -0.2, 0.3]))
    assert free == pytest.approx({"yaw": 0.1, "lean": -0.2, "spin": 0.3})
    assert all(type(value) is float for value in (ball | free).values())


@pytest.mark.parametrize("joint", [made(Spherical), made(Free, angles="zxz")], ids=described)
@pytest.mark.parametrize(
    ("R", "message"),
    [
        (1.1 * np.eye(3), "must be orthonormal"),
        (np.diag([1.0, 1.0, -1.0]), "this is a reflection"),
        (np.eye(4), r"shape \(3, 3\)"),
        (rotation("x", param("tilt", 0.3)), "of numbers only"),
    ],
)
def test_what_is_no_rotation_gives_no_orientation(joint, R, message):
    with pytest.raises(ModelError, match=message):
        joint.turned(R)


# what is refused


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Revolute("hip", BODY, BODY.at(x=1.0)), "Revolute 'hip' joins .* the same body"),
        (
            lambda: Revolute("hip", "ground", BODY),
            "the parent of Revolute 'hip' needs a body or a frame .* 'ground'",
        ),
        (lambda: Revolute("hip", ground, None), "the child of Revolute 'hip' needs a body or a frame"),
        (lambda: Revolute("hip.x", ground, BODY), "a Revolute needs a name of printable text without dots"),
        (lambda: Revolute(3, ground, BODY), "a Revolute needs a name"),
        (lambda: Revolute("hip", ground, BODY, axis="w"), "'axis' of Revolute 'hip': an axis is one of"),
        (lambda: Prismatic("hip", ground, BODY, axis=(0, 0, 0)), "'axis' of Prismatic 'hip': .* direction"),
        (lambda: Prismatic("hip", ground, BODY, axis=(0, np.inf, 0)), "'axis' of Prismatic 'hip': .* finite"),
        (lambda: Screw("hip", ground, BODY, lead=np.nan), "'lead' of Screw 'hip' needs finite numbers"),
        (lambda: Universal("hip", ground, BODY, "x", "-x"), "Universal 'hip' has two parallel axes"),
        (
            lambda: Planar("hip", ground, BODY, (0, 0, param("n", 1.0))),
            "the normal of Planar 'hip' must be numbers",
        ),
        (
            lambda: Planar("hip", ground, BODY, "y", along="y"),
            "x of Planar 'hip' is along 'y', which is not in the plane across 'y'",
        ),
        (lambda: Spherical("hip", ground, BODY, angles="xxy"), "'angles' of Spherical 'hip': an Euler sequence"),
        (lambda: Spherical("hip", ground, BODY, angles="xyz", names=["a"]), "three names go with three angles"),
        (lambda: Free("hip", ground, BODY, names=["a", "b", "c"]), "three names go with three angles"),
        (
            lambda: Free("hip", ground, BODY, angles="xyz", names=["a", "b", "c.d"]),
            "an angle of Free 'hip' needs a name",
        ),
    ],
)
def test_wrong_joints_are_refused_by_name(make, message):
    with pytest.raises(ModelError, match=message):
        make()


def test_an_extra_coordinate_has_the_unit_that_is_said_and_is_not_drawn():
    angle, number = extra_coordinate("angle", unit="rad"), extra_coordinate("s", unit="")
    assert (angle.units, angle.speed_units, number.speed_units) == (("rad",), ("rad/s",), ("1/s",))
    assert angle.symbol is None and not angle.carries_body and not angle.is_free
    assert Free("f", ground, Body("b")).is_free


def test_an_extra_coordinate_is_of_no_body_and_has_no_reaction():
    bead = da.particle("bead", mass=1.0)
    model = da.Model(
        da.Prismatic("x", ground, bead, axis="x"),
        extra_coordinate("s"),
        da.Holonomic("tie", da.coordinate("x") - 2.0 * da.coordinate("s")),
    )
    assert model.bodies == (bead,)
    names = [name for name in da.derive(model).signals if "marker" in name or name.startswith("s.")]
    assert names == ["s.rate", "s.acceleration", "s.momentum"]
