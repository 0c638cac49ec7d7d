"""Cases on the workers of a scheduler of Dask: the same numbers as here, whoever computes them."""

from __future__ import annotations

import logging
import platform
import queue
import threading
import time
from collections import deque
from collections.abc import Iterator, Mapping
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from importlib.metadata import version
from typing import Any, NamedTuple
from uuid import uuid4

import numpy as np

from dalembert.arrays import Vector
from dalembert.errors import ModelError, SolverError
from dalembert.studies.case_answers import Answers, Failure, Shapes
from dalembert.studies.computing import Chunk, pace_of
from dalembert.studies.designs import Cases
from dalembert.studies.pace import Pace
from dalembert.studies.study import Study, with_threads
from dalembert.studies.worker_memory import memory_kept

_log = logging.getLogger(__name__)

_PER_WORKER = 3
"""Chunks that a worker has or waits for."""

_PATIENCE, _TELLING = 1.0, 30.0
"""Seconds after which one looks whether the scheduler is there, and after which one says that nobody works."""

_MOST_ATTEMPTS = 5
"""How often a scheduler may be lost before anything is finished."""

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
        if client.status in ("closing", "closed") or client.asynchronous:
            kind = "asynchronous" if client.status == "running" else "closed"
            raise ModelError(
                f"the client of the cluster is {kind}: a sweep takes one that is connected, Client(address)"
            )
        self._client = client
        self._address = str(getattr(client.scheduler, "address", "?"))

    def chunks(self, study: Study, cases: Cases, gaps: list[tuple[int, int]], shapes: Shapes) -> Iterator[Chunk]:
        payload, names = _packed(study), tuple(study.questions)
        waiting, pace = deque(_Task(*gap) for gap in gaps), pace_of(study, gaps)
        attempts, known = 0, dict(shapes)
        while waiting:
            submitted = None
            try:
                self._check_versions()
                submitted = _Submitted(self._client, payload, cases)
                for task, outcome in self._outcomes(submitted, waiting, pace, known):
                    result = _result(task, outcome, waiting, names)
                    if result is not None:
                        attempts = 0
                        answers, seconds = result
                        if seconds:
                            pace.note(answers.count, seconds)
                        for name, shape in answers.shapes.items():
                            known[name] = shape if known.get(name) is None else known[name]
                        yield Chunk(task.first, answers)
            except _ConnectionLostError as error:
                attempts += 1
                self._wait_for_scheduler(error, attempts)
            finally:
                # what is not finished is asked for again, or was not wanted any more
                waiting.extendleft(submitted.withdrawn() if submitted is not None else ())

    def _outcomes(
        self, submitted: _Submitted, waiting: deque[_Task], pace: Pace, shapes: Shapes
    ) -> Iterator[tuple[_Task, Exception | tuple[Answers, float]]]:
        """Tasks that have ended and what became of them, until all have."""
        n_workers, heard = self._n_workers(), time.monotonic()
        # the first chunk goes alone: it makes the code that others on its machine find
        room = 1
        while waiting or submitted.count:
            for task in _cut(waiting, pace.size(max(n_workers, 1)), room - submitted.count):
                submitted.add(task, dict(shapes))
            ended = submitted.next_one(_PATIENCE)
            n_workers = self._n_workers()
            if ended is not None:
                room, heard = _PER_WORKER * max(n_workers, 1), time.monotonic()
                yield ended
            elif not n_workers and time.monotonic() - heard > _TELLING:
                _log.warning("the scheduler %s has no worker; the sweep waits for one", self._address)
                heard = time.monotonic()

    # ---- the scheduler

    def _n_workers(self) -> int:
        with _connected(self._client):
            return len(self._client.nthreads())

    def _wait_for_scheduler(self, error: Exception, attempts: int) -> None:
        """Wait as long as the client tries to find its scheduler again; raise if it has given up."""
        _log.warning("the scheduler %s does not answer: %s", self._address, error)
        while self._client.status in ("connecting", "newly-created"):
            time.sleep(_PATIENCE / 10.0)
        if self._client.status != "running" or attempts >= _MOST_ATTEMPTS:
            raise SolverError(
                f"the scheduler {self._address} does not answer any more; what was finished is kept in the "
                "folder, if there is one, and the same call goes on from there"
            ) from error

    def _check_versions(self) -> None:
        """Refuse workers on which the same call could give other numbers."""
        own = versions()
        with _connected(self._client):
            # those that die or come meanwhile look for themselves
            every = self._client.run(versions, on_error="return")
        for worker, theirs in every.items():
            if isinstance(theirs, Mapping):
                _check_same(own, theirs, str(worker))


class _ConnectionLostError(Exception):
    """The scheduler was lost, and with it all that it was asked for."""


@contextmanager
def _connected(client: Any) -> Iterator[None]:
    """Calls of a client, which fail in many ways when the scheduler has gone."""
    try:
        yield
    except Exception as error:
        if client.status == "running" and not isinstance(error, OSError | CancelledError):
            raise
        raise _ConnectionLostError(f"{type(error).__name__}: {error}") from error


class _Submitted:
    """Tasks that a scheduler has, as long as it is the same one."""

    def __init__(self, client: Any, payload: bytes, cases: Cases) -> None:
        self._client, self._cases, self._run = client, cases, uuid4().hex
        self._ended, self._pending = queue.SimpleQueue[Any](), dict[str, tuple[Any, _Task]]()
        # a task, so that it is made again when the workers that have it are gone
        with _connected(self._client):
            self._study = client.submit(_unpacked, payload, key=f"study-{self._run}", pure=False)

    @property
    def count(self) -> int:
        """Number of tasks that have not ended."""
        return len(self._pending)

    def add(self, task: _Task, shapes: Shapes) -> None:
        """Submit a task, whose answers have these shapes as far as they are known."""
        part = self._cases.part(task.first, task.last)
        key = f"cases-{self._run}-{task.first}-{task.last}-{task.deaths}"
        # whoever loses the scheduler now has the task among those that are withdrawn
        self._pending[key] = (None, task)
        with _connected(self._client):
            future = self._client.submit(_answers, self._study, part, shapes, key=key, pure=False, retries=1)
            self._pending[key] = (future, task)
            future.add_done_callback(self._ended.put)

    def next_one(self, patience: float) -> tuple[_Task, Exception | tuple[Answers, float]] | None:
        """A task that has ended and what became of it; None if there is none for so many seconds."""
        try:
            future = self._ended.get(timeout=patience)
        except queue.Empty:
            if self._client.status != "running":
                raise _ConnectionLostError(f"the client is {self._client.status}") from None
            return None
        with _connected(self._client):
            # of results that were lost with their worker this waits until they are made again
            error = future.exception()
            outcome = future.result() if error is None else error
        if future.cancelled():
            raise _ConnectionLostError("what was asked for was cancelled")
        return self._pending.pop(future.key)[1], outcome

    def withdrawn(self) -> list[_Task]:
        """Tasks that have not ended, which are cancelled; the last ones first."""
        tasks = [task for _, task in self._pending.values()]
        for future, _ in self._pending.values():
            with suppress(Exception):
                future.cancel()
        self._pending.clear()
        return tasks[::-1]


def _result(
    task: _Task, outcome: Exception | tuple[Answers, float], waiting: deque[_Task], names: tuple[str, ...]
) -> tuple[Answers, float] | None:
    """Answers of a task and how long they took; None if it is to be done again, in parts."""
    if not isinstance(outcome, Exception):
        return outcome
    if type(outcome).__name__ != "KilledWorker":
        raise SolverError(
            f"cases {task.first} to {task.last - 1} could not be computed on the cluster: "
            f"{type(outcome).__name__}: {outcome}; what was finished is kept"
        ) from outcome
    if task.last - task.first > 1:
        middle = (task.first + task.last) // 2
        _log.warning("cases %d to %d cost several workers; they go in two parts", task.first, task.last - 1)
        waiting.extendleft([_Task(middle, task.last), _Task(task.first, middle)])
        return None
    if task.deaths + 1 < _DIES_AGAIN:
        waiting.appendleft(task._replace(deaths=task.deaths + 1))
        return None
    return Answers.none(1, names, Failure("the workers that computed it died, each time")), 0.0


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


def _answers(study: Study, cases: Mapping[str, Vector], shapes: Shapes) -> tuple[Answers, float]:
    """Compute cases on a worker: their answers, and the time they took."""
    from distributed import get_worker

    with _one_at_a_time, memory_kept():
        begin = time.perf_counter()
        owned = {name: np.array(values) for name, values in cases.items()}
        answers = with_threads(study, get_worker().state.nthreads).answers(owned, shapes)
        return answers, time.perf_counter() - begin


def versions() -> dict[str, str]:
    """Versions of packages that numbers may depend on."""
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
