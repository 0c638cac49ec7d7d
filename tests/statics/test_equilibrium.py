import pickle

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

import dalembert as da

G = 9.81
DIGITS = 1e-9
"""Reference numbers have twelve digits."""


def pinned_bar():
    """The bar of half length 0.5 in absolute coordinates, its left end pinned, a spring at the right one."""
    bar = da.Body("bar", da.Inertia(2.0, J=np.eye(3) / 6.0))
    return da.Model(
        da.Planar("pose", da.ground, bar),
        da.Revolute("pin", da.ground, bar.at(x=-0.5), axis="z"),
        da.Spring("spring", bar.at(x=0.5), da.ground.at(x=0.8, y=0.6), stiffness=50.0),
        gravity=(0.0, -G, 0.0),
    )


def tied_body(*joints, body=None):
    body = body or da.Body("body", da.Inertia(3.0, (0.1, 0.1, 0.2), 0.1 * np.eye(3)))
    return da.Model(
        *(joint(body) for joint in joints),
        da.Spring("first", body.at(x=0.4), da.ground.at([0.5, 0.2, 0.3]), stiffness=100.0),
        da.Spring("second", body.at(y=0.3), da.ground.at([-0.2, 0.6, 0.1]), stiffness=80.0),
        gravity=(0.0, 0.0, -G),
    )


def pendulum(*parts, names=("A",), length=1.0, mass=1.0):
    """Rods that hang one below the other where their angles are zero."""
    rods = [da.rod(f"rod {name}", length=length, mass=mass, axis="x") for name in names]
    places = [da.ground, *(rod["end"] for rod in rods)]
    joints = [
        da.Revolute(name, place, rod, axis="z") for name, place, rod in zip(names, places, rods, strict=False)
    ]
    return da.Model(*joints, *parts, gravity=(G, 0.0, 0.0))


# ---- the numbers of the source


@pytest.mark.covers("F003-14")
@pytest.mark.parametrize("derivatives", [None, da.solvers.CentralDifferences(1e-6)])
def test_the_pinned_bar_rests_where_tangents_say_with_exact_derivatives_and_with_differences(derivatives):
    guess = {"pose.x": 0.3, "pose.y": 0.1, "pose.angle": 0.2}
    found = da.equilibrium(pinned_bar(), guess=guess, derivatives=derivatives)
    assert found.q["pose.angle"] == pytest.approx(0.467440384506, abs=DIGITS)
    assert [found.q["pose.x"], found.q["pose.y"]] == pytest.approx([0.446362290535, 0.225301366148], abs=DIGITS)
    lam = [found.multipliers["pin.x"], found.multipliers["pin.y"]]
    assert lam == pytest.approx([4.636229053536, 12.150136614772], abs=1e-7 if derivatives else DIGITS)
    assert len(found.steps) - 1 <= 6 and found.steps[-1].force < 1e-6 < found.steps[0].force
    assert np.sort(found.eigenvalues.imag**2) == pytest.approx([67.20997861] * 2, abs=1e-5)
    assert found.is_stable


@pytest.mark.covers("F003-15")
def test_many_starts_find_both_positions_of_the_pinned_bar():
    found = da.equilibria(pinned_bar(), starts=12)
    assert [x.is_stable for x in found] == [True, False]
    assert np.mod(found[1].q["pose.angle"], 2.0 * np.pi) == pytest.approx(3.609033038096, abs=DIGITS)
    lam = [found[1].multipliers["pin.x"], found[1].multipliers["pin.y"]]
    assert lam == pytest.approx([-84.636229053536, -32.910136614772], abs=1e-8)
    assert found[1].stability.startswith("unstable: the potential energy falls in 1 of 1")
    # rows that curve count: for V(φ) alone the second derivative is minus the one at the stable end
    assert found[1].curvatures == pytest.approx(-found[0].curvatures, rel=1e-9)


def test_the_free_bar_on_two_springs_sags_and_swings_by_closed_forms():
    bar = da.Body("bar", da.Inertia(2.0, J=np.eye(3) / 6.0))
    springs = [
        da.Spring(n, bar.at(x=x), da.ground.at(x=x, y=1.0), stiffness=50.0) for n, x in (("l", -0.5), ("r", 0.5))
    ]
    found = da.equilibrium(da.Model(da.Planar("pose", da.ground, bar), *springs, gravity=(0.0, -G, 0.0)))
    assert [found.q["pose.x"], found.q["pose.y"] - 1.0] == pytest.approx([0.0, -0.1962], abs=1e-12)
    assert np.sort(found.eigenvalues.imag**2)[::2] == pytest.approx([50.0, 50.0, 150.0])


FOUR = [
    (-33.280962294523, (-9.55393864965, -32.738663577342, 9.733776608751), (9.783585, 18.108531, 38.669809)),
    (-13.713792575672, (9.842673977865, -73.501361326647, 6.381754479804), (-9.783585, 8.324946, 28.886224)),
    (2.936099200428, (-74.95921565945, -61.844526060213, -30.028163787688), (-18.108531, -8.324946, 20.561278)),
    (
        44.058655669768,
        (-61.329519668765, -103.915449035798, -20.367367300867),
        (-38.669809, -28.886224, -20.561278),
    ),
]


@pytest.mark.covers("F003-15")
def test_a_body_on_a_ball_joint_has_four_equilibria_with_their_reactions_and_curvatures():
    found = da.equilibria(tied_body(lambda body: da.Spherical("O", da.ground, body)), starts=24)
    closed = tied_body(
        lambda body: da.Free("pose", da.ground, body), lambda body: da.Spherical("O", da.ground, body)
    )
    assert len(found) == 4
    for one, (energy, reaction, curvatures) in zip(found, FOUR, strict=True):
        assert one.potential_energy - 47.0 == pytest.approx(energy, abs=DIGITS)
        assert one.curvatures == pytest.approx(curvatures, abs=1e-6)
        # the same with the ball joint as rows: multipliers are the force on the body in the world
        guess = {f"pose.e{k}": one.q[f"O.e{k}"] for k in range(4)}
        other = da.equilibrium(closed, guess=guess)
        assert [other.multipliers[f"O.{c}"] for c in "xyz"] == pytest.approx(reaction, abs=1e-7)
        assert other.is_stable == (energy == FOUR[0][0])


@pytest.mark.covers("F003-16")
def test_false_rest_where_angles_are_singular_is_rejected_and_the_search_goes_on():
    dynamics = da.as_dynamics(tied_body(lambda body: da.Spherical("O", da.ground, body, angles="xyz")))
    start = {"O.angle1": -2.0, "O.angle2": -0.5, "O.angle3": 2.0}
    alone = da.equilibria(dynamics, starts=[start])
    assert len(alone) == 0 and "angles are singular" in alone.failures[0]
    found = da.equilibrium(dynamics, guess=start)
    assert abs(np.cos(found.q["O.angle2"])) > 0.1
    assert min(abs(found.potential_energy - 47.0 - energy) for energy, _, _ in FOUR) < DIGITS
    many = da.equilibria(dynamics, starts=24)
    assert len(many) == 4 and len(many.failures) > 0 and "singular" in many.report


# ---- closed forms


def test_a_double_pendulum_rests_in_four_positions():
    found = da.equilibria(pendulum(names=("A", "B")), starts=24)
    angles = sorted(tuple(round(abs(x.q[name]) / np.pi) for name in "AB") for x in found)
    assert angles == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert [x.is_stable for x in found] == [True, False, False, False]
    # V = m g (3/2 (1 − cos a) + 1/2 (1 − cos(a + b))) / 1, of rods of unit length and mass
    assert found[0].hessian == pytest.approx(G * np.array([[2.0, 0.5], [0.5, 0.5]]))


def test_a_four_bar_with_a_spring_rests_where_its_energy_is_least():
    crank, coupler, rocker = (
        da.rod(n, length=x, mass=x) for n, x in [("crank", 1.0), ("coupler", 2.0), ("rocker", 1.8)]
    )
    model = da.Model(
        da.Revolute("A", da.ground, crank, axis="z"),
        da.Revolute("B", crank["end"], coupler, axis="z"),
        da.Revolute("C", coupler["end"], rocker["end"], axis="z"),
        da.Revolute("D", da.ground.at(x=2.2), rocker, axis="z"),
        da.Spring("spring", coupler, da.ground.at(x=-1.0, y=1.5), stiffness=30.0, rest_length=0.4),
        gravity=(0.0, -G, 0.0),
    )
    dynamics = da.as_dynamics(model)
    near = da.assemble(dynamics, q={"A": 1.8}, guess={"D": 1.5, "B": -1.2})
    found = da.equilibrium(dynamics, guess=near)

    def energy(angle):
        state = da.assemble(dynamics, q={"A": angle}, guess=found)
        return dynamics.signals(["potential energy"], state)["potential energy"]

    a = found.q["A"]
    if found.is_stable:
        best = minimize_scalar(energy, bounds=(a - 0.3, a + 0.3), method="bounded", options={"xatol": 1e-9})
        assert best.x == pytest.approx(a, abs=1e-6)
    step = 1e-3
    slope = (energy(a + step) - energy(a - step)) / (2 * step)
    bend = (energy(a + step) - 2 * energy(a) + energy(a - step)) / step**2
    assert slope == pytest.approx(0.0, abs=1e-4)
    assert np.sign(bend) == np.sign(found.curvatures[0])


def test_a_half_car_rests_level_by_its_lever_arms():
    body = da.box("body", size=(3.0, 0.5, 1.5), mass=600.0)
    parts = [da.Planar("pose", da.ground, body)]
    for name, x, k in (("front", 1.2, 20e3), ("rear", -1.4, 25e3)):
        wheel = da.particle(name, mass=30.0)
        parts += [
            da.Prismatic(f"{name} wheel", da.ground.at(x=x), wheel, axis="y"),
            da.JointSpring(f"{name} tyre", f"{name} wheel", stiffness=150e3),
            da.JointDamper(f"{name} rubber", f"{name} wheel", damping=100.0),
            da.Spring(f"{name} strut", wheel, body.at(x=x, y=-0.5), stiffness=k, rest_length=0.0, damping=1e3),
        ]
    found = da.equilibrium(da.Model(*parts, gravity=(0.0, -G, 0.0)), guess={"pose.y": 0.5})
    # zero-length struts: their forces at the ends, of a body that turns by a small angle, are in balance
    loads = [600.0 * G * 1.4 / 2.6, 600.0 * G * 1.2 / 2.6]
    sags = [(load + 30.0 * G) / 150e3 for load in loads]
    wheels = [found.q["front wheel"], found.q["rear wheel"]]
    assert wheels == pytest.approx([-sags[0], -sags[1]], rel=0.03)
    weight = 150e3 * (wheels[0] + wheels[1])
    assert weight == pytest.approx(-660.0 * G, rel=1e-12)
    assert found.stability.startswith("asymptotically stable")


def test_a_quarter_car_sags_by_its_weight_over_its_stiffness_and_is_asymptotically_stable():
    wheel, body = da.particle("unsprung", mass=40.0), da.particle("sprung", mass=300.0)
    model = da.Model(
        da.Prismatic("wheel", da.ground, wheel, axis="z"),
        da.Prismatic("body", da.ground, body, axis="z"),
        da.JointSpring("tyre", "wheel", stiffness=2e5),
        da.Potential("strut", 0.5 * 2e4 * (da.coordinate("body") - da.coordinate("wheel")) ** 2),
        da.JointDamper("damper", "body", damping=1500.0),
        da.JointDamper("hysteresis", "wheel", damping=50.0),
        gravity=(0.0, 0.0, -G),
    )
    found = da.equilibrium(model)
    sag = -340.0 * G / 2e5
    assert [found.q["wheel"], found.q["body"]] == pytest.approx([sag, sag - 300.0 * G / 2e4])
    assert found.stability.startswith("asymptotically stable")
    assert (found.eigenvalues.real < 0).all()


def test_motors_carry_the_weight_where_a_position_is_held():
    model = pendulum(da.Motor("mA", "A"), da.Motor("mB", "B"), names=("A", "B"))
    found = da.equilibrium(model, q={"A": 0.7, "B": -0.3}, unknown=["mA", "mB"])
    second = 0.5 * G * np.sin(0.4)
    assert [found.tau["mA"], found.tau["mB"]] == pytest.approx([1.5 * G * np.sin(0.7) + second, second])
    assert found.q["A"] == 0.7 and found.undetermined == ()


def test_a_spring_is_preloaded_so_that_a_given_position_is_at_rest():
    bar = da.rod("bar", length=1.0, mass=2.0, axis="x")
    length = da.param("length", 0.5)
    model = da.Model(
        da.Revolute("hinge", da.ground, bar, axis="z"),
        da.Spring("spring", bar["end"], da.ground.at(x=1.0, y=1.0), stiffness=200.0, rest_length=length),
        gravity=(0.0, -G, 0.0),
    )
    found = da.equilibrium(model, q={"hinge": 0.0}, unknown=["length"])
    assert found.p["length"] == pytest.approx(1.0 - G / 200.0)


def test_the_follower_load_of_ziegler_makes_the_column_flutter_beyond_its_critical_value():
    # m1 = 2 m, m2 = m, equal lengths and springs: P = (7/2 − √2) k / l
    critical = 3.5 - np.sqrt(2.0)
    for load, stability in ((0.98 * critical, "undecided"), (1.02 * critical, "unstable")):
        first, second = (
            da.Body(name, da.Inertia(mass, (1.0, 0.0, 0.0), 1e-9 * np.eye(3)))
            for name, mass in (("1", 2.0), ("2", 1.0))
        )
        model = da.Model(
            da.Revolute("A", da.ground, first, axis="z"),
            da.Revolute("B", first.at(x=1.0), second, axis="z"),
            da.JointSpring("a", "A", stiffness=1.0),
            da.JointSpring("b", "B", stiffness=1.0),
            da.PointForce("load", second.at(x=1.0), (-load, 0.0, 0.0), axes=second),
        )
        found = da.equilibrium(model)
        assert found.stability.startswith(stability), load
        assert len(found.curvatures) == 0


def test_states_of_a_controller_are_where_it_holds_its_goal():
    goal = 0.4
    error = goal - da.coordinate("A")
    model = pendulum(
        da.StateVariable("error", rate=error),
        da.StateVariable("watched", rate=da.coordinate("A")),
        da.JointForce("law", "A", 20.0 * error + 5.0 * da.measures.state_variable("error")),
    )
    found = da.equilibrium(model, z={"watched": 7.0})
    assert found.q["A"] == pytest.approx(goal)
    assert found.z["error"] == pytest.approx(0.5 * G * np.sin(goal) / 5.0)
    assert found.z["watched"] == 7.0
    assert "da.linearize" in found.stability


# ---- what is held, what stays open, turns


def test_what_nothing_determines_stays_at_the_guess_and_is_said():
    cart = da.box("cart", size=(1.0, 0.5, 0.3), mass=1.0)
    rod = da.rod("rod", length=1.0, mass=1.0)
    model = da.Model(
        da.Prismatic("slide", da.ground, cart, axis="x"),
        da.Revolute("hinge", cart, rod, axis="y"),
        gravity=(0.0, 0.0, -G),
    )
    found = da.equilibrium(model, guess={"slide": 0.35, "hinge": 1.2})
    assert found.undetermined == ("slide",)
    assert found.q["slide"] == pytest.approx(0.35, abs=1e-9)
    assert found.stability.startswith("undecided: the potential energy has no curvature")


def test_angles_stay_by_whole_turns_near_the_guess_but_springs_count_turns():
    near = da.equilibrium(pendulum(), guess={"A": 4.0 * np.pi + 0.1})
    assert near.q["A"] == pytest.approx(4.0 * np.pi)
    wound = da.equilibrium(pendulum(da.JointSpring("spring", "A", stiffness=100.0)), guess={"A": 4.0 * np.pi})
    assert wound.q["A"] == pytest.approx(0.0, abs=1e-12)


def test_measures_can_be_held():
    model = pendulum(da.Motor("m", "A"))
    tip = da.position(model.bodies[0]["end"])
    found = da.equilibrium(model, where=[(tip[1], 0.5)], guess={"A": 0.4}, unknown=["m"])
    assert found.q["A"] == pytest.approx(np.pi / 6)
    assert found.tau["m"] == pytest.approx(0.25 * G)


def test_rows_that_depend_on_others_leave_multipliers_open_but_not_the_position():
    bar = da.rod("bar", length=1.0, mass=1.0, axis="x")
    model = da.Model(
        da.Planar("pose", da.ground, bar),
        da.Revolute("pin", da.ground, bar, axis="z"),
        da.Coincident("again", da.ground, bar),
        gravity=(0.0, -G, 0.0),
    )
    found = da.equilibrium(model, guess={"pose.angle": -1.0})
    assert found.q["pose.angle"] == pytest.approx(-np.pi / 2)
    assert found.multipliers["pin.y"] + found.multipliers["again.y"] == pytest.approx(G)
    assert "multipliers without definite values" in found.report


def test_a_singular_position_is_undecided():
    # a parallelogram, all bars in line: two ways to move on
    rods = [da.rod(name, length=1.0, mass=1.0, axis="x") for name in ("first", "second")]
    coupler = da.rod("coupler", length=2.0, mass=1.0, axis="x")
    model = da.Model(
        da.Revolute("A", da.ground, rods[0], axis="z"),
        da.Revolute("B", da.ground.at(x=2.0), rods[1], axis="z"),
        da.Revolute("C", rods[0]["end"], coupler, axis="z"),
        da.Revolute("D", coupler["end"], rods[1]["end"], axis="z"),
        gravity=(G, 0.0, 0.0),
    )
    found = da.equilibrium(model)
    assert found.q["A"] == pytest.approx(0.0, abs=1e-9)
    assert found.stability.startswith("undecided: the position is singular")


def test_a_potential_without_curvature_is_undecided():
    model = da.Model(
        da.Prismatic("x", da.ground, da.particle("ball", mass=1.0), axis="x"),
        da.Potential("flat", da.coordinate("x") ** 4),
        gravity=(0.0, -G, 0.0),
    )
    found = da.equilibrium(model, guess={"x": 0.1})
    assert abs(found.q["x"]) < 1e-3
    assert found.stability.startswith("undecided")


@pytest.mark.parametrize(
    ("b", "says"), [(1.0, "unstable"), (3.0, "undecided: the potential energy falls in 2 of 2")]
)
def test_gyroscopic_forces_can_hold_what_the_potential_lets_fall(b, says):
    """ẍ = x + b ẏ, ÿ = y − b ẋ: s⁴ + (b² − 2) s² + 1 = 0 has imaginary roots where b > 2."""
    (x, y), (vx, vy) = da.expr.symbols("x y"), da.expr.symbols("vx vy")
    T = 0.5 * (vx**2 + vy**2) + 0.5 * b * (vx * y - vy * x)
    hill = da.formulations.TypedSystem([x, y], [vx, vy], rates=[vx, vy]).from_energies(T, -0.5 * (x**2 + y**2))
    assert da.equilibrium(hill).stability.startswith(says)


@pytest.mark.parametrize("factor", [da.speed("x") ** 2, da.coordinate("x") ** 2])
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_what_is_fed_at_higher_orders_is_not_called_stable(factor, sign):
    """ẍ + x = ± ẋ³ or ± x² ẋ: linear equations are those of an oscillator, but the energy grows or decays."""
    law = sign * factor * da.speed("x") - da.coordinate("x")
    mass = da.particle("mass", mass=1.0)
    model = da.Model(da.Prismatic("x", da.ground, mass, axis="x"), da.JointForce("push", "x", law))
    found = da.equilibrium(model)
    assert found.is_stable == (sign < 0.0)
    assert sign < 0.0 or "forces supply power to motions nearby" in found.stability


def test_sizes_of_forces_do_not_matter():
    for mass in (1e-9, 1e6):
        rod = da.rod("rod", length=1.0, mass=mass)
        model = da.Model(
            da.Free("pose", da.ground, rod), da.Spherical("ball", da.ground, rod), gravity=(0.0, 0.0, -G)
        )
        found = da.equilibrium(model, guess={"pose.e0": np.cos(0.5), "pose.e2": np.sin(0.5)})
        end = da.as_dynamics(model).evaluate(da.position(rod["end"]), found)
        assert abs(end[2]) == pytest.approx(1.0, abs=1e-9)
        assert found.multipliers["ball.z"] == pytest.approx(mass * G, rel=1e-9)


def test_an_equilibrium_can_be_kept_and_used_as_a_start():
    found = da.equilibrium(pinned_bar())
    again = pickle.loads(pickle.dumps(found))
    assert again.q == found.q and again.stability == found.stability
    motion = da.simulate(pinned_bar(), found, until=1.0)
    assert np.ptp(motion["pose.angle"]) < 1e-9


# ---- refused


def test_driven_systems_are_refused_by_name():
    driven = pendulum(da.Drive("push", "A", 0.2 * da.time))
    with pytest.raises(da.errors.ModelError, match="'push' depends on it"):
        da.equilibrium(driven)
    shaken = pendulum(da.JointForce("shaker", "A", da.sin(da.time)))
    with pytest.raises(da.errors.ModelError, match="'shaker' depends on it"):
        da.equilibrium(shaken)
    # a drive that holds still is rest
    assert da.equilibrium(pendulum(da.Drive("hold", "A", 0.2))).q["A"] == pytest.approx(0.2)


def test_no_equilibrium_is_said_with_the_force_that_is_left():
    falling = da.Model(
        da.Prismatic("height", da.ground, da.particle("stone", mass=2.0), axis="z"), gravity=(0.0, 0.0, -G)
    )
    with pytest.raises(da.errors.SolverError, match=r"has an influence on force along height\.rate of -19\.62"):
        da.equilibrium(falling)
    pushed = pendulum(da.JointForce("push", "A", 30.0))
    with pytest.raises(da.errors.SolverError, match=r"no equilibrium was found.*force along A\.rate"):
        da.equilibrium(pushed)
    many = da.equilibria(pushed, starts=4)
    assert len(many) == 0 and len(many.failures) == 4


@pytest.mark.parametrize("potential", [lambda x: da.exp(-x), lambda x: 1.0 / x])
def test_forces_that_only_fade_away_are_no_equilibrium(potential):
    model = da.Model(
        da.Prismatic("x", da.ground, da.particle("ball", mass=1.0), axis="x"),
        da.Potential("repulsion", potential(da.coordinate("x"))),
    )
    with pytest.raises(da.errors.SolverError, match="diverged"):
        da.equilibrium(model, guess={"x": 1.0})


def test_too_much_held_is_said_by_name():
    with pytest.raises(da.errors.SolverError, match="held are A = 1: hold less, or release"):
        da.equilibrium(pendulum(), q={"A": 1.0})
    with pytest.raises(da.errors.AssemblyError, match="contradicts"):
        da.equilibrium(pinned_bar(), q={"pose.x": 3.0})


def test_rows_of_speeds_that_cannot_hold_at_rest_are_named():
    moving = pendulum(da.Nonholonomic("belt", da.speed("A") - 1.0))
    with pytest.raises((da.errors.SolverError, da.errors.AssemblyError), match="belt"):
        da.equilibrium(moving)


def test_names_and_kinds_are_checked():
    model = pendulum(da.Motor("m", "A"))
    with pytest.raises(da.errors.ModelError, match="neither an input nor an open parameter 'n'"):
        da.equilibrium(model, unknown=["n"])
    with pytest.raises(da.errors.ModelError, match="not a text"):
        da.equilibrium(model, unknown="m")
    with pytest.raises(da.errors.ModelError, match="no coordinate 'B'"):
        da.equilibrium(model, q={"B": 1.0})
    with pytest.raises(da.errors.ModelError, match=r"or by da\.solvers\.CentralDifferences"):
        da.equilibrium(model, derivatives=1e-6)
    with pytest.raises(da.errors.ModelError, match="is zero at rest"):
        da.equilibrium(model, where=[(da.speed("A"), 1.0)])
    with pytest.raises(da.errors.ModelError, match="Hamilton"):
        da.equilibrium(da.derive(model, da.Hamilton()))
    for starts in (0, [], 2.5, True, "many", {"A": 1.0}):
        with pytest.raises(da.errors.ModelError, match="a number of starts, or a list of guesses"):
            da.equilibria(model, starts=starts)
    with pytest.raises(da.errors.ModelError, match="small positive"):
        da.solvers.CentralDifferences(0.0)


# ---- by other equations


CHOSEN = da.formulations.QuasiVelocities(
    {"first": da.speed("A"), "sum": da.cos(da.coordinate("A")) * (da.speed("A") + da.speed("B"))}
)


@pytest.mark.parametrize("principle", [da.Kane(), da.Lagrange(), da.Kane(speeds=CHOSEN)])
def test_rest_is_the_same_by_every_principle(principle):
    found = da.equilibrium(da.derive(pendulum(names=("A", "B")), principle), guess={"A": 0.3, "B": 0.2})
    assert [found.q["A"], found.q["B"]] == pytest.approx([0.0, 0.0], abs=1e-12)
    assert np.sort(np.abs(found.eigenvalues)) == pytest.approx([2.680106] * 2 + [7.188671] * 2, abs=1e-5)


def test_typed_equations_rest_where_their_potential_is_stationary():
    th, w, k = (da.expr.symbol(name) for name in ("th", "w", "k"))
    potential = -G * da.cos(th) + 0.5 * k * th**2
    found = da.equilibria(
        da.formulations.TypedSystem([th], [w], parameters={"k": 1.0}).from_energies(0.5 * w**2, potential),
        starts=10,
    )
    assert [x.is_stable for x in found] == [True, False, False]
    assert [G * np.sin(x.q["th"]) + x.q["th"] for x in found] == pytest.approx([0.0] * 3, abs=1e-9)


def test_starts_with_other_parameters_or_inputs_are_refused():
    model = pendulum(da.JointSpring("spring", "A", da.param("k", 1.0)), da.Motor("motor", "A"))
    with pytest.raises(da.errors.ModelError, match="differ in the parameter 'k': give it once"):
        da.equilibria(model, starts=[model.state(), model.state(p={"k": 2.0})])
    with pytest.raises(da.errors.ModelError, match="differ in the input 'motor'"):
        da.equilibria(model, starts=[model.state(tau={"motor": x}) for x in (0.0, 1.0)])
    # as unknowns they are guesses
    found = da.equilibria(model, q={"A": 0.3}, unknown=["k"], starts=[model.state(p={"k": x}) for x in (1.0, 2.0)])
    assert [one.p["k"] for one in found] == pytest.approx([-0.5 * G * np.sin(0.3) / 0.3])


def test_many_starts_go_side_by_side_to_where_each_goes_alone():
    """Bars on a spring, by angles; a body on a ball joint, by a quaternion: roots and logs are those of each."""
    bars = [da.rod(f"bar {k}", length=1.0, mass=1.0) for k in range(2)]
    chain = da.Model(
        da.Revolute("A", da.ground, bars[0]),
        da.Revolute("B", bars[0]["end"], bars[1]),
        da.Spring("spring", bars[1]["end"], da.ground.at(x=1.5, y=0.5), stiffness=40.0),
        gravity=(0.0, -9.81, 0.0),
    )
    body = da.Body("body", da.Inertia(2.0, (0.1, 0.0, -0.3), np.diag([0.4, 0.45, 0.1])))
    hung = da.Model(
        da.Spherical("J", da.ground, body),
        da.Spring("spring", body.at(x=0.2), da.ground.at(x=0.6), stiffness=30.0),
        gravity=(0.0, 0.0, -9.81),
    )
    for model in (chain, hung):
        found = da.equilibria(model, starts=12)
        assert len(found) > 1 and not found.failures
        for rest in found:
            assert max(abs(x) for x in da.as_dynamics(model).accelerations(rest).values()) < 1e-9
            # the first force is that of the start, the last is rounding
            assert rest.steps[0].force > 1e-3 and rest.steps[-1].force < 1e-9
            alone = da.equilibrium(model, guess=rest)
            assert alone.potential_energy == pytest.approx(rest.potential_energy, abs=1e-9)


def test_it_is_told_whether_more_starts_are_worth_it():
    """A chain of four bars, each up or down."""
    rods = [da.rod(f"rod {k}", length=1.0, mass=1.0) for k in range(4)]
    places = [da.ground, *(rod["end"] for rod in rods)]
    joints = [
        da.Revolute(f"A{k}", place, rod, axis="z")
        for k, (place, rod) in enumerate(zip(places, rods, strict=False))
    ]
    chain = da.as_dynamics(da.Model(*joints, gravity=(0.0, -9.81, 0.0)))
    few, many = (da.equilibria(chain, starts=n) for n in (32, 128))
    assert sum(few.reached) + len(few.failures) == 32
    assert len(few) < 16 and few.chance_of_more > 0.1
    assert "further starts leads to another; give more, starts=128" in few.report and "lead to others" in repr(few)
    assert len(many) == 16 and many.chance_of_more == 0.0
    assert "or more: others are reached seldom, if any" in many.report
    # of guesses that somebody chose, such numbers say nothing
    assert da.equilibria(chain, starts=[{"A0": 0.1}]).chance_of_more is None


def test_rest_is_the_nearest_to_the_guess_although_newtons_steps_pass_it():
    """Forces of weak potentials vanish at known angles; a long step from where a slope is small passes some."""
    x = da.coordinate("x")

    def rests(potential, guesses):
        slide = da.Prismatic("x", da.ground, da.particle("bead", mass=1.0))
        model = da.Model(slide, da.Potential("field", 1e-3 * potential))
        return [da.equilibrium(model, guess={"x": guess}).q["x"] for guess in guesses]

    # 3 cos 3x = 0 at odd multiples of π/6: from -2.15 the first step goes to -4.1
    guesses = np.array([-2.15, -2.1, -0.95, 0.02, 2.1])
    nearest = (np.round(guesses * 3.0 / np.pi - 0.5) + 0.5) * np.pi / 3.0
    assert rests(da.sin(3.0 * x), guesses) == pytest.approx(nearest)
    # a double well with its top at zero, of which slopes near -0.9 point to the top and beyond
    assert rests((x**2 - 2.0) ** 2, [-0.8, -0.5]) == pytest.approx([-np.sqrt(2.0), 0.0])
