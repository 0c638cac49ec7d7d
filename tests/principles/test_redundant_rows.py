"""Rows that say the same twice: the motion is that of the system that has them once, whoever solves for it."""

from functools import cache
from typing import Any

import numpy as np
import pytest

import dalembert as da
from tests.oracles.principle_systems import PRINCIPLES, SYSTEMS, derived
from tests.oracles.solvers import FINDS_RANK, SOLVERS

pytestmark = pytest.mark.slow

ATOL_RUN = 1e-8
"""Of coordinates after a run, with steps controlled to 1e-10."""

METHOD = da.methods.DOP853(rtol=1e-10, atol=1e-12)
UNTIL = 0.4

ONCE: dict[str, tuple[tuple[str, ...], tuple[Any, ...]]] = {
    "row and its double": (("again", "double"), ()),
    "two gears": (("other gear",), ()),
    "parallel sliders": (("pin",), (da.Holonomic("once", da.coordinate("A") - da.coordinate("B")),)),
    "two rods": (("other rod",), ()),
}
"""What is left out of a system by hand, and what stands for it."""

each_system = pytest.mark.parametrize("name", ONCE)


def once(name: str) -> da.Model:
    """The system with independent rows."""
    model, (names, parts) = SYSTEMS[name]()[0], ONCE[name]
    return da.Model(*(part for part in model.parts if part.name not in names), *parts, gravity=model.gravity)


@cache
def expected(name: str) -> Any:
    """Its coordinates along a run."""
    model, start = once(name), SYSTEMS[name]()[1]
    motion = da.simulate(model, start, until=UNTIL, method=METHOD)
    return {x: motion[x] for x in model.coordinates}


def assert_same_motion(motion: da.Motion, name: str) -> None:
    for x, values in expected(name).items():
        np.testing.assert_allclose(motion[x], values, rtol=0.0, atol=ATOL_RUN, err_msg=x)


@each_system
@pytest.mark.parametrize(
    "drift", [None, da.methods.Baumgarte(), da.methods.NoStabilization()], ids=lambda x: type(x).__name__
)
def test_a_run_is_that_of_the_system_without_them(name: str, drift: Any) -> None:
    model, start = SYSTEMS[name]()
    motion = da.simulate(model, start, until=UNTIL, method=METHOD, stabilization=drift)
    assert_same_motion(motion, name)
    assert any("redundant" in note for note in motion.notes)


@pytest.mark.parametrize("solver", SOLVERS)
def test_every_solver_runs_them(solver: str) -> None:
    name, drift = ("two rods", None) if solver in FINDS_RANK else ("row and its double", da.methods.Baumgarte())
    model, start = SYSTEMS[name]()
    eom = da.derive(model, da.Recursive(solver=SOLVERS[solver]))
    assert_same_motion(da.simulate(eom, start, until=UNTIL, method=METHOD, stabilization=drift), name)


@pytest.mark.parametrize("principle", ["Kane", "Gauss by minimizing", "Hamilton A", "Hamilton B", "Hamilton C"])
def test_principles_that_solve_in_their_own_way_run_them(principle: str) -> None:
    model, start = SYSTEMS["two rods"]()
    eom = derived(model, PRINCIPLES[principle])
    motion = da.simulate(eom, da.convert_state(start, model, eom), until=UNTIL, method=METHOD)
    assert_same_motion(motion, "two rods")


def test_a_comparison_of_principles_runs_them() -> None:
    model, start = SYSTEMS["two rods"]()
    chosen = ("Kane", "Gauss", "Hamilton A", "Hamilton B", "Hamilton C", "Maggi")
    found = da.compare(model, {x: PRINCIPLES[x] for x in chosen}, [start])
    assert found.agrees()
    assert not [row.name for row in found.rows if not row.applies]


# ---- nobody told of them


@each_system
def test_without_being_told_the_default_solution_names_rows_and_a_remedy(name: str) -> None:
    eom = da.derive(SYSTEMS[name]()[0])
    rows = "|".join(row.name for row in eom.rows)
    with pytest.raises(da.errors.FormulationError, match=rf"'({rows})'.*depend on others.*redundant_rows"):
        _ = eom.accelerations


@pytest.mark.parametrize("solver", SOLVERS)
def test_without_being_told_a_solver_is_right_or_has_no_result(solver: str) -> None:
    # one of the rods has another name for its length: the tracing does not see that they are the same
    model, start = SYSTEMS["two rods"]()
    parts = [part for part in model.parts if part.name != "other rod"]
    longer = da.Distance("other rod", da.ground, model.bodies[1], length=da.param("length", 1.0))
    model = da.Model(*parts, longer, gravity=model.gravity)
    state = model.state(q=start.q, u={"x": 0.6, "y": 0.8})
    wanted = da.as_dynamics(once("two rods")).accelerations(state)
    dynamics = da.as_dynamics(da.derive(model, da.Recursive(solver=SOLVERS[solver])))
    try:
        found = dynamics.accelerations(state)
    except (da.errors.SolverError, da.errors.FormulationError, da.errors.ExpressionError) as error:
        assert solver not in FINDS_RANK
        assert "depend" in str(error) or "rank" in str(error) or "singular" in str(error)
    else:
        assert found == pytest.approx(wanted, rel=1e-9)
