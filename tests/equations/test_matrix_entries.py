"""M, J and what comes of them stay sparse on the way from a model to its accelerations."""

import numpy as np
import pytest

import dalembert as da
from dalembert.equations.solution import Solution
from dalembert.equations.solvers.accelerations import SchurComplement
from dalembert.expr.rewrite import evaluate
from dalembert.expr.sparse_matrix import sparse

VIEWS = ("M", "J", "gradients", "constraint_force_matrix", "inertia")


def chain(n):
    above, parts = da.ground, []
    for k in range(n):
        link = da.box(f"link {k}", size=(1.0, 0.1, 0.1), mass=1.0)
        parts.append(da.Revolute(f"joint {k}", above, link.at(x=-0.5)))
        above = link.at(x=0.5)
    return da.Model(*parts, gravity=(0.0, -9.81, 0.0))


def count_entries(equations):
    schur = equations.solution.schur
    matrices = (equations.entries.M, equations.entries.J, equations.entries.constraint_force_matrix, schur.S)
    factors = (schur._mass.rows, schur._V, schur._schur.rows)
    return [len(x.values) for x in matrices] + [sum(map(len, rows)) for rows in factors]


@pytest.fixture
def shapes(monkeypatch):
    """Shapes of all arrays that NumPy makes anew from now on."""
    found = []

    def watched(make):
        def made(*args, **options):
            array = make(*args, **options)
            found.append(array.shape)
            return array

        return made

    for name in ("full", "zeros", "empty", "eye", "ones", "array", "stack", "concatenate"):
        monkeypatch.setattr(np, name, watched(getattr(np, name)))
    return found


def test_two_hundred_bodies_in_absolute_coordinates_make_no_full_matrix(shapes):
    eom = da.derive(chain(200), coordinates=da.formulations.AbsolutePlanar())
    a, n = eom.accelerations, len(eom.speeds)
    assert (n, len(eom.rows), a.shape) == (600, 400, (600,))
    assert not set(VIEWS) & set(vars(eom))
    assert max(np.prod(shape) for shape in shapes) < 10 * n


def test_entries_grow_with_the_number_of_bodies_in_absolute_coordinates():
    small, middle, large = (
        count_entries(da.derive(chain(n), coordinates=da.formulations.AbsolutePlanar())) for n in (20, 40, 60)
    )
    # the same for every further body
    assert np.subtract(large, middle).tolist() == np.subtract(middle, small).tolist()
    assert max(large) < 20 * 60


@pytest.mark.parametrize(
    "principle", [da.Recursive(), da.Kane(), da.NewtonEuler(), da.formulations.LagrangeFirstKind()], ids=repr
)
def test_accelerations_by_entries_are_those_of_the_full_matrices(principle):
    eom = da.derive(chain(6), principle, coordinates=da.formulations.AbsolutePlanar())
    generator = np.random.default_rng(3)
    values = {x: generator.uniform(-1.0, 1.0) for x in (*eom.q, *eom.u)}
    M, J, f, gamma, a, lam = (
        evaluate(y, values)
        for y in (
            eom.M,
            eom.J,
            eom.f,
            eom.gamma,
            *SchurComplement(sparse(eom.M), sparse(eom.J)).solve(eom.f, eom.gamma),
        )
    )
    n, m = len(eom.speeds), len(eom.rows)
    whole = np.block([[M, -J.T], [J, np.zeros((m, m))]])
    expected = np.linalg.solve(whole, np.concatenate([f, gamma]))
    found = evaluate(np.concatenate([(solved := Solution(eom)).accelerations, solved.multipliers]), values)
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9 * np.abs(expected).max())
    np.testing.assert_array_equal(found, np.concatenate([a, lam]))
    assert (eom.constraint_force_matrix == eom.J.T).all() and eom.entries.J.places == [
        tuple(x) for x in np.argwhere(J != 0.0)
    ]
    assert n == eom.entries.M.width
