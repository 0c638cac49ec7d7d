"""How eigenvalues change with parameters, inputs, and values of the reference, which moves with them.

With left and right eigenvectors of ẏ = A y there is  λ' = wᴴ A' v / wᴴ v,  where A' is along the motion of the
reference too. Of A = L Ã Z, with Z from the rows of constraints, A' v = L (Ã' s + Ã s') with s = Z v, and s'
follows from rows that hold on: R s' = −R' s.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.dynamics.native_functions import NativeFunction
from dalembert.equations.variables import helper_variables
from dalembert.errors import ModelError
from dalembert.expr.calculus import directional, jacobian
from dalembert.expr.node import Node
from dalembert.expr.symbol_nodes import param, time
from dalembert.linear.independent_motions import dependence, numbers_of
from dalembert.linear.jacobians import Derivatives, Jacobians
from dalembert.linear.linear_equations import Complex, LinearEquations
from dalembert.linear.start_tangents import Direction, StartTangents, directions
from dalembert.memo import Key
from dalembert.rank import SINGULAR
from dalembert.statics.equilibrium_search import Equilibrium
from dalembert.statics.steady_motion_search import SteadyMotion
from dalembert.tolerances import RELIABLE

SIMPLE = 1e-7
"""Size of wᴴ v of unit vectors below which two eigenvalues are one."""

_KINDS = ("A", "positions", "velocities", "carried", "positions by states", "velocities by states")


def mode_sensitivities(linear: LinearEquations, values: Complex, by: Collection[str]) -> dict[str, Complex]:
    """Derivatives of the eigenvalues (n,), or (k, n) about several references, by each name, like these."""
    if isinstance(by, str) or not by:
        raise ModelError(
            f"`by` is a list of names of parameters, inputs and held values, such as ['k'], not {by!r}"
        )
    names = tuple(by)
    if linear.is_single:
        return dict(zip(names, _slopes(linear, values, names), strict=True))
    rows = [_slopes(linear[k], values[k], names) for k in range(len(linear))]
    return {name: np.array([row[i] for row in rows]) for i, name in enumerate(names)}


def _slopes(linear: LinearEquations, values: Complex, names: tuple[str, ...]) -> list[Complex]:
    """Derivatives of eigenvalues about one reference, for each name."""
    reference = OneReference(linear)
    return [reference.slopes(values, change) for change in reference.changes(names)]


@dataclass(frozen=True)
class Change:
    """How a reference changes along a direction."""

    states: Vector
    """Changes of q, u and z."""

    nodes: Mapping[Node, float]
    """Changes of parameters and inputs."""


_SLOPES: Key[tuple[NativeFunction, tuple[str, ...]]] = Key("slopes of linear equations")


@dataclass(frozen=True, eq=False)
class OneReference:
    """Linear equations about one reference, and what they become beside it."""

    linear: LinearEquations

    @property
    def jacobians(self) -> Jacobians:
        """Derivatives that the linear equations are made of."""
        return self.linear.source.jacobians

    @cached_property
    def _derivatives(self) -> Derivatives:
        return self.jacobians.at(self.linear.references)

    @cached_property
    def _plain(self) -> Mapping[str, Matrix]:
        return self.jacobians.plain(self.linear.references)

    # ---- how the reference changes

    def changes(self, names: tuple[str, ...]) -> list[Change]:
        """For each name: as it was found, if it was found by a search, else such that it stays steady if it is."""
        for origin in self.linear.references.origins:
            if isinstance(origin, Equilibrium | SteadyMotion) and origin.search is not None:
                return self._as_solved(origin, names)
        return self._as_steady(names)

    def _as_solved(self, origin: Equilibrium | SteadyMotion, names: tuple[str, ...]) -> list[Change]:
        """An equilibrium or a steady motion that stays one, with what was held."""
        eom, slopes = self.jacobians.equations, origin.sensitivities(names)
        changes = []
        for k in range(len(names)):
            nodes = {param(name, eom.parameters[name]): float(x[k]) for name, x in slopes.parameters.items()}
            nodes |= {node: float(x[k]) for node, x in zip(eom.tau, slopes.inputs, strict=True)}
            changes.append(Change(slopes.states[:, k], nodes))
        return changes

    def _as_steady(self, names: tuple[str, ...]) -> list[Change]:
        """Independent values are held, but for those that must change so that rates stay as they are."""
        linear, dynamics = self.linear, self.linear.references.dynamics
        wanted = directions(dynamics, names)
        state = linear.reference
        S = StartTangents(dynamics, wanted, self._held).at(dynamics.arguments(state), state.p).S
        if not linear.is_steady:
            return [Change(S[:, k], _weights(direction)) for k, direction in enumerate(wanted)]
        upset = self._rates_by(wanted, S)
        kept = [i for i, name in enumerate(linear.states) if name not in linear.ignorable]
        free = [i for i in kept if linear.states[i] not in names]
        y = np.zeros((len(linear.states), len(wanted)))
        y[free] = -np.linalg.pinv(linear.A[np.ix_(kept, free)], rcond=RELIABLE) @ upset[kept]
        whole = S + linear.basis @ y
        return [Change(whole[:, k], _weights(direction)) for k, direction in enumerate(wanted)]

    @property
    def _held(self) -> tuple[str, ...] | None:
        return None if self.linear.source.partition is None else tuple(self.linear.states)

    def _rates_by(self, wanted: Sequence[Direction], S: Matrix) -> Matrix:
        """Derivatives (n, k) of the independent rates along the directions."""
        dynamics = self.linear.references.dynamics
        rate = dynamics.solved.first_order().rate
        n = len(rate)
        total = np.asarray(self._plain.get("A", np.zeros((1, n, n))))[0] @ S
        by_nodes = [k for k, direction in enumerate(wanted) if direction.node is not None]
        if by_nodes:
            nodes = np.array([wanted[k].node for k in by_nodes], dtype=object)
            total[:, by_nodes] += np.asarray(dynamics.evaluate(jacobian(rate, nodes), self.linear.reference))
        back = np.linalg.pinv(self._derivatives.T[0])
        return np.asarray((back @ total)[self._independent])

    # ---- how eigenvalues do

    def slopes(self, values: Complex, change: Change) -> Complex:
        """λ' of all eigenvalues; not a number where two are equal."""
        slopes = self._matrix_slopes(change)
        return np.array([self._slope(complex(value), slopes) for value in values])

    def _slope(self, value: complex, slopes: MatrixSlopes) -> complex:
        A = self.linear.A
        U, _, Vh = np.linalg.svd(A - value * np.eye(len(A)))
        w, v = U[:, -1], Vh[-1].conj()
        product = np.vdot(w, v)
        if not abs(product) > SIMPLE:
            return complex(np.nan, np.nan)
        return complex(np.vdot(w, self._changed(v, slopes)) / product)

    def _changed(self, v: Complex, d: MatrixSlopes) -> Complex:
        """A' v."""
        at_reference, partition = self._derivatives, self.linear.source.partition
        nq, nu = len(self.jacobians.position_names), len(self.jacobians.equations.speeds)
        if partition is None:
            return np.asarray(d.A @ v)
        s = dependence(self.jacobians, at_reference, partition)[0] @ v
        q, u, z = slice(0, nq), slice(nq, nq + nu), slice(nq + nu, None)
        ds = np.zeros(len(s), dtype=complex)
        need = d.positions @ s[q] + d.positions_by_states @ s[z]
        ds[q] = _followed(at_reference.positions[0], partition.coordinates, need)
        carried = d.carried @ s[q] + at_reference.carried[0] @ ds[q] + d.velocities_by_states @ s[z]
        ds[u] = _followed(at_reference.velocities[0], partition.speeds, d.velocities @ s[u] + carried)
        return np.asarray((d.A @ s + at_reference.A[0] @ ds)[self._independent])

    @property
    def _independent(self) -> list[int]:
        """Numbers of the independent small motions among all."""
        partition = self.linear.source.partition
        return (
            list(range(len(self.jacobians.names))) if partition is None else numbers_of(self.jacobians, partition)
        )

    def _matrix_slopes(self, change: Change) -> MatrixSlopes:
        """Derivatives of what linear equations are made of, along a change, in small motions."""
        small, y = self.jacobians, self._plain
        d = self._native_slopes(change)
        n, nq, k = len(change.states), len(small.equations.q), len(small.position_names)

        def pair(name: str, rows: int, columns: int) -> tuple[Matrix, Matrix]:
            none = np.zeros((1, rows, columns))
            return np.asarray(y.get(name, none))[0], np.asarray(d.get(name, none))[0]

        T, back, turning = (x[0] for x in small.tangents(y, 1, n))
        none = {name: np.zeros_like(x) for name, x in d.items() if name.startswith("turn")}
        dT, dturning = (
            small.tangents({**none, **d}, 1, n)[i][0] - small.tangents({**none, **_zeros(y)}, 1, n)[i][0]
            for i in (0, 2)
        )
        A, dA = pair("A", n, n)
        dback = -back @ dT @ back + np.linalg.solve(T.T @ T, dT.T) @ (np.eye(n) - T @ back)
        Tq, dTq = T[:nq, :k], dT[:nq, :k]
        m, l = self._derivatives.positions.shape[1], self._derivatives.velocities.shape[1]
        R, dR = pair("positions", m, nq)
        C, dC = pair("carried", l, nq)
        return MatrixSlopes(
            A=dback @ (A @ T - turning) + back @ (dA @ T + A @ dT - dturning),
            positions=dR @ Tq + R @ dTq,
            velocities=pair("velocities", l, len(small.equations.u))[1],
            carried=dC @ Tq + C @ dTq,
            positions_by_states=pair("positions by states", m, len(small.equations.z))[1],
            velocities_by_states=pair("velocities by states", l, len(small.equations.z))[1],
        )

    def _native_slopes(self, change: Change) -> Mapping[str, Matrix]:
        """Derivatives along a change of the expressions that linear equations are made of."""
        eom, references = self.jacobians.equations, self.linear.references
        nodes = tuple(change.nodes)
        key = _SLOPES.of(self.jacobians, nodes)
        kernel, names = self.jacobians.dynamics.shared.get(key, lambda: _compiled(self.jacobians, nodes))
        p = references.p[:, [list(eom.parameters).index(name) for name in names]]
        kinds = {name: getattr(references, name) for name in ("t", "q", "u", "z", "tau")}
        changes = np.concatenate([change.states, [*change.nodes.values()]])
        return references.dynamics.with_parameters(kernel)(**kinds, p=p, changes=changes[None])


@dataclass(frozen=True, eq=False)
class MatrixSlopes:
    """Derivatives of the matrices of linear equations, in small motions."""

    A: Matrix
    positions: Matrix
    velocities: Matrix
    carried: Matrix
    positions_by_states: Matrix
    velocities_by_states: Matrix


def _compiled(jacobians: Jacobians, nodes: tuple[Node, ...]) -> tuple[NativeFunction, tuple[str, ...]]:
    """The native function, and the parameters that it takes by lanes."""
    eom = jacobians.equations
    x = np.concatenate([eom.q, eom.u, eom.z])
    taken = {*eom.taken_names, *(y.args[0] for y in eom.lam)}
    changes = helper_variables((f"change {k}" for k in range(len(x) + len(nodes))), taken)
    rates = dict(zip([*x, *nodes], changes, strict=True))
    wanted = {name: y for name, y in jacobians.programs.items() if name in _KINDS or name.startswith("turn")}
    outputs = {name: directional(y, rates) for name, y in wanted.items()}
    parameters = {y.args[0]: y for y in jacobians.parameter_nodes if y.args[0] in eom.parameters}
    p = np.empty(len(parameters), dtype=object)
    p[:] = list(parameters.values())
    inputs = {"t": time, "q": eom.q, "u": eom.u, "z": eom.z, "tau": eom.tau, "p": p, "changes": changes}
    return jacobians.dynamics.engine.compile(outputs, inputs), tuple(parameters)


def _weights(direction: Direction) -> dict[Node, float]:
    return {} if direction.node is None else {direction.node: 1.0}


def _zeros(y: Mapping[str, Matrix]) -> dict[str, Matrix]:
    return {name: np.zeros_like(np.asarray(x)) for name, x in y.items() if name.startswith("turn")}


def _followed(rows: Matrix, held: Sequence[int], need: Complex) -> Complex:
    """Changes of small motions that are not held (n,), so that rows (m, n) make up for what is needed (m,)."""
    others = [i for i in range(rows.shape[1]) if i not in held]
    motions = np.zeros(rows.shape[1], dtype=complex)
    if others:
        motions[others] = -np.linalg.pinv(rows[:, others], rcond=SINGULAR.distance) @ need
    return motions
