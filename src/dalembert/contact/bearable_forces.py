"""Forces of contacts that are not unique: some that all of them can bear, if there are any."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dalembert.arrays import Matrix, Vector
from dalembert.contact.bearable_code import HOLDING, PRESSING, BearableShape
from dalembert.contact.cone_code import ConeShape
from dalembert.contact.routines import BearableRoutine
from dalembert.numerics.contact_levels import FITS


def bearable_forces(A: Matrix, c: Vector, cones: Sequence[tuple[int, float]]) -> Vector | None:
    """λ with A λ = −c that all points can bear; None if there is none.

    Of each point `cones` says how many forces it has, the normal one first, and μ.
    """
    n, width = len(cones), max((size for size, _ in cones), default=1)
    places = [k * width + i for k, (size, _) in enumerate(cones) for i in range(size)]
    R = np.zeros((len(A), n * width))
    R[:, places] = A
    found = BearableRoutine(BearableShape(ConeShape((True,) * n, width - 1), len(A))).of_numbers(
        R=R,
        b=-c,
        mu=[mu for _, mu in cones],
        base=np.zeros(n),
        kind=[HOLDING if size > 1 else PRESSING for size, _ in cones],
        allowed=FITS,
    )
    return None if found["excess"][0] > FITS else found["lam"][places]
