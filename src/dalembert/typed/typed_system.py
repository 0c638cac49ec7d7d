"""Systems that are not made of bodies, and their equations from energies, a Gibbs function, or rows typed by hand.

Examples are modes of a beam, circuits, fields in a few shapes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.equations import Equations
from dalembert.equations.level_rows import LevelRow
from dalembert.equations.solvers.solver import AccelerationSolver
from dalembert.errors import FormulationError
from dalembert.expr.calculus import gradient, hessian, jacobian
from dalembert.expr.node import Scalar
from dalembert.expr.rewrite import substitute
from dalembert.expr.scalar import is_zero
from dalembert.expr.sparse_matrix import products
from dalembert.typed.mass_matrix import MassMatrix
from dalembert.typed.speed_map import column
from dalembert.typed.typed_constraints import expressions_in, outputs_in
from dalembert.typed.typed_equations import typed_equations
from dalembert.typed.typed_reader import TypedReader
from dalembert.typed.typed_terms import Energies, TypedTerms
from dalembert.typed.vocabulary import (
    ACCELERATIONS,
    EVERYTHING,
    POSITIONS,
    VELOCITIES,
    NamedExpressions,
    NamedNumbers,
    TypedExpression,
    VariableNames,
    inputs_in,
    labels,
)


@dataclass(frozen=True, eq=False)
class TypedSystem:
    """A system that is not made of bodies: variables, rates of coordinates, forces and constraints.

    Expressions are ours or SymPy's. Symbols in them are variables, or parameters, which stay open. Equations
    follow from energies, from a Lagrangian, from a Gibbs function, or from rows.

    Parameters
    ----------
    q : str or sequence of str or symbols
        Coordinates.
    u : str or sequence of str or symbols
        Speeds, the rates of q unless `rates` says otherwise.
    a : str or sequence of str or symbols, optional
        Rates of the speeds, in their order; default `v'` for a speed `v`.
    rates : dict of expressions, or sequence of them, optional
        q̇ = N u + η, by name or in order. Energies are then in quasi-velocities, and the equations are
        those of Boltzmann and Hamel. Default the speeds.
    definitions : dict of expressions, optional
        Redundant speeds by name, in terms of the others; default none.
    forces : dict of expressions, optional
        Forces along speeds or along rates of coordinates, by name, linear in the inputs; default none.
    dissipation : expression, optional
        Rayleigh's function R(t, q, u), with forces −∂R/∂u; default 0.
    inputs : str or sequence of str or symbols, optional
        Inputs; a `da.Input` in forces, rates, rows or constraints need not be named. Inputs in rates, or
        in constraints of positions or speeds, become states, as by `da.control.with_input_states`. Default
        none.
    constraints : sequence of pairs of a name and an expression, optional
        Expressions of q, u and time that stay zero, or constraints such as `da.Drive`; default none.
    parameters : dict of float, optional
        Symbols that are parameters, with their default values; default none.
    solver : AccelerationSolver, optional
        Way to accelerations and multipliers; default the Schur complement of the constraints.

    Examples
    --------
    >>> import dalembert as da
    >>> x, v, k = da.expr.symbol("x"), da.expr.symbol("v"), da.param("k", 4.0)
    >>> system = da.formulations.TypedSystem("x", "v", rates={"x": v})
    >>> eom = system.from_lagrangian(0.5 * v**2 - 0.5 * k * x**2)
    >>> motion = da.simulate(eom, {"x": 1.0}, until=1.0)
    >>> print(f"{motion['x'][-1]:.6f}, cos 2 = {da.cos(2.0):.6f}")
    -0.416147, cos 2 = -0.416147
    """

    q: VariableNames
    """Coordinates: symbols, or names."""

    u: VariableNames
    """Speeds, the rates of q unless `rates` says otherwise."""

    a: VariableNames = None
    """Rates of the speeds, in their order; that of `v` is `v'` if none are given."""

    _: KW_ONLY
    rates: NamedExpressions | Iterable[TypedExpression] | None = None
    """q̇ = N u + η, by name or in order. Energies are then in quasi-velocities, and the equations are those of
    Boltzmann and Hamel. A speed in no rate needs no coordinate."""

    definitions: NamedExpressions = field(default_factory=dict)
    """Redundant speeds by name, in terms of the others."""

    forces: NamedExpressions = field(default_factory=dict)
    """Forces along speeds or along rates of coordinates, by name; linear in the inputs."""

    dissipation: TypedExpression = 0.0
    """Rayleigh's function R(t, q, u): forces −∂R/∂u."""

    inputs: VariableNames = ()
    """Inputs: symbols, or names; a `da.Input` in forces, rates, rows or constraints need not be named here.

    In rates, and in constraints of positions or speeds, they become states: `da.control.with_input_states`."""

    constraints: Iterable[object] = ()
    """Pairs of a name and an expression of q, u and time that stays zero, or constraints such as Drive."""

    parameters: NamedNumbers = field(default_factory=dict)
    """Symbols that are parameters, with their default values."""

    solver: AccelerationSolver | None = None
    """Solver of accelerations and multipliers; the default one if None."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "constraints", tuple(self.constraints))
        # all is read, so that what is wrong is told now
        _ = self._loads, self._rows

    # ---- equations

    def from_energies(self, T: TypedExpression, V: TypedExpression = 0.0) -> Equations:
        """d/dt ∂T/∂u − ∂T/∂q + ∂V/∂q = forces, from T(t, q, u) and V(t, q)."""
        read = self._reader.vocabulary.read
        kinetic = read(T, "the kinetic energy", VELOCITIES, "an energy depends on positions and speeds")
        hint = "what depends on speeds is typed with from_lagrangian"
        potential = read(V, "the potential energy", POSITIONS, hint)
        L = kinetic - potential
        return self._balanced("equations from energies", "T", L, Energies(L, kinetic, potential))

    def from_lagrangian(self, L: TypedExpression) -> Equations:
        """d/dt ∂L/∂u − ∂L/∂q = forces, from a Lagrangian L(t, q, u).

        Its Hessian ∂²L/∂u² must be regular, but for directions that constraints hold.
        """
        hint = "inputs are typed in forces"
        lagrangian = self._reader.vocabulary.read(L, "the Lagrangian", VELOCITIES, hint)
        return self._balanced("equations from a Lagrangian", "L", lagrangian, Energies(lagrangian))

    def _balanced(self, title: str, letter: str, L: Scalar, energies: Energies) -> Equations:
        speeds = self._reader.speeds
        speeds.check()
        return self._equations(title, f"the Hessian ∂²{letter}/∂u²", *speeds.balance(L), energies)

    def from_gibbs_function(self, S: TypedExpression, V: TypedExpression | None = None) -> Equations:
        """∂S/∂a = forces from a Gibbs function S(t, q, u, a), quadratic in a = u̇ (Gibbs and Appell).

        There may be fewer speeds than coordinates: nonholonomic constraints that hold by the choice of speeds need
        nothing else. V(t, q) is a potential energy.
        """
        reader = self._reader
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
        return self._equations("equations from a Gibbs function", "the Hessian ∂²S/∂a²", M, b, energies)

    def _equations(self, title: str, matrix: str, M: Array, b: Array, energies: Energies) -> Equations:
        return typed_equations(
            TypedTerms(
                *(title, matrix, self._reader.vocabulary, self._reader.speeds, M, b, self._loads),
                *(_by_level(self._rows), energies, outputs_in(self.constraints)),
                solver=self.solver,
            )
        )

    def from_rows(self, rows: Iterable[TypedExpression], *, lam: VariableNames = ()) -> Equations:
        """Equations from rows typed by hand, expressions that are zero: linear in a and in multipliers `lam`.

        M is read off by differentiation; it need not be symmetric. Multipliers belong to the constraints, in their
        order. Without them, row k must be the balance of forces along speed k, all inertia forces with a positive
        sign: then constraints exert Jᵀ λ there. Rows say by themselves what acts.
        """
        self._check_nothing_acts_besides()
        entries = list(rows)
        reader = self._read_with(lam, entries)
        residuals = _residuals(reader, entries)
        M = jacobian(residuals, reader.a)
        C = -jacobian(residuals, reader.lam) if len(reader.lam) else None
        reader.check_linear(M if C is None else np.concatenate([M, C], axis=1), "the rows are not linear")
        b = substitute(residuals, dict.fromkeys([*reader.a, *reader.lam], 0.0))
        constraint_rows = reader.rows(self.constraints)
        if C is not None:
            C = _in_order(C, constraint_rows, reader.lam)
        elif constraint_rows:
            _check_balances(M, reader.speed_names)
        terms = TypedTerms(
            *("equations from rows", "the matrix ∂(rows)/∂a", reader.vocabulary, reader.speeds, M, b),
            *(self._loads, _by_level(constraint_rows)),
            outputs=outputs_in(self.constraints),
            has_loads=False,
            reactions=C,
            solver=self.solver,
        )
        return typed_equations(terms)

    def _check_nothing_acts_besides(self) -> None:
        if self._reader.speeds.definitions:
            raise FormulationError("from_rows takes no definitions; type those of redundant speeds as constraints")
        if not all(map(is_zero, self._loads)):
            raise FormulationError("from_rows takes no forces and no dissipation; type them into the rows")

    # ---- what is read of it

    @cached_property
    def _reader(self) -> TypedReader:
        return self._read_with(())

    def _read_with(self, lam: VariableNames, rows: Iterable[TypedExpression] = ()) -> TypedReader:
        return TypedReader(
            *(self.q, self.u, self.a),
            rates=self.rates,
            definitions=self.definitions,
            inputs=tuple(dict.fromkeys((*self._input_names, *inputs_in(rows)))),
            lam=lam,
            parameters=self.parameters,
        )

    @property
    def _input_names(self) -> tuple[str, ...]:
        """Inputs that are named, and those that stand in forces, rates or constraints as `da.Input`."""
        expressions = [*_expressions(self.forces), *_expressions(() if self.rates is None else self.rates)]
        named = inputs_in([*expressions, *expressions_in(self.constraints)])
        return tuple(dict.fromkeys((*labels(self.inputs, "inputs"), *named)))

    @cached_property
    def _loads(self) -> Array:
        """Forces along the speeds (nu,)."""
        read = self._reader.vocabulary.read
        R = read(self.dissipation, "the dissipation", VELOCITIES, "inputs are typed in forces")
        return self._reader.forces(self.forces) - gradient(R, self._reader.u)

    @cached_property
    def _rows(self) -> list[LevelRow]:
        """Rows of the constraints in their order, then those of redundant speeds."""
        return self._reader.rows(self.constraints)


def _expressions(expressions: NamedExpressions | Iterable[TypedExpression]) -> list[TypedExpression]:
    """Expressions of a mapping or of a list."""
    return list(expressions.values() if isinstance(expressions, Mapping) else expressions)


def _residuals(reader: TypedReader, rows: Iterable[TypedExpression]) -> Array:
    entries = list(rows)
    if len(entries) != len(reader.u):
        raise FormulationError(f"{len(reader.u)} speeds need as many rows, not {len(entries)}")
    return column(reader.vocabulary.read(row, f"row {k}", EVERYTHING) for k, row in enumerate(entries, 1))


def _in_order(C: Array, rows: list[LevelRow], lam: Array) -> Array:
    """Forces of unit multipliers (nu, m), in the order of the rows by level."""
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
    """Refuse rows that may not be the balances along the speeds, in which Jᵀ λ acts."""
    nothing = np.zeros((0, len(M))).astype(object)
    if not MassMatrix(M, nothing, nothing.T, speeds).is_definite:
        raise FormulationError(
            "the matrix ∂(rows)/∂a is not symmetric and definite, so the rows may not be the balances along the "
            "speeds, and it is not known where constraints act in them; type their multipliers into the rows, and "
            "name them in lam"
        )


def _by_level(rows: list[LevelRow]) -> list[LevelRow]:
    return sorted(rows, key=lambda row: row.row.level)
