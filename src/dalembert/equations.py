"""The symbolic contract that every formulation ends in.

```
q̇ = N u + η                           kinematics
ż = h                                  first-order states
M a = f + G τ + Jᵀ λ                   a = u̇
c(t,q) = 0                             kept by the kinematics themselves: monitored and projected, no λ
φ(t,q) = 0   ψ(t,q,u) = 0   J a = γ    constraints by level
```
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.errors import FormulationError
from dalembert.expr.calculus import jacobian
from dalembert.expr.symbols import symbol
from dalembert.state import closest

Array = Any


@dataclass(frozen=True, eq=False)
class FirstOrder:
    """ẋ = F(t, x, τ, p): what time stepping needs of any equations."""

    names: tuple[str, ...]
    x: Array
    """States (n,)."""

    tau: Array
    """Inputs, constant during a run."""

    rate: Array
    """F, (n,)."""

    projected: Array
    """The nearest states that are valid, (n,); the states themselves where all are."""

    n_positions: int
    """How many states at the beginning are positions whose rates follow in the same order; 0 if that is not so."""


class Equations(ABC):
    """Equations of motion in the states of one formulation, as expressions; each is made when it is asked for."""

    @property
    @abstractmethod
    def coordinates(self) -> tuple[str, ...]:
        """Names of q."""

    @property
    @abstractmethod
    def speeds(self) -> tuple[str, ...]:
        """Names of u."""

    @property
    def states(self) -> tuple[str, ...]:
        """Names of the first-order states z."""
        return ()

    @property
    @abstractmethod
    def inputs(self) -> tuple[str, ...]:
        """Names of τ."""

    # ---- the variables

    @cached_property
    def q(self) -> Array:
        """Coordinates (nq,)."""
        return _variables(self.coordinates)

    @cached_property
    def u(self) -> Array:
        """Speeds (nu,)."""
        return _variables(self.speeds)

    @cached_property
    def z(self) -> Array:
        """First-order states (nz,)."""
        return _variables(self.states)

    @cached_property
    def tau(self) -> Array:
        """Inputs (n_tau,)."""
        return _variables(self.inputs)

    # ---- the equations

    @property
    @abstractmethod
    def rates(self) -> Array:
        """q̇ = N u + η, (nq,)."""

    @property
    def N(self) -> Array:
        """∂q̇/∂u, (nq, nu)."""
        return jacobian(self.rates, self.u)

    @property
    def h(self) -> Array:
        """ż, (nz,)."""
        return np.zeros(0)

    @property
    @abstractmethod
    def M(self) -> Array:
        """Mass matrix (nu, nu)."""

    @property
    @abstractmethod
    def f(self) -> Array:
        """All forces that contain neither a, τ nor λ, (nu,)."""

    @property
    @abstractmethod
    def G(self) -> Array:
        """Input matrix (nu, n_tau)."""

    @property
    @abstractmethod
    def accelerations(self) -> Array:
        """a = u̇ solved for, (nu,)."""

    @property
    def c(self) -> Array:
        """What the coordinates satisfy by themselves, (m_c,)."""
        return np.zeros(0)

    @property
    def projected(self) -> Array:
        """The nearest coordinates with c = 0, (nq,)."""
        return self.q

    @property
    def phi(self) -> Array:
        """Holonomic constraints (m_phi,)."""
        return np.zeros(0)

    @property
    def psi(self) -> Array:
        """Constraints at velocity level (m_psi,): holonomic ones differentiated, then nonholonomic ones."""
        return np.zeros(0)

    @property
    def J(self) -> Array:
        """Constraint matrix (m, nu)."""
        return np.zeros((0, len(self.speeds)))

    @property
    def gamma(self) -> Array:
        """Right-hand side of J a = γ, (m,)."""
        return np.zeros(0)

    @property
    def first_order(self) -> FirstOrder:
        """The same equations as ẋ = F with x = (q, u, z)."""
        has_rates_for_speeds = len(self.q) == len(self.u) and all(
            a is b for a, b in zip(self.rates, self.u, strict=True)
        )
        return FirstOrder(
            names=(*self.coordinates, *self.speeds, *self.states),
            x=np.concatenate([self.q, self.u, self.z]),
            tau=self.tau,
            rate=np.concatenate([self.rates, self.accelerations, self.h]),
            projected=np.concatenate([self.projected, self.u, self.z]),
            n_positions=len(self.q) if has_rates_for_speeds else 0,
        )

    # ---- what can be asked

    @property
    @abstractmethod
    def neutral(self) -> tuple[float, ...]:
        """Usual values of q."""

    @abstractmethod
    def resolve(self, expression: Any) -> Any:
        """An expression of measures in the variables of these equations."""

    @property
    @abstractmethod
    def signals(self) -> Mapping[str, Any]:
        """Named outputs: coordinates, speeds, accelerations, energies, the wrench of every joint."""

    def signal(self, name: str) -> Any:
        """A named output as an expression."""
        if name not in self.signals:
            raise FormulationError(f"there is no signal {name!r}; {closest(name, self.signals)}")
        return self.signals[name]


def _variables(names: tuple[str, ...]) -> Array:
    result = np.empty(len(names), dtype=object)
    result[:] = [symbol(name) for name in names]
    result.flags.writeable = False
    return result
