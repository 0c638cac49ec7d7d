"""Radau IIA: order, stiff problems with published solutions, lanes."""

from functools import cache

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import dalembert as da
from dalembert.integrators.adaptive_methods import DormandPrince, Radau
from dalembert.integrators.problem import Problem
from tests.integrators.problems import AMPLITUDE, pendulum_motion, program, run


def with_tangent(rate, x, extra=()):
    direction = da.expr.symbols("direction", len(x))
    along = list(da.expr.jacobian(np.array(rate), x) @ direction)
    return Problem(
        program(rate, x, extra),
        len(x),
        n_extra=len(extra),
        programs={"tangent": program(along, x, [*extra, *direction])},
    )


@cache
def stiff_pendulum():
    x = da.expr.symbols("x", 2)
    return with_tangent([x[1], -da.sin(x[0])], x)


@cache
def van_der_pol():
    """ε ÿ = (1 − y²) ẏ − y with ε = 10⁻⁶, from y = 2 at rest: of the test set of Mazzia and Magherini (2008)."""
    x = da.expr.symbols("x", 2)
    return with_tangent([x[1], ((1.0 - x[0] ** 2) * x[1] - x[0]) / 1e-6], x)


@cache
def robertson():
    x = da.expr.symbols("x", 3)
    first, second = 0.04 * x[0] - 1e4 * x[1] * x[2], 3e7 * x[1] ** 2
    return with_tangent([-first, first - second, second], x)


@cache
def relaxation():
    """ẋ = −k (x − cos t) − sin t, whose solution from x = 1 is cos t for any k."""
    x, k = da.expr.symbols("x", 1), da.expr.symbol("k")
    return with_tangent([-k * (x[0] - da.cos(da.time)) - da.sin(da.time)], x, [k])


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


# ---- whole systems, against SciPy


def robertson_rates(x):
    first, second = 0.04 * x[0] - 1e4 * x[1] * x[2], 3e7 * x[1] ** 2
    return [-first, first - second, second]


def van_der_pol_rates(x):
    return [x[1], ((1.0 - x[0] ** 2) * x[1] - x[0]) / 1e-3]


@pytest.mark.parametrize(
    ("rates", "start", "until"), [(robertson_rates, [1.0, 0.0, 0.0], 40.0), (van_der_pol_rates, [2.0, 0.0], 0.9)]
)
def test_typed_equations_agree_with_scipy_at_tight_tolerances(rates, start, until):
    """A speed without coordinate for each state."""
    n = len(start)
    x, a, empty = da.expr.symbols("x", n), da.expr.symbols("a", n), np.zeros(0)
    eom = da.formulations.TypedSystem((), x, a, rates=()).from_rows(a - np.array(rates(x), dtype=object))
    state = da.State(u=dict(zip(eom.speeds, start, strict=True)))
    motion = da.simulate(eom, state, until=until, times=[until], method=Radau(1e-9, 1e-13))
    own = da.as_dynamics(eom).prepared(np.array(eom.f, dtype=object))
    theirs = solve_ivp(
        lambda t, y: own(t, empty, y, empty, empty), (0.0, until), start, "Radau", rtol=1e-9, atol=1e-13
    )
    assert motion.states[-1] == pytest.approx(theirs.y[:, -1], rel=1e-7)
    assert motion.statistics["evaluations"] < 1.5 * theirs.nfev


def beam(n):
    """A cantilever of 1 m and 1 kg as links with springs and dampers between them, stiff along its short waves."""
    length, stiffness = 1.0 / n, 100.0 * n
    links = [da.rod(f"link {k}", length=length, mass=1.0 / n) for k in range(n)]
    places = [da.ground, *(link["end"] for link in links[:-1])]
    parts = []
    for k, (place, link) in enumerate(zip(places, links, strict=True)):
        moment = -stiffness * (da.coordinate(f"bend {k}") + 0.01 * da.speed(f"bend {k}"))
        parts += [da.Revolute(f"bend {k}", place, link), da.JointForce(f"spring {k}", f"bend {k}", moment)]
    return da.Model(*parts, gravity=(0.0, -9.81, 0.0))


def test_a_beam_of_links_swings_as_with_scipy():
    """Jacobians, factors and guesses that are kept cost no accuracy; positions are eliminated by hand."""
    n, model = 5, beam(5)
    dynamics, times = da.as_dynamics(model), [0.0, 0.05, 0.2]
    motion = da.simulate(dynamics, model.state(), until=0.2, times=times, method=Radau(1e-10, 1e-12))
    function, empty = dynamics.prepared({"a": dynamics.solved.accelerations}), np.zeros(0)

    def rate(t, x):
        return np.concatenate([x[n:], function(t, x[:n], x[n:], empty, empty)["a"]])

    theirs = solve_ivp(rate, (0.0, 0.2), np.zeros(2 * n), "Radau", rtol=1e-10, atol=1e-12, t_eval=times)
    assert motion.states == pytest.approx(theirs.y.T, abs=1e-9)
    assert motion.statistics["evaluations"] < 1.2 * theirs.nfev


def test_each_beam_of_a_batch_bends_to_the_same_bits_as_alone():
    """Lanes decide for themselves when a Jacobian and factors are renewed."""
    model = beam(2)
    dynamics = da.as_dynamics(model)
    starts = [model.state(u={"bend 1": speed}) for speed in (0.0, 1.0, 30.0, 200.0, 3.0)]
    motions = da.batch(dynamics, starts, until=0.1, times=[0.05, 0.1], method=Radau(1e-7, 1e-9))
    for start, motion in zip(starts, motions, strict=True):
        alone = da.simulate(dynamics, start, until=0.1, times=[0.05, 0.1], method=Radau(1e-7, 1e-9))
        assert motion.states.tobytes() == alone.states.tobytes()
        assert motion.statistics == alone.statistics
