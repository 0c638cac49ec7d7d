"""What an FMU is made of: the native run of a model as C, its numbers, and its variables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from dalembert.arrays import Array
from dalembert.configuration.contact_overlaps import has_contacts
from dalembert.contact.stepped_runs import stepped_departure
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.dynamics.dynamics import Dynamics
from dalembert.dynamics.native_functions import resolved_together
from dalembert.equations.lazy_signals import rate_unit
from dalembert.errors import ModelError
from dalembert.expr.node import Node, Scalar, inputs_of, name_of
from dalembert.expr.symbol_nodes import param, time
from dalembert.integrators.integration import Integrator
from dalembert.integrators.integration_methods import DOP853, Method, as_method
from dalembert.integrators.problem import Problem
from dalembert.integrators.simulations import SPAN, SUMMARY
from dalembert.integrators.status import Status
from dalembert.integrators.time_loop import time_loop
from dalembert.model.model import Model
from dalembert.model.possible_bodies import conditions
from dalembert.name_checks import closest
from dalembert.native.c.c_names import string
from dalembert.native.c.c_operations import real
from dalembert.native.c.c_program import shared_program
from dalembert.native.c.plan import PART
from dalembert.native.c.procedure import Written, procedure_function
from dalembert.native.c.unit import Unit, filled
from dalembert.native.program import Program, program
from dalembert.native.program_code import ProgramCode
from dalembert.procedures.statements import Callee
from dalembert.runs.course import Departure
from dalembert.runs.events import Event
from dalembert.runs.preparation import preparation
from dalembert.state import State, Values, as_state

Chosen = Sequence[str] | Mapping[str, "Scalar | str"]
"""Outputs: names of signals, or expressions of measures by name."""

_NAME = "model"


@dataclass(frozen=True)
class FmuVariable:
    """A variable as the description of an FMU tells it; its position in the list is its value reference."""

    name: str
    causality: str
    variability: str
    initial: str = ""
    start: float | None = None
    unit: str = ""
    rate_of: int | None = None
    """Value reference of the state whose rate it is."""

    dependencies: tuple[int, ...] = ()
    """Value references of time, states and inputs that it depends on."""


@dataclass(frozen=True, eq=False)
class FmuSystem:
    """The run of a model by a method, with its events, as an FMU has it."""

    departure: Departure
    chosen: Chosen | None
    stop: float

    @classmethod
    def of(
        cls,
        subject: Subject,
        start: State | Values | None,
        events: Sequence[Event],
        outputs: Chosen | None,
        method: Method | None,
        stop: float,
    ) -> FmuSystem:
        """The system of a model with what was asked for."""
        dynamics = as_dynamics(subject, lanes=1)
        if not dynamics.n_states:
            raise ModelError("nothing moves by itself here, so there is nothing that an FMU could integrate")
        chosen = as_method(method) if method is not None else DOP853()
        begin = as_state(start)
        task = preparation(dynamics, chosen, events).task(np.array([begin.t, begin.t + stop]))
        if not has_contacts(dynamics.equations.model):
            departure = task.departure(task.ready([begin]), begin.t + stop)
        elif chosen.treats_contacts:
            departure = stepped_departure(task, [begin], begin.t + stop)
        else:
            raise ModelError(
                "what decides about contacts from event to event is no C yet; let steps decide about them, "
                "method=da.methods.MoreauJean(step) with kinds=['CoSimulation'], or write an impact as an event, "
                "such as da.Event('bounce', height, direction=-1, action=da.actions.Reset({'z.rate': -0.8 * v})), "
                "or give the contact a compliant law"
            )
        if taken := sorted(set(departure.launch.events.discrete) & set(dynamics.equations.inputs)):
            raise ModelError(
                f"events set the input {taken[0]!r}, but inputs of an FMU are given from outside; let them set a "
                "parameter instead"
            )
        return cls(departure, outputs, stop)

    # ---- the run

    @property
    def dynamics(self) -> Dynamics:
        """The system that is run."""
        return self.departure.launch.dynamics

    @cached_property
    def integrator(self) -> Integrator:
        """The integrator whose loop it is."""
        launch = self.departure.launch
        return launch.dynamics.integrator(launch.method, launch.events, launch.varying)

    @property
    def problem(self) -> Problem:
        """The problem that is integrated."""
        return self.integrator.problem

    @property
    def discrete(self) -> tuple[str, ...]:
        """Names of what events or steps change at once: modes, parameters, switches."""
        return (*self.dynamics.solved.first_order().names[self.problem.n :], *self.changed)

    @property
    def changed(self) -> tuple[str, ...]:
        """Names of parameters and switches that events change."""
        return self.departure.launch.events.discrete

    @cached_property
    def parameters(self) -> dict[str, float]:
        """All numbers that programs read as parameters, with their values: open ones last, if only outputs do."""
        launch, eom = self.departure.launch, self.dynamics.equations
        values = self.integrator.values(launch.parameters, launch.known).tolist()
        found = dict(zip(self.integrator.defaults, values, strict=True))
        for x in [*map(param, eom.parameters, eom.parameters.values()), *self._parameters_of_outputs]:
            name = name_of(x)
            if name not in self.changed:
                found.setdefault(name, float(launch.parameters.get(name, float(x.args[1]))))
        return found

    @cached_property
    def open_parameters(self) -> list[str]:
        """Names of the parameters that users of the FMU set."""
        own = set(self.dynamics.equations.parameters) | {name_of(x) for x in self._parameters_of_outputs}
        events = [event.expression for event in self.departure.events]
        actions = [x for event in self.departure.events for one in event.actions for x in one.expressions]
        own |= {name_of(x) for x in inputs_of([*events, *actions]) if x.op == "parameter"}
        return [name for name in self.parameters if name in own]

    # ---- outputs

    @cached_property
    def outputs(self) -> dict[str, Scalar]:
        """Expressions of the outputs that are not states, by name."""
        chosen = self.chosen if isinstance(self.chosen, Mapping) else {name: name for name in self.chosen or ()}
        signals, states = self.dynamics.solution.signals, self.state_names
        made: dict[str, Scalar | Array] = {}
        for name, x in chosen.items():
            if isinstance(x, str) and x not in signals:
                raise ModelError(f"there is no signal {x!r} to be an output; {closest(x, signals)}")
            if isinstance(x, str) and x == name and name in states:
                continue
            if name in (*states, *self.discrete, *self.dynamics.equations.inputs):
                raise ModelError(f"the output {name!r} has the name of a variable; call it otherwise")
            made[name] = signals[x] if isinstance(x, str) else x
            if isinstance(made[name], np.ndarray):
                raise ModelError(f"the output {name!r} is an array; name its entries one by one, such as p[0]")
        return resolved_together(self.dynamics.solved, made)

    @property
    def state_names(self) -> tuple[str, ...]:
        """Names of the continuous states."""
        return self.dynamics.solved.first_order().names[: self.problem.n]

    @property
    def _parameters_of_outputs(self) -> list[Node]:
        return [x for x in inputs_of(list(self.outputs.values())) if x.op == "parameter"]

    # ---- variables

    @cached_property
    def variables(self) -> list[FmuVariable]:
        """All variables: time, states, rates, discrete ones, inputs, parameters, outputs."""
        eom, n = self.dynamics.equations, self.problem.n
        first, solution = self.dynamics.solved.first_order(), self.dynamics.solution
        units, signal_units = eom.variables.units, solution.signals.units
        wanted = set(self.chosen) if self.chosen is not None else {*eom.coordinates, *eom.speeds}
        is_exact = self.problem.project is None
        states = [
            FmuVariable(
                name,
                "output" if name in wanted else "local",
                "continuous",
                "exact" if is_exact else "approx",
                float(x),
                units.get(name, ""),
                dependencies=(k,),
            )
            for k, (name, x) in enumerate(zip(self.state_names, self.departure.states[0], strict=False), start=1)
        ]
        rates = [
            FmuVariable(
                f"der({name})",
                "local",
                "continuous",
                "calculated",
                unit=rate_unit(units.get(name, "")),
                rate_of=k,
                dependencies=self._known(expression),
            )
            for k, (name, expression) in enumerate(zip(self.state_names, first.rate, strict=False), start=1)
        ]
        discrete = [
            FmuVariable(name, "local", "discrete", "exact", float(x))
            for name, x in zip(self.discrete, self.departure.states[0][n:], strict=True)
        ]
        inputs = [
            FmuVariable(name, "input", "continuous", "", float(x), units.get(name, ""))
            for name, x in zip(eom.inputs, self.departure.extra[0], strict=True)
        ]
        parameters = [
            FmuVariable(name, "parameter", "fixed", "exact", self.parameters[name])
            for name in self.open_parameters
        ]
        given = self.chosen if isinstance(self.chosen, Mapping) else {}
        outputs = [
            FmuVariable(
                name,
                "output",
                "continuous",
                "calculated",
                unit=signal_units.get(str(given.get(name, name)), ""),
                dependencies=self._known(x),
            )
            for name, x in self.outputs.items()
        ]
        clock = FmuVariable("time", "independent", "continuous", unit="s")
        found = [clock, *states, *rates, *discrete, *inputs, *parameters, *outputs]
        return _with_names_of_their_own(found)

    def _known(self, expression: Scalar) -> tuple[int, ...]:
        """Value references of time, states and inputs in an expression."""
        n = self.problem.n
        first_input = 1 + 2 * n + len(self.discrete)
        places = {x: k for k, x in enumerate(self.dynamics.solved.first_order().x[:n], start=1)}
        places |= {x: k for k, x in enumerate(self.dynamics.equations.tau, start=first_input)} | {time: 0}
        return tuple(sorted(places[x] for x in inputs_of([expression]) if x in places))

    # ---- C

    @cached_property
    def c_code(self) -> _RunCode:
        """The programs and the loop as C."""
        return _RunCode(self)


@dataclass(eq=False)
class _RunCode:
    """Functions and numbers of a run in C, as the sources of FMUs include them."""

    system: FmuSystem
    _unit: Unit = field(init=False)

    def __post_init__(self) -> None:
        system, problem = self.system, self.system.problem
        self._unit = Unit(_NAME, PART)
        self.problem = replace(
            problem,
            rate=self._written(problem.rate, "rate"),
            programs={name: self._written(x, name) for name, x in problem.programs.items()},
            guard=problem.guard and self._written(problem.guard, "guard"),
            laws=problem.laws and self._written(problem.laws, "laws"),
            project=problem.project and self._written(problem.project, "project"),
            actions=tuple(self._written(x, f"action{k + 1}") for k, x in enumerate(problem.actions)),
        )
        method = system.departure.launch.method
        self.loop_procedure = time_loop(method.scheme(self.problem), self.problem)
        self.loop = procedure_function(self._unit, self.loop_procedure, "loop", "The loop of the method.")
        self.output = shared_program(self._unit, "output", self._output_program, "Outputs that are not states.")
        model = system.dynamics.equations.model
        self.conditions = conditions(model.bodies) if isinstance(model, Model) else []
        entries = [x for _, x in self.conditions]
        bounds = program(entries, *self._read(entries))
        self.bounds = shared_program(self._unit, "bounds", bounds, "What is negative for impossible bodies.")
        if self._unit.callbacks:
            routine = next(iter(self._unit.callbacks.values()))
            raise ModelError(
                f"{routine.name!r} is a function of Python, which no FMU can contain; write it with functions of "
                "expressions, such as da.sin, or give its values as an input"
            )

    def _written(self, callee: Callee, label: str) -> Written:
        assert isinstance(callee, ProgramCode)
        return shared_program(self._unit, label, callee.program, f"Program: {label}.")

    def _read(self, entries: Sequence[Scalar]) -> tuple[list[Node], list[Node]]:
        """What programs of these entries read: variables, then parameters."""
        system = self.system
        first, eom = system.dynamics.solved.first_order(), system.dynamics.equations
        moved = [param(name, 0.0) for name in system.changed]
        by_name = {name_of(x): x for x in inputs_of(entries) if x.op == "parameter"}
        moved = [by_name.get(name_of(x), x) for x in moved]
        shared = [by_name.get(name, param(name, x)) for name, x in system.parameters.items()]
        return [time, *first.x, *moved, *eom.tau], shared

    @property
    def _output_program(self) -> Program:
        entries = list(self.system.outputs.values())
        inputs, shared = self._read(entries)
        known = {*inputs, *shared}
        for name, x in self.system.outputs.items():
            for node in inputs_of([x]):
                if node not in known:
                    raise ModelError(f"the output {name!r} depends on {name_of(node)!r}, which no FMU has")
        return program(entries, inputs, shared)

    @property
    def text(self) -> str:
        """The file model.c."""
        blocks = [
            "/* The model: programs, the loop of the method, sizes, names and numbers. Made by dalembert. */",
            "#include <math.h>\n#include <stdint.h>\n#include <string.h>\n",
            *self._unit.helpers,
            *self._unit.definitions,
            self._sizes,
            self._entries,
            self._numbers,
        ]
        return "\n".join(blocks)

    @property
    def _sizes(self) -> str:
        problem, system = self.problem, self.system
        n_values = 2 * len(problem.events)
        callees = [problem.rate, problem.guard, problem.laws, problem.project, *problem.actions]
        work = max(
            [self.loop.work, self.output.work, self.bounds.work, *(x.work for x in callees if x is not None)]
        )
        sizes = {
            **{"N_STATES": problem.n, "N_DISCRETE": problem.n_discrete, "N_KEPT": problem.n_kept},
            **{"N_INPUTS": problem.n_extra, "N_PARAMETERS": len(system.parameters)},
            **{"N_OPEN": len(system.open_parameters), "N_OUTPUTS": len(system.outputs)},
            **{"N_EVENTS": len(problem.events), "N_PAST": problem.n_past, "RECORD": problem.record_size},
            **{"N_LAWS": problem.n_laws, "N_INSTANTS": problem.n_instants},
            "N_CONDITIONS": len(self.conditions),
            **{"N_WATCHED": len(problem.watch), "N_REASONS": len(Status)},
            **{"HAS_PROJECTION": int(problem.project is not None), "N_CALL": problem.n_inputs + 1},
            "N_RESULTS": max(
                *(problem.n_kept + problem.n_recorded, n_values, len(system.outputs)),
                *(problem.n_laws + problem.n_instants, len(self.conditions)),
            ),
            "N_WORK": work,
        }
        assert len(SPAN) == 6 and SUMMARY.index("step") == 5 and len(SUMMARY) == 9
        return "\n".join(["enum {", *filled([f"{name} = {x}" for name, x in sizes.items()], "    "), "};", ""])

    @property
    def _entries(self) -> str:
        """Programs under one kind of name, whether they need work space or not."""
        problem = self.problem
        lines = [
            "typedef int (*program)(const double *in, const double *p, double *out, double *work);",
            "",
            *_entry("rate", problem.rate),
            *_entry("output", self.output),
            *_entry("bounds", self.bounds),
            *_entry("guard", problem.guard),
            *_entry("laws", problem.laws),
            *_entry("project", problem.project),
        ]
        for k, action in enumerate(problem.actions):
            lines += _entry(f"action{k + 1}", action)
        names = [f"action{k + 1}" for k in range(len(problem.actions))]
        lines += [f"static const program actions[] = {{{', '.join(names) or 'rate'}}};", ""]
        # a run in C tells nobody how far it is, so its last argument is left out
        arrays = [str(x.base) for x in self.loop_procedure.arguments if str(x.base) != "control"]
        arguments = [*arrays, *(["work"] if self.loop.work else [])]
        lines += [
            f"#define loop({', '.join([*arrays, 'work'])}) {self.loop.name}({', '.join(arguments)})",
            "",
        ]
        return "\n".join(lines)

    @property
    def _numbers(self) -> str:
        system, problem = self.system, self.problem
        launch = system.departure.launch
        names = list(system.parameters)
        kinds = [f"{{{e.direction}, {int(e.is_terminal)}, {e.action}}}" for e in problem.events]
        places = [str(names.index(name)) for name in system.open_parameters]
        return "\n".join(
            [
                *_doubles("start_states", system.departure.states[0]),
                *_doubles("start_inputs", system.departure.extra[0]),
                *_doubles("default_parameters", system.parameters.values()),
                *_doubles("settings", launch.method.settings),
                *_table("const int", "open_parameters", places),
                *_table("const int", "watched", list(map(str, problem.watch))),
                "typedef struct {\n    int direction, is_terminal, action;\n} crossing;\n",
                *_table("const crossing", "events", kinds or ["{0, 0, -1}"]),
                *_table(
                    "const char *const", "conditions", [string(words) for words, _ in self.conditions] or ['""']
                ),
                *_table("const char *const", "reasons", [string(status.reason) for status in Status]),
                f"static const double START_TIME = {real(launch.start).text};",
                f"static const double STOP_TIME = {real(system.stop).text};",
                "",
            ]
        )


def _entry(name: str, callee: Callee | None) -> list[str]:
    """A program under a name of its own."""
    head = f"static int {name}(const double *in, const double *p, double *out, double *work)"
    if callee is None:
        return [head, "{", "    (void)in, (void)p, (void)out, (void)work;", "    return 0;", "}", ""]
    work = ", work" if callee.work else ""
    unused = [] if callee.work else ["    (void)work;"]
    return [head, "{", *unused, f"    return {callee.name}(in, p, out{work});", "}", ""]


def _doubles(name: str, values: object) -> list[str]:
    return _table("const double", name, [real(float(x)).text for x in values])  # type: ignore[attr-defined]


def _table(kind: str, name: str, entries: Sequence[str]) -> list[str]:
    """An array of constants; C has none without entries."""
    return [f"static {kind} {name}[] = {{", *filled(entries or ["0"], "    "), "};", ""]


def _with_names_of_their_own(variables: Sequence[FmuVariable]) -> list[FmuVariable]:
    """Variables whose names differ: of two kinds with one name, the later is told apart by its kind."""
    taken: set[str] = set()
    found = []
    for variable in variables:
        name = variable.name
        if name in taken:
            name = f"{variable.name} ({variable.causality})"
        while name in taken:
            name += "'"
        taken.add(name)
        found.append(replace(variable, name=name))
    return found
