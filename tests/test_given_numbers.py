"""What is no number is told, whatever takes it."""

from functools import cache

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import DalembertError
from dalembert.number_checks import checked_number, checked_numbers, is_count, is_number, told

JUNK = ["a", "1.0", None, float("nan"), 10**400, 10**5000, [1.0, [2.0]], 1j, object(), np.zeros((2, 2)), {}, float]


@cache
def pendulum():
    rod = da.rod("rod", length=1.0, mass=1.0)
    spring = da.JointSpring("spring", "A", stiffness=da.param("k", 1.0))
    return da.Model(da.Revolute("A", da.ground, rod, axis="y"), spring, gravity=(0.0, 0.0, -9.81))


def rod():
    return da.rod("rod", length=1.0, mass=1.0)


TAKERS = {
    "RK4": da.methods.RK4,
    "MoreauJean": da.methods.MoreauJean,
    "MoreauJean tolerance": lambda x: da.methods.MoreauJean(1e-3, tolerance=x),
    "IndexThree penalty": lambda x: da.methods.IndexThree(1e-3, penalty=x),
    "GeneralizedAlpha rho": lambda x: da.methods.GeneralizedAlpha(1e-3, rho=x),
    "DOP853 rtol": lambda x: da.methods.DOP853(rtol=x),
    "Radau atol": lambda x: da.methods.Radau(atol=x),
    "DOP853 largest step": lambda x: da.methods.DOP853(largest_step=x),
    "Coulomb": da.Coulomb,
    "stribeck": lambda x: da.contacts.Stribeck(0.3, x, 0.1),
    "Contensou": lambda x: da.contacts.Contensou(0.3, x),
    "Creep": lambda x: da.contacts.Creep(x, 1.0),
    "NewtonImpact": da.contacts.NewtonImpact,
    "HertzForce": da.contacts.HertzForce,
    "HuntCrossleyMotion": lambda x: da.contacts.HuntCrossleyMotion(damping=1.0, stiffness=x),
    "Grain": lambda x: da.contacts.Grain("x", x),
    "Stop": lambda x: da.Stop("stop", "A", low=x, high=1.0),
    "Cable": lambda x: da.contacts.Cable("cable", da.ground, rod(), length=x),
    "DryFriction": lambda x: da.DryFriction("rub", "A", static=x),
    "JointSpring": lambda x: da.JointSpring("spring", "A", stiffness=x),
    "PointForce": lambda x: da.PointForce("force", rod(), (x, 0.0, 0.0)),
    "rod": lambda x: da.rod("rod", length=x, mass=1.0),
    "Inertia": lambda x: da.Inertia(1.0, J=[[x, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    "joint_friction": lambda x: da.planar.joint_friction("f", da.Prismatic("p", da.ground, rod()), coulomb=x),
    "quintic": lambda x: da.control.quintic(0.0, 1.0, duration=1.0, begin=x),
    "Event": lambda x: da.Event("event", x),
    "Event direction": lambda x: da.Event("event", da.time, direction=x),
    "SampledController": lambda x: da.control.SampledController(x, {"u": 1.0}),
    "Baumgarte": da.methods.Baumgarte,
    "UdwadiaKalaba": lambda x: da.UdwadiaKalaba(alpha=x),
    "State": lambda x: da.State(q={"A": x}),
    "until": lambda x: da.simulate(pendulum(), until=x),
    "times": lambda x: da.simulate(pendulum(), times=[0.0, x]),
    "lanes": lambda x: da.as_dynamics(pendulum(), lanes=x),
    "stepper": lambda x: da.stepper(pendulum(), {"A": 0.1}, step=x),
    "equilibria": lambda x: da.equilibria(pendulum(), starts=x),
    "compare": lambda x: da.compare(pendulum(), states=x),
    "sweep": lambda x: da.sweep(pendulum(), {"k": x}, "energy"),
}


@pytest.mark.parametrize("taker", TAKERS)
def test_what_is_no_number_is_refused_by_name(taker):
    for x in JUNK:
        if x is None and taker in ("lanes", "Stop"):
            continue
        with pytest.raises(DalembertError):
            TAKERS[taker](x)


def test_numbers_of_all_kinds_are_numbers():
    for x in (0, 0.5, np.float32(0.5), np.int64(3), np.array(0.5), 10**300):
        assert is_number(x)
        assert checked_number(x, "x", least=0.0) == float(x)
    assert not any(map(is_number, (True, np.True_, np.inf, "1", np.array([1.0]))))
    assert is_count(np.int64(3), 1, 3) and not is_count(3.0) and not is_count(True)
    assert checked_numbers([1, 2], "x").tolist() == [1.0, 2.0]
    assert told(10**5000) == "a number of 16610 bits"
    assert len(told("long" * 100)) == 60


def test_answers_of_a_sweep_have_one_shape():
    def rows(motion):
        return motion["A"][: 2 if motion.parameters["k"] > 1.5 else 3]

    table = da.sweep(pendulum(), {"k": [1.0, 2.0]}, rows, start={"A": 0.1}, times=[0.0, 0.1, 0.2])
    assert {k: failure.reason for k, failure in table.failures.items()} == {
        1: "'rows' gives an array of the shape (2,), and an array of the shape (3,) in other cases"
    }


def test_copies_are_as_many_as_fit():
    with pytest.raises(da.errors.ModelError, match=r"to 10000000, not 1000000000; more are stepped in parts"):
        da.stepper(pendulum(), {"A": 0.1}, step=0.1, copies=10**9)


def test_an_event_that_is_not_a_number_is_named():
    event = da.Event("root", da.sqrt(da.coordinate("A") - 0.7))
    with pytest.raises(da.errors.SolverError, match=r"t = 0: the expression of an event .* 'root': sqrt\("):
        da.simulate(pendulum(), {"A": 0.5}, until=1.0, events=[event])
