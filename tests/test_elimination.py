"""Multipliers eliminated from the equations of models: projectors, null space, partition, explicit coordinates."""

import numpy as np
import pytest

import dalembert as da
from tests.examples import example

PRINTED = 1e-9
"""Of numbers given with ten digits."""

ROUNDING = 1e-11
"""Of sums of a few dozen products, beside entries of size ten."""

PLATFORM = ("platform.x.rate", "platform.y.rate", "platform.angle.rate")


@pytest.fixture(scope="module")
def platform():
    """A platform on three arms: its equations and its start at rest."""
    module = example("parallel_mechanism")
    model = module.mechanism()
    return da.as_dynamics(model), module.start(model)


def moving(dynamics, start):
    """The same position, with speeds that the pins allow."""
    return da.assemble(dynamics, q=start.q, u={"platform.x": 0.4, "platform.y": -0.3, "platform.angle": 0.7})


@pytest.mark.covers("F001-14")
def test_projectors_of_a_mechanism_satisfy_their_identities(platform):
    dynamics, start = platform
    eom = dynamics.equations
    P = da.solvers.ConstraintOperators(eom.M, eom.J)
    names = ("M", "J", "H", "J_bar", "Theta", "J_plus", "P", "W")
    M, J, H, J_bar, Theta, J_plus, kinematic, W = dynamics.evaluate(
        {name: getattr(P, name) for name in names}, start
    ).values()
    inverse, one, n, m = np.linalg.inv(M), np.eye(9), 9, 6
    np.testing.assert_allclose(
        sorted(np.diag(H)),
        sorted([0.1703045175, 0.5389256364, 0.4592282721, 0.2500018819, 0.4343124413, 0.2749177127]),
        rtol=0.0,
        atol=PRINTED,
    )
    identities = {
        "H J M⁻¹ Jᵀ = 1": (H @ J @ inverse @ J.T, np.eye(m)),
        "J̄ = M⁻¹ Jᵀ H": (J_bar, inverse @ J.T @ H),
        "J J̄ = 1": (J @ J_bar, np.eye(m)),
        "Θ = 1 − J̄ J": (Theta, one - J_bar @ J),
        "J Θ = 0": (J @ Theta, np.zeros((m, n))),
        "Θ² = Θ": (Theta @ Theta, Theta),
        "Θ M⁻¹ = M⁻¹ Θᵀ": (Theta @ inverse, inverse @ Theta.T),
        "J⁺": (J_plus, np.linalg.pinv(J)),
        "P = 1 − J⁺ J": (kinematic, one - J_plus @ J),
        "P = Pᵀ": (kinematic, kinematic.T),
        "P² = P": (kinematic @ kinematic, kinematic),
        "P = W Wᵀ": (kinematic, W @ W.T),
        "Wᵀ W = 1": (W.T @ W, np.eye(n - m)),
        "J W = 0": (J @ W, np.zeros((m, n - m))),
    }
    for name, (found, expected) in identities.items():
        np.testing.assert_allclose(found, expected, rtol=0.0, atol=ROUNDING, err_msg=name)
    assert np.trace(Theta) == pytest.approx(n - m) and np.trace(kinematic) == pytest.approx(n - m)


@pytest.mark.covers("F001-28")
def test_reduced_equations_of_the_platform_have_the_published_numbers(platform):
    """Told by its platform the mechanism has M_p = diag(5.5, 5.5, 9.69…); the platform falls with 8 g/11."""
    dynamics, start = platform
    eom = dynamics.equations
    reduced = da.solvers.CoordinatePartitioning(PLATFORM, eom.speeds).reduced(eom.M, eom.f, eom.J, eom.gamma)
    outputs = {"mass": reduced.mass, "forces": reduced.forces, "y": reduced.independent, "G": reduced.along(eom.G)}
    found = dynamics.evaluate(outputs, start)
    np.testing.assert_allclose(found["mass"], np.diag([5.5, 5.5, 9.6934676032]), rtol=0.0, atol=PRINTED)
    np.testing.assert_allclose(-found["forces"], [25.4871276334, 39.24, 0.0], rtol=0.0, atol=PRINTED)
    np.testing.assert_allclose(found["y"], [-4.6340232061, -8.0 * 9.81 / 11.0, 0.0], rtol=0.0, atol=PRINTED)

    # a motor has the power of its torque and the rate of its elbow, told by the platform
    elbows = [list(eom.speeds).index(f"elbow {k}.rate") for k in (1, 2, 3)]
    Z = dynamics.evaluate({"Z": reduced.Z}, start)["Z"]
    np.testing.assert_allclose(found["G"], Z[elbows].T, rtol=0.0, atol=ROUNDING)


@pytest.mark.covers("F001-28")
def test_null_space_and_partition_have_the_accelerations_of_the_augmented_system(platform):
    dynamics, start = platform
    eom, state = dynamics.equations, moving(dynamics, start)
    parts = (eom.M, eom.f, eom.J, eom.gamma)
    W, s = da.solvers.ConstraintOperators(eom.M, eom.J).W, da.solvers.NullSpace().reduced(*parts).s
    ways = {
        "null space": da.solvers.NullSpace().reduced(*parts),
        "orthonormal null space": da.solvers.ReducedEquations(eom.M, eom.f, W, s),
        "partition": da.solvers.CoordinatePartitioning().reduced(*parts),
        "chosen partition": da.solvers.CoordinatePartitioning(PLATFORM, eom.speeds).reduced(*parts),
    }
    found = dynamics.evaluate({name: way.accelerations for name, way in ways.items()}, state)
    expected = dynamics.evaluate({"a": da.solvers.AugmentedMatrix().solve(*parts)[0]}, state)["a"]
    for name, a in found.items():
        np.testing.assert_allclose(a, expected, rtol=0.0, atol=ROUNDING * np.abs(expected).max(), err_msg=name)


@pytest.mark.covers("F001-28")
def test_an_explicit_coordinate_takes_the_place_of_a_wire():
    """A bead on an ellipse, q = (2 cos s, sin s): Z = ∂q/∂s, and Ż ṡ is what q̈ has besides."""
    bead = da.particle("bead", mass=1.5)
    x, y, z = da.position(bead)
    wire = da.Holonomic("wire", [x**2 / 4.0 + y**2 - 1.0, z])
    model = da.Model(
        da.Translational("p", da.ground, bead),
        wire,
        da.PointForce("drag", bead, -0.3 * da.velocity(bead)),
        gravity=(0.0, -9.81, 0.0),
    )
    dynamics = da.as_dynamics(model)
    eom, (s, rate) = dynamics.equations, da.expr.symbols("s rate")
    q = np.array([2.0 * da.cos(s), da.sin(s), 0.0], dtype=object)
    W = da.expr.jacobian(q, [s])
    u = W[:, 0] * rate
    placed = dict(zip((*eom.q, *eom.u), (*q, *u), strict=True))
    M, f = (da.expr.substitute(part, placed) for part in (eom.M, eom.f))
    reduced = da.solvers.ReducedEquations(M, f, W, da.expr.time_derivative(u, {s: rate, rate: 0.0}))
    for values in ({s: 0.7, rate: 1.3}, {s: -2.1, rate: -0.4}):
        found = [da.expr.evaluate(part, values) for part in (reduced.mass, reduced.accelerations, q, u)]
        mass, a, position, velocity = (np.asarray(part, dtype=float) for part in found)
        angle = values[s]
        assert mass == pytest.approx(1.5 * (4.0 * np.sin(angle) ** 2 + np.cos(angle) ** 2))
        state = model.state(
            q=dict(zip(model.coordinates, position, strict=True)), u=dict(zip(model.speeds, velocity, strict=True))
        )
        expected = list(dynamics.accelerations(state).values())
        np.testing.assert_allclose(a, expected, rtol=0.0, atol=ROUNDING)


@pytest.mark.covers("F001-16")
@pytest.mark.parametrize("solver", [da.solvers.AugmentedMatrix(), da.solvers.ObliqueProjector()], ids=repr)
def test_stabilized_accelerations_are_those_of_the_formula_and_drive_a_simple_step(solver):
    """a = J̄ (γ − α φ − β ψ) + Θ M⁻¹ f; one simple step of a start that does not fit shows them."""
    module, h, alpha, beta = example("parallel_mechanism"), 1e-3, 100.0, 20.0
    model = module.mechanism(is_rounded=True)
    start = module.start(model, height=2.165)
    start = model.state(q=start.q, u={"platform.x": 0.02, "platform.angle": -0.01})
    dynamics = da.as_dynamics(da.derive(model, da.Recursive(solver=solver)))
    motion = da.simulate(
        dynamics,
        start,
        until=h,
        times=[0.0, h],
        method=da.methods.ConstantAcceleration(h),
        stabilization=da.methods.Baumgarte(velocity=beta, position=alpha),
    )
    eom = dynamics.equations
    P = da.solvers.ConstraintOperators(eom.M, eom.J)
    targets = eom.gamma - alpha * eom.phi - beta * eom.psi
    found = dynamics.evaluate({"a": P.J_bar @ targets + P.Theta @ P.free(eom.f), "phi": eom.phi}, start)
    assert np.abs(found["phi"]).max() == pytest.approx(4.75e-3, rel=1e-3)
    u = np.array([motion[name] for name in eom.speeds])
    np.testing.assert_allclose((u[:, 1] - u[:, 0]) / h, found["a"], rtol=0.0, atol=1e-9 * np.abs(found["a"]).max())
