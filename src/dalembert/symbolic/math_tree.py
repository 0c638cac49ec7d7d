"""SymPy expressions as MathML, in nested lists [tag, attributes, children…] with text at the ends.

Lists instead of text: whoever shows them makes elements of them, and a name can never be taken for markup.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, TypeAlias

from dalembert.symbolic.sympy_types import SympyExpr

Tree: TypeAlias = list[Any]
"""An element [tag, attributes, children…] of MathML; children are elements or text."""

DIGITS = 4
"""Digits of numbers that are no short fractions."""

_LARGEST_PART = 1000
"""Numerators and denominators beyond which a number is written with digits."""

_NAMES = {
    "asin": "arcsin",
    "acos": "arccos",
    "atan": "arctan",
    "log": "ln",
    "sign": "sgn",
    "Max": "max",
    "Min": "min",
    "Mod": "mod",
}

_RELATIONS = {"==": "=", "!=": "≠", "<=": "≤", ">=": "≥"}


def element(tag: str, *children: Tree | str, **attributes: str) -> Tree:
    """An element of MathML with attributes and children."""
    return [tag, attributes, *children]


def row(*children: Tree) -> Tree:
    """Elements side by side."""
    return children[0] if len(children) == 1 else element("mrow", *children)


def math_tree(x: SympyExpr, names: Mapping[str, Tree]) -> Tree:
    """MathML of a SymPy expression, in its own order, with names as given."""
    return _Writer(names).written(x)


def equation(left: Tree, right: Tree) -> Tree:
    """left = right."""
    return element("mrow", left, element("mo", "="), right)


def _word(text: str) -> Tree:
    """A word between expressions; blanks at its ends would be lost."""
    gap = element("mspace", width="0.3em")
    return row(gap, element("mtext", text), gap)


class _Writer:
    """Writer of expressions with the names of one model."""

    def __init__(self, names: Mapping[str, Tree]) -> None:
        import sympy

        self.names, self.sympy = names, sympy

    def written(self, x: SympyExpr) -> Tree:
        sympy = self.sympy
        if x.is_Symbol:
            return self.names.get(x.name) or element("mi", x.name, mathvariant="normal")
        if x.is_Number or x.is_NumberSymbol:
            return self._number(x)
        if x.is_Add:
            return self._sum(x.args)
        if x.is_Mul:
            return self._product(x)
        if x.is_Pow:
            return self._power(x.base, x.exp)
        if isinstance(x, sympy.Abs):
            return row(element("mo", "|"), self.written(x.args[0]), element("mo", "|"))
        if isinstance(x, sympy.exp) and element("mi", "e") not in self.names.values():
            return element("msup", element("mi", "e"), self.written(x.args[0]))
        if isinstance(x, sympy.Piecewise):
            return self._cases(x)
        if x.is_Relational or x.is_Boolean:
            return self._condition(x)
        if x.is_Function:
            return row(self._name(x), self._arguments(x.args))
        return element("mtext", str(x))

    # ---- cases

    def _cases(self, x: SympyExpr) -> Tree:
        """Values below each other, each with the condition under which it holds."""
        lines = []
        for value, condition in x.args:
            is_last = condition == self.sympy.true
            words = [element("mtext", "otherwise")] if is_last else [_word("if"), self.written(condition)]
            cells = (self.written(value), row(element("mspace", width="0.8em"), *words))
            lines.append(element("mtr", *(element("mtd", cell) for cell in cells)))
        return row(element("mo", "{", stretchy="true"), element("mtable", *lines))

    def _condition(self, x: SympyExpr) -> Tree:
        sympy = self.sympy
        if x.is_Relational:
            sign = element("mo", _RELATIONS.get(x.rel_op, x.rel_op))
            return row(self.written(x.lhs), sign, self.written(x.rhs))
        if isinstance(x, sympy.Not):
            return row(_word("not"), self._bracketed(self.written(x.args[0])))
        if isinstance(x, sympy.And | sympy.Or):
            word = _word("and" if isinstance(x, sympy.And) else "or")
            trees: list[Tree] = []
            for part in x.args:
                tree = self.written(part)
                trees += [word] if trees else []
                trees.append(tree if part.is_Relational else self._bracketed(tree))
            return row(*trees)
        return element("mtext", "always" if x == sympy.true else "never" if x == sympy.false else str(x))

    # ---- numbers

    def _number(self, x: SympyExpr) -> Tree:
        if x == self.sympy.pi:
            return element("mi", "π")
        if x.is_negative:
            return row(element("mo", "−"), self._number(-x))
        if x.is_Integer and abs(x) < 10 * _LARGEST_PART:
            return element("mn", str(x))
        if x.is_Rational and x.p < _LARGEST_PART and x.q < _LARGEST_PART:
            return element("mfrac", element("mn", str(x.p)), element("mn", str(x.q)))
        digits, _, power = f"{float(x):.{DIGITS}g}".partition("e")
        if not power:
            return element("mn", digits)
        raised = element("msup", element("mn", "10"), element("mn", str(int(power)).replace("-", "−")))
        return row(element("mn", digits), element("mo", "·"), raised)

    # ---- sums and products

    def _sum(self, terms: Sequence[SympyExpr]) -> Tree:
        trees: list[Tree] = []
        for term in terms:
            coefficient = term.as_coeff_Mul()[0]
            is_less = bool(coefficient.is_number and coefficient.is_negative)
            if trees or is_less:
                trees.append(element("mo", "−" if is_less else "+"))
            trees.append(self._term(-term if is_less else term, is_less))
        return row(*trees)

    def _term(self, term: SympyExpr, is_less: bool) -> Tree:
        tree = self.written(term)
        return self._bracketed(tree) if (is_less and term.is_Add) or self._has_cases(term) else tree

    def _product(self, x: SympyExpr) -> Tree:
        coefficient, _ = x.as_coeff_Mul()
        if coefficient.is_number and coefficient.is_negative:
            return row(element("mo", "−"), self._factor(-x))
        above = [factor for factor in x.args if not self._is_below(factor)]
        below = [factor.base**-factor.exp for factor in x.args if self._is_below(factor)]
        if below:
            return element("mfrac", self._side_by_side(above), self._side_by_side(below))
        return self._side_by_side(above)

    @staticmethod
    def _is_below(factor: SympyExpr) -> bool:
        return bool(factor.is_Pow and factor.exp.is_number and factor.exp.is_negative)

    def _side_by_side(self, factors: Sequence[SympyExpr]) -> Tree:
        factors = [factor for factor in factors if factor != 1] or [self.sympy.Integer(1)]
        if len(factors) == 1:
            return self.written(factors[0])
        trees: list[Tree] = []
        for factor in factors:
            if trees:
                trees.append(element("mspace", width="0.17em"))
            trees.append(self._factor(factor))
        return row(*trees)

    def _factor(self, x: SympyExpr) -> Tree:
        tree = self.written(x)
        return self._bracketed(tree) if x.is_Add or self._has_cases(x) else tree

    def _has_cases(self, x: SympyExpr) -> bool:
        """Whether an expression ends in cases below each other, whose end nothing shows."""
        return isinstance(x, self.sympy.Piecewise)

    # ---- powers and functions

    def _power(self, base: SympyExpr, exponent: SympyExpr) -> Tree:
        sympy = self.sympy
        if exponent == sympy.Rational(1, 2):
            return element("msqrt", self.written(base))
        if exponent.is_number and exponent.is_negative:
            return element("mfrac", element("mn", "1"), self.written(base**-exponent))
        if base.is_Function and not isinstance(base, sympy.Abs | sympy.exp | sympy.Piecewise):
            return row(element("msup", self._name(base), self.written(exponent)), self._arguments(base.args))
        tree = self.written(base)
        plain = base.is_Symbol or (base.is_Integer and not base.is_negative)
        return element("msup", tree if plain else self._bracketed(tree), self.written(exponent))

    def _name(self, x: SympyExpr) -> Tree:
        name = type(x).__name__
        return element("mi", _NAMES.get(name, name))

    def _arguments(self, arguments: Sequence[SympyExpr]) -> Tree:
        trees: list[Tree] = []
        for argument in arguments:
            if trees:
                trees.append(element("mo", ","))
            trees.append(self.written(argument))
        if len(arguments) == 1 and arguments[0].is_Symbol:
            return row(element("mspace", width="0.1em"), *trees)
        return self._bracketed(row(*trees))

    @staticmethod
    def _bracketed(tree: Tree) -> Tree:
        return element("mrow", element("mo", "("), tree, element("mo", ")"))


def markup(tree: Tree | str) -> str:
    """The text of an element for a page, with all that could be taken for markup escaped."""
    if isinstance(tree, str):
        return escape(tree)
    tag, attributes, *children = tree
    given = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
    return f"<{tag}{given}>{''.join(map(markup, children))}</{tag}>"
