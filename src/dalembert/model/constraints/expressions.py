"""Constraints that users write as expressions of measures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from dalembert.expr.node import Node, Scalar
from dalembert.model.constraint import Constraint, Relation
from dalembert.model.measure import Kinematics
from dalembert.rows import Level
from dalembert.spatial.vectors import VectorLike


@dataclass(frozen=True)
class _Expressed(Constraint):
    """expression = 0, one row or several."""

    level: ClassVar[Level]
    expression: Scalar | VectorLike

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep_measured("expression", "coordinate('A') or position(frame)[0]")

    @property
    def may_have_inputs(self) -> bool:
        return True

    def relations(self, kinematics: Kinematics) -> Sequence[Relation]:
        if isinstance(self.expression, Node | float):
            return [Relation("", self.expression, self.level)]
        return [Relation(str(k + 1), value, self.level) for k, value in enumerate(self.expression)]


@dataclass(frozen=True)
class Holonomic(_Expressed):
    """φ(t, q) = 0: an expression of positions, coordinates and time that stays zero, or a list of them.

    An input in it becomes a state, and so does its rate: `da.control.with_input_states`.

    Parameters
    ----------
    name : str
        Name of the constraint, of its row and of its multiplier.
    expression : expression or list of them
        Expression of positions, coordinates and time that stays zero.

    Examples
    --------
    >>> import dalembert as da
    >>> bob = da.particle("bob", mass=1.0)
    >>> x, y, z = da.position(bob)
    >>> sphere = da.Holonomic("sphere", x**2 + y**2 + z**2 - 1.0)
    >>> model = da.Model(da.Translational("p", da.ground, bob), sphere, gravity=(0, 0, -9.81))
    >>> motion = da.simulate(model, {"p.x": 1.0}, until=1.0)
    >>> print(f"{abs(motion.evaluate(x**2 + y**2 + z**2) - 1.0).max() < 1e-9}")
    True
    """

    level: ClassVar[Level] = Level.POSITION


@dataclass(frozen=True)
class Nonholonomic(_Expressed):
    """ψ(t, q, u) = 0: an expression that may contain velocities, linear in them or not; or a list of them.

    The constraint is ideal in the sense of Chetaev: its forces are along ∂ψ/∂u. An input in it becomes a state:
    `da.control.with_input_states`.

    Parameters
    ----------
    name : str
        Name of the constraint, of its row and of its multiplier.
    expression : expression or list of them
        Expression of velocities, positions and time that stays zero.

    Examples
    --------
    >>> import dalembert as da
    >>> skate = da.box("skate", size=(0.3, 0.1, 0.1), mass=1.0)
    >>> sideways = da.velocity(skate, axes=skate)[1]
    >>> model = da.Model(da.Planar("p", da.ground, skate), da.Nonholonomic("blade", sideways))
    >>> motion = da.simulate(model, da.State(u={"p.x": 1.0, "p.angle": 1.0}), until=1.0)
    >>> print(abs(motion.evaluate(sideways)).max() < 1e-12, f"{motion['p.x'][-1]:.4f} m")
    True 0.8415 m
    """

    level: ClassVar[Level] = Level.VELOCITY


@dataclass(frozen=True)
class AccelerationConstraint(_Expressed):
    """A relation affine in the accelerations, `acceleration("A")` or `acceleration(frame)`; or a list of them.

    Parameters
    ----------
    name : str
        Name of the constraint, of its rows and of its multipliers.
    expression : expression or list of them
        Expression that stays zero, affine in accelerations.

    Examples
    --------
    >>> import dalembert as da
    >>> block = da.particle("block", mass=1.0)
    >>> slide = da.Prismatic("x", da.ground, block, axis="x")
    >>> steady = da.relations.AccelerationConstraint("steady", da.acceleration("x") - 2.0)
    >>> motion = da.simulate(da.Model(slide, steady), until=1.0)
    >>> print(f"{motion['x'][-1]:.3f} m")
    1.000 m
    """

    level: ClassVar[Level] = Level.ACCELERATION

    @property
    def may_jump(self) -> bool:
        return True
