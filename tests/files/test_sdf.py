"""Models and worlds from SDF files: places by hand, motions of models made in Python, and what is refused."""

import random
from pathlib import Path

import numpy as np
import pytest

import dalembert as da
from dalembert.dynamics.native_functions import resolved_together
from dalembert.errors import DalembertError, ModelError

DOWN = (0.0, 0.0, -9.81)

INERTIAL = """<inertial><pose>{x} 0.02 0.1 0.3 -0.2 0.5</pose><mass>{m}</mass><inertia>
<ixx>0.02</ixx><iyy>0.03</iyy><izz>0.04</izz><ixy>0.001</ixy><ixz>-0.002</ixz><iyz>0.003</iyz></inertia></inertial>"""

ARM = f"""<?xml version="1.0"?>
<sdf version="1.9"><model name="arm" canonical_link="base">
  <pose>1 2 3 0 0 0.4</pose>
  <link name="base">{INERTIAL.format(x=0, m=3.0)}
    <visual name="v"><geometry><box><size>0.2 0.2 0.1</size></box></geometry>
      <material><diffuse>0 0 0.8 1</diffuse></material></visual>
    <collision name="c"><geometry><box><size>0.2 0.2 0.1</size></box></geometry></collision>
  </link>
  <frame name="flange" attached_to="base"><pose>0.1 0 0.2 0.1 0.2 0.3</pose></frame>
  <link name="upper"><pose relative_to="flange"/>{INERTIAL.format(x=0.1, m=2.0)}</link>
  <link name="lower"><pose relative_to="elbow">0 0 0.05 0 0 0</pose>{INERTIAL.format(x=-0.05, m=1.5)}</link>
  <link name="tool"><pose relative_to="lower" degrees="true">0 0.1 0 0 0 90</pose>
    {INERTIAL.format(x=0, m=0.3)}</link>
  <joint name="mount" type="fixed"><parent>world</parent><child>base</child></joint>
  <joint name="shoulder" type="revolute">
    <parent>base</parent><child>upper</child><axis><xyz>0 1 1</xyz>
    <limit><lower>-2</lower><upper>1.5</upper><effort>10</effort></limit>
    <dynamics><damping>0.4</damping><friction>0.2</friction><spring_stiffness>3</spring_stiffness>
    <spring_reference>0.1</spring_reference></dynamics></axis>
  </joint>
  <joint name="elbow" type="prismatic"><pose relative_to="upper">0 0 0.4 0 0 0</pose>
    <parent>upper</parent><child>lower</child><axis><xyz expressed_in="__model__">0 0 1</xyz></axis></joint>
  <joint name="grip" type="universal"><parent>lower</parent><child>tool</child>
    <axis><xyz>1 0 0</xyz></axis><axis2><xyz>0 1 0</xyz></axis2></joint>
  <plugin name="p" filename="x.so"/>
</model></sdf>
"""


def loaded(tmp_path: Path, text: str, **options: object) -> da.Model:
    file = tmp_path / "robot.sdf"
    file.write_text(text)
    return da.load(file, **options)


def pose(p: tuple[float, ...] = (0, 0, 0), rpy: tuple[float, ...] = (0, 0, 0)) -> np.ndarray:
    """A homogeneous matrix, written down from the definition of roll, pitch and yaw."""
    (cr, cp, cy), (sr, sp, sy) = np.cos(rpy), np.sin(rpy)
    X = np.eye(4)
    X[:3, :3] = [
        [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
        [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
        [-sp, cp * sr, cp * cr],
    ]
    X[:3, 3] = p
    return X


def place(model: da.Model, body: str, **q: float) -> np.ndarray:
    """Where a body is in the world."""
    frame, X = model.body(body), np.eye(4)
    X[:3, 3] = values(model, da.position(frame), model.state(q=q))
    X[:3, :3] = values(model, da.orientation(frame), model.state(q=q))
    return X


def values(model: da.Model, measures: np.ndarray, state: da.State) -> np.ndarray:
    """Measures at a state."""
    dynamics = da.as_dynamics(model)
    solved = resolved_together(dynamics.solution, {"x": measures})
    return dynamics.function(solved)(**dynamics.arguments(state))["x"]


def test_places_are_products_of_matrices(tmp_path):
    model = loaded(tmp_path, ARM)
    base = pose((1, 2, 3), (0, 0, 0.4))
    upper = base @ pose((0.1, 0, 0.2), (0.1, 0.2, 0.3))
    elbow = upper @ pose((0, 0, 0.4))
    tool = elbow @ pose((0, 0, 0.05)) @ pose((0, 0.1, 0), (0, 0, np.pi / 2))
    np.testing.assert_allclose(place(model, "upper"), upper, atol=1e-14)
    np.testing.assert_allclose(place(model, "tool"), tool, atol=1e-14)
    # the elbow slides along z of the model, whatever the shoulder's frame is
    moved = place(model, "tool", elbow=0.3)
    np.testing.assert_allclose(moved[:3, 3], tool[:3, 3] + np.array([0, 0, 0.3]), atol=1e-14)
    turned = place(model, "tool", **{"grip.first": 0.2, "grip.second": 0.5})
    cardan = pose(rpy=(0.2, 0, 0)) @ pose(rpy=(0, 0.5, 0))
    np.testing.assert_allclose(turned, tool @ cardan, atol=1e-14)
    assert "flange" in model.body("base").markers


def test_what_is_in_a_joint_acts_along_it_and_the_rest_is_told(tmp_path):
    model = loaded(tmp_path, ARM, gravity=DOWN, stops=True, friction=True)
    names = {part.name for part in model.parts}
    assert {
        "shoulder spring",
        "shoulder damping",
        "shoulder friction",
        "shoulder stop",
        "grip first motor",
    } <= names
    notes = " ".join(loaded(tmp_path, ARM).notes)
    text = ARM.replace("<child>upper</child>", '<child place="x">upper</child><sensor/>')
    odd = text.replace("<damping>0.4</damping>", "<damp>0.4</damp>")
    notes += " ".join(loaded(tmp_path, odd).notes)
    for words in (
        "<child place=…> is not",
        "<sensor> is not",
        "<damp> is not",
        "nothing of gravity",
        "limits of 'shoulder' stop nothing",
        "limits of force",
        "<plugin> is not",
    ):
        assert words in notes
    assert "collision shapes of 'base' make no contacts" in notes


FOUR_BAR = """<sdf version="1.7"><world name="w"><gravity>0 0 -9.81</gravity><model name="four_bar">
{links}
<joint name="A" type="revolute"><parent>world</parent><child>crank</child><axis><xyz>0 1 0</xyz></axis></joint>
<joint name="B" type="revolute"><parent>crank</parent><child>coupler</child><axis><xyz>0 1 0</xyz></axis></joint>
<joint name="C" type="revolute"><pose relative_to="coupler">2 0 0 0 0 0</pose>
  <parent>coupler</parent><child>rocker</child><axis><xyz>0 1 0</xyz></axis></joint>
<joint name="D" type="revolute"><parent>world</parent><child>rocker</child><axis><xyz>0 1 0</xyz></axis></joint>
</model></world></sdf>"""
THIN = "<inertial><pose>{x} 0 {z} 0 0 0</pose><mass>{m}</mass><inertia><ixx>0.1</ixx><iyy>{J}</iyy><izz>0.1</izz>"
LINK = '<link name="{name}"><pose>{at} 0 0 0</pose>' + THIN + "</inertia></inertial></link>"


def test_a_loop_moves_as_the_same_loop_made_in_python(tmp_path):
    data = {"crank": ("0 0 0", 0, 0.5, 1.0), "coupler": ("0 0 1", 1, 0, 2.0), "rocker": ("2 0 0", 0, 0.5, 1.5)}
    links = [LINK.format(name=k, at=at, x=x, z=z, m=m, J=0.08) for k, (at, x, z, m) in data.items()]
    read = loaded(tmp_path, FOUR_BAR.format(links="".join(links)), motors=False)
    J = np.diag([0.1, 0.08, 0.1])
    bodies = {k: da.Body(k, (m, (x, 0, z), J)) for k, (_, x, z, m) in data.items()}
    made = da.Model(
        da.Revolute("A", da.ground, bodies["crank"], axis="y"),
        da.Revolute("B", bodies["crank"].at(z=1), bodies["coupler"], axis="y"),
        da.Revolute("D", da.ground.at(x=2), bodies["rocker"], axis="y"),
        da.Revolute("C", bodies["coupler"].at(x=2), bodies["rocker"].at(z=1), axis="y"),
        gravity=DOWN,
    )
    assert read.coordinates == ("A", "B", "D")
    ends = [da.simulate(x, da.assemble(x, q={"A": 0.4}), until=0.5).state().q for x in (read, made)]
    assert ends[0]["A"] == pytest.approx(ends[1]["A"], rel=1e-9)
    assert abs(ends[0]["A"]) > 0.5


def test_models_of_a_world_have_names_of_their_own_and_free_ones_begin_where_they_are(tmp_path):
    text = f"""<sdf version="1.8"><world name="w">
      <model name="floor"><static>true</static><link name="plate"/></model>
      <model name="top"><pose>0 0 2 0 0 1</pose><link name="disc">{INERTIAL.format(x=0, m=1)}</link>
        <model name="inner"><pose relative_to="disc">1 0 0 0 0 0</pose>
          <link name="rim"><gravity>false</gravity>{INERTIAL.format(x=0, m=1)}</link></model>
        <joint name="j" type="screw"><parent>disc</parent><child>inner::rim</child>
          <axis><xyz>1 0 0</xyz></axis><screw_thread_pitch>0.2</screw_thread_pitch></joint>
      </model></world></sdf>"""
    model = loaded(tmp_path, text)
    assert {body.name for body in model.bodies} == {"floor::plate", "top::disc", "top::inner::rim"}
    start = model.state("initial", q={"top::j": np.pi})
    height = values(model, da.position(model.body("top::inner::rim")), start)
    np.testing.assert_allclose(height, [1.1 * np.cos(1), 1.1 * np.sin(1), 2.0], atol=1e-14)
    assert tuple(model.gravity) == (0, 0, -9.8)
    # one of two equal weights hangs in the air, beside the plate that does not move
    motion = da.simulate(model, model.state("initial"), until=0.5)
    height = 1.5 * motion["center of mass.z"][-1]
    assert height == pytest.approx(2.1 - 0.5 * 4.9 * 0.5**2, rel=1e-9)


def test_gearboxes_and_joints_that_mimic_keep_their_ratio(tmp_path):
    links = "".join(f'<link name="{name}">{INERTIAL.format(x=0, m=1)}</link>' for name in "abcd")
    hinge = '<joint name="{n}" type="revolute"><parent>world</parent><child>{n}{n}</child>{axis}</joint>'
    axis = "<axis><xyz>0 0 {s}</xyz>{more}</axis>"
    mimic = '<mimic joint="a"><multiplier>2</multiplier><reference>0.1</reference><offset>0.3</offset></mimic>'
    hinges = [
        hinge.format(n=n, axis=axis.format(s=s, more=more)).replace(n + n, n)
        for n, s, more in (("a", 1, ""), ("b", -1, ""), ("c", 1, mimic))
    ]
    text = f"""<sdf version="1.11"><model name="m">{links}{"".join(hinges).replace('name="', 'name="j')}
      <joint name="gears" type="gearbox"><parent>a</parent><child>b</child>{axis.format(s=1, more="")}
      <axis2><xyz>0 0 1</xyz></axis2><gearbox_ratio>3</gearbox_ratio>
      <gearbox_reference_body>world</gearbox_reference_body></joint></model></sdf>"""
    text = text.replace('name="jm"', 'name="m"').replace('mimic joint="a"', 'mimic joint="ja"')
    for name in "abcd":
        text = text.replace(f'link name="j{name}"', f'link name="{name}"')
    model = loaded(tmp_path, text)
    start = da.assemble(model, q={"ja": 0.2})
    # θ₂ = −3 θ₁ about one axis, and the second hinge counts the other way
    assert start.q["jb"] == pytest.approx(0.6)
    assert start.q["jc"] == pytest.approx(2 * (0.2 - 0.1) + 0.3)
    assert "d base.x" in model.coordinates


def test_models_are_included_from_beneath_the_folder_only(tmp_path):
    folder = tmp_path / "worlds"
    (folder / "wheel").mkdir(parents=True)
    wheel = (
        f'<sdf version="1.6"><model name="wheel"><link name="rim">{INERTIAL.format(x=0, m=1)}</link></model></sdf>'
    )
    (folder / "wheel" / "wheel.sdf").write_text(wheel)
    (folder / "wheel" / "model.config").write_text("<model><sdf version='1.6'>wheel.sdf</sdf></model>")
    (tmp_path / "secret.sdf").write_text(wheel)
    world = '<sdf version="1.6"><world name="w"><include><uri>{uri}</uri><name>left</name>'
    world += "<pose>0 0 5 0 0 0</pose></include>"
    world += "<include><uri>model://wheel</uri></include></world></sdf>"
    model = loaded(folder, world.format(uri="model://wheel"))
    assert {body.name for body in model.bodies} == {"left::rim", "wheel::rim"}
    assert model.state("initial").q["left::rim base.z"] == 5.0
    with pytest.raises(
        ModelError, match=r"robot.sdf, line 1: '../secret.sdf' lies outside of the folder 'worlds'"
    ):
        loaded(folder, world.format(uri="../secret.sdf"))
    (folder / "link.sdf").symlink_to(tmp_path / "secret.sdf")
    with pytest.raises(ModelError, match="lies outside"):
        loaded(folder, world.format(uri="link.sdf"))
    with pytest.raises(ModelError, match="includes itself"):
        loaded(folder, '<sdf version="1.6"><model name="m"><include><uri>robot.sdf</uri></include></model></sdf>')
    with pytest.raises(ModelError, match="copy the model beneath"):
        loaded(folder, world.format(uri="https://example.org/wheel"))
    with pytest.raises(ModelError, match=r"packages=\{'nobody': folder\}"):
        loaded(folder, world.format(uri="model://nobody/x"))


JOINT = '<joint name="shoulder" type="revolute">'

REFUSED = {
    "version": ('version="1.9"', 'version="3"', "1.2 to 1.12, not '3'"),
    "no version": ('version="1.9"', "", "1.2 to 1.12, not ''"),
    "type": (JOINT, JOINT.replace("revolute", "revolut"), "did you mean 'revolute'"),
    "nobody": ("<child>upper</child>", "<child>uper</child>", "did you mean 'upper'"),
    "twice": ('<link name="tool">', '<link name="lower">', "there is another link 'lower'"),
    "nan": ("<mass>3.0</mass>", "<mass>nan</mass>", "<mass> is a finite number, not 'nan'"),
    "huge": ("<mass>3.0</mass>", "<mass>1e999</mass>", "finite number"),
    "words": ("<mass>3.0</mass>", "<mass>3 kg</mass>", "finite number, not '3 kg'"),
    "negative": ("<mass>3.0</mass>", "<mass>-3.0</mass>", "link 'base': the mass of a body must be positive"),
    "impossible": ("<ixx>0.02</ixx>", "<ixx>0.2</ixx>", "inertia='as given' takes them"),
    "no axis": ("<xyz>0 1 1</xyz>", "<xyz>0 0 0</xyz>", "has a direction"),
    "axis missing": ("<axis><xyz>0 1 1</xyz>", "<axes><xyz>0 1 1</xyz>", "mismatched tag"),
    "pose": ("<pose>1 2 3 0 0 0.4</pose>", "<pose>1 2 3</pose>", "<pose> is 6 finite numbers"),
    "circle of poses": ('<pose relative_to="flange"/>', '<pose relative_to="lower"/>', "relative to itself"),
    "circle of frames": (
        '<frame name="flange" attached_to="base">',
        '<frame name="other" attached_to="flange"/><frame name="flange" attached_to="other">',
        "itself",
    ),
    "unknown frame": ('relative_to="flange"', 'relative_to="flang"', "did you mean 'flange'"),
    "to itself": ("<parent>base</parent>", "<parent>upper</parent>", "joins 'upper' to itself"),
    "world as child": ("<child>base</child>", "<child>world</child>", "the world is a parent|joins"),
    "two poses": ("<pose>1 2 3 0 0 0.4</pose>", "<pose/><pose/>", "has two <pose>"),
    "old frame": ("<pose>1 2 3 0 0 0.4</pose>", '<pose frame="x">1 2 3 0 0 0.4</pose>', "write relative_to"),
    "reserved": ('<link name="tool">', '<link name="__tool__">', "cannot be called"),
    "auto": (
        '<link name="base"><inertial>',
        '<link name="base"><inertial auto="true">',
        "found from collision shapes; write its numbers",
    ),
    "way": ("<lower>-2</lower>", "<lower>7</lower>", "leaves none"),
    "entities": ("<sdf", '<!DOCTYPE r [<!ENTITY a "aaaa">]><sdf', "a DOCTYPE is not read"),
    "no models": ('<model name="arm"', '<actor name="arm"', "mismatched"),
    "merged": ("<plugin", '<include merge="true"><uri>x</uri></include><plugin', "under a name of its own"),
    "true": ("<plugin", "<static>perhaps</static><plugin", "true or false, not 'perhaps'"),
    "degrees": ('degrees="true"', 'degrees="maybe"', "in degrees or not"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_wrong_files_are_refused_with_line_and_remedy(tmp_path, case):
    old, new, words = REFUSED[case]
    assert old in ARM
    with pytest.raises(ModelError, match=f"robot.sdf.*({words})"):
        loaded(tmp_path, ARM.replace(old, new, 1))


def test_limits_without_a_way_are_told_and_errors_of_parts_name_the_file(tmp_path):
    locked = ARM.replace("<lower>-2</lower><upper>1.5</upper>", "<lower>0</lower><upper>0</upper>")
    model = loaded(tmp_path, locked, stops=True)
    assert "limits of 'shoulder' leave no way between them, and make no stops" in model.notes
    with pytest.raises(ModelError, match=r"^robot\.sdf: Universal 'grip' has two parallel axes"):
        loaded(tmp_path, ARM.replace("<xyz>0 1 0</xyz></axis2>", "<xyz>1 0 0</xyz></axis2>"))


def test_damaged_files_are_refused_clearly_whatever_is_wrong(tmp_path):
    rng = random.Random(1)
    words = [
        '"',
        "<",
        ">",
        "link",
        "nan",
        "1e999",
        "-1",
        "\0",
        "é",
        " ",
        "joint",
        "world",
        "flange",
        "&x;",
        "tool::",
    ]
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
