"""Kernels bound to fixed arrays, callable from Python in some tens of nanoseconds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from dalembert.arrays import Vector
from dalembert.errors import CompileError
from dalembert.native.entry import entry
from dalembert.native.groups import Group
from dalembert.native.native import describe_array


class Computed(Mapping[str, Vector]):
    """Named arrays at fixed places, which native code fills."""

    def __init__(self, arrays: Mapping[str, Vector]) -> None:
        self._arrays = dict(arrays)

    def __getitem__(self, name: str) -> Vector:
        return self._arrays[name]

    def __setitem__(self, name: str, values: ArrayLike) -> None:
        raise CompileError(f"the output {name!r} is computed by run(); assign to inputs instead")

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays)

    def __len__(self) -> int:
        return len(self._arrays)


class Filled(Computed):
    """Named arrays at fixed places, which the caller fills: assigning to a name writes into its array."""

    def __setitem__(self, name: str, values: ArrayLike) -> None:
        if name not in self._arrays:
            raise CompileError(f"the input {name!r} does not exist; the inputs are {list(self._arrays)}")
        array, numbers = self._arrays[name], np.asarray(values)
        if numbers.dtype.kind not in "biuf" or numbers.shape != array.shape:
            raise CompileError(f"the input {name!r} is {describe_array(array)}, not {describe_array(numbers)}")
        array[...] = numbers


@dataclass(frozen=True, init=False, eq=False)
class Bound:
    """Fixed arrays to fill and to read, and `run`, which computes the outputs from the inputs.

    `run` is a built-in function made for these addresses, so a call costs little more than the evaluation. It
    returns a status, 0 when all went well. For several lanes the last axis of every array is the lane. A bound
    kernel is used by one thread at a time.
    """

    inputs: Filled
    outputs: Computed
    parameters: Vector
    run: Callable[[], int]

    def __init__(
        self,
        address: int,
        inputs: Sequence[Group],
        outputs: Sequence[Group],
        parameters: Vector,
        lanes: int,
        work_size: int,
        owner: object,
    ) -> None:
        x, input_views = _views(inputs, lanes)
        y, output_views = _views(outputs, lanes)
        arrays = (x, parameters, y, np.zeros(work_size))
        # `run` keeps in memory all that it uses, even when it outlives this object
        run = entry(address, [array.ctypes.data for array in arrays], (arrays, owner))
        self.__dict__.update(
            inputs=Filled(input_views), outputs=Computed(output_views), parameters=parameters, run=run
        )


def _views(groups: Sequence[Group], lanes: int) -> tuple[Vector, dict[str, Vector]]:
    """One flat array, and the groups as views of it."""
    flat = np.zeros((sum(group.size for group in groups), lanes))
    shape = (lanes,) if lanes > 1 else ()
    return flat, {group.name: flat[group.span].reshape(group.shape + shape) for group in groups}
