"""The equations of one phase as functions of a point: what collocation asks of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.arrays import Array
from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.solution import Solution
from dalembert.equations.variables import helper_variables
from dalembert.errors import ModelError
from dalembert.expr.calculus import jacobian
from dalembert.expr.node import Expression, Node, Scalar, inputs_of, name_of, traverse
from dalembert.expr.rewrite import substitute
from dalembert.expr.sparse_matrix import products
from dalembert.expr.symbol_nodes import param, time
from dalembert.files.casadi_functions import casadi_function
from dalembert.rows import Level

_MOST_EXPLICIT = 4
"""Speeds up to which accelerations are solved for within the expressions; else they are unknowns."""


@dataclass(frozen=True, eq=False)
class PhaseSystem:
    """A system whose rows are independent, for collocation (`is_solved` False) or for shooting.

    At a point there are t, x = (q, u, z), τ, y and p; y = (a, λ) are unknowns unless accelerations are solved for.
    """

    dynamics: Dynamics
    parameters: tuple[str, ...]
    """Names of all open parameters, those that are unknowns of the problem among them."""

    is_shot: bool = False

    @property
    def solution(self) -> Solution:
        """The solution with free inputs and without rows that depend on others."""
        return self.dynamics.solution

    # ---- sizes and names

    @cached_property
    def states(self) -> tuple[str, ...]:
        """Names of x."""
        eom = self.solution.equations
        return (*eom.coordinates, *eom.speeds, *eom.states)

    @property
    def inputs(self) -> tuple[str, ...]:
        """Names of τ."""
        return self.solution.equations.inputs

    @property
    def nq(self) -> int:
        """Number of coordinates."""
        return len(self.solution.equations.coordinates)

    @property
    def nu(self) -> int:
        """Number of speeds."""
        return len(self.solution.equations.speeds)

    @property
    def independent(self) -> list[int]:
        """Numbers of the rows that are solved for."""
        return list(self.solution.independent)

    @cached_property
    def _of_level(self) -> dict[Level, list[int]]:
        rows = self.solution.equations.rows
        return {level: [i for i in self.independent if rows[i].level == level] for level in Level}

    @cached_property
    def position_rows(self) -> list[str]:
        """What each row of positions says."""
        rows, c = self.solution.equations.rows, self.solution.equations.motion.c
        return [
            *(f"the row {rows[i].name!r}" for i in self._of_level[Level.POSITION]),
            *(f"the condition {k + 1} of coordinates, such as the length of a quaternion" for k in range(len(c))),
        ]

    @cached_property
    def velocity_rows(self) -> list[str]:
        """What each row of velocities says."""
        rows = self.solution.equations.rows
        which = (*self._of_level[Level.POSITION], *self._of_level[Level.VELOCITY])
        return [f"the velocity of the row {rows[i].name!r}" for i in which]

    @cached_property
    def is_solved(self) -> bool:
        """Whether accelerations are solved for within the expressions, so that there are no y."""
        eom = self.solution.equations
        if self.is_shot:
            return not _has_calls([*self.solution.accelerations])
        if eom.rows or self.nu > _MOST_EXPLICIT:
            return False
        return not _has_calls([*self.solution.accelerations])

    @property
    def n_y(self) -> int:
        """Number of unknown accelerations and multipliers at a point."""
        return 0 if self.is_solved else self.nu + len(self.independent)

    @property
    def names_of_y(self) -> list[str]:
        """Names of the unknown accelerations and multipliers."""
        return [f"the unknown {k} of accelerations and multipliers" for k in range(self.n_y)]

    # ---- nodes

    @cached_property
    def _asked(self) -> Solution:
        return self.solution if self.is_solved else self.solution.unsolved

    @cached_property
    def _without_dependent(self) -> dict[Any, Any]:
        """Multipliers of rows that are left out are zero."""
        lam = self.solution.equations.lam
        return {lam[i]: 0.0 for i in range(len(lam)) if i not in set(self.independent)}

    @cached_property
    def arguments(self) -> dict[str, list[Node]]:
        """Nodes of t, x, τ, y and p."""
        eom = self.solution.equations
        defaults = eom.variables.parameters
        y = [] if self.is_solved else [*eom.a, *(eom.lam[i] for i in self.independent)]
        return {
            **{"t": [time], "x": [*eom.q, *eom.u, *eom.z], "tau": [*eom.tau], "y": y},
            "p": [param(name, defaults[name]) for name in self.parameters],
        }

    def resolved(self, expressions: Any) -> Array:
        """Expressions of measures in the nodes of a point."""
        array = np.asarray(self._asked.resolve(np.asarray(expressions, dtype=object)), dtype=object)
        return self._closed(array)

    def signal(self, name: str) -> Scalar:
        """A signal in the nodes of a point."""
        return self._closed(np.array([self._asked.signal(name)], dtype=object))[0]

    def _closed(self, array: Array) -> Array:
        return np.asarray(substitute(array, self._without_dependent)) if self._without_dependent else array

    def function(
        self, name: str, outputs: Mapping[str, Array], more: Mapping[str, Sequence[Node]] | None = None
    ) -> Any:
        """A function of a point, and of `more` nodes, with these columns as results."""
        arguments = {**self.arguments, **(more or {})}
        columns = {key: np.asarray(array, dtype=object).ravel() for key, array in outputs.items()}
        flat = np.concatenate([*columns.values()]) if columns else np.zeros(0, dtype=object)
        self._check(flat, arguments)
        inner = casadi_function(name, flat, arguments)
        if not _has_calls([x for x in flat if isinstance(x, Expression)]):
            inner = inner.expand()
        sizes = np.cumsum([0, *(len(x) for x in columns.values())])
        slices = {key: slice(int(a), int(b)) for key, a, b in zip(columns, sizes[:-1], sizes[1:], strict=True)}
        return PointFunction(inner, slices)

    def _check(self, flat: Array, arguments: Mapping[str, Sequence[Node]]) -> None:
        nodes = {x for group in arguments.values() for x in group}
        for node in inputs_of([x for x in flat if isinstance(x, Node)]):
            if node not in nodes:
                raise ModelError(
                    f"{name_of(node)!r} stands in the problem, but is no variable and no parameter of the system"
                )

    # ---- the equations

    def equations(self) -> dict[str, Array]:
        """Columns: rates ẋ, what y satisfies, rows of positions and velocities, their slopes along corrections.

        `held` are rows of positions and velocities differentiated to accelerations, `only` those of accelerations
        alone.
        """
        eom, asked = self.solution.equations, self._asked
        position, velocity = self._of_level[Level.POSITION], self._of_level[Level.VELOCITY]
        phi = np.concatenate([eom.phi[position], np.asarray(eom.motion.c, dtype=object)])
        psi = eom.psi[[*position, *velocity]]
        if self.is_solved:
            a, balance, held = asked.accelerations, np.zeros(0), np.zeros(len(eom.rows))
        else:
            a = eom.a
            lam = self._closed(np.asarray(eom.lam, dtype=object))
            J = eom.entries.J
            held = products(J, a) - eom.gamma if eom.rows else np.zeros(0)
            balance = asked.residual(a, lam)
        return {
            "rates": self._closed(np.concatenate([eom.rates, a, asked.h])),
            "balance": self._closed(balance),
            "held": np.zeros(0) if self.is_solved else held[[*position, *velocity]],
            "only": np.zeros(0) if self.is_solved else held[self._of_level[Level.ACCELERATION]],
            "phi": phi,
            "psi": psi,
            "phi_q": jacobian(phi, eom.q) if len(phi) else np.zeros(0),
            "psi_u": jacobian(psi, eom.u) if len(psi) else np.zeros(0),
        }

    @property
    def labels(self) -> dict[str, list[str]]:
        """What each entry of the columns of `equations` says."""
        eom = self.solution.equations
        only = [f"the acceleration of the row {eom.rows[i].name!r}" for i in self._of_level[Level.ACCELERATION]]
        return {
            "rates": [f"the rate of {name!r}" for name in self.states],
            "balance": [] if self.is_solved else [f"the balance of {name!r}" for name in eom.speeds],
            "held": [] if self.is_solved else [x.replace("velocity", "acceleration") for x in self.velocity_rows],
            "only": [] if self.is_solved else only,
            "phi": self.position_rows,
            "psi": self.velocity_rows,
        }

    def impact(self) -> Any:
        """(point, speeds before, impulses) → M (u⁺ − u⁻) − E Λ, for rows that begin at a point."""
        eom = self.solution.equations
        taken = {*self.states, *self.inputs, *self.parameters}
        before = helper_variables([f"{name} before" for name in eom.speeds], taken)
        which = [*self._of_level[Level.POSITION], *self._of_level[Level.VELOCITY]]
        impulses = helper_variables([f"impulse {eom.rows[i].name}" for i in which], taken)
        change = products(eom.entries.M, eom.u - before)
        along = eom.constraint_force_matrix[:, which] @ impulses if which else 0.0
        return self.function("impact", {"jump": change - along}, {"before": [*before], "impulses": [*impulses]})


@dataclass(frozen=True, eq=False)
class PointFunction:
    """A CasADi function whose result is cut into columns by name."""

    inner: Any
    slices: Mapping[str, slice]

    def __call__(self, *arguments: Any) -> dict[str, Any]:
        column = self.inner(*arguments)
        return {key: column[part] for key, part in self.slices.items()}

    @property
    def is_plain(self) -> bool:
        """Whether it is made of scalar operations alone."""
        return bool(self.inner.is_a("SXFunction"))


def _has_calls(expressions: Sequence[object]) -> bool:
    """Whether routines are called, such as pivoting solves and splines."""
    return any(x.op == "call" for x in traverse([x for x in expressions if isinstance(x, Expression)]))
