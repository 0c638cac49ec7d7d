"""Impulses: the struck four-bar linkage, sudden constraints, energies, derivatives, and what is refused."""

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import FormulationError, ModelError, SolverError

L1, L2, L3, L4 = 1.0, 3.0, 2.5, 2.5
PLACE = {"q1": 0.0, "q2": -1.877340954983, "q3": -1.650936382119}


@pytest.fixture(scope="module")
def linkage() -> da.Equations:
    """Two particles on a four-bar linkage of massless links; u₁ = L₁ q̇₁."""
    q, u = da.expr.symbols("q1 q2 q3"), da.expr.symbols("u1 u2 u3")
    (q1, q2, q3), (u1, u2, u3) = q, u
    rocker = ("rocker", q2**2 + q3**2 - L3**2)
    coupler = ("coupler", L4 + q3 - da.sqrt(L2**2 - (q2 - L1 * da.cos(q1)) ** 2) - L1 * da.sin(q1))
    system = da.formulations.TypedSystem(q, u, rates=[u1 / L1, u2, u3], constraints=[rocker, coupler])
    return system.from_energies((u1**2 + u2**2 + u3**2) / 2, 0.0)


@pytest.mark.covers("F002-39", "F002-40", "F002-41")
def test_a_struck_four_bar_linkage_has_the_published_speeds(linkage):
    found = da.impulse(linkage, PLACE, along={"u2": 1e6, "u3": 1e6}, independent=["u1"])
    assert [*found.after.u.values()] == pytest.approx([27249.604, -6020.712, 6846.374], abs=2e-3)
    assert found.reduced_impulse == pytest.approx([30299.990], abs=2e-3)
    assert found.reduced_inertia == pytest.approx(np.array([[1.11194240]]), abs=1e-8)
    assert found.constraint_impulses == pytest.approx([27249.604, -1006020.712, -993153.626], abs=2e-3)
    # the momentum law, full and reduced; the work of the forces is the energy
    before, after = found.momenta
    assert after - before == pytest.approx(found.applied + found.constraint_impulses)
    before, after = found.reduced_momenta
    assert after - before == pytest.approx(found.reduced_impulse, rel=1e-12)
    assert found.work_of_forces == pytest.approx(found.kinetic_energies[1], rel=1e-12)
    assert found.kinetic_energies[1] == pytest.approx(4.128314e8, rel=1e-6)


@pytest.mark.covers("F002-42")
def test_sudden_locking_loses_the_energy_of_the_change(linkage):
    before = linkage.state(q=PLACE, u={"u1": 1.0, "u2": 0.5, "u3": -0.25})
    found = da.impulse(linkage, before, starts=["rocker", "coupler"])
    assert [*found.after.u.values()] == pytest.approx([0.7434872, -0.16427108, 0.18679874], abs=1e-7)
    assert found.lost_energy == pytest.approx(0.348924014, abs=1e-9)
    assert found.energy_of_change == pytest.approx(found.lost_energy, rel=1e-12)
    assert found.work_of_constraints == pytest.approx(-found.lost_energy, rel=1e-12)
    # with restitution one nothing is lost, and rows that end leave the speeds as they are
    bounced = da.impulse(linkage, before, starts=["rocker", "coupler"], restitution=1.0)
    assert bounced.lost_energy == pytest.approx(0.0, abs=1e-12)
    free = da.impulse(linkage, before, ends=["rocker", "coupler"])
    assert free.after.u == before.u
    assert free.multipliers == {}


@pytest.mark.covers("F002-43")
def test_derivatives_of_the_speeds_after_are_those_of_differences(linkage):
    before = linkage.state(q=PLACE, u={"u1": 1.0, "u2": 0.5, "u3": -0.25})

    def after(q=PLACE, u=before.u, push=0.0):
        found = da.impulse(
            linkage, linkage.state(q=q, u=u), along={"u2": 0.3 + push}, starts=["rocker"], ends=["coupler"],
            restitution=0.4,
        )  # fmt: skip
        return np.array([*found.after.u.values()]), found.derivatives

    exact, h = after()[1], 1e-7
    for k, name in enumerate(PLACE):
        moved = [after(q={**PLACE, name: PLACE[name] + s * h})[0] for s in (1, -1)]
        assert (moved[0] - moved[1]) / (2 * h) == pytest.approx(exact["coordinates"][:, k], abs=1e-6)
    for k, name in enumerate(before.u):
        moved = [after(u={**before.u, name: before.u[name] + s * h})[0] for s in (1, -1)]
        assert (moved[0] - moved[1]) / (2 * h) == pytest.approx(exact["speeds"][:, k], abs=1e-6)
    assert (after(push=h)[0] - after(push=-h)[0]) / (2 * h) == pytest.approx(exact["impulse"][:, 1], abs=1e-6)


def test_a_rod_struck_at_its_centre_of_percussion_needs_no_impulse_at_the_pivot():
    rod = da.rod("rod", length=1.0, mass=2.0)
    model = da.Model(da.Revolute("pivot", da.ground, rod, axis="z"), gravity=(0, -9.81, 0))
    struck = da.derive(model, coordinates=da.formulations.Absolute())
    state = da.assemble(struck)
    found = da.impulse(struck, state, forces={rod.at(x=2 / 3): (0, 3.0, 0)})
    forces = {name: x for name, x in found.multipliers.items() if name in ("pivot.x", "pivot.y", "pivot.z")}
    assert len(forces) == 3
    assert np.allclose([*forces.values()], 0.0, atol=1e-12)
    # 3 N s at 2/3 m on I = m l²/3, in absolute and in relative coordinates
    assert da.impulse(model, forces={rod.at(x=2 / 3): (0, 3.0, 0)}).after.u["pivot"] == pytest.approx(
        3.0, rel=1e-12
    )
    assert da.impulse(model, moments={rod: (0, 0, 2.0)})["pivot.rate"] == pytest.approx(3.0, rel=1e-12)


def test_impulses_of_rows_that_depend_on_each_other_are_marked(linkage):
    q, u = da.expr.symbols("x y"), da.expr.symbols("vx vy")
    twice = da.formulations.TypedSystem(q, u, constraints=[("one", q[0]), ("same", da.sin(2 * q[0]))])
    found = da.impulse(twice.from_energies((u[0] ** 2 + u[1] ** 2) / 2, 0.0), along={"vx": 1.0, "vy": 2.0})
    assert found.after.u == pytest.approx({"vx": 0.0, "vy": 2.0})
    assert found.not_unique == ("one", "same")
    assert found.multipliers["one"] + 2 * found.multipliers["same"] == pytest.approx(-1.0)


@pytest.mark.covers("F002-60")
def test_rows_that_are_not_linear_in_the_speeds_are_refused_by_name():
    q, u = da.expr.symbols("x y"), da.expr.symbols("vx vy")
    even = ("even", u[0] ** 2 + u[1] ** 2 - 1)
    system = da.formulations.TypedSystem(q, u, constraints=[even])
    system = system.from_energies((u[0] ** 2 + u[1] ** 2) / 2, 0.0)
    with pytest.raises(FormulationError, match="'even' is not linear in the speeds"):
        da.impulse(system, da.State(u={"vx": 1.0}), along={"vx": 1.0})


@pytest.mark.parametrize(
    "options, error, words",
    [
        ({"starts": ["crank"]}, ModelError, "starts"),
        ({"along": {"u9": 1.0}}, ModelError, "u9"),
        ({"along": {"u1": "much"}}, ModelError, "finite number"),
        ({"starts": ["rocker"], "restitution": 1.5}, ModelError, "from 0 to 1"),
        ({"independent": ["u1", "u2"]}, ModelError, "leave 1 speeds free"),
        ({"forces": {"rod": (1, 0, 0)}}, ModelError, "place"),
    ],
)
def test_what_makes_no_sense_is_refused_by_name(linkage, options, error, words):
    with pytest.raises(error, match=words):
        da.impulse(linkage, PLACE, **options)


def test_a_row_that_does_not_hold_before_is_named(linkage):
    with pytest.raises(ModelError, match="'rocker' does not hold before"):
        da.impulse(linkage, linkage.state(q=PLACE, u={"u2": 1.0}))
    with pytest.raises(ModelError, match="the residual of the row 'rocker'"):
        da.impulse(linkage, {**PLACE, "q2": 0.0})


def test_rows_that_contradict_each_other_are_named():
    q, u = da.expr.symbols("x y"), da.expr.symbols("vx vy")
    system = da.formulations.TypedSystem(q, u, constraints=[("one", q[0]), ("other", da.sin(q[0]))])
    eom = system.from_energies((u[0] ** 2 + u[1] ** 2) / 2, 0.0)
    with pytest.raises(SolverError, match="contradicts"):
        da.impulse(eom, da.State(u={"vx": 1.0}), starts=["one", "other"], restitution={"one": 0.5})
