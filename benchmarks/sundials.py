"""CVODE on our compiled right-hand side: as Python calls it, and as native code alone.

From Python the solver is scikit-sundae's, its callback a Python function around the bound kernel. The second way
calls SUNDIALS' own library, which comes inside the wheel of scikit-sundae, with the kernel as a C function: no
Python runs during a step then.
"""

import ctypes
from collections.abc import Callable
from ctypes import POINTER, byref, c_double, c_int, c_long, c_void_p
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

import dalembert as da
from dalembert.config import Tier
from dalembert.native.machine import Target, assemble, link
from dalembert.native.module import Module

Run = Callable[[float], Any]
"""A relative tolerance gives states at all times."""

MAX_STEPS = 100_000
ADAMS, NORMAL = 1, 1


def from_python(system: Any, x0: Any, times: Any) -> Run:
    """Adams' methods with our compiled Jacobian, which is the fastest of what scikit-sundae offers here."""
    from sksundae.cvode import CVODE

    rate = da.kernels.compile({"F": system.rate}, {"x": system.x}).bind()
    slope = da.kernels.compile({"A": da.expr.jacobian(system.rate, system.x)}, {"x": system.x}).bind()
    x, F, x_slope, A = rate.inputs["x"], rate.outputs["F"], slope.inputs["x"], slope.outputs["A"]

    def right_hand_side(t: float, y: Any, yp: Any) -> None:
        x[:] = y
        rate.run()
        yp[:] = F

    def jacobian(t: float, y: Any, yp: Any, J: Any) -> None:
        x_slope[:] = y
        slope.run()
        J[:] = A

    def run(rtol: float) -> Any:
        options = {"rtol": rtol, "atol": rtol, "max_num_steps": MAX_STEPS}
        return CVODE(right_hand_side, method="Adams", jacfn=jacobian, **options).solve(times, x0).y

    return run


class NativeCVODE:
    """Adams' methods with fixed-point iteration, the choice for equations that are not stiff."""

    def __init__(self, system: Any, x0: Any, times: Any) -> None:
        self.x0, self.times, self.x = x0, times, x0.copy()
        self.callback, self._kept = _callback(da.kernels.compile({"F": system.rate}, {"x": system.x}))
        self.library = _Sundials()
        self.vector = self.library.vector(self.x)
        self.memory = self.library.cvode(self.callback, self.vector)

    def __call__(self, rtol: float) -> Any:
        library, memory, reached = self.library, self.memory, c_double()
        self.x[:] = self.x0
        library.check(library.CVodeReInit(memory, self.times[0], self.vector))
        library.check(library.CVodeSStolerances(memory, rtol, rtol))
        states = np.empty((len(self.times), len(self.x)))
        states[0] = self.x0
        for k, t in enumerate(self.times[1:], 1):
            library.check(library.CVode(memory, t, self.vector, byref(reached), NORMAL))
            states[k] = self.x
        return states


class _Sundials:
    """Functions of SUNDIALS 7, as built for scikit-sundae: serial, with indices of 32 bits."""

    signatures: ClassVar[dict[str, tuple[Any, ...]]] = {
        "N_VMake_Serial": (c_void_p, c_int, c_void_p, c_void_p),
        "CVodeCreate": (c_void_p, c_int, c_void_p),
        "CVodeInit": (c_int, c_void_p, c_void_p, c_double, c_void_p),
        "CVodeReInit": (c_int, c_void_p, c_double, c_void_p),
        "CVodeSStolerances": (c_int, c_void_p, c_double, c_double),
        "CVodeSetMaxNumSteps": (c_int, c_void_p, c_long),
        "SUNNonlinSol_FixedPoint": (c_void_p, c_void_p, c_int, c_void_p),
        "CVodeSetNonlinearSolver": (c_int, c_void_p, c_void_p),
        "CVode": (c_int, c_void_p, c_double, c_void_p, POINTER(c_double), c_int),
    }

    def __init__(self) -> None:
        folder = _libraries()
        core, cvode = (ctypes.CDLL(str(next(folder.glob(f"libsundials_{name}-*")))) for name in ("core", "cvode"))
        for name, (result, *arguments) in self.signatures.items():
            function = getattr(cvode, name)
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)
        self.context = c_void_p()
        core.SUNContext_Create.argtypes = [c_int, POINTER(c_void_p)]
        self.check(core.SUNContext_Create(0, byref(self.context)))

    def vector(self, x: Any) -> Any:
        return self.N_VMake_Serial(len(x), x.ctypes.data, self.context)

    def cvode(self, callback: int, vector: Any) -> Any:
        memory = self.CVodeCreate(ADAMS, self.context)
        self.check(self.CVodeInit(memory, callback, 0.0, vector))
        self.check(self.CVodeSStolerances(memory, 1e-8, 1e-8))
        self.check(self.CVodeSetMaxNumSteps(memory, MAX_STEPS))
        solver = self.SUNNonlinSol_FixedPoint(vector, 0, self.context)
        self.check(self.CVodeSetNonlinearSolver(memory, solver))
        return memory

    @staticmethod
    def check(status: int) -> None:
        if status != 0:
            raise RuntimeError(f"SUNDIALS returned {status}")


def _libraries() -> Path:
    package = find_spec("sksundae")
    assert package is not None and package.origin is not None
    return Path(package.origin).parents[1] / "scikit_sundae.libs"


def has_native() -> bool:
    """Whether SUNDIALS' libraries are where wheels for Linux have them, and know indices of 32 bits."""
    package = find_spec("sksundae")
    return package is not None and any(_libraries().glob("libsundials_cvode-*.so*"))


def _callback(kernel: Any) -> tuple[int, Any]:
    """The address of a C function (t, y, ẏ, data) ↦ 0, and what must stay in memory for it."""
    bound = kernel.bind()
    native = kernel._native
    work = np.zeros(native.work_size)
    parts = [_data_of("y", "x"), _data_of("yp", "F")]
    fixed = [f"ptr inttoptr (i64 {array.ctypes.data} to ptr)" for array in (bound.parameters, work)]
    text = (
        "define i32 @rate(double %t, ptr %y, ptr %yp, ptr %data) nounwind {\n"
        + "".join(parts)
        + f"%status = call i64 inttoptr (i64 {native.address} to ptr)(ptr %x, {fixed[0]}, ptr %F, {fixed[1]})\n"
        + "%result = trunc i64 %status to i32\nret i32 %result\n}\n"
    )
    module = Module.of("rate", text)
    library = link(assemble(module, Target.host(), Tier.QUICK), [module.name])
    return library.address(module.name), (library, bound, work, kernel)


def _data_of(vector: str, name: str) -> str:
    """The numbers of a serial vector: its first field points to {length: i32, owner: i32, numbers: ptr}."""
    return (
        f"%{name}content = load ptr, ptr %{vector}\n"
        f"%{name}field = getelementptr i8, ptr %{name}content, i64 8\n"
        f"%{name} = load ptr, ptr %{name}field\n"
    )
