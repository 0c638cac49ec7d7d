"""The variables of equations: names, units and default values."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from dalembert.arrays import Array
from dalembert.expr.symbol_nodes import symbol


@dataclass(frozen=True, eq=False)
class Variables:
    """q, u, z, τ and p, by name."""

    coordinates: tuple[str, ...]
    speeds: tuple[str, ...]
    states: tuple[str, ...] = ()
    """Names of the first-order states z."""

    inputs: tuple[str, ...] = ()
    parameters: Mapping[str, float] = field(default_factory=dict)
    """Names and default values of the open parameters."""

    units: Mapping[str, str] = field(default_factory=dict)
    """Of coordinates and speeds, by name, as far as they are known."""

    default_values: tuple[float, ...] = ()
    """Default values of q."""

    starts: tuple[float, ...] = ()
    """Default values of z."""

    discrete: tuple[str, ...] = ()
    """The last names of z: discrete variables, which hold between events, such as modes of contacts."""

    unwrapped_angles: tuple[str, ...] = ()
    """The last names of q: multi-turn angles. The other coordinates determine them up to whole turns."""

    measurable: Mapping[str, bool] = field(default_factory=dict)
    """Coordinates that are not in q, and whether they are angles, known in (−π, π] only."""

    rates_of_momenta: tuple[str, ...] = ()
    """Names of the rates that the speeds are momenta of, if they are momenta: then equations are canonical."""

    own_speeds: Array | None = None
    """Variables for the speeds, where those of their names stand for something else."""

    @property
    def are_momenta(self) -> bool:
        """Whether what takes the place of speeds are momenta."""
        return bool(self.rates_of_momenta)

    @property
    def directions(self) -> tuple[str, ...]:
        """Names of small motions (nu,): those of the speeds, or of the rates that momenta belong to."""
        return self.rates_of_momenta or self.speeds

    @property
    def momentum_coordinates(self) -> Mapping[str, str]:
        """Names of speeds that are momenta, with those of their coordinates."""
        rates = [name.removesuffix(".rate") for name in self.rates_of_momenta]
        return dict(zip(self.speeds, rates, strict=True)) if rates else {}

    @property
    def names(self) -> frozenset[str]:
        """Names of q, u, z and τ."""
        return frozenset((*self.coordinates, *self.speeds, *self.states, *self.inputs))

    @cached_property
    def q(self) -> Array:
        """Coordinates (nq,)."""
        return symbols(self.coordinates)

    @cached_property
    def u(self) -> Array:
        """Speeds (nu,)."""
        return symbols(self.speeds) if self.own_speeds is None else self.own_speeds

    @cached_property
    def z(self) -> Array:
        """First-order states (nz,)."""
        return symbols(self.states)

    @cached_property
    def tau(self) -> Array:
        """Inputs (n_tau,)."""
        return symbols(self.inputs)


def helper_variables(names: Iterable[str], taken: Collection[str]) -> Array:
    """Variables (n,) beside others; equal names are one variable, so names that are taken get a mark."""
    used, free = set(taken), []
    for wanted in names:
        name = wanted
        while name in used:
            name += "*"
        used.add(name)
        free.append(name)
    return symbols(tuple(free))


def symbols(names: tuple[str, ...]) -> Array:
    """Variables of these names (n,)."""
    result = np.empty(len(names), dtype=object)
    result[:] = [symbol(name) for name in names]
    result.flags.writeable = False
    return result
