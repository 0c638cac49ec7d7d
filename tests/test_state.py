"""States by names."""

import pickle

import numpy as np
import pytest

from dalembert.errors import ModelError
from dalembert.state import State, checked_names, closest


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


def test_hints_name_what_was_probably_meant_or_what_there_is():
    assert closest("elbw", ["elbow", "wrist"]) == "did you mean 'elbow'?"
    assert closest("zzz", ["elbow", "wrist"]) == "there are 'elbow', 'wrist'"
    assert closest("zzz", []) == "there is none"
    with pytest.raises(ModelError, match="there is no joint 'x'; there are 'elbow'"):
        checked_names(["elbow", "x"], {"elbow": 1}, "joint")
