"""Accelerations under constraints, and numerical methods over right-hand sides; they know no mechanics."""

from dalembert.lazy_names import loading, modules_of_names

_HOMES = modules_of_names(__path__[0])

__getattr__, __dir__, __all__ = loading(globals(), _HOMES)
