"""Expressions: a graph that NumPy code is traced into, and its calculus."""

from dalembert.offers import loading, offers

_HOMES = offers(__path__[0])

__getattr__, __dir__, __all__ = loading(globals(), _HOMES)
