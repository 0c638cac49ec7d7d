"""Multibody dynamics: one model, every classical principle, native speed.

So far: rigid bodies in trees and loops, their equations and their motion, on expressions with native code.
"""

from dalembert.lazy_names import loading, modules_of_names

_HOMES = modules_of_names(__path__[0])

__getattr__, __dir__, __all__ = loading(globals(), _HOMES)
