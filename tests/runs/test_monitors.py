"""Residuals and energy along runs of constrained systems."""

import numpy as np
import pytest

import dalembert as da
from tests.modules.test_thesis_examples import ring_and_disc


def pendulum_on_a_ball_joint():
    """A quaternion, a loop that a distance closes, a damper and a drive."""
    first, second = (da.box(name, size=(0.4, 0.1, 0.2), mass=1.0) for name in ("first", "second"))
    return da.Model(
        da.Spherical("ball", da.ground, first),
        da.Revolute("hinge", first.at(x=0.4), second, axis="y"),
        da.Distance("bar", da.ground.at(x=0.8, y=0.5), second.at(x=0.4), length=0.7),
        da.JointDamper("friction", "hinge", damping=0.05),
        da.Drive("motor", "hinge", 0.2 + 0.3 * da.sin(2.0 * da.time)),
        gravity=(0.0, 0.0, -9.81),
    )


@pytest.mark.covers("F000-32", "F002-23")
def test_residuals_of_all_levels_stay_at_rounding_and_energy_balances():
    model = pendulum_on_a_ball_joint()
    start = da.assemble(model, guess={"hinge": 0.2})
    motion = da.simulate(model, start, until=10.0, times=np.linspace(0.0, 10.0, 5001))
    residuals = motion.residuals
    assert residuals.keys() == {"c", "positions", "velocities", "accelerations", "dynamics", "combined"}
    for name, values in residuals.items():
        assert values.shape == motion.times.shape
        assert values.max() < 1e-9, name
    assert np.abs(motion.energy_balance).max() < 1e-6 * motion["kinetic energy"].max()


def test_drift_shows_in_the_residuals_where_nothing_removes_it():
    model = pendulum_on_a_ball_joint()
    start = da.assemble(model, guess={"hinge": 0.2})
    method = da.methods.RK4(0.01)

    def worst(drift):
        return (
            da.simulate(model, start, until=10.0, method=method, stabilization=drift).residuals["positions"].max()
        )

    free, stabilized, kept = map(
        worst, (da.methods.NoStabilization(), da.methods.Baumgarte.critical(10.0), da.methods.Projection())
    )
    assert free > 10.0 * stabilized > 100.0 * kept
    assert kept < 1e-12


def test_without_constraints_there_is_nothing_but_the_dynamics():
    rod = da.rod("rod", length=1.0, mass=1.0)
    model = da.Model(da.Revolute("pin", da.ground, rod), gravity=(0.0, -9.81, 0.0))
    residuals = da.simulate(model, until=1.0).residuals
    assert residuals["dynamics"].max() < 1e-12
    assert not residuals["positions"].any()


@pytest.mark.covers("F000-32")
def test_the_combined_residual_of_ring_and_disc_stays_at_rounding():
    # figure 4.21: √(‖q̄⟨2⟩‖² + ‖f̄‖²) along five seconds from θ̄ + π/6
    node = ring_and_disc()
    motion = da.simulate(node, node.state(q={"θ": np.arcsin(0.6) + np.pi / 6}), until=5.0)
    residuals = motion.residuals
    eom = motion.dynamics.equations
    a, lam = motion.dynamics.solved.accelerations, motion.dynamics.solved.multipliers
    both = motion.evaluate(np.concatenate([eom.J @ a - eom.gamma, eom.M @ a - eom.f - eom.J.T @ lam]))
    assert np.allclose(residuals["combined"], np.linalg.norm(both, axis=1), rtol=1e-6, atol=1e-13)
    assert (residuals["combined"] >= np.maximum(residuals["accelerations"], residuals["dynamics"]) - 1e-15).all()
    assert 0.0 < residuals["combined"].max() < 1e-11
