"""Linear equations: exact derivatives, elimination at all levels, and what references are."""

import numpy as np
import pytest

import dalembert as da
from dalembert.expr.jets import Jet, jet_function
from dalembert.expr.node import Expression, inputs_of, traverse
from dalembert.expr.rewrite import evaluate
from tests.examples import example
from tests.modules.test_linear_tree import typed_pendulum
from tests.modules.test_thesis_examples import ring_and_disc
from tests.oracles import linkages
from tests.oracles.principle_systems import PRINCIPLES, SYSTEMS, derived

RTOL_DIFFERENCES = 1e-7
"""Central differences with steps of 1e-5: their error is 1e-10, and rounding 1e-11."""

RTOL_FORMULATIONS = 1e-12
"""Other sums of the same products."""

PRINTED = 1e-6
"""Last digits of numbers in the sources."""


def differences(linear, step=1e-5):
    """A by central differences of rates in states that are assembled with other independent values."""
    dynamics, reference = linear.references.dynamics, linear.reference
    eom, rates = dynamics.equations, dynamics.solved.first_order().rate
    names = (*eom.coordinates, *eom.speeds, *eom.states)

    def rates_at(name, change):
        given = {name: change}
        q = {x: reference.q[x] + given.get(x, 0.0) for x in linear.states if x in eom.coordinates}
        u = {x: reference.u[x] + given.get(x, 0.0) for x in linear.states if x in eom.speeds}
        z = {x: reference.z[x] + given.get(x, 0.0) for x in eom.states}
        if eom.rows:
            whole = da.assemble(dynamics, q=q, u=u, guess=reference, t=reference.t, tau=reference.tau)
            q, u = whole.q, whole.u
        state = da.State(t=reference.t, q=q, u=u, z=z, tau=reference.tau, p=reference.p)
        found = dict(zip(names, dynamics.evaluate(rates, state), strict=True))
        return np.array([found[x] for x in linear.states])

    columns = [(rates_at(x, step) - rates_at(x, -step)) / (2.0 * step) for x in linear.states]
    return np.stack(columns, axis=1)


def assert_close(A, B, rtol):
    assert np.abs(A - B).max() <= rtol * max(1.0, np.abs(B).max())


def values(linear):
    """Eigenvalues in an order that rounding does not change."""
    found = linear.modes().values
    return found[np.lexsort((found.imag.round(6), found.real.round(6)))]


@pytest.mark.covers("F000-35", "F000-40")
@pytest.mark.parametrize(
    "name",
    [
        "slider-crank",
        "rolling disc",
        "Appell-Hamel squared",
        "guide with friction",
        "particle in a wind",
        "two gears",
        "lifted pendulum",
        "open point masses",
    ],
)
def test_derivatives_agree_with_differences_along_the_constraints(name):
    model, state = SYSTEMS[name]()
    linear = da.linearize(model, state)
    assert_close(linear.A, differences(linear), RTOL_DIFFERENCES)


@pytest.mark.parametrize("name", ["slider-crank", "rolling disc", "row and its double"])
def test_formulations_give_the_same_linear_equations(name):
    model, state = SYSTEMS[name]()
    first = da.linearize(da.derive(model, da.Recursive()), state)
    for principle in ("Kane", "Gauss", "Lagrange, first kind", "Boltzmann-Hamel", "Maggi", "Udwadia-Kalaba"):
        linear = da.linearize(derived(model, PRINCIPLES[principle]), state, independent=first.states)
        assert linear.states == first.states
        assert_close(linear.A, first.A, RTOL_FORMULATIONS)


@pytest.mark.parametrize("name", ["lifted pendulum", "guide with friction"])
def test_rows_of_accelerations_and_loads_by_reactions_are_linearized_by_every_principle(name):
    model, state = SYSTEMS[name]()
    first = da.linearize(model, state)
    for principle in ("Kane", "Gibbs-Appell", "nonminimal", "Udwadia-Kalaba"):
        linear = da.linearize(derived(model, PRINCIPLES[principle]), state, independent=first.states)
        assert_close(linear.A, first.A, RTOL_FORMULATIONS)


def parallelogram():
    """Three links hanging like a swing, with a damper and a state that lags."""
    bars = [da.rod(f"bar {k}", length=1.0, mass=1.0 + k) for k in range(3)]
    lag = da.StateVariable("lag", rate=da.speed("A") - 0.5 * da.measures.state_variable("lag"))
    model = da.Model(
        da.Revolute("A", da.ground, bars[0]),
        da.Revolute("B", bars[0]["end"], bars[1]),
        da.Revolute("C", bars[1]["end"], bars[2]),
        da.Revolute("D", da.ground.at(x=1.0), bars[2]["end"]),
        da.JointDamper("damper", "A", 0.3),
        da.Motor("motor", "A"),
        lag,
        gravity=(0.0, -9.81, 0.0),
    )
    return model, da.assemble(model, q={"A": -np.pi / 2}, guess={"B": np.pi / 2, "D": np.pi / 2})


@pytest.mark.slow
def test_canonical_and_absolute_variables_have_the_same_modes_about_an_equilibrium():
    """(J₁ + J₃ + m₂) q̈ + d q̇ + (m₁/2 + m₃/2 + m₂) g q = τ for bars of length one."""
    model, state = parallelogram()
    inertia, stiffness = 1.0 / 3.0 + 1.0 + 2.0, 9.81 * (0.5 + 1.5 + 2.0)
    pair = np.roots([inertia, 0.3, stiffness])
    expected = sorted([-0.5, *pair], key=lambda x: (round(x.real, 6), round(x.imag, 6)))
    for principle in ("Kane", "Hamilton A", "Hamilton C", "absolute"):
        eom = derived(model, PRINCIPLES[principle])
        linear = da.linearize(eom, da.convert_state(state, model, eom))
        assert linear.is_equilibrium and linear.about == "an equilibrium"
        assert values(linear) == pytest.approx(np.array(expected), abs=1e-9)


def test_momenta_that_hold_multipliers_are_not_steady_and_that_is_said():
    model = example("spherical_pendulum").in_space()
    eom = derived(model, PRINCIPLES["Hamilton B"])
    state = da.convert_state(model.state(q={"place.x": 0.8}), model, eom)
    linear = da.linearize(eom, state)
    assert not linear.is_steady
    assert "for an instant only" in linear.modes().verdict


@pytest.mark.covers("F000-35")
def test_inputs_and_outputs_of_any_kind():
    """A cart of 2 kg on a spring of 8 N/m, pushed: accelerations and reactions depend on the input too."""
    cart = da.particle("cart", mass=2.0)
    model = da.Model(
        da.Prismatic("x", da.ground, cart, axis="x"), da.JointSpring("spring", "x", 8.0), da.Motor("push", "x")
    )
    outputs = {"place": da.position(cart)[0], "acceleration": da.acceleration(cart)[0]}
    linear = da.linearize(model, model.state(), outputs=outputs)
    assert pytest.approx(np.array([[0.0, 1.0], [-4.0, 0.0]])) == linear.A
    assert pytest.approx(np.array([[0.0], [0.5]])) == linear.B
    assert pytest.approx(np.array([[1.0, 0.0], [-4.0, 0.0]])) == linear.C
    assert pytest.approx(np.array([[0.0], [0.5]])) == linear.D
    by_name = da.linearize(model, model.state(), outputs=["x", "energy"])
    assert by_name.outputs == ("x", "energy")
    assert pytest.approx(np.array([[1.0, 0.0], [0.0, 0.0]])) == by_name.C


def test_a_planar_bar_on_a_spring_has_the_published_frequencies():
    """E003-1: ω² = ±67.20997861 at the two equilibria."""
    bar = da.Body("bar", da.Inertia(2.0, J=np.diag([1.0 / 6.0] * 3)))
    model = da.Model(
        da.Planar("pose", da.ground, bar),
        da.Coincident("pin", da.ground, bar.at(x=-0.5)),
        da.Spring("spring", bar.at(x=0.5), da.ground.at(0.8, 0.6), stiffness=50.0, rest_length=0.0),
        gravity=(0.0, -9.81, 0.0),
    )
    for angle, square in ((0.467440384506, -67.20997861), (3.609033038096, 67.20997861)):
        q = {"pose.x": 0.5 * np.cos(angle), "pose.y": 0.5 * np.sin(angle), "pose.angle": angle}
        linear = da.linearize(model, model.state(q=q))
        assert (linear.modes().values ** 2).real == pytest.approx(np.full(2, square), abs=1e-7)


def test_a_free_bar_on_two_springs_has_the_published_frequencies():
    """E003-2: ω² = 50 for both translations, 150 for the turn."""
    bar = da.Body("bar", da.Inertia(2.0, J=np.diag([1.0 / 6.0] * 3)))
    springs = [
        da.Spring(name, bar.at(x=x), da.ground.at(x, 1.0), stiffness=50.0, rest_length=0.0)
        for name, x in (("left", -0.5), ("right", 0.5))
    ]
    model = da.Model(da.Planar("pose", da.ground, bar), *springs, gravity=(0.0, -9.81, 0.0))
    modes = da.linearize(model, model.state(q={"pose.y": 1.0 - 0.1962})).modes()
    assert sorted(modes.frequencies**2) == pytest.approx([50.0] * 4 + [150.0] * 2, rel=1e-9)


# ---- all states


def squared_speed_pendulum(a=0.8, g=9.81):
    """x, y, z on a sphere, and the square of the velocity as a speed without a place."""
    q, (vx, vy, vz, v) = da.expr.symbols("x y z"), da.expr.symbols("vx vy vz v")
    system = da.formulations.TypedSystem(
        q,
        [vx, vy, vz, v],
        rates=[vx, vy, vz],
        definitions={"v": vx**2 + vy**2 + vz**2},
        constraints=[("sphere", 0.5 * (q[0] ** 2 + q[1] ** 2 + q[2] ** 2 - a**2))],
    )
    return system.from_energies(0.75 * v, -1.5 * g * q[0])


@pytest.mark.covers("F000-40")
@pytest.mark.parametrize(("place", "square"), [((1.0, 0.0), 1.0), ((0.8, 0.6), 0.8)])
def test_the_spherical_pendulum_in_all_states_has_three_zeros(place, square):
    """E-4.6: 0 × 3 and ±i √(g/a) about the lowest place, ±i √(4g/5a) about one that is no equilibrium."""
    eom, a, g = squared_speed_pendulum(), 0.8, 9.81
    state = eom.state(q={"x": a * place[0], "y": a * place[1]})
    linear = da.linearize(eom, state, reduced=False)
    assert linear.states == ("x", "y", "z", "vx", "vy", "vz", "v")
    sizes = np.sort(linear.modes().frequencies)
    assert sizes[:3] == pytest.approx(np.zeros(3), abs=1e-6)
    assert sizes[3:] == pytest.approx(np.full(4, np.sqrt(square * g / a)), rel=1e-9)
    assert linear.is_equilibrium == (place[1] == 0.0)
    if place[1]:
        A = dict(zip(linear.states, linear.A, strict=True))
        assert A["vx"][:3] == pytest.approx(g / a / 125.0 * np.array([-72.0, 96.0, 0.0]))
        assert A["vy"][:3] == pytest.approx(g / a / 125.0 * np.array([21.0, -28.0, 0.0]))
        assert A["vz"][:3] == pytest.approx(g / a * np.array([0.0, 0.0, -0.8]), abs=1e-12)
        assert A["v"][3:6] == pytest.approx(g / 25.0 * np.array([18.0, -24.0, 0.0]))


def test_zeros_of_dependent_speeds_do_not_count_as_growth():
    """E-4.6 with the bias typed as 2 v, so that ẍ has −(4/5a) v: three zeros have one vector.

    Rounding moves each by its cube root, and that is neither growth nor a critical value.
    """
    a, eom = 1.3, typed_pendulum().equations
    aside = da.linearize(eom, eom.state(q={"x": 0.8 * a, "y": 0.6 * a}), reduced=False)
    assert aside.states == ("x", "y", "z", "vx", "vy", "vz", "v")
    assert aside.A[3:5, 6] == pytest.approx([-0.8 / a, -0.6 / a])
    modes = aside.modes()
    assert modes.growing == 0 and "4 eigenvalues are imaginary and 3 zero" in modes.verdict
    places = [eom.state(q={"x": a * np.cos(x), "y": a * np.sin(x)}) for x in np.linspace(0.3, 0.9, 7)]
    swept = da.linearize(eom, places, reduced=False).modes()
    assert not swept.growing.any() and swept.critical == ()


def test_slow_growth_is_seen_beside_fast_swings():
    """Two masses on a spring, one pushed along its speed by 2 r ẋ: all grow by r, the swing by r/2."""
    mass, other, r = da.particle("mass", mass=1.0), da.particle("other", mass=1.0), 1e-6
    model = da.Model(
        da.Prismatic("x", da.ground, mass, axis="x"),
        da.Prismatic("y", mass, other, axis="x"),
        da.JointSpring("spring", "y", 4.0),
        da.JointForce("push", "x", 2.0 * r * da.speed("x")),
    )
    modes = da.linearize(model).modes()
    assert modes.growing == 3
    assert np.sort(modes.values.real)[1:] == pytest.approx([0.5 * r, 0.5 * r, r], rel=1e-3)


def test_ring_and_disc_in_eight_states_have_six_zeros():
    """E-4.7 as typed: θ, its rate, and the velocities of both bodies."""
    eom = ring_and_disc().equations
    linear = da.linearize(eom, eom.state(q={"θ": np.arcsin(0.6)}), reduced=False)
    assert linear.states == ("θ", "θ.rate", "u1", "v1", "ω1", "u2", "v2", "ω2")
    sizes = np.sort(linear.modes().frequencies)
    assert sizes[:6] == pytest.approx(np.zeros(6), abs=1e-12)
    assert sizes[6:] == pytest.approx([2.6329651] * 2, abs=PRINTED)


def test_ring_and_disc_have_the_published_linear_equations():
    """E-4.7: of eight states, six zeros and ω̄ = 2.6329651; the column of θ at the nominal values."""
    found = example("ring_and_disc")
    model = found.as_free_bodies()
    linear = da.linearize(model, model.state(q={"θ": found.STEADY}), reduced=False)
    column = dict(zip(linear.states, linear.A[:, linear.states.index("θ")], strict=True))
    expected = {
        "θ.rate": -6.9325051,
        "ring.x.rate": -0.3882203,
        "disc.x.rate": 4.2704232,
        "disc.y.rate": 1.3587710,
        "disc.angle.rate": -14.8817777,
        "ring.angle.rate": 0.3882203,
    }
    assert {name: column[name] for name in expected} == pytest.approx(expected, abs=PRINTED)
    # places of the bodies are six states more, and as many zeros
    sizes = np.sort(linear.modes().frequencies)
    assert len(sizes) == 8 + 6
    assert sizes[:-2] == pytest.approx(np.zeros(12), abs=1e-6)
    assert sizes[-2:] == pytest.approx(np.full(2, 2.6329651), abs=PRINTED)
    assert linear.is_constant and not linear.is_steady
    assert linear.about == "a motion along which they do not change"


def test_stabilized_rows_decay_in_all_states_and_vanish_when_they_are_eliminated():
    model = example("spherical_pendulum").in_space()
    dynamics = da.as_dynamics(model).stabilized(da.methods.Baumgarte(position=100.0, velocity=20.0))
    state = model.state(q={"place.x": 0.8})
    whole = da.linearize(dynamics, state, reduced=False).modes().values
    assert np.sort(whole.real)[:2] == pytest.approx([-10.0, -10.0], abs=1e-5)
    reduced = da.linearize(dynamics, state).modes().values
    assert reduced.real == pytest.approx(np.zeros(4), abs=1e-9)


# ---- orientations


def test_small_turns_of_quaternions_are_about_axes_of_angular_speeds():
    """A solid on a ball joint below its centre: two pendulums and a turn that nothing resists."""
    J = np.diag([0.4, 0.5, 0.2])
    body = da.Body("body", da.Inertia(2.0, (0.0, 0.0, -0.3), J))
    model = da.Model(da.Spherical("ball", da.ground, body), gravity=(0.0, 0.0, -9.81))
    linear = da.linearize(model, model.state())
    assert linear.states[:3] == ("ball.wx.turn", "ball.wy.turn", "ball.wz.turn")
    assert linear.ignorable == ("ball.wz.turn",)
    about = np.array([0.4 + 2.0 * 0.09, 0.5 + 2.0 * 0.09])
    expected = sorted([0.0, 0.0, *np.repeat(np.sqrt(2.0 * 9.81 * 0.3 / about), 2)])
    assert sorted(linear.modes().frequencies) == pytest.approx(expected, abs=1e-9)
    angles = da.Model(da.Spherical("ball", da.ground, body, angles="xyz"), gravity=(0.0, 0.0, -9.81))
    assert sorted(da.linearize(angles, angles.state()).modes().frequencies) == pytest.approx(expected, abs=1e-9)


def test_turns_about_axes_that_spin_with_a_body_are_said_not_to_last():
    disc = da.disc("disc", radius=0.3, mass=2.0, axis="y")
    model = da.Model(
        da.Free("pose", da.ground, disc),
        da.Rolling("tread", disc, on=da.geometry.plane(da.ground, normal="z")),
        gravity=(0.0, 0.0, -9.81),
    )
    rolling = da.linearize(model, model.state(q={"pose.z": 0.3}, u={"pose.wy": 6.0, "pose.x": 1.8}))
    assert not rolling.is_steady
    assert "angles may be better" in rolling.about
    assert "for an instant only" in rolling.modes().verdict


# ---- references


def test_references_are_told_apart():
    model = example("rolling_disc").rolling_disc()
    start = example("rolling_disc").start
    circle = example("rolling_disc").systems()["circle"][1]
    assert da.linearize(model, start()).about == "an equilibrium"
    assert da.linearize(model, circle).about == "a steady motion, in which only pose.x, yaw, spin change"
    assert da.linearize(model, start(0.2, spin=3.0)).about.startswith(
        "a state that is not steady: lean.rate changes"
    )
    assert set(da.linearize(model, circle).ignorable) == {"pose.x", "pose.y", "yaw", "spin"}


def test_along_a_motion_linear_equations_carry_small_changes():
    """δẏ = A(t) δy from nearby starts: the difference of two runs of a pendulum."""
    rod = da.rod("rod", length=1.0, mass=1.0)
    model = da.Model(da.Revolute("A", da.ground, rod), gravity=(0.0, -9.81, 0.0))
    times, method = np.linspace(0.0, 1.0, 401), da.methods.DOP853(1e-12, 1e-13)
    runs = [da.simulate(model, {"A": 0.3 + x}, times=times, method=method) for x in (-1e-5, 0.0, 1e-5)]
    linear = da.linearize(model, runs[1])
    assert linear.A.shape == (401, 2, 2) and linear.along == "t"
    change = np.array([1.0, 0.0])
    for k in range(0, 400, 2):
        # Runge and Kutta over two samples
        h, (A, B, C) = times[2], linear.A[k : k + 3]
        k1 = A @ change
        k2 = B @ (change + 0.5 * h * k1)
        k3 = B @ (change + 0.5 * h * k2)
        k4 = C @ (change + h * k3)
        change = change + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
    assert change == pytest.approx((runs[2].states[-1] - runs[0].states[-1]) / 2e-5, rel=1e-6)


def test_parameters_that_differ_between_references_are_in_lanes():
    mass = da.particle("mass", mass=da.param("m", 1.0))
    spring = da.JointSpring("spring", "x", da.param("k", 9.0))
    model = da.Model(da.Prismatic("x", da.ground, mass, axis="x"), spring)
    linear = da.linearize(model, [model.state(p={"k": k, "m": 2.0}) for k in (2.0, 8.0, 18.0)])
    assert linear.along == "k"
    assert linear.A[:, 1, 0] == pytest.approx([-1.0, -4.0, -9.0])
    assert linear[1].reference.p["k"] == 8.0
    assert da.linearize(model).A[1, 0] == pytest.approx(-9.0)


def test_named_motions_are_independent():
    model, state = SYSTEMS["slider-crank"]()
    linear = da.linearize(model, state, independent=["A", "A.rate"])
    assert linear.states == ("A", "A.rate")
    assert_close(linear.A, differences(linear), RTOL_DIFFERENCES)


# ---- as expressions


def test_small_models_have_linear_equations_as_expressions():
    m, l, g = da.param("m", 2.0), da.param("l", 0.5), da.param("g", 9.81)
    bob = da.particle("bob", mass=m)
    arm = da.Body("arm")
    model = da.Model(
        da.Prismatic("x", da.ground, arm, axis="x"),
        da.Prismatic("y", arm, bob, axis="y"),
        da.Distance("string", da.ground, bob, l),
        da.Motor("push", "x"),
        gravity=(0.0, -g, 0.0),
    )
    linear = da.linearize(model, model.state(q={"y": -0.5}))
    assert linear.states == ("x", "x.rate")
    found = linear.expressions
    values = {m: 3.0, l: 0.5, g: 1.62}
    assert da.expr.evaluate(found.A, values) == pytest.approx(np.array([[0.0, 1.0], [-3.24, 0.0]]))
    assert da.expr.evaluate(found.B, values) == pytest.approx(np.array([[0.0], [1.0 / 3.0]]))
    assert "g" in found.latex("A")
    assert found.to_sympy("A").shape == (2, 2)


@pytest.mark.parametrize("name", ["slider-crank", "rolling disc", "parallel sliders"])
def test_derivatives_of_solved_and_of_unsolved_equations_agree(name):
    """Expressions are derivatives of accelerations that are solved for, numbers those of what they solve."""
    model, state = SYSTEMS[name]()
    linear = da.linearize(model, state)
    values = {x: default for x, default in _parameters(linear.expressions.A)}
    assert_close(da.expr.evaluate(linear.expressions.A, values).astype(float), linear.A, RTOL_FORMULATIONS)


def _parameters(entries):
    """Parameters in expressions with their default values."""
    found = inputs_of([x for x in entries.ravel() if isinstance(x, Expression)])
    return [(x, x.args[1]) for x in found]


# ---- bad input


def test_bad_references_are_named():
    model, state = SYSTEMS["slider-crank"]()
    with pytest.raises(da.errors.ModelError, match="does not satisfy"):
        da.linearize(model, model.state(q={"A": 0.3}))
    with pytest.raises(da.errors.ModelError, match="list of states is empty"):
        da.linearize(model, [])
    with pytest.raises(da.errors.ModelError, match="need the values at which it is asked"):
        da.linearize(model, lambda x: state)
    with pytest.raises(da.errors.ModelError, match="not 3"):
        da.linearize(model, 3)
    with pytest.raises(da.errors.ModelError, match="there is no parameter 'mass'"):
        da.linearize(model, da.State(q=state.q, p={"mass": 1.0}))


def test_bad_choices_are_named():
    model, state = SYSTEMS["slider-crank"]()
    with pytest.raises(da.errors.ModelError, match="1 coordinates are independent here"):
        da.linearize(model, state, independent=["A", "B", "A.rate"])
    with pytest.raises(da.errors.ModelError, match="there is no small motion 'C'"):
        da.linearize(model, state, independent=["C"])
    with pytest.raises(da.errors.ModelError, match=r"write \['energy'\]"):
        da.linearize(model, state, outputs="energy")
    with pytest.raises(da.errors.ModelError, match="components names of their own"):
        da.linearize(model, state, outputs={"place": da.position(da.ground)})
    with pytest.raises(da.errors.ModelError, match="has 1 values for 2 references"):
        da.linearize(model, [model.state()] * 2, at=[1.0])
    with pytest.raises(da.errors.ModelError, match="at=… goes with a function"):
        da.linearize(model, model.state(), at=[1.0])
    with pytest.raises(da.errors.ModelError, match="has 2 values for 1 references"):
        da.linearize(model, [state], along=[1.0, 2.0])


def test_singular_references_are_refused():
    body = da.box("body", size=(1.0, 2.0, 3.0), mass=1.0)
    model = da.Model(da.Spherical("ball", da.ground, body, angles="xyz"))
    with pytest.raises(da.errors.SolverError, match="turn about"):
        da.linearize(model, model.state(q={"ball.angle2": np.pi / 2}))


@pytest.mark.parametrize(
    ("law", "at", "says"),
    [
        (-da.expr.sign(da.speed("x")), {}, "rates jump at x.rate = 0"),
        (da.where(da.coordinate("x") > 0.0, -9.0 * da.coordinate("x"), 0.0), {}, "rates bend at x = 0"),
        (-da.expr.sign(da.speed("x")), {"u": {"x": 0.1}}, None),
        (da.coordinate("x") * da.expr.absolute_value(da.coordinate("x")), {}, None),
        (da.where(da.time > 0.0, 1.0, 0.0), {}, None),
    ],
)
def test_where_rates_jump_or_bend_there_are_no_linear_equations(law, at, says):
    mass = da.particle("mass", mass=1.0)
    model = da.Model(
        da.Prismatic("x", da.ground, mass, axis="x"),
        da.JointSpring("spring", "x", 4.0),
        da.JointForce("law", "x", law),
    )
    if says is None:
        assert pytest.approx(np.array([[0.0, 1.0], [-4.0, 0.0]])) == da.linearize(model, model.state(**at)).A
        return
    with pytest.raises(da.errors.SolverError, match=f"the reference is on a switch, {says}: there are no linear"):
        da.linearize(model, model.state(**at))
    with pytest.raises(da.errors.SolverError, match="reference 2 is on a switch"):
        da.linearize(model, [model.state(q={"x": x}, u={"x": x}) for x in (-0.1, 0.0, 0.1)])
    assert says in da.equilibrium(model).stability


def test_a_flat_parallelogram_has_no_linear_equations():
    model = linkages.parallelogram()
    with pytest.raises(da.errors.SolverError, match=r"the reference is singular: .*take one beside it"):
        da.linearize(model, model.state())


def test_time_that_acts_later_ends_a_rest_and_what_modes_say():
    rod, wait = da.rod("rod", length=1.0, mass=1.0, axis="-y"), da.where(da.time > 1.0, 30.0, 0.0)

    def linear(law):
        hinge, damper = da.Revolute("A", da.ground, rod), da.JointDamper("bearing", "A", 0.3)
        return da.linearize(da.Model(hinge, damper, da.JointForce("push", "A", law), gravity=(0.0, -9.81, 0.0)))

    pushed, softened = linear(wait), linear(wait * da.coordinate("A"))
    assert not pushed.is_equilibrium and pushed.about == "a state at rest for a while: time acts"
    assert softened.is_equilibrium and not softened.is_constant
    assert pushed.modes().verdict.endswith("for an instant only")
    assert softened.modes().verdict.endswith("for an instant only")


def test_a_row_that_vanishes_but_for_rounding_is_singular():
    """A parallelogram folded along x: the row along x has entries of 1e-16 only, none of them zero."""
    crank, coupler = da.rod("crank", length=1.0, mass=1.0, axis="y"), da.rod("coupler", length=2.0, mass=1.0)
    rocker = da.rod("rocker", length=1.0, mass=1.0, axis="y")
    model = da.Model(
        da.Revolute("A", da.ground, crank),
        da.Revolute("B", crank["end"], coupler),
        da.Revolute("C", da.ground.at(x=2.0), rocker),
        da.Revolute("D", coupler["end"], rocker["end"]),
    )
    folded = model.state(q={"A": -np.pi / 2, "B": np.pi / 2, "C": -np.pi / 2})
    with pytest.raises(da.errors.SolverError, match=r"singular: only 1 of 2 rows .* because of D.x"):
        da.linearize(model, folded)


def test_references_that_differ_in_structure_are_named():
    """A third crank is redundant only where it is as long as the others; the knee of a locked row is no row."""
    l = da.param("l", 1.0)
    particle, slide = da.particle("particle", mass=1.2), da.Body("slide")
    model = da.Model(
        da.Prismatic("x", da.ground, slide, axis="x"),
        da.Prismatic("y", slide, particle, axis="y"),
        da.Holonomic("line", da.coordinate("y")),
        da.Holonomic("other line", da.coordinate("y") + (l - 1.0) * da.coordinate("x")),
    )
    states = [model.state(p={"l": value}) for value in (1.0, 2.0)]
    with pytest.raises(da.errors.SolverError, match="differ in which rows are redundant: other line"):
        da.linearize(model, states)


def test_a_system_that_time_drives_rests_for_an_instant_only():
    mass = da.particle("mass", mass=1.0)
    model = da.Model(
        da.Prismatic("x", da.ground, mass, axis="x"),
        da.JointSpring("spring", "x", 4.0),
        da.JointForce("shake", "x", da.sin(da.time)),
    )
    linear = da.linearize(model)
    assert not linear.is_equilibrium
    assert linear.about == "a motion along which they do not change"


def test_where_nothing_moves_there_are_no_states():
    model = da.Model(da.Weld("weld", da.ground, da.box("box", size=(1.0, 1.0, 1.0), mass=1.0)))
    linear = da.linearize(model)
    assert linear.A.shape == (0, 0)
    assert len(linear.modes()) == 0


def test_lanes_give_the_same_numbers():
    model, state = SYSTEMS["slider-crank"]()
    states = [state] * 5
    one, four = (da.linearize(da.as_dynamics(model, lanes=lanes), states).A for lanes in (1, 4))
    assert (one == four).all()


def test_modes_of_quaternions_are_motions_of_unit_quaternions():
    body = da.Body("body", da.Inertia(2.0, (0.0, 0.0, -0.3), np.diag([0.4, 0.5, 0.2])))
    model = da.Model(da.Spherical("ball", da.ground, body), gravity=(0.0, 0.0, -9.81))
    modes = da.linearize(model).modes()
    motion = modes.motion(int(np.argmax(modes.frequencies)))
    assert motion.residuals["c"].max() < 1e-14
    assert np.abs(motion["ball.e1"]).max() > 0.1


# ---- against other derivatives


def with_jets(outputs, values):
    """Expressions at numbers, each of which carries an increment of its own name."""
    found = {}
    for node in traverse(list(outputs)):
        if node.op == "constant":
            found[node] = float(node.args[0])
        elif node.op == "parameter" and node not in values:
            found[node] = float(node.args[1])
        elif node in values:
            found[node] = Jet(values[node], {str(node): 1.0})
        else:
            args = [found[x] if isinstance(x, Expression) else x for x in node.args]
            found[node] = jet_function(node.op, *args)
    return [found[y] if isinstance(y, Expression) else y for y in outputs]


@pytest.mark.parametrize("axis", ["z", "x"])
def test_derivatives_agree_with_jets_and_with_differences(axis):
    """To 1e-12 and 1e-7: of all rates of a double pendulum, in a plane and in space, by all states."""
    upper, lower = da.rod("upper", length=1.0, mass=1.0), da.box("lower", size=(0.8, 0.2, 0.1), mass=0.5)
    model = da.Model(
        da.Revolute("A", da.ground, upper),
        da.Revolute("B", upper["end"], lower.at(y=0.3), axis=axis),
        da.Spring("spring", lower, da.ground.at(x=1.0, y=0.5), stiffness=20.0),
        gravity=(0.0, -9.81, 0.0),
    )
    state = model.state(q={"A": 0.3, "B": 1.1}, u={"A": 0.7, "B": -1.3})
    dynamics = da.as_dynamics(model)
    A = da.linearize(dynamics, state, reduced=False).A
    system = dynamics.solved.first_order()
    numbers = dynamics.arguments(state)
    x = np.concatenate([numbers["q"], numbers["u"], numbers["z"]])
    values = dict(zip(system.x, x, strict=True))
    values |= dict(zip(system.tau, numbers["tau"], strict=True))
    jets = with_jets(system.rate, values)
    by_jets = np.array([[_coefficient(y, str(node)) for node in system.x] for y in jets], dtype=float)
    size = np.abs(by_jets).max()
    assert np.abs(A - by_jets).max() <= 1e-12 * size

    def rates(point):
        return evaluate(system.rate, {**values, **dict(zip(system.x, point, strict=True))})

    h = 1e-5
    columns = [(rates(x + h * e) - rates(x - h * e)) / (2.0 * h) for e in np.eye(len(x))]
    assert np.abs(A - np.column_stack(columns)).max() <= 1e-7 * size


def _coefficient(y, name):
    return y.coefficient(name) if isinstance(y, Jet) else 0.0
