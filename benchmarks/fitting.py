"""Fits of five parameters of a double pendulum to 10,000 samples, beside least squares by SciPy of its runs.

A first fit is that of a process: the very first one derives and compiles, a later one finds code on the disk.
The last figures are how often intervals of 1,000 repeated fits hold the true values.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from math import cos, sin

import numpy as np
from figures import Figure, at_least, at_most
from scipy.integrate import solve_ivp
from scipy.optimize import least_squares

import dalembert as da

TRUE = {"l1": 1.0, "l2": 0.8, "m2": 0.5, "d1": 0.05, "d2": 0.03}
GUESS = {"l1": 0.98, "l2": 0.82, "m2": 0.6, "d1": 0.1, "d2": 0.01}
TIMES, START, NOISE, MASS, GRAVITY = np.linspace(0.0, 10.0, 10_000), (0.4, 0.3), 1e-3, 1.0, 9.81


def pendulum() -> da.Model:
    p = {name: da.param(name, value) for name, value in GUESS.items()}
    upper = da.rod("upper", length=p["l1"], mass=MASS)
    lower = da.rod("lower", length=p["l2"], mass=p["m2"])
    return da.Model(
        da.Revolute("A", da.ground, upper),
        da.Revolute("B", upper["end"], lower),
        da.JointDamper("first", "A", p["d1"]),
        da.JointDamper("second", "B", p["d2"]),
        gravity=(GRAVITY, 0.0, 0.0),
    )


def rates(t: float, x: np.ndarray, l1: float, l2: float, m2: float, d1: float, d2: float) -> tuple[float, ...]:
    """Two slender rods, by hand; the second angle is relative, both from the vertical."""
    a, b, va, vb = x
    w = va + vb
    half = 0.5 * m2 * l1 * l2
    m11, m22, m12 = (MASS / 3.0 + m2) * l1 * l1, m2 * l2 * l2 / 3.0, half * cos(b)
    # about absolute angles a and a + b
    f1 = half * sin(b) * w * w - (0.5 * MASS + m2) * GRAVITY * l1 * sin(a) - d1 * va + d2 * vb
    f2 = -half * sin(b) * va * va - 0.5 * m2 * GRAVITY * l2 * sin(a + b) - d2 * vb
    det = m11 * m22 - m12 * m12
    a1, a2 = (m22 * f1 - m12 * f2) / det, (m11 * f2 - m12 * f1) / det
    return va, vb, a1, a2 - a1


def simulated(values: np.ndarray) -> np.ndarray:
    run = solve_ivp(
        rates, (0.0, 10.0), [*START, 0.0, 0.0], "DOP853", TIMES, args=tuple(values), rtol=1e-8, atol=1e-10
    )
    return run.y[:2]


def measurements() -> np.ndarray:
    """Angles with noise, by the equations by hand."""
    return simulated(np.array(list(TRUE.values()))) + np.random.default_rng(0).normal(0.0, NOISE, (2, TIMES.size))


def by_scipy(measured: np.ndarray) -> np.ndarray:
    found = least_squares(
        lambda values: (simulated(values) - measured).ravel(), list(GUESS.values()), x_scale="jac", method="trf"
    )
    return found.x


def task(measured: np.ndarray) -> tuple[da.Model, dict[str, np.ndarray], dict[str, float]]:
    data = {"t": TIMES, "A": measured[0], "B": measured[1]}
    return pendulum(), data, {"A": START[0], "B": START[1]}


def first_fit(folder: str) -> float:
    """Processor time of the first fit of a process that keeps its code in a folder."""
    settings = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    settings |= {"DALEMBERT_CACHE": f"{folder}/code", "PYTHONPYCACHEPREFIX": f"{folder}/bytes"}
    answer = subprocess.run([sys.executable, __file__, "first"], capture_output=True, check=True, env=settings)
    return float(json.loads(answer.stdout))


def child() -> None:
    measured = measurements()
    assert callable(da.fit)
    begin = time.process_time()
    model, data, start = task(measured)
    da.fit(model, data, list(GUESS), start=start)
    print(json.dumps(time.process_time() - begin))


def coverage(count: int = 1000) -> Iterator[Figure]:
    """Fits of an oscillator with two springs beside each other, of which only the sum can be told."""
    model = da.Model(
        da.Prismatic("x", da.ground, da.particle("block", mass=1.0), axis="x"),
        da.JointSpring("first", "x", da.param("k1", 14.0)),
        da.JointSpring("second", "x", da.param("k2", 15.0)),
        da.JointDamper("damper", "x", da.param("d", 0.7)),
    )
    true, times = {"d": 0.8, "x": 0.1}, np.linspace(0.0, 3.0, 60)
    w = np.sqrt(30.0 - 0.16)
    exact = 0.1 * np.exp(-0.4 * times) * (np.cos(w * times) + 0.4 / w * np.sin(w * times))
    kept, told = dict.fromkeys(true, 0), 0
    for seed in range(count):
        data = {"t": times, "x": exact + np.random.default_rng(seed).normal(0.0, 2e-3, times.size)}
        fit = da.fit(model, data, ["k1", "k2", "d", "x"], start={"x": 0.1})
        for name, value in true.items():
            low, high = fit.interval(name)
            kept[name] += low <= value <= high
        told += fit.interval("k1") is not None or fit.interval("k2") is not None
    for name, hits in kept.items():
        yield at_least(
            f"95 % intervals of {name!r} that hold the true value, of {count}", 100.0 * hits / count, 93.0, "%"
        )
    yield at_most("the same, the more frequent", 100.0 * max(kept.values()) / count, 97.0, "%")
    yield at_most("intervals of two springs of which only the sum can be told", told, 0.0, "")


def fits() -> Iterator[Figure]:
    measured = measurements()
    begin = time.process_time()
    theirs = by_scipy(measured)
    scipys = time.process_time() - begin

    with tempfile.TemporaryDirectory() as folder:
        # imports are not part of a fit
        firsts = [first_fit(folder) for _ in range(4)]
    model, data, start = task(measured)
    seconds = []
    for _ in range(3):
        begin = time.process_time()
        fit = da.fit(model, data, list(GUESS), start=start)
        seconds.append(time.process_time() - begin)
    ours = np.array(list(fit.values.values()))
    deviations = np.array(list(fit.deviations.values()))
    yield Figure("fit of a double pendulum, 5 parameters, 10,000 samples: by SciPy", scipys, "s")
    yield Figure("the same fit, first time, derived and compiled", firsts[0], "s")
    yield Figure("the same fit, first of a later process", min(firsts[1:]), "s")
    yield Figure("the same fit again", min(seconds), "s")
    for words, value in (("the very first fit", firsts[0]), ("first fit of a later process", min(firsts[1:]))):
        yield Figure(f"{words} beside SciPy's least squares of its runs", scipys / value, "times faster")
    yield at_least("fits after that", scipys / min(seconds), 20.0)
    yield at_most(
        "values beside SciPy's, in standard deviations", np.abs((ours - theirs) / deviations).max(), 0.1, ""
    )

    yield from coverage()


if __name__ == "__main__":
    if sys.argv[1:]:
        child()
    else:
        for figure in fits():
            print(figure)
