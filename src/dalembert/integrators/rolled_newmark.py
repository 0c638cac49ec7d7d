"""What a step of Newmark's kind computes, as rolled code: of systems that are a few kinds of elements, many times.

The formulas are those of `newmark_programs`, each written once for a kind of element; what is solved are matrices
of blocks, one for each body. So code does not grow with the number of bodies, only its tables do.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from dalembert.arrays import Array
from dalembert.expr.calculus import directional
from dalembert.expr.node import Node
from dalembert.expr.rewrite import substitute
from dalembert.expr.rolled_blocks import Blocks
from dalembert.expr.sparse_matrix import products
from dalembert.expr.symbol_nodes import symbol
from dalembert.integrators.element_sheet import Form, Results, Sheet, Vector
from dalembert.integrators.method_programs import MethodProgram, MethodPrograms
from dalembert.integrators.newmark_programs import (
    PROJECTION_PENALTY,
    START_PASSES,
    START_PENALTY,
    VELOCITY_PASSES,
    NewmarkLayout,
)
from dalembert.numerics.block_elimination import BlockFactors, BlockOrder
from dalembert.numerics.repeated_system import ElementKind, RepeatedSystem
from dalembert.numerics.row_sizes import RowSizes, repeated_row_sizes

_SHARES = (
    "∂q/∂a",
    "∂u/∂a",
    "κ of the rows",
    *(f"share of {x} in the rows of positions" for x in ("J a", "ψ", "φ")),
)


def rolled_newmark_programs(system: RepeatedSystem) -> MethodPrograms:
    """What steps of Newmark's kind ask of a system of elements."""
    programs = RolledNewmarkPrograms(system)
    outputs = {
        "factor": programs.factors,
        "multipliers": programs.first_multipliers,
        "predict": programs.predicted,
        "other levels": programs.other_levels,
        "correct": programs.corrected,
        "finish": programs.finished,
    }
    sizes = (len(system.q), len(system.u), 0, len(system.lam), system.n_phi)
    return MethodPrograms(
        x=np.concatenate([system.q, system.u]),
        tau=np.zeros(0, dtype=object),
        rate=np.array(programs.started, dtype=object),
        projected=np.array(programs.valid, dtype=object),
        programs={name: MethodProgram(y, programs.inputs) for name, y in outputs.items()},
        is_projected_once=not system.n_psi,
        layout=NewmarkLayout(*sizes, programs.n_factors),
    )


class RolledNewmarkPrograms:
    """Outputs of the programs, in the order of `NewmarkPrograms`."""

    def __init__(self, system: RepeatedSystem) -> None:
        self.system, self._scalars = system, [symbol(name) for name in _SHARES]

    @cached_property
    def inputs(self) -> list[Node]:
        """After t, state and inputs: a, λ, δ, c_q, c_u, κ, s_a, s_u, s_q, other levels and the factors."""
        s = self.system
        return [*s.a, *s.lam, *s.delta, *self._scalars, *self._levels, *self._entries]

    @property
    def n_factors(self) -> int:
        """Number of entries of the factors."""
        return self._order.places[2]

    @cached_property
    def _order(self) -> BlockOrder:
        return self.system.order

    @cached_property
    def _levels(self) -> list[Node]:
        return [symbol(f"other levels of row {k}") for k in range(self.system.n_phi)]

    @cached_property
    def _entries(self) -> list[Node]:
        return [symbol(f"factor {k} of the tangent") for k in range(self.n_factors)]

    @cached_property
    def _sizes(self) -> RowSizes:
        return repeated_row_sizes(self.system)

    def _sheet(self, **vectors: Any) -> Sheet:
        s = self.system
        return Sheet(s, self._order, self._sizes, {"q": s.q, "u": s.u, **vectors})

    # ---- the programs

    @cached_property
    def factors(self) -> list[Any]:
        """Entries of the factors of W."""
        s = self.system
        sheet = self._sheet(a=s.a, lam=s.lam, scalars=self._scalars)
        c_q, c_u, kappa = (sheet.scalar("scalars", k) for k in range(3))
        a, rows = sheet.bodies("a"), [sheet.rows("lam"), sheet.weights(1.0, kappa)]
        own = sheet.of(s.bodies, _own_tangent, bodies=[a], scalars=[c_q, c_u])
        between = sheet.of(s.parts, _tangent, bodies=[a], rows=rows, scalars=[c_q, c_u])
        factors = sheet.factors([x[0] for x in own], between)
        return sheet.results("tangent_factors", _blocks(factors))

    @cached_property
    def predicted(self) -> list[Any]:
        """q ⊞ δ."""
        sheet = self._sheet(delta=self.system.delta)
        return sheet.results("predicted", sheet.of_coordinates(_moved(sheet, sheet.bodies("delta"))))

    @cached_property
    def other_levels(self) -> list[Any]:
        """s_a (J a − γ) + s_u ψ of rows of positions (m_phi,)."""
        s = self.system
        if not s.n_phi:
            return []
        sheet = self._sheet(a=s.a, scalars=self._scalars)
        shares = [sheet.scalar("scalars", k) for k in (3, 4)]
        values = sheet.of(s.parts, _other_levels, bodies=[sheet.bodies("a")], scalars=shares)
        return sheet.results("other_levels", sheet.along_rows([x[0] for x in values])[: s.n_phi])

    @cached_property
    def corrected(self) -> list[Any]:
        """q ⊞ c_q da; da; dλ; what is left of the rows, and zero, as in `NewmarkPrograms`."""
        s = self.system
        sheet = self._sheet(a=s.a, lam=s.lam, scalars=self._scalars, levels=self._levels, kept=self._entries)
        c_q, c_u, kappa, _, _, s_q = (sheet.scalar("scalars", k) for k in range(6))
        a, omega = sheet.bodies("a"), sheet.weights(1.0, kappa)
        # rows without position level have no other levels: what stands there is not read
        levels = sheet.scalar("levels", 0) + np.minimum(np.arange(len(s.lam)), max(0, s.n_phi - 1))
        rows = [sheet.rows("lam"), omega, levels if s.n_phi else omega]
        values = sheet.of(s.parts, _corrections, bodies=[a], rows=rows, scalars=[c_q, c_u, s_q])
        own = sheet.of(s.bodies, _own_residual, bodies=[a])
        residual = _summed(sheet, own, [x[:-3] for x in values])
        da = _negative(sheet, sheet.solved(sheet.kept("kept"), residual))
        q = _moved(sheet, sheet.scaled(da, c_q))

        # of each row −ω (s + J da), and what is left of it
        rows_of_parts = [x[-3:] for x in values]
        ends = sheet.each(_ends, rows_of_parts, bodies=[da], rows=[omega, sheet.switches, sheet.units])
        results = [sheet.of_coordinates(q), sheet.of_speeds(da)]
        if not len(s.lam):
            return sheet.results("correction", *results, sheet.zero(), sheet.zero())
        results.append(sheet.along_rows([x[0] for x in ends]))
        largest = np.array([sheet.largest([x[1] for x in ends])])
        return sheet.results("correction", *results, largest, sheet.zero())

    @cached_property
    def finished(self) -> list[Any]:
        """u, and the slopes q̇, a there, after projection of velocities and accelerations."""
        s = self.system
        sheet = self._sheet(a=s.a)
        u, a = sheet.bodies("u"), sheet.bodies("a")
        if len(s.lam):
            omega = sheet.weights(PROJECTION_PENALTY)
            rows, factors = self._heavy(sheet, omega)

            # velocities: ψ = 0
            psi = [x[1] for x in rows]
            push = sheet.each(_push, _beside(rows, psi), rows=[omega])
            for left in reversed(range(VELOCITY_PASSES if s.n_psi else 0)):
                du = self._pushed(sheet, factors, push)
                u = sheet.added(u, du)
                if left:
                    after = sheet.each(_after, _beside(rows, psi), bodies=[du], rows=[omega])
                    psi, push = [x[0] for x in after], [x[1:] for x in after]

            # accelerations: J a = γ
            gamma = [x[0] for x in sheet.of(s.parts, _gamma, u=u)]
            push = sheet.each(_acceleration_push, _beside(rows, gamma), bodies=[a], rows=[omega])
            a = sheet.added(a, self._pushed(sheet, factors, push))
        rates = sheet.along_bodies([x[0] for x in sheet.of(s.bodies, _rates, u=u)])
        return sheet.results("finished", sheet.of_speeds(u), sheet.of_coordinates(rates), sheet.of_speeds(a))

    @property
    def started(self) -> list[Any]:
        """Slopes q̇, a with constraints by the penalty, iterated; regular at singular positions too."""
        s = self.system
        sheet = self._sheet()
        omega = sheet.weights(START_PENALTY)
        rows, factors = self._heavy(sheet, omega)
        rates = sheet.along_bodies([x[0] for x in sheet.of(s.bodies, _rates)])
        gamma = [x[0] for x in sheet.of(s.parts, _gamma)]
        a = sheet.along_bodies([x[0] for x in sheet.of(s.bodies, _no_motion)])
        lam = sheet.along_rows([x[0] for x in sheet.of(s.parts, _no_multipliers)])
        for _ in range(START_PASSES):
            forces = sheet.each(_multipliers, _beside(rows, gamma), bodies=[a], rows=[lam, omega])
            along = sheet.along_rows([x[0] for x in forces])
            residual = _summed(
                sheet, sheet.of(s.bodies, _own_residual, bodies=[a]), sheet.of(s.parts, _residual, rows=[along])
            )
            a = sheet.added(a, _negative(sheet, sheet.solved(factors, residual)))
            changed = sheet.each(_multipliers, _beside(rows, gamma), bodies=[a], rows=[lam, omega])
            lam = sheet.along_rows([x[0] for x in changed])
        return sheet.results("started", sheet.of_coordinates(rates), sheet.of_speeds(a))

    @cached_property
    def valid(self) -> list[Any]:
        """State after one step of Newton's method towards φ = 0 and ψ = 0, nearest in the sense of M."""
        s = self.system
        sheet = self._sheet()
        nearest = sheet.along_bodies([x[0] for x in sheet.of(s.bodies, _projected)])
        if not s.n_psi:
            return [*sheet.results("nearest", sheet.of_coordinates(nearest)), *s.u]
        omega = sheet.weights(START_PENALTY)
        rows, factors = self._heavy(sheet, omega)

        # the rows at places that are valid by themselves, then at the new ones
        phi = [x[0] for x in sheet.of(s.parts, _phi_there, coordinates=[nearest])]
        q = _moved(sheet, self._pushed(sheet, factors, sheet.each(_push, _beside(rows, phi), rows=[omega])))
        psi = [x[0] for x in sheet.of(s.parts, _psi_there, coordinates=[q])]
        du = self._pushed(sheet, factors, sheet.each(_push, _beside(rows, psi), rows=[omega]))
        u = sheet.added(sheet.bodies("u"), du)
        return sheet.results("valid", sheet.of_coordinates(q), sheet.of_speeds(u))

    @property
    def first_multipliers(self) -> list[Any]:
        """λ from which the first step begins (m,): zero."""
        if not len(self.system.lam):
            return []
        sheet = self._sheet()
        zeros = sheet.along_rows([x[0] for x in sheet.of(self.system.parts, _no_multipliers)])
        return sheet.results("first_multipliers", zeros)

    # ---- their parts

    def _heavy(self, sheet: Sheet, omega: Vector) -> tuple[Results, BlockFactors]:
        """J and ψ of all parts, and factors of M + Jᵀ ω J."""
        s = self.system
        rows = sheet.of(s.parts, _rows)
        own = sheet.of(s.bodies, _own_inertia)
        between = sheet.each(_penalties, [x[:1] for x in rows], rows=[omega])
        return rows, sheet.factors([x[0] for x in own], between)

    def _pushed(self, sheet: Sheet, factors: BlockFactors, forces: Results) -> Vector:
        """What forces on the bodies of all parts change, beside inertia and the penalty of all rows."""
        s = self.system
        contributions = [
            (group.bodies[:, k], block)
            for group, blocks in zip(s.parts, forces, strict=True)
            for k, block in enumerate(blocks)
        ]
        total = sheet.summed(contributions, len(s.u_of))
        if (free := np.flatnonzero(total < 0)).size:
            # bodies that no part holds
            total[free] = sheet.along_bodies([x[0] for x in sheet.of(s.bodies, _no_motion)])[free]
        return sheet.solved(factors, total)


def _beside(rows: Results, values: Sequence[Blocks]) -> Results:
    """J of each part and values of its rows."""
    return [[x[0], y] for x, y in zip(rows, values, strict=True)]


def _blocks(factors: BlockFactors) -> list[Blocks]:
    return [Blocks(np.array([start]), size) for start, size in factors.parts]


def _summed(sheet: Sheet, own: Results, of_parts: Results) -> Vector:
    """A vector along the speeds: the sum of what bodies and parts contribute."""
    s = sheet.system
    contributions = [(g.bodies[:, 0], x[0]) for g, x in zip(s.bodies, own, strict=True)]
    for group, blocks in zip(s.parts, of_parts, strict=True):
        contributions += [(group.bodies[:, k], block) for k, block in enumerate(blocks)]
    return sheet.summed(contributions, len(s.u_of))


def _moved(sheet: Sheet, delta: Vector) -> Vector:
    """q ⊞ δ."""
    return sheet.along_bodies([x[0] for x in sheet.of(sheet.system.bodies, _moved_places, bodies=[delta])])


def _negative(sheet: Sheet, x: Vector) -> Vector:
    return sheet.by_size(_negated, x)


# ---- what one element contributes


def _own_inertia(kind: ElementKind) -> Form:
    return Form(kind.variables, [kind.M.to_array()])


def _own_tangent(kind: ElementKind) -> Form:
    c_q, c_u = _scalars(2)
    W = kind.M.plus(c_u, kind.damping).plus(c_q, kind.stiffness)
    return Form([*kind.variables, *kind.a, c_q, c_u], [W.to_array()])


def _tangent(kind: ElementKind) -> Form:
    """Its share of W, block by block."""
    (c_q, c_u), omega = _scalars(2), _of_rows("ω", kind)
    W = kind.damping.mapped(lambda x: c_u * x).plus(c_q, kind.stiffness).plus_products(kind.J.T, omega, kind.J)
    return Form([*kind.variables, *kind.a, *kind.lam, *omega, c_q, c_u], _cut(W.to_array(), kind))


def _own_residual(kind: ElementKind) -> Form:
    return Form([*kind.variables, *kind.a], [kind.residual])


def _residual(kind: ElementKind) -> Form:
    return Form([*kind.variables, *kind.lam], _cut_vector(kind.residual, kind))


def _corrections(kind: ElementKind) -> Form:
    """Its share of r with λ − ω s, then J, s, and what is left of rows at their own level, as accelerations."""
    (c_q, c_u, s_q), omega, levels = _scalars(3), _of_rows("ω", kind), _of_rows("other level", kind)
    missing = products(kind.J, kind.a) - kind.gamma
    s, left = [], []
    for phi, psi, level, rest in zip(kind.phi, kind.psi, levels, missing, strict=True):
        s.append(level + s_q * phi if phi is not None else psi / c_u if psi is not None else rest)
        left.append(phi / c_q if phi is not None else s[-1])
    lam = kind.lam - np.array(omega, dtype=object) * np.array(s, dtype=object)
    r = np.asarray(substitute(kind.residual, dict(zip(kind.lam, lam, strict=True))), dtype=object)
    variables = [*kind.variables, *kind.a, *kind.lam, *omega, *levels, c_q, c_u, s_q]
    return Form(
        variables,
        [*_cut_vector(r, kind), kind.J.to_array(), np.array(s, dtype=object), np.array(left, dtype=object)],
    )


def _other_levels(kind: ElementKind) -> Form:
    s_a, s_u = _scalars(2)
    missing = products(kind.J, kind.a) - kind.gamma
    values = [
        0.0 if phi is None else s_a * x + s_u * psi
        for phi, psi, x in zip(kind.phi, kind.psi, missing, strict=True)
    ]
    return Form([*kind.variables, *kind.a, s_a, s_u], [np.array(values, dtype=object)])


def _rows(kind: ElementKind) -> Form:
    """J, and ψ, which is zero of rows that are of accelerations alone."""
    return Form(kind.variables, [kind.J.to_array(), _or_zero(kind.psi)])


def _gamma(kind: ElementKind) -> Form:
    return Form(kind.variables, [kind.gamma])


def _rates(kind: ElementKind) -> Form:
    return Form(kind.variables, [kind.rates])


def _projected(kind: ElementKind) -> Form:
    return Form(kind.variables, [kind.projected])


def _moved_places(kind: ElementKind) -> Form:
    return Form([*kind.variables, *kind.delta], [kind.moved])


def _no_motion(kind: ElementKind) -> Form:
    return Form(kind.variables, [np.zeros(len(kind.u))])


def _no_multipliers(kind: ElementKind) -> Form:
    return Form(kind.variables, [np.zeros(len(kind.lam))])


def _phi_there(kind: ElementKind) -> Form:
    return _there(kind, _or_zero(kind.phi))


def _psi_there(kind: ElementKind) -> Form:
    return _there(
        kind,
        _or_zero(
            [None if phi is None and psi is None else psi for phi, psi in zip(kind.phi, kind.psi, strict=True)]
        ),
    )


def _there(kind: ElementKind, y: Array) -> Form:
    """y at other coordinates, to first order."""
    there = [symbol(f"coordinate {k} there") for k in range(len(kind.q))]
    change = directional(y, {x: new - x for x, new in zip(kind.q, there, strict=True)})
    return Form([*kind.variables, *there], [np.asarray(y + change, dtype=object)])


def _or_zero(values: Sequence[Any]) -> Array:
    return np.array([0.0 if x is None else x for x in values], dtype=object)


def _scalars(n: int) -> list[Node]:
    return [symbol(f"number {k} of all elements") for k in range(n)]


def _of_rows(what: str, kind: ElementKind) -> list[Node]:
    return [symbol(f"{what} of row {k} of the element") for k in range(len(kind.lam))]


def _ends_of(kind: ElementKind) -> list[int]:
    return [0, *np.cumsum(kind.sizes).tolist()]


def _cut_vector(y: Array, kind: ElementKind) -> list[Array]:
    """A vector along the speeds of an element, body by body."""
    ends = _ends_of(kind)
    return [y[i:j] for i, j in pairwise(ends)]


def _cut(A: Array, kind: ElementKind) -> list[Array]:
    """A matrix along the speeds of an element, block by block."""
    ends = _ends_of(kind)
    spans = [slice(i, j) for i, j in pairwise(ends)]
    return [A[rows, columns] for rows in spans for columns in spans]


# ---- functions of J (m, n) and of values of rows, for (m, sizes of the bodies, …)


def _parts(
    form: Any, arrays: Sequence[Array], n_known: int
) -> tuple[Array, list[Array], list[Array], list[Array]]:
    """J, other results, vectors along the speeds, and vectors along the rows."""
    m, sizes, n_bodies, n_rows, _ = form
    J = arrays[0].reshape(m, sum(sizes))
    rest = list(arrays[n_known:])
    k = n_bodies * len(sizes)
    bodies = [np.concatenate(rest[i : i + len(sizes)]) for i in range(0, k, len(sizes))]
    rows = (
        [np.concatenate([np.zeros(0), *rest[i : i + m]]) for i in range(k, k + n_rows * m, m)]
        if m
        else [np.zeros(0)] * n_rows
    )
    return J, list(arrays[1:n_known]), bodies, rows


def _split(y: Array, form: Any) -> list[Array]:
    ends = [0, *np.cumsum(form[1]).tolist()]
    return [y[i:j] for i, j in pairwise(ends)]


def _penalties(form: Any, *arrays: Array) -> list[Any]:
    J, _, _, (omega,) = _parts(form, arrays, 1)
    W = J.T @ (omega[:, np.newaxis] * J) if len(J) else np.zeros((J.shape[1], J.shape[1]))
    ends = [0, *np.cumsum(form[1]).tolist()]
    spans = [slice(i, j) for i, j in pairwise(ends)]
    return [W[rows, columns] for rows in spans for columns in spans]


def _push(form: Any, *arrays: Array) -> list[Any]:
    """−Jᵀ ω y."""
    J, (y,), _, (omega,) = _parts(form, arrays, 2)
    return _split(-(J.T @ (omega * y)), form)


def _acceleration_push(form: Any, *arrays: Array) -> list[Any]:
    """−Jᵀ ω (J a − γ)."""
    J, (gamma,), (a,), (omega,) = _parts(form, arrays, 2)
    return _split(-(J.T @ (omega * (J @ a - gamma))), form)


def _after(form: Any, *arrays: Array) -> list[Any]:
    """y + J du, and −Jᵀ ω times that."""
    J, (y,), (du,), (omega,) = _parts(form, arrays, 2)
    left = y + J @ du
    return [left, *_split(-(J.T @ (omega * left)), form)]


def _multipliers(form: Any, *arrays: Array) -> list[Any]:
    """λ + ω (γ − J a)."""
    J, (gamma,), (a,), (lam, omega) = _parts(form, arrays, 2)
    return [lam + omega * (gamma - J @ a)]


def _ends(form: Any, *arrays: Array) -> list[Any]:
    """−ω (s + J da), and on |y + J da| beside the usual size of J."""
    J, (s, left), (da,), (omega, on, units) = _parts(form, arrays, 3)
    J_da = J @ da
    return [-omega * (s + J_da), [abs(x) for x in on * (left + J_da) / units]]


def _negated(x: Array) -> list[Any]:
    return [-x]
