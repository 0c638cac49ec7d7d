import pickle

import numpy as np
import pytest
from scipy.optimize import brentq

import dalembert as da
from tests.examples import example

G = 9.81


def disc(inertia=None, angles="zxy"):
    wheel = da.disc("disc", radius=0.5, mass=2.0, inertia=inertia, axis="y")
    names = ["yaw", "lean", "spin"] if angles else None
    return da.Model(
        da.Free("pose", da.ground, wheel, angles=angles, names=names),
        da.Rolling("floor", wheel, on=da.geometry.plane(da.ground, normal="z")),
        gravity=(0.0, 0.0, -G),
    )


def top(angles):
    """E003-3: the mass centre at 0.3, moments about the fixed point 0.1, 0.1, 0.02."""
    body = da.Body("top", da.Inertia(1.0, (0.0, 0.0, 0.3), np.diag([0.01, 0.01, 0.02])))
    return da.Model(da.Spherical("tip", da.ground, body, angles=angles), gravity=(0.0, 0.0, -G))


def governor():
    """A ball on an arm of length 0.4, hinged on a shaft that turns about the vertical."""
    shaft = da.cylinder("post", radius=0.05, length=0.5, mass=1.0, axis="z")
    ball = da.Body("ball", da.Inertia(0.5, (0.0, 0.0, -0.4), 1e-9 * np.eye(3)))
    return da.Model(
        da.Revolute("shaft", da.ground, shaft, axis="z"),
        da.Revolute("arm", shaft, ball, axis="y"),
        gravity=(0.0, 0.0, -G),
    )


def steadiness(model, found, names, until=1.0):
    """How far quantities that should be constant change in a run."""
    motion = da.simulate(model, found, until=until, method=da.methods.DOP853(rtol=1e-11, atol=1e-12))
    return max(float(np.ptp(motion[name])) for name in names)


# ---- closed forms


@pytest.mark.slow
def test_a_disc_rolls_in_circles_of_the_closed_form():
    dynamics = da.as_dynamics(disc())
    guess = da.State(q={"pose.z": 0.5}, u={"spin": 5.0})
    found = da.steady_motion(dynamics, q={"lean": 0.3}, u={"yaw": 2.0}, guess=guess)
    assert found.ignorable == ("pose.x", "pose.y", "yaw", "spin") and found.undetermined == ()
    # balance of moments about the contact: (C + m r²) ω Ω cos δ + A Ω² cos δ sin δ = m g r sin δ, up to signs
    m, r, lean, Omega = 2.0, 0.5, 0.3, 2.0
    A, C = m * r**2 / 4.0, m * r**2 / 2.0
    axial = found.u["spin"] + Omega * np.sin(lean)
    left = -(C + m * r**2) * axial * Omega * np.cos(lean) + A * Omega**2 * np.cos(lean) * np.sin(lean)
    assert left == pytest.approx(m * G * r * np.sin(lean))
    assert steadiness(dynamics, found, ["lean", "yaw.rate", "spin.rate", "pose.z"]) < 1e-8
    # on a circle, rates of x and y change
    assert max(map(abs, found.accelerations.values())) > 0.1


@pytest.mark.slow
def test_a_disc_by_quaternions_has_the_same_symmetries():
    angle = 0.15
    guess = da.State(q={"pose.z": 0.5, "pose.e0": np.cos(angle), "pose.e1": np.sin(angle)}, u={"pose.wy": 5.0})
    dynamics = da.as_dynamics(disc(angles=None))
    found = da.steady_motion(
        dynamics, where=[(da.orientation(dynamics.equations.model.bodies[0])[2, 1], np.sin(0.3))], guess=guess
    )
    assert set(found.along) == {"pose.x.rate", "pose.y.rate", "pose.wy", "turning about z"}
    assert steadiness(dynamics, found, ["pose.wy", "pose.z"]) < 1e-8


@pytest.mark.parametrize("angles", ["zxz", "xyz", None])
def test_a_top_precesses_regularly_by_the_closed_form(angles):
    tilt, Omega = np.pi / 6.0, 2.0
    model = top(angles)
    dynamics, body = da.as_dynamics(model), model.bodies[0]
    turned = model.joints[0].turned(da.spatial.rotation("x", tilt))
    axial = da.angular_velocity(body) @ da.orientation(body)[:, 2]
    spin = {"zxz": "tip.angle3", "xyz": "tip.angle3", None: "tip.wz"}[angles]
    guess = da.State(q=turned, u={spin: 80.0})
    where = [(da.orientation(body)[2, 2], np.cos(tilt))]
    # of the symmetries the turning about the vertical is known by the angular velocity across the axis
    across = da.angular_velocity(body)[2] - np.cos(tilt) * axial
    found = da.steady_motion(dynamics, guess=guess, where=[*where, (across, Omega * np.sin(tilt) ** 2)])
    assert float(dynamics.evaluate(axial, found)) == pytest.approx(82.235254037844, abs=1e-8)
    force = [found[f"tip.force.{c}"] for c in "xyz"]
    assert np.linalg.norm(force) == pytest.approx(np.hypot(0.6, G), abs=1e-9)
    height = dynamics.evaluate(da.position(body.at(z=1.0))[2], found)
    motion = da.simulate(dynamics, found, until=0.5, method=da.methods.DOP853(rtol=1e-11, atol=1e-12))
    assert motion.evaluate(da.position(body.at(z=1.0))[2]) == pytest.approx(float(height), abs=1e-8)


def test_given_spin_and_tilt_there_is_a_slow_and_a_fast_precession():
    dynamics = da.as_dynamics(top("zxz"))
    rates = []
    for near in (2.0, 20.0):
        guess = da.State(u={"tip.angle1": near})
        found = da.steady_motion(
            dynamics, q={"tip.angle2": np.pi / 6}, u={"tip.angle3": 80.503203230276}, guess=guess
        )
        rates.append(found.u["tip.angle1.rate"])
    # J_t Ω² cos α − J_z ω_z Ω + m g l = 0 with ω_z = spin + Ω cos α
    c = np.cos(np.pi / 6)
    roots = np.sort(np.roots([(0.1 - 0.02) * c, -0.02 * 80.503203230276, 0.3 * G]).real)
    assert rates == pytest.approx(roots)
    assert rates[0] == pytest.approx(2.0, abs=1e-9)


def test_a_governor_lifts_its_ball_beyond_the_critical_speed_where_families_cross():
    dynamics = da.as_dynamics(governor())
    speeds = np.linspace(6.0, 12.0, 7)
    family = da.steady_motions(dynamics, u={"shaft": speeds}, guess={"arm": 0.8})
    assert np.cos(family["arm"]) == pytest.approx(G / (0.4 * speeds**2))
    assert family["shaft.rate"] == pytest.approx(speeds) and family[0].ignorable == ("shaft",)

    # hanging down is steady at all speeds; the other family leaves it at Ω² = g / l
    hanging = da.steady_motion(dynamics, q={"arm": 0.0}, u={"shaft": 2.0})
    branch = da.continuation(hanging, "shaft.rate", between=(1.0, 9.0), step=0.5)
    assert branch.end == "shaft.rate reached 9" and abs(branch["arm"]).max() < 1e-12
    assert [x.u["shaft"] for x in branch.branch_points] == pytest.approx([np.sqrt(G / 0.4)], abs=1e-10)


@pytest.mark.slow
def test_a_torque_free_body_with_an_axis_precesses_regularly():
    body = da.Body("body", da.Inertia(1.0, J=np.diag([1.0, 1.0, 1.7])))
    dynamics = da.as_dynamics(da.Model(da.Spherical("O", da.ground, body, angles="zxz")))
    rates = {"O.angle1": 4.0, "O.angle3": -3.0}
    found = da.steady_motion(dynamics, q={"O.angle2": 0.5}, u={"O.angle3": -3.0}, guess=da.State(u=rates))
    # about the angular momentum L, at the rate |L| / A
    R, w = (np.array(dynamics.evaluate(y(body), found)) for y in (da.orientation, da.angular_velocity))
    momentum = R @ np.diag([1.0, 1.0, 1.7]) @ R.T @ w
    names = ["turning about x", "turning about y", "O.angle1.rate"]
    assert [found.along[name] for name in names] == pytest.approx(momentum, abs=1e-9)


def test_a_motor_balances_damping_at_a_held_speed():
    rotor = da.disc("rotor", radius=0.2, mass=1.0)
    model = da.Model(
        da.Revolute("A", da.ground, rotor, axis="z"), da.JointDamper("d", "A", damping=0.3), da.Motor("m", "A")
    )
    found = da.steady_motion(model, u={"A": 7.0}, unknown=["m"])
    assert found.tau["m"] == pytest.approx(2.1)
    free = da.steady_motion(model, tau={"m": 0.6})
    assert free.u["A"] == pytest.approx(2.0)


def test_a_single_track_vehicle_takes_the_bend_of_its_wheelbase():
    frame, fork = da.box("frame", size=(1.0, 0.4, 0.2), mass=5.0), da.box("fork", size=(0.2, 0.1, 0.1), mass=1.0)
    model = da.Model(
        da.Planar("pose", da.ground, frame),
        da.Revolute("steer", frame.at(x=1.2), fork, axis="z"),
        da.relations.KnifeEdge("rear", frame),
        da.relations.KnifeEdge("front", fork),
        da.Motor("hand", "steer"),
        da.PointForce("drive", frame, (da.Input("push"), 0.0, 0.0), axes=frame),
    )
    dynamics = da.as_dynamics(model)
    guess = da.State(u={"pose.x": 2.0})
    found = da.steady_motion(
        dynamics, q={"steer": 0.2, "pose.angle": 0.0}, u={"pose.x": 2.0}, guess=guess, unknown=["hand", "push"]
    )
    assert found.u["pose.angle"] == pytest.approx(2.0 * np.tan(0.2) / 1.2)
    assert steadiness(dynamics, found, ["pose.angle.rate", "steer"]) < 1e-8


@pytest.mark.slow
def test_the_bicycle_rides_straight_on_and_in_a_circle():
    bicycle = da.as_dynamics(example("bicycle").bicycle())
    speeds = np.array([2.0, 5.0, 8.0])
    rides = da.steady_motions(
        bicycle, u={"rear": speeds / 0.3}, q={"lean": 0.0, "steer": 0.0}, guess={"pose.z": 0.3}
    )
    assert rides["front.rate"] == pytest.approx(speeds / 0.35)
    assert abs(rides["pitch"]).max() < 1e-12 and rides[0].undetermined == ()
    assert set(rides[0].ignorable) == {"pose.x", "pose.y", "yaw", "rear", "front"}
    # nobody steers: a circle of a small lean has the speed at which leaning over begins
    u = {"rear.rate": 20.0, "front.rate": 17.0, "pose.x.rate": 6.0, "yaw.rate": 1e-2}
    near = da.State(q={**rides[1].q, "lean": 1e-3, "steer": 1e-3}, u=u)
    turn = da.steady_motion(bicycle, q={"lean": 1e-3}, guess=near)
    assert 0.3 * abs(turn.u["rear"]) == pytest.approx(6.02426201538837, abs=1e-4)
    assert turn.u["yaw"] != 0.0


def test_the_bicycle_is_studied_in_three_lines():
    """Weave and capsize speeds as published; what was solved for differs by rounding, and that is no structure."""
    bicycle = da.as_dynamics(example("bicycle").bicycle())
    rides = da.steady_motions(
        bicycle, u={"rear": np.linspace(0.05, 10.0, 21) / 0.3}, q={"lean": 0.0, "steer": 0.0}
    )
    modes = da.linearize(bicycle, rides).modes()
    assert modes.linear.along == "rear.rate" and len(modes.linear.states) == 10
    speeds = [0.3 * one.at for one in modes.critical if one.changes_stability]
    assert speeds == pytest.approx([4.29238253634111, 6.02426201538837], rel=1e-10)


# ---- families


def test_a_truss_snaps_through_at_its_folds():
    load, ball = da.param("load", 0.0), da.particle("ball", mass=1.0)
    springs = [
        da.Spring(name, da.ground.at(x=x), ball, stiffness=100.0, rest_length=np.sqrt(1.25))
        for name, x in (("left", -1.0), ("right", 1.0))
    ]
    model = da.Model(da.Prismatic("y", da.ground, ball, axis="y"), *springs, da.JointForce("push", "y", -load))
    start = da.equilibrium(model, guess={"y": 0.4})
    branch = da.continuation(start, "load", between=(-30.0, 30.0))
    assert branch.end == "load reached 30" and branch["load"][-1] == pytest.approx(30.0, abs=1e-9)

    def force(y):
        return -200.0 * (1.0 - np.sqrt(1.25 / (1.0 + y * y))) * y

    # the slope of the force vanishes where (1 + y²)^(3/2) = √1.25
    top = np.sqrt(1.25 ** (1.0 / 3.0) - 1.0)
    assert [x.q["y"] for x in branch.folds] == pytest.approx([top, -top], abs=1e-8)
    assert [x.p["load"] for x in branch.folds] == pytest.approx([force(top), force(-top)], abs=1e-10)
    middle = [x.is_stable for x in branch if abs(x.q["y"]) < top - 1e-6]
    assert middle and not any(middle)

    # by how long the springs are, which is least while the ball passes between their ends
    length = da.sqrt(1.0 + da.position(ball)[1] ** 2)
    heavy = da.equilibrium(model, p={"load": -20.0}, guess={"y": 0.6})
    wanted = np.sqrt(1.0 + heavy.q["y"] ** 2)
    branch = da.continuation(heavy, length, between=(0.9, wanted), unknown=["load"], step=8.0)
    assert [x.q["y"] for x in branch.folds] == pytest.approx([0.0], abs=1e-8)
    np.testing.assert_allclose(branch["load"], force(branch["y"]), atol=1e-9)
    assert branch[length][-1] == pytest.approx(wanted, abs=1e-9) and branch["y"][-1] == pytest.approx(
        -heavy.q["y"]
    )


def test_a_column_on_a_spring_buckles_where_two_families_cross():
    stiffness = da.param("k", 15.0)
    rod = da.rod("rod", length=1.0, mass=1.0, axis="x")
    model = da.Model(
        da.Revolute("A", da.ground, rod, axis="z"),
        da.JointSpring("spring", "A", stiffness=stiffness),
        gravity=(-G, 0.0, 0.0),
    )
    upright = da.continuation(da.equilibrium(model, p={"k": 2.0}), "k", between=(1.0, 9.0))
    assert [x.p["k"] for x in upright.branch_points] == pytest.approx([0.5 * G], abs=1e-10)
    assert not upright[0].is_stable and upright[-1].is_stable
    buckled = da.continuation(da.equilibrium(model, p={"k": 2.0}, guess={"A": 1.5}), "k", between=(1.0, 9.0))
    assert buckled.end == "k reached 1" and buckled["A"].min() < -2.0 < 2.0 < buckled["A"].max()
    angle = brentq(lambda x: 3.0 * x - 0.5 * G * np.sin(x), 0.5, 3.0)
    assert np.interp(-3.0, -buckled["k"][::-1], buckled["A"][::-1]) != angle
    near = [x for x in buckled if abs(x.q["A"]) > 0.3]
    assert [x.p["k"] * x.q["A"] for x in near] == pytest.approx([0.5 * G * np.sin(x.q["A"]) for x in near])


def test_families_say_what_they_lack():
    dynamics = da.as_dynamics(top("zxz"))
    start = da.steady_motion(
        dynamics, q={"tip.angle2": 0.5}, u={"tip.angle3": 80.0}, guess=da.State(u={"tip.angle1": 2.0})
    )
    with pytest.raises(da.errors.ModelError, match="hold all of them but one"):
        da.continuation(start, "tip.angle2", between=(0.1, 1.0))
    branch = da.continuation(start, "tip.angle2", between=(0.1, 1.0), hold=["tip.angle3.rate"])
    assert branch["tip.angle3.rate"] == pytest.approx(80.0)
    with pytest.raises(da.errors.ModelError, match="no family passes"):
        da.continuation(start, "tip.angle2", between=(0.1, 1.0), hold=["tip.angle3.rate", "tip.angle1.rate"])
    with pytest.raises(da.errors.ModelError, match="it cannot be held"):
        da.continuation(start, "tip.angle2", between=(0.1, 1.0), hold=["tip.angle2"])
    with pytest.raises(da.errors.ModelError, match="positive step"):
        da.continuation(start, "tip.angle2", between=(0.1, 1.0), step=-1.0)
    with pytest.raises(da.errors.ModelError, match="smaller and a larger"):
        da.continuation(start, "tip.angle2", between=(1.0, 0.1))
    with pytest.raises(da.errors.ModelError, match="arrays of one length"):
        da.steady_motions(dynamics, q={"tip.angle2": 0.5})
    with pytest.raises(da.errors.ModelError, match="arrays of one length"):
        da.steady_motions(dynamics, q={"tip.angle2": np.ones(2)}, u={"tip.angle3": np.ones(3)})


def test_families_go_down_from_the_upper_end_and_around_a_fold_there():
    """A force a − x² balances at x = ±√a: a fold at a = 0, below all of the family."""
    a, mass = da.param("a", 1.0), da.particle("mass", mass=1.0)
    law = da.JointForce("push", "x", a - da.coordinate("x") ** 2)
    start = da.equilibrium(da.Model(da.Prismatic("x", da.ground, mass, axis="x"), law), guess={"x": 1.0})
    branch = da.continuation(start, "a", between=(-1.0, 1.0), step=0.2)
    (fold,) = branch.folds
    assert abs(fold.p["a"]) < 1e-12 and abs(fold.q["x"]) < 1e-9
    assert branch.end == "a reached 1" and branch[-1].q["x"] == pytest.approx(-1.0)
    with pytest.raises(da.errors.ModelError, match="a is 1 in the start, not between 2 and 3"):
        da.continuation(start, "a", between=(2.0, 3.0))


# ---- what does not exist, and what is open


def test_a_steady_motion_that_does_not_exist_is_said():
    pendulum = da.Model(
        da.Revolute("A", da.ground, da.rod("rod", length=1.0, mass=1.0), axis="y"), gravity=(0.0, 0.0, -G)
    )
    with pytest.raises(da.errors.SolverError, match="only rest would be steady"):
        da.steady_motion(pendulum, u={"A": 1.0})
    assert abs(np.sin(da.steady_motion(pendulum, guess={"A": 1.2}).q["A"] - np.pi / 2)) < 1e-9
    slow = da.as_dynamics(governor())
    with pytest.raises(da.errors.SolverError, match=r"no steady motion was found.*held are"):
        da.steady_motion(slow, q={"arm": 1.0}, u={"shaft": 3.0})
    with pytest.raises(da.errors.SolverError, match="the family ends before"):
        da.steady_motions(slow, q={"arm": 1.0}, u={"shaft": np.array([3.0, 4.0])})


def test_what_is_open_is_named():
    found = da.steady_motion(
        top("zxz"), q={"tip.angle2": 0.5}, guess=da.State(u={"tip.angle1": 2.0, "tip.angle3": 60.0})
    )
    assert found.undetermined == ("tip.angle1.rate", "tip.angle3.rate")
    assert found.ignorable == ("tip.angle1", "tip.angle3")
    again = pickle.loads(pickle.dumps(found))
    assert again.q == found.q and again.along == found.along


def test_driven_systems_and_momenta_are_refused():
    driven = da.Model(
        da.Revolute("A", da.ground, da.rod("rod", length=1.0, mass=1.0), axis="y"),
        da.JointForce("shaker", "A", da.sin(da.time)),
    )
    with pytest.raises(da.errors.ModelError, match="'shaker'"):
        da.steady_motion(driven)
    brake = da.JointForce("brake", "shaft", -(1.0 + da.sin(da.time)) * da.speed("shaft"))
    with pytest.raises(da.errors.ModelError, match="'brake'"):
        da.steady_motion(da.Model(*governor().parts, brake, gravity=(0.0, 0.0, -G)), u={"shaft": 8.0})
    with pytest.raises(da.errors.ModelError, match="Hamilton"):
        da.steady_motion(da.derive(governor(), da.Hamilton()))


def test_what_is_released_may_break_a_symmetry():
    # an unbalance that is zero at the guess, on a shaft that lies
    offset = da.param("offset", 0.0)
    rotor = da.disc("rotor", radius=0.2, mass=1.0)
    weight = da.PointForce("weight", rotor.at(x=offset), (0.0, -G, 0.0))
    shaft = da.Revolute("A", da.ground, rotor, axis="z")
    assert da.steady_motion(da.Model(shaft, weight), u={"A": 3.0}).u["A"] == 3.0
    with pytest.raises(da.errors.SolverError, match="only rest would be steady"):
        da.steady_motion(da.Model(shaft, weight), u={"A": 3.0}, unknown=["offset"])
