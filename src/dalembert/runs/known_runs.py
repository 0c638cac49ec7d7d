"""Runs like earlier ones: from the numbers of a start to its motion, by the shortest way.

Most of what a short run costs are checks whose results depend on the system, the method and the parameters alone,
and memory. Whoever runs the same again gets both kept. Whatever is not as usual, in the start or in what becomes
of it, is left to the ordinary way, which says what.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite, nan
from typing import Any

import numpy as np

from dalembert.arrays import Vector
from dalembert.configuration.contact_overlaps import has_contacts
from dalembert.configuration.inertia_check import has_massless_speeds
from dalembert.configuration.singular_coordinates import are_typical, coordinate_check
from dalembert.configuration.starts import REDUNDANT_ROWS, ReusableCheck, Starts, start_check, typical_sizes
from dalembert.dynamics.dynamics import Dynamics
from dalembert.dynamics.method_systems import NO_EVENTS
from dalembert.integrators.integration import IntegrationResult
from dalembert.integrators.integration_methods import Method
from dalembert.integrators.status import Status
from dalembert.memo import Key
from dalembert.runs.chatter import may_chatter
from dalembert.runs.motion import Motion
from dalembert.runs.output_times import wanted_times
from dalembert.runs.runs import caution
from dalembert.runs.segments import Launch, Segment
from dalembert.runs.stiffness_check import may_explode
from dalembert.runs.unsolved_rows import has_unsolved_rows
from dalembert.state import State, values_key

_USES, _USES_WITH_CHECKS, _OPERATIONS_PER_USE = 2, 10, 16
"""Ordinary runs before it pays to keep something for the next ones: more where starts are checked by native code,
which is made for that, and the more operations it has."""

_MOST_KEPT = 8
"""Methods and parameters of one system that are kept."""

_LARGEST, _LONGEST = 64, 2**16
"""States beyond which a call costs little beside its run; and numbers in outputs."""

_DONE = Status.DONE.reason


def known_motion(
    dynamics: Dynamics, method: Method, start: State, until: float, times: Vector | None
) -> Motion | IntegrationResult | None:
    """The motion from a start, if runs like it are known and nothing about it is unusual.

    If only its outcome is unusual, that as it is.
    """
    if not type(method).__module__.startswith("dalembert."):
        # what tells two methods from outside apart is not known here
        return None
    found = _known(dynamics).get((method, values_key(start.p)))
    return found.motion(start, until, times) if isinstance(found, KnownRun) else None


def note_run(dynamics: Dynamics, method: Method, start: State, motion: Motion) -> None:
    """Remember that there was an ordinary run, which led to this motion."""
    if not type(method).__module__.startswith("dalembert."):
        return
    known, key = _known(dynamics), (method, values_key(start.p))
    uses = known.get(key, 0)
    if isinstance(uses, KnownRun) or uses is None or len(motion.segments) != 1 or motion.notes:
        return
    if len(known) >= _MOST_KEPT and key not in known:
        known.clear()
    known[key] = uses + 1
    if uses + 1 >= _USES and uses + 1 >= _patience(dynamics):
        known[key] = KnownRun(motion, method) if _is_plain(dynamics, method) else None


KNOWN_RUNS: Key[dict[Any, KnownRun | int | None]] = Key("known runs")


def _known(dynamics: Dynamics) -> dict[Any, KnownRun | int | None]:
    """Runs by method and parameters; how often there were ordinary ones, and None where others stay so."""
    return dynamics.memo.get(KNOWN_RUNS, dict)


_PATIENCE: Key[int] = Key("ordinary runs before known ones")


def _patience(dynamics: Dynamics) -> int:
    """How many ordinary runs there are to be before others pay."""
    return dynamics.memo.get(_PATIENCE, lambda: _uses(dynamics))


def _uses(dynamics: Dynamics) -> int:
    checks = [check for check in (start_check(dynamics), coordinate_check(dynamics)) if check is not None]
    size = sum(check.function.operations for check in checks)
    return _USES_WITH_CHECKS + size // _OPERATIONS_PER_USE if checks else _USES


def _is_plain(dynamics: Dynamics, method: Method) -> bool:
    """Whether nothing has to be checked but names, constraints and results."""
    eom = dynamics.equations
    if not 0 < dynamics.n_states <= _LARGEST or has_contacts(eom.model):
        return False
    if (
        dynamics.solution.stabilization is not None
        or dynamics.solution.law is not None
        or eom.constraints.state_rows
    ):
        return False
    if method.finds_accelerations or may_explode(method) or may_chatter(dynamics, method):
        return False
    if (
        has_unsolved_rows(dynamics)
        or (eom.rows and has_massless_speeds(dynamics))
        or dynamics.solved.implicit_forces is not None
    ):
        return False
    is_single: bool = dynamics.integrator(method).lanes == 1
    return is_single


class KnownRun:
    """Runs of one system by one method with one set of parameters, of which there was one already."""

    def __init__(self, motion: Motion, method: Method) -> None:
        dynamics = self._dynamics = motion.dynamics
        self._method, self._native = method, dynamics.integrator(method)
        self._p = dict(motion.parameters)
        self._parameters = {**self._p, **dynamics.settings}
        self._known = motion.segments[0].launch.known
        self._coordinates = coordinate_check(dynamics)
        self._check = Starts.of_one(dynamics, motion.state()).reusable_check()
        self._reductions = dynamics.memo.get(REDUNDANT_ROWS, dict)
        self._reduction_key = (values_key(self._p),)
        self._watched = [str(x.args[0]) for x in dynamics.solved.typical_pivots] if self._check else []
        self._watched_places = self._native.places(self._watched)
        self._factor = caution(method)

        eom = dynamics.equations
        variables = eom.variables
        self._n, self._n_inputs = dynamics.n_states, len(eom.inputs)
        q, z = (
            variables.default_values or [0.0] * len(eom.coordinates),
            variables.starts or [0.0] * len(eom.states),
        )
        self._default = np.array([0.0, *q, *[0.0] * len(eom.speeds), *z, *[0.0] * self._n_inputs])
        self._places: list[dict[str, int]] = []
        first = 1
        for names in (eom.coordinates, eom.speeds, eom.states, eom.inputs):
            self._places.append({name: first + k for k, name in enumerate(names)})
            first += len(names)
        self._idle: list[_Scratch] = []

    def motion(self, start: State, until: float, times: Vector | None) -> Motion | IntegrationResult | None:
        """The motion from a start; an outcome, or None, if the ordinary way has something to say of it."""
        if self._reductions and self._reduction_key in self._reductions:
            return None
        try:
            scratch = self._idle.pop()
        except IndexError:
            scratch = _Scratch(
                self._n, self._default, self._check, self._coordinates and self._coordinates.bound(self._p)
            )
        aim = (start.t, until, None if times is None else times.tobytes())
        if scratch.aim != aim and not self._take_aim(scratch, aim, times):
            return None
        found = self._ran(scratch, start, until)
        # memory of a run that an error ended is not used again
        self._idle.append(scratch)
        return found

    def _take_aim(self, scratch: _Scratch, aim: tuple[float, float, bytes | None], times: Vector | None) -> bool:
        """Make a scratch ready for runs between these times; whether there is room for the outputs."""
        start, until, _ = aim
        wanted = wanted_times(times, start, until)
        if wanted.size * self._n > _LONGEST:
            return False
        if scratch.buffer is None or not scratch.buffer.fits(wanted):
            given = {"parameters": self._parameters, "known": self._known, "method": self._method}
            scratch.buffer = self._native.buffer(**given, room=2 * wanted.size * self._n)
        scratch.buffer.aim(wanted, start, until)
        scratch.aim, scratch.times = aim, wanted.copy()
        scratch.launch = self._launch(start, until, self._parameters)
        return True

    def _ran(self, scratch: _Scratch, start: State, until: float) -> Motion | IntegrationResult | None:
        buffer, row = scratch.buffer, scratch.row
        self._fill(row, start)
        buffer.x[:], buffer.extra[:] = scratch.state, scratch.inputs
        launch = scratch.launch
        if not scratch.has_default_coordinates():
            return None
        if self._check is not None:
            if scratch.check():
                return None
            sizes = typical_sizes(scratch.found.tolist(), self._check.elsewhere)
            if sizes is None:
                return None
            watched = {}
            for name, place, size in zip(self._watched, self._watched_places, sizes, strict=True):
                value = size * self._factor if isfinite(size) else 0.0
                if place is not None:
                    buffer.p[place] = value
                if isfinite(size):
                    watched[name] = value
            launch = self._launch(start.t, until, {**self._parameters, **watched})
        buffer.run()
        status, t, accepted, rejected, evaluations, _, stop_row, _, _ = buffer.summary.tolist()
        outputs = buffer.outputs.copy()
        if status or stop_row != buffer.n_times or not isfinite(outputs.sum()):
            buffer.outputs[int(stop_row) * self._n :] = nan
            found: IntegrationResult = self._native.result(buffer, scratch.times)
            return found
        inputs = np.empty((buffer.n_times, self._n_inputs))
        inputs[:] = buffer.extra
        segment = Segment(launch, buffer.x.copy(), buffer.extra.copy(), t, buffer.final.copy(), int(accepted))
        counts = {"accepted": int(accepted), "rejected": int(rejected), "evaluations": int(evaluations)}
        return Motion(
            self._dynamics,
            scratch.times.copy(),
            outputs.reshape(buffer.n_times, self._n),
            inputs,
            self._p.copy(),
            termination=f"at t = {t:.9g}: {_DONE}",
            statistics=counts,
            segments=(segment,),
        )

    def _fill(self, row: Vector, start: State) -> None:
        """Time, coordinates, speeds, states and inputs of a start; what is not given is as usual."""
        row[:] = self._default
        row[0] = start.t
        q, u, z, tau = self._places
        try:
            for name, value in start.q.items():
                row[q[name]] = value
            for name, value in start.u.items():
                row[u[name]] = value
            for name, value in start.z.items():
                row[z[name]] = value
            for name, value in start.tau.items():
                row[tau[name]] = value
        except KeyError:
            # a speed that is named like its coordinate, or a name that does not exist
            given = self._dynamics.guessed(start)
            row[1:] = np.concatenate([given[kind] for kind in ("q", "u", "z", "tau")])

    def _launch(self, start: float, until: float, parameters: Mapping[str, float]) -> Launch:
        return Launch(self._dynamics, self._method, NO_EVENTS, start, until, parameters, [], self._known)


class _Scratch:
    """What one run at a time works on."""

    def __init__(self, n: int, default: Vector, check: ReusableCheck | None, coordinates: Any) -> None:
        self.buffer: Any = None
        self.aim: Any = None
        self.times: Any = None
        self.launch: Any = None
        """What runs are between the times that the pad aims at."""

        self.check: Any = None
        self.row, self.found = default.copy(), default
        if check is not None:
            self.check, self.row, self.found = check.bound()
        self.state, self.inputs = self.row[1 : 1 + n], self.row[1 + n :]
        self._coordinates = coordinates

    def has_default_coordinates(self) -> bool:
        """Whether coordinates are valid by themselves, and axes of joints are surely independent."""
        if self._coordinates is None:
            return True
        check, row, found = self._coordinates
        row[:] = self.row
        return not check() and are_typical(found.tolist())
