"""Theorem 2.10 and what follows from it, on random trees of random systems."""

from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from dalembert.equations.solvers.one_at_a_time import OneAtATime
from dalembert.modules import Independent, Pivoted
from tests.oracles.random_systems import SAME_MOTION, difference

S = da.expr.symbol


def random_leaf(rng, name):
    """Three to five variables with a random inertia, a force that depends on the place, and up to two rows."""
    n, m = int(rng.integers(3, 6)), int(rng.integers(0, 3))
    names = [f"{name}{k}" for k in range(n)]
    L = rng.standard_normal((n, n)) + 2.0 * np.eye(n)
    M, x = L @ L.T, np.array([S(name) for name in names], dtype=object)
    a = np.array([S(f"{name}.rate'") for name in names], dtype=object)
    f = rng.standard_normal(n) + np.array([da.sin(y) for y in x], dtype=object) - M @ a
    rows = {f"{name} row {i}": rng.standard_normal(n) @ x + 0.3 * da.sin(x[i]) for i in range(m)}
    return da.modules.subsystem(name, coordinates=names, constraints=rows, forces=dict(zip(names, f, strict=True)))


def random_tree(rng, has_extra, depth=2):
    """Two or three children at each node, an extra variable if wished, and rows between all of them."""
    children = [
        random_tree(rng, has_extra, depth - 1)
        if depth > 1 and rng.random() < 0.6
        else random_leaf(rng, f"n{rng.integers(10**9)}")
        for _ in range(int(rng.integers(2, 4)))
    ]
    name = f"t{rng.integers(10**9)}"
    extra = (f"{name}x",) if has_extra else ()
    every = [*extra, *(x for child in children for x in child.coordinates)]
    rows = {}
    for i in range(1 + len(extra)):
        x = np.array([S(y) for y in every], dtype=object)
        rows[f"{name} row {i}"] = rng.standard_normal(len(every)) @ x + 0.2 * da.cos(x[-1])
    return da.modules.subsystem(name, children, coordinates=extra, constraints=rows)


def expected(tree, values):
    """Accelerations by the augmented matrix, all rows at once."""
    M, f, J, b = (X.at(values).to_array() for X in (tree.M, tree.forces, tree.full_A, tree.full_b))
    zero = np.zeros((len(J), len(J)))
    whole, right = np.block([[M, -J.T], [J, zero]]), np.concatenate([f[:, 0], -b[:, 0]])
    return np.linalg.solve(whole, right)[: len(M)]


@pytest.mark.covers("F000-15", "F000-17", "F000-25")
@pytest.mark.parametrize("has_extra", [False, True], ids=["own variables", "extra variables"])
def test_any_tree_moves_as_the_augmented_matrix_says(has_extra):
    rng = np.random.default_rng(5)
    tree = random_tree(rng, has_extra)
    values = {x: rng.uniform(-1, 1) for x in (*tree.coordinates, *tree.speeds)}
    point = {S(name): x for name, x in values.items()}
    a = expected(tree, values)

    # S is annihilated by all rows of the tree, of full rank, and Sᵀ M S is definite
    Z = tree.S.at(values).to_array(tree.labels)
    assert np.abs(tree.full_A.at(values).to_array() @ Z).max() < 1e-10 * max(1.0, np.abs(Z).max())
    assert np.linalg.matrix_rank(Z) == len(tree.labels) - len(tree.all_constraints) == tree.degrees_of_freedom
    assert np.linalg.eigvalsh(Z.T @ tree.M.at(values).to_array() @ Z).min() > 0.0

    # nested, flat, by other complements, and one constraint at a time
    size = max(1.0, np.abs(a).max())
    for equations in (tree.equations, tree.flat(Pivoted()).equations, tree.flat(Independent()).equations):
        found = dict(zip(equations.speeds, da.expr.evaluate(equations.accelerations, point), strict=True))
        assert np.abs([found[x] for x in tree.labels] - a).max() < 1e-8 * size
    if not has_extra:
        # extra variables have no inertia, which it needs
        one = replace(tree.equations, solver=OneAtATime())
        assert np.abs(da.expr.evaluate(one.accelerations, point) - a).max() < 1e-8 * size


@pytest.mark.covers("F000-14", "F000-17", "F000-20", "F000-21")
@pytest.mark.parametrize("seed", [2, 3, 6, 7, 8, 44, 71])
def test_a_random_tree_moves_as_the_flat_model(seed):
    # benchmarks/random_trees.py runs as many as one likes
    off, what = difference(seed)
    assert off <= SAME_MOTION, what
