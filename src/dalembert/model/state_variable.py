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

    Parameters
    ----------
    name : str
        Name of the state, and of its signal.
    rate : expression
        Its derivative ż in time.
    start : float, optional
        Value at the start; default 0.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> lag = da.StateVariable("lag", rate=(da.coordinate("hinge") - da.measures.state_variable("lag")) / 0.1)
    >>> motion = da.simulate(da.Model(da.Revolute("hinge", da.ground, rod), lag), {"hinge": 1.0}, until=1.0)
    >>> print(f"{motion['lag'][-1]:.4f} rad")
    1.0000 rad
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
        """Whether the variable holds between events, so that nothing integrates it."""
        return False

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep((), "rate", "start")
        if not is_numeric(self.start):
            raise ModelError(
                f"'start' of {self.label} must be a number, not {self.start!r}; a state may give others"
            )
