"""A system and how it can move, in words."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from dalembert.arrays import Array, Matrix, Vector
from dalembert.configuration.constraint_unknowns import native
from dalembert.configuration.mobility import mobility
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.dynamics.dynamics import Dynamics
from dalembert.errors import AssemblyError
from dalembert.state import State, Values

IN_PLANE = 1e-9
"""Velocities out of a plane, beside the largest, that are no motion."""


def summary(subject: Subject, state: State | Values | None = None) -> str:
    """Text about parts, coordinates, constraints, degrees of freedom, loops, and redundant rows with the reason.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System that is asked.
    state : State or dict of coordinates, optional
        State in which degrees of freedom and redundancy are counted; one that `assemble` finds unless given.

    Returns
    -------
    str
        Several lines.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> print(da.summary(pendulum))
    1 body, 1 coordinate, 1 speed
    joints
      hinge  Revolute  ground – rod  hinge
    gravity (0, -9.81, 0)
    planar: all bodies move across (0, 0, 1)
    1 coordinate, 1 speed, 0 rows of constraints, of which 0 are independent: 1 degree of freedom
    """
    dynamics = as_dynamics(subject)
    eom = dynamics.equations
    lines = [eom.outputs.description]
    if (normal := plane_normal(dynamics)) is not None:
        lines.append(f"planar: all bodies move across ({', '.join(f'{x:g}' for x in normal)})")
    lines += [f"row {row.name} of {row.part}: {row.kind}" for row in eom.rows]
    if eom.constraints.state_rows and not eom.variables.are_momenta:
        # how many of these are independent is a question for other equations
        return "\n".join(lines)
    try:
        lines.append(mobility(dynamics, state).report)
    except AssemblyError as failure:
        lines.append(f"not assembled: {failure}")
    return "\n".join(line for line in lines if line)


def plane_normal(dynamics: Dynamics) -> Vector | None:
    """The direction (3,) across which all bodies move, whatever the joints of the tree do; None if none is."""
    motions = dynamics.equations.outputs.motions_of_bodies().values()
    if not motions:
        return None
    outputs = {"w": np.array([m.w for m in motions]), "v": np.array([m.v for m in motions])}
    numbers = _somewhere(dynamics, outputs)
    w, v = (numbers[kind].reshape(-1, 3) for kind in ("w", "v"))
    # the axis of all turning; without any, what no translation has a part in
    turning, sliding = np.linalg.svd(w), np.linalg.svd(v)
    n: Vector = turning.Vh[0] if turning.S.max(initial=0.0) > 0.0 else sliding.Vh[-1]
    n = n * np.sign(n[np.argmax(np.abs(n))])
    size = max(np.abs(w).max(initial=0.0), np.abs(v).max(initial=0.0))
    out_of_plane = max(np.abs(w - np.outer(w @ n, n)).max(initial=0.0), np.abs(v @ n).max(initial=0.0))
    return np.where(np.abs(n) < IN_PLANE, 0.0, n) if size > 0.0 and out_of_plane <= IN_PLANE * size else None


def _somewhere(dynamics: Dynamics, outputs: Mapping[str, Array]) -> Mapping[str, Matrix]:
    """Numbers in states where nothing is aligned by chance."""
    eom, generator, n = dynamics.equations, np.random.default_rng(3), 6
    sizes = {"q": len(eom.q), "u": len(eom.u), "z": len(eom.z), "tau": len(eom.tau)}
    states = {kind: generator.uniform(0.3, 1.3, (n, size)) for kind, size in sizes.items()}
    return native(dynamics, outputs)({"t": generator.uniform(0.3, 1.3, n), **states}, {})
