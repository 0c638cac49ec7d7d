"""Sweeps: on this machine and on a cluster of two processes that are killed on the way, and models found again.

`python benchmarks/sweeps.py [CASES]`: double pendulums of 10 s each; 20,000 unless another number is given.
`python benchmarks/sweeps.py CASES --cluster`: these alone, such as a million, which takes some minutes.
`python benchmarks/sweeps.py CASES --woodpeckers`: toys with contacts on the cluster, such as ten thousand.
"""

import contextlib
import os
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
from dalembert.studies.table import Sweep

CASES, TIMES = 20_000, np.linspace(0.0, 10.0, 101)
CRANKS, WOODPECKERS = 10_000, 200
EXAMPLES = str(Path(__file__).parent.parent / "examples")


def double_pendulum() -> da.Model:
    upper, lower = da.rod("upper", length=1.0, mass=1.0), da.rod("lower", length=da.param("l", 0.8), mass=0.5)
    return da.Model(
        da.Revolute("shoulder", da.ground, upper, axis="z"),
        da.Revolute("elbow", upper["end"], lower, axis="z"),
        gravity=(0, -9.81, 0),
    )


def pendulums(count: int, folder: Path, client: object = None) -> Sweep:
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
        begin, used = time.perf_counter(), time.process_time()
        here = pendulums(count, folder / "here")
        alone, used_alone = time.perf_counter() - begin, time.process_time() - used
        yield Figure(f"{count:,} double pendulums, 10 s each, one process", count / alone, "per second")
        with LocalCluster(**LOCAL) as cluster, Client(cluster) as client:
            begin, used = time.perf_counter(), processor_time(client)
            pendulums(count, folder / "cluster", client)
            seconds, used_there = time.perf_counter() - begin, processor_time(client) - used
        there = da.open_sweep(folder / "cluster")
        yield at_least("the same on two worker processes, of the speed", alone / seconds, 0.8, "of it")
        # on a machine that does other work beside, this is the figure
        yield at_least(
            "processor time of one process, of that of client and workers", used_alone / used_there, 0.8, "of it"
        )
        yield at_least("the same bits", float(is_same(here, there)), 1.0, "")
        yield from killed(count, folder / "killed", here)


def processor_time(client: object) -> float:
    """Seconds that this process and all workers have used so far."""
    return time.process_time() + sum(client.run(time.process_time).values())


LOCAL = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}


def is_same(table: Sweep, other: Sweep) -> bool:
    """Whether two tables have the same bits."""
    return all(np.array_equal(table[column], other[column]) for column in table.columns)


KILLS = ((0.2, "worker"), (0.4, "client"), (0.6, "worker"), (0.8, "client"))
"""Parts of the sweep after which somebody is killed; with a client its workers die too."""


def killed(count: int, folder: Path, here: Sweep) -> Iterator[Figure]:
    """The client in a process of its own; workers and clients are killed on the way, and the same call goes on."""
    kills, files, memory, rewritten, process = list(KILLS), {}, 0.0, 0, None
    while kills or process is None or process.returncode:
        process = subprocess.Popen([sys.executable, __file__, str(count), "--client", str(folder)])
        while process.poll() is None:
            time.sleep(0.05)
            every = [process.pid, *descendants(process.pid)]
            memory = max(memory, *map(resident, every))
            if not kills or rows_in(folder) < kills[0][0] * count:
                continue
            now = modification_times(folder)
            rewritten += sum(now.get(name) != written for name, written in files.items())
            files, (_, victim) = now, kills.pop(0)
            for pid in workers_of(process.pid)[:1] if victim == "worker" else reversed(every):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        if not kills and process.returncode > 0:
            raise RuntimeError("the client that was not killed ended with an error")
    now, table = modification_times(folder), da.open_sweep(folder)
    rewritten += sum(now.get(name) != written for name, written in files.items())
    yield at_least(
        "killed with −9, two workers and two clients: complete, the same bits",
        float(is_same(here, table)),
        1.0,
        "",
    )
    yield at_most("files that were finished and written again", rewritten, 0.0, "")
    yield at_most("rows in the folder, of those there are to be", rows_in(folder) / count, 1.0, "")
    yield at_most("memory of the largest process", memory, 500.0, "MB")


def rows_in(folder: Path) -> int:
    """Cases in the files of a folder, by their names."""
    ends = [path.stem.split("-")[1:] for path in folder.glob("cases-*")]
    return sum(int(last) - int(first) + 1 for first, last in ends)


def modification_times(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in folder.glob("cases-*")}


def resident(pid: int) -> float:
    """Most memory that a process has had so far, in MB; none if it has ended."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return sum(float(line.split()[1]) / 1024.0 for line in lines if line.startswith("VmHWM"))


def descendants(pid: int) -> list[int]:
    """Processes that a process has started, and these theirs."""
    children = []
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in map(int, path.read_text().split()):
                children += [child, *descendants(child)]
    return children


def workers_of(pid: int) -> list[int]:
    """Processes at the ends of that tree that compute: the largest ones."""
    leaves = [child for child in descendants(pid) if not descendants(child)]
    return sorted(leaves, key=resident)[-2:]


def woodpeckers(count: int) -> Iterator[Figure]:
    """Toy woodpeckers with random friction on the cluster: which fail without a reason; some rows run again."""
    from distributed import Client, LocalCluster

    sys.path.append(EXAMPLES)
    from woodpecker import start, toy

    model = toy(da.param("friction", 0.3))
    sample = da.sweeps.Random(count, {"friction": da.sweeps.Uniform(0.15, 0.6)})
    what = {"height": "height", "swing": "swing", "pecks": pecks}
    with tempfile.TemporaryDirectory() as name:
        with LocalCluster(**LOCAL) as cluster, Client(cluster) as client:
            client.run(sys.path.append, EXAMPLES)
            begin = time.perf_counter()
            table = da.sweep(model, sample, what, start=start(model), until=0.9, folder=name, on=client)
            seconds = time.perf_counter() - begin
        yield Figure(f"{count:,} woodpeckers of 0.9 s on two worker processes", count / seconds, "per second")
        unnamed = sum(k not in table.failures for k in np.flatnonzero(~np.isfinite(table["height"])))
        yield Figure("of these failed", float(len(table.failures)), "")
        yield at_most("rows without numbers and without a reason", float(unnamed), 0.0, "")
        rows = [k for k in range(0, count, max(1, count // 20)) if k not in table.failures]
        again = all(table.motion(k)["height"][-1] == table["height"][k] for k in rows)
        yield at_least(f"{len(rows)} of them run again here: the same bits", float(again), 1.0, "")
        for reason, number in list(table.summary.reasons.items())[:5]:
            print(f"{number} times: {reason}", file=sys.stderr)


def pecks(motion: da.Motion) -> int:
    """How often the beak met the pole."""
    return sum(event.name == "beak impact" for event in motion.events)


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
from dalembert.studies.table import Sweep
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
    yield from woodpeckers(WOODPECKERS)


def client(count: int, folder: Path) -> None:
    """A client with workers of its own."""
    from distributed import Client, LocalCluster

    with LocalCluster(**LOCAL) as cluster, Client(cluster) as connected:
        pendulums(count, folder, connected)


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else CASES
    if "--client" in sys.argv:
        client(wanted, Path(sys.argv[3]))
    else:
        cluster_alone, toys = "--cluster" in sys.argv, "--woodpeckers" in sys.argv
        for figure in on_a_cluster(wanted) if cluster_alone else woodpeckers(wanted) if toys else sweeps(wanted):
            print(figure, flush=True)
        shutil.rmtree("dask-worker-space", ignore_errors=True)
