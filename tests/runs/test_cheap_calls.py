"""What calls cost is paid once: derived and compiled results belong to the model, and single calls take arrays."""

import gc
import pickle
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import dalembert as da
from dalembert.expr.node import Expression
from dalembert.memo import Key

OWNED: Key[str] = Key("value of a model")


def double_pendulum(length=1.0):
    upper, lower = da.rod("upper", length=length, mass=1.0), da.rod("lower", length=0.8, mass=0.5)
    return da.Model(
        da.Revolute("shoulder", da.ground, upper, axis="z"),
        da.Revolute("elbow", upper["end"], lower, axis="z"),
        da.Motor("motor", "elbow"),
        gravity=(0.0, -9.81, 0.0),
    )


@pytest.fixture(scope="module")
def model():
    return double_pendulum(da.param("l", 1.0))


@pytest.fixture(scope="module")
def dynamics(model):
    return da.as_dynamics(model)


def test_a_model_is_derived_and_compiled_once(model):
    assert da.as_dynamics(model) is da.as_dynamics(model)
    assert da.as_dynamics(model, lanes=2) is not da.as_dynamics(model)
    assert da.as_dynamics(model, lanes=2).equations is da.as_dynamics(model).equations
    first, second = (da.simulate(model, {"elbow": 1.0}, until=0.1) for _ in range(2))
    assert first.dynamics is second.dynamics
    assert np.array_equal(first.states, second.states)


def test_equations_have_one_dynamics(model):
    eom = da.derive(model, da.Lagrange())
    assert da.as_dynamics(eom) is da.as_dynamics(eom)
    assert da.as_dynamics(eom) is not da.as_dynamics(model)


def test_what_a_model_owns_is_no_part_of_it(model):
    fresh = double_pendulum(da.param("l", 1.0))
    used = len(pickle.dumps(model))
    assert fresh == model
    assert hash(fresh) == hash(model)
    # a fresh one that was compared has the same views of itself
    assert used < 1.5 * len(pickle.dumps(fresh)) + 2000
    assert model.memo.get(OWNED, lambda: "made before") == "made before"
    assert pickle.loads(pickle.dumps(model)).memo.get(OWNED, lambda: "made again") == "made again"


def test_models_that_died_leave_nothing(others_left_alone):
    def count():
        gc.collect()
        return sum(isinstance(x, Expression) for x in gc.get_objects())

    _ = da.as_dynamics(double_pendulum(0.5)).solved.accelerations
    before = count()
    for k in range(300):
        model = double_pendulum(1.0 + 1e-3 * k)
        if k % 50 == 0:
            _ = da.as_dynamics(model).solved.accelerations
    del model
    assert count() <= before + 50


def test_prepared_functions_take_and_give_arrays(dynamics):
    state = da.State(q={"shoulder": 0.3, "elbow": -0.4}, u={"elbow": 2.0}, tau={"motor": 1.5}, p={"l": 1.2})
    q, u, tau = np.array([0.3, -0.4]), np.array([0.0, 2.0]), np.array([1.5])
    accelerations = dynamics.prepared(dynamics.solved.accelerations, parameters={"l": 1.2})
    found = accelerations(0.0, q, u, tau=tau)
    assert list(found) == list(dynamics.accelerations(state).values())
    # results are the caller's own
    other = accelerations(0.0, q + 0.1, u, tau=tau)
    assert not np.array_equal(found, other)
    assert list(accelerations(0.0, list(q), list(u), None, tau)) == list(found)
    energies = dynamics.prepared({"all": "energy", "T": da.energies.kinetic_energy()})
    values = energies(0.0, q, u, tau=tau)
    default = da.State(q=state.q, u=state.u)
    assert values["all"] == dynamics.signals(["energy"], default)["energy"]
    assert values["T"] == dynamics.evaluate(da.energies.kinetic_energy(), default)


def test_prepared_functions_of_several_lanes_give_the_same(model, dynamics):
    q, u, tau = np.array([0.3, -0.4]), np.array([0.0, 2.0]), np.array([1.5])
    wide = da.as_dynamics(model, lanes=2)
    one, two = (x.prepared(x.solved.accelerations) for x in (dynamics, wide))
    assert np.array_equal(one(0.0, q, u, tau=tau), two(0.0, q, u, tau=tau))


def test_prepared_functions_refuse_other_shapes(dynamics):
    energy = dynamics.prepared("energy")
    for arguments, text in [
        (([0.1], [0.0, 0.0], None, [1.0]), "q has 2 entries, not the shape"),
        (([0.1, 0.2], 1.0, None, [1.0]), "u has 2 entries, not the shape"),
        (([0.1, 0.2], [0.0, 0.0]), "tau has 1 entries"),
        (([0.1, 0.2], [0.0, 0.0], [1.0], [1.0]), "z has 0 entries, not the shape"),
    ]:
        with pytest.raises(da.errors.ModelError, match=text):
            energy(0.0, *arguments)
    with pytest.raises(da.errors.ModelError, match="there is no parameter 'k'"):
        dynamics.prepared("energy", parameters={"k": 1.0})


def test_a_run_within_a_run_has_memory_of_its_own(dynamics):
    # a callback that simulates while the same code runs
    inner = []

    def push(angle):
        if not inner:
            inner.append(None)
            inner[0] = da.simulate(outer, {"pin": 0.2}, until=0.05, times=[0.05])["pin"][0]
        return [-angle[0]]

    rod = da.rod("rod", length=1.0, mass=1.0)
    pin = da.Revolute("pin", da.ground, rod, axis="z")
    law = da.expr.callback("push", push, [da.coordinate("pin")])[0]
    outer = da.as_dynamics(da.Model(pin, da.JointForce("push", "pin", law)))
    motion = da.simulate(outer, {"pin": 0.2}, until=0.05, times=[0.05])
    assert motion["pin"][0] == inner[0]


def test_what_is_asked_of_a_state_again_walks_over_no_graph(model, monkeypatch):
    dynamics = da.as_dynamics(da.derive(model))
    state, other = model.state(q={"elbow": 0.3}), model.state(q={"elbow": 0.7})
    before = dynamics.signals(["energy", "elbow.force.x"], state)
    monkeypatch.setattr(
        "dalembert.dynamics.dynamics.resolved_together", lambda *_: pytest.fail("a graph is walked over")
    )
    assert dynamics.signals(["energy", "elbow.force.x"], state) == before
    assert dynamics.signals(["energy", "elbow.force.x"], other) != before


def test_calls_of_a_kernel_in_threads_do_not_share_memory():
    x = da.expr.symbols("x y")
    kernel = da.kernels.compile({"sum": x[0] + x[1], "product": x[0] * x[1]}, {"x": np.array(x, dtype=object)})
    kernel(x=np.zeros(2))  # code is there
    values = np.random.default_rng(0).uniform(-1.0, 1.0, (400, 2))
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda row: kernel(x=row), values))
    assert [float(one["sum"]) for one in found] == [a + b for a, b in values]
    assert [float(one["product"]) for one in found] == [a * b for a, b in values]
