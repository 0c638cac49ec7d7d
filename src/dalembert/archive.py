"""Archives: arrays with a head of plain data in one file (.npz), written whole or not at all; nothing is code."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import ModelError

SUFFIX = ".npz"
SAME = 1e-9
"""Relative difference of numbers that are the same but for rounding on another machine."""


def archive_path(path: str | Path) -> Path:
    """Where an archive of this name is: with the suffix, whatever other dots are in the name."""
    given = _file_path(path, "run.npz")
    return given if given.suffix == SUFFIX else given.with_name(f"{given.name}{SUFFIX}")


def _file_path(path: str | Path, example: str) -> Path:
    """The path of a file, checked."""
    if not isinstance(path, str | os.PathLike):
        raise ModelError(f"a file is given by its path, such as {example!r}, not {path!r}")
    given = Path(path)
    if not str(path) or not given.name or given.name == "..":
        raise ModelError(f"{str(path)!r} is not the name of a file; give one, such as {example!r}")
    return given


def write_bytes(path: str | Path, content: bytes) -> Path:
    """Write a file as it is, beside and then renamed."""
    target = _file_path(path, "run.csv")
    _write(target, lambda stream: stream.write(content))
    return target


def write_archive(path: str | Path, head: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> Path:
    """Write beside, then rename: whatever happens on the way, an earlier file of this name stays as it was."""
    import json

    target = archive_path(path)
    named: dict[str, Any] = {"head": np.array(json.dumps(head)), **arrays}
    _write(target, lambda stream: np.savez(stream, **named))
    return target


def _write(target: Path, fill: Callable[[IO[bytes]], object]) -> None:
    if not target.parent.is_dir():
        raise ModelError(f"{target} could not be written: there is no folder {str(target.parent)!r}")
    try:
        with _renamed_in_the_end(target) as stream:
            fill(stream)
    except OSError as error:
        raise ModelError(f"{target} could not be written, and is as it was before: {error}") from error


def read_archive(path: str | Path, what: str) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
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
        with open(source, "rb") as stream, np.load(stream) as file:
            arrays = dict(file)
            head = json.loads(str(arrays.pop("head")))
    except (OSError, ValueError, KeyError, EOFError, TypeError, zipfile.BadZipFile) as error:
        raise ModelError(f"{path} is not a complete {what}: {error}") from error
    if not isinstance(head, dict):
        raise ModelError(f"{path} is not a complete {what}: its head is {type(head).__name__}")
    return head, arrays


@contextlib.contextmanager
def _renamed_in_the_end(target: Path) -> Iterator[IO[bytes]]:
    """A new file beside the target, which takes its place once it is complete and on the disk."""
    from uuid import uuid4

    real = Path(os.path.realpath(target))
    beside = real.with_name(f".{real.name}.{uuid4().hex}.part")
    try:
        with open(beside, "xb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(beside, real)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise
    _keep_name(real.parent)


def _keep_name(folder: Path) -> None:
    """Put the new name of a file on the disk too; not every system can."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def differences(saved: Any, own: Any, where: str = "") -> Iterator[str]:
    """In which entries two values of plain data differ, in words; numbers may differ by rounding."""
    if isinstance(saved, dict) and isinstance(own, dict):
        for key in dict.fromkeys((*saved, *own)):
            place = f"{where}.{key}" if where else str(key)
            if key not in own:
                yield f"{place} is in the file only"
            elif key not in saved:
                yield f"{place} is not in the file"
            else:
                yield from differences(saved[key], own[key], place)
    elif not _is_same(saved, own):
        yield f"{where} is {_short(saved)} in the file and {_short(own)} here"


def _is_same(saved: Any, own: Any) -> bool:
    """Whether values agree; numbers of one array by the size of its largest."""
    first, second = _numbers(saved), _numbers(own)
    if first is None or second is None:
        if isinstance(saved, list) and isinstance(own, list):
            return len(saved) == len(own) and all(map(_is_same, saved, own))
        if isinstance(saved, dict) and isinstance(own, dict):
            return not any(differences(saved, own))
        return bool(saved == own)
    if first.shape != second.shape:
        return False
    scale = max(np.abs(first).max(initial=0.0), np.abs(second).max(initial=0.0))
    return bool((first == second).all() or np.abs(first - second).max() <= SAME * scale)


def _numbers(value: Any) -> NDArray[np.float64] | None:
    """A number, or lists of nothing but numbers, as an array."""
    if isinstance(value, bool | str | dict) or value is None:
        return None
    try:
        array = np.array(value)
    except ValueError:
        return None
    return array.astype(float) if array.dtype.kind in "if" else None


def _short(value: Any) -> str:
    text = f"{value:g}" if isinstance(value, float) else str(value)
    return text if len(text) <= 80 else f"{text[:77]}…"
