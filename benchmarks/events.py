"""Runs that something acts on: events that reset speeds, alone and in lanes, and a sampled Python controller."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
from chains import chain
from figures import Figure, at_most, best, elapsed

import dalembert as da
from dalembert.config import Config
from dalembert.dynamics.dynamics import Dynamics
from dalembert.runs.preparation import preparation

BOUNCES, BALLS, SAMPLES = 100_000, 10_000, 10_000


def events() -> Iterator[Figure]:
    yield from bouncing()
    yield from controlled()


def seconds(call: Callable[[], object]) -> float:
    """Of a call, once everything is compiled."""

    def once() -> float:
        begin = time.perf_counter()
        call()
        return time.perf_counter() - begin

    call()
    return best(once)


def bouncing() -> Iterator[Figure]:
    """A ball that bounces for ever, and many of different restitution."""
    model = da.Model(da.Prismatic("z", da.ground, da.particle("ball", mass=1.0), axis="z"), gravity=(0, 0, -9.81))
    e = da.param("e", 1.0)
    floor = da.Event(
        "floor", da.coordinate("z"), direction=-1, action=da.actions.Reset({"z.rate": -e * da.speed("z")})
    )
    dynamics = da.as_dynamics(model)
    until = 2.0 * np.sqrt(2.0 / 9.81) * BOUNCES
    found = da.simulate(dynamics, {"z": 1.0}, times=[0.0, until], events=[floor])
    assert len(found.events) == BOUNCES
    alone = seconds(lambda: da.simulate(dynamics, {"z": 1.0}, times=[0.0, until], events=[floor]))
    yield at_most("a ball that bounces 100,000 times", alone, 0.2, "s")

    # none of them comes to rest before the end
    times, values = np.array([0.0, 1.3]), np.linspace(0.5, 0.95, BALLS)
    starts = da.States(q={"z": np.ones(BALLS)}, p={"e": values})
    one_thread = replace(Config.from_environment(), threads=1)
    narrow, wide = (da.as_dynamics(model, lanes=lanes, config=one_thread) for lanes in (1, None))
    together, one_by_one = native_seconds(wide, starts, times, floor), native_seconds(narrow, starts, times, floor)
    whole = seconds(lambda: da.batch(wide, starts, times=times, events=[floor]))
    motions = da.batch(wide, starts, times=times, events=[floor])
    for k in (0, 1234, BALLS - 1):
        single = da.simulate(model, starts[k], times=times, events=[floor])
        assert np.array_equal(single.states, motions[k].states) and single.events == motions[k].events
    lanes = wide.engine.lanes
    yield Figure(f"10,000 balls of different restitution in {lanes} lanes", whole, "s")
    what = "the same in native code, beside their time one by one divided by lanes"
    yield at_most(what, together * lanes / one_by_one, 3.0, "times")


def native_seconds(dynamics: Dynamics, starts: da.States, times: np.ndarray, event: da.Event) -> float:
    """Of the native run of a batch alone."""
    task = preparation(dynamics, da.methods.DOP853(), [event]).task(times)
    departure = task.departure(task.ready(starts), float(times[-1]))
    return seconds(lambda: departure.launch.run(departure.states, departure.extra, times))


def controlled() -> Iterator[Figure]:
    """A double pendulum for 10 s under a law that is asked a thousand times a second."""
    model = chain(2, is_spatial=False)
    (motor, *_) = model.state().tau or [*da.derive(model).inputs]

    def law(state: da.State) -> dict[str, float]:
        return {motor: -state.q["joint0"]}

    dynamics, start = da.as_dynamics(model), da.State(q={"joint0": 0.5})
    controller = da.control.SampledController(10.0 / SAMPLES, law)
    da.simulate(dynamics, start, until=10.0, controller=controller)
    whole = best(lambda: elapsed(lambda: da.simulate(dynamics, start, until=10.0, controller=controller)))
    own = best(lambda: elapsed(lambda: [law(start) for _ in range(SAMPLES)]))
    yield at_most("10 s with a controller of 1 kHz, beyond its own time", whole - own, 0.1, "s")
