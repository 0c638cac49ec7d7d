"""The run of a model as C, with its sizes, names and numbers: what the sources of FMUs include."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from dalembert.contact.contact_guards import GUARDS
from dalembert.contact.unattended import FORCES, UnattendedRun
from dalembert.errors import ModelError
from dalembert.expr.node import Node, Scalar, inputs_of, name_of
from dalembert.expr.symbol_nodes import param, time
from dalembert.files.export.fmu_system import FmuSystem
from dalembert.integrators.simulations import OWN_LOOKS, SPAN, SUMMARY
from dalembert.integrators.status import Status
from dalembert.integrators.time_loop import time_loop
from dalembert.model.model import Model
from dalembert.model.possible_bodies import conditions
from dalembert.native.c.c_names import string
from dalembert.native.c.c_operations import real
from dalembert.native.c.c_program import shared_program
from dalembert.native.c.plan import PART
from dalembert.native.c.procedure import Written, procedure_function
from dalembert.native.c.unit import Unit, filled
from dalembert.native.program import Program, program
from dalembert.native.program_code import ProgramCode
from dalembert.procedures.statements import Callee

_NAME = "model"


@dataclass(eq=False)
class RunCode:
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
        modes = [] if system.contacts is None else [*system.contacts.begin()]
        at_first = program(modes, *self._read(modes))
        self.first_modes = shared_program(self._unit, "first_modes", at_first, "Modes of contacts at first.")
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
        """Inputs that programs of these entries read: variables, then parameters."""
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
        own = [self.loop.work, self.output.work, self.bounds.work, self.first_modes.work]
        work = max([*own, *(x.work for x in callees if x is not None)])
        sizes = {
            **{"N_STATES": problem.n, "N_DISCRETE": problem.n_discrete, "N_KEPT": problem.n_kept},
            **{"N_INPUTS": problem.n_extra, "N_PARAMETERS": len(system.parameters)},
            **{"N_OPEN": len(system.open_parameters), "N_OUTPUTS": len(system.outputs)},
            **{"N_EVENTS": len(problem.events), "N_PAST": problem.n_past, "RECORD": problem.record_size},
            **{"N_LAWS": problem.n_laws, "N_INSTANTS": problem.n_instants},
            "N_CONDITIONS": len(self.conditions),
            "SAMPLES": int(OWN_LOOKS),
            **_contact_sizes(system.contacts),
            **{"N_WATCHED": len(problem.watch), "N_REASONS": len(Status)},
            **{"HAS_PROJECTION": int(problem.project is not None), "N_CALL": problem.n_inputs + 1},
            "N_RESULTS": max(
                *(problem.n_kept + problem.n_recorded, n_values, len(system.outputs)),
                *(problem.n_laws + problem.n_instants, len(self.conditions), problem.n_kept + 1),
            ),
            "TERMINAL_EVENT": SUMMARY.index("terminal_event"),
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
            *_entry("first_modes", self.first_modes),
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
                *_contact_tables(system.contacts),
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


# ---- contacts


def _contact_sizes(run: UnattendedRun | None) -> dict[str, int]:
    """How many points, kinds of guards, modes, and guards that are looked at where forces jump."""
    found = {"points": (), "modes": (), "forces": (), "gaps": ()} if run is None else _contact_numbers(run)
    return {"N_KINDS": len(GUARDS), **{f"N_{name.upper()}": len(found[name]) for name in _COUNTED}}


_COUNTED = ("points", "modes", "forces", "gaps")


def _contact_numbers(run: UnattendedRun) -> dict[str, Sequence[int]]:
    """Numbers of states and of guards."""
    first = run.guards.system.z_start
    guards = [(k, run.points[k // len(GUARDS)], GUARDS[k % len(GUARDS)]) for k in range(len(run.guards.guards))]
    gaps = [(k, point) for k, point, kind in guards if kind in ("gap", "bounce") and point.normal is not None]
    return {
        "points": range(len(run.points)),
        "modes": [first + place for point in run.points for place in point.states.values()],
        "open_questions": [first + point.states["undecided"] for point in run.points],
        "forces": [k for k, _, kind in guards if kind in FORCES],
        "gaps": [k for k, _ in gaps],
        "is_rigid": [int(not point.is_compliant) for _, point in gaps],
    }


def _contact_tables(run: UnattendedRun | None) -> list[str]:
    """Names of points, and those numbers."""
    numbers = {} if run is None else _contact_numbers(run)
    names = [] if run is None else [string(point.name) for point in run.points]
    kinds = ("modes", "open_questions", "forces", "gaps", "is_rigid")
    return [
        *_table("const char *const", "points", names),
        *(line for name in kinds for line in _table("const int", name, list(map(str, numbers.get(name, ()))))),
    ]
