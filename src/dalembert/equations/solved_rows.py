"""Rows that a solution solves for: those that are not left out, their switches and their right-hand sides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dalembert.arrays import Array, column
from dalembert.equations.equations import Equations
from dalembert.equations.solvers.solver import AccelerationSolver
from dalembert.errors import FormulationError, ModelError
from dalembert.expr.node import Scalar
from dalembert.expr.symbol_nodes import param
from dalembert.name_checks import checked_names
from dalembert.rows import Baumgarte, Stabilization

_SWITCH = ".switch "

_GAINS = ("velocity", "position", "nonholonomic")
"""Fields of a stabilization by Baumgarte."""


@dataclass(frozen=True, eq=False)
class SolvedRows:
    """Constraint rows of equations for one choice of solver, rows that are left out, and stabilization."""

    equations: Equations
    solver: AccelerationSolver | None
    left_out: frozenset[str]
    """Names of rows that depend on others: they hold by these, and have no multiplier."""

    stabilization: Stabilization | None
    is_parametrized: bool
    """Whether rows can be switched off, and gains be given, by parameters."""

    def check(self) -> None:
        """Raise if a row that is left out is none of the equations, or defines a speed."""
        if not self.left_out:
            return
        checked_names(self.left_out, {*self.names, *self.equations.constraints.left_out}, "constraint row")
        for row in self.equations.rows:
            if row.name in self.left_out and not row.is_physical:
                raise FormulationError(
                    f"the {row.name} cannot be left out: nothing else determines this speed; choose speeds without"
                )

    # ---- which rows

    @cached_property
    def names(self) -> list[str]:
        """Names of all rows (m,)."""
        return [row.name for row in self.equations.rows]

    @cached_property
    def independent(self) -> tuple[int, ...]:
        """Numbers of the rows that are solved for; those that are switched off by parameters among them."""
        return tuple(i for i, name in enumerate(self.names) if name not in self.left_out)

    @cached_property
    def lasting(self) -> list[int]:
        """Numbers of the rows that are solved for and always hold."""
        return [i for i in self.independent if self.equations.constraint_rows[i].switch is None]

    @cached_property
    def switched(self) -> list[int]:
        """Numbers of the rows that are solved for and come and go as the states say."""
        return [i for i in self.independent if self.equations.constraint_rows[i].switch is not None]

    @cached_property
    def come_and_go(self) -> bool:
        """Whether some of all rows come and go as the states say."""
        return bool(self.equations.switched_rows)

    @property
    def rank(self) -> int | None:
        """Rank of the rows that are solved for, once some are left out because they depend on these."""
        return len(self.independent) if self.left_out else None

    def of_all(self, multipliers: Array) -> Array:
        """Multipliers (m,) from those of the independent rows; the others have none."""
        lam = np.full(len(self.equations.rows), 0.0, dtype=object)
        lam[list(self.independent)] = multipliers
        return lam

    # ---- switches

    @cached_property
    def switches(self) -> Array | None:
        """Factors of the independent rows, one while a row is on and zero while it is off; None if all stay on.

        A factor is a parameter, times the switch of the row itself if it comes and goes.
        """
        knows = self.solver is not None and self.solver.knows_switched_rows
        if knows or not (self._has_parameters or self.come_and_go):
            return None
        rows = self.equations.constraint_rows
        return column(
            self.switch_by_events(i) * (1.0 if rows[i].switch is None else rows[i].switch)
            for i in self.independent
        )

    @cached_property
    def stepped(self) -> Array:
        """Switches of all rows (m,) for methods that find multipliers along with their steps.

        These may solve for rows that are left out only because others imply them, so the parameters are others.
        """
        return column(
            (param(stepped_name(name), 1.0) if self.is_parametrized else float(name not in self.left_out))
            * (1.0 if row.switch is None else row.switch)
            for name, row in zip(self.names, self.equations.constraint_rows, strict=True)
        )

    @property
    def unswitchable(self) -> str:
        """Why rows cannot come and go along a run, in words, and what to do; empty if they can."""
        if self.solver is not None:
            return f"{type(self.solver).__name__} cannot switch rows; use no solver of your own, or da.Recursive()"
        return self.equations.constraints.unswitchable

    @property
    def _has_parameters(self) -> bool:
        """Whether parameters switch rows."""
        return self.is_parametrized and not self.unswitchable

    def switch_by_events(self, i: int) -> Scalar:
        """The parameter that switches a row along a run, one where there is none."""
        return param(switch_name(self.names[i]), 1.0) if self._has_parameters else 1.0

    @cached_property
    def settings(self) -> Mapping[str, float]:
        """Values of the parameters: one for rows that are on, zero for the others, and gains."""
        gains = dict(gain_values(self.stabilization)) if isinstance(self.stabilization, Baumgarte) else {}
        if self.unswitchable:
            return gains
        return gains | {switch_name(name): float(name not in self.left_out) for name in self.names}

    # ---- the right-hand side

    @cached_property
    def gamma(self) -> Array:
        """Right-hand side of J a = γ (m,), with what a stabilization adds."""
        eom = self.equations
        if not isinstance(self.stabilization, Baumgarte):
            return eom.gamma
        return stabilized_gamma(
            eom.gamma, eom.phi, eom.psi, self.stabilization, by_parameters=self.is_parametrized
        )


def checked_row_names(rows: object) -> frozenset[str]:
    """Names of rows, in any collection; a single text would be read as its letters."""
    if isinstance(rows, str) or not isinstance(rows, Iterable):
        raise ModelError(f"rows are left out by a list of their names, such as ['C.x'], not by {rows!r}")
    names = list(rows)
    if wrong := [name for name in names if not isinstance(name, str)]:
        raise ModelError(f"rows are left out by their names, such as 'C.x', not by {wrong[0]!r}")
    return frozenset(names)


def switch_name(row: str) -> str:
    """Name of the parameter that is one where a row is on; no part of a model can have this name."""
    return f"{_SWITCH}{row}"


def stepped_name(row: str) -> str:
    """Name of the parameter that switches a row in methods which find multipliers along with their steps."""
    return f".row in steps {row}"


def is_switch(name: str) -> bool:
    """Whether a parameter switches a row."""
    return name.startswith(_SWITCH)


def stabilized_gamma(
    gamma: Array, phi: Array, psi: Array, stabilization: Baumgarte, *, by_parameters: bool
) -> Array:
    """γ − A φ̇ − B φ for holonomic rows, γ − C ψ for nonholonomic ones (m,); gains are numbers or parameters."""
    m_phi, m_psi = len(phi), len(psi)
    A, B, C = (
        _gain(stabilization, field, n, by_parameters)
        for field, n in zip(_GAINS, (m_phi, m_phi, m_psi - m_phi), strict=True)
    )
    stabilized = np.array(gamma, dtype=object)
    stabilized[:m_phi] = gamma[:m_phi] - A @ psi[:m_phi] - B @ phi
    stabilized[m_phi:m_psi] = gamma[m_phi:m_psi] - C @ psi[m_phi:]
    return stabilized


def gain_values(stabilization: Baumgarte) -> Mapping[str, float]:
    """Values of the parameters that gains are."""
    return {
        name: float(x) for field in _GAINS for name, x in _named(field, np.array(getattr(stabilization, field)))
    }


def _gain(stabilization: Baumgarte, field: str, n: int, by_parameters: bool) -> Array:
    gain = np.array(getattr(stabilization, field))
    if gain.ndim and gain.shape != (n, n):
        raise FormulationError(
            f"the gain {field!r} has the shape {gain.shape}, but there are {n} rows of its kind in the system"
        )
    if by_parameters:
        # the default value says nothing: a run brings its own
        entries = [param(name, 0.0) for name, _ in _named(field, gain)]
        gain = np.array(entries, dtype=object).reshape(gain.shape)
    return gain if gain.ndim else gain[()] * np.eye(n)


def _named(field: str, gain: Array) -> list[tuple[str, Scalar]]:
    """Names of the entries of a gain, which no part of a model can have, and the entries."""
    places = ["".join(f" {k}" for k in index) for index in np.ndindex(gain.shape)]
    return [(f".gain {field}{place}", x) for place, x in zip(places, gain.flat, strict=True)]
