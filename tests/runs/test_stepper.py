"""Steppers: one step at a time, with inputs given at each; alone, or many copies side by side."""

import numpy as np
import pytest

import dalembert as da


def arm():
    upper, lower = da.rod("upper", length=da.param("l", 1.0), mass=1.0), da.rod("lower", length=0.8, mass=0.5)
    return da.Model(
        da.Revolute("shoulder", da.ground, upper, axis="z"),
        da.Revolute("elbow", upper["end"], lower, axis="z"),
        da.Motor("motor", "elbow"),
        gravity=(0.0, -9.81, 0.0),
    )


@pytest.fixture(scope="module")
def model():
    return arm()


def test_steps_are_those_of_a_simulation(model):
    start = model.state(q={"elbow": 0.4}, tau={"motor": 0.3})
    stepper = da.stepper(model, start, step=1e-2)
    for _ in range(50):
        x = stepper.step()
    motion = da.simulate(model, start, times=[0.5], method=da.methods.RK4(1e-2))
    assert x == pytest.approx(motion.states[-1], abs=1e-13)
    assert stepper.t == 0.5
    assert stepper.state.q["elbow"] == x[1]
    assert stepper.state.tau["motor"] == 0.3
    assert stepper.names == ("shoulder", "elbow", "shoulder.rate", "elbow.rate")
    assert repr(stepper) == "<Stepper: 4 states, at t = 0.5>"


@pytest.mark.parametrize(
    "stabilization", [da.methods.NoStabilization(), da.methods.Baumgarte.critical(4.0), da.methods.Projection()]
)
def test_constraints_are_kept_as_the_solution_says_to_the_same_bits_as_in_a_simulation(stabilization):
    bob = da.particle("bob", mass=1.0)
    rod = da.Distance("rod", da.ground, bob, 1.0)
    system = da.derive(da.Model(da.Translational("T", da.ground, bob), rod, gravity=(0.0, -9.81, 0.0)))
    # a start that a stabilization takes as it is
    start = da.State(q={"T.x": 1.01 if isinstance(stabilization, da.methods.Baumgarte) else 1.0})
    own, given = (
        da.stepper(system.stabilized(stabilization), start, step=0.0625),
        da.stepper(system, start, step=0.0625, stabilization=stabilization),
    )
    many = da.stepper(system.stabilized(stabilization), [start, start], step=0.0625)
    for _ in range(16):
        x, same, lanes = own.step(), given.step(), many.step()
    motion = da.simulate(system.stabilized(stabilization), start, times=[0.0, 1.0], method=da.methods.RK4(0.0625))
    assert np.array_equal(x, motion.states[-1])
    assert np.array_equal(x, same)
    assert lanes == pytest.approx(np.array([x, x]), abs=1e-13)
    missing = abs(np.hypot(*x[:2]) - 1.0)
    assert missing < 1e-12 if isinstance(stabilization, da.methods.Projection) else missing > 1e-6
    projected = da.stepper(
        system.stabilized(da.methods.NoStabilization()),
        da.State(q={"T.x": 1.0}),
        step=0.0625,
        stabilization=da.methods.Projection(),
    )
    assert abs(np.hypot(*projected.step()[:2]) - 1.0) < 1e-12


def test_inputs_of_each_step_are_those_of_a_sampled_controller(model):
    def law(state):
        return {"motor": -2.0 * state.q["elbow"] - 0.5 * state.u["elbow"]}

    motion = da.simulate(
        model,
        {"elbow": 0.4},
        times=[0.2],
        method=da.methods.RK4(1e-2),
        controller=da.control.SampledController(1e-2, law),
    )
    stepper = da.stepper(model, {"elbow": 0.4}, step=1e-2)
    x = stepper.x
    for _ in range(10):
        x = stepper.step([-2.0 * x[1] - 0.5 * x[3]])
        x = stepper.step(law(stepper.state))
    assert x == pytest.approx(motion.states[-1], abs=1e-12)


def test_a_method_may_make_several_steps_in_one(model):
    fine = da.stepper(model, {"elbow": 0.4}, step=1e-2, method=da.methods.DOP853(1e-12, 1e-12))
    coarse = da.stepper(model, {"elbow": 0.4}, step=1e-2, method=da.methods.RK4(1e-3))
    exact = da.simulate(model, {"elbow": 0.4}, times=[0.1], method=da.methods.DOP853(1e-12, 1e-12)).states[-1]
    for _ in range(10):
        x, y = fine.step(), coarse.step()
    assert x == pytest.approx(exact, abs=1e-11)
    assert y == pytest.approx(exact, abs=1e-9)


def test_copies_side_by_side_equal_one_alone(model):
    angles, lengths, tau = np.linspace(-1.0, 1.0, 7), np.linspace(0.5, 2.0, 7), np.linspace(0.0, 1.0, 7)
    many = da.stepper(model, da.States(q={"elbow": angles}, p={"l": lengths}), step=1e-2)
    for _ in range(5):
        x = many.step(tau[:, None])
    for k in (0, 3, 6):
        alone = da.stepper(model, da.State(q={"elbow": angles[k]}, p={"l": lengths[k]}), step=1e-2)
        for _ in range(5):
            y = alone.step({"motor": tau[k]})
        assert np.array_equal(x[k], y)
    assert many.state[3].p["l"] == lengths[3]
    assert da.stepper(model, step=1e-2, copies=5).step().shape == (5, 4)


def test_reset_goes_back_or_elsewhere(model):
    stepper = da.stepper(model, {"elbow": 0.4}, step=1e-2)
    first = stepper.step([1.0])
    stepper.step()
    assert list(stepper.reset()) == [0.0, 0.4, 0.0, 0.0]
    assert stepper.t == 0.0
    assert np.array_equal(stepper.step([1.0]), first)
    assert stepper.reset(da.State(t=2.0, q={"elbow": 1.0}))[1] == 1.0
    assert stepper.t == 2.0
    many = da.stepper(model, {"elbow": 0.4}, step=1e-2, copies=3)
    moved = many.step(np.ones((3, 1)))
    x = many.reset({"elbow": 0.7}, copies=[1])
    assert np.array_equal(x[[0, 2]], moved[[0, 2]])
    assert list(x[1]) == [0.0, 0.7, 0.0, 0.0]
    assert many.reset(copies=np.array([False, False, True]))[2, 1] == 0.4


def test_constraints_are_kept_along_many_steps():
    first, second = da.rod("first", length=1.0, mass=1.0), da.rod("second", length=3.0, mass=1.0)
    model = da.Model(
        da.Revolute("A", da.ground, first, axis="z"),
        da.Revolute("B", first["end"], second, axis="z"),
        da.Distance("C", second["end"], da.ground.at(2.0), 2.0),
        gravity=(0.0, -9.81, 0.0),
    )
    start = da.assemble(model, q={"A": 1.0}, guess={"B": -1.3})
    stepper = da.stepper(model, start, step=1e-2)
    energy = da.as_dynamics(model).signals(["energy"], start)["energy"]
    for _ in range(100):
        stepper.step()
    now = da.as_dynamics(model).signals(["energy", "C.residual"], stepper.state)
    assert abs(now["energy"] - energy) < 1e-5
    assert abs(now["C.residual"]) < 1e-12


def test_what_cannot_go_on_is_named(model):
    push = da.Model(
        da.Prismatic("slide", da.ground, da.particle("mass", mass=1.0), axis="x"),
        da.JointForce("push", "slide", da.sqrt(1.0 - da.coordinate("slide"))),
    )
    stepper = da.stepper(push, da.States(q={"slide": [0.0, 0.99]}, u={"slide": 1.0}), step=0.1)
    with pytest.raises(
        da.errors.SolverError, match=r"copy 1 cannot go on at t = 0: the state or its rate is not finite"
    ):
        stepper.step()
    # the others are at the end of the step; the one that stopped stays behind, and nothing moves before its reset
    assert stepper.x[0, 0] > 0.1
    assert [state.t for state in stepper.state] == [0.1, 0.0]
    moved = stepper.x
    with pytest.raises(da.errors.SolverError, match=r"copy 1 is still where it could not go on, at t = 0; reset"):
        stepper.step()
    assert np.array_equal(stepper.x, moved)
    stepper.reset({"slide": 0.0}, copies=[1])
    alone = da.stepper(push, {"slide": 0.0}, step=0.1)
    assert stepper.step()[1] == pytest.approx(alone.step(), abs=1e-15)
    one = da.stepper(model, step=0.1)
    with pytest.raises(da.errors.ModelError, match=r"the inputs of a step have the shape \(1,\), not \(2,\)"):
        one.step([1.0, 2.0])
    with pytest.raises(da.errors.ModelError, match="there is no input 'motr'"):
        one.step({"motr": 1.0})
    with pytest.raises(da.errors.ModelError, match="has no copies"):
        one.reset(copies=[0])
    for bad in (0.0, -1.0, "1", np.inf):
        with pytest.raises(da.errors.ModelError, match="the step of a stepper is a positive number"):
            da.stepper(model, step=bad)
    with pytest.raises(da.errors.ModelError, match="a stepper of 3 copies has 3 starts"):
        da.stepper(model, [{}, {}], step=0.1, copies=3)


def test_a_stepper_that_stopped_keeps_its_time_until_it_is_reset():
    push = da.Model(
        da.Prismatic("slide", da.ground, da.particle("mass", mass=1.0), axis="x"),
        da.JointForce("push", "slide", da.sqrt(1.0 - da.coordinate("slide"))),
    )
    stepper = da.stepper(
        push, da.State(q={"slide": 0.95}, u={"slide": 1.0}), step=0.1, method=da.methods.RK4(0.01)
    )
    with pytest.raises(da.errors.SolverError, match="cannot go on at t = "):
        stepper.step()
    # at a speed of about one, the force has a value for some 0.05 s
    assert 0.03 < stepper.t < 0.05 and stepper.state.t == stepper.t
    assert stepper.x[0] == pytest.approx(0.95 + stepper.t, abs=1e-3)
    with pytest.raises(da.errors.SolverError, match=r"could not go on at t = 0\.0[34]\d*; reset\(\) it"):
        stepper.step()
    stepper.reset({"slide": 0.0})
    assert stepper.t == 0.0 and stepper.step()[0] > 0.0


@pytest.mark.parametrize(
    ("tau", "text"),
    [
        ([[0.0], [np.nan], [0.0]], "the input 'motor' of copy 1 must be finite, not nan; nothing has moved"),
        ({"motor": [0.0, 0.0, np.inf]}, "the input 'motor' of copy 2 must be finite, not inf"),
        ({"motor": [1.0, 2.0]}, "the input 'motor' of a step is one number or one for each copy"),
        ({"motor": "much"}, "the inputs of a step are numbers, not 'much'"),
        (np.zeros((3, 1), dtype=complex), "the inputs of a step are numbers"),
        ([[0.0], [0.0, 1.0], [0.0]], "the inputs of a step are numbers"),
        (np.zeros(3), r"the inputs of a step have the shape \(3, 1\), not \(3,\)"),
    ],
)
def test_inputs_that_are_no_numbers_move_nothing(model, tau, text):
    many = da.stepper(model, {"elbow": 0.4}, step=1e-2, copies=3)
    before = many.step({"motor": [0.1, 0.2, 0.3]})
    with pytest.raises(da.errors.ModelError, match=text):
        many.step(tau)
    assert np.array_equal(many.x, before) and many.t == 1e-2
    assert [state.tau["motor"] for state in many.state] == [0.1, 0.2, 0.3]


@pytest.mark.parametrize("copies", [[7], "a", [0.5]])
def test_copies_that_do_not_exist_are_not_reset(model, copies):
    many = da.stepper(model, {"elbow": 0.4}, step=1e-2, copies=3)
    with pytest.raises(da.errors.ModelError, match="the copies to reset are numbers from 0 to 2, or a mask"):
        many.reset(copies=copies)


# ---- contacts


def thrown_down(restitution=0.5):
    ball = da.sphere("ball", radius=0.1, mass=1.0)
    return da.Model(
        da.Prismatic("z", da.ground, ball, axis="z"),
        da.Contact("floor", ball, da.geometry.plane(da.ground, "z"), restitution=restitution),
        da.Motor("lift", "z"),
        gravity=(0.0, 0.0, -9.81),
    )


def test_contacts_are_stepped_to_the_bits_of_a_run():
    model, start = thrown_down(), {"z": 0.5}
    motion = da.simulate(model, start, until=1.5, method=da.methods.MoreauJean(1e-3))
    stepper = da.stepper(model, start, step=1e-3)
    for _ in range(1500):
        x = stepper.step()
    assert x.tobytes() == motion.states[-1].tobytes()
    assert stepper.names == motion.names
    # where it is starts other runs, and another stepper
    assert da.simulate(model, stepper.state, until=1.6)["z"][-1] == pytest.approx(0.1, abs=1e-9)
    assert da.stepper(model, stepper.state, step=1e-3).step()[0] == pytest.approx(0.1, abs=1e-9)


def test_copies_touch_or_fly_and_begin_again():
    """One rests on the floor, another is lifted with 20 N: z = 1 + ½ (20 − 9.81) t²."""
    stepper = da.stepper(thrown_down(0.0), [{"z": 0.1}, {"z": 1.0}], step=1e-3)
    for _ in range(1000):
        x = stepper.step({"lift": [0.0, 20.0]})
    assert x[0, :2] == pytest.approx([0.1, 0.0], abs=1e-12)
    assert x[0, stepper.names.index("floor.mean normal")] == pytest.approx(9.81, rel=1e-9)
    assert x[1, 0] == pytest.approx(1.0 + 0.5 * 10.19, rel=1e-9)
    again = stepper.reset(copies=[1])
    assert again[0, 0] == x[0, 0] and again[1, 0] == 1.0
    assert stepper.step({"lift": [0.0, 20.0]})[1, 1] == pytest.approx(10.19e-3, rel=1e-9)


def test_contacts_that_cannot_be_stepped_are_refused_by_name():
    with pytest.raises(da.errors.ModelError, match="a stepper by RK4 cannot treat contacts"):
        da.stepper(thrown_down(), {"z": 0.5}, step=1e-3, method=da.methods.RK4(1e-3))
    with pytest.raises(da.errors.ModelError, match=r"start 2: contacts overlap at the start: 'floor' by 0\.05 m"):
        da.stepper(thrown_down(), [{"z": 0.5}, {"z": 0.05}], step=1e-3)
    with pytest.raises(da.errors.ModelError, match="leave `stabilization` out"):
        da.stepper(thrown_down(), {"z": 0.5}, step=1e-3, stabilization=da.methods.NoStabilization())
