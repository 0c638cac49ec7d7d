"""Names of files to write, checked before the work whose result goes there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from dalembert.errors import ModelError
from dalembert.whole_files import checked_path


def checked_file(file: object, endings: Sequence[str], what: str) -> Path:
    """The path of a file that can be written as far as its name tells."""
    refused = f"the {what} cannot be written to {str(file)!r}"
    try:
        path = checked_path(file, f"picture{endings[0]}")
    except ModelError as error:
        raise ModelError(f"{refused}: {error}") from None
    if path.suffix.lower() not in endings:
        *others, last = endings
        kinds = f"{', '.join(others)} or {last}" if others else last
        raise ModelError(f"{refused}: its name should end with {kinds}")
    if not path.parent.is_dir():
        raise ModelError(f"{refused}: there is no folder {str(path.parent)!r}")
    if path.is_dir():
        raise ModelError(f"{refused}: that is a folder")
    return path
