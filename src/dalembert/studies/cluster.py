"""Cases on the workers of a scheduler of Dask: the same numbers as here, whoever computes them."""

from __future__ import annotations

import logging
import platform
import queue
import threading
import time
from collections import deque
from collections.abc import Iterator, Mapping
from importlib.metadata import version
from typing import Any, NamedTuple
from uuid import uuid4

import numpy as np

from dalembert.arrays import Vector
from dalembert.errors import ModelError, SolverError
from dalembert.studies.case_answers import Answers, Failure
from dalembert.studies.computing import Chunk, pace_of
from dalembert.studies.designs import Cases
from dalembert.studies.study import Study, with_threads

_log = logging.getLogger(__name__)

_PER_WORKER = 3
"""Chunks that a worker has or waits for."""

_PATIENCE, _TELLING = 1.0, 30.0
"""Seconds after which one looks whether the scheduler is there, and after which one says that nobody works."""

_DIES_AGAIN = 2
"""How often a single case may cost its workers before it has failed."""

_one_at_a_time = threading.Lock()
"""Held while a process computes: native code has threads of its own, and memory for one run at a time."""


class _Task(NamedTuple):
    """Cases from one number to before another, and how often they cost a worker."""

    first: int
    last: int
    deaths: int = 0


class Cluster:
    """The workers of a client of `dask.distributed`."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._address = str(getattr(client.scheduler, "address", "?"))

    def chunks(self, study: Study, cases: Cases, gaps: list[tuple[int, int]]) -> Iterator[Chunk]:
        payload = _packed(study)
        self._check_versions()
        run, finished = uuid4().hex, queue.SimpleQueue[Any]()
        # a task, so that it is made again when the workers that have it are gone
        loaded = self._client.submit(_unpacked, payload, key=f"study-{run}", pure=False)
        waiting, pace = deque(_Task(*gap) for gap in gaps), pace_of(study, gaps)
        pending: dict[str, tuple[Any, _Task]] = {}
        n_workers, heard = self._n_workers(), time.monotonic()
        names = tuple(study.questions)
        is_first = True
        try:
            while waiting or pending:
                # the first chunk goes alone: it makes the code that others on its machine find
                room = (1 if is_first else _PER_WORKER * max(n_workers, 1)) - len(pending)
                for task in _cut(waiting, pace.size(max(n_workers, 1)), room):
                    part = cases.part(task.first, task.last)
                    key = f"cases-{run}-{task.first}-{task.last}-{task.deaths}"
                    future = self._client.submit(_answers, loaded, part, key=key, pure=False, retries=1)
                    pending[future.key] = (future, task)
                    future.add_done_callback(finished.put)
                try:
                    done = finished.get(timeout=_PATIENCE)
                except queue.Empty:
                    self._check_alive(pending)
                    n_workers = self._n_workers()
                    if not n_workers and time.monotonic() - heard > _TELLING:
                        _log.warning("the scheduler %s has no worker; the sweep waits for one", self._address)
                        heard = time.monotonic()
                    continue
                future, task = pending.pop(done.key)
                result = self._result(future, task, waiting, names)
                heard = time.monotonic()
                if result is not None:
                    answers, seconds = result
                    if seconds:
                        pace.note(answers.count, seconds)
                    is_first = False
                    n_workers = self._n_workers()
                    yield Chunk(task.first, answers)
        finally:
            for future, _ in pending.values():
                future.cancel()

    def _result(
        self, future: Any, task: _Task, waiting: deque[_Task], names: tuple[str, ...]
    ) -> tuple[Answers, float] | None:
        """Answers of a task and how long they took; None if it is to be done again, in parts."""
        self._check_alive({future.key: (future, task)})
        error = future.exception()
        if error is None:
            answers, seconds = future.result()
            return answers, seconds
        if type(error).__name__ != "KilledWorker":
            raise SolverError(
                f"cases {task.first} to {task.last - 1} could not be computed on the cluster: "
                f"{type(error).__name__}: {error}; what was finished is kept"
            ) from error
        if task.last - task.first > 1:
            middle = (task.first + task.last) // 2
            _log.warning("cases %d to %d cost several workers; they go in two parts", task.first, task.last - 1)
            waiting.extendleft([_Task(middle, task.last), _Task(task.first, middle)])
            return None
        if task.deaths + 1 < _DIES_AGAIN:
            waiting.appendleft(task._replace(deaths=task.deaths + 1))
            return None
        return Answers.none(1, names, Failure("the workers that computed it died, each time")), 0.0

    # ---- the scheduler

    def _n_workers(self) -> int:
        return len(self._client.scheduler_info(n_workers=-1)["workers"])

    def _check_alive(self, pending: Mapping[str, tuple[Any, _Task]]) -> None:
        """Raise if the scheduler has gone: what it was asked for never comes."""
        is_lost = any(future.status in ("lost", "cancelled") for future, _ in pending.values())
        if is_lost or self._client.status != "running":
            raise SolverError(
                f"the scheduler {self._address} does not answer any more; what was finished is kept in the "
                "folder, if there is one, and the same call goes on from there"
            )

    def _check_versions(self) -> None:
        """Refuse workers on which the same call could give other numbers."""
        own = versions()
        for worker, theirs in self._client.run(versions).items():
            _check_same(own, theirs, str(worker))


def _packed(study: Study) -> bytes:
    import cloudpickle

    try:
        return bytes(cloudpickle.dumps((versions(), study)))
    except Exception as error:
        raise ModelError(
            f"the study cannot travel to other machines: {type(error).__name__}: {error}; functions that it asks "
            "or that are in the model may hold no files, threads or connections"
        ) from error


def _unpacked(payload: bytes) -> Study:
    import cloudpickle

    theirs, study = cloudpickle.loads(payload)
    # workers may have come later than the study began
    _check_same(theirs, versions(), platform.node())
    return study


def _answers(study: Study, cases: Mapping[str, Vector]) -> tuple[Answers, float]:
    """What a worker does: the answers of these cases, and how long they took."""
    from distributed import get_worker

    with _one_at_a_time:
        begin = time.perf_counter()
        owned = {name: np.array(values) for name, values in cases.items()}
        answers = with_threads(study, get_worker().state.nthreads).answers(owned)
        return answers, time.perf_counter() - begin


def versions() -> dict[str, str]:
    """What numbers may depend on."""
    names = ("dalembert", "numpy", "scipy", "llvmlite")
    return {"Python": platform.python_version(), **{name: version(name) for name in names}}


def _check_same(own: Mapping[str, str], theirs: Mapping[str, str], worker: str) -> None:
    if others := [
        f"{name} {theirs.get(name)} there, {x} here" for name, x in own.items() if theirs.get(name) != x
    ]:
        raise ModelError(f"the worker {worker} has other versions: {'; '.join(others)}; install the same")


def _cut(waiting: deque[_Task], size: int, room: int) -> Iterator[_Task]:
    """Tasks of so many cases at most, from what waits."""
    for _ in range(room):
        if not waiting:
            return
        task = waiting.popleft()
        if task.last - task.first > size:
            waiting.appendleft(task._replace(first=task.first + size))
            task = task._replace(last=task.first + size)
        yield task
