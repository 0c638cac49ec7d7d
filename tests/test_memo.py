"""Values under typed keys are made once, and never stand for each other."""

import pickle
from copy import deepcopy

import pytest

from dalembert.memo import Key, Memo

NUMBER: Key[int] = Key("value")
TEXT: Key[str] = Key("value")


def test_a_value_is_made_once():
    memo, calls = Memo(), []
    for _ in range(3):
        assert memo.get(NUMBER, lambda: calls.append("made") or 7) == 7
    assert calls == ["made"]


def test_keys_of_the_same_name_are_two():
    memo = Memo()
    assert memo.get(NUMBER, lambda: 7) == 7
    assert memo.get(TEXT, lambda: "seven") == "seven"
    assert memo.get(NUMBER.of(1), lambda: 1) == 1
    assert memo.get(TEXT.of(1), lambda: "one") == "one"


def test_arguments_tell_values_apart():
    memo = Memo()
    for x in (1, 2, 1, 2):
        assert memo.get(NUMBER.of("square", x), lambda x=x: x * x) == x * x
    assert memo.get(NUMBER.of("square", 2), lambda: 0) == 4


def test_a_value_may_be_none_and_still_is_made_once():
    memo, calls = Memo(), []
    nothing: Key[None] = Key("nothing")
    for _ in range(2):
        assert memo.get(nothing, lambda: calls.append("made")) is None
    assert calls == ["made"]


def test_a_value_may_be_made_of_others():
    memo = Memo()
    assert memo.get(TEXT, lambda: str(memo.get(NUMBER, lambda: 7))) == "7"
    assert memo.get(NUMBER, lambda: 8) == 7


def test_a_failure_is_not_remembered():
    memo = Memo()
    with pytest.raises(ZeroDivisionError):
        memo.get(NUMBER, lambda: 1 // 0)
    assert memo.get(NUMBER, lambda: 7) == 7


def test_copies_are_empty():
    memo = Memo()
    memo.get(NUMBER, lambda: 7)
    assert pickle.loads(pickle.dumps(memo)).get(NUMBER, lambda: 8) == 8
    assert deepcopy(memo).get(NUMBER, lambda: 8) == 8
