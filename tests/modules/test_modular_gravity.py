"""Gravity that is a parameter is one parameter of the whole, in every module and at every depth."""

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import FormulationError

S = da.expr.symbol
G = da.param("g", 9.81)


def arm(spring=2.0):
    """Two bodies with a spring between them."""
    upper, lower = da.box("upper", size=(1.0, 0.1, 0.1), mass=1.0), da.box("lower", size=(0.5, 0.1, 0.1), mass=0.5)
    return da.Model(
        da.Revolute("elbow", upper.at((0.5, 0.0, 0.0)), lower, axis="z"),
        da.JointSpring("spring", "elbow", stiffness=spring),
        ports={"root": upper.at((-0.5, 0.0, 0.0)), "end": lower},
    )


def hung(module, name="arm", shared=()):
    """A module on a hinge."""
    return da.Model(
        da.Submodel(name, module, shared=shared),
        da.Revolute("hinge", da.ground, da.port(name, "root"), axis="z"),
        gravity=(0.0, -G, 0.0),
    )


def elbow_acceleration(eom, q, p):
    """Of the elbow at the end of the names, released at rest in a pose, by the values of parameters."""
    values = {S(name): x for name, x in q.items()} | {S(name): 0.0 for name in eom.speeds}
    values |= {da.param(name, default): p.get(name, default) for name, default in eom.parameters.items()}
    (name,) = [x for x in eom.signals if x.endswith("elbow.acceleration")]
    return float(da.expr.evaluate(eom.signal(name), values))


@pytest.mark.parametrize("depth", [1, 2])
def test_modules_fall_by_the_gravity_of_the_whole(depth):
    module = arm()
    if depth == 2:
        module = da.Model(da.Submodel("inner", module), ports={"root": da.port("inner", "root")})
    model = hung(module)
    flat, eom = da.derive(model), da.derive(model, da.Modular())
    assert dict(eom.parameters) == {"g": 9.81}
    state = flat.state(q={"hinge": 0.3})
    same = da.convert_state(state, flat, eom)
    for g in (1.62, 9.81):
        expected = elbow_acceleration(flat, state.q, {"g": g})
        assert elbow_acceleration(eom, same.q, {"g": g}) == pytest.approx(expected, rel=1e-10)
    runs = [
        da.simulate(x, x.state(q=dict(y.q), p={"g": 1.62}), until=0.3) for x, y in ((flat, state), (eom, same))
    ]
    (name,) = [x for x in flat.coordinates if x.endswith("elbow")]
    np.testing.assert_allclose(runs[1][name][-1], runs[0][name][-1], rtol=1e-7)


def test_condensed_modules_have_one_gravity():
    assert dict(da.modules.condensed(da.Modular().tree(hung(arm()))).parameters) == {"g": 9.81}


def test_a_module_with_another_parameter_of_that_name_is_refused():
    with pytest.raises(FormulationError, match=r"module 'arm' has a parameter 'g' of its own.*another name"):
        da.derive(hung(arm(spring=G)), da.Modular())
    shared = da.derive(hung(arm(spring=G), shared=[G]), da.Modular())
    assert dict(shared.parameters) == {"g": 9.81}
