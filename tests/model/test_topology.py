"""The tree of bodies that joints make."""

import itertools

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import ModelError
from dalembert.model.bodies import Body, ground
from dalembert.model.joints.free import Free
from dalembert.model.joints.revolute import Revolute
from dalembert.model.joints.weld import Weld
from dalembert.model.shapes import box
from dalembert.model.topology import Tree, spanning, tree_of


def cube(name: str) -> Body:
    return box(name, size=(1.0, 1.0, 1.0), mass=1.0)


PARENTS = {"a": "ground", "b": "a", "c": "a", "d": "c", "e": "ground", "f": "d"}


def from_parents(parents: dict[str, str]) -> Tree:
    """Bodies by name, each joined to its parent."""
    bodies = {name: cube(name) for name in parents} | {"ground": ground}
    joints = [Revolute(f"to {name}", bodies[parent], bodies[name]) for name, parent in parents.items()]
    return tree_of(spanning(joints, [ground]).carrying)


@pytest.mark.covers("F001-3")
def test_children_and_paths_follow_from_parents():
    tree = from_parents(PARENTS)
    place = {link.body.name: k for k, link in enumerate(tree.links)}
    names = list(place)
    found = {name: "ground" if (k := tree.links[place[name]].parent) < 0 else names[k] for name in names}
    assert found == PARENTS
    assert {name: [names[k] for k in tree.children(place[name])] for name in "acd"} == {
        "a": ["b", "c"],
        "c": ["d"],
        "d": ["f"],
    }
    assert [names[k] for k in tree.path(place["f"])] == ["a", "c", "d", "f"]
    assert tree.path(-1) == []


@pytest.mark.covers("F001-3")
@pytest.mark.parametrize("parents", [{"a": "b", "b": "a"}, {"a": "ground", "b": "d", "c": "b", "d": "c"}])
def test_cycles_are_refused(parents):
    with pytest.raises(ModelError, match="which nothing carries to the ground; every body needs a way to it"):
        from_parents(parents)


@pytest.mark.covers("F001-3")
@pytest.mark.parametrize("seed", range(4))
def test_a_model_of_a_list_of_parents_has_their_children_and_paths_in_any_order(seed):
    rng = np.random.default_rng(seed)
    n = 9
    # 0 is the ground; joints are given in any order
    parents = {k: int(rng.integers(0, k)) for k in range(1, n + 1)}
    bodies = {0: da.ground, **{k: cube(f"{k}") for k in parents}}
    joints = [da.Revolute(f"joint {k}", bodies[parent], bodies[k]) for k, parent in parents.items()]
    model = da.Model(*(joints[k] for k in rng.permutation(n)))
    tree = model.tree
    number = {link.body.name: k for k, link in enumerate(tree.links)}
    for k, parent in parents.items():
        link = tree.links[number[f"{k}"]]
        assert link.parent == (number[f"{parent}"] if parent else -1)
        children = sorted(number[f"{child}"] for child, above in parents.items() if above == k)
        assert sorted(tree.children(number[f"{k}"])) == children
        way, at = [], k
        while at:
            way.insert(0, number[f"{at}"])
            at = parents[at]
        assert tree.path(number[f"{k}"]) == way
    # inertia is common to bodies on one way only
    M = da.derive(model).M
    for i, j in itertools.combinations(parents, 2):
        places = [model.coordinates.index(f"joint {k}") for k in (i, j)]
        above = {number[f"{k}"]: set(tree.path(number[f"{k}"])) for k in (i, j)}
        is_common = any(number[f"{a}"] in above[number[f"{b}"]] for a, b in ((i, j), (j, i)))
        assert is_common or (type(M[*places]) is float and M[*places] == 0.0)


@pytest.mark.covers("F001-3")
@pytest.mark.parametrize("parents", [{"a": "b", "b": "a"}, {"a": "ground", "b": "d", "c": "b", "d": "c"}])
def test_models_refuse_cycles_by_name(parents):
    bodies = {name: cube(name) for name in parents} | {"ground": da.ground}
    with pytest.raises(ModelError, match="which nothing carries to the ground") as refused:
        da.Model(*(da.Revolute(f"to {k}", bodies[parent], bodies[k]) for k, parent in parents.items()))
    assert any(f"'{name}'" in str(refused.value) for name in parents if name != "a" or len(parents) == 2)
    with pytest.raises(ModelError):
        da.Revolute("itself", bodies["a"], bodies["a"])


def test_order_is_as_given_except_that_parents_come_first():
    a, b, c = cube("a"), cube("b"), cube("c")
    joints = [Revolute("3", b, c), Revolute("1", ground, a), Revolute("2", a, b)]
    for given in (joints, [joints[1], joints[2], joints[0]]):
        assert [joint.name for joint in spanning(given, [ground]).carrying] == ["1", "2", "3"]


@pytest.mark.covers("F000-8", "F001-11")
def test_the_shortest_ways_make_the_tree_and_other_joints_close_loops():
    a, b, c = cube("a"), cube("b"), cube("c")
    joints = [Revolute("1", ground, a), Revolute("2", a, b), Revolute("3", b, c), Revolute("4", ground, c)]
    found = spanning(joints, [ground])
    assert [joint.name for joint in found.carrying] == ["1", "2", "4"]
    assert [joint.name for joint in found.closing] == ["3"]

    # unless another joint is to be cut
    found = spanning(joints, [ground], cut=["4"])
    assert [joint.name for joint in found.carrying] == ["1", "2", "3"]
    assert [joint.name for joint in found.closing] == ["4"]
    with pytest.raises(ModelError, match="there is no joint to cut: '5'"):
        spanning(joints, [ground], cut=["5"])


def test_of_ways_of_one_length_the_first_is_taken():
    a = cube("a")
    joints = [Revolute("1", ground, a), Revolute("2", ground, a)]
    assert [joint.name for joint in spanning(joints, [ground]).closing] == ["2"]
    assert [joint.name for joint in spanning(joints[::-1], [ground]).closing] == ["1"]


def test_the_ground_may_be_the_child_of_a_joint_that_closes_a_loop():
    a = cube("a")
    found = spanning([Revolute("1", ground, a), Revolute("2", a, ground)], [ground])
    assert [joint.name for joint in found.closing] == ["2"]


def test_slices_number_coordinates_and_speeds():
    a, b, c = cube("a"), cube("b"), cube("c")
    links = tree_of([Free("p", ground, a), Weld("w", a, b), Revolute("r", b, c)]).links
    assert [(link.q.start, link.q.stop) for link in links] == [(0, 7), (7, 7), (7, 8)]
    assert [(link.u.start, link.u.stop) for link in links] == [(0, 6), (6, 6), (6, 7)]


def test_bodies_are_found_by_identity():
    tree = from_parents(PARENTS)
    assert tree.position(ground) == -1
    assert all(tree.position(link.body) == k for k, link in enumerate(tree.links))
    with pytest.raises(ModelError, match="body 'a' is not part of the model"):
        tree.position(cube("a"))


@pytest.mark.parametrize(
    ("joints", "message"),
    [
        (lambda a, b: [Revolute("r", a, b)], "Revolute 'r' hangs on body 'a', which nothing carries"),
        (
            lambda a, b: [Revolute("r", a, ground)],
            "Revolute 'r' has body 'a' as its parent, which nothing carries; swap its parent and child",
        ),
    ],
)
def test_what_is_no_tree_is_refused(joints, message):
    with pytest.raises(ModelError, match=message):
        spanning(joints(cube("a"), cube("b")), [ground])
