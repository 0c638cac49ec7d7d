"""Live pages in a real browser: numbers are set, the model runs there, and what it does is that of `simulate`."""

import numpy as np
import pytest

import dalembert as da
from tests.browser import Browser, browser_path
from tests.pictures.live_models import PENDULUM_SLIDERS, four_bar, pendulum
from tests.pictures.motions import NASTY

pytestmark = [
    pytest.mark.skipif(
        browser_path() is None, reason="no chromium here: `apt-get install chromium` runs these tests"
    ),
    pytest.mark.slow,
    pytest.mark.xdist_group("browser"),
]

EQUAL = 1e-8
"""Largest difference from a run of `simulate` over the whole time."""

METHOD = da.methods.DOP853(1e-10, 1e-10)
READY = "page.state().live.ready"


@pytest.fixture(scope="module")
def browser():
    pytest.importorskip("websocket")
    found = Browser()
    yield found
    found.close()


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("live")
    model, start = pendulum(NASTY)
    da.live(
        model,
        start,
        until=2.0,
        method=METHOD,
        title=NASTY,
        sliders=PENDULUM_SLIDERS,
        file=folder / "pendulum.html",
    )
    model, start = four_bar()
    starts = {"A": (-3.0, 3.0), "A.rate": (-9.0, 9.0), "D": (0.0, 3.0)}
    da.live(model, start, until=2.0, method=METHOD, sliders=starts, file=folder / "four_bar.html")
    return folder


def signal(browser, name):
    """A signal of the motion that the page shows."""
    return np.array(browser.js(f"Array.from(page.motion.signals.get({name!r}).values)"))


def test_a_slider_that_is_moved_runs_the_model_again(browser, pages):
    browser.show(pages / "pendulum.html")
    browser.wait(READY)
    model, start = pendulum()
    times = np.linspace(0.0, 2.0, 301)
    before = da.simulate(model, start, times=times, method=METHOD)
    assert np.abs(signal(browser, "h") - before["h"]).max() < EQUAL

    # as a hand does it, by the middle of the slider and a little to the right
    x, y = browser.middle("#settings [data-name=l] input")
    browser.drag((x, y), (x + 20.0, y))
    browser.wait(f"page.live.values.l > 1.2 && {READY}")
    l = browser.js("page.live.values.l")
    after = da.simulate(model, model.state(q={"h": 0.3}, p={"l": l}), times=times, method=METHOD)
    assert np.abs(signal(browser, "h") - after["h"]).max() < EQUAL
    # the rod is drawn as long as it is
    assert browser.js("page.stage.scene.bodies[0].solids[0].end[0]") == pytest.approx(l)
    end = browser.js("page.stage.cast.point(page.stage.scene.joints[1].child).toArray()")
    assert np.hypot(*end[:2]) == pytest.approx(l, abs=1e-6)

    # one click takes it all back
    browser.click("#authors")
    browser.wait(f"page.live.values.l === 1 && {READY}")
    assert np.abs(signal(browser, "h") - before["h"]).max() < EQUAL
    assert browser.complaints() == []


def test_numbers_in_boxes_stand_in_the_address_and_come_from_there(browser, pages):
    browser.show(pages / "pendulum.html")
    browser.wait(READY)
    browser.js("(b => {b.focus(); b.value = '7,5'; b.blur(); b.dispatchEvent(new Event('change'))})"
               "(document.querySelector('[data-name=push] .number'))")  # fmt: skip
    browser.wait(f"location.hash === '#push=7.5' && {READY}")
    pushed = signal(browser, "h")
    # what is no number, or out of bounds, is told in place
    for text, said in (("fast", "push is a number"), ("99", "push is from −20 to 20")):
        browser.js(f"(b => {{b.value = '{text}'; b.dispatchEvent(new Event('change'))}})"
                   "(document.querySelector('[data-name=push] .number'))")  # fmt: skip
        browser.wait(READY)
        assert said in browser.js("page.state().live.said")
    browser("Page.navigate", url=(pages / "pendulum.html").as_uri() + "#push=7.5&rod=<b>x")
    browser("Page.reload")
    browser.wait(f"window.page?.ready && {READY}")
    assert np.abs(signal(browser, "h") - pushed).max() == 0.0


def test_starts_of_loops_are_consistent_and_impossible_ones_are_told(browser, pages):
    browser.show(pages / "four_bar.html")
    browser.wait(READY)
    model, start = four_bar()
    browser.js("page.live.set('A', 1.6); page.live.set('A.rate', 2)")
    browser.wait(READY)
    other = da.assemble(model, q={"A": 1.6}, u={"A": 2.0}, guess=start)
    motion = da.simulate(model, other, times=np.linspace(0.0, 2.0, 301), method=METHOD)
    assert np.abs(signal(browser, "A") - motion["A"]).max() < EQUAL
    # the slider of what follows shows what it became
    assert browser.js("page.state().live.actual.D") == pytest.approx(other.q["D"])
    # no four-bar has its rocker there
    kept = signal(browser, "A")
    browser.js("page.live.set('D', 0.05)")
    browser.wait(READY)
    said = browser.js("page.state().live.said")
    assert "No start near these numbers" in said or "the nearest one is taken" in said
    if "No start" in said:
        assert np.abs(signal(browser, "A") - kept).max() == 0.0
    assert browser.complaints() == []


def test_without_webassembly_the_recorded_motion_stays(browser, pages):
    browser("Page.addScriptToEvaluateOnNewDocument", source="delete window.WebAssembly")
    try:
        browser.show(pages / "pendulum.html")
        browser.wait("page.state().live.unable")
        assert "no WebAssembly" in browser.js("page.state().live.said")
        assert browser.js("page.motion.signals.get('h').values.length") == 301
    finally:
        browser("Page.removeScriptToEvaluateOnNewDocument", identifier="1")
