"""Runs: the motion is that of the recursion, whatever the principle, the form, and the speeds."""

from functools import cache

import numpy as np
import pytest

import dalembert as da
from tests.examples import example
from tests.oracles.principle_systems import PRINCIPLES, REFUSED, derived, system

METHOD = da.methods.DOP853(rtol=1e-12, atol=1e-13)
UNTIL = 0.5

ATOL = 1e-8
"""Of places after half a second, with steps controlled to 1e-12."""

NAMES = [
    "double pendulum",
    "gyroscope",
    "slider-crank",
    "rolling disc",
    "knife edge on an incline",
    "Appell-Hamel",
]
QUICK = {("slider-crank", principle) for principle in ("Kane", "Boltzmann-Hamel", "Hamilton A", "Udwadia-Kalaba")}


def _cases():
    for name in NAMES:
        for principle in PRINCIPLES:
            if (principle, name) not in REFUSED:
                heavy = (name, principle) not in QUICK
                marks = [pytest.mark.xdist_group(name), *([pytest.mark.slow] if heavy else [])]
                yield pytest.param(name, principle, id=f"{name}: {principle}", marks=marks)


def places(model, motion):
    """Where all bodies are, along the run."""
    return motion.evaluate(np.concatenate([da.position(body.at(0.1, 0.2, 0.3)) for body in model.bodies]))


@cache
def times_and_places(name):
    """Of the run by recursion."""
    this = system(name)
    start = this.states[0]
    times = np.linspace(0.0, UNTIL, 11) + start.t
    motion = da.simulate(this.dynamics, start, until=times[-1], times=times, method=METHOD)
    return times, places(this.model, motion)


@pytest.mark.covers("F000-52")
@pytest.mark.parametrize(("name", "principle"), list(_cases()))
def test_the_motion_is_that_of_the_recursion(name, principle):
    this, (times, expected) = system(name), times_and_places(name)
    eom = derived(this.model, PRINCIPLES[principle])
    there = da.convert_state(this.states[0], this.dynamics, eom)
    motion = da.simulate(eom, there, until=times[-1], times=times, method=METHOD)
    np.testing.assert_allclose(places(this.model, motion), expected, rtol=0.0, atol=ATOL)


# ---- open parameters, integrals, inputs


@cache
def arm():
    """Two rods with open lengths and masses, a motor, a damper, and the square of a rate summed up."""
    length, mass = da.param("length", 1.0), da.param("mass", 2.0)
    upper, lower = da.rod("upper", length=length, mass=mass), da.rod("lower", length=0.8, mass=0.5)
    return da.Model(
        da.Revolute("shoulder", da.ground, upper),
        da.Revolute("elbow", upper["end"], lower),
        da.Motor("motor", "elbow"),
        da.JointDamper("damper", "shoulder", damping=0.2),
        da.StateVariable("sum", rate=da.speed("elbow") ** 2),
        gravity=(0.0, -9.81, 0.0),
    )


CHOICE = da.formulations.QuasiVelocities(
    {"turning": da.speed("shoulder") + da.speed("elbow"), "way": da.param("length", 1.0) * da.speed("shoulder")}
)


@cache
def run_of_the_arm():
    """Where it starts, and how it moves by recursion."""
    state = arm().state(
        q={"shoulder": 0.3, "elbow": 0.4}, u={"shoulder": 1.0}, tau={"motor": 1.0}, p={"length": 1.3, "mass": 1.1}
    )
    return state, da.simulate(arm(), state, until=1.0, method=METHOD)


@pytest.mark.xdist_group("arm")
@pytest.mark.parametrize(
    "principle",
    [
        da.Kane(),
        da.Lagrange(),
        da.formulations.Tzenoff(),
        da.Hamilton(),
        da.Kane(speeds=CHOICE),
        da.GibbsAppell(speeds=CHOICE),
        da.BoltzmannHamel(speeds=CHOICE),
        da.formulations.EnergyRates(3, speeds=CHOICE),
    ],
    ids=lambda one: f"{type(one).__name__}{' in quasi-velocities' if one.chosen_speeds else ''}",
)
def test_parameters_integrals_and_inputs_are_those_of_the_model(principle):
    model, (state, first) = arm(), run_of_the_arm()
    eom = da.derive(model, principle)
    second = da.simulate(eom, da.convert_state(state, model, eom), until=1.0, method=METHOD)
    for name in ("shoulder", "elbow", "sum", "energy"):
        np.testing.assert_allclose(second[name], first[name], rtol=0.0, atol=1e-7, err_msg=name)


# ---- rows that depend on others


@cache
def gear():
    """A gear with redundant meshes, its start, and how it moves by recursion."""
    model, start = example("planetary_gear").systems()["three planets"]
    return model, start, da.simulate(model, start, until=UNTIL, method=METHOD)


@pytest.mark.slow
@pytest.mark.xdist_group("planetary_gear")
@pytest.mark.covers("F002-14")
@pytest.mark.parametrize(
    "principle", [name for name in PRINCIPLES if name not in ("Lagrange", "absolute", "Newton-Euler")]
)
def test_redundant_rows_are_left_out(principle):
    model, start, first = gear()
    eom = da.derive(model, PRINCIPLES[principle])
    second = da.simulate(eom, da.convert_state(start, model, eom), until=UNTIL, method=METHOD)
    for name in model.coordinates:
        np.testing.assert_allclose(second[name], first[name], rtol=0.0, atol=ATOL, err_msg=name)
