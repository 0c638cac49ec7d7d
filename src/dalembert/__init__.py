"""Multibody dynamics: one model, every classical principle, native speed.

So far: rigid bodies in trees and loops, their equations and their motion, on expressions with native code.
"""

from typing import Any

from dalembert.offers import loaded, offers

_HOMES = offers(__path__[0])

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    return loaded(globals(), _HOMES, name)


def __dir__() -> list[str]:
    return __all__
