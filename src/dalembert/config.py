"""Settings that belong to the machine rather than to a model: code, where it is kept, and threads."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from pathlib import Path

from dalembert.errors import CompileError
from dalembert.number_checks import is_count, told


class Tier(Enum):
    """How much time goes into code generation; the results are the same to the last bit.

    Examples
    --------
    >>> import dalembert as da
    >>> print([tier.name for tier in da.kernels.Tier])
    ['QUICK', 'FULL']
    """

    QUICK = 0
    """Fast instruction selection: ready several times sooner, runs about half again as long."""

    FULL = 1
    """Full-speed code."""


_MOST_THREADS = 2**16


@dataclass(frozen=True)
class Config:
    """Where compiled code is kept (None: nowhere), how much of it, and how many threads a batch may use.

    Parameters
    ----------
    cache : Path or None
        Folder of compiled code; None keeps none.
    threads : int
        Most threads of a batch, from 1 on.
    cache_limit : int, optional
        Largest size of the cache in bytes; the oldest files go first. Default 2³⁰, one GiB.
    tier : Tier, optional
        Code that everything gets; default none: runs begin on quick code and take over full-speed code
        once they have lasted long enough, and what is compiled by hand gets full-speed code.

    Examples
    --------
    >>> import dalembert as da
    >>> config = da.kernels.Config(cache=None, threads=1)
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> model = da.Model(da.Revolute("hinge", da.ground, rod))
    >>> motion = da.simulate(model, {"hinge": 1.0}, until=1.0, config=config)
    >>> print(motion["hinge"][-1])
    1.0
    """

    cache: Path | None
    threads: int
    cache_limit: int = 1 << 30
    """Bytes; the oldest files go when the cache has grown beyond."""

    tier: Tier | None = None
    """The code that everything gets.

    Unless one is asked for, runs begin on quick code and take over full-speed code once they have lasted long
    enough, or come again and again; single questions (a signal along a motion, a residual, an acceleration) are
    answered without compiling, until quick code pays; what is compiled by hand gets full-speed code.
    """

    def __post_init__(self) -> None:
        if not is_count(self.threads, 1, _MOST_THREADS):
            raise CompileError(f"the number of threads is from 1 to {_MOST_THREADS}, not {told(self.threads)}")

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Config:
        """Settings from DALEMBERT_CACHE (a folder, off), DALEMBERT_THREADS and DALEMBERT_TIER (quick, full)."""
        if environment is None:
            return _current(*map(os.environ.get, _VARIABLES))
        return _config(*map(environment.get, _VARIABLES))


_USER_CACHE = {"win32": "LOCALAPPDATA", "darwin": ""}.get(sys.platform, "XDG_CACHE_HOME")
_VARIABLES = ("DALEMBERT_CACHE", "DALEMBERT_THREADS", "DALEMBERT_TIER", _USER_CACHE, "HOME")


def _config(
    folder: str | None, threads: str | None, tier: str | None, root: str | None, home: str | None
) -> Config:
    """The settings that variables of the environment mean; a home changes where that of the user is."""
    if threads and not threads.isdecimal():
        raise CompileError(f"DALEMBERT_THREADS must be a positive integer, not {threads!r}")
    cache = None if folder == "off" else Path(folder) if folder else _user_cache(root)
    return Config(cache, int(threads) if threads else os.cpu_count() or 1, tier=_tier(tier))


_current = lru_cache(maxsize=16)(_config)
"""Settings of this process: asked for by every call that is given none."""


def _tier(name: str | None) -> Tier | None:
    if not name:
        return None
    if name.upper() not in Tier.__members__:
        raise CompileError(f"DALEMBERT_TIER is quick or full, not {name!r}")
    return Tier[name.upper()]


def _user_cache(root: str | None) -> Path | None:
    """The folder where programs of this user keep what they can make again; a user without home has none."""
    if root:
        return Path(root) / "dalembert"
    place = {"win32": "AppData/Local", "darwin": "Library/Caches"}.get(sys.platform, ".cache")
    try:
        return Path.home() / place / "dalembert"
    except RuntimeError:
        return None
