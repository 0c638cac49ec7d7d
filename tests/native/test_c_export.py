"""Exported C, compiled and called, against the kernels it comes from."""

import ctypes
import math
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import dalembert as da
from dalembert.expr.calls import Routine, array_of, invoke
from dalembert.expr.linear import LDL, factorize, least_squares, null_space, solve
from dalembert.expr.spline import spline
from dalembert.native.c.c_names import Names, identifier
from dalembert.native.c.export import CCode, export_c
from dalembert.procedures.elementary import ELEMENTARY
from dalembert.procedures.language import Code
from dalembert.procedures.spline_code import Beyond
from dalembert.procedures.statements import Function, Procedure
from dalembert.procedures.values import Bits, Index
from tests.oracles.trees import sample, tree

pytestmark = pytest.mark.slow

COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
CPP_COMPILER = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")

needs_compiler = pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")

# as strict as users may compile; the last one keeps the compiler from fusing what the text does not fuse
FLAGS = ["-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "-pedantic", "-ffp-contract=off"]

# the C library's functions differ from ours by a unit or two; conditioning makes some more of it
RTOL_LIBRARY = 1e-13

SPECIAL = [0.0, -0.0, 0.5, 1.0, -1.0, 2.5, -3.0, 7.25, 1e-300, -5e-324, 1e22, 1e300, math.inf, -math.inf, math.nan]


# ---- compiling and calling


class Exported:
    """The exported function of a kernel as a Python function: status and outputs of one state."""

    def __init__(self, kernel, folder: Path, name="model", supplied="", flags=(), **options) -> None:
        self.kernel = kernel
        text = CCode(kernel, name, **options)
        self.source, self.header = text.source(f"{name}.h"), text.header
        sources = [folder / f"{name}.c", folder / "supplied.c"]
        sources[0].write_text(self.source, encoding="utf-8")
        sources[1].write_text(f'#include "{name}.h"\n{supplied}')
        (folder / f"{name}.h").write_text(self.header, encoding="utf-8")
        library = folder / f"{name}.so"
        command = [COMPILER, *FLAGS, *flags, "-shared", "-fPIC", "-o", library, *sources, "-lm"]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr + self.source
        loaded = ctypes.CDLL(str(library))
        self._function = getattr(loaded, name)
        self._message = getattr(loaded, f"{name}_message")
        self._message.restype = ctypes.c_char_p
        found = re.search(r"_WORK (\d+)", self.header)
        # a guard behind the work space: nothing is written beyond its end
        self._work = np.full(int(found[1]) + 1, 12345.0) if found else None

    def __call__(self, *inputs, parameters=None):
        arguments = []
        for group, x in zip(self.kernel.inputs, inputs, strict=True):
            arguments.append(ctypes.c_double(x) if group.shape == () else np.array(x, dtype=float).ravel())
        if self.kernel.parameters:
            values = dict(zip(self.kernel.parameters, self.kernel.defaults, strict=True)) | (parameters or {})
            arguments.append(None if parameters is None else np.array(list(values.values()), dtype=float))
        outputs = [np.full(group.shape or 1, 777.0) for group in self.kernel.outputs]
        arguments += outputs
        if self._work is not None:
            arguments.append(self._work)
        status = self._function(
            *(a.ctypes.data_as(ctypes.c_void_p) if isinstance(a, np.ndarray) else a for a in arguments)
        )
        assert self._work is None or self._work[-1] == 12345.0
        values = [y if group.shape else y[0] for y, group in zip(outputs, self.kernel.outputs, strict=True)]
        return status, values

    def message(self, status: int) -> str:
        return self._message(status).decode()


def native(kernel: da.kernels.Kernel, *inputs, parameters=None) -> list[np.ndarray]:
    found = replace(kernel, returns="tuple")(*inputs, parameters=parameters)
    return list(found)


def check(exported: Exported, *inputs, parameters=None, rtol=RTOL_LIBRARY) -> None:
    """The exported function succeeds and agrees with its kernel."""
    status, found = exported(*inputs, parameters=parameters)
    assert status == 0
    for y, expected in zip(found, native(exported.kernel, *inputs, parameters=parameters), strict=True):
        np.testing.assert_allclose(y, expected, rtol=rtol, atol=rtol)


def exactly_equal(a, b) -> bool:
    """Equal numbers with equal signs, or both not a number."""
    a, b = np.asarray(a), np.asarray(b)
    return bool(np.all(np.isnan(a) & np.isnan(b) | (a == b) & (np.signbit(a) == np.signbit(b))))


@dataclass(frozen=True, eq=False)
class Recorded(Routine):
    """A procedure of the loop language as a routine."""

    procedure: Procedure
    n_inputs: int = 1
    n_outputs: int = 1

    @property
    def name(self):
        return self.procedure.name

    def evaluate(self, x):
        raise NotImplementedError

    def native(self):
        return self.procedure

    def forward(self, x, y, dx):
        raise NotImplementedError

    def reverse(self, x, y, y_bar):
        raise NotImplementedError


def procedure_kernel(procedure: Procedure, n_inputs: int, n_outputs: int) -> da.kernels.Kernel:
    x = da.expr.symbols("x", n_inputs)
    routine = Recorded(procedure, n_inputs, n_outputs)
    return da.kernels.compile(array_of(invoke(routine, list(x)), (n_outputs,)), {"x": x})


# ---- programs


ONE_OPERAND = {
    **{
        "sin": da.sin,
        "cos": da.cos,
        "tan": da.tan,
        "asin": da.expr.asin,
        "acos": da.expr.acos,
        "atan": da.expr.atan,
    },
    **{
        "exp": da.exp,
        "log": da.expr.log,
        "sinh": da.expr.sinh,
        "cosh": da.expr.cosh,
        "tanh": da.tanh,
        "sqrt": da.sqrt,
    },
    **{
        "absolute": da.expr.absolute_value,
        "sign": da.expr.sign,
        "floor": da.expr.floor,
        "neg": lambda x: -x,
        "inv": lambda x: 1 / x,
    },
}
TWO_OPERANDS = {
    **{"atan2": da.atan2, "mod": da.expr.mod, "power": da.expr.pow, "minimum": da.minimum, "maximum": da.maximum},
    **{"add": lambda x, y: x + y, "sub": lambda x, y: x - y, "mul": lambda x, y: x * y, "div": lambda x, y: x / y},
    **{"fms": lambda x, y: x * y - 0.1, "fnma": lambda x, y: -0.3 - x * y, "less": lambda x, y: x - (-0.7)},
    "fma": lambda x, y: da.sin(x) * y + x,
}
CONDITIONS = {
    "lt": lambda x, y: x < y,
    "le": lambda x, y: x <= y,
    "eq": da.expr.equal,
    "and": lambda x, y: (x < y) & (y < 1.0),
    "or": lambda x, y: (x < y) | (y <= -1.0),
    "not": lambda x, y: ~(x < y),
}


@needs_compiler
def test_every_operation_agrees_with_the_kernel(tmp_path):
    x, y = da.expr.symbols("x y")
    outputs = {name: f(x) for name, f in ONE_OPERAND.items()}
    outputs |= {name: f(x, y) for name, f in TWO_OPERANDS.items()}
    outputs |= {name: da.where(f(x, y), x, y * 2.0) for name, f in CONDITIONS.items()}
    kernel = da.kernels.compile(outputs, [x, y])
    exported = Exported(kernel, tmp_path)
    states = np.array([*product(SPECIAL, SPECIAL), *np.random.default_rng(1).uniform(-3, 3, (200, 2))])
    for state, expected in zip(states, np.transpose(native(kernel, *states.T)), strict=True):
        status, found = exported(*state)
        assert status == 0
        for name, value, wanted in zip(outputs, found, expected, strict=True):
            is_close = np.isclose(value, wanted, rtol=RTOL_LIBRARY, atol=0.0, equal_nan=True)
            assert is_close and (math.isnan(wanted) or np.signbit(value) == np.signbit(wanted)), (name, state)


@needs_compiler
def test_operations_without_library_functions_have_the_bits_of_the_kernel(tmp_path):
    x, y = da.expr.symbols("x y")
    one = [ONE_OPERAND[name](x) for name in ("absolute", "sign", "floor", "sqrt", "neg", "inv")]
    two = [TWO_OPERANDS[name](x, y) for name in ("mod", "minimum", "maximum", "fms", "fnma", "div")]
    kernel = da.kernels.compile(np.array([*one, *two]), [x, y])
    exported = Exported(kernel, tmp_path)
    states = np.array([*product(SPECIAL, SPECIAL), *np.random.default_rng(2).uniform(-30, 30, (200, 2))])
    for state, expected in zip(states, native(kernel, *states.T)[0], strict=True):
        assert exactly_equal(exported(*state)[1][0], expected), state


@needs_compiler
def test_groups_parameters_and_outputs_of_all_shapes(tmp_path):
    q, u, A = da.expr.symbols("q", 2), da.expr.symbols("u", 3), da.expr.symbols("A", (2, 2))
    length, mass = da.param("l", 0.7), da.param("mass of θ", 1.0 / 3.0)
    outputs = {
        "energy": mass * (u @ u) + length * da.cos(q[0]) + da.time,
        "M": A @ A * mass,
        "q": np.array([q[1], 0.25, length]),
        "nothing": np.zeros((0, 2)),
    }
    inputs = {"t": da.time, "q": q, "u": u, "A": A, "unused": da.expr.symbols("w", 2), "none": np.zeros(0)}
    kernel = da.kernels.compile(outputs, inputs)
    exported = Exported(kernel, tmp_path)
    rng = np.random.default_rng(3)
    for _ in range(10):
        state = [rng.normal(), rng.normal(size=2), rng.normal(size=3), rng.normal(size=(2, 2)), [1, 2], []]
        check(exported, *state)
        check(exported, *state, parameters={"l": 2.5})
        check(exported, *state, parameters={"mass of θ": -1.5, "l": 0.1})
    assert "double mass_of_theta; /* mass of θ; default 0.3333333333333333 */" in exported.header
    assert "double *q_out" in exported.header


@needs_compiler
def test_programs_without_inputs_or_operations(tmp_path):
    x = da.expr.symbol("x")
    constants = Exported(
        da.kernels.compile({"y": np.array([0.5, -2.0, 1e22]), "z": 3.0}, {}), tmp_path, "constants"
    )
    assert "(double *y, double *z);" in constants.header
    status, (y, z) = constants()
    assert status == 0 and list(y) == [0.5, -2.0, 1e22] and z == 3.0
    assert Exported(da.kernels.compile(x, [x]), tmp_path, "same")(0.25) == (0, [0.25])


@needs_compiler
def test_names_that_mean_something_in_c_are_replaced(tmp_path):
    wishes = [
        "double",
        "sin",
        "v1",
        "v12",
        "class",
        "work",
        "status",
        "model",
        "p",
        "*/",
        "q̇",
        "q",
        "M_PI",
        "i",
        "out",
    ]
    x = [da.expr.symbol(name) for name in wishes]
    parameters = [da.param(name, k + 0.5) for k, name in enumerate(["this", "θ", "theta", "2 π", "/* ??/", "_x"])]
    y = sum(da.sin(a + k) * b for k, (a, b) in enumerate(product(x, parameters)))
    kernel = da.kernels.compile({"NAN": y, "int": x[0]}, {"return": x[:5], "fma": x[5], "p": x[6:]})
    exported = Exported(kernel, tmp_path)
    rng = np.random.default_rng(4)
    check(exported, rng.normal(size=5), rng.normal(), rng.normal(size=9))


@needs_compiler
@pytest.mark.slow
def test_thousands_of_operations_are_cut_into_parts(tmp_path):
    kernel = long_kernel(6000)
    # not optimized, which takes a compiler long
    exported = Exported(kernel, tmp_path, flags=["-O0"])
    assert kernel.operations > 5000
    assert "Part 6 of " in exported.source
    for state in np.random.default_rng(5).uniform(-1, 1, (20, 8)):
        check(exported, state)


@needs_compiler
@pytest.mark.parametrize("size", [1, 7, 20])
def test_parts_of_any_size_give_the_same_bits(tmp_path, size):
    q = da.expr.symbols("q", 4)
    M = np.array([[3.0 + da.sin(q[0]), q[1]], [q[2], 4.0 + q[3] * q[0]]])
    y = solve(M, np.array([da.cos(q[1]), da.where(q[0] < q[1], q[2], q[0] * q[3])]))
    kernel = da.kernels.compile(
        {"y": y, "z": y[0] * y[1] + da.sin(q[0]) + da.where(q[0] < q[1], 1.0, q[1])}, {"q": q}
    )
    whole = Exported(kernel, tmp_path, "whole")
    cut = Exported(kernel, tmp_path, "cut", part_size=size)
    assert "Part 1 of" in cut.source and "Part 1 of" not in whole.source
    for state in np.random.default_rng(6).uniform(-1, 1, (20, 4)):
        check(whole, state)
        for a, b in zip(whole(state)[1], cut(state)[1], strict=True):
            assert exactly_equal(a, b)


def long_kernel(n: int) -> da.kernels.Kernel:
    """A program with values that are used long after they are computed."""
    q = da.expr.symbols("q", 8)
    rng = np.random.default_rng(n)
    values = [*q, *(da.sin(x) for x in q)]
    while len(values) < n:
        a, b = (values[k] for k in rng.integers(max(0, len(values) - 400), len(values), 2))
        c = values[rng.integers(0, 100) % len(values)]
        kinds = [0.7 * a + 0.3 * b, a * b, da.where(a < b, c, a), 0.5 * a * c - b, 0.5 * (a - c)]
        values.append(kinds[rng.integers(len(kinds))])
    return da.kernels.compile({"y": np.array(values[-200:]), "early": np.array(values[8:12])}, {"q": q})


# ---- routines


@needs_compiler
def test_solve_least_squares_and_null_space(tmp_path):
    q = da.expr.symbols("q", 12)
    A = q[:9].reshape(3, 3) + 4.0 * np.eye(3)
    B = q.reshape(3, 4)
    outputs = {
        "x": solve(A, q[9:]),
        "X": solve(A, B),
        "fit": least_squares(B.T, q[:4]),
        "Z": null_space(B, rank=3),
        "ldl": factorize(A + A.T, LDL()).solve(q[:3]),
        "sparse": factorize(np.where(np.eye(3, k=2) + np.eye(3, k=-2) == 1, 0.0, A + A.T), LDL(sparse=True)).solve(
            q[1:4]
        ),
    }
    exported = Exported(da.kernels.compile(outputs, {"q": q}), tmp_path)
    for state in np.random.default_rng(7).normal(size=(20, 12)):
        check(exported, state, rtol=1e-11)


@needs_compiler
def test_derivatives_of_a_solution(tmp_path):
    q = da.expr.symbols("q", 6)
    x = solve(np.array([[2.0 + q[0], da.sin(q[1])], [q[2], 3.0 + q[3] * q[0]]]), q[4:])
    exported = Exported(da.kernels.compile({"J": da.expr.jacobian(x, q)}, {"q": q}), tmp_path)
    for state in np.random.default_rng(8).uniform(-1, 1, (10, 6)):
        check(exported, state)


@needs_compiler
def test_failure_names_the_routine_and_spoils_what_depends_on_it(tmp_path):
    a, b = da.expr.symbols("a b")
    kernel = da.kernels.compile(
        {"good": solve(np.array([[1.0 + b * b, b], [b, 2.0]]), [a, b])[0], "bad": solve([[a, b], [a, b]], [a, b])},
        [a, b],
    )
    exported = Exported(kernel, tmp_path)
    status, (good, bad) = exported(0.5, 0.25)
    assert status > 0
    assert np.isfinite(good) and np.isnan(bad).all()
    assert exported.message(status) == kernel.program.routines[status - 1].failure
    assert exported.message(0) == "no failure"
    assert exported.message(99) == "unknown status"


@needs_compiler
@pytest.mark.parametrize("beyond", list(Beyond))
@pytest.mark.parametrize(
    "points", [[0.0, 1.0, 1.5, 4.0], [0.0, 0.1, 0.5, 2.0, 2.2, 4.0, 7.0], list(np.arange(20.0))]
)
def test_splines_have_the_bits_of_the_kernel(tmp_path, beyond, points):
    curve = spline(points, np.sin(points), beyond=beyond)
    x = da.expr.symbol("x")
    kernel = da.kernels.compile({"y": curve(x), "slope": da.expr.derivative(curve(x), x)}, [x])
    exported = Exported(kernel, tmp_path)
    first, last = points[0], points[-1]
    for at in [*points, *np.random.default_rng(9).uniform(first, last, 20)]:
        assert exactly_equal(exported(at)[1], native(kernel, at))
    status, found = exported(last + 0.3)
    assert (status > 0) == (beyond is Beyond.NAN)
    assert beyond is Beyond.NAN or exactly_equal(found, native(kernel, last + 0.3))


@needs_compiler
def test_sub_programs_are_functions_of_their_own(tmp_path):
    angle, x = da.expr.symbols("angle", 2), da.expr.symbols("x", 3)
    wheel = da.kernels.subprogram("wheel", [angle], np.array([da.sin(angle[0]) * angle[1], solve_two(angle)]))
    car = da.kernels.subprogram("car", [x], wheel(x[:2]) + wheel(x[1:]))
    kernel = da.kernels.compile({"y": car(x), "dy": da.expr.jacobian(car(x), x), "again": wheel(x[:2])}, {"x": x})
    exported = Exported(kernel, tmp_path)
    for state in np.random.default_rng(10).uniform(-1, 1, (10, 3)):
        check(exported, state)
    assert exported.source.count("static int model_wheel(") == 1


@needs_compiler
def test_roots_call_functions_of_their_own(tmp_path):
    x, v, w = da.expr.symbols("x v w")
    root = da.expr.root_of(
        [v**3 + v + 0.3 * w - x, 0.3 * da.expr.absolute_value(w) + w - v - 2.0 * x], [v, w], [x, x]
    )
    exported = Exported(da.kernels.compile(root, [x]), tmp_path)
    for value in (0.4, 1.0, 3.0):
        check(exported, value)
    status, _ = Exported(da.kernels.compile(da.expr.root_of(v * v + x, v, 1.0), [x]), tmp_path, "none")(1.0)
    assert status == 1


def solve_two(angle):
    return solve(np.array([[2.0, angle[0]], [angle[1], 3.0]]), angle)[0]


@needs_compiler
def test_callbacks_are_supplied_in_c(tmp_path):
    x = da.expr.symbols("x", 3)
    double = da.expr.callback("law", lambda v: [2 * v[0], v[0] + v[1]], x[:2], n_results=2)
    inside = da.kernels.subprogram("inside", [x], da.expr.callback("brake", lambda v: v * v, x[2:]) + 1.0)
    kernel = da.kernels.compile({"y": double + x[2], "z": inside(x)}, {"x": x})
    supplied = (
        "int model_callback_law(const double *x, double *y)\n"
        "{ y[0] = 2 * x[0]; y[1] = x[0] + x[1]; return x[0] > 10.0; }\n"
        "int model_callback_brake(const double *x, double *y)\n{ y[0] = x[0] * x[0]; return 0; }\n"
    )
    exported = Exported(kernel, tmp_path, supplied=supplied)
    check(exported, [0.5, 0.25, -1.5], rtol=0.0)
    status, (y, z) = exported([11.0, 0.0, 2.0])
    assert exported.message(status) == "law has no result"
    assert np.isnan(y).all() and z == 5.0


@needs_compiler
def test_callbacks_of_one_name_are_different_functions(tmp_path):
    x = da.expr.symbol("x")
    y = [da.expr.callback("law", f, [x])[0] for f in (np.sin, np.cos)]
    kernel = da.kernels.compile(np.array(y), [x])
    supplied = (
        "int model_callback_law(const double *x, double *y)\n{ y[0] = 2 * x[0]; return 0; }\n"
        "int model_callback_law_2(const double *x, double *y)\n{ y[0] = 3 * x[0]; return 0; }\n"
    )
    assert list(Exported(kernel, tmp_path, supplied=supplied)(1.0)[1][0]) == [2.0, 3.0]


# ---- the loop language


@needs_compiler
@pytest.mark.parametrize("name", [name for name in ELEMENTARY])
def test_recorded_functions_have_the_bits_of_the_kernel(tmp_path, name):
    # written anew, a function is not known as elementary and is printed itself
    function = ELEMENTARY[name]()
    n, m = len(function.parameters), len(function.results)
    procedure = applied(function)
    kernel = procedure_kernel(procedure, n, m)
    exported = Exported(kernel, tmp_path)
    assert re.search(rf"static inline \w+ model_{name}(_2)?\(", exported.source)
    states = np.array([*product(SPECIAL, repeat=n), *np.random.default_rng(11).uniform(-20, 20, (300, n))])
    for state, expected in zip(states, native(kernel, states)[0], strict=True):
        status, found = exported(state)
        assert status == 0
        assert exactly_equal(found[0], expected), state


def applied(function: Function) -> Procedure:
    c = Code("applied")
    x, y = c.argument("x"), c.argument("y")
    found = c.apply(function, *(x[k] for k, _ in enumerate(function.parameters)))
    for k, value in enumerate(found if isinstance(found, tuple) else (found,)):
        y[k] = value
    return c.procedure()


def everything() -> Procedure:
    """Every kind of statement, with values that are used late, twice, never, and outside of their block."""
    inner = Code("inner")
    n, factor, x, y = inner.indices("n"), inner.shared("factor"), inner.argument("x"), inner.argument("y")
    space = inner.array(3)
    with inner.each(3) as i:
        space[i] = x[i] * factor[i] + inner.spread(n[0])
    with inner.each(n[0]) as i:
        y[i] = space[2 - i]
    with inner.when(inner.is_true(x[0] < -2.0)):
        y[0] = math.nan
        inner.end(3)
    inner.end(n[0] - 2)
    callee = inner.procedure()

    c = Code("everything")
    x, y = c.argument("x"), c.argument("y")
    unused, space, more = c.variable(1.0), c.array(2), c.array(3)
    unused.value = x[0] + 1.0
    sizes, factors = c.table([2, 5, -7], "index"), c.table([0.5, math.inf, -0.25])

    # a loop whose results are used after it, and values that change between reading and use
    total, steps = c.variable(x[0]), c.variable(0)
    with c.repeat() as again:
        before = total.value
        half = before * 0.5
        total.value = half - 0.125
        steps.value = steps.value + 1
        again.append(c.is_true(c.abs(total.value) > 0.25) & (steps.value < 40))
    y[0], y[1], y[2] = before - total.value, half, c.spread(steps.value)
    old = y[0]
    y[0] = x[1]
    y[1] = old + y[0]

    # a bound that the loop changes
    bound = c.variable(3)
    with c.each(1, bound.value) as i:
        bound.value = bound.value - 1
        y[3] = c.spread(i + bound.value * 2) * x[2]
    status = c.call(callee, sizes, factors.part(0), x.part(steps.value - steps.value), more.part(1))
    space[1] = more[2] + more[1]
    y[4] = c.select(space[1].is_nan() | ~(x[0] < x[1]) & x[2].equals(x[2]), space[1], -space[1])
    y[5] = c.spread(c.pick(status.equals(0), sizes[1] * 3 - sizes[2], c.position(x[2] * 10.0) - 2**40))

    # bits
    pattern = c.bits(x[0])
    y[6] = c.real((pattern ^ (c.bits(x[1]) & -(2**63))) | 1)
    y[7] = c.integer_value(((pattern >> 52) + (c.lift(Bits, 1) << 40)) - c.truncate(x[2] * 100.0))
    y[8] = c.select(
        (pattern < 0) | pattern.equals(7), c.integer_value(c.select(x[0] < x[1], pattern >> 60, 5)), 1.0
    )
    y[9] = c.select(c.select(x[0] < 0.0, x[1] < 0.0, x[2] < 0.0), c.fma(x[0], -x[1], -0.5), x[0] - -x[1])
    with c.when(~c.any(x[2] <= 0.5) & (status < 1) | c.lift(Index, 2).equals(steps.value)):
        y[9] = c.maximum(c.copysign(c.floor(x[0] * 10.0), x[1]), c.minimum(x[0], x[2]) / 3.0)
    sine, _ = c.apply(ELEMENTARY["sincos"](), x[1])
    y[10] = sine * x[0] + y[9]
    y[11] = c.sqrt(c.abs(c.library("sin", x[0]))) - (x[0] - (x[1] - x[2])) / (x[0] * x[1])
    c.end(c.pick(status > 1, status, 0))
    return c.procedure()


@needs_compiler
def test_every_statement_has_the_bits_of_the_kernel(tmp_path):
    kernel = procedure_kernel(everything(), 3, 12)
    exported = Exported(kernel, tmp_path)
    for state in [*np.random.default_rng(12).uniform(-1.9, 2, (200, 3)), [1.0, 1.0, 1.0], [-0.0, 0.0, 0.0]]:
        status, found = exported(state)
        assert status == 0
        assert exactly_equal(found[0], native(kernel, state)[0]), state
    assert exported([-3.0, 1.0, 1.0])[0] == 1


# ---- text


def text_of(make: Callable[[], da.kernels.Kernel]) -> str:
    text = CCode(make(), "model")
    return text.header + text.source("model.h")


def test_text_is_stable():
    assert text_of(small_kernel) == text_of(small_kernel)
    assert text_of(lambda: long_kernel(3000)) == text_of(lambda: long_kernel(3000))


def small_kernel() -> da.kernels.Kernel:
    shoulder, elbow = da.expr.symbols("shoulder elbow")
    length = da.param("length", 0.1)
    angle = da.expr.mod(length - da.sin(shoulder), 2 * da.pi)
    return da.kernels.compile(
        {"slope": da.atan2(angle, da.where(elbow < 0.0, length, 1.0))}, {"q": [shoulder, elbow]}
    )


def test_text_reads_well():
    text = CCode(small_kernel(), "arm")
    function = """\
int arm(const double *q, const arm_parameters *p, double *slope)
{
    if (!p)
        p = &arm_defaults;

    const double shoulder = q[0];
    const double elbow = q[1];
    const double length = p->length;

    const double sin_shoulder = sin(shoulder);
    const double v5 = length - sin_shoulder;
    const double v6 = arm_mod(v5, 6.283185307179586);
    const int v7 = elbow < 0.0;
    const double v8 = v7 ? length : 1.0;
    const double v9 = atan2(v6, v8);

    *slope = v9;

    return 0;
}
"""
    assert function in text.source("arm.h")
    assert "arm_min" not in text.source("arm.h")
    assert " * q      input (2): shoulder, elbow\n" in text.header
    assert "WORK" not in text.header


@needs_compiler
def test_large_work_space_comes_from_the_caller(tmp_path):
    q = da.expr.symbols("q", 4)
    kernel = da.kernels.compile({"x": solve(q.reshape(2, 2), q[:2])}, {"q": q})
    assert "WORK" not in Exported(kernel, tmp_path, "small").header
    exported = Exported(kernel, tmp_path, "large", stack=3)
    assert "#define LARGE_WORK " in exported.header
    check(exported, [1.0, 0.25, -0.5, 3.0])


@pytest.mark.skipif(CPP_COMPILER is None, reason="there is no C++ compiler")
def test_header_is_a_cpp_header_too(tmp_path):
    export_c(small_kernel(), tmp_path / "arm.c")
    (tmp_path / "use.cpp").write_text(
        '#include "arm.h"\n#include "arm.h"\n'
        "int use(const double *q, double *y) { arm_parameters p = arm_defaults; return arm(q, &p, y); }\n"
    )
    command = [CPP_COMPILER, "-Wall", "-Wextra", "-Werror", "-pedantic", "-c", "use.cpp", "-o", "use.o"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_names_become_identifiers():
    names = {
        "q[0]": "q_0",
        "ω_x": "omega_x",
        "Ω": "Omega",
        "q̈": "q_ddot",
        "λ′": "lambda_prime",
        "→": "n",
        "a__b": "a_b",
    }
    assert {name: identifier(name) for name in names} == names
    scope = Names()
    assert [scope.take(name) for name in ("a b", "a.b", "int", "a b")] == ["a_b", "a_b_2", "int_2", "a_b_3"]


# ---- files


def test_files_are_named_by_path_or_by_name(tmp_path):
    for path in (tmp_path / "arm", tmp_path / "arm.c"):
        files = export_c(small_kernel(), path)
        assert (files.source, files.header) == (tmp_path / "arm.c", tmp_path / "arm.h")
    assert export_c(small_kernel(), tmp_path, "leg").source == tmp_path / "leg.c"
    files = export_c(small_kernel(), str(tmp_path / "first-try.c"), name="leg")
    assert '#include "first-try.h"' in files.source.read_text()
    assert "int leg(" in files.header.read_text()


@pytest.mark.parametrize(
    ("path", "name", "message"),
    [
        ("missing/arm.c", None, "the folder .*missing' for 'arm.c' does not exist"),
        ("arm.cpp", None, r"has the ending \.c, not '\.cpp'"),
        ("first-try.c", None, "'first-try' cannot be the name of a function in C"),
        ("arm.c", "double", "'double' cannot be"),
        ("arm.c", "", "'' cannot be"),
        ("", None, "is a folder"),
        ("", "../arm", "cannot be the name"),
    ],
)
def test_unusable_paths_and_names_are_errors(tmp_path, path, name, message):
    with pytest.raises(da.errors.CompileError, match=message):
        export_c(small_kernel(), tmp_path / path, name)
    assert list(tmp_path.iterdir()) == []


@needs_compiler
def test_rolled_accelerations_of_a_tree_are_c_as_well(tmp_path):
    model = tree(["revolute x", "free", "revolute", "universal", "revolute x"], seed=1)
    eom = da.derive(model)
    rolled = eom.balance.recursions.by_rolled_code(eom.outputs.kinematics.joint_forces())
    inputs = {"q": eom.q, "u": eom.u, "tau": eom.tau}
    at = sample(model, seed=2)
    kernel = da.kernels.compile({"a": rolled}, inputs)
    # parts of a step in functions of their own read its record too
    for name, part_size in (("whole", 1000), ("parted", 60)):
        exported = Exported(kernel, tmp_path, name, part_size=part_size)
        check(exported, at.q, at.u, at.tau)
