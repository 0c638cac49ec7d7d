"""Targets of a search for rest or steady motion: values that are held, what is solved for, and a guess."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from dalembert.equations.equations import Equations
from dalembert.errors import ModelError
from dalembert.expr.node import Scalar
from dalembert.name_checks import checked_names
from dalembert.state import State, Values, as_state


@dataclass(frozen=True, eq=False)
class Targets:
    """Coordinates `q`, speeds `u` and measures `where` that are held, what is `unknown`, and what it is near."""

    q: Values | None = None
    u: Values | None = None
    guess: Values | State | None = None
    where: Iterable[tuple[Scalar, float]] = ()
    unknown: Sequence[str] = ()
    p: Values | None = None
    tau: Values | None = None
    z: Values | None = None

    @cached_property
    def near(self) -> State:
        """The guess as a state."""
        return as_state(self.guess)

    @cached_property
    def values(self) -> State:
        """Values that are held and given, with what the guess has besides."""
        near = self.near
        p: Mapping[str, float] = {**near.p, **(self.p or {})}
        return State(0.0, self.q or {}, self.u or {}, self.z or near.z, self.tau or near.tau, p)

    def check(self, equations: Equations, what: str) -> None:
        """Raise if it is none of these equations; `what` is looked for."""
        if isinstance(self.unknown, str):
            raise ModelError(
                f"unknown is a list of names of inputs and parameters, such as [{self.unknown!r}], not a text"
            )
        if equations.variables.momentum_coordinates:
            raise ModelError(
                f"{what} is found from forces along speeds, not along momenta: give the model, or equations by "
                "another principle than Hamilton's"
            )
        checked_names(self.values.p, equations.parameters, "parameter")
