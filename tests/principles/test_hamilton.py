"""Canonical equations: published numbers, derivations, steppers, energy of long runs."""

import numpy as np
import pytest

import dalembert as da
from tests.examples import example
from tests.oracles.canonical import ATOL_RUN, FORMS, METHOD, PRINTED, RTOL, assembled, each_form, four_bar, of_one
from tests.oracles.principle_systems import evaluated, system

# ---- momenta, Hamiltonian, equations


@pytest.mark.covers("F001-24", "F000-46")
def test_a_robot_of_two_links_has_the_reference_momenta_and_hamiltonian():
    # 001, exercise 7
    model, state = example("two_link_robot").systems()["planar"]
    eom = da.derive(model, da.Hamilton())
    there = da.convert_state(state, model, eom)
    assert [there.u[name] for name in eom.speeds] == pytest.approx([0.971536458333, 0.055065913995], abs=PRINTED)
    outputs = {"H": eom.balance.form.hamiltonian, "rates": eom.rates, "forces": eom.accelerations}
    found = of_one(eom, outputs, there)
    assert found["H"] == pytest.approx(4.292292505695, abs=PRINTED)
    np.testing.assert_allclose(found["rates"], [1.0, -2.0], rtol=0.0, atol=RTOL)
    np.testing.assert_allclose(found["forces"], [-22.106836852796, -4.268952329506], rtol=0.0, atol=PRINTED)


@pytest.mark.covers("F001-24", "F001-26")
@each_form
def test_a_slider_crank_has_the_reference_momenta_hamiltonian_and_multiplier(form):
    # 001, exercise 8
    module = example("closed_chains")
    model = module.slider_crank()
    eom = da.derive(model, da.Hamilton(FORMS[form]))
    there = da.convert_state(module.state("slider-crank", rate=module.RATE), model, eom)
    assert [there.u[name] for name in eom.speeds] == pytest.approx([0.5, -0.25], abs=1e-14)

    # its closed form: H = (2 p₁² − 4 (1 + 2 c) p₁ p₂ + (12 + 8 c) p₂²) / (m l² (5 − 4 c²)) + V
    q, p = eom.q, eom.u
    c = da.cos(q[1])
    squares = 2.0 * p[0] ** 2 - 4.0 * (1.0 + 2.0 * c) * p[0] * p[1] + (12.0 + 8.0 * c) * p[1] ** 2
    V = 0.5 * module.GRAVITY * (3.0 * da.sin(q[0]) + da.sin(q[0] + q[1]))
    closed = squares / (5.0 - 4.0 * c**2) + V
    outputs = {"H": eom.balance.form.hamiltonian, "closed": closed, "λ": eom.signal("guide.multiplier")}
    found = of_one(eom, outputs, there)
    assert found["H"] == pytest.approx(8.745709211125, abs=PRINTED)
    assert found["H"] == pytest.approx(found["closed"], rel=RTOL)
    assert found["λ"] == pytest.approx(7.249246824527, abs=PRINTED)


@pytest.mark.covers("F001-24", "F001-30")
def test_the_gyroscope_has_the_reference_motion_and_constant_momenta():
    # X001-D
    this = system("gyroscope")
    eom = da.derive(this.model, da.Hamilton())
    start = da.convert_state(this.start, this.model, eom)
    p0 = [start.u[name] for name in eom.speeds]
    assert p0 == pytest.approx([0.196349540849, 0.0, 0.392699081699], abs=PRINTED)
    H = of_one(eom, {"H": eom.balance.form.hamiltonian}, start)["H"]
    assert pytest.approx(73.729212568767 - 3.0 * 9.81 * 2.5, abs=PRINTED) == H
    motion = da.simulate(eom, start, until=10.0, times=(0.5, 1.0, 2.0, 5.0, 10.0), method=METHOD)
    expected = [
        [0.000801347782, -0.362753835833, 0.392366464820],
        [0.006028304473, 0.140615198994, 0.784617219365],
        [0.257704678853, 2.020080097149, 1.807084332403],
        [0.318396464874, 2.278184492243, 4.192270428703],
        [0.885225043315, 3.349860213696, 8.626559231286],
    ]
    np.testing.assert_allclose(motion.states[:, :3], expected, rtol=0.0, atol=ATOL_RUN)
    for name in ("turn.momentum", "spin.momentum"):
        np.testing.assert_allclose(motion[name], motion[name][0], rtol=0.0, atol=1e-12)


@pytest.mark.covers("F001-24")
def test_the_gyroscope_has_the_canonical_equations_of_its_closed_form():
    # H = ½ pᵀ M⁻¹ p + V, with M of the closed form
    eom = da.derive(system("gyroscope").model, da.Hamilton())
    q, p = eom.q, eom.u
    s, c = da.sin(q[1]), da.cos(q[1])
    K, axial = 2.958 + 1.0 + 1.0 / 12.0 + 9.0 - 0.25, 0.5
    M = np.array(
        [
            [0.625 + axial + K * c**2, 0.0, -axial * s],
            [0.0, 3.0625 + 1.0 + 1.0 / 12.0 + 9.0 + 0.25, 0.0],
            [-axial * s, 0.0, axial],
        ],
        dtype=object,
    )
    H = 0.5 * p @ da.matrices.solve(M, p) + 9.81 * (1.0 - 3.0) * s - 9.81
    there = da.convert_state(system("gyroscope").states, system("gyroscope").model, eom)
    outputs = {
        "H": eom.balance.form.hamiltonian,
        "closed": H,
        "rates": np.concatenate([eom.rates, eom.accelerations]),
        "slopes": np.concatenate([da.expr.gradient(H, p), -da.expr.gradient(H, q)]),
    }
    found = evaluated(eom, outputs, there)
    np.testing.assert_allclose(found["H"], found["closed"], rtol=0.0, atol=1e-12)
    np.testing.assert_allclose(found["rates"], found["slopes"], rtol=0.0, atol=1e-11)


@pytest.mark.covers("F001-24")
@pytest.mark.parametrize(
    "name", ["double pendulum", "gyroscope", "seven-joint arm", "rigid solid", "slider-crank"]
)
def test_slopes_of_the_hamiltonian_are_what_the_equations_use(name):
    this = system(name)
    eom = da.derive(this.model, da.Hamilton())
    states = da.convert_state(this.states, this.model, eom)
    H = eom.balance.form.hamiltonian
    outputs = {
        "rates": eom.rates,
        "by p": da.expr.gradient(H, eom.u),
        "forces": eom.balance.form.momentum_forces,
        "by q": eom.balance.form.chosen.known(eom.balance.form.lagrangian.forces_without_potential)
        - da.expr.gradient(H, eom.q),
        "H": H,
        "E": eom.signal("energy"),
        "signal": eom.signal("hamiltonian"),
    }
    found = evaluated(eom, outputs, states)
    for first, second in (("rates", "by p"), ("forces", "by q"), ("H", "E"), ("H", "signal")):
        scale = max(1.0, np.abs(found[second]).max())
        np.testing.assert_allclose(found[first], found[second], rtol=0.0, atol=1e-11 * scale)


@pytest.mark.covers("F001-24")
def test_momenta_are_inverted():
    this = system("seven-joint arm")
    eom = da.derive(this.model, da.Hamilton())
    for state in this.states[:5]:
        there = da.convert_state(state, this.model, eom)
        back = da.convert_state(there, eom, this.model)
        assert dict(back.u) == pytest.approx(dict(state.u), abs=1e-12)
        M = evaluated(this.dynamics.equations, {"M": this.dynamics.equations.M}, [state])["M"][0]
        p = M @ [state.u[name] for name in this.model.speeds]
        assert [there.u[name] for name in eom.speeds] == pytest.approx(p, abs=1e-12)


# ---- explained


def test_the_derivation_names_rates_with_dots_and_shows_forces_without_potential():
    bar = da.rod("bar", length=1.0, mass=1.0)
    model = da.Model(
        da.Revolute("A", da.ground, bar, axis="z"),
        da.JointDamper("damper", "A", 0.3),
        da.Motor("motor", "A"),
        gravity=(0.0, -9.81, 0.0),
    )
    derivation = da.explain(model, da.Hamilton())
    text, latex = derivation.text(None), derivation.latex(None)
    assert "of the model" not in text + latex
    assert r"\dot{A}" in latex
    forces = derivation.steps[-1].results["Q"]
    found = of_one(derivation.equations, {"Q": forces}, da.State(u={"A.momentum": 2.0}, tau={"motor": 5.0}))
    assert found["Q"] == pytest.approx([5.0 - 0.3 * 3.0 * 2.0])


@each_form
def test_the_derivation_projects_slopes_as_the_equations_do(form):
    model = four_bar(da.JointSpring("spring", "C", 3.0), da.JointDamper("damper", "C", 0.2))
    derivation = da.explain(model, da.Hamilton(FORMS[form]))
    eom = derivation.equations
    results = derivation.steps[4].results
    outputs = {
        "slopes": results[r"-N^\top \partial H / \partial q"] + results["Q"],
        "rates": results[r"\dot q"],
        "forces": eom.balance.form.canonical.known(
            eom.balance.form.lagrangian.forces_without_potential + eom.balance.form.lagrangian_forces
        ),
        "true": eom.rates,
    }
    found = of_one(eom, outputs, da.convert_state(assembled(model), model, eom))
    np.testing.assert_allclose(found["slopes"], found["forces"], rtol=0.0, atol=1e-10)
    np.testing.assert_allclose(found["rates"], found["true"], rtol=0.0, atol=1e-12)
    assert all("of the model" not in str(step) for step in derivation.steps)
    assert "of the model" not in derivation.text(None)


# ---- steppers


@pytest.mark.covers("F001-25")
def test_algorithm_5_is_eulers_method_on_canonical_equations_and_has_order_one():
    this = system("gyroscope")
    eom = da.derive(this.model, da.Hamilton())
    start = da.convert_state(this.start, this.model, eom)
    exact = np.array([0.006028304473, 0.140615198994, 0.784617219365])
    printed = {
        1e-3: (0.006009068275, 0.139827755782, 0.784614385276),
        5e-4: (0.006018681204, 0.140221439209, 0.784615797995),
    }
    errors = []
    for step, expected in printed.items():
        motion = da.simulate(eom, start, until=1.0, times=[1.0], method=da.methods.ExplicitEuler(step))
        np.testing.assert_allclose(motion.states[-1, :3], expected, rtol=0.0, atol=PRINTED)
        errors.append(np.abs(motion.states[-1, :3] - exact).max())
    assert np.log2(errors[0] / errors[1]) == pytest.approx(1.0, abs=0.01)


@pytest.mark.covers("F001-25")
def test_algorithm_5_takes_inputs():
    # ṗ = τ − ∂H/∂q, q̇ = ∂H/∂p, stepped here by hand
    model, state = example("two_link_robot").systems()["planar"]
    eom = da.derive(model, da.Hamilton())
    tau = {"motor 1": 20.0, "motor 2": 3.0}
    start = da.convert_state(da.State(q=state.q, u=state.u, tau=tau), model, eom)
    H, step = eom.balance.form.hamiltonian, 1e-2
    rates = da.kernels.compile(
        {"q": da.expr.gradient(H, eom.u), "p": -da.expr.gradient(H, eom.q)}, {"q": eom.q, "p": eom.u}
    )
    q, p = (np.array(list(x.values())) for x in (start.q, start.u))
    for _ in range(30):
        found = rates(q=q, p=p)
        q, p = q + step * found["q"], p + step * (found["p"] + [20.0, 3.0])
    motion = da.simulate(eom, start, until=0.3, times=[0.3], method=da.methods.ExplicitEuler(step))
    np.testing.assert_allclose(motion.states[-1], [*q, *p], rtol=0.0, atol=1e-12)

    # and to the motion of Lagrange's equations, as the step gets small
    exact = da.simulate(model, da.State(q=state.q, u=state.u, tau=tau), until=0.3, times=[0.3], method=METHOD)
    errors = [
        np.abs(
            da.simulate(eom, start, until=0.3, times=[0.3], method=da.methods.ExplicitEuler(h)).states[-1, :2]
            - exact.states[-1, :2]
        ).max()
        for h in (1e-3, 5e-4)
    ]
    assert np.log2(errors[0] / errors[1]) == pytest.approx(1.0, abs=0.05)


@pytest.mark.covers("F001-24")
def test_motors_drive_canonical_equations_like_all_others():
    arm = system("seven-joint arm")
    eom = da.derive(arm.model, da.Hamilton())
    state = arm.states[0]
    there = da.convert_state(state, arm.model, eom)
    assert dict(there.tau) == dict(state.tau)
    found = of_one(eom, {"G": eom.G, "with": eom.balance.forces, "f": eom.f, "τ": eom.tau}, there)
    np.testing.assert_allclose(found["with"], found["f"] + found["G"] @ found["τ"], rtol=0.0, atol=1e-9)


# ---- energy


@pytest.mark.parametrize(("method", "order"), [(da.methods.ImplicitMidpoint, 2), (da.methods.GaussLegendre, 4)])
def test_energy_error_of_symplectic_methods_stays_bounded(method, order):
    """A thousand seconds, more than a hundred swings; an error that grew by itself would be ten times as large."""
    this = system("gyroscope")
    eom = da.derive(this.model, da.Hamilton())
    start = da.convert_state(this.start, this.model, eom)
    worst = {}
    for step in (0.04, 0.02):
        motion = da.simulate(eom, start, until=1000.0, times=np.linspace(0.0, 1000.0, 20001), method=method(step))
        error = np.abs(motion["energy"] - motion["energy"][0])
        tenth = len(error) // 10
        assert error[-tenth:].max() < 1.2 * error[:tenth].max()
        worst[step] = error.max()

        # quadratic integrals are kept but for rounding: the momenta of cyclic coordinates
        np.testing.assert_allclose(motion["spin.momentum"], motion["spin.momentum"][0], rtol=0.0, atol=1e-9)
    assert np.log2(worst[0.04] / worst[0.02]) == pytest.approx(order, abs=0.5)


def test_energy_error_of_an_explicit_method_grows():
    this = system("gyroscope")
    eom = da.derive(this.model, da.Hamilton())
    start = da.convert_state(this.start, this.model, eom)
    energy = da.simulate(eom, start, until=1000.0, method=da.methods.RK4(0.04))["energy"]
    error, tenth = np.abs(energy - energy[0]), len(energy) // 10
    assert error[-tenth:].max() > 3.0 * error[:tenth].max()
