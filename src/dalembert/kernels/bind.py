"""Kernels bound to fixed arrays, callable from Python in some tens of nanoseconds."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.config import Tier
from dalembert.errors import CompileError
from dalembert.kernels.groups import Group
from dalembert.kernels.machine import Target, assemble, link
from dalembert.kernels.module import Module
from dalembert.kernels.native import describe_array

_METH_NOARGS = 0x0004


class _MethodDef(ctypes.Structure):
    """CPython's description of a built-in function."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


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
        pointers = [array.ctypes.data for array in arrays]
        module = _entry_module(address, pointers)
        # the exported functions of CPython itself are found by address, whatever the platform exports
        imports = {"PyLong_FromLongLong": _Function(ctypes.pythonapi.PyLong_FromLongLong)}
        library = link(assemble(module, Target.host(), Tier.QUICK), [module.name], imports)
        method = _MethodDef(b"run", library.address(module.name), _METH_NOARGS, None)
        # `run` keeps in memory all that it uses, even when it outlives this object
        run = _builtin(method, (method, library, arrays, owner))
        self.__dict__.update(inputs=Filled(given), outputs=Computed(found), parameters=parameters, run=run)


def _views(groups: Sequence[Group], lanes: int) -> tuple[NDArray[np.float64], dict[str, NDArray[np.float64]]]:
    """One flat array, and the groups as views of it."""
    flat = np.zeros((sum(group.size for group in groups), lanes))
    shape = (lanes,) if lanes > 1 else ()
    return flat, {group.name: flat[group.span].reshape(group.shape + shape) for group in groups}


def _entry_module(address: int, pointers: Sequence[int]) -> Module:
    """A function of CPython's calling convention around a call with fixed pointers."""
    args = ", ".join(f"ptr inttoptr (i64 {pointer} to ptr)" for pointer in pointers)
    text = (
        "define ptr @bound(ptr %self, ptr %args) nounwind {\n"
        f"%status = call i64 inttoptr (i64 {address} to ptr)({args})\n"
        "%result = call ptr @PyLong_FromLongLong(i64 %status)\n"
        "ret ptr %result\n}\n"
        "declare ptr @PyLong_FromLongLong(i64)\n"
    )
    return Module.of("bound", text)


@dataclass(frozen=True)
class _Function:
    """A function of CPython that native code calls."""

    function: Any

    @property
    def address(self) -> int:
        return int(ctypes.cast(self.function, ctypes.c_void_p).value or 0)


def _builtin(method: _MethodDef, kept: object) -> Callable[[], int]:
    """A built-in function whose `self`, which it does not read, is an object to keep in memory."""
    signature = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p)
    make = signature(("PyCFunction_NewEx", ctypes.pythonapi))
    function: Callable[[], int] = make(ctypes.addressof(method), kept, None)
    return function
