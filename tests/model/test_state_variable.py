"""Integrals as parts of a model: names, values, what is refused."""

import numpy as np
import pytest

from dalembert.errors import ModelError
from dalembert.expr.symbol_nodes import param, time
from dalembert.model.bodies import ground
from dalembert.model.forces.joint_forces import JointDamper, JointForce
from dalembert.model.forces.potential import Potential
from dalembert.model.joints.prismatic import Prismatic
from dalembert.model.measure import coordinate, speed, state_variable, supplied_power
from dalembert.model.model import Model, Submodel
from dalembert.model.motors import Motor
from dalembert.model.shapes import particle
from dalembert.model.state_variable import StateVariable
from tests.model.states import AtRandom

CART = particle("cart", mass=2.0)
TRACK = Prismatic("x", ground, CART, axis="x")
LAG = StateVariable("lag", rate=(coordinate("x") - state_variable("lag")) / param("T", 0.1), start=0.5)


def test_values_stand_in_rates_and_laws():
    push = JointForce("push", "x", 3.0 * state_variable("lag"))
    at = AtRandom(Model(TRACK, LAG, push), given={"x": 0.7, "lag": 0.2})
    np.testing.assert_allclose(at.number(at.eom.h), [5.0])
    assert at.accelerations() == pytest.approx({"x.rate": 0.3})
    assert at.number(state_variable("lag")) == at.number(at.eom.signal("lag")) == 0.2


def test_equations_hold_integrals_in_the_order_given():
    eom = AtRandom(Model(LAG, TRACK, StateVariable("clock", rate=1.0), StateVariable("way", rate=speed("x")))).eom
    assert eom.states == ("lag", "clock", "way")
    assert eom.variables.starts == (0.5, 0.0, 0.0)
    assert eom.h[1] == 1.0
    assert eom.h[2] is eom.u[0]
    assert eom.solution.first_order().names == ("x", "x.rate", "lag", "clock", "way")


def test_states_take_the_start_unless_they_are_named():
    model = Model(TRACK, LAG, StateVariable("clock", rate=1.0))
    assert dict(model.state().z) == {"lag": 0.5, "clock": 0.0}
    assert dict(model.state(z={"clock": 3.0}).z) == {"lag": 0.5, "clock": 3.0}
    with pytest.raises(ModelError, match="there is no state variable 'clok'; did you mean 'clock'"):
        model.state(z={"clok": 1.0})


def test_summary_lists_state_variables():
    text = Model(TRACK, LAG).summary()
    assert text.startswith("1 body, 1 coordinate, 1 speed, 1 state variable\n")
    assert "state variables\n  lag  StateVariable  from 0.5\n" in text


def test_names_in_a_submodel_get_its_prefix():
    module = Model(TRACK, LAG, JointForce("push", "x", 3.0 * state_variable("lag")))
    outer = StateVariable("sum", rate=state_variable("left/lag") + state_variable("right/lag"))
    model = Model(Submodel("left", module), Submodel("right", module), outer)
    given = {"left/x": 0.7, "left/lag": 0.2, "right/x": 0.1, "right/lag": 0.3}
    at = AtRandom(model, given=given)
    assert model.states == ("left/lag", "right/lag", "sum")
    np.testing.assert_allclose(at.number(at.eom.h), [5.0, -2.0, 0.5])
    assert at.accelerations() == pytest.approx({"left/x.rate": 0.3, "right/x.rate": 0.45})


def test_supplied_power_is_that_of_inputs_and_forces_without_potential():
    damper, motor = JointDamper("brake", "x", 0.8), Motor("motor", "x")
    moving = Potential("magnet", 0.5 * (coordinate("x") - time) ** 2)
    at = AtRandom(Model(TRACK, damper, motor, moving), t=0.4, given={"x": 0.7, "x.rate": 1.5, "motor": 2.0})
    # a potential that changes by itself supplies its partial derivative by time
    assert at.number(supplied_power()) == pytest.approx(-0.8 * 1.5**2 + 2.0 * 1.5 - (0.7 - 0.4))
    assert at.number(supplied_power()) == at.number(at.eom.signal("power"))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: StateVariable("lag", rate=[1.0, 2.0]), "'rate' of StateVariable 'lag' .* shape"),
        (lambda: StateVariable("lag", rate=np.inf), "'rate' of StateVariable 'lag' needs finite numbers"),
        (
            lambda: StateVariable("lag", rate=1.0, start=param("z0", 1.0)),
            "'start' of StateVariable 'lag' must be a number",
        ),
        (lambda: StateVariable("a.b", rate=1.0), "an? StateVariable needs a name of printable text without dots"),
        (
            lambda: Model(TRACK, LAG, JointForce("push", "x", state_variable("lagg"))),
            "no state variable for JointForce 'push': 'lagg'; did you mean 'lag'",
        ),
        (lambda: Model(TRACK, StateVariable("x", rate=1.0)), "2 parts are called 'x'"),
        (
            lambda: Model(TRACK, StateVariable("power", rate=1.0)),
            "StateVariable 'power' would hide the result 'power'",
        ),
        (lambda: Model(TRACK, StateVariable("way", rate=speed("y"))), "no speed for StateVariable 'way': 'y'"),
        (
            lambda: Model(TRACK, JointForce("push", "x", supplied_power())),
            "JointForce 'push' depends on supplied power, which depends on all forces",
        ),
    ],
)
def test_wrong_state_variables_are_refused(make, message):
    with pytest.raises(ModelError, match=message):
        make()
