"""Expressions as text that reads back as the same nodes; what is shared or long gets a name of its own."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import fields
from typing import Any

from dalembert.errors import ModelError
from dalembert.expr.node import Expression, Node, traverse
from dalembert.expr.spline import Spline, SplineCall
from dalembert.files.expression_reader import CONSTANTS, FUNCTIONS, KEYWORDS, MEASURES, UNITS, measure_classes
from dalembert.model.bodies import Frame
from dalembert.model.measure import (
    Acceleration,
    Coordinate,
    ElementForce,
    InputValue,
    Measure,
    Orientation,
    Position,
    RotationAngle,
    Speed,
    StateVariableValue,
    Velocity,
)
from dalembert.model.reaction_measures import Multiplier, Reaction

LONG, SHARED = 160, 40
"""Letters of a subexpression that gets a name: of any, and of one that stands in several places."""

_OR, _AND, _NOT, _COMPARISON, _SUM, _PRODUCT, _SIGN, _POWER, _ATOM = range(1, 10)

Text = tuple[str, int]
"""A text, and how strongly its outermost sign binds."""

_FUNCTION_NAMES = {"atan2", "sqrt", "sin", "cos", "tan", "asin", "acos", "exp", "log", "sinh", "cosh", "tanh"} | {
    *("abs", "sign", "floor", "mod", "min", "max", "where")
}

_NAMED: Mapping[type[Measure], str] = {
    Coordinate: "coordinate",
    Speed: "speed",
    StateVariableValue: "state_variable",
    ElementForce: "force",
    InputValue: "input",
    Multiplier: "multiplier",
}
"""Measures that are a name."""


def is_word(name: str) -> bool:
    """Whether a name can stand in an expression as it is."""
    return name.isidentifier() and not ({name} & (KEYWORDS | {*CONSTANTS, *FUNCTIONS, *MEASURES, *UNITS}))


class ExpressionWriter:
    """Texts of expressions of one model; gathers the parameters, names and splines that they need."""

    def __init__(
        self,
        place: Callable[[Frame], str],
        names: Mapping[Node, str],
        splines: Mapping[str, Spline],
        parameters: Collection[str],
    ) -> None:
        self._place = place
        self._taken = frozenset(parameters)
        self.names = dict(names)
        """Expressions that have a name, in the order in which they are first used."""

        self.expressions: dict[str, str] = {}
        self.splines: dict[str, Spline] = {}
        self._known_splines = dict(splines)
        self.parameters: dict[str, float] = {}
        self._texts: dict[Expression, Text] = {}

    def written(self, value: Expression) -> str:
        """The text of an expression."""
        nodes = traverse([value])
        uses: dict[Expression, int] = {}
        for node in nodes:
            for operand in node.args if node.op not in ("measure", "parameter", "symbol", "constant") else ():
                if isinstance(operand, Expression):
                    uses[operand] = uses.get(operand, 0) + 1
        for node in nodes:
            if node not in self._texts:
                text = self._text(node)
                self._texts[node] = self._named(node, text, uses.get(node, 0)) if node is not value else text
        return self._texts[value][0]

    def _named(self, node: Expression, text: Text, uses: int) -> Text:
        """The name of a subexpression that has one or needs one; conditions have none."""
        if not isinstance(node, Node) or node.op in ("measure", "parameter", "symbol", "constant", "time"):
            return text
        name = self.names.get(node)
        if name is None and (len(text[0]) > LONG or (uses > 1 and len(text[0]) > SHARED)):
            name = self._new_name("e", {*self.names.values(), *self._known_splines})
        if name is None:
            return text
        self.names[node] = name
        self.expressions[name] = text[0]
        return name, _ATOM

    def _new_name(self, letter: str, taken: Collection[str]) -> str:
        k = 1
        while f"{letter}{k}" in taken or f"{letter}{k}" in self._taken:
            k += 1
        return f"{letter}{k}"

    # ---- one node, from the texts of its operands

    def _text(self, node: Expression) -> Text:
        op, args = node.op, node.args
        if op == "constant":
            return "-0.0", _SIGN
        if op == "time":
            if "t" in self._taken:
                raise ModelError("depends on the time, which a file calls t, as it calls a parameter; rename that")
            return "t", _ATOM
        if op == "symbol":
            return f"symbol({quoted(args[0])})", _ATOM
        if op == "parameter":
            return self._parameter(*args)
        if op == "measure":
            return self._measure(args[0]), _ATOM
        if op == "element":
            return self._spline(args[0], args[1]), _ATOM
        if op == "call":
            return "", _ATOM
        if op in _FUNCTION_NAMES:
            return f"{op}({', '.join(self._operand(x, 0) for x in args)})", _ATOM
        return self._signs(op, args)

    def _signs(self, op: str, args: tuple[Any, ...]) -> Text:
        a = args[0]
        match op:
            case "add" if type(args[1]) is float and args[1] < 0.0:
                return f"{self._operand(a, _SUM)} - {_number(-args[1])[0]}", _SUM
            case "add":
                return f"{self._operand(a, _SUM)} + {self._operand(args[1], _PRODUCT)}", _SUM
            case "sub":
                return f"{self._operand(a, _SUM)} - {self._operand(args[1], _PRODUCT)}", _SUM
            case "mul" if a is args[1]:
                return f"{self._operand(a, _ATOM)} ** 2", _POWER
            case "mul":
                return self._product(*args), _PRODUCT
            case "inv":
                return f"1 / {self._operand(a, _SIGN)}", _PRODUCT
            case "neg":
                return f"-{self._operand(a, _POWER)}", _SIGN
            case "pow":
                return f"{self._operand(a, _ATOM)} ** {self._operand(args[1], _ATOM)}", _POWER
            case "lt" | "le" | "eq":
                sign = {"lt": "<", "le": "<=", "eq": "=="}[op]
                return f"{self._operand(a, _SUM)} {sign} {self._operand(args[1], _SUM)}", _COMPARISON
            case "and":
                return f"{self._operand(a, _AND)} and {self._operand(args[1], _NOT)}", _AND
            case "or":
                return f"{self._operand(a, _OR)} or {self._operand(args[1], _AND)}", _OR
            case "not":
                return f"not {self._operand(a, _COMPARISON)}", _NOT
        raise ModelError(f"holds the operation {op!r}, which a file cannot hold")

    def _product(self, a: Any, b: Any) -> str:
        if isinstance(a, Node) and a.op == "inv" and not (isinstance(b, Node) and b.op == "inv"):
            a, b = b, a
        if isinstance(b, Node) and b.op == "inv" and b not in self.names:
            return f"{self._operand(a, _PRODUCT)} / {self._operand(b.args[0], _SIGN)}"
        if type(b) is float:
            return f"{_number(b)[0]} * {self._operand(a, _SIGN)}"
        return f"{self._operand(a, _PRODUCT)} * {self._operand(b, _SIGN)}"

    def _operand(self, x: Any, least: int) -> str:
        """The text of an operand, in brackets if its sign binds less than it must here."""
        text, strength = self._texts[x] if isinstance(x, Expression) else _number(x)
        return text if strength >= least else f"({text})"

    def _parameter(self, name: str, default: float) -> Text:
        self.parameters[name] = default
        return (name if is_word(name) else f"parameter({quoted(name)})"), _ATOM

    def _spline(self, call: Expression, entry: int) -> str:
        routine, *operands = call.args
        if not isinstance(routine, SplineCall):
            raise ModelError(
                f"holds {_told(routine)}, which a file cannot hold"
                if not hasattr(routine, "function")
                else f"holds a Python function, {routine.name!r}, which a file cannot hold"
            )
        (x,) = operands
        name = next((name for name, known in self._known_splines.items() if known == routine.spline), None)
        if name is None:
            name = self._new_name("spline", {*self.names.values(), *self._known_splines})
            self._known_splines[name] = routine.spline
        self.splines[name] = routine.spline
        order = f", {routine.order}" if routine.order else ""
        return f"{name}({self._operand(x, 0)}{order})"

    # ---- measures

    def _measure(self, measure: Measure) -> str:
        kind = type(measure)
        if kind in _NAMED:
            return f"{_NAMED[kind]}({quoted(str(vars(measure)['name']))})"
        match measure:
            case Position(place, origin, k):
                relative = (
                    ""
                    if origin.body.name == "ground" and origin == Frame(origin.body) and not origin.label
                    else f", {self._place(origin)}"
                )
                return f"position({self._place(place)}{relative}).{'xyz'[k]}"
            case Orientation(place, origin, i, j):
                return f"orientation({self._place(place)}, {self._place(origin)})[{i}, {j}]"
            case Velocity(place, k, is_angular):
                return f"{'angular_' * is_angular}velocity({self._place(place)}).{'xyz'[k]}"
            case Acceleration(place, k, is_angular):
                return f"{'angular_' * is_angular}acceleration({self._place(place)}).{'xyz'[k]}"
            case RotationAngle(first, second, k):
                return f"rotation_angle({self._place(first)}, {self._place(second)}, {quoted('xyz'[k])})"
            case Reaction(name, k, is_moment, axes, at):
                given = {"axes": axes, "at": at}
                options = "".join(f", {key}={self._place(x)}" for key, x in given.items() if x is not None)
                return f"reaction_{'moment' if is_moment else 'force'}({quoted(name)}{options}).{'xyz'[k]}"
        return self._by_fields(measure)

    def _by_fields(self, measure: Measure) -> str:
        """A measure as its class with all fields by name."""
        kind = type(measure)
        word = next(
            (
                word
                for word, node in CONSTANTS.items()
                if isinstance(node, Node) and node.op == "measure" and node.args[0] == measure
            ),
            None,
        )
        if word is not None:
            return word
        if measure_classes().get(kind.__name__) is not kind:
            raise ModelError(f"holds the measure {measure!r} of a class of one's own, which a file cannot hold")
        texts = [f"{x.name}={self._field(getattr(measure, x.name))}" for x in fields(kind)]
        return f"{kind.__name__}({', '.join(texts)})"

    def _field(self, value: object) -> str:
        if isinstance(value, Frame):
            return self._place(value)
        if isinstance(value, str):
            return quoted(value)
        if isinstance(value, bool | int):
            return str(int(value))
        raise ModelError(f"holds a measure of {_told(value)}, which a file cannot hold")


def _told(value: object) -> str:
    return f"a {type(value).__name__}"


def quoted(text: str) -> str:
    """A name as a text in an expression."""
    quote = "'" if "'" not in text else '"'
    if quote in text:
        raise ModelError(f"holds the name {text!r} with both kinds of quotation marks, which a file cannot hold")
    return f"{quote}{text}{quote}"


def _number(x: float) -> Text:
    text = repr(float(x)).removesuffix(".0") if abs(x) < 1e15 else repr(float(x))
    return (text, _SIGN) if text.startswith("-") else (text, _ATOM)
