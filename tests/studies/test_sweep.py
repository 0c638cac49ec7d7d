"""Sweeps: one question for many values, as a table; and matrices in one state."""

import numpy as np
import pytest

import dalembert as da


def pendulum():
    rod = da.rod("rod", length=da.param("l", 1.0), mass=da.param("m", 1.0))
    return da.Model(
        da.Revolute("pin", da.ground, rod, axis="z"), da.Motor("motor", "pin"), gravity=(0.0, -9.81, 0.0)
    )


@pytest.fixture(scope="module")
def model():
    return pendulum()


def test_all_combinations_are_looked_at(model):
    lengths, speeds = [0.5, 1.0, 2.0], [1.0, 3.0]
    table = da.sweep(model, {"l": lengths, "pin.rate": speeds}, ["kinetic energy", "pin.acceleration"])
    assert len(table) == 6
    assert list(table["l"]) == [0.5, 0.5, 1.0, 1.0, 2.0, 2.0]
    assert list(table["pin.rate"]) == [1.0, 3.0] * 3
    # T = m l² ω² / 6 of a rod that turns about its end
    expected = np.outer(np.square(lengths), np.square(speeds)) / 6.0
    np.testing.assert_allclose(table.grid("kinetic energy"), expected, rtol=1e-14)
    np.testing.assert_allclose(
        table.grid("pin.acceleration")[:, 0], [-1.5 * 9.81 / l for l in lengths], rtol=1e-13
    )
    assert repr(table) == "<Sweep over 3 of l × 2 of pin.rate: kinetic energy, pin.acceleration>"


def test_motions_of_a_sweep_equal_their_own_simulations(model):
    over = {("l", "m"): [(0.5, 1.0), (1.0, 2.0)], "pin": [0.1, 0.4, 0.9], "motor": [0.0, 1.0]}
    what = {
        "end": da.position(model.body("rod")["end"])[1],
        "energy": "energy",
        "highest": lambda x: x["pin"].max(),
    }
    table = da.sweep(model, over, what, start=da.State(u={"pin": 0.5}), times=[0.1, 0.3])
    assert table["end"].shape == (12, 2)
    k = 7  # the eighth of them: the second rod, the first angle, with torque
    state = da.State(q={"pin": 0.1}, u={"pin": 0.5}, tau={"motor": 1.0}, p={"l": 1.0, "m": 2.0})
    assert {name: table[name][k] for name in ("l", "m", "pin", "motor")} == {
        "l": 1.0,
        "m": 2.0,
        "pin": 0.1,
        "motor": 1.0,
    }
    alone = da.simulate(model, state, times=[0.1, 0.3])
    assert np.array_equal(table["end"][k], alone.evaluate(what["end"]))
    assert np.array_equal(table["energy"][k], alone["energy"])
    assert table["highest"][k] == alone["pin"].max()
    assert table.grid("highest").shape == (2, 3, 2)
    assert "the end time is reached" in table.terminations[k]
    last = da.sweep(model, over, ["energy"], start=da.State(u={"pin": 0.5}), until=0.3)
    assert np.array_equal(last["energy"], table["energy"][:, -1])


def test_runs_of_a_sweep_that_fail_leave_the_others():
    blow = da.Model(
        da.Prismatic("slide", da.ground, da.particle("mass", mass=1.0), axis="x"),
        da.JointForce("push", "slide", da.param("c", 1.0) * da.coordinate("slide") ** 3),
    )
    table = da.sweep(blow, {"c": [0.0, 1e6]}, "slide", start={"slide": 1.0}, until=1.0)
    assert table["slide"][0] == 1.0
    assert np.isnan(table["slide"][1])
    assert "the step became too small" in table.terminations[1]


def test_sweeps_are_refused_where_they_make_no_sense(model):
    for over, what, text in [
        ({"lenght": [1.0]}, "energy", "there is no parameter, variable or input 'lenght' to vary"),
        ({}, "energy", "a sweep varies something"),
        ({"l": "long"}, "energy", "the values of l are numbers"),
        ({"l": []}, "energy", "the values of l are a list of numbers"),
        ({("l", "m"): [1.0, 2.0]}, "energy", "the values of l, m are a list of tuples"),
        ({"l": [1.0], ("l", "m"): [(1.0, 1.0)]}, "energy", "'l' is varied twice"),
        ({"l": [1.0]}, {"case": "energy"}, "'case' is the name of a column that each sweep has"),
        ({"l": [1.0]}, {"y": da.sweeps.Peak("energy")}, "'y' is a number along a run: say until when"),
        (np.array([1.0]), "energy", "a sweep is over values by name"),
        ({"l": [1.0]}, [3.0], "asks for signals by name"),
    ]:
        with pytest.raises(da.errors.ModelError, match=text):
            da.sweep(model, over, what)
    for over, what, text in [
        ({"l": [-1.0]}, "energy", "body 'rod' is impossible with"),
        ({"l": [1.0]}, {"f": len}, "'f' raised TypeError"),
    ]:
        with pytest.raises(da.errors.SolverError, match=text):
            da.sweep(model, over, what)
    with pytest.raises(da.errors.DalembertError, match="enrgy"):
        da.sweep(model, {"l": [1.0]}, "enrgy")


def test_signals_of_all_motions_of_a_batch_are_one_array(model):
    starts = da.States(q={"pin": [0.1, 0.2, 0.3]}, p={"l": [0.5, 1.0, 1.5]})
    motions = da.batch(model, starts, times=[0.1, 0.2])
    energies = motions["energy"]
    assert energies.shape == (3, 2)
    for k, motion in enumerate(motions):
        assert np.array_equal(energies[k], motion["energy"])


# ---- one line each


def test_degrees_are_radians():
    assert da.radians(180) == np.pi
    assert np.array_equal(da.radians([90.0, 0.0]), [np.pi / 2, 0.0])
    assert da.expr.evaluate(da.radians(da.param("a", 30.0))) == pytest.approx(np.pi / 6, rel=1e-15)


def test_the_mass_matrix_of_a_double_pendulum():
    upper, lower = da.rod("upper", length=1.0, mass=1.0), da.rod("lower", length=1.0, mass=1.0)
    arm = da.Model(da.Revolute("A", da.ground, upper, axis="z"), da.Revolute("B", upper["end"], lower, axis="z"))
    c = np.cos(0.7)
    expected = [[5.0 / 3.0 + c, 1.0 / 3.0 + c / 2.0], [1.0 / 3.0 + c / 2.0, 1.0 / 3.0]]
    np.testing.assert_allclose(da.matrices.mass_matrix(arm, {"A": 0.3, "B": 0.7}), expected, rtol=1e-13)
    J = da.matrices.jacobian_of(arm, lower["end"], {"A": 0.3, "B": 0.7})
    assert J.shape == (6, 2)
    np.testing.assert_allclose(J[:3], [[0, 0], [0, 0], [1, 1]], atol=1e-15)
    np.testing.assert_allclose(J[3:5, 1], [-np.sin(1.0), np.cos(1.0)], atol=1e-15)
    np.testing.assert_allclose(J[3:5, 0], [-np.sin(0.3) - np.sin(1.0), np.cos(0.3) + np.cos(1.0)], atol=1e-15)


@pytest.mark.parametrize(
    ("clumsy", "told"),
    [
        (lambda: da.radians("30"), "radians needs numbers"),
        (lambda: da.control.lqr(None, 1.0, 1.0), "da.linearize"),
        (lambda: da.control.law(None, [[1.0]]), "da.linearize"),
        (lambda: da.continuation(None, "A", (0.0, 1.0)), "da.equilibrium or da.steady_motion"),
    ],
)
def test_what_is_none_of_ours_is_refused_by_name(clumsy, told):
    with pytest.raises(da.errors.DalembertError, match=told):
        clumsy()


WRONG_IN_ALL_CASES = {
    "there is no coordinate 'pinn'": {"start": {"pinn": 1.0}},
    "there is no parameter 'zz'": {"start": da.State(p={"zz": 1.0})},
    "a method is an object": {"method": da.methods.RK4},
    "stabilization is Projection": {"stabilization": "projection"},
    "a controller is a law and how often": {"controller": lambda t, x: 0.0},
    "events are a list of da.Event": {"events": ["low"]},
    "progress is a function": {"progress": 3},
    "until is the time of the end": {"until": np.inf},
    "times of output must rise": {"times": [0.5, 0.4, 1.0]},
    "there is no signal 'enrgy'": {"what": "enrgy"},
    "'x' asks for a signal by name": {"what": {"x": da.sweeps.Peak(["pin", "energy"])}},
    "answers have names": {"what": {3: "energy"}},
    "a tuple of names that vary together, not 3": {"over": {3: [1.0]}},
    "100,000,000,000 cases are more than": {
        "over": {"l": np.linspace(1, 2, 10**5), "m": np.linspace(1, 2, 10**6)}
    },
}


@pytest.mark.parametrize("text", WRONG_IN_ALL_CASES)
def test_what_is_wrong_in_all_cases_is_refused_before_there_is_a_folder(tmp_path, text):
    usual = {"over": {"l": [1.0, 2.0]}, "what": "energy", "until": 1.0}
    options = {**usual, **WRONG_IN_ALL_CASES[text]}
    with pytest.raises(da.errors.DalembertError, match=text):
        da.sweep(pendulum(), **options, folder=tmp_path / "new")
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("where", ["memory", "folder"])
def test_one_answer_of_another_shape_costs_its_row_alone(tmp_path, where):
    odd = {0, 300, 1038}

    def shaped(motion):
        k = round(motion["pin"][0] * 1e4)
        return np.zeros(2) if k in odd else float(k)

    over = {"pin": np.arange(1100) / 1e4}
    folder = tmp_path if where == "folder" else None
    table = da.sweep(pendulum(), over, {"y": shaped}, times=[0.0, 0.01], folder=folder)
    assert set(table.failures) == odd and np.isfinite(np.delete(table["y"], list(odd))).all()
    assert table.failures[0].reason == "'y' gives an array of the shape (2,), and a number in other cases"


def test_motions_that_would_fill_memory_are_made_again_when_they_are_asked_for(monkeypatch):
    def swept(**options):
        over = {"pin": np.linspace(0.1, 1.0, 40)}
        return da.sweep(pendulum(), over, {"top": da.sweeps.Peak("pin.rate")}, until=1.0, **options)

    kept = swept()
    monkeypatch.setattr("dalembert.studies.sweep._KEPT", 0)
    parts = []
    table = swept(progress=parts.append)
    assert table.motions is None and np.array_equal(table["top"], kept["top"])
    assert np.array_equal(table.motion(7).states, kept.motions[7].states)
    assert str(parts[-1]).startswith("40 of 40 cases")


def test_progress_is_told_in_cases_whether_motions_are_kept_or_not():
    parts = []
    da.sweep(pendulum(), {"pin": np.linspace(0.1, 2.0, 200)}, "energy", until=100.0, progress=parts.append)
    assert parts and all(str(part).split(" cases")[0] == f"{part.done:,} of 200" for part in parts)
