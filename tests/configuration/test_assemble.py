import math
import pickle

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import AssemblyError, ModelError
from tests.oracles.linkages import bennett, four_bar, parallelogram, slider_crank, three_cranks
from tests.oracles.mechanisms import mechanism

pytestmark = pytest.mark.slow

CLOSED = 1e-12
"""Residuals of an assembly: rounding of places of about one metre."""

NEAREST = 1e-6
"""How exactly the nearest state is found, beside its distance."""


@pytest.fixture(scope="module")
def linkage():
    return da.as_dynamics(four_bar())


def residuals(dynamics, state):
    eom = dynamics.equations
    found = dynamics.evaluate({"phi": eom.phi, "psi": eom.psi, "c": eom.c}, state)
    return max(np.abs(x).max(initial=0.0) for x in found.values())


def measured(dynamics, state, expression):
    return float(dynamics.evaluate({"value": expression}, state)["value"])


# ---- positions


@pytest.mark.covers("F000-27")
def test_a_four_bar_closes_with_its_crank_held(linkage):
    state = da.assemble(linkage, q={"A": 0.3}, u={"A": 2.0}, guess={"B": 0.5, "D": 1.0})
    assert state.q["A"] == 0.3
    assert state.u["A.rate"] == 2.0
    assert state.undetermined == ()
    assert residuals(linkage, state) < CLOSED


def test_a_slider_crank_closes_as_its_formula_says():
    model, angle = slider_crank(0.2, 0.5), 0.7
    state = da.assemble(model, q={"A": angle}, u={"A": 3.0}, guess={"S": 0.6})
    lean = np.arcsin(0.2 * np.sin(angle) / 0.5)
    assert state.q["S"] == pytest.approx(0.2 * np.cos(angle) + 0.5 * np.cos(lean), abs=CLOSED)
    speed = -3.0 * 0.2 * (np.sin(angle) + np.cos(angle) * np.tan(lean))
    assert state.u["S.rate"] == pytest.approx(speed, abs=CLOSED)


def test_the_guess_chooses_the_branch(linkage):
    up = da.assemble(linkage, q={"A": 0.3}, guess={"B": 0.5, "D": 1.0})
    down = da.assemble(linkage, q={"A": 0.3}, guess={"B": -0.5, "D": -1.0})
    assert up.q["D"] > 0.0 > down.q["D"]


def test_the_rest_moves_least_from_the_guess():
    bob = da.particle("bob", mass=1.0)
    model = da.Model(
        da.Translational("place", da.ground, bob),
        da.Distance("string", da.ground, bob, 2.0),
    )
    guess = np.array([1.0, 2.0, 2.5])
    state = da.assemble(model, guess=dict(zip(model.coordinates, guess, strict=True)))
    nearest = 2.0 * guess / np.linalg.norm(guess)
    np.testing.assert_allclose([*state.q.values()], nearest, atol=NEAREST)


def test_a_state_may_be_the_guess(linkage):
    first = da.assemble(linkage, q={"A": 0.3}, u={"A": 2.0}, guess={"B": 0.5, "D": 1.0})
    again = da.assemble(linkage, guess=first)
    np.testing.assert_allclose([*again.q.values()], [*first.q.values()], atol=CLOSED)
    np.testing.assert_allclose([*again.u.values()], [*first.u.values()], atol=CLOSED)


def test_the_coordinate_of_a_joint_that_closes_the_loop_may_be_held(linkage):
    state = da.assemble(linkage, q={"C": 1.0}, u={"C": 0.5})
    assert measured(linkage, state, da.coordinate("C")) == pytest.approx(1.0, abs=CLOSED)
    assert measured(linkage, state, da.speed("C")) == pytest.approx(0.5, abs=CLOSED)
    turned = da.assemble(linkage, q={"C": 1.0 + 2.0 * np.pi})
    np.testing.assert_allclose([*turned.q.values()], [*state.q.values()], atol=1e-9)


def test_any_measure_may_be_held(linkage):
    end = linkage.equations.model.body("coupler")["end"]
    where = [(da.position(end)[1], 0.6), (da.velocity(end)[1], 0.2)]
    state = da.assemble(linkage, where=where)
    for expression, value in where:
        assert measured(linkage, state, expression) == pytest.approx(value, abs=CLOSED)
    assert state.undetermined == ()


def test_a_measure_that_is_not_linear_in_the_speeds_may_be_held(linkage):
    state = da.assemble(linkage, q={"A": 0.3}, where=[(da.energies.kinetic_energy(), 2.5)])
    assert measured(linkage, state, da.energies.kinetic_energy()) == pytest.approx(2.5, abs=1e-9)


@pytest.mark.covers("F000-27")
def test_unknown_lengths_come_back_in_the_state():
    length = da.param("length", 1.0)
    model = four_bar(coupler=length)
    state = da.assemble(model, q={"A": 0.3, "D": 0.9}, unknown=["length"], guess={"B": 0.2})
    crank_end = 0.5 * np.array([np.cos(0.3), np.sin(0.3)])
    rocker_end = np.array([1.1, 0.0]) + 0.75 * np.array([np.cos(0.9), np.sin(0.9)])
    assert state.p["length"] == pytest.approx(np.linalg.norm(rocker_end - crank_end), abs=CLOSED)
    assert state.undetermined == ("A.rate", "B.rate", "D.rate")
    motion = da.simulate(model, state, until=0.1)
    assert motion.energy_drift < 1e-6
    assert motion.parameters == {"length": state.p["length"]}


@pytest.mark.parametrize("seed", range(4))
def test_random_loops_with_ball_joints_close_from_a_disturbed_guess(seed):
    edges = [("spherical", -1, 0), ("universal", 0, 1), ("cylindrical", 1, 2), ("spherical", -1, 3)]
    given = mechanism([*edges, ("revolute", 3, 2)], seed=seed)
    model = da.Model(*given.joints)
    dynamics = da.as_dynamics(model)
    rng = np.random.default_rng(seed)
    guess = {name: value + 0.05 * rng.standard_normal() for name, value in given.q.items()}
    guess = {name: guess[name] for name in model.coordinates}
    state = da.assemble(dynamics, guess=guess)
    assert residuals(dynamics, state) < CLOSED
    assert max(abs(state.q[name] - given.q[name]) for name in model.coordinates) < 0.5


def test_joints_are_closed_the_right_way_round():
    first, second = da.rod("first", length=1.0, mass=1.0), da.rod("second", length=1.0, mass=1.0)
    model = da.Model(
        da.Spherical("A", da.ground, first, angles="xyz"),
        da.Spherical("B", da.ground, second, angles="xyz"),
        da.Revolute("hinge", first, second, axis="z"),
    )
    # from here the nearest solution of the rows alone is turned over
    state = da.assemble(model, q={"A.angle1": 0.0, "A.angle2": 0.0, "A.angle3": 0.0}, guess={"B.angle1": 3.0})
    dynamics = da.as_dynamics(model)
    assert all(measured(dynamics, state, sense) > 0.99 for _, sense in dynamics.equations.constraints.senses)


def test_a_loop_that_closes_only_turned_over_is_refused():
    crank, plate = da.rod("crank", length=1.0, mass=1.0), da.rod("plate", length=1.0, mass=1.0)
    over = da.ground.at(rotation=da.spatial.rotation("x", np.pi))
    model = da.Model(
        da.Revolute("A", da.ground, crank),
        da.Revolute("B", crank["end"], plate),
        da.Revolute("C", over, plate["end"]),
    )
    with pytest.raises(AssemblyError, match="'B' closes only the wrong way round"):
        da.assemble(model)


@pytest.mark.covers("F000-27")
def test_turns_of_counted_angles_are_those_nearest_to_the_guess():
    model = four_bar(0.5, 1.2, 0.75, 1.1, da.JointSpring("spring", "C", stiffness=1.0))
    assert model.unwrapped_angles == ("C",)
    dynamics = da.as_dynamics(model)
    near = da.assemble(dynamics, q={"A": 0.3}, guess={"B": 0.5, "D": 1.0})
    wound = da.assemble(dynamics, q={"A": 0.3}, guess={"B": 0.5, "D": 1.0, "C": near.q["C"] + 12.0})
    assert residuals(dynamics, near) < CLOSED
    assert wound.q["C"] - near.q["C"] == pytest.approx(4.0 * np.pi, abs=CLOSED)
    held = da.assemble(dynamics, q={"C": 7.0})
    assert held.q["C"] == 7.0
    assert residuals(dynamics, held) < CLOSED


def test_a_drive_on_a_counted_angle_starts_at_its_turns():
    model = four_bar(0.5, 1.2, 0.75, 1.1, da.Drive("motor", "C", 13.0 + da.time))
    state = da.assemble(model)
    assert state.q["C"] == pytest.approx(13.0, abs=CLOSED)
    assert max(abs(state.q[name]) for name in "ABD") < 2.0 * np.pi


# ---- velocities


@pytest.mark.covers("F000-27")
def test_speeds_follow_drives():
    model = four_bar(0.5, 1.2, 0.75, 1.1, da.Drive("motor", "A", 0.3 + 2.0 * da.time + da.time**2))
    dynamics = da.as_dynamics(model)
    state = da.assemble(dynamics, guess={"B": 0.5, "D": 1.0}, t=0.5)
    assert state.q["A"] == pytest.approx(1.55, abs=CLOSED)
    assert state.u["A.rate"] == pytest.approx(3.0, abs=CLOSED)
    assert residuals(dynamics, state) < CLOSED
    assert state.undetermined == ()


@pytest.mark.covers("F002-15")
def test_a_blade_does_not_slide_across():
    sled = da.box("sled", size=(1.0, 0.5, 0.2), mass=3.0)
    model = da.Model(da.Planar("pose", da.ground, sled), da.relations.KnifeEdge("blade", sled.at(x=0.3)))
    dynamics = da.as_dynamics(model)
    state = da.assemble(dynamics, q={"pose.angle": 0.6}, u={"pose.angle": 1.5, "pose.x": 2.0})
    assert residuals(dynamics, state) < CLOSED
    across = -2.0 * np.sin(0.6) + state.u["pose.y.rate"] * np.cos(0.6)
    assert across == pytest.approx(-1.5 * 0.3, abs=CLOSED)


def test_nonlinear_rows_of_velocities_hold():
    bob = da.particle("bob", mass=1.0)
    v = da.velocity(bob)
    model = da.Model(da.Translational("place", da.ground, bob), da.Nonholonomic("pace", v @ v - 4.0))
    dynamics = da.as_dynamics(model)
    state = da.assemble(dynamics, u={model.speeds[0]: 1.0})
    assert np.linalg.norm([*state.u.values()]) == pytest.approx(2.0, abs=1e-9)
    assert state.u[model.speeds[0]] == 1.0


def test_speeds_that_are_not_given_stay_near_the_guess(linkage):
    first = da.assemble(linkage, q={"A": 0.3}, u={"A": 2.0})
    state = da.assemble(linkage, guess=da.State(q=first.q, u={"A.rate": 2.0}))
    allowed = np.array([*first.u.values()])
    nearest = allowed * (allowed @ np.array([2.0, 0.0, 0.0])) / (allowed @ allowed)
    np.testing.assert_allclose([*state.u.values()], nearest, atol=NEAREST)


@pytest.mark.covers("F000-27")
def test_a_rolling_disc_stands_on_the_plane():
    disc = da.disc("disc", radius=0.3, mass=2.0, axis="y")
    model = da.Model(
        da.Free("pose", da.ground, disc, angles="zxy", names=["yaw", "lean", "spin"]),
        da.Rolling("tread", disc, on=da.geometry.plane(da.ground, normal="z")),
        gravity=(0.0, 0.0, -9.81),
    )
    dynamics = da.as_dynamics(model)
    state = da.assemble(dynamics, q={"lean": 0.2}, u={"yaw": 0.5, "spin": 6.0, "lean": 0.0})
    assert measured(dynamics, state, da.position(disc)[2]) == pytest.approx(0.3 * np.cos(0.2), abs=CLOSED)
    assert residuals(dynamics, state) < CLOSED
    assert not any(name.endswith("rate") for name in state.undetermined)


# ---- what is left open


@pytest.mark.covers("F000-27")
def test_names_without_a_definite_value_are_reported(linkage):
    state = da.assemble(linkage, guess={"A": 0.3, "B": 0.1, "D": 0.8})
    assert state.undetermined == ("A", "B", "D", "A.rate", "B.rate", "D.rate")
    assert "undetermined" in state.report
    assert "A.rate" in state.report


def test_in_a_tree_everything_that_is_not_held_stays():
    upper, lower = da.rod("upper", length=1.0, mass=1.0), da.rod("lower", length=0.8, mass=0.5)
    model = da.Model(da.Revolute("shoulder", da.ground, upper), da.Revolute("elbow", upper["end"], lower))
    state = da.assemble(model, q={"elbow": 1.2}, guess={"shoulder": 0.4})
    assert dict(state.q) == {"shoulder": 0.4, "elbow": 1.2}
    assert state.undetermined == ("shoulder", "shoulder.rate", "elbow.rate")


def test_redundant_rows_are_no_problem():
    model = bennett()
    dynamics = da.as_dynamics(model)
    state = da.assemble(dynamics, q={"R1": 1.0}, guess={"R2": 1.0, "R3": 1.0})
    assert residuals(dynamics, state) < CLOSED
    assert "R2" not in state.undetermined


def test_a_flat_parallelogram_is_accepted_as_it_lies():
    model = parallelogram()
    dynamics = da.as_dynamics(model)
    state = da.assemble(dynamics, q={"A": 0.0})
    assert residuals(dynamics, state) < CLOSED


def test_an_assembly_is_a_state_that_can_be_kept(linkage):
    state = da.assemble(linkage, q={"A": 0.3})
    assert isinstance(state, da.State)
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert again.undetermined == state.undetermined


# ---- what cannot be


def test_a_loop_that_cannot_close_says_which_and_by_how_much():
    with pytest.raises(AssemblyError) as caught:
        da.assemble(four_bar(0.1, 0.2, 0.1, 1.1))
    message = str(caught.value)
    assert "'C' cannot be closed by moving A, B, D" in message
    assert "is open by 0.7" in message
    assert "C.x" in message
    assert "tried: from the guess, from 8 other starts" in message


def test_held_values_that_do_not_fit_are_named(linkage):
    with pytest.raises(AssemblyError, match=r"what is held, A = 0\.3, B = 2, contradicts 'C'"):
        da.assemble(linkage, q={"A": 0.3, "B": 2.0})


def test_a_held_coordinate_that_a_drive_moves_elsewhere_is_named():
    model = four_bar(0.5, 1.2, 0.75, 1.1, da.Drive("motor", "A", 1.0 + da.time))
    with pytest.raises(AssemblyError, match=r"A = 0\.3, contradicts 'motor'"):
        da.assemble(model, q={"A": 0.3})


def test_a_held_speed_that_a_drive_gives_otherwise_is_named():
    model = four_bar(0.5, 1.2, 0.75, 1.1, da.Drive("motor", "A", 1.0 + da.time))
    with pytest.raises(AssemblyError, match=r"A\.rate = 2, contradicts 'motor'"):
        da.assemble(model, u={"A": 2.0})


def test_drives_that_contradict_each_other_are_named():
    model = four_bar(
        0.5, 1.2, 0.75, 1.1, da.Drive("motor", "A", 0.3 + da.time), da.Drive("brake", "D", 0.0 * da.time + 1.5)
    )
    with pytest.raises(AssemblyError, match=r"'C', 'motor', 'brake' cannot hold together"):
        da.assemble(model)


def test_a_third_crank_that_is_not_parallel_cannot_be_held_there():
    with pytest.raises(AssemblyError, match="A = 1, contradicts"):
        da.assemble(three_cranks(0.52), q={"A": 1.0}, guess={"B": -1.0, "D": 1.0, "E": 1.0})


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"q": {"a": 1.0}}, "no coordinate 'a'"),
        ({"q": {"AA": 1.0}}, "did you mean 'A'"),
        ({"u": {"A.ratte": 1.0}}, "did you mean 'A.rate'"),
        ({"u": {"A": 1.0, "A.rate": 1.0}}, "given twice"),
        ({"guess": {"X": 1.0}}, "no coordinate 'X'"),
        ({"p": {"l": 1.0}}, "no parameter 'l'"),
        ({"unknown": ["l"]}, "no parameter 'l'"),
        ({"unknown": "l"}, "a list of names"),
        ({"where": [(1.0, 2.0)]}, "contains none"),
        ({"where": [da.coordinate("A")]}, "pairs"),
        ({"where": [(da.acceleration("A"), 2.0)]}, "follows from forces"),
    ],
)
def test_wrong_names_and_values_are_refused(linkage, given, message):
    with pytest.raises(ModelError, match=message):
        da.assemble(linkage, **given)


def test_a_parameter_without_influence_on_positions_cannot_be_unknown():
    mass = da.param("mass", 1.0)
    rod = da.rod("rod", length=1.0, mass=mass)
    model = da.Model(da.Revolute("A", da.ground, rod))
    with pytest.raises(AssemblyError, match="'mass' cannot be solved for"):
        da.assemble(model, unknown=["mass"])


def test_a_guess_with_a_quaternion_of_another_length_gives_a_valid_state() -> None:
    body = da.box("body", size=(0.1, 0.2, 0.3), mass=1.0)
    model = da.Model(
        da.Free("pose", da.ground, body), da.Distance("rope", body, da.ground, 1.0), gravity=(0, 0, -9.81)
    )
    found = da.assemble(model, guess={"pose.x": 1.0, "pose.e0": 0.8, "pose.e1": 0.5})
    quaternion = [found.q[f"pose.e{k}"] for k in range(4)]
    assert math.isclose(sum(x * x for x in quaternion), 1.0, abs_tol=1e-12)


def test_exchanged_axes_of_a_slider_are_not_taken_for_closed() -> None:
    cart = da.box("cart", size=(0.2, 0.1, 0.1), mass=1.0)
    rod = da.rod("rod", length=1.0, mass=0.5)
    model = da.Model(
        da.Prismatic("slide", da.ground, cart, axis="x"),
        da.Revolute("pin", cart, rod, axis="z"),
        gravity=(0, -9.81, 0),
    )
    eom = da.derive(model, coordinates=da.formulations.Absolute())
    # turned by 120° about the diagonal the rows of the slider hold, but x stands along y
    turned = {"cart.e0": 0.5, "cart.e1": 0.5, "cart.e2": 0.5, "cart.e3": 0.5}
    with pytest.raises(AssemblyError, match="'slide' closes only the wrong way round"):
        da.assemble(eom, guess=turned)


def test_a_start_where_a_row_has_no_slope_is_left_for_another():
    """At the centre of a ring, where no direction leads to it more than another."""
    bead = da.particle("bead", mass=1.0)
    x, y, z = da.position(bead)
    model = da.Model(
        da.Translational("p", da.ground, bead),
        da.Holonomic("ring", da.sqrt(x**2 + y**2) - 1.0),
        da.Holonomic("plane", z),
    )
    found = da.assemble(model)
    assert np.hypot(found.q["p.x"], found.q["p.y"]) == pytest.approx(1.0, rel=1e-12)
    assert da.mobility(model).degrees_of_freedom == 1


def test_angles_that_are_singular_at_the_guess_are_refused_by_name():
    """The least-squares solution of rates that have no value never came back."""
    top = da.modules.rigid_body("top", mass=1.0, inertia=(0.2, 0.25, 0.4), orientation="zxz")
    with pytest.raises(AssemblyError, match="rates of angle1, angle3 have no value at the guess"):
        da.assemble(top)
    frame = da.modules.BodyFrame("top", orientation="zxz").place((0.0, 0.0, -0.5))
    pin = da.modules.spherical("pin", da.modules.Place.on_ground(), frame)
    node = da.modules.subsystem("hung", {"top": top}, constraints=pin)
    with pytest.raises(AssemblyError, match="rates of top/angle1, top/angle3 have no value"):
        da.assemble(node)
    start = da.assemble(node, q={"top/angle2": 0.6})
    assert np.hypot(np.hypot(start.q["top/x"], start.q["top/y"]), start.q["top/z"]) == pytest.approx(0.5)


def test_coordinates_to_hold_come_with_or_without_their_letter():
    rod = da.rod("rod", length=1.0, mass=1.0)
    model = da.Model(da.Revolute("hinge", da.ground, rod), da.Distance("tie", da.ground.at(y=2.0), rod["end"]))
    held = {"hinge": float(model.state().q["hinge"])}
    assert da.assemble(model, held).q == da.assemble(model, q=held).q
