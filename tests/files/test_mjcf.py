"""Models from MJCF files: accelerations of MuJoCo, and clear words about everything else."""

import re
from pathlib import Path

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import ModelError

mujoco = pytest.importorskip("mujoco")

RTOL_PEER = 1e-10
"""Accelerations of two libraries, relative to the largest."""

ROBOT = """<mujoco>
  <compiler angle="degree"/>
  <option gravity="0 1 -9.81"/>
  <default><joint damping="0.2"/></default>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body name="base" pos="0.1 0 1">
      <freejoint name="float"/>
      <geom type="box" size="0.1 0.2 0.3" mass="2" pos="0.05 0 0"/><site name="top" pos="0 0 0.3"/>
      <body name="arm" pos="0 0.2 0.1" euler="10 20 30">
        <joint name="a" axis="0 1 0" pos="0 0 0.05" armature="0.05" stiffness="3" springref="20" ref="10"/>
        <joint name="b" type="slide" axis="1 0 1" frictionloss="0.3" range="-1 1" limited="true" ref="0.2"/>
        <geom type="capsule" fromto="0 0 0 0 0 0.5" size="0.04" mass="1"/>
        <body name="hand" pos="0 0 0.5">
          <joint name="ball" type="ball" damping="0.1"/>
          <geom type="ellipsoid" size="0.1 0.05 0.07" mass="0.4" pos="0.02 0 0.1"/>
        </body>
      </body>
      <body name="leg" pos="0 -0.2 0">
        <joint name="c" axis="1 0 0"/><geom type="cylinder" size="0.03 0.2" mass="0.7" pos="0 0 -0.2"/>
        <body name="foot" pos="0 0 -0.4">
          <joint name="d" type="hinge" axis="1 0 0"/><geom type="sphere" size="0.06" mass="0.3" pos="0 0.05 0"/>
        </body>
      </body>
    </body>
  </worldbody>
  <tendon><fixed name="cord" stiffness="5" damping="0.3">
    <joint joint="c" coef="2"/><joint joint="d" coef="-1"/>
  </fixed></tendon>
  <keyframe><key name="home" time="0.5" ctrl="1 2 3 0.5"
    qpos="0.1 0.2 1 0.6 0.8 0 0 0.3 0.2 1 0 0 0 0.15 0.1" qvel="1 2 3 4 5 6 0.7 0.8 0.1 0.2 0.3 0.9 1.1"/>
  </keyframe>
  <equality><joint name="follows" joint1="c" joint2="d" polycoef="0.1 0.5 0 0 0"/></equality>
  <actuator>
    <motor name="push" joint="b" gear="5"/><position name="hold" joint="a" kp="4" kv="0.5"/>
    <motor name="pull" tendon="cord" gear="3"/><muscle name="strong" joint="c" lengthrange="0 1"/>
  </actuator>
</mujoco>"""


def written(tmp_path: Path, text: str = ROBOT) -> Path:
    file = tmp_path / "robot.xml"
    file.write_text(text)
    return file


def test_accelerations_are_those_of_mujoco(tmp_path):
    file = written(tmp_path)
    peer = mujoco.MjModel.from_xml_path(str(file))
    peer.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONSTRAINT)
    peer.actuator_gainprm[3], peer.actuator_biasprm[3] = 0.0, 0.0
    peer.actuator_gaintype[3] = peer.actuator_biastype[3] = 0
    data, model = mujoco.MjData(peer), da.load(file)
    dynamics, rng = da.as_dynamics(model).without(["follows"]), np.random.default_rng(2)
    joints = [joint for joint in model.joints if joint.speeds]
    speeds = [name for joint in joints for name in joint.speeds]
    for _ in range(3):
        data.qpos[:], data.qvel[:] = peer.qpos0 + rng.uniform(-0.5, 0.5, peer.nq), rng.uniform(-1.0, 1.0, peer.nv)
        data.ctrl[:] = rng.uniform(-1.0, 1.0, peer.nu)
        mujoco.mj_normalizeQuat(peer, data.qpos)
        mujoco.mj_forward(peer, data)
        q = dict(zip((name for joint in joints for name in joint.coordinates), data.qpos, strict=True))
        u = dict(zip(speeds, data.qvel, strict=True))
        tau = dict(zip(("push", "hold", "pull"), data.ctrl, strict=False))
        ours = dynamics.accelerations(da.State(q=q, u=u, tau=tau))
        accelerations = [ours[name] for name in speeds]
        np.testing.assert_allclose(accelerations, data.qacc, rtol=0, atol=RTOL_PEER * np.abs(data.qacc).max())


def test_equalities_are_true_constraints(tmp_path):
    model = da.load(written(tmp_path))
    start = da.assemble(model, q={"d": 0.4})
    assert start.q["c"] == pytest.approx(0.1 + 0.5 * 0.4)
    motion = da.simulate(model, start, until=0.2)
    assert np.abs(motion["c"] - 0.1 - 0.5 * motion["d"]).max() < 1e-10


def test_what_is_left_out_is_told(tmp_path):
    model = da.load(written(tmp_path))
    notes = " ".join(model.notes)
    for words in (
        "the actuator 'strong'",
        "limits of 'b'",
        "dry friction of 'b'",
        "geoms make no contacts",
    ):
        assert words in notes
    assert model.inputs == ("push", "hold", "pull")
    assert "top" in model.body("base").markers
    whole = da.load(written(tmp_path), stops=True, friction=True, motors=False)
    assert whole.inputs == ()
    assert {"b stop", "b friction"} <= {part.name for part in whole.parts}


PAIR = """<mujoco><option>{option}</option><worldbody>
<body name="a" pos="0 0 1"><joint name="h" axis="0 1 0" {joint}/><geom type="box" size=".1 .1 .1" mass="1"/></body>
<body name="b" pos="1 0 1"><freejoint name="f"/><geom type="box" size=".1 .1 .1" mass="1"/></body></worldbody>
<equality><weld name="w" body1="a" body2="b" anchor=".3 .2 .1"/></equality>
<actuator><motor name="m" joint="h" {motor}/></actuator></mujoco>"""


def test_a_weld_with_an_anchor_holds_the_pose_of_the_file(tmp_path):
    model = da.load(written(tmp_path, PAIR.format(option="", joint="", motor="")))
    assert any("'f' at (1, 0, 1)" in note for note in model.notes)
    start = da.assemble(model, guess={"f.x": 1.0, "f.z": 1.0})
    assert start.q["h"] == pytest.approx(0.0, abs=1e-12)
    assert start.q["f.x"] == pytest.approx(1.0, abs=1e-12)


def test_what_options_switch_off_is_off(tmp_path):
    words = {"equality": "w", "spring": "h spring", "damper": "h damping"}
    for flag, name in words.items():
        text = PAIR.format(option=f'<flag {flag}="disable"/>', joint='stiffness="3" damping="2"', motor="")
        names = {part.name for part in da.load(written(tmp_path, text)).parts}
        assert name not in names
        assert set(words.values()) - {name} <= names
    text = PAIR.format(option='<flag actuation="disable"/>', joint="", motor="")
    assert da.load(written(tmp_path, text)).inputs == ()
    text = PAIR.format(option="", joint="", motor='group="2"')
    text = text.replace("<option>", '<option actuatorgroupdisable="2">')
    assert da.load(written(tmp_path, text)).inputs == ()


def test_what_no_part_stands_for_is_told(tmp_path):
    model = da.load(written(tmp_path, PAIR.format(option="", joint='actuatorfrcrange="-1 1"', motor="")))
    assert any("limits of the forces of actuators" in note for note in model.notes)
    text = PAIR.format(option="", joint="", motor="").replace('name="m"', 'name="h"')
    renamed = da.load(written(tmp_path, text))
    assert any("'h' is 'h actuator'" in note for note in renamed.notes)
    with pytest.raises(ModelError, match="free_base and merge_fixed are for URDF"):
        da.load(written(tmp_path), free_base=True)


def test_files_are_read_beneath_the_folder_only(tmp_path):
    (tmp_path / "inside").mkdir()
    (tmp_path / "secret.xml").write_text("<mujoco/>")
    file = tmp_path / "inside" / "robot.xml"
    file.write_text(ROBOT.replace("<worldbody>", '<include file="part.xml"/><worldbody>'))
    (tmp_path / "inside" / "part.xml").write_text('<mujoco><option timestep="0.01"/></mujoco>')
    assert da.load(file).coordinates
    file.write_text(ROBOT.replace("<worldbody>", '<include file="../secret.xml"/><worldbody>'))
    with pytest.raises(ModelError, match=r"robot.xml, line 5: the file 'secret.xml' lies outside of the folder"):
        da.load(file)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('type="slide"', 'type="slid"', "invalid keyword"),
        ('joint="b"', 'joint="z"', "unknown transmission target|not found|unknown"),
        ("</mujoco>", "", "line"),
        ("<mujoco>", '<!DOCTYPE x [<!ENTITY a "b">]><mujoco>', "a DOCTYPE is not read"),
        ("<worldbody>", '<include file="robot.xml"/><worldbody>', "robot.xml"),
        ('mass="2"', 'mass="nan"', r"line \d+: 'mass' of <geom> is finite numbers, not 'nan'"),
        ('mass="2"', 'mass="1e999"', "too large"),
        ('kp="4"', 'kp="-inf"', "'kp' of <position> is finite numbers"),
        (
            "<worldbody>",
            '<worldbody><replicate count="100"><replicate count="1000"/></replicate>',
            "100,000 times",
        ),
    ],
)
def test_wrong_files_are_refused_in_words(tmp_path, old, new, words):
    with pytest.raises(ModelError, match=f"robot.xml.*({words})"):
        da.load(written(tmp_path, ROBOT.replace(old, new)))


def test_a_description_without_bodies_is_no_model(tmp_path):
    with pytest.raises(ModelError, match="describes no body"):
        da.load(written(tmp_path, "<mujoco><worldbody><geom size='1'/></worldbody></mujoco>"))


def test_names_that_the_reader_makes_give_way_to_names_of_the_file(tmp_path):
    text = """<mujoco><worldbody><body name="a damping"><joint name="a" type="hinge" damping="1" armature="0.1"/>
<geom size="0.1"/><body name="a rotor"><joint name="energy" type="slide"/><geom size="0.1"/></body></body>
</worldbody></mujoco>"""
    (tmp_path / "clash.xml").write_text(text)
    model = da.load(tmp_path / "clash.xml")
    assert model.coordinates[0] == "a"
    assert {"a damping", "a rotor"} <= {body.name for body in model.bodies}
    assert any("'a rotor' is 'a rotor 2'" in note for note in model.notes)
    da.as_dynamics(model).accelerations(model.state())


def test_joints_keep_their_names_where_bodies_and_actuators_have_the_same(tmp_path):
    text = """<mujoco><worldbody><body name="thigh"><joint name="thigh" type="hinge"/><geom size="0.1"/></body>
</worldbody><actuator><motor name="thigh" joint="thigh"/></actuator></mujoco>"""
    (tmp_path / "leg.xml").write_text(text)
    model = da.load(tmp_path / "leg.xml")
    assert model.coordinates == ("thigh",)
    assert [body.name for body in model.bodies] == ["thigh body"]
    assert da.derive(model).inputs == ("thigh actuator",)
    assert any("'thigh' is 'thigh body', 'thigh' is 'thigh actuator'" in note for note in model.notes)


def test_keyframes_are_states_by_name(tmp_path):
    file = written(tmp_path)
    model, peer = da.load(file), mujoco.MjModel.from_xml_path(str(file))
    home = model.state("home", q={"d": 0.3})
    assert home.t == 0.5
    assert [home.q[f"float.{x}"] for x in "xyz"] == list(peer.key_qpos[0][:3])
    assert [home.q[f"float.e{k}"] for k in range(4)] == list(peer.key_qpos[0][3:7])
    assert (home.q["a"], home.q["d"]) == (0.3, 0.3)
    assert (home.u["float.wx"], home.u["a"], home.u["ball.wz"]) == (4.0, 0.7, 0.3)
    assert dict(home.tau) == {"push": 1.0, "hold": 2.0, "pull": 3.0}
    initial = model.state("initial")
    assert [initial.q[f"float.{x}"] for x in "xyz"] == [0.1, 0.0, 1.0]
    with pytest.raises(ModelError, match="no start 'hom'; did you mean 'home'"):
        model.state("hom")
    other = da.load(da.save(model, tmp_path / "robot.toml"))
    assert other.state("home") == model.state("home")


PILE = """<mujoco><option gravity="0 0 -10"/><worldbody>
<geom name="floor" type="plane" size="1 1 1" euler="0 {slope} 0" friction="0.3 0.005 0.0001"/>
<body name="box" pos="0 0 0.1"><freejoint name="f"/>
  <geom name="crate" type="box" size=".1 .1 .1" mass="1" friction="0.2 0.005 0.0001"/></body>
<body name="arm" pos="3 0 1"><joint name="h" axis="0 1 0"/>
  <geom name="upper" type="capsule" fromto="0 0 0 0 0 .4" size=".05" mass="1"/>
  <geom name="pad" type="sphere" pos="0 0 .4" size=".06" mass="1" priority="1" friction="0.9 0.1 0.2" condim="6"/>
  <body name="fore" pos="0 0 .5"><joint name="k" axis="0 1 0"/>
    <geom name="lower" type="capsule" fromto="0 0 0 0 0 .4" size=".05" mass="1"/>
    <body name="hand" pos="0 0 .5"><joint name="w" axis="0 1 0"/>
      <geom name="palm" type="sphere" size=".1" mass="1" contype="2" conaffinity="3" condim="1"/>
      <geom name="shell" type="sphere" size=".2" mass="1" contype="0" conaffinity="0"/></body></body></body>
</worldbody><contact><exclude body1="box" body2="hand"/>
<pair geom1="shell" geom2="crate" condim="1"/></contact></mujoco>"""


def test_pairs_that_touch_are_those_of_mujoco(tmp_path):
    model = da.load(written(tmp_path, PILE.format(slope=0)), contacts="all")
    # so large that all geoms meet: the peer tells which pairs its filters let through
    peer = mujoco.MjModel.from_xml_string(re.sub('size="[^"]*"', 'size="9 9 9"', PILE.format(slope=0)))
    data = mujoco.MjData(peer)
    mujoco.mj_forward(peer, data)
    name = {k: mujoco.mj_id2name(peer, mujoco.mjtObj.mjOBJ_GEOM, k) for k in range(peer.ngeom)}
    theirs = {frozenset((name[c.geom1], name[c.geom2])) for c in data.contact}
    ours = {frozenset(part.name.split(" on ")) for part in model.parts if isinstance(part, da.Contact)}
    assert ours == theirs
    frictions = {frozenset((name[c.geom1], name[c.geom2])): (c.dim, *c.friction[[0, 2, 3]]) for c in data.contact}
    for part in (part for part in model.parts if isinstance(part, da.Contact)):
        dimension, slide, spin, roll = frictions[frozenset(part.name.split(" on "))]
        assert part.friction.static == (slide if dimension >= 3 else 0.0)
        assert part.drilling == (spin if dimension >= 4 else 0.0)
        assert part.rolling == (roll if dimension >= 6 else 0.0)


@pytest.mark.parametrize(("slope", "acceleration"), [(10.0, 0.0), (30.0, None)])
def test_a_box_on_a_slope_sticks_or_slides_by_the_larger_friction(tmp_path, slope, acceleration):
    file = written(tmp_path, PILE.format(slope=slope))
    model, angle = da.load(file, contacts="ground"), np.radians(slope)
    if acceleration is None:
        acceleration = 10.0 * (np.sin(angle) - 0.3 * np.cos(angle))
    normal, along = np.array([np.sin(angle), 0, np.cos(angle)]), np.array([np.cos(angle), 0, -np.sin(angle)])
    e0, e2 = np.cos(angle / 2), np.sin(angle / 2)
    q = dict(zip(("f.x", "f.y", "f.z"), 0.1 * normal, strict=True)) | {"f.e0": e0, "f.e2": e2}
    motion = da.simulate(model, model.state(q=q | {"f.e1": 0.0, "f.e3": 0.0}), until=0.2)
    way = np.array([motion[f"f.{x}"][-1] for x in "xyz"]) @ along
    assert way == pytest.approx(0.5 * acceleration * 0.2**2, abs=1e-9)
    assert any("rigid and do not bounce" in note for note in model.notes)


def test_what_cannot_touch_is_told_and_too_much_is_refused(tmp_path):
    text = PILE.format(slope=0).replace(
        '<geom name="shell"', '<geom name="brick" type="box" size=".1 .1 .1"/><geom name="shell"'
    )
    notes = " ".join(da.load(written(tmp_path, text), contacts="all").notes)
    assert "'crate on brick'" not in notes
    text = text.replace('<exclude body1="box" body2="hand"/>', "")
    assert "'crate on brick'" in " ".join(da.load(written(tmp_path, text), contacts="all").notes)
    assert "10 pairs of moving geoms make no contacts" in " ".join(
        da.load(written(tmp_path, text), contacts="ground").notes
    )
    off = PILE.format(slope=0).replace("<worldbody>", '<option><flag contact="disable"/></option><worldbody>', 1)
    assert not any(isinstance(part, da.Contact) for part in da.load(written(tmp_path, off), contacts="all").parts)
    many = "".join(f'<body pos="{k} 0 0"><freejoint/><geom size=".1"/></body>' for k in range(20))
    text = f"<mujoco><worldbody>{many}</worldbody></mujoco>"
    with pytest.raises(ModelError, match="190 pairs of geoms may touch, at most 100 are read; contacts='ground'"):
        da.load(written(tmp_path, text), contacts="all")
    with pytest.raises(ModelError, match="contacts is 'none' or 'ground' or 'all', not 'floor'"):
        da.load(written(tmp_path), contacts="floor")


def test_no_constraint_is_left_where_the_file_switches_all_off(tmp_path):
    model = da.load(
        written(
            tmp_path,
            PAIR.format(
                option='<flag constraint="disable"/>',
                joint='frictionloss="1" limited="true" range="-1 1"',
                motor="",
            ),
        ),
        stops=True,
        friction=True,
        contacts="all",
    )
    assert {part.name for part in model.parts} == {"h", "f", "m on h"}


def test_armature_that_is_large_beside_a_link_loses_no_digits(tmp_path):
    links = "".join(
        f'<body pos="0 0 .01"><joint name="j{k}" axis="{axis}" armature="{armature}"/>'
        f'<geom type="box" size=".002 .001 .005" pos="0 0.001 .005" mass="{mass}"/>'
        for k, (axis, armature, mass) in enumerate(
            (("0 1 0", 2.0, 1e-3), ("1 0 0", 0.5, 1e-5), ("0 1 1", 1.0, 1e-6))
        )
    )
    file = written(tmp_path, f"<mujoco><worldbody>{links}{'</body>' * 3}</worldbody></mujoco>")
    peer = mujoco.MjModel.from_xml_path(str(file))
    data, model = mujoco.MjData(peer), da.load(file)
    dynamics, rng = da.as_dynamics(model), np.random.default_rng(4)
    for _ in range(3):
        data.qpos[:], data.qvel[:] = rng.uniform(-1.0, 1.0, (2, 3))
        mujoco.mj_forward(peer, data)
        q = {f"j{k}": x for k, x in enumerate(data.qpos)}
        u = {f"j{k}": x for k, x in enumerate(data.qvel)}
        ours = dynamics.accelerations(da.State(q=q, u=u))
        found = np.array([ours[f"j{k}.rate"] for k in range(3)])
        np.testing.assert_allclose(found, data.qacc, rtol=0, atol=RTOL_PEER * np.abs(data.qacc).max())
