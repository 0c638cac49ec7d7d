"""The only implicit conversion: a model or its equations where native dynamics are needed."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol, TypeAlias, runtime_checkable

from dalembert.config import Config
from dalembert.dynamics.dynamics import Dynamics
from dalembert.dynamics.engine import NativeEngine
from dalembert.equations.equations import Equations
from dalembert.equations.solution import Solution, solved
from dalembert.equations.solvers.given_multipliers import GivenMultipliers
from dalembert.errors import CompileError, ModelError
from dalembert.memo import Key
from dalembert.model.model import Model
from dalembert.native.machine import Target
from dalembert.number_checks import is_count, told
from dalembert.principles.coordinates.choice import Coordinates as Coordinates
from dalembert.principles.derive import derive
from dalembert.principles.formulation import Formulation as Formulation
from dalembert.principles.formulation import Principle as Principle
from dalembert.principles.formulation import formulation as formulation


@runtime_checkable
class HasEquations(Protocol):
    """A system that knows its equations, such as a node of a tree of systems."""

    @property
    def name(self) -> str: ...

    @property
    def equations(self) -> Equations: ...


Subject: TypeAlias = Model | Equations | Solution | Dynamics | HasEquations
"""What analyses take: all from which dynamics follow in the default way."""

_MOST_LANES = 64
"""More than any processor has."""


def as_dynamics(subject: Subject, *, lanes: int | None = 1, config: Config | None = None) -> Dynamics:
    """Native dynamics of a model (derived by the default principle), of equations, or as given.

    They compute `lanes` states side by side; None means as many as fill the processor's vectors. What is derived
    and compiled belongs to the model or the equations, and is found there again.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System that is asked.
    lanes : int, optional
        States side by side in the processor's vectors, None for as many as fill them; default 1.
    config : Config, optional
        Cache of compiled code, threads and tier; default from the environment.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> dynamics = da.as_dynamics(pendulum)
    >>> print(f"{dynamics.accelerations({'hinge': 0.0})['hinge.rate']:.4f} rad/s²")
    -14.7150 rad/s²
    """
    if isinstance(subject, Dynamics):
        solution = _as_given(subject.solution)
        return subject if solution is subject.solution else Dynamics.of(solution, subject.engine)
    return native_dynamics(as_solution(subject), lanes=lanes, config=config)


def native_dynamics(solution: Solution, *, lanes: int | None = 1, config: Config | None = None) -> Dynamics:
    """The dynamics of a solution, as it is."""
    if lanes is not None and not is_count(lanes, 1, _MOST_LANES):
        raise CompileError(f"lanes are states side by side, from 1 to {_MOST_LANES}, or None, not {told(lanes)}")
    engine = NativeEngine(Target.host().width if lanes is None else lanes, config or Config.from_environment())
    return Dynamics.of(solution, engine)


def _as_given(solution: Solution) -> Solution:
    """The solution that somebody asked to run, of one that a run with contacts has made of it.

    There modes are states that only the run changes: on their own, contacts would stay as they are.
    """
    equations = solution.equations.given
    if equations is None:
        return solution
    solver = solution.solver.inner if isinstance(solution.solver, GivenMultipliers) else solution.solver
    default = solved(equations)
    chosen = default if default.solver is solver else replace(default, solver=solver)
    return chosen.without(solution.left_out)


_DEFAULT_SOLUTION: Key[Solution] = Key("default solution")


def as_solution(subject: Model | Equations | Solution | HasEquations) -> Solution:
    """How the accelerations of a model, of equations or of a node of a tree are got; a model is derived once."""
    if isinstance(subject, Model):
        return subject.memo.get(_DEFAULT_SOLUTION, lambda: solved(derive(subject)))
    if isinstance(subject, Equations):
        return _as_given(solved(subject))
    if isinstance(subject, Solution):
        return _as_given(subject)
    if isinstance(subject, HasEquations):
        return as_solution(subject.equations)
    has = "; give its `equations`" if hasattr(type(subject), "equations") else ""
    raise ModelError(f"expected a model, equations, a solution or dynamics, not {type(subject).__name__}{has}")
