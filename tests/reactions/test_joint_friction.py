"""Friction in pins, guides and gears by their reactions, and the iteration that finds it."""

from functools import cache

import numpy as np
import pytest

import dalembert as da


@cache
def slider_crank(mu=0.2):
    """X004-9: two bars of length 2 and mass 1, the end of the second led along x, the first turns at 5 rad/s."""
    crank, rod = (da.rod(name, length=2.0, mass=1.0) for name in ("crank", "rod"))
    end = rod["end"]
    size, way = da.expr.absolute_value(da.measures.multiplier("guide")), da.expr.sign(da.velocity(end)[0])
    return da.Model(
        da.Revolute("A", da.ground, crank, default=np.pi / 4),
        da.Revolute("B", crank["end"], rod, default=-np.pi / 2),
        da.Holonomic("guide", da.position(end)[1]),
        da.PointForce("friction", end, (-mu * size * way, 0.0, 0.0)),
        da.Drive("motor", "A", np.pi / 4 + 5.0 * da.time),
        gravity=(0.0, -9.81, 0.0),
    )


def turning(angle):
    return da.State(q={"A": angle, "B": -2.0 * angle}, u={"A.rate": 5.0, "B.rate": -10.0})


@pytest.mark.covers("F004-20", "F000-30", "F004-21")
def test_iterations_go_through_the_published_torques_and_are_counted():
    found = da.diagnostics.reaction_iterations(slider_crank(), turning(np.pi / 4))
    series = (113.8734, 131.0987, 134.5438, 135.2328)
    assert found.iterates["motor"][:4] == pytest.approx(series, abs=5e-5)
    assert found.converged
    assert found.count == 20
    assert found.iterates["motor"][-1] == pytest.approx(135.405076285160, rel=1e-12)
    assert str(found) == "converged in 20 steps, each of which leaves 0.2 of the error"


@pytest.mark.covers("F004-20")
def test_a_mechanism_that_locks_itself_is_told_so_with_its_angle():
    def factor(angle):
        return da.diagnostics.reaction_iterations(slider_crank(), turning(angle)).factor

    assert factor(1.3733) < 1.0 < factor(1.3735)
    locked = da.diagnostics.reaction_iterations(slider_crank(), turning(1.4))
    assert not locked.converged
    assert "the mechanism locks itself" in str(locked)
    with pytest.raises(da.errors.SolverError, match="friction locks the mechanism itself") as error:
        da.kinematics(slider_crank(), np.linspace(0.0, 0.2, 9))
    assert error.value.motion["A"][-1] == pytest.approx(1.3734, abs=1e-4)


@pytest.mark.parametrize(("mu", "told"), [(0.5, "leaves 0.4 of the error"), (5.0, "locks itself")])
def test_a_guide_without_rows_is_told_to_lock(mu, told):
    """Friction that presses the block onto its guide, by 0.8 of it: N = m g + 0.8 μ N."""
    block = da.box("block", size=(0.1, 0.1, 0.1), mass=3.0)
    rail = da.Prismatic("rail", da.ground, block, axis="x")
    N = da.expr.absolute_value(da.reaction_force("rail")[1])
    rub = da.PointForce("rub", block, (-0.6 * mu * N, -0.8 * mu * N, 0.0))
    model = da.Model(rail, rub, gravity=(0.0, -9.81, 0.0))
    found = da.diagnostics.reaction_iterations(model, da.State(u={"rail": 1.0}))
    assert told in str(found)
    assert found.converged is (mu < 1.25)
    assert found.factor == pytest.approx(0.8 * mu)
    if found.converged:
        assert found.iterates["reaction_force('rail').y"][-1] == pytest.approx(3.0 * 9.81 / (1.0 - 0.8 * mu))


@pytest.mark.covers("F004-20")
def test_journal_friction_of_a_driven_pendulum():
    """X004-10: pin of radius 0.02, μ = 0.1."""
    bar = da.Body("bar", da.Inertia(2.0, (0.5, 0.0, 0.0), np.diag([0.05, 0.05, 0.05])))
    pin = da.Revolute("pin", da.ground, bar)
    torques = []
    for mu in (0.0, 0.1):
        friction = da.planar.joint_friction("friction", pin, coulomb=mu, radius=0.02)
        drive = da.Drive("motor", "pin", -np.pi / 3 + da.time**2)
        model = da.Model(pin, friction, drive, gravity=(0.0, -9.81, 0.0))
        state = da.State(0.6, {"pin": -np.pi / 3 + 0.36}, {"pin": 1.2})
        torques.append(da.as_dynamics(model).signals(["motor.torque"], state)["motor.torque"])
    assert torques == pytest.approx([8.683393368618, 8.727553567500], rel=1e-12)


@pytest.mark.covers("F004-20")
def test_friction_of_a_guide_is_that_of_a_block_on_a_slope():
    slope, block = 0.4, da.box("block", size=(0.1, 0.1, 0.1), mass=3.0)
    rail = da.Prismatic("rail", da.ground.at(rotation=da.spatial.rotation("z", -slope)), block, axis="x")
    friction = da.planar.joint_friction("friction", rail, coulomb=0.2, viscous=0.5)
    model = da.Model(rail, friction, gravity=(0.0, -9.81, 0.0))
    a = da.as_dynamics(model).accelerations(da.State(u={"rail": 2.0}))["rail"]
    assert a == pytest.approx(9.81 * (np.sin(slope) - 0.2 * np.cos(slope)) - 0.5 * 2.0 / 3.0, rel=1e-12)


def test_a_sweep_tells_in_which_cases_friction_locks():
    table = da.sweep(
        slider_crank(da.param("mu", 0.1)), {"mu": [0.0, 0.2]}, ["motor.torque"], times=[0.0, 0.1, 0.125, 0.15]
    )
    free, locked = table.terminations
    assert free == "at t = 0.15: all times are reached"
    assert locked.endswith("; 'motor.torque' is no number at 2 of 4 instants, first at t = 0.125")
    assert np.isfinite(table["motor.torque"]).sum(axis=1).tolist() == [4, 2]


@pytest.mark.covers("F004-24", "F004-20")
def test_friction_of_a_gear_grows_with_the_force_of_its_teeth():
    """A mesh turns a brake of torque T on the second wheel: the first needs (1 + μ) T / 2 instead of T / 2."""
    wheels = [da.disc(name, radius=0.1, mass=1.0) for name in ("small", "large")]
    gear = da.Gear("gear", "first", "second", da.relations.external_mesh(20, 40))
    for mu in (0.0, 0.1):
        friction = da.planar.gear_friction("friction", gear, coulomb=mu, viscous=0.01)
        model = da.Model(
            da.Revolute("first", da.ground, wheels[0]),
            da.Revolute("second", da.ground.at(x=0.3), wheels[1]),
            gear,
            da.JointForce("brake", "second", 6.0),
            da.Drive("motor", "first", 3.0 * da.time),
            friction,
        )
        torque = da.as_dynamics(model).signals(["motor.torque"], da.assemble(model))["motor.torque"]
        assert torque == pytest.approx(3.0 * (1.0 + mu) + 0.03, rel=1e-12)


@pytest.mark.parametrize("order", [("sun", "planet"), ("planet", "sun")])
@pytest.mark.parametrize("held", ["ring", "sun"])
def test_friction_of_wheels_on_a_carrier_is_that_of_their_turning_from_it(order, held):
    """A brake T on the carrier is balanced by torques S on the sun and R on the ring, in the ratio of their teeth.

    Only the mesh of the sun rubs: seen from the carrier, a part of what goes through it is lost.
    """
    mu, teeth, T = 0.05, {"sun": 20, "planet": 30}, 10.0
    bodies = {name: da.disc(f"wheel {name}", radius=0.01, mass=1e-9) for name in ("arm", "sun", "planet", "ring")}
    mesh = da.Gear("mesh", *order, da.relations.external_mesh(*(teeth[name] for name in order)), carrier="arm")
    driving = "sun" if held == "ring" else "ring"
    model = da.Model(
        *(da.Revolute(name, da.ground, bodies[name]) for name in ("arm", "sun", "ring")),
        da.Revolute("planet", bodies["arm"].at(x=0.05), bodies["planet"]),
        mesh,
        da.Gear("outer", "ring", "planet", da.relations.internal_mesh(80, 30), carrier="arm"),
        da.planar.gear_friction("friction", mesh, coulomb=mu),
        da.JointForce("brake", "arm", -T),
        da.Drive("held", held, 0.0),
        da.Drive("motor", driving, 5.0 * da.time),
    )
    found = da.as_dynamics(model).signals(["motor.torque", "held.torque"], da.assemble(model))
    # seen from the carrier power goes from the sun to the ring, or back; the first wheel of the mesh feels μ of it
    forwards = driving == "sun"
    loss = 1.0 + mu if forwards == (order[0] == "sun") else 1.0 - mu
    S_over_R = 0.25 * (loss if order[0] == "sun" else 1.0 / loss)
    torques = {"ring": T / (1.0 + S_over_R), "sun": T * S_over_R / (1.0 + S_over_R)}
    assert found["motor.torque"] == pytest.approx(torques[driving], rel=1e-6)
    assert found["held.torque"] == pytest.approx(torques[held], rel=1e-6)


@pytest.mark.parametrize("friction", ["smooth", "dry"])
def test_a_pin_in_a_slot_rubs_as_it_slides_and_as_it_turns(friction):
    """A wheel on a pin in a level slot: the slot carries m g, the pin that and the friction of the slot."""
    m, J, mu, rho, g = 2.0, 0.01, 0.2, 0.05, 9.81
    wheel = da.Body("wheel", da.Inertia(m, J=J * np.eye(3)))
    slot = da.PinInSlot("slot", da.ground, wheel, axis="x", normal="z")
    if friction == "smooth":
        parts = [
            da.planar.joint_friction("guide", slot, coulomb=mu),
            da.planar.joint_friction("pin", slot, coulomb=mu, radius=rho),
        ]
    else:
        parts = [da.contacts.dry_joint_friction("guide", slot, mu)]
    model = da.Model(slot, *parts, gravity=(0.0, -g, 0.0))
    start = da.State(q={"slot.angle": 0.7}, u={"slot.way": 3.0, "slot.angle": 20.0})
    end = da.simulate(model, start, times=[0.0, 0.5]).state()
    torque = mu * rho * m * g * np.sqrt(1.0 + mu**2) if friction == "smooth" else 0.0
    assert end.u["slot.way"] == pytest.approx(3.0 - mu * g * 0.5, rel=1e-9)
    assert end.u["slot.angle"] == pytest.approx(20.0 - torque / J * 0.5, rel=1e-7)


def test_friction_where_it_cannot_be_is_refused():
    rod = da.rod("rod", length=1.0, mass=1.0)
    pin, ball = da.Revolute("pin", da.ground, rod), da.Spherical("ball", da.ground, rod)
    with pytest.raises(da.errors.ModelError, match="needs the radius of the pin"):
        da.planar.joint_friction("f", pin, coulomb=0.1)
    with pytest.raises(
        da.errors.ModelError, match="in a joint that turns about one axis, slides along one, or both"
    ):
        da.planar.joint_friction("f", ball, coulomb=0.1)
    with pytest.raises(da.errors.ModelError, match="not negative, unlike -0"):
        da.planar.joint_friction("f", pin, coulomb=-0.1, radius=0.1)
    with pytest.raises(da.errors.ModelError, match="in a Gear"):
        da.planar.gear_friction("f", pin)
    with pytest.raises(da.errors.ModelError, match="no force of this model depends on reactions"):
        da.diagnostics.reaction_iterations(da.Model(pin), da.State())
