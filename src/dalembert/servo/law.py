"""The law of inputs that meet goals: the passive solution, closed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Arguments, Array
from dalembert.equations.equations import Equations
from dalembert.equations.input_law import InputLaw, closing
from dalembert.equations.level_rows import check_lasting
from dalembert.equations.solution import Solution
from dalembert.equations.time_stepping_forms import check_second_order
from dalembert.errors import FormulationError, ModelError
from dalembert.expr.calculus import jacobian
from dalembert.expr.node import Expression, Scalar, inputs_of
from dalembert.expr.trial_numbers import finite_samples
from dalembert.memo import Key
from dalembert.model.model import touching_parts
from dalembert.model.plain_data import plain
from dalembert.model.servo import Servo, checked_goals
from dalembert.rank import NEARLY, ROUNDING, rank
from dalembert.servo.goal_rows import GoalRows, goal_rows
from dalembert.servo.messages import cause, contradiction, kind, lost_hold
from dalembert.servo.orthogonal_rows import OrthogonalRows, alarm_unless
from dalembert.servo.realisation import Demand, LeastInputs, Realisation, size_of_products

_GENERAL_CAUSE: Key[str] = Key("why goals cannot be met in general")
_DEMAND: Key[Demand] = Key("demand of goals")
_GOAL_ROWS: Key[GoalRows] = Key("goal rows")


@dataclass(frozen=True)
class ServoLaw(InputLaw[Solution]):
    """Inputs that meet goals, by a choice among them."""

    goals: tuple[Servo, ...]
    by: Realisation

    def __repr__(self) -> str:
        return f"the goals {', '.join(goal.name for goal in self.goals)} by {type(self.by).__name__}"

    @property
    def contents(self) -> Mapping[str, object]:
        goals = {f"goal {goal.name!r}": plain(goal) for goal in self.goals}
        return {**goals, "inputs by": plain(self.by)}

    def inputs(self, passive: Solution, a: Array, typical: Array | None = None) -> Array:
        demand = self.demand(passive, a)
        tau, alarm = self.by.inputs(demand)
        if typical is not None and not self.by.may_miss:
            alarm = alarm + _lost(self._watched(demand), typical)
        return np.asarray(tau, dtype=object) + alarm

    def rows(self, passive: Solution) -> GoalRows:
        """The goals as rows."""
        return passive.memo.get(_GOAL_ROWS.of(self.goals), lambda: goal_rows(passive, self.goals))

    def demand(self, passive: Solution, a: Array) -> Demand:
        """Demand of the goals on the inputs."""
        rows, tau = self.rows(passive), passive.equations.tau
        r = rows.residual(a)
        S = rows.slopes(a)
        is_affine = not set(tau).intersection(inputs_of(x for x in S.flat if isinstance(x, Expression)))
        sizes = size_of_products(rows.terms, a)
        if not is_affine:
            sizes = sizes + size_of_products(S, tau)
        return Demand(rows, tau, r, S, sizes, is_affine)

    def _typical_demand(self, passive: Solution) -> Demand:
        return passive.memo.get(_DEMAND.of(self), lambda: self.demand(passive, passive.accelerations))

    def _watched(self, demand: Demand) -> Array:
        """Squares (2 k,): of what is left of each strict row beside those before it, and of what it asks for."""
        hold, asked = self.by.hold(demand)
        return np.concatenate([OrthogonalRows.of(hold).squares, asked])

    def watched(self, passive: Solution) -> tuple[tuple[str, ...], Array]:
        rows = self.rows(passive)
        names = (f".typical {what} of goal {rows.names[i]}" for what in ("slope", "demand") for i in rows.strict)
        return tuple(names), self._watched(self._typical_demand(passive))

    def quantities(self, passive: Solution) -> Mapping[str, Array]:
        demand, eom = self._typical_demand(passive), passive.equations
        tau = self.inputs(passive, passive.accelerations)
        errors = np.array([x for _, x in self.conditions(passive)], dtype=object)
        return {
            "errors": errors,
            "slopes of errors": jacobian(errors, np.concatenate([eom.q, eom.u, eom.z])),
            "missing": demand.r,
            "slopes": demand.S,
            "sizes": demand.sizes,
            "inputs": tau,
            "unmet": closing(demand.tau, tau)(demand.r),
            "watched": self._watched(demand),
            "hold": self.by.hold(demand)[0],
        }

    def conditions(self, passive: Solution) -> tuple[tuple[str, Scalar], ...]:
        marks = ("the goal {}", "the rate of the goal {}", "the derivative {} of the goal {}")
        conditions = []
        for row in self.rows(passive).rows:
            for k, error in enumerate(row.errors if row.goal.exact else ()):
                name = repr(row.name)
                conditions.append((marks[k].format(name) if k < 2 else marks[2].format(k, name), error))
        return tuple(conditions)

    def general_cause(self, passive: Solution, numbers: Arguments) -> str:
        strict = self.rows(passive).strict
        if self.by.may_miss or not strict or rank(numbers["slopes"][strict], ROUNDING) == len(strict):
            return ""
        return passive.equations.memo.get(_GENERAL_CAUSE.of(self), lambda: self._in_general(passive, strict))

    def _in_general(self, passive: Solution, strict: Sequence[int]) -> str:
        """Why no inputs meet goals where nothing is aligned by chance."""
        demand, n = self._typical_demand(passive), len(passive.equations.inputs)
        numbers = [x[strict] for x in (demand.S, demand.r, demand.sizes)]
        names = [demand.rows.names[i] for i in strict]
        for sample in finite_samples(np.concatenate([np.ravel(x) for x in numbers])):
            S, r, sizes = np.split(sample, np.cumsum([len(strict) * n, len(strict)]))
            if kind(S.reshape(-1, n), r, sizes)[0] == "none":
                return contradiction(names, passive.equations.inputs, S.reshape(-1, n), r)
        return ""

    def cause(
        self, passive: Solution, numbers: Arguments, typical: Mapping[str, float], margin: float = 1.0
    ) -> str:
        rows, names = self.rows(passive), self.watched(passive)[0]
        sizes = np.array([typical.get(name, 0.0) for name in names])
        # soft goals are met as far as they can be
        goals = [rows.names[i] for i in rows.strict]
        of_strict = {
            **numbers,
            **{key: np.asarray(numbers[key])[rows.strict] for key in ("slopes", "missing", "sizes")},
        }
        if text := lost_hold(goals, passive.equations.inputs, of_strict, sizes, margin):
            return text
        return cause(goals, passive.equations.inputs, of_strict, self.by.limits_of_inputs)


def servo_law(equations: Equations, goals: Sequence[Servo], by: Realisation | None = None) -> ServoLaw:
    """The law of these goals, checked."""
    names = [goal.name for goal in checked_goals(goals)]
    if by is not None and not isinstance(by, Realisation):
        raise ModelError(f"inputs are chosen by LeastInputs(…) or IdealControl(), not by {by!r}")
    check_second_order(equations, f"the goal {names[0]!r}" if names else "a goal")
    _check_without_contacts(equations, names)
    check_lasting(equations.constraint_rows, f"the goal {names[0]!r}" if names else "a goal", "leave its part out")
    return ServoLaw(tuple(goals), LeastInputs() if by is None else by)


def _check_without_contacts(equations: Equations, names: Sequence[str]) -> None:
    """Goals ask for inputs by smooth equations; contacts decide by forces whether they stick or part."""
    if touching := touching_parts(equations.model):
        raise FormulationError(
            f"the goal {names[0]!r} cannot stand beside {touching[0].label}, which opens, sticks and slips: give "
            "friction as a smooth force, such as da.planar.joint_friction(…, smoothing=…), contacts as "
            "da.contacts.CompliantContact and ends of a way as da.JointStop, or the inputs as laws of your own"
        )


def _lost(watched: Array, typical: Array) -> Scalar:
    """Zero, or not a number where little is left of a row, so that inputs would be larger than is typical."""
    (left, asked), (slopes, demands) = (x.reshape(2, -1) for x in (watched, typical))
    return alarm_unless(
        [
            (NEARLY.square * slope <= x) | (y * slope <= x * demand)
            for x, y, slope, demand in zip(left, asked, slopes, demands, strict=True)
        ]
    )
