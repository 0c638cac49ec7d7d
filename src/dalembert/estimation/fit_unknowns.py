"""Unknowns of a fit: parameters, which all experiments share, and start values and input offsets of each."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf

import numpy as np

from dalembert.arrays import Vector
from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.replaced_inputs import offset_of
from dalembert.errors import ModelError
from dalembert.estimation.experiment import Record
from dalembert.estimation.priors import Bounds, Prior, checked_bounds, checked_priors, prior_residual
from dalembert.linear.start_tangents import Direction, directions
from dalembert.name_checks import checked_names
from dalembert.number_checks import checked_number
from dalembert.state import State
from dalembert.studies.distributions import LogNormal, Normal

_KIND = {"coordinates": "q", "speeds": "u", "states": "z", "inputs": "tau"}


@dataclass(frozen=True)
class Unknown:
    """One number that is fitted."""

    label: str
    """Name in the result: that of the parameter, or of the start value with its experiment."""

    name: str
    """Name in the equations."""

    asked: str
    """Name as it was asked for: of an input with a law, that of the input, not of its offset."""

    kind: str
    """p, q, u, z or tau."""

    experiment: int | None
    """Number of the experiment whose start or input it is; None for a parameter, which all share."""

    guess: float
    low: float = -inf
    high: float = inf
    prior: Normal | LogNormal | None = None
    unit: str = ""


@dataclass(frozen=True, eq=False)
class Unknowns:
    """All unknowns, and how their values become starts of runs."""

    all: tuple[Unknown, ...]
    names: tuple[str, ...]
    """Names as they were asked for: those along which runs have tangents."""

    records: tuple[Record, ...]

    @property
    def labels(self) -> tuple[str, ...]:
        """Names in the result."""
        return tuple(x.label for x in self.all)

    @property
    def guess(self) -> Vector:
        """Values to begin with."""
        return np.array([x.guess for x in self.all])

    @property
    def bounds(self) -> tuple[Vector, Vector]:
        """Lower and upper bounds."""
        return np.array([x.low for x in self.all]), np.array([x.high for x in self.all])

    def columns(self, number: int) -> list[int]:
        """Places of the unknowns of an experiment, in the order of `names`."""
        places = {(x.name, x.experiment): k for k, x in enumerate(self.all)}
        return [places[name, None] if (name, None) in places else places[name, number] for name in self.names]

    def start(self, number: int, values: Vector) -> State:
        """Start of an experiment with these values of the unknowns."""
        record = self.records[number]
        changes: dict[str, dict[str, float]] = {}
        for k in self.columns(number):
            changes.setdefault(self.all[k].kind, {})[self.all[k].name] = float(values[k])
        return replaced(record.start, changes)

    def priors(self, values: Vector) -> tuple[Vector, Vector, list[int]]:
        """Residuals of priors, their derivatives, and the places of what they are about."""
        places = [k for k, x in enumerate(self.all) if x.prior is not None]
        pairs = [prior_residual(x.prior, float(values[k])) for k in places if (x := self.all[k]).prior is not None]
        return np.array([r for r, _ in pairs]), np.array([slope for _, slope in pairs]), places

    @property
    def sizes(self) -> Vector:
        """How large each is: its guess, or one where that is zero."""
        guess = np.abs(self.guess)
        return np.where(guess > 0.0, guess, 1.0)


def replaced(state: State, changes: Mapping[str, Mapping[str, float]]) -> State:
    """A state with other values by kind; speeds by the names of their coordinates are taken as such."""
    fields = {kind: {**getattr(state, kind), **values} for kind, values in changes.items()}
    if "u" in fields:
        short = {name.removesuffix(".rate") for name in changes["u"]}
        fields["u"] = {name: x for name, x in fields["u"].items() if name not in short}
    return State(state.t, *(fields.get(kind, dict(getattr(state, kind))) for kind in ("q", "u", "z", "tau", "p")))


def unknowns_of(
    records: Sequence[Record],
    names: Collection[str],
    *,
    guess: Mapping[str, float],
    bounds: Mapping[str, Bounds],
    priors: Mapping[str, Prior],
) -> Unknowns:
    """The unknowns of a fit, after a check of their names."""
    if isinstance(names, str) or not isinstance(names, Collection) or not names:
        raise ModelError(
            "what is fitted is a list of names of parameters, start values and inputs, such as ['k', 'd'], not "
            f"{names!r}"
        )
    if twice := [name for name in dict.fromkeys(names) if list(names).count(name) > 1]:
        raise ModelError(f"{twice[0]!r} is named twice among what is fitted")
    inputs = records[0].dynamics.equations.inputs
    own = {(offset_of(name) if offset_of(name) in inputs else name): name for name in names}
    ways = {way.name: way for way in directions(records[0].dynamics, tuple(own))}
    unknowns = []
    for name, way in ways.items():
        asked = own[name]
        kind = kind_of(records[0].dynamics, name, way)
        if kind == "p":
            value = records[0].start.p.get(name, records[0].dynamics.equations.parameters[name])
            unknowns.append(Unknown(name, name, asked, kind, None, float(value)))
            continue
        for k, record in enumerate(records):
            label = f"{asked} in {record.label}" if len(records) > 1 else asked
            value = _start_value(record, kind, name)
            known = record.dynamics.equations.variables.units
            unit = known.get(name, "") or record.dynamics.solved.signals.units.get(asked, "")
            unknowns.append(Unknown(label, name, asked, kind, k, value, unit=unit))
    return Unknowns(tuple(_told(unknowns, guess, bounds, priors)), tuple(ways), tuple(records))


def kind_of(dynamics: Dynamics, name: str, way: Direction) -> str:
    """Kind of a state's values among which a name is: p, q, u, z or tau."""
    eom = dynamics.equations
    if name in eom.parameters and way.node is not None:
        return "p"
    for field, kind in _KIND.items():
        if name in getattr(eom, field):
            return kind
    raise ModelError(
        f"{name!r} is a turn of an orientation, which no start has as a value: fit parameters, coordinates, "
        "speeds and inputs"
    )


def _start_value(record: Record, kind: str, name: str) -> float:
    """Value of a start as it was given, or its default."""
    eom = record.dynamics.equations
    arrays = record.dynamics.guessed(record.start)
    order = {"q": eom.coordinates, "u": eom.speeds, "z": eom.states, "tau": eom.inputs}[kind]
    return float(arrays[kind][order.index(name)])


def _told(
    unknowns: Sequence[Unknown],
    guess: Mapping[str, float],
    bounds: Mapping[str, Bounds],
    priors: Mapping[str, Prior],
) -> list[Unknown]:
    """Unknowns with their guesses, bounds and priors, which go by label or by name."""
    names = {x for unknown in unknowns for x in (unknown.label, unknown.asked)}
    for what, values in (("guess", guess), ("bounds", bounds), ("priors", priors)):
        if not isinstance(values, Mapping):
            raise ModelError(f"{what} are given by names, {what}={{'k': …}}, not {values!r}")
        checked_names(values, names, "unknown")
    limits, distributions = checked_bounds(bounds, priors), checked_priors(priors)
    return [_one(x, guess, limits, distributions) for x in unknowns]


def _one(
    unknown: Unknown,
    guess: Mapping[str, float],
    limits: Mapping[str, tuple[float, float]],
    priors: Mapping[str, Normal | LogNormal],
) -> Unknown:
    keys = (unknown.label, unknown.asked)
    start = next((checked_number(guess[key], f"guess of {key!r}") for key in keys if key in guess), unknown.guess)
    low, high = next((limits[key] for key in keys if key in limits), (-inf, inf))
    prior = next((priors[key] for key in keys if key in priors), None)
    if not low <= start <= high:
        raise ModelError(
            f"the guess of {unknown.label!r} is {start:g}, outside its bounds {low:g} to {high:g}: begin inside, "
            f"guess={{{unknown.label!r}: …}}"
        )
    return replace(unknown, guess=start, low=low, high=high, prior=prior)
