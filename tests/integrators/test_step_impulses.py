"""Impulses of a step in native code: the laws of contact hold, by conditions that are written anew here."""

import numpy as np
import pytest

import dalembert as da
from dalembert.numerics.contact_records import Group, Touch, TouchingLayout
from dalembert.numerics.step_cone_code import step_solution
from dalembert.procedures.envelope import Envelope

TIGHT = 1e-9
"""Of the velocities; what is claimed is a hundredth of it."""


def layout_of(nu, n_joints, n_contacts, restitution=0.0):
    """Rows that all depend on all speeds: joints first, then contacts with two tangents."""
    columns = tuple(range(nu))
    joints = [Group((i,), columns) for i in range(n_joints)]
    rows = [tuple(range(n_joints + 3 * k, n_joints + 3 * k + 3)) for k in range(n_contacts)]
    touches = [Touch(r[0], r[1:], restitution, (0.0, 0.0), 5 * k, (1, 2, 3), 4) for k, r in enumerate(rows)]
    mass = tuple((i, j) for i in range(nu) for j in range(i + 1))
    groups = (*joints, *(Group(r, columns) for r in rows))
    return TouchingLayout(0, nu, 0, mass, groups, tuple(touches), n_joints, False)


class Native:
    """The compiled solution of problems of one layout."""

    def __init__(self, layout):
        self.layout = layout
        self.run = da.kernels.NativeProcedure(step_solution(layout).procedure, lanes=1)

    def solve(self, M, J, before, push, mu):
        x, y, places = np.zeros(self.layout.n_given), np.zeros(self.layout.n_found), self.layout.given
        n = len(self.layout.touches)
        values = {
            "mass": [M[i, j] for i, j in self.layout.mass],
            "J": J.ravel(),
            "before": before,
            "gaps": -np.ones(n),
            "friction": np.repeat(mu, 2),
            "push": push,
            "step": [1.0],
        }
        for name, numbers in values.items():
            start, size = places[name]
            x[start : start + size] = numbers
        self.run(x, y)
        found = self.layout.found
        return {name: y[start : start + size] for name, (start, size) in found.items()}


def random_problem(generator, nu, n_joints, n_contacts):
    A = generator.standard_normal((nu, nu))
    M = A @ A.T + 0.3 * np.eye(nu)
    J = generator.standard_normal((n_joints + 3 * n_contacts, nu))
    u = generator.standard_normal(nu)
    u -= np.linalg.pinv(J[:n_joints]) @ J[:n_joints] @ u
    before = J @ u
    return M, J, before, M @ generator.standard_normal(nu), generator.uniform(0.0, 0.8, n_contacts)


def violation(P, v, before, mu, e, n_joints):
    """The worst of all conditions of Signorini and Coulomb, written as inequalities and products."""
    worst = np.abs(v[:n_joints] + before[:n_joints]).max(initial=0.0)
    for k, coefficient in enumerate(mu):
        n = n_joints + 3 * k
        rest, P_t, v_t = v[n] + e * min(before[n], 0.0), P[n + 1 : n + 3], v[n + 1 : n + 3]
        worst = max(worst, -P[n], -rest, abs(P[n] * rest), np.hypot(*P_t) - coefficient * P[n])
        # friction opposes slip with all it has: μ P_n |v_t| + P_t · v_t = 0
        worst = max(worst, abs(coefficient * P[n] * np.hypot(*v_t) + P_t @ v_t))
    return worst


def check_random_steps(nu, n_joints, n_contacts, e, count=300):
    """All conditions of random problems, and none that gains energy; gives how many were eased."""
    native, generator, eased = Native(layout_of(nu, n_joints, n_contacts, e)), np.random.default_rng(1), 0
    for _ in range(count):
        M, J, before, push, mu = random_problem(generator, nu, n_joints, n_contacts)
        found = native.solve(M, J, before, push, mu)
        s, P, scale = found["change"], found["impulses"], found["scale"][0]
        assert found["worst"][0] <= 1e-9 * scale
        v, size = before + J @ s, max(1.0, scale, np.abs(P).max()) ** 2
        # bodies that wedge each other may press on each other as hard as they like
        assert np.abs(M @ s - push - J.T @ P).max() <= TIGHT * np.abs(push).max() + 1e-14 * np.abs(P).max()
        if found["eased"][0]:
            eased += 1
            assert violation(P[:n_joints], v, before, [], e, n_joints) <= TIGHT * size
        else:
            assert violation(P, v, before, mu, e, n_joints) <= TIGHT * size
        # the work of the impulses, after the forces of the step
        own, J_own = P[n_joints:], J[n_joints:]
        work = own @ v[n_joints:] - 0.5 * own @ J_own @ np.linalg.solve(M, J_own.T @ own)
        assert work <= 1e-8 * size
    return eased


def test_impulses_of_random_steps_are_found_and_satisfy_signorini_and_coulomb():
    assert check_random_steps(6, 0, 4, 0.0) == 0


def test_restitution_with_friction_and_joints_gains_no_energy_and_says_where_it_is_lowered():
    # bodies that must spring back may jam each other, or gain energy by Newton's law
    assert 0 < check_random_steps(8, 2, 3, 0.5) < 60


def test_redundant_contacts_share_the_weight_of_a_box_and_the_sum_is_its_weight():
    native = Native(layout_of(6, 0, 4))
    M, rows = np.diag([2.0, 2.0, 2.0, 0.1, 0.1, 0.1]), []
    for x, y in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
        p = 0.5 * np.array([x, y, -1.0])
        velocity = np.hstack([np.eye(3), -np.cross(np.eye(3), p, axisa=0, axisb=0, axisc=0)])
        rows += [velocity[2], velocity[0], velocity[1]]
    found = native.solve(M, np.array(rows), np.zeros(12), np.array([0.1, 0, -1.0, 0, 0, 0]), np.full(4, 0.3))
    assert np.abs(found["change"]).max() < 1e-15
    assert found["impulses"][::3].sum() == pytest.approx(1.0, abs=1e-14)
    assert found["impulses"][1::3].sum() == pytest.approx(-0.1, abs=1e-14)
    assert found["modes"].tolist() == [2.0] * 4


def test_an_envelope_is_factorized_within_its_rows():
    n, generator = 12, np.random.default_rng(2)
    A = np.zeros((n, n))
    for first in range(0, n - 3, 3):
        A[first : first + 6, first : first + 6] += generator.standard_normal((6, 6))[: n - first, : n - first]
    A += 8.0 * np.eye(n)
    c = da.kernels.Code("envelope")
    x, y = c.argument("x"), c.argument("y")
    envelope = Envelope(c, n)
    envelope.shrink()
    for first in range(0, n - 3, 3):
        envelope.admit(first, min(first + 5, n - 1))
    envelope.close()
    for i, j in zip(*np.nonzero(A), strict=True):
        envelope.entries[int(i) * n + int(j)] = x[int(i) * n + int(j)]
    envelope.factorize()
    with c.each(n) as i:
        y[i] = x[n * n + i]
    envelope.solve(y)
    right, found = generator.standard_normal(n), np.zeros(n)
    da.kernels.NativeProcedure(c.procedure(), lanes=1)(np.concatenate([A.ravel(), right]), found)
    assert found == pytest.approx(np.linalg.solve(A, right), abs=1e-12)
