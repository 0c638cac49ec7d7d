"""Small systems whose equations are known in closed form: mass matrix M, bias b and gravity term g with

    M q̈ + b + g = τ.

Angles are measured from the x axis, planar ones about z; gravity of strength G pulls along −y if nothing is said.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy import cos, sin

G = 9.81


@dataclass(frozen=True)
class Terms:
    """M (n, n), b and g (n,)."""

    M: Any
    b: Any
    g: Any


def pendulum(q: Any, u: Any, *, m: float, l: float) -> Terms:
    """A thin rod about its end."""
    return Terms([[m * l**2 / 3.0]], [0.0], [m * G * l / 2.0 * cos(q[0])])


def double_pendulum(q: Any, u: Any, *, m: Any, l: Any, r: Any = (0.0, 0.0)) -> Terms:
    """Two rods of radius r (exercise 1 of chapter 5), the second angle relative."""
    (m1, m2), (l1, l2), (r1, r2) = m, l, r
    c2, s2 = cos(q[1]), sin(q[1])
    own = m2 * (l2**2 / 3.0 + r2**2 / 4.0)
    M11 = m1 * (l1**2 / 3.0 + r1**2 / 4.0) + m2 * l1**2 + own + m2 * l1 * l2 * c2
    M12 = own + 0.5 * m2 * l1 * l2 * c2
    b = 0.5 * m2 * l1 * l2 * s2 * np.array([-u[1] * (2.0 * u[0] + u[1]), u[0] ** 2])
    tip = 0.5 * G * m2 * l2 * cos(q[0] + q[1])
    return Terms([[M11, M12], [M12, own]], b, [G * l1 * cos(q[0]) * (0.5 * m1 + m2) + tip, tip])


def cart_and_pendulum(q: Any, u: Any, *, m_cart: float, m: float, l: float) -> Terms:
    """A cart along x with a thin rod hinged on it."""
    h = 0.5 * m * l
    M = [[m_cart + m, -h * sin(q[1])], [-h * sin(q[1]), m * l**2 / 3.0]]
    return Terms(M, [-h * cos(q[1]) * u[1] ** 2, 0.0], [0.0, h * G * cos(q[1])])


def spherical_pendulum(q: Any, u: Any, *, m: float, l: float) -> Terms:
    """A point mass turning by q₁ about z, then by q₂ about y, out along x; gravity along −z."""
    s, c, J = sin(q[1]), cos(q[1]), m * l**2
    return Terms(
        [[J * c**2, 0.0], [0.0, J]],
        [-2.0 * J * s * c * u[0] * u[1], J * s * c * u[0] ** 2],
        [0.0, -m * G * l * c],
    )


def gyroscope(q: Any, u: Any, *, m: Any, l_G2: float, l3: float, r: float, h: float) -> Terms:
    """Yoke about z, beam about y, rotor about x (X001-D); gravity along −z."""
    m1, m2, m3 = m
    s2, c2 = sin(q[1]), cos(q[1])
    axial = 0.5 * m3 * r**2
    K = (2.958 + l_G2**2) * m2 + m3 * (h**2 / 12.0 + l3**2 - r**2 / 4.0)
    M22 = (3.0625 + l_G2**2) * m2 + m3 * (h**2 / 12.0 + l3**2 + r**2 / 4.0)
    M11 = m1 / 2.0 + 0.125 * m2 + axial + K * c2**2
    M = [[M11, 0.0, -axial * s2], [0.0, M22, 0.0], [-axial * s2, 0.0, axial]]
    b = [
        -2.0 * c2 * u[1] * (K * s2 * u[0] + 0.5 * axial * u[2]),
        c2 * u[0] * (K * s2 * u[0] + axial * u[2]),
        -axial * c2 * u[0] * u[1],
    ]
    return Terms(M, b, [0.0, G * (l_G2 * m2 - l3 * m3) * c2, 0.0])
