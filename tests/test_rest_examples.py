"""Examples of rest, small motions and periodic motion, beside closed forms."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import dalembert as da
from tests.examples import example, numbers

pytestmark = pytest.mark.slow


def test_quarter_and_half_car_have_the_matrices_of_the_textbook():
    found = numbers("car_on_springs")
    for car in ("quarter", "half"):
        assert found[f"{car} A"] == pytest.approx(found[f"{car} closed form"], rel=1e-12, abs=1e-9)


def test_the_cars_rest_on_their_springs():
    """The weight goes to the axles by the law of the lever; tyres carry their wheels too."""
    found, module = numbers("car_on_springs"), example("car_on_springs")
    rest, weight = found["half rest"], module.BODY * module.GRAVITY
    front, rear = module.AXLES
    loads = {"front": weight * rear / (rear - front), "rear": weight * front / (front - rear)}
    for k, side in enumerate(module.SIDES):
        assert rest[f"{side} spring.force"] == pytest.approx(-loads[side], rel=1e-12)
        length = module.LENGTH + loads[side] / module.SPRINGS[k]
        assert rest.p[f"{side} length"] == pytest.approx(length, rel=1e-12)
        tread = (loads[side] + module.WHEELS[k] * module.GRAVITY) / module.TYRES[k]
        assert rest.p[f"{side} tread"] == pytest.approx(tread, rel=1e-12)
    assert rest.stability.startswith("asymptotically stable")
    quarter = found["quarter rest"]
    sag = (module.SPRUNG + module.UNSPRUNG) * module.GRAVITY / module.TYRE
    assert quarter.q["wheel"] == pytest.approx(-sag, rel=1e-12)
    assert quarter.q["chassis"] == pytest.approx(-sag - module.SPRUNG * module.GRAVITY / module.SPRING, rel=1e-12)


def test_the_ride_of_the_quarter_car_is_that_of_its_matrices():
    found, module = numbers("car_on_springs"), example("car_on_springs")
    M, C, K = module.quarter_matrices()
    for omega in (2.0, 8.0, 60.0):
        wheel, body = np.linalg.solve(-(omega**2) * M + 1j * omega * C + K, [module.TYRE, 0.0])
        response = np.ravel(found["ride"].frequency_response([omega]))
        assert response == pytest.approx([body, body - wheel], rel=1e-10)


def test_four_bars_rest_and_swing_as_by_hand():
    found = numbers("spring_four_bar")
    assert len(found["rests"]) == 3
    for rest, square, (angle, own) in zip(found["rests"], found["squares"], found["by hand"], strict=True):
        assert rest.q["A"] == pytest.approx(angle, abs=1e-9)
        assert square == pytest.approx(own, rel=1e-6)
        assert rest.is_stable == (own > 0.0)


def test_the_shaken_pendulum_is_stable_where_mathieu_says():
    found, module = numbers("vibrating_support"), example("vibrating_support")
    assert found["amplitude"] == pytest.approx(found["amplitude by the chart"], rel=1e-9)
    for p, s, is_stable in found["chart"]:
        assert is_stable == module.is_stable_by_chart(p, s), (p, s)
    assert {is_stable for *_, is_stable in found["chart"]} == {True, False}


def test_multipliers_of_the_shaken_pendulum_are_those_of_mathieus_equation():
    module = example("vibrating_support")
    amplitude, rate = 0.03, 20.0
    p, s = module.place(amplitude, rate, 0.0)
    found = module.rest(da.as_dynamics(module.pendulum()), amplitude, rate, 0.0)

    def mathieu(tau, y):
        return [y[1], -(p - 2.0 * s * np.cos(2.0 * tau)) * y[0]]

    ends = [solve_ivp(mathieu, (0.0, np.pi), y, rtol=1e-11, atol=1e-12).y[:, -1] for y in np.eye(2)]
    exact = np.linalg.eigvals(np.transpose(ends))
    assert np.sort_complex(found.multipliers) == pytest.approx(np.sort_complex(exact), abs=1e-8)


def test_shaken_at_twice_its_pace_it_swings_once_in_two_periods():
    swing = numbers("vibrating_support")["swing"]
    assert swing.is_stable and np.ptp(swing.motion["swing"]) > 1.0
    half = swing.motion["swing"][len(swing.motion) // 2]
    assert half == pytest.approx(-swing.motion["swing"][0], abs=1e-6)
