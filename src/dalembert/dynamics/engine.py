"""Native code behind dynamics: functions and integrators of equations."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar, cast

from dalembert.arrays import Array
from dalembert.config import Config, Tier
from dalembert.dynamics.method_systems import EVENT_NUMBER, EventProgram
from dalembert.dynamics.native_functions import Expressions
from dalembert.expr.node import Node, Scalar, name_of, traverse
from dalembert.expr.symbol_nodes import param, symbol, time
from dalembert.integrators.adjoint_integration import AdjointIntegrator
from dalembert.integrators.adjoint_steps import (
    PROJECTION,
    RATE,
    TRANSPOSED,
    TRANSPOSED_PROJECTION,
    AdjointSteps,
)
from dalembert.integrators.integration import Integrator, is_setting, no_parameter
from dalembert.integrators.method import Method
from dalembert.integrators.method_programs import MethodPrograms
from dalembert.integrators.problem import Problem
from dalembert.integrators.tangent_steps import (
    TANGENT,
    TANGENT_PROJECTION,
    TangentIntegrator,
    TangentSteps,
)
from dalembert.native.kernel import Kernel, compile
from dalembert.native.machine import Target
from dalembert.native.program import open_parameters, program
from dalembert.native.program_code import ProgramCode
from dalembert.native.recall import recalled
from dalembert.native.tiered_procedures import Sweep
from dalembert.native.tiers import loop_code

T = TypeVar("T")


@dataclass(frozen=True)
class NativeEngine:
    """Compiles functions and integrators, for a number of lanes."""

    lanes: int
    config: Config

    def compile(self, outputs: Expressions, inputs: Mapping[str, object]) -> Kernel:
        """A kernel for single questions: it is compiled, quickly, once it has been asked often enough.

        Full-speed code is made at once if the configuration asks for it.
        """
        tier = self.config.tier or Tier.QUICK
        is_patient = tier is Tier.QUICK
        nodes = cast(Mapping[str, Scalar | Array], inputs)
        return compile(outputs, nodes, lanes=self.lanes, tier=tier, config=self.config, is_patient=is_patient)

    def recalled(self, kind: str, made_of: tuple[object, ...], make: Callable[[], T]) -> T:
        """A value that was made for an equal system before, by an engine like this; or a new one."""
        return recalled(self.config, kind, (self.lanes, self.config.tier, *made_of), make)

    def integrator(
        self,
        programs: MethodPrograms,
        events: EventProgram,
        method: Method,
        varying: Sequence[str],
        n: int,
        known: Collection[str] = (),
    ) -> Integrator:
        """An integrator of the system; all its programs read one array of parameters."""
        held = list(programs.discrete)
        states: list[Node] = [time, *programs.x, *held, *programs.tau]
        guards, actions = events.guards, [[*_at_rest(n), *values] for values in events.actions]
        outputs = [*programs.rate, *guards, *programs.projected]
        outputs += [x for of_method in programs.programs.values() for x in of_method.outputs]
        outputs += [x for values in actions for x in values]
        parameters = {name_of(x): x for x in open_parameters(traverse(outputs), states)}
        # signals alone may depend on what differs, and a method need not ask for what a solution sets
        may_be_idle = [name for name in varying if name in known or is_setting(name)]
        if unknown := sorted(set(varying) - set(parameters) - set(may_be_idle)):
            raise no_parameter(unknown[0], {*parameters, *known})
        parameters |= {name: param(name, 0.0) for name in may_be_idle if name not in parameters}
        inputs = _arranged(states, len(programs.x) + len(held), parameters, varying, events.discrete)
        shared = [x for name, x in parameters.items() if name not in varying and name not in events.discrete]

        def code(outputs: Sequence[Scalar], more: Sequence[Node] = ()) -> ProgramCode:
            return ProgramCode(program(outputs, [*inputs, *more], shared), Target.host())

        n_results = max(map(len, actions), default=0)
        is_projected = any(a is not b for a, b in zip(programs.projected, programs.x, strict=True))
        problem = Problem(
            rate=code(list(programs.rate)),
            n=len(programs.x),
            programs={name: code(x.outputs, x.inputs) for name, x in programs.programs.items()},
            layout=programs.layout,
            n_extra=len(programs.tau) + len(varying),
            n_discrete=len(held) + len(events.discrete),
            guard=code(guards) if guards else None,
            laws=code([*events.laws, *events.instants]) if events.laws else None,
            n_laws=len(events.laws),
            n_instants=len(events.instants),
            events=tuple(events.crossings),
            actions=tuple(code(_padded(values, n_results), [EVENT_NUMBER]) for values in actions),
            n_recorded=n_results - len(programs.x) - len(held) - len(events.discrete) if actions else 0,
            project=code(list(programs.projected)) if is_projected else None,
            is_projected_once=programs.is_projected_once,
            n_positions=programs.n_positions,
            n_parameters=len(shared),
            watch=tuple(k for k, x in enumerate(shared) if any(x is y for y in programs.watch)),
        )
        native = loop_code(method, problem, self.lanes, self.config)
        defaults = {str(x.args[0]): float(x.args[1]) for x in shared}
        return Integrator(problem, method, native, defaults, self.config.threads)

    def adjoint(self, programs: MethodPrograms, steps: AdjointSteps, n_by: int) -> AdjointIntegrator:
        """Steps of a system again and backwards: its programs are the right-hand side and the transposed ones."""
        states: list[Node] = [time, *programs.x, *programs.tau]
        transposed = [programs.programs[name] for name in ("transposed", "transposed projection")]
        outputs = [*programs.rate, *programs.projected, *(x for y in transposed for x in y.outputs)]
        parameters = open_parameters(traverse(outputs), [*states, *(x for y in transposed for x in y.inputs)])

        def code(outputs: Sequence[Scalar], more: Sequence[Node] = ()) -> ProgramCode:
            return ProgramCode(program(outputs, [*states, *more], parameters), Target.host())

        rate, projection = transposed
        codes = {RATE: code(list(programs.rate)), TRANSPOSED: code(rate.outputs, rate.inputs)}
        if steps.is_projected:
            codes[PROJECTION] = code(list(programs.projected))
            codes[TRANSPOSED_PROJECTION] = code(projection.outputs, projection.inputs)
        sizes = len(programs.x), len(programs.tau), n_by
        native = Sweep((steps.forward, steps.backward), sizes, codes, self.config)
        defaults = {str(x.args[0]): float(x.args[1]) for x in parameters}
        return AdjointIntegrator(steps, native, len(programs.x), n_by, defaults)

    def tangents_along(
        self, programs: MethodPrograms, steps: AdjointSteps, n_by: int, width: int
    ) -> TangentIntegrator:
        """Derivatives along steps of a system, `width` directions a lane, by `n_by` parameters and inputs.

        Its programs are the right-hand side, and "tangent" and "tangent projection" of so many directions.
        """
        states: list[Node] = [time, *programs.x, *programs.tau]
        tangent, projection = (programs.programs[name] for name in ("tangent", "tangent projection"))
        outputs = [*programs.rate, *programs.projected, *tangent.outputs, *projection.outputs]
        parameters = open_parameters(traverse(outputs), [*states, *tangent.inputs])

        def code(outputs: Sequence[Scalar], more: Sequence[Node] = ()) -> ProgramCode:
            return ProgramCode(program(outputs, [*states, *more], parameters), Target.host())

        plain, in_lanes = {RATE: code(list(programs.rate))}, {TANGENT: code(tangent.outputs, tangent.inputs)}
        if steps.is_projected:
            plain[PROJECTION] = code(list(programs.projected))
            in_lanes[TANGENT_PROJECTION] = code(projection.outputs, projection.inputs)
        n, lanes = len(programs.x), Target.host().width
        sizes = n, len(programs.tau)
        return TangentIntegrator(
            steps,
            Sweep((steps.forward,), (*sizes, 0), plain, self.config),
            Sweep(
                (TangentSteps(steps).procedure,), (*sizes, width * n, width * n_by), in_lanes, self.config, lanes
            ),
            *(n, n_by, lanes, width),
            {str(x.args[0]): float(x.args[1]) for x in parameters},
        )

    @property
    def vector_width(self) -> int:
        """Doubles that one vector instruction computes here."""
        return Target.host().width


def _arranged(
    states: Sequence[Node], n: int, found: Mapping[str, Node], varying: Sequence[str], discrete: Sequence[str]
) -> list[Node]:
    """Time, states, discrete values, inputs and parameters that differ, as programs take them.

    Where inputs and parameters have become discrete values, their old places are kept but mean nothing.
    """
    nodes = {**found, **{name_of(x): x for x in states[1 + n :]}}
    moved = [nodes[name] if name in nodes else param(name, 0.0) for name in discrete]
    rest = [*states[1 + n :], *(found[name] for name in varying)]
    kept = [symbol(f"once {k}") if x in moved else x for k, x in enumerate(rest)]
    return [*states[: 1 + n], *moved, *kept]


def _at_rest(n: int) -> list[Scalar]:
    """Value after an action of the state that stands in for none."""
    return [] if n else [0.0]


def _padded(values: Sequence[Scalar], n: int) -> list[Scalar]:
    """Results of an action, with zeros for what others record."""
    return [*values, *[0.0] * (n - len(values))]
