"""Goals as rows without multipliers: differentiated until inputs appear."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.equations import Equations
from dalembert.equations.solution import Solution
from dalembert.equations.variables import helper_variables
from dalembert.errors import FormulationError, ModelError
from dalembert.expr.calculus import DerivativeSweep, jacobian, time_derivative
from dalembert.expr.node import Expression, Node, Scalar, inputs_of, name_of
from dalembert.expr.rewrite import substitute
from dalembert.expr.sparse_matrix import products
from dalembert.expr.trial_numbers import finite_samples
from dalembert.memo import Key
from dalembert.model.servo import Servo
from dalembert.rank import NOISE, ROUNDING, row_scales
from dalembert.servo.goal_smoothness import check_smooth

_ZERO = 16.0 * NOISE
"""Slope beside those of accelerations that is none."""

MOST_DERIVATIVES = 8
"""More than any flat output of a mechanism needs; the expressions grow with each."""

Expressions = TypeVar("Expressions", Scalar, Array)
"""An expression or an array of them, which stays what it is."""


@dataclass(frozen=True, eq=False)
class GoalRow:
    """One scalar goal e, and its derivatives up to the one in which inputs appear."""

    name: str
    goal: Servo
    errors: tuple[Scalar, ...]
    """e, ė, … up to the order k − 1: functions of the state."""

    highest: Scalar
    """e⁽ᵏ⁾ in terms of the state, τ, and variables for u̇, ż and λ."""

    @property
    def order(self) -> int:
        """How often it is differentiated until inputs appear."""
        return len(self.errors)


@dataclass(frozen=True, eq=False)
class GoalRows:
    """The rows of all goals, those of a lower priority number first, strict ones before soft ones."""

    rows: tuple[GoalRow, ...]
    solution: Solution
    """The passive one."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the rows."""
        return tuple(row.name for row in self.rows)

    @property
    def strict(self) -> list[int]:
        """Numbers of the rows that must be met."""
        return [i for i, row in enumerate(self.rows) if row.goal.is_strict]

    def residual(self, a: Array) -> Array:
        """e⁽ᵏ⁾ + g₁ e⁽ᵏ⁻¹⁾ + … + gₖ e (m,), which goals want to be zero, with these accelerations."""
        highest = _array(row.highest for row in self.rows)
        return substitute(highest, self._rates(a)) + self._decay

    def _rates(self, a: Array) -> dict[Node, Scalar]:
        """Expressions for the variables u̇, ż and λ, with these accelerations."""
        eom, solution = self.solution.equations, self.solution
        pairs = [zip(eom.a, a, strict=True), zip(state_rates(eom), solution.h, strict=True)]
        if self.has_multipliers:
            pairs.append(zip(eom.lam, solution.multipliers, strict=True))
        return {x: y for pair in pairs for x, y in pair}

    @property
    def has_multipliers(self) -> bool:
        """Whether reactions stand in goals."""
        lam = set(self.solution.equations.lam)
        return not lam.isdisjoint(inputs_of(x.highest for x in self.rows if isinstance(x.highest, Expression)))

    def slopes(self, a: Array) -> Array:
        """S (m, n): slopes of the residuals by each input."""
        eom = self.solution.equations
        highest = _array(row.highest for row in self.rows)
        rates = self._rates(a)
        if 2 * len(self.rows) <= len(eom.tau):
            return jacobian(substitute(highest, rates), eom.tau, DerivativeSweep.BACKWARD)
        # rates and multipliers carry what inputs do
        by_rates = jacobian(highest, list(rates))
        of_rates = jacobian(_array(rates.values()), eom.tau, DerivativeSweep.FORWARD)
        S = np.array([products(of_rates.T, row) for row in by_rates], dtype=object).reshape(len(highest), -1)
        return substitute(S + jacobian(highest, eom.tau), rates)

    @property
    def terms(self) -> Array:
        """Slopes of the highest derivatives by the rate of each speed (m, nu)."""
        eom = self.solution.equations
        return jacobian(_array(row.highest for row in self.rows), eom.a)

    @property
    def _decay(self) -> Array:
        """g₁ e⁽ᵏ⁻¹⁾ + … + gₖ e (m,)."""
        decay = np.full(len(self.rows), 0.0, dtype=object)
        for goal in dict.fromkeys(row.goal for row in self.rows):
            numbers = [i for i, row in enumerate(self.rows) if row.goal is goal]
            for i, sum_of in zip(numbers, _decays(goal, [self.rows[i] for i in numbers]), strict=True):
                decay[i] = sum_of
        return decay


def _decays(goal: Servo, rows: Sequence[GoalRow]) -> list[Scalar]:
    """g₁ e⁽ᵏ⁻¹⁾ + … + gₖ e of the rows of one goal; a matrix of gains needs errors of one order."""
    orders = {row.order for row in rows}
    if len(orders) > 1:
        if goal.gains is not None:
            raise FormulationError(
                f"inputs appear in the expressions of {goal.label} at different orders, {sorted(orders)}: give it "
                "a rate or a time of settling, or make it several goals"
            )
        return [
            sum(
                float(g[0, 0]) * e
                for g, e in zip(goal.gains_of_order(row.order), reversed(row.errors), strict=True)
            )
            for row in rows
        ]
    decays: list[Scalar] = [0.0] * len(rows)
    for k, gain in enumerate(goal.gains_of_order(rows[0].order), 1):
        for i in range(len(rows)):
            for j, row in enumerate(rows):
                if gain[i, j] != 0.0:
                    decays[i] = decays[i] + float(gain[i, j]) * row.errors[row.order - k]
    return decays


def state_rates(equations: Equations) -> Array:
    """Variables for ż (nz,)."""
    return helper_variables((f"{name}'" for name in equations.states), equations.taken_names)


_ORDERS: Key[list[int]] = Key("orders of goals")


def goal_rows(solution: Solution, goals: Sequence[Servo]) -> GoalRows:
    """The rows of goals over a passive solution; the orders are those of the equations."""
    eom = solution.equations
    if not eom.inputs:
        raise FormulationError(
            f"there is no input that could meet {goals[0].label}; give the model a Motor or an Input"
        )
    ordered = sorted(goals, key=lambda goal: (goal.priority, not goal.is_strict))
    named = [(name, goal) for goal in ordered for name in goal.row_names]
    entries = _array(expression for goal in ordered for expression in goal.rows)
    expressions = list(np.asarray(solution.unsolved.resolve(entries), dtype=object))
    owners = [goal for _, goal in named]
    _check_symbols(eom, owners, expressions)
    orders = eom.memo.get(_ORDERS.of(*ordered), lambda: _orders(solution, owners, expressions))
    entries_with_orders = zip(named, expressions, orders, strict=True)
    rows = [_differentiated(solution, name, goal, x, order) for (name, goal), x, order in entries_with_orders]
    return GoalRows(tuple(rows), solution)


def _check_symbols(eom: Equations, goals: Sequence[Servo], expressions: Sequence[Scalar]) -> None:
    """Raise if a goal depends on a symbol that has no value."""
    variables = {*eom.q, *eom.u, *eom.z, *eom.tau, *eom.a, *eom.lam}
    for goal, expression in zip(goals, expressions, strict=True):
        used = inputs_of([expression]) if isinstance(expression, Expression) else ()
        if unknown := [x for x in used if x.op == "symbol" and x not in variables]:
            name = name_of(unknown[0])
            raise ModelError(
                f"{goal.label} depends on the symbol {name!r}, which has no value; use param({name!r}, value)"
            )


def _differentiated(solution: Solution, name: str, goal: Servo, expression: Scalar, order: int) -> GoalRow:
    errors: list[Scalar] = []
    highest = _with_rates(solution, expression) if order else expression
    for _ in range(order):
        errors.append(_without_inputs(solution, highest))
        highest = _rate(solution.equations, errors[-1])
        # below the highest order, rates are those of the motion
        if len(errors) < order:
            highest = _with_rates(solution, highest)
    return GoalRow(name, goal, tuple(errors), highest)


def _orders(solution: Solution, goals: Sequence[Servo], expressions: Sequence[Scalar]) -> list[int]:
    """How often each expression must be differentiated until inputs appear in it, in general."""
    orders: dict[int, int] = {}
    _check_not_held(solution, goals, expressions)
    units = _units(solution.equations, expressions)
    current = dict(enumerate(_with_rates(solution, _array(expressions))))
    for order in range(MOST_DERIVATIVES + 1):
        for i in _with_inputs(solution, current, units):
            check_smooth(goals[i], expressions[i], order)
            orders[i] = order
            del current[i]
        if not current:
            return [orders[i] for i in range(len(expressions))]
        rates = _rate(solution.equations, _array(_without_inputs(solution, y) for y in current.values()))
        current = dict(zip(current, _with_rates(solution, rates), strict=True))
        if still := [i for i, y in current.items() if not isinstance(y, Expression)]:
            raise _out_of_reach(solution, goals[still[0]])
    raise _out_of_reach(solution, goals[next(iter(current))])


def _check_not_held(solution: Solution, goals: Sequence[Servo], expressions: Sequence[Scalar]) -> None:
    """Raise if constraints fix how fast a goal changes, in all states: rounding would pass for what inputs do."""
    eom = solution.equations
    # what moves with inputs, or with states that are inputs, is not held
    moving = np.concatenate([eom.z, eom.tau])
    rows = zip(eom.rows, eom.J, eom.gamma, strict=True)
    J = [x for row, x, y in rows if row.name not in solution.left_out and not _inputs_in(y, moving)]
    if not J:
        return
    of_speeds = jacobian(_array(expressions), eom.u)
    ways = [row if any(isinstance(x, Expression) or x for x in row) else None for row in of_speeds]
    rates = jacobian(_rate(eom, _array(expressions)), eom.u)
    P = np.array([rates[i] if way is None else way for i, way in enumerate(ways)], dtype=object)
    samples = finite_samples(np.concatenate([P, J]))
    n = len(P)
    held = [all(_is_combination(x[i], x[n:]) for x in samples) for i in range(n)] if samples else []
    if numbers := [i for i, is_held in enumerate(held) if is_held]:
        raise _out_of_reach(solution, goals[numbers[0]])


def _is_combination(way: Array, rows: Array) -> bool:
    """Whether a way along the speeds is one of rows, or of several of them."""
    scaled = rows / row_scales(rows)[:, None]
    left = way - scaled.T @ np.linalg.lstsq(scaled.T, way, rcond=ROUNDING.distance)[0]
    return bool(way.any() and np.abs(left).max() <= ROUNDING.distance * np.abs(way).max())


def _units(eom: Equations, expressions: Sequence[Scalar]) -> Array:
    """How much each expression changes with what it depends on (m,): goals may be in any units."""
    variables = np.concatenate([eom.q, eom.u, eom.z, eom.a, eom.tau])
    samples = finite_samples(jacobian(_array(expressions), variables))
    sizes = np.max([np.abs(x).max(axis=1, initial=0.0) for x in samples] or [np.ones(len(expressions))], axis=0)
    return np.where(sizes > 0.0, sizes, 1.0)


def _out_of_reach(solution: Solution, goal: Servo) -> FormulationError:
    names = ", ".join(solution.equations.inputs)
    held = " constraints hold it, or" if solution.equations.rows else ""
    return FormulationError(
        f"no input can act on {goal.label}:{held} none of {names} appears in it, however often it is "
        "differentiated; take another goal, or give the model an input that moves it"
    )


def _rate(eom: Equations, y: Expressions) -> Expressions:
    """dy/dt, with variables for u̇ and ż."""
    rates = {
        **dict(zip(eom.q, eom.rates, strict=True)),
        **dict(zip(eom.u, eom.a, strict=True)),
        **dict(zip(eom.z, state_rates(eom), strict=True)),
    }
    return time_derivative(y, rates)


def _with_rates(solution: Solution, y: Expressions) -> Expressions:
    """An expression, or an array, with u̇, ż and λ as they follow from the state and the inputs."""
    eom = solution.equations
    used = set(inputs_of(x for x in np.asarray(y, dtype=object).ravel() if isinstance(x, Expression)))
    rates = dict(zip(state_rates(eom), solution.h, strict=True))
    rates |= dict(zip(eom.a, solution.accelerations, strict=True))
    if not used.isdisjoint(eom.lam):
        rates |= dict(zip(eom.lam, solution.multipliers, strict=True))
    return substitute(y, rates)


def _without_inputs(solution: Solution, y: Scalar) -> Scalar:
    """An expression that does not depend on inputs, though they may stand in it."""
    tau = solution.equations.tau
    return substitute(y, dict.fromkeys(tau, 0.0)) if _inputs_in(y, tau) else y


def _with_inputs(solution: Solution, expressions: Mapping[int, Scalar], units: Array) -> list[int]:
    """Numbers of expressions that depend on inputs, whose slopes are not zero wherever nothing is aligned."""
    tau = solution.equations.tau
    candidates = [i for i, y in expressions.items() if _inputs_in(y, tau)]
    if not candidates:
        return []
    slopes = jacobian(_array(expressions[i] for i in candidates), tau)
    # sizes of parts that may cancel: how accelerations change
    sizes = jacobian(np.asarray(solution.accelerations, dtype=object), tau, DerivativeSweep.FORWARD)
    samples = finite_samples(np.concatenate([slopes, sizes]))
    if not samples:
        return candidates
    n, scales = len(candidates), units[candidates]
    acting = [
        np.abs(x[:n]).max(axis=1) > _ZERO * scales * max(np.abs(x[n:]).max(initial=0.0), 1e-30) for x in samples
    ]
    return [i for i, is_there in zip(candidates, np.any(acting, axis=0), strict=True) if is_there]


def _inputs_in(y: Scalar, tau: Array) -> list[Node]:
    used = set(inputs_of([y])) if isinstance(y, Expression) else set()
    return [x for x in tau if x in used]


def _array(values: Iterable[Scalar]) -> Array:
    entries = list(values)
    result = np.empty(len(entries), dtype=object)
    result[:] = entries
    return result
