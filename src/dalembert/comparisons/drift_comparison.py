"""Drift of a system in several forms: of its energy, and of relations that should hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Array, Vector
from dalembert.dynamics.as_dynamics import Subject
from dalembert.errors import ModelError
from dalembert.expr.node import Scalar
from dalembert.integrators.method import Method
from dalembert.name_checks import checked_names
from dalembert.rows import NoStabilization, Stabilization
from dalembert.runs.motion import Motion
from dalembert.runs.simulate import simulate
from dalembert.state import State

SystemForm: TypeAlias = tuple[Subject, State]
"""A model, or equations, and a start."""


@dataclass(frozen=True, eq=False)
class DriftRun:
    """Run of a system in one form, and its drift."""

    motion: Motion
    energy: Vector
    """Change of energy since the start, at every time, in J: drift, if nothing does work."""

    relations: Mapping[str, Vector]
    """Sizes of relations that should be zero, at every time; of several components the largest."""


@dataclass(frozen=True, eq=False)
class DriftComparison:
    """Forms of one system compared for drift; printed, it is a table of the largest errors."""

    runs: Mapping[str, DriftRun]

    def __getitem__(self, name: str) -> DriftRun:
        checked_names([name], self.runs, "form")
        return self.runs[name]

    @property
    def best(self) -> str:
        """Name of the form whose energy drifts least."""
        return min(self.runs, key=lambda name: float(np.abs(self.runs[name].energy).max()))

    def __str__(self) -> str:
        headings = ["form", "energy", *next(iter(self.runs.values())).relations]
        lines = [headings, *([name, *self._largest(run)] for name, run in self.runs.items())]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return "\n".join(
            "  ".join([line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])]) for line in lines
        )

    def _largest(self, run: DriftRun) -> list[str]:
        return [f"{np.abs(values).max():.3e}" for values in (run.energy, *run.relations.values())]


def compare_drift(
    forms: Mapping[str, SystemForm],
    *,
    until: float,
    method: Method,
    relations: Mapping[str, Scalar | Array | Sequence[Scalar]] | None = None,
    times: ArrayLike | None = None,
    stabilization: Stabilization | None = None,
) -> DriftComparison:
    """Drift of several forms of one system, simulated by the same steps.

    Constraints that are the same in exact arithmetic drift differently.

    Parameters
    ----------
    forms : dict of pairs of a system and a State
        Each form by name: a model or equations, and its start.
    until : float
        End time in s.
    method : Method
        Method of integration with its steps, the same for all forms.
    relations : dict of expressions, optional
        Expressions of measures by name that should be zero in all forms, such as the constraints as one of
        them has them; default none.
    times : array of float, optional
        Times of output in s; default those of `da.simulate`.
    stabilization : Projection, Baumgarte or NoStabilization, optional
        Stabilization of the constraints; default none, so that drift is seen.

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
    >>> absolute = da.derive(engine, coordinates=da.formulations.AbsolutePlanar())
    >>> moved = da.convert_state(start, engine, absolute)
    >>> forms = {"joints": (engine, start), "bodies": (absolute, moved)}
    >>> drift = da.diagnostics.compare_drift(forms, until=1.0, method=da.methods.RK4(0.01))
    >>> print(str(drift).split()[:2])
    ['form', 'energy']
    """
    if not forms:
        raise ModelError("there are no forms to compare; give models and starts by name")
    runs = {}
    for name, (subject, start) in forms.items():
        motion = simulate(
            subject,
            start,
            until=until,
            times=times,
            method=method,
            stabilization=NoStabilization() if stabilization is None else stabilization,
        )
        histories = motion.evaluate(dict(relations)) if relations else {}
        sizes = {label: np.abs(values).reshape(len(motion), -1).max(axis=1) for label, values in histories.items()}
        energy = motion["energy"]
        runs[name] = DriftRun(motion, energy - energy[0], sizes)
    return DriftComparison(runs)
