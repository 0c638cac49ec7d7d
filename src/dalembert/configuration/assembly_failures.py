"""Why there is no state that satisfies the constraints, in words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dalembert.configuration.contact_overlaps import contact_text, is_contact
from dalembert.configuration.fixed_values import Held
from dalembert.errors import AssemblyError
from dalembert.numerics.nearest_root import Point
from dalembert.rank import MAINLY, ROUNDING, SINGULAR, rank
from dalembert.rows import Row


def cannot_close(
    rows: Sequence[Row], best: Point, speeds: Sequence[str], ways: Sequence[str], skew: str = ""
) -> AssemblyError:
    """Constraints that cannot hold together; what is `skew` tells why."""
    involved = _involved(best)
    parts = list(dict.fromkeys(rows[i].part for i in involved))
    touched = np.abs(best.A[[row.part in parts for row in rows]]).max(axis=0, initial=0.0) > 0.0
    through = [name.removesuffix(".rate") for name, is_touched in zip(speeds, touched, strict=False) if is_touched]
    what = "cannot be closed" if len(parts) == 1 else "cannot hold together"
    lines = [f"{_quoted(parts)} {what} by moving {', '.join(through) or 'what there is'}"]
    lines += [_gap(rows, best, part) for part in parts]
    if skew:
        lines.append(skew)
    elif _is_deficient(best, involved):
        lines.append(f"some of these rows {SINGULAR.words}, so they may contradict each other")
    lines.append(f"tried: {_tried(ways)}")
    return AssemblyError("; ".join(lines) + "; change lengths or places, or give another guess")


def cannot_hold(rows: Sequence[Row], held: Sequence[Held], best: Point, ways: Sequence[str]) -> AssemblyError:
    """Held values that contradict constraints, or each other."""
    involved = _involved(best)
    parts = list(dict.fromkeys(rows[i].part for i in involved if i < len(rows)))
    wanted = [held[i - len(rows)] for i in involved if i >= len(rows)] or held
    if wanted:
        against = _quoted(parts) if parts else "itself"
        what = f"what is held, {', '.join(map(str, wanted))}, contradicts {against}"
        advice = "hold less, or other values"
    else:
        what = f"{_quoted(parts)} {'contradict each other' if len(parts) > 1 else 'cannot hold'}"
        advice = "leave one of them out, or change its law"
    gaps = [f"{_row_name(rows, held, i)} by {best.r[i]:.3g}" for i in involved]
    nearest = f"the nearest found misses {', '.join(gaps)}"
    if contacts := [i for i in involved if i < len(rows) and is_contact(rows[i])]:
        nearest = f"{_at_held_values(rows, best, contacts)}; {nearest}"
        advice = "hold less, or place them so that they touch"
    return AssemblyError(f"{what}: {nearest}; tried: {_tried(ways)}; {advice}")


def _at_held_values(rows: Sequence[Row], best: Point, contacts: Sequence[int]) -> str:
    """How shapes stand to each other where all but contacts is as it should be, by slopes at the nearest found.

    A contact and what is held against it share what is missing, so the nearest itself has a part of it only.
    """
    others = [i for i in range(len(best.r)) if i not in contacts]
    distances = best.r[list(contacts)]
    if np.isfinite(best.r).all() and np.isfinite(best.A).all():
        A = best.A / best.scales[:, None]
        delta = np.linalg.lstsq(A[others], -best.scaled[others], rcond=ROUNDING.distance)[0]
        distances = distances + best.A[list(contacts)] @ delta
    return "; ".join(contact_text(rows[i], float(x)) for i, x in zip(contacts, distances, strict=True))


def wrong_way_round(part: str) -> AssemblyError:
    """A joint that closes only turned over."""
    return AssemblyError(
        f"{part!r} closes only the wrong way round, its axes against each other; turn one of its frames over, or "
        "give a guess that is nearer to the right way"
    )


def _involved(best: Point) -> list[int]:
    # what is not a number is largest
    size = np.nan_to_num(np.abs(best.scaled), nan=np.inf)
    return [int(i) for i in np.flatnonzero(size >= MAINLY * size.max(initial=0.0)) if size[i] > 0.0]


def _gap(rows: Sequence[Row], best: Point, part: str) -> str:
    """How far a part is from closed."""
    numbers = [i for i, row in enumerate(rows) if row.part == part]
    size = np.linalg.norm(best.r[numbers])
    touching = [i for i in numbers if is_contact(rows[i]) and not abs(best.r[i]) <= 0.5 * size]
    if touching:
        return f"at the nearest found {'; '.join(contact_text(rows[i], float(best.r[i])) for i in touching)}"
    each = ", ".join(f"{rows[i].name} {best.r[i]:.3g}" for i in numbers)
    return f"at the nearest found {part!r} is open by {size:.3g}" + (f" ({each})" if len(numbers) > 1 else "")


def _is_deficient(best: Point, involved: Sequence[int]) -> bool:
    return rank(best.A[list(involved)]) < len(involved)


def _row_name(rows: Sequence[Row], held: Sequence[Held], i: int) -> str:
    return rows[i].name if i < len(rows) else held[i - len(rows)].label


def _quoted(names: Sequence[str]) -> str:
    return ", ".join(map(repr, names)) or "the constraints"


def _tried(ways: Sequence[str]) -> str:
    n_others = sum(way.startswith("from another start") for way in ways)
    others = [f"from {n_others} other starts"] if n_others else []
    return ", ".join([*(way for way in ways if not way.startswith("from another start")), *others])
