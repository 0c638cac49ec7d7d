"""Quantiles of Student's t and of F."""

from __future__ import annotations

from math import isinf

from scipy.special import chdtri, fdtri, ndtri, stdtrit


def t_quantile(part: float, freedom: float) -> float:
    """Value below which there is this part of Student's t; normal if the degrees of freedom are infinite."""
    return float(ndtri(part) if isinf(freedom) else stdtrit(freedom, part))


def f_quantile(part: float, freedom: float) -> float:
    """Value below which there is this part of F with one degree of freedom above and some below."""
    return float(chdtri(1.0, 1.0 - part) if isinf(freedom) else fdtri(1.0, freedom, part))
