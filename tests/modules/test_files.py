"""Subsystems in files."""

import json

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import FormulationError, ModelError
from dalembert.modules import LeastSquares, Pivoted, load_subsystem, save_subsystem
from dalembert.modules.module_files import _digest
from tests.modules import five_bar
from tests.modules.test_subsystem import loop


def test_a_tree_from_a_file_is_the_same_tree(tmp_path):
    tree = five_bar.nested()
    again = load_subsystem(save_subsystem(tree, tmp_path / "tree.json"))
    assert [node.name for node in again.nodes()] == [node.name for node in tree.nodes()]
    assert dict(again.parameters) == dict(tree.parameters)
    # the same nodes of the graph
    assert all(a is b or a == b for a, b in zip(again.f_bar.entries.flat, tree.f_bar.entries.flat, strict=True))


@pytest.mark.covers("F000-88")
def test_bodies_of_a_tree_come_back_from_a_file(tmp_path):
    S = da.expr.symbol
    bar = da.modules.planar_body(
        "bar", mass=da.param("m", 2.0), inertia=0.2, nodes={"a": (-0.4, 0.1), "b": (0.6, 0.1)}, by_nodes=True
    )
    wheel = da.modules.rolling_wheel("wheel", radius=0.3, mass=1.0, axial=0.1, radial=0.05, gravity=9.81)
    tree = da.modules.subsystem("tree", {"bar": bar, "wheel": wheel}, constraints={"pin": S("bar/ax") + 0.0})
    again = load_subsystem(save_subsystem(tree, tmp_path / "tree.json"))
    start = da.assemble(tree, q={"bar/by": 0.3}, u={"bar/w": 1.0})
    motions = [da.simulate(node, start, until=0.3) for node in (tree, again)]
    assert all(np.array_equal(*(motion[name] for motion in motions)) for name in tree.coordinates)
    bodies, same = (node.bodies for node in (tree, again))
    assert [body.name for body in same] == ["bar", "wheel"]
    for body, other in zip(bodies, same, strict=True):
        for key in ("p", "R", "J", "gravity", "points"):
            assert (getattr(body, key) == getattr(other, key)).all(), key
        assert (body.mass, body.radius) == (other.mass, other.radius)
    # a bar by its nodes is where they are: b from the mass centre, in axes of the bar
    q = dict(zip(tree.coordinates, (motions[0][name][-1] for name in tree.coordinates), strict=True))
    p, R = (np.asarray(da.expr.evaluate(x, {S(k): v for k, v in q.items()})) for x in (same[0].p, same[0].R))
    assert np.allclose(p + R @ (0.6, 0.1, 0.0), [q["bar/bx"], q["bar/by"], 0.0], rtol=0, atol=1e-9)
    assert np.allclose(R.T @ R, np.eye(3), rtol=0, atol=1e-9)
    # files of models say where trees are written and read
    for path in ("tree.toml", "tree.json"):
        with pytest.raises(ModelError, match="trees of systems are written by"):
            da.save(tree, tmp_path / path)
    with pytest.raises(ModelError, match="trees of systems are read by"):
        da.load(tmp_path / "tree.json")


@pytest.mark.parametrize("complement", [Pivoted(rank=2), LeastSquares("x.rate", weights={"plane": 2.0}), "y.rate"])
def test_what_is_independent_is_kept(tmp_path, complement):
    node = da.modules.subsystem("loop", **loop(), independent=complement)
    assert load_subsystem(save_subsystem(node, tmp_path / "loop.json")).complement == node.complement


def test_what_is_no_such_file_is_refused(tmp_path):
    file = save_subsystem(da.modules.subsystem("s", coordinates="x"), tmp_path / "s.json")
    content = json.loads(file.read_text(encoding="utf-8"))
    for change, message in (
        ({"format": "other"}, "is no file of a subsystem"),
        ({"format": "dalembert subsystem 1"}, "has the format 'dalembert subsystem 1'; this version reads"),
        ({"expressions": [["exec", "x"], ["roots"]]}, "there is no operation 'exec'"),
        ({"expressions": [["sin", ["#", 1]], ["time"], ["roots", ["#", 0]]]}, r"\['#', 1\] is no operand"),
        ({"expressions": [["time"], ["sin", ["#", 0], 1.0], ["roots", ["#", 0]]]}, "'sin' has 2 operands"),
        ({"system": {}}, "is damaged"),
        ({"system": {**content["system"], "highest": [-1]}}, "there is no expression -1"),
    ):
        changed = {**content, **change}
        changed["digest"] = _digest(changed["expressions"], changed["system"])
        file.write_text(json.dumps(changed), encoding="utf-8")
        with pytest.raises(FormulationError, match=message):
            load_subsystem(file)
    file.write_text("[" * 100_000, encoding="utf-8")
    with pytest.raises(FormulationError, match="cannot be read as a subsystem: maximum recursion depth"):
        load_subsystem(file)
    with pytest.raises(FormulationError, match="cannot be read"):
        load_subsystem(tmp_path / "nothing.json")
    with pytest.raises(FormulationError, match="a subsystem is written"):
        save_subsystem(np.eye(2), tmp_path / "a.json")


def test_damage_is_told_whatever_it_is(tmp_path):
    """Bytes that changed or are missing: no error but ours, and nothing is taken for what was written."""
    tree = five_bar.nested()
    file = save_subsystem(tree, tmp_path / "tree.json")
    whole = file.read_bytes()
    rng = np.random.default_rng(0)
    for _ in range(60):
        damaged = bytearray(whole[: rng.integers(1, len(whole))] if rng.random() < 0.2 else whole)
        damaged[rng.integers(len(damaged))] = rng.integers(32, 127)
        file.write_bytes(damaged)
        try:
            json_before, json_now = json.loads(whole), json.loads(damaged)
        except ValueError:
            json_before, json_now = 0, 1
        if json_before != json_now:
            with pytest.raises(
                FormulationError, match=r"tree\.json (cannot be read|is no file|has the format|is damaged)"
            ):
                load_subsystem(file)
