"""Canonical equations as equations of first order: their rows are seen by all analyses, a second order is not."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.special import ellipk

import dalembert as da
from dalembert.equations.solution import Solution
from dalembert.tree import tree
from tests.equations.test_solution import parallelogram
from tests.oracles.canonical import (
    ATOL_RUN,
    FORMS,
    METHOD,
    PX,
    PY,
    X,
    Y,
    assembled,
    bead,
    each_form,
    four_bar,
    of_one,
)
from tests.oracles.latch import Latch

CIRCLE = {"circle": X**2 + Y**2 - 1.0, "its rate": X * PX + Y * PY}


def on_a_circle():
    """A bead on a circle by Dirac's constraints of coordinates and momenta."""
    return da.derive(bead(), da.Hamilton(da.formulations.DiracMultipliers(further=CIRCLE)))


# ---- the equations


@each_form
def test_rates_of_momenta_are_what_acts_and_rows_have_slopes_of_both_kinds(form):
    model = four_bar(da.Motor("motor", "A"))
    eom = da.derive(model, da.Hamilton(FORMS[form]))
    state = da.assemble(model, q={"A": 1.0}, u={"A": 0.7}, guess={"B": -1.0, "D": -1.5}, tau={"motor": 3.0})
    at = da.convert_state(state, model, eom)
    balance = eom.accelerations - eom.f - eom.G @ eom.tau - eom.constraint_force_matrix @ eom.multipliers
    outputs = {"balance": balance, "G": eom.G, "M": eom.M, "J": eom.gradients, "inertia": eom.inertia}
    outputs |= {"∂φ/∂q": da.expr.jacobian(eom.phi, eom.q), "∂ψ/∂p": eom.J}
    found, kane = of_one(eom, outputs, at), da.derive(model)
    np.testing.assert_allclose(found["balance"], 0.0, atol=1e-11)
    np.testing.assert_array_equal(found["M"], np.eye(3))
    np.testing.assert_array_equal(found["G"], [[1.0], [0.0], [0.0]])
    expected = of_one(kane, {"M": kane.M, "J": kane.J, "λ": kane.multipliers}, state)
    np.testing.assert_allclose(found["inertia"], expected["M"], rtol=1e-12)
    np.testing.assert_allclose(found["J"], expected["J"], atol=1e-12)
    np.testing.assert_allclose(found["∂φ/∂q"], expected["J"], atol=1e-12)
    by_momenta = 0.0 * expected["J"] if form == "B" else expected["J"] @ np.linalg.inv(expected["M"])
    np.testing.assert_allclose(found["∂ψ/∂p"], by_momenta, atol=1e-11)
    np.testing.assert_allclose(of_one(eom, {"λ": eom.multipliers}, at)["λ"], expected["λ"], rtol=1e-9)


@pytest.mark.parametrize(
    ("ask", "who"),
    [
        (lambda eom, at: da.simulate(eom, at, until=0.1, method=da.methods.IndexThree(0.01)), "IndexThree"),
        (da.matrices.mass_matrix, "a mass matrix"),
        (lambda eom, at: da.matrices.jacobian_of(eom, da.ground, at), "the Jacobian of a frame"),
        (lambda eom, at: da.impulse(eom, at, along={"A.momentum": 1.0}), "an impulse"),
        (da.inverse_dynamics, "inverse_dynamics of one state"),
        (lambda eom, at: da.formulations.passive_relations(eom), "passive_relations"),
    ],
)
@each_form
def test_what_needs_a_second_order_refuses_them_by_name(form, ask, who):
    model = four_bar()
    eom = da.derive(model, da.Hamilton(FORMS[form]))
    with pytest.raises(da.errors.FormulationError, match=f"{who}.* second order.*canonical.*another principle"):
        ask(eom, da.convert_state(assembled(model), model, eom))


@each_form
def test_goals_and_impulses_need_a_second_order(form):
    model = bead(da.Motor("F", "x"), da.Servo("track", X - da.time, rate=5.0))
    with pytest.raises(da.errors.FormulationError, match=r"the goal 'track' needs equations of second order"):
        da.simulate(da.derive(model, da.Hamilton(FORMS[form])), until=0.1)
    hit = da.Event("hit", Y, action=da.actions.Impulse({"n": 1.0}, velocities={"n": da.speed("y")}))
    with pytest.raises(da.errors.FormulationError, match=r"an impulse needs equations of second order"):
        da.simulate(da.derive(bead(), da.Hamilton(FORMS[form])), da.State(q={"y": 0.1}), until=1.0, events=[hit])


@pytest.mark.parametrize("further", [{}, {"first": PX + Y, "second": PY - X}], ids=["none", "tied"])
def test_the_energy_of_accelerations_is_that_of_the_true_ones(further):
    # constraints of one's own tie momenta to places: q̇ is not p / m there
    eom = da.derive(bead(), da.Hamilton(da.formulations.DiracMultipliers(further=further)))
    start = da.State(q={"x": 0.3, "y": 0.2}, u={"x.momentum": -0.2, "y.momentum": 0.3})
    outputs = {name: eom.signal(f"{name}.acceleration") for name in ("x", "y")}
    found = of_one(eom, {**outputs, "S": da.energies.acceleration_energy(eom, eom.accelerations)}, start)
    np.testing.assert_allclose(found["S"], 0.5 * 1.5 * (found["x"] ** 2 + found["y"] ** 2), rtol=1e-12)


def test_the_momentum_after_a_blow_is_its_moment_once_the_state_is_converted():
    bar = da.rod("bar", length=1.0, mass=0.3)
    model = da.Model(da.Revolute("A", da.ground, bar))
    after = da.impulse(model, model.state(u={"A": 1.0}), forces={bar["end"]: (0.0, 2.0, 0.0)}).after
    # m l² / 3 of the rate before, and an arm of one metre
    momentum = da.convert_state(after, model, da.derive(model, da.Hamilton())).u["A.momentum"]
    np.testing.assert_allclose(momentum, 0.3 / 3.0 + 2.0, rtol=1e-12)


@each_form
def test_inputs_of_a_motion_in_momenta_are_those_that_made_it(form):
    model = four_bar(da.Motor("motor", "A"), da.JointDamper("damper", "B", 0.3))
    state = da.assemble(model, q={"A": 1.0}, u={"A": 0.7}, guess={"B": -1.0, "D": -1.5}, tau={"motor": 3.0})
    eom = da.derive(model, da.Hamilton(FORMS[form]))
    motion = da.simulate(eom, da.convert_state(state, model, eom), until=0.1, times=(0.0, 0.05, 0.1))
    np.testing.assert_allclose(da.inverse_dynamics(eom, motion)["motor"], 3.0, rtol=1e-8)


def test_a_method_of_constant_accelerations_names_the_states_that_do_not_fit():
    eom = da.derive(bead(), da.Hamilton())
    with pytest.raises(da.errors.SolverError, match=r"needs coordinates and then their rates.*x\.momentum.*RK4"):
        da.simulate(eom, until=0.1, method=da.methods.ConstantAcceleration(0.01))


@pytest.mark.parametrize("kind", [da.formulations.MomentumMultipliers, da.formulations.DiracMultipliers])
@pytest.mark.parametrize("alpha", ["x", None, np.nan, np.inf, -1.0, True])
def test_forms_refuse_rates_by_which_errors_do_not_decay(kind, alpha):
    with pytest.raises(da.errors.FormulationError, match=f"alpha of {kind.__name__} is the rate"):
        kind(alpha=alpha)


@pytest.mark.parametrize("further", [[X, PX], None, {1: X}, {"line": "x"}, {"line": (X, PX)}, {"line": 0.0}])
def test_constraints_of_dirac_are_expressions_by_name(further):
    with pytest.raises(da.errors.FormulationError, match=r"of Dirac (are given by name|is one expression)"):
        da.formulations.DiracMultipliers(further=further)


def test_constraints_of_dirac_do_not_take_names_of_rows():
    form = da.formulations.DiracMultipliers(further={"line": X, "its rate": PX})
    with pytest.raises(da.errors.FormulationError, match=r"'line' of Dirac has the name of a row"):
        da.derive(bead(da.Holonomic("line", Y)), da.Hamilton(form))


@each_form
def test_rows_that_events_let_go_fall_in_form_A_and_are_refused_by_the_others(form):
    eom = da.derive(bead(da.Holonomic("shelf", Y)), da.Hamilton(FORMS[form]))
    drop = da.Event("drop", da.time - 0.5, action=da.actions.Switch(off=["shelf"]))
    if form == "A":
        motion = da.simulate(eom, until=1.0, events=[drop])
        np.testing.assert_allclose(motion["y"][-1], -0.5 * 9.81 * 0.5**2, rtol=1e-9)
        return
    with pytest.raises(da.errors.ModelError, match=rf"{type(FORMS[form]).__name__}.*ForceMultipliers\(\)"):
        da.simulate(eom, until=1.0, events=[drop])


@each_form
def test_rows_that_come_and_go_by_themselves_are_refused_where_they_would_stay(form):
    model = bead(Latch("latch", Y, da.param("on", 1.0)))
    if form == "A":
        motion = da.simulate(da.derive(model, da.Hamilton()), da.State(p={"on": 0.0}), until=0.5)
        np.testing.assert_allclose(motion["y"][-1], -0.5 * 9.81 * 0.5**2, rtol=1e-9)
        return
    with pytest.raises(da.errors.FormulationError, match=r"the row 'latch', which comes and goes.*Hamilton\(\)"):
        da.derive(model, da.Hamilton(FORMS[form]))


def test_a_solver_of_accelerations_is_refused():
    solution = Solution(da.derive(four_bar(), da.Hamilton()), da.solvers.AugmentedMatrix())
    with pytest.raises(da.errors.FormulationError, match="by their own form, not by AugmentedMatrix"):
        _ = solution.accelerations


# ---- rows are seen by all analyses


@pytest.mark.covers("F001-26")
@each_form
def test_mobility_counts_rows_of_every_form(form):
    model = four_bar()
    eom = da.derive(model, da.Hamilton(FORMS[form]))
    found = da.mobility(eom, da.convert_state(assembled(model), model, eom))
    assert (found.rows, found.generic_rank, found.degrees_of_freedom) == (2, 2, 1)
    assert "C.force.z" in found.not_unique


@pytest.mark.covers("F001-26")
@each_form
def test_drives_determine_the_motion_in_every_form(form):
    model, guess = four_bar(da.Drive("drive", "A", 1.0 + da.time)), assembled(four_bar()).q
    found, exact = (
        da.kinematics(subject, [0.0, 0.2], guess=guess)
        for subject in (da.derive(model, da.Hamilton(FORMS[form])), model)
    )
    for name in ("A", "B", "D", "B.rate", "D.acceleration", "drive.torque", "C.force.x"):
        np.testing.assert_allclose(found[name], exact[name], rtol=0.0, atol=1e-7, err_msg=name)


@each_form
def test_momenta_are_assembled_to_admissible_velocities(form):
    model = four_bar()
    eom = da.derive(model, da.Hamilton(FORMS[form]))
    start = da.assemble(eom, q={"A": 1.0}, u={"A.momentum": 2.0}, guess={"B": -1.0, "D": -1.5})
    velocities = da.convert_state(start, eom, model)
    assert da.mobility(model, velocities).degrees_of_freedom == 1
    assert start.u["A.momentum"] == 2.0
    assert da.simulate(eom, start, until=0.01).residuals["positions"].max() < 1e-12


@each_form
def test_invariants_name_what_changes_momenta(form):
    model = bead(da.Holonomic("rail", Y - 0.2))
    eom = da.derive(model, da.Hamilton(FORMS[form]))
    found = da.diagnostics.invariants(eom, da.State(q={"y": 0.2}))
    assert found.cyclic == ("x",)
    assert {"energy", "x.momentum"} <= {*found.conserved}
    assert found["momentum.x"].is_conserved
    drifts = da.diagnostics.invariant_drifts(
        da.simulate(eom, da.State(q={"y": 0.2}, u={"x.momentum": 1.0}), until=1.0)
    )
    assert max(drifts.values()) < 1e-8


def test_momenta_of_form_B_that_hold_multipliers_are_not_taken_for_conserved():
    # where σ = 0 nothing moves the horizontal momentum; on the way it holds what the circle exerts
    eom = da.derive(
        bead(da.Holonomic("circle", X**2 + Y**2 - 1.0)), da.Hamilton(da.formulations.MomentumMultipliers())
    )
    assert da.diagnostics.invariants(eom, da.State(q={"x": 0.6, "y": -0.8})).conserved == ("energy",)


# ---- Dirac's own constraints


@pytest.mark.covers("F001-27")
def test_constraints_of_ones_own_are_assembled_counted_and_kept():
    eom = on_a_circle()
    start = da.assemble(eom, q={"x": 0.6}, guess={"y": -1.0}, u={"x.momentum": 0.8})
    assert start.q["y"] == pytest.approx(-0.8)
    assert start.u["y.momentum"] == pytest.approx(0.6)
    assert start.undetermined == ()
    found = da.mobility(eom, start)
    assert (found.state_rows, found.degrees_of_freedom) == (2, 1)
    assert "2 rows of coordinates and momenta" in found.report
    assert [(row.row.name, row.row.level) for row in eom.constraints.state_rows] == [
        ("circle", 0),
        ("its rate", 1),
    ]
    with pytest.raises(da.errors.AssemblyError, match="circle"):
        da.assemble(eom, q={"x": 1.2})

    # like a row it has signals: half of 2 λ r, the force along the radius
    motion = da.simulate(eom, start, until=0.5)
    assert np.abs(motion["circle.residual"]).max() < 1e-12
    inwards = 1.5 * (motion["x.rate"] ** 2 + motion["y.rate"] ** 2) - 1.5 * 9.81 * motion["y"]
    np.testing.assert_allclose(motion["circle.multiplier"], -0.5 * inwards, rtol=1e-6)


@pytest.mark.covers("F001-27")
def test_a_circle_of_ones_own_has_the_invariants_and_linear_equations_of_a_row():
    own, row = on_a_circle(), da.derive(bead(da.Holonomic("circle", X**2 + Y**2 - 1.0)), da.Hamilton())
    start = da.State(q={"x": 0.6, "y": -0.8}, u={"x.momentum": 0.8, "y.momentum": 0.6})
    assert (
        da.diagnostics.invariants(own, start).conserved
        == da.diagnostics.invariants(row, start).conserved
        == ("energy",)
    )
    rest = da.State(q={"y": -1.0})
    linear = [da.linearize(eom, rest) for eom in (own, row)]
    for one in linear:
        assert one.is_equilibrium
        np.testing.assert_allclose(
            np.sort(np.linalg.eigvals(one.A).imag), [-np.sqrt(9.81), np.sqrt(9.81)], rtol=1e-9
        )
    with pytest.raises(da.errors.FormulationError, match="no ellipsoid: the row 'circle'"):
        da.energies.speed_ellipsoid(own, start)


# ---- rows that are redundant where loops are closed


@pytest.mark.covers("F001-26")
@each_form
def test_rows_that_are_redundant_on_closed_loops_only_are_left_out(form):
    model = parallelogram(3)
    start = da.assemble(model, q={"A0": 0.7}, u={"A0": 1.3}, guess={"A1": 0.7, "A2": 0.7, "B0": -0.7})
    exact = da.simulate(model, start, until=0.2, times=[0.2], method=METHOD)
    eom = da.derive(model, da.Hamilton(FORMS[form]))
    motion = da.simulate(eom, da.convert_state(start, model, eom), until=0.2, times=[0.2], method=METHOD)
    assert motion["A0"][-1] == pytest.approx(exact["A0"][-1], abs=ATOL_RUN)
    assert "redundant: B2.y depends on" in motion.notes[0]

    # a run goes on with momenta of the velocities, which the rows that are left give
    again = da.convert_state(motion.state(), motion.dynamics, eom)
    assert da.simulate(eom, again, until=0.21)["A0"][0] == motion["A0"][-1]


@each_form
def test_a_pendulum_on_a_rod_returns_with_its_momenta_unless_these_hold_impulses(form):
    # 4 √(l/g) K(sin ½α)
    eom = da.derive(bead(da.Holonomic("rod", X**2 + Y**2 - 1.0)), da.Hamilton(FORMS[form]))
    start = da.State(q={"x": np.sin(0.5), "y": -np.cos(0.5)})
    if form == "B":
        with pytest.raises(da.errors.FormulationError, match=r"MomentumMultipliers.*do not return"):
            da.periodic_motion(eom, start, period=2.03)
        return
    found = da.periodic_motion(eom, start, period=2.03)
    amplitude = np.arctan2(found.start.q["x"], -found.start.q["y"])
    period = 4.0 / np.sqrt(9.81) * ellipk(np.sin(0.5 * amplitude) ** 2)
    assert found.period == pytest.approx(period, rel=1e-9)


def test_velocities_that_momenta_do_not_tell_are_not_converted():
    model = parallelogram(3)
    start = da.assemble(model, q={"A0": 0.7}, guess={"A1": 0.7, "A2": 0.7, "B0": -0.7})
    eom = da.derive(model, da.Hamilton(da.formulations.MomentumMultipliers()))
    with pytest.raises(da.errors.SolverError, match=r"rows of constraints depend on each other.*redundant_rows"):
        da.convert_state(da.convert_state(start, model, eom), eom, model)


@pytest.mark.parametrize(
    "principle",
    [*map(da.Hamilton, FORMS.values()), da.Recursive(solver=da.solvers.AugmentedMatrix())],
    ids=[*FORMS, "augmented matrix"],
)
def test_rows_that_nobody_told_of_have_no_multipliers(principle):
    model = parallelogram(3)
    start = da.assemble(model, q={"A0": 0.7}, u={"A0": 1.3}, guess={"A1": 0.7, "A2": 0.7, "B0": -0.7})
    eom = da.derive(model, principle)
    with pytest.raises(da.errors.SolverError, match=r"rows of constraints depend on each other.*redundant_rows"):
        da.as_dynamics(eom).signals(["B2.y.multiplier"], da.convert_state(start, model, eom))


# ---- rows that exert other forces than along their gradients


@pytest.fixture
def doubled(monkeypatch):
    """A bead on a circle whose row exerts twice what it would: half the multiplier has the same effect."""
    rows = tree.effective_rows

    def twice(kinematics):
        return [replace(row, exerts={k: 2.0 * x for k, x in row.J.items()}) for row in rows(kinematics)]

    monkeypatch.setattr(tree, "effective_rows", twice)
    return bead(da.Holonomic("circle", X**2 + Y**2 - 1.0))


def test_what_rows_exert_is_changed_to_chosen_speeds(doubled):
    speeds = da.formulations.QuasiVelocities(
        {"sum": da.speed("x") + da.speed("y"), "other": (2.0 + X) * da.speed("x")}
    )
    eom = da.derive(doubled, da.GibbsAppell(speeds=speeds))
    start = da.State(q={"x": 0.6, "y": -0.8}, u={"x.rate": 0.8, "y.rate": 0.6})
    found = da.as_dynamics(eom).signals(["circle.multiplier"], da.convert_state(start, doubled, eom))
    # m (ẋ² + ẏ² − g y) along the radius, of which ∂φ/∂q is twice the direction
    assert found["circle.multiplier"] == pytest.approx(-0.25 * 1.5 * (1.0 + 0.8 * 9.81))


def test_canonical_equations_refuse_rows_that_exert_other_forces(doubled):
    with pytest.raises(da.errors.FormulationError, match="row 'circle' exerts other forces than along"):
        _ = da.derive(doubled, da.Hamilton()).rows
