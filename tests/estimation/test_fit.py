import numpy as np
import pytest
from scipy.optimize import curve_fit

import dalembert as da
from dalembert.estimation.single_shooting import Simulated
from tests.estimation.oscillators import TIMES, free_motion, noisy, oscillator

NAMES = ["k", "d", "x"]


def deviations(fit):
    return np.array(list(fit.deviations.values()))


def values(fit):
    return np.array(list(fit.values.values()))


@pytest.fixture(scope="module")
def model():
    return oscillator()


# ---- values and intervals


@pytest.mark.parametrize("noise", [None, 2e-3])
def test_values_and_covariance_are_those_of_curve_fit_with_the_closed_form(model, noise):
    y = noisy(1, 2e-3)
    fit = da.fit(model, {"t": TIMES, "x": y}, NAMES, start={"x": 0.12}, noise=noise)
    sigma = {} if noise is None else {"sigma": np.full(60, noise), "absolute_sigma": True}
    expected, covariance = curve_fit(free_motion, TIMES, y, [20.0, 0.5, 0.12], **sigma)
    assert values(fit) == pytest.approx(expected, rel=1e-6)
    assert fit.covariance == pytest.approx(covariance, rel=1e-4)
    assert fit.converged
    # 1.96 where the noise is given, else t with 57 degrees of freedom
    assert (fit.interval("k")[1] - fit["k"]) / fit.deviations["k"] == pytest.approx(
        1.959964 if noise else 2.002465, rel=1e-6
    )


def test_signals_of_different_rates_are_weighed_by_the_noise_of_each(model):
    start = model.state(q={"x": 0.1}, p={"k": 30.0, "d": 0.8})
    fast, slow = np.linspace(0.0, 3.0, 3001), np.linspace(0.1, 2.9, 40)
    rng = np.random.default_rng(2)
    run = da.simulate(model, start, times=np.union1d(fast, slow))
    rate = run["x.rate"][np.searchsorted(run.times, fast)] + rng.normal(0.0, 0.05, fast.size)
    place = run["x"][np.searchsorted(run.times, slow)] + rng.normal(0.0, 1e-3, slow.size)
    rate[100:200] = np.nan
    data = {"x": (slow, place), "x.rate": (fast, rate)}
    fit = da.fit(model, data, ["k", "d"], start={"x": 0.1})
    assert fit.noise["x"] == pytest.approx(1e-3, rel=0.25)
    assert fit.noise["x.rate"] == pytest.approx(0.05, rel=0.05)
    assert len(fit.residuals["x.rate"]) == 2901
    told = da.fit(model, data, ["k", "d"], start={"x": 0.1}, noise=fit.noise)
    assert values(fit) == pytest.approx(values(told), rel=1e-4)
    assert (np.abs(values(fit) - [30.0, 0.8]) < 3.0 * deviations(fit)).all()


def test_a_profile_has_the_interval_of_the_linear_theory_where_that_holds(model):
    fit = da.fit(model, {"t": TIMES, "x": noisy(1, 1e-4)}, NAMES, start={"x": 0.1})
    profile = fit.profile("d")
    assert profile.interval == pytest.approx(fit.interval("d"), rel=1e-4)
    assert np.isinf(da.fit(model, {"t": TIMES, "x": noisy(1, 1e-4)}, ["k", "m", "d", "x"]
                           , start={"x": 0.1}).profile("k").interval).all()  # fmt: skip


@pytest.mark.slow
def test_95_percent_intervals_hold_95_times_in_a_hundred():
    """Also where two springs beside each other cannot be told, which never get an interval."""
    block = da.particle("block", mass=1.0)
    model = da.Model(
        da.Prismatic("x", da.ground, block, axis="x"),
        da.JointSpring("first", "x", da.param("k1", 14.0)),
        da.JointSpring("second", "x", da.param("k2", 15.0)),
        da.JointDamper("damper", "x", da.param("d", 0.7)),
    )
    kept, open_ways, n = np.zeros(2), 0, 1000
    for seed in range(n):
        fit = da.fit(model, {"t": TIMES, "x": noisy(seed, 2e-3)}, ["k1", "k2", "d", "x"], start={"x": 0.1})
        for place, (name, true) in enumerate({"d": 0.8, "x": 0.1}.items()):
            low, high = fit.interval(name)
            kept[place] += low <= true <= high
        open_ways += fit.interval("k1") is None and fit.interval("k2") is None and len(fit.unidentified) == 1
    assert ((kept / n > 0.93) & (kept / n < 0.97)).all(), kept / n
    assert open_ways == n


# ---- what data cannot tell


def test_a_common_factor_that_nothing_tells_is_reported_and_has_no_interval(model):
    data = {"t": TIMES, "x": noisy(3, 1e-3)}
    fit = da.fit(model, data, ["k", "m", "d", "x"], start={"x": 0.1})
    (way,) = fit.unidentified
    assert way.names == ("k", "m", "d")
    assert str(way).endswith("only their ratios can be told")
    assert [way.direction[name] / fit[name] for name in way.names] == pytest.approx([0.01] * 3)
    assert [fit.interval(name) for name in way.names] == [None] * 3
    # what can be told has the interval that it has with a known mass
    alone = da.fit(model, data, NAMES, start={"x": 0.1})
    assert fit.deviations["x"] == pytest.approx(alone.deviations["x"], rel=0.02)
    assert fit["k"] / fit["m"] == pytest.approx(alone["k"], rel=1e-5)
    assert "not told" in str(fit)


def test_a_prior_tells_what_data_cannot(model):
    data = {"t": TIMES, "x": noisy(3, 1e-3)}
    prior = {"m": da.sweeps.Normal(2.0, 0.1)}
    fit = da.fit(model, data, ["k", "m", "d", "x"], start={"x": 0.1}, priors=prior)
    assert fit["m"] == pytest.approx(2.0, abs=1e-6)
    assert fit.deviations["m"] == pytest.approx(0.1, rel=1e-3)
    assert not fit.unidentified
    assert any("told by priors only" in note for note in fit.notes)


def test_an_unknown_that_nothing_depends_on_is_named(model):
    fit = da.fit(model, {"t": TIMES, "x": 0.0 * TIMES + 0.1}, ["k", "x"], start={"x": 0.0})
    still = da.fit(model, {"t": TIMES, "x": 0.01 * TIMES}, ["k"])
    assert fit.interval("x") is not None
    assert still.interval("k") is None
    assert str(still.unidentified[0]) == "k: nothing that is measured depends on it"


def test_a_normal_prior_is_one_more_measurement(model):
    """A constant force on a block at rest without spring or damper: x = F t²/2, which is linear in F."""
    times = np.linspace(0.1, 1.0, 20)
    y = 0.6 * times**2 + np.random.default_rng(5).normal(0.0, 0.01, 20)
    fit = da.fit(
        model,
        {"t": times, "x": y},
        ["push"],
        start=da.State(p={"k": 0.0, "d": 0.0}),
        noise=0.01,
        priors={"push": da.sweeps.Normal(1.0, 0.005)},
    )
    slope = 0.5 * times**2
    weight = (slope**2).sum() / 0.01**2 + 1.0 / 0.005**2
    assert fit["push"] == pytest.approx(
        ((slope * y).sum() / 0.01**2 + 1.0 / 0.005**2) / weight, abs=1e-4 * weight**-0.5
    )
    assert fit.deviations["push"] == pytest.approx(weight**-0.5, rel=1e-7)


# ---- losses, bounds, failures


@pytest.mark.parametrize("loss", [da.fitting.Huber(), da.fitting.Cauchy()], ids=["Huber", "Cauchy"])
def test_outliers_hardly_move_a_robust_fit(model, loss):
    y = noisy(4, 1e-4)
    y[::7] += 0.05
    plain = da.fit(model, {"t": TIMES, "x": y}, ["k", "d"], start={"x": 0.1})
    robust = da.fit(model, {"t": TIMES, "x": y}, ["k", "d"], start={"x": 0.1}, loss=loss)
    assert abs(robust["k"] - 30.0) < 0.01 < 0.05 < abs(plain["k"] - 30.0)
    assert abs(robust["k"] - 30.0) < 3.0 * robust.deviations["k"]


def test_bounds_hold_and_a_value_at_one_has_no_interval(model):
    fit = da.fit(model, {"t": TIMES, "x": noisy(4, 1e-3)}, NAMES, start={"x": 0.1}, bounds={"k": (10.0, 25.0)})
    assert fit["k"] == 25.0
    assert fit.at_bounds == ("k",)
    assert fit.interval("k") is None
    held = da.fit(
        model, {"t": TIMES, "x": noisy(4, 1e-3)}, ["d", "x"], start=da.State(q={"x": 0.1}, p={"k": 25.0})
    )
    assert [fit["d"], fit["x"]] == pytest.approx(list(held.values.values()), rel=1e-5)


def test_values_for_which_runs_fail_are_steps_refused(model):
    """The mass that fits is a thousandth, and steps towards it go below zero."""
    light = da.simulate(model, da.State(q={"x": 0.1}, p={"m": 0.01}), times=np.linspace(0.0, 1.0, 200))
    fit = da.fit(model, {"t": light.times, "x": light["x"]}, ["m"], start={"x": 0.1}, guess={"m": 0.05})
    assert fit["m"] == pytest.approx(0.01, rel=1e-5)
    far = da.fit(model, {"t": TIMES, "x": 10.0 * np.exp(TIMES)}, ["m"], start={"x": 0.1})
    assert far["m"] > 0.0
    assert "refused because runs failed" in far.termination


def test_where_failing_runs_stop_a_search_it_has_not_converged():
    """Runs fail for stiffness below 10, and the data are those of 9."""
    k = da.param("k", 14.0)
    block = da.particle("block", mass=1.0)
    model = da.Model(
        da.Prismatic("x", da.ground, block, axis="x"),
        da.JointSpring("spring", "x", k + 1e-9 * da.sqrt(k - 10.0)),
    )
    fit = da.fit(model, {"t": TIMES, "x": free_motion(TIMES, 9.0, 0.0, 0.1)}, ["k"], start={"x": 0.1})
    assert fit["k"] == pytest.approx(10.0, rel=1e-6)
    assert not fit.converged
    assert fit.interval("k") is None
    assert "runs fail for values next to these" in fit.termination
    # within bounds that keep away, there is a minimum
    held = da.fit(
        model, {"t": TIMES, "x": noisy(1, 1e-3, 9.0, 0.0)}, ["k"], start={"x": 0.1}, bounds={"k": (11, 20)}
    )
    assert held.converged
    assert held.at_bounds == ("k",)


def test_an_interrupted_fit_keeps_the_best_values_so_far(model, monkeypatch):
    calls, plain = [], Simulated.at

    def interrupted(self, x):
        calls.append(x)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return plain(self, x)

    monkeypatch.setattr(Simulated, "at", interrupted)
    fit = da.fit(model, {"t": TIMES, "x": noisy(4, 1e-3)}, ["k", "d"], start={"x": 0.1})
    assert not fit.converged
    assert "interrupted" in fit.termination
    assert fit.costs[-1] < fit.costs[0]


@pytest.mark.parametrize(("factor", "words"), [(1000.0, "1/1,000"), (180.0 / np.pi, "π/180")])
def test_data_in_other_units_are_told_by_the_factor(model, factor, words):
    fit = da.fit(model, {"t": TIMES, "x": factor * noisy(1, 1e-3)}, ["k", "d"], start={"x": 0.1})
    assert any("wrong units?" in note and words in note for note in fit.notes)


def test_an_answer_that_explains_nothing_says_so(model):
    """Far from the truth the search ends in a local minimum; noise about a mean that is explained is none."""
    data = {"t": TIMES, "x": free_motion(TIMES, 7.0, 0.0, 0.1)}
    start = da.State(q={"x": 0.1}, p={"d": 0.0})
    far, near = (da.fit(model, data, ["k"], start=start, guess={"k": k}) for k in (60.0, 5.0))
    assert abs(far["k"] - 7.0) > 10.0
    assert "the answer explains nothing of 'x'" in str(far)
    assert near["k"] == pytest.approx(7.0, rel=1e-6)
    assert "explains nothing" not in str(near)
    at_rest = {"t": TIMES, "x": noisy(1, 1e-3) - free_motion(TIMES, 30.0, 0.8, 0.1) + 0.5}
    held = da.fit(model, at_rest, ["push"], start=da.State(q={"x": 0.5}, p={"k": 2.0}))
    assert held["push"] == pytest.approx(1.0, abs=0.01)
    assert "explains nothing" not in str(held)


def test_data_that_fit_badly_for_other_reasons_have_no_hint_at_units(model):
    fit = da.fit(model, {"t": TIMES, "x": np.random.default_rng(0).normal(0.0, 0.3, 60)}, ["k"], start={"x": 0.1})
    assert [note.split(",")[0] for note in fit.notes] == ["the answer explains nothing of 'x'"]


# ---- experiments and inputs


def driven_motion(force, offset=0.2):
    model = da.Model(
        *(part for part in oscillator().parts if not isinstance(part, da.Motor)),
        da.Motor("push", "x", da.spline(TIMES, force + offset, degree=1)(da.time)),
    )
    return da.simulate(model, da.State(q={"x": 0.1}, p={"k": 30.0, "d": 0.8, "m": 1.3}), times=TIMES)["x"]


@pytest.fixture(scope="module")
def force():
    return np.where(TIMES > 1.0, 1.0, 0.0) * np.sin(5.0 * TIMES)


@pytest.mark.parametrize("way", ["column", "array", "pair", "curve"])
def test_known_inputs_and_their_offset(model, force, way):
    data, inputs = {"t": TIMES, "x": driven_motion(force)}, {}
    if way == "column":
        data["push"] = force
    else:
        inputs["push"] = {
            "array": force,
            "pair": (TIMES, force),
            "curve": da.spline(TIMES, force, degree=1),
        }[way]
    fit = da.fit(model, data, ["k", "d", "m", "push"], start={"x": 0.1}, inputs=inputs)
    assert values(fit) == pytest.approx([30.0, 0.8, 1.3, 0.2], rel=1e-4)


def test_experiments_share_parameters_and_have_starts_of_their_own(model):
    rng = np.random.default_rng(7)
    first = free_motion(TIMES, 30.0, 0.8, 0.1) + rng.normal(0.0, 1e-4, 60)
    run = da.simulate(model, model.state(q={"x": -0.2}, p={"k": 30.0, "d": 0.8}), times=TIMES)
    second = run["x.rate"] + rng.normal(0.0, 1e-3, 60)
    experiments = {
        "a": da.fitting.Experiment({"t": TIMES, "x": first}, start={"x": 0.12}),
        "b": da.fitting.Experiment({"t": TIMES, "v": second}, start={"x": -0.1}, signals={"v": "x.rate"}),
    }
    fit = da.fit(model, experiments, NAMES)
    assert fit.names == ("k", "d", "x in a", "x in b")
    assert (np.abs(values(fit) - [30.0, 0.8, 0.1, -0.2]) < 4.0 * deviations(fit)).all()
    assert set(fit.residuals) == {"x in a", "v in b"}
    assert len(fit.motions) == 2


def test_a_sensor_with_scale_and_offset(model):
    measured = 1.05 * free_motion(TIMES, 30.0, 0.8, 0.1) - 0.02
    sensor = da.param("scale", 1.0) * da.coordinate("x") + da.param("bias", 0.0)
    fit = da.fit(
        model, {"t": TIMES, "s": measured}, ["k", "d", "scale", "bias"], start={"x": 0.1}, signals={"s": sensor}
    )
    assert values(fit) == pytest.approx([30.0, 0.8, 1.05, -0.02], rel=1e-6)


def test_frames_and_files_are_read_as_arrays_are(model, force, tmp_path):
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    x = driven_motion(force)
    x[3] = np.nan
    frame = pandas.DataFrame({"time": TIMES, "x": x, "push": force})
    frame.to_csv(tmp_path / "run.csv", index=False)
    frame.to_parquet(tmp_path / "run.parquet")
    sources = [frame, frame.set_index("time"), tmp_path / "run.csv", str(tmp_path / "run.parquet")]
    fits = [da.fit(model, source, ["k", "d", "m", "push"], start={"x": 0.1}) for source in sources]
    assert all(values(fit) == pytest.approx(values(fits[0]), rel=1e-9) for fit in fits)
    assert len(fits[0].residuals["x"]) == 59


def test_a_motion_is_data_too(model):
    run = da.simulate(model, model.state(q={"x": 0.1}, p={"k": 30.0, "d": 0.8}), times=TIMES)
    fit = da.fit(model, run, ["k", "d"], start={"x": 0.1})
    assert values(fit) == pytest.approx([30.0, 0.8], rel=1e-8)
    assert any("errors of runs" in note for note in fit.notes)


# ---- closed loops


def test_lengths_in_a_closed_loop_are_fitted_while_it_stays_closed():
    crank, rocker = da.rod("crank", length=0.3, mass=1.0), da.rod("rocker", length=0.8, mass=1.0)
    coupler = da.rod("coupler", length=da.param("l", 1.0), mass=1.0)
    model = da.Model(
        da.Revolute("A", da.ground, crank),
        da.Revolute("B", crank["end"], coupler),
        da.Revolute("C", coupler["end"], rocker["end"]),
        da.Revolute("D", da.ground.at(x=0.9), rocker),
        da.JointDamper("bearing", "A", da.param("d", 0.5)),
        gravity=(0, -9.81, 0),
    )
    times = np.linspace(0.0, 1.5, 40)
    start = da.assemble(model, q={"A": 1.0}, p={"l": 1.02, "d": 0.2})
    y = da.simulate(model, start, times=times)["A"] + np.random.default_rng(0).normal(0.0, 1e-3, 40)
    fit = da.fit(model, {"t": times, "A": y}, ["l", "d"], start={"A": 1.0})
    assert (np.abs(values(fit) - [1.02, 0.2]) < 3.0 * deviations(fit)).all()
    assert np.abs(fit.motion.residuals["positions"]).max() < 1e-9


def test_masked_samples_are_missing(model):
    is_wild = TIMES > 1.5
    masked = np.ma.masked_array(np.where(is_wild, 99.0, noisy(1, 1e-3)), mask=is_wild)
    expected = da.fit(model, {"t": TIMES[~is_wild], "x": noisy(1, 1e-3)[~is_wild]}, ["k"], start={"x": 0.1})
    for data in ({"t": TIMES, "x": masked}, {"x": (TIMES, masked)}):
        assert da.fit(model, data, ["k"], start={"x": 0.1})["k"] == pytest.approx(expected["k"], rel=1e-9)


def test_samples_of_inputs_that_are_missing_are_told(model):
    push = np.sin(TIMES)
    y = noisy(1, 1e-3)
    gap = (TIMES > 1.0) & (TIMES < 1.3)
    told = f"the input 'push' has no value at {gap.sum()} of 60 samples, and is a straight line there"
    for given in (np.ma.masked_array(push, mask=gap), np.where(gap, np.nan, push)):
        fit = da.fit(model, {"t": TIMES, "x": y, "push": given}, ["k"], start={"x": 0.1})
        assert any(note.startswith(told) for note in fit.notes)
    fit = da.fit(
        model,
        {"t": TIMES, "x": y},
        ["k"],
        start={"x": 0.1},
        inputs={"push": np.where(gap, np.nan, push)},
    )
    assert any(note.startswith(told) for note in fit.notes)
    whole = da.fit(model, {"t": TIMES, "x": y, "push": push}, ["k"], start={"x": 0.1})
    assert not any("straight line" in note for note in whole.notes)


def test_samples_at_one_instant_stand_there_though_there_are_as_many_as_instants(model):
    run = da.simulate(model, {"x": 0.1}, times=[0.0, 0.5, 1.0, 1.5, 2.0])
    twice = np.array([0.5, 0.5, 1.0, 1.0, 2.0])
    data = {"x": (twice, np.interp(twice, run.times, run["x"])), "x.rate": (run.times, run["x.rate"])}
    fit = da.fit(model, data, ["k", "d"], start={"x": 0.1}, guess={"k": 21.0})
    assert np.abs(fit.residuals["x"]).max() < 1e-7
    assert np.abs(fit.residuals["x.rate"]).max() < 1e-7


# ---- stationary points that are no minimum


def test_fits_leave_guesses_at_which_nothing_depends_on_an_unknown_to_first_order():
    a = da.param("a", 0.0)
    mass = da.Prismatic("x", da.ground, da.particle("block", mass=1.0), axis="x")
    model = da.Model(mass, da.JointSpring("spring", "x", 20.0 + a * a))
    y = 0.1 * np.cos(np.sqrt(24.0) * TIMES) + np.random.default_rng(0).normal(0.0, 1e-3, TIMES.size)
    found = [da.fit(model, {"t": TIMES, "x": y}, ["a"], start={"x": 0.1}, guess={"a": a}) for a in (0.0, 1.0)]
    assert found[0].converged
    assert abs(found[0]["a"]) == pytest.approx(found[1]["a"], rel=1e-6)
    assert found[0].deviations["a"] == pytest.approx(found[1].deviations["a"], rel=1e-3)
    # within bounds that leave one side
    one_sided = da.fit(model, {"t": TIMES, "x": y}, ["a"], start={"x": 0.1}, bounds={"a": (-5.0, 0.0)})
    assert one_sided["a"] == pytest.approx(-found[1]["a"], rel=1e-6)


def test_a_saddle_between_two_equal_starts_is_left():
    arm = da.rod("arm", length=0.5, mass=1.0)
    model = da.Model(
        da.Revolute("angle", da.ground, arm),
        da.JointDamper("bearing", "angle", da.param("d", 0.05)),
        gravity=(9.81, 0, 0),
    )
    height = {"h": da.position(arm["end"])[0]}
    run = da.simulate(model, model.state(q={"angle": 0.7}, p={"d": 0.02}), times=TIMES)
    h = 0.5 * np.cos(run["angle"]) + np.random.default_rng(1).normal(0.0, 1e-3, TIMES.size)
    fit = da.fit(model, {"t": TIMES, "h": h}, ["angle", "d"], signals=height, start={"angle": 0.0})
    assert abs(fit["angle"]) == pytest.approx(0.7, abs=5.0 * fit.deviations["angle"])
    assert fit["d"] == pytest.approx(0.02, abs=5.0 * fit.deviations["d"])


# ---- bad input

NOTHING = np.full(60, np.nan)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"t": TIMES, "x": NOTHING}, "'x' has no sample: all 60 values are nan"),
        ({"t": TIMES[::-1], "x": TIMES}, "times of 'x' go back at sample 1"),
        ({"t": [], "x": []}, "'x' is empty"),
        ({}, "holds no measurement"),
        ({"x": TIMES}, "no times for 'x'"),
        ({"t": TIMES, "xx": TIMES}, "no signal 'xx'; did you mean 'x'"),
        ({"t": TIMES, "wobble": TIMES}, r"more\. Say which signal the column 'wobble' measures"),
        ({"t": TIMES, "": TIMES, "x": TIMES}, "a column without a name"),
        ({"t": TIMES, "x": TIMES[1:]}, r"\(59,\) values at \(60,\) times"),
        ({"t": TIMES, "push": TIMES}, "all columns are inputs"),
        ({"t": TIMES, "x": np.where(TIMES > 2.0, np.inf, 0.1)}, "infinite at sample 40"),
        ({"t": TIMES + 100.0, "x": TIMES}, "the run begins at 0 s: give the start its time"),
        ({"t": TIMES - 1.0, "x": TIMES}, "before the run"),
        ({"t": np.ma.masked_greater(TIMES, 1.0), "x": TIMES}, "times of 'x' are masked"),
        (TIMES, "measurements are arrays by name"),
        ([], "the list of data is empty"),
        ({"first": {"t": TIMES, "x": TIMES}}, "'first' is a table in a table; several experiments are a list"),
        ({"t": TIMES, "x": 1e300 * TIMES}, "whose square no number holds"),
    ],
)
def test_data_that_are_no_measurements_are_refused(model, data, message):
    with pytest.raises(da.errors.ModelError, match=message):
        da.fit(model, data, ["k"], start={"x": 0.1})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"bounds": {"k": (5.0, 1.0)}}, "bounds of 'k' leave nothing"),
        ({"bounds": {"k": (50.0, 100.0)}}, "guess of 'k' is 20, outside its bounds 50 to 100"),
        ({"bounds": {"c": (0.0, 1.0)}}, "no unknown 'c'"),
        ({"noise": -1.0}, "standard deviation above zero"),
        ({"inputs": {"push": TIMES[1:]}}, r"\(59,\) values at \(60,\) times"),
        ({"inputs": {"push": (TIMES[:30], TIMES[:30])}}, "known from 0 to 1.47458 s"),
        ({"inputs": {"pull": 1.0}}, "no input 'pull'"),
        ({"inputs": {"push": np.ma.masked_greater(TIMES, 1.0)}}, "the input 'push' is masked at some samples"),
        ({"noise": np.ma.masked_greater(TIMES + 0.1, 1.0)}, "the noise of 'x' is a standard deviation"),
        ({"inputs": {"push": np.nan}}, "the input 'push' is a finite number, .*, not nan"),
        ({"inputs": {"push": True}}, "the input 'push' is a finite number, .*, not True"),
        ({"signals": []}, "signals are empty"),
        ({"start": {"y": 0.1}}, "^there is no coordinate 'y'"),
        ({"guess": {"k": np.nan}}, "guess of 'k' is a finite number"),
        ({"priors": {"k": 3.0}}, "prior of 'k' is da.sweeps.Normal"),
        ({"loss": da.fitting.Huber}, "a loss is da.fitting.Huber"),
        ({"method": da.methods.RK4(1e-3)}, "integrator= is the method of integration"),
    ],
)
def test_options_that_cannot_be_are_refused(model, options, message):
    with pytest.raises(da.errors.ModelError, match=message):
        da.fit(model, {"t": TIMES, "x": noisy(1, 1e-3)}, ["k"], **({"start": {"x": 0.1}} | options))


@pytest.mark.parametrize("method", ["radau", da.methods.Radau])
def test_methods_of_integration_that_are_none_are_no_wrong_guess(model, method):
    with pytest.raises(da.errors.SolverError, match=r"^a method is an object: write method=da.methods.Radau\(\)"):
        da.fit(model, {"t": TIMES, "x": noisy(1, 1e-3)}, ["k"], start={"x": 0.1}, integrator=method)


def test_residuals_that_follow_each_other_are_told(model):
    data = {"t": TIMES, "x": noisy(1, 1e-3)}
    told = "residuals of 'x' follow each other"
    wrong = da.fit(model, data, ["d"], start=model.state(q={"x": 0.1}, p={"k": 27.0}))
    assert any(note.startswith(told) for note in wrong.notes)
    right = da.fit(model, data, NAMES, start={"x": 0.1})
    assert not any(told in note for note in right.notes)


def test_times_in_milliseconds_are_guessed(model):
    data = {"t": 1e3 * TIMES, "x": noisy(1, 1e-3)}
    assert "wrong units? Data fit well when times are divided by 1,000, as if they were in ms" in (
        da.fit(model, data, ["k"], start={"x": 0.1}).notes
    )


def test_a_guess_that_cannot_be_simulated_says_why(model):
    with pytest.raises(
        da.errors.SolverError, match=r"m = -1 cannot be simulated.*mass of a body must be positive"
    ):
        da.fit(model, {"t": TIMES, "x": noisy(1, 1e-3)}, ["m"], start={"x": 0.1}, guess={"m": -1.0})


def test_reactions_and_accelerations_feel_a_known_input_once():
    """Signals that are solved for contain the law already; nothing may put it in again."""
    crank, rocker = da.rod("crank", length=0.3, mass=1.0), da.rod("rocker", length=0.8, mass=1.0)
    coupler = da.rod("coupler", length=1.0, mass=da.param("mass", 1.0))

    def linkage(law):
        return da.Model(
            da.Revolute("A", da.ground, crank),
            da.Revolute("B", crank["end"], coupler),
            da.Revolute("C", coupler["end"], rocker["end"]),
            da.Revolute("D", da.ground.at(x=0.9), rocker),
            da.Motor("motor", "A", law),
            gravity=(0, -9.81, 0),
        )

    times = np.linspace(0.0, 1.0, 60)
    torque = da.spline(times, 3.0 * np.sin(4.0 * times))
    model, driven = linkage(None), linkage(torque)
    run = da.simulate(driven, da.assemble(driven, q={"A": 1.0}, p={"mass": 1.3}), times=times)
    names = ["A", "A.acceleration", "D.force.x", "motor"]
    data = {name: (times, run[name]) for name in names[:3]}
    fit = da.fit(model, data, ["mass", "motor"], start={"A": 1.0}, inputs={"motor": torque})
    assert values(fit) == pytest.approx([1.3, 0.0], abs=1e-6)
    for name in names:
        assert fit.motion[name] == pytest.approx(run[name], abs=1e-6 * np.abs(run[name]).max())


def test_inputs_of_a_motion_count_once_though_its_start_has_them_too(model):
    run = da.simulate(model, da.State(q={"x": 0.1}, p={"k": 30.0, "d": 0.8}, tau={"push": 2.0}), times=TIMES)
    fit = da.fit(model, run, ["k", "d"], start=da.State(q={"x": 0.1}, tau={"push": 2.0}))
    assert values(fit) == pytest.approx([30.0, 0.8], rel=1e-6)
    with pytest.raises(da.errors.ModelError, match="the start has 1 for it too"):
        da.fit(model, run, ["k", "d"], start=da.State(q={"x": 0.1}, tau={"push": 1.0}))
