"""Accelerations under constraints, and numerical methods over right-hand sides; they know no mechanics."""

from typing import Any

from dalembert.offers import loaded, offers

_HOMES = offers(__path__[0])

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    return loaded(globals(), _HOMES, name)


def __dir__() -> list[str]:
    return __all__
