"""Expressions: a graph that NumPy text is traced into, and its calculus."""

from typing import Any

from dalembert.offers import loaded, offers

_HOMES = offers(__path__[0])

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    return loaded(globals(), _HOMES, name)


def __dir__() -> list[str]:
    return __all__
