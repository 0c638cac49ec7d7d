"""Derivatives of forward dynamics against Pinocchio, and what eigen-studies cost."""

import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from chains import chain
from figures import Figure, at_least, at_most, best, elapsed
from forward_dynamics import ROUNDS, _python_time

import dalembert as da
from dalembert.analysis.jacobians import Jacobians

N, STATES, PROBLEMS = 7, 200, 1000


def small_motions() -> Iterator[Figure]:
    yield from derivatives()
    yield from bicycle()
    yield from many_problems()
    yield from gradients()
    yield from many_starts()


# ---- derivatives


def derivatives() -> Iterator[Figure]:
    """∂a/∂q and ∂a/∂u of an arm with seven joints, against `computeABADerivatives` called from Python."""
    values = 0.5 * np.random.default_rng(0).standard_normal((3, N))
    peer = _pinocchio(values)
    eom = da.derive(chain(N, is_spatial=True, is_open=False))
    A = Jacobians(da.as_dynamics(eom), {}).programs["A"][N:]
    kernels = {lanes: da.kernels.compile(A, [eom.q, eom.u, eom.tau], lanes=lanes) for lanes in (1, 8)}
    np.testing.assert_allclose(kernels[1](*values), np.hstack(peer(*values)[:2]), rtol=1e-10, atol=1e-8)
    ratios: dict[int, list[float]] = {lanes: [] for lanes in kernels}
    times = []
    for _ in range(ROUNDS):
        times.append(_python_time(peer, values))
        for lanes, kernel in kernels.items():
            ratios[lanes].append(times[-1] / kernel.time_per_evaluation(0.03) * lanes)
    what = f"derivatives of forward dynamics, {N} joints"
    yield Figure(f"{what}, Pinocchio from Python", min(times) * 1e6, "µs")
    yield Figure(f"{what}", kernels[1].operations, "operations")
    yield at_least(f"{what}, 1 lane", statistics.median(ratios[1]), 2.5)
    yield at_least(f"{what}, 8 lanes", statistics.median(ratios[8]), 12.0)


def _pinocchio(values: Any) -> Any:
    """A function of q, u and τ that returns the derivatives by q, by u and by τ."""
    import pinocchio as pin
    from peers import pinocchio_model

    model = pinocchio_model(N, True)
    data = model.createData()
    return lambda q, u, tau: pin.computeABADerivatives(model, data, q, u, tau)


# ---- modes


def bicycle() -> Iterator[Figure]:
    """From its description to followed modes and critical speeds, with nothing cached and again."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "examples"))
    import bicycle as example

    fresh = da.kernels.Config(None, 1)
    example.SPEEDS = np.linspace(0.05, 10.0, STATES)

    def study(dynamics: Any) -> None:
        found = example.modes_against_speed(dynamics).critical
        if not np.isclose(found[-1].at, 6.02426201538837, rtol=1e-12):
            raise RuntimeError("the bicycle capsizes at another speed")

    def cold() -> float:
        # of all threads: code is made in another one
        begin = time.process_time()
        study(da.as_dynamics(example.bicycle(), config=fresh))
        return time.process_time() - begin

    first = best(cold, 3)
    yield at_most(f"bicycle, {STATES} speeds, from description to critical speeds", first, 3.0, "s")
    dynamics = da.as_dynamics(example.bicycle())
    study(dynamics)
    again = best(lambda: elapsed(lambda: study(dynamics)), 5)
    yield at_most(f"bicycle, {STATES} speeds, once compiled", again, 0.3, "s")


def many_problems() -> Iterator[Figure]:
    """Modes of ten states, followed along a thousand values of a parameter."""
    parts: list[Any] = []
    last: Any = da.ground
    for k in range(5):
        mass = da.particle(f"mass {k}", mass=1.0 + k)
        parts += [da.Prismatic(f"x{k}", last, mass, axis="x"), da.JointDamper(f"damper {k}", f"x{k}", 0.1)]
        parts.append(da.JointSpring(f"spring {k}", f"x{k}", da.param("k", 5.0)))
        last = mass
    model = da.Model(*parts)
    dynamics = da.as_dynamics(model)
    states = [model.state(p={"k": k}) for k in np.linspace(1.0, 50.0, PROBLEMS)]

    def study() -> None:
        da.linearize(dynamics, states).modes()

    study()
    took = best(lambda: elapsed(study), 3)
    yield at_most(f"{PROBLEMS} eigenvalue problems of ten states, followed", took, 1.0, "s")


# ---- sensitivities


def gradients() -> Iterator[Figure]:
    """A run of a double pendulum with its derivatives by five parameters, against the run alone."""
    values = {"g": 9.81, "m1": 1.0, "m2": 0.5, "l1": 1.0, "l2": 0.8}
    g, m1, m2, l1, l2 = (da.param(name, x) for name, x in values.items())
    upper, lower = da.rod("upper", length=l1, mass=m1), da.rod("lower", length=l2, mass=m2)
    model = da.Model(
        da.Revolute("shoulder", da.ground, upper),
        da.Revolute("elbow", upper["end"], lower),
        gravity=(0.0, -1.0 * g, 0.0),
    )
    dynamics = da.as_dynamics(model)
    start, method = model.state(q={"shoulder": 0.3, "elbow": 1.2}), da.DOP853(rtol=1e-10, atol=1e-10)
    times = np.linspace(0.0, 10.0, 101)

    def alone() -> None:
        da.simulate(dynamics, start, times=times, method=method)

    def with_gradients() -> None:
        da.sensitivities(dynamics, start, by=list(values), times=times, method=method)

    alone()
    with_gradients()
    ratios = [elapsed(with_gradients) / elapsed(alone) for _ in range(15)]
    what = "double pendulum with derivatives by 5 parameters, beside one run"
    yield at_most(what, statistics.median(ratios), 6.0, "times the cost")


def many_starts() -> Iterator[Figure]:
    """All positions of rest of two bars on springs, from many starts."""
    bars = [da.rod(f"bar {k}", length=1.0, mass=1.0, axis="x") for k in range(2)]
    model = da.Model(
        da.Revolute("A", da.ground, bars[0]),
        da.Revolute("B", bars[0]["end"], bars[1]),
        da.Spring("spring", bars[1]["end"], da.ground.at(x=1.5, y=0.5), stiffness=40.0),
        gravity=(0.0, -9.81, 0.0),
    )
    dynamics = da.as_dynamics(model)
    da.equilibria(dynamics, starts=64)
    took = best(lambda: elapsed(lambda: da.equilibria(dynamics, starts=64)), 3)
    yield Figure("equilibria of two bars on a spring, each of 64 starts", took / 64 * 1e3, "ms")
