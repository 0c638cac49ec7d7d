"""Accelerations under constraints, and numerical methods over right-hand sides; they know no mechanics."""

from dalembert.offers import loading, offers

_HOMES = offers(__path__[0])

__getattr__, __dir__, __all__ = loading(globals(), _HOMES)
