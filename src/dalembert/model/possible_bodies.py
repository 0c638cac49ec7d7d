"""Bodies whose mass, inertia or shape has open parameters: possible with some values of these only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.arrays import Vector
from dalembert.errors import ModelError
from dalembert.expr.functions import less, less_equal, where
from dalembert.expr.node import Expression, Scalar, inputs_of, name_of, traverse
from dalembert.expr.operations import OPERATIONS
from dalembert.expr.rewrite import evaluate
from dalembert.model.bodies import Body
from dalembert.spatial.inertia import INERTIA_TOLERANCE, Inertia, point_inertia

_LEAST = 1e-300
"""Less than any length."""


def open_bodies(bodies: Iterable[Body]) -> tuple[Body, ...]:
    """Bodies whose mass, centre of mass, inertia or lengths depend on parameters."""
    return tuple(body for body in bodies if inputs_of([*_entries(body), *body.open_lengths.values()]))


def check_possible(bodies: Iterable[Body], p: Mapping[str, float]) -> None:
    """Raise if a body is impossible with these values of parameters; others have their default ones."""
    for body in bodies:
        entries, lengths = _entries(body), body.open_lengths
        values = {x: p.get(name_of(x), x.args[1]) for x in inputs_of([*lengths.values(), *entries])}
        numbers = evaluate(np.array([*lengths.values(), *entries], dtype=object), values)
        try:
            _check_lengths(dict(zip(lengths, numbers, strict=False)))
            _check_inertia(numbers[len(lengths) :])
        except ModelError as error:
            listed = ", ".join(f"{name_of(x)} = {value:g}" for x, value in values.items())
            raise ModelError(f"body {body.name!r} is impossible with {listed}: {error}") from None


def conditions(bodies: Iterable[Body]) -> list[tuple[str, Scalar]]:
    """Expressions of parameters that must not be negative for bodies to be possible, with words.

    Of an inertia matrix J that is Σ = ½ tr J − J without negative principal minors, to within its tolerance.
    """
    found: list[tuple[str, Scalar]] = []
    for body in open_bodies(bodies):
        found += [
            (f"body {body.name!r}: its {name} must be positive", x - _LEAST)
            for name, x in body.open_lengths.items()
        ]
        if (inertia := body.inertia) is None:
            continue
        found.append((f"body {body.name!r}: its mass must be positive", inertia.mass))
        half = np.trace(inertia.J) / 2
        S = half * np.eye(3) - inertia.J
        slack = [INERTIA_TOLERANCE * half**n for n in (1, 2, 3)]
        minors = [S[k, k] + slack[0] for k in range(3)]
        minors += [S[i, i] * S[j, j] - S[i, j] * S[j, i] + slack[1] for i, j in ((0, 1), (0, 2), (1, 2))]
        minors.append(S[0] @ np.cross(S[1], S[2]) + slack[2])
        found += [(f"body {body.name!r}: its moments of inertia belong to no body", x) for x in minors]
    return [(words, x) for words, x in found if isinstance(x, Expression)]


def check_all_possible(bodies: Iterable[Body], p: Mapping[str, ArrayLike]) -> None:
    """Raise if a body is impossible with one of many sets of values, some of them arrays (N,).

    All sets are checked at once by NumPy, and those in doubt one by one.
    """
    bodies, n = tuple(bodies), max(map(np.size, p.values()), default=1)
    is_doubtful = np.zeros(n, dtype=bool)
    for body in bodies:
        is_doubtful |= _is_doubtful(body, p, n)
    for k in map(int, np.flatnonzero(is_doubtful)):
        check_possible(bodies, {name: float(np.broadcast_to(x, n)[k]) for name, x in p.items()})


def possibilities(bodies: Iterable[Body]) -> dict[str, Scalar]:
    """Expressions by what bodies ask of parameters: one where they have it, else zero or no number.

    A matrix of inertia belongs to a body where tr J/2 − J is positive semidefinite: where the coefficients of its
    characteristic polynomial have the signs of that.
    """
    found: dict[str, Scalar] = {}
    for body in open_bodies(bodies):
        for name, length in body.open_lengths.items():
            found[f"the {name} of {body.name!r} must be positive"] = _one_if(less(0.0, length))
        if body.inertia is None:
            continue
        mass, J = body.inertia.mass, body.inertia.J
        trace = J.trace() + INERTIA_TOLERANCE * point_inertia(mass, body.inertia.com).trace()
        S = 0.5 * trace * np.eye(3) - J
        minors = sum(S[i, i] * S[j, j] - S[i, j] ** 2 for i, j in ((0, 1), (1, 2), (2, 0)))
        det = S[0] @ np.cross(S[1], S[2])
        is_body: Scalar = 1.0
        for power, coefficient in enumerate((S.trace(), minors, det), 1):
            is_body = is_body * _one_if(less_equal(-INERTIA_TOLERANCE * trace**power, coefficient))
        found[f"the mass of {body.name!r} must not be negative"] = _one_if(less_equal(0.0, mass))
        found[f"none of the moments of inertia of {body.name!r} may exceed the sum of the others"] = is_body
    return found


def _one_if(condition: Any) -> Scalar:
    return where(condition, 1.0, 0.0)


def _is_doubtful(body: Body, p: Mapping[str, ArrayLike], n: int) -> NDArray[np.bool_]:
    """Whether a body may be impossible, for each of n sets of values; (n,)."""
    entries, lengths = _entries(body), list(body.open_lengths.values())
    values: dict[Any, Any] = {}
    with np.errstate(all="ignore"):
        for node in traverse([x for x in (*lengths, *entries) if isinstance(x, Expression)]):
            if (operation := OPERATIONS.get(node.op)) is not None:
                values[node] = operation.numeric(*(values.get(a, a) for a in node.args))
            elif node.op == "parameter":
                values[node] = p.get(name_of(node), node.args[1])
            elif node.op == "constant":
                values[node] = node.args[0]
            else:
                return np.ones(n, dtype=bool)
    numbers = np.array([np.broadcast_to(values.get(x, x), n) for x in (*lengths, *entries)], dtype=float)
    is_sure = np.all(numbers[: len(lengths)] > 0.0, axis=0)
    if not entries:
        return ~is_sure
    mass, J = numbers[len(lengths)], numbers[len(lengths) + 4 :].reshape(3, 3, n).transpose(2, 0, 1)
    is_sure &= (mass > 0.0) & np.isfinite(numbers).all(axis=0) & (J.transpose(0, 2, 1) == J).all(axis=(1, 2))
    low, middle, high = np.linalg.eigvalsh(np.where(is_sure[:, None, None], J, np.eye(3))).T
    slack = INERTIA_TOLERANCE * high
    return ~(is_sure & (low >= -slack) & (low + middle >= high - slack))


def _check_lengths(lengths: Mapping[str, float]) -> None:
    for name, length in lengths.items():
        if not length > 0.0:
            raise ModelError(f"its {name} must be positive, not {length:g}")


def _check_inertia(entries: Vector) -> None:
    if len(entries):
        mass, *rest = entries
        if mass == 0.0 and not any(rest[3:]):
            # a body without mass; whether something resists its motion is asked elsewhere
            return
        Inertia(mass, np.array(rest[:3]), np.array(rest[3:]).reshape(3, 3))


def _entries(body: Body) -> list[Scalar]:
    """Mass, centre of mass and inertia matrix, one after the other; nothing for a body without mass."""
    inertia = body.inertia
    return [] if inertia is None else [inertia.mass, *inertia.com, *inertia.J.ravel()]
