"""States: named values at one instant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from dalembert.errors import ModelError

Values = Mapping[str, float]


@dataclass(frozen=True)
class State:
    """Time, coordinates, speeds, first-order states, inputs and parameters, by name.

    What is not named takes its usual value: coordinates their neutral one, speeds, states and inputs zero,
    parameters their default.
    """

    t: float = 0.0
    q: Values = field(default_factory=dict)
    u: Values = field(default_factory=dict)
    z: Values = field(default_factory=dict)
    tau: Values = field(default_factory=dict)
    p: Values = field(default_factory=dict)

    def __post_init__(self) -> None:
        for kind in ("q", "u", "z", "tau", "p"):
            values = {name: float(value) for name, value in getattr(self, kind).items()}
            object.__setattr__(self, kind, MappingProxyType(values))


def closest(name: str, names: Iterable[str]) -> str:
    """A hint for a misspelled name: what was probably meant, or what there is."""
    known = sorted(names)
    matches = difflib.get_close_matches(name, known, n=1)
    return f"did you mean {matches[0]!r}?" if matches else f"there are {known}"


def checked_names(given: Iterable[str], names: Iterable[str], kind: str) -> None:
    """Refuse names that do not exist."""
    known = set(names)
    for name in given:
        if name not in known:
            raise ModelError(f"there is no {kind} {name!r}; {closest(name, known)}")
