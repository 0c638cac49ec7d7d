"""Variables of typed equations by kind, and the reading of expressions of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from numbers import Real
from typing import TypeAlias

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import DalembertError, FormulationError
from dalembert.expr.node import Expression, Node, Scalar, inputs_of, name_of
from dalembert.expr.rewrite import substitute
from dalembert.expr.symbol_nodes import param, symbol, time
from dalembert.model.measure import InputValue, input_value, resolved
from dalembert.model.part import measures_in
from dalembert.name_checks import checked_names
from dalembert.symbolic.from_sympy import from_sympy
from dalembert.typed.typed_measures import NamedVariables

VariableNames: TypeAlias = object
"""Names of variables: a text such as "x y", symbols of ours or of SymPy, or a list of them; checked when read."""

TypedExpression: TypeAlias = object
"""A number, or an expression of ours or of SymPy; checked when read."""

NamedExpressions: TypeAlias = Mapping[str, TypedExpression] | Mapping[Node, TypedExpression]
"""Typed expressions by names of variables, or by their symbols."""

NamedNumbers: TypeAlias = Mapping[str, float] | Mapping[Node, float]
"""Numbers by names of variables or parameters, or by their symbols."""


class Kind(Enum):
    """Kind of a variable of typed equations."""

    COORDINATE = "coordinate"
    SPEED = "speed"
    ACCELERATION = "acceleration"
    INPUT = "input"
    MULTIPLIER = "multiplier"
    PARAMETER = "parameter"


POSITIONS = frozenset([Kind.COORDINATE])
VELOCITIES = POSITIONS | {Kind.SPEED}
FORCES = VELOCITIES | {Kind.INPUT}
ACCELERATIONS = VELOCITIES | {Kind.ACCELERATION}
EVERYTHING = frozenset(Kind) - {Kind.PARAMETER}


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The variables of some equations, by kind; names are unique."""

    names: Mapping[Kind, tuple[str, ...]]
    values: Mapping[str, float]
    """Symbols that are open parameters, with their default values."""

    speed_of: Mapping[str, str] = field(default_factory=dict)
    """Speeds by the coordinates that they are the rates of."""

    def __post_init__(self) -> None:
        kind_of: dict[str, Kind] = {}
        for kind, name in self._all():
            if name in kind_of:
                also = "twice" if kind_of[name] is kind else f"as {_a(kind_of[name])} and as {_a(kind)}"
                raise FormulationError(f"the name {name!r} is given {also}; each variable has its own")
            kind_of[name] = kind

    def _all(self) -> Iterator[tuple[Kind, str]]:
        yield from ((kind, name) for kind, names in self.names.items() for name in names)
        yield from ((Kind.PARAMETER, name) for name in self.values)

    def variables(self, kind: Kind) -> Array:
        """The variables of a kind."""
        names = self.names.get(kind, ())
        variables = np.empty(len(names), dtype=object)
        variables[:] = [symbol(name) for name in names]
        return variables

    @cached_property
    def _kinds(self) -> dict[str, Kind]:
        return {name: kind for kind, name in self._all()}

    @property
    def _listed(self) -> str:
        """All names, by kind."""
        kinds = dict.fromkeys(self._kinds.values())
        named = {kind: [repr(name) for name, other in self._kinds.items() if other is kind] for kind in kinds}
        return "; ".join(
            f"{kind.value}{'s' * (len(names) > 1)} {', '.join(names)}" for kind, names in named.items()
        )

    @cached_property
    def _parameters(self) -> dict[str, Node]:
        return {name: param(name, value) for name, value in self.values.items()}

    # ---- reading

    def read(self, expression: TypedExpression, owner: str, allowed: Iterable[Kind], hint: str = "") -> Scalar:
        """An expression of allowed variables, time and parameters; SymPy's are converted, measures resolved.

        Messages begin with `owner`; `hint` ends the one about a variable of a kind that is not allowed.
        """
        scalar = self._scalar(expression, owner)
        if Kind.INPUT not in allowed and (names := inputs_in([scalar])):
            # some expressions are read before it is known what else is an input
            raise FormulationError(f"{owner} contains the input {names[0]!r}; inputs are typed in forces")
        value = resolved(scalar, NamedVariables(self._by_kind, self.speed_of))
        inputs = inputs_of([value])
        replaced = {x: self._parameters[name_of(x)] for x in inputs if self._is_parameter(x)}
        value = substitute(value, replaced) if replaced else value
        for x in inputs:
            self._check(x, owner, frozenset(allowed), hint)
        return value

    @property
    def _by_kind(self) -> Mapping[str, tuple[str, ...]]:
        kinds = (Kind.COORDINATE, Kind.SPEED, Kind.ACCELERATION, Kind.INPUT)
        return {kind.value: self.names.get(kind, ()) for kind in kinds}

    def _is_parameter(self, x: Node) -> bool:
        return x.op == "symbol" and name_of(x) in self.values

    def _scalar(self, expression: TypedExpression, owner: str) -> Scalar:
        if isinstance(expression, np.ndarray) and expression.shape == ():
            expression = expression[()]
        if isinstance(expression, Real):
            return float(expression)
        if isinstance(expression, list | tuple | np.ndarray):
            raise FormulationError(f"{owner} must be one expression, not {len(expression)} of them")
        try:
            scalar = expression if isinstance(expression, Expression) else from_sympy(expression)
        except DalembertError as error:
            raise FormulationError(f"{owner} must be an expression of ours or of SymPy: {error}") from None
        if scalar is not expression and "t" in self._kinds and time in inputs_of([scalar]):
            raise FormulationError(
                f"{owner} contains t, which is time in SymPy; rename the {self._kinds['t'].value} 't'"
            )
        if not isinstance(scalar, Node | float):
            raise FormulationError(f"{owner} must be one expression, not {expression!r}")
        return scalar

    def _check(self, x: Node, owner: str, allowed: frozenset[Kind], hint: str) -> None:
        if x.op != "symbol":
            return
        name, kind = name_of(x), self._kinds.get(name_of(x))
        if kind is None:
            raise FormulationError(
                f"{owner} contains {name!r}, which is not known; there are {self._listed}. A constant is "
                f"da.param({name!r}, value), or is named in parameters={{{name!r}: value}}"
            )
        if kind is not Kind.PARAMETER and kind not in allowed:
            raise FormulationError(f"{owner} contains the {kind.value} {name!r}{hint and '; '}{hint}")

    def read_all(
        self,
        expressions: NamedExpressions | Iterable[TypedExpression],
        names: Sequence[str],
        owner: str,
        allowed: Iterable[Kind],
    ) -> dict[str, Scalar]:
        """Expressions by name; a list of them is in the order of the names."""
        if not isinstance(expressions, Mapping):
            entries = list(expressions)
            if len(entries) != len(names):
                raise FormulationError(f"{owner}: {len(names)} are needed, for {list(names)}, not {len(entries)}")
            expressions = dict(zip(names, entries, strict=True))
        by_name: dict[str, TypedExpression] = {}
        for key, value in expressions.items():
            if (name := label(key, owner)) in by_name:
                raise FormulationError(f"{owner} has {name!r} twice, as a symbol and by its name")
            by_name[name] = value
        try:
            checked_names(by_name, names, f"name for {owner}:")
        except DalembertError as error:
            raise FormulationError(str(error)) from None
        return {name: self.read(value, f"{owner}[{name!r}]", allowed) for name, value in by_name.items()}


def labels(names: VariableNames, owner: str) -> tuple[str, ...]:
    """Names of variables that are given by symbols of ours or of SymPy, or by their names."""
    entries = (
        names.replace(",", " ").split() if isinstance(names, str) else np.asarray(names, dtype=object).ravel()
    )
    return tuple(label(x, owner) for x in entries)


def label(variable: object, owner: str) -> str:
    """Name of a variable that is given by a symbol of ours or of SymPy, or by its name."""
    if isinstance(variable, str):
        return variable
    try:
        node = variable if isinstance(variable, Expression) else from_sympy(variable)
    except DalembertError:
        node = None
    if (names := inputs_in([node])) and node is input_value(names[0]):
        return names[0]
    if not isinstance(node, Node) or node.op != "symbol":
        raise FormulationError(f"{owner} are symbols such as those of da.expr.symbols('x y'), not {variable!r}")
    return name_of(node)


def inputs_in(expressions: Iterable[TypedExpression]) -> tuple[str, ...]:
    """Names of the inputs that stand in expressions as `da.Input`."""
    measures = [x.args[0] for y in expressions if isinstance(y, Expression) for x in measures_in(y)]
    return tuple(dict.fromkeys(measure.name for measure in measures if isinstance(measure, InputValue)))


def parameters_in(expressions: Iterable[object]) -> dict[str, float]:
    """Names and default values of open parameters; each name has one value."""
    values: dict[str, float] = {}
    for x in inputs_of([y for y in expressions if isinstance(y, Expression)]):
        if x.op == "parameter":
            name, value = str(x.args[0]), float(x.args[1])
            if values.setdefault(name, value) != value:
                raise FormulationError(
                    f"the parameter {name!r} has two default values, {values[name]:g} and {value:g}"
                )
    return values


def _a(kind: Kind) -> str:
    return f"an {kind.value}" if kind.value[0] in "ai" else f"a {kind.value}"
