"""Measures: what they are in joint coordinates, and how they stand in expressions."""

import pickle

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import ExpressionError, ModelError
from dalembert.expr.calculus import (
    derivative,
    directional,
    gradient,
    hessian,
    jacobian,
    time_derivative,
    weighted_gradient,
)
from dalembert.expr.callbacks import callback
from dalembert.expr.functions import sin, where
from dalembert.expr.jets import Jet
from dalembert.expr.rewrite import evaluate
from dalembert.expr.root import root_of
from dalembert.expr.subprogram import subprogram
from dalembert.expr.symbol_nodes import param, symbol, time
from dalembert.model.bodies import ground
from dalembert.model.joints.prismatic import Prismatic
from dalembert.model.joints.revolute import Revolute
from dalembert.model.joints.spherical import Spherical
from dalembert.model.joints.universal import Universal
from dalembert.model.measure import (
    acceleration,
    angular_velocity,
    coordinate,
    distance,
    kinetic_energy,
    position,
    potential_energy,
    resolved,
    rotation_angle,
    speed,
    state_variable,
    supplied_power,
    velocity,
)
from dalembert.model.model import Model
from dalembert.model.reaction_measures import multiplier, reaction_force
from dalembert.model.shapes import box, rod
from dalembert.principles.recursive import Recursive
from dalembert.spatial.rotations import rotation
from dalembert.spatial.vectors import skew
from tests.model.states import AtRandom

ATOL = 1e-12
"""A few dozen roundings of numbers of order one."""

UPPER, LOWER = rod("upper", length=0.9, mass=1.0), rod("lower", length=0.7, mass=0.5, radius=0.1)
SIDE = box("side", size=(0.2, 0.3, 0.4), mass=0.8)


def tree() -> Model:
    return Model(
        Revolute("shoulder", ground.at(z=0.3), UPPER, axis=(0.1, 0.2, 1.0)),
        Universal("elbow", UPPER["end"], LOWER, first="y", second="z"),
        Prismatic("slide", UPPER["center"], SIDE.at(y=0.1, rotation=rotation("x", 0.4)), axis="y"),
        gravity=(0.0, 0.0, -9.81),
    )


PLACES = {
    "end": LOWER["end"],
    "side": SIDE.at(0.1, 0.2, 0.3, rotation=rotation("y", 0.7)),
    "ground": ground.at(x=1.0),
}


def test_coordinates_and_speeds_by_name():
    at = AtRandom(tree(), given={"slide": 0.25, "slide.rate": -0.5, "elbow.first.rate": 2.0})
    assert at.number(coordinate("slide")) == 0.25
    assert at.number(speed("slide")) == at.number(speed("slide.rate")) == -0.5
    assert at.number(3.0 * speed("elbow.first") + sin(time)) == 6.0 + np.sin(0.4)


@pytest.mark.parametrize("place", PLACES)
def test_velocity_is_the_rate_of_position(place):
    at, frame = AtRandom(tree()), PLACES[place]
    np.testing.assert_allclose(at.number(velocity(frame)), at.rate(position(frame)), atol=ATOL)


@pytest.mark.parametrize("place", PLACES)
def test_angular_velocity_belongs_to_the_rate_of_the_axes(place):
    at, frame = AtRandom(tree()), PLACES[place]
    R = at.kinematics.pose(frame).R
    np.testing.assert_allclose(skew(at.number(angular_velocity(frame))), at.rate(R) @ at.number(R).T, atol=ATOL)


@pytest.mark.covers("F001-2")
@pytest.mark.parametrize("place", PLACES)
def test_jacobians_of_points_and_bodies_are_exact_derivatives(place):
    """Of a point ∂v/∂u = ∂p/∂q; of a body, in base axes and in its own, the axes that its rotation turns about."""
    at, frame = AtRandom(tree()), PLACES[place]
    v, w, p = (resolved(x(frame), at.kinematics) for x in (velocity, angular_velocity, position))
    R = at.kinematics.pose(frame).R
    np.testing.assert_allclose(at.number(jacobian(v, at.eom.u)), at.number(jacobian(p, at.eom.q)), atol=ATOL)
    in_base, in_body = (at.number(jacobian(x, at.eom.u)) for x in (w, R.T @ w))
    R_q, R_value = np.moveaxis(np.reshape(at.number(jacobian(R, at.eom.q)), (3, 3, -1)), 2, 0), at.number(R)
    for k, partial in enumerate(R_q):
        np.testing.assert_allclose(skew(in_base[:, k]), partial @ R_value.T, atol=ATOL)
        np.testing.assert_allclose(skew(in_body[:, k]), R_value.T @ partial, atol=ATOL)


def test_velocities_and_accelerations_are_in_the_axes_that_are_named():
    at, end, side = AtRandom(tree()), PLACES["end"], PLACES["side"]
    R = at.kinematics.pose(side).R
    for measure in (velocity, angular_velocity):
        expected = at.number(R).T @ at.number(measure(end))
        np.testing.assert_allclose(at.number(measure(end, axes=side)), expected, atol=ATOL)
    body = box("body", size=(0.3, 0.2, 0.1), mass=2.0)
    model = Model(da.Free("pose", ground, body))
    start = model.state(u={"pose.wx": 1.0, "pose.wy": 0.2, "pose.wz": 0.3})
    motion = da.simulate(model, start, times=[0.0, 1.0])
    w, alpha, a = (
        np.array([motion.evaluate(x)[-1] for x in vector])
        for vector in (
            angular_velocity(body, axes=body),
            da.measures.angular_acceleration(body, axes=body),
            acceleration(body.at(x=0.1), axes=body),
        )
    )
    # Euler's equations, in axes of the body
    inertia, arm = np.diag(2.0 / 12.0 * np.array([0.05, 0.10, 0.13])), np.array([0.1, 0.0, 0.0])
    np.testing.assert_allclose(inertia @ alpha, -np.cross(w, inertia @ w), atol=1e-12)
    np.testing.assert_allclose(a, np.cross(alpha, arm) + np.cross(w, np.cross(w, arm)), atol=1e-12)


def test_position_relative_to_a_frame_is_in_its_axes():
    at = AtRandom(tree())
    end, side = PLACES["end"], PLACES["side"]
    X_WS = at.kinematics.pose(side)
    p = at.number(X_WS.R).T @ (at.number(position(end)) - at.number(position(side)))
    np.testing.assert_allclose(at.number(position(end, relative_to=side)), p, atol=ATOL)
    assert at.number(distance(end, side)) == pytest.approx(np.linalg.norm(p), rel=1e-14)


@pytest.mark.parametrize("axis", "xyz")
def test_angle_of_a_revolute_joint_is_its_coordinate(axis):
    body = box("body", size=(1.0, 1.0, 1.0), mass=1.0)
    at = AtRandom(Model(Revolute("hinge", ground, body, axis=axis)), given={"hinge": 2.5})
    assert at.number(rotation_angle(ground, body, axis)) == pytest.approx(2.5, rel=1e-15)


def test_energies_are_those_of_the_model():
    at = AtRandom(tree())
    assert at.number(kinetic_energy()) == at.number(at.kinematics.kinetic_energy())
    assert at.number(potential_energy()) == at.number(at.kinematics.potential_energy())


def test_speed_of_a_quaternion_joint_is_its_angular_velocity():
    at = AtRandom(Model(Spherical("ball", ground, SIDE)), given={"ball.wx": 0.7})
    assert at.number(speed("ball.wx")) == 0.7


def test_equal_measures_are_one_node():
    assert coordinate("slide") is coordinate("slide")
    assert coordinate("slide") is not speed("slide")
    assert position(LOWER["end"])[0] is position(LOWER.at(x=0.7))[0]
    assert position(LOWER["end"])[0] is not position(LOWER.at(x=0.7 + 1e-15))[0]
    assert position(LOWER["end"])[0] is not position(LOWER["end"], relative_to=UPPER)[0]


def test_measures_tell_what_they_are():
    assert repr(coordinate("slide")) == "coordinate('slide')"
    assert repr(position(LOWER["end"], UPPER.at(x=0.5))[1]) == "position(lower.end, upper at (0.5, 0, 0)).y"
    assert repr(rotation_angle(UPPER, LOWER)) == "rotation_angle(upper, lower, 'z')"


def test_measures_survive_pickling_by_name():
    assert pickle.loads(pickle.dumps(coordinate("slide") + 1.0)) is coordinate("slide") + 1.0


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: position("end"), "position needs a body or a frame .* 'end'"),
        (lambda: velocity(None), "velocity needs a body or a frame"),
        (lambda: rotation_angle(UPPER, LOWER, about="w"), "measured about x, y or z, not 'w'"),
        (
            lambda: tree().bound(coordinate("slid")),
            "no coordinate for an expression: 'slid'; did you mean 'slide'",
        ),
        (lambda: tree().bound(speed("elbow.frist")), "no speed for an expression: 'elbow.frist'; did you mean"),
        (
            lambda: tree().bound([velocity(rod("far", length=1.0, mass=1.0))[0]]),
            "'far', which is not part of the model",
        ),
    ],
)
def test_wrong_measures_are_refused(make, message):
    with pytest.raises(ModelError, match=message):
        make()


# ---- derivatives of what is not known yet

SLIDE, RATE, STIFFNESS = coordinate("slide"), symbol("rate"), param("stiffness", 2.0)
END = position(LOWER["end"])[0]

HIDDEN = {
    "another coordinate": coordinate("shoulder"),
    "a speed": speed("shoulder"),
    "position": END,
    "velocity": velocity(UPPER["end"])[1],
    "acceleration": acceleration(UPPER["end"])[2],
    "rate of a speed": acceleration("slide"),
    "angle": rotation_angle(UPPER, LOWER),
    "distance": distance(UPPER, SIDE),
    "kinetic energy": kinetic_energy(),
    "potential energy": potential_energy(),
    "power": supplied_power(),
    "reaction": reaction_force("slide")[0],
    "multiplier": multiplier("slide"),
    "in a callback": callback("law", lambda x: x, [END], jacobian=lambda x: np.ones((1, 1)))[0],
    "in a sub-program": subprogram("twice", [RATE], 2.0 * RATE)(END),
    "in a root": root_of(RATE**3 + RATE - END, RATE, 1.0),
}

DERIVATIVES = {
    "derivative": derivative,
    "derivative by time": lambda y, x: derivative(y, time),
    "derivative by a parameter": lambda y, x: derivative(y, STIFFNESS),
    "directional": lambda y, x: directional(y, {x: RATE}),
    "time derivative": lambda y, x: time_derivative(y, {x: RATE}),
    "jacobian": lambda y, x: jacobian([y, x], [x]),
    "gradient": lambda y, x: gradient(y, [x, time]),
    "weighted gradient": lambda y, x: weighted_gradient([y], [x], [2.0]),
    "hessian": lambda y, x: hessian(y, [x]),
    "jet": lambda y, x: y * Jet(x, {"x": 1.0}),
}


@pytest.mark.parametrize("how", DERIVATIVES)
@pytest.mark.parametrize("what", HIDDEN)
def test_a_measure_that_hides_a_function_has_no_derivative_before_it_is_resolved(what, how):
    with pytest.raises(ExpressionError, match=r"is not known before equations are derived; resolve"):
        DERIVATIVES[how](SLIDE * HIDDEN[what] + STIFFNESS, SLIDE)


def test_the_measure_without_a_derivative_is_named():
    with pytest.raises(ExpressionError, match=r"the derivative of position\(.*lower.*\)\.x is not known"):
        derivative(sin(END) + SLIDE, SLIDE)


def test_a_measure_may_be_the_variable_itself():
    assert derivative(SLIDE**2, SLIDE) is 2.0 * SLIDE
    assert derivative(STIFFNESS * END, END) is STIFFNESS
    assert gradient(SLIDE * END, [SLIDE, END]).tolist() == [END, SLIDE]
    d = position(LOWER["end"], relative_to=SIDE)
    assert jacobian(d @ d, d).tolist() == (2.0 * d).tolist()
    assert time_derivative(SLIDE * time, {SLIDE: RATE}) is SLIDE + time * RATE


def test_an_integral_is_changed_by_no_other_variable():
    y = SLIDE * state_variable("work") * STIFFNESS
    assert derivative(y, SLIDE) is state_variable("work") * STIFFNESS
    assert derivative(state_variable("work"), STIFFNESS) == 0.0


def test_the_angle_that_closes_a_loop_changes_with_the_others():
    rods = [rod(name, length=length, mass=1.0) for name, length in (("a", 1.0), ("b", 1.0), ("c", 1.0))]
    parallelogram = Model(
        Revolute("A", ground, rods[0], axis="z"),
        Revolute("B", rods[0]["end"], rods[1], axis="z"),
        Revolute("D", ground.at(x=1.0), rods[2], axis="z"),
        Revolute("C", rods[1]["end"], rods[2]["end"], axis="z"),
    )
    with pytest.raises(ExpressionError, match=r"the derivative of coordinate\('C'\) is not known"):
        derivative(coordinate("C"), coordinate("A"))

    # the angle from b to c is D − A − B
    eom = Recursive().equations(parallelogram)
    values = dict(zip(eom.q, (0.3, 0.4, 0.9), strict=True))
    found = evaluate(jacobian(eom.resolve(coordinate("C")), eom.q), values)
    assert dict(zip(eom.coordinates, found, strict=True)) == pytest.approx({"A": -1.0, "B": -1.0, "D": 1.0})


@pytest.mark.parametrize("variable", [SLIDE, speed("slide"), state_variable("work")])
def test_along_a_motion_no_variable_of_a_model_is_constant(variable):
    with pytest.raises(ExpressionError, match=r"the derivative of .* is not known"):
        time_derivative(variable * time, {})


def test_what_is_chosen_by_a_measure_can_be_differentiated():
    assert derivative(where(END < 0.0, SLIDE**2, SLIDE), SLIDE) is where(END < 0.0, 2.0 * SLIDE, 1.0)


def test_the_unknown_of_a_root_is_no_measure():
    with pytest.raises(
        ExpressionError, match=r"the unknowns of a root are symbols; coordinate\('slide'\) is not free"
    ):
        root_of(SLIDE**2 - END, SLIDE, start=1.0)


def test_a_body_of_another_model_is_told_from_the_one_of_the_same_name():
    first, second = (da.rod("rod", length=1.0, mass=1.0) for _ in range(2))
    joint = da.Revolute("A", da.ground, first, axis="z")
    model = da.Model(joint)
    told = r"'rod', which is not part of the model; it has another body of that name.* take model\.body\('rod'\)"
    with pytest.raises(ModelError, match=told):
        da.Model(joint, da.PointForce("f", second["end"], [1.0, 0.0, 0.0]))
    with pytest.raises(ModelError, match=told):
        da.as_dynamics(model).evaluate({"p": da.position(second)}, da.State())
    assert da.as_dynamics(model).evaluate({"p": da.position(model.body("rod")["end"])}, da.State())["p"][0] == 1.0


def test_parameters_of_places_that_measures_are_about_are_those_of_the_model():
    reach, rod = da.param("reach", 0.5), da.rod("rod", length=1.0, mass=3.0)
    law = 2.0 * da.position(rod.at(reach))[0]
    model = da.Model(da.Revolute("A", da.ground, rod, axis="z"), da.JointForce("law", "A", law))
    assert model.parameters == {"reach": 0.5}
    # (m l²/3) φ̈ = 2 r cos φ
    for r in (0.5, 0.9):
        rates = da.as_dynamics(model).accelerations(model.state(q={"A": 0.3}, p={"reach": r}))
        assert rates["A.rate"] == pytest.approx(2.0 * r * np.cos(0.3), rel=1e-12)


def test_places_that_measures_are_about_are_fixed():
    rod = da.rod("rod", length=1.0, mass=3.0)
    law = da.position(rod.at(da.time))[0]
    with pytest.raises(da.errors.ModelError, match=r"frame .* of a measure in JointForce 'law' depends on"):
        _ = da.Model(da.Revolute("A", da.ground, rod), da.JointForce("law", "A", law)).parameters


def test_orientation_error_is_the_turn_from_wanted_axes():
    """2 sin(α/2) n, which vanishes where the axes agree and nowhere else."""
    brick = da.box("brick", size=(0.1, 0.2, 0.3), mass=1.0)
    model = da.Model(da.Spherical("ball", da.ground, brick))
    wanted = da.spatial.euler("zyx", (0.3, -0.4, 0.2))
    axis = np.array([2.0, -1.0, 2.0]) / 3.0
    for angle in (0.0, 0.4, 2.0, 3.1):
        place = da.ground.at(rotation=da.spatial.rotation(axis, angle) @ wanted)
        error = da.measures.orientation_error(place, wanted)
        told = da.as_dynamics(model).evaluate({"error": error}, model.state())["error"]
        np.testing.assert_allclose(told, 2.0 * np.sin(angle / 2.0) * axis, atol=1e-14)


def test_a_place_and_axes_determine_a_body():
    brick = da.box("brick", size=(0.1, 0.2, 0.3), mass=1.0)
    model = da.Model(da.Free("pose", da.ground, brick))
    wanted = da.spatial.euler("zyx", (0.3, -0.4, 2.5))
    goals = [*da.position(brick) - np.array([1.0, 2.0, 3.0]), *da.measures.orientation_error(brick, wanted)]
    posed = da.assemble(model, where=[(goal, 0.0) for goal in goals])
    told = da.as_dynamics(model).evaluate({"R": da.orientation(brick), "p": da.position(brick)}, posed)
    np.testing.assert_allclose(told["R"], wanted, atol=1e-12)
    np.testing.assert_allclose(told["p"], [1.0, 2.0, 3.0], atol=1e-12)


def test_a_tool_follows_a_path_and_keeps_its_axes():
    brick = da.box("brick", size=(0.1, 0.2, 0.3), mass=1.0)
    joints = [
        da.Translational("place", da.ground, (bare := da.box("cart", size=(0.1, 0.1, 0.1), mass=1.0))),
        da.Spherical("wrist", bare, brick),
    ]
    pushes = [da.Motor(f"push {x}", f"place.{x}") for x in "xyz"]
    twists = [da.Torque(f"twist {x}", brick, np.eye(3)[k] * da.Input(x)) for k, x in enumerate("abc")]
    wanted = da.spatial.rotation("z", 0.3 * da.time)
    goals = da.control.operational_space(brick, (0.1 * da.time, 0.0, 0.0), axes=wanted, rate=5.0)
    loop = da.control.closed_loop(da.Model(*joints, *pushes, *twists), *goals)
    motion = da.simulate(loop, until=4.0)
    R = motion.evaluate(da.orientation(brick))[-1]
    np.testing.assert_allclose(R, da.spatial.rotation("z", 1.2), atol=1e-5)
    np.testing.assert_allclose(motion.evaluate(da.position(brick))[-1], [0.4, 0.0, 0.0], atol=1e-5)
