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

    Attributes
    ----------
    labels : pair of str
        What both quantities are called.
    designs : tuple of Optimum
        Designs along the front.
    values : array (n, 2)
        Both quantities of each design.
    failures : tuple of str
        Reasons why there is no design at some places of the front.

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

    Arguments are those of `da.optimize`, but the two quantities.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System that is asked.
    minimize : pair of str, expressions, numbers along a run, or functions
        Two quantities that should be least.
    over : dict of (least, greatest)
        Ranges of the parameters, start values and inputs that are found, by name.
    points : int, optional
        Number of designs along the front, two at least; default 10.
    require : dict of ranges, optional
        Ranges of signals, expressions, numbers along a run or functions; default none.
    start : State, dict of coordinates, or function, optional
        Values of all that is not found, and where the search begins; default the default values of the
        model.
    until : float, optional
        End of each run in s; default no run.
    times : array of float, optional
        Times of output in s; default as for `da.optimize`.
    method : Method, optional
        Method of integration; default `da.methods.DOP853(rtol=1e-8, atol=1e-10)`.
    events : sequence of Event, optional
        Events that are looked for; default none.
    samples : int, optional
        Candidates spread over all ranges that are looked at first; default none.
    starts : int, optional
        How many of the best of these are followed to a minimum; default 1.
    config : Config, optional
        Cache of compiled code, threads and tier; default from the environment.

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
