"""Lines of drawings."""

from __future__ import annotations

from dataclasses import dataclass

from dalembert.errors import ModelError
from dalembert.model.bodies import Frame

LINES = ("spring", "damper", "spring and damper", "bar")
"""Kinds of lines."""


@dataclass(frozen=True)
class DrawnLine:
    """A line between two points as textbooks draw it: "spring", "damper", "spring and damper" or "bar"."""

    kind: str
    first: Frame
    second: Frame

    def __post_init__(self) -> None:
        if self.kind not in LINES:
            raise ModelError(f"there is no line {self.kind!r} between two points; there are {', '.join(LINES)}")
