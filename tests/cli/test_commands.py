"""The command line: what it prints, which model it takes, and how it fails."""

import json
import re
import signal
import subprocess
import sys
import tomllib
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import dalembert as da
from dalembert.cli.commands import app, main
from dalembert.cli.diagnosis import OPTIONAL
from dalembert.cli.model_sources import model_from
from dalembert.comparisons.comparison import Comparison

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]

PENDULUM = """
import dalembert as da


def pendulum(mass: float = 1.0, *more) -> da.Model:
    return da.Model(da.Revolute("hinge", da.ground, da.rod("rod", length=1.0, mass=mass)), *more)
"""


def run(*arguments):
    return CliRunner().invoke(app, list(map(str, arguments)))


@pytest.fixture
def write(tmp_path):
    def written(text, name="arm.py"):
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        return file

    return written


def coordinates(place):
    return model_from(str(place)).coordinates


# ---- commands


def test_principles_are_compared_and_the_table_is_printed(write):
    result = run(
        "compare", write(PENDULUM), "--principles", "Recursive, Recursive in AbsolutePlanar", "--states", 2
    )
    assert result.exit_code == 0, result.output
    assert "Recursive()" in result.output
    assert "Recursive() in AbsolutePlanar()" in result.output
    assert "digits that agree with Recursive() in 2 states" in result.output
    assert "all agree" in result.output


def test_a_model_is_checked_from_whatever_file_it_is_in(write):
    urdf = """<robot name="r"><link name="a"/><link name="b"><inertial><mass value="1"/>
    <inertia ixx="1" iyy="1" izz="1"/></inertial></link>
    <joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint><gazebo/></robot>"""
    of_python, of_urdf = run("check", write(PENDULUM)), run("check", write(urdf, "robot.urdf"))
    assert of_python.exit_code == of_urdf.exit_code == 0
    assert "1 degree of freedom" in of_python.output
    assert "1 degree of freedom" in of_urdf.output
    assert "<gazebo> is not understood" in of_urdf.output


def test_equations_are_printed_by_a_principle(write):
    file = write(PENDULUM + "model = pendulum()\n")
    text, latex = run("derive", file, "--principle", "Lagrange"), run("derive", file, "--latex", "--simplify", 0)
    assert text.exit_code == latex.exit_code == 0, text.output
    assert "hinge" in text.output
    assert "\\" in latex.output
    html = run("derive", file, "--principle", "Lagrange", "--html").output
    assert html.startswith("<!doctype html>") and "<math" in html and "by Lagrange" in html
    steps = run("explain", file)
    assert steps.exit_code == 0
    assert "Lagrange" in steps.output or "L =" in steps.output


def test_a_motion_is_told_and_written_in_the_format_of_the_suffix(write, tmp_path):
    file = write(PENDULUM.replace("*more)\n", "*more, gravity=(0, -9.81, 0))\n") + "model = pendulum()\n")
    pytest.importorskip("pyarrow")
    for name in ("m.npz", "m.csv", "m.parquet", "m.nc", "m.mat", "m.html"):
        result = run("simulate", file, "--until", 0.5, "--start", "hinge=-1.2", "--out", tmp_path / name)
        assert result.exit_code == 0, result.output
        assert (tmp_path / name).stat().st_size > 100
    model = model_from(str(file))
    motion = da.simulate(model, {"hinge": -1.2}, until=0.5)
    told = json.loads(run("simulate", file, "--until", 0.5, "-s", "hinge=-1.2", "--json").output)
    assert told["q"]["hinge"] == motion.state().q["hinge"]
    rows = (tmp_path / "m.csv").read_text().splitlines()
    assert float(rows[-1].split(",")[1]) == motion.state().q["hinge"]


def test_rest_and_small_motions_are_told(write):
    file = write(PENDULUM.replace("*more)\n", "*more, gravity=(0, -9.81, 0))\n") + "model = pendulum()\n")
    rest = json.loads(run("equilibrium", file, "--guess", "hinge=-1.4", "--json").output)
    assert rest["q"]["hinge"] == pytest.approx(-np.pi / 2)
    linear = json.loads(run("linearize", file, "--at", f"hinge={-np.pi / 2}", "--json").output)
    assert sorted(abs(y) for _, y in linear["eigenvalues"]) == pytest.approx([np.sqrt(1.5 * 9.81)] * 2)


def test_pictures_are_drawn_into_files(write, tmp_path):
    file = write(PENDULUM + "model = pendulum()\n")
    assert run("plot", file, "hinge", "--until", 0.2, "--out", tmp_path / "p.png").exit_code == 0
    assert run("view", file, "--until", 0.2, "--out", tmp_path / "p.html").exit_code == 0
    assert (tmp_path / "p.png").exists() and (tmp_path / "p.html").exists()


def test_the_installation_is_told():
    output = run("doctor").output
    assert "llvmlite" in output and "native code is kept in" in output
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    of_work_on_it = {"docs", "peers", "test", "check", "release", "bench"}
    assert {re.search(r"\[(\w+)", remedy)[1] for _, remedy in OPTIONAL.values() if "[" in remedy} == (
        extras.keys() - of_work_on_it
    )
    assert all(f"\n{package} " in output for package in OPTIONAL)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("simulate", "--start", "hinge"), "a start is given as NAME=NUMBER"),
        (("simulate", "--start", "hnge=1"), "did you mean 'hinge'"),
        (("simulate", "--out", "m.docx"), "motions are written as"),
        (("derive", "--principle", "Lagrang"), "there is no principle 'Lagrang'"),
        (("check", "--gravity", "0,0"), "three numbers"),
        (("check", "--gravity", "0,0,1"), "for URDF files"),
    ],
)
def test_wrong_words_are_told_in_a_sentence(write, arguments, message):
    command, *others = arguments
    with pytest.raises(da.errors.DalembertError, match=message):
        CliRunner().invoke(
            app, [command, str(write(PENDULUM + "model = pendulum()\n")), *others], catch_exceptions=False
        )


def test_the_reference_can_be_chosen(write):
    given = ("--principles", "Recursive", "--reference", "Recursive in AbsolutePlanar", "--states", 2, "--seed", 5)
    result = run("compare", write(PENDULUM), *given)
    assert "digits that agree with Recursive() in AbsolutePlanar()" in result.output


def test_principles_are_compared_in_several_coordinates(write):
    given = ("--principles", "Kane", "--coordinates", "Relative,AbsolutePlanar", "--states", 1)
    result = run("compare", write(PENDULUM), *given)
    assert result.exit_code == 0, result.output
    assert "digits that agree with Kane() in 1 state" in result.output
    assert "Kane() in AbsolutePlanar()" in result.output
    refused = run("compare", write(PENDULUM), "--coordinates", "Polar").exception
    assert "there are no coordinates 'Polar'; there are Absolute, AbsolutePlanar, Relative" in str(refused)


def test_principles_that_do_not_agree_are_a_failure(write, monkeypatch):
    monkeypatch.setattr(Comparison, "agrees", lambda self: False)
    assert run("compare", write(PENDULUM), "--principles", "Recursive", "--states", 1).exit_code == 1


def test_an_unknown_principle_is_refused_with_those_that_there_are(write):
    result = run("compare", write(PENDULUM), "--principles", "Recursiv")
    assert isinstance(result.exception, da.errors.ModelError)
    assert str(result.exception).startswith(
        "there is no principle 'Recursiv'; there are BoltzmannHamel, DAlembert"
    )
    assert isinstance(run("compare", write(PENDULUM), "--principles", "Model").exception, da.errors.ModelError)


def test_help_and_version_are_told():
    assert run("--version").output.startswith("dalembert ")
    assert "compare" in run("--help").output
    told = run("compare", "--help").output
    assert "--principles" in told
    assert "--states" in told


def test_errors_are_one_sentence_and_exit_code_two(write, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["dalembert", "compare", str(write("x = 1\n"))])
    with pytest.raises(SystemExit) as caught:
        main()
    assert caught.value.code == 2
    assert "arm.py has no model" in capsys.readouterr().err


def test_the_package_is_a_command_and_importing_it_does_not_load_typer():
    told = subprocess.run([sys.executable, "-m", "dalembert", "--version"], capture_output=True, text=True)
    assert (told.returncode, told.stderr) == (0, "")
    script = "import sys, dalembert; dalembert.compare; print('typer' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stdout.strip() == "False"


# ---- models in files


def test_a_function_that_is_annotated_with_a_model_is_called(write):
    assert coordinates(write(PENDULUM)) == ("hinge",)


def test_annotations_may_be_texts(write):
    assert coordinates(write("from __future__ import annotations\n" + PENDULUM)) == ("hinge",)


def test_a_model_in_a_variable_is_taken(write):
    text = PENDULUM.replace("def pendulum(", "def _made(") + "\n\narm = _made()\n"
    assert coordinates(write(text)) == ("hinge",)


def test_the_name_model_goes_before_others(write):
    text = PENDULUM + '\n\nmodel = da.Model(da.Prismatic("slide", da.ground, da.particle("p", mass=1.0)))\n'
    file = write(text)
    assert coordinates(file) == ("slide",)
    assert coordinates(f"{file}:pendulum") == ("hinge",)


def test_of_several_models_one_is_chosen_by_name(write):
    file = write(PENDULUM + "\n\nother = pendulum(2.0)\n")
    with pytest.raises(
        da.errors.ModelError, match=r"several models: pendulum, other; choose one, such as .*:pendulum"
    ):
        model_from(str(file))
    assert coordinates(f"{file}:other") == ("hinge",)
    with pytest.raises(da.errors.ModelError, match=r"has no 'third'; models there: pendulum, other"):
        model_from(f"{file}:third")


@pytest.mark.parametrize(
    ("text", "name", "message"),
    [
        ("x = 1\n", "", "has no model: neither"),
        ("import dalembert as da\n\n\ndef arm(n: int) -> da.Model: ...\n", "", "has no model"),
        ("def arm(n): ...\n", ":arm", "'arm' in .* needs arguments"),
        ("x = 1\n", ":x", "'x' in .* is no model, but int"),
        ("model = 1\n", "", "'model' in .* is no model, but int"),
        ("def arm() -> 'Unknown': ...\n", "", "has no model"),
        ("from dalembert import rod\n", "", "has no model"),
    ],
)
def test_a_file_without_a_model_says_so(write, text, name, message):
    with pytest.raises(da.errors.ModelError, match=message):
        model_from(f"{write(text)}{name}")


def test_files_that_are_missing_or_no_model_are_refused(write, tmp_path):
    with pytest.raises(da.errors.ModelError, match="there is no file"):
        model_from(str(tmp_path / "none.py"))
    with pytest.raises(da.errors.ModelError, match=r"arm\.txt has no format that da\.load knows"):
        model_from(str(write("x", "arm.txt")))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1\nimport nothing_like_this\n", "arm.py, line 2: ModuleNotFoundError: No module named"),
        ("def x(:\n", "arm.py: SyntaxError: invalid syntax .*line 1"),
        ("def model():\n    return {}['arm']\n", "arm.py, line 2: KeyError: 'arm'"),
        ("import sys\n\nsys.exit(0)\n", "arm.py, line 3: SystemExit: 0"),
    ],
)
def test_a_file_that_fails_is_told_with_the_line(write, text, message):
    with pytest.raises(da.errors.ModelError, match=message):
        model_from(str(write(text)))


def test_a_file_may_import_its_neighbours_and_define_dataclasses(write):
    write(PENDULUM, "parts_of_arm.py")
    text = (
        "from __future__ import annotations\nfrom dataclasses import dataclass\n"
        "from parts_of_arm import pendulum\n\n\n"
        "@dataclass\nclass Size:\n    length: float = 1.0\n\n\nmodel = pendulum()\n"
    )
    before = list(sys.path)
    assert coordinates(write(text)) == ("hinge",)
    assert sys.path == before


# ---- model files


def test_from_a_new_file_to_its_page_and_what_it_lists(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("new", "arm.toml", "--kind", "robot").exit_code == 0
    assert "is there already" in str(run("new", "arm.toml").exception)
    assert "did you mean" in str(run("new", "b.toml", "--kind", "robott").exception)
    assert run("view", "arm.toml", "--until", 0.1, "--out", "arm.html").exit_code == 0
    assert (tmp_path / "arm.html").stat().st_size > 10_000
    told_twice = [
        json.loads(run("simulate", "arm.toml", *more, "--json").output) for more in ([], ["-s", "elbow=0.1"])
    ]
    assert told_twice[0]["t"] == 5.0 and told_twice[0]["q"] != told_twice[1]["q"]
    assert run("new", "p.toml").exit_code == 0
    result = run("run", "p.toml")
    assert result.exit_code == 0, result.exception
    assert "stable" in result.output and (tmp_path / "p.toml").exists() and (tmp_path / "pendulum.png").exists()
    tasks = json.loads(run("run", "p.toml", "--json").output)["tasks"]
    assert tasks[0]["type"] == "Simulate" and tasks[0]["t"] > 0.0
    assert "pendulum.png" in [task.get("file") for task in tasks]


def test_pictures_go_nowhere_but_beneath_the_folder_of_the_file(tmp_path):
    folder = tmp_path / "inner"
    folder.mkdir()
    text = da.model_files.starter().replace('file = "pendulum.png"', 'file = "../outside.png"')
    (folder / "p.toml").write_text(text)
    assert "lies outside of the folder" in str(run("run", folder / "p.toml").exception)
    assert not (tmp_path / "outside.png").exists()


def test_models_are_converted_and_examples_listed_shown_and_copied(write, tmp_path, monkeypatch):
    target = tmp_path / "arm.toml"
    assert run("convert", write(PENDULUM), target).exit_code == 0
    assert da.load(target) == model_from(str(write(PENDULUM)))
    assert "Revolute" in run("schema").output
    monkeypatch.chdir(tmp_path)
    assert "slider_crank" in run("examples").output and "pendulum" in run("examples").output
    assert "version = 1" in run("examples", "car", "--show").output
    assert run("examples", "car", "--copy").exit_code == 0 and (tmp_path / "car.toml").exists()
    assert "did you mean" in str(run("examples", "carr").exception)


# ---- mechanisms, machines, and what goes wrong on the way

MOTOR = """
import dalembert as da
rod = da.rod("rod", length=1.0, mass=3.0)
model = da.Model(da.Revolute("hinge", da.ground, rod, axis="z"), da.Motor("m", "hinge"), gravity=(0, -9.81, 0))
"""


def test_starts_by_name_begin_with_their_inputs_and_tell_where_constraints_move_them(write):
    """Two rods on hinges that turn alike: J = 2 at first, pushed by 3 N m."""
    joints = "".join(
        f'''
[[body]]
type = "Body"
name = "{name}"
inertia = {{ mass = 1.0, com = [0, 0, 0], J = [[1, 0, 0], [0, 1, 0], [0, 0, 1]] }}

[[joint]]
type = "Revolute"
name = "{name.upper()}"
from = "ground"
to = "{name}"
'''
        for name in "ab"
    )
    file = write(
        f"""version = 1
{joints}
[[constraint]]
type = "Holonomic"
name = "gear"
expression = "coordinate('A') - coordinate('B')"

[[motor]]
type = "Motor"
name = "m"
coordinate = "A"

[starts]
good = {{ q = {{ A = 0.5, B = 0.5 }}, u = {{ "A.rate" = 1, "B.rate" = 1 }}, tau = {{ m = 3 }} }}
bad = {{ q = {{ A = 0.5, B = 0.1 }} }}
""",
        "two.toml",
    )
    told = run("simulate", file, "--until", 2, "--start", "good", "--json")
    assert json.loads(told.stdout)["q"]["A"] == pytest.approx(0.5 + 2.0 + 1.5 / 2.0 * 2.0**2)
    assert "instead" not in told.stderr
    told = run("simulate", file, "--until", 2, "--start", "bad", "--json")
    assert json.loads(told.stdout)["q"]["A"] == pytest.approx(0.3)
    assert (
        "'bad' does not satisfy the constraints and is moved: " in told.stderr and "0.3 instead of" in told.stderr
    )


def test_drives_and_laws_are_typed_as_in_model_files(write, tmp_path):
    file = write(MOTOR)
    told = json.loads(run("kinematics", file, "--drive", "hinge=30 deg*t", "--until", 2, "--json").output)
    assert told["q"]["hinge"] == pytest.approx(np.pi / 3) and told["u"]["hinge.rate"] == pytest.approx(np.pi / 6)
    told = json.loads(run("inverse", file, "--law", "hinge=sin(2*t)", "--until", 1, "--json").output)
    # a rod about its end: m l²/3 φ̈ + m g l/2 cos φ
    angle = np.sin(2.0)
    torque = -4.0 * np.sin(2.0) + 3.0 * 9.81 / 2.0 * np.cos(angle)
    assert told["inputs"]["m"][-1] == pytest.approx(torque, rel=1e-9)
    assert run("inverse", file, "--law", "hinge=t", "--until", 1, "--out", tmp_path / "t.csv").exit_code == 0
    assert (tmp_path / "t.csv").read_text().startswith("t,hinge,hinge.rate,m\n")
    for words, message in (
        ("hinge", "NAME=LAW"),
        ("hinge=sin(", "letter 5"),
        ("hinge=a*t", "letter 1: there is no 'a'"),
    ):
        assert message in str(run("inverse", file, "--law", words).exception)
    assert "did you mean 'hinge'" in str(run("inverse", file, "--law", "hnge=t").exception)


ARM_URDF = """<robot name="r"><link name="a"><inertial><mass value="1"/>
<inertia ixx="1" iyy="1" izz="1"/></inertial></link><link name="b"><inertial><mass value="1"/>
<inertia ixx="1" iyy="1" izz="1"/></inertial></link>
<joint name="j" type="revolute"><parent link="a"/><child link="b"/><limit lower="-1" upper="1"/></joint></robot>"""


def test_how_a_file_is_read_is_said_to_every_command(write):
    file = write(ARM_URDF, "robot.urdf")
    assert "j stop" not in run("check", file).output
    assert "j stop" in run("check", file, "--stops").output
    table = run("compare", file, "--free-base", "--principles", "Recursive,Kane", "--states", 2, "--json")
    assert json.loads(table.output)["agrees"]
    assert "contacts are read from MJCF alone" in str(run("check", file, "--contacts", "all").exception)
    assert "--stops is for URDF files" in str(run("check", write(PENDULUM), "--stops").exception)
    falling = json.loads(
        run("simulate", file, "--free-base", "--gravity", "0,0,-10", "--until", 1, "--json").output
    )
    assert falling["q"]["a base.z"] == pytest.approx(-5.0)


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "FILE"),
        ("derive", "FILE"),
        ("explain", "FILE"),
        ("plot", "FILE", "hinge", "--until", 0.1),
        ("compare", "FILE", "--principles", "Recursive", "--states", 1),
        ("convert", "FILE", "other.toml"),
        ("export", "FILE", "third.toml"),
        ("new", "begun.toml"),
        ("doctor",),
        ("examples",),
    ],
)
def test_every_command_speaks_to_machines(write, tmp_path, monkeypatch, arguments):
    monkeypatch.chdir(tmp_path)
    words = [str(write(MOTOR)) if word == "FILE" else word for word in arguments]
    result = run(*words, "--json")
    assert result.exit_code == 0, result.exception
    assert isinstance(json.loads(result.output), dict)


def command(*arguments, **options):
    texts = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True} | options
    return subprocess.run([sys.executable, "-m", "dalembert", *map(str, arguments)], **texts)


def test_errors_for_machines_are_json_and_commands_are_guessed(write):
    told = command("check", write("x = 1\n"), "--json")
    assert told.returncode == 2
    assert "has no model" in json.loads(told.stdout)["error"]
    assert "Did you mean 'simulate'" in command("simulat", "x").stderr


@pytest.mark.skipif(sys.platform == "win32", reason="there is no /dev/full")
def test_output_that_goes_nowhere_is_an_error_in_a_sentence(write, tmp_path):
    file = write(MOTOR)
    with open("/dev/full", "w") as full:
        told = command("check", file, stdout=full)
    assert told.returncode == 2
    assert told.stderr == "error: the output cannot be written: No space left on device\n"
    for suffix in ("csv", "npz", "html"):
        (tmp_path / f"full.{suffix}").symlink_to("/dev/full")
        told = run("simulate", file, "--until", 0.1, "--out", tmp_path / f"full.{suffix}")
        assert "No space left" in str(told.exception)
        missing = run("simulate", file, "--until", 1e9, "--out", tmp_path / "none" / f"m.{suffix}")
        assert "there is no folder" in str(missing.exception)


LONG = """
import dalembert as da
rods = [da.rod(f"rod {k}", length=1.0, mass=1.0) for k in range(5)]
first = da.Revolute("j0", da.ground, rods[0], axis="z")
others = [da.Revolute(f"j{k}", rods[k - 1]["end"], rods[k], axis="z") for k in range(1, 5)]
model = da.Model(first, *others, gravity=(0, -9.81, 0))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are others")
def test_a_run_that_is_interrupted_keeps_what_it_has_reached(write, tmp_path):
    file, out = write(LONG), tmp_path / "m.csv"
    # compiled beforehand, so that the signal meets the run
    assert command("simulate", file, "--until", 1, "-s", "j0=1").returncode == 0
    words = [sys.executable, "-m", "dalembert", "simulate", str(file), "--until", "100000", "-s", "j0=1", "--json"]
    # tests in the background of a shell ignore the signal, and so would what they start
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(
        [*words, "--out", str(out)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=heard
    ) as going:
        told, error = "", ""
        try:
            told, error = going.communicate(timeout=4)
        except subprocess.TimeoutExpired:
            going.send_signal(signal.SIGINT)
            told, error = going.communicate(timeout=60)
    assert going.returncode == 130, error
    end = json.loads(told.splitlines()[0])
    assert 0.0 < end["t"] < 100000.0
    last = [float(x) for x in out.read_text().splitlines()[-1].split(",")]
    assert last[0] == end["t"] and last[1] == end["q"]["j0"]
    # the same bits as a run that was to end there
    motion = da.simulate(model_from(str(file)), {"j0": 1.0}, until=end["t"])
    assert motion.state().q["j0"] == end["q"]["j0"]
