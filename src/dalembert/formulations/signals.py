"""Signals of a tree: named outputs, made when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from typing import Any, Protocol

from dalembert.equations import Equations
from dalembert.formulations.tree_kinematics import TreeKinematics
from dalembert.model.topology import Tree

_AXES = "xyz"


class TreeEquations(Protocol):
    """What signals need of the equations of a tree."""

    kinematics: TreeKinematics
    tree: Tree

    def joint_wrenches(self, a: Any) -> list[Any]:
        """Wrench of each joint on its child."""


class Signals(Mapping[str, Any]):
    """Expressions by name: q and u, accelerations, energies, momenta, poses of bodies, wrenches of joints.

    `C.force.x` and `C.moment.z` are what joint C exerts on its child, at the child's frame of the joint and in its
    axes; `arm.position.x`, `arm.velocity.x`, `arm.angular_velocity.x` belong to the origin of body arm, in world axes.
    """

    def __init__(self, equations: Any) -> None:
        assert isinstance(equations, Equations)
        self._equations: Any = equations

    def __getitem__(self, name: str) -> Any:
        return self._makers[name]()

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)

    @cached_property
    def _wrenches(self) -> list[Any]:
        return list(self._equations.joint_wrenches(self._equations.accelerations))

    @cached_property
    def _makers(self) -> dict[str, Callable[[], Any]]:
        equations, kinematics = self._equations, self._equations.kinematics
        makers: dict[str, Callable[[], Any]] = {}
        for names, values in ((equations.coordinates, equations.q), (equations.speeds, equations.u)):
            makers.update({name: partial(_same, value) for name, value in zip(names, values, strict=True)})
        for k, name in enumerate(equations.speeds):
            makers[f"{name.removesuffix('.rate')}.acceleration"] = partial(self._acceleration, k)
        makers["kinetic energy"] = kinematics.kinetic_energy
        makers["potential energy"] = kinematics.potential_energy
        makers["energy"] = lambda: kinematics.kinetic_energy() + kinematics.potential_energy()
        for k, axis in enumerate(_AXES):
            makers[f"center of mass.{axis}"] = partial(lambda k: kinematics.center_of_mass()[k], k)
            makers[f"angular momentum.{axis}"] = partial(lambda k: kinematics.momentum()[0][k], k)
            makers[f"momentum.{axis}"] = partial(lambda k: kinematics.momentum()[1][k], k)
        for position, link in enumerate(equations.tree.links):
            for k, axis in enumerate(_AXES):
                makers[f"{link.joint.name}.moment.{axis}"] = partial(self._wrench, position, k)
                makers[f"{link.joint.name}.force.{axis}"] = partial(self._wrench, position, 3 + k)
                makers |= self._body_signals(link.body, k, axis)
        return makers

    def _body_signals(self, body: Any, k: int, axis: str) -> dict[str, Callable[[], Any]]:
        kinematics = self._equations.kinematics
        frame = body.at()
        return {
            f"{body.name}.position.{axis}": lambda: kinematics.pose(frame).p[k],
            f"{body.name}.velocity.{axis}": lambda: kinematics.velocity(frame)[1][k],
            f"{body.name}.angular_velocity.{axis}": lambda: kinematics.velocity(frame)[0][k],
        }

    def _acceleration(self, k: int) -> Any:
        return self._equations.accelerations[k]

    def _wrench(self, link: int, component: int) -> Any:
        return self._wrenches[link][component]


def _same(value: Any) -> Any:
    return value
