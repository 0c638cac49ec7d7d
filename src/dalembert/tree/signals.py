"""Signals of a tree: named outputs, made when they are asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, partial

from dalembert.arrays import Array
from dalembert.equations.lazy_signals import (
    FORCE,
    LazySignals,
    PairedSignals,
    Signal,
    SignalTable,
    joined,
    rate_unit,
    state_signals,
)
from dalembert.equations.outputs import SignalKind
from dalembert.expr.node import Scalar
from dalembert.expr.scalar import is_zero
from dalembert.model.bodies import Body
from dalembert.model.force import Force
from dalembert.rows import Level, Role
from dalembert.spatial.vectors import norm
from dalembert.tree.constraint_rows import ConstraintRow
from dalembert.tree.energy_functions import EnergyFunctions
from dalembert.tree.solved_motion import SolvedMotion
from dalembert.tree.tree import force_units

_AXES = "xyz"

MOMENTUM = {"m/s": "N s", "rad/s": "N m s", "A": "Wb"}
"""Units of momenta along speeds, by the units of these."""


class Signals(LazySignals):
    """Expressions by name.

    - coordinates, those of joints that close loops too, speeds, state variables, inputs,
      `<speed without .rate>.acceleration`;
    - `kinetic energy`, `potential energy`, `energy`, and `power`, by which it changes: that of inputs, of all
      forces without potential, of constraints that move, and of time in potentials and gravity; `<force>.power`
      is that of one element, potential or not, motors among them;
    - `lagrangian`, `hamiltonian`, `gibbs function`, and `<speed without .rate>.momentum`, which is ∂T/∂u;
    - what parts have of their own: `<force>.force`, the tension of a line, or the force or torque on a coordinate;
      `<drive>.torque` (or `.force`) and `.power`; `<motor>`, what one with a law exerts;
    - `<force>.potential energy`, and `<force>.on.<speed without .rate>`, what it exerts along that speed; the same
      of `gravity`;
    - `center of mass.x`, `momentum.x`, `angular momentum.x` (about the world's origin) of all bodies;
    - `<body>.position.x`, `.velocity.x`, `.angular_velocity.x` of the body's origin, in world axes;
    - `<joint>.force.x` and `<joint>.moment.x`, what the joint exerts on its child, at the child's frame of the
      joint and in its axes; motors and forces on the joint's coordinates are part of it; `<joint>.force` and
      `<joint>.moment` are the sizes of both;
    - the same of constraints that have a place, exerted on the body there; `<row>.multiplier` of every row,
      `<row>.residual` of those with a position or velocity level; `<contact>.force`, `.power` and `.residual` of
      one that yields by a law of relative motion, the last being what its acceleration differs from the law by.
    """

    def __init__(self, motion: SolvedMotion) -> None:
        self._motion, self._kinematics, self._variables = motion, motion.tree.kinematics, motion.tree.variables

    @cached_property
    def _made(self) -> Mapping[str, Signal]:
        signals = joined(
            state_signals(self._variables, lambda: self._motion.a),
            self._closing(),
            self._energies(),
            self._elements(),
            self._outputs(),
            self._totals(),
            self._bodies(),
            self._reactions(),
        )
        return SignalTable(signals, self._along_speeds())

    def _closing(self) -> dict[str, Signal]:
        """Coordinates of joints that close loops, angles in (−π, π], and their rates."""
        signals: dict[str, Signal] = {}
        measurable = self._kinematics.model.measurable
        for name in self._variables.measurable:
            joint, k = measurable[name]
            if not joint.is_measurable:
                continue
            unit = joint.units[k]
            signals[name] = Signal(partial(self._kinematics.coordinate, name), unit, SignalKind.VARIABLE)
            if f"{name}.rate" not in self._variables.speeds:
                rate = partial(self._kinematics.speed, f"{name}.rate")
                signals[f"{name}.rate"] = Signal(rate, rate_unit(unit), SignalKind.VARIABLE)
        return signals

    def _energies(self) -> dict[str, Signal]:
        functions = self._functions
        signals: dict[str, Signal] = {
            "energy": Signal(
                lambda: functions.kinetic_energy + functions.potential_energy, "J", SignalKind.ENERGY
            ),
            "kinetic energy": Signal(lambda: functions.kinetic_energy, "J", SignalKind.ENERGY),
            "potential energy": Signal(lambda: functions.potential_energy, "J", SignalKind.ENERGY),
            "lagrangian": Signal(lambda: functions.lagrangian, "J"),
            "hamiltonian": Signal(lambda: functions.hamiltonian, "J"),
            "gibbs function": Signal(lambda: functions.gibbs_function, "W/s"),
            "power": Signal(self._motion.supplied_power, "W", SignalKind.ENERGY),
        }
        for k, (name, along) in enumerate(self._along.items()):
            signals[f"{name}.momentum"] = Signal(
                partial(lambda k: functions.momenta[k], k), MOMENTUM.get(along, "")
            )
        for force in self._kinematics.model.forces:
            signals[f"{force.name}.power"] = Signal(partial(self._force_power, force), "W")
        return signals

    def _outputs(self) -> dict[str, Signal]:
        """Signals that parts have of their own."""
        model, resolve = self._kinematics.model, self._motion.resolve
        along = {f"{force.name}.force": force.acts_on for force in model.forces if force.as_scalar is not None}
        along |= {
            f"{name}.force": (x,)
            for name, part in model.dry_friction_parts.items()
            if (x := part.dry_friction_force.coordinate)
        }
        for part in model.constraints:
            along |= {f"{part.name}.{key}": part.prescribed for key in ("torque", "force") if part.prescribed}
        units = {name: self._unit_along(coordinates) for name, coordinates in along.items()}
        return {
            name: Signal(
                partial(resolve, output.value),
                output.unit or units.get(name) or units.get(f"{name}.force", ""),
                SignalKind.OWN,
            )
            for name, output in model.outputs.items()
        }

    def _unit_along(self, coordinates: Sequence[str]) -> str:
        """The unit of a force along a coordinate; of one along a line, which acts on none."""
        return self._force_units.get(coordinates[0], "") if coordinates else "N"

    @cached_property
    def _force_units(self) -> Mapping[str, str]:
        return force_units(self._kinematics.model)

    @cached_property
    def _functions(self) -> EnergyFunctions:
        return EnergyFunctions(self._motion)

    @cached_property
    def _along(self) -> dict[str, str]:
        """Names of the speeds, or of the coordinates that they are the rates of, with their units."""
        units = self._variables.units
        return {name.removesuffix(".rate"): units.get(name, "") for name in self._variables.speeds}

    def _elements(self) -> dict[str, Signal]:
        """Signals of gravity and of each force element."""
        functions = self._functions
        signals: dict[str, Signal] = {"gravity.potential energy": Signal(lambda: functions.gravity_potential, "J")}
        for force in self._kinematics.model.forces:
            signals[f"{force.name}.potential energy"] = Signal(partial(functions.potential, force), "J")
        return signals

    def _along_speeds(self) -> PairedSignals:
        """Signals of gravity and of each force element along each speed."""
        functions = self._functions

        def signal(force: Force | None, place: tuple[int, str]) -> Signal:
            k, along = place

            def make() -> Scalar:
                return (functions.gravity_forces if force is None else functions.forces(force))[k]

            return Signal(make, FORCE.get(along, ""), SignalKind.ALONG_SPEED)

        forces: dict[str, Force | None] = {"gravity": None}
        forces |= {force.name: force for force in self._kinematics.model.forces}
        places = {name: (k, along) for k, (name, along) in enumerate(self._along.items())}
        return PairedSignals(forces, ".on.", places, signal, SignalKind.ALONG_SPEED)

    @property
    def elements(self) -> tuple[str, ...]:
        return ("gravity", *(force.name for force in self._kinematics.model.forces))

    def _force_power(self, force: Force) -> Scalar:
        return self._motion.solution.known(self._kinematics.power(force))

    def _totals(self) -> dict[str, Signal]:
        signals: dict[str, Signal] = {}
        has_mass = not all(is_zero(link.inertia.mass) for link in self._motion.tree.links)
        for k, axis in enumerate(_AXES):
            if has_mass:
                signals[f"center of mass.{axis}"] = Signal(partial(lambda k: self._center_of_mass[k], k), "m")
            signals[f"angular momentum.{axis}"] = Signal(partial(lambda k: self._momentum[0][k], k), "N m s")
            signals[f"momentum.{axis}"] = Signal(partial(lambda k: self._momentum[1][k], k), "N s")
        return signals

    @cached_property
    def _center_of_mass(self) -> Array:
        return self._kinematics.center_of_mass()

    @cached_property
    def _momentum(self) -> tuple[Array, Array]:
        return self._kinematics.momentum()

    def _bodies(self) -> dict[str, Signal]:
        signals: dict[str, Signal] = {}
        for link in (link for link in self._motion.tree.links if link.joint.carries_body):
            for k, axis in enumerate(_AXES):
                name, body = link.body.name, link.body
                p, v, w = partial(self._position, body, k), *(partial(self._velocity, body, i, k) for i in (1, 0))
                signals[f"{name}.position.{axis}"] = Signal(p, "m", SignalKind.POSITION)
                signals[f"{name}.velocity.{axis}"] = Signal(v, "m/s", SignalKind.VELOCITY)
                signals[f"{name}.angular_velocity.{axis}"] = Signal(w, "rad/s", SignalKind.ANGULAR_VELOCITY)
        return signals

    def _position(self, body: Body, component: int) -> Scalar:
        return self._kinematics.pose(body.at()).p[component]

    def _velocity(self, body: Body, part: int, component: int) -> Scalar:
        return self._kinematics.velocity(body.at())[part][component]

    def _reactions(self) -> dict[str, Signal]:
        signals: dict[str, Signal] = {}
        outputs = self._kinematics.model.outputs
        for name in self._motion.tree.reaction_names:
            for kind, unit, first in (("force", "N", 3), ("moment", "N m", 0)):
                # a bar or a stop has one force, with a sign
                if f"{name}.{kind}" not in outputs:
                    signals[f"{name}.{kind}"] = Signal(partial(self._wrench_size, name, first), unit)
            for k, axis in enumerate(_AXES):
                moment, force = (partial(self._wrench, name, i) for i in (k, 3 + k))
                signals[f"{name}.moment.{axis}"] = Signal(moment, "N m", SignalKind.REACTION_MOMENT)
                signals[f"{name}.force.{axis}"] = Signal(force, "N", SignalKind.REACTION_FORCE)
        return signals | self._rows()

    def _wrench_size(self, name: str, first: int) -> Scalar:
        return norm(self._motion.wrench(name)[first : first + 3])

    def _wrench(self, name: str, component: int) -> Scalar:
        return self._motion.wrench(name)[component]

    def _rows(self) -> dict[str, Signal]:
        signals: dict[str, Signal] = {}
        model = self._kinematics.model
        prescribed = {part.name: part.prescribed for part in model.constraints if part.prescribed}
        prescribed |= {
            name: (x,)
            for name, part in model.dry_friction_parts.items()
            if (x := part.dry_friction_force.coordinate)
        }
        for row in self._motion.tree.constraints.rows:
            name, part = row.row.name, row.row.part
            unit = self._unit_along(prescribed[part]) if part in prescribed else row.row.force_unit
            signals[f"{name}.multiplier"] = Signal(partial(self._motion.multiplier, name), unit)
            if row.row.level < Level.ACCELERATION:
                residual = row.phi if row.row.level == Level.POSITION else row.psi
                signals[f"{name}.residual"] = Signal(partial(_itself, residual))
            if row.gap is not None and row.row.role is Role.UNILATERAL:
                signals[f"{part}.force"] = signals[f"{name}.multiplier"]
                signals[f"{part}.power"] = Signal(partial(self._row_power, row), "W")
                signals[f"{part}.residual"] = Signal(partial(self._beside_its_law, row))
        return signals

    def _row_power(self, row: ConstraintRow) -> Scalar:
        """Power of a row that has a motion of its own: its forces times the velocities along it."""
        u = self._kinematics.u
        return self._motion.multiplier(row.row.name) * sum(x * u[k] for k, x in row.J.items())

    def _beside_its_law(self, row: ConstraintRow) -> Scalar:
        """Difference between the motion of such a row and that of its law, while the row acts."""
        a, acts = self._motion.reactions.a, 1.0 if row.switch is None else row.switch
        return acts * sum((x * a[k] for k, x in row.J.items()), -1.0 * row.gamma)


def _itself(value: Scalar) -> Scalar:
    return value
