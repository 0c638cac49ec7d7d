import gc
import operator
import os
import threading
import time

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import CompileError, SolverError
from dalembert.native.machine import Target
from dalembert.native.program import program
from dalembert.native.schedule import schedule
from tests.graphs import random_graph
from tests.interruption import ctrl_c_after
from tests.native.helpers import for_target, with_chunk

pytestmark = pytest.mark.slow

RTOL_COMPILED = 1e-13
"""Elementary functions differ by an ulp or two from NumPy's, and sums of products are rounded once less."""


@pytest.fixture
def polar():
    x, y = da.expr.symbols("x y")
    scale = da.param("scale", 2.0)
    outputs = {"r": scale * da.sqrt(x * x + y * y), "angles": np.array([da.atan2(y, x), da.atan2(x, y)])}
    return da.kernels.compile(outputs, {"x": x, "y": y})


def test_outputs_come_as_they_were_given():
    x = da.expr.symbols("x", (2, 3))
    assert da.kernels.compile(x.sum(), [x])(np.ones((2, 3))) == 6.0
    assert da.kernels.compile(x.T, [x])(np.ones((2, 3))).shape == (3, 2)
    first, second = da.kernels.compile((x[0], x[1, 1]), [x])(np.arange(6.0).reshape(2, 3))
    np.testing.assert_array_equal(first, [0, 1, 2])
    assert second == 4.0


def test_inputs_come_by_position_or_name(polar):
    assert polar(3.0, 4.0)["r"] == polar(y=4.0, x=3.0)["r"] == polar(3.0, y=4.0)["r"] == 10.0


def test_leading_axes_are_states_and_broadcast(polar):
    X, Y = np.linspace(1, 2, 5), np.linspace(-1, 1, 3)[:, None]
    found = polar(X, Y)
    assert found["r"].shape == (3, 5)
    assert found["angles"].shape == (3, 5, 2)
    np.testing.assert_allclose(found["r"], 2 * np.hypot(X, Y), rtol=RTOL_COMPILED)


def test_no_states_give_no_results(polar):
    assert polar(np.zeros(0), 1.0)["angles"].shape == (0, 2)


def test_open_parameters_change_without_compiling(polar):
    assert polar.parameters == ("scale",)
    assert polar(3.0, 4.0, parameters={"scale": 1.0})["r"] == 5.0
    assert polar.interpret(3.0, 4.0, parameters={"scale": 1.0})["r"] == 5.0


def test_a_parameter_among_the_inputs_differs_by_state():
    x, k = da.expr.symbol("x"), da.param("k", 1.0)
    kernel = da.kernels.compile(k * x, [x, k])
    np.testing.assert_array_equal(kernel(2.0, np.array([1.0, 3.0])), [2.0, 6.0])


@pytest.mark.parametrize("lanes", [1, 2, 4, 8])
@pytest.mark.parametrize("tier", list(da.kernels.Tier))
def test_lanes_and_tiers_give_the_same_bits(lanes, tier):
    rng = np.random.default_rng(5)
    x, y = random_graph(rng, 5, 200, 8)
    X = rng.uniform(-3, 3, (21, 5))
    expected = da.kernels.compile(y, [x])(X)
    np.testing.assert_array_equal(da.kernels.compile(y, [x], lanes=lanes, tier=tier)(X), expected)


def test_compiled_equals_interpreted():
    rng = np.random.default_rng(6)
    for _ in range(10):
        x, y = random_graph(rng, 5, 80, 6)
        kernel = da.kernels.compile(y, [x])
        X = rng.uniform(-2, 2, (50, 5))
        found, expected = kernel(X), kernel.interpret(X)
        np.testing.assert_allclose(found, expected, rtol=RTOL_COMPILED, atol=RTOL_COMPILED)


def test_every_operation_is_compiled():
    x, y = da.expr.symbols("x y")
    one = [
        da.sin,
        da.cos,
        da.tan,
        da.expr.asin,
        da.expr.acos,
        da.expr.atan,
        da.sqrt,
        da.exp,
        da.expr.log,
        da.expr.sinh,
        da.expr.cosh,
        da.tanh,
    ]
    one += [
        da.expr.absolute_value,
        da.expr.sign,
        da.expr.floor,
        lambda a: -a,
        lambda a: 1 / a,
        lambda a: a**3,
        lambda a: a**-1.5,
    ]
    two = [
        da.atan2,
        da.expr.mod,
        da.minimum,
        da.maximum,
        da.expr.pow,
        lambda a, b: da.where(da.expr.equal(a, b), 1.0, a - b),
    ]
    two += [lambda a, b: da.where((a < b) | (b >= a + 1.0), a, b), lambda a, b: da.where(~(a <= b), a, b)]
    outputs = np.array([f(x) for f in one] + [f(x, y) for f in two])
    rng = np.random.default_rng(7)
    X, Y = rng.uniform(0.05, 0.95, (2, 40))
    for lanes in (1, 4, 8):
        kernel = da.kernels.compile(outputs, [x, y], lanes=lanes)
        np.testing.assert_allclose(kernel(X, Y), kernel.interpret(X, Y), rtol=RTOL_COMPILED)


def test_not_a_number_travels_through():
    x, y = da.expr.symbols("x y")
    kernel = da.kernels.compile(np.array([x + y, da.minimum(x, y), da.maximum(x, y), da.sin(x), x]), [x, y])
    assert np.isnan(kernel(np.nan, 1.0)).all()
    assert np.isinf(da.kernels.compile(1.0 / x, [x])(0.0))


def test_threads_share_a_kernel():
    rng = np.random.default_rng(8)
    x, y = random_graph(rng, 4, 100, 4)
    kernel = da.kernels.compile(y, [x], lanes=4)
    X = rng.uniform(-2, 2, (4000, 4))
    expected = kernel(X)
    found: dict[int, np.ndarray] = {}
    threads = [threading.Thread(target=lambda k=k: found.update({k: kernel(X)})) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    for result in found.values():
        np.testing.assert_array_equal(result, expected)


def test_a_large_batch_is_split_among_threads_without_changing_a_bit():
    rng = np.random.default_rng(9)
    x, y = random_graph(rng, 4, 100, 4)
    X = rng.uniform(-2, 2, (5000, 4))
    results = [
        da.kernels.compile(y, [x], lanes=8, config=da.kernels.Config(None, threads))(X) for threads in (1, 3)
    ]
    np.testing.assert_array_equal(*results)


def test_a_kernel_tells_what_it_is(polar):
    assert polar.operations == polar.program.operations > 5
    assert polar.lanes == 1
    assert polar.tier is da.kernels.Tier.FULL
    assert polar.compile_time >= 0.0
    assert 0.0 < polar.time_per_evaluation(0.01) < 1e-3
    assert "operations" in repr(polar)


def test_another_tier_is_another_kernel(polar):
    quick = polar.at(da.kernels.Tier.QUICK)
    assert quick is not polar
    assert quick.tier is da.kernels.Tier.QUICK
    assert quick(3.0, 4.0)["r"] == polar(3.0, 4.0)["r"]


@pytest.mark.parametrize("lanes", [1, 4, 8])
def test_a_processor_without_vectors_or_fma_gives_the_same_bits(lanes):
    target = Target.host()
    if not target.has_fma or "+avx" not in target.features.split(","):
        pytest.skip("this processor has neither")
    rng = np.random.default_rng(10)
    x, y = random_graph(rng, 4, 80, 4)
    kernel = da.kernels.compile(y, [x], lanes=lanes)
    old = Target("x86-64", "+sse2")
    assert (old.width, old.has_fma) == (2, False)
    X = rng.uniform(-2, 2, (11, 4))
    np.testing.assert_array_equal(for_target(kernel, old)(X), kernel(X))


def test_bound_kernels_run_in_place(polar):
    bound = polar.bind()
    bound.inputs["x"][...], bound.inputs["y"][...] = 3.0, 4.0
    assert bound.run() == 0
    assert bound.outputs["r"] == 10.0
    bound.parameters[:] = 1.0
    bound.run()
    assert bound.outputs["r"] == 5.0


def test_bound_kernels_have_a_lane_axis():
    x = da.expr.symbols("x", 3)
    bound = da.kernels.compile(x * 2.0, [x], lanes=4).bind()
    assert bound.inputs["input0"].shape == (3, 4)
    bound.inputs["input0"][:] = np.arange(12.0).reshape(3, 4)
    assert bound.run() == 0
    np.testing.assert_array_equal(bound.outputs["output"], 2 * np.arange(12.0).reshape(3, 4))


def test_inputs_of_a_bound_kernel_are_filled_by_assigning_to_their_names():
    q = da.expr.symbols("q", 2)
    bound = da.kernels.compile({"y": q * 2.0}, {"q": q}, config=da.kernels.Config(None, 1)).bind()
    bound.inputs["q"] = [1, 2.5]
    bound.run()
    assert bound.outputs["y"].tolist() == [2.0, 5.0]


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (lambda bound: operator.setitem(bound.inputs, "q", [1.0]), CompileError),
        (lambda bound: operator.setitem(bound.inputs, "q", 1.0), CompileError),
        (lambda bound: operator.setitem(bound.inputs, "q", [1j, 2.0]), CompileError),
        (lambda bound: operator.setitem(bound.inputs, "u", [1.0, 2.0]), CompileError),
        (lambda bound: operator.setitem(bound.outputs, "y", [1.0, 2.0]), da.errors.CompileError),
        (lambda bound: setattr(bound, "inputs", {"q": [1.0, 2.0]}), AttributeError),
        (lambda bound: setattr(bound, "parameters", [1.0]), AttributeError),
    ],
)
def test_what_a_bound_kernel_would_not_see_is_refused(change, error):
    q = da.expr.symbols("q", 2)
    bound = da.kernels.compile({"y": q * 2.0}, {"q": q}, config=da.kernels.Config(None, 1)).bind()
    with pytest.raises(error):
        change(bound)
    assert bound.inputs["q"].tolist() == [0.0, 0.0]


def test_a_bound_kernel_keeps_its_code_alive():
    x = da.expr.symbol("x")
    bound = da.kernels.compile(da.exp(x), [x], config=da.kernels.Config(None, 1)).bind()
    bound.inputs["x"][...] = 1.0
    bound.run()
    assert bound.outputs["output"] == pytest.approx(np.e, rel=RTOL_COMPILED)


def test_run_outlives_its_bound_kernel(others_left_alone):
    def parts():
        x = da.expr.symbol("x")
        bound = da.kernels.compile(2.0 * x, [x], config=da.kernels.Config(None, 1)).bind()
        return bound.run, bound.inputs["x"], bound.outputs["output"]

    run, given, found = parts()
    gc.collect()
    given[...] = 3.0
    assert run() == 0
    assert found == 6.0


def test_a_callback_that_fails_cannot_be_timed():
    def law(_):
        raise LookupError("no such law")

    x = da.expr.symbol("x")
    with pytest.raises(LookupError, match="no such law"):
        da.kernels.compile(da.expr.callback("law", law, [x]), [x]).time_per_evaluation(0.01)


def test_long_and_nested_conditions_are_compiled():
    x, y = da.expr.symbols("x y")
    chain, nest = x < 0.0, x < y
    for k in range(2000):
        chain = chain | (x > k + 2.0)
    for k in range(40):  # each holds the former twice
        nest = (nest | (x > k + 2.0)) & (nest | (y > k + 2.0))
    kernel = da.kernels.compile(np.array([da.where(chain, x, 2.0 * x), da.where(nest, x, y)]), [x, y])
    for code in (kernel, with_chunk(kernel, 1)):
        np.testing.assert_array_equal(code(1.0, 2.0), [2.0, 1.0])
        np.testing.assert_array_equal(code(5.5, 2.0), [5.5, 2.0])


def test_a_system_without_solution_is_an_error_for_one_state_and_nan_among_many():
    x = da.expr.symbol("x")
    kernel = da.kernels.compile(da.matrices.solve(np.array([[x, 1.0], [1.0, 1.0]]), np.array([1.0, 2.0])), [x])
    with pytest.raises(SolverError, match="singular"):
        kernel(1.0)
    found = kernel(np.array([1.0, 2.0]))
    assert np.isnan(found[0]).all()
    np.testing.assert_allclose(found[1], [-1.0, 3.0], rtol=RTOL_COMPILED)


def test_wrong_inputs_are_named(polar):
    with pytest.raises(CompileError, match=r"\['y'\] are missing"):
        polar(1.0)
    with pytest.raises(CompileError, match="'z' does not exist; the inputs are"):
        polar(1.0, 2.0, z=1.0)
    with pytest.raises(CompileError, match="'x' is given twice"):
        polar(1.0, x=2.0)
    with pytest.raises(CompileError, match="3 inputs are given"):
        polar(1.0, 2.0, 3.0)
    with pytest.raises(CompileError, match="no open parameter 'mass'"):
        polar(1.0, 2.0, parameters={"mass": 1.0})
    for value in ("much", [1.0, 2.0], None):
        with pytest.raises(CompileError, match="the parameter 'scale' must be a number, not"):
            polar(1.0, 2.0, parameters={"scale": value})
    with pytest.raises(CompileError, match="do not fit together"):
        polar(np.ones(3), np.ones(4))


def test_wrong_arrays_are_refused():
    q = da.expr.symbols("q", 3)
    kernel = da.kernels.compile(q, {"q": q})
    with pytest.raises(CompileError, match=r"'q' has shape \(3,\), not \(4,\)"):
        kernel(np.ones(4))
    with pytest.raises(CompileError, match="'q' needs numbers, not an array of object"):
        kernel(q)
    with pytest.raises(CompileError, match="'q' needs numbers, not an array of complex"):
        kernel(np.ones(3) * 1j)
    for texts in (["a", "b", "c"], ["1", "2", "3"]):
        with pytest.raises(CompileError, match="needs numbers"):
            kernel(texts)


def test_wrong_requests_are_refused():
    x = da.expr.symbol("x")
    with pytest.raises(CompileError, match="lanes must be 1, 2, 4 or 8, not 3"):
        da.kernels.compile(x, [x], lanes=3)
    with pytest.raises(CompileError, match="inputs are symbols, parameters or time"):
        da.kernels.compile(x, [x + 1.0])
    with pytest.raises(CompileError, match="list of symbols"):
        da.kernels.compile(x, x)
    with pytest.raises(CompileError, match="names of the inputs must differ"):
        da.kernels.compile(x, [x, x])
    for output in ("x", None, 1j, np.sin):
        with pytest.raises(CompileError, match="neither an expression nor a number"):
            da.kernels.compile(output, [x])
    with pytest.raises(CompileError, match="two parameters are called 'k'"):
        da.kernels.compile(da.param("k", 1.0) + da.param("k", 2.0), [x])


def test_first_use_by_several_threads_makes_one_code():
    x = da.expr.symbol("x")
    kernel = da.kernels.compile(
        da.expr.callback("law", lambda v: 2.0 * v, [x]), [x], config=da.kernels.Config(None, 1)
    )
    found: list[float] = []
    threads = [threading.Thread(target=lambda: found.append(float(kernel(3.0)[0]))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [6.0] * 6


def test_errors_of_callbacks_stay_in_their_threads():
    x = da.expr.symbol("x")

    def law(v):
        raise LookupError(str(v[0]))

    kernel = da.kernels.compile(da.expr.callback("law", law, [x]), [x], config=da.kernels.Config(None, 1))
    wrong: list[object] = []

    def ask(value: float) -> None:
        for _ in range(50):
            try:
                kernel(value)
            except LookupError as error:
                if float(str(error)) != value:
                    wrong.append(error)

    threads = [threading.Thread(target=ask, args=(float(k),)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_a_batch_of_one_is_a_batch():
    x = da.expr.symbol("x")
    kernel = da.kernels.compile(da.matrices.solve(np.array([[x]]), np.array([1.0])), [x])
    assert np.isnan(kernel(np.zeros(1))).all()


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_a_long_batch(threads):
    x = da.expr.symbol("x")
    y = x
    for _ in range(2000):
        y = da.sqrt(y * y + 1.0)
    kernel = da.kernels.compile(y, [x], config=da.kernels.Config(None, threads))
    kernel(1.0)
    states = np.ones(400_000)
    start = time.perf_counter()
    with pytest.raises(KeyboardInterrupt), ctrl_c_after(0.2):
        kernel(states)
    assert time.perf_counter() - start < 0.5 * kernel.time_per_evaluation(0.01) * len(states) / threads


def test_many_early_sines_do_not_swell_a_chunk():
    q = da.expr.symbols("q", 900)
    plan = schedule(program(list(da.sin(q)), list(q)), chunk=100)
    assert max(map(len, plan.chunks)) <= 100
    assert len(plan.angles) == 50
