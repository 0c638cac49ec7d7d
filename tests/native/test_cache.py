import os
import stat
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import CompileError
from dalembert.native import build as build_module
from dalembert.native.cache import Cache

posix = pytest.mark.skipif(
    not hasattr(os, "geteuid"), reason="Windows keeps profile folders private by access lists"
)


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "cache"


def made(folder: Path, factor: float = 2.0):
    """A kernel compiled with this cache, and whether its code came from there."""
    x = da.expr.symbol("x")
    kernel = da.kernels.compile(da.sin(x) * factor, [x], config=da.kernels.Config(folder, 1))
    np.testing.assert_allclose(kernel(1.0), np.sin(1.0) * factor, rtol=1e-15)
    return kernel.is_cached


def only_file(folder: Path) -> Path:
    (path,) = folder.glob("*.objects")
    return path


def test_the_second_kernel_comes_from_the_cache(folder):
    assert [made(folder), made(folder)] == [False, True]


def test_different_contents_have_different_files(folder):
    assert [made(folder, 2.0), made(folder, 3.0)] == [False, False]
    assert len(list(folder.glob("*.objects"))) == 2


def test_no_cache_writes_nothing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    x = da.expr.symbol("x")
    da.kernels.compile(x * 2.0, [x], config=da.kernels.Config(None, 1))(1.0)
    assert list(tmp_path.iterdir()) == []


@posix
def test_folder_and_files_are_private(folder):
    made(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(only_file(folder).stat().st_mode) == 0o600


@pytest.mark.parametrize("position", [0, 25, 60, 500, -1])
def test_a_flipped_byte_is_found_and_the_code_made_again(folder, position):
    made(folder)
    path = only_file(folder)
    damaged = bytearray(path.read_bytes())
    damaged[position] ^= 1
    path.write_bytes(damaged)
    assert [made(folder), made(folder)] == [False, True]


def test_a_truncated_or_empty_file_is_replaced(folder):
    made(folder)
    path = only_file(folder)
    for size in (path.stat().st_size // 2, 10, 0):
        path.write_bytes(path.read_bytes()[:size])
        assert [made(folder), made(folder)] == [False, True]


def test_a_file_under_anothers_name_is_foreign(folder):
    made(folder, 2.0)
    path = only_file(folder)
    contents = path.read_bytes()
    path.unlink()
    made(folder, 3.0)
    only_file(folder).write_bytes(contents)
    assert made(folder, 3.0) is False


def test_code_of_another_generator_or_processor_is_not_found(folder, monkeypatch):
    made(folder)
    monkeypatch.setattr(build_module, "generator_version", lambda: "another")
    assert made(folder) is False


@posix
def test_a_file_that_others_can_write_is_not_run(folder, caplog):
    made(folder)
    path = only_file(folder)
    path.chmod(0o666)
    assert made(folder) is False
    assert "is not used" in caplog.text
    assert stat.S_IMODE(only_file(folder).stat().st_mode) == 0o600
    assert made(folder) is True


@posix
def test_a_folder_that_others_can_write_is_left_alone(folder, caplog):
    made(folder)
    folder.chmod(0o777)
    assert [made(folder), made(folder)] == [False, False]
    assert "not private" in caplog.text


@posix
def test_symbolic_links_are_not_followed(folder, tmp_path):
    made(folder)
    path = only_file(folder)
    elsewhere = tmp_path / "elsewhere"
    path.rename(elsewhere)
    path.symlink_to(elsewhere)
    assert made(folder) is False
    assert not only_file(folder).is_symlink()
    linked = tmp_path / "linked"
    linked.symlink_to(folder)
    assert made(linked) is False


@posix
@pytest.mark.timeout(60)
def test_a_pipe_under_the_name_of_an_entry_is_replaced(folder, caplog):
    made(folder)
    path = only_file(folder)
    path.unlink()
    os.mkfifo(path, 0o600)
    assert [made(folder), made(folder)] == [False, True]
    assert "not a regular file" in caplog.text


def test_a_folder_under_the_name_of_an_entry_costs_only_time(folder):
    made(folder)
    path = only_file(folder)
    path.unlink()
    path.mkdir()
    assert [made(folder), made(folder)] == [False, False]
    assert path.is_dir()


def test_a_folder_under_the_name_of_an_entry_does_not_keep_others_from_going(folder):
    (folder / "0.objects").mkdir(parents=True)
    folder.chmod(0o700)
    os.utime(folder / "0.objects", (1, 1))
    cache = Cache(folder, limit=100)
    for key in "abc":
        cache.store(key, [b"x" * 90])
    assert sorted(path.name for path in folder.glob("?.objects")) == ["0.objects"]


def test_a_folder_that_cannot_be_made_costs_only_time(tmp_path, caplog):
    (tmp_path / "file").write_text("in the way")
    assert [made(tmp_path / "file" / "cache"), made(tmp_path / "file" / "cache")] == [False, False]
    assert "could not be stored" in caplog.text


def test_an_interrupted_compile_leaves_nothing_behind(folder, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(build_module, "assembling", interrupted)
        with pytest.raises(KeyboardInterrupt):
            made(folder)
    assert not folder.exists() or list(folder.iterdir()) == []
    assert [made(folder), made(folder)] == [False, True]


def test_an_interrupted_write_leaves_no_part(folder, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", interrupted)
        with pytest.raises(KeyboardInterrupt):
            made(folder)
    assert list(folder.iterdir()) == []


def test_two_processes_fill_one_cache_at_once(folder):
    script = (
        "import sys, numpy as np, dalembert as da\n"
        "from pathlib import Path\n"
        "x = da.expr.symbol('x')\n"
        "for k in range(1, 9):\n"
        "    f = da.kernels.compile(da.exp(x) * float(k), [x], config=da.kernels.Config(Path(sys.argv[1]), 1))\n"
        "    assert abs(f(1.0) - k * np.e) < 1e-14 * k\n"
    )
    processes = [subprocess.Popen([sys.executable, "-c", script, str(folder)]) for _ in range(3)]
    assert [process.wait() for process in processes] == [0, 0, 0]
    assert len(list(folder.iterdir())) == 8


def test_the_oldest_files_go_when_the_cache_is_full(folder):
    cache = Cache(folder, limit=3000)
    for k in range(5):
        cache.store(f"key{k}", [bytes(1000)])
        os.utime(folder / f"key{k}.objects", (k, k))
    cache.store("last", [bytes(1000)])
    assert sorted(path.stem for path in folder.iterdir()) == ["key4", "last"]


def test_a_large_cache_is_looked_through_seldom(folder, monkeypatch):
    looked = []
    monkeypatch.setattr(Cache, "_discard_oldest", lambda self: looked.append(self))
    cache = Cache(folder, limit=100_000)
    for k in range(200):
        cache.store(f"key{k}", [bytes(100)])
    stored = sum(path.stat().st_size for path in folder.iterdir())
    # 64 times while as much is stored as the folder may hold
    assert len(looked) == pytest.approx(64 * stored / 100_000, rel=0.5)


def test_settings_come_from_the_environment():
    config = da.kernels.Config.from_environment({"DALEMBERT_CACHE": "somewhere", "DALEMBERT_THREADS": "3"})
    assert (config.cache, config.threads) == (Path("somewhere"), 3)
    assert da.kernels.Config.from_environment({"DALEMBERT_CACHE": "off"}).cache is None
    default = da.kernels.Config.from_environment({}).cache
    assert default is not None
    assert default.name == "dalembert"
    assert da.kernels.Config.from_environment(
        {"XDG_CACHE_HOME": "", "LOCALAPPDATA": "", "DALEMBERT_THREADS": ""}
    ) == (da.kernels.Config.from_environment({}))
    with pytest.raises(CompileError, match="DALEMBERT_THREADS must be a positive integer, not 'many'"):
        da.kernels.Config.from_environment({"DALEMBERT_THREADS": "many"})
    with pytest.raises(CompileError, match="from 1 to 65536, not 0"):
        da.kernels.Config.from_environment({"DALEMBERT_THREADS": "0"})


def test_a_user_without_home_has_no_cache(monkeypatch):
    def no_home():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", no_home)
    assert da.kernels.Config.from_environment({}).cache is None
