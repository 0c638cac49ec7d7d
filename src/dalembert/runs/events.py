"""Events that a run looks out for, and controllers that steer it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import pi
from numbers import Real
from types import FunctionType
from typing import Any

import numpy as np

from dalembert.dynamics.dynamics import Dynamics
from dalembert.dynamics.prepared import Prepared
from dalembert.equations.equations import Equations
from dalembert.errors import ModelError
from dalembert.expr.node import Expression, Node, inputs_of
from dalembert.expr.rewrite import evaluate
from dalembert.memo import Key
from dalembert.model.measure import Coordinate
from dalembert.model.part import measures_in
from dalembert.name_checks import checked_names
from dalembert.number_checks import checked_number, is_count, is_number, told
from dalembert.runs.actions_at_events import Action, as_actions
from dalembert.state import State, values_key

MOST_SAMPLES = 10_000_000
"""More would be hours of work in Python."""

SHORTEST = 1e-14
"""Period beside the largest time that differs from rounding."""

_TRIALS, _SAME = 20, 1e-9
"""Random values by which an expression is found to have the period of one turn, and what is the same there."""


_MOST_PERIODS = 10**6
"""Of what a controller gave that wait to be held."""


@dataclass(frozen=True)
class Event:
    """Instant at which an expression of measures arrives at zero.

    Events at the same time act in the order of their list. Steps follow the motion alone, and an expression
    may change its sign twice in a long one: so it is looked at inside of steps too.

    Parameters
    ----------
    name : str
        Name of the event.
    expression : expression
        Expression of measures whose zeros are looked for.
    direction : int, optional
        1 for upwards, −1 for downwards, 0 for either way; default 0.
    is_terminal : bool, optional
        Whether it ends the run; default False.
    action : Action or sequence of them, optional
        What else it does, in this order: `da.actions.Reset`, `Set`, `Switch`, `Impulse` or one of your own;
        default nothing.
    detect_touch : bool, optional
        Whether it also happens where the expression reaches zero and turns back; default False.
    search_inside_steps : bool, optional
        Whether the expression is looked at inside of steps; default True.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=2.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod, axis="z"), gravity=(0, -9.81, 0))
    >>> bottom = da.Event("bottom", da.coordinate("hinge") + da.pi / 2, is_terminal=True)
    >>> motion = da.simulate(pendulum, until=2.0, events=[bottom])
    >>> print(f"{motion.times[-1]:.6f} s")
    0.483334 s
    """

    name: str
    expression: Any
    direction: int = 0
    is_terminal: bool = False
    action: Action | Sequence[Action] = ()
    detect_touch: bool = False
    search_inside_steps: bool | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name:
            raise ModelError(f"the name of an event is a word, not {self.name!r}")
        if not isinstance(self.expression, Expression) and not is_number(self.expression):
            raise ModelError(
                f"event {self.name!r}: its expression is one of measures, such as da.coordinate('elbow') - 1.0, "
                f"not {told(self.expression)}"
            )
        if not is_count(self.direction, least=-1, most=1):
            raise ModelError(
                f"event {self.name!r}: its direction is 1 (upwards), -1 (downwards) or 0 (either way), not "
                f"{told(self.direction)}"
            )
        answers = {
            "is_terminal": self.is_terminal,
            "detect_touch": self.detect_touch,
            "search_inside_steps": self.search_inside_steps,
        }
        for option, given in answers.items():
            if not isinstance(given, bool | np.bool_) and not (given is None and option == "search_inside_steps"):
                raise ModelError(f"event {self.name!r}: {option} is True or False, not {given!r}")
        as_actions(self.action, self.name)

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions of the event, in their order."""
        return as_actions(self.action, self.name)


@dataclass(frozen=True)
class SampledController:
    """A law that gives the inputs every `period` from the state then; they are held in between.

    The law is a Python function of the state, or expressions of measures for inputs by name, which are native. An
    input that it does not name stays as it is: what it gave before, or what the start says.

    Parameters
    ----------
    period : float
        Time between samples, in s.
    law : dict of expressions, or function of State
        Inputs by name: expressions of measures, or a function that gives them as a dict.
    delay : int, optional
        Periods by which inputs come late; default 0.
    quantum : float, optional
        Size of the steps to which inputs are rounded; default 0, none.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.particle("block", mass=1.0)
    >>> slide = da.Prismatic("x", da.ground, block, axis="x")
    >>> brake = da.control.SampledController(0.05, {"push": -4.0 * da.speed("x")})
    >>> model = da.Model(slide, da.Motor("push", "x"))
    >>> motion = da.simulate(model, da.State(u={"x": 1.0}), until=2.0, controller=brake)
    >>> print(f"{motion['x'][-1]:.4f} m")
    0.2250 m
    """

    period: float
    law: Callable[[State], Mapping[str, float]] | Mapping[str, Any]
    delay: int = 0
    """Periods that pass until what the law gives is held; until then inputs are those of the start."""

    quantum: float = 0.0
    """Inputs are whole multiples of this, the nearest ones; any numbers if it is zero."""

    def __post_init__(self) -> None:
        checked_number(self.period, "the period of a controller", is_positive=True)
        if not callable(self.law) and not isinstance(self.law, Mapping):
            raise ModelError(
                "the law of a controller is a function of the state, or expressions of measures by names of "
                f"inputs, not {self.law!r}"
            )
        if not is_count(self.delay, most=_MOST_PERIODS):
            raise ModelError(
                f"the delay of a controller is a number of periods, 0 or more, not {told(self.delay)}"
            )
        checked_number(self.quantum, "the quantum of a controller", least=0.0)

    def asked(self, dynamics: Dynamics, state: State) -> dict[str, float]:
        """The inputs by name that the law gives in a state."""
        given = self.law(state) if callable(self.law) else _evaluated(dynamics, self.law, state)
        if not isinstance(given, Mapping):
            raise ModelError(f"a law gives inputs by name, such as {{'motor': 1.0}}, not {given!r}")
        checked_names(given, state.tau, "input")
        return {name: self._rounded(name, x) for name, x in given.items()}

    def _rounded(self, name: str, x: float) -> float:
        if not np.isfinite(x):
            raise ModelError(f"the input {name!r} must be finite, not {x!r}")
        return float(x) if not self.quantum else float(self.quantum * np.round(x / self.quantum))

    def sample_times(self, start: float, until: float) -> list[float]:
        """When the law is asked, and the end."""
        count = (until - start) / self.period
        if count > MOST_SAMPLES or self.period < SHORTEST * max(abs(start), abs(until)):
            raise ModelError(
                f"with a period of {self.period:g} a controller would be asked {count:.3g} times from t = "
                f"{start:g} to {until:g}; give a longer period"
            )
        n_periods = max(1, int(np.ceil(count - 1e-9)))
        return [*map(float, start + self.period * np.arange(n_periods)), until]

    def __str__(self) -> str:
        if isinstance(self.law, Mapping):
            return f"of {', '.join(self.law)}"
        return self.law.__qualname__ if isinstance(self.law, FunctionType) else repr(self.law)


_SAMPLED_LAW: Key[Prepared] = Key("sampled law")


def _evaluated(dynamics: Dynamics, law: Mapping[str, Any], state: State) -> dict[str, float]:
    """Expressions of measures in a state, by a native function that is made once."""
    checked_names(law, dynamics.equations.inputs, "input")
    key = _SAMPLED_LAW.of(tuple(law.items()), values_key(state.p))
    outputs = {name: float(y) if isinstance(y, Real) else y for name, y in law.items()}
    function = dynamics.memo.get(key, lambda: dynamics.prepared(outputs, state.p))
    return {name: float(value) for name, value in function(**dynamics.arguments(state)).items()}


def checked_events(events: Any, equations: Equations) -> tuple[Event, ...]:
    """The events of a run; none may depend on turns that the equations do not count."""
    if type(events) is tuple and not events:
        return events
    if not isinstance(events, Event | Iterable):
        raise ModelError(f"events are a list of da.Event(name, expression), not {events!r}")
    found = (events,) if isinstance(events, Event) else tuple(events)
    names = [event.name for event in found if isinstance(event, Event)]
    if twice := [name for k, name in enumerate(names) if name in names[:k]]:
        raise ModelError(f"two events are called {twice[0]!r}; give each its own name")
    for event in found:
        if not isinstance(event, Event):
            raise ModelError(f"events are a list of da.Event(name, expression), not of {event!r}")
        if np.ndim(event.expression):
            raise ModelError(
                f"event {event.name!r}: its expression is one number, not an array of {event.expression!r}"
            )
        if names := uncounted_angles(event.expression, equations):
            name = names[0]
            raise ModelError(
                f"event {event.name!r} depends on the turns of {name!r}, which these equations do not count: the "
                "joint closes a loop, so its angle is a measure in (−π, π]; let a part of the model refer to it, "
                f"such as da.StateVariable('sum', rate=da.coordinate({name!r})), or take relative coordinates in "
                f"which "
                "the joint carries a body; sines and cosines of the angle need no turns"
            )
    return found


def uncounted_angles(expression: Any, equations: Equations) -> list[str]:
    """Angles known in (−π, π] only whose turns change the expression."""
    angles = [
        node
        for node in measures_in(expression)
        if isinstance(node.args[0], Coordinate) and equations.variables.measurable.get(node.args[0].name, False)
    ]
    return [node.args[0].name for node in angles if not _has_period(expression, node)]


def _has_period(expression: Any, angle: Node) -> bool:
    """Whether an expression is the same after a turn of an angle, by trial."""
    inputs, generator = inputs_of([expression]), np.random.default_rng(7)
    for _ in range(_TRIALS):
        values = dict(zip(inputs, generator.uniform(-pi, pi, len(inputs)), strict=True))
        before, after = (evaluate(expression, {**values, angle: values[angle] + turn}) for turn in (0.0, 2.0 * pi))
        if not abs(after - before) <= _SAME * max(1.0, abs(before)):
            return False
    return True
