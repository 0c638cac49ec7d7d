"""The recursion over bodies, step by step."""

from __future__ import annotations

from typing import Any

import numpy as np

from dalembert.equations.value import Equations
from dalembert.principles.deriving.constraint_steps import rows_step
from dalembert.principles.deriving.derivation import DerivationStep
from dalembert.symbolic.latex_names import upright
from dalembert.tree.tree import Tree


def recursive_steps(equations: Equations, tree: Tree) -> list[DerivationStep]:
    """Outward: places, velocities; inward: forces, and inertia of all that a joint carries."""
    kinematics = tree.kinematics
    places: dict[str, Any] = {}
    axes: dict[str, Any] = {}
    velocities: dict[str, Any] = {}
    for k, link in enumerate(tree.links):
        name = upright(link.body.name)
        X, (w, v) = kinematics.world.link_pose(k), kinematics.world.link_velocity(k)
        places |= {f"R_{{{name}}}": X.R, f"p_{{{name}}}": X.p}
        axes |= {f"H_{{{name}}}": kinematics.axes[k]}
        velocities |= {rf"\omega_{{{name}}}": w, f"v_{{{name}}}": v}
    bias: Any = tree.recursions.inverse(np.zeros(len(equations.speeds)))
    steps = [
        DerivationStep("Places", "From the ground to the tips, each body's frame in the world.", places),
        DerivationStep(
            "Motion axes", "How each joint moves its body, angular part first, in the axes of the body.", axes
        ),
        DerivationStep("Velocities", "From the ground to the tips, in the world.", velocities),
        DerivationStep(
            "Forces without accelerations",
            "From the tips to the ground each joint carries what its body and all further ones need.",
            {"f_0": bias},
        ),
        DerivationStep(
            "Mass matrix",
            "The same for a unit acceleration of each joint: composite bodies.",
            {"M": equations.M, "f": equations.f, **({"G": equations.G} if len(equations.inputs) else {})},
        ),
    ]
    return [*steps, rows_step(equations)] if equations.rows else steps
