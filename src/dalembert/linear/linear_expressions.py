"""Linear equations of small models as expressions of their parameters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from dalembert.arrays import Array, Matrix
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import ModelError
from dalembert.expr.linear import solve
from dalembert.expr.node import Node
from dalembert.expr.rewrite import substitute
from dalembert.expr.symbol_nodes import time
from dalembert.linear.independent_motions import Partition, numbers_of
from dalembert.linear.jacobians import Jacobians
from dalembert.linear.linear_equations import LinearEquations
from dalembert.rank import independent_rows, rank
from dalembert.symbolic.latex import latex
from dalembert.symbolic.to_sympy import to_sympy


@dataclass(frozen=True, eq=False)
class LinearExpressions:
    """A, B, C and D as arrays of expressions: parameters are open, the reference has its numbers."""

    states: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    A: Array
    B: Array
    C: Array
    D: Array

    def latex(self, matrix: str = "A") -> str:
        """LaTeX of one of the matrices."""
        return latex(self._matrix(matrix))

    def to_sympy(self, matrix: str = "A") -> Any:
        """One of the matrices for SymPy."""
        return to_sympy(self._matrix(matrix))

    def _matrix(self, name: str) -> Array:
        if name not in ("A", "B", "C", "D"):
            raise ModelError(f"there is no matrix {name!r}; there are A, B, C and D")
        return getattr(self, name)


def expressions(jacobians: Jacobians, linear: LinearEquations, chosen: Partition | None) -> LinearExpressions:
    """The matrices of linear equations about one reference, with open parameters."""
    if jacobians.turns:
        raise ModelError("orientations by quaternions have no linear equations as expressions; give joints angles")
    eom, reference = jacobians.equations, linear.references
    numbers = {
        time: float(reference.t[0]),
        **dict(zip(eom.q, map(float, reference.q[0]), strict=True)),
        **dict(zip(eom.u, map(float, reference.u[0]), strict=True)),
        **dict(zip(eom.z, map(float, reference.z[0]), strict=True)),
        **dict(zip(eom.tau, map(float, reference.tau[0]), strict=True)),
        **switches(reference.dynamics, jacobians),
    }
    y = {name: np.asarray(substitute(x, numbers), dtype=object) for name, x in jacobians.expressions.items()}
    nq, nu, nz = len(eom.q), len(eom.u), len(eom.z)
    n, m = nq + nu + nz, len(eom.tau)
    Z: Array = np.eye(n).astype(object)
    kept = list(range(n))
    if chosen is not None:
        Z, kept = _dependence(jacobians, y, chosen, linear), numbers_of(jacobians, chosen)
    n_out = len(jacobians.outputs)
    C = y["C"] @ Z if "C" in y else np.zeros((n_out, len(kept)))
    D = y.get("D", np.zeros((n_out, m)))
    if not n_out:
        C, D = np.eye(len(kept)), np.zeros((len(kept), m))
    B = y["B"][kept] if "B" in y else np.zeros((len(kept), 0))
    return LinearExpressions(linear.states, linear.inputs, linear.outputs, (y["A"] @ Z)[kept], B, C, D)


def switches(dynamics: Dynamics, jacobians: Jacobians) -> dict[Node, float]:
    """Values of the parameters that rows which are left out and gains are."""
    from_nodes = {x.args[0]: x for x in jacobians.parameter_nodes if x.args[0] in dynamics.settings}
    return {node: float(dynamics.settings[name]) for name, node in from_nodes.items()}


def _dependence(jacobians: Jacobians, y: Mapping[str, Array], chosen: Partition, linear: LinearEquations) -> Array:
    """Z with s = Z y, as expressions."""
    eom = jacobians.equations
    nq, nu, nz = len(eom.q), len(eom.u), len(eom.z)
    d = jacobians.at(linear.references)
    Zq = _spread(y.get("positions", np.zeros((0, nq))), d.positions[0], chosen.coordinates)
    velocities = y.get("velocities", np.zeros((0, nu)))
    Zu = _spread(velocities, d.velocities[0], chosen.speeds)
    Z = np.full((nq + nu + nz, Zq.shape[1] + Zu.shape[1] + nz), 0.0, dtype=object)
    first, second = Zq.shape[1], Zq.shape[1] + Zu.shape[1]
    Z[:nq, :first], Z[nq : nq + nu, first:second] = Zq, Zu
    Z[nq + nu :, second:] = np.eye(nz)
    states = range(second, Z.shape[1])
    if (others := [k for k in range(nq) if k not in chosen.coordinates]) and "positions by states" in y:
        rows = _rows(d.positions[0][:, others])
        upset = y["positions by states"][rows]
        Z[np.ix_(others, states)] = -solve(y["positions"][np.ix_(rows, others)], upset)
    if others := [k for k in range(nu) if k not in chosen.speeds]:
        rows = _rows(d.velocities[0][:, others])
        carried = y.get("carried", np.zeros((len(velocities), nq)))[rows]
        by_states = y.get("velocities by states", np.zeros((len(velocities), nz)))[rows]
        upset = np.concatenate([carried @ Zq, by_states + carried @ Z[:nq, second:]], axis=1)
        columns = [*range(first), *states]
        Z[np.ix_([nq + k for k in others], columns)] = -solve(velocities[np.ix_(rows, others)], upset)
    return Z


def _spread(rows: Array, numbers: Matrix, chosen: tuple[int, ...]) -> Array:
    n = numbers.shape[1]
    others = [i for i in range(n) if i not in chosen]
    Z = np.full((n, len(chosen)), 0.0, dtype=object)
    Z[list(chosen)] = np.eye(len(chosen))
    if others:
        kept = _rows(numbers[:, others])
        Z[others] = -solve(rows[np.ix_(kept, others)], rows[np.ix_(kept, list(chosen))])
    return Z


def _rows(numbers: Matrix) -> list[int]:
    """Rows that determine all columns."""
    assert rank(numbers) == numbers.shape[1]
    return list(independent_rows(numbers, numbers.shape[1]))
