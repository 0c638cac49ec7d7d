"""Constraint forces that do work."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.solvers.pseudoinverses import WeightedPseudoinverse
from dalembert.equations.solvers.solver import AccelerationSolver
from dalembert.errors import FormulationError


@dataclass(frozen=True)
class NonidealConstraints(AccelerationSolver):
    """M a = f + C + Jᵀ λ: constraints exert C(t, q, u) besides, such as friction, given along speeds by name.

    Of C only what the rows allow, Θᵀ C, moves the system; the constraints exert Jᵀ λ + C in all (Udwadia and
    Kalaba 2002). Whatever solver is inside gets f + C for f. A force element of the model does the same, and its
    work is counted in the balance of energy.

    Parameters
    ----------
    forces : dict of float or expressions
        C by name of a speed, in N or N m; speeds that are not named have none.
    solver : AccelerationSolver, optional
        Way to accelerations and multipliers; default the weighted pseudoinverse.
    speeds : tuple of str, optional
        Names of all speeds, which equations fill in; default none.

    Examples
    --------
    >>> import dalembert as da
    >>> crank, bar = da.rod("crank", length=0.3, mass=1.0), da.rod("bar", length=0.9, mass=1.0)
    >>> piston = da.particle("piston", mass=1.0)
    >>> engine = da.Model(
    ...     da.Revolute("A", da.ground, crank),
    ...     da.Revolute("B", crank["end"], bar),
    ...     da.Prismatic("slide", da.ground, piston, axis="x"),
    ...     da.Revolute("C", bar["end"], piston),
    ... )
    >>> drag = da.solvers.NonidealConstraints({"A.rate": -0.1 * da.speed("A")})
    >>> eom = da.derive(engine, da.Recursive(solver=drag))
    >>> start = da.assemble(engine, q={"A": 0.5}, u={"A": 1.0})
    >>> print(f"{da.as_dynamics(eom).accelerations(start)['A.rate']:.6f}")
    -1.695016
    """

    forces: Mapping[str, Any]
    """C; speeds that are not named have none."""

    solver: AccelerationSolver = field(default_factory=WeightedPseudoinverse)
    speeds: tuple[str, ...] = ()
    """Names of all speeds, to find these among; equations fill it in."""

    is_ideal = False

    def __post_init__(self) -> None:
        if not isinstance(self.forces, Mapping) or not all(isinstance(name, str) for name in self.forces):
            raise FormulationError(
                "nonideal forces are given along speeds by name, such as {'slider.rate': -0.1}, not as "
                f"{self.forces!r}"
            )
        for name, C in self.forces.items():
            if isinstance(C, str) or C is None or np.ndim(C):
                raise FormulationError(f"the nonideal force along {name!r} is one expression, not {C!r}")
        if not isinstance(self.solver, AccelerationSolver):
            raise FormulationError(f"the solver inside is an object such as NullSpace(), not {self.solver!r}")

    @property
    def allows_singular_mass(self) -> bool:  # type: ignore[override]
        return self.solver.allows_singular_mass

    @property
    def allows_redundant_rows(self) -> bool:  # type: ignore[override]
        return self.solver.allows_redundant_rows

    @property
    def allows_unsymmetric_mass(self) -> bool:  # type: ignore[override]
        return self.solver.allows_unsymmetric_mass

    @property
    def allows_other_forces(self) -> bool:  # type: ignore[override]
        return self.solver.allows_other_forces

    def bound(self, speeds: tuple[str, ...], resolve: Callable[[Array], Array]) -> Self:
        forces = {name: resolve(C) for name, C in self.forces.items()}
        return replace(self, forces=forces, solver=self.solver.bound(speeds, resolve), speeds=speeds)

    @property
    def nonideal_forces(self) -> Array:
        return self._vector + self.solver.nonideal_forces

    @property
    def _vector(self) -> Array:
        """C (nu,)."""
        if unknown := [name for name in self.forces if name not in self.speeds]:
            raise FormulationError(
                f"a nonideal force acts on the speed {unknown[0]!r}; there are {list(self.speeds)}"
            )
        C = np.empty(len(self.speeds), dtype=object)
        C[:] = [self.forces.get(name, 0.0) for name in self.speeds]
        return C

    def solve(self, M: Array, f: Array, J: Array, gamma: Array, *, rank: int | None = None) -> tuple[Array, Array]:
        return self.solver.solve(M, f + self._vector, J, gamma, rank=rank)
