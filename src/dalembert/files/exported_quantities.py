"""Quantities of a system that other packages are given: expressions of (t, q, u, z, τ, p) by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from dalembert.arrays import Array
from dalembert.configuration.contact_overlaps import without_contacts
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.equations.solution import Solution
from dalembert.errors import ModelError
from dalembert.expr.node import Node, Scalar, inputs_of, name_of
from dalembert.expr.symbol_nodes import param, time
from dalembert.name_checks import closest

QUANTITIES = (
    *("state_rates", "coordinate_rates", "accelerations", "multipliers"),
    *("mass_matrix", "forces", "input_matrix"),
    *("position_residuals", "velocity_residuals", "constraint_jacobian", "constraint_accelerations"),
)
"""Quantities of every system: ẋ of x = (q, u, z), q̇, a, λ; M, f, G of M a = f + G τ + Jᵀ λ; φ, ψ, J, γ."""


@dataclass(frozen=True, eq=False)
class ExportedQuantities(Mapping[str, Array]):
    """Expressions by name: `QUANTITIES`, what was asked for by name, and every signal."""

    solution: Solution
    chosen: Mapping[str, Scalar | Array]

    @classmethod
    def of(cls, subject: Subject, chosen: Mapping[str, Scalar | Array] | None, what: str) -> ExportedQuantities:
        """Quantities of a model, or of equations without contacts, with expressions of its measures."""
        solution = without_contacts(as_dynamics(subject), what).solution
        chosen = dict(chosen or {})
        if taken := sorted(set(chosen) & {*QUANTITIES, *solution.signals}):
            raise ModelError(f"{taken[0]!r} is the name of a quantity of the system already; call yours otherwise")
        return cls(solution, {name: solution.resolve(x) for name, x in chosen.items()})

    @cached_property
    def arguments(self) -> Mapping[str, list[Node]]:
        """Nodes of the arguments (t, q, u, z, tau, p), each a list of them."""
        eom = self.solution.equations
        return {
            **{"t": [time], "q": [*eom.q], "u": [*eom.u], "z": [*eom.z], "tau": [*eom.tau]},
            "p": [param(name, value) for name, value in self.parameters.items()],
        }

    @property
    def parameters(self) -> Mapping[str, float]:
        """Names and default values of the open parameters, in their order."""
        return self.solution.equations.variables.parameters

    @property
    def argument_names(self) -> dict[str, tuple[str, ...]]:
        """Names of the entries of each argument."""
        eom = self.solution.equations
        return {
            **{"t": ("t",), "q": eom.coordinates, "u": eom.speeds, "z": eom.states, "tau": eom.inputs},
            "p": tuple(self.parameters),
        }

    def __getitem__(self, name: str) -> Array:
        solution = self.solution
        if name in self.chosen:
            return np.asarray(self.chosen[name], dtype=object)
        if name in QUANTITIES:
            return np.asarray(_MATRICES[name](solution), dtype=object)
        if name not in solution.signals:
            raise ModelError(f"{name!r} is no quantity of the system; {closest(name, [*self])}")
        return np.asarray(solution.signal(name), dtype=object)

    def checked(self, name: str) -> Array:
        """A quantity whose variables are all among the arguments."""
        array = self[name]
        known = {node for nodes in self.arguments.values() for node in nodes}
        for node in inputs_of([x for x in array.ravel() if isinstance(x, Node)]):
            if node not in known:
                raise ModelError(
                    f"{name!r} depends on {name_of(node)!r}, which is no variable and no parameter of the system"
                )
        return array

    def __iter__(self) -> Iterator[str]:
        yield from (*QUANTITIES, *self.chosen, *self.solution.signals)

    def __len__(self) -> int:
        return len(QUANTITIES) + len(self.chosen) + len(self.solution.signals)


_MATRICES = {
    "state_rates": lambda x: x.first_order().rate,
    "coordinate_rates": lambda x: x.equations.rates,
    "accelerations": lambda x: x.accelerations,
    "multipliers": lambda x: x.multipliers,
    "mass_matrix": lambda x: x.equations.M,
    "forces": lambda x: x.equations.f,
    "input_matrix": lambda x: x.equations.G,
    "position_residuals": lambda x: x.equations.phi,
    "velocity_residuals": lambda x: x.equations.psi,
    "constraint_jacobian": lambda x: x.equations.J,
    "constraint_accelerations": lambda x: x.equations.gamma,
}
