"""Lagrangian, Hamiltonian, Gibbs function, momenta and generalized forces of single elements."""

import numpy as np
import pytest

import dalembert as da
from dalembert.expr.rewrite import evaluate

RTOL = 1e-12
"""Different sums of the same products."""


def arm():
    """A ball joint, a hinge and a slider with springs, dampers and a motor."""
    first, second = (da.box(name, size=(0.4, 0.1, 0.2), mass=1.5) for name in ("first", "second"))
    tip = da.particle("tip", mass=0.3)
    return da.Model(
        da.Spherical("ball", da.ground, first.at(x=-0.2)),
        da.Revolute("hinge", first.at(x=0.2, y=0.1), second, axis="y"),
        da.Prismatic("slide", second.at(x=0.2), tip, axis="x"),
        da.Spring("spring", da.ground.at(x=1.0, z=1.0), second.at(x=0.2), stiffness=40.0, rest_length=0.5),
        da.JointSpring("stiffness", "slide", stiffness=20.0),
        da.JointDamper("friction", "hinge", damping=0.3),
        da.Motor("motor", "hinge"),
        gravity=(0.0, 0.0, -9.81),
    )


def loop():
    """Two hinged rods whose end is guided by a distance."""
    upper, lower = da.rod("upper", length=1.0, mass=1.0), da.rod("lower", length=0.8, mass=0.5)
    return da.Model(
        da.Revolute("shoulder", da.ground, upper, axis="z"),
        da.Revolute("elbow", upper["end"], lower, axis="z"),
        da.Distance("bar", da.ground.at(x=1.0, y=-1.0), lower["end"], length=0.7),
        gravity=(0.0, -9.81, 0.0),
    )


def somewhere(eom, seed=3):
    """Values of all variables, and variables for accelerations with theirs."""
    generator = np.random.default_rng(seed)
    a = da.expr.symbols("a", len(eom.speeds))
    q = np.array(eom.variables.default_values) + generator.uniform(-0.5, 0.5, len(eom.q))
    values = dict(zip(eom.q, q, strict=True))
    values = dict(zip(eom.q, evaluate(np.asarray(eom.motion.projected, dtype=object), values), strict=True))
    for x in (*eom.u, *a, *eom.tau):
        values[x] = generator.uniform(-2.0, 2.0)
    return a, values


def numbers(y, values):
    return evaluate(np.asarray(y, dtype=object), values)


FORMULATIONS = pytest.mark.parametrize(
    "coordinates", [da.formulations.Relative(), da.formulations.Absolute()], ids=["relative", "absolute"]
)


def test_the_gibbs_function_is_half_the_integral_of_squared_accelerations():
    """Eight point masses at the corners of a box that turns and accelerates."""
    generator = np.random.default_rng(1)
    corners = np.array([[x, y, z] for x in (-0.3, 0.3) for y in (-0.2, 0.2) for z in (-0.1, 0.1)])
    masses = np.full(8, 0.25)
    I = sum(m * (r @ r * np.eye(3) - np.outer(r, r)) for m, r in zip(masses, corners, strict=True))
    a, alpha, w = generator.standard_normal((3, 3))
    points = [a + np.cross(alpha, r) + np.cross(w, np.cross(w, r)) for r in corners]
    expected = 0.5 * sum(m * (x @ x) for m, x in zip(masses, points, strict=True))
    assert da.energies.gibbs_function(2.0, I, a, alpha, w) == pytest.approx(expected, rel=1e-14)


@pytest.mark.covers("F000-53", "F000-54")
@FORMULATIONS
@pytest.mark.parametrize("model", [arm(), loop()], ids=["arm", "loop"])
def test_derivatives_of_the_gibbs_function_are_mass_matrix_and_inertia_forces(model, coordinates):
    eom = da.derive(model, coordinates=coordinates)
    a, values = somewhere(eom)
    S = da.energies.acceleration_energy(eom, a)
    M, forces = numbers(da.expr.hessian(S, a), values), numbers(da.expr.gradient(S, a), values)
    np.testing.assert_allclose(M, numbers(eom.M, values), rtol=RTOL, atol=1e-12)

    # what moves the bodies, forces of gravity and elements, motors among them, is what inertia resists with
    along = [name.removesuffix(".rate") for name in eom.speeds]
    parts = ["gravity", *(force.name for force in model.forces)]
    applied = sum(numbers([eom.signal(f"{part}.on.{name}") for name in along], values) for part in parts)
    np.testing.assert_allclose(
        forces - applied, numbers(eom.solution.residual(a, np.zeros(len(eom.rows))), values), rtol=1e-9, atol=1e-11
    )


@pytest.mark.covers("F000-54", "F001-19")
@FORMULATIONS
def test_energies_are_sums_over_the_bodies_and_belong_together(coordinates):
    eom = da.derive(arm(), coordinates=coordinates)
    _, values = somewhere(eom)
    names = ["kinetic energy", "potential energy", "energy", "lagrangian", "hamiltonian"]
    kinetic, potential, *others = (float(numbers(eom.signal(name), values)) for name in names)
    u, M = numbers(eom.u, values), numbers(eom.M, values)
    assert kinetic == pytest.approx(0.5 * u @ M @ u, rel=RTOL)
    energy = kinetic + potential
    assert others == pytest.approx([energy, kinetic - potential, energy], rel=1e-11)
    momenta = [eom.signal(f"{name.removesuffix('.rate')}.momentum") for name in eom.speeds]
    np.testing.assert_allclose(numbers(momenta, values), M @ u, rtol=RTOL, atol=1e-13)
    parts = [eom.signal(f"{part}.potential energy") for part in ("gravity", "spring", "stiffness")]
    assert numbers(parts, values).sum() == pytest.approx(potential, rel=RTOL)


def test_accelerations_of_the_motion_make_the_gibbs_function_stationary_beside_the_forces():
    """Appell: ∂S/∂a = F at the motion, so S − F · a is smallest there."""
    model = arm()
    dynamics = da.as_dynamics(model)
    eom = dynamics.equations
    _, values = somewhere(eom)
    state = dynamics.state(
        0.0, np.array([values[x] for x in (*eom.q, *eom.u)]), np.array([values[x] for x in eom.tau]), {}
    )
    a = np.array([*dynamics.accelerations(state).values()])
    S = float(numbers(da.energies.acceleration_energy(eom, a), values))
    assert dynamics.signals(["gibbs function"], state)["gibbs function"] == pytest.approx(S, rel=1e-10)
    variables, _ = somewhere(eom)
    slope = numbers(
        da.expr.gradient(da.energies.acceleration_energy(eom, variables), variables),
        values | dict(zip(variables, a, strict=True)),
    )
    F = numbers(eom.f + eom.G @ eom.tau, values) - numbers(eom.f, values)
    along = [name.removesuffix(".rate") for name in eom.speeds]
    for part in ("gravity", "spring", "stiffness", "friction"):
        F = F + numbers([eom.signal(f"{part}.on.{name}") for name in along], values)
    np.testing.assert_allclose(slope, F, rtol=1e-9, atol=1e-10)


def test_a_force_along_a_speed_times_the_speed_is_its_power():
    eom = da.derive(arm())
    _, values = somewhere(eom)
    along = [name.removesuffix(".rate") for name in eom.speeds]
    for part in ("spring", "stiffness", "friction"):
        F = numbers([eom.signal(f"{part}.on.{name}") for name in along], values)
        assert F @ numbers(eom.u, values) == pytest.approx(float(numbers(eom.signal(f"{part}.power"), values)))


def test_equations_without_bodies_have_no_gibbs_function():
    x, v = da.expr.symbols("x v")
    eom = da.formulations.TypedSystem([x], [v]).from_energies(0.5 * v**2, 0.5 * x**2)
    with pytest.raises(da.errors.FormulationError, match="know no bodies"):
        da.energies.acceleration_energy(eom, np.zeros(1))
