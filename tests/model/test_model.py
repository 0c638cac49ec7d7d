"""Models: what they hold, what they say about themselves, and what they refuse."""

import pickle
from dataclasses import FrozenInstanceError
from time import perf_counter
from typing import Any

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import ModelError
from dalembert.expr.symbol_nodes import param, symbol, time
from dalembert.model.bodies import Body, Frame, ground
from dalembert.model.checks import RESERVED
from dalembert.model.forces.applied import PointForce, Torque
from dalembert.model.forces.joint_forces import JointDamper, JointForce, JointSpring
from dalembert.model.forces.line_forces import Spring
from dalembert.model.forces.potential import Potential
from dalembert.model.joints.free import Free
from dalembert.model.joints.prismatic import Prismatic
from dalembert.model.joints.revolute import Revolute
from dalembert.model.joints.spherical import Spherical
from dalembert.model.joints.universal import Universal
from dalembert.model.joints.weld import Weld
from dalembert.model.measure import coordinate, position, speed, velocity
from dalembert.model.model import Model
from dalembert.model.motors import Motor
from dalembert.model.shapes import box, cylinder, particle, rod
from dalembert.model.state_variable import StateVariable
from dalembert.principles.derive import derive
from dalembert.spatial.inertia import Inertia
from dalembert.spatial.pose import Pose
from dalembert.spatial.rotations import rotation
from tests.model.states import AtRandom

UPPER, LOWER = rod("upper", length=1.0, mass=1.0), rod("lower", length=0.8, mass=0.5)
SHOULDER = Revolute("shoulder", ground, UPPER, axis="z")
ELBOW = Revolute("elbow", UPPER["end"], LOWER, axis="z")


def pendulum(*parts: Any, **options: Any) -> Model:
    return Model(SHOULDER, ELBOW, *parts, **options)


# what a model holds


def test_parts_are_sorted_by_kind():
    spring, motor = JointSpring("spring", "elbow", 2.0), Motor("motor", "shoulder")
    model = pendulum(spring, motor)
    assert model.joints == (SHOULDER, ELBOW)
    assert model.forces == (spring, *motor.forces)
    assert model.motors == (motor,)
    assert model.bodies == (UPPER, LOWER)
    assert model.coordinates == ("shoulder", "elbow")
    assert model.speeds == ("shoulder.rate", "elbow.rate")
    assert model.body("lower") is LOWER
    assert model.body("ground") is ground


def test_parameters_are_found_wherever_they_stand():
    a, b, c, d, e, f = (param(name, 0.1 + k) for k, name in enumerate("abcdef"))
    arm = rod("arm", length=a, mass=b)
    model = Model(
        Revolute("pin", ground.at(x=c), arm, axis=(d, 0.0, 1.0)),
        JointForce("law", "pin", e * coordinate("pin")),
        gravity=(0.0, -f, 0.0),
    )
    assert model.parameters == {"a": 0.1, "b": 1.1, "c": 2.1, "d": 3.1, "e": 4.1, "f": 5.1}


def test_models_and_parts_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        pendulum().gravity = (0.0, 0.0, -1.62)
    with pytest.raises(FrozenInstanceError):
        SHOULDER.axis = "x"


def test_models_survive_pickling():
    model = pendulum(JointSpring("spring", "elbow", 2.0), gravity=(0.0, -9.81, 0.0))
    copy = pickle.loads(pickle.dumps(model))
    assert copy.coordinates == model.coordinates
    assert copy.bodies[0] is not UPPER
    assert pickle.loads(pickle.dumps(model.state(q={"elbow": 1.0}))) == model.state(q={"elbow": 1.0})


def test_frames_are_equal_where_they_coincide():
    assert UPPER["end"] == UPPER.at(x=1.0)
    assert UPPER["end"] != LOWER.at(x=1.0)
    assert UPPER["end"].at(y=0.5).at(y=-0.5) == UPPER["end"]
    assert Frame(UPPER) == UPPER.at()
    assert repr(UPPER["end"].at(y=0.5)) == "upper.end at (0, 0.5, 0)"


def test_equal_bodies_are_two():
    assert rod("upper", length=1.0, mass=1.0) != UPPER


def test_bodies_without_mass_can_stand_between_others():
    """A Cardan joint is two hinges with a massless cross."""
    shaft = cylinder("shaft", radius=0.2, length=0.5, mass=3.0)
    cross = Body("cross")
    hinges = Model(
        Revolute("first", ground, cross, axis="x"),
        Revolute("second", cross, shaft.at(z=0.3), axis="y"),
        gravity=(0.0, 0.0, -9.81),
    )
    cardan = Model(Universal("j", ground, shaft.at(z=0.3)), gravity=(0.0, 0.0, -9.81))
    q, u = (0.4, 0.9), (1.1, -0.7)
    a = AtRandom(hinges, given=dict(zip([*hinges.coordinates, *hinges.speeds], [*q, *u], strict=True)))
    b = AtRandom(cardan, given=dict(zip([*cardan.coordinates, *cardan.speeds], [*q, *u], strict=True)))
    assert list(a.accelerations().values()) == pytest.approx(list(b.accelerations().values()), rel=1e-12)


def test_an_open_parameter_is_never_a_structural_zero():
    """What would be refused as a number is accepted as a parameter, whatever its default."""
    zero = param("zero", 0.0)
    Model(Revolute("pin", ground, Body("bob", Inertia(zero)), axis="z"))
    stiff = AtRandom(pendulum(Spring("s", ground.at(y=3.0), LOWER["end"], 10.0, zero)), zero=0.7)
    fixed = AtRandom(pendulum(Spring("s", ground.at(y=3.0), LOWER["end"], 10.0, 0.7)))
    assert stiff.accelerations() == pytest.approx(fixed.accelerations(), rel=1e-12)
    assert "gravity (0, zero, 0)" in pendulum(gravity=(0.0, zero, 0.0)).summary()


# states


def test_state_takes_usual_values_for_what_is_not_named():
    bob = box("bob", size=(1.0, 1.0, 1.0), mass=1.0)
    model = Model(Spherical("ball", ground, bob), Prismatic("slide", bob, UPPER, axis="x"), Motor("push", "slide"))
    state = model.state(t=2.0, u={"ball.wy": 3.0, "slide": -1.0})
    assert dict(state.q) == {"ball.e0": 1.0, "ball.e1": 0.0, "ball.e2": 0.0, "ball.e3": 0.0, "slide": 0.0}
    assert dict(state.u) == {"ball.wx": 0.0, "ball.wy": 3.0, "ball.wz": 0.0, "slide.rate": -1.0}
    assert (state.t, dict(state.tau), dict(state.p)) == (2.0, {"push": 0.0}, {})


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"q": {"elbw": 1.0}}, "there is no coordinate 'elbw'; did you mean 'elbow'"),
        ({"u": {"elbow.rat": 1.0}}, "there is no speed 'elbow.rat'; did you mean 'elbow.rate'"),
        ({"u": {"elbow": 1.0, "elbow.rate": 1.0}}, "the speed 'elbow.rate' is given twice"),
        ({"tau": {"motor": 1.0}}, "there is no input 'motor'; there is none"),
        ({"p": {"mas": 1.0}}, "there is no parameter 'mas'; did you mean 'mass'"),
        ({"q": {"elbow": np.nan}}, r"q\['elbow'\] of a state must be finite"),
        ({"q": {"elbow": "up"}}, r"q\['elbow'\] of a state must be a number, not 'up'"),
        ({"q": [1.0, 2.0]}, "q of a state is given by names"),
        ({"t": np.inf}, "t of a state must be finite"),
    ],
)
def test_wrong_states_are_refused(given, message):
    model = pendulum(JointForce("law", "elbow", param("mass", 1.0)))
    with pytest.raises(ModelError, match=message):
        model.state(**given)


def test_a_long_list_of_names_is_cut_short():
    bodies = [box(f"b{k}", size=(1.0, 1.0, 1.0), mass=1.0) for k in range(30)]
    model = Model(*(Prismatic(f"slide {k:02d}", ground, body) for k, body in enumerate(bodies)))
    with pytest.raises(ModelError, match=r"there are 'slide 00', .*'slide 11' and 18 more"):
        model.state(q={"zzz": 1.0})


# summary


def test_summary_says_what_the_model_is():
    k = param("k", 3.0)
    model = pendulum(
        Spring("tether", ground.at(y=1.0), LOWER["end"], k),
        JointDamper("friction", "elbow", 0.1),
        Motor("motor", "shoulder"),
        gravity=(0, -9.81, 0),
    )
    assert model.summary() == (
        "2 bodies, 2 coordinates, 2 speeds\n"
        "joints\n"
        "  shoulder  Revolute  ground – upper     shoulder\n"
        "  elbow     Revolute  upper.end – lower  elbow\n"
        "forces\n"
        "  tether    Spring       ground at (0, 1, 0), lower.end\n"
        "  friction  JointDamper  elbow\n"
        "  motor     Motor        shoulder\n"
        "inputs: motor\n"
        "parameters\n"
        "  k  3\n"
        "gravity (0, -9.81, 0)"
    )


@pytest.mark.parametrize("gravity", [None, (0.0, 0.0, 0.0)])
def test_summary_says_that_there_is_no_gravity(gravity):
    assert pendulum(gravity=gravity).summary().endswith("\nno gravity: none was given")


def test_summary_of_a_module_says_what_must_carry_it():
    text = Model(ELBOW, ports={"top": UPPER}).summary()
    assert "ports\n  top  upper" in text
    assert text.endswith("a module: nothing carries upper")


# what is refused


def _coaxial_hinges() -> Model:
    ring = Body("ring")
    return Model(Revolute("outer", ground, ring, axis="z"), Revolute("inner", ring.at(z=0.1), BOX, axis="z"))


BOX = box("box", size=(1.0, 1.0, 1.0), mass=1.0)
FAR = rod("far", length=1.0, mass=1.0)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        # parts
        (lambda: Model(), "a model needs at least one joint"),
        (
            lambda: pendulum(3.0),
            "made of joints, constraints, forces, motors, state variables and submodels; 3.0 is none",
        ),
        (lambda: Model([SHOULDER, ELBOW]), "is none of them"),
        (lambda: pendulum(UPPER), "join 'upper' to another"),
        (lambda: pendulum(gravity=9.81), r"gravity, such as .* needs numbers or expressions in the shape \(3,\)"),
        (lambda: pendulum(gravity=(0, np.nan, 0)), "gravity, such as .* needs finite numbers"),
        (lambda: pendulum(gravity=velocity(UPPER)), "gravity depends on velocity"),
        # names
        (lambda: pendulum(Motor("elbow", "elbow")), "2 parts are called 'elbow'"),
        (lambda: pendulum(SHOULDER), "2 parts are called 'shoulder'"),
        (lambda: Model(Revolute("box", ground, BOX)), "2 parts are called 'box'"),
        (lambda: Model(Revolute("energy", ground, BOX)), "Revolute 'energy' would hide the result 'energy'"),
        (
            lambda: pendulum(Revolute("r", ground, rod("upper", length=1.0, mass=1.0))),
            "2 parts are called 'upper'; give each its own name",
        ),
        (lambda: pendulum().body("uper"), "there is no body 'uper'; did you mean 'upper'"),
        (lambda: Body("a.b"), "a body needs a name"),
        # topology
        (lambda: Model(ELBOW), "Revolute 'elbow' hangs on body 'upper', which nothing carries"),
        # bodies
        (lambda: UPPER["ende"], "body 'upper' has no marker 'ende'; did you mean 'end'"),
        (lambda: BOX["end"], "body 'box' has no marker 'end'; it has none; use at"),
        (lambda: UPPER.at(x=np.inf), "the offset of a frame of 'upper' needs finite numbers"),
        (lambda: UPPER.at(rotation=np.ones((3, 3))), "must be orthonormal"),
        (lambda: Body("b", 3.0), "body 'b' needs an Inertia, or comes from a shape"),
        (lambda: Body("b", BOX.inertia, {"end": (1, 0, 0)}), "markers of body 'b' are poses by name"),
        (lambda: Body("b", Inertia(-1.0)), "the mass of a body must be positive, not -1"),
        (lambda: Body("b", Inertia(1.0, J=np.diag([1.0, 1.0, 3.0]))), "belong to no body"),
        # masses
        (lambda: Model(Revolute("r", ground, Body("tip"))), "body 'tip' at the end of Revolute 'r' has no mass"),
        (
            lambda: Model(Revolute("r", ground, UPPER, axis="x")),
            "'upper' .* no inertia against some of its motion",
        ),
        (
            lambda: Model(Revolute("r", ground, particle("bob", mass=1.0))),
            "'bob' at the end of Revolute 'r' has no inertia",
        ),
        (lambda: Model(Spherical("s", ground, UPPER)), "'upper' at the end of Spherical 's' has no inertia"),
        (
            lambda: Model(Free("f", ground, particle("bob", mass=1.0))),
            "'bob' at the end of Free 'f' has no inertia",
        ),
        (_coaxial_hinges, "body 'ring' at the end of Revolute 'outer' has no inertia against some of its motion"),
        # references
        (lambda: pendulum(Motor("m", "elbwo")), "coordinate for Motor 'm': 'elbwo'; did you mean 'elbow'"),
        (lambda: pendulum(JointSpring("s", "knee", 1.0)), "no coordinate for JointSpring 's': 'knee'"),
        (
            lambda: pendulum(JointForce("f", "elbow", coordinate("wrist"))),
            "no coordinate for JointForce 'f': 'wrist'",
        ),
        (
            lambda: pendulum(JointForce("f", "elbow", speed("elbows"))),
            "no speed for JointForce 'f': 'elbows'; did you",
        ),
        (
            lambda: pendulum(PointForce("f", UPPER, velocity(FAR))),
            "PointForce 'f' refers to body 'far', which is not part",
        ),
        (lambda: pendulum(Torque("f", FAR, (1, 2, 3))), "Torque 'f' refers to body 'far'"),
        (lambda: pendulum(Potential("f", position(FAR)[0])), "Potential 'f' refers to body 'far'"),
        (
            lambda: Model(Spherical("ball", ground, BOX), Motor("m", "ball.e1")),
            "Motor 'm' acts on 'ball.e1', which is no coordinate with a rate among the speeds; use a Torque",
        ),
        # what may depend on what
        (
            lambda: pendulum(JointForce("f", "elbow", symbol("k"))),
            "on the symbol 'k', which has no value; use param",
        ),
        (
            lambda: Model(Revolute("r", ground, rod("b", length=symbol("l"), mass=1.0))),
            "the inertia of body 'b' depends",
        ),
        (
            lambda: Model(Revolute("r", ground.at(x=time), BOX)),
            "the frame .* of Revolute 'r' depends on t, but must be",
        ),
        (
            lambda: Model(Revolute("r", ground, BOX, axis=(0, time, 1))),
            "Revolute 'r' depends on t, but must be constant",
        ),
        (
            lambda: pendulum(JointForce("f", "elbow", param("k", 1.0)), JointForce("g", "elbow", param("k", 2.0))),
            "the parameter 'k' has two defaults, 1 and 2",
        ),
    ],
)
def test_what_does_not_fit_together_is_refused(make, message):
    with pytest.raises(ModelError, match=message):
        make()


def test_rings_without_mass_may_carry_each_other():
    rings = [Body("a"), Body("b")]
    Model(
        Revolute("x", ground, rings[0], axis="x"),
        Revolute("y", rings[0], rings[1], axis="y"),
        Revolute("z", rings[1], BOX, axis="z"),
    )
    Model(Prismatic("x", ground, rings[0], axis="x"), Prismatic("y", rings[0], particle("p", mass=1.0), axis="y"))


def test_a_thin_rod_may_carry_what_makes_it_definite():
    Model(Revolute("r", ground, UPPER, axis="x"), Weld("w", UPPER["end"], BOX))
    Model(Revolute("r", ground, UPPER, axis="x"), Revolute("s", UPPER["end"], BOX, axis="y"))
    Model(Prismatic("p", ground, particle("bob", mass=1.0)))
    Model(Revolute("r", ground, particle("bob", mass=1.0).at(x=1.0)))


# speed


def chain(n: int) -> Model:
    bodies = [rod(f"b{k}", length=1.0, mass=1.0) for k in range(n)]
    places = [ground, *(body["end"] for body in bodies)]
    return Model(
        *(Revolute(f"j{k}", place, body) for k, (place, body) in enumerate(zip(places, bodies, strict=False)))
    )


def test_building_takes_time_in_proportion_to_the_number_of_parts():
    def best(n: int) -> float:
        times = []
        for _ in range(3):
            start = perf_counter()
            chain(n)
            times.append(perf_counter() - start)
        return min(times)

    chain(10)
    assert best(400) < 12.0 * best(100)  # four times as many; sixteen if it were quadratic


def test_poses_of_markers_may_turn():
    arm = Body("arm", BOX.inertia, {"tool": Pose(np.diag([1.0, -1.0, -1.0]), np.array([1.0, 0.0, 0.0]))})
    assert arm["tool"].at(y=1.0).pose.p.tolist() == [1.0, -1.0, 0.0]


@pytest.mark.parametrize("name", sorted(RESERVED - {"ground"}))
def test_no_part_hides_a_result_that_every_model_has(name):
    with pytest.raises(ModelError, match=f"Revolute '{name}' would hide the result '{name}'"):
        Model(Revolute(name, ground, BOX))
    with pytest.raises(ModelError, match=f"JointForce '{name}' would hide the result '{name}'"):
        pendulum(JointForce(name, "elbow", 1.0))
    with pytest.raises(ModelError, match=f"body '{name}' would hide the result '{name}'"):
        Model(Revolute("pin", ground, rod(name, length=1.0, mass=1.0)))


def test_every_signal_belongs_to_a_part_or_has_a_name_that_no_part_can_have():
    model = pendulum(Motor("motor", "elbow"), JointForce("spring", "elbow", 1.0), StateVariable("work", rate=1.0))
    owners = {*(part.name for part in model.parts), *(body.name for body in model.bodies)}
    for signal in derive(model).signals:
        assert signal.split(".")[0] in owners | RESERVED


@pytest.mark.parametrize("given", [("tip", ground), (ground, (1.0, 0.0, 0.0))], ids=["no body", "no pose"])
def test_a_frame_without_body_or_pose_is_refused(given):
    with pytest.raises(ModelError, match="a frame has a body and a pose on it"):
        Frame(*given)


def test_a_frame_is_turned_about_an_axis_of_its_own():
    body = Body("body")
    slope = body.rotated("y", 0.3)
    assert slope == body.at(rotation=rotation("y", 0.3))
    assert body.at(x=1.0).rotated((1, 1, 0), 0.2) == body.at(x=1.0, rotation=rotation((1, 1, 0), 0.2))
    assert np.asarray(slope.pose.R, dtype=float) @ [0, 0, 1] == pytest.approx([np.sin(0.3), 0.0, np.cos(0.3)])


def test_the_summary_lists_contacts_with_their_places_and_laws():
    ball = da.sphere("ball", mass=1.0, radius=0.1)
    model = Model(
        da.Prismatic("x", da.ground, ball, axis="x"),
        da.Contact("wall", ball, da.geometry.plane(da.ground.at((2, 0, 0)), "-x"), restitution=0.5),
        da.Contact("floor", ball.at((0, 0, -0.1)), da.geometry.plane(da.ground, "z"), friction=0.3),
        da.Stop("buffer", "x", low=-1.0, high=1.0),
        da.DryFriction("rub", "x", static=3.0, kinetic=2.0),
    )
    lines = model.summary().splitlines()
    start = lines.index("contacts")
    assert [line.split() for line in lines[start + 1 : start + 5]] == [
        ["wall", "Contact", "ball,", "ground", "at", "(2,", "0,", "0)", "no", "friction,", "restitution", "0.5"],
        ["floor", "Contact", "ball", "at", "(0,", "0,", "-0.1),", "ground", "friction", "0.3"],
        ["buffer", "Stop", "x", "from", "-1", "to", "1"],
        ["rub", "DryFriction", "x", "friction", "up", "to", "3"],
    ]
    assert "buffer  Stop" in da.summary(model)
    whole = Model(da.Submodel("left", model))
    assert "left/buffer  Stop         left/x " in whole.summary()


def test_values_without_their_kind_are_no_name_of_a_start():
    model = da.Model(da.Revolute("hinge", da.ground, da.rod("rod", length=1.0, mass=1.0), axis="z"))
    with pytest.raises(
        ModelError, match=r"values go by kind, such as state\(q=\{'elbow': 1.2\}\), not \{'hinge': 0.1\}"
    ):
        model.state({"hinge": 0.1})
