"""Runs in the loop that all systems share: stopped and continued, also by other code, to the same bits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Array, Vector
from dalembert.native.native import AddressedCode, AddressedRunner, Heartbeat, Pointer, first_line
from dalembert.procedures.language import INTERRUPTED

Progress = Callable[[float], object]


class LoopRunner(AddressedRunner):
    """A loop whose whole memory is its work space, so that a run goes on wherever it was stopped."""

    def __init__(
        self, loop: AddressedCode, lanes: int, work: int, fixed: Sequence[Array], symbols: Mapping[int, str]
    ) -> None:
        super().__init__(loop, lanes, work, fixed, symbols)
        self._loops = [loop]

    @property
    def loop(self) -> AddressedCode:
        """The code that runs begin with."""
        return self._loops[-1]

    def exchange_loop(self, loop: AddressedCode) -> None:
        """Other code of the same loop; runs that are under way go on in it from their next beat on."""
        self._loops.append(loop)
        self._address = loop.library.address(loop.symbol)
        self._function = self._native()

    def __call__(self, *arrays: Array, progress: Progress | None = None) -> int:
        run = self.begun(*arrays)
        status = run(progress)
        self._idle.append(run.heartbeat)
        return status

    def begun(self, *arrays: Array) -> Going:
        """A run on these arrays that can be stopped and continued."""
        heartbeat = self._heartbeat(None)
        return Going(self, arrays, heartbeat, self._pointers(arrays, heartbeat), np.empty(self._work_size))


class _ExchangedError(Exception):
    """There is other code to go on with."""


@dataclass(eq=False)
class Going:
    """A run whose memory is kept: whoever raises at a beat stops it, the next call goes on to the same bits."""

    runner: LoopRunner
    arrays: Sequence[Array]
    heartbeat: Heartbeat
    _pointers: Sequence[Pointer]
    _work: Vector
    is_under_way: bool = False
    """Whether the run was stopped between its beginning and its end."""

    def __call__(self, progress: Progress | None = None) -> int:
        """Run to the end; returns a positive status without a declared failure, or 0."""
        status = self._piece(progress)
        while status == INTERRUPTED and isinstance(self.heartbeat.error, _ExchangedError):
            status = self._piece(progress)
        if status:
            self.runner._check(status, self.arrays, self.heartbeat)
        self.heartbeat.end()
        return status

    def _piece(self, progress: Progress | None) -> int:
        """Run until the end, or until there is other code of the loop."""
        runner = self.runner
        function = runner._function

        def look(part: float) -> None:
            if progress is not None:
                progress(part)
            if runner._function is not function:
                raise _ExchangedError

        self.heartbeat.begin(look, goes_on=self.is_under_way)
        status = function(*self._pointers, first_line(self._work))
        self.is_under_way = status == INTERRUPTED
        return status
