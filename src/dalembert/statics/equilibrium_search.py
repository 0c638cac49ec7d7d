"""Searches for rest: what they start from and hold, and the states of rest that they end in."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Arguments, Matrix, Vector
from dalembert.configuration.assemble import assemble
from dalembert.configuration.assembly_modes import wrongly_closed
from dalembert.configuration.constraint_unknowns import Native, native
from dalembert.configuration.contact_overlaps import with_lasting_rows
from dalembert.configuration.fixed_values import Held, held_coordinates, held_measures, targets
from dalembert.configuration.mobility import Mobility, dependence_at
from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.joint_axes import axes_text
from dalembert.errors import AssemblyError, ModelError, SolverError
from dalembert.memo import Key
from dalembert.model.contacts.held_contact import HeldContact, held_contacts
from dalembert.model.model import Model, flat
from dalembert.numerics.finite_differences import CentralDifferences
from dalembert.numerics.nearest_root import Point
from dalembert.runs.rate_jumps import Instant
from dalembert.runs.rate_kinks import kink
from dalembert.state import State
from dalembert.statics.newton_search import (
    Attempt,
    NewtonStep,
    attempt,
    check_accelerations,
    report,
    undetermined_names,
)
from dalembert.statics.rest_sensitivities import Search, StateSensitivities, state_sensitivities
from dalembert.statics.rest_stability import SmallMotions, small_motions
from dalembert.statics.steady_failures import cannot_rest, is_driven
from dalembert.statics.steady_unknowns import SteadySystem, SteadyUnknowns, force_size
from dalembert.statics.targets import Targets

FURTHER_STARTS = (0.3, 1.0, 1.0, 2.0, 3.0)
"""How far further starts lie from the guess, in units of coordinates."""

LOOKED_AT = tuple(float(x) for x in np.linspace(0.0, 0.96, 13))
"""Parts of the way to a solution at which forces are looked at: what lies between it and the guess is nearer."""

SHORT = 1e-3
"""Way, in rad and m, beside which nothing nearer is looked for."""

NEARER = 0.999
"""Part of a distance up to which another solution is nearer."""

SINGULAR_HINT = "rows depend on each other there, so that first derivatives do not tell what can move"


@dataclass(frozen=True)
class Equilibrium(State):
    """A state of rest, and what holds it there; `equilibrium["A.force.x"]` is any signal of it."""

    multipliers: Mapping[str, float] = field(default_factory=dict)
    """Multipliers by name of the row; `Jᵀ λ` is the force that the constraints exert."""

    potential_energy: float | None = None
    """None where equations do not know one."""

    curvatures: Vector = field(default_factory=lambda: np.zeros(0), compare=False)
    """Eigenvalues of the projected Hessian of the potential energy, along the speeds; none without a potential."""

    hessian: Matrix = field(default_factory=lambda: np.zeros((0, 0)), compare=False)
    """The projected Hessian Zᵀ K Z on what rows of positions allow."""

    eigenvalues: NDArray[np.complex128] = field(default_factory=lambda: np.zeros(0, dtype=complex), compare=False)
    """s of small motions e^(s t), as far as they were needed or have values."""

    stability: str = ""
    """`stable`, `asymptotically stable`, `unstable` or `undecided`, and why."""

    undetermined: tuple[str, ...] = ()
    """Names that neither forces, constraints nor held values determine: they stay near the guess."""

    steps: tuple[NewtonStep, ...] = field(default=(), compare=False)
    """Newton's steps that led there."""

    report: str = field(default="", compare=False)
    """Steps, residuals and held values, in words."""

    dynamics: Dynamics | None = field(default=None, compare=False)
    """The dynamics that it is an equilibrium of."""

    search: Search | None = field(default=None, compare=False)
    """The search that found it."""

    modes: Mapping[str, str] = field(default_factory=dict)
    """Of contacts and their points, by name: `open`, `closed` or `sticking`; none without contacts."""

    contact_forces: Mapping[str, Vector] = field(default_factory=dict, compare=False)
    """Force (3,) of each closed contact on its first body, in world axes: the sum over its points."""

    margins: Mapping[str, float] = field(default_factory=dict, compare=False)
    """By how much more friction each closed point could hold, in N or N m; without friction, its normal force."""

    notes: tuple[str, ...] = field(default=(), compare=False)
    """Remarks about the contacts of the equilibrium, in words."""

    no_sensitivities: str = field(default="", compare=False)
    """Why contacts leave it without derivatives, in words; empty if it has some."""

    def sensitivities(self, by: Collection[str]) -> StateSensitivities:
        """Derivatives of the equilibrium by open parameters, inputs and values that were held; unknowns follow.

        Where friction leaves coordinates or forces undetermined, they have no derivatives: `SolverError`.
        """
        if self.no_sensitivities:
            raise SolverError(f"this rest has no sensitivities: {self.no_sensitivities}")
        return state_sensitivities(self.search, self, by)

    @property
    def is_stable(self) -> bool:
        """Whether the equilibrium is known to be stable."""
        return self.stability.startswith(("stable", "asymptotically"))

    def __getitem__(self, name: str) -> float:
        if self.dynamics is None:
            raise ModelError("this equilibrium stands alone: signals need the dynamics that it was found for")
        return self.dynamics.signals([name], self)[name]

    def __repr__(self) -> str:
        # the report is long, and there to be printed
        return f"{super().__repr__().removesuffix(')')}, {self.stability.partition(':')[0]})"

    def _repr_html_(self) -> str:
        from dalembert.pictures.notebook import state_html

        return state_html(self, self.report, self.undetermined)

    def __reduce__(self) -> tuple[Any, ...]:
        _, values = super().__reduce__()
        loads = dict(self.multipliers), self.potential_energy, self.curvatures, self.hessian, self.eigenvalues
        return Equilibrium, (
            *(*values, *loads),
            *(self.stability, self.undetermined, self.steps, self.report, self.dynamics, None),
            *(dict(self.modes), dict(self.contact_forces), dict(self.margins), self.notes),
            self.no_sensitivities,
        )


@dataclass(frozen=True, eq=False)
class Equilibria(Sequence[Equilibrium]):
    """Several states of rest, those of the least potential energy first, and what became of all starts."""

    members: tuple[Equilibrium, ...]
    failures: tuple[str, ...]
    """Reasons why starts led nowhere, one for each of them."""

    n_starts: int
    reached: tuple[int, ...] = ()
    """How many of the starts led to each of them."""

    are_drawn: bool = False
    """Whether starts were drawn, so that these numbers say how many others there may be."""

    @property
    def chance_of_more(self) -> float | None:
        """About which part of further starts would lead to others than these; None if starts were not drawn.

        By Good and Turing (1953): the part of those that led to what no other start led to.
        """
        if not self.are_drawn or not self.reached:
            return None
        return self.reached.count(1) / sum(self.reached)

    @overload
    def __getitem__(self, k: int) -> Equilibrium: ...

    @overload
    def __getitem__(self, k: slice) -> Sequence[Equilibrium]: ...

    def __getitem__(self, k: int | slice) -> Equilibrium | Sequence[Equilibrium]:
        return self.members[k]

    def __len__(self) -> int:
        return len(self.members)

    def __repr__(self) -> str:
        more = f"; about {self.chance_of_more:.0%} of further starts lead to others" if self.chance_of_more else ""
        return f"<Equilibria: {len(self.members)} from {self.n_starts} starts{more}>"

    @property
    def report(self) -> str:
        """The different states of rest, and what became of the other starts, in words."""
        lines = [f"{len(self.members)} different from {self.n_starts} starts"]
        energies = ["" if x.potential_energy is None else f"at {x.potential_energy:.6g} J " for x in self.members]
        lines += [f"{energy}{x.stability}" for energy, x in zip(energies, self.members, strict=True)]
        counts = {reason: self.failures.count(reason) for reason in dict.fromkeys(self.failures)}
        lines += [f"{n} starts: {reason}" for reason, n in counts.items()]
        return "\n".join([*lines, *self._prospects])

    @property
    def _prospects(self) -> list[str]:
        """Whether more starts are worth it, in words."""
        if self.chance_of_more is None:
            return []
        if not (once := self.reached.count(1)):
            return [f"each was reached from {min(self.reached)} starts or more: others are reached seldom, if any"]
        return [
            f"{once} of them {'was' if once == 1 else 'were'} reached from one start only: about one in "
            f"{sum(self.reached) / once:.2g} further starts leads to another; give more, "
            f"starts={4 * self.n_starts}"
        ]


_SYSTEM_AT_REST: Key[SteadySystem] = Key("system at rest")


def resting(
    dynamics: Dynamics,
    wanted: Targets,
    derivatives: CentralDifferences | None = None,
    what: str = "equilibrium",
) -> Resting:
    """The task, checked."""
    if derivatives is not None and not isinstance(derivatives, CentralDifferences):
        raise ModelError(f"derivatives are exact, or by da.solvers.CentralDifferences(), not {derivatives!r}")
    dynamics = with_lasting_rows(dynamics, what)
    for part in _held_contacts(dynamics):
        if part.friction is not None and part.friction.direction is None:
            raise ModelError(
                f"{what} cannot treat {part.label} while {part.name!r} is {part.point.mode_words[1]}: at rest it "
                f"does not slip, so that its friction has no value; hold {{{part.name!r}: 'sticking'}}, or ask "
                "the model itself"
            )
    eom, near, values = dynamics.equations, wanted.near, wanted.values
    wanted.check(eom, "an equilibrium")
    measured, measured_speeds = held_measures(eom, wanted.where)
    if measured_speeds:
        raise ModelError(
            f"{measured_speeds[0].label} is a speed, which is zero at rest; da.steady_motion holds it"
        )
    held = (*held_coordinates(eom, values.q), *measured)
    released = tuple(wanted.unknown)
    key = _SYSTEM_AT_REST.of(tuple(quantity.expression for quantity in held), released)
    system = dynamics.memo.get(key, lambda: SteadySystem(dynamics, (), held, released))
    if parts := system.timed_parts:
        raise is_driven(parts)
    held_values = {quantity.label: quantity.value for quantity in held if quantity.number is not None}
    start = State(0.0, {**near.q, **held_values}, {}, values.z, values.tau, values.p)
    return Resting(dynamics, system, held, start, derivatives)


_POTENTIAL_ENERGY: Key[Native] = Key("potential energy")
_BODY_PLACES: Key[Native | None] = Key("places of bodies")


def resting_near(dynamics: Dynamics, wanted: Targets, derivatives: CentralDifferences | None) -> Equilibrium:
    """State of rest that the guess, or a start beside it, leads to."""
    task = resting(dynamics, wanted, derivatives)
    tried: list[Attempt] = []
    for way, x in task.starts():
        here = task.attempt(x, way)
        if here.is_solution:
            return task.result(task.nearest(here))
        tried.append(here)
    raise cannot_rest(task.unknowns, tried)


@dataclass(frozen=True, eq=False)
class Resting:
    """One search for rest: what it starts from and holds."""

    dynamics: Dynamics
    system: SteadySystem
    held: tuple[Held, ...]
    start: State
    derivatives: CentralDifferences | None

    # ---- numbers

    @cached_property
    def unknowns(self) -> SteadyUnknowns:
        """The unknowns of the search, with forces by their size."""
        x, arguments = self.numbers(self.start), self.dynamics.guessed(self.start)
        plain = SteadyUnknowns(self.system, self.held, arguments, self.start.p, targets(self.held), x, 1.0)
        return replace(plain, force=force_size(plain, x), differences=self.derivatives)

    def numbers(self, state: State) -> Vector:
        """q, z, what is released, and multipliers that are zero."""
        eom, numbers = self.dynamics.equations, self.dynamics.guessed(_completed(state, self.start))
        q = self.dynamics.valid(numbers, self.start.p)
        inputs = dict(zip(eom.inputs, numbers["tau"], strict=True))
        default = {**eom.parameters, **self.start.p, **state.p, **inputs}
        released = [default.get(name, 0.0) for name in self.system.released]
        return np.concatenate([q, numbers["z"][list(self.system.states)], released, np.zeros(len(eom.rows))])

    # ---- starts

    def starts(self) -> Iterable[tuple[str, Vector]]:
        """The guess where constraints are closed, the guess as it is, and further starts about it."""
        x = self.unknowns.guess
        error: AssemblyError | None = None
        try:
            closed = self._closed()
            yield "from the guess", self.unknowns.with_multipliers(closed)
        except AssemblyError as failure:
            if not self.system.released:
                raise
            error = failure
        yield "from the guess, constraints open", self.unknowns.with_multipliers(x)
        generator = np.random.default_rng(1)
        n = len(x) - len(self.dynamics.equations.coordinates) + len(self.dynamics.equations.speeds)
        for k, size in enumerate(FURTHER_STARTS):
            delta = size * generator.standard_normal(n)
            delta[n - len(self.dynamics.equations.rows) :] = 0.0
            moved = self.unknowns.with_multipliers(self.unknowns.moved(x, delta))
            yield f"from another start ({k + 1} of {len(FURTHER_STARTS)})", moved
        if error is not None:
            raise error

    def _closed(self) -> Vector:
        """The guess, moved to where constraints and what is held on positions hold."""
        eom, x = self.dynamics.equations, self.unknowns.guess
        if not eom.rows and not eom.constraints.geometric and not self.held:
            return x
        held_values = {quantity.label: quantity.value for quantity in self.held if quantity.number is not None}
        near = State(q=self.start.q, p=self.start.p)
        assembled = assemble(self.dynamics, q=held_values, guess=near, p=self.start.p, z=self.start.z)
        q = np.array([assembled.q[name] for name in eom.coordinates])
        return np.concatenate([q, x[len(q) :]])

    def drawn(self, n: int) -> list[Vector]:
        """Starts drawn about the guess: angles all around, lengths by about one."""
        eom, x = self.dynamics.equations, self.unknowns.guess
        generator = np.random.default_rng(5)
        turns = np.array([eom.variables.units.get(name) in ("m", "m/s") for name in eom.speeds])
        starts = [self.unknowns.with_multipliers(x)]
        rest = np.zeros(len(x) - len(eom.coordinates))
        for _ in range(n - 1):
            lengths, angles = generator.standard_normal(len(turns)), generator.uniform(-np.pi, np.pi, len(turns))
            delta = np.concatenate([np.where(turns, lengths, angles), rest])
            starts.append(self.unknowns.with_multipliers(self.unknowns.moved(x, delta)))
        return starts

    # ---- one of them

    def attempt(self, x: Vector, way: str) -> Attempt:
        """Where Newton's method leads from x, and whether that is rest."""
        here = attempt(self.unknowns, x, way)
        return here if here.failure else replace(here, failure=self.fault(here.point))

    def nearest(self, here: Attempt) -> Attempt:
        """The nearest solution to the guess on the line through both: Newton's long steps may pass one."""
        solutions = [here]
        for x in self._turning_points(self.unknowns.displacement(here.point.x)):
            beside = self.attempt(x, f"{here.way}, from where forces along the way turn round")
            if beside.is_solution and self._distance(beside) < NEARER * self._distance(solutions[-1]):
                solutions.append(beside)
        return solutions[-1]

    def _turning_points(self, way: Vector) -> list[Vector]:
        """Places along a way from the guess, and as far to the other side, where forces along it change sign."""
        nu = len(self.dynamics.equations.speeds)
        if not np.isfinite(way).all() or float(np.abs(way[:nu]).max(initial=0.0)) < SHORT:
            return []
        way = np.where(np.arange(len(way)) < nu, way, 0.0)
        found = []
        for side in (1.0, -1.0):
            before = None
            for part in LOOKED_AT:
                x = self.unknowns.with_multipliers(self.unknowns.moved(self.unknowns.guess, side * part * way))
                r = self.unknowns.exact(x)[0]
                along = float(r[len(r) - nu :] @ way[:nu])
                if before is not None and along * before < 0.0:
                    found.append(x)
                    break
                before = along
        return found

    def _distance(self, here: Attempt) -> float:
        return float(np.linalg.norm(self.unknowns.displacement(here.point.x)))

    def fault(self, here: Point) -> str:
        """Why a root is no rest; nothing if it is."""
        numbers, p = self._at_rest(here.x), self.unknowns.parameters(here.x)
        if axes := self.dynamics.dependent_axes(numbers, p):
            return f"forces along rates vanish because angles are singular, which is no rest: {axes_text(axes)}"
        if part := wrongly_closed(self.dynamics, numbers, p):
            return f"{part!r} is closed the wrong way round there"
        return ""

    def place(self, here: Attempt) -> Vector:
        """Where all bodies are, or else the coordinates: by these, positions of rest are told apart."""
        x = here.point.x
        others = np.concatenate([x[self.unknowns.parts["released"]], [self._energy(here) or 0.0]])
        function = self.dynamics.memo.get(_BODY_PLACES, lambda: _body_places(self.dynamics))
        if function is None:
            return np.concatenate([x[self.unknowns.parts["q"]], others])
        return np.concatenate([function(self._at_rest(x), self.unknowns.parameters(x))["places"], others])

    def _at_rest(self, x: Vector) -> Arguments:
        return {**self.unknowns.numbers(x), "u": np.zeros(len(self.dynamics.equations.speeds))}

    def _energy(self, here: Attempt) -> float | None:
        if "potential energy" not in self.dynamics.solved.signals:
            return None
        V = self.dynamics.solved.signal("potential energy")
        function = self.dynamics.memo.get(_POTENTIAL_ENERGY, lambda: native(self.dynamics, {"V": np.array([V])}))
        x = here.point.x
        return float(function(self._at_rest(x), self.unknowns.parameters(x))["V"][0])

    # ---- the result

    def orbit(self, here: Point) -> Matrix:
        """Changes of x along symmetries: none."""
        return np.zeros((here.A.shape[1], 0))

    def result(self, here: Attempt) -> Equilibrium:
        """The state of rest, with what holds it there."""
        eom, x, unknowns = self.dynamics.equations, here.point.x, self.unknowns
        numbers, p, nu = self._at_rest(x), unknowns.parameters(x), len(self.dynamics.equations.speeds)
        K = unknowns.force * unknowns.exact(x)[1][len(here.point.r) - nu :, :nu]
        dependence = dependence_at(self.dynamics, numbers, p)
        # without rows that depend on others, so that reactions have values
        reduced = self.dynamics if dependence is None else self.dynamics.without(dependence.left_out)
        small = small_motions(
            reduced,
            {**numbers, "lam": unknowns.multipliers(x)},
            p,
            K,
            force=unknowns.force,
            has_states=bool(self.system.states),
        )
        state = self.dynamics.state(0.0, _whole(numbers), numbers["tau"], p)
        check_accelerations(unknowns, reduced, state, np.zeros(nu))
        verdict = self._verdict(small, dependence, reduced, Instant(0.0, _whole(numbers), numbers["tau"], p))
        compliant = [part.name for part in _held_contacts(self.dynamics) if _moves_by_law(part)]
        if compliant:
            verdict = (
                f"undecided: {', '.join(map(repr, compliant))} moves by a law of its own, with small motions; "
                "da.linearize has them"
            )
        lam = dict(zip([row.name for row in eom.rows], map(float, unknowns.multipliers(x)), strict=True))
        names = undetermined_names(unknowns, here.point)
        fields = {kind: getattr(state, kind) for kind in ("t", "q", "u", "z", "tau", "p")}
        return Equilibrium(
            **fields,
            multipliers=lam,
            potential_energy=self._energy(here),
            curvatures=small.curvatures if not compliant else np.zeros(0),
            hessian=small.hessian if not compliant else np.zeros((0, 0)),
            eigenvalues=small.roots if not compliant else np.zeros(0, dtype=complex),
            stability=verdict,
            undetermined=names,
            steps=here.steps,
            report=report(unknowns, here, names, verdict),
            dynamics=reduced,
            search=self,
        )

    @staticmethod
    def _verdict(small: SmallMotions, mobility: Mobility | None, reduced: Dynamics, at: Instant) -> str:
        """Whether the equilibrium is stable, unless first derivatives do not tell."""
        if mobility is not None and mobility.is_singular:
            return f"undecided: the position is singular; {SINGULAR_HINT}"
        if len(small.roots) and (bent := kink(reduced, at)):
            return f"undecided: {bent}; it may rest beside this position too"
        return small.verdict


def _held_contacts(dynamics: Dynamics) -> list[HeldContact]:
    """Points of contact that stay closed."""
    model = dynamics.equations.model
    return held_contacts(flat(model).parts) if isinstance(model, Model) else []


def _moves_by_law(part: HeldContact) -> bool:
    """Whether a closed point of contact moves in the direction of its rows, by compliance or by creep."""
    return part.point.compliance is not None or (part.friction is None and part.point.creep is not None)


def _body_places(dynamics: Dynamics) -> Native | None:
    """Where all bodies are, natively; None where equations know no bodies."""
    motions = dynamics.equations.outputs.motions_of_bodies()
    entries = [y for motion in motions.values() for y in (*np.ravel(motion.p), *np.ravel(motion.R))]
    return native(dynamics, {"places": np.array(entries, dtype=object)}) if motions else None


def _whole(numbers: Arguments) -> Vector:
    return np.concatenate([numbers["q"], numbers["u"], numbers["z"]])


def _completed(state: State, start: State) -> State:
    """A state with what another one has where it has none of its own."""
    z, tau = state.z or start.z, state.tau or start.tau
    return State(0.0, state.q, {}, z, tau, {**start.p, **state.p})
