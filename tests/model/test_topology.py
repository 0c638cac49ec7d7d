"""The tree of bodies that joints make."""

import pytest

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
