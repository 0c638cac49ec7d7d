"""Heaps of spheres in a box: first motion, a step, residual and overlap, beside MuJoCo.

python benchmarks/heaps.py
"""

import time
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np
from figures import Figure, at_most

import dalembert as da

RADIUS, MU, STEP, SPAN, G = 0.05, 0.5, 0.005, 1.0, 9.81

FIRST = {20: 0.5, 300: 1.0, 1_000: 2.0}
"""Seconds to the first motion."""

COMPARED = (300, 1_000)
"""Heaps of which a step takes at most the time of MuJoCo's."""

TOLERANCES = {20: 1e-8, 300: 1e-4}
"""Heaps whose runs are measured, and to what they are solved: larger ones are not found to 1e-8 yet."""


def heaps() -> Iterator[Figure]:
    for n, bound in FIRST.items():
        model, start, seconds = described(n)
        begin = time.process_time()
        da.simulate(model, start, until=STEP, method=da.methods.MoreauJean(STEP))
        yield at_most(f"{n} spheres: first motion", seconds + time.process_time() - begin, bound, "s")
    for n, tolerance in TOLERANCES.items():
        yield from steps(n, tolerance)


def steps(n: int, tolerance: float) -> Iterator[Figure]:
    """A run of a second, as far as it comes."""
    model, start, _ = described(n)
    times, begin = np.arange(0.0, SPAN + 1e-9, STEP), time.process_time()
    try:
        motion = da.simulate(model, start, times=times, method=da.methods.MoreauJean(STEP, tolerance=tolerance))
    except da.errors.SolverError as error:
        motion = error.motion
    mine = (time.process_time() - begin) / max(len(motion) - 1, 1)
    yield Figure(f"{n} spheres: reached of {SPAN:g} s", float(motion.times[-1]), "s")
    yield Figure("  a step", 1e3 * mine, "ms")
    yield at_most("  residual", float(motion["contacts.residual"].max()), 1e-8, "")
    yield at_most("  overlap while falling", float(motion["contacts.overlap"].max()), 1e-3, "m")
    if (theirs := mujoco_step(n)) is not None:
        yield Figure("  MuJoCo, a step", 1e3 * theirs, "ms")
        ratio = mine / theirs
        yield (
            at_most("  beside it", ratio, 1.0, "times") if n in COMPARED else Figure("  beside it", ratio, "times")
        )


def layout(n: int) -> tuple[np.ndarray[Any, Any], float]:
    """Places of spheres in columns, not quite above each other, and half the width of the box."""
    across = max(2, round((n / 4) ** (1 / 3)))
    k, rng = np.arange(n), np.random.default_rng(0)
    middle = 0.5 * (across - 1)
    flat = np.stack([k % across - middle, k // across % across - middle], axis=1) * 0.11
    flat += rng.uniform(-0.004, 0.004, flat.shape)
    return np.column_stack([flat, 0.06 + 0.11 * (k // across**2)]), 0.055 * across + 0.02


def described(n: int) -> tuple[da.Model, dict[str, float], float]:
    """The model, where it begins, and processor time of the description."""
    places, half = layout(n)
    begin = time.process_time()
    balls = [da.sphere(f"ball{k}", radius=RADIUS, mass=1.0) for k in range(n)]
    walls = [da.geometry.plane(da.ground, "z")]
    for axis in "xy":
        walls.append(da.geometry.plane(da.ground.at(**{axis: -half}), axis))
        walls.append(da.geometry.plane(da.ground.at(**{axis: half}), f"-{axis}"))
    joints = [da.Free(f"b{k}", da.ground, ball) for k, ball in enumerate(balls)]
    model = da.Model(*joints, da.contacts.between(balls, walls, friction=MU), gravity=(0, 0, -G))
    start = {
        f"b{k}.{axis}": float(x) for k, place in enumerate(places) for axis, x in zip("xyz", place, strict=True)
    }
    return model, start, time.process_time() - begin


def mujoco_step(n: int) -> float | None:
    """Seconds of a step of the same heap in MuJoCo."""
    if not find_spec("mujoco"):
        return None
    import mujoco

    places, half = layout(n)
    ball = f'<geom type="sphere" size="{RADIUS}" mass="1" friction="{MU}"/>'
    bodies = "".join(f'<body pos="{x} {y} {z}"><freejoint/>{ball}</body>' for x, y, z in places)
    sides = ((0, 0, "0 0 1"), (-half, 0, "1 0 0"), (half, 0, "-1 0 0"), (0, -half, "0 1 0"), (0, half, "0 -1 0"))
    planes = "".join(
        f'<geom type="plane" pos="{x} {y} 0" zaxis="{axis}" size="5 5 1" friction="{MU}"/>' for x, y, axis in sides
    )
    text = f'<mujoco><option timestep="{STEP}"/><worldbody>{planes}{bodies}</worldbody></mujoco>'
    model = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)
    count = round(SPAN / STEP)
    begin = time.process_time()
    mujoco.mj_step(model, data, nstep=count)
    return (time.process_time() - begin) / count


if __name__ == "__main__":
    for figure in heaps():
        print(figure)
