"""Rigid bodies that move as one, against the inertia of bodies."""

import numpy as np

from dalembert.spatial.block_inertia import Composite, composite_to_parent, joined
from dalembert.spatial.inertia import Inertia
from dalembert.spatial.pose import Pose
from tests.oracles.trees import body, rotation_matrix

ATOL = 1e-14


def composite(inertia: Inertia) -> Composite:
    return Composite(inertia.mass, inertia.mass * inertia.com, inertia.about())


def assert_equal(found: Composite, expected: Inertia) -> None:
    for block, entries in zip(found.blocks, expected.blocks(), strict=True):
        np.testing.assert_allclose(np.asarray(block, dtype=float), entries, atol=ATOL)


def test_composites_move_and_join_as_inertias_do() -> None:
    rng = np.random.default_rng(0)
    first, second = (body(rng, name).inertia for name in ("first", "second"))
    assert first is not None and second is not None
    pose = Pose(rotation_matrix(rng), rng.standard_normal(3))
    moved = composite_to_parent(pose.R, pose.p, composite(first))
    assert_equal(moved, first.moved(pose))
    assert_equal(joined(moved, composite(second)), first.moved(pose) + second)


def test_a_turn_alone_leaves_mass_and_size() -> None:
    rng = np.random.default_rng(1)
    inertia = body(rng, "body").inertia
    assert inertia is not None
    R = rotation_matrix(rng)
    assert_equal(composite_to_parent(R, np.zeros(3), composite(inertia)), inertia.rotated(R))
