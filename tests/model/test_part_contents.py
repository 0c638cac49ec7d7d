"""What is inside parts, and parts with other things inside."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from dalembert.expr.symbol_nodes import param, symbols
from dalembert.model.bodies import Body, Frame, ground
from dalembert.model.force import BodyLoad, Force, Loads
from dalembert.model.joints.revolute import Revolute
from dalembert.model.model import Model, Submodel
from dalembert.model.part_contents import leaves, replaced, with_inputs
from dalembert.model.shapes import rod
from tests.model.states import AtRandom

X, Y = symbols("x y")


@dataclass(frozen=True)
class Box:
    things: Any


NESTED = Box({"a": [X, (2.0, np.array([Y, 1.0], dtype=object))], "b": ground.at(x=1.0), "c": ground, "d": "text"})


def test_bodies_frames_and_expressions_are_found_however_deep():
    assert list(leaves(NESTED)) == [X, Y, ground.at(x=1.0), ground]
    assert list(leaves(np.eye(3))) == list(leaves(3.0)) == []


def test_what_does_not_change_is_the_very_same_object():
    assert replaced(NESTED, lambda leaf: leaf) is not None
    plain = Box({"a": [X, (2.0, "text")], "b": np.eye(3)})
    assert replaced(plain, lambda leaf: leaf) is plain


def test_changes_reach_every_leaf():
    other = Body("other")

    def change(leaf: Any) -> Any:
        return other if isinstance(leaf, Body) else Frame(other) if isinstance(leaf, Frame) else leaf + 1.0

    new = replaced(NESTED, change).things
    assert new["a"][0] is X + 1.0
    assert new["a"][1][1].tolist() == [Y + 1.0, 1.0]
    assert (new["b"], new["c"], new["d"]) == (Frame(other), other, "text")


def test_inputs_of_an_expression_are_changed_together():
    assert with_inputs(X * Y, {X: Y, Y: X + 1.0}.get) is Y * (X + 1.0)
    assert with_inputs(X * Y, lambda node: node) is X * Y


@dataclass(frozen=True)
class Jets(Force):
    """A force of the user's own with an array and a table of places."""

    places: Any
    thrust: Any

    def loads(self, kinematics: Any) -> Loads:
        return Loads([BodyLoad(place, self.thrust) for place in self.places.values()])


def test_elements_of_the_users_own_can_stand_in_submodels():
    def jet(name: str, thrust: Any) -> tuple[Any, Any]:
        arm = rod(name, length=1.0, mass=1.0)
        vector = np.array([0.0, thrust, 0.0], dtype=object)
        return Revolute(f"{name} pin", ground, arm), Jets(
            f"{name} jets", {"e": arm["end"], "m": arm["center"]}, vector
        )

    whole = Model(Submodel("s", Model(*jet("arm", param("f", 3.0)))))
    by_hand = Model(*jet("s/arm", 3.0))
    assert whole.parameters == {"s/f": 3.0}
    expected = AtRandom(by_hand).accelerations()["s/arm pin.rate"]
    assert AtRandom(whole).accelerations()["s/arm pin.rate"] == pytest.approx(expected, rel=1e-14)
