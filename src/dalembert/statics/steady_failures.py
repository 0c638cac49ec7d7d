"""Why there is no rest or no steady motion, in words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dalembert.equations.along_speeds import of_no_coordinate
from dalembert.errors import ModelError, SolverError
from dalembert.numerics.nearest_root import Point
from dalembert.rank import MAINLY
from dalembert.statics.newton_search import Attempt
from dalembert.statics.steady_unknowns import SteadyUnknowns


def is_driven(parts: Sequence[str]) -> ModelError:
    """Time stands in the equations."""
    names = ", ".join(map(repr, parts))
    return ModelError(
        f"there is neither rest nor steady motion while time acts: {names} depend{'s' * (len(parts) == 1)} on it; "
        "give a constant or an open parameter in place of the law of time, or leave it out"
    )


def cannot_rest(unknowns: SteadyUnknowns, tried: Sequence[Attempt], what: str = "equilibrium") -> SolverError:
    """Nothing was found: what is left at the best end, and how each start ended."""
    best = min((attempt for attempt in tried), key=lambda attempt: _size(attempt.point))
    lines = [f"no {what} was found"]
    if all(attempt.failure == best.failure for attempt in tried) and "singular" in best.failure:
        return SolverError(f"{lines[0]}: {best.failure}")
    if unmoved := _unmoved(unknowns, best.point):
        lines.append(f"nothing that may change has an influence on {', '.join(unmoved)}")
    elif left := _left(unknowns, best.point):
        lines.append(f"at the best end there are left {', '.join(left)}")
    reasons = dict.fromkeys(attempt.failure for attempt in tried)
    ends = [
        f"{sum(attempt.failure == reason for attempt in tried)} of {len(tried)} starts {reason}"
        for reason in reasons
    ]
    lines.append("; ".join(ends))
    return SolverError("; ".join([*lines, _advice(unknowns, what)]))


def _advice(unknowns: SteadyUnknowns, what: str) -> str:
    eom = unknowns.system.dynamics.equations
    if what == "equilibrium" and (names := [eom.speeds[k] for k in of_no_coordinate(eom)]):
        return f"at rest {', '.join(names)} would be zero: da.steady_motion lets such speeds be what they must"
    if unknowns.held:
        held = ", ".join(map(str, unknowns.held))
        return f"held are {held}: hold less, or release an input or parameter that can balance it with unknown=[…]"
    return "give another guess, or release an input or parameter with unknown=[…]"


def _size(here: Point) -> float:
    size = float(np.linalg.norm(here.scaled))
    return size if np.isfinite(size) else np.inf


def _left(unknowns: SteadyUnknowns, here: Point) -> list[str]:
    """The main residuals by name."""
    size = np.nan_to_num(np.abs(here.scaled), nan=np.inf)
    rows = [int(i) for i in np.argsort(-size)[:4] if size[i] >= MAINLY * size.max(initial=0.0) and size[i] > 0.0]
    return [_text(unknowns, here, i) for i in rows]


def _unmoved(unknowns: SteadyUnknowns, here: Point) -> list[str]:
    """Residuals that no unknown changes."""
    rows = np.flatnonzero(~here.A.any(axis=1) & (np.abs(here.r) > 1e-9))
    return [_text(unknowns, here, int(i)) for i in rows[:4]]


def _text(unknowns: SteadyUnknowns, here: Point, i: int) -> str:
    row = unknowns.system.records[i]
    # what acts, not what is missing
    return f"{row.name} of {-unknowns.force * here.r[i] if row.is_force else here.r[i]:.4g}"
