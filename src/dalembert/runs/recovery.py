"""On from where native code stopped: what leads through, and words about the run where nothing does."""

from __future__ import annotations

from collections.abc import Sequence

from dalembert.errors import DalembertError, SolverError
from dalembert.integrators.integration import IntegrationResult
from dalembert.runs.event_program import EventError
from dalembert.runs.motion import Motion
from dalembert.runs.runs import Ended, Runs, Task
from dalembert.state import State


def run_on(task: Task, start: State, until: float, known: IntegrationResult | None = None) -> Ended:
    """The motion from a start, through singular positions too if another method may stand in for its own.

    Its first part may be known already.
    """
    motion, failure = task.run([start], until, known).ended(0)
    return (motion, None) if failure is None else gone_on(task, start, motion, failure, until)


def run_all_on(task: Task, starts: Sequence[State], until: float) -> tuple[Runs, dict[int, Ended]]:
    """The same from many starts, and what became of those that had to stop on the way, by their numbers."""
    runs, stopped = task.run(starts, until), {}
    for k in runs.failed:
        motion, failure = runs.ended(k)
        if len(starts) > 1 and task.may_hand_over:
            # what a run counts as usual is its own then
            motion, failure = task.run([starts[k]], until).ended(0)
        stopped[k] = (motion, None) if failure is None else gone_on(task, starts[k], motion, failure, until)
    return runs, stopped


def gone_on(task: Task, start: State, motion: Motion, failure: SolverError, until: float) -> Ended:
    """On from where a run stopped; what goes wrong there is said of the run, and nothing of it is lost."""
    if isinstance(failure, EventError) and motion.rows_off:
        return motion, failure
    if off := sorted(task.off | motion.rows_off):
        # the index-3 rule solves for all rows
        return motion, SolverError(f"{failure}; a singular position could not be passed while {off[0]!r} is off")
    # few runs stop, so the others do without what leads through
    from dalembert.runs.singular_positions import passed

    try:
        return passed(task, start, motion, failure, until)
    except DalembertError as error:
        t = float(motion.times[-1]) if len(motion) else start.t
        return motion, SolverError(f"{failure}; behind t = {t:.9g} the run cannot go on either: {error}")
