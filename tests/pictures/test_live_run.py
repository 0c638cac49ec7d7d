"""Runs in WebAssembly equal those of `simulate`, from their start to their end."""

import ctypes
from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from dalembert.config import Config, Tier
from dalembert.dynamics.as_dynamics import as_dynamics
from dalembert.errors import ModelError
from dalembert.integrators.time_loop import time_loop
from dalembert.native.build import build
from dalembert.native.machine import Target
from dalembert.native.procedure_ir import procedure_module
from dalembert.native.program_code import resolve
from dalembert.pictures.live_run import for_target, live_departure, live_run, stop_at_a_beat
from dalembert.spatial.inertia import inertia_matrix
from tests.examples import example
from tests.node import in_node, needs_node

EQUAL = 1e-8
"""Largest difference of any state over the whole time: roundings of other order, grown by the motion."""

RUN = """
const run = await LiveRun.of(given.run);
const start = run.set(given.values);
const outcome = run.run();
const whole = Array.from(run.states());
run.set(given.values);
let slices = 1;
for (let goesOn = false; run.slice(goesOn, 5); goesOn = true) slices += 1;
const isSame = Array.from(run.states()).every((x, k) => Object.is(x, whole[k]));
const shown = run.shown(outcome.count).map((x) => Array.from(x));
console.log(JSON.stringify({ start, outcome, states: whole, slices, isSame, shown }));
"""


def live(model, start, folder, until=2.0, values=None, varied=(), method=None, events=(), shown=None):
    times = np.linspace(start.t, until, 101)
    dynamics = as_dynamics(model)
    departure = live_departure(dynamics, start, times, method or da.methods.DOP853(1e-9, 1e-9), events)
    made = live_run(departure, shown or {}, varied)
    return in_node(folder, RUN, run=made.packed, values=values or {})


def compared(found, motion):
    """Largest difference from a motion over all states."""
    assert found["isSame"]
    states = np.array(found["states"], dtype=float).reshape(found["outcome"]["count"], -1)
    assert len(states) == len(motion)
    assert found["slices"] > 1
    return np.abs(states[:, : motion.states.shape[1]] - motion.states).max()


def double_pendulum():
    upper, lower = da.rod("upper", length=1.0, mass=1.0), da.rod("lower", length=0.8, mass=0.5)
    model = da.Model(
        da.Revolute("a", da.ground, upper, axis="z"),
        da.Revolute("b", upper["end"], lower, axis="z"),
        gravity=(0, -9.81, 0),
    )
    return model, model.state(q={"b": 1.2})


def slider_crank(*more):
    crank, rod = da.rod("crank", length=0.1, mass=1.0), da.rod("rod", length=0.3, mass=2.0)
    slider = da.box("slider", size=(0.05, 0.05, 0.05), mass=1.5)
    model = da.Model(
        da.Revolute("A", da.ground, crank, axis="z"),
        da.Revolute("B", crank["end"], rod, axis="z"),
        da.Prismatic("S", da.ground, slider, axis="x"),
        da.Revolute("C", rod["end"], slider, axis="z"),
        *more,
        gravity=(0, -9.81, 0),
    )
    return model


def cranked(model, angle=1.0, speed=3.0):
    return da.assemble(model, q={"A": angle}, guess={"B": -1.2, "S": 0.35}, u={"A": speed})


def forced():
    """Springs, dampers, friction by a smooth law, and a motor that follows time."""
    model, _ = double_pendulum()
    spring = da.Spring("spring", da.ground, model.bodies[1]["end"], stiffness=40.0, rest_length=1.0, damping=0.5)
    model = da.Model(
        *model.parts, spring, da.Motor("motor", "a", 2.0 * da.sin(3 * da.time)), gravity=(0, -9.81, 0)
    )
    return model, model.state(q={"b": 1.2})


def spatial_arm():
    parts, before = [], da.ground
    for k in range(5):
        link = da.rod(f"link{k}", length=0.4, mass=1.0, radius=0.03)
        parts.append(da.Revolute(f"j{k}", before, link, axis="zxy"[k % 3]))
        before = link["end"]
    model = da.Model(*parts, gravity=(0, 0, -9.81))
    return model, model.state(q={f"j{k}": 0.3 * k for k in range(5)})


@needs_node
@pytest.mark.parametrize("make", [double_pendulum, forced, spatial_arm])
def test_trees_move_as_simulated(make, tmp_path):
    model, start = make()
    method = da.methods.DOP853(1e-9, 1e-9)
    motion = da.simulate(model, start, times=np.linspace(0.0, 1.0, 101), method=method)
    assert compared(live(model, start, tmp_path, until=1.0), motion) < EQUAL


@needs_node
def test_closed_loops_move_as_simulated_and_other_starts_are_consistent(tmp_path):
    model = slider_crank()
    times, method = np.linspace(0.0, 2.0, 101), da.methods.DOP853(1e-9, 1e-9)
    motion = da.simulate(model, cranked(model), times=times, method=method)
    found = live(model, cranked(model), tmp_path)
    assert compared(found, motion) < EQUAL
    assert found["outcome"]["accepted"] == motion.statistics["accepted"]

    # another start, from sliders of the crank alone, is that of `assemble`
    other = da.simulate(model, cranked(model, 1.4, 2.0), times=times, method=method)
    values = {"A": 1.4, "A.rate": 2.0}
    found = live(model, cranked(model), tmp_path, values=values, varied=["A", "A.rate"])
    assert found["start"]["isValid"]
    assert found["start"]["moved"] == []
    assert compared(found, other) < EQUAL


@needs_node
def test_drives_and_implicit_methods_move_as_simulated(tmp_path):
    model = slider_crank(da.Drive("motor", "A", 1.0 + 3.0 * da.time))
    times = np.linspace(0.0, 1.0, 101)
    for method in (da.methods.DOP853(1e-9, 1e-9), da.methods.Radau(1e-8, 1e-8)):
        motion = da.simulate(model, cranked(model), times=times, method=method)
        assert compared(live(model, cranked(model), tmp_path, until=1.0, method=method), motion) < EQUAL


@needs_node
@pytest.mark.parametrize("name", ["rolling_disc", "spring_four_bar", "furuta_pendulum", "cart_pendulum"])
def test_examples_move_as_simulated(name, tmp_path):
    method, times = da.methods.DOP853(1e-9, 1e-9), np.linspace(0.0, 1.0, 101)
    for model, start in example(name).systems().values():
        motion = da.simulate(model, start, times=times, method=method)
        assert compared(live(model, start, tmp_path, until=1.0), motion) < EQUAL


@needs_node
def test_events_act_and_are_told(tmp_path):
    ball = da.particle("ball", mass=1.0)
    model = da.Model(da.Prismatic("z", da.ground, ball, axis="z"), gravity=(0, 0, -9.81))
    bounce = da.Event(
        "bounce", da.coordinate("z"), direction=-1, action=da.actions.Reset({"z.rate": -0.8 * da.speed("z")})
    )
    start = model.state(q={"z": 1.0})
    times, method = np.linspace(0.0, 2.0, 101), da.methods.DOP853(1e-9, 1e-9)
    motion = da.simulate(model, start, times=times, method=method, events=[bounce])
    found = live(model, start, tmp_path, events=[bounce])
    assert compared(found, motion) < EQUAL
    told = [(event["name"], event["t"]) for event in found["outcome"]["events"]]
    assert [name for name, _ in told] == ["bounce"] * len(motion.events)
    assert np.allclose([t for _, t in told], [event.t for event in motion.events], atol=1e-9, rtol=0)


@needs_node
def test_parameters_inputs_and_signals_follow_the_numbers_that_are_set(tmp_path):
    rod = da.rod("rod", length=da.param("l", 1.0), mass=2.0)
    model = da.Model(da.Revolute("h", da.ground, rod, axis="z"), da.Motor("push", "h"), gravity=(0, -9.81, 0))
    start = model.state(q={"h": 0.3}, tau={"push": 0.0})
    shown = {"tip": np.asarray(da.position(rod["end"]), dtype=object)}
    found = live(model, start, tmp_path, values={"l": 1.6, "push": 3.0}, varied=["l", "push"], shown=shown)
    other = model.state(q={"h": 0.3}, tau={"push": 3.0}, p={"l": 1.6})
    motion = da.simulate(model, other, times=np.linspace(0.0, 2.0, 101), method=da.methods.DOP853(1e-9, 1e-9))
    assert compared(found, motion) < EQUAL
    assert np.abs(np.array(found["shown"]).T - motion.evaluate(shown["tip"])).max() < EQUAL


@needs_node
def test_bodies_that_are_impossible_are_told_as_models_refuse_them(tmp_path):
    m, l, a, b, c = (da.param(name, value) for name, value in zip("mlabc", (1.0, 1.0, 0.3, 0.4, 0.5), strict=True))
    free = da.Body("free", da.Inertia(m, J=inertia_matrix(a, b, 0.5, Jxy=c - 0.5, Jyz=0.05, Jxz=0.1)))
    model = da.Model(
        da.Free("f", da.ground, free), da.Revolute("h", da.ground, da.rod("rod", length=l, mass=2.0), axis="z")
    )
    dynamics, times = as_dynamics(model), np.linspace(0.0, 1.0, 11)
    run = live_run(live_departure(dynamics, model.state(), times, da.methods.DOP853(), ()), {}, list("mlabc"))
    rng = np.random.default_rng(5)
    values = [
        dict(zip("mlabc", x, strict=True)) for x in rng.uniform((-0.2, -0.2, 0, 0, 0), 1.2, (60, 5)).tolist()
    ]
    values += [{"m": 0.0}, {"l": 0.0}, {"l": 1e-9}, {"b": 0.82}, {"a": 0.05}]
    script = """
    const run = await LiveRun.of(given.run);
    console.log(JSON.stringify(given.values.map((values) => run.set(values).impossible ?? null)));
    """
    told = in_node(tmp_path, script, run=run.packed, values=values)
    for p, said in zip(values, told, strict=True):
        try:
            model.state(p=p)
        except ModelError as error:
            assert said is not None, (p, error)
            assert "'rod'" in said if "body 'rod'" in str(error) else "'free'" in said
        else:
            assert said is None, p
    assert 5 < sum(said is None for said in told) < len(told) - 5


def test_what_needs_python_is_refused_by_name():
    rod = da.rod("rod", length=1.0, mass=2.0)
    law = da.expr.callback("my_law", lambda x: -2.0 * x[0], np.array([da.coordinate("h")], dtype=object))
    model = da.Model(
        da.Revolute("h", da.ground, rod, axis="z"), da.Motor("push", "h", law[0]), gravity=(0, -9.81, 0)
    )
    departure = live_departure(as_dynamics(model), model.state(), np.linspace(0, 1, 11), da.methods.DOP853(), ())
    with pytest.raises(ModelError, match="'my_law' is a function of Python"):
        live_run(departure, {}, [])


def bouncing():
    """A ball over a floor, beside a wall, with friction."""
    ball = da.sphere("ball", radius=0.1, mass=1.0)
    floor = da.Contact("floor", ball, da.geometry.plane(da.ground, normal="z"), friction=0.3, restitution=0.6)
    model = da.Model(da.Free("pose", da.ground, ball), floor, gravity=(0, 0, -9.81))
    return model, model.state(q={"pose.z": 0.5}, u={"pose.x": 1.0})


@needs_node
def test_contacts_are_stepped_as_simulated(tmp_path):
    model, start = bouncing()
    method, times = da.methods.MoreauJean(1e-3), np.linspace(0.0, 1.0, 101)
    motion = da.simulate(model, start, times=times, method=method)
    assert motion["pose.z"].min() < 0.11
    assert compared(live(model, start, tmp_path, until=1.0, method=method), motion) < EQUAL


def three_cranks(hole):
    """A bar on three equal cranks: a mechanism if the second has its hole above its foot, else a frame."""
    cranks = [da.rod(f"crank {k}", length=0.5, mass=1.0) for k in range(3)]
    bar = da.rod("bar", length=2.0, mass=2.0)
    feet = [da.Revolute(f"A{k}", da.ground.at(x=float(k)), cranks[k]) for k in range(3)]
    heads = [
        da.Revolute(f"B{k}", crank["end"], bar.at(x=x))
        for k, crank, x in zip(range(3), cranks, (0, hole, 2), strict=True)
    ]
    model = da.Model(*feet, *heads, gravity=(0.0, -9.81, 0.0))
    # cos φ = 1 − 0.9 for the frame
    at = np.arccos(0.1)
    return model, da.assemble(model, q={"A0": at}, guess={"A1": at, "A2": at, "B0": -at})


@needs_node
@pytest.mark.parametrize(("author", "reader"), [(1.0, 0.9), (0.9, 1.0)])
def test_rows_that_others_imply_are_those_of_the_numbers_that_are_set(author, reader, tmp_path):
    model, start = three_cranks(da.param("hole", author))
    method, angle = da.methods.DOP853(1e-9, 1e-9), np.arccos(0.1) if reader < 1.0 else 1.2
    values = {"hole": reader, "A0": angle}
    found = live(model, start, tmp_path, until=0.2, values=values, varied=list(values), method=method)
    assert found["start"]["isValid"] and found["isSame"]
    states = np.array(found["states"], dtype=float).reshape(found["outcome"]["count"], -1)
    model, start = three_cranks(reader)
    start = da.assemble(model, q={"A0": angle}, guess=start)
    motion = da.simulate(model, start, times=np.linspace(0.0, 0.2, 101), method=method)
    assert np.abs(states[:, : motion.states.shape[1]] - motion.states).max() < EQUAL
    assert (np.ptp(motion["A0"]) > 0.1) == (reader == 1.0)


@needs_node
def test_events_set_parameters_and_inputs_that_sliders_have_set_before(tmp_path):
    rod = da.rod("rod", length=1.0, mass=1.0)
    load, motor = da.JointForce("load", "h", da.param("F", 1.0)), da.Motor("u", "h")
    model = da.Model(da.Revolute("h", da.ground, rod), load, motor, gravity=(0.0, -9.81, 0.0))
    values = {"F": 2.0, "u": -1.0}
    for name in values:
        events = [da.Event("switch", da.time - 0.7, action=da.actions.Set({name: 3.0}))]
        motion = da.simulate(
            model,
            model.state(p={"F": 2.0}, tau={"u": -1.0}),
            times=np.linspace(0.0, 2.0, 101),
            method=da.methods.DOP853(1e-9, 1e-9),
            events=events,
        )
        found = live(model, model.state(), tmp_path, values=values, varied=list(values), events=events)
        assert compared(found, motion) < EQUAL


def natively(run, launch, start):
    """States of a run from its start, by this processor without fused products, in the memory that a page has."""
    host = Target.host()
    target = Target(host.cpu, host.features, fuses=False)
    integrator = launch.dynamics.integrator(launch.method, launch.events, launch.varying)
    problem = for_target(integrator.problem, target)
    loop = time_loop(launch.method.scheme(problem), problem, can_go_on=True)
    modules = [procedure_module(loop, 1, resolve), stop_at_a_beat()]
    built = build(modules, target, Tier.FULL, replace(Config.from_environment(), cache=None))
    arrays = {}
    for name, told in run.told["memory"]["arrays"].items():
        values = [float(x) for x in told["values"] or [0.0] * told["length"]]
        arrays[name] = np.array(values or [0.0], dtype=np.int64 if told["kind"] == "i64" else float)
    arrays["states"][:] = start
    arguments = [arrays[name].ctypes.data for name in run.told["arguments"]]
    function = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * len(arguments))(
        built.library.address(modules[0].name)
    )
    arrays["control"][:] = [5, built.library.address(modules[1].name), 0]
    while function(*arguments) == run.told["interrupted"]:
        arrays["control"][2] = 1
    return arrays["outputs"].reshape(-1, run.told["sizes"]["n"])


@needs_node
@pytest.mark.parametrize("name", ["slider-crank", "Furuta", "arm"])
def test_a_page_has_the_bits_of_native_code_without_fused_products(name, tmp_path):
    if name == "slider-crank":
        model = slider_crank()
        start = da.assemble(model, q={"A": 1.0}, guess={"B": -1.2, "S": 0.35}, u={"A": 3.0})
    else:
        module = {"Furuta": "furuta_pendulum", "arm": "seven_joint_arm"}[name]
        model, start = next(iter(example(module).systems().values()))
    times, method = np.linspace(0.0, 1.0, 101), da.methods.DOP853(1e-9, 1e-9)
    run = live_run(live_departure(as_dynamics(model), start, times, method, ()), {}, [])
    found = in_node(tmp_path, RUN, run=run.packed, values={})
    states = np.array(found["states"], dtype=float).reshape(len(times), -1)
    # the page has put the start on the constraints
    expected = natively(run, run.departure.launch, states[0])
    assert np.array_equal(states, expected)
    assert np.ptp(states, axis=0).max() > 0.1
