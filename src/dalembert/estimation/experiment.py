"""Experiments: what was measured, what acted, and where it began."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Array, Vector
from dalembert.dynamics.dynamics import Dynamics
from dalembert.dynamics.native_functions import resolved
from dalembert.equations.added_parameters import with_parameters
from dalembert.equations.solution import Solution
from dalembert.errors import ModelError
from dalembert.estimation.known_inputs import KnownInput, bridged, law_of, with_known_inputs
from dalembert.estimation.measurements import Samples, columns_of
from dalembert.expr.node import Expression, Node, Scalar, inputs_of
from dalembert.expr.symbol_nodes import time
from dalembert.name_checks import checked_names, closest
from dalembert.number_checks import floats, told
from dalembert.runs.motion import Motion
from dalembert.state import State, Values, as_state

Noise: TypeAlias = float | Mapping[str, float | ArrayLike]
"""Standard deviation of the noise, of all signals or by name; one number, or one for each sample."""

Measured: TypeAlias = Mapping[str, str | Scalar] | Sequence[str]
"""Columns that are fitted: their names, or what each column measures, a signal or an expression."""


@dataclass(frozen=True, eq=False)
class Experiment:
    """One experiment: measurements, known inputs and the start of the run.

    Parameters
    ----------
    data : dict of arrays, data frame, path or Motion
        Measured signals by name, with times in a column `t` or `time`, or as pairs `(times, values)` if each has
        its own; `nan` is a sample that is missing. Columns with names of inputs are known inputs.
    start : State or dict of coordinates, optional
        Where the run begins, in rad, m, rad/s and m/s, at the time `t` of the state, which is 0 unless given;
        default values of the model.
    inputs : dict, optional
        Known inputs by name: numbers, values at the times of the data, pairs of times and values (joined by
        straight lines), `da.spline` curves, expressions of `da.time`, or functions of time. Default none.
    signals : sequence of str or dict, optional
        Columns that are fitted, or what each measures: `{"gyro": "wheel.rate", "x": da.position(tip)[0]}`; default
        all columns, which have names of signals.
    noise : float or dict, optional
        Standard deviation of the noise, in units of the signal; default what the residuals say.

    Examples
    --------
    >>> import numpy as np
    >>> import dalembert as da
    >>> times = np.linspace(0.0, 1.0, 6)
    >>> print(da.fitting.Experiment({"t": times, "angle": np.cos(times)}, start={"angle": 1.0}))
    <Experiment: angle>
    """

    data: object
    start: State | Values | None = None
    inputs: Mapping[str, KnownInput] = field(default_factory=dict)
    signals: Measured | None = None
    noise: Noise | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.inputs, Mapping):
            raise ModelError(
                f"known inputs are given by names, inputs={{'motor': values}}, not {told(self.inputs)}"
            )

    def __repr__(self) -> str:
        names = self.data.names if isinstance(self.data, Motion) else None
        if isinstance(self.data, Mapping):
            names = tuple(name for name in self.data if str(name).lower() not in ("t", "time"))
        return f"<Experiment: {', '.join(map(str, names)) if names else told(self.data)}>"


@dataclass(frozen=True, eq=False)
class Channel:
    """One measured signal: where its samples stand among the times of the run, and how sure they are."""

    name: str
    quantity: str | Scalar
    """Name of a signal, or an expression of measures."""

    places: Array
    values: Vector
    noise: Vector | None
    """Standard deviation of each sample; None if it is to be found."""

    unit: str = ""

    @property
    def size(self) -> float:
        """How large the signal is: its spread, or its value if it is constant."""
        spread = float(self.values.std())
        return spread or float(np.abs(self.values).max()) or 1.0


@dataclass(frozen=True, eq=False)
class Record:
    """An experiment, ready for runs: the driven system, its start, times and measured signals."""

    label: str
    dynamics: Dynamics
    start: State
    times: Vector
    channels: tuple[Channel, ...]
    notes: tuple[str, ...] = ()


def record_of(
    dynamics: Dynamics, experiment: Experiment, label: str, more: Mapping[str, float], driven: Collection[str]
) -> Record:
    """An experiment beside the system that it was made with; `more` parameters are those of expressions.

    Inputs that are `driven` in any experiment have laws in all, which are zero where nothing is known.
    """
    try:
        return _record(dynamics, experiment, label, more, driven)
    except ModelError as error:
        raise (ModelError(f"experiment {label}: {error}") if label else error) from None


def _record(
    dynamics: Dynamics, experiment: Experiment, label: str, more: Mapping[str, float], driven: Collection[str]
) -> Record:
    eom, signals = dynamics.equations, experiment.signals
    measured = dict(signals) if isinstance(signals, Mapping) else None
    columns = columns_of(experiment.data, _wanted(signals, experiment.data))
    known = {
        name: column for name, column in columns.items() if name in eom.inputs and name not in (measured or ())
    }
    if both := [name for name in known if name in experiment.inputs]:
        raise ModelError(
            f"the input {both[0]!r} is a column of the data and in inputs= too; leave one of them out"
        )
    names = [name for name in (measured or signals or columns) if name not in known]
    checked_names(names, columns, "column of the data")
    if not names:
        raise ModelError("the data have no signal that is measured: all columns are inputs")
    quantities = {name: (measured or {}).get(name, name) for name in names}
    chosen = {name: columns[name] for name in names}
    times = np.unique(np.concatenate([column.times for column in chosen.values()]))
    start = as_state(experiment.start)
    # a guess is no reason for a start with wrong names
    eom.state(q=start.q, u=start.u, z=start.z)
    notes = _checked_begin(start.t, times)
    clock = max((column.clock for column in columns.values()), key=len)
    laws = _laws(dynamics, experiment, known, clock, (start.t, float(times[-1])))
    notes += _bridges(experiment, known, clock)
    system = with_known_inputs(_with_parameters(dynamics, more), {**dict.fromkeys(driven, 0.0), **laws})
    for name, x in start.tau.items():
        # the start of a motion has the value that its inputs have there
        is_first = name in known and np.isclose(known[name].values[0], x, rtol=1e-9)
        if name in driven and x and not is_first:
            raise ModelError(
                f"the input {name!r} is known over time, and the start has {x:g} for it too: leave it out of the "
                f"start; an offset to it is fitted by naming it, from guess={{{name!r}: …}}"
            )
    start = replace(start, tau={name: x for name, x in start.tau.items() if name not in driven})
    noise = _noise(experiment.noise, names)
    channels = tuple(
        _channel(system, name, quantities[name], chosen[name], times, noise.get(name)) for name in names
    )
    return Record(label, system, start, times, channels, notes)


def driven_inputs(dynamics: Dynamics, experiments: Collection[Experiment]) -> tuple[str, ...]:
    """Inputs that are known in some experiment."""
    inputs = dynamics.equations.inputs
    known: set[str] = set()
    for experiment in experiments:
        measured = experiment.signals if isinstance(experiment.signals, Mapping) else ()
        columns = columns_of(experiment.data, _wanted(experiment.signals, experiment.data))
        known |= {name for name in columns if name in inputs and name not in measured} | {*experiment.inputs}
    return tuple(name for name in inputs if name in known)


def _wanted(signals: Measured | None, data: object) -> list[str] | None:
    """Signals of a motion that are columns."""
    if signals is not None and (isinstance(signals, str) or not isinstance(signals, Mapping | Collection)):
        raise ModelError(f"signals are a list of columns or a dict of what they measure, not {told(signals)}")
    if signals is not None and not len(signals):
        raise ModelError("signals are empty, so nothing is fitted; leave them out to fit all columns")
    if signals is None or not isinstance(data, Motion):
        return None
    return list(signals)


def _checked_begin(begin: float, times: Vector) -> tuple[str, ...]:
    if times[0] < begin:
        raise ModelError(
            f"data begin at {times[0]:g} s, before the run, which begins at {begin:g} s: give the start its time, "
            f"State(t={times[0]:g}, …), or leave samples out"
        )
    wait, span = times[0] - begin, times[-1] - times[0]
    if wait > 10.0 * span and len(times) > 1:
        raise ModelError(
            f"data begin at {times[0]:g} s and last {span:g} s, but the run begins at {begin:g} s: give the start "
            f"its time, State(t={times[0]:g}, …), or take {times[0]:g} off the times"
        )
    step = float(np.median(np.diff(times))) if len(times) > 1 else 0.0
    if wait > 1.5 * step and len(times) > 1:
        return (f"the run begins at {begin:g} s, and the data at {times[0]:g} s",)
    return ()


def _laws(
    dynamics: Dynamics,
    experiment: Experiment,
    known: Mapping[str, Samples],
    clock: Vector,
    span: tuple[float, float],
) -> dict[str, Scalar]:
    """Known inputs as expressions of time and parameters."""
    checked_names(experiment.inputs, dynamics.equations.inputs, "input")
    laws: dict[str, Scalar] = {
        name: law_of(name, (column.times, column.values), clock, span) for name, column in known.items()
    }
    for name, given in experiment.inputs.items():
        law = laws[name] = law_of(name, given, clock, span)
        leaves = [x for x in inputs_of([law]) if x is not time] if isinstance(law, Expression) else []
        if strange := [x for x in leaves if x.op != "parameter"]:
            raise ModelError(f"the input {name!r} is a law of time, and cannot depend on {strange[0]!r}")
        absent = {str(x.args[0]) for x in leaves} - {*dynamics.equations.parameters}
        if absent:
            raise ModelError(
                f"the input {name!r} depends on the parameter {min(absent)!r}, which the model does not have"
            )
    return laws


def _bridges(experiment: Experiment, known: Mapping[str, Samples], clock: Vector) -> tuple[str, ...]:
    """Notes about inputs some of whose samples are missing."""
    notes: list[str] = []
    for name, column in known.items():
        values = np.full(len(column.clock), np.nan)
        values[column.places] = column.values
        notes += bridged(name, column.clock, values)
    for name, given in experiment.inputs.items():
        pair: tuple[Any, Any] = given if isinstance(given, tuple) and len(given) == 2 else (clock, given)
        if isinstance(pair[1], list | tuple | np.ndarray):
            notes += bridged(name, np.asarray(pair[0], dtype=float), pair[1])
    return tuple(notes)


def _with_parameters(dynamics: Dynamics, more: Mapping[str, float]) -> Dynamics:
    """The same dynamics with further parameters, those of what is measured."""
    solution = dynamics.solution
    equations = with_parameters(solution.equations, more)
    if equations is solution.equations:
        return dynamics
    wider = Solution(equations, solution.solver, solution.left_out, solution.stabilization).with_feedback(
        solution.law
    )
    return Dynamics.of(wider, dynamics.engine)


def parameters_of_signals(signals: Measured | None) -> dict[str, float]:
    """Names and defaults of parameters in expressions that are measured."""
    expressions = (
        [x for x in signals.values() if isinstance(x, Expression)] if isinstance(signals, Mapping) else []
    )
    nodes = [x for x in inputs_of(expressions) if x.op == "parameter"]
    return {str(x.args[0]): float(x.args[1]) for x in nodes}


def _noise(given: Noise | None, names: Sequence[str]) -> dict[str, Any]:
    if given is None:
        return {}
    if isinstance(given, Mapping):
        checked_names(given, names, "measured signal")
        return dict(given)
    return dict.fromkeys(names, given)


def _channel(
    dynamics: Dynamics, name: str, quantity: str | Scalar, samples: Samples, times: Vector, noise: Any
) -> Channel:
    eom = dynamics.equations
    if isinstance(quantity, str):
        states = (*eom.coordinates, *eom.speeds, *eom.states)
        if not quantity.strip() and quantity == name:
            raise ModelError(
                "the data have a column without a name, perhaps a saved index: name the columns that are fitted, "
                "signals=[…], or leave it out"
            )
        if quantity not in states and quantity not in dynamics.solved.signals:
            hint = closest(quantity, {*states, *dynamics.solved.signals})
            raise ModelError(
                f"there is no signal {quantity!r}; {hint}{'' if hint.endswith('?') else '.'} Say which signal the "
                f"column {name!r} measures, signals={{{name!r}: …}}, or name only columns that are fitted"
            )
    elif isinstance(quantity, Node):
        resolved(dynamics.solved, [quantity])
    else:
        raise ModelError(f"the column {name!r} measures a signal by name or an expression, not {told(quantity)}")
    places, sigma = np.searchsorted(times, samples.times), _deviations(name, noise, samples)
    unit = dynamics.solved.signals.units.get(quantity, "") if isinstance(quantity, str) else ""
    return Channel(name, quantity, places, samples.values, sigma, unit)


def _deviations(name: str, noise: Any, samples: Samples) -> Vector | None:
    if noise is None:
        return None
    try:
        sigma = floats(noise)
    except ValueError:
        raise ModelError(f"the noise of {name!r} is a standard deviation, not {told(noise)}") from None
    if sigma.ndim:
        if len(sigma) <= samples.places[-1]:
            raise ModelError(
                f"the noise of {name!r} is one number, or one for each of the samples, not {sigma.shape}"
            )
        sigma = sigma[samples.places.astype(int)]
    if not (np.isfinite(sigma) & (sigma > 0.0)).all():
        raise ModelError(f"the noise of {name!r} is a standard deviation above zero, not {told(noise)}")
    return np.broadcast_to(sigma, samples.values.shape)


def experiments_of(data: object, defaults: Experiment) -> dict[str, Experiment]:
    """Experiments by label; data that are none are one, and take what is given beside them."""
    if isinstance(data, Experiment):
        return {"": _completed(data, defaults)}
    if isinstance(data, Mapping) and data and all(isinstance(x, Experiment) for x in data.values()):
        return {str(name): _completed(x, defaults) for name, x in data.items()}
    is_list = isinstance(data, Sequence) and not isinstance(data, str | Motion)
    if is_list:
        several = list(data)  # type: ignore[call-overload]
        if not several:
            raise ModelError("there is no experiment to fit to: the list of data is empty")
        one = [x if isinstance(x, Experiment) else replace(defaults, data=x) for x in several]
        if len(one) == 1:
            return {"": _completed(one[0], defaults)}
        return {str(k): _completed(x, defaults) for k, x in enumerate(one, start=1)}
    return {"": replace(defaults, data=data)}


def _completed(experiment: Experiment, defaults: Experiment) -> Experiment:
    """An experiment with what was given for all where it says nothing."""
    return Experiment(
        experiment.data,
        defaults.start if experiment.start is None else experiment.start,
        {**defaults.inputs, **experiment.inputs},
        defaults.signals if experiment.signals is None else experiment.signals,
        defaults.noise if experiment.noise is None else experiment.noise,
    )
