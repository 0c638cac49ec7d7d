"""Signals of a tree: named outputs, made when they are asked for."""

from __future__ import annotations

from functools import cached_property, partial
from typing import Any

from dalembert.formulations.energy_functions import EnergyFunctions
from dalembert.formulations.made_signals import MadeSignals, Maker, joined, state_makers
from dalembert.formulations.reactions import TreeEquations
from dalembert.model.bodies import Body
from dalembert.model.constraints.couplings import Drive
from dalembert.model.force import Force, ScalarForce
from dalembert.model.measures import force as force_measure
from dalembert.model.measures import supplied_power
from dalembert.rows import Level

Array = Any

_AXES = "xyz"


class Signals(MadeSignals):
    """Expressions by name.

    - coordinates, speeds, integrals, inputs, `<speed without .rate>.acceleration`;
    - `kinetic energy`, `potential energy`, `energy`, and `power`, by which it changes: that of inputs, of all
      forces without potential, of constraints that move, and of time in potentials and gravity; `<force>.power`
      is that of one element, potential or not, motors among them;
    - `lagrangian`, `hamiltonian`, `gibbs function`, and `<speed without .rate>.momentum`, which is ∂T/∂u;
    - `<force>.force`, the tension of a line, or the force or torque on a coordinate;
    - `<force>.potential energy`, and `<force>.on.<speed without .rate>`, what it exerts along that speed; the same
      of `gravity`;
    - `center of mass.x`, `momentum.x`, `angular momentum.x` (about the world's origin) of all bodies;
    - `<body>.position.x`, `.velocity.x`, `.angular_velocity.x` of the body's origin, in world axes;
    - `<joint>.force.x` and `<joint>.moment.x`, what the joint exerts on its child, at the child's frame of the
      joint and in its axes; motors and forces on the joint's coordinates are part of it;
    - the same of constraints that have a place, exerted on the body there; `<row>.multiplier` of every row,
      `<row>.residual` of those with a position or velocity level, `<drive>.torque` (or `.force`) and `.power`.
    """

    def __init__(self, equations: TreeEquations) -> None:
        self._equations = equations

    @cached_property
    def _makers(self) -> dict[str, Maker]:
        return joined(
            state_makers(self._equations),
            self._energies(),
            self._elements(),
            self._totals(),
            self._bodies(),
            self._reactions(),
        )

    def _energies(self) -> dict[str, Maker]:
        functions = self._functions
        makers: dict[str, Maker] = {
            "kinetic energy": lambda: functions.kinetic_energy,
            "potential energy": lambda: functions.potential_energy,
            "energy": lambda: functions.kinetic_energy + functions.potential_energy,
            "lagrangian": lambda: functions.lagrangian,
            "hamiltonian": lambda: functions.hamiltonian,
            "gibbs function": lambda: functions.gibbs_function,
            "power": lambda: self._equations.resolve(supplied_power()),
        }
        for k, name in enumerate(self._along):
            makers[f"{name}.momentum"] = partial(lambda k: functions.momenta[k], k)
        for force in self._equations.model.forces:
            makers[f"{force.name}.power"] = partial(self._force_power, force)
            if isinstance(force, ScalarForce):
                makers[f"{force.name}.force"] = partial(self._equations.resolve, force_measure(force.name))
        return makers

    @cached_property
    def _functions(self) -> EnergyFunctions:
        return EnergyFunctions(self._equations)

    @property
    def _along(self) -> list[str]:
        """Names of the speeds, or of the coordinates that they are the rates of."""
        return [name.removesuffix(".rate") for name in self._equations.speeds]

    def _elements(self) -> dict[str, Maker]:
        """What gravity and each force element do."""
        functions = self._functions
        makers: dict[str, Maker] = {"gravity.potential energy": lambda: functions.gravity_potential}
        for k, name in enumerate(self._along):
            makers[f"gravity.on.{name}"] = partial(lambda k: functions.gravity_forces[k], k)
        for force in self._equations.model.forces:
            makers[f"{force.name}.potential energy"] = partial(functions.potential, force)
            for k, name in enumerate(self._along):
                makers[f"{force.name}.on.{name}"] = partial(lambda force, k: functions.forces(force)[k], force, k)
        return makers

    def _force_power(self, force: Force) -> Any:
        return self._equations.known(self._equations.kinematics.power(force))

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

    def _reactions(self) -> dict[str, Maker]:
        makers: dict[str, Maker] = {}
        for name in self._equations.reactions.names:
            for k, axis in enumerate(_AXES):
                makers[f"{name}.moment.{axis}"] = partial(self._wrench, name, k)
                makers[f"{name}.force.{axis}"] = partial(self._wrench, name, 3 + k)
        return makers | self._rows()

    def _wrench(self, name: str, component: int) -> Any:
        return self._equations.reactions.wrench(name)[component]

    def _rows(self) -> dict[str, Maker]:
        eom = self._equations
        makers: dict[str, Maker] = {}
        for i, row in enumerate(eom.rows):
            makers[f"{row.name}.multiplier"] = partial(lambda i: eom.multipliers[i], i)
            if row.level == Level.POSITION:
                makers[f"{row.name}.residual"] = partial(lambda i: eom.phi[i], i)
            elif row.level == Level.VELOCITY:
                makers[f"{row.name}.residual"] = partial(lambda i: eom.psi[i], i)
        for drive in eom.model.constraints:
            if isinstance(drive, Drive):
                makers[f"{drive.name}.torque"] = makers[f"{drive.name}.force"] = makers[f"{drive.name}.multiplier"]
                makers[f"{drive.name}.power"] = partial(self._drive_power, drive)
        return makers

    def _drive_power(self, drive: Drive) -> Any:
        eom = self._equations
        i = [row.name for row in eom.rows].index(drive.name)
        return eom.multipliers[i] * eom.kinematics.speed(drive.coordinate)
