"""Equations of what has no inertia against some motion, for accelerations that are given.

Inertia W is added and what it takes, W a for the given a, is exerted: with the inputs that belong to these
accelerations the equations have them as their solution, whatever W is, and multipliers are those of the system.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from dalembert.arrays import Array
from dalembert.equations.balance import Balance
from dalembert.equations.equations import Equations
from dalembert.equations.substituted_outputs import SubstitutedOutputs
from dalembert.equations.variables import symbols
from dalembert.expr.sparse_matrix import SparseMatrix

_INERTIA = 1.0
"""W along each speed; exact accelerations do not depend on it."""


def with_given_accelerations(equations: Equations) -> Equations:
    """Equations with their accelerations as further inputs, called `<speed>' given`."""
    names = tuple(f"{name}' given" for name in equations.speeds)
    variables = replace(equations.variables, inputs=(*equations.inputs, *names))
    return replace(
        equations,
        recipe=(with_given_accelerations, (equations,)),
        variables=variables,
        balance=_Resisted(equations.balance, symbols(names)),
        outputs=SubstitutedOutputs(equations.outputs, inputs=names, contents={"accelerations given": True}),
        solver=None,
    )


class _Resisted(Balance):
    """A balance with W beside M."""

    def __init__(self, inner: Balance, given: Array) -> None:
        self._inner, self._given = inner, given

    @cached_property
    def M(self) -> SparseMatrix:
        return self._inner.M.plus(_INERTIA, SparseMatrix.identity(len(self._given)))

    @cached_property
    def forces(self) -> Array:
        return self._inner.forces + _INERTIA * self._given

    def residual(self, a: Array) -> Array:
        return self._inner.residual(a) + _INERTIA * (a - self._given)

    @property
    def nonideal_forces(self) -> Array | float:
        return self._inner.nonideal_forces
