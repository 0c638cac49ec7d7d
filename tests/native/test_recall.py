"""What was made for an equal model is found before anything is traced; what is not equal is not."""

import os
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import dalembert as da
from dalembert.dynamics.as_dynamics import as_solution
from dalembert.fingerprints import fingerprint
from dalembert.native.cache import Cache
from dalembert.native.recall import recalled

ROOT = Path(__file__).parents[2]


def chain(n=20, mass=1.0, further=(), gravity=-9.81):
    parent, joints = da.ground, []
    for k in range(n):
        link = da.rod(f"link {k}", length=1.0, mass=mass if k == n // 2 else 1.0)
        joints.append(da.Revolute(f"joint {k}", parent, link, axis="yz"[k % 2]))
        parent = link["end"]
    return da.Model(*joints, *further, gravity=(0, 0, gravity))


@pytest.fixture
def cached(tmp_path, monkeypatch):
    """A cache that is empty."""
    monkeypatch.setenv("DALEMBERT_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("DALEMBERT_TIER", raising=False)
    # however fast the machine is
    monkeypatch.setattr("dalembert.native.recall._WORTH", 0.0)
    return tmp_path / "cache"


PROGRAM = """
from tests.native.test_recall import chain
from dalembert.dynamics.as_dynamics import as_solution
from dalembert.fingerprints import fingerprint
import dalembert as da
force = da.PointForce("push", chain(2).bodies[1], (da.sin(da.time), 0.0, 0.0))
print(fingerprint(as_solution(chain(5))), fingerprint(da.derive(chain(3), da.Lagrange())))
"""


def test_equal_models_have_one_fingerprint_in_all_processes():
    def printed(seed):
        path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
        environment = {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": seed}
        return subprocess.run(
            [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True
        ).stdout

    here = fingerprint(as_solution(chain(5))), fingerprint(da.derive(chain(3), da.Lagrange()))
    assert printed("1").split() == printed("2").split() == list(here)
    # and what was derived from a model does not change it
    model = chain(5)
    da.linearize(model)
    assert fingerprint(as_solution(model)) == here[0]


def test_other_models_have_other_fingerprints():
    two = [da.particle(name, mass=1.0) for name in "ab"]
    values = [
        chain(5),
        chain(5, mass=np.nextafter(1.0, 2.0)),
        chain(5, gravity=-9.8),
        chain(6),
        {"a": 1.0, "b": 2.0},
        {"b": 2.0, "a": 1.0},
        0.0,
        -0.0,
        0,
        False,
        "0",
        [two[0], two[0]],
        [two[0], two[1]],
        np.zeros(3),
        np.zeros((3, 1)),
        da.param("x", 1.0),
        da.param("x", 2.0),
        da.sin(da.param("x", 1.0)),
    ]
    letters = [fingerprint(value) for value in values]
    assert None not in letters and len(set(letters)) == len(values)


def test_functions_of_users_have_no_fingerprint():
    def law(x):
        return -x

    push = da.expr.callback("law", law, [da.coordinate("joint 0")])[0]
    model = chain(2, further=[da.JointForce("push", "joint 0", push)])
    assert fingerprint(as_solution(model)) is None and fingerprint([law]) is None

    class Own(da.methods.RK4):
        """A method of somebody's own, whose code may change."""

    nameless: dict[str, type] = {}
    exec("class Own:\n    pass", nameless)
    assert fingerprint(nameless["Own"]()) is None
    assert fingerprint(Own(1e-3)) is None and fingerprint(da.methods.RK4(1e-3)) is not None


def test_an_equal_model_is_not_traced_again(cached, monkeypatch):
    first = da.linearize(chain())
    a = da.as_dynamics(chain()).accelerations({"joint 3": 0.3})
    assert list(cached.glob("*.objects"))
    from dalembert.linear.jacobians import Jacobians

    monkeypatch.setattr(Jacobians, "_made", lambda self: pytest.fail("derivatives were made again"))
    again = da.linearize(chain())
    assert np.array_equal(first.A, again.A) and again.states == first.states
    # another state is by the same functions, another model is not
    elsewhere = da.linearize(chain(), {"joint 1": 0.1})
    assert not np.array_equal(elsewhere.A, first.A)
    monkeypatch.setattr(
        da.as_dynamics(chain()).__class__, "shared_function", lambda *others: pytest.fail("traced again")
    )
    assert da.as_dynamics(chain()).accelerations({"joint 3": 0.3}) == a
    with pytest.raises(pytest.fail.Exception, match="made again"):
        da.linearize(chain(mass=1.5))


def test_comparisons_and_pages_are_found(cached, monkeypatch):
    model = lambda: chain(2)  # noqa: E731
    found = da.compare(model(), [da.Kane(), da.Lagrange()], states=3)
    page = da.explain(model(), da.Kane()).text()
    from dalembert.comparisons.comparable import Comparable
    from dalembert.principles.deriving.derivation import Derivation

    monkeypatch.setattr(Comparable, "make", lambda *others: pytest.fail("compared again"))
    monkeypatch.setattr(Derivation, "_text", lambda *others: pytest.fail("written again"))
    assert str(da.compare(model(), [da.Kane(), da.Lagrange()], states=3)) == str(found)
    assert da.explain(model(), da.Kane()).text() == page
    for other in ({"seed": 2}, {"states": 4}, {"timed": True}):
        with pytest.raises(pytest.fail.Exception, match="compared again"):
            da.compare(model(), [da.Kane(), da.Lagrange()], **{"states": 3, **other})


def test_what_cannot_be_read_is_made_again(cached, caplog, monkeypatch):
    monkeypatch.setattr("dalembert.native.recall._WORTH", 0.0)
    numbers = iter(range(10))
    make = lambda: recalled(None, "number", (1.0, "one"), lambda: next(numbers))  # noqa: E731
    assert [make(), make()] == [0, 0]
    (file,) = cached.glob("*.objects")
    # a right file with other contents: of a class that is gone, say
    Cache(cached, 1 << 20).store(file.stem, [b"no pickle"])
    assert [make(), make()] == [1, 1] and "cannot be read" in caplog.text
    # one that anybody could have written is not read
    file.chmod(0o666)
    assert make() == 2
    monkeypatch.setenv("DALEMBERT_CACHE", "off")
    assert [make(), make()] == [3, 4]


def test_rows_of_a_program_from_a_pickle_are_read_when_somebody_asks():
    kernel = da.as_dynamics(chain(3)).function({"a": as_solution(chain(3)).parametrized.accelerations})
    program = kernel.program
    again = pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(program))))
    assert isinstance(again.kept_rows, bytes) and "rows" not in vars(again)
    assert again.operations == program.operations and "rows" not in vars(again)
    assert again.rows == program.rows and again.digest == program.digest
