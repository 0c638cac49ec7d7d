"""Servo goals beside a model, and how inputs and goals stand to each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Arguments, Matrix
from dalembert.config import Config
from dalembert.configuration.mobility import without_redundant
from dalembert.dynamics.as_dynamics import Subject, as_dynamics, as_solution
from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.added_parameters import with_parameters
from dalembert.equations.equations import Equations
from dalembert.equations.input_states import extended
from dalembert.equations.replaced_inputs import exchanged
from dalembert.equations.solution import Solution
from dalembert.errors import ModelError
from dalembert.expr.node import Expression, Scalar, inputs_of
from dalembert.model.servo import Servo
from dalembert.rank import ROUNDING, zero_combinations
from dalembert.runs.events import uncounted_angles
from dalembert.runs.goal_starts import check_accelerations
from dalembert.runs.motion import Motion
from dalembert.servo.law import ServoLaw, servo_law
from dalembert.servo.messages import kind
from dalembert.servo.realisation import Realisation
from dalembert.state import State, Values, as_state

_ASKED = ("slopes", "missing", "sizes")

_AT_LIMIT = 1e-9
"""Distance from a limit, beside the room between both, that is none."""


def closed_loop(subject: Subject, *goals: Servo, by: Realisation | None = None) -> Solution:
    """The system whose inputs meet goals: those of the model, and others beside it; anything can be asked of it.

    Inputs are found from the constrained dynamics, in every state, by `LeastInputs()` unless another choice is
    given. What is given to the inputs from outside is what they do as far as the goals leave them free.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System that is asked.
    *goals : Servo
        Goals beside those of the model.
    by : LeastInputs or IdealControl, optional
        Choice among inputs that meet the goals; default `LeastInputs()`.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.particle("block", mass=1.0)
    >>> slide = da.Prismatic("x", da.ground, block, axis="x")
    >>> goal = da.Servo("goal", da.coordinate("x") - da.sin(da.time), rate=5.0)
    >>> loop = da.control.closed_loop(da.Model(slide, da.Motor("push", "x")), goal)
    >>> motion = da.simulate(loop, {"x": 0.3}, until=3.0)
    >>> print(f"{motion['x'][-1]:.4f} m, sin 3 = {da.sin(3.0):.4f}")
    0.1411 m, sin 3 = 0.1411
    """
    solution = subject.solution if isinstance(subject, Dynamics) else as_solution(subject)
    goals_of_model = solution.law.goals if isinstance(solution.law, ServoLaw) else ()
    if not goals_of_model and not goals:
        raise ModelError("there is no goal; give da.Servo(name, expression, rate=…), here or in the model")
    law = servo_law(solution.equations, (*goals_of_model, *goals), by)
    law.by.check(solution)
    for goal in goals:
        if names := [name for x in goal.rows for name in uncounted_angles(x, solution.equations)]:
            raise ModelError(
                f"{goal.label} depends on the turns of {names[0]!r}, which these equations do not count: the "
                "joint closes a loop, so its angle is a measure in (−π, π]; make the goal a part of the model"
            )
    equations = with_parameters(solution.equations, _parameters(law))
    if equations is not solution.equations:
        solution = Solution(equations, solution.solver, solution.left_out, solution.stabilization)
    return solution.with_feedback(law)


def _parameters(law: ServoLaw) -> dict[str, float]:
    """Names and default values of parameters in goals, and in what is given to inputs."""
    expressions = [*(x for goal in law.goals for x in goal.rows), *law.by.expressions]
    nodes = [x for x in inputs_of(y for y in expressions if isinstance(y, Expression)) if x.op == "parameter"]
    return {str(x.args[0]): float(x.args[1]) for x in nodes}


def with_input_states(subject: Subject, inputs: Sequence[str]) -> Equations:
    """Equations in which these inputs are states, with rates `<input>.rate` that are inputs instead.

    So goals may contain inputs, and inputs that appear in goals too early wait for the others. Constraints of
    speeds and rates of coordinates may contain them too; in constraints of positions, twice. Their starts are
    those of states: `State(z={"thrust": 2.0})`. Twice, the second derivatives are inputs.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System that is asked.
    inputs : collection of str
        Inputs that become states.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.particle("block", mass=1.0)
    >>> slide = da.Prismatic("x", da.ground, block, axis="x")
    >>> model = da.Model(slide, da.Motor("push", "x"))
    >>> slower = da.control.with_input_states(model, ["push"])
    >>> print(slower.states, slower.inputs)
    ('push',) ('push.rate',)
    """
    return extended(_before_goals(subject, "with_input_states"), inputs)


def with_input_instead(subject: Subject, old: str, new: str, expression: Scalar) -> Equations:
    """Equations in which an input `new` takes the place of `old`: it is the value of an expression of measures.

    The other one is then what it must be for that, and a signal like any other. So inputs that act on goals in one
    combination only become that combination, which may be a state: the force in a rope,
    `da.measures.multiplier("wound")`, instead of the torque on its drum. The expression is linear in the inputs,
    and the old one acts on it in all states that are met.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System that is asked.
    old : str
        Input that is replaced, and the name of the one in its place.
    new : str
        Input that is replaced, and the name of the one in its place.
    expression : expression
        Value of the new input, linear in the inputs.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.particle("block", mass=1.0)
    >>> slide = da.Prismatic("x", da.ground, block, axis="x")
    >>> model = da.Model(slide, da.Motor("push", "x"))
    >>> scaled = da.control.with_input_instead(model, "push", "effort", 2.0 * da.Input("push"))
    >>> print(scaled.inputs)
    ('effort',)
    """
    return exchanged(_before_goals(subject, "with_input_instead"), old, new, expression)


def _before_goals(subject: Subject, function: str) -> Equations:
    """The equations of a subject without goals of others than its parts."""
    solution = subject.solution if isinstance(subject, Dynamics) else as_solution(subject)
    if solution.law != solution.equations.outputs.input_law(solution.equations):
        raise ModelError(
            f"goals come after inputs became others: da.control.closed_loop(da.control.{function}(model, …), goal)"
        )
    return solution.equations


@dataclass(frozen=True, eq=False, repr=False)
class GoalReport:
    """How inputs and goals stand to each other at some instants; the first axis of arrays."""

    goals: tuple[str, ...]
    inputs: tuple[str, ...]
    times: Matrix
    kinds: tuple[str, ...]
    """`unique`, `many` or `none`: inputs that meet the strict goals, or all if all are soft, by rank.

    Where there are some in this state only, because something is aligned in it, there are none for a run."""

    ranks: tuple[int, ...]
    """How many goals inputs can meet independently of each other."""

    orders: Mapping[str, int]
    """How often each goal is differentiated until inputs appear."""

    tau: Matrix
    """The inputs that were chosen (T, n)."""

    unmet: Matrix
    """Residuals of the goals with these inputs (T, m): zero but for soft or damped ones."""

    slopes: Matrix
    """S (T, m, n): what a unit of each input adds to the highest derivative of each goal."""

    limits: Mapping[str, tuple[float, float]]
    """Limits of the inputs that have some."""

    reason: str = ""
    """Why no inputs meet the goals, at the first instant of which this is so, in the words of a run."""

    def binding(self, instant: int = 0) -> tuple[str, ...]:
        """Inputs that are at one of their limits at an instant, by its number."""
        values = dict(zip(self.inputs, map(float, self.tau[instant]), strict=True))
        return tuple(
            name
            for name, pair in self.limits.items()
            if any(abs(values[name] - limit) <= _AT_LIMIT * (pair[1] - pair[0]) for limit in pair)
        )

    @property
    def kind(self) -> str:
        """The kind, if it is the same at all instants; else all that occur."""
        return ", ".join(dict.fromkeys(self.kinds))

    @property
    def idle(self) -> tuple[str, ...]:
        """Inputs that act on no goal at any instant."""
        used = np.abs(self.slopes).max(axis=(0, 1), initial=0.0) > 0.0
        return tuple(name for name, is_used in zip(self.inputs, used, strict=True) if not is_used)

    @property
    def free(self) -> tuple[str, ...]:
        """Inputs that goals leave free, alone or with others, at some instant."""
        numbers = {k for S in self.slopes for k in zero_combinations(S, ROUNDING)}
        return tuple(name for k, name in enumerate(self.inputs) if k in numbers)

    def __repr__(self) -> str:
        orders = ", ".join(f"{name} of order {order}" for name, order in self.orders.items())
        ranks = sorted(set(self.ranks))
        return (
            f"<GoalReport: {orders}; rank {', '.join(map(str, ranks))} with {len(self.inputs)} inputs: inputs are "
            f"{self.kind}{' (see .reason)' if self.reason else ''}>"
        )


def goal_report(
    subject: Subject | Motion, state: State | Values | None = None, *, config: Config | None = None
) -> GoalReport:
    """Whether inputs that meet the goals are unique, many or none: in a state, or at every sample of a motion.

    Parameters
    ----------
    subject : closed loop or Motion
        System with goals, or a motion of it.
    state : State, optional
        State that is looked at; default values of the model, assembled.
    config : Config, optional
        Cache of compiled code, threads and tier; default from the environment.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.particle("block", mass=1.0)
    >>> slide = da.Prismatic("x", da.ground, block, axis="x")
    >>> goal = da.Servo("goal", da.coordinate("x") - da.sin(da.time), rate=5.0)
    >>> loop = da.control.closed_loop(da.Model(slide, da.Motor("push", "x")), goal)
    >>> report = da.control.goal_report(loop)
    >>> print(report.kind, report.orders)
    unique {'goal': 2}
    """
    if isinstance(subject, Motion):
        if state is not None:
            raise ModelError("a motion has its own states; leave the other one out")
        # events may change parameters and switch rows along the way
        dynamics, instants, p = (
            subject.dynamics,
            _arguments_along(subject),
            {**subject.parameters, **subject.discrete},
        )
    else:
        dynamics, reference = as_dynamics(subject, config=config), as_state(state)
        instants = {name: np.asarray(x, dtype=float)[None] for name, x in dynamics.arguments(reference).items()}
        p = dict(reference.p)
    law = dynamics.solution.law
    if not isinstance(law, ServoLaw):
        raise ModelError(
            "these inputs are free: nothing has goals here; close the model by da.control.closed_loop"
        )
    numbers = dynamics.goal_numbers(instants, p)
    if not isinstance(subject, Motion) and not np.isfinite(numbers["missing"]).all():
        # rows that are redundant have no accelerations
        dynamics = without_redundant(dynamics, reference)
        check_accelerations(dynamics, reference)
        numbers = dynamics.goal_numbers(instants, p)
    rows = law.rows(dynamics.solved.passive)
    judged = rows.strict or list(range(len(rows.names)))
    told = [_kind(S, r, sizes) for S, r, sizes in zip(*(numbers[x][:, judged] for x in _ASKED), strict=True)]
    reasons = [_reason(law, dynamics, {key: x[k] for key, x in numbers.items()}) for k in range(len(told))]
    # what holds by chance in one state is nothing that a run could go on with
    told = [("none" if text else kind, rank) for (kind, rank), text in zip(told, reasons, strict=True)]
    return GoalReport(
        rows.names,
        dynamics.equations.inputs,
        np.asarray(instants["t"], dtype=float),
        tuple(kind for kind, _ in told),
        tuple(rank for _, rank in told),
        {row.name: row.order for row in rows.rows},
        numbers["inputs"],
        numbers["unmet"],
        numbers["slopes"],
        dict(law.by.limits_of_inputs),
        next(filter(None, reasons), ""),
    )


def _reason(law: ServoLaw, dynamics: Dynamics, numbers: Arguments) -> str:
    """Why a run could not begin in a state; empty if it could."""
    passive = dynamics.solved.passive
    return law.cause(passive, numbers, {}) or law.general_cause(passive, numbers)


def _kind(S: Matrix, r: Matrix, sizes: Matrix) -> tuple[str, int]:
    if not np.isfinite(S).all() or not np.isfinite(r).all():
        return "none", 0
    return kind(S, r, sizes)


def _arguments_along(motion: Motion) -> Arguments:
    """States of a motion as arrays."""
    eom = motion.dynamics.equations
    q, u, z = np.split(motion.states, np.cumsum([len(eom.coordinates), len(eom.speeds)]), axis=1)
    return {"t": motion.times, "q": q, "u": u, "z": z, "tau": motion.inputs}
