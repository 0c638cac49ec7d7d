"""Speeds without coordinates: currents as speeds, beside bodies and by themselves."""

import numpy as np
import pytest

import dalembert as da

L, R, K = 0.1, 2.0, 0.5
"""Inductance, resistance, and torque for each ampere."""

ROTOR = da.rod("rotor", length=0.6, mass=2.0)


def motor(*more, inductance=L):
    """A rod on the shaft of a motor with a coil, lifted against gravity."""
    return da.Model(
        da.extend.extra_speed("i", inertia=inductance, unit="A"),
        da.Revolute("shaft", da.ground, ROTOR["start"], axis="z"),
        da.JointForce("torque", "shaft", K * da.speed("i")),
        da.JointForce("back emf", "i", -K * da.speed("shaft")),
        da.JointDamper("R", "i", R),
        da.Motor("U", "i"),
        *more,
        gravity=(0, -9.81, 0),
    )


def circuit():
    """Three coils at a node, two of them with resistances to the ground."""
    inductances = {"i0": 0.1, "i1": 0.2, "i2": 0.4}
    return da.Model(
        *(da.extend.extra_speed(name, inertia=x, unit="A") for name, x in inductances.items()),
        da.JointDamper("R1", "i1", 2.0),
        da.JointDamper("R2", "i2", 3.0),
        da.Motor("U", "i0"),
        da.Nonholonomic("node", da.speed("i0") - da.speed("i1") - da.speed("i2")),
    )


@pytest.mark.covers("F000-21")
def test_a_current_is_a_speed_without_a_coordinate():
    eom = da.derive(motor())
    assert (eom.coordinates, eom.speeds) == (("shaft",), ("i", "shaft.rate"))
    assert da.expr.evaluate(eom.M, {}).tolist() == [[L, 0.0], [0.0, pytest.approx(2.0 * 0.6**2 / 3.0)]]
    units = eom.signals.units
    assert [units[name] for name in ("i", "U", "R.force", "i.momentum")] == ["A", "V", "V", "Wb"]


@pytest.mark.parametrize("model", [motor(), circuit()], ids=["motor", "circuit"])
def test_all_principles_agree_but_those_that_need_a_coordinate_for_each_momentum(model):
    others = [
        da.NewtonEuler(),
        da.DAlembert(),
        da.Kane(),
        da.BoltzmannHamel(),
        da.formulations.LagrangeFirstKind(),
        da.GibbsAppell(),
    ]
    assert all(da.derive(model, principle) for principle in others)
    assert da.compare(model, [da.Recursive(), *others], 3).agrees(1e-12)
    with pytest.raises(da.errors.FormulationError, match=r"need a coordinate for each speed, but 'i0?' has none"):
        da.derive(model, da.Hamilton())


def test_lagrange_refuses_currents_beside_angular_velocities():
    with pytest.raises(da.errors.FormulationError, match="'i' has no coordinate, and other speeds are no rates"):
        _ = da.derive(motor(), da.formulations.LagrangeFirstKind(), coordinates=da.formulations.Absolute()).M


def test_a_motor_runs_as_with_its_current_as_an_integral():
    rate = (da.Input("U") - R * da.measures.state_variable("i") - K * da.speed("shaft")) / L
    other = da.Model(
        da.Revolute("shaft", da.ground, ROTOR["start"], axis="z"),
        da.JointForce("torque", "shaft", K * da.measures.state_variable("i")),
        da.StateVariable("i", rate=rate),
        gravity=(0, -9.81, 0),
    )
    here, there = (da.simulate(x, x.state(tau={"U": 3.0}), until=1.0, times=[0.5, 1.0]) for x in (motor(), other))
    for name in ("i", "shaft", "shaft.rate"):
        np.testing.assert_allclose(here[name], there[name], rtol=1e-9)
    # the energy of the coil is in the balance; it turns nothing in space
    assert here.energy_drift < 1e-7
    assert not here["angular momentum.x"].any()
    rest = {"shaft": -np.pi / 2.0}
    modes = [da.linearize(x, x.state(q=rest)).modes().values for x in (motor(), other)]
    np.testing.assert_allclose(modes[0], modes[1], rtol=1e-9)


def test_in_steady_motion_the_current_is_that_of_the_resistance():
    found = da.steady_motion(motor(), guess={"shaft": -1.5}, tau={"U": 1.0})
    assert found.u["i"] == pytest.approx(1.0 / R, rel=1e-9)
    assert 2.0 * 9.81 * 0.3 * np.cos(found.q["shaft"]) == pytest.approx(K / R, rel=1e-9)
    assert da.equilibrium(motor(), guess={"shaft": -1.5}).stability.startswith("undecided: first-order states or")


def test_kirchhoffs_row_makes_the_voltage_of_the_node():
    model, dynamics = circuit(), da.as_dynamics(circuit())
    state = model.state(u={"i0": 3.0, "i1": 2.0, "i2": 1.0}, tau={"U": 5.0})
    voltage = (5.0 / 0.1 + 2.0 * 2.0 / 0.2 + 3.0 * 1.0 / 0.4) / (1.0 / 0.1 + 1.0 / 0.2 + 1.0 / 0.4)
    assert -dynamics.signals(["node.multiplier"], state)["node.multiplier"] == pytest.approx(voltage, rel=1e-12)
    rates = dynamics.accelerations(state)
    assert rates["i1"] == pytest.approx((voltage - 4.0) / 0.2, rel=1e-12)
    # the two loops by themselves, [0.3 0.1; 0.1 0.5] i̇ = −diag(2, 3) i, have these roots
    assert sorted(da.linearize(model, model.state()).modes().values.real) == pytest.approx([-60.0 / 7.0, -5.0])
    assert da.mobility(model).degrees_of_freedom == 2


def test_bodies_stay_what_they_are_beside_a_current():
    model = motor()
    assert model.bodies == (ROTOR,)
    assert "marker" not in model.summary() + da.explain(model, da.DAlembert()).text(None)
    assert "planar: all bodies move across (0, 0, 1)" in da.summary(model)
    absolute = da.derive(model, da.Kane(), coordinates=da.formulations.Absolute())
    state = da.convert_state(model.state(u={"i": 2.0, "shaft": 1.0}), model, absolute)
    assert (state.u["i"], state.u["rotor.wz"]) == (2.0, pytest.approx(1.0))
    twice = da.derive(da.Model(da.Submodel("left", circuit()), da.Submodel("right", circuit())))
    assert twice.speeds[3:] == ("right/i0", "right/i1", "right/i2")
    open_one = da.as_dynamics(motor(inductance=da.param("L", L)))
    assert open_one.accelerations(da.State(tau={"U": 1.0}, p={"L": 0.5}))["i"] == pytest.approx(2.0)


def test_redundant_rows_over_a_coordinate_of_no_body_are_explained():
    s, x = da.coordinate("s"), da.coordinate("p.x")
    model = da.Model(
        da.Translational("p", da.ground, da.particle("bead", mass=1.0)),
        da.extend.extra_coordinate("s"),
        da.Holonomic("one", x - s),
        da.Holonomic("twice", 2.0 * x - 2.0 * s),
    )
    assert [one.row for one in da.mobility(model).redundant] == ["twice"]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: da.extend.extra_speed("i", inertia=0.0),
            "the inertia of ExtraSpeed 'i' is 0.0; it is positive",
        ),
        (lambda: da.extend.extra_speed("i", inertia=np.nan), "needs finite numbers"),
        (lambda: motor(da.Drive("fixed", "i", 1.0)), "there is no coordinate for Drive 'fixed': 'i'"),
        (lambda: _forces(da.JointSpring("C", "i", 1.0)), "there is no coordinate 'i'"),
        (lambda: motor(da.Holonomic("h", da.coordinate("i") - 1.0)), "it is the name of a speed"),
    ],
)
def test_what_a_speed_without_a_coordinate_cannot_be_is_said(make, message):
    with pytest.raises(da.errors.ModelError, match=message):
        make()


def _forces(part):
    return da.derive(motor(part)).f
