"""Copies and pickles: what never changes is its own copy, native code is made again."""

import copy
import pickle

import numpy as np
import pytest

import dalembert as da
from dalembert.principles.catalogue import every_principle


def again(value):
    return pickle.loads(pickle.dumps(value))


def arm():
    """An arm with a law of positions, which knows bodies."""
    upper, lower = da.rod("upper", length=1.0, mass=1.0), da.rod("lower", length=0.8, mass=0.5)
    push = 2.0 * da.position(lower["end"], relative_to=upper)[0]
    return da.Model(
        da.Revolute("shoulder", da.ground, upper, axis="z"),
        da.Revolute("elbow", upper["end"], lower, axis="z"),
        da.PointForce("wind", lower["end"], (push, 0.0, 0.0)),
        gravity=(0.0, -9.81, 0.0),
    )


@pytest.fixture(scope="module")
def model():
    return arm()


@pytest.fixture(scope="module")
def state(model):
    return model.state(q={"elbow": 1.0}, u={"shoulder": 0.5})


@pytest.mark.parametrize("copied", [again, copy.deepcopy, copy.copy])
def test_copies_of_models_stand_on_the_ground(model, state, copied):
    assert copied(da.ground) is da.ground
    other = copied(model)
    assert other.joints[0].parent_frame.body is da.ground
    # bodies of the model, of its parts and of its laws are the same
    one, two = (da.as_dynamics(x).accelerations(state) for x in (model, other))
    assert one == two
    # a model and its bodies in one copy still belong together
    pair = copied([other, other.bodies[1]])
    height = da.as_dynamics(pair[0]).evaluate({"y": da.position(pair[1])[1]}, state)["y"]
    assert height == pytest.approx(0.0)


@pytest.mark.parametrize("principle", every_principle(), ids=lambda principle: type(principle).__name__)
def test_equations_are_pickled_as_what_they_are_made_of(model, principle):
    equations = da.derive(model, principle)
    _ = equations.accelerations, list(equations.signals)
    other = again(equations)
    assert other.outputs.contents == equations.outputs.contents
    assert (other.speeds, other.solver) == (equations.speeds, equations.solver)
    assert len(pickle.dumps(equations)) < 2 * len(pickle.dumps(model)) + 10_000


def test_typed_equations_are_pickled():
    x, v = da.expr.symbols("x v")
    equations = da.formulations.TypedSystem([x], [v]).from_energies(v**2 / 2, 2.0 * x**2)
    assert da.as_dynamics(again(equations)).accelerations(da.State(q={"x": 1.0})) == {"v": -4.0}


@pytest.mark.parametrize("copied", [again, copy.deepcopy])
def test_dynamics_and_motions_are_copied_and_their_code_is_made_again(model, state, copied):
    motion = da.simulate(model, state, until=0.1)
    _ = motion["energy"]
    other = copied(motion)
    np.testing.assert_array_equal(other.states, motion.states)
    np.testing.assert_array_equal(other["energy"], motion["energy"])
    assert other.statistics == motion.statistics and other.state() == motion.state()


@pytest.mark.parametrize("copied", [again, copy.deepcopy])
def test_copied_motions_know_their_run(copied):
    rod = da.rod("rod", length=1.0, mass=1.0)
    model = da.Model(
        da.Revolute("A", da.ground, rod, axis="z"),
        da.JointDamper("friction", "A", 0.2),
        da.Motor("M", "A"),
        gravity=(0.0, -9.81, 0.0),
    )
    down = da.Event("down", da.position(rod["end"])[0])
    law = da.control.SampledController(0.25, lambda state: {"M": 1.0 - state.u["A"]})
    motion = da.simulate(model, {"A": -1.0}, until=0.5, times=[0.1, 0.4], events=[down], controller=law)
    # the work between rows, by segments that are run again; so are their events
    other = copied(motion)
    np.testing.assert_array_equal(other.work, motion.work)
    assert other.events == motion.events and abs(other.work[-1]) > 0.1


@pytest.mark.parametrize("copied", [again, copy.deepcopy])
def test_copied_motions_keep_how_their_constraints_were_kept(copied):
    bob = da.particle("bob", mass=1.0)
    model = da.Model(
        da.Translational("slide", da.ground, bob),
        da.Distance("rope", da.ground, bob, 1.0),
        gravity=(0.0, 0.0, -9.81),
    )
    motion = da.simulate(
        model, {"slide.x": 1.0}, until=0.1, times=[0.0, 0.1], stabilization=da.methods.Baumgarte(10.0)
    )
    other = copied(motion)
    assert other.stabilization == motion.stabilization == da.methods.Baumgarte(10.0)
    np.testing.assert_array_equal(other.work, motion.work)


@pytest.mark.parametrize("copied", [again, copy.deepcopy])
def test_kernels_are_copied_and_their_code_is_made_again(copied):
    x, y = da.expr.symbols("x y")
    kernel = da.kernels.compile({"r": da.sqrt(x * x + y * y) * da.param("k", 2.0)}, [x, y])
    _ = kernel(3.0, 4.0)
    other = copied(kernel)
    assert other(3.0, 4.0, parameters={"k": 1.0})["r"] == 5.0
    assert repr(other) == repr(kernel)
