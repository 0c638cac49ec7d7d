"""Another solver of the same equations traces only what is new."""

import numpy as np
import pytest

import dalembert as da
from dalembert.equations.solution import Solution
from dalembert.expr.node import traverse
from tests.examples import example
from tests.oracles.solvers import SOLVERS

MOST_NEW_NODES = {"block inverse": 1500, "projectors": 1500, "partition": 4000, "full order": 5500}
"""Beside accelerations and multipliers in the default way; a node takes about two microseconds."""

MOST_OF_OTHERS = 7000

FULL = "weighted with rows"
"""M + α² J⁺ J has no zeros, and neither have its factors."""


@pytest.fixture(scope="module")
def platform():
    """The equations of the Stewart platform, and all nodes of their default solution."""
    eom = da.derive(example("stewart_platform").stewart_platform())
    return eom, set(traverse([*eom.accelerations, *eom.multipliers]))


@pytest.mark.parametrize("name", [name for name in SOLVERS if name != FULL])
def test_a_solver_adds_few_nodes_to_what_is_traced(platform, name):
    eom, known = platform
    solved = Solution(eom, SOLVERS[name])
    new = [x for x in traverse([*solved.accelerations, *solved.multipliers]) if x not in known]
    assert len(new) <= MOST_NEW_NODES.get(name, MOST_OF_OTHERS)


def test_row_weights_are_found_once_for_all_solutions(platform):
    eom, _ = platform
    first, second = Solution(eom), Solution(eom, da.solvers.BlockInverse())
    assert eom.balance.row_weights(first) is eom.balance.row_weights(second)
    np.testing.assert_array_equal(eom.balance.row_weights(first), np.zeros(len(eom.rows)))
