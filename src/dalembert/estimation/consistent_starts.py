"""Starts that satisfy the constraints while some of their values, or parameters, change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dalembert.configuration.assemble import assemble
from dalembert.configuration.contact_overlaps import has_contacts
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import DalembertError
from dalembert.integrators.integration_methods import as_method
from dalembert.linear.jacobians import Jacobians
from dalembert.linear.start_tangents import directions
from dalembert.runs.preparation import preparation
from dalembert.sensitivity.sensitivities import sensitivities
from dalembert.sensitivity.tangent_runs import TangentTask
from dalembert.state import State


@dataclass(frozen=True, eq=False)
class StartLaw:
    """How a start satisfies the constraints when unknowns change: some values are held, the others follow."""

    dynamics: Dynamics
    held: tuple[str, ...]
    """Names of the values that are held; none if nothing depends on them."""

    near: State
    """State near which the others are."""

    is_free: bool
    """Whether no constraint makes values depend on each other."""

    @classmethod
    def of(cls, dynamics: Dynamics, start: State, names: Sequence[str], told: State) -> StartLaw:
        """The law for changes of some names about a start; what the state `told` names is held if it can be."""
        eom = dynamics.equations
        if not eom.constraints.are_kept and not len(eom.c):
            return cls(dynamics, (), start, True)
        near = _assembled(dynamics, start)
        held = _independent(dynamics, near, names, told)
        return cls(dynamics, held, near, len(held) == len(Jacobians(dynamics, {}).names))

    def start(self, wanted: State) -> State:
        """A start with what is held as wanted."""
        if self.is_free:
            return wanted
        eom = self.dynamics.equations
        q, u = self._held(wanted, "q", eom.coordinates), self._held(wanted, "u", eom.speeds)
        return assemble(
            self.dynamics, q=q, u=u, guess=self.near, t=wanted.t, p=wanted.p, tau=wanted.tau, z=wanted.z
        )

    @property
    def independent(self) -> tuple[str, ...] | None:
        """What `sensitivities` hold; None where nothing depends on anything."""
        return None if self.is_free else self.held

    def _held(self, wanted: State, kind: str, names: tuple[str, ...]) -> Mapping[str, float]:
        near, values = getattr(self.near, kind), getattr(wanted, kind)
        return {name: values.get(name, near[name]) for name in names if name in self.held}


def _assembled(dynamics: Dynamics, start: State) -> State:
    """The start with what it names held; if it names all, as a state of other parameters does, the nearest."""
    rest: dict[str, Any] = {"guess": start, "t": start.t, "p": start.p, "tau": start.tau, "z": start.z}
    try:
        return assemble(dynamics, q=start.q, u=start.u, **rest)
    except DalembertError:
        if len(start.q) < len(dynamics.equations.coordinates):
            raise
        return assemble(dynamics, **rest)


def _independent(dynamics: Dynamics, near: State, names: Sequence[str], told: State) -> tuple[str, ...]:
    """Names of independent values at a start: those that change, and those that it names if they can be."""
    eom = dynamics.equations
    speeds = [name if name in eom.speeds else f"{name}.rate" for name in told.u]
    wanted = dict.fromkeys([*names, *told.q, *speeds])
    try:
        return _held(dynamics, near, tuple(wanted))
    except DalembertError:
        return _held(dynamics, near, tuple(names))


def _held(dynamics: Dynamics, near: State, by: tuple[str, ...]) -> tuple[str, ...]:
    """Names that `sensitivities` would hold, without a run."""
    if has_contacts(dynamics.equations.model):
        return sensitivities(dynamics, near, by=by, times=[near.t]).held
    task = preparation(dynamics, as_method(None)).task(np.array([near.t]))
    return TangentTask(task, directions(dynamics, by)).changes(task.ready([near])).held
