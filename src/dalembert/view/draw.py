"""Still pictures of models and motions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.analysis.assemble import assemble
from dalembert.dynamics import Dynamics
from dalembert.equations import Equations
from dalembert.errors import ModelError
from dalembert.model.model import Model
from dalembert.motion import Motion
from dalembert.pipeline import as_dynamics
from dalembert.state import State
from dalembert.view.camera import Camera
from dalembert.view.figures import new_figure, written
from dalembert.view.places import motion_scene, state_scene
from dalembert.view.scene import Places, Scene
from dalembert.view.sketch import Sketch

Vector = NDArray[np.float64]


def draw(
    subject: Model | Equations | Dynamics | Motion,
    state: State | None = None,
    *,
    t: float | Sequence[float] | None = None,
    names: bool = True,
    towards: Any = None,
    file: str | Path | None = None,
) -> Any:
    """A picture of a model in a state, or of a motion at some times; earlier ones of several times as ghosts.

    Models in a plane are seen flat, from the front, others from the side and a little above; `towards` is another
    direction (3,) to the eye. Up is where gravity says. A model with loops that is drawn without a state is put
    together first. Returns the Matplotlib figure; it is written to a file (.png, .svg, .pdf) if one is named.
    """
    if isinstance(subject, Motion):
        scene = motion_scene(subject)
        rows = _rows(subject, t)
    else:
        if t is not None:
            raise ModelError("a time is chosen of a motion; give a model a state with that time instead")
        dynamics = as_dynamics(subject)
        scene = state_scene(dynamics, state or _usual_state(dynamics))
        rows = [0]
    camera = Camera.of(scene) if towards is None else Camera.along(np.asarray(towards, dtype=float), scene.up)
    return written(picture(scene, camera, rows, names=names), file)


def picture(scene: Scene, camera: Camera, rows: Sequence[int], *, names: bool) -> Any:
    """The figure of a scene at the last of these instants, the others as ghosts."""
    figure, axes = new_figure()
    sketch = Sketch(axes, scene, camera)
    sketch.prepare()
    for k, row in enumerate(rows[:-1]):
        sketch.ghost(_one(scene.places, row), 0.12 + 0.25 * k / max(len(rows) - 1, 1))
    sketch.full(_one(scene.places, rows[-1]), names=names)
    sketch.finish()
    return figure


def _one(places: Places, row: int) -> Places:
    return places.rows(slice(row, row + 1) if row != -1 else slice(-1, None))


def _rows(motion: Motion, t: float | Sequence[float] | None) -> list[int]:
    """Rows of the motion that are next to the times."""
    if t is None:
        return [len(motion) - 1]
    times = np.atleast_1d(np.asarray(t, dtype=float))
    least, largest = sorted((motion.times[0], motion.times[-1]))
    if not len(times) or times.min() < least or times.max() > largest:
        raise ModelError(f"the motion lasts from {least:g} to {largest:g} s; draw it at times in between")
    return [int(np.argmin(np.abs(motion.times - time))) for time in times]


def _usual_state(dynamics: Dynamics) -> State:
    eom = dynamics.equations
    return assemble(dynamics) if eom.rows else eom.state()
