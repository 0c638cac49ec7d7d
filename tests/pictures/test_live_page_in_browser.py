"""Live pages in a real browser: numbers are set, the model runs there, and what it does is that of `simulate`."""

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

import dalembert as da
from dalembert.pictures.page import inline
from tests.browser import Browser, browser_path
from tests.pictures.live_models import CART_SLIDERS, PENDULUM_SLIDERS, cart_pole, four_bar, pendulum
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
    model, start = cart_pole()
    da.live(model, start, until=2.0, sliders=CART_SLIDERS, file=folder / "cart.html")
    ball = da.sphere("ball", radius=0.1, mass=1.0)
    plane, e = da.geometry.plane(da.ground, normal="z"), da.param("e", 0.6)
    floor = da.Contact("floor", ball, plane, friction=0.3, restitution=e)
    model = da.Model(da.Free("pose", da.ground, ball), floor, gravity=(0, 0, -9.81))
    da.live(
        model,
        model.state(q={"pose.z": 0.5}, u={"pose.x": 1.0}),
        until=1.0,
        method=METHOD,
        sliders={"e": (0.0, 1.0), "pose.z": (0.0, 1.0), "pose.x.rate": (-2.0, 2.0)},
        file=folder / "ball.html",
    )
    # x'' = k x², which is infinite soon, and a spring so stiff that nobody waits for it
    block = da.box("block", size=(0.1, 0.1, 0.1), mass=1.0)
    x, k = da.coordinate("x"), da.param("k", 0.0)
    model = da.Model(
        da.Prismatic("x", da.ground, block, axis="x"), da.JointForce("law", "x", k * x**2 - da.param("c", 1.0) * x)
    )
    sliders = {"k": (0.0, 100.0), "c": (1.0, 1e10)}
    da.live(model, {"x": 1.0}, until=2.0, sliders=sliders, file=folder / "block.html")
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
    assert f"l = {l:.4g}" in browser.js("document.querySelector('#equations').textContent")
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


def test_settings_stand_beside_each_other_and_numbers_are_saved(browser, pages):
    browser.show(pages / "pendulum.html")
    browser.wait(READY)
    browser.js("page.live.set('l', 1.5)")
    browser.wait(READY)
    kept = signal(browser, "h")
    browser.js("document.querySelector('#keep').click(); page.live.set('push', 5)")
    browser.wait(READY)
    assert browser.js("page.state().motions") == 2
    cells = "Array.from(document.querySelectorAll('#kept tr'), r => Array.from(r.cells, c => c.textContent))"
    assert browser.js(cells) == [["", "push N m", ""], ["now", "5", ""], ["kept 1", "0", "×"]]
    # the ghost stays as it was, and its numbers can be taken back
    assert (
        np.abs(np.array(browser.js("Array.from(page.data.motions[1].signals.get('h').values)")) - kept).max() == 0
    )
    browser.js("document.querySelector('#kept th button').click()")
    browser.wait(READY)
    assert np.abs(signal(browser, "h") - kept).max() == 0

    # all digits, and no name is a formula
    browser.js("(make => {URL.createObjectURL = blob => {window.blob = blob; return make.call(URL, blob)}})"
               "(URL.createObjectURL); document.querySelector('#csv').click()")  # fmt: skip
    head, *rows = browser.js("window.blob.text()").split("\r\n")[:-1]
    assert head.startswith('"time [s]","h [rad]","h.rate [rad/s]"')
    numbers = np.array([[float(x) for x in row.split(",")] for row in rows])
    assert np.array_equal(numbers[:, 1], kept)

    # a coordinate and its rate, in a plane
    browser.key("y")
    assert browser.js("[page.phase.x.value, page.phase.y.value]") == ["h", "h.rate"]
    assert np.ptp(browser.picture("#phase canvas"), axis=2).max() > 40
    browser.js("document.querySelector('#kept .away').click()")
    assert browser.js("page.state().motions") == 1
    assert browser.complaints() == []


def test_two_tabs_keep_their_numbers_to_themselves(browser, pages):
    browser.show(pages / "pendulum.html")
    browser.wait(READY)
    other = browser.other_tab()
    other.show(pages / "pendulum.html")
    other.wait(READY)
    browser.js("page.live.set('l', 1.5)")
    other.js("page.live.set('l', 0.7)")
    for tab, l in ((browser, 1.5), (other, 0.7)):
        tab.wait(READY)
        model, start = pendulum()
        on = model.state(q=start.q, p={"l": l})
        motion = da.simulate(model, on, times=np.linspace(0.0, 2.0, 301), method=METHOD)
        assert np.abs(signal(tab, "h") - motion["h"]).max() < EQUAL
        tab.wait(f"location.hash === '#l={l}'")
        assert tab.complaints() == []
    other.js("page.live.mode('play')")
    browser.js("page.live.set('l', 1.2)")
    browser.wait(f"page.live.values.l === 1.2 && {READY}")
    assert other.js("page.live.values.l") == 0.7
    other.socket.close()


def test_names_that_every_object_of_a_page_has_are_only_names(browser, tmp_path):
    rod = da.rod("constructor", length=da.param("toString", 1.0), mass=da.param("__proto__", 2.0))
    hinge = da.Revolute("valueOf", da.ground, rod)
    gravity = (0.0, da.param("a=b&c#d", -9.81), 0.0)
    model = da.Model(hinge, da.Motor("hasOwnProperty", "valueOf"), gravity=gravity)
    page = da.live(model, {"valueOf": 0.3}, until=1.0, method=METHOD, file=tmp_path / "names.html")
    browser.show(page.path)
    browser.wait(READY)
    values = {"toString": 1.2, "__proto__": 1.5, "a=b&c#d": -5.0}
    for name, value in values.items():
        browser.js(f"page.live.set({name!r}, {value})")
    browser.js("page.live.set('valueOf', 0.5); page.live.set('hasOwnProperty', 1.0)")
    browser.wait(READY)
    start = model.state(q={"valueOf": 0.5}, p=values, tau={"hasOwnProperty": 1.0})
    motion = da.simulate(model, start, times=np.linspace(0.0, 1.0, 301), method=METHOD)
    assert np.abs(signal(browser, "valueOf") - motion["valueOf"]).max() < EQUAL
    # and so they stand in the address
    browser.wait("location.hash.includes('a%3Db%26c%23d=-5')")
    browser("Page.reload")
    browser.js("delete window.page")
    browser.wait(f"window.page?.ready && {READY}")
    assert np.abs(signal(browser, "valueOf") - motion["valueOf"]).max() < EQUAL
    assert browser.complaints() == []


def test_singular_positions_are_passed_if_the_author_passes_some(browser, tmp_path):
    # a parallelogram goes through its line again and again
    cranks = [da.rod(f"crank {k}", length=0.5, mass=1.0) for k in range(2)]
    bar = da.rod("bar", length=1.0, mass=2.0)
    model = da.Model(
        da.Revolute("A", da.ground, cranks[0]),
        da.Revolute("D", da.ground.at(x=1.0), cranks[1]),
        da.Revolute("B", cranks[0]["end"], bar),
        da.Revolute("C", bar["end"], cranks[1]["end"]),
        gravity=(0.0, -9.81, 0.0),
    )
    start = da.assemble(model, q={"A": 1.0}, guess={"D": 1.0, "B": -1.0})
    how = {"until": 2.0, "sliders": {"A": (0.2, 2.0)}}
    page = da.live(model, start, **how, file=tmp_path / "passes.html")
    browser.show(page.path)
    browser.wait(READY)
    browser.js("page.live.set('A', 1.2)")
    browser.wait(READY)
    assert browser.js("page.state().live.said") == ""
    times = np.array(browser.js("Array.from(page.motion.times)"))
    motion = da.simulate(model, da.assemble(model, q={"A": 1.2}, guess=start), times=times, method=METHOD)
    assert times[-1] == 2.0 and np.ptp(motion["A"]) > np.pi
    # as exact as steps of a millisecond
    assert np.abs(signal(browser, "A") - motion["A"]).max() < 1e-4
    # a method that stops there says what does not
    page = da.live(model, start, **how, method=METHOD, file=tmp_path / "stops.html")
    browser.show(page.path)
    browser.wait(READY)
    assert "nearly singular" in browser.js("page.state().live.said")
    assert "IndexThree" in browser.js("page.state().live.said")


def sprung_four_bar(k):
    """A four-bar whose crank a spring holds against its weight."""
    model, start = four_bar()
    model = da.Model(*model.parts, da.JointSpring("spring", "A", k), gravity=model.gravity)
    return model, start


def rests(browser):
    """States of rest on the page: coordinates, eigenvalues, how much is not determined."""
    browser.wait(f"{READY} && page.live.rest.rests.length")
    text = "page.live.rest.rests.map(({ row, roots, undetermined }) => [Array.from(row), roots, undetermined])"
    return [(np.array(row), np.array(roots) @ [1, 1j], n) for row, roots, n in browser.js(text)]


def nearest(values, others):
    """The largest distance of numbers from others, each being used once."""
    cost = np.abs(np.subtract.outer(values, others))
    return cost[linear_sum_assignment(cost)].max()


def test_states_of_rest_and_their_eigenvalues_follow_sliders(browser, tmp_path):
    model, start = sprung_four_bar(da.param("k", 30.0))
    page = da.live(model, start, until=1.0, sliders={"k": (1.0, 100.0), "A": None}, file=tmp_path / "rest.html")
    browser.show(page.path)
    browser.wait(READY)
    browser.click("#at-rest")
    for k in (30.0, 12.0, 60.0):
        browser.js(f"page.live.set('k', {k})")
        browser.wait(f"page.live.values.k === {k} && {READY}")
        plain = sprung_four_bar(k)[0]
        for row, roots, undetermined in rests(browser):
            rest = da.equilibrium(plain, guess=dict(zip(("A", "B", "D"), row[:3], strict=True)))
            assert np.abs(row[:3] - [rest.q[name] for name in ("A", "B", "D")]).max() < EQUAL
            assert np.abs(row[3:]).max() < EQUAL
            poles = da.linearize(plain, rest).poles
            assert len(roots) == len(poles) == 2
            assert nearest(roots, poles) < EQUAL * np.abs(poles).max()
            assert undetermined == 0
    # once nothing moves, the ghost stands there
    browser.wait("page.data.motions[1]?.signals.get('A').values.every((x) => x === page.live.rest.now.row[0])")
    assert browser.js("page.data.motions[1].label") == "at rest"
    # a kept setting comes before it, and goes by itself
    browser.click("#keep")
    assert browser.js("page.data.motions.map(({ label }) => label)")[1:] == ["k = 60", "at rest"]
    browser.js("document.querySelector('#kept .away').click()")
    assert browser.js("page.data.motions.map(({ label }) => label)")[1:] == ["at rest"]
    browser.click("#at-rest")
    assert browser.js("page.state().motions") == 1
    assert browser.complaints() == []


def test_names_in_equations_lead_to_their_parts_in_the_picture(browser, pages):
    browser.show(pages / "pendulum.html")
    browser.wait(READY)
    browser.key("e")
    for name, tip, lit in (("h", "h", [0]), ("l", NASTY, [0, 1]), ("push", "h", [0])):
        selector = f"#equations [data-name='{name}']"
        browser.js(f"document.querySelector({selector!r}).scrollIntoView({{block: 'center'}})")
        x, y = browser.middle(selector)
        browser.mouse("mouseMoved", x, y)
        assert browser.js("document.querySelector('#tip b').textContent") == tip
        assert sorted(set(browser.js("page.stage.lit"))) == lit
    # and back: what the pointer is on is marked where it stands
    x, y = browser.js("(p => {const r = page.stage.canvas.getBoundingClientRect(); const [x, y] ="
                      "page.stage.screen(p); return [r.x + x, r.y + y]})([0, 0, 0])")  # fmt: skip
    browser.mouse("mouseMoved", x, y)
    marked = "[...new Set(Array.from(document.querySelectorAll('.pointed'), (x) => x.getAttribute('data-name')))]"
    browser.wait(f"page.state().hovered === 'h' && {marked}.length")
    assert set(browser.js(marked)) == {"h", "h.rate'", "push"}
    # the card stays open, with the numbers of now
    browser.js("page.live.set('l', 1.3)")
    browser.wait(f"page.live.values.l === 1.3 && {READY}")
    browser.js("page.live.settle()")
    assert not browser.js("document.querySelector('#equations').hidden")
    assert "l = 1.3" in browser.js("document.querySelector('#equations').textContent")
    assert browser.complaints() == []


def test_rests_with_joints_closed_the_wrong_way_round_are_none(browser, tmp_path):
    # in quaternions, whose signs are free, and with a hinge whose rows hold for an axis that is turned over
    rod = da.rod("rod", length=1.0, mass=1.0)
    model = da.Model(da.Revolute("h", da.ground, rod), gravity=(0.0, -9.81, 0.0))
    equations = da.derive(model, da.NewtonEuler())
    page = da.live(equations, until=1.0, equilibria=True, file=tmp_path / "absolute.html")
    browser.show(page.path)
    browser.wait(READY)
    browser.click("#at-rest")
    upright, hanging = (np.sort(roots.imag) for _, roots, _ in rests(browser))
    w = np.sqrt(1.5 * 9.81)
    assert np.abs(upright).max() < 1e-9 and np.abs(hanging - [-w, w]).max() < 1e-9


def test_a_controller_that_is_switched_on_makes_rest_stable(browser, pages):
    browser.show(pages / "cart.html")
    browser.wait(READY)
    browser.click("#at-rest")
    # upright and hanging, wherever the cart is
    assert [undetermined for *_, undetermined in rests(browser)] == [1, 1]
    told = "Array.from(document.querySelectorAll('#rests option'), (x) => x.textContent)"
    assert browser.js(told) == ["1 of 2: unstable", "2 of 2: undamped"]
    # while it plays, too
    browser.click("[data-mode=play]")
    browser.click("[data-name=controller] input")
    browser.wait("page.live.rest.rests[0].undetermined === 0")
    model, _ = cart_pole()
    on = da.linearize(model, model.state(p={"controller": 1.0}))
    (_, roots, _), *_ = rests(browser)
    assert nearest(roots, on.poles) < EQUAL * np.abs(on.poles).max()
    assert browser.js(told)[0].endswith("asymptotically stable")
    browser.click("[data-mode=motion]")
    browser.wait(READY)
    assert browser.complaints() == []


def test_without_webassembly_the_recorded_motion_stays(browser, pages):
    added = browser("Page.addScriptToEvaluateOnNewDocument", source="delete window.WebAssembly")
    try:
        browser.show(pages / "pendulum.html")
        browser.wait("page.state().live.unable")
        assert "no WebAssembly" in browser.js("page.state().live.said")
        assert browser.js("page.motion.signals.get('h').values.length") == 301
    finally:
        browser("Page.removeScriptToEvaluateOnNewDocument", identifier=added["identifier"])


def test_a_pole_is_balanced_by_the_controller_falls_without_it_and_carts_are_pulled_and_pushed(browser, pages):
    browser.show(pages / "cart.html")
    browser.wait(READY)
    now = "Object.fromEntries(['x', 'x.rate', 'lean'].map(k => [k, page.motion.signals.get(k).values.at(-1)]))"
    browser.click("[data-name=controller] input")
    browser.click("[data-mode=play]")
    # sixty rows a second, at most
    browser.wait("page.play.count > 90")
    assert abs(browser.js(now)["lean"]) < 0.05

    # what was played is what `simulate` gives
    model, start = cart_pole()
    times, x = browser.js("[page.motion.times, page.motion.signals.get('x').values].map(row => Array.from(row))")
    on = model.state(q=start.q, p={"controller": 1.0})
    motion = da.simulate(model, on, times=np.array(times), method=da.methods.DOP853(1e-10, 1e-10))
    assert np.abs(np.array(x) - motion["x"]).max() < 1e-7

    # an arrow holds the motor at its bound: against the right push the controller stands left of where it was
    browser("Input.dispatchKeyEvent", type="keyDown", key="ArrowRight")
    browser.wait("page.live.shownValue('push') === 10 && page.motion.signals.get('push').values.at(-1) === 10")
    browser("Input.dispatchKeyEvent", type="keyUp", key="ArrowRight")
    browser.wait("page.motion.signals.get('push').values.at(-1) === 0")

    # the cart is taken and pulled to the right; it comes along as it would on a spring
    browser.js("page.live.set('controller', 0); page.play.restart()")
    browser.wait("page.play.count < 20")
    x, y = browser.js("(p => {const r = page.stage.canvas.getBoundingClientRect(); const [x, y] ="
                      "page.stage.screen(p); return [r.x + x, r.y + y]})([-0.1, -0.06, 0])")  # fmt: skip
    browser.mouse("mouseMoved", x, y)
    browser.mouse("mousePressed", x, y, buttons=1)
    browser.mouse("mouseMoved", x + 60, y, buttons=1)
    assert browser.js("page.play.pulled.place.body") == 0
    browser.wait("page.motion.signals.get('x').values.at(-1) > 0.1")
    browser.mouse("mouseReleased", x + 60, y)
    # without its controller the pole falls
    browser.wait("Math.abs(page.motion.signals.get('lean').values.at(-1)) > 0.5")

    # paused nothing moves; a step is a sixtieth of a second; the start is there again
    browser.key(" ")
    before = browser.wait("!page.play.isWaiting && page.motion.times.at(-1)")
    browser.click("#on")
    after = browser.wait(f"page.motion.times.at(-1) > {before} && page.motion.times.at(-1)")
    assert after - before == pytest.approx(1 / 60)
    browser.click("#loop")
    browser.wait("page.motion.times.length === 1")
    assert browser.js(now)["lean"] == pytest.approx(0.05)

    # one motion again, the author's
    browser.click("#authors")
    browser.click("[data-mode=motion]")
    browser.wait(f"{READY} && page.motion.times.length === 301")
    motion = da.simulate(model, start, times=np.linspace(0.0, 2.0, 301))
    assert np.abs(signal(browser, "lean") - motion["lean"]).max() < EQUAL
    assert browser.complaints() == []


def test_what_blows_up_or_takes_long_is_shown_as_far_as_it_got(browser, pages):
    browser.show(pages / "block.html")
    browser.wait(READY)
    browser.js("page.live.set('k', 50)")
    browser.wait(READY)
    said = browser.js("page.state().live.said")
    assert said.startswith("At t = 0.") and "What was reached is shown" in said
    # ẍ = 50 x² − x from rest at 1: ẋ² = 100 (x³ − 1)/3 − (x² − 1), and ∫ dx / ẋ from 1 to infinity is a time
    u = np.linspace(0.0, 1.0, 200_001)[1:-1]
    x = 1.0 + (u / (1.0 - u)) ** 2
    rate = np.sqrt(100.0 / 3.0 * (x**3 - 1.0) - (x**2 - 1.0))
    end = np.trapezoid(2.0 * u / (1.0 - u) ** 3 / rate, u)
    assert float(said.split()[3]) == pytest.approx(end, abs=2e-3)
    assert browser.js("page.motion.times.at(-1)") < end < browser.js("page.motion.times.at(-1)") + 0.02

    browser.js("page.live.patience = 5; page.live.values.k = 0; page.live.set('c', 1e9)")
    browser.wait(READY)
    assert "This takes long" in browser.js("page.state().live.said")
    # the page goes on
    browser.js("page.live.patience = 8000; page.live.set('c', 4)")
    browser.wait(READY)
    times = np.array(browser.js("Array.from(page.motion.times)"))
    assert np.abs(signal(browser, "x") - np.cos(2.0 * times)).max() < 1e-6
    assert browser.complaints() == []


def test_without_webgl_pictures_are_plain(browser, pages):
    source = "const get = HTMLCanvasElement.prototype.getContext; HTMLCanvasElement.prototype.getContext ="
    source += "function (kind, ...more) { return kind.startsWith('webgl') ? null : get.call(this, kind, ...more) }"
    added = browser("Page.addScriptToEvaluateOnNewDocument", source=source)
    try:
        browser.show(pages / "four_bar.html")
        browser.wait(READY)
        assert "draws no WebGL" in browser.js("document.querySelector('#said').textContent")
        picture = browser.picture("#stage canvas")
        assert 0.01 < (np.ptp(picture, axis=2) > 40).mean() < 0.5
        browser.js("page.live.set('A', 1.5)")
        browser.wait(READY)
        assert (np.abs(browser.picture("#stage canvas") - picture).max(axis=2) > 16).mean() > 0.01
        assert browser.complaints() == []
    finally:
        browser("Page.removeScriptToEvaluateOnNewDocument", identifier=added["identifier"])


def test_contacts_bounce_slip_and_roll_on_the_page(browser, pages):
    browser.show(pages / "ball.html")
    browser.wait(READY)
    browser.js("page.live.set('e', 0.4); page.live.set('pose.z', 0.3); page.live.set('pose.x.rate', 1.5)")
    browser.wait(READY)
    ball = da.sphere("ball", radius=0.1, mass=1.0)
    floor = da.Contact("floor", ball, da.geometry.plane(da.ground, normal="z"), friction=0.3, restitution=0.4)
    model = da.Model(da.Free("pose", da.ground, ball), floor, gravity=(0, 0, -9.81))
    start = model.state(q={"pose.z": 0.3}, u={"pose.x": 1.5})
    times = np.linspace(0.0, 1.0, 301)
    motion = da.simulate(model, start, times=times, method=METHOD)
    for name in ("pose.x", "pose.z", "pose.wy"):
        assert np.abs(signal(browser, name) - motion[name]).max() < EQUAL
    assert motion["pose.wy"][-1] > 1.0
    # impacts stand on the time line
    told = browser.js("page.motion.events.map(({ name }) => name)")
    assert told == [event.name for event in motion.events]
    # it cannot begin inside the floor
    browser.js("page.live.set('pose.z', 0.05)")
    browser.wait(READY)
    assert "Bodies would overlap by 0.05 m" in browser.js("page.state().live.said")
    assert browser.complaints() == []


def test_a_notebook_has_the_same_page_in_its_frame(browser, pages):
    frame = inline((pages / "pendulum.html").read_text(encoding="utf-8"))
    (pages / "notebook.html").write_text(f"<!doctype html><meta charset=utf-8><body>{frame}", encoding="utf-8")
    browser.events.clear()
    browser("Page.navigate", url=(pages / "notebook.html").as_uri())
    browser.wait(f"(w => w?.page?.ready && w.{READY})(document.querySelector('iframe')?.contentWindow)")
    browser.js("document.querySelector('iframe').contentWindow.page.live.set('l', 1.5)")
    browser.wait(f"document.querySelector('iframe').contentWindow.{READY}")
    found = browser.js(
        "Array.from(document.querySelector('iframe').contentWindow.page.motion.signals.get('h').values)"
    )
    model, _ = pendulum()
    times = np.linspace(0.0, 2.0, 301)
    motion = da.simulate(model, model.state(q={"h": 0.3}, p={"l": 1.5}), times=times, method=METHOD)
    assert np.abs(np.array(found) - motion["h"]).max() < EQUAL
    assert browser.complaints() == []


def test_starts_of_loops_that_open_or_cannot_close_are_those_of_models(browser, tmp_path):
    def bars(offset=0.0):
        crank, coupler = (
            da.rod("crank", length=da.param("a", 0.8), mass=1.0),
            da.rod("coupler", length=1.6, mass=2.0),
        )
        rocker = da.rod("rocker", length=1.4, mass=1.5)
        model = da.Model(
            da.Revolute("A", da.ground, crank),
            da.Revolute("B", crank["end"], coupler),
            da.Revolute("D", da.ground.at(x=1.8, z=offset), rocker),
            da.Revolute("C", coupler["end"], rocker["end"]),
            gravity=(0.0, -9.81, 0.0),
        )
        return model, da.assemble(model, q={"A": 1.0}, guess={"B": -0.7, "D": 1.7})

    # a pin that breaks on the way: until then the loop is closed
    model, start = bars()
    how = {"method": METHOD, "events": [pin_breaks()]}
    da.live(model, start, until=1.0, sliders={"a": (0.4, 1.2), "A": (0, 3)}, file=tmp_path / "a.html", **how)
    browser.show(tmp_path / "a.html")
    browser.wait(READY)
    browser.js("page.live.set('A', 1.3)")
    browser.wait(READY)
    times = np.array(browser.js("Array.from(page.motion.times)"))
    other = da.assemble(model, q={"A": 1.3}, guess=start)
    motion = da.simulate(model, other, times=times, **how)
    assert [event.name for event in motion.events] == ["break"]
    for name in ("A", "D"):
        assert np.abs(signal(browser, name) - motion[name]).max() < EQUAL
    assert browser.js("page.state().live.said") == ""
    assert float(browser.js("page.motion.trust.checks[0].value")) < 1e-6
    # bars beside each other cannot be pinned, and no motion of theirs changes that
    model, start = bars(da.param("offset", 0.0))
    da.live(model, start, until=1.0, sliders={"offset": (0.0, 0.5)}, file=tmp_path / "b.html")
    browser.show(tmp_path / "b.html")
    browser.wait(READY)
    before = signal(browser, "A")
    browser.js("page.live.set('offset', 0.2)")
    browser.wait(READY)
    assert "they are missed by 0.2" in browser.js("page.state().live.said")
    assert np.array_equal(signal(browser, "A"), before)


def pin_breaks():
    """The last joint of a four-bar is off as soon as the crank hangs low."""
    return da.Event("break", da.coordinate("A") - 0.4, direction=-1, action=da.actions.Switch(off=["C"]))
