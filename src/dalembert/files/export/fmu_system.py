"""The contents of an FMU: the native run of a model as C, its numbers, and its variables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from dalembert.arrays import Array
from dalembert.configuration.contact_overlaps import has_contacts
from dalembert.contact.stepped_runs import stepped_departure
from dalembert.contact.unattended import UnattendedRun, unattended_run
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.dynamics.dynamics import Dynamics
from dalembert.dynamics.native_functions import resolved_together
from dalembert.equations.lazy_signals import rate_unit
from dalembert.errors import ModelError
from dalembert.expr.node import Node, Scalar, inputs_of, name_of
from dalembert.expr.symbol_nodes import param, time
from dalembert.integrators.adaptive_methods import DOP853
from dalembert.integrators.integration import Integrator
from dalembert.integrators.integration_methods import as_method
from dalembert.integrators.method import Method
from dalembert.integrators.problem import Problem
from dalembert.name_checks import closest
from dalembert.runs.course import Departure
from dalembert.runs.events import Event
from dalembert.runs.preparation import preparation
from dalembert.state import State, Values, as_state

Chosen = Sequence[str] | Mapping[str, "Scalar | str"]
"""Outputs: names of signals, or expressions of measures by name."""


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
    contacts: UnattendedRun | None = None
    """What goes on about contacts from event to event; None where there are none, or steps decide about them."""

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
        task, contacts = preparation(dynamics, chosen, events).task(np.array([begin.t, begin.t + stop])), None
        if not has_contacts(dynamics.equations.model):
            departure = task.departure(task.ready([begin]), begin.t + stop)
        elif chosen.treats_contacts:
            departure = stepped_departure(task, [begin], begin.t + stop)
        else:
            contacts = unattended_run(task, [begin], begin.t + stop, "an FMU")
            departure = contacts.departure
        if taken := sorted(set(departure.launch.events.discrete) & set(dynamics.equations.inputs)):
            raise ModelError(
                f"events set the input {taken[0]!r}, but inputs of an FMU are given from outside; let them set a "
                "parameter instead"
            )
        return cls(departure, outputs, stop, contacts)

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
