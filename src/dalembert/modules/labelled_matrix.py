"""Matrices whose rows and columns have names: joined by union of the names, multiplied by name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import FormulationError
from dalembert.expr.node import Expression, Node, Scalar, inputs_of, name_of
from dalembert.expr.rewrite import evaluate
from dalembert.expr.scalar import is_zero
from dalembert.expr.symbol_nodes import time
from dalembert.symbolic.latex_names import distinct_latex, escaped, without_slashes
from dalembert.symbolic.number_format import entry_text
from dalembert.symbolic.short_forms import written_sizes
from dalembert.symbolic.simplify import is_by_routine, readable
from dalembert.symbolic.sympy_printing import sympy_latex
from dalembert.symbolic.sympy_types import SympyExpr
from dalembert.symbolic.too_long import Long, told_operations
from dalembert.typed.vocabulary import NamedNumbers

WIDTH = 36
"""Longest entry that a printed table shows whole."""

LONGEST = 300
"""Operations of an entry above which only their number is written."""

ZERO = "·"
"""Sign for a structural zero in tables."""


@dataclass(frozen=True, eq=False, repr=False)
class LabelledMatrix:
    """A matrix of numbers or expressions with a name for each row and column.

    `X + Y` has the names of both, and entries under the same names are added (Orsino 2016, definition 2.9);
    `X @ Y` matches the columns of X with the rows of Y by name, in whatever order they stand. A column of forces
    is a matrix with one column, whose name is empty.

    Parameters
    ----------
    rows : sequence of str
        Names of the rows.
    columns : sequence of str
        Names of the columns.
    entries : array (rows, columns)
        Numbers or expressions.
    groups : function from str to a collection of str, optional
        Names that another name stands for, such as `#` or a subsystem; default none.

    Examples
    --------
    >>> import numpy as np
    >>> import dalembert as da
    >>> M = da.modules.LabelledMatrix(("a", "b"), ("a", "b"), np.diag([1.0, 2.0]))
    >>> K = da.modules.LabelledMatrix(("b", "c"), ("b", "c"), np.diag([5.0, 6.0]))
    >>> print(M + K)
       a  b  c
    a  1  ·  ·
    b  ·  7  ·
    c  ·  ·  6
    """

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    entries: Array
    """Numbers or expressions (number of rows, number of columns)."""

    groups: Callable[[str], Collection[str]] | None = None
    """What a name stands for that is no row or column: `#` or a subsystem, for example; sums have none."""

    def __post_init__(self) -> None:
        entries = np.array(self.entries, dtype=object)
        rows, columns = (_names(names) for names in (self.rows, self.columns))
        if entries.size == 0:
            entries = entries.reshape(len(rows), len(columns))
        if entries.shape != (len(rows), len(columns)):
            raise FormulationError(
                f"entries of shape {entries.shape} do not fit {len(rows)} names of rows, {list(rows)}, and "
                f"{len(columns)} of columns, {list(columns)}"
            )
        entries.flags.writeable = False
        for field, value in (("rows", rows), ("columns", columns), ("entries", entries)):
            object.__setattr__(self, field, value)

    # ---- looking things up

    @cached_property
    def inputs(self) -> tuple[Node, ...]:
        """Variables and parameters in the entries."""
        return tuple(inputs_of([x for x in self.entries.flat if isinstance(x, Expression)]))

    def __getitem__(self, names: str | tuple[str, str]) -> Scalar:
        """Entry of a row and a column; the row is enough where there is one column."""
        if isinstance(names, str):
            if len(self.columns) != 1:
                raise FormulationError(f"an entry has a row and a column, X[{names!r}, …]; {self._described}")
            return self.entries[self._place(names, self.rows, "row"), 0]
        row, column = names
        return self.entries[self._place(row, self.rows, "row"), self._place(column, self.columns, "column")]

    def block(self, rows: Iterable[str] | None = None, columns: Iterable[str] | None = None) -> LabelledMatrix:
        """Block of these rows and columns, in this order; all rows or all columns if None.

        The name of a subsystem stands for all names in it; of a matrix of a node, `#` for the independent
        variables, `*` for the others, and `⊕` for what the node itself adds.
        """
        chosen = self._chosen(rows, self.rows), self._chosen(columns, self.columns)
        return LabelledMatrix(*chosen, self.to_array(*chosen), self.groups)

    def _chosen(self, wanted: Iterable[str] | None, names: tuple[str, ...]) -> tuple[str, ...]:
        """Names, with the members of groups among them in place of these."""
        if wanted is None:
            return names
        return tuple(x for name in wanted for x in ([name] if name in names else self._members(name, names)))

    def _members(self, group: str, names: tuple[str, ...]) -> list[str]:
        """Names of a group, in their order; itself if there are none."""
        of_group = self.groups(group) if self.groups is not None else ()
        return [x for x in names if x in of_group or x.startswith(f"{group}/")] or [group]

    def to_array(self, rows: Iterable[str] | None = None, columns: Iterable[str] | None = None) -> Array:
        """Entries in the order of these names, all of them if None; an array of floats if all are numbers."""
        i = [self._place(name, self.rows, "row") for name in self._chosen(rows, self.rows)]
        j = [self._place(name, self.columns, "column") for name in self._chosen(columns, self.columns)]
        entries = self.entries[np.ix_(i, j)]
        return entries if any(isinstance(x, Expression) for x in entries.flat) else entries.astype(float)

    def expanded(self, rows: Sequence[str], columns: Sequence[str]) -> Array:
        """Entries (len(rows), len(columns)) in this order, zero for names that the matrix has not."""
        entries = np.full((len(rows), len(columns)), 0.0, dtype=object)
        i = {name: k for k, name in enumerate(rows)}
        j = {name: k for k, name in enumerate(columns)}
        for (k, l), x in self._stored:
            entries[i[self.rows[k]], j[self.columns[l]]] = x
        return entries

    @property
    def _stored(self) -> list[tuple[tuple[int, ...], Scalar]]:
        """Entries that are not zero by structure, with their row and column numbers."""
        return [(place, x) for place, x in np.ndenumerate(self.entries) if not is_zero(x)]

    def _place(self, name: str, names: tuple[str, ...], kind: str) -> int:
        if name not in names:
            raise FormulationError(f"there is no {kind} {name!r}; the {kind}s are {', '.join(names) or 'none'}")
        return names.index(name)

    # ---- arithmetic by name

    def __add__(self, other: LabelledMatrix) -> LabelledMatrix:
        """Sum: union of the names, entries under the same names added."""
        if not isinstance(other, LabelledMatrix):
            return NotImplemented
        rows = tuple(dict.fromkeys((*self.rows, *other.rows)))
        columns = tuple(dict.fromkeys((*self.columns, *other.columns)))
        return LabelledMatrix(rows, columns, self.expanded(rows, columns) + other.expanded(rows, columns))

    def __neg__(self) -> LabelledMatrix:
        return LabelledMatrix(self.rows, self.columns, 0.0 - self.entries)

    def __sub__(self, other: LabelledMatrix) -> LabelledMatrix:
        return self + (-other) if isinstance(other, LabelledMatrix) else NotImplemented

    def __mul__(self, factor: Scalar) -> LabelledMatrix:
        return LabelledMatrix(self.rows, self.columns, self.entries * factor)

    __rmul__ = __mul__

    def __matmul__(self, other: LabelledMatrix) -> LabelledMatrix:
        """Product: columns of this matrix and rows of the other are matched by name."""
        if not isinstance(other, LabelledMatrix):
            return NotImplemented
        columns, rows = set(self.columns), set(other.rows)
        if not (columns <= rows or rows <= columns):
            unknown = sorted(columns - rows)
            raise FormulationError(
                f"columns {', '.join(unknown)} have no row to be multiplied with, and rows "
                f"{', '.join(sorted(rows - columns))} no column"
            )
        place = {name: k for k, name in enumerate(other.rows)}
        entries = np.full((len(self.rows), len(other.columns)), 0.0, dtype=object)
        for (i, j), x in self._stored:
            if (k := place.get(self.columns[j])) is None:
                continue
            for l, y in enumerate(other.entries[k]):
                if not is_zero(y):
                    entries[i, l] = entries[i, l] + x * y
        return LabelledMatrix(self.rows, other.columns, entries)

    @property
    def T(self) -> LabelledMatrix:
        """Transpose."""
        return LabelledMatrix(self.columns, self.rows, self.entries.T)

    # ---- other entries, other names

    def mapped(self, function: Callable[[Array], Array]) -> LabelledMatrix:
        """Matrix with the same names whose entries are a function of these entries."""
        return LabelledMatrix(self.rows, self.columns, function(self.entries))

    def at(self, values: NamedNumbers | None = None) -> LabelledMatrix:
        """Matrix of numbers, for values of the variables by name or symbol; time is `t`.

        Parameters take their default values where none is given.
        """
        return self.mapped(lambda entries: numbers(entries, values or {}))

    def renamed(self, names: Mapping[str, str]) -> LabelledMatrix:
        """Matrix with other names for some rows and columns."""
        rows, columns = ([names.get(name, name) for name in border] for border in (self.rows, self.columns))
        return LabelledMatrix(tuple(rows), tuple(columns), self.entries)

    # ---- printing

    @property
    def _described(self) -> str:
        return f"rows are {', '.join(self.rows)}, columns {', '.join(self.columns)}"

    def __repr__(self) -> str:
        return self._table([_entry_text(x) for x in self.entries.flat])

    def text(self, simplify: float | None = None) -> str:
        """Table with entries as SymPy writes them, simplified for at most `simplify` seconds if not None.

        In entries `left/m` is m_left, since a slash reads like a quotient.
        """
        forms = self._sympy_forms(simplify)
        symbols = _symbols(forms)
        texts = without_slashes(symbols)
        shown = {symbols[name]: type(symbols[name])(text) for name, text in texts.items()}
        return self._table(
            [_told(x) if isinstance(x, Long) else str(x.xreplace(shown)) if x != 0 else ZERO for x in forms]
        )

    def latex(self, simplify: float | None = None) -> str:
        """LaTeX of the matrix, with names before the rows and above the columns; `simplify` as in `text`."""
        found = self._sympy_forms(simplify)
        symbols = _symbols(found)
        keys = {name: _rate(name) for name in symbols}
        texts = distinct_latex(keys.values())
        names = {symbol: texts[keys[name]] for name, symbol in symbols.items()}
        space = r" \, " if any(r"\mathrm" in x or r"\text" in x for x in texts.values()) else None
        forms = [
            rf"\text{{{_told(x)}}}"
            if isinstance(x, Long)
            else sympy_latex(x, symbol_names=names, mul_symbol=space)
            for x in found
        ]
        n = len(self.columns)
        lines = [[_typeset(name), *forms[i * n : (i + 1) * n]] for i, name in enumerate(self.rows)]
        head = [["", *map(_typeset, self.columns)]] if any(self.columns) else []
        body = " \\\\\n".join(" & ".join(line) for line in [*head, *lines])
        return f"\\begin{{array}}{{r|{'c' * n}}}\n{body}\n\\end{{array}}"

    def _repr_latex_(self) -> str:
        return f"$$\n{self.latex()}\n$$"

    def _sympy_forms(self, simplify: float | None) -> list[SympyExpr | Long]:
        return readable(list(self.entries.flat), simplify, longest=LONGEST)[0]

    def _table(self, entries: Sequence[str]) -> str:
        n = len(self.columns)
        if not self.rows or not n:
            return (
                f"no entries: rows {', '.join(self.rows) or 'none'}; columns {', '.join(self.columns) or 'none'}"
            )
        lines = [[name, *entries[i * n : (i + 1) * n]] for i, name in enumerate(self.rows)]
        table = [["", *self.columns], *lines] if any(self.columns) else lines
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        texts = ["  ".join(x.rjust(k) for x, k in zip(line, widths, strict=True)).rstrip() for line in table]
        return "\n".join(texts)


def assembled(matrices: Iterable[LabelledMatrix]) -> LabelledMatrix:
    """Assembly of matrices: union of their names, entries under the same names added.

    Parameters
    ----------
    matrices : sequence of LabelledMatrix
        Matrices that are added by names.

    Examples
    --------
    >>> import numpy as np
    >>> import dalembert as da
    >>> M = da.modules.LabelledMatrix(("a", "b"), ("a", "b"), np.diag([1.0, 2.0]))
    >>> K = da.modules.LabelledMatrix(("b",), ("b",), np.array([[5.0]]))
    >>> print(da.modules.assembled([M, K]))
       a  b
    a  1  ·
    b  ·  7
    """
    return reduce(LabelledMatrix.__add__, matrices, LabelledMatrix((), (), np.zeros((0, 0))))


def labelled_column(entries: Mapping[str, Scalar]) -> LabelledMatrix:
    """Matrix of one column, from entries by names of rows.

    Parameters
    ----------
    entries : dict of float or expressions
        Entries by name of the row.

    Examples
    --------
    >>> import dalembert as da
    >>> print(da.modules.labelled_column({"x": 1.0, "y": -9.81}))
    x      1
    y  -9.81
    """
    return LabelledMatrix(
        tuple(entries), ("",), np.array([[x] for x in entries.values()], dtype=object).reshape(-1, 1)
    )


def identity(names: Iterable[str]) -> LabelledMatrix:
    """Identity matrix with these names.

    Parameters
    ----------
    names : sequence of str
        Names of rows and columns.

    Examples
    --------
    >>> import dalembert as da
    >>> print(da.modules.identity(["x", "y"]))
       x  y
    x  1  ·
    y  ·  1
    """
    labels = tuple(names)
    return LabelledMatrix(labels, labels, np.eye(len(labels)))


def numbers(entries: Array, values: NamedNumbers) -> Array:
    """Numbers of expressions, for values by name or by symbol; time is `t`."""
    values_of: dict[Node, float] = {}
    by_name = {key if isinstance(key, str) else name_of(key): x for key, x in values.items()}
    for x in inputs_of([y for y in np.ravel(entries) if isinstance(y, Expression)]):
        name = "t" if x is time else name_of(x)
        if name in by_name:
            values_of[x] = float(by_name[name])
        elif x is time:
            values_of[x] = 0.0
    return evaluate(entries, values_of)


def _names(given: Iterable[str]) -> tuple[str, ...]:
    if isinstance(given, str):
        raise FormulationError(f"names of rows and columns are given in a list, not as {given!r}")
    names = tuple(given)
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise FormulationError(f"the name {twice!r} occurs twice among rows or columns; each has its own")
    if wrong := [name for name in names if not isinstance(name, str)]:
        raise FormulationError(f"names of rows and columns are texts, not {wrong[0]!r}")
    return names


def under_heads(heading: str, **matrices: LabelledMatrix) -> str:
    """Matrices as text below a line that says what they are, each under its letter; empty ones are left out."""
    return "\n".join([heading, *(f"{letter}\n{X}" for letter, X in matrices.items() if X.entries.size)])


def _told(x: Long) -> str:
    return f"({told_operations(x.operations)})"


def _entry_text(x: Scalar) -> str:
    if is_by_routine(x):
        return _told(Long(x, written_sizes([x])[0]))
    text = repr(x) if isinstance(x, Expression) else ZERO if x == 0.0 else entry_text(x)
    return text if len(text) <= WIDTH else f"{text[: WIDTH - 1]}…"


def _typeset(name: str) -> str:
    return rf"\text{{{escaped(name)}}}" if name else ""


def _symbols(forms: Iterable[SympyExpr | Long]) -> dict[str, SympyExpr]:
    """Symbols of all forms by name."""
    return {str(y.name): y for x in forms if not isinstance(x, Long) for y in x.free_symbols}


def _rate(name: str) -> tuple[str, int]:
    """The name of a variable and how often it is differentiated: x.rate' is x twice."""
    bare = name.rstrip("'")
    order = len(name) - len(bare)
    return (bare.removesuffix(".rate"), order + 1) if bare.endswith(".rate") else (bare, order)
