import inspect
from types import ModuleType, SimpleNamespace
from typing import Any

import dalembert


def public_names(namespace: dict[str, Any]) -> list[str]:
    """Names without underscore that are no modules, sorted."""
    return sorted(
        name for name, value in namespace.items() if not name.startswith("_") and not isinstance(value, ModuleType)
    )


def undocumented(namespace: dict[str, Any]) -> list[str]:
    """Public classes and functions without a docstring of their own.

    Instances (`time`, `pi`) are excepted: they cannot carry one. A dataclass without a docstring gets its
    signature as one, which does not count.
    """
    return [
        name
        for name in public_names(namespace)
        if (inspect.isclass(value := namespace[name]) or inspect.isroutine(value))
        and (not value.__doc__ or value.__doc__.startswith(f"{value.__name__}("))
    ]


def test_all_is_sorted_and_without_repetition():
    assert dalembert.__all__ == sorted(set(dalembert.__all__))


def test_all_names_exactly_the_public_names():
    assert dalembert.__all__ == public_names(vars(dalembert))


def test_every_public_name_has_a_docstring():
    assert undocumented(vars(dalembert)) == []


def test_missing_docstrings_are_noticed():
    class Silent:
        pass

    class Signature:
        """Signature(x: float)"""

    class Spoken:
        """Says what it is."""

    def mute():
        pass

    namespace = vars(
        SimpleNamespace(
            Silent=Silent, Signature=Signature, Spoken=Spoken, mute=mute, _own=mute, pi=3.14, mod=inspect
        )
    )
    assert undocumented(namespace) == ["Signature", "Silent", "mute"]
    assert public_names(namespace) == ["Signature", "Silent", "Spoken", "mute", "pi"]
