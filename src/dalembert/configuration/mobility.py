"""Mobility: degrees of freedom, rows that depend on others, and what that means for reactions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from dalembert.arrays import Arguments, Matrix, Vector
from dalembert.configuration.assemble import assemble
from dalembert.configuration.constraint_unknowns import Native, native
from dalembert.configuration.constraint_values import constraint_values
from dalembert.configuration.neighbourhood import Neighbourhood
from dalembert.configuration.residual_check import ACCEPTED, gaps, missed
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import ModelError
from dalembert.memo import Key
from dalembert.rank import INVOLVED, NEARLY, coefficients, column_sizes, dependent_among, rank, row_scales
from dalembert.state import State, Values, as_state


@dataclass(frozen=True)
class Dependence:
    """A row that holds by others wherever the system goes."""

    row: str
    part: str
    on: tuple[str, ...]
    """Rows that it depends on; none if no motion changes it."""

    def __str__(self) -> str:
        return f"{self.row} depends on {', '.join(self.on)}" if self.on else f"no motion changes {self.row}"


@dataclass(frozen=True)
class Mobility:
    """Degrees of freedom of a system, and rows of its constraints that are redundant or singular."""

    coordinates: int
    speeds: int
    rows: int
    rank: int
    """How many rows are independent in the given state."""

    generic_rank: int
    """How many are in the states around it."""

    redundant: tuple[Dependence, ...] = ()
    """Rows that depend on others in all states around."""

    singular: tuple[str, ...] = ()
    """Rows that depend on each other in this state only."""

    nearly_singular: tuple[str, ...] = ()
    """Rows that nearly depend on each other in this state, if it is not singular."""

    geometric: tuple[str, ...] = ()
    """Rows that no motion changes, by the geometry of the model; they are not counted among the rows."""

    not_unique: tuple[str, ...] = ()
    """Signals of reactions that are not determined, because rows are redundant or geometric."""

    left_out: frozenset[str] = frozenset()
    """Rows that runs leave out: those that were left out already, and the redundant ones."""

    open_contacts: tuple[str, ...] = ()
    """Contacts, stops, cables and dry friction, in words: they count as open, which hold nothing."""

    state_rows: int = 0
    """Rows of coordinates and momenta, by Dirac: two of them take a degree of freedom, a place and a momentum."""

    @property
    def degrees_of_freedom(self) -> int:
        """Speeds that can be chosen."""
        return self.speeds - self.generic_rank - self.state_rows // 2

    @property
    def degrees_by_counting(self) -> int:
        """Degrees of freedom by counting, speeds less all rows: right where no row is redundant or geometric.

        In coordinates of joints it is the count of bodies and joints in space (Chebychev, Grübler, Kutzbach):
        6 (n − 1) − Σ (6 − k) n_k, for n bodies with the ground and n_k joints of k freedoms. Coordinates of
        another formulation count as joints that place the bodies.
        """
        return self.speeds - self.rows - len(self.geometric)

    @property
    def degrees_by_counting_in_plane(self) -> int:
        """Degrees by counting in the plane, 3 (n − 1) − Σ (3 − k) n_k, for bodies that move in parallel planes.

        Rows that no motion changes hold there by geometry and do not count.
        """
        return self.speeds - self.rows

    @property
    def redundant_rows(self) -> frozenset[str]:
        """Names of the rows that may be left out."""
        return frozenset(dependence.row for dependence in self.redundant)

    @property
    def is_singular(self) -> bool:
        """Whether fewer rows are independent here than around."""
        return self.rank < self.generic_rank

    @property
    def report(self) -> str:
        """Degrees of freedom, redundant and singular rows, in words."""
        lines = [
            f"{numbered(self.coordinates, 'coordinate')}, {numbered(self.speeds, 'speed')}, "
            f"{numbered(self.rows, 'row')} of constraints, of which {self.generic_rank} "
            f"{'is' if self.generic_rank == 1 else 'are'} independent: "
            f"{numbered(self.degrees_of_freedom, 'degree')} of freedom"
        ]
        if self.open_contacts:
            lines.append(f"not counted, as if open: {', '.join(self.open_contacts)}")
        if self.state_rows:
            lines.append(f"{numbered(self.state_rows, 'row')} of coordinates and momenta among the constraints")
        if self.redundant:
            plane = f", in a plane {self.degrees_by_counting_in_plane}" if self.geometric else ""
            lines.append(f"counting bodies and joints alone gives {self.degrees_by_counting}{plane}")
        if self.is_singular:
            lines.append(
                f"this position is singular: here only {self.rank} of the rows are independent, because of "
                f"{', '.join(self.singular)}"
            )
        if self.nearly_singular:
            lines.append(
                f"this position is nearly singular: {', '.join(self.nearly_singular)} {NEARLY.words}, so that "
                "accelerations and reactions have fewer digits"
            )
        lines += [f"redundant: {dependence}" for dependence in self.redundant]
        if self.geometric:
            lines.append(f"no motion changes {', '.join(self.geometric)}: they hold by geometry")
        if self.not_unique:
            lines.append(f"reactions that are not unique: {', '.join(self.not_unique)}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        from dalembert.pictures.notebook import lines_html

        return lines_html(self.report)

    def __str__(self) -> str:
        return self.report


def numbered(n: int, noun: str) -> str:
    """A noun with its number: 1 row, 2 rows."""
    return f"{n} {noun}{'' if n == 1 else 's'}"


def mobility(subject: Subject, state: State | Values | None = None) -> Mobility:
    """Degrees of freedom in a state, and rows that are redundant or singular there.

    A row is redundant if it depends on the others also at perturbed, re-assembled positions; if it does so
    only here, the position is singular.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System that is asked.
    state : State or dict of coordinates, optional
        State that satisfies the constraints; one that `assemble` finds unless given.

    Returns
    -------
    Mobility
        Counts of coordinates, speeds, rows and degrees of freedom; printed, it explains dependent rows.

    Raises
    ------
    AssemblyError
        Rows that depend on each other contradict each other.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=2.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod, axis="z"), gravity=(0, -9.81, 0))
    >>> da.mobility(pendulum).degrees_of_freedom
    1
    """
    dynamics = as_dynamics(subject)
    state = assemble(dynamics) if state is None else as_state(state)
    arguments = dynamics.arguments(state)
    values = constraint_values(dynamics, {name: np.asarray(x)[None] for name, x in arguments.items()}, state.p)
    if not (gaps(values, arguments["q"][None], arguments["u"][None]) <= ACCEPTED).all():
        raise missed(values, 0, "the state")
    return analysed(dynamics, arguments, state.p)


def without_redundant(dynamics: Dynamics, state: State) -> Dynamics:
    """Dynamics without rows that are redundant in a state, which satisfies the constraints."""
    if not dynamics.equations.rows:
        return dynamics
    return dynamics.without(mobility(dynamics, state).left_out)


def without_dependent(dynamics: Dynamics, arguments: Arguments, p: Mapping[str, float]) -> Dynamics:
    """Dynamics without rows that are redundant in a state given as numbers."""
    dependence = dependence_at(dynamics, arguments, p)
    return dynamics if dependence is None else dynamics.without(dependence.left_out)


def dependence_at(dynamics: Dynamics, arguments: Arguments, p: Mapping[str, float]) -> Mobility | None:
    """The mobility in a state given as numbers, where rows depend on each other; None where none do."""
    if not dynamics.equations.rows:
        return None
    here = constraint_values(dynamics, {name: np.asarray(x)[None] for name, x in arguments.items()}, p)
    return None if rank(here.J[0]) == int(here.on[0].sum()) else analysed(dynamics, arguments, p)


def analysed(dynamics: Dynamics, arguments: Arguments, p: Mapping[str, float]) -> Mobility:
    """The mobility in a state given as numbers, which satisfies the constraints."""
    eom = dynamics.equations
    if eom.constraints.state_rows and not eom.variables.are_momenta:
        raise ModelError(
            "the rows of these equations are conditions of their states, which say nothing of how many are "
            "independent; ask the `equations` of the tree"
        )
    around = Neighbourhood(dynamics, arguments, p)
    result = Mobility(
        coordinates=len(eom.coordinates),
        speeds=len(eom.speeds),
        rows=int(around.here.on.sum()),
        rank=around.rank,
        generic_rank=around.generic_rank,
        geometric=tuple(row.name for row, _ in eom.constraints.geometric),
        open_contacts=tuple(dict.fromkeys(contact.label for contact in eom.outputs.contacts)),
        state_rows=sum(row.is_kept for row in eom.constraints.state_rows),
    )
    kept = around.kept_rows
    redundant = tuple(_dependence(around, kept, i) for i in around.others)
    around.check_consistent()
    if result.is_singular:
        names = tuple(eom.rows[i].name for i in dependent_among(around.J, kept, sizes=around.sizes.rows))
        result = replace(result, singular=names)
    else:
        nearly = dependent_among(around.J, kept, NEARLY, sizes=around.sizes.rows)
        result = replace(result, nearly_singular=tuple(eom.rows[i].name for i in nearly))
    return replace(result, redundant=redundant, not_unique=_not_unique(around, kept), left_out=around.left_out)


def _dependence(around: Neighbourhood, kept: tuple[int, ...], row: int) -> Dependence:
    rows = around.dynamics.equations.rows
    involved: set[int] = set()
    for _, J in around.regular:
        factors = np.abs(coefficients(J, kept, row) * np.linalg.norm(J[list(kept)], axis=1))
        size = max(float(np.linalg.norm(J[row])), float(np.linalg.norm(J, axis=1).max(initial=0.0)) * INVOLVED)
        involved |= {i for i, factor in zip(kept, factors, strict=True) if factor > INVOLVED * size}
    return Dependence(rows[row].name, rows[row].part, tuple(rows[i].name for i in sorted(involved)))


_REACTION_PATTERNS: Key[Native] = Key("reaction patterns")


def _not_unique(around: Neighbourhood, kept: tuple[int, ...]) -> tuple[str, ...]:
    """Signals that change with multipliers which balance each other."""
    dynamics = around.dynamics
    eom = dynamics.equations
    m, n_geometric = len(eom.rows), len(eom.constraints.geometric)
    if not around.others and not n_geometric:
        return ()
    names, patterns = eom.outputs.reaction_patterns(m)
    function = dynamics.memo.get(_REACTION_PATTERNS, lambda: native(dynamics, {"W": patterns}))
    is_force = np.array([dynamics.solved.signals.units[name] == "N" for name in names], dtype=bool)
    changed = np.zeros(len(names), dtype=bool)
    balanced: set[int] = set()
    for arguments, J in around.regular:
        # moments are forces times arms
        W = function(arguments, around.p)["W"]
        W = W * column_sizes(W.T, is_force)[:, None]
        for multipliers in _balances(J, kept, around.others, n_geometric):
            # beside what the multipliers do each by itself: all changes may be rounding
            size = (np.abs(W) @ np.abs(multipliers)).max(initial=0.0)
            changed |= np.abs(W @ multipliers) > INVOLVED * size
            parts = np.abs(multipliers[:m]) * row_scales(J)
            balanced.update(np.flatnonzero(parts > INVOLVED * parts.max(initial=0.0)))
    with_wrench = {name.rsplit(".", 2)[0] for name in names}
    others = [eom.rows[i] for i in sorted(balanced) if eom.rows[i].part not in with_wrench]
    wrenches = [name for name, is_changed in zip(names, changed, strict=True) if is_changed]
    return (*wrenches, *(f"{row.name}.multiplier" for row in others))


def _balances(J: Matrix, kept: tuple[int, ...], others: tuple[int, ...], n_geometric: int) -> list[Vector]:
    """Multipliers (m + n_geometric,) that exert nothing together, one set for each of the other rows."""
    m = len(J)
    balances = []
    for row in others:
        multipliers = np.zeros(m + n_geometric)
        multipliers[row] = 1.0
        multipliers[list(kept)] = -coefficients(J, kept, row)
        balances.append(multipliers)
    return [*balances, *np.eye(n_geometric, m + n_geometric, m)]
