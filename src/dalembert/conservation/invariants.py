"""Invariants: cyclic coordinates, and which energies and momenta a motion keeps, and why not others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from dalembert.arrays import Vector
from dalembert.configuration.contact_overlaps import with_lasting_rows
from dalembert.configuration.random_states import RandomStates, random_states
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.equations.along_speeds import element_forces, force_elements, own_direction, speed_labels
from dalembert.errors import FormulationError, SolverError
from dalembert.expr.calculus import derivative, gradient, jacobian
from dalembert.expr.symbol_nodes import time
from dalembert.runs.motion import Motion
from dalembert.state import State, Values, as_state, checked_names

STATES = 6
"""In how many states rates are looked at."""

ROUNDING = 1e-9
"""A rate beside the terms that it is the sum of, up to which it is zero."""

UNSEEN = 1e-4
"""Terms that are smaller than this, beside the power of the inertia forces, are compared with that."""

_ENERGIES = ("energy", "hamiltonian")
_TOTALS = tuple(f"{kind}.{axis}" for kind in ("momentum", "angular momentum") for axis in "xyz")


@dataclass(frozen=True)
class CandidateInvariant:
    """An energy or a momentum, by the name of its signal, and whether it is constant along every motion."""

    name: str
    is_conserved: bool
    is_zero: bool = False
    """Whether it vanishes in all states."""

    rate: float = 0.0
    """Its largest rate of change beside the terms of this rate."""

    changed_by: tuple[str, ...] = ()
    """What changes it: force elements, `gravity`, inputs, constraints and their `nonideal forces`.

    Then `kinetic energy`, `joints` or `time`, if these do not explain it.

    Equations without bodies do not tell their forces apart: there it is `forces`.
    """


@dataclass(frozen=True)
class Invariants:
    """What stays constant along the motions of a system."""

    quantities: tuple[CandidateInvariant, ...]
    cyclic: tuple[str, ...]
    """Coordinates that do not stand in the Lagrangian, and along which no other force acts."""

    absent: tuple[str, ...]
    """Coordinates that do not stand in the Lagrangian, whatever forces act along them."""

    @property
    def conserved(self) -> tuple[str, ...]:
        """Names of the signals that are constant and not zero anyway."""
        return tuple(one.name for one in self.quantities if one.is_conserved and not one.is_zero)

    @property
    def is_energy_conserved(self) -> bool:
        """Whether T + V is constant."""
        return "energy" in self.conserved

    def __getitem__(self, name: str) -> CandidateInvariant:
        known = {one.name: one for one in self.quantities}
        checked_names([name], known, "quantity")
        return known[name]

    def __str__(self) -> str:
        lines = [f"cyclic coordinates: {', '.join(self.cyclic) or 'none'}"]
        if forced := [name for name in self.absent if name not in self.cyclic]:
            lines.append(f"not in the Lagrangian, but moved by other forces: {', '.join(forced)}")
        lines.append(f"conserved: {', '.join(self.conserved) or 'nothing'}")
        for one in self.quantities:
            if not one.is_conserved:
                lines.append(f"{one.name} is changed by {', '.join(one.changed_by)}")
        if zero := [one.name for one in self.quantities if one.is_zero]:
            lines.append(f"always zero: {', '.join(zero)}")
        return "\n".join(lines)


def invariants(subject: Subject, state: State | Values | None = None) -> Invariants:
    """Cyclic coordinates, conserved energies and momenta of a system, and what changes the others.

    Looked at are `energy`, `hamiltonian` where it differs from that (the Jacobi integral of a system that is
    driven), the momenta `<speed>.momentum`, and those of all bodies, `momentum.x` and `angular momentum.x`. Names
    are those of signals. A quantity is conserved if its rate dQ/dt, with the accelerations of the equations,
    vanishes beside its terms in random states that satisfy the constraints; they lie around `state`, which also
    gives inputs, zero unless given, and parameters.
    """
    dynamics = with_lasting_rows(as_dynamics(subject), "invariants")
    states = random_states(dynamics, STATES, near=as_state(state))
    return _Search(states).invariants()


def invariant_drifts(motion: Motion, names: Iterable[str] | None = None) -> dict[str, float]:
    """How far conserved quantities drift along a motion: largest change, beside the largest sum of their terms.

    All that `invariants` finds, unless `names` of signals are given. Energies are compared with the
    `energy_scale` of the motion; what is zero, or nearly, with the terms it would have if each speed alone had
    all kinetic energy. Rows are all that is looked at: take enough of them.
    """
    eom = motion.dynamics.equations
    if names is None:
        names = invariants(motion.dynamics, _with_strongest_inputs(motion)).conserved
    wanted = tuple(names)
    values = motion.signals(wanted)
    outputs = {name: gradient(motion.dynamics.solved.signal(name), eom.u) for name in wanted}
    slopes = motion.evaluate({name: np.asarray(y, dtype=object) for name, y in outputs.items()})
    u = motion.states[:, len(eom.coordinates) :][:, : len(eom.speeds)]
    tiny, energy, possible = np.finfo(float).tiny, motion.energy_scale, _possible_speeds(motion)
    found = {}
    for name in wanted:
        terms = [np.abs(slopes[name] * speeds).sum(axis=1).max() for speeds in (u, possible)]
        size = energy if name in _ENERGIES else max(*terms, np.abs(values[name]).max())
        found[name] = float(np.abs(values[name] - values[name][0]).max() / max(size, tiny))
    return found


def _possible_speeds(motion: Motion) -> Vector:
    """Rows of sizes (nu,) that each speed would have if it alone had the kinetic energy; zero without mass."""
    M = motion.evaluate(motion.dynamics.equations.balance.speed_metric.diagonal)
    T = np.abs(motion["kinetic energy"])[:, None]
    found: Vector = np.sqrt(np.divide(2.0 * T, M, out=np.zeros_like(M), where=M > 0.0))
    return found


def _with_strongest_inputs(motion: Motion) -> State:
    """The first state, with each input as strong as it ever is: so it shows which quantities it changes."""
    # a controller holds inputs between rows too
    inputs = np.concatenate([motion.inputs, *(segment.tau[None] for segment in motion.segments)])
    rows = np.argmax(np.abs(inputs), axis=0)
    strongest = inputs[rows, np.arange(inputs.shape[1])]
    return replace(motion.state(0), tau=dict(zip(motion.dynamics.equations.inputs, strongest, strict=True)))


class _Search:
    """Rates of all quantities in some states, and what they are made of."""

    def __init__(self, states: RandomStates) -> None:
        self.states, self.equations = states, states.dynamics.equations
        self.solved = states.dynamics.solved
        eom = self.equations
        if missing := [name for name in ("kinetic energy", "lagrangian") if name not in self.solved.signals]:
            raise FormulationError(f"invariants are decided by energies, but there is no {missing[0]} here")
        self.x = np.concatenate([eom.q, eom.u, eom.z])
        self.along = speed_labels(eom)
        momenta = [f"{name}.momentum" for name in self.along]
        wanted = [*_ENERGIES, *momenta, *_TOTALS]
        self.names = [name for name in wanted if name in self.solved.signals]

    def invariants(self) -> Invariants:
        """The report."""
        quantities = tuple(self._quantity(name) for name in self.names if not self._is_energy(name))
        kept = {one.name for one in quantities if one.is_conserved and not one.is_zero}
        absent = {name: k for name, k in self._own_speeds.items() if self._is_absent(name, k)}
        cyclic = tuple(name for name, k in absent.items() if f"{self.along[k]}.momentum" in kept)
        return Invariants(quantities, cyclic, tuple(absent))

    def _is_energy(self, name: str) -> bool:
        """Whether it is the Hamiltonian of a system for which this is just the energy."""
        if name != "hamiltonian" or "energy" not in self.names:
            return False
        H, E = self._values[name], self._values["energy"]
        return bool(np.abs(H - E).max() <= ROUNDING * self._values["kinetic energy"].max())

    # ---- numbers

    @cached_property
    def _numbers(self) -> dict[str, Any]:
        """Values, slopes and rates, a row for each state."""
        eom, names = self.equations, [*self.names, "kinetic energy"]
        Q = np.array([self.solved.signal(name) for name in names], dtype=object)
        outputs = {
            "Q": Q,
            "slopes": jacobian(Q, self.x),
            "in time": derivative(Q, time),
            "rates": np.concatenate([eom.rates, self.solved.accelerations, self.solved.h]),
            "L": eom.outputs.lagrangian_slopes(self.solved),
        }
        found = self.states.evaluate(outputs)
        if not all(np.isfinite(y).all() for y in found.values()):
            raise SolverError("the equations are not finite in some states; give a state around which they are")
        return found

    @cached_property
    def _values(self) -> dict[str, Vector]:
        names = [*self.names, "kinetic energy"]
        return {name: self._numbers["Q"][:, i] for i, name in enumerate(names)}

    @cached_property
    def _terms(self) -> dict[str, Vector]:
        """Terms of each quantity's rate, the last one for time alone; (states, terms)."""
        slopes, rates, in_time = (self._numbers[key] for key in ("slopes", "rates", "in time"))
        terms = np.concatenate([slopes * rates[:, None, :], in_time[:, :, None]], axis=2)
        return {name: terms[:, i] for i, name in enumerate([*self.names, "kinetic energy"])}

    def _slopes_by_speeds(self, name: str) -> Vector:
        """∂Q/∂u (states, nu)."""
        nq, nu = len(self.equations.q), len(self.equations.u)
        found: Vector = self._numbers["slopes"][:, self.names.index(name), nq : nq + nu]
        return found

    @property
    def _u(self) -> Vector:
        found: Vector = self.states.arguments["u"]
        return found

    @cached_property
    def _fastest(self) -> Vector:
        """The largest speed in each state."""
        return np.asarray(np.abs(self._u).max(axis=1, initial=np.finfo(float).tiny))

    def _size(self, name: str) -> Vector:
        """What a rate is compared with, in each state."""
        own = np.abs(self._terms[name]).sum(axis=1)
        power = np.abs(self._terms["kinetic energy"]).sum(axis=1)
        typical = power if name in _ENERGIES else power / self._fastest
        return np.asarray(own + UNSEEN * (typical + self._along_coordinates(name)) + np.finfo(float).tiny)

    def _along_coordinates(self, name: str) -> Vector:
        """What the steepest slope by a coordinate makes of the fastest one: rates may all be rounding."""
        nq, i = len(self.equations.q), [*self.names, "kinetic energy"].index(name)
        slopes, rates = self._numbers["slopes"][:, i, :nq], self._numbers["rates"][:, :nq]
        steepest, fastest = (np.abs(x).max(axis=1, initial=0.0) for x in (slopes, rates))
        return np.asarray(steepest * fastest)

    # ---- quantities

    def _quantity(self, name: str) -> CandidateInvariant:
        rate = self._terms[name].sum(axis=1)
        size = self._size(name)
        relative = float((np.abs(rate) / size).max())
        if self._is_zero(name):
            return CandidateInvariant(name, True, is_zero=True)
        if relative <= ROUNDING:
            return CandidateInvariant(name, True, rate=relative)
        return CandidateInvariant(name, False, rate=relative, changed_by=self._causes(name, rate, size))

    def _is_zero(self, name: str) -> bool:
        if name in _ENERGIES:
            return False
        size = np.abs(self._slopes_by_speeds(name) * self._u).sum(axis=1)
        typical = self._values["kinetic energy"] / self._fastest
        return bool((np.abs(self._values[name]) <= ROUNDING * (size + UNSEEN * typical)).all())

    # ---- cyclic coordinates

    @cached_property
    def _own_speeds(self) -> dict[str, int]:
        """Coordinates whose rate is a speed of their own with a known momentum, and which one it is."""
        found = {name: own_direction(self.equations, name) for name in self.equations.coordinates}
        momenta = [f"{label}.momentum" in self.names for label in self.along]
        return {name: k for name, k in found.items() if k is not None and momenta[k]}

    def _is_absent(self, name: str, k: int) -> bool:
        slope = self._numbers["L"][:, self.equations.coordinates.index(name)]
        return bool((np.abs(slope) <= ROUNDING * self._size(f"{self.along[k]}.momentum")).all())

    # ---- causes

    def _causes(self, name: str, rate: Vector, size: Vector) -> tuple[str, ...]:
        """Parts whose shares in the rate are not zero, the largest first; then what none of them explains."""
        shares = self._shares(name)
        rest = rate - sum(shares.values(), np.zeros(len(rate)))
        is_left = bool((np.abs(rest) > ROUNDING * size).any())
        if is_left and name in _TOTALS:
            # joints of the tree hold the bodies: what other parts add depends on how these joints take it
            return ("joints",)
        sizes = {part: float((np.abs(share) / size).max()) for part, share in shares.items()}
        found = [part for part, s in sorted(sizes.items(), key=lambda item: -item[1]) if s > ROUNDING]
        # two that cancel in all states change nothing, as torque and voltage of a motor do not change the energy
        cancelling = {
            part
            for a, b in combinations(found, 2)
            if (np.abs(shares[a] + shares[b]) <= ROUNDING * size).all()
            for part in (a, b)
        }
        found = [part for part in found if part not in cancelling]
        return (*found, *([self._unexplained(name)] if is_left else []))

    def _unexplained(self, name: str) -> str:
        if not self._elements:
            return "forces"
        return "time" if name in _ENERGIES else "kinetic energy"

    def _shares(self, name: str) -> dict[str, Vector]:
        """∂Q/∂u M⁻¹ F of the generalized force F of each part; energies also change with its potential."""
        weights = np.einsum("sk,skj->sj", self._slopes_by_speeds(name), self._inverse_mass)
        shares = {part: np.einsum("sj,sj->s", weights, force) for part, force in self._forces.items()}
        if name in _ENERGIES and self._elements:
            shares = {part: share + self._potential_rates.get(part, 0.0) for part, share in shares.items()}
        return shares

    @cached_property
    def _inverse_mass(self) -> Vector:
        return np.asarray(np.linalg.pinv(self._dynamics["M"]))

    @cached_property
    def _forces(self) -> dict[str, Vector]:
        """Generalized forces (states, nu) of elements, inputs and constraints, by name."""
        eom, numbers, tau = self.equations, self._dynamics, self.states.arguments["tau"]
        found = {part: numbers["forces"][:, i] for i, part in enumerate(self._elements)}
        if not self._elements:
            found = {name: numbers["G"][:, :, i] * tau[:, i, None] for i, name in enumerate(eom.inputs)}
        for i, row in enumerate(eom.rows):
            share = numbers["E"][:, :, i] * numbers["multipliers"][:, i, None]
            found[row.part] = found.get(row.part, 0.0) + share
        if "nonideal" in numbers:
            found["nonideal forces"] = numbers["nonideal"]
        return found

    @cached_property
    def _potential_rates(self) -> dict[str, Vector]:
        slopes, in_time = self._dynamics["potential slopes"], self._dynamics["potential in time"]
        rates = np.einsum("six,sx->si", slopes, self._numbers["rates"]) + in_time
        return {part: rates[:, i] for i, part in enumerate(self._elements)}

    @cached_property
    def _elements(self) -> tuple[str, ...]:
        """Gravity and the force elements; none if the equations do not know any."""
        return force_elements(self.solved)

    @cached_property
    def _dynamics(self) -> Mapping[str, Any]:
        eom = self.equations
        V = np.array([self.solved.signal(f"{part}.potential energy") for part in self._elements], dtype=object)
        outputs = {
            "M": eom.M,
            "G": eom.G,
            "E": eom.constraint_force_matrix,
            "multipliers": self.solved.multipliers,
        }
        if np.ndim(self.solved.nonideal_forces):
            outputs["nonideal"] = self.solved.nonideal_forces
        if self._elements:
            outputs |= {
                "forces": element_forces(self.solved),
                "potential slopes": jacobian(V, self.x),
                "potential in time": derivative(V, time),
            }
        return self.states.evaluate({name: np.asarray(y, dtype=object) for name, y in outputs.items()})
