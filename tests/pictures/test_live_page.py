"""Live pages as files: what stands in them, how large they are, and what is refused."""

import json
import re

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import ModelError
from tests.pictures.live_models import PENDULUM_SLIDERS, four_bar, pendulum
from tests.pictures.motions import NASTY


def data_of(page):
    """What the page is told."""
    return json.loads(re.search(r'id="data">(.*?)</script>', page.html, re.DOTALL)[1])


def sliders(page):
    return {slider["name"]: slider for slider in data_of(page)["live"]["sliders"]}


def test_usual_sliders_are_open_parameters_inputs_and_free_starts(tmp_path):
    model, start = pendulum()
    found = sliders(da.live(model, start, until=1.0, file=tmp_path / "a.html"))
    assert {name: slider["kind"] for name, slider in found.items()} == {
        "l": "parameter", "push": "input", "h": "start", "h.rate": "start",
    }  # fmt: skip
    # a length stays positive
    assert 0.0 < found["l"]["least"] < 1.0 < found["l"]["most"]
    # of a loop with one motion, one coordinate and its speed
    model, start = four_bar()
    assert set(sliders(da.live(model, start, until=1.0, file=tmp_path / "b.html"))) == {"A", "A.rate"}


def test_bounds_steps_and_units_are_those_that_were_given(tmp_path):
    model, start = pendulum()
    page = da.live(model, start, until=1.0, sliders=PENDULUM_SLIDERS, units={"l": "m"}, file=tmp_path / "a.html")
    length = sliders(page)["l"]
    assert [length[key] for key in ("least", "most", "step", "unit")] == [0.5, 2.0, 0.01, "m"]
    assert sliders(page)["h"]["unit"] == "rad"


def test_shapes_and_places_follow_the_parameters_that_they_depend_on(tmp_path):
    model, start = pendulum()
    paths = [
        x["path"] for x in data_of(da.live(model, start, until=1.0, file=tmp_path / "a.html"))["live"]["drawn"]
    ]
    assert ["bodies", 0, "solids", 0, "end"] in paths
    assert ["joints", 1, "parent"] in paths
    assert not [path for path in paths if path[:2] == ["joints", 0]]


def test_only_live_pages_may_run_code_of_their_own(tmp_path):
    model, start = pendulum(NASTY)
    page = da.live(model, start, until=1.0, title=NASTY, file=tmp_path / "a.html")
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page.html)[1]
    assert "'wasm-unsafe-eval'" in policy and "worker-src blob:" in policy and "'unsafe-eval'" not in policy
    assert "<script>alert" not in page.html
    recorded = da.view(da.simulate(model, start, until=0.1), file=tmp_path / "b.html")
    assert "wasm" not in re.search(r'Content-Security-Policy" content="([^"]*)"', recorded.html)[1]


def test_a_page_of_a_four_bar_is_small(tmp_path):
    model, start = four_bar()
    assert len(da.live(model, start, file=tmp_path / "a.html").html) < 700_000


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"sliders": ["length"]}, "there is no parameter, input or start value 'length'"),
        ({"sliders": {"l": (2.0, 1.0)}}, "the slider 'l' has a least and a largest value"),
        ({"sliders": {"l": (1.5, 2.0)}}, "'l' begins with 1, outside of its slider"),
        ({"sliders": {"l": (0.5, 2.0, -0.1)}}, "the step of the slider 'l' is positive"),
        ({"units": {"m": "kg"}}, "there is no slider 'm'"),
        ({"samples": 1}, "from 2 to"),
        ({"until": 0.0}, "the end of a live page is a time after its start at 0 s, not 0"),
    ],
)
def test_wrong_settings_are_told(wrong, words, tmp_path):
    model, start = pendulum()
    with pytest.raises(ModelError, match=words):
        da.live(model, start, **{"until": 1.0, "file": tmp_path / "a.html"} | wrong)


def test_bounds_that_a_law_of_contact_cannot_have_are_refused(tmp_path):
    ball = da.sphere("ball", radius=0.1, mass=1.0)
    floor = da.Contact(
        "floor", ball, da.geometry.plane(da.ground, normal="z"), friction=da.param("mu", 0.3), restitution=0.5
    )
    model = da.Model(da.Free("pose", da.ground, ball), floor, gravity=(0, 0, -9.81))
    start = model.state(q={"pose.z": 0.3})
    with pytest.raises(ModelError, match="the slider 'mu' from -1 to 1 goes too far: the contact 'floor'"):
        da.live(model, start, until=0.2, sliders={"mu": (-1.0, 1.0)}, file=tmp_path / "a.html")
    assert sliders(da.live(model, start, until=0.2, sliders=["mu"], file=tmp_path / "b.html"))["mu"]["least"] > 0.0


def test_what_cannot_run_without_python_is_refused_when_the_page_is_made(tmp_path):
    rod = da.rod("rod", length=1.0, mass=1.0)
    law = da.expr.callback("table_of_a_file", lambda x: 0.1 * x, np.array([da.coordinate("h")], dtype=object))
    model = da.Model(da.Revolute("h", da.ground, rod, axis="z"), da.Motor("m", "h", law[0]))
    with pytest.raises(ModelError, match="'table_of_a_file' is a function of Python"):
        da.live(model, until=1.0, file=tmp_path / "a.html")


def test_equilibria_are_offered_where_code_is_short_and_refused_with_the_reason(tmp_path):
    model, start = pendulum()
    assert data_of(da.live(model, start, until=1.0, file=tmp_path / "a.html"))["live"]["rest"]["names"] == ["h"]
    page = da.live(model, start, until=1.0, equilibria=False, file=tmp_path / "a.html")
    assert data_of(page)["live"]["rest"] is None
    # nothing stays where time acts
    driven = da.Model(*model.parts, da.JointForce("law", "h", da.sin(da.time)), gravity=model.gravity)
    assert data_of(da.live(driven, start, until=1.0, file=tmp_path / "a.html"))["live"]["rest"] is None
    with pytest.raises(ModelError, match="time acts"):
        da.live(driven, start, until=1.0, equilibria=True, file=tmp_path / "a.html")
    rubbed = da.Model(*model.parts, da.DryFriction("rub", static=1.0, slip=da.speed("h")), gravity=model.gravity)
    with pytest.raises(ModelError, match="dry friction"):
        da.live(rubbed, start, until=1.0, equilibria=True, file=tmp_path / "a.html")
