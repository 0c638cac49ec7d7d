"""The scalar operations an expression is made of: name, operands, how numbers are computed.

An operation is known by its name everywhere: in nodes, in programs, in the code that backends print.
Derivatives, LLVM, C and SymPy forms are kept by the layers that need them, under the same name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Operation:
    """One scalar operation: `number` orders operations the same way in every process, `numeric` computes."""

    name: str
    arity: int
    number: int
    numeric: Callable[..., Any]
    is_condition: bool = False


_NUMERIC: dict[str, tuple[int, Callable[..., Any]]] = {
    "add": (2, np.add),
    "sub": (2, np.subtract),
    "mul": (2, np.multiply),
    "neg": (1, np.negative),
    "inv": (1, lambda a: np.divide(1.0, a)),
    "pow": (2, np.power),
    "sqrt": (1, np.sqrt),
    "sin": (1, np.sin),
    "cos": (1, np.cos),
    "tan": (1, np.tan),
    "asin": (1, np.arcsin),
    "acos": (1, np.arccos),
    "atan2": (2, np.arctan2),
    "exp": (1, np.exp),
    "log": (1, np.log),
    "sinh": (1, np.sinh),
    "cosh": (1, np.cosh),
    "tanh": (1, np.tanh),
    "abs": (1, np.abs),
    "sign": (1, np.sign),
    "floor": (1, np.floor),
    "mod": (2, np.mod),
    "min": (2, np.minimum),
    "max": (2, np.maximum),
    "where": (3, np.where),
}

_CONDITIONS: dict[str, tuple[int, Callable[..., Any]]] = {
    "lt": (2, np.less),
    "le": (2, np.less_equal),
    "eq": (2, np.equal),
    "and": (2, np.logical_and),
    "or": (2, np.logical_or),
    "not": (1, np.logical_not),
}

LEAVES = frozenset(["constant", "time", "symbol", "parameter", "measure"])
"""Operations without operands; all but a constant are inputs of a program."""

INPUTS = LEAVES - {"constant"}

CALLS = ("call", "element")
"""A routine's invocation, and one entry of its result."""

OPERATIONS: dict[str, Operation] = {
    name: Operation(name, arity, number, numeric, name in _CONDITIONS)
    for number, (name, (arity, numeric)) in enumerate({**_NUMERIC, **_CONDITIONS}.items(), start=10)
}
