"""Values of requirements for values of unknowns, and derivatives: by sweeps backwards, tangents or differences."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.errors import DalembertError, ModelError
from dalembert.integrators.integration_methods import as_method
from dalembert.number_checks import told
from dalembert.numerics.minimax_search import Values
from dalembert.optimization.requirements import Part, Requirement
from dalembert.sensitivity.motion_gradient import Marching, is_cheaper_backwards, run_for_gradients
from dalembert.sensitivity.sensitivities import sensitivities
from dalembert.state import State, as_state
from dalembert.studies.case_answers import Failure
from dalembert.studies.questions import asked
from dalembert.studies.study import Study

_log = logging.getLogger(__name__)

STEP = 1e-5
"""Step of central differences beside the range of an unknown."""


class Samples(NamedTuple):
    """Samples of what requirements ask for, and their times."""

    times: Vector
    values: list[Vector]


@dataclass(eq=False)
class Evaluation:
    """Requirements of a study at points of the box [0, 1]ⁿ; counts what it computes."""

    study: Study
    names: tuple[str, ...]
    lower: Vector
    upper: Vector
    requirements: Sequence[Requirement]
    """The objective, then the others."""

    sizes: Vector
    """Sizes in which requirements count, (m,)."""

    start: Callable[[dict[str, float]], Any] | None = None
    """What makes a start from values, if it is not the same for all."""

    by_tangents: bool = True
    by_tangents_only: bool = False
    """Whether gradients do not go backwards, though that were cheaper."""

    runs: int = 0
    failures: list[str] = field(default_factory=list)
    _known: dict[bytes, Samples | None] = field(default_factory=dict)

    def values_at(self, x: Vector) -> dict[str, float]:
        """Values of the unknowns by name."""
        return dict(zip(self.names, map(float, self.lower + x * (self.upper - self.lower)), strict=True))

    # ---- answers

    def samples(self, points: Matrix) -> list[Samples | None]:
        """Samples of what each requirement asks for, in each of the points (N, n); None where a run failed."""
        missing = [x for x in points if x.tobytes() not in self._known]
        if missing:
            for x, found in zip(missing, self._computed(np.array(missing)), strict=True):
                self._known[x.tobytes()] = found
        results = [self._known[x.tobytes()] for x in points]
        if len(self._known) > 4096:
            self._known.clear()
        return results

    def _computed(self, points: Matrix) -> list[Samples | None]:
        self.runs += len(points)
        columns = {name: np.array([self.values_at(x)[name] for x in points]) for name in self.names}
        alive = np.arange(len(points))
        if self.start is not None:
            columns, alive = self._with_starts(columns, len(points))
        results: list[Samples | None] = [None] * len(points)
        if not len(alive):
            return results
        found: list[Samples | None]
        if self.study.events:
            found = self._until_events(columns, len(alive))
        else:
            found = self._in_lanes(columns, len(alive))
        for k, row in zip(alive, found, strict=True):
            results[int(k)] = row
        return results

    def _in_lanes(self, columns: Mapping[str, Vector], count: int) -> list[Samples | None]:
        """Samples at the times of output, of all at once."""
        answers = self.study.answers(columns)
        results: list[Samples | None] = [None] * count
        values = [answers.columns[key_of(j, y)] for j, y in enumerate(self.requirements)]
        for k in range(count):
            if k in answers.failures:
                self.failures.append(answers.failures[k].reason)
            elif not any(y is None for y in values):
                row = [_real(x, y[k]) for x, y in zip(self.requirements, values, strict=True) if y is not None]
                results[k] = _finite(Samples(self.times, row))
        return results

    def _until_events(self, columns: Mapping[str, Vector], count: int) -> list[Samples | None]:
        """Samples up to the events that end runs, each with its own last time."""
        motions = self.study.motions(columns)
        results: list[Samples | None] = []
        for k in range(count):
            if k in motions.failed:
                self.failures.append(motions[k].termination)
                results.append(None)
                continue
            motion, row = motions[k], []
            for requirement in self.requirements:
                y = requirement.asked
                values = (
                    asked(y, requirement.label, motion)
                    if callable(y)
                    else motion[y]
                    if isinstance(y, str)
                    else motion.evaluate(y)
                )
                if isinstance(values, Failure):
                    self.failures.append(values.reason)
                    break
                row.append(_real(requirement, values))
            results.append(_finite(Samples(motion.times, row)) if len(row) == len(self.requirements) else None)
        return results

    def _with_starts(self, columns: Mapping[str, Vector], count: int) -> tuple[dict[str, Vector], Any]:
        """Columns with the starts that belong to values, of those that have one."""
        assert self.start is not None
        rows, alive = [], []
        for k in range(count):
            values = {name: float(column[k]) for name, column in columns.items()}
            try:
                made = self.start(values)
                if made is None:
                    raise ModelError(
                        "`start` is a function that gives a state for values by name, and it gave None"
                    )
                state = as_state(made)
            except DalembertError as error:
                self.failures.append(str(error))
                continue
            rows.append({**state.q, **state.u, **state.z, **state.tau, **state.p, **values})
            alive.append(k)
        names = rows[0] if rows else {}
        return {name: np.array([row[name] for row in rows]) for name in names}, np.array(alive, dtype=int)

    @property
    def times(self) -> Vector:
        """Times of the samples."""
        return np.zeros(1) if self.study.outputs is None else self.study.outputs

    def parts(self, samples: Samples) -> list[list[Part]]:
        """Numbers that matter, of each requirement."""
        return [
            requirement.parts(samples.times, y)
            for requirement, y in zip(self.requirements, samples.values, strict=True)
        ]

    def __call__(self, x: Vector) -> Values | None:
        """Values for the search: pieces of the objective, and scaled rows that shall not be positive."""
        (samples,) = self.samples(x[None])
        return None if samples is None else self.of(samples)

    def of(self, samples: Samples) -> Values:
        """Values for the search from samples."""
        objective, *others = self.parts(samples)
        pieces = np.array([part.value for part in objective]) / self.sizes[0]
        rows: list[float] = []
        for k, (requirement, parts) in enumerate(zip(self.requirements[1:], others, strict=True), start=1):
            rows += [
                sign * (part.value - bound) / self.sizes[k] for part, sign, bound in _sides(requirement, parts)
            ]
        return Values(pieces, np.array(rows))

    # ---- derivatives

    def slopes(self, x: Vector) -> tuple[Matrix, Matrix] | None:
        """Derivatives of pieces and rows by x in the box; None where runs next to it fail."""
        (samples,) = self.samples(x[None])
        if samples is None:
            return None
        parts = self.parts(samples)
        found = self._backwards(x, parts) if self.by_tangents else None
        if found is None:
            changes = self._tangents(x) if self.by_tangents else None
            if changes is None:
                changes = self._differences(x)
            if changes is None:
                return None
            found = {part: part.slope(changes[k]) for k, of_one in enumerate(parts) for part in of_one}
        objective, *others = parts
        pieces = np.array([found[part] for part in objective]) / self.sizes[0]
        rows = [
            sign * found[part] / self.sizes[k]
            for k, (requirement, of_one) in enumerate(zip(self.requirements[1:], others, strict=True), start=1)
            for part, sign, _ in _sides(requirement, of_one)
        ]
        return pieces, np.array(rows).reshape(len(rows), len(x))

    def _backwards(self, x: Vector, parts: Sequence[Sequence[Part]]) -> dict[Part, Vector] | None:
        """Gradients of all parts by sweeps backwards, where that is cheaper than tangents and there are any."""
        study, n_parts = self.study, sum(map(len, parts))
        if self.by_tangents_only or not is_cheaper_backwards(n_parts, len(self.names)):
            return None
        try:
            how = Marching(as_method(study.method), tuple(study.events), study.stabilization)
            end = float(self.times[-1]) if study.until is None else study.until
            run = run_for_gradients(study.dynamics, self._start(x), self.names, self.times, end, how)
            self.runs += 1
            found = {}
            for requirement, of_one in zip(self.requirements, parts, strict=True):
                y = requirement.asked
                asked_for = study.dynamics.solved.signal(y) if isinstance(y, str) else y
                expression = np.asarray(asked_for, dtype=object)
                if expression.size != 1:
                    return None
                for part in of_one:
                    weights = np.zeros(len(run.motion))
                    weights[part.rows] = part.weights
                    number = run.weighted(expression.item(), weights)
                    found[part] = run.gradient(number).values * (self.upper - self.lower)
        except DalembertError as error:
            _log.info("derivatives go forwards by tangents: %s", error)
            self.by_tangents_only = True
            return None
        return found if all(np.isfinite(slope).all() for slope in found.values()) else None

    def _start(self, x: Vector) -> State:
        """The start for a point of the box."""
        return self.study.states({name: np.array([value]) for name, value in self.values_at(x).items()})[0]

    def _tangents(self, x: Vector) -> list[Matrix] | None:
        """Exact derivatives of all samples (T, n), as far as there are."""
        study = self.study
        try:
            found = sensitivities(
                study.dynamics,
                self._start(x),
                by=self.names,
                until=study.until,
                times=self.times,
                method=study.method,
                events=study.events,
                stabilization=study.stabilization,
            )
            self.runs += 1
            changes = []
            for requirement in self.requirements:
                y = requirement.asked
                slopes = found[y] if isinstance(y, str) else found.evaluate(y)
                changes.append(slopes.reshape(-1, len(self.names)) * (self.upper - self.lower))
        except DalembertError as error:
            _log.info("derivatives are found by differences: %s", error)
            self.by_tangents = False
            return None
        return changes if all(np.isfinite(c).all() for c in changes) else None

    def _differences(self, x: Vector) -> list[Matrix] | None:
        """Central differences, all at once in lanes; one-sided ones at borders and beside runs that fail."""
        steps = STEP * np.eye(len(x))
        ahead, behind = np.minimum(x + steps, 1.0), np.maximum(x - steps, 0.0)
        found = self.samples(np.concatenate([ahead, behind, x[None]]))
        here = found[-1]
        if here is None:
            return None
        changes = [np.zeros((y.size, len(x))) for y in here.values]
        for j in range(len(x)):
            a, b = found[j], found[len(x) + j]
            right, left = (ahead[j, j] if a is not None else x[j]), (behind[j, j] if b is not None else x[j])
            if right == left:
                return None
            for change, y, high, low in zip(
                changes, here.values, (a or here).values, (b or here).values, strict=True
            ):
                n = min(y.size, high.size, low.size)
                change[:n, j] = (high.ravel()[:n] - low.ravel()[:n]) / (right - left)
        return changes


def _sides(requirement: Requirement, parts: Sequence[Part]) -> list[tuple[Part, float, float]]:
    """Each part with the bounds that it shall keep: sign (value − bound) ≤ 0."""
    sides = []
    for part in parts:
        if requirement.upper < np.inf:
            sides.append((part, 1.0, requirement.upper))
        if requirement.lower > -np.inf:
            sides.append((part, -1.0, requirement.lower))
    return sides


def _real(requirement: Requirement, answer: Any) -> Vector:
    """Samples as real numbers; complex ones are neither least nor within a range."""
    array = np.asarray(answer)
    if array.dtype.kind not in "biuf":
        raise ModelError(
            f"{requirement.label} gives {told(answer)}, and what is least or within a range is a real number: "
            "take the real part or the size of complex ones"
        )
    return np.atleast_1d(array.astype(float)).ravel()


def _finite(samples: Samples) -> Samples | None:
    """The samples, if all of them are numbers."""
    return samples if all(len(y) and np.isfinite(y).all() for y in samples.values) else None


def key_of(number: int, requirement: Requirement) -> str:
    """The name of a requirement among questions, which may be asked twice."""
    return requirement.label if number == 0 else f"{requirement.label} (requirement {number})"


def with_raw_questions(study: Study, requirements: Sequence[Requirement]) -> Study:
    """The study that asks for samples of the requirements."""
    return replace(study, questions={key_of(j, x): x.asked for j, x in enumerate(requirements)})


def check_range(name: str, value: float, lower: float, upper: float) -> None:
    """Refuse a beginning outside of its range."""
    if not lower <= value <= upper:
        raise ModelError(
            f"{name!r} begins at {value:g}, outside of {lower:g} to {upper:g}; begin elsewhere, or widen the range"
        )
