"""Time stepping with many contacts, beside MuJoCo: each with the largest step at which its result is right."""

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np
from figures import Figure, at_most, best, elapsed

import dalembert as da

g, MU = 9.81, 0.5
STEPS = (1e-3, 2e-3, 5e-3, 1e-2)
SPAN = 5.0
SLOPE = 0.3

Runs = Callable[[float], tuple[float, float]]
"""Seconds per simulated second with a step, and the error of the result."""


def stepped_contacts() -> Iterator[Figure]:
    yield from against("one sphere that comes to roll", spheres(1), mujoco_spheres(1), 2.0, 0.01)
    yield from against("ten spheres that come to roll", spheres(10), mujoco_spheres(10), 2.0, 0.01)
    yield from against("a stack of ten boxes", boxes(10, 0.0), mujoco_boxes(10, 0.0), 3.0, 5e-3)
    yield from against("ten boxes dropped on each other", boxes(10, 0.01), mujoco_boxes(10, 0.01), None, 5e-3)
    yield from creep()


def against(what: str, ours: Runs, theirs: Runs | None, bound: float | None, error: float) -> Iterator[Figure]:
    """Times per simulated second, and their ratio, at the best steps with no larger errors."""
    step, seconds, left = _best_step(ours, error)
    yield Figure(f"{what}, steps of {1e3 * step:g} ms", 1e3 * seconds, "ms per s")
    yield Figure("  its error", left, "")
    if theirs is None:
        return
    step, peer, left = _best_step(theirs, error)
    yield Figure(f"  MuJoCo, steps of {1e3 * step:g} ms", 1e3 * peer, "ms per s")
    yield Figure("  its error", left, "")
    ratio = seconds / peer
    yield Figure("  beside it", ratio, "times") if bound is None else at_most("  beside it", ratio, bound, "times")


def _best_step(runs: Runs, error: float) -> tuple[float, float, float]:
    """The step of the fastest run whose error is small enough, its time and error."""
    found = [(step, *runs(step)) for step in STEPS]
    return min((x for x in found if x[2] <= error), key=lambda x: x[1], default=found[0])


def _timed(model: da.Model, start: da.State, step: float) -> tuple[float, da.Motion]:
    run = lambda: da.simulate(model, start, times=[0.0, SPAN], method=da.methods.MoreauJean(step))  # noqa: E731
    motion = run()
    assert motion.residuals["complementarity"].max() < 1e-8
    return best(lambda: elapsed(run)) / SPAN, motion


# ---- spheres


def spheres(n: int) -> Runs:
    """Spheres that land sliding, and roll in the end with five sevenths of their speeds."""
    floor, parts = da.geometry.plane(da.ground, "z"), []
    for k in range(n):
        body = da.sphere(f"sphere{k}", radius=0.1, mass=1.0)
        parts += [da.Free(f"s{k}", da.ground, body), da.Contact(f"c{k}", body, floor, friction=MU)]
    model = da.Model(*parts, gravity=(0, 0, -g))
    q = {f"s{k}.z": 0.3 for k in range(n)} | {f"s{k}.x": float(k) for k in range(n)}
    start = model.state(q=q, u={f"s{k}.y.rate": 1.0 for k in range(n)})

    def runs(step: float) -> tuple[float, float]:
        seconds, motion = _timed(model, start, step)
        return seconds, max(abs(float(motion[f"s{k}.y.rate"][-1]) - 5 / 7) for k in range(n))

    return runs


def mujoco_spheres(n: int) -> Runs | None:
    """The same in MuJoCo."""
    places = [(float(k), 0.0, 0.3) for k in range(n)]

    def push(data: Any) -> None:
        data.qvel[1::6] = 1.0

    def error(data: Any) -> float:
        return float(np.abs(data.qvel[1::6] - 5 / 7).max())

    return _mujoco('type="sphere" size="0.1"', places, push, error)


# ---- boxes


def boxes(n: int, gap: float) -> Runs:
    """Boxes upon each other, with gaps between them at first."""
    below, parts = da.geometry.plane(da.ground, "z"), []
    for k in range(n):
        body = da.box(f"box{k}", size=(1.0, 1.0, 1.0), mass=1.0)
        parts += [da.Free(f"b{k}", da.ground, body), da.Contact(f"c{k}", body, below, friction=MU)]
        below = da.geometry.plane(body.at(z=0.5), "z")
    model = da.Model(*parts, gravity=(0, 0, -g))
    start = model.state(q={f"b{k}.z": 0.5 + k * (1.0 + gap) for k in range(n)})

    def runs(step: float) -> tuple[float, float]:
        seconds, motion = _timed(model, start, step)
        places = np.array([[motion[f"b{k}.{axis}"][-1] for axis in "xyz"] for k in range(n)])
        return seconds, _displaced(places)

    return runs


def mujoco_boxes(n: int, gap: float) -> Runs | None:
    """The same in MuJoCo."""
    places = [(0.0, 0.0, 0.5 + k * (1.0 + gap)) for k in range(n)]

    def error(data: Any) -> float:
        return _displaced(data.qpos.reshape(n, 7)[:, :3])

    return _mujoco('type="box" size="0.5 0.5 0.5"', places, lambda data: None, error)


def _displaced(places: Any) -> float:
    """How far boxes are from where they should stand."""
    wanted = np.array([[0.0, 0.0, 0.5 + k] for k in range(len(places))])
    return float(np.abs(places - wanted).max())


# ---- creep


def creep() -> Iterator[Figure]:
    """A box on a slope that friction can hold, for a thousand seconds, and MuJoCo's for ten."""
    body = da.box("box", size=(1.0, 1.0, 1.0), mass=1.0)
    contact = da.Contact("floor", body, da.geometry.plane(da.ground, "z"), friction=MU)
    down = (g * np.sin(SLOPE), 0.0, -g * np.cos(SLOPE))
    model = da.Model(da.Free("b", da.ground, body), contact, gravity=down)
    motion = da.simulate(model, {"b.z": 0.5}, times=[0.0, 1000.0], method=da.methods.MoreauJean(1e-2))
    yield at_most("creep of a box on a slope in 1,000 s", abs(float(motion["b.x"][-1])), 1e-12, "m")
    if find_spec("mujoco"):
        model, data = _mujoco_model('type="box" size="0.5 0.5 0.5"', [(0.0, 0.0, 0.5)], 2e-3, down)
        import mujoco

        mujoco.mj_step(model, data, nstep=500)
        begin = float(data.qpos[0])
        mujoco.mj_step(model, data, nstep=5000)
        yield Figure("  MuJoCo, in 1,000 s at the pace of ten", 100.0 * abs(float(data.qpos[0]) - begin), "m")


# ---- MuJoCo


def _mujoco_model(geom: str, places: list[tuple[float, float, float]], step: float, down: Any) -> Any:
    import mujoco

    bodies = "".join(
        f'<body pos="{x} {y} {z}"><freejoint/><geom {geom} mass="1" friction="{MU}"/></body>' for x, y, z in places
    )
    option = f'<option timestep="{step}" gravity="{" ".join(map(str, down))}"/>'
    floor = f'<geom type="plane" size="50 50 1" friction="{MU}"/>'
    text = f"<mujoco>{option}<worldbody>{floor}{bodies}</worldbody></mujoco>"
    model = mujoco.MjModel.from_xml_string(text)
    return model, mujoco.MjData(model)


def _mujoco(
    geom: str,
    places: list[tuple[float, float, float]],
    push: Callable[[Any], None],
    error: Callable[[Any], float],
) -> Runs | None:
    if not find_spec("mujoco"):
        return None
    import mujoco

    def runs(step: float) -> tuple[float, float]:
        model, data = _mujoco_model(geom, places, step, (0.0, 0.0, -g))

        def run() -> None:
            mujoco.mj_resetData(model, data)
            push(data)
            mujoco.mj_step(model, data, nstep=round(SPAN / step))

        run()
        return best(lambda: elapsed(run)) / SPAN, error(data)

    return runs
