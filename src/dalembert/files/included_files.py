"""Files that a model file includes: beneath its folder, no more and no larger ones than the limits allow."""

from __future__ import annotations

from pathlib import Path

from dalembert.errors import ModelError
from dalembert.files.toml_places import Path as Keys
from dalembert.files.toml_places import Toml, read_toml

LARGEST = 500_000
"""Bytes of a file at most, and of all that are included together."""

MOST_FILES = 100
"""Files that are included at most."""

MOST_PARTS = 10_000
"""Bodies and parts of all models of a file at most."""


class IncludedFiles:
    """Files that are read together: no more than the limits allow, none from outside of the folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.n_bytes = self.n_files = self.n_parts = 0
        self.open_files: list[Path] = []

    def contents(self, path: Path) -> bytes:
        """Bytes of a file, as long as all of them together are within the limits."""
        try:
            if path.exists() and not path.is_file():
                raise ModelError(f"{path} is no ordinary file")
            size = path.stat().st_size
            self.n_bytes, self.n_files = self.n_bytes + size, self.n_files + 1
            if self.n_bytes > LARGEST or self.n_files > MOST_FILES:
                raise ModelError(
                    f"{path.name} and what it includes have more than {LARGEST:,} bytes or {MOST_FILES} files"
                )
            return path.read_bytes()
        except (OSError, ValueError) as error:
            raise ModelError(f"{path} cannot be read: {error}") from None

    def inside(self, name: str, folder: Path, toml: Toml, keys: Keys) -> Path:
        """The path of a file beneath the folder of the first one, or a message."""
        try:
            path = (folder / name).resolve()
            is_beneath = path.is_relative_to(self.folder)
        except (OSError, ValueError, RuntimeError) as error:
            toml.fail(keys, f"{name!r} is no path: {error}")
        if not is_beneath:
            toml.fail(keys, f"{name!r} lies outside of the folder of the file; put it beneath that folder")
        return path

    def included(self, name: str, folder: Path, toml: Toml, keys: Keys) -> tuple[Toml, Path]:
        """Another file, as TOML, and its folder."""
        path = self.inside(name, folder, toml, keys)
        if path in self.open_files:
            toml.fail(keys, f"{name!r} includes itself, directly or through other files")
        if not path.is_file():
            toml.fail(keys, f"there is no file {name!r} in the folder of {toml.source}")
        try:
            data = self.contents(path)
        except ModelError as error:
            toml.fail(keys, str(error))
        self.open_files.append(path)
        return read_toml(data, str(path.relative_to(self.folder))), path.parent

    def count(self, toml: Toml, keys: Keys) -> None:
        """Count one more body or part, up to the limit."""
        self.n_parts += 1
        if self.n_parts > MOST_PARTS:
            toml.fail(keys, f"the file has more than {MOST_PARTS:,} bodies and parts")
