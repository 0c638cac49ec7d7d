"""Contacts, stops, cables and friction of modules, several levels deep, move as those of one flat model."""

import numpy as np
import pytest

import dalembert as da

TIMES = np.linspace(0.0, 2.0, 81)
G = (0, 0, -9.81)


def carriage():
    cart = da.box("cart", size=(0.4, 0.2, 0.2), mass=2.0)
    return da.Model(
        da.Prismatic("x", da.ground, cart, axis="x"),
        da.Stop("end", "x", low=-0.2, high=0.25, restitution=0.5),
        da.DryFriction("rub", "x", static=0.8, kinetic=0.5),
        ports={"hub": cart.at()},
    )


def pendulum():
    pin, bob = da.sphere("pin", radius=0.02, mass=0.05), da.box("bob", size=(0.05, 0.05, 0.6), mass=0.5)
    return da.Model(
        da.Revolute("θ", pin, bob.at(z=0.3), axis="y"),
        da.Motor("drive", "θ"),
        da.Stop("limit", "θ", high=0.7, restitution=0.3),
        ports={"base": pin.at(), "tip": bob.at(z=-0.3)},
    )


def vehicle():
    """Two levels: a carriage and a pendulum with a motor in a vehicle, and a floor that the tip strikes."""
    inner = da.Model(
        da.Submodel("carriage", carriage()),
        da.Submodel("pendulum", pendulum()),
        da.Weld("seat", da.port("carriage", "hub"), da.port("pendulum", "base")),
        ports={"tip": da.port("pendulum", "tip")},
    )
    floor = da.geometry.plane(da.ground.at(z=-0.59), "z")
    return da.Model(
        da.Submodel("vehicle", inner),
        da.Contact("floor", da.port("vehicle", "tip"), floor, friction=0.3, restitution=0.0),
        da.JointForce("wind", "vehicle/carriage/x", 0.4),
        gravity=G,
    )


X, THETA = "vehicle/carriage/x", "vehicle/pendulum/θ"
PRINCIPLES = {
    "flat, bodies with six coordinates each": da.NewtonEuler(),
    "default": da.Modular(),
    "mixed": da.Modular({"vehicle/pendulum": da.Lagrange(), "vehicle": da.Kane()}),
    "Kane": da.Modular(default=da.Kane()),
}


def run(subject, model, method=None):
    flat = da.derive(model)
    start = flat.state(q={X: 0.0, THETA: 0.66}, u={X: 1.5, THETA: 0.5}, tau={"vehicle/pendulum/drive": -0.4})
    state = start if subject is model else da.convert_state(start, flat, subject)
    return da.simulate(subject, state, times=TIMES, method=method)


@pytest.mark.covers("F000-16", "F000-79")
@pytest.mark.parametrize("name", PRINCIPLES)
def test_modules_with_contacts_move_as_the_flat_model(name):
    model = vehicle()
    one, other = run(model, model), run(da.derive(model, PRINCIPLES[name]), model)
    assert {event.name for event in one.events} >= {"vehicle/carriage/end high impact", "floor impact"}
    assert [(e.name, e.what) for e in other.events] == [(e.name, e.what) for e in one.events]
    np.testing.assert_allclose([e.t for e in other.events], [e.t for e in one.events], atol=1e-8)
    for signal in (X, THETA, f"{X}.rate", "floor.normal.multiplier", "vehicle/carriage/rub.force"):
        np.testing.assert_allclose(other[signal], one[signal], rtol=1e-6, atol=1e-7)


@pytest.mark.covers("F000-79")
def test_modules_with_contacts_move_as_the_flat_model_by_steps():
    model = vehicle()
    method = da.methods.MoreauJean(1e-3)
    one, other = run(model, model, method), run(da.derive(model, da.Modular()), model, method)
    np.testing.assert_allclose(other[X], one[X], atol=2e-4)
    np.testing.assert_allclose(other[THETA], one[THETA], atol=2e-4)


def test_modes_are_held_in_modules():
    modes = {"vehicle/pendulum/limit": "closed", "vehicle/carriage/rub": "sticking"}
    flat = da.derive(vehicle())
    start = flat.state(q={X: 0.1, THETA: 0.7}, u={X: 0.0, THETA: 0.0}, tau={"vehicle/pendulum/drive": 0.4})
    found = []
    for equations in (flat, da.derive(vehicle(), da.Modular())):
        held = da.contacts.with_modes(equations, modes)
        state = da.convert_state(start, flat, held)
        symbols = {da.expr.symbol(name): x for part in (state.q, state.u, state.tau) for name, x in part.items()}
        signals = (f"{THETA}.acceleration", "vehicle/pendulum/limit.normal.multiplier", f"{X}.acceleration")
        found.append([da.expr.evaluate(held.signal(name), symbols) for name in signals])
    np.testing.assert_allclose(found[1], found[0], rtol=1e-9, atol=1e-9)
    assert abs(found[0][1]) > 0.1


def test_rest_with_contacts_is_found_in_modules():
    model = vehicle()
    one, other = (
        da.equilibrium(x, guess={f"{THETA}": 0.69}, tau={"vehicle/pendulum/drive": 1.4})
        for x in (model, da.derive(model, da.Modular()))
    )
    assert other.modes == one.modes
    assert one.modes["vehicle/pendulum/limit"] == "closed"
    assert other["vehicle/pendulum/limit.normal.multiplier"] == pytest.approx(
        one["vehicle/pendulum/limit.normal.multiplier"], rel=1e-9
    )
