"""Laws of contact whose numbers are open parameters, and the same laws with values of these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

import numpy as np

from dalembert.errors import ModelError
from dalembert.expr.node import Expression, inputs_of, name_of
from dalembert.expr.rewrite import evaluate


def default_number(value: Any) -> Any:
    """The number that an expression is with default values of its parameters; else the value itself."""
    if not isinstance(value, Expression) or not is_of_parameters(value):
        return value
    return evaluate(value)


def is_of_parameters(value: Expression) -> bool:
    """Whether an expression depends on nothing but parameters."""
    return all(x.op == "parameter" for x in inputs_of([value]))


def check_of_parameters(value: Any, what: str) -> None:
    """Raise if an expression depends on more than parameters."""
    if isinstance(value, Expression) and not is_of_parameters(value):
        raise ModelError(f"{what} is a number or an expression of parameters, da.param(…), not {value!r}")


def number_with(value: Any, p: Mapping[str, float]) -> float:
    """A number, of an expression with these values of its parameters, default ones where none is given."""
    if not isinstance(value, Expression):
        return float(value)
    known = {x: p.get(name_of(x), x.args[1]) for x in inputs_of([value]) if x.op == "parameter"}
    return float(evaluate(value, known))


def is_positive(value: Any) -> bool:
    """Whether a number is above zero, or may be for some values of parameters."""
    return isinstance(value, Expression) or value > 0.0


def has_parameters(law: Any) -> bool:
    """Whether numbers of a law are open."""
    return any(isinstance(getattr(law, own.name), Expression) for own in fields(law))


def with_values(law: Any, p: Mapping[str, float]) -> Any:
    """The law with values of parameters, default ones where none is given; raises if it cannot have them."""
    found = {}
    for own in fields(law):
        if isinstance(value := getattr(law, own.name), Expression):
            found[own.name] = number_with(value, p)
    return replace(law, **found) if found else law


def check_values(law: Any, p: Mapping[str, Any], owner: str) -> None:
    """Raise if a law cannot have these values of parameters, or arrays of them."""
    own = [value for field in fields(law) if isinstance(value := getattr(law, field.name), Expression)]
    names = [name for x in inputs_of(own) if (name := name_of(x)) in p]
    # without any there are the default ones
    columns = np.broadcast_arrays(0.0, *(p[name] for name in names))[1:]
    table = np.stack(columns, axis=-1).reshape(-1, len(names)) if names else np.zeros((1, 0))
    for values in np.unique(table, axis=0):
        given = dict(zip(names, map(float, values), strict=True))
        try:
            with_values(law, given)
        except ModelError as error:
            told = ", ".join(f"{name} = {value:g}" for name, value in given.items())
            raise ModelError(f"{owner} is impossible with {told}: {error}") from None


def parameters_of(law: Any) -> set[str]:
    """Names of the parameters of a law."""
    own = [value for field in fields(law) if isinstance(value := getattr(law, field.name), Expression)]
    return {name_of(x) for x in inputs_of(own)}


def number_text(value: Any) -> str:
    """A number for people, or the expression that it is."""
    return str(value) if isinstance(value, Expression) else f"{value:g}"
