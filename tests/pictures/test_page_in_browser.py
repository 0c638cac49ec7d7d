"""The page in a real browser: what a person does, and what is drawn."""

import json
import os
import time
from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from dalembert.pictures.body_poses import motion_scene
from dalembert.pictures.packing import packed_channels
from dalembert.pictures.page import inline, page_text
from dalembert.pictures.page_curves import some_samples
from dalembert.pictures.page_data import page_data
from dalembert.pictures.page_scene import poses
from tests.browser import Browser, browser_path
from tests.pictures.motions import NASTY, chain, roll, swing

pytestmark = [
    pytest.mark.skipif(
        browser_path() is None, reason="no chromium here: `apt-get install chromium` runs these tests"
    ),
    pytest.mark.slow,
    # one browser for all of them
    pytest.mark.xdist_group("browser"),
]

PHONE = {"size": (390, 844), "mobile": True}
SEEN = 16
"""Difference of colours, of 255, that is seen."""


@pytest.fixture(scope="module")
def browser():
    pytest.importorskip("websocket")
    found = Browser()
    yield found
    found.close()


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    da.view(swing(), title=NASTY, intervals={"first": [(0.0, 0.5)]}, file=folder / "swing.html")
    da.view({"far": swing(), "near": swing(0.6)}, file=folder / "both.html")
    data = page_data({"chain": chain()}, "Chain", {}, ())
    (folder / "chain.html").write_text(page_text(data), encoding="utf-8")
    da.view(roll(), file=folder / "roll.html")
    (folder / "many.html").write_text(page_text(many(data, chain())), encoding="utf-8")
    return folder


def many(data, motion, copies=10):
    """The data of a page with its motion many times beside itself."""
    data = json.loads(json.dumps(data))
    one = data["motions"][0]
    scene, rows = one["scene"], poses(motion_scene(motion))
    n, channels, bodies, joints = len(scene["bodies"]), [], [], []
    for k in range(copies):
        moved = rows.copy()
        moved[5::7] += 1.5 * k
        channels.append(moved)
        bodies += scene["bodies"]
        for joint in json.loads(json.dumps(scene["joints"])):
            for end in (joint["parent"], joint["child"]):
                end["p"][1] += 1.5 * k if end["body"] < 0 else 0.0
                end["body"] += n * k if end["body"] >= 0 else 0
            joints.append(joint)
    scene |= {"bodies": bodies, "joints": joints}
    one["poses"] = packed_channels(np.concatenate(channels))
    return data


def changed(before, after):
    """Part of the pixels that look different."""
    return float((np.abs(before - after).max(axis=2) > SEEN).mean())


# ---- what a person does


def test_page_opens_without_complaint_and_shows_the_mechanism(browser, pages):
    browser.show(pages / "swing.html")
    state = browser.state()
    assert (state["bodies"], state["view"], state["parallel"], state["theme"]) == (1, "flat", True, "light")
    # some of the stage is drawn, and the frame around it is paper
    picture = browser.picture("#stage canvas")
    coloured = np.ptp(picture, axis=2) > 40
    assert 0.005 < coloured.mean() < 0.5
    assert not np.concatenate([coloured[:4].ravel(), coloured[-4:].ravel(), coloured[:, :4].ravel()]).any()
    assert browser.complaints() == []


def test_names_are_shown_as_they_are_and_never_run(browser, pages):
    browser.show(pages / "swing.html")
    assert browser.js("document.getElementById('title').textContent") == NASTY
    assert browser.js("document.title") == NASTY
    assert browser.js("document.querySelectorAll('#title *').length") == 0


def test_playing_moves_and_pausing_stops(browser, pages):
    browser.show(pages / "swing.html")
    assert not browser.state()["playing"]
    browser.click("#play")
    browser.wait("page.state().t > 0.1 && page.state().frames > 5")
    browser.key(" ")
    assert not browser.state()["playing"]
    t, later = browser.state()["t"], "new Promise(f => setTimeout(() => f(page.state().frames), 400))"
    # pictures under way come to their end, the last of them in full; nothing is drawn while nothing changes
    frames = browser.js(later)
    assert browser.js(later) == frames
    assert browser.state()["t"] == t
    assert browser.complaints() == []


def test_scrubbing_shows_another_time(browser, pages):
    browser.show(pages / "swing.html")
    browser.js("page.seek(0)")
    before = browser.picture("#stage canvas")
    x, y = browser.middle("#scrub")
    browser.mouse("mousePressed", x, y, buttons=1)
    browser.mouse("mouseReleased", x, y)
    assert browser.state()["t"] == pytest.approx(1.0, abs=0.01)
    browser.js("page.seek(page.state().t)")
    assert 0.005 < changed(before, browser.picture("#stage canvas")) < 0.5
    assert "1.0" in browser.js("document.getElementById('time').textContent")


def test_keys_step_row_by_row_and_change_what_is_shown(browser, pages):
    browser.show(pages / "swing.html")
    browser.js("page.seek(0.5)")
    browser.js("dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', shiftKey: true}))")
    assert browser.state()["t"] == pytest.approx(0.51, abs=1e-6)
    browser.key("1")
    assert (browser.state()["view"], browser.state()["parallel"]) == ("3-D", False)
    browser.key("d")
    assert browser.state()["theme"] == "dark"
    browser.key("?")
    assert browser.js("document.getElementById('keys').open")


def test_time_line_shows_events_and_intervals(browser, pages):
    browser.show(pages / "swing.html")
    assert browser.js("document.querySelectorAll('#marks .event').length") == len(swing().events) > 0
    browser.js("document.querySelector('#marks .event').click()")
    assert browser.state()["t"] == pytest.approx(swing().events[0].t, abs=1e-9)
    assert browser.js("document.querySelector('#marks .band').title") == "first"


def test_signals_are_found_and_plotted_in_step(browser, pages):
    browser.show(pages / "swing.html")
    assert browser.state()["signals"][0] == "pivot"
    browser.click("#pick")
    browser("Input.insertText", text="pivot.force.x")
    browser.key("Enter")
    assert "pivot.force.x" in browser.state()["signals"]
    browser.js("page.seek(0.7)")
    values = browser.js(
        "[...document.querySelectorAll('.chip')].map(x => [x.title, x.querySelector('em').textContent])"
    )
    found = {name: float(text.replace("−", "-")) for name, text in values}
    expected = np.interp(0.7, swing().times, swing()["pivot.force.x"])
    assert found["pivot.force.x"] == pytest.approx(expected, rel=2e-3)
    # the lines in all plots stand at the same part of the span
    places = browser.js(
        "[...document.querySelectorAll('.u-over')].map(x => new DOMMatrix(getComputedStyle("
        "x.querySelector('.now')).transform).e / x.clientWidth)"
    )
    assert np.allclose(places, 0.35, atol=0.01)
    browser.js("document.querySelector('[aria-label=\"remove pivot.force.x\"]').click()")
    assert "pivot.force.x" not in browser.state()["signals"]
    assert browser.complaints() == []


def test_a_click_in_a_plot_is_a_time_and_a_drag_a_range(browser, pages):
    browser.show(pages / "swing.html")
    x, y, width = browser.js(
        "(b => [b.x, b.y + b.height / 2, b.width])(document.querySelector('.u-over').getBoundingClientRect())"
    )
    browser.mouse("mouseMoved", x + 0.25 * width, y)
    browser.mouse("mousePressed", x + 0.25 * width, y, buttons=1)
    browser.mouse("mouseReleased", x + 0.25 * width, y)
    assert browser.state()["t"] == pytest.approx(0.5, abs=0.02)
    browser.drag((x + 0.5 * width, y), (x + 0.75 * width, y))
    assert browser.state()["range"] == pytest.approx([1.0, 1.5], abs=0.03)
    assert 1.0 <= browser.state()["t"] + 0.03 <= 1.55


def test_dragging_turns_the_picture_and_the_pointer_finds_names(browser, pages):
    browser.show(pages / "swing.html")
    browser.click("[data-view='3-D']")
    browser.js("page.seek(0.5)")
    before, angle = browser.picture("#stage canvas"), browser.state()["azimuth"]
    x, y = browser.middle("#stage")
    browser.drag((x + 150, y + 120), (x + 230, y + 90))
    assert abs(browser.state()["azimuth"] - angle) > 0.2
    browser.js("page.seek(0.5)")
    assert changed(before, browser.picture("#stage canvas")) > 0.01
    # at the middle of the rod
    where = "page.stage.cast.point({body: 0, p: page.motion.scene.bodies[0].com}).toArray()"
    box = browser.js("(b => [b.x, b.y])(page.stage.canvas.getBoundingClientRect())")
    px, py = browser.js(f"page.stage.screen({where})")
    browser.mouse("mouseMoved", box[0] + px, box[1] + py)
    assert browser.wait("page.state().hovered") == "rod"
    assert browser.js("document.getElementById('tip').textContent").startswith("rod 1 kg · ")


def test_arrows_ghosts_frames_and_joints_are_seen_when_asked_for(browser, pages):
    browser.show(pages / "swing.html")
    browser.js("page.seek(0.6)")
    before, arrows = browser.picture("#stage canvas"), browser.state()["arrows"]
    assert arrows == 0
    counts = {"forces": 3, "velocity": 1, "frames": 3, "ghosts": 0, "joints": 0}
    for name, count in counts.items():
        browser.click(f"[data-toggle='{name}']")
        browser.js("page.seek(0.6)")
        assert browser.state()["arrows"] == count, name
        assert changed(before, browser.picture("#stage canvas")) > 2e-4, name
        browser.click(f"[data-toggle='{name}']")
    browser.js("page.seek(0.6)")
    assert changed(before, browser.picture("#stage canvas")) < 1e-4


def test_arrows_have_their_sizes_as_numbers_that_can_be_switched_off(browser, pages):
    motion, t = swing(), 0.6
    browser.show(pages / "swing.html")
    browser.click("[data-toggle='forces']")
    browser.js(f"page.seek({t})")
    told = browser.state()["numbers"]
    # of the pivot, the weight and the spring, to three digits
    k = int(np.argmin(np.abs(motion.times - t)))
    hinge = motion["pivot.force"][k]
    assert f"{hinge:.3g} N" in told and "9.81 N" in told
    assert len(set(told)) == len(told) == browser.state()["arrows"]
    shown = browser.js("page.stage.numbers.canvas.toDataURL()")
    browser.key("n")
    browser.js(f"page.seek({t})")
    assert browser.state()["numbers"] == [] and browser.state()["arrows"] == len(told)
    assert browser.js("page.stage.numbers.canvas.toDataURL()") != shown
    # asked for without arrows, they bring those of forces along
    browser.click("[data-toggle='forces']")
    browser.key("n")
    browser.js(f"page.seek({t})")
    assert browser.state()["numbers"] == told
    browser.key("v")
    browser.js(f"page.seek({t})")
    speeds = 0.5 * abs(motion["pivot.rate"])
    told = [text for text in browser.state()["numbers"] if text.endswith(" m/s")]
    assert [float(text.split()[0]) for text in told] == pytest.approx([speeds[k]], abs=0.006 * speeds.max())


def test_numbers_of_arrows_keep_apart(browser, pages):
    browser.show(pages / "chain.html")
    browser.key("r")
    browser.js("page.seek(0.5)")
    boxes = browser.js("page.stage.numbers.placed")
    assert len(boxes) > 8
    for k, one in enumerate(boxes):
        for other in boxes[:k]:
            wide = 0.5 * (one["wide"] + other["wide"])
            assert abs(one["x"] - other["x"]) > wide or abs(one["y"] - other["y"]) >= 15


def test_saved_pictures_have_the_numbers_of_arrows(browser, pages):
    browser.show(pages / "swing.html")
    browser.key("r")
    browser.js("page.seek(0.6)")
    # pixels of what is saved, beside what was saved before
    saved = """new Promise((done) => {
        page.download = (blob) => createImageBitmap(blob).then((image) => {
            const c = new OffscreenCanvas(image.width, image.height).getContext("2d");
            c.drawImage(image, 0, 0);
            const { data } = c.getImageData(0, 0, image.width, image.height);
            const before = window.before ?? data;
            window.before = data;
            done(data.filter((x, k) => k % 4 === 0 && Math.abs(x - before[k]) > 16).length);
        });
        page.savePicture();
    })"""
    ratio = browser.js("page.stage.renderer.getPixelRatio()")
    letters = 12 * 8 * sum(map(len, browser.state()["numbers"])) * ratio**2
    assert letters and browser.js(saved) == 0
    browser.key("n")
    assert 0.1 * letters < browser.js(saved) < 1.5 * letters
    assert browser.complaints() == []


def test_what_gets_far_is_followed_until_its_whole_way_is_asked_for(browser, pages):
    browser.show(pages / "roll.html")
    assert browser.state()["followed"] == 0
    shares = []
    for t in (0.0, 4.0):
        browser.js(f"page.seek({t})")
        shares.append((np.ptp(browser.picture("#stage canvas"), axis=2) > 40).mean())
    assert 0.02 < min(shares) < max(shares) < 0.5
    browser.key("3")
    assert (browser.state()["view"], browser.state()["followed"]) == ("side", 0)
    browser.key("1")
    browser.click("#follow")
    assert browser.state()["followed"] is None
    browser.js("page.seek(4)")
    whole = (np.ptp(browser.picture("#stage canvas"), axis=2) > 40).mean()
    assert 1e-4 < whole < 0.5 * min(shares)
    assert browser.complaints() == []


def test_a_second_motion_is_a_ghost_and_can_come_to_the_front(browser, pages):
    browser.show(pages / "both.html")
    browser.js("page.seek(0.4)")
    with_ghost = browser.picture("#stage canvas")
    assert (browser.state()["motions"], browser.state()["toggles"]["ghosts"]) == (2, True)
    browser.key("g")
    browser.js("page.seek(0.4)")
    assert changed(with_ghost, browser.picture("#stage canvas")) > 0.003
    browser.key("g")
    browser.js("(s => {s.value = 1; s.dispatchEvent(new Event('change'))})(document.getElementById('main'))")
    browser.js("page.seek(0.4)")
    assert browser.state()["main"] == 1
    assert changed(with_ghost, browser.picture("#stage canvas")) > 0.003
    assert browser.complaints() == []


def test_pictures_and_videos_are_saved(browser, pages):
    browser.show(pages / "swing.html")
    browser("Browser.setDownloadBehavior", behavior="deny")
    browser.click("#picture")
    saved = browser.wait("page.state().saved")
    assert saved["type"] == "image/png"
    assert saved["size"] > 5_000
    # a loaded machine draws few frames: slow enough that some are recorded
    browser.js("page.speed(1); page.record()")
    browser.wait("page.state().saved.type.startsWith('video')")
    assert browser.state()["saved"]["size"] > 500


def test_equations_and_trust_are_shown(browser, pages):
    browser.show(pages / "swing.html")
    browser.click("#show-equations")
    assert browser.js("document.querySelector('#equations math').getBoundingClientRect().height") > 10
    assert "equations hold to" in browser.js("document.getElementById('trust').textContent")


@pytest.mark.parametrize("principle", [da.Lagrange(), da.Hamilton()])
def test_equations_break_at_the_width_of_their_card(browser, tmp_path, principle):
    cart, upper = da.particle("cart", mass=1.0), da.rod("upper", length=1.0, mass=0.5)
    lower = da.rod("lower", length=0.7, mass=0.4)
    slide, pin = da.Prismatic("x", da.ground, cart, axis="x"), da.Revolute("lean", cart, upper)
    model = da.Model(slide, pin, da.Revolute("knee", upper["end"], lower), gravity=(0, -9.81, 0))
    motion = da.simulate(da.derive(model, principle), {"lean": 0.3}, until=0.1)
    da.view(motion, file=tmp_path / "long.html")
    browser.show(tmp_path / "long.html")
    browser.click("#show-equations")
    lines = "document.querySelector('#equations .lines')"
    browser.js("document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
    counts = []
    for width in (330, 600):
        browser.js(f"document.getElementById('equations').style.width = '{width}px'")
        browser.wait(f"{lines}.clientWidth < {width} && {lines}.clientWidth > {width - 60}")
        browser.js("new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame))")
        assert browser.js(f"{lines}.scrollWidth <= {lines}.clientWidth")
        counts.append(browser.js(f"{lines}.querySelectorAll('math').length"))
    assert counts[0] > counts[1] > 4
    # all of it, in its order; only wide fractions are written another way
    text = "const text = (x) => typeof x === 'string' ? x : x.slice(2).map(text).join('')"
    told = browser.js(f"(() => {{ {text}; return page.data.equations.lines.map(text) }})()")
    shown = browser.js(f"[...{lines}.children].map((line) => line.textContent)")
    if isinstance(principle, da.Lagrange):
        assert shown == told
    else:
        assert [sorted(x for x in line if x not in "()/") for line in shown] == [
            sorted(x for x in line if x not in "()/") for line in told
        ]
    assert browser.complaints() == []


def test_one_instant_is_a_page_that_stands_still(browser, pages):
    da.view(some_samples(swing(), slice(0, 1)), file=pages / "still.html")
    browser.show(pages / "still.html")
    browser.click("#play")
    state = browser.state()
    assert (state["playing"], state["t"], state["bodies"]) == (False, 0.0, 1)
    assert (np.ptp(browser.picture("#stage canvas"), axis=2) > 40).mean() > 0.005
    assert browser.complaints() == []


def test_holes_in_a_motion_are_holes_on_the_page(browser, pages):
    states = swing().states.copy()
    states[40:80] = np.nan
    da.view(replace(swing(), states=states), file=pages / "holes.html")
    browser.show(pages / "holes.html")
    assert browser.state()["view"] == "flat"
    shares = []
    for t in (0.2, 0.6, 1.5):
        browser.js(f"page.stage.toggles.trail = false; page.seek({t})")
        shares.append((np.ptp(browser.picture("#stage canvas"), axis=2) > 60).mean())
    assert shares[1] < 0.2 * min(shares[0], shares[2])
    assert "unknown size" in browser.js("document.getElementById('trust').textContent")
    assert browser.complaints() == []


def test_page_works_inside_another(browser, pages):
    inside = (pages / "swing.html").read_text(encoding="utf-8")
    (pages / "notebook.html").write_text(f"<!doctype html><body>{inline(inside)}</body>", encoding="utf-8")
    browser.events.clear()
    browser("Page.navigate", url=(pages / "notebook.html").as_uri())
    browser.wait("!!(document.querySelector('iframe')?.contentWindow.page?.ready)")
    assert browser.js("document.querySelector('iframe').contentWindow.page.state().bodies") == 1
    assert browser.complaints() == []


# ---- sizes and themes


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("sizes", [{"size": (1280, 800)}, PHONE])
def test_page_suits_desktop_and_phone_in_light_and_dark(browser, pages, dark, sizes):
    browser.show(pages / "swing.html", dark=dark, **sizes)
    width, height = sizes["size"]
    assert browser.state()["theme"] == ("dark" if dark else "light")
    picture = browser.picture()
    assert (np.median(picture) < 80) == dark
    # nothing is wider than the screen, and playing needs no scrolling
    assert browser.js("document.documentElement.scrollWidth") <= width
    assert browser.js("document.getElementById('play').getBoundingClientRect().bottom") <= height
    stage = browser.js("(b => b.width * b.height)(document.getElementById('stage').getBoundingClientRect())")
    assert stage > 0.4 * width * height
    assert browser.complaints() == []


def test_a_finger_turns_the_picture(browser, pages):
    browser.show(pages / "chain.html", **PHONE)
    x, y = browser.middle("#stage canvas")
    before = browser.state()["azimuth"]
    browser("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
    for k in range(1, 5):
        browser("Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": x + 20 * k, "y": y}])
    browser("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    assert abs(browser.state()["azimuth"] - before) > 0.2


# ---- how much


def test_twenty_bodies_are_a_small_file_that_is_ready_soon(browser, pages):
    assert (pages / "chain.html").stat().st_size <= 1_100_000
    ready = []
    for _ in range(3):
        browser.show(pages / "chain.html")
        ready.append(browser.state()["readyAfter"])
    assert min(ready) < 1000.0


def test_many_bodies_are_few_calls_and_little_work(browser, pages):
    browser.show(pages / "many.html")
    browser.js("page.seek(1)")
    state = browser.state()
    assert state["bodies"] == 200
    assert state["calls"] < 60
    assert state["triangles"] < 150_000
    browser.click("#play")
    browser.wait("page.state().frames > 12")
    costs = browser.js("page.costs.slice(2)")
    browser.click("#play")
    # other programs only ever add to the time
    assert np.percentile(costs, 25) < 4.0
    after = browser.state()
    assert (after["geometries"], after["textures"]) == (state["geometries"], state["textures"])


@pytest.mark.skipif(
    getattr(os, "getloadavg", lambda: (0.0,))()[0] > 0.5 * (os.cpu_count() or 1),
    reason="the processor is busy with other things",
)
def test_twenty_bodies_are_smooth_even_in_software(browser, pages):
    browser.show(pages / "chain.html", size=(1280, 800))
    browser.click("#play")
    browser.wait("page.state().frames > 30")
    start, frames = time.monotonic(), browser.state()["frames"]
    browser.js("new Promise(f => setTimeout(f, 2000))")
    rate = (browser.state()["frames"] - frames) / (time.monotonic() - start)
    assert rate > 18.0
