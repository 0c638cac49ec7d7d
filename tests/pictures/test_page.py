import base64
import hashlib
import json
import re
import zlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import dalembert as da
from dalembert.pictures import page, page_data
from dalembert.pictures.packing import packed_channels, packed_times
from dalembert.pictures.page_curves import curves
from dalembert.pictures.page_scene import quaternions
from dalembert.pictures.trust import trust
from dalembert.spatial.rotations import rotation
from tests.pictures.motions import NASTY, chain, swing

ROOT = Path(__file__).resolve().parents[2]
ASSETS = ROOT / "src" / "dalembert" / "pictures" / "assets"


def unpacked(packed):
    """What the page does with channels."""
    data = np.frombuffer(zlib.decompress(base64.b64decode(packed["data"])), dtype=np.uint8)
    k, n = len(packed["ranges"]), packed["count"]
    codes = np.ascontiguousarray(data.reshape(2, -1).T).view("<i2").reshape(k, n)
    for _ in range(packed["order"]):
        codes = np.cumsum(codes, axis=1, dtype=np.int16)
    least, largest = np.array(packed["ranges"]).reshape(k, 2).T
    values = least[:, None] + (codes + 32767.0) * ((largest - least) / 65534.0)[:, None]
    return np.where(codes == -32768, np.nan, values)


def told(text):
    """The data of a page."""
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)[1])


@pytest.fixture(scope="module")
def text():
    return page.page_html(swing(), title=NASTY)


# ---- numbers


def test_packed_numbers_are_within_half_a_step():
    t = np.linspace(0.0, 1.0, 700)
    rows = np.array(
        [np.sin(20.0 * t), 1e6 * t**3, np.full_like(t, 4.2), np.random.default_rng(1).normal(size=700)]
    )
    steps = np.ptp(rows, axis=1, keepdims=True) / 65534.0
    assert np.all(np.abs(unpacked(packed_channels(rows)) - rows) <= 0.51 * steps + 1e-15)


def test_packed_numbers_that_are_not_finite_stay_so():
    rows = np.array([[1.0, np.nan, 3.0, np.inf], [np.nan] * 4])
    found = unpacked(packed_channels(rows))
    assert np.allclose(found[0, [0, 2]], [1.0, 3.0])
    assert np.isnan(found).tolist() == [[False, True, False, True], [True] * 4]


def test_smooth_motions_take_less_than_two_bytes_a_number():
    t = np.linspace(0.0, 1.0, 1001)
    packed = packed_channels(np.array([np.sin(k * t) for k in range(1, 20)]))
    assert len(packed["data"]) < 1.5 * 19 * 1001


def test_times_travel_as_start_and_step_only_if_they_are_even():
    assert packed_times(np.linspace(1.0, 2.0, 11)) == {"start": 1.0, "step": pytest.approx(0.1), "count": 11}
    times = np.array([0.0, 0.1, 0.1, 0.4])
    assert np.array_equal(np.frombuffer(zlib.decompress(base64.b64decode(packed_times(times)["data"]))), times)


def test_quaternions_turn_vectors_as_their_rotations_and_never_jump():
    angles = np.linspace(0.0, 20.0, 400)
    R = np.array([rotation("z", a) @ rotation("x", 0.7 * a) for a in angles], dtype=float)
    q = quaternions(R)
    v, w = q[:, :3], q[:, 3:]
    x = np.array([0.3, -1.0, 0.5])
    turned = x + 2.0 * w * np.cross(v, x) + 2.0 * np.cross(v, np.cross(v, x))
    assert np.allclose(turned, R @ x, atol=1e-12)
    assert np.linalg.norm(np.diff(q, axis=0), axis=1).max() < 0.1


# ---- the file


def test_page_is_one_file_under_a_policy_that_forbids_everything_else(text):
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)[1]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert not re.search(r'(?:src|href)="(?!data:)', text)
    # what runs and what styles is what the policy names
    for kind, pattern in (("script", r"<script>(.*?)</script>"), ("style", r"<style>(.*?)</style>")):
        for found in re.findall(pattern, text, re.S):
            digest = base64.b64encode(hashlib.sha256(found.encode()).digest()).decode()
            assert f"sha256-{digest}" in policy, kind


def test_program_is_the_one_of_the_assets(text):
    packed = re.search(r'<script type="text/plain" id="program">(.*?)</script>', text, re.S)[1]
    assert zlib.decompress(base64.b64decode(packed)).decode() == (ASSETS / "page.js").read_text(encoding="utf-8")


def test_names_are_text_in_the_page(text):
    assert "alert('x')</script>" not in text
    assert "<script>alert" not in text
    assert told(text)["title"] == NASTY


def test_assets_are_made_of_the_present_sources():
    folder = ROOT / "page"
    names = ["build.js", "package.json", "package-lock.json", "page.html"]
    names += sorted(f"src/{file.name}" for file in (folder / "src").iterdir())
    digest = hashlib.sha256()
    for name in names:
        digest.update(f"{name}\n".encode() + (folder / name).read_bytes())
    assert (ASSETS / "sources.sha256").read_text().strip() == digest.hexdigest(), "run `make page` and commit"


def test_assets_say_whose_work_they_hold():
    licences = (ASSETS / "LICENCES.txt").read_text(encoding="utf-8")
    for name in ("three.js", "uPlot", "STIX Two Math", "MIT License", "SIL OPEN FONT LICENSE"):
        assert name.lower() in licences.lower()


def test_dependencies_of_the_build_are_locked_without_addresses():
    lock = (ROOT / "page" / "package-lock.json").read_text(encoding="utf-8")
    assert '"integrity"' in lock
    assert '"resolved"' not in lock


# ---- what is told


def test_poses_are_those_of_the_motion(text):
    data = told(text)["motions"][0]
    rows = unpacked(data["poses"])
    assert np.allclose(
        rows[4:7].T, swing().evaluate(da.position(swing().dynamics.equations.model.bodies[0])), atol=1e-4
    )


def test_every_signal_is_there(text):
    data = told(text)["motions"][0]
    assert set(data["curves"]["names"]) == set(swing().dynamics.equations.signals)
    assert not data["curves"]["left_out"]
    k = data["curves"]["names"].index("kinetic energy")
    energy = swing()["kinetic energy"]
    assert np.allclose(unpacked(data["curves"]["values"])[k], energy, atol=1e-4 * energy.max())
    assert data["curves"]["units"][k] == "J"


def test_events_and_reactions_are_told(text):
    data = told(text)["motions"][0]
    assert [event["name"] for event in data["events"]] == [event.name for event in swing().events]
    assert data["events"]
    loads = [(item["kind"], item["name"]) for item in data["loads"]["items"]]
    assert loads == [("reaction", "pivot"), ("force", "spring"), ("weight", "rod")]
    force = swing().evaluate(da.reaction_force("pivot", axes=da.ground))
    assert np.allclose(unpacked(data["loads"]["values"])[:3].T, force, atol=1e-3)


def test_trust_shows_what_holds(text):
    checks = {check["text"]: check["mark"] for check in told(text)["motions"][0]["trust"]["checks"]}
    assert checks["equations hold to"] == "good"
    assert checks["energy − work kept to"] == "good"


def test_trust_shows_what_does_not_hold():
    bars = [da.rod(f"bar {k}", length=1.0, mass=1.0) for k in range(3)]
    model = da.Model(
        da.Revolute("a", da.ground, bars[0]),
        da.Revolute("b", bars[0]["end"], bars[1]),
        da.Revolute("c", bars[1]["end"], bars[2]),
        da.Revolute("d", bars[2]["end"], da.ground.at(1.0, 0.0, 0.0)),
    )
    start = da.assemble(model, q={"a": 1.0})
    motion = da.simulate(model, start, until=0.1, times=np.linspace(0.0, 0.1, 5))
    states = motion.states.copy()
    states[2, 0] += 0.01
    good, bad = (told(page.page_html(x))["motions"][0]["trust"] for x in (motion, replace(motion, states=states)))
    assert good["checks"][0]["text"] == bad["checks"][0]["text"] == "constraints hold to"
    assert (good["checks"][0]["mark"], bad["checks"][0]["mark"]) == ("good", "bad")


def test_long_motions_keep_least_and_most_and_say_so():
    motion = chain(1, 100_001, "y")
    states = motion.states.copy()
    states[54_321, 0] = 9.0
    found = curves(replace(motion, states=states))
    row = found.values[found.names.index("joint 0")]
    assert row.max() == 9.0
    assert row.min() == states[:, 0].min()
    assert len(found.times) <= 4100
    assert "least and most of" in found.told
    data = told(page.page_html(replace(motion, states=states)))["motions"][0]
    assert data["times"]["count"] <= 4001
    assert "4001 of them shown" in data["facts"]


def test_what_is_left_out_is_said():
    found = curves(chain(1, 11, "y"))
    assert found.first(5).left_out.startswith(f"{len(found.names) - 5} further signals")


def test_signals_that_are_wanted_come_first():
    wanted = {"height of the end": da.position(swing().dynamics.equations.model.bodies[0]["end"])[1]}
    data = told(page.page_html(swing(), signals=wanted))
    assert data["shown"] == ["height of the end"] == [data["motions"][0]["curves"]["names"][0]]
    assert told(page.page_html(swing(), signals=["pivot.rate"]))["shown"] == ["pivot.rate"]


def test_motions_backwards_in_time_play_forwards():
    motion = swing()
    back = replace(
        motion, times=motion.times[::-1], states=motion.states[::-1], inputs=motion.inputs[::-1], events=()
    )
    backwards, forwards = (unpacked(told(page.page_html(x))["motions"][0]["poses"]) for x in (back, motion))
    assert np.array_equal(backwards, forwards)


def test_equations_travel_as_mathematics():
    shown = told(page.page_html(swing()))["equations"]
    tags = set(re.findall(r'\["(m\w+)"', json.dumps(shown["lines"])))
    assert {"mrow", "mi", "mo", "msup"} <= tags


# ---- writing and showing


def test_view_writes_a_file_and_shows_itself_in_notebooks(tmp_path):
    found = da.view(swing(), file=tmp_path / "swing.html")
    assert found.path.read_text(encoding="utf-8") == found.html
    assert str(found.path) in str(found)
    inside = found._repr_html_()
    assert inside.startswith('<iframe srcdoc="&lt;!doctype html&gt;')
    assert "<script" not in inside


@pytest.mark.parametrize("is_there", [True, False])
def test_view_opens_the_browser_where_there_is_a_desktop(monkeypatch, is_there):
    opened = []
    monkeypatch.setattr(page, "has_desktop", lambda: is_there)
    monkeypatch.setattr(page.webbrowser, "open", lambda address: opened.append(address) or True)
    found = da.view(swing())
    assert opened == ([found.path.as_uri()] if is_there else [])


def test_bodies_without_mass_are_shown():
    ring, rod = da.Body("ring"), da.rod("rod", length=1.0, mass=1.0)
    model = da.Model(da.Revolute("a", da.ground, ring, axis="y"), da.Revolute("b", ring, rod, axis="z"))
    motion = da.simulate(model, model.state(u={"b": 1.0}), until=0.1, times=np.linspace(0.0, 0.1, 3))
    bodies = told(page.page_html(motion))["motions"][0]["scene"]["bodies"]
    assert [(body["name"], body["mass"]) for body in bodies] == [("ring", None), ("rod", 1.0)]


def test_trails_are_of_points_that_the_rows_can_follow():
    wheel = da.cylinder("wheel", radius=1.0, length=0.1, mass=1.0)
    model = da.Model(
        da.Prismatic("slide", da.ground, arm := da.rod("arm", length=1.0, mass=1.0), axis="x"),
        da.Revolute("spin", arm["end"], wheel, axis="z"),
    )
    for spin, radius in ((3.0, 1.0), (200.0, 0.0)):
        start = model.state(u={"slide": 1.0, "spin": spin})
        motion = da.simulate(model, start, until=2.0, times=np.linspace(0.0, 2.0, 101))
        traces = told(page.page_html(motion))["motions"][0]["scene"]["traces"]
        assert np.linalg.norm(next(x["p"] for x in traces if x["body"] == 1)) == pytest.approx(radius, abs=1e-9)


# ---- bad input


def test_empty_motions_are_refused():
    motion = swing()
    with pytest.raises(da.errors.ModelError, match="empty motion"):
        da.view(replace(motion, times=motion.times[:0], states=motion.states[:0], inputs=motion.inputs[:0]))
    with pytest.raises(da.errors.ModelError, match="no motion"):
        da.view([])


def test_what_is_no_motion_is_refused():
    with pytest.raises(da.errors.ModelError, match="not Model"):
        da.view(swing().dynamics.equations.model)
    with pytest.raises(da.errors.ModelError, match="not int"):
        da.view([3])


def test_unknown_signals_are_refused_with_a_hint():
    with pytest.raises(da.errors.FormulationError, match=r"'pivott'.*pivot"):
        da.view(swing(), signals=["pivott"])


@pytest.mark.parametrize("spans", [[(0.3, 0.1)], [0.1, 0.3], [(0.0, np.nan)], "x", 3])
def test_intervals_that_are_none_are_refused(spans):
    with pytest.raises(da.errors.ModelError, match="'contact' is a list of starts and ends"):
        page.page_html(chain(1, 11, "y"), intervals={"contact": spans})


def test_files_that_cannot_be_written_are_refused(tmp_path):
    with pytest.raises(da.errors.ModelError, match="cannot be written"):
        da.view(swing(), file=tmp_path / "no folder" / "swing.html")


def test_equations_without_bodies_are_refused():
    x, v = da.expr.symbols("x v")
    eom = da.formulations.TypedSystem([x], [v]).from_energies(v**2 / 2.0, x**2 / 2.0)
    motion = da.simulate(eom, eom.state(q={"x": 1.0}), until=0.1, times=[0.0, 0.1])
    with pytest.raises(da.errors.ModelError, match="no bodies"):
        da.view(motion)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("unknown", [np.nan, np.inf])
@pytest.mark.parametrize("rows", [slice(50, 60), slice(0, 1), slice(None)])
def test_a_motion_with_holes_is_shown_without_a_word_about_its_record(unknown, rows):
    arm = da.rod("arm", length=1.0, mass=1.0)
    model = da.Model(
        da.Revolute("hinge", da.ground, arm), da.JointDamper("oil", "hinge", 0.1), gravity=(0, -9.81, 0)
    )
    motion = da.simulate(model, model.state(), until=1.0)
    states = motion.states.copy()
    states[rows] = unknown
    found = page_data.page_data({"lost": replace(motion, states=states, segments=())}, "lost", {}, ())
    assert found["motions"][0]["trust"]["checks"][0]["value"] == "an unknown size"


def test_states_that_are_not_finite_are_shown_as_holes():
    motion = swing()
    states = motion.states.copy()
    states[50:] = np.nan
    data = told(page.page_html(replace(motion, states=states, events=())))["motions"][0]
    rows = unpacked(data["poses"])
    assert np.isfinite(rows[:, :50]).all()
    assert np.isnan(rows[:, 50:]).any()
    assert "bad" in {check["mark"] for check in data["trust"]["checks"]}


def test_more_bodies_than_anybody_sees_are_refused_at_once(monkeypatch):
    monkeypatch.setattr(page_data, "MOST_BODIES", 10)
    with pytest.raises(da.errors.ModelError, match="a page of 20 bodies cannot be read; up to 10 are shown"):
        page.page_html(chain())


def test_signals_come_one_by_one_as_vectors_and_with_their_units():
    rod = swing().dynamics.equations.model.body("rod")
    end = da.position(rod["end"])
    data = told(page.page_html(swing(), signals="pivot"))
    assert data["shown"] == ["pivot"]
    data = told(page.page_html(swing(), signals={"end": end, "twice": 2.0 * end[0]}))
    assert data["shown"] == ["end.x", "end.y", "end.z", "twice"]
    assert data["motions"][0]["curves"]["units"][:4] == ["m", "m", "m", ""]


@pytest.mark.parametrize("signals", [[["pivot"]], {"a": None}, [3, None]])
def test_what_is_no_signal_is_refused(signals):
    with pytest.raises(da.errors.ModelError, match="a curve is a signal by name"):
        page.page_html(swing(), signals=signals)


def test_signals_without_any_finite_value_are_refused():
    with pytest.raises(da.errors.ModelError, match="'bad' has no finite value"):
        page.page_html(swing(), signals={"bad": da.expr.log(da.coordinate("pivot") - 10.0)})


def test_intervals_without_names_are_refused():
    with pytest.raises(da.errors.ModelError, match="intervals have names"):
        page.page_html(swing(), intervals=[(0.0, 1.0)])


@pytest.mark.parametrize(
    "file, reason",
    [
        ("missing/a.html", "there is no folder"),
        ("a.doc", "should end with .html"),
        ("a\0.html", "is not the name of a file"),
        (3, "given by its path"),
        ("", "is not the name of a file"),
    ],
)
def test_files_are_checked_before_the_work(tmp_path, monkeypatch, file, reason):
    monkeypatch.chdir(tmp_path)
    for verb in (da.view, da.draw, da.plot, da.animate):
        named = file.replace(".html", ".png") if isinstance(file, str) and verb in (da.draw, da.plot) else file
        with pytest.raises(da.errors.ModelError, match=f"cannot be written to .*{reason.replace('.html', '')}"):
            verb(swing(), file=named)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("verb", [da.view, da.draw, da.plot, da.animate])
def test_what_is_no_motion_has_no_picture(verb):
    with pytest.raises(da.errors.ModelError, match="not"):
        verb(None)


def test_trust_tells_where_the_law_of_contact_does_not_hold_and_is_silent_where_it_does():
    block, rail = da.particle("block", mass=2.0), da.Body("rail")
    model = da.Model(
        da.Prismatic("x", da.ground, rail, axis="x"),
        da.Prismatic("z", rail, block, axis="z"),
        da.Contact("foot", block, da.geometry.plane(da.ground, "z"), friction=0.4),
        gravity=(0, 0, -9.81),
    )
    motion = da.simulate(
        model,
        model.state(q={"z": 0.01}, u={"x.rate": 1.0}),
        times=np.linspace(0.0, 0.4, 21),
    )
    assert motion.phases("foot")[-1][2] == "sticking"
    laws = ("penetration", "complementarity", "friction", "impacts")
    assert max(motion.residuals[name].max() for name in laws) < 1e-12

    # friction that is none, a block that is in the floor, and an impact that gives other speeds
    states = {what: motion.states.copy() for what in ("friction", "gap")}
    states["friction"][:, motion.names.index("foot.slip first")] = 0.0
    states["gap"][-1, motion.names.index("z")] -= 0.01
    first, second, *rest = motion.events
    other = replace(second, after=replace(second.after, u={**second.after.u, "x.rate": 0.99}))
    cases = {
        "": motion,
        "friction is off its law by": replace(motion, states=states["friction"]),
        "bodies overlap by": replace(motion, states=states["gap"]),
        "impacts are off their law by": replace(motion, events=(first, other, *rest)),
    }
    for text, one in cases.items():
        checks = trust(one, one, 1.0)
        told_bad = {check["text"] for check in checks["checks"] if check["mark"] == "bad"}
        assert text in told_bad or not (text or told_bad)
        assert checks["checks"][0]["text"] != "laws of contact hold to" or not text
        assert not checks["notes"]


# ---- what has motions of its own


def test_pages_show_trajectories_with_their_simulation_and_fits_with_their_experiments():
    slide = da.Prismatic("x", da.ground, da.particle("block", mass=1.0), axis="x")
    model = da.Model(slide, da.Motor("push", "x"), da.JointSpring("spring", "x", da.param("k", 2.0)))
    move = da.trajectory(
        model,
        start={"x": 0.0, "x.rate": 0.0},
        end={"x": 1.0},
        duration=1.0,
        minimize=da.Input("push") ** 2,
        intervals=5,
    )
    times = np.linspace(0.0, 1.0, 20)
    data = {"t": times, "x": np.cos(2.0 * times)}
    fit = da.fit(model, data, ["k"], start={"x": 1.0})
    both = da.fit(model, [data, data], ["k"], start={"x": 1.0})
    best = da.optimize(model, "x", over={"k": (1.0, 4.0)}, start={"x": 1.0}, until=1.0)

    def labels(shown):
        return [motion["label"] for motion in told(page.page_html(shown))["motions"]]

    assert labels(move) == ["trajectory", "simulated"]
    assert labels({"slow": move, "free": fit.motion}) == ["slow", "free"]
    assert labels(fit) == labels(best) == ["motion"]
    assert labels(both) == ["experiment 1", "experiment 2"]
    with pytest.raises(da.errors.ModelError, match=r"a page shows motions, .*, not int"):
        page.page_html([3])
