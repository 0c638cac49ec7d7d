"""Misprints of Bajodah's thesis (2003): what is printed fails, what is right holds.

Rows of docs/reference/fidelity.md.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import dalembert as da
from tests.examples import example, numbers

RTOL = 1e-11
"""Formulas of a few dozen operations, beside the largest of their terms."""

APART = 1e-2
"""By this much, at least, the printed forms miss in states that are not special."""


def at(model: da.Model | da.Equations, state: da.State, **outputs: Any) -> dict[str, Any]:
    """Values of expressions in a state."""
    return da.as_dynamics(model).evaluate(outputs, state)


def test_eq_10_inertia_torque_takes_power_from_the_motion():
    """Σ ω_r · T* u_r = −K̇ with a plus; with the printed minus inertia would drive the body."""
    J = np.array([[2.0, 0.1, 0.0], [0.1, 3.0, -0.2], [0.0, -0.2, 4.0]])
    body = da.Body("body", da.Inertia(1.0, J=J))
    model = da.Model(da.Spherical("ball", da.ground, body), da.Torque("torque", body, (1.0, -2.0, 0.5), axes=body))
    eom = da.derive(model, da.Kane())
    w = np.array([0.4, -0.7, 1.1])
    found = at(eom, model.state(u=dict(zip(eom.speeds, w, strict=True))), M=eom.M, f=eom.f, a=eom.accelerations)
    alpha, T = found["a"], np.array([1.0, -2.0, 0.5])
    inertia_torque = -J @ alpha - np.cross(w, J @ w)
    np.testing.assert_allclose(T + inertia_torque, 0.0, atol=RTOL)
    assert np.abs(T - inertia_torque).max() > APART
    assert w @ inertia_torque == pytest.approx(-w @ found["M"] @ alpha, rel=RTOL)


def test_eq_32_dependent_speeds_pass_their_forces_on():
    """F̃₁ = F_x + z F_y for ẏ = z ẋ; without A_sr the force in y would act in full."""
    m, z, F = 1.5, 0.5, np.array([1.0, -0.5, 0.3])
    module = example("restricted_particle")
    model = module.particle(module.by_speeds(), m, tuple(F))
    eom = da.derive(model, da.Kane(independent=["P.x", "P.z"]))
    state = model.state(q={"P.z": z}, u={"P.x": 0.2, "P.y": z * 0.2, "P.z": 0.3})
    a = at(eom, state, a=eom.accelerations)["a"]
    inertia = m * (a[0] + z * a[1])
    assert inertia == pytest.approx(F[0] + z * F[1], rel=RTOL)
    assert abs(inertia - (F[0] + F[1])) > APART


def test_remark_2_6_dependent_rows_have_no_solved_form():
    """Rows that depend on others make J₂ singular for every choice; their rank must be known."""
    rng = np.random.default_rng(3)
    B = rng.normal(size=(4, 4))
    M, f, J = B @ B.T + np.eye(4), rng.normal(size=4), rng.normal(size=(2, 4))
    both = np.vstack([J, J[0] + 2.0 * J[1]])
    gamma = both @ rng.normal(size=4)
    for dependent in ([0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]):
        assert np.linalg.matrix_rank(both[:, dependent]) == 2
    a, _ = da.solvers.FullOrderForm().solve(M, f, both, gamma, rank=2)
    expected, _ = da.solvers.AugmentedMatrix().solve(M, f, J, gamma[:2])
    np.testing.assert_allclose(np.asarray(a, dtype=float), np.asarray(expected, dtype=float), rtol=1e-9)


@pytest.mark.parametrize("principle", [da.Kane, da.BoltzmannHamel, da.GibbsAppell])
def test_eqs_97_to_109_inertia_matrix_is_that_of_the_kinetic_energy(principle):
    """Speeds ṙ and r θ̇ of a particle: Q = diag(m, m); the printed WᵀWᵀM is diag(m, m r²)."""
    m, r = 2.0, 1.5
    arm, particle = da.Body("arm"), da.particle("particle", mass=m)
    model = da.Model(da.Revolute("θ", da.ground, arm, axis="z"), da.Prismatic("r", arm, particle, axis="x"))
    own = {"along": da.speed("r"), "around": da.coordinate("r") * da.speed("θ")}
    chosen = da.derive(model, principle(speeds=da.formulations.QuasiVelocities(definitions=own)))
    rates = da.derive(model, principle())
    Q = at(chosen, da.State(q={"r": r, "θ": 0.3}), M=chosen.M)["M"]
    M = at(rates, da.State(q={"r": r, "θ": 0.3}), M=rates.M)["M"]
    np.testing.assert_allclose(Q, np.diag([m, m]), rtol=RTOL, atol=1e-14)
    assert np.abs(Q - np.diag([m, m * r**2])).max() > APART

    # u = Φ w: congruence; eigenvalues change, their signs do not
    Phi = np.array([[0.0, 1.0 / r], [1.0, 0.0]])
    np.testing.assert_allclose(Phi.T @ M @ Phi, Q, rtol=RTOL, atol=1e-14)
    assert not np.allclose(np.linalg.eigvalsh(M), np.linalg.eigvalsh(Q))


# ---- the mechanism of Appell and Hamel

a_, b_, rho, m_, M_, g_ = 1.0, 0.5, 5.0, 1.0, 5.0, 9.81
THETA, U1, U2 = 0.6, 0.8, 1.3
S, C = np.sin(THETA), np.cos(THETA)
U3, U4, U5 = a_ * U2 * C - rho * U1 * S, a_ * U2 * S + rho * U1 * C, -b_ * U2


@pytest.fixture(params=[False, True], ids=["linear", "squared"])
def mechanism(request, monkeypatch):
    """Accelerations in a general state by both wordings, with a moment of inertia that is not one."""
    module = example("appell_hamel")
    monkeypatch.setattr(module, "INERTIA", 0.7)
    model = module.appell_hamel(request.param)
    state = model.state(
        q={"frame.angle": THETA, "spin": 0.4, "weight": module.HEIGHT - b_ * 0.4},
        u=dict(zip(module.ORDER, (U1, U2, U3, U4, U5), strict=True)),
    )
    eom = da.derive(model)
    return at(eom, state, **module.terms(eom), E=eom.signal("energy"))


def test_eqs_204_and_205_rows_of_the_squared_wording(mechanism):
    """Brackets in the first row; b instead of b / n₅, and I u̇₂, in the second."""
    d1, d2, d3, d4, d5 = mechanism["a"]
    I = 0.7
    n1, n2 = rho**2 * U1 + rho * U3 * S - rho * U4 * C, -(a_**2) * U2
    n3, n4 = U3 + rho * U1 * S, U4 - rho * U1 * C
    n5 = n3 * C + n4 * S
    A11, A21 = (-rho * n4 - n1 * C) / n5, (rho * n3 - n1 * S) / n5

    def first(brackets: bool) -> float:
        of_u3 = (M_ * rho * S + A11 * (M_ + m_)) * d3 if brackets else M_ * rho * S + A11 * (M_ + m_) * d3
        inertia = (M_ * rho**2 + I + M_ * rho * (S * A11 - C * A21)) * d1 + of_u3
        inertia += (-M_ * rho * C + A21 * (M_ + m_)) * d4
        return inertia + M_ * rho * U1**2 * (C * A11 + S * A21)

    def second(b: float, I: float) -> float:
        inertia = I * d2 - n2 / n5 * (M_ + m_) * (C * d3 + S * d4) - b * m_ * d5
        return inertia - n2 / n5 * M_ * rho * U1**2 - b * m_ * g_

    assert abs(first(brackets=True)) < 100.0 * RTOL
    assert abs(first(brackets=False)) > APART
    assert abs(second(b_, I)) < 100.0 * RTOL
    assert abs(second(b_ / n5, I)) > APART
    assert abs(second(b_, 1.0)) > APART


def test_eqs_210_and_216_thread_pulls_upwards(mechanism):
    """A₂ is orthogonal to A₁ with −b only, and the row of φ has −b m u̇₅ and + b m g."""
    A1 = np.array([[rho * S, -a_ * C, 1, 0, 0], [-rho * C, -a_ * S, 0, 1, 0], [0, b_, 0, 0, 1.0]])
    d = mechanism["a"]
    for sign, holds in ((-1.0, True), (1.0, False)):
        A2 = np.array([[1, 0, -rho * S, rho * C, 0], [0, 1, a_ * C, a_ * S, sign * b_]])
        row = 0.7 * d[1] + a_ * (M_ + m_) * (C * d[2] + S * d[3]) + sign * b_ * m_ * d[4]
        rest = row + a_ * M_ * rho * U1**2 + sign * b_ * m_ * g_
        assert (np.abs(A1 @ A2.T).max() < 1e-12) == holds
        assert (abs(rest) < 100.0 * RTOL) == holds
        assert holds or abs(rest) > APART


def test_eq_213_second_row_of_rolling_is_that_of_y(mechanism):
    d = mechanism["a"]
    right = -rho * C * d[0] - a_ * S * d[1] - (-rho * U1**2 * S + a_ * U1 * U2 * C)
    assert abs(right + d[3]) < 100.0 * RTOL
    assert abs(right + d[4]) > APART


def test_eq_217_wheel_is_as_high_as_its_radius():
    """E(0) = 359.975 has M g a; the printed M g a / 2 misses by a constant, which does no harm."""
    module = example("appell_hamel")
    model = module.appell_hamel()
    start = module.start(model)
    found = at(model, start, T=da.energies.kinetic_energy(), V=da.energies.potential_energy())
    weight = m_ * g_ * module.HEIGHT
    assert found["V"] == pytest.approx(weight + M_ * g_ * a_, rel=RTOL)
    assert found["T"] + found["V"] == pytest.approx(359.975, rel=RTOL)
    assert abs(found["V"] - weight - M_ * g_ * a_ / 2.0) > APART


# ---- single particles and bodies


def test_eq_317_velocity_on_the_parabola():
    """y = 1 − x² moves with −2 x ẋ."""
    x, u = da.expr.symbols("x", 1)[0], da.expr.symbols("u", 1)[0]
    rate = da.expr.time_derivative(1.0 - x**2, {x: u})
    value = float(da.expr.evaluate(rate, {x: 0.4, u: 1.7}))
    assert value == pytest.approx(-2.0 * 0.4 * 1.7, rel=RTOL)
    assert abs(value - (1.0 - 2.0 * 0.4 * 1.7)) > APART


def test_eqs_494_to_496_energy_of_the_two_link_arm():
    """The mixed term is +½ m L R u₁ u₂ cos(θ₁ − θ₂), twice as large as printed and of opposite sign."""
    R, L, m, I_D, I_B = 0.5, 0.7, 2.0, 0.9, 0.1
    disc = da.Body("disc body", da.Inertia(3.0, J=np.diag([1.0, 1.0, I_D])))
    bar = da.Body("bar body", da.Inertia(m, (L / 2.0, 0.0, 0.0), np.diag([I_B, I_B, I_B])))
    model = da.Model(
        da.Revolute("disc", da.ground, disc, axis="z"), da.Revolute("bar", disc.at(x=R), bar, axis="z")
    )
    (t1, t2), (u1, u2) = (0.5, -0.3), (0.6, 0.4)
    state = model.state(q={"disc": t1, "bar": t2 - t1}, u={"disc": u1, "bar": u2 - u1})
    T = at(model, state, T=da.energies.kinetic_energy())["T"]
    squares = 0.5 * (I_D + m * R**2) * u1**2 + 0.5 * (I_B + m * L**2 / 4.0) * u2**2
    mixed = m * L * R * u1 * u2 * np.cos(t1 - t2)
    assert squares + 0.5 * mixed == pytest.approx(T, rel=RTOL)
    assert abs(squares - 0.25 * mixed - T) > APART


def on_the_surface() -> tuple[Any, Any, Any]:
    """Rates of the speeds of the particle on r φ = c in its start, r and φ, and the speeds."""
    module = example("particle_on_a_surface")
    model, start = module.spherical(), module.start()
    eom = da.derive(model)
    theta = eom.speeds.index("θ.rate")
    found = at(eom, start, rates=module.speed_rates(eom), speeds=module.speeds(eom), turn=eom.accelerations[theta])
    return found, (start.q["r"], start.q["φ"]), (module.MASS, module.GRAVITY)


def test_eq_505_abbreviation_is_that_of_the_surface():
    """a = m² (1 + φ²); m (1 + z²) belongs to the particle before."""
    found, (r, phi), (m, g) = on_the_surface()
    _, u2, u3 = found["speeds"]

    def along(a: float) -> float:
        force = -m * g * np.cos(phi) - phi * m * g * np.sin(phi)
        return m / a * force + m**2 / (a * r) * (u2**2 + u3**2 - phi * u2**2 / np.tan(phi))

    assert along(m**2 * (1.0 + phi**2)) == pytest.approx(found["rates"][0], rel=RTOL)
    assert abs(along(m * (1.0 + (r * np.cos(phi)) ** 2)) - found["rates"][0]) > APART


def test_eq_511_second_rate_of_the_angle():
    """θ̈ of u₂ / (r sin φ): the speed towards the axis is u₁ sin φ − u₃ cos φ."""
    found, (r, phi), _ = on_the_surface()
    (u1, u2, u3), u2_rate = found["speeds"], found["rates"][1]
    distance = r * np.sin(phi)

    def second(outwards: float) -> float:
        return (distance * u2_rate - outwards * u2) / distance**2

    assert second(u1 * np.sin(phi) - u3 * np.cos(phi)) == pytest.approx(found["turn"], rel=RTOL)
    assert abs(second(u1 * np.sin(phi) - u3) - found["turn"]) > APART


def test_eqs_535_to_539_gyroscopic_moments_have_no_power():
    """K̇ = Σ Iᵢ ωᵢ τᵢ with τ the moments divided by I; nothing with ω₁ ω₂ ω₃ is in it."""
    I, w, tau = np.array([10.0, 6.3, 8.5]), np.array([0.3, -0.2, 0.5]), np.array([0.1, 0.1, -0.3376])
    body = da.Body("spacecraft", da.Inertia(1.0, J=np.diag(I)))
    model = da.Model(da.Spherical("turn", da.ground, body), da.Torque("jets", body, tuple(I * tau), axes=body))
    eom = da.derive(model)
    state = model.state(u=dict(zip(eom.speeds, w, strict=True)))
    found = at(eom, state, M=eom.M, a=eom.accelerations)
    K_rate = w @ found["M"] @ found["a"]
    bracket = (I[1] - I[2]) / I[0] + (I[2] - I[0]) / I[1] + (I[0] - I[1]) / I[2]
    assert K_rate == pytest.approx(I * w @ tau, rel=RTOL)
    assert abs(I * w @ tau + w.prod() * bracket - K_rate) > 1e-4


# ---- contact, friction, impact


@dataclass(frozen=True)
class Printed(da.contacts.MotionLaw):
    """(370): ẍ − λ x^{3/2} ẋ + x^{3/2} = 0 by the negative α of (374)."""

    def acceleration(self, x: Any, v: Any) -> Any:
        return (7.5e7 * v - 1.0) * da.maximum(x, 0.0) ** 1.5


def test_eqs_370_and_374_a_contact_takes_energy():
    """With α = −5·10⁷ the arm's tip would be 1 m deep after 1.2 ms; with +5·10⁷ it sinks in by 1.1 mm."""
    right = da.contacts.HuntCrossleyMotion.of_material(alpha=5e7, stiffness=1.0)
    assert right.damping == 7.5e7
    with pytest.raises(da.errors.ModelError, match="the damping of HuntCrossleyMotion is a number, positive"):
        da.contacts.HuntCrossleyMotion.of_material(alpha=-5e7, stiffness=1.0)
    speed, tip = 1.186787430, da.particle("tip", mass=1.0)
    for law in (Printed(), right):
        # by position alone, for as printed it would pull
        obstacle = da.contacts.RelativeContact("obstacle", da.coordinate("z"), law, release_by_gap=True)
        model = da.Model(da.Prismatic("z", da.ground, tip, axis="z"), obstacle)
        deep = da.Event("deep", da.coordinate("z") + 1.0, is_terminal=True)
        start = model.state(q={"z": 1e-9}, u={"z": -speed})
        motion = da.simulate(model, start, until=0.01, events=[deep], method=da.methods.DOP853(1e-10, 1e-12))
        if law is right:
            assert -motion["z"].min() == pytest.approx(1.093706108e-3, rel=1e-4)
            assert law.greatest_penetration(speed) == pytest.approx(1.093706108e-3, rel=1e-9)
        else:
            assert motion["z"][-1] == pytest.approx(-1.0, abs=1e-6) and motion.times[-1] < 1.5e-3


def test_eqs_371_and_330_height_of_the_obstacle_is_open():
    """At 3L/4 the driven arm touches at 1.49 s as published, at L/3 another time."""
    module = example("arm_and_obstacle")
    height = da.param("height", 0.75)
    model = module.arm(module.ROW, height, module.TORQUES)
    touches = {}
    for part in (0.75, 1.0 / 3.0):
        start = da.State(q={"disc angle": 1.0}, p={"height": part})
        motion = da.simulate(model, start, times=[0.0, 2.0], method=module.METHOD)
        touches[part] = next(event.t for event in motion.events)
    assert touches[0.75] == pytest.approx(1.48683057, abs=1e-8)
    assert abs(touches[1.0 / 3.0] - 1.49) > 0.5


def block(load: float, **options: Any) -> da.Model:
    """A block of 1 kg that a constant load pulls and dry friction of 2 N holds."""
    return da.Model(
        da.Prismatic("x", da.ground, da.particle("block", mass=1.0), axis="x"),
        da.JointForce("load", "x", load),
        da.DryFriction("rub", "x", static=2.0, **options),
    )


def test_text_5_9_a_block_that_slides_backwards_does_not_stick():
    """u₁ = −1 ≤ |δ| is no rest: friction brakes with 2 N, where the printed rule would let it creep by −a u."""
    model = block(0.5, creep=da.contacts.Creep(tolerance=1e-3, damping=2.0))
    motion = da.simulate(model, model.state(u={"x": -1.0}), times=[0.0, 0.2])
    assert motion["x.rate"][-1] == pytest.approx(-1.0 + 0.2 * 2.5, rel=1e-10)
    assert abs(motion["x.rate"][-1] + np.exp(-2.0 * 0.2)) > APART
    assert motion.phases("rub")[0][2] == "slipping"


def test_text_5_9_near_rest_friction_opposes_the_load():
    """A load of 3 N on a block at rest: it starts with 3 − 2 = 1 m/s², not with 3 + 2 by sgn 0 = −1."""
    motion = da.simulate(block(3.0), times=[0.0, 0.1])
    assert motion["x.rate"][-1] == pytest.approx(0.1, rel=1e-10)
    assert motion["x"][-1] == pytest.approx(0.005, rel=1e-10)


def test_after_eq_421_the_interval_of_an_impulse_vanishes():
    """A pendulum struck for h seconds has the speed of the impulse as h → 0, and another one if h is finite."""
    rod = da.rod("rod", length=1.0, mass=2.0)
    joint, down = da.Revolute("pivot", da.ground, rod, axis="z"), (0.0, -9.81, 0.0)
    struck = da.impulse(da.Model(joint, gravity=down), forces={rod.at(x=2 / 3): (0.0, 3.0, 0.0)})["pivot.rate"]
    found = []
    for h in (0.1, 1e-3, 1e-5):
        push = da.PointForce("push", rod.at(x=2 / 3), (0.0, 3.0 / h, 0.0))
        found.append(da.simulate(da.Model(joint, push, gravity=down), times=[0.0, h])["pivot.rate"][-1])
    errors = np.abs(np.array(found) - struck)
    assert struck == pytest.approx(3.0, rel=1e-12) and errors[0] > APART
    # what gravity adds meanwhile, 3 g/2 h
    assert errors[1:] == pytest.approx([1.5 * 9.81 * h for h in (1e-3, 1e-5)], rel=0.01)


def test_text_6_6_impulse_is_not_the_speed():
    """Ĩ₁ = 3.0300·10⁴ N s; the printed 2.7251·10⁴ is u₁ after it, by the reduced inertia 1.1119."""
    found = numbers("struck_four_bar")
    reduced = float(found["reduced impulse"])
    assert reduced == pytest.approx(30299.990, abs=5e-3)
    assert abs(reduced - 2.7251e4) > 1e3
    assert (
        reduced / 1.11194240 == pytest.approx(27249.604, abs=5e-3) == pytest.approx(found["speeds"][0], rel=1e-6)
    )
