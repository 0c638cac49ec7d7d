"""Parts that a user writes by public names alone: a joint, a force, a constraint, and a part of parts."""

import ast
import pickle
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from matplotlib import pyplot

import dalembert as da

RTOL = 1e-10
"""Agreement of principles and of closed forms with them: rounding only."""

DRIFT = 1e-6
"""Energy that may be lost, beside its scale, at the usual tolerances."""

G = 9.81


@dataclass(frozen=True)
class Thread(da.extend.Joint):
    """Turning about z and sliding along it by s(q) = p q + ½ c q²: a screw whose pitch grows."""

    pitch: Any = 0.1
    growth: Any = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        self.keep((), "pitch", "growth")

    @property
    def coordinates(self) -> tuple[str, ...]:
        return (self.name,)

    @property
    def units(self) -> tuple[str, ...]:
        return ("rad",)

    @property
    def angle_indices(self) -> tuple[int, ...]:
        return (0,)

    def slide(self, q: Any) -> Any:
        return self.pitch * q + 0.5 * self.growth * q**2

    def pose(self, q: Any) -> da.spatial.Pose:
        return da.spatial.Pose(
            da.spatial.rotation("z", q[0]), np.array([0.0, 0.0, self.slide(q[0])], dtype=object)
        )

    def motion(self, q: Any) -> Any:
        return da.spatial.twist((0, 0, 1), np.array([0, 0, self.pitch + self.growth * q[0]], dtype=object))[
            :, None
        ]

    def bias(self, q: Any, u: Any) -> Any:
        return da.spatial.twist((0, 0, 0), np.array([0, 0, self.growth * u[0] ** 2], dtype=object))

    def closure(self, P: da.spatial.Pose, C: da.spatial.Pose) -> da.extend.Closure:
        d, turned = P.R.T @ (C.p - P.p), P.R.T @ C.R
        rows = [
            da.extend.Relation("x", d[0]),
            da.extend.Relation("y", d[1]),
            da.extend.Relation("turn y", turned[0, 2]),
            da.extend.Relation("turn x", -turned[1, 2]),
            da.extend.Relation("thread", d[2] - self.slide(da.coordinate(self.name))),
        ]
        return da.extend.Closure(rows, [turned[2, 2]])

    def measured(self, X: da.spatial.Pose) -> Any:
        return np.array([da.atan2(X.R[1, 0], X.R[0, 0])], dtype=object)


@dataclass(frozen=True)
class Magnet(da.extend.Force):
    """A point that is drawn to another, V = −k / (2 (d² + r²))."""

    first: Any
    second: Any
    strength: Any
    radius: Any

    def _gap(self, kinematics: Any) -> Any:
        return kinematics.pose(self.second.at()).p - kinematics.pose(self.first.at()).p

    def loads(self, kinematics: Any) -> da.extend.Loads:
        d = self._gap(kinematics)
        pull = self.strength / (d @ d + self.radius**2) ** 2 * d
        return da.extend.Loads(
            [da.extend.BodyLoad(self.first.at(), pull), da.extend.BodyLoad(self.second.at(), -pull)]
        )

    def loads_without_potential(self, kinematics: Any) -> da.extend.Loads:
        return da.extend.Loads()

    def potential(self, kinematics: Any) -> Any:
        d = self._gap(kinematics)
        return -0.5 * self.strength / (d @ d + self.radius**2)

    @property
    def outputs(self) -> Mapping[str, da.extend.Output]:
        return {"gap": da.extend.Output(da.measures.distance(self.first, self.second), "m")}

    @property
    def drawn(self) -> da.extend.DrawnLine:
        return da.extend.DrawnLine("spring", self.first.at(), self.second.at())


@dataclass(frozen=True)
class OnGrowingRing(da.extend.Constraint):
    """A point in the plane of the world's x and y that stays on a ring whose radius is a law of time."""

    place: Any
    radius: Any

    @property
    def reaction_frame(self) -> da.extend.Frame:
        return self.place.at()

    @property
    def symbol(self) -> Any:
        return da.visuals.JointSymbol("hinge")

    @property
    def outputs(self) -> Mapping[str, da.extend.Output]:
        return {
            "radius": da.extend.Output(self.radius, "m"),
            "normal force": da.extend.Output(da.measures.multiplier(self.name), "N"),
        }

    def relations(self, kinematics: Any) -> Sequence[da.extend.Relation]:
        p = kinematics.pose(self.reaction_frame).p
        return [da.extend.Relation("", da.sqrt(p[0] ** 2 + p[1] ** 2) - self.radius, role=da.extend.Role.DRIVE)]


@dataclass(frozen=True)
class ElectricMotor(da.extend.Part):
    """A torque k i on a coordinate, with L di/dt = U − R i − k ω: a force and a first-order state in one part."""

    names_in: ClassVar[tuple[str, ...]] = ("name", "coordinate")

    coordinate: str
    voltage: Any
    constant: float = 0.5
    resistance: float = 2.0
    inductance: float = 0.1

    @property
    def _current(self) -> str:
        return f"{self.name} current"

    @property
    def forces(self) -> tuple[da.extend.Force, ...]:
        return (
            da.JointForce(self.name, self.coordinate, self.constant * da.measures.state_variable(self._current)),
        )

    @property
    def state_variables(self) -> tuple[da.StateVariable, ...]:
        back = self.constant * da.speed(self.coordinate)
        rate = (
            self.voltage - self.resistance * da.measures.state_variable(self._current) - back
        ) / self.inductance
        return (da.StateVariable(self._current, rate=rate),)

    @property
    def outputs(self) -> Mapping[str, da.extend.Output]:
        return {"heat": da.extend.Output(self.resistance * da.measures.state_variable(self._current) ** 2, "W")}


@dataclass(frozen=True)
class Carriage(da.extend.Part):
    """A mass on a rail of another body, with a spring: a body, a joint and a force in one part."""

    on: Any
    mass: Any = 1.0

    @cached_property
    def body(self) -> da.Body:
        return da.particle(f"{self.name} body", mass=self.mass)

    @property
    def joints(self) -> tuple[da.extend.Joint, ...]:
        return (da.Prismatic(f"{self.name} rail", self.on, self.body, axis="x"),)

    @property
    def forces(self) -> tuple[da.extend.Force, ...]:
        return (da.Spring(self.name, self.on, self.body, 10.0, 0.5),)


def nut() -> da.Body:
    return da.disc("nut", radius=0.3, mass=2.0, axis="z")


def threaded(**given: Any) -> da.Model:
    return da.Model(Thread("thread", da.ground, nut(), **given), gravity=(0, 0, -G))


def magnetic() -> da.Model:
    """A particle in space and a magnet."""
    bead, pole = da.particle("bead", mass=0.5), da.particle("pole", mass=1.0)
    return da.Model(
        da.Translational("bead place", da.ground, bead),
        da.Prismatic("pole place", da.ground, pole, axis="x"),
        Magnet("magnet", bead, pole, da.param("k", 3.0), 0.4),
    )


def ringed() -> da.Model:
    """A particle on a ring that grows."""
    bead = da.particle("bead", mass=0.5)
    return da.Model(
        da.Translational("place", da.ground, bead),
        OnGrowingRing("ring", bead, 1.0 + 0.2 * da.time),
        da.Holonomic("plane", da.position(bead)[2]),
    )


def driven() -> da.Model:
    return da.Model(
        da.Revolute("shaft", da.ground, nut(), axis="z"),
        ElectricMotor("motor", "shaft", voltage=da.Input("voltage")),
    )


MODELS = {"joint": threaded, "force": magnetic, "constraint": ringed, "part": driven}


def accelerations(model: da.Model, state: da.State, principle: Any) -> dict[str, float]:
    eom = da.derive(model, principle)
    return da.as_dynamics(eom).accelerations(state)


# ---- a joint


@pytest.mark.parametrize("principle", [None, da.Kane(), da.Lagrange(), da.GibbsAppell()])
def test_an_own_joint_moves_by_its_closed_form(principle):
    p, c, q, u, m, inertia = 0.1, 0.3, 0.7, 1.3, 2.0, 0.5 * 2.0 * 0.3**2
    model = threaded(pitch=da.param("p", p), growth=c)
    state = model.state(q={"thread": q}, u={"thread": u})
    slope = p + c * q
    expected = -(m * slope * c * u**2 + m * G * slope) / (inertia + m * slope**2)
    assert accelerations(model, state, principle)["thread.rate"] == pytest.approx(expected, rel=RTOL)


def test_an_own_joint_closes_a_loop_and_counts_its_turns_there():
    """A nut on a sleeve, by the thread to the shaft: the height goes on over several turns."""
    body = nut()
    model = da.Model(
        da.Cylindrical("sleeve", da.ground, body, axis="z"),
        Thread("thread", da.ground, body, pitch=0.1, growth=0.05),
        gravity=(0, 0, -G),
    )
    assert model.unwrapped_angles == ("thread",)
    eom = da.derive(model)
    assert {row.role for row in eom.rows} == {da.extend.Role.JOINT}
    motion = da.simulate(model, model.state(u={"sleeve.angle": -1.0, "sleeve.slide": -0.1}), until=1.5)
    alone = threaded(pitch=0.1, growth=0.05)
    reference = da.simulate(alone, alone.state(u={"thread": -1.0}), until=1.5)
    assert np.abs(reference["thread"]).max() > 1.2 * np.pi
    assert motion["thread"][-1] == pytest.approx(reference["thread"][-1], abs=1e-5)
    assert motion.energy_drift < DRIFT


def test_an_own_joint_stands_in_absolute_coordinates():
    model = threaded(pitch=0.1, growth=0.3)
    placed = da.as_dynamics(da.derive(model, coordinates=da.formulations.Absolute()))
    start = da.assemble(placed, q={"thread": 0.4}, u={"thread": 1.0})
    slope, inertia = 0.1 + 0.3 * 0.4, 0.09
    expected = -2.0 * slope * (0.3 + G) / (inertia + 2.0 * slope**2)
    assert placed.evaluate({"a": placed.equations.resolve(da.acceleration("thread"))}, start)[
        "a"
    ] == pytest.approx(expected, rel=1e-8)


# ---- a force


def test_an_own_force_has_its_energy_and_its_signals_by_every_principle():
    model = magnetic()
    start = model.state(q={"bead place.x": 1.0, "bead place.y": 0.3}, u={"bead place.z": 0.5})
    by_kane, by_lagrange = (accelerations(model, start, principle) for principle in (da.Kane(), da.Lagrange()))
    assert by_kane == pytest.approx(by_lagrange, rel=RTOL, abs=1e-14)
    motion = da.simulate(model, start, until=2.0)
    assert np.ptp(motion["energy"]) < DRIFT * motion.energy_scale
    assert motion["magnet.gap"][0] == pytest.approx(np.hypot(1.0, 0.3), rel=1e-14)
    assert motion.dynamics.equations.signals.units["magnet.gap"] == "m"
    assert motion["magnet.potential energy"] == pytest.approx(-1.5 / (motion["magnet.gap"] ** 2 + 0.16), rel=1e-12)


# ---- a constraint


def test_an_own_constraint_is_kept_and_does_its_work():
    model = ringed()
    start = model.state(q={"place.x": 1.0}, u={"place.x": 0.2, "place.y": 0.8})
    by_kane, by_gauss = (accelerations(model, start, principle) for principle in (da.Kane(), da.Gauss()))
    assert by_kane == pytest.approx(by_gauss, rel=RTOL, abs=1e-14)
    motion = da.simulate(model, start, until=2.0)
    # no moment about the centre: m r² φ̇ is constant, and the ring pushes with −m r φ̇²
    r = 1.0 + 0.2 * motion.times
    assert motion["ring.radius"] == pytest.approx(r, rel=1e-14)
    assert motion["angular momentum.z"] == pytest.approx(0.5 * 0.8, rel=1e-7)
    assert motion["ring.normal force"] == pytest.approx(-0.5 * 0.8**2 / r**3, rel=1e-6)
    assert motion.energy_drift < DRIFT
    assert {row.role for row in da.derive(model).rows if row.part == "ring"} == {da.extend.Role.DRIVE}


# ---- a part of parts


def test_an_own_part_brings_a_force_a_state_and_an_input():
    model = driven()
    assert (model.inputs, model.states) == (("voltage",), ("motor current",))
    motion = da.simulate(model, model.state(tau={"voltage": 12.0}), until=20.0)
    # in the end no current flows, and the back voltage is the voltage
    assert motion["shaft.rate"][-1] == pytest.approx(12.0 / 0.5, rel=1e-6)
    assert motion["motor.heat"][-1] == pytest.approx(0.0, abs=1e-6)
    assert motion["motor.force"] == pytest.approx(0.5 * motion["motor current"], rel=1e-14)


@pytest.mark.parametrize("principle", [da.Kane(), da.Lagrange()])
def test_an_own_part_brings_a_body_with_its_joint(principle):
    rod, mass = da.rod("rod", length=1.0, mass=1.0), da.particle("c body", mass=2.0)
    pin = da.Revolute("pin", da.ground, rod)
    whole = da.Model(pin, Carriage("c", rod, da.param("m", 2.0)), gravity=(0, -G, 0))
    by_hand = da.Model(
        pin,
        da.Prismatic("c rail", rod, mass, axis="x"),
        da.Spring("c", rod, mass, 10.0, 0.5),
        gravity=(0, -G, 0),
    )
    state = by_hand.state(q={"pin": 0.3, "c rail": 0.7}, u={"pin": 1.0})
    expected = accelerations(by_hand, state, principle)
    assert accelerations(whole, state, principle) == pytest.approx(expected, rel=RTOL)
    copies = da.Model(da.Submodel("left", whole), gravity=whole.gravity)
    assert [body.name for body in copies.bodies] == ["left/rod", "left/c body"]
    assert copies.parameters == {"left/m": 2.0} and da.modules.flat(copies) == copies


def test_names_of_what_a_part_brings_are_its_own():
    with pytest.raises(da.errors.ModelError, match="2 parts are called 'motor current'"):
        da.Model(*driven().parts, da.StateVariable("motor current", rate=1.0))


# ---- all of them


@pytest.mark.parametrize("make", MODELS.values(), ids=MODELS)
def test_own_parts_are_compared_printed_copied_saved_and_stand_in_submodels(make):
    model = make()
    assert model == make() and hash(model) == hash(make())
    for part in model.parts:
        assert type(part).__name__ in repr(part)
        assert type(part).__name__ in model.summary()
    # the ground and classes are known where a pickle is read
    assert pickle.loads(pickle.dumps(model)) == model

    whole = da.Model(da.Submodel("left", model), da.Submodel("right", model), gravity=model.gravity)
    assert whole.speeds == tuple(f"{side}/{name}" for side in ("left", "right") for name in model.speeds)
    assert set(whole.outputs) == {f"{side}/{name}" for side in ("left", "right") for name in model.outputs}


def test_own_parts_with_other_numbers_make_other_models():
    assert threaded(pitch=0.1) != threaded(pitch=0.2)


def test_motions_with_own_parts_are_saved_and_read(tmp_path):
    model = magnetic()
    motion = da.simulate(model, model.state(q={"bead place.y": 1.0}), until=0.2)
    again = da.load_motion(motion.save(tmp_path / "magnet"), magnetic())
    np.testing.assert_array_equal(again["magnet.gap"], motion["magnet.gap"])


@pytest.mark.parametrize(
    ("make", "q"), [(threaded, {}), (magnetic, {"bead place.y": 1.0}), (ringed, {"place.x": 1.0})]
)
def test_own_parts_are_drawn(make, q):
    model = make()
    figure = da.draw(model, model.state(q=q))
    assert len(figure.axes[0].collections) + len(figure.axes[0].images) > 0
    pyplot.close(figure)


def test_an_own_joint_has_the_symbol_of_the_motion_it_allows():
    assert threaded().joints[0].symbol == da.visuals.JointSymbol("screw", (0.0, 0.0, 1.0))
    assert threaded(pitch=0.0).joints[0].symbol == da.visuals.JointSymbol("hinge", (0.0, 0.0, 1.0))
    with pytest.raises(da.errors.ModelError, match="no symbol 'rack' for a joint; there are hinge, slider"):
        da.visuals.JointSymbol("rack")


# ---- nobody asks for the type of a part


def part_classes() -> set[tuple[str, str]]:
    """All classes of parts in the package: the modules that own them, and their names."""
    _ = [getattr(da, name) for name in da.__all__]
    found, left = set(), [da.extend.Part]
    while left:
        subclasses = left.pop().__subclasses__()
        found |= {(one.__module__, one.__name__) for one in subclasses if one.__module__.startswith("dalembert.")}
        left += subclasses
    return found


def asked_for(tree: ast.Module) -> set[tuple[str, str]]:
    """Imported classes that a module asks for with isinstance."""
    nodes = list(ast.walk(tree))
    imports = [node for node in nodes if isinstance(node, ast.ImportFrom)]
    homes = {
        alias.asname or alias.name: (node.module or "", alias.name) for node in imports for alias in node.names
    }
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    asking = [x for x in calls if isinstance(x.func, ast.Name) and x.func.id == "isinstance"]
    names = {x.id for call in asking for x in ast.walk(call.args[1]) if isinstance(x, ast.Name)}
    return {homes[name] for name in names if name in homes}


def test_no_module_asks_for_a_class_of_parts_that_it_does_not_own():
    parts = part_classes()
    assert ("dalembert.model.motors", "Motor") in parts
    texts = {file: file.read_text(encoding="utf-8") for file in Path(da.__file__).parent.rglob("*.py")}
    asked = {file: asked_for(ast.parse(text)) & parts for file, text in texts.items() if "isinstance" in text}
    assert {file: found for file, found in asked.items() if found} == {}
