"""Whole simulations against SciPy and MuJoCo, in the same run."""

import time
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from typing import Any

import numpy as np
from chains import chain
from figures import Figure, at_least, best
from peers import mujoco_model

import dalembert as da
from dalembert.dynamics.dynamics import Dynamics
from dalembert.expr.node import inputs_of

STEP, STEPS, SIMULATIONS = 1e-3, 1000, 1000


def simulation() -> Iterator[Figure]:
    if find_spec("scipy"):
        yield from against_scipy()
    if find_spec("mujoco"):
        yield from against_mujoco("double pendulums", 2, False, 150.0)
        yield from against_mujoco("7-joint arms", 7, True, 30.0)


def against_scipy() -> Iterator[Figure]:
    """Ten seconds of a double pendulum, both at tolerances that give a relative error of 1e-8 or less."""
    from scipy.integrate import solve_ivp

    model = chain(2, is_spatial=False)
    names = model.coordinates
    start = model.state(q={names[0]: 0.5, names[1]: 0.3})
    dynamics = da.as_dynamics(model)
    x0 = np.array([*start.q.values(), *start.u.values()])
    rate = lambdified_rate(dynamics)
    exact = da.simulate(dynamics, start, until=10.0, times=[10.0], method=da.methods.DOP853(1e-13, 1e-15)).states[
        -1
    ]

    def error(x: Any) -> float:
        return float(np.abs(np.asarray(x) - exact).max() / np.abs(exact).max())

    def ours(rtol: float) -> Any:
        return da.simulate(dynamics, start, until=10.0, times=[10.0], method=da.methods.DOP853(rtol, rtol)).states[
            -1
        ]

    def theirs(rtol: float) -> Any:
        return solve_ivp(rate, (0.0, 10.0), x0, "DOP853", rtol=rtol, atol=rtol).y[:, -1]

    def seconds(run: Any) -> float:
        rtol = next(r for r in np.logspace(-7, -13, 25) if error(run(r)) <= 1e-8)

        def once() -> float:
            begin = time.perf_counter()
            run(rtol)
            return time.perf_counter() - begin

        return best(once, 20)

    t_ours, t_theirs = seconds(ours), seconds(theirs)
    yield Figure("double pendulum, 10 s at an error of 1e-8", t_ours * 1e3, "ms")
    yield at_least("double pendulum, against scipy DOP853 on a lambdified rate", t_theirs / t_ours, 50.0)


def lambdified_rate(dynamics: Dynamics) -> Any:
    """The same right-hand side as SymPy writes it for Python."""
    import sympy

    system = free_system(dynamics)
    expressions, symbols = da.expr.to_sympy(system.rate), [da.expr.to_sympy(x) for x in system.x]
    function = sympy.lambdify(symbols, list(expressions), modules="math", cse=True)
    return lambda t, x: function(*x)


def free_system(dynamics: Dynamics) -> Any:
    """ẋ = F(x) without inputs; parameters, switches of rows among them, are the numbers that a run has."""
    system = dynamics.solved.first_order()
    known = {x: dynamics.settings.get(x.args[0], x.args[1]) for x in inputs_of(system.rate) if x.op == "parameter"}
    return replace(system, rate=da.expr.substitute(system.rate, {**dict.fromkeys(system.tau, 0.0), **known}))


def against_mujoco(what: str, n: int, is_spatial: bool, bound: float) -> Iterator[Figure]:
    """A batch of simulations by RK4, one thread each."""
    import mujoco
    from mujoco import rollout

    rng = np.random.default_rng(0)
    q = rng.uniform(-1.0, 1.0, (SIMULATIONS, n))
    peer = mujoco_model(n, is_spatial)
    peer.opt.timestep, peer.opt.integrator = STEP, mujoco.mjtIntegrator.mjINT_RK4
    states = np.hstack([np.zeros((SIMULATIONS, 1)), q, np.zeros((SIMULATIONS, n))])
    data = mujoco.MjData(peer)
    few = SIMULATIONS // 20

    def theirs() -> float:
        begin = time.perf_counter()
        rollout.rollout(peer, data, states[:few], nstep=STEPS)
        return (time.perf_counter() - begin) / few

    model = chain(n, is_spatial=is_spatial)
    starts = [model.state(q=dict(zip(model.coordinates, map(float, row), strict=True))) for row in q]
    config = replace(da.kernels.Config.from_environment(), threads=1)
    dynamics = da.as_dynamics(model, lanes=None, config=config)
    method = da.methods.RK4(STEP)
    end = STEP * STEPS

    def ours() -> float:
        begin = time.perf_counter()
        integrator.run(x0, [end], start=0.0, end=end, extra=tau, method=method)
        return (time.perf_counter() - begin) / SIMULATIONS

    integrator = dynamics.integrator(method)
    x0 = np.array([[*s.q.values(), *s.u.values()] for s in starts])
    tau = np.zeros((SIMULATIONS, n))
    t_ours, t_theirs = best(ours), best(theirs)
    yield Figure(f"{SIMULATIONS} {what}, RK4", STEPS / t_ours / 1e6, "Msteps/s")
    yield at_least(f"{SIMULATIONS} {what}, against mujoco.rollout, one thread each", t_theirs / t_ours, bound)
