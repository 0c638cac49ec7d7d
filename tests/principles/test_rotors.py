"""Rotors that count by their speed in a joint alone: armature, motors behind gears."""

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import ModelError

UPPER, LOWER = da.rod("upper", length=1.0, mass=1.0), da.rod("lower", length=0.8, mass=0.7, radius=0.05)
ARM = (
    da.Revolute("a", da.ground, UPPER, axis="y"),
    da.Revolute("b", UPPER["end"], LOWER, axis=(0.3, 1.0, 0.2)),
    da.JointDamper("oil", "a", 0.1),
)
GRAVITY = (0, 0, -9.81)
INERTIA = {"a": 0.05, "b": 0.7}


def arm(*more):
    return da.Model(*ARM, *more, gravity=GRAVITY)


def with_rotors():
    return arm(*(da.extend.rotor(f"rotor of {name}", name, inertia=I) for name, I in INERTIA.items()))


def test_a_rotor_behind_a_gear_falls_slower_as_the_closed_form_says():
    rod = da.rod("rod", length=1.2, mass=2.0)
    n, I = 30.0, 2e-3
    motor = da.extend.rotor("motor", "hinge", inertia=n**2 * I)
    model = da.Model(da.Revolute("hinge", da.ground, rod["start"], axis="z"), motor, gravity=(0, -9.81, 0))
    found = da.as_dynamics(model).accelerations(model.state(q={"hinge": 0.4}))["hinge.rate"]
    assert found == pytest.approx(-2.0 * 9.81 * 0.6 * np.cos(0.4) / (2.0 * 1.2**2 / 3.0 + n**2 * I), rel=1e-14)


def test_it_adds_to_the_mass_matrix_and_to_nothing_else():
    at = {"a": 0.3, "b": -0.7}
    difference = da.matrices.mass_matrix(with_rotors(), at) - da.matrices.mass_matrix(arm(), at)
    np.testing.assert_allclose(difference, np.diag([*INERTIA.values()]), rtol=0, atol=1e-15)
    assert with_rotors().speeds == arm().speeds


@pytest.mark.parametrize("coordinates", [None, da.formulations.Absolute()], ids=["relative", "absolute"])
def test_every_principle_moves_it_as_a_speed_of_its_own_that_is_tied_to_the_joint(coordinates):
    tied = [
        part
        for name, I in INERTIA.items()
        for part in (
            da.extend.extra_speed(f"v{name}", inertia=I),
            da.Nonholonomic(f"tie {name}", da.speed(f"v{name}") - da.speed(name)),
        )
    ]
    model, other = with_rotors(), arm(*tied)
    q, u = {"a": 0.3, "b": -0.7}, {"a.rate": 1.1, "b.rate": -0.4}
    wanted = da.as_dynamics(other).accelerations(da.State(q=q, u=u | {"va": 1.1, "vb": -0.4}))
    state = da.State(q=q, u=u)
    found = da.as_dynamics(model).accelerations(state)
    assert [found[name] for name in model.speeds] == pytest.approx(
        [wanted[name] for name in model.speeds], rel=1e-13
    )
    eom = da.derive(model, coordinates=coordinates)
    placed = da.convert_state(state, model, eom)
    assert da.convert_state(placed, eom, model).u == pytest.approx(u, rel=1e-13)
    run, run_of_other = (
        da.simulate(eom, placed, until=1.0),
        da.simulate(other, da.State(q=q, u=u | {"va": 1.1, "vb": -0.4}), until=1.0),
    )
    assert run["b"][-1] == pytest.approx(run_of_other["b"][-1], rel=1e-7)
    assert run["kinetic energy"][-1] == pytest.approx(run_of_other["kinetic energy"][-1], rel=1e-7)


def test_all_principles_agree_and_modules_have_them_too():
    assert da.compare(with_rotors(), states=5).agrees(1e-12)
    whole = da.Model(da.Submodel("robot", with_rotors()), gravity=GRAVITY)
    eom = da.derive(whole, da.Modular())
    flat = da.as_dynamics(with_rotors()).accelerations(da.State(q={"a": 0.3, "b": -0.7}))
    found = da.as_dynamics(eom).accelerations(da.State(q={"robot/a": 0.3, "robot/b": -0.7}))
    assert [*found.values()] == pytest.approx([*flat.values()], rel=1e-12)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: arm(da.extend.rotor("r", "c", inertia=1.0)), "Rotor 'r' follows 'c', which is no coordinate"),
        (lambda: da.extend.rotor("r", "a", inertia=-1.0), "is -1.0; it is positive"),
        (
            lambda: da.Model(
                da.Spherical("ball", da.ground, UPPER),
                da.extend.rotor("r", "ball.wx", inertia=1.0),
                gravity=GRAVITY,
            ),
            "follows 'ball.wx', which is no coordinate with a rate",
        ),
    ],
)
def test_what_no_rotor_can_follow_is_refused_by_name(make, words):
    with pytest.raises(ModelError, match=words):
        make()
