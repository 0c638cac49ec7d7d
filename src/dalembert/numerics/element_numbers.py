"""Numbers of a system of elements in a state, without compiled code: of all elements of a kind at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.expr.node import Node
from dalembert.expr.rewrite import evaluate, evaluate_each
from dalembert.expr.sparse_matrix import SparseMatrix
from dalembert.numerics.repeated_system import ElementGroup, ElementKind, Places, RepeatedSystem


@dataclass(frozen=True, eq=False)
class ElementNumbers:
    """A system of elements in a state, with values of open parameters by name, or their defaults."""

    system: RepeatedSystem
    q: Vector
    u: Vector
    p: Mapping[str, float] = field(default_factory=dict)

    @property
    def M(self) -> Any:
        """Mass matrix, sparse, of SciPy."""
        return self._assembled(self.system.bodies, lambda kind: kind.M, self.speeds, len(self.system.u))

    @property
    def J(self) -> Any:
        """Rows as accelerations, sparse, of SciPy."""
        return self._assembled(self.system.parts, lambda kind: kind.J, _rows, len(self.system.lam))

    @property
    def phi(self) -> Vector:
        """Residuals of positions, zero of rows without position level (m,)."""
        return self._along_rows(lambda kind: kind.phi)

    @property
    def psi(self) -> Vector:
        """Residuals of velocities (m,)."""
        return self._along_rows(lambda kind: kind.psi)

    def valid_coordinates(self) -> Vector:
        """The nearest coordinates that are valid by themselves (nq,)."""
        q = self.q.copy()
        for group in self.system.bodies:
            q[self.coordinates(group)] = self.evaluated(group, group.kind.projected)
        return q

    def evaluated(self, group: ElementGroup, y: Any) -> Matrix:
        """Expressions of all elements of a kind, (n, …)."""
        kind = group.kind
        known: dict[Node, Any] = dict(zip(kind.q, self.q[self.coordinates(group)].T, strict=True))
        known |= dict(zip(kind.u, self.u[self.speeds(group)].T, strict=True))
        known |= dict(zip(kind.numbers, group.values.T, strict=True))
        if kind.opened or kind.shared:
            parameters = {x: self.p[x.args[0]] for x in self.system.parameters if x.args[0] in self.p}
            known |= {x: evaluate(y, parameters) for x, y in zip(kind.opened, group.opened.T, strict=True)}
            known |= {x: np.full(len(group), evaluate(x, parameters)) for x in kind.shared}
        return evaluate_each(np.asarray(y, dtype=object), known, len(group))

    def coordinates(self, group: ElementGroup) -> Places:
        """Numbers of the coordinates of each element (n, …)."""
        return _along(group, self.system.q_of)

    def speeds(self, group: ElementGroup) -> Places:
        """Numbers of the speeds of each element (n, …)."""
        return _along(group, self.system.u_of)

    def _along_rows(self, values: Callable[[ElementKind], Sequence[Any]]) -> Vector:
        result = np.zeros(len(self.system.lam))
        for group in self.system.parts:
            y = [0.0 if x is None else x for x in values(group.kind)]
            if y:
                result[group.rows] = self.evaluated(group, y)
        return result

    def _assembled(
        self,
        groups: Sequence[ElementGroup],
        matrix: Callable[[ElementKind], SparseMatrix],
        rows_of: Callable[[ElementGroup], Places],
        n: int,
    ) -> Any:
        from scipy.sparse import csr_array

        entries, rows, columns = [np.zeros(0)], [np.zeros(0, dtype=int)], [np.zeros(0, dtype=int)]
        for group in groups:
            own = matrix(group.kind)
            if not own.places:
                continue
            i, k = np.array(own.places).T
            entries.append(self.evaluated(group, own.values).ravel())
            rows.append(rows_of(group)[:, i].ravel())
            columns.append(self.speeds(group)[:, k].ravel())
        data = (np.concatenate(entries), (np.concatenate(rows), np.concatenate(columns)))
        return csr_array(data, shape=(n, len(self.system.u)))


def _rows(group: ElementGroup) -> Places:
    return group.rows


def _along(group: ElementGroup, slices: Sequence[slice]) -> Places:
    """Numbers of the variables of the bodies of each element, (n, …)."""
    starts = np.array([x.start for x in slices])
    columns = [
        starts[column][:, None] + np.arange(slices[column[0]].stop - slices[column[0]].start)
        for column in group.bodies.T
    ]
    places: Places = np.concatenate(columns, axis=1)
    return places
