"""What measures are once the equations are solved: accelerations, reactions and powers too."""

from __future__ import annotations

from typing import Any

from dalembert.formulations.delegated_kinematics import DelegatedKinematics
from dalembert.formulations.reactions import TreeEquations
from dalembert.model.bodies import Frame
from dalembert.model.measures import Measure
from dalembert.model.reaction_measures import ReactionMeasure

Array = Any


class SolvedMotion(DelegatedKinematics):
    """Answers with the solved accelerations of a tree."""

    def __init__(self, equations: TreeEquations) -> None:
        super().__init__(equations.kinematics)
        self.equations = equations

    def speed_rate(self, name: str) -> Any:
        eom, coordinate = self.equations, name.removesuffix(".rate")
        if coordinate in eom.model.measurable:
            row = eom.kinematics.measured(coordinate)
            return sum((x * eom.accelerations[k] for k, x in row.J.items()), -row.gamma)
        return eom.accelerations[eom.speeds.index(eom.model.speed_name(name))]

    def acceleration(self, frame: Frame) -> tuple[Array, Array]:
        eom, world = self.equations, self.equations.kinematics.world
        alpha, a = world.bias(frame)
        for k, column in world.jacobian(frame).items():
            alpha, a = alpha + column[:3] * eom.accelerations[k], a + column[3:] * eom.accelerations[k]
        return alpha, a

    def reaction(self, measure: Measure) -> Any:
        assert isinstance(measure, ReactionMeasure)
        return measure.of(self.equations.reactions, self)

    def force(self, name: str) -> Any:
        return self.equations.known(super().force(name))

    def supplied_power(self) -> Any:
        eom = self.equations
        return eom.known(super().supplied_power()) + eom.reactions.power() + eom.nonideal_power
