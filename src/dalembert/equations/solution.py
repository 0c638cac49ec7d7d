"""How accelerations and multipliers are got from equations, and how constraints are kept along a run."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.dependent_loads import Coupling, coupled
from dalembert.equations.input_law import InputLaw, closing
from dalembert.equations.input_states import check_inputs_are_states
from dalembert.equations.level_rows import LevelRow
from dalembert.equations.made_signals import ChangedSignals
from dalembert.equations.massless_speeds import massless
from dalembert.equations.orders import FirstOrder, SecondOrder
from dalembert.equations.outputs import NamedOutputs
from dalembert.equations.passing_rows import PassingRows
from dalembert.equations.reaction_dependent_forces import ImplicitForces
from dalembert.equations.solvers.accelerations import SchurComplement
from dalembert.equations.solvers.row_independence import REMEDY
from dalembert.equations.solvers.solver import AccelerationSolver, checked_solver
from dalembert.equations.stabilization import gain_values, stabilized_gamma
from dalembert.equations.value import Equations
from dalembert.errors import FormulationError, ModelError
from dalembert.expr.calculus import directional, jacobian
from dalembert.expr.least_squares import least_squares
from dalembert.expr.linear import solve
from dalembert.expr.node import Expression, inputs_of
from dalembert.expr.rewrite import Substitution, substitute
from dalembert.expr.scalar import is_zero
from dalembert.expr.sparse_matrix import SparseMatrix, products
from dalembert.expr.symbol_nodes import param
from dalembert.memo import Key, Memo
from dalembert.numerics.second_order import Residual
from dalembert.rows import Baumgarte, Level, NoStabilization, Projection, Stabilization, checked_stabilization
from dalembert.state import checked_names, closest

_SOLUTION: Key[Solution] = Key("solution")


@dataclass(frozen=True, eq=False, repr=False)
class Solution:
    """Equations, what gets their accelerations, rows that are left out, and how the others are kept.

    To leave rows out or to stabilize makes another of these: no model is read again. Expressions are made when
    they are asked for.
    """

    equations: Equations
    solver: AccelerationSolver | None = None
    """What gets accelerations and multipliers; the Schur complement of the rows if None."""

    left_out: frozenset[str] = frozenset()
    """Names of rows that depend on others: they hold by these, and have no multiplier."""

    stabilization: Stabilization | None = None
    """How constraints are kept along a run; None is by projection. γ contains what a stabilization adds."""

    law: InputLaw | None = None
    """What the inputs follow from; None if they are free. What is given to them then is what they do as far as the
    law leaves them free."""

    is_parametrized: bool = False
    """Whether rows can be switched off, and gains be given, by parameters: `settings` are their values."""

    def __post_init__(self) -> None:
        if not isinstance(self.equations, Equations):
            raise ModelError(f"a solution is one of equations, da.derive(model), not of {self.equations!r}")
        if not isinstance(self.law, InputLaw | None):
            raise ModelError(f"a law of inputs is made of goals by da.control.closed_loop, not {self.law!r}")
        checked_solver(self.solver)
        stabilization, left_out = checked_stabilization(self.stabilization), checked_rows_of(self.left_out)
        object.__setattr__(self, "stabilization", None if isinstance(stabilization, Projection) else stabilization)
        object.__setattr__(self, "left_out", left_out)
        self._check_left_out()
        # where more depends on rows than multipliers, without them there are other equations
        if (others := self.equations.constraints.without(left_out)) is not None:
            object.__setattr__(self, "equations", others)

    def __reduce__(self) -> tuple[Any, ...]:
        # without what was made of it
        return Solution, (
            self.equations,
            self.solver,
            self.left_out,
            self.stabilization,
            self.law,
            self.is_parametrized,
        )

    def __repr__(self) -> str:
        left_out = f", without {', '.join(sorted(self.left_out))}" if self.left_out else ""
        by = "" if self.solver is None else f", by {type(self.solver).__name__}"
        kept = "" if self.stabilization is None else f", kept by {type(self.stabilization).__name__}"
        law = "" if self.law is None else f", with {self.law!r}"
        return f"<Solution of {self.equations!r}{by}{kept}{left_out}{law}>"

    # ---- others of the same equations

    def without(self, rows: Collection[str]) -> Solution:
        """The same equations with these rows left out of the solution, and no others."""
        return self._sibling(left_out=rows)

    def stabilized(self, stabilization: Stabilization | None) -> Solution:
        """The same with constraints kept like this along a run; None is by projection."""
        stabilization = checked_stabilization(stabilization)
        if not self.equations.constraints.are_kept:
            return self
        self.equations.constraints.check_stabilization(stabilization)
        return self._sibling(stabilization=stabilization)

    def with_feedback(self, law: InputLaw | None) -> Solution:
        """The same with inputs that follow from this law; None leaves them free."""
        return self._sibling(law=law)

    def _sibling(self, **changes: Any) -> Solution:
        wanted = replace(self, **changes)
        return wanted.equations.memo.get(_SOLUTION.of(*wanted.key), lambda: wanted)

    @cached_property
    def parametrized(self) -> Solution:
        """The same with switches and gains as parameters, shared by all that differ in these only.

        A solver that is not the Schur complement has no switches: there rows are left out for good.
        """
        if self.is_parametrized:
            return self
        left_out = self.equations.constraints.left_out if self.solver is None else self.left_out
        return self._sibling(left_out=left_out, is_parametrized=True)

    @property
    def key(self) -> Any:
        """What tells it from others of the same equations; gains that are parameters do not."""
        stabilization: Any = self.stabilization
        if self.is_parametrized and isinstance(self.stabilization, Baumgarte):
            stabilization = (
                "Baumgarte",
                *(np.shape(getattr(self.stabilization, name)) for name in ("velocity", "nonholonomic")),
            )
        return id(self.solver), self.left_out, stabilization, self.law, self.is_parametrized

    @cached_property
    def settings(self) -> Mapping[str, float]:
        """Values of the parameters of `open`: one for rows that are on, zero for the others, and gains."""
        found = dict(gain_values(self.stabilization)) if isinstance(self.stabilization, Baumgarte) else {}
        if not self.unswitchable:
            found |= {switch_name(name): float(name not in self.left_out) for name in self._row_names}
        return found

    @property
    def _projected_sibling(self) -> Solution:
        """The same with constraints kept by projection."""
        return self if self.stabilization is None else self._sibling(stabilization=None)

    @cached_property
    def memo(self) -> Memo:
        """Values derived from the solution, for as long as it lives."""
        return Memo()

    # ---- the rows that are solved for

    @property
    def _row_names(self) -> list[str]:
        return [row.name for row in self.equations.rows]

    def _check_left_out(self) -> None:
        """Raise if a row that is left out is none of the equations, or says what a speed is."""
        if not self.left_out:
            return
        known = {*self._row_names, *self.equations.constraints.left_out}
        checked_names(self.left_out, known, "constraint row")
        for row in self.equations.rows:
            if row.name in self.left_out and not row.is_physical:
                raise FormulationError(
                    f"the {row.name} cannot be left out: nothing else determines this speed; choose speeds without"
                )

    @cached_property
    def independent(self) -> tuple[int, ...]:
        """Numbers of the rows that are solved for; those that are switched off by parameters among them."""
        return tuple(i for i, name in enumerate(self._row_names) if name not in self.left_out)

    @cached_property
    def switches(self) -> Array | None:
        """For each independent row what is one where it is on; None if all are on for good.

        A parameter, and what the row says itself if it comes and goes.
        """
        knows = self.solver is not None and self.solver.knows_switched_rows
        if knows or not (self._has_parameters or self._has_switched_rows):
            return None
        rows = self.equations.constraint_rows
        return _array(
            self._parameter_of(i) * (1.0 if rows[i].switch is None else rows[i].switch) for i in self.independent
        )

    @property
    def _has_parameters(self) -> bool:
        """Whether parameters switch rows."""
        return self.is_parametrized and not self.unswitchable

    @property
    def unswitchable(self) -> str:
        """Why rows cannot come and go along a run, in words, and what to do; empty if they can."""
        if self.solver is not None:
            return f"{type(self.solver).__name__} cannot switch rows; use no solver of your own, or da.Recursive()"
        return self.equations.constraints.unswitchable

    @cached_property
    def stepped(self) -> Array:
        """The same for all rows (m,), as methods have it that find multipliers along with their steps.

        These may solve for rows that are left out only because others imply them, so it has parameters of its own.
        """
        return _array(
            (param(stepped_name(name), 1.0) if self.is_parametrized else float(name not in self.left_out))
            * (1.0 if row.switch is None else row.switch)
            for name, row in zip(self._row_names, self.equations.constraint_rows, strict=True)
        )

    def _parameter_of(self, i: int) -> Any:
        return param(switch_name(self._row_names[i]), 1.0) if self._has_parameters else 1.0

    @cached_property
    def _has_switched_rows(self) -> bool:
        """Whether rows come and go as the states say."""
        return bool(self.equations.passing_rows)

    @cached_property
    def gamma(self) -> Array:
        """Right-hand side of J a = γ (m,), with what a stabilization adds."""
        eom = self.equations
        if not isinstance(self.stabilization, Baumgarte):
            return eom.gamma
        return stabilized_gamma(
            eom.gamma, eom.phi, eom.psi, self.stabilization, by_parameters=self.is_parametrized
        )

    # ---- accelerations and multipliers

    @property
    def accelerations(self) -> Array:
        """a = u̇ solved for, (nu,)."""
        return self._solution[0]

    @property
    def multipliers(self) -> Array:
        """λ solved for, (m,); `Jᵀ λ` is the force that the constraints exert."""
        return self._solution[1]

    @cached_property
    def _solution(self) -> tuple[Array, Array]:
        if self.law is not None:
            a, lam = self.passive._solution
            return self._in_loop(a), self._in_loop(lam)
        return self._closed(*self._open_solution)

    @cached_property
    def _open_solution(self) -> tuple[Array, Array]:
        """a and λ in terms of loads that depend on reactions."""
        check_inputs_are_states(self.equations)
        if isinstance(self.stabilization, NoStabilization):
            return self._projected_sibling._open_solution
        return self._solved()

    def _solved(self, schur: SchurComplement | None = None) -> tuple[Array, Array]:
        """The same by another Schur complement, if one is given."""
        eom, gamma = self.equations, self.gamma
        if (own := eom.balance.solution(self, schur)) is not None:
            return own
        taken, solver, forces = list(self.independent), self.asked_solver, eom.balance.forces
        if solver is not None and self._has_switched_rows and not solver.knows_switched_rows:
            return self._passing.solution_of_all()
        if not eom.is_ideal or any(row.when_off is not None for row in eom.constraint_rows):
            return self._by_elimination()
        if solver is not None and solver.allows_singular_mass:
            M, weights = eom.entries.M, np.zeros(len(gamma))
        else:
            M, weights = self.definite_mass
        f = forces if all(map(is_zero, weights)) else forces + products(eom.entries.J.T, weights * gamma)
        if solver is None:
            a, solved = self.solvable(schur or self.schur).solve(f, gamma[taken])
        else:
            a, solved = solver.solve(M.to_array(), f, eom.J[taken], gamma[taken], rank=self._known_rank)
            if any(not isinstance(x, Expression) and x != x for x in a):
                raise FormulationError(
                    f"by {type(solver).__name__} there are no accelerations: rows of constraints contradict each "
                    f"other, or depend on each other, whatever the state is; {REMEDY}"
                )
        return a, self.of_all_rows(solved)

    def _by_elimination(self) -> tuple[Array, Array]:
        """[M −E; J 0] [a; λ] = [f; γ], with pivoting; of a row that is off, λ = 0 takes the place of J a = γ."""
        eom, taken, solver = self.equations, list(self.independent), self.asked_solver
        if solver is not None and not solver.allows_other_forces:
            raise self.other_forces(next(row for row in eom.constraint_rows if row.exerts is not None))
        forces = eom.balance.forces if solver is None else eom.balance.forces + solver.nonideal_forces
        n, m = len(eom.speeds), len(taken)
        on = np.ones(m) if self.switches is None else self.switches
        matrix = np.full((n + m, n + m), 0.0, dtype=object)
        matrix[:n, :n], matrix[:n, n:] = eom.M, -eom.constraint_force_matrix[:, taken]
        for i, (row, switch) in enumerate(zip(taken, on, strict=True)):
            for k, x in eom.constraint_rows[row].J.items():
                matrix[n + i, k] = switch * x
            matrix[n + i, n + i] = 1.0 - switch
        right = on * self.gamma[taken]
        for i, row in enumerate(taken):
            if (law := eom.constraint_rows[row].when_off) is None:
                continue
            factor, other, plus = law
            if other:
                j = n + taken.index(self._row_names.index(other))
                matrix[n + i, j] = matrix[n + i, j] - (1.0 - on[i]) * factor
            right[i] = right[i] + (1.0 - on[i]) * plus
        x = solve(matrix, np.concatenate([forces, right]))
        return x[:n], self.of_all_rows(x[n:])

    def other_forces(self, row: LevelRow) -> FormulationError:
        """The error for a row that exerts what the solver cannot solve for."""
        return FormulationError(
            f"the row {row.row.name!r} exerts other forces than along its gradient, which "
            f"{type(self.solver).__name__} cannot solve; use AugmentedMatrix, or no solver of your own"
        )

    @cached_property
    def asked_solver(self) -> AccelerationSolver | None:
        """The solver, where there are rows for it: those that come and go are none, unless it knows them."""
        if self.solver is None or not self.equations.rows:
            return None
        has_rows = self.solver.knows_switched_rows or not self._has_switched_rows or self._passing.lasting
        return self.bound_solver if has_rows else None

    @cached_property
    def _passing(self) -> PassingRows:
        """Rows that come and go, beside a solver that knows lasting ones only."""
        return PassingRows(self)

    @property
    def forces_beside_passing_rows(self) -> Array:
        """f (nu,) with M a = f + E λ of the lasting rows, whatever solver gets a, while the others are off."""
        if self.asked_solver is None or not self._passing.rows:
            return self.equations.balance.forces
        return self._passing.forces_beside

    @property
    def _known_rank(self) -> int | None:
        """That of the rows which are solved for, once some are left out because they depend on these."""
        return len(self.independent) if self.left_out else None

    def of_all_rows(self, multipliers: Array) -> Array:
        """Multipliers (m,) from those of the independent rows; the others have none."""
        lam = np.full(len(self.equations.rows), 0.0, dtype=object)
        lam[list(self.independent)] = multipliers
        return lam

    @cached_property
    def bound_solver(self) -> AccelerationSolver | None:
        """The solver in terms of the speeds of the equations."""
        if self.solver is None:
            return None
        if "_is_binding" in self.__dict__:
            raise FormulationError(
                f"what is given to {type(self.solver).__name__} depends on reactions or accelerations, which it "
                "is there to get; give such a law as a force of the model, da.JointForce(…)"
            )
        self.__dict__["_is_binding"] = True
        try:
            return self.solver.bound(self.equations.speeds, self.resolve)
        finally:
            del self.__dict__["_is_binding"]

    def solvable(self, schur: SchurComplement) -> SchurComplement:
        """The Schur complement as given, unless some of its rows depend on others whatever the state is."""
        if schur.dependent:
            names = [self._row_names[self.independent[i]] for i in schur.dependent]
            raise FormulationError(
                f"the rows {names} depend on others, so that multipliers have no values; {REMEDY}"
            )
        return schur

    @property
    def nonideal_forces(self) -> Any:
        """Forces (nu,) that constraints exert besides Jᵀ λ, or the number zero."""
        own = self.equations.balance.nonideal_forces
        return own if self.asked_solver is None else own + self.asked_solver.nonideal_forces

    # ---- factors

    @cached_property
    def definite_mass(self) -> tuple[SparseMatrix, Array]:
        """M̂ = M + Jᵀ D J, definite where M alone is not, and the diagonal of D (m,)."""
        if self.stabilization is not None:
            return self._projected_sibling.definite_mass
        eom = self.equations
        given = eom.balance.row_weights(self)
        weights: Array = np.zeros(len(given))
        if not given.any():
            return eom.entries.M, weights
        on = np.ones(len(self.independent)) if self.switches is None else self.switches
        weights = np.full(len(given), 0.0, dtype=object)
        weights[list(self.independent)] = given[list(self.independent)] * on
        J = eom.entries.J
        return eom.entries.M.plus_products(J.T, weights, J), weights

    @cached_property
    def metric(self) -> SparseMatrix:
        """What small motions are measured by, symmetric and definite (nu, nu): M̂ as a rule."""
        return self.equations.balance.metric(self.definite_mass[0])

    @cached_property
    def schur(self) -> SchurComplement:
        """The factorized system of the independent rows."""
        if self.stabilization is not None:
            return self._projected_sibling.schur
        return self._restricted(list(self.independent))

    def _restricted(self, rows: list[int]) -> SchurComplement:
        on = None
        if self.switches is not None:
            on = self.switches[[self.independent.index(i) for i in rows]]
        found = self.equations.balance.factorized(self, rows, on)
        if found.massless:
            raise massless([self.equations.speeds[k] for k in found.massless])
        return found

    @property
    def pivots(self) -> Array:
        """What is left of J M⁻¹ Jᵀ for each independent row beside the rows before it: zero where these depend.

        Infinite of rows that are switched off.
        """
        return self.schur.pivots if self.independent else np.ones(0)

    @cached_property
    def typical_pivots(self) -> Array:
        """Parameters for default values of the pivots; a run stops where pivots are much smaller than these."""
        eom = self.equations
        is_watched = eom.balance.has_pivots and eom.is_ideal and not self._has_switched_rows
        if self.solver is not None or not is_watched:
            return np.zeros(0)
        return _array(param(f".typical pivot {self._row_names[i]}", 0.0) for i in self.independent)

    # ---- inputs that follow from the state

    @property
    def passive(self) -> Solution:
        """The same with free inputs."""
        return self if self.law is None else self._sibling(law=None)

    @cached_property
    def inputs(self) -> Array:
        """τ (n_tau,): variables, or what follows from the law."""
        if self.law is None:
            return self.equations.tau
        return self.law.inputs(self.passive, self.passive.accelerations)

    @cached_property
    def _in_loop(self) -> Substitution:
        """Puts the inputs into expressions of the passive solution."""
        return closing(self.equations.tau, self.inputs)

    @cached_property
    def typical_slopes(self) -> Array:
        """Parameters for usual sizes of what inputs do to goals; a run stops where it is much smaller."""
        if self.law is None:
            return np.zeros(0)
        return _array(param(name, 0.0) for name in self.law.watched(self.passive)[0])

    # ---- forces that depend on reactions

    @property
    def _has_laws(self) -> bool:
        return bool(self.equations.reaction_dependent_forces.loads.laws)

    @property
    def by_loads(self) -> tuple[Array, Array]:
        """a and λ as affine expressions of loads that depend on reactions, which are variables in them."""
        return self._open_solution

    @cached_property
    def coupling(self) -> Coupling:
        """Loads that depend on reactions, and these reactions, in the states."""
        if self.law is not None:
            found = self.passive.coupling
            loads = {s: self._in_loop(x) for s, x in found.loads.items()}
            return replace(found, loads=loads, solution=self._in_loop(found.solution))
        return self._coupling(*self._open_solution)

    def _coupling(self, a: Array, lam: Array, tau: Array | None = None) -> Coupling:
        if not self._has_laws:
            return Coupling({})
        eom = self.equations
        W = eom.reaction_dependent_forces.reactions(a, lam)
        return coupled(
            eom.reaction_dependent_forces.loads,
            W if tau is None else substitute(W, dict(zip(eom.tau, tau, strict=True))),
        )

    def _closed(self, a: Array, lam: Array) -> tuple[Array, Array]:
        """a and λ, given in terms of loads that depend on reactions, with what these loads are."""
        if not self._has_laws:
            return a, lam
        coupling = self.coupling if a is self._open_solution[0] else self._coupling(a, lam)
        return self.equations.reaction_dependent_forces.loads.closed(a, lam, coupling.loads)

    def closed(self, solved: Callable[[Residual], tuple[Array, Array]]) -> tuple[Array, Array]:
        """a and λ by another way to solve for them, in which loads that depend on reactions are given."""
        if self.law is not None:
            a, lam = self.passive.closed(solved)
            return self._in_loop(a), self._in_loop(lam)
        return self._closed(*solved(self._open_residual))

    def known(self, y: Any) -> Any:
        """An expression that contains loads by reactions as variables, with what these are in the states."""
        if self.law is not None:
            return self._in_loop(self.passive.known(y))
        return self._in_states(y) if self._has_laws else y

    @cached_property
    def _in_states(self) -> Substitution:
        """Of loads by reactions: one for all signals, which have much in common."""
        return Substitution(self.coupling.loads)

    @cached_property
    def r(self) -> Array:
        """Forces (nu,) by reactions, as they are in a state, and all that constraints exert besides Jᵀ λ."""
        if self.law is not None:
            return self._in_loop(self.passive.r)
        return self.reacting + (0.0 if self.asked_solver is None else self.asked_solver.nonideal_forces)

    @cached_property
    def reacting(self) -> Array:
        """The same without what a solver adds, which does not depend on reactions."""
        if self.law is not None:
            return self._in_loop(self.passive.reacting)
        eom = self.equations
        r = np.zeros(len(eom.speeds))
        if self._has_laws:
            r = eom.reaction_dependent_forces.loads.added(eom.balance.forces, self.coupling.loads)
        if not eom.is_ideal:
            r = r + products(eom.constraint_force_matrix - eom.J.T, self.multipliers)
        return r + eom.balance.nonideal_forces

    @property
    def implicit_forces(self) -> ImplicitForces | None:
        """Those of these forces for which an equation is solved; None if there are none."""
        coupling = self.coupling
        if not coupling.unknown:
            return None
        return ImplicitForces(coupling.forces, tuple(map(repr, coupling.unknown)), coupling.solution)

    # ---- unsolved

    def residual(self, a: Array, lam: Array) -> Array:
        """M a − f − G τ − Jᵀ λ − r (nu,), which is zero along a motion."""
        if self.law is not None:
            return self._in_loop(self.passive.residual(a, lam))
        y = self._open_residual(a, lam)
        return substitute(y, self._coupling(a, lam).loads) if self._has_laws else y

    def _open_residual(self, a: Array, lam: Array) -> Array:
        eom = self.equations
        return eom.balance.residual(a) - products(eom.entries.constraint_force_matrix, lam) - self.nonideal_forces

    @property
    def ways(self) -> Array:
        """What a unit of each input, then of each multiplier that is solved for, exerts; (nu, n_tau + m)."""
        return np.concatenate(
            [self.equations.G, self.equations.constraint_force_matrix[:, list(self.independent)]], axis=1
        )

    def required(self, a: Array) -> tuple[Array, Array]:
        """Inputs (n_tau,) and multipliers (m,) for which accelerations are a: the shortest, if several do."""
        if self.law is not None:
            raise FormulationError(
                "the inputs follow from goals here, so they cannot be those of another motion; ask the model "
                "without goals"
            )
        eom = self.equations
        need = substitute(self._open_residual(a, np.zeros(len(eom.rows))), dict.fromkeys(eom.tau, 0.0))
        if not self._has_laws:
            return self._as_inputs(least_squares(self.ways, need))
        loads = eom.reaction_dependent_forces.loads
        columns = np.column_stack([loads.without(need), jacobian(need, loads.variables)])
        found = least_squares(self.ways, columns)
        s = np.array(loads.variables, dtype=object)
        tau, lam = self._as_inputs(found[:, 0] + products(found[:, 1:], s))
        return loads.closed(tau, lam, self._coupling(a, lam, tau).loads)

    def _as_inputs(self, found: Array) -> tuple[Array, Array]:
        """Inputs and multipliers, those of rows that are left out too, from what `ways` are weighted with."""
        n = len(self.equations.inputs)
        return found[:n], self.of_all_rows(found[n:])

    @cached_property
    def second_order(self) -> SecondOrder:
        """The same equations unsolved, with their derivatives."""
        return SecondOrder(self)

    # ---- along a run

    @property
    def h(self) -> Array:
        """ż, (nz,)."""
        if self.law is not None:
            return self._in_loop(self.passive.h)
        return self.equations.outputs.state_rates(self)

    def first_order(self) -> FirstOrder:
        """The same equations as ẋ = F with x = (q, u, z)."""
        return self._first_order(self.accelerations)

    def watched(self) -> FirstOrder:
        """The same as `first_order`, for runs: not finite where `typical_pivots` say that digits are lost."""
        if self.law is not None:
            return self._watched_loop(self.law)
        if not len(self.typical_pivots):
            return self.first_order()
        schur = replace(self.schur, typical=self.typical_pivots)
        plain = self._first_order(self._closed(*self._solved(schur))[0])
        if plain.is_projected_once:
            return replace(plain, watch=tuple(self.typical_pivots))

        # where rows nearly depend on each other, projection could lead anywhere: there is none
        n = len(self.equations.q) + len(self.equations.u)
        projected = np.concatenate([plain.projected[:n] + schur.alarm, plain.projected[n:]])
        return replace(plain, projected=projected, watch=tuple(self.typical_pivots))

    def _watched_loop(self, law: InputLaw) -> FirstOrder:
        """The passive system for runs, with inputs that stop to be finite where their law loses its hold."""
        eom, passive = self.equations, self.passive.watched()
        a = passive.rate[len(eom.q) : len(eom.q) + len(eom.u)]
        inputs = law.inputs(self.passive, a, self.typical_slopes)
        rate = closing(eom.tau, inputs)(passive.rate)
        return replace(passive, rate=rate, watch=(*passive.watch, *self.typical_slopes))

    def _first_order(self, accelerations: Array) -> FirstOrder:
        """ẋ = F with accelerations solved for in one way or another, constraints kept as `stabilization` says."""
        eom = self.equations
        has_rates_for_speeds = len(eom.q) == len(eom.u) and all(
            a is b for a, b in zip(eom.rates, eom.u, strict=True)
        )
        nearest, is_exact = self._nearest
        return FirstOrder(
            names=(*eom.coordinates, *eom.speeds, *eom.states),
            x=np.concatenate([eom.q, eom.u, eom.z]),
            tau=eom.tau,
            rate=np.concatenate([eom.rates, accelerations, self.h]),
            projected=np.concatenate([*nearest, eom.z]),
            n_positions=len(eom.q) if has_rates_for_speeds else 0,
            is_projected_once=is_exact,
        )

    @property
    def _nearest(self) -> tuple[tuple[Array, Array], bool]:
        """The nearest coordinates and speeds that are valid, and whether one projection is exact."""
        eom = self.equations
        if self.stabilization is not None:
            return (eom.motion.projected, eom.u), eom.motion.is_projected_once
        if (own := eom.constraints.corrected()) is not None:
            return own, False
        if any(row.level < Level.ACCELERATION for row in eom.rows):
            return self.corrected, False
        return (eom.motion.projected, eom.u), eom.motion.is_projected_once

    @cached_property
    def corrected(self) -> tuple[Array, Array]:
        """q and u after one step of Newton's method towards φ = 0 and ψ = 0, nearest in the sense of the metric.

        ψ is met at the corrected positions to first order: its change with them counts. It starts from coordinates
        that are valid by themselves: a quaternion of another length would move the bodies when it is normalized.
        """
        eom = self.equations
        position = [i for i in self.independent if eom.rows[i].level == Level.POSITION]
        velocity = [i for i in self.independent if self._restricts_speeds(i)]
        delta: Array = np.zeros(len(eom.speeds))
        psi = eom.psi[velocity]
        if position:
            delta = self._factors_of(position).correction(eom.phi[position])
            psi = psi + directional(psi, eom.motion.moving(delta))
        n, free = len(eom.q), len(eom.q) - len(eom.variables.counted)
        change = eom.balance.speed_correction(self._factors_of(velocity), psi) if velocity else 0.0
        found = np.concatenate([eom.motion.moved(delta), eom.u + change])
        valid = {x: y for x, y in zip(eom.q[:free], eom.motion.projected[:free], strict=True) if x is not y}
        found = substitute(found, valid) if valid else found
        return found[:n], found[n:]

    def _restricts_speeds(self, i: int) -> bool:
        """Whether speeds could violate a row: not where the rates of coordinates keep it."""
        return self.equations.rows[i].level <= Level.VELOCITY and bool(self.equations.constraint_rows[i].J)

    def _factors_of(self, rows: list[int]) -> SchurComplement:
        return self.schur if rows == list(self.independent) else self._restricted(rows)

    # ---- what can be asked

    def resolve(self, expression: Any) -> Any:
        """An expression of measures in the variables of the equations."""
        if self.law is not None:
            return self.passive.resolve(self._with_measures_closed(expression))
        return self.equations.outputs.resolve(expression, self)

    def _with_measures_closed(self, expression: Any) -> Any:
        """With what measures are while inputs follow from their law; variables stay what they are."""
        entries = [x for x in np.asarray(expression, dtype=object).ravel() if isinstance(x, Expression)]
        nodes = [x for x in inputs_of(entries) if x.op == "measure"]
        if not nodes:
            return expression
        values = self._in_loop(np.asarray(self.passive.resolve(_array(nodes)), dtype=object))
        return substitute(expression, dict(zip(nodes, values, strict=True)))

    @cached_property
    def signals(self) -> NamedOutputs:
        """Named outputs: coordinates, speeds, states, accelerations, energies, the wrench of every joint."""
        if self.law is not None:
            return ChangedSignals(self.passive.signals, self._in_loop)
        return self.equations.outputs.signals(self)

    def signal(self, name: str) -> Any:
        """A named output as an expression."""
        if name not in self.signals:
            raise FormulationError(f"there is no signal {name!r}; {closest(name, self.signals)}")
        return self.signals[name]

    @property
    def element_loads(self) -> Mapping[str, Array]:
        """Components of what each force element exerts, by its name, where parts are known."""
        if self.law is not None:
            return {name: self._in_loop(loads) for name, loads in self.passive.element_loads.items()}
        return self.equations.outputs.element_loads(self)


def solved(equations: Equations) -> Solution:
    """The default solution: by the solver of the principle, no rows left out, constraints kept by projection.

    Goals of a model close its inputs.
    """
    law = equations.outputs.input_law(equations)
    default = Solution(equations, equations.solver, equations.constraints.left_out, law=law)
    return equations.memo.get(_SOLUTION.of(*default.key), lambda: default)


def checked_rows_of(given: Any) -> frozenset[str]:
    """Names of rows, in any collection; a single text would be read as its letters."""
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise ModelError(f"rows are left out by a list of their names, such as ['C.x'], not by {given!r}")
    names = list(given)
    if wrong := [name for name in names if not isinstance(name, str)]:
        raise ModelError(f"rows are left out by their names, such as 'C.x', not by {wrong[0]!r}")
    return frozenset(names)


_SWITCH = ".switch "


def switch_name(row: str) -> str:
    """The parameter that is one where a row is on; no part of a model can have its name."""
    return f"{_SWITCH}{row}"


def stepped_name(row: str) -> str:
    """The same for methods that find multipliers along with their steps."""
    return f".row in steps {row}"


def is_switch(name: str) -> bool:
    """Whether a parameter switches a row."""
    return name.startswith(_SWITCH)


def _array(values: Any) -> Array:
    entries = list(values)
    result = np.empty(len(entries), dtype=object)
    result[:] = entries
    return result
