"""Runs that need no Python: a prepared run as a WebAssembly module, with a description of its memory.

The module holds the loop of the method, the programs of the system, and one program that gives what is shown. All
arrays of a run have fixed places in its memory; whoever runs it writes other numbers there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

import numpy as np

from dalembert.arrays import Array, Vector
from dalembert.config import Config
from dalembert.configuration.assembly_modes import RIGHT_WAY
from dalembert.configuration.constraint_unknowns import position_rows
from dalembert.configuration.contact_overlaps import has_contacts
from dalembert.contact.stepped_runs import stepped_departure
from dalembert.contact.unattended import UnattendedRun, unattended_run
from dalembert.dynamics.dynamics import Dynamics
from dalembert.dynamics.native_functions import resolved_together
from dalembert.equations.solved_rows import switch_name
from dalembert.errors import ModelError
from dalembert.expr.functions import maximum, where
from dalembert.expr.node import Node, Scalar, name_of, traverse
from dalembert.expr.symbol_nodes import param, symbol, time
from dalembert.integrators.integration import Integrator
from dalembert.integrators.method import Method
from dalembert.integrators.problem import Problem
from dalembert.integrators.simulations import SPAN, SUMMARY
from dalembert.integrators.status import Status
from dalembert.integrators.time_loop import time_loop
from dalembert.model.possible_bodies import possibilities
from dalembert.native.machine import Target
from dalembert.native.module import CALLBACK_PREFIX, Module, closure
from dalembert.native.procedure_ir import procedure_module
from dalembert.native.program import open_parameters, program
from dalembert.native.program_code import ProgramCode, resolve
from dalembert.native.wasm_build import wasm_module
from dalembert.pictures.live_contacts import contacts_told
from dalembert.pictures.packing import PageData, packed_bytes
from dalembert.procedures.eigenvalue_code import eigenvalues
from dalembert.procedures.language import INTERRUPTED
from dalembert.procedures.statements import Procedure
from dalembert.rows import Role, Row
from dalembert.runs.course import Departure
from dalembert.runs.events import Event
from dalembert.runs.preparation import preparation
from dalembert.runs.task import caution
from dalembert.state import State

_STACK = 2**18
_PAGE = 2**16
_MOST_STEPS = 200_000
"""Attempts at steps after which a page says that a motion takes too long."""

_MOST_EVENTS = 10_000
_LINE = 64
_LEVELS = ("c", "phi"), ("psi",), ("gaps",), ("senses",)
"""Rows of coordinates, of speeds, and what is looked at only: overlaps, and joints closed the wrong way round."""

_STOP = "stop_at_a_beat"


@dataclass(frozen=True, eq=False)
class LiveRun:
    """A run as a module, the description of its memory, and the departure that it repeats."""

    code: bytes
    told: PageData
    departure: Departure

    def depends_on(self, name: str) -> bool:
        """Whether a number that may be varied stands anywhere in memory."""
        return bool(cast(dict[str, list[object]], self.told["varied"])[name])

    @property
    def packed(self) -> PageData:
        """All of it, as JSON takes it."""
        return {**self.told, "code": packed_bytes(self.code)}


def live_departure(
    dynamics: Dynamics, start: State, times: Vector, method: Method, events: Sequence[Event]
) -> Departure | UnattendedRun:
    """The run that a page repeats, before it begins; with contacts, from event to event or by time stepping."""
    if not dynamics.n_states:
        raise ModelError(
            "nothing moves by itself here, so there is nothing to simulate live; show a recorded motion by "
            "da.view(motion)"
        )
    task = preparation(dynamics, method, events).task(times)
    if not has_contacts(dynamics.equations.model):
        return task.departure(task.ready([start]), float(times[-1]))
    if not method.treats_contacts:
        return unattended_run(task, [start], float(times[-1]))
    return stepped_departure(task, [start], float(times[-1]))


def live_run(
    departure: Departure | UnattendedRun,
    shown: Mapping[str, Array],
    varied: Sequence[str],
    *,
    drawn: Sequence[Scalar] = (),
    rest: Mapping[str, Array] | None = None,
) -> LiveRun:
    """A run as a module, in which the named numbers may be varied.

    `shown` are arrays of expressions of measures, evaluated at each time; `drawn` are expressions of parameters,
    evaluated once; `rest` are those of the search for states of rest.
    """
    return _Maker(departure, shown, drawn, rest or {}).made(varied)


def rate_operations(run: Departure | UnattendedRun) -> int:
    """Operations of the rates of a run."""
    launch = run.launch
    integrator: Integrator = launch.dynamics.integrator(launch.method, launch.events, launch.varying)
    return cast(ProgramCode, integrator.problem.rate).program.operations


class _Maker:
    """Puts a run together: programs for WebAssembly, then arrays in memory."""

    def __init__(
        self,
        run: Departure | UnattendedRun,
        shown: Mapping[str, Array],
        drawn: Sequence[Scalar],
        rest: Mapping[str, Array],
    ) -> None:
        self.contacts = run if isinstance(run, UnattendedRun) else None
        departure = run.departure if isinstance(run, UnattendedRun) else run
        launch = departure.launch
        self.departure, self.launch, self.solved = departure, launch, launch.dynamics.solved
        self.integrator: Integrator = launch.dynamics.integrator(launch.method, launch.events, launch.varying)
        self.problem, self.target = for_target(self.integrator.problem, Target.wasm()), Target.wasm()
        self.loop = time_loop(launch.method.scheme(self.problem), self.problem, can_go_on=True)
        self.shapes = {name: list(np.shape(x)) for name, x in shown.items()}
        self.outputs = self._outputs(shown)
        residuals = self._row_residuals()
        self.levels = [sum(len(residuals[name]) for name in level if name in residuals) for level in _LEVELS]
        self.rows = self._outputs(residuals)
        self.drawn = self._outputs({"drawn": np.array(drawn, dtype=object)})
        model = launch.dynamics.equations.model
        self.asked = {} if model is None else possibilities(model.bodies)
        self.bodies = self._outputs({"bodies": np.array(list(self.asked.values()), dtype=object)})
        self.programs = {"shown": self.outputs, "rows": self.rows, "drawn": self.drawn, "bodies": self.bodies}
        self.roots: Procedure | None = None
        """Eigenvalues of small motions about states of rest."""

        if rest:
            self.programs["rest"] = self._outputs(rest)
            self.roots = eigenvalues(self.problem.n)
        if len(self.solved.typical_pivots):
            self.programs["pivots"] = self._outputs({"pivots": self.solved.pivots})
        self.called: dict[str, ProgramCode] = {}
        """Programs of the run that are also called by themselves."""

        if (project := self.problem.project) is not None:
            self.called["project"] = cast(ProgramCode, project)
        if self.contacts is not None:
            self.programs["begin"] = self._outputs({"begin": self.contacts.begin()})
            self.called["guard"] = cast(ProgramCode, self.problem.guard)
            self.called |= {f"action{k}": cast(ProgramCode, x) for k, x in enumerate(self.problem.actions)}

    def made(self, varied: Sequence[str]) -> LiveRun:
        loop = procedure_module(self.loop, 1, resolve)
        modules = {"run": loop, **{name: outputs.code.module(1) for name, outputs in self.programs.items()}}
        modules |= {name: code.module(1) for name, code in self.called.items()}
        if self.roots is not None:
            modules["roots"] = procedure_module(self.roots, 1, resolve)
        _check_without_python(modules.values())
        entries = [*modules.values(), stop_at_a_beat()]
        # one program may stand for several
        module = wasm_module(_unique(entries), Config.from_environment())
        memory = self._memory(module.data_end)
        eom = self.launch.dynamics.equations
        counts = {"q": len(eom.coordinates), "u": len(eom.speeds)}
        told: PageData = {
            "entries": {key: x.name for key, x in modules.items()} | {"stop": _STOP},
            "memory": memory,
            "stack": module.data_end + _STACK,
            "arguments": [array["name"] for array in self._arrays()],
            "sizes": {
                "n": self.problem.n_kept,
                "states": self.problem.n,
                "record": self.problem.record_size,
                **counts,
            },
            "outputs": self.shapes,
            "drawn": self.drawn.code.sizes[2],
            "residuals": self.levels,
            "turned": [name for name, _ in self._senses()],
            "switches": self._switches(),
            "caution": caution(self.launch.method),
            "asked": list(self.asked),
            "varied": {name: self._places(name) for name in varied},
            "events": [event.name for event in self.departure.events],
            "contacts": None if self.contacts is None else contacts_told(self.contacts),
            "interrupted": INTERRUPTED,
            "reasons": [status.reason for status in Status],
            "summary": list(SUMMARY),
        }
        return LiveRun(module.code, told, self.departure)

    # ---- programs

    def _outputs(self, shown: Mapping[str, Array]) -> _Outputs:
        """One program of all expressions, called like those of the run."""
        resolved = resolved_together(self.solved, {k: np.asarray(x, dtype=object) for k, x in shown.items()})
        entries: list[Scalar] = [x for name in shown for x in np.asarray(resolved[name], dtype=object).ravel()]
        inputs = self._inputs()
        shared = open_parameters(traverse(entries), inputs)
        return _Outputs(ProgramCode(program(entries, inputs, shared), self.target), shared)

    def _inputs(self) -> list[Node]:
        """Time, states, discrete values, inputs, as programs of the run take them."""
        eom = self.launch.dynamics.equations
        tau, moved = list(eom.tau), list(self._discrete().values())
        kept = [symbol(f"once {k}") if x in moved else x for k, x in enumerate(tau)]
        return [time, *eom.q, *eom.u, *eom.z, *moved, *kept]

    def _discrete(self) -> dict[str, Node]:
        """Numbers that events set, by name; switches of rows among them."""
        eom = self.launch.dynamics.equations
        by_name, defaults = {name_of(x): x for x in eom.tau}, eom.parameters
        return {
            name: by_name[name] if name in by_name else param(name, defaults.get(name, 0.0))
            for name in self.launch.events.discrete
        }

    def _row_residuals(self) -> dict[str, Array]:
        """Residuals of rows that are switched on, zero in allowed states, and depths of overlapping bodies."""
        eom = self.launch.dynamics.equations
        records, phi = position_rows(eom)
        gaps = [row.phi for row in eom.constraint_rows if row.row.role is Role.UNILATERAL and row.phi is not None]
        residuals: dict[str, list[Scalar]] = {
            "c": list(eom.c),
            "phi": self._lasting(records, phi),
            "psi": self._lasting(eom.rows, eom.while_on(eom.psi)),
            "gaps": [maximum(-gap, 0.0) for gap in gaps],
            "senses": [where(sense > RIGHT_WAY, 0.0, 1.0) for _, sense in self._senses()],
        }
        return {name: np.array(rows, dtype=object) for name, rows in residuals.items()}

    def _senses(self) -> list[tuple[str, Node]]:
        """Joints that close loops, with what is positive where they are closed the right way round."""
        return [(name, x) for name, x in self.solved.equations.constraints.senses if isinstance(x, Node)]

    def _lasting(self, records: Sequence[Row], values: Iterable[Scalar]) -> list[Scalar]:
        """Values of rows while they are on, without those that contacts close and open, or that are let go."""
        discrete, found = self._discrete(), []
        for row, value in zip(records, values, strict=False):
            if row.comes_and_goes or row.name in self.departure.off:
                continue
            switch = discrete.get(switch_name(row.name))
            found.append(value if switch is None else where(switch > 0.5, value, 0.0))
        return found

    def _switches(self) -> list[PageData]:
        """Rows that may be left out as others imply them: residuals of their speeds, and where that is set."""
        eom, solved = self.launch.dynamics.equations, self.solved
        if eom.switched_rows or self.launch.events.discrete:
            # what events do with rows is theirs
            return []
        first = self.levels[0]
        numbers = {row.name: first + k for k, row in enumerate(eom.rows[: len(eom.psi)])}
        told: list[PageData] = []
        for k, i in enumerate(solved.independent):
            name = eom.rows[i].name
            places = self._places(switch_name(name))
            if places and name in numbers:
                typical = self._places(name_of(solved.typical_pivots[k])) if len(solved.typical_pivots) else []
                told.append({"row": numbers[name], "places": places, "pivot": k, "typical": typical})
        return told

    # ---- memory

    def _arrays(self) -> list[PageData]:
        """Arguments of the loop in their order, with their first numbers or lengths."""
        departure, problem, launch = self.departure, self.problem, self.launch
        times, n = departure.times, self.problem.n_kept
        p = self.integrator.values(launch.parameters, launch.known)
        within = p.copy()
        within[list(problem.watch)] = 0.0
        n_events = _MOST_EVENTS if problem.events else 0
        span = [launch.start, launch.until, 0.0, float(len(times)), 0.0, launch.look]
        assert len(span) == len(SPAN)
        past = [np.nan] * problem.n_past if departure.past is None else departure.past[0].tolist()
        return [
            _numbers("counts", [1, len(times), n_events, _MOST_STEPS, 0, 0], kind="i64"),
            _numbers("settings", launch.method.settings),
            _numbers("p", p),
            _numbers("p_within", within),
            _numbers("times", times),
            _numbers("spans", [*span, *past]),
            _numbers("states", departure.states[0]),
            _numbers("extra", departure.extra[0]),
            _room("outputs", len(times) * n),
            _room("summaries", len(SUMMARY) + problem.n_past),
            _room("finals", n),
            _room("events", n_events * problem.record_size),
            _room("steps", 0),
            _numbers("control", [0, 1, 0], kind="i64"),
            _room("work", self.loop.work),
        ]

    def _memory(self, data_end: int) -> PageData:
        """Places of all arrays, in bytes, and how many pages of memory they take."""
        programs = [*(outputs.code for outputs in self.programs.values()), *self.called.values()]
        other_work = max([code.work for code in programs] + ([self.roots.work] if self.roots else []))
        n_matrix = self.problem.n**2 if self.roots else 0
        arrays = [
            *self._arrays(),
            *(_numbers(f"{name}_p", self._defaults(outputs)) for name, outputs in self.programs.items()),
            # the number of an event follows the other inputs of an action
            _room("inputs", self.problem.n_inputs + 1),
            _room("results", max(*(code.sizes[2] for code in programs), self.problem.n)),
            _room("other_work", int(other_work)),
            _room("matrix", n_matrix),
            _room("roots", 2 * self.problem.n),
        ]
        at = -(-(data_end + _STACK) // _LINE) * _LINE
        placed: dict[str, PageData] = {}
        for array in arrays:
            placed[str(array["name"])] = {**array, "at": at}
            at += -(-8 * max(1, cast(int, array["length"])) // _LINE) * _LINE + _LINE
        return {"arrays": placed, "pages": at // _PAGE + 1}

    def _defaults(self, outputs: _Outputs) -> list[float]:
        values = {**self.launch.parameters}
        return [float(values.get(name_of(x), float(x.args[1]))) for x in outputs.shared]

    def _places(self, name: str) -> list[list[object]]:
        """Where a number stands in arrays: [array, position]."""
        eom = self.launch.dynamics.equations
        names = {
            "states": [*eom.coordinates, *eom.speeds, *eom.states, *self.launch.events.discrete],
            "extra": list(eom.inputs),
            "p": list(self.integrator.defaults),
            "p_within": list(self.integrator.defaults),
            **{f"{kind}_p": [name_of(x) for x in outputs.shared] for kind, outputs in self.programs.items()},
        }
        return [[array, known.index(name)] for array, known in names.items() if name in known]


@dataclass(frozen=True, eq=False)
class _Outputs:
    """A program of expressions, and the parameters that it reads."""

    code: ProgramCode
    shared: list[Node]


def _numbers(name: str, values: Sequence[float] | Vector, kind: str = "f64") -> PageData:
    # JSON knows neither infinity nor what is not a number
    listed = [float(x) if np.isfinite(x) else str(float(x)) for x in values]
    return {"name": name, "length": len(listed), "kind": kind, "values": listed}


def _room(name: str, length: int) -> PageData:
    return {"name": name, "length": length, "kind": "f64", "values": None}


def _unique(modules: Sequence[Module]) -> list[Module]:
    return list({module.name: module for module in modules}.values())


def stop_at_a_beat() -> Module:
    """The heartbeat of a run on a page: the run stops there until it is told to go on."""
    return Module.of(_STOP, f"define i64 @{_STOP}(double %part) nounwind {{\nret i64 0\n}}\n")


def for_target(problem: Problem, target: Target) -> Problem:
    """A problem with its programs for another processor."""

    def made(callee: object) -> ProgramCode:
        code = cast(ProgramCode, callee)
        return ProgramCode(code.program, target, code.chunk)

    def made_or_none(callee: object) -> ProgramCode | None:
        return None if callee is None else made(callee)

    return replace(
        problem,
        rate=made(problem.rate),
        programs={name: made(code) for name, code in problem.programs.items()},
        guard=made_or_none(problem.guard),
        laws=made_or_none(problem.laws),
        project=made_or_none(problem.project),
        actions=tuple(map(made, problem.actions)),
    )


def _check_without_python(modules: Iterable[Module]) -> None:
    """Refuse functions of Python that the code would call."""
    for module in closure(modules):
        for name in module.imports:
            label = name.removeprefix(CALLBACK_PREFIX).removesuffix(".python")
            raise ModelError(
                f"{label!r} is a function of Python, which no page can call; write it with functions of "
                "expressions, such as da.sin, or show a recorded motion by da.view(motion)"
            )
