"""Invariants: cyclic coordinates, conserved energies and momenta, and what changes the others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.configuration.contact_overlaps import with_lasting_rows
from dalembert.configuration.random_states import RandomStates, random_states
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.equations.along_speeds import element_forces, force_elements, own_direction, speed_labels
from dalembert.errors import FormulationError, SolverError
from dalembert.expr.calculus import derivative, gradient, jacobian
from dalembert.expr.symbol_nodes import time
from dalembert.name_checks import checked_names
from dalembert.runs.motion import Motion
from dalembert.state import State, Values, as_state

STATES = 6
"""Number of states in which rates are evaluated."""

ROUNDING = 1e-9
"""Rate, relative to the terms that it is the sum of, that counts as zero."""

UNSEEN = 1e-4
"""Least scale of the terms of a rate, relative to the power of the inertia forces."""

_ENERGIES = ("energy", "hamiltonian")
_TOTALS = tuple(f"{kind}.{axis}" for kind in ("momentum", "angular momentum") for axis in "xyz")


@dataclass(frozen=True)
class CandidateInvariant:
    """An energy or a momentum, by the name of its signal, and whether it is constant along every motion."""

    name: str
    is_conserved: bool
    is_zero: bool = False
    """Whether the quantity vanishes in all states."""

    rate: float = 0.0
    """Largest rate of change, relative to the terms of this rate."""

    changed_by: tuple[str, ...] = ()
    """Causes of the change: force elements, `gravity`, inputs, constraints and their `nonideal forces`.

    Then `kinetic energy`, `joints` or `time`, if these do not explain it.

    Equations without bodies do not tell their forces apart: there the cause is `forces`.
    """


@dataclass(frozen=True)
class Invariants:
    """Quantities that stay constant along the motions of a system, and others with what changes them."""

    quantities: tuple[CandidateInvariant, ...]
    cyclic: tuple[str, ...]
    """Coordinates that do not stand in the Lagrangian, and along which no other force acts."""

    absent: tuple[str, ...]
    """Coordinates that do not stand in the Lagrangian, whatever forces act along them."""

    @property
    def conserved(self) -> tuple[str, ...]:
        """Names of the signals that are constant and not always zero."""
        return tuple(
            quantity.name for quantity in self.quantities if quantity.is_conserved and not quantity.is_zero
        )

    @property
    def is_energy_conserved(self) -> bool:
        """Whether T + V is constant."""
        return "energy" in self.conserved

    def __getitem__(self, name: str) -> CandidateInvariant:
        by_name = {quantity.name: quantity for quantity in self.quantities}
        checked_names([name], by_name, "quantity")
        return by_name[name]

    def __str__(self) -> str:
        lines = [f"cyclic coordinates: {', '.join(self.cyclic) or 'none'}"]
        if forced := [name for name in self.absent if name not in self.cyclic]:
            lines.append(f"not in the Lagrangian, but moved by other forces: {', '.join(forced)}")
        lines.append(f"conserved: {', '.join(self.conserved) or 'nothing'}")
        for quantity in self.quantities:
            if not quantity.is_conserved:
                lines.append(f"{quantity.name} is changed by {', '.join(quantity.changed_by)}")
        if zero := [quantity.name for quantity in self.quantities if quantity.is_zero]:
            lines.append(f"always zero: {', '.join(zero)}")
        return "\n".join(lines)


def invariants(subject: Subject, state: State | Values | None = None) -> Invariants:
    """Cyclic coordinates, conserved energies and momenta of a system, and what changes the others.

    Candidates are `energy`, `hamiltonian` where it differs from that (the Jacobi integral of a driven system),
    the momenta `<speed>.momentum`, and those of all bodies, `momentum.x` and `angular momentum.x`. Names are
    those of signals. A quantity is conserved if its rate dQ/dt, with the accelerations of the equations,
    vanishes relative to its terms in random states that satisfy the constraints.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System that is asked.
    state : State or dict of coordinates, optional
        State around which random states are taken, with values of inputs and parameters; default the
        default values of the model, with inputs zero.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> print(da.diagnostics.invariants(pendulum))
    cyclic coordinates: none
    conserved: energy
    hinge.momentum is changed by gravity
    momentum.x is changed by joints
    momentum.y is changed by joints
    angular momentum.z is changed by gravity
    always zero: momentum.z, angular momentum.x, angular momentum.y
    """
    dynamics = with_lasting_rows(as_dynamics(subject), "invariants")
    states = random_states(dynamics, STATES, near=as_state(state))
    return _Search(states).invariants()


def invariant_drifts(motion: Motion, names: Iterable[str] | None = None) -> dict[str, float]:
    """Drift of conserved quantities along a motion: largest change, relative to the largest sum of their terms.

    Energies are compared with the `energy_scale` of the motion; quantities that are zero, or nearly, with the
    terms they would have if each speed alone had all kinetic energy. Only samples count: take enough of them.

    Parameters
    ----------
    motion : Motion
        Motion that is checked.
    names : sequence of str, optional
        Names of signals that should stay constant; default all that `da.diagnostics.invariants` finds.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> motion = da.simulate(pendulum, until=5.0)
    >>> print({name: drift < 1e-6 for name, drift in da.diagnostics.invariant_drifts(motion).items()})
    {'energy': True}
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
    drifts = {}
    for name in wanted:
        terms = [np.abs(slopes[name] * speeds).sum(axis=1).max() for speeds in (u, possible)]
        size = energy if name in _ENERGIES else max(*terms, np.abs(values[name]).max())
        drifts[name] = float(np.abs(values[name] - values[name][0]).max() / max(size, tiny))
    return drifts


def _possible_speeds(motion: Motion) -> Vector:
    """Sizes (samples, nu) that each speed would have if it alone had the kinetic energy; zero without mass."""
    M = motion.evaluate(motion.dynamics.equations.balance.speed_metric.diagonal)
    T = np.abs(motion["kinetic energy"])[:, None]
    return np.asarray(np.sqrt(np.divide(2.0 * T, M, out=np.zeros_like(M), where=M > 0.0)))


def _with_strongest_inputs(motion: Motion) -> State:
    """First state of a motion, with the largest value of each input, so that its effects are seen."""
    # a controller holds inputs between samples too
    inputs = np.concatenate([motion.inputs, *(segment.tau[None] for segment in motion.segments)])
    strongest = inputs[np.argmax(np.abs(inputs), axis=0), np.arange(inputs.shape[1])]
    return replace(motion.state(0), tau=dict(zip(motion.dynamics.equations.inputs, strongest, strict=True)))


class _Search:
    """Rates of all candidates in some states, and the shares of parts in them."""

    def __init__(self, states: RandomStates) -> None:
        self.states, self.equations = states, states.dynamics.equations
        self.solved = states.dynamics.solved
        eom = self.equations
        if missing := [name for name in ("kinetic energy", "lagrangian") if name not in self.solved.signals]:
            raise FormulationError(f"invariants need energies, but these equations have no {missing[0]}")
        self.x = np.concatenate([eom.q, eom.u, eom.z])
        self.along = speed_labels(eom)
        momenta = [f"{name}.momentum" for name in self.along]
        wanted = [*_ENERGIES, *momenta, *_TOTALS]
        self.names = [name for name in wanted if name in self.solved.signals]

    def invariants(self) -> Invariants:
        """Cyclic coordinates, and all candidates with what changes them."""
        quantities = tuple(self._quantity(name) for name in self.names if not self._is_energy(name))
        kept = {quantity.name for quantity in quantities if quantity.is_conserved and not quantity.is_zero}
        absent = {name: k for name, k in self._own_speeds.items() if self._is_absent(name, k)}
        cyclic = tuple(name for name, k in absent.items() if f"{self.along[k]}.momentum" in kept)
        return Invariants(quantities, cyclic, tuple(absent))

    def _is_energy(self, name: str) -> bool:
        """Whether a candidate is the Hamiltonian and equals the energy."""
        if name != "hamiltonian" or "energy" not in self.names:
            return False
        H, E = self._values[name], self._values["energy"]
        return bool(np.abs(H - E).max() <= ROUNDING * self._values["kinetic energy"].max())

    # ---- numbers

    @cached_property
    def _numbers(self) -> dict[str, Matrix]:
        """Values, slopes and rates; states along the first axis."""
        eom, names = self.equations, [*self.names, "kinetic energy"]
        Q = np.array([self.solved.signal(name) for name in names], dtype=object)
        outputs = {
            "Q": Q,
            "slopes": jacobian(Q, self.x),
            "in time": derivative(Q, time),
            "rates": np.concatenate([eom.rates, self.solved.accelerations, self.solved.h]),
            "L": eom.outputs.lagrangian_slopes(self.solved),
        }
        numbers = self.states.evaluate(outputs)
        if not all(np.isfinite(y).all() for y in numbers.values()):
            raise SolverError("the equations are not finite in some states; give a state around which they are")
        return numbers

    @cached_property
    def _values(self) -> dict[str, Vector]:
        names = [*self.names, "kinetic energy"]
        return {name: self._numbers["Q"][:, i] for i, name in enumerate(names)}

    @cached_property
    def _terms(self) -> dict[str, Vector]:
        """Terms of the rate of each quantity, the last one for time alone; (states, terms)."""
        slopes, rates, in_time = (self._numbers[key] for key in ("slopes", "rates", "in time"))
        terms = np.concatenate([slopes * rates[:, None, :], in_time[:, :, None]], axis=2)
        return {name: terms[:, i] for i, name in enumerate([*self.names, "kinetic energy"])}

    def _slopes_by_speeds(self, name: str) -> Vector:
        """Slopes ∂Q/∂u (states, nu) of a quantity."""
        nq, nu = len(self.equations.q), len(self.equations.u)
        return self._numbers["slopes"][:, self.names.index(name), nq : nq + nu]

    @property
    def _u(self) -> Vector:
        return self.states.arguments["u"]

    @cached_property
    def _fastest(self) -> Vector:
        """Largest speed in each state."""
        return np.asarray(np.abs(self._u).max(axis=1, initial=np.finfo(float).tiny))

    def _size(self, name: str) -> Vector:
        """Scale of the rate of a quantity, in each state."""
        terms = np.abs(self._terms[name]).sum(axis=1)
        power = np.abs(self._terms["kinetic energy"]).sum(axis=1)
        typical = power if name in _ENERGIES else power / self._fastest
        return np.asarray(terms + UNSEEN * (typical + self._along_coordinates(name)) + np.finfo(float).tiny)

    def _along_coordinates(self, name: str) -> Vector:
        """Steepest slope by a coordinate times the fastest rate of one: a scale where all terms are rounding."""
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
        """Numbers of the speeds with a momentum that are rates of coordinates alone, by coordinate."""
        number_of = {name: own_direction(self.equations, name) for name in self.equations.coordinates}
        momenta = [f"{label}.momentum" in self.names for label in self.along]
        return {name: k for name, k in number_of.items() if k is not None and momenta[k]}

    def _is_absent(self, name: str, k: int) -> bool:
        slope = self._numbers["L"][:, self.equations.coordinates.index(name)]
        return bool((np.abs(slope) <= ROUNDING * self._size(f"{self.along[k]}.momentum")).all())

    # ---- causes

    def _causes(self, name: str, rate: Vector, size: Vector) -> tuple[str, ...]:
        """Parts whose shares in the rate are not zero, the largest first; then the cause of the rest."""
        shares = self._shares(name)
        rest = rate - sum(shares.values(), np.zeros(len(rate)))
        is_left = bool((np.abs(rest) > ROUNDING * size).any())
        if is_left and name in _TOTALS:
            # joints of the tree hold the bodies: what other parts add depends on how these joints take it
            return ("joints",)
        sizes = {part: float((np.abs(share) / size).max()) for part, share in shares.items()}
        parts = [part for part, s in sorted(sizes.items(), key=lambda item: -item[1]) if s > ROUNDING]
        # two that cancel in all states change nothing, as torque and voltage of a motor do not change the energy
        cancelling = {
            part
            for a, b in combinations(parts, 2)
            if (np.abs(shares[a] + shares[b]) <= ROUNDING * size).all()
            for part in (a, b)
        }
        parts = [part for part in parts if part not in cancelling]
        return (*parts, *([self._unexplained(name)] if is_left else []))

    def _unexplained(self, name: str) -> str:
        if not self._elements:
            return "forces"
        return "time" if name in _ENERGIES else "kinetic energy"

    def _shares(self, name: str) -> dict[str, Vector]:
        """Shares ∂Q/∂u M⁻¹ F of the generalized force F of each part; of energies also by its potential."""
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
        forces = {part: numbers["forces"][:, i] for i, part in enumerate(self._elements)}
        if not self._elements:
            forces = {name: numbers["G"][:, :, i] * tau[:, i, None] for i, name in enumerate(eom.inputs)}
        for i, row in enumerate(eom.rows):
            share = numbers["E"][:, :, i] * numbers["multipliers"][:, i, None]
            forces[row.part] = forces.get(row.part, 0.0) + share
        if "nonideal" in numbers:
            forces["nonideal forces"] = numbers["nonideal"]
        return forces

    @cached_property
    def _potential_rates(self) -> dict[str, Vector]:
        slopes, in_time = self._dynamics["potential slopes"], self._dynamics["potential in time"]
        rates = np.einsum("six,sx->si", slopes, self._numbers["rates"]) + in_time
        return {part: rates[:, i] for i, part in enumerate(self._elements)}

    @cached_property
    def _elements(self) -> tuple[str, ...]:
        """Names of gravity and the force elements; none if the equations have none."""
        return force_elements(self.solved)

    @cached_property
    def _dynamics(self) -> Mapping[str, Matrix]:
        eom = self.equations
        V = np.array([self.solved.signal(f"{part}.potential energy") for part in self._elements], dtype=object)
        outputs = {
            "M": eom.M,
            "G": eom.G,
            "E": eom.constraint_force_matrix,
            "multipliers": self.solved.multipliers,
        }
        if np.ndim(self.solved.nonideal_forces):
            outputs["nonideal"] = np.asarray(self.solved.nonideal_forces)
        if self._elements:
            outputs |= {
                "forces": element_forces(self.solved),
                "potential slopes": jacobian(V, self.x),
                "potential in time": derivative(V, time),
            }
        return self.states.evaluate({name: np.asarray(y, dtype=object) for name, y in outputs.items()})
