"""Models from MJCF files: accelerations of MuJoCo, and clear words about everything else."""

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
          <joint name="ball" type="ball" damping="0"/>
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
  <keyframe><key name="home"/></keyframe>
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
    joints = [joint for joint in model.joints if joint.speeds and joint.name != "a rotor"]
    speeds = [name for joint in joints for name in joint.speeds]
    for _ in range(3):
        data.qpos[:], data.qvel[:] = peer.qpos0 + rng.uniform(-0.5, 0.5, peer.nq), rng.uniform(-1.0, 1.0, peer.nv)
        data.ctrl[:] = rng.uniform(-1.0, 1.0, peer.nu)
        mujoco.mj_normalizeQuat(peer, data.qpos)
        mujoco.mj_forward(peer, data)
        q = dict(zip((name for joint in joints for name in joint.coordinates), data.qpos, strict=True))
        u = dict(zip(speeds, data.qvel, strict=True))
        tau = dict(zip(("push", "hold", "pull"), data.ctrl, strict=False))
        ours = dynamics.accelerations(da.State(q=q, u=u | {"a rotor": u["a.rate"]}, tau=tau))
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
        "keyframes 'home'",
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
