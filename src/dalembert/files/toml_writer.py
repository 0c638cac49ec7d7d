"""Tables as TOML, and edits of a file that leave everything else as a person wrote it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from dalembert.files.model_writer import Entry, Tables

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def toml_text(all_tables: Iterable[Tables]) -> str:
    """A whole file."""
    blocks = []
    for tables in all_tables:
        if tables.keys:
            head = [f"[{header(tables.root)}]"] if tables.root else []
            blocks.append("\n".join([*head, *_lines(tables.keys)]))
        blocks += [block(tables.root, (key,), table, False) for key, table in tables.named.items()]
        blocks += [block(tables.root, (section,), table, True) for section, table in tables.entries]
    return "\n\n".join(blocks) + "\n"


def block(root: tuple[str, ...], keys: tuple[str, ...], table: Entry, is_list: bool) -> str:
    """One table with its header."""
    name = header((*root, *keys))
    return "\n".join([f"[[{name}]]" if is_list else f"[{name}]", *_lines(table)])


def header(keys: Iterable[str]) -> str:
    """Keys with dots between them."""
    return ".".join(map(key_text, keys))


def _lines(table: Entry) -> list[str]:
    return [f"{key_text(key)} = {value_text(value)}" for key, value in table.items()]


def key_text(key: str) -> str:
    """A key, in quotation marks if it needs them."""
    return key if _BARE.fullmatch(key) else _string(key)


def value_text(value: Any) -> str:
    """A plain value on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, Mapping):
        inner = ", ".join(f"{key_text(str(key))} = {value_text(x)}" for key, x in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    return f"[{', '.join(map(value_text, value))}]"


def _string(text: str) -> str:
    # TOML escapes what JSON does, and this one letter besides
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
