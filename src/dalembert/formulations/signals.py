"""Signals of a tree: named outputs, made when they are asked for."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from typing import Any

from dalembert.equations import Equations
from dalembert.formulations.tree_kinematics import TreeKinematics
from dalembert.model.bodies import Body
from dalembert.model.model import Model
from dalembert.model.topology import Tree

Array = Any
Maker = Callable[[], Any]

_AXES = "xyz"


class TreeEquations(Equations):
    """Equations of a tree in the coordinates of its joints: what signals are made of."""

    model: Model
    tree: Tree
    kinematics: TreeKinematics

    @abstractmethod
    def joint_wrenches(self, a: Array) -> list[Array]:
        """Wrench (6,) that each joint exerts on its child, at the child's joint frame, for accelerations a."""


class Signals(Mapping[str, Any]):
    """Expressions by name.

    - coordinates, speeds, `<speed without .rate>.acceleration`;
    - `kinetic energy`, `potential energy`, `energy`, and `power`, by which it changes: that of inputs and of all
      forces without potential; `<motor>.power` and `<force>.power` are those of one element, potential or not;
    - `center of mass.x`, `momentum.x`, `angular momentum.x` (about the world's origin) of all bodies;
    - `<body>.position.x`, `.velocity.x`, `.angular_velocity.x` of the body's origin, in world axes;
    - `<joint>.force.x` and `<joint>.moment.x`, what the joint exerts on its child, at the child's frame of the
      joint and in its axes; motors and forces on the joint's coordinates are part of it.
    """

    def __init__(self, equations: TreeEquations) -> None:
        self._equations = equations

    def __getitem__(self, name: str) -> Any:
        return self._makers[name]()

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)

    @cached_property
    def _makers(self) -> dict[str, Maker]:
        return {**self._state(), **self._energies(), **self._totals(), **self._bodies(), **self._joints()}

    def _state(self) -> dict[str, Maker]:
        eom = self._equations
        makers: dict[str, Maker] = {}
        for names, values in ((eom.coordinates, eom.q), (eom.speeds, eom.u)):
            makers |= {name: partial(_same, value) for name, value in zip(names, values, strict=True)}
        for k, name in enumerate(eom.speeds):
            makers[f"{name.removesuffix('.rate')}.acceleration"] = partial(lambda k: eom.accelerations[k], k)
        return makers

    def _energies(self) -> dict[str, Maker]:
        kinematics = self._equations.kinematics
        makers: dict[str, Maker] = {
            "kinetic energy": kinematics.kinetic_energy,
            "potential energy": kinematics.potential_energy,
            "energy": lambda: kinematics.kinetic_energy() + kinematics.potential_energy(),
            "power": self._gain,
        }
        makers |= {f"{name}.power": partial(self._motor_powers.get, name) for name in self._equations.inputs}
        for force in self._equations.model.forces:
            makers[f"{force.name}.power"] = partial(kinematics.power, force)
        return makers

    @cached_property
    def _motor_powers(self) -> dict[str, Any]:
        """Of each input: force times the speed it acts on."""
        eom = self._equations
        return {
            motor.name: tau * eom.kinematics.speed(motor.coordinate)
            for motor, tau in zip(eom.model.motors, eom.tau, strict=True)
        }

    def _gain(self) -> Any:
        """Rate of the energy."""
        kinematics, forces = self._equations.kinematics, self._equations.model.forces
        total: Any = sum(self._motor_powers.values())
        for force in forces:
            total = total + kinematics.power(force) + kinematics.potential_rate(force, self._equations.rates)
        return total

    def _totals(self) -> dict[str, Maker]:
        makers: dict[str, Maker] = {}
        for k, axis in enumerate(_AXES):
            makers[f"center of mass.{axis}"] = partial(lambda k: self._center_of_mass[k], k)
            makers[f"angular momentum.{axis}"] = partial(lambda k: self._momentum[0][k], k)
            makers[f"momentum.{axis}"] = partial(lambda k: self._momentum[1][k], k)
        return makers

    @cached_property
    def _center_of_mass(self) -> Array:
        return self._equations.kinematics.center_of_mass()

    @cached_property
    def _momentum(self) -> tuple[Array, Array]:
        return self._equations.kinematics.momentum()

    def _bodies(self) -> dict[str, Maker]:
        makers: dict[str, Maker] = {}
        for link in self._equations.tree.links:
            for k, axis in enumerate(_AXES):
                makers[f"{link.body.name}.position.{axis}"] = partial(self._position, link.body, k)
                makers[f"{link.body.name}.velocity.{axis}"] = partial(self._velocity, link.body, 1, k)
                makers[f"{link.body.name}.angular_velocity.{axis}"] = partial(self._velocity, link.body, 0, k)
        return makers

    def _position(self, body: Body, component: int) -> Any:
        return self._equations.kinematics.pose(body.at()).p[component]

    def _velocity(self, body: Body, part: int, component: int) -> Any:
        return self._equations.kinematics.velocity(body.at())[part][component]

    def _joints(self) -> dict[str, Maker]:
        makers: dict[str, Maker] = {}
        for position, link in enumerate(self._equations.tree.links):
            for k, axis in enumerate(_AXES):
                makers[f"{link.joint.name}.moment.{axis}"] = partial(self._wrench, position, k)
                makers[f"{link.joint.name}.force.{axis}"] = partial(self._wrench, position, 3 + k)
        return makers

    @cached_property
    def _wrenches(self) -> list[Array]:
        return self._equations.joint_wrenches(self._equations.accelerations)

    def _wrench(self, link: int, component: int) -> Any:
        return self._wrenches[link][component]


def _same(value: Any) -> Any:
    return value
