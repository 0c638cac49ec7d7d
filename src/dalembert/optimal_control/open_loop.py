"""Runs of the simulation with the inputs of a trajectory: how well the one follows the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dalembert.arrays import Array, Matrix, Vector
from dalembert.dynamics.as_dynamics import native_dynamics
from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.added_parameters import with_parameters
from dalembert.equations.input_law import InputLaw
from dalembert.equations.solution import Solution
from dalembert.errors import SolverError
from dalembert.expr.node import Scalar
from dalembert.expr.symbol_nodes import param, time
from dalembert.memo import Key
from dalembert.runs.motion import Motion, joined
from dalembert.runs.simulate import simulate

_OPEN_LOOP: Key[Dynamics] = Key("dynamics with polynomials as inputs")


@dataclass(frozen=True)
class PolynomialInputs(InputLaw[Solution]):
    """Inputs as polynomials of the fraction of an interval; coefficients and the interval are parameters."""

    count: int
    degree: int

    @property
    def names(self) -> list[list[str]]:
        """Names of the coefficients of each input, of rising powers; no part of a model can have them."""
        return [[f".input {i} power {j}" for j in range(self.degree + 1)] for i in range(self.count)]

    @property
    def contents(self) -> Mapping[str, object]:
        return {"inputs by": f"polynomials of degree {self.degree}"}

    def inputs(self, passive: Solution, a: Array, typical: Array | None = None) -> Array:
        s = (time - param(".interval start", 0.0)) / param(".interval length", 1.0)
        result = np.empty(self.count, dtype=object)
        for i, names in enumerate(self.names):
            total: Any = 0.0
            for name in reversed(names):
                total = total * s + param(name, 0.0)
            result[i] = total
        return result

    def watched(self, passive: Solution) -> tuple[tuple[str, ...], Array]:
        return (), np.zeros(0)

    def quantities(self, passive: Solution) -> Mapping[str, Array]:
        # there is no goal that could be missed
        none = {"slopes": np.zeros((0, self.count)), "errors": np.zeros(0), "watched": np.zeros(0)}
        return {**none, "missing": np.zeros(0), "inputs": self.inputs(passive, passive.accelerations)}

    def conditions(self, passive: Solution) -> tuple[tuple[str, Scalar], ...]:
        return ()

    def general_cause(self, passive: Solution, numbers: Mapping[str, Array]) -> str:
        return ""

    def cause(
        self, passive: Solution, numbers: Mapping[str, Array], typical: Mapping[str, float], margin: float = 1.0
    ) -> str:
        return ""


def open_loop(dynamics: Dynamics, degree: int) -> Dynamics:
    """Dynamics whose inputs are polynomials of time, made once."""
    solution = dynamics.solution

    def made() -> Dynamics:
        count = len(solution.equations.inputs)
        if not count:
            return dynamics
        law = PolynomialInputs(count, degree)
        defaults = {".interval start": 0.0, ".interval length": 1.0}
        defaults |= {name: 0.0 for names in law.names for name in names}
        equations = with_parameters(solution.equations, defaults)
        free = Solution(equations, solution.solver, solution.left_out, solution.stabilization)
        engine: Any = dynamics.engine
        return native_dynamics(free.with_feedback(law), config=engine.config)

    return dynamics.memo.get(_OPEN_LOOP.of(degree), made)


@dataclass(frozen=True, eq=False)
class Followed:
    """Runs of the simulation from knot to knot of a phase."""

    errors: Matrix
    """Difference at the end of each interval that begins where the trajectory does, (N, nx)."""

    motion: Motion | None
    """The run that begins at the start alone; None if it could not go on to the end."""

    failure: str = ""


def follow(
    dynamics: Dynamics, times: Vector, states: Matrix, inputs: Vector, parameters: Mapping[str, float]
) -> Followed:
    """Errors of a trajectory with these states at its knots and coefficients of its inputs in intervals."""
    law = PolynomialInputs(inputs.shape[1], inputs.shape[2] - 1)
    system = open_loop(dynamics, law.degree)

    def run(k: int, x: Vector) -> Motion:
        p = dict(parameters)
        if law.count:
            p |= {".interval start": float(times[k]), ".interval length": float(times[k + 1] - times[k])}
            for names, values in zip(law.names, inputs[k], strict=True):
                p |= dict(zip(names, map(float, values), strict=True))
        start = system.state(float(times[k]), x, np.zeros(law.count), p)
        return simulate(system, start, times=[times[k], times[k + 1]])

    errors, parts, failure = np.full((len(times) - 1, states.shape[1]), np.nan), [], ""
    x = states[0]
    for k in range(len(times) - 1):
        try:
            errors[k] = run(k, states[k]).states[-1] - states[k + 1]
            if not failure:
                part = run(k, x)
                parts.append(part if k == 0 else part.with_rows(slice(1, None), part.events))
                x = part.states[-1]
        except SolverError as error:
            failure = failure or str(error)
    whole = replace(joined(parts), notes=()) if parts and not failure else None
    return Followed(errors, whole, failure)
