"""Sliders of a live page: which numbers a reader may vary, between which bounds, in which steps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import ModelError
from dalembert.name_checks import checked_names
from dalembert.number_checks import is_number, told
from dalembert.pictures.packing import PageData
from dalembert.rank import rank
from dalembert.state import State

Bounds: TypeAlias = Sequence[float] | None
"""Least and largest value, perhaps a step; None for usual ones."""

Sliders: TypeAlias = Mapping[str, Bounds] | Iterable[str]

_MOST = 8
"""Sliders that a page has if nobody chooses."""

_STEPS = 200
_ANGLES, _SPEEDS, _FORCES = 3.2, 5.0, 10.0
"""Usual bounds of angles, of speeds, and of inputs that are zero."""


@dataclass(frozen=True)
class Slider:
    """A number that a reader may vary."""

    name: str
    kind: str
    """"parameter", "input" or "start"."""

    value: float
    least: float
    most: float
    step: float
    unit: str = ""

    @property
    def told(self) -> PageData:
        """As the page takes it."""
        return {name: getattr(self, name) for name in ("name", "kind", "value", "least", "most", "step", "unit")}


def sliders_of(dynamics: Dynamics, start: State, wanted: Sliders | None, size: float) -> list[Slider]:
    """The sliders that are wanted, or usual ones: parameters, inputs, and starts along free motions.

    `size` is that of the picture in metres, by which usual bounds of lengths are chosen.
    """
    numbers = _numbers(dynamics, start)
    if wanted is None:
        free = _free_starts(dynamics, start)
        names = [name for name, (kind, _) in numbers.items() if kind != "start" or name in free]
        bounds: Mapping[str, Bounds] = dict.fromkeys(names[:_MOST])
    elif isinstance(wanted, Mapping):
        bounds = wanted
    else:
        bounds = dict.fromkeys([wanted] if isinstance(wanted, str) else wanted)
    checked_names(bounds, numbers, "parameter, input or start value")
    units = dynamics.solved.signals.units
    return [_slider(name, *numbers[name], units.get(name, ""), given, size) for name, given in bounds.items()]


def check_laws(dynamics: Dynamics, sliders: Iterable[Slider]) -> None:
    """Raise if a law of contact cannot have a bound of a slider: what it can have lies between two numbers."""
    model = dynamics.equations.model
    laws = [part for part in model.flat_parts if part.has_open_numbers] if model is not None else []
    for slider in sliders:
        if slider.kind != "parameter":
            continue
        for part in laws:
            try:
                part.check_parameters({slider.name: np.array([slider.least, slider.most])})
            except ModelError as error:
                raise ModelError(
                    f"the slider {slider.name!r} from {slider.least:g} to {slider.most:g} goes too far: {error}"
                ) from None


def _numbers(dynamics: Dynamics, start: State) -> dict[str, tuple[str, float]]:
    """All numbers that can be varied, by name: what they are, and their values."""
    starts = {**start.q, **start.u, **start.z}
    by_kind = {"parameter": {**dynamics.equations.parameters, **start.p}, "input": start.tau, "start": starts}
    return {name: (kind, float(x)) for kind, values in by_kind.items() for name, x in values.items()}


def _free_starts(dynamics: Dynamics, start: State) -> list[str]:
    """Coordinates and speeds along motions that are independent in the start, the first that are."""
    eom = dynamics.equations
    J = np.zeros((0, len(eom.speeds)))
    if eom.rows:
        lasting = [not row.comes_and_goes for row in eom.rows]
        J = np.asarray(dynamics.evaluate({"J": eom.J}, start)["J"], dtype=float)[lasting]
    names: list[str] = []
    for k, speed in enumerate(eom.speeds):
        beside = np.vstack([J, np.eye(len(eom.speeds))[k]])
        if len(names) < _MOST and rank(beside) > rank(J):
            J = beside
            names += [name for name in (speed.removesuffix(".rate"), speed) if name in (*eom.coordinates, speed)]
    return list(dict.fromkeys(names))


def _slider(name: str, kind: str, value: float, unit: str, given: Bounds, size: float) -> Slider:
    if given is None:
        least, most = _usual(kind, value, unit, size)
        return Slider(name, kind, value, least, most, _round((most - least) / _STEPS), unit)
    numbers = list(given) if isinstance(given, Sequence | np.ndarray) and not isinstance(given, str) else []
    if len(numbers) not in (2, 3) or not all(map(is_number, numbers)) or not numbers[0] < numbers[1]:
        raise ModelError(
            f"the slider {name!r} has a least and a largest value, perhaps a step, such as (0.5, 2.0, 0.1), "
            f"not {told(given)}"
        )
    least, most = float(numbers[0]), float(numbers[1])
    step = float(numbers[2]) if len(numbers) == 3 else _round((most - least) / _STEPS)
    if not 0.0 < step <= most - least:
        raise ModelError(f"the step of the slider {name!r} is positive and within its bounds, not {step:g}")
    if not least <= value <= most:
        raise ModelError(f"{name!r} begins with {value:g}, outside of its slider from {least:g} to {most:g}")
    return Slider(name, kind, value, least, most, step, unit)


def _usual(kind: str, value: float, unit: str, size: float) -> tuple[float, float]:
    """Usual bounds around a value."""
    if kind == "parameter" and value:
        # a mass or a length does not change its sign
        bounds = sorted((_round(value / 4.0), _round(value * 2.5)))
        return bounds[0], bounds[1]
    largest = {"rad": _ANGLES, "m": size, "": 1.0}.get(unit, _SPEEDS)
    if kind == "input":
        largest = _FORCES
    largest = max(_round(2.0 * abs(value)), largest if unit == "rad" else _round(largest))
    return -largest, largest


def _round(x: float) -> float:
    """The number of one digit, 1, 2 or 5, that is next to x; zero stays."""
    if not x:
        return 0.0
    power = 10.0 ** np.floor(np.log10(abs(x)))
    digits = np.array([1.0, 2.0, 5.0, 10.0])
    nearest = digits[np.argmin(np.abs(np.log(digits * power / abs(x))))]
    return float(np.copysign(float(f"{nearest * power:.3g}"), x))
