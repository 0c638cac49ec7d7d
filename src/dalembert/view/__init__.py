"""Pictures of motions. The public function `view` has the name of this package, which therefore stands for it."""

import sys
from types import ModuleType
from typing import Any


class _Package(ModuleType):
    """Loading a package binds its name in the one above, where the function is found: so it can be called."""

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """See `dalembert.view.page.view`."""
        from dalembert.view.page import view

        return view(*arguments, **options)


sys.modules[__name__].__class__ = _Package
