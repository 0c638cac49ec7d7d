"""How accelerations and multipliers are got from equations, and how constraints are kept along a run."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.arrays import Array, column
from dalembert.equations.dependent_loads import Coupling
from dalembert.equations.equations import Equations
from dalembert.equations.first_order_form import FirstOrderForm
from dalembert.equations.input_law import InputLaw, closing
from dalembert.equations.input_states import check_inputs_are_states
from dalembert.equations.lazy_signals import SubstitutedSignals
from dalembert.equations.outputs import NamedOutputs, Quantity
from dalembert.equations.reaction_dependent_forces import ImplicitForces
from dalembert.equations.row_elimination import eliminated
from dalembert.equations.row_factors import RowFactors
from dalembert.equations.solved_rows import SolvedRows, checked_row_names
from dalembert.equations.solvers.accelerations import SchurComplement
from dalembert.equations.solvers.row_independence import REMEDY
from dalembert.equations.solvers.solver import AccelerationSolver, checked_solver
from dalembert.equations.switched_rows import SwitchedRows
from dalembert.equations.time_stepping_forms import FirstOrder, SecondOrder
from dalembert.errors import FormulationError, ModelError
from dalembert.expr.node import Expression, Scalar, inputs_of
from dalembert.expr.rewrite import Substitution, substitute
from dalembert.expr.scalar import is_zero
from dalembert.expr.sparse_matrix import SparseMatrix, products
from dalembert.expr.symbol_nodes import param
from dalembert.memo import Key, Memo
from dalembert.name_checks import closest
from dalembert.numerics.second_order import Residual
from dalembert.rows import Baumgarte, NoStabilization, Projection, Stabilization, checked_stabilization

_SOLUTION: Key[Solution] = Key("solution")
_SOLVED_ROWS: Key[SolvedRows] = Key("solved rows")
_FACTORS: Key[RowFactors] = Key("row factors")
_SWITCHED_ROWS: Key[SwitchedRows] = Key("switched rows")
_FIRST_ORDER_FORM: Key[FirstOrderForm] = Key("first-order form")


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

    law: InputLaw[Solution] | None = None
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
        stabilization, left_out = checked_stabilization(self.stabilization), checked_row_names(self.left_out)
        object.__setattr__(self, "stabilization", None if isinstance(stabilization, Projection) else stabilization)
        object.__setattr__(self, "left_out", left_out)
        self._solved_rows().check()
        # where more depends on rows than multipliers, without them there are other equations
        if (others := self.equations.constraints.without(left_out)) is not None:
            object.__setattr__(self, "equations", others)

    def __reduce__(self) -> tuple[object, ...]:
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
        """The solution of the equations in which these rows are left out, and no others."""
        return self._sibling(left_out=rows)

    def of_equations(self, equations: Equations) -> Solution:
        """The solution of equations with other rows, derived as these were.

        Their own solver gets accelerations unless another than that of these was chosen.
        """
        solver = equations.solver if self.solver is self.equations.solver else self.solver
        return Solution(equations, solver, self.left_out)

    def stabilized(self, stabilization: Stabilization | None) -> Solution:
        """The solution with constraints kept like this along a run; None is by projection."""
        stabilization = checked_stabilization(stabilization)
        if not self.equations.constraints.are_kept:
            return self
        self.equations.constraints.check_stabilization(stabilization)
        return self._sibling(stabilization=stabilization)

    def with_feedback(self, law: InputLaw[Solution] | None) -> Solution:
        """The solution with inputs that follow from this law; None leaves them free."""
        return self._sibling(law=law)

    def _sibling(self, **changes: Any) -> Solution:
        wanted = replace(self, **changes)
        return wanted.equations.memo.get(_SOLUTION.of(*wanted.key), lambda: wanted)

    @cached_property
    def parametrized(self) -> Solution:
        """The solution with switches and gains as parameters, shared by all that differ in these only.

        A solver that is not the Schur complement has no switches: there rows are left out for good.
        """
        if self.is_parametrized:
            return self
        left_out = self.equations.constraints.left_out if self.solver is None else self.left_out
        return self._sibling(left_out=left_out, is_parametrized=True)

    @cached_property
    def unsolved(self) -> Solution:
        """The solution with accelerations and multipliers as variables, to see what depends on them."""
        unsolved = replace(self)
        unsolved.__dict__["_solution"] = self.equations.a, self.equations.lam
        return unsolved

    @property
    def key(self) -> tuple[Hashable, ...]:
        """Key among the solutions of the same equations; gains that are parameters are no part of it."""
        stabilization: Hashable = self.stabilization
        if self.is_parametrized and isinstance(self.stabilization, Baumgarte):
            stabilization = (
                "Baumgarte",
                *(np.shape(getattr(self.stabilization, name)) for name in ("velocity", "nonholonomic")),
            )
        return id(self.solver), self.left_out, stabilization, self.law, self.is_parametrized

    @property
    def settings(self) -> Mapping[str, float]:
        """Values of the parameters of `parametrized`: one for rows that are on, zero for the others, and gains."""
        return self.solved_rows.settings

    @property
    def _projected_sibling(self) -> Solution:
        """The solution with constraints kept by projection."""
        return self if self.stabilization is None else self._sibling(stabilization=None)

    @cached_property
    def memo(self) -> Memo:
        """Values derived from the solution, for as long as it lives."""
        return Memo()

    # ---- the rows that are solved for

    @property
    def solved_rows(self) -> SolvedRows:
        """The rows for this choice of solver, rows that are left out, and stabilization."""
        return self.memo.get(_SOLVED_ROWS, self._solved_rows)

    def _solved_rows(self) -> SolvedRows:
        return SolvedRows(self.equations, self.solver, self.left_out, self.stabilization, self.is_parametrized)

    @property
    def independent(self) -> tuple[int, ...]:
        """Numbers of the rows that are solved for; those that are switched off by parameters among them."""
        return self.solved_rows.independent

    @property
    def switches(self) -> Array | None:
        """Factors of the independent rows, one while a row is on and zero while it is off; None if all stay on."""
        return self.solved_rows.switches

    @property
    def unswitchable(self) -> str:
        """Why rows cannot come and go along a run, in words, and what to do; empty if they can."""
        return self.solved_rows.unswitchable

    @property
    def stepped(self) -> Array:
        """Switches of all rows (m,) for methods that find multipliers along with their steps."""
        return self.solved_rows.stepped

    @property
    def gamma(self) -> Array:
        """Right-hand side of J a = γ (m,), with what a stabilization adds."""
        return self.solved_rows.gamma

    def of_all_rows(self, multipliers: Array) -> Array:
        """Multipliers (m,) from those of the independent rows; the others have none."""
        return self.solved_rows.of_all(multipliers)

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
        a, lam = self.passive._free_solution
        return self._in_loop(a), self._in_loop(lam)

    @cached_property
    def _free_solution(self) -> tuple[Array, Array]:
        """a and λ with free inputs."""
        return self._closed(*self._open_solution)

    @cached_property
    def _open_solution(self) -> tuple[Array, Array]:
        """a and λ in terms of loads that depend on reactions."""
        check_inputs_are_states(self.equations)
        if isinstance(self.stabilization, NoStabilization):
            return self._projected_sibling._open_solution
        return self._solved()

    def _solved(self, schur: SchurComplement | None = None) -> tuple[Array, Array]:
        """a and λ in terms of loads that depend on reactions, by another Schur complement if one is given."""
        eom, gamma = self.equations, self.gamma
        if (by_balance := eom.balance.solution(self, schur)) is not None:
            return by_balance
        taken, solver, forces = list(self.independent), self.asked_solver, eom.balance.forces
        if solver is not None and self.solved_rows.come_and_go and not solver.knows_switched_rows:
            return self._switched_rows(solver).solution_of_all()
        if not eom.is_ideal or any(row.when_off is not None for row in eom.constraint_rows):
            around = self._switched_rows(None)
            has_factors = solver is None and around.has_factors
            return around.solution_of_all() if has_factors else eliminated(self.solved_rows, solver)
        if solver is not None and solver.allows_singular_mass:
            M, weights = eom.entries.M, np.zeros(len(gamma))
        else:
            M, weights = self.definite_mass
        f = forces if all(map(is_zero, weights)) else forces + products(eom.entries.J.T, weights * gamma)
        if solver is None:
            a, solved = self.solvable(schur or self.schur).solve(f, gamma[taken])
        else:
            a, solved = solver.solve(M.to_array(), f, eom.J[taken], gamma[taken], rank=self.solved_rows.rank)
            if any(not isinstance(x, Expression) and x != x for x in a):
                raise FormulationError(
                    f"by {type(solver).__name__} there are no accelerations: rows of constraints contradict each "
                    f"other, or depend on each other, whatever the state is; {REMEDY}"
                )
        return a, self.of_all_rows(solved)

    @cached_property
    def asked_solver(self) -> AccelerationSolver | None:
        """The solver, where there are rows for it: those that come and go are none, unless it knows them."""
        if self.solver is None or not self.equations.rows:
            return None
        rows = self.solved_rows
        has_rows = self.solver.knows_switched_rows or not rows.come_and_go or rows.lasting
        if not has_rows or self.bound_solver is None:
            return None
        return self.bound_solver.without(self.left_out) if self.left_out else self.bound_solver

    def _switched_rows(self, solver: AccelerationSolver | None) -> SwitchedRows:
        """Rows that come and go, beside a solver that knows lasting ones only."""
        return self.memo.get(
            _SWITCHED_ROWS.of(id(solver)), lambda: SwitchedRows(self.solved_rows, solver, self._row_weights)
        )

    def _row_weights(self) -> Array:
        return self.equations.balance.row_weights(self)

    @property
    def forces_beside_switched_rows(self) -> Array:
        """f (nu,) with M a = f + E λ of the lasting rows, whatever solver gets a, while the others are off."""
        if self.asked_solver is None or not self.solved_rows.switched:
            return self.equations.balance.forces
        return self._switched_rows(self.asked_solver).forces_beside

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

    @property
    def nonideal_forces(self) -> Array | float:
        """Forces (nu,) that constraints exert besides Jᵀ λ, or the number zero."""
        of_balance = self.equations.balance.nonideal_forces
        return of_balance if self.asked_solver is None else of_balance + self.asked_solver.nonideal_forces

    # ---- factors

    @property
    def factors(self) -> RowFactors:
        """Factors of the mass matrix and of the rows, the same whatever the stabilization is."""
        if self.stabilization is not None:
            return self._projected_sibling.factors
        return self.memo.get(_FACTORS, lambda: RowFactors(self.solved_rows, self._row_weights))

    @property
    def definite_mass(self) -> tuple[SparseMatrix, Array]:
        """M̂ = M + Jᵀ D J, definite where M alone is not, and the diagonal of D (m,)."""
        return self.factors.definite_mass

    @property
    def metric(self) -> SparseMatrix:
        """Measure of small motions, symmetric and definite (nu, nu): M̂ as a rule."""
        return self.factors.metric

    @property
    def schur(self) -> SchurComplement:
        """The factorized system of the independent rows."""
        return self.factors.schur

    def solvable(self, schur: SchurComplement) -> SchurComplement:
        """The Schur complement as given, unless some of its rows depend on others whatever the state is."""
        return self.factors.solvable(schur)

    @property
    def pivots(self) -> Array:
        """Remainder of J M⁻¹ Jᵀ of each independent row beside those before it: zero where it depends on them."""
        return self.factors.pivots

    @property
    def typical_pivots(self) -> Array:
        """Parameters for typical values of the pivots; a run stops where pivots are much smaller than these."""
        return self.factors.typical_pivots

    # ---- inputs that follow from the state

    @property
    def passive(self) -> Solution:
        """The solution with free inputs."""
        return self if self.law is None else self._sibling(law=None)

    @cached_property
    def inputs(self) -> Array:
        """τ (n_tau,): variables, or what follows from the law."""
        if self.law is None:
            return self.equations.tau
        return self.law.inputs(self.passive, self.passive.accelerations)

    def _in_loop(self, y: Quantity) -> Quantity:
        """An expression of the passive solution, with what the inputs are."""
        return y if self.law is None else self._closing(y)

    @cached_property
    def _closing(self) -> Substitution:
        return closing(self.equations.tau, self.inputs)

    @cached_property
    def typical_slopes(self) -> Array:
        """Parameters for typical effects of inputs on goals; a run stops where an effect is much smaller."""
        if self.law is None:
            return np.zeros(0)
        return column(param(name, 0.0) for name in self.law.watched(self.passive)[0])

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
        coupling = self.passive._free_coupling
        loads = {s: self._in_loop(x) for s, x in coupling.loads.items()}
        return replace(coupling, loads=loads, solution=self._in_loop(coupling.solution))

    @cached_property
    def _free_coupling(self) -> Coupling:
        return self.equations.reaction_dependent_forces.coupling(*self._open_solution)

    def _closed(self, a: Array, lam: Array) -> tuple[Array, Array]:
        """a and λ, given in terms of loads that depend on reactions, with what these loads are for free inputs."""
        if not self._has_laws:
            return a, lam
        forces = self.equations.reaction_dependent_forces
        coupling = self._free_coupling if a is self._open_solution[0] else forces.coupling(a, lam)
        return forces.loads.closed(a, lam, coupling.loads)

    def closed(self, solved: Callable[[Residual], tuple[Array, Array]]) -> tuple[Array, Array]:
        """a and λ by another way to solve for them, in which loads that depend on reactions are given."""
        a, lam = self.passive._closed(*solved(self.passive.open_residual))
        return self._in_loop(a), self._in_loop(lam)

    def known(self, y: Quantity) -> Quantity:
        """An expression that contains loads by reactions as variables, with what these are in the states."""
        return self._in_loop(self.passive._in_states(y) if self._has_laws else y)

    @cached_property
    def _in_states(self) -> Substitution:
        """Substitution of the loads by reactions: one for all signals, which have much in common."""
        return Substitution(self._free_coupling.loads)

    @cached_property
    def r(self) -> Array:
        """Forces (nu,) by reactions, as they are in a state, and all that constraints exert besides Jᵀ λ."""
        solver = self.passive.asked_solver
        return self.reacting if solver is None else self.reacting + self._in_loop(solver.nonideal_forces)

    @cached_property
    def reacting(self) -> Array:
        """The forces r (nu,) without those that a solver adds, which do not depend on reactions."""
        eom, passive = self.equations, self.passive
        r = np.zeros(len(eom.speeds))
        if self._has_laws:
            r = eom.reaction_dependent_forces.loads.added(eom.balance.forces, passive._free_coupling.loads)
        if not eom.is_ideal:
            r = r + products(eom.constraint_force_matrix - eom.J.T, passive.multipliers)
        return self._in_loop(r + eom.balance.nonideal_forces)

    @property
    def implicit_forces(self) -> ImplicitForces | None:
        """Forces by reactions that an equation is solved for; None if there are none."""
        # equations without such forces need not be solved to tell that
        if not self.equations.reaction_dependent_forces.loads.reactions:
            return None
        coupling = self.coupling
        if not coupling.unknown:
            return None
        return ImplicitForces(coupling.forces, tuple(map(repr, coupling.unknown)), coupling.solution)

    # ---- unsolved

    def residual(self, a: Array, lam: Array) -> Array:
        """M a − f − G τ − Jᵀ λ − r (nu,), which is zero along a motion."""
        y = self.passive.open_residual(a, lam)
        if self._has_laws:
            y = substitute(y, self.equations.reaction_dependent_forces.coupling(a, lam).loads)
        return self._in_loop(y)

    def open_residual(self, a: Array, lam: Array) -> Array:
        """The residual (nu,) in terms of loads that depend on reactions."""
        eom = self.equations
        return eom.balance.residual(a) - products(eom.entries.constraint_force_matrix, lam) - self.nonideal_forces

    @property
    def ways(self) -> Array:
        """Forces of a unit of each input, then of each multiplier that is solved for; (nu, n_tau + m)."""
        return np.concatenate(
            [self.equations.G, self.equations.constraint_force_matrix[:, list(self.independent)]], axis=1
        )

    @cached_property
    def second_order(self) -> SecondOrder:
        """The equations unsolved, with their derivatives."""
        return SecondOrder(self)

    # ---- along a run

    @property
    def h(self) -> Array:
        """ż, (nz,)."""
        return self._in_loop(self.equations.outputs.state_rates(self.passive))

    def first_order(self) -> FirstOrder:
        """The equations as ẋ = F with x = (q, u, z)."""
        return self.first_order_form.system(self.accelerations, self.h)

    @property
    def first_order_form(self) -> FirstOrderForm:
        """The equations as ẋ = F, for accelerations that are solved for in one way or another."""
        return self.memo.get(_FIRST_ORDER_FORM, lambda: FirstOrderForm(self.solved_rows, self.factors))

    def watched(self) -> FirstOrder:
        """The system of `first_order` for runs: not finite where `typical_pivots` say that digits are lost."""
        if self.law is not None:
            return self._watched_loop(self.law)
        if not len(self.typical_pivots):
            return self.first_order()
        schur = replace(self.schur, typical=self.typical_pivots)
        plain = self.first_order_form.system(self._closed(*self._solved(schur))[0], self.h)
        if plain.is_projected_once:
            return replace(plain, watch=tuple(self.typical_pivots))

        # where rows nearly depend on each other, projection could lead anywhere: there is none
        n = len(self.equations.q) + len(self.equations.u)
        projected = np.concatenate([plain.projected[:n] + schur.alarm, plain.projected[n:]])
        return replace(plain, projected=projected, watch=tuple(self.typical_pivots))

    def _watched_loop(self, law: InputLaw[Solution]) -> FirstOrder:
        """The passive system for runs, with inputs that stop to be finite where their law loses its hold."""
        eom, passive = self.equations, self.passive.watched()
        a = passive.rate[len(eom.q) : len(eom.q) + len(eom.u)]
        inputs = law.inputs(self.passive, a, self.typical_slopes)
        rate = closing(eom.tau, inputs)(passive.rate)
        return replace(passive, rate=rate, watch=(*passive.watch, *self.typical_slopes))

    # ---- what can be asked

    def resolve(self, expression: Quantity) -> Quantity:
        """An expression of measures in the variables of the equations."""
        if self.law is not None:
            expression = self._with_measures_closed(expression)
        return self.equations.outputs.resolve(expression, self.passive)

    def _with_measures_closed(self, expression: Quantity) -> Quantity:
        """An expression with measures while inputs follow from their law; variables stay as they are."""
        entries = [x for x in np.asarray(expression, dtype=object).ravel() if isinstance(x, Expression)]
        nodes = [x for x in inputs_of(entries) if x.op == "measure"]
        if not nodes:
            return expression
        values = self._in_loop(np.asarray(self.passive.resolve(column(nodes)), dtype=object))
        return substitute(expression, dict(zip(nodes, values, strict=True)))

    @cached_property
    def signals(self) -> NamedOutputs:
        """Named outputs: coordinates, speeds, states, accelerations, energies, the wrench of every joint."""
        free = self.equations.outputs.signals(self.passive)
        return free if self.law is None else SubstitutedSignals(free, self._closing)

    def signal(self, name: str) -> Scalar:
        """A named output as an expression."""
        if name not in self.signals:
            raise FormulationError(f"there is no signal {name!r}; {closest(name, self.signals)}")
        return self.signals[name]

    @property
    def element_loads(self) -> Mapping[str, Array]:
        """Components of what each force element exerts, by its name, where parts are known."""
        loads = self.equations.outputs.element_loads(self.passive)
        return {name: self._in_loop(x) for name, x in loads.items()}


def solved(equations: Equations) -> Solution:
    """The default solution: by the solver of the principle, no rows left out, constraints kept by projection.

    Goals of a model close its inputs.
    """
    law = equations.outputs.input_law(equations)
    default = Solution(equations, equations.solver, equations.constraints.left_out, law=law)
    return equations.memo.get(_SOLUTION.of(*default.key), lambda: default)
