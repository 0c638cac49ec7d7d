"""Runs with contacts in lanes: the bits of single runs, whatever their neighbours do, and made when asked for."""

import pickle

import numpy as np
import pytest

import dalembert as da

g = 9.81
FLOOR = da.geometry.plane(da.ground, "z")


def balls(**law: object) -> da.Model:
    ball = da.sphere("ball", radius=0.1, mass=1.0)
    floor = da.Contact("floor", ball, FLOOR, **{"friction": 0.4, "restitution": 0.5, **law})
    return da.Model(da.Free("pose", da.ground, ball), floor, gravity=(0.0, 0.0, -g))


def thrown(model: da.Model, n: int) -> list[da.State]:
    """Balls that lie, fall, spin and slide."""
    generator, names = np.random.default_rng(1), ("pose.x", "pose.y", "pose.wx", "pose.wy", "pose.wz")
    speeds = generator.uniform(-3.0, 3.0, (n, 5)) * [1, 1, 6, 6, 6]
    return [
        model.state(q={"pose.z": 0.1 + 0.07 * (k % 4)}, u=dict(zip(names, map(float, u), strict=True)))
        for k, u in enumerate(speeds)
    ]


def assert_same(found: da.Motion, alone: da.Motion) -> None:
    assert found.states.tobytes() == alone.states.tobytes() and found.times.tobytes() == alone.times.tobytes()
    assert [(x.name, x.t) for x in found.events] == [(x.name, x.t) for x in alone.events]
    assert found.statistics == alone.statistics
    assert (found.termination, found.notes, found.intervals) == (alone.termination, alone.notes, alone.intervals)


@pytest.mark.parametrize("lanes", [None, 4])
def test_balls_in_lanes_have_the_bits_of_single_runs(lanes: int | None) -> None:
    model, times = balls(), np.linspace(0.0, 1.0, 6)
    starts = thrown(model, 21)
    motions = da.batch(model, starts, times=times, lanes=lanes)
    for k, start in enumerate(starts):
        alone = da.simulate(model, start, times=times)
        assert_same(motions[k], alone)
        assert motions.states[k].tobytes() == alone.states.tobytes()
    assert motions[3] is motions[3] and not motions.failed


def test_blocks_of_bodies_in_different_modes_have_the_bits_of_single_runs() -> None:
    block = da.box("block", size=(0.2, 0.2, 0.1), mass=1.0)
    corners = [(s * 0.1, 0.0, -0.05) for s in (-1, 1)]
    model = da.Model(
        da.Planar("pose", da.ground, block, normal="y"),
        da.Contact("foot", block, FLOOR, points=corners, friction=0.3, restitution=0.2),
        gravity=(0.0, 0.0, -g),
    )
    starts = [
        model.state(
            q={"pose.x": 0.05 + 0.03 * (k % 3) * (1 + k % 2) + 0.02 * (k % 2), "pose.angle": 0.1 * (k % 2)},
            u={"pose.y": 0.4 * k - 1.0},
        )
        for k in range(9)
    ]
    motions = da.batch(model, starts, until=0.6)
    for motion, start in zip(motions, starts, strict=True):
        assert_same(motion, da.simulate(model, start, until=0.6))


def test_parameters_of_each_and_starts_of_which_some_overlap() -> None:
    friction = da.param("friction", 0.4)
    model = balls(friction=da.Coulomb(friction))
    starts = [
        da.State(q={"pose.z": 0.2}, u={"pose.x": 1.0 + k}, p={"friction": 0.1 * (1 + k % 2)}) for k in range(6)
    ]
    motions = da.batch(model, starts, until=1.0)
    assert motions.parameters["friction"].tolist() == [0.1, 0.2] * 3
    for motion, start in zip(motions, starts, strict=True):
        assert_same(motion, da.simulate(model, start, until=1.0))
    starts[4] = da.State(q={"pose.z": 0.05}, p={"friction": 0.1})
    motions = da.batch(model, starts, until=1.0)
    assert motions.failed == {4} and "overlap" in motions[4].termination
    assert_same(motions[5], da.simulate(model, starts[5], until=1.0))


def test_states_as_arrays_and_a_copy_have_the_same_motions() -> None:
    model, z = balls(), np.linspace(0.1, 0.5, 9)
    motions = da.batch(model, da.States(q={"pose.z": z}, u={"pose.x": z}), until=0.5)
    copy = pickle.loads(pickle.dumps(motions))
    for k in (0, 5):
        alone = da.simulate(model, da.State(q={"pose.z": z[k]}, u={"pose.x": z[k]}), until=0.5)
        assert_same(motions[k], alone)
        assert copy[k].states.tobytes() == alone.states.tobytes()


def test_lanes_that_wait_for_the_events_of_others_count_and_compute_as_alone() -> None:
    rod = da.rod("rod", length=1.0, mass=1.0)
    model = da.Model(da.Revolute("hinge", da.ground, rod, axis="z"), gravity=(0.0, -g, 0.0))
    stops = da.Event(
        "stop", da.coordinate("hinge") + 1.9, action=da.actions.Reset({"hinge.rate": -0.7 * da.speed("hinge")})
    )
    events = [stops, da.Event("low", da.coordinate("hinge") + np.pi / 2)]
    starts = [{"hinge": 0.3 * k - 1.8} for k in range(11)]
    for method in (da.methods.DOP853(), da.methods.RK4(0.01), da.methods.Taylor()):
        motions = da.batch(model, starts, until=3.0, events=events, method=method, lanes=8)
        for motion, start in zip(motions, starts, strict=True):
            assert_same(motion, da.simulate(model, start, until=3.0, events=events, method=method))
