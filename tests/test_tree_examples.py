"""Case studies of Orsino (2016) as trees in `examples/`: numbers of the thesis, and of other computations."""

import numpy as np
import pytest

from tests.examples import numbers

LAST_DIGIT = 1.0
"""Units of the last decimal by which numbers may differ."""


@pytest.mark.covers("F000-14", "F000-82")
def test_the_pendulum_of_fig_5_1_has_its_complement_and_keeps_its_invariants():
    found = numbers("pendulum_tree")
    a, θ, φ = 1.5, 0.7, 0.4
    s, c = np.sin(θ), np.cos(θ)
    expected = [[-a * s * np.sin(φ), a * c * np.cos(φ)], [a * s * np.cos(φ), a * c * np.sin(φ)], [0.0, a * s]]
    assert np.allclose(found["S"].astype(float), expected, rtol=1e-14)
    lines = found["explicit"].text().splitlines()
    assert "θ̈ = (cos(θ) φ̇² - g/a) sin(θ)" in lines
    assert "φ̈ = -2 cos(θ) φ̇ θ̇/sin(θ)" in lines
    assert len([line for line in lines if " = " in line]) == 8
    assert found["energy drift"] < 1e-8
    assert found["spin about z"] < 1e-9


@pytest.mark.covers("F000-32", "F000-65")
def test_ring_and_disc_as_a_tree_swing_as_in_the_table():
    found = numbers("ring_and_disc_tree")
    assert found["steady"]["u1"] == pytest.approx(4.0273973, abs=1e-7)
    assert found["frequency"] == pytest.approx(2.6329651, abs=1e-7)
    G = {"θ.rate": -6.9325051, "u1": -0.3882203, "u2": 4.2704232, "v2": 1.3587710, "ω2": -14.8817777}
    for name, value in G.items():
        assert found["G"][name] == pytest.approx(value, abs=1e-6), name
    swing = [
        [0.810008, -1.255767, -2.690394],
        [0.228206, -0.721574, -1.566929],
        [0.883813, 1.173401, 2.513041],
        [1.143761, -0.382557, -0.820406],
    ]
    assert np.allclose(found["swing"], swing, rtol=0, atol=1.5e-6)
    linear = [[0.775229, -1.334276], [0.186183, -0.671358], [0.918759, 1.172746], [1.076102, -0.776667]]
    assert np.allclose(found["linear swing"], linear, rtol=0, atol=1.5e-6)
    assert found["range"] == pytest.approx([0.146795, 1.167100], abs=1e-4)
    assert found["residual"].max() < 1e-12


@pytest.mark.covers("F000-65")
def test_the_sphere_in_the_trough_is_where_the_table_says():
    found = numbers("sphere_in_a_trough")
    assert found["freedoms"] == 3
    assert np.allclose(found["x"], [0.0172164, 0.1393166, 0.8301529, 1.8362339, 4.4768873], rtol=0, atol=1e-6)
    assert np.allclose(found["y"], [0.0242741, -0.0883212, 0.0559360, 0.0768416, 0.0178905], rtol=0, atol=1e-6)
    quaternions = np.array(
        [
            [-0.802345, 0.309676, -0.040665, -0.508615],
            [0.806340, -0.476114, 0.033754, 0.349274],
            [0.911013, -0.082778, 0.358987, -0.185288],
            [-0.834864, 0.083830, 0.543820, -0.015317],
            [-0.070094, -0.029544, -0.744295, -0.663505],
        ]
    )
    off = np.minimum(np.abs(found["quaternion"] - quaternions), np.abs(found["quaternion"] + quaternions))
    assert off.max() < 1e-4
    assert found["periods"] == pytest.approx((2.3688, 1.1844), abs=2e-4)
    assert np.allclose(found["range"], [-0.1, 0.1, 0.0, 0.005], atol=2e-5)
    assert found["length"].max() < 1e-10


@pytest.mark.covers("F000-14", "F000-21", "F000-65")
def test_the_five_bar_with_motors_has_the_forces_of_the_regression():
    found = numbers("five_bar_tree")
    assert (found["speeds"], found["freedoms"]) == (35, 4)
    hands = [[1.935065, -2.190479], [-2.886647, 1.875830]]
    assert np.allclose(found["forces of the hands"], hands, rtol=0, atol=1e-6)
    assert found["forces"]["R/L/θ.rate"] == pytest.approx(4.671964, abs=1e-6)
    assert found["forces"]["R/R/θ.rate"] == pytest.approx(-6.346591, abs=1e-6)
    # ῡ − ρ i − κ η θ̇ of both currents, without voltage
    assert found["forces"]["motorL/i"] == pytest.approx(-1.5 * 0.3 - 0.3 * 2.0 * 1.0)
    assert found["forces"]["motorR/i"] == pytest.approx(1.5 * 0.4 + 0.3 * 2.0 * 0.5)
    assert found["gap"] < 1e-10


@pytest.mark.covers("F000-14", "F000-62", "F000-64")
def test_the_torques_of_the_manipulator_are_those_of_the_table():
    found = numbers("manipulator_tree")
    assert (found["coordinates"], found["rows"], found["freedoms"]) == (21, 21, 3)
    torques = [
        [1.25633, -0.70375, 1.22812],
        [-4.10916, 4.79659, -5.02503],
        [7.17420, 4.16660, -0.61282],
        [6.90788, -7.33861, 3.28025],
        [-0.66276, 0.94118, 1.50228],
        [-7.33762, 8.05715, -4.34370],
        [4.12235, 1.42105, 6.43340],
        [0.11951, -10.96923, 2.68388],
    ]
    assert np.allclose(found["torques"], torques, rtol=0, atol=LAST_DIGIT * 1e-5)
    ω7 = [0.84615, -0.02136, -0.15660, -0.22130, 0.06075, -0.64585, 0.03845, 0.33112]
    assert np.allclose(found["ω7"], ω7, rtol=0, atol=LAST_DIGIT * 1e-5)
    extremes = [[-7.5083, 7.7612], [-10.9744, 11.0595], [-5.1836, 9.7488]]
    assert np.allclose(found["extremes"], extremes, rtol=0, atol=5e-3)


@pytest.mark.covers("F000-28", "F000-30", "F000-86")
def test_the_torque_of_the_slider_crank_is_that_of_the_table():
    found = numbers("slider_crank_tree")
    table = [
        [27.44449, -5.80370, 17.38870],
        [6.93901, -8.00520, 12.92572],
        [-24.31863, 24.93702, -12.14816],
        [-32.43321, 63.34938, -28.37733],
        [-10.75672, 14.01310, -8.81333],
        [25.09193, -3.44144, 12.68357],
    ]
    assert np.allclose(found["loads"], table, rtol=2e-6)
    assert np.allclose(found["jump"], [[-49.28, 33.69, -15.48], [-58.42, 93.79, -33.75]], atol=0.01)


@pytest.mark.covers("F000-14", "F000-38")
def test_the_bicycle_of_modules_is_stable_as_the_benchmark():
    found = numbers("bicycle_tree")
    K2 = [[0.0, 76.59734589573222], [0.0, 2.65431523794604]]
    assert np.allclose(found["matrices"].K2.to_array(), K2, rtol=0, atol=1e-10)
    ((low, high),) = found["stable"]
    assert (low, high) == (pytest.approx(4.29238253634111, abs=1e-8), pytest.approx(6.02426201538837, abs=1e-8))
