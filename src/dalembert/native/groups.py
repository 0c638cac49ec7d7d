"""Named arrays among the inputs and outputs of a kernel, and their places in one flat vector."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Array, Vector
from dalembert.errors import CompileError
from dalembert.expr.node import Scalar
from dalembert.native.native import describe_array

Expressions: TypeAlias = Scalar | Array | Sequence[Any]
"""A symbol or expression, or an array of them."""


@dataclass(frozen=True)
class Group:
    """A named array among the inputs or outputs: where its entries stand in the flat vector."""

    name: str
    shape: tuple[int, ...]
    start: int

    @property
    def size(self) -> int:
        """Number of entries."""
        return math.prod(self.shape)

    @property
    def span(self) -> slice:
        """Place of the entries in the flat vector."""
        return slice(self.start, self.start + self.size)


def grouped(named: Mapping[str, object]) -> tuple[tuple[Group, ...], list[Any]]:
    """Named arrays as groups of one flat list."""
    groups: list[Group] = []
    entries: list[Any] = []
    for name, value in named.items():
        array = np.asarray(value, dtype=object)
        groups.append(Group(name, array.shape, len(entries)))
        entries += list(array.ravel())
    return tuple(groups), entries


def pack(groups: Sequence[Group], arrays: Sequence[ArrayLike]) -> tuple[Vector, tuple[int, ...]]:
    """States as rows (n, entries), and the leading axes they came along."""
    parts = [_leading(group, array) for group, array in zip(groups, arrays, strict=True)]
    try:
        shape = np.broadcast_shapes(*(a.shape[:-1] for a in parts))
    except ValueError as error:
        shapes = {g.name: a.shape[:-1] for g, a in zip(groups, parts, strict=True)}
        raise CompileError(f"the leading axes of the inputs do not fit together: {shapes}") from error
    n_states, n_entries = math.prod(shape), sum(group.size for group in groups)
    X = np.empty((*shape, n_entries))
    for group, array in zip(groups, parts, strict=True):
        X[..., group.span] = array
    return X.reshape(n_states, n_entries), shape


def unpack(groups: Sequence[Group], Y: Vector) -> dict[str, Vector]:
    """Named arrays from flat vectors along the last axis."""
    return {g.name: Y[..., g.span].reshape(Y.shape[:-1] + g.shape)[()] for g in groups}


def arranged(
    groups: Sequence[Group], positional: Sequence[ArrayLike], named: Mapping[str, ArrayLike]
) -> list[ArrayLike]:
    """Arrays in the order of the groups, from those given by position and by name."""
    names = [group.name for group in groups]
    if len(positional) > len(names):
        raise CompileError(f"{len(positional)} inputs are given; the inputs are {names}")
    by_name = dict(zip(names, positional, strict=False))
    for name in named:
        if name not in names or name in by_name:
            what = "is given twice" if name in by_name else "does not exist"
            raise CompileError(f"the input {name!r} {what}; the inputs are {names}")
    by_name.update(named)
    if missing := [name for name in names if name not in by_name]:
        raise CompileError(f"the inputs {missing} are missing")
    return [by_name[name] for name in names]


def in_lanes(X: Vector, lanes: int) -> Vector:
    """Rows of states as blocks (n_blocks, entries, lanes); the last block is filled up with the last state."""
    if lanes == 1:
        return np.ascontiguousarray(X)[:, :, None]
    n_blocks = -(-len(X) // lanes)
    padding = n_blocks * lanes - len(X)
    padded = np.concatenate([X, np.repeat(X[-1:], padding, axis=0)]) if padding else X
    return np.ascontiguousarray(padded.reshape(n_blocks, lanes, X.shape[1]).transpose(0, 2, 1))


def out_of_lanes(blocks: Vector, n: int) -> Vector:
    """The first n rows of blocks (n_blocks, entries, lanes)."""
    n_blocks, entries, lanes = blocks.shape
    if lanes == 1:
        return blocks[:n, :, 0]
    return blocks.transpose(0, 2, 1).reshape(n_blocks * lanes, entries)[:n]


def _leading(group: Group, array: ArrayLike) -> Vector:
    """An input as (leading axes…, entries)."""
    try:
        values = np.asarray(array)
        if values.dtype.kind not in "biuf":
            raise TypeError
        values = values.astype(float)
    except (TypeError, ValueError):
        raise CompileError(f"the input {group.name!r} needs numbers, not {describe_array(array)}") from None
    n_axes = len(group.shape)
    if values.shape[values.ndim - n_axes :] != group.shape or values.ndim < n_axes:
        raise CompileError(f"the input {group.name!r} has shape {group.shape}, not {values.shape}")
    return values.reshape(*values.shape[: values.ndim - n_axes], group.size)
