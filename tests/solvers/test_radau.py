"""Radau IIA: order, stiff problems with published solutions, lanes."""

from functools import cache

import numpy as np
import pytest

import dalembert as da
from dalembert.solvers.methods import DormandPrince, Radau
from dalembert.solvers.problem import Problem
from tests.solvers.problems import AMPLITUDE, pendulum_motion, program, run


def with_jacobian(rate, x, extra=()):
    derivatives = da.jacobian(np.array(rate), x).ravel()
    return Problem(
        program(rate, x, extra),
        len(x),
        n_extra=len(extra),
        programs={"jacobian": program(list(derivatives), x, extra)},
    )


@cache
def stiff_pendulum():
    x = da.symbols("x", 2)
    return with_jacobian([x[1], -da.sin(x[0])], x)


@cache
def van_der_pol():
    """ε ÿ = (1 − y²) ẏ − y with ε = 10⁻⁶, from y = 2 at rest: of the test set of Mazzia and Magherini (2008)."""
    x = da.symbols("x", 2)
    return with_jacobian([x[1], ((1.0 - x[0] ** 2) * x[1] - x[0]) / 1e-6], x)


@cache
def robertson():
    x = da.symbols("x", 3)
    first, second = 0.04 * x[0] - 1e4 * x[1] * x[2], 3e7 * x[1] ** 2
    return with_jacobian([-first, first - second, second], x)


@cache
def relaxation():
    """ẋ = −k (x − cos t) − sin t, whose solution from x = 1 is cos t for any k."""
    x, k = da.symbols("x", 1), da.symbol("k")
    return with_jacobian([-k * (x[0] - da.cos(da.time)) - da.sin(da.time)], x, [k])


def test_order_is_five():
    def error(step):
        method = Radau(rtol=0.1, atol=1e-7, first_step=step, largest_step=step)
        # tolerances that never reject, but make the iteration converge
        result = run(stiff_pendulum, method, [AMPLITUDE, 0.0], [0.0, 2.0])
        return np.abs(result.states[0, -1] - pendulum_motion(2.0)).max()

    steps = [0.1, 0.05, 0.025]
    errors = [error(step) for step in steps]
    orders = np.log2(np.array(errors[:-1]) / errors[1:])
    assert orders == pytest.approx([5.0, 5.0], abs=0.5)


def test_van_der_pol_at_the_published_end():
    result = run(van_der_pol, Radau(1e-9, 1e-9), [2.0, 0.0], [0.0, 2.0])
    assert result.states[0, -1] == pytest.approx([1.706167732170483, -0.8928097010247975], rel=1e-7)
    assert result.evaluations[0] < 60_000


def test_robertson_at_the_published_end():
    result = run(robertson, Radau(1e-9, 1e-14), [1.0, 0.0, 0.0], [0.0, 40.0])
    assert result.states[0, -1] == pytest.approx([0.7158270688, 9.185534765e-6, 0.2841637457], rel=1e-8)
    assert result.states[0, -1].sum() == pytest.approx(1.0, abs=1e-12)


def test_stiffness_costs_no_steps():
    k, times = np.array([[1e2], [1e4], [1e6], [1e8]]), np.linspace(0.0, 10.0, 41)
    result = run(relaxation, Radau(1e-8, 1e-10, largest_step=0.5), np.full((4, 1), 2.0), times, extra=k)
    assert result.states[:, 1:, 0] == pytest.approx(np.tile(np.cos(times[1:]), (4, 1)), abs=1e-3)
    assert result.states[:, -1, 0] == pytest.approx(np.cos(10.0), abs=1e-5)
    assert result.accepted.max() < 300


def test_lanes_give_the_bits_of_one_lane():
    k = np.exp(np.random.default_rng(1).uniform(0.0, 15.0, (11, 1)))
    results = [
        run(relaxation, Radau(1e-6, 1e-8), np.full((11, 1), 2.0), np.linspace(0.0, 5.0, 9), extra=k, lanes=lanes)
        for lanes in (1, 4, 8)
    ]
    for result in results[1:]:
        assert result.states.tobytes() == results[0].states.tobytes()
        assert (result.accepted == results[0].accepted).all()


def stiff_slider_crank():
    """A slider-crank whose rod pushes the slider through a stiff, damped spring."""
    crank, rod = da.rod("crank", length=0.5, mass=1.0), da.rod("rod", length=1.5, mass=1.0)
    slider = da.box("slider", size=(0.1, 0.1, 0.1), mass=0.5)
    return da.Model(
        da.Revolute("A", da.ground, crank, axis="z"),
        da.Revolute("B", crank["end"], rod, axis="z"),
        da.Prismatic("S", da.ground, slider, axis="x"),
        da.Holonomic("guide", da.position(rod["end"])[1]),
        da.PointForce(
            "contact",
            slider,
            (
                1e6 * (da.position(rod["end"])[0] - da.position(slider)[0])
                + 1e5 * (da.velocity(rod["end"])[0] - da.velocity(slider)[0]),
                0.0,
                0.0,
            ),
        ),
        gravity=(0.0, -9.81, 0.0),
    )


@pytest.mark.covers("F002-17")
def test_a_stiff_mechanism_moves_as_with_small_explicit_steps():
    model = stiff_slider_crank()
    A = 0.4
    B = -A - np.arcsin(0.5 * np.sin(A) / 1.5)
    start = model.state(q={"A": A, "B": B, "S": 0.5 * np.cos(A) + 1.5 * np.cos(A + B)})
    dynamics = da.as_dynamics(model)
    exact = da.simulate(dynamics, start, until=0.2, method=DormandPrince(1e-10, 1e-12))
    motion = da.simulate(dynamics, start, until=0.2, method=Radau(1e-8, 1e-10))
    assert np.abs(motion.states[-1] - exact.states[-1]).max() < 1e-6
    assert motion.statistics["accepted"] < exact.statistics["accepted"] / 100


def test_a_ball_on_a_hertzian_spring_keeps_its_energy():
    """The law is out of contact at the start: its slope there is zero, not unknown."""
    ball, k, fall = da.sphere("ball", radius=0.1, mass=1.0), 1e5, da.coordinate("fall")
    depth = da.maximum(-fall, 0.0)
    model = da.Model(
        da.Prismatic("fall", da.ground, ball, axis="z"),
        da.JointForce("contact", "fall", k * depth**1.5),
        gravity=(0.0, 0.0, -9.81),
    )
    motion = da.simulate(model, model.state(q={"fall": 0.05}), until=0.3, method=Radau(1e-9, 1e-11))
    energy = motion.evaluate(9.81 * fall + 0.5 * da.speed("fall") ** 2 + 0.4 * k * depth**2.5)
    assert motion["fall"].min() < -0.01
    np.testing.assert_allclose(energy, energy[0], rtol=1e-8)
