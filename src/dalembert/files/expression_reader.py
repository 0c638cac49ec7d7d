"""Expressions in model files: a small grammar of our own, read into the graph.

```
choice     = and { "or" and }            and     = not { "and" not }           not   = "not" not | comparison
comparison = sum [ ("<" | "<=" | ">" | ">=" | "==") sum ]
sum        = product { ("+" | "-") product }        product = sign { ("*" | "/") sign }
sign       = ("+" | "-") sign | power               power   = entry [ "**" sign ]
entry      = atom { "." letter | "[" number { "," number } "]" }
atom       = number [ unit ] | word | word "(" arguments ")" | text | "(" choice ")" | "[" list "]"
```

Nothing is evaluated but numbers and the functions named here; texts have limits on length and depth.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from inspect import signature
from typing import Any, NoReturn, Protocol, get_type_hints

import numpy as np

from dalembert.errors import DalembertError, ModelError
from dalembert.expr import functions
from dalembert.expr.node import Expression, Node, TruthNode
from dalembert.expr.spline import Spline
from dalembert.expr.symbol_nodes import symbol, time
from dalembert.files.constructors import alternatives, constructors
from dalembert.model import measure, reaction_measures
from dalembert.model.bodies import Body, Frame
from dalembert.model.local_point import POINT
from dalembert.model.measure import Measure, measure_node
from dalembert.model.profiles import PLACE
from dalembert.name_checks import closest

LONGEST = 20_000
"""Letters of an expression at most."""

DEEPEST = 40
"""Brackets, functions and signs within each other at most."""

FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    **{name: getattr(functions, name) for name in ("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "exp")},
    **{name: getattr(functions, name) for name in ("log", "sinh", "cosh", "tanh", "sqrt", "sign", "floor", "mod")},
    **{"abs": functions.absolute_value, "min": functions.minimum, "max": functions.maximum},
    **{"where": functions.where, "radians": functions.radians},
}
"""Functions of numbers."""

MEASURES: Mapping[str, Callable[..., Any]] = {
    "coordinate": measure.coordinate,
    "speed": measure.speed,
    "state_variable": measure.state_variable,
    "force": measure.force,
    "input": measure.input_value,
    "position": measure.position,
    "orientation": measure.orientation,
    "velocity": measure.velocity,
    "angular_velocity": measure.angular_velocity,
    "acceleration": measure.acceleration,
    "angular_acceleration": measure.angular_acceleration,
    "rotation_angle": measure.rotation_angle,
    "distance": measure.distance,
    "kinetic_energy": measure.kinetic_energy,
    "potential_energy": measure.potential_energy,
    "supplied_power": measure.supplied_power,
    "reaction_force": reaction_measures.reaction_force,
    "reaction_moment": reaction_measures.reaction_moment,
    "multiplier": reaction_measures.multiplier,
}
"""Measures by what Python calls them; names and places are texts. A rate of a speed is SpeedRate(name="A")."""

CONSTANTS: Mapping[str, Any] = {"pi": math.pi, "t": time, **dict(zip("xyz", POINT, strict=True)), "s": PLACE}
"""Words of the language; x, y, z are coordinates of a point on a surface or curve, s is the place on a profile."""

KEYWORDS = frozenset(["and", "or", "not"])

UNITS: Mapping[str, tuple[float, str]] = {
    **{"m": (1.0, "length"), "mm": (1e-3, "length"), "cm": (1e-2, "length"), "km": (1e3, "length")},
    **{"in": (0.0254, "length"), "ft": (0.3048, "length")},
    **{"kg": (1.0, "mass"), "g": (1e-3, "mass"), "t": (1e3, "mass"), "lb": (0.45359237, "mass")},
    **{"s": (1.0, "time"), "ms": (1e-3, "time"), "min": (60.0, "time"), "h": (3600.0, "time")},
    **{"rad": (1.0, "angle"), "deg": (math.pi / 180.0, "angle"), "rev": (2.0 * math.pi, "angle")},
    **{"rpm": (math.pi / 30.0, "rate of an angle"), "Hz": (2.0 * math.pi, "rate of an angle")},
    **{"N": (1.0, "force"), "kN": (1e3, "force"), "lbf": (4.4482216152605, "force")},
    **{"Nm": (1.0, "moment"), "kNm": (1e3, "moment")},
}
"""Units behind a number: their size in SI, and what they measure. Everything without one is in SI."""

_TOKEN = re.compile(
    r"""\s*(?:(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?P<word>[^\W\d]\w*)"""
    r"""|(?P<text>"[^"]*"|'[^']*')|(?P<sign>\*\*|<=|>=|==|[-+*/<>()\[\],.=]))"""
)


class Scope(Protocol):
    """A scope: the meaning of the names in an expression."""

    def word(self, name: str) -> object:
        """A parameter, a named expression or a spline; None if there is none."""

    def words(self) -> list[str]:
        """All of them, for hints."""

    def parameter(self, name: str) -> Node:
        """The parameter of any name."""

    def place(self, text: str) -> Body | Frame:
        """A body or a marker, from its name."""

    def frame(self, on: str, **options: object) -> Frame:
        """A frame that has no name."""


class ExpressionTextError(ModelError):
    """An error in an expression, with the position of the letter where it begins."""

    def __init__(self, what: str, offset: int) -> None:
        super().__init__(what)
        self.offset = offset


@dataclass(frozen=True)
class Quantity:
    """The value of a text, and what it measures if it is one number with a unit."""

    value: Any
    dimension: str = ""


def read_expression(text: str, scope: Scope) -> Quantity:
    """The value of an expression: a number, a node of the graph, or an array of them."""
    if len(text) > LONGEST:
        raise ExpressionTextError(f"an expression has {LONGEST:,} letters at most, not {len(text):,}", 0)
    return _Reader(text, scope).all()


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    at: int


def _tokens(text: str) -> list[_Token]:
    tokens, at = [], 0
    end = len(text.rstrip())
    while at < end:
        found = _TOKEN.match(text, at)
        if found is None:
            at = len(text) - len(text[at:].lstrip())
            raise ExpressionTextError(f"{text[at]!r} has no meaning in an expression", at)
        kind = str(found.lastgroup)
        tokens.append(_Token(kind, found[kind], found.start(kind)))
        at = found.end()
    return [*tokens, _Token("end", "", end)]


class _Reader:
    def __init__(self, text: str, scope: Scope) -> None:
        self.tokens, self.scope = _tokens(text), scope
        self.n, self.depth, self.n_units = 0, 0, 0
        self.dimension = ""

    @property
    def next(self) -> _Token:
        return self.tokens[self.n]

    def takes(self, *texts: str) -> str | None:
        """The next token if it is one of these signs or keywords, which is then passed."""
        token = self.next
        if token.kind in ("sign", "word") and token.text in texts:
            self.n += 1
            return token.text
        return None

    def expect(self, sign: str) -> None:
        if self.takes(sign) is None:
            found = repr(self.next.text) if self.next.text else "the end"
            self.fail(f"here {sign!r} is needed, not {found}")

    def fail(self, what: str, at: int | None = None) -> NoReturn:
        raise ExpressionTextError(what, self.next.at if at is None else at)

    def all(self) -> Quantity:
        if self.next.kind == "end":
            self.fail("the expression is empty")
        value = self.choice()
        if self.next.kind != "end":
            self.fail(f"a sign such as + or * is missing before {self.next.text!r}")
        # number, unit and end, perhaps behind a sign
        is_signed = self.tokens[0].text in ("-", "+")
        return Quantity(value, self.dimension if len(self.tokens) == 3 + is_signed else "")

    # ---- signs, from the weakest to the strongest

    def choice(self) -> Any:
        self.depth += 1
        if self.depth > DEEPEST:
            self.fail(f"the expression is nested deeper than {DEEPEST}; give parts of it names in [expressions]")
        value = self.conjunction()
        while self.next.text == "or" and (at := self.next.at) is not None and self.takes("or"):
            value = self.condition(value, at) | self.condition(self.conjunction(), at)
        self.depth -= 1
        return value

    def conjunction(self) -> Any:
        value = self.negation()
        while self.next.text == "and" and (at := self.next.at) is not None and self.takes("and"):
            value = self.condition(value, at) & self.condition(self.negation(), at)
        return value

    def negation(self) -> Any:
        at = self.next.at
        n = 0
        while self.takes("not"):
            n += 1
        value = self.comparison()
        if not n:
            return value
        truth = self.condition(value, at)
        return truth if n % 2 == 0 else (not truth if isinstance(truth, bool) else ~truth)

    def comparison(self) -> Any:
        value = self.sum()
        at = self.next.at
        sign = self.takes("<", "<=", ">", ">=", "==")
        if sign is None:
            return value
        other = self.sum()
        a, b = (other, value) if sign in (">", ">=") else (value, other)
        compare = {"<": functions.less, ">": functions.less, "==": functions.equal}.get(sign, functions.less_equal)
        return _truth(self.computed(at, lambda: compare(self.scalar(a, at), self.scalar(b, at))))

    def sum(self) -> Any:
        value = self.product()
        while True:
            at, sign = self.next.at, self.takes("+", "-")
            if sign is None:
                return value
            a, b = value, self.product()
            value = self.combined(at, a, b, (lambda a, b: a + b) if sign == "+" else (lambda a, b: a - b))

    def product(self) -> Any:
        value = self.signed()
        while True:
            at, sign = self.next.at, self.takes("*", "/")
            if sign is None:
                return value
            a, b = value, self.signed()
            value = self.combined(at, a, b, (lambda a, b: a * b) if sign == "*" else (lambda a, b: a / b))

    def signed(self) -> Any:
        at, is_negative, n = self.next.at, False, 0
        while (sign := self.takes("+", "-")) is not None:
            is_negative, n = is_negative ^ (sign == "-"), n + 1
        value = self.power()
        if n == 0:
            return value
        value = self.number_like(value, at)
        return -value if is_negative else value

    def power(self) -> Any:
        value = self.entry()
        at = self.next.at
        if self.takes("**") is None:
            return value
        self.depth += 1
        if self.depth > DEEPEST:
            self.fail(f"powers are nested deeper than {DEEPEST}")
        exponent = self.signed()
        self.depth -= 1
        return self.combined(at, self.scalar(value, at), self.scalar(exponent, at), lambda a, b: a**b)

    def entry(self) -> Any:
        value = self.atom()
        while True:
            at = self.next.at
            if self.takes("."):
                letter = self.next.text
                if not isinstance(value, np.ndarray) or value.shape != (3,) or letter not in ("x", "y", "z"):
                    self.fail("a vector has the components .x, .y and .z", at)
                self.n += 1
                value = value["xyz".index(letter)]
            elif isinstance(value, np.ndarray) and self.takes("["):
                numbers = [self.index()]
                while self.takes(","):
                    numbers.append(self.index())
                self.expect("]")
                try:
                    value = value[tuple(numbers)]
                except IndexError:
                    self.fail(f"an array of the shape {value.shape} has no entry {numbers}", at)
            else:
                return value

    def index(self) -> int:
        token = self.next
        if token.kind != "number" or not token.text.isdecimal() or len(token.text) > 3:
            self.fail("an entry has a number, 0, 1, 2 …")
        self.n += 1
        return int(token.text)

    # ---- what signs combine

    def atom(self) -> Any:
        token = self.next
        self.n += 1
        if token.kind == "number":
            return self.number(token)
        if token.kind == "text":
            return token.text[1:-1]
        if token.kind == "word" and token.text not in KEYWORDS:
            return self.call(token) if self.next.text == "(" else self.word(token)
        if token.text == "(":
            value = self.choice()
            self.expect(")")
            return value
        if token.text == "[":
            return self.list_of("]")
        self.fail(f"here a number, a name or a function is needed, not {token.text or 'the end'!r}", token.at)

    def number(self, token: _Token) -> float:
        value = float(token.text)
        if not math.isfinite(value):
            self.fail(f"{token.text} is beyond the range of numbers, which ends at 1.8e308", token.at)
        unit = self.next
        if unit.kind != "word" or unit.text in KEYWORDS:
            return value
        if unit.text not in UNITS:
            self.fail(
                f"there is no unit {unit.text!r}; {closest(unit.text, UNITS)} Numbers without one are in SI; if "
                f"it is a name, write {token.text} * {unit.text}"
            )
        self.n += 1
        size, self.dimension = UNITS[unit.text]
        return value * size

    def word(self, token: _Token) -> Any:
        value = self.scope.word(token.text)
        if value is None:
            value = CONSTANTS.get(token.text)
        elif token.text in ("t", "pi"):
            what = "the time" if token.text == "t" else "the number"
            self.fail(
                f"{token.text!r} is {what}, and a name of the file too; write parameter({token.text!r}) for a "
                "parameter, or give it another name",
                token.at,
            )
        if value is None or isinstance(value, Spline):
            words = [*self.scope.words(), *CONSTANTS, *(f"{name}(…)" for name in (*FUNCTIONS, *MEASURES))]
            what = f"{token.text!r} needs an argument" if value is not None else f"there is no {token.text!r} here"
            self.fail(f"{what}; {closest(token.text, words)}", token.at)
        return value

    def call(self, token: _Token) -> Any:
        self.expect("(")
        arguments, options = self.arguments()
        name = token.text
        function = self.function(token)
        try:
            value = function(*arguments, **options)
        except ExpressionTextError:
            raise
        except DalembertError as error:
            self.fail(f"{name}: {error}", token.at)
        except (TypeError, ValueError, ArithmeticError) as error:
            self.fail(f"{name} does not take these arguments: {error}", token.at)
        if isinstance(value, float) and not math.isfinite(value):
            self.fail(f"{name} has no finite value there", token.at)
        return value

    def function(self, token: _Token) -> Callable[..., Any]:
        name = token.text
        if isinstance(of_scope := self.scope.word(name), Spline):
            return lambda x, order=0: of_scope(self.scalar(x, token.at), order=int(order))
        if name in FUNCTIONS:
            return lambda *x: FUNCTIONS[name](
                *[a if isinstance(a, bool | TruthNode) else self.scalar(a, token.at) for a in x]
            )
        if name in MEASURES:
            return lambda *x, **options: MEASURES[name](
                *self.fitted(MEASURES[name], x), **self.fitted_options(MEASURES[name], options)
            )
        if name == "parameter":
            return self.scope.parameter
        if name == "frame":
            return self.scope.frame
        if name == "symbol":
            return symbol
        if (kind := measure_classes().get(name)) is not None:
            return lambda **options: measure_node(kind(**self.fitted_options(kind, options)))
        names = [*FUNCTIONS, *MEASURES, *measure_classes()]
        self.fail(f"there is no function {name!r}; {closest(name, names)}", token.at)

    def arguments(self) -> tuple[list[Any], dict[str, Any]]:
        values: list[Any] = []
        options: dict[str, Any] = {}
        while not self.takes(")"):
            token = self.next
            if token.kind == "word" and self.tokens[self.n + 1].text == "=":
                self.n += 2
                options[token.text] = self.choice()
            else:
                values.append(self.choice())
            if self.next.text != ")":
                self.expect(",")
        return values, options

    def list_of(self, end: str) -> list[Any]:
        values = []
        while not self.takes(end):
            values.append(self.choice())
            if self.next.text != end:
                self.expect(",")
        return values

    # ---- checks

    def fitted(self, function: Callable[..., Any], values: tuple[Any, ...]) -> list[Any]:
        names = list(signature(function).parameters)
        return [self.as_place(function, name, x) for name, x in zip(names, values, strict=False)] + list(
            values[len(names) :]
        )

    def fitted_options(self, function: Callable[..., Any], options: dict[str, Any]) -> dict[str, Any]:
        return {name: self.as_place(function, name, x) for name, x in options.items()}

    def as_place(self, function: Callable[..., Any], name: str, value: Any) -> Any:
        """Names of places as places; components are whole numbers."""
        kinds = argument_kinds(function).get(name, ())
        if isinstance(value, str) and (Body in kinds or Frame in kinds):
            place = self.scope.place(value)
            return place if Body in kinds or isinstance(place, Frame) else Frame(place)
        if type(value) is float and (int in kinds or bool in kinds) and value in (0.0, 1.0, 2.0):
            return bool(value) if bool in kinds else int(value)
        return value

    def number_like(self, value: Any, at: int) -> Any:
        if isinstance(value, np.ndarray):
            return value
        return self.scalar(value, at)

    def scalar(self, value: Any, at: int) -> Any:
        if isinstance(value, list):
            self.fail("a list stands only where a function takes one", at)
        if not isinstance(value, float | Node):
            what = {str: "a text", np.ndarray: "a vector: take .x, .y or .z of it"}.get(type(value), "no number")
            self.fail(f"a number is needed here, and this is {what}", at)
        return value

    def condition(self, value: Any, at: int) -> Any:
        if not isinstance(value, bool | TruthNode):
            self.fail("a condition is needed here, such as a < b", at)
        return value

    def combined(self, at: int, a: Any, b: Any, sign: Callable[[Any, Any], Any]) -> Any:
        x, y = self.number_like(a, at), self.number_like(b, at)
        return self.computed(at, lambda: sign(x, y))

    def computed(self, at: int, compute: Callable[[], Any]) -> Any:
        try:
            value = compute()
        except DalembertError as error:
            self.fail(str(error), at)
        except (ArithmeticError, ValueError, TypeError):
            self.fail("this has no finite value", at)
        if isinstance(value, complex) or (isinstance(value, float) and not math.isfinite(value)):
            self.fail("this has no finite value", at)
        return value


def _truth(value: Any) -> Any:
    return value if isinstance(value, Expression) else bool(value)


@cache
def measure_classes() -> Mapping[str, type[Measure]]:
    """Measures by the names of their classes."""
    return {
        name: x.result for name, group in constructors().items() for x in group if issubclass(x.result, Measure)
    }


@cache
def argument_kinds(function: Callable[..., Any]) -> Mapping[str, tuple[Any, ...]]:
    """Types that each argument of a function or class may have."""
    hints = get_type_hints(function, localns={"Place": Body | Frame})
    return {name: alternatives(hint) for name, hint in hints.items()}
