"""Assembly: states that satisfy the constraints, from what is given and a guess of the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.configuration.assembly_failures import cannot_close, cannot_hold, wrong_way_round
from dalembert.configuration.assembly_modes import wrongly_closed
from dalembert.configuration.constraint_unknowns import (
    PLACING_ROWS,
    Positions,
    Speeds,
    parameters_of,
    placing_rows,
)
from dalembert.configuration.fixed_values import Held, held_coordinates, held_measures, held_speeds, targets
from dalembert.configuration.skew_axes import skew_axes_text
from dalembert.configuration.typical_sizes import sizes_of_positions
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.dynamics.dynamics import TOUCHES, Dynamics
from dalembert.errors import AssemblyError, ModelError
from dalembert.expr.node import Scalar
from dalembert.name_checks import checked_names
from dalembert.numerics.nearest_root import Point, nearest_root, root
from dalembert.rank import INVOLVED, free_motions
from dalembert.state import State

Values = Mapping[str, float]

PERTURBATIONS = (0.1, 0.3, 1.0, 1.0, 2.0, 2.0, 3.0, 3.0)
"""How far further starts lie from the guess, in units of coordinates."""

_CONTINUATIONS = (8, 64)
"""Numbers of steps in which held values are reached from where they are at the guess."""


@dataclass(frozen=True)
class Assembly(State):
    """A state that satisfies the constraints, and how it was found."""

    undetermined: tuple[str, ...] = ()
    """Coordinates, speeds and unknown parameters that neither constraints nor given values determine.

    They are as near to the guess as the rest allows.
    """

    report: str = ""
    """Residuals, held values and what is undetermined, in words."""

    overlaps: Mapping[str, float] = field(default_factory=dict)
    """Contacts at which bodies overlap, in words, and by how much: nothing here moves them apart."""

    def __repr__(self) -> str:
        # the report is long, and there to be printed
        deep = f", overlaps={dict(self.overlaps)}" if self.overlaps else ""
        return f"{super().__repr__().removesuffix(')')}, undetermined={self.undetermined}{deep})"

    def _repr_html_(self) -> str:
        from dalembert.pictures.notebook import state_html

        return state_html(self, self.report, self.undetermined)

    def __reduce__(self) -> tuple[Any, ...]:
        _, values = super().__reduce__()
        return Assembly, (*values, self.undetermined, self.report, dict(self.overlaps))


def assemble(
    subject: Subject,
    q: Values | None = None,
    *,
    u: Values | None = None,
    guess: Values | State | None = None,
    where: Iterable[tuple[Scalar, float]] = (),
    unknown: Sequence[str] = (),
    t: float = 0.0,
    p: Values | None = None,
    tau: Values | None = None,
    z: Values | None = None,
) -> Assembly:
    """State that satisfies all constraints, holds what is given, and is otherwise nearest to the guess.

    Positions come first, φ(t, q) = 0 with coordinates and measures held, then velocities, ψ(t, q, u) = 0 with
    speeds and measures that depend on speeds held. Nearest means at the smallest distance, the root of the sum
    of squares of changes in rad, m and parameters, that is reached from a first solution by moving
    continuously. What has no definite value is reported as `undetermined`. Joints are closed the right way
    round.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System that is asked.
    q : dict of float, optional
        Coordinates that are held, in rad or m, also those of joints that close loops; default none.
    u : dict of float, optional
        Speeds that are held, in rad/s or m/s; default none.
    guess : State or dict of coordinates, optional
        Position near which the rest is to be; a state gives speeds and parameters too. Default values of the
        model unless given.
    where : pairs of an expression and a float, optional
        Measures that are held at given values, such as `[(da.position(tip)[1], 0.3)]`; default none.
    unknown : sequence of str, optional
        Names of open parameters that are solved for too; default none.
    t : float, optional
        Time in seconds; default 0.
    p : dict of float, optional
        Values of open parameters; their defaults unless given.
    tau : dict of float, optional
        Values of inputs, in N or N m; zero unless given.
    z : dict of float, optional
        Values of state variables; their starts unless given.

    Returns
    -------
    Assembly
        State that satisfies the constraints; `report` says how it was reached.

    Raises
    ------
    AssemblyError
        There is no such state; the message says what stays open, by how much, and what was tried.

    Examples
    --------
    >>> import dalembert as da
    >>> crank, rod = da.rod("crank", length=1.0, mass=1.0), da.rod("rod", length=2.0, mass=1.0)
    >>> slider = da.particle("slider", mass=1.0)
    >>> engine = da.Model(
    ...     da.Revolute("A", da.ground, crank),
    ...     da.Revolute("B", crank["end"], rod),
    ...     da.Prismatic("slide", da.ground, slider, axis="x"),
    ...     da.Coincident("C", rod["end"], slider),
    ... )
    >>> start = da.assemble(engine, q={"A": 0.0}, guess={"slide": 3.0})
    >>> print(f"{start.q['slide']:.6f} m")
    3.000000 m
    """
    dynamics = as_dynamics(subject)
    eom, near = dynamics.equations, guess if isinstance(guess, State) else State(q=guess or {})
    values = State(t=t, q=q or {}, u=u or {}, tau=tau or {}, z=z or {}, p={**near.p, **(p or {})})
    measured, measured_speeds = held_measures(eom, where)
    checked_names(values.p, eom.parameters, "parameter")
    held = (*held_coordinates(eom, values.q), *measured)
    held_values = {quantity.label: quantity.value for quantity in held if quantity.number is not None}
    start = State(
        values.t, {**near.q, **held_values}, near.u, values.z or near.z, values.tau or near.tau, values.p
    )
    task = _Assembling(dynamics, start, near, held, _names(unknown))
    positions = task.positions()
    speeds = task.speeds(positions, (*held_speeds(eom, values.u), *measured_speeds))
    return task.assembly(positions, speeds)


@dataclass(frozen=True)
class _Solution:
    """A root, the problem it solves, and how it was reached."""

    problem: Any
    point: Point
    way: str


@dataclass(frozen=True, eq=False)
class _Assembling:
    """One assembly: what it starts from and holds."""

    dynamics: Dynamics
    start: State
    """The guess, with held coordinates in place."""

    near: State
    """The guess as given."""

    held: tuple[Held, ...]
    unknown: tuple[str, ...]

    # ---- positions

    def positions(self) -> _Solution:
        """Positions that satisfy all, by the first of several ways that leads to some."""
        problem, tried, turned_over = self._problem(), [], []
        x = problem.turned(self._valid(self._numbers(self.start)), [*self.start.q])
        self._check_rates(problem, x)
        for way, attempt in self._ways(problem, x):
            point = attempt()
            if not point.is_root:
                tried.append((way, point))
            elif wrong := self._wrong_way_round(problem, point):
                turned_over.append(wrong)
            else:
                return _Solution(problem, point, way)
        raise self._failure(problem, tried, turned_over)

    def _check_rates(self, problem: Positions, x: Vector) -> None:
        """Refuse to begin where angles turn about parallel axes: their rates have no value there."""
        names = problem.without_rates(x)
        if names:
            raise AssemblyError(
                f"the rates of {', '.join(names)} have no value at the guess, where these angles are singular; "
                f"give another guess, such as guess={{{names[0]!r}: …}} with all angles of this body"
            )

    def _problem(self) -> Positions:
        self._check_unknown()
        arguments = self.dynamics.guessed(self.start)
        guess = self._numbers(State(q=self.near.q, p=self.start.p))
        p = dict(self.start.p)
        return Positions(self.dynamics, self.held, self.unknown, arguments, p, guess, targets(self.held))

    def _numbers(self, state: State) -> Vector:
        """Coordinates, then unknown parameters."""
        default = self.dynamics.equations.parameters
        values = [state.p.get(name, default[name]) for name in self.unknown]
        return np.concatenate([self.dynamics.guessed(state)["q"], values])

    def _valid(self, x: Vector) -> Vector:
        """Coordinates that are valid by themselves, such as quaternions of unit length, and unknown parameters."""
        eom, nq = self.dynamics.equations, len(self.dynamics.equations.coordinates)
        free = nq - len(eom.variables.unwrapped_angles)
        q = self.dynamics.valid({**self.dynamics.guessed(self.start), "q": x[:nq]}, self.start.p)
        return np.concatenate([q[:free], x[free:]])

    def _check_unknown(self) -> None:
        if not self.unknown:
            return
        eom = self.dynamics.equations
        checked_names(self.unknown, eom.parameters, "parameter")
        phi = self.dynamics.shared.get(PLACING_ROWS, lambda: placing_rows(eom))[1]
        present = {x.args[0] for x in parameters_of(phi, [held.expression for held in self.held])}
        for name in self.unknown:
            if name not in present:
                raise AssemblyError(
                    f"the parameter {name!r} cannot be solved for: neither a constraint on positions nor a held "
                    "measure depends on it"
                )

    def _ways(self, problem: Positions, x: Vector) -> Iterator[tuple[str, Callable[[], Point]]]:
        yield "from the guess", partial(nearest_root, problem, x)
        for n in _CONTINUATIONS if self.held and not problem.without_rates(problem.guess) else ():
            yield f"with held values reached in {n} steps", partial(self._continued, problem, n)
        generator = np.random.default_rng(1)
        for k, size in enumerate(PERTURBATIONS):
            delta = size * generator.standard_normal(len(self.dynamics.equations.speeds) + len(self.unknown))
            way = f"from another start ({k + 1} of {len(PERTURBATIONS)})"
            yield way, partial(nearest_root, problem, problem.moved(x, delta))

    def _continued(self, problem: Positions, n_steps: int) -> Point:
        """Closed without what is held, then this brought to its values in steps."""
        closed = self._alone.point
        x, first = closed.x, problem.held_values(closed.x)
        for part in np.arange(1, n_steps) / n_steps:
            x = root(replace(problem, targets=first + part * (problem.targets - first)), x).x
        return nearest_root(problem, x)

    @cached_property
    def _alone(self) -> _Solution:
        """Positions that satisfy the constraints, whatever is held."""
        return replace(self, held=(), start=replace(self.start, q=self.near.q)).positions()

    def _wrong_way_round(self, problem: Positions, point: Point) -> str:
        """The first joint that is closed the wrong way round, if any."""
        return wrongly_closed(self.dynamics, {**problem.arguments, **self._solved(point)}, self._parameters(point))

    def _failure(
        self, problem: Positions, tried: list[tuple[str, Point]], turned_over: list[str]
    ) -> AssemblyError:
        if turned_over:
            return wrong_way_round(turned_over[0])
        ways = [way for way, _ in tried]
        best = min((point for _, point in tried), key=lambda point: float(np.linalg.norm(point.r)))
        if not self.held:
            skew = skew_axes_text(self.dynamics)
            return cannot_close(problem.records, best, self.dynamics.equations.speeds, ways, skew)
        return cannot_hold(problem.records, self.held, best, ways)

    # ---- velocities

    def speeds(self, positions: _Solution, held: Sequence[Held]) -> _Solution:
        """Speeds that satisfy all, at these positions."""
        arguments = {**positions.problem.arguments, **self._solved(positions.point)}
        problem = Speeds(self.dynamics, tuple(held), arguments, self._parameters(positions.point), arguments["u"])
        best = nearest_root(problem, problem.guess)
        generator = np.random.default_rng(1)
        for size in () if all(row.is_linear for row in problem.records) and not held else PERTURBATIONS:
            if best.is_root:
                break
            trial = nearest_root(problem, problem.guess + size * generator.standard_normal(len(problem.guess)))
            best = min(best, trial, key=lambda point: point.gap)
        if not best.is_root:
            raise cannot_hold(problem.records, problem.held, best, ["velocities at the positions found"])
        return _Solution(problem, best, "")

    # ---- the result

    def _solved(self, point: Point) -> dict[str, Vector]:
        return {"q": point.x[: len(self.dynamics.equations.coordinates)]}

    def _parameters(self, point: Point) -> dict[str, float]:
        solved = point.x[len(self.dynamics.equations.coordinates) :]
        return {**self.start.p, **dict(zip(self.unknown, map(float, solved), strict=True))}

    def assembly(self, positions: _Solution, speeds: _Solution) -> Assembly:
        """The state, with what it leaves open."""
        eom, arguments = self.dynamics.equations, speeds.problem.arguments
        q, u = (_exact(solution) for solution in (positions, speeds))
        x = np.concatenate([q[: len(eom.coordinates)], u, arguments["z"]])
        state = self.dynamics.state(self.start.t, x, arguments["tau"], self._parameters(positions.point))
        moved = positions.problem.per_motion(positions.point.x)
        sizes = sizes_of_positions(positions.problem, positions.point.x)
        ones = np.ones(len(self.unknown))
        by_motion, of_names = (np.append(x, ones) for x in (sizes.columns, sizes.of_coordinates(eom)))
        names = _free_names(
            (*eom.coordinates, *self.unknown), positions.point, moved * by_motion, by_motion, of_names
        )
        names += _free_names(eom.speeds, speeds.point, np.diag(sizes.columns), sizes.columns, sizes.columns)
        fields = {kind: getattr(state, kind) for kind in ("t", "q", "u", "z", "tau", "p")}
        report, deep = _report(positions, speeds, names), self._overlaps(state)
        report += "".join(f"\nbodies overlap: {label} by {depth:.3g} m" for label, depth in deep.items())
        return Assembly(**fields, undetermined=tuple(names), report=report, overlaps=deep)

    def _overlaps(self, state: State) -> dict[str, float]:
        """Rigid contacts whose bodies overlap, and how deep."""
        rigid = [
            contact
            for contact in self.dynamics.equations.outputs.contacts
            if contact.is_rigid and contact.gap is not None
        ]
        depths: dict[str, float] = {}
        for contact, gap in zip(rigid, self.dynamics.gaps(state, rigid), strict=True):
            if gap < -TOUCHES:
                depths[contact.label] = max(-gap, depths.get(contact.label, 0.0))
        return depths


def _names(unknown: Sequence[str]) -> tuple[str, ...]:
    if isinstance(unknown, str):
        raise ModelError(f"unknown is a list of names of parameters, such as [{unknown!r}], not a text")
    return tuple(unknown)


def _exact(solution: _Solution) -> Vector:
    """The numbers found, with held ones free of rounding."""
    x = solution.point.x.copy()
    for held in solution.problem.held:
        if held.number is not None:
            x[held.number] = held.value
    return x


def _free_names(
    names: Sequence[str], point: Point, moved: Matrix, by_motion: Vector, of_names: Vector
) -> list[str]:
    """Names of what moves along motions that the rows at a point leave free.

    Motions, by which names are `moved` (n, n_motions), have sizes `by_motion` (n_motions,); changes of names have
    sizes `of_names` (n,).
    """
    sizes = np.abs(moved @ free_motions(point.A * by_motion)).max(axis=1, initial=0.0) / of_names
    return [name for name, size in zip(names, sizes, strict=True) if size > INVOLVED]


def _report(positions: _Solution, speeds: _Solution, undetermined: Sequence[str]) -> str:
    lines = [f"positions found {positions.way}: rows hold to {positions.point.gap:.1e}"]
    lines.append(f"velocities: rows hold to {speeds.point.gap:.1e}")
    held = [*positions.problem.held, *speeds.problem.held]
    lines.append(f"held: {', '.join(map(str, held)) or 'nothing'}")
    lines.append(f"undetermined, and as near to the guess as possible: {', '.join(undetermined) or 'nothing'}")
    return "\n".join(lines)
