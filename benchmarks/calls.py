"""What calls cost from Python: one run, one evaluation, one step, and batches beside their native time."""

import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec

import numpy as np
from chains import chain
from figures import Figure, at_least, at_most, best, elapsed
from peers import mujoco_model

import dalembert as da

SHORT = 1e-3
COPIES = 64


def calls() -> Iterator[Figure]:
    yield from single_calls()
    yield from batches()
    yield from steps()
    yield from along_laws()


def microseconds(call: Callable[[], object], count: int = 20) -> float:
    """Of one call, in the quietest of many short moments."""

    def once() -> float:
        begin = time.perf_counter()
        for _ in range(count):
            call()
        return (time.perf_counter() - begin) / count

    call()
    return best(once, 300) * 1e6


# ---- a double pendulum


def single_calls() -> Iterator[Figure]:
    """A run of a millisecond, accelerations by name, and an evaluation of arrays."""
    model = chain(2, is_spatial=False)
    dynamics, start = da.as_dynamics(model), model.state(q={"joint0": 0.5, "joint1": 0.3})
    times = np.array([0.0, SHORT])
    memory = dynamics.integrator(da.methods.DOP853()).repeated(1)
    memory.states[:] = [0.5, 0.3, 0.0, 0.0]
    native = microseconds(lambda: memory.advance(0.0, SHORT))
    by_dynamics = microseconds(lambda: da.simulate(dynamics, start, times=times))
    by_model = microseconds(lambda: da.simulate(model, start, times=times))
    yield at_most("double pendulum, a call of simulate beyond the native run", by_dynamics - native, 60.0, "µs")
    yield Figure("double pendulum, the same of the model itself", by_model - native, "µs")
    block = da.Model(da.Free("pose", da.ground, da.box("block", size=(1.0, 0.5, 0.2), mass=1.0)))
    thrown, state = da.as_dynamics(block), block.state(u={"pose.wx": 1.0, "pose.wy": 2.0})
    free = microseconds(lambda: da.simulate(thrown, state, times=times))
    yield at_most("free body, a call of simulate, its steps included", free, 60.0, "µs")
    yield at_most(
        "double pendulum, accelerations(state)", microseconds(lambda: dynamics.accelerations(start)), 25.0, "µs"
    )
    accelerations = dynamics.prepared(dynamics.solved.accelerations)
    q, u, tau = np.array([0.5, 0.3]), np.zeros(2), np.zeros(2)
    prepared = microseconds(lambda: accelerations(0.0, q, u, tau=tau))
    yield at_most("double pendulum, accelerations prepared for arrays", prepared, 2.0, "µs")


def batches() -> Iterator[Figure]:
    """Many starts, and many values of a parameter, beside the time of the native run on the same arrays."""
    times = np.linspace(0.0, 2.0, 11)
    angles = np.random.default_rng(0).uniform(-1.0, 1.0, (100_000, 2))
    model = chain(2, is_spatial=False)
    starts = da.States(q={"joint0": angles[:, 0], "joint1": angles[:, 1]})
    x0 = np.hstack([angles, np.zeros_like(angles)])
    yield from beside_native("100,000 double pendulums, 2 s", model, starts, x0, times, ())
    values = np.linspace(0.5, 2.0, 20_000)
    varied = da.States(q={"joint0": 0.5, "joint1": 0.3}, p={"m1": values})
    x0 = np.tile([0.5, 0.3, 0.0, 0.0], (len(values), 1))
    model = chain(2, is_spatial=False, is_open=True)
    yield from beside_native("20,000 values of a parameter, 2 s", model, varied, x0, times, ("m1",))


def beside_native(
    what: str, model: da.Model, starts: da.States, x0: np.ndarray, times: np.ndarray, varying: tuple[str, ...]
) -> Iterator[Figure]:
    dynamics, method = da.as_dynamics(model, lanes=None), da.methods.DOP853()
    integrator = dynamics.integrator(method, varying=varying)
    extra = np.column_stack([np.zeros((len(x0), 2)), *(starts.p[name] for name in varying)])
    end = float(times[-1])

    def native() -> float:
        begin = time.perf_counter()
        integrator.run(x0, times, start=0.0, end=end, extra=extra, method=method)
        return time.perf_counter() - begin

    def whole() -> float:
        begin = time.perf_counter()
        da.batch(dynamics, starts, times=times)
        return time.perf_counter() - begin

    t_whole, t_native = best(whole), best(native)
    yield Figure(f"{what}, {len(times)} outputs", t_whole, "s")
    yield at_most(f"{what}, beside its native time", t_whole / t_native, 2.0, "times as long")


# ---- a 7-joint arm


def steps() -> Iterator[Figure]:
    """Steps of 1 ms by RK4 with torques that are given at each, against MuJoCo."""
    model = chain(7)
    start = model.state(q={f"joint{k}": 0.1 * k for k in range(7)})
    one, many = da.stepper(model, start, step=1e-3), da.stepper(model, start, step=1e-3, copies=COPIES)
    tau, all_tau = np.zeros(7), np.zeros((COPIES, 7))
    alone, together = microseconds(lambda: one.step(tau)), microseconds(lambda: many.step(all_tau)) / COPIES
    yield Figure("7-joint arm, a step by RK4", alone, "µs")
    yield Figure(f"7-joint arm, {COPIES} copies in lanes, a step of each", together, "µs")
    if not find_spec("mujoco"):
        return
    import mujoco

    peer = mujoco_model(7, True)
    peer.opt.timestep, peer.opt.integrator = 1e-3, mujoco.mjtIntegrator.mjINT_RK4
    data = mujoco.MjData(peer)

    def theirs() -> None:
        data.qfrc_applied[:] = tau
        mujoco.mj_step(peer, data)

    t_theirs = microseconds(theirs)
    yield at_least("7-joint arm, a step by RK4, against mj_step", t_theirs / alone, 2.0)
    yield at_least(f"7-joint arm, {COPIES} copies, against mj_step for each", t_theirs / together, 25.0)


def along_laws() -> Iterator[Figure]:
    """Torques along laws of all joints at 201 times; model and code are new each time."""
    laws = {f"joint{k}": 0.3 * (k + 1) * da.sin((1 + k) * da.time) for k in range(7)}
    times = np.linspace(0.0, 2.0, 201)

    def loads() -> None:
        da.inverse_dynamics(chain(7), laws, times=times, config=da.kernels.Config(None, 1))

    yield at_most("7-joint arm, inverse dynamics along laws, cold", best(lambda: elapsed(loads), 3), 0.2, "s")
