"""Sweeps: the same question for many values of parameters, starts and inputs; derived once, run in lanes."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dalembert.config import Config
from dalembert.dynamics.as_dynamics import Subject
from dalembert.errors import DalembertError, ModelError, SolverError
from dalembert.integrators.method import Method
from dalembert.integrators.native_calls import Progress
from dalembert.number_checks import told
from dalembert.rows import Stabilization
from dalembert.runs.events import Event, SampledController
from dalembert.runs.motions import Motions
from dalembert.runs.output_times import as_times
from dalembert.state import State, Values, as_state
from dalembert.studies.case_answers import Answers, Failure
from dalembert.studies.closed_cases import checked_hold
from dalembert.studies.cluster import Cluster
from dalembert.studies.computing import Computing, Here
from dalembert.studies.designs import Cases, Design, cases_of
from dalembert.studies.pace import Count, in_cases
from dalembert.studies.questions import What, questions_of
from dalembert.studies.study import Study
from dalembert.studies.sweep_folder import CASE, REASON, STATE, TIME, SweepFolder
from dalembert.studies.table import Sweep

_log = logging.getLogger(__name__)

_KEPT = 1 << 30
"""Bytes of samples up to which the motions of a sweep in memory are kept."""


def sweep(
    subject: Subject,
    over: Design,
    what: What,
    *,
    start: State | Values | None = None,
    until: float | None = None,
    times: ArrayLike | None = None,
    method: Method | None = None,
    events: Sequence[Event] = (),
    controller: SampledController | None = None,
    stabilization: Stabilization | None = None,
    hold: Sequence[str] | None = None,
    folder: str | Path | None = None,
    on: Any = None,
    progress: Progress | None = None,
    config: Config | None = None,
) -> Sweep:
    """Results for many values of parameters, coordinates, speeds or inputs: all combinations, or a sample.

    With `until` or `times` each case is simulated, otherwise the start itself is looked at. Cases of a
    mechanism whose drives determine its motion differ in parameters, and are moved through `times` as by
    `kinematics`; what cannot go on is not a number. Signals and expressions have a value for each time if
    there are times, and that at the end if there is only `until`. A case that is impossible, or whose run fails,
    is a row without numbers, and `failures` says why.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System that is asked.
    over : dict of arrays, or sample
        Values by name, of which all combinations are cases. Names that vary together are one key: `{("l",
        "m"): [(1.0, 2.0), (1.1, 2.2)]}`. Or a sample, such as `da.sweeps.Random(1000, {"l":
        da.sweeps.Normal(1.0, 0.1)})`.
    what : str, iterable of str, dict or function
        Signals by name; or, by names of one's own, expressions of measures, signals, numbers along runs such
        as `da.sweeps.Peak("A.force.x")`, or functions that give a number or an array: of the motion, or of
        the subject and the start if nothing runs.
    start : State or dict of coordinates, optional
        Values of all that is not varied; default values of the model unless given.
    until : float, optional
        End of each run in seconds; default no run.
    times : array of float, optional
        Times of output in seconds; default none.
    method : Method, optional
        Method of integration, such as `da.methods.Radau()`; default `da.methods.DOP853(rtol=1e-8,
        atol=1e-10)`.
    events : sequence of Event, optional
        Events that are looked for; default none.
    controller : SampledController, optional
        Law that gives the inputs every period and remembers nothing; default none.
    stabilization : Projection, Baumgarte or NoStabilization, optional
        Treatment of constraint drift; default as the solution says, which is `da.methods.Projection()`.
    hold : sequence of str, optional
        Coordinates and speeds that keep their values of the start while the loops of each case are closed near
        it, as by `assemble`: where lengths vary, joints move. What is varied is held too. Default None: starts
        are taken as they are, and a case whose start misses a constraint fails.
    folder : path, optional
        Folder to which results are written as they are finished: what is killed goes on by the same call.
        Default none: results are in memory.
    on : dask.distributed.Client, optional
        Cluster that computes; default this machine, in lanes and threads.
    progress : function of float, optional
        Called now and then with the part of the sweep that is done, 0 to 1; printed, it says how many cases,
        and how long it will take.
    config : Config, optional
        Cache of compiled code, threads and tier; default from the environment.

    Returns
    -------
    Sweep
        Table with a line for each case; `cases` and `results` are columns by name, (N,) or (N, T).

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=2.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod, axis="z"), gravity=(0, -9.81, 0))
    >>> table = da.sweep(pendulum, {"hinge": [0.0, da.pi / 2]}, "energy")
    >>> print(table.results["energy"].round(3))
    [0.   9.81]
    """
    cases, questions = cases_of(over), questions_of(what)
    _check_names(cases, questions)
    listed = (events,) if isinstance(events, Event) or not isinstance(events, Iterable) else tuple(events)
    wanted = None if times is None else np.array(as_times(times), dtype=float)
    if progress is not None and not callable(progress):
        raise ModelError(f"progress is a function of the part that is done, such as print, not {told(progress)}")
    options = (until, wanted, method, listed, controller, stabilization, checked_hold(hold), config)
    study = Study(subject, as_state(start), questions, *options)
    study.check(cases.columns)
    if folder is not None:
        return _in_folder(study, cases, SweepFolder.for_study(folder, study, cases), _who(on), progress)
    if on is None and study.has_runs and len(cases) * study.bytes_of_run <= _KEPT:
        try:
            motions = study.motions(cases.columns, progress and in_cases(progress, len(cases)))
        except DalembertError as error:
            # one of them may be impossible, which is no reason to lose the others
            if len(cases) == 1:
                raise
            _log.info("the cases are run in parts: %s", error)
        else:
            return _table(study, cases, study.of_motions(motions, {}), motions)
    return _table(study, cases, _in_memory(study, cases, _who(on), progress))


def _check_names(cases: Cases, questions: Any) -> None:
    if twice := [name for name in cases.columns if name in questions]:
        raise ModelError(
            f"{twice[0]!r} is varied and asked for, and a column has one name: give the answer another, "
            f"what={{'{twice[0]} at the end': {twice[0]!r}}}"
        )
    for name in (*cases.columns, *questions):
        if name in (CASE, REASON, TIME, STATE):
            raise ModelError(f"{name!r} is the name of a column that each sweep has; call the answer otherwise")


def _who(on: Any) -> Computing:
    """Who computes."""
    if on is None:
        return Here()
    if not all(hasattr(on, name) for name in ("submit", "scheduler", "scheduler_info")):
        raise ModelError(f"a cluster is a client of dask.distributed, Client(address), not {told(on)}")
    return Cluster(on)


def _in_memory(study: Study, cases: Cases, who: Computing, progress: Progress | None) -> Answers:
    """Answers of all cases, in their order."""
    parts: dict[int, Answers] = {}
    count = Count(len(cases), 0, 0)
    for first, answers in who.chunks(study, cases, [(0, len(cases))], {}):
        parts[first] = answers
        _tell(count, answers, progress)
    return Answers.joined([parts[first] for first in sorted(parts)])


def _in_folder(
    study: Study, cases: Cases, folder: SweepFolder, who: Computing, progress: Progress | None
) -> Sweep:
    """Answers in a folder; what is missing is computed."""
    # of what is complete nothing is written, so it may lie where nobody can write
    if folder.is_begun and not folder.gaps():
        return Sweep.of_folder(folder, study)
    with folder.locked():
        if gaps := folder.gaps():
            shapes = folder.shapes()
            missing = sum(last - first for first, last in gaps)
            count = Count(len(cases), len(cases) - missing, 0)
            failed: tuple[int, Failure] | None = None
            for first, answers in who.chunks(study, cases, gaps, shapes):
                answers = Answers.joined([answers], shapes)
                shapes = {name: x if (x := shapes[name]) is not None else y for name, y in answers.shapes.items()}
                folder.write(first, cases.part(first, first + answers.count), answers)
                if failed is None and answers.failures:
                    k = min(answers.failures)
                    failed = first + k, answers.failures[k]
                _tell(count, answers, progress)
            _tell_failures(count.part.failed, failed)
    return Sweep.of_folder(folder, study)


def _tell_failures(count: int, first: tuple[int, Failure] | None) -> None:
    """Say once that there are rows without numbers, and why one is."""
    if first is not None:
        _log.warning(
            "%d cases failed and are rows without numbers, such as case %d: %s", count, first[0], first[1].reason
        )


def _tell(count: Count, answers: Answers, progress: Progress | None) -> None:
    part = count.note(answers)
    _log.info("sweep: %s", part)
    if progress is not None:
        progress(part)


def _table(study: Study, cases: Cases, answers: Answers, motions: Motions | None = None) -> Sweep:
    """A table in memory; an error if there is nothing in it."""
    failures = answers.failures
    is_run = motions is not None and (
        len(motions.failed) == len(cases) or all(x is not None for x in answers.columns.values())
    )
    if len(failures) == len(cases) and not is_run:
        reasons = sorted({failure.reason for failure in failures.values()})
        if len(cases) == 1 or len(reasons) == 1 or any(x is None for x in answers.columns.values()):
            raise SolverError(f"all {len(cases)} cases failed, the first one so: {failures[0].reason}")
    _tell_failures(len(failures), next(iter(sorted(failures.items())), None))
    columns = {name: np.full(len(cases), np.nan) if x is None else x for name, x in answers.columns.items()}
    return Sweep(cases.axes, cases.shape, cases.columns, columns, motions, failures, cases.kind, study)
