"""Equations from rows typed by hand, in any order and scale."""

import numpy as np
import pytest

import dalembert as da
from tests.oracles.typed_systems import GRAVITY, METHOD, RTOL, accelerations, numbers, signals


def test_rows_of_a_motor_give_its_closed_form():
    """Torque and voltage, with a current that has no coordinate."""
    theta, (w, i), (wd, di), U = (
        da.expr.symbol("theta"),
        da.expr.symbols("w i"),
        da.expr.symbols("wd di"),
        da.expr.symbol("U"),
    )
    J, k, L, R = 0.02, 0.3, 0.05, 1.2
    rows = [J * wd - k * i, L * di + R * i + k * w - U]
    eom = da.formulations.TypedSystem([theta], [w, i], [wd, di], rates={"theta": w}, inputs=[U]).from_rows(rows)
    motion = da.simulate(eom, eom.state(tau={"U": 6.0}), until=0.5, method=METHOD)
    A = np.array([[0.0, k / J], [-k / L, -R / L]])
    values, vectors = np.linalg.eig(A)
    steady = np.array([6.0 / k, 0.0])
    parts = np.linalg.solve(vectors, -steady)
    expected = steady + (vectors @ (parts[:, None] * np.exp(values[:, None] * motion.times))).real.T
    assert motion.states[:, 1:] == pytest.approx(expected, abs=1e-8)


def test_eulers_rows_of_a_rigid_body_turn_it_like_a_model_of_it():
    q, w, a = da.expr.symbols("a1 a2 a3"), da.expr.symbols("wx wy wz"), da.expr.symbols("ax ay az")
    I = np.array([1.0, 2.0, 3.0])
    gyroscopic = np.array(
        [w[1] * I[2] * w[2] - w[2] * I[1] * w[1], (I[0] - I[2]) * w[2] * w[0], (I[1] - I[0]) * w[0] * w[1]]
    )
    rows = I * np.array(a) + gyroscopic
    # Bryan angles, turned about x, then y, then z
    rates = {
        "a1": (w[0] * da.cos(q[2]) - w[1] * da.sin(q[2])) / da.cos(q[1]),
        "a2": w[0] * da.sin(q[2]) + w[1] * da.cos(q[2]),
        "a3": w[2] - da.tan(q[1]) * (w[0] * da.cos(q[2]) - w[1] * da.sin(q[2])),
    }
    eom = da.formulations.TypedSystem(q, w, a, rates=rates).from_rows(rows)
    motion = da.simulate(eom, eom.state(u={"wx": 0.1, "wy": 2.0, "wz": 0.1}), until=0.6, method=METHOD)
    assert motion.states[-1] == pytest.approx(
        [-0.030003642203, 1.200690981883, 0.087587090351, -0.004943364824, 2.002492337849, 0.081699524388],
        abs=1e-9,
    )


def shuffled_pendulum(solver=None, scale=-3.0):
    """A particle on a rod, Cartesian: Newton's rows with the rod's force typed in, out of order and scaled."""
    (x, y), (vx, vy), (ax, ay), F = (
        da.expr.symbols("x y"),
        da.expr.symbols("vx vy"),
        da.expr.symbols("ax ay"),
        da.expr.symbol("F"),
    )
    m = da.param("m", 2.0)
    rows = [m * ay + m * GRAVITY - y * F, scale * (m * ax - x * F)]
    return da.formulations.TypedSystem(
        [x, y], [vx, vy], [ax, ay], constraints=[("rod", 0.5 * (x**2 + y**2 - 1.0))], solver=solver
    ).from_rows(rows, lam=[F])


@pytest.mark.slow
@pytest.mark.parametrize("scale", [-3.0, 1.0, 0.2])
def test_rows_in_any_order_and_scale_give_the_same_motion(scale):
    eom = shuffled_pendulum(scale=scale)
    state = (0.6, -0.8), (0.4, 0.3)
    force = -2.0 * (0.25 + GRAVITY * 0.8)
    assert accelerations(eom, *state) == pytest.approx([0.6 * force / 2.0, -0.8 * force / 2.0 - GRAVITY], rel=RTOL)
    assert signals(eom, ["rod.multiplier"], *state) == pytest.approx([force], rel=RTOL)
    assert "AugmentedMatrix" in eom.description
    assert ("not definite" if scale == 1.0 else "not symmetric") in eom.description
    start = eom.state(q={"x": 0.6, "y": -0.8}, u={"vx": 0.4, "vy": 0.3})
    motion = da.simulate(eom, start, until=3.0, method=METHOD)
    energy = motion.evaluate(
        da.expr.symbol("vx") ** 2 / 2 + da.expr.symbol("vy") ** 2 / 2 + GRAVITY * da.expr.symbol("y")
    )
    assert np.ptp(energy) < 1e-10
    assert motion.residuals["positions"].max() < 1e-13
    assert motion.residuals["dynamics"].max() < 1e-12


def test_rows_out_of_order_run_with_stabilized_constraints_but_not_by_the_index_3_rule():
    eom = shuffled_pendulum()
    start = eom.state(q={"x": 0.6, "y": -0.8}, u={"vx": 0.4, "vy": 0.3})
    exact = da.simulate(eom, start, until=1.0, method=METHOD).states[-1]
    stabilized = da.simulate(eom, start, until=1.0, method=METHOD, stabilization=da.methods.Baumgarte()).states[-1]
    assert stabilized == pytest.approx(exact, abs=1e-9)
    with pytest.raises(da.errors.FormulationError, match="order and scale the rows"):
        da.simulate(eom, start, until=1.0, method=da.methods.IndexThree(1e-3))


def test_a_matrix_whose_symmetric_part_is_definite_measures_corrections_by_it():
    (x, y), u, a = da.expr.symbols("x y"), da.expr.symbols("vx vy"), da.expr.symbols("ax ay")
    rows = [2.0 * a[0] + 0.5 * a[1] + x, 0.1 * a[0] + a[1] + y]
    eom = da.formulations.TypedSystem([x, y], u, a).from_rows(rows)
    assert numbers(eom, eom.solution.metric.to_array(), (0.0, 0.0), (0.0, 0.0)) == pytest.approx(
        np.array([[2.0, 0.3], [0.3, 1.0]])
    )
    assert accelerations(eom, (1.0, -2.0), (0.0, 0.0)) == pytest.approx(
        np.linalg.solve([[2.0, 0.5], [0.1, 1.0]], [-1.0, 2.0])
    )
    indefinite = shuffled_pendulum()
    assert (numbers(indefinite, indefinite.solution.metric.to_array(), (0.6, -0.8), (0.0, 0.0)) == np.eye(2)).all()


def test_loads_of_rows_out_of_order_are_those_of_rows_in_order():
    (x, y), u, a, (F, P) = (
        da.expr.symbols("x y"),
        da.expr.symbols("vx vy"),
        da.expr.symbols("ax ay"),
        da.expr.symbols("F P"),
    )
    rows = [2.0 * a[0] - x * F - P, 2.0 * a[1] + 2.0 * GRAVITY - y * F]
    system = da.formulations.TypedSystem([x, y], u, a, inputs=[P], constraints=[("rod", x**2 + y**2 - 1.0)])
    ordered = system.from_rows(rows, lam=[F])
    shuffled = system.from_rows([rows[1], -2.0 * rows[0]], lam=[F])
    motion = da.simulate(ordered, ordered.state(q={"y": -1.0}, u={"vx": 1.0}, tau={"P": 3.0}), until=0.5)
    assert da.inverse_dynamics(shuffled, motion).inputs == pytest.approx(3.0)
    assert da.inverse_dynamics(ordered, motion).inputs == pytest.approx(3.0)
