"""Signals of typed equations: named outputs, made when they are asked for."""

from __future__ import annotations

from functools import cached_property, partial

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.lazy_signals import LazySignals, Maker, Signal, joined, state_signals
from dalembert.equations.level_rows import LevelRow
from dalembert.equations.outputs import SignalKind
from dalembert.equations.solved_system import SolvedSystem
from dalembert.expr.calculus import gradient, time_derivative
from dalembert.expr.node import Scalar
from dalembert.expr.rewrite import substitute
from dalembert.expr.scalar import is_zero
from dalembert.expr.sparse_matrix import products
from dalembert.expr.trial_numbers import finite_samples
from dalembert.rows import Level
from dalembert.typed.typed_terms import TypedTerms

SAME_ENERGY = 1e-10
"""Difference of two energies, relative to their size, that is rounding."""


class TypedSignals(LazySignals):
    """Signals of typed equations by name.

    - coordinates, speeds, `<speed>.acceleration`;
    - if the energies are known: `kinetic energy`, `potential energy`, `energy`, `lagrangian`, `hamiltonian`,
      `<speed>.momentum`, which is ∂L/∂u, and `<coordinate>.momentum`, which is ∂L/∂q̇;
    - `power`, by which the energy changes: that of all forces without potential, of constraints that move, and of
      what depends on time; `<input>.power`;
    - `<row>.multiplier` of every row of the constraints, `<row>.residual` of those of positions and velocities;
      `<drive>.torque` (or `.force`) and `.power`.

    Of a Lagrangian, the energy is the Hamiltonian, and the potential energy is −L at rest.
    """

    def __init__(self, solution: SolvedSystem, typed: TypedTerms) -> None:
        self._solution, self._equations, self._typed = solution, solution.equations, typed

    @cached_property
    def _made(self) -> dict[str, Signal]:
        # what was typed in has no units
        outputs = {name: partial(self._solution.resolve, x.value) for name, x in self._typed.outputs.items()}
        tables = (
            (self._energies() | self._powers(), SignalKind.ENERGY),
            (self._canonical() | self._rows(), SignalKind.OTHER),
            (outputs, SignalKind.OWN),
        )
        plain = ({name: Signal(make, kind=kind) for name, make in table.items()} for table, kind in tables)
        return joined(*plain, state_signals(self._equations.variables, lambda: self._solution.accelerations))

    def _rows(self) -> dict[str, Maker]:
        eom = self._equations
        makers: dict[str, Maker] = {}
        for i, row in enumerate(eom.rows):
            makers[f"{row.name}.multiplier"] = partial(lambda i: self._solution.multipliers[i], i)
            if row.level == Level.POSITION:
                makers[f"{row.name}.residual"] = partial(lambda i: eom.phi[i], i)
            elif row.level == Level.VELOCITY:
                makers[f"{row.name}.residual"] = partial(lambda i: eom.psi[i], i)
        return makers

    # ---- energies

    def _energies(self) -> dict[str, Maker]:
        energies = self._typed.energies
        makers: dict[str, Maker] = {}
        if energies.V is not None:
            makers["potential energy"] = lambda: energies.V
        if energies.T is not None:
            makers |= {"kinetic energy": lambda: energies.T, "energy": lambda: energies.total}
        elif energies.L is not None and self._typed.speeds.velocity is not None:
            makers["energy"] = lambda: self._hamiltonian
            makers["potential energy"] = lambda: -self._at_rest
            makers["kinetic energy"] = lambda: self._hamiltonian + self._at_rest
        return makers

    def _canonical(self) -> dict[str, Maker]:
        energies, speeds = self._typed.energies, self._typed.speeds
        if energies.L is None:
            return {}
        makers: dict[str, Maker] = {"lagrangian": lambda: energies.L}
        for k, name in enumerate(speeds.speeds):
            makers[f"{name.removesuffix('.rate')}.momentum"] = partial(lambda k: self._momenta[k], k)
        if speeds.is_square:
            for k, name in enumerate(speeds.coordinates):
                makers[f"{name}.momentum"] = partial(lambda k: speeds.momenta(self._momenta)[k], k)
        if speeds.velocity is not None:
            makers["hamiltonian"] = lambda: self._hamiltonian
        return makers

    @cached_property
    def _momenta(self) -> Array:
        """∂L/∂u (nu,)."""
        return gradient(self._lagrangian, self._equations.variables.u)

    @cached_property
    def _hamiltonian(self) -> Scalar:
        """Σ ∂L/∂q̇ q̇ − L."""
        return self._along(self._momenta) - self._lagrangian

    @property
    def _lagrangian(self) -> Scalar:
        L = self._typed.energies.L
        assert L is not None, "asked for only where there is a Lagrangian"
        return L

    @property
    def _at_rest(self) -> Scalar:
        """L without speeds."""
        return substitute(self._lagrangian, dict.fromkeys(self._equations.variables.u, 0.0))

    def _along(self, forces: Array) -> Scalar:
        """The power of forces along the speeds."""
        velocity = self._typed.speeds.velocity
        assert velocity is not None, "asked for where powers exist only"
        return products(np.asarray(forces, dtype=object)[None], velocity)[0]

    # ---- powers

    def _powers(self) -> dict[str, Maker]:
        if self._typed.speeds.velocity is None or not self._typed.has_loads:
            return {}
        makers: dict[str, Maker] = {"power": lambda: self._power}
        for k, name in enumerate(self._equations.variables.inputs):
            makers[f"{name}.power"] = partial(self._input_power, k)
        return makers

    def _input_power(self, k: int) -> Scalar:
        return self._equations.variables.tau[k] * self._along(self._equations.G[:, k])

    @cached_property
    def _power(self) -> Scalar:
        eom, L = self._equations, self._typed.energies.L
        total = self._along(self._typed.loads + self._solution.nonideal_forces)
        for i, row in enumerate(eom.constraint_rows):
            if i in self._solution.independent and self._may_work(row):
                total = total + self._solution.multipliers[i] * self._along(self._typed.C[:, i])
        if L is None:
            return total
        total = total - self._typed.speeds.explicit_change(L, self._momenta)
        return total if self._is_hamiltonian else total + self._change_of_rest

    def _may_work(self, row: LevelRow) -> bool:
        """Whether the force of a row may do work along a run."""
        if not row.row.is_physical:
            return False
        if self._solution.stabilization is not None:
            return True
        if not self._typed.mass.is_ideal or row.psi is None or not row.row.is_linear or row.row.is_rheonomic:
            return True
        # along rates that drift, even a row that is zero at u = 0 moves
        if self._typed.speeds.velocity is not self._typed.speeds.u:
            return True
        return not is_zero(substitute(row.psi, dict.fromkeys(self._equations.variables.u, 0.0)))

    @cached_property
    def _excess(self) -> Scalar:
        """T + V less the Hamiltonian: not zero where rates depend on time."""
        return self._typed.energies.total - self._hamiltonian

    @cached_property
    def _is_hamiltonian(self) -> bool:
        """Whether the energy is the Hamiltonian."""
        energies = self._typed.energies
        if energies.T is None:
            return True
        terms = np.array([self._excess, energies.T, energies.V], dtype=object)
        samples = finite_samples(terms, changes_parameters=True)
        return all(abs(excess) <= SAME_ENERGY * max(abs(T), abs(V), 1.0) for excess, T, V in samples)

    @property
    def _change_of_rest(self) -> Scalar:
        eom = self._equations
        accelerations = dict(zip(eom.variables.u, self._solution.accelerations, strict=True))
        return time_derivative(self._excess, {**self._typed.speeds.motion, **accelerations})
