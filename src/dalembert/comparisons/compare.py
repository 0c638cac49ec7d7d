"""Agreement of principles: the same model derived by several, compared in random states."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np

from dalembert.comparisons.comparable import Comparable, Numbers
from dalembert.comparisons.comparison import ComparedPrinciple, Comparison
from dalembert.configuration.constraint_values import constraint_values
from dalembert.configuration.random_states import random_states
from dalembert.configuration.residual_check import ACCEPTED, gaps, missed
from dalembert.dynamics.as_dynamics import (
    Coordinates,
    Formulation,
    Principle,
    as_dynamics,
    formulation,
)
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import DalembertError, FormulationError, ModelError
from dalembert.model.model import Model
from dalembert.number_checks import is_count, told
from dalembert.principles.catalogue import every_formulation, every_principle
from dalembert.state import State, checked_names

Values = Mapping[str, float]

Chosen: TypeAlias = Principle | tuple[Principle, Coordinates]
"""A principle, or one in coordinates."""

_MOST_STATES = 10**6
"""That are drawn."""

_FAINT = 1e-3
"""Part of the largest value in all states: a state with smaller ones is measured by this."""

_NOTHING = 1e-9
"""Accelerations, forces and moments of this size in all states are zero; their errors are taken as they are."""


def compare(
    model: Model,
    principles: Sequence[Chosen] | Mapping[str, Chosen] | None = None,
    states: int | Sequence[State] = 20,
    *,
    coordinates: Coordinates | Sequence[Coordinates] | None = None,
    reference: Chosen | str | None = None,
    seed: int = 1,
    p: Values | None = None,
) -> Comparison:
    """Derive a model by several principles, compile all, and compare their numbers in the same states.

    `principles` are all that there are unless given; a mapping gives them names of your own. They are derived in
    their default coordinates, or in each of the given `coordinates`; a pair of a principle and coordinates is
    taken as it is. Speeds differ between them, so accelerations of the model's coordinates, accelerations of
    bodies and wrenches of joints are compared, with those of the `reference`, a principle, a pair or the name of a
    row: the first that applies unless given.

    `states` are states of the model that satisfy its constraints, or how many of them to draw: near the usual
    coordinates, with random speeds and inputs, at random times, assembled. `p` are values of open parameters.

    >>> import dalembert as da
    >>> arm = da.Model(da.Revolute("hinge", da.ground, da.rod("rod", length=1.0, mass=2.0)))
    >>> coordinates = [da.formulations.Relative(), da.formulations.AbsolutePlanar()]
    >>> da.compare(arm, [da.Kane()], states=3, coordinates=coordinates).agrees()
    True
    """
    if not isinstance(model, Model):
        raise ModelError(f"principles make equations of a model, not of {type(model).__name__}")
    named, chosen = _chosen(_named(principles, coordinates), reference)
    source = as_dynamics(model)
    drawn = _states(model, source, states, seed, p or {})

    found: dict[str, Comparable] = {}
    reasons: dict[str, str] = {}
    failed: set[str] = set()
    for name, one in named.items():
        try:
            found[name] = Comparable.make(name, one, model, source, drawn).evaluated()
        except (FormulationError, ModelError) as error:
            reasons[name] = str(error)
        except DalembertError as error:
            reasons[name] = str(error)
            failed.add(name)
    measure = _measure(found, reasons, chosen)
    rows = {one.name: _row(one, measure) for one in found.values()}
    return Comparison(
        rows=tuple(rows.get(name) or ComparedPrinciple(name, reasons[name], name not in failed) for name in named),
        reference=measure.name,
        n_states=len(drawn),
        condition=float(measure.conditions.max()),
    )


def _named(
    principles: Sequence[Chosen] | Mapping[str, Chosen] | None,
    coordinates: Coordinates | Sequence[Coordinates] | None,
) -> dict[str, Formulation]:
    """What is compared, by name."""
    if principles is None and coordinates is None:
        return _checked((one.name, one) for one in every_formulation())
    given = every_principle() if principles is None else principles
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise ModelError(f"principles are given in a list, or by name in a mapping, not as {given!r}")
    named = given.items() if isinstance(given, Mapping) else ((None, one) for one in given)
    return _checked(pair for name, one in named for pair in _in_coordinates(name, one, _several(coordinates)))


def _several(coordinates: Coordinates | Sequence[Coordinates] | None) -> Sequence[Coordinates | None]:
    """Coordinates in a list; None stands for the default ones."""
    return coordinates if isinstance(coordinates, Sequence) else [coordinates]


def _in_coordinates(
    name: str | None, chosen: Chosen, coordinates: Sequence[Coordinates | None]
) -> list[tuple[str, Formulation]]:
    """One of several principles in each of the coordinates, with names; a pair has its own."""
    found = [_formulation(chosen)] if isinstance(chosen, tuple) else [formulation(chosen, x) for x in coordinates]
    if name is None:
        return [(one.name, one) for one in found]

    # a name of one's own stands for one
    return [(name if len(found) == 1 else f"{name} in {one.coordinates_name}", one) for one in found]


def _formulation(chosen: Chosen) -> Formulation:
    if not isinstance(chosen, tuple):
        return formulation(chosen)
    if len(chosen) != 2:
        raise ModelError(f"a pair is a principle and its coordinates, not {chosen!r}")
    return formulation(*chosen)


def _checked(pairs: Iterable[tuple[str, Formulation]]) -> dict[str, Formulation]:
    """Formulations by name; a name stands for one."""
    found: dict[str, Formulation] = {}
    for name, one in pairs:
        if found.setdefault(name, one) != one:
            raise ModelError(f"two different principles are called {name!r}; give them names, {{name: principle}}")
    if not found:
        raise ModelError("there are no principles to compare")
    return found


def _chosen(
    named: dict[str, Formulation], reference: Chosen | str | None
) -> tuple[dict[str, Formulation], str | None]:
    """All formulations with the reference among them, and its name; None if it is not chosen."""
    if reference is None:
        return named, None
    if isinstance(reference, str):
        checked_names([reference], named, "principle")
        return named, reference

    # a principle alone is the first of its rows
    meant = _formulation(reference)
    known = [name for name, one in named.items() if one == meant]
    if not isinstance(reference, tuple):
        known += [name for name, one in named.items() if one.principle == reference]
    name = known[0] if known else meant.name
    return _checked([(name, named[name] if known else meant), *named.items()]), name


def _states(model: Model, source: Dynamics, states: int | Sequence[State], seed: int, p: Values) -> list[State]:
    """States of the model that satisfy its constraints, with the same parameters."""
    if not is_count(seed):
        raise ModelError(f"the seed of random states is a whole number from 0 on, not {told(seed)}")
    if isinstance(states, int | np.integer) and is_count(states, 1, _MOST_STATES):
        return random_states(source, int(states), near=State(p=p), seed=seed, draws_inputs=True).states
    if not isinstance(states, Iterable) or not all(isinstance(x, State) for x in states):
        raise ModelError(
            "principles are compared in a number of states, at least one, or in a list of them, not "
            f"{told(states)}"
        )
    found = [replace(state, p={**state.p, **p}) for state in states]
    if not found or any(state.p != found[0].p for state in found):
        raise ModelError("the states of a comparison are at least one, and have the same parameters")
    checked_names(found[0].p, model.parameters, "parameter")
    for number, state in enumerate(found):
        arguments = source.arguments(state)
        values = constraint_values(source, {name: np.asarray(x)[None] for name, x in arguments.items()}, state.p)
        if not (gaps(values, arguments["q"][None], arguments["u"][None]) <= ACCEPTED).all():
            raise missed(values, 0, f"state {number + 1}")
    return found


def _measure(found: Mapping[str, Comparable], reasons: Mapping[str, str], name: str | None) -> Comparable:
    """The reference: that of this name, or the first that applies."""
    if name is not None and name in reasons:
        raise FormulationError(f"the reference {name} does not apply: {reasons[name]}")
    if not found:
        told = "; ".join(f"{name}: {reason}" for name, reason in reasons.items())
        raise FormulationError(f"no principle applies to the model: {told}")
    return next(iter(found.values())) if name is None else found[name]


def _row(one: Comparable, reference: Comparable) -> ComparedPrinciple:
    not_unique = one.not_unique | reference.not_unique
    unique = {name: value for name, value in reference.wrenches.items() if name not in not_unique}
    return ComparedPrinciple(
        one.name,
        coordinates=_error(one.coordinates, reference.coordinates),
        bodies=_error(one.bodies, reference.bodies),
        wrenches=_error(one.wrenches, unique),
        not_unique=tuple(name for name in reference.wrenches if name in not_unique),
        operations=one.operations,
        derivation_time=one.derivation_time,
        compile_time=one.compile_time,
        evaluation_time=one.evaluation_time,
    )


def _error(found: Numbers, expected: Numbers) -> float | None:
    """The largest difference of what both have, beside the largest value in each state; infinite without one."""
    common = [name for name in expected if name in found]
    if not common:
        return None
    x, y = (np.concatenate([_columns(values[name]) for name in common], axis=1) for values in (found, expected))
    if not (np.isfinite(x).all() and np.isfinite(y).all()):
        return np.inf
    sizes = np.abs(y).max(axis=1)
    largest = sizes.max()
    scales = np.maximum(sizes, _FAINT * largest) if largest > _NOTHING else np.ones(len(sizes))
    return float((np.abs(x - y).max(axis=1) / scales).max())


def _columns(values: Any) -> Any:
    return values.reshape(len(values), -1)
