"""Random mechanisms that are closed at a state known beforehand, and numbers of their equations there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from dalembert.expr.calculus import time_derivative
from dalembert.expr.rewrite import evaluate
from dalembert.expr.symbol_nodes import param, symbols, time
from dalembert.model.bodies import Body, Frame, ground
from dalembert.model.convex_shapes import Shape
from dalembert.model.joint import Joint
from dalembert.model.model import Model
from dalembert.principles.derive import derive
from dalembert.spatial.pose import Pose
from tests.oracles.trees import KINDS, body, frame, rotation_matrix


@dataclass(frozen=True)
class Mechanism:
    """Joints whose frames meet when their coordinates have these values, and bodies, by number."""

    bodies: tuple[Body, ...]
    joints: tuple[Joint, ...]
    q: Mapping[str, float]
    poses: Mapping[Body, Pose]
    """Where the bodies are then."""


def mechanism(
    edges: Sequence[tuple[str, int, int]], *, seed: int, shapes: Mapping[int, Shape] | None = None
) -> Mechanism:
    """Bodies at random places; for each kind, parent and child a joint that fits. Number −1 is the ground."""
    rng = np.random.default_rng(seed)
    bodies = [body(rng, f"body{k}") for k in range(1 + max(child for _, *ends in edges for child in ends))]
    for number, shape in (shapes or {}).items():
        bodies[number] = replace(bodies[number], shape=shape)
    poses = {one: Pose(rotation_matrix(rng), rng.uniform(-1.0, 1.0, 3)) for one in bodies} | {ground: Pose()}
    places = [*bodies, ground]
    joints, q = [], {}
    for number, (kind, parent, child) in enumerate(edges):
        name, end = f"joint{number}", frame(rng, places[child])
        joint = KINDS[kind](rng, name, places[parent], end)
        values = _coordinates(joint, rng)
        X = poses[places[parent]].inverse @ poses[places[child]] @ end.pose @ joint.pose(values).inverse
        joints.append(replace(joint, parent=Frame(places[parent], X)))
        q |= dict(zip(joint.coordinates, map(float, values), strict=True))
    return Mechanism(tuple(bodies), tuple(joints), q, poses)


def _coordinates(joint: Joint, rng: np.random.Generator) -> Any:
    """Random coordinates, away from gimbal lock; quaternions have unit length."""
    return joint.retract(np.array(joint.default_values), rng.uniform(0.3, 0.9, len(joint.speeds)))


@dataclass
class At:
    """The equations of a model in one state, in numbers; interpreted, not compiled. What is not given is zero."""

    model: Model
    q: Any = None
    u: Any = None
    t: float = 0.37
    tau: Any = None
    z: Any = None
    p: Mapping[str, float] = field(default_factory=dict)
    equations: Any = None

    def __post_init__(self) -> None:
        self.eom: Any = self.equations or derive(self.model)
        if isinstance(self.q, Mapping):
            self.q = np.array([self.q[name] for name in self.model.coordinates])
        for name, variables in (("q", self.eom.q), ("u", self.eom.u), ("tau", self.eom.tau), ("z", self.eom.z)):
            if getattr(self, name) is None:
                setattr(self, name, np.zeros(len(variables)))

    @property
    def values(self) -> dict[Any, float]:
        """Numbers for all variables."""
        eom, found = self.eom, {time: self.t}
        for x, value in ((eom.q, self.q), (eom.u, self.u), (eom.tau, self.tau), (eom.z, self.z)):
            found |= dict(zip(x, value, strict=True))
        return found | {param(name, self.model.parameters[name]): value for name, value in self.p.items()}

    def __call__(self, *outputs: Any, values: Mapping[Any, float] | None = None) -> Any:
        """Numbers for arrays of expressions, one or several at once; other variables in them need values."""
        arrays = [np.asarray(y, dtype=object) for y in outputs]
        flat = evaluate(np.concatenate([y.ravel() for y in arrays]), {**self.values, **(values or {})})
        parts = np.split(flat, np.cumsum([y.size for y in arrays])[:-1])
        found = [part.reshape(y.shape) for part, y in zip(parts, arrays, strict=True)]
        return found[0] if len(found) == 1 else found

    def signals(self, names: Sequence[str]) -> Any:
        """Numbers of signals."""
        return self(np.array([self.eom.signal(name) for name in names], dtype=object))

    def pose(self, place: Frame) -> Pose:
        """Place of a frame in the world."""
        X = self.eom.outputs.kinematics.pose(place)
        return Pose(*self(X.R, X.p))

    def velocity(self, place: Frame) -> tuple[Any, Any]:
        """Angular velocity and velocity of a frame."""
        w, v = self.eom.outputs.kinematics.velocity(place)
        w, v = self(w, v)
        return w, v

    def twists(self, bodies: Sequence[Body]) -> Any:
        """Velocities of bodies, one after the other."""
        return self(
            np.concatenate([np.concatenate(self.eom.outputs.kinematics.velocity(Frame(b))) for b in bodies])
        )

    def accelerations(self, bodies: Sequence[Body]) -> Any:
        """Accelerations of bodies, one after the other."""
        biases = [np.concatenate(self.eom.outputs.kinematics.world.bias(Frame(b))) for b in bodies]
        bias, a = self(np.concatenate(biases), self.eom.accelerations)
        return bias + self.body_jacobian(bodies) @ a

    def moving_like(self, twists: Any, bodies: Sequence[Body]) -> "At":
        """The same with the speeds that give bodies these velocities."""
        B = self.body_jacobian(bodies)
        u, *_ = np.linalg.lstsq(B, twists, rcond=None)
        np.testing.assert_allclose(B @ u, twists, atol=1e-9)
        return replace(self, u=u, equations=self.eom)

    def body_jacobian(self, bodies: Sequence[Body]) -> Any:
        """Velocities of bodies for unit speeds."""
        B = np.full((6 * len(bodies), len(self.eom.u)), 0.0, dtype=object)
        for i, one in enumerate(bodies):
            for k, column in self.eom.outputs.kinematics.world.jacobian(Frame(one)).items():
                B[6 * i : 6 * i + 6, k] = column
        return self(B)

    def allowed(self, seed: int = 5) -> "At":
        """The same with random speeds that the rows of velocities allow, if they are linear and homogeneous."""
        J = self(self.eom.J[: len(self.eom.psi)])
        u = np.random.default_rng(seed).standard_normal(J.shape[1])
        return replace(self, u=u - np.linalg.pinv(J) @ (J @ u), equations=self.eom)

    def consistent(self, seed: int = 5) -> "At":
        """The same with speeds near random ones that satisfy all rows of velocities, linear or not."""
        at = replace(self, u=np.random.default_rng(seed).standard_normal(len(self.u)), equations=self.eom)
        for _ in range(30):
            J, psi = at(at.eom.J[: len(at.eom.psi)], at.eom.psi)
            if np.abs(psi).max(initial=0.0) < 1e-13:
                break
            at = replace(at, u=at.u - np.linalg.pinv(J) @ psi, equations=self.eom)
        np.testing.assert_allclose(psi, 0.0, atol=1e-11)
        return at


def wrenches(names: Sequence[str]) -> list[str]:
    """Signals of the wrench of joints or constraints, moment first."""
    return [f"{name}.{part}.{axis}" for name in names for part in ("moment", "force") for axis in "xyz"]


def levels(at: At) -> tuple[Any, Any, Any, Any]:
    """ψ and J a − γ for drawn accelerations a, and what they should be: dφ/dt and dψ/dt, differentiated over q."""
    eom, a = at.eom, symbols("a", len(at.eom.u))
    moving = dict(zip(eom.q, eom.rates, strict=True)) | dict(zip(eom.u, a, strict=True))
    numbers = dict(zip(a, np.random.default_rng(1).standard_normal(len(a)), strict=True))
    wanted = (time_derivative(y, moving) for y in (eom.phi, eom.psi))
    psi, J, gamma, rate, slope = at(eom.psi, eom.J, eom.gamma, *wanted, values=numbers)
    return psi, J @ list(numbers.values()) - gamma, rate, slope
