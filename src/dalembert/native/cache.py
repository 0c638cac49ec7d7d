"""A folder of compiled code: private to its user, written atomically, verified before it is run.

Machine code that was damaged would crash the process, and code that another user could write would run with
this user's rights. So a file is used only if it and its folder belong to the user, nobody else can write
to them, neither is a symbolic link, and its digest is right. Anything else under its name, be it a folder or a
pipe, is left alone or replaced, and the code is made again.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import stat
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_log = logging.getLogger(__name__)

_MAGIC = b"dalembert objects 1\n"
_ABANDONED = 3600.0
"""Seconds after which nobody is writing a part any more."""

_TIDYINGS = 64
"""How often the folder is looked through while as much is stored as it may hold."""

_DIGEST_SIZE = hashlib.sha256().digest_size


@dataclass(frozen=True)
class Cache:
    """Compiled objects by key, in files of a private folder."""

    folder: Path
    limit: int

    def load(self, key: str) -> list[bytes] | None:
        """The objects stored under a key, or None if there are none that can be trusted."""
        if not self.is_private():
            return None
        path = self._path(key)
        try:
            payload = _read_private(path)
        except FileNotFoundError:
            return None
        except OSError as error:
            _log.warning("cached code %s is not used: %s", path, error)
            return None
        objects = _unpack(key, payload)
        if objects is None:
            _log.warning("cached code %s is damaged; it is made again", path)
            return None
        with contextlib.suppress(OSError):
            os.utime(path)  # the oldest go first when the cache is full
        return objects

    def store(self, key: str, objects: Sequence[bytes]) -> None:
        """Keep objects under a key; a failure to do so costs time in the next run, nothing else."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not self.is_private():
                _log.warning("the cache folder %s is not private to this user; nothing is stored", self.folder)
                return
            payload = _pack(key, objects)
            _write_atomically(self._path(key), payload)
            if self._is_due(key, len(payload)):
                self._discard_oldest()
        except OSError as error:
            _log.warning("compiled code could not be stored in %s: %s", self.folder, error)

    def is_private(self) -> bool:
        """Whether the folder exists, belongs to this user, and nobody else can write to it."""
        try:
            status = os.lstat(self.folder)
        except OSError:
            return False
        return stat.S_ISDIR(status.st_mode) and _is_own(status)

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}.objects"

    def _is_due(self, key: str, size: int) -> bool:
        """Whether to look through all files, which takes long where there are many."""
        draw = int.from_bytes(_digest(key, b"")[:4], "little") / 2**32
        return draw * self.limit < _TIDYINGS * size

    def _discard_abandoned(self) -> None:
        """Parts that a process left behind which was killed while it wrote."""
        for path in self.folder.glob(".*.part"):
            with contextlib.suppress(OSError):
                if time.time() - path.stat().st_mtime > _ABANDONED:
                    path.unlink()

    def _discard_oldest(self) -> None:
        self._discard_abandoned()
        files = []
        for path in self.folder.glob("*.objects"):
            with contextlib.suppress(OSError):  # another process may be doing the same
                status = path.lstat()
                if stat.S_ISREG(status.st_mode):
                    files.append((status.st_mtime, status.st_size, path))
        excess = sum(size for _, size, _ in files) - self.limit
        for _, size, path in sorted(files):
            if excess <= 0:
                break
            path.unlink(missing_ok=True)
            excess -= size


def _is_own(status: os.stat_result) -> bool:
    """Whether what has this status belongs to this user and only this user can write to it."""
    if not hasattr(os, "geteuid"):  # Windows: the profile folder is private by its access list
        return True
    return status.st_uid == os.geteuid() and not status.st_mode & 0o022


def _read_private(path: Path) -> bytes:
    # not every platform has all of them; without O_NONBLOCK, a pipe would wait for a writer
    flags = [getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_BINARY", "O_NONBLOCK")]
    descriptor = os.open(path, os.O_RDONLY | sum(flags))
    with os.fdopen(descriptor, "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode) or not _is_own(status):
            raise PermissionError("it is not a regular file that only this user can write to")
        return file.read()


def _write_atomically(path: Path, payload: bytes) -> None:
    """Write under another name, then rename: a reader sees the old file or the new one, never a part."""
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(payload)
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def _digest(key: str, body: bytes | memoryview) -> bytes:
    """Digest of contents and key together: a file under another name is not used."""
    digest = hashlib.sha256(key.encode())
    digest.update(body)
    return digest.digest()


def _pack(key: str, objects: Sequence[bytes]) -> bytes:
    sizes = b"".join(len(image).to_bytes(8, "little") for image in objects)
    body = len(objects).to_bytes(8, "little") + sizes + b"".join(objects)
    return _MAGIC + _digest(key, body) + body


def _unpack(key: str, payload: bytes) -> list[bytes] | None:
    start = len(_MAGIC) + _DIGEST_SIZE
    body = memoryview(payload)[start:]
    if payload[: len(_MAGIC)] != _MAGIC or _digest(key, body) != payload[len(_MAGIC) : start]:
        return None
    count = int.from_bytes(body[:8], "little")
    position = 8 + 8 * count
    objects = []
    for k in range(count):
        size = int.from_bytes(body[8 + 8 * k : 16 + 8 * k], "little")
        objects.append(bytes(body[position : position + size]))
        position += size
    return objects
