"""Variables that derivations bring along are no others, whatever these are called."""

import numpy as np
import pytest

import dalembert as da
from dalembert.equations.variables import helper_variables
from dalembert.expr.node import name_of
from tests.oracles.linkages import four_bar
from tests.oracles.principle_systems import System
from tests.principles.test_quasi_velocities import TAKE_SPEEDS, assert_agrees, each_principle


def two_rods():
    """A double pendulum."""
    upper, lower = da.rod("upper", length=1.0, mass=1.0), da.rod("lower", length=0.8, mass=0.5)
    model = da.Model(
        da.Revolute("A", da.ground, upper), da.Revolute("B", upper["end"], lower), gravity=(0.0, -9.81, 0.0)
    )
    return System(model, model.state(q={"A": 0.3, "B": 0.7}))


def test_names_that_are_taken_get_a_mark():
    found = helper_variables(["v'", "w'", "v'"], {"v'", "w"})
    assert [name_of(x) for x in found] == ["v'*", "w'", "v'**"]


@each_principle
@pytest.mark.parametrize(
    "names", [("v", "v'"), ("v'", "v''"), ("rate of A", "weight of A"), (".rate A", "weight of .rate A")]
)
def test_quasi_velocities_may_be_called_like_rates(names, principle):
    this = two_rods()
    first, second = names
    speeds = da.formulations.QuasiVelocities(
        {first: da.speed("A"), second: (1.0 + da.coordinate("A")) * da.speed("B") + da.speed("A")}
    )
    assert_agrees(this, da.derive(this.model, TAKE_SPEEDS[principle](speeds)))


def test_a_quasi_velocity_is_not_called_like_a_variable_of_the_model():
    this = two_rods()
    speeds = da.formulations.QuasiVelocities({"A.rate of the model": da.speed("B"), "y": da.speed("A")})
    with pytest.raises(da.errors.FormulationError, match="another variable of the model"):
        da.derive(this.model, da.Kane(speeds=speeds))


def test_implicit_methods_take_any_names():
    # beside these, accelerations v', small motions δ v and multipliers λ C.x are variables
    model, ends = four_bar(), []
    start = da.assemble(model, q={"A": 0.7}, u={"A": 1.0}, guess={"B": 0.5, "D": 1.0})
    for names in (("a", "b", "c"), ("v", "v'", "δ v"), ("v", "λ C.x", "λ C.x'")):
        definitions = dict(zip(names, map(da.speed, "ABD"), strict=True))
        eom = da.derive(model, da.Kane(speeds=da.formulations.QuasiVelocities(definitions)))
        motion = da.simulate(
            eom, da.convert_state(start, model, eom), until=0.1, method=da.methods.IndexThree(1e-2)
        )
        ends.append([motion[name][-1] for name in ("A", "B", "D", "C.force.x")])
    np.testing.assert_allclose(ends[1:], [ends[0]] * 2, rtol=1e-10)
