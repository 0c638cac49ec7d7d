"""Eigenvalues by native code against those of LAPACK."""

import ctypes

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

from dalembert.config import Config, Tier
from dalembert.native.build import build
from dalembert.native.machine import Target
from dalembert.native.procedure_ir import procedure_module
from dalembert.native.program_code import resolve
from dalembert.procedures.eigenvalue_code import eigenvalues

EPS = np.finfo(float).eps


def native(n):
    procedure = eigenvalues(n)
    module = procedure_module(procedure, 1, resolve)
    library = build([module], Target.host(), Tier.QUICK, Config.from_environment()).library
    function = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * 3)(library.address(module.name))

    def call(A):
        x, y, work = np.ascontiguousarray(A, dtype=float).ravel(), np.zeros(2 * n), np.zeros(procedure.work + 8)
        status = function(x.ctypes.data, y.ctypes.data, work.ctypes.data)
        return status, y[:n] + 1j * y[n:], library

    return call


def distance(found, A):
    """The largest distance of eigenvalues from those of LAPACK, each being used once."""
    cost = np.abs(found[:, None] - np.linalg.eigvals(A)[None, :])
    return cost[linear_sum_assignment(cost)].max()


@pytest.mark.parametrize("n", [1, 2, 3, 6, 14, 31])
def test_eigenvalues_of_random_matrices(n):
    rng, solve = np.random.default_rng(n), native(n)
    for _ in range(20):
        A = rng.normal(size=(n, n)) * 10.0 ** rng.uniform(-6, 6)
        status, found, _ = solve(A)
        assert status == 0
        assert distance(found, A) < 2e4 * n * EPS * np.abs(A).max()


def test_eigenvalues_of_mechanical_matrices():
    # x′ = v, v′ = −K x − D v: light damping over four decades, a free motion, and rows of very different sizes
    rng, solve = np.random.default_rng(4), native(8)
    for _ in range(20):
        w = np.array([0.0, *10.0 ** rng.uniform(-1, 3, 3)])
        Q = np.linalg.qr(rng.normal(size=(4, 4)))[0]
        K, D = Q @ np.diag(w**2) @ Q.T, Q @ np.diag(2e-3 * w) @ Q.T
        A = np.block([[np.zeros((4, 4)), np.eye(4)], [-K, -D]])
        status, found, _ = solve(A)
        exact = np.concatenate([-1e-3 * w + s * np.sqrt(1e-6 * w**2 - w**2 + 0j) for s in (1, -1)])
        cost = np.abs(found[:, None] - exact[None, :])
        assert status == 0
        # the free motion is a double zero, which keeps half of the digits
        assert cost[linear_sum_assignment(cost)].max() < 1e-6 * w.max()


@pytest.mark.parametrize(
    "A",
    [
        np.zeros((4, 4)),
        np.eye(4),
        np.eye(4, k=1),
        np.roll(np.eye(4), 1, axis=0),
        np.diag([1e8, 1.0, 1e-8, 0.0]) + np.eye(4, k=1),
        [[0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [1, 0, 0, 0]],
    ],
)
def test_matrices_that_make_steps_stand_still(A):
    A = np.asarray(A, dtype=float)
    status, found, _ = native(4)(A)
    assert status == 0
    assert distance(found, A) < 1e-10 * max(1.0, np.abs(A).max())


def test_what_is_no_number_has_no_eigenvalues():
    status, found, _ = native(4)(np.full((4, 4), np.nan))
    assert status != 0
    assert np.isnan(found).all()
