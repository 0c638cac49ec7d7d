"""Elementary functions in WebAssembly: exact to two units in the last place, with the bits of this lowering."""

import base64
import ctypes
from dataclasses import replace

import mpmath
import numpy as np
import pytest

import dalembert as da
import dalembert.expr.functions as ex
from dalembert.config import Config, Tier
from dalembert.errors import CompileError
from dalembert.expr.symbol_nodes import symbol
from dalembert.native import wasm_build
from dalembert.native.build import build
from dalembert.native.machine import Target, whole_object
from dalembert.native.module import Module
from dalembert.native.program import program
from dalembert.native.program_code import ProgramCode
from dalembert.native.wasm_linker import linked_module
from tests.node import in_node, needs_node
from tests.oracles.trees import tree

ULPS = 2.0
PRECISE = 120

RUN = """
const memory = new WebAssembly.Memory({ initial: 8 });
const env = { __linear_memory: memory, sin: Math.sin, cos: Math.cos, tan: Math.tan,
  __stack_pointer: new WebAssembly.Global({ value: "i32", mutable: true }, 1 << 18),
  __indirect_function_table: new WebAssembly.Table({ initial: 1, element: "anyfunc" }) };
const bytes = Uint8Array.from(atob(given.code), (sign) => sign.charCodeAt(0));
const { instance } = await WebAssembly.instantiate(bytes, { env });
const at = 1 << 18, x = new Float64Array(memory.buffer, at, 8), y = new Float64Array(memory.buffer, at + 64, 8);
const call = instance.exports[given.name];
const found = given.points.map((point) => { x.set(point); call(at, at, at + 64, at + 128); return y[0]; });
console.log(JSON.stringify(found));
"""


def _spread(low, high, n=1500):
    """Numbers of all sizes, and even ones, from a fixed seed."""
    rng = np.random.default_rng(7)
    return rng.uniform(low, high, n)


def _sizes(low, high, n=1500):
    rng = np.random.default_rng(8)
    return rng.choice([-1.0, 1.0], n) * 10.0 ** rng.uniform(low, high, n)


x, y = symbol("x"), symbol("y")
POSITIVE = np.abs(_sizes(-300, 300))
CASES = {
    "sin": (ex.sin(x), mpmath.sin, [_sizes(-8, 11)]),
    "cos": (ex.cos(x), mpmath.cos, [_sizes(-8, 11)]),
    "tan": (ex.tan(x), mpmath.tan, [_sizes(-8, 11)]),
    "exp": (ex.exp(x), mpmath.exp, [_spread(-700.0, 709.0)]),
    "log": (ex.log(x), mpmath.log, [POSITIVE]),
    "pow": (x**y, lambda a, b: mpmath.power(a, b), [10.0 ** _spread(-6.0, 6.0), _spread(-40.0, 40.0)]),
    "atan2": (ex.atan2(x, y), mpmath.atan2, [_sizes(-3, 3), _sizes(-3, 3)[::-1]]),
}


def _code(expression, target):
    return ProgramCode(program([expression], [x, y]), target)


def _here(expression, points):
    """The same without fused products on this processor."""
    host = Target.host()
    code = _code(expression, Target(host.cpu, host.features, fuses=False))
    built = build([code.module(1)], code.target, Tier.FULL, replace(Config.from_environment(), cache=None))
    function = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * 4)(built.library.address(code.symbol(1)))
    given, none, found, work = (np.zeros(max(8, n)) for n in (2, 1, 1, code.work + 64))
    results = []
    for point in points:
        given[: len(point)] = point
        assert function(given.ctypes.data, none.ctypes.data, found.ctypes.data, work.ctypes.data) == 0
        results.append(found[0])
    return np.array(results)


@needs_node
@pytest.mark.parametrize("name", CASES)
def test_elementary_functions_are_good_to_two_units_in_the_last_place(name, tmp_path):
    expression, truth, columns = CASES[name]
    code = _code(expression, Target.wasm())
    module = code.module(1)
    linked = linked_module(whole_object([module], code.target), [module.name])
    points = np.column_stack(columns)
    text = base64.b64encode(linked.code).decode()
    found = np.array(in_node(tmp_path, RUN, code=text, name=module.name, points=points.tolist()), dtype=float)
    assert np.isfinite(found).all()
    with mpmath.workprec(PRECISE):
        errors = [
            abs(mpmath.mpf(float(a)) - truth(*map(mpmath.mpf, map(float, p))))
            for a, p in zip(found, points, strict=True)
        ]
        worst = max(float(e / np.spacing(abs(a))) for e, a in zip(errors, found, strict=True))
    assert worst <= ULPS
    assert np.array_equal(found, _here(expression, points))


@needs_node
def test_rolled_code_of_a_tree_runs_in_pages(tmp_path):
    model = tree(["revolute x", "revolute", "prismatic", "revolute y"], seed=2, motors=False)
    eom = da.derive(model)
    rolled = eom.balance.recursions.by_rolled_code(np.zeros(4))
    total = sum(k * a for k, a in enumerate(rolled, start=1))
    target = Target.wasm()
    code = ProgramCode(program([total], [*eom.q, *eom.u]), target)
    module = code.module(1)
    linked = linked_module(whole_object([module], target), [module.name])
    points = np.random.default_rng(3).uniform(-1.0, 1.0, (5, 8))
    text = base64.b64encode(linked.code).decode()
    found = in_node(tmp_path, RUN, code=text, name=module.name, points=points.tolist())
    named = sum(k * a for k, a in enumerate(eom.balance.recursions.by_articulated_bodies(np.zeros(4)), start=1))
    expected = da.kernels.compile({"y": named}, [eom.q, eom.u]).interpret(points[:, :4], points[:, 4:])["y"]
    np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_a_cache_tells_targets_apart():
    host = Target.host()
    assert Target.wasm().llvm_triple != host.llvm_triple
    assert not Target.wasm().has_fma
    assert not Target(host.cpu, host.features, fuses=False).has_fma


def test_a_module_that_was_made_before_is_read_from_the_cache(tmp_path, monkeypatch):
    config = replace(Config.from_environment(), cache=tmp_path / "code")
    entries = [_code(ex.sin(x) + y, Target.wasm()).module(1)]
    made = wasm_build.wasm_module(entries, config)
    other = wasm_build.wasm_module([_code(ex.sin(x) - y, Target.wasm()).module(1)], config)
    assert other.code != made.code
    monkeypatch.setattr(wasm_build, "whole_object", None)
    assert wasm_build.wasm_module(entries, config) == made
    with pytest.raises(TypeError):
        wasm_build.wasm_module(entries, replace(config, cache=None))


def test_functions_that_no_page_has_are_named():
    with pytest.raises(CompileError, match="'lgamma'"):
        body = "%y = call double @lgamma(double %x)\nret double %y"
        text = f"declare double @lgamma(double)\ndefine double @f(double %x) {{\n{body}\n}}\n"
        linked_module(whole_object([Module.of("f", text)], Target.wasm()), ["f"])
