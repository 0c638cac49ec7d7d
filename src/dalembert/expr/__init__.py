"""Expressions: a graph that NumPy code is traced into, and its calculus."""

from dalembert.lazy_names import loading, modules_of_names

_HOMES = modules_of_names(__path__[0])

__getattr__, __dir__, __all__ = loading(globals(), _HOMES)
