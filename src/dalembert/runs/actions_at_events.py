"""Actions at events: they reset speeds, set parameters and inputs, switch rows, exert impulses."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import add
from typing import Any, ClassVar

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.solution import Solution
from dalembert.equations.solved_rows import switch_name
from dalembert.errors import ModelError
from dalembert.expr.functions import absolute_value, maximum, sqrt, where
from dalembert.expr.node import Node, inputs_of
from dalembert.expr.rewrite import substitute
from dalembert.expr.symbol_nodes import param
from dalembert.name_checks import checked_names, closest
from dalembert.runs.impulses import impulse

_VIOLATED = 1e-6
"""How much farther from holding rows may be after actions, beside the largest coordinate or speed, or one."""


@dataclass(frozen=True, eq=False)
class Moment:
    """The variables at the time of an event, while actions change them one after the other."""

    solution: Solution
    """With switches as parameters."""

    parameters: Mapping[str, Node]
    """Parameters that actions may set, by name."""

    changed: Mapping[Node, Any] = field(default_factory=dict)
    """What variables have become, in terms of the time before."""

    impulses: Mapping[str, Any] = field(default_factory=dict)
    """Impulses that act, by name."""

    let_go: Mapping[Node, float] = field(default_factory=dict)
    """States in which rows are that impulses do not keep, such as contacts that are open."""

    def now(self, expressions: Any) -> Any:
        """Expressions of measures or variables, with what these are now, in terms of the time before."""
        resolved = self.solution.resolve(expressions)
        return substitute(resolved, self.changed) if self.changed else resolved

    def with_values(self, values: Mapping[Node, Any]) -> Moment:
        """The moment after these variables took new values."""
        return replace(self, changed={**self.changed, **values})


class Action(ABC):
    """An action of an event: a function of the variables at its time.

    Actions of one event follow each other, each on what the one before left.

    Examples
    --------
    >>> import dalembert as da
    >>> reset = da.actions.Reset({"z.rate": 0.0})
    >>> print(isinstance(reset, da.extend.Action))
    True
    """

    waits_at_zero: ClassVar[bool] = False
    """Whether its event also happens where the expression is zero, not by its own doing, and goes on."""

    def variables(self, solution: Solution) -> Iterable[str]:
        """Names of parameters, inputs and switches that it changes: constants of a run otherwise."""
        return ()

    @property
    @abstractmethod
    def subjects(self) -> Iterable[str]:
        """The subjects of the action, in words; actions of one event with equal subjects contradict each other."""

    @property
    def expressions(self) -> Iterable[Any]:
        """Expressions in it, whose parameters belong to the run."""
        return ()

    @abstractmethod
    def applied(self, moment: Moment) -> Moment:
        """The moment after this action."""


@dataclass(frozen=True, eq=False)
class _ByName(Action):
    """Variables by name become what expressions say."""

    values: Mapping[str, Any]

    @property
    def subjects(self) -> Iterable[str]:
        return (f"the value of {name!r}" for name in self.values)

    @property
    def expressions(self) -> Iterable[Any]:
        return self.values.values()


@dataclass(frozen=True, eq=False)
class Reset(_ByName):
    """Speeds, coordinates or first-order states become what expressions say.

    `da.actions.Reset({"z.rate": -0.8 * da.speed("z")})` lets a ball bounce. All expressions are taken at the same
    time; the state after it must satisfy the constraints that are on.

    Parameters
    ----------
    values : dict of float or expressions
        New values by name of a coordinate, speed or first-order state.

    Examples
    --------
    >>> import dalembert as da
    >>> ball = da.sphere("ball", radius=0.1, mass=1.0)
    >>> up = da.Prismatic("z", da.ground, ball, axis="z")
    >>> bounce = da.actions.Reset({"z.rate": -0.8 * da.speed("z")})
    >>> floor = da.Event("floor", da.coordinate("z") - 0.1, action=bounce, direction=-1)
    >>> motion = da.simulate(da.Model(up, gravity=(0, 0, -9.81)), {"z": 1.1}, until=1.0, events=[floor])
    >>> print(len(motion.events), f"{motion['z'].min():.3f} m")
    1 0.102 m
    """

    def __post_init__(self) -> None:
        _check_mapping("Reset", self.values, '{"slider.rate": 0.0}')

    def applied(self, moment: Moment) -> Moment:
        eom = moment.solution.equations
        names = (*eom.coordinates, *eom.speeds, *eom.states)
        nodes = dict(zip(names, (*eom.q, *eom.u, *eom.z), strict=True))
        checked_names(self.values, names, "coordinate, speed or first-order state", {"an input": eom.inputs})
        new = moment.now(_array(self.values.values()))
        return moment.with_values({nodes[name]: x for name, x in zip(self.values, new, strict=True)})


@dataclass(frozen=True, eq=False)
class Set(_ByName):
    """Parameters and inputs become what expressions say, and stay so: `{"stiffness": 0.0}`.

    A parameter may stand in expressions of events only, so that they remember something: `{"count": count + 1}`.

    Parameters
    ----------
    values : dict of float or expressions
        New values by name of a parameter or an input.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.particle("block", mass=1.0)
    >>> slide = da.Prismatic("x", da.ground, block, axis="x")
    >>> stiffness = da.param("stiffness", 20.0)
    >>> model = da.Model(slide, da.JointSpring("spring", "x", stiffness))
    >>> breaks = da.Event("breaks", da.coordinate("x"), action=da.actions.Set({"stiffness": 0.0}))
    >>> motion = da.simulate(model, {"x": 1.0}, until=2.0, events=[breaks])
    >>> print(f"{motion['x.rate'][-1]:.4f} m/s for good")
    -4.4721 m/s for good
    """

    def __post_init__(self) -> None:
        _check_mapping("Set", self.values, '{"stiffness": 0.0}')

    def variables(self, solution: Solution) -> Iterable[str]:
        return self.values

    def applied(self, moment: Moment) -> Moment:
        eom = moment.solution.equations
        nodes = {**moment.parameters, **dict(zip(eom.inputs, eom.tau, strict=True))}
        new = moment.now(_array(self.values.values()))
        return moment.with_values({nodes[name]: x for name, x in zip(self.values, new, strict=True)})


@dataclass(frozen=True, eq=False)
class Switch(Action):
    """Rows of constraints are let go (`off`) or hold from now on (`on`): by their names, or those of their parts.

    A row that is switched on must hold already, at all its levels: `Impulse` brings speeds there.

    Parameters
    ----------
    on : sequence of str, optional
        Rows, or parts with all their rows, that hold from now on; default none.
    off : sequence of str, optional
        Rows, or parts with all their rows, that are let go; default none.

    Examples
    --------
    >>> import dalembert as da
    >>> bob = da.particle("bob", mass=1.0)
    >>> rope = da.Distance("rope", da.ground, bob, 1.0)
    >>> model = da.Model(da.Translational("p", da.ground, bob), rope, gravity=(0, 0, -9.81))
    >>> cut = da.Event("cut", da.position(bob)[0], action=da.actions.Switch(off=["rope"]))
    >>> motion = da.simulate(model, {"p.x": 1.0}, until=2.0, events=[cut])
    >>> print(motion["p.z"][-1] < -1.0)
    True
    """

    on: Sequence[str] = ()
    off: Sequence[str] = ()

    def __post_init__(self) -> None:
        for given in (self.on, self.off):
            if isinstance(given, str) or not all(isinstance(name, str) for name in given):
                raise ModelError(f"Switch takes lists of names, such as off=['latch'], not {given!r}")
        if both := sorted({*self.on} & {*self.off}):
            raise ModelError(f"Switch cannot turn {both[0]!r} on and off at once")

    @property
    def subjects(self) -> Iterable[str]:
        return (f"the row {name!r}" for name in (*self.on, *self.off))

    def rows_on(self, solution: Solution) -> list[str]:
        """Rows that hold from now on."""
        return _rows(solution, self.on)

    def rows_off(self, solution: Solution) -> list[str]:
        """Rows that are let go."""
        return _rows(solution, self.off)

    def variables(self, solution: Solution) -> Iterable[str]:
        return (switch_name(row) for row in (*self.rows_on(solution), *self.rows_off(solution)))

    def applied(self, moment: Moment) -> Moment:
        on, off = self.rows_on(moment.solution), self.rows_off(moment.solution)
        if both := sorted({*on} & {*off}):
            raise ModelError(f"Switch cannot turn the row {both[0]!r} on and off at once")
        values = {**dict.fromkeys(on, 1.0), **dict.fromkeys(off, 0.0)}
        return moment.with_values({moment.parameters[switch_name(row)]: x for row, x in values.items()})


@dataclass(frozen=True, eq=False)
class Impulse(Action):
    """Speeds jump because rows exert impulses: M Δu = E Λ, so that named velocities become what is wanted.

    `wanted` says by name what ψ⁺ of rows is afterwards, whether these are on or not; ψ⁺ = 0 of all others that are
    on. A name in `velocities` stands for a relative velocity instead, any expression that is linear in the speeds,
    such as that along the normal of a contact; its impulse acts along it. Where rows depend on each other,
    impulses are those with the least Σ S Λ², S being what a unit of one changes of its own velocity. The event
    records all Λ by name.

    Parameters
    ----------
    wanted : dict of float or expressions
        Velocity ψ⁺ after the event by name of a row, or of an entry of `velocities`; in m/s or rad/s.
    velocities : dict of expressions, optional
        Relative velocities of your own by name, linear in the speeds; default none.

    Examples
    --------
    >>> import dalembert as da
    >>> bob = da.particle("bob", mass=1.0)
    >>> rope = da.Distance("rope", da.ground, bob, 1.0)
    >>> model = da.Model(da.Translational("p", da.ground, bob), rope, gravity=(0, 0, -9.81))
    >>> print(da.actions.Impulse({"rope": 0.0}).wanted)
    {'rope': 0.0}
    """

    wanted: Mapping[str, Any]
    velocities: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _check_mapping("Impulse", self.wanted, '{"normal": -0.8 * v}, velocities={"normal": v}')
        if unknown := [name for name in self.velocities if name not in self.wanted]:
            raise ModelError(
                f"the velocity {unknown[0]!r} of an impulse has no wanted value; there are for "
                f"{sorted(self.wanted)}"
            )

    @property
    def subjects(self) -> Iterable[str]:
        return (f"the impulse of {name!r}" for name in self.wanted)

    @property
    def expressions(self) -> Iterable[Any]:
        return *self.wanted.values(), *self.velocities.values()

    def applied(self, moment: Moment) -> Moment:
        solution = moment.solution
        wanted = {name: solution.resolve(x) for name, x in self.wanted.items()}
        velocities = {name: solution.resolve(x) for name, x in self.velocities.items()}
        du, found = impulse(solution, wanted, velocities, moment.let_go)
        u = solution.equations.u
        new = moment.now(_array([*(u + du), *found.values()]))
        sums = {name: moment.impulses.get(name, 0.0) + x for name, x in zip(found, new[len(u) :], strict=True)}
        after = moment.with_values(dict(zip(u, new[: len(u)], strict=True)))
        return replace(after, impulses={**moment.impulses, **sums})


def as_actions(given: Any, event: str) -> tuple[Action, ...]:
    """The actions of an event, checked, in their order."""
    actions = (given,) if isinstance(given, Action) else tuple(given) if isinstance(given, Sequence) else None
    if actions is None or not all(isinstance(action, Action) for action in actions):
        raise ModelError(
            f"event {event!r}: what happens then is an action or a list of them, such as "
            f"da.actions.Reset({{'slider.rate': 0.0}}), not {given!r}"
        )
    subjects = [subject for action in actions for subject in action.subjects]
    if twice := [subject for k, subject in enumerate(subjects) if subject in subjects[:k]]:
        raise ModelError(f"event {event!r}: two of its actions decide about {twice[0]}; leave one of them out")
    return actions


@dataclass(frozen=True, eq=False)
class Outcome:
    """The result of an event's actions: states and discrete values after them, and impulses by name."""

    values: Array
    """x and d afterwards, then the impulses."""

    impulses: tuple[str, ...]


def discrete_names(solution: Solution, actions: Sequence[Action]) -> tuple[str, ...]:
    """Parameters, inputs and switches that actions change, each once."""
    return tuple(dict.fromkeys(name for action in actions for name in action.variables(solution)))


def parameter_nodes(solution: Solution, names: Sequence[str], expressions: Iterable[Any]) -> dict[str, Node]:
    """Parameters by name, as far as they are of the equations, switches of rows, or in expressions of events."""
    eom = solution.equations
    found = {name: param(name, default) for name, default in eom.parameters.items()}
    found |= {str(x.args[0]): x for x in inputs_of(list(expressions)) if x.op == "parameter"}
    found |= {switch_name(row.name): param(switch_name(row.name), 1.0) for row in eom.rows}
    for name in names:
        if name not in found and name not in eom.inputs:
            known = [*eom.parameters, *eom.inputs]
            raise ModelError(
                f"there is no parameter or input {name!r} that an event could set; {closest(name, known)}"
            )
    return {name: found[name] for name in names if name in found}


def outcome(
    solution: Solution, parameters: Mapping[str, Node], discrete: Sequence[str], then: Sequence[Action]
) -> Outcome:
    """Apply the actions of one event to x and d."""
    eom = solution.equations
    moment = Moment(solution, parameters)
    for action in then:
        moment = action.applied(moment)
    inputs = dict(zip(eom.inputs, eom.tau, strict=True))
    nodes = [*eom.q, *eom.u, *eom.z, *(parameters.get(name, inputs.get(name)) for name in discrete)]
    values = [moment.changed.get(x, x) for x in nodes]
    if solution.stabilization is not None and moment.changed:
        # no projection tells there whether constraints hold
        values[: len(eom.q)] = [x + _alarm(moment) for x in values[: len(eom.q)]]
    return Outcome(_array([*values, *moment.impulses.values()]), tuple(moment.impulses))


def _alarm(moment: Moment) -> Any:
    """Zero; not a number where actions have brought rows that are on farther from holding than they were."""
    solution = moment.solution
    eom = solution.equations
    rows = [eom.constraint_rows[i] for i in solution.independent]
    on = np.ones(len(rows)) if solution.switches is None else solution.switches
    gaps = []
    for row, switch in zip(rows, on, strict=True):
        size = sqrt(reduce(add, (x * x for x in row.J.values())))
        gaps += [switch * absolute_value(y) / size for y in (row.phi, row.psi) if y is not None]
    if not gaps:
        return 0.0
    largest = reduce(maximum, gaps)
    scale = reduce(maximum, map(absolute_value, (*eom.q, *eom.u)), 1.0)
    after = substitute(np.array([largest, scale], dtype=object), moment.changed)
    return sqrt(where(after[0] <= largest + _VIOLATED * after[1], 0.0, -1.0))


def _rows(solution: Solution, names: Sequence[str]) -> list[str]:
    """Rows by their names or those of their parts."""
    rows = solution.equations.rows
    checked_names(names, {*(row.name for row in rows), *(row.part for row in rows)}, "constraint row")
    if names and solution.unswitchable:
        raise ModelError(f"events cannot switch rows of these equations: {solution.unswitchable}")
    return [row.name for row in rows if row.name in names or row.part in names]


def _check_mapping(action: str, given: Any, example: str) -> None:
    if not isinstance(given, Mapping) or not given or not all(isinstance(name, str) for name in given):
        raise ModelError(f"{action} takes expressions by name, such as {example}, not {given!r}")
    for name, x in given.items():
        if isinstance(x, str) or x is None or np.ndim(x):
            raise ModelError(f"{action}: {name!r} becomes a number or an expression, not {x!r}")


def _array(values: Iterable[Any]) -> Array:
    entries = list(values)
    result = np.empty(len(entries), dtype=object)
    result[:] = entries
    return result
