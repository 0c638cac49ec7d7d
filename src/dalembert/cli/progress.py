"""Progress bars for tasks longer than a second, and partial results when such a task is interrupted."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import dalembert as da

PATIENCE = 1.0
"""Seconds until something is shown."""


class Watch:
    """The part of something that is done, and a bar with the time left on a terminal."""

    def __init__(self, what: str) -> None:
        self.what, self.done, self.is_over = what, 0.0, threading.Event()

    def __call__(self, part: float) -> None:
        """Take down which part is done."""
        self.done = part

    def show(self) -> None:
        """Show the bar until all is over."""
        if self.is_over.wait(PATIENCE):
            return
        # loading takes longer than most commands do
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

        columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task(self.what, total=None)
            while not self.is_over.wait(0.1):
                if self.done > 0.0:
                    bar.update(task, total=1.0, completed=self.done)


@contextmanager
def watched(what: str) -> Iterator[Watch]:
    """A watch that shows what goes on, if that takes longer than a second and somebody looks."""
    watch = Watch(what)
    thread = threading.Thread(target=watch.show, daemon=False) if sys.stderr.isatty() else None
    if thread is not None:
        thread.start()
    try:
        yield watch
    finally:
        watch.is_over.set()
        if thread is not None:
            thread.join()


def simulated(model: da.Model, start: da.State, until: float) -> tuple[da.Motion, str]:
    """A motion, and why it ended early; after Ctrl-C that until then, computed again, with the same bits.

    What a run that fails has reached is kept too.
    """
    try:
        with watched("simulating") as watch:
            return da.simulate(model, start, until=until, progress=watch), ""
    except da.errors.SolverError as error:
        motion = getattr(error, "motion", None)
        if motion is None or not len(motion):
            raise
        return motion, str(error)
    except KeyboardInterrupt:
        if not watch.done > 0.0:
            raise
    end = start.t + watch.done * (until - start.t)
    print(f"interrupted: what was reached until t = {end:.6g} is kept; Ctrl-C again drops it", file=sys.stderr)
    with watched("keeping") as again:
        return da.simulate(model, start, until=end, progress=again), f"interrupted at t = {end:.9g}"
