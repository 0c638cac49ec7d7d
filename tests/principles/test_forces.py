"""Forces with a potential and something beside it, by principles that take the potential into the Lagrangian."""

from typing import Any

import numpy as np
import pytest

import dalembert as da
from dalembert.model.force import Force

BY_POTENTIAL = [
    da.Lagrange(),
    da.formulations.LagrangeFirstKind(),
    da.Maggi(),
    da.BoltzmannHamel(),
    da.formulations.Nielsen(),
    da.formulations.Tzenoff(),
    da.Hamilton(),
]
each_principle = pytest.mark.parametrize("principle", BY_POTENTIAL, ids=lambda principle: principle.title)


def pendulum(*forces: Any) -> da.Model:
    rod = da.rod("rod", length=1.0, mass=1.0)
    return da.Model(da.Revolute("A", da.ground, rod), *forces, gravity=(0, -9.81, 0))


def rod_on(force: Any) -> da.Model:
    rod = da.rod("rod", length=1.0, mass=1.0)
    return da.Model(da.Revolute("A", da.ground, rod), force(rod), gravity=(0, -9.81, 0))


def assert_same(model: da.Model, principle: Any, state: da.State) -> None:
    eom = da.derive(model, principle)
    found = da.as_dynamics(eom).signals(["A.acceleration", "A.force.x"], da.convert_state(state, model, eom))
    expected = da.as_dynamics(model).signals(["A.acceleration", "A.force.x"], state)
    # momenta have an acceleration of their own under another name
    assert found == pytest.approx(expected, rel=1e-11, abs=1e-11)


@each_principle
@pytest.mark.parametrize("angle", [0.3, -0.6, 0.9])
def test_a_stop_is_damped_wherever_it_is_met(principle: Any, angle: float) -> None:
    stop = da.JointStop("stop", "A", lower=-0.5, upper=0.8, stiffness=100.0, damping=50.0)
    for rate in (-1.0, 2.0, 40.0):
        assert_same(pendulum(stop), principle, da.State(q={"A": angle}, u={"A.rate": rate}))


@each_principle
def test_damping_may_be_an_open_parameter_that_is_usually_zero(principle: Any) -> None:
    model = rod_on(
        lambda rod: da.Spring("spring", da.ground.at(y=1.5), rod["end"], 8.0, 0.4, damping=da.param("c", 0.0))
    )
    assert_same(model, principle, da.State(q={"A": 0.4}, u={"A.rate": 1.3}, p={"c": 3.0}))


@each_principle
def test_damping_may_begin_later_and_be_small_beside_the_stiffness(principle: Any) -> None:
    later = da.where(da.time > 2.0, 5.0, 0.0)
    for stiffness, damping in ((8.0, later), (1e9, 0.1)):
        model = rod_on(
            lambda rod, k=stiffness, c=damping: da.Spring(
                "spring", da.ground.at(y=1.5), rod["end"], k, 0.4, damping=c
            )
        )
        assert_same(model, principle, da.State(t=3.0, q={"A": 0.4}, u={"A.rate": 1.3}))


@each_principle
def test_a_bushing_is_damped(principle: Any) -> None:
    K, C = np.linspace(1.0, 6.0, 6), np.linspace(0.3, 0.8, 6)
    model = rod_on(lambda rod: da.Bushing("bearing", da.ground.at(y=0.2), rod["end"], K, C))
    assert_same(model, principle, da.State(q={"A": 0.4}, u={"A.rate": 1.3}))


def test_a_spring_of_a_ball_joint_leaves_no_other_force() -> None:
    rod = da.rod("rod", length=1.0, mass=1.0, radius=0.05)
    model = da.Model(
        da.Spherical("ball", da.ground, rod), da.Spring("spring", da.ground.at(y=1.5), rod["end"], 8.0, 0.4)
    )
    steps = {step.title: step for step in da.explain(model, da.BoltzmannHamel()).steps}
    bodies = da.derive(model, da.BoltzmannHamel()).balance.bodies
    assert list(bodies.forces_without_potential) == [0.0, 0.0, 0.0]
    assert "Forces" in steps


def subclasses(of: type) -> list[type]:
    return [kind for direct in of.__subclasses__() for kind in (direct, *subclasses(direct))]


def test_every_force_with_a_potential_says_what_it_does_beside() -> None:
    for name in da.__all__:
        getattr(da, name)  # modules are loaded when their names are asked for
    kinds = [kind for kind in subclasses(Force) if kind.__module__.startswith("dalembert.")]
    kinds = [kind for kind in kinds if "potential" in vars(kind)]
    assert {kind.__name__ for kind in kinds} >= {"Spring", "JointSpring", "JointStop", "Bushing", "Potential"}
    for kind in kinds:
        assert "loads_without_potential" in vars(kind), kind
