import numpy as np
import pytest

import dalembert as da
from tests.estimation.oscillators import TIMES, noisy, oscillator


def double_pendulum():
    upper = da.rod("upper", length=1.0, mass=1.0)
    lower = da.rod("lower", length=da.param("l2", 0.8), mass=0.5)
    return da.Model(
        da.Revolute("A", da.ground, upper),
        da.Revolute("B", upper["end"], lower),
        da.JointDamper("bearing", "B", da.param("d", 0.05)),
        gravity=(0, -9.81, 0),
    )


def disturbed(seed, force=0.3, noise=2e-3):
    """A block on a spring that white noise pushes, by exact steps of the linear system, seen with noise."""
    rng, steps, times = np.random.default_rng(seed), 20, np.linspace(0.0, 10.0, 101)
    h = times[1] / steps
    A = np.array([[0.0, 1.0], [-30.0, -0.8]])
    values, vectors = np.linalg.eig(A)
    step = (vectors @ np.diag(np.exp(values * h)) @ np.linalg.inv(vectors)).real
    x, places = np.array([0.1, 0.0]), []
    for _ in times:
        places.append(x[0])
        for _ in range(steps):
            x = step @ x + np.array([0.0, force * np.sqrt(h)]) * rng.normal()
    return {"t": times, "x": np.array(places) + rng.normal(0.0, noise, times.size)}


# ---- pieces


def test_pieces_of_a_tame_run_have_the_minimum_and_the_covariance_of_the_whole():
    model, data = oscillator(), {"t": TIMES, "x": noisy(1, 2e-3)}
    whole = da.fit(model, data, ["k", "d", "x"], start={"x": 0.12})
    pieces = da.fit(
        model, data, ["k", "d", "x"], start={"x": 0.12}, method=da.fitting.PiecewiseShooting(intervals=5)
    )
    assert list(pieces.values.values()) == pytest.approx(list(whole.values.values()), rel=1e-5)
    assert pieces.covariance == pytest.approx(whole.covariance, rel=1e-4)
    assert pieces.residuals["x"] == pytest.approx(whole.residuals["x"], abs=1e-6)
    assert len(pieces.motion) == len(TIMES)


@pytest.mark.slow
def test_a_chaotic_pendulum_is_fitted_in_pieces_where_a_whole_run_is_not():
    model, times = double_pendulum(), np.linspace(0.0, 10.0, 300)
    run = da.simulate(model, da.State(q={"A": 1.5, "B": 1.0}, p={"l2": 0.83, "d": 0.02}), times=times)
    rng = np.random.default_rng(0)
    data = {"t": times, **{name: run[name] + rng.normal(0.0, 0.01, times.size) for name in ("A", "B")}}
    fit = da.fit(
        model, data, ["l2", "d"], start={"A": 1.5, "B": 1.0}, method=da.fitting.PiecewiseShooting(intervals=30)
    )
    assert fit.converged
    for name, true in {"l2": 0.83, "d": 0.02}.items():
        assert abs(fit[name] - true) < 4.0 * fit.deviations[name] < 0.01 * true
    whole = da.fit(model, data, ["l2", "d"], start={"A": 1.5, "B": 1.0})
    assert whole.noise["B"] > 0.3


def test_pieces_of_a_closed_loop_stay_closed():
    crank, rocker = da.rod("crank", length=0.3, mass=1.0), da.rod("rocker", length=0.8, mass=1.0)
    coupler = da.rod("coupler", length=da.param("l", 1.0), mass=1.0)
    model = da.Model(
        da.Revolute("A", da.ground, crank),
        da.Revolute("B", crank["end"], coupler),
        da.Revolute("C", coupler["end"], rocker["end"]),
        da.Revolute("D", da.ground.at(x=0.9), rocker),
        gravity=(0, -9.81, 0),
    )
    times = np.linspace(0.0, 1.2, 40)
    run = da.simulate(model, da.assemble(model, q={"A": 1.0}, p={"l": 1.02}), times=times)
    y = run["A"] + np.random.default_rng(0).normal(0.0, 1e-3, 40)
    fit = da.fit(
        model, {"t": times, "A": y}, ["l"], start={"A": 1.0}, method=da.fitting.PiecewiseShooting(intervals=4)
    )
    assert abs(fit["l"] - 1.02) < 3.0 * fit.deviations["l"]
    assert np.abs(fit.motion.residuals["positions"]).max() < 1e-9


# ---- prediction error


@pytest.mark.slow
def test_where_the_motion_is_disturbed_predictions_have_honest_intervals_and_whole_runs_do_not():
    model, kept, n = oscillator(), np.zeros((2, 2)), 20
    filters = da.fitting.PredictionError({"x.rate": 0.3})
    for seed in range(n):
        data = disturbed(seed)
        for row, method in enumerate([filters, da.fitting.SingleShooting()]):
            fit = da.fit(model, data, ["k", "d"], start={"x": 0.1}, noise=2e-3, method=method)
            for column, (name, true) in enumerate({"k": 30.0, "d": 0.8}.items()):
                low, high = fit.interval(name)
                kept[row, column] += low <= true <= high
    # 0.95 within three deviations of 0.05
    assert (kept[0] / n > 0.8).all()
    assert (kept[1] / n < 0.4).all()


def test_without_disturbances_predictions_are_those_of_whole_runs():
    model, data = oscillator(), {"t": TIMES, "x": noisy(1, 2e-3)}
    whole = da.fit(model, data, ["k", "d", "x"], start={"x": 0.12}, noise=2e-3)
    filtered = da.fit(
        model, data, ["k", "d", "x"], start={"x": 0.12}, noise=2e-3, method=da.fitting.PredictionError({})
    )
    assert list(filtered.values.values()) == pytest.approx(list(whole.values.values()), rel=1e-4)
    assert filtered.covariance == pytest.approx(whole.covariance, rel=1e-3)


def test_derivatives_of_filters_are_those_of_differences():
    model = oscillator()
    fit = da.fit(
        model,
        disturbed(3),
        ["k", "d", "push", "x.rate"],
        start={"x": 0.1},
        noise=2e-3,
        method=da.fitting.PredictionError({"x.rate": 0.3}, start={"x": 0.01}),
    )
    predictor = fit.problem.predictor
    slopes = predictor.at(fit.best).slopes
    for j, step in enumerate([1e-3, 1e-4, 1e-4, 1e-4]):
        e = step * np.eye(4)[j]
        differences = (predictor.at(fit.best + e).values - predictor.at(fit.best - e).values) / (2.0 * step)
        assert slopes[:, j] == pytest.approx(differences, abs=1e-6 * np.abs(differences).max())


# ---- what methods cannot do


def test_what_methods_cannot_do_is_refused_by_name():
    data = {"t": TIMES, "x": noisy(1, 2e-3)}
    refused = da.errors.ModelError
    with pytest.raises(refused, match="give noise="):
        da.fit(oscillator(), data, ["k"], start={"x": 0.1}, method=da.fitting.PredictionError({"x.rate": 0.3}))
    with pytest.raises(refused, match="no state 'y'"):
        da.fit(oscillator(), data, ["k"], noise=1e-3, method=da.fitting.PredictionError({"y": 0.3}))
    with pytest.raises(refused, match="whole number from 1 on"):
        da.fitting.PiecewiseShooting(intervals=0)
    ball = da.sphere("ball", radius=0.1, mass=1.0)
    top = da.Model(da.Spherical("turn", da.ground, ball), da.PointForce("f", ball, (da.param("f", 0.1), 0.0, 0.0)))
    spin = {"t": TIMES, "turn.wx": np.exp(-TIMES)}
    with pytest.raises(da.errors.FormulationError, match="quaternion"):
        da.fit(top, spin, ["f"], method=da.fitting.PiecewiseShooting())
