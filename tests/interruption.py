"""Ctrl-C for tests, however they were started."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def ctrl_c_after(seconds: float) -> Iterator[None]:
    """Sends this process the signal of Ctrl-C after a time, unless the block has ended before.

    The handler is Python's own: a process started in the background may ignore the signal otherwise.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(seconds, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        signal.signal(signal.SIGINT, before)
