"""Model files for people: to read all of one, to begin one, and the schema with which editors check one."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from dalembert.configuration.assemble import assemble
from dalembert.errors import ModelError
from dalembert.files.model_reader import ModelFile, read_model_file
from dalembert.name_checks import closest
from dalembert.state import State
from dalembert.whole_files import checked_path

KINDS: Mapping[str, str] = {
    "pendulum": "one rod on a hinge",
    "slider_crank": "a loop, driven at constant speed",
    "box_on_slope": "contact with friction",
    "robot": "an arm with inputs",
    "car": "a model of models, joined at ports",
}
"""Files to begin with, and what each shows."""


def read(path: str | Path) -> ModelFile:
    """The model of a file together with its start, the analyses to run and the pictures to make.

    `da.load(path)` gives the model alone.

    Parameters
    ----------
    path : str or Path
        The file, such as `"arm.toml"`.

    Returns
    -------
    ModelFile
        The model and what else the file says; a `ModelFile` may be saved too, `da.save(file, path)`.

    Examples
    --------
    >>> from pathlib import Path
    >>> import dalembert as da
    >>> size = Path("pendulum.toml").write_text(da.model_files.starter("pendulum"))
    >>> file = da.model_files.read("pendulum.toml")
    >>> print(file.model.coordinates)
    ('hinge',)
    """
    file = checked_path(path, "arm.toml")
    if file.suffix.lower() != ".toml":
        raise ModelError(f"{file.name} is no model file: its name ends in .toml")
    return read_model_file(file)


def starter(kind: str = "pendulum") -> str:
    """The text of a file to begin with; its comments say what can be changed.

    Parameters
    ----------
    kind : str, optional
        "pendulum", "slider_crank", "box_on_slope", "robot" or "car"; default "pendulum".

    Returns
    -------
    str
        TOML.

    Examples
    --------
    >>> import dalembert as da
    >>> print(da.model_files.starter("pendulum").splitlines()[0])
    # A pendulum: one rod on a hinge.
    """
    if kind not in KINDS:
        raise ModelError(f"there is no starter {kind!r}; {closest(str(kind), KINDS)}")
    return (files("dalembert.files") / "starters" / f"{kind}.toml").read_text(encoding="utf-8")


def start_state(file: ModelFile) -> State:
    """The state at the start that a file tells; constraints are met by what it leaves open.

    Parameters
    ----------
    file : ModelFile
        What `read` gave.

    Returns
    -------
    State
        A state of the model.

    Examples
    --------
    >>> from pathlib import Path
    >>> import dalembert as da
    >>> size = Path("pendulum.toml").write_text(da.model_files.starter("pendulum"))
    >>> start = da.model_files.start_state(da.model_files.read("pendulum.toml"))
    >>> print(type(start).__name__)
    State
    """
    model, given = file.model, dict(file.start)
    is_whole = {*given.get("q", ())} >= {*model.coordinates}
    if is_whole or not model.is_constrained:
        return model.state(**given)
    state = assemble(
        model, q=given.get("q", {}), u=given.get("u", {}), t=given.get("t", 0.0), p=given.get("p", {})
    )
    return model.state(
        t=state.t, q=state.q, u=state.u, p=state.p, **{k: given[k] for k in ("z", "tau") if k in given}
    )
