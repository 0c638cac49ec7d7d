"""Sweeps from their folders: to look at, and with the model, to make motions of their rows again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from dalembert.config import Config
from dalembert.dynamics.as_dynamics import Subject
from dalembert.errors import ModelError
from dalembert.integrators.integration_methods import METHODS
from dalembert.integrators.method import Method
from dalembert.rows import stabilization_from_data
from dalembert.state import State
from dalembert.studies.study import Study
from dalembert.studies.sweep_folder import SweepFolder, check_same
from dalembert.studies.table import Sweep


def open_sweep(folder: str | Path, subject: Subject | None = None, *, config: Config | None = None) -> Sweep:
    """Table of a sweep that was written to a folder, finished or not; columns are read when they are asked for.

    Parameters
    ----------
    folder : path
        Folder that was given to `sweep`.
    subject : Model, Equations, Solution or Dynamics, optional
        System of the sweep; with it rows become motions again, `table.motion(17)`. Sweeps with events or
        controllers are opened for that by their own call.
    config : Config, optional
        Cache of compiled code, threads and tier; default from the environment.

    Returns
    -------
    Sweep
        The table; rows that are not computed yet are not numbers.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> table = da.sweep(pendulum, {"hinge": [0.5, 1.0]}, {"end": "hinge"}, until=1.0, folder="swings")
    >>> print(len(da.open_sweep("swings")))
    2
    """
    opened = SweepFolder.open(folder)
    if subject is None:
        return Sweep.of_folder(opened)
    asked = opened.head["asked"]
    if asked["events"] or asked["controller"] is not None:
        raise ModelError(
            f"{opened.path}: its runs have events or a controller, which are no data: the call of da.sweep that "
            "made the folder computes nothing again, and its rows become motions"
        )
    study = _study(opened.head, subject, config)
    mine = json.loads(json.dumps(study.description))
    parts = ("system", "solver", "rows left out")
    check_same(opened.path, {name: asked[name] for name in parts}, {name: mine[name] for name in parts})
    return Sweep.of_folder(opened, study)


def _study(head: Mapping[str, Any], subject: Subject, config: Config | None) -> Study:
    """The study of the folder, without its questions."""
    asked, outputs = head["asked"], head["outputs"]
    times = None if outputs is None or asked["times"] is None else np.array(outputs, dtype=float)
    options = (asked["until"], times, _method(asked["method"]), (), None)
    return Study(
        subject,
        State(**asked["start"]),
        {},
        *options,
        stabilization_from_data(asked["stabilization"]),
        _hold(asked),
        config,
    )


def _hold(asked: Mapping[str, Any]) -> tuple[str, ...] | None:
    return tuple(asked["hold"]) if "hold" in asked else None


def _method(data: dict[str, Any] | None) -> Method | None:
    if data is None:
        return None
    settings = dict(data)
    kind = METHODS.get(settings.pop("kind"))
    if kind is None:
        raise ModelError("its runs were by a method of somebody's own: call da.sweep again for motions")
    return kind(**settings)
