"""The check of starts of large systems of elements, by numbers: nothing is compiled for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from dalembert.arrays import Vector
from dalembert.numerics.element_numbers import ElementNumbers
from dalembert.numerics.repeated_system import RepeatedSystem


def gap_and_pivot(system: RepeatedSystem, q: Vector, u: Vector, p: Mapping[str, float]) -> tuple[float, float]:
    """How far rows are from zero, beside coordinates and speeds, and the smallest pivot of J Jᵀ.

    As the first two numbers of `QuickCheck`; the pivot is that of an order that fills in little.
    """
    at = ElementNumbers(system, q, u, p)
    J = at.J
    norms = np.sqrt(J.power(2).sum(axis=1))
    with np.errstate(divide="ignore", invalid="ignore"):
        off = [np.abs(x[:n]) / norms[:n] for x, n in ((at.phi, system.n_phi), (at.psi, system.n_psi))]
    sizes = [max(1.0, np.abs(x).max(initial=0.0)) for x in (q, u)]
    gaps = [float(x.max(initial=0.0)) / size for x, size in zip(off, sizes, strict=True)]
    return max(gaps) if np.isfinite(gaps).all() else float("nan"), _smallest_pivot(J)


def _smallest_pivot(J: Any) -> float:
    """The smallest pivot of J Jᵀ beside its diagonal, eliminated without exchanging rows."""
    from scipy.sparse.linalg import splu

    S = (J @ J.T).tocsc()
    options = {"SymmetricMode": True}
    try:
        factors = splu(S, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options=options)
    except RuntimeError:  # singular
        return 0.0
    if not np.array_equal(factors.perm_r, factors.perm_c):
        return 0.0
    diagonal = np.empty(len(factors.perm_c))
    diagonal[factors.perm_c] = S.diagonal()
    return float((factors.U.diagonal() / diagonal).min(initial=1.0))
