"""Jobs as people bring them, each against a calculation of its own: a chain, a trailer, a satellite, a crane."""

import numpy as np
import pytest

import dalembert as da

GRAVITY = 9.81


# ---- three discs on a shaft that floats


INERTIAS, SHAFTS, LOSSES = (0.1, 0.2, 0.3), (200.0, 350.0), (0.05, 0.08)


def torsion_chain():
    parts = []
    for i, J in enumerate(INERTIAS):
        disc = da.disc(f"disc {i}", radius=0.2, inertia=da.Inertia(1.0, J=J * np.eye(3)), axis="z")
        parts.append(da.Revolute(f"r{i}", da.ground.at(z=0.3 * i), disc, axis="z"))
    for i, (k, c) in enumerate(zip(SHAFTS, LOSSES, strict=True)):
        twist = da.coordinate(f"r{i + 1}") - da.coordinate(f"r{i}")
        torque = k * twist + c * (da.speed(f"r{i + 1}") - da.speed(f"r{i}"))
        parts += [
            da.JointForce(f"shaft {i}", f"r{i}", torque),
            da.JointForce(f"back {i}", f"r{i + 1}", -1.0 * torque),
        ]
    return da.Model(*parts, da.Motor("motor", "r0"))


def chain_matrix():
    differences = np.array([[-1.0, 1.0, 0.0], [0.0, -1.0, 1.0]])
    K, C = (differences.T @ np.diag(values) @ differences for values in (SHAFTS, LOSSES))
    back = np.linalg.inv(np.diag(INERTIAS))
    return np.block([[np.zeros((3, 3)), np.eye(3)], [-back @ K, -back @ C]])


def test_a_floating_shaft_has_two_zeros_and_they_are_shown_as_such():
    linear = da.linearize(torsion_chain(), outputs=["r2"])
    modes = linear.modes()
    exact = np.linalg.eigvals(chain_matrix())
    assert np.sort(np.abs(modes.values)) == pytest.approx(np.sort(np.abs(exact)), abs=1e-6)
    # the root of rounding is no growth
    assert modes.report.count("+0, mainly") == 2
    assert modes.verdict.startswith("everything decays but for zero eigenvalues")
    # −k/c of both shafts
    assert np.sort(linear.zeros.real) == pytest.approx([-4375.0, -4000.0])
    numerator, denominator = linear.transfer_function()
    assert not numerator[:4].any() and len(denominator) == 7
    assert numerator[-1] == pytest.approx(SHAFTS[0] * SHAFTS[1] / np.prod(INERTIAS))
    with pytest.raises(da.errors.ModelError, match="name one output of r0"):
        da.linearize(torsion_chain(), outputs=["r0", "r1"]).transfer_function()


def test_a_shaft_that_turns_as_a_whole_is_in_steady_motion():
    model = torsion_chain()
    steady = da.steady_motion(model, u={"r0": 50.0}, unknown=["motor"])
    linear = da.linearize(model, steady)
    assert linear.about == "a steady motion, in which r0, r1, r2 change together"


# ---- a car with a trailer


BASE, HITCH, DRAWBAR = 2.7, 0.9, 3.5


def car_and_trailer():
    car, trailer = (
        da.box("car", size=(4.0, 1.6, 0.5), mass=1200.0),
        da.box("trailer", size=(3.0, 1.6, 0.5), mass=600.0),
    )
    wheels = da.box("wheels", size=(0.6, 0.2, 0.3), mass=20.0)
    return da.Model(
        da.Planar("pose", da.ground, car),
        da.Revolute("steer", car.at(x=BASE), wheels),
        da.Drive("column", "steer", da.param("steering", 0.0)),
        da.Revolute("hitch", car.at(x=-HITCH), trailer.at(x=DRAWBAR)),
        da.relations.KnifeEdge("rear axle", car, across="y"),
        da.relations.KnifeEdge("front axle", wheels, across="y"),
        da.relations.KnifeEdge("trailer axle", trailer, across="y"),
    )


def drive(model, speed, steering):
    guess = da.State(q={"steer": steering}, u={"pose.x": speed})
    return da.steady_motion(
        model, u={"pose.x": speed}, q={"pose.angle": 0.0}, p={"steering": steering}, guess=guess
    )


def test_a_trailer_follows_in_the_bend_as_geometry_says():
    model = car_and_trailer()
    for steering in (0.1, 0.35):
        turn = drive(model, 5.0, steering)
        radius = BASE / np.tan(steering)
        behind = np.sqrt(radius**2 + HITCH**2 - DRAWBAR**2)
        assert turn.q["hitch"] == pytest.approx(
            -np.arctan(HITCH / radius) - np.arctan(DRAWBAR / behind), abs=1e-12
        )
        assert turn.u["pose.angle"] == pytest.approx(5.0 / radius, rel=1e-12)


@pytest.mark.parametrize("speed", [5.0, -5.0])
def test_the_angle_of_a_trailer_decays_forwards_and_grows_backwards(speed):
    """δ̇ = −v/d δ: no acceleration depends on it, and yet it is no ignorable coordinate."""
    model = car_and_trailer()
    linear = da.linearize(model, drive(model, speed, 0.0))
    modes = linear.modes()
    assert linear.ignorable == ("pose.x", "pose.y", "pose.angle")
    assert modes.values[np.argmax(np.abs(modes.values))] == pytest.approx(-speed / DRAWBAR)
    assert modes.is_unstable == (speed < 0.0)


# ---- a satellite that spins, with a damper


@pytest.mark.parametrize("moments", [(90.0, 100.0, 120.0), (150.0, 160.0, 120.0)])
def test_a_damper_steadies_the_spin_about_the_largest_moment_only(moments):
    """A mass on a spring beside the axis: Euler's equations with it, by hand."""
    hull, bob = 500.0, 5.0
    arm, k, c, spin = 1.2, 4.0, 1.5, 1.0
    body, mass = da.Body("hull", da.Inertia(hull, J=np.diag(moments))), da.particle("bob", mass=bob)
    model = da.Model(
        da.Free("pose", da.ground, body, angles="zxy", names=["spin", "nod", "tilt"]),
        da.Prismatic("slide", body.at(x=arm), mass, axis="z"),
        da.JointSpring("spring", "slide", k),
        da.JointDamper("damper", "slide", c),
    )
    steady = da.steady_motion(model, u={"spin": spin}, q={"nod": 0.0, "tilt": 0.0, "slide": 0.0})
    modes = da.linearize(model, steady).modes()

    m = hull * bob / (hull + bob)
    Ix, Iy, Iz = moments[0], moments[1] + m * arm**2, moments[2] + m * arm**2
    left = np.array([[Ix, 0.0, 0.0], [0.0, Iy, -m * arm], [0.0, -m * arm, m]])
    right = np.array(
        [
            [0.0, -spin * (Iz - Iy), 0.0, 0.0],
            [-spin * (Ix - Iz), 0.0, m * arm * spin**2, 0.0],
            [-m * arm * spin, 0.0, -k, -c],
        ]
    )
    rates = np.linalg.solve(left, right)
    exact = np.linalg.eigvals(np.stack([rates[0], rates[1], [0.0, 0.0, 0.0, 1.0], rates[2]]))
    for value in exact:
        assert np.abs(modes.values - value).min() < 1e-9
    # axes of the world see the hull move on a circle; nothing depends on that
    assert "for an instant" not in modes.verdict
    assert modes.is_unstable == (moments[2] < moments[1])


# ---- a crane with a counterweight


def crane():
    boom, link = da.rod("boom", length=8.0, mass=300.0), da.rod("link", length=3.0, mass=60.0)
    mast = da.rod("mast", length=2.5, mass=50.0)
    return da.Model(
        da.Revolute("foot", da.ground, boom),
        da.Revolute("D", da.ground.at(x=-2.0), mast),
        da.Revolute("E", mast["end"], link),
        da.Revolute("F", link["end"], boom.at(x=2.0)),
        da.PointForce("counterweight", mast["end"], (0.0, da.param("W", 20e3), 0.0)),
        da.PointForce("load", boom["end"], (0.0, -500.0, 0.0)),
        gravity=(0.0, -GRAVITY, 0.0),
    )


def test_a_family_along_a_force_of_many_newtons_is_right_all_the_way():
    """What counts as a root is measured by angles and lengths, not by the size of the force that varies."""
    model, guess = crane(), {"foot": 0.5, "D": 1.1, "E": -1.6}
    rest = da.equilibrium(model, q={"foot": 0.5}, unknown=["W"], guess=guess)
    free = da.equilibrium(model, p=dict(rest.p), guess=rest)
    branch = da.continuation(free, "W", between=(20e3, 22e3), step=0.3)
    assert branch.end == "W reached 22000"
    for member in (branch[0], branch[len(branch) // 2], branch[-1]):
        assert max(map(abs, da.as_dynamics(model).accelerations(member).values())) < 1e-9
    weights = [
        da.equilibrium(model, q={"foot": angle}, unknown=["W"], guess=rest).p["W"] for angle in (0.499, 0.501)
    ]
    assert rest.sensitivities(["foot"])["W", "foot"] == pytest.approx((weights[1] - weights[0]) / 2e-3, rel=1e-5)
