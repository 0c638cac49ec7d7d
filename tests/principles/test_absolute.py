"""Absolute coordinates against relative ones: same motion of bodies, same wrenches of joints."""

import numpy as np
import pytest

import dalembert as da
from tests.oracles.linkages import sprung_four_bar
from tests.oracles.trees import KINDS, sample, tree

pytestmark = pytest.mark.slow

RTOL = 1e-9
"""Of the largest entry: constraints between bodies are solved for, relative coordinates have none."""

# forces on the coordinates of these have no measure in absolute coordinates, so the trees have no motors
JOINTS = [kind for kind in KINDS if not kind.startswith("free")]
CHOICES = [
    da.formulations.Absolute(),
    da.formulations.Absolute(angles="xyz"),
    da.formulations.Absolute(angles="zxz"),
]


def quantities(model, dynamics, state):
    """Accelerations of all bodies, and wrenches of all joints."""
    bodies = {
        body.name: np.concatenate([da.acceleration(body), da.measures.angular_acceleration(body)])
        for body in model.bodies
    }
    names = [f"{joint.name}.{part}.{x}" for joint in model.joints for part in ("force", "moment") for x in "xyz"]
    names = [name for name in names if name in dynamics.equations.signals]
    wrenches = {name: dynamics.equations.signal(name) for name in names}
    return interpreted(dynamics, {**bodies, **wrenches}, state)


def interpreted(dynamics, outputs, state):
    """Numbers of one state without compiling."""
    eom, given = dynamics.equations, dynamics.arguments(state)
    variables, values = np.concatenate([eom.q, eom.u]), np.concatenate([given["q"], given["u"]])
    known = dict(zip(variables, values, strict=True))
    # all at once, since they share the solution
    flat = np.asarray(
        da.expr.evaluate(eom.resolve(np.concatenate([np.ravel(y) for y in outputs.values()])), known)
    )
    ends = np.cumsum([np.size(y) for y in outputs.values()])
    return dict(zip(outputs, np.split(flat, ends[:-1]), strict=True))


def assert_same(model, first, second, state):
    expected, found = (
        quantities(model, dynamics, da.convert_state(state, first, dynamics)) for dynamics in (first, second)
    )
    assert expected.keys() == found.keys()
    scale = max(np.abs(value).max() for value in expected.values())
    for name, value in expected.items():
        np.testing.assert_allclose(found[name], value, rtol=0.0, atol=RTOL * scale, err_msg=name)


@pytest.mark.covers("F003-1", "F003-13")
@pytest.mark.parametrize("coordinates", CHOICES, ids=repr)
def test_one_free_body_has_no_constraints(coordinates):
    model = tree(["free"], seed=3, motors=False)
    joint = model.joints[0]
    start = model.state(
        q={**joint.turned(da.spatial.rotation((1.0, 2.0, -0.5), 0.7)), f"{joint.name}.x": 0.3},
        u=dict.fromkeys(model.speeds, 0.4),
    )
    eom = da.derive(model, coordinates=coordinates)
    assert not eom.rows
    assert_same(model, da.as_dynamics(model), da.as_dynamics(eom), start)


@pytest.mark.parametrize(
    ("kind", "coordinates"),
    [
        *((kind, da.formulations.Absolute()) for kind in JOINTS),
        *((kind, da.formulations.Absolute("xyz")) for kind in ("screw", "universal skew")),
    ],
)
def test_every_joint_as_a_constraint_gives_the_same_motion_and_wrench(kind, coordinates):
    model = tree(["revolute x", kind, "revolute"], seed=4, motors=False)
    relative, absolute = da.as_dynamics(model), da.as_dynamics(da.derive(model, coordinates=coordinates))
    drawn = sample(model, seed=5)
    state = model.state(
        q=dict(zip(model.coordinates, drawn.q, strict=True)), u=dict(zip(model.speeds, drawn.u, strict=True))
    )
    assert_same(model, relative, absolute, state)


@pytest.mark.covers("F004-1", "F004-2", "F003-12")
def test_a_planar_mechanism_in_planar_coordinates():
    model = sprung_four_bar()
    eom = da.derive(model, coordinates=da.formulations.AbsolutePlanar())
    assert eom.coordinates[:3] == ("crank.x", "crank.y", "crank.angle")
    assert len(eom.rows) == 8
    start = da.assemble(model, q={"A": 0.3}, u={"A": 2.0}, guess={"B": 0.5, "D": 1.0})
    relative, absolute = da.as_dynamics(model), da.as_dynamics(eom)
    expected, found = (
        quantities(model, dynamics, da.convert_state(start, relative, dynamics))
        for dynamics in (relative, absolute)
    )
    for name in ("crank", "coupler", "rocker", "A.force.x", "B.force.y", "C.force.x", "D.force.y", "B.moment.z"):
        np.testing.assert_allclose(found[name], expected[name], rtol=0.0, atol=1e-9, err_msg=name)

    # and the same motion
    first = da.simulate(relative, start, until=2.0, method=da.methods.DOP853(1e-11, 1e-12))
    second = da.simulate(
        absolute, da.convert_state(start, relative, absolute), until=2.0, method=da.methods.DOP853(1e-11, 1e-12)
    )
    place = da.position(model.body("rocker")["end"])
    np.testing.assert_allclose(second.evaluate(place), first.evaluate(place), rtol=0.0, atol=1e-8)


def test_states_go_there_and_back():
    model = sprung_four_bar()
    absolute = da.derive(model, coordinates=da.formulations.AbsolutePlanar())
    start = da.assemble(model, q={"A": 0.3}, u={"A": 2.0}, guess={"B": 0.5, "D": 1.0})
    back = da.convert_state(da.convert_state(start, model, absolute), absolute, model)
    assert dict(back.q) == pytest.approx(dict(start.q), abs=1e-13)
    assert dict(back.u) == pytest.approx(dict(start.u), abs=1e-12)


def test_turns_of_angles_and_parameters_of_frames_go_there_and_back():
    incline = da.param("incline", 0.3)
    arm, disc = da.rod("arm", length=1.0, mass=1.0), da.disc("disc", radius=0.2, mass=1.0)
    model = da.Model(
        da.Revolute("A", da.ground.at(rotation=da.spatial.rotation("z", incline)), arm),
        da.Revolute("B", arm["end"], disc),
        da.Gear("gear", "A", "B", 4.0),
    )
    absolute = da.derive(model, coordinates=da.formulations.Absolute())
    start = da.assemble(model, q={"B": 9.0}, u={"B": 2.0}, p={"incline": 0.7})
    back = da.convert_state(da.convert_state(start, model, absolute), absolute, model)
    assert dict(back.q) == pytest.approx(dict(start.q), abs=1e-13)
    assert dict(back.u) == pytest.approx(dict(start.u), abs=1e-12)


def test_a_ball_joint_is_not_planar():
    model = da.Model(da.Spherical("ball", da.ground, da.rod("rod", length=1.0, mass=1.0, radius=0.1)))
    with pytest.raises(
        da.errors.FormulationError, match=r"the speed 'ball\.w[xy]' moves body 'rod' out of the plane"
    ):
        da.derive(model, coordinates=da.formulations.AbsolutePlanar())


def test_what_is_not_planar_is_refused():
    body = da.box("body", size=(1.0, 1.0, 1.0), mass=1.0)
    model = da.Model(da.Universal("cross", da.ground, body))
    with pytest.raises(
        da.errors.FormulationError, match=r"the speed 'cross\.first\.rate' moves body 'body' out of the plane"
    ):
        da.derive(model, coordinates=da.formulations.AbsolutePlanar())


def test_signals_that_are_listed_have_values():
    """The quaternion of a ball joint does not follow from its frames alone, so it is no signal there."""
    body = da.box("body", size=(1.0, 1.0, 1.0), mass=1.0)
    eom = da.derive(da.Model(da.Spherical("S", da.ground, body)), coordinates=da.formulations.Absolute())
    assert not [name for name in eom.signals if name.startswith("S.e")]
    assert len([eom.signal(name) for name in eom.signals]) == len(list(eom.signals))
