"""Kernels bound to fixed arrays, callable from Python in some tens of nanoseconds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.errors import CompileError
from dalembert.native.entry import entry
from dalembert.native.groups import Group
from dalembert.native.native import describe_array


class Computed(Mapping[str, NDArray[np.float64]]):
    """Named arrays at fixed places, which native code fills."""

    def __init__(self, arrays: Mapping[str, NDArray[np.float64]]) -> None:
        self._arrays = dict(arrays)

    def __getitem__(self, name: str) -> NDArray[np.float64]:
        return self._arrays[name]

    def __setitem__(self, name: str, values: ArrayLike) -> None:
        raise CompileError(f"the output {name!r} is computed by run(); what is assigned are inputs")

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays)

    def __len__(self) -> int:
        return len(self._arrays)


class Filled(Computed):
    """The same that the caller fills: assigning to a name writes into its array."""

    def __setitem__(self, name: str, values: ArrayLike) -> None:
        if name not in self._arrays:
            raise CompileError(f"the input {name!r} does not exist; the inputs are {list(self._arrays)}")
        array, given = self._arrays[name], np.asarray(values)
        if given.dtype.kind not in "biuf" or given.shape != array.shape:
            raise CompileError(f"the input {name!r} is {describe_array(array)}, not {describe_array(given)}")
        array[...] = given


@dataclass(frozen=True, init=False, eq=False)
class Bound:
    """Fixed arrays to fill and to read, and `run`, which computes the outputs from the inputs.

    `run` is a built-in function made for these addresses, so a call costs little more than the evaluation. It
    returns a status, 0 when all went well. For several lanes the last axis of every array is the lane. A bound
    kernel is used by one thread at a time.
    """

    inputs: Filled
    outputs: Computed
    parameters: NDArray[np.float64]
    run: Callable[[], int]

    def __init__(
        self,
        address: int,
        inputs: Sequence[Group],
        outputs: Sequence[Group],
        parameters: NDArray[np.float64],
        lanes: int,
        work_size: int,
        owner: object,
    ) -> None:
        x, given = _views(inputs, lanes)
        y, found = _views(outputs, lanes)
        arrays = (x, parameters, y, np.zeros(work_size))
        # `run` keeps in memory all that it uses, even when it outlives this object
        run = entry(address, [array.ctypes.data for array in arrays], (arrays, owner))
        self.__dict__.update(inputs=Filled(given), outputs=Computed(found), parameters=parameters, run=run)


def _views(groups: Sequence[Group], lanes: int) -> tuple[NDArray[np.float64], dict[str, NDArray[np.float64]]]:
    """One flat array, and the groups as views of it."""
    flat = np.zeros((sum(group.size for group in groups), lanes))
    shape = (lanes,) if lanes > 1 else ()
    return flat, {group.name: flat[group.span].reshape(group.shape + shape) for group in groups}
