"""Home of what controllers are made of: laws of time, and laws of inputs.

Names are loaded when they are used: pictures of linear systems bring Matplotlib along, laws do not.
"""

from dalembert.lazy_names import loading, modules_of_names

_HOMES = modules_of_names(__path__[0])

__getattr__, __dir__, __all__ = loading(globals(), _HOMES)
