"""What people write at first: it works, or the message says what to write."""

import numpy as np
import pytest

import dalembert as da
from dalembert.principles.catalogue import every_principle
from dalembert.principles.deriving.principle_names import COORDINATES, PRINCIPLES

ARM = da.rod("arm", length=1.0, mass=3.0)
TIMES = np.linspace(0.0, 0.1, 11)


@pytest.fixture(scope="module")
def dynamics():
    return da.as_dynamics(da.Model(da.Revolute("elbow", da.ground, ARM, axis="z"), da.Motor("motor", "elbow")))


@pytest.fixture(scope="module")
def motion(dynamics):
    return da.simulate(dynamics, da.State(tau={"motor": 1.0}), until=0.1, times=TIMES)


def test_a_start_may_be_coordinates_by_name(dynamics):
    assert da.simulate(dynamics, {"elbow": 1.2}, until=0.1)["elbow"][0] == 1.2
    assert [x["elbow"][0] for x in da.batch(dynamics, [{"elbow": 1.2}, {}], until=0.1)] == [1.2, 0.0]
    with pytest.raises(da.errors.ModelError, match=r"a state is given by names"):
        da.simulate(dynamics, [1.2, 0.0], until=0.1)


@pytest.mark.parametrize(
    ("method", "written"),
    [
        ("RK45", r"DormandPrince\(\)"),
        ("dop853", r"DOP853\(\)"),
        (da.methods.Radau, r"Radau\(\)"),
        ("RK4", r"RK4\(step=1e-3\)"),
        (7, "there are DOP853, DormandPrince"),
    ],
)
def test_a_method_is_an_object(dynamics, method, written):
    with pytest.raises(da.errors.SolverError, match=written):
        da.simulate(dynamics, until=0.1, method=method)


@pytest.mark.parametrize("drift", [da.methods.Projection, "projection", False])
def test_drift_is_an_object(dynamics, drift):
    with pytest.raises(da.errors.ModelError, match=r"Projection\(\), Baumgarte"):
        da.simulate(dynamics, until=0.1, stabilization=drift)


@pytest.mark.parametrize("principle", ["Kane", da.Kane, 3])
def test_a_principle_is_an_object(dynamics, principle):
    model = dynamics.equations.model
    for verb in (da.derive, da.explain):
        with pytest.raises(da.errors.FormulationError, match=r"Kane\(\)"):
            verb(model, principle)


def test_a_controller_needs_a_period_and_goes_forward(dynamics):
    with pytest.raises(da.errors.ModelError, match=r"da.control.SampledController\(period, law\)"):
        da.simulate(dynamics, until=0.1, controller=lambda state: {"motor": 1.0})
    with pytest.raises(da.errors.ModelError, match=r"period .* positive number"):
        da.control.SampledController("0.1", lambda state: {})
    with pytest.raises(da.errors.ModelError, match=r"law .* function"):
        da.control.SampledController(0.1, 1.0)
    # one period would have held the input of its end all the way
    with pytest.raises(da.errors.ModelError, match="back in time"):
        da.simulate(
            dynamics, until=-1.0, controller=da.control.SampledController(0.1, lambda state: {"motor": 1.0})
        )


@pytest.mark.parametrize("until", ["1", None, np.nan, np.inf, 1j, [1.0]])
def test_the_end_is_a_finite_number(dynamics, until):
    with pytest.raises(da.errors.ModelError, match="until is the time of the end"):
        da.simulate(dynamics, until=until)


def test_a_run_that_ends_at_its_start_is_the_start(dynamics):
    for found in (
        da.simulate(dynamics, da.State(t=2.0, q={"elbow": 1.0}), until=2.0),
        da.batch(dynamics, [da.State(t=2.0, q={"elbow": 1.0})], until=2)[0],
    ):
        assert found.times.tolist() == [2.0] and found["elbow"].tolist() == [1.0]
        assert found.energy_drift == 0.0


def test_times_are_numbers_within_the_run(dynamics):
    for times in ("soon", [0.0, np.nan], [0.0, 0.2], [], [[0.0], [0.1, 0.2]]):
        with pytest.raises(da.errors.ModelError, match="times of output"):
            da.simulate(dynamics, until=0.1, times=times)


def test_one_event_is_as_good_as_a_list(dynamics):
    event = da.Event("late", da.time - 0.05)
    assert [found.t for found in da.simulate(dynamics, until=0.1, events=event).events] == pytest.approx([0.05])
    with pytest.raises(da.errors.ModelError, match=r"da\.Event\(name, expression\)"):
        da.simulate(dynamics, until=0.1, events=[da.time - 0.05])


def test_a_state_is_found_by_row_or_by_time(motion):
    assert motion.state(5) == motion.state(-6) == motion.state(0.05) == motion.state(np.float64(TIMES[5]))
    assert motion.state(0.0).t == 0.0
    assert motion.state(0.053) == motion.resampled([0.053]).state()
    with pytest.raises(da.errors.ModelError, match=r"no row .* t = 0\.153; the nearest is at 0\.1; .*`times`"):
        motion.state(0.153)
    with pytest.raises(da.errors.ModelError, match="there is no row 11 in a motion of 11 rows"):
        motion.state(11)


def test_one_expression_is_evaluated_without_a_name(dynamics):
    state = da.State(q={"elbow": np.pi / 2})
    assert dynamics.evaluate(da.position(ARM["end"])[1], state) == pytest.approx(1.0)
    np.testing.assert_allclose(dynamics.evaluate(da.position(ARM["end"]), {"elbow": 0.0}), [1.0, 0.0, 0.0])


# ---- nothing moves


@pytest.fixture(scope="module")
def welded():
    return da.Model(da.Weld("foot", da.ground, ARM), gravity=(0.0, 0.0, -9.81))


def test_a_welded_model_stands_still_and_has_reactions(welded):
    motion = da.simulate(welded, until=1.0, times=[0.0, 0.5, 1.0])
    assert motion.states.shape == (3, 0)
    np.testing.assert_allclose(motion["foot.force.z"], 3.0 * 9.81)
    # at the middle of the rod, about its end
    np.testing.assert_allclose(motion["foot.moment.y"], -3.0 * 9.81 / 2.0)
    assert motion.energy_drift == 0.0
    assert motion.state().t == 1.0


def test_time_goes_on_where_nothing_moves(welded):
    event = da.Event("noon", da.time - 0.25, is_terminal=True)
    motions = da.batch(welded, [welded.state(), welded.state()], until=1.0, events=[event], lanes=2)
    for motion in (da.simulate(welded, until=1.0, events=[event], method=da.methods.Radau()), *motions):
        assert motion.times[-1] == pytest.approx(0.25)
        assert [found.name for found in motion.events] == ["noon"]
    with pytest.raises(da.errors.SolverError, match="nothing can move here"):
        da.simulate(welded, until=1.0, method=da.methods.IndexThree(0.1))


def test_an_integral_runs_where_nothing_moves():
    clock = da.Model(
        da.Weld("foot", da.ground, da.particle("base", mass=1.0)), da.StateVariable("age", rate=da.time)
    )
    assert da.simulate(clock, until=2.0)["age"][-1] == pytest.approx(2.0)


# ---- bodies


def test_frames_are_offset_by_components_or_by_a_vector():
    assert ARM.at([0.1, 0.2, 0.3]) == ARM.at(np.array([0.1, 0.2, 0.3])) == ARM.at(0.1, 0.2, 0.3)
    assert ARM["end"].at((0.0, 1.0, 0.0)) == ARM.at(1.0, 1.0)
    with pytest.raises(da.errors.ModelError, match="by one vector"):
        ARM.at([1.0, 2.0, 3.0], 4.0)
    with pytest.raises(da.errors.ModelError, match=r"the shape \(3,\)"):
        ARM.at([1.0, 2.0])


def test_three_moments_are_told_where_they_belong():
    with pytest.raises(da.errors.ModelError, match=r"np\.diag\(\[Jx, Jy, Jz\]\)"):
        da.Inertia(1.0, (0.0, 0.0, 0.0), (1.0, 1.0, 1.0))


def test_published_inertias_are_refused_by_the_name_of_the_body_unless_unchecked():
    com, J = (0.1, 0.0, 0.0), np.diag([0.01, 0.02, 0.04])
    with pytest.raises(da.errors.ModelError, match=r"body 'link 3': .*belong to no body.*check=False"):
        da.Body("link 3", (2.0, com, J))
    published = da.Inertia(2.0, com, J, check=False)
    link = da.Body("link 3", published)
    assert link.inertia is published and da.Body("link 4", (2.0, com, np.eye(3))).inertia.mass == 2.0
    # it stays so where it is moved, added and copied into models
    assert not published.rotated(np.eye(3)[[1, 2, 0]]).check and not (published + published).check
    module = da.Model(da.Revolute("pin", da.ground, link))
    whole = da.Model(da.Submodel("left", module))
    assert da.as_dynamics(whole).accelerations({})["left/pin.rate"] == 0.0
    with pytest.raises(da.errors.ModelError, match="negative"):
        da.Inertia(2.0, com, np.diag([-0.01, 0.02, 0.04]), check=False)


# ---- names


def test_speeds_go_by_the_names_of_coordinates_everywhere(dynamics):
    start = da.State(u={"elbow": 2.0})
    assert da.simulate(dynamics, start, until=0.01)["elbow.rate"][0] == 2.0
    assert dynamics.equations.state(u={"elbow": 2.0}).u["elbow.rate"] == 2.0
    assert da.assemble(dynamics, u={"elbow": 2.0}).u["elbow"] == 2.0
    assert dynamics.accelerations(da.State(tau={"motor": 2.0}))["elbow"] == pytest.approx(2.0)
    seen = []
    law = da.control.SampledController(0.05, lambda state: seen.append(state.u["elbow"]) or {"motor": 0.0})
    da.simulate(dynamics, start, until=0.1, controller=law)
    assert seen == pytest.approx([2.0, 2.0])
    with pytest.raises(da.errors.ModelError, match=r"the speed 'elbow\.rate' is given twice"):
        dynamics.accelerations(da.State(u={"elbow": 1.0, "elbow.rate": 1.0}))


def test_typed_speeds_go_by_the_names_of_their_coordinates_where_these_are_their_rates():
    x, y, v, w = da.expr.symbols("x y v w")
    plain = da.as_dynamics(da.formulations.TypedSystem([x, y], [v, w]).from_energies(v**2 / 2 + w**2 / 2))
    assert plain.arguments(da.State(u={"x": 1.0, "w": 2.0}))["u"].tolist() == [1.0, 2.0]
    assert da.assemble(plain, u={"y": 3.0}).u["w"] == 3.0
    rates = {"x": v, "y": v + w}
    mixed = da.as_dynamics(
        da.formulations.TypedSystem([x, y], [v, w], rates=rates).from_energies(v**2 / 2 + w**2 / 2)
    )
    assert mixed.arguments(da.State(u={"x": 1.0}))["u"].tolist() == [1.0, 0.0]
    with pytest.raises(da.errors.ModelError, match=r"the rate of 'y' is no speed of these equations; .* v, w"):
        mixed.arguments(da.State(u={"y": 1.0}))


@pytest.mark.parametrize(
    ("given", "hint"),
    [
        ({"q": {"elbow.rate": 1.0}}, r"no coordinate 'elbow\.rate'; it is the name of a speed: give it in u"),
        ({"tau": {"elbow": 1.0}}, "no input 'elbow'; it is the name of a coordinate: give it in q; .*'motor'"),
        ({"p": {"motor": 1.0}}, "no parameter 'motor'; it is the name of an input: give it in tau; .*none"),
        ({"u": {"elbo": 1.0}}, "no speed 'elbo'; did you mean 'elbow'"),
    ],
)
def test_hints_look_among_other_kinds_of_names(dynamics, given, hint):
    model = dynamics.equations.model
    for state in (model.state, dynamics.equations.state):
        with pytest.raises(da.errors.ModelError, match=hint):
            state(**given)


def test_hints_for_measures_look_among_other_kinds_of_names(motion):
    with pytest.raises(da.errors.ModelError, match=r"it is the name of a speed: write speed\('elbow\.rate'\)"):
        motion.evaluate(da.coordinate("elbow.rate"))
    with pytest.raises(da.errors.ModelError, match="did you mean 'elbow'"):
        motion.evaluate(da.speed("elbo"))
    with pytest.raises(
        da.errors.FormulationError, match=r"no signal 'arm'; did you mean 'arm\.angular_velocity\.x'"
    ):
        motion["arm"]


def test_values_are_written_short(dynamics, motion):
    assert repr(dynamics.equations) == "<Equations: 1 coordinate, 1 speed, 1 input>"
    assert repr(dynamics) == "<Dynamics of <Equations: 1 coordinate, 1 speed, 1 input>>"
    assert repr(motion) == "<Motion of 2 states: 11 rows from t = 0 to 0.1>"
    assert repr(da.assemble(dynamics)).endswith("undetermined=('elbow', 'elbow.rate'))")


def test_states_are_coordinates_by_name_for_other_questions_too(dynamics):
    assert da.mobility(dynamics, {"elbow": 1.0}).degrees_of_freedom == 1
    assert "1 degree" in da.summary(dynamics, {"elbow": 1.0})
    assert da.convert_state({"elbow": 1.0}, dynamics, dynamics).q["elbow"] == pytest.approx(1.0)


# ---- controllers


def two_motors():
    model = da.Model(
        da.Revolute("elbow", da.ground, ARM, axis="z"), da.Motor("motor", "elbow"), da.Motor("brake", "elbow")
    )
    return model, model.state(tau={"brake": -0.5})


def test_inputs_that_a_law_does_not_name_stay_as_they_are():
    model, start = two_motors()
    answers = {0.0: {"motor": 1.0}, 0.1: {}, 0.2: {"brake": 0.25}}
    law = da.control.SampledController(0.1, lambda state: answers[round(state.t, 3)])
    motion = da.simulate(model, start, until=0.3, times=[0.05, 0.15, 0.25], controller=law)
    assert motion.inputs.tolist() == [[1.0, -0.5], [1.0, -0.5], [1.0, 0.25]]


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        (lambda: 1 / 0, "ZeroDivisionError: division by zero"),
        (lambda: None, "ModelError: a law gives inputs by name, such as {'motor': 1.0}, not None"),
        (lambda: {"engine": 1.0}, "ModelError: there is no input 'engine'"),
        (lambda: {"motor": np.nan}, "must be finite"),
    ],
)
@pytest.mark.parametrize("last", [0.0, 0.1])
def test_a_law_that_fails_is_named_with_its_time_and_the_motion_until_then(answer, complaint, last):
    model, start = two_motors()

    def steering(state):
        return answer() if state.t == last else {"motor": 1.0}

    with pytest.raises(da.errors.SolverError, match=rf"steering failed at t = {last:g}: .*{complaint}") as caught:
        da.simulate(
            model, start, until=0.3, times=[0.0, 0.05, 0.3], controller=da.control.SampledController(0.1, steering)
        )
    assert caught.value.__cause__ is not None
    motion = caught.value.motion
    assert motion.times.tolist() == ([0.0, 0.05, 0.1] if last else [0.0])
    assert "steering failed" in motion.termination and len(motion["energy"]) == len(motion)


@pytest.mark.parametrize(("t", "period"), [(0.0, 1e-12), (1e9, 1e-8)])
def test_a_period_that_is_too_short_is_refused(dynamics, t, period):
    law = da.control.SampledController(period, lambda state: {"motor": 1.0})
    with pytest.raises(da.errors.ModelError, match="give a longer period"):
        da.simulate(dynamics, da.State(t=t), until=t + 0.1, controller=law)


# ---- wrong kinds of things


def test_one_start_is_not_a_batch(dynamics):
    for start in (da.State(), {"elbow": 1.0}):
        with pytest.raises(da.errors.ModelError, match=r"a list of states: write \[state\]"):
            da.batch(dynamics, start, until=0.1)


@pytest.mark.parametrize("at", ["a", True, None, [1]])
def test_a_row_is_a_number_and_a_time_a_float(motion, at):
    with pytest.raises(da.errors.ModelError, match="by the number of its row or by its time"):
        motion.state(at)


def test_text_is_not_a_number(dynamics):
    with pytest.raises(da.errors.ModelError, match=r"q\['elbow'\] of a state must be a number, not '1'"):
        dynamics.equations.state(q={"elbow": "1"})


@pytest.mark.parametrize("function", [np.deg2rad, np.log1p, np.cbrt, lambda x: np.hypot(x, 2.0)])
def test_functions_of_numpy_that_expressions_do_not_have_name_those_that_there_are(function):
    for x in (da.time, np.array([da.time, 2.0 * da.time])):
        with pytest.raises(da.errors.DalembertError, match="there are sin, cos"):
            function(x)


def test_outputs_of_bound_kernels_are_not_assigned():
    bound = da.kernels.compile({"a": 2.0 * da.time}, [da.time]).bind()
    with pytest.raises(da.errors.CompileError, match=r"the output 'a' is computed by run\(\)"):
        bound.outputs["a"] = 1.0


# ---- what there is instead


def test_without_an_end_the_last_time_is_it(dynamics):
    motion = da.simulate(dynamics, times=TIMES)
    assert motion.times.tolist() == TIMES.tolist() and "end time" in motion.termination
    assert da.batch(dynamics, [{}], times=-TIMES)[0].times[-1] == -0.1
    for times in (None, []):
        with pytest.raises(da.errors.ModelError, match="until is the time of the end"):
            da.simulate(dynamics, times=times)


def test_mobility_is_that_of_an_assembled_state_unless_one_is_given():
    bob = da.particle("bob", mass=1.0)
    model = da.Model(da.Translational("slide", da.ground, bob), da.Distance("rope", da.ground, bob, 1.0))
    assert da.mobility(model).degrees_of_freedom == 2


@pytest.mark.parametrize("name", ["t", "time"])
def test_times_are_no_signal(motion, name):
    with pytest.raises(da.errors.DalembertError, match=r"times are motion\.times"):
        motion[name]


@pytest.mark.parametrize(("word", "name"), [("lagrange", "Lagrange"), ("newton-euler", "NewtonEuler")])
def test_a_principle_is_found_by_its_letters(dynamics, word, name):
    with pytest.raises(da.errors.FormulationError, match=rf"not '{word}': write da\.{name}\(\)"):
        da.derive(dynamics.equations.model, word)
    with pytest.raises(da.errors.FormulationError, match="there are Recursive, NewtonEuler"):
        da.derive(dynamics.equations.model, "magic")


@pytest.mark.parametrize(
    ("principle", "coordinates", "message"),
    [
        (
            da.formulations.Absolute(),
            None,
            r"Absolute\(\) is a choice of coordinates, not a principle: write coordinates=Absolute\(\)",
        ),
        (da.formulations.Absolute("xyz"), None, r"write coordinates=Absolute\(angles='xyz'\)"),
        (
            da.formulations.AbsolutePlanar,
            None,
            r"not AbsolutePlanar: write coordinates=da\.formulations\.AbsolutePlanar\(\)",
        ),
        ("absolute", None, r"not 'absolute': write coordinates=da\.formulations\.Absolute\(\)"),
        (None, da.Kane(), r"such as Absolute\(\), and Kane\(\) is a principle"),
        (None, da.formulations.Absolute, r"not Absolute: write da\.formulations\.Absolute\(\)"),
        (None, "polar", r"not 'polar': there are Relative, Absolute, AbsolutePlanar"),
        (None, 3.0, r"such as Absolute\(\), and 3\.0 is none"),
    ],
)
def test_principles_and_coordinates_in_each_others_place_are_told_apart(dynamics, principle, coordinates, message):
    for ask in (da.derive, da.explain):
        with pytest.raises(da.errors.FormulationError, match=message):
            ask(dynamics.equations.model, principle, coordinates=coordinates)


def test_every_principle_is_found_by_its_name():
    assert {type(principle).__name__ for principle in every_principle()} <= set(PRINCIPLES)
    assert {*PRINCIPLES, *COORDINATES} <= {*da.__all__, *vars(da.formulations)}


def test_typed_forces_have_names():
    x, v, U = da.expr.symbols("x v U")
    with pytest.raises(da.errors.FormulationError, match=r"forces are given by name, such as \{'x': "):
        da.formulations.TypedSystem([x], [v], forces=[U]).from_energies(v**2 / 2)


def test_the_ground_is_not_a_result():
    with pytest.raises(
        da.errors.ModelError, match=r"body 'ground' is called like da\.ground, the body that does not move"
    ):
        da.Model(da.Revolute("pin", da.ground, da.rod("ground", length=1.0, mass=1.0)))


def test_an_input_and_a_parameter_have_two_names():
    spring = da.JointSpring("spring", "elbow", da.param("motor", 3.0))
    with pytest.raises(da.errors.ModelError, match="an input is called 'motor', which is the name of a parameter"):
        da.Model(da.Revolute("elbow", da.ground, ARM), da.Motor("motor", "elbow"), spring)


def test_angles_of_a_ball_joint_in_absolute_coordinates_have_no_loop_to_cut():
    ball = da.Spherical("ball", da.ground, da.sphere("bob", radius=0.1, mass=1.0), angles="xyz")
    model = da.Model(ball, da.JointSpring("spring", ball.coordinates[0], 2.0))
    with pytest.raises(da.errors.ModelError, match="of a tree in absolute coordinates, act by measures of "):
        _ = da.derive(model, coordinates=da.formulations.Absolute()).f


def test_a_start_that_a_stabilization_mends_is_noted_in_its_own_lane():
    bob = da.particle("bob", mass=1.0)
    model = da.Model(da.Translational("slide", da.ground, bob), da.Distance("rope", da.ground, bob, 1.0))
    starts = [{"slide.x": x} for x in (1.0, 1.1, 1.0, 1.2)]
    motions = da.batch(model, starts, until=0.01, times=[0.01], stabilization=da.methods.Baumgarte())
    assert [len(motion.notes) for motion in motions] == [0, 1, 0, 1]
    assert "the start does not satisfy 'rope'" in motions[3].notes[0]
    alone = da.simulate(model, starts[3], until=0.01, times=[0.01], stabilization=da.methods.Baumgarte())
    assert alone.notes == motions[3].notes
