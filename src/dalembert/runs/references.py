"""References of linear equations: states as arrays, a row each, and what lies between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.configuration.assemble import assemble
from dalembert.configuration.starts import Starts
from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.solved_rows import switch_name
from dalembert.errors import ModelError, SolverError
from dalembert.name_checks import checked_names
from dalembert.runs.motion import Motion
from dalembert.state import State, Values, as_state

BESIDE = "there are no linear equations; take one beside it"
"""What to do where a reference is singular."""

NEIGHBOURS = 6
"""References that a polynomial between them goes through, at most."""


@dataclass(frozen=True, eq=False)
class References:
    """States that linear equations are about, as numbers, and the dynamics that hold there."""

    dynamics: Dynamics
    t: Vector
    q: Matrix
    u: Matrix
    z: Matrix
    tau: Matrix
    p: Matrix
    """Values of all parameters of the equations, in their order."""

    notes: tuple[str, ...] = ()
    origins: tuple[State, ...] = ()
    """The states that were given; none where references were moved or interpolated."""

    def __len__(self) -> int:
        return len(self.t)

    def state(self, k: int) -> State:
        """One of them by names."""
        x = np.concatenate([self.q[k], self.u[k], self.z[k]])
        return self.dynamics.state(float(self.t[k]), x, self.tau[k], self._parameters(k))

    def rows(self, which: slice) -> References:
        """Some of them."""
        kinds = {name: getattr(self, name)[which] for name in ("t", "q", "u", "z", "tau", "p")}
        return replace(self, **kinds, origins=self.origins[which])

    def _parameters(self, k: int) -> dict[str, float]:
        return dict(zip(self.dynamics.equations.parameters, map(float, self.p[k]), strict=True))

    def ready(self) -> References:
        """The references, checked and moved to where they satisfy the constraints, without redundant rows."""
        found = []
        for t in dict.fromkeys(map(float, self.t)):
            which = np.flatnonzero(self.t == t)
            p = [self._parameters(int(k)) for k in which]
            q, u, z, tau = (getattr(self, name)[which] for name in ("q", "u", "z", "tau"))
            starts = Starts(self.dynamics, t, q, u, z, tau, p, noun="reference", remedy=BESIDE)
            starts.check_joint_axes()
            found.append((which, starts.ready(self.dynamics.solution.stabilization, passes_singular=False)))
        left_out = {rows for _, starts in found for rows in starts.left_out or [starts.dynamics.solution.left_out]}
        if len(left_out) > 1:
            names = sorted(frozenset.union(*left_out) - frozenset.intersection(*left_out))
            raise SolverError(
                f"the references differ in which rows are redundant: {', '.join(names)}; that is a change of "
                "structure, linearize on each side of it by itself"
            )
        moved_q, moved_u = self.q.copy(), self.u.copy()
        for which, starts in found:
            moved_q[which], moved_u[which] = starts.q, starts.u
        dynamics = self.dynamics.without(left_out.pop())
        notes = tuple(dict.fromkeys(note for _, starts in found for note in starts.notes))
        return replace(self, dynamics=dynamics, q=moved_q, u=moved_u, notes=notes)

    def moved(self, time: Vector, change: Matrix) -> References:
        """The references after a time (k,) in which the states q, u and z change by this (k, n_x)."""
        nq, nu = self.q.shape[1], self.u.shape[1]
        q, u, z = np.split(change, [nq, nq + nu], axis=1)
        return replace(self, t=self.t + time, q=self.q + q, u=self.u + u, z=self.z + z, origins=())

    def between(self, s: Vector, x: float) -> References:
        """One reference where the parameter of the family is x, by a polynomial through the nearest ones."""
        near = np.sort(np.argsort(np.abs(s - x), kind="stable")[:NEIGHBOURS])
        weights = _lagrange(s[near], x)
        t, q, u, z, tau, p = (
            np.asarray(weights @ getattr(self, name)[near])[None] for name in ("t", "q", "u", "z", "tau", "p")
        )
        return replace(self, t=t, q=q, u=u, z=z, tau=tau, p=p, origins=()).valid()

    def closed(self) -> References:
        """The only reference, moved to the nearest place where constraints hold."""
        if not self.dynamics.equations.rows:
            return self
        own = self.state(0)
        found = assemble(self.dynamics, guess=own, t=own.t, p=own.p, tau=own.tau, z=own.z)
        eom = self.dynamics.equations
        q, u = [found.q[name] for name in eom.coordinates], [found.u[name] for name in eom.speeds]
        return replace(self, q=np.array([q]), u=np.array([u]))

    def valid(self) -> References:
        """The only reference, with coordinates that are valid by themselves."""
        numbers = {name: getattr(self, name)[0] for name in ("t", "q", "u", "z", "tau")}
        return replace(self, q=self.dynamics.valid(numbers, self._parameters(0))[None])


def _lagrange(s: Vector, x: float) -> Vector:
    """Weights (n,) of values at s for the value at x of the polynomial through them."""
    others = [np.delete(s, k) for k in range(len(s))]
    return np.array([np.prod((x - rest) / (own - rest)) for own, rest in zip(s, others, strict=True)])


def references_of(
    dynamics: Dynamics, given: Any, at: Vector | None
) -> tuple[References, bool, Callable[[float], State] | None]:
    """References as numbers, whether it is only one, and what gives others, if that is known."""
    if isinstance(given, Motion):
        return _of_motion(dynamics, given), False, None
    if callable(given):
        if at is None:
            raise ModelError("references by a function need the values at which it is asked: at=np.linspace(…)")
        return _of_states(dynamics, [as_state(given(float(x))) for x in at]), False, given
    if given is None or isinstance(given, State | Mapping):
        if at is not None:
            raise ModelError("at=… goes with a function of references, or with a list of them; this is one state")
        return _of_states(dynamics, [as_state(given)]), True, None
    if isinstance(given, Iterable):
        states = [as_state(one) for one in given]
        if not states:
            raise ModelError("there is no reference to linearize about: the list of states is empty")
        return _of_states(dynamics, states), False, None
    raise ModelError(f"references are a state, a list of states, a motion, or a function to states, not {given!r}")


def _of_motion(dynamics: Dynamics, motion: Motion) -> References:
    eom = dynamics.equations
    if motion.dynamics.equations is not eom and motion.names != (*eom.coordinates, *eom.speeds, *eom.states):
        raise ModelError(
            "the motion has other states than the equations to be linearized; linearize what was simulated"
        )
    q, u, z = np.split(motion.states, [len(eom.coordinates), len(eom.coordinates) + len(eom.speeds)], axis=1)
    p = np.tile(_parameter_row(dynamics, motion.parameters), (len(motion), 1))
    # events may change parameters along the way
    for k, name in enumerate(dynamics.equations.parameters):
        p[:, k] = motion.discrete.get(name, p[:, k])
    _check_rows(motion)
    return References(motion.dynamics, motion.times, q, u, z, motion.inputs, p)


def _check_rows(motion: Motion) -> None:
    """Raise if events have let rows of constraints go: the equations have them on."""
    for row in motion.dynamics.equations.rows:
        is_off = np.asarray(motion.discrete.get(switch_name(row.name), ())) == 0.0
        if is_off.any():
            raise SolverError(
                f"the row {row.name!r} of {row.part!r} is off at t = {motion.times[int(np.argmax(is_off))]:.6g}, "
                "which is a change of structure: linearize the part in which it is on, motion.cut(…), and a model "
                "without it about the other states"
            )


def _of_states(dynamics: Dynamics, states: Sequence[State]) -> References:
    rows = [dynamics.arguments(state) for state in states]
    q, u, z, tau = (np.array([row[kind] for row in rows]) for kind in ("q", "u", "z", "tau"))
    p = np.array([_parameter_row(dynamics, state.p) for state in states])
    times = np.array([state.t for state in states])
    return References(dynamics, times, q, u, z, tau, p, origins=tuple(states))


def _parameter_row(dynamics: Dynamics, given: Values) -> Vector:
    default = dynamics.equations.parameters
    checked_names([name for name in given if name not in default], default, "parameter")
    return np.array([given.get(name, value) for name, value in default.items()], dtype=float)
