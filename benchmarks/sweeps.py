"""Sweeps: on this machine and on a cluster of two processes that are killed on the way, and models found again.

`python benchmarks/sweeps.py [cases]`: double pendulums of 10 s each; 20,000 unless another number is given.
"""

import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from figures import Figure, at_least, at_most, best

import dalembert as da

CASES, TIMES = 20_000, np.linspace(0.0, 10.0, 101)
CRANKS = 10_000


def double_pendulum() -> da.Model:
    upper, lower = da.rod("upper", length=1.0, mass=1.0), da.rod("lower", length=da.param("l", 0.8), mass=0.5)
    return da.Model(
        da.Revolute("shoulder", da.ground, upper, axis="z"),
        da.Revolute("elbow", upper["end"], lower, axis="z"),
        gravity=(0, -9.81, 0),
    )


def pendulums(count: int, folder: Path, client: object = None) -> object:
    """A sweep of double pendulums: where each ends, and the peak of one speed."""
    sample = da.sweeps.Random(count, {"l": da.sweeps.Uniform(0.5, 1.0), "elbow": da.sweeps.Uniform(0.0, 1.5)})
    what = {"shoulder": "shoulder", "elbow at the end": "elbow", "peak": da.sweeps.Peak("elbow.rate")}
    ends = {name: da.sweeps.Largest(y) if isinstance(y, str) else y for name, y in what.items()}
    return da.sweep(double_pendulum(), sample, ends, times=TIMES, folder=folder, on=client)


def slider_cranks() -> Iterator[Figure]:
    """Cranks with random parameters, turned once: the peak force of a pin of each."""
    r, m = da.param("r", 0.15), da.param("m", 1.0)
    crank, rod = da.rod("crank", length=r, mass=0.5), da.rod("rod", length=0.5, mass=m)
    slider = da.particle("slider", mass=2.0)
    model = da.Model(
        da.Revolute("A", da.ground, crank, axis="z"),
        da.Revolute("B", crank["end"], rod, axis="z"),
        da.Prismatic("slide", da.ground, slider, axis="x"),
        da.Revolute("C", rod["end"], slider, axis="z"),
        da.Drive("turn", "A", 10.0 * da.time),
    )
    sample = da.sweeps.Random(CRANKS, {"r": da.sweeps.Uniform(0.1, 0.2), "m": da.sweeps.LogNormal(1.0, 0.2)})
    peak = {"force": da.sweeps.Peak("C.force.x")}
    begin = time.process_time()
    da.sweep(model, sample, peak, times=np.linspace(0.0, 0.2 * np.pi, 63))
    seconds = time.process_time() - begin
    yield at_most("10,000 slider-cranks, peak pin force of each, with what compiles", seconds, 1.0, "s")


def on_a_cluster(count: int) -> Iterator[Figure]:
    """Two worker processes beside one process with two threads; then workers and client are killed with −9."""
    from distributed import Client, LocalCluster

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        begin = time.perf_counter()
        here = pendulums(count, folder / "here")
        alone = time.perf_counter() - begin
        yield Figure(f"{count:,} double pendulums, 10 s each, one process", count / alone, "per second")
        cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
        with cluster, Client(cluster) as client:
            begin = time.perf_counter()
            pendulums(count, folder / "cluster", client)
            seconds = time.perf_counter() - begin
        there = da.open_sweep(folder / "cluster")
        is_same = all(np.array_equal(here[column], there[column]) for column in here.columns)
        yield at_least("the same on two worker processes, of the speed", alone / seconds, 0.8, "of it")
        yield at_least("the same bits", float(is_same), 1.0, "")
        yield from killed(count, folder, here)


def killed(count: int, folder: Path, here: object) -> Iterator[Figure]:
    """The client in a process of its own, killed twice, and workers twice."""
    for number in range(3):
        process = subprocess.Popen([sys.executable, __file__, str(count), "--client", str(folder / "killed")])
        before = len(list((folder / "killed").glob("cases-*")))
        victims = 1 if number else 2
        while process.poll() is None:
            time.sleep(0.05)
            chunks = len(list((folder / "killed").glob("cases-*")))
            if number < 2 and victims and chunks > before:
                before, victims = chunks, victims - 1
                children = workers_of(process.pid)
                if children and victims:
                    os.kill(children[0], signal.SIGKILL)
            elif number < 2 and chunks > before + 1:
                for pid in [*descendants(process.pid), process.pid]:
                    os.kill(pid, signal.SIGKILL)
        process.wait()
    table = da.open_sweep(folder / "killed")
    is_whole = all(np.array_equal(here[column], table[column]) for column in table.columns)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024.0
    rows = sum(last - first + 1 for first, last, _ in table.folder.chunks())
    yield at_least(
        "killed on the way with −9, workers and client: complete, the same bits", float(is_whole), 1.0, ""
    )
    yield at_most("rows in the folder, of those there are to be", rows / count, 1.0, "")
    yield at_most("memory of the largest process", peak, 500.0, "MB")


def descendants(pid: int) -> list[int]:
    """Processes that a process has started, and these theirs."""
    found = []
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, path.read_text().split()):
            found += [child, *descendants(child)]
    return found


def workers_of(pid: int) -> list[int]:
    """Processes at the ends of that tree: those that compute."""
    return [child for child in descendants(pid) if not descendants(child)][-1:]


SECOND = {
    "linearize 30 joints": ("da.linearize(chain(30))", 0.3),
    "explain a Stewart platform": ("da.explain(stewart_platform()).text()", 0.5),
    "compare a four-bar": ("da.compare(four_bar())", 0.5),
    "Newton-Euler of 30 joints": ("da.as_dynamics(da.derive(chain(30), da.NewtonEuler())).accelerations({})", 0.5),
}

PROGRAM = """
import sys, time
sys.path += {paths!r}
import dalembert as da
from many_runs import four_bar
from stewart_platform import stewart_platform
def chain(n):
    parent, joints = da.ground, []
    for k in range(n):
        link = da.rod(f"link {{k}}", length=1.0, mass=1.0)
        joints.append(da.Revolute(f"joint {{k}}", parent, link, axis="yz"[k % 2]))
        parent = link["end"]
    return da.Model(*joints, gravity=(0, 0, -9.81))
# what is loaded is no question of the model
for warm in ("da.linearize(chain(1))", "da.compare(chain(1), [da.Kane()], 1)", "da.explain(chain(1)).text()"):
    eval(warm)
da.as_dynamics(da.derive(chain(1), da.NewtonEuler())).accelerations({{}})
begin = time.process_time()
{call}
print(time.process_time() - begin)
"""


def second_processes() -> Iterator[Figure]:
    """What another process has made for an equal model; processor time beside what Python takes to load."""
    here = Path(__file__).parent
    paths = [str(here), str(here.parent / "examples")]
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "DALEMBERT_CACHE": cache}

        def seconds(call: str) -> float:
            program = PROGRAM.format(paths=paths, call=call)
            ran = subprocess.run(
                [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
            )
            return float(ran.stdout.split()[-1])

        for name, (call, bound) in SECOND.items():
            first = seconds(call)
            yield Figure(f"{name}, first process", first, "s")
            yield at_most(f"{name}, second process", best(lambda call=call: seconds(call), 2), bound, "s")


def sweeps(count: int = CASES) -> Iterator[Figure]:
    yield from slider_cranks()
    yield from second_processes()
    yield from on_a_cluster(count)


def client(count: int, folder: Path) -> None:
    """A client with workers of its own."""
    from distributed import Client, LocalCluster

    cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with cluster, Client(cluster) as connected:
        pendulums(count, folder, connected)


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else CASES
    if "--client" in sys.argv:
        client(wanted, Path(sys.argv[3]))
    else:
        for figure in sweeps(wanted):
            print(figure, flush=True)
        shutil.rmtree("dask-worker-space", ignore_errors=True)
