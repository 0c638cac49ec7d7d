"""Units of expressions of measures, or of variables with units, where they are sure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple

from dalembert.expr.node import Expression, Scalar, name_of, traverse
from dalembert.model.measure import (
    Acceleration,
    Coordinate,
    ElementForce,
    Energy,
    InputValue,
    Position,
    RotationAngle,
    Speed,
    StateVariableValue,
    SuppliedPower,
    Velocity,
)
from dalembert.model.reaction_measures import Multiplier, Reaction
from dalembert.model.units import BASES, powers

Dimension = frozenset[tuple[str, float]]
"""Exponents of units; a unit that is not known here, such as A or J, is one of its own."""


def dimension(unit: str) -> Dimension:
    """Exponents of the units in a unit; none for a number. Energies have one of their own, beside moments."""
    exponents = {} if not unit else powers(unit) if unit != "J" else None
    return frozenset((base, float(x)) for base, x in ({unit: 1} if exponents is None else exponents).items())


_NAMES = {
    dimension(unit): unit
    for unit in (
        *("", "rad", "rad/s", "rad/s²", "m", "m²", "m/s", "m/s²", "m²/s²", "s", "1/s", "1/m"),
        *("N", "N m", "N/m", "N s", "N m s", "N s/m", "W", "V", "Ω", "H"),
    )
}
"""Names of units. A force times a way is N m, be it work or a moment."""

_SECONDS, _RADIANS = dimension("s"), dimension("rad")
_OTHER_ANGLES = frozenset(map(dimension, ("deg", "°", "rev")))
_TURNS = frozenset(["sin", "cos", "tan"])
_NUMBER = frozenset(["sin", "cos", "tan", "exp", "log", "sinh", "cosh", "tanh", "sign"])
_ANGLE = frozenset(["asin", "acos", "atan2"])
_LIKE_OPERANDS = frozenset(["add", "sub", "min", "max", "mod", "neg", "abs", "where"])


def unit_of_expression(expression: Expression, signals: Mapping[str, str]) -> str | None:
    """The unit of an expression, by the units of signals; None where it is not sure.

    In a sum, plain numbers and parameters have the unit of the rest. As a factor a number may have any unit: 0.3
    times an angular velocity may be the velocity of a rim.
    """
    found = _dimensions(expression, lambda x: _of_measure(x, signals))[expression]
    return None if found is None else unit_name(found)


def unit_name(found: Dimension) -> str | None:
    """A unit in words, if it has a name of its own."""
    return _NAMES.get(found) or _own_name(found)


def _own_name(dimension: Dimension) -> str | None:
    """A unit that is none of ours, such as A, by itself; None for products without a name."""
    (unit, power), *others = dimension or {("", 1.0)}
    return unit if power == 1.0 and not others else None


class Term(NamedTuple):
    """A term of a sum, or what a function is of, and its unit."""

    expression: Expression
    unit: Dimension

    def __str__(self) -> str:
        return f"{self.expression!r} in {unit_name(self.unit) or _quotient(self.unit)}"


def _quotient(unit: Dimension) -> str:
    """A unit as a quotient of its bases: kg m/s^2."""
    above, below = (
        " ".join(f"{base}^{abs(x):g}".removesuffix("^1") for base, x in sorted(unit) if sign * x > 0.0)
        for sign in (1.0, -1.0)
    )
    return f"{above or 1}/{below}" if below else above


def terms_that_do_not_fit(
    expression: Expression, units: Mapping[str, str], alone: Collection[str]
) -> tuple[Term, ...]:
    """Two terms of a sum whose units differ, or one whose function is not of that unit; empty if there are none.

    `units` are those of variables and parameters by name. A number as a factor, 1 included, may have any unit, so
    only products with a parameter are sure, and variables by themselves that are named in `alone`. But the factor
    between units of one kind, such as m and mm, is not 1.
    """
    sure, every = _certain(expression, units, alone), _certain(expression, units, None)
    for node in traverse([expression]):
        args = node.args[1:] if node.op == "where" else node.args
        operands = [x for x in args if isinstance(x, Expression)] if node.op in _LIKE_OPERANDS else []
        for known, is_equal in ((sure, fits), (every, _has_scale)):
            terms = [Term(x, unit) for x in operands if (unit := known[x])]
            if other := [x for x in terms[1:] if not is_equal(x.unit, terms[0].unit)]:
                return terms[0], other[0]
        if node.op in _TURNS and isinstance(x := args[0], Expression) and (unit := every[x]) in _OTHER_ANGLES:
            return (Term(x, unit or frozenset()),)
    return ()


def fits(a: Dimension, b: Dimension) -> bool:
    """Whether units are equal, or one is that of a number; an angle in rad may be a number or not."""
    return not a or not b or _without_angles(a) == _without_angles(b)


def _has_scale(a: Dimension, b: Dimension) -> bool:
    """Whether the same units that are none of SI stand in both."""
    return _beside_SI(a) == _beside_SI(b)


def _beside_SI(unit: Dimension) -> Dimension:
    return frozenset(x for x in unit if x[0] not in BASES)


def _without_angles(unit: Dimension) -> Dimension:
    return frozenset(x for x in unit if x[0] != "rad")


def sure_term(x: Scalar, units: Mapping[str, str], alone: Collection[str]) -> Term | None:
    """A variable, or a product with a parameter, with its unit; None where that is not sure."""
    unit = _certain(x, units, alone)[x] if isinstance(x, Expression) else None
    return Term(x, unit) if isinstance(x, Expression) and unit else None


def _certain(
    expression: Expression, units: Mapping[str, str], alone: Collection[str] | None
) -> dict[Expression, Dimension | None]:
    """Units of an expression and all parts of it; none of products of variables alone."""
    found = _dimensions(expression, lambda x: _of_name(x, units))
    is_plain: dict[Expression, bool] = {}
    has_parameter: dict[Expression, bool] = {}
    for node in traverse([expression]):
        args = [x for x in (node.args[1:] if node.op == "where" else node.args) if isinstance(x, Expression)]
        is_sum = node.op in _LIKE_OPERANDS and all(is_plain[x] for x in args)
        is_variable = node.op == "symbol" and (alone is None or name_of(node) in alone)
        is_plain[node] = is_variable or node.op == "parameter" or is_sum
        has_parameter[node] = (node.op == "parameter" and bool(found[node])) or any(has_parameter[x] for x in args)
    return {x: unit if is_plain[x] or has_parameter[x] else None for x, unit in found.items()}


LeafUnit = Callable[[Expression], Dimension | None]
"""Unit of a measure, variable or parameter."""


def _dimensions(expression: Expression, of_leaf: LeafUnit) -> dict[Expression, Dimension | None]:
    units: dict[Expression, Dimension | None] = {}
    for node in traverse([expression]):
        units[node] = _unit(node, units, of_leaf)
    return units


def _of_measure(x: Expression, signals: Mapping[str, str]) -> Dimension | None:
    unit = unit_of_measure(x.args[0], signals) if x.op == "measure" else None
    return None if unit is None else dimension(unit)


def _of_name(x: Expression, units: Mapping[str, str]) -> Dimension | None:
    unit = units.get(name_of(x)) if x.op in ("symbol", "parameter") else None
    return dimension(unit) if unit else None


def _unit(node: Expression, units: Mapping[Expression, Dimension | None], of_leaf: LeafUnit) -> Dimension | None:
    args = node.args[1:] if node.op == "where" else node.args
    match node.op:
        case "measure" | "symbol" | "parameter":
            return of_leaf(node)
        case "time":
            return _SECONDS
        case op if op in _LIKE_OPERANDS:
            return _common(args, units)
        case op if op in _NUMBER or op in _ANGLE:
            return _RADIANS if op in _ANGLE else frozenset()
        case "mul":
            return _product((x, 1.0) for x in _of(args, units))
        case "inv":
            return _product((x, -1.0) for x in _of(args, units))
        case "sqrt":
            return _product((x, 0.5) for x in _of(args, units))
        case "pow" if isinstance(args[1], int | float):
            return _product((x, float(args[1])) for x in _of(args[:1], units))
    return None


def _of(args: Iterable[object], units: Mapping[Expression, Dimension | None]) -> list[Dimension | None]:
    """Units of operands; a number as a factor has none that is sure."""
    return [units[x] if isinstance(x, Expression) else None for x in args]


def _common(args: Iterable[object], units: Mapping[Expression, Dimension | None]) -> Dimension | None:
    """The unit of a sum, whose numbers and parameters have that of the others."""
    nodes = [x for x in args if isinstance(x, Expression) and x.op != "constant"]
    found = {units[x] for x in nodes if units[x] is not None or x.op != "parameter"}
    return next(iter(found)) if len(found) == 1 else None


def _product(factors: Iterable[tuple[Dimension | None, float]]) -> Dimension | None:
    total: Counter[str] = Counter()
    for dimension, power in factors:
        if dimension is None:
            return None
        for unit, exponent in dimension:
            total[unit] += power * exponent  # type: ignore[assignment]
    exponents = {unit: power for unit, power in total.items() if power}
    # ω × r is a velocity and M ω a power: an angle among other units is a number
    if exponents.get("rad") != 1.0 or not exponents.keys() <= {"rad", "s"}:
        exponents.pop("rad", None)
    return frozenset(exponents.items())


def unit_of_measure(measure: object, signals: Mapping[str, str]) -> str | None:
    """The unit of a measure, by the units of signals."""
    match measure:
        case Coordinate(name) | StateVariableValue(name) | InputValue(name):
            return signals.get(name)
        case Speed(name):
            return signals.get(f"{name}.rate", signals.get(name))
        case Position():
            return "m"
        case Velocity():
            return "rad/s" if measure.is_angular else "m/s"
        case Acceleration():
            return "rad/s²" if measure.is_angular else "m/s²"
        case RotationAngle():
            return "rad"
        case Energy():
            return "J"
        case SuppliedPower():
            return "W"
        case ElementForce(name):
            return signals.get(f"{name}.force") or None
        case Reaction():
            return "N m" if measure.is_moment else "N"
        case Multiplier(name):
            return signals.get(f"{name}.multiplier") or None
    return None
