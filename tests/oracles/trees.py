"""Random trees with all kinds of joints, and random states of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dalembert.model.bodies import Body, ground
from dalembert.model.joint import Joint
from dalembert.model.joints.cylindrical import Cylindrical
from dalembert.model.joints.free import Free
from dalembert.model.joints.planar_joint import Planar
from dalembert.model.joints.prismatic import Prismatic
from dalembert.model.joints.revolute import Revolute
from dalembert.model.joints.screw import Screw
from dalembert.model.joints.spherical import Spherical
from dalembert.model.joints.translational import Translational
from dalembert.model.joints.universal import Universal
from dalembert.model.joints.weld import Weld
from dalembert.model.model import Model
from dalembert.model.motors import Motor
from dalembert.native.kernel import compile
from dalembert.spatial.inertia import Inertia

GRAVITY = (1.3, -2.1, -9.2)
"""Along no axis, so that nothing vanishes by accident."""


def _any_axis(rng: np.random.Generator) -> Any:
    return rng.standard_normal(3)


KINDS: dict[str, Callable[[np.random.Generator, str, Any, Any], Joint]] = {
    "revolute x": lambda rng, *a: Revolute(*a, axis="x"),
    "revolute y": lambda rng, *a: Revolute(*a, axis="y"),
    "revolute z": lambda rng, *a: Revolute(*a, axis="z"),
    "revolute": lambda rng, *a: Revolute(*a, axis=_any_axis(rng)),
    "prismatic x": lambda rng, *a: Prismatic(*a, axis="x"),
    "prismatic": lambda rng, *a: Prismatic(*a, axis=_any_axis(rng)),
    "screw": lambda rng, *a: Screw(*a, axis=_any_axis(rng), lead=rng.uniform(0.5, 2.0)),
    "screw z": lambda rng, *a: Screw(*a, axis="z", lead=-0.7),
    "cylindrical": lambda rng, *a: Cylindrical(*a, axis=_any_axis(rng)),
    "cylindrical y": lambda rng, *a: Cylindrical(*a, axis="y"),
    "universal": lambda rng, *a: Universal(*a),
    "universal skew": lambda rng, *a: Universal(*a, first=(1.0, 0.2, -0.3), second=(0.1, 0.4, 1.0)),
    "spherical": lambda rng, *a: Spherical(*a),
    "spherical zxz": lambda rng, *a: Spherical(*a, angles="zxz"),
    "spherical zyx": lambda rng, *a: Spherical(*a, angles="zyx"),
    "planar": lambda rng, *a: Planar(*a),
    "planar skew": lambda rng, *a: Planar(*a, normal=(0.3, -1.0, 0.5)),
    "translational": lambda rng, *a: Translational(*a),
    "free": lambda rng, *a: Free(*a),
    "free xyz": lambda rng, *a: Free(*a, angles="xyz"),
    "weld": lambda rng, *a: Weld(*a),
}


def rotation_matrix(rng: np.random.Generator) -> Any:
    """A random rotation."""
    Q, _ = np.linalg.qr(rng.standard_normal((3, 3)))
    return Q * np.sign(np.linalg.det(Q))


def body(rng: np.random.Generator, name: str) -> Body:
    """Six point masses about a random centre: an inertia that is possible and has no symmetry."""
    masses, points = rng.uniform(0.1, 0.5, 6), rng.uniform(-0.4, 0.4, (6, 3)) + rng.uniform(-0.3, 0.3, 3)
    com = masses @ points / masses.sum()
    r = points - com
    J = sum(m * (x @ x * np.eye(3) - np.outer(x, x)) for m, x in zip(masses, r, strict=True))
    return Body(name, Inertia(masses.sum(), com, J))


def frame(rng: np.random.Generator, place: Body) -> Any:
    """A frame at a random place of a body, turned at random."""
    x, y, z = rng.uniform(-0.5, 0.5, 3)
    return place.at(x, y, z, rotation=rotation_matrix(rng))


def tree(kinds: Sequence[str], *, seed: int, branching: bool = True, motors: bool = True) -> Model:
    """A tree with one joint of each kind in turn, hung on random bodies; coordinates with a rate have motors."""
    rng = np.random.default_rng(seed)
    bodies: list[Body] = []
    parts: list[Any] = []
    for k, kind in enumerate(kinds):
        # a few bodies back at most, so that branches get long as well
        above = bodies[max(0, k - 1 - int(rng.integers(0, 4) if branching else 0))] if bodies else ground
        child = body(rng, f"body{k}")
        parts.append(KINDS[kind](rng, f"joint{k}", frame(rng, above), frame(rng, child)))
        bodies.append(child)
    if motors:
        joints = list(parts)
        parts += [
            Motor(f"{name} drive".replace(".", " "), name)
            for joint in joints
            for name in joint.coordinates
            if f"{name}.rate" in joint.speeds
        ]
    return Model(*parts, gravity=GRAVITY)


def random_kinds(count: int, *, seed: int, among: Sequence[str] | None = None) -> list[str]:
    """Kinds of joints, drawn at random; the first is no weld, so that something moves."""
    rng = np.random.default_rng(seed)
    choice = list(among or KINDS)
    kinds = [choice[k] for k in rng.integers(0, len(choice), count)]
    return ["revolute" if kinds[0] == "weld" else kinds[0], *kinds[1:]]


@dataclass(frozen=True)
class Sample:
    """Numbers for q, u, τ of a model."""

    q: Any
    u: Any
    tau: Any


def sample(model: Model, *, seed: int, count: int | None = None) -> Sample:
    """Random states; quaternions have unit length, angles stay away from gimbal lock."""
    rng = np.random.default_rng(seed)
    shape = () if count is None else (count,)
    q = np.zeros((*shape, len(model.coordinates)))
    for link in model.tree.links:
        n = len(link.joint.coordinates)
        values = rng.uniform(0.4, 1.2, (*shape, n)) * (rng.choice([-1.0, 1.0], (*shape, n)) if n < 3 else 1.0)
        if n in (4, 7):
            e = rng.standard_normal((*shape, 4))
            values[..., n - 4 :] = e / np.linalg.norm(e, axis=-1, keepdims=True)
        q[..., link.q] = values
    u = rng.standard_normal((*shape, len(model.speeds)))
    return Sample(q, u, 5.0 * rng.standard_normal((*shape, len(model.motors))))


def numbers(eom: Any, outputs: Any, at: Sample) -> Any:
    """Expressions of the equations in these states, computed row by row in NumPy without compiling."""
    return compile(outputs, {"q": eom.q, "u": eom.u, "tau": eom.tau}).interpret(q=at.q, u=at.u, tau=at.tau)
