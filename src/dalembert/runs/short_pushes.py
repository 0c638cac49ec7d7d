"""Pushes that are shorter than the steps of a method which takes them all alike: it feels them by chance."""

from __future__ import annotations

import numpy as np

from dalembert.dynamics.dynamics import Dynamics
from dalembert.expr.node import Scalar
from dalembert.expr.time_dependence import instants, time_laws
from dalembert.integrators.method import Method
from dalembert.memo import Key
from dalembert.runs.motion import Motion

_SHORTER = 1.0 - 1e-9
"""Part of a step that is no whole one."""

_APART = 1e-12
"""Time between two instants, beside the run, that tells them apart."""

_INSTANTS: Key[tuple[Scalar, ...]] = Key("instants of laws of time")


def may_pass_over(dynamics: Dynamics, method: Method) -> bool:
    """Whether pushes may lie between stages of steps that are all alike; others end where laws switch."""
    return bool(method.uniform_step) and len(_instants(dynamics, method)) > 1


def passed_over(motion: Motion, method: Method) -> tuple[str, ...]:
    """A note if laws of time switch twice within a step."""
    if not len(motion) or not may_pass_over(motion.dynamics, method):
        return ()
    values = np.array(_instants(motion.dynamics, method), dtype=object)
    told = np.asarray(motion.with_rows(slice(0, 1), ()).evaluate(values), dtype=float)[0]
    first, last = sorted((float(motion.times[0]), float(motion.times[-1])))
    inside = np.unique(told[(told > first) & (told < last)])
    gaps = np.diff(inside)
    short = (gaps < _SHORTER * method.uniform_step) & (gaps > _APART * (last - first))
    if not short.any():
        return ()
    k = int(np.argmax(short))
    return (
        f"laws of time switch at t = {inside[k]:.9g} and {inside[k + 1]:.9g}, within a step of "
        f"{type(method).__name__} of {method.uniform_step:g} s: what they do in between is felt by chance; take "
        "shorter steps, or a method that chooses them, such as da.methods.DOP853()",
    )


def _instants(dynamics: Dynamics, method: Method) -> tuple[Scalar, ...]:
    return dynamics.shared.get(
        _INSTANTS.of(dynamics.solved, method.finds_accelerations), lambda: _of(dynamics, method)
    )


def _of(dynamics: Dynamics, method: Method) -> tuple[Scalar, ...]:
    eom = dynamics.equations
    if method.finds_accelerations and dynamics.solved.second_order.repeated is not None:
        # kinds of elements know no laws of time
        return ()
    # methods that find accelerations have no need for rates, which would have to be made
    roots = [*eom.f, *eom.gamma] if method.finds_accelerations else dynamics.solved.first_order().rate
    return instants(time_laws(roots))
