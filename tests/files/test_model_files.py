"""Model files of our own format: whole, exact, and safe to open whoever wrote them."""

import json
import random
import time
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import ModelError
from dalembert.files.constructors import constructors
from dalembert.files.file_tasks import Plot, Simulate
from dalembert.files.model_file import KINDS
from dalembert.files.model_reader import ModelFile, reading_of
from dalembert.files.model_writer import tables_of
from dalembert.files.toml_writer import toml_text
from tests.examples import EXAMPLES, example

HEAD = "version = 1\n"
ROD = '[[body]]\nname = "rod"\ntype = "rod"\nlength = 1\nmass = 1\n'
HINGE = '[[joint]]\nname = "hinge"\ntype = "Revolute"\nfrom = "ground"\nto = "rod"\n'
PENDULUM = HEAD + ROD + HINGE
SECONDS = 1.0
"""Within which any file is read or refused."""


def read(text, tmp_path, name="x.toml"):
    (tmp_path / name).write_text(text, encoding="utf-8")
    return da.model_files.read(tmp_path / name)


def written_and_read(model, folder=Path("/nowhere")):
    text = toml_text(tables_of(ModelFile(model), folder))
    return reading_of(folder / "x.toml", text.encode()).file.model


EXAMPLE_NAMES = sorted(file.stem for file in EXAMPLES.glob("*.py") if "def systems(" in file.read_text())


@pytest.mark.covers("F000-68")
@pytest.mark.parametrize("name", EXAMPLE_NAMES)
def test_every_example_is_the_same_model_after_a_round_trip_whatever_principle_is_asked(name):
    for model, start in example(name).systems().values():
        if not isinstance(model, da.Model):
            continue
        other = written_and_read(model)
        assert other == model
        assert other.coordinates == model.coordinates and other.speeds == model.speeds
        assert [part.name for part in other.flat_parts] == [part.name for part in model.flat_parts]
        assert other.state(q=start.q, u=start.u) == model.state(q=start.q, u=start.u)


@pytest.mark.covers("F000-68")
@pytest.mark.parametrize("name", ["slider_crank", "spring_pendulum", "two_link_robot", "heavy_top", "two_blocks"])
def test_motions_of_a_model_that_was_written_and_read_have_equal_bits(name):
    model, start = next(iter(example(name).systems().values()))
    motions = [
        da.simulate(x, x.state(q=start.q, u=start.u, z=start.z), until=0.2)
        for x in (model, written_and_read(model))
    ]
    assert np.array_equal(motions[0].states, motions[1].states)
    assert np.array_equal(motions[0].times, motions[1].times)


@pytest.mark.covers("F000-68")
def test_a_file_favours_no_principle_and_each_gives_the_same_accelerations(tmp_path):
    model = read(da.model_files.starter("robot"), tmp_path).model
    comparison = da.compare(model, [da.Lagrange(), da.Kane(), da.NewtonEuler(), da.Recursive()], 3)
    assert comparison.agrees()


@pytest.mark.parametrize("kind", KINDS)
def test_starters_are_models_that_move_and_stay_as_they_are_when_saved_again(kind, tmp_path):
    text = da.model_files.starter(kind)
    file = read(text, tmp_path)
    assert da.model_files.start_state(file).q
    da.save(file.model, tmp_path / "x.toml")
    assert (tmp_path / "x.toml").read_text() == text
    da.save(file, tmp_path / "y.toml")
    other = da.model_files.read(tmp_path / "y.toml")
    assert other.model == file.model == da.load(tmp_path / "x.toml")
    assert (other.analyses, other.pictures, other.start) == (file.analyses, file.pictures, file.start)


def test_pendulum_from_a_file_swings_as_the_closed_form_says(tmp_path):
    model = read('version = 1\ngravity = [0, "-g", 0]\n[parameters]\ng = 9.81\n' + ROD + HINGE, tmp_path).model
    rest = da.linearize(model, model.state(q={"hinge": -np.pi / 2}))
    # ω² = m g (l/2) / (m l²/3)
    assert max(rest.poles.imag) == pytest.approx(np.sqrt(1.5 * 9.81), rel=1e-12)
    assert model.parameters == {"g": 9.81}


# ---- all that a model holds


def everything():
    """A model with parameters, splines, ports, measures, shared expressions, contacts, goals and odd frames."""
    m, k = da.param("m", 2.0), da.param("odd name/k", 30.0)
    lever = da.Body(
        "lever",
        da.Inertia(m, (0.1, 0.0, 0.0), np.diag([0.01, 0.02, 0.03])),
        {"tip": da.spatial.Pose(p=(0.5, 0.0, 0.0))},
        visual=da.visuals.Box((0.5, 0.1, 0.1), colour="red"),
    )
    wheel = da.disc("wheel", radius=0.3, mass=1.0, axis="z")
    lift = da.spline([0.0, 1.0, 2.0, 4.0], [0.0, 1.0, 0.0, 2.0], beyond=da.expr.Beyond.HOLD)
    angle = da.coordinate("A")
    shared = da.sin(angle) ** 2 + da.exp(-angle / 3.0) * lift(da.time) + da.where(angle < 0.3, angle, k)
    return da.Model(
        da.Revolute("A", da.ground.at(0.1, 0.2, 0.3).rotated("x", 0.2), lever, axis=(0.0, 0.1, 1.0)),
        da.Revolute("B", lever["tip"].at(x=0.1), wheel),
        da.JointForce("law", "A", shared * 2.0 - 3.0 * da.minimum(shared, 1.0) + lift(angle, order=1)),
        da.JointSpring("spring", "B", k, rest=0.1),
        da.PointForce("push", lever["tip"], (da.Input("u"), 0.0, -da.velocity(lever["tip"])[1]), axes=lever),
        da.StateVariable("z", rate=angle - da.measures.state_variable("z"), start=0.5),
        da.Stop("stop", "B", low=-2.0, high=2.0, restitution=da.contacts.PoissonImpact(0.5)),
        da.Motor("motor", "B"),
        da.Contact("touch", wheel, da.geometry.plane(da.ground.at(y=-2.0), "y"), friction=da.Coulomb(0.4, 0.3)),
        gravity=(0.0, -da.param("g", 9.81), 0.0),
        notes=["a note"],
    )


def test_all_that_a_model_holds_is_written_and_read_exactly(tmp_path):
    model = everything()
    da.save(model, tmp_path / "all.toml")
    other = da.load(tmp_path / "all.toml")
    assert other == model and other.notes == model.notes
    assert other.body("lever").visual == model.body("lever").visual
    start = {"q": {"A": 0.3}, "tau": {"motor": 0.1}}
    bits = [da.simulate(x, x.state(**start), until=0.1).states for x in (model, other)]
    assert np.array_equal(*bits)


def test_submodels_and_their_ports_and_shared_parameters_are_kept(tmp_path):
    m = da.param("m", 1.0)
    rod = da.rod("rod", length=1.0, mass=m)
    link = da.Model(
        da.Revolute("hinge", da.port("base", "x"), rod)
        if False
        else da.Weld("w", rod["end"], da.particle("tip", mass=0.1)),
        ports={"start": rod, "end": rod["end"]},
    )
    first, second = da.Submodel("first", link, shared=[m]), da.Submodel("second", link)
    chain = da.Model(
        first,
        second,
        da.Revolute("A", da.ground, first["start"]),
        da.Revolute("B", first["end"].at(z=0.1), second["start"]),
        da.Holonomic("guide", da.position(second["end"])[1] - 0.2),
        ports={"tip": second["end"]},
    )
    da.save(chain, tmp_path / "chain.toml")
    other = da.load(tmp_path / "chain.toml")
    assert other == chain and other.parameters == chain.parameters
    assert (tmp_path / "chain.toml").read_text().count("[[models.") == len(link.bodies) + len(link.parts)


def test_expressions_as_large_as_graphs_are_written_in_a_text_of_their_size(tmp_path):
    rod = da.rod("rod", length=1.0, mass=1.0)
    x = da.coordinate("A")
    for _ in range(300):
        x = da.sin(x) + x * da.cos(x)
    model = da.Model(da.Revolute("A", da.ground, rod), da.JointForce("law", "A", x))
    da.save(model, tmp_path / "large.toml")
    assert (tmp_path / "large.toml").stat().st_size < 60_000
    assert da.load(tmp_path / "large.toml") == model


def test_laws_of_friction_come_back_with_open_parameters(tmp_path):
    ball = da.sphere("ball", radius=0.1, mass=1.0)
    for law in (
        da.contacts.Stribeck(0.4, kinetic=da.param("μ", 0.2), speed=0.1),
        da.contacts.Contensou(0.3, radius=0.02),
        da.Coulomb(0.4, 0.3),
    ):
        floor = da.Contact("floor", ball, da.geometry.plane(da.ground), friction=law)
        model = da.Model(da.Free("pose", da.ground, ball), floor, gravity=(0, 0, -9.81))
        assert written_and_read(model) == model


def test_python_functions_and_classes_of_ones_own_are_refused_by_name(tmp_path):
    rod = da.rod("rod", length=1.0, mass=1.0)
    sliding = da.Contact(
        "floor", rod, da.geometry.plane(da.ground, "y"), friction=da.Coulomb(0.4, lambda v: 0.4 - 0.2 * da.tanh(v))
    )
    with pytest.raises(
        da.errors.ModelError, match="part 'floor' holds a Python function, which a file cannot hold"
    ):
        da.save(da.Model(da.Planar("A", da.ground, rod), sliding), tmp_path / "x.toml")

    called = da.expr.callback("law", lambda x: [x[0]], [da.coordinate("A")])[0]
    model = da.Model(da.Revolute("A", da.ground, rod), da.JointForce("own", "A", called))
    with pytest.raises(da.errors.ModelError, match="part 'own' holds a Python function"):
        da.save(model, tmp_path / "x.toml")

    @dataclass(frozen=True)
    class Hinge(type(model.joints[0])):
        pass

    with pytest.raises(da.errors.ModelError, match="part 'A' is of the class Hinge"):
        da.save(da.Model(Hinge("A", da.ground, rod)), tmp_path / "x.toml")
    assert not (tmp_path / "x.toml").exists()


# ---- files that people edit


def test_a_file_keeps_comments_order_and_words_when_a_model_is_saved_over_it(tmp_path):
    text = (
        "# my pendulum\nversion = 1   # the first\n\n[parameters]\nm = 1.0   # kg\n\n"
        '# before the body\n[[body]]\nname = "rod"\ntype = "rod"\nlength = "1000 mm"   # one metre\nmass = "m"\n\n'
        "[expressions]\nlaw = \"-0.1 * speed('hinge')\"   # damping\n\n" + HINGE + "# the last words\n\n"
        '[[force]]\nname = "brake"\ntype = "JointForce"\ncoordinate = "hinge"   # where\nlaw = "2 * law"\n\n'
        '[[force]]\nname = "spring"\ntype = "JointSpring"\ncoordinate = "hinge"\nstiffness = 3.0   # N m\n'
    )
    model = read(text, tmp_path).model
    path = tmp_path / "x.toml"
    da.save(model, path)
    assert path.read_text() == text

    # another stiffness, a part less and a part more
    parts = {part.name: part for part in model.parts}
    harder = da.Model(
        parts["hinge"],
        da.JointDamper("oil", "hinge", 0.5),
        replace(parts["spring"], stiffness=4.0),
        gravity=(0, -9.81, 0),
    )
    da.save(harder, path)
    new = path.read_text()
    assert da.load(path) == harder
    for kept in ("# my pendulum", "# the first", "# kg", "# one metre", "# N m", "# the last words", '"1000 mm"'):
        assert kept in new
    assert "stiffness = 4.0   # N m" in new and "brake" not in new and 'name = "oil"' in new

    # back to what it was: the same words again
    da.save(model, path)
    assert da.load(path) == model


def test_parts_in_another_order_are_saved_in_that_order(tmp_path):
    model = read(da.model_files.starter("car"), tmp_path).model
    turned = da.Model(*model.parts[:5], *reversed(model.parts[5:]), gravity=model.gravity)
    da.save(turned, tmp_path / "x.toml")
    other = da.load(tmp_path / "x.toml")
    assert [part.name for part in other.parts] == [part.name for part in turned.parts]
    assert "# A model of models" in (tmp_path / "x.toml").read_text()


def test_a_file_that_cannot_be_read_is_not_overwritten(tmp_path):
    path = tmp_path / "x.toml"
    path.write_text("version = 1\nbdy = 3\n")
    with pytest.raises(da.errors.ModelError, match="save under another name"):
        da.save(everything(), path)
    assert path.read_text() == "version = 1\nbdy = 3\n"


# ---- includes


def test_files_include_others_beneath_their_folder(tmp_path):
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "rod.toml").write_text(
        HEAD + "[parameters]\nm = 3.0\n" + ROD.replace("mass = 1", 'mass = "m"')
    )
    model = read(HEAD + 'include = ["parts/rod.toml"]\n' + HINGE, tmp_path).model
    assert model.parameters == {"m": 3.0}
    # what stands in another file is changed there
    rod = da.rod("rod", length=2.0, mass=1.0)
    with pytest.raises(da.errors.ModelError, match=r"'rod' stands in a file that x\.toml includes"):
        da.save(da.Model(da.Revolute("hinge", da.ground, rod)), tmp_path / "x.toml")


def test_includes_do_not_climb_follow_links_out_or_go_round(tmp_path):
    inner = tmp_path / "inner"
    inner.mkdir()
    (tmp_path / "outside.toml").write_text(PENDULUM)
    (inner / "link.toml").symlink_to(tmp_path / "outside.toml")
    for name in ("../outside.toml", "link.toml", str(tmp_path / "outside.toml"), "/etc/passwd"):
        with pytest.raises(da.errors.ModelError, match=r"x\.toml:2:1\d: .*lies outside of the folder"):
            read(HEAD + f'include = ["{name}"]\n', inner)
    (inner / "a.toml").write_text(HEAD + 'include = ["x.toml"]\n')
    with pytest.raises(da.errors.ModelError, match=r"a\.toml:2:12: 'x.toml' includes itself"):
        read(HEAD + 'include = ["a.toml"]\n', inner)
    with pytest.raises(da.errors.ModelError, match=r"x\.toml:2:12: 'x.toml' includes itself"):
        read(HEAD + 'include = ["x.toml"]\n', inner)
    with pytest.raises(da.errors.ModelError, match=r"there is no file 'none\.toml'"):
        read(HEAD + 'include = ["none.toml"]\n', inner)
    text = HEAD + '[[submodel]]\nname = "a"\nmodel = "x.toml"\n'
    with pytest.raises(da.errors.ModelError, match=r"x\.toml:4:1: 'x.toml' includes itself"):
        read(text, inner)
    mesh = ROD.replace(
        'type = "rod"\nlength = 1\nmass = 1\n', 'visual = [{ type = "MeshFile", path = "../m.stl" }]\n'
    )
    with pytest.raises(da.errors.ModelError, match="lies outside of the folder"):
        read(HEAD + mesh + HINGE, inner)


# ---- wrong files

WRONG = {
    "no version": (ROD, r"x\.toml:1:1: .*write version = 1"),
    "newer version": ("version = 7\n", r":1:1: version 7 is newer"),
    "no TOML": (HEAD + "a = = 2\n", r":2:5: invalid value"),
    "unknown list": (PENDULUM + "[[jont]]\n", r":12:1: .*no 'jont'; did you mean 'joint'"),
    "unknown type": (
        PENDULUM.replace("Revolute", "Revolut"),
        r":9:1: there is no type 'Revolut'; did you mean 'Revolute'",
    ),
    "other list": (PENDULUM.replace("[[joint]]", "[[force]]"), r"'Revolute' stands under \[\[joint\]\]"),
    "unknown field": (PENDULUM + 'axs = "z"\n', r":12:1: Revolute has no 'axs'; did you mean 'axis'"),
    "missing field": (PENDULUM.replace('to = "rod"\n', ""), r":7:1: Revolute 'hinge' needs 'to'"),
    "unknown body": (
        PENDULUM.replace('to = "rod"', 'to = "rodd"'),
        r":11:1: there is no body 'rodd'; did you mean 'rod'",
    ),
    "unknown marker": (PENDULUM.replace('to = "rod"', 'to = "rod.ende"'), r":11:1: .*did you mean 'end'"),
    "nan": (PENDULUM.replace("mass = 1", "mass = nan"), r":6:1: 'mass' is nan: numbers are finite"),
    "inf": (PENDULUM.replace("mass = 1", "mass = -inf"), r":6:1: 'mass' is -inf"),
    "1e999": (PENDULUM.replace("mass = 1", "mass = 1e999"), r":6:1: 'mass' is inf: .*1\.8e308"),
    "1e999 as text": (PENDULUM.replace("mass = 1", 'mass = "2 * 1e999"'), r":6:13: 1e999 is beyond"),
    "long integer": (PENDULUM.replace("mass = 1", f"mass = {'9' * 5000}"), r"thousands of digits"),
    "other unit": (
        PENDULUM.replace("mass = 1", 'mass = "3 mm"'),
        r":6:1: 'mass' is a mass, and '3 mm' is a length",
    ),
    "other unit behind a sign": (
        PENDULUM.replace("length = 1", 'length = "-3 deg"'),
        r":5:1: 'length' is a length, and '-3 deg' is an angle",
    ),
    "other unit of a start": (
        PENDULUM + '[start]\nq = { hinge = "20 mm" }\n',
        r":13:7: 'hinge' is in rad, and a unit of length is given",
    ),
    "unit of a field that has none": (
        PENDULUM + '[[force]]\ntype = "JointSpring"\nname = "s"\ncoordinate = "hinge"\nstiffness = "30 mm"\n',
        r":16:1: 'stiffness' is in N/m or N m/rad, which '30 mm' is not",
    ),
    "unit of gravity": (
        'gravity = [0, "-9810 mm", 0]\n' + PENDULUM,
        r":1:15: 'gravity' is in m/s², which '-9810 mm' is not",
    ),
    "length of a hinge": (
        PENDULUM + '[[contact]]\ntype = "Stop"\nname = "s"\njoint = "hinge"\nhigh = "20 mm"\n',
        r":16:1: 'high' along 'hinge' is an angle, and a unit of length is given",
    ),
    "default of a hinge": (PENDULUM + 'default = "20 mm"\n', r":12:1: 'default' along 'hinge' is an angle"),
    "force of a hinge": (
        PENDULUM + '[[force]]\ntype = "JointForce"\nname = "f"\ncoordinate = "hinge"\nlaw = "3 N"\n',
        r":16:1: 'law' along 'hinge' is a moment, and a unit of force is given",
    ),
    "number beyond floats": (
        PENDULUM.replace("mass = 1", f"mass = {'9' * 400}"),
        r":6:1: 'mass' is 999.*1\.8e308",
    ),
    "unknown unit": (
        PENDULUM.replace("mass = 1", 'mass = "3 kgs"'),
        r":6:11: there is no unit 'kgs'; did you mean 'kg'",
    ),
    "date": (PENDULUM.replace("mass = 1", "mass = 2020-01-01"), r":6:1: dates and times"),
    "wrong kind": (
        PENDULUM.replace("mass = 1", "mass = [1]"),
        r":6:1: 'mass' is \[1\]; here a number or an expression",
    ),
    "two bodies": (HEAD + ROD + ROD + HINGE, r":7:1: there are two bodies 'rod'"),
    "two parts": (PENDULUM + HINGE, r":12:1: .*'hinge'|:7:1: .*'hinge'"),
    "negative mass": (PENDULUM.replace("mass = 1", "mass = -1"), r":2:1: mass of body 'rod' must be positive"),
    "unknown word": (
        PENDULUM.replace("mass = 1", 'mass = "2 * mss"\n[parameters]\nmass = 1'),
        r":6:13: .*did you mean 'mass'",
    ),
    "open bracket": (PENDULUM.replace("mass = 1", 'mass = "2 * (1 + 3"'), r":6:19: here '\)' is needed"),
    "code": (
        PENDULUM.replace("mass = 1", """mass = "__import__('os').system('x')" """),
        r":6:9: there is no function '__import__'",
    ),
    "zero": (PENDULUM.replace("mass = 1", 'mass = "1 / 0"'), r":6:11: this has no finite value"),
    "self": (PENDULUM + '[expressions]\na = "b"\nb = "a"\n', r"stands for itself"),
    "frame on itself": (PENDULUM + '[frames]\na = { on = "a" }\n', r"the frame 'a' stands on itself"),
    "model in itself": (
        HEAD
        + '[models.a]\n[[models.a.submodel]]\nname = "b"\nmodel = "a"\n[[submodel]]\nname = "c"\nmodel = "a"\n',
        r":5:1: the model 'a' holds itself",
    ),
    "deep list": (HEAD + "gravity = " + "[" * 60 + "]" * 60, r":2:1: lists or tables are nested deeper"),
    "deep expression": (
        PENDULUM.replace("mass = 1", f'mass = "{"(" * 90}1{")" * 90}"'),
        r":6:\d+: .*nested deeper than 40",
    ),
    "start": (
        PENDULUM + "[start]\nq = { hing = 1 }\n",
        r":13:1: there is no coordinate 'hing'; did you mean 'hinge'",
    ),
    "output outside": (
        PENDULUM + '[[analysis]]\ntype = "Simulate"\nfile = "x.sh"\n',
        r":12:1: the file is called",
    ),
    "many teeth": (PENDULUM + "[start]\nt = true\n", r":13:1: 't' is True"),
    "axis": (PENDULUM + "axis = 3\n", r":12:1: 'axis' is 3"),
    "a name for two things": (
        PENDULUM + '[parameters]\nk = 3\n[expressions]\nk = "2 * t"\n',
        r":15:1: 'k' stands in \[parameters\] and in \[expressions\]; use two names",
    ),
    "a frame called like a body": (
        PENDULUM + '[frames]\nrod = { on = "ground", at = [1, 0, 0] }\n',
        r":13:1: 'rod' is the name of a body",
    ),
    "a parameter called like the time": (
        PENDULUM.replace("mass = 1", 'mass = "2 * t"') + "[parameters]\nt = 0.1\n",
        r":6:13: 't' is the time, and a name of the file too; write parameter\('t'\)",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_told_with_line_column_and_remedy(name, tmp_path):
    text, words = WRONG[name]
    with pytest.raises(da.errors.ModelError, match=words):
        read(text, tmp_path)


def test_strange_paths_and_options_are_refused(tmp_path):
    for path in (tmp_path / "none.toml", tmp_path):
        with pytest.raises(da.errors.ModelError):
            da.model_files.read(path)
    (tmp_path / "x.toml").write_bytes(b"version = 1\n# \xff\n")
    with pytest.raises(da.errors.ModelError, match=r"x\.toml:2:1: the file is not UTF-8"):
        da.load(tmp_path / "x.toml")
    (tmp_path / "x.toml").write_text("#" * 500_001)
    with pytest.raises(da.errors.ModelError, match="500,000 bytes"):
        da.load(tmp_path / "x.toml")
    (tmp_path / "x.toml").write_text(PENDULUM)
    with pytest.raises(da.errors.ModelError, match="options are for files of others"):
        da.load(tmp_path / "x.toml", gravity=(0, 0, -9.81))
    with pytest.raises(da.errors.ModelError, match=r"models are saved as \.toml"):
        da.save(everything(), tmp_path / "x.xyz")
    with pytest.raises(da.errors.ModelError, match="there is no starter"):
        da.model_files.starter("pendulm")


# ---- expressions


def test_expressions_have_the_signs_and_their_strength_that_one_expects(tmp_path):
    texts = {
        "-2 ** 2 + 2 ** -1": -3.5,
        "2 ** 3 ** 2 / 2": 256.0,
        "1 - 2 - 3": -4.0,
        "8 / 4 / 2": 1.0,
        "-(1 + 2) * 3": -9.0,
        "where(1 < 2 and not 2 <= 1 or 3 == 4, 5, 6)": 5.0,
        "min(3, max(1, 2)) + abs(-4)": 6.0,
        "sin(pi / 2) + cos(0)": 2.0,
        "30 deg * 6": np.pi,
        "1.5e1 + .5 + 2.": 17.5,
    }
    body = "".join(f'e{k} = "{text}"\n' for k, text in enumerate(texts))
    forces = "".join(
        f'[[force]]\nname = "f{k}"\ntype = "JointSpring"\ncoordinate = "hinge"\nstiffness = 1\nrest = "e{k}"\n'
        for k in range(len(texts))
    )
    model = read(PENDULUM + forces + "[expressions]\n" + body, tmp_path).model
    assert [force.rest for force in model.forces] == pytest.approx(list(texts.values()), rel=1e-15)


# ---- the schema


def test_the_schema_accepts_what_is_read_and_refuses_what_is_not(tmp_path):
    jsonschema = pytest.importorskip("jsonschema")
    import tomllib

    validator = jsonschema.Draft202012Validator(da.model_files.schema())
    for kind in KINDS:
        assert validator.is_valid(tomllib.loads(da.model_files.starter(kind)))
    assert validator.is_valid(tomllib.loads(toml_text(tables_of(ModelFile(everything()), tmp_path))))
    for text in (PENDULUM.replace("Revolute", "Revolut"), PENDULUM + 'axs = "z"\n', ROD, PENDULUM + "[[jont]]\n"):
        assert not validator.is_valid(tomllib.loads(text))


def test_a_model_has_states_by_name(tmp_path):
    text = PENDULUM + "[starts]\nlow = { q = { hinge = -1 } }\nfast = { t = 2.0, u = { hinge = 3 } }\n"
    model = read(text, tmp_path).model
    assert model.state("low").q["hinge"] == -1.0
    assert model.state("fast", q={"hinge": 0.5}).u["hinge"] == 3.0
    assert model.state("fast", u={"hinge.rate": 4.0}).u["hinge"] == 4.0
    assert written_and_read(model).starts == model.starts
    da.save(da.Model(*model.parts, starts={"low": {"q": {"hinge": -2.0}}}), tmp_path / "x.toml")
    assert da.load(tmp_path / "x.toml").starts == {"low": {"q": {"hinge": -2.0}}}
    with pytest.raises(ModelError, match=r"x.toml:13:\d+: the start 'low'.*'hing'; did you mean 'hinge'"):
        read(text.replace("q = { hinge", "q = { hing"), tmp_path)
    with pytest.raises(ModelError, match="no 'qq'"):
        read(text.replace("q = { hinge", "qq = { hinge"), tmp_path)


def test_the_schema_in_the_docs_is_that_of_the_classes():
    from dalembert.files.model_schema import schema_text

    page = EXAMPLES.parent / "docs" / "reference" / "model.schema.json"
    assert page.read_text(encoding="utf-8") == schema_text(), (
        "write it anew: dalembert schema > docs/reference/model.schema.json"
    )
    defined = json.loads(schema_text())["properties"]["joint"]["items"]["anyOf"]
    assert {x["title"] for x in defined} == {
        x.name for group in constructors().values() for x in group if x.section == "joint"
    }


def test_tasks_are_kept(tmp_path):
    file = ModelFile(everything(), {"q": {"A": 0.2}}, (Simulate(until=2.0),), (Plot("a.png", ("A",)),))
    da.save(file, tmp_path / "x.toml")
    other = da.model_files.read(tmp_path / "x.toml")
    assert (other.analyses, other.pictures, other.start) == (file.analyses, file.pictures, file.start)


# ---- strangers


LETTERS = [
    "nan",
    "1e999",
    '"',
    "[[",
    "]]",
    "{",
    "}",
    "=",
    "-1",
    "0",
    "true",
    "ground",
    "\x00",
    "9" * 30,
    "t",
    "(",
    "**",
]
VALUES = [
    "nan",
    "1e308",
    "0",
    "-1",
    "3",
    "1e-320",
    "true",
    "[]",
    "[1, 2, 3]",
    "{}",
    '""',
    '"ground"',
    '"x"',
    '"t"',
    "[[1]]",
]


def mutated(text, source):
    """A file with a few letters, lines, words, values or types changed, doubled, moved or lost."""
    for _ in range(source.randint(1, 3)):
        at = source.randrange(len(text) + 1)
        lines = text.split("\n")
        entries = [k for k, line in enumerate(lines) if " = " in line] or [0]
        k, other = source.choice(entries), source.choice(entries)
        match source.randrange(12):
            case 0:
                text = text[:at] + source.choice(LETTERS) + text[at:]
            case 1:
                text = text[:at] + text[at + source.randint(1, 20) :]
            case 2:
                lines.insert(source.randrange(len(lines)), source.choice(lines))
                text = "\n".join(lines)
            case 3:
                text = text[:at] + chr(source.randrange(32, 0x250)) + text[at + 1 :]
            case 4:
                del lines[source.randrange(len(lines))]
                text = "\n".join(lines) or "x"
            case 5 | 6 | 7:
                values = [*VALUES, lines[other].partition(" = ")[2]]
                lines[k] = lines[k].partition(" = ")[0] + " = " + source.choice(values)
                text = "\n".join(lines)
            case 8 | 9:
                kind = source.choice(sorted(constructors()))
                lines[k] = f'type = "{kind}"' if source.random() < 0.5 else lines[other]
                text = "\n".join(lines)
            case _:
                header = source.choice([x for x in lines if x.startswith("[")] or ["[x]"])
                lines.insert(k, f"{header}\n{lines[other]}")
                text = "\n".join(lines)
    return text


def strangers(count, seed):
    """Read so many mutated files; the slowest, in seconds of processor time, and how many were still models."""
    source = random.Random(seed)
    seeds = [da.model_files.starter(kind) for kind in KINDS]
    seeds.append(toml_text(tables_of(ModelFile(everything()), Path("/nowhere"))))
    slowest, models = 0.0, 0
    for _ in range(count):
        text = mutated(source.choice(seeds), source)
        begin = time.process_time()
        try:
            reading_of(Path("/nowhere/x.toml"), text.encode("utf-8", "replace"))
            models += 1
        except da.errors.DalembertError as error:
            assert str(error)
        slowest = max(slowest, time.process_time() - begin)
    return slowest, models


def test_mutated_files_give_models_or_errors_of_ours_within_a_second():
    slowest, models = strangers(250, seed=1)
    assert slowest < SECONDS
    assert 0 < models < 250


def test_whatever_stands_in_an_expression_is_one_or_a_clear_error(tmp_path):
    source = random.Random(3)
    good = ("sin(2*pi*t)**2 + 3e-2", "where(t < 1, exp(-t), 0)", "atan2(t, -t) + max(1, 2)", "position('rod').y")
    letters = "()+-*/^,.0123456789etkxy'_ []<>=!&|~%$#π\u200b"
    read_ones = 0
    for _ in range(300):
        text = source.choice(good)
        for _ in range(source.choice((1, 1, 2, 30))):
            at, new = source.randrange(len(text) + 1), source.choice(letters) * source.choice((1, 1, 1, 500))
            text = text[:at] + new + text[at + source.choice((0, 0, 1)) :]
        begin = time.perf_counter()
        try:
            read(f'{PENDULUM}[expressions]\nlaw = "{text}"\n', tmp_path)
            read_ones += 1
        except ModelError as error:
            assert "x.toml:" in str(error)
        assert time.perf_counter() - begin < SECONDS
    assert 10 < read_ones < 250


@pytest.mark.slow
def test_thousands_of_mutated_files_give_models_or_errors_of_ours_within_a_second():
    slowest, _ = strangers(4000, seed=2)
    assert slowest < SECONDS
