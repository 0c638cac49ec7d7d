"""Work in the background: in a thread that stops between two modules, when Python ends and around a fork."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Iterator

from dalembert.errors import DalembertError

_log = logging.getLogger(__name__)

_between_modules = threading.Lock()
"""Held while LLVM is at work in the background, and during a fork: a child never inherits a half-done module."""

if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_between_modules.acquire,
        after_in_parent=_between_modules.release,
        after_in_child=_between_modules.release,
    )


class BackgroundJob:
    """Steps that are made one after the other in a thread of their own; each is short."""

    def __init__(self, steps: Callable[[], Iterator[object]]) -> None:
        self._steps = steps
        # no daemon: such a thread would be cut off within LLVM when Python ends
        self._thread = threading.Thread(target=self._run, name="dalembert compiles", daemon=False)
        self._thread.start()

    @property
    def is_at_work(self) -> bool:
        """Whether the job is neither done nor has failed; after a fork, the child has no such thread."""
        return self._thread.is_alive()

    def wait(self) -> None:
        """Until the job is done or has failed."""
        self._thread.join()

    def _run(self) -> None:
        steps = self._steps()
        try:
            while threading.main_thread().is_alive():
                with _between_modules:
                    if next(steps, self) is self:
                        return
        except DalembertError as error:
            # the run goes on with the code that it has
            _log.warning("full-speed code could not be made in the background: %s", error)
