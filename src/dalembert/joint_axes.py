"""Axes of joints that depend on each other: where three angles have no rates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from dalembert.equations.places import JointAxes
from dalembert.rank import MAINLY, NEARLY, SINGULAR, row_scales

MET = 10.0 * NEARLY.distance
"""Distance of axes from dependence at which a run that ends has met a singular position of a joint."""


def dependent_axes(
    joints: Iterable[JointAxes], values: Mapping[str, Any], limit: float = SINGULAR.distance
) -> tuple[JointAxes, ...]:
    """Joints whose axes, by name (…, 6, n), depend on each other somewhere, with the speeds along them."""
    shares = [(axes, _dependent_columns(values[axes.joint], limit)) for axes in joints]
    return tuple(
        replace(axes, speeds=tuple(name for name, x in zip(axes.speeds, share, strict=True) if x))
        for axes, share in shares
        if share.any()
    )


def _dependent_columns(H: Any, limit: float) -> Any:
    """Which columns (n,) depend on each other in one of the (…, 6, n)."""
    axes = np.swapaxes(H, -1, -2)
    U, s, _ = np.linalg.svd(axes / row_scales(axes)[..., None], full_matrices=False)
    is_dependent = (np.abs(U[..., -1]) > MAINLY) & (s[..., -1:] < limit * s[..., :1])
    return is_dependent.reshape(-1, H.shape[-1]).any(axis=0)


def axes_text(found: tuple[JointAxes, ...]) -> str:
    """What is singular, and what to do; empty if nothing is."""
    if not found:
        return ""
    speeds = ", ".join(name for axes in found for name in axes.speeds)
    joints = ", ".join(repr(axes.joint) for axes in found)
    return (
        f"the rates of {speeds} have no value there: three angles have none where the first and last turn about "
        f"one axis, as those of {joints} do; leave `angles` out, which gives a quaternion, or take other axes"
    )
