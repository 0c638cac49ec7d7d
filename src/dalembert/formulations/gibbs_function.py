"""The Gibbs function, or acceleration energy, of a rigid body and of all bodies of a model."""

from __future__ import annotations

from typing import Any

from dalembert.equations import Equations
from dalembert.errors import FormulationError
from dalembert.formulations.reactions import TreeEquations
from dalembert.model.bodies import Frame
from dalembert.spatial.pose import Pose
from dalembert.spatial.vectors import cross

Array = Any


def gibbs_function(mass: Any, I: Array, acceleration: Array, alpha: Array, w: Array) -> Any:
    """S = ½ ∫ a · a dm of a rigid body: what the kinetic energy is for velocities, for accelerations.

    S = ½ m a · a + ½ α · I α + α · (ω × I ω) + ½ (ω · ω) (ω · I ω)  with a of the mass centre, I (3, 3) about it.
    I, α and ω share their axes, those of the body as a rule; a may be seen in others.
    Sources: Appell 1899; modular methodology (A.34).
    """
    L = I @ w
    turning = alpha @ (0.5 * (I @ alpha) + cross(w, L)) + 0.5 * (w @ w) * (w @ L)
    return 0.5 * mass * (acceleration @ acceleration) + turning


def acceleration_energy(equations: Equations, a: Array) -> Any:
    """S of all bodies of a model (q, u) for accelerations a (nu,), numbers or expressions.

    M = ∂²S/∂a∂a, and −∂S/∂a are the inertia forces along the speeds. Needs equations of a model of bodies.
    """
    if not isinstance(equations, TreeEquations):
        raise FormulationError(f"{type(equations).__name__} knows no bodies whose accelerations could be asked")
    kinematics, total = equations.kinematics, 0.0
    for k, link in enumerate(equations.tree.links):
        alpha, a_com = _mass_centre_acceleration(equations, k, a)
        R, w = kinematics.world.link_pose(k).R, kinematics.angular_velocities[k][2]
        total = total + gibbs_function(link.inertia.mass, link.inertia.J, a_com, R.T @ alpha, w)
    return total


def _mass_centre_acceleration(equations: TreeEquations, k: int, a: Array) -> tuple[Array, Array]:
    """Angular acceleration of a link and acceleration of its mass centre, in world axes."""
    link, world = equations.tree.links[k], equations.kinematics.world
    centre = Frame(link.body, link.joint.child_frame.pose @ Pose(p=link.inertia.com))
    alpha, linear = world.bias(centre)
    for number, column in world.jacobian(centre).items():
        alpha, linear = alpha + column[:3] * a[number], linear + column[3:] * a[number]
    return alpha, linear
