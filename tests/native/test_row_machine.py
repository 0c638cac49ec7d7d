"""The machine for rows computes what compiled code computes, to the bit, without compiling."""

import numpy as np
import pytest

import dalembert as da
from dalembert.expr.operations import OPERATIONS
from dalembert.expr.scalar import apply
from dalembert.native import kernel as kernels
from dalembert.native.row_machine import ARITIES


def compiled_and_patient(outputs, inputs, lanes=1):
    return [
        da.kernels.compile(outputs, inputs, lanes=lanes, tier=da.kernels.Tier.QUICK, is_patient=is_patient)
        for is_patient in (False, True)
    ]


def assert_same_bits(outputs, inputs, *values, parameters=None):
    compiled, patient = compiled_and_patient(outputs, inputs)
    expected = compiled(*values, parameters=parameters)
    found = patient(*values, parameters=parameters)
    assert not patient._compiled
    np.testing.assert_array_equal(np.isnan(found), np.isnan(expected))
    assert np.nan_to_num(found).tobytes() == np.nan_to_num(expected).tobytes()


VALUES = np.array([-np.inf, -710.5, -2.5, -1.0, -0.3, -0.0, 0.0, 1e-310, 0.3, 1.0, 2.5, 1e7, np.inf, np.nan])


@pytest.mark.parametrize(
    "name", [name for name, x in OPERATIONS.items() if not x.is_condition and name != "where"]
)
def test_an_operation_is_that_of_compiled_code(name):
    x, y = da.expr.symbols("x y")
    operands = [x, y][: OPERATIONS[name].arity]
    a, b = (z.ravel() for z in np.meshgrid(VALUES, VALUES))
    assert_same_bits(apply(name, *operands), [x, y], a, b)


def test_all_operations_are_known_to_the_machine():
    assert set(OPERATIONS) - {"sin", "cos"} <= set(ARITIES)


def test_fused_products_conditions_pairs_and_constants():
    x, y, p = *da.expr.symbols("x y"), da.param("p", 0.7)
    outputs = [
        x * y + p,
        x * y - p,
        p - x * y,
        da.sin(x) * da.cos(x) + 1.25,
        da.where((x < y) & ~(x <= 0.5) | (y > p), x, -y),
        2.5,
        p,
        x,
    ]
    rng = np.random.default_rng(3)
    assert_same_bits(np.array(outputs), [x, y], *rng.normal(size=(2, 37)), parameters={"p": 0.2})


def test_routines_are_called_and_their_failures_told():
    A, b = da.expr.symbols("A", 9).reshape(3, 3), da.expr.symbols("b", 3)
    rng = np.random.default_rng(4)
    assert_same_bits(da.matrices.solve(A, b), [A, b], rng.normal(size=(11, 3, 3)), rng.normal(size=(11, 3)))
    _, patient = compiled_and_patient(da.matrices.solve(A, b), [A, b])
    with pytest.raises(da.errors.SolverError):
        patient(np.zeros((3, 3)), np.ones(3))
    several = patient(np.array([np.eye(3), np.zeros((3, 3))]), np.ones(3))
    np.testing.assert_array_equal(several[0], np.ones(3))
    assert np.isnan(several[1]).all()


def test_an_exception_of_a_python_function_is_raised():
    def law(x):
        raise ValueError("not there")

    x = da.expr.symbol("x")
    (y,) = da.expr.callback("law_that_raises", law, [x])
    _, patient = compiled_and_patient(y + 1.0, [x])
    with pytest.raises(ValueError, match="not there"):
        patient(1.0)


def test_a_kernel_is_compiled_once_it_has_been_asked_often_enough(monkeypatch):
    x = da.expr.symbols("x", 2)
    monkeypatch.setattr(kernels, "_SECONDS_TO_COMPILE", 5e-4)
    _, patient = compiled_and_patient(x[0] * da.sin(x[1]) + 0.5, [x])
    first = patient([0.3, 0.4])
    assert not patient._compiled
    for _ in range(1000):
        last = patient([0.3, 0.4])
    assert patient._compiled
    assert first == last


def test_many_states_are_worth_compiled_code_at_once(monkeypatch):
    monkeypatch.setattr(kernels, "_SECONDS_PER_ROW", 1e-6)
    x = da.expr.symbols("x", 2)
    _, patient = compiled_and_patient(da.exp(x[0]) * x[1], [x])
    patient(np.ones((100_000, 2)))
    assert patient._compiled


def test_signals_of_a_kind_are_computed_together_and_kept():
    upper, lower = (da.rod(name, length=1.0, mass=1.0, radius=0.1) for name in ("upper", "lower"))
    model = da.Model(
        da.Revolute("A", da.ground, upper, axis="y"),
        da.Revolute("B", upper["end"], lower, axis="y"),
        gravity=(0, 0, -9.81),
    )
    motion = da.simulate(model, model.state(q={"A": 0.4}), until=0.2)
    asked_first = motion["A.force.x"]
    again = da.simulate(model, model.state(q={"A": 0.4}), until=0.2)
    _ = again["B.moment.y"], again["A.acceleration"]
    assert again["A.force.x"].tobytes() == asked_first.tobytes()
    together = again.signals(["A.force.x", "energy"])
    assert together["A.force.x"].tobytes() == asked_first.tobytes()
    with pytest.raises(ValueError, match="read-only"):
        asked_first[0] = 1.0
