"""Pareto fronts: what one wish costs in terms of another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Vector
from dalembert.config import Config
from dalembert.dynamics.as_dynamics import Subject
from dalembert.errors import ModelError, SolverError
from dalembert.integrators.method import Method
from dalembert.number_checks import is_count, told
from dalembert.optimization.optimize import label_of, optimize
from dalembert.optimization.optimum import Optimum
from dalembert.runs.events import Event
from dalembert.state import State, as_state
from dalembert.studies.questions import Question


@dataclass(frozen=True, eq=False, repr=False)
class ParetoFront(Sequence[Optimum]):
    """Designs of which none is better in one wish without being worse in the other; `da.plot` draws them.

    Examples
    --------
    >>> import dalembert as da
    >>> ball = da.particle("ball", mass=1.0)
    >>> model = da.Model(da.Translational("at", da.ground, ball))
    >>> x = da.coordinate("at.x")
    >>> front = da.sweeps.pareto(model, (x**2, (x - 1) ** 2), over={"at.x": (-2.0, 2.0)}, points=3)
    >>> front.values[1].round(3)
    array([0.086, 0.5  ])
    """

    labels: tuple[str, str]
    designs: tuple[Optimum, ...]
    values: Vector
    """Both quantities of each design, (n, 2)."""

    failures: tuple[str, ...] = ()
    """Why there is no design at some places of the front."""

    def __getitem__(self, k: Any) -> Any:
        return self.designs[k]

    def __len__(self) -> int:
        return len(self.designs)

    def __iter__(self) -> Iterator[Optimum]:
        return iter(self.designs)

    def __repr__(self) -> str:
        return f"<ParetoFront of {len(self)} designs: {self.labels[0]} against {self.labels[1]}>"


def pareto(
    subject: Subject,
    minimize: tuple[Question, Question],
    over: Mapping[str, tuple[float, float]],
    *,
    points: int = 10,
    require: Mapping[Any, Any] | None = None,
    start: State | Mapping[str, float] | Callable[[dict[str, float]], Any] | None = None,
    until: float | None = None,
    times: ArrayLike | None = None,
    method: Method | None = None,
    events: Sequence[Event] = (),
    samples: int = 0,
    starts: int = 1,
    config: Config | None = None,
) -> ParetoFront:
    """Designs between the least of one quantity and the least of another: the first for values of the second.

    Arguments are those of `da.optimize`; `minimize` are two quantities, and `points` designs are found.

    Examples
    --------
    >>> import dalembert as da
    >>> ball = da.particle("ball", mass=1.0)
    >>> model = da.Model(da.Translational("at", da.ground, ball))
    >>> x = da.coordinate("at.x")
    >>> len(da.sweeps.pareto(model, (x**2, (x - 1) ** 2), over={"at.x": (-2.0, 2.0)}, points=4))
    4
    """
    if not (isinstance(minimize, tuple | list) and len(minimize) == 2):
        raise ModelError(f"a Pareto front is of two quantities, (first, second), not of {told(minimize)}")
    if not is_count(points, 2):
        raise ModelError(f"a Pareto front has two points at least, not {told(points)}")
    first, second = minimize
    common: dict[str, Any] = {"until": until, "times": times, "method": method, "events": events, "config": config}
    common |= {"samples": samples, "starts": starts}
    required = dict(require or {})

    def best(wish: Question, other: Question, limit: float | None, begin: Any) -> tuple[Optimum, float]:
        """The least of a wish, with the other one limited, and what the other one is."""
        limits = required | {other: (None, limit)}
        found = optimize(subject, wish, over, require=limits, start=begin, **common)
        return found, next(x.value for key, x in zip(limits, found.requirements, strict=True) if key is other)

    one, largest = best(first, second, None, start)
    two, other = best(second, first, None, start)
    designs, values, failures = [one], [(one.objective, largest)], []
    for limit in np.linspace(largest, two.objective, points)[1:-1]:
        begin = start if callable(start) else _from(as_state(start), designs[-1])
        try:
            found, value = best(first, second, float(limit), begin)
        except SolverError as error:
            failures.append(str(error))
            continue
        designs.append(found)
        values.append((found.objective, value))
    designs.append(two)
    values.append((other, two.objective))
    return ParetoFront((label_of(first), label_of(second)), tuple(designs), np.array(values), tuple(failures))


def _from(start: State, design: Optimum) -> State:
    """The start with the values of a design, where the next search begins."""
    own: dict[str, Any] = {kind: dict(getattr(start, kind)) for kind in ("q", "u", "z", "tau", "p")}
    near = design.start
    for kind, values in own.items():
        values |= {name: x for name, x in getattr(near, kind).items() if name in design.values or name in values}
        values |= {
            name: design.values[f"{name}.rate"]
            for name in values
            if kind == "u" and f"{name}.rate" in design.values
        }
    return replace(start, **own)
