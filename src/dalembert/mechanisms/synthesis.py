"""Dimensional synthesis: lengths of a mechanism by which a point, a link or an angle moves as wanted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Array, Vector
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import ModelError, SolverError
from dalembert.expr.calculus import jacobian
from dalembert.expr.node import Scalar, inputs_of
from dalembert.expr.symbol_nodes import time
from dalembert.mechanisms.block_solution import solved_in_blocks
from dalembert.mechanisms.driven_motions import DrivenMotions, PositionFunction
from dalembert.mechanisms.kinematics import checked_times
from dalembert.name_checks import checked_names
from dalembert.state import State, States

Bounds = Mapping[str, tuple[float, float]]

STEPS = 200
STOPPED = 1e-13
"""Change of parameters, beside the widths of their bounds, at which a search ends."""

NO_GAIN = 1e-6
"""Part of the squares that a step is worth."""

ROUNDING = 1e-15
"""Difference beside the largest wanted value that is nothing but rounding."""

MOST_DAMPED = 1e12


@dataclass(frozen=True, eq=False)
class Synthesis:
    """Parameters by which a mechanism comes nearest to what is wanted."""

    parameters: Mapping[str, float]
    error: float
    """Root of the mean square of what it misses."""

    times: Vector
    """When it is nearest to each of the wanted points; as given if these have times."""

    errors: Vector
    """Errors of all starts, the best first; infinite where a mechanism could not be moved through all points."""

    solutions: Mapping[str, Vector]
    """Parameters of all of them, in the same order."""

    def __str__(self) -> str:
        values = ", ".join(f"{name} = {x:.6g}" for name, x in self.parameters.items())
        return f"misses {self.error:.3g} by {values}"


def synthesis(
    subject: Subject,
    parameters: Bounds,
    measure: Array | Scalar,
    wanted: ArrayLike,
    *,
    times: ArrayLike,
    free_times: bool = False,
    starts: int = 32,
    seed: int = 1,
) -> Synthesis:
    """Parameters within bounds by which an expression of positions is nearest to wanted values (T, m), by squares.

    With times, a function or a motion is wanted. Derivatives by parameters are exact, through the closed
    loops; the search begins at default values and at many others within the bounds, side by side in lanes, by
    the method of Levenberg and Marquardt.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        Mechanism that its drives move, with open parameters.
    parameters : dict of (least, greatest)
        Bounds of the parameters that are found, by name.
    measure : expression or array (m,)
        What is guided: a point, an angle or both.
    wanted : array (T,) or (T, m)
        What it should be at each time.
    times : array of float (T,)
        Times in s.
    free_times : bool, optional
        Whether a path is wanted whenever it is passed, and the times are found too, from the given ones
        on; default False.
    starts : int, optional
        Number of beginnings within the bounds; default 32.
    seed : int, optional
        Seed of the beginnings; default 1.

    Examples
    --------
    >>> import dalembert as da
    >>> crank = da.rod("crank", length=da.param("length", 1.0), mass=1.0)
    >>> model = da.Model(da.Revolute("A", da.ground, crank), da.Drive("motor", "A", da.time))
    >>> bounds, tip = {"length": (0.5, 2.0)}, da.position(crank["end"])[0]
    >>> result = da.planar.synthesis(model, bounds, tip, [1.2, 0.648], times=[0.0, 1.0], starts=2)
    >>> print(f"{result.parameters['length']:.3f} m")
    1.200 m
    """
    dynamics = as_dynamics(subject, lanes=None)
    task = _Task.of(dynamics, parameters, measure, wanted, checked_times(times), free_times)
    p, t, cost = task.searched(task.begun(starts, seed))
    order = np.argsort(cost)
    if not np.isfinite(cost[order[0]]):
        raise SolverError(
            "none of the mechanisms within the bounds can be moved through all times; widen the bounds, or begin "
            "with default values of the parameters that work"
        )
    errors = np.sqrt(cost[order] / task.wanted.size)
    solutions = {name: p[order, k] for k, name in enumerate(task.names)}
    best = {name: float(x[0]) for name, x in solutions.items()}
    return Synthesis(best, float(errors[0]), t[order[0]], errors, solutions)


@dataclass(frozen=True, eq=False)
class _Task:
    """A search for parameters, and native functions of its residuals."""

    driven: DrivenMotions
    names: tuple[str, ...]
    default: Vector
    low: Vector
    high: Vector
    measure: Array
    """Expressions (m,) of coordinates, time and parameters."""

    wanted: Vector
    times: Vector
    has_free_times: bool

    @classmethod
    def of(
        cls,
        dynamics: Dynamics,
        bounds: Bounds,
        measure: Array | Scalar,
        wanted: ArrayLike,
        times: Vector,
        has_free_times: bool,
    ) -> _Task:
        """The task, checked."""
        eom, names = dynamics.equations, tuple(bounds)
        y = np.atleast_1d(np.asarray(dynamics.solved.resolve(np.asarray(measure, dtype=object)), dtype=object))
        used = [x for x in inputs_of([*eom.phi, *y.ravel()]) if x.op == "parameter"]
        default = {str(x.args[0]): float(x.args[1]) for x in used}
        checked_names(names, {**eom.parameters, **default}, "parameter")
        if idle := [name for name in names if name not in default]:
            raise ModelError(f"the parameter {idle[0]!r} changes neither constraints nor what is measured")
        try:
            limits = np.array([bounds[name] for name in names], dtype=float)
        except (TypeError, ValueError):
            raise ModelError("bounds of a synthesis are pairs of numbers by name of a parameter") from None
        if limits.shape != (len(names), 2) or not (limits[:, 0] < limits[:, 1]).all() or not len(names):
            raise ModelError("bounds of a synthesis are pairs of numbers by name of a parameter, the lower first")
        target = np.array(wanted, dtype=float)
        target = target[:, None] if target.ndim == 1 else target
        if not np.isfinite(target).all():
            raise ModelError("what a synthesis is to reach are finite numbers; leave out the times of others")
        if y.ndim != 1 or target.shape != (len(times), len(y)):
            raise ModelError(
                f"wanted are {len(y)} numbers at each of {len(times)} times, not the shape {np.shape(wanted)}"
            )
        if set(eom.u).intersection(inputs_of(list(y))):
            raise ModelError("a synthesis is of positions; what is measured depends on speeds")
        cases = States(float(times[0]), p={name: np.array([default[name]]) for name in names})
        driven = DrivenMotions.of(dynamics, cases, State(), float(times[0]))
        if driven is None:
            raise ModelError(
                "a synthesis is of a mechanism whose drives determine its positions, at the first time"
            )
        begin = np.array([default[name] for name in names])
        return cls(driven, names, begin, limits[:, 0], limits[:, 1], y, target, times, has_free_times)

    # ---- residuals

    @cached_property
    def _value(self) -> PositionFunction:
        """The measure, and its derivatives by parameters and time, through the constraints."""
        driven, y = self.driven, self.measure
        eom, J = driven.dynamics.equations, driven.jacobian
        phi = eom.phi[driven.rows]
        nodes = {str(x.args[0]): x for x in inputs_of([*phi, *y]) if x.op == "parameter"}
        by_q = jacobian(y, eom.q)
        columns = []
        for node in (*(nodes[name] for name in self.names), time):
            direct, moved = jacobian(y, [node])[:, 0], jacobian(phi, [node])[:, 0]
            columns.append(direct + by_q @ solved_in_blocks(J, -moved))
        outputs = {"y": y, "slopes": np.stack(columns[:-1], axis=1), "rate": columns[-1]}
        return driven.function_of(outputs, [nodes[name] for name in self.names])

    def _residuals(self, p: Vector, t: Vector) -> tuple[Vector, Vector, Vector]:
        """Residuals (N, T, m), their derivatives by parameters (N, T, m, k), and their rates (N, T, m)."""
        cases = replace(self.driven.cases, p={name: p[:, k] for k, name in enumerate(self.names)})
        driven = replace(self.driven, cases=cases)
        nq = len(driven.sizes)
        q = driven.positions_at(t) if self.has_free_times else driven.states(self.times)[:, :, :nq]
        numbers = self._value(t, q, np.broadcast_to(p[:, None], (*t.shape, p.shape[1])))
        return numbers["y"] - self.wanted, numbers["slopes"], numbers["rate"]

    # ---- the search

    def begun(self, starts: int, seed: int) -> Vector:
        """Parameters at the starts (N, k): default ones first, then others spread evenly within the bounds."""
        if isinstance(starts, bool) or not isinstance(starts, int) or starts < 1:
            raise ModelError(f"a search has one start or more, not {starts!r}")
        rng = np.random.default_rng(seed)
        cells = np.stack([rng.permutation(starts) for _ in self.names], axis=1)
        spread = (cells + rng.uniform(size=cells.shape)) / starts
        starts_within = self.low + spread * (self.high - self.low)
        starts_within[0] = np.clip(self.default, self.low, self.high)
        return starts_within

    def searched(self, p: Vector) -> tuple[Vector, Vector, Vector]:
        """Parameters, times and squares of what is missed, in the end of each search."""
        widths = self.high - self.low
        t = np.tile(self.times, (len(p), 1))
        r, slopes, rate = self._residuals(p, t)
        cost, damping = _squares(r), np.full(len(p), 1e-3)
        is_open = np.isfinite(cost)
        exact = self.wanted.size * (ROUNDING * np.abs(self.wanted).max()) ** 2
        for _ in range(STEPS):
            open_ = np.flatnonzero(is_open)
            if not len(open_):
                break
            step, shift = self._step(r[open_], slopes[open_] * widths, rate[open_], damping[open_])
            trial = np.clip(p[open_] + step * widths, self.low, self.high)
            later = t[open_] + shift
            new_r, new_slopes, new_rate = self._residuals(trial, later)
            new_cost = _squares(new_r)
            before = cost[open_]
            is_better = new_cost < before
            moved = np.abs((trial - p[open_]) / widths).max(axis=1)
            better = open_[is_better]
            p[better], t[better], cost[better] = trial[is_better], later[is_better], new_cost[is_better]
            r[better], slopes[better], rate[better] = new_r[is_better], new_slopes[is_better], new_rate[is_better]
            damping[open_] = np.where(is_better, damping[open_] / 5.0, damping[open_] * 4.0)
            # nothing left to gain, nothing gained any more, or no way to gain anything
            gained = np.where(is_better, 1.0 - new_cost / before, 1.0)
            is_done = (cost[open_] <= exact) | (gained <= NO_GAIN) | (moved <= STOPPED)
            is_open[open_[is_done | (damping[open_] > MOST_DAMPED)]] = False
        return p, t, cost

    def _step(self, r: Vector, slopes: Vector, rate: Vector, damping: Vector) -> tuple[Vector, Vector]:
        """Changes of parameters (N, k) in widths of their bounds, and of times (N, T)."""
        N, T, m, k = slopes.shape
        if self.has_free_times:
            # along the path, times do what is to be done
            along = rate / np.linalg.norm(rate, axis=2, keepdims=True)
            across = np.eye(m) - along[..., :, None] * along[..., None, :]
            r_across, slopes_across = (
                np.einsum("ntij,ntj->nti", across, r),
                np.einsum("ntij,ntjk->ntik", across, slopes),
            )
        else:
            r_across, slopes_across = r, slopes
        A, b = slopes_across.reshape(N, T * m, k), r_across.reshape(N, T * m)
        H, g = np.einsum("nik,nil->nkl", A, A), np.einsum("nik,ni->nk", A, b)
        scale = np.einsum("nkk->nk", H).max(axis=1)[:, None, None] + np.finfo(float).tiny
        step = -np.linalg.solve(H + damping[:, None, None] * scale * np.eye(k), g[..., None])[..., 0]
        if not self.has_free_times:
            return step, np.zeros((N, T))
        left = r + np.einsum("ntik,nk->nti", slopes, step)
        return step, -np.einsum("nti,nti->nt", rate, left) / np.einsum("nti,nti->nt", rate, rate)


def _squares(r: Vector) -> Vector:
    cost = np.einsum("ntm,ntm->n", r, r)
    return np.where(np.isfinite(cost), cost, np.inf)
