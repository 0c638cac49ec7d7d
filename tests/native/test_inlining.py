"""Short procedures become one function: nothing but the time changes."""

import numpy as np
import pytest

import dalembert as da
from dalembert.integrators.adaptive_methods import DormandPrince
from dalembert.integrators.fixed_step_methods import RK4, GaussLegendre
from dalembert.integrators.integration import Integrator
from dalembert.integrators.problem import Problem
from dalembert.native.inlining import inlined_module, is_short
from dalembert.native.native import TrustedProcedure
from dalembert.native.procedure_ir import procedure_module
from dalembert.native.program_code import resolve
from tests.integrators.problems import kepler, kepler_start, oscillator_with_events, program, spinning

pytestmark = pytest.mark.slow

STARTS = {
    kepler: [kepler_start(e) for e in np.linspace(0.0, 0.6, 7)],
    oscillator_with_events: [[1.0, 0.1 * k] for k in range(7)],
    spinning: [[np.cos(a), np.sin(a), 0.0, 0.0] for a in np.linspace(0.0, 1.0, 7)],
}


@pytest.mark.parametrize("lanes", [1, 4, 8])
@pytest.mark.parametrize("method", [RK4(0.02), DormandPrince(1e-7, 1e-9), GaussLegendre(0.05)])
@pytest.mark.parametrize("problem", STARTS)
def test_one_function_gives_the_bits_of_calls(problem, method, lanes):
    assert is_short(method.procedure(problem()))
    extra = np.linspace(1.0, 2.0, 7)[:, None][:, : problem().n_extra]
    found = []
    for tier in da.kernels.Tier:  # quick code is never put into one function
        code = Integrator.make(problem(), method, lambda p, n, t=tier: TrustedProcedure(p, lanes=n, tier=t), lanes)
        found.append(code.run(STARTS[problem], np.linspace(0.0, 3.0, 20), extra=extra))
    assert found[0].is_complete
    for name in ("states", "final_states", "summaries"):
        assert getattr(found[0], name).tobytes() == getattr(found[1], name).tobytes()
    assert [record.tobytes() for record in found[0].records] == [record.tobytes() for record in found[1].records]


def test_the_text_of_a_short_procedure_calls_its_programs_no_more():
    procedure = RK4(0.1).procedure(kepler())
    module = inlined_module(procedure, 4)
    assert not module.needs
    assert procedure_module(procedure, 4, resolve).needs
    assert inlined_module(procedure, 4).key == module.key
    assert inlined_module(procedure, 8).key != module.key


def test_long_programs_stay_calls():
    x = da.expr.symbols("x", 2)
    y = x[0]
    for _ in range(400):
        y = y * x[0] + x[1]
    assert not is_short(RK4(0.1).procedure(Problem(program([y, y], x), 2)))


def test_large_states_stay_in_memory():
    x = da.expr.symbols("x", 100)
    assert not is_short(RK4(0.1).procedure(Problem(program([x[0] * 2.0, *x[1:]], x), 100)))


def test_calls_of_procedures_and_routines_stay_calls():
    x = da.expr.symbols("x", 2)
    solved = da.matrices.solve(np.array([[x[0], 1.0], [1.0, x[1]]]), np.array([1.0, 2.0]))
    assert not is_short(RK4(0.1).procedure(Problem(program(solved, x), 2)))
    c = da.kernels.Code("outer")
    c.call(da.kernels.Code("inner").procedure())
    assert not is_short(c.procedure())
