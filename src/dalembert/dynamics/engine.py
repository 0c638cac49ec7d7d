"""Native code behind dynamics: functions and integrators of equations."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.arrays import Array
from dalembert.config import Config, Tier
from dalembert.dynamics.method_systems import EVENT_NUMBER, EventProgram
from dalembert.dynamics.native_functions import Expressions
from dalembert.errors import SolverError
from dalembert.expr.node import Node, Scalar, name_of, traverse
from dalembert.expr.symbol_nodes import param, symbol, time
from dalembert.integrators.integration import IntegrationResult, Integrator
from dalembert.integrators.integration_methods import Method
from dalembert.integrators.method_programs import MethodPrograms
from dalembert.integrators.problem import Problem
from dalembert.integrators.repeated import Repeated
from dalembert.integrators.run_buffers import RunBuffer
from dalembert.native.kernel import Kernel, compile
from dalembert.native.machine import Target
from dalembert.native.program import open_parameters, program
from dalembert.native.program_code import ProgramCode
from dalembert.native.tiers import loop_code


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

    def integrator(
        self,
        programs: MethodPrograms,
        events: EventProgram,
        method: Method,
        varying: Sequence[str],
        n: int,
        known: Collection[str] = (),
    ) -> NativeIntegrator:
        """An integrator of the system; all its programs read one array of parameters."""
        states: list[Node] = [time, *programs.x, *programs.tau]
        guards, actions = events.guards, [[*_at_rest(n), *values] for values in events.actions]
        outputs = [*programs.rate, *guards, *programs.projected]
        outputs += [x for of_method in programs.programs.values() for x in of_method.outputs]
        outputs += [x for values in actions for x in values]
        parameters = {name_of(x): x for x in open_parameters(traverse(outputs), states)}
        # signals alone may depend on what differs, and a method need not ask for what a solution sets
        may_be_idle = [name for name in varying if name in known or _is_setting(name)]
        if unknown := sorted(set(varying) - set(parameters) - set(may_be_idle)):
            raise _no_parameter(unknown[0], {*parameters, *known})
        parameters |= {name: param(name, 0.0) for name in may_be_idle if name not in parameters}
        inputs = _arranged(states, len(programs.x), parameters, varying, events.discrete)
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
            n_discrete=len(events.discrete),
            guard=code(guards) if guards else None,
            laws=code(events.laws) if events.laws else None,
            n_laws=len(events.laws),
            events=tuple(events.crossings),
            actions=tuple(code(_padded(values, n_results), [EVENT_NUMBER]) for values in actions),
            n_recorded=n_results - len(programs.x) - len(events.discrete) if actions else 0,
            project=code(list(programs.projected)) if is_projected else None,
            is_projected_once=programs.is_projected_once,
            n_positions=programs.n_positions,
            n_parameters=len(shared),
            watch=tuple(k for k, x in enumerate(shared) if any(x is y for y in programs.watch)),
        )
        native = loop_code(method, problem, self.lanes, self.config)
        defaults = {str(x.args[0]): float(x.args[1]) for x in shared}
        return NativeIntegrator(Integrator(problem, method, native), defaults, self.config.threads, n)


def _is_setting(name: str) -> bool:
    """Whether a parameter is set by a solution, not by a person."""
    return name.startswith(".")


def _no_parameter(name: str, others: Collection[str]) -> SolverError:
    shown = sorted(other for other in others if not _is_setting(other))
    return SolverError(f"there is no open parameter {name!r}; there are {shown}")


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


@dataclass(frozen=True)
class NativeIntegrator:
    """Runs simulations; parameters come by name."""

    integrator: Integrator
    defaults: Mapping[str, float]
    threads: int
    n: int
    """States; the integrator has one even if there are none."""

    def run(
        self,
        states: ArrayLike,
        times: ArrayLike,
        *,
        start: float,
        end: float,
        extra: ArrayLike,
        parameters: Mapping[str, float],
        known: Collection[str] = (),
        method: Method,
        first_step: float = 0.0,
        look: float = 0.0,
        past: NDArray[np.float64] | None = None,
        step_capacity: int = 0,
        progress: Callable[[float], object] | None = None,
    ) -> IntegrationResult:
        """Integrate from these states to the end; parameters that are not given keep their defaults.

        Those that are `known` may be given though nothing depends on them.
        """
        x = np.asarray(states, dtype=float)
        result = self.integrator.run(
            x if self.n else np.concatenate([np.zeros((len(x), 1)), x], axis=1),
            times,
            start=start,
            end=end,
            extra=extra,
            p=self._values(parameters, known),
            method=method,
            first_step=first_step,
            look=look,
            past=past,
            step_capacity=step_capacity,
            threads=self.threads,
            progress=progress,
        )
        return result if self.n else result.without_states()

    def repeated(
        self,
        count: int,
        *,
        parameters: Mapping[str, float],
        known: Collection[str],
        method: Method,
        n_outputs: int = 0,
        n_events: int = 0,
    ) -> Repeated:
        """Memory in which so many simulations are continued again and again; without states there is one more."""
        p = self._values(parameters, known)
        return self.integrator.repeated(count, method=method, p=p, n_outputs=n_outputs, n_events=n_events)

    @property
    def lanes(self) -> int:
        """How many simulations run side by side."""
        return self.integrator.native.lanes

    def places(self, names: Sequence[str]) -> list[int | None]:
        """Where parameters stand among those of a buffer; None of those on which nothing depends."""
        order = {name: k for k, name in enumerate(self.defaults)}
        return [order.get(name) for name in names]

    def buffer(
        self, *, parameters: Mapping[str, float], known: Collection[str], method: Method, room: int
    ) -> RunBuffer:
        """Memory for single simulations by this method, with room for so many numbers of outputs."""
        p = self._values(parameters, known)
        return self.integrator.buffer(method, p, room)

    def result(self, buffer: RunBuffer, times: NDArray[np.float64]) -> IntegrationResult:
        """Result of the last run in a buffer, which was aimed at these times."""
        return self.integrator.result(buffer, times)

    def _values(self, parameters: Mapping[str, float], known: Collection[str]) -> NDArray[np.float64]:
        """Parameters in their order."""
        if not parameters and not self.defaults:
            return np.zeros(0)
        values = dict(self.defaults)
        for name, value in parameters.items():
            if name in values:
                values[name] = value
            elif name not in known:
                raise _no_parameter(name, {*values, *known})
        return np.array(list(values.values()), dtype=float)
