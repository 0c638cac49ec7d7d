"""States by names."""

import pickle

import numpy as np
import pytest

from dalembert.errors import ModelError
from dalembert.name_checks import checked_names, closest
from dalembert.state import State


def test_values_are_plain_floats_that_cannot_be_changed():
    state = State(t=np.float64(1.0), q={"a": np.int64(2)}, p={"k": 3})
    assert (state.t, dict(state.q), dict(state.p)) == (1.0, {"a": 2.0}, {"k": 3.0})
    assert type(state.t) is type(state.q["a"]) is float
    with pytest.raises(TypeError):
        state.q["a"] = 1.0


def test_states_are_values_and_survive_pickling():
    state = State(q={"a": 1.0}, u={"a.rate": 2.0}, z={"z": 1.0}, tau={"m": 3.0})
    assert (
        pickle.loads(pickle.dumps(state)) == state == State(q={"a": 1}, u={"a.rate": 2}, z={"z": 1}, tau={"m": 3})
    )


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"q": {"a": np.nan}}, r"q\['a'\] of a state must be finite, not nan"),
        ({"tau": {"m": None}}, r"tau\['m'\] of a state must be a number, not None"),
        ({"u": [1.0]}, "u of a state is given by names"),
        ({"t": "now"}, "t of a state must be a number"),
    ],
)
def test_what_is_no_number_is_refused(given, message):
    with pytest.raises(ModelError, match=message):
        State(**given)


def test_speeds_have_the_names_of_their_coordinates_too():
    state = State(u={"a.rate": 2.0, "b": 3.0, "pose.wx": 4.0})
    assert [state.u[name] for name in ("a", "a.rate", "b", "b.rate", "pose.wx")] == [2.0, 2.0, 3.0, 3.0, 4.0]
    assert "a" in state.u and "c" not in state.u and state.u.get("b.rate") == 3.0 and state.u.get("c") is None
    assert list(state.u) == ["a.rate", "b", "pose.wx"]
    assert "a.rate" not in State(q={"a": 1.0}).q


def test_what_is_not_in_a_state_is_an_error_with_a_hint():
    with pytest.raises(ModelError, match=r"^there is no coordinate 'elbw'; did you mean 'elbow'\?$"):
        State(q={"elbow": 1.0}).q["elbw"]
    with pytest.raises(KeyError):
        State(u={"a.rate": 1.0}).u["b"]


def test_states_are_written_short():
    state = State(q={"a": 1.0 / 3.0}, u={"a.rate": 0.0})
    assert repr(state) == "State(t=0, q={'a': 0.333333}, u={'a.rate': 0})"
    many = repr(State(q={f"q{k}": 1.0 for k in range(100)}))
    assert len(many) < 200 and many.endswith("…})")


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("x", "did you mean 'root_joint.x'?"),
        ("root_joint", "did you mean 'root_joint.wx', 'root_joint.x' or 'root_joint.y'?"),
        ("root_joint.z", "did you mean 'root_joint.wx', 'root_joint.x' or 'root_joint.y'?"),
        ("root_joint.w", "did you mean 'root_joint.wx'?"),
        ("Elbow", "did you mean 'elbow'?"),
        ("rim", "did you mean 'left/rim'?"),
    ],
)
def test_hints_know_how_names_are_made(name, hint):
    assert closest(name, ["elbow", "left/rim", "root_joint.x", "root_joint.y", "root_joint.wx"]) == hint


def test_hints_name_what_was_probably_meant_or_what_there_is():
    assert closest("elbw", ["elbow", "wrist"]) == "did you mean 'elbow'?"
    assert closest("zzz", ["elbow", "wrist"]) == "there are 'elbow', 'wrist'"
    assert closest("zzz", []) == "there is none"
    with pytest.raises(ModelError, match="there is no joint 'x'; there are 'elbow'"):
        checked_names(["elbow", "x"], {"elbow": 1}, "joint")
