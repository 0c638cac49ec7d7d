"""Newton and Euler for every body by itself: the forms of the equations, and the same motion as by recursion."""

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import dalembert as da
from dalembert.expr.scalar import is_zero
from tests.examples import example
from tests.oracles.linkages import sprung_four_bar
from tests.oracles.principle_systems import derived
from tests.oracles.rigid_solid import rates as bryan_rates
from tests.oracles.rigid_solid import rotation, skew
from tests.oracles.trees import KINDS, body, sample, tree

pytestmark = pytest.mark.slow

RTOL = 1e-9
"""Of the largest entry: constraints between bodies are solved for, recursion has none."""

ROUNDING = 1e-12
"""Of the largest entry: the same quantity by other arithmetic."""

ATOL_RUN = 1e-8
"""Of places after two seconds, with steps controlled to 1e-12."""

METHOD = da.methods.DOP853(rtol=1e-12, atol=1e-13)

SOME_POINTS = {"body1": (0.3, -0.2, 0.5), "body2": (-0.1, 0.4, 0.2)}
FORMS = {
    "vector": da.NewtonEuler(),
    "matrix": da.NewtonEuler(linear_axes=da.formulations.WorldAxes()),
    "principal": da.NewtonEuler(axes=da.formulations.PrincipalAxes()),
    "world": da.NewtonEuler(axes=da.formulations.WorldAxes()),
    "about origins": da.NewtonEuler(about=da.formulations.BodyOrigins()),
    "about origins, world": da.NewtonEuler(about=da.formulations.BodyOrigins(), axes=da.formulations.WorldAxes()),
    "about points": da.NewtonEuler(about=SOME_POINTS),
    "about points, principal": da.NewtonEuler(about=SOME_POINTS, axes=da.formulations.PrincipalAxes()),
    "about points, mixed": da.NewtonEuler(
        about=SOME_POINTS, axes=da.formulations.WorldAxes(), linear_axes=da.formulations.PrincipalAxes()
    ),
    "angles": (da.NewtonEuler(about=da.formulations.BodyOrigins()), da.formulations.Absolute("xyz")),
}
QUICK = ("vector", "about points, mixed")
each_form = pytest.mark.parametrize(
    "form",
    [
        pytest.param(form, id=name, marks=[] if name in QUICK else [pytest.mark.slow])
        for name, form in FORMS.items()
    ],
)


# ---- against recursion


def quantities(model: da.Model, eom: da.Equations, state: da.State) -> dict[str, Any]:
    """Accelerations of all bodies, wrenches of all joints and multipliers of constraints, without compiling."""
    outputs: dict[str, Any] = {
        one.name: np.concatenate([da.acceleration(one), da.measures.angular_acceleration(one)])
        for one in model.bodies
    }
    for joint in model.joints:
        # free joints exert what acts on their coordinates
        if f"{joint.name}.force.x" in eom.signals:
            outputs[joint.name] = np.concatenate([da.reaction_force(joint.name), da.reaction_moment(joint.name)])
    parts = {part.name for part in model.constraints}
    outputs |= {row.name: np.array([da.measures.multiplier(row.name)]) for row in eom.rows if row.part in parts}
    given = da.as_dynamics(eom).arguments(state)
    known = dict(zip((*eom.q, *eom.u, *eom.tau), (*given["q"], *given["u"], *given["tau"]), strict=True))

    # all at once, since they share the solution
    flat = np.asarray(da.expr.evaluate(eom.resolve(np.concatenate(list(outputs.values()))), known), dtype=float)
    ends = np.cumsum([len(part) for part in outputs.values()])
    return dict(zip(outputs, np.split(flat, ends[:-1]), strict=True))


def assert_same(model: da.Model, principle: Any, state: da.State, only: Any = None) -> None:
    """The same accelerations and wrenches in this state of the model as by recursion."""
    relative, absolute = da.derive(model), derived(model, principle)
    expected = quantities(model, relative, state)
    found = quantities(model, absolute, da.convert_state(state, relative, absolute))
    scale = max(np.abs(value).max() for value in expected.values())
    for name, value in expected.items():
        parts = slice(None) if only is None or len(value) == 1 else only
        np.testing.assert_allclose(found[name][parts], value[parts], rtol=0.0, atol=RTOL * scale, err_msg=name)


def random_state(model: da.Model, seed: int = 5) -> da.State:
    drawn = sample(model, seed=seed)
    return model.state(
        q=dict(zip(model.coordinates, drawn.q, strict=True)),
        u=dict(zip(model.speeds, drawn.u, strict=True)),
        tau={motor.name: x for motor, x in zip(model.motors, drawn.tau, strict=True)},
    )


@cache
def chain() -> da.Model:
    """Four bodies without symmetry in space, with motors in the revolute joints."""
    kinds = ["revolute x", "spherical", "prismatic", "revolute"]
    return tree(kinds, seed=4, branching=False, motors=True)


@pytest.mark.covers("F000-42")
@each_form
def test_a_spatial_chain_moves_and_holds_as_by_recursion(form):
    assert_same(chain(), form, random_state(chain()))


@pytest.mark.slow
@pytest.mark.parametrize("kind", [kind for kind in KINDS if not kind.startswith("free")])
@pytest.mark.slow
def test_every_joint_as_a_constraint(kind):
    model = tree(["revolute x", kind, "revolute"], seed=6, motors=False)
    assert_same(model, FORMS["about points"], random_state(model))


EXAMPLES = {
    "double_pendulum": {"q": {"shoulder": 0.7, "elbow": -1.1}, "u": {"shoulder": 1.3, "elbow": -0.6}},
    "gyroscope": {"q": {"turn": 0.4, "tilt": -0.5, "spin": 1.2}, "u": {"turn": 0.3, "tilt": -0.8, "spin": 5.0}},
    "four_link_chain": {"q": dict.fromkeys(("q1", "q2", "q3", "q4"), -0.4), "u": {"q1": 1.0, "q3": -2.0}},
}


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("form", ["vector", "matrix", "about origins, world"])
def test_examples_move_and_hold_as_by_recursion(name, form):
    model, _ = next(iter(example(name).systems().values()))
    assert_same(model, FORMS[form], model.state(**EXAMPLES[name]))


@pytest.mark.parametrize("form", ["vector", "principal", "about origins"])
def test_a_slider_crank_moves_and_holds_as_by_recursion(form):
    model, start = example("slider_crank").systems()["with damper"]
    moving = da.assemble(model, q={"A": 0.6}, u={"A": 1.5}, guess={"B": -1.2})
    for state in (start, moving):
        assert_same(model, FORMS[form], state)


@pytest.mark.parametrize("form", ["vector", "matrix", "about origins, world"])
def test_a_rolling_disc_keeps_its_free_joint(form):
    model, start = example("rolling_disc").systems()["wobble"]
    eom = da.derive(model, FORMS[form])
    assert eom.coordinates == model.coordinates
    assert_same(model, FORMS[form], start)


@pytest.mark.parametrize("coordinates", [da.formulations.Absolute(), da.formulations.Absolute("xyz")])
@pytest.mark.parametrize("form", ["vector", "principal", "about points, mixed"])
def test_motors_and_springs_act_on_coordinates_of_free_joints_whose_frames_stand_askew(form, coordinates):
    rng = np.random.default_rng(8)
    solid, arm = body(rng, "body1"), body(rng, "body2")
    R, S = (np.linalg.qr(rng.standard_normal((3, 3)))[0] for _ in range(2))
    R, S = R * np.sign(np.linalg.det(R)), S * np.sign(np.linalg.det(S))
    model = da.Model(
        da.Free(
            "free", da.ground.at(0.1, 0.2, 0.3, rotation=R), solid.at(0.3, -0.1, 0.2, rotation=S), angles="xyz"
        ),
        da.Revolute("elbow", solid.at(y=0.4), arm, axis="x"),
        da.Motor("push", "free.y"),
        da.Motor("turn", "free.angle2"),
        da.Motor("bend", "elbow"),
        da.JointSpring("spring", "free.angle1", stiffness=3.0),
        da.JointDamper("damper", "elbow", damping=0.3),
        gravity=(1.0, -2.0, -9.0),
    )
    assert_same(model, (FORMS[form], coordinates), random_state(model))


PLANAR = {
    "bodies": (da.NewtonEuler(), da.formulations.AbsolutePlanar()),
    "principal": (da.NewtonEuler(axes=da.formulations.PrincipalAxes()), da.formulations.AbsolutePlanar()),
    "world, about origins": (
        da.NewtonEuler(axes=da.formulations.WorldAxes(), about=da.formulations.BodyOrigins()),
        da.formulations.AbsolutePlanar(),
    ),
}


@pytest.mark.parametrize("form", PLANAR)
def test_planar_mechanisms_in_three_speeds_for_each_body(form):
    model = sprung_four_bar(da.Motor("motor", "A"))
    eom = derived(model, PLANAR[form])
    letters = "XY" if "world" in form else "xy"
    assert eom.speeds[:3] == ("crank.w", *(f"crank.v{x}" for x in letters))
    assert len(eom.rows) == 8
    start = da.assemble(model, q={"A": 0.3}, u={"A": 2.0}, guess={"B": 0.5, "D": 1.0})

    # reactions out of the plane do not show in the motion
    assert_same(model, PLANAR[form], start, only=[0, 1, 5])


def test_a_drive_needs_the_same_torque():
    model = sprung_four_bar(da.Drive("drive", "A", 0.3 + 2.0 * da.time))
    start = da.assemble(model, guess={"B": 0.5, "D": 1.0})
    relative = da.derive(model)
    eom = da.derive(model, da.NewtonEuler(), coordinates=da.formulations.AbsolutePlanar())
    state = da.convert_state(start, relative, eom)
    torque = [
        da.as_dynamics(x).evaluate({"T": x.signal("drive.torque")}, y)["T"]
        for x, y in ((relative, start), (eom, state))
    ]
    assert torque[1] == pytest.approx(torque[0], rel=RTOL)


def test_gears_count_the_turns_of_their_angles():
    first = da.disc("first", radius=0.1, mass=1.0, axis="z")
    second = da.disc("second", radius=0.2, mass=2.0, axis="z")
    geared = da.Model(
        da.Revolute("p", da.ground, first, axis="z"),
        da.Revolute("q", da.ground.at(x=0.3), second, axis="z"),
        da.Gear("gear", "p", "q", ratio=-2.0),
        da.Motor("motor", "p"),
    )
    assert da.derive(geared, da.NewtonEuler()).variables.unwrapped_angles == ("p", "q")
    turned = geared.state(q={"p": 8.0, "q": -4.0}, u={"p": 1.0, "q": -0.5}, tau={"motor": 0.7})
    assert_same(geared, da.NewtonEuler(), turned)


@pytest.mark.slow
def test_a_double_pendulum_swings_as_by_recursion():
    model = tree(["revolute z", "revolute"], seed=11, branching=False, motors=False)
    relative, absolute = da.as_dynamics(model), da.as_dynamics(da.derive(model, da.NewtonEuler()))
    start = random_state(model)
    motions = [
        da.simulate(
            x, da.convert_state(start, relative, x), until=2.0, method=METHOD, times=np.linspace(0.0, 2.0, 21)
        )
        for x in (relative, absolute)
    ]
    for one in model.bodies:
        place = {"p": da.position(one), "R": da.orientation(one)}
        expected, found = (motion.evaluate(place) for motion in motions)
        for key in place:
            np.testing.assert_allclose(found[key], expected[key], rtol=0.0, atol=ATOL_RUN)
    assert motions[1].energy_drift < ATOL_RUN


# ---- the forms of the equations


def numbers(eom: da.Equations, outputs: Any, q: Any, u: Any) -> Any:
    known = dict(zip((*eom.q, *eom.u), (*q, *u), strict=True))
    return {
        name: np.asarray(da.expr.evaluate(np.asarray(y, dtype=object), known), dtype=float)
        for name, y in outputs.items()
    }


def pattern(M: Any) -> Any:
    """Where entries are other than the number zero."""
    return np.vectorize(lambda x: not is_zero(x), otypes=[bool])(M)


@pytest.mark.covers("F000-42")
def test_about_mass_centres_the_mass_matrix_has_blocks_of_inertia_and_mass():
    for form in ("vector", "matrix"):
        eom = da.derive(chain(), FORMS[form])
        for k, one in enumerate(chain().bodies):
            own = slice(6 * k, 6 * k + 6)
            expected = np.zeros((6, 6))
            expected[:3, :3], expected[3:, 3:] = one.inertia.J, one.inertia.mass * np.eye(3)

            # constants, not expressions
            np.testing.assert_allclose(np.asarray(eom.M[own, own], dtype=float), expected, rtol=ROUNDING)
        assert not pattern(eom.M)[~np.kron(np.eye(4), np.ones((6, 6))).astype(bool)].any()


@pytest.mark.covers("F000-42")
def test_in_principal_axes_the_mass_matrix_is_diagonal_and_eulers_equations_come_out():
    eom = da.derive(chain(), FORMS["principal"])
    assert not pattern(eom.M)[~np.eye(24, dtype=bool)].any()
    one = da.Body("top", chain().bodies[0].inertia)
    free = da.derive(da.Model(da.Free("free", da.ground, one)), FORMS["principal"])
    assert free.speeds == ("top.w1", "top.w2", "top.w3", "top.v1", "top.v2", "top.v3")
    I = np.asarray(free.M.diagonal(), dtype=float)[:3]
    np.testing.assert_allclose(I, one.inertia.principal()[0], rtol=ROUNDING)
    w = np.array([0.3, -1.2, 0.8])
    found = numbers(free, {"f": free.f}, [0, 0, 0, 1, 0, 0, 0], [*w, 0, 0, 0])["f"][:3]
    expected = [(I[1] - I[2]) * w[1] * w[2], (I[2] - I[0]) * w[2] * w[0], (I[0] - I[1]) * w[0] * w[1]]
    np.testing.assert_allclose(found, expected, rtol=ROUNDING)


def test_axes_of_a_body_that_are_principal_stay():
    box = da.box("box", size=(3.0, 2.0, 1.0), mass=1.0)
    eom = da.derive(da.Model(da.Free("free", da.ground, box)), FORMS["principal"])
    np.testing.assert_array_equal(np.asarray(eom.M.diagonal(), dtype=float)[:3], box.inertia.J.diagonal())


@pytest.mark.covers("F000-42")
@each_form
def test_mass_matrix_is_symmetric_and_gives_the_kinetic_energy(form):
    model = chain()
    relative, eom = da.derive(model), derived(model, form)
    state = da.convert_state(random_state(model), relative, eom)
    q, u = [state.q[x] for x in eom.coordinates], [state.u[x] for x in eom.speeds]
    found = numbers(eom, {"M": eom.M, "T": eom.signal("kinetic energy")}, q, u)
    M, scale = found["M"], np.abs(found["M"]).max()
    np.testing.assert_allclose(M, M.T, rtol=0.0, atol=ROUNDING * scale)
    assert np.linalg.eigvalsh(M).min() > 0.0
    assert 0.5 * np.array(u) @ M @ np.array(u) == pytest.approx(float(found["T"]), rel=1e-11)


@each_form
def test_reactions_on_each_body_are_the_forces_of_the_rows(form):
    principle, coordinates = form if isinstance(form, tuple) else (form, None)
    derivation = da.explain(chain(), principle, coordinates=coordinates)
    eom = derivation.equations
    titles = [step.title for step in derivation.steps]
    assert titles[:4] == ["Momenta", "Rates of momenta", "Forces and moments", "Reactions"]
    state = da.convert_state(random_state(chain()), da.derive(chain()), eom)
    known = dict(zip((*eom.q, *eom.u), (*state.q.values(), *state.u.values()), strict=True))
    lam = np.random.default_rng(3).standard_normal(len(eom.rows))
    known |= {da.expr.symbol(f"λ {row.name}"): x for row, x in zip(eom.rows, lam, strict=True)}
    tau = dict.fromkeys(eom.tau, 0.0)
    a = {da.expr.symbol(f"{name}'"): 0.3 * k for k, name in enumerate(eom.speeds)}

    def values(step: int) -> Any:
        """Moments, then forces of each body."""
        parts = list(derivation.steps[step].results.values())
        both = [x for f, t in zip(parts[::2], parts[1::2], strict=True) for x in (*t, *f)]
        return np.asarray(da.expr.evaluate(np.array(both, dtype=object), known | tau | a), dtype=float)

    J, M, f = (np.asarray(da.expr.evaluate(x, known), dtype=float) for x in (eom.J, eom.M, eom.f))
    scale = np.abs(J).max() * np.abs(lam).max()
    np.testing.assert_allclose(values(3), J.T @ lam, rtol=0.0, atol=1e-11 * scale)

    # rates of momenta less what acts is M a − f
    rates = values(1) - values(2)
    np.testing.assert_allclose(rates, M @ list(a.values()) - f, rtol=0.0, atol=1e-11 * np.abs(rates).max())


# ---- one body, one particle: residuals by hand


LOADS = [((0.4, 0.1, -0.3), (3.0, -1.0, 2.0)), ((-0.2, 0.5, 0.1), (0.5, 2.5, -4.0))]
MOMENT = np.array([0.7, -1.1, 0.4])
GRAVITY = np.array([0.3, -0.5, -9.7])


@pytest.mark.covers("F001-1", "F000-42")
@each_form
def test_the_residual_of_a_body_under_forces_at_points_and_moments_vanishes(form):
    """Σf + m g − m a = 0 and Σ d × f + Σφ − I α − ω × I ω = 0, in world axes about the mass centre."""
    solid = body(np.random.default_rng(2), "body1")
    model = da.Model(
        da.Free("free", da.ground, solid),
        *(da.PointForce(f"force {k}", solid.at(*r), F) for k, (r, F) in enumerate(LOADS)),
        da.Torque("moment", solid, MOMENT),
        gravity=GRAVITY,
    )
    if form in (FORMS["about points"], FORMS["about points, principal"], FORMS["about points, mixed"]):
        form = replace(form, about={"body1": SOME_POINTS["body1"]})
    eom = derived(model, form)
    assert not eom.rows
    rng = np.random.default_rng(4)
    e = rng.standard_normal(4)
    q, u = np.concatenate([rng.standard_normal(3), e / np.linalg.norm(e)]), rng.standard_normal(6)
    inertia = solid.inertia
    centre = solid.at(*inertia.com)
    measures = {
        "a": da.acceleration(centre),
        "alpha": da.measures.angular_acceleration(solid),
        "w": da.angular_velocity(solid),
        "R": da.orientation(solid),
        "v": da.velocity(centre),
    }
    found = numbers(eom, {name: eom.resolve(np.asarray(y)) for name, y in measures.items()}, q, u)
    R, w = found["R"], found["w"]
    I = R @ inertia.J @ R.T
    force = sum(np.array(F) for _, F in LOADS) + inertia.mass * GRAVITY
    moment = MOMENT + sum(np.cross(R @ (np.array(r) - inertia.com), F) for r, F in LOADS)
    np.testing.assert_allclose(force - inertia.mass * found["a"], 0.0, atol=1e-11)
    np.testing.assert_allclose(moment - I @ found["alpha"] - np.cross(w, I @ w), 0.0, atol=1e-11)

    # momenta about a point that moves: ḣ_P = t_P + p × v_P
    r = np.array([0.2, -0.3, 0.6])
    point = solid.at(*(inertia.com - r))
    v_P = numbers(eom, {"v": eom.resolve(np.asarray(da.velocity(point)))}, q, u)["v"]
    r, mv = R @ r, inertia.mass * found["v"]
    h_dot = I @ found["alpha"] + np.cross(w, I @ w) + np.cross(found["v"] - v_P, mv) + np.cross(r, force)
    np.testing.assert_allclose(h_dot, moment + np.cross(r, force) + np.cross(mv, v_P), atol=1e-11)


@pytest.mark.covers("F001-1")
def test_the_residual_of_a_particle_vanishes():
    point = da.particle("point", mass=1.7)
    model = da.Model(
        da.Translational("place", da.ground, point),
        da.PointForce("pull", point, (1.0, -2.0, 0.5)),
        da.PointForce("push", point, (0.3, 0.1, 4.0)),
        gravity=GRAVITY,
    )
    eom = da.derive(model, da.NewtonEuler())
    found = da.as_dynamics(eom).evaluate({"a": da.acceleration(point)}, da.State(q={"point.e0": 1.0}))["a"]
    np.testing.assert_allclose(np.array([1.3, -1.9, 4.5]) + 1.7 * GRAVITY - 1.7 * found, 0.0, atol=1e-12)


# ---- E003-3: the heavy top, with its origin in the pivot and in the mass centre

ARM, TILT, PRECESSION, G = 0.3, np.pi / 6, 2.0, 9.81
TOP_START, TOP_RATES = np.array([0.0, TILT, 0.0]), np.array([-1.154700538379, 0.0, 82.812604307034])


@pytest.mark.covers("F000-42", "F003-10")
@pytest.mark.parametrize("at_pivot", [True, False])
@pytest.mark.parametrize("about", ["mass centre", "pivot", "elsewhere"])
def test_the_heavy_top_precesses_by_either_origin_about_any_point(at_pivot, about):
    com = np.array([0.0, 0.0, ARM if at_pivot else 0.0])
    top = da.Body("top", da.Inertia(1.0, com, np.diag([0.01, 0.01, 0.02])))
    pivot = com - [0.0, 0.0, ARM]
    points = {"mass centre": com, "pivot": pivot, "elsewhere": np.array([0.1, 0.2, -0.4])}
    model = da.Model(da.Spherical("pin", da.ground, top.at(*pivot)), gravity=(0.0, 0.0, -G))
    eom = da.derive(
        model, da.NewtonEuler(about={"top": points[about]}), coordinates=da.formulations.Absolute("xyz")
    )
    A, w = rotation(TOP_START), bryan_rates(TOP_START) @ TOP_RATES
    q = np.concatenate([-A @ pivot, TOP_START])
    u = np.concatenate([w, np.cross(w, points[about] - pivot)])
    state = da.State(q=dict(zip(eom.coordinates, q, strict=True)), u=dict(zip(eom.speeds, u, strict=True)))
    found = da.as_dynamics(eom).evaluate({"lam": eom.multipliers, "M": eom.M, "a": eom.accelerations}, state)
    np.testing.assert_allclose(found["lam"], (-0.6, 0.0, 9.81), rtol=0.0, atol=1e-9)

    # inertia about P, and first moments beside it
    S = skew(com - points[about])
    expected = np.block([[np.diag([0.01, 0.01, 0.02]) - S @ S, S], [-S, np.eye(3)]])
    np.testing.assert_allclose(found["M"], expected, rtol=0.0, atol=ROUNDING)

    motion = da.simulate(eom, state, until=1.0, method=METHOD, times=np.linspace(0.0, 1.0, 11))
    beta = np.stack([motion[name] for name in eom.coordinates[3:]], axis=-1)
    np.testing.assert_allclose(
        beta[-1], (-0.483433764161, -0.209604853689, 82.451349436956), rtol=0.0, atol=ATOL_RUN
    )


# ---- E003-1 and E003-6: a planar bar that is led round


def test_a_bar_that_is_led_round_needs_the_torque_as_given():
    bar = da.Body("bar", da.Inertia(2.0, (0.0, 0.0, 0.0), np.diag([0.01, 1 / 6, 1 / 6])))
    model = da.Model(
        da.Revolute("pin", da.ground, bar.at(x=-0.5), axis="z"),
        da.Drive("drive", "pin", 1.5 * da.time**2),
        gravity=(0.0, -9.81, 0.0),
    )
    eom = da.derive(
        model, da.NewtonEuler(axes=da.formulations.WorldAxes()), coordinates=da.formulations.AbsolutePlanar()
    )
    phi, rate = 1.5 * 0.4**2, 3.0 * 0.4
    c, s = np.cos(phi), np.sin(phi)
    state = da.State(
        t=0.4,
        q=dict(zip(("bar.x", "bar.y", "bar.angle"), (0.5 * c, 0.5 * s, phi), strict=True))
        | dict.fromkeys(eom.variables.unwrapped_angles, phi),
        u=dict(zip(eom.speeds, (rate, -0.5 * s * rate, 0.5 * c * rate), strict=True)),
    )
    found = da.as_dynamics(eom).evaluate({"a": eom.accelerations, "lam": eom.multipliers}, state)
    np.testing.assert_allclose(found["a"], (3.0, -1.055917281534, 1.285861071251), rtol=0.0, atol=1e-11)
    np.testing.assert_allclose(
        np.sort(found["lam"]), np.sort([-2.111834563068, 22.191722142501, 11.528825533298]), rtol=0.0, atol=1e-10
    )


# ---- names, and what is refused


def test_chosen_speeds_may_have_names_of_the_model_with_another_meaning():
    model, _ = example("double_pendulum").systems()["released"]
    start = model.state(q={"shoulder": 0.3, "elbow": 0.5}, u={"shoulder": 1.0, "elbow": 2.0})
    speeds = da.formulations.QuasiVelocities(
        {"shoulder.rate": 2.0 * da.speed("shoulder"), "elbow.rate": da.speed("elbow")}
    )
    eom = da.derive(model, da.Kane(speeds=speeds))
    expected, found = (quantities(model, x, da.convert_state(start, model, x)) for x in (da.derive(model), eom))
    for name, value in expected.items():
        np.testing.assert_allclose(found[name], value, rtol=0.0, atol=RTOL, err_msg=name)


def test_principal_axes_of_open_parameters_are_refused():
    product = da.param("product", 0.1)
    J = np.array([[1.0, product, 0.0], [product, 2.0, 0.0], [0.0, 0.0, 2.5]], dtype=object)
    model = da.Model(da.Free("free", da.ground, da.Body("solid", da.Inertia(1.0, (0.0, 0.0, 0.0), J))))
    with pytest.raises(
        da.errors.FormulationError, match="principal axes of body 'solid' follow from numbers only"
    ):
        da.derive(model, FORMS["principal"])
    da.derive(model, FORMS["vector"])


def test_points_of_unknown_bodies_and_points_that_are_none_are_refused():
    model = da.Model(da.Free("free", da.ground, da.box("box", size=(3.0, 2.0, 1.0), mass=1.0)))
    with pytest.raises(da.errors.DalembertError, match="boxx"):
        da.derive(model, da.NewtonEuler(about={"boxx": (0.0, 0.0, 0.0)}))
    with pytest.raises(da.errors.DalembertError, match="the point of body 'box'"):
        da.NewtonEuler(about={"box": (0.0, 0.0)})


def test_open_parameters_stay_open():
    mass, length = da.param("mass", 1.2), da.param("length", 0.7)
    bob = da.Body("bob", da.Inertia(mass, (0.0, -length, 0.0), np.diag([0.01, 0.01, 0.02])))
    model = da.Model(da.Revolute("pin", da.ground, bob, axis="z"), gravity=(0.0, -9.81, 0.0))
    eom = da.derive(model, da.NewtonEuler(), coordinates=da.formulations.AbsolutePlanar())
    assert set(eom.parameters) == {"mass", "length"}
    for l in (0.7, 1.1):
        start = model.state(q={"pin": 0.4}, p={"length": l})
        state = da.convert_state(start, model, eom)
        found = da.as_dynamics(eom).evaluate({"a": da.measures.angular_acceleration(bob)[2]}, state)["a"]
        assert found == pytest.approx(-1.2 * 9.81 * l * np.sin(0.4) / (0.02 + 1.2 * l**2), rel=1e-12)
