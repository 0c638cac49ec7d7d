"""Axes of joints that depend on each other: where three angles have no rates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from dalembert.arrays import Array
from dalembert.equations.outputs import JointAxes
from dalembert.rank import MAINLY, NEARLY, SINGULAR, row_scales

MET = 10.0 * NEARLY.distance
"""Distance of axes from dependence at which a run that ends has met a singular position of a joint."""


def dependent_axes(
    joints: Iterable[JointAxes], values: Mapping[str, Array], limit: float = SINGULAR.distance
) -> tuple[JointAxes, ...]:
    """Joints whose axes, by name (…, 6, n), depend on each other somewhere, with the speeds along them."""
    joints = tuple(joints)
    shares: dict[str, Array] = {}
    for n in {len(axes.speeds) for axes in joints}:
        # joints with equally many axes are looked at together
        alike = [axes.joint for axes in joints if len(axes.speeds) == n]
        shares.update(zip(alike, _dependent_columns([values[name] for name in alike], limit), strict=True))
    return tuple(
        replace(axes, speeds=tuple(name for name, x in zip(axes.speeds, shares[axes.joint], strict=True) if x))
        for axes in joints
        if shares[axes.joint].any()
    )


def _dependent_columns(H: Sequence[Array], limit: float) -> Array:
    """Whether columns (k, n) of some joints (k, …, 6, n) depend on each other somewhere."""
    axes = np.swapaxes(H, -1, -2)
    U, s, _ = np.linalg.svd(axes / row_scales(axes)[..., None], full_matrices=False)
    is_dependent = (np.abs(U[..., -1]) > MAINLY) & (s[..., -1:] < limit * s[..., :1])
    return is_dependent.reshape(len(H), -1, axes.shape[-2]).any(axis=1)


def axes_text(found: tuple[JointAxes, ...]) -> str:
    """Message about singular axes of joints, and what to do; empty if there are none."""
    if not found:
        return ""
    speeds = ", ".join(name for axes in found for name in axes.speeds)
    joints = ", ".join(repr(axes.joint) for axes in found)
    return (
        f"the rates of {speeds} have no value there: three angles have none where the first and last turn about "
        f"one axis, as those of {joints} do; leave `angles` out, which gives a quaternion, or take other axes"
    )
