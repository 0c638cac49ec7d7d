"""Subsystems in files."""

import json

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import FormulationError
from dalembert.modules import LeastSquares, Pivoted, load, save
from tests.assembly import five_bar
from tests.assembly.test_subsystem import loop


def test_a_tree_from_a_file_is_the_same_tree(tmp_path):
    tree = five_bar.nested()
    again = load(save(tree, tmp_path / "tree.json"))
    assert [node.name for node in again.nodes()] == [node.name for node in tree.nodes()]
    assert dict(again.parameters) == dict(tree.parameters)
    # the same nodes of the graph
    assert all(a is b or a == b for a, b in zip(again.f_bar.entries.flat, tree.f_bar.entries.flat, strict=True))


@pytest.mark.parametrize("complement", [Pivoted(rank=2), LeastSquares("x.rate", weights={"plane": 2.0}), "y.rate"])
def test_what_is_independent_is_kept(tmp_path, complement):
    node = da.modules.subsystem("loop", **loop(), independent=complement)
    assert load(save(node, tmp_path / "loop.json")).complement == node.complement


def test_what_is_no_such_file_is_refused(tmp_path):
    file = save(da.modules.subsystem("s", coordinates="x"), tmp_path / "s.json")
    content = json.loads(file.read_text(encoding="utf-8"))
    for change, message in (
        ({"format": "other"}, "is no file of a subsystem"),
        ({"expressions": [["exec", "x"], ["roots"]]}, "there is no operation 'exec'"),
        ({"system": {}}, "is damaged"),
    ):
        file.write_text(json.dumps({**content, **change}), encoding="utf-8")
        with pytest.raises(FormulationError, match=message):
            load(file)
    with pytest.raises(FormulationError, match="cannot be read"):
        load(tmp_path / "nothing.json")
    with pytest.raises(FormulationError, match="a subsystem is written"):
        save(np.eye(2), tmp_path / "a.json")
