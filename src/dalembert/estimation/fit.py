"""Fits: parameters, starts and input offsets from measurements, by exact sensitivities."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.config import Config
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.errors import ModelError
from dalembert.estimation.experiment import (
    Experiment,
    Measured,
    Noise,
    Record,
    driven_inputs,
    experiments_of,
    parameters_of_signals,
    record_of,
)
from dalembert.estimation.fit_problem import OF_RUNS, Problem
from dalembert.estimation.fit_result import Fit
from dalembert.estimation.fit_unknowns import Unknowns, unknowns_of
from dalembert.estimation.identifiability import Information, information
from dalembert.estimation.known_inputs import KnownInput
from dalembert.estimation.losses import Loss, Squares
from dalembert.estimation.prediction import FitMethod, Prediction, RunSettings
from dalembert.estimation.priors import Bounds, Prior
from dalembert.estimation.saddles import FEW, correlation
from dalembert.estimation.single_shooting import SingleShooting
from dalembert.estimation.unit_hints import FEW_STEPS, unit_hints
from dalembert.integrators.integration_methods import as_method
from dalembert.integrators.method import Method
from dalembert.number_checks import told
from dalembert.numerics.bounded_least_squares import Minimum
from dalembert.runs.events import Event
from dalembert.state import State, Values

UNEXPLAINED = 0.9
"""Residuals beside the changes of a signal from which a fit explains nothing of it."""

FOLLOWING = 0.3
"""Correlation of neighbouring residuals from which it is told."""

TOO_LARGE, TOO_SMALL = 2.0, 0.5
"""Residuals over the noise that was given, from and up to which it is doubted."""


def fit(
    subject: Subject,
    data: Any,
    parameters: Collection[str],
    *,
    start: State | Values | None = None,
    inputs: Mapping[str, KnownInput] | None = None,
    signals: Measured | None = None,
    noise: Noise | None = None,
    guess: Values | None = None,
    bounds: Mapping[str, Bounds] | None = None,
    priors: Mapping[str, Prior] | None = None,
    loss: Loss | None = None,
    method: FitMethod | None = None,
    integrator: Method | None = None,
    events: Sequence[Event] = (),
    config: Config | None = None,
) -> Fit:
    """Parameters, start values and input offsets with which a model fits measurements best.

    Least squares over their deviations, by Levenberg's and Marquardt's method within bounds, with exact
    sensitivities of the runs. Values for which runs fail are steps refused. Ctrl-C ends the search and keeps the
    best values so far.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System with open parameters.
    data : dict of arrays, data frame, path, Motion, Experiment, or several of them
        Measured signals by name with times in a column `t` or `time`, or pairs `(times, values)`; what is
        `nan` or masked is missing. Columns with names of inputs are known inputs. A list, or a dict of
        `da.fitting.Experiment`, is several experiments, which share parameters.
    parameters : list of str
        Names of open parameters, of coordinates, speeds and states of the start, and of inputs, whose offset is
        fitted. Starts and offsets are those of each experiment.
    start : State or dict of coordinates, optional
        Where runs begin, in rad, m, rad/s and m/s, at the time of the state, 0 unless given; default values of the
        model.
    inputs : dict, optional
        Known inputs by name: numbers, values at the times of the data, pairs of times and values, curves,
        expressions or functions of time; default those among the data, zero otherwise.
    signals : sequence of str or dict, optional
        Columns that are fitted, or what each column measures: a signal by name or an expression; default all.
    noise : float or dict, optional
        Standard deviation of the noise, in the unit of the signal; default what the residuals of each signal say.
    guess : dict of float, optional
        Values to begin with; default those of the start and of the model.
    bounds : dict of pairs, optional
        Lower and upper bounds by name, `None` where there is none; default none.
    priors : dict of distribution, optional
        What was known before, `{"k": da.sweeps.Normal(5.0, 0.5)}`, LogNormal or Uniform; default nothing.
    loss : Loss, optional
        Cost of a residual, such as `da.fitting.Huber()` where there are outliers; default squares.
    method : FitMethod, optional
        `da.fitting.SingleShooting()` (default), `da.fitting.PiecewiseShooting(…)` for unstable and chaotic
        systems, `da.fitting.PredictionError(…)` where the motion itself is disturbed.
    integrator : Method, optional
        Method of integration, such as `da.methods.Radau()`; default `da.methods.DOP853(rtol=1e-8,
        atol=1e-10)`.
    events : sequence of Event, optional
        Events along the runs; default none.
    config : Config, optional
        Cache of compiled code, threads and tier; default from the environment.

    Returns
    -------
    Fit
        Values, covariance, intervals, what the data cannot tell, residuals, motions; `print(fit)` is a table.

    Examples
    --------
    >>> import numpy as np
    >>> import dalembert as da
    >>> arm = da.rod("arm", length=0.5, mass=1.0)
    >>> model = da.Model(
    ...     da.Revolute("angle", da.ground, arm), da.JointDamper("bearing", "angle", da.param("d", 0.3)),
    ...     gravity=(0, -9.81, 0),
    ... )
    >>> times = np.linspace(0.0, 2.0, 50)
    >>> measured = da.simulate(model, model.state(p={"d": 0.1}), times=times)["angle"]
    >>> fit = da.fit(model, {"t": times, "angle": measured}, ["d"])
    >>> print(f"{fit['d']:.6f}")
    0.100000
    """
    if loss is not None and (isinstance(loss, type) or not isinstance(loss, Loss)):
        raise ModelError(
            f"a loss is da.fitting.Huber(), Cauchy() or Squares(), or one of one's own, not {told(loss)}"
        )
    if method is not None and (isinstance(method, type) or not isinstance(method, FitMethod)):
        raise ModelError(
            "a method is da.fitting.SingleShooting(), PiecewiseShooting(…) or PredictionError(…), not "
            f"{told(method)}; integrator= is the method of integration"
        )
    if integrator is not None:
        as_method(integrator)
    dynamics = as_dynamics(subject, config=config)
    defaults = Experiment(None, start, inputs or {}, signals, noise)
    experiments = experiments_of(data, defaults)
    more = {name: x for each in experiments.values() for name, x in parameters_of_signals(each.signals).items()}
    driven = driven_inputs(dynamics, experiments.values())
    records = [record_of(dynamics, each, label, more, driven) for label, each in experiments.items()]
    unknowns = unknowns_of(records, parameters, guess=guess or {}, bounds=bounds or {}, priors=priors or {})
    settings = RunSettings(integrator, tuple(events))
    chosen = method or SingleShooting()
    problem = Problem(unknowns, chosen.predictor(unknowns, settings), loss or Squares())
    _check_enough(problem)
    first = problem.prediction(np.concatenate([unknowns.guess, problem.predictor.extra]))
    minimum, noise_found = problem.solved()
    best = problem.prediction(minimum.x)
    hints = []
    if first is not None and best is not None and not minimum.is_interrupted:
        again = partial(_problem_again, chosen, settings, problem.loss)
        hints = unit_hints(problem, again, first.values, best.values)
    return _result(problem, minimum, noise_found, hints)


def _problem_again(method: FitMethod, settings: RunSettings, loss: Loss, unknowns: Unknowns) -> Problem:
    """A problem of the same kind with other measurements, which need not be solved to the end."""
    return Problem(unknowns, method.predictor(unknowns, settings), loss, most_steps=FEW_STEPS)


def _check_enough(problem: Problem) -> None:
    n, k = len(problem.measured), len(problem.unknowns.all)
    n += sum(x.prior is not None for x in problem.unknowns.all)
    if n < k:
        raise ModelError(f"{n} samples and priors cannot tell {k} unknowns; measure more, or fit fewer")


def _result(problem: Problem, minimum: Minimum, noise: Mapping[str, float], hints: Sequence[str]) -> Fit:
    """Values, and what the residuals about them say."""
    unknowns = problem.unknowns
    prediction = problem.prediction(minimum.x)
    assert prediction is not None
    values = minimum.x[: len(unknowns.all)]
    held = _at_bounds(unknowns, values, minimum)
    informed, remarks = _information(problem, minimum, prediction, noise, held)
    residuals = problem.split(problem.measured - prediction.values)
    if minimum.is_boxed:
        # a covariance is that of a minimum
        informed = replace(informed, covariance=np.full_like(informed.covariance, np.nan))
        remarks.append(
            "these values are no minimum: runs fail for better ones next to them. There are no "
            "intervals; give another guess, bounds that keep away from there, or another start"
        )
    is_given = all(channel.noise is not None for channel in problem.channels)
    freedom = np.inf if is_given else max(float(len(problem.measured) - informed.rank), 1.0)
    notes = [note for record in unknowns.records for note in record.notes]
    notes += hints or _unexplained(problem, residuals) or _patterns(problem, residuals)
    notes += [*_doubts(problem, residuals, prediction), *remarks]
    return Fit(
        dict(zip(unknowns.labels, map(float, values), strict=True)),
        informed.covariance,
        freedom,
        informed.unidentified,
        tuple(unknowns.labels[k] for k in held),
        _noise_by_name(problem, noise),
        dict(zip(_labels(unknowns.records), residuals, strict=True)),
        prediction.motions,
        tuple(motion.state(0) for motion in prediction.motions),
        minimum.costs,
        minimum.converged,
        _termination(minimum),
        tuple(dict.fromkeys(notes)),
        problem,
        minimum.x,
    )


def _termination(minimum: Minimum) -> str:
    steps = max(len(minimum.costs) - 1, 0)
    refused = f", {minimum.refused} refused because runs failed" if minimum.refused else ""
    text = f"converged in {steps} steps" if minimum.converged else f"{minimum.reason}, after {steps} steps"
    return text + refused


def _labels(records: Sequence[Record]) -> list[str]:
    return [
        f"{channel.name} in {record.label}" if len(records) > 1 else channel.name
        for record in records
        for channel in record.channels
    ]


def _at_bounds(unknowns: Unknowns, values: Vector, minimum: Minimum) -> list[int]:
    """Unknowns that a bound holds: the cost would fall beyond it."""
    low, high = unknowns.bounds
    slope = (minimum.at.jacobian.T @ minimum.at.residuals)[: len(values)]
    return [
        k for k, x in enumerate(values) if (x <= low[k] and slope[k] > 0.0) or (x >= high[k] and slope[k] < 0.0)
    ]


def _information(
    problem: Problem, minimum: Minimum, prediction: Prediction, noise: Mapping[str, float], held: Sequence[int]
) -> tuple[Information, list[str]]:
    """Covariance from data and priors; what data alone cannot tell, priors may."""
    unknowns, sigma = problem.unknowns, problem.deviations(noise)
    k = len(unknowns.all)
    sigma = sigma if prediction.deviations is None else prediction.deviations
    J, r = prediction.slopes / sigma[:, None], (prediction.values - problem.measured) / sigma
    J = _without_gaps(J, prediction, k)
    scale = float(
        np.linalg.norm(np.concatenate([np.full(len(x.values), x.size) for x in problem.channels]) / sigma)
    )
    free = [j for j in range(k) if j not in held]
    names, sizes = [unknowns.labels[j] for j in free], np.maximum(unknowns.sizes, np.abs(minimum.x[:k]))[free]
    values = minimum.x[free]
    _, slopes, places = unknowns.priors(minimum.x[:k])
    rows = np.zeros((len(slopes), k))
    rows[np.arange(len(slopes)), places] = slopes
    by_data = information(J[:, free], names, values, sizes, scale)
    remarks = []
    informed = by_data
    if len(slopes):
        informed = information(np.concatenate([J, rows])[:, free], names, values, sizes, scale)
        open_now = {name for way in informed.unidentified for name in way.names}
        remarks = [
            f"told by priors only: {way}" for way in by_data.unidentified if not open_now.issuperset(way.names)
        ]
    covariance = np.full((k, k), np.nan)
    covariance[np.ix_(free, free)] = informed.covariance * _efficiency(problem, r, informed.rank)
    return Information(covariance, informed.unidentified, informed.rank), remarks


def _without_gaps(J: Matrix, prediction: Prediction, k: int) -> Matrix:
    """Derivatives by the unknowns alone, where what a method adds follows from the equalities or from the data."""
    if J.shape[1] == k:
        return J
    m = J.shape[1] - k
    if not len(prediction.gaps):
        return J
    C = prediction.gap_slopes
    followed = np.linalg.lstsq(C[:, k:], -C[:, :k], rcond=None)[0]
    assert followed.shape[0] == m
    return J[:, :k] + J[:, k:] @ followed


def _efficiency(problem: Problem, r: Vector, rank: int) -> float:
    """Factor of the covariance for losses other than squares (Huber, 1981, eq. 6.5)."""
    if isinstance(problem.loss, Squares):
        return 1.0
    pull, slope = problem.loss.weight(r) * r, float(np.mean(problem.loss.slope(r)))
    return float((pull @ pull) / max(len(r) - rank, 1)) / slope**2


def _noise_by_name(problem: Problem, noise: Mapping[str, float]) -> dict[str, float]:
    given = {x.name: float(np.sqrt(np.mean(x.noise**2))) for x in problem.channels if x.noise is not None}
    return {**given, **noise}


def _unexplained(problem: Problem, residuals: Sequence[Vector]) -> list[str]:
    """Notes where residuals are as large as what was measured, and not the noise that was given."""
    center = np.mean if isinstance(problem.loss, Squares) else np.median
    notes = []
    for channel, name, r in zip(problem.channels, _labels(problem.unknowns.records), residuals, strict=True):
        y, left = channel.values, problem.spread(r)
        is_noise = channel.noise is not None and left < TOO_LARGE * float(np.sqrt(np.mean(channel.noise**2)))
        if (
            len(r) < 5
            or is_noise
            or left < max(UNEXPLAINED * problem.spread(y - center(y)), OF_RUNS * channel.size)
        ):
            continue
        # about a mean that is explained, white noise is no motion
        if left >= UNEXPLAINED * problem.spread(y) or np.mean(np.diff(r) ** 2) < np.mean(r * r):
            notes.append(
                f"the answer explains nothing of {name!r}, whose residuals are as large as its changes: a local "
                "minimum far from the truth, a wrong model, or a signal of noise alone; try other guesses"
            )
    return notes


def _patterns(problem: Problem, residuals: Sequence[Vector]) -> list[str]:
    """Notes where residuals follow each other, while intervals take them for independent."""
    notes = []
    for channel, name, r in zip(problem.channels, _labels(problem.unknowns.records), residuals, strict=True):
        part = correlation(r)
        if (
            len(r) < FEW
            or part < max(FOLLOWING, 4.0 / np.sqrt(len(r)))
            or problem.spread(r) < OF_RUNS * channel.size
        ):
            continue
        notes.append(
            f"residuals of {name!r} follow each other, by {part:.2f} from sample to sample: something is missing "
            "in the model or held that is not so, and intervals, which take them for independent, are too narrow"
        )
    return notes


def _doubts(problem: Problem, residuals: Sequence[Vector], prediction: Prediction) -> list[str]:
    """Notes where residuals are much larger or smaller than the noise that was given."""
    notes = []
    expected = problem.split(problem.measured if prediction.deviations is None else prediction.deviations)
    for channel, r, deviations in zip(problem.channels, residuals, expected, strict=True):
        if channel.noise is None and float(np.sqrt(np.mean(r * r))) < OF_RUNS * channel.size:
            notes.append(
                f"residuals of {channel.name!r} are as small as the errors of runs, and intervals tell no more"
            )
        if channel.noise is None or len(r) < 5:
            continue
        sigma = channel.noise if prediction.deviations is None else deviations
        ratio = float(np.sqrt(np.mean((r / sigma) ** 2)))
        if not TOO_SMALL < ratio < TOO_LARGE:
            notes.append(
                f"residuals of {channel.name!r} are {ratio:.3g} times the noise that was given: the model or that "
                "noise is wrong, and intervals with it"
            )
    return notes
