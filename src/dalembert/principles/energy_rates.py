"""Equations from rates of the kinetic energy: the forms of Nielsen and Tzénoff, and those of higher order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import FormulationError
from dalembert.expr.calculus import gradient, time_derivative
from dalembert.expr.node import Scalar
from dalembert.expr.rewrite import substitute
from dalembert.principles.boltzmann_hamel import hamel_step, hamel_term
from dalembert.principles.deriving.derivation import DerivationStep
from dalembert.principles.deriving.principle import TakesSolver, TakesSpeeds
from dalembert.principles.deriving.terms import Terms
from dalembert.tree.moving_bodies import MovingBodies


@dataclass(frozen=True)
class EnergyRates(TakesSpeeds, TakesSolver):
    """(1/n) (∂T⁽ⁿ⁾/∂u⁽ⁿ⁻¹⁾ − (1 + n) Nᵀ ∂T/∂q) + Hamel's term = Q, of order n.

    T⁽ⁿ⁾ is the kinetic energy differentiated n times in time. Hamel's term, Nᵀ (Ẏ − ∂u/∂q)ᵀ ∂T/∂u, is zero where
    speeds are rates of coordinates. Order 1 is Nielsen's form, order 2 Tzénoff's.

    Parameters
    ----------
    order : int, optional
        Order n of the derivatives of energy, from 1 on; default 1.
    solver : AccelerationSolver, optional
        Way to accelerations and multipliers; default the Schur complement of the constraints.
    speeds : QuasiVelocities or object with `chosen`, optional
        Speeds of your own; default those of the model.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> print(da.derive(pendulum, da.formulations.EnergyRates(order=3)).reading().text())
    hinge″/3 + 4.905 cos(hinge) = 0
    """

    order: int = 1

    def __post_init__(self) -> None:
        if not isinstance(self.order, int) or self.order < 1:
            raise FormulationError(f"the order of EnergyRates is 1, 2, 3, …, not {self.order!r}")

    def terms(self, bodies: MovingBodies) -> Terms:
        T, n = bodies.kinetic_energy, float(self.order)
        p = gradient(T, bodies.u)
        inertia = (self._slope(bodies) - (1.0 + n) * bodies.by_positions(T)) / n + hamel_term(bodies, p)
        forces = bodies.forces_without_potential - bodies.by_positions(bodies.potential_energy)
        return Terms.of_balance(inertia, forces, bodies.a)

    def _slope(self, bodies: MovingBodies) -> Array:
        """∂T⁽ⁿ⁾/∂u⁽ⁿ⁻¹⁾ (nu,), in terms of the variables a."""
        rate, derivatives = self._rate(bodies)
        slope = gradient(rate, derivatives[self.order - 1])

        # higher rates than u̇ drop out of the slope; what stands for them cannot matter
        higher = {x: 0.0 for variables in derivatives[2:] for x in variables}
        return np.asarray(substitute(slope, higher)) if higher else slope

    def _rate(self, bodies: MovingBodies) -> tuple[Scalar, list[Array]]:
        """T⁽ⁿ⁾, and u with its rates as variables, from u itself to u⁽ⁿ⁾."""
        orders = range(2, self.order + 1)
        higher = bodies.helpers(f"{name}{chr(39) * order}" for order in orders for name in bodies.speeds.names)
        derivatives = [bodies.u, bodies.a, *higher.reshape(len(orders), len(bodies.u))]
        rates = dict(bodies.moving)
        for x, dx in pairwise(derivatives):
            rates |= dict(zip(x, dx, strict=True))
        rate = bodies.kinetic_energy
        for _ in range(self.order):
            rate = time_derivative(rate, rates)
        return rate, derivatives

    def steps(self, bodies: MovingBodies) -> Sequence[DerivationStep]:
        T = bodies.kinetic_energy
        dots, of = rf"T^{{({self.order})}}", self._label(bodies)
        hamel = [] if bodies.has_own_rates else [hamel_step(bodies)]
        return [
            DerivationStep("Kinetic energy", "Of all bodies.", {"T": T}),
            DerivationStep(
                "Its rate", f"Differentiated {self.order} times along the motion.", {dots: self._rate(bodies)[0]}
            ),
            DerivationStep(
                "Its slope",
                "By the highest rate but one; it contains the rates of momenta, and slopes by positions.",
                {rf"\partial {dots} / \partial {of}": self._slope(bodies)},
            ),
            DerivationStep(
                "Slopes by positions",
                f"Taken off {1 + self.order} times, before all is divided by {self.order}.",
                {r"N^\top \partial T / \partial q": bodies.by_positions(T)},
            ),
            *hamel,
            DerivationStep(
                "Forces",
                "Of the potential, and those that have none.",
                {"Q": bodies.forces_without_potential - bodies.by_positions(bodies.potential_energy)},
            ),
        ]

    def _label(self, bodies: MovingBodies) -> str:
        """Variable by which the rate of T is differentiated, in LaTeX."""
        if bodies.has_own_rates:
            return r"\dot q" if self.order == 1 else rf"q^{{({self.order})}}"
        return "u" if self.order == 1 else rf"u^{{({self.order - 1})}}"


@dataclass(frozen=True)
class Nielsen(EnergyRates):
    """∂Ṫ/∂u − 2 Nᵀ ∂T/∂q + Hamel's term = Q, by Nielsen (1935); in rates ∂Ṫ/∂q̇ − 2 ∂T/∂q = Q.

    Parameters
    ----------
    order : int, optional
        Must be 1, the order of this form; default 1.
    solver : AccelerationSolver, optional
        Way to accelerations and multipliers; default the Schur complement of the constraints.
    speeds : QuasiVelocities or object with `chosen`, optional
        Speeds of your own; default those of the model.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> print(da.derive(pendulum, da.formulations.Nielsen()).reading().text())
    hinge″/3 + 4.905 cos(hinge) = 0
    """

    order: int = 1

    def __post_init__(self) -> None:
        _check_order(self, 1)


@dataclass(frozen=True)
class Tzenoff(EnergyRates):
    """½ (∂T̈/∂u̇ − 3 Nᵀ ∂T/∂q) + Hamel's term = Q, by Tzénoff (1953); in rates ½ (∂T̈/∂q̈ − 3 ∂T/∂q) = Q.

    Parameters
    ----------
    order : int, optional
        Must be 2, the order of this form; default 2.
    solver : AccelerationSolver, optional
        Way to accelerations and multipliers; default the Schur complement of the constraints.
    speeds : QuasiVelocities or object with `chosen`, optional
        Speeds of your own; default those of the model.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> print(da.derive(pendulum, da.formulations.Tzenoff()).reading().text())
    hinge″/3 + 4.905 cos(hinge) = 0
    """

    order: int = 2

    def __post_init__(self) -> None:
        _check_order(self, 2)


def _check_order(principle: EnergyRates, order: int) -> None:
    if principle.order != order:
        raise FormulationError(
            f"{type(principle).__name__} is of order {order}; EnergyRates({principle.order}) is of another"
        )
