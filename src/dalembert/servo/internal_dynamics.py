"""Internal dynamics: motions while all goals are met, and whether they are stable."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Matrix
from dalembert.config import Config
from dalembert.configuration.mobility import without_redundant
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import ModelError
from dalembert.expr.calculus import jacobian
from dalembert.rank import INVOLVED, SINGULAR, free_motions
from dalembert.servo.law import ServoLaw
from dalembert.state import State, Values, as_state

_STILL = 1e-6
"""Rates at rest, beside one or the largest state."""

_MARGIN = 1e-7
"""Real part, beside the largest eigenvalue, that is zero."""


@dataclass(frozen=True, eq=False, repr=False)
class InternalDynamics:
    """Small motions near a state of rest along which all goals stay met."""

    eigenvalues: NDArray[np.complex128]
    states: tuple[str, ...]
    """Names of coordinates, speeds and states that take part in them."""

    @property
    def is_stable(self) -> bool:
        """Whether all of them decay; there may be none."""
        largest = max(float(np.abs(self.eigenvalues).max(initial=0.0)), 1.0)
        return bool((self.eigenvalues.real < -_MARGIN * largest).all())

    @property
    def verdict(self) -> str:
        """Stability in a word: none, stable, undamped or unstable."""
        if not len(self.eigenvalues):
            return "none"
        largest = max(float(np.abs(self.eigenvalues).max()), 1.0)
        worst = float(self.eigenvalues.real.max())
        if worst > _MARGIN * largest:
            return "unstable"
        return "stable" if self.is_stable else "undamped"

    def __repr__(self) -> str:
        n = len(self.eigenvalues)
        return f"<InternalDynamics: {n} state{'s' * (n != 1)}, {self.verdict}>"


def internal_dynamics(subject: Subject, rest: State | Values, *, config: Config | None = None) -> InternalDynamics:
    """Motions that are left where goals are met, near a state of rest of the closed loop.

    Eigenvalues of the loop along the directions in which no goal, none of its derivatives and no passive
    constraint changes. Where they are not stable, goals are met and the rest goes astray.

    Parameters
    ----------
    subject : closed loop
        System with goals.
    rest : State or dict of coordinates
        State of rest near which motions are meant.
    config : Config, optional
        Cache of compiled code, threads and tier; default from the environment.

    Examples
    --------
    >>> import dalembert as da
    >>> cart, pole = da.particle("cart", mass=1.0), da.rod("pole", length=1.0, mass=0.5)
    >>> slide, pin = da.Prismatic("x", da.ground, cart, axis="x"), da.Revolute("lean", cart, pole)
    >>> model = da.Model(slide, pin, da.Motor("push", "x"), gravity=(0, -9.81, 0))
    >>> held = da.control.closed_loop(model, da.Servo("place", da.coordinate("x"), rate=3.0))
    >>> print(da.control.internal_dynamics(held, {"lean": -da.pi / 2}))
    <InternalDynamics: 2 states, undamped>
    """
    dynamics, state = as_dynamics(subject, config=config), as_state(rest)
    law = dynamics.solution.law
    if not isinstance(law, ServoLaw):
        raise ModelError("nothing has goals here; close the model by da.control.closed_loop(model, goal)")
    numbers = _numbers(without_redundant(dynamics, state), law, state)
    x = np.asarray(numbers["x"])
    if np.abs(numbers["rate"]).max(initial=0.0) > _STILL * max(1.0, np.abs(x).max(initial=0.0)):
        raise ModelError(
            "internal dynamics is that near rest, but this state moves; find rest by da.equilibrium of the loop"
        )
    Z = free_motions(numbers["held"], SINGULAR) if len(numbers["held"]) else np.eye(len(x))
    A = Z.T @ numbers["A"] @ Z
    names = dynamics.solved.first_order().names
    moving = tuple(name for name, row in zip(names, Z, strict=True) if np.abs(row).max(initial=0.0) > INVOLVED)
    return InternalDynamics(np.sort_complex(np.linalg.eigvals(A).astype(complex)), moving)


def _numbers(dynamics: Dynamics, law: ServoLaw, state: State) -> dict[str, Matrix]:
    """Rates and their derivatives, and those of all that stays as it is."""
    eom, system = dynamics.equations, dynamics.solved.first_order()
    errors = [e for row in law.rows(dynamics.solved.passive).rows for e in row.errors]
    kept = np.array([*eom.c, *eom.phi, *eom.psi, *errors], dtype=object)
    outputs = {"x": system.x, "rate": system.rate, "A": jacobian(system.rate, system.x)}
    if len(kept):
        outputs["held"] = jacobian(kept, system.x)
    function = dynamics.function(outputs)
    p = {name: x for name, x in state.p.items() if name in function.parameters}
    numbers = dict(function(**dynamics.arguments(state), parameters=p))
    return {"held": np.zeros((0, len(system.x))), **numbers}
