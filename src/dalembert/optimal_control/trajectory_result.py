"""Trajectories: what was found, how good it is, and a regulator that keeps a model on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Matrix, Vector
from dalembert.errors import ModelError
from dalembert.expr.node import Scalar
from dalembert.linear.lqr_along import lqr_along
from dalembert.linear.regulators import Weights
from dalembert.optimal_control.open_loop import Followed, follow
from dalembert.optimal_control.sparse_problem import Answer, Problem
from dalembert.runs.motion import Motion

_UNITS = 1.0
"""Size of states below which errors are not relative, in their units."""


@dataclass(frozen=True, eq=False)
class TrajectoryPhase:
    """A part of a trajectory: its motion, and what belongs to its knots."""

    motion: Motion
    """States and inputs at all points of collocation."""

    knots: Any
    """Samples of the motion that are knots."""

    costates: Matrix
    """Derivatives of the cost still to come by the states at the knots, (N + 1, nx)."""

    polynomials: Vector
    """Coefficients (N, n_tau, d + 1) of the inputs in each interval, of powers of the fraction within it."""

    mesh: Vector
    fractions: Vector
    """Fractions at which accelerations and multipliers are unknowns of their own."""

    others: Mapping[str, Vector]
    """Values of these unknowns, for guesses."""

    @cached_property
    def followed(self) -> Followed:
        """Runs of the simulation with its inputs, from knot to knot and as a whole."""
        motion = self.motion
        return follow(
            motion.dynamics,
            motion.times[self.knots],
            motion.states[self.knots],
            self.polynomials,
            motion.parameters,
        )

    @cached_property
    def errors(self) -> Vector:
        """Largest error at the end of each interval, beside the size of its state or one, (N,)."""
        if len(self.mesh) < 2:
            return np.zeros(0)
        sizes = np.maximum(np.abs(self.motion.states).max(axis=0), _UNITS)
        worst: Vector = (np.abs(self.followed.errors) / sizes).max(axis=1)
        return np.where(np.isfinite(worst), worst, np.inf)


@dataclass(frozen=True, eq=False, repr=False)
class Trajectory:
    """A motion that meets conditions at least cost: `trajectory["x"]` is a signal of it, `trajectory.motion` all.

    Attributes
    ----------
    phases : tuple of TrajectoryPhase
        Phases of the motion, one after the other.
    objective : float
        Least cost.
    converged : bool
        Whether conditions of a least value are met.
    message : str
        How the search ended, in words.
    parameters : dict of float
        Values of all open parameters, those that were unknowns among them.
    problem : Problem
        Problem that was solved.
    answer : Answer
        What its solver found.
    refinements : tuple of pairs
        Number of intervals and largest error of each mesh, if the mesh was refined.
    notes : tuple of str
        Remarks about the search.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.Prismatic("x", da.ground, da.particle("block", mass=1.0), axis="x")
    >>> model = da.Model(block, da.Motor("push", "x"))
    >>> rest = {"x.rate": 0.0}
    >>> move = da.trajectory(
    ...     model,
    ...     start={"x": 0.0} | rest,
    ...     end={"x": 1.0} | rest,
    ...     duration=1.0,
    ...     minimize=da.trajectories.Effort("push"),
    ... )
    >>> print(f"{move.costates['x'][0]:.3f} N² s/m")
    -24.000 N² s/m
    """

    phases: tuple[TrajectoryPhase, ...]
    objective: float
    converged: bool
    message: str
    """How the search ended, in words."""

    parameters: Mapping[str, float]
    """Values of all open parameters, those that were unknowns among them."""

    problem: Problem = field(repr=False)
    answer: Answer = field(repr=False)
    refinements: tuple[tuple[int, float], ...] = ()
    """Intervals and largest error of each mesh, if the mesh was refined."""

    notes: tuple[str, ...] = ()

    @cached_property
    def motion(self) -> Motion:
        """The motion: states and inputs at all points of collocation."""
        if len(self.phases) > 1:
            raise ModelError(
                "what acts differs from phase to phase, so that each has a motion of its own: "
                "trajectory.phases[0].motion; signals of all are trajectory[name]"
            )
        return replace(self.phases[0].motion, notes=self.notes, termination=self.message)

    @property
    def times(self) -> Vector:
        """Times of the points of all phases, in seconds; twice where one phase follows another."""
        return np.concatenate([phase.motion.times for phase in self.phases])

    @property
    def duration(self) -> float:
        """Time from start to end, in seconds."""
        return float(self.times[-1] - self.times[0])

    def __getitem__(self, name: str) -> Vector:
        return np.concatenate([phase.motion[name] for phase in self.phases])

    @property
    def iterations(self) -> int:
        """Iterations of the solver on the last mesh."""
        return self.answer.iterations

    @property
    def knots(self) -> Vector:
        """Times of the knots, those of all phases one after the other."""
        return np.concatenate([phase.motion.times[phase.knots] for phase in self.phases])

    @property
    def costates(self) -> dict[str, Vector]:
        """Derivatives of the cost still to come by each state, at the knots."""
        values = np.concatenate([phase.costates for phase in self.phases])
        return dict(zip(self.phases[0].motion.names, values.T, strict=True))

    @property
    def error(self) -> float:
        """Largest difference from the simulation after one interval, beside the size of a state or one."""
        return max((float(phase.errors.max(initial=0.0)) for phase in self.phases), default=0.0)

    @property
    def simulated(self) -> Motion:
        """The run of the simulation from the start with these inputs, without any regulator."""
        if len(self.phases) > 1:
            raise ModelError(
                "a trajectory of several phases is simulated phase by phase: trajectory.phases[0].followed"
            )
        followed = self.phases[0].followed
        if followed.motion is None:
            raise ModelError(f"the simulation cannot follow the trajectory: {followed.failure}")
        return followed.motion

    @property
    def follows(self) -> str:
        """How well the simulation follows it, in words."""
        text = f"from knot to knot the simulation differs by at most {self.error:.1e} of the size of a state"
        if len(self.phases) > 1:
            return text
        followed = self.phases[0].followed
        if followed.motion is None:
            return f"{text}; from the start it does not reach the end: {followed.failure}"
        off = followed.motion.states[-1] - self.phases[0].motion.states[-1]
        k = int(np.abs(off).argmax())
        name = self.phases[0].motion.names[k]
        return f"{text}; from the start, without a regulator, it ends {abs(off[k]):.1e} beside in {name!r}"

    def regulator(self, states: Weights, inputs: Weights, *, final: ArrayLike | None = None) -> dict[str, Scalar]:
        """Laws of the inputs that keep the model on the trajectory: see `da.control.lqr_along`."""
        if len(self.phases) > 1:
            raise ModelError(
                "a regulator follows one phase: da.control.lqr_along(trajectory.phases[0].motion, states, inputs)"
            )
        motion = self.motion
        laws: dict[str, Scalar] = lqr_along(motion, states, inputs, final=final)
        return laws

    def __repr__(self) -> str:
        state = "" if self.converged else f", not converged: {self.message}"
        n = sum(len(phase.mesh) - 1 for phase in self.phases)
        return f"<Trajectory of {self.duration:.6g} s in {n} intervals, cost {self.objective:.9g}{state}>"


def interpolated(phase: TrajectoryPhase, fractions: Vector) -> dict[str, Vector]:
    """States and inputs of a phase at other fractions of it, by straight lines between its points."""
    motion = phase.motion
    duration = motion.times[-1] - motion.times[0]
    own = (motion.times - motion.times[0]) / duration if duration > 0.0 else np.zeros(len(motion))
    names = (*motion.names, *motion.dynamics.equations.inputs)
    values = np.concatenate([motion.states, motion.inputs], axis=1)
    others = {name: np.interp(fractions, phase.fractions, y) for name, y in phase.others.items()}
    return others | {name: np.interp(fractions, own, values[:, i]) for i, name in enumerate(names)}
