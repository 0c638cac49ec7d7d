"""Sweeps on a real scheduler and its workers, each a process of its own on this machine, killed on the way."""

import logging
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import dalembert as da
from tests.studies.systems import ball_on_a_floor, pendulum

pytest.importorskip("pyarrow")
distributed = pytest.importorskip("distributed")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdist_group("cluster"),
    pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX"),
    # sockets of a client whose scheduler was killed are closed by the collector
    pytest.mark.filterwarnings("ignore"),
]

ROOT = Path(__file__).parents[2]
COUNT = 1500


def over(count=COUNT):
    return da.sweeps.Random(count, {"pin": da.sweeps.Uniform(0.1, 2.0), "l": da.sweeps.Normal(1.0, 0.1)}, seed=2)


WHAT = {"end": "pin", "peak": da.sweeps.Peak("pin.rate"), "turns": lambda motion: np.diff(motion["pin"]).sum()}
TIMES = np.linspace(0.0, 2.0, 11)


class Processes:
    """A scheduler and workers as processes of this machine."""

    def __init__(self, folder):
        path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
        self.environment = {**os.environ, "PYTHONPATH": path, "DASK_TEMPORARY_DIRECTORY": str(folder)}
        self.file, self.all = str(folder / "scheduler.json"), []
        self.scheduler = self.started("scheduler", "--port=0", "--no-dashboard", "--host=127.0.0.1")
        self.workers = [self.worker(), self.worker()]

    def started(self, what, *options):
        command = [sys.executable, "-m", f"distributed.cli.dask_{what}", "--scheduler-file", self.file, *options]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.all.append(subprocess.Popen(command, env=self.environment, cwd=ROOT, **quiet))
        return self.all[-1]

    def worker(self):
        return self.started("worker", "--no-nanny", "--nthreads=1", "--no-dashboard", "--host=127.0.0.1")

    def kill_worker(self):
        """Kill one of them, as a system does that has no memory left, and start another."""
        victim = self.workers.pop(0)
        victim.kill()
        victim.wait()
        self.workers.append(self.worker())

    def client(self):
        while not Path(self.file).exists():
            time.sleep(0.02)
        client = distributed.Client(scheduler_file=self.file, timeout=30)
        client.wait_for_workers(2, timeout=60)
        return client

    def end(self):
        for process in self.all:
            process.kill()
            process.wait()


@pytest.fixture
def processes(tmp_path):
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    folder = tmp_path / "processes"
    folder.mkdir()
    processes = Processes(folder)
    yield processes
    processes.end()


def test_a_cluster_gives_the_bits_of_this_machine_whoever_is_killed(processes, tmp_path):
    client, deaths = processes.client(), []

    def kill(part):
        if len(deaths) < 2 and part > (0.1, 0.5)[len(deaths)]:
            deaths.append(float(part))
            processes.kill_worker()

    table = da.sweep(pendulum(), over(), WHAT, times=TIMES, folder=tmp_path / "sweep", on=client, progress=kill)
    here = da.sweep(pendulum(), over(), WHAT, times=TIMES)
    assert len(deaths) == 2 and not table.failures
    for name in table.columns:
        assert np.array_equal(table[name], here[name]), name
    # in memory too, and with functions of the start
    small = {"g": lambda model, start: da.as_dynamics(model).accelerations(start)["pin"]}
    numbers = [da.sweep(pendulum(), over(300), small, on=who)["g"] for who in (client, None)]
    assert np.array_equal(*numbers)
    # contacts, of which one case is impossible
    falls = {"pose.z": [0.5, 1.0, 2.0, 0.3], "e": [0.0, 0.5]}
    touched = [
        da.sweep(ball_on_a_floor(), falls, "energy", start={"pose.z": 1.0}, until=1.0, on=who)["energy"]
        for who in (client, None)
    ]
    assert np.array_equal(*touched)
    with pytest.raises(da.errors.ModelError, match="the study cannot travel to other machines"):
        lock = threading.Lock()
        da.sweep(pendulum(), over(10), lambda motion: lock.locked(), until=1.0, on=client)
    client.close()


def test_answers_that_are_lost_with_their_worker_are_computed_again(processes, tmp_path):
    client, whole, lost = processes.client(), da.sweep(pendulum(), over(), WHAT, times=TIMES), []

    def kill_who_has_answers(part):
        # chunks that are finished and that nobody has fetched yet
        if not lost and part > 0.2:
            while any(client.processing().values()):
                time.sleep(0.01)
            lost.extend(key for key in client.who_has() if key.startswith("cases-"))
            for _ in range(2):
                processes.kill_worker()
            while any(client.who_has().get(key) for key in lost):
                time.sleep(0.01)

    options = {"times": TIMES, "folder": tmp_path / "sweep", "on": client}
    table = da.sweep(pendulum(), over(), WHAT, progress=kill_who_has_answers, **options)
    assert lost and not table.failures
    assert all(np.array_equal(table[name], whole[name]) for name in table.columns)
    client.close()


def test_a_connection_that_breaks_is_made_again(processes, tmp_path):
    client, whole, broken = processes.client(), da.sweep(pendulum(), over(), WHAT, times=TIMES), []

    def cut(part):
        if len(broken) < 2 and part > (0.1, 0.5)[len(broken)]:
            broken.append(part)
            client.loop.add_callback(client.scheduler_comm.comm.abort)

    table = da.sweep(pendulum(), over(), WHAT, times=TIMES, folder=tmp_path / "sweep", on=client, progress=cut)
    assert len(broken) == 2 and not table.failures
    assert all(np.array_equal(table[name], whole[name]) for name in table.columns)
    client.close()


def test_a_scheduler_that_vanishes_is_told_and_what_was_done_is_kept(processes, tmp_path):
    client = processes.client()

    def vanish(part):
        processes.scheduler.kill()

    # so long a client looks for it
    client._timeout = 1.0
    with pytest.raises(da.errors.SolverError, match="does not answer any more; what was finished is kept"):
        da.sweep(pendulum(), over(), WHAT, times=TIMES, folder=tmp_path / "sweep", on=client, progress=vanish)
    kept = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "sweep").glob("cases-*")}
    assert kept
    table = da.sweep(pendulum(), over(), WHAT, times=TIMES, folder=tmp_path / "sweep")
    assert np.array_equal(table["turns"], da.sweep(pendulum(), over(), WHAT, times=TIMES)["turns"])
    assert kept.items() <= {x.name: x.stat().st_mtime_ns for x in (tmp_path / "sweep").glob("cases-*")}.items()
    client.close(timeout=1)


def test_workers_with_other_versions_are_refused(processes, monkeypatch):
    from dalembert.studies import cluster

    client, own = processes.client(), cluster.versions()
    monkeypatch.setattr(cluster, "versions", lambda: {**own, "numpy": "1.0"})
    # what travels is what the workers have
    monkeypatch.setattr(client, "run", lambda function, on_error: {"tcp://there": own})
    with pytest.raises(da.errors.ModelError, match=r"tcp://there has other versions: numpy .* there, 1\.0 here"):
        da.sweep(pendulum(), over(10), "energy", on=client)
    with pytest.raises(da.errors.ModelError, match="a cluster is a client of"):
        da.sweep(pendulum(), over(10), "energy", on="tcp://127.0.0.1:8786")
    client.close()
    with pytest.raises(da.errors.ModelError, match="the client of the cluster is closed"):
        da.sweep(pendulum(), over(10), "energy", on=client)
