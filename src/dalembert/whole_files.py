"""Files are written whole or not at all: beside, onto the disk, then renamed; all that users ask for."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import IO

from dalembert.errors import DalembertError, ModelError

Content = bytes | Callable[[IO[bytes]], object]
"""The bytes of a file, or a function that writes them."""

_YOUNG = 1.0
"""Seconds within which an empty part may belong to another process that has only just made it."""

_LONGEST = 255
"""Bytes of a name that file systems take."""

_MOST_LETTERS = 40
"""Letters of a file's name at the start of the name of its part: a long one as a whole would be too long."""


def checked_path(path: object, example: str, error: type[DalembertError] = ModelError) -> Path:
    """The path of a file to write or read, as far as its name tells: the name of a folder is none."""
    if not isinstance(path, str | os.PathLike) or isinstance(os.fspath(path), bytes):
        raise error(f"a file is given by its path, such as {example!r}, not {path!r}")
    text = os.fspath(path)
    # a path of pathlib has forgotten a dot at its end
    last = text.replace(os.altsep or os.sep, os.sep).rpartition(os.sep)[2]
    if last in ("", ".", "..") or "\0" in text:
        raise error(f"{text!r} is not the name of a file; give one, such as {example!r}")
    if len(os.fsencode(last)) > _LONGEST:
        raise error(
            f"the name of a file has {_LONGEST} bytes at most, not {len(os.fsencode(last))}: {last[:40]!r}…"
        )
    return Path(path).expanduser()


def write_file(path: Path, content: Content, error: type[DalembertError] = ModelError) -> Path:
    """Write a file; whatever happens on the way, an earlier one of this name stays as it was."""
    write_files({path: content}, error)
    return path


def write_files(contents: Mapping[Path, Content], error: type[DalembertError] = ModelError) -> None:
    """Write files that belong together: none takes its place before all are on the disk."""
    for path in contents:
        _check_place(path, error)
    path = next(iter(contents), Path())
    parts: list[_Part] = []
    try:
        for path, content in contents.items():
            parts.append(_Part(path))
            parts[-1].fill(content)
        for part in parts:
            path = part.path
            part.take_place()
    except (OSError, ValueError) as reason:
        raise error(f"{path} could not be written, and is as it was before: {reason}") from reason
    finally:
        for part in parts:
            part.discard()


def _check_place(path: Path, error: type[DalembertError]) -> None:
    if not path.parent.is_dir():
        raise error(f"{path} could not be written: there is no folder {str(path.parent)!r}")
    if path.is_dir():
        raise error(f"{path} could not be written: that is a folder; name a file in it")


class _Part:
    """A new file beside the one that it will replace; its lock tells other processes that it is being written."""

    def __init__(self, path: Path) -> None:
        from uuid import uuid4

        self.path, self.real = path, Path(os.path.realpath(path))
        # a pipe or a device cannot be exchanged
        self.is_beside = not self.real.exists() or self.real.is_file()
        stem = f".{self.real.name[:_MOST_LETTERS]}"
        if self.is_beside:
            _discard_abandoned(self.real.parent, stem)
        self.file = self.real.with_name(f"{stem}.{uuid4().hex}.part") if self.is_beside else self.real
        self.stream: IO[bytes] = open(self.file, "xb" if self.is_beside else "wb")  # noqa: SIM115
        is_taken(self.stream)

    def fill(self, content: Content) -> None:
        """Write all of it onto the disk, with the rights of the file whose place it takes."""
        if isinstance(content, bytes):
            self.stream.write(content)
        else:
            content(self.stream)
        self.stream.flush()
        if self.is_beside:
            with contextlib.suppress(FileNotFoundError):
                os.chmod(self.file, self.real.stat().st_mode & 0o777)
            os.fsync(self.stream.fileno())

    def take_place(self) -> None:
        """Become the file."""
        self.stream.close()
        if self.is_beside:
            os.replace(self.file, self.real)
            _keep_name(self.real.parent)

    def discard(self) -> None:
        """Leave nothing behind that has not become the file."""
        with contextlib.suppress(OSError, ValueError):
            self.stream.close()
        if self.is_beside:
            with contextlib.suppress(OSError):
                self.file.unlink(missing_ok=True)


def _discard_abandoned(folder: Path, stem: str) -> None:
    """Remove parts that processes left behind which were killed while they wrote."""
    for name in _names(folder):
        if name.startswith(f"{stem}.") and name.endswith(".part"):
            with contextlib.suppress(OSError), open(folder / name, "rb") as part:
                status = os.fstat(part.fileno())
                if is_taken(part) and (status.st_size or time.time() - status.st_mtime > _YOUNG):
                    os.unlink(folder / name)


def _names(folder: Path) -> Iterator[str]:
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        yield from [entry.name for entry in entries]


def is_taken(stream: IO[bytes]) -> bool:
    """Take a file for oneself until it is closed or the process dies; whether no other process has it.

    Where there are no such locks, as on Windows, open files cannot be removed.
    """
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _keep_name(folder: Path) -> None:
    """Put the new name of a file on the disk too; not every system can."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
