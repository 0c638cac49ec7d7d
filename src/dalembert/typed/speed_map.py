"""Speeds and rates of coordinates: q̇ = N u + η, speeds without a coordinate, and redundant speeds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dalembert.arrays import Array, Vector
from dalembert.equations.input_states import input_rates
from dalembert.errors import FormulationError
from dalembert.expr.calculus import derivative, gradient, hessian, jacobian, time_derivative
from dalembert.expr.node import Expression, Node, Scalar, inputs_of
from dalembert.expr.rewrite import substitute
from dalembert.expr.scalar import is_zero
from dalembert.expr.small_inverse import small_inverse
from dalembert.expr.sparse_matrix import products
from dalembert.expr.symbol_nodes import time
from dalembert.expr.trial_numbers import finite_samples
from dalembert.rank import MAINLY, ROUNDING, free_motions, rank


@dataclass(frozen=True, eq=False)
class SpeedMap:
    """F(t, q, u) = (q̇, rates of coordinates that do not matter, 0), and B = ∂F/∂u.

    F holds the rates of the coordinates; then speeds that stand in no rate, each the rate of a coordinate of its
    own that nothing depends on; then what redundant speeds differ from what they are defined as.
    """

    coordinates: tuple[str, ...]
    speeds: tuple[str, ...]
    q: Array
    u: Array
    rates: Array
    """q̇ (nq,)."""

    definitions: dict[str, Scalar]
    """Redundant speeds by name, in terms of the others."""

    inputs: tuple[str, ...] = ()
    """Those that rates and rows may contain, as states whose rates are the inputs."""

    def __post_init__(self) -> None:
        if curved := self._in_speeds(self.N):
            raise FormulationError(
                f"the rates of coordinates are not linear in the speed {curved!r}; a speed that is not, is a "
                "redundant one: type it in definitions"
            )

    # ---- the map

    @cached_property
    def N(self) -> Array:
        """∂q̇/∂u (nq, nu)."""
        return jacobian(self.rates, self.u)

    @cached_property
    def kappa(self) -> Array:
        """Differences of redundant speeds from their definitions."""
        return column([self.u[self.speeds.index(name)] - y for name, y in self.definitions.items()])

    @cached_property
    def coordinate_free(self) -> list[int]:
        """Numbers of the speeds without coordinate."""
        return [
            k
            for k, name in enumerate(self.speeds)
            if name not in self.definitions and all(map(is_zero, self.N[:, k]))
        ]

    @cached_property
    def F(self) -> Array:
        """Rates of coordinates, speeds without a coordinate, and differences of redundant speeds (nF,)."""
        return np.concatenate([self.rates, self.u[self.coordinate_free], self.kappa])

    @cached_property
    def B(self) -> Array:
        """∂F/∂u (nF, nu)."""
        return jacobian(self.F, self.u)

    @property
    def motion(self) -> dict[Node, Scalar]:
        """Rates of the coordinates, and of inputs that are states, by their variables."""
        return {**dict(zip(self.q, self.rates, strict=True)), **input_rates(self.inputs)}

    @cached_property
    def is_square(self) -> bool:
        """Whether rates determine speeds, and any rates are possible."""
        return len(self.F) == len(self.u)

    def check(self) -> None:
        """Refuse speeds that rates and definitions do not determine."""
        if len(self.F) < len(self.u):
            raise FormulationError(
                f"{len(self.coordinates)} rates cannot determine the speeds {', '.join(self.speeds)}; type what "
                "the redundant ones are in definitions={speed: expression}"
            )
        samples = finite_samples(self.B)
        if samples and all(rank(B, ROUNDING) < len(self.u) for B in samples):
            free = free_motions(samples[0], ROUNDING)[:, -1]
            names = ", ".join(repr(name) for name in named(self.speeds, free))
            raise FormulationError(
                f"a combination of the speeds {names} changes no rate of a coordinate, so these are redundant: "
                "leave one out, or type what it is in definitions={speed: expression}"
            )

    # ---- momenta, power, balance

    def momenta(self, p: Array) -> Array:
        """π (nF,) with Bᵀ π = p: momenta along the rates instead of the speeds; the shortest if there are many."""
        if self.is_square:
            return products(self._inverse.T, p)
        return products(self.B, products(small_inverse(self.B.T @ self.B), p))

    @cached_property
    def _inverse(self) -> Array:
        """B⁻¹ (nu, nu)."""
        return small_inverse(self.B)

    @cached_property
    def velocity(self) -> Array | None:
        """w (nu,): forces along the speeds times w are their power; u itself unless rates or definitions move.

        None if there is no such thing.
        """
        if not self.is_curved and all(map(is_zero, self._drift)):
            return self.u
        if not self.is_square:
            return None
        n = len(self.F) - len(self.kappa)
        return products(self._inverse[:, :n], self.F[:n])

    @property
    def _drift(self) -> Array:
        """F without speeds."""
        return substitute(self.F, dict.fromkeys(self.u, 0.0)) if len(self.F) else self.F

    @cached_property
    def is_curved(self) -> bool:
        """Whether a definition is not linear in the speeds."""
        return bool(self._in_speeds(self.B))

    def _in_speeds(self, y: Array) -> str:
        """The first speed that stands in an array, if any."""
        names = dict(zip(self.u, self.speeds, strict=True))
        inputs = inputs_of([x for x in np.ravel(y) if isinstance(x, Expression)])
        return next((names[x] for x in inputs if x in names), "")

    @cached_property
    def _turning(self) -> Array:
        """Ḃ − (∂F/∂q) N (nF, nu) while no speed changes: how the directions of the speeds turn."""
        if not len(self.q):
            return time_derivative(self.B, self.motion)
        return time_derivative(self.B, self.motion) - jacobian(self.F, self.q) @ self.N

    def balance(self, L: Scalar) -> tuple[Array, Array]:
        """M (nu, nu) and b (nu,): M a + b are the forces along the speeds that a motion needs besides L's own.

        d/dt ∂L/∂u − Ḃᵀ π − Nᵀ (∂L/∂q − (∂F/∂q)ᵀ π)  with Bᵀ π = ∂L/∂u, but for forces that the definitions exert.
        Lagrange's equations if q̇ = u, those of Boltzmann and Hamel in general.
        Source: modular methodology (A.2), (A.7).
        """
        p, M = gradient(L, self.u), hessian(L, self.u)
        b = column(time_derivative(p, self.motion))
        if len(self.q):
            b = b - products(self.N.T, gradient(L, self.q))
        if all(map(is_zero, self._turning.ravel())) and not self.is_curved:
            return M, b
        self._check_integrable()
        pi = self.momenta(p)
        for i in range(len(self.kappa)):
            M = M - pi[len(self.F) - len(self.kappa) + i] * hessian(self.kappa[i], self.u)
        return M, b - products(self._turning.T, pi)

    def _check_integrable(self) -> None:
        """Refuse fewer speeds than rates unless the rates are integrable: else T lacks terms."""
        if self.is_square:
            return
        samples = finite_samples(np.concatenate([self.B, self._turning], axis=1), changes_parameters=True)
        n = len(self.u)
        for sample in samples:
            B, S = sample[:, :n], sample[:, n:]
            left = S - B @ np.linalg.lstsq(B, S, rcond=None)[0]
            if np.abs(left).max() > ROUNDING.distance * max(np.abs(S).max(), 1.0):
                raise FormulationError(
                    f"{n} speeds for {len(self.q)} rates: a nonholonomic constraint is eliminated, and an energy "
                    "in the speeds that are left lacks terms. Type the energy in speeds for all rates, with the "
                    "constraint as one, or use from_gibbs_function, which needs no more speeds"
                )

    def explicit_change(self, L: Scalar, p: Array) -> Scalar:
        """∂L/∂t as a function of t, q and q̇ (and not of the speeds)."""
        explicit, moving = derivative(L, time), time_derivative(self.F, input_rates(self.inputs))
        return explicit if all(map(is_zero, moving)) else explicit - products(moving[None], self.momenta(p))[0]


def named(speeds: tuple[str, ...], direction: Vector) -> list[str]:
    """Names of the speeds that matter in a direction (nu,)."""
    sizes = np.abs(direction)
    return [name for name, size in zip(speeds, sizes, strict=True) if size > MAINLY * sizes.max()]


def column(values: Iterable[object]) -> Array:
    """Entries as an array of objects (n,)."""
    entries = list(values)
    array = np.empty(len(entries), dtype=object)
    array[:] = entries
    return array
