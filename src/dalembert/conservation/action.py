"""Hamilton's principle: the action of a motion, and how it changes when the path is varied."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from dalembert.arrays import Array, Vector
from dalembert.equations.along_speeds import element_forces, force_elements, own_speed
from dalembert.equations.equations import Equations
from dalembert.equations.solution import Solution
from dalembert.errors import ModelError
from dalembert.expr.calculus import derivative, directional, gradient, time_derivative
from dalembert.expr.functions import absolute_value
from dalembert.expr.node import Expression, Node, Scalar, inputs_of
from dalembert.expr.symbol_nodes import time
from dalembert.integrators.row_quadrature import row_weights
from dalembert.name_checks import checked_names
from dalembert.runs.motion import Motion

Variation: TypeAlias = Mapping[str, Node]
"""Expressions η of time, by the coordinates that they are added to."""

ORDER = 6
"""Order of the integration over samples, where a motion has no steps."""

SAMPLES = 1e-6
"""Difference of integrals over samples by two orders, relative to those of absolute values, that is accepted."""

_TIMES = 1001
"""Number of times at which variations are evaluated."""

AT_ENDS = 1e-9
"""Largest value of a variation at the ends of a motion, relative to its largest value, that counts as zero."""

STATIONARY = 1e-7
"""Slope of the action, relative to the integral of its terms, that counts as zero."""


@dataclass(frozen=True)
class Stationarity:
    """Action I(ε) of paths q + ε η, up to ε²."""

    action: float
    """Action I(0) of the motion."""

    slope: float
    """dI/dε at ε = 0."""

    work: float
    """∫ F · η dt of all forces F that have no potential: inputs, dampers, constraints."""

    growth: float
    """½ d²I/dε², the second variation: I(ε) = action + slope ε + growth ε² + …"""

    size: float
    """∫ (|∂L/∂q · η| + |∂L/∂u · η̇|) dt: scale of slope and work."""

    @property
    def is_stationary(self) -> bool:
        """Whether slope + work vanishes, as Hamilton's principle says."""
        return abs(self.slope + self.work) <= STATIONARY * self.size


def action(motion: Motion, *, order: int | None = None) -> float:
    """Action ∫ L dt along a motion from its first sample to its last, L = T − V, in J s.

    L is integrated within the steps of the run, like the work of the motion, whatever its samples are. With an
    `order` it is integrated over the samples, with an error of that order in their distance: through each `order`
    neighbouring samples goes a polynomial. Paths that are no results of a run, varied or loaded ones, are
    integrated over samples by order 6; samples that are too few for six digits are refused there.

    Parameters
    ----------
    motion : Motion
        Motion along which L is integrated.
    order : int, optional
        Order of the rule of integration over the samples; default integration within the steps of the run,
        or order 6 over the samples of a path that is no result of a run.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.particle("block", mass=1.0)
    >>> slide = da.Prismatic("x", da.ground, block, axis="x")
    >>> motion = da.simulate(da.Model(slide), da.State(u={"x": 2.0}), until=3.0)
    >>> print(f"{da.energies.action(motion):.3f} J s")
    6.000 J s
    """
    return _integrals(motion, {"action": motion.dynamics.solved.signal("lagrangian")}, order)["action"]


def varied(motion: Motion, variation: Variation, size: float) -> Motion:
    """Varied path q + ε η near a motion, with speeds u + ε η̇; ε is `size`.

    η are expressions of `time` by coordinates, `{"elbow": sin(pi * time)}`. The path has the data of a motion, but
    is no motion of the system.

    Parameters
    ----------
    motion : Motion
        Motion that is varied.
    variation : dict of expressions
        η by name of a coordinate, as expressions of `da.time`: `{"elbow": da.sin(da.pi * da.time)}`.
    size : float
        ε, which multiplies η.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.particle("block", mass=1.0)
    >>> slide = da.Prismatic("x", da.ground, block, axis="x")
    >>> motion = da.simulate(da.Model(slide), da.State(u={"x": 2.0}), until=1.0)
    >>> bent = da.energies.varied(motion, {"x": da.sin(da.pi * da.time)}, 0.1)
    >>> print(da.energies.action(bent) > da.energies.action(motion))
    True
    """
    eom, states = motion.dynamics.equations, motion.states.copy()
    for name, (eta, rate) in _values(motion, variation).items():
        k = _own_speed(eom, name)
        states[:, eom.coordinates.index(name)] += size * eta
        states[:, len(eom.coordinates) + k] += size * rate
    note = f"varied by {size:g} times {dict(variation)!r}"
    return replace(motion, states=states, events=(), termination="", notes=(note,), segments=(), saved_work=None)


def stationarity(motion: Motion, variation: Variation, *, order: int | None = None) -> Stationarity:
    """Change of the action from a motion to the paths q + ε η, where η vanishes at both ends.

    Hamilton's principle says  dI/dε + ∫ F · η dt = 0  at ε = 0 with F of all forces without potential, those of
    constraints included. The derivatives by ε are exact; integrals are those of `action`.

    Parameters
    ----------
    motion : Motion
        Motion whose neighbours are compared with it.
    variation : dict of expressions
        η by name of a coordinate, as expressions of `da.time` that vanish at both ends.
    order : int, optional
        Order of the rule of integration over the samples; default as for `da.energies.action`.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.particle("block", mass=1.0)
    >>> slide = da.Prismatic("x", da.ground, block, axis="x")
    >>> motion = da.simulate(da.Model(slide), da.State(u={"x": 2.0}), until=1.0)
    >>> change = da.energies.stationarity(motion, {"x": da.sin(da.pi * da.time)})
    >>> print(f"{abs(change.slope + change.work) < 1e-9}")
    True
    """
    _check_ends(motion, variation)
    eom, solved = motion.dynamics.equations, motion.dynamics.solved
    L, F = solved.signal("lagrangian"), _other_forces(solved)
    eta = {name: solved.resolve(y) for name, y in variation.items()}
    along_q = {eom.q[eom.coordinates.index(name)]: y for name, y in eta.items()}
    along_u = {eom.u[_own_speed(eom, name)]: derivative(y, time) for name, y in eta.items()}
    first = directional(L, along_q), directional(L, along_u)
    work = sum((F[_own_speed(eom, name)] * y for name, y in eta.items()), 0.0)
    outputs = {
        "action": L,
        "slope": first[0] + first[1],
        "growth": 0.5 * directional(first[0] + first[1], {**along_q, **along_u}),
        "work": work,
        "size": absolute_value(first[0]) + absolute_value(first[1]) + absolute_value(work),
    }
    integrals = _integrals(motion, outputs, order)
    return Stationarity(**{**integrals, "size": abs(integrals["size"])})


def _integrals(motion: Motion, outputs: Mapping[str, Scalar], order: int | None) -> dict[str, float]:
    """Integrals of expressions over time, within the steps or over the samples of a motion."""
    if len(motion) < 2 or (order is not None and order < 2):
        raise ModelError(
            f"an integral over a motion needs at least two samples and order two, not {len(motion)} and {order}"
        )
    if order is None and motion.segments:
        return {name: float(y[-1]) for name, y in motion.integral(outputs).items()}
    values, weights = motion.evaluate(outputs), row_weights(motion.times, order or ORDER)
    if order is None:
        _check_samples(motion, values, weights)
    return {name: float(weights @ y) for name, y in values.items()}


def _check_samples(motion: Motion, values: Mapping[str, Vector], weights: Vector) -> None:
    """Raise if samples are too far apart for integrals: if an order less by two gives others."""
    lower = row_weights(motion.times, ORDER - 2)
    for name, y in values.items():
        is_exact = abs((weights - lower) @ y) <= SAMPLES * (np.abs(weights) @ np.abs(y)) or name == "size"
        if len(y) < ORDER or not is_exact:
            raise ModelError(
                f"the samples of this motion are too far apart, or its inputs jump: over them the {name} is "
                f"{weights @ y:g} by one order and {lower @ y:g} by another; simulate with more times"
            )


def _other_forces(solved: Solution) -> Array:
    """Generalized forces (nu,) that have no potential in V."""
    eom = solved.equations
    if not force_elements(solved):
        # without elements: what the equations have beyond d/dt ∂L/∂u − ∂L/∂q
        L, accelerations = solved.signal("lagrangian"), dict(zip(eom.u, solved.accelerations, strict=True))
        moving = {**dict(zip(eom.q, eom.rates, strict=True)), **accelerations}
        return time_derivative(gradient(L, eom.u), moving) - eom.N.T @ gradient(L, eom.q)
    total = eom.N.T @ gradient(solved.signal("potential energy"), eom.q)
    total = total + element_forces(solved).sum(axis=0) + solved.nonideal_forces
    return total + eom.gradients.T @ solved.multipliers if eom.rows else total


def _own_speed(eom: Equations, name: str) -> int:
    """Number of the speed that is the rate of a coordinate."""
    checked_names([name], eom.coordinates, "coordinate")
    k = own_speed(eom, name)
    if k is None:
        raise ModelError(
            f"the coordinate {name!r} cannot be varied by itself: its rate is not a speed, or other rates change "
            "with it; vary one whose rate is a speed of its own"
        )
    return k


def _values(motion: Motion, variation: Variation) -> dict[str, tuple[Vector, Vector]]:
    """Values of η and η̇ at all samples, by coordinate."""
    curves = {}
    for name, eta in variation.items():
        if not isinstance(eta, Expression) or any(x.op == "measure" for x in inputs_of([eta])):
            raise ModelError(f"the variation of {name!r} is an expression of time, not {eta!r}")
        values = motion.evaluate({"eta": eta, "rate": derivative(eta, time)})
        eta_values, rates = (
            np.broadcast_to(np.asarray(y, dtype=float), motion.times.shape) for y in values.values()
        )
        curves[name] = (eta_values, rates)
    return curves


def _check_ends(motion: Motion, variation: Variation) -> None:
    # variations are functions of time alone: samples may be few
    times = np.linspace(motion.times[0], motion.times[-1], _TIMES)
    states, inputs = (np.repeat(values[:1], _TIMES, axis=0) for values in (motion.states, motion.inputs))
    motion = replace(motion, times=times, states=states, inputs=inputs)
    for name, (eta, _) in _values(motion, variation).items():
        if max(abs(eta[0]), abs(eta[-1])) > AT_ENDS * np.abs(eta).max():
            raise ModelError(
                f"the variation of {name!r} is {eta[0]:g} where the motion begins and {eta[-1]:g} where it ends; "
                "Hamilton's principle compares paths with the same ends: let it vanish there"
            )
