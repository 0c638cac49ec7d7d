"""Solvers for constrained accelerations inside equations of mechanisms."""

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import dalembert as da
from dalembert.equations.solution import Solution
from tests.oracles.constrained import everything
from tests.oracles.solvers import FINDS_RANK, SOLVERS

pytestmark = pytest.mark.slow

RTOL = 1e-9
"""What all solvers must agree to."""

RTOL_RUN = 1e-7
"""Of states after a few seconds, with steps controlled to 1e-10."""

METHOD = da.methods.DOP853(rtol=1e-10, atol=1e-12)

QUICK = {"augmented matrix", "null space", "weighted"}
"""One of each sort; all of them together take long."""

each_solver = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in QUICK else [pytest.mark.slow]) for name in SOLVERS]
)

Y_DOWN = (0.0, -9.81, 0.0)


def four_bar(*parts: Any, coupler_mass: float = 1.0) -> da.Model:
    crank, rocker = da.rod("crank", length=0.5, mass=0.5), da.rod("rocker", length=0.75, mass=0.75)
    coupler = da.rod("coupler", length=1.2, mass=coupler_mass) if coupler_mass else da.Body("coupler")
    return da.Model(
        da.Revolute("A", da.ground, crank, axis="z"),
        da.Revolute("B", crank["end"], coupler, axis="z"),
        da.Revolute("D", da.ground.at(x=1.1), rocker, axis="z"),
        da.Revolute("C", coupler.at(x=1.2), rocker["end"], axis="z"),
        *parts,
        gravity=Y_DOWN,
    )


def slider_crank() -> da.Model:
    crank, rod = da.rod("crank", length=0.3, mass=1.0), da.rod("rod", length=0.8, mass=1.5)
    slider = da.particle("slider", mass=2.0)
    return da.Model(
        da.Revolute("A", da.ground, crank, axis="z"),
        da.Revolute("B", crank["end"], rod, axis="z"),
        da.Prismatic("slide", da.ground, slider, axis="x"),
        da.Coincident("pin", rod["end"], slider.at()),
        da.Motor("motor", "A"),
        gravity=Y_DOWN,
    )


def rolling_disc() -> da.Model:
    disc = da.disc("disc", radius=0.3, mass=2.0, axis="y")
    return da.Model(
        da.Free("free", da.ground, disc),
        da.Rolling("rolls", disc, on=da.geometry.plane(da.ground)),
        gravity=(0, 0, -9.81),
    )


def three_cranks(*parts: Any) -> da.Model:
    """A bar on three equal cranks: one of the rows depends on the others, wherever the mechanism is."""
    cranks = [da.rod(f"crank {k}", length=0.5, mass=0.4 + 0.1 * k) for k in range(3)]
    bar = da.rod("bar", length=2.0, mass=1.0)
    return da.Model(
        da.Revolute("A", da.ground, cranks[0], axis="z"),
        da.Revolute("H", cranks[0]["end"], bar, axis="z"),
        da.Revolute("B", da.ground.at(x=0.8), cranks[1], axis="z"),
        da.Revolute("C", da.ground.at(x=2.0), cranks[2], axis="z"),
        da.Revolute("P", bar.at(x=0.8), cranks[1]["end"], axis="z"),
        da.Revolute("Q", bar["end"], cranks[2]["end"], axis="z"),
        *parts,
        gravity=Y_DOWN,
    )


def swinging() -> da.State:
    """The three cranks, all alike, hanging down and never in line with the bar."""
    q, u = -1.2, 1.0
    return three_cranks().state(q={"A": q, "H": -q, "B": q, "C": q}, u={"A": u, "H": -u, "B": u, "C": u})


MODELS = {"four-bar": four_bar, "slider-crank": slider_crank, "rolling disc": rolling_disc}


MASSLESS = {"four-bar with a massless coupler": lambda: four_bar(coupler_mass=0.0)}
"""What constraints move besides."""


def random_state(model: da.Model, seed: int) -> da.State:
    """Anywhere: whether rows of positions hold does not matter to accelerations."""
    rng = np.random.default_rng(seed)
    eom = da.derive(model)
    q = np.array(eom.variables.default_values) + rng.uniform(-0.4, 0.8, len(eom.coordinates))
    u, tau = rng.normal(size=len(eom.speeds)), rng.normal(size=len(eom.inputs))
    q = da.expr.evaluate(eom.motion.projected, dict(zip(eom.q, q, strict=True)))
    return da.State(
        q=dict(zip(eom.coordinates, q, strict=True)),
        u=dict(zip(eom.speeds, u, strict=True)),
        tau=dict(zip(eom.inputs, tau, strict=True)),
    )


def solved(eom: da.Equations | Solution, *states: da.State) -> Any:
    """Accelerations, multipliers and residuals, natively."""
    dynamics = da.as_dynamics(eom)
    found = dynamics.solution
    residual = found.residual(found.accelerations, found.multipliers)
    outputs = {"a": found.accelerations, "lam": found.multipliers, "residual": residual}
    return [dynamics.evaluate(outputs, state) for state in states]


@cache
def model_and_states(kind: str) -> Any:
    model = (MODELS | MASSLESS)[kind]()
    return model, [random_state(model, seed) for seed in range(5)]


@cache
def expected(kind: str) -> Any:
    model, states = model_and_states(kind)
    return solved(da.derive(model), *states)


def assert_same(found: Any, wanted: Any, rtol: float = RTOL) -> None:
    for one, other in zip(found, wanted, strict=True):
        for key in ("a", "lam"):
            np.testing.assert_allclose(one[key], other[key], rtol=0.0, atol=rtol * np.abs(other[key]).max())
        np.testing.assert_allclose(one["residual"], 0.0, atol=1e-10 * np.abs(other["lam"]).max())


# ---- agreement


@pytest.mark.covers("F000-25")
@each_solver
@pytest.mark.parametrize("kind", MODELS)
def test_mechanisms_have_the_same_accelerations_and_multipliers(kind: str, name: str) -> None:
    model, states = model_and_states(kind)
    eom = da.derive(model, da.Recursive(solver=SOLVERS[name]))
    assert_same(solved(eom, *states), expected(kind))


@each_solver
def test_loops_drives_gears_wheels_and_constraints_of_the_users_own(name: str) -> None:
    at = everything().at
    eom = da.derive(at.model, da.Recursive(solver=SOLVERS[name]))
    outputs = (eom.accelerations, eom.multipliers)
    for found, wanted in zip(replace(at, equations=eom)(*outputs), reference(), strict=True):
        np.testing.assert_allclose(found, wanted, rtol=0.0, atol=RTOL * np.abs(wanted).max())


@cache
def reference() -> Any:
    """By the Schur complement."""
    at = everything().at
    return at(at.eom.accelerations, at.eom.multipliers)


@cache
def in_the_plane() -> Any:
    """A model, random states in absolute coordinates of the plane, and what is expected there."""
    model = four_bar()
    eom = da.derive(model, coordinates=da.formulations.AbsolutePlanar())
    states = [
        da.State(
            q=dict(zip(eom.coordinates, np.random.default_rng(seed).normal(size=len(eom.q)), strict=True)),
            u=dict(zip(eom.speeds, np.random.default_rng(seed + 9).normal(size=len(eom.u)), strict=True)),
        )
        for seed in range(3)
    ]
    return model, states, solved(eom, *states)


@each_solver
def test_one_solver_serves_several_formulations(name: str) -> None:
    model, states, wanted = in_the_plane()
    assert_same(
        solved(
            da.derive(model, da.Recursive(SOLVERS[name]), coordinates=da.formulations.AbsolutePlanar()), *states
        ),
        wanted,
    )


@each_solver
def test_massless_parts_that_constraints_move(name: str) -> None:
    (kind,) = MASSLESS
    model, states = model_and_states(kind)
    assert_same(solved(da.derive(model, da.Recursive(solver=SOLVERS[name])), *states), expected(kind))


@cache
def with_friction() -> Any:
    """A model, a state, and what is expected there."""
    pressure = da.reaction_force("C")
    law = -0.05 * da.sqrt(pressure @ pressure + 1e-6) * da.tanh(10.0 * da.speed("B.rate"))
    model = four_bar(da.JointForce("friction", "B", law))
    state = random_state(model, 4)
    return model, state, da.as_dynamics(da.derive(model)).accelerations(state)


@each_solver
def test_forces_that_depend_on_reactions(name: str) -> None:
    model, state, wanted = with_friction()
    found = da.as_dynamics(da.derive(model, da.Recursive(solver=SOLVERS[name]))).accelerations(state)
    assert found == pytest.approx(wanted, rel=RTOL)


# ---- rows that depend on each other


@cache
def swung() -> Any:
    """Where the three cranks are after two seconds."""
    return da.simulate(three_cranks(), swinging(), until=2.0, method=METHOD).states[-1]


@each_solver
@pytest.mark.covers("F002-14")
def test_redundant_rows_in_a_run(name: str) -> None:
    motion = da.simulate(
        da.derive(three_cranks(), da.Recursive(solver=SOLVERS[name])), swinging(), until=2.0, method=METHOD
    )
    np.testing.assert_allclose(motion.states[-1], swung(), rtol=0.0, atol=RTOL_RUN)
    assert motion.dynamics.solution.left_out
    residuals = motion.signals(f"{row}.residual" for row in ("P.x", "P.y", "Q.x", "Q.y"))
    assert max(np.abs(x).max() for x in residuals.values()) < 1e-9


@pytest.mark.parametrize("name", FINDS_RANK)
def test_redundant_rows_that_nobody_told_of(name: str) -> None:
    eom = da.derive(three_cranks(), da.Recursive(solver=SOLVERS[name]))
    known = da.derive(three_cranks(), da.Recursive(solver=SOLVERS[name])).without(["Q.x"])
    # multipliers of rows that are left out are zero, else they are the shortest
    for found, expected in zip(solved(eom, swinging()), solved(known, swinging()), strict=True):
        np.testing.assert_allclose(found["a"], expected["a"], rtol=0.0, atol=RTOL * np.abs(expected["a"]).max())
        assert np.abs(found["residual"]).max() < 1e-8 and expected["lam"][2] == 0.0


def test_multipliers_of_redundant_rows_are_the_shortest() -> None:
    reference = da.derive(three_cranks()).without(["Q.x"])
    outputs = {"force": reference.equations.J.T @ reference.multipliers, "J": reference.equations.J}
    numbers = da.as_dynamics(reference).evaluate(outputs, swinging())
    (found,) = solved(
        da.derive(three_cranks(), da.Recursive(solver=da.solvers.WeightedPseudoinverse())), swinging()
    )
    shortest = np.linalg.pinv(numbers["J"].T, rcond=1e-9) @ numbers["force"]
    np.testing.assert_allclose(found["lam"], shortest, rtol=0.0, atol=RTOL * np.abs(shortest).max())


# ---- independent speeds


@pytest.mark.covers("F002-12")
@pytest.mark.parametrize("kind", [da.solvers.CoordinatePartitioning, da.solvers.FullOrderForm])
@pytest.mark.parametrize("independent", ["A.rate", "B.rate", "D.rate"])
def test_independent_speeds_may_be_named(kind: Any, independent: str) -> None:
    model, states = model_and_states("four-bar")
    eom = da.derive(model, da.Recursive(solver=kind((independent,))))
    assert_same(solved(eom, *states), expected("four-bar"))


def test_independent_speeds_that_are_dependent_are_named() -> None:
    model = four_bar(da.Free("free", da.ground, da.sphere("ball", radius=0.1, mass=1.0)))
    others = [name for name in model.speeds if name.startswith("free")]
    eom = da.derive(
        model, da.Recursive(solver=da.solvers.CoordinatePartitioning(("A.rate", "B.rate", *others[1:])))
    )
    with pytest.raises(da.errors.FormulationError, match=r"dependent: \['A.rate', 'B.rate'\]"):
        _ = eom.accelerations


@pytest.mark.covers("F002-13")
@pytest.mark.parametrize(
    "solver", [da.solvers.CoordinatePartitioning(), da.solvers.FullOrderForm(), da.solvers.NullSpace()], ids=repr
)
def test_independent_speeds_are_chosen_anew_before_they_degenerate(solver: da.solvers.AccelerationSolver) -> None:
    """A particle runs laps on an elliptical wire; where y = 0, its speed in x says nothing about that in y.

    Example 4.1 of Bajodah (2003), with numbers of our own.
    """
    slide, particle = da.Body("slide"), da.particle("particle", mass=1.0)
    x, y = da.coordinate("x"), da.coordinate("y")
    wire = da.Model(
        da.Prismatic("x", da.ground, slide, axis="x"),
        da.Prismatic("y", slide, particle, axis="y"),
        da.Holonomic("wire", (x - 0.5) ** 2 + 4.0 * y**2 - 4.0),
        da.Potential("spring", x**2 + y**2),
    )
    start = wire.state(q={"x": 1.5, "y": np.sqrt(0.75)}, u={"x": 3.0, "y": -np.sqrt(0.75)})
    method = da.methods.DOP853(rtol=1e-13, atol=1e-14)
    motion = da.simulate(da.derive(wire, da.Recursive(solver=solver)), start, until=10.0, method=method)
    assert (np.diff(np.sign(motion["y"])) != 0.0).sum() > 4
    reached = [1.999974062, 0.005092905, 0.018362600, -1.802739670]
    np.testing.assert_allclose(motion.states[-1] - [0.5, 0.0, 0.0, 0.0], reached, rtol=0.0, atol=5e-9)
    assert motion["energy"][-1] == pytest.approx(7.875, abs=1e-11)

    # exactly where the speed in x would not do
    there = wire.state(q={"x": 2.5, "y": 0.0}, u={"x": 0.0, "y": 1.8})
    found = da.as_dynamics(da.derive(wire, da.Recursive(solver=solver))).accelerations(there)
    assert found == pytest.approx({"x.rate": -4.0 * 1.8**2 / 2.0, "y.rate": 0.0}, abs=1e-12)
    named = da.Recursive(solver=da.solvers.CoordinatePartitioning(("x.rate",)))
    with pytest.raises(da.errors.SolverError, match="rank below"):
        da.as_dynamics(da.derive(wire, named)).accelerations(there)


def disc_and_bar(*parts: Any) -> da.Model:
    """A disc that turns about its centre, a bar hinged at its rim, motors on both joints; x points down."""
    disc = da.Body(
        "disc", da.Inertia(1.0, J=np.diag([3.125, 3.125, 6.25])), {"rim": da.spatial.Pose(p=(0.5, 0.0, 0.0))}
    )
    bar = da.rod("bar", length=0.5, mass=2.0)
    return da.Model(
        da.Revolute("θ1", da.ground, disc),
        da.Revolute("hinge", disc["rim"], bar),
        da.Motor("τ1", "θ1"),
        da.Motor("τ2", "hinge"),
        *parts,
        gravity=(9.81, 0.0, 0.0),
    )


@pytest.mark.covers("F002-13")
@pytest.mark.parametrize(
    "principle",
    [
        da.Recursive(solver=da.solvers.CoordinatePartitioning()),
        da.Recursive(solver=da.solvers.FullOrderForm()),
        da.formulations.Nonminimal(),
    ],
    ids=repr,
)
def test_a_bar_slides_along_an_obstacle_through_where_its_speed_is_independent(principle: Any) -> None:
    """Example 5.1 of Bajodah (2003), never released: the row of θ̈2 = A θ̈1 + B has no A where sin θ2 = 0."""
    tip = 0.5 * (da.cos(da.coordinate("θ1")) + da.cos(da.coordinate("θ1") + da.coordinate("hinge"))) - 0.875
    free, method = disc_and_bar(), da.methods.DOP853(rtol=1e-12, atol=1e-13)
    touch = da.Event("touch", tip, direction=1, is_terminal=True)
    start = free.state(q={"θ1": 1.0}, tau={"τ1": 1.0, "τ2": 3.0})
    flight = da.simulate(free, start, until=6.0, method=method, events=[touch])
    assert flight.times[-1] == pytest.approx(1.48683057, abs=1e-8)
    assert absolute_angles(flight) == pytest.approx([-0.37042257, 0.61317411, -1.37677919, -1.29942279], abs=1e-8)

    eom = da.derive(disc_and_bar(da.Holonomic("obstacle", tip)), principle)
    stabilization = da.methods.Baumgarte(velocity=300.0, position=100.0)
    slide = da.simulate(eom, flight.state(), until=6.0, method=method, stabilization=stabilization)
    crossings = np.diff(np.sign(np.sin(slide["θ1"] + slide["hinge"])))
    assert (crossings != 0.0).sum() == 3
    assert absolute_angles(slide) == pytest.approx([0.35445843, -0.62262547, 0.68514207, 0.40766704], abs=1e-8)


def absolute_angles(motion: da.Motion) -> list[float]:
    """Both angles from the vertical and their rates, in the end."""
    q1, q2, u1, u2 = motion.states[-1]
    return [q1, q1 + q2, u1, u1 + u2]


# ---- stabilization, nonideal constraints, derivatives


@pytest.mark.covers("F001-16")
@pytest.mark.parametrize("name", ["augmented matrix", "projectors"])
def test_stabilization_reduces_drift_in_augmented_and_explicit_form(name: str) -> None:
    eom = da.derive(slider_crank(), da.Recursive(solver=SOLVERS[name]))
    crank, rod = 0.6, np.arcsin(-0.3 * np.sin(0.6) / 0.8)
    slide = 0.3 * np.cos(crank) + 0.8 * np.cos(rod)
    start = slider_crank().state(q={"A": crank, "B": rod - crank, "slide": slide})
    gaps = {}
    for stabilization in (da.methods.NoStabilization(), da.methods.Baumgarte.critical(20.0)):
        motion = da.simulate(eom, start, until=5.0, method=da.methods.RK4(step=0.02), stabilization=stabilization)
        gaps[type(stabilization)] = np.abs(motion["pin.y.residual"]).max()
    assert gaps[da.methods.Baumgarte] < 0.2 * gaps[da.methods.NoStabilization]


@pytest.mark.covers("F000-51")
@pytest.mark.parametrize(
    "inner",
    [da.solvers.WeightedPseudoinverse(), da.solvers.StackedPseudoinverse(), da.solvers.AugmentedMatrix()],
    ids=repr,
)
def test_nonideal_constraints_push_like_force_elements(inner: da.solvers.AccelerationSolver) -> None:
    law = -0.3 * da.speed("B.rate") - 0.1 * da.sin(da.coordinate("A")) + da.time
    principle = da.Recursive(solver=da.solvers.NonidealConstraints({"B.rate": law}, inner))
    model = four_bar()
    states = [random_state(model, seed) for seed in range(3)]
    wanted = solved(da.derive(four_bar(da.JointForce("law", "B", law))), *states)
    assert_same(solved(da.derive(model, principle), *states), wanted)


@pytest.mark.parametrize("name", ["augmented matrix", "null space", "partition", "weighted", "one at a time"])
def test_derivatives_along_states(name: str) -> None:
    model = four_bar()
    eom, plain = da.derive(model, da.Recursive(solver=SOLVERS[name])), da.derive(model)
    state = random_state(model, 1)
    for variables in (lambda eom: eom.q, lambda eom: eom.u):
        (found, wanted) = (
            da.as_dynamics(one).evaluate({"dy": da.expr.jacobian(one.accelerations, variables(one))}, state)["dy"]
            for one in (eom, plain)
        )
        np.testing.assert_allclose(found, wanted, rtol=0.0, atol=RTOL * np.abs(wanted).max())


@pytest.mark.parametrize("name", ["null space", "one at a time"])
def test_batches_in_lanes_equal_single_runs(name: str) -> None:
    eom = da.derive(three_cranks(), da.Recursive(solver=SOLVERS[name]))
    starts = [swinging(), three_cranks().state(q={"A": -1.0, "H": 1.0, "B": -1.0, "C": -1.0})]
    for motion, start in zip(da.batch(eom, starts, until=0.5, lanes=2), starts, strict=True):
        alone = da.simulate(eom, start, until=0.5)
        np.testing.assert_allclose(motion.states[-1], alone.states[-1], rtol=0.0, atol=1e-12)
