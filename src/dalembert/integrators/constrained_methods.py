"""Methods that find accelerations and multipliers: of Newmark's kind, and time stepping with contacts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dalembert.errors import SolverError
from dalembert.integrators.method import OURS, FixedStep
from dalembert.integrators.method_programs import MethodPrograms, System
from dalembert.integrators.problem import Problem
from dalembert.integrators.step_control import FixedSteps
from dalembert.integrators.time_loop import Scheme
from dalembert.number_checks import checked_number

if TYPE_CHECKING:
    from dalembert.numerics.contact_records import Touch


@dataclass(frozen=True)
class _Newmark(FixedStep):
    penalty: float = 1e5
    """κ: how much heavier than inertia constraints weigh in the tangent matrix; a number without unit."""

    set_at_run_time = frozenset({"step", "penalty"})
    finds_accelerations = True

    def texts(self, system: System) -> MethodPrograms:
        from dalembert.integrators.newmark_programs import newmark_programs
        from dalembert.integrators.rolled_newmark import rolled_newmark_programs

        who = type(self).__name__
        if (repeated := system.repeated(who)) is not None:
            return rolled_newmark_programs(repeated)
        return newmark_programs(system.unsolved(who))

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

    Parameters
    ----------
    step : float
        Length of a step, in s.
    penalty : float, optional
        Penalty of the rows, beside masses and steps; default 1e5.

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
    >>> start = da.assemble(engine, q={"A": 0.5}, u={"A": 1.0})
    >>> motion = da.simulate(engine, start, until=1.0, method=da.methods.IndexThree(1e-3))
    >>> print(f"{motion['A'][-1]:.4f} rad")
    1.2966 rad
    """

    edition = OURS

    @property
    def settings(self) -> tuple[float, ...]:
        return float(self.step), float(self.penalty), 0.25, 0.5, 0.0, 0.0


@dataclass(frozen=True)
class GeneralizedAlpha(_Newmark):
    """Generalized-α with constraints at position level: damps what the step does not resolve; order 2.

    `rho` is what a step leaves of the highest frequencies, 0 to 1 (Arnold, Brüls 2007).

    Parameters
    ----------
    step : float
        Length of a step, in s.
    penalty : float, optional
        Penalty of the rows, beside masses and steps; default 1e5.
    rho : float, optional
        Part of the highest frequencies that a step leaves, 0 to 1; default 0.9.

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
    >>> start = da.assemble(engine, q={"A": 0.5}, u={"A": 1.0})
    >>> motion = da.simulate(engine, start, until=1.0, method=da.methods.GeneralizedAlpha(1e-3))
    >>> print(f"{motion['A'][-1]:.4f} rad")
    1.2966 rad
    """

    rho: float = 0.9

    edition = OURS
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
class MoreauJean(FixedStep):
    """Time stepping with contacts (θ = ½): velocities and impulses first, then positions; order 1 at impacts.

    All that happens within a step happens at once: many contacts may close, open, stick and slip in it. A step
    whose contacts are solved less exactly than `tolerance`, beside its velocities, ends the run (Moreau 1999; Jean
    1999).

    Parameters
    ----------
    step : float
        Length of a step, in s.
    tolerance : float, optional
        Error of contacts that a step may leave, beside its velocities; default 1e-8.

    Examples
    --------
    >>> import dalembert as da
    >>> ball = da.sphere("ball", radius=0.1, mass=1.0)
    >>> up = da.Prismatic("z", da.ground, ball, axis="z")
    >>> floor = da.Contact("floor", ball, da.geometry.plane(da.ground), restitution=0.5)
    >>> model = da.Model(up, floor, gravity=(0, 0, -9.81))
    >>> motion = da.simulate(model, {"z": 1.1}, until=3.0, method=da.methods.MoreauJean(1e-3))
    >>> print(f"{motion['z'][-1]:.3f} m")
    0.100 m
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
        """The method for a system with these contacts."""
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
