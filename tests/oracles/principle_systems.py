"""Systems on which principles are compared, all principles, and the same numbers of each in many states."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np

import dalembert as da
from dalembert.dynamics.dynamics import Dynamics
from dalembert.equations.solution import Solution
from tests.examples import example
from tests.oracles.linkages import four_bar, slider_crank
from tests.oracles.trees import tree

N_STATES = 20

# ---- systems


def knife_edge_on_an_incline() -> tuple[da.Model, da.State]:
    """A blade on a plane that falls towards y, with its mass centre over the blade."""
    blade = da.Body("blade body", da.Inertia(1.5, J=np.diag([0.1, 0.1, 0.2])))
    model = da.Model(
        da.Planar("pose", da.ground, blade),
        da.relations.KnifeEdge("blade", blade, across="y"),
        gravity=(0.0, 9.81 * np.sin(0.4), -9.81 * np.cos(0.4)),
    )
    return model, model.state(q={"pose.angle": 0.3}, u={"pose.angle": 0.8})


def rigid_solid() -> tuple[da.Model, da.State]:
    """One solid in the place of any of its points and Bryan angles, with a full inertia matrix, on a spring."""
    J = np.array([[0.9, -0.1, 0.05], [-0.1, 0.7, 0.12], [0.05, 0.12, 0.6]])
    solid = da.Body("solid", da.Inertia(2.8, (0.3, -0.2, 0.5), J))
    model = da.Model(
        da.Free("pose", da.ground, solid, angles="xyz"),
        da.Spring("spring", da.ground.at(x=1.0, z=0.4), solid.at(0.2, 0.7, -0.1), stiffness=30.0, rest_length=0.5),
        da.PointForce("push", solid.at(-0.4, 0.1, 0.2), (1.0, -2.0, 0.5)),
        gravity=(0.0, 0.0, -9.81),
    )
    angles = [name for name in model.coordinates if name not in ("pose.x", "pose.y", "pose.z")]
    return model, model.state(q=dict(zip(angles, (0.4, -0.7, 1.1), strict=True)))


def spherical_pendulum() -> tuple[da.Model, da.State]:
    """By two angles, one on the other, on a ring without mass."""
    found: tuple[da.Model, da.State] = example("spherical_pendulum").starts()["by angles"]
    return found


def ball_joints() -> tuple[da.Model, da.State]:
    """A tree whose speeds are no rates of coordinates: Euler parameters, and a body that is free."""
    model = tree(["spherical", "universal", "free", "screw"], seed=2, motors=False)
    return model, model.state()


def guide_with_friction() -> tuple[da.Model, da.State]:
    """A slider-crank driven by a motor, with a force in its guide that depends on what the guide exerts."""
    rough = 0.2 * da.tanh(3.0 * da.speed("S")) * da.sqrt(1.0 + da.reaction_force("S")[1] ** 2)
    parts = [da.JointForce("friction", "S", -rough), da.Motor("motor", "A"), da.JointSpring("spring", "A", 3.0)]
    model = slider_crank(0.2, 0.5, *parts)
    return model, da.assemble(model, q={"A": 0.7}, guess={"B": -1.0, "S": 0.6})


def driven_four_bar() -> tuple[da.Model, da.State]:
    """Its crank turns as time wants it."""
    model = four_bar(0.5, 1.2, 0.75, 1.1, da.Drive("drive", "A", 0.3 + 0.8 * da.time + 0.5 * da.time**2))
    return model, da.assemble(model, guess={"A": 0.3, "B": 0.5, "D": 1.0})


def particle_in_a_wind() -> tuple[da.Model, da.State]:
    """ẏ = z ẋ + α(t) under a force that changes (Bajodah 2003, example 2.2)."""
    particle = da.particle("particle", mass=1.5)
    (x, y, _), z = da.velocity(particle), da.position(particle)[2]
    model = da.Model(
        da.Translational("place", da.ground, particle),
        da.Nonholonomic("wind", y - z * x - 0.5 * da.sin(da.time)),
        da.PointForce("push", particle, (1.0, -0.5, 0.3 * da.cos(da.time))),
    )
    return model, da.assemble(model, q={"place.z": 0.5}, u={"place.x": 0.2, "place.z": 0.3})


def lifted_pendulum() -> tuple[da.Model, da.State]:
    """A double pendulum with a row of accelerations only: its end accelerates upwards as it moves sideways."""
    upper, lower = da.rod("upper", length=1.0, mass=1.0), da.rod("lower", length=0.8, mass=0.5)
    model = da.Model(
        da.Revolute("shoulder", da.ground, upper),
        da.Revolute("elbow", upper["end"], lower),
        da.relations.AccelerationConstraint(
            "lift", da.acceleration(lower["end"])[1] - 0.3 * da.velocity(lower["end"])[0]
        ),
        gravity=(0.0, -9.81, 0.0),
    )
    return model, model.state(q={"shoulder": 0.4, "elbow": 0.5})


# ---- rows that say the same twice: of some, the tracing itself shows that they depend on each other


def row_and_its_double() -> tuple[da.Model, da.State]:
    """A particle on a plane, by a row that is there twice and doubled."""
    particle = da.particle("particle", mass=1.5)
    x, y, _ = da.position(particle)
    model = da.Model(
        da.Translational("place", da.ground, particle),
        da.Holonomic("plane", x - 2.0 * y),
        da.Holonomic("again", x - 2.0 * y),
        da.Holonomic("double", 2.0 * x - 4.0 * y),
        da.Spring("spring", da.ground.at(x=1.0, z=0.4), particle, stiffness=30.0, rest_length=0.5),
        gravity=(0.0, -9.81, 0.0),
    )
    return model, model.state()


def two_gears() -> tuple[da.Model, da.State]:
    """Two wheels with two gears between them."""
    wheel, pinion = da.disc("wheel", radius=0.2, mass=1.0), da.disc("pinion", radius=0.1, mass=0.4)
    model = da.Model(
        da.Revolute("A", da.ground, wheel),
        da.Revolute("B", da.ground.at(x=0.3), pinion),
        *(da.Gear(name, "A", "B", -0.5) for name in ("gear", "other gear")),
        da.JointSpring("spring", "A", 3.0),
        da.Motor("motor", "B"),
    )
    return model, model.state(q={"A": 0.2, "B": -0.4})


def parallel_sliders() -> tuple[da.Model, da.State]:
    """Two bodies in slots side by side, pinned together: one of two rows is enough."""
    left, right = da.particle("left", mass=1.0), da.particle("right", mass=2.0)
    model = da.Model(
        da.Prismatic("A", da.ground, left, axis=(1.0, 1.0, 0.0)),
        da.Prismatic("B", da.ground.at(x=0.5), right, axis=(1.0, 1.0, 0.0)),
        da.Coincident("pin", left.at(x=0.5), right),
        da.JointSpring("spring", "B", 20.0),
        gravity=(0.0, -9.81, 0.0),
    )
    return model, model.state()


def two_rods() -> tuple[da.Model, da.State]:
    """A particle in a plane on two equal rods from the same point."""
    slide, particle = da.Body("slide"), da.particle("particle", mass=1.2)
    model = da.Model(
        da.Prismatic("x", da.ground, slide, axis="x"),
        da.Prismatic("y", slide, particle, axis="y"),
        *(da.Distance(name, da.ground, particle, length=1.0) for name in ("rod", "other rod")),
        gravity=(0.0, -9.81, 0.0),
    )
    return model, model.state(q={"x": 0.8, "y": -0.6})


def open_point_masses() -> tuple[da.Model, da.State]:
    """Two point masses whose numbers are open: they turn without inertia, whatever these are."""
    left, right = da.particle("left", mass=da.param("m", 1.0)), da.particle("right", mass=da.param("n", 2.0))
    spring = da.Spring("spring", left, right, stiffness=da.param("k", 3.0), rest_length=da.param("l", 0.2))
    model = da.Model(
        da.Prismatic("A", da.ground, left, axis="x"),
        da.Prismatic("B", da.ground.at(y=1.0), right, axis="x"),
        spring,
        gravity=(0.0, -9.81, 0.0),
    )
    return model, model.state(q={"A": 0.1, "B": 0.4})


def _of(name: str, system: str) -> Callable[[], tuple[da.Model, da.State]]:
    def make() -> tuple[da.Model, da.State]:
        found: tuple[da.Model, da.State] = example(name).systems()[system]
        return found

    return make


SYSTEMS: dict[str, Callable[[], tuple[da.Model, da.State]]] = {
    "double pendulum": _of("double_pendulum", "released"),
    "spherical pendulum by angles": spherical_pendulum,
    "spherical pendulum in space": _of("spherical_pendulum", "in space"),
    "four-link chain": _of("four_link_chain", "released"),
    "gyroscope": _of("gyroscope", "spinning"),
    "parallel mechanism": _of("parallel_mechanism", "falling"),
    "slider-crank": _of("slider_crank", "with damper"),
    "rolling disc": _of("rolling_disc", "wobble"),
    "Chaplygin sleigh": _of("chaplygin_sleigh", "sleigh"),
    "knife edge on an incline": knife_edge_on_an_incline,
    "Appell-Hamel": _of("appell_hamel", "linear"),
    "Appell-Hamel squared": _of("appell_hamel", "squared"),
    "rigid solid": rigid_solid,
    "seven-joint arm": _of("seven_joint_arm", "bent"),
    "Stewart platform": _of("stewart_platform", "suspended"),
    "ball joints": ball_joints,
    "guide with friction": guide_with_friction,
    "driven four-bar": driven_four_bar,
    "particle in a wind": particle_in_a_wind,
    "lifted pendulum": lifted_pendulum,
    "row and its double": row_and_its_double,
    "two gears": two_gears,
    "parallel sliders": parallel_sliders,
    "two rods": two_rods,
    "open point masses": open_point_masses,
}

# ---- principles

PRINCIPLES: dict[str, Any] = {
    "Kane": da.Kane(),
    "Jourdain": da.Jourdain(),
    "d'Alembert": da.DAlembert(),
    "Gauss": da.Gauss(),
    "Gauss by minimizing": da.Gauss(minimise=True),
    "Gibbs-Appell": da.GibbsAppell(),
    "Lagrange": da.Lagrange(),
    "Lagrange, first kind": da.formulations.LagrangeFirstKind(),
    "multiplier Lagrangian": da.formulations.MultiplierLagrangian(),
    "Boltzmann-Hamel": da.BoltzmannHamel(),
    "Nielsen": da.formulations.Nielsen(),
    "Tzenoff": da.formulations.Tzenoff(),
    "energy rates of order 3": da.formulations.EnergyRates(3),
    "Maggi": da.Maggi(),
    "nonminimal": da.Nonminimal(),
    "Udwadia-Kalaba": da.UdwadiaKalaba(),
    "Hamilton A": da.Hamilton(),
    "Hamilton B": da.Hamilton(da.formulations.MomentumMultipliers()),
    "Hamilton C": da.Hamilton(da.formulations.DiracMultipliers()),
    "absolute": (da.Recursive(), da.formulations.Absolute()),
    "Newton-Euler": da.NewtonEuler(),
}


def derived(model: da.Model, chosen: Any) -> da.Equations:
    """By a principle in its default coordinates, or by a pair of a principle and coordinates."""
    principle, coordinates = chosen if isinstance(chosen, tuple) else (chosen, None)
    return da.derive(model, principle, coordinates=coordinates)


# ---- what a principle cannot treat: system, the part that the error names, the principle that it recommends

HOLONOMIC = {
    "spherical pendulum in space": "length",
    "parallel mechanism": "pin 1",
    "slider-crank": "guide",
    "Stewart platform": "ball 1",
    "guide with friction": "C",
    "driven four-bar": "C",
    "row and its double": "plane",
    "two gears": "gear",
    "parallel sliders": "pin",
    "two rods": "rod",
}
"""Systems all of whose rows are holonomic, and the part of the first."""

LINEAR = {
    "rolling disc": "tread",
    "Chaplygin sleigh": "blade",
    "knife edge on an incline": "blade",
    "Appell-Hamel": "rolling",
    "particle in a wind": "wind",
}
"""With nonholonomic rows, linear in the speeds, and the part of the first of these."""

GENERAL = {"Appell-Hamel squared": "rolling", "lifted pendulum": "lift"}
"""With rows that are not linear in the speeds, or of accelerations."""

FIRST = HOLONOMIC | LINEAR | GENERAL | {"Appell-Hamel": "thread", "Appell-Hamel squared": "thread"}

REFUSED: dict[tuple[str, str], tuple[str, str]] = {
    # independent coordinates have no constraints
    **{("Lagrange", name): (part, "LagrangeFirstKind") for name, part in FIRST.items()},
    # with speeds in ψ, L + λᵀ ψ is stationary for other motions
    **{("multiplier Lagrangian", name): (part, "LagrangeFirstKind") for name, part in (LINEAR | GENERAL).items()},
    # the pair φ, φ̇ is of the second class; ψ alone is not
    **{("Hamilton C", name): (part, r"Hamilton\(ForceMultipliers\(\)\)") for name, part in LINEAR.items()},
    # rows of momenta, and Maggi's C, are those of rows linear in the speeds
    **{
        (principle, name): (part, "Nonminimal")
        for principle in ("Hamilton A", "Hamilton B", "Hamilton C", "Maggi")
        for name, part in GENERAL.items()
    },
    # momenta go with rates of coordinates
    **{(f"Hamilton {form}", "ball joints"): ("joint0", "another principle") for form in "ABC"},
    # λ = −σ̇ is known only when ṗ is
    **{
        (f"Hamilton {form}", "guide with friction"): ("friction", r"Hamilton\(ForceMultipliers\(\)\)")
        for form in "BC"
    },
}

# ---- numbers


@dataclass(frozen=True, eq=False)
class Numbers:
    """Of all states, a row each."""

    accelerations: Mapping[str, Any]
    """Of coordinates, by name of the speed."""

    bodies: Mapping[str, Any]
    """Accelerations of origins, then angular ones."""

    reactions: Mapping[str, Any]
    """Forces and moments of joints and constraints, and multipliers of rows, by name of the signal."""


@dataclass(frozen=True, eq=False)
class System:
    """A model, random states that satisfy its constraints, and its numbers by the recursive principle."""

    model: da.Model
    start: da.State

    @cached_property
    def dynamics(self) -> Dynamics:
        found = da.as_dynamics(da.derive(self.model, da.Recursive()))
        return found.without(da.mobility(found, self.start).redundant_rows)

    @cached_property
    def states(self) -> list[da.State]:
        return [self._random(seed) for seed in range(N_STATES)]

    def _random(self, seed: int) -> da.State:
        rng, eom = np.random.default_rng(seed), self.dynamics.equations
        moved = evaluated(eom, {"q": eom.motion.moved(0.25 * rng.normal(size=len(eom.speeds)))}, [self.start])[
            "q"
        ][0]
        q = dict(zip(eom.coordinates, moved, strict=True))
        u = dict(zip(eom.speeds, rng.normal(size=len(eom.speeds)), strict=True))
        tau = dict(zip(eom.inputs, 5.0 * rng.normal(size=len(eom.inputs)), strict=True))
        t = rng.uniform(0.0, 1.0)
        if not eom.rows:
            return da.State(t=t, q=q, u=u, tau=tau)
        return da.assemble(self.dynamics, guess=da.State(q=q, u=u), t=t, tau=tau)

    @cached_property
    def numbers(self) -> Numbers:
        return self.numbers_of(self.dynamics.solution, self.states)

    @cached_property
    def not_unique(self) -> frozenset[str]:
        """Reactions that redundant rows leave open, and the multipliers that these are made of."""
        found = da.mobility(self.dynamics, self.start).not_unique
        parts = {name.rsplit(".", 2)[0] for name in found}
        rows = [row.name for row in self.dynamics.equations.rows if row.part in parts]
        return frozenset((*found, *(f"{name}.multiplier" for name in rows)))

    @cached_property
    def conditions(self) -> Any:
        """Of the mass matrix, in all states."""
        solution = self.dynamics.solution
        M = evaluated(solution, {"M": solution.definite_mass[0].to_array()}, self.states)["M"]
        return np.linalg.cond(M)

    # ---- another principle

    def by(self, principle: Any) -> tuple[Solution, list[da.State]]:
        """The solution of its equations, without rows that depend on others, and the states in its variables."""
        eom, own = derived(self.model, principle), self.dynamics.equations
        if (eom.coordinates, eom.speeds) == (own.coordinates, own.speeds):
            return eom.without(self.dynamics.solution.left_out), self.states
        dynamics = da.as_dynamics(eom)
        states = da.convert_state(self.states, self.dynamics, dynamics)
        redundant = da.mobility(dynamics, states[0]).redundant_rows if eom.rows else ()
        return eom.without(redundant), states

    def numbers_of(self, eom: Solution, states: list[da.State]) -> Numbers:
        """Accelerations and reactions by these equations."""
        outputs: dict[tuple[str, str], Any] = {}
        for name in self.model.speeds:
            if (told := _told(eom, da.acceleration(name))) is not None:
                outputs["accelerations", name] = told
        for body in self.model.bodies:
            measure = np.concatenate([da.acceleration(body), da.measures.angular_acceleration(body)])
            outputs["bodies", body.name] = eom.resolve(measure)
        for name in self._reactions(eom):
            outputs["reactions", name] = eom.signal(name)
        found = evaluated(eom, outputs, states)
        return Numbers(
            **{
                kind: {name: found[key] for key in outputs for name in key[1:] if key[0] == kind}
                for kind in ("accelerations", "bodies", "reactions")
            }
        )

    def _reactions(self, eom: Solution) -> list[str]:
        parts = [part.name for part in (*self.model.joints, *self.model.constraints)]
        names = [f"{part}.{kind}.{axis}" for part in parts for kind in ("force", "moment") for axis in "xyz"]
        names += [f"{row.name}.multiplier" for row in self.dynamics.equations.rows]
        return [name for name in names if name in eom.signals]


def _told(eom: Solution, measure: Any) -> Any:
    """A measure, or None if the equations have no such name: angular speeds of a joint that is a constraint."""
    try:
        return eom.resolve(measure)
    except da.errors.ModelError:
        return None


@cache
def system(name: str) -> System:
    """One of the systems; its numbers are computed once."""
    return System(*SYSTEMS[name]())


def evaluated(eom: Any, outputs: Mapping[Any, Any], states: Collection[da.State]) -> dict[Any, Any]:
    """Expressions in many states at once, in NumPy: for a few states native code takes longer to make."""
    dynamics = da.as_dynamics(eom)
    eom = dynamics.equations
    given = [dynamics.arguments(state) for state in states]
    arrays = {name: np.array([one[name] for one in given]) for name in ("t", "q", "u", "z", "tau")}
    kernel = da.kernels.compile(
        {str(k): np.asarray(y, dtype=object) for k, y in enumerate(outputs.values())},
        {"t": da.time, "q": eom.q, "u": eom.u, "z": eom.z, "tau": eom.tau},
    )
    found = kernel.interpret(**arrays)
    return {key: np.asarray(found[str(k)]) for k, key in enumerate(outputs)}
