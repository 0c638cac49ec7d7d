"""Archives: arrays with a head of plain data in one file (.npz), written whole or not at all; nothing is code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import prod
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Array
from dalembert.errors import ModelError
from dalembert.tolerances import SAME_NUMBER
from dalembert.whole_files import checked_path, write_file

SUFFIX = ".npz"

DAMAGES = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError, MemoryError)
"""Errors that reading damaged data raises."""

_MOST_PACKED = 1100
"""Largest factor by which files are packed."""


def archive_path(path: str | Path) -> Path:
    """Path of an archive, with the suffix, whatever other dots are in its name."""
    target = checked_path(path, "run.npz")
    return target if target.suffix == SUFFIX else target.with_name(f"{target.name}{SUFFIX}")


def write_archive(path: str | Path, head: Mapping[str, object], arrays: Mapping[str, Array]) -> Path:
    """Write beside, then rename: whatever happens on the way, an earlier file of this name stays as it was."""
    import json

    target = archive_path(path)
    if Path(path).is_dir():
        raise ModelError(f"{path} could not be written: that is a folder; name a file in it")
    named: dict[str, Any] = {"head": np.array(json.dumps(head)), **arrays}
    return write_file(target, lambda stream: np.savez(stream, **named))


def read_archive(path: str | Path, what: str) -> tuple[dict[str, Any], dict[str, Array]]:
    """Head and arrays of an archive; the suffix may be left out. `what` it should be is for messages."""
    import json
    import zipfile

    target = archive_path(path)
    source = target if target.exists() else Path(path)
    if not source.exists():
        raise ModelError(f"there is no file {target}")
    if not source.is_file():
        raise ModelError(f"{source} is not a regular file")
    if not zipfile.is_zipfile(source):
        raise ModelError(f"{source} is not a complete {what}: it is not an archive of arrays (.npz)")
    try:
        with open(source, "rb") as stream:
            _check_sizes(stream)
            with np.load(stream) as file:
                arrays = dict(file)
        head = json.loads(str(arrays.pop("head")))
    # zipfile, zlib, tokenize and others have errors of their own
    except Exception as error:
        raise ModelError(f"{path} is not a complete {what}: {str(error) or type(error).__name__}") from error
    if not isinstance(head, dict):
        raise ModelError(f"{path} is not a complete {what}: its head is {type(head).__name__}")
    return head, arrays


def _check_sizes(stream: IO[bytes]) -> None:
    """Raise unless arrays of an archive may be as large as they say: memory is taken before they are read."""
    import zipfile

    with zipfile.ZipFile(stream) as archive:
        for member in archive.infolist():
            with archive.open(member) as array:
                version = np.lib.format.read_magic(array)
                readers = {
                    (1, 0): np.lib.format.read_array_header_1_0,
                    (2, 0): np.lib.format.read_array_header_2_0,
                }
                shape, _, dtype = readers[version](array)
            most = member.file_size if member.file_size <= _MOST_PACKED * member.compress_size else 0
            if prod(shape) * dtype.itemsize > most:
                raise ValueError(f"{member.filename} is no place for {dtype} in the shape {shape}")
    stream.seek(0)


def differences(saved: object, present: object, where: str = "") -> Iterator[str]:
    """Differences between two values of plain data, in words; numbers may differ by rounding."""
    if isinstance(saved, dict) and isinstance(present, dict):
        for key in dict.fromkeys((*saved, *present)):
            place = f"{where}.{key}" if where else str(key)
            if key not in present:
                yield f"{place} is in the file only"
            elif key not in saved:
                yield f"{place} is not in the file"
            else:
                yield from differences(saved[key], present[key], place)
    elif not _is_same(saved, present):
        yield f"{where} is {_short(saved)} in the file and {_short(present)} here"


def _is_same(saved: object, present: object) -> bool:
    """Whether values agree; numbers of one array by the size of its largest."""
    first, second = _numbers(saved), _numbers(present)
    if first is None or second is None:
        if isinstance(saved, list) and isinstance(present, list):
            return len(saved) == len(present) and all(map(_is_same, saved, present))
        if isinstance(saved, dict) and isinstance(present, dict):
            return not any(differences(saved, present))
        return bool(saved == present)
    if first.shape != second.shape:
        return False
    scale = max(np.abs(first).max(initial=0.0), np.abs(second).max(initial=0.0))
    return bool((first == second).all() or np.abs(first - second).max() <= SAME_NUMBER * scale)


def _numbers(value: object) -> NDArray[np.float64] | None:
    """A number, or lists of nothing but numbers, as an array."""
    if isinstance(value, bool | str | dict) or value is None:
        return None
    try:
        array = np.array(value)
    except ValueError:
        return None
    return array.astype(float) if array.dtype.kind in "if" else None


def _short(value: object) -> str:
    text = f"{value:g}" if isinstance(value, float) else str(value)
    return text if len(text) <= 80 else f"{text[:77]}…"
