"""Many runs: what a motion of a batch costs, with loops and contacts, and short runs that are repeated."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from figures import Figure, at_least, at_most, best, on_the_clock, processor_time

import dalembert as da

LOOPS, BALLS, STEPS, IN_THREADS = 1_000, 200, 200, 2_000


def many_runs() -> Iterator[Figure]:
    yield from looped_models()
    yield from balls_on_a_floor()
    yield from two_threads()
    yield from repeated_runs()


def four_bar() -> da.Model:
    crank = da.rod("crank", length=0.3, mass=1.0)
    coupler, rocker = da.rod("coupler", length=1.0, mass=1.0), da.rod("rocker", length=0.8, mass=1.0)
    return da.Model(
        da.Revolute("A", da.ground, crank, axis="z"),
        da.Revolute("B", crank["end"], coupler, axis="z"),
        da.Revolute("C", coupler["end"], rocker["end"], axis="z"),
        da.Revolute("D", da.ground.at(x=0.9), rocker, axis="z"),
        gravity=(0, -9.81, 0),
    )


def looped_models() -> Iterator[Figure]:
    """A batch of four-bar linkages, 0.1 s each, by steps of one length and by default."""
    model = four_bar()
    at = da.assemble(model, q={"A": 1.0})
    speeds = np.linspace(0.0, 3.0, LOOPS)
    starts = [da.assemble(model, q={"A": 1.0}, u={"A": float(u)}, guess=at) for u in speeds]
    # as arrays: what states cost to read is no part of a run
    names = {kind: tuple(getattr(starts[0], kind)) for kind in ("q", "u")}
    arrays = {kind: {n: np.array([getattr(s, kind)[n] for s in starts]) for n in names[kind]} for kind in names}
    many = da.States(**arrays)
    for words, method in (("RK4", da.methods.RK4(1e-3)), ("DOP853", da.methods.DOP853())):
        run = lambda method=method: da.batch(model, many, times=[0.0, 0.1], method=method)  # noqa: E731
        run()
        each = 1e6 * best(lambda run=run: processor_time(run), 3) / LOOPS
        yield at_most(f"a four-bar linkage in a batch by {words}, 0.1 s", each, 30.0, "µs")


def ball_on_a_floor() -> da.Model:
    ball = da.sphere("ball", radius=0.1, mass=1.0)
    floor = da.Contact("floor", ball, da.geometry.plane(da.ground, "z"), friction=0.4, restitution=0.5)
    return da.Model(da.Free("pose", da.ground, ball), floor, gravity=(0.0, 0.0, -9.81))


def balls_on_a_floor() -> Iterator[Figure]:
    """A batch of balls on a floor beside mujoco.rollout, in threads of processor time."""
    model = ball_on_a_floor()
    z = np.linspace(0.1, 0.5, BALLS)
    vx = np.linspace(-3.0, 3.0, BALLS)
    many = da.States(q={"pose.z": z}, u={"pose.x": vx})
    times = np.linspace(0.0, 0.002 * STEPS, STEPS + 1)
    run = lambda: da.batch(model, many, times=times)  # noqa: E731
    run()
    ours = 1e3 * best(lambda: processor_time(run), 3) / BALLS
    yield Figure(f"a ball on a floor in a batch, {STEPS} steps of output", ours, "ms")
    try:
        import mujoco
        from mujoco import rollout
    except ImportError:
        return
    text = """<mujoco><option timestep="0.002"/><worldbody><geom type="plane" size="5 5 1"/>
      <body pos="0 0 .3"><freejoint/><geom type="sphere" size="0.1" mass="1"/></body>
    </worldbody></mujoco>"""
    theirs = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(theirs)
    size = mujoco.mj_stateSize(theirs, mujoco.mjtState.mjSTATE_FULLPHYSICS)
    state = np.zeros(size)
    mujoco.mj_getState(theirs, data, state, mujoco.mjtState.mjSTATE_FULLPHYSICS)
    initial = np.tile(state, (BALLS, 1))
    initial[:, 3] = z
    initial[:, 1 + theirs.nq] = vx
    roll = lambda: rollout.rollout(theirs, data, initial, nstep=STEPS)  # noqa: E731
    roll()
    peer = 1e3 * best(lambda: processor_time(roll), 3) / BALLS
    yield Figure("the same by mujoco.rollout", peer, "ms")
    yield at_most("a ball on a floor beside mujoco.rollout", ours / peer, 0.5, "of its time")


def two_threads() -> Iterator[Figure]:
    """Batches in one thread and in two, by the clock: the machine must have nothing else to do."""
    angles, heights = np.linspace(-2.0, 2.0, IN_THREADS), np.linspace(0.1, 0.5, IN_THREADS)
    ball, pendulum = ball_on_a_floor(), double_pendulum()
    cases = (
        ("balls on a floor", ball, da.States(q={"pose.z": heights}, u={"pose.x": angles}), 0.4),
        ("double pendulums", pendulum, da.States(q={"elbow": angles}), 10.0),
    )
    for words, model, starts, until in cases:
        times = np.linspace(0.0, until, STEPS + 1)
        seconds = []
        for threads in (1, 2):
            config = replace(da.kernels.Config.from_environment(), threads=threads)
            run = lambda: da.batch(model, starts, times=times, config=config)  # noqa: B023, E731
            run()
            seconds.append(best(lambda: on_the_clock(run), 5))  # noqa: B023
        yield at_least(f"{IN_THREADS} {words} in two threads", seconds[0] / seconds[1], 1.8, "times as fast")


def double_pendulum() -> da.Model:
    upper, lower = da.rod("upper", length=1.0, mass=1.0), da.rod("lower", length=0.8, mass=0.5)
    return da.Model(
        da.Revolute("shoulder", da.ground, upper, axis="z"),
        da.Revolute("elbow", upper["end"], lower, axis="z"),
        gravity=(0, -9.81, 0),
    )


def repeated_runs() -> Iterator[Figure]:
    """A run of a millisecond, the tenth time, beside full code."""
    pendulum = double_pendulum()
    run = lambda **options: da.simulate(pendulum, {"elbow": 1.2}, times=[0.0, 10.0], **options)  # noqa: E731
    for _ in range(9):
        run()
    tenth = best(lambda: processor_time(run), 5)
    full = da.kernels.Config(cache=None, threads=1, tier=da.kernels.Tier.FULL)
    run(config=full)
    best_of_full = best(lambda: processor_time(lambda: run(config=full)), 5)
    yield at_most("double pendulum, 10 s, the tenth call beside full code", tenth / best_of_full, 1.2, "times")


if __name__ == "__main__":
    for figure in many_runs():
        print(figure, flush=True)
