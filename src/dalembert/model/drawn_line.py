"""Lines of drawings."""

from __future__ import annotations

from dataclasses import dataclass

from dalembert.model.bodies import Frame


@dataclass(frozen=True)
class DrawnLine:
    """A line between two points as textbooks draw it: "spring", "damper", "spring and damper" or "bar"."""

    kind: str
    first: Frame
    second: Frame
