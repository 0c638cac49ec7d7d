"""First-order states: what is integrated along with the motion."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Any

from dalembert.errors import ModelError
from dalembert.model.part import Part
from dalembert.spatial.vectors import is_numeric


@dataclass(frozen=True)
class Integral(Part):
    """A first-order state z with ż = `of`, an expression of time, parameters and measures.

    `value(name)` is z; it may stand in laws, events, other integrals and its own rate. A filter of the angle with
    the time constant 0.1 is `Integral("lag", of=(coordinate("elbow") - integral_value("lag")) / 0.1)`.
    """

    _: KW_ONLY
    of: Any
    start: float = 0.0
    """Value at the beginning, unless the state says otherwise."""

    @property
    def integrals(self) -> tuple[Integral, ...]:
        return (self,)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep((), "of", "start")
        if not is_numeric(self.start):
            raise ModelError(
                f"'start' of {self.label} must be a number, not {self.start!r}; a state may give others"
            )
