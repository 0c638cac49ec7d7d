"""Models to files of our own format, exactly: what was written is read again and compared."""

from __future__ import annotations

from pathlib import Path

from dalembert.errors import ModelError
from dalembert.files.model_reader import ModelFile, Reading, reading_of
from dalembert.files.model_writer import tables_of
from dalembert.files.toml_edits import edited_text
from dalembert.files.toml_writer import toml_text
from dalembert.whole_files import write_file


def save_model_file(file: ModelFile, path: Path) -> Path:
    """Write a model with its start and tasks; a file that is there keeps its comments, its order and its words."""
    known = _known(path) if path.exists() else None
    start = file.start if known is None or file.start else known.file.start
    if known is not None and not (file.analyses or file.pictures):
        file = ModelFile(file.model, start, known.file.analyses, known.file.pictures)
    tables = tables_of(file, path.parent, known)
    text = (
        toml_text(tables)
        if known is None
        else edited_text(known, tables, tables_of(known.file, path.parent, known))
    )
    _check(file, text, path)
    return write_file(path, text.encode())


def _known(path: Path) -> Reading:
    try:
        return reading_of(path)
    except ModelError as error:
        raise ModelError(
            f"{path} is there, but cannot be read, and would be lost: {error}; save under another name"
        ) from None


def _check(file: ModelFile, text: str, path: Path) -> None:
    """Raise unless the text says the same as the model."""
    other = reading_of(path, text.encode()).file
    if other.model != file.model or other.model.coordinates != file.model.coordinates:
        different = [name for name, x in file.model.described.items() if other.model.described.get(name) != x]
        raise ModelError(
            f"{path} was not written: it would not say the same of {', '.join(different) or 'the order of parts'}"
        )
