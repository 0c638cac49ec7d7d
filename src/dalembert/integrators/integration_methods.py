"""Methods of integration that users choose, with their options."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar

from dalembert.errors import SolverError
from dalembert.expr.calculus import directional
from dalembert.expr.node import Node
from dalembert.expr.symbol_nodes import symbol
from dalembert.integrators.dop853_tableau import DOP853_TABLEAU
from dalembert.integrators.explicit import ExplicitSteps, TaylorSteps
from dalembert.integrators.method_programs import MethodProgram, MethodPrograms, System
from dalembert.integrators.problem import Problem
from dalembert.integrators.step_control import AdaptiveSteps, FixedSteps
from dalembert.integrators.tableaux import (
    CLASSICAL,
    DORMAND_PRINCE,
    EULER,
    GAUSS_4,
    MERSON,
    MIDPOINT,
    Collocation,
    Tableau,
)
from dalembert.integrators.time_loop import Scheme, loop_for_all, time_loop
from dalembert.number_checks import checked_number, is_number, told
from dalembert.procedures.statements import Procedure

if TYPE_CHECKING:
    from dalembert.numerics.contact_records import Touch


_OURS = "dalembert"
"""Edition of the texts in this package, whose sources are part of every key."""

_FINEST = 1e-14
"""The least relative accuracy that a method asks for."""


def right_hand_side(first: Any, programs: Mapping[str, MethodProgram] | None = None) -> MethodPrograms:
    """The right-hand side of a system of first order, and perhaps other programs."""
    return MethodPrograms(
        first.x,
        first.tau,
        first.rate,
        first.projected,
        programs or {},
        first.n_positions,
        first.is_projected_once,
        first.watch,
        discrete=first.discrete,
    )


def tangent(first: Any) -> MethodProgram:
    """The derivative of the rate along a direction of the states, which is given behind them."""
    direction: list[Node] = [symbol(f"direction {name}") for name in first.names]
    return MethodProgram(list(directional(first.rate, dict(zip(first.x, direction, strict=True)))), direction)


class Method(ABC):
    """How to integrate. Options are numbers that the native text reads, or else the text depends on them."""

    is_adaptive: ClassVar[bool] = False
    """Whether it chooses the size of its steps."""

    finds_accelerations: ClassVar[bool] = False
    """Whether it finds accelerations and multipliers itself, so that it passes positions where rows depend on each
    other."""

    treats_contacts: ClassVar[bool] = False
    """Whether its own steps close and open contacts; else runs stop at every event of theirs."""

    set_at_run_time: ClassVar[frozenset[str]] = frozenset()
    """Names of options that the native text reads from `settings`, perhaps in another form than they are given."""

    edition: ClassVar[str] = ""
    """Name of the text as its author publishes it, another one whenever it changes: native code on disk is found
    by that. Without one, the text itself is written and compared. A class that is derived has one of its own or
    none."""

    def with_contacts(self, touches: Sequence[Touch]) -> Method:
        """The method for a system with these contacts, if its steps treat them."""
        raise SolverError(
            f"{type(self).__name__} says that it treats contacts, so it needs with_contacts(touches)"
        )

    def texts(self, system: System) -> MethodPrograms:
        """The programs that it needs of a system: the right-hand side, unless it says otherwise."""
        return right_hand_side(system.solved())

    @property
    def wanted_accuracy(self) -> float:
        """Relative accuracy that it asks of the right-hand side."""
        return 1e-9

    @property
    def uniform_step(self) -> float:
        """The length of all steps; 0 if they differ."""
        return 0.0

    @property
    def may_be_below_rounding(self) -> bool:
        """Whether its tolerances are so small that they may be below the rounding of states."""
        return self.wanted_accuracy <= _FINEST

    @property
    def may_explode(self) -> bool:
        """Whether it is known that its steps may let a motion grow that does not."""
        return bool(self.uniform_step and self.growth(1j))

    def tolerated(self, sizes: Any) -> Any:
        """Errors of a step that are tolerated, of states of these sizes; any if it looks at none."""
        return sizes + inf

    def growth(self, z: complex) -> float:
        """By which factor a step h multiplies a part that goes like exp(λ t), where z = λ h; 0 if not known."""
        return 0.0

    @property
    @abstractmethod
    def settings(self) -> tuple[float, ...]:
        """The options as the native text reads them."""

    @property
    def kind(self) -> tuple[Any, ...]:
        """What the text depends on: the class, and the options that are no settings."""
        read = list(self.settings)
        written = []
        for name, value in vars(self).items():
            if type(value) in (int, float) and value in read:
                read.remove(value)
            elif name not in self.set_at_run_time:
                written.append(f"{name}={value!r}")
        return (type(self), *written)

    @property
    def published(self) -> tuple[str, ...]:
        """What identifies its text between processes besides the problem: none where nobody says so."""
        edition = vars(type(self)).get("edition", "")
        return (edition, *map(str, self.kind[1:])) if edition else ()

    @abstractmethod
    def scheme(self, problem: Problem) -> Scheme:
        """The parts of the loop."""

    def procedure(self, problem: Problem) -> Procedure:
        """The native text, for any number of lanes."""
        return time_loop(self.scheme(problem), problem)

    def procedure_for_all(self, name: str, example: Problem) -> Procedure | None:
        """The native text for all problems like the example; None if it needs to know how large they are."""
        scheme = self.scheme(example)
        return loop_for_all(name, scheme, example) if scheme.fits_all else None


@dataclass(frozen=True)
class _FixedStep(Method):
    step: float

    set_at_run_time = frozenset({"step"})

    def __post_init__(self) -> None:
        checked_number(self.step, f"{type(self).__name__}: the step", SolverError, is_positive=True)

    @property
    def uniform_step(self) -> float:
        return float(self.step)

    @property
    def settings(self) -> tuple[float, ...]:
        return (float(self.step),)


class _ExplicitFixedStep(_FixedStep):
    tableau: Tableau

    def scheme(self, problem: Problem) -> Scheme:
        T = self.tableau
        name = type(self).__name__
        return Scheme(name, T.n_slopes, T.end, lambda w: ExplicitSteps(w, T), FixedSteps)

    def growth(self, z: complex) -> float:
        return self.tableau.growth(z)


class ExplicitEuler(_ExplicitFixedStep):
    """Euler's method with steps of one length; order 1."""

    edition = _OURS
    tableau = EULER


class RK4(_ExplicitFixedStep):
    """The classical Runge–Kutta method with steps of one length; order 4."""

    edition = _OURS
    tableau = CLASSICAL


class KuttaMerson(_ExplicitFixedStep):
    """Merson's variant with five stages and steps of one length; order 4."""

    edition = _OURS
    tableau = MERSON


class ConstantAcceleration(_FixedStep):
    """u⁺ = u + a h, q⁺ = q + q̇ h + ½ a h² with steps of one length, where q̇ = u; order 1."""

    edition = _OURS

    def texts(self, system: System) -> MethodPrograms:
        first = system.solved()
        if not first.n_positions:
            names = ", ".join(first.names if len(first.names) <= 6 else (*first.names[:6], "…"))
            raise SolverError(
                "ConstantAcceleration needs coordinates and then their rates as states, but here these are "
                f"{names}; use another method, such as da.methods.RK4({self.step:g}), or equations whose speeds "
                "are the rates of all coordinates"
            )
        return right_hand_side(first)

    def scheme(self, problem: Problem) -> Scheme:
        if not problem.n_positions:
            raise SolverError(
                "ConstantAcceleration needs a state of positions and their rates; set n_positions of the problem"
            )
        return Scheme("ConstantAcceleration", 2, 1, TaylorSteps, FixedSteps)

    def growth(self, z: complex) -> float:
        # u advances by Euler's method
        return EULER.growth(z)


class _GaussMethod(_FixedStep):
    tableau: Collocation

    def scheme(self, problem: Problem) -> Scheme:
        from dalembert.integrators.implicit import CollocationSteps

        T = self.tableau
        n = len(T.c)
        return Scheme(type(self).__name__, n + 2, n + 1, lambda w: CollocationSteps(w, T), FixedSteps)


class ImplicitMidpoint(_GaussMethod):
    """The implicit midpoint rule, symplectic, with steps of one length; order 2."""

    edition = _OURS
    tableau = MIDPOINT


class GaussLegendre(_GaussMethod):
    """Gauss collocation with two stages, symplectic, with steps of one length; order 4."""

    edition = _OURS
    tableau = GAUSS_4


@dataclass(frozen=True)
class _Newmark(_FixedStep):
    penalty: float = 1e5
    """κ: how much heavier than inertia constraints weigh in the tangent matrix; a number without unit."""

    set_at_run_time = frozenset({"step", "penalty"})
    finds_accelerations = True

    def texts(self, system: System) -> MethodPrograms:
        from dalembert.integrators.newmark_programs import newmark_programs

        return newmark_programs(system.unsolved(type(self).__name__))

    def __post_init__(self) -> None:
        super().__post_init__()
        checked_number(self.penalty, f"{type(self).__name__}: the penalty", SolverError, least=1.0, most=1e12)

    def scheme(self, problem: Problem) -> Scheme:
        from dalembert.integrators.newmark import NewmarkSteps

        name, layout = type(self).__name__, problem.layout
        if layout is None:
            raise SolverError(f"{name} needs equations of second order; a right-hand side is not enough")
        programs = ("factor", "multipliers", "predict", "other levels", "correct", "finish")
        problem.check_programs(programs, name)
        return Scheme(name, 2, 1, NewmarkSteps, FixedSteps, programs=programs, sizes=layout.sizes)


@dataclass(frozen=True)
class IndexThree(_Newmark):
    """The trapezoidal rule on M a = f + Jᵀ λ with φ = 0, then velocities and accelerations projected; order 2.

    It passes singular positions, and rows may depend on each other (Bayo, Ledesma 1996; Cuadrado et al. 2000).
    """

    edition = _OURS

    @property
    def settings(self) -> tuple[float, ...]:
        return float(self.step), float(self.penalty), 0.25, 0.5, 0.0, 0.0


@dataclass(frozen=True)
class GeneralizedAlpha(_Newmark):
    """Generalized-α with constraints at position level: damps what the step does not resolve; order 2.

    `rho` is what a step leaves of the highest frequencies, 0 to 1 (Arnold, Brüls 2007).
    """

    rho: float = 0.9

    edition = _OURS
    set_at_run_time = frozenset({"step", "penalty", "rho"})

    def __post_init__(self) -> None:
        super().__post_init__()
        checked_number(self.rho, "GeneralizedAlpha: rho", SolverError, least=0.0, most=1.0)

    @property
    def settings(self) -> tuple[float, ...]:
        alpha_m, alpha_f = (2.0 * self.rho - 1.0) / (self.rho + 1.0), self.rho / (self.rho + 1.0)
        gamma = 0.5 + alpha_f - alpha_m
        beta = 0.25 * (gamma + 0.5) ** 2
        return float(self.step), float(self.penalty), beta, gamma, alpha_m, alpha_f


@dataclass(frozen=True)
class MoreauJean(_FixedStep):
    """Time stepping with contacts (θ = ½): velocities and impulses first, then positions; order 1 at impacts.

    All that happens within a step happens at once: many contacts may close, open, stick and slip in it. A step
    whose contacts are solved less exactly than `tolerance`, beside its velocities, ends the run (Moreau 1999; Jean
    1999).
    """

    tolerance: float = 1e-8

    set_at_run_time = frozenset({"step", "tolerance"})
    finds_accelerations = True
    treats_contacts = True

    def __post_init__(self) -> None:
        super().__post_init__()
        checked_number(self.tolerance, "MoreauJean: the tolerance", SolverError, least=1e-10, most=1.0)

    @property
    def settings(self) -> tuple[float, ...]:
        return float(self.step), float(self.tolerance)

    @property
    def touches(self) -> tuple[Touch, ...]:
        """Contacts of the system that it steps."""
        return ()

    def with_contacts(self, touches: Sequence[Touch]) -> MoreauJean:
        """The same for a system with these contacts."""
        return _MoreauJeanOf(self.step, self.tolerance, tuple(touches))

    def texts(self, system: System) -> MethodPrograms:
        from dalembert.integrators.moreau_programs import moreau_programs

        return moreau_programs(
            system.unsolved(_MOREAU_JEAN, is_lasting=not self.touches), self.touches, _MOREAU_JEAN
        )

    def scheme(self, problem: Problem) -> Scheme:
        from dalembert.integrators.moreau import MoreauSteps

        layout = problem.layout
        if layout is None:
            raise SolverError(f"{_MOREAU_JEAN} needs equations of second order; a right-hand side is not enough")
        return Scheme(
            _MOREAU_JEAN, 2, 1, lambda w: MoreauSteps(w, layout, _MOREAU_JEAN), FixedSteps, fits_all=False
        )


_MOREAU_JEAN = "MoreauJean"


@dataclass(frozen=True)
class _MoreauJeanOf(MoreauJean):
    """Time stepping of a system whose contacts are known."""

    touches: tuple[Touch, ...] = ()

    @property
    def kind(self) -> tuple[Any, ...]:
        return (type(self), self.touches)


_LEAST_ATOL = 1e-100
"""What zero means: no less is tolerated of a state that stays zero."""


@dataclass(frozen=True)
class _Adaptive(Method):
    rtol: float = 1e-8
    atol: float = 1e-10
    first_step: float | None = None
    largest_step: float = inf

    is_adaptive = True
    set_at_run_time = frozenset({"rtol", "atol", "first_step", "largest_step"})
    tableau = DORMAND_PRINCE

    def __post_init__(self) -> None:
        name = type(self).__name__
        are_numbers = is_number(self.rtol) and is_number(self.atol)
        if not are_numbers or not (0.0 <= self.rtol < 1.0 and self.atol >= 0.0 and self.rtol + self.atol > 0.0):
            raise SolverError(
                f"{name}: tolerances are positive numbers, not rtol={told(self.rtol)}, atol={told(self.atol)}"
            )
        if self.first_step is not None:
            checked_number(self.first_step, f"{name}: the first step", SolverError, is_positive=True)
        if not (isinstance(self.largest_step, float) and self.largest_step == inf):
            checked_number(self.largest_step, f"{name}: the largest step", SolverError, is_positive=True)

    @property
    def wanted_accuracy(self) -> float:
        return max(self.rtol, _FINEST)

    def tolerated(self, sizes: Any) -> Any:
        return self.rtol * sizes + self.atol

    @property
    def settings(self) -> tuple[float, ...]:
        atol = max(float(self.atol), _LEAST_ATOL)
        return float(self.rtol), atol, float(self.first_step or 0.0), float(self.largest_step)

    def scheme(self, problem: Problem) -> Scheme:
        T = self.tableau
        return Scheme(
            type(self).__name__,
            T.n_slopes,
            T.end,
            lambda w: ExplicitSteps(w, T),
            lambda w: AdaptiveSteps(w, T.error_order, T.share),
        )


class Radau(_Adaptive):
    """Radau IIA with three stages, for stiff systems, with steps after its error estimate; order 5.

    The stages are solved by Newton's method with exact derivatives, which are kept as long as it converges fast.
    Its interpolant has order 3.
    """

    edition = _OURS

    def texts(self, system: System) -> MethodPrograms:
        first = system.solved()
        return right_hand_side(first, {"tangent": tangent(first)})

    def scheme(self, problem: Problem) -> Scheme:
        from dalembert.integrators.radau import RadauSteps, radau_sizes
        from dalembert.integrators.shifted_systems import shifted_procedures
        from dalembert.integrators.stiff_control import StiffSteps

        problem.check_programs(("tangent",), "Radau")
        sizes = radau_sizes(problem.n, problem.n_positions)
        needs = ("tangent",), sizes, shifted_procedures()
        return Scheme("Radau", 5, 4, RadauSteps, StiffSteps, True, *needs)


class DormandPrince(_Adaptive):
    """The pair of order 5(4) with steps after its error estimate; its interpolant has order 4."""

    edition = _OURS
    tableau = DORMAND_PRINCE


class DOP853(_Adaptive):
    """The method of order 8(5,3) with steps after its error estimate; its interpolant has order 7."""

    edition = _OURS
    tableau = DOP853_TABLEAU


_METHODS: tuple[type[Method], ...] = (
    *(DOP853, DormandPrince, Radau, RK4, KuttaMerson, ExplicitEuler, ConstantAcceleration),
    *(ImplicitMidpoint, GaussLegendre, IndexThree, GeneralizedAlpha, MoreauJean),
)
_ELSEWHERE = {"RK45": DormandPrince, "RK23": DormandPrince, "BDF": Radau, "LSODA": Radau}
"""Names in SciPy, and what comes near."""


_USUAL = DOP853()


def as_method(given: Any) -> Method:
    """The method that is given, the default one if none is; else what to write instead."""
    if given is None:
        return _USUAL
    if isinstance(given, Method):
        return given
    known = {method.__name__.lower(): method for method in _METHODS}
    name = given.__name__ if isinstance(given, type) else str(given)
    meant = known.get(name.lower()) or _ELSEWHERE.get(name.upper())
    if meant is None:
        names = ", ".join(method.__name__ for method in _METHODS)
        raise SolverError(
            f"a method is an object such as da.methods.DOP853(rtol=1e-8), not {given!r}; there are {names}"
        )
    options = "step=1e-3" if issubclass(meant, _FixedStep) else ""
    raise SolverError(f"a method is an object: write method=da.methods.{meant.__name__}({options}), not {name}")
