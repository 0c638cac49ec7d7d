"""Derivatives of a run by fifty parameters beside the run itself: all by tangents, of one number by a gradient."""

import time
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
from figures import Figure, at_most, elapsed

import dalembert as da

JOINTS = 25


def many_parameters() -> Iterator[Figure]:
    """A chain of 25 joints in space with an open length and mass of each link: 1,000 steps, and a tolerance."""
    model = chain()
    start = model.state(q={f"j{k}": 0.1 * np.cos(k) for k in range(JOINTS)})
    names = [f"{kind}{k}" for kind in "lm" for k in range(JOINTS)]
    for what, method in (("1,000 steps of RK4", da.methods.RK4(1e-3)), ("DOP853 at 1e-8", da.methods.DOP853())):
        common: dict[str, Any] = {"times": [0.0, 1.0], "method": method}
        run = partial(da.simulate, model, start, **common)
        gradient = partial(da.motion_gradient, model, start, of="j24", by=names, until=1.0, method=method)
        tangents = partial(da.sensitivities, model, start, by=names, **common)
        cold = {name: elapsed(call) for name, call in (("gradient", gradient), ("tangents", tangents))}
        for name, seconds in cold.items():
            yield Figure(f"{what}: {name}, the first time", seconds, "s")
        # until there is code at full speed
        for call, times in ((run, 12), (gradient, 4), (tangents, 4)):
            for _ in range(times):
                call()
            time.sleep(5.0)
        ratios = [[elapsed(call) for call in (run, gradient, tangents)] for _ in range(7)]
        one, backwards, forwards = np.min(ratios, axis=0)
        yield Figure(f"{what}: a run", one * 1e3, "ms")
        yield at_most(f"{what}: gradient of one number by 50 parameters", backwards / one, 6.0, "runs")
        yield at_most(f"{what}: tangents by 50 parameters", forwards / one, 25.0, "runs")
        exact = tangents()["j24"][-1]
        yield at_most(
            f"{what}: gradient beside tangents",
            np.abs(gradient().values - exact).max() / np.abs(exact).max(),
            1e-9,
            "of the largest derivative",
        )


def chain() -> da.Model:
    """Rods that turn about axes in space."""
    joints, end = [], da.ground
    for k in range(JOINTS):
        rod = da.rod(f"b{k}", length=da.param(f"l{k}", 0.3 + 0.01 * k), mass=da.param(f"m{k}", 1.0 + 0.02 * k))
        joints.append(da.Revolute(f"j{k}", end, rod, axis="zy"[k % 2]))
        end = rod["end"]
    return da.Model(*joints, gravity=(0.0, -9.81, 0.0))


if __name__ == "__main__":
    for figure in many_parameters():
        print(figure)
