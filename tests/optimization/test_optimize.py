"""Best designs against closed forms, designs that are to be found again, and other searches."""

import signal

import numpy as np
import pytest
from scipy.optimize import brentq, linprog, minimize

import dalembert as da
from dalembert.numerics.quadratic_programs import quadratic_program
from dalembert.optimization import evaluation
from dalembert.optimization.optimum import Optimum
from tests.examples import example, numbers

S = da.sweeps


@pytest.fixture(scope="module")
def ball() -> da.Model:
    return da.Model(da.Translational("at", da.ground, da.particle("ball", mass=1.0)), gravity=(0, 0, -9.81))


def test_quadratic_programs_have_least_values_and_multipliers() -> None:
    rng = np.random.default_rng(3)
    for _ in range(5):
        n, m = 6, 15
        root = rng.standard_normal((n, n))
        H, c, A, b = root @ root.T, rng.standard_normal(n), rng.standard_normal((m, n)), rng.uniform(0.1, 1.0, m)
        x, lam, converged = quadratic_program(H, c, A, b)
        assert converged
        assert np.abs(H @ x + c + A.T @ lam).max() < 1e-8
        assert (A @ x - b).max() < 1e-9
        assert lam.min() > -1e-12
        assert abs(lam @ (A @ x - b)) < 1e-8
    # without curvature it is a linear program
    box = np.vstack([A, np.eye(n), -np.eye(n)])
    limits = np.concatenate([b, np.ones(2 * n)])
    x, _, _ = quadratic_program(np.zeros((n, n)), c, box, limits)
    assert c @ x == pytest.approx(linprog(c, box, limits, bounds=(None, None)).fun, abs=1e-7)


def test_throw_reaches_its_target_with_the_least_speed(ball: da.Model) -> None:
    # 10 m away at the same height: 45°, v² = g d; the time of flight is found by the event that ends runs
    speed = (da.speed("at.x") ** 2 + da.speed("at.z") ** 2) / 2
    landing = da.Event("landing", da.coordinate("at.z"), direction=-1, is_terminal=True)
    throw = da.optimize(
        ball,
        S.Largest(speed),
        over={"at.x.rate": (3.0, 20.0), "at.z.rate": (3.0, 20.0)},
        require={"at.x": (10.0, None)},
        start=da.State(u={"at.x": 12.0, "at.z": 9.0}),
        until=5.0,
        events=[landing],
    )
    v = np.sqrt(9.81 * 10.0 / 2.0)
    assert throw["at.x.rate"] == pytest.approx(v, rel=1e-3)
    assert throw["at.z.rate"] == pytest.approx(v, rel=1e-3)
    assert throw.requirements[0].value == pytest.approx(10.0, abs=1e-4)


def test_tangents_and_differences_find_the_same(ball: da.Model) -> None:
    wanted = (da.coordinate("at.x") - 3.0) ** 2 + (da.coordinate("at.z") - 1.0) ** 2
    over = {"at.x.rate": (0.0, 10.0), "at.z.rate": (0.0, 10.0)}
    exact = da.optimize(ball, wanted, over, until=1.0)
    by_functions = da.optimize(
        ball,
        lambda motion: float((motion["at.x"][-1] - 3.0) ** 2 + (motion["at.z"][-1] - 1.0) ** 2),
        over,
        until=1.0,
    )
    for found in (exact, by_functions):
        assert found["at.x.rate"] == pytest.approx(3.0, abs=1e-3)
        assert found["at.z.rate"] == pytest.approx(1.0 + 9.81 / 2, abs=1e-3)
    assert exact.runs < by_functions.runs


def test_many_unknowns_have_gradients_backwards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Masses and angles of a chain: the same search as by tangents, through a peak, a mean and an end."""
    bodies = [da.rod(f"b{k}", length=0.3, mass=da.param(f"m{k}", 1.0)) for k in range(7)]
    ends = [da.ground, *(body["end"] for body in bodies[:-1])]
    joints = [da.Revolute(f"j{k}", end, body) for k, (end, body) in enumerate(zip(ends, bodies, strict=True))]
    model = da.Model(*joints, gravity=(0.0, -9.81, 0.0))
    height = da.position(bodies[-1]["end"])[1]
    over = {f"{name}{k}": (0.5, 2.0) if name == "m" else (-0.5, 0.5) for name in "mj" for k in range(7)}

    def search() -> Optimum:
        return da.optimize(
            model,
            height,
            over=over,
            require={S.RootMeanSquare("j0.rate"): (None, 2.0)},
            start={"j0": 0.3},
            until=0.4,
            iterations=6,
        )

    asked: list[int] = []
    run = evaluation.run_for_gradients
    monkeypatch.setattr(evaluation, "run_for_gradients", lambda *given: asked.append(1) or run(*given))
    found = search()
    assert asked
    monkeypatch.setattr(evaluation, "is_cheaper_backwards", lambda n_numbers, n_names: False)
    beside = search()
    assert found.objective == pytest.approx(beside.objective, rel=1e-6)
    assert found.values == pytest.approx(beside.values, abs=1e-2)


def test_curved_requirements_are_met_as_by_another_search(ball: da.Model) -> None:
    # Rosenbrock's function in a disc: the states at the start are the unknowns, and nothing runs
    x, y = da.coordinate("at.x"), da.coordinate("at.y")
    f, disc = (1 - x) ** 2 + 100 * (y - x**2) ** 2, x**2 + y**2
    found = da.optimize(
        ball,
        f,
        over={"at.x": (-2.0, 2.0), "at.y": (-2.0, 2.0)},
        require={disc: (None, 1.0)},
        start={"at.x": -1.0, "at.y": 0.5},
        tolerance=1e-9,
    )
    other = minimize(
        lambda v: (1 - v[0]) ** 2 + 100 * (v[1] - v[0] ** 2) ** 2,
        [-0.5, 0.5],
        constraints={"type": "ineq", "fun": lambda v: 1.0 - v[0] ** 2 - v[1] ** 2},
        options={"ftol": 1e-14},
    )
    assert [found["at.x"], found["at.y"]] == pytest.approx(other.x, abs=1e-4)


def test_many_beginnings_find_the_least_of_several_minima(ball: da.Model) -> None:
    x = da.coordinate("at.x")
    f = da.sin(3 * x) + 0.1 * x**2
    near = da.optimize(ball, f, over={"at.x": (-6.0, 6.0)}, start={"at.x": 3.5})
    best = da.optimize(ball, f, over={"at.x": (-6.0, 6.0)}, start={"at.x": 3.5}, samples=30, starts=3)
    grid = np.linspace(-6, 6, 100_001)
    least = (np.sin(3 * grid) + 0.1 * grid**2).min()
    assert best.objective == pytest.approx(least, abs=1e-6)
    assert near.objective > least + 0.5


def test_search_goes_around_runs_that_fail() -> None:
    # a spring that softens: beyond 1 m it lets go and the run ends; the best throw is just before
    x = da.coordinate("x")
    model = da.Model(
        da.Prismatic("x", da.ground, da.particle("body", mass=1.0), axis="x"),
        da.JointForce("spring", "x", 3.0 / da.sqrt(1.0 - x) - 3.0),
    )
    found = da.optimize(model, -x, over={"x.rate": (0.0, 3.0)}, start=da.State(u={"x": 0.1}), until=0.5, samples=8)
    assert found.failed
    assert np.isfinite(found.objective)
    assert found["x.rate"] > 0.1


def test_control_points_of_least_effort_are_those_of_the_closed_form() -> None:
    # straight lines through 9 points: least ∫ f² with ∫ f = 0 and ∫ (1 − t) f = 1, nearly 6 (1 − 2 t), and 12 N² s
    knots = np.linspace(0.0, 1.0, 9)
    hats = [da.maximum(0.0, 1.0 - 8.0 * abs(da.time - float(t))) for t in knots]
    law = sum(da.param(f"f{k}", 0.0) * hat for k, hat in enumerate(hats))
    model = da.Model(
        da.Prismatic("x", da.ground, da.particle("block", mass=1.0), axis="x"),
        da.JointForce("push", "x", law),
        da.StateVariable("effort", rate=law**2),
    )
    found = da.optimize(
        model,
        da.measures.state_variable("effort"),
        over={f"f{k}": (-20.0, 20.0) for k in range(9)},
        require={"x": 1.0, "x.rate": 0.0},
        until=1.0,
    )
    # the exact force is one of these laws
    assert found.objective == pytest.approx(12.0, rel=1e-4)
    assert [found[f"f{k}"] for k in range(9)] == pytest.approx(6.0 * (1.0 - 2.0 * knots), abs=0.02)


def test_designs_of_systems_with_impacts_have_derivatives_through_them() -> None:
    ball = da.sphere("ball", radius=0.05, mass=1.0)
    model = da.Model(
        da.Translational("at", da.ground, ball),
        da.Contact("floor", ball, da.geometry.plane(da.ground, "z"), restitution=0.8, friction=0.3),
        gravity=(0, 0, -9.81),
    )
    # dropped from z, a bounce after √(2 (z − r)/g), and up again with 0.8 of the speed: highest at t = 1 s
    found = da.optimize(
        model, (da.coordinate("at.z") - 0.6) ** 2, over={"at.z": (0.5, 1.5)}, start={"at.z": 1.2}, until=1.0
    )
    t = np.sqrt(2.0 * (found["at.z"] - 0.05) / 9.81)
    rest = 1.0 - t
    assert 0.05 + 0.8 * 9.81 * t * rest - 0.5 * 9.81 * rest**2 == pytest.approx(0.6, abs=1e-5)


def test_pareto_front_is_that_of_two_parabolas(ball: da.Model, tmp_path: object) -> None:
    x = da.coordinate("at.x")
    front = S.pareto(ball, (x**2, (x - 1) ** 2), over={"at.x": (-2.0, 2.0)}, points=6)
    assert len(front) == 6 and not front.failures
    first, second = front.values.T
    assert np.sqrt(first) + np.sqrt(second) == pytest.approx(1.0, abs=1e-3)
    assert np.diff(second) == pytest.approx(-0.2, abs=1e-3)
    assert [design["at.x"] for design in front] == pytest.approx(np.sqrt(first), abs=1e-3)
    for found in (front, front[2]):
        file = tmp_path / "picture.png"
        da.plot(found, file=file)
        assert file.stat().st_size > 5_000


def test_steps_are_found_wherever_the_beginning_stands_in_a_wide_range() -> None:
    block = da.Prismatic("x", da.ground, da.particle("block", mass=1.0), axis="x")
    model = da.Model(block, da.JointSpring("spring", "x", da.param("k", 20.0)))
    for greatest in (1e2, 1e4, 1e6):
        found = da.optimize(model, "x", over={"k": (1.0, greatest)}, start={"x": 1.0}, until=1.0)
        assert found["k"] == pytest.approx(np.pi**2, rel=1e-2)
        assert found.objective == pytest.approx(-1.0, abs=1e-5)


def test_starts_that_are_none_and_progress_that_is_no_function_are_refused(ball: da.Model) -> None:
    x = da.coordinate("at.x")
    with pytest.raises(da.errors.SolverError, match="gives a state for values by name, and it gave None"):
        da.optimize(ball, x**2, over={"at.x": (-1.0, 1.0)}, start=lambda p: None)
    with pytest.raises(da.errors.ModelError, match="progress is a function of the part that is done, not 3"):
        da.optimize(ball, x**2, over={"at.x": (-1.0, 1.0)}, progress=3)


# ---- the examples


@pytest.mark.slow
def test_damper_of_least_peak_force_is_that_of_the_closed_form() -> None:
    # F = 100 x + c v after an arrival with 1 m/s, ω = 10 1/s, ζ = c/20
    t = np.linspace(0.0, 1.0, 4001)

    def peak(c: float) -> float:
        zeta = c / 20.0
        wd = 10.0 * np.sqrt(1.0 - zeta**2)
        x = np.exp(-10.0 * zeta * t) * np.sin(wd * t) / wd
        v = np.exp(-10.0 * zeta * t) * (np.cos(wd * t) - 10.0 * zeta / wd * np.sin(wd * t))
        return float(np.abs(100.0 * x + c * v).max())

    grid = np.linspace(4.5, 6.0, 601)
    best = numbers("best_designs")["damper"]
    assert best.objective == pytest.approx(min(map(peak, grid)), rel=1e-4)
    assert best["c"] == pytest.approx(grid[np.argmin([*map(peak, grid)])], abs=0.01)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["linkage", "suspension"])
def test_linkages_are_found_again_from_what_they_do(name: str) -> None:
    found = numbers("best_designs")
    assert found[name].values == pytest.approx(found[f"{name} to find"], abs=2e-3)
    if name == "linkage":
        assert found[name].requirements[0].value >= np.sin(np.radians(40.0)) - 1e-6
        # the law of cosines where the crank lies in the ground line
        a, b, c, d = (found[name][key] for key in "abcd")
        angles = np.degrees([np.arccos((b * b + c * c - x * x) / (2.0 * b * c)) for x in (d - a, d + a)])
        assert 40.0 < angles.min() == pytest.approx(40.45, abs=0.05) and angles.max() < 140.0


@pytest.mark.slow
def test_lightest_arm_uses_its_deflection_up() -> None:
    module, best = example("best_designs"), numbers("best_designs")["arm"]
    assert best.requirements[0].value == pytest.approx(0.01, rel=1e-5)

    def drop(r: float) -> float:
        # small angles, moments of the horizontal arm
        m = module.DENSITY * np.pi * r**2 * module.REACH
        servo = 9.81 * (module.LOAD * 1.0 + m * 0.5) / module.SERVO
        middle = 9.81 * (module.LOAD * 0.5 + m / 2 * 0.25) / (module.YOUNG * np.pi * r**4 / 4 / module.REACH)
        return float(servo * 1.0 + middle * 0.5 - 0.01)

    assert best["r"] == pytest.approx(brentq(drop, 0.005, 0.05), rel=1e-3)


@pytest.mark.slow
def test_bicycle_is_stable_over_the_widest_range_that_may_be() -> None:
    module, best = example("best_designs"), numbers("best_designs")["bicycle"]
    assert best.requirements[0].value <= 5.0 + 1e-5
    model = module.open_bicycle()
    assert module.stable_speeds(model, model.state()) == pytest.approx((4.292, 6.024), abs=2e-2)
    width = -best.objective
    for trail in np.linspace(0.03, 0.29, 14):
        first, last = module.stable_speeds(model, model.state(p={"trail": float(trail)}))
        assert first > 5.0 or last - first <= width + 1e-3


def test_functions_of_the_motion_look_at_all_of_it() -> None:
    # x = e^(−ζωt) sin(ω_d t)/ω_d has its peak exp(−ζ/√(1−ζ²) acos ζ)/ω, ω = 10 1/s, ζ = c/20
    def peak(c: float) -> float:
        zeta = c / 20.0
        return float(np.exp(-zeta / np.sqrt(1.0 - zeta**2) * np.arccos(zeta)) / 10.0)

    block = da.Prismatic("x", da.ground, da.particle("block", mass=1.0), axis="x")
    model = da.Model(block, da.JointSpring("spring", "x", 100.0), da.JointDamper("oil", "x", da.param("c", 2.0)))
    arrival = da.State(u={"x": 1.0})
    over = {"c": (0.1, 19.0)}

    def missed(motion: da.Motion) -> float:
        return float((abs(motion["x"]).max() - 0.08) ** 2)

    found = da.optimize(model, missed, over=over, start=arrival, until=1.0)
    assert found["c"] == pytest.approx(brentq(lambda c: peak(c) - 0.08, 0.1, 19.0), rel=1e-3)

    def highest(motion: da.Motion) -> float:
        return float(motion["x"].max())

    # a requirement by a function holds on the way too, and what stands beside a function changes nothing
    kept = da.optimize(
        model, da.param("c", 2.0), over=over, require={highest: (None, 0.08)}, start=arrival, until=1.0
    )
    assert kept["c"] == pytest.approx(found["c"], rel=1e-3)
    alone = da.sweep(model, {"c": [1.0, 2.0]}, {"top": highest}, start=arrival, until=1.0)
    beside = {"top": highest, "peak": S.Peak("x")}
    assert (alone["top"] == da.sweep(model, {"c": [1.0, 2.0]}, beside, start=arrival, until=1.0)["top"]).all()
    assert alone["top"] == pytest.approx([peak(1.0), peak(2.0)], rel=1e-5)


# ---- bad input


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"over": {"at.x.rate": (1.0, 0.0)}}, "is empty: exchange its ends"),
        ({"over": {"at.w": (0.0, 1.0)}}, "there is no parameter, variable or input 'at.w' to vary"),
        ({"over": {"at.x.rate": (0.0, None)}}, "two numbers, .least, greatest., not"),
        ({"over": {"at.x.rate": (5.0, 9.0)}}, "begins at 0, outside of 5 to 9"),
        ({"over": {"at.x.rate": (0.0, 9.0), "at.y": (-1.0, 1.0)}}, "depends on 'at.y'; leave it out"),
        ({"require": {"at.x": (2.0, 1.0)}}, "cannot be between 2 and 1"),
        ({"minimize": "height"}, "there is no signal 'height'"),
        ({"minimize": S.Peak("at.x"), "until": None}, "say until when"),
        ({"minimize": lambda motion: motion["at.x"], "times": [0.0, 1.0]}, "gives 2 numbers, and one"),
        *(
            ({"minimize": x}, "'minimize' asks for a signal by name")
            for x in (None, ["at.x"], {"x": "at.x"}, S.Peak)
        ),
        ({"require": {None: (0.0, 1.0)}}, "'require' asks for a signal by name"),
        ({"require": ["at.x"]}, "`require` are ranges by what is asked"),
        *(({"require": {"at.x": (x, None)}}, "a number or .least, greatest") for x in ("low", np.nan)),
        *(({"tolerance": x}, "a positive number below 1") for x in (-1.0, 0.0, 1.0, np.inf, np.nan, None)),
        (
            {"minimize": lambda motion: motion["at.x"][-1] + 0j},
            "gives .*j.*, and what is least .* is a real number",
        ),
        ({"require": {lambda motion: 1j: (0.0, None)}}, "gives .*j.*, and what is least .* is a real number"),
        (
            {
                "minimize": lambda motion: motion["height"],
                "events": [da.Event("half", da.coordinate("at.x") - 0.5)],
            },
            "none of 1 candidates gives an answer, the first because '<lambda>' raised",
        ),
        (
            {"minimize": lambda motion: 1j, "events": [da.Event("half", da.coordinate("at.x") - 0.5)]},
            "gives 1j, and what is least",
        ),
        ({"minimize": lambda motion: float("nan")}, "none of 1 candidates gives an answer"),
    ],
)
def test_bad_input_is_refused_by_name(ball: da.Model, changes: dict[str, object], message: str) -> None:
    given: dict[str, object] = {"minimize": "at.x", "over": {"at.x.rate": (-1.0, 1.0)}, "until": 1.0}
    arguments = given | changes
    with pytest.raises(da.errors.DalembertError, match=message):
        da.optimize(ball, arguments.pop("minimize"), arguments.pop("over"), **arguments)


def test_requirements_that_cannot_hold_are_named_with_what_is_missing(ball: da.Model) -> None:
    with pytest.raises(da.errors.SolverError, match=r"'at.x' is 9 instead of at least 10") as caught:
        da.optimize(
            ball,
            "at.z",
            over={"at.x.rate": (0.0, 9.0), "at.z.rate": (0.0, 9.0)},
            require={"at.x": (10.0, None)},
            until=1.0,
        )
    assert caught.value.optimum["at.x.rate"] == pytest.approx(9.0)


def test_ctrl_c_keeps_the_best(ball: da.Model) -> None:
    def press(part: float) -> None:
        if part > 0.1:
            signal.raise_signal(signal.SIGINT)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        x, y = da.coordinate("at.x"), da.coordinate("at.y")
        found = da.optimize(
            ball,
            (1 - x) ** 2 + 100 * (y - x**2) ** 2,
            over={"at.x": (-2.0, 2.0), "at.y": (-2.0, 2.0)},
            start={"at.x": -1.0, "at.y": 0.5},
            progress=press,
        )
    finally:
        signal.signal(signal.SIGINT, before)
    assert "Ctrl-C" in found.message
    assert not found.converged
