"""Trajectories against closed forms, published optima, and what our own simulation makes of them."""

import re
import signal
import sys
from dataclasses import replace
from math import pi

import numpy as np
import pytest

import dalembert as da
from tests.examples import example, numbers
from tests.oracles.biped_by_hand import least_torque

T = da.trajectories
AT_REST = {"x": 0.0, "x.rate": 0.0}


@pytest.fixture(scope="module")
def block() -> da.Model:
    return da.Model(da.Prismatic("x", da.ground, da.particle("block", mass=1.0), axis="x"), da.Motor("push", "x"))


@pytest.fixture(scope="module")
def cart_pole() -> da.Model:
    cart, bob = da.box("cart", size=(0.3, 0.2, 0.2), mass=1.0), da.particle("bob", mass=0.3)
    return da.Model(
        da.Prismatic("x", da.ground, cart, axis="x"),
        da.Revolute("swing", cart, bob.at(y=0.5), axis="z"),
        da.Motor("push", "x"),
        gravity=(0, -9.81, 0),
    )


@pytest.fixture(scope="module")
def four_bar() -> da.Model:
    crank, coupler, rocker = (
        da.rod(name, length=length, mass=mass)
        for name, length, mass in (("crank", 0.3, 1.0), ("coupler", 1.0, 2.0), ("rocker", 0.8, 1.5))
    )
    return da.Model(
        da.Revolute("A", da.ground, crank, axis="z"),
        da.Revolute("B", crank["end"], coupler, axis="z"),
        da.Revolute("C", coupler["end"], rocker["end"], axis="z"),
        da.Revolute("D", da.ground.at(x=0.9), rocker, axis="z"),
        da.Motor("drive", "A"),
        gravity=(0, -9.81, 0),
    )


# ---- closed forms


@pytest.mark.parametrize("method", [T.HermiteSimpson(), T.LegendreGaussRadau(3)])
def test_block_move_has_least_effort_and_its_costates(block: da.Model, method: object) -> None:
    # least ∫ f² dt from rest to rest over a distance d in a time T: f = 6 d (T − 2 t)/T³, 12 d²/T³
    move = da.trajectory(
        block,
        start=AT_REST,
        end={"x": 1.0, "x.rate": 0.0},
        duration=1.0,
        minimize=da.Input("push") ** 2,
        intervals=8,
        method=method,
    )
    assert move.objective == pytest.approx(12.0, abs=1e-7)
    assert np.abs(move["push"] - 6.0 * (1.0 - 2.0 * move.times)).max() < 1e-6
    # the cost still to come, 12 d² − 12 d v + 4 v², by where the block is and how fast
    assert move.costates["x"] == pytest.approx(-24.0, abs=1e-5)
    assert move.costates["x.rate"] == pytest.approx(-12.0 + 24.0 * move.knots, abs=1e-5)
    assert move.error < 1e-7


def test_methods_of_low_order_converge_at_their_order(block: da.Model) -> None:
    # the least cost with inputs that are constant in n intervals is 12/(1 − 1/n²), whatever makes them
    for method in (T.MultipleShooting(1), T.LegendreGaussRadau(1)):
        costs = [
            da.trajectory(
                block,
                start=AT_REST,
                end={"x": 1.0, "x.rate": 0.0},
                duration=1.0,
                minimize=da.Input("push") ** 2,
                intervals=n,
                method=method,
                tolerance=None,
            ).objective
            for n in (10, 20)
        ]
        assert costs == pytest.approx([12.0 / (1.0 - 1.0 / n**2) for n in (10, 20)], rel=1e-6)


def test_least_jerk_is_a_polynomial_of_fifth_degree(block: da.Model) -> None:
    # of unit mass the rate of the force is the jerk: 10 s³ − 15 s⁴ + 6 s⁵, ∫ jerk² dt = 720
    smooth = da.control.with_input_states(block, ["push"])
    rest = {"x.rate": 0.0, "push": 0.0}
    move = da.trajectory(
        smooth,
        start={"x": 0.0, **rest},
        end={"x": 1.0, **rest},
        duration=1.0,
        minimize=T.Effort("push.rate"),
        intervals=4,
        method=T.LegendreGaussRadau(5),
    )
    s = move.times
    assert move.objective == pytest.approx(720.0, rel=1e-8)
    assert np.abs(move["x"] - (10 * s**3 - 15 * s**4 + 6 * s**5)).max() < 1e-8


def test_brachistochrone_is_a_cycloid() -> None:
    found = numbers("known_optima")
    fall, exact = found["brachistochrone"], 2.0 / np.sqrt(9.81)
    assert fall.duration == pytest.approx(exact, rel=1e-10)
    assert np.abs(fall["slope"] - 0.5 * fall.times * np.sqrt(9.81)).max() < 1e-4


def test_catenary_has_the_least_energy() -> None:
    module, hanging = example("known_optima"), numbers("known_optima")["catenary"]
    a = module.catenary_parameter()

    def height(x: np.ndarray) -> np.ndarray:
        return a * np.cosh((x - 0.5) / a) - a * np.cosh(0.5 / a)

    assert np.abs(hanging["y"] - height(hanging.times)).max() < 1e-7
    # ∫ y ds with ds = cosh dx
    x = np.linspace(0.0, 1.0, 20_001)
    assert module.catenary_energy() == pytest.approx(np.trapezoid(height(x) * np.cosh((x - 0.5) / a), x), rel=1e-7)


@pytest.mark.parametrize(
    ("name", "tolerance"),
    [
        ("swing up", 1e-5),
        ("least effort", 1e-8),
        ("least time", 1e-6),
        ("brachistochrone", 1e-10),
        ("catenary", 1e-8),
    ],
)
def test_known_optima_are_found(name: str, tolerance: float) -> None:
    found, known, _ = numbers("known_optima")["table"][name]
    assert found == pytest.approx(known, abs=tolerance)


# ---- a published optimum


def test_cart_pole_swings_up_with_the_published_effort() -> None:
    swing_up = numbers("known_optima")["swing up"]
    assert swing_up.objective == pytest.approx(57.94478, abs=1e-5)
    assert len(swing_up.refinements) > 1
    assert swing_up.refinements[-1][1] < 1e-7 < swing_up.refinements[0][1]
    # open loop along an unstable motion: what is left after 2 s
    assert np.abs(swing_up.simulated.states[-1] - swing_up.motion.states[-1]).max() < 1e-4
    assert "simulation differs" in swing_up.notes[0]


@pytest.mark.slow
def test_regulator_brings_the_cart_pole_back_to_its_trajectory(cart_pole: da.Model) -> None:
    rest = {"x.rate": 0.0, "swing.rate": 0.0}
    swing_up = da.trajectory(
        cart_pole,
        start={"x": 0.0, "swing": 0.0, **rest},
        end={"x": 1.0, "swing": pi, **rest},
        duration=2.0,
        minimize=da.Input("push") ** 2,
        intervals=60,
    )
    weights = {"x": 10.0, "swing": 100.0, "x.rate": 1.0, "swing.rate": 1.0}
    law = swing_up.regulator(weights, {"push": 0.1})["push"]
    parts = [part for part in cart_pole.parts if part.name != "push"]
    held = da.Model(*parts, da.Motor("push", "x", law), gravity=(0, -9.81, 0))
    start = held.state(q={"swing": 0.05})
    follows = da.simulate(held, start, until=2.0)
    assert abs(follows["swing"][-1] - pi) < 0.05
    # the same push without feedback misses by more than a radian
    table = da.spline(swing_up.times, swing_up["push"])(da.time)
    free = da.simulate(da.Model(*parts, da.Motor("push", "x", table), gravity=(0, -9.81, 0)), start, until=2.0)
    assert abs(free["swing"][-1] - pi) > 1.0


def test_pictures_show_curves_and_how_the_search_converged(block: da.Model, tmp_path: object) -> None:
    move = da.trajectory(
        block, start=AT_REST, end={"x": 1.0}, duration=1.0, minimize=T.Effort("push"), intervals=4
    )
    for signals, name in ((None, "search.png"), (["x", "push"], "curves.png")):
        da.plot(move, signals, file=tmp_path / name)
        assert (tmp_path / name).stat().st_size > 5_000


# ---- constraints


@pytest.mark.parametrize("method", [None, T.HermiteSimpson(), T.MultipleShooting(4)])
def test_closed_loops_do_not_drift(four_bar: da.Model, method: object) -> None:
    start = da.assemble(four_bar, q={"A": 0.5}, guess={"B": 0.5, "D": 1.5})
    move = da.trajectory(
        four_bar,
        start=start,
        end={"A": 2.5, "A.rate": 0.0},
        duration=1.0,
        minimize=da.Input("drive") ** 2,
        intervals=20,
        method=method,
    )
    residuals = move.motion.residuals
    knots = move.phases[0].knots if method is not None else slice(None)
    for name in ("positions", "velocities", "dynamics"):
        assert residuals[name][knots].max() < 1e-8, name
    # constant inputs in twenty intervals cost a little more
    assert move.objective == pytest.approx(19.9498, rel=1e-2)
    assert move.error < 1e-3
    assert np.abs(move.simulated.states[-1] - move.motion.states[-1]).max() < 5e-2


def test_mechanisms_go_round_on_their_branch(four_bar: da.Model) -> None:
    damped = da.Model(*four_bar.parts, da.JointDamper("oil", "D", 1.0), gravity=(0, -9.81, 0))
    turn = da.trajectory(
        damped,
        start={"A": 0.5},
        end={"A": 0.5 + 2.0 * pi},
        guess={"B": 0.5, "D": 1.5},
        periodic=["A.rate"],
        duration=1.0,
        minimize=T.Effort("drive"),
        intervals=20,
    )
    # where the rocker began, not mirrored
    assert turn["D"][-1] == pytest.approx(turn["D"][0], abs=1e-8)
    assert turn["D.rate"][-1] == pytest.approx(turn["D.rate"][0], abs=1e-6)
    # the rocker mirrored cannot hold beside the crank
    with pytest.raises(da.errors.DalembertError, match="contradicts 'C'"):
        da.trajectory(
            damped, start={"A": 0.5}, end={"A": 1.0, "D": -1.4}, duration=1.0, guess={"B": 0.5, "D": 1.5}
        )


def test_rolling_without_slip_is_a_row_of_the_problem() -> None:
    # a sledge on an edge that does not slip sideways; parallel parking
    sledge = da.Model(
        da.Planar("pose", da.ground, body := da.box("sledge", size=(1.0, 0.4, 0.1), mass=2.0), normal="z"),
        da.Nonholonomic(
            "edge",
            sum(a * b for a, b in zip(da.velocity(body), da.orientation(body)[:, 1], strict=True)),
        ),
        da.Torque("steering", body, [0.0, 0.0, da.Input("turn")]),
        da.PointForce("thrust", body, [da.Input("drive") * x for x in da.orientation(body)[:, 0]]),
    )
    rest = {"pose.x.rate": 0.0, "pose.y.rate": 0.0, "pose.angle.rate": 0.0}
    parked = da.trajectory(
        sledge,
        start={"pose.x": 0.0, "pose.y": 0.0, "pose.angle": 0.0, **rest},
        end={"pose.x": 0.0, "pose.y": 1.0, "pose.angle": 0.0, **rest},
        duration=4.0,
        minimize=da.Input("turn") ** 2 + da.Input("drive") ** 2,
        guess={"pose.x": [0.0, 1.0, 0.0], "pose.angle": [0.0, 0.5, 0.0]},
        intervals=20,
    )
    assert parked["pose.y"][-1] == pytest.approx(1.0)
    assert parked.motion.residuals["velocities"].max() < 1e-8
    assert parked.error < 1e-3


# ---- contacts


def test_phases_end_with_impacts() -> None:
    # thrown up with 3 m/s, the block lands after 2 v/g with v, and an impulse m v takes that away
    block = da.particle("block", mass=2.0)
    floor = da.geometry.plane(da.ground, "z")
    model = da.Model(
        da.Prismatic("z", da.ground, block, axis="z"), da.Contact("foot", block, floor), gravity=(0, 0, -9.81)
    )
    flight = da.trajectory(
        model,
        start={"z": 0.0, "z.rate": 3.0},
        phases=[T.Phase(duration=(0.1, 2.0)), T.Phase({"foot": "closed"}, duration=0.0)],
        intervals=5,
    )
    assert flight.duration == pytest.approx(6.0 / 9.81, rel=1e-9)
    assert flight.phases[0].motion["z.rate"][-1] == pytest.approx(-3.0)
    assert flight.phases[1].motion["z.rate"] == pytest.approx([0.0], abs=1e-9)
    # the floor cannot pull: standing on it while a motor lifts the block is refused by name
    lifted = da.Model(*model.parts, da.Motor("lift", "z"), gravity=(0, 0, -9.81))
    with pytest.raises(da.errors.SolverError, match=r"would have to give way by 10\.4"):
        da.trajectory(
            lifted,
            start={"z": 0.0, "z.rate": 0.0},
            phases=[T.Phase({"foot": "closed"}, duration=1.0)],
            bounds={"lift": (30.0, 40.0)},
            intervals=3,
        )
    with pytest.raises(da.errors.ModelError, match="'foot' opens and closes; give the phases"):
        da.trajectory(model, start={"z": 1.0}, duration=1.0)


def test_simplest_walker_has_the_published_gait() -> None:
    # Garcia, Chatterjee, Ruina, Coleman (1998): a mass on two legs whose feet weigh next to nothing, slope 0.009
    slope, foot = 0.009, 1e-8
    floor, hip, slider = da.geometry.plane(da.ground, "y"), da.particle("hip", mass=1.0), da.Body("slider")
    end = {"end": da.spatial.Pose(p=np.array([0.0, -1.0, 0.0]))}
    parts: list[da.extend.Part] = [
        da.Prismatic("x", da.ground, slider, axis="x"),
        da.Prismatic("y", slider, hip, axis="y"),
    ]
    for side in ("left", "right"):
        inertia = da.Inertia(foot, np.array([0.0, -1.0, 0.0]), np.zeros((3, 3)))
        leg = da.Body(f"{side} leg", inertia, markers=end)
        parts.append(da.Revolute(f"{side} hip", hip, leg, axis="z"))
        parts.append(da.Contact(f"{side} foot", leg["end"], floor, friction=5.0))
    walker = da.Model(*parts, gravity=(np.sin(slope), -np.cos(slope), 0.0))

    # a guess: their equations from rounded numbers
    def rates(y: np.ndarray) -> np.ndarray:
        pull = np.sin(y[0] - slope)
        return np.array([y[1], pull, y[3], pull + np.sin(y[2]) * (y[1] ** 2 - np.cos(y[0] - slope))])

    rows, y, h = [], np.array([0.2003, -0.1998, 0.4006, (1.0 - np.cos(0.4006)) * -0.1998]), 3.88 / 400
    for k in range(401):
        if k % 10 == 0:
            rows.append(y)
        k1 = rates(y)
        k2 = rates(y + h / 2 * k1)
        y = y + h * rates(y + h / 2 * k2)
    table = np.array(rows)
    left, right, rate = table[:, 0], table[:, 0] - table[:, 2], table[:, 1]
    sides = {"left hip": "right hip", "right hip": "left hip"}
    gait = da.trajectory(
        walker,
        phases=[
            T.Phase({"left foot": "sticking"}, duration=(3.7, 4.1), may_overlap=("right foot",)),
            T.Phase({"right foot": "sticking"}, duration=0.0),
        ],
        start={"x": -float(left[0])},
        periodic=sides | {f"{a}.rate": f"{b}.rate" for a, b in sides.items()},
        guess={
            **{"left hip": left, "right hip": right, "left hip.rate": rate, "right hip.rate": rate - table[:, 3]},
            **{
                "x": -np.sin(left),
                "y": np.cos(left),
                "x.rate": -np.cos(left) * rate,
                "y.rate": -np.sin(left) * rate,
            },
        },
        method=T.LegendreGaussRadau(5),
        intervals=12,
        tolerance=None,
        solver=T.Ipopt(tolerance=1e-11),
    )
    assert gait["left hip"][0] == pytest.approx(0.200310900544287, abs=1e-7)
    assert gait["left hip.rate"][0] == pytest.approx(-0.199832473004977, abs=1e-7)


def test_optimum_of_a_mesh_survives_a_finer_one_that_fails(block: da.Model) -> None:
    class Once(T.Ipopt):
        """Solves one problem, and no other."""

        def solve(self, problem: T.Problem, progress: object = None) -> T.Answer:
            answer = super().solve(problem)
            # eight intervals have fewer rows than any finer mesh
            return answer if problem.n < 60 else replace(answer, converged=False, message="lost on purpose")

    swinging = da.Model(*block.parts, da.JointForce("spring", "x", -50.0 * da.sin(5.0 * da.coordinate("x"))))
    move = da.trajectory(
        swinging,
        start=AT_REST,
        end={"x": 1.0, "x.rate": 0.0},
        duration=1.0,
        minimize=T.Effort("push"),
        intervals=8,
        tolerance=1e-9,
        solver=Once(),
    )
    assert move.converged
    assert any("on a finer mesh there was no trajectory: lost on purpose" in note for note in move.notes)


# ---- the problem, for other solvers


def test_problem_has_exact_derivatives(four_bar: da.Model) -> None:
    problem = da.trajectory(
        four_bar,
        start=da.assemble(four_bar, q={"A": 0.5}, guess={"B": 0.5, "D": 1.5}),
        end={"A": 1.0},
        duration=(0.5, 1.0),
        minimize=[da.sweeps.Integral(da.Input("drive") ** 2), T.AtEnd(da.speed("A") ** 2), T.Duration(0.3)],
        bounds={"D": (0.0, 3.0), da.position(four_bar.body("coupler")["end"])[1]: (-2.0, 2.0)},
        intervals=3,
        tolerance=None,
    ).problem
    rng = np.random.default_rng(1)
    w, d = problem.start + 0.1 * rng.standard_normal(problem.n), rng.standard_normal(problem.n)
    lam, h = rng.standard_normal(len(problem.row_bounds[0])), 1e-6

    def slope(f: object) -> np.ndarray:
        return (f(w + h * d) - f(w - h * d)) / (2.0 * h)

    assert problem.gradient(w) @ d == pytest.approx(slope(problem.cost), rel=1e-6)
    J = problem.jacobian(w) @ d
    assert np.abs(J - slope(problem.rows)).max() < 1e-6 * np.abs(J).max()
    H = problem.hessian(w, 0.7, lam) @ d
    lagrangian = slope(lambda w: 0.7 * problem.gradient(w) + problem.jacobian(w).T @ lam)
    assert np.abs(H - lagrangian).max() < 1e-5 * np.abs(H).max()


class ByNewton:
    """A solver of one's own: Newton's method for problems with equations alone."""

    def solve(self, problem: T.Problem, progress: object = None) -> T.Answer:
        w, free = problem.start.copy(), problem.bounds[0] < problem.bounds[1]
        lam = np.zeros(len(problem.row_bounds[0]))
        for _ in range(5):
            J = problem.jacobian(w).toarray()[:, free]
            H = problem.hessian(w, 1.0, lam).toarray()[np.ix_(free, free)]
            K = np.block([[H, J.T], [J, np.zeros((len(J), len(J)))]])
            step = np.linalg.solve(K, -np.concatenate([problem.gradient(w)[free], problem.rows(w)]))
            w[free] += step[: free.sum()]
            lam = step[free.sum() :]
        return T.Answer(w, lam, np.zeros(problem.n), True, "Newton's method converged")


def test_solvers_of_ones_own_solve_the_problem(block: da.Model) -> None:
    move = da.trajectory(
        block,
        start=AT_REST,
        end={"x": 1.0, "x.rate": 0.0},
        duration=1.0,
        minimize=da.Input("push") ** 2,
        intervals=6,
        solver=ByNewton(),
    )
    assert move.objective == pytest.approx(12.0)
    assert move.costates["x"] == pytest.approx(-24.0)


# ---- bad input


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"start": {"y": 0.0}}, "there is no 'y' for the start"),
        ({"bounds": {"pull": (-1.0, 1.0)}}, "there is no 'pull' for the bounds"),
        ({"bounds": {"x": (1.0, -1.0)}}, "cannot be between 1 and -1"),
        ({"bounds": {"x": (0.5, 2.0)}}, "'x' at the start is 0: both cannot hold"),
        ({"duration": None}, "takes a duration"),
        ({"duration": (0.0, 1.0)}, "positive and bounded"),
        ({"minimize": da.Input("pull") ** 2}, "there is no input for an expression: 'pull'"),
        ({"parameters": {"m": 1.0}}, "there is no parameter 'm'"),
        ({"periodic": ["y"]}, "there is no variable for a periodic motion"),
        ({"guess": {"y": 0.0}}, "there is no variable to guess"),
        ({"guess": {"x": [0.0, np.nan]}}, "guesses of 'x' are finite numbers"),
        ({"progress": 3}, "progress is a function"),
        ({"intervals": 0}, "intervals are a count from 1"),
        ({"solver": "ipopt"}, "a solver has a method solve"),
        ({"solver": T.Ipopt}, "a solver has a method solve"),
        ({"method": "hs"}, "a method of a trajectory is an object such as"),
        ({"method": T.HermiteSimpson}, "a method of a trajectory is an object such as"),
        ({"parameters": ["m"]}, "parameters are given by names"),
        (
            {"start": da.State(tau={"push": 5.0})},
            "the input 'push' is 5 at the start, and a state fixes no inputs",
        ),
        ({"end": da.State(tau={"push": 5.0})}, "the input 'push' is 5 at the end"),
        ({"end": da.State(q={"x": 1.0}, p={"m": 5.0})}, "there is no parameter 'm'"),
        ({"phases": [T.Phase(duration=1.0)]}, "durations of their own"),
    ],
)
def test_bad_input_is_refused_by_name(block: da.Model, changes: dict[str, object], message: str) -> None:
    given: dict[str, object] = {"start": AT_REST, "end": {"x": 1.0}, "duration": 1.0, "intervals": 4}
    with pytest.raises(da.errors.ModelError, match=message):
        da.trajectory(block, **(given | changes))


def test_a_motion_of_something_else_is_no_guess(block: da.Model) -> None:
    arm = da.Model(da.Revolute("angle", da.ground, da.rod("arm", length=1.0, mass=1.0)))
    with pytest.raises(da.errors.ModelError, match="none of the variables: it has 'angle'"):
        da.trajectory(
            block, start=AT_REST, end={"x": 1.0}, duration=1.0, guess=da.simulate(arm, {"angle": 0.1}, until=0.1)
        )


def test_what_progress_raises_is_raised(block: da.Model) -> None:
    def count(part: float) -> None:
        raise LookupError("nobody counts")

    with pytest.raises(LookupError, match="nobody counts"):
        da.trajectory(block, start=AT_REST, end={"x": 1.0}, duration=1.0, progress=count)


def test_ranges_of_parameters_reach_possible_bodies_only() -> None:
    slide = da.Prismatic("x", da.ground, da.particle("block", mass=da.param("m", 1.0)), axis="x")
    model = da.Model(slide, da.Motor("push", "x"))
    task = {"start": AT_REST, "end": {"x": 1.0, "x.rate": 0.0}, "duration": 1.0, "minimize": T.Effort("push")}
    with pytest.raises(da.errors.ModelError, match="the range -1 to 2 of the parameter 'm' reaches too far"):
        da.trajectory(model, parameters={"m": (-1.0, 2.0)}, **task)
    # an end may be the border of what is possible
    assert da.trajectory(model, parameters={"m": (0.0, 2.0)}, **task).parameters["m"] < 1e-3


def test_kinks_are_named_where_no_step_can_be_computed(block: da.Model) -> None:
    with pytest.raises(da.errors.SolverError, match="may have a kink"):
        da.trajectory(
            block, start=AT_REST, end={"x": 1.0, "x.rate": 0.0}, duration=1.0, minimize=abs(da.Input("push"))
        )


def test_parameters_of_states_are_those_of_the_motion() -> None:
    block = da.Prismatic("x", da.ground, da.particle("block", mass=da.param("m", 1.0)), axis="x")
    model = da.Model(block, da.Motor("push", "x"))
    light, heavy = (model.state(q={"x": 1.0}, p={"m": m}) for m in (1.0, 5.0))
    given = {"duration": 1.0, "intervals": 4, "minimize": da.Input("push") ** 2}
    start = da.State(p={"m": 5.0})
    assert da.trajectory(model, start=start, end=heavy, **given).objective == pytest.approx(12.0 * 25.0)
    for end, begin in ((heavy, da.State()), (light, start)):
        with pytest.raises(da.errors.ModelError, match=r"'m' is . at the end and . in the trajectory"):
            da.trajectory(model, start=begin, end=end, **given)


def test_parameters_are_found_unless_nothing_depends_on_them() -> None:
    # a quarter of an oscillation with ω = √k brings the block home by itself, without any force
    block = da.Prismatic("x", da.ground, da.particle("block", mass=1.0), axis="x")
    spring = da.JointSpring("spring", "x", stiffness=da.param("k", 1.0))
    stone = da.Weld("base", da.ground, da.particle("stone", mass=da.param("idle", 1.0)))
    model = da.Model(block, spring, stone, da.Motor("push", "x"))

    def found(**ranges: tuple[float, float]) -> T.Trajectory:
        return da.trajectory(
            model,
            start={"x": 1.0, "x.rate": 0.0},
            end={"x": 0.0},
            duration=1.0,
            minimize=T.Effort("push"),
            parameters=ranges,
            tolerance=None,
        )

    tuned = found(k=(0.5, 5.0))
    assert tuned.parameters["k"] == pytest.approx(pi**2 / 4.0, rel=1e-3)
    assert tuned.objective == pytest.approx(0.0, abs=1e-6)
    with pytest.raises(da.errors.ModelError, match="depends on the parameter 'idle'; leave it out"):
        found(idle=(0.5, 5.0))


def test_conditions_that_cannot_hold_are_named_with_what_is_missing(block: da.Model) -> None:
    # with at most 1 N the block comes 0.25 m far from rest to rest in a second
    with pytest.raises(da.errors.SolverError, match=r"contradict.* would have to give way by 0\.") as caught:
        da.trajectory(
            block,
            start=AT_REST,
            end={"x": (1.0, None), "x.rate": 0.0},
            duration=1.0,
            bounds={"push": (-1.0, 1.0)},
            intervals=10,
        )
    assert not caught.value.trajectory.converged
    # by how much in all: 1 m less 0.25 m
    amounts = [float(x) for x in re.findall(r"give way by ([0-9.]+)", str(caught.value))]
    assert sum(amounts) == pytest.approx(0.75, abs=1e-2)


def test_missing_casadi_says_what_to_install(block: da.Model, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "casadi", None)
    with pytest.raises(da.errors.ModelError, match="pip install casadi"):
        da.trajectory(block, start=AT_REST, end={"x": 1.0}, duration=1.0)


def test_ctrl_c_keeps_what_was_reached(cart_pole: da.Model) -> None:
    asked = []

    def press(part: float) -> None:
        asked.append(part)
        if len(asked) == 4:
            signal.raise_signal(signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    rest = {"x.rate": 0.0, "swing.rate": 0.0}
    stopped = da.trajectory(
        cart_pole,
        start={"x": 0.0, "swing": 0.0, **rest},
        end={"x": 1.0, "swing": pi, **rest},
        duration=2.0,
        minimize=da.Input("push") ** 2,
        progress=press,
    )
    assert not stopped.converged
    assert "Ctrl-C" in stopped.message
    assert len(asked) <= 6
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.slow
def test_gait_of_five_links_is_that_typed_by_hand() -> None:
    step = numbers("biped_gait")["step"]
    assert step.objective == pytest.approx(390.79053, rel=1e-6)
    # collocation typed in absolute angles, with an impact of its own
    assert step.objective == pytest.approx(least_torque(50), rel=1e-6)
    assert step.phases[1].motion["left hip"][0] == pytest.approx(step["right hip"][0], abs=1e-8)


@pytest.mark.slow
def test_conditions_that_follow_from_others_are_met_without_being_looked_at() -> None:
    module = example("biped_gait")
    model = module.biped()
    foot = da.position(model.body("right shank")["end"])
    # that the foot is on the ground follows from legs exchanged
    step = module.gait(model, more={foot[1]: 0.0})
    assert step.converged
    assert step.objective == pytest.approx(numbers("biped_gait")["cost"], rel=1e-7)
    assert abs(step.phases[0].motion.evaluate(foot)[0, 1]) < 1e-8
