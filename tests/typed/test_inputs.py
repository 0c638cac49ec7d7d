"""Inputs in systems that are typed in: where they may stand, and what they are called."""

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import FormulationError

x, v, a = da.expr.symbols("x v a")
PUSH = da.Input("F")


def system(**more):
    return da.formulations.TypedSystem([x], [v], [a], **more)


@pytest.mark.parametrize("told", [{}, {"inputs": [PUSH]}, {"inputs": "F"}], ids=["not told", "told", "named"])
def test_rows_typed_by_hand_know_their_inputs(told):
    eom = system(**told).from_rows([2.0 * a + 3.0 * x - PUSH])
    assert eom.inputs == ("F",)
    state = da.State(q={"x": 0.5}, tau={"F": 4.0})
    assert da.as_dynamics(eom).accelerations(state)["v"] == pytest.approx((4.0 - 1.5) / 2.0)


@pytest.mark.parametrize(
    "row",
    [
        da.Drive("d", "x", acceleration=PUSH),
        da.relations.AccelerationConstraint("d", da.acceleration("v") - PUSH),
        ("d", a - PUSH),
    ],
    ids=["drive", "constraint", "typed"],
)
def test_an_input_may_be_an_acceleration(row):
    """As with bodies: the row exerts m F + k x, and what it supplies is the change of energy."""
    eom = system(constraints=[row]).from_energies(v**2, 2.0 * x**2)
    motion = da.simulate(eom, da.State(tau={"F": 2.0}), until=1.0)
    assert motion["x"][-1] == pytest.approx(1.0, rel=1e-9)
    np.testing.assert_allclose(motion["d.multiplier"], 4.0 + 4.0 * motion["x"], rtol=1e-9)
    np.testing.assert_allclose(motion.energy_balance, 0.0, atol=1e-10)
    np.testing.assert_allclose(da.linearize(eom, eom.state()).B, [[0.0], [1.0]], atol=1e-12)


def test_a_drive_by_its_acceleration_takes_the_coordinate_where_its_rate_is_a_speed():
    for name in ("x", "v"):
        eom = system(constraints=[da.Drive("d", name, acceleration=3.0)]).from_energies(v**2)
        assert da.as_dynamics(eom).accelerations({})["v"] == pytest.approx(3.0)
    turned = system(rates=[2.0 * v], constraints=[("d", a - 3.0)])
    assert turned.from_gibbs_function(a**2).inputs == ()
    with pytest.raises(da.errors.DalembertError, match="there is no speed 'x'"):
        system(rates=[2.0 * v], constraints=[da.Drive("d", "x", acceleration=3.0)])


@pytest.mark.parametrize(
    "typed",
    [
        lambda: system(dissipation=PUSH * v**2),
        lambda: system().from_energies(v**2, -PUSH * x),
        lambda: system().from_lagrangian(v**2 + PUSH * x),
        lambda: system().from_gibbs_function(a**2 - PUSH * a),
    ],
)
def test_energies_have_no_inputs_and_say_where_these_stand(typed):
    with pytest.raises(FormulationError, match="contains the input 'F'; inputs are typed in forces"):
        typed()


def test_an_input_is_a_law_of_positions_or_speeds_only_as_a_state():
    for row in (v - PUSH, x - PUSH):
        equations = system(constraints=[("c", row)]).from_energies(v**2)
        with pytest.raises(FormulationError, match="contains the input 'F', which may jump"):
            _ = equations.accelerations
