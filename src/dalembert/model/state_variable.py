"""State variables: first-order states that are integrated along with the motion."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass

from dalembert.errors import ModelError
from dalembert.expr.node import Scalar
from dalembert.model.part import Part
from dalembert.spatial.vectors import is_numeric


@dataclass(frozen=True)
class StateVariable(Part):
    """A first-order state z with ż = `rate`, an expression of time, parameters and measures.

    `state_variable(name)` is z; it may stand in laws, events, other state variables and its own rate. A filter of
    the angle with the time constant 0.1 is `StateVariable("lag", rate=(coordinate("elbow") -
    state_variable("lag")) / 0.1)`.
    """

    _: KW_ONLY
    rate: Scalar
    start: float = 0.0
    """Value at the beginning, unless the state says otherwise."""

    @property
    def state_variables(self) -> tuple[StateVariable, ...]:
        return (self,)

    @property
    def is_discrete(self) -> bool:
        """Whether it holds between events, so that nothing integrates it."""
        return False

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep((), "rate", "start")
        if not is_numeric(self.start):
            raise ModelError(
                f"'start' of {self.label} must be a number, not {self.start!r}; a state may give others"
            )
