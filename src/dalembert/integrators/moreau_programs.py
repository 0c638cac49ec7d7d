"""Programs of a step of Moreau and Jean: matrices at the midpoint, forces, and positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dalembert.errors import FormulationError
from dalembert.expr.node import Expression, Node, inputs_of
from dalembert.integrators.method_programs import MethodProgram, MethodPrograms
from dalembert.numerics.contact_records import Touch, TouchingLayout
from dalembert.numerics.second_order import Unsolved


def moreau_programs(system: Unsolved, touches: Sequence[Touch], who: str) -> MethodPrograms:
    """Programs of t, state and inputs: `matrices`, `forces` (with ż), `moved` by a motion δ, and `places`, φ."""
    _check(system, who)
    forces = -system.residual(np.zeros(len(system.u)), np.zeros(len(system.lam)))
    kept = {k for touch in touches for k in (touch.mode, touch.residual, *touch.forces)}
    moving = [x for k, x in enumerate(system.z) if k not in kept]
    changing = {*system.u, *moving}
    layout = TouchingLayout.of(system, touches, not changing.isdisjoint(_inputs([*forces, *system.h])))
    phi = [system.phi[i] if i < len(system.phi) else 0.0 for i in layout.rows]
    still = [*system.rates, *np.zeros(len(system.u)), *system.h]
    return MethodPrograms(
        x=np.concatenate([system.q, system.u, system.z]),
        tau=system.tau,
        rate=np.array(still, dtype=object),
        projected=np.concatenate([system.projected, system.u, system.z]),
        programs={
            "matrices": MethodProgram(_matrices(system, layout)),
            "forces": MethodProgram([*forces, *system.h]),
            "moved": MethodProgram(list(system.moved(system.delta)), list(system.delta)),
            "places": MethodProgram(phi),
        },
        layout=layout,
    )


def _check(system: Unsolved, who: str) -> None:
    """Raise if a system has what the method cannot treat."""
    if system.has_reacting_forces:
        raise FormulationError(
            f"forces that depend on reactions cannot be stepped by {who}; give friction of joints as "
            "da.DryFriction(name, joint, static=…), or as part of a contact"
        )
    if len(system.J) > len(system.psi):
        raise FormulationError(
            f"{who} knows velocities, but there are rows of accelerations, which have none; use another method"
        )


def _matrices(system: Unsolved, layout: TouchingLayout) -> list[Any]:
    """M, J, velocities of all rows, gaps of contacts, and their friction."""
    gaps = [system.phi[touch.normal] if touch.has_normal else -1.0 for touch in layout.touches]
    friction = [x for touch in layout.touches for x in touch.friction]
    return [
        *(system.M[i, j] for i, j in layout.mass),
        *(system.J[i, k] for i, k in layout.entries()),
        *(system.psi[i] for i in layout.rows),
        *gaps,
        *friction,
    ]


def _inputs(outputs: Sequence[Any]) -> set[Node]:
    return set(inputs_of([x for x in outputs if isinstance(x, Expression)]))
