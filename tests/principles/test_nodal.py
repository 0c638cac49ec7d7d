"""Planar mechanisms in the places of their nodes: inertia and forces there, and the same motion."""

import numpy as np
import pytest

import dalembert as da

POINTS = {"A": (0.0, 0.0), "B": (0.3, 0.9), "C": (1.4, 1.5), "D": (2.2, 0.8), "E": (2.0, 0.0), "P": (0.9, 1.9)}


def five_bar(*more):
    """Two motors, a coupler with a third point, a spring, a torque and weights."""
    sketch = da.planar.Sketch(POINTS)
    crank = sketch.link("crank", "A", "B", mass=1.0)
    coupler = sketch.link("coupler", "B", "C", "P", mass=2.0)
    rod = sketch.link("rod", "D", "C", mass=0.7, center=sketch.between("D", "C", 0.3, 0.2), moment=0.05)
    lever = sketch.link("lever", "E", "D", mass=0.9)
    return da.Model(
        *sketch.pins(crank, coupler, rod, lever, ground="AE"),
        da.Spring("spring", coupler["P"], da.ground.at(0.0, 2.0), stiffness=30.0, rest_length=0.2, damping=2.0),
        da.Torque("torque", rod, (0.0, 0.0, 0.4)),
        da.Motor("left", "A"),
        da.Motor("right", "E"),
        *more,
        gravity=(0.5, -9.81, 0.0),
    )


def accelerations(model, nodal, state):
    """Rates of nodal speeds by the nodal equations, and as the model itself has them."""
    dynamics = da.as_dynamics(model)
    there = nodal.state(dynamics.evaluate(dict(nodal.measures), state), state.t)
    there = da.State(there.t, there.q, there.u, tau=state.tau)
    return da.as_dynamics(nodal.equations).accelerations(there), there


@pytest.mark.covers("F000-10", "F000-59", "F000-60", "F000-61")
def test_nodes_are_shared_and_accelerations_are_those_of_relative_coordinates():
    model = five_bar()
    nodal = da.planar.nodal_equations(model)
    # two for each node that moves, and the angles of the motors, which count turns
    assert nodal.equations.coordinates == ("B.x", "B.y", "C.x", "C.y", "D.x", "D.y", "A", "E")
    assert set(nodal.equations.speeds[6:]) == {"crank.turn", "lever.turn", "coupler.turn", "rod.turn"}
    assert nodal.equations.inputs == ("left", "right")
    start = da.assemble(model, u={"A": 1.3, "E": -0.8}, tau={"left": 3.0, "right": -2.0})
    found, _ = accelerations(model, nodal, start)
    bodies = {name: model.body(body)[name] for name, body in (("B", "crank"), ("C", "rod"), ("D", "lever"))}
    outputs = {name: da.acceleration(frame)[:2] for name, frame in bodies.items()}
    outputs |= {body.name: da.measures.angular_acceleration(body)[2] for body in model.bodies}
    expected = da.as_dynamics(model).evaluate(outputs, start)
    for name in bodies:
        np.testing.assert_allclose([found[f"{name}.{axis}.rate"] for axis in "xy"], expected[name], rtol=1e-10)
    for body in model.bodies:
        assert found[f"{body.name}.turn"] == pytest.approx(float(expected[body.name]), rel=1e-10)


@pytest.mark.covers("F000-59")
def test_inertia_of_a_link_at_its_nodes_is_that_of_the_book():
    """(5.26) with a₁ = 0.3, a₂ = 0.2: a free link between two nodes, pinned to massless ones."""
    sketch = da.planar.Sketch({"A": (0.0, 0.0), "B": (0.5, 0.5), "C": (2.0, 0.5), "D": (2.5, 0.0)})
    place = sketch.between("B", "C", 0.3, 0.2)
    link = sketch.link("link", "B", "C", mass=2.0, center=place, moment=0.7)
    arms = sketch.link("left", "A", "B"), sketch.link("right", "D", "C")
    eom = da.planar.nodal_equations(da.Model(*sketch.pins(*arms, link, ground="AD"))).equations
    a, b, m = 0.3, 0.2, 2.0
    a3, a4, a5 = (a - 1.0) ** 2 + b**2, a**2 + b**2, b**2 + (a - 1.0) * a
    rows = [[a3, 0, -a5, -b], [0, a3, b, -a5], [-a5, b, a4, 0], [-b, -a5, 0, a4]]
    found = np.asarray(da.expr.evaluate(eom.M), dtype=float)
    np.testing.assert_allclose(found[:4, :4], m * np.array(rows), atol=1e-14)
    k = eom.speeds.index("link.turn")
    assert found[k, k] == pytest.approx(0.7)


@pytest.mark.covers("F000-61", "F004-2")
def test_extra_coordinates_keep_their_names_and_bodies_with_one_node_their_angles():
    disc, roller = (da.Body(name, da.Inertia(1.0, J=np.eye(3))) for name in ("disc", "roller"))
    profile = da.planar.circle_profile(0.5, centre=(0.2, 0.0))
    pair = da.planar.HigherPair(
        "cam", disc, roller, profile=profile, other=da.planar.circle_profile(0.1), default=(0.7, -1.3)
    )
    lift = da.Prismatic("lift", da.ground, roller, axis="y", default=0.7)
    drive = da.Drive("motor", "pivot", 0.8 + 3.0 * da.time + 0.75 * da.time**2)
    model = da.Model(da.Revolute("pivot", da.ground, disc), lift, pair, drive)
    nodal = da.planar.nodal_equations(model)
    names = ("roller.x", "roller.y", "disc.angle", "roller.angle", "cam on disc", "cam on roller", "pivot")
    assert set(nodal.equations.coordinates) == set(names)
    found, there = accelerations(model, nodal, da.assemble(model))
    assert found["roller.y"] == pytest.approx(-1.066954143838, abs=1e-10)
    own = da.as_dynamics(model).accelerations(da.assemble(model))
    assert found["cam on disc"] == pytest.approx(own["cam on disc"], abs=1e-10)
    assert there.u["disc.turn"] == pytest.approx(3.0)


def test_what_nodes_cannot_carry_is_refused():
    """Friction by reactions needs those of shared nodes, and integrals are states."""
    bar = da.rod("bar", length=1.0, mass=1.0)
    pin = da.Revolute("pin", da.ground, bar)
    rough = da.Model(pin, da.planar.joint_friction("friction", pin, coulomb=0.2, radius=0.1))
    with pytest.raises(da.errors.FormulationError, match="no reactions in shared nodes"):
        da.planar.nodal_equations(rough)
    with pytest.raises(da.errors.FormulationError, match="no states of their own, such as 'way'"):
        da.planar.nodal_equations(da.Model(pin, da.StateVariable("way", rate=da.coordinate("pin"))))
    with pytest.raises(da.errors.FormulationError, match="no contacts, which would count as open"):
        da.planar.nodal_equations(da.Model(pin, da.Stop("stop", "pin", low=-1.0)))
