"""Things to files: the format is known by the suffix."""

from __future__ import annotations

from pathlib import Path

from dalembert.errors import ModelError
from dalembert.files.model_reader import ModelFile
from dalembert.files.save_model import save_model_file
from dalembert.model.model import Model
from dalembert.whole_files import checked_path


def save(thing: Model | ModelFile, path: str | Path) -> Path:
    """Save a model to a file, in the format that the suffix names.

    `.toml` is the format of our own, which holds all of a model: `da.load(path)` gives an equal one, whose motions
    have equal bits. A file that is there keeps its comments, its order, its start and its tasks.

    Parameters
    ----------
    thing : Model or ModelFile
        The model, or a model with its start and what to do with it.
    path : str or Path
        The file, such as `"arm.toml"`.

    Returns
    -------
    Path
        The file that was written.
    """
    file = checked_path(path, "arm.toml")
    if file.suffix.lower() != ".toml":
        raise ModelError(f"models are saved as .toml, not as {file.name!r}")
    if isinstance(thing, Model):
        thing = ModelFile(thing)
    if not isinstance(thing, ModelFile):
        raise ModelError(
            f"da.save writes models; {type(thing).__name__} is none, and a motion has motion.save(path)"
        )
    return save_model_file(thing, file)
