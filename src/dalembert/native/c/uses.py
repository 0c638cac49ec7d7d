"""Which values of a procedure are used, how often and where: C code needs to know this beforehand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from dalembert.procedures.elementary import elementary
from dalembert.procedures.statements import (
    Array,
    Each,
    Evaluate,
    Invoke,
    Let,
    Load,
    Put,
    Read,
    Repeat,
    Return,
    Statement,
    Store,
    Take,
    Variable,
    When,
    Write,
)
from dalembert.procedures.values import Real, Value

Path = tuple[int, ...]
"""The blocks around a statement, from the outermost on."""

_LAZY = (Let, Evaluate, Load, Take, Read, Write)
"""Statements that matter only if somebody reads their result."""


class Uses:
    """Live statements, uses of values, and where variables and values must be declared."""

    def __init__(self, body: Sequence[Statement], results: Sequence[Real]) -> None:
        self.statements: list[tuple[Statement, Path]] = list(_walk(body, ()))
        self._live = self._find_live(results)
        self.count: Counter[int] = Counter(x.number for x in results if x.constant is None)
        self.last_user: dict[int, Statement] = {}
        """The last statement that uses a value."""
        self._scopes: dict[int, tuple[Value, Path]] = {}
        outside: dict[int, Value] = {}
        for statement, path in self.statements:
            if id(statement) not in self._live:
                continue
            for value in targets(statement):
                inner = (*path, id(statement)) if isinstance(statement, Each) else path
                self._scopes[value.number] = value, inner
            for value in operands(statement):
                if value.constant is None:
                    self.count[value.number] += self._times(statement)
                    self.last_user[value.number] = statement
        for statement, path in self.statements:
            if id(statement) in self._live:
                self._note_outside(operands(statement), path, outside)
        self._note_outside(results, (), outside)
        self.hoisted: list[Value] = [outside[number] for number in sorted(outside)]
        """Values that are used outside of the block that computes them: the body of a `do … while`."""
        self._declaring = dict(self._declarations())

    def is_live(self, statement: Statement) -> bool:
        """Whether the statement has an effect."""
        return id(statement) in self._live

    def is_hoisted(self, value: Value) -> bool:
        """Whether a value is used outside of the block that computes it."""
        return any(value is x for x in self.hoisted)

    def declares(self, statement: Write) -> bool:
        """Whether the variable can be declared by this assignment."""
        return self._declaring.get(statement.variable.number) is statement

    @property
    def variables_at_head(self) -> list[Variable]:
        """Variables that no single assignment can declare."""
        at_head: dict[int, Variable] = {}
        for statement, _ in self.statements:
            if id(statement) in self._live and isinstance(statement, (Read, Write)):
                variable = statement.variable
                if variable.number not in self._declaring:
                    at_head[variable.number] = variable
        return [at_head[number] for number in sorted(at_head)]

    def _find_live(self, results: Sequence[Real]) -> set[int]:
        producers = {value.number: s for s, _ in self.statements for value in targets(s)}
        writes: dict[int, list[Statement]] = {}
        for s, _ in self.statements:
            if isinstance(s, Write):
                writes.setdefault(s.variable.number, []).append(s)
        stack: list[Statement] = [s for s, _ in self.statements if not isinstance(s, _LAZY)]
        stack += [producers[x.number] for x in results if x.number in producers]
        live: set[int] = set()
        while stack:
            statement = stack.pop()
            if id(statement) in live:
                continue
            live.add(id(statement))
            stack += [producers[x.number] for x in operands(statement) if x.number in producers]
            if isinstance(statement, Read):
                stack += writes.get(statement.variable.number, [])
        return live

    @staticmethod
    def _times(statement: Statement) -> int:
        """How often the expression of an operand appears; both sine and cosine take the angle."""
        return 2 if isinstance(statement, Evaluate) and statement.function is elementary("sincos") else 1

    def _note_outside(self, values: Iterable[Value], path: Path, outside: dict[int, Value]) -> None:
        for value in values:
            if value.number in self._scopes:
                home = self._scopes[value.number][1]
                if path[: len(home)] != home:
                    outside[value.number] = value

    def _declarations(self) -> Iterator[tuple[int, Write]]:
        """The first access of each variable, if it is an assignment and all others are in its block."""
        accesses: dict[int, list[tuple[Read | Write, Path]]] = {}
        for statement, path in self.statements:
            if id(statement) in self._live and isinstance(statement, (Read, Write)):
                accesses.setdefault(statement.variable.number, []).append((statement, path))
        for number, of_variable in accesses.items():
            first, home = of_variable[0]
            if isinstance(first, Write) and all(path[: len(home)] == home for _, path in of_variable):
                yield number, first


def operands(statement: Statement) -> list[Value]:
    """The values that a statement computes with; of a loop, those of its head."""
    match statement:
        case Let() | Evaluate():
            return list(statement.args)
        case Load():
            return [*_offsets(statement.array), statement.index]
        case Store():
            return [*_offsets(statement.array), statement.index, statement.value]
        case Take():
            return [*_offsets(statement.array), statement.position]
        case Put():
            return [*_offsets(statement.array), statement.position, statement.value, statement.mask]
        case Write():
            return [statement.value]
        case Each():
            return [statement.start, statement.stop]
        case Repeat():
            return list(statement.again)
        case When():
            return [statement.flag]
        case Invoke():
            return [x for array in statement.arguments if isinstance(array, Array) for x in _offsets(array)]
        case Return():
            return [statement.status]
    return []


def targets(statement: Statement) -> list[Value]:
    """The values that a statement computes."""
    match statement:
        case Let() | Load() | Take() | Read() | Invoke():
            return [statement.target]
        case Evaluate():
            return list(statement.targets)
        case Each():
            return [statement.counter]
    return []


def _offsets(array: Array) -> list[Value]:
    return [] if array.offset is None else [array.offset]


def _walk(statements: Iterable[Statement], path: Path) -> Iterator[tuple[Statement, Path]]:
    for statement in statements:
        yield statement, path
        if isinstance(statement, (Each, Repeat, When)):
            yield from _walk(statement.body, (*path, id(statement)))
