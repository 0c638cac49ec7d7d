"""Force elements: what they do, and that their power is the loss of their potential."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import dalembert as da
from dalembert.dynamics.as_dynamics import as_dynamics
from dalembert.errors import ModelError
from dalembert.expr.functions import sin
from dalembert.expr.spline import spline
from dalembert.expr.symbol_nodes import param, time
from dalembert.model.bodies import ground
from dalembert.model.force import BodyLoad, Force, Loads
from dalembert.model.forces.applied import PointForce, Torque
from dalembert.model.forces.bushing import Bushing
from dalembert.model.forces.joint_forces import JointDamper, JointForce, JointSpring
from dalembert.model.forces.joint_stop import JointStop
from dalembert.model.forces.line_forces import Damper, Spring
from dalembert.model.forces.potential import Potential
from dalembert.model.joints.free import Free
from dalembert.model.joints.prismatic import Prismatic
from dalembert.model.joints.revolute import Revolute
from dalembert.model.measure import (
    Input,
    angular_velocity,
    coordinate,
    distance,
    position,
    rotation_angle,
    speed,
    velocity,
)
from dalembert.model.model import Model
from dalembert.model.motors import Motor
from dalembert.model.shapes import box, rod
from tests.model.states import AtRandom

RTOL = 1e-11
"""Some hundred roundings."""

BLOCK = box("block", size=(0.3, 0.5, 0.7), mass=2.0)
ARM = rod("arm", length=0.8, mass=0.5, radius=0.05)
GRAVITY = (0.3, -0.4, -9.81)


def stiffness(seed: int) -> Any:
    """A symmetric positive matrix without zeros (6, 6)."""
    A = np.random.default_rng(seed).normal(size=(6, 6))
    return A @ A.T + 6.0 * np.eye(6)


def model(*forces: Any) -> Model:
    return Model(
        Free("pose", ground, BLOCK),
        Revolute("hinge", BLOCK.at(x=0.2), ARM, axis="y"),
        *forces,
        gravity=GRAVITY,
    )


TIP, CORNER, HOOK = ARM["end"], BLOCK.at(0.1, 0.2, 0.3), ground.at(0.4, -1.0, 2.0)

CONSERVATIVE = {
    "spring": Spring("s", HOOK, CORNER, 30.0, 0.5),
    "spring without rest length": Spring("s", TIP, HOOK, 30.0),
    "spring between bodies": Spring("s", CORNER, TIP, 30.0, 0.2),
    "joint spring": JointSpring("s", "hinge", 4.0, 0.3),
    "joint stop": JointStop("s", "hinge", lower=0.9, upper=1.1, stiffness=50.0),
    "bushing": Bushing("s", HOOK, CORNER, stiffness(3)),
    "bushing between bodies": Bushing("s", CORNER, TIP, [1.0, 2.0, 3.0, 10.0, 20.0, 30.0]),
    "potential": Potential("s", 3.0 / distance(TIP, HOOK) + position(TIP)[0] ** 3),
    "potential between bodies": Potential("s", distance(TIP, CORNER) ** 4 * sin(position(CORNER)[2])),
    "potential of position in a moving frame": Potential(
        "s", sin(position(TIP, relative_to=CORNER) @ [1.0, 2.0, 3.0])
    ),
    "potential of a coordinate": Potential("s", coordinate("hinge") ** 4 + coordinate("pose.x") ** 2),
}


@pytest.mark.parametrize("case", CONSERVATIVE)
@pytest.mark.parametrize("seed", [1, 2])
def test_power_is_the_loss_of_potential(case, seed):
    force = CONSERVATIVE[case]
    at = AtRandom(model(force), seed=seed)
    lost = -at.rate(force.potential(at.kinematics))
    assert abs(lost) > 1e-4
    assert at.power(force) == pytest.approx(lost, rel=RTOL)


@pytest.mark.parametrize("case", CONSERVATIVE)
def test_energy_is_constant(case):
    at = AtRandom(model(CONSERVATIVE[case]))
    energy = at.kinematics.kinetic_energy() + at.kinematics.potential_energy()
    assert at.rate(energy, at.eom.accelerations) == pytest.approx(0.0, abs=1e-10)


DAMPED = {
    "damper": Damper("d", HOOK, CORNER, 3.0),
    "damper between bodies": Damper("d", CORNER, TIP, 3.0),
    "spring with damping": Spring("d", HOOK, TIP, 30.0, 0.5, 3.0),
    "joint damper": JointDamper("d", "hinge", 3.0),
    "bushing": Bushing("d", HOOK, CORNER, stiffness(3), stiffness(4)),
    "joint stop": JointStop("d", "hinge", upper=-2.0, stiffness=50.0, damping=4.0),
}


@pytest.mark.parametrize("case", DAMPED)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_dampers_only_take_energy(case, seed):
    force = DAMPED[case]
    at = AtRandom(model(force), seed=seed)
    energy = at.kinematics.kinetic_energy() + at.kinematics.potential_energy()
    gained = at.rate(energy, at.eom.accelerations)
    assert gained < 0.0
    taken = at.power(force) + at.rate(force.potential(at.kinematics))
    assert gained == pytest.approx(taken, rel=1e-9)


def test_damper_along_a_line_is_the_damping_of_a_spring():
    alone, with_spring = (
        AtRandom(model(force)) for force in (Damper("d", HOOK, TIP, 3.0), Spring("d", HOOK, TIP, 0.0, 0.0, 3.0))
    )
    assert alone.accelerations() == pytest.approx(with_spring.accelerations(), rel=RTOL)


@pytest.mark.parametrize("case", [*CONSERVATIVE, *DAMPED])
def test_forces_between_bodies_are_in_balance(case):
    """All loads together, with their reactions on the ground, have no resultant."""
    at = AtRandom(model(force := (CONSERVATIVE | DAMPED)[case]))
    force_sum, moment_sum = np.zeros(3), np.zeros(3)
    for load in force.loads(at.kinematics).on_bodies:
        f, m, p = (at.number(x) for x in (load.force, load.moment, at.kinematics.pose(load.frame).p))
        force_sum, moment_sum = force_sum + f, moment_sum + m + np.cross(p, f)
    np.testing.assert_allclose(force_sum, 0.0, atol=1e-9)
    np.testing.assert_allclose(moment_sum, 0.0, atol=1e-9)


# each in its own right


def test_bushing_is_its_matrix_for_small_displacements():
    K, x = stiffness(5), 1e-6 * np.array([1.0, -2.0, 3.0, 2.0, 1.0, -1.0])
    force = Bushing("b", ground, BLOCK, K)
    free = Model(Free("pose", ground, BLOCK, angles="xyz"), force)
    names = ["pose.angle1", "pose.angle2", "pose.angle3", "pose.x", "pose.y", "pose.z"]
    at = AtRandom(free, given=dict(zip(names, x, strict=True)))
    load = force.loads(at.kinematics).on_bodies[0]
    np.testing.assert_allclose(np.concatenate([at.number(load.moment), at.number(load.force)]), -K @ x, rtol=1e-4)


SLIDER = box("slider", size=(1.0, 1.0, 1.0), mass=2.0)


def slider(*forces: Any) -> Model:
    return Model(Prismatic("x", ground, SLIDER, axis="x"), *forces)


@pytest.mark.parametrize(
    ("q", "u", "push"),
    [
        (0.5, 3.0, 0.0),
        (1.1, 0.0, -0.1 * 100.0),
        (1.1, 2.0, -0.1 * (100.0 + 7.0 * 2.0)),
        (1.1, -20.0, 0.0),
        (-0.2, -3.0, 0.2 * (100.0 + 7.0 * 3.0)),
        (1.0, 5.0, 0.0),
    ],
)
def test_stop_pushes_back_outside_its_range_and_never_pulls(q, u, push):
    stop = JointStop("stop", "x", lower=0.0, upper=1.0, stiffness=100.0, damping=7.0)
    at = AtRandom(slider(stop), given={"x": q, "x.rate": u})
    assert at.accelerations()["x.rate"] == pytest.approx(push / 2.0, abs=1e-12)


def test_stop_may_have_one_end_and_open_parameters():
    end = param("end", 1.0)
    at = AtRandom(
        slider(JointStop("stop", "x", upper=end, stiffness=param("k", 10.0))), given={"x": 1.5}, end=1.2, k=4.0
    )
    assert at.accelerations()["x.rate"] == pytest.approx(-0.3 * 4.0 / 2.0)


def test_forces_at_points_and_torques_in_the_axes_asked_for():
    f = np.array([1.0, 2.0, 3.0])
    at = AtRandom(model(PointForce("f", TIP, f, axes=ARM), Torque("m", ARM, f, axes=BLOCK)))
    point, torque = at.model.forces
    R_arm, R_block = (at.number(at.kinematics.pose(body.at()).R) for body in (ARM, BLOCK))
    w, v = (at.number(x) for x in at.kinematics.velocity(TIP))
    assert at.power(point) == pytest.approx((R_arm @ f) @ v, rel=RTOL)
    assert at.power(torque) == pytest.approx((R_block @ f) @ w, rel=RTOL)


def test_laws_on_bodies_are_expressions_of_measures():
    drag = PointForce("drag", TIP, -0.7 * velocity(TIP))
    spin = Torque("spin", BLOCK, -0.2 * angular_velocity(BLOCK))
    at = AtRandom(model(drag, spin))
    v, w = at.number(velocity(TIP)), at.number(angular_velocity(BLOCK))
    assert at.power(drag) == pytest.approx(-0.7 * v @ v, rel=RTOL)
    assert at.power(spin) == pytest.approx(-0.2 * w @ w, rel=RTOL)


def test_law_on_a_joint_equals_its_element():
    k, c = 4.0, 0.3
    law = JointForce("law", "hinge", -k * (coordinate("hinge") - 0.1) - c * speed("hinge"))
    elements = (JointSpring("k", "hinge", k, 0.1), JointDamper("c", "hinge", c))
    assert AtRandom(model(law)).accelerations() == pytest.approx(
        AtRandom(model(*elements)).accelerations(), rel=RTOL
    )


def test_stiffness_may_be_an_open_parameter():
    k = param("k", 1.0)
    at, fixed = (
        AtRandom(model(JointSpring("s", "hinge", k)), k=7.0),
        AtRandom(model(JointSpring("s", "hinge", 7.0))),
    )
    assert at.accelerations() == pytest.approx(fixed.accelerations(), rel=RTOL)


def test_users_own_element_is_a_small_class():
    @dataclass(frozen=True)
    class Lift(Force):
        place: Any
        strength: float

        def loads(self, kinematics: Any) -> Loads:
            return Loads([BodyLoad(self.place, np.array([0.0, 0.0, self.strength]))])

    own, built_in = (
        AtRandom(model(force)) for force in (Lift("f", TIP, 2.0), PointForce("f", TIP, (0.0, 0.0, 2.0)))
    )
    assert own.accelerations() == pytest.approx(built_in.accelerations(), rel=RTOL)


# motors


def test_motor_is_an_input_unless_it_has_a_law():
    pushed = slider(Motor("push", "x"))
    assert [motor.name for motor in pushed.motors] == ["push"]
    assert pushed.forces == (JointForce("push", "x", Input("push")),)
    assert AtRandom(pushed, given={"push": 6.0}).accelerations()["x.rate"] == pytest.approx(3.0)
    assert slider(Motor("push", "x", 1.0)).motors == ()


def test_tabulated_law_drives_a_motor_natively():
    times, values = np.linspace(0.0, 1.0, 11), np.cos(np.linspace(0.0, 3.0, 11))
    table = spline(times, values)
    driven = slider(Motor("push", "x", table(time)))
    for t in (0.0, 0.33, 1.0):
        expected = table(t) / 2.0
        assert AtRandom(driven, t=t).accelerations()["x.rate"] == pytest.approx(expected, rel=1e-14)
        assert as_dynamics(driven).accelerations(driven.state(t=t))["x.rate"] == pytest.approx(expected, rel=1e-14)


def test_law_of_a_motor_may_be_feedback():
    servo = slider(Motor("servo", "x", -8.0 * coordinate("x") - 2.0 * speed("x") + sin(time)))
    at = AtRandom(servo, t=0.7, given={"x": 0.5, "x.rate": -1.0})
    assert at.accelerations()["x.rate"] == pytest.approx((-4.0 + 2.0 + np.sin(0.7)) / 2.0)


# what is refused


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Spring("s", HOOK, TIP, np.nan), "'stiffness' of Spring 's' needs finite numbers"),
        (lambda: Spring("s", HOOK, TIP, "soft"), "'stiffness' of Spring 's' needs numbers or expressions"),
        (lambda: Spring("s", HOOK, TIP, 1.0, [1.0, 2.0]), "'rest_length' of Spring 's'"),
        (lambda: Spring("s", HOOK, "tip", 1.0), "an end of Spring 's' needs a body or a frame"),
        (lambda: Spring("s", ARM, TIP, 1.0), "Spring 's' has both ends on the body 'arm'"),
        (lambda: Spring("s", HOOK, TIP, coordinate("x")), "'stiffness' of Spring 's' depends on .* no potential"),
        (lambda: JointSpring("s", "x", speed("x")), "'stiffness' of JointSpring 's' depends on"),
        (lambda: JointDamper("s", "x", np.inf), "'damping' of JointDamper 's' needs finite numbers"),
        (lambda: JointForce("s", "x", [1.0, 2.0]), "'law' of JointForce 's'"),
        (lambda: Motor("s", "x", np.nan), "'law' of Motor 's' needs finite numbers"),
        (lambda: PointForce("s", TIP, (1.0, 2.0)), r"'force' of PointForce 's' .* \(3,\)"),
        (lambda: PointForce("s", None, (1.0, 2.0, 3.0)), "'place' of PointForce 's' needs a body or a frame"),
        (lambda: Torque("s", TIP, (1.0, 2.0, 3.0), axes="arm"), "'axes' of Torque 's' needs a body or a frame"),
        (lambda: Torque("s", TIP, (1.0, np.nan, 3.0)), "'moment' of Torque 's' needs finite numbers"),
        (lambda: JointStop("s", "x", stiffness=1.0), "JointStop 's' needs a limit"),
        (lambda: JointStop("s", "x", lower=1.0, upper=0.0, stiffness=1.0), "JointStop 's' needs lower < upper"),
        (lambda: Bushing("s", HOOK, TIP, np.eye(3)), r"'stiffness' of Bushing 's' .* \(6, 6\)"),
        (
            lambda: Bushing("s", HOOK, TIP, np.triu(np.ones((6, 6)))),
            "the stiffness of Bushing 's' must be symmetric",
        ),
        (lambda: Bushing("s", ARM, TIP, np.eye(6)), "Bushing 's' has both ends on the body 'arm'"),
        (lambda: Potential("s", 3.0 * time), "the energy of Potential 's' depends on no position"),
        (lambda: Potential("s", rotation_angle(ground, ARM)), "energy of Potential 's' depends on rotation_angle"),
        (lambda: Potential("s", velocity(ARM)[0]), "the energy of Potential 's' depends on velocity"),
        (lambda: Spring("", HOOK, TIP, 1.0), "a Spring needs a name"),
    ],
)
def test_wrong_forces_are_refused_by_name(make, message):
    with pytest.raises(ModelError, match=message):
        make()


def test_an_actuator_that_is_an_input_tells_its_force_along_a_motion():
    body = da.particle("body", mass=1.0)
    rail = da.Prismatic("x", da.ground, body, axis="x")
    model = da.Model(rail, da.Actuator("cylinder", da.ground.at(y=1.0), body))
    motion = da.simulate(model, da.State(tau={"cylinder": 2.0}), until=0.1)
    np.testing.assert_allclose(motion["cylinder.force"], 2.0, rtol=1e-14)
