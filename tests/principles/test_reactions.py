"""Reactions against the balance of every body, closed forms, and each other."""

from collections import defaultdict
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import dalembert as da
from dalembert.expr.calculus import time_derivative
from dalembert.model.bodies import Frame
from tests.oracles.constrained import T, everything
from tests.oracles.mechanisms import At, wrenches
from tests.oracles.trees import GRAVITY

RTOL = 1e-9
"""Of the largest entry, for a mechanism of eight bodies."""

G = 9.81


def assert_close(actual: Any, expected: Any, rtol: float = RTOL) -> None:
    actual, expected = np.asarray(actual, dtype=float), np.asarray(expected, dtype=float)
    scale = max(1.0, np.abs(expected).max(initial=0.0))
    np.testing.assert_allclose(actual, expected, rtol=0.0, atol=rtol * scale)


class Balance:
    """Sums of moments about the world's origin and of forces, by body."""

    def __init__(self, at: At) -> None:
        self.at = at
        self.total: dict[da.Body, Any] = defaultdict(lambda: np.zeros(6))

    def add(self, frame: Frame, wrench: Any, opposite: da.Body | None = None) -> None:
        """A wrench at a frame in its axes, moment first, and its opposite on another body."""
        X = self.at.pose(frame)
        moment, force = X.R @ wrench[:3], X.R @ wrench[3:]
        world = np.concatenate([moment + np.cross(X.p, force), force])
        self.total[frame.body] = self.total[frame.body] + world
        if opposite is not None:
            self.total[opposite] = self.total[opposite] - world

    def add_force(self, frame: Frame, force: Any, moment: Any = (0.0, 0.0, 0.0)) -> None:
        """A force and a moment at a frame, in world axes."""
        p = self.at.pose(frame).p
        self.total[frame.body] = self.total[frame.body] + np.concatenate([moment + np.cross(p, force), force])


def needed(at: At, body: da.Body) -> Any:
    """Rate of momentum of a body, less gravity: moment about the world's origin, force."""
    X, w = at.pose(Frame(body)), at.velocity(Frame(body))[0]
    alpha, a = np.split(at.accelerations([body]), 2)
    inertia = body.inertia
    assert inertia is not None
    r, J = X.R @ inertia.com, X.R @ inertia.J @ X.R.T
    force = inertia.mass * (a + np.cross(alpha, r) + np.cross(w, np.cross(w, r)) - GRAVITY)
    return np.concatenate([J @ alpha + np.cross(w, J @ w) + np.cross(X.p + r, force), force])


# ---- every body


@pytest.mark.covers("F002-19", "F002-18")
def test_reactions_and_loads_move_every_body_as_newton_and_euler_say() -> None:
    system = everything()
    at, places, bodies = system.at, system.places, system.mechanism.bodies
    names = [*(joint.name for joint in at.model.joints), "bar", "rolls", "blade"]
    wrench = dict(zip(names, at.signals(wrenches(names)).reshape(-1, 6), strict=True))
    multiplier = {name: at.signals([f"{name}.multiplier"])[0] for name in ("guide", "fast", "lift", "bar")}
    balance = Balance(at)
    for joint in at.model.joints:
        balance.add(joint.child_frame, wrench[joint.name], joint.parent_frame.body)
    balance.add(places["on 6"], wrench["bar"], bodies[0])
    balance.add(Frame(bodies[5]), wrench["rolls"], bodies[1])
    balance.add(places["on 7"], wrench["blade"])

    # the user's own act along what they restrict
    v = at.velocity(places["on 0"])[1]
    balance.add_force(places["on 4"], multiplier["guide"] * np.eye(3)[2])
    balance.add_force(places["on 0"], multiplier["fast"] * 2.0 * v)
    balance.add_force(places["on 6"], multiplier["lift"] * np.eye(3)[1])
    for force in at.model.forces:
        for load in force.loads(at.eom.outputs.kinematics).on_bodies:
            balance.add_force(load.frame, *at(at.eom.resolve(load.force), at.eom.resolve(load.moment)))
    for body in bodies:
        assert_close(balance.total[body], needed(at, body))

    # a bar pushes along itself
    d = at.pose(places["on 6"]).p - at.pose(places["on 0"]).p
    force = at.pose(places["on 6"]).R @ wrench["bar"][3:]
    assert_close(force, multiplier["bar"] * d / np.linalg.norm(d))


def test_the_force_of_a_drive_and_a_gear_is_the_moment_of_their_joints_about_the_axis() -> None:
    system = everything()
    at = system.at
    names = ["joint5", "joint8", "joint1"]
    wrench = dict(zip(names, at.signals(wrenches(names)).reshape(-1, 6), strict=True))
    drive, gear = at.signals(["drive.torque", "gear.multiplier"])
    joints = {joint.name: joint for joint in at.model.joints}
    q = {name: np.array([system.mechanism.q[x] for x in joints[name].coordinates]) for name in names}
    along = {name: joints[name].motion(q[name]).T @ wrench[name] for name in names}
    assert_close(along["joint5"], [drive])
    assert_close(along["joint8"], [gear])
    # its second coordinate has a damper
    rate = at.u[at.model.speeds.index("joint1.second.rate")]
    assert_close(along["joint1"], [-1.7 * gear, -2.0 * rate])
    speed, power = at.u[at.model.speeds.index("joint5.rate")], at.signals(["drive.power"])[0]
    assert_close([speed, power], [0.8, 0.8 * drive])


def test_coincident_points_exert_what_a_ball_joint_does() -> None:
    links = [da.rod(name, length=1.0, mass=1.0, radius=0.1) for name in ("left", "right")]
    base = [
        da.Universal("A", da.ground, links[0], "y", "z"),
        da.Universal("B", da.ground.at(x=1.2), links[1], "y", "z"),
    ]
    ends = links[0]["end"], links[1]["end"]
    ball = At(da.Model(*base, da.Spherical("C", *ends), gravity=(0, 0, -G)))
    point = At(da.Model(*base, da.Coincident("C", *ends), gravity=(0, 0, -G)))
    # two links that lean towards each other
    lean = np.arccos(0.6)
    state = np.array([0.0, lean, 0.0, np.pi - lean])
    ball, point = (replace(at, q=state, equations=at.eom) for at in (ball, point))
    assert_close(ball(ball.eom.phi), np.zeros(3), 1e-12)
    names = wrenches(["A", "B", "C"])
    assert_close(ball.signals(names), point.signals(names), 1e-12)


# ---- closed forms


@pytest.mark.covers("F004-10", "F000-29")
def test_a_drive_needs_the_torque_of_a_prescribed_pendulum() -> None:
    """I φ̈ + m g l/2 cos φ for a rod that swings as it is told; its joint bears the rest."""
    rod = da.rod("rod", length=2.0, mass=3.0)
    law = 0.4 + 0.7 * da.sin(2.0 * da.time)
    at = At(
        da.Model(
            da.Revolute("A", da.ground, rod, axis="z"),
            da.Drive("drive", "A", law),
            gravity=(0.0, -G, 0.0),
        )
    )
    t = 0.9
    angle, rate, a = 0.4 + 0.7 * np.sin(2 * t), 1.4 * np.cos(2 * t), -2.8 * np.sin(2 * t)
    at = replace(at, q=np.array([angle]), u=np.array([rate]), t=t, equations=at.eom)
    torque = 4.0 * a + 3.0 * G * np.cos(angle)
    names = ["drive.torque", "drive.power", "A.moment.z", "A.force.x", "A.force.y", "power", "A.acceleration"]
    centripetal, across = -3.0 * rate**2 + 3.0 * G * np.sin(angle), 3.0 * a + 3.0 * G * np.cos(angle)
    assert_close(at.signals(names), [torque, torque * rate, torque, centripetal, across, torque * rate, a])


def test_a_disc_rolls_down_a_slope() -> None:
    """a = 2/3 g sin θ; the normal force is m g cos θ, friction m g sin θ / 3 up the slope."""
    disc, slope = da.disc("disc", radius=0.5, mass=2.0, axis="y"), 0.3
    model = da.Model(
        da.Free("free", da.ground, disc),
        da.Rolling("rolls", disc, on=da.geometry.plane(da.ground)),
        gravity=(G * np.sin(slope), 0.0, -G * np.cos(slope)),
    )
    at = At(model, {**dict.fromkeys(model.coordinates, 0.0), "free.z": 0.5, "free.e0": 1.0})
    at.u[:] = [1.0, 0.0, 0.0, 0.0, 2.0, 0.0]
    assert_close(at(at.eom.psi), np.zeros(3), 1e-14)
    a = at(at.eom.accelerations)
    assert_close(a, [2.0 / 3.0 * G * np.sin(slope), 0, 0, 0, 4.0 / 3.0 * G * np.sin(slope), 0], 1e-12)
    multipliers = [f"rolls.{row}.multiplier" for row in ("contact", "slip first", "slip second")]
    friction, normal = -2.0 * G * np.sin(slope) / 3.0, 2.0 * G * np.cos(slope)
    assert_close(at.signals(multipliers), [normal, friction, 0.0], 1e-12)
    # at the origin of the body: the force, and its moment
    assert_close(at.signals(wrenches(["rolls"])), [0, -0.5 * friction, 0, friction, 0, normal], 1e-12)


def test_a_sleigh_is_pushed_across_its_blade_only() -> None:
    """Chaplygin's sleigh: u̇ = l ω², ω̇ = −m l u ω / (J + m l²), with l from the blade to the centre of mass."""
    m, J, l, v, w = 2.0, 0.3, 0.4, 1.5, 0.7
    sleigh = da.Body("sleigh", da.Inertia(m, (l, 0.0, 0.0), np.diag([0.1, 0.25, J])))
    at = At(da.Model(da.Planar("plane", da.ground, sleigh), da.relations.KnifeEdge("blade", sleigh)))
    angle = 0.6
    at.q[:] = [0.1, 0.2, angle]
    at.u[:] = [v * np.cos(angle), v * np.sin(angle), w]
    c, s = np.cos(angle), np.sin(angle)
    along, turning = l * w**2, -m * l * v * w / (J + m * l**2)
    ax, ay, alpha = at(at.eom.accelerations)
    assert_close([c * ax + s * ay, alpha], [along, turning], 1e-12)
    assert_close([-s * ax + c * ay], [v * w], 1e-12)
    force = m * (v * w + l * turning)
    assert_close(at.signals(["blade.multiplier", "blade.force.x", "blade.force.y"]), [force, 0.0, force], 1e-12)


@pytest.mark.covers("F002-6")
def test_a_particle_of_constant_speed_feels_the_force_along_its_velocity() -> None:
    """v·v = c: Chetaev's force λ ∂ψ/∂v = 2 λ v takes away what gravity would add, so it works."""
    ball = da.particle("ball", mass=2.0)
    v = da.velocity(ball)
    model = da.Model(
        da.Translational("free", da.ground, ball), da.Nonholonomic("steady", v @ v - 25.0), gravity=(0, 0, -G)
    )
    at = At(model)
    at.u[:] = [0.0, 3.0, -4.0]
    gain = -2.0 * G * -4.0
    assert_close(at.signals(["steady.multiplier", "power"]), [-gain / 50.0, -gain], 1e-12)
    assert_close(at(at.eom.accelerations) @ at.u, 0.0, 1e-12)


@pytest.mark.covers("F002-8")
def test_a_row_that_underactuation_implies_changes_nothing() -> None:
    """The equation of a passive joint as a row of accelerations: it holds already, its multiplier is zero."""
    first, second = da.particle("first", mass=1.5), da.particle("second", mass=0.8)
    l1, l2, m = 1.0, 0.7, 0.8
    joints = [
        da.Revolute("A", da.ground, first.at(x=-l1), axis="z"),
        da.Revolute("B", first, second.at(x=-l2), axis="z"),
        da.Motor("motor", "A"),
    ]
    q, u, a = da.coordinate, da.speed, da.acceleration
    passive = (
        m * l2**2 * (a("A") + a("B"))
        + m * l1 * l2 * (da.cos(q("B")) * a("A") + da.sin(q("B")) * u("A") ** 2)
        + m * G * l2 * da.cos(q("A") + q("B"))
    )
    state = {"q": np.array([0.3, -0.8]), "u": np.array([1.2, -0.4]), "tau": np.array([5.0])}
    plain = At(da.Model(*joints, gravity=(0, -G, 0)), **state)
    rows = At(
        da.Model(*joints, da.relations.AccelerationConstraint("passive", passive), gravity=(0, -G, 0)), **state
    )
    assert_close(rows(rows.eom.accelerations), plain(plain.eom.accelerations), 1e-12)
    assert_close(rows.signals(["passive.multiplier"]), [0.0], 1e-12)


# ---- power


POWERS = {
    "driven": lambda ball: da.Drive("c", "free.x", da.sin(3.0 * da.time)),
    "rheonomic": lambda ball: da.Distance("c", da.ground, ball, 1.0 + 0.3 * da.time),
    "nonholonomic": lambda ball: da.Nonholonomic("c", da.velocity(ball)[1] - da.time * da.velocity(ball)[0]),
    "affine": lambda ball: da.Nonholonomic("c", da.velocity(ball)[1] - da.position(ball)[0] * da.time - 1.0),
    "nonlinear": lambda ball: da.Nonholonomic("c", da.velocity(ball) @ da.velocity(ball) - 4.0 - da.time),
    "of accelerations": lambda ball: da.relations.AccelerationConstraint(
        "c", da.acceleration(ball)[2] + da.speed("free.x")
    ),
    "scleronomic": lambda ball: da.Holonomic("c", da.position(ball)[1] - da.position(ball)[0] ** 2),
}
WORKLESS = ["nonholonomic", "scleronomic"]


@pytest.mark.parametrize("name", POWERS)
def test_energy_changes_by_the_power_of_what_moves(name: str) -> None:
    ball = da.particle("ball", mass=2.0)
    model = da.Model(da.Translational("free", da.ground, ball), POWERS[name](ball), gravity=(1.0, 2.0, -G))
    at = At(model, np.array([0.6, 0.36, 0.5]), t=T).consistent()
    eom = at.eom
    moving = dict(zip(eom.q, eom.rates, strict=True)) | dict(zip(eom.u, eom.accelerations, strict=True))
    rate, power = at(np.array([time_derivative(eom.signal("energy"), moving), eom.signal("power")]))
    assert_close(rate, power, 1e-12)
    assert (abs(power) < 1e-12) == (name in WORKLESS)
