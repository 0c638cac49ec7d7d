"""Which inputs meet the goals, where several do: choices, each with its own options."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import groupby
from math import isfinite
from numbers import Real
from operator import and_
from typing import Any

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.solution import Solution
from dalembert.errors import FormulationError, ModelError
from dalembert.expr.box_minimum import least_between
from dalembert.expr.functions import absolute_value, equal, maximum, minimum, sqrt, where
from dalembert.expr.least_squares import least_squares
from dalembert.expr.node import Expression, Scalar, TruthNode
from dalembert.expr.rewrite import substitute
from dalembert.expr.root import root_of
from dalembert.expr.scalar import is_zero
from dalembert.expr.sparse_matrix import products
from dalembert.expr.symbol_nodes import symbol
from dalembert.name_checks import checked_names
from dalembert.number_checks import checked_number, told
from dalembert.rank import LAST_DIGITS, ROUNDING, SINGULAR
from dalembert.servo.full_actuation import ChosenAccelerations, chosen_accelerations
from dalembert.servo.goal_rows import GoalRow, GoalRows
from dalembert.servo.orthogonal_rows import OrthogonalRows, alarm_unless, dot

_NO_LIMITS = (-1e200, 1e200)

_SMALL = 1e-9
"""Weight of inputs beside goals where limits are looked for: of those that meet goals, the least are taken."""

_PASSES = 2
"""How often inputs that go beyond a limit are put there, once soft goals count beside strict ones only."""

_SOFT = 1e-3
"""Factor of soft goals beside strict ones."""

MET = SINGULAR.distance
"""How much of the terms of a goal may be left if it counts as met."""


@dataclass(frozen=True, eq=False)
class Demand:
    """Demand of goals on the inputs: S δ = −r for the change δ of what is given to them."""

    rows: GoalRows
    tau: Array
    """Variables for what is given to the inputs (n,)."""

    r: Array
    """Residuals of the goals with that (m,)."""

    S: Array
    """Slopes of the residuals by each input (m, n)."""

    sizes: Array
    """Sums of the sizes of terms of r (m,), which tell what rounding is."""

    is_affine: bool

    @property
    def solution(self) -> Solution:
        """The passive one."""
        return self.rows.solution


class Realisation(ABC):
    """A choice among the inputs that meet the goals."""

    @abstractmethod
    def inputs(self, demand: Demand) -> tuple[Array, Scalar]:
        """τ (n,), and zero, which is not a number where strict goals cannot be met."""

    def hold(self, demand: Demand) -> tuple[Array, Array]:
        """How inputs act on strict goals (k, n), and squares of what these ask for (k,)."""
        strict = demand.rows.strict
        r, sizes = demand.r[strict], demand.sizes[strict]
        return demand.S[strict], r * r + sizes * sizes

    @property
    def may_miss(self) -> bool:
        """Whether goals may be missed near a loss of rank, instead of inputs that grow."""
        return False

    @property
    def limits_of_inputs(self) -> Mapping[str, tuple[float, float]]:
        """Limits by name."""
        return {}

    @property
    def expressions(self) -> Sequence[Scalar]:
        """Expressions of measures in it."""
        return ()

    def check(self, solution: Solution) -> None:
        """Raise if it does not suit the equations."""
        return


@dataclass(frozen=True)
class LeastInputs(Realisation):
    """The inputs nearest to what is given to them: τ = y + S⁺ (z − S y), so that y is free where S leaves it free.

    What is given to an input in a state or by a controller, zero unless something is, is its y; `toward` adds
    expressions of measures to it, by name. Distances count by `weights`, one for each input unless given by name.
    Inputs stay within `limits`, given by name as one number or as two; where strict goals cannot be met within
    them, a run stops, soft ones are met as far as they can. With `damping`, inputs stay bounded where goals lose
    their hold, and goals are missed there: the sum of squares of what is missing and of damping² times the inputs
    is smallest.

    Parameters
    ----------
    weights : dict of float, optional
        Cost of each input by name; default one for each.
    toward : dict of expressions, optional
        Values, by input, that are added to those given from outside; default none.
    limits : dict of float or pair of float, optional
        Least and largest value by input, in N or N m; default none.
    damping : float, optional
        Damping with which inputs stay bounded where goals lose their hold; default 0.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.particle("block", mass=1.0)
    >>> slide = da.Prismatic("x", da.ground, block, axis="x")
    >>> model = da.Model(slide, da.Motor("left", "x"), da.Motor("right", "x"))
    >>> goal = da.Servo("goal", da.coordinate("x") - da.sin(da.time), rate=5.0)
    >>> loop = da.control.closed_loop(model, goal, by=da.control.LeastInputs(weights={"left": 3.0}))
    >>> motion = da.simulate(loop, until=1.0)
    >>> print(f"{motion['right'][-1] / motion['left'][-1]:.3f}")
    3.000
    """

    weights: Mapping[str, float] = field(default_factory=dict)
    toward: Mapping[str, Scalar] = field(default_factory=dict)
    limits: Mapping[str, Any] = field(default_factory=dict)
    damping: float = 0.0

    def __post_init__(self) -> None:
        for name, value in self.toward.items():
            if isinstance(value, bool) or not isinstance(value, Real | Expression):
                raise ModelError(f"what the input {name!r} tends to is an expression of measures, not {value!r}")
        object.__setattr__(self, "limits", {name: _limits(name, x) for name, x in self.limits.items()})
        if self.limits and self.damping:
            raise ModelError("inputs with limits stay bounded without damping; leave one of both out")
        if not isinstance(self.weights, Mapping):
            raise ModelError(f"weights of inputs are numbers by name, not {told(self.weights)}")
        for name, weight in self.weights.items():
            checked_number(weight, f"the weight of the input {name!r}", is_positive=True)
        checked_number(self.damping, "the damping of inputs", least=0.0)

    def __hash__(self) -> int:
        return hash(
            (tuple(self.weights.items()), tuple(self.toward.items()), tuple(self.limits.items()), self.damping)
        )

    @property
    def may_miss(self) -> bool:
        return self.damping > 0.0 or bool(self.limits)

    @property
    def limits_of_inputs(self) -> Mapping[str, tuple[float, float]]:
        return self.limits

    @property
    def expressions(self) -> Sequence[Scalar]:
        return tuple(self.toward.values())

    def check(self, solution: Solution) -> None:
        for options in (self.weights, self.toward, self.limits):
            checked_names(options, solution.equations.inputs, "input")

    def hold(self, demand: Demand) -> tuple[Array, Array]:
        chosen = self._chosen(demand)
        return super().hold(demand) if chosen is None else (chosen.hold, chosen.asked * chosen.asked)

    def _chosen(self, demand: Demand) -> ChosenAccelerations | None:
        return None if self.may_miss or not demand.is_affine else chosen_accelerations(demand.rows)

    def inputs(self, demand: Demand) -> tuple[Array, Scalar]:
        y = self._toward(demand)
        if not demand.is_affine:
            return self._by_newton(demand, y)
        if (chosen := self._chosen(demand)) is not None:
            return chosen.inputs(demand.solution), chosen.alarm
        start = demand.r + products(demand.S, y - demand.tau) if self.toward else demand.r
        names, rows = demand.solution.equations.inputs, demand.rows.rows
        scales = np.array([float(self.weights.get(name, 1.0)) ** -0.5 for name in names])
        S = demand.S if not self.weights else demand.S * scales
        if self.limits:
            return self._within_limits(demand, start, scales, y)
        stages = _stages(rows)
        if self.damping or any(not rows[numbers[0]].goal.is_strict for numbers in stages[:-1]):
            return self._in_stages(demand, S, start, scales, y)
        strict = [i for i, row in enumerate(rows) if row.goal.is_strict]
        first = OrthogonalRows.of(S[strict])
        x, alarm = first.judged_solution(-start[strict], demand.sizes[strict], MET)
        if soft := [i for i, row in enumerate(rows) if not row.goal.is_strict]:
            factors = np.array([float(rows[i].goal.weight or 1.0) ** 0.5 for i in soft])
            missing = start[soft] + products(S[soft], x)
            x = x + first.least_beside(S[soft] * factors[:, None], missing * factors)
        return y + scales * x, alarm

    def _within_limits(self, demand: Demand, start: Array, scales: Array, y: Array) -> tuple[Array, Scalar]:
        """The least between limits tells which of them bind; strict goals are then met by the other inputs."""
        rows, S, names = demand.rows.rows, demand.S, demand.solution.equations.inputs
        if len({row.goal.priority for row in rows}) > 1:
            raise FormulationError(
                "inputs with limits meet goals of one priority; give soft goals weights instead"
            )
        low, high = (np.array([self.limits.get(name, _NO_LIMITS)[k] for name in names]) for k in (0, 1))
        factors = _factors(rows, S)
        A, b = S * factors[:, None], start * factors
        # soft goals want each input by what it does, strict ones are met by the least inputs afterwards
        are_strict = all(row.goal.is_strict for row in rows)
        sizes = np.array([dot(column, column) for column in A.T], dtype=object)
        sizes = np.full(len(sizes), dot(sizes, np.ones(len(sizes))), dtype=object) if are_strict else sizes
        small = [1.0 if is_zero(x) else where(x > 0.0, _SMALL * x, 1.0) for x in sizes]
        H = _product(A.T, A) + np.diag(np.array(small, dtype=object) / scales**2)
        x, sides = least_between(H, products(A.T, b), low - y, high - y)
        strict, soft = ([i for i, row in enumerate(rows) if row.goal.is_strict is kind] for kind in (True, False))
        if not strict:
            return y + x, 0.0

        # inputs at their limits stay there; what the others leave unmet is out of reach
        free = np.array([where(equal(side, 0.0), 1.0, 0.0) for side in sides], dtype=object)
        system, sizes = _Limited(S, start, scales, low - y, high - y), demand.sizes[strict]
        change = system.completed(strict, soft, factors, x, free)
        if soft:
            change = system.with_soft(strict, soft, factors, change, free)
            # where too many stay at limits for the strict ones, these go first
            nearest = system.inside(system.completed(strict, [], factors, x, free, x))
            is_met = reduce(and_, _met(S[strict], change, start[strict], sizes))
            change = np.array([where(is_met, *pair) for pair in zip(change, nearest, strict=True)], dtype=object)
        return y + change, _unmet(S[strict], change, start[strict], sizes)

    def _in_stages(self, demand: Demand, S: Array, start: Array, scales: Array, y: Array) -> tuple[Array, Scalar]:
        """Priority after priority, strict goals before soft ones: each gets what those before leave free."""
        rows, n = demand.rows.rows, len(demand.tau)
        x, free = np.full(n, 0.0, dtype=object), None
        alarm: Scalar = 0.0
        stages = _stages(rows)
        for numbers in stages:
            S_stage = S[numbers]
            A = S_stage if free is None else _kept_rows(_product(S_stage, free), S_stage)
            missing = start[numbers] + products(S_stage, x)
            x = x + self._step(A, -missing, [rows[i] for i in numbers])
            if rows[numbers[0]].goal.is_strict and not self.damping:
                alarm = alarm + _unmet(S_stage, x, start[numbers], demand.sizes[numbers])
            if numbers is not stages[-1]:
                onto = least_squares(A, A, rcond=ROUNDING.distance)
                free = (np.eye(n) - onto) if free is None else _product(free, np.eye(n) - onto)
        return y + scales * x, alarm

    def _toward(self, demand: Demand) -> Array:
        """y (n,)."""
        names = demand.solution.equations.inputs
        toward = [demand.solution.resolve(self.toward[name]) if name in self.toward else 0.0 for name in names]
        return demand.tau + np.array(toward, dtype=object)

    def _step(self, A: Array, b: Array, rows: Sequence[GoalRow]) -> Array:
        """The shortest change that meets rows, or nearly does so if damped or by weights."""
        if rows[0].goal.is_strict:
            # damping compares what is missing with inputs, so that rows count as they are
            if len(rows) > 1 and not self.damping:
                factors = np.array([1.0 / _length(row) for row in A], dtype=object)
                A, b = A * factors[:, None], b * factors
        else:
            weights = np.array([float(row.goal.weight or 1.0) ** 0.5 for row in rows])
            A, b = A * weights[:, None], b * weights
        if self.damping:
            n = A.shape[1]
            A = np.concatenate([A, self.damping * np.eye(n)])
            b = np.concatenate([b, np.zeros(n)])
        return least_squares(A, b, rcond=ROUNDING.distance)

    def _by_newton(self, demand: Demand, y: Array) -> tuple[Array, Scalar]:
        """r(y + S(y)ᵀ μ) = 0 solved for μ: forces by reactions make accelerations a curved function of inputs."""
        rows, solution = demand.rows.rows, demand.solution
        if self.damping or self.limits or any(not row.goal.is_strict or row.goal.priority for row in rows):
            raise FormulationError(
                "forces depend on reactions here, so inputs enter in a curved way: goals have no priorities, "
                "weights, damping and limits then; make them strict goals of one priority"
            )
        scales = np.array([float(self.weights.get(name, 1.0)) ** -1.0 for name in solution.equations.inputs])
        onto_y = dict(zip(demand.tau, y, strict=True))
        slopes = substitute(demand.S, onto_y) if self.toward else demand.S
        # unknowns are one where inputs are as given, and of the size one else: so rounding is known as such
        parts = np.array([symbol(f".part of goal {name}") for name in demand.rows.names], dtype=object)
        sizes = [absolute_value(x) + size for x, size in zip(demand.r, demand.sizes, strict=True)]
        each = [where(size > 0.0, size, 1.0) / _length(row) ** 2 for row, size in zip(slopes, sizes, strict=True)]
        ways = (slopes * np.array(each, dtype=object)[:, None]).T * scales[:, None]
        tried = y + products(ways, parts - 1.0)
        r = substitute(demand.r, dict(zip(demand.tau, tried, strict=True)))
        goals = ", ".join(dict.fromkeys(row.goal.name for row in rows))
        solution_parts = root_of(
            r / np.array([where(size > 0.0, size, 1.0) for size in sizes], dtype=object),
            parts,
            np.ones(len(parts)),
            name=f"inputs that meet the goals {goals}",
        )
        return y + products(ways, solution_parts - 1.0), 0.0


@dataclass(frozen=True)
class IdealControl(Realisation):
    """Inputs that exert what ideal reactions would, if the goals were passive constraints: G τ = Jᵀ λ.

    Among all inputs that meet the goals, these minimise Gauss's function; they vanish where goals hold by
    themselves. Where inputs cannot exert these forces, there are none. Inputs that could share them do so equally,
    each by what it does. What is given to the inputs is not asked. All goals are strict and of one priority.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.particle("block", mass=1.0)
    >>> slide = da.Prismatic("x", da.ground, block, axis="x")
    >>> goal = da.Servo("goal", da.coordinate("x") - da.sin(da.time), rate=5.0)
    >>> model = da.Model(slide, da.Motor("push", "x"))
    >>> loop = da.control.closed_loop(model, goal, by=da.control.IdealControl())
    >>> motion = da.simulate(loop, until=3.0)
    >>> print(f"{motion['x'][-1]:.4f} m, sin 3 = {da.sin(3.0):.4f}")
    0.1411 m, sin 3 = 0.1411
    """

    def check(self, solution: Solution) -> None:
        if solution.equations.reaction_dependent_forces.loads.laws or not solution.equations.is_ideal:
            raise FormulationError(
                "ideal control compares inputs with ideal reactions, but forces depend on reactions here; use "
                "LeastInputs"
            )

    def inputs(self, demand: Demand) -> tuple[Array, Scalar]:
        solution = demand.solution
        rows = demand.rows.rows
        if deep := [row for row in rows if row.order > 2 or not row.goal.is_strict]:
            raise FormulationError(
                f"the goal {deep[0].name!r} is no constraint that reactions could keep: ideal control takes "
                "strict goals of positions, velocities or accelerations"
            )
        if len(order := dict.fromkeys(row.goal.priority for row in rows)) > 1:
            raise FormulationError(
                f"goals have the priorities {', '.join(map(str, order))}, but ideal control keeps all of them as "
                "reactions would, at once; give them one priority, or use LeastInputs"
            )
        if demand.rows.has_multipliers:
            raise FormulationError("goals that contain reactions are no constraints; use LeastInputs for them")
        none = dict.fromkeys(demand.tau, 0.0)
        r, P = substitute(demand.r, none), demand.rows.terms
        response = _responses(solution, P)
        # goals and inputs may be in any units: each counts by what it does alone
        K, units = _product(P, response), _units(P, response)
        mu = units * least_squares(K * np.outer(units, units), -r * units, rcond=ROUNDING.distance)
        wanted = products(response, mu)
        G = solution.equations.G
        ways = _responses(solution, G.T)
        units_of_inputs = _units(G.T, ways)
        tau = units_of_inputs * least_squares(ways * units_of_inputs, wanted, rcond=ROUNDING.distance)

        # what inputs do must be what reactions would do, along every speed, but for rounding
        done, forces = products(ways, tau), (products(G, tau), products(P.T, mu))
        power = dot(forces[0] - forces[1], done - wanted)
        powers = absolute_value(dot(forces[0], done)) + absolute_value(dot(forces[1], wanted))
        is_done = reduce(and_, _met(ways, tau, -wanted, size_of_products(response, mu)))
        alarm = alarm_unless([is_done | (absolute_value(power) <= LAST_DIGITS.square * powers)])
        return tau, alarm + _unmet(demand.S, tau, r, demand.sizes)


def _responses(solution: Solution, forces: Array) -> Array:
    """Accelerations (nu, k) that generalized forces (k, nu) add, passive rows kept."""
    return np.array([_response(solution, force) for force in forces], dtype=object).T


def _units(forces: Array, responses: Array) -> Array:
    """Factors that make powers of forces (k, nu) along their responses (nu, k) one; one where these vanish."""
    squares = [dot(force, response) for force, response in zip(forces, responses.T, strict=True)]
    return np.array([1.0 if is_zero(x) else 1.0 / sqrt(where(x > 0.0, x, 1.0)) for x in squares], dtype=object)


def _limits(name: str, limits: Any) -> tuple[float, float]:
    """The lower and the upper limit of an input."""
    pair = (-limits, limits) if isinstance(limits, Real) else tuple(limits) if np.ndim(limits) == 1 else ()
    if len(pair) != 2 or not all(isinstance(x, Real) and isfinite(x) for x in pair) or not pair[0] < pair[1]:
        raise ModelError(
            f"the limits of the input {name!r} are a positive number, or a lower and an upper one, not {limits!r}"
        )
    return float(pair[0]), float(pair[1])


def _factors(rows: Sequence[GoalRow], S: Array) -> Array:
    """Factors by which rows count: strict ones by what inputs do to them, soft ones by their weights, and less."""
    lengths = [_length(row) for row in S]
    weights = [1.0 if row.goal.weight is None else float(row.goal.weight) ** 0.5 for row in rows]
    soft = [weight * x for row, weight, x in zip(rows, weights, lengths, strict=True) if not row.goal.is_strict]
    largest = reduce(maximum, soft, 0.0) if len(soft) < len(rows) else 1.0
    factors = np.empty(len(rows), dtype=object)
    for i, row in enumerate(rows):
        factors[i] = 1.0 / lengths[i] if row.goal.is_strict else _SOFT * weights[i] / largest
    return factors


@dataclass(frozen=True, eq=False)
class _Limited:
    """Goals S x + start = 0 for changes x of inputs between limits, which count by scales."""

    S: Array
    start: Array
    scales: Array
    low: Array
    high: Array

    def inside(self, x: Array) -> Array:
        """The nearest between the limits (n,)."""
        return minimum(maximum(x, self.low), self.high)

    def completed(
        self, strict: list[int], soft: list[int], factors: Array, x: Array, free: Array, near: Array | float = 0.0
    ) -> Array:
        """x (n,) where it is not free, with others that meet strict goals, and soft ones beside these.

        Of those that are free, the nearest to the given ones are taken.
        """
        S, start = self.S, self.start
        bound = (1.0 - free) * x + free * near
        ways = S * (free * self.scales)
        first = OrthogonalRows.of(ways[strict])
        change = first.solution(-start[strict] - products(S[strict], bound))
        if soft:
            missing = start[soft] + products(S[soft], bound) + products(ways[soft], change)
            change = change + first.least_beside(ways[soft] * factors[soft, None], missing * factors[soft])
        return bound + free * self.scales * change

    def with_soft(self, strict: list[int], soft: list[int], factors: Array, change: Array, free: Array) -> Array:
        """Soft goals were weighed against strict ones: what goes beyond a limit without them stays at it."""
        for _ in range(_PASSES):
            inside = self.inside(change)
            free = free * np.array([where(equal(*pair), 1.0, 0.0) for pair in zip(inside, change, strict=True)])
            change = self.completed(strict, soft, factors, inside, free)
        return self.inside(change)


def _response(solution: Solution, force: Array) -> Array:
    """Accelerations (nu,) that generalized forces (nu,) add, passive rows kept."""
    return solution.schur.solve(np.asarray(force, dtype=object), np.zeros(len(solution.independent)))[0]


def _stages(rows: Sequence[GoalRow]) -> list[list[int]]:
    """Numbers of rows that are met together, in turn: by priority, strict ones first."""
    keys = [(row.goal.priority, not row.goal.is_strict) for row in rows]
    return [[i for i, _ in group] for _, group in groupby(enumerate(keys), key=lambda pair: pair[1])]


def _unmet(S: Array, x: Array, r: Array, sizes: Array) -> Scalar:
    """Zero, or not a number where r + S x is more than rounding beside its terms."""
    return alarm_unless(_met(S, x, r, sizes))


def _met(S: Array, x: Array, r: Array, sizes: Array) -> list[TruthNode | bool]:
    """Whether r + S x is no more than rounding beside its terms, row by row."""
    squares = dot(x, x)
    conditions = []
    for row, missing, size in zip(S, r, sizes, strict=True):
        left = missing + dot(row, x)
        terms = missing * missing + size * size + dot(row, row) * squares
        conditions.append(left * left <= MET**2 * terms)
    return conditions


def _kept_rows(A: Array, S: Array) -> Array:
    """Rows of A, zero where they are rounding beside those of S."""
    kept = np.array(A, dtype=object)
    for i, (row, whole) in enumerate(zip(A, S, strict=True)):
        is_there = ROUNDING.square * dot(whole, whole) < dot(row, row)
        kept[i] = [where(is_there, x, 0.0) for x in row]
    return kept


def _length(row: Array) -> Scalar:
    square = dot(row, row)
    return sqrt(square) + where(square > 0.0, 0.0, 1.0)


def size_of_products(A: Array, x: Array) -> Array:
    """|A| |x|."""
    return products(absolute_value(np.asarray(A, dtype=object)), absolute_value(np.asarray(x, dtype=object)))


def _product(A: Array, B: Array) -> Array:
    return np.array([products(np.asarray(B, dtype=object).T, row) for row in A], dtype=object)
