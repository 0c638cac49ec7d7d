"""All principles on all systems: same accelerations, same reactions; or the principle says that it cannot."""

import numpy as np
import pytest

import dalembert as da
from tests.oracles.principle_systems import (
    FIRST,
    GENERAL,
    HOLONOMIC,
    N_STATES,
    PRINCIPLES,
    REFUSED,
    SYSTEMS,
    derived,
    evaluated,
    system,
)

pytestmark = pytest.mark.slow

RTOL = 1e-10
"""Of accelerations, beside the largest of the state, unless the mass matrix is so near to singular …"""

ROUNDING = 1e-15
"""… that this times its condition number is more."""

RTOL_REACTIONS = 1e-9
"""Of forces and moments, beside the largest of the state."""

SMALL_REACTION = 1e-2
"""Where all forces are smaller, differences are compared with this: they may be zero, as in a free joint."""

QUICK = {"double pendulum", "slider-crank", "Chaplygin sleigh", "row and its double"}
"""Small systems, one of each sort; the others together take long."""


def _case(name, principle):
    heavy = name not in QUICK or principle in ("absolute", "Newton-Euler")
    marks = [pytest.mark.xdist_group(name), *([pytest.mark.slow] if heavy else [])]
    return pytest.param(name, principle, id=f"{name}: {principle}", marks=marks)


APPLY = [_case(s, p) for s in SYSTEMS for p in PRINCIPLES if (p, s) not in REFUSED]


@pytest.mark.covers(
    "F000-45", "F000-46", "F000-47", "F000-48", "F000-50", "F000-52", "F001-9", "F001-23", "F001-24"
)
@pytest.mark.covers("F002-1", "F002-5", "F002-6", "F002-7", "F002-11")
@pytest.mark.parametrize(("name", "principle"), APPLY)
def test_accelerations_and_reactions_are_those_of_the_recursion(name, principle):
    this = system(name)
    eom, states = this.by(PRINCIPLES[principle])
    expected, found = this.numbers, this.numbers_of(eom, states)

    # coordinates, and bodies
    rtol = np.maximum(RTOL, ROUNDING * this.conditions)
    assert_same(found.bodies, expected.bodies, rtol)
    told = {speed: a for speed, a in expected.accelerations.items() if speed in found.accelerations}
    if principle not in ("absolute", "Newton-Euler"):
        assert told.keys() == expected.accelerations.keys()
    if told:
        assert_same(found.accelerations, told, rtol)

    # what rows that depend on each other leave open is compared with nothing
    unique = {signal: value for signal, value in expected.reactions.items() if signal not in this.not_unique}
    shared = {signal: value for signal, value in unique.items() if signal in found.reactions}
    assert_same(found.reactions, shared, RTOL_REACTIONS, SMALL_REACTION)

    # a free joint between bodies is no part of absolute coordinates, and exerts nothing
    gone = [value for signal, value in unique.items() if signal not in found.reactions]
    assert not gone or (name == "ball joints" and np.abs(gone).max() < SMALL_REACTION * RTOL_REACTIONS)


def assert_same(found, expected, rtol, least=0.0):
    """All values of one kind, in each state beside the largest."""
    x, y = (
        np.concatenate([np.reshape(values[name], (N_STATES, -1)) for name in expected], axis=1)
        for values in (found, expected)
    )
    assert np.isfinite(x).all()
    sizes = np.maximum(np.abs(y).max(axis=1), least)
    errors = np.abs(x - y).max(axis=1) / sizes
    assert (errors <= rtol).all(), f"errors {errors.max():.1e}, allowed {np.max(rtol):.1e}"


@pytest.mark.parametrize(("principle", "name"), REFUSED)
def test_what_a_principle_cannot_treat_is_named_with_a_principle_that_can(principle, name):
    part, other = REFUSED[principle, name]
    with pytest.raises(da.errors.FormulationError, match=rf"'{part}'.*{other}"):
        derived(system(name).model, PRINCIPLES[principle])


def test_the_table_of_constraints_is_that_of_the_models():
    kinds = {name: [row.kind for row in system(name).dynamics.equations.rows] for name in SYSTEMS}
    assert {name for name, found in kinds.items() if found} == set(FIRST)
    for name, found in kinds.items():
        assert (name in HOLONOMIC) == (bool(found) and all(kind.startswith("holonomic") for kind in found))
        assert (name in GENERAL) == any("general nonholonomic" in x or "of accelerations" in x for x in found)


@pytest.mark.parametrize("name", SYSTEMS)
def test_states_are_admissible_and_differ(name):
    this = system(name)
    eom = this.dynamics.equations
    q = np.array([[state.q[x] for x in eom.coordinates] for state in this.states])
    assert np.ptp(q, axis=0).max() > 0.1
    found = evaluated(eom, {"phi": eom.phi, "psi": eom.psi}, this.states)
    assert np.abs(found["phi"]).max(initial=0.0) < 1e-9
    assert np.abs(found["psi"]).max(initial=0.0) < 1e-9
