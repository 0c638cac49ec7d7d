"""Short forms of arrays of expressions while there is time, with sums of angles kept together or taken apart."""

from __future__ import annotations

import time as clock
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from dalembert.arrays import Array
from dalembert.expr.node import Expression, Node, Scalar, TruthNode, traverse
from dalembert.expr.operations import LEAVES
from dalembert.expr.rewrite import rebuilt, substitute
from dalembert.expr.symbol_nodes import symbol
from dalembert.expr.trial_numbers import finite_samples
from dalembert.symbolic.short_forms import short_forms, written_sizes

LARGEST_SHARE = 0.25
"""Part of the time that is left which one array may take."""

SAME = 1e-12
"""Difference of two angles, or of one and the negative of the other, that are the same."""


@dataclass(frozen=True, eq=False)
class TimedShortening:
    """Short forms of arrays until a deadline (of `time.thread_time`); later ones stay as they are."""

    deadline: float

    def __call__(self, X: Array) -> Array:
        """The array with entries in short forms."""
        X = np.asarray(X, dtype=object)
        if clock.thread_time() >= self.deadline or not any(isinstance(x, Expression) for x in X.flat):
            return X
        entries: list[Scalar] = list(X.flat)
        angles = _sums_of_angles(entries)
        if angles:
            # 1/cos(ξ − θ) cancels only as long as nobody takes the angle apart
            joined = self._shortened(_with(entries, angles))
            back = {
                name: angle for angle, name in angles.items() if isinstance(name, Node) and name.op == "symbol"
            }
            entries = _shorter(entries, [substitute(x, back) if isinstance(x, Expression) else x for x in joined])
        shortened = np.empty(len(entries), dtype=object)
        shortened[:] = self._shortened(entries)
        return shortened.reshape(X.shape)

    def _shortened(self, entries: list[Scalar]) -> list[Scalar]:
        now = clock.thread_time()
        forms, _ = short_forms(entries, now + LARGEST_SHARE * max(self.deadline - now, 0.0))
        return _shorter(entries, [x for x in forms if not isinstance(x, bool | TruthNode)])


def _shorter(entries: Sequence[Scalar], forms: Sequence[Scalar]) -> list[Scalar]:
    sizes = zip(written_sizes(list(entries)), written_sizes(list(forms)), strict=True)
    return [form if new <= old else x for x, form, (old, new) in zip(entries, forms, sizes, strict=True)]


def _sums_of_angles(entries: Sequence[Scalar]) -> dict[Node, Scalar]:
    """Variables that stand for sums of which sines and cosines are taken; equal and opposite ones have one."""
    arguments = [x.args[0] for x in traverse(entries) if x.op in ("sin", "cos")]
    sums = [x for x in dict.fromkeys(arguments) if isinstance(x, Node) and x.op not in LEAVES]
    samples = np.array(finite_samples(np.array(sums, dtype=object)) if sums else [], dtype=float)
    if not len(samples):
        return {}
    names: dict[Node, Scalar] = {}
    for k, x in enumerate(sums):
        for i, y in enumerate(sums[:k]):
            if np.abs(samples[:, i] - samples[:, k]).max() < SAME:
                names[x] = names[y]
            elif np.abs(samples[:, i] + samples[:, k]).max() < SAME:
                names[x] = -names[y]
        names.setdefault(x, symbol(f".angle {k}"))
    return names


def _with(entries: Sequence[Scalar], names: Mapping[Node, Scalar]) -> list[Scalar]:
    """Expressions over the variables that stand for sums of angles."""
    forms: dict[Expression, Scalar] = {x: names[x] for x in names}
    for x in traverse(entries, known=forms):
        forms[x] = rebuilt(x, forms)
    return [forms[x] if isinstance(x, Expression) else x for x in entries]
