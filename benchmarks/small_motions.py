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
from dalembert.expr.jets import Jet, jet_function
from dalembert.expr.node import traverse
from dalembert.linear.jacobians import Jacobians

N, STATES, PROBLEMS = 7, 200, 1000


def small_motions() -> Iterator[Figure]:
    yield from derivatives()
    yield from accuracy()
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


# ---- how exact


def accuracy() -> Iterator[Figure]:
    """∂a/∂(q, u) of the arm against central differences and jets, and critical values against closed forms."""
    eom = da.derive(chain(N, is_spatial=True, is_open=False))
    x = np.concatenate([eom.q, eom.u])
    point, tau = 0.5 * np.random.default_rng(1).standard_normal(2 * N), np.full(N, 0.3)
    rates = da.kernels.compile(eom.accelerations, [x, eom.tau])
    A = Jacobians(da.as_dynamics(eom), {}).programs["A"][N:]
    exact = da.kernels.compile(A, [eom.q, eom.u, eom.tau])(point[:N], point[N:], tau)
    h, size = 1e-5, np.abs(exact).max()
    columns = [(rates(point + h * e, tau) - rates(point - h * e, tau)) / (2.0 * h) for e in np.eye(2 * N)]
    apart = np.abs(exact - np.column_stack(columns)).max() / size
    yield at_most("derivatives of forward dynamics beside central differences", apart, 1e-7, "of the largest")
    values = {**dict(zip(x, point, strict=True)), **dict(zip(eom.tau, tau, strict=True))}
    apart = np.abs(exact - _by_jets(eom.accelerations, x, values)).max() / size
    yield at_most("derivatives of forward dynamics beside jets", apart, 1e-12, "of the largest")
    yield at_most("critical values of an oscillator and of flutter", _critical_error(), 1e-10, "relative")


def _by_jets(outputs: Any, x: Any, values: dict[Any, float]) -> Any:
    """Derivatives by numbers that carry an increment each, operation by operation."""
    found: dict[Any, Any] = {}
    names = {node: str(k) for k, node in enumerate(x)}
    for node in traverse(list(outputs)):
        if node.op == "constant":
            found[node] = float(node.args[0])
        elif node in values:
            found[node] = Jet(values[node], {names[node]: 1.0} if node in names else {})
        else:
            found[node] = jet_function(node.op, *(found.get(arg, arg) for arg in node.args))
    return np.array([[found[y].coefficient(name) for name in names.values()] for y in outputs], dtype=float)


def _critical_error() -> float:
    """ẍ + d ẋ + 4 x = 0 is critical at d = 4; ẍ + 2 x + p y = 0, ÿ − p x + y = 0 flutters from p = 1/2 on."""
    x, y, d, p = da.coordinate("x"), da.coordinate("y"), da.param("d", 1.0), da.param("p", 0.0)
    slides = [da.Prismatic(name, da.ground, da.particle(f"at {name}", mass=1.0), axis=name) for name in "xy"]
    swing = da.Model(slides[0], da.JointForce("force", "x", -4.0 * x - d * da.speed("x")))
    flutter = da.Model(*slides, da.JointForce("one", "x", -2.0 * x - p * y), da.JointForce("two", "y", p * x - y))
    errors = []
    for model, name, expected in ((swing, "d", 4.0), (flutter, "p", 0.5)):
        states = [model.state(p={name: value}) for value in expected * np.linspace(0.2, 1.7, 8)]
        (critical,) = da.linearize(model, states).modes().critical
        errors.append(abs(critical.at / expected - 1.0))
    return max(errors)


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
    start, method = model.state(q={"shoulder": 0.3, "elbow": 1.2}), da.methods.DOP853(rtol=1e-10, atol=1e-10)
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
