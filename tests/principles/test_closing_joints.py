"""Joints that close loops: the same motion and the same reactions whichever joint is cut."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import dalembert as da
from dalembert.model.bodies import Frame
from dalembert.spatial.pose import Pose
from tests.oracles.mechanisms import At, Mechanism, mechanism, wrenches
from tests.oracles.trees import GRAVITY

pytestmark = pytest.mark.slow

RTOL = 1e-9
"""Of the largest entry: two different elimination orders of a generic mechanism."""

CLOSING = [
    *("revolute z", "revolute", "prismatic x", "prismatic", "screw", "cylindrical", "universal skew"),
    *("spherical", "planar skew", "translational", "weld"),
]
QUICK = {"revolute", "cylindrical", "spherical"}
"""One of each sort; all of them together take long."""


def of_kinds(kinds: list[str]) -> Any:
    return pytest.mark.parametrize(
        "kind", [pytest.param(kind, marks=[] if kind in QUICK else [pytest.mark.slow]) for kind in kinds]
    )


each_closing = of_kinds(CLOSING)

AROUND = ["universal", "spherical"]
"""Freedom enough for a loop with any other joint."""


def assert_close(actual: Any, expected: Any, rtol: float = RTOL) -> None:
    actual, expected = np.asarray(actual, dtype=float), np.asarray(expected, dtype=float)
    scale = max(1.0, np.abs(expected).max(initial=0.0))
    np.testing.assert_allclose(actual, expected, rtol=0.0, atol=rtol * scale)


def cut(loop: Mechanism, names: Sequence[str], *more: Any) -> At:
    """The mechanism with these joints cut, at the state where it is closed."""
    model = da.Model(*loop.joints, *more, gravity=GRAVITY, cut=names)
    assert {joint.name for joint in model.closing} >= set(names)
    at = At(model, loop.q)
    assert_close(at(at.eom.phi), np.zeros(len(at.eom.phi)), 1e-12)
    return at


def released(loop: Mechanism, *more: Any) -> At:
    """The mechanism with all bodies free in space, held by its joints as constraints only."""
    free = [da.Free(f"{body.name} released", da.ground, body) for body in loop.bodies]
    q = dict(loop.q)
    for body, joint in zip(loop.bodies, free, strict=True):
        X = loop.poses[body]
        q |= joint.turned(X.R) | {f"{joint.name}.{axis}": x for axis, x in zip("xyz", X.p, strict=True)}
    joints = [joint for joint in loop.joints if not isinstance(joint, da.Free)]
    model = da.Model(*joints, *free, *more, gravity=GRAVITY, cut=[joint.name for joint in joints])
    return At(model, q)


def assert_same_motion(one: At, other: At, loop: Mechanism, parts: Sequence[str]) -> None:
    """Accelerations of all bodies, and wrenches of these joints and constraints."""
    assert_close(other.accelerations(loop.bodies), one.accelerations(loop.bodies))
    names = wrenches(parts)
    assert_close(other.signals(names), one.signals(names))


# ---- which joint closes the loop makes no difference


def loop_with(kind: str, seed: int = 3, base: bool = False) -> Mechanism:
    """A loop that either of its last two joints may close, on the ground or on a free body."""
    b = 0 if base else -1
    edges = [(AROUND[0], b, b + 1), (AROUND[1], b + 1, b + 2), (kind, b + 2, b + 3), ("cylindrical", b, b + 3)]
    return mechanism([*edges, *([("free", -1, 0)] if base else [])], seed=seed)


@each_closing
@pytest.mark.covers("F000-29", "F002-19", "F001-12")
def test_cut_here_or_there_bodies_move_alike_and_joints_carry_alike(kind: str) -> None:
    loop = loop_with(kind)
    names = [joint.name for joint in loop.joints]
    one, other = cut(loop, ["joint2"]).allowed(), cut(loop, ["joint3"])
    other = other.moving_like(one.twists(loop.bodies), loop.bodies)
    assert_close(other(other.eom.psi), np.zeros(len(other.eom.psi)))
    assert_same_motion(one, other, loop, names)


@each_closing
def test_a_loop_on_a_free_body_is_seen_from_it(kind: str) -> None:
    loop = loop_with(kind, base=True)
    one, other = cut(loop, ["joint2"]).allowed(), cut(loop, ["joint3"])
    other = other.moving_like(one.twists(loop.bodies), loop.bodies)
    # what moves the body does not stand in the rows
    for at in (one, other):
        base = [k for k, name in enumerate(at.model.speeds) if name.startswith("joint4")]
        assert len(base) == 6 and not any(k in row.J for row in at.eom.constraint_rows for k in base)
    assert_same_motion(one, other, loop, [joint.name for joint in loop.joints])


@each_closing
@pytest.mark.covers("F000-29", "F002-19")
def test_a_body_released_and_held_again_has_the_same_joint_reaction(kind: str) -> None:
    """A tree, and the same with auxiliary speeds: free bodies that the joints only hold."""
    kinds = [("universal", -1, 0), (kind, 0, 1), ("revolute", 1, 2), ("prismatic x", 0, 3)]
    tree = mechanism(kinds, seed=8)
    model = da.Model(*tree.joints, gravity=GRAVITY)
    one = At(model, tree.q, np.random.default_rng(2).standard_normal(len(model.speeds)))
    other = released(tree).moving_like(one.twists(tree.bodies), tree.bodies)
    assert not model.closing and len(other.model.closing) == 4
    assert_same_motion(one, other, tree, [joint.name for joint in tree.joints])


@each_closing
def test_the_ground_may_be_the_child_of_a_closing_joint(kind: str) -> None:
    """Parent and child swapped: the same joint for those that are their own inverse, else the same released."""
    loop = mechanism([("spherical", -1, 0), ("universal", 0, 1), ("cylindrical", 1, 2), (kind, 2, -1)], seed=4)
    names = [joint.name for joint in loop.joints]
    one = cut(loop, ["joint3"]).allowed()
    other = released(loop).moving_like(one.twists(loop.bodies), loop.bodies)
    assert_same_motion(one, other, loop, names)


def test_two_loops_that_share_a_body_and_one_between_branches() -> None:
    edges = [
        ("free", -1, 0),
        ("revolute", 0, 1),
        ("spherical", 1, 2),
        ("universal", 0, 3),
        ("spherical", 3, 2),
        ("cylindrical", 3, 4),
        ("spherical", 4, 1),
        ("planar", 4, -1),
    ]
    loop = mechanism(edges, seed=12)
    names = [joint.name for joint in loop.joints]
    one = cut(loop, []).allowed()
    assert len(one.model.closing) == 3
    other = cut(loop, ["joint2"]).moving_like(one.twists(loop.bodies), loop.bodies)
    last = released(loop).moving_like(one.twists(loop.bodies), loop.bodies)
    assert_same_motion(one, other, loop, names)
    assert_same_motion(one, last, loop, names[1:])


# ---- coordinates of joints that close loops


MEASURED = ["revolute", "prismatic", "screw z", "cylindrical", "universal skew", "planar skew", "translational"]
each_measured = of_kinds(MEASURED)


@each_measured
def test_coordinates_of_a_closing_joint_are_those_it_would_carry_with(kind: str) -> None:
    loop = loop_with(kind)
    coordinates = loop.joints[2].coordinates
    one, other = cut(loop, ["joint3"]).allowed(), cut(loop, ["joint2"])
    other = other.moving_like(one.twists(loop.bodies), loop.bodies)
    measures = np.array([f(x) for x in coordinates for f in (da.coordinate, da.speed, da.acceleration)])
    assert_close(other(other.eom.resolve(measures)), one(one.eom.resolve(measures)))


@each_measured
def test_forces_on_the_coordinates_of_a_closing_joint_act_as_if_it_carried(kind: str) -> None:
    loop = loop_with(kind)
    parts: list[Any] = []
    for k, x in enumerate(loop.joints[2].coordinates):
        parts += [
            da.Motor(f"motor{k}", x),
            da.JointSpring(f"spring{k}", x, 7.0, 0.2 * k),
            da.JointDamper(f"damper{k}", x, 3.0),
            da.JointForce(f"law{k}", x, da.coordinate(x) * da.speed(x) - da.time),
        ]
    names = [joint.name for joint in loop.joints]
    one, other = cut(loop, ["joint3"], *parts).allowed(), cut(loop, ["joint2"], *parts)
    one.tau[:] = other.tau[:] = np.arange(1.0, 1.0 + len(one.tau))
    other = other.moving_like(one.twists(loop.bodies), loop.bodies)
    assert_same_motion(one, other, loop, names)
    for name in ("power", "energy", "motor0.power", "spring0.power", "damper0.power"):
        assert_close(other.signals([name]), one.signals([name]))


@pytest.mark.parametrize("kind", [kind for kind in MEASURED if kind != "translational"])
def test_constraints_on_the_coordinates_of_a_closing_joint_act_as_if_it_carried(kind: str) -> None:
    """Drives, gears and expressions: their torque acts between the bodies of that joint."""
    loop = loop_with(kind)
    x, slide = loop.joints[2].coordinates[0], "joint3.slide"
    parts = [
        da.Drive("drive", x, loop.q[x] + da.sin(da.time) - np.sin(0.37)),
        da.Gear("gear", slide, "joint0.first", 1.3, loop.q[slide] - 1.3 * loop.q["joint0.first"]),
    ]
    if kind in ("cylindrical", "planar skew"):
        y = loop.joints[2].coordinates[1]
        parts[1] = da.Gear("gear", y, slide, 1.3, loop.q[y] - 1.3 * loop.q[slide])
    names = [joint.name for joint in loop.joints]
    one, other = cut(loop, ["joint3"], *parts), cut(loop, ["joint2"], *parts)
    # speeds that follow the drive
    J, psi = one(one.eom.J, one.eom.psi)
    one = replace(one, u=-np.linalg.pinv(J) @ psi, equations=one.eom)
    other = other.moving_like(one.twists(loop.bodies), loop.bodies)
    assert_close(other(other.eom.psi), np.zeros(len(other.eom.psi)))
    assert_same_motion(one, other, loop, names)
    signals = ["drive.torque", "drive.power", "gear.multiplier", "power"]
    assert_close(other.signals(signals), one.signals(signals))


def test_turns_of_a_closing_angle_are_counted() -> None:
    loop = loop_with("revolute")
    spring = da.JointSpring("spring", "joint2", 2.0)
    at = cut(loop, ["joint2"], spring)
    assert at.model.unwrapped_angles == ("joint2",) and at.model.coordinates[-1] == "joint2"
    assert_close(at(at.eom.c)[-1:], [0.0], 1e-12)
    k = at.model.coordinates.index("joint2")
    turned = replace(at, q=at.q + 4.0 * np.pi * np.eye(len(at.q))[k], equations=at.eom)
    assert_close(turned(at.eom.c)[-1:], [0.0], 1e-12)
    energies = [x.signals(["spring.power", "potential energy"])[1] for x in (at, turned)]
    q = loop.q["joint2"]
    assert_close(np.diff(energies), [(q + 4.0 * np.pi) ** 2 - q**2])
    # a small error of the count is removed, whole turns are kept
    off = replace(turned, q=turned.q + 0.01 * np.eye(len(at.q))[k], equations=at.eom)
    assert_close(off(at.eom.c)[-1:], [0.01])
    assert_close(off(at.eom.motion.projected), turned.q, 1e-12)


def test_a_closing_angle_that_nothing_needs_is_no_coordinate() -> None:
    loop = loop_with("revolute")
    assert cut(loop, ["joint2"]).model.unwrapped_angles == ()
    assert cut(loop_with("screw"), ["joint2"]).model.unwrapped_angles == ("joint2",)


def test_a_screw_that_closes_a_loop_goes_on_over_several_turns() -> None:
    """One turn further on it is closed again, a lead away."""
    loop = loop_with("screw z")
    at = cut(loop, ["joint2"])
    thread = [row.name for row in at.eom.rows].index("joint2.thread")
    k = at.model.coordinates.index("joint2")
    turned = replace(at, q=at.q + 2.0 * np.pi * np.eye(len(at.q))[k], equations=at.eom)
    assert_close(turned(at.eom.phi)[thread], 0.7)
    shifted = replace(
        loop.joints[2], parent=Frame(loop.bodies[1], loop.joints[2].parent_frame.pose @ Pose(p=[0, 0, 0.7]))
    )
    joints = [*loop.joints[:2], shifted, loop.joints[3]]
    other = At(da.Model(*joints, cut=["joint2"]), turned.q)
    assert_close(other(other.eom.phi), np.zeros(len(other.eom.phi)))


# ---- closed the right way round


@each_closing
def test_relations_tell_apart_frames_that_are_turned_over(kind: str) -> None:
    loop = loop_with(kind)
    joint = loop.joints[2]
    q = np.array([loop.q[name] for name in joint.coordinates])
    closed = joint.closure(Pose(), joint.pose(q))
    assert all(sense > 0.0 for sense in closed.senses)
    assert len(closed.relations) == 6 - len(joint.speeds)
