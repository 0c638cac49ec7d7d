"""M, bias and gravity as each principle makes them: closed forms, published numbers, and each other."""

import numpy as np
import pytest

import dalembert as da
from tests.examples import example
from tests.oracles import closed_forms
from tests.oracles.principle_systems import evaluated, system

pytestmark = pytest.mark.slow

RTOL = 1e-12
"""Of the largest entry: other sums of the same products."""

PRINTED = 1e-11
"""Half of the last of the digits in which numbers of the sources are given, with some room."""

PRINCIPLES = [
    da.Kane(),
    da.Jourdain(),
    da.DAlembert(),
    da.Gauss(),
    da.GibbsAppell(),
    da.Lagrange(),
    da.BoltzmannHamel(),
    da.formulations.Nielsen(),
    da.formulations.Tzenoff(),
    da.formulations.EnergyRates(3),
]
each_principle = pytest.mark.parametrize("principle", PRINCIPLES, ids=lambda one: one.title)
TREES = ["double pendulum", "four-link chain", "gyroscope", "seven-joint arm", "rigid solid"]


def terms(eom, state):
    """M, b and g of M a + b + g = τ, in one state."""
    g = -da.expr.substitute(eom.f, dict.fromkeys(eom.u, 0.0))
    found = evaluated(eom, {"M": eom.M, "b": -eom.f - g, "g": g, "a": eom.accelerations}, [state])
    return {name: value[0] for name, value in found.items()}


def assert_close(found, expected, rtol=RTOL):
    scale = max(1.0, np.abs(expected).max())
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=rtol * scale)


# ---- published numbers


@pytest.mark.covers("F001-5", "F001-9", "F002-1")
@each_principle
def test_a_chain_that_branches_has_the_reference_numbers_and_no_mass_between_branches(principle):
    # X001-F
    model, state = example("branching_chain").systems()["bent"]
    eom = da.derive(model, principle)
    found = terms(eom, state)
    M = np.zeros((4, 4))
    M[np.triu_indices(4)] = [
        *(3.523427812354, 0.420925288995, 0.654868191733, 0.116506980725),
        *(0.18, 0.0, 0.0),
        *(0.448992482434, 0.10907957455),
        0.04,
    ]
    assert_close(found["M"], M + np.triu(M, 1).T, PRINTED)
    assert_close(found["b"], [-3.029280528824, -0.20292857148, -0.031074568496, 0.170451318858], PRINTED)
    assert_close(found["g"], [34.295137439307, 4.066023758026, 0.707783162566, -0.334327882341], PRINTED)
    assert_close(found["a"], [-13.941368198134, 11.139884729078, 23.604014378559, -19.664314166572], PRINTED)

    # link 2 shares only the first joint with links 3 and 4: these entries are nothing at all, whatever the angles
    zeros = [(i, j) for (i, j), x in np.ndenumerate(eom.M) if isinstance(x, float) and x == 0.0]
    assert zeros == [(1, 2), (1, 3), (2, 1), (3, 1)]


@pytest.mark.covers("F001-6", "F001-9", "F002-2")
@each_principle
def test_the_gyroscope_has_its_closed_form(principle):
    eom = da.derive(system("gyroscope").model, principle)
    q, u = np.array([0.4, -0.3, 0.9]), np.array([0.7, -1.1, 2.0])
    state = da.State(q=dict(zip(eom.coordinates, q, strict=True)), u=dict(zip(eom.speeds, u, strict=True)))
    found = terms(eom, state)
    expected = closed_forms.gyroscope(q, u, m=(1.0, 1.0, 1.0), l_G2=1.0, l3=3.0, r=1.0, h=1.0)
    for name in ("M", "b", "g"):
        assert_close(found[name], np.array(getattr(expected, name)))
    assert_close(found["b"], [-4.510478032304, -1.100784329994, 0.367804548313], PRINTED)


@pytest.mark.covers("F001-8", "F002-2")
@each_principle
def test_a_particle_in_polar_coordinates_feels_its_changing_jacobian(principle):
    # b of the printed equations is missing: (−m r θ̇², 2 m r ṙ θ̇)
    arm, bead = da.Body("arm"), da.particle("bead", mass=2.0)
    model = da.Model(da.Revolute("θ", da.ground, arm), da.Prismatic("r", arm, bead, axis="x"))
    eom = da.derive(model, principle)
    found = terms(eom, model.state(q={"r": 1.5, "θ": 0.3}, u={"r": 0.4, "θ": 0.7}))
    at = [model.coordinates.index(name) for name in ("r", "θ")]
    assert_close(found["b"][at], [-1.47, 1.68])
    assert_close(found["M"][np.ix_(at, at)], np.diag([2.0, 2.0 * 1.5**2]))


# ---- against each other


@pytest.mark.covers("F001-6")
@pytest.mark.parametrize("name", TREES)
def test_bias_by_places_of_bodies_is_that_by_kinetic_energy(name):
    # Σ m Γᵀ Γ̇ q̇ + Πᵀ (I Π̇ + Ω I Π) q̇ and Ṁ q̇ − ½ ∂(q̇ᵀ M q̇)/∂q
    this = system(name)
    found = {}
    for principle in (da.DAlembert(), da.Lagrange()):
        eom = da.derive(this.model, principle)
        b = da.expr.substitute(eom.f, dict.fromkeys(eom.u, 0.0)) - eom.f
        found[principle] = evaluated(eom, {"b": b}, this.states)["b"]
    first, second = found.values()
    assert_close(first, second)

    eom = da.derive(this.model, da.DAlembert())
    M_rate = da.expr.time_derivative(eom.M, dict(zip(eom.q, eom.rates, strict=True)))
    by_M = M_rate @ eom.u - 0.5 * da.expr.gradient(eom.u @ eom.M @ eom.u, eom.q)
    assert_close(evaluated(eom, {"b": by_M}, this.states)["b"], first)


@pytest.mark.covers("F001-7")
@each_principle
@pytest.mark.parametrize("gravity", [(0.0, -9.81, 0.0), (1.62, 0.0, 0.0), (1.3, -2.1, 4.2)])
def test_gravity_is_the_slope_of_the_potential_whatever_is_up(principle, gravity):
    model = da.Model(*system("gyroscope").model.parts, gravity=gravity)
    eom = da.derive(model, principle)
    g = -da.expr.substitute(eom.f, dict.fromkeys(eom.u, 0.0))
    V = eom.signal("potential energy")
    heights = sum(body.inertia.mass * da.position(body.at(*body.inertia.com)) for body in model.bodies)
    weight = eom.resolve(-(np.array(gravity) @ heights))
    found = evaluated(
        eom,
        {"g": g, "slope": da.expr.gradient(V, eom.q), "by hand": da.expr.gradient(weight, eom.q)},
        system("gyroscope").states,
    )
    assert np.abs(found["g"]).max() > 1.0
    assert_close(found["g"], found["slope"])
    assert_close(found["g"], found["by hand"])


@pytest.mark.covers("F001-4")
@pytest.mark.parametrize("name", ["four-link chain", "gyroscope", "seven-joint arm"])
def test_joint_forces_of_a_motion_are_inertia_forces_of_all_bodies_projected(name):
    # τ = Σ Γᵀ (m a + weight) + Πᵀ (I α + ω × I ω), summed here by hand
    this = system(name)
    eom, reference = da.derive(this.model, da.DAlembert()), this.dynamics.equations
    a = np.random.default_rng(3).normal(size=len(eom.u))
    total = np.full(len(eom.u), 0.0, dtype=object)
    moving = dict(zip([*eom.q, *eom.u], [*eom.rates, *a], strict=True))
    for body in this.model.bodies:
        m, centre, R = body.inertia.mass, body.at(*body.inertia.com), eom.resolve(da.orientation(body))
        v, w = eom.resolve(da.velocity(centre)), eom.resolve(da.angular_velocity(body))
        h = R @ (body.inertia.J @ (R.T @ w))
        force = m * (da.expr.time_derivative(v, moving) - this.model.gravity)
        total = (
            total
            + da.expr.jacobian(v, eom.u).T @ force
            + da.expr.jacobian(w, eom.u).T @ da.expr.time_derivative(h, moving)
        )
    none = np.zeros(0)
    outputs = {"by hand": total, "found": eom.solution.residual(a, none) + eom.G @ eom.tau}
    found = evaluated(eom, outputs, this.states)
    expected = evaluated(
        reference, {"τ": reference.solution.residual(a, none) + reference.G @ reference.tau}, this.states
    )
    assert_close(found["by hand"], expected["τ"])
    assert_close(found["found"], expected["τ"])


@pytest.mark.covers("F001-9")
@each_principle
def test_free_accelerations_follow_from_M_bias_gravity_and_inputs(principle):
    this = system("seven-joint arm")
    eom = da.derive(this.model, principle)
    found = evaluated(eom, {"M": eom.M, "f": eom.f, "G": eom.G, "τ": eom.tau, "a": eom.accelerations}, this.states)
    assert np.abs(found["τ"]).max() > 1.0
    for M, f, G, tau, a in zip(*found.values(), strict=True):
        np.testing.assert_allclose(np.linalg.solve(M, f + G @ tau), a, rtol=0.0, atol=1e-9 * np.abs(a).max())


# ---- the mass matrix


@pytest.mark.covers("F001-5", "F002-4")
@each_principle
@pytest.mark.parametrize("name", ["seven-joint arm", "rigid solid"])
def test_M_is_symmetric_and_definite_and_the_second_slope_of_T(name, principle):
    this = system(name)
    eom = da.derive(this.model, principle)
    T = eom.signal("kinetic energy")
    found = evaluated(eom, {"M": eom.M, "slope": da.expr.hessian(T, eom.u)}, this.states)
    assert_close(found["M"], np.swapaxes(found["M"], 1, 2))
    assert_close(found["M"], found["slope"])
    assert (np.linalg.eigvalsh(found["M"]) > 0.0).all()


@pytest.mark.covers("F002-1")
def test_M_is_made_of_partial_velocities_of_particles_and_bodies():
    this = system("Stewart platform")
    eom = da.derive(this.model, da.Kane())
    M = np.full((len(eom.u), len(eom.u)), 0.0, dtype=object)
    for body in this.model.bodies:
        v, w = eom.resolve(da.velocity(body.at(*body.inertia.com))), eom.resolve(da.angular_velocity(body))
        v_r, w_r, R = da.expr.jacobian(v, eom.u), da.expr.jacobian(w, eom.u), eom.resolve(da.orientation(body))
        M = M + body.inertia.mass * v_r.T @ v_r + w_r.T @ (R @ body.inertia.J @ R.T) @ w_r
    found = evaluated(eom, {"M": eom.M, "by hand": M}, this.states)
    assert_close(found["M"], found["by hand"])
