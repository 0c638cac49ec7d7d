"""Still pictures of models and motions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Vector
from dalembert.configuration.assemble import assemble
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.equations import Equations
from dalembert.errors import ModelError
from dalembert.model.bodies import Place, as_frame
from dalembert.model.measure import position
from dalembert.model.model import Model
from dalembert.modules.subsystem import Subsystem
from dalembert.number_checks import floats, told
from dalembert.pictures.arrows import Arrow, ArrowMeasures, arrow_measures
from dalembert.pictures.body_poses import check_finite, drawn_model, motion_scene, state_scene
from dalembert.pictures.camera import Camera
from dalembert.pictures.figures import ENDINGS, SOFT, Picture, new_picture, time_unit, written
from dalembert.pictures.picture_files import checked_file
from dalembert.pictures.scene import Scene
from dalembert.pictures.sketch import WIDTH, Canvas, Sketch
from dalembert.pictures.tree_diagram import draw_tree
from dalembert.runs.motion import Motion
from dalembert.state import State, as_state

Drawable = Subject | Motion

MOST_BODIES = 1_000
"""More cannot be told apart in a picture."""


def draw(
    subject: Drawable | Subsystem,
    state: State | None = None,
    *,
    t: float | Sequence[float] | None = None,
    arrows: bool | Iterable[str] = False,
    names: bool = True,
    paths: Iterable[Place] = (),
    towards: ArrayLike | None = None,
    file: str | Path | None = None,
) -> Picture:
    """Picture of a model in a state, or of a motion at some times, the earlier ones as ghosts.

    Up is where gravity says. A model with loops that is drawn without a state is assembled first. A tree of
    systems is drawn as a diagram: its nodes with their counts of coordinates, rows and degrees of freedom. With a
    state, its bodies are drawn like those of a model.

    Parameters
    ----------
    subject : Model, Equations, Dynamics, Motion or Subsystem
        System or motion that is drawn.
    state : State, optional
        State of the system; default values of the model, assembled, unless given.
    t : float or sequence of float, optional
        Times of a motion in seconds; default the last.
    arrows : bool or iterable of str, optional
        Forces that are drawn: those of joints, constraints or force elements by name, "gravity" for weights,
        or True for all but these; default none.
    names : bool, optional
        Whether joints and bodies have their names; default True.
    paths : iterable of bodies or frames, optional
        Frames whose ways along a motion are drawn, such as coupler curves; default none.
    towards : vector (3,), optional
        Direction to the eye, in world axes; default from the front for models in a plane, else from the side
        and a little above.
    file : path, optional
        File (.png, .svg, .pdf) that it is written to; default none.

    Returns
    -------
    Picture
        Matplotlib figure, which notebooks show.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> picture = da.draw(pendulum, {"hinge": -1.0}, file="pendulum.svg")
    >>> print(type(picture).__name__)
    Picture
    """
    if isinstance(subject, Subsystem):
        if state is None:
            if any((t is not None, bool(arrows), bool([*paths]), towards is not None)):
                raise ModelError(
                    f"the tree {subject.name!r} is drawn as a diagram, without times, arrows, paths and a "
                    "direction; with a state its bodies are drawn"
                )
            return draw_tree(subject, file=file)
        subject = subject.equations
    check_size(subject)
    if file is not None:
        checked_file(file, ENDINGS, "picture")
    told, ways, points = "", list[Vector](), list[tuple[Vector, str]]()
    if isinstance(subject, Motion):
        paths = list(paths)
        ways = [subject.evaluate(position(place)) for place in paths]
        numbers = _sample_numbers(subject, t)
        labels = [as_frame(place, "a path").label or "" for place in paths]
        points = [(way[numbers[-1]], label) for way, label in zip(ways, labels, strict=True)]
        scene = motion_scene(subject)
        scene = replace(scene, poses=scene.poses.some(numbers))
        check_finite(scene.poses, subject.times[numbers])
        forces = motion_arrows(subject, arrows, numbers[-1:])
        told = _told_times(subject, numbers) if len(numbers) > 1 else ""
    else:
        if [*paths]:
            raise ModelError("paths are those of points along a motion; give a motion instead of a model")
        if t is not None:
            raise ModelError("a time is chosen of a motion; give a model a state with that time instead")
        dynamics = as_dynamics(subject)
        state = default_state(dynamics) if state is None else as_state(state)
        scene = state_scene(dynamics, state)
        wanted = _arrow_measures(dynamics, arrows)
        forces = wanted.arrows(dynamics.evaluate(wanted.outputs, state) if wanted.outputs else {}, 1)
    camera = Camera.of(scene) if towards is None else Camera.along(towards, scene.up)
    return written(picture(scene, camera, forces, names=names, told=told, paths=ways, points=points), file)


def picture(
    scene: Scene,
    camera: Camera,
    arrows: Sequence[Arrow] = (),
    *,
    names: bool,
    told: str = "",
    paths: Sequence[Vector] = (),
    points: Sequence[tuple[Vector, str]] = (),
) -> Picture:
    """The figure of a scene at the last of its instants, the others as ghosts, and what is told about them."""
    canvas, n = Canvas(scene, camera, arrows, paths=paths), len(scene.poses)
    figure, axes = new_picture(WIDTH, canvas.height)
    sketch = Sketch(axes, canvas)
    sketch.prepare()
    for row in range(n - 1):
        sketch.ghost(scene.poses.some([row]), 0.14 + 0.24 * row / (n - 1))
    last = scene.poses.some([n - 1])
    sketch.full(last)
    if names:
        sketch.names(last)
    sketch.paths()
    sketch.points(points)
    sketch.arrows(-1)
    sketch.finish()
    axes.text(0.98, 0.97, told, transform=axes.transAxes, ha="right", va="top", fontsize=9, color=SOFT)
    return figure


def _told_times(motion: Motion, numbers: Sequence[int]) -> str:
    """When ghosts and the full picture are."""
    unit, per_second = time_unit(float(np.ptp(motion.times)))
    times = [f"{per_second * motion.times[k]:.3g}" for k in numbers]
    if len(times) > 6:
        times = [*times[:2], "…", *times[-2:]]
    return f"t = {', '.join(times)} {unit}"


def check_size(subject: Drawable) -> None:
    """Refuse what nobody could see."""
    if not isinstance(subject, Drawable):
        raise ModelError(f"a picture is of a model, of equations or of a motion, not of {subject!r}")
    model = subject if isinstance(subject, Model) else _equations(subject).model
    if isinstance(model, Model) and len(model.bodies) > MOST_BODIES:
        raise ModelError(
            f"a picture of {len(model.bodies):,} bodies cannot be read; up to {MOST_BODIES:,} are drawn: "
            "draw a part of the model, or plot signals with da.plot"
        )


def motion_arrows(motion: Motion, wanted: bool | Iterable[str], numbers: Sequence[int]) -> tuple[Arrow, ...]:
    """Forces along a motion, in some of its samples."""
    measures = _arrow_measures(motion.dynamics, wanted)
    arrows = measures.arrows(motion.evaluate(measures.outputs) if measures.outputs else {}, len(motion))
    return tuple(replace(arrow, points=arrow.points[numbers], forces=arrow.forces[numbers]) for arrow in arrows)


def _arrow_measures(dynamics: Dynamics, wanted: bool | Iterable[str]) -> ArrowMeasures:
    """Measures of forces; those of a tree of systems act along its variables, at no place of a picture."""
    names = wanted if isinstance(wanted, bool) else [*wanted]
    if names and dynamics.equations.model is None:
        raise ModelError("forces in a tree of systems act along its variables, so there are no arrows of them")
    return arrow_measures(drawn_model(dynamics), names)


def default_state(dynamics: Dynamics) -> State:
    """The state in which a model is drawn if none is given: put together if it has loops."""
    eom = dynamics.equations
    return assemble(dynamics) if eom.rows else eom.state()


def _equations(subject: Drawable) -> Equations:
    return (subject.dynamics if isinstance(subject, Motion) else as_dynamics(subject)).equations


def _sample_numbers(motion: Motion, t: float | Sequence[float] | None) -> list[int]:
    """Numbers of the samples that are next to the times."""
    if not len(motion):
        raise ModelError("an empty motion has nothing to show; simulate it first")
    if t is None:
        return [len(motion) - 1]
    try:
        times = floats(t).ravel()
    except ValueError:
        raise ModelError(
            f"a picture is drawn at a time or at several, such as t=[0.0, 0.5], not {told(t)}"
        ) from None
    least, largest = sorted((motion.times[0], motion.times[-1]))
    if not len(times) or not (times.min() >= least and times.max() <= largest):
        raise ModelError(f"the motion lasts from {least:g} to {largest:g} s; draw it at times in between")
    return [int(np.argmin(np.abs(motion.times - time))) for time in times]
