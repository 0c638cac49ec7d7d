"""WebAssembly modules from LLVM's object code.

An object is a module already. What is missing is told in its custom sections: which function has which name. Its
constants stand from address 0 on, as LLVM laid them out; whoever loads the module gives its memory and its stack.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dalembert.errors import CompileError

_CUSTOM, _IMPORT, _EXPORT, _ELEMENT, _CODE, _DATA, _DATA_COUNT = 0, 2, 7, 9, 10, 11, 12
_FUNCTION, _TABLE, _MEMORY, _GLOBAL = range(4)
_SYMBOL_TABLE = 8
_UNDEFINED, _EXPLICIT_NAME = 0x10, 0x40
_GIVEN = {"__linear_memory", "__stack_pointer", "__indirect_function_table", "sin", "cos", "tan"}
"""What whoever loads the module gives it."""


@dataclass
class _Reader:
    """Reads numbers and names one after the other."""

    data: bytes
    at: int = 0

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def number(self) -> int:
        """An unsigned number in seven bits a byte."""
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def bytes(self, n: int) -> bytes:
        self.at += n
        return self.data[self.at - n : self.at]

    def name(self) -> str:
        return self.bytes(self.number()).decode()

    @property
    def is_at_end(self) -> bool:
        return self.at >= len(self.data)


@dataclass(frozen=True)
class WasmModule:
    """A module that runs once it is given memory, stack and what else it imports."""

    code: bytes
    imports: tuple[str, ...]
    data_end: int
    """Bytes at the beginning of memory that its constants take."""


def linked_module(image: bytes, exports: Iterable[str]) -> WasmModule:
    """The module of one object that defines these functions; they are exported by their names."""
    sections = list(_sections(image))
    imports = _imports(next((body for kind, body in sections if kind == _IMPORT), b"\0"))
    if unknown := sorted(set(imports) - _GIVEN):
        raise CompileError(f"no page has the function {unknown[0]!r}, which this code calls")
    functions = _functions(sections)
    table = _encoded(len(list(exports := list(exports))))
    for name in exports:
        encoded = name.encode()
        table += _encoded(len(encoded)) + encoded + bytes([_FUNCTION]) + _encoded(functions[name])
    code, is_exported = image[:8], False
    for kind, body in sections:
        if kind == _CUSTOM:
            continue
        if not is_exported and kind in (_ELEMENT, _CODE, _DATA, _DATA_COUNT):
            code, is_exported = code + _section(_EXPORT, table), True
        code += _section(kind, body)
    return WasmModule(code, tuple(imports), _data_end(next((b for k, b in sections if k == _DATA), b"\0")))


def _sections(image: bytes) -> Iterator[tuple[int, bytes]]:
    reader = _Reader(image, 8)
    while not reader.is_at_end:
        kind = reader.byte()
        yield kind, reader.bytes(reader.number())


def _section(kind: int, body: bytes) -> bytes:
    return bytes([kind]) + _encoded(len(body)) + body


def _encoded(number: int) -> bytes:
    out = bytearray()
    while number >= 128:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


def _imports(body: bytes) -> list[str]:
    """Names of what is imported."""
    reader, names = _Reader(body), []
    for _ in range(reader.number()):
        reader.name()
        names.append(reader.name())
        kind = reader.byte()
        if kind == _FUNCTION:
            reader.number()
        elif kind == _GLOBAL:
            reader.bytes(2)
        else:
            if kind == _TABLE:
                reader.byte()
            if reader.byte() & 1:
                reader.number()
            reader.number()
    return names


def _functions(sections: Iterable[tuple[int, bytes]]) -> dict[str, int]:
    """Numbers of the functions that an object defines, from its table of symbols."""
    found: dict[str, int] = {}
    for kind, body in sections:
        reader = _Reader(body)
        if kind != _CUSTOM or reader.name() != "linking":
            continue
        reader.number()
        while not reader.is_at_end:
            part, content = reader.byte(), _Reader(reader.bytes(reader.number()))
            if part == _SYMBOL_TABLE:
                found.update(_defined(content))
    return found


def _defined(reader: _Reader) -> Iterator[tuple[str, int]]:
    data, section = 1, 3
    for _ in range(reader.number()):
        kind, flags = reader.byte(), reader.number()
        is_defined = not flags & _UNDEFINED
        if kind == data:
            reader.name()
            if is_defined:
                for _ in range(3):
                    reader.number()
        elif kind == section:
            reader.number()
        else:
            number = reader.number()
            if is_defined or flags & _EXPLICIT_NAME:
                name = reader.name()
                if kind == 0 and is_defined:
                    yield name, number


def _data_end(body: bytes) -> int:
    """Where constants end in memory."""
    reader, end = _Reader(body), 0
    for _ in range(reader.number()):
        reader.number()
        reader.byte()
        start = reader.number()
        reader.byte()
        size = reader.number()
        reader.bytes(size)
        end = max(end, start + size)
    return end
