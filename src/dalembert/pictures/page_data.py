"""What travels in the page: scenes, poses, curves, forces, events, checks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Vector
from dalembert.errors import ModelError
from dalembert.pictures.body_poses import drawn_model, motion_scene
from dalembert.pictures.equations_shown import shown_equations
from dalembert.pictures.packing import packed_channels, packed_times
from dalembert.pictures.page_arrows import PageArrow, page_arrows
from dalembert.pictures.page_curves import Curves, curves, first_shown, some_rows
from dalembert.pictures.page_scene import attached, page_scene, poses
from dalembert.pictures.scene import BodyPoses, Scene
from dalembert.pictures.signal_curves import component_name, items, unit_of
from dalembert.pictures.trust import trust
from dalembert.runs.motion import Motion

MOST_FRAMES = 4001
MOST_NUMBERS = 3_000_000
"""Frames, and numbers in all poses of a motion, that a page holds."""

MOST_BODIES = 2_000
"""More are beyond what browsers draw smoothly, and what anybody can tell apart."""

MOST_TEXT = 400_000
"""Letters for the signals of a motion."""

Intervals = Mapping[str, Sequence[tuple[float, float]]]
CLOSED = ("closed", "slipping", "rolling", "sticking")
"""Labels of intervals in which contacts are closed."""

MOST_PHASES = 12
"""Lines of phases beyond which the time line cannot be read."""

Signals = Any
"""Names of signals or expressions, one or several, or these by label."""


def page_data(motions: Mapping[str, Motion], title: str, intervals: Intervals, signals: Signals) -> dict[str, Any]:
    """Everything that the page is told, as JSON takes it."""
    first = next(iter(motions.values()))
    if not isinstance(intervals, Mapping):
        raise ModelError(f"intervals have names, such as {{'contact': [(0.1, 0.3)]}}, unlike {intervals!r}")
    wanted, units = _wanted(first, signals)
    made = [_motion(label, motion, wanted, units) for label, motion in motions.items()]
    shown = list(wanted) or first_shown(first, made[0][1])
    return {
        "format": 1,
        "title": title,
        "motions": [data for data, _ in made],
        "shown": shown,
        "plays": len(first) > 1,
        "equations": shown_equations(first.dynamics.equations),
        "intervals": [_interval(name, spans) for name, spans in {**_phases(first), **intervals}.items()],
    }


def _phases(motion: Motion) -> dict[str, list[tuple[float, float]]]:
    """When contacts are closed, and how, of whole contacts rather than of their points."""
    found: dict[str, list[tuple[float, float]]] = {}
    names = {one.name for one in motion.intervals}
    for one in motion.intervals:
        whole, _, number = one.name.rpartition(" ")
        if one.label in CLOSED and not (whole in names and number.isdigit()):
            found.setdefault(f"{one.name} {one.label}", []).append((one.start, one.end))
    return found if len(found) <= MOST_PHASES else {}


def _interval(name: str, spans: Sequence[tuple[float, float]]) -> dict[str, Any]:
    try:
        found = [[float(start), float(end)] for start, end in spans]
    except (TypeError, ValueError):
        found = [[np.nan, np.nan]]
    if not all(start <= end and np.isfinite([start, end]).all() for start, end in found):
        raise ModelError(
            f"the interval {name!r} is a list of starts and ends, such as [(0.1, 0.3)], not {spans!r}"
        )
    return {"name": str(name), "spans": found}


def _wanted(motion: Motion, signals: Signals) -> tuple[dict[str, Any], dict[str, str]]:
    """Expressions by label, of vectors one for each component; and the units that are known."""
    expressions, units = {}, {}
    for label, wanted in items(signals):
        known = motion.dynamics.solved.signal(wanted) if isinstance(wanted, str) else wanted
        entries = np.asarray(known, dtype=object).ravel()
        for k, entry in enumerate(entries):
            name = component_name(label, k, len(entries))
            expressions[name] = entry
            units[name] = unit_of(wanted, k, motion) or ""
    return expressions, units


def _check_finite(found: Curves, wanted: Iterable[str]) -> None:
    """Refuse what was asked for by name and has nothing to show."""
    for name in wanted:
        if not np.isfinite(found.values[found.names.index(name)]).any():
            raise ModelError(f"{name!r} has no finite value along the motion, so there is no curve")


def _motion(
    label: str, motion: Motion, wanted: Mapping[str, Any], units: Mapping[str, str]
) -> tuple[dict[str, Any], Curves]:
    if not len(motion):
        raise ModelError("an empty motion has nothing to show; simulate it first")
    if (count := len(drawn_model(motion.dynamics).bodies)) > MOST_BODIES:
        raise ModelError(
            f"a page of {count:,} bodies cannot be read; up to {MOST_BODIES:,} are shown: "
            "show a part of the model, or plot signals with da.plot"
        )
    if len(motion) > 1 and motion.times[-1] < motion.times[0]:
        # the page plays forwards
        motion = some_rows(motion, slice(None, None, -1))
    frames = some_rows(motion, frame_rows(motion))
    scene = motion_scene(frames)
    found = curves(motion, wanted, units)
    _check_finite(found, wanted)
    values = packed_channels(found.values)
    if (size := len(values["data"])) > MOST_TEXT:
        # the more interesting ones are in front
        found = found.first(max(len(wanted), int(len(found.names) * MOST_TEXT / size)))
        values = packed_channels(found.values)
    arrows = page_arrows(frames, scene)
    centres = _centres(frames)
    data = {
        "label": label,
        "facts": _facts(motion, frames, scene),
        "scene": page_scene(scene, centres),
        "times": packed_times(frames.times),
        "poses": packed_channels(poses(scene)),
        "curves": {
            "times": packed_times(found.times),
            "names": found.names,
            "units": found.units,
            "values": values,
            "told": found.told,
            "left_out": found.left_out,
        },
        "loads": _loads(arrows, len(frames)),
        "fastest": _fastest(scene, centres, frames.times),
        "events": [{"name": event.name, "t": float(event.t)} for event in motion.events],
        "trust": trust(motion, frames, scene.size),
    }
    return data, found


def frame_rows(motion: Motion) -> NDArray[np.int64]:
    """Rows whose poses the page shows: all of them, or evenly chosen ones if they are many."""
    n_bodies = max(1, len(motion.dynamics.equations.model.bodies)) if motion.dynamics.equations.model else 1
    most = int(np.clip(MOST_NUMBERS // (7 * n_bodies), 2, MOST_FRAMES))
    n = len(motion)
    return np.arange(n) if n <= most else np.unique(np.linspace(0, n - 1, most).astype(int))


def _loads(arrows: Sequence[PageArrow], n: int) -> dict[str, Any]:
    """Forces over time, three channels each; points that stay on no body follow behind."""
    rows, items = [np.zeros((0, n)), *(arrow.forces.T for arrow in arrows)], []
    for arrow in arrows:
        place = None if arrow.place is None else attached(arrow.place)
        items.append({"name": arrow.name, "kind": arrow.kind, "place": place, "channel": sum(map(len, rows))})
        if place is None:
            rows.append(arrow.points.T)
    sizes = [np.linalg.norm(arrow.forces, axis=1) for arrow in arrows]
    largest = max((float(np.where(np.isfinite(x), x, 0.0).max(initial=0.0)) for x in sizes), default=0.0)
    return {"items": items, "largest": largest, "values": packed_channels(np.concatenate(rows))}


def _centres(motion: Motion) -> Vector:
    """Centres of mass in the axes of their bodies (n_bodies, 3), parameters as the motion has them."""
    bodies = drawn_model(motion.dynamics).bodies
    coms = {
        str(k): np.asarray(body.inertia.com, dtype=object)
        for k, body in enumerate(bodies)
        if body.inertia is not None
    }
    found = some_rows(motion, slice(0, 1)).evaluate(coms) if coms else {}
    return np.array([found.get(str(k), np.zeros((1, 3))) for k in range(len(bodies))], dtype=float).reshape(-1, 3)


def _fastest(scene: Scene, com: Vector, times: Vector) -> float:
    """The largest speed of a centre of mass."""
    poses: BodyPoses = scene.poses
    if len(times) < 2 or not scene.bodies:
        return 0.0
    at = poses.p + np.einsum("nbij,bj->nbi", poses.R, com)
    steps = np.diff(times)
    ways = np.linalg.norm(np.diff(at, axis=0), axis=-1)[steps > 0.0]
    speeds = ways / steps[steps > 0.0, None]
    return float(np.where(np.isfinite(speeds), speeds, 0.0).max(initial=0.0))


def _facts(motion: Motion, frames: Motion, scene: Scene) -> str:
    eom = motion.dynamics.equations
    n_kept = sum(not row.comes_and_goes for row in eom.rows)
    freedom = len(eom.speeds) - n_kept + len(motion.dynamics.solution.left_out)
    span = float(motion.times[-1] - motion.times[0])
    rows = f"{len(motion)} samples over {span:g} s" if len(motion) > 1 else "one instant"
    thinned = f"{len(frames)} of them shown" if len(frames) < len(motion) else ""
    counts = [
        _count(len(scene.bodies), "body", "bodies"),
        _count(freedom, "degree of freedom", "degrees of freedom"),
    ]
    return " · ".join(x for x in (*counts, rows, thinned) if x)


def _count(n: int, one: str, many: str) -> str:
    return f"{n} {one if n == 1 else many}"
