"""How much of the package one has to read to follow a call: the functions and files that it goes through."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import dalembert

WALKED = """
import sys
import dalembert as da

def walked(run):
    seen = set()

    def look(frame, event, arg):
        code = frame.f_code
        if event == "call" and "/dalembert/" in code.co_filename and "<" not in code.co_name:
            seen.add((code.co_filename, code.co_qualname))

    sys.setprofile(look)
    try:
        run()
    finally:
        sys.setprofile(None)
    print(len(seen), len({name for name, _ in seen}))

def pendulum(length):
    upper, lower = da.rod("upper", length=length, mass=1.0), da.rod("lower", length=0.8, mass=0.5)
    return da.Model(
        da.Revolute("a", da.ground, upper, axis="z"),
        da.Revolute("b", upper["end"], lower, axis="z"),
        gravity=(0, -9.81, 0),
    )

def ball(radius):
    body = da.sphere("ball", radius=radius, mass=1.0)
    floor = da.geometry.plane(da.ground, "z")
    return da.Model(
        da.Prismatic("z", da.ground, body, axis="z"), da.Contact("floor", body, floor), gravity=(0, 0, -9.81)
    )

never = [da.Event("never", da.coordinate("a") - 100.0)]
for _ in range(2):
    da.simulate(pendulum(1.3), {"b": 1.0}, until=0.2, events=never)
    da.simulate(ball(0.2), {"z": 0.5}, until=0.2)
model, bouncing = pendulum(1.0), ball(0.1)
walked(lambda: da.simulate(model, {"b": 1.2}, until=1.0))
for _ in range(4):
    da.simulate(model, {"b": 1.2}, until=1.0)
    da.simulate(model, {"b": 1.2}, until=1.0, events=never)
walked(lambda: da.simulate(model, {"b": 1.2}, until=1.0))
walked(lambda: da.simulate(model, {"b": 1.2}, until=1.0, events=never))
walked(lambda: da.simulate(bouncing, {"z": 0.5}, until=0.5))
"""

MOST = {"first": (735, 111), "again": (35, 15), "an event that never happens": (35, 15), "contact": (1415, 170)}


@pytest.fixture(scope="module")
def counts(tmp_path_factory):
    """Functions and files of each of these calls, in a process that has an empty cache of code."""
    source = Path(dalembert.__file__).parents[1]
    own = {"DALEMBERT_CACHE": str(tmp_path_factory.mktemp("cache")), "PYTHONPATH": str(source)}
    done = subprocess.run(
        [sys.executable, "-c", WALKED], env={**os.environ, **own}, capture_output=True, text=True, check=True
    )
    lines = [tuple(map(int, line.split())) for line in done.stdout.splitlines()]
    return dict(zip(MOST, lines, strict=True))


@pytest.mark.parametrize("call", MOST)
def test_a_call_goes_through_few_functions_and_files(call, counts):
    functions, files = counts[call]
    assert functions <= MOST[call][0]
    assert files <= MOST[call][1]
