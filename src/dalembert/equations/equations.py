"""The symbolic contract that every formulation ends in.

```
q̇ = N u + η                           kinematics
ż = h                                  first-order states
M a = f + G τ + E λ + r                a = u̇; E = Jᵀ as a rule; r: forces that depend on reactions
c(t,q) = 0                             kept by the kinematics themselves: monitored and projected, no λ
φ(t,q) = 0   ψ(t,q,u) = 0   J a = γ    constraints by level
```
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, Unpack

import numpy as np

from dalembert.arrays import Array, column
from dalembert.equations.balance import Balance
from dalembert.equations.constraints import Constraints, NoConstraints
from dalembert.equations.coordinate_motion import CoordinateMotion
from dalembert.equations.level_rows import LevelRow
from dalembert.equations.matrix_entries import MatrixEntries
from dalembert.equations.outputs import NamedOutputs, Outputs, Quantity
from dalembert.equations.reaction_dependent_forces import (
    NoReactionDependentForces,
    ReactionDependentForces,
    ReactionLaws,
)
from dalembert.equations.solvers.solver import AccelerationSolver, checked_solver
from dalembert.equations.variables import Variables, helper_variables
from dalembert.errors import FormulationError, ModelError
from dalembert.expr.calculus import jacobian
from dalembert.expr.functions import where
from dalembert.expr.node import Expression, Scalar, inputs_of, name_of
from dalembert.expr.rewrite import substitute
from dalembert.memo import Memo
from dalembert.name_checks import closest
from dalembert.rows import Row, Stabilization
from dalembert.state import State, StateValues, by_own_names, checked_values, state_of
from dalembert.symbolic.equation_text import DISPLAY_SECONDS, Reading, SymbolicEquations, equation_lines, reading


@dataclass(frozen=True, eq=False)
class _Recipe:
    """A function that makes equations, its arguments, and the parts that it made."""

    make: Callable[..., Equations]
    arguments: tuple[object, ...]
    parts: tuple[object, ...]
    principle: Any = None
    """What derives a model like this, if a principle did."""

    keeps_principle: bool = False
    """Whether the principle knows more than a model tells it, so that no other derives a model like this."""

    derived: tuple[object, ...] | None = None
    """The parts as the principle left them, if these are others."""

    given: Any = None
    """The equations without contacts that a run made these of."""


@dataclass(frozen=True, eq=False, repr=False)
class Equations:
    """Equations of motion: what a system is. Expressions are made when they are asked for.

    How its accelerations are got, which rows are left out and how the others are kept is a `Solution`; the default
    one is behind `accelerations`, `multipliers`, `signals` and `resolve`.

    Attributes
    ----------
    recipe : callable with its arguments
        What makes the equations again where they are copied.
    variables : Variables
        Names, units and default values of q, u, z, τ and p.
    motion : CoordinateMotion
        Kinematics q̇ = N u + η, and relations that they keep by themselves.
    balance : Balance
        Mass matrix and forces, M a = f + G τ + E λ.
    outputs : Outputs
        Frames, measures and signals in these variables.
    constraints : Constraints
        Rows of constraints by level; none unless there are some.
    reaction_dependent_forces : ReactionDependentForces
        Forces that depend on reactions, such as friction in joints; none unless there are some.
    solver : AccelerationSolver or None
        Way to accelerations and multipliers; the Schur complement if None.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> eom = da.derive(pendulum, da.Lagrange())
    >>> print(eom)
    <Equations: 1 coordinate, 1 speed>
    >>> print(eom.coordinates, eom.speeds)
    ('hinge',) ('hinge.rate',)
    """

    recipe: Any
    """What makes them again, where they are copied: a function and its arguments, and the principle behind it."""

    variables: Variables
    motion: CoordinateMotion
    balance: Balance
    outputs: Outputs
    constraints: Constraints = field(default_factory=NoConstraints)
    reaction_dependent_forces: ReactionDependentForces = field(default_factory=NoReactionDependentForces)
    solver: AccelerationSolver | None = None
    """What gets accelerations and multipliers unless another is chosen; the Schur complement if None."""

    def __post_init__(self) -> None:
        checked_solver(self.solver)
        if not isinstance(self.recipe, _Recipe):
            make, arguments, *principle = self.recipe
            object.__setattr__(self, "recipe", _Recipe(make, arguments, self._parts, *principle))

    @property
    def _parts(self) -> tuple[object, ...]:
        return tuple(getattr(self, part.name) for part in fields(self) if part.name != "recipe")

    def __copy__(self) -> Equations:
        return self

    def __deepcopy__(self, memo: object) -> Equations:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        recipe: _Recipe = self.recipe
        changed = self._changed(recipe.parts)
        if not changed:
            return recipe.make, recipe.arguments
        if changed == ["solver"]:
            return _with_solver, (recipe.make, recipe.arguments, self.solver)
        raise FormulationError(f"equations whose {changed[0]} was replaced cannot be pickled")

    def _changed(self, parts: Sequence[object]) -> list[str]:
        """Names of the parts that are not these."""
        names = [part.name for part in fields(self) if part.name != "recipe"]
        return [name for name, mine, other in zip(names, self._parts, parts, strict=True) if mine is not other]

    def derived_by(self, principle: object) -> Equations:
        """The equations with this principle as the one that made them of their model, whatever it did for that."""
        recipe: Any = self.recipe
        if recipe.principle is principle or recipe.keeps_principle:
            return self
        return replace(self, recipe=replace(recipe, principle=principle, derived=self._parts))

    @property
    def given(self) -> Equations | None:
        """The equations that somebody asked to run, if a run with contacts made these of them.

        Without what decides about modes, contacts of these would stay as they are.
        """
        recipe: Any = self.recipe
        equations: Equations | None = recipe.given
        return equations

    def for_runs_of(self, given: Equations, make: Callable[..., Equations]) -> Equations:
        """The equations as those that `make` made of the given ones for a run with contacts."""
        return replace(self, recipe=_Recipe(make, (given,), self._parts, given=given))

    def of_model(self, model: object, why: str) -> Equations:
        """Another model derived as these were: by the same principle, with the same solver.

        The model is arranged in the coordinates of these already. What was not derived cannot be: `why` it should
        is told.
        """
        recipe: Any = self.recipe
        if recipe.principle is None:
            raise FormulationError(
                f"{why}, but these were not derived by a principle that could do it again; simulate the model "
                "itself, or da.derive(model, principle)"
            )
        changed = self._changed(recipe.derived or recipe.parts)
        if others := [name for name in changed if name != "solver"]:
            raise FormulationError(
                f"{why}, but the {others[0]} of these was replaced by hand, which would be lost; give it as a "
                "principle of your own, da.derive(model, principle)"
            )
        equations: Equations = recipe.principle.equations(model)
        return replace(equations, solver=self.solver) if changed else equations

    @cached_property
    def memo(self) -> Memo:
        """Values derived from the equations, for as long as they live."""
        return Memo()

    # ---- the variables

    @property
    def model(self) -> Any:
        """The model of bodies that they are about; None if they were typed in."""
        return self.outputs.model

    @property
    def description(self) -> str:
        """The system that the equations are about, in words."""
        return self.outputs.description

    @property
    def frames(self) -> Any:
        """How frames and named scalars move with the speeds u: a `FrameMotion`."""
        return self.outputs.frames

    @property
    def coordinates(self) -> tuple[str, ...]:
        """Names of q."""
        return self.variables.coordinates

    @property
    def speeds(self) -> tuple[str, ...]:
        """Names of u."""
        return self.variables.speeds

    @property
    def states(self) -> tuple[str, ...]:
        """Names of the first-order states z."""
        return self.variables.states

    @property
    def inputs(self) -> tuple[str, ...]:
        """Names of τ."""
        return self.variables.inputs

    @property
    def parameters(self) -> Mapping[str, float]:
        """Names and default values of the open parameters."""
        return self.variables.parameters

    @property
    def q(self) -> Array:
        """Coordinates (nq,)."""
        return self.variables.q

    @property
    def u(self) -> Array:
        """Speeds (nu,)."""
        return self.variables.u

    @property
    def z(self) -> Array:
        """First-order states (nz,)."""
        return self.variables.z

    @property
    def tau(self) -> Array:
        """Inputs (n_tau,)."""
        return self.variables.tau

    @cached_property
    def a(self) -> Array:
        """Rates of the speeds as variables (nu,)."""
        return helper_variables((f"{name}'" for name in self.speeds), self.variables.names)

    @cached_property
    def lam(self) -> Array:
        """Multipliers as variables (m,)."""
        return helper_variables((f"λ {row.name}" for row in self.rows), self.taken_names)

    @property
    def taken_names(self) -> set[str]:
        """Names of all variables but multipliers."""
        return {*self.variables.names, *map(name_of, self.a)}

    # ---- the equations

    @property
    def rates(self) -> Array:
        """q̇ = N u + η, (nq,)."""
        return self.motion.rates

    @property
    def N(self) -> Array:
        """How coordinates change with small motions (nq, nu): ∂q̇/∂u, but for momenta."""
        return self.motion.N

    @cached_property
    def entries(self) -> MatrixEntries:
        """M, J, gradients and E by their entries; here are views of them, with all zeros."""
        return MatrixEntries(self.balance, self.constraint_rows, len(self.speeds))

    @cached_property
    def M(self) -> Array:
        """Mass matrix (nu, nu)."""
        return _frozen(self.balance.M.to_array())

    @cached_property
    def inertia(self) -> Array:
        """Inertia of small motions (nu, nu): M, but for momenta that of the rates they belong to."""
        return _frozen(self.balance.inertia.to_array())

    @cached_property
    def f(self) -> Array:
        """All forces that contain neither a, τ nor λ, (nu,)."""
        return _frozen(
            self.reaction_dependent_forces.loads.without(_without_inputs(self.balance.forces, self.tau))
        )

    @cached_property
    def G(self) -> Array:
        """Input matrix (nu, n_tau)."""
        return _frozen(_input_matrix(self.balance.forces, self.tau))

    @cached_property
    def c(self) -> Array:
        """Conditions that coordinates satisfy by themselves, then rows of states that the rates keep; (m_c,)."""
        return np.concatenate([self.motion.c, _fixed(x.value for x in self.constraints.state_rows if x.is_kept)])

    @cached_property
    def constraint_rows(self) -> Sequence[LevelRow]:
        """The rows at all levels (m), those with a position level first, those of accelerations last."""
        return tuple(self.constraints.rows)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """Records of the rows (m)."""
        return tuple(row.row for row in self.constraint_rows)

    def while_on(self, values: Array) -> Array:
        """Values of the first rows, an entry or a line each; zero for rows that are off by their switches."""
        switches = [(i, row.switch) for i, row in enumerate(self.constraint_rows[: len(values)])]
        comes = [(i, switch) for i, switch in switches if switch is not None]
        if not comes:
            return values
        switched = np.array(values, dtype=object)
        for i, switch in comes:
            switched[i] = where(switch > 0.5, switched[i], np.zeros(np.shape(switched[i])))
        return switched

    @cached_property
    def switched_rows(self) -> tuple[str, ...]:
        """Names of rows that come and go as their switches say."""
        return tuple(row.row.name for row in self.constraint_rows if row.switch is not None)

    @cached_property
    def phi(self) -> Array:
        """Holonomic constraints (m_phi,)."""
        return _fixed(row.phi for row in self.constraint_rows if row.phi is not None)

    @cached_property
    def psi(self) -> Array:
        """Constraints at velocity level (m_psi,): holonomic ones differentiated, then nonholonomic ones."""
        return _fixed(row.psi for row in self.constraint_rows if row.psi is not None)

    @cached_property
    def psi_of_speeds(self) -> Array:
        """ψ (m_psi,) as far as speeds can violate it: zero for rows that the rates of coordinates keep."""
        rows = [row for row in self.constraint_rows if row.psi is not None]
        return _fixed(0.0 if row.is_kept_by_rates else row.psi for row in rows)

    @cached_property
    def J(self) -> Array:
        """Constraint matrix ∂ψ/∂u, (m, nu)."""
        return _frozen(self.entries.J.to_array())

    @cached_property
    def gradients(self) -> Array:
        """Slopes of the rows along small motions of positions (m, nu): J, unless speeds are momenta."""
        return self.J if self.entries.gradients is self.entries.J else _frozen(self.entries.gradients.to_array())

    @cached_property
    def gamma(self) -> Array:
        """Right-hand side of J a = γ, (m,)."""
        return _fixed(row.gamma for row in self.constraint_rows)

    @cached_property
    def constraint_force_matrix(self) -> Array:
        """E: what a unit of each multiplier exerts (nu, m), along the gradients unless rows say otherwise."""
        return self.gradients.T if self.is_ideal else _frozen(self.entries.constraint_force_matrix.to_array())

    @property
    def is_ideal(self) -> bool:
        """Whether all rows exert forces along their gradients: E = Jᵀ, unless speeds are momenta."""
        return all(row.exerts is None for row in self.constraint_rows)

    @cached_property
    def reaction_laws(self) -> ReactionLaws:
        """The forces r by the laws that were given, in terms of reactions, where these are known."""
        return self.reaction_dependent_forces.as_given(self.balance.forces)

    # ---- solved in the default way

    @cached_property
    def solution(self) -> Any:
        """The default `Solution`: by the principle's solver, no rows left out, constraints kept by projection."""
        from dalembert.equations.solution import solved

        return solved(self)

    def without(self, rows: Collection[str]) -> Any:
        """The `Solution` that leaves out these rows, which depend on others."""
        return self.solution.without(rows)

    def stabilized(self, stabilization: Stabilization | None) -> Any:
        """The `Solution` with constraints kept like this along a run; None is by projection."""
        return self.solution.stabilized(stabilization)

    @property
    def accelerations(self) -> Array:
        """a = u̇ solved for, (nu,)."""
        return self.solution.accelerations

    @property
    def multipliers(self) -> Array:
        """λ solved for, (m,); `Jᵀ λ` is the force that the constraints exert."""
        return self.solution.multipliers

    @property
    def h(self) -> Array:
        """ż, (nz,)."""
        return self.solution.h

    @property
    def r(self) -> Array:
        """Forces (nu,) by reactions, as they are in a state, and all that constraints exert besides Jᵀ λ."""
        return self.solution.r

    @property
    def signals(self) -> NamedOutputs:
        """Named outputs: coordinates, speeds, states, accelerations, energies, the wrench of every joint."""
        signals: NamedOutputs = self.solution.signals
        return signals

    def signal(self, name: str) -> Scalar:
        """A named output as an expression."""
        return self.solution.signal(name)

    def resolve(self, expression: Quantity) -> Quantity:
        """An expression of measures in the variables of these equations."""
        return self.solution.resolve(expression)

    # ---- states by name

    def state(self, **values: Unpack[StateValues]) -> State:
        """A state by names; what is not named takes its default value."""
        state = state_of(values)
        default = {
            "q": (self.coordinates, self.variables.default_values),
            "u": (self.speeds, (0.0,) * len(self.speeds)),
            "z": (self.states, self.variables.starts),
            "tau": (self.inputs, (0.0,) * len(self.inputs)),
        }
        by_kind = {"q": state.q, "u": self.by_speed(state.u), "z": state.z, "tau": state.tau}
        names = {kind: names for kind, (names, _) in default.items()}
        if any(name not in self.states for name in state.z):
            # modes of contacts, from a run
            names["z"] = (*self.states, *self.outputs.run_states)
        checked_values({**by_kind, "p": state.p}, {**names, "p": tuple(self.parameters)})
        self.outputs.check_parameters(state.p)
        named = {kind: {**dict(zip(*default[kind], strict=True)), **by_kind[kind]} for kind in by_kind}
        return State(t=state.t, p=state.p, **named)

    def speed_name(self, name: str) -> str:
        """A speed's own name, from that or from the coordinate it is the rate of."""
        if name in self.speeds:
            return name
        if (rate := f"{name}.rate") in self.speeds:
            return rate
        if name in self.coordinates:
            rate_of_coordinate = self.rates[self.coordinates.index(name)]
            if (k := next((k for k, u in enumerate(self.u) if rate_of_coordinate is u), None)) is not None:
                return self.speeds[k]
        if (coordinate := name.removesuffix(".rate")) in self.coordinates:
            # momenta, or angular velocities, are other numbers
            raise ModelError(
                f"the rate of {coordinate!r} is no speed of these equations; their speeds are "
                f"{', '.join(self.speeds)}. da.convert_state(state, model, equations) makes a state of the model "
                f"one "
                "of these equations"
            )
        raise ModelError(f"there is no speed {name!r}; {closest(name, (*self.speeds, *self.coordinates))}")

    def by_speed(self, given: Mapping[str, float]) -> dict[str, float]:
        """Values of speeds under their own names, given by these or by names of coordinates."""
        return by_own_names(given, self.speed_name)

    # ---- reading

    @property
    def lines(self) -> list[tuple[Scalar, Scalar]]:
        """Left and right sides of all equations, as they are read."""
        return equation_lines(self, self.balance.written(self))

    def reading(self, simplify: float | None = None, *, positive: Iterable[Scalar] = ()) -> Reading:
        """The equations to be read, simplified for at most so many seconds if a time is given.

        Of `positive` expressions, such as the cosine of an angle that stays small, |x| is written as x.
        """
        return reading(self, simplify, positive=positive)

    def latex(
        self, quantity: str | None = None, *, simplify: float | None = None, positive: Iterable[Scalar] = ()
    ) -> str:
        """LaTeX of the equations, or of one part of the contract such as "M"."""
        return self.reading(simplify, positive=positive).latex(quantity)

    def to_sympy(self, simplify: float | None = None, *, positive: Iterable[Scalar] = ()) -> SymbolicEquations:
        """The contract as SymPy matrices."""
        return self.reading(simplify, positive=positive).to_sympy()

    def __repr__(self) -> str:
        sizes: dict[str, Sized] = {
            "coordinate": self.coordinates,
            "speed": self.speeds,
            "state variable": self.states,
        }
        sizes |= {"row": self.rows, "input": self.inputs}
        parts = [f"{n} {noun}{'s' * (n != 1)}" for noun, names in sizes.items() if (n := len(names))]
        return f"<Equations: {', '.join(parts) or 'nothing moves'}>"

    def _repr_markdown_(self) -> str:
        return self.reading(DISPLAY_SECONDS)._repr_markdown_()


def _with_solver(
    make: Callable[..., Equations], arguments: tuple[object, ...], solver: AccelerationSolver | None
) -> Equations:
    return replace(make(*arguments), solver=solver)


def _without_inputs(forces: Array, tau: Array) -> Array:
    """f (nu,): forces while all inputs are zero."""
    return np.asarray(substitute(forces, dict.fromkeys(tau, 0.0))) if len(tau) else forces


def _input_matrix(forces: Array, tau: Array) -> Array:
    """G (nu, n_tau), which inputs must enter by: forces are affine in them."""
    if not len(tau):
        return np.zeros((len(forces), 0))
    G = jacobian(forces, tau)
    if entering := set(tau).intersection(inputs_of(x for x in G.flat if isinstance(x, Expression))):
        name = sorted(map(name_of, entering))[0]
        raise FormulationError(
            f"forces are not linear in the input {name!r}, so there is no input matrix G; make the whole term an "
            "input"
        )
    return G


def _fixed(entries: Iterable[Scalar]) -> Array:
    """Numbers and expressions as an array (n,) in which nobody can write."""
    return _frozen(column(entries))


def _frozen(values: Array) -> Array:
    """The array, read-only from now on: solutions are made of it too."""
    values.setflags(write=False)
    return values
