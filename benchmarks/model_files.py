"""How long files take: a humanoid from MJCF to its first step, and a new model file to its moving picture."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from figures import Figure, at_most

# the browser that tests drive
sys.path.append(str(Path(__file__).resolve().parents[1]))

from tests.browser import Browser, browser_path

ROUNDS = 3

HUMANOID = """
import json, os, sys
import mujoco
import dalembert as da

def spent():
    return sum(os.times()[:4])

def first_step(file):
    begin = spent()
    model = da.load(file)
    loaded = spent()
    da.simulate(model, model.state("initial"), until=1e-3)
    return loaded - begin, spent() - loaded

# another robot before, so that both packages are loaded
for file in sys.argv[2:]:
    first_step(file)
begin = spent()
for _ in range(10):
    mujoco.MjModel.from_xml_path(sys.argv[1])
peer = (spent() - begin) / 10
print(json.dumps([peer, *first_step(sys.argv[1])]))
"""
"""Processor time, that of child processes too: of MuJoCo's compiler, of loading and of the first step here."""


def model_files() -> Iterator[Figure]:
    yield from _humanoid()
    yield from _new_to_picture()


def _humanoid() -> Iterator[Figure]:
    if find_spec("mujoco") is None or (spec := find_spec("gymnasium")) is None or spec.origin is None:
        print("no mujoco or gymnasium here: the humanoid is not measured")
        return
    folder = Path(spec.origin).parent / "envs/mujoco/assets"
    humanoid, other = folder / "humanoid.xml", folder / "ant.xml"
    for words, files in (("packages loaded", [humanoid, other]), ("a fresh process", [humanoid])):
        runs = [_asked(HUMANOID, files) for _ in range(ROUNDS)]
        peer, load, step = min(runs, key=lambda run: run[1] + run[2])
        what, bound = f"humanoid from MJCF to its first step, {words}", 3.0 * peer + 0.5
        yield at_most(what, load + step, bound, "s") if len(files) > 1 else Figure(what, load + step, "s")
        yield Figure("of that loading, MuJoCo's process included", load, "s")
        yield Figure("MuJoCo's own compilation", peer, "s")


def _asked(program: str, files: list[Path]) -> list[float]:
    """What a program prints, in a process of its own without a cache."""
    words = [sys.executable, "-c", program, *map(str, files)]
    answer = subprocess.run(words, env=_environment("off"), capture_output=True, text=True, check=True)
    found: list[float] = json.loads(answer.stdout)
    return found


def _environment(cache: str) -> dict[str, str]:
    return {**os.environ, "DALEMBERT_CACHE": cache}


def _new_to_picture() -> Iterator[Figure]:
    if browser_path() is None:
        print("no chromium here: the picture of a new file is not measured")
        return
    browser = Browser()
    try:
        for kind in ("pendulum", "robot"):
            runs = [_shown(browser, kind) for _ in range(ROUNDS)]
            total, made = min(runs)
            yield at_most(f"from `dalembert new --kind {kind}` to its moving picture", total, 5.0, "s")
            yield Figure("of that both commands, compiling included", made, "s")
    finally:
        browser.close()


def _shown(browser: Browser, kind: str) -> tuple[float, float]:
    """Seconds until a picture moves, and until its page is written."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as cache:
        begin = time.perf_counter()
        for words in (("new", "arm.toml", "--kind", kind), ("view", "arm.toml", "--out", "arm.html")):
            command = [sys.executable, "-m", "dalembert", *words]
            subprocess.run(command, cwd=folder, env=_environment(cache), capture_output=True, check=True)
        made = time.perf_counter() - begin
        browser.show(Path(folder) / "arm.html")
        browser.click("#play")
        frames = browser.state()["frames"]
        browser.wait(f"page.state().frames > {frames} + 2")
        return time.perf_counter() - begin, made
