"""Agreement of principles: a model derived by several of them, compared in random states."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from dalembert.arrays import Matrix, Vector
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
from dalembert.name_checks import checked_names
from dalembert.native.recall import recalled
from dalembert.number_checks import is_count, told
from dalembert.principles.catalogue import every_formulation, every_principle
from dalembert.principles.formulation import check_model
from dalembert.state import State, Values

Chosen: TypeAlias = Principle | tuple[Principle, Coordinates]
"""A principle, or one in coordinates."""

_MOST_STATES = 10**6
"""Largest number of random states."""

_FAINT = 1e-3
"""Least scale of a state, relative to the largest value in all states."""

_NOTHING = 1e-9
"""Accelerations, forces and moments up to this size in all states are zero; their errors are absolute."""


def compare(
    model: Model,
    principles: Sequence[Chosen] | Mapping[str, Chosen] | None = None,
    states: int | Sequence[State] = 20,
    *,
    coordinates: Coordinates | Sequence[Coordinates] | None = None,
    reference: Chosen | str | None = None,
    seed: int = 1,
    p: Values | None = None,
    timed: bool = False,
) -> Comparison:
    """Numbers of a model derived by several principles, compared in the same states.

    Speeds differ between principles, so accelerations of the model's coordinates, accelerations of bodies and
    wrenches of joints are compared.

    Parameters
    ----------
    model : Model
        Model that is derived.
    principles : sequence or dict of principles, optional
        Principles, or pairs of a principle and coordinates; a dict gives names. Default all that there are.
    states : int or sequence of State, optional
        States that satisfy the constraints, or how many are drawn near the default coordinates with random
        speeds, inputs and times; default 20.
    coordinates : coordinates or sequence of them, optional
        Coordinates that each principle is derived in; default those of the principle.
    reference : principle, pair or str, optional
        Principle that the others are measured by; default the first that applies.
    seed : int, optional
        Seed of the states that are drawn; default 1.
    p : dict of float, optional
        Values of open parameters; their defaults unless given.
    timed : bool, optional
        Whether derivation, compilation and evaluation are timed; default False.

    Returns
    -------
    Comparison
        Digits of agreement and operations; printed, a table. `agrees()` tells whether rounding explains all
        differences.

    Examples
    --------
    >>> import dalembert as da
    >>> arm = da.Model(da.Revolute("hinge", da.ground, da.rod("rod", length=1.0, mass=2.0)))
    >>> coordinates = [da.formulations.Relative(), da.formulations.AbsolutePlanar()]
    >>> da.compare(arm, [da.Kane()], states=3, coordinates=coordinates).agrees()
    True
    """
    check_model(model)
    named, chosen = _chosen(_named(principles, coordinates), reference)

    def compared() -> Comparison:
        return _compared(model, named, chosen, states, seed, p or {}, timed)

    if timed or not isinstance(states, int):
        return compared()
    # what agreed agrees again, in whatever process
    return recalled(None, "comparison", (model, named, chosen, states, seed, dict(p or {})), compared)


def _compared(
    model: Model,
    named: Mapping[str, Formulation],
    chosen: str | None,
    states: int | Sequence[State],
    seed: int,
    p: Values,
    timed: bool,
) -> Comparison:
    source = as_dynamics(model)
    drawn = _states(model, source, states, seed, p)
    comparables: dict[str, Comparable] = {}
    reasons: dict[str, str] = {}
    failed: set[str] = set()
    for name, candidate in named.items():
        try:
            comparables[name] = Comparable.make(name, candidate, model, source, drawn).evaluated(timed)
        except (FormulationError, ModelError) as error:
            reasons[name] = str(error)
        except DalembertError as error:
            reasons[name] = str(error)
            failed.add(name)
    standard = _reference(comparables, reasons, chosen)
    rows = {candidate.name: _row(candidate, standard, timed) for candidate in comparables.values()}
    return Comparison(
        rows=tuple(rows.get(name) or ComparedPrinciple(name, reasons[name], name not in failed) for name in named),
        reference=standard.name,
        n_states=len(drawn),
        condition=float(standard.conditions.max()),
        is_timed=timed,
    )


def _named(
    principles: Sequence[Chosen] | Mapping[str, Chosen] | None,
    coordinates: Coordinates | Sequence[Coordinates] | None,
) -> dict[str, Formulation]:
    """Formulations that are compared, by name."""
    if principles is None and coordinates is None:
        return _checked((candidate.name, candidate) for candidate in every_formulation())
    choices = every_principle() if principles is None else principles
    if isinstance(choices, str) or not isinstance(choices, Iterable):
        raise ModelError(f"principles are given in a list, or by name in a mapping, not as {choices!r}")
    named = choices.items() if isinstance(choices, Mapping) else ((None, candidate) for candidate in choices)
    return _checked(
        pair for name, candidate in named for pair in _in_coordinates(name, candidate, _several(coordinates))
    )


def _several(coordinates: Coordinates | Sequence[Coordinates] | None) -> Sequence[Coordinates | None]:
    """Coordinates in a list; None stands for the default ones."""
    return coordinates if isinstance(coordinates, Sequence) else [coordinates]


def _in_coordinates(
    name: str | None, chosen: Chosen, coordinates: Sequence[Coordinates | None]
) -> list[tuple[str, Formulation]]:
    """Formulations of a principle in each of the coordinates, with names; a pair has its own coordinates."""
    formulations = (
        [_formulation(chosen)] if isinstance(chosen, tuple) else [formulation(chosen, x) for x in coordinates]
    )
    if name is None:
        return [(candidate.name, candidate) for candidate in formulations]

    # a name that the user gave stands for one
    return [
        (name if len(formulations) == 1 else f"{name} in {candidate.coordinates_name}", candidate)
        for candidate in formulations
    ]


def _formulation(chosen: Chosen) -> Formulation:
    if not isinstance(chosen, tuple):
        return formulation(chosen)
    if len(chosen) != 2:
        raise ModelError(f"a pair is a principle and its coordinates, not {chosen!r}")
    return formulation(*chosen)


def _checked(pairs: Iterable[tuple[str, Formulation]]) -> dict[str, Formulation]:
    """Formulations by name; refuse a name for two."""
    by_name: dict[str, Formulation] = {}
    for name, candidate in pairs:
        if by_name.setdefault(name, candidate) != candidate:
            raise ModelError(f"two different principles are called {name!r}; give them names, {{name: principle}}")
    if not by_name:
        raise ModelError("there are no principles to compare")
    return by_name


def _chosen(
    named: dict[str, Formulation], reference: Chosen | str | None
) -> tuple[dict[str, Formulation], str | None]:
    """Formulations with the reference among them, and its name; None if none was chosen."""
    if reference is None:
        return named, None
    if isinstance(reference, str):
        checked_names([reference], named, "principle")
        return named, reference

    # a principle without coordinates means its first line
    meant = _formulation(reference)
    names = [name for name, candidate in named.items() if candidate == meant]
    if not isinstance(reference, tuple):
        names += [name for name, candidate in named.items() if candidate.principle == reference]
    name = names[0] if names else meant.name
    return _checked([(name, named[name] if names else meant), *named.items()]), name


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
    chosen = [replace(state, p={**state.p, **p}) for state in states]
    if not chosen or any(state.p != chosen[0].p for state in chosen):
        raise ModelError("the states of a comparison are at least one, and have the same parameters")
    checked_names(chosen[0].p, model.parameters, "parameter")
    for number, state in enumerate(chosen):
        arguments = source.arguments(state)
        values = constraint_values(source, {name: np.asarray(x)[None] for name, x in arguments.items()}, state.p)
        if not (gaps(values, arguments["q"][None], arguments["u"][None]) <= ACCEPTED).all():
            raise missed(values, 0, f"state {number + 1}")
    return chosen


def _reference(comparables: Mapping[str, Comparable], reasons: Mapping[str, str], name: str | None) -> Comparable:
    """Reference of the comparison: the formulation of this name, or the first that applies."""
    if name is not None and name in reasons:
        raise FormulationError(f"the reference {name} does not apply: {reasons[name]}")
    if not comparables:
        refusals = "; ".join(f"{name}: {reason}" for name, reason in reasons.items())
        raise FormulationError(f"no principle applies to the model: {refusals}")
    return next(iter(comparables.values())) if name is None else comparables[name]


def _row(compared: Comparable, reference: Comparable, timed: bool) -> ComparedPrinciple:
    not_unique = compared.not_unique | reference.not_unique
    unique = {name: value for name, value in reference.wrenches.items() if name not in not_unique}
    return ComparedPrinciple(
        compared.name,
        coordinates=_error(compared.coordinates, reference.coordinates),
        bodies=_error(compared.bodies, reference.bodies),
        wrenches=_error(compared.wrenches, unique),
        not_unique=tuple(name for name in reference.wrenches if name in not_unique),
        operations=compared.operations,
        derivation_time=compared.derivation_time if timed else None,
        compile_time=compared.compile_time if timed else None,
        evaluation_time=compared.evaluation_time if timed else None,
    )


def _error(numbers: Numbers, expected: Numbers) -> float | None:
    """Largest relative difference of common values over all states; infinite if some are not finite."""
    common = [name for name in expected if name in numbers]
    if not common:
        return None
    x, y = (np.concatenate([_columns(values[name]) for name in common], axis=1) for values in (numbers, expected))
    if not (np.isfinite(x).all() and np.isfinite(y).all()):
        return np.inf
    sizes = np.abs(y).max(axis=1)
    largest = sizes.max()
    scales = np.maximum(sizes, _FAINT * largest) if largest > _NOTHING else np.ones(len(sizes))
    return float((np.abs(x - y).max(axis=1) / scales).max())


def _columns(values: Vector) -> Matrix:
    return values.reshape(len(values), -1)
