import numpy as np
import pytest

import dalembert as da


def values(law, times, order=0):
    y = law(da.time) if callable(law) else law
    for _ in range(order):
        y = da.expr.derivative(y, da.time)
    return np.array([da.expr.evaluate(y, {da.time: t}) for t in times])


def test_a_quintic_has_its_values_rates_and_accelerations_at_both_ends():
    law = da.control.quintic(1.0, 3.0, duration=2.0, rates=(0.5, -0.2), accelerations=(0.1, 0.4), begin=1.0)
    ends = [1.0, 3.0]
    for order, expected in enumerate([(1.0, 3.0), (0.5, -0.2), (0.1, 0.4)]):
        np.testing.assert_allclose([law(t, order=order) for t in ends], expected, atol=1e-12)


def test_the_least_jerk_is_that_of_flash_and_hogan():
    s = np.linspace(0.0, 1.0, 7)
    expected = 2.0 + 3.0 * (10 * s**3 - 15 * s**4 + 6 * s**5)
    np.testing.assert_allclose(values(da.control.minimum_jerk(2.0, 5.0, duration=4.0), 4.0 * s), expected)
    np.testing.assert_allclose(values(da.control.rest_to_rest(2.0, 5.0, duration=4.0), 4.0 * s), expected)


def test_rest_to_rest_is_as_smooth_as_asked_for_and_stays():
    law = da.control.rest_to_rest(0.0, 2.0, duration=3.0, smoothness=4, begin=1.0)
    for order in range(1, 5):
        np.testing.assert_allclose(values(law, [1.0 + 1e-9, 4.0 - 1e-9], order), 0.0, atol=1e-4)
    np.testing.assert_allclose(values(law, [0.0, 2.5, 9.0]), [0.0, 1.0, 2.0])


@pytest.mark.parametrize(("way", "duration"), [(4.0, 5.0), (-4.0, 5.0), (0.25, 1.0)])
def test_a_trapezoid_is_never_faster_than_allowed(way, duration):
    law = da.control.trapezoidal(1.0, 1.0 + way, speed=1.0, acceleration=1.0, begin=2.0)
    assert law.domain[1] - law.domain[0] == pytest.approx(duration)
    times = np.linspace(*law.domain, 41)
    assert np.abs(values(law, times, 1)).max() <= 1.0 + 1e-12
    np.testing.assert_allclose(values(law, [law.domain[1], law.domain[1] + 1.0]), 1.0 + way)


def test_laws_of_nonsense_are_refused():
    with pytest.raises(da.errors.ModelError, match="the duration of a quintic is a positive number"):
        da.control.quintic(0.0, 1.0, duration=0.0)
    with pytest.raises(da.errors.ModelError, match="not to the same"):
        da.control.trapezoidal(1.0, 1.0, speed=1.0, acceleration=1.0)
    with pytest.raises(da.errors.ModelError, match="smoothness of a law is a whole number"):
        da.control.rest_to_rest(0.0, 1.0, duration=1.0, smoothness=2.5)


@pytest.mark.parametrize("rise", [da.planar.cycloidal, da.planar.harmonic, da.planar.polynomial_4567])
def test_a_law_of_cams_leads_from_rest_to_rest_as_its_lift_does(rise):
    law = da.control.rest_to_rest(1.0, 4.0, duration=2.0, by=rise, begin=0.5)
    lift = da.planar.lift_law([(0.5, 1.0), (2.5, 4.0), (0.5 + 2 * np.pi, 1.0)], by=rise)
    t = np.linspace(0.5, 2.5, 9)
    np.testing.assert_allclose([da.expr.evaluate(law, {da.time: x}) for x in t], [lift(x) for x in t], atol=1e-14)
    assert [da.expr.evaluate(law, {da.time: x}) for x in (0.0, 9.0)] == [1.0, 4.0]
