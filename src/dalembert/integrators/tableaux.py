"""Coefficients of Runge–Kutta methods."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

Row = tuple[float, ...]
"""Weights of slopes, from the first one on; those that are left out are zero."""


@dataclass(frozen=True)
class Tableau:
    """An explicit method: k_s = f(t + c_s h, y + h Σ A_sj k_j), y⁺ = y + h Σ b_j k_j.

    Slopes are counted on: behind the stages comes the slope at the end of the step, f(t + h, y⁺), then the slopes
    of `A_dense`, which only the interpolant needs.
    """

    order: int
    A: tuple[Row, ...]
    b: Row
    c: Row

    errors: tuple[Row, ...] = ()
    """Weights of the error estimate: none, one, or two that are combined as in the method of order 8(5,3)."""

    error_order: int = 0
    """The error estimate is proportional to the step to this power plus one."""

    share: float = 0.9
    """Part of the size at which the estimated error would be as large as tolerated, that steps take."""

    ends_with_slope: bool = False
    """Whether the estimate uses the slope at the end of the step, which then is the first of the next one."""

    A_dense: tuple[Row, ...] = ()
    c_dense: Row = ()
    dense: tuple[Row, ...] = ()
    """Weights of the terms by which the interpolant goes beyond the cubic through both ends."""

    @property
    def end(self) -> int:
        """Position of the slope at the end of the step."""
        return len(self.c)

    @property
    def n_slopes(self) -> int:
        """Number of slopes to keep."""
        return len(self.c) + 1 + len(self.c_dense)

    def growth(self, z: complex) -> float:
        """|R(z)|: the factor by which one step multiplies y in ẏ = λ y, with z = λ h."""
        slopes: list[complex] = []
        for weights in self.A:
            slopes.append(1.0 + z * sum(a * k for a, k in zip(weights, slopes, strict=False)))
        return abs(1.0 + z * sum(b * k for b, k in zip(self.b, slopes, strict=False)))


@dataclass(frozen=True)
class Collocation:
    """An implicit method: k_s = f(t + c_s h, y + h Σ A_sj k_j) with all j, y⁺ = y + h Σ b_j k_j."""

    order: int
    A: tuple[Row, ...]
    b: Row
    c: Row


EULER = Tableau(order=1, A=((),), b=(1.0,), c=(0.0,))

CLASSICAL = Tableau(
    order=4,
    A=((), (1 / 2,), (0.0, 1 / 2), (0.0, 0.0, 1.0)),
    b=(1 / 6, 1 / 3, 1 / 3, 1 / 6),
    c=(0.0, 1 / 2, 1 / 2, 1.0),
)

MERSON = Tableau(
    order=4,
    A=((), (1 / 3,), (1 / 6, 1 / 6), (1 / 8, 0.0, 3 / 8), (1 / 2, 0.0, -3 / 2, 2.0)),
    b=(1 / 6, 0.0, 0.0, 2 / 3, 1 / 6),
    c=(0.0, 1 / 3, 1 / 3, 1 / 2, 1.0),
)
"""R. H. Merson (1957)."""

DORMAND_PRINCE = Tableau(
    order=5,
    A=(
        (),
        (1 / 5,),
        (3 / 40, 9 / 40),
        (44 / 45, -56 / 15, 32 / 9),
        (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729),
        (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656),
    ),
    b=(35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84),
    c=(0.0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1.0),
    errors=((-71 / 57600, 0.0, 71 / 16695, -71 / 1920, 17253 / 339200, -22 / 525, 1 / 40),),
    error_order=4,
    ends_with_slope=True,
    dense=(
        (
            -12715105075 / 11282082432,
            0.0,
            87487479700 / 32700410799,
            -10690763975 / 1880347072,
            701980252875 / 199316789632,
            -1453857185 / 822651844,
            69997945 / 29380423,
        ),
    ),
)
"""J. R. Dormand, P. J. Prince (1980); interpolant of order 4 as in Hairer, Nørsett, Wanner (1993), II.6."""

MIDPOINT = Collocation(order=2, A=((1 / 2,),), b=(1.0,), c=(1 / 2,))

GAUSS_4 = Collocation(
    order=4,
    A=((1 / 4, 1 / 4 - sqrt(3) / 6), (1 / 4 + sqrt(3) / 6, 1 / 4)),
    b=(1 / 2, 1 / 2),
    c=(1 / 2 - sqrt(3) / 6, 1 / 2 + sqrt(3) / 6),
)

RADAU_5 = Collocation(
    order=5,
    A=(
        ((88 - 7 * sqrt(6)) / 360, (296 - 169 * sqrt(6)) / 1800, (-2 + 3 * sqrt(6)) / 225),
        ((296 + 169 * sqrt(6)) / 1800, (88 + 7 * sqrt(6)) / 360, (-2 - 3 * sqrt(6)) / 225),
        ((16 - sqrt(6)) / 36, (16 + sqrt(6)) / 36, 1 / 9),
    ),
    b=((16 - sqrt(6)) / 36, (16 + sqrt(6)) / 36, 1 / 9),
    c=((4 - sqrt(6)) / 10, (4 + sqrt(6)) / 10, 1.0),
)
"""Radau IIA (Hairer, Wanner 1996, IV.5)."""
