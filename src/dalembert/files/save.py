"""Things to files: the format is known by the suffix."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from dalembert.dynamics.as_dynamics import Subject
from dalembert.errors import ModelError
from dalembert.files.export.c_folder import save_c_folder
from dalembert.files.export.fmu import save_fmu
from dalembert.files.export.mjcf_writer import save_mjcf
from dalembert.files.export.result_files import save_csv, save_mat, save_netcdf, save_parquet
from dalembert.files.export.urdf_writer import save_urdf
from dalembert.files.model_reader import ModelFile
from dalembert.files.save_model import save_model_file
from dalembert.files.save_motion import save_motion
from dalembert.model.model import Model
from dalembert.name_checks import closest
from dalembert.runs.motion import Motion
from dalembert.whole_files import checked_path


def save(thing: Subject | ModelFile | Motion, path: str | Path, **options: Any) -> Path:
    """Save a model or a motion to a file, in the format that the suffix names.

    `.toml` is the format of our own, which holds all of a model: `da.load(path)` gives an equal one, whose motions
    have equal bits. A file that is there keeps its comments, its order, its start and its tasks. The other formats
    hold what they can express, and refuse the rest by name; docs/reference/export.md tells their options.

    Parameters
    ----------
    thing : Model, ModelFile, Equations, Solution, Dynamics or Motion
        The model, a model with its start and what to do with it, or a motion.
    path : str or Path
        The file, such as `"arm.toml"` or `"arm.fmu"`; a folder, such as `"arm"`, for C.
    **options : str, float or bool
        What the format lets one choose, such as `version="2.0"` of an FMU.

    Returns
    -------
    Path
        The file that was written.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> path = da.save(pendulum, "pendulum.toml")
    >>> print(path.name, da.load(path).coordinates)
    pendulum.toml ('hinge',)
    """
    # a folder may be there already
    file = Path(path) if isinstance(path, str | Path) and Path(path).is_dir() else checked_path(path, "arm.toml")
    writers = _OF_MOTIONS if isinstance(thing, Motion) else _OF_MODELS
    if (writer := writers.get(file.suffix.lower())) is None:
        what = "motions" if isinstance(thing, Motion) else "models"
        formats = ", ".join(suffix or "a folder of C" for suffix in writers)
        others = {".html": "; pages are written by da.view", ".json": f"; {_TREES}"}
        hint = others.get(file.suffix.lower(), "")
        raise ModelError(f"{what} are saved as {formats}, not as {file.name!r}{hint}")
    known = [name for name, x in inspect.signature(writer).parameters.items() if x.kind is x.KEYWORD_ONLY]
    if unknown := [name for name in options if name not in known]:
        told = closest(unknown[0], known) if known else "it has none"
        raise ModelError(f"{unknown[0]!r} is no option of {file.suffix or 'C'} files; {told}")
    written: Path = writer(thing, file, **options)
    return written


_TREES = "trees of systems are written by da.modules.save_subsystem(node, 'tree.json')"


def _save_toml(thing: Model | ModelFile, file: Path) -> Path:
    if isinstance(thing, Model):
        thing = ModelFile(thing)
    if not isinstance(thing, ModelFile):
        raise ModelError(f"da.save writes models as .toml; {type(thing).__name__} is none; {_TREES}")
    return save_model_file(thing, file)


_OF_MODELS: Mapping[str, Callable[..., Path]] = {
    **{".toml": _save_toml, ".urdf": save_urdf, ".xml": save_mjcf},
    **{".fmu": save_fmu, "": save_c_folder},
}

_OF_MOTIONS: Mapping[str, Callable[..., Path]] = {
    **{".npz": save_motion, ".csv": save_csv, ".parquet": save_parquet},
    **{".nc": save_netcdf, ".mat": save_mat},
}
