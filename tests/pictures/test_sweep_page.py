"""The page of a sweep: which cases are in its table, and that each opens as its motion."""

import json
import re

import numpy as np
import pytest

import dalembert as da
from dalembert.pictures.sweep_page import USUAL, usual_rows
from tests.browser import Browser, browser_path
from tests.studies.systems import ball_on_a_floor, pendulum


def data_of(page):
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page.html)[1])


@pytest.fixture(scope="module")
def table():
    over = {"l": [0.5, -1.0, 1.5], "pin": [0.3, 1.0]}
    return da.sweep(pendulum(), over, {"end": "energy", "wave": lambda motion: np.zeros(2)}, until=2.0)


def test_all_of_a_few_cases_are_in_the_table_and_failures_say_why(table, tmp_path):
    data = data_of(da.view(table, title="Rods", file=tmp_path / "rods.html"))
    cases = data["cases"]
    assert (cases["columns"], cases["words"]) == (["l", "pin", "end"], "6")
    assert [row["motion"] for row in cases["rows"]] == [0, 1, None, None, 2, 3]
    assert cases["rows"][4]["values"] == [1.5, 0.3, table["end"][4]]
    assert "'rod' is impossible" in cases["rows"][2]["why"] and cases["rows"][2]["values"][2] is None
    # only the end was asked, but there is something to see on the way
    assert [motion["times"]["count"] for motion in data["motions"]] == [1001] * 4
    assert [motion["label"] for motion in data["motions"]] == ["case 0", "case 1", "case 4", "case 5"]


def test_of_many_cases_those_at_extremes_and_quantiles_are_shown():
    table = da.sweep(pendulum(), {"pin": np.linspace(0.1, 2.0, 500)}, "energy", until=0.1)
    rows, order = usual_rows(table), np.argsort(table["energy"], kind="stable")
    assert len(rows) == USUAL and rows == sorted(set(rows))
    assert {int(order[k]) for k in (0, 25, 250, 474, 499)} <= set(rows)


def test_phases_of_contacts_are_those_of_each_case(tmp_path):
    table = da.sweep(ball_on_a_floor(), {"pose.z": [0.1, 5.0]}, {"e": "energy"}, until=0.5)
    rows = data_of(da.view(table, rows=[0, 1], file=tmp_path / "balls.html"))["cases"]["rows"]
    assert rows[0]["intervals"] and not rows[1]["intervals"]


def test_what_cannot_be_shown_is_refused(table, tmp_path):
    still = da.sweep(pendulum(), {"pin": [0.1]}, "energy")
    folder = tmp_path / "folder"
    da.sweep(pendulum(), {"pin": [0.1]}, {"end": "energy"}, until=0.1, folder=folder)
    for make, text in [
        (lambda: da.view(still), "nothing moves in this study"),
        (lambda: da.view(table, rows=[6]), "from 0 to 5, not 6"),
        (lambda: da.view(table, rows=3), "rows are a list of numbers of cases"),
        (lambda: da.view(table, rows=[]), "one case at least and 400 at most, not 0"),
        (lambda: da.view(table, rows=[2, 3]), "all of these cases failed"),
        (lambda: da.view(table.motion(0), rows=[0]), "rows are those of a sweep"),
        (lambda: da.view(da.open_sweep(folder)), "where the model is known"),
    ]:
        with pytest.raises(da.errors.ModelError, match=text):
            make()


@pytest.mark.slow
@pytest.mark.xdist_group("browser")
@pytest.mark.skipif(browser_path() is None, reason="no chromium here: `apt-get install chromium` runs these tests")
def test_a_case_opens_as_its_motion_in_a_browser(table, tmp_path):
    pytest.importorskip("websocket")
    page = da.view(table, file=tmp_path / "rods.html")
    browser = Browser()
    try:
        browser.show(page.path)
        assert browser.state()["motions"] == 1 and browser.js("page.data.cases.chosen") == 0
        browser.js("page.seek(0.5)")
        browser.click("#cases tbody tr:nth-child(6) button")
        browser.wait("window.page?.ready && page.data.cases.chosen === 5")
        # another rod at the time that was looked at, with curves of its own
        assert browser.js("location.hash") == "#case=5" and browser.state()["t"] == 0.5
        angle = browser.js("page.motion.signals.get('pin').values[250]")
        assert angle == pytest.approx(table.motion(5)["pin"][250], abs=1e-4)
        browser.click("#cases thead th:nth-child(4) button")
        order = browser.js("[...document.querySelectorAll('#cases tbody th')].map((x) => Number(x.textContent))")
        by_end = sorted((0, 1, 4, 5), key=table["end"].__getitem__)
        assert order[:4] == by_end and sorted(order[4:]) == [2, 3]
        assert not browser.complaints()
    finally:
        browser.close()
