"""The principle of Newton and Euler: rates of momenta are forces and moments, for every body by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np

from dalembert.arrays import Array
from dalembert.expr.calculus import sparse_jacobian
from dalembert.expr.rewrite import substitute
from dalembert.expr.scalar import is_zero
from dalembert.expr.sparse_matrix import SparseMatrix
from dalembert.principles.body_speeds import (
    Axes,
    BodyAxes,
    BodySpeeds,
    MassCentres,
    PointChoice,
    SingleBody,
    chosen_points,
)
from dalembert.principles.coordinates.absolute import Absolute
from dalembert.principles.deriving.derivation import DerivationStep
from dalembert.principles.deriving.principle import TakesSolver
from dalembert.principles.deriving.terms import Terms
from dalembert.spatial.vectors import as_vector, cross
from dalembert.symbolic.latex_names import upright
from dalembert.tree.effective_rows import effective_rows
from dalembert.tree.moving_bodies import MovingBodies

_MASS_CENTRES, _BODY_AXES = MassCentres(), BodyAxes()


@dataclass(frozen=True)
class NewtonEuler(TakesSolver):
    """ṗ = f and ḣ_P = t_P + p × v_P for every body by itself; all joints are constraints with unknown forces.

    p = m (v_P + ω × r) and h_P = I ω + r × p, where r leads from a point P of the body to its mass centre, about
    which its inertia matrix is I. With P there, m v̇ = f and I ω̇ = t − ω × I ω; in principal axes
    I₁ ω̇₁ = t₁ + (I₂ − I₃) ω₂ ω₃ and so on. Speeds are ω and v_P. (Orsino 2016, 3.11 to 3.20.) Coordinates are
    absolute ones, with Euler parameters unless others are chosen.

    Parameters
    ----------
    solver : AccelerationSolver, optional
        Way to accelerations and reactions; default the Schur complement of the constraints.
    about : MassCentres or BodyOrigins, optional
        Points of the bodies about which moments are taken; default mass centres.
    axes : BodyAxes, PrincipalAxes or WorldAxes, optional
        Axes of angular velocities and moments; default those of the bodies.
    linear_axes : BodyAxes, PrincipalAxes or WorldAxes, optional
        Axes of velocities and forces; default those of `axes`.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.rod("rod", length=1.0, mass=1.0)
    >>> pendulum = da.Model(da.Revolute("hinge", da.ground, rod), gravity=(0, -9.81, 0))
    >>> eom = da.derive(pendulum, da.NewtonEuler())
    >>> print(len(eom.speeds), "speeds,", len(eom.rows), "rows")
    6 speeds, 5 rows
    """

    _: KW_ONLY
    about: PointChoice = _MASS_CENTRES
    """Points P: mass centres, `BodyOrigins()`, or points by the names of bodies, in their axes and from their
    origins; bodies without a name there have P in the mass centre."""

    axes: Axes = _BODY_AXES
    """Axes of angular velocities and moments, and of all else unless it is said: of bodies, `PrincipalAxes()`, or
    `WorldAxes()`."""

    linear_axes: Axes | None = None
    """Axes of velocities and forces; the matrix form has `WorldAxes()` there."""

    def __post_init__(self) -> None:
        if isinstance(self.about, Mapping):
            points = {
                name: tuple(as_vector(p, f"the point of body {name!r}").tolist()) for name, p in self.about.items()
            }
            object.__setattr__(self, "about", points)

    @property
    def default_coordinates(self) -> Absolute:
        """Every body is placed by itself."""
        return Absolute()

    @property
    def chosen_speeds(self) -> BodySpeeds:
        return BodySpeeds(chosen_points(self.about), self.axes, self.linear_axes or self.axes)

    def terms(self, bodies: MovingBodies) -> Terms:
        n, applied = len(bodies.u), _applied(bodies)
        rows: list[Mapping[int, Any]] = [{} for _ in range(n)]
        forces = _on_free_joints(bodies)
        alone, still = self._bodies(bodies), dict.fromkeys(bodies.a, 0.0)
        for body in alone:
            rates = _rates(bodies, body)
            rows[body.link.u] = sparse_jacobian(rates, bodies.a).rows
            loads = _loads(body, applied[body.number], bodies)
            forces[body.link.u] = forces[body.link.u] + loads - substitute(rates, still)

        # variables that are of no body have forces, and an inertia of their own
        numbers, kinematics = {body.number for body in alone}, bodies.kinematics
        for k, link in enumerate(kinematics.tree.links):
            if k not in numbers:
                rows[link.u] = [{i: link.joint.speed_inertia} for i in range(link.u.start, link.u.stop)]
                forces[link.u] = forces[link.u] + kinematics.axes[k].T @ applied[k]
        return Terms(SparseMatrix(rows, n), forces)

    def _bodies(self, bodies: MovingBodies) -> list[SingleBody]:
        return self.chosen_speeds.bodies(bodies.kinematics, bodies.u)

    def steps(self, bodies: MovingBodies) -> Sequence[DerivationStep]:
        of_bodies = self._bodies(bodies)
        momenta: dict[str, Array] = {}
        rates: dict[str, Array] = {}
        loads: dict[str, Array] = {}
        reactions: dict[str, Array] = {}
        free, every_load, every_reaction = _on_free_joints(bodies), _applied(bodies), _reactions(bodies)
        for body in of_bodies:
            applied, reaction = every_load[body.number], every_reaction[body.number]
            name, n = upright(body.body.name), body.turning.shape[1]
            p, h = _momenta(body)
            momenta |= {rf"p_{{{name}}}": p, rf"h_{{{name}}}": h}
            change = _rates(bodies, body)
            rates |= {
                rf"\dot p_{{{name}}}": change[n:],
                rf"(\dot h - p \times v_P)_{{{name}}}": change[:n],
            }
            load = _loads(body, applied, bodies) + free[body.link.u]
            loads |= {rf"f_{{{name}}}": load[n:], rf"t_{{{name}}}": load[:n]}
            held = _components(body, *body.about_point(reaction))
            reactions |= {rf"f^c_{{{name}}}": held[n:], rf"t^c_{{{name}}}": held[:n]}
        return [
            DerivationStep(
                "Momenta",
                "p = m (v_P + ω × r) and h = I ω + r × p about P, from where r leads to the mass centre.",
                momenta,
            ),
            DerivationStep(
                "Rates of momenta",
                "As an observer at rest sees them: in axes that turn with a body, ω × p and ω × h are added.",
                rates,
            ),
            DerivationStep("Forces and moments", "All that is applied, gravity included; moments about P.", loads),
            DerivationStep(
                "Reactions",
                "What joints and constraints exert on each body, in unknown multipliers: ṗ = f + fᶜ, "
                "ḣ − p × v_P = t + tᶜ.",
                reactions,
            ),
        ]


# ---- momenta


def _momenta(body: SingleBody) -> tuple[Array, Array]:
    """p and h_P (3,), in linear and angular axes."""
    w = body.R_linear @ body.w
    p = body.inertia.mass * (body.v + cross(w, body.linear.R_BA.T @ body.r))
    h = body.angular.I @ body.w + cross(body.angular.R_BA.T @ body.r, body.R_linear.T @ p)
    return p, h


def _rates(bodies: MovingBodies, body: SingleBody) -> Array:
    """ḣ_P − p × v_P and ṗ (k,) along the body's speeds, with their rates as variables."""
    p, h = _momenta(body)
    w = body.R_linear @ body.w
    p_dot = body.linear.rate(w, p, bodies.rate_of(p))
    h_dot = body.angular.rate(body.w, h, bodies.rate_of(h))

    # about its mass centre a body has p along v_P
    if not all(map(is_zero, body.r)):
        h_dot = h_dot - body.R_linear.T @ cross(p, body.v)
    return np.concatenate([body.turning.T @ h_dot, body.sliding.T @ p_dot])


# ---- forces


def _applied(bodies: MovingBodies) -> list[Array]:
    """Wrench (6,) of all that acts on each link but gravity, about its origin and in its axes.

    Forces on coordinates of joints act on the two bodies that the joint connects.
    """
    kinematics = bodies.kinematics
    wrenches = kinematics.wrenches()
    for coordinate, value in bodies.kinematics.joint_loads():
        for k, wrench in kinematics.closing_wrenches(coordinate, value):
            wrenches[k] = wrenches[k] + wrench
    return [bodies.speeds.known(wrench) for wrench in wrenches]


def _loads(body: SingleBody, wrench: Array, bodies: MovingBodies) -> Array:
    """Moment about P and force (k,) along the body's speeds, gravity included."""
    m, g = body.inertia.mass, bodies.kinematics.model.gravity
    moment, force = body.about_point(wrench)
    weight = m * (body.linear.R_WA.T @ g)
    weight_moment = cross(body.angular.R_BA.T @ body.r, m * (body.angular.R_WA.T @ g))
    n = body.turning.shape[1]
    components = _components(body, moment, force)
    components[:n] = components[:n] + body.turning.T @ weight_moment
    components[n:] = components[n:] + body.sliding.T @ weight
    return components


def _components(body: SingleBody, moment: Array, force: Array) -> Array:
    """A moment and a force in the body's own axes, along its speeds (k,)."""
    turned, moved = body.angular.R_BA.T @ moment, body.linear.R_BA.T @ force
    components: Array = np.array([*(body.turning.T @ turned), *(body.sliding.T @ moved)], dtype=object)
    return components


def _on_free_joints(bodies: MovingBodies) -> Array:
    """Moments about P and forces (nu,) of what acts on coordinates that place bodies: on those of free joints."""
    kinematics = bodies.kinematics
    loads = [load for load in kinematics.joint_loads() if load[0] not in kinematics.measured]
    return bodies.speeds.generalized(bodies.speeds.known(kinematics.generalized((), loads)))


def _reactions(bodies: MovingBodies) -> list[Array]:
    """Wrench (6,) of all constraints on each link, about its origin and in its axes, in terms of multipliers."""
    total: list[Any] = [np.zeros(6) for _ in bodies.kinematics.tree.links]
    rows = effective_rows(bodies.kinematics)
    lam = bodies.helpers(f"λ {row.row.name}" for row in rows)
    for row, multiplier in zip(rows, lam, strict=True):
        for k, wrench in bodies.kinematics.on_links(row.exerted):
            total[k] = total[k] + multiplier * bodies.speeds.known(wrench)
    return total
