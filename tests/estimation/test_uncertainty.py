import numpy as np
import pytest

import dalembert as da
from tests.estimation.oscillators import TIMES, free_motion, noisy, oscillator

LENGTHS = {"l1": 0.3, "l2": 1.0, "l3": 0.8, "l4": 0.9}


def linkage(*more):
    crank = da.rod("crank", length=da.param("l1", 0.3), mass=1.0)
    coupler = da.rod("coupler", length=da.param("l2", 1.0), mass=1.0)
    rocker = da.rod("rocker", length=da.param("l3", 0.8), mass=1.0)
    model = da.Model(
        da.Revolute("A", da.ground, crank),
        da.Revolute("B", crank["end"], coupler),
        da.Revolute("C", coupler["end"], rocker["end"]),
        da.Revolute("D", da.ground.at(x=da.param("l4", 0.9)), rocker),
        *more,
        gravity=(0, -9.81, 0),
    )
    return model, da.position(coupler.at(x=0.5, y=0.2))


def test_a_crank_and_slider_has_the_tolerances_of_its_closed_form():
    """s = r cos φ + √(l² − r² sin² φ)."""
    r, l, angle = 0.3, 1.0, 0.7
    crank = da.rod("crank", length=da.param("r", r), mass=1.0)
    rod = da.rod("rod", length=da.param("l", l), mass=1.0)
    slider = da.particle("slider", mass=1.0)
    model = da.Model(
        da.Revolute("A", da.ground, crank),
        da.Revolute("B", crank["end"], rod),
        da.Prismatic("s", da.ground, slider, axis="x"),
        da.Coincident("C", rod["end"], slider),
    )
    start = da.assemble(model, q={"A": angle}, guess={"s": 1.2, "B": -1.0})
    spread = {"r": 1e-3, "l": 2e-3, "A": 1e-2}
    found = da.uncertainty(model, spread, "s", start=start)
    root = np.sqrt(l**2 - r**2 * np.sin(angle) ** 2)
    slopes = np.array(
        [
            np.cos(angle) - r * np.sin(angle) ** 2 / root,
            l / root,
            -r * np.sin(angle) - r**2 * np.sin(angle) * np.cos(angle) / root,
        ]
    )
    parts = slopes * [1e-3, 2e-3, 1e-2]
    assert found["s"] == pytest.approx(np.linalg.norm(parts), rel=1e-9)
    assert found.worst("s") == pytest.approx(3.0 * np.abs(parts).sum(), rel=1e-9)
    shares = found.shares("s")
    assert list(shares) == ["A", "l", "r"]
    assert shares["l"] == pytest.approx((parts[1] / np.linalg.norm(parts)) ** 2, rel=1e-9)
    low, high = found.interval("s")
    assert (high - low) / found["s"] == pytest.approx(2 * 1.959964, rel=1e-6)


def test_along_the_motion_of_drives_deviations_are_those_of_a_sweep():
    model, place = linkage(da.Drive("turn", "A", 2 * da.pi * da.time))
    what = {"x": place[0], "y": place[1], "force": "D.force.x"}
    tolerances = {name: da.sweeps.Uniform(x - 1e-3, x + 1e-3) for name, x in LENGTHS.items()}
    times = np.linspace(0.0, 1.0, 21)
    found = da.uncertainty(model, tolerances, what, times=times)
    sweep = da.sweep(model, da.sweeps.Sobol(1024, tolerances, seed=1), what, times=times)
    for name in what:
        assert found[name] == pytest.approx(sweep[name].std(axis=0), rel=0.05, abs=0.02 * found[name].max())
        off = np.abs(sweep[name] - found.values[name]).max(axis=0)
        assert (off < 1.02 * found.worst(name) + 1e-6).all()
    assert next(iter(found.shares("x"))) == "l1"


def test_along_a_run_of_a_closed_loop_deviations_are_those_of_many_runs():
    model, place = linkage()
    times = np.linspace(0.0, 0.4, 5)
    spread = {"A": 0.01, "A.rate": 0.02}
    found = da.uncertainty(model, spread, {"x": place[0]}, start=da.State(q={"A": 1.0}, u={"A": 0.5}), times=times)
    rng, ends = np.random.default_rng(0), []
    near = da.assemble(model, q={"A": 1.0})
    for a, w in rng.normal([1.0, 0.5], [0.01, 0.02], (200, 2)):
        start = da.assemble(model, q={"A": a}, u={"A": w}, guess=near)
        ends.append(da.simulate(model, start, times=times).evaluate(place[0]).ravel())
    assert found["x"] == pytest.approx(np.std(ends, axis=0), rel=0.15)


def test_of_an_equilibrium_loads_are_uncertain_too():
    """A mass on a spring: x = −m g / k, force m g."""
    mass = da.particle("mass", mass=da.param("m", 2.0))
    model = da.Model(
        da.Prismatic("x", da.ground, mass, axis="x"),
        da.JointSpring("spring", "x", da.param("k", 100.0)),
        gravity=(-9.81, 0, 0),
    )
    found = da.uncertainty(da.equilibrium(model), {"m": 0.02, "k": 3.0}, ["x", "spring.force"])
    x = -2.0 * 9.81 / 100.0
    assert found["x"] == pytest.approx(abs(x) * np.hypot(0.01, 0.03), rel=1e-9)
    assert found["spring.force"] == pytest.approx(9.81 * 0.02, rel=1e-9)
    assert found.shares("spring.force")["m"] == pytest.approx(1.0)


def test_what_a_fit_leaves_uncertain_goes_on_to_signals_with_correlations():
    model = oscillator()
    fit = da.fit(model, {"t": TIMES, "x": noisy(1, 2e-3)}, ["k", "d", "x"], start={"x": 0.1})
    found = da.uncertainty(model, fit, ["x", "energy"], times=TIMES)
    assert found.values["x"] == pytest.approx(fit.motion["x"], abs=1e-9)
    k, d, x0 = fit.values.values()
    step = 1e-5 * np.array([k, d, x0])
    slopes = np.stack(
        [
            (free_motion(TIMES, *(fit.best + e)) - free_motion(TIMES, *(fit.best - e))) / (2.0 * e.sum())
            for e in np.diag(step)
        ],
        axis=1,
    )
    expected = np.sqrt(np.einsum("ti,ij,tj->t", slopes, fit.covariance, slopes))
    assert found["x"] == pytest.approx(expected, rel=1e-5)
    alone = da.uncertainty(model, dict(fit.deviations), "x", start=fit.start, times=TIMES)
    assert np.abs(alone["x"] / found["x"] - 1.0).max() > 0.01


def test_what_is_no_spread_is_refused_by_name():
    model, _ = linkage()
    refused = da.errors.ModelError
    with pytest.raises(refused, match="no parameter, input or start value 'l9'"):
        da.uncertainty(model, {"l9": 1.0}, "A", start={"A": 1.0})
    with pytest.raises(refused, match="deviation of 'l1' is not below zero"):
        da.uncertainty(model, {"l1": -1.0}, "A", start={"A": 1.0})
    with pytest.raises(refused, match="no signal 'E'"):
        da.uncertainty(model, {"l1": 1.0}, "E", start={"A": 1.0})
    with pytest.raises(refused, match="no covariance"):
        da.uncertainty(model, (["l1", "l2"], np.array([[1.0, 2.0], [2.0, 1.0]])), "A", start={"A": 1.0})
    data = {"t": TIMES, "x": noisy(1, 1e-3)}
    open_fit = da.fit(oscillator(), data, ["k", "m"], start=da.State(q={"x": 0.1}, p={"d": 0.0}))
    with pytest.raises(refused, match="the fit does not tell 'k', 'm'"):
        da.uncertainty(oscillator(), open_fit, "x", until=1.0)


def test_shares_at_a_sample_that_is_none_are_refused():
    crank = da.rod("crank", length=da.param("l", 0.3), mass=1.0)
    model = da.Model(da.Revolute("A", da.ground, crank))
    found = da.uncertainty(model, {"l": 1e-3}, {"tip": da.position(crank["end"])[0]}, start={"A": 0.5})
    assert found.shares("tip", at=0) == found.shares("tip", at=-1) == {"l": pytest.approx(1.0)}
    with pytest.raises(da.errors.ModelError, match="samples are counted from 0 to 0, and there is none 7"):
        found.shares("tip", at=7)
