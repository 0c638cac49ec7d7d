"""Goals of models: passive loops, friction, limits, priorities, flat outputs, and what is refused."""

import pickle
import re

import mpmath
import numpy as np
import pytest

import dalembert as da

FINE = da.methods.DOP853(rtol=1e-10, atol=1e-12)


def slider_crank(*extra: da.Servo, friction: float = 0.0) -> da.Model:
    """Crank and rod move a slider, with friction by what its guide exerts, if any."""
    crank, rod = da.rod("crank", length=0.3, mass=1.0), da.rod("rod", length=0.9, mass=2.0)
    slider = da.box("slider", size=(0.1, 0.1, 0.1), mass=1.5)
    law = -friction * da.expr.absolute_value(da.reaction_force("slide")[1]) * da.tanh(da.speed("slide") / 0.01)
    return da.Model(
        da.Prismatic("slide", da.ground, slider, axis="x"),
        da.Revolute("A", da.ground, crank, axis="z"),
        da.Revolute("B", crank["end"], rod, axis="z"),
        da.Revolute("C", rod["end"], slider, axis="z"),
        da.Motor("motor", "A"),
        *([da.JointForce("friction", "slide", law)] if friction else []),
        *extra,
        gravity=(0.0, -9.81, 0.0),
    )


LAW = 0.5 + 0.8 * da.sin(2.0 * da.time)
TRACK = da.Servo("track", da.coordinate("A") - LAW, rate=5.0)


@pytest.mark.covers("F002-45", "F002-57")
@pytest.mark.parametrize("friction", [0.0, 0.2])
def test_inputs_that_track_a_law_are_those_of_inverse_dynamics(friction):
    model = slider_crank(TRACK, friction=friction)
    start = da.assemble(model, q={"A": 0.5}, u={"A": 1.6}, guess={"B": -0.7, "slide": 1.1})
    times = np.linspace(0.0, 0.6, 4)
    motion = da.simulate(model, start, times=times, method=FINE)
    np.testing.assert_allclose(motion["A"], 0.5 + 0.8 * np.sin(2.0 * times), rtol=0, atol=1e-9)
    wanted = da.inverse_dynamics(slider_crank(friction=friction), {"A": LAW}, times=times, guess=start)
    np.testing.assert_allclose(motion["motor"], wanted["motor"], rtol=0, atol=1e-8)
    assert motion.energy_drift < 1e-8
    assert max(x.max() for x in motion.residuals.values()) < 1e-12

    # what is given to an input on which goals leave nothing free has no influence, a solution as little as others
    given = da.State(q=start.q, u=start.u, tau={"motor": float(motion["motor"][0])})
    assert da.control.goal_report(model, given).tau[0, 0] == pytest.approx(motion["motor"][0], abs=1e-9)


def test_redundant_rows_are_left_out_of_what_is_asked_about_goals():
    plain = slider_crank()
    twice = da.Model(
        *plain.parts, da.Holonomic("again", da.position(plain.body("rod")["end"])[1]), gravity=plain.gravity
    )
    start = da.assemble(plain, q={"A": 0.5}, u={"A": 1.6}, guess={"B": -0.7, "slide": 1.1})
    for by in (da.control.LeastInputs(), da.control.IdealControl()):
        once, again = (
            da.control.goal_report(da.control.closed_loop(model, TRACK, by=by), start) for model in (plain, twice)
        )
        assert again.kind == "unique"
        np.testing.assert_allclose(again.tau, once.tau, rtol=1e-9)
    hold = da.Servo("hold", da.coordinate("A") - 0.5, rate=2.0)
    assert da.control.internal_dynamics(da.control.closed_loop(twice, hold), da.State(q=start.q)).verdict == "none"


@pytest.mark.parametrize("angle", [0.0, 0.3])
def test_ideal_control_is_not_refused_because_of_rounding(angle):
    """A force along axes that tilt is a motor on the same line: rounding is left of its torque about the pivot."""
    arm, bead = da.rod("arm", length=1.0, mass=1.0), da.particle("bead", mass=0.5)
    joints = [da.Revolute("tilt", da.ground, arm, axis="y"), da.Prismatic("s", arm, bead, axis="z")]
    # goals of one priority are met together, whatever its number is
    goal = da.Servo("stay", da.coordinate("s") - 0.2, rate=2.0, priority=1)
    start, found = da.State(q={"tilt": angle, "s": 0.21}, u={"tilt": 0.4}), []
    for unit, force in (
        (1.0, da.Motor("F", "s")),
        (1.0, da.PointForce("push", bead, [0.0, 0.0, da.Input("F")], axes=arm)),
        (1e-12, da.PointForce("push", bead, [0.0, 0.0, 1e-12 * da.Input("F")], axes=arm)),
    ):
        model = da.Model(*joints, force, gravity=(0.0, 0.0, -9.81))
        loop = da.control.closed_loop(model, goal, by=da.control.IdealControl())
        found.append(unit * da.simulate(loop, start, times=[0.0, 1.0], method=FINE)["F"])
    # m (s̈ − s ω² + g cos θ), with s̈ = −4 (s − 0.2)
    assert found[0][0] == pytest.approx(0.5 * (-0.04 - 0.21 * 0.16 + 9.81 * np.cos(angle)), abs=1e-12)
    np.testing.assert_allclose(found, [found[0]] * 3, rtol=1e-9)


def test_ideal_control_names_goals_of_several_priorities():
    goals = [TRACK, da.Servo("slow", da.speed("A") - 1.0, rate=5.0, priority=1)]
    loop = da.control.closed_loop(slider_crank(), *goals, by=da.control.IdealControl())
    with pytest.raises(da.errors.FormulationError, match="goals have the priorities 0, 1, but ideal control"):
        da.control.goal_report(loop, {"A": 0.5})


def test_a_position_without_accelerations_is_not_taken_for_goals_that_contradict():
    # a parallelogram in line
    first, coupler, second = (da.rod(name, length=x, mass=1.0) for name, x in (("a", 1.0), ("b", 2.0), ("c", 1.0)))
    model = da.Model(
        da.Revolute("A", da.ground, first, axis="z"),
        da.Revolute("B", first["end"], coupler, axis="z"),
        da.Revolute("D", da.ground.at(x=2.0), second, axis="z"),
        da.Coincident("loop", coupler["end"], second["end"]),
        da.Motor("motor", "A"),
    )
    loop = da.control.closed_loop(model, da.Servo("go", da.coordinate("A") - 1.0, rate=2.0))
    assert da.control.goal_report(loop, {"A": 0.5, "B": -0.5, "D": 0.5}).kind == "unique"
    for ask in (lambda: da.control.goal_report(loop, {}), lambda: da.simulate(loop, {}, until=0.1)):
        with pytest.raises(da.errors.SolverError, match="rows of constraints depend on each other"):
            ask()


def test_a_closed_loop_can_be_copied_saved_and_linearized(tmp_path):
    model = slider_crank()
    hold = da.Servo("hold", da.coordinate("A") - 1.0, gains=(7.0, 12.0))
    loop = pickle.loads(pickle.dumps(da.control.closed_loop(model, hold)))
    rest = da.equilibrium(loop, guess={"A": 0.9, "B": -1.2, "slide": 1.0})
    assert rest.q["A"] == pytest.approx(1.0, abs=1e-9)
    poles = np.sort(np.linalg.eigvals(da.linearize(loop, rest, reduced=True).A).real)
    np.testing.assert_allclose(poles, [-4.0, -3.0], atol=1e-6)
    motion = da.simulate(loop, rest, until=0.01)
    path = motion.save(tmp_path / "loop")
    np.testing.assert_array_equal(da.load_motion(path, loop)["motor"], motion["motor"])


def arm(*extra: da.Servo) -> da.Model:
    """Three joints, a motor at each."""
    links = [da.rod(f"link {k}", length=length, radius=0.02, mass=1.0) for k, length in enumerate((0.3, 0.4, 0.5))]
    places = [da.ground, links[0]["end"], links[1]["end"]]
    joints = [
        da.Revolute(name, *ends, axis=axis) for name, axis, *ends in zip("ABC", "zyz", places, links, strict=True)
    ]
    return da.Model(*joints, *(da.Motor(f"motor {name}", name) for name in "ABC"), *extra, gravity=(0, 0, -9.81))


@pytest.mark.covers("F002-47")
def test_ideal_control_exerts_what_a_passive_row_would():
    model = arm()
    height = da.position(model.body("link 2")["end"])[0] - 0.7 + 0.1 * da.sin(da.time)
    passive = da.Model(
        *(part for part in model.parts if not part.is_input), da.Holonomic("wall", height), gravity=model.gravity
    )
    start = da.assemble(passive, q={"A": 0.2, "B": 0.3}, u={"A": 0.5, "B": -0.3}, guess={"C": 0.9})
    free = da.State(q=start.q, u=start.u)
    loop = da.control.closed_loop(model, da.Servo("wall", height, rate=3.0), by=da.control.IdealControl())
    dynamics = da.as_dynamics(passive)
    eom = dynamics.equations
    exerted = dynamics.evaluate(eom.J.T @ eom.multipliers, start)
    np.testing.assert_allclose(da.control.goal_report(loop, free).tau[0], exerted, rtol=0, atol=1e-10)

    # inputs that cannot exert it are refused
    fewer = da.Model(*(part for part in model.parts if part.name != "motor C"), gravity=model.gravity)
    goal = da.Servo("wall", height, rate=3.0)
    with pytest.raises(da.errors.SolverError, match="out of their reach"):
        da.simulate(da.control.closed_loop(fewer, goal, by=da.control.IdealControl()), free, until=0.1)
    assert da.control.goal_report(da.control.closed_loop(fewer, goal), free).kind == "many"


@pytest.mark.covers("F002-48")
def test_of_an_underactuated_system_ideal_inputs_are_the_pseudoinverse_of_what_a_row_would_exert():
    """τ = G⁺ R with R = M a − f of the same row held passively, where R is in the range of G; else refused."""
    x, y, z, u, v, w = da.expr.symbols("x y z u v w")
    first, second = da.Input("first"), da.Input("second")
    T = u**2 + 0.75 * v**2 + 0.5 * w**2 + 0.4 * u * v * da.cos(x) + 0.3 * v * w
    V = 2.0 * da.cos(z) + 0.5 * (x - y) ** 2
    forces = {"u": first + 2.0 * second, "v": second, "w": -0.2 * w}
    eom = da.formulations.TypedSystem(q=[x, y, z], u=[u, v, w], forces=forces).from_energies(T, V)
    start = da.State(q={"x": 0.3, "y": -0.2, "z": 0.4}, u={"u": 0.5, "v": 0.1, "w": -0.3})
    goal = da.Servo("line", da.coordinate("x") * da.coordinate("y") - 1.0, rate=2.0)
    ideal = da.control.closed_loop(eom, goal, by=da.control.IdealControl())
    motion = da.simulate(ideal, start, times=np.linspace(0.0, 0.5, 6), method=FINE)
    kernel = da.kernels.compile({"M": eom.M, "f": eom.f, "G": eom.G}, {"q": eom.q, "u": eom.u})
    for row, tau in zip(motion.states, np.stack([motion["first"], motion["second"]], axis=1), strict=True):
        found, (qx, qy), (ux, uy) = kernel(row[:3], row[3:]), row[:2], row[3:5]
        J, e, rate = np.array([[qy, qx, 0.0]]), qx * qy - 1.0, qy * ux + qx * uy
        b = -2.0 * ux * uy - 4.0 * rate - 4.0 * e
        M, f, G = found["M"], found["f"], found["G"]
        K = np.block([[M, -J.T], [J, np.zeros((1, 1))]])
        R = M @ np.linalg.solve(K, np.append(f, b))[:3] - f
        assert np.abs(R).max() > 0.1 and np.linalg.norm(G @ np.linalg.pinv(G) @ R - R) < 1e-12
        np.testing.assert_allclose(tau, np.linalg.pinv(G) @ R, rtol=1e-9)
        # the least of Gauss's function: nothing else that meets the goal is nearer to the free motion
        least = np.linalg.pinv(J @ np.linalg.solve(M, G)) * (b - J @ np.linalg.solve(M, f))
        gauss = [(change := np.linalg.solve(M, G @ t)) @ M @ change for t in (tau, least[:, 0])]
        assert gauss[0] < gauss[1]
    # along z no input acts, so no input imitates what a row would exert there; others reach it through v
    off = da.Servo("off", da.coordinate("z") - 1.0, rate=2.0)
    with pytest.raises(da.errors.SolverError, match="out of their reach"):
        da.simulate(da.control.closed_loop(eom, off, by=da.control.IdealControl()), start, until=0.1)
    assert da.control.goal_report(da.control.closed_loop(eom, off), start).kind == "many"


@pytest.mark.covers("F002-46")
def test_goals_are_unique_many_or_none_by_rank():
    model = arm()
    tip = da.position(model.body("link 2")["end"])
    state = {"A": 0.3, "B": 0.4, "C": 0.8}
    goals = [da.Servo(f"tip {k}", tip[k] - 0.2, rate=2.0) for k in range(3)]
    kinds = [da.control.goal_report(da.control.closed_loop(model, *goals[:n]), state) for n in (1, 2, 3)]
    assert [report.kind for report in kinds] == ["many", "many", "unique"]
    assert [report.ranks[0] for report in kinds] == [1, 2, 3]
    assert kinds[0].free == ("motor A", "motor B", "motor C")

    # a fourth goal wants something else than the first three leave
    other = da.Servo("other", da.coordinate("A"), rate=2.0)
    assert da.control.goal_report(da.control.closed_loop(model, *goals, other), state).kind == "none"
    with pytest.raises(da.errors.SolverError, match="more independent goals than inputs"):
        da.simulate(da.control.closed_loop(model, *goals, other), state, until=0.1)
    # one that says the same again changes nothing
    twice = da.Servo("twice", 2.0 * tip[0] - 0.4, rate=2.0)
    np.testing.assert_allclose(
        da.control.goal_report(da.control.closed_loop(model, *goals, twice), state).tau,
        kinds[2].tau,
        rtol=0,
        atol=1e-9,
    )


def test_goals_that_contradict_each_other_or_come_to_depend_on_each_other_are_named():
    contrary = [da.Servo(name, da.coordinate("x") - x, rate=2.0) for name, x in (("here", 1.0), ("there", 2.0))]
    with pytest.raises(
        da.errors.SolverError, match=r"the goals here, there cannot be met together .* want different"
    ):
        da.simulate(da.control.closed_loop(CART, *contrary), {}, until=1.0)

    # an arm that is led beyond its reach
    upper, lower = da.rod("upper", length=1.0, mass=1.0), da.rod("lower", length=0.8, mass=0.7)
    model = da.Model(
        da.Revolute("a", da.ground, upper, axis="z"),
        da.Revolute("b", upper["end"], lower, axis="z"),
        da.Motor("first", "a"),
        da.Motor("second", "b"),
    )
    tip, start = da.position(lower["end"]), {"a": 0.3, "b": 0.8}
    x, y = (float(da.as_dynamics(model).evaluate(tip[k], start)) for k in (0, 1))
    away = da.Servo("tip", [tip[0] - x - 0.5 * da.time, tip[1] - y], rate=3.0)
    with pytest.raises(
        da.errors.SolverError, match=r"tip\.1, tip\.2 come to depend on each other here"
    ) as failure:
        da.simulate(da.control.closed_loop(model, away), start, until=3.0)
    # in line, or nearly so
    assert abs(failure.value.motion["b"][-1]) < 2e-3


def test_goals_of_lower_priority_get_what_is_left():
    model, state = arm(), {"A": 0.3, "B": 0.4, "C": 0.8}
    tip = da.position(model.body("link 2")["end"])
    first = da.Servo("height", tip[2] + 0.3, rate=2.0)
    posture = [da.coordinate(name) - 0.5 for name in "ABC"]
    soft = da.Servo("posture", posture, rate=2.0, priority=1, weight=1.0)
    both = da.control.goal_report(da.control.closed_loop(model, first, soft), state)
    assert abs(both.unmet[0, 0]) < 1e-9
    assert 0.1 < np.abs(both.unmet[0, 1:]).max() < 10.0

    # the least of what is missing: no other inputs that meet the first goal miss less
    S, missing = both.slopes[0], both.unmet[0, 1:]
    free = np.linalg.svd(S[:1])[2][1:].T
    np.testing.assert_allclose((S[1:] @ free).T @ missing, 0.0, atol=1e-6 * np.abs(S).max() ** 2)

    # strict goals one after the other are met in turn
    strict = da.control.closed_loop(model, first, da.Servo("turn", da.coordinate("A") - 0.5, rate=2.0, priority=1))
    np.testing.assert_allclose(da.control.goal_report(strict, state).unmet, 0.0, atol=1e-9)


CART = da.Model(
    da.Prismatic("x", da.ground, da.box("cart", size=(0.3, 0.2, 0.2), mass=1.0), axis="x"),
    da.Motor("left", "x"),
    da.Motor("right", "x"),
)
GO = da.Servo("go", da.coordinate("x") - 1.0, rate=2.0)


def test_inputs_keep_limits_and_it_is_said_which_bind():
    report = da.control.goal_report(
        da.control.closed_loop(CART, GO, by=da.control.LeastInputs(limits={"left": 1.0})), {}
    )
    np.testing.assert_allclose(report.tau, [[1.0, 3.0]], atol=1e-12)
    assert report.binding() == ("left",)
    narrow = da.control.LeastInputs(limits={"left": 1.0, "right": (-1.0, 1.0)})
    with pytest.raises(da.errors.SolverError, match="cannot be met within the limits of the inputs"):
        da.simulate(da.control.closed_loop(CART, GO, by=narrow), {}, until=1.0)
    # the same later: what was reached goes with the error
    faster = da.Servo("go", da.coordinate("x") - da.time**4, rate=2.0)
    with pytest.raises(da.errors.SolverError, match="they are saturated") as failure:
        da.simulate(da.control.closed_loop(CART, faster, by=narrow), {}, until=1.0)
    # both push with 12 t² = 2
    assert failure.value.motion.times[-1] == pytest.approx(np.sqrt(1.0 / 6.0), abs=1e-6)
    soft = da.Servo("go", da.coordinate("x") - 1.0, rate=2.0, weight=1.0)
    motion = da.simulate(da.control.closed_loop(CART, soft, by=narrow), {}, until=8.0)
    assert motion["x"][-1] == pytest.approx(1.0, abs=1e-5)
    assert np.abs(motion["left"]).max() == 1.0
    report = da.control.goal_report(motion)
    assert report.binding(0) == ("left", "right")
    # where no limit binds, a soft goal is met like a strict one
    free = [k for k in range(len(motion)) if not report.binding(k)]
    assert np.abs(report.unmet[free]).max() < 1e-7 * np.abs(report.tau).max()
    assert report.binding(-1) == ()


def test_weights_say_which_inputs_work_and_damping_lets_goals_be_missed():
    weighted = da.control.closed_loop(CART, GO, by=da.control.LeastInputs(weights={"left": 3.0}))
    np.testing.assert_allclose(da.control.goal_report(weighted, {}).tau, [[1.0, 3.0]])
    damped = da.control.goal_report(da.control.closed_loop(CART, GO, by=da.control.LeastInputs(damping=1.0)), {})
    # the least (l + r − 4)² + l² + r²
    np.testing.assert_allclose(damped.tau, [[4.0 / 3.0, 4.0 / 3.0]])
    np.testing.assert_allclose(damped.unmet, [[-4.0 / 3.0]])


def crane() -> da.Model:
    """A trolley, a rope without mass whose winch pulls, and a load that is a point."""
    trolley, rope, load = (
        da.box("trolley", size=(0.3, 0.2, 0.2), mass=10.0),
        da.Body("rope"),
        da.particle("load", mass=5.0),
    )
    return da.Model(
        da.Prismatic("x", da.ground, trolley, axis="x"),
        da.Revolute("swing", trolley, rope, axis="z"),
        da.Prismatic("length", rope, load, axis=(0, -1, 0)),
        da.Motor("drive", "x"),
        da.Motor("winch", "length"),
        gravity=(0.0, -9.81, 0.0),
    )


def crane_with_drum() -> da.Model:
    """Blajer's crane: a drum with inertia between winch and rope, whose force is what both inputs act by."""
    plain = crane()
    drum = da.cylinder("drum", radius=0.1, length=0.2, mass=2.0, axis="z")
    return da.Model(
        *(part for part in plain.parts if part.name != "winch"),
        da.Revolute("turn", plain.body("trolley"), drum, axis="z"),
        da.Gear("wound", "length", "turn", ratio=0.1),
        da.Motor("winch", "turn"),
        gravity=plain.gravity,
    )


HANGING = {"length": 2.0, "turn": 20.0}


def test_inputs_that_act_in_one_combination_are_told_and_the_report_says_what_a_run_says():
    model = crane_with_drum()
    place = da.position(model.body("load"))
    goals = [
        da.Servo("along", place[0] - 0.1 * da.time**3, rate=3.0),
        da.Servo("over", place[1] + 2.0, rate=3.0),
    ]
    # where the rope hangs still, the goals are met in this state by chance
    slower = da.control.with_input_states(model, ["winch"])
    for subject, remedy, z in (
        (model, "in one combination, .* drive .* winch, only", {}),
        (slower, "make some of them states by", {"winch": -0.1 * 5.0 * 9.81}),
    ):
        loop, state = da.control.closed_loop(subject, *goals), da.State(q=HANGING, z=z)
        report = da.control.goal_report(loop, state)
        assert report.kind == "none"
        assert re.search(f"the goals along, over cannot be met together .* {remedy}", report.reason)
        with pytest.raises(da.errors.SolverError, match=re.escape(report.reason)):
            da.simulate(loop, state, until=0.1)


def test_inputs_that_act_in_one_combination_are_states_as_that():
    """The force of the rope is an input instead of the winch; the place of the load then says all, being flat."""
    model = crane_with_drum()
    pulled = da.control.with_input_instead(model, "winch", "pull", da.measures.multiplier("wound"))
    assert pulled.inputs == ("drive", "pull")
    slower = da.control.with_input_states(da.control.with_input_states(pulled, ["pull"]), ["pull.rate"])
    way = da.control.rest_to_rest(0.0, 1.0, duration=4.0, smoothness=4)
    place = da.position(model.body("load"))
    goals = [
        da.Servo("along", place[0] - 3.0 * way, rate=3.0, exact=True),
        da.Servo("over", place[1] + 2.0 - 3.2 * way * (1.0 - way), rate=3.0, exact=True),
    ]
    loop, start = da.control.closed_loop(slower, *goals), da.State(q=HANGING, z={"pull": -5.0 * 9.81})
    assert da.control.goal_report(loop, start).orders == {"along": 4, "over": 4}
    times = [0.0, 1.0, 2.7, 4.0]
    motion = da.simulate(loop, start, times=times, method=FINE)

    # the rope is along ẍ, ÿ + g; trolley and length follow, and from these what drive and winch exert
    g, scale = mpmath.mpf("9.81"), 1 / mpmath.beta(5, 5)
    ease = [scale * mpmath.binomial(4, k) * (-1) ** k / (5 + k) for k in range(5)]

    def w(t):
        return sum(c * (t / 4) ** (5 + k) for k, c in enumerate(ease))

    def y(t):
        return -2 + mpmath.mpf("3.2") * w(t) * (1 - w(t))

    def rope(t):
        return mpmath.diff(lambda s: 3 * w(s), t, 2), mpmath.diff(y, t, 2) + g

    with mpmath.workdps(40):
        for k in (1, 2):
            t = mpmath.mpf(times[k])
            x2, y2 = rope(t)
            force = 5 * mpmath.hypot(x2, y2)
            trolley = mpmath.diff(lambda s: 3 * w(s) - y(s) * rope(s)[0] / rope(s)[1], t, 2)
            length = mpmath.diff(lambda s: -y(s) * mpmath.hypot(*rope(s)) / rope(s)[1], t, 2)
            drive = 12 * trolley + force * x2 / mpmath.hypot(x2, y2)
            winch = 0.5 * 2 * 0.1**2 * length / 0.1 - 0.1 * force
            assert motion["drive"][k] == pytest.approx(float(drive), abs=1e-5)
            assert motion["winch"][k] == pytest.approx(float(winch), abs=1e-6)
            assert motion["pull"][k] == pytest.approx(-float(force), abs=1e-6)


def test_an_input_takes_the_place_only_of_one_that_acts():
    model = crane_with_drum()
    with pytest.raises(da.errors.ModelError, match="the input 'winch' does not act on "):
        da.control.with_input_instead(model, "winch", "pull", da.coordinate("x"))
    with pytest.raises(da.errors.ModelError, match="has a name of its own, not 'drive'"):
        da.control.with_input_instead(model, "winch", "drive", da.measures.multiplier("wound"))
    with pytest.raises(da.errors.FormulationError, match="is not linear in the inputs"):
        da.control.with_input_instead(model, "winch", "pull", da.measures.multiplier("wound") ** 2)


def test_a_crane_carries_its_load_along_a_curve_without_swing():
    model = crane()
    load = da.position(model.body("load"))
    way = da.control.rest_to_rest(0.0, 1.0, duration=4.0, smoothness=4)
    goals = [
        da.Servo("along", load[0] - 3.0 * way, rate=3.0, exact=True),
        da.Servo("up", load[1] + 2.0 - 0.5 * way, rate=3.0, exact=True),
    ]
    # both inputs act on the load along the rope only
    with pytest.raises(da.errors.SolverError, match="make some of them states by"):
        da.simulate(da.control.closed_loop(model, *goals), {"length": 2.0}, until=1.0)
    slower = da.control.with_input_states(da.control.with_input_states(model, ["winch"]), ["winch.rate"])
    loop = da.control.closed_loop(slower, *goals)
    start = da.State(q={"length": 2.0}, z={"winch": -5.0 * 9.81})
    assert set(da.control.goal_report(loop, start).orders.values()) == {4}
    motion = da.simulate(loop, start, until=4.5, method=FINE)
    path = 3.0 * motion.evaluate(way)
    assert np.abs(motion["load.position.x"] - path).max() < 1e-8
    assert np.abs(motion["swing"]).max() > 0.05
    end = motion.state()
    np.testing.assert_allclose([end.q["swing"], end.u["swing"], end.q["x"]], [0.0, 0.0, 3.0], atol=1e-7)


def flexible_joint() -> da.Model:
    """A rotor and a link, joined by a shaft that twists."""
    rotor, link = da.cylinder("rotor", radius=0.1, length=0.1, mass=2.0), da.rod("link", length=0.5, mass=1.0)
    return da.Model(
        da.Revolute("motor angle", da.ground, rotor["bottom"], axis="z"),
        da.Revolute("twist", rotor["bottom"], link, axis="z"),
        da.JointForce("shaft", "twist", -50.0 * da.coordinate("twist")),
        da.Motor("motor", "motor angle"),
        gravity=(0.0, -9.81, 0.0),
    )


def test_a_flexible_joint_is_of_order_four_and_wants_a_smooth_reference():
    angle = da.coordinate("motor angle") + da.coordinate("twist")
    loop = da.control.closed_loop(
        flexible_joint(), da.Servo("link", angle - 0.5 * da.sin(2.0 * da.time), rate=6.0)
    )
    assert da.control.goal_report(loop, {}).orders == {"link": 4}
    motion = da.simulate(loop, {"motor angle": 0.1}, until=4.0, method=FINE)
    error = motion["motor angle"] + motion["twist"] - 0.5 * np.sin(2.0 * motion.times)
    assert abs(error[0]) == 0.1
    assert abs(error[-1]) < 1e-6
    table = da.spline([0.0, 1.0, 2.0, 3.0, 4.0], [0.0, 0.2, 0.1, 0.3, 0.0])
    for law, word in (
        (table(da.time), "a spline of degree 3"),
        (da.expr.absolute_value(da.sin(da.time)), "absolute_value"),
    ):
        with pytest.raises(da.errors.ModelError, match=f"not differentiable often enough.*{word}"):
            da.control.goal_report(
                da.control.closed_loop(flexible_joint(), da.Servo("link", angle - law, rate=6.0)), {}
            )


def test_a_ball_on_a_beam_is_out_of_reach_where_the_beam_does_not_turn():
    beam, ball = da.box("beam", size=(2.0, 0.05, 0.1), mass=2.0), da.particle("ball", mass=0.5)
    model = da.Model(
        da.Revolute("tilt", da.ground, beam, axis="z"),
        da.Prismatic("way", beam, ball, axis="x"),
        da.Motor("torque", "tilt"),
        gravity=(0.0, -9.81, 0.0),
    )
    loop = da.control.closed_loop(model, da.Servo("ball", da.coordinate("way") - 0.3, rate=2.0))
    # the torque is in the third derivative, times 2 s ω, s the way and ω the rate of the tilt
    moving = da.control.goal_report(loop, da.State(q={"way": 0.4}, u={"tilt": 0.5}))
    assert (moving.kind, moving.orders) == ("unique", {"ball": 3})
    inertia = 2.0 * (2.0**2 + 0.05**2) / 12.0 + 0.5 * 0.4**2
    assert moving.slopes[0, 0, 0] == pytest.approx(2.0 * 0.4 * 0.5 / inertia, rel=1e-12)
    with pytest.raises(
        da.errors.SolverError, match="at the start: no input acts on the goal 'ball' in this state"
    ):
        da.simulate(loop, {}, until=1.0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "does not say how fast an error decays"),
        ({"rate": -1.0}, "the rate of Servo 'g' is a positive number"),
        ({"rate": 1.0, "settling": 2.0}, "has both rate and settling"),
        ({"gains": (1.0, -1.0)}, "unstable"),
        ({"gains": [[[1.0, 0.0], [0.0, 1.0]]]}, "a matrix of the shape"),
        ({"gains": "fast"}, "are numbers or matrices"),
        ({"exact": "yes"}, "is True or False, not"),
        ({"rate": 1.0, "priority": -1}, "the priority of Servo 'g' is 0"),
        ({"rate": 1.0, "weight": 0.0}, "the weight of Servo 'g' is a positive number"),
    ],
)
def test_goals_that_make_no_sense_are_refused(arguments, message):
    with pytest.raises(da.errors.ModelError, match=message):
        da.Servo("g", da.coordinate("x"), **arguments)


def test_goals_that_do_not_fit_a_model_are_refused():
    with pytest.raises(da.errors.ModelError, match="needs expressions of measures"):
        da.Servo("g", 1.0, rate=1.0)
    with pytest.raises(da.errors.ModelError, match="there is no coordinate"):
        da.control.goal_report(da.control.closed_loop(CART, da.Servo("g", da.coordinate("y"), rate=1.0)), {})
    with pytest.raises(da.errors.ModelError, match="that takes 2 gains"):
        da.control.goal_report(da.control.closed_loop(CART, da.Servo("g", da.coordinate("x"), gains=1.0)), {})
    with pytest.raises(da.errors.FormulationError, match="no input can act on Servo 'clock'"):
        clock = da.Model(*CART.parts, da.StateVariable("clock value", rate=da.sin(da.time)))
        da.control.goal_report(
            da.control.closed_loop(clock, da.Servo("clock", da.measures.state_variable("clock value"), rate=1.0)),
            {},
        )
    with pytest.raises(da.errors.ModelError, match="the goal 'go' is -1 at the start instead of zero"):
        exact = da.Servo("go", da.coordinate("x") - 1.0, rate=2.0, exact=True)
        da.simulate(da.control.closed_loop(CART, exact), {}, until=1.0)
    with pytest.raises(da.errors.ModelError, match="there is no input 'middle'"):
        da.control.closed_loop(CART, GO, by=da.control.LeastInputs(weights={"middle": 1.0}))
    with pytest.raises(da.errors.ModelError, match="depends on the symbol 'k', which has no value"):
        da.control.goal_report(
            da.control.closed_loop(CART, da.Servo("g", da.coordinate("x") - da.expr.symbol("k"), rate=1.0)), {}
        )
    with pytest.raises(da.errors.ModelError, match="tends to is an expression of measures"):
        da.control.LeastInputs(toward={"left": "x"})
    with pytest.raises(da.errors.ModelError, match="there is no goal"):
        da.control.closed_loop(CART)
    with pytest.raises(da.errors.FormulationError, match="there is no input that could meet Servo 'go'"):
        da.control.goal_report(da.control.closed_loop(da.Model(CART.parts[0]), GO), {})
    with pytest.raises(da.errors.FormulationError, match="follow from goals here"):
        da.inverse_dynamics(da.control.closed_loop(CART, GO), CART.state())


def test_a_goal_against_a_passive_constraint_is_refused():
    locked = da.Model(
        da.Prismatic("x", da.ground, da.box("a", size=(0.1, 0.1, 0.1), mass=1.0), axis="x"),
        da.Prismatic("y", da.ground, da.box("b", size=(0.1, 0.1, 0.1), mass=1.0), axis="x"),
        da.Holonomic("locked", da.coordinate("x") - 0.2),
        da.Motor("push", "x"),
        da.Motor("pull", "y"),
    )
    with pytest.raises(da.errors.FormulationError, match="no input can act on Servo 'go': constraints hold it"):
        da.simulate(da.control.closed_loop(locked, GO), {"x": 0.2}, until=1.0)


@pytest.mark.covers("F002-58")
def test_inputs_that_enter_in_a_curved_way_are_found_by_newtons_method():
    push = da.Input("push")
    block = da.box("block", size=(0.1, 0.1, 0.1), mass=2.0)
    joint = da.Prismatic("x", da.ground, block, axis="x")
    cubic = da.Model(joint, da.JointForce("thrust", "x", push + 0.1 * push**3))
    tau = da.control.goal_report(da.control.closed_loop(cubic, GO), {}).tau[0, 0]
    assert tau + 0.1 * tau**3 == pytest.approx(8.0, abs=1e-12)
    with pytest.raises(da.errors.FormulationError, match="forces are not linear in the input 'push'"):
        da.control.goal_report(da.control.closed_loop(cubic, GO, by=da.control.IdealControl()), {})
    with pytest.raises(da.errors.FormulationError, match="inputs enter in a curved way"):
        da.control.goal_report(
            da.control.closed_loop(cubic, GO, by=da.control.LeastInputs(limits={"push": 1.0})), {}
        )

    # a square pushes one way only
    square = da.Model(joint, da.JointForce("thrust", "x", push**2))
    back = da.Servo("back", da.coordinate("x") + 1.0, rate=2.0)
    with pytest.raises(da.errors.SolverError, match="out of their reach"):
        da.simulate(da.control.closed_loop(square, back), da.State(tau={"push": 1.0}), until=0.1)


@pytest.mark.covers("F002-53")
def test_a_passive_row_contains_an_input_whose_rate_is_the_control():
    one, two = (da.box(name, size=(0.1, 0.1, 0.1), mass=1.0) for name in ("one", "two"))
    model = da.Model(
        da.Prismatic("x", da.ground, one, axis="x"),
        da.Prismatic("y", da.ground, two, axis="x"),
        da.StateVariable("belt", rate=da.Input("belt rate")),
        da.Nonholonomic("slip", da.speed("x") - da.speed("y") - da.measures.state_variable("belt")),
        da.Motor("push", "y"),
        da.Servo("place", da.coordinate("x") - 0.3 * da.sin(da.time), rate=4.0),
        da.Servo("speed", da.measures.state_variable("belt") - 0.2 * da.cos(da.time), rate=4.0),
    )
    report = da.control.goal_report(model, {})
    assert (report.kind, report.orders) == ("unique", {"place": 2, "speed": 1})
    motion = da.simulate(model, {}, until=5.0, method=FINE)
    assert motion["x"][-1] == pytest.approx(0.3 * np.sin(5.0), abs=1e-6)
    assert (motion["x.rate"] - motion["y.rate"])[-1] == pytest.approx(0.2 * np.cos(5.0), abs=1e-6)
    assert np.abs(motion["slip.residual"]).max() < 1e-12


def test_a_goal_may_be_a_reaction():
    # two masses on a rod that is a constraint: one input moves both, the other sets the force between them
    one, two = (da.box(name, size=(0.1, 0.1, 0.1), mass=mass) for name, mass in (("one", 1.0), ("two", 3.0)))
    model = da.Model(
        da.Prismatic("x", da.ground, one, axis="x"),
        da.Prismatic("y", da.ground, two, axis="x"),
        da.Holonomic("rod", da.coordinate("y") - da.coordinate("x") - 0.5),
        da.Motor("push", "x"),
        da.Motor("pull", "y"),
    )
    go = da.Servo("go", da.coordinate("x") - 1.0, rate=2.0)
    tense = da.Servo("tense", da.measures.multiplier("rod") - 5.0)
    report = da.control.goal_report(da.control.closed_loop(model, go, tense), {"x": 0.0, "y": 0.5})
    assert (report.kind, report.orders) == ("unique", {"go": 2, "tense": 0})
    # a = 4 of both, with 5 more on one and 5 less on the other
    np.testing.assert_allclose(report.tau, [[4.0 + 5.0, 12.0 - 5.0]], atol=1e-9)
    with pytest.raises(da.errors.FormulationError, match="goals that contain reactions are no constraints"):
        da.control.goal_report(da.control.closed_loop(model, go, tense, by=da.control.IdealControl()), {"y": 0.5})


def test_a_goal_out_of_reach_of_a_linkage_ends_at_its_dead_centre():
    model = slider_crank()
    start = da.assemble(model, q={"slide": 1.05}, guess={"A": 1.2, "B": -1.5})
    loop = da.control.closed_loop(model, da.Servo("far", da.coordinate("slide") - 1.3, rate=2.0))
    with pytest.raises(da.errors.SolverError, match="motor lose their hold on the goal 'far'") as failure:
        da.simulate(loop, start, until=3.0)
    # crank and rod in line
    assert failure.value.motion["slide"][-1] == pytest.approx(1.2, abs=1e-6)


def test_turns_of_a_joint_that_closes_a_loop_count_if_the_goal_is_in_the_model():
    goal = da.Servo("turn", da.coordinate("C") - 0.5 * da.time, rate=2.0)
    with pytest.raises(da.errors.ModelError, match="make the goal a part of the model"):
        da.control.closed_loop(slider_crank(), goal)
    assert "C" in slider_crank(goal).unwrapped_angles


def test_parameters_of_goals_beside_a_model_are_those_of_the_loop():
    loop = da.control.closed_loop(CART, da.Servo("go", da.coordinate("x") - da.param("far", 2.0), rate=2.0))
    assert da.equilibrium(loop, p={"far": 3.0}).q["x"] == pytest.approx(3.0, abs=1e-9)
    starts = da.States(q={"x": np.zeros(3)}, p={"far": np.array([1.0, 2.0, 3.0])})
    runs = da.batch(loop, starts, until=1.0)
    alone = da.simulate(loop, da.State(p={"far": 3.0}), until=1.0)
    np.testing.assert_array_equal(runs[2]["x"], alone["x"])
    assert da.as_dynamics(loop).signals(["x"], alone.state())["x"] == alone["x"][-1]
    heavier = da.box("block", size=(0.1, 0.1, 0.1), mass=da.param("far", 1.0))
    other = da.Model(da.Prismatic("x", da.ground, heavier, axis="x"), da.Motor("push", "x"))
    with pytest.raises(da.errors.ModelError, match="the parameter 'far' has two defaults"):
        da.control.closed_loop(other, da.Servo("go", da.coordinate("x") - da.param("far", 2.0), rate=2.0))
