"""A principle, coordinates, speeds, a solver and an analysis that a user writes by public names alone."""

import pickle
from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np
import pytest

import dalembert as da

RTOL = 1e-10
"""Agreement of ways to the same accelerations: rounding only."""


@dataclass(frozen=True)
class Momentum(da.formulations.TreePrinciple):
    """Σ (ṗ − F) · δv + (L̇ − T) · δω = 0, with momenta in the axes of the world."""

    _: KW_ONLY
    solver: da.solvers.AccelerationSolver | None = None
    speeds: Any = None

    @property
    def acceleration_solver(self) -> da.solvers.AccelerationSolver | None:
        return self.solver

    @property
    def chosen_speeds(self) -> Any:
        return self.speeds

    def terms(self, bodies: da.formulations.MovingBodies) -> da.formulations.Terms:
        inertia: Any = 0.0
        forces = bodies.joint_forces
        for body in bodies.bodies:
            v, w = body.R @ body.v, body.R @ body.w
            p, L = body.mass * v, body.R @ (body.I @ body.w)
            v_u, w_u = da.expr.jacobian(v, bodies.u), da.expr.jacobian(w, bodies.u)
            inertia = inertia + v_u.T @ bodies.rate_of(p) + w_u.T @ bodies.rate_of(L)
            forces = forces + v_u.T @ (body.R @ body.F) + w_u.T @ (body.R @ body.T)
        return da.formulations.Terms.of_balance(inertia, forces, bodies.a)


@dataclass(frozen=True)
class Afloat:
    """One body placed by itself."""

    joint: str

    def arranged(self, model: da.Model) -> da.Model:
        body = next(joint.child_frame.body for joint in model.joints if joint.name == self.joint)
        place = da.Free(f"place of {body.name}", da.ground, body, angles="xyz")
        return da.Model(place, *model.parts, gravity=model.gravity, cut=[*model.cut, self.joint])


@dataclass(frozen=True)
class AbsoluteRates:
    """In a plane: the rate at which each body turns in the world."""

    def chosen(self, kinematics: Any) -> Any:
        rates = {f"{body.name} turns": da.angular_velocity(body)[2] for body in kinematics.model.bodies}
        return da.formulations.QuasiVelocities(rates).chosen(kinematics)


@dataclass(frozen=True)
class FreeMotionFirst(da.solvers.AccelerationSolver):
    """λ = (J M⁻¹ Jᵀ)⁻¹ (γ − J M⁻¹ f)."""

    def solve(self, M: Any, f: Any, J: Any, gamma: Any, *, rank: int | None = None) -> tuple[Any, Any]:
        free, moved = da.matrices.solve(M, f), da.matrices.solve(M, J.T)
        lam = da.matrices.solve(J @ moved, gamma - J @ free)
        return free + moved @ lam, lam


def apparent_inertia(subject: Any, coordinate: str, state: da.State) -> float:
    """What a force along one coordinate meets while all others are free to follow."""
    dynamics = da.as_dynamics(subject)
    eom = dynamics.equations
    k = eom.speeds.index(eom.speed_name(coordinate))
    M = np.asarray(dynamics.evaluate(eom.M, state))
    J = np.asarray(dynamics.evaluate(eom.J, state)).reshape(-1, len(M))
    allowed = np.linalg.svd(J)[2][np.linalg.matrix_rank(J) :].T if len(J) else np.eye(len(M))
    return float(1.0 / (allowed @ np.linalg.solve(allowed.T @ M @ allowed, allowed.T))[k, k])


def linkage() -> da.Model:
    """Four bars with friction that depends on a reaction, a spring, a motor and gravity."""
    crank, coupler, rocker = (
        da.rod(name, length=x, mass=x) for name, x in [("crank", 0.4), ("coupler", 1.0), ("rocker", 0.8)]
    )
    rub = -0.01 * da.tanh(10.0 * da.speed("A")) * da.sqrt(da.reaction_force("A") @ da.reaction_force("A"))
    return da.Model(
        da.Revolute("A", da.ground, crank["start"]),
        da.Revolute("B", crank["end"], coupler["start"]),
        da.Revolute("C", coupler["end"], rocker["end"]),
        da.Revolute("D", da.ground.at(1.0), rocker["start"]),
        da.JointSpring("coil", "B", stiffness=3.0),
        da.JointForce("rub", "A", rub),
        da.Motor("motor", "A"),
        gravity=(0, -9.81, 0),
    )


def chain() -> da.Model:
    """A skew chain in space: a quaternion, a slide along an axis that moves, a law of time."""
    first = da.box("first", size=(0.3, 0.2, 0.1), mass=1.2)
    second = da.Body("second", da.Inertia(0.7, (0.1, 0.2, -0.1), np.diag([0.02, 0.03, 0.04])))
    return da.Model(
        da.Spherical("ball", da.ground, first),
        da.Prismatic("slide", first.at(0.3, 0.1, 0.0), second, axis="x"),
        da.PointForce("pull", second.at(0.1, 0.0, 0.0), force=(0.3, da.sin(da.time), 0.1)),
        gravity=(0.4, -9.0, 1.0),
    )


def agree(model: da.Model, *principles: Any) -> None:
    found = da.compare(model, [da.Recursive(), *principles], 4)
    assert all(row.applies for row in found.rows), str(found)
    assert found.agrees(RTOL), str(found)


def test_a_principle_agrees_with_the_recursion_in_any_coordinates():
    agree(chain(), Momentum(), (Momentum(), da.formulations.Absolute()))


def test_a_principle_takes_constraints_loads_by_reactions_speeds_and_solvers():
    one = Momentum(speeds=AbsoluteRates(), solver=da.solvers.AugmentedMatrix())
    agree(linkage(), Momentum(), one, Momentum(solver=FreeMotionFirst()))


def test_coordinates_speeds_and_a_solver_agree_with_the_usual_ones():
    solved = da.Recursive(solver=FreeMotionFirst())
    agree(linkage(), solved, da.Kane(speeds=AbsoluteRates()), (da.Kane(), Afloat("D")), (solved, Afloat("D")))


def test_equations_by_a_principle_from_outside_are_explained_pickled_and_run():
    model = linkage()
    start = da.assemble(model, q={"A": 1.0}, u={"A": 2.0}, guess={"B": -0.7, "D": 1.6})
    eom = da.derive(model, Momentum())
    assert da.explain(model, Momentum()).steps[0].title == "Mass matrix and forces"
    copied = pickle.loads(pickle.dumps(eom))
    one, other = (da.simulate(x, start, until=0.5, method=da.methods.DOP853(rtol=1e-10)) for x in (copied, model))
    assert one["D"][-1] == pytest.approx(other["D"][-1], abs=1e-8)
    assert one["coil.power"][-1] == pytest.approx(other["coil.power"][-1], abs=1e-7)


def test_a_solver_from_outside_solves_typed_systems_too():
    (x, y), (v, w) = da.expr.symbols("x y"), da.expr.symbols("v w")
    system = da.formulations.TypedSystem(
        [x, y], [v, w], constraints=[("curve", y - x**2)], solver=FreeMotionFirst()
    )
    eom = system.from_energies(0.5 * v**2 + w**2, 9.81 * y)
    a = da.as_dynamics(eom).accelerations(eom.state(q={"x": 0.5, "y": 0.25}, u={"v": 1.0, "w": 1.0}))
    assert a["v"] == pytest.approx((-9.81 - 2.0 * 2.0) / 3.0, rel=RTOL)


def test_an_analysis_takes_models_equations_solutions_and_dynamics():
    model = da.Model(
        da.Prismatic("cart", da.ground, cart := da.particle("cart body", mass=2.0), axis="x"),
        da.Revolute("hinge", cart, da.rod("bar", length=1.0, mass=3.0)["start"]),
    )
    state = model.state(q={"hinge": 0.4})
    eom = da.derive(model, Momentum())
    # a hinged rod resists an end that is pushed by m (1 − ¾ sin²): its angle is measured from the slide
    by_hand = 2.0 + 3.0 * (1.0 - 0.75 * np.sin(0.4) ** 2)
    for subject in (model, eom, eom.solution, da.as_dynamics(eom)):
        assert apparent_inertia(subject, "cart", state) == pytest.approx(by_hand, rel=RTOL)


@pytest.mark.parametrize("speeds", [{"v": da.speed("A")}, AbsoluteRates])
def test_speeds_that_are_no_choice_are_refused(speeds):
    with pytest.raises(da.errors.FormulationError, match="speeds are an object such as QuasiVelocities"):
        da.derive(linkage(), da.Kane(speeds=speeds))
