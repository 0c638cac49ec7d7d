"""The file being exported: its helpers and functions, each defined once and before it is used."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dalembert.expr.calls import Routine
from dalembert.native.c.c_names import Names
from dalembert.native.c.c_operations import HELPERS, Term, helper_name, operation

OWN_NAME = "\0"
"""Stands for a function's own name while its code is written."""

LINE = 100
"""Columns of a line, where there is a choice."""


@dataclass(frozen=True)
class Defined:
    """A function of the file, and the doubles of work space that it needs."""

    name: str
    work: int = 0


class Unit:
    """Definitions of one C file, in order."""

    def __init__(self, prefix: str, part_size: int) -> None:
        self.prefix, self.part_size = prefix, part_size
        self.definitions: list[str] = []
        self.defined: dict[object, Defined] = {}
        """Functions that were written for procedures, pure functions and routines."""
        self._names = Names([prefix, *(helper_name(op, prefix) for op in HELPERS)])
        self.callbacks: dict[str, Routine] = {}
        """Functions that the user supplies, and the routines they are."""
        self._by_code: dict[str, str] = {}
        self._helpers: set[str] = set()

    @property
    def helpers(self) -> list[str]:
        """Definitions of the helpers that are used."""
        return [HELPERS[op].format(name=helper_name(op, self.prefix)) for op in HELPERS if op in self._helpers]

    @property
    def functions(self) -> list[str]:
        """Names of everything defined or reserved so far."""
        return self._names.taken

    def term(self, op: str, args: Sequence[Term]) -> Term:
        """The expression that computes `op`."""
        if op in HELPERS:
            self._helpers.add(op)
        return operation(op, args, self.prefix)

    def name(self, wish: str) -> str:
        """A name for something with external or file scope; it begins with the prefix."""
        return self._names.take(f"{self.prefix}_{wish}")

    def callback(self, routine: Routine) -> str:
        """The name of the function that the user supplies for a routine."""
        name = self.name(f"callback_{routine.name}")
        self.callbacks[name] = routine
        return name

    def define(self, wish: str, code: str, comment: str = "") -> str:
        """The name of the function with this code, where `OWN_NAME` stands for it; equal code is one function."""
        if code not in self._by_code:
            name = self._by_code[code] = self.name(wish)
            heading = f"/* {comment} */\n" if comment else ""
            self.definitions.append(heading + code.replace(OWN_NAME, name))
        return self._by_code[code]


def signature(head: str, parameters: Sequence[str]) -> str:
    """Head of a function; parameters are one per line if they do not fit into one."""
    text = f"{head}({', '.join(parameters) or 'void'})"
    if len(text) <= LINE:
        return text
    return f"{head}(\n    " + ",\n    ".join(parameters) + ")"


def function_code(head: str, parameters: Sequence[str], lines: Iterable[str]) -> str:
    """A function with these lines; several empty ones are one, and none is the last."""
    body = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")
    return f"{signature(head, parameters)}\n{{\n{body}\n}}\n"


def words(lines: Iterable[str]) -> set[str]:
    """All words outside of comments."""
    return set(re.findall(r"\w+", re.sub(r"/\*.*?\*/", "", "\n".join(lines))))


def filled(entries: Sequence[str], indent: str, end: str = ",") -> list[str]:
    """Entries with commas, as many per line as fit."""
    lines: list[str] = []
    line = indent
    for entry in entries:
        if len(line) + len(entry) + 2 > LINE and line != indent:
            lines.append(line.rstrip())
            line = indent
        line += f"{entry}{end} "
    return [*lines, line.rstrip()] if line != indent else lines
