"""Uncertainty: how far signals may be off when parameters, starts and inputs are, to first order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Array, Matrix, Vector
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import ModelError
from dalembert.estimation.consistent_starts import StartLaw
from dalembert.estimation.fit_unknowns import kind_of, replaced
from dalembert.estimation.spreads import Spread, Uncertain, uncertain
from dalembert.expr.node import Node, Scalar
from dalembert.integrators.method import Method
from dalembert.linear.start_tangents import StartTangents, directions
from dalembert.mechanisms.kinematics import kinematics
from dalembert.name_checks import checked_names, closest
from dalembert.number_checks import checked_number, is_count, told
from dalembert.numerics.quantiles import t_quantile
from dalembert.runs.events import Event
from dalembert.runs.output_times import as_times, checked_end, wanted_times
from dalembert.sensitivity.sensitivities import Sensitivities, sensitivities
from dalembert.state import State, Values, as_state
from dalembert.statics.equilibrium_search import Equilibrium

Signals: TypeAlias = str | Iterable[str] | Mapping[str, str | Scalar]
"""Signals by name, or expressions of measures by names of one's own."""


def uncertainty(
    subject: Subject | Equilibrium,
    spread: Spread,
    what: Signals,
    *,
    start: State | Values | None = None,
    until: float | None = None,
    times: ArrayLike | None = None,
    method: Method | None = None,
    events: Sequence[Event] = (),
) -> Uncertainty:
    """Standard deviations of signals from those of parameters, starts and inputs, and which of them matters.

    To first order, by exact sensitivities: along a simulated motion, along the motion that drives determine, in
    a state, or of an equilibrium. In closed loops what is not named follows.

    Parameters
    ----------
    subject : Model, Equations, Solution, Dynamics or Equilibrium
        System that is asked, or a state of rest that `equilibrium` found.
    spread : dict, Fit, or pair of names and a matrix
        Standard deviations by name, `{"l": 1e-3}`, or distributions such as `da.sweeps.Uniform(0.99, 1.01)` for a
        tolerance; a fit with its covariance; or names and their covariance. Names are those of `da.sensitivities`.
    what : str, iterable of str or dict
        Signals, or expressions of measures by names of one's own.
    start : State or dict of coordinates, optional
        Where the run begins, or the state that is looked at; default values of the model.
    until : float, optional
        End of the run in seconds; default no run.
    times : array of float, optional
        Times of output in seconds; default none. A mechanism that drives determine is moved through them.
    method : Method, optional
        Method of integration; default `da.methods.DOP853(rtol=1e-8, atol=1e-10)`.
    events : sequence of Event, optional
        Events along the run; default none.

    Returns
    -------
    Uncertainty
        `result["tip"]` is the standard deviation at every time; `print(result)` says which name matters; `da.plot`
        draws bands and bars.

    Examples
    --------
    >>> import dalembert as da
    >>> crank = da.rod("crank", length=da.param("l", 0.3), mass=1.0)
    >>> model = da.Model(da.Revolute("A", da.ground, crank))
    >>> tip = da.position(crank["end"])[0]
    >>> found = da.uncertainty(model, {"l": 1e-3, "A": 0.01}, {"tip": tip}, start={"A": 0.5})
    >>> print(f"{found['tip']:.6f} m")
    0.001686 m
    """
    things = uncertain(spread)
    quantities = _quantities(what)
    if isinstance(subject, Equilibrium):
        return _at_rest(subject, things, quantities)
    dynamics = as_dynamics(subject)
    told_start = as_state(start)
    ways = directions(dynamics, things.names)
    changes: dict[str, dict[str, float]] = {}
    for way in ways:
        if way.name in things.means:
            changes.setdefault(kind_of(dynamics, way.name, way), {})[way.name] = things.means[way.name]
    begin = replaced(told_start, changes)
    law = StartLaw.of(dynamics, begin, things.names, begin)
    if until is None and times is None:
        held = law.independent
        run = sensitivities(dynamics, law.start(begin), by=things.names, times=[begin.t], independent=held)
        return _along(run, things, quantities, is_single=True)
    asked = as_times(times)
    if asked is not None and until is None and not law.is_free and not _moves(law):
        return _along(_driven(dynamics, law.near, things.names, asked), things, quantities)
    run = sensitivities(
        dynamics,
        law.start(begin),
        by=things.names,
        times=wanted_times(asked, begin.t, checked_end(until, asked)),
        independent=law.independent,
        method=method,
        events=tuple(events),
    )
    return _along(run, things, quantities)


@dataclass(frozen=True, eq=False, repr=False)
class Uncertainty:
    """Signals with standard deviations, `result["tip"]`, and what each uncertain name adds to them."""

    by: tuple[str, ...]
    covariance: Matrix
    reaches: Vector
    """The farthest that each name lies from its value: all of a tolerance, else three deviations."""

    times: Vector
    values: Mapping[str, Vector]
    """Signals (T,) where nothing is off."""

    slopes: Mapping[str, Matrix]
    """Derivatives (T, k) by the uncertain names."""

    is_single: bool = False
    """Whether it is about one state; then signals are numbers."""

    units: Mapping[str, str] | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the signals."""
        return tuple(self.values)

    def deviation(self, name: str) -> Vector:
        """Standard deviation (T,) of a signal."""
        checked_names([name], self.values, "signal of this analysis")
        slopes = self.slopes[name]
        return np.sqrt(np.einsum("ti,ij,tj->t", slopes, self.covariance, slopes))

    def __getitem__(self, name: str) -> Any:
        deviation = self.deviation(name)
        return float(deviation[0]) if self.is_single else deviation

    def worst(self, name: str) -> Any:
        """How far a signal may be off at most, if all names are off as far as they reach, to first order."""
        checked_names([name], self.values, "signal of this analysis")
        most = np.abs(self.slopes[name]) @ self.reaches
        return float(most[0]) if self.is_single else most

    def interval(self, name: str, confidence: float = 0.95) -> tuple[Any, Any]:
        """Band in which a signal lies with this probability, for normal distributions."""
        part = checked_number(confidence, "confidence", least=0.0, most=1.0)
        reach = t_quantile(0.5 + 0.5 * part, np.inf) * self[name]
        value = float(self.values[name][0]) if self.is_single else self.values[name]
        return value - reach, value + reach

    def shares(self, name: str, at: int | None = None) -> dict[str, float]:
        """Part of the variance of a signal that comes with each name, the largest first.

        At a sample by its number; unless given, where the signal is most uncertain. Names that are correlated
        share what they do together.
        """
        deviation = self.deviation(name)
        if at is not None and not is_count(at, -len(deviation), len(deviation) - 1):
            raise ModelError(f"samples are counted from 0 to {len(deviation) - 1}, and there is none {told(at)}")
        k = int(np.argmax(deviation)) if at is None else at
        slope = self.slopes[name][k]
        parts = slope * (self.covariance @ slope) / max(float(deviation[k] ** 2), 1e-300)
        return {self.by[j]: float(parts[j]) for j in np.argsort(-parts, kind="stable").tolist()}

    def __str__(self) -> str:
        return "\n\n".join(self._table(name) for name in self.values)

    def _table(self, name: str) -> str:
        deviation = self.deviation(name)
        k = int(np.argmax(deviation))
        unit = (self.units or {}).get(name, "")
        end = f" {unit}" if unit else ""
        when = "" if self.is_single else f" at t = {self.times[k]:.4g} s, where it is most uncertain"
        most = float(np.abs(self.slopes[name][k]) @ self.reaches)
        value = float(self.values[name][k])
        head = f"{name}{when}: {value:.6g}{end}, standard deviation {deviation[k]:.3g}, at most {most:.3g} off"
        rows = [("", "slope", "adds", "share")]
        spread = np.sqrt(np.diag(self.covariance))
        for other, part in self.shares(name).items():
            j = self.by.index(other)
            slope = float(self.slopes[name][k, j])
            rows.append((other, f"{slope:.4g}", f"{abs(slope) * spread[j]:.3g}", f"{100.0 * part:.1f} %"))
        widths = [max(len(row[c]) for row in rows) for c in range(4)]
        lines = [
            "  ".join([row[0].ljust(widths[0]), *(x.rjust(w) for x, w in zip(row[1:], widths[1:], strict=True))])
            for row in rows
        ]
        return "\n".join([head, *lines])

    def __repr__(self) -> str:
        return f"<Uncertainty of {', '.join(self.values)} by {', '.join(self.by)}>"


# ---- derivatives


def _quantities(what: Signals) -> dict[str, str | Scalar]:
    if isinstance(what, str):
        return {what: what}
    if isinstance(what, Mapping):
        quantities = {str(name): y for name, y in what.items()}
    elif isinstance(what, Iterable):
        quantities = {str(name): name for name in what}
    else:
        quantities = {}
    if not quantities or not all(isinstance(y, str | Node) for y in quantities.values()):
        raise ModelError(f"signals by name, or a dict of expressions, not {told(what)}")
    return quantities


def _expressions(dynamics: Dynamics, quantities: Mapping[str, str | Scalar]) -> Array:
    """Signals as expressions."""
    eom, solved = dynamics.equations, dynamics.solved
    states = dict(zip((*eom.coordinates, *eom.speeds, *eom.states), (*eom.q, *eom.u, *eom.z), strict=True))
    for name in quantities.values():
        if isinstance(name, str) and name not in states and name not in solved.signals:
            raise ModelError(f"there is no signal {name!r}; {closest(name, {*states, *solved.signals})}")
    return np.array(
        [
            (states[y] if y in states else solved.signal(y)) if isinstance(y, str) else y
            for y in quantities.values()
        ],
        dtype=object,
    )


def _along(
    run: Sensitivities, things: Uncertain, quantities: Mapping[str, str | Scalar], *, is_single: bool = False
) -> Uncertainty:
    dynamics = run.motion.dynamics
    wanted = _expressions(dynamics, quantities)
    values, slopes = np.asarray(run.motion.evaluate(wanted)), run.evaluate(wanted)
    if not (np.isfinite(values).all() and np.isfinite(slopes).all()):
        raise ModelError("some signals have no derivative along this motion: they are not finite")
    known = dynamics.solved.signals.units
    units = {name: known.get(y, "") for name, y in quantities.items() if isinstance(y, str)}
    return Uncertainty(
        things.names,
        things.covariance,
        things.reaches,
        run.times,
        {name: values[:, k] for k, name in enumerate(quantities)},
        {name: slopes[:, k] for k, name in enumerate(quantities)},
        is_single,
        units,
    )


def _at_rest(rest: Equilibrium, things: Uncertain, quantities: Mapping[str, str | Scalar]) -> Uncertainty:
    """Of a state of rest, whose loads and place follow."""
    if rest.dynamics is None:
        raise ModelError("this equilibrium stands alone: find it again")
    if different := [name for name, x in things.means.items() if not np.isclose(_value(rest, name), x, rtol=1e-9)]:
        raise ModelError(
            f"{different[0]!r} lies about {things.means[different[0]]:g}, but the equilibrium has "
            f"{_value(rest, different[0]):g}: find it with p={{{different[0]!r}: …}}"
        )
    slopes = rest.sensitivities(things.names)
    wanted = _expressions(rest.dynamics, quantities)
    values = np.asarray(rest.dynamics.evaluate(wanted, rest), dtype=float)
    rows = [_slope(slopes, y, x) for y, x in zip(quantities.values(), wanted, strict=True)]
    return Uncertainty(
        things.names,
        things.covariance,
        things.reaches,
        np.array([rest.t]),
        {name: values[k : k + 1] for k, name in enumerate(quantities)},
        {name: rows[k][None] for k, name in enumerate(quantities)},
        True,
    )


def _slope(slopes: Any, quantity: str | Scalar, expression: Scalar) -> Vector:
    if isinstance(quantity, str):
        return np.array(list(slopes[quantity].values()))
    return np.asarray(slopes.evaluate(expression))


def _value(state: State, name: str) -> float:
    """The value that a state has of a parameter, an input, a coordinate or a speed."""
    for kind in ("p", "q", "u", "z", "tau"):
        if name in getattr(state, kind):
            return float(getattr(state, kind)[name])
    dynamics = getattr(state, "dynamics", None)
    return float(dynamics.equations.parameters.get(name, np.nan)) if dynamics is not None else np.nan


def _moves(law: StartLaw) -> bool:
    """Whether a coordinate or a speed is free."""
    eom = law.dynamics.equations
    return any(name not in eom.states for name in law.held)


def _driven(dynamics: Dynamics, near: State, names: tuple[str, ...], times: Vector) -> Sensitivities:
    """The motion that drives determine, and how it changes: at every time all follows from the constraints."""
    motion = kinematics(dynamics, times, guess=near, p=near.p)
    ways = directions(motion.dynamics, names)
    tangents = StartTangents(motion.dynamics, ways)
    eom = motion.dynamics.equations
    ends = np.cumsum([len(eom.coordinates), len(eom.speeds)])
    rows = []
    for t, x, tau in zip(motion.times, motion.states, motion.inputs, strict=True):
        q, u, z = np.split(x, ends)
        rows.append(tangents.at({"t": float(t), "q": q, "u": u, "z": z, "tau": tau}, dict(motion.parameters)).S)
    return Sensitivities(replace(motion, segments=()), names, np.array(rows), (), (), (), ways)
