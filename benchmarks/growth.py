"""What size costs before a run: from the description to the first motion, with nothing compiled before.

python benchmarks/growth.py four-bars N | chain N       prints seconds of processor time of each part
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from figures import Figure, at_most

COUNTS = (10, 40, 100)


def growth() -> Iterator[Figure]:
    totals = []
    for n in COUNTS:
        described, assembled, moved = fresh("four-bars", n)
        totals.append(described + assembled + moved)
        yield Figure(f"{n} four-bars, assembled from an empty cache", assembled, "s")
        yield Figure(f"{n} four-bars, first motion after that", moved, "s")
    yield at_most(f"{COUNTS[-1]} four-bars, from description to first motion", totals[-1], 6.0, "s")
    exponent = float(np.polyfit(np.log(COUNTS), np.log(totals), 1)[0])
    yield at_most("exponent of that over the number of four-bars", exponent, 1.3, "")
    yield at_most("400 joints in space, from description to first motion", sum(fresh("chain", 400)), 3.0, "s")


def fresh(kind: str, n: int) -> tuple[float, ...]:
    """Seconds of each part in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "DALEMBERT_CACHE": str(Path(folder) / "cache"), "DALEMBERT_TIER": ""}
        command = [sys.executable, __file__, kind, str(n)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return tuple(map(float, done.stdout.split()))


def four_bars(n: int) -> list[float]:
    from mechanisms import n_four_bar

    import dalembert as da

    # modules are loaded before
    da.simulate, da.assemble  # noqa: B018
    marks = [time.thread_time()]
    model = n_four_bar.mechanism(n)
    marks.append(time.thread_time())
    guess = {f"foot {i}": 1.2 for i in range(n + 1)} | {f"left {i}": -1.2 for i in range(n)}
    start = da.assemble(model, q={"foot 0": 1.2}, u={"foot 0": -1.0}, guess=guess)
    marks.append(time.thread_time())
    da.simulate(model, start, until=0.01, times=[0.01])
    return [*marks, time.thread_time()]


def spatial_chain(n: int) -> list[float]:
    from chains import chain

    import dalembert as da

    da.simulate, da.as_dynamics  # noqa: B018
    marks = [time.thread_time()]
    model = chain(n)
    marks.append(time.thread_time())
    da.simulate(model, model.state(), until=0.01, times=[0.01])
    return [*marks, time.thread_time()]


if __name__ == "__main__":
    kind, n = sys.argv[1], int(sys.argv[2])
    print(*np.diff({"four-bars": four_bars, "chain": spatial_chain}[kind](n)))
