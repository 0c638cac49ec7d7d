"""Joints with one axis and one coordinate: the common part of turning, sliding and screwing."""

from __future__ import annotations

from dataclasses import dataclass, field

from dalembert.model.joint import Joint
from dalembert.spatial.vectors import Axis


@dataclass(frozen=True)
class OneAxis(Joint):
    """A joint about or along one axis, which both frames share; its coordinate is named like the joint."""

    axis: Axis = "z"
    default: float = field(default=0.0, kw_only=True)
    """Default of the coordinate, as in a sketch; both frames coincide at zero."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep_axis("axis")
        self.keep_defaults("default")

    @property
    def default_values(self) -> tuple[float, ...]:
        return (self.default,)

    @property
    def coordinates(self) -> tuple[str, ...]:
        return (self.name,)
