"""Stabilization of constraints against drift, as a part of J a = γ."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from dalembert.arrays import Array
from dalembert.errors import FormulationError
from dalembert.expr.node import Scalar
from dalembert.expr.symbol_nodes import param
from dalembert.rows import Baumgarte

FIELDS = ("velocity", "position", "nonholonomic")


def stabilized_gamma(
    gamma: Array, phi: Array, psi: Array, stabilization: Baumgarte, *, by_parameters: bool
) -> Array:
    """γ − A φ̇ − B φ for holonomic rows, γ − C ψ for nonholonomic ones (m,); gains are numbers or parameters."""
    m_phi, m_psi = len(phi), len(psi)
    A, B, C = (
        _gain(stabilization, field, n, by_parameters)
        for field, n in zip(FIELDS, (m_phi, m_phi, m_psi - m_phi), strict=True)
    )
    found = np.array(gamma, dtype=object)
    found[:m_phi] = gamma[:m_phi] - A @ psi[:m_phi] - B @ phi
    found[m_phi:m_psi] = gamma[m_phi:m_psi] - C @ psi[m_phi:]
    return found


def gain_values(stabilization: Baumgarte) -> Mapping[str, float]:
    """Values of the parameters that gains are."""
    return {
        name: float(x) for field in FIELDS for name, x in _named(field, np.array(getattr(stabilization, field)))
    }


def _gain(stabilization: Baumgarte, field: str, n: int, by_parameters: bool) -> Array:
    gain = np.array(getattr(stabilization, field))
    if gain.ndim and gain.shape != (n, n):
        raise FormulationError(
            f"the gain {field!r} has the shape {gain.shape}, but there are {n} rows of its kind in the system"
        )
    if by_parameters:
        # the default value says nothing: a run brings its own
        entries = [param(name, 0.0) for name, _ in _named(field, gain)]
        gain = np.array(entries, dtype=object).reshape(gain.shape)
    return gain if gain.ndim else gain[()] * np.eye(n)


def _named(field: str, gain: Array) -> list[tuple[str, Scalar]]:
    """Names of the entries of a gain, which no part of a model can have, and the entries."""
    places = ["".join(f" {k}" for k in index) for index in np.ndindex(gain.shape)]
    return [(f".gain {field}{place}", x) for place, x in zip(places, gain.flat, strict=True)]
