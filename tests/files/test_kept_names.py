"""Names that a person gives in a model file stay when a model is saved over it."""

import difflib

import dalembert as da

FILE = """\
version = 1
gravity = [0, -9.81, 0]

[parameters]
reach = 0.5   # of the tip
k = 3.0

[expressions]
height = "position('rod.end').y"   # above the hinge
pull = "k * height ** 2 + sin(height)"

[splines.lift]
points = [0, 1, 2, 3]
values = [0, 1, 0, 2]

[frames]
tip = { on = "rod", at = ["reach", 0.1, 0], rotated = { about = "y", by = "30 deg" } }
here = { on = "ground", at = [0.5, 0.1, 0] }

[[body]]
type = "rod"
name = "rod"
length = "800 mm"
mass = 2.0

[[joint]]
type = "Revolute"
name = "hinge"
from = "here"
to = "rod"

[[force]]
type = "JointForce"
name = "brake"
coordinate = "hinge"
law = "-0.2 * pull * velocity('tip').x * lift(t)"

[[force]]
type = "PointForce"
name = "push"
place = "tip"
force = [0, "height", 0]
"""


def changed(tmp_path, change, text=FILE):
    """Lines that go and come when a changed model is saved over a file."""
    path = tmp_path / "x.toml"
    path.write_text(text, encoding="utf-8")
    model = change(da.load(path))
    da.save(model, path)
    assert da.load(path) == model
    new = path.read_text(encoding="utf-8")
    lines = difflib.unified_diff(text.splitlines(), new.splitlines(), lineterm="", n=0)
    return [x for x in lines if not x.startswith(("@@", "---", "+++")) and len(x) > 1]


def test_names_about_bodies_stay_when_the_model_of_a_file_is_saved_over_it(tmp_path):
    assert changed(tmp_path, lambda model: model) == []


def test_a_body_that_is_known_by_a_frame_alone_stays(tmp_path):
    text = FILE.replace('to = "rod"', 'to = "tip"').replace("'rod.end'", "'tip'")
    assert changed(tmp_path, lambda model: model, text) == []


def test_names_that_no_part_uses_any_more_stay(tmp_path):
    def without_push(model):
        return da.Model(model.parts[0], da.JointForce("brake", "hinge", 2.0 * da.time), gravity=(0, -9.81, 0))

    lines = changed(tmp_path, without_push)
    assert '+law = "2 * t"' in lines and '-place = "tip"' in lines
    assert not any(word in line for line in lines for word in ("height =", "pull =", "reach", "k =", "tip ="))


def test_names_about_bodies_that_are_gone_go_with_them(tmp_path):
    def other(model):
        crate = da.box("crate", size=(1, 1, 1), mass=1.0)
        return da.Model(da.Prismatic("x", da.ground, crate, axis="x"), gravity=(0, -9.81, 0))

    lines = changed(tmp_path, other)
    assert {line.partition(" = ")[0] for line in lines} >= {
        "-height",
        "-pull",
        "-tip",
        "-k",
        "-reach",
        "-[splines.lift]",
    }
    assert "here = " in (tmp_path / "x.toml").read_text()


def test_new_values_of_parameters_are_all_that_changes(tmp_path):
    longer = FILE.replace("k = 3.0", "k = 4.0")
    (tmp_path / "y.toml").write_text(longer, encoding="utf-8")
    assert changed(tmp_path, lambda model: da.load(tmp_path / "y.toml")) == ["-k = 3.0", "+k = 4.0"]


def test_names_about_ports_of_submodels_stay(tmp_path):
    text = """\
version = 1

[expressions]
lead = "position('first.tip').y - position('second.tip').y"

[[submodel]]
name = "first"
model = "arm"

[[submodel]]
name = "second"
model = "arm"

[[force]]
type = "JointForce"
name = "brake"
coordinate = "first/hinge"
law = "-lead"

[models.arm]
ports = { tip = "rod.end" }

[[models.arm.body]]
type = "rod"
name = "rod"
length = 1
mass = 2

[[models.arm.joint]]
type = "Revolute"
name = "hinge"
from = "ground"
to = "rod"
"""
    assert changed(tmp_path, lambda model: model, text) == []


def test_names_that_files_make_are_none_that_parameters_have(tmp_path):
    e1, rod = da.param("e1", 0.25), da.rod("rod", length=1.0, mass=1.0)
    long = sum((da.sin(k * da.position(rod["end"])[0]) for k in range(1, 9)), start=0.0)
    model = da.Model(
        da.Revolute("hinge", da.ground, rod),
        da.JointForce("law", "hinge", long * da.cos(long)),
        da.JointSpring("spring", "hinge", e1),
    )
    assert da.load(da.save(model, tmp_path / "x.toml")) == model
    assert 'e2 = "' in (tmp_path / "x.toml").read_text()


def test_names_with_quotation_marks_stand_in_expressions(tmp_path):
    rod = da.rod("the 'long' one", length=1.0, mass=1.0)
    model = da.Model(
        da.Revolute("hinge", da.ground, rod),
        da.JointForce("law", "hinge", da.position(rod["end"])[0] + da.position(rod.at(x=0.3))[1]),
    )
    assert da.load(da.save(model, tmp_path / "x.toml")) == model
