"""Motions in files."""

import errno
import json
import os
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from dalembert.files.saved_motion import SavedMotion

LENGTH = da.param("l", 1.0)


def swing(mass=1.0, default=1.0, **options):
    """A pendulum of an open length with a motor and a counter of its work."""
    bob = da.particle("bob", mass=mass)
    length = LENGTH if default == 1.0 else da.param("l", default)
    return da.Model(
        da.Revolute("hinge", da.ground, bob.at(y=length), axis="z"),
        da.Motor("motor", "hinge"),
        da.StateVariable("work", rate=da.speed("hinge") ** 2),
        *options.pop("more", ()),
        gravity=options.pop("gravity", (0.0, -9.81, 0.0)),
    )


@pytest.fixture(scope="module")
def model():
    return swing()


@pytest.fixture(scope="module")
def motion(model):
    start = model.state(q={"hinge": 0.5}, tau={"motor": 0.2}, p={"l": 1.5})
    lowest = da.Event("lowest", da.coordinate("hinge"))
    return da.simulate(model, start, until=2.0, times=np.linspace(0.0, 2.0, 21), events=[lowest])


def test_everything_is_read_back(model, motion, tmp_path):
    again = da.load_motion(motion.save(tmp_path / "swing"), model)
    for name in ("times", "states", "inputs"):
        np.testing.assert_array_equal(getattr(again, name), getattr(motion, name))
    for name in ("parameters", "events", "termination", "statistics", "notes", "stabilization", "names"):
        assert getattr(again, name) == getattr(motion, name)
    assert again.events and again.statistics["accepted"] > 0
    np.testing.assert_array_equal(again["energy"], motion["energy"])


def test_dots_in_a_name_are_part_of_it_and_the_suffix_may_be_left_out(model, motion, tmp_path):
    other = replace(motion, termination="another")
    assert [motion.save(tmp_path / "run.1").name, other.save(tmp_path / "run.2").name] == [
        "run.1.npz",
        "run.2.npz",
    ]
    assert da.load_motion(tmp_path / "run.1", model).termination == motion.termination
    assert da.load_motion(str(tmp_path / "run.2.npz"), da.derive(model)).termination == "another"
    with pytest.raises(da.errors.ModelError, match=r"there is no file .*run\.3\.npz"):
        da.load_motion(tmp_path / "run.3", model)


def test_how_constraints_were_kept_is_read_back(tmp_path):
    bob = da.particle("bob", mass=1.0)
    loop = da.Model(
        da.Translational("place", da.ground, bob),
        da.Distance("rope", da.ground, bob, 1.0),
        gravity=(0.0, 0.0, -9.81),
    )
    start = loop.state(q={"place.x": 1.0})
    for drift in (da.methods.Baumgarte(10.0, 25.0), da.methods.NoStabilization(), None):
        motion = da.simulate(loop, start, until=0.01, stabilization=drift)
        assert da.load_motion(motion.save(tmp_path / "rope"), loop).stabilization == drift


# ---- whole or not at all


class _FullDisk:
    """A file on a disk with little space left."""

    def __init__(self, file):
        self.file, self.left = file, 300

    def __getattr__(self, name):
        return getattr(self.file, name)

    def write(self, data):
        self.left -= len(data)
        if self.left < 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        return self.file.write(data)


def test_an_earlier_file_survives_a_full_disk(model, motion, tmp_path, monkeypatch):
    path = motion.save(tmp_path / "swing")
    before = path.read_bytes()
    savez = np.savez
    monkeypatch.setattr(np, "savez", lambda stream, **arrays: savez(_FullDisk(stream), **arrays))
    with pytest.raises(da.errors.ModelError, match=r"swing\.npz could not be written.*No space left"):
        replace(motion, termination="later").save(path)
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["swing.npz"]


KILLED = """
import os, signal, sys
import numpy as np
from dalembert.archive import write_archive


savez = np.savez
def half(stream, **arrays):
    savez(stream, **arrays)
    stream.flush()
    os.kill(os.getpid(), signal.SIGKILL)
np.savez = half
write_archive(sys.argv[1], {"format": "another"}, {"times": np.zeros(3)})
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")
def test_an_earlier_file_survives_a_kill(model, motion, tmp_path):
    path = motion.save(tmp_path / "swing")
    run = subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False, capture_output=True)
    assert run.returncode == -9
    assert da.load_motion(path, model).termination == motion.termination


def test_a_folder_that_does_not_exist_is_named(motion, tmp_path):
    with pytest.raises(
        da.errors.ModelError, match=r"nowhere.*could not be written: there is no folder '.*nowhere'"
    ):
        motion.save(tmp_path / "nowhere" / "swing")


def test_a_link_leads_to_the_file_that_is_replaced(model, motion, tmp_path):
    path, link = motion.save(tmp_path / "swing"), tmp_path / "link.npz"
    link.symlink_to(path)
    replace(motion, termination="later").save(link)
    assert link.is_symlink() and da.load_motion(path, model).termination == "later"


# ---- checked


def _changed(path, head=None, **arrays):
    """The file with some of its contents changed."""
    with np.load(path) as file:
        found = dict(file)
    found["head"] = np.array(json.dumps({**json.loads(str(found["head"])), **(head or {})}))
    np.savez(path, **(found | arrays))
    return path


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"times": np.linspace(0.0, 2.0, 20)}, r"states are float64 in the shape \(21, 3\).* \(20, 3\)"),
        ({"states": np.zeros((21, 2))}, r"states .* not float64 in the shape \(21, 3\)"),
        ({"states": np.zeros((21, 3), dtype=np.float32)}, "states are float32"),
        ({"states": np.full((21, 3), np.nan)}, "states are not all finite"),
        ({"inputs": np.zeros(21)}, "inputs are float64 in the shape"),
        ({"times": np.zeros(21)}, "times neither rise nor fall"),
        ({"times": np.full(21, np.inf)}, "times are not all finite"),
        ({"times": np.array(["0"] * 21)}, "times are <U1"),
        ({"event times": np.zeros(0)}, "event times"),
        ({"head": {"parameters": {"l": 1.5, "L": 2.0}}}, "there is no parameter 'L'"),
        ({"head": {"parameters": {"l": "long"}}}, "not a complete saved motion"),
        ({"head": {"parameters": {"l": float("nan")}}}, "not all finite"),
        ({"head": {"inputs": ["engine"]}}, r"holds the inputs \['engine'\]"),
        ({"head": {"statistics": None}}, "not a complete saved motion"),
        ({"head": {"left out": ["row"]}}, "there is no constraint row 'row'"),
        ({"head": {"stabilization": {"kind": "Sliding"}}}, "'Sliding'"),
        ({"head": {"format": "dalembert motion 1"}}, "this version reads"),
    ],
)
def test_what_does_not_fit_is_refused(model, motion, tmp_path, changes, complaint):
    path = motion.save(tmp_path / "swing")
    with pytest.raises(da.errors.ModelError, match=complaint):
        da.load_motion(_changed(path, **changes), model)


@pytest.mark.parametrize(
    ("other", "complaint"),
    [
        (lambda: swing(mass=2.0), r"body 'bob'\.inertia\.mass is 1 in the file and 2 here"),
        (lambda: swing(default=1.1), "parameter l is 1 in the file and 1.1 here; give the model"),
        (lambda: swing(gravity=(0.0, 0.0, -9.81)), "gravity is"),
        (lambda: swing(more=[da.JointDamper("oil", "hinge", 0.1)]), "JointDamper 'oil' is not in the file"),
    ],
)
def test_another_model_with_the_same_names_is_refused(motion, tmp_path, other, complaint):
    path = motion.save(tmp_path / "swing")
    with pytest.raises(da.errors.ModelError, match=f"belongs to another system: .*{complaint}"):
        da.load_motion(path, other())


def test_the_same_model_made_anew_and_by_another_principle_is_accepted(motion, tmp_path):
    path = motion.save(tmp_path / "swing")
    anew = swing()
    for subject in (anew, da.derive(anew, da.Lagrange())):
        np.testing.assert_allclose(da.load_motion(path, subject)["energy"], motion["energy"], rtol=1e-12)


def test_callbacks_cannot_be_compared_and_this_is_noted(tmp_path):
    def pushed(function):
        law = da.expr.callback("spring", function, [da.coordinate("hinge")], jacobian=lambda x: [[0.0]])[0]
        return swing(more=[da.JointForce("law", "hinge", law)])

    soft, hard = pushed(lambda x: -x), pushed(lambda x: -9.0 * x)
    assert soft != hard
    motion = da.simulate(soft, {"hinge": 1.0}, until=0.01, times=[0.0, 0.01])
    again = da.load_motion(motion.save(tmp_path / "law"), hard)
    assert [note for note in again.notes if note not in motion.notes] == [
        "the callback 'spring' is that of the given model: it cannot be compared with that of the saved run"
    ]
    # of a loaded motion it is said once
    assert da.load_motion(again.save(tmp_path / "law"), hard).notes == again.notes


def test_callbacks_of_typed_equations_are_noted(tmp_path):
    x, v = da.expr.symbols("x v")
    pull = da.expr.callback("pull", lambda x: -x, [x])[0]
    equations = da.formulations.TypedSystem([x], [v], forces={"x": pull}).from_energies(v**2 / 2)
    motion = da.simulate(equations, until=0.01, times=[0.01], method=da.methods.RK4(step=1e-2))
    assert "'pull'" in da.load_motion(motion.save(tmp_path / "typed"), equations).notes[-1]


@pytest.mark.parametrize("path", ["", ".", "..", None, 3])
def test_what_is_not_the_name_of_a_file_is_refused(model, motion, path):
    with pytest.raises(da.errors.ModelError, match=r"such as 'run.npz'"):
        motion.save(path)
    with pytest.raises(da.errors.ModelError, match=r"such as 'run.npz'"):
        da.load_motion(path, model)


def test_what_is_not_a_file_of_arrays_is_refused_without_waiting(model, tmp_path):
    junk, pipe = tmp_path / "junk.npz", tmp_path / "pipe"
    junk.write_bytes(b"\x93 no archive")
    with pytest.raises(da.errors.ModelError, match="not a complete saved motion") as caught:
        da.load_motion(junk, model)
    assert "pickle" not in str(caught.value)
    os.mkfifo(pipe)
    for path in (pipe, tmp_path):
        with pytest.raises(da.errors.ModelError, match="not a regular file"):
            da.load_motion(path, model)


def test_laws_are_compared_in_full(tmp_path):
    def pushed(law):
        return swing(more=[da.JointForce("law", "hinge", law)])

    def law(x, last):
        return da.sin(da.cos(da.sin(da.cos(da.sin(da.cos(x * last))))))

    model = pushed(law(da.coordinate("hinge"), 0.5))
    path = da.simulate(model, until=0.01).save(tmp_path / "law")
    da.load_motion(path, pushed(law(da.coordinate("hinge"), 0.5)))
    for other in (law(da.coordinate("hinge"), 0.6), law(da.speed("hinge"), 0.5)):
        with pytest.raises(da.errors.ModelError, match="JointForce 'law'"):
            da.load_motion(path, pushed(other))


def test_typed_equations_and_chosen_speeds_are_compared(tmp_path):
    x, v = da.expr.symbols("x v")

    def oscillator(stiffness):
        return da.formulations.TypedSystem([x], [v]).from_energies(v**2 / 2, stiffness * x**2 / 2)

    path = da.simulate(oscillator(2.0), until=0.01).save(tmp_path / "typed")
    da.load_motion(path, oscillator(2.0))
    with pytest.raises(da.errors.ModelError, match=r"another system: .*f is"):
        da.load_motion(path, oscillator(3.0))

    def chosen(factor):
        speeds = da.formulations.QuasiVelocities({"w": factor * da.speed("hinge")})
        return da.derive(swing(), da.Kane(speeds=speeds))

    path = da.simulate(chosen(1.0), until=0.01).save(tmp_path / "chosen")
    da.load_motion(path, chosen(1.0))
    with pytest.raises(da.errors.ModelError, match=r"another system: .*speeds"):
        da.load_motion(path, chosen(2.0))


def test_frames_in_laws_are_compared_by_where_they_are(tmp_path):
    def pulled(x):
        bob = da.particle("bob", mass=1.0)
        place = da.extend.Frame(bob, da.ground.at(x).pose)
        law = da.JointForce("law", "slide", da.position(place)[0])
        return da.Model(da.Prismatic("slide", da.ground, bob, axis="x"), law)

    path = da.simulate(pulled(0.1), until=0.01).save(tmp_path / "law")
    da.load_motion(path, pulled(0.1))
    with pytest.raises(da.errors.ModelError, match="JointForce 'law'"):
        da.load_motion(path, pulled(0.2))


def test_a_file_opens_without_its_model_and_nothing_is_derived(model, motion, tmp_path, monkeypatch):
    path = motion.save(tmp_path / "run")
    monkeypatch.setattr("dalembert.files.load_motion.as_dynamics", lambda *_, **__: pytest.fail("derived"))
    saved = da.load_motion(path)
    assert isinstance(saved, SavedMotion)
    assert np.array_equal(saved.times, motion.times)
    for name in motion.names:
        assert np.array_equal(saved[name], motion[name])
    assert saved.events == tuple((event.name, event.t) for event in motion.events)
    assert (saved.termination, saved.notes, dict(saved.statistics)) == (
        motion.termination,
        motion.notes,
        dict(motion.statistics),
    )
    assert np.array_equal(saved.work, motion.work)
    assert repr(saved) == repr(motion).replace("Motion", "SavedMotion", 1)
    first, second = saved.to_csv(tmp_path / "a.csv"), motion.to_csv(tmp_path / "b.csv")
    assert first.read_text() == second.read_text()
    with pytest.raises(da.errors.ModelError, match=r"the file has no 'energy'; .* needs the system"):
        saved["energy"]


def test_a_broken_file_is_refused_without_its_model_too(motion, tmp_path):
    path = motion.save(tmp_path / "run")
    with np.load(path) as file:
        arrays = dict(file)
    arrays["states"] = arrays["states"][:, :-1]
    np.savez(tmp_path / "other.npz", **arrays)
    with pytest.raises(da.errors.ModelError, match="its states are float64 in the shape"):
        da.load_motion(tmp_path / "other")
