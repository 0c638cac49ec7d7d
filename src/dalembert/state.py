"""States: named values at one instant."""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from dalembert.errors import ModelError

Values = Mapping[str, float]

MAX_SHOWN = 12
"""How many names a hint lists."""


@dataclass(frozen=True)
class State:
    """Time, coordinates, speeds, first-order states, inputs and parameters, by name.

    What is not named takes its usual value: coordinates their neutral one, speeds and inputs zero,
    first-order states their start, parameters their default.
    """

    t: float = 0.0
    q: Values = field(default_factory=dict)
    u: Values = field(default_factory=dict)
    z: Values = field(default_factory=dict)
    tau: Values = field(default_factory=dict)
    p: Values = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "t", _number(self.t, "t"))
        for kind in ("q", "u", "z", "tau", "p"):
            given = getattr(self, kind)
            if not isinstance(given, Mapping):
                raise ModelError(
                    f"{kind} of a state is given by names, such as {kind}={{'elbow': 1.2}}, not {given!r}"
                )
            values = {name: _number(value, f"{kind}[{name!r}]") for name, value in given.items()}
            object.__setattr__(self, kind, MappingProxyType(values))

    def __reduce__(self) -> tuple[Any, ...]:
        return State, (self.t, *(dict(values) for values in (self.q, self.u, self.z, self.tau, self.p)))


def as_state(given: State | Values | None) -> State:
    """The state that is meant: numbers by name are coordinates, nothing is the usual state."""
    if given is None or isinstance(given, Mapping):
        return State(q=given or {})
    if not isinstance(given, State):
        raise ModelError(
            f"a state is given by names, State(q={{'elbow': 1.2}}) or the model's state(q=…, u=…), not {given!r}"
        )
    return given


def _number(value: Any, what: str) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise ModelError(f"{what} of a state must be a number, not {value!r}") from None
    if not math.isfinite(number):
        raise ModelError(f"{what} of a state must be finite, not {number}")
    return number


def closest(name: str, names: Iterable[str]) -> str:
    """A hint for a misspelled name: what was probably meant, or what there is."""
    known = sorted(names)
    if matches := difflib.get_close_matches(str(name), known, n=1):
        return f"did you mean {matches[0]!r}?"
    if not known:
        return "there is none"
    more = f" and {len(known) - MAX_SHOWN} more" if len(known) > MAX_SHOWN else ""
    return f"there are {', '.join(map(repr, known[:MAX_SHOWN]))}{more}"


def checked_names(given: Iterable[str], names: Iterable[str], kind: str) -> None:
    """Refuse names that do not exist."""
    known = names if isinstance(names, Set | Mapping) else set(names)
    for name in given:
        if name not in known:
            raise ModelError(f"there is no {kind} {name!r}; {closest(name, known)}")
