"""Values that took long to make, on disk, by what they are made of: found before anything is traced.

They are pickles in the folder of compiled code, under the same rules: only files of this user that nobody else
can write to, with their digest. A value is found by this version of the package alone.
"""

from __future__ import annotations

import hashlib
import logging
import pickle
import platform
import time
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

import numpy as np

from dalembert.config import Config
from dalembert.fingerprints import fingerprint
from dalembert.memo import uncollected
from dalembert.native.cache import Cache

_log = logging.getLogger(__name__)

T = TypeVar("T")

_WORTH = 0.05
"""Seconds that a value took if it is worth a file."""

_MOST = 1 << 26
"""Bytes of a file."""


def recalled(config: Config | None, kind: str, made_of: tuple[object, ...], make: Callable[[], T]) -> T:
    """The value of this kind that was made of equal values before, in this process or another; or a new one.

    Of what holds Python functions of a user, nothing is kept.
    """
    settings = config or Config.from_environment()
    contents = None if settings.cache is None else fingerprint(*made_of)
    if settings.cache is None or contents is None:
        return make()
    cache = Cache(settings.cache, settings.cache_limit)
    key = hashlib.sha256(f"{_version()} {kind} {contents}".encode()).hexdigest()
    if (stored := cache.load(key)) is not None:
        try:
            with uncollected():
                value: T = pickle.loads(stored[0])
            return value
        except Exception as error:
            _log.warning("%s is made again: what was kept cannot be read, %s", kind, error)
    begin = time.perf_counter()
    value = make()
    if time.perf_counter() - begin > _WORTH:
        _keep(cache, key, kind, value)
    return value


def _keep(cache: Cache, key: str, kind: str, value: object) -> None:
    try:
        payload = pickle.dumps(value)
    except Exception as error:
        _log.info("%s is not kept: %s", kind, error)
        return
    if len(payload) < _MOST:
        cache.store(key, [payload])


@lru_cache(maxsize=1)
def _version() -> str:
    """Sources of the package as they are, and versions of what pickles depend on."""
    package = Path(__file__).parents[1]
    status = [(path, path.stat()) for path in sorted(package.rglob("*.py"))]
    files = [(str(path.relative_to(package)), x.st_size, x.st_mtime_ns) for path, x in status]
    return f"{files} {platform.python_version()} {np.__version__}"
