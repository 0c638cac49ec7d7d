"""Folders of sweeps: whatever happens, nothing is lost, and nothing is computed twice."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import dalembert as da
from dalembert.studies import pace
from dalembert.studies.sweep_folder import SweepFolder
from tests.studies.systems import pendulum

ROOT = Path(__file__).parents[2]

ANGLES = np.linspace(0.1, 2.0, 700)
WHAT = {"energy": "energy", "peak": da.sweeps.Peak("pin.rate"), "wave": lambda motion: motion["pin"][:3]}


def swept(folder=None, what=WHAT, model=None, **options):
    over = {"pin": ANGLES, "l": [1.0, 1.5]}
    return da.sweep(model or pendulum(), over, what, times=np.linspace(0.0, 0.5, 11), folder=folder, **options)


@pytest.fixture(scope="module")
def whole():
    return swept()


def assert_same(table, other):
    for name in other.columns:
        assert np.array_equal(table[name], other[name], equal_nan=True), name


def test_a_folder_has_the_bits_of_a_sweep_in_memory(tmp_path, whole):
    parts = []
    table = swept(tmp_path / "new", progress=parts.append)
    assert_same(table, whole)
    assert table["wave"].shape == (1400, 3) and not table.failures
    assert parts[-1] == 1.0 and str(parts[-1]).startswith("1,400 of 1,400 cases, mean peak ")
    assert len(list((tmp_path / "new").glob("cases-*.parquet"))) == len(parts) > 1
    # the same call has nothing to do, and another process needs no model to look
    before = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "new").glob("cases-*")}
    assert_same(swept(tmp_path / "new", progress=lambda part: pytest.fail("computed twice")), whole)
    assert before == {path.name: path.stat().st_mtime_ns for path in (tmp_path / "new").glob("cases-*")}
    # to read what is complete nobody has to be able to write
    with SweepFolder.open(tmp_path / "new").locked():
        assert_same(swept(tmp_path / "new"), whole)
    opened = da.open_sweep(tmp_path / "new")
    assert_same(opened, whole)
    assert (opened.axes, opened.shape, repr(opened)) == (whole.axes, whole.shape, repr(whole))
    assert opened.grid("wave").shape == (700, 2, 3)


def test_a_row_becomes_its_motion_again(tmp_path, whole):
    table = swept(tmp_path)
    again = da.open_sweep(tmp_path, pendulum())
    for k in (0, 801, 1399):
        assert np.array_equal(table.motion(k).states, whole.motions[k].states)
        assert np.array_equal(again.motion(k).states, whole.motions[k].states)
    with pytest.raises(da.errors.ModelError, match="where the model is known"):
        da.open_sweep(tmp_path).motion(3)
    with pytest.raises(da.errors.ModelError, match="from 0 to 1399, not 1400"):
        table.motion(1400)


def test_what_was_computed_is_kept_when_it_is_stopped(tmp_path, whole):
    def impatient(part):
        if part > 0.1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        swept(tmp_path, progress=impatient)
    kept = sorted(tmp_path.glob("cases-*"))
    assert len(kept) > 0 and not np.isfinite(da.open_sweep(tmp_path)["peak"]).all()
    times = [path.stat().st_mtime_ns for path in kept]
    assert_same(swept(tmp_path), whole)
    assert times == [path.stat().st_mtime_ns for path in kept]


def test_damaged_and_foreign_files_are_told_and_computed_again(tmp_path, whole, caplog):
    swept(tmp_path / "one")
    first, second = sorted((tmp_path / "one").glob("cases-*"))[:2]
    first.write_bytes(first.read_bytes()[:-100])
    # a part that a process left which was killed while it wrote
    (tmp_path / "one" / f".{first.name}.abc.part").write_bytes(b"half")
    second.unlink()
    assert_same(swept(tmp_path / "one"), whole)
    assert f"{first.name} is not a complete file of a sweep" in caplog.text
    assert not list((tmp_path / "one").glob(".*.part"))
    # a chunk of another sweep under a right name
    swept(tmp_path / "two", model=da.Model(*pendulum().parts, gravity=(5.0, 0.0, 0.0)))
    shutil.copy(tmp_path / "two" / first.name, first)
    assert_same(swept(tmp_path / "one"), whole)
    assert "is not of this sweep" in caplog.text


def test_a_folder_of_something_else_is_refused_with_what_differs(tmp_path):
    swept(tmp_path / "one")
    heavier = da.Model(*pendulum().parts, gravity=(5.0, 0.0, 0.0))
    other = {**WHAT, "wave": lambda motion: motion["pin"][:2]}
    for make, text in [
        (lambda: swept(tmp_path / "one", model=heavier), r"system.gravity is .* in the file and .* here"),
        (lambda: swept(tmp_path / "one", what=other), "questions.wave is function"),
        (lambda: swept(tmp_path / "one", what="energy"), "questions.peak is in the file only"),
        (lambda: swept(tmp_path / "one", start=da.State(u={"pin": 1.0})), "start.u.pin is not in the file"),
        (lambda: swept(tmp_path / "one", method=da.methods.RK4(1e-3)), "method is None in the file"),
        (
            lambda: da.sweep(pendulum(), {"pin": [0.1]}, WHAT, times=[0.0, 0.5], folder=tmp_path / "one"),
            "cases.values.pin is 1400 from 0.1 to 2",
        ),
        (lambda: da.open_sweep(tmp_path / "one", heavier), "system.gravity"),
    ]:
        with pytest.raises(da.errors.ModelError, match=text):
            make()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    (tmp_path / "two").mkdir()
    (tmp_path / "two" / "sweep.json").write_text("{")
    for folder, text in [
        (tmp_path / "mine", "there is no sweep.json, but 'letter.txt'"),
        (tmp_path / "mine" / "letter.txt", "is a file; a sweep takes a folder"),
        (tmp_path / "two", "sweep.json cannot be read"),
        ("/proc/sweep", "the folder /proc/sweep cannot be made"),
        (3, "a folder is given by its path"),
    ]:
        with pytest.raises(da.errors.ModelError, match=text):
            swept(folder)
    with pytest.raises(da.errors.ModelError, match="there is no folder"):
        da.open_sweep(tmp_path / "none")


def test_failures_are_kept_in_the_folder(tmp_path):
    blow = da.Model(
        da.Prismatic("slide", da.ground, da.particle("mass", mass=da.param("m", 1.0)), axis="x"),
        da.JointForce("push", "slide", da.param("c", 1.0) * da.coordinate("slide") ** 3),
    )
    over = {("c", "m"): [(0.0, 1.0), (4.0, 1.0), (0.0, -1.0)]}
    da.sweep(blow, over, "slide", start={"slide": 1.0}, until=1.0, folder=tmp_path)
    table = da.open_sweep(tmp_path)
    assert set(table.failures) == {1, 2} and table["slide"][0] == 1.0
    assert np.isnan(table["slide"][1:]).all()
    # x reaches infinity at 1.8541/√c
    assert table.failures[1].time == pytest.approx(1.8540746773 / 2.0, rel=1e-4)
    assert table.failures[1].state[0] > 1e3 and "'mass' is impossible" in table.failures[2].reason
    assert table.failures[2].state == ()


PROGRAM = """
import resource, sys, time
from tests.studies.test_sweep_folder import swept
if "full" in sys.argv:
    resource.setrlimit(resource.RLIMIT_FSIZE, (9_000, 9_000))
slow = (lambda part: time.sleep(0.5)) if "slow" in sys.argv else None
swept(sys.argv[1], progress=slow)
"""


def started(*arguments):
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *map(str, arguments)], env=environment, stderr=subprocess.PIPE, text=True
    )


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_process_that_is_killed_costs_its_chunk_and_two_at_once_are_refused(tmp_path, whole):
    process = started(tmp_path, "slow")
    while not list(tmp_path.glob("cases-*")):
        assert process.poll() is None, process.stderr.read()
        time.sleep(0.01)
    with pytest.raises(da.errors.ModelError, match=f"process {process.pid} on .* is computing the sweep"):
        swept(tmp_path)
    # to look and to copy is allowed meanwhile
    assert np.isfinite(da.open_sweep(tmp_path)["energy"]).any()
    shutil.copytree(tmp_path, tmp_path.with_name("copy"))
    process.send_signal(signal.SIGKILL)
    process.communicate()
    kept = {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("cases-*")}
    assert len(kept) < 3
    for folder in (tmp_path, tmp_path.with_name("copy")):
        assert_same(swept(folder), whole)
    assert kept.items() <= {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("cases-*")}.items()


@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
def test_a_full_disk_is_told_and_nothing_is_lost(tmp_path, whole):
    process = started(tmp_path, "full")
    error = process.communicate()[1]
    assert process.returncode == 1 and "could not be written, and is as it was before" in error
    assert json.loads((tmp_path / "sweep.json").read_text())["design"] == "Grid"
    assert not list(tmp_path.glob(".*part"))
    assert_same(swept(tmp_path), whole)


def test_chunks_follow_the_time_that_they_take():
    pacing = pace.Pace(10**6, 100)
    assert pacing.size(1) == 256
    pacing.note(256, 0.5)
    assert 900 <= pacing.size(1) <= 1100
    pacing.note(1000, 0.1)
    assert pacing.size(1) == 8000
    # of what fills memory there are few at once, however quick
    assert pace.Pace(10**6, 1 << 24).size(1) == 2


# ---- what functions depend on

GAIN = 2.0


def scaled(x):
    return GAIN * x


class Weighted:
    """A question with a number of its own, and with code under its name."""

    def __init__(self, weight):
        self.weight = weight

    def __call__(self, motion):
        return self.weight * scaled(motion["pin"][-1])


def doubled(self, motion):
    return 2.0 * self.weight * motion["pin"][-1]


def test_a_folder_is_refused_where_a_function_reads_something_else(tmp_path, monkeypatch):
    def ask(weight=1.0):
        what = {"end": lambda motion: scaled(motion["pin"][-1]), "weighted": Weighted(weight)}
        return da.sweep(pendulum(), {"pin": [0.1, 0.2]}, what, until=0.5, folder=tmp_path)

    first = ask()
    assert np.array_equal(first["end"], ask()["end"])
    with pytest.raises(da.errors.ModelError, match=r"questions.weighted.weight is 1 in the file and 3 here"):
        ask(3.0)
    with monkeypatch.context() as changed:
        changed.setitem(globals(), "GAIN", 3.0)
        with pytest.raises(da.errors.ModelError, match=r"questions.end.reads.scaled.reads.GAIN is 2 in .* and 3"):
            ask()
    with monkeypatch.context() as changed:
        changed.setattr(Weighted, "__call__", doubled)
        with pytest.raises(da.errors.ModelError, match=r"questions.weighted.code is "):
            ask()
    assert np.array_equal(first["end"], ask()["end"])


def test_a_folder_whose_functions_saw_the_last_sample_alone_is_refused(tmp_path):
    def go():
        return da.sweep(
            pendulum(),
            {"pin": [0.1, 0.2]},
            {"peak": lambda motion: motion["pin"].max()},
            until=0.1,
            folder=tmp_path,
        )

    answers = go()["peak"]
    assert answers == pytest.approx([0.1, 0.2], rel=1e-6)
    file = tmp_path / "sweep.json"
    head = json.loads(file.read_text())
    assert head["asked"].pop("samples seen by functions") == "1001 of each run"
    file.write_text(json.dumps(head))
    with pytest.raises(
        da.errors.ModelError, match=r"holds another sweep: samples seen by functions is not in the file"
    ):
        go()


@pytest.mark.parametrize("method", [None, da.methods.MoreauJean(1e-3)])
def test_signals_that_contacts_do_not_have_are_refused_before_anything_runs(tmp_path, method):
    ball = da.sphere("ball", radius=da.param("r", 0.1), mass=1.0)
    floor = da.Contact("floor", ball, da.geometry.plane(da.ground, "z"), restitution=0.5)
    model = da.Model(da.Translational("pose", da.ground, ball), floor, gravity=(0, 0, -9.81))
    options = {"start": {"pose.z": 0.3}, "until": 0.2, "method": method, "folder": tmp_path}
    with pytest.raises(da.errors.FormulationError, match=r"there is no signal 'floor\.normall'; did you mean"):
        da.sweep(model, {"r": [0.1, 0.2]}, {"worst": da.sweeps.Peak("floor.normall")}, **options)
    assert not list(tmp_path.glob("*"))
    table = da.sweep(model, {"r": [0.1, 0.2]}, {"worst": da.sweeps.Peak("floor.force.z")}, **options)
    assert not table.failures


def test_failures_are_told_once_and_counted_by_their_reason(tmp_path, caplog):
    what = {"x": lambda motion: 1.0 / (motion["pin"][0] > 0.15)}
    with np.errstate(all="raise"):
        table = da.sweep(pendulum(), {"pin": [0.1, 0.12, 0.2, np.nan]}, what, until=0.1, folder=tmp_path)
    assert "3 cases failed and are rows without numbers, such as case 0: 'x' raised" in caplog.text
    assert table.failures[3].reason == "the value of 'pin' is nan"
    assert list(table.summary.reasons.values()) == [2, 1] and "2 failed: 'x' raised" in str(table.summary)
    with pytest.raises(da.errors.SolverError, match="all 2 cases failed, the first one so: 'x' raised"):
        da.sweep(pendulum(), {"pin": [0.1, 0.2]}, {"x": lambda motion: motion.nothing}, until=0.1)


def test_pages_that_changed_on_the_disk_and_files_under_other_names_are_found(tmp_path, whole, caplog):
    swept(tmp_path)
    first, *others = sorted(tmp_path.glob("cases-*"))
    contents = bytearray(first.read_bytes())
    # numbers are in the middle of a file, what says what they are at its end
    contents[len(contents) // 3] ^= 1
    first.write_bytes(contents)
    last = others[-1]
    last.rename(last.with_name("cases-000000001400-000000001799.parquet"))
    with pytest.raises(da.errors.ModelError, match="is not a complete file of a sweep"):
        list(map(da.open_sweep(tmp_path).__getitem__, ("pin", "l", *WHAT)))
    opened = da.open_sweep(tmp_path)
    assert opened.summary.count < 1400 and caplog.text.count("is not of this sweep") == 2
    assert_same(swept(tmp_path), whole)


def test_arrays_without_numbers_are_answers_too(tmp_path):
    over = {"pin": [0.1, 0.2]}
    table = da.sweep(pendulum(), over, {"none": lambda motion: np.zeros((0, 2))}, until=0.1, folder=tmp_path)
    assert table["none"].shape == (2, 0, 2) and not table.failures
    assert table.to_arrow()["none"].null_count == 2


@pytest.mark.parametrize("change", [{"shape": "many"}, {"asked": {}}, {"asked": {"start": 1.0}}])
def test_a_description_that_was_changed_by_hand_is_refused(tmp_path, change):
    da.sweep(pendulum(), {"pin": [0.1, 0.2]}, "energy", folder=tmp_path)
    file = tmp_path / "sweep.json"
    head = json.loads(file.read_text())
    asked = change.get("asked") and {**head["asked"], **change["asked"]}
    file.write_text(json.dumps({**head, **change, **({"asked": asked} if asked else {})}))
    with pytest.raises(da.errors.ModelError, match=r"sweep\.json is not that of a sweep"):
        da.open_sweep(tmp_path)
