"""Native functions for one evaluation after the other: arrays in, arrays out, at least cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dalembert.arrays import Vector
from dalembert.errors import ModelError, SolverError
from dalembert.native.bind import Bound

_NOTHING = np.zeros(0)


class Prepared:
    """A function of (t, q, u, z, tau) that gives numbers in one state; a call takes about a microsecond.

    q, u, z and tau are arrays in the order of the equations; z and tau are left out where there are none. Neither
    names nor states are checked: what has no value is not a number. It is used by one thread at a time.
    """

    def __init__(self, bound: Bound, lanes: int, is_single: bool, failures: Sequence[str]) -> None:
        # other lanes compute the same
        inputs = {name: x.T if lanes > 1 else x for name, x in bound.inputs.items()}
        outputs = {name: y[..., 0] if lanes > 1 else y for name, y in bound.outputs.items()}
        self._t, self._q, self._u = inputs["t"], inputs["q"], inputs["u"]
        self._z, self._tau = inputs["z"], inputs["tau"]
        self._sizes = {name: x.shape[-1] for name, x in inputs.items() if name != "t"}
        self._shapes = tuple((self._sizes[name],) for name in ("q", "u", "z", "tau"))
        self._outputs = outputs
        self._single = next(iter(outputs.values())) if is_single else None
        self._run, self._failures = bound.run, failures

    def __call__(self, t: float, q: Vector, u: Vector, z: Vector = _NOTHING, tau: Vector = _NOTHING) -> Any:
        """The only output, or a dict of them, in this state."""
        try:
            if (q.shape, u.shape, z.shape, tau.shape) != self._shapes:
                raise self._misfit(q=q, u=u, z=z, tau=tau)
        except AttributeError:
            arrays = (np.asarray(_NOTHING if x is None else x, dtype=float) for x in (q, u, z, tau))
            return self(t, *arrays)
        self._t[...], self._q[...], self._u[...] = t, q, u
        if z is not _NOTHING:
            self._z[...] = z
        if tau is not _NOTHING:
            self._tau[...] = tau
        if status := self._run():
            raise SolverError(self._failures[status - 1] if status > 0 else f"native code ended with {status}")
        if self._single is not None:
            return self._single.copy()
        return {name: y.copy() for name, y in self._outputs.items()}

    def _misfit(self, **given: Vector) -> ModelError:
        misfits = [
            f"{name} has {self._sizes[name]} entries, not the shape {x.shape}"
            for name, x in given.items()
            if x.shape != (self._sizes[name],)
        ]
        return ModelError(f"a prepared function takes (t, q, u, z, tau) as arrays: {'; '.join(misfits)}")
