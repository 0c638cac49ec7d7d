"""Profiles: what is counted is what runs count, and parts have the operations that they bring."""

import numpy as np
import pytest

import dalembert as da
from dalembert.studies.profile import BEFORE, RUN, Profile
from tests.studies.systems import GRAVITY


@pytest.fixture(scope="module")
def arm():
    upper, lower = da.rod("upper", length=1.0, mass=1.0), da.rod("lower", length=0.8, mass=0.5)
    x = da.coordinate("shoulder")
    series = sum((da.sin(k * x) / k for k in range(1, 30)), start=0.0)
    return da.Model(
        da.Revolute("shoulder", da.ground, upper, axis="z"),
        da.Revolute("elbow", upper["end"], lower, axis="z"),
        da.JointForce("drag", "elbow", -0.1 * da.speed("elbow")),
        da.JointForce("series", "shoulder", -series),
        gravity=(0, -GRAVITY, 0),
    )


def test_a_profile_tells_what_a_run_is_made_of(arm, tmp_path):
    low = da.Event("low", da.coordinate("elbow"))
    found = da.profile(arm, {"elbow": 1.0}, until=5.0, events=[low])
    motion = da.simulate(arm, {"elbow": 1.0}, until=5.0, events=[low])
    expected = {**motion.statistics, "events": len(motion.events), "outputs": 1001}
    assert dict(found.counts) == expected and found.counts["events"] > 3
    assert all(x >= 0.0 for x in found.seconds.values()) and found.run > 0.0
    # a force is there once more or once less; the law of many sines is most of it
    kernel = da.as_dynamics(arm).function({"a": da.as_dynamics(arm).solved.accelerations})
    assert found.operations == kernel.operations
    assert next(iter(found.parts)) == "series" and found.parts["series"] > 29 > found.parts["drag"] > 0
    assert set(found.parts) == {"series", "drag"}
    assert str(found).endswith(found.advice) and "1,001 outputs" in str(found)
    figure = da.plot(found, file=tmp_path / "profile.png")
    assert [axis.get_title(loc="left") for axis in figure.axes][:2] == ["before, once, ms", "each run, ms"]


def test_what_was_made_before_is_made_anew(arm):
    da.simulate(arm, {"elbow": 1.0}, until=1.0)
    da.profile(arm, {"elbow": 1.0}, until=1.0)
    again = da.profile(arm, {"elbow": 1.0}, until=1.0)
    # code of some hundred operations; from memory it is there in less than a millisecond
    assert again.seconds["compiling"] > 5e-3 and again.seconds["tracing"] > 1e-4
    assert again.seconds_per_evaluation < 1e-4


def test_advice_is_about_what_takes_longest():
    none = dict.fromkeys((*BEFORE, *RUN), 0.0)

    def told(counts=(100, 0), **seconds):
        steps = dict(zip(("accepted", "rejected"), counts, strict=True))
        return Profile(none | seconds, 100, {"series": 60}, steps, 1e-6, ()).advice

    assert "What comes before the run takes longer" in told(compiling=6.0, steps=1.0)
    assert "Events take most of the run" in told(events=2.0, evaluations=1.0, compiling=6.0)
    assert "Outputs take most of the run" in told(outputs=2.0, steps=1.0)
    assert "Most operations go with 'series'" in told(evaluations=1.0)
    assert "Many steps are rejected" in told((100, 30), events=2.0)
    # a law with a kink costs steps: those of the run itself
    rough = da.Model(
        da.Prismatic("slide", da.ground, da.particle("mass", mass=1.0), axis="x"),
        da.JointForce(
            "spring", "slide", -1e4 * da.where(da.coordinate("slide") > 0.0, da.coordinate("slide"), 0.0)
        ),
        da.JointForce("back", "slide", -1.0),
    )
    counts = da.profile(rough, {"slide": 0.1}, times=np.linspace(0.0, 5.0, 11)).counts
    assert counts["rejected"] > 0 and counts["outputs"] == 11
