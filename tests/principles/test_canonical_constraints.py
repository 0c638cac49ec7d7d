"""Canonical equations with constraints in three forms: how these hold, drift and start."""

import numpy as np
import pytest

import dalembert as da
from tests.examples import example
from tests.oracles.canonical import ATOL_RUN, FORMS, METHOD, X, Y, assembled, bead, each_form, four_bar, of_one
from tests.oracles.principle_systems import evaluated, system

pytestmark = pytest.mark.slow

# ---- constraints in three forms


@pytest.mark.covers("F001-26", "F000-46")
@each_form
def test_every_form_has_the_reference_motion_and_multiplier_of_a_slider_crank(form):
    # 001, exercise 2, from rest
    module = example("closed_chains")
    model = module.slider_crank()
    eom = da.derive(model, da.Hamilton(FORMS[form]))
    start = da.convert_state(module.state("slider-crank"), model, eom)
    motion = da.simulate(eom, start, until=1.0, times=(0.25, 0.5, 0.75, 1.0), method=METHOD)
    angles = [0.966919924722, 0.664456839470, -0.360141673503, -1.460832869578]
    np.testing.assert_allclose(motion["q1"], angles, rtol=0.0, atol=1e-10)
    np.testing.assert_allclose(motion["q2"], -2.0 * motion["q1"], rtol=0.0, atol=1e-10)
    forces = [6.9647196357, 4.019499654468, 18.297625702238]
    np.testing.assert_allclose(motion["guide.multiplier"][:3], forces, rtol=0.0, atol=1e-8)


@pytest.mark.covers("F001-26")
@pytest.mark.parametrize("name", ["slider-crank", "parallel mechanism", "rolling disc"])
def test_the_matrix_of_the_printed_form_is_always_singular(name):
    # [1 0 0; 0 1 −Φᵀ; Φ 0 0]: λ never meets the last rows, which are combinations of the first; rank 2 n
    this = system(name)
    eom = this.dynamics.equations
    n, m = len(eom.u), len(eom.rows)
    for Phi in evaluated(eom, {"J": eom.J}, this.states)["J"]:
        one, none = np.eye(n), np.zeros((n, n))
        matrix = np.block(
            [
                [one, none, np.zeros((n, m))],
                [none, one, -Phi.T],
                [Phi, np.zeros((m, n)), np.zeros((m, m))],
            ]
        )
        assert np.linalg.matrix_rank(matrix) == 2 * n


@pytest.mark.covers("F001-26")
@pytest.mark.parametrize(
    ("form", "drift"),
    [
        (da.formulations.ForceMultipliers(), da.methods.Baumgarte.critical(2.0)),
        (da.formulations.MomentumMultipliers(alpha=2.0), da.methods.NoStabilization()),
        (da.formulations.DiracMultipliers(alpha=2.0), da.methods.NoStabilization()),
    ],
    ids=["A", "B", "C"],
)
def test_every_form_can_be_stabilized(form, drift):
    model = bead(da.Holonomic("circle", X**2 + Y**2 - 1.0))

    def worst(form, drift):
        eom = da.derive(model, da.Hamilton(form))
        start = da.State(q={"x": 0.6, "y": -0.8}, u={"x.momentum": 0.8, "y.momentum": 0.6})
        motion = da.simulate(eom, start, until=100.0, method=da.methods.RK4(0.05), stabilization=drift)
        return np.abs(motion["x"] ** 2 + motion["y"] ** 2 - 1.0).max()

    assert worst(form, drift) < 0.1 * worst(type(form)(), da.methods.NoStabilization())


@pytest.mark.covers("F001-26")
def test_off_the_constraints_every_form_returns_as_it_says():
    # A: φ̈ + 2 α φ̇ + α² φ = 0, B: φ̇ + α φ = 0, C: χ̇ + α χ = 0 for χ = (φ, φ̇)
    alpha, model = 3.0, bead(da.Holonomic("circle", X**2 + Y**2 - 1.0))
    state = da.State(q={"x": 0.7, "y": -0.9}, u={"x.momentum": 0.5, "y.momentum": -0.2})

    def rates(form, outputs, stabilization=None):
        """Outputs, and their rates along the motion."""
        eom = da.derive(model, da.Hamilton(form))
        system = eom.stabilized(stabilization).first_order()
        y = outputs(eom)
        rate = da.expr.time_derivative(y, dict(zip(system.x, system.rate, strict=True)))
        return of_one(eom, {"y": y, "rate": rate}, state)

    by_B = rates(
        da.formulations.MomentumMultipliers(alpha), lambda eom: np.array([eom.resolve(X**2 + Y**2 - 1.0)])
    )
    np.testing.assert_allclose(by_B["rate"], -alpha * by_B["y"], rtol=1e-12)
    by_C = rates(da.formulations.DiracMultipliers(alpha), lambda eom: eom.balance.form.chi)
    np.testing.assert_allclose(by_C["rate"], -alpha * by_C["y"], rtol=1e-12)
    stabilized = da.methods.Baumgarte.critical(alpha)
    by_A = rates(da.formulations.ForceMultipliers(), lambda eom: np.concatenate([eom.phi, eom.psi]), stabilized)
    expected = -2.0 * alpha * by_A["y"][1] - alpha**2 * by_A["y"][0]
    np.testing.assert_allclose(by_A["rate"], [by_A["y"][1], expected], rtol=1e-12)


@pytest.mark.covers("F001-26")
@pytest.mark.parametrize("form", ["A", "B"])
def test_nonholonomic_rows_run_in_forms_A_and_B(form):
    module = example("chaplygin_sleigh")
    model, start = module.systems()["sleigh"]
    eom = da.derive(model, da.Hamilton(FORMS[form]))
    motion = da.simulate(eom, da.convert_state(start, model, eom), until=3.0, method=METHOD)
    exact = module.closed_form(motion.times)
    np.testing.assert_allclose(motion["pose.angle"], exact["angle"], rtol=0.0, atol=ATOL_RUN)
    np.testing.assert_allclose(motion["blade.multiplier"], exact["force"], rtol=0.0, atol=1e-8)


# ---- what keeps and checks constraints


@pytest.mark.covers("F001-26")
@pytest.mark.parametrize("form", ["B", "C"])
def test_drift_is_removed_or_left_as_asked(form):
    eom = da.derive(bead(da.Holonomic("circle", X**2 + Y**2 - 1.0)), da.Hamilton(FORMS[form]))
    start = da.State(q={"x": 0.6, "y": -0.8}, u={"x.momentum": 0.8, "y.momentum": 0.6})

    def worst(drift):
        motion = da.simulate(eom, start, until=20.0, method=da.methods.RK4(0.05), stabilization=drift)
        return np.abs(motion["circle.residual"]).max()

    assert worst(None) < 1e-12
    assert worst(da.methods.Projection()) < 1e-12
    assert worst(da.methods.NoStabilization()) > 1e-10
    with pytest.raises(
        da.errors.FormulationError, match=r"Baumgarte's gains have no place.*use alpha of the form"
    ):
        worst(da.methods.Baumgarte())


@pytest.mark.covers("F001-26")
def test_form_C_says_where_it_is_singular():
    # the slider-crank stops where its links lie on each other
    module = example("closed_chains")
    model = module.slider_crank()
    eom = da.derive(model, da.Hamilton(da.formulations.DiracMultipliers()))
    start = da.convert_state(module.state("slider-crank"), model, eom)
    with pytest.raises(da.errors.SolverError, match="the motion is singular"):
        da.simulate(eom, start, until=20.0)


@pytest.mark.covers("F001-26")
def test_form_B_starts_from_admissible_positions_and_momenta_only():
    module = example("closed_chains")
    model = module.slider_crank()
    eom = da.derive(model, da.Hamilton(da.formulations.MomentumMultipliers()))
    start = da.convert_state(module.state("slider-crank"), model, eom)
    with pytest.raises(
        da.errors.ModelError, match=r"row 'guide' of M⁻¹ p is 1 at the start .* with σ = 0 in p = M q̇ \+ Jᵀ σ"
    ):
        da.simulate(eom, da.State(q=start.q, u={"q1.momentum": 1.0}), until=0.1)
    with pytest.raises(
        da.errors.ModelError, match=r"start does not satisfy 'guide': its position row .*da\.assemble"
    ):
        da.simulate(eom, da.State(q={"q1": 1.0, "q2": -1.9}), until=0.1)

    # a run goes on from the momenta of its velocities
    whole = da.simulate(eom, start, until=0.4, method=METHOD)
    half = da.simulate(eom, start, until=0.2, method=METHOD).state()
    rest = da.simulate(eom, da.convert_state(half, eom, eom), until=0.4, times=[0.4], method=METHOD)
    assert rest["q1"][-1] == pytest.approx(whole["q1"][-1], abs=ATOL_RUN)


@pytest.mark.covers("F001-26")
@pytest.mark.parametrize("form", ["A", "B"])
@pytest.mark.parametrize("varies", [False, True], ids=["rest", "matrix"])
def test_integrals_in_rows_change_at_their_rates(form, varies):
    lag, u = da.measures.state_variable("lag"), da.speed
    first, second = (da.rod(name, length=1.0, mass=1.0) for name in ("first", "second"))
    model = da.Model(
        da.Revolute("A", da.ground, first, axis="z"),
        da.Revolute("B", first["end"], second, axis="z"),
        da.StateVariable("lag", rate=3.0 * da.sin(da.coordinate("A")) - lag),
        da.Nonholonomic("follow", (1.0 + lag**2) * u("B") - u("A") if varies else u("B") - lag),
        gravity=(0.0, -9.81, 0.0),
    )
    guess = da.State(q={"A": 0.7, "B": 0.2}, u={"A.rate": 0.5}, z={"lag": 0.4})
    start = da.assemble(model, guess=guess, z={"lag": 0.4})
    eom = da.derive(model, da.Hamilton(FORMS[form]))
    motions = [
        da.simulate(subject, state, until=1.0, method=METHOD)
        for subject, state in ((model, start), (eom, da.convert_state(start, model, eom)))
    ]
    for name in ("A", "B", "A.rate", "A.acceleration", "follow.multiplier"):
        np.testing.assert_allclose(*(motion[name] for motion in motions), rtol=0.0, atol=1e-8, err_msg=name)


@pytest.mark.covers("F001-26")
@each_form
def test_every_form_counts_angles_of_joints_that_close_loops(form):
    model = four_bar(da.JointSpring("spring", "C", 3.0), da.JointDamper("damper", "C", 0.2))
    start, eom = assembled(model), da.derive(model, da.Hamilton(FORMS[form]))
    motions = [
        da.simulate(subject, state, until=1.0, method=METHOD)
        for subject, state in ((model, start), (eom, da.convert_state(start, model, eom)))
    ]
    for name in ("A", "C", "A.acceleration", "C.force.x"):
        np.testing.assert_allclose(*(motion[name] for motion in motions), rtol=0.0, atol=1e-8, err_msg=name)


@pytest.mark.covers("F001-26")
def test_rows_left_out_of_form_B_have_no_multipliers_and_keep_their_residuals():
    eom = da.derive(four_bar(), da.Hamilton(da.formulations.MomentumMultipliers(alpha=2.0)))
    fewer = eom.without(["C.x"])
    assert fewer.equations.constraints.left_out == {"C.x"}
    assert fewer.equations.without(["C.x"]).equations is fewer.equations
    start = da.convert_state(assembled(four_bar()), four_bar(), eom)
    found = of_one(fewer.equations, {"λ": fewer.multipliers, "ψ": fewer.equations.psi}, start)
    assert found["λ"][0] == 0.0 != found["λ"][1]
    with pytest.raises(da.errors.ModelError, match=r"there is no constraint row 'C\.w'"):
        eom.without(["C.w"])
