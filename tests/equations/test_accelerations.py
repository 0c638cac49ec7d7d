"""The Schur complement of constrained systems against dense solutions with pivoting."""

from typing import Any

import numpy as np
import pytest

from dalembert.equations.solvers.accelerations import SchurComplement
from dalembert.expr.node import Expression
from dalembert.expr.rewrite import evaluate
from dalembert.expr.scalar import is_zero
from dalembert.expr.sparse_matrix import products, sparse
from dalembert.expr.symbol_nodes import symbols

RTOL = 1e-12
"""Well-conditioned matrices of order one."""


def problem(n: int, m: int, seed: int = 1) -> tuple[Any, Any, Any, Any]:
    """M, J, f, γ."""
    rng = np.random.default_rng(seed)
    B = rng.standard_normal((n, n))
    return B @ B.T + n * np.eye(n), rng.standard_normal((m, n)), rng.standard_normal(n), rng.standard_normal(m)


def augmented(M: Any, J: Any, f: Any, gamma: Any) -> Any:
    n, m = len(M), len(J)
    return np.linalg.solve(np.block([[M, -J.T], [J, np.zeros((m, m))]]), np.concatenate([f, gamma]))[: n + m]


@pytest.mark.parametrize(("n", "m"), [(1, 1), (4, 1), (5, 5), (12, 7)])
def test_numbers_agree_with_the_augmented_system(n: int, m: int) -> None:
    M, J, f, gamma = problem(n, m)
    system = SchurComplement(sparse(M), sparse(J))
    np.testing.assert_allclose(
        np.concatenate(system.solve(f, gamma)).astype(float), augmented(M, J, f, gamma), rtol=RTOL
    )
    np.testing.assert_allclose(system.S.to_array().astype(float), J @ np.linalg.solve(M, J.T), rtol=RTOL)


def test_traced_solution_evaluates_to_the_numbers() -> None:
    values = problem(4, 2)
    variables = [symbols(name, x.shape) for name, x in zip("MJfg", values, strict=True)]
    M, J, f, gamma = variables
    M = np.where(np.tri(4, dtype=bool), M, M.T)
    known = {
        x: v for xs, v in zip(variables, values, strict=True) for x, v in zip(xs.ravel(), v.ravel(), strict=True)
    }
    solution = np.concatenate(SchurComplement(sparse(M), sparse(J)).solve(f, gamma))
    np.testing.assert_allclose(evaluate(solution, known), augmented(*values), rtol=RTOL)


def test_without_rows_it_is_the_plain_solution() -> None:
    M, _, f, _ = problem(3, 0)
    a, lam = SchurComplement(sparse(M), sparse(np.zeros((0, 3)))).solve(f, np.zeros(0))
    np.testing.assert_allclose(a.astype(float), np.linalg.solve(M, f), rtol=RTOL)
    assert len(lam) == 0


def test_a_correction_is_the_smallest_change_that_removes_the_residual() -> None:
    M, J, _, residual = problem(6, 3)
    delta = SchurComplement(sparse(M), sparse(J)).correction(residual).astype(float)
    np.testing.assert_allclose(J @ delta, -residual, rtol=RTOL)
    # M δ is orthogonal to all that the rows allow
    _, s, Vt = np.linalg.svd(J)
    np.testing.assert_allclose(Vt[len(s) :] @ M @ delta, 0.0, atol=1e-12)


def test_the_smallest_pivot_tells_how_dependent_the_rows_are() -> None:
    """The last pivot over its diagonal is the sine squared of an angle between rows, as M⁻¹ measures."""
    M, angle = np.eye(2), 0.1
    J = np.array([[1.0, 0.0], [5.0 * np.cos(angle), 5.0 * np.sin(angle)]])
    assert float(SchurComplement(sparse(M), sparse(J)).smallest_pivot) == pytest.approx(
        np.sin(angle) ** 2, rel=1e-10
    )
    assert float(SchurComplement(sparse(M), sparse(J[:1])).smallest_pivot) == 1.0
    assert float(SchurComplement(sparse(M), sparse(np.diag([3.0, 0.1]))).smallest_pivot) == 1.0


def test_rows_of_separate_loops_stay_separate() -> None:
    """Two branches, a row in each: no text couples them."""
    M = np.full((4, 4), 0.0, dtype=object)
    M[:2, :2], M[2:, 2:] = symbols("a", (2, 2)), symbols("b", (2, 2))
    J = np.full((2, 4), 0.0, dtype=object)
    J[0, :2], J[1, 2:] = symbols("x", 2), symbols("y", 2)
    assert is_zero(SchurComplement(sparse(M), sparse(J)).S[0, 1])


def test_products_skip_structural_zeros() -> None:
    x, y = symbols("x", 2)
    A = np.array([[0.0, x], [0.0, 0.0]], dtype=object)
    first, second = products(A, np.array([y, 0.0], dtype=object))
    assert not isinstance(first, Expression) and first == second == 0.0
    np.testing.assert_array_equal(products(np.eye(2), np.array([1.0, 2.0])).astype(float), [1.0, 2.0])
