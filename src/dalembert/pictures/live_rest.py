"""Rest on a live page: programs of Newton's method for states that stay, and of their small motions.

States of rest are where ẋ = F(x) = 0, all rows R(x) = 0 and u = 0; shortest steps of Gauss and Newton lead
there, and what neither forces nor rows determine stays where it was. There A = ∂F/∂x takes motions that the
rows allow to such motions: with Π, the projection on them, Π A Π has the eigenvalues of small motions, and
zeros beside them.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from dalembert.arrays import Array
from dalembert.configuration.contact_overlaps import has_contacts
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import ExpressionError, ModelError
from dalembert.expr.calculus import jacobian
from dalembert.expr.least_squares import least_squares
from dalembert.expr.node import traverse
from dalembert.expr.scalar import is_zero
from dalembert.expr.symbol_nodes import time
from dalembert.linear.jacobians import Jacobians
from dalembert.pictures.packing import PageData
from dalembert.rank import ROUNDING

_USUAL = 20_000
"""Operations of the rates times states up to which a page has its states of rest if nobody says so."""


def rest_outputs(dynamics: Dynamics, wanted: bool | None, operations: int) -> dict[str, Array]:
    """Arrays by which a page finds states of rest and their eigenvalues; none if it has none.

    By default it has them where the code is short, of rates of so many operations.
    """
    if wanted is False:
        return {}
    why = _why_none(dynamics)
    if not why and (wanted or operations * dynamics.n_states <= _USUAL):
        try:
            return _search(dynamics)
        except ExpressionError as error:
            why = str(error)
    if wanted:
        raise ModelError(f"this page has no equilibria: {why}; leave `equilibria` out")
    return {}


def _search(dynamics: Dynamics) -> dict[str, Array]:
    """Residual, step of Newton's method, and what eigenvalues are made of."""
    eom, jacobians = dynamics.equations, Jacobians(dynamics, {})
    programs, n = jacobians.programs, dynamics.n_states
    F, A = np.asarray(programs["F"], dtype=object), np.asarray(programs["A"], dtype=object).reshape(n, n)
    x = dynamics.solved.first_order().x
    rows = _rows(dynamics)
    D = jacobian(rows, x).reshape(len(rows), n)

    residual = np.concatenate([F, rows, eom.u])
    speeds = np.eye(n)[len(eom.q) : len(eom.q) + len(eom.u)]
    slopes = np.concatenate([A, D, speeds])
    tied = least_squares(D, D, rcond=ROUNDING.distance) if len(rows) else np.zeros((n, n))
    return {
        "residual": residual,
        "step": -least_squares(slopes, residual, rcond=ROUNDING.distance),
        "A": A,
        "allowed": np.eye(n) - tied,
        "undetermined": np.array([n - np.trace(least_squares(slopes, slopes, rcond=ROUNDING.distance))]),
    }


def rest_told(dynamics: Dynamics, outputs: Mapping[str, Array], size: float) -> PageData | None:
    """Data of the search for rests: sizes, names of coordinates, and its range."""
    if not outputs:
        return None
    eom, units = dynamics.equations, dynamics.solved.signals.units
    around = [{"rad": np.pi, "m": 0.5 * size}.get(units.get(name, ""), 1.0) for name in eom.coordinates]
    return {
        "residual": len(outputs["residual"]),
        "names": list(eom.coordinates),
        "units": [units.get(name, "") for name in eom.coordinates],
        "around": around,
    }


def _rows(dynamics: Dynamics) -> Array:
    """All rows of states, as expressions that are zero."""
    eom = dynamics.equations
    psi = [y for y in eom.while_on(eom.psi) if not is_zero(y)]
    of_states = [row.value for row in eom.constraints.state_rows if row.is_kept]
    return np.array([*eom.c, *eom.while_on(eom.phi), *psi, *of_states], dtype=object)


def _why_none(dynamics: Dynamics) -> str:
    """Why a page cannot have equilibria, in words."""
    if has_contacts(dynamics.equations.model):
        return "da.equilibrium decides about contacts and dry friction in Python"
    if time in traverse([*dynamics.solved.first_order().rate, *_rows(dynamics)]):
        return "time acts on the model, so that nothing stays"
    return ""
