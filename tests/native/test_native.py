import os
import threading
import time

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import CompileError, SolverError
from dalembert.procedures.statements import Procedure
from tests.interruption import ctrl_c_after


def counting_loop(is_endless: bool = False) -> da.kernels.NativeProcedure:
    """Adds x[0] to y[0], n[0] times, reporting after each."""
    c = da.kernels.Code("count")
    n, x, y, control = c.indices("n"), c.argument("x"), c.argument("y"), c.control()
    done = c.variable(0)
    with c.repeat() as again:
        y[0] = y[0] + x[0]
        done.value = done.value + 1
        control.beat(c.spread(done.value))
        again.append(n[0] > (0 if is_endless else done.value))
    return da.kernels.NativeProcedure(c.procedure())


def test_a_loop_counts():
    y = np.zeros(1)
    assert counting_loop()(np.array([1000]), np.array([0.5]), y) == 0
    assert y[0] == 500.0


def test_progress_is_reported_and_grows():
    seen: list[float] = []
    counting_loop()(np.array([200_000]), np.ones(1), np.zeros(1), progress=seen.append)
    assert seen == sorted(seen)
    assert 1 <= len(seen) < 1000


def test_progress_can_stop_the_run():
    class EnoughError(Exception):
        pass

    def stop(_):
        raise EnoughError

    with pytest.raises(EnoughError):
        counting_loop(is_endless=True)(np.array([1]), np.ones(1), np.zeros(1), progress=stop)


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_ctrl_c_ends_an_endless_run():
    loop = counting_loop(is_endless=True)
    y = np.zeros(1)
    with pytest.raises(KeyboardInterrupt), ctrl_c_after(0.1):
        loop(np.array([1]), np.ones(1), y)
    assert y[0] > 0.0


def test_other_threads_run_meanwhile():
    loop = counting_loop(is_endless=True)
    ticks: list[float] = []
    stop = threading.Event()

    def tick():
        while not stop.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.001)

    def enough(_):
        if len(ticks) > 5:
            raise StopIteration

    thread = threading.Thread(target=tick)
    thread.start()
    with pytest.raises(StopIteration):
        loop(np.array([1]), np.ones(1), np.zeros(1), progress=enough)
    stop.set()
    thread.join()


def test_statuses_become_exceptions():
    c = da.kernels.Code("root")
    x, y = c.argument("x"), c.argument("y")
    with c.when(c.any(x[0] < 0.0)):
        c.end(3)
    y[0] = c.sqrt(x[0])
    root = da.kernels.NativeProcedure(c.procedure(), failures={3: "the radicand is negative"})
    y = np.zeros(1)
    assert root(np.array([4.0]), y) == 0
    assert y[0] == 2.0
    with pytest.raises(SolverError, match="root: the radicand is negative"):
        root(np.array([-1.0]), y)


def test_a_callbacks_exception_is_raised_by_the_run():
    x = da.expr.symbol("x")

    def law(v):
        raise LookupError("no such law")

    kernel = da.kernels.compile(da.expr.callback("law", law, [x]), [x])
    c = da.kernels.Code("outer")
    xs, p, ys = c.argument("x"), c.shared("p"), c.argument("y")
    with c.each(3):
        c.call(kernel.code, xs, p, ys)
    outer = da.kernels.NativeProcedure(c.procedure())
    with pytest.raises(LookupError, match="no such law"):
        outer(np.ones(1), np.zeros(1), np.zeros(1))


@pytest.mark.parametrize("lanes", [1, 4, 8])
def test_newton_iteration_converges_lane_by_lane(lanes):
    """Square roots by Newton's method: each lane stops when it has converged, with its own number of steps."""
    x, a = da.expr.symbols("x a")
    update = da.kernels.compile(x - (x * x - a) / (2.0 * x), {"x": np.array([x, a])})
    c = da.kernels.Code("newton")
    state, p, steps = c.argument("state"), c.shared("p"), c.argument("steps")
    new = c.array(1)
    with c.repeat() as again:
        c.call(update.code, state, p, new)
        moving = c.abs(new[0] - state[0]) > 1e-12
        state[0] = c.select(moving, new[0], state[0])
        steps[0] = steps[0] + c.select(moving, 1.0, 0.0)
        again.append(c.any(moving))
    newton = da.kernels.NativeProcedure(c.procedure(), lanes=lanes)
    radicands = np.linspace(1.0, 100.0, lanes)
    state = np.stack([np.full(lanes, 10.0), radicands])
    steps = np.zeros((1, lanes))
    newton(state, np.zeros(1), steps)
    np.testing.assert_allclose(state[0], np.sqrt(radicands), rtol=1e-12)
    assert steps.min() < steps.max() or lanes == 1


def test_arrays_that_are_only_read_may_be_read_only():
    x, y = np.array([2.0]), np.zeros(1)
    x.flags.writeable = False
    c = da.kernels.Code("square")
    source, target = c.argument("source"), c.argument("target")
    target[0] = source[0] * source[0]
    da.kernels.NativeProcedure(c.procedure())(x, y)
    assert y[0] == 4.0


def test_a_runge_kutta_step_has_order_four():
    x = da.expr.symbols("x", 2)
    rate = da.kernels.compile(np.array([x[1], -x[0]]), [x])
    c = da.kernels.Code("rk4")
    n, h, p, state = c.indices("n"), c.shared("h"), c.shared("p"), c.argument("state")
    k, stage = [c.array(2) for _ in range(4)], c.array(2)
    with c.each(n[0]):
        c.call(rate.code, state, p, k[0])
        for before, after, part in ((0, 1, 0.5), (1, 2, 0.5), (2, 3, 1.0)):
            with c.each(2) as i:
                stage[i] = c.fma(h[0] * part, k[before][i], state[i])
            c.call(rate.code, stage, p, k[after])
        with c.each(2) as i:
            state[i] = c.fma(h[0] / 6.0, k[0][i] + 2.0 * k[1][i] + 2.0 * k[2][i] + k[3][i], state[i])
    rk4 = da.kernels.NativeProcedure(c.procedure())
    errors = []
    for steps in (20, 40, 80):
        x = np.array([1.0, 0.0])
        rk4(np.array([steps]), np.array([1.0 / steps]), np.zeros(1), x)
        errors.append(np.hypot(x[0] - np.cos(1.0), x[1] + np.sin(1.0)))
    orders = np.log2(np.array(errors[:-1]) / errors[1:])
    np.testing.assert_allclose(orders, 4.0, atol=0.1)


@pytest.mark.parametrize("tier", list(da.kernels.Tier))
@pytest.mark.parametrize("lanes", [1, 4, 8])
def test_lanes_take_and_put_at_places_of_their_own(lanes, tier):
    """Each lane reads the entry it wants of a shared array and, if it has an even number, writes its square."""
    c = da.kernels.Code("places")
    wanted, source, target, count = (c.argument("wanted"), *(c.shared(x) for x in ("source", "target", "count")))
    value = source.part(1).take(wanted[0])
    even = (c.lane() - 2.0 * c.floor(c.lane() / 2.0)).equals(0.0)
    target.put(c.lane(), value * value, even)
    count.put(0.0, c.spread(c.lanes()), c.lane().equals(0.0))
    places = da.kernels.NativeProcedure(c.procedure(), lanes=lanes, tier=tier)
    source = np.arange(21.0)
    wanted = np.random.default_rng(1).permutation(20)[:lanes].astype(float)
    target, count = np.full(lanes, -1.0), np.zeros(1)
    places(wanted[None, :], source, target, count)
    expected = np.where(np.arange(lanes) % 2 == 0, (wanted + 1.0) ** 2, -1.0)
    np.testing.assert_array_equal(target, expected)
    assert count[0] == lanes


def test_entries_of_lanes_have_no_other_place():
    c = da.kernels.Code("places")
    x, n = c.argument("x"), c.indices("n")
    with pytest.raises(CompileError, match="`take` is for shared arrays; an entry of x belongs to its lane"):
        x.take(0.0)
    with pytest.raises(CompileError, match="`put` is for shared arrays"):
        n.put(0.0, 1.0, x[0] > 0.0)


def test_wrong_arrays_are_refused():
    loop = counting_loop()
    with pytest.raises(CompileError, match="takes 3 arrays, not 1"):
        loop(np.ones(1))
    with pytest.raises(CompileError, match="arrays of int64 here, not an array of float64"):
        loop(np.ones(1), np.ones(1), np.ones(1))
    with pytest.raises(CompileError, match="not an array of float32"):
        loop(np.array([1]), np.ones(1, dtype=np.float32), np.ones(1))
    with pytest.raises(CompileError, match="not C-ordered"):
        loop(np.array([1]), np.ones((4, 4))[:, :2], np.ones(1))
    with pytest.raises(CompileError, match="not list"):
        loop(np.array([1]), [1.0], np.ones(1))


def test_a_procedure_that_decides_by_values_has_one_lane():
    c = da.kernels.Code("decide")
    x = c.argument("x")
    with c.when(c.is_true(x[0] < 0.0)):
        x[0] = 0.0
    with pytest.raises(CompileError, match="runs lane by lane"):
        da.kernels.NativeProcedure(c.procedure(), lanes=4)


def test_mistakes_in_the_text_are_named():
    c = da.kernels.Code("wrong")
    x, p = c.argument("x"), c.shared("p")
    with pytest.raises(CompileError, match="no truth value"):
        assert x[0] < 1.0
    with pytest.raises(CompileError, match="expected Real, found Mask"):
        x[0] + (x[0] < 1.0)
    with pytest.raises(CompileError, match="only arrays of reals"):
        p[0] = 1.0
    with pytest.raises(CompileError, match="exactly one flag"), c.repeat():
        pass
    with pytest.raises(CompileError, match=r"compared with `a\.equals"):
        c.when(x[0] == 1.0)
    with pytest.raises(TypeError, match="not iterable"):
        list(x)
    other = da.kernels.Code("other")
    with pytest.raises(CompileError, match="other uses a value of another procedure"):
        other.sqrt(x[0])
    other.argument("x")
    with pytest.raises(CompileError, match=r"calls other with \('shared',\); it takes \('real',\)"):
        c.call(other.procedure(), p)


def test_two_callbacks_of_one_name_are_refused():
    x = da.expr.symbol("x")
    two, three = (da.expr.callback("law", lambda v, k=k: k * v, [x])[0] for k in (2.0, 3.0))
    with pytest.raises(CompileError, match="two callbacks are called 'law'"):
        da.kernels.compile(two + three, [x])(1.0)
    c = da.kernels.Code("both")
    given, p, found = c.argument("x"), c.shared("p"), c.argument("y")
    for law in (two, three):
        c.call(da.kernels.compile(law, [x]).code, given, p, found)
    with pytest.raises(CompileError, match="two callbacks are called 'law'"):
        da.kernels.NativeProcedure(c.procedure())


def test_an_argument_may_be_called_like_a_table():
    c = da.kernels.Code("scale")
    values, y = c.argument("table0"), c.argument("y")
    factors = c.table([2.0, 3.0])
    with c.each(2) as i:
        y[i] = values[i] * factors[i]
    y = np.zeros(2)
    da.kernels.NativeProcedure(c.procedure())(np.array([1.0, 10.0]), y)
    np.testing.assert_array_equal(y, [2.0, 30.0])


def scaled(name: str, factor: float):
    """A procedure that multiplies x[0]."""
    c = da.kernels.Code(name)
    x = c.argument("x")
    x[0] = x[0] * factor
    return c.procedure()


def in_turn(name, *callees):
    """A loop that runs procedures one after the other on x."""
    c = da.kernels.Code(name)
    x = c.argument("x")
    for callee in callees:
        c.call(callee, x)
    return c.procedure()


def test_two_procedures_of_one_name_are_refused():
    same = in_turn("outer", scaled("scale", 2.0), scaled("scale", 2.0))
    x = np.ones(1)
    da.kernels.NativeProcedure(same)(x)
    assert x[0] == 4.0
    for different in (scaled("scale", 3.0), in_turn("inner", scaled("scale", 3.0))):
        with pytest.raises(CompileError, match="two procedures are called 'scale_x1_checked'"):
            da.kernels.NativeProcedure(in_turn("outer", scaled("scale", 2.0), different))


def test_a_value_is_used_where_it_is_known():
    c = da.kernels.Code("outside")
    x = c.argument("x")
    with c.when(c.any(x[0] > 0.0)):
        inside = 2.0 * x[0]
    x[0] = inside
    with pytest.raises(CompileError, match="does not dominate"):
        da.kernels.NativeProcedure(c.procedure())


def test_code_that_calls_an_unknown_library_function_cannot_be_linked():
    c = da.kernels.Code("far")
    x = c.argument("x")
    x[0] = c.library("no_such_function", x[0])
    with pytest.raises(CompileError, match="cannot be linked"):
        da.kernels.NativeProcedure(c.procedure(), config=da.kernels.Config(None, 1))


def test_lanes_are_one_two_four_or_eight():
    with pytest.raises(CompileError, match="lanes must be 1, 2, 4 or 8, not 3"):
        da.kernels.NativeProcedure(scaled("scale", 2.0), lanes=3)


def test_argument_names_do_not_collide_with_registers():
    c = da.kernels.Code("names")
    arguments = [c.argument(name) for name in ("v1", "r1", "c0", "work", "θ")]
    total = c.variable(0.0)
    for argument in arguments:
        total.value = total.value + argument[0]
    arguments[0][0] = total.value
    arrays = [np.ones(1) for _ in arguments]
    da.kernels.NativeProcedure(c.procedure())(*arrays)
    assert arrays[0][0] == 5.0


def test_the_last_axis_is_the_lane():
    c = da.kernels.Code("lanes")
    x = c.argument("x")
    x[0] = x[0] + 1.0
    with pytest.raises(CompileError, match="runs in 4 lanes, the last axis"):
        da.kernels.NativeProcedure(c.procedure(), lanes=4)(np.zeros((1, 3)))


def shifted(start: int, stop: int) -> Procedure:
    """Copies x[k] to y[k] for all k from the start on, below the stop."""
    c = da.kernels.Code("shifted")
    x, y = c.argument("x"), c.argument("y")
    with c.each(start, stop) as k:
        y[k] = x[k]
    return c.procedure()


def of_position(what: str) -> Procedure:
    """Reads or writes at a place that a number or an index says."""
    c = da.kernels.Code("of_position")
    at, n, table, y = c.argument("at"), c.indices("n"), c.shared("table"), c.argument("y")
    match what:
        case "index":
            y[0] = table[n[0]]
        case "take":
            y[0] = table.take(at[0])
        case "put":
            table.put(at[0], 5.0, at[0] < 1e9)
        case "part":
            c.call(shifted(0, 2), y.part(n[0]), y.part(n[0]))
    return c.procedure()


OUTSIDE = "would read or write outside of its arrays"


@pytest.mark.parametrize("lanes", [1, 4])
@pytest.mark.parametrize(("start", "stop"), [(0, 4), (-1, 2), (3, 4), (10**15, 10**15 + 1)])
def test_a_procedure_does_not_leave_its_arrays(start, stop, lanes):
    copy = da.kernels.NativeProcedure(shifted(start, stop), lanes=lanes)
    with pytest.raises(CompileError, match=f"shifted {OUTSIDE}"):
        copy(np.ones((3, lanes)), np.zeros((4, lanes)))
    with pytest.raises(CompileError, match=f"shifted {OUTSIDE}"):
        copy(np.ones((4, lanes)), np.zeros((3, lanes)))


@pytest.mark.parametrize("what", ["index", "take", "put", "part"])
@pytest.mark.parametrize(("place", "is_inside"), [(0, True), (2, True), (3, False), (-1, False)])
def test_places_that_are_computed_are_checked(what, place, is_inside):
    run = da.kernels.NativeProcedure(of_position(what))
    arrays = np.array([float(place)]), np.array([place]), np.arange(3.0), np.zeros(4)
    if is_inside:
        assert run(*arrays) == 0
    else:
        with pytest.raises(CompileError, match=OUTSIDE):
            run(*arrays)
        assert arrays[2].tolist() == [0.0, 1.0, 2.0]


def test_a_position_that_is_no_number_is_outside():
    with pytest.raises(CompileError, match=OUTSIDE):
        da.kernels.NativeProcedure(of_position("take"))(np.array([np.nan]), np.array([0]), np.ones(3), np.zeros(4))


@pytest.mark.parametrize("short", ["x", "p", "y"])
def test_a_program_gets_arrays_that_are_long_enough(short):
    x, k = da.expr.symbols("x", 2), da.param("k", 2.0)
    kernel = da.kernels.compile(x * k, [x])
    c = da.kernels.Code("outer")
    names = {"x": c.argument("x"), "p": c.shared("p"), "y": c.argument("y")}
    c.call(kernel.code, *names.values())
    outer = da.kernels.NativeProcedure(c.procedure())
    arrays = {"x": np.ones(2), "p": np.ones(1), "y": np.zeros(2)}
    assert outer(*arrays.values()) == 0
    with pytest.raises(CompileError, match=OUTSIDE):
        outer(*(array[:-1] if name == short else array for name, array in arrays.items()))


def test_arrays_that_are_written_to_are_not_read_only():
    x, y = np.ones(3), np.zeros(3)
    copy = da.kernels.NativeProcedure(shifted(0, 3))
    x.flags.writeable = False
    assert copy(x, y) == 0
    y.flags.writeable = False
    with pytest.raises(CompileError, match="shifted writes to 'y', but this array is read-only"):
        copy(x, y)
    c = da.kernels.Code("outer")
    c.call(shifted(0, 3), c.argument("x"), c.argument("y"))
    with pytest.raises(CompileError, match="outer writes to 'y', but this array is read-only"):
        da.kernels.NativeProcedure(c.procedure())(x, y)


def test_a_program_is_not_called_in_place():
    x = da.expr.symbols("x", 2)
    swap = da.kernels.compile(x[::-1], [x])
    c = da.kernels.Code("swap")
    values, p = c.argument("values"), c.shared("p")
    with pytest.raises(CompileError, match="in place"):
        c.call(swap.code, values, p, values)
