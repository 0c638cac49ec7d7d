import numpy as np

import dalembert as da
from dalembert.native.machine import Target
from dalembert.native.program import program
from dalembert.native.program_code import ProgramCode
from dalembert.native.schedule import schedule
from tests.graphs import random_graph
from tests.native.helpers import with_chunk


def test_every_row_is_computed_once_and_after_its_operands():
    rng = np.random.default_rng(2)
    x, y = random_graph(rng, 5, 300, 10)
    compiled = program(list(y), list(x))
    plan = schedule(compiled, chunk=37)
    order = [k for chunk in plan.chunks for k in chunk]
    assert len(order) == len(set(order))
    place = {k: position for position, k in enumerate(order)}
    for k in order:
        row = compiled.rows[k]
        assert all(place[a] < place[k] for a in row[1:] if isinstance(a, int) and a in place)


def test_chunks_have_the_size_asked_for():
    x = da.expr.symbol("x")
    y = x
    for k in range(500):
        y = da.sqrt(y * y + float(k + 1))
    plan = schedule(program([y], [x]), chunk=100)
    assert all(len(chunk) == 100 for chunk in plan.chunks[:-1])
    assert len(plan.chunks) >= 10


def test_slots_are_used_again():
    x = da.expr.symbol("x")
    y = x
    for k in range(2000):
        y = da.sqrt(y * y + float(k + 1))
    plan = schedule(program([y], [x]), chunk=50)
    assert len(plan.chunks) > 30
    assert plan.n_slots <= 3


def test_chunk_size_does_not_change_a_bit():
    rng = np.random.default_rng(3)
    for trial in range(6):
        x, y = random_graph(rng, 6, 250, 12)
        X = rng.uniform(-2, 2, (9, 6))
        kernel = da.kernels.compile(y, [x], lanes=(1, 4)[trial % 2])
        expected = kernel(X)
        for chunk in (3, 17, 100):
            np.testing.assert_array_equal(with_chunk(kernel, chunk)(X), expected)


def test_sines_of_simple_angles_are_computed_as_an_array():
    q = da.expr.symbols("q", 5)
    plan = schedule(program(list(da.sin(q[:-1] + q[1:])), list(q)))
    assert len(plan.angles) == 4
    assert ProgramCode(program(list(da.sin(q)), list(q)), Target.host()).work >= 3 * 5


def test_a_few_sines_are_computed_one_by_one():
    q = da.expr.symbols("q", 3)
    assert not schedule(program(list(da.sin(q)), list(q))).angles


def test_the_sine_of_a_sine_is_computed_in_place():
    q = da.expr.symbols("q", 5)
    y = np.array([da.sin(da.sin(q[0])), *da.cos(q[1:])])
    assert len(schedule(program(list(y), list(q))).angles) == 5
    Q = np.random.default_rng(4).uniform(-2, 2, (7, 5))
    expected = np.concatenate([np.sin(np.sin(Q[:, :1])), np.cos(Q[:, 1:])], axis=1)
    np.testing.assert_allclose(da.kernels.compile(y, [q])(Q), expected, 1e-15)
