"""Bodies whose mass, inertia or shape has open parameters: possible with some values of these only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from dalembert.errors import ModelError
from dalembert.expr.node import inputs_of, name_of
from dalembert.expr.rewrite import evaluate
from dalembert.model.bodies import Body
from dalembert.spatial.inertia import Inertia


def open_bodies(bodies: Iterable[Body]) -> tuple[Body, ...]:
    """Those whose mass, centre of mass, inertia or lengths depend on parameters."""
    return tuple(body for body in bodies if inputs_of([*_entries(body), *body.open_lengths.values()]))


def check_possible(bodies: Iterable[Body], p: Mapping[str, float]) -> None:
    """Raise if a body is impossible with these values of parameters; others have their usual ones."""
    for body in bodies:
        entries, lengths = _entries(body), body.open_lengths
        values = {x: p.get(name_of(x), x.args[1]) for x in inputs_of([*lengths.values(), *entries])}
        numbers = evaluate(np.array([*lengths.values(), *entries], dtype=object), values)
        try:
            _check_lengths(dict(zip(lengths, numbers, strict=False)))
            _check_inertia(numbers[len(lengths) :])
        except ModelError as error:
            given = ", ".join(f"{name_of(x)} = {value:g}" for x, value in values.items())
            raise ModelError(f"body {body.name!r} is impossible with {given}: {error}") from None


def _check_lengths(lengths: Mapping[str, float]) -> None:
    for name, length in lengths.items():
        if not length > 0.0:
            raise ModelError(f"its {name} must be positive, not {length:g}")


def _check_inertia(entries: Any) -> None:
    if len(entries):
        mass, *rest = entries
        if mass == 0.0 and not any(rest[3:]):
            # a body without mass; whether something resists its motion is asked elsewhere
            return
        Inertia(mass, np.array(rest[:3]), np.array(rest[3:]).reshape(3, 3))


def _entries(body: Body) -> list[Any]:
    """Mass, centre of mass and inertia matrix, one after the other; nothing for a body without mass."""
    inertia = body.inertia
    return [] if inertia is None else [inertia.mass, *inertia.com, *inertia.J.ravel()]
