"""Live pages in headless Chromium against `simulate`: states, sizes of pages, times of answers.

`python benchmarks/live_pages.py` runs all systems, `… four-bar arm` those whose names contain a word. Pages are
made in seconds of the processor, the first time in this process and again; ready, run, shown, play and frame are
times in a browser without a graphics card: after loading, of a run when a slider was moved, of that until all is
redrawn, and of one picture while it plays on, in the worker and on the page. What is refused is listed with its
reason.
"""

import importlib
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "examples"))

import numpy as np

import dalembert as da
from dalembert.errors import DalembertError
from tests.browser import Browser

METHOD = da.methods.DOP853(1e-10, 1e-10)
READY = "page.state().live.ready"
NEAR = 1e-9
"""States are compared as long as a start moved by 1e-15 does not change them by more."""

MOVES = 5
"""Moves of a slider, of which the fastest counts."""


@dataclass(frozen=True)
class Scene:
    """A system that is put on a page."""

    name: str
    make: Callable[[], tuple[Any, da.State]]
    until: float = 2.0
    events: tuple[da.Event, ...] = ()
    method: Any = METHOD


def of_example(name: str) -> Callable[[], tuple[Any, da.State]]:
    """The first system of an example."""
    return lambda: next(iter(importlib.import_module(name).systems().values()))


def ball() -> tuple[da.Model, da.State]:
    """A ball over the ground."""
    model = da.Model(
        da.Prismatic("z", da.ground, da.sphere("ball", radius=0.1, mass=1.0), axis="z"), gravity=(0, 0, -9.81)
    )
    return model, model.state(q={"z": 1.0})


def bounce() -> da.Event:
    """It leaves the ground with eight tenths of its speed."""
    action = da.actions.Reset({"z.rate": -0.8 * da.speed("z")})
    return da.Event("bounce", da.coordinate("z") - 0.1, direction=-1, action=action)


def chain(n: int = 30) -> tuple[da.Model, da.State]:
    """Rods one after the other, about axes across each other."""
    rods = [da.rod(f"rod {k}", length=0.3, mass=1.0, radius=0.02) for k in range(n)]
    joints = [
        da.Revolute(f"j{k}", rods[k - 1]["end"] if k else da.ground, rod, axis="zy"[k % 2])
        for k, rod in enumerate(rods)
    ]
    dampers = [da.JointDamper(f"d{k}", f"j{k}", 0.5) for k in range(n)]
    model = da.Model(*joints, *dampers, gravity=(0, 0, -9.81))
    return model, model.state(q={f"j{k}": 0.1 for k in range(n)})


def belt() -> tuple[da.Model, da.State]:
    """A block on a spring that a belt drags along by dry friction."""
    block = da.box("block", size=(0.2, 0.2, 0.2), mass=1.0)
    friction = da.DryFriction("belt", static=3.0, kinetic=2.0, slip=da.speed("x") - 0.5)
    model = da.Model(da.Prismatic("x", da.ground, block, axis="x"), da.JointSpring("spring", "x", 20.0), friction)
    return model, model.state(q={"x": 0.5})


def modular() -> tuple[Any, da.State]:
    """Two pendulums, each derived by itself, one hanging from the other."""
    upper, lower = da.rod("upper", length=1.0, mass=1.0), da.rod("lower", length=0.5, mass=0.5)
    ports = {"root": upper, "end": lower["end"]}
    module = da.Model(da.Revolute("elbow", upper["end"], lower, axis="z"), ports=ports)
    model = da.Model(
        da.Submodel("one", module),
        da.Submodel("two", module),
        da.Revolute("A", da.ground, da.port("one", "root"), axis="z"),
        da.Revolute("B", da.port("one", "end"), da.port("two", "root"), axis="z"),
        gravity=(0, -9.81, 0),
    )
    equations = da.derive(model, da.Modular({"one": da.Kane()}, default=da.Lagrange()))
    return equations, da.assemble(equations, q={"one/elbow": 0.4, "two/elbow": -0.3})


def scenes() -> Iterator[Scene]:
    """Fifteen systems."""
    yield Scene("double pendulum", of_example("double_pendulum"))
    yield Scene("slider-crank", of_example("slider_crank"))
    yield Scene("four-bar", of_example("spring_four_bar"), 5.0)
    yield Scene("Andrews", of_example("andrews_mechanism"), 0.03)
    yield Scene("Stewart platform", of_example("stewart_platform"))
    yield Scene("rolling disc", of_example("rolling_disc"))
    yield Scene("bicycle", of_example("bicycle"))
    yield Scene("Furuta, held", of_example("furuta_pendulum"), 5.0)
    yield Scene("belt, stick-slip", belt, 5.0)
    yield Scene("bouncing ball", ball, 2.0, (bounce(),))
    yield Scene("woodpecker", of_example("woodpecker"), 0.5)
    yield Scene("seven-joint arm", of_example("seven_joint_arm"), 5.0)
    yield Scene("thirty joints", chain)
    yield Scene("modular pendulum", modular)
    yield Scene("Bricard, redundant", of_example("bricard_linkage"))


def measured(scene: Scene, browser: Browser, folder: Path) -> str:
    """A line of the table."""
    model, start = scene.make()
    how = {"method": scene.method, "events": scene.events}
    spent = []
    for _ in range(2):
        begin = time.process_time()
        page = da.live(model, start, until=scene.until, **how, file=folder / "live.html")
        spent.append(time.process_time() - begin)
    browser.show(page.path)
    browser.wait(READY)
    if said := browser.js("page.state().live.said"):
        return f"{scene.name:20} says: {said}"
    times = np.array(browser.js("Array.from(page.motion.times)"))
    motion = da.simulate(model, start, times=times, **how)
    # as long as a start that is moved by rounding stays near
    first = motion.names[0]
    moved = replace(start, q={**start.q, first: start.q[first] + 1e-15})
    near = np.abs(da.simulate(model, moved, times=times, **how).states - motion.states)
    same = np.logical_and.accumulate((near < NEAR).all(axis=1))
    off = max(float(np.abs(np.array(values(browser, name)) - motion[name])[same].max()) for name in motion.names)
    drift = float(np.abs(np.array(values(browser, "energy")) - motion["energy"]).max()) / max(
        1.0, np.abs(motion["energy"]).max()
    )
    ready, costs = browser.state()["readyAfter"], []
    for k in range(MOVES):
        browser.js(f"(s => page.live.set(s.name, s.value + {1 - 2 * (k % 2)} * s.step))(page.live.sliders[0])")
        browser.wait(READY)
        if (cost := browser.js("page.state().live.costs")) and not browser.js("page.state().live.said"):
            costs.append((cost["run"], cost["shown"]))
    run, shown = (min(x) for x in zip(*costs, strict=True)) if costs else (np.nan, np.nan)
    # a second of real time: what a picture takes in the worker, and in redrawing signals and the model
    browser.js("page.live.mode('play')")
    browser.wait("page.play.count > 60 || page.play.isBroken")
    median = "(row => row.sort((a, b) => a - b)[row.length >> 1])"
    ran, drawn = (browser.js(f"{median}(page.play.costs.slice(5).map(x => x.{key}))") for key in ("ran", "drawn"))
    frame = f"{ran:8.1f}{drawn + browser.js('page.costs.toSorted((a, b) => a - b)[page.costs.length >> 1]'):8.1f}"
    cells = f"{len(page.html) / 1e3:8.0f}{spent[0]:8.2f}{spent[1]:8.2f}{ready / 1e3:8.2f}{times[same][-1]:8.2f}"
    return f"{scene.name:20}{cells}{off:10.1e}{drift:10.1e}{run:8.1f}{shown:8.1f}{frame}"


def values(browser: Browser, name: str) -> list[float]:
    """A signal on the page."""
    return list(browser.js(f"Array.from(page.motion.signals.get({name!r}).values)"))


def main() -> None:
    """Print the table."""
    words = [word.lower() for word in sys.argv[1:]]
    print(
        f"{'':20}{'kB':>8}{'made s':>8}{'again s':>8}{'ready s':>8}{'until s':>8}{'states':>10}{'energy':>10}"
        f"{'run ms':>8}{'shown':>8}{'play':>8}{'frame':>8}"
    )
    browser = Browser()
    try:
        with tempfile.TemporaryDirectory() as folder:
            for scene in scenes():
                if words and not any(word in scene.name.lower() for word in words):
                    continue
                try:
                    print(measured(scene, browser, Path(folder)), flush=True)
                except DalembertError as error:
                    print(f"{scene.name:20} refused: {str(error)[:160]}", flush=True)
    finally:
        browser.close()


if __name__ == "__main__":
    main()
