"""Settings that belong to the machine rather than to a model: the folder for compiled code, and threads."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from dalembert.errors import CompileError


@dataclass(frozen=True)
class Config:
    """Where compiled code is kept (None: nowhere), how much of it, and how many threads a batch may use."""

    cache: Path | None
    threads: int
    cache_limit: int = 1 << 30
    """Bytes; the oldest files go when the cache has grown beyond."""

    def __post_init__(self) -> None:
        if self.threads < 1:
            raise CompileError(f"the number of threads must be at least 1, not {self.threads}")

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Config:
        """Settings from DALEMBERT_CACHE (a folder, or `off`) and DALEMBERT_THREADS, else the usual places."""
        given = os.environ if environment is None else environment
        folder, threads = given.get("DALEMBERT_CACHE"), given.get("DALEMBERT_THREADS")
        if threads and not threads.isdecimal():
            raise CompileError(f"DALEMBERT_THREADS must be a positive integer, not {threads!r}")
        cache = None if folder == "off" else Path(folder) if folder else _user_cache(given)
        return cls(cache, int(threads) if threads else os.cpu_count() or 1)


def _user_cache(environment: Mapping[str, str]) -> Path | None:
    """The folder where programs of this user keep what they can make again; a user without home has none."""
    variable = {"win32": "LOCALAPPDATA", "darwin": ""}.get(sys.platform, "XDG_CACHE_HOME")
    if root := environment.get(variable):
        return Path(root) / "dalembert"
    place = {"win32": "AppData/Local", "darwin": "Library/Caches"}.get(sys.platform, ".cache")
    try:
        return Path.home() / place / "dalembert"
    except RuntimeError:
        return None
