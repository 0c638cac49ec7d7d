"""Bodies whose mass or inertia has open parameters: possible with some values of these only."""

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
    """Those whose mass, centre of mass or inertia depends on parameters."""
    return tuple(body for body in bodies if inputs_of(_entries(body)))


def check_possible(bodies: Iterable[Body], p: Mapping[str, float]) -> None:
    """Raise if a body is impossible with these values of parameters; others have their usual ones."""
    for body in bodies:
        entries = _entries(body)
        values = {x: p.get(name_of(x), x.args[1]) for x in inputs_of(entries)}
        mass, *rest = evaluate(np.array(entries, dtype=object), values)
        if mass == 0.0 and not any(rest[3:]):
            # a body without mass; whether something resists its motion is asked elsewhere
            continue
        try:
            Inertia(mass, np.array(rest[:3]), np.array(rest[3:]).reshape(3, 3))
        except ModelError as error:
            given = ", ".join(f"{name_of(x)} = {value:g}" for x, value in values.items())
            raise ModelError(f"body {body.name!r} is impossible with {given}: {error}") from None


def _entries(body: Body) -> list[Any]:
    """Mass, centre of mass and inertia matrix, one after the other; nothing for a body without mass."""
    inertia = body.inertia
    return [] if inertia is None else [inertia.mass, *inertia.com, *inertia.J.ravel()]
