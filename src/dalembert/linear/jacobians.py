"""Exact derivatives of rates, constraints and outputs at many references at once, natively.

Small motions s of the states x = (q, u, z) are changes of the states themselves, but for coordinates that are no
vector space: the four of a quaternion change by small turns about the axes of its angular speeds, δq = N δ. So
δx = T s, and of ẋ = F(t, x, τ, p) there is ṡ = T⁺ (∂F/∂x T − Ṫ) s + T⁺ ∂F/∂τ δτ.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.arrays import Array, Matrix
from dalembert.dynamics.dynamics import Dynamics
from dalembert.dynamics.native_functions import NativeFunction
from dalembert.equations.equations import Equations
from dalembert.equations.variables import helper_variables
from dalembert.errors import SolverError
from dalembert.expr.calculus import directional, jacobian, time_derivative
from dalembert.expr.fixed_order import ldl, ldl_solve
from dalembert.expr.linear import solve
from dalembert.expr.node import Expression, Node, Scalar, inputs_of
from dalembert.expr.rewrite import substitute
from dalembert.expr.rolled import Rolled
from dalembert.expr.scalar import is_zero
from dalembert.expr.symbol_nodes import time
from dalembert.runs.references import References

MOST_AT_ONCE = 12
"""Speeds up to which derivatives in all directions at once take no longer to compile than rates along one take."""


@dataclass(frozen=True)
class Turns:
    """Coordinates of an orientation, by number, and the speeds about whose axes it turns."""

    coordinates: tuple[int, ...]
    speeds: tuple[int, ...]
    row: int
    """Number of the equation that they satisfy by themselves."""


def turns(equations: Equations) -> tuple[Turns, ...]:
    """Groups of coordinates that satisfy an equation by themselves and move with one speed less."""
    eom, free = equations, len(equations.coordinates) - len(equations.variables.unwrapped_angles)
    normalized = [i for i in range(free) if eom.motion.projected[i] is not eom.q[i]]
    groups: list[Turns] = []
    for number, row in enumerate(eom.motion.c):
        inside = set(inputs_of([row])) if isinstance(row, Expression) else set()
        group = tuple(i for i in normalized if eom.q[i] in inside)
        speeds = tuple(k for k in range(len(eom.u)) if any(not is_zero(eom.N[i, k]) for i in group))
        is_new = not any(set(group) & set(other.coordinates) for other in groups)
        if group and is_new and len(speeds) == len(group) - 1:
            groups.append(Turns(group, speeds, number))
    return tuple(groups)


@dataclass(frozen=True, eq=False)
class Derivatives:
    """Derivatives that linear equations are made of, in small motions s; references are the first axis."""

    F: Matrix
    """ẋ (k, n_x)."""

    A: Matrix
    """∂ṡ/∂s (k, n, n)."""

    B: Matrix
    """∂ṡ/∂τ (k, n, n_tau)."""

    T: Matrix
    """δx = T s (k, n_x, n)."""

    positions: Matrix
    """Rows of positions by small motions of coordinates (k, m, n_q)."""

    velocities: Matrix
    """Rows of velocities by small motions of speeds (k, m, n_u)."""

    carried: Matrix
    """Rows of velocities by small motions of coordinates (k, m, n_q)."""

    positions_by_states: Matrix
    """Rows of positions by first-order states (k, m, n_z), which rows may contain."""

    velocities_by_states: Matrix
    """Rows of velocities by first-order states (k, m, n_z)."""

    C: Matrix
    """Outputs by small motions (k, n_y, n)."""

    D: Matrix
    values: Matrix
    """Outputs in the references (k, n_y)."""


class Jacobians:
    """Derivatives of a system and of outputs, as native functions of references and parameters."""

    def __init__(self, dynamics: Dynamics, outputs: Mapping[str, Scalar]) -> None:
        self.dynamics, self.equations, self.outputs = dynamics, dynamics.equations, outputs
        self.turns = turns(self.equations)

    @cached_property
    def is_timed(self) -> bool:
        """Whether time acts."""
        return time in inputs_of([x for x in self.dynamics.solved.first_order().rate if isinstance(x, Expression)])

    # ---- small motions

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the small motions s."""
        return (*self.position_names, *self.equations.speeds, *self.equations.states)

    @cached_property
    def position_names(self) -> tuple[str, ...]:
        """Names of the small motions of coordinates: a small turn about the axis of a speed is named by that."""
        eom = self.equations
        return tuple(
            eom.coordinates[i] if isinstance(i, int) else f"{eom.speeds[i[0]]}.turn"
            for i in self._position_motions
        )

    @cached_property
    def _position_motions(self) -> list[int | tuple[int]]:
        """Numbers of coordinates that change by themselves, and (speed,) of small turns, in order."""
        first = {group.coordinates[0]: group for group in self.turns}
        grouped = {i for group in self.turns for i in group.coordinates}
        motions: list[int | tuple[int]] = []
        for i in range(len(self.equations.coordinates)):
            if i in first:
                motions += [(k,) for k in first[i].speeds]
            elif i not in grouped:
                motions.append(i)
        return motions

    # ---- expressions

    @cached_property
    def expressions(self) -> dict[str, Array]:
        """Derivatives by states and inputs, as expressions: of the solved rates themselves."""
        system = self.dynamics.solved.first_order()
        direct = {"A": jacobian(system.rate, system.x), "B": jacobian(system.rate, system.tau)}
        return {**self._others, **{name: y for name, y in direct.items() if np.size(y)}}

    @cached_property
    def programs(self) -> dict[str, Array]:
        """Derivatives by states and inputs for native code, with what is shorter to compute."""
        if not self._is_plainly_solved:
            return self.expressions
        eom, system = self.equations, self.dynamics.solved.first_order()
        nq, nu = len(eom.q), len(eom.u)
        inputs = np.concatenate([system.x, system.tau])
        ends = jacobian(np.concatenate([system.rate[:nq], system.rate[nq + nu :]]), inputs)
        whole = np.concatenate([ends[:nq], self._acceleration_slopes(inputs), ends[nq:]])
        n = len(system.x)
        by_inputs = {"A": whole[:, :n], "B": whole[:, n:]}
        return {**self._others, **{name: y for name, y in by_inputs.items() if np.size(y)}}

    @property
    def _computed(self) -> dict[str, Array]:
        """Quantities that native code computes at once; derivatives of many rates are computed later."""
        return self._others if self.is_by_directions else self.programs

    @cached_property
    def is_by_directions(self) -> bool:
        """Whether derivatives of the rates are computed one by one, along a unit of each state and input.

        Those of all at once are a graph that grows with the square of the number of speeds, and as many copies of
        rolled code as there are states.
        """
        rates = self.dynamics.solved.first_order().rate
        calls = (x.args[0] for x in rates if getattr(x, "op", "") == "element")
        is_rolled = any(isinstance(call.args[0], Rolled) for call in calls)
        return is_rolled or (len(self.equations.u) > MOST_AT_ONCE and not self.equations.rows)

    @property
    def _is_plainly_solved(self) -> bool:
        """Whether accelerations are those of M a = f + G τ + Jᵀ λ, J a = γ, whatever solves that."""
        eom = self.equations
        has_laws = bool(eom.reaction_dependent_forces.loads.laws) or not eom.is_ideal
        return len(eom.u) > 0 and not has_laws and eom.solver is None and eom.balance.has_pivots

    def _acceleration_slopes(self, inputs: Array) -> Array:
        """∂a/∂(x, τ) (nu, n): of the residual R(x, τ, a, λ) = 0, by −(∂R/∂(a, λ))⁻¹ ∂R/∂(x, τ)."""
        eom, solved = self.equations, self.dynamics.solved
        if not eom.rows:
            slopes = -ldl_solve(ldl(eom.M), jacobian(solved.residual(eom.a, eom.lam), inputs))
            return substitute(slopes, dict(zip(eom.a, solved.accelerations, strict=True)))
        on: Array = np.zeros(len(eom.rows), dtype=object)
        on[list(solved.independent)] = 1.0 if solved.switches is None else solved.switches
        rows = on * (eom.J @ eom.a - solved.gamma) + (1.0 - on) * eom.lam
        residual = np.concatenate([solved.residual(eom.a, eom.lam), rows])
        unknown = np.concatenate([eom.a, eom.lam])
        slopes = -solve(jacobian(residual, unknown), jacobian(residual, inputs))[: len(eom.u)]
        values = np.concatenate([solved.accelerations, solved.multipliers])
        return substitute(slopes, dict(zip(unknown, values, strict=True)))

    @cached_property
    def _others(self) -> dict[str, Array]:
        """Arrays besides the derivatives of rates."""
        system = self.dynamics.solved.first_order()
        outputs = np.array(list(self.outputs.values()), dtype=object)
        arrays = {
            "F": system.rate,
            **self.rows,
            "outputs": outputs,
            "C": jacobian(outputs, system.x),
            "D": jacobian(outputs, system.tau),
            **self.turning,
        }
        return {name: y for name, y in arrays.items() if np.size(y)}

    @cached_property
    def levels(self) -> tuple[Array, Array]:
        """Rows of positions, and rows of speeds, of all kinds, as expressions that are zero."""
        eom = self.equations
        of_turns = {group.row for group in self.turns}
        c = [row for number, row in enumerate(eom.motion.c) if number not in of_turns]
        of_states = [row.value for row in eom.constraints.state_rows if row.is_kept]
        phi, psi = eom.while_on(eom.phi), eom.while_on(eom.psi_of_speeds)
        rows = np.array([*c, *phi, *(y for y in psi if not is_zero(y)), *of_states], dtype=object)
        by_speeds = jacobian(rows, eom.u) if len(rows) else np.zeros((0, len(eom.u)))
        is_position = np.array([all(map(is_zero, row)) for row in by_speeds], dtype=bool)
        return rows[is_position], rows[~is_position]

    @cached_property
    def rows(self) -> dict[str, Array]:
        """Derivatives of the rows of both levels by coordinates, speeds and first-order states."""
        positions, velocities = self.levels
        q, u, z = self.equations.q, self.equations.u, self.equations.z
        return {
            "positions": jacobian(positions, q),
            "velocities": jacobian(velocities, u),
            "carried": jacobian(velocities, q),
            "positions by states": jacobian(positions, z),
            "velocities by states": jacobian(velocities, z),
        }

    @cached_property
    def turning(self) -> dict[str, Array]:
        """N of each orientation by small turns, and its rate."""
        eom, matrices = self.equations, {}
        for number, group in enumerate(self.turns):
            N = eom.N[np.ix_(group.coordinates, group.speeds)]
            matrices[f"turns {number}"] = N
            matrices[f"turning {number}"] = time_derivative(N, dict(zip(eom.q, eom.rates, strict=True)))
        return matrices

    # ---- numbers

    @cached_property
    def parameter_nodes(self) -> list[Node]:
        """Parameters in the expressions, switches and gains among them."""
        entries = [x for y in self._computed.values() for x in np.asarray(y, dtype=object).ravel()]
        return [x for x in inputs_of(entries) if x.op == "parameter"]

    @cached_property
    def _native(self) -> tuple[NativeFunction, tuple[str, ...]]:
        """The function, and the parameters that it takes by lanes."""
        return self.dynamics.recalled("derivatives of rates", (dict(self.outputs),), self._made)

    def _made(self) -> tuple[NativeFunction, tuple[str, ...]]:
        inputs = self._inputs
        return self.dynamics.engine.compile(self._computed, inputs), tuple(x.args[0] for x in inputs["p"])

    @property
    def _inputs(self) -> dict[str, Any]:
        """Time, variables, and the parameters of the equations that matter."""
        eom = self.equations
        nodes = [x for x in self.parameter_nodes if x.args[0] in eom.parameters]
        p: Array = np.empty(len(nodes), dtype=object)
        p[:] = nodes
        return {"t": time, "q": eom.q, "u": eom.u, "z": eom.z, "tau": eom.tau, "p": p}

    def plain(self, references: References) -> Mapping[str, Matrix]:
        """All derivatives by states and inputs in the references, as they are computed."""
        eom = self.equations
        kernel, names = self._native
        p = references.p[:, [list(eom.parameters).index(name) for name in names]]
        function = references.dynamics.with_parameters(kernel)
        y = function(t=references.t, q=references.q, u=references.u, z=references.z, tau=references.tau, p=p)
        if self.is_by_directions:
            y = {**y, **self._by_directions(references, p)}
        self._check(y, references)
        return y

    def _by_directions(self, references: References, p: Matrix) -> dict[str, Matrix]:
        """Derivatives of the rates by states and inputs: rates along a unit of each."""
        n, n_tau = len(self._directions) - len(self.equations.tau), len(self.equations.tau)
        function = references.dynamics.with_parameters(self._native_along)
        q, u, z, tau, p = (x[:, None, :] for x in (references.q, references.u, references.z, references.tau, p))
        t, along = np.asarray(references.t)[:, None], np.eye(n + n_tau)[None]
        slopes = function(t=t, q=q, u=u, z=z, tau=tau, p=p, along=along)["slopes"]
        columns = np.swapaxes(np.asarray(slopes), 1, 2)
        return {"A": columns[:, :, :n], **({"B": columns[:, :, n:]} if n_tau else {})}

    @cached_property
    def _directions(self) -> Array:
        """Variables for changes of all states and inputs."""
        eom = self.equations
        n = len(self.dynamics.solved.first_order().x) + len(eom.tau)
        taken = {*eom.taken_names, *(y.args[0] for y in eom.lam)}
        return helper_variables((f"change {k}" for k in range(n)), taken)

    @cached_property
    def _native_along(self) -> NativeFunction:
        """Rates of the rates along a change of states and inputs."""
        return self.dynamics.recalled("rates along directions", (dict(self.outputs),), self._made_along)

    def _made_along(self) -> NativeFunction:
        system = self.dynamics.solved.first_order()
        variables = np.concatenate([system.x, system.tau])
        slopes = directional(system.rate, dict(zip(variables, self._directions, strict=True)))
        inputs = {**self._inputs, "along": self._directions}
        return self.dynamics.engine.compile({"slopes": slopes}, inputs)

    def at(self, references: References) -> Derivatives:
        """All derivatives in the references, by small motions."""
        eom, y = self.equations, self.plain(references)
        k, nq, nu, nz = len(references), len(eom.q), len(eom.u), len(eom.z)
        n = nq + nu + nz

        def table(name: str, *shape: int) -> Matrix:
            return np.asarray(y[name]) if name in y else np.zeros((k, *shape))

        T, back, turning = self.tangents(y, k, n)
        A = back @ (table("A", n, n) @ T - turning)
        Tq, velocities = T[:, :nq, : len(self.position_names)], table("velocities", 0, nu)
        positions = table("positions", 0, nq)
        return Derivatives(
            F=table("F", n),
            A=A,
            B=back @ table("B", n, len(eom.tau)),
            T=T,
            positions=positions @ Tq,
            velocities=velocities,
            carried=table("carried", velocities.shape[1], nq) @ Tq,
            positions_by_states=table("positions by states", positions.shape[1], nz),
            velocities_by_states=table("velocities by states", velocities.shape[1], nz),
            C=table("C", len(self.outputs), n) @ T,
            D=table("D", len(self.outputs), len(eom.tau)),
            values=table("outputs", len(self.outputs)),
        )

    def _check(self, y: Mapping[str, Matrix], references: References) -> None:
        for name in ("F", "A"):
            numbers = np.asarray(y.get(name, np.zeros((len(references), 0))))
            is_finite = np.isfinite(numbers.reshape(len(references), -1)).all(axis=1)
            if not is_finite.all():
                k = int(np.argmin(is_finite))
                cause = references.dynamics.singular_cause(references.state(k))
                what = "rates have no values" if name == "F" else "derivatives of the rates have no values"
                which = "the reference" if len(references) == 1 else f"reference {k + 1}"
                raise SolverError(f"the {what} in {which}: {cause}")

    def tangents(self, y: Mapping[str, Matrix], k: int, n: int) -> tuple[Matrix, Matrix, Matrix]:
        """T (k, n_x, n), a left inverse, and Ṫ."""
        motions = self._position_motions
        n_small = len(motions) + n - len(self.equations.q)
        T = np.zeros((k, n, n_small))
        turning = np.zeros_like(T)
        back = np.zeros((k, n_small, n))
        for column, i in enumerate(motions):
            if isinstance(i, int):
                T[:, i, column] = back[:, column, i] = 1.0
        for number, group in enumerate(self.turns):
            columns = [motions.index((speed,)) for speed in group.speeds]
            rows = np.ix_(range(k), group.coordinates, columns)
            T[rows] = y[f"turns {number}"]
            turning[rows] = y[f"turning {number}"]
            back[np.ix_(range(k), columns, group.coordinates)] = np.linalg.pinv(y[f"turns {number}"])
        for j in range(n - len(self.equations.q)):
            row, column = len(self.equations.q) + j, len(motions) + j
            T[:, row, column] = back[:, column, row] = 1.0
        return T, back, turning
