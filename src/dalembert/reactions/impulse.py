"""Impulses: forces that act in no time, constraints that begin or end suddenly, and the speeds after."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Array, Matrix, Vector
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.equations import Equations
from dalembert.equations.level_rows import check_lasting
from dalembert.equations.time_stepping_forms import check_second_order
from dalembert.errors import FormulationError, ModelError, SolverError
from dalembert.expr.calculus import gradient, jacobian
from dalembert.expr.node import Scalar
from dalembert.expr.sparse_matrix import products
from dalembert.expr.symbol_nodes import param
from dalembert.model.bodies import Place, as_frame
from dalembert.model.measure import angular_velocity, velocity
from dalembert.name_checks import checked_names
from dalembert.number_checks import checked_number
from dalembert.rank import rank
from dalembert.rows import Level, Row
from dalembert.spatial.vectors import dot
from dalembert.state import State, Values, as_state

HOLDS = 1e-6
"""Residual of a row before the impulse, relative to its terms, that is accepted; seven printed digits pass."""

SOLVED = 1e-9
"""Residual of the equations of an impulse, relative to their terms, that is accepted: more is a contradiction."""

NOT_UNIQUE = 1e-9
"""Share of a row in impulses that balance each other, above which its impulse is not unique."""


@dataclass(frozen=True)
class ImpulseEffect:
    """Effect of an impulse: speeds after, impulses of constraints, momenta and energies."""

    before: State
    after: State
    """State after: the configuration and time before, with other speeds."""

    speeds: tuple[str, ...]
    """Names of the speeds, in the order of all arrays over speeds."""

    applied: Vector
    """Generalized impulses I of the forces (nu,), in N s or N m s."""

    constraint_impulses: Vector
    """Generalized impulses of all constraints (nu,): M Δu − I."""

    multipliers: Mapping[str, float]
    """Impulses Λ by name of the row, without rows that end; the constraints exert E Λ."""

    not_unique: tuple[str, ...]
    """Rows whose impulses are not determined, because they depend on others; Λ is the shortest."""

    momenta: tuple[Vector, Vector]
    """Generalized momenta ∂K/∂u before and after (nu,)."""

    independent: tuple[str, ...]
    """Independent speeds after: reduced quantities belong to them."""

    basis: Matrix
    """Z (nu, n) with J Z = 0: u = Z (independent speeds) + speeds that rheonomic rows prescribe."""

    inertia: Matrix
    """Mass matrix M (nu, nu)."""

    kinetic_energies: tuple[float, float]
    """Kinetic energies before and after, in J."""

    work_of_forces: float
    """Work of the applied impulses, ½ I · (u⁺ + u⁻), in J."""

    work_of_constraints: float
    """Work of the constraints, ½ E Λ · (u⁺ + u⁻), in J; not positive, unless rows are rheonomic."""

    derivatives: Mapping[str, Matrix] = field(repr=False, compare=False, default_factory=dict)
    """Derivatives of u⁺ by `speeds` before (nu, nu), generalized `impulse` (nu, nu), `coordinates` (nu, nq)."""

    @property
    def reduced_impulse(self) -> Vector:
        """Generalized impulse Zᵀ I along the independent speeds."""
        return self.basis.T @ self.applied

    @property
    def reduced_momenta(self) -> tuple[Vector, Vector]:
        """Momenta Zᵀ ∂K/∂u along the independent speeds, before and after."""
        return self.basis.T @ self.momenta[0], self.basis.T @ self.momenta[1]

    @property
    def reduced_inertia(self) -> Matrix:
        """Mass matrix Zᵀ M Z of the independent speeds."""
        return self.basis.T @ self.inertia @ self.basis

    @property
    def change(self) -> Vector:
        """Change of the speeds, Δu = u⁺ − u⁻."""
        return np.array([self.after.u[name] - self.before.u[name] for name in self.speeds])

    @property
    def lost_energy(self) -> float:
        """Loss of kinetic energy, K⁻ − K⁺, in J."""
        return self.kinetic_energies[0] - self.kinetic_energies[1]

    @property
    def energy_of_change(self) -> float:
        """½ Δuᵀ M Δu, in J: the loss where rows begin without restitution and nothing is applied (Carnot)."""
        return 0.5 * float(self.change @ self.inertia @ self.change)

    def __getitem__(self, name: str) -> float:
        """Speed after the impulse, by name."""
        return self.after.u[name]


def impulse(
    subject: Subject,
    state: State | Values | None = None,
    *,
    forces: Mapping[Place, ArrayLike] | None = None,
    moments: Mapping[Place, ArrayLike] | None = None,
    along: Mapping[str, float] | None = None,
    starts: Collection[str] = (),
    ends: Collection[str] = (),
    restitution: float | Mapping[str, float] = 0.0,
    independent: Sequence[str] | None = None,
) -> ImpulseEffect:
    """Speeds right after forces that act in no time, and the impulses of all constraints.

    `forces` and `moments` are impulses (3,) at bodies or frames, in world axes, in N s and N m s; `along` gives
    generalized ones by speed. Parts or rows in `starts` begin to act: their velocities become −e times those
    before, for the `restitution` e, one number or by part; with zero, the default, they hold. Those in `ends` act
    no more. All others hold before and after. Rows must be linear in the speeds. `independent` are names of
    independent speeds for reduced quantities; pivots choose them by default.

    Solves  M Δu = I + E Λ,  J Δu = −(1 + e) ψ⁻ for rows that start, J Δu = 0 for the others.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System that is struck.
    state : State or dict of coordinates, optional
        State before; default values of the model, assembled, unless given.
    forces : dict of vectors (3,), optional
        Impulses at bodies or frames, in world axes, in N s; default none.
    moments : dict of vectors (3,), optional
        Impulses of moments at bodies or frames, in world axes, in N m s; default none.
    along : dict of float, optional
        Generalized impulses by speed; default none.
    starts : sequence of parts or row names, optional
        Constraints that begin to act; default none.
    ends : sequence of parts or row names, optional
        Constraints that act no more; default none.
    restitution : float or dict of float, optional
        Restitution e of constraints that start, one number or by part; default 0.
    independent : sequence of str, optional
        Independent speeds for reduced quantities; default chosen by pivots.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> hit = da.impulse(pendulum, forces={rod["end"]: (0.0, 2.0, 0.0)})
    >>> print(f"{hit.after.u['hinge.rate']:.3f} rad/s")
    6.000 rad/s
    """
    dynamics, before = as_dynamics(subject), as_state(state)
    check_second_order(dynamics.equations, "an impulse")
    check_lasting(dynamics.equations.constraint_rows, "impulse", "the action of an event, da.actions.Impulse, can")
    dynamics.check_contacts(before, by_impulses=True)
    for e in restitution.values() if isinstance(restitution, Mapping) else [restitution]:
        checked_number(e, "a restitution", least=0.0, most=1.0)
    start = dynamics.equations.state(t=before.t, q=before.q, u=before.u, z=before.z, tau=before.tau, p=before.p)
    task = _Task(dynamics, start, restitution)
    task = replace(task, started=task.rows_of(starts, "starts"), ended=task.rows_of(ends, "ends"))
    expressions = task.expressions(forces or {}, moments or {}, along or {})
    return task.solved(expressions, independent)


@dataclass(frozen=True)
class _Task:
    """Equations of an impulse in a state."""

    dynamics: Dynamics
    before: State
    restitution: float | Mapping[str, float]
    started: frozenset[str] = frozenset()
    """Names of rows that begin to act."""

    ended: frozenset[str] = frozenset()
    """Names of rows that act no more."""

    @property
    def eom(self) -> Equations:
        return self.dynamics.equations

    @cached_property
    def acting(self) -> list[int]:
        """Numbers of the rows that act during and after the impulse."""
        return [i for i, row in enumerate(self.eom.rows) if row.name not in self.ended and i in self._solved_rows]

    @property
    def _solved_rows(self) -> set[int]:
        return set(self.dynamics.solution.independent)

    def rows_of(self, names: Collection[str], option: str) -> frozenset[str]:
        """Names of rows, from names of rows or of their parts."""
        if isinstance(names, str):
            raise ModelError(f"{option!r} is a list of names of parts or rows, such as [{names!r}]")
        rows = self.eom.rows
        checked_names(
            names, {*(row.name for row in rows), *(row.part for row in rows)}, f"part or row in {option}:"
        )
        return frozenset(row.name for row in rows if row.name in names or row.part in names)

    def bounce(self, name: str, part: str) -> float:
        """Coefficient of restitution of a row that begins to act."""
        restitution = self.restitution
        e = restitution.get(name, restitution.get(part, 0.0)) if isinstance(restitution, Mapping) else restitution
        return checked_number(e, f"the restitution of {name!r}", least=0.0, most=1.0)

    def expressions(
        self, forces: Mapping[Place, ArrayLike], moments: Mapping[Place, ArrayLike], along: Mapping[str, float]
    ) -> Array:
        """Generalized impulse (nu,) of forces, moments and impulses along speeds together."""
        eom = self.eom
        total: Array = np.zeros(len(eom.speeds))
        for name, value in eom.by_speed(along).items():
            total[eom.speeds.index(name)] += checked_number(value, f"the impulse along {name!r}")
        for loads, measure, noun in ((forces, velocity, "force"), (moments, angular_velocity, "moment")):
            for place, vector in loads.items():
                frame = as_frame(place, f"the place of an impulsive {noun}")
                P = _vector(vector, f"the impulsive {noun} on {frame!r}")
                total = total + gradient(P @ self.dynamics.solved.resolve(measure(frame)), eom.u)
        return np.asarray(total, dtype=object)

    # ---- numbers

    def solved(self, applied: Array, independent: Sequence[str] | None) -> ImpulseEffect:
        eom = self.eom
        x = self._evaluated({"I": applied, "M": eom.M, "E": eom.constraint_force_matrix, **self._rows})
        M, rows = x["M"], self.acting
        if not np.allclose(M, M.T, rtol=1e-9, atol=1e-12 * np.abs(M).max()):
            raise FormulationError("an impulse needs a symmetric mass matrix, which these equations do not have")
        J, E, psi = x["J"][rows], x["E"][:, rows], x["psi"]
        self._check_before(x, psi)

        # M Δu − E Λ = I,  J Δu = target
        target = np.array([self._target(i, psi) for i in rows])
        n, m = len(M), len(rows)
        K = np.block([[M, -E], [J, np.zeros((m, m))]])
        inverse, solution = self._solution(K, np.concatenate([x["I"], target]), n, rows)
        change, lam = solution[:n], solution[n:]
        after = self._after(change)
        K_before, K_after = self._energy(self.before), self._energy(after)
        u, v = self._numbers(self.before), self._numbers(after)
        basis, free = _complement(J, eom.speeds, eom.speed_name, independent)
        return ImpulseEffect(
            self.before,
            after,
            eom.speeds,
            x["I"],
            M @ change - x["I"],
            {eom.rows[i].name: float(value) for i, value in zip(rows, lam, strict=True)},
            _undetermined([eom.rows[i].name for i in rows], E),
            (self._momentum(self.before), self._momentum(after)),
            free,
            basis,
            M,
            (K_before, K_after),
            0.5 * float(x["I"] @ (u + v)),
            0.5 * float((E @ lam) @ (u + v)),
            self._derivatives(applied, inverse, solution, J),
        )

    @property
    def _rows(self) -> dict[str, Array]:
        eom = self.eom
        return {"J": eom.J, "psi": eom.psi, "phi": eom.phi} if eom.rows else {}

    def _evaluated(self, outputs: Mapping[str, Array], state: State | None = None) -> dict[str, Vector]:
        numbers = self.dynamics.evaluate({k: y for k, y in outputs.items() if np.size(y)}, state or self.before)
        sizes = {"J": (0, len(self.eom.speeds)), "E": (len(self.eom.speeds), 0)}
        empty = {k: np.zeros(sizes.get(k, (0,))) for k in ("J", "E", "psi", "phi", *outputs) if k not in numbers}
        return {**empty, **{k: np.asarray(y, dtype=float) for k, y in numbers.items()}}

    def _check_before(self, x: Mapping[str, Vector], psi: Vector) -> None:
        """Refuse rows that do not hold before, and rows that this configuration does not satisfy."""
        u, rows = self._numbers(self.before), self.eom.rows
        for i in self.acting:
            row = rows[i]
            if not row.is_linear:
                raise FormulationError(
                    f"the row {row.name!r} is not linear in the speeds, so its force changes direction during an "
                    "impulse, and the speeds after depend on how; write it as a linear row, or end it by `ends`"
                )
            if row.level is Level.POSITION and abs(x["phi"][i]) > HOLDS:
                raise ModelError(
                    f"the residual of the row {row.name!r} is {x['phi'][i]:.3g} in this configuration: an impulse "
                    "changes speeds only; da.assemble finds a configuration in which it holds"
                )
            size = np.abs(x["J"][i]) @ np.abs(u) + HOLDS
            if i < len(psi) and row.name not in self.started and abs(psi[i]) > HOLDS * max(1.0, size):
                raise ModelError(
                    f"the row {row.name!r} does not hold before: its velocity is {psi[i]:.3g}; name it in "
                    "`starts` if it begins to act now, or begin with speeds that it allows"
                )

    def _target(self, i: int, psi: Vector) -> float:
        row = self.eom.rows[i]
        if row.name not in self.started:
            return 0.0
        if row.level is Level.ACCELERATION:
            raise FormulationError(f"the row {row.name!r} is one of accelerations: it starts without an impulse")
        return -(1.0 + self.bounce(row.name, row.part)) * float(psi[i])

    def _solution(self, K: Matrix, right: Vector, n: int, rows: Sequence[int]) -> tuple[Matrix, Vector]:
        """Δu and Λ, and the (pseudo)inverse behind them; the shortest Λ if rows depend on each other."""
        scale = 1.0 / np.sqrt(np.maximum(np.abs(K).max(axis=0), np.finfo(float).tiny))
        sized = K * scale[:, None] * scale
        if rank(sized) == len(K):
            inverse = scale[:, None] * np.linalg.inv(sized) * scale
        else:
            inverse = np.linalg.pinv(K, rcond=1e-12)
        solution = inverse @ right
        reach = np.repeat(
            [np.abs(solution[:n]).max(initial=0.0), np.abs(solution[n:]).max(initial=0.0)], [n, len(K) - n]
        )
        is_left = ~(np.abs(K @ solution - right) <= SOLVED * (np.abs(K) @ reach + np.abs(right)))
        if is_left[n:].any():
            name = self.eom.rows[rows[int(np.argmax(is_left[n:]))]].name
            raise SolverError(
                f"the speeds after the impulse have no solution: the row {name!r} contradicts others"
            )
        if is_left.any():
            name = self.eom.speeds[int(np.argmax(is_left))]
            raise SolverError(
                f"the impulse along {name!r} has no effect: neither inertia nor a constraint resists"
            )
        return inverse, solution

    def _after(self, change: Vector) -> State:
        u = {name: self.before.u[name] + float(d) for name, d in zip(self.eom.speeds, change, strict=True)}
        return replace(self.before, u=u)

    def _numbers(self, state: State) -> Vector:
        return np.array([state.u[name] for name in self.eom.speeds])

    @cached_property
    def _kinetic_energy(self) -> Scalar:
        """Kinetic energy K; ½ uᵀ M u where the equations have no energies."""
        solved, u = self.dynamics.solved, self.eom.u
        if "kinetic energy" in solved.signals:
            return solved.signal("kinetic energy")
        return dot(0.5 * u, products(self.eom.M, u))

    def _energy(self, state: State) -> float:
        return float(self.dynamics.evaluate(self._kinetic_energy, state))

    def _momentum(self, state: State) -> Vector:
        """Momenta ∂K/∂u (nu,) in a state."""
        return np.asarray(self.dynamics.evaluate(gradient(self._kinetic_energy, self.eom.u), state), dtype=float)

    # ---- derivatives

    def _derivatives(self, applied: Array, inverse: Matrix, solution: Vector, J: Matrix) -> dict[str, Matrix]:
        """Derivatives of u⁺ by speeds before, by the generalized impulse and by coordinates."""
        n, names = len(self.eom.speeds), [self.eom.rows[i] for i in self.acting]
        factors = np.array([self._factor(row) for row in names])
        by_impulse = inverse[:n, :n]
        by_speeds = np.eye(n) - inverse[:n, n:] @ (factors[:, None] * J)
        slopes = self._slopes(applied, solution, factors)
        return {"speeds": by_speeds, "impulse": by_impulse, "coordinates": -inverse[:n] @ slopes}

    def _factor(self, row: Row) -> float:
        return 1.0 + self.bounce(row.name, row.part) if row.name in self.started else 0.0

    def _slopes(self, applied: Array, solution: Vector, factors: Vector) -> Matrix:
        """Derivatives of the residual of the equations by q, at constant Δu and Λ."""
        eom, rows = self.eom, self.acting
        unknowns = [param(f".impulse {k}", 0.0) for k in range(len(solution))]
        change, lam = np.array(unknowns[: len(eom.speeds)]), np.array(unknowns[len(eom.speeds) :])
        balance = products(eom.M, change) - products(eom.constraint_force_matrix[:, rows], lam) - applied
        kept = [products(eom.J[[i]], change)[0] for i in rows]
        kept = [x + c * eom.psi[i] if c else x for x, c, i in zip(kept, factors, rows, strict=True)]
        left = jacobian(np.array([*balance, *kept], dtype=object), eom.q)
        values = {f".impulse {k}": float(x) for k, x in enumerate(solution)}
        outputs = {"slopes": left}
        p = {**self.dynamics.known_parameters(outputs, {**values, **self.before.p})}
        function = self.dynamics.function(outputs)
        return np.asarray(function(**self.dynamics.arguments(self.before), parameters=p)["slopes"])


def _vector(value: ArrayLike, what: str) -> Vector:
    try:
        vector = np.asarray(value, dtype=float)
    except (TypeError, ValueError, OverflowError):
        raise ModelError(f"{what} is three numbers, not {value!r}") from None
    if vector.shape != (3,) or not np.isfinite(vector).all():
        raise ModelError(f"{what} is three finite numbers, not {value!r}")
    return vector


def _undetermined(names: Sequence[str], E: Matrix) -> tuple[str, ...]:
    """Rows that take part in impulses which balance each other."""
    if not names:
        return ()
    _, s, Vt = np.linalg.svd(E / np.maximum(np.abs(E).max(axis=0), np.finfo(float).tiny))
    free = Vt[int((s > 1e-12 * s.max(initial=0.0)).sum()) :]
    return tuple(
        name
        for name, share in zip(names, np.abs(free).max(axis=0, initial=0.0), strict=True)
        if share > NOT_UNIQUE
    )


def _complement(
    J: Matrix, speeds: Sequence[str], speed_name: Callable[[str], str], independent: Sequence[str] | None
) -> tuple[Matrix, tuple[str, ...]]:
    """Orthogonal complement Z, J Z = 0, that is the identity on the independent speeds, and their names."""
    n, r = len(speeds), rank(J) if len(J) else 0
    if independent is None:
        chosen = _pivoted(J, r)
    else:
        chosen = [list(speeds).index(speed_name(name)) for name in independent]
        if len(set(chosen)) != n - r:
            raise ModelError(
                f"the rows leave {n - r} speeds free, so that many are independent, not {len(chosen)}"
            )
    others = [k for k in range(n) if k not in chosen]
    Z = np.zeros((n, n - r))
    Z[chosen, np.arange(n - r)] = 1.0
    if r:
        if rank(J[:, others]) < r:
            raise ModelError(
                f"the speeds {[speeds[k] for k in chosen]} do not determine the others in this configuration"
            )
        Z[others] = -np.linalg.lstsq(J[:, others], J[:, chosen], rcond=None)[0]
    return Z, tuple(speeds[k] for k in chosen)


def _pivoted(J: Matrix, r: int) -> list[int]:
    """Numbers of independent speeds: those that complete pivoting does not solve for."""
    n, A, others = J.shape[1], np.array(J, dtype=float), []
    for _ in range(r):
        i, k = np.unravel_index(int(np.argmax(np.abs(A))), A.shape)
        others.append(int(k))
        A = A - np.outer(A[:, k] / A[i, k], A[i])
        A[i], A[:, k] = 0.0, 0.0
    return [k for k in range(n) if k not in others]
