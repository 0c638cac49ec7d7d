"""Robots from URDF files: numbers of another library, and clear words about everything else."""

import random
from pathlib import Path

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import DalembertError, ModelError

RTOL_PEER = 1e-12
"""Mass matrices and forces of two libraries, relative to their largest entry."""

INERTIAL = """<inertial><origin xyz="{x} 0.02 0.1" rpy="0.3 -0.2 0.5"/><mass value="{m}"/>
<inertia ixx="0.02" iyy="0.03" izz="0.04" ixy="0.001" ixz="-0.002" iyz="0.003"/></inertial>"""

ARM = f"""<?xml version="1.0"?>
<robot name="arm">
  <material name="blue"><color rgba="0 0 0.8 1"/></material>
  <link name="base">
    <inertial><mass value="3"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><geometry><box size="0.2 0.2 0.1"/></geometry><material name="blue"/></visual>
    <collision><geometry><box size="0.2 0.2 0.1"/></geometry></collision>
  </link>
  <link name="upper">{INERTIAL.format(x=0.1, m=2.0)}
    <visual><origin xyz="0 0 0.2" rpy="0 1.2 0"/>
      <geometry><cylinder radius="0.03" length="0.4"/></geometry></visual>
  </link>
  <link name="lower">{INERTIAL.format(x=-0.05, m=1.5)}</link>
  <link name="tool">{INERTIAL.format(x=0.0, m=0.3)}</link>
  <link name="wheel">{INERTIAL.format(x=0.0, m=0.5)}</link>
  <link name="left">{INERTIAL.format(x=0.01, m=0.2)}</link>
  <link name="right">{INERTIAL.format(x=0.02, m=0.2)}</link>
  <link name="tip"/>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="upper"/><origin xyz="0.1 0 0.2" rpy="0.1 0.2 0.3"/><axis xyz="0 1 1"/>
    <limit lower="-2" upper="1.5" effort="10" velocity="3"/><dynamics damping="0.4" friction="0.2"/>
  </joint>
  <joint name="elbow" type="prismatic">
    <parent link="upper"/><child link="lower"/><origin xyz="0 0 0.4"/><axis xyz="0 0 1"/>
    <limit lower="0" upper="0.5" effort="10" velocity="3"/>
  </joint>
  <joint name="flange" type="fixed">
    <parent link="lower"/><child link="tool"/><origin xyz="0 0.1 0" rpy="0 0 1"/>
  </joint>
  <joint name="spin" type="continuous"><parent link="tool"/><child link="wheel"/></joint>
  <joint name="finger left" type="prismatic">
    <parent link="tool"/><child link="left"/><axis xyz="1 0 0"/>
    <limit lower="0" upper="0.1" effort="1" velocity="1"/>
  </joint>
  <joint name="finger right" type="prismatic">
    <parent link="tool"/><child link="right"/><axis xyz="-1 0 0"/>
    <limit lower="0" upper="0.1" effort="1" velocity="1"/>
    <mimic joint="finger left" multiplier="0.5" offset="0.01"/>
  </joint>
  <joint name="to tip" type="fixed"><parent link="wheel"/><child link="tip"/><origin xyz="0 0 0.3"/></joint>
  <transmission name="t1"/><gazebo/>
</robot>
"""

DOWN = (0.0, 0.0, -9.81)


@pytest.fixture
def arm_file(tmp_path: Path) -> Path:
    file = tmp_path / "arm.urdf"
    file.write_text(ARM)
    return file


def loaded(tmp_path: Path, text: str, **options: object) -> da.Model:
    file = tmp_path / "robot.urdf"
    file.write_text(text)
    return da.load(file, **options)


def test_mass_matrix_and_forces_are_those_of_pinocchio(arm_file):
    pin = pytest.importorskip("pinocchio")
    peer = pin.buildModelFromUrdf(str(arm_file))
    data = peer.createData()
    dynamics = da.as_dynamics(da.load(arm_file, gravity=DOWN))
    eom, rng = dynamics.equations, np.random.default_rng(3)
    joints = [name.removesuffix(".rate") for name in eom.speeds]
    at = [peer.joints[peer.getJointId(name)] for name in joints]
    damping = np.array([0.4 if name == "shoulder" else 0.0 for name in joints])
    for _ in range(3):
        q, u = rng.uniform(-1.0, 1.0, (2, len(joints)))
        ours = dynamics.function({"M": eom.M, "f": eom.f})(0.0, q, u, [], np.zeros(len(eom.inputs)))
        peer_q, peer_u = pin.neutral(peer), np.zeros(peer.nv)
        for joint, x, v in zip(at, q, u, strict=True):
            peer_q[joint.idx_q : joint.idx_q + joint.nq] = x if joint.nq == 1 else (np.cos(x), np.sin(x))
            peer_u[joint.idx_v] = v
        order = [joint.idx_v for joint in at]
        M = pin.crba(peer, data, peer_q)
        M = (np.triu(M) + np.triu(M, 1).T)[np.ix_(order, order)]
        f = -pin.nle(peer, data, peer_q, peer_u)[order] - damping * u
        np.testing.assert_allclose(ours["M"], M, rtol=0, atol=RTOL_PEER * np.abs(M).max())
        np.testing.assert_allclose(ours["f"], f, rtol=0, atol=RTOL_PEER * np.abs(f).max())


def test_links_behind_fixed_joints_may_be_markers_and_the_motion_is_the_same(arm_file):
    welded, merged = (da.load(arm_file, gravity=DOWN, merge_fixed=merge) for merge in (False, True))
    assert "tool" in merged.body("lower").markers
    assert [body.name for body in welded.bodies if body.name == "tool"] == ["tool"]
    starts = [da.assemble(model, q={"shoulder": 0.4, "finger left": 0.02}) for model in (welded, merged)]
    ends = [da.simulate(model, x, until=0.5).state() for model, x in zip((welded, merged), starts, strict=True)]
    for name in welded.coordinates:
        assert ends[0].q[name] == pytest.approx(ends[1].q[name], rel=1e-8, abs=1e-10)


def test_a_joint_that_mimics_another_follows_it(arm_file):
    model = da.load(arm_file, gravity=DOWN)
    start = da.assemble(model, q={"finger left": 0.04})
    assert start.q["finger right"] == pytest.approx(0.5 * 0.04 + 0.01)
    assert "finger right motor" not in model.inputs
    assert "finger left motor" in model.inputs


def test_the_first_link_may_be_free_and_falls_then(arm_file):
    model = da.load(arm_file, gravity=DOWN, free_base=True, motors=False)
    start = da.assemble(model, q={"finger left": 0.02})
    motion = da.simulate(model, start, until=0.1)
    heavy = [body for body in model.bodies if body.inertia is not None]
    moment = sum(body.inertia.mass * da.position(body.at(body.inertia.com))[2] for body in heavy)
    height = motion.evaluate(moment / sum(body.inertia.mass for body in heavy))
    # forces between the links do not move the centre of mass of the whole
    assert model.inputs == ()
    assert height[-1] - height[0] == pytest.approx(-0.5 * 9.81 * 0.1**2, rel=1e-8)


def test_limits_and_dry_friction_are_parts_if_they_are_asked_for(arm_file):
    plain = da.load(arm_file, gravity=DOWN)
    whole = da.load(arm_file, gravity=DOWN, stops=True, friction=True)
    names = {part.name for part in whole.parts} - {part.name for part in plain.parts}
    assert names == {
        "shoulder friction",
        *(f"{x} stop" for x in ("shoulder", "elbow", "finger left", "finger right")),
    }
    assert any("dry friction of 'shoulder'" in note for note in plain.notes)
    assert not any("dry friction" in note for note in whole.notes)


def test_what_is_left_out_is_told(arm_file):
    notes = "\n".join(da.load(arm_file).notes)
    for words in (
        "nothing of gravity",
        "limits of 'shoulder'",
        "collision shapes of 'base'",
        "<transmission>",
        "<gazebo>",
    ):
        assert words in notes
    assert da.load(arm_file) == da.load(arm_file)


def test_attributes_and_joints_that_are_not_understood_are_told(tmp_path):
    text = ARM.replace('<origin xyz="0 0 0.4"/>', '<origin xyz="0 0 0.4" quat_xyzw="0 0 0 1"/>')
    notes = " ".join(loaded(tmp_path, text).notes)
    assert "<origin quat_xyzw=…> is not understood" in notes
    planar = ARM.replace('<joint name="shoulder" type="revolute">', '<joint name="shoulder" type="planar">')
    assert "planar and floating joints 'shoulder'" in " ".join(loaded(tmp_path, planar, friction=True).notes)
    empty = ARM.replace('lower="-2" upper="1.5"', 'lower="2" upper="1.5"')
    assert "limits of 'shoulder' leave no way" in " ".join(loaded(tmp_path, empty, stops=True).notes)
    # the outermost element says what a file is
    model = loaded(tmp_path, ARM.replace("<gazebo/>", "<mujoco/>"))
    assert "shoulder motor" in model.inputs
    assert "<mujoco> is not understood" in " ".join(model.notes)


def test_shapes_and_colours_are_drawn(arm_file, tmp_path):
    (body,) = (body for body in da.load(arm_file).bodies if body.name == "base")
    assert body.visual[0] == da.visuals.Box((0.2, 0.2, 0.1), colour="#0000cc")


def test_meshes_are_found_beneath_packages_and_nowhere_else(tmp_path):
    package = tmp_path / "arm_description"
    for folder in ("urdf", "meshes"):
        (package / folder).mkdir(parents=True)
    triangle = "facet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 endloop endfacet"
    (package / "meshes" / "part.stl").write_text(f"solid {triangle} endsolid")
    (package / "meshes" / "damaged.stl").write_text(f"solid {triangle[:60]}")
    (package / "meshes" / "infinite.stl").write_text(f"solid {triangle.replace('1 0 0', '1e999 0 0')} endsolid")
    (tmp_path / "secret.stl").write_text("solid")

    def notes(name: str) -> str:
        mesh = f'<visual><geometry><mesh filename="{name}"/></geometry></visual>'
        text = f"""<robot name="r"><link name="a">{mesh}</link>
        <link name="b">{INERTIAL.format(x=0, m=1)}</link>
        <joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint></robot>"""
        file = package / "urdf" / "r.urdf"
        file.write_text(text)
        model = da.load(file, gravity=DOWN)
        return " ".join(model.notes) if model.body("a").visual is None else "drawn"

    assert notes("package://arm_description/meshes/part.stl") == "drawn"
    assert "outside" in notes("package://arm_description/../secret.stl")
    assert "outside" in notes("../meshes/part.stl")
    assert "outside" in notes(str(tmp_path / "secret.stl"))
    (package / "package.xml").write_text("<package/>")
    assert notes("../meshes/part.stl") == "drawn"
    assert "damaged" in notes("package://arm_description/meshes/damaged.stl")
    assert "not finite" in notes("package://arm_description/meshes/infinite.stl")
    assert "no such file" in notes("package://arm_description/meshes/other.stl")
    assert "packages={'nobody': folder}" in notes("package://nobody/meshes/part.stl")


JOINT = '<joint name="shoulder" type="revolute">'

REFUSED = {
    "xacro": ('name="arm">', 'name="arm"><xacro:include filename="x"/>', "line 2: this is xacro"),
    "unknown type": (JOINT, '<joint name="shoulder" type="revolut">', "did you mean 'revolute'"),
    "unknown link": (
        '<child link="upper"/>',
        '<child link="uper"/>',
        "there is no link 'uper'; did you mean 'upper'",
    ),
    "two of a name": ('<link name="tool">', '<link name="lower">', "there is another link 'lower'"),
    "not a number": (
        '<mass value="3"/>',
        '<mass value="nan"/>',
        "'value' of <mass> is a finite number, not 'nan'",
    ),
    "too large": ('<mass value="3"/>', '<mass value="1e999"/>', "finite number"),
    "negative mass": (
        '<mass value="3"/>',
        '<mass value="-3"/>',
        "link 'base': the mass of a body must be positive",
    ),
    "missing": ('<mass value="3"/>', "", "<inertial> needs a <mass> inside it"),
    "no axis": ('<axis xyz="0 0 1"/>', '<axis xyz="0 0 0"/>', "has a direction"),
    "two parents": ('<child link="right"/>', '<child link="left"/>', "URDF has no loops"),
    "mimics nobody": ('<mimic joint="finger left"', '<mimic joint="finger"', "'finger right' mimics 'finger'"),
    "impossible": ('ixx="0.1" iyy="0.1"', 'ixx="0.9" iyy="0.1"', "inertia='as given' takes them"),
    "broken": ("</robot>", "", "no element found"),
    "entities": ("<robot", '<!DOCTYPE r [<!ENTITY a "aaaa">]><robot', "a DOCTYPE is not read"),
    "no name": ('<joint name="elbow"', '<joint name=" "', "a joint needs a name"),
    "twice": ('<axis xyz="0 0 1"/>', '<axis xyz="0 0 1"/><axis xyz="1 0 0"/>', "has two <axis>"),
    "circle": (
        '<joint name="finger left" type="prismatic">',
        '<joint name="finger left" type="prismatic"><mimic joint="finger right"/>',
        "in turn",
    ),
    "other root": ('<robot name="arm">', '<rabbit name="arm">', "mismatched tag"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_wrong_files_are_refused_with_line_and_remedy(tmp_path, case):
    old, new, words = REFUSED[case]
    assert old in ARM
    with pytest.raises(ModelError) as error:
        loaded(tmp_path, ARM.replace(old, new, 1))
    assert "robot.urdf" in str(error.value)
    assert words in str(error.value)


def test_inertias_of_no_body_are_taken_if_they_are_meant(tmp_path):
    model = loaded(tmp_path, ARM.replace('ixx="0.1" iyy="0.1"', 'ixx="0.9" iyy="0.1"'), inertia="as given")
    assert any("inertias of 'base' belong to no possible body" in note for note in model.notes)


def test_links_and_joints_may_share_a_name(tmp_path):
    model = loaded(tmp_path, ARM.replace('"upper"', '"shoulder"'))
    assert model.body("shoulder link").name == "shoulder link"
    assert "shoulder" in model.coordinates


def test_other_files_are_refused_by_name(tmp_path):
    with pytest.raises(ModelError, match="cannot be read"):
        da.load(tmp_path / "none.urdf")
    (tmp_path / "model.step").write_text("ISO-10303-21;")
    with pytest.raises(ModelError, match=r"no format that da\.load knows"):
        da.load(tmp_path / "model.step")
    for wrong in (None, 3, "a\0b.urdf"):
        with pytest.raises(ModelError, match="a path is text"):
            da.load(wrong)
    with pytest.raises(ModelError, match="no ordinary file"):
        da.load(tmp_path)
    for options in ({"packages": "x"}, {"packages": {"a": None}}):
        with pytest.raises(ModelError, match="folders by name"):
            loaded(tmp_path, ARM, **options)
    with pytest.raises(ModelError, match="free_base is True or False"):
        loaded(tmp_path, ARM, free_base="no")
    with pytest.raises(ModelError, match="'checked' or 'as given'"):
        loaded(tmp_path, ARM, inertia="loose")


def test_damaged_files_are_refused_clearly_whatever_is_wrong(tmp_path):
    rng = random.Random(1)
    words = ['"', "<", ">", "/", "link", "nan", "1e999", "-1", "\x00", "é", " ", "joint", "base", "&amp;", "&x;"]
    refused = 0
    for _ in range(300):
        text = list(ARM)
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(text))
            text[at : at + rng.randint(0, 30)] = rng.choice(words)
        try:
            loaded(tmp_path, "".join(text))
        except DalembertError as error:
            refused += 1
            assert str(error)
    assert refused > 100


def test_names_that_the_reader_makes_give_way_to_names_of_the_file(tmp_path):
    text = ARM.replace('"lower"', '"shoulder motor"').replace('"tip"', '"energy"').replace('"tool"', '"base base"')
    arm = loaded(tmp_path, text, stops=True)
    assert "shoulder motor" in [body.name for body in arm.bodies]
    assert "shoulder motor 2" in arm.inputs
    note = next(x for x in arm.notes if "are changed" in x)
    assert "'energy' is 'energy link'" in note
    with pytest.raises(ModelError, match=r"line \d+: a joint cannot be called 'energy'"):
        loaded(tmp_path, ARM.replace('"shoulder"', '"energy"'))


def test_negative_dampers_and_changed_names_are_told(tmp_path):
    file = tmp_path / "robot.urdf"
    file.write_text(
        '<robot name="r"><link name="w"/><link name="a"><inertial><mass value="1"/>'
        '<inertia ixx="1" iyy="1" izz="1"/></inertial></link><joint name="j.1" type="continuous">'
        '<parent link="w"/><child link="a"/><axis xyz="0 0 5"/><dynamics damping="-1"/></joint></robot>'
    )
    model = da.load(file)
    # J ω' = ω: as the file says, and told
    motion = da.simulate(model, model.state(u={"j_1.rate": 1.0}), until=1.0)
    assert motion.state().u["j_1.rate"] == pytest.approx(np.e)
    assert any("damping is negative" in note and "'j_1 damping'" in note for note in model.notes)
    assert any("'j.1'" in note for note in model.notes)


@pytest.mark.parametrize("suffix", ["csv", "parquet", "nc", "mat", "fmu"])
def test_what_is_only_written_is_said_to_be_so(suffix, tmp_path):
    (tmp_path / f"x.{suffix}").write_bytes(b"<PK")
    with pytest.raises(da.errors.ModelError, match="is only written"):
        da.load(tmp_path / f"x.{suffix}")
