"""Steady motion: all stays as it is but for a motion along symmetries, as on a circle or straight on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from dalembert.arrays import Vector
from dalembert.configuration.assemble import Values
from dalembert.configuration.contact_overlaps import with_lasting_rows
from dalembert.dynamics.as_dynamics import Subject, as_dynamics
from dalembert.errors import ModelError, SolverError
from dalembert.expr.node import Scalar
from dalembert.state import State
from dalembert.statics.steady_motion_search import SteadyMotion, SteadyMotions, SteadyTask, steady_task
from dalembert.statics.targets import Targets


def steady_motion(
    subject: Subject,
    *,
    q: Values | None = None,
    u: Values | None = None,
    guess: Values | State | None = None,
    where: Iterable[tuple[Scalar, float]] = (),
    unknown: Sequence[str] = (),
    p: Values | None = None,
    tau: Values | None = None,
    z: Values | None = None,
) -> SteadyMotion:
    """Steady motion that holds what is given and is otherwise near the guess.

    Along it the system is the same at all times but for a motion along symmetries, which are detected: single
    speeds on whose motion nothing depends, displacements of the whole, turning it about the direction of
    gravity. So a wheel rolls straight on or in a circle, a top precesses, a vehicle takes a bend. The speeds
    are u = Σ α_i σ_i(q) with constant α, their rates follow; forces are in balance with these, and all rows
    hold.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System that is asked.
    q : dict of float, optional
        Coordinates that are held, in rad or m; default none.
    u : dict of float, optional
        Speeds that are held, in rad/s or m/s; default none.
    guess : State or dict of coordinates, optional
        Position near which the answer is looked for; default values of the model unless given.
    where : pairs of an expression and a float, optional
        Measures that are held at given values, such as `[(da.position(tip)[1], 0.3)]`; default none.
    unknown : sequence of str, optional
        Names of inputs and open parameters that are solved for too; default none.
    p : dict of float, optional
        Values of open parameters; their defaults unless given.
    tau : dict of float, optional
        Values of inputs, in N or N m; zero unless given.
    z : dict of float, optional
        Values of state variables; their starts unless given.

    Returns
    -------
    SteadyMotion
        State with accelerations, multipliers and the rates along symmetries; `steady["A.force.x"]` is any
        signal.

    Raises
    ------
    SolverError
        There is no such motion; the message says what is left.

    Examples
    --------
    >>> import dalembert as da
    >>> rod, carrier = da.rod("rod", length=1.0, mass=1.0), da.disc("carrier", radius=0.2, mass=1.0)
    >>> spin = da.Revolute("spin", da.ground, carrier, axis="z")
    >>> governor = da.Model(spin, da.Revolute("arm", carrier, rod, axis="y"), gravity=(0, 0, -9.81))
    >>> ride = da.steady_motion(governor, u={"spin": 6.0}, guess={"arm": 0.5})
    >>> print(f"{ride.q['arm']:.4f} rad, by hand {da.expr.asin(1.5 * 9.81 / 36):.4f}")
    0.4211 rad, by hand 0.4211
    """
    return steady_task(as_dynamics(subject), Targets(q, u, guess, where, unknown, p, tau, z)).solved()


def steady_motions(
    subject: Subject,
    *,
    q: Mapping[str, float | Vector] | None = None,
    u: Mapping[str, float | Vector] | None = None,
    guess: Values | State | None = None,
    unknown: Sequence[str] = (),
    p: Mapping[str, float | Vector] | None = None,
    tau: Values | None = None,
    z: Values | None = None,
) -> SteadyMotions:
    """A family of steady motions: of the values that are held, some are arrays of one length.

    Each motion is found from the one before. Where the family ends before the last value, `SolverError` says at
    which one; `continuation` goes on around folds. All else is as in `steady_motion`.

    Parameters
    ----------
    subject : Model, Equations, Solution or Dynamics
        System that is asked.
    q : dict of float or arrays, optional
        Coordinates that are held, in rad or m; default none.
    u : dict of float or arrays, optional
        Speeds that are held, in rad/s or m/s; default none.
    guess : State or dict of coordinates, optional
        Position near which the first is looked for; default values of the model unless given.
    unknown : sequence of str, optional
        Names of inputs and open parameters that are solved for too; default none.
    p : dict of float or arrays, optional
        Values of open parameters; their defaults unless given.
    tau : dict of float or arrays, optional
        Values of inputs, in N or N m; zero unless given.
    z : dict of float or arrays, optional
        Values of state variables; their starts unless given.

    Examples
    --------
    >>> import dalembert as da
    >>> rod, carrier = da.rod("rod", length=1.0, mass=1.0), da.disc("carrier", radius=0.2, mass=1.0)
    >>> spin = da.Revolute("spin", da.ground, carrier, axis="z")
    >>> governor = da.Model(spin, da.Revolute("arm", carrier, rod, axis="y"), gravity=(0, 0, -9.81))
    >>> rides = da.steady_motions(governor, u={"spin": [5.0, 6.0, 7.0]}, guess={"arm": 0.5})
    >>> print([f"{ride.q['arm']:.4f}" for ride in rides])
    ['0.6293', '0.4211', '0.3050']
    """
    dynamics = with_lasting_rows(as_dynamics(subject), "steady_motion")
    kinds: dict[str, dict[str, Any]] = {"q": dict(q or {}), "u": dict(u or {}), "p": dict(p or {})}
    varied = {
        name: np.asarray(x, dtype=float) for kind in kinds.values() for name, x in kind.items() if np.ndim(x)
    }
    if len({x.shape for x in varied.values()}) != 1 or any(x.ndim != 1 or not x.size for x in varied.values()):
        shapes = ", ".join(f"{name}: {x.shape}" for name, x in varied.items()) or "none of them is an array"
        raise ModelError(f"a family needs arrays of one length among the values in q, u and p; {shapes}")
    motions: list[SteadyMotion] = []
    task: SteadyTask | None = None
    for k in range(len(next(iter(varied.values())))):
        values = {
            kind: {n: float(x[k]) if np.ndim(x) else x for n, x in held.items()} for kind, held in kinds.items()
        }
        try:
            if task is None or kinds["p"].keys() & varied.keys():
                near = motions[-1] if motions else guess
                wanted = Targets(values["q"], values["u"], near, (), unknown, values["p"], tau, z)
                task = steady_task(dynamics, wanted)
            else:
                task = task.from_another(motions[-1], values["q"], values["u"])
            motions.append(task.solved())
        except SolverError as error:
            at = ", ".join(f"{name} = {x[k]:g}" for name, x in varied.items())
            raise SolverError(f"the family ends before {at} (number {k + 1}): {error}") from error
    return SteadyMotions(tuple(motions), varied)
