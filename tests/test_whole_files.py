"""Whatever is written is written whole, or the earlier file stays; and nothing is left beside it."""

import errno
import os
import stat
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import CompileError, DalembertError, ModelError
from dalembert.whole_files import checked_path, write_file, write_files

KILLED = """
import os, signal, sys
from pathlib import Path
from dalembert.whole_files import write_file

def half(stream):
    stream.write(b"half")
    stream.flush()
    os.kill(os.getpid(), signal.SIGKILL)

write_file(Path(sys.argv[1]), half)
"""


@pytest.fixture(scope="module")
def motion():
    rod = da.rod("rod", length=1.0, mass=2.0)
    model = da.Model(da.Revolute("A", da.ground, rod, axis="y"), gravity=(0.0, 0.0, -9.81))
    return da.simulate(model, model.state(q={"A": 0.5}), until=0.1, times=[0.0, 0.05, 0.1])


def exported(_, file):
    x = da.expr.symbols("x", 2)
    return da.kernels.export_c(da.kernels.compile([x[0] * x[1]], {"x": x}), file)


def film(motion, file):
    return da.animate(motion, rate=2.0, width=160, file=file)


WRITERS = {
    "run.npz": lambda motion, file: motion.save(file),
    "run.csv": lambda motion, file: motion.to_csv(file),
    "page.html": lambda motion, file: da.view(motion, file=file),
    "report.html": lambda motion, file: da.planar.mechanism_report(motion, file=file),
    "curves.svg": lambda motion, file: da.plot(motion, file=file),
    "film.gif": film,
    "film.html": film,
    "part.c": exported,
    "module.json": lambda _, file: da.modules.save_subsystem(da.modules.subsystem("s", coordinates="x"), file),
}


@pytest.mark.parametrize("name", WRITERS)
def test_a_full_disk_destroys_nothing(name, motion, tmp_path, monkeypatch):
    def full(_):
        raise OSError(errno.ENOSPC, "No space left on device")

    file = tmp_path / name
    file.write_text("before")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(DalembertError, match=rf"{name} could not be written, and is as it was before: .*No space"):
        WRITERS[name](motion, file)
    assert os.listdir(tmp_path) == [name]
    assert file.read_text() == "before"


def test_files_that_belong_together_change_together(tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    first.write_text("before")

    def fail(stream):
        stream.write(b"a little")
        raise OSError("enough")

    with pytest.raises(CompileError, match=r"second could not be written.*enough"):
        write_files({first: b"after", second: fail}, CompileError)
    assert os.listdir(tmp_path) == ["first"]
    assert first.read_text() == "before"


@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")
def test_what_a_killed_process_left_goes_with_the_next_file(tmp_path):
    file = tmp_path / "run.csv"
    file.write_text("before")
    subprocess.run([sys.executable, "-c", KILLED, str(file)], check=False)
    assert len(os.listdir(tmp_path)) == 2
    assert file.read_text() == "before"

    # what another process is writing now is left alone
    def look(stream):
        write_file(file, b"meanwhile")
        stream.write(b"after")

    write_file(file, look)
    assert os.listdir(tmp_path) == ["run.csv"]
    assert file.read_text() == "after"


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such rights")
def test_a_file_keeps_its_rights_and_a_device_stays_one(tmp_path):
    file = tmp_path / ("long" * 60)
    file.touch(mode=0o600)
    write_file(file, b"private")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    write_file(tmp_path / "pipe", b"through")
    assert os.read(reader, 20) == b"through"
    os.close(reader)
    assert sorted(os.listdir(tmp_path)) == sorted([file.name, "pipe"])


@pytest.mark.parametrize("path", ["folder/.", "folder/", "folder/..", "a\0b", b"bytes", 3])
def test_what_is_not_the_name_of_a_file_is_refused(path):
    with pytest.raises(ModelError, match=r"such as 'a\.csv'"):
        checked_path(path, "a.csv")


def test_a_folder_is_no_file(motion, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    for path in ("folder/.", "folder/", "folder", Path("folder")):
        for write in (motion.save, motion.to_csv):
            with pytest.raises(ModelError, match="folder"):
                write(path)
    with pytest.raises(CompileError, match=r"is not the name of a file; give one, such as 'arm\.c'"):
        exported(None, "nothing/")
    with pytest.raises(CompileError, match=r"what is written as C is a kernel, .*not Dynamics"):
        da.kernels.export_c(motion.dynamics, "arm.c")
    assert os.listdir(tmp_path) == ["folder"]


def test_an_archive_that_says_it_is_larger_than_it_is_takes_no_memory(motion, tmp_path):
    import zipfile

    path = motion.save(tmp_path / "run")
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    for rows in (10**12, 10**9):
        head = members["times.npy"]
        claim = f"({rows},), }}".encode()
        at = head.index(b"(3,), }")
        members_now = {**members, "times.npy": head[:at] + claim + head[at + len(claim) :]}
        with zipfile.ZipFile(path, "w") as archive:
            for name, content in members_now.items():
                archive.writestr(name, content)
        with pytest.raises(ModelError, match=rf"not a complete saved motion: times\.npy is no place for .*{rows}"):
            da.load_motion(path)


def test_events_are_checked_without_the_model_too(motion, tmp_path):
    down = da.Event("down", da.coordinate("A") - 0.52)
    run = da.simulate(motion.dynamics, {"A": 0.5}, until=0.2, events=[down])
    path = run.save(tmp_path / "run")
    assert len(da.load_motion(path).events) == 1
    with np.load(path) as file:
        arrays = dict(file)
    for name, value, complaint in (
        ("event states", np.full((1, 2), np.nan), "its event states are not all finite"),
        ("after event states", np.zeros((1, 3)), "its after event states are float64 in the shape"),
    ):
        np.savez(path, **{**arrays, name: value})
        with pytest.raises(ModelError, match=complaint):
            da.load_motion(path)


def test_a_name_that_no_file_system_takes_is_told(tmp_path):
    with pytest.raises(da.errors.ModelError, match="255 bytes at most, not 304"):
        checked_path(tmp_path / ("x" * 300 + ".npz"), "motion.npz")
