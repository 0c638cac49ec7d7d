"""Periodic motions by shooting: a start to which the motion returns, and what becomes of small changes of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dalembert.arrays import Matrix, Vector
from dalembert.config import Config
from dalembert.configuration.contact_overlaps import with_lasting_rows
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.equations.equations import Equations
from dalembert.errors import FormulationError, ModelError, SolverError
from dalembert.integrators.adaptive_methods import DOP853
from dalembert.integrators.method import Method
from dalembert.number_checks import checked_number
from dalembert.runs.events import Event, checked_events
from dalembert.runs.motion import Motion
from dalembert.runs.task import Task
from dalembert.sensitivity.event_maps import check_actions
from dalembert.sensitivity.returns import Return, Shooting
from dalembert.sensitivity.tangent_runs import TangentRun
from dalembert.state import State, Values, as_state

Complex = NDArray[np.complex128]

CLOSED = 1e-9
"""Gap between start and end, beside the size of the states or one, at which a motion is periodic."""

ROUNDED = 1e-12
"""Gap that is hardly more than what steps of the run leave."""

MOST_STEPS, MOST_HALVINGS = 40, 5

TRUNCATIONS = (1e-2, 1e-5, 1e-9)
"""Singular values, beside the largest, below which a direction is left as it is; tried one after the other."""

GOOD = 0.25
"""Part of the gap that a step may leave; else the next truncation is tried."""

LONGEST, SHARE = 1.0, 0.3
"""Largest change of a state in one step, in its unit, and of the period, beside it."""

FREE = 1e-6
"""Singular value, beside the largest, of a direction along which periodic motions form a family."""

NEUTRAL = 1e-6
"""Growth in a period beside one that cannot be told from none; double multipliers have half the digits."""

DOUBLE = 1e-4
"""Distance of a multiplier from one up to which it may be one of two that are."""


@dataclass(frozen=True)
class ShootingStep:
    """One run of the search: the gap between start and end, the period, and how far the start was moved to it."""

    gap: float
    period: float
    moved: float


@dataclass(frozen=True, eq=False, repr=False)
class PeriodicMotion:
    """A motion that returns to its start, and what becomes of small changes of it."""

    start: State
    period: float
    motion: Motion
    """The motion over one period."""

    states: tuple[str, ...]
    """Independent changes of the start that the monodromy matrix is by."""

    monodromy: Matrix
    """Changes after one period for changes of the start (n, n)."""

    multipliers: Complex
    """Floquet's multipliers, eigenvalues of the monodromy matrix, the largest first."""

    is_forced: bool
    """Whether time acts, so that the period is given."""

    ignorable: tuple[str, ...]
    """Coordinates on which nothing depends: they need not return."""

    advance: Values
    """Advance of these, and of angles that make whole turns, in a period."""

    undetermined: tuple[str, ...]
    """Names that change along a family of periodic motions that goes through this one."""

    steps: tuple[ShootingStep, ...]

    @property
    def stability(self) -> str:
        """`asymptotically stable`, `unstable` or `undecided`, and why."""
        return Multipliers(self.multipliers, self.is_forced).verdict

    @property
    def is_stable(self) -> bool:
        """Whether small changes are known to die out, but for one along the motion itself."""
        return self.stability.startswith("asymptotically stable")

    @property
    def is_unstable(self) -> bool:
        """Whether some small change is known to grow."""
        return self.stability.startswith("unstable")

    @property
    def exponents(self) -> Complex:
        """Floquet's exponents ln μ / T, of the multipliers in their order."""
        with np.errstate(divide="ignore"):
            return np.asarray(np.log(self.multipliers) / self.period, dtype=complex)

    @property
    def report(self) -> str:
        """The period, the runs of the search, multipliers and stability, in words."""
        lines = [f"period {self.period:.9g}" + (", as it is driven" if self.is_forced else "")]
        lines += [f"{name} goes on by {x:.6g} in a period" for name, x in self.advance.items()]
        lines += [f"run {k + 1}: gap {s.gap:.2e} with period {s.period:.9g}" for k, s in enumerate(self.steps)]
        numbers = ", ".join(f"{mu:.6g}" for mu in self.multipliers)
        lines += [f"multipliers {numbers}", self.stability]
        if self.undetermined:
            lines.append(f"one of a family, along which {', '.join(self.undetermined)} change: hold one of them")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<PeriodicMotion of period {self.period:.9g}, {self.stability.partition(':')[0]}>"

    def __str__(self) -> str:
        return self.report


def periodic_motion(
    subject: Subject,
    guess: State | Values,
    *,
    period: float,
    hold: Collection[str] = (),
    method: Method | None = None,
    events: Sequence[Event] = (),
    config: Config | None = None,
) -> PeriodicMotion:
    """Motion near a guess that returns to its start, with Floquet's multipliers.

    Newton's method on x(T) − x(0) = 0, with derivatives that are integrated beside the motion (shooting).
    Coordinates on which nothing depends need not return, and angles may make whole turns. With constraints,
    independent values change, and the others follow. Events may reset states or exert impulses on the way.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System that is asked.
    guess : State or dict of coordinates
        Start near which the motion begins.
    period : float
        Period in seconds: given where time acts, and then one of the equations; else a guess that is solved
        for.
    hold : collection of str, optional
        Coordinates and speeds of the start that stay as they are: one picks a member of a family, as an
        undamped pendulum has. Default none.
    method : Method, optional
        Method of integration; default `da.methods.DOP853(rtol=1e-12, atol=1e-12)`.
    events : sequence of Event, optional
        Events that are looked for; default none.
    config : Config, optional
        Cache of compiled code, threads and tier; default from the environment.

    Returns
    -------
    PeriodicMotion
        Start, period, motion over one period, monodromy matrix and multipliers.

    Raises
    ------
    SolverError
        Newton's method does not converge; the message says what is left.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.particle("block", mass=1.0)
    >>> slide = da.Prismatic("x", da.ground, block, axis="x")
    >>> swing = da.Model(slide, da.JointSpring("spring", "x", 4.0))
    >>> cycle = da.periodic_motion(swing, {"x": 1.0}, period=3.0, hold=["x"])
    >>> print(f"{cycle.period:.6f} s, by hand {da.pi:.6f}")
    3.141593 s, by hand 3.141593
    """
    checked_number(period, "the period", is_positive=True)
    dynamics = with_lasting_rows(as_dynamics(subject, config=config), "periodic_motion")
    _check_states_return(dynamics.equations)
    looked_for = checked_events(events, dynamics.equations)
    check_actions(dynamics, looked_for)
    if terminal := [event.name for event in looked_for if event.is_terminal]:
        raise ModelError(f"the event {terminal[0]!r} would end a motion that is to return; leave is_terminal out")
    method = DOP853(rtol=1e-12, atol=1e-12) if method is None else method
    task = Task(dynamics, np.zeros(0), method, looked_for, dynamics.solution.stabilization, None)
    shooting = Shooting.of(task, as_state(guess), float(period), hold)
    here, steps = _solved(shooting)
    whole = shooting.run(here.start, here.period)
    return _as_motion(shooting, here, whole, steps)


def _check_states_return(equations: Equations) -> None:
    """Raise for states that go on although the motion returns: momenta that hold the impulses of rows."""
    if any(not row.is_kept for row in equations.constraints.state_rows):
        raise FormulationError(
            "momenta of Hamilton(MomentumMultipliers()) hold the impulses of the rows, so they do not return with "
            "the motion; use da.Hamilton(), whose momenta are M q̇"
        )


def _solved(shooting: Shooting) -> tuple[Return, tuple[ShootingStep, ...]]:
    """The start and the period of a motion that returns, and the way there."""
    here = shooting.first()
    steps = [ShootingStep(here.gap, here.period, 0.0)]
    for _ in range(MOST_STEPS):
        if here.gap <= ROUNDED:
            break
        improved = _improved(shooting, here)
        if improved is None:
            break
        moved = float(np.linalg.norm(improved.start_values - here.start_values))
        here = improved
        steps.append(ShootingStep(here.gap, here.period, moved))
    if not here.gap <= CLOSED:
        raise _no_return(shooting, here, steps)
    if not shooting.is_forced and np.abs(here.rates).max(initial=0.0) <= NEUTRAL:
        raise SolverError(
            "the search ended at a state of rest, which returns after any time: give a guess further from it, or "
            "hold a coordinate away from rest with hold=[…]"
        )
    return here, tuple(steps)


def _improved(shooting: Shooting, here: Return) -> Return | None:
    """A start with a smaller gap: by Newton's step in the directions that matter, shortened if need be."""
    best: Return | None = None
    # once it is closed, one more step may take it to rounding
    is_closed = here.gap <= CLOSED
    for truncation in TRUNCATIONS[:1] if is_closed else TRUNCATIONS:
        step = _limited(here.newton_step(truncation), here.period)
        for _ in range(1 if is_closed else MOST_HALVINGS):
            trial = shooting.tried(here, step)
            if trial is not None and trial.gap < (best or here).gap:
                best = trial
            if trial is not None and trial.gap < here.gap:
                break
            step = 0.5 * step
        if best is not None and best.gap <= max(GOOD * here.gap, 0.5 * CLOSED):
            return best
    return best


def _limited(step: Vector, period: float) -> Vector:
    """A step of which no part is too long; the last one is that of the period."""
    length = max(np.abs(step[:-1]).max(initial=0.0) / LONGEST, abs(step[-1]) / (SHARE * period))
    return step if length <= 1.0 else step / length


def _no_return(shooting: Shooting, here: Return, steps: list[ShootingStep]) -> SolverError:
    name, left = shooting.largest(here)
    held = f"; held are {', '.join(shooting.hold)}: hold less" if shooting.hold else ""
    period = f"after the period {here.period:.6g}" if shooting.is_forced else f"after about {here.period:.6g}"
    return SolverError(
        f"no periodic motion was found: after {len(steps)} runs the best start is missed by {left:.3g} in {name} "
        f"{period}; give a guess nearer to one{'' if shooting.is_forced else ', or another period'}{held}"
    )


def _as_motion(
    shooting: Shooting, here: Return, whole: TangentRun, steps: tuple[ShootingStep, ...]
) -> PeriodicMotion:
    values = np.linalg.eigvals(here.monodromy).astype(complex)
    order = np.lexsort((-values.imag, -np.abs(values)))
    return PeriodicMotion(
        start=whole.motion.state(0),
        period=here.period,
        motion=replace(whole.motion, termination=""),
        states=shooting.returning,
        monodromy=here.monodromy,
        multipliers=values[order],
        is_forced=shooting.is_forced,
        ignorable=shooting.ignorable,
        advance=shooting.advance(whole),
        undetermined=here.family(FREE),
        steps=steps,
    )


# ---- stability


@dataclass(frozen=True, eq=False)
class Multipliers:
    """Growth of small changes in one period."""

    values: Complex
    is_forced: bool
    """Else one of them is one: that of a change along the motion itself."""

    @property
    def essential(self) -> Complex:
        """All but that of a change along the motion, which is the next to one."""
        if self.is_forced or not len(self.values):
            return self.values
        return np.delete(self.values, int(np.argmin(np.abs(self.values - 1.0))))

    @property
    def verdict(self) -> str:
        """`asymptotically stable`, `unstable` or `undecided`, and why."""
        values = self.essential
        growth = np.abs(values) - 1.0
        is_double = np.abs(values - 1.0) <= DOUBLE
        size = np.where(is_double, DOUBLE, NEUTRAL)
        along = "" if self.is_forced else ", but for one along the motion"
        if (growth > size).any():
            k = int(np.argmax(growth))
            kind = _passage(values[k])
            return f"unstable: a small change grows by {abs(values[k]):.6g} in a period, {kind}"
        if (growth < -size).all():
            slowest = float(np.abs(values).max(initial=0.0))
            return f"asymptotically stable: small changes shrink to {slowest:.6g} or less in a period{along}"
        n = int((growth >= -size).sum())
        return (
            f"undecided: nothing grows, but {n} of {len(self.values)} multipliers have the size one: linear "
            "equations do not tell what becomes of these changes"
        )


def _passage(mu: complex) -> str:
    """How a change grows."""
    if abs(mu.imag) > NEUTRAL * abs(mu):
        return "turning round"
    return "on the same side" if mu.real > 0.0 else "on the other side in every second period"
