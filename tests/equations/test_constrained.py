"""Solvers for M a = f + Jᵀ λ, J a = γ on random systems, against NumPy."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

import dalembert as da
from dalembert.expr.symbol_nodes import symbols
from tests.expr.routine_checks import assert_derivatives
from tests.oracles.solvers import FINDS_RANK
from tests.oracles.solvers import SOLVERS as ALONE

pytestmark = pytest.mark.slow

RTOL = 1e-11
"""Of the largest entry: condition numbers of these systems are below 1e4."""

SOLVERS: dict[str, da.solvers.AccelerationSolver] = {
    **ALONE,
    "nonideal, none": da.solvers.NonidealConstraints({}, speeds=("a", "b", "c", "d", "e", "f")),
}
REDUNDANT = {name: solver for name, solver in SOLVERS.items() if solver.allows_redundant_rows}
SINGULAR = {name: solver for name, solver in SOLVERS.items() if solver.allows_singular_mass}
UNSYMMETRIC = {name: solver for name, solver in SOLVERS.items() if solver.allows_unsymmetric_mass}

each_solver = pytest.mark.parametrize("name", SOLVERS)


@dataclass(frozen=True)
class System:
    M: Any
    f: Any
    J: Any
    gamma: Any
    rank: int | None = None

    @property
    def arrays(self) -> tuple[Any, Any, Any, Any]:
        return self.M, self.f, self.J, self.gamma

    @property
    def solution(self) -> tuple[Any, Any]:
        """The accelerations, and the shortest multipliers."""
        n, m = len(self.f), len(self.gamma)
        matrix = np.block([[self.M, -self.J.T], [self.J, np.zeros((m, m))]])
        x = np.linalg.lstsq(matrix, np.concatenate([self.f, self.gamma]), rcond=1e-10)[0]
        return x[:n], x[n:]

    def solved_by(self, solver: da.solvers.AccelerationSolver) -> tuple[Any, Any]:
        return solver.solve(*self.arrays, rank=self.rank)


def system(seed: int, n: int = 6, m: int = 3, *, mass_rank: int | None = None, copies: int = 0) -> System:
    """Random; `copies` further rows are combinations of the others, and M has a lower rank if that is given."""
    rng = np.random.default_rng(seed)
    root = rng.normal(size=(n, n if mass_rank is None else mass_rank))
    M = root @ root.T + (0.5 * np.eye(n) if mass_rank is None else 0.0)
    J, gamma = rng.normal(size=(m, n)), rng.normal(size=m)
    mixing = np.concatenate([np.eye(m), rng.normal(size=(copies, m))])
    order = rng.permutation(m + copies)
    J, gamma = (mixing @ J)[order], (mixing @ gamma)[order]
    return System(M, rng.normal(size=n), J, gamma, m if copies else None)


def assert_close(found: Any, expected: Any) -> None:
    for x, y in zip(found, expected, strict=True):
        np.testing.assert_allclose(x, y, rtol=0.0, atol=RTOL * max(1.0, np.abs(y).max(initial=0.0)))


def compiled(solver: da.solvers.AccelerationSolver, given: System, lanes: int = 1) -> Any:
    """A native function of M, f, J and γ."""
    names = [symbols(name, array.shape) for name, array in zip("MfJg", given.arrays, strict=True)]
    a, lam = solver.solve(*names, rank=given.rank)
    return da.kernels.compile({"a": a, "lam": lam}, names, lanes=lanes)


# ---- the same solution


@each_solver
@pytest.mark.covers("F001-13", "F001-15", "F002-11", "F004-17")
def test_all_give_the_accelerations_and_multipliers_of_the_augmented_system(name: str) -> None:
    kernel = compiled(SOLVERS[name], system(0))
    for seed in range(30):
        given = system(seed)
        assert_close(given.solved_by(SOLVERS[name]), given.solution)
        assert_close(kernel(*given.arrays).values(), given.solution)


@pytest.mark.parametrize("name", [name for name in SOLVERS if name != "weighted with rows"])
def test_units_of_length_and_mass_change_no_digits(name: str) -> None:
    """Of six speeds three are lengths, of three rows two; numbers in other units give numbers in these units.

    With rows added to it, the mass matrix has an α that belongs to the units.
    """
    for length, mass in ((1e-4, 1e-6), (1e3, 1e6)):
        given, of_speeds, of_rows = system(4), np.repeat([1.0, length], 3), np.array([1.0, length, length])
        energy = mass * length**2
        other = System(
            energy * given.M / np.outer(of_speeds, of_speeds),
            energy * given.f / of_speeds,
            given.J * np.divide.outer(of_rows, of_speeds),
            of_rows * given.gamma,
        )
        a, lam = other.solved_by(SOLVERS[name])
        assert_close((a / of_speeds, lam * of_rows / energy), given.solution)


@pytest.mark.covers("F004-16")
def test_texts_with_the_other_sign_have_the_negative_multipliers() -> None:
    given = system(1)
    here, there = da.solvers.MultiplierSign.FORCE, da.solvers.MultiplierSign.COUNTERFORCE
    matrix, right = da.solvers.AugmentedMatrix().system(*given.arrays, sign=there)
    m = len(given.gamma)
    expected = np.block([[given.M, given.J.T], [given.J, np.zeros((m, m))]])
    np.testing.assert_array_equal(matrix.astype(float), expected)
    x = np.asarray(da.matrices.solve(matrix, right))
    a, lam = given.solution
    assert_close((x[: len(a)], there.converted(x[len(a) :], here)), (a, lam))


@each_solver
def test_an_explicit_coordinate_gives_the_same_accelerations(name: str) -> None:
    """A particle on an ellipse, q = (2 cos s, sin s): a = W s̈ + Ẇ ṡ with W = ∂q/∂s."""
    if isinstance(SOLVERS[name], da.solvers.NonidealConstraints):
        return
    rng = np.random.default_rng(16)
    for s, rate in rng.normal(size=(10, 2)):
        M, f = np.diag([1.5, 0.5]), rng.normal(size=2)
        q, W = np.array([2.0 * np.cos(s), np.sin(s)]), np.array([-2.0 * np.sin(s), np.cos(s)])
        bias = -q * rate**2
        expected = W * (W @ (f - M @ bias)) / (W @ M @ W) + bias
        u = W * rate
        J, gamma = np.array([[2.0 * q[0], 8.0 * q[1]]]), np.array([-2.0 * u[0] ** 2 - 8.0 * u[1] ** 2])
        assert_close(SOLVERS[name].solve(M, f, J, gamma)[:1], [expected])


@each_solver
@pytest.mark.parametrize("m", [0, 1, 6])
def test_no_row_one_row_and_no_freedom(name: str, m: int) -> None:
    given = system(2, m=m)
    assert_close(given.solved_by(SOLVERS[name]), given.solution)


@each_solver
def test_lanes_choose_their_own_pivots(name: str) -> None:
    states = [system(seed) for seed in range(4)]
    arrays = [np.array(x) for x in zip(*(one.arrays for one in states), strict=True)]
    found = compiled(SOLVERS[name], states[0], lanes=4)(*arrays)
    for a, lam, one in zip(found["a"], found["lam"], states, strict=True):
        assert_close((a, lam), one.solution)


@pytest.mark.parametrize("name", ["augmented matrix", "projectors", "null space", "partition", "full order"])
def test_derivatives(name: str) -> None:
    given = system(3, n=4, m=2)

    def accelerations(*arrays: Any) -> Any:
        M, f, J, gamma = arrays
        a, lam = SOLVERS[name].solve(M + M.T, f, J, gamma)
        return np.concatenate([a, lam])

    assert_derivatives(accelerations, *given.arrays)


@pytest.mark.parametrize("name", FINDS_RANK)
def test_derivatives_with_redundant_rows(name: str) -> None:
    given = system(4, n=4, m=2)

    def accelerations(M: Any, f: Any, J: Any, gamma: Any) -> Any:
        rows, targets = np.array([J[0], J[0] + J[1], J[1]]), np.array([gamma[0], gamma[0] + gamma[1], gamma[1]])
        return REDUNDANT[name].solve(M + M.T, f, rows, targets)[0]

    assert_derivatives(accelerations, *given.arrays)


# ---- what M and J may be


def test_each_says_what_it_allows() -> None:
    assert set(REDUNDANT) == {*FINDS_RANK, "null space", "partition", "full order", "nonideal, none"}
    pivoting = {"augmented matrix", "null space", "partition", "full order", "stacked"}
    assert set(UNSYMMETRIC) == pivoting
    assert set(SINGULAR) == pivoting | {"weighted with rows"}


@pytest.mark.parametrize("name", UNSYMMETRIC)
def test_unsymmetric_mass(name: str) -> None:
    given = system(5)
    given = replace(given, M=given.M + np.triu(np.ones((6, 6)), 1))
    assert_close(given.solved_by(UNSYMMETRIC[name]), given.solution)


@pytest.mark.parametrize("name", SINGULAR)
@pytest.mark.covers("F000-51")
def test_singular_mass(name: str) -> None:
    kernel = compiled(SINGULAR[name], system(0))
    for seed in range(10):
        given = system(seed, mass_rank=4)
        assert np.linalg.matrix_rank(given.M) == 4
        assert_close(kernel(*given.arrays).values(), given.solution)


@pytest.mark.parametrize("name", REDUNDANT)
@pytest.mark.covers("F002-14")
def test_redundant_rows_of_known_rank(name: str) -> None:
    kernel = compiled(REDUNDANT[name], system(0, copies=2))
    for seed in range(10):
        given = system(seed, copies=2)
        assert_close(given.solved_by(REDUNDANT[name]), given.solution)
        assert_close(kernel(*given.arrays).values(), given.solution)


@pytest.mark.parametrize("name", FINDS_RANK)
@pytest.mark.covers("F000-51", "F002-14")
def test_redundant_rows_whose_rank_the_numbers_tell(name: str) -> None:
    kernel = compiled(REDUNDANT[name], replace(system(0, copies=3), rank=None))
    for seed in range(10):
        given = replace(system(seed, copies=3), rank=None)
        assert_close(kernel(*given.arrays).values(), given.solution)


@pytest.mark.parametrize("name", REDUNDANT)
def test_a_known_rank_holds_a_little_off_the_constraints(name: str) -> None:
    """There rows that depend on each other seem independent, and contradict each other a little."""
    given = system(6, copies=2)
    rng = np.random.default_rng(6)
    shaken = replace(given, J=given.J + 1e-6 * rng.normal(size=given.J.shape))
    (a, _), (expected, _) = shaken.solved_by(REDUNDANT[name]), given.solution
    np.testing.assert_allclose(a, expected, rtol=0.0, atol=1e-4 * np.abs(expected).max())


@pytest.mark.parametrize("name", FINDS_RANK)
@pytest.mark.covers("F002-14")
def test_rows_that_contradict_each_other_are_reported(name: str) -> None:
    given = replace(system(7, copies=2), rank=None)
    wrong = replace(given, gamma=given.gamma + np.eye(5)[2])
    assert np.isnan(wrong.solved_by(REDUNDANT[name])[0]).all()
    with pytest.raises(da.errors.SolverError, match="constraint rows contradict each other"):
        compiled(REDUNDANT[name], given)(*wrong.arrays)


@pytest.mark.parametrize("name", ["augmented matrix", "null space", "partition", "full order"])
def test_others_report_rows_that_depend_on_each_other_unknown_to_them(name: str) -> None:
    given = replace(system(8, copies=1), rank=None)
    exact = replace(given, J=given.J[[0, 1, 1]], gamma=given.gamma[[0, 1, 1]])
    with pytest.raises(da.errors.SolverError, match=r"singular|rank below"):
        compiled(SOLVERS[name], exact)(*exact.arrays)


# ---- what they are made of


@pytest.mark.covers("F001-14", "F001-18")
def test_projectors_satisfy_their_identities() -> None:
    given = system(9, n=7, m=3)
    M, J = given.M, given.J
    P = da.solvers.ConstraintOperators(M, J)
    M_inverse, one = np.linalg.inv(M), np.eye(7)
    close = {"rtol": 0.0, "atol": 1e-12}
    np.testing.assert_allclose(P.H, np.linalg.inv(J @ M_inverse @ J.T), **close)
    np.testing.assert_allclose(P.J_bar, M_inverse @ J.T @ P.H, **close)
    np.testing.assert_allclose(P.Theta, one - P.J_bar @ J, **close)
    np.testing.assert_allclose(J @ P.J_bar, np.eye(3), **close)
    np.testing.assert_allclose(J @ P.Theta, 0.0, **close)
    np.testing.assert_allclose(P.Theta @ P.Theta, P.Theta, **close)
    np.testing.assert_allclose(P.Theta @ M_inverse, M_inverse @ P.Theta.T, **close)
    assert np.trace(P.Theta) == pytest.approx(7 - 3, abs=1e-12)
    # constraint forces do no work on what the rows allow
    _, lam = given.solution
    np.testing.assert_allclose(P.Theta.T @ J.T @ lam, 0.0, **close)


@pytest.mark.covers("F001-17")
def test_only_the_part_of_the_forces_in_the_null_space_moves_the_system() -> None:
    given, rng = system(10), np.random.default_rng(10)
    M, J, gamma = given.M, given.J, given.gamma
    P = da.solvers.ConstraintOperators(M, J)
    b, g, tau = rng.normal(size=(3, 6))
    a, lam = da.solvers.ObliqueProjector().solve(M, tau - b - g, J, gamma)
    alpha, rho = P.bias_force(b, gamma), P.gravity_force(g)
    assert_close([P.Theta.T @ tau], [M @ a + b + g - J.T @ (alpha + rho)])
    assert_close([lam], [alpha + rho - P.J_bar.T @ tau])
    # forces along the rows change the multipliers only
    push = rng.normal(size=3)
    pushed_a, pushed_lam = da.solvers.ObliqueProjector().solve(M, tau - b - g + J.T @ push, J, gamma)
    assert_close((pushed_a, pushed_lam), (a, lam - push))


@pytest.mark.covers("F004-17")
def test_blocks_are_those_of_the_inverse() -> None:
    given = system(11)
    C = da.solvers.BlockInverse().blocks(given.M, given.J)
    expected = np.linalg.inv(np.block([[given.M, -given.J.T], [given.J, np.zeros((3, 3))]]))
    assert_close([np.block([[C.C11, C.C12], [-C.C12.T, C.C22]])], [expected])
    # with the other sign of the multipliers
    expected = np.linalg.inv(np.block([[given.M, given.J.T], [given.J, np.zeros((3, 3))]]))
    assert_close([np.block([[C.C11, C.C12], [C.C12.T, -C.C22]])], [expected])


@pytest.mark.covers("F002-9", "F002-10")
@pytest.mark.parametrize("copies", [0, 2])
def test_the_determinant_of_the_full_order_form_is_that_of_the_reduced_mass_matrix(copies: int) -> None:
    for seed in range(50):
        given = system(seed, copies=copies)
        T, V = da.solvers.FullOrderForm().system(*given.arrays, rank=given.rank)
        Z = da.matrices.null_space(given.J, given.rank)
        reduced = np.linalg.det(Z.T @ given.M @ Z)
        assert abs(np.linalg.det(T)) == pytest.approx(reduced, rel=1e-10)
        # rows of dependent speeds are those of J, solved; the others are Zᵀ M
        dependent = [k for k in range(6) if not any(np.array_equal(Z[k], e) for e in np.eye(3))]
        others = [k for k in range(6) if k not in dependent]
        A1 = T[dependent]
        np.testing.assert_allclose(A1[:, dependent], np.eye(3), atol=1e-12)
        np.testing.assert_allclose(A1 @ Z, 0.0, atol=1e-12)
        np.testing.assert_allclose(T[others], Z.T @ given.M, atol=1e-11)
        # what the minimal equations leave of the forces is nothing
        a = np.linalg.solve(T, V)
        np.testing.assert_allclose(Z.T @ (given.f - given.M @ a), 0.0, atol=1e-10)


@pytest.mark.covers("F002-10")
def test_the_full_order_form_of_a_particle_on_a_surface() -> None:
    """Example 2.1 of Bajodah (2003), with numbers of our own: r φ = c in spherical coordinates."""
    m, (r, angle), (u1, u2, u3) = 2.0, (1.25, 0.8), (0.4, 0.7, 0.32)
    a_bias = (
        np.array(
            [
                -(u2**2 + u3**2),
                u1 * u2 - u2 * u3 / np.tan(angle),
                u1 * u3 + u2**2 / np.tan(angle),
            ]
        )
        / r
    )
    f = m * (9.81 * np.array([-np.cos(angle), 0.0, -np.sin(angle)]) - a_bias)
    given = System(m * np.eye(3), f, np.array([[-angle, 0.0, 1.0]]), np.array([-u3 * u1 / r]))
    solver = da.solvers.FullOrderForm(("u1", "u2"), ("u1", "u2", "u3"))
    T, _ = solver.system(*given.arrays)
    np.testing.assert_allclose(T, [[2.0, 0.0, 1.6], [0.0, 2.0, 0.0], [-0.8, 0.0, 1.0]], atol=1e-14)
    assert abs(np.linalg.det(T)) == pytest.approx(6.56, abs=1e-12)
    a, lam = given.solved_by(solver)
    np.testing.assert_allclose(a, [-7.49704654, -0.04995834, -6.10003723], atol=5e-9)
    np.testing.assert_allclose(given.J.T @ lam, [-2.27254743, 0.0, 2.84068429], atol=5e-9)


@pytest.mark.covers("F002-10")
def test_the_full_order_form_of_the_appell_hamel_mechanism() -> None:
    """Example 3.1 of Bajodah (2003) at its start, where the angle of the wheel is zero."""
    a, b, rho, m, M = 1.0, 0.5, 5.0, 1.0, 5.0
    mass = np.diag([M * rho**2 + 1.0, 1.0, M + m, M + m, m])
    mass[0, 3] = mass[3, 0] = -M * rho
    J = np.array([[0.0, -a, 1.0, 0.0, 0.0], [-rho, 0.0, 0.0, 1.0, 0.0], [0.0, b, 0.0, 0.0, 1.0]])
    given = System(mass, np.array([0.0, 0.0, -M * rho, 0.0, -m * 9.81]), J, np.array([-rho, a, 0.0]))
    solver = da.solvers.FullOrderForm(("u1", "u2"), ("u1", "u2", "u3", "u4", "u5"))
    assert abs(np.linalg.det(solver.system(*given.arrays)[0])) == pytest.approx(188.5, abs=1e-10)
    expected = [-5 / 26, 9.905 / 7.25, -3.6337931034, 0.0384615385, -0.6831034483]
    force = [-25.19230769, 1.36620690, 3.19724138, 5.03846154, 9.12689655]
    for one in (solver, da.solvers.FullOrderForm(), *SOLVERS.values()):
        if not isinstance(one, da.solvers.NonidealConstraints):
            found, lam = given.solved_by(one)
            np.testing.assert_allclose(found, expected, atol=1e-10)
            np.testing.assert_allclose(J.T @ lam, force, atol=1e-8)


# ---- independent speeds by name


NAMES = ("a", "b", "c", "d", "e", "f")


@pytest.mark.covers("F002-12")
@pytest.mark.parametrize("kind", [da.solvers.CoordinatePartitioning, da.solvers.FullOrderForm])
@pytest.mark.parametrize("copies", [0, 2])
def test_it_does_not_matter_which_speeds_are_independent(kind: Any, copies: int) -> None:
    given = system(12, copies=copies)
    for independent in [("a", "b", "c"), ("d", "f", "b"), ("f", "e", "a")]:
        solver = kind(independent, NAMES)
        assert_close(given.solved_by(solver), given.solution)
        assert_close(compiled(solver, replace(given))(*given.arrays).values(), given.solution)


@pytest.mark.parametrize("kind", [da.solvers.CoordinatePartitioning, da.solvers.FullOrderForm])
def test_independent_speeds_are_checked(kind: Any) -> None:
    given = system(13)
    with pytest.raises(da.errors.FormulationError, match="there is no speed 'x' to be independent"):
        given.solved_by(kind(("x",), NAMES))
    with pytest.raises(da.errors.FormulationError, match="3 of the speeds are independent, but 2 are named"):
        given.solved_by(kind(("a", "b"), NAMES))
    # a row ties b to d
    tied = replace(given, J=np.concatenate([given.J[:2], [[0.0, 1.0, 0.0, -2.0, 0.0, 0.0]]]))
    with pytest.raises(da.errors.FormulationError, match=r"independent speeds that are dependent: \['b', 'd'\]"):
        tied.solved_by(kind(("b", "c", "d"), NAMES))


# ---- nonideal constraints


@pytest.mark.covers("F000-51")
@pytest.mark.parametrize(
    "inner",
    [da.solvers.WeightedPseudoinverse(), da.solvers.StackedPseudoinverse(), da.solvers.NullSpace()],
    ids=repr,
)
def test_nonideal_forces_enter_as_udwadia_and_kalaba_say(inner: da.solvers.AccelerationSolver) -> None:
    given, C = system(14, copies=1), np.arange(1.0, 7.0)
    M, f, J, gamma = given.arrays
    values, vectors = np.linalg.eigh(M)
    root, inverse_root = (vectors * np.sqrt(values)) @ vectors.T, (vectors / np.sqrt(values)) @ vectors.T
    pseudo, free = np.linalg.pinv(J @ inverse_root, rcond=1e-10), np.linalg.solve(M, f)
    allowed = np.eye(6) - pseudo @ (J @ inverse_root)
    a = free + inverse_root @ pseudo @ (gamma - J @ free) + inverse_root @ allowed @ inverse_root @ C
    force = root @ pseudo @ (gamma - J @ free) + root @ allowed @ inverse_root @ C
    solver = da.solvers.NonidealConstraints(dict(zip(NAMES, C, strict=True)), inner, NAMES)
    found, lam = given.solved_by(solver)
    assert_close((found, J.T @ lam + C), (a, force))
    np.testing.assert_array_equal(solver.nonideal_forces, C)


def test_nonideal_forces_name_speeds() -> None:
    with pytest.raises(da.errors.FormulationError, match="a nonideal force acts on the speed 'x'"):
        system(15).solved_by(da.solvers.NonidealConstraints({"x": 1.0}, speeds=NAMES))
