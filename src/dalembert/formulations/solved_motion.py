"""What measures are once the equations are solved: accelerations and powers too."""

from __future__ import annotations

from typing import Any

from dalembert.formulations.delegated_kinematics import DelegatedKinematics
from dalembert.formulations.reactions import TreeEquations
from dalembert.model.bodies import Frame

Array = Any


class SolvedMotion(DelegatedKinematics):
    """Answers with the solved accelerations of a tree."""

    def __init__(self, equations: TreeEquations) -> None:
        super().__init__(equations.kinematics)
        self.equations = equations

    def speed_rate(self, name: str) -> Any:
        eom = self.equations
        return eom.accelerations[eom.speeds.index(eom.model.speed_name(name))]

    def acceleration(self, frame: Frame) -> tuple[Array, Array]:
        eom, world = self.equations, self.equations.kinematics.world
        alpha, a = world.bias(frame)
        for k, column in world.jacobian(frame).items():
            alpha, a = alpha + column[:3] * eom.accelerations[k], a + column[3:] * eom.accelerations[k]
        return alpha, a

    def supplied_power(self) -> Any:
        return super().supplied_power() + self.equations.reactions.power()
