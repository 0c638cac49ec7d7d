import copy
import math
import pickle
import subprocess
import sys
from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest
from scipy.interpolate import BSpline, CubicSpline, make_interp_spline

from dalembert.errors import ExpressionError
from dalembert.expr.bspline import solve_banded
from dalembert.expr.calculus import DerivativeSweep, derivative, gradient, jacobian
from dalembert.expr.calls import Routine
from dalembert.expr.jets import Jet
from dalembert.expr.rewrite import evaluate, substitute
from dalembert.expr.spline import Spline, SplineCall, spline
from dalembert.expr.spline_ends import ClampedEnds, NaturalEnds, NotAKnot, PeriodicEnds
from dalembert.expr.symbol_nodes import symbol
from dalembert.procedures.language import Code
from dalembert.procedures.spline_code import OUTSIDE, Beyond, nearly_uniform_step
from tests.native_runs import run

# two solvers of the same equations differ by rounding, which each derivative magnifies by degree / step
RTOL_SOLVED = 1e-10
# a polynomial of the degree of the spline is its own interpolant
RTOL_EXACT = 1e-12

DEGREES = range(6)
X = symbol("x")


def uneven_points(n=12, seed=1):
    return np.cumsum(np.random.default_rng(seed).uniform(0.5, 1.5, n)) - 3.0


def some_values(n=12, seed=2):
    return np.random.default_rng(seed).normal(size=n)


def periodic_values(n=12):
    return np.append(y := some_values(n - 1), y[0])


def places(points, n=301):
    """Even places from end to end, and the points themselves."""
    return np.sort(np.concatenate([np.linspace(points[0], points[-1], n), points]))


def within_range(oracle):
    """SciPy's periodic spline without its modulo, whose rounding may lead from a knot to the piece before it."""
    oracle.extrapolate = False
    return oracle


def a_spline(degree=3, beyond=Beyond.NAN, points=None):
    points = uneven_points() if points is None else points
    return spline(points, some_values(len(points)), degree=degree, beyond=beyond)


def assert_same(ours, oracle, x, degree):
    """Value and all derivatives agree, each within the scale of that derivative."""
    for order in range(degree + 1):
        expected = oracle(x, order)
        np.testing.assert_allclose(
            ours(x, order=order), expected, rtol=0.0, atol=RTOL_SOLVED * np.abs(expected).max()
        )


def native_results(routine: Routine, x):
    """Results and statuses of the native form at each entry of x, by one native run."""
    c = Code("sweep")
    operands, results, statuses = c.argument("x"), c.argument("y"), c.argument("status")
    procedure = routine.native()
    with c.each(len(x)) as i:
        statuses[i] = c.spread(c.call(procedure, operands.part(i), results.part(i)))
    y, status = np.zeros(len(x)), np.zeros(len(x))
    assert run(c.procedure(), np.array(x, dtype=float), y, status) == 0
    return y, status


# interpolation


@pytest.mark.parametrize("degree", DEGREES)
@pytest.mark.parametrize("n", [6, 12, 100])
def test_not_a_knot_spline_is_that_of_scipy(degree, n):
    x, y = uneven_points(n), some_values(n)
    ours, oracle = spline(x, y, degree=degree), make_interp_spline(x, y, k=degree)
    assert ours.degree == degree
    assert_same(ours, oracle, places(x), degree)


def test_cubic_splines_are_those_of_scipy():
    x, y, p = uneven_points(), some_values(), periodic_values()
    assert_same(spline(x, y), CubicSpline(x, y), places(x), 3)
    assert_same(spline(x, y, ends=NaturalEnds()), CubicSpline(x, y, bc_type="natural"), places(x), 3)
    periodic = within_range(CubicSpline(x, p, bc_type="periodic"))
    assert_same(spline(x, p, ends=PeriodicEnds()), periodic, places(x), 3)
    clamped = CubicSpline(x, y, bc_type=((1, 0.3), (1, -2.0)))
    assert_same(spline(x, y, ends=ClampedEnds(0.3, -2.0)), clamped, places(x), 3)


@pytest.mark.parametrize("n", [2, 3, 12])
def test_quintic_clamped_spline_is_that_of_scipy(n):
    x, y = uneven_points(n), some_values(n)
    start, end = (0.3, -1.0), (2.0, 0.7)
    oracle = make_interp_spline(x, y, k=5, bc_type=(list(enumerate(start, 1)), list(enumerate(end, 1))))
    assert_same(spline(x, y, degree=5, ends=ClampedEnds(start, end)), oracle, places(x), 5)


@pytest.mark.parametrize(("degree", "start", "end"), [(2, [0.3], [2.0]), (4, [0.3, -1.0], [2.0, 0.7])])
def test_clamped_spline_of_even_degree_has_knots_halfway(degree, start, end):
    x, y = uneven_points(), some_values()
    t = np.concatenate([[x[0]] * (degree + 1), (x[1:] + x[:-1]) / 2, [x[-1]] * (degree + 1)])
    bc = (list(enumerate(start, 1)), list(enumerate(end, 1)))
    oracle = make_interp_spline(x, y, k=degree, t=t, bc_type=bc)
    assert_same(spline(x, y, degree=degree, ends=ClampedEnds(start, end)), oracle, places(x), degree)


def test_quintic_natural_spline_is_that_of_scipy():
    x, y = uneven_points(), some_values()
    free = [(3, 0.0), (4, 0.0)]
    oracle = make_interp_spline(x, y, k=5, bc_type=(free, free))
    assert_same(spline(x, y, degree=5, ends=NaturalEnds()), oracle, places(x), 5)


@pytest.mark.parametrize("degree", [1, 3, 5])
@pytest.mark.parametrize("n", [12, 100])
def test_periodic_spline_is_that_of_scipy(degree, n):
    x, y = uneven_points(n), periodic_values(n)
    oracle = within_range(make_interp_spline(x, y, k=degree, bc_type="periodic"))
    assert_same(spline(x, y, degree=degree, ends=PeriodicEnds()), oracle, places(x), degree)


@pytest.mark.parametrize("degree", [1, 3, 5])
@pytest.mark.parametrize("n", [2, 3, 4, 12])
def test_periodic_spline_is_as_smooth_at_its_ends_as_inside(degree, n):
    x = uneven_points(n)
    s = spline(x, periodic_values(n), degree=degree, ends=PeriodicEnds())
    for order in range(degree):
        scale = np.abs(s(places(x), order=order)).max()
        assert s(x[0], order=order) == pytest.approx(s(x[-1], order=order), abs=1e-9 * scale)


@pytest.mark.parametrize("degree", [1, 3, 5])
def test_natural_spline_of_least_points_is_their_polynomial(degree):
    n = max(2, (degree + 1) // 2)
    x, y = uneven_points(n), some_values(n)
    s = spline(x, y, degree=degree, ends=NaturalEnds())
    np.testing.assert_allclose(s(places(x)), np.polyval(np.polyfit(x, y, n - 1), places(x)), atol=RTOL_SOLVED)


def ends_of_polynomial(degree, polynomial, x):
    derivatives = [[polynomial.deriv(k)(end) for k in range(1, degree // 2 + 1)] for end in x[[0, -1]]]
    return [NotAKnot(), *([ClampedEnds(*derivatives)] if degree > 1 else [])]


@pytest.mark.parametrize("degree", DEGREES[1:])
@pytest.mark.parametrize("which", [0, 1])
def test_polynomial_of_the_degree_is_reproduced(degree, which):
    x = uneven_points()
    polynomial = np.polynomial.Polynomial(some_values(degree + 1, seed=3), domain=x[[0, -1]])
    ends = ends_of_polynomial(degree, polynomial, x)
    s = spline(x, polynomial(x), degree=degree, ends=ends[which % len(ends)])
    scale = np.abs(polynomial(x)).max()
    np.testing.assert_allclose(s(places(x)), polynomial(places(x)), rtol=0.0, atol=RTOL_EXACT * scale)


@pytest.mark.parametrize("degree", DEGREES)
def test_spline_goes_through_thousands_of_points(degree):
    x, y = uneven_points(5000), some_values(5000)
    np.testing.assert_allclose(spline(x, y, degree=degree)(x), y, rtol=0.0, atol=RTOL_EXACT)


def test_degree_zero_holds_the_previous_value():
    s = spline([0.0, 1.0, 3.0], [5.0, 6.0, 7.0], degree=0, beyond=Beyond.HOLD)
    assert [s(x) for x in (-1.0, 0.0, 0.99, 1.0, 2.9, 3.0, 9.0)] == [5.0, 5.0, 5.0, 6.0, 6.0, 7.0, 7.0]


def test_interpolation_converges_at_the_order_of_the_degree():
    for degree in DEGREES[1:]:
        errors = []
        for n in (41, 81):
            x = np.linspace(0.0, 2.0, n)
            q = np.linspace(0.0, 2.0, 1000)
            errors.append(np.abs(spline(x, np.sin(3 * x), degree=degree)(q) - np.sin(3 * q)).max())
        assert math.log2(errors[0] / errors[1]) > degree + 0.7


def test_band_is_solved_with_row_exchanges():
    rng = np.random.default_rng(4)
    n, width = 40, 4
    first = np.clip(np.arange(n) - 2, 0, n - width)
    rows, right = rng.normal(size=(n, width)), rng.normal(size=(n, 2))
    A = np.zeros((n, n))
    for i in range(n):
        A[i, first[i] : first[i] + width] = rows[i]
    np.testing.assert_allclose(A @ solve_banded(first, rows, right), right, atol=1e-9)


# B-splines given directly


@pytest.mark.parametrize("degree", DEGREES)
def test_spline_from_knots_is_that_of_scipy(degree):
    t, c = uneven_points(12 + degree + 1), some_values(12)
    ours, oracle = Spline.from_knots(t, c, degree), BSpline(t, c, degree)
    assert ours.domain == (t[degree], t[12])
    assert_same(ours, oracle, np.linspace(*ours.domain, 301)[:-1], degree)


@pytest.mark.parametrize("degree", [2, 3, 5])
def test_repeated_knots_are_less_smooth_and_right_continuous(degree):
    t = np.sort([0.0] * (degree + 1) + [1.0] * degree + [2.0] * (degree + 1) + [3.0] * (degree + 1))
    c = some_values(len(t) - degree - 1)
    ours, oracle = Spline.from_knots(t, c, degree), BSpline(t, c, degree)
    assert ours.knots.tolist() == [0.0, 1.0, 2.0, 3.0]
    x = np.linspace(0.0, 3.0, 300, endpoint=False)
    assert 1.0 in x and 2.0 in x
    assert_same(ours, oracle, x, degree)
    assert ours(2.0) != pytest.approx(ours(np.nextafter(2.0, 0.0)))


def test_pieces_are_powers_of_the_distance_to_the_knot():
    s = Spline([0.0, 1.0, 3.0], [[1.0, 2.0], [3.0, -1.0]])
    assert (s(0.5), s(1.0), s(3.0), s(1.0, order=1), s(3.0, order=1)) == (2.0, 3.0, 1.0, -1.0, -1.0)


# evaluation


def test_numbers_arrays_and_expressions_are_accepted():
    s = a_spline()
    assert isinstance(s(1.0), float) and isinstance(s(np.float64(1.0)), float) and s(1) == s(1.0)
    assert s([0.0, 1.0]).tolist() == [s(0.0), s(1.0)]
    assert s(np.array([[0, 1]])).shape == (1, 2)
    mixed = s(np.array([X, 1.0], dtype=object))
    assert mixed[0] is s(X) and mixed[1] == s(1.0)
    assert evaluate(s(X), {X: 0.7}) == s(0.7)
    assert substitute(s(X) + X, {X: 0.7}) == s(0.7) + 0.7


def test_equal_calls_are_one_node():
    assert a_spline()(X) is a_spline()(X)
    assert a_spline()(X, order=1) is not a_spline()(X)
    assert a_spline()(X) is not a_spline(beyond=Beyond.HOLD)(X)


@pytest.mark.parametrize("x", ["text", 1j, None, X < 1.0, ["text"], np.array([1j])])
def test_what_is_no_real_number_is_refused(x):
    with pytest.raises(ExpressionError, match=r"complex|numbers and real expressions"):
        a_spline()(x)


@pytest.mark.parametrize("order", [-1, 1.5, "1"])
def test_order_is_a_count(order):
    with pytest.raises(ExpressionError, match="order of a derivative"):
        a_spline()(0.0, order=order)


@pytest.mark.parametrize("degree", DEGREES)
def test_at_knots_the_right_piece_counts_and_at_the_last_one_the_left(degree):
    s = a_spline(max(degree, 1))
    slope = [s(x, order=s.degree) for x in s.knots]
    top = math.factorial(s.degree) * s.pieces[:, -1]
    assert slope == [*top, top[-1]]


@pytest.mark.parametrize("beyond", Beyond)
@pytest.mark.parametrize("degree", DEGREES)
def test_what_is_not_a_number_stays_so(beyond, degree):
    s = a_spline(degree, beyond)
    assert math.isnan(s(math.nan))
    assert np.isnan(s(np.array([math.nan, 0.0]))).tolist() == [True, False]


# derivatives


@pytest.mark.parametrize("degree", DEGREES)
@pytest.mark.parametrize("beyond", Beyond)
def test_traced_derivatives_are_those_of_the_spline(degree, beyond):
    s = a_spline(degree, beyond)
    y = s(X)
    for order in range(1, degree + 2):
        y = derivative(y, X)
        for x in (-5.0, 0.1, 2.0, 100.0):
            assert evaluate(y, {X: x}) == pytest.approx(s(x, order=order), nan_ok=order <= degree)


def test_derivatives_above_the_degree_are_exactly_zero():
    for degree in DEGREES:
        s = a_spline(degree)
        assert s(X, order=degree + 1) == 0.0 and s(0.1, order=degree + 1) == 0.0
        assert s(np.ones(3), order=degree + 2).tolist() == [0.0, 0.0, 0.0]
        assert derivative(s(X, order=degree), X) == 0.0


@pytest.mark.parametrize("degree", DEGREES[1:])
def test_slope_agrees_with_central_differences(degree):
    s, h = a_spline(degree, points=np.linspace(0.0, 6.0, 13)), 1e-6
    x = np.linspace(0.3, 5.71, 17)  # no knot among them
    np.testing.assert_allclose(s(x, order=1), (s(x + h) - s(x - h)) / (2 * h), atol=1e-6)


def test_both_sweeps_and_jets_follow_the_chain_rule():
    s, z = a_spline(5), symbol("z")
    y = s(X * z) * s(X)
    values = {X: 0.7, z: 1.9}
    forward = evaluate(jacobian([y], [X, z], DerivativeSweep.FORWARD), values)
    expected = [
        1.9 * s(0.7 * 1.9, order=1) * s(0.7) + s(0.7 * 1.9) * s(0.7, order=1),
        0.7 * s(0.7 * 1.9, order=1) * s(0.7),
    ]
    np.testing.assert_allclose(forward, [expected], rtol=RTOL_EXACT)
    np.testing.assert_allclose(evaluate(gradient(y, [X, z]), values), expected, rtol=RTOL_EXACT)
    jet = s(Jet(0.7, {"x": 2.0}))
    assert (jet.value, jet.coefficient("x")) == (s(0.7), 2.0 * s(0.7, order=1))


# beyond the range


def test_outside_there_is_no_number_unless_asked_for():
    s = a_spline()
    first, last = s.domain
    below, above = np.nextafter(first, -math.inf), np.nextafter(last, math.inf)
    assert np.isnan(s([below, first, last, above])).tolist() == [True, False, False, True]
    assert np.isnan(s([-math.inf, math.inf])).all() and np.isnan(s([below, above], order=3)).all()


@pytest.mark.parametrize("degree", DEGREES)
def test_held_ends_have_no_slope(degree):
    s = a_spline(degree, Beyond.HOLD)
    first, last = s.domain
    assert s([first - 1.0, -math.inf]).tolist() == [s(first)] * 2
    assert s([last + 1.0, math.inf]).tolist() == [s(last)] * 2
    for order in range(1, degree + 1):
        assert s([first - 1.0, last + 1.0], order=order).tolist() == [0.0, 0.0]
        assert s(last, order=order) != 0.0


@pytest.mark.parametrize("degree", DEGREES)
def test_the_last_polynomial_goes_on(degree):
    x, y = uneven_points(), some_values()
    s, oracle = spline(x, y, degree=degree, beyond=Beyond.CONTINUE), make_interp_spline(x, y, k=degree)
    assert_same(s, oracle, np.array([x[0] - 2.0, x[0] - 0.1, x[-1] + 0.1, x[-1] + 2.0]), degree)


@pytest.mark.parametrize("degree", [1, 3, 5])
def test_a_period_repeats(degree):
    x, y = uneven_points(), periodic_values()
    s = spline(x, y, degree=degree, ends=PeriodicEnds(), beyond=Beyond.PERIODIC)
    q, period = np.linspace(x[0], x[-1], 50)[1:-1], x[-1] - x[0]
    for turns in (-7, -1, 1, 12):
        np.testing.assert_allclose(s(q + turns * period), s(q), atol=1e-11)
        np.testing.assert_allclose(s(q + turns * period, order=1), s(q, order=1), atol=1e-11)
    assert np.isnan(s([math.inf, -math.inf])).all()


def test_in_the_range_all_modes_agree():
    x = uneven_points()
    results = [a_spline(3, beyond)(places(x)).tolist() for beyond in Beyond]
    assert all(result == results[0] for result in results)


# native


def native_cases():
    even = np.linspace(-1.0, 6.0, 20)
    nearly_even = even + np.random.default_rng(5).uniform(-0.12, 0.12, 20)
    rows = [uneven_points(2), uneven_points(7), uneven_points(40), even, nearly_even]
    return [(points, beyond) for points in rows for beyond in Beyond]


@pytest.mark.parametrize(("points", "beyond"), native_cases())
@pytest.mark.parametrize("degree", [0, 1, 3])
def test_native_is_interpreted_to_the_bit(points, beyond, degree):
    ends = NotAKnot() if degree < 3 else NaturalEnds()
    s = spline(points, some_values(len(points)), degree=degree, ends=ends, beyond=beyond)
    near = np.concatenate([np.nextafter(points, -math.inf), points, np.nextafter(points, math.inf)])
    x = np.concatenate([near, np.linspace(-30.0, 60.0, 501), [math.inf, -math.inf, math.nan, 1e300, -0.0]])
    for order in range(degree + 1):
        y, status = native_results(SplineCall(s, order), x)
        np.testing.assert_array_equal(y, s(x, order=order))
        is_outside = (x < points[0]) | (x > points[-1])
        assert (status == np.where(is_outside & (beyond is Beyond.NAN), OUTSIDE, 0)).all()


@pytest.mark.parametrize("degree", [2, 4, 5])
def test_native_derivatives_are_interpreted_to_the_bit(degree):
    s = a_spline(degree, Beyond.HOLD)
    x = np.linspace(-10.0, 20.0, 301)
    for order in range(degree + 1):
        np.testing.assert_array_equal(native_results(SplineCall(s, order), x)[0], s(x, order=order))


@pytest.mark.parametrize("spacing", [uneven_points(5000), np.linspace(0.0, 1.0, 5000)], ids=["uneven", "even"])
def test_large_tables_are_compiled(spacing):
    s = a_spline(3, points=spacing)
    x = np.linspace(*s.domain, 2000)
    np.testing.assert_array_equal(native_results(SplineCall(s), x)[0], s(x))


@pytest.mark.parametrize("beyond", Beyond)
def test_a_single_piece_runs_in_lanes(beyond):
    s = spline([0.0, 1.0, 2.0, 4.0], [1.0, 0.0, 2.0, 1.0], beyond=beyond)
    procedure = SplineCall(s).native()
    assert len(s.pieces) == 1 and not procedure.is_one_lane
    x, y = np.array([[0.5, -1.0, 9.0, math.nan]]), np.zeros((1, 4))
    assert run(procedure, x, y, lanes=4) == (OUTSIDE if beyond is Beyond.NAN else 0)
    np.testing.assert_array_equal(y, s(x))


def test_even_spacing_is_recognized():
    assert nearly_uniform_step(np.linspace(0.0, 1.0, 11).tolist()) == pytest.approx(0.1)
    assert nearly_uniform_step([0.0, 1.3, 2.0, 2.7, 4.0]) == 1.0
    assert nearly_uniform_step([0.0, 1.5, 2.0, 3.0]) is None
    assert nearly_uniform_step([0.0, 5e-324]) is None


# as a value


def test_splines_are_values():
    s = a_spline()
    assert s == a_spline() and hash(s) == hash(a_spline())
    assert s != a_spline(2) and s != replace(s, beyond=Beyond.HOLD) and s != "spline"
    assert replace(s, beyond=Beyond.HOLD) == a_spline(beyond=Beyond.HOLD)
    assert Spline([0.0, 1.0], [[0.0]]) == Spline([-0.0, 1.0], [[-0.0]])
    for twin in (pickle.loads(pickle.dumps(s)), copy.deepcopy(s)):
        assert twin == s and hash(twin) == hash(s) and not twin.knots.flags.writeable
    assert pickle.loads(pickle.dumps(s(X) + X)) is s(X) + X


def test_splines_cannot_be_changed():
    points = uneven_points()
    s = a_spline(points=points)
    points[0] = -100.0
    assert s.domain[0] == uneven_points()[0]
    with pytest.raises(FrozenInstanceError):
        s.beyond = Beyond.HOLD
    with pytest.raises(ValueError, match="read-only"):
        s.pieces[0, 0] = 1.0


def test_repr_is_short_whatever_the_table():
    s = a_spline(points=uneven_points(3000))
    assert repr(s).endswith(f"degree 3, 2997 pieces over [{s.domain[0]:g}, {s.domain[1]:g}], beyond NAN>")
    assert len(repr(SplineCall(s, 2))) < 150


def test_names_tell_splines_apart_in_every_process():
    assert SplineCall(a_spline()).name != SplineCall(a_spline(), 1).name
    assert SplineCall(a_spline()).name != SplineCall(a_spline(beyond=Beyond.HOLD)).name
    text = "from dalembert.expr.spline import *; print(SplineCall(Spline([0, 1], [[2, 3]])).name)"
    other = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True).stdout.strip()
    assert other == SplineCall(Spline([0.0, 1.0], [[2.0, 3.0]])).name
    assert other.isidentifier()


def test_failure_says_what_to_do():
    assert "outside [0, 1]" in (failure := SplineCall(Spline([0.0, 1.0], [[2.0]])).failure)
    assert "Beyond.HOLD" in failure


# bad input

UP = [0.0, 1.0, 2.0, 3.0]


@pytest.mark.parametrize(
    ("points", "values", "options", "message"),
    [
        ([0.0, 1.0, 1.0, 2.0], UP, {}, r"points\[2\] = 1 follows points\[1\] = 1"),
        ([0.0, 1.0, 0.5, 2.0], UP, {}, r"points must increase, but points\[2\] = 0.5"),
        ([0.0, math.inf, 2.0, 3.0], UP, {}, r"points\[1\] = inf is not finite"),
        (UP, [0.0, 1.0, 2.0, math.nan], {}, r"values\[3\] = nan is not finite"),
        (UP, UP[:3], {}, "as many values: not 4 and 3"),
        ([0.0], [0.0], {"degree": 0}, "two or more points"),
        ([UP], [UP], {}, r"1 dimension\(s\), not shape \(1, 4\)"),
        (["a", "b"], UP, {}, "points must be numbers"),
        ([X, 1.0], UP, {}, "not a number"),
        (UP[:3], UP[:3], {}, "degree 3 with not-a-knot ends needs 4 points, not 3"),
        (UP, UP, {"degree": 5}, "degree 5 with not-a-knot ends needs 6 points, not 4"),
        (UP[:2], UP[:2], {"degree": 5, "ends": NaturalEnds()}, "natural ends needs 3 points"),
        (UP, UP, {"degree": 6}, "degree of a spline is 0 to 5, not 6"),
        (UP, UP, {"degree": 3.0}, "degree of a spline is 0 to 5, not 3.0"),
        (UP, UP, {"ends": "natural"}, "ends must be NotAKnot"),
        (UP, UP, {"beyond": "hold"}, r"beyond is one of .*da\.expr\.Beyond\.HOLD.*, not 'hold'"),
        (UP, UP, {"degree": 2, "ends": NaturalEnds()}, "natural ends are defined for degrees 1, 3 and 5"),
        (UP, UP, {"degree": 4, "ends": PeriodicEnds()}, "periodic ends are defined for degrees 1, 3 and 5"),
        (UP, UP, {"degree": 0, "ends": PeriodicEnds()}, "degree 0 has no conditions at its ends"),
        (UP, UP, {"ends": PeriodicEnds()}, r"equal values .* not values\[0\] = 0 and values\[3\] = 3"),
        (UP, UP, {"degree": 1, "ends": ClampedEnds()}, "degree 2 to 5; here the degree is 1"),
        (UP, UP, {"degree": 5, "ends": ClampedEnds()}, "slope, second derivative"),
        (UP, UP, {"ends": ClampedEnds(start=(1.0, 2.0))}, "the slope at both ends"),
        ([0.0, 1e-300, 1.0, 2.0], UP, {"ends": NaturalEnds()}, "too steep for doubles"),
        ([-1e308, 1e308], [0.0, 1.0], {"degree": 0}, "finite length"),
    ],
)
def test_bad_points_are_named(points, values, options, message):
    with pytest.raises(ExpressionError, match=message):
        spline(points, values, **options)


def test_points_too_uneven_for_the_degree_are_refused():
    x = [0.0, 1e-7, 1.0, 1.0 + 1e-7, 2.0, 2.0 + 1e-7, 3.0, 3.0 + 1e-7]
    with pytest.raises(ExpressionError, match=r"misses values\[\d\]|too steep"):
        spline(x, some_values(8), degree=5)


def test_end_derivatives_are_finite():
    with pytest.raises(ExpressionError, match="finite derivatives at the end"):
        ClampedEnds(0.0, math.nan)


@pytest.mark.parametrize(
    ("knots", "coefficients", "degree", "message"),
    [
        ([0.0, 1.0, 2.0], [1.0], 3, "at least 4 coefficients and 4 more knots"),
        ([0.0, 2.0, 1.0, 3.0], [1.0, 2.0], 1, r"knots must not decrease, but knots\[2\] = 1"),
        ([0.0, 1.0, 1.0, 3.0], [1.0, 2.0], 1, r"knots\[1\] to knots\[2\] coincide"),
        ([0.0, 1.0, math.nan, 3.0], [1.0, 2.0], 1, r"knots\[2\] = nan"),
        ([0.0, 1.0], [1.0], 7, "0 to 5, not 7"),
    ],
)
def test_bad_knots_are_named(knots, coefficients, degree, message):
    with pytest.raises(ExpressionError, match=message):
        Spline.from_knots(knots, coefficients, degree)


@pytest.mark.parametrize(
    ("knots", "pieces", "message"),
    [
        ([0.0, 1.0], [[1.0], [2.0]], "2 knots bound 1 pieces, not 2"),
        ([0.0, 0.0, 1.0], [[1.0], [2.0]], r"knots\[1\] = 0 follows knots\[0\] = 0"),
        ([0.0, 1.0], [[math.nan, 1.0]], r"pieces\[0, 0\] = nan is not finite"),
        ([0.0, 1.0], [[1.0] * 7], "0 to 5, not 6"),
        ([0.0, 0.0], [[1.0]], "finite length"),
    ],
)
def test_bad_pieces_are_named(knots, pieces, message):
    with pytest.raises(ExpressionError, match=message):
        Spline(knots, pieces)
