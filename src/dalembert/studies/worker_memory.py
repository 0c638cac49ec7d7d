"""Memory of workers: kept from one array to the next while cases are computed, and given back afterwards.

Workers of Dask are started so that the C library of Linux gives each array back to the system at once, and has
each new one mapped and cleared, which takes a quarter of the time of short runs.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_TRIM, _MAP = -1, -3
"""`M_TRIM_THRESHOLD` and `M_MMAP_THRESHOLD` of `mallopt`."""

_KEPT, _LARGEST, _USUAL = 1 << 27, 1 << 25, 1 << 17
"""Bytes that are kept, bytes of an array that is never mapped by itself, and those of it as the library begins."""

_SETTING = "MALLOC_TRIM_THRESHOLD_"
"""Variable of the environment by which Dask sets it."""


@contextmanager
def memory_kept() -> Iterator[None]:
    """Keep memory where workers would give it back; nothing elsewhere."""
    given_back = os.environ.get(_SETTING, "")
    library = ctypes.CDLL(None) if sys.platform == "linux" and given_back.isdigit() else None
    if library is None or not hasattr(library, "mallopt") or not hasattr(library, "malloc_trim"):
        yield
        return
    library.mallopt(_TRIM, _KEPT)
    library.mallopt(_MAP, _LARGEST)
    try:
        yield
    finally:
        library.mallopt(_TRIM, int(given_back))
        library.mallopt(_MAP, _USUAL)
        library.malloc_trim(0)
