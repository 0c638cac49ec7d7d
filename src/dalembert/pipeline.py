"""The only implicit conversion: a model or its equations where native dynamics are needed."""

from __future__ import annotations

from typing import TypeAlias

from dalembert.config import Config
from dalembert.coordinates.choice import Coordinates as Coordinates
from dalembert.dynamics import Dynamics
from dalembert.equations.solution import Solution, solved
from dalembert.equations.value import Equations
from dalembert.errors import ModelError
from dalembert.formulations.derive import derive
from dalembert.formulations.formulation import Formulation as Formulation
from dalembert.formulations.formulation import Principle as Principle
from dalembert.formulations.formulation import formulation as formulation
from dalembert.kernels.engine import NativeEngine
from dalembert.kernels.machine import Target
from dalembert.model.model import Model

Subject: TypeAlias = Model | Equations | Solution | Dynamics
"""What analyses take: all from which dynamics follow in the usual way."""


def as_dynamics(subject: Subject, *, lanes: int | None = 1, config: Config | None = None) -> Dynamics:
    """Native dynamics of a model (derived by the default principle), of equations, or as given.

    They compute `lanes` states side by side; None means as many as fill the processor's vectors. What is derived
    and compiled belongs to the model or the equations, and is found there again.
    """
    if isinstance(subject, Dynamics):
        return subject
    engine = NativeEngine(Target.host().width if lanes is None else lanes, config or Config.from_environment())
    return Dynamics.of(as_solution(subject), engine)


def as_solution(subject: Model | Equations | Solution) -> Solution:
    """How the accelerations of a model or of equations are got; a model is derived once."""
    if isinstance(subject, Model):
        found: Solution = subject.kept("usual solution", lambda: solved(derive(subject)))
        return found
    if isinstance(subject, Equations):
        return solved(subject)
    if not isinstance(subject, Solution):
        has = "; give its `equations`" if hasattr(type(subject), "equations") else ""
        raise ModelError(f"expected a model, equations, a solution or dynamics, not {type(subject).__name__}{has}")
    return subject
