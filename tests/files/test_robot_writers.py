"""Models written as URDF and MJCF: read again, and as MuJoCo has them."""

import numpy as np
import pytest

import dalembert as da
from dalembert.files.export.urdf_writer import roll_pitch_yaw
from tests.oracles.linkages import slider_crank

RTOL = 1e-12
GRAVITY = (0.3, -9.81, 2.0)


def turned(axis, angle, x=0.0, y=0.0, z=0.0):
    return {"x": x, "y": y, "z": z, "rotation": da.spatial.rotation(axis, angle)}


def arm(*more, last=None):
    """Boxes at skew places, one of which slides, with bodies whose frames are not those of their joints."""
    one, two, three = (da.box(name, size=(0.2, 0.3, 0.1 * k), mass=1.0 + k) for k, name in enumerate("abc", 1))
    four = da.Body("d", da.Inertia(0.7, (0.1, -0.2, 0.05), np.diag([0.1, 0.15, 0.2]) + 0.01))
    upright = {"x": 0.2, "rotation": da.spatial.rotation("y", np.pi / 2)}
    return da.Model(
        da.Revolute(
            "A", da.ground.at(**turned("x", 0.7, 1.0, 0.5)), one.at(**turned("z", 0.3, -0.2)), axis=(1, 2, 2)
        ),
        da.Prismatic("B", one.at(**upright), two.at(**turned("x", -1.1, y=0.1)), axis="x"),
        da.Weld("C", two.at(z=0.3), three.at(**turned("y", 0.4))),
        (last or da.Revolute)("D", three.at(y=-0.2), four.at(z=0.1)),
        *more,
        gravity=GRAVITY,
    )


def random_values(model, generator):
    n_q, n_u = len(model.coordinates), len(model.speeds)
    q, u = generator.normal(size=n_q), generator.normal(size=n_u)
    return q, u


def compared(model, other, seed=3):
    """Largest relative difference of M and f at random states; coordinates and speeds stand in the same order."""
    generator, worst = np.random.default_rng(seed), 0.0
    functions = [numbers(m) for m in (model, other)]
    for _ in range(5):
        q, u = random_values(model, generator)
        q = normalized(model, q)
        (M, f), (M2, f2) = (function(q, u) for function in functions)
        worst = max(worst, np.abs(M - M2).max() / np.abs(M).max(), np.abs(f - f2).max() / np.abs(f).max())
    return worst


def normalized(model, q):
    """Coordinates with unit quaternions."""
    q = q.copy()
    for k, name in enumerate(model.coordinates):
        if name.endswith(".e0"):
            q[k : k + 4] /= np.linalg.norm(q[k : k + 4])
    return q


def numbers(model):
    eom = da.derive(model)
    kernel = da.kernels.compile({"M": eom.M, "f": eom.f}, {"q": eom.q, "u": eom.u})

    def both(q, u):
        found = kernel(q, u)
        return found["M"], found["f"]

    return both


def forces_in_joints():
    return (
        da.JointDamper("damp A", "A", 0.3),
        da.JointDamper("damp B", "B", 1.1),
        da.Motor("motor", "D"),
    )


@pytest.mark.parametrize("suffix", [".urdf", ".xml"])
def test_what_was_written_is_read_as_the_same_system(tmp_path, suffix):
    model = arm(*forces_in_joints())
    path = da.save(model, tmp_path / f"arm{suffix}")
    other = da.load(path, **({"gravity": GRAVITY} if suffix == ".urdf" else {}))
    assert [x for x in other.coordinates if "mount" not in x] == [*model.coordinates]
    assert other.inputs if suffix == ".urdf" else other.inputs == ("motor",)
    assert compared(model, other) < RTOL


@pytest.mark.parametrize(
    "last", [da.Spherical, da.Universal, da.Cylindrical, da.Planar], ids=lambda joint: joint.__name__
)
def test_joints_of_several_coordinates_are_several_joints_of_mujoco(tmp_path, last):
    pytest.importorskip("mujoco")
    names = [] if last is da.Spherical else arm(last=last).coordinates[2:]
    springs = [da.JointSpring(f"spring {k}", q, 5.0 + k, 0.2) for k, q in enumerate(names)]
    dampers = [da.JointDamper(f"damper {k}", q, 0.3) for k, q in enumerate(names)]
    motors = [da.Motor(f"motor {k}", q) for k, q in enumerate(names)]
    model = arm(*springs, *dampers, *motors, last=last)
    other = da.load(da.save(model, tmp_path / "arm.xml"))
    assert other.inputs == model.inputs and compared(model, other) < RTOL


@pytest.mark.parametrize("suffix", [".urdf", ".xml"])
def test_a_free_body_is_read_as_one(tmp_path, suffix):
    body = da.box("box", size=(0.1, 0.2, 0.3), mass=2.0)
    model = da.Model(da.Free("free", da.ground, body), gravity=GRAVITY)
    path = da.save(model, tmp_path / f"box{suffix}")
    other = da.load(path, **({"gravity": GRAVITY} if suffix == ".urdf" else {}))
    assert compared(model, other) < RTOL


def test_accelerations_are_those_of_mujoco(tmp_path):
    mujoco = pytest.importorskip("mujoco")
    spring, rotor = da.JointSpring("spring", "B", 20.0, 0.3), da.extend.rotor("rotor", "D", inertia=0.4)
    model = arm(*forces_in_joints(), spring, rotor)
    path = da.save(model, tmp_path / "arm.xml")
    theirs = mujoco.MjModel.from_xml_path(str(path))
    data, generator = mujoco.MjData(theirs), np.random.default_rng(4)
    eom = da.derive(model)
    kernel = da.kernels.compile(
        {"a": da.as_dynamics(model).solution.accelerations}, {"q": eom.q, "u": eom.u, "tau": eom.tau}
    )
    for _ in range(5):
        data.qpos[:], data.qvel[:], data.ctrl[:] = (generator.normal(size=n) for n in (3, 3, 1))
        mujoco.mj_forward(theirs, data)
        ours = kernel(data.qpos, data.qvel, data.ctrl)
        np.testing.assert_allclose(ours["a"], data.qacc, rtol=1e-10, atol=1e-10)


def test_loops_are_equalities_of_mujoco(tmp_path):
    mujoco = pytest.importorskip("mujoco")
    a, b = da.rod("crank", length=0.2, mass=0.5, radius=0.02), da.rod("rod", length=0.5, mass=1.0, radius=0.02)
    block = da.box("block", size=(0.1, 0.1, 0.1), mass=2.0)
    model = da.Model(
        da.Revolute("A", da.ground, a),
        da.Revolute("B", a["end"], b),
        da.Prismatic("S", da.ground, block, axis="x"),
        da.Revolute("C", b["end"], block),
        gravity=(0, -9.81, 0),
    )
    path = da.save(model, tmp_path / "crank.xml")
    other = da.load(path)
    start, same = da.assemble(model, q={"A": 0.7}), da.assemble(other, q={"A": 0.7}, guess={"B": -1.0})
    one, two = (da.simulate(m, s, until=0.5) for m, s in ((model, start), (other, same)))
    np.testing.assert_allclose(two["A"][-1], one["A"][-1], rtol=1e-7)
    # where the loop is closed, what MuJoCo's equalities are off is nothing
    theirs = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(theirs)
    for name in model.coordinates:
        data.joint(name).qpos[0] = start.q[name]
    mujoco.mj_forward(theirs, data)
    assert data.nefc == 6 and np.abs(data.efc_pos).max() < 1e-12


@pytest.mark.parametrize(
    "follow",
    [
        da.Holonomic("follow", da.coordinate("D") - 2.5 * da.coordinate("A") - 0.25),
        da.Gear("follow", "D", "A", ratio=da.param("ratio", 2.5), offset=0.25),
        da.Gear("follow", "A", "D", ratio=0.4, offset=-0.1),
    ],
)
def test_a_joint_that_follows_another_still_does(follow, tmp_path):
    model = arm(follow)
    for suffix in (".urdf", ".xml"):
        other = da.load(da.save(model, tmp_path / f"arm{suffix}"))
        start = da.assemble(other, q={"A": 0.4})
        assert start.q["D"] == pytest.approx(2.5 * 0.4 + 0.25, abs=1e-12)


def test_rotations_at_a_right_angle_of_the_pitch_are_exact():
    for pitch in (np.pi / 2, np.pi / 2 - 1e-9, -np.pi / 2 + 1e-7, 0.3):
        R = da.spatial.euler("zyx", (0.4, pitch, -1.3))
        roll, y, yaw = roll_pitch_yaw(np.asarray(R, dtype=float))
        np.testing.assert_allclose(np.asarray(da.spatial.euler("zyx", (yaw, y, roll)), dtype=float), R, atol=1e-14)


def test_what_robot_formats_do_not_have_is_refused_by_name(tmp_path):
    wind = da.JointForce("wind", "A", -(da.speed("A") ** 3))
    ball = arm(last=da.Spherical)
    cases = [
        (slider_crank(), ".urdf", "URDF has no joints that close loops.*'C'"),
        (arm(wind), ".urdf", "JointForce 'wind' has no place in URDF"),
        (arm(wind), ".xml", "JointForce 'wind' has no place in MJCF"),
        (arm(da.JointSpring("k", "A", 3.0)), ".urdf", "URDF has no springs in joints"),
        (arm(da.extend.rotor("rotor", "A", inertia=0.1)), ".urdf", "URDF has no rotors, such as that of 'A'"),
        (arm(da.JointDamper("damp", "A", 3.0 + da.time)), ".xml", "JointDamper 'damp' has no place"),
        (arm(da.Nonholonomic("skate", da.speed("A") - da.speed("D"))), ".xml", "Nonholonomic 'skate'"),
        (ball, ".urdf", "URDF has no joint like the Spherical 'D'"),
        (slider_crank(), ".xml", "thin 'crank'"),
    ]
    for model, suffix, message in cases:
        with pytest.raises(da.errors.ModelError, match=message):
            da.save(model, tmp_path / f"robot{suffix}")
        assert not (tmp_path / f"robot{suffix}").exists()
    with pytest.raises(da.errors.ModelError, match="URDF describes a Model, not Equations"):
        da.save(da.derive(arm()), tmp_path / "robot.urdf")


@pytest.mark.parametrize("suffix", ["urdf", "xml"])
def test_friction_and_stops_of_joints_are_written(suffix, tmp_path):
    friction, stop = da.DryFriction("A friction", "A", static=0.7), da.Stop("B stop", "B", low=-0.2, high=0.5)
    path = da.save(arm(friction, stop), tmp_path / f"arm.{suffix}")
    again = da.load(path, gravity=GRAVITY, friction=True, stops=True)
    assert friction in again.parts and stop in again.parts
    compiled = pytest.importorskip("mujoco").MjModel.from_xml_path(str(path))
    assert list(compiled.dof_frictionloss) == [0.7, 0.0, 0.0]
    assert compiled.jnt_range[1].tolist() == [-0.2, 0.5] and list(compiled.jnt_limited).count(1) == 1
    for other in (
        da.DryFriction("A friction", "A", static=0.7, kinetic=0.5),
        da.Stop("B stop", "B", low=0, restitution=0.3),
    ):
        with pytest.raises(da.errors.ModelError, match=f"{other.name!r} has no place"):
            da.save(arm(other), path)


def test_a_joint_that_follows_two_is_refused_in_urdf_where_it_mimics_one(tmp_path):
    A, B, D = map(da.coordinate, "ABD")
    model = arm(da.Holonomic("first", A - B), da.Holonomic("second", A - 2 * D))
    with pytest.raises(da.errors.ModelError, match="'A' follows two others, by 'first' and 'second'"):
        da.save(model, tmp_path / "arm.urdf")
    again = da.load(
        da.save(arm(da.Holonomic("first", A - B), da.Holonomic("second", D - A)), tmp_path / "arm.urdf")
    )
    assert da.mobility(again).degrees_of_freedom == 1
