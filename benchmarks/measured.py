"""Figures as `benchmarks/run.py --json` has written them."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from figures import Figure


@dataclass(frozen=True)
class Measured:
    """Figures by part and name."""

    conditions: dict[str, Any]
    parts: dict[str, dict[str, Any]]

    @classmethod
    def read(cls, file: Path) -> Measured:
        text = json.loads(file.read_text(encoding="utf-8"))
        return cls(text, text["parts"])

    def figures(self, part: str) -> list[Figure]:
        names = [field.name for field in fields(Figure)]
        return [Figure(**{name: row[name] for name in names}) for row in self.parts[part]["figures"]]

    def value(self, part: str, name: str) -> float:
        """The figure of a name; of several alike, the first."""
        return next(figure.value for figure in self.figures(part) if figure.name == name)

    def missed(self) -> list[tuple[str, Figure]]:
        return [(part, figure) for part in self.parts for figure in self.figures(part) if not figure.is_kept]

    def bounded(self) -> int:
        return sum(figure.bound is not None for part in self.parts for figure in self.figures(part))
