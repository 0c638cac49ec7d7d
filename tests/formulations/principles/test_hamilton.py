"""Canonical equations: published numbers, three forms of constraints, brackets, steppers, energy of long runs."""

import numpy as np
import pytest

import dalembert as da
from tests.examples import example
from tests.oracles.principle_systems import evaluated, system

PRINTED = 1e-11
"""Half of the last of the digits in which numbers of the sources are given, with some room."""

RTOL = 1e-12
"""Of the largest entry: other sums of the same products."""

ATOL_RUN = 1e-9
"""Of states after at most ten seconds, with steps controlled to 1e-13."""

METHOD = da.DOP853(rtol=1e-13, atol=1e-14)
FORMS = {"A": da.ForceMultipliers(), "B": da.MomentumMultipliers(), "C": da.DiracMultipliers()}
each_form = pytest.mark.parametrize("form", FORMS)


def of_one(eom, outputs, state):
    """Numbers in one state."""
    return {name: value[0] for name, value in evaluated(eom, outputs, [state]).items()}


def bead(*more, mass=1.5, gravity=9.81):
    """A particle in an upright plane."""
    particle, frame = da.particle("bead", mass=mass), da.Body("frame")
    return da.Model(
        da.Prismatic("x", da.ground, frame, axis="x"),
        da.Prismatic("y", frame, particle, axis="y"),
        *more,
        gravity=(0.0, -gravity, 0.0),
    )


X, Y, PX, PY = da.coordinate("x"), da.coordinate("y"), da.symbol("x.momentum"), da.symbol("y.momentum")


# ---- momenta, Hamiltonian, equations


@pytest.mark.covers("F001-24", "F000-46")
def test_a_robot_of_two_links_has_the_reference_momenta_and_hamiltonian():
    # 001, exercise 7
    model, state = example("two_link_robot").systems()["planar"]
    eom = da.derive(model, da.Hamilton())
    there = da.converted(state, model, eom)
    assert [there.u[name] for name in eom.speeds] == pytest.approx([0.971536458333, 0.055065913995], abs=PRINTED)
    outputs = {"H": eom.hamiltonian, "rates": eom.rates, "forces": eom.accelerations}
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
    there = da.converted(module.state("slider-crank", rate=module.RATE), model, eom)
    assert [there.u[name] for name in eom.speeds] == pytest.approx([0.5, -0.25], abs=1e-14)

    # its closed form: H = (2 p₁² − 4 (1 + 2 c) p₁ p₂ + (12 + 8 c) p₂²) / (m l² (5 − 4 c²)) + V
    q, p = eom.q, eom.u
    c = da.cos(q[1])
    squares = 2.0 * p[0] ** 2 - 4.0 * (1.0 + 2.0 * c) * p[0] * p[1] + (12.0 + 8.0 * c) * p[1] ** 2
    V = 0.5 * module.GRAVITY * (3.0 * da.sin(q[0]) + da.sin(q[0] + q[1]))
    closed = squares / (5.0 - 4.0 * c**2) + V
    outputs = {"H": eom.hamiltonian, "closed": closed, "λ": eom.signal("guide.multiplier")}
    found = of_one(eom, outputs, there)
    assert found["H"] == pytest.approx(8.745709211125, abs=PRINTED)
    assert found["H"] == pytest.approx(found["closed"], rel=RTOL)
    assert found["λ"] == pytest.approx(7.249246824527, abs=PRINTED)


@pytest.mark.covers("F001-24", "F001-30")
def test_the_gyroscope_has_the_reference_motion_and_constant_momenta():
    # X001-D
    this = system("gyroscope")
    eom = da.derive(this.model, da.Hamilton())
    start = da.converted(this.start, this.model, eom)
    p0 = [start.u[name] for name in eom.speeds]
    assert p0 == pytest.approx([0.196349540849, 0.0, 0.392699081699], abs=PRINTED)
    H = of_one(eom, {"H": eom.hamiltonian}, start)["H"]
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
    H = 0.5 * p @ da.solve(M, p) + 9.81 * (1.0 - 3.0) * s - 9.81
    there = [da.converted(state, system("gyroscope").model, eom) for state in system("gyroscope").states]
    outputs = {
        "H": eom.hamiltonian,
        "closed": H,
        "rates": np.concatenate([eom.rates, eom.accelerations]),
        "slopes": np.concatenate([da.gradient(H, p), -da.gradient(H, q)]),
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
    states = [da.converted(state, this.model, eom) for state in this.states]
    H = eom.hamiltonian
    outputs = {
        "rates": eom.rates,
        "by p": da.gradient(H, eom.u),
        "forces": eom.momentum_forces,
        "by q": eom.chosen.known(eom.lagrangian.forces_without_potential) - da.gradient(H, eom.q),
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
        there = da.converted(state, this.model, eom)
        back = da.converted(there, eom, this.model)
        assert dict(back.u) == pytest.approx(dict(state.u), abs=1e-12)
        M = evaluated(this.dynamics.equations, {"M": this.dynamics.equations.M}, [state])["M"][0]
        p = M @ [state.u[name] for name in this.model.speeds]
        assert [there.u[name] for name in eom.speeds] == pytest.approx(p, abs=1e-12)


# ---- constraints in three forms


@pytest.mark.covers("F001-26", "F000-46")
@each_form
def test_every_form_has_the_reference_motion_and_multiplier_of_a_slider_crank(form):
    # 001, exercise 2, from rest
    module = example("closed_chains")
    model = module.slider_crank()
    eom = da.derive(model, da.Hamilton(FORMS[form]))
    start = da.converted(module.state("slider-crank"), model, eom)
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
        (da.ForceMultipliers(), da.Baumgarte.critical(2.0)),
        (da.MomentumMultipliers(alpha=2.0), da.Drifting()),
        (da.DiracMultipliers(alpha=2.0), da.Drifting()),
    ],
    ids=["A", "B", "C"],
)
def test_every_form_can_be_stabilized(form, drift):
    model = bead(da.Holonomic("circle", X**2 + Y**2 - 1.0))

    def worst(form, drift):
        eom = da.derive(model, da.Hamilton(form))
        start = da.State(q={"x": 0.6, "y": -0.8}, u={"x.momentum": 0.8, "y.momentum": 0.6})
        motion = da.simulate(eom, start, until=100.0, method=da.RK4(0.05), drift=drift)
        return np.abs(motion["x"] ** 2 + motion["y"] ** 2 - 1.0).max()

    assert worst(form, drift) < 0.1 * worst(type(form)(), da.Drifting())


@pytest.mark.covers("F001-26")
def test_off_the_constraints_every_form_returns_as_it_says():
    # A: φ̈ + 2 α φ̇ + α² φ = 0, B: φ̇ + α φ = 0, C: χ̇ + α χ = 0 for χ = (φ, φ̇)
    alpha, model = 3.0, bead(da.Holonomic("circle", X**2 + Y**2 - 1.0))
    state = da.State(q={"x": 0.7, "y": -0.9}, u={"x.momentum": 0.5, "y.momentum": -0.2})

    def rates(form, outputs, drift=None):
        """Outputs, and their rates along the motion."""
        eom = da.derive(model, da.Hamilton(form))
        system = eom.first_order(drift)
        y = outputs(eom)
        rate = da.time_derivative(y, dict(zip(system.x, system.rate, strict=True)))
        return of_one(eom, {"y": y, "rate": rate}, state)

    by_B = rates(da.MomentumMultipliers(alpha), lambda eom: np.array([eom.resolve(X**2 + Y**2 - 1.0)]))
    np.testing.assert_allclose(by_B["rate"], -alpha * by_B["y"], rtol=1e-12)
    by_C = rates(da.DiracMultipliers(alpha), lambda eom: eom.chi)
    np.testing.assert_allclose(by_C["rate"], -alpha * by_C["y"], rtol=1e-12)
    stabilized = da.Baumgarte.critical(alpha)
    by_A = rates(da.ForceMultipliers(), lambda eom: np.concatenate([eom.phi, eom.psi]), stabilized)
    expected = -2.0 * alpha * by_A["y"][1] - alpha**2 * by_A["y"][0]
    np.testing.assert_allclose(by_A["rate"], [by_A["y"][1], expected], rtol=1e-12)


@pytest.mark.covers("F001-26")
@pytest.mark.parametrize("form", ["A", "B"])
def test_nonholonomic_rows_run_in_forms_A_and_B(form):
    module = example("chaplygin_sleigh")
    model, start = module.systems()["sleigh"]
    eom = da.derive(model, da.Hamilton(FORMS[form]))
    motion = da.simulate(eom, da.converted(start, model, eom), until=3.0, method=METHOD)
    exact = module.closed_form(motion.times)
    np.testing.assert_allclose(motion["pose.angle"], exact["angle"], rtol=0.0, atol=ATOL_RUN)
    np.testing.assert_allclose(motion["blade.multiplier"], exact["force"], rtol=0.0, atol=1e-8)


# ---- Dirac's constraints


@pytest.mark.covers("F001-27")
def test_a_circle_by_constraints_of_ones_own_is_that_by_a_row():
    pair = {"circle": X**2 + Y**2 - 1.0, "its rate": X * PX + Y * PY}
    free = bead()
    own = da.derive(free, da.Hamilton(da.DiracMultipliers(further=pair)))
    row = da.derive(bead(da.Holonomic("circle", X**2 + Y**2 - 1.0)), da.Hamilton(da.DiracMultipliers()))
    q, p = {"x": 0.6, "y": -0.8}, {"x.momentum": 0.8, "y.momentum": 0.6}
    start = da.State(q=q, u=p)
    first, second = (da.simulate(eom, start, until=2.0, method=METHOD) for eom in (own, row))
    for name in (*q, *p):
        np.testing.assert_allclose(first[name], second[name], rtol=0.0, atol=ATOL_RUN, err_msg=name)

    # {φ, φ̇} = Φ M⁻¹ Φᵀ
    found = of_one(row, {"brackets": row.brackets}, start)["brackets"]
    np.testing.assert_allclose(found, [[0.0, 4.0 / 1.5], [-4.0 / 1.5, 0.0]], rtol=0.0, atol=1e-14)


@pytest.mark.covers("F001-27")
def test_momenta_tied_to_places_go_around():
    # χ = (pₓ + ½ b y, p_y − ½ b x) with {χ₁, χ₂} = b leave b ẋ = −∂H/∂y, b ẏ = ∂H/∂x of H on χ = 0
    b, k, m = 2.0, 3.0, 1.5
    spring = da.Potential("spring", 0.5 * k * (X**2 + Y**2))
    chi = {"first": PX + 0.5 * b * Y, "second": PY - 0.5 * b * X}
    eom = da.derive(bead(spring, mass=m, gravity=0.0), da.Hamilton(da.DiracMultipliers(further=chi)))
    start = da.State(q={"x": 0.7}, u={"y.momentum": 0.35 * b})
    found = of_one(eom, {"brackets": eom.brackets}, start)["brackets"]
    np.testing.assert_allclose(found, [[0.0, b], [-b, 0.0]], rtol=0.0, atol=1e-14)
    motion = da.simulate(eom, start, until=3.0, method=METHOD)
    rate = b / (4.0 * m) + k / b
    np.testing.assert_allclose(motion["x"], 0.7 * np.cos(rate * motion.times), rtol=0.0, atol=ATOL_RUN)
    np.testing.assert_allclose(motion["y"], 0.7 * np.sin(rate * motion.times), rtol=0.0, atol=ATOL_RUN)
    np.testing.assert_allclose(motion["x.momentum"], -0.5 * b * motion["y"], rtol=0.0, atol=ATOL_RUN)


@pytest.mark.covers("F001-27")
def test_a_single_constraint_is_refused():
    with pytest.raises(da.FormulationError, match=r"a single constraint of Dirac is always singular.*its rate"):
        da.derive(bead(), da.Hamilton(da.DiracMultipliers(further={"circle": X**2 + Y**2 - 1.0})))


@pytest.mark.covers("F001-27")
@pytest.mark.parametrize(
    "further",
    [
        {"x": X - 0.3, "y": Y},
        {"circle": X**2 + Y**2 - 1.0, "line": X - Y},
        {"circle": X**2 + Y**2 - 1.0, "its rate": X * PX + Y * PY, "line": X},
    ],
    ids=["both places", "commuting", "odd number"],
)
def test_constraints_of_the_first_class_are_refused(further):
    with pytest.raises(da.FormulationError, match=rf"brackets of the {len(further)} constraints is singular"):
        da.derive(bead(), da.Hamilton(da.DiracMultipliers(further=further)))


@pytest.mark.covers("F001-27")
def test_what_is_no_constraint_of_coordinates_and_momenta_is_refused():
    def refused(value, match):
        with pytest.raises(da.FormulationError, match=match):
            da.derive(bead(), da.Hamilton(da.DiracMultipliers(further={"line": X, "its rate": value})))

    refused(da.symbol("z.momentum"), r"'its rate' of Dirac has 'z\.momentum' in it.*'x\.momentum', 'y\.momentum'")
    refused(da.acceleration("x"), "follows from all forces")

    # a speed is a function of momenta
    eom = da.derive(bead(), da.Hamilton(da.DiracMultipliers(further={"line": X, "its rate": da.speed("x")})))
    found = of_one(eom, {"brackets": eom.brackets}, da.State())["brackets"]
    np.testing.assert_allclose(found, [[0.0, 1.0 / 1.5], [-1.0 / 1.5, 0.0]], rtol=0.0, atol=1e-14)


TIED = {"first": PX + Y, "second": PY - X}


@pytest.mark.covers("F001-27")
@pytest.mark.parametrize("damping", [0.0, 0.3])
def test_signals_with_constraints_of_ones_own_are_those_of_the_true_rates(damping):
    """By w = x + i y it is (2 − i d) ẇ = i (1 / m + k) w; M⁻¹ p has another size and direction."""
    k, m = 3.0, 1.0
    dampers = [da.JointDamper(f"damper {name}", name, damping) for name in ("x", "y")] if damping else []
    model = bead(da.Potential("spring", 0.5 * k * (X**2 + Y**2)), *dampers, mass=m, gravity=0.0)
    eom = da.derive(model, da.Hamilton(da.DiracMultipliers(further=TIED)))
    motion = da.simulate(eom, da.State(q={"x": 0.7}, u={"y.momentum": 0.7}), until=2.0, method=METHOD)
    factor = 1j * (1.0 / m + k) / (2.0 - 1j * damping)
    place = 0.7 * np.exp(factor * motion.times)
    for names, exact in (
        (("x", "y"), place),
        (("x.rate", "y.rate"), factor * place),
        (("bead.velocity.x", "bead.velocity.y"), factor * place),
        (("x.acceleration", "y.acceleration"), factor**2 * place),
    ):
        for name, values in zip(names, (exact.real, exact.imag), strict=True):
            np.testing.assert_allclose(motion[name], values, rtol=0.0, atol=ATOL_RUN, err_msg=name)
    kinetic = 0.5 * m * np.abs(factor * place) ** 2
    np.testing.assert_allclose(motion["kinetic energy"], kinetic, rtol=0.0, atol=ATOL_RUN)
    assert motion.residuals["dynamics"].max() < 1e-13
    balance = eom.M @ eom.accelerations - eom.f - eom.r
    np.testing.assert_allclose(of_one(eom, {"balance": balance}, motion.state())["balance"], 0.0, atol=1e-13)


@pytest.mark.covers("F001-27")
@pytest.mark.parametrize("law", [da.speed("x") * da.absolute(da.speed("x")), da.sign(da.speed("x"))])
def test_forces_that_make_multipliers_implicit_are_refused(law):
    model = bead(da.JointForce("drag", "x", -0.3 * law))
    with pytest.raises(da.FormulationError, match=r"not linear in the speeds.*implicit equation; use linear ones"):
        da.derive(model, da.Hamilton(da.DiracMultipliers(further=TIED)))


@pytest.mark.covers("F001-27")
def test_rows_and_constraints_of_ones_own_hold_together():
    # a row holds z, and what is tied goes around beside it
    third = da.Body("third")
    particle, frame = da.particle("bead", mass=1.5), da.Body("frame")
    model = da.Model(
        da.Prismatic("x", da.ground, frame, axis="x"),
        da.Prismatic("y", frame, third, axis="y"),
        da.Prismatic("z", third, particle, axis="z"),
        da.Holonomic("rail", da.coordinate("z") - 0.3 * X),
        da.Potential("spring", 1.5 * (X**2 + Y**2)),
    )
    eom = da.derive(model, da.Hamilton(da.DiracMultipliers(further=TIED)))
    start = da.State(q={"x": 0.7, "z": 0.21}, u={"y.momentum": 0.7})
    motion = da.simulate(eom, start, until=2.0, method=METHOD)
    for name, value in motion.residuals.items():
        assert value.max() < 1e-10, name
    exact = np.gradient(motion["z"], motion.times, edge_order=2)
    np.testing.assert_allclose(motion["z.rate"][1:-1], exact[1:-1], rtol=0.0, atol=1e-4)


@pytest.mark.covers("F001-27")
def test_constraints_of_ones_own_hold_from_the_start_and_are_kept():
    pair = {"circle": X**2 + Y**2 - da.param("radius", 1.0) ** 2, "its rate": X * PX + Y * PY}
    eom = da.derive(bead(), da.Hamilton(da.DiracMultipliers(further=pair)))
    for start in (
        da.State(q={"x": 2.0}),
        da.State(q={"x": 1.0}, u={"x.momentum": 0.1}),
        da.State(q={"x": 1.0}, p={"radius": 2.0}),
    ):
        with pytest.raises(da.ModelError, match=r"constraint '.*' of Dirac is .* at the start instead of zero"):
            da.simulate(eom, start, until=1.0)

    def worst(drift, **p):
        start = da.State(q={"x": p.get("radius", 1.0)}, u={"y.momentum": 1.0}, p=p)
        return da.simulate(eom, start, until=50.0, method=da.RK4(0.05), drift=drift).residuals["c"].max()

    assert worst(None) < 1e-12
    assert worst(da.Projection(), radius=2.0) < 1e-12
    assert worst(da.Drifting()) > 1e-8


@pytest.mark.covers("F001-27")
def test_integrals_and_inputs_in_constraints_of_ones_own_are_refused():
    model = bead(da.Integral("sum", of=X), da.Motor("motor", "x"))
    for value, name in ((da.value("sum"), "sum"), (da.symbol("motor"), "motor")):
        further = {"first": PX + value, "second": PY - X}
        with pytest.raises(da.FormulationError, match=f"'first' of Dirac has '{name}' in it"):
            da.derive(model, da.Hamilton(da.DiracMultipliers(further=further)))


# ---- what keeps and checks constraints


@pytest.mark.covers("F001-26")
@pytest.mark.parametrize("form", ["B", "C"])
def test_drift_is_removed_or_left_as_asked(form):
    eom = da.derive(bead(da.Holonomic("circle", X**2 + Y**2 - 1.0)), da.Hamilton(FORMS[form]))
    start = da.State(q={"x": 0.6, "y": -0.8}, u={"x.momentum": 0.8, "y.momentum": 0.6})

    def worst(drift):
        motion = da.simulate(eom, start, until=20.0, method=da.RK4(0.05), drift=drift)
        return np.abs(motion["circle.residual"]).max()

    assert worst(None) < 1e-12
    assert worst(da.Projection()) < 1e-12
    assert worst(da.Drifting()) > 1e-10
    with pytest.raises(da.FormulationError, match=r"Baumgarte's gains have no place.*use alpha of the form"):
        worst(da.Baumgarte())


@pytest.mark.covers("F001-26")
def test_form_C_says_where_it_is_singular():
    # the slider-crank stops where its links lie on each other
    module = example("closed_chains")
    model = module.slider_crank()
    eom = da.derive(model, da.Hamilton(da.DiracMultipliers()))
    start = da.converted(module.state("slider-crank"), model, eom)
    with pytest.raises(da.SolverError, match="the motion is singular"):
        da.simulate(eom, start, until=20.0)


@pytest.mark.covers("F001-26")
def test_form_B_starts_from_admissible_positions_and_momenta_only():
    module = example("closed_chains")
    model = module.slider_crank()
    eom = da.derive(model, da.Hamilton(da.MomentumMultipliers()))
    start = da.converted(module.state("slider-crank"), model, eom)
    with pytest.raises(da.ModelError, match=r"σ of the row 'guide' in p = M q̇ \+ Jᵀ σ is .* at the start"):
        da.simulate(eom, da.State(q=start.q, u={"q1.momentum": 1.0}), until=0.1)
    with pytest.raises(da.ModelError, match=r"the row 'guide' is .* at the start instead of zero; .*da\.assemble"):
        da.simulate(eom, da.State(q={"q1": 1.0, "q2": -1.9}), until=0.1)

    # a run goes on from the momenta of its velocities
    whole = da.simulate(eom, start, until=0.4, method=METHOD)
    half = da.simulate(eom, start, until=0.2, method=METHOD).state()
    rest = da.simulate(eom, da.converted(half, eom, eom), until=0.4, times=[0.4], method=METHOD)
    assert rest["q1"][-1] == pytest.approx(whole["q1"][-1], abs=ATOL_RUN)


@pytest.mark.covers("F001-26")
@pytest.mark.parametrize("form", ["A", "B"])
@pytest.mark.parametrize("varies", [False, True], ids=["rest", "matrix"])
def test_integrals_in_rows_change_at_their_rates(form, varies):
    lag, u = da.value("lag"), da.speed
    first, second = (da.rod(name, length=1.0, mass=1.0) for name in ("first", "second"))
    model = da.Model(
        da.Revolute("A", da.ground, first, axis="z"),
        da.Revolute("B", first["end"], second, axis="z"),
        da.Integral("lag", of=3.0 * da.sin(da.coordinate("A")) - lag),
        da.Nonholonomic("follow", (1.0 + lag**2) * u("B") - u("A") if varies else u("B") - lag),
        gravity=(0.0, -9.81, 0.0),
    )
    guess = da.State(q={"A": 0.7, "B": 0.2}, u={"A.rate": 0.5}, z={"lag": 0.4})
    start = da.assemble(model, guess=guess, z={"lag": 0.4})
    eom = da.derive(model, da.Hamilton(FORMS[form]))
    motions = [
        da.simulate(subject, state, until=1.0, method=METHOD)
        for subject, state in ((model, start), (eom, da.converted(start, model, eom)))
    ]
    for name in ("A", "B", "A.rate", "A.acceleration", "follow.multiplier"):
        np.testing.assert_allclose(*(motion[name] for motion in motions), rtol=0.0, atol=1e-8, err_msg=name)


def four_bar(*more):
    """Three links; the last is pinned to the ground by a joint that closes the loop."""
    bars = [da.rod(f"bar {k}", length=length, mass=1.0) for k, length in enumerate((0.5, 1.2, 0.9), 1)]
    return da.Model(
        da.Revolute("A", da.ground, bars[0]),
        da.Revolute("B", bars[0]["end"], bars[1]),
        da.Revolute("D", bars[1]["end"], bars[2]),
        da.Revolute("C", da.ground.at(x=1.0), bars[2]["end"]),
        *more,
        gravity=(0.0, -9.81, 0.0),
        cut=["C"],
    )


def assembled(model):
    """Its first link at one radian."""
    return da.assemble(model, q={"A": 1.0}, guess={"B": -1.0, "D": -1.5})


@pytest.mark.covers("F001-26")
@each_form
def test_every_form_counts_angles_of_joints_that_close_loops(form):
    model = four_bar(da.JointSpring("spring", "C", 3.0), da.JointDamper("damper", "C", 0.2))
    start, eom = assembled(model), da.derive(model, da.Hamilton(FORMS[form]))
    motions = [
        da.simulate(subject, state, until=1.0, method=METHOD)
        for subject, state in ((model, start), (eom, da.converted(start, model, eom)))
    ]
    for name in ("A", "C", "A.acceleration", "C.force.x"):
        np.testing.assert_allclose(*(motion[name] for motion in motions), rtol=0.0, atol=1e-8, err_msg=name)


@pytest.mark.covers("F001-26")
def test_form_B_has_no_rows_for_analyses_that_ask_for_them():
    model = four_bar()
    eom = da.derive(model, da.Hamilton(da.MomentumMultipliers()))
    found = da.mobility(eom, da.converted(assembled(model), model, eom))
    assert found.rows == 0
    assert "C.force.z" in found.not_unique

    driven = four_bar(da.Drive("drive", "A", 1.0 + da.time))
    with pytest.raises(da.ModelError, match="the motion is not determined"):
        eom = da.derive(driven, da.Hamilton(da.MomentumMultipliers()))
        da.kinematics(eom, [0.0, 0.1], guess=assembled(model).q)


@pytest.mark.covers("F001-26")
def test_rows_left_out_of_form_B_join_those_of_the_form():
    eom = da.derive(four_bar(), da.Hamilton(da.MomentumMultipliers(alpha=2.0, left_out=["C.x"])))
    fewer = eom.without(["C.y"])
    assert fewer.form == da.MomentumMultipliers(alpha=2.0, left_out=["C.x", "C.y"])
    assert fewer.kept_rows[0] == []
    assert fewer.without(["C.x"]) is fewer


@pytest.mark.parametrize("form", ["A", "C"])
@pytest.mark.parametrize("is_driven", [False, True], ids=["at rest", "driven"])
def test_the_index_3_rule_has_order_two_on_canonical_equations(form, is_driven):
    bars = example("closed_chains").links(2)
    height = 0.1 * da.sin(3.0 * da.time) if is_driven else 0.0
    model = da.Model(
        da.Revolute("q1", da.ground, bars[0]),
        da.Revolute("q2", bars[0]["end"], bars[1]),
        da.Holonomic("guide", da.position(bars[1]["end"])[1] - height),
        gravity=(0.0, -9.81, 0.0),
    )
    start = da.assemble(model, q={"q1": 1.0}, guess={"q2": -2.0})
    exact = da.simulate(model, start, until=0.5, times=[0.5], method=METHOD).states[-1, :2]
    eom = da.derive(model, da.Hamilton(FORMS[form]))
    begin = da.converted(start, model, eom)
    errors = [
        np.abs(
            da.simulate(eom, begin, until=0.5, times=[0.5], method=da.IndexThree(h)).states[-1, :2] - exact
        ).max()
        for h in (0.01, 0.005)
    ]
    assert np.log2(errors[0] / errors[1]) == pytest.approx(2.0, abs=0.1)


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
    text, latex = derivation.text(), derivation.latex()
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
        "slopes": results[r"-N^T \partial H / \partial q"] + results["Q"],
        "rates": results[r"\dot q"],
        "forces": eom.canonical.known(eom.lagrangian.forces_without_potential + eom.lagrangian_forces),
        "true": eom.rates,
    }
    found = of_one(eom, outputs, da.converted(assembled(model), model, eom))
    np.testing.assert_allclose(found["slopes"], found["forces"], rtol=0.0, atol=1e-10)
    np.testing.assert_allclose(found["rates"], found["true"], rtol=0.0, atol=1e-12)
    assert all("of the model" not in str(step) for step in derivation.steps)
    assert "of the model" not in derivation.text()


# ---- steppers


@pytest.mark.covers("F001-25")
def test_algorithm_5_is_eulers_method_on_canonical_equations_and_has_order_one():
    this = system("gyroscope")
    eom = da.derive(this.model, da.Hamilton())
    start = da.converted(this.start, this.model, eom)
    exact = np.array([0.006028304473, 0.140615198994, 0.784617219365])
    printed = {
        1e-3: (0.006009068275, 0.139827755782, 0.784614385276),
        5e-4: (0.006018681204, 0.140221439209, 0.784615797995),
    }
    errors = []
    for step, expected in printed.items():
        motion = da.simulate(eom, start, until=1.0, times=[1.0], method=da.ExplicitEuler(step))
        np.testing.assert_allclose(motion.states[-1, :3], expected, rtol=0.0, atol=PRINTED)
        errors.append(np.abs(motion.states[-1, :3] - exact).max())
    assert np.log2(errors[0] / errors[1]) == pytest.approx(1.0, abs=0.01)


@pytest.mark.covers("F001-25")
def test_algorithm_5_takes_inputs():
    # ṗ = τ − ∂H/∂q, q̇ = ∂H/∂p, stepped here by hand
    model, state = example("two_link_robot").systems()["planar"]
    eom = da.derive(model, da.Hamilton())
    tau = {"motor 1": 20.0, "motor 2": 3.0}
    start = da.converted(da.State(q=state.q, u=state.u, tau=tau), model, eom)
    H, step = eom.hamiltonian, 1e-2
    rates = da.compile({"q": da.gradient(H, eom.u), "p": -da.gradient(H, eom.q)}, {"q": eom.q, "p": eom.u})
    q, p = (np.array(list(x.values())) for x in (start.q, start.u))
    for _ in range(30):
        found = rates(q=q, p=p)
        q, p = q + step * found["q"], p + step * (found["p"] + [20.0, 3.0])
    motion = da.simulate(eom, start, until=0.3, times=[0.3], method=da.ExplicitEuler(step))
    np.testing.assert_allclose(motion.states[-1], [*q, *p], rtol=0.0, atol=1e-12)

    # and to the motion of Lagrange's equations, as the step gets small
    exact = da.simulate(model, da.State(q=state.q, u=state.u, tau=tau), until=0.3, times=[0.3], method=METHOD)
    errors = [
        np.abs(
            da.simulate(eom, start, until=0.3, times=[0.3], method=da.ExplicitEuler(h)).states[-1, :2]
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
    there = da.converted(state, arm.model, eom)
    assert dict(there.tau) == dict(state.tau)
    found = of_one(eom, {"G": eom.G, "with": eom.terms.forces, "f": eom.f, "τ": eom.tau}, there)
    np.testing.assert_allclose(found["with"], found["f"] + found["G"] @ found["τ"], rtol=0.0, atol=1e-9)


# ---- energy


@pytest.mark.parametrize(("method", "order"), [(da.ImplicitMidpoint, 2), (da.Gauss4, 4)])
def test_energy_error_of_symplectic_methods_stays_bounded(method, order):
    """A thousand seconds, more than a hundred swings; an error that grew by itself would be ten times as large."""
    this = system("gyroscope")
    eom = da.derive(this.model, da.Hamilton())
    start = da.converted(this.start, this.model, eom)
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
    start = da.converted(this.start, this.model, eom)
    energy = da.simulate(eom, start, until=1000.0, method=da.RK4(0.04))["energy"]
    error, tenth = np.abs(energy - energy[0]), len(energy) // 10
    assert error[-tenth:].max() > 3.0 * error[:tenth].max()
