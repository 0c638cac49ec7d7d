"""Runs with contacts are those of the equations that were given: their principle, solver, coordinates and rows."""

from dataclasses import dataclass, replace

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import DalembertError, FormulationError, ModelError, SolverError

bead, rail = da.particle("bead", mass=1.0), da.Body("rail")


def guided(*parts):
    """A bead whose guide is a constraint, and something that it touches or not."""
    return da.Model(
        da.Prismatic("x", da.ground, rail, axis="x"),
        da.Prismatic("y", rail, bead, axis="y"),
        da.Drive("guide", "y", 0.0 * da.time),
        *parts,
    )


FAR = da.Stop("wall", "x", high=100.0)
DRAG = da.solvers.NonidealConstraints({"x.rate": -0.5 * da.speed("x")})


@pytest.mark.parametrize("method", [None, da.methods.MoreauJean(1e-3)], ids=["events", "steps"])
def test_nonideal_constraints_act_beside_a_far_wall(method):
    model = guided(FAR)
    start = model.state(u={"x": 1.0})
    by_principle = da.derive(model, da.Recursive(solver=DRAG))
    for subject in (by_principle, replace(da.derive(model), solver=DRAG), by_principle.solution):
        found = da.simulate(subject, start, times=[2.0], method=method)
        assert found["x.rate"][-1] == pytest.approx(np.exp(-1.0), abs=1e-7)
    assert found.residuals["dynamics"].max() < 1e-12
    if method is None:
        two = da.batch(by_principle, [start, model.state(u={"x": 2.0})], times=[2.0])
        np.testing.assert_allclose(two["x.rate"][:, -1], np.exp(-1.0) * np.array([1.0, 2.0]), atol=2e-7)


@dataclass(frozen=True)
class Pushing(da.solvers.AccelerationSolver):
    """One newton more along the first speed: mathematics of its own, which nobody else could know."""

    def solve(self, M, f, J, gamma, *, rank=None):
        return da.solvers.AugmentedMatrix().solve(M, f + np.array([1.0, 0.0]), J, gamma)


class Pressed(da.formulations.TreePrinciple):
    """A principle of one's own: everything is pushed twice as hard."""

    def terms(self, bodies):
        found = da.Kane().terms(bodies)
        return replace(found, forces=2.0 * found.forces)


class Delegating:
    """The same as an object with the one method that a principle needs."""

    def equations(self, model):
        return Pressed().equations(model)


PUSHED = guided(da.JointForce("push", "x", 1.0), da.Stop("wall", "x", high=0.4, restitution=0.5))


@pytest.mark.parametrize(
    "principle", [Pressed(), Delegating(), da.Recursive(solver=Pushing())], ids=["principle", "object", "solver"]
)
def test_principles_and_solvers_of_ones_own_are_asked(principle):
    """v² = 2 a s at the wall with a = 2, then half of it back, by closed forms."""
    equations = da.derive(PUSHED, principle)
    met, t = np.sqrt(1.6), np.sqrt(0.4)
    for motion in (
        da.simulate(equations, times=[t + 0.2]),
        *da.batch(equations, [{}, {}], times=[t + 0.2]),
        da.simulate(equations, {"y": 0.0}, times=[t + 0.2], events=[da.Event("never", da.coordinate("x") - 9.0)]),
    ):
        assert motion.events[0].t == pytest.approx(t, abs=1e-8)
        assert motion["x"][-1] == pytest.approx(0.4 - 0.1 * met + 0.2**2, abs=1e-8)
    rests = da.simulate(equations, times=[5.0])
    assert rests.phases("wall")[-1][2] == "closed"
    # the wall holds twice the push
    assert rests["wall.normal.multiplier"][-1] == pytest.approx(2.0, abs=1e-9)


def test_all_principles_and_coordinates_have_one_motion_with_contacts():
    crank, coupler = da.rod("crank", length=0.4, mass=1.0), da.rod("coupler", length=1.0, mass=1.0)
    slider, cross = da.particle("slider", mass=0.5), da.Body("cross")
    model = da.Model(
        da.Revolute("A", da.ground, crank),
        da.Revolute("B", crank["end"], coupler),
        da.Prismatic("X", da.ground, cross, axis="x"),
        da.Prismatic("Y", cross, slider, axis="y"),
        da.Coincident("C", coupler["end"], slider),
        da.Contact("floor", slider, da.geometry.plane(da.ground, "y"), friction=0.2, restitution=0.3),
        gravity=(0, -9.81, 0),
    )
    start = da.assemble(model, q={"A": 0.5, "Y": 0.3}, guess={"B": -0.8, "X": 1.2})
    default = da.simulate(model, start, times=[0.4])
    assert {event.what for event in default.events} >= {"impact", "slips"}
    for principle in (da.Kane(), da.NewtonEuler()):
        equations = da.derive(model, principle)
        motion = da.simulate(equations, da.convert_state(start, model, equations), times=[0.4])
        assert type(motion.dynamics.solution.solver) is type(equations.solver)
        assert [event.name for event in motion.events] == [event.name for event in default.events]
        np.testing.assert_allclose([e.t for e in motion.events], [e.t for e in default.events], atol=1e-8)
        crank_angle = motion.evaluate(da.coordinate("A"))
        np.testing.assert_allclose(crank_angle, default["A"], atol=1e-8)


@pytest.mark.parametrize(
    "principle",
    [da.Lagrange(), da.formulations.MultiplierLagrangian(), da.Maggi(), da.UdwadiaKalaba()],
    ids=lambda principle: type(principle).__name__,
)
def test_principles_for_certain_constraints_take_contacts_whose_rows_come_and_go(principle):
    # a rod on a cart falls on the floor, where it slips and sticks: friction is no row of positions
    cart, rod = da.particle("cart", mass=2.0), da.rod("rod", length=0.8, mass=0.5)
    floor = da.geometry.plane(da.ground.at(0, 0, -0.5), "z")
    model = da.Model(
        da.Prismatic("x", da.ground, cart, axis="x"),
        da.Revolute("swing", cart, rod, axis="y"),
        da.Contact("tip", rod["end"], floor, restitution=0.3, friction=da.Coulomb(static=0.4, kinetic=0.3)),
        da.Motor("motor", "x", 1.0),
        gravity=(0, 0, -9.81),
    )
    start = model.state(q={"swing": -0.3})
    default, motion = (da.simulate(x, start, times=[1.2]) for x in (model, da.derive(model, principle)))
    assert [mode for _, _, mode in default.phases("tip")] == ["open", "slipping", "sticking"]
    assert [mode for _, _, mode in motion.phases("tip")] == ["open", "slipping", "sticking"]
    np.testing.assert_allclose(motion.states[-1], default.states[-1], atol=1e-9)


def test_what_cannot_be_derived_again_is_refused_by_name():
    equations = da.derive(PUSHED)
    altered = replace(equations, balance=da.derive(guided(), Pressed()).balance)
    for subject, reason in (
        (altered, "the balance of these was replaced by hand"),
        (da.derive(PUSHED, da.Hamilton()), "are momenta"),
    ):
        for method in (None, da.methods.MoreauJean(1e-2)):
            with pytest.raises(FormulationError, match=reason):
                da.simulate(subject, until=0.1, method=method)


@pytest.mark.parametrize("parts", [(), (FAR,)], ids=["free", "wall"])
@pytest.mark.parametrize("method", [None, da.methods.MoreauJean(1e-2)], ids=["events", "steps"])
def test_rows_that_are_left_out_must_hold_by_others_beside_contacts_too(parts, method):
    subject = da.derive(guided(da.JointForce("push", "y", -1.0), *parts)).without(["guide"])
    with pytest.raises(SolverError, match="'guide' does not hold"):
        da.simulate(subject, until=1.0, method=method)
    if method is None:
        assert "'guide' does not hold" in da.batch(subject, [{}, {}], until=1.0)[1].termination


floor = da.geometry.plane(da.ground, "z")
ball = da.sphere("ball", radius=0.1, mass=da.param("m", 1.0))
FALLING = da.Model(
    da.Prismatic("z", da.ground, ball, axis="z"),
    da.Contact("floor", ball, floor, restitution=0.5),
    gravity=(0, 0, -9.81),
)


@pytest.mark.parametrize("method", [None, da.methods.MoreauJean(1e-3)], ids=["events", "steps"])
def test_a_sweep_runs_what_a_batch_runs(method):
    asked = {"rests at": "z", "weight": "floor.normal.multiplier", "events": lambda motion: len(motion.events)}
    over = {"m": [1.0, 2.0], "z": [0.5, 1.1]}
    found = da.sweep(FALLING, over, asked, until=3.0, method=method)
    np.testing.assert_allclose(found["rests at"], 0.1, atol=1e-9)
    np.testing.assert_allclose(found.grid("weight"), 9.81 * np.array([[1.0, 1.0], [2.0, 2.0]]), rtol=1e-9)
    alone = da.simulate(FALLING, FALLING.state(q={"z": 1.1}, p={"m": 2.0}), until=3.0, method=method)
    assert found["events"][3] == len(alone.events)
    np.testing.assert_array_equal(found["z"], [0.5, 1.1, 0.5, 1.1])


def test_a_sweep_of_starts_and_names_that_are_taken():
    np.testing.assert_allclose(da.sweep(FALLING, {"z": [0.1, 1.1]}, "energy")["energy"], [0.981, 10.791])
    touching = da.sweep(FALLING, {"z": [1.1, 0.1]}, "z.acceleration")
    np.testing.assert_array_equal(touching["z.acceleration"], [-9.81, np.nan])
    assert "Contact 'floor' touches here" in touching.failures[1].reason
    with pytest.raises(SolverError, match="Contact 'floor' touches here"):
        da.sweep(FALLING, {"z": [0.1]}, "z.acceleration")
    with pytest.raises(DalembertError, match=r"no signal 'floor\.height'"):
        da.sweep(FALLING, {"z": [1.1, 0.5]}, "floor.height", until=1.0)
    with pytest.raises(ModelError, match="'z' is varied and asked for"):
        da.sweep(FALLING, {"z": [1.1, 0.5]}, "z", until=1.0)


def test_times_that_are_no_numbers_are_refused():
    for model in (FALLING, guided()):
        for run in (da.simulate, lambda m, x, **more: da.batch(m, [x, x], **more)):
            with pytest.raises(ModelError, match="times of output are finite numbers"):
                run(model, {}, times=[0.0, np.nan, 1.0])


@pytest.mark.parametrize("parts", [(), (da.Stop("wall", "x", high=99.0),)], ids=["free", "wall"])
def test_zero_and_minus_zero_are_two_values(parts):
    """A push of atan2(±0, −1) = ±π: x = ±π / 2 after a second."""
    push = da.JointForce("push", "x", da.atan2(da.param("p", 1.0), -1.0))
    model = da.Model(da.Prismatic("x", da.ground, bead, axis="x"), push, *parts)
    starts = [model.state(p={"p": p}) for p in (0.0, -0.0)]
    expected = np.pi / 2 * np.array([1.0, -1.0])
    for _ in range(5):
        found = [da.simulate(model, start, times=[1.0])["x"][-1] for start in starts]
        np.testing.assert_allclose(found, expected)
    np.testing.assert_allclose(da.batch(model, starts, times=[1.0])["x"][:, -1], expected)


def test_steps_that_are_too_long_are_told():
    for times in ([10.0], None):
        motion = da.simulate(FALLING, {"z": 30.0}, until=10.0, times=times, method=da.methods.MoreauJean(2.0))
        assert "'floor' overlaps by 14.2 m at t = 10: steps of 2 s are too long" in motion.notes[0]
    assert not da.simulate(FALLING, {"z": 1.1}, until=2.0, method=da.methods.MoreauJean(1e-3)).notes


def test_derivatives_go_through_an_impact():
    """Height h, impact at √(2h/g), then v = e √(2gh) − g (t − t₁): ∂v/∂h by hand."""
    start, t, e, g = FALLING.state(q={"z": 1.1}), 0.6, 0.5, 9.81
    found = da.sensitivities(FALLING, start, times=[t], by=["z"])
    by_hand = e * np.sqrt(g / 2.0) + np.sqrt(g / 2.0)
    assert found["z.rate", "z"][-1] == pytest.approx(by_hand, rel=1e-6)
