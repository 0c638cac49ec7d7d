"""The right-hand side handed to other solvers, and our methods of fixed step by their formulas on it."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import dalembert as da
from tests.examples import example

REFERENCE = {
    "r": 0.5900092219,
    "θ": 7.4057462262,
    "φ": 1.6948887624,
    "speeds": (2.1632437957, 1.0721029634, 3.6664575997),
}
"""The particle on r φ = c after 2 s (Bajodah 2003, example 2.1)."""


def right_hand_side(eom):
    """ẋ = F(t, x) of equations whose inputs are zero, and the names of x."""
    system = da.as_dynamics(eom).solved.first_order()
    kernel = da.kernels.compile({"F": system.rate}, {"t": da.time, "x": system.x})
    return (lambda t, x: kernel(t, x)["F"]), system.names


def on_the_surface():
    """The right-hand side of the nonminimal form in three coordinates and three speeds, and the start."""
    module = example("particle_on_a_surface")
    eom = da.derive(module.spherical(), da.Nonminimal())
    F, names = right_hand_side(eom)
    state = module.start()
    return eom, F, names, np.array([{**state.q, **state.u}[name] for name in names])


@pytest.mark.covers("F002-17")
@pytest.mark.parametrize("method", ["DOP853", "LSODA"])
def test_solvers_of_scipy_take_our_right_hand_side_to_the_reference(method):
    eom, F, names, x0 = on_the_surface()
    rtol = 1e-10
    found = dict(
        zip(names, solve_ivp(F, (0.0, 2.0), x0, method, rtol=rtol, atol=1e-2 * rtol).y[:, -1], strict=True)
    )
    accuracy = 1e-6
    assert [found[x] for x in "rθφ"] == pytest.approx([REFERENCE[x] for x in "rθφ"], abs=accuracy)
    # in the speeds of the source: ṙ, r θ̇ sin φ, −r φ̇
    r, phi = found["r"], found["φ"]
    rates = [found[f"{x}.rate"] for x in "rθφ"]
    speeds = rates[0], r * rates[1] * np.sin(phi), -r * rates[2]
    assert speeds == pytest.approx(REFERENCE["speeds"], abs=10 * accuracy)
    # every state is a coordinate or a speed: no multiplier is one
    assert names == (*eom.coordinates, *eom.speeds)


def rk4(F, t, x, h):
    k1 = F(t, x)
    k2 = F(t + h / 2, x + h / 2 * k1)
    k3 = F(t + h / 2, x + h / 2 * k2)
    k4 = F(t + h, x + h * k3)
    return x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


def kutta_merson(F, t, x, h):
    """Five stages, order 4, as the source has it."""
    k1 = h * F(t, x)
    k2 = h * F(t + h / 3, x + k1 / 3)
    k3 = h * F(t + h / 3, x + k1 / 6 + k2 / 6)
    k4 = h * F(t + h / 2, x + k1 / 8 + 3 * k3 / 8)
    k5 = h * F(t + h, x + k1 / 2 - 3 * k3 / 2 + 2 * k4)
    return x + (k1 + 4 * k4 + k5) / 6


@pytest.mark.covers("F002-17")
@pytest.mark.parametrize(
    ("method", "formula"), [(da.methods.RK4, rk4), (da.methods.KuttaMerson, kutta_merson)], ids=["RK4", "Merson"]
)
def test_methods_of_fixed_step_are_their_formulas_on_that_right_hand_side(method, formula):
    eom, F, names, x = on_the_surface()
    h, start = 0.02, dict(zip(names, x, strict=True))
    for k in range(10):
        x = formula(F, k * h, x, h)
    state = eom.state(
        q={name: start[name] for name in eom.coordinates}, u={name: start[name] for name in eom.speeds}
    )
    motion = da.simulate(
        eom, state, times=[0.0, 10 * h], method=method(h), stabilization=da.methods.NoStabilization()
    )
    np.testing.assert_allclose(motion.states[-1], x, rtol=1e-12)
    assert motion.statistics["accepted"] == 10


@pytest.mark.covers("F002-17")
def test_adaptive_methods_of_ours_reach_the_reference():
    module = example("particle_on_a_surface")
    for method in (
        da.methods.DormandPrince(1e-11, 1e-12),
        da.methods.DOP853(1e-11, 1e-12),
        da.methods.Radau(1e-10),
    ):
        motion = da.simulate(module.spherical(), module.start(), times=[0.0, 2.0], method=method)
        found = [motion[x][-1] for x in "rθφ"]
        assert found == pytest.approx([REFERENCE[x] for x in "rθφ"], abs=1e-6)
