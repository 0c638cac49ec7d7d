"""Data of the page: scenes, poses, curves, forces, events, checks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Vector
from dalembert.equations.equations import Equations
from dalembert.errors import ModelError
from dalembert.expr.node import Scalar
from dalembert.model.model import Model
from dalembert.native.recall import recalled
from dalembert.pictures.arrows import GRAVITY, Arrow, arrow_measures
from dalembert.pictures.body_poses import drawn_model, motion_scene
from dalembert.pictures.equation_links import equation_links, with_names
from dalembert.pictures.packing import PageData, packed_channels, packed_times
from dalembert.pictures.page_curves import Curves, curves, first_shown, some_samples
from dalembert.pictures.page_scene import attached, page_scene, poses
from dalembert.pictures.scene import Attached, BodyPoses, Scene
from dalembert.pictures.signal_curves import Quantities, component_name, items, unit_of
from dalembert.pictures.trust import trust
from dalembert.runs.motion import Motion
from dalembert.spatial.pose import Pose

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

MOST_LINES = 12
"""Lines of equations that are shown."""

MOST_ARROW_BODIES = 200
"""Bodies beyond which nobody tells arrows apart."""

_STILL = 1e-7
"""Way of a point in the axes of a body, beside the size of the scene, that is none."""


def page_data(
    motions: Mapping[str, Motion],
    title: str,
    intervals: Intervals,
    signals: Quantities,
    more: Sequence[str] | None = None,
) -> PageData:
    """Everything that the page is told, as JSON takes it; `more` signals can be chosen, all by default."""
    first = next(iter(motions.values()))
    equations = first.dynamics.equations
    if not isinstance(intervals, Mapping):
        raise ModelError(f"intervals have names, such as {{'contact': [(0.1, 0.3)]}}, unlike {intervals!r}")
    wanted, units = wanted_signals(first, signals)
    shown_motions = [_motion(label, motion, wanted, units, more) for label, motion in motions.items()]
    shown = list(wanted) or first_shown(first, shown_motions[0][1])
    return {
        "format": 1,
        "title": title,
        "motions": [data for data, _ in shown_motions],
        "shown": shown,
        "plays": len(first) > 1,
        "equations": _linked(equations, shown_motions[0][0]),
        "intervals": phases(first, intervals),
    }


def phases(motion: Motion, intervals: Intervals) -> list[PageData]:
    """Named spans of time for the time line: phases of contacts, and others that were asked for."""
    return [_interval(name, spans) for name, spans in {**_phases(motion), **intervals}.items()]


def _phases(motion: Motion) -> dict[str, list[tuple[float, float]]]:
    """When contacts are closed, and how, of whole contacts rather than of their points."""
    phases: dict[str, list[tuple[float, float]]] = {}
    names = {interval.name for interval in motion.intervals}
    for interval in motion.intervals:
        whole, _, number = interval.name.rpartition(" ")
        if interval.label in CLOSED and not (whole in names and number.isdigit()):
            phases.setdefault(f"{interval.name} {interval.label}", []).append((interval.start, interval.end))
    return phases if len(phases) <= MOST_PHASES else {}


def _interval(name: str, spans: Sequence[tuple[float, float]]) -> PageData:
    try:
        pairs = [[float(start), float(end)] for start, end in spans]
    except (TypeError, ValueError):
        pairs = [[np.nan, np.nan]]
    if not all(start <= end and np.isfinite([start, end]).all() for start, end in pairs):
        raise ModelError(
            f"the interval {name!r} is a list of starts and ends, such as [(0.1, 0.3)], not {spans!r}"
        )
    return {"name": str(name), "spans": pairs}


def wanted_signals(motion: Motion, signals: Quantities) -> tuple[dict[str, Scalar], dict[str, str]]:
    """Expressions by label, of vectors one for each component; and the units that are known."""
    expressions: dict[str, Scalar] = {}
    units: dict[str, str] = {}
    for label, wanted in items(signals):
        expression = motion.dynamics.solved.signal(wanted) if isinstance(wanted, str) else wanted
        entries = np.asarray(expression, dtype=object).ravel()
        for k, entry in enumerate(entries):
            name = component_name(label, k, len(entries))
            expressions[name] = entry
            units[name] = unit_of(wanted, k, motion) or ""
    return expressions, units


def _check_finite(shown: Curves, wanted: Iterable[str]) -> None:
    """Refuse signals that were asked for by name and have no value."""
    for name in wanted:
        if not np.isfinite(shown.values[shown.names.index(name)]).any():
            raise ModelError(f"{name!r} has no finite value along the motion, so there is no curve")


def _motion(
    label: str,
    motion: Motion,
    wanted: Mapping[str, Scalar],
    units: Mapping[str, str],
    more: Sequence[str] | None,
) -> tuple[PageData, Curves]:
    if not len(motion):
        raise ModelError("an empty motion has nothing to show; simulate it first")
    if (count := len(drawn_model(motion.dynamics).bodies)) > MOST_BODIES:
        raise ModelError(
            f"a page of {count:,} bodies cannot be read; up to {MOST_BODIES:,} are shown: "
            "show a part of the model, or plot signals with da.plot"
        )
    if len(motion) > 1 and motion.times[-1] < motion.times[0]:
        # the page plays forwards
        motion = some_samples(motion, slice(None, None, -1))
    frames = some_samples(motion, frame_samples(motion))
    scene = motion_scene(frames)
    signals = curves(motion, wanted, units, more)
    _check_finite(signals, wanted)
    values = packed_channels(signals.values)
    if (size := len(values["data"])) > MOST_TEXT:
        # the more interesting ones are in front
        signals = signals.first(max(len(wanted), int(len(signals.names) * MOST_TEXT / size)))
        values = packed_channels(signals.values)
    arrows = _arrows(frames, scene)
    centres = _centres(frames)
    data: PageData = {
        "label": label,
        "facts": _facts(motion, frames, scene),
        "scene": page_scene(scene, centres),
        "times": packed_times(frames.times),
        "poses": packed_channels(poses(scene)),
        "curves": {
            "times": packed_times(signals.times),
            "names": signals.names,
            "units": signals.units,
            "values": values,
            "told": signals.told,
            "left_out": signals.left_out,
        },
        "loads": _loads(arrows, len(frames)),
        "fastest": _fastest(scene, centres, frames.times),
        "events": [{"name": event.name, "t": float(event.t)} for event in motion.events],
        "trust": trust(motion, frames, scene.size),
    }
    return data, signals


def frame_samples(motion: Motion) -> NDArray[np.int64]:
    """Samples whose poses the page shows: all of them, or evenly chosen ones if they are many."""
    n_bodies = max(1, len(motion.dynamics.equations.model.bodies)) if motion.dynamics.equations.model else 1
    most = int(np.clip(MOST_NUMBERS // (7 * n_bodies), 2, MOST_FRAMES))
    n = len(motion)
    return np.arange(n) if n <= most else np.unique(np.linspace(0, n - 1, most).astype(int))


@dataclass(frozen=True, eq=False)
class PageArrow:
    """A force over time (n, 3) that acts at a place on a body, or at points (n, 3) that stay on none."""

    name: str
    kind: str
    place: Attached | None
    points: Vector
    forces: Vector


def _arrows(motion: Motion, scene: Scene) -> list[PageArrow]:
    """Reactions of joints and constraints, loads of force elements, weights; of all that are ever not zero."""
    model = drawn_model(motion.dynamics)
    # constraints of a tree of systems are equations, which act at no place
    if len(scene.bodies) > MOST_ARROW_BODIES or motion.dynamics.equations.model is None:
        return []
    measures = arrow_measures(model, arrow_names(model))
    arrows = measures.arrows(motion.evaluate(measures.outputs) if measures.outputs else {}, len(motion))
    largest = max((float(np.nan_to_num(np.abs(arrow.forces)).max(initial=0.0)) for arrow in arrows), default=0.0)
    shown = [arrow for arrow in arrows if np.nan_to_num(np.abs(arrow.forces)).max(initial=0.0) > 1e-9 * largest]
    return [PageArrow(x.name, x.kind, _attached_place(x, scene), x.points, x.forces) for x in shown]


def arrow_names(model: Model) -> list[str]:
    """Names of parts with arrows on a page: drawn joints, constraints at a point, forces, weights."""
    joints = [joint.name for joint in model.joints if joint.symbol is not None]
    constraints = [part.name for part in model.constraints if part.reaction_frame is not None]
    return [*joints, *constraints, *(force.name for force in model.forces), GRAVITY]


def _attached_place(arrow: Arrow, scene: Scene) -> Attached | None:
    """The body on which the point of an arrow stays; None if there is none."""
    far = _STILL * scene.size
    for k in range(len(scene.bodies)):
        R, p = scene.poses.R[:, k], scene.poses.p[:, k]
        inside = np.einsum("nji,nj->ni", R, arrow.points - p)
        if np.ptp(inside, axis=0).max() <= far:
            return Attached(k, Pose(p=inside[0]))
    return None


def _loads(arrows: Sequence[PageArrow], n: int) -> PageData:
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
    numbers = some_samples(motion, slice(0, 1)).evaluate(coms) if coms else {}
    return np.array([numbers.get(str(k), np.zeros((1, 3))) for k in range(len(bodies))], dtype=float).reshape(
        -1, 3
    )


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
    extent = f"{len(motion)} samples over {span:g} s" if len(motion) > 1 else "one instant"
    thinned = f"{len(frames)} of them shown" if len(frames) < len(motion) else ""
    counts = [
        _count(len(scene.bodies), "body", "bodies"),
        _count(freedom, "degree of freedom", "degrees of freedom"),
    ]
    return " · ".join(x for x in (*counts, extent, thinned) if x)


def _count(n: int, one: str, many: str) -> str:
    return f"{n} {one if n == 1 else many}"


def _linked(equations: Equations, motion: PageData) -> PageData | None:
    """Equations that can be read, and which parts of the picture their names are about."""
    read = recalled(None, "equations of a page", (equations,), lambda: _equations(equations))
    return None if read is None else {**read, "links": equation_links(equations, cast(PageData, motion["scene"]))}


def _equations(equations: Equations) -> PageData | None:
    """Lines of MathML, as nested lists, and a note; None if none can be read."""
    if len(equations.speeds) + len(equations.rows) > 2 * MOST_LINES:
        return None
    reading = equations.reading()
    style = with_names(reading.style)
    lines = [line.math(style) for line in reading.lines if not line.is_long]
    left = len(reading.lines) - min(len(lines), MOST_LINES)
    if not lines:
        return None
    note = f"{left} of {len(reading.lines)} are too long to be read here" if left else "as they were derived"
    return {"lines": lines[:MOST_LINES], "note": "; ".join([note, *([reading.note] if reading.note else [])])}
