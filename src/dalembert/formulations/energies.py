"""Equations of motion from energies alone, from a Gibbs function, or from rows typed by hand.

They are for systems that are not made of rigid bodies: modes of a beam, circuits, fields in a few shapes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from dalembert.equations.level_rows import LevelRow
from dalembert.equations.value import Equations
from dalembert.errors import FormulationError
from dalembert.expr.calculus import gradient, hessian, jacobian
from dalembert.expr.rewrite import substitute
from dalembert.expr.scalar import is_zero
from dalembert.formulations.typed.constraints import outputs_in
from dalembert.formulations.typed.equations import typed_equations
from dalembert.formulations.typed.mass import MassMatrix
from dalembert.formulations.typed.reader import Expressions, Reader
from dalembert.formulations.typed.speed_map import column
from dalembert.formulations.typed.system import Energies, TypedSystem
from dalembert.formulations.typed.vocabulary import ACCELERATIONS, EVERYTHING, POSITIONS, VELOCITIES
from dalembert.solvers.accelerations import products
from dalembert.solvers.constrained.solver import AccelerationSolver

Array = Any


def from_energies(
    T: Any,
    V: Any,
    q: Any,
    u: Any,
    *,
    rates: Any = None,
    definitions: Expressions | None = None,
    forces: Expressions | None = None,
    dissipation: Any = 0.0,
    inputs: Any = (),
    constraints: Iterable[Any] = (),
    parameters: Mapping[str, float] | None = None,
    solver: AccelerationSolver | None = None,
) -> Equations:
    """Equations from kinetic and potential energy; see `Equations.from_energies`."""
    reader = Reader(q, u, rates, inputs, parameters, definitions)
    kinetic = reader.vocabulary.read(
        T, "the kinetic energy", VELOCITIES, "an energy depends on positions and speeds"
    )
    potential = reader.vocabulary.read(
        V, "the potential energy", POSITIONS, "what depends on speeds is typed with from_lagrangian"
    )
    energies = Energies(kinetic - potential, kinetic, potential)
    system = _balanced(reader, energies, "T", "equations from energies", forces, dissipation, constraints, solver)
    return typed_equations(system)


def from_lagrangian(
    L: Any,
    q: Any,
    u: Any,
    *,
    rates: Any = None,
    definitions: Expressions | None = None,
    forces: Expressions | None = None,
    dissipation: Any = 0.0,
    inputs: Any = (),
    constraints: Iterable[Any] = (),
    parameters: Mapping[str, float] | None = None,
    solver: AccelerationSolver | None = None,
) -> Equations:
    """Equations from a Lagrangian; see `Equations.from_lagrangian`."""
    reader = Reader(q, u, rates, inputs, parameters, definitions)
    hint = "inputs are typed in forces"
    energies = Energies(reader.vocabulary.read(L, "the Lagrangian", VELOCITIES, hint))
    title = "equations from a Lagrangian"
    return typed_equations(_balanced(reader, energies, "L", title, forces, dissipation, constraints, solver))


def _balanced(
    reader: Reader,
    energies: Energies,
    letter: str,
    title: str,
    forces: Expressions | None,
    dissipation: Any,
    constraints: Iterable[Any],
    solver: AccelerationSolver | None,
) -> TypedSystem:
    reader.speeds.check()
    R = reader.vocabulary.read(dissipation, "the dissipation", VELOCITIES, "inputs are typed in forces")
    given = list(constraints)
    rows = _by_level(reader.rows(given))
    M, b = reader.speeds.balance(energies.L)
    loads = reader.forces(forces) - gradient(R, reader.u)
    return TypedSystem(
        title,
        f"the Hessian ∂²{letter}/∂u²",
        *(reader.vocabulary, reader.speeds, M, b, loads, rows, energies, outputs_in(given)),
        solver=solver,
    )


def from_gibbs_function(
    S: Any,
    q: Any,
    u: Any,
    a: Any,
    *,
    rates: Any = None,
    V: Any = None,
    forces: Expressions | None = None,
    inputs: Any = (),
    constraints: Iterable[Any] = (),
    parameters: Mapping[str, float] | None = None,
    solver: AccelerationSolver | None = None,
) -> Equations:
    """Equations from a Gibbs function; see `Equations.from_gibbs_function`."""
    reader = Reader(q, u, rates, inputs, parameters, a=a)
    read = reader.vocabulary.read
    gibbs = read(S, "the Gibbs function", ACCELERATIONS, "inputs are typed in forces")
    M = hessian(gibbs, reader.a)
    reader.check_linear(M, "the Gibbs function is not quadratic")
    b = substitute(column(gradient(gibbs, reader.a)), dict.fromkeys(reader.a, 0.0))
    energies = Energies()
    if V is not None:
        potential = read(V, "the potential energy", POSITIONS, "what depends on speeds is typed in forces")
        energies = Energies(V=potential)
        b = b + (products(reader.speeds.N.T, gradient(potential, reader.q)) if len(reader.q) else 0.0)
    given = list(constraints)
    rows = _by_level(reader.rows(given))
    system = TypedSystem(
        "equations from a Gibbs function",
        "the Hessian ∂²S/∂a²",
        *(reader.vocabulary, reader.speeds, M, b, reader.forces(forces), rows, energies, outputs_in(given)),
        solver=solver,
    )
    return typed_equations(system)


def from_rows(
    rows: Any,
    q: Any,
    u: Any,
    a: Any,
    *,
    lam: Any = (),
    rates: Any = None,
    inputs: Any = (),
    constraints: Iterable[Any] = (),
    parameters: Mapping[str, float] | None = None,
    solver: AccelerationSolver | None = None,
) -> Equations:
    """Equations from rows typed by hand; see `Equations.from_rows`."""
    reader = Reader(q, u, rates, inputs, parameters, a=a, lam=lam)
    residuals = _residuals(reader, rows)
    M = jacobian(residuals, reader.a)
    C = -jacobian(residuals, reader.lam) if len(reader.lam) else None
    factors = M if C is None else np.concatenate([M, C], axis=1)
    reader.check_linear(factors, "the rows are not linear")
    b = substitute(residuals, dict.fromkeys([*reader.a, *reader.lam], 0.0))
    given = list(constraints)
    found = reader.rows(given)
    if C is not None:
        C = _in_order(C, found, reader.lam)
    elif found:
        _check_balances(M, reader.speed_names)
    matrix = "the matrix ∂(rows)/∂a"
    loads = np.zeros(len(reader.u)).astype(object)
    system = TypedSystem(
        "equations from rows",
        *(matrix, reader.vocabulary, reader.speeds, M, b, loads, _by_level(found)),
        outputs=outputs_in(given),
        has_loads=False,
        reactions=C,
        solver=solver,
    )
    return typed_equations(system)


def _residuals(reader: Reader, rows: Any) -> Array:
    entries = list(rows)
    if len(entries) != len(reader.u):
        raise FormulationError(f"{len(reader.u)} speeds need as many rows, not {len(entries)}")
    return column(reader.vocabulary.read(row, f"row {k}", EVERYTHING) for k, row in enumerate(entries, 1))


def _in_order(C: Array, rows: list[LevelRow], lam: Array) -> Array:
    """What multipliers exert, in the order of the rows by level."""
    if len(rows) != len(lam):
        raise FormulationError(
            f"{len(lam)} multipliers belong to as many constraints, in the same order, not to {len(rows)}"
        )
    for x, exerted in zip(lam, C.T, strict=True):
        if all(map(is_zero, exerted)):
            raise FormulationError(f"the multiplier {x!r} stands in no row, so its constraint exerts nothing")
    order = sorted(range(len(rows)), key=lambda i: rows[i].row.level)
    return C[:, order]


def _check_balances(M: Array, speeds: tuple[str, ...]) -> None:
    """Constraints act along speeds; rows in another order or scale do not say which is which."""
    nothing = np.zeros((0, len(M))).astype(object)
    if not MassMatrix(M, nothing, nothing.T, speeds).is_definite:
        raise FormulationError(
            "the matrix ∂(rows)/∂a is not symmetric and definite, so the rows may not be the balances along the "
            "speeds, and it is not known where constraints act in them; type their multipliers into the rows, and "
            "name them in lam"
        )


def _by_level(rows: list[LevelRow]) -> list[LevelRow]:
    return sorted(rows, key=lambda row: row.row.level)
