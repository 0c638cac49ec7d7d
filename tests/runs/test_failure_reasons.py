"""Runs that cannot go on name the part because of which they cannot."""

import numpy as np
import pytest

import dalembert as da


def bead(*parts, mass=1.0):
    """A particle that moves freely, and parts that may refer to it."""
    body = da.particle("bead", mass=mass)
    return da.Model(da.Translational("place", da.ground, body), *(part(body) for part in parts))


def failing(model, start, **options):
    with pytest.raises(da.errors.SolverError) as caught:
        da.simulate(model, start, until=1.0, **options)
    return str(caught.value)


# ---- joints with angles


def top(joint):
    body = da.Body("top", da.Inertia(1.0, (0.0, 0.0, 0.3), np.diag([0.2, 0.2, 0.1])))
    return da.Model(joint("hip", da.ground, body, angles="xyz"), gravity=(0.0, 0.0, -9.81))


@pytest.mark.covers("F003-17")
@pytest.mark.parametrize("principle", [None, da.Lagrange(), da.Kane(), da.Hamilton()], ids=repr)
@pytest.mark.parametrize("joint", [da.Spherical, da.Free])
def test_a_start_where_angles_are_singular_is_refused(joint, principle):
    subject = top(joint) if principle is None else da.derive(top(joint), principle)
    text = failing(subject, da.State(q={"hip.angle2": np.pi / 2}))
    assert "the rates of hip.angle1.rate, hip.angle3.rate have no value there: three angles" in text
    assert "those of 'hip'" in text


def test_absolute_angles_are_checked_like_those_of_joints():
    by_angles = da.derive(top(da.Spherical), coordinates=da.formulations.Absolute("zxz"))
    assert "'place of top'" in failing(by_angles, da.State(q={"top.x": 0.0}))


@pytest.mark.parametrize(
    ("principle", "coordinates"),
    [(da.Recursive(), None), (da.Lagrange(), None), (da.Recursive(), da.formulations.Absolute("xyz"))],
    ids=repr,
)
def test_accelerations_where_angles_are_singular_are_refused_and_positions_are_not(principle, coordinates):
    model = top(da.Spherical)
    tip = model.body("top").at(z=1.0)
    name = "hip.angle" if coordinates is None else "top.angle"
    dynamics = da.as_dynamics(da.derive(model, principle, coordinates=coordinates))
    state = da.State(q={f"{name}2": np.pi / 2}, u={f"{name}2.rate": 2.0})
    for ask in (
        lambda: dynamics.accelerations(state),
        lambda: dynamics.signals(["hip.force.x"], state),
        lambda: dynamics.evaluate(da.acceleration(tip)[0], state),
    ):
        with pytest.raises(
            da.errors.SolverError, match=rf"the rates of {name}1.rate, {name}3.rate have no value there"
        ):
            ask()
    assert dynamics.signals(["kinetic energy"], state)["kinetic energy"] > 0.0
    np.testing.assert_allclose(dynamics.evaluate(da.position(tip), state), [1.0, 0.0, 0.0], atol=1e-12)


def test_angles_that_become_singular_are_named_soon():
    """A millionth of a radian beside it steps are short; without a look at the pace there are 10⁷ of them."""
    start = da.State(q={"hip.angle2": np.pi / 2 - 1e-6}, u={"hip.angle1.rate": 1.0, "hip.angle2.rate": 0.5})
    assert "three angles have none" in failing(top(da.Spherical), start)


def test_every_start_of_a_batch_is_checked():
    starts = [da.State(q={"hip.angle2": angle}) for angle in (0.3, np.pi / 2)]
    with pytest.raises(da.errors.SolverError, match="three angles"):
        da.batch(top(da.Spherical), starts, until=1.0)


def test_angles_pass_beside_their_singular_position():
    start = da.State(q={"hip.angle2": 1.2}, u={"hip.angle2.rate": 2.0, "hip.angle1.rate": 0.3})
    motion = da.simulate(top(da.Spherical), start, until=1.0)
    assert np.abs(motion["energy"] - motion["energy"][0]).max() < 1e-6
    assert motion["hip.angle2"].max() > 1.5


# ---- forces


def test_a_spring_without_length_is_named():
    model = bead(lambda body: da.Spring("bow", da.ground, body, stiffness=10.0, rest_length=1.0))
    assert "because 'bow' has none" in failing(model, model.state())


def test_a_law_that_ends_is_named():
    model = bead(lambda body: da.JointForce("law", "place.x", da.sqrt(0.5 - da.coordinate("place.x"))))
    assert "because 'law' has none" in failing(model, model.state(u={"place.x.rate": 1.0}))


def test_a_callback_that_gives_no_number_is_named():
    def law(body):
        value = da.expr.callback("own", lambda x: np.nan if x[0] > 0.1 else 0.0, [da.coordinate("place.x")])[0]
        return da.JointForce("own law", "place.x", value)

    assert "because 'own law' has none" in failing(bead(law), da.State(u={"place.x.rate": 1.0}))


def test_a_mass_of_zero_is_named():
    model = bead(lambda body: da.JointForce("push", "place.x", 1.0), mass=da.param("m", 1.0))
    text = failing(model, da.State(p={"m": 0.0}))
    assert "has inertia: give it mass" in text


# ---- dampers of points that meet


@pytest.mark.parametrize("stiffness", [0.0, 9.0])
def test_a_damper_from_where_its_points_meet_acts_along_their_velocity(stiffness):
    """ẍ = −c ẋ − k x along the line, from x = 0."""

    def part(body):
        if stiffness:
            return da.Spring("damper", da.ground, body, stiffness=stiffness, damping=1.0)
        return da.Damper("damper", da.ground, body, damping=1.0)

    model, v = bead(part), np.array([0.6, 0.0, 0.8])
    start = model.state(u=dict(zip(model.speeds, v, strict=True)))
    found = da.as_dynamics(model).accelerations(start)
    np.testing.assert_allclose(list(found.values()), -v, rtol=1e-14)
    motion = da.simulate(model, start, until=2.0)
    t, w = motion.times, np.sqrt(stiffness - 0.25 + 0j)
    along = (np.exp(-0.5 * t) * np.sin(w * t) / w).real
    np.testing.assert_allclose(motion.states[:, :3], np.outer(along, v), atol=1e-7)


@pytest.mark.parametrize("principle", [da.Lagrange(), da.Kane()], ids=repr)
def test_principles_agree_on_dampers_of_points_that_meet(principle):
    model = bead(lambda body: da.Spring("s", da.ground, body, stiffness=4.0, damping=2.0))
    found = da.as_dynamics(da.derive(model, principle)).accelerations(da.State(u={"place.y.rate": 3.0}))
    assert found["place.y.rate"] == pytest.approx(-6.0)
