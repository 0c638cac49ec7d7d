"""Figures of the literature that other tests do not have: impulses, servo laws, contacts, equilibria in space."""

from typing import Any

import numpy as np
import pytest

import dalembert as da
from tests.examples import example

G = 9.81
METHOD = da.methods.DOP853(rtol=1e-12, atol=1e-13)
ATOL_RUN = 2e-8
"""Motions of seconds, printed with eight digits or more."""


# ---- Bajodah (2003), example 6.1: a four-bar that is struck


def struck_four_bar() -> da.Model:
    """P1 on a crank of 1 m about the origin, P2 on a rod of 2.5 m about (0, 2.5), 3 m apart; both of 1 kg."""
    first, second = da.particle("P1", mass=1.0), da.particle("P2", mass=1.0)
    return da.Model(
        da.Revolute("q1", da.ground, first.at(x=-1.0), axis="z"),
        da.Translational("P", da.ground.at(y=2.5), second),
        da.Holonomic("plane", da.coordinate("P.z")),
        da.Distance("rod", da.ground.at(y=2.5), second, 2.5),
        da.Distance("coupler", first, second, 3.0),
    )


@pytest.mark.parametrize(
    ("guess", "place"),
    [
        ({"P.x": -1.9, "P.y": -1.6}, (-1.877340955, -1.650936382)),
        ({"P.x": 2.5, "P.y": 0.1}, (2.49803061, 0.09921224)),
    ],
)
def test_four_bar_closes_in_two_ways(guess, place):
    start = da.assemble(struck_four_bar(), q={"q1": 0.0}, guess=guess)
    assert [start.q["P.x"], start.q["P.y"]] == pytest.approx(place, abs=1e-8)


def test_four_bar_after_a_blow_and_after_sudden_locking():
    """Speeds after an impulse I solve M Δu = I + Jᵀ Λ, J (u + Δu) = 0: the same system as for accelerations."""
    model = struck_four_bar()
    eom = da.derive(model)
    state = da.assemble(model, q={"q1": 0.0}, guess={"P.x": -1.9, "P.y": -1.6})
    found = da.as_dynamics(eom).evaluate({"M": eom.M, "J": eom.J}, state)
    M, J = found["M"], found["J"]
    Z = np.asarray(da.matrices.null_space(J))[:, 0]
    A = Z / Z[0]
    assert A[1:3] == pytest.approx([-0.22094676, 0.25124675], abs=1e-8)
    assert float(A @ M @ A) == pytest.approx(1.11194240, abs=1e-8)

    blow = np.array([0.0, 1e6, 1e6, 0.0])
    u, impulses = (np.asarray(x, dtype=float) for x in da.solvers.FullOrderForm().solve(M, blow, J, np.zeros(3)))
    assert u[:3] == pytest.approx([27249.604, -6020.712, 6846.374], abs=6e-4)
    assert A @ blow == pytest.approx(30299.990, abs=6e-4)
    assert (J.T @ impulses)[:3] == pytest.approx([27249.604, -1006020.712, -993153.626], abs=6e-4)
    assert 0.5 * u @ M @ u == pytest.approx(4.128314e8, rel=2e-7)

    before = np.array([1.0, 0.5, -0.25, 0.0])
    change, _ = (
        np.asarray(x, dtype=float) for x in da.solvers.FullOrderForm().solve(M, np.zeros(4), J, -J @ before)
    )
    after = before + change
    assert after[:3] == pytest.approx([0.7434872, -0.16427108, 0.18679874], abs=1e-7)
    lost = 0.5 * (before @ M @ before - after @ M @ after)
    assert lost == pytest.approx(0.348924014, abs=1e-9)
    assert lost == pytest.approx(0.5 * change @ M @ change, rel=1e-12)


# ---- examples 5.1 and 5.2: the tip of a bar meets an obstacle


def disc_and_bar(*parts: Any) -> da.Model:
    """A disc about its centre and a bar hinged at its rim; x points down, angles are from there."""
    disc = da.Body(
        "disc", da.Inertia(1.0, J=np.diag([3.125, 3.125, 6.25])), {"rim": da.spatial.Pose(p=(0.5, 0.0, 0.0))}
    )
    bar = da.rod("bar", length=0.5, mass=2.0)
    joints = da.Revolute("θ1", da.ground, disc), da.Revolute("hinge", disc["rim"], bar)
    motors = da.Motor("τ1", "θ1"), da.Motor("τ2", "hinge")
    return da.Model(*joints, *motors, *parts, gravity=(G, 0.0, 0.0))


T1, T2 = da.coordinate("θ1"), da.coordinate("θ1") + da.coordinate("hinge")


def depth(height: float) -> Any:
    """How far the tip is below an obstacle."""
    return 0.5 * (da.cos(T1) + da.cos(T2)) - 0.5 - height


def absolute(state: da.State) -> list[float]:
    """Both angles from the vertical, and their rates."""
    q1, q2, u1, u2 = *state.q.values(), *state.u.values()
    return [q1, q1 + q2, u1, u1 + u2]


def touching(height: float, **tau: float) -> da.State:
    free = disc_and_bar()
    event = da.Event("touch", depth(height), direction=1, is_terminal=True)
    start = free.state(q={"θ1": 1.0}, tau=tau)
    return da.simulate(free, start, until=6.0, method=METHOD, events=[event]).state()


def test_row_of_a_contact_follows_its_two_poles():
    """φ̈ + 300 φ̇ + 100 φ = 0 whatever the rest does: poles −0.3337045 and −299.6662955."""
    state = touching(0.375, τ1=1.0, τ2=3.0)
    model = disc_and_bar(da.Holonomic("obstacle", depth(0.375)))
    contact = da.methods.Baumgarte(velocity=300.0, position=100.0)
    eom = da.derive(model)
    solution = eom.stabilized(contact)
    outputs = {"rate": eom.psi, "λ": solution.multipliers, "J": eom.J}
    found = da.as_dynamics(solution).evaluate(outputs, state)
    rate = float(found["rate"][0])
    assert rate == pytest.approx(0.12468348, abs=1e-8)
    assert found["λ"] == pytest.approx([-69.434062], abs=1e-6)
    force = found["J"].T @ found["λ"]
    # along the angles of disc and bar from the vertical
    assert [force[0] - force[1], force[1]] == pytest.approx([-12.567891, 19.978479], abs=1e-6)

    poles = np.roots([1.0, 300.0, 100.0])
    assert sorted(poles) == pytest.approx([-299.6662955, -0.3337045], abs=6e-8)
    peak = 0.022717770
    times = state.t + np.array([0.0, peak, 0.5])
    motion = da.simulate(model, state, until=times[-1], times=times, method=METHOD, stabilization=contact)
    phi = motion["obstacle.residual"]
    assert phi[1] == pytest.approx(3.311842726e-3 * rate, rel=1e-9)
    slow, fast = max(poles), min(poles)
    assert phi[2] == pytest.approx(rate * (np.exp(0.5 * slow) - np.exp(0.5 * fast)) / (slow - fast), rel=1e-8)


def test_impact_of_hunt_and_crossley_as_a_row_of_accelerations():
    """ẍ + λ x^(3/2) ẋ + k x^(3/2) = 0 with λ = 7.5·10⁷ and k = 1: the greatest depth is known in closed form."""
    state = touching(0.5 / 3.0)
    assert state.t == pytest.approx(0.17060493, abs=1e-8)
    assert absolute(state) == pytest.approx([0.994476458, 0.662606610, -0.077095769, -3.753299387], abs=2e-9)

    lam, x = 7.5e7, depth(0.5 / 3.0)
    u1, u2 = da.speed("θ1"), da.speed("θ1") + da.speed("hinge")
    a1, a2 = da.acceleration("θ1"), da.acceleration("θ1") + da.acceleration("hinge")
    rate = -0.5 * (da.sin(T1) * u1 + da.sin(T2) * u2)
    second = -0.5 * (da.sin(T1) * a1 + da.sin(T2) * a2 + da.cos(T1) * u1**2 + da.cos(T2) * u2**2)
    pressed = da.expr.pow(da.maximum(x, 0.0), 1.5)
    row = da.relations.AccelerationConstraint("obstacle", second + lam * pressed * rate + pressed)
    model = disc_and_bar(row)
    end = state.t + 0.5
    times = np.concatenate([np.linspace(state.t, state.t + 0.02, 401), [end]])
    motion = da.simulate(model, state, until=end, times=times, method=METHOD)
    seen = motion.evaluate({"x": x, "rate": rate})
    v0 = seen["rate"][0]
    assert v0 == pytest.approx(1.186787430, abs=2e-9)
    closed = (2.5 * (v0 / lam - np.log1p(lam * v0) / lam**2)) ** 0.4
    assert seen["x"].max() == pytest.approx(1.093706108e-3, abs=1e-12)
    assert seen["x"].max() == pytest.approx(closed, rel=1e-7)
    assert absolute(motion.state()) == pytest.approx([0.87456550, 0.80350176, -0.39285901, 0.41876990], abs=2e-8)
    assert seen["rate"][-1] == pytest.approx(-1.333e-8, rel=1e-3)
    energy = motion["energy"] - motion["energy"][0]
    assert energy[-1] == pytest.approx(5.513025 - 6.764451569, abs=1e-6)


# ---- examples 7.1, 7.2 and 8.1: inputs that enforce a goal, by their laws


def energy_of(u1: Any, u2: Any) -> tuple[Any, Any, Any]:
    """E and Q u of the disc and bar with R = L = m = 1, I_D = 0.5, I_B = 1/12."""
    j1 = 1.5 * u1 + 0.5 * da.cos(T1 - T2) * u2
    j2 = 0.5 * da.cos(T1 - T2) * u1 + (0.25 + 1.0 / 12.0) * u2
    return 0.5 * (j1 * u1 + j2 * u2) + G * (1.0 - da.cos(T1) + 0.5 * (1.0 - da.cos(T2))), j1, j2


def arm_with(law: str) -> da.Model:
    """The arm whose motors lead its energy to one: by the smallest torques, or as an ideal constraint would."""
    disc = da.Body(
        "disc", da.Inertia(1.0, J=np.diag([0.25, 0.25, 0.5])), {"rim": da.spatial.Pose(p=(1.0, 0.0, 0.0))}
    )
    bar = da.rod("bar", length=1.0, mass=1.0)
    u1, u2 = da.speed("θ1"), da.speed("θ1") + da.speed("hinge")
    E, j1, j2 = energy_of(u1, u2)
    # power u·G τ = −(E − 1), with G τ = (τ1 − τ2, τ2)
    if law == "smallest":
        S = (u1, u2 - u1)
        torques = [-(E - 1.0) * x / (S[0] ** 2 + S[1] ** 2) for x in S]
    else:
        generalized = [-(E - 1.0) * j / (j1 * u1 + j2 * u2) for j in (j1, j2)]
        torques = [generalized[0] + generalized[1], generalized[1]]
    return da.Model(
        da.Revolute("θ1", da.ground, disc),
        da.Revolute("hinge", disc["rim"], bar),
        da.JointForce("τ1", "θ1", torques[0]),
        da.JointForce("τ2", "hinge", torques[1]),
        gravity=(G, 0.0, 0.0),
    )


@pytest.mark.parametrize(
    ("law", "torques", "after_one"),
    [
        ("smallest", (-1.20039159, 0.40013053), (0.08174176, -0.18244515, -0.10254352, -2.50786127)),
        ("ideal", (-1.45384303, -0.36022377), (0.10872380, -0.26111548, 0.00534228, -2.54147618)),
    ],
)
def test_energy_of_an_arm_is_led_to_its_goal(law, torques, after_one):
    model = arm_with(law)
    start = model.state(q={"θ1": 0.5, "hinge": -0.8}, u={"θ1": 0.6, "hinge": -0.2})
    E, _, _ = energy_of(da.speed("θ1"), da.speed("θ1") + da.speed("hinge"))
    motion = da.simulate(model, start, until=1.0, method=METHOD)
    energy = motion.evaluate(E)
    assert energy[0] == pytest.approx(1.8002610605, abs=1e-10)
    found = [motion.evaluate(part.law)[0] for part in model.parts if isinstance(part, da.JointForce)]
    assert found == pytest.approx(torques, abs=1e-8)
    assert absolute(motion.state()) == pytest.approx(after_one, abs=ATOL_RUN)
    assert energy[-1] - 1.0 == pytest.approx(0.2943995917, abs=1e-9)


def test_ideal_torques_of_an_arm_vanish_with_its_goal():
    model = arm_with("ideal")
    start = model.state(q={"θ1": 0.5, "hinge": -0.8}, u={"θ1": 0.6, "hinge": -0.2})
    motion = da.simulate(model, start, until=5.0, method=METHOD)
    E, _, _ = energy_of(da.speed("θ1"), da.speed("θ1") + da.speed("hinge"))
    expected = [-0.25638734, 0.26430254, 0.37406091, 1.15450551]
    assert absolute(motion.state()) == pytest.approx(expected, abs=ATOL_RUN)
    assert motion.evaluate(E)[-1] - 1.0 == pytest.approx(5.392116611e-3, abs=1e-9)
    torques = [motion.evaluate(part.law)[-1] for part in model.parts if isinstance(part, da.JointForce)]
    assert torques == pytest.approx([-0.00843264, -0.00286734], abs=1e-8)


def test_particle_on_a_surface_is_driven_into_a_plane():
    """θ = 1 by F_θ: critically damped, ψ = (ψ0 + (ψ̇0 + ψ0) t) e^(−t); the surface r φ = 1 is kept."""
    module = example("particle_on_a_surface")
    r, phi, psi = da.coordinate("r"), da.coordinate("φ"), da.coordinate("θ") - 1.0
    u1, u2, u3 = da.speed("r"), r * da.speed("θ") * da.sin(phi), -r * da.speed("φ")
    pull = 2.0 * r * da.sin(phi) * (-2.0 * da.speed("θ") - psi)
    law = pull + 4.0 * u2 * (u1 * da.sin(phi) - u3 * da.cos(phi)) / (r * da.sin(phi))
    model = module.spherical(mass=2.0, gravity=0.0, force=(0.0, law, 0.0))
    motion = da.simulate(model, module.start(), until=5.0, times=[0.0, 1.0, 5.0], method=METHOD)
    assert motion.evaluate(law)[0] == pytest.approx(-1.3447934667, abs=1e-10)
    places = np.stack([motion[name] for name in ("r", "θ", "φ")], axis=1)
    expected = [(1.684942735, 0.772151800, 0.593491980), (3.672953515, 0.998000325, 0.272260456)]
    np.testing.assert_allclose(places[1:], expected, rtol=0.0, atol=1e-9)
    speeds = [motion.evaluate(u)[1] for u in (u1, u2, u3)]
    assert speeds == pytest.approx([0.459428094, 0.242662061, 0.272666889], abs=1e-9)
    np.testing.assert_allclose(places[1:, 1] - 1.0, [-0.2278481998, -1.999675147e-3], rtol=0.0, atol=2e-10)
    np.testing.assert_allclose(places[:, 0] * places[:, 2], 1.0, rtol=0.0, atol=1e-14)


MOMENTS = (10.0, 6.3, 8.5)


def spacecraft(damping: float) -> da.Model:
    """Torques, each beside its moment of inertia, are states whose rates keep K̇ + K = 0; y = −damping τ."""
    body = da.Body("body", da.Inertia(1.0, J=np.diag(MOMENTS)))
    I, w = np.array(MOMENTS), np.array([da.speed(f"turn.w{axis}") for axis in "xyz"], dtype=object)
    tau = np.array([da.measures.state_variable(f"τ{k}") for k in (1, 2, 3)], dtype=object)
    gyro = [
        (I[1] - I[2]) / I[0] * w[1] * w[2],
        (I[2] - I[0]) / I[1] * w[2] * w[0],
        (I[0] - I[1]) / I[2] * w[0] * w[1],
    ]
    rate, y = np.array(gyro, dtype=object) + tau, -damping * tau
    A, B = I * w, -(I * rate) @ tau - (I * w) @ rate
    change = y + A * (B - A @ y) / (A @ A)
    starts = (0.1, 0.1, -0.287 / 0.85)
    return da.Model(
        da.Spherical("turn", da.ground, body),
        *(
            da.StateVariable(f"τ{k}", rate=of, start=start)
            for k, (of, start) in enumerate(zip(change, starts, strict=True), 1)
        ),
        da.Torque("thrusters", body, I * tau, axes=body),
    )


@pytest.mark.parametrize(
    ("damping", "states"),
    [
        (
            1.0,
            [
                (-0.009281984, 0.036326135, -0.098254857, -0.165384905, -0.149466420, 0.032043877),
                (-0.037674232, -0.050415719, 0.019872183, 0.088413401, 0.000387674, 0.098574841),
            ],
        ),
        (
            0.0,
            [
                (-0.079063829, -0.063096409, -0.020699311, 0.062205855, -0.243088577, 0.528941868),
                (0.05139247, 0.02067852, -0.02289980, -0.40748919, 0.70509031, -0.51776331),
            ],
        ),
    ],
)
def test_energy_of_a_spacecraft_decays_by_torques_that_are_states(damping, states):
    model = spacecraft(damping)
    start = model.state(u={f"turn.w{axis}": 0.1 for axis in "xyz"})
    motion = da.simulate(model, start, until=2.0, times=[0.0, 1.0, 2.0], method=METHOD)
    K = motion["kinetic energy"]
    np.testing.assert_allclose(K, 0.124 * np.exp(-motion.times), rtol=1e-8)
    names = [*(f"turn.w{axis}" for axis in "xyz"), *(f"τ{k}" for k in (1, 2, 3))]
    found = np.stack([motion[name] for name in names], axis=1)
    # torques of the second kind chatter, and were started with four digits of the third
    np.testing.assert_allclose(found[1:], states, rtol=0.0, atol=2e-8)


# ---- E003-5: a body on a ball joint between two springs


@pytest.mark.covers("F004-13")
@pytest.mark.parametrize(
    ("angles", "energy", "reaction"),
    [
        (
            (0.118845213123, -0.519907604368, 0.382057684596),
            -33.280962294523,
            (-9.55393864965, -32.738663577342, 9.733776608751),
        ),
        (
            (-3.111554737919, 0.331897822662, -0.43195214914),
            -13.713792575672,
            (9.842673977865, -73.501361326647, 6.381754479804),
        ),
        (
            (-2.965936748979, 0.496751520553, 2.650731974951),
            2.936099200428,
            (-74.95921565945, -61.844526060213, -30.028163787688),
        ),
        (
            (0.083199673304, -0.310579136563, -2.773995233118),
            44.058655669768,
            (-61.329519668765, -103.915449035798, -20.367367300867),
        ),
    ],
)
def test_four_equilibria_of_a_body_on_two_springs(angles, energy, reaction):
    """Stationary potential energy of place and Bryan angles, with the place held: λ is the reaction."""
    q = np.array(da.expr.symbols("X Y Z ψ θ φ"), dtype=object)
    place, (psi, theta, phi) = q[:3], q[3:]
    R = da.spatial.rotation("x", psi) @ da.spatial.rotation("y", theta) @ da.spatial.rotation("z", phi)
    V: Any = 3.0 * G * (place + R @ np.array([0.1, 0.1, 0.2]))[2]
    level = 0.0
    for k, on_body, anchor in (
        (100.0, np.array([0.4, 0.0, 0.0]), np.array([0.5, 0.2, 0.3])),
        (80.0, np.array([0.0, 0.3, 0.0]), np.array([-0.2, 0.6, 0.1])),
    ):
        gap = place + R @ on_body - anchor
        V = V + 0.5 * k * (gap @ gap)
        level += 0.5 * k * (on_body @ on_body + anchor @ anchor)
    near = np.concatenate([np.zeros(3), np.asarray(angles) + 0.03])
    found = da.expr.stationary_point(V, q, place, start=near)
    np.testing.assert_allclose(da.expr.evaluate(found.x), [0.0, 0.0, 0.0, *angles], rtol=0.0, atol=1e-11)
    assert float(da.expr.evaluate(found.value)) - level == pytest.approx(energy, abs=1e-10)
    np.testing.assert_allclose(da.expr.evaluate(found.multipliers), reaction, rtol=0.0, atol=1e-9)
