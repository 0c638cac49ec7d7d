"""What-if studies, against closed forms of a hinged rod."""

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import DalembertError

G, ANGLE = 9.81, 0.4


def pendulum(gravity=G):
    """A rod that hangs from a hinge at zero."""
    rod = da.rod("rod", length=da.param("length", 2.0), mass=da.param("mass", 3.0))
    joint = da.Revolute("hinge", da.ground, rod, axis="z")
    return da.Model(joint, da.Motor("motor", "hinge"), gravity=(gravity, 0.0, 0.0))


def acceleration(angle, length=2.0, gravity=G):
    return -1.5 * gravity / length * np.sin(angle)


def study(what, **options):
    changes = {
        "heavier": {"mass": 5.0},
        "shorter": {"length": 1.0},
        "higher": {"hinge": 0.8},
        "driven": {"motor": 2.0},
        "on the moon": pendulum(1.62),
    }
    return da.variants(pendulum(), changes, what, start={"hinge": ANGLE}, **options)


@pytest.mark.covers("F000-80")
def test_each_change_alone_changes_what_its_closed_form_says():
    found = study("hinge.acceleration")
    expected = {
        "baseline": acceleration(ANGLE),
        "heavier": acceleration(ANGLE),
        "shorter": acceleration(ANGLE, length=1.0),
        "higher": acceleration(0.8),
        "driven": acceleration(ANGLE) + 2.0 / (3.0 * 2.0**2 / 3.0),
        "on the moon": acceleration(ANGLE, gravity=1.62),
    }
    assert found.cases == tuple(expected)
    for case, value in expected.items():
        assert found[case]["hinge.acceleration"] == pytest.approx(value, rel=1e-12)
    differences = found.differences()
    assert differences["heavier"]["hinge.acceleration"] == pytest.approx(0.0, abs=1e-12)
    assert differences["higher"]["hinge.acceleration"] == pytest.approx(acceleration(0.8) - acceleration(ANGLE))


@pytest.mark.covers("F000-80")
def test_eigenvalues_are_asked_of_the_changed_system():
    def frequency(system, start):
        return np.abs(da.linearize(system, start).poles).max()

    found = da.variants(pendulum(), {"on the moon": pendulum(1.62)}, {"frequency": frequency})
    assert found["baseline"]["frequency"] == pytest.approx(np.sqrt(1.5 * G / 2.0), rel=1e-9)
    assert found["on the moon"]["frequency"] == pytest.approx(np.sqrt(1.5 * 1.62 / 2.0), rel=1e-9)


def test_runs_keep_start_times_and_method():
    times = np.linspace(0.0, 1.0, 11)
    found = study({"angle": "hinge", "lowest": lambda motion: motion["hinge"].min()}, times=times)
    alone = da.simulate(pendulum(1.62), {"hinge": ANGLE}, times=times)
    np.testing.assert_array_equal(found["on the moon"]["angle"], alone["hinge"])
    np.testing.assert_allclose(found["heavier"]["angle"], found["baseline"]["angle"], atol=1e-9)
    assert found.motions["shorter"]["hinge"][-1] == found["shorter"]["angle"][-1]
    at_end = study("hinge", until=1.0)
    assert at_end["shorter"]["hinge"] == pytest.approx(found["shorter"]["angle"][-1], abs=1e-8)


def test_the_table_shows_differences_from_what_is():
    text = str(study(["hinge.acceleration", "energy"])).splitlines()
    assert text[0].split() == ["hinge.acceleration", "energy"]
    assert text[1].startswith("baseline") and text[2].split()[0] == "heavier"
    assert float(text[4].split()[1]) == pytest.approx(acceleration(0.8) - acceleration(ANGLE), rel=1e-2)
    pytest.importorskip("pandas")
    frame = study("energy").to_dataframe()
    assert list(frame["case"])[:2] == ["baseline", "heavier"]


class TestBadInput:
    def test_an_unknown_name_is_told_with_the_change_and_what_is_near(self):
        with pytest.raises(
            DalembertError, match=r"'heavier': there is no parameter, variable or input 'mas'.*mass"
        ):
            da.variants(pendulum(), {"heavier": {"mas": 2.0}}, "energy")

    @pytest.mark.parametrize("change", [{}, {"mass": 3.0}])
    def test_a_change_that_changes_nothing_is_refused(self, change):
        with pytest.raises(DalembertError, match="'same' changes nothing"):
            da.variants(pendulum(), {"same": change}, "energy")

    def test_the_system_itself_is_no_change(self):
        model = pendulum()
        with pytest.raises(DalembertError, match="changes nothing"):
            da.variants(model, {"same": model}, "energy")

    def test_nothing_to_change_is_refused(self):
        with pytest.raises(DalembertError, match="given by name"):
            da.variants(pendulum(), {}, "energy")

    def test_a_run_that_fails_says_which_change_it_was(self):
        with pytest.raises(DalembertError, match="'impossible'"):
            da.variants(pendulum(), {"impossible": {"mass": -1.0}}, "energy", until=1.0)

    def test_a_case_that_does_not_exist_is_told(self):
        with pytest.raises(DalembertError, match="no case 'lighter'"):
            study("energy")["lighter"]
