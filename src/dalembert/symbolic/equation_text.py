"""Equations as people read them: LaTeX, plain text and SymPy, with the names that the model gave.

Speeds that are rates of coordinates are written with dots, q̇, and their rates q̈. Each equation is a balance of
generalized forces: M a − f on the left, collected by accelerations, inputs and constraint forces on the right.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import FormulationError
from dalembert.expr.node import Node, Scalar, name_of
from dalembert.expr.scalar import is_zero
from dalembert.expr.symbol_nodes import symbol, time
from dalembert.symbolic.array_forms import equality, matrix
from dalembert.symbolic.broken_lines import WIDEST, broken, broken_latex, width_of
from dalembert.symbolic.latex_names import (
    distinct_latex,
    distinct_math,
    distinct_plain,
    escaped,
    labelled,
    math_label,
    plain,
    plain_latex,
    upright,
)
from dalembert.symbolic.math_tree import Tree, element, equation, markup
from dalembert.symbolic.readable_equations import ReadableEquations
from dalembert.symbolic.sympy_text import Style, written, written_math
from dalembert.symbolic.sympy_types import SympyArray, SympyExpr
from dalembert.symbolic.to_sympy import to_sympy
from dalembert.symbolic.too_long import Long, operations, told_operations

LONGEST = 400
"""Operations of one expression beyond which only their number is written."""

LARGEST = 2_000
"""Operations of a whole matrix beyond which only their number is written."""

DISPLAY_SECONDS = 2.0
"""Time for simplification when a notebook shows something."""

HIGHEST_RATE = 3
"""Highest derivative of speeds in steps of derivations that is written with dots."""

_SYMBOLS = {
    "rates": r"\dot{q}",
    "h": r"\dot{z}",
    "M": "M",
    "f": "f",
    "G": "G",
    "r": "r",
    "J": "J",
    "gamma": r"\gamma",
    "c": "c",
    "phi": r"\phi",
    "psi": r"\psi",
}
"""Symbols in LaTeX of the quantities that can be read, by their names."""


@dataclass(frozen=True, eq=False)
class SymbolicEquations:
    """The contract as SymPy matrices: M a = f + G τ + Jᵀ λ + r with the rows by level; vectors are columns."""

    q: SympyArray
    u: SympyArray
    z: SympyArray
    a: SympyArray
    lam: SympyArray
    tau: SympyArray
    p: SympyArray
    rates: SympyArray
    h: SympyArray
    M: SympyArray
    f: SympyArray
    G: SympyArray
    r: SympyArray
    J: SympyArray
    gamma: SympyArray
    c: SympyArray
    phi: SympyArray
    psi: SympyArray
    residual: SympyArray
    """M a − f − G τ − E λ − r, zero along a motion; E = Jᵀ, but for momenta the slopes of rows by positions."""

    lines: tuple[SympyExpr, ...] = ()
    """The equations of the reading, each an `Eq`: solved for accelerations if the principle is."""

    def in_time(self) -> SymbolicEquations:
        """The equations in functions of time, as `sympy.physics.mechanics` writes them.

        q, u, z, λ and τ are its dynamicsymbols of their names, a the derivatives of u; parameters are plain
        symbols. So M and f stand beside those of its KanesMethod, and are functions by `sympy.lambdify`.
        """
        import sympy
        from sympy.physics.mechanics import dynamicsymbols

        t = dynamicsymbols._t
        moving = [x for columns in (self.q, self.u, self.z, self.lam, self.tau) for x in columns]
        forms = {x: sympy.Function(x.name)(t) for x in moving}
        forms |= {x: forms[u].diff(t) for x, u in zip(self.a, self.u, strict=True)}
        forms |= {x: sympy.Symbol(x.name) for x in self.p}
        forms[to_sympy(time)] = t
        found = {}
        for part in fields(self):
            value = getattr(self, part.name)
            is_lines = part.name == "lines"
            found[part.name] = tuple(x.xreplace(forms) for x in value) if is_lines else value.xreplace(forms)
        return SymbolicEquations(**found)


@dataclass(frozen=True, eq=False)
class Quantity:
    """An array of SymPy expressions, `Long` ones where they are too long, under a LaTeX symbol."""

    symbol: str
    entries: tuple[SympyExpr | Long, ...]
    shape: tuple[int, ...]

    def latex(self, style: Style) -> str:
        """The array as a matrix, a scalar as it is."""
        if (summary := self._summary()) is not None:
            return rf"\text{{({summary})}}"
        texts = [written(x, style) for x in self.entries]
        if not self.shape:
            return texts[0]
        columns = self.shape[1] if len(self.shape) == 2 else 1
        rows = [" & ".join(texts[i : i + columns]) for i in range(0, len(texts), columns or 1)]
        return r"\begin{bmatrix}" + r" \\ ".join(rows) + r"\end{bmatrix}"

    def text(self, style: Style) -> str:
        """Lines with the array in brackets, columns aligned."""
        name = plain_latex(self.symbol)
        if (summary := self._summary()) is not None:
            return f"{name}: {summary}"
        texts = [written(x, style, plain=True) for x in self.entries]
        if not self.shape:
            return f"{name} = {texts[0]}"
        columns = self.shape[1] if len(self.shape) == 2 else 1
        rows = [texts[i : i + columns] for i in range(0, len(texts), columns or 1)]
        widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
        if sum(widths) + 3 * columns > WIDEST:
            return "\n".join(self._listed(texts, name))
        padded = [
            "   ".join(x + " " * (width - width_of(x)) for x, width in zip(row, widths, strict=True))
            for row in rows
        ]
        head = f"{name} = "
        indents = [head, *(" " * width_of(head) for _ in padded[1:])]
        return "\n".join(f"{indent}[ {row} ]" for indent, row in zip(indents, padded, strict=True))

    def _listed(self, texts: Sequence[str], name: str) -> list[str]:
        """A line for each entry that is not zero."""
        places = [", ".join(str(i + 1) for i in index) for index in np.ndindex(self.shape)]
        return [f"{name}[{place}] = {x}" for place, x in zip(places, texts, strict=True) if x != "0"]

    def _summary(self) -> str | None:
        """Shape and number of operations in place of an array that is empty or too long to be read."""
        shape = " × ".join(map(str, self.shape))
        if not self.entries:
            return f"{shape}, empty"
        if (n := sum(map(operations, self.entries))) > LARGEST or (not self.shape and n > LONGEST):
            return f"{shape}{', ' if shape else ''}{told_operations(n)}"
        return None


@dataclass(frozen=True, eq=False)
class Line:
    """One scalar equation: left = right."""

    left: SympyExpr | Long
    right: SympyExpr | Long

    def latex(self, style: Style) -> str:
        """The equation, with a mark for alignment."""
        return f"{written(self.left, style)} &= {written(self.right, style)}"

    def math(self, style: Style) -> Tree:
        """The equation as MathML, in nested lists."""
        return equation(written_math(self.left, style), written_math(self.right, style))

    def to_sympy(self) -> SympyExpr:
        """The equation as SymPy's, long expressions too."""
        return equality(_converted(self.left), _converted(self.right))

    @property
    def is_long(self) -> bool:
        """Whether one of the sides is not written out."""
        return isinstance(self.left, Long) or isinstance(self.right, Long)

    def text(self, style: Style) -> str:
        """The equation, a long one in several lines."""
        return broken(self.whole(style))

    def whole(self, style: Style) -> str:
        """The equation as plain text in one line."""
        return f"{written(self.left, style, plain=True)} = {written(self.right, style, plain=True)}"


@dataclass(frozen=True, eq=False)
class Reading:
    """Equations of motion to be read: `latex()`, `text()`, `to_sympy()`; in a notebook it shows itself."""

    lines: tuple[Line, ...]
    """Kinematics, one balance for each speed, constraints."""

    quantities: Mapping[str, Quantity]
    """Parts of the contract by name: rates, h, M, f, G, r, J, gamma, c, phi, psi."""

    variables: Mapping[str, Array]
    """Names of q, u, z, a, lam, tau and p."""

    style: Style
    finished: bool = True
    """Whether a simplification tried everything in time."""

    note: str = ""
    """Remarks for the reader, such as that time ran out."""

    exerted: Array | None = None
    """E, the forces of unit multipliers (nu, m); None if E = Jᵀ."""

    def latex(self, quantity: str | None = None) -> str:
        """The equations as aligned lines, or one part of the contract, such as "M"."""
        if quantity is not None:
            return self._quantity(quantity).latex(self.style)
        return aligned(self.lines, self.style)

    def text(self, quantity: str | None = None) -> str:
        """The equations, or one part of the contract, as plain text; a note stands at the end."""
        if quantity is not None:
            return self._quantity(quantity).text(self.style)
        notes = [self.note] if self.note else []
        return "\n".join([*(line.text(self.style) for line in self.lines), *notes])

    def html(self) -> str:
        """The equations as MathML, a part of a page in HTML; a note stands at the end."""
        return displayed(self.lines, self.style, self.note)

    def math(self) -> list[Tree]:
        """The lines as MathML, in nested lists [tag, attributes, children…]."""
        return [line.math(self.style) for line in self.lines]

    def to_sympy(self) -> SymbolicEquations:
        """Everything as SymPy matrices, long expressions too."""
        matrices = {name: _matrix(quantity) for name, quantity in self.quantities.items()}
        variables = {name: to_sympy(nodes) for name, nodes in self.variables.items()}
        m, forces = matrices, variables["tau"]
        a, lam = variables["a"], variables["lam"]
        E = m["J"].T if self.exerted is None else to_sympy(self.exerted)
        residual = m["M"] * a - m["f"] - m["G"] * forces - E * lam - m["r"]
        lines = tuple(line.to_sympy() for line in self.lines)
        return SymbolicEquations(**variables, **matrices, residual=residual, lines=lines)

    def _quantity(self, name: str) -> Quantity:
        if name not in self.quantities:
            raise FormulationError(f"there is no part {name!r} to read; there are {', '.join(self.quantities)}")
        return self.quantities[name]

    def __str__(self) -> str:
        return self.text()

    def _repr_latex_(self) -> str:
        note = rf"\\ \text{{{escaped(self.note)}}}" if self.note else ""
        return f"$\\displaystyle {self.latex()}{note}$"

    def _repr_markdown_(self) -> str:
        return f"$$\n{self.latex()}\n$$\n" + (f"\n{self.note}\n" if self.note else "")


def reading(
    contract: ReadableEquations, simplify: float | None = None, *, positive: Iterable[Scalar] = ()
) -> Reading:
    """Equations of motion to be read, simplified for at most so many seconds if a time is given.

    Of `positive` expressions |x| is written as x.
    """
    arrays = {name: np.asarray(getattr(contract, name), dtype=object) for name in _SYMBOLS}
    balances = contract.lines
    entries = [x for line in balances for x in line]
    entries += [x for array in arrays.values() for x in array.flat]
    sympy_entries, note = written_entries(contract, entries, simplify, positive)
    forms = iter(sympy_entries)
    lines = tuple(Line(next(forms), next(forms)) for _ in balances)
    quantities = {
        name: Quantity(_SYMBOLS[name], tuple(next(forms) for _ in array.flat), array.shape)
        for name, array in arrays.items()
    }
    E = None if contract.gradients is contract.J else exerted_by_rows(contract)
    notes = [x for x in (note, exceptions(contract)) if x]
    return Reading(lines, quantities, _variables(contract), style_of(contract), not note, " ".join(notes), E)


def exceptions(contract: ReadableEquations) -> str:
    """Remarks about contacts, on which runs decide, and rows that come and go; empty if there are none."""
    remarks = contact_remarks(contact.label for contact in contract.outputs.contacts)
    if contract.switched_rows:
        remarks.append(f"Rows that hold while their switches say so: {', '.join(contract.switched_rows)}.")
    return " ".join(remarks)


def contact_remarks(labels: Iterable[str]) -> list[str]:
    """Remarks that contacts stand in these equations as if they were open, if there are some."""
    names = ", ".join(dict.fromkeys(labels))
    return [f"These equations are without {names}: runs add their forces."] if names else []


def aligned(lines: Sequence[Line], style: Style) -> str:
    """Equations in LaTeX, one below the other; if one is long, all begin at the left, and it has several lines."""
    latex, widths = [line.latex(style) for line in lines], [width_of(line.whole(style)) for line in lines]
    if max(widths, default=0) > WIDEST:
        latex = [f"&{broken_latex(x.replace(' &= ', ' = '), n)}" for x, n in zip(latex, widths, strict=True)]
    texts = " \\\\\n".join(latex)
    return f"\\begin{{aligned}}\n{texts}\n\\end{{aligned}}"


def displayed(lines: Sequence[Line], style: Style, note: str) -> str:
    """Equations in MathML for a page, one below the other, and a note."""
    rows = [element("mtr", element("mtd", line.math(style))) for line in lines]
    table = element("mtable", *rows, columnalign="left")
    system = element("math", element("mrow", element("mo", "{"), table), display="block")
    return markup(system) + (f"<p>{markup(note)}</p>" if note else "")


def written_entries(
    contract: ReadableEquations,
    entries: Sequence[Scalar],
    seconds: float | None,
    positive: Iterable[Scalar] = (),
) -> tuple[list[SympyExpr | Long], str]:
    """SymPy forms of expressions in the variables of equations, and a note if time ran out."""
    from dalembert.symbolic.simplify import readable

    leading = [x for variables in _unknowns(contract) for x in variables]
    forms, finished = readable(entries, seconds, longest=LONGEST, collect=leading, positive=positive)
    if finished:
        return forms, ""
    return forms, f"Simplification ran out of time after {seconds:g} s; parts may be unsimplified."


def style_of(contract: ReadableEquations) -> Style:
    """How the variables of equations are written: rates with dots, multipliers by the names of their rows."""
    q, u, z, tau, a, lam = (
        tuple(map(name_of, nodes))
        for nodes in (contract.q, contract.u, contract.z, contract.tau, *_unknowns(contract))
    )
    if both := [name for name in contract.parameters if name in {*q, *u, *z, *tau}]:
        raise FormulationError(
            f"a parameter and a variable are both called {both[0]!r}; rename one, to tell them apart in print"
        )
    orders = {name: (name, 0) for name in (*q, *z, *tau, *contract.parameters)}
    orders |= {rate_name(name): (name, 1) for name in (*q, *z)}
    written_as = {
        speed: _momentum(contract.variables.momentum_coordinates.get(speed), speed, orders) for speed in u
    }
    coordinate = {name_of(speed): name_of(x) for x, speed in _simple_rates(contract)}
    for speed, rate in zip(u, a, strict=True):
        of, order = (coordinate[speed], 1) if speed in coordinate else (written_as[speed], 0)
        orders |= {speed: (of, order), rate: (of, order + 1)}
        higher = {speed + "'" * k: (of, order + k) for k in range(2, HIGHEST_RATE + 1)}
        orders |= {name: key for name, key in higher.items() if name not in orders}
    typeset, typed = distinct_latex(orders.values()), distinct_plain(orders.values())
    latex = {name: typeset[key] for name, key in orders.items()}
    text = {name: typed[key] for name, key in orders.items()}
    drawn = distinct_math(orders.values())
    math = {name: drawn[key] for name, key in orders.items()}

    labels = {x: ("lambda", row.name) for x, row in zip(lam, contract.rows, strict=True)}
    laws = contract.reaction_laws
    labels |= {name_of(w): label for w, label in laws.labels.items()}
    labels |= {r: ("r", name) for r, name in zip(_reaction_names(contract), contract.speeds, strict=True)}
    latex |= {name: labelled(*label) for name, label in labels.items()}
    text |= {name: f"{plain(letter)}[{label}]" for name, (letter, label) in labels.items()}
    latex |= {words: upright(words) for words in laws.words.values()}
    math |= {name: math_label(*label) for name, label in labels.items()}
    math |= {words: ["mtext", {}, words] for words in laws.words.values()}
    return Style(latex, text, ((*q, *z), u, tau, lam, a), math)


def _momentum(coordinate: str | None, speed: str, taken: Container[str]) -> str:
    """Name under which a speed is written: of a momentum p with the coordinate below, unless that is taken."""
    name = f"p[{coordinate}]"
    return speed if coordinate is None or name in taken else name


def _unknowns(contract: ReadableEquations) -> tuple[Array, Array]:
    """a and λ."""
    return contract.a, contract.lam


Balances = tuple[Array, Array]
"""Left and right sides of the equations of motion."""


def balances(contract: ReadableEquations) -> Balances:
    """M a − f along each speed, and the other forces without those of constraints: G τ + r."""
    a, _ = _unknowns(contract)
    return contract.M @ a - contract.f, contract.G @ contract.tau + by_reactions(contract)


def acting(contract: ReadableEquations) -> Array:
    """Forces along each speed without those of constraints (nu,): f + G τ + r."""
    return contract.f + contract.G @ contract.tau + by_reactions(contract)


def acting_symbol(contract: ReadableEquations) -> str:
    """The sum f + G τ + r in LaTeX, without terms that the equations do not have."""
    parts = ["f"]
    if len(contract.inputs):
        parts.append(r"G \tau")
    if not all(map(is_zero, by_reactions(contract))):
        parts.append("r")
    return " + ".join(parts)


def exerted_by_rows(contract: ReadableEquations) -> Array:
    """Forces of unit multipliers as they are read (nu, m)."""
    # other forces of rows that are not ideal are among r
    return contract.constraint_force_matrix if contract.is_ideal else contract.J.T


def by_reactions(contract: ReadableEquations) -> Array:
    """Variables (nu,) for the forces that depend on reactions, zero where there are none."""
    names = _reaction_names(contract)
    r = [
        0.0 if is_zero(x) else symbol(name) for name, x in zip(names, _forces_by_reactions(contract), strict=True)
    ]
    return np.array(r, dtype=object)


def _forces_by_reactions(contract: ReadableEquations) -> Array:
    """Forces that depend on reactions (nu,): by the laws as they were given if there are any, else computed."""
    if contract.reaction_laws.labels:
        return contract.reaction_laws.forces + contract.solution.nonideal_forces
    if not contract.is_ideal and not contract.reaction_dependent_forces.loads.laws:
        return (contract.constraint_force_matrix - contract.J.T) @ contract.lam + contract.solution.nonideal_forces
    return contract.r


def equation_lines(contract: ReadableEquations, moving: Balances | None = None) -> list[tuple[Scalar, Scalar]]:
    """Left and right sides of all equations; balances along each speed, with multipliers, if none are given."""
    a, lam = _unknowns(contract)
    simple = {name_of(x) for x, _ in _simple_rates(contract)}
    lines: list[tuple[Scalar, Scalar]] = [
        (symbol(rate_name(name_of(x))), rate)
        for x, rate in zip(contract.q, contract.rates, strict=True)
        if name_of(x) not in simple
    ]
    lines += [(symbol(rate_name(name_of(x))), h) for x, h in zip(contract.z, contract.h, strict=True)]
    if moving is None:
        left, right = balances(contract)
        moving = left, right + exerted_by_rows(contract) @ lam
    lines += list(zip(*moving, strict=True))
    loads = zip(_reaction_names(contract), _forces_by_reactions(contract), strict=True)
    lines += [(symbol(name), r) for name, r in loads if not is_zero(r)]
    lines += [(w, symbol(words)) for w, words in contract.reaction_laws.words.items()]

    # a row is shown at the level at which it is given
    phi, psi = contract.phi, contract.psi
    rows = contract.J @ a
    lines += [(x, 0.0) for x in (*contract.c, *phi, *psi[len(phi) :])]
    lines += list(zip(rows[len(psi) :], contract.gamma[len(psi) :], strict=True))
    return lines


def _simple_rates(contract: ReadableEquations) -> list[tuple[Node, Node]]:
    """Coordinates whose rate is a speed, with this speed; a momentum is none, not even of a unit mass."""
    speeds = {x for x in contract.u if name_of(x) not in contract.variables.momentum_coordinates}
    return [(x, rate) for x, rate in zip(contract.q, contract.rates, strict=True) if rate in speeds]


def _variables(contract: ReadableEquations) -> dict[str, Array]:
    a, lam = _unknowns(contract)
    p = np.array([symbol(name) for name in contract.parameters], dtype=object)
    return {"q": contract.q, "u": contract.u, "z": contract.z, "a": a, "lam": lam, "tau": contract.tau, "p": p}


# a name that begins with a dot belongs to no part of a model


def rate_name(name: str) -> str:
    """The name of the variable that is written as a coordinate with a dot."""
    return f".rate {name}"


def _reaction_names(contract: ReadableEquations) -> list[str]:
    """Variables of the forces that depend on reactions."""
    return [f".reaction {name}" for name in contract.speeds]


def _matrix(quantity: Quantity) -> SympyArray:
    """SymPy's matrix of a quantity."""
    return matrix([_converted(x) for x in quantity.entries], quantity.shape)


def _converted(x: SympyExpr | Long) -> SympyExpr:
    """SymPy's expression, of a `Long` one too."""
    return to_sympy(x.expression) if isinstance(x, Long) else x
