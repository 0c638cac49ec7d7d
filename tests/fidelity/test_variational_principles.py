"""Misprints of the chapter on variational principles: what is printed fails, what is right holds."""

from typing import Any

import numpy as np
import pytest

import dalembert as da
from tests.examples import example

RTOL = 1e-11
"""Formulas of a few dozen operations."""

APART = 1e-2
"""By this much, at least, the printed forms miss in states that are not special."""


def at(model: da.Model | da.Equations, state: da.State, **outputs: Any) -> dict[str, Any]:
    """Values of expressions in a state."""
    return da.as_dynamics(model).evaluate(outputs, state)


def test_eq_5_26_particles_feel_their_changing_jacobian():
    """b = Σ m Γᵀ Γ̇ q̇ of a particle in polar coordinates is (−1.47, 1.68), not zero."""
    m, r, theta, rates = 2.0, 1.5, 0.6, np.array([0.4, 0.7])
    arm, particle = da.Body("arm"), da.particle("particle", mass=m)
    model = da.Model(da.Revolute("θ", da.ground, arm, axis="z"), da.Prismatic("r", arm, particle, axis="x"))
    eom = da.derive(model, da.DAlembert())
    order = [eom.coordinates.index(name) for name in ("r", "θ")]
    state = model.state(q={"r": r, "θ": theta}, u={"r": rates[0], "θ": rates[1]})
    Gamma = da.expr.jacobian(eom.resolve(da.position(particle)), eom.q)
    along = da.expr.time_derivative(Gamma, dict(zip(eom.q, eom.rates, strict=True)))
    found = at(eom, state, f=eom.f, b=m * Gamma.T @ along @ eom.rates)
    np.testing.assert_allclose(found["b"][order], [-1.47, 1.68], rtol=RTOL)
    np.testing.assert_allclose(-found["f"], found["b"], rtol=RTOL)


def test_eqs_5_70_and_5_71_sum_over_all_four_links():
    """Without the fourth link its own row of the mass matrix would be zero."""
    module = example("four_link_chain")
    model = module.four_link_chain()
    eom = da.derive(model)
    state = model.state(q=dict(zip(model.coordinates, (0.3, -0.7, 1.1, 0.4), strict=True)))
    links = model.bodies
    sums = []
    total: Any = 0.0
    for link, length, radius, mass in zip(links, module.LENGTHS, module.RADII, module.MASSES, strict=True):
        Gamma = da.expr.jacobian(eom.resolve(da.velocity(link.at(x=length / 2.0))), eom.u)
        Pi = da.expr.jacobian(eom.resolve(da.angular_velocity(link)), eom.u)
        total = total + mass * Gamma.T @ Gamma + mass * (radius**2 / 4.0 + length**2 / 12.0) * Pi.T @ Pi
        sums.append(total)
    found = at(eom, state, M=eom.M, three=sums[2], four=sums[3])
    np.testing.assert_allclose(found["four"], found["M"], rtol=RTOL)
    np.testing.assert_array_equal(found["three"][3], 0.0)


def test_eq_5_80_inertia_goes_with_accelerations():
    """M q̈, not M q."""
    module = example("four_link_chain")
    model = module.four_link_chain()
    eom = da.derive(model)
    q = np.array([0.3, -0.7, 1.1, 0.4])
    found = at(
        eom,
        model.state(q=dict(zip(model.coordinates, q, strict=True))),
        M=eom.M,
        f=eom.f,
        a=eom.accelerations,
    )
    np.testing.assert_allclose(found["M"] @ found["a"], found["f"], rtol=1e-9)
    assert np.abs(found["M"] @ q - found["f"]).max() > APART


# ---- the constrained solution, on the slider-crank of the exercises


@pytest.fixture(scope="module")
def crank() -> dict[str, Any]:
    """Terms in a state that is not special: on the guide both links turn alike, and γ is zero."""
    chains = example("closed_chains")
    eom = da.derive(chains.slider_crank())
    state = da.State(q={"q1": 0.3, "q2": -0.9}, u={"q1.rate": 1.0, "q2.rate": -0.5})
    found = chains.in_state("slider-crank", state)
    more = at(eom, state, gamma=eom.gamma)
    return found | more | {"u": np.array([1.0, -0.5]), "lam": found["multipliers"]}


def test_eq_5_93_multiplier_has_the_rate_of_the_rows(crank):
    """λ = −Φ̄ᵀ (τ − b − g) − H Φ̇ q̇; the printed Φ q̇ is zero in every admissible state."""
    found = da.solvers.ConstraintOperators(crank["M"], crank["J"])
    H, bar = np.asarray(found.H, dtype=float), np.asarray(found.J_bar, dtype=float)
    statics = bar.T @ (crank["b"] + crank["g"])
    assert (statics + H @ crank["gamma"])[0] == pytest.approx(crank["lam"][0], rel=RTOL)
    for velocity in (crank["J"] @ crank["u"], np.zeros(1)):
        assert abs((statics - H @ velocity - crank["lam"])[0]) > APART


def test_eqs_5_111_and_5_145_inputs_are_less_the_force_of_the_constraints(crank):
    """τ = M q̈ + b + g − Φᵀ λ, here with τ = 0."""
    motion = crank["M"] @ crank["a"] + crank["b"] + crank["g"]
    force = crank["J"].T @ crank["lam"]
    np.testing.assert_allclose(motion - force, 0.0, atol=1e-10)
    assert np.abs(motion + force).max() > APART


def test_eqs_5_156_and_5_157_forces_at_the_constraint_come_through_the_weighted_inverse(crank):
    """Θᵀ τ = M q̈ + b + g − Φᵀ Φ̄ᵀ (b + g) + Φᵀ H Φ̇ q̇; with Φ for Φ̄ the balance does not close."""
    found = da.solvers.ConstraintOperators(crank["M"], crank["J"])
    H, bar = np.asarray(found.H, dtype=float), np.asarray(found.J_bar, dtype=float)
    J, forces = crank["J"], crank["b"] + crank["g"]

    def rest(weighted: Any) -> Any:
        at_constraint = weighted.T @ forces + H @ crank["gamma"]
        return crank["M"] @ crank["a"] + forces - J.T @ at_constraint

    np.testing.assert_allclose(rest(bar), 0.0, atol=1e-10)
    assert np.abs(rest(J.T)).max() > APART


# ---- the parallel mechanism


def test_eqs_5_125_to_5_127_corners_move_with_the_platform():
    """∂r_p/∂q has +1 where the platform moves; the printed blocks are those of −r_p."""
    x, y, angle = da.expr.symbols("q", 3)
    R, beta = 1.0840235747, -0.4711296709
    corner = np.array([x + R * da.cos(beta + angle), y + R * da.sin(beta + angle)])
    Gamma = da.expr.jacobian(corner, np.array([x, y, angle]))
    value = np.array([[float(da.expr.evaluate(entry, {angle: 0.4})) for entry in row] for row in Gamma])
    right = np.array([[1.0, 0.0, -R * np.sin(beta + 0.4)], [0.0, 1.0, R * np.cos(beta + 0.4)]])
    np.testing.assert_allclose(value, right, rtol=RTOL)
    assert np.abs(value + right).max() > APART


def test_eqs_5_138_and_5_149_sizes_of_the_platform_and_of_the_start():
    """Jacobians of the platform are (2, 3) and (1, 3), of ones and zeros; nine rates are zero at the start."""
    module = example("parallel_mechanism")
    model = module.mechanism()
    eom = da.derive(model)
    assert len(eom.speeds) == 9
    plate = next(body for body in model.bodies if body.name == "plate")
    at_platform = [eom.speeds.index(f"{name}.rate") for name in module.PLATFORM]
    moved = da.expr.jacobian(eom.resolve(da.velocity(plate))[:2], eom.u[at_platform])
    turned = da.expr.jacobian(eom.resolve(da.angular_velocity(plate))[2:], eom.u[at_platform])
    found = at(eom, model.state(q={"platform.angle": 0.4}), moved=moved, turned=turned)
    np.testing.assert_allclose(found["moved"], [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], atol=1e-15)
    np.testing.assert_allclose(found["turned"], [[0.0, 0.0, 1.0]], atol=1e-15)


def test_eq_5_195_ellipsoid_of_the_cone_is_about_its_mass_centre():
    """The quoted 0.684 and 1.71 are those about the apex; the moment about the axis is 3/10 m R² about both."""
    m, h, R = 1.0, 1.0, 0.75
    cone = da.cone("cone", radius=R, length=h, mass=m)
    assert cone.inertia is not None
    centre = da.energies.energy_ellipsoid(cone, energy=1.0)
    np.testing.assert_allclose(np.sort(centre.moments), [0.121875, 0.121875, 0.3 * m * R**2], rtol=RTOL)
    apex = np.array(np.diag(np.asarray(cone.inertia.J, dtype=float)))
    apex[:2] += m * (3.0 * h / 4.0) ** 2
    np.testing.assert_allclose(apex, [0.684375, 0.684375, 0.16875], rtol=RTOL)
    np.testing.assert_allclose(np.sqrt(2.0 / apex), [1.7095, 1.7095, 3.4427], atol=1e-4)
    assert np.abs(np.sort(centre.moments) - np.sort(apex)).max() > APART


# ---- the gyroscope


def gyroscope_state(model: da.Model) -> da.State:
    return model.state(q={"turn": 0.4, "tilt": -0.3, "spin": 0.9}, u={"turn": 0.7, "tilt": -1.1, "spin": 2.0})


def test_eqs_5_225_and_5_226_rotor_stands_on_the_beam():
    """r₃ = r₂ + l₃ Q₂ ê₁ with the axes of the beam, not those of the yoke."""
    model = example("gyroscope").gyroscope()
    rotor = next(body for body in model.bodies if body.name == "rotor")
    found = at(model, gyroscope_state(model), r=da.position(rotor))["r"]
    Q1, Q2 = da.spatial.rotation("z", 0.4), da.spatial.rotation("z", 0.4) @ da.spatial.rotation("y", -0.3)
    np.testing.assert_allclose(found, 3.0 * np.asarray(Q2, dtype=float)[:, 0], rtol=RTOL)
    assert np.abs(found - 3.0 * np.asarray(Q1, dtype=float)[:, 0]).max() > APART


@pytest.mark.parametrize("principle", [da.Lagrange(), da.DAlembert(), da.Kane()])
def test_eq_5_249_tilt_and_spin_have_no_common_inertia(principle):
    """M₂₃ = 0 = M₃₂; the printed −½ m r² sin q₂ belongs to M₁₃."""
    model = example("gyroscope").gyroscope()
    eom = da.derive(model, principle)
    M = at(eom, gyroscope_state(model), M=eom.M)["M"]
    printed = -0.5 * np.sin(-0.3)
    assert M[1, 2] == pytest.approx(0.0, abs=1e-14)
    assert M[2, 1] == pytest.approx(0.0, abs=1e-14)
    assert M[0, 2] == pytest.approx(printed, rel=RTOL)
    assert abs(M[1, 2] - printed) > APART


# ---- momenta


def dirac() -> tuple[da.Equations, da.State]:
    """The slider-crank with Dirac's multipliers, moving; momenta are M q̇."""
    chains = example("closed_chains")
    model = chains.slider_crank()
    eom = da.derive(model, da.Hamilton(da.formulations.DiracMultipliers()))
    return eom, da.convert_state(chains.state("slider-crank", rate=0.5), model, eom)


def test_eq_5_286_compact_system_is_always_singular():
    """λ stands in the rows of ṗ only, and the third row knows q̇ only."""
    eom, state = dirac()
    J = at(eom, state, J=eom.gradients)["J"]
    n, m = J.shape[1], len(J)
    one, none, gap = np.eye(n), np.zeros((n, n)), np.zeros((n, m))
    printed = np.block([[one, none, gap], [none, one, -J.T], [J, gap.T, np.zeros((m, m))]])
    assert np.linalg.matrix_rank(printed) == 2 * n


def test_eqs_5_291_to_5_295_slopes_are_transposed():
    """χₚᵀ and χ_qᵀ stand in the columns of λ; with two constraints of two angles both would fit."""
    eom, state = dirac()
    outputs = {
        "by_q": da.expr.jacobian(eom.balance.form.chi, eom.q),
        "by_p": da.expr.jacobian(eom.balance.form.chi, eom.u),
        "rates": eom.balance.form.chosen.model_speeds,
        "forces": eom.balance.form.momentum_forces,
        "lam": eom.multipliers,
    }
    found = at(eom, state, **outputs)
    by_q, by_p = found["by_q"], found["by_p"]
    one, none = np.eye(2), np.zeros((2, 2))
    right_side = np.concatenate([found["rates"], found["forces"], np.zeros(2)])

    def multiplier(of_p: Any, of_q: Any) -> float:
        matrix = np.block([[one, none, of_p], [none, one, -of_q], [by_q, by_p, none]])
        return float(np.linalg.solve(matrix, right_side)[4])

    assert multiplier(by_p.T, by_q.T) == pytest.approx(found["lam"][0], rel=1e-9)
    assert found["lam"][0] == pytest.approx(7.249246824527, abs=1e-9)
    assert abs(multiplier(by_p, by_q) - found["lam"][0]) > APART


def test_algorithm_5_line_5_has_the_inputs():
    """p⁺ = p + (τ − ∂H/∂q) Δt; without τ a motor would do nothing."""
    rod = da.rod("rod", length=1.0, mass=1.0)
    model = da.Model(
        da.Revolute("pin", da.ground, rod, axis="z"), da.Motor("motor", "pin"), gravity=(0.0, -9.81, 0.0)
    )
    eom = da.derive(model, da.Hamilton())
    step, torque = 1e-3, 3.0
    start = da.State(q={"pin": 0.3}, tau={"motor": torque})
    motion = da.simulate(
        eom,
        start,
        until=step,
        times=[step],
        method=da.methods.ExplicitEuler(step),
    )
    weight = -9.81 * 0.5 * np.cos(0.3)
    found = float(motion["pin.momentum"][-1])
    assert found == pytest.approx((torque + weight) * step, rel=1e-9)
    assert abs(found - weight * step) > 0.5 * torque * step
