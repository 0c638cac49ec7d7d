"""Curves of motions in panels of one unit each, with names that people gave."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeGuard

import numpy as np

from dalembert.arrays import Array, Vector
from dalembert.errors import ModelError
from dalembert.expr.node import Expression
from dalembert.model.expression_units import unit_of_expression
from dalembert.runs.motion import Motion

Quantity: TypeAlias = str | Expression | float | Array
"""A signal by name, or an expression of measures, scalar or vector."""

Quantities: TypeAlias = (
    Quantity | Mapping[str, Quantity] | Iterable[Quantity | Iterable[Quantity] | Mapping[str, Quantity]]
)
"""One or several of them; a mapping gives labels."""

ACCURACY = 1e-7
"""Part of its scale below which a change is an error of the run, not motion."""

NOTHING = 1e-12
"""Change, in units, that is rounding for any mechanism of human size."""

LONGEST_NAME = 48

MOST_CURVES = 300
"""Coordinates that are plotted together if nobody chooses."""

_XYZ = "xyz"


@dataclass(frozen=True, eq=False)
class Curve:
    """Values of one quantity along one motion."""

    label: str
    unit: str | None
    """None if it is not known: of an expression."""

    values: Vector
    motion: int = 0
    """Which of the motions."""

    scale: float = 0.0
    """Size that errors of it are compared with, besides its own."""

    @property
    def spread(self) -> float:
        """Largest minus least of its finite values."""
        finite = self.values[np.isfinite(self.values)]
        return float(np.ptp(finite))

    @property
    def is_constant(self) -> bool:
        """Whether the curve changes by less than the accuracy of runs."""
        size = max(float(np.nanmax(np.abs(self.values))), self.scale)
        return self.spread <= max(ACCURACY * size, NOTHING)

    @property
    def text(self) -> str:
        """Name of the curve, and remarks about its values."""
        missing = int((~np.isfinite(self.values)).sum())
        remark = f" (no value at {missing} of {len(self.values)} times)" if missing else ""
        if not self.is_constant:
            return f"{self.label}{remark}"
        unit = f" {self.unit}" if self.unit else ""
        kept = f"constant to {self.spread:.0e}{unit}" if self.spread > 0.0 else "constant"
        return f"{self.label}: {self.mean:.6g}{unit}, {kept}{remark}"

    @property
    def mean(self) -> float:
        """Of the values of a constant; nothing but zero if it is as small as its errors."""
        mean = float(np.nanmean(self.values))
        return 0.0 if abs(mean) <= max(self.spread, ACCURACY * self.scale, NOTHING) else mean


Panel = tuple[Curve, ...]


def panels(motions: Sequence[Motion], signals: Quantities | None) -> list[Panel]:
    """Curves of all motions, one panel after the other."""
    wanted = coordinates_of(motions[0]) if signals is None else signals
    if isinstance(wanted, Mapping):
        groups, are_given = [items(wanted)], False
    else:
        entries = [wanted] if _is_one(wanted) or not isinstance(wanted, Iterable) else list(wanted)
        are_given = any(not _is_one(entry) for entry in entries)
        groups = [items(entry) for entry in entries] if are_given else [items(entries)]
    if not any(groups):
        raise ModelError("nothing to plot: name signals such as ['elbow', 'energy']")
    grouped = [
        tuple(curve for k, motion in enumerate(motions) for curve in curves(motion, group, k)) for group in groups
    ]
    return [_of_one_unit(panel) for panel in grouped] if are_given else _by_unit(grouped[0])


def curves(motion: Motion, items: Sequence[tuple[str, Quantity]], number: int = 0) -> list[Curve]:
    """The curves of some signals or expressions with their labels; of vectors, one for each component."""
    expressions = {
        f"{k}": motion.dynamics.solved.signal(wanted)
        if isinstance(wanted, str)
        else np.asarray(wanted, dtype=object)
        for k, (_, wanted) in enumerate(items)
    }
    values = motion.evaluate(expressions)
    drawn = []
    for k, (label, wanted) in enumerate(items):
        history = np.asarray(values[f"{k}"], dtype=float)
        history = np.broadcast_to(history, (len(motion), *history.shape[1:])).reshape(len(motion), -1)
        for i, column in enumerate(history.T):
            name, unit = component_name(label, i, history.shape[1]), unit_of(wanted, i, motion)
            # what is infinite is a hole, too
            finite = np.where(np.isfinite(column), column, np.nan)
            drawn.append(_checked(Curve(shown(name), unit, finite, number), motion))
    return drawn


def component_name(label: str, k: int, n: int) -> str:
    """The name of one component of n."""
    return label if n == 1 else f"{label}.{_XYZ[k] if n == 3 else k + 1}"


def coordinates_of(motion: Motion) -> list[str]:
    """Coordinates, which are plotted if nothing is named."""
    names = list(motion.dynamics.equations.coordinates)
    if len(names) > MOST_CURVES:
        raise ModelError(
            f"{len(names):,} coordinates cannot be read in one plot; name some of them, such as [{names[0]!r}]"
        )
    return names


def shown(name: str) -> str:
    """A name as it is written into a picture: one line, of bounded length."""
    text = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in name)
    return text if len(text) <= LONGEST_NAME else f"{text[: LONGEST_NAME - 1]}…"


# ---- what is asked for


def _is_one(wanted: object) -> TypeGuard[Quantity]:
    """Whether this is one signal, and not several."""
    return isinstance(wanted, str | Expression | float | int) or (
        isinstance(wanted, np.ndarray) and any(isinstance(x, Expression) for x in wanted.flat)
    )


def items(wanted: object) -> list[tuple[str, Quantity]]:
    """Signals or expressions with their labels."""
    if isinstance(wanted, Mapping):
        return [(str(label), _checked_signal(quantity)) for label, quantity in wanted.items()]
    entries = [wanted] if _is_one(wanted) or not isinstance(wanted, Iterable) else list(wanted)
    labelled, unnamed = [], 0
    for entry in map(_checked_signal, entries):
        label = entry if isinstance(entry, str) else _measured_label(entry)
        if label is None:
            unnamed += 1
            label = f"expression {unnamed}"
        labelled.append((label, entry))
    return labelled


def _checked_signal(wanted: object) -> Quantity:
    """A signal or an expression; an error for anything else."""
    if _is_one(wanted):
        return wanted
    raise ModelError(
        f"a curve is a signal by name, or an expression of measures, not {wanted!r}; "
        "panels are lists of these, and a dict gives labels"
    )


def _measured_label(expression: Quantity) -> str | None:
    """The name of a single measure, or of a vector of them."""
    entries = np.asarray(expression, dtype=object).ravel()
    if not all(isinstance(x, Expression) and x.op == "measure" for x in entries):
        return None
    text = repr(entries[0].args[0]).replace(", ground)", ")")
    return text if len(entries) == 1 else text.rsplit(".", 1)[0]


def unit_of(expression: Quantity, k: int, motion: Motion) -> str | None:
    """The unit of a signal, or of an entry of an expression if it is sure."""
    if isinstance(expression, str):
        return motion.dynamics.solved.signals.units.get(expression, "")
    entry = np.asarray(expression, dtype=object).ravel()[k]
    if not isinstance(entry, Expression):
        return None
    return unit_of_expression(entry, motion.dynamics.solved.signals.units)


def in_degrees(curve: Curve) -> Curve:
    """A curve with degrees in place of radians; any other one as it is."""
    if curve.unit not in ("rad", "rad/s", "rad/s²"):
        return curve
    return replace(curve, unit=curve.unit.replace("rad", "°"), values=np.degrees(curve.values))


def _checked(curve: Curve, motion: Motion) -> Curve:
    """The curve, with the scale of its errors; refused if it has no value at all."""
    if not np.isfinite(curve.values).any():
        raise ModelError(f"{curve.label!r} has no finite value along the motion, so there is no curve")
    if curve.unit != "J":
        return curve
    # energies count from anywhere: their errors are those of what moves
    kinetic = motion["kinetic energy"] if "kinetic energy" in motion.dynamics.solved.signals else np.zeros(1)
    return replace(curve, scale=float(np.nanmax(np.abs(kinetic), initial=0.0)))


# ---- panels


def _by_unit(panel: Panel) -> list[Panel]:
    """One panel for each unit, in the order in which they come; what has no known unit stands alone."""
    groups: dict[str | tuple[str, str], list[Curve]] = {}
    for curve in panel:
        key = curve.unit if curve.unit is not None else ("unknown", curve.label)
        groups.setdefault(key, []).append(curve)
    return [tuple(group) for group in groups.values()]


def _of_one_unit(panel: Panel) -> Panel:
    units = sorted({curve.unit or "a number" for curve in panel if curve.unit is not None})
    if len(units) > 1:
        raise ModelError(
            f"curves in {' and '.join(units)} do not share an axis; put them into panels of their own"
        )
    return panel
