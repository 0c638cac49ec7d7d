"""Forces that depend on reactions: Coulomb friction against closed forms, and what must hold for any such law."""

import numpy as np
import pytest

import dalembert as da
from dalembert.configuration.convert import convert_state
from dalembert.errors import ModelError
from dalembert.expr.rewrite import evaluate
from tests.oracles.mechanisms import At

pytestmark = pytest.mark.slow

RTOL = 1e-12
"""Against numbers of the literature, given to twelve or more digits, and closed forms."""

RTOL_DIFFERENCES = 1e-7
"""Central differences of second order."""

G = 9.81
PINNED = da.Inertia(mass=2.0, com=(0.5, 0.0, 0.0), J=np.diag([0.05, 0.05, 0.05]))


def magnitude(x, y):
    return da.sqrt(x**2 + y**2)


# ---- a slider-crank with friction in its guide, X004-9


def slider_crank(mu=0.0, driven=True):
    """Two bars of length 2 and mass 1, the end of the second on the x axis, the first turns at 5 rad/s."""
    crank, rod = (da.rod(name, length=2.0, mass=1.0) for name in ("crank", "rod"))
    slider = rod["end"]
    N, v = da.measures.multiplier("guide"), da.velocity(slider)[0]
    parts = [da.Drive("motor", "A", da.pi / 4 + 5.0 * da.time)] if driven else []
    return da.Model(
        da.Revolute("A", da.ground, crank, axis="z"),
        da.Revolute("B", crank["end"], rod, axis="z"),
        da.Holonomic("guide", da.position(slider)[1]),
        da.PointForce("friction", slider, [-mu * da.expr.absolute_value(N) * da.expr.sign(v), 0.0, 0.0]),
        *parts,
        gravity=(0.0, -G, 0.0),
    )


TURNING = da.State(q={"A": np.pi / 4, "B": -np.pi / 2}, u={"A.rate": 5.0, "B.rate": -10.0})


@pytest.mark.covers("F000-30", "F004-23")
def test_guide_friction_of_a_driven_slider_crank():
    # X004-9; its multipliers have the opposite sign: there the force of constraints is −Jᵀ λ
    smooth = da.as_dynamics(slider_crank(0.0)).signals(["motor.torque", "guide.multiplier"], TURNING)
    assert smooth["motor.torque"] == pytest.approx(113.87343504688, rel=RTOL)
    assert -smooth["guide.multiplier"] == pytest.approx(30.450339059327, rel=RTOL)
    rough = da.as_dynamics(slider_crank(0.2))
    found = rough.signals(["motor.torque", "guide.multiplier", "power", "friction.power"], TURNING)
    assert found["motor.torque"] == pytest.approx(135.405076285160, rel=RTOL)
    assert -found["guide.multiplier"] == pytest.approx(38.062923824159, rel=RTOL)

    # the power balance closes: the crank turns evenly, so energy changes as it does without friction
    plain = da.as_dynamics(slider_crank(0.0)).signals(["power"], TURNING)
    assert found["power"] == pytest.approx(5.0 * found["motor.torque"] + found["friction.power"], rel=RTOL)
    assert found["power"] == pytest.approx(plain["power"], rel=RTOL)
    assert found["friction.power"] < 0.0


@pytest.mark.covers("F004-23")
def test_the_force_of_constraints_is_J_transposed_times_lambda():
    # the same multipliers in three conventions: M a = f + Jᵀ λ here and in 001 and 003, M a + Jᵀ λ = f in 004
    at = At(slider_crank(0.0), np.array([np.pi / 4, -np.pi / 2]), np.array([5.0, -10.0]), t=0.0)
    M, f, J, a, lam = at(at.eom.M, at.eom.f, at.eom.J, at.eom.accelerations, at.eom.multipliers)
    np.testing.assert_allclose(M @ a, f + J.T @ lam, rtol=0, atol=1e-12)
    lam_004 = da.solvers.MultiplierSign.FORCE.converted(lam, da.solvers.MultiplierSign.COUNTERFORCE)
    np.testing.assert_allclose(M @ a + J.T @ lam_004, f, rtol=0, atol=1e-12)


# ---- a journal bearing, X004-10


@pytest.mark.covers("F000-30")
@pytest.mark.parametrize(("mu", "torque"), [(0.0, 8.683393368618), (0.1, 8.727553567500)])
def test_journal_friction_of_a_driven_pendulum(mu, torque):
    arm = da.Body("arm", PINNED)
    x, y, _ = da.reaction_force("A")
    model = da.Model(
        da.Revolute("A", da.ground, arm, axis="z"),
        da.Drive("motor", "A", -da.pi / 3 + da.time**2),
        da.JointForce("journal", "A", -mu * 0.02 * magnitude(x, y) * da.expr.sign(da.speed("A"))),
        gravity=(0.0, -G, 0.0),
    )
    t = 0.6
    state = model.state(t=t, q={"A": -np.pi / 3 + t**2}, u={"A": 2.0 * t})
    dynamics = da.as_dynamics(model)
    assert dynamics.signals(["motor.torque"], state)["motor.torque"] == pytest.approx(torque, rel=RTOL)
    force = dynamics.evaluate({"F": da.reaction_force("A", axes=da.ground)}, state)["F"]
    np.testing.assert_allclose(-force, [-0.155587956364, -22.079551257412, 0.0], rtol=0, atol=1e-11)

    # the motion is given, so nothing has to be solved for
    assert dynamics.solution.implicit_forces is None


def free_pendulum(friction, speed=1e-3):
    x, y, _ = da.reaction_force("A")
    return da.Model(
        da.Revolute("A", da.ground, da.Body("arm", PINNED), axis="z"),
        da.JointForce("journal", "A", -friction * magnitude(x, y) * da.tanh(da.speed("A") / speed)),
        gravity=(0.0, -G, 0.0),
    )


@pytest.mark.covers("F000-30")
@pytest.mark.parametrize("rate", [-3.0, 0.0, 2.0])
def test_journal_friction_of_a_free_pendulum_solves_a_quadratic_equation(rate):
    # I α = −m g l cos φ − T,  F² = (m l ω² + m g sin φ…)² along the arm and (m l α + m g cos φ)² across
    m, l, I, q, b = 2.0, 0.5, 0.05 + 2.0 * 0.25, 0.4, 0.06
    dynamics = da.as_dynamics(free_pendulum(b))
    state = da.State(q={"A": q}, u={"A.rate": rate})
    alpha = dynamics.accelerations(state)["A.rate"]
    along = -m * l * rate**2 + m * G * np.sin(q)
    across = m * l * alpha + m * G * np.cos(q)
    torque = -b * np.hypot(along, across) * np.sign(rate)
    assert I * alpha == pytest.approx(-m * G * l * np.cos(q) + torque, rel=RTOL)
    assert dynamics.solved.implicit_forces.forces == ("journal",)
    assert dynamics.solved.implicit_forces.reactions == ("reaction_force('A').y",)


# ---- a spatial slider-crank, E-4.5


def spatial_slider_crank():
    """A crank about x, a rod, a slider along x with friction; the slider moves as prescribed through the crank."""
    crank = da.Body("crank", da.Inertia(mass=1.0, J=0.2 * np.eye(3)))
    rod = da.Body("rod", da.Inertia(mass=0.5, com=(1.0, 0.0, 0.0), J=np.diag([0.0, 0.1, 0.1])))
    slider = da.Body("slider", da.Inertia(mass=2.0, J=np.eye(3)))
    _, y, z = da.reaction_force("slide")
    return da.Model(
        da.Revolute("A", da.ground, crank, axis="x"),
        da.Universal("B", crank.at(y=-0.5), rod, first="z", second="y"),
        da.Prismatic("slide", da.ground.at(x=np.sqrt(2.0), y=-0.5), slider, axis="x"),
        da.Spherical("C", slider, rod.at(x=np.sqrt(2.0))),
        da.Drive("motor", "A", crank_angle(stroke(da.time, da.sin), da.expr.acos)),
        da.JointForce("friction", "slide", -0.5 * magnitude(y, z) * da.expr.sign(da.speed("slide"))),
    )


def stroke(t, sin=np.sin):
    return -(np.sqrt(2.0) - 1.0) * (1.0 + 8.0 * sin(2.0 * np.pi * t) ** 2) / 10.0


def crank_angle(s, acos=np.arccos):
    return acos(1.0 - 2.0 * (2.0 - (np.sqrt(2.0) + s) ** 2))


def slider_crank_state(dynamics, t):
    """The closed mechanism; speeds follow from the rows."""
    s, chi = stroke(t), crank_angle(stroke(t))
    rod = np.array([np.sqrt(2.0) + s, -0.5 + 0.5 * np.cos(chi), 0.5 * np.sin(chi)]) / np.sqrt(2.0)
    x, y, z = da.spatial.rotation("x", chi).T @ rod
    q = {"A": chi, "B.first": np.arctan2(y, x), "B.second": -np.arcsin(z), "slide": s}
    eom = dynamics.equations
    found = dynamics.evaluate({"phi": eom.phi, "psi": eom.psi, "J": eom.J}, da.State(t=t, q=q))
    np.testing.assert_allclose(found["phi"], 0.0, atol=1e-14)
    u = np.linalg.solve(found["J"], -found["psi"])
    return da.State(t=t, q=q, u=dict(zip(eom.speeds, u, strict=True)))


@pytest.mark.covers("F000-29", "F000-30")
def test_friction_of_a_spatial_slider_crank_through_all_signs():
    dynamics = da.as_dynamics(spatial_slider_crank())
    names = ["motor.torque", "slide.force.y", "slide.force.z", "slide.force.x"]
    table = {
        0.05: (27.44449, -5.80370, 17.38870, 9.16583),
        0.10: (6.93901, -8.00520, 12.92572, 7.60193),
        0.20: (-24.31863, 24.93702, -12.14816, 13.86932),
        0.30: (-32.43321, 63.34938, -28.37733, -34.70741),
        0.35: (-10.75672, 14.01310, -8.81333, -8.27710),
        0.45: (25.09193, -3.44144, 12.68357, -6.57108),
    }
    for t, expected in table.items():
        found = dynamics.signals(names, slider_crank_state(dynamics, t))
        np.testing.assert_allclose([found[name] for name in names], expected, rtol=0, atol=5.1e-6)
    assert len(dynamics.solved.implicit_forces.reactions) == 2


# ---- blocks on rails


def block(slope, mu, law=da.expr.sign):
    """A block on an inclined rail; the rail's x axis points downwards along it."""
    body = da.Body("block", da.Inertia(mass=3.0, J=np.eye(3)))
    rail = da.ground.at(rotation=da.spatial.rotation("z", -slope))
    N = da.reaction_force("slide")[1]
    return da.Model(
        da.Prismatic("slide", rail, body, axis="x"),
        da.JointForce("friction", "slide", -mu * da.expr.absolute_value(N) * law(da.speed("slide"))),
        gravity=(0.0, -G, 0.0),
    )


@pytest.mark.covers("F000-30")
@pytest.mark.parametrize("speed", [2.0, -2.0])
def test_a_block_on_a_rough_rail_has_the_acceleration_of_every_textbook(speed):
    slope, mu = 0.5, 0.3
    state = da.State(u={"slide.rate": speed})
    found = da.as_dynamics(block(slope, mu)).accelerations(state)["slide.rate"]
    assert found == pytest.approx(G * (np.sin(slope) - mu * np.sign(speed) * np.cos(slope)), rel=RTOL)


def test_a_block_slides_to_rest():
    motion = da.simulate(block(0.0, 0.4, lambda v: da.tanh(v / 1e-3)), da.State(u={"slide.rate": 2.0}), until=1.0)
    assert motion["slide"][-1] == pytest.approx(2.0**2 / (2.0 * 0.4 * G), rel=1e-3)
    assert abs(motion["slide.rate"][-1]) < 1e-10
    assert motion.energy_drift < 1e-6


def leaning_block(mu, height):
    """A block that is pulled at a height: guide forces at two shoes, each with friction, depend on each other."""
    body = da.Body("block", da.Inertia(mass=3.0, J=np.eye(3)))
    left, right = da.measures.multiplier("left"), da.measures.multiplier("right")
    v = da.speed("pose.x")
    shoes = {"left": body.at(x=-0.2), "right": body.at(x=0.2)}
    return da.Model(
        da.Planar("pose", da.ground, body),
        *(da.Holonomic(name, da.position(shoe)[1]) for name, shoe in shoes.items()),
        *(
            da.PointForce(f"{name} friction", shoe, [-mu * da.expr.absolute_value(N) * da.expr.sign(v), 0.0, 0.0])
            for (name, shoe), N in zip(shoes.items(), (left, right), strict=True)
        ),
        da.PointForce("pull", body.at(y=height), [40.0, 0.0, 0.0]),
        gravity=(0.0, -G, 0.0),
    )


@pytest.mark.covers("F000-30")
def test_two_shoes_carry_a_pulled_block():
    # N₁ + N₂ = m g; moments about the block: 0.2 (N₂ − N₁) = 40 h, friction at the height of the block
    mu, h = 0.25, 0.3
    dynamics = da.as_dynamics(leaning_block(mu, h))
    state = da.State(u={"pose.x.rate": 1.0})
    found = dynamics.evaluate({"N": [da.measures.multiplier("left"), da.measures.multiplier("right")]}, state)["N"]
    N = np.array([3.0 * G - 200.0 * h, 3.0 * G + 200.0 * h]) / 2.0
    assert N[0] < 0.0
    np.testing.assert_allclose(found, N, rtol=1e-11)
    a = dynamics.accelerations(state)["pose.x.rate"]
    assert 3.0 * a == pytest.approx(40.0 - mu * np.abs(N).sum(), rel=1e-11)


# ---- any such law: mechanisms in space


def spatial_mechanism(**options):
    """A tree with a loop, whose forces depend on reactions of the tree, of the loop and of a constraint."""
    upper, lower, link = (
        da.rod(name, length=1.0, mass=m, radius=0.1) for name, m in zip("abc", (1, 2, 1), strict=True)
    )
    F, M = da.reaction_force("hip"), da.reaction_moment("hip", axes=da.ground)
    pin = da.reaction_force("pin", axes=da.ground)
    return da.Model(
        da.Universal("hip", da.ground, upper),
        da.Revolute("knee", upper["end"], lower, axis="y"),
        da.Spherical("pin", upper.at(x=0.5), link),
        da.Distance("bar", lower["end"], link["end"], 0.8),
        da.JointForce("knee friction", "knee", -0.02 * magnitude(F[0], F[2]) * da.tanh(da.speed("knee"))),
        da.PointForce("drag", link["end"], 0.01 * (pin @ pin) / (1.0 + pin @ pin) * da.velocity(link["end"])),
        da.Torque("twist", lower, [0.0, 0.05 * M[2], 0.02 * da.measures.multiplier("bar")], axes=lower),
        gravity=(0.0, 0.0, -G),
        **options,
    )


def somewhere(model, seed=5):
    rng = np.random.default_rng(seed)
    eom = da.derive(model)
    q = rng.uniform(0.2, 0.8, len(eom.q))
    return At(model, eom_projected(eom, q), rng.normal(size=len(eom.u)), equations=eom)


def eom_projected(eom, q):
    return evaluate(eom.motion.projected, dict(zip(eom.q, q, strict=True)))


def test_all_forces_together_are_in_balance():
    at = somewhere(spatial_mechanism())
    eom = at.eom
    assert set(eom.solution.implicit_forces.forces) == {"knee friction", "drag", "twist"}
    M, f, J, a, lam, r, gamma = at(eom.M, eom.f, eom.J, eom.accelerations, eom.multipliers, eom.r, eom.gamma)
    assert np.abs(r).max() > 0.01
    np.testing.assert_allclose(M @ a, f + J.T @ lam + r, rtol=0, atol=1e-10)
    np.testing.assert_allclose(J @ a, gamma, rtol=0, atol=1e-10)


def test_laws_hold_for_the_reactions_that_come_out():
    at = somewhere(spatial_mechanism())
    F, v = da.reaction_force("hip"), da.speed("knee")
    law = -0.02 * magnitude(F[0], F[2]) * da.tanh(v)
    expected, power = at(at.eom.resolve(law) * at.eom.resolve(v), at.eom.signal("knee friction.power"))
    assert power == pytest.approx(expected, rel=RTOL)


def test_the_residual_of_implicit_methods_contains_these_forces():
    at = somewhere(spatial_mechanism())
    second = at.eom.solution.second_order
    a, lam = at(at.eom.accelerations, at.eom.multipliers)
    values = dict(zip([*at.eom.a, *at.eom.lam], [*a, *lam], strict=True))
    np.testing.assert_allclose(at(second.residual, values=values), 0.0, atol=1e-10)


def test_loads_in_the_residual_belong_to_its_accelerations():
    m, l, I, q, b, rate, a = 2.0, 0.5, 0.05 + 2.0 * 0.25, 0.4, 0.06, 2.0, 1.7
    at = At(free_pendulum(b), np.array([q]), np.array([rate]))
    second = at.eom.solution.second_order
    force = np.hypot(-m * l * rate**2 + m * G * np.sin(q), m * l * a + m * G * np.cos(q))
    expected = I * a + m * G * l * np.cos(q) + b * force
    np.testing.assert_allclose(at(second.residual, values={at.eom.a[0]: a}), [expected], rtol=RTOL)


@pytest.mark.parametrize("name", ["q", "u"])
def test_accelerations_have_derivatives_through_the_solution(name):
    at = somewhere(spatial_mechanism())
    x = getattr(at.eom, name)
    slopes = at(da.expr.jacobian(at.eom.accelerations, list(x)))
    given, h = getattr(at, name), 1e-5
    for k in range(len(x)):
        step = np.zeros(len(x))
        step[k] = h
        ahead, behind = (
            at(at.eom.accelerations, values=dict(zip(x, given + s, strict=True))) for s in (step, -step)
        )
        difference = (ahead - behind) / (2.0 * h)
        np.testing.assert_allclose(slopes[:, k], difference, rtol=0, atol=RTOL_DIFFERENCES * np.abs(slopes).max())


def test_compiled_accelerations_are_the_interpreted_ones_in_any_lane():
    at = somewhere(spatial_mechanism())
    eom = at.eom
    inputs = {"t": da.time, "q": eom.q, "u": eom.u}
    U = np.random.default_rng(1).normal(size=(8, len(eom.u)))
    one, four = (da.kernels.compile(eom.accelerations, inputs, lanes=lanes)(at.t, at.q, U) for lanes in (1, 4))
    assert (one == four).all()
    expected = [at(eom.accelerations, values=dict(zip(eom.u, u, strict=True))) for u in U]
    np.testing.assert_allclose(one, expected, rtol=1e-10, atol=1e-10)


@pytest.mark.covers("F000-30")
def test_energy_changes_by_the_power_of_friction():
    dynamics = da.as_dynamics(free_pendulum(0.06, speed=0.05))
    motion = da.simulate(dynamics, da.State(q={"A": 0.4}), until=3.0)
    assert motion["journal.power"].max() <= 0.0
    assert motion["energy"][-1] < motion["energy"][0] - 1.0
    assert motion.energy_drift < 1e-6


def test_absolute_coordinates_give_the_same_reactions_and_friction():
    model = free_pendulum(0.06)
    state = model.state(q={"A": 0.4}, u={"A": 2.0})
    relative, absolute = (
        da.as_dynamics(model),
        da.as_dynamics(da.derive(model, coordinates=da.formulations.Absolute())),
    )
    placed = convert_state(state, relative, absolute)
    assert absolute.accelerations(placed)["arm.wz"] == pytest.approx(
        relative.accelerations(state)["A.rate"], rel=1e-11
    )
    names = ["A.force.x", "A.force.y", "journal.power"]
    expected, found = relative.signals(names, state), absolute.signals(names, placed)
    assert found == pytest.approx(expected, rel=1e-11)


def test_implicit_integrators_take_the_same_way():
    dynamics = da.as_dynamics(free_pendulum(0.06, speed=0.05))
    state = da.State(q={"A": 0.4}, u={"A.rate": 2.0})
    explicit, implicit = (
        da.simulate(dynamics, state, until=1.0, method=method)
        for method in (da.methods.DOP853(), da.methods.Radau())
    )
    assert implicit["A"][-1] == pytest.approx(explicit["A"][-1], abs=1e-6)


def test_friction_by_the_reaction_of_a_joint_that_closes_a_loop():
    crank = da.rod("crank", length=0.5, mass=0.5)
    coupler = da.rod("coupler", length=1.2, mass=1.0)
    rocker = da.rod("rocker", length=0.75, mass=0.75)
    x, y, _ = da.reaction_force("C")
    joints = [
        da.Revolute("A", da.ground, crank, axis="z"),
        da.Revolute("B", crank["end"], coupler, axis="z"),
        da.Revolute("D", da.ground.at(x=1.1), rocker, axis="z"),
        da.Revolute("C", coupler["end"], rocker["end"], axis="z"),
        da.JointForce("friction", "C", -0.05 * magnitude(x, y) * da.tanh(da.speed("C") / 0.1)),
    ]
    q = {"A": 0.3, "B": 0.04383562711, "D": 0.82769610275}
    found = []
    for cut in ("C", "D"):
        model = da.Model(*joints, gravity=(0.0, -G, 0.0), cut=[cut])
        # angles of the loop's joints: C from the coupler to the rocker, with the rocker's end as its frame
        state = {"A": q["A"], "B": q["B"], "C": q["D"] - q["A"] - q["B"], "D": q["D"]}
        start = model.state(q={name: state[name] for name in model.coordinates})
        dynamics = da.as_dynamics(model)
        u = _closing_speeds(dynamics, start, 2.0)
        a = dynamics.accelerations(model.state(q=dict(start.q), u=u))
        found.append([a["A.rate"], a["B.rate"]])
    np.testing.assert_allclose(found[0], found[1], rtol=1e-8)


def _closing_speeds(dynamics, start, speed):
    """Speeds with ψ = 0, for that of the first joint."""
    J = dynamics.evaluate({"J": dynamics.equations.J}, start)["J"]
    rest = np.linalg.solve(J[:, 1:], -J[:, 0] * speed)
    return dict(zip(dynamics.equations.speeds, [speed, *rest], strict=True))


# ---- mistakes


def test_constraints_cannot_depend_on_reactions():
    body = da.Body("block", PINNED)
    with pytest.raises(ModelError, match=r"'odd' depends on reaction_force\('slide'\)\.y; a constraint cannot"):
        da.Model(
            da.Prismatic("slide", da.ground, body, axis="x"),
            da.Holonomic("odd", da.reaction_force("slide")[1] + da.coordinate("slide")),
        )


def test_accelerations_remain_refused_in_laws():
    body = da.Body("block", PINNED)
    with pytest.raises(ModelError, match="depends on acceleration\\('slide'\\), which depends on all forces"):
        da.Model(
            da.Prismatic("slide", da.ground, body, axis="x"),
            da.JointForce("odd", "slide", da.acceleration("slide")),
        )
