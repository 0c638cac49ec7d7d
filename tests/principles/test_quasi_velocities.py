"""Speeds of one's own choice: every principle that takes them, the same motion, and what is no choice."""

import numpy as np
import pytest
import sympy

import dalembert as da
from dalembert.principles.boltzmann_hamel import hamel_term
from dalembert.principles.deriving.assembly import moving_bodies
from tests.examples import example
from tests.oracles.linkages import four_bar
from tests.oracles.principle_systems import System, evaluated, system

pytestmark = pytest.mark.slow

RTOL = 1e-10
"""Of accelerations and forces, beside the largest."""

ATOL_RUN = 1e-7
"""Of states after a few seconds, with steps controlled to 1e-11."""

METHOD = da.methods.DOP853(rtol=1e-11, atol=1e-12)

TAKE_SPEEDS = {
    "Kane": lambda speeds: da.Kane(speeds=speeds),
    "Jourdain": lambda speeds: da.Jourdain(speeds=speeds),
    "Gauss": lambda speeds: da.Gauss(speeds=speeds),
    "Gauss by minimizing": lambda speeds: da.Gauss(minimise=True, speeds=speeds),
    "Gibbs-Appell": lambda speeds: da.GibbsAppell(speeds=speeds),
    "Boltzmann-Hamel": lambda speeds: da.BoltzmannHamel(speeds=speeds),
    "Nielsen": lambda speeds: da.formulations.Nielsen(speeds=speeds),
    "Tzenoff": lambda speeds: da.formulations.Tzenoff(speeds=speeds),
    "energy rates of order 3": lambda speeds: da.formulations.EnergyRates(3, speeds=speeds),
    "nonminimal": lambda speeds: da.Nonminimal(speeds=speeds),
    "Udwadia-Kalaba": lambda speeds: da.UdwadiaKalaba(speeds=speeds),
}
QUICK = {"Kane", "Boltzmann-Hamel", "Udwadia-Kalaba"}
"""One of each sort; all of them together take long."""

each_principle = pytest.mark.parametrize(
    "principle",
    [pytest.param(name, marks=[] if name in QUICK else [pytest.mark.slow]) for name in TAKE_SPEEDS],
)


# ---- choices


def in_the_body(body):
    """Angular velocity and velocity of a body's origin, in its own axes, instead of rates of angles and places."""
    R = da.orientation(body)
    w, v = R.T @ da.angular_velocity(body), R.T @ da.velocity(body)
    return dict(zip(("w1", "w2", "w3", "v1", "v2", "v3"), (*w, *v), strict=True))


def along_the_blade(body):
    """Forward and sideways speed of a blade, and its turning."""
    (c, s, _), v = da.orientation(body)[:, 0], da.velocity(body)
    return {
        "forward": c * v[0] + s * v[1],
        "side": c * v[1] - s * v[0],
        "turning": da.angular_velocity(body)[2],
    }


def drifting():
    """Speeds that are affine in the rates, with factors that depend on coordinates and on time."""
    return {
        "sum": da.speed("shoulder") + da.speed("elbow") + da.sin(da.time),
        "stretched": (2.0 + da.cos(da.coordinate("elbow"))) * da.speed("elbow") - 0.3 * da.speed("shoulder"),
    }


def choice(name):
    """A system and quasi-velocities for it."""
    this = system(name)
    make = {
        "rigid solid": lambda: in_the_body(this.model.bodies[0]),
        "rolling disc": lambda: in_the_body(this.model.bodies[0]),
        "Chaplygin sleigh": lambda: along_the_blade(this.model.bodies[0]),
        "knife edge on an incline": lambda: along_the_blade(this.model.bodies[0]),
    }
    return this, make[name]()


CHOSEN = ["rigid solid", "rolling disc", "Chaplygin sleigh", "knife edge on an incline"]


def assert_agrees(this, eom, states=None):
    """Accelerations of bodies, and reactions, are those of the recursion."""
    dynamics = da.as_dynamics(eom)
    states = states or da.convert_state(this.states, this.dynamics, dynamics)
    expected, found = this.numbers, this.numbers_of(eom, states)
    for kind in ("accelerations", "bodies", "reactions"):
        first, second = getattr(found, kind), getattr(expected, kind)
        scale = max(1.0, *(np.abs(value).max() for value in second.values()))
        for name, value in second.items():
            np.testing.assert_allclose(first[name], value, rtol=0.0, atol=RTOL * scale, err_msg=name)


# ---- by definitions


@pytest.mark.covers("F002-3", "F000-52")
@each_principle
@pytest.mark.parametrize("name", CHOSEN)
def test_accelerations_and_reactions_do_not_depend_on_the_speeds(name, principle):
    this, definitions = choice(name)
    eom = da.derive(this.model, TAKE_SPEEDS[principle](da.formulations.QuasiVelocities(definitions)))
    assert eom.speeds == tuple(definitions)
    assert_agrees(this, eom)


@pytest.mark.covers("F002-3")
@each_principle
def test_one_motion_for_two_choices_of_speeds(principle):
    model, start = example("chaplygin_sleigh").systems()["sleigh"]
    speeds = da.formulations.QuasiVelocities(along_the_blade(model.bodies[0]))
    eom = da.derive(model, TAKE_SPEEDS[principle](speeds))
    motion = da.simulate(eom, da.convert_state(start, model, eom), until=3.0, method=METHOD)
    exact = example("chaplygin_sleigh").closed_form(motion.times)
    for found, name in (("forward", "speed"), ("turning", "turning"), ("pose.angle", "angle")):
        np.testing.assert_allclose(motion[found], exact[name], rtol=0.0, atol=ATOL_RUN)
    np.testing.assert_allclose(motion["blade.multiplier"], exact["force"], rtol=0.0, atol=ATOL_RUN)
    assert np.abs(motion["side"]).max() < 1e-9


@pytest.mark.covers("F002-3")
def test_a_spinning_body_in_angles_and_in_angular_velocities_of_its_own_axes():
    this, definitions = choice("rigid solid")
    eom = da.derive(this.model, da.Kane(speeds=da.formulations.QuasiVelocities(definitions)))
    start = this.model.state(
        q=this.start.q, u={f"pose.{x}": 0.3 for x in "xyz"} | dict.fromkeys(this.model.speeds[3:], 0.5)
    )
    first = da.simulate(this.model, start, until=1.0, method=METHOD)
    second = da.simulate(eom, da.convert_state(start, this.model, eom), until=1.0, method=METHOD)
    for name in this.model.coordinates:
        np.testing.assert_allclose(second[name], first[name], rtol=0.0, atol=ATOL_RUN, err_msg=name)


@pytest.mark.covers("F002-2")
@pytest.mark.parametrize("principle", ["Kane", "Gibbs-Appell", "Boltzmann-Hamel", "Tzenoff"])
def test_in_its_own_axes_a_free_body_obeys_eulers_equations(principle):
    moments = np.array([0.9, 0.7, 0.4])
    body = da.Body("body", da.Inertia(2.0, J=np.diag(moments)))
    model = da.Model(da.Free("pose", da.ground, body, angles="zyx"))
    speeds = da.formulations.QuasiVelocities(in_the_body(body))
    eom = da.derive(model, TAKE_SPEEDS[principle](speeds))
    w, v = np.array([1.2, -0.7, 2.1]), np.array([0.3, 0.1, -0.4])
    state = da.State(u=dict(zip(eom.speeds, (*w, *v), strict=True)))
    found = {name: y[0] for name, y in evaluated(eom, {"M": eom.M, "f": eom.f}, [state]).items()}
    np.testing.assert_allclose(found["M"], np.diag([*moments, 2.0, 2.0, 2.0]), rtol=0.0, atol=1e-14)
    expected = [*-np.cross(w, moments * w), *(-2.0 * np.cross(w, v))]
    np.testing.assert_allclose(found["f"], expected, rtol=0.0, atol=1e-14)


@pytest.mark.covers("F002-3")
@each_principle
def test_speeds_may_drift_with_time(principle):
    this = system("double pendulum")
    eom = da.derive(this.model, TAKE_SPEEDS[principle](da.formulations.QuasiVelocities(drifting())))
    state = this.states[0]
    first, second = (state.u[f"{name}.rate"] for name in ("shoulder", "elbow"))
    found = da.convert_state(state, this.dynamics, eom).u
    assert state.t > 0.1
    assert found["sum"] == pytest.approx(first + second + np.sin(state.t), abs=1e-12)
    assert found["stretched"] == pytest.approx((2.0 + np.cos(state.q["elbow"])) * second - 0.3 * first, abs=1e-12)
    assert_agrees(this, eom)


@pytest.mark.parametrize("principle", ["Kane", "Boltzmann-Hamel"])
def test_parameters_of_the_speeds_stay_open(principle):
    this = system("double pendulum")
    scale = da.param("scale", 2.0)
    speeds = da.formulations.QuasiVelocities(
        {"scaled": scale * da.speed("shoulder"), "sum": da.speed("shoulder") + da.speed("elbow")}
    )
    eom = da.derive(this.model, TAKE_SPEEDS[principle](speeds))
    assert eom.parameters["scale"] == 2.0
    assert_agrees(this, eom)

    # another value is another speed, for the same motion
    state = this.states[0]
    own = da.convert_state(state, this.model, eom)
    given = da.convert_state(da.State(t=state.t, q=state.q, u=own.u, p={"scale": 5.0}), eom, this.model)
    assert given.u["shoulder.rate"] == pytest.approx(own.u["scaled"] / 5.0, rel=1e-12)
    assert "scale" not in given.p
    found = da.as_dynamics(eom).accelerations(da.State(t=state.t, q=state.q, u=own.u, p={"scale": 5.0}))
    expected = this.dynamics.accelerations(given)
    assert found["scaled"] == pytest.approx(5.0 * expected["shoulder.rate"], rel=1e-9)


def test_a_parameter_of_the_speeds_has_the_usual_value_of_the_model():
    rod = da.Body("rod", da.Inertia(da.param("m", 1.0), (0.5, 0.0, 0.0), 0.1 * np.eye(3)))
    model = da.Model(da.Revolute("A", da.ground, rod))
    refused(
        model,
        da.formulations.QuasiVelocities({"x": da.param("m", 2.0) * da.speed("A")}),
        "'m' has two default values, 1.0",
    )
    eom = da.derive(
        model, da.Kane(speeds=da.formulations.QuasiVelocities({"x": da.param("m", 1.0) * da.speed("A")}))
    )
    assert dict(eom.parameters) == {"m": 1.0}


# ---- positions that are moved by them


def stretched_four_bar():
    """A four-bar, where it starts, and speeds whose factors depend on where it is."""
    model = four_bar()
    A, B, D = (da.coordinate(name) for name in "ABD")
    speeds = {
        "x": (2.0 + da.sin(A)) * da.speed("A") + da.speed("B"),
        "y": da.speed("B") * da.exp(0.5 * D),
        "w": da.cos(A + B) * da.speed("D") + da.speed("A"),
    }
    start = da.assemble(model, q={"A": 0.7}, u={"A": 1.0}, guess={"B": 0.5, "D": 1.0})
    return model, start, speeds


@pytest.mark.parametrize("method", [da.methods.IndexThree, da.methods.GeneralizedAlpha])
def test_methods_by_positions_keep_their_order(method):
    model, start, speeds = stretched_four_bar()
    exact = da.simulate(model, start, until=0.4, method=METHOD)["A"][-1]
    eom = da.derive(model, da.Kane(speeds=da.formulations.QuasiVelocities(speeds)))
    assert not eom.motion.has_affine_rates
    state, errors = da.convert_state(start, model, eom), []
    for step in (8e-3, 4e-3, 2e-3):
        errors.append(abs(da.simulate(eom, state, until=0.4, method=method(step))["A"][-1] - exact))
    assert np.log2(errors[0] / errors[1]) == pytest.approx(2.0, abs=0.2)
    assert np.log2(errors[1] / errors[2]) == pytest.approx(2.0, abs=0.2)


def test_a_small_motion_is_that_of_the_speeds_to_first_order():
    model, start, speeds = stretched_four_bar()
    eom = da.derive(model, da.Kane(speeds=da.formulations.QuasiVelocities(speeds)))
    second = eom.solution.second_order
    slope = da.expr.substitute(da.expr.jacobian(second.moved, second.delta), dict.fromkeys(second.delta, 0.0))
    found = da.as_dynamics(eom).evaluate({"slope": slope, "N": eom.N}, da.convert_state(start, model, eom))
    np.testing.assert_allclose(found["slope"], found["N"], rtol=0.0, atol=1e-13)


def test_speeds_that_coordinates_move_without_are_told():
    model, _, speeds = stretched_four_bar()
    for name, drift in (("x", da.coordinate("A") ** 2), ("y", da.sin(da.time)), ("w", 0.3)):
        added = da.formulations.QuasiVelocities(speeds | {name: speeds[name] + drift})
        assert da.derive(model, da.Kane(speeds=added)).motion.has_affine_rates
    ball, _ = ball_on_a_spring()
    chosen = da.formulations.QuasiVelocities(in_the_body(ball.bodies[0]))
    for eom in (
        da.derive(ball),
        da.derive(ball, da.Kane(speeds=chosen)),
        da.derive(model),
        da.derive(model, da.Hamilton()),
    ):
        assert not eom.motion.has_affine_rates


# ---- by rates


@each_principle
def test_speeds_by_rates_of_coordinates(principle):
    this = system("Chaplygin sleigh")
    forward, side, turning = da.expr.symbol("forward"), da.expr.symbol("side"), da.expr.symbol("turning")
    c, s = da.cos(da.coordinate("pose.angle")), da.sin(da.coordinate("pose.angle"))
    rates = {"pose.x": c * forward - s * side, "pose.y": s * forward + c * side, "pose.angle": turning}
    eom = da.derive(this.model, TAKE_SPEEDS[principle](da.formulations.QuasiVelocities(rates=rates)))
    assert sorted(eom.speeds) == ["forward", "side", "turning"]
    assert_agrees(this, eom)

    # the same speeds by definitions make the same equations
    other = da.derive(
        this.model, TAKE_SPEEDS[principle](da.formulations.QuasiVelocities(along_the_blade(this.model.bodies[0])))
    )
    state = da.State(q={"pose.angle": 0.7}, u={"forward": 0.4, "side": 0.0, "turning": -1.1})
    first, second = (da.as_dynamics(x).accelerations(state) for x in (eom, other))
    assert first == pytest.approx(second, abs=1e-13)


# ---- more speeds than needed


@each_principle
def test_redundant_speeds_beside_constraints(principle):
    this = system("rolling disc")
    disc = this.model.bodies[0]
    w = da.orientation(disc).T @ da.angular_velocity(disc)
    definitions = {f"{name} of the disc": da.speed(name) for name in this.model.speeds}
    definitions |= dict(zip(("w1", "w2", "w3"), w, strict=True))
    eom = da.derive(this.model, TAKE_SPEEDS[principle](da.formulations.QuasiVelocities(definitions)))
    assert len(eom.rows) == 3 + 3
    assert_agrees(this, eom)


@each_principle
def test_speeds_where_coordinates_are_euler_parameters(principle):
    # angular velocity in axes of the world, velocity of a point that is not the origin
    model, start = ball_on_a_spring()
    body = model.bodies[0]
    values = (*da.angular_velocity(body), *da.velocity(body.at(0.3, -0.2, 0.1)))
    definitions = dict(zip(("w1", "w2", "w3", "v1", "v2", "v3"), values, strict=True))
    eom = da.derive(model, TAKE_SPEEDS[principle](da.formulations.QuasiVelocities(definitions)))
    assert_agrees(System(model, start), eom)


def ball_on_a_spring():
    """A free body in Euler parameters, with its centre of mass away from its origin."""
    body = da.Body("body", da.Inertia(2.0, (0.1, 0.2, -0.1), np.diag([0.9, 0.7, 0.5])))
    model = da.Model(
        da.Free("pose", da.ground, body),
        da.Spring("spring", da.ground.at(x=1.0), body.at(0.2, 0.3, 0.0), stiffness=20.0, rest_length=0.5),
        gravity=(0.0, 0.0, -9.81),
    )
    return model, model.state()


@each_principle
def test_redundant_speeds_have_relations_without_reactions(principle):
    this = system("gyroscope")
    beam, rotor = this.model.body("beam"), this.model.body("rotor")
    w = da.orientation(rotor).T @ da.angular_velocity(rotor)
    definitions = {
        **{f"{name} rate": da.speed(name) for name in ("turn", "tilt", "spin")},
        **{f"rotor.w{axis}": value for axis, value in zip("xyz", w, strict=True)},
        "rising": da.velocity(beam.at(x=3.0))[2],
    }
    eom = da.derive(this.model, TAKE_SPEEDS[principle](da.formulations.QuasiVelocities(definitions)))
    assert len(eom.speeds) == 7
    assert [row.name for row in eom.rows] == [f"definition of {name}" for name in list(definitions)[3:]]
    assert not any(row.is_physical for row in eom.rows)
    assert_agrees(this, eom)


def test_a_motion_in_redundant_speeds():
    model, start = system("gyroscope").model, system("gyroscope").start
    rotor = model.body("rotor")
    definitions = {f"{name} rate": da.speed(name) for name in ("turn", "tilt", "spin")}
    definitions["roll"] = (da.orientation(rotor).T @ da.angular_velocity(rotor))[0]
    eom = da.derive(model, da.GibbsAppell(speeds=da.formulations.QuasiVelocities(definitions)))
    motion = da.simulate(eom, da.convert_state(start, model, eom), until=2.0, method=METHOD)
    end = [motion[name][-1] for name in ("turn", "tilt", "spin")]
    assert end == pytest.approx([0.257704678853, 2.020080097149, 1.807084332403], abs=ATOL_RUN)
    roll = motion["spin rate"] - np.sin(motion["tilt"]) * motion["turn rate"]
    np.testing.assert_allclose(motion["roll"], roll, rtol=0.0, atol=1e-9)


# ---- the mass matrix


@pytest.mark.covers("F002-4")
@each_principle
@pytest.mark.parametrize("name", ["rigid solid", "rolling disc"])
def test_M_changes_by_congruence_and_is_the_second_slope_of_T(name, principle):
    this, definitions = choice(name)
    eom = da.derive(this.model, TAKE_SPEEDS[principle](da.formulations.QuasiVelocities(definitions)))
    dynamics = da.as_dynamics(eom)
    states = da.convert_state(this.states, this.dynamics, dynamics)
    T = eom.signal("kinetic energy")
    B = eom.outputs.speed_change.chosen.B.to_array()
    found = evaluated(eom, {"M": eom.M, "slope": da.expr.hessian(T, eom.u), "B": B}, states)
    M = evaluated(this.dynamics.equations, {"M": this.dynamics.equations.M}, this.states)["M"]
    B = found["B"]
    np.testing.assert_allclose(found["M"], np.swapaxes(B, 1, 2) @ M @ B, rtol=0.0, atol=1e-12)
    np.testing.assert_allclose(found["M"], found["slope"], rtol=0.0, atol=1e-12)
    assert (np.linalg.eigvalsh(found["M"]) > 0.0).all()


@pytest.mark.covers("F002-4")
def test_in_speeds_along_and_across_a_particle_has_equal_masses():
    arm, bead = da.Body("arm"), da.particle("bead", mass=2.0)
    model = da.Model(da.Revolute("θ", da.ground, arm), da.Prismatic("r", arm, bead, axis="x"))
    speeds = da.formulations.QuasiVelocities(
        {"along": da.speed("r"), "across": da.coordinate("r") * da.speed("θ")}
    )
    eom = da.derive(model, da.Kane(speeds=speeds))
    state = da.State(q={"θ": 0.3, "r": 1.5}, u={"along": 0.4, "across": 0.7})
    found = da.as_dynamics(eom).evaluate({"M": eom.M}, state)
    np.testing.assert_allclose(found["M"], 2.0 * np.eye(2), rtol=0.0, atol=1e-14)


# ---- constraints whose speeds vanish


@pytest.mark.covers("F000-49")
def test_hamels_term_takes_speeds_that_the_blade_makes_zero():
    module = example("chaplygin_sleigh")
    m, a, J = module.MASS, module.AHEAD, module.INERTIA
    model = module.chaplygin_sleigh()
    speeds = da.formulations.QuasiVelocities(along_the_blade(model.bodies[0]))
    eom = da.derive(model, da.BoltzmannHamel(speeds=speeds))
    bodies = moving_bodies(eom)
    p = da.expr.gradient(bodies.kinetic_energy, eom.u)

    # with T restricted to what the blade allows beforehand, its momentum sideways gets lost, and −m a ω² with it
    restricted = np.array([p[0], 0.0, p[2]], dtype=object)
    lost = hamel_term(bodies, p) - hamel_term(bodies, restricted)
    u = np.array([0.8, 0.0, -1.3])
    state = da.State(q={"pose.angle": 0.4}, u=dict(zip(eom.speeds, u, strict=True)))
    found = {
        name: value[0]
        for name, value in evaluated(eom, {"lost": lost, "a": eom.accelerations, "p": p}, [state]).items()
    }
    assert found["p"][1] == pytest.approx(m * a * u[2], rel=1e-14)
    assert found["lost"][0] == pytest.approx(-m * a * u[2] ** 2, rel=1e-14)

    # which is all that drives the sleigh: v̇ = a ω², (J + m a²) ω̇ = −m a v ω
    expected = [a * u[2] ** 2, 0.0, -m * a * u[0] * u[2] / (J + m * a**2)]
    np.testing.assert_allclose(found["a"], expected, rtol=0.0, atol=1e-13)


@pytest.mark.covers("F000-47")
def test_a_constraint_force_is_what_its_own_speed_needs_in_gibbs_and_appells_equations():
    # the blade taken away, its speed stays as a speed; held at zero, it needs the force that the blade exerts
    model, start = example("chaplygin_sleigh").systems()["sleigh"]
    body = model.bodies[0]
    free = da.Model(*(part for part in model.parts if part.name != "blade"), gravity=model.gravity)
    speeds = da.formulations.QuasiVelocities(along_the_blade(body))
    held, relaxed = (da.derive(x, da.GibbsAppell(speeds=speeds)) for x in (model, free))
    assert not relaxed.rows
    state = da.convert_state(start, model, held)
    known = evaluated(held, {"a": held.accelerations, "λ": held.multipliers}, [state])
    force = evaluated(relaxed, {"force": relaxed.solution.residual(known["a"][0], np.zeros(0))}, [state])["force"][
        0
    ]
    assert known["a"][0][1] == pytest.approx(0.0, abs=1e-14)
    np.testing.assert_allclose(force, [0.0, known["λ"][0][0], 0.0], rtol=0.0, atol=1e-13)
    assert known["λ"][0][0] == pytest.approx(example("chaplygin_sleigh").closed_form(0.0)["force"], rel=1e-12)


# ---- symbols


@pytest.mark.slow
@pytest.mark.covers("F002-16")
@pytest.mark.parametrize("principle", ["Jourdain", "Gibbs-Appell", "Boltzmann-Hamel"])
def test_symbolic_accelerations_on_a_surface_are_the_known_formulas(principle):
    # Bajodah (2003), (73) to (75), in its own speeds: along the radius, around, and towards smaller φ
    mass, along, around, upwards = (da.param(name, 1.0) for name in ("m", "Fr", "Fθ", "Fφ"))
    model = example("particle_on_a_surface").spherical(mass, 0.0, (along, around, upwards))
    r, phi = da.coordinate("r"), da.coordinate("φ")
    definitions = {
        "u1": da.speed("r"),
        "u2": r * da.speed("θ") * da.sin(phi),
        "u3": -r * da.speed("φ"),
    }
    eom = da.derive(model, TAKE_SPEEDS[principle](da.formulations.QuasiVelocities(definitions)))
    m, Fr, Ft, Fp, r, f, u1, u2 = sympy.symbols("m Fr Fθ Fφ r φ u1 u2", positive=True)
    u3, tan, a = f * u1, sympy.tan(f), m**2 * (1 + f**2)
    pushed, curved = (Fr + f * Fp) / a, (u2**2 + u3**2 - f * u2**2 / tan) / (a * r)
    expected = [
        m * pushed + m**2 * curved,
        Ft / m - (u1 * u2 - u2 * u3 / tan) / r,
        m * f * pushed + m**2 * f * curved - u1 * u3 / r,
    ]
    found = [da.expr.to_sympy(x) for x in eom.accelerations]
    for one, formula in zip(found, expected, strict=True):
        names = {symbol: sympy.Symbol(symbol.name, positive=True) for symbol in one.free_symbols}
        regular = one.replace(lambda x: isinstance(x, sympy.Piecewise), lambda x: x.args[0].expr).subs(names)
        regular = regular.subs(sympy.Symbol("u3", positive=True), u3)
        assert rational(regular - formula) == 0


def rational(expression):
    """With sines and cosines by tangents of half angles: what is zero then is zero for all angles."""
    by_both = expression.replace(sympy.tan, lambda x: sympy.sin(x) / sympy.cos(x))
    for x in {one.args[0] for one in by_both.atoms(sympy.sin, sympy.cos)}:
        h = sympy.Dummy("h")
        by_both = by_both.subs({sympy.sin(x): 2 * h / (1 + h**2), sympy.cos(x): (1 - h**2) / (1 + h**2)})
    return sympy.cancel(sympy.together(by_both))


# ---- what is no choice


def sleigh():
    model = example("chaplygin_sleigh").chaplygin_sleigh()
    return model, along_the_blade(model.bodies[0])


def refused(model, speeds, match):
    with pytest.raises(da.errors.FormulationError, match=match):
        da.derive(model, da.Kane(speeds=speeds)).accelerations  # noqa: B018


def test_too_few_speeds_are_refused():
    model, definitions = sleigh()
    del definitions["side"]
    refused(
        model,
        da.formulations.QuasiVelocities(definitions),
        r"\['forward', 'turning'\] do not determine the motion: only 2 of them are independent.*3 speeds",
    )


def test_dependent_speeds_are_refused():
    model, definitions = sleigh()
    definitions["side"] = (
        2.0 * definitions["forward"] + da.cos(da.coordinate("pose.angle")) * definitions["turning"]
    )
    refused(
        model,
        da.formulations.QuasiVelocities(definitions),
        r"do not determine the motion: 2 of them are independent",
    )


def test_speeds_that_are_not_linear_are_refused():
    model, definitions = sleigh()
    refused(
        model,
        da.formulations.QuasiVelocities(definitions | {"side": definitions["side"] ** 2}),
        "'side' is not linear",
    )


def test_a_name_that_is_taken_is_refused():
    model, definitions = sleigh()
    named = {"pose.x" if name == "forward" else name: y for name, y in definitions.items()}
    refused(
        model, da.formulations.QuasiVelocities(named), r"'pose\.x' of a quasi-velocity is that of a coordinate"
    )


def test_names_of_inputs_and_signals_are_taken():
    arm = system("seven-joint arm").model
    speeds = {f"{name} of the arm": da.speed(name) for name in arm.speeds[1:]}
    for name in ("base motor", "energy", "elbow.force.x"):
        refused(
            arm,
            da.formulations.QuasiVelocities({name: da.speed("base"), **speeds}),
            f"the name '{name}' of a quasi-velocity",
        )

    # those of the model's speeds are free: they go away
    eom = da.derive(
        arm, da.Kane(speeds=da.formulations.QuasiVelocities({"elbow.rate": 2.0 * da.speed("base"), **speeds}))
    )
    state = da.convert_state(arm.state(u={"base": 0.4, "elbow": 0.3}), arm, eom)
    assert state.u["elbow.rate"] == pytest.approx(0.8)
    assert state.u["elbow.rate of the arm"] == pytest.approx(0.3)


def test_rates_contain_no_speeds_of_the_model():
    (model, _), (a, b, c) = sleigh(), da.expr.symbols("v", 3)
    rates = {"pose.x": a + da.speed("pose.y"), "pose.y": b, "pose.angle": c}
    refused(model, da.formulations.QuasiVelocities(rates=rates), "no speeds of the model")


def test_speeds_follow_from_motion_not_from_forces():
    model, definitions = sleigh()
    speeds = da.formulations.QuasiVelocities(definitions | {"side": da.acceleration("pose.x")})
    refused(model, speeds, r"acceleration\('pose\.x'\) follows from all forces")


def test_speeds_depend_on_nothing_that_changes_by_itself():
    upper, lower = da.rod("upper", length=1.0, mass=1.0), da.rod("lower", length=0.8, mass=0.5)
    model = da.Model(
        da.Revolute("A", da.ground, upper),
        da.Revolute("B", upper["end"], lower),
        da.StateVariable("I", rate=da.coordinate("A") + 1.0, start=0.5),
        da.Motor("motor", "A"),
    )
    cases = {
        da.measures.state_variable("I"): "the state variable 'I'",
        da.expr.symbol("motor"): "the input 'motor'",
        da.expr.symbol("k"): "the symbol 'k', which the model does not have",
        da.reaction_force("B")[0]: r"the reaction reaction_force\('B'\)",
    }
    a, b = da.expr.symbols("a b")
    for thing, words in cases.items():
        for factor in (1.0 + thing, da.sin(thing)):
            definitions = {"x": da.speed("A"), "y": factor * da.speed("B")}
            with pytest.raises(da.errors.FormulationError, match=f"the speed 'y' depends on {words}"):
                da.derive(model, da.Kane(speeds=da.formulations.QuasiVelocities(definitions)))
        with pytest.raises(da.errors.FormulationError, match=f"the speed 'x' depends on {words}"):
            da.derive(
                model,
                da.Jourdain(
                    speeds=da.formulations.QuasiVelocities({"x": da.speed("A") + thing, "y": da.speed("B")})
                ),
            )
        if thing is not da.expr.symbol("k"):
            rates = da.formulations.QuasiVelocities(rates={"A": a, "B": (1.0 + thing) * b})
            with pytest.raises(da.errors.FormulationError, match=rf"'B\.rate' depends on {words}"):
                da.derive(model, da.Kane(speeds=rates))


def test_rows_that_are_left_out_must_exist():
    model, definitions = sleigh()
    eom = da.derive(model, da.Kane(speeds=da.formulations.QuasiVelocities(definitions)))
    with pytest.raises(da.errors.ModelError, match="there is no constraint row 'nonsense'"):
        eom.without(["nonsense"]).independent  # noqa: B018


def test_definitions_or_rates_are_given_by_one_of_them():
    with pytest.raises(da.errors.FormulationError, match="by `definitions` or by `rates`"):
        da.formulations.QuasiVelocities()
    with pytest.raises(da.errors.FormulationError, match="by `definitions` or by `rates`"):
        da.formulations.QuasiVelocities({"a": da.speed("x")}, rates={"x": da.expr.symbol("a")})


def test_rates_must_be_complete_and_as_many_as_speeds():
    (model, _), (a, b, c, d) = sleigh(), da.expr.symbols("v", 4)
    refused(
        model, da.formulations.QuasiVelocities(rates={"pose.x": a, "pose.y": b}), r"also \['pose\.angle\.rate'\]"
    )
    rates = {"pose.x": a + d, "pose.y": b, "pose.angle": c}
    refused(model, da.formulations.QuasiVelocities(rates=rates), "3 rates follow from 3 quasi-velocities")
    refused(
        model,
        da.formulations.QuasiVelocities(rates={"pose.x": a * b, "pose.y": b, "pose.angle": c}),
        r"'pose\.x\.rate' is not linear",
    )


def test_dependent_rates_are_refused():
    (model, _), (a, b, c) = sleigh(), da.expr.symbols("v", 3)
    factor = da.cos(da.coordinate("pose.angle"))
    for rates in (
        {"pose.x": a + b, "pose.y": 2.0 * (a + b), "pose.angle": c},
        {"pose.x": factor * (a + b), "pose.y": a + b, "pose.angle": c},
    ):
        refused(
            model,
            da.formulations.QuasiVelocities(rates=rates),
            "do not determine the motion.*only 2 are independent",
        )


@pytest.mark.parametrize(
    "principle",
    [da.Lagrange, da.formulations.LagrangeFirstKind, da.formulations.MultiplierLagrangian, da.Maggi, da.DAlembert],
)
def test_principles_in_rates_of_coordinates_take_no_speeds(principle):
    with pytest.raises(TypeError, match="speeds"):
        principle(speeds=da.formulations.QuasiVelocities({"a": da.speed("x")}))


@pytest.mark.covers("F000-61")
def test_coordinates_speeds_and_constraints_of_ones_own_in_one_model():
    """A bead on a turning table, by its own distance from the middle; a spring winds with it."""
    bead = da.particle("bead", mass=0.5)
    x, y, r = da.coordinate("place.x"), da.coordinate("place.y"), da.coordinate("r")
    vx, vy = da.speed("place.x"), da.speed("place.y")
    model = da.Model(
        da.Translational("place", da.ground, bead),
        da.extend.extra_coordinate("r"),
        da.Holonomic("distance", x**2 + y**2 - r**2),
        da.Nonholonomic("table", x * vy - y * vx - 0.6 * r**2),
        da.Holonomic("height", da.coordinate("place.z")),
        da.JointSpring("spring", "r", stiffness=3.0, rest=0.2),
    )
    speeds = da.formulations.QuasiVelocities(
        {
            "along": (x * vx + y * vy) / r,
            "round": (x * vy - y * vx) / r,
            "up": da.speed("place.z"),
            "out": da.speed("r"),
        }
    )
    eom = da.derive(model, da.Kane(speeds=speeds))
    start = da.assemble(eom, q={"place.x": 0.5, "place.y": 0.0}, u={"along": 0.1}, guess={"r": 0.5})
    motion = da.simulate(eom, start, until=2.0)

    # m r̈ = m ω² r − k (r − r₀) at the table's rate ω = 0.6
    squared = 3.0 / 0.5 - 0.6**2
    middle = 3.0 * 0.2 / 0.5 / squared
    rate = np.sqrt(squared)
    expected = middle + (0.5 - middle) * np.cos(rate * motion.times) + 0.1 / rate * np.sin(rate * motion.times)
    assert motion["r"] == pytest.approx(expected, abs=1e-7)
    assert motion["round"] == pytest.approx(0.6 * motion["r"], abs=1e-9)
