import ast
import inspect
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

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
    declared = [
        alias.name
        for statement in ast.walk(ast.parse(Path(dalembert.__file__).read_text(encoding="utf-8")))
        if isinstance(statement, ast.ImportFrom) and (statement.module or "").startswith("dalembert")
        for alias in statement.names
    ]
    assert dalembert.__all__ == sorted([*declared, "pi"]) == sorted([*dalembert._HOMES, "pi"])
    assert dir(dalembert) == dalembert.__all__


def test_every_public_name_has_a_docstring():
    assert undocumented({name: getattr(dalembert, name) for name in dalembert.__all__}) == []


def test_importing_the_package_imports_nothing_heavy():
    script = "import sys, dalembert; print([m for m in ('numpy', 'sympy', 'llvmlite') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stdout.strip() == "[]"


def test_compiling_does_not_import_sympy():
    script = "\n".join(
        [
            "import sys, dalembert as da",
            "x = da.symbol('x')",
            "da.compile(da.sin(x), [x])(1.0)",
            "print('sympy' in sys.modules)",
        ]
    )
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stdout.strip() == "False"


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="'revolute'"):
        _ = dalembert.revolute


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
