"""Arguments of an exported function: their names, how they are declared, and what they hold."""

from __future__ import annotations

from collections.abc import Sequence

from dalembert.native.c.c_names import Names, comment, identifier
from dalembert.native.c.c_program import Face, Place
from dalembert.native.groups import Group
from dalembert.native.kernel import Kernel


class Arguments:
    """One argument per group, and one for all parameters: a scalar input by value, all else by pointer."""

    def __init__(self, kernel: Kernel, name: str) -> None:
        names = Names([name, "work", "status"])
        inputs = [names.take(group.name) for group in kernel.inputs]
        self.parameters = names.take("parameters" if "p" in inputs else "p")
        outputs = [
            names.take(f"{group.name}_out" if identifier(group.name) in inputs else group.name)
            for group in kernel.outputs
        ]
        fields = Names()
        self.fields = [fields.take(parameter) for parameter in kernel.parameters]
        """Members of the structure of parameters."""

        self.notes: dict[str, str] = {}
        """A comment about each argument."""

        declarations: dict[str, str] = {}
        input_places: list[Place] = []
        for argument, group in zip(inputs, kernel.inputs, strict=True):
            symbols = kernel.program.inputs[group.span]
            texts = _entries(argument, group, scalar=argument)
            input_places += [Place(argument, text, symbol) for text, symbol in zip(texts, symbols, strict=True)]
            declarations[argument] = f"double {argument}" if group.shape == () else f"const double *{argument}"
            self.notes[argument] = _note("input", argument, group, symbols)
        if self.fields:
            declarations[self.parameters] = f"const {name}_parameters *{self.parameters}"
            self.notes[self.parameters] = f"parameters; a null pointer stands for {name}_defaults"
        output_places: list[Place] = []
        for argument, group in zip(outputs, kernel.outputs, strict=True):
            output_places += [Place(argument, text) for text in _entries(argument, group, scalar=f"*{argument}")]
            declarations[argument] = f"double *{argument}"
            self.notes[argument] = _note("output", argument, group, ())
        shared = [
            Place(self.parameters, f"{self.parameters}->{field}", parameter)
            for field, parameter in zip(self.fields, kernel.parameters, strict=True)
        ]
        self.face = Face(declarations, tuple(input_places), tuple(shared), tuple(output_places))


def _entries(argument: str, group: Group, *, scalar: str) -> list[str]:
    """C expressions of the entries of a group."""
    return [scalar] if group.shape == () else [f"{argument}[{k}]" for k in range(group.size)]


def _note(kind: str, argument: str, group: Group, symbols: Sequence[str]) -> str:
    """Kind, name if C needs another one, shape, and names of the entries if these say more."""
    shape = " × ".join(map(str, group.shape))
    name = "" if group.name == argument else f" {comment(group.name)!r}"
    note = f"{kind}{name}{f' ({shape})' if shape else ''}"
    plain = [group.name] if group.shape == () else [f"{group.name}[{_index(k, group)}]" for k in range(group.size)]
    return note if list(symbols) in ([], plain) else f"{note}: {', '.join(map(comment, symbols))}"


def _index(k: int, group: Group) -> str:
    digits = []
    for size in reversed(group.shape):
        k, digit = divmod(k, size)
        digits.append(str(digit))
    return ",".join(reversed(digits))
