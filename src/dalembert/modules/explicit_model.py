"""The explicit model of a tree of systems: every rate and every acceleration as a plain expression.

a = S z + e with (Sᵀ M S) z = Sᵀ (f − M e): S and e are those of the tree, with complements solved in symbols, and
z is solved in symbols too, block by block. The result is compared with numbers.
"""

from __future__ import annotations

import time as clock
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from dalembert.arrays import Array, Vector
from dalembert.errors import FormulationError
from dalembert.expr.node import Expression, Node, Scalar, inputs_of
from dalembert.expr.rewrite import Substitution, evaluate
from dalembert.expr.sparse_matrix import products
from dalembert.expr.symbol_nodes import symbol
from dalembert.modules.admissible_states import LARGEST
from dalembert.modules.chosen_variables import chosen_variables
from dalembert.modules.explicit_lines import ExplicitLines, variable_divisors
from dalembert.modules.explicit_tree import plain_tree
from dalembert.modules.labelled_matrix import LabelledMatrix, labelled_column
from dalembert.modules.plain_solves import without_solves
from dalembert.modules.singular_choices import short_denominators, told
from dalembert.modules.symbolic_solution import SymbolicSolver
from dalembert.modules.system_node import SystemNode
from dalembert.modules.timed_shortening import TimedShortening
from dalembert.modules.vanishing import states_of, vanishing
from dalembert.modules.written_system import WrittenSystem, rate_lines, written_system
from dalembert.modules.written_zeros import remarks_on_zeros
from dalembert.symbolic.equation_text import LONGEST
from dalembert.symbolic.named_parts import named_parts, part_number
from dalembert.symbolic.short_forms import written_sizes
from dalembert.symbolic.simplify import checked_time_limit
from dalembert.symbolic.sympy_types import SympyExpr
from dalembert.symbolic.to_sympy import to_sympy

AGREEMENT = 1e-10
"""Difference to numbers, beside the largest acceleration, that an explicit model may have."""

WORST = 1e12
"""Condition beyond which a state says nothing about digits."""

LOST = 1e-14
"""Digits that a state costs, for each unit of its condition: rounding, with a few operations."""

SHARE_BEFORE_WRITING = 0.5
"""Part of the time for short forms before the lines are written."""


@dataclass(frozen=True, eq=False, repr=False)
class ExplicitModel:
    """Rates and accelerations of a tree as plain expressions: `text()`, `latex()`, `to_sympy()`."""

    rates: Mapping[str, Scalar]
    """Rates of all coordinates and speeds, by name."""

    accelerations: Mapping[str, Scalar]
    """Variables of the highest order, by name."""

    vanishing: tuple[Scalar, ...]
    """Denominators that are zero in some state: there the independent variables do not determine the others, or
    speeds not the rates of coordinates."""

    system: WrittenSystem
    """Lines to be read: those that are too long are cut into parts with names."""

    @property
    def note(self) -> str:
        """Remarks for the reader, such as that time ran out."""
        return self.system.note

    @property
    def finished(self) -> bool:
        """Whether a simplification tried everything in time."""
        return self.system.finished

    def text(self) -> str:
        """One line for each rate that is no speed, and for each acceleration."""
        return self.system.text()

    def latex(self) -> str:
        """The lines in LaTeX, as one system."""
        return self.system.latex()

    def to_sympy(self) -> dict[str, SympyExpr]:
        """Rates and accelerations as SymPy's expressions by name, not cut: rates of speeds under the speeds."""
        names = list(self.rates)
        return dict(
            zip(names, to_sympy(np.array([self.rates[name] for name in names], dtype=object)), strict=True)
        )

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<ExplicitModel of {', '.join(self.accelerations)}>"

    def _repr_html_(self) -> str:
        return self.system.html()

    def _repr_latex_(self) -> str:
        return self.system._repr_latex_()


def explicit_model(
    node: SystemNode,
    simplify: float | None = None,
    *,
    dependent: Mapping[str, Scalar] | None = None,
    variables: Iterable[str] | None = None,
) -> ExplicitModel:
    """Every rate and acceleration of a tree, simplified for at most so many seconds if a time is given.

    dependent: expressions that take the place of coordinates or speeds, by name; refused where they do not hold.
    variables: speeds that all others are written in, as far as the rows determine them.
    """
    if rows := node.reaction_rows:
        raise FormulationError(
            f"{node.name}: its forces depend on the multiplier of {rows[0]!r}, so accelerations have no plain "
            "expressions; node.reading() has the laws, and node.equations solves them"
        )
    if simplify is not None:
        checked_time_limit(simplify)
    start = clock.thread_time()
    half = start + SHARE_BEFORE_WRITING * (simplify or 0.0)
    solver = SymbolicSolver(node.name, TimedShortening(half))
    tree = plain_tree(node, solver)
    chosen = chosen_variables(node, tree, dependent, variables)
    below = {x: y for x, y in chosen.places.items() if x not in set(node.kinematics.highest)}
    solved = _accelerations(node, tree, solver, Substitution(below))
    values = solved.values
    accelerations = dict(zip(node.labels, values, strict=True))
    n_compared = check_numbers(node, values, chosen.states)
    if solved.lines != tuple(zip(solved.a, values, strict=True)):
        check_numbers(node, solved.written_out, chosen.states)

    put = Substitution({**below, **dict(zip(node.kinematics.highest, values, strict=True))})
    _check_rates(node, chosen.states)
    rates = {name: put(rate) for name, rate in node.rates.items()}
    short, n_long = short_denominators(solver)
    of_rates = variable_divisors(rates[name] for name in node.coordinates)
    zeros = vanishing(node, [*short, *sorted((x for x in of_rates if isinstance(x, Node)), key=repr)])
    notes: list[str] = []
    if n_long:
        notes.append(f"Zeros were not looked for in long denominators: {n_long} of them.")
    if not node.admissible_states and len(node.kinematics.coordinates) <= LARGEST:
        notes.append("No state was found in which all constraints hold.")
    if not n_compared:
        notes.append("Nothing was compared with numbers: every state that was tried is singular.")
    if variables is None and solved.is_long and (speeds := _dependent_speeds(node, solved)):
        notes.append(
            f"Speeds that follow from others stand in it, such as {told(node, speeds[:1])}; "
            "variables=node.independent puts them in."
        )
    left = None if simplify is None else max(simplify - (clock.thread_time() - start), 0.1 * simplify)
    shown = [(x, put(y)) for x, y in rate_lines(node)]
    lines, n_parts = _lines(shown, solved.lines)
    system = written_system(node, lines, left, total=simplify, n_parts=n_parts, notes=notes)
    if zeros:
        remarks = remarks_on_zeros(node, system, zeros)
        system = replace(system, note=" ".join([*remarks, system.note]).strip())
    return ExplicitModel(rates, accelerations, tuple(zeros), system)


def _accelerations(node: SystemNode, tree: SystemNode, solver: SymbolicSolver, put: Substitution) -> ExplicitLines:
    """a = S z + e (n,), in the order of the labels, with expressions put in place of dependent variables."""
    labels, shorten = node.labels, solver.shorten

    def plain(X: Array) -> Array:
        return without_solves(put(X.astype(object)).ravel(), solver).reshape(X.shape)

    S = shorten(plain(tree.S.to_array(labels)))
    e = shorten(plain(tree.particular(-node.full_b).expanded(labels, ("",))[:, 0]))
    A, b = plain(node.full_A.to_array(columns=labels)), plain(node.full_b.to_array()[:, 0])
    free = [labels.index(name) for name in tree.S.columns]

    def lines(values: Array) -> ExplicitLines:
        return ExplicitLines(node.kinematics.highest, values, S, e, free, A, b)

    if not free:
        return lines(e)
    M = plain(node.M.to_array(labels, labels))
    f = plain(node.forces.to_array(labels)[:, 0])
    M_bar = shorten(products(S.T, products(M, S)))
    h_bar = shorten(products(S.T, f - products(M, e)))
    z = shorten(solver.solve(M_bar, h_bar[:, None])[:, 0])
    return lines(shorten(products(S, z) + e))


def _dependent_speeds(node: SystemNode, solved: ExplicitLines) -> tuple[Node, ...]:
    """Speeds in long lines that are no independent ones."""
    present = set(inputs_of([x for _, x in solved.lines if isinstance(x, Expression)]))
    return tuple(
        x for name in node.kinematics.speeds if name not in node.independent and (x := symbol(name)) in present
    )


def _lines(
    rates: list[tuple[Scalar, Scalar]], accelerations: Sequence[tuple[Scalar, Scalar]]
) -> tuple[list[tuple[Scalar, Scalar]], int]:
    """Rates and accelerations, after the parts that have names if something is too long."""
    left, right = (
        (list(side) for side in zip(*rates, *accelerations, strict=True)) if rates or accelerations else ([], [])
    )
    parts: tuple[tuple[Node, Scalar], ...] = ()
    if max(written_sizes(right), default=0) > LONGEST:
        cut = named_parts(right)
        parts, right = cut.parts, list(cut.expressions)
    n = max((part_number(name) for name, _ in parts), default=0)
    # parts stand before what they are parts of
    first = len(rates) if max(written_sizes([y for _, y in rates]), default=0) <= LONGEST else 0
    lines = list(zip(left, right, strict=True))
    return [*lines[:first], *parts, *lines[first:]], n


# ---- numbers


def check_numbers(node: SystemNode, values: Array, states: list[dict[Node, float]]) -> int:
    """Refuse accelerations that differ from numbers in these states, or in any if there are none.

    Returns in how many states they were compared: not in those that are singular.
    """
    A, b = node.full_A.to_array(columns=node.labels), node.full_b.to_array()
    M, f = node.M.to_array(node.labels, node.labels), node.forces.to_array(node.labels)
    every = [*values, *A.flat, *b.flat, *M.flat, *f.flat]
    n_compared = 0
    for state in states_of(states, every):
        number = _Numbers(state)
        expected, condition = _numeric_accelerations(node, number)
        if not condition < WORST:
            continue
        n_compared += 1
        off = np.abs(number(values) - expected).max(initial=0.0)
        if not off <= max(AGREEMENT, LOST * condition) * (1.0 + np.abs(expected).max(initial=0.0)):
            raise FormulationError(
                f"{node.name}: its explicit model is off by {off:.2g} in a state that was tried, where a "
                "denominator may vanish; name other independent variables"
            )
    return n_compared


def _check_rates(node: SystemNode, states: list[dict[Node, float]]) -> None:
    """Refuse plain rates that differ from those that are solved with pivots, in these states."""
    pivoted, plain = (list(x.values()) for x in (node.kinematics.rates, node.rates))
    both = np.array([pivoted, plain], dtype=object)
    for state in states_of(states, list(both.flat)):
        expected, values = _Numbers(state)(both)
        if not np.abs(values - expected).max(initial=0.0) <= AGREEMENT * (1.0 + np.abs(expected).max(initial=0.0)):
            raise FormulationError(
                f"{node.name}: its rates as plain expressions differ from those by its relations in a state that "
                "was tried, where a denominator may vanish; give rates instead of relations"
            )


class _Numbers:
    """Numbers of arrays in a state."""

    def __init__(self, state: Mapping[Node, float]) -> None:
        self._state = state

    def __call__(self, X: Array) -> Vector:
        return np.asarray(evaluate(np.array(X, dtype=object), self._state), dtype=float)

    def of(
        self, X: LabelledMatrix, rows: Sequence[str] | None = None, columns: Sequence[str] | None = None
    ) -> Vector:
        """Numbers of a matrix, for these rows and columns."""
        return self(X.to_array(rows, columns))


def _numeric_accelerations(node: SystemNode, number: _Numbers) -> tuple[Vector, float]:
    """Accelerations by pivoted elimination at one state, and the condition of what was solved."""
    labels = node.labels
    A, b = number.of(node.full_A, None, labels), number.of(node.full_b)[:, 0]
    M, f = number.of(node.M, labels, labels), number.of(node.forces, labels)[:, 0]
    if not node.has_dependent_rows and not any(x.complement.allows_incompatible_rows for x in node.nodes()):
        m = len(A)
        K = np.block([[M, A.T], [A, np.zeros((m, m))]]) if m else M
        x, condition = _solved(K, np.concatenate([f, -b]))
        return x[: len(f)], condition
    right = labelled_column(dict(zip(node.full_b.rows, -b, strict=True)))
    e, S = number.of(node.particular(right), labels)[:, 0], number.of(node.S, labels)
    z, condition = _solved(S.T @ M @ S, S.T @ (f - M @ e))
    return e + S @ z, condition


def _solved(K: Array, r: Vector) -> tuple[Vector, float]:
    """x with K x = r, and the condition of K with rows of size one; infinite where there is no x."""
    if not len(K):
        return np.zeros(0), 1.0
    if not np.isfinite(K).all() or not np.isfinite(r).all():
        return np.full(len(r), np.nan), np.inf
    sizes = np.maximum(np.abs(K).max(axis=1, keepdims=True, initial=0.0), 1e-300)
    condition = float(np.linalg.cond(K / sizes))
    if not condition < WORST:
        return np.full(len(r), np.nan), np.inf
    return np.linalg.solve(K / sizes, r / sizes[:, 0]), condition
