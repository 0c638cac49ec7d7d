"""Independent and dependent speeds: Kane, Maggi, the nonminimal form, and what multipliers are left."""

import numpy as np
import pytest
from scipy.linalg import null_space

import dalembert as da
from dalembert.principles.deriving.assembly import moving_bodies
from dalembert.principles.gauss import compulsion
from tests.examples import example
from tests.oracles.principle_systems import REFUSED, evaluated, system

pytestmark = pytest.mark.slow

RTOL = 1e-10
"""Of accelerations and forces, beside the largest."""

CONSTRAINED = [
    "spherical pendulum in space",
    "slider-crank",
    "parallel mechanism",
    "rolling disc",
    "Chaplygin sleigh",
    "Appell-Hamel",
    "Appell-Hamel squared",
    "particle in a wind",
    "lifted pendulum",
]
each_system = pytest.mark.parametrize("name", CONSTRAINED)


def assert_close(found, expected, rtol=RTOL):
    scale = max(1.0, np.abs(expected).max())
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=rtol * scale)


def terms(this, principle):
    """Numbers of M, F = f + G τ, J, γ, a and λ in all states, a tuple for each."""
    eom = da.derive(this.model, principle)
    solution = eom.without(this.dynamics.solution.left_out)
    outputs = {
        "M": eom.M,
        "F": eom.f + eom.G @ eom.tau,
        "J": eom.J,
        "γ": eom.gamma,
        "a": solution.accelerations,
        "λ": solution.multipliers,
    }
    return eom, list(zip(*evaluated(eom, outputs, this.states).values(), strict=True))


# ---- independent speeds by name


@pytest.mark.covers("F000-50", "F002-12")
def test_a_disc_rolls_by_independent_speeds_as_by_default():
    rolling = example("rolling_disc").rolling_disc()
    eom = da.derive(rolling, da.Kane(independent=["yaw", "lean", "spin"]))
    start = da.assemble(eom, q={"lean": 0.2}, u={"yaw": 0.5, "spin": 6.0})
    motion = da.simulate(eom, start, until=8.0)
    default = da.simulate(rolling, start, until=8.0)
    assert motion.energy_drift < 1e-7
    for name in ("yaw", "lean", "spin", "pose.x", "pose.y", "pose.z"):
        np.testing.assert_allclose(motion[name], default[name], rtol=0.0, atol=1e-6, err_msg=name)
    precise = da.methods.DOP853(rtol=1e-12, atol=1e-13)
    first, second = (da.simulate(x, start, until=8.0, method=precise) for x in (eom, rolling))
    np.testing.assert_allclose(first.states, second.states, rtol=0.0, atol=1e-9)


CHOICES = {
    "rolling disc": [("yaw", "lean", "spin"), ("yaw", "pose.z", "spin"), ("pose.x", "lean", "yaw")],
    "Appell-Hamel": [("frame.angle", "spin"), ("frame.angle", "weight"), ("weight", "frame.angle")],
    "Appell-Hamel squared": [("frame.angle", "spin"), ("frame.angle", "weight")],
    "Chaplygin sleigh": [("pose.x", "pose.angle"), ("pose.y", "pose.angle")],
    "slider-crank": [("A",), ("B",)],
    "spherical pendulum in space": [("place.x", "place.y"), ("place.x", "place.z")],
    "parallel mechanism": [("platform.x", "platform.y", "platform.angle"), ("elbow 1", "elbow 2", "elbow 3")],
}


@pytest.mark.covers("F002-12")
@pytest.mark.parametrize(
    ("name", "kind"),
    [
        (name, kind)
        for name in CHOICES
        for kind in (da.Kane, da.Nonminimal, da.Maggi)
        if kind is not da.Maggi or ("Maggi", name) not in REFUSED
    ],
)
def test_the_result_does_not_depend_on_which_speeds_are_called_independent(name, kind):
    this = system(name)
    default = da.derive(this.model)
    expected = evaluated(default, {"a": default.accelerations, "J": default.J}, this.states)
    for names in CHOICES[name]:
        eom = da.derive(this.model, kind(independent=names))
        found = evaluated(eom, {"a": eom.accelerations}, this.states)["a"]

        # dependent speeds follow the better from the independent ones, the further the mechanism is from a toggle
        others = [k for k, speed in enumerate(eom.speeds) if speed.removesuffix(".rate") not in names]
        ties = np.linalg.cond(expected["J"][:, :, others])
        sizes = np.abs(expected["a"]).max(axis=1)
        errors = np.abs(found - expected["a"]).max(axis=1) / sizes
        assert (errors <= np.maximum(RTOL, 1e-15 * ties**2)).all()
        assert (ties < 1e4).any()


# ---- Kane's equations by hand


@pytest.mark.covers("F000-50")
def test_nonholonomic_partial_velocities_of_a_rolling_disc():
    # by yaw, lean and spin alone the centre moves like a point of a body that turns about the contact
    module, this = example("rolling_disc"), system("rolling disc")
    eom = da.derive(this.model, da.Kane(independent=["yaw", "lean", "spin"]))
    disc = this.model.bodies[0]
    at = [eom.speeds.index(f"{name}.rate") for name in ("yaw", "lean", "spin")]
    outputs = {
        "M": eom.M,
        "F": eom.f,
        "J": eom.J,
        "γ": eom.gamma,
        "a": eom.accelerations,
        "R": eom.resolve(da.orientation(disc)),
        "v": da.expr.jacobian(eom.resolve(da.velocity(disc)), eom.u),
        "w": da.expr.jacobian(eom.resolve(da.angular_velocity(disc)), eom.u),
    }
    found = evaluated(eom, outputs, this.states)
    for M, F, J, gamma, a, R, v, w in zip(*found.values(), strict=True):
        # ṽ_r = v_r + Σ v_s A_sr: what dependent speeds do is carried by the independent ones
        others = [k for k in range(6) if k not in at]
        Z = np.zeros((6, 3))
        Z[at], Z[others] = np.eye(3), -np.linalg.solve(J[:, others], J[:, at])
        v_r, w_r = v @ Z, w @ Z
        axis = R[:, 1]
        e = np.array([0.0, 0.0, 1.0]) - axis[2] * axis
        e *= module.RADIUS / np.linalg.norm(e)
        np.testing.assert_allclose(v_r, np.cross(w_r.T, e).T, rtol=0.0, atol=1e-12)

        # minimal equations: (Zᵀ M Z) u̇_I = Zᵀ (F − M (0, B))
        inertia = R @ disc.inertia.J @ R.T
        np.testing.assert_allclose(Z.T @ M @ Z, module.MASS * v_r.T @ v_r + w_r.T @ inertia @ w_r, atol=1e-12)
        B = np.zeros(6)
        B[others] = np.linalg.solve(J[:, others], gamma)
        np.testing.assert_allclose(np.linalg.solve(Z.T @ M @ Z, Z.T @ (F - M @ B)), a[at], rtol=0.0, atol=1e-10)


# ---- the full-order form


@pytest.mark.covers("F002-9", "F002-10")
@each_system
def test_the_full_order_matrix_has_the_determinant_of_the_reduced_mass_matrix(name):
    this = system(name)
    eom, found = terms(this, da.Nonminimal())
    n = len(eom.speeds)
    T, V = eom.solution.bound_solver.system(eom.M, eom.f + eom.G @ eom.tau, eom.J, eom.gamma)
    systems = evaluated(eom, {"T": T, "V": V}, this.states)
    for T, V, (M, F, J, gamma, a, _) in zip(systems["T"], systems["V"], found, strict=True):
        # independent speeds are those without a solved row; A₁ = [−A 1], A₂ = [1 Aᵀ] = Zᵀ
        independent, Z = _parted(T, J, M)
        dependent = [k for k in range(n) if k not in independent]
        A1 = np.linalg.solve(J[:, dependent], J)
        np.testing.assert_allclose(A1 @ Z, 0.0, rtol=0.0, atol=1e-10)
        assert abs(np.linalg.det(T)) == pytest.approx(np.linalg.det(Z.T @ M @ Z), rel=1e-9)
        assert_close(np.linalg.solve(T, V), a, 1e-9)

        # Kane's minimal equations are left as a residual
        np.testing.assert_allclose(Z.T @ (F - M @ a), 0.0, rtol=0.0, atol=1e-9 * max(1.0, np.abs(F).max()))
        np.testing.assert_allclose(J @ a, gamma, rtol=0.0, atol=1e-9 * max(1.0, np.abs(gamma).max()))


def _parted(T, J, M):
    """Independent speeds that a full-order matrix was made with, and Z = [1; A] for them."""
    n, m = len(M), len(J)
    for k in range(2**n):
        dependent = [i for i in range(n) if k >> i & 1]
        if len(dependent) != m or np.linalg.cond(J[:, dependent]) > 1e8:
            continue
        independent = [i for i in range(n) if i not in dependent]
        solved = np.linalg.solve(J[:, dependent], J)
        if np.allclose(T[dependent], solved, rtol=0.0, atol=1e-8):
            Z = np.zeros((n, n - m))
            Z[independent], Z[dependent] = np.eye(n - m), -solved[:, independent]
            return independent, Z
    raise AssertionError("no choice of independent speeds makes this matrix")


@pytest.mark.covers("F002-10")
def test_a_particle_on_a_surface_has_the_reference_full_order_matrix():
    # Bajodah (2003), example 2.1, in its speeds; its rows of motion have the opposite sign and another order
    module = example("particle_on_a_surface")
    r, phi = da.coordinate("r"), da.coordinate("φ")
    speeds = da.formulations.QuasiVelocities(
        {"u1": da.speed("r"), "u2": r * da.speed("θ") * da.sin(phi), "u3": -r * da.speed("φ")}
    )
    model = module.spherical()
    eom = da.derive(model, da.Nonminimal(independent=["u1", "u2"], speeds=speeds))
    T, V = eom.solution.bound_solver.system(eom.M, eom.f, eom.J, eom.gamma)
    state = da.convert_state(module.start(), model, eom)
    found = {
        name: value[0] for name, value in evaluated(eom, {"T": T, "V": V, "a": eom.accelerations}, [state]).items()
    }
    np.testing.assert_allclose(found["T"], [[2.0, 0.0, 1.6], [0.0, 2.0, 0.0], [-0.8, 0.0, 1.0]], atol=1e-12)
    assert abs(np.linalg.det(found["T"])) == pytest.approx(6.56, rel=1e-12)
    assert found["a"] == pytest.approx([-7.49704654, -0.04995834, -6.10003723], abs=1e-8)


@pytest.mark.covers("F002-10", "F002-6")
@pytest.mark.parametrize("name", ["linear", "squared"])
def test_appell_and_hamels_mechanism_has_the_reference_determinant(name):
    model, start = example("appell_hamel").systems()[name]
    eom = da.derive(model, da.Nonminimal(independent=["frame.angle", "spin"]))
    T, _ = eom.solution.bound_solver.system(eom.M, eom.f, eom.J, eom.gamma)
    found = evaluated(eom, {"T": T}, [start])["T"][0]
    assert abs(np.linalg.det(found)) == pytest.approx(26.0 * 7.25, rel=1e-12)


# ---- what is left for the constraints


@pytest.mark.covers("F000-48")
@pytest.mark.parametrize("name", [name for name in CONSTRAINED if ("Maggi", name) not in REFUSED])
def test_maggis_equations_and_the_multipliers_recovered_from_them(name):
    # [Cᵀ M; J] q̈ = [Cᵀ F; γ] with J C = 0; then λ from what Lagrange's equations leave
    _, found = terms(system(name), da.Maggi())
    for M, F, J, gamma, a, lam in found:
        C = null_space(J)
        by_hand = np.linalg.solve(np.concatenate([C.T @ M, J]), np.concatenate([C.T @ F, gamma]))
        assert_close(a, by_hand)
        assert_close(lam, np.linalg.pinv(J.T) @ (M @ by_hand - F), 1e-9)


@pytest.mark.covers("F000-45")
@each_system
def test_gauss_compulsion_is_least_where_the_accelerations_are(name):
    this = system(name)
    eom = da.derive(this.model, da.Gauss(minimise=True))
    solution = eom.without(this.dynamics.solution.left_out)
    bodies, state = moving_bodies(eom), this.states[1]
    outputs = {"a": solution.accelerations, "J": eom.J, "M": eom.M}
    a, J, M = (value[0] for value in evaluated(eom, outputs, [state]).values())

    # of what constraints allow: a parabola about its vertex
    allowed, rng = null_space(J), np.random.default_rng(4)
    steps = [allowed @ rng.normal(size=allowed.shape[1]) for _ in range(3)]
    trials = {k: compulsion_for(bodies, a + step) for k, step in enumerate([0.0 * a, *steps])}
    least, *others = (value[0] for value in evaluated(eom, trials, [state]).values())
    for step, value in zip(steps, others, strict=True):
        assert value > least
        assert value - least == pytest.approx(0.5 * step @ M @ step, rel=1e-8)


def compulsion_for(bodies, a):
    """Z of given accelerations."""
    return da.expr.substitute(compulsion(bodies), dict(zip(bodies.a, a, strict=True)))


@pytest.mark.covers("F000-45")
def test_gauss_compulsion_of_particles_is_that_of_their_deviations_from_free_motion():
    # Σ ½ m |a − F/m|², but for what has no accelerations in it: differences are the same
    this = system("double pendulum")
    eom = da.derive(this.model, da.Gauss())
    bodies = moving_bodies(eom)

    def by_hand(a):
        moving = dict(zip([*eom.q, *eom.u], [*eom.rates, *a], strict=True))
        apart = [
            da.expr.time_derivative(eom.resolve(da.velocity(body)), moving) - this.model.gravity
            for body in this.model.bodies
        ]
        return sum(0.5 * body.inertia.mass * (d @ d) for body, d in zip(this.model.bodies, apart, strict=True))

    first, second = np.array([0.7, -1.2]), np.array([-0.4, 2.5])
    outputs = {
        "Z": compulsion_for(bodies, first) - compulsion_for(bodies, second),
        "by hand": by_hand(first) - by_hand(second),
    }
    found = evaluated(eom, outputs, this.states)
    assert_close(found["Z"], found["by hand"], 1e-12)


@pytest.mark.covers("F002-11")
@each_system
def test_nonminimal_minimal_augmented_and_pseudoinverse_accelerations_are_one(name):
    this = system(name)
    _, found = terms(this, da.Nonminimal())
    for other in (
        da.Kane(),
        da.formulations.LagrangeFirstKind(solver=da.solvers.AugmentedMatrix()),
        da.UdwadiaKalaba(),
    ):
        _, others = terms(this, other)
        for (_, _, J, _, a, lam), (*_, a_other, lam_other) in zip(found, others, strict=True):
            assert_close(a_other, a)
            assert_close(J.T @ lam_other, J.T @ lam, 1e-9)

    # the pseudoinverse by hand: a₀ + M^(−½) (J M^(−½))⁺ (γ − J a₀)
    for M, F, J, gamma, a, _ in found:
        values, vectors = np.linalg.eigh(M)
        root = vectors @ np.diag(values**-0.5) @ vectors.T
        free = np.linalg.solve(M, F)
        assert_close(free + root @ np.linalg.pinv(J @ root) @ (gamma - J @ free), a)
