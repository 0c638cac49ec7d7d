"""Parameters of typed equations that are changed at run time."""

import numpy as np
import pytest

import dalembert as da
from tests.oracles.typed_systems import METHOD, RTOL_WORK, accelerations

(x, y), (v, w), (a, b) = da.expr.symbols("x y"), da.expr.symbols("v w"), da.expr.symbols("a b")
EPS = da.param("eps", 0.0)
"""Nothing unless it is given."""


def test_a_matrix_that_is_symmetric_by_usual_values_only_is_solved_whole():
    eom = da.formulations.TypedSystem([x, y], [v, w], [a, b]).from_rows([2.0 * a + EPS * b + x, b + y])
    found = accelerations(eom, (1.0, -2.0), (0.0, 0.0), p={"eps": 0.5})
    assert found == pytest.approx(np.linalg.solve([[2.0, 0.5], [0.0, 1.0]], [-1.0, 2.0]))


def test_multipliers_that_act_along_gradients_by_usual_values_only_act_as_typed():
    F = da.expr.symbol("F")
    rows = [a - F * (1.0 + EPS) - 1.0, b + F]
    eom = da.formulations.TypedSystem([x, y], [v, w], [a, b], constraints=[("line", x - y)]).from_rows(
        rows, lam=[F]
    )
    found = accelerations(eom, (0.0, 0.0), (0.0, 0.0), p={"eps": 0.5})
    expected = np.linalg.solve([[1.0, 0.0, -1.5], [0.0, 1.0, 1.0], [1.0, -1.0, 0.0]], [1.0, 0.0, 0.0])
    assert found == pytest.approx(expected[:2])


def test_energies_that_are_no_hamiltonian_for_other_values_balance_too():
    T = 0.5 * v**2 + 0.5 * EPS * x**2 * da.sin(da.time)
    eom = da.formulations.TypedSystem([x], [v]).from_energies(T, 0.5 * x**2)
    motion = da.simulate(eom, eom.state(q={"x": 1.0}, p={"eps": 1.0}), until=2.0, method=METHOD)
    assert np.abs(motion.energy_balance).max() < RTOL_WORK


def test_parameters_that_move_nothing_may_be_given():
    eom = da.formulations.TypedSystem([x], [v]).from_energies(0.5 * v**2, da.param("level", 1.0))
    motion = da.simulate(eom, eom.state(p={"level": 2.0}), until=1.0)
    assert motion["energy"] == pytest.approx(2.0)


def test_parameters_are_named_by_their_symbols_too():
    m = da.expr.symbol("m")
    eom = da.formulations.TypedSystem([x], [v], parameters={m: 2.0}).from_energies(0.5 * m * v**2, x)
    assert eom.parameters == {"m": 2.0}
    assert accelerations(eom, (0.0,), (0.0,)) == pytest.approx([-0.5])


def test_a_parameter_that_is_not_known_is_refused():
    eom = da.formulations.TypedSystem([x], [v]).from_energies(0.5 * da.param("mass", 2.0) * v**2, x)
    wrong = da.State(p={"mas": 3.0})
    for ask in (da.as_dynamics(eom).accelerations, lambda state: da.diagnostics.invariants(eom, state)):
        with pytest.raises(da.errors.ModelError, match="there is no parameter 'mas'; did you mean 'mass'"):
            ask(wrong)
