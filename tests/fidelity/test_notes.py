"""Numbers of our own notes that were not right, computed in ways that do not share the package's equations."""

import mpmath
import numpy as np
import pytest
from scipy.integrate import solve_ivp

from tests.examples import example


def test_released_particle_passes_the_end_of_the_ellipse():
    motion = example("particle_on_a_wire").run(0.0)
    assert motion["y"][0] > 0.0
    assert motion["y"].min() < -0.1


def test_stabilized_pendulum_of_varying_length_loses_a_little_less():
    """In three digits 3.15, not 3.16."""
    energy = 1e3 * example("pendulum_of_varying_length").drift("stabilized", 0.01).energy
    assert energy == pytest.approx(3.1548, abs=1e-4)
    assert round(energy, 2) != 3.16


def slider_crank_multiplier(t: float) -> float:
    """λ from the reduced equation in 25 digits: (½ + 2 s²) θ̈ + 2 s c θ̇² + g c = 0 from rest at 60°.

    Energy gives the rate, (½ + 2 s²) θ̇² = 2 g (sin 60° − s), and time is an integral over its inverse. λ is what
    is left of the equation of the second angle, with q₂ = −2 θ.
    """
    with mpmath.workdps(25):
        g, top = mpmath.mpf("9.81"), mpmath.pi / 3

        def mass(angle):
            return mpmath.mpf(1) / 2 + 2 * mpmath.sin(angle) ** 2

        def rate_squared(fall):
            drop = 2 * mpmath.cos(top - fall / 2) * mpmath.sin(fall / 2)
            return 2 * g * drop / mass(top - fall)

        # a fall by y² removes the infinite slope at rest
        def elapsed(x):
            return mpmath.quad(lambda y: 2 * y / mpmath.sqrt(rate_squared(y * y)), mpmath.linspace(0, x, 4))

        guess = (0.61, 0.63) if t < 0.6 else (1.18, 1.19)
        fall = mpmath.findroot(lambda x: elapsed(x) - t, guess) ** 2
        s, c, rate2 = mpmath.sin(top - fall), mpmath.cos(top - fall), rate_squared(fall)
        a = -(2 * s * c * rate2 + g * c) / mass(top - fall)

        # M₂₁ = (1 + 2 cos 2θ)/4, M₂₂ = ¼, b₂ = −½ sin 2θ θ̇², g₂ = ½ g c, Φ₂ = c
        second = (1 + 2 * (c * c - s * s)) / 4 * a - a / 2 - s * c * rate2 + g * c / 2
        return float(second / c)


@pytest.mark.parametrize(
    ("t", "right", "noted"), [(0.5, 4.019499654463, 4.019499654468), (0.75, 18.297625702246, 18.297625702238)]
)
def test_multipliers_of_the_falling_slider_crank(t, right, noted):
    found = slider_crank_multiplier(t)
    assert found == pytest.approx(right, abs=1e-12)
    assert abs(found - noted) > 4e-12


def gyroscope_rates(t, x):
    """Closed form: yoke and rotor keep their momenta."""
    del t
    (q2,), u = x[1:2], x[3:]
    s, c, K, axial = np.sin(q2), np.cos(q2), 2.958 + 1.0 + 1.0 / 12.0 + 9.0 - 0.25, 0.5
    M22 = 4.0625 + 1.0 / 12.0 + 9.0 + 0.25
    M = np.array([[0.5 + 0.125 + axial + K * c**2, 0.0, -axial * s], [0.0, M22, 0.0], [-axial * s, 0.0, axial]])
    b = np.array(
        [
            -2.0 * c * u[1] * (K * s * u[0] + axial / 2.0 * u[2]),
            c * u[0] * (K * s * u[0] + axial * u[2]),
            -axial * c * u[0] * u[1],
        ]
    )
    return np.concatenate([u, np.linalg.solve(M, -b - [0.0, -2.0 * 9.81 * c, 0.0])])


def test_gyroscope_after_ten_seconds():
    start = [0.0, -np.pi / 6.0, 0.0, 0.0, 0.0, np.pi / 4.0]
    end = solve_ivp(gyroscope_rates, (0.0, 10.0), start, "DOP853", rtol=3e-14, atol=1e-15).y[:, -1]
    assert end[0] == pytest.approx(0.88522504331247, abs=5e-13)
    assert end[2] == pytest.approx(8.62655923128340, abs=5e-13)
    assert abs(end[0] - 0.885225043315) > 2e-12
    assert abs(end[2] - 8.626559231286) > 2e-12
