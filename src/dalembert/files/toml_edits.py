"""Edits of a model file: only what differs is written anew; all else stays, with comments and order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from dalembert.errors import ModelError
from dalembert.files.model_reader import Reading
from dalembert.files.model_writer import Entry, Tables
from dalembert.files.toml_places import Path, Toml
from dalembert.files.toml_writer import block, key_text, value_text

Label = tuple[tuple[str, ...], str, str]
"""What an entry is known by: its model, its list, its name; a task, which has no name, by its contents."""


def edited_text(known: Reading, new: list[Tables], old: list[Tables]) -> str:
    """The text of a file that says what new tables say, where the old tables are what it says now."""
    edits = _Edits(known.toml)
    before = {tables.root: tables for tables in old}
    places = _places(known)
    for tables in new:
        was = before.get(tables.root, Tables(tables.root))
        _edit_keys(edits, tables.root, was.keys, tables.keys, is_top=True)
        for name in {**was.named, **tables.named}:
            path = (*tables.root, name)
            _edit_keys(edits, path, was.named.get(name, {}), tables.named.get(name, {}), is_top=False)
        _edit_entries(edits, tables, was, places)
    return edits.applied()


@dataclass
class _Edits:
    """Replacements in a text."""

    toml: Toml
    changes: list[tuple[int, int, str]] = field(default_factory=list)
    appended: list[str] = field(default_factory=list)

    def change(self, start: int, end: int, text: str) -> None:
        self.changes.append((start, end, text))

    def remove_lines(self, start: int, end: int) -> None:
        """Remove whole lines, the end of the last included."""
        text = self.toml.text
        first = text.rfind("\n", 0, start) + 1
        last = text.find("\n", end)
        self.change(first, len(text) if last < 0 else last + 1, "")

    def applied(self) -> str:
        text = self.toml.text
        for start, end, new in sorted(self.changes, key=lambda x: (x[0], x[1]), reverse=True):
            text = text[:start] + new + text[end:]
        more = "".join(f"\n{x}\n" for x in self.appended)
        return (text if text.endswith("\n") or not text else f"{text}\n") + more

    def end_of(self, path: Path) -> int:
        """The end of the last value beneath a path."""
        return self._ends[path]

    @cached_property
    def _ends(self) -> dict[Path, int]:
        ends: dict[Path, int] = {}
        for keys, span in self.toml.spans.items():
            for n in range(len(keys) + 1):
                ends[keys[:n]] = max(span.end, ends.get(keys[:n], 0))
        return ends


def _edit_keys(edits: _Edits, path: tuple[str, ...], old: Entry, new: Entry, is_top: bool) -> None:
    """Change the keys of a table that differ."""
    spans = edits.toml.spans
    added: Entry = {}
    for key, value in new.items():
        if key in old and old[key] == value:
            continue
        if (*path, key) in spans:
            span = spans[(*path, key)]
            edits.change(span.value, span.end, value_text(value))
        elif key in old:
            raise ModelError(f"{key!r} stands in a file that {edits.toml.source} includes; change it there")
        else:
            added[key] = value
    for key in old:
        if key not in new and (*path, key) in spans:
            edits.remove_lines(spans[(*path, key)].key, edits.end_of((*path, key)))
    if added:
        _add_keys(edits, path, added, is_top)


def _add_keys(edits: _Edits, path: tuple[str, ...], added: Entry, is_top: bool) -> None:
    lines = "".join(f"{key_text(key)} = {value_text(value)}\n" for key, value in added.items())
    spans = edits.toml.spans
    if path in edits.toml.headers:
        after = edits.toml.text.find("\n", spans[path].end)
        edits.change(*(2 * ((len(edits.toml.text) if after < 0 else after + 1),)), lines)
    elif path in spans and not is_top:
        raise ModelError(f"write [{'.'.join(path)}] as a table with a header, so that names can be added to it")
    elif is_top and not path:
        # keys of the file stand before its first table
        first = min((spans[header].key for header in edits.toml.headers), default=len(edits.toml.text))
        edits.change(first, first, lines)
    else:
        edits.appended.append(block((), path, added, False))


def _places(known: Reading) -> dict[Label, Path | None]:
    """Tables of the file by what they are known by; None for those of files that it includes."""
    places: dict[Label, Path | None] = {}
    counts: dict[str, int] = {}
    for table in known.tables:
        section = str(table.keys[-2])
        root = tuple(map(str, table.keys[:-2]))
        name = getattr(table.value, "name", None)
        if name is None:
            name = str(counts.setdefault(section, 0))
            counts[section] += 1
        places[root, section, name] = table.keys if table.toml is known.toml else None
    return places


def _labelled(tables: Tables) -> dict[Label, Entry]:
    counts: dict[str, int] = {}
    labelled: dict[Label, Entry] = {}
    for section, entry in tables.entries:
        name = entry.get("name")
        if name is None:
            name = str(counts.setdefault(section, 0))
            counts[section] += 1
        labelled[tables.root, section, name] = entry
    return labelled


def _edit_entries(edits: _Edits, new: Tables, old: Tables, places: Mapping[Label, Path | None]) -> None:
    """Change, add, remove and reorder the tables of bodies and parts."""
    before, after = _labelled(old), _labelled(new)
    for label, entry in before.items():
        if label in places and places[label] is None and after.get(label) != entry:
            raise ModelError(f"{label[2]!r} stands in a file that {edits.toml.source} includes; change it there")
    texts: dict[Label, str] = {}
    for label, entry in after.items():
        path = places.get(label)
        if path is not None and path in edits.toml.headers:
            texts[label] = _entry_text(edits, path, before.get(label, {}), entry)
        elif label not in places:
            texts[label] = block(label[0], (label[1],), entry, True)
        elif path is not None and before.get(label) != entry:
            raise ModelError(
                f"write {label[2]!r} as a table with a header, [[{label[1]}]], so that it can be changed"
            )
    _place_texts(edits, texts, [x for x in before if x not in after], places)


def _entry_text(edits: _Edits, path: Path, old: Entry, new: Entry) -> str:
    """The table as it stands, with values that differ changed."""
    toml = edits.toml
    start, end = toml.spans[path].key, edits.end_of(path)
    if old == new:
        return toml.text[start:end]
    written = {str(keys[len(path)]) for keys in toml.spans if len(keys) > len(path) and keys[: len(path)] == path}
    changed = [key for key in {**old, **new} if old.get(key) != new.get(key)]
    is_simple = old.get("type") == new.get("type") and all(
        key not in written or ((*path, key) in toml.spans and (*path, key) not in toml.headers) for key in changed
    )
    if not is_simple or any(key in old and key in new and key not in written for key in changed):
        root = tuple(map(str, path[:-2]))
        return block(root, (str(path[-2]),), new, True)
    inner = _Edits(toml)
    for key in changed:
        if key in written and key in new:
            span = toml.spans[(*path, key)]
            inner.change(span.value, span.end, value_text(new[key]))
        elif key in written:
            inner.remove_lines(toml.spans[(*path, key)].key, toml.spans[(*path, key)].end)
    text = toml.text[start:end]
    for a, b, value in sorted(inner.changes, reverse=True):
        text = text[: a - start] + value + text[b - start :]
    text = text.rstrip("\n")
    added = "".join(
        f"\n{key_text(key)} = {value_text(new[key])}" for key in changed if key in new and key not in written
    )
    header_end = toml.spans[path].end - start
    return text[:header_end] + added + text[header_end:]


def _place_texts(
    edits: _Edits, texts: Mapping[Label, str], removed: list[Label], places: Mapping[Label, Path | None]
) -> None:
    """Put tables where tables of these names stood, in the new order; further ones behind those before them."""
    spans = edits.toml.spans
    for label in removed:
        path = places.get(label)
        if path is not None and path in edits.toml.headers:
            edits.remove_lines(spans[path].key, edits.end_of(path))
    standing = [label for label in texts if places.get(label) is not None]
    ordered = sorted((x for x in standing if x[1] != "body"), key=lambda x: spans[_path(places, x)].key)
    slots = dict(zip((x for x in standing if x[1] != "body"), ordered, strict=True))
    last: Label | None = None
    behind: dict[Label, str] = {}
    for label, text in texts.items():
        if label in standing:
            last = slots.get(label, label)
            behind[last] = text
        elif last is not None:
            behind[last] += f"\n\n{text}"
        else:
            edits.appended.append(text)
    for slot, text in behind.items():
        path = _path(places, slot)
        edits.change(spans[path].key, edits.end_of(path), text)


def _path(places: Mapping[Label, Path | None], label: Label) -> Path:
    path = places[label]
    assert path is not None
    return path
