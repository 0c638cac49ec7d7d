"""The symbolic contract that every formulation ends in.

```
q̇ = N u + η                           kinematics
ż = h                                  first-order states
M a = f + G τ + Jᵀ λ + r               a = u̇; r: forces that depend on reactions
c(t,q) = 0                             kept by the kinematics themselves: monitored and projected, no λ
φ(t,q) = 0   ψ(t,q,u) = 0   J a = γ    constraints by level
```
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from typing import Any, Protocol, Self

import numpy as np

from dalembert.errors import FormulationError, ModelError
from dalembert.expr.calculus import directional, jacobian
from dalembert.expr.least_squares import least_squares
from dalembert.expr.node import Node, name_of
from dalembert.expr.rewrite import substitute
from dalembert.expr.scalar import is_zero
from dalembert.expr.symbols import symbol
from dalembert.reading import DISPLAY_SECONDS, Reading, SymbolicEquations, equation_lines, reading
from dalembert.rows import Drift, Row
from dalembert.state import State, by_own_names, checked_values, closest

Array = Any


@dataclass(frozen=True, eq=False)
class FirstOrder:
    """ẋ = F(t, x, τ, p): what time stepping needs of any equations."""

    names: tuple[str, ...]
    x: Array
    """States (n,)."""

    tau: Array
    """Inputs, constant during a run."""

    rate: Array
    """F, (n,)."""

    projected: Array
    """The nearest states that are valid, (n,); the states themselves where all are."""

    n_positions: int
    """How many states at the beginning are positions whose rates follow in the same order; 0 if that is not so."""

    is_projected_once: bool = True
    """Whether one projection is exact; else it is one step of Newton's method."""

    watch: tuple[Any, ...] = ()
    """Parameters by which F stops to be finite; zero turns them off."""

    def jacobian(self) -> Array:
        """∂F/∂x, (n, n)."""
        return jacobian(self.rate, self.x)


@dataclass(frozen=True, eq=False)
class ImplicitForces:
    """Forces by laws of reactions that depend on these forces: an equation is solved for the reactions."""

    forces: tuple[str, ...]
    """Names of the force elements."""

    reactions: tuple[str, ...]
    """The reactions in words, such as `reaction_force('slide').y`."""

    solution: Array
    """Values of the reactions (k,), the result of a `root`; not a number where there is none."""


@dataclass(frozen=True, eq=False)
class ReactionLaws:
    """Forces that depend on reactions as they were given, with variables for the reactions."""

    forces: Array = ()
    """What they add to the balances (nu,)."""

    labels: Mapping[Node, tuple[str, str]] = field(default_factory=dict)
    """How the variables are written, such as w with `slide.force.y` below it."""

    words: Mapping[Node, str] = field(default_factory=dict)
    """What those stand for that are no multipliers, such as `reaction_force('slide').y`."""


@dataclass(frozen=True, eq=False)
class StartCondition:
    """Something besides rows that a run must start with."""

    what: str
    """In words, such as `the constraint 'circle' of Dirac`."""

    value: Any
    """An expression that is zero if it holds."""

    remedy: str
    """What to do if it does not."""


@dataclass(frozen=True)
class BodyMotion:
    """Where a body's origin is and how its axes stand in the world, its velocities."""

    p: Array
    R: Array
    w: Array
    v: Array


@dataclass(frozen=True)
class JointAxes:
    """Motion axes H (6, n) of a joint, columns for its speeds; where they depend on each other it is singular."""

    joint: str
    speeds: tuple[str, ...]
    H: Array


class SignalKind(IntEnum):
    """What a signal is, in the order in which people look at them."""

    VARIABLE = 0
    """A coordinate, speed, first-order state or input."""

    ENERGY = 1
    """Of the whole system, or the power by which it changes."""

    ACCELERATION = 2
    OWN = 3
    """What a part has of its own, such as the torque of a drive."""

    REACTION_FORCE = 4
    REACTION_MOMENT = 5
    POSITION = 6
    VELOCITY = 7
    ANGULAR_VELOCITY = 8
    OTHER = 9
    ALONG_SPEED = 10
    """What a force element exerts along one of the speeds."""


class NamedOutputs(Protocol):
    """Expressions by name, with their units; each is made when it is asked for."""

    @property
    def units(self) -> Mapping[str, str]:
        """Units by name; empty for numbers and for what is not known."""

    @property
    def kinds(self) -> Mapping[str, SignalKind]:
        """What each is."""

    @property
    def elements(self) -> tuple[str, ...]:
        """Gravity and force elements, if there is a signal for what each exerts along every speed."""

    def __getitem__(self, name: str, /) -> Any: ...

    def __contains__(self, name: object, /) -> bool: ...

    def __iter__(self) -> Iterator[str]: ...

    def __len__(self) -> int: ...


class SecondOrder:
    """M a − f − G τ − Jᵀ λ = 0 with the rows by level, and their derivatives: what implicit methods need.

    Each quantity is made when it is asked for. Positions move by q ⊞ δ; derivatives by positions are along that:
    ∂/∂δ at δ = 0, which is ∂/∂q · N.
    """

    def __init__(self, equations: Equations) -> None:
        self.equations = equations

    @cached_property
    def a(self) -> Array:
        """Rates of the speeds as variables (nu,)."""
        eom = self.equations
        return helper_variables((f"{name}'" for name in eom.speeds), eom.variable_names)

    @cached_property
    def delta(self) -> Array:
        """A small motion of the speeds as variables (nu,)."""
        return helper_variables((f"δ {name}" for name in self.equations.speeds), self._names)

    @cached_property
    def lam(self) -> Array:
        """Multipliers as variables (m,)."""
        return helper_variables((f"λ {row.name}" for row in self.equations.rows), self._names)

    @property
    def _names(self) -> set[str]:
        return {*self.equations.variable_names, *map(name_of, self.a)}

    @cached_property
    def moved(self) -> Array:
        """q ⊞ δ (nq,)."""
        return self.equations.moved(self.delta)

    @cached_property
    def residual(self) -> Array:
        """r (nu,), which is zero along a motion."""
        return self.equations.residual(self.a, self.lam)

    @cached_property
    def damping(self) -> Array:
        """∂r/∂u (nu, nu)."""
        return jacobian(self.residual, self.equations.u)

    @cached_property
    def stiffness(self) -> Array:
        """∂r/∂δ (nu, nu)."""
        return self.along_positions(self.residual)

    def along_positions(self, y: Array) -> Array:
        """∂y/∂δ, (len(y), nu)."""
        eom = self.equations
        columns = []
        for k in range(len(eom.speeds)):
            step = {x: rate for x, rate in zip(eom.q, eom.N[:, k], strict=True) if not is_zero(rate)}
            columns.append(directional(y, step))
        return np.stack(columns, axis=1) if columns else np.zeros((len(y), 0))


class Equations(ABC):
    """Equations of motion in the states of one formulation, as expressions; each is made when it is asked for."""

    model: Any = None
    """The model of bodies that they are about; None if they were typed in."""

    # ---- what they are made of; all else follows, and is made again where they are copied

    _ingredients: tuple[Any, ...]

    def __new__(cls, *ingredients: Any) -> Self:
        made = super().__new__(cls)
        made._ingredients = ingredients
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._ingredients

    # ---- typed in; for systems that are not made of bodies

    @staticmethod
    def from_energies(
        T: Any,
        V: Any,
        q: Any,
        u: Any,
        *,
        rates: Any = None,
        definitions: Mapping[Any, Any] | None = None,
        forces: Mapping[Any, Any] | None = None,
        dissipation: Any = 0.0,
        inputs: Any = (),
        constraints: Iterable[Any] = (),
        parameters: Mapping[str, float] | None = None,
        solver: Any = None,
    ) -> Equations:
        """Equations of motion from T(t, q, u) and V(t, q), expressions of ours or of SymPy.

        The speeds u are the rates of q unless `rates` says what these are: q̇ = N u + η, by name or in order. Then
        T is in quasi-velocities, and the equations are those of Boltzmann and Hamel. A speed in no rate needs no
        coordinate; redundant ones are in `definitions`, with what they are in terms of the others.

        `forces` are along speeds or along rates of coordinates, by name; of the function `dissipation` R(t, q, u)
        they are −∂R/∂u (Rayleigh). Symbols are `inputs`, or have values in `parameters`, which stay open.
        `constraints` are pairs of a name and an expression of q, u and time that stays zero, or constraints such
        as Drive; `solver` gets accelerations and multipliers.
        """
        from dalembert.formulations.energies import from_energies

        return from_energies(
            *(T, V, q, u),
            rates=rates,
            definitions=definitions,
            forces=forces,
            dissipation=dissipation,
            inputs=inputs,
            constraints=constraints,
            parameters=parameters,
            solver=solver,
        )

    @staticmethod
    def from_lagrangian(
        L: Any,
        q: Any,
        u: Any,
        *,
        rates: Any = None,
        definitions: Mapping[Any, Any] | None = None,
        forces: Mapping[Any, Any] | None = None,
        dissipation: Any = 0.0,
        inputs: Any = (),
        constraints: Iterable[Any] = (),
        parameters: Mapping[str, float] | None = None,
        solver: Any = None,
    ) -> Equations:
        """Equations of motion from a Lagrangian L(t, q, u); all else as in `from_energies`.

        Its Hessian ∂²L/∂u² must be regular, but for directions that constraints hold.
        """
        from dalembert.formulations.energies import from_lagrangian

        return from_lagrangian(
            *(L, q, u),
            rates=rates,
            definitions=definitions,
            forces=forces,
            dissipation=dissipation,
            inputs=inputs,
            constraints=constraints,
            parameters=parameters,
            solver=solver,
        )

    @staticmethod
    def from_gibbs_function(
        S: Any,
        q: Any,
        u: Any,
        a: Any,
        *,
        rates: Any = None,
        V: Any = None,
        forces: Mapping[Any, Any] | None = None,
        inputs: Any = (),
        constraints: Iterable[Any] = (),
        parameters: Mapping[str, float] | None = None,
        solver: Any = None,
    ) -> Equations:
        """Equations ∂S/∂a = forces from a Gibbs function S(t, q, u, a), quadratic in a = u̇ (Gibbs and Appell).

        There may be fewer speeds than coordinates: nonholonomic constraints that hold by the choice of speeds need
        nothing else. V(t, q) is a potential energy; all else is as in `from_energies`.
        """
        from dalembert.formulations.energies import from_gibbs_function

        return from_gibbs_function(
            *(S, q, u, a),
            rates=rates,
            V=V,
            forces=forces,
            inputs=inputs,
            constraints=constraints,
            parameters=parameters,
            solver=solver,
        )

    @staticmethod
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
        solver: Any = None,
    ) -> Equations:
        """Equations from rows typed by hand, expressions that are zero: linear in a = u̇ and in multipliers `lam`.

        M is read off by differentiation; it need not be symmetric. Multipliers belong to the constraints, in their
        order. Without them, row k must be the balance of forces along speed k, all inertia forces with a positive
        sign: then constraints exert Jᵀ λ there. All else is as in `from_energies`.
        """
        from dalembert.formulations.energies import from_rows

        return from_rows(
            *(rows, q, u, a),
            lam=lam,
            rates=rates,
            inputs=inputs,
            constraints=constraints,
            parameters=parameters,
            solver=solver,
        )

    @property
    @abstractmethod
    def coordinates(self) -> tuple[str, ...]:
        """Names of q."""

    @property
    @abstractmethod
    def speeds(self) -> tuple[str, ...]:
        """Names of u."""

    @property
    def states(self) -> tuple[str, ...]:
        """Names of the first-order states z."""
        return ()

    @property
    @abstractmethod
    def inputs(self) -> tuple[str, ...]:
        """Names of τ."""

    @property
    def parameters(self) -> Mapping[str, float]:
        """Names and usual values of the open parameters."""
        return {}

    @property
    def units(self) -> Mapping[str, str]:
        """Units of coordinates and speeds, by name, as far as they are known."""
        return {}

    @property
    def counted(self) -> tuple[str, ...]:
        """The last names of q: angles that count turns. The other coordinates say all about them but the turns."""
        return ()

    @property
    def measurable(self) -> Mapping[str, bool]:
        """Coordinates that are not in q, and whether they are angles, known in (−π, π] only."""
        return {}

    # ---- the variables

    @property
    def variable_names(self) -> frozenset[str]:
        """Names of q, u, z and τ."""
        return frozenset((*self.coordinates, *self.speeds, *self.states, *self.inputs))

    @cached_property
    def q(self) -> Array:
        """Coordinates (nq,)."""
        return _variables(self.coordinates)

    @cached_property
    def u(self) -> Array:
        """Speeds (nu,)."""
        return _variables(self.speeds)

    @cached_property
    def z(self) -> Array:
        """First-order states (nz,)."""
        return _variables(self.states)

    @cached_property
    def tau(self) -> Array:
        """Inputs (n_tau,)."""
        return _variables(self.inputs)

    # ---- the equations

    @property
    @abstractmethod
    def rates(self) -> Array:
        """q̇ = N u + η, (nq,)."""

    @cached_property
    def N(self) -> Array:
        """∂q̇/∂u, (nq, nu)."""
        return jacobian(self.rates, self.u)

    @cached_property
    def has_affine_rates(self) -> bool:
        """Whether coordinates move while all speeds are zero: η ≠ 0 in q̇ = N u + η, as its structure tells.

        `moved` does not know of η, so methods that move positions by speeds alone cannot treat such equations.
        """
        still = substitute(self.rates, dict.fromkeys(self.u, 0.0))
        return not all(map(is_zero, np.asarray(still, dtype=object).flat))

    @property
    def h(self) -> Array:
        """ż, (nz,)."""
        return np.zeros(0)

    @property
    @abstractmethod
    def M(self) -> Array:
        """Mass matrix (nu, nu)."""

    @property
    @abstractmethod
    def f(self) -> Array:
        """All forces that contain neither a, τ nor λ, (nu,)."""

    @property
    @abstractmethod
    def G(self) -> Array:
        """Input matrix (nu, n_tau)."""

    @property
    def r(self) -> Array:
        """Forces that depend on reactions, (nu,), as they are in a state."""
        return np.zeros(len(self.speeds))

    @property
    def nonideal_forces(self) -> Any:
        """Forces (nu,) that constraints exert besides Jᵀ λ, or the number zero."""
        return 0.0

    @property
    def element_loads(self) -> Mapping[str, Array]:
        """Components of what each force element exerts, by its name, where parts are known."""
        return {}

    @property
    def turning_axes(self) -> tuple[JointAxes, ...]:
        """Axes of joints that turn with their coordinates, as those of three angles do, where parts are known."""
        return ()

    @property
    def reaction_laws(self) -> ReactionLaws:
        """The forces r by the laws that were given, in terms of reactions, where these are known."""
        return ReactionLaws()

    @property
    def implicit_forces(self) -> ImplicitForces | None:
        """Those of these forces for which an equation is solved; None if there are none."""
        return None

    @property
    @abstractmethod
    def accelerations(self) -> Array:
        """a = u̇ solved for, (nu,)."""

    @property
    def c(self) -> Array:
        """What the coordinates satisfy by themselves, (m_c,)."""
        return np.zeros(0)

    @property
    def projected(self) -> Array:
        """The nearest coordinates with c = 0, (nq,)."""
        return self.q

    @property
    def valid(self) -> Array:
        """The nearest coordinates (nq,) that place bodies: quaternions of unit length, for example."""
        return self.projected

    @property
    def rows(self) -> tuple[Row, ...]:
        """Records of the constraint rows (m), those with a position level first, those of accelerations last."""
        return ()

    @property
    def phi(self) -> Array:
        """Holonomic constraints (m_phi,)."""
        return np.zeros(0)

    @property
    def psi(self) -> Array:
        """Constraints at velocity level (m_psi,): holonomic ones differentiated, then nonholonomic ones."""
        return np.zeros(0)

    @property
    def J(self) -> Array:
        """Constraint matrix (m, nu)."""
        return np.zeros((0, len(self.speeds)))

    @property
    def gamma(self) -> Array:
        """Right-hand side of J a = γ, (m,)."""
        return np.zeros(0)

    @property
    def multipliers(self) -> Array:
        """λ solved for, (m,); `Jᵀ λ` is the force that the constraints exert."""
        return np.zeros(0)

    @property
    def senses(self) -> tuple[tuple[str, Any], ...]:
        """Parts whose rows hold the wrong way round too, each with a quantity that is positive if it is right."""
        return ()

    @property
    def geometric(self) -> tuple[tuple[Row, Any], ...]:
        """Rows that no motion changes, which are not among `rows`, and their residuals."""
        return ()

    @property
    def independent(self) -> tuple[int, ...]:
        """Numbers of the rows that are solved for."""
        return tuple(range(len(self.rows)))

    @property
    def pivots(self) -> Array:
        """What is left of J M⁻¹ Jᵀ for each independent row beside the rows before it: zero where these depend."""
        return np.ones(len(self.independent))

    @property
    def usual_pivots(self) -> Array:
        """Parameters for usual values of the pivots; a run stops where pivots are much smaller than these."""
        return np.zeros(0)

    @property
    def definite_mass(self) -> tuple[Array, Array]:
        """M̂ = M + Jᵀ D J, definite where M alone is not, and the diagonal of D (m,)."""
        return self.M, np.zeros(len(self.rows))

    @property
    def left_out(self) -> frozenset[str]:
        """Names of rows that depend on others: they hold by these, and have no multiplier."""
        return frozenset()

    def without(self, rows: Collection[str]) -> Equations:
        """The same equations with these rows left out of the solution, and no others."""
        if frozenset(rows) == self.left_out:
            return self
        raise FormulationError(
            f"{type(self).__name__} cannot leave out rows; these depend on others: {sorted(rows)}"
        )

    @property
    def drift(self) -> Drift | None:
        """How constraints are kept along a run; None is by projection. γ contains what a stabilization adds."""
        return None

    def kept_by(self, drift: Drift | None) -> Equations:
        """The same equations with constraints kept like this along a run; None is by projection."""
        return self

    @property
    def start_conditions(self) -> tuple[StartCondition, ...]:
        """What a run must start with besides φ = 0 and ψ = 0."""
        return ()

    @property
    def reaction_patterns(self) -> tuple[tuple[str, ...], Array]:
        """Names of the signals of reactions, and their changes (n, m + m_geometric) for a unit of each multiplier.

        While nothing moves; columns are those of `rows`, then those of `geometric`.
        """
        return (), np.zeros((0, len(self.rows) + len(self.geometric)))

    def first_order(self, drift: Drift | None = None) -> FirstOrder:
        """The same equations as ẋ = F with x = (q, u, z).

        `drift` says how constraints are kept, as `self.drift` unless given; without them only c = 0 is kept.
        """
        has_rates_for_speeds = len(self.q) == len(self.u) and all(
            a is b for a, b in zip(self.rates, self.u, strict=True)
        )
        return FirstOrder(
            names=(*self.coordinates, *self.speeds, *self.states),
            x=np.concatenate([self.q, self.u, self.z]),
            tau=self.tau,
            rate=np.concatenate([self.rates, self.accelerations, self.h]),
            projected=np.concatenate([self.projected, self.u, self.z]),
            n_positions=len(self.q) if has_rates_for_speeds else 0,
        )

    def moved(self, delta: Array) -> Array:
        """q ⊞ δ: the coordinates (nq,) after a small motion δ (nu,) of the speeds."""
        return self.q + self.N @ delta

    @property
    def reaction_matrix(self) -> Array:
        """What a unit of each multiplier exerts (nu, m): Jᵀ, unless typed rows say otherwise."""
        return self.J.T

    def residual(self, a: Array, lam: Array) -> Array:
        """M a − f − G τ − Jᵀ λ (nu,), which is zero along a motion."""
        return self.M @ a - self.f - self.G @ self.tau - self.reaction_matrix @ lam

    @property
    def ways(self) -> Array:
        """What a unit of each input, then of each multiplier that is solved for, exerts; (nu, n_tau + m)."""
        return np.concatenate([self.G, self.reaction_matrix[:, list(self.independent)]], axis=1)

    def required(self, a: Array) -> tuple[Array, Array]:
        """Inputs (n_tau,) and multipliers (m,) for which accelerations are a: the shortest, if several do."""
        off = dict.fromkeys(self.tau, 0.0)
        need = substitute(self.residual(a, np.zeros(len(self.rows))), off)
        return self._as_inputs(least_squares(self.ways, need))

    def _as_inputs(self, found: Array) -> tuple[Array, Array]:
        """Inputs and multipliers, those of rows that are left out too, from what `ways` are weighted with."""
        n = len(self.inputs)
        lam = np.full(len(self.rows), 0.0, dtype=object)
        lam[list(self.independent)] = found[n:]
        return found[:n], lam

    @cached_property
    def second_order(self) -> SecondOrder:
        """The same equations unsolved, with their derivatives."""
        return SecondOrder(self)

    def watched(self, drift: Drift | None = None) -> FirstOrder:
        """The same as `first_order`, for runs: not finite where `usual_pivots` say that digits are lost."""
        return self.first_order(drift)

    # ---- what can be asked

    @property
    def description(self) -> str:
        """What the equations are about, in words."""
        return ""

    @property
    def contents(self) -> Mapping[str, Any]:
        """All that the equations are about, as plain data which files keep: where it differs, the system does."""
        return {}

    @property
    @abstractmethod
    def neutral(self) -> tuple[float, ...]:
        """Usual values of q."""

    @property
    def starts(self) -> tuple[float, ...]:
        """Usual values of z."""
        return (0.0,) * len(self.states)

    def check_parameters(self, p: Mapping[str, float]) -> None:
        """Raise if a body is impossible with these values of parameters; others have their usual ones."""
        return

    def state(
        self,
        *,
        t: float = 0.0,
        q: Mapping[str, float] | None = None,
        u: Mapping[str, float] | None = None,
        z: Mapping[str, float] | None = None,
        tau: Mapping[str, float] | None = None,
        p: Mapping[str, float] | None = None,
    ) -> State:
        """A state by names; what is not named takes its usual value."""
        given = State(t=t, q=q or {}, u=u or {}, z=z or {}, tau=tau or {}, p=p or {})
        usual = {
            "q": (self.coordinates, self.neutral),
            "u": (self.speeds, (0.0,) * len(self.speeds)),
            "z": (self.states, self.starts),
            "tau": (self.inputs, (0.0,) * len(self.inputs)),
        }
        own = {"q": given.q, "u": self.by_speed(given.u), "z": given.z, "tau": given.tau}
        names = {kind: names for kind, (names, _) in usual.items()}
        checked_values({**own, "p": given.p}, {**names, "p": tuple(self.parameters)})
        self.check_parameters(given.p)
        values = {kind: {**dict(zip(*usual[kind], strict=True)), **own[kind]} for kind in own}
        return State(t=t, p=given.p, **values)

    def speed_name(self, name: str) -> str:
        """A speed's own name, from that or from the coordinate it is the rate of."""
        if name in self.speeds:
            return name
        if (rate := f"{name}.rate") in self.speeds:
            return rate
        if name in self.coordinates:
            own = self.rates[self.coordinates.index(name)]
            if (k := next((k for k, u in enumerate(self.u) if own is u), None)) is not None:
                return self.speeds[k]
            raise ModelError(
                f"the rate of {name!r} is no speed of these equations; their speeds are {', '.join(self.speeds)}"
            )
        raise ModelError(f"there is no speed {name!r}; {closest(name, (*self.speeds, *self.coordinates))}")

    def by_speed(self, given: Mapping[str, float]) -> dict[str, float]:
        """Values of speeds under their own names, given by these or by names of coordinates."""
        return by_own_names(given, self.speed_name)

    @abstractmethod
    def resolve(self, expression: Any) -> Any:
        """An expression of measures in the variables of these equations."""

    @abstractmethod
    def body_motions(self) -> Mapping[str, BodyMotion]:
        """Place and velocity of every body, by name, as expressions."""

    @abstractmethod
    def numbers_for(
        self,
        motions: Mapping[str, BodyMotion],
        p: Mapping[str, float],
        near: Sequence[State],
    ) -> tuple[Array, Array]:
        """q (n, nq) and u (n, nu) that place and move the bodies like this, with these values of parameters.

        Motions are numbers in n states, at the times of those in `near`. Coordinates of the same names as there
        are the same if they mean the same place, or else next to them.
        """

    @property
    @abstractmethod
    def signals(self) -> NamedOutputs:
        """Named outputs: coordinates, speeds, states, accelerations, energies, the wrench of every joint."""

    # ---- reading

    @property
    def momentum_coordinates(self) -> Mapping[str, str]:
        """Names of speeds that are momenta, with those of their coordinates."""
        return {}

    @property
    def lines(self) -> list[tuple[Any, Any]]:
        """Left and right sides of all equations, as they are read."""
        return equation_lines(self)

    def reading(self, simplify: float | None = None, *, positive: Iterable[Any] = ()) -> Reading:
        """The equations to be read, simplified for at most so many seconds if a time is given.

        Of `positive` expressions, such as the cosine of an angle that stays small, |x| is written as x.
        """
        return reading(self, simplify, positive=positive)

    def latex(
        self, quantity: str | None = None, *, simplify: float | None = None, positive: Iterable[Any] = ()
    ) -> str:
        """LaTeX of the equations, or of one part of the contract such as "M"."""
        return self.reading(simplify, positive=positive).latex(quantity)

    def to_sympy(self, simplify: float | None = None, *, positive: Iterable[Any] = ()) -> SymbolicEquations:
        """The contract as SymPy matrices."""
        return self.reading(simplify, positive=positive).to_sympy()

    def __repr__(self) -> str:
        sizes: dict[str, Sized] = {"coordinate": self.coordinates, "speed": self.speeds, "integral": self.states}
        sizes |= {"row": self.rows, "input": self.inputs}
        counted = [f"{n} {noun}{'s' * (n != 1)}" for noun, names in sizes.items() if (n := len(names))]
        return f"<{type(self).__name__}: {', '.join(counted) or 'nothing moves'}>"

    def _repr_markdown_(self) -> str:
        return self.reading(DISPLAY_SECONDS)._repr_markdown_()

    def signal(self, name: str) -> Any:
        """A named output as an expression."""
        if name not in self.signals:
            raise FormulationError(f"there is no signal {name!r}; {closest(name, self.signals)}")
        return self.signals[name]


def helper_variables(names: Iterable[str], taken: Collection[str]) -> Array:
    """Variables (n,) beside others; equal names are one variable, so names that are taken get a mark."""
    used, found = set(taken), []
    for wanted in names:
        name = wanted
        while name in used:
            name += "*"
        used.add(name)
        found.append(name)
    return _variables(tuple(found))


def _variables(names: tuple[str, ...]) -> Array:
    result = np.empty(len(names), dtype=object)
    result[:] = [symbol(name) for name in names]
    result.flags.writeable = False
    return result
