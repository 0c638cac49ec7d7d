"""Kinematics and inverse dynamics of a driven linkage, and what a platform on six legs costs."""

import time
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
from figures import Figure, at_most, best, elapsed
from mechanisms import stewart_platform

import dalembert as da
from dalembert.equations.solution import Solution

INSTANTS = 3600
GUESS = {"B": 0.5, "D": 1.0}


def analyses() -> Iterator[Figure]:
    yield from driven_four_bar()
    yield from platform_on_six_legs()
    yield from reactions_by_newton_euler()
    yield from other_solutions_of_the_platform()


# ---- four-bar


def driven_four_bar() -> Iterator[Figure]:
    """One turn of the crank: the torque of the motor and the forces in all pins."""
    dynamics = da.as_dynamics(four_bar_with_motor())
    times = np.linspace(0.0, 1.0, INSTANTS, endpoint=False)
    names = ["motor.torque", *(f"{pin}.force.{axis}" for pin in "ABCD" for axis in "xyz")]

    def cycle() -> da.Motion:
        return da.kinematics(dynamics, times, guess=GUESS)

    def loads(along: da.Motion) -> None:
        da.inverse_dynamics(dynamics, along).signals(names)

    found = cycle()
    loads(found)  # once before, so that all is compiled
    what = f"four-bar, {INSTANTS} instants"
    yield Figure(f"{what}: kinematics", best(lambda: elapsed(cycle), 20) * 1e3, "ms")
    yield Figure(
        f"{what}: inverse dynamics and reactions", best(lambda: elapsed(lambda: loads(found)), 20) * 1e3, "ms"
    )
    both = best(lambda: elapsed(lambda: loads(cycle())), 20)
    yield at_most(f"{what}: kinematics, inverse dynamics and reactions", both * 1e3, 20.0, "ms")


def four_bar_with_motor() -> da.Model:
    """The crank turns once in a second."""
    crank = da.rod("crank", length=0.5, mass=0.5)
    coupler = da.rod("coupler", length=1.2, mass=1.0)
    rocker = da.rod("rocker", length=0.75, mass=0.75)
    return da.Model(
        da.Revolute("A", da.ground, crank),
        da.Revolute("B", crank["end"], coupler),
        da.Revolute("D", da.ground.at(x=1.1), rocker),
        da.Revolute("C", coupler["end"], rocker["end"]),
        da.Drive("motor", "A", 2 * da.pi * da.time),
        gravity=(0.0, -9.81, 0.0),
    )


# ---- Stewart platform


def platform_on_six_legs() -> Iterator[Figure]:
    """From its description to its first accelerations, nothing cached; then accelerations in a native loop."""
    fresh = da.kernels.Config(None, 1)
    model = stewart_platform.stewart_platform()
    start = stewart_platform.placed(model, stewart_platform.ASKEW, force=20.0)
    q, u, tau = (np.array(list(values.values())) for values in (start.q, start.u, start.tau))

    def first_answer() -> float:
        begin = time.perf_counter()
        eom = da.derive(stewart_platform.stewart_platform())
        da.kernels.compile(eom.accelerations, [eom.q, eom.u, eom.tau], config=fresh)(q, u, tau)
        return time.perf_counter() - begin

    eom = da.derive(model)
    # in the native loop all inputs are zero, so they count from the pose
    there = dict(zip([*eom.q, *eom.tau], [*(eom.q + q), *(eom.tau + tau)], strict=True))
    kernel = da.kernels.compile(da.expr.substitute(eom.accelerations, there), [eom.q, eom.u, eom.tau])
    if not np.isfinite(kernel(0.0 * q, u, 0.0 * tau)).all():
        raise RuntimeError("the platform has no accelerations in its pose")
    name = f"Stewart platform, {len(eom.q)} coordinates"
    yield Figure(f"{name}: accelerations", kernel.operations, "operations")
    yield at_most(f"{name}, from description to first numbers", best(first_answer, 3), 3.0, "s")
    yield at_most(f"{name}: accelerations", best(lambda: kernel.time_per_evaluation(0.1)) * 1e6, 5.0, "µs")


def reactions_by_newton_euler() -> Iterator[Figure]:
    """All reactions of the platform in 20 poses, nothing compiled before; they are those of the recursion."""
    model = stewart_platform.stewart_platform()
    shifts = np.random.default_rng(2).uniform(-0.05, 0.05, (20, 6))
    poses = [stewart_platform.placed(model, tuple(stewart_platform.ASKEW + d), force=20.0) for d in shifts]
    recursive = da.as_dynamics(model)
    parts = [f"{name} {k}" for name in ("foot", "leg", "ball") for k in stewart_platform.LEGS]
    names = [f"{part}.{what}.{axis}" for part in parts for what in ("force", "moment") for axis in "xyz"]
    names = [name for name in names if name in recursive.solved.signals]

    def found() -> tuple[float, np.ndarray]:
        fresh = da.kernels.Config(None, 1)
        begin = time.thread_time()
        eom = da.derive(stewart_platform.stewart_platform(), da.NewtonEuler())
        dynamics = da.as_dynamics(eom, config=fresh)
        states = da.convert_state(poses, recursive, dynamics)
        forces = np.array([list(dynamics.signals(names, state).values()) for state in states])
        return time.thread_time() - begin, forces

    seconds, forces = min((found() for _ in range(2)), key=lambda one: one[0])
    expected = np.array([list(recursive.signals(names, state).values()) for state in poses])
    yield at_most(
        f"Stewart platform by Newton and Euler, {len(names)} reactions in 20 states, cold", seconds, 3.0, "s"
    )
    yield at_most(
        "Stewart platform: their difference from those of the recursion",
        float(np.abs(forces - expected).max()),
        1e-8,
        "N",
    )


ALL_SOLVERS: dict[str, da.solvers.AccelerationSolver] = {
    "augmented matrix": da.solvers.AugmentedMatrix(),
    "block inverse": da.solvers.BlockInverse(),
    "oblique projector": da.solvers.ObliqueProjector(),
    "null space": da.solvers.NullSpace(),
    "coordinate partitioning": da.solvers.CoordinatePartitioning(),
    "full order form": da.solvers.FullOrderForm(),
    "weighted pseudoinverse": da.solvers.WeightedPseudoinverse(),
    "weighted pseudoinverse, α": da.solvers.WeightedPseudoinverse(alpha=1.3),
    "stacked pseudoinverse": da.solvers.StackedPseudoinverse(),
    "one at a time": da.solvers.OneAtATime(),
    "least constraint": da.solvers.LeastConstraint(),
}


def other_solutions_of_the_platform() -> Iterator[Figure]:
    """Another row left out, or other gains: nothing is traced or compiled. Another kind: only what is new."""
    model = stewart_platform.stewart_platform()
    start = stewart_platform.placed(model, stewart_platform.ASKEW, force=20.0)
    dynamics = da.as_dynamics(model)
    stabilized = dynamics.stabilized(da.methods.Baumgarte.critical(1.0))
    for system in (dynamics, stabilized):
        system.accelerations(start)
    eom = dynamics.equations
    rows = iter([row.name for row in eom.rows])
    drifts = map(da.methods.Baumgarte.critical, np.arange(2.0, 50.0))
    without = best(lambda: elapsed(lambda: da.as_dynamics(eom.without([next(rows)])).accelerations(start)), 10)
    gains = best(lambda: elapsed(lambda: stabilized.stabilized(next(drifts)).accelerations(start)), 10)
    yield at_most("Stewart platform: another row left out, first accelerations", without * 1e3, 1.0, "ms")
    yield at_most("Stewart platform: other gains, first accelerations", gains * 1e3, 1.0, "ms")

    def traced(change: Callable[[da.Equations], Solution]) -> float:
        eom = da.derive(model)
        _ = eom.solution.accelerations
        kept = []  # freeing it is not tracing it
        return elapsed(lambda: kept.append(change(eom).accelerations))

    kinds: dict[str, Callable[[da.Equations], Solution]] = {
        "stabilized": lambda eom: eom.stabilized(da.methods.Baumgarte.critical(1.0)),
        "drifting": lambda eom: eom.stabilized(da.methods.NoStabilization()),
        **{solver: partial(Solution, solver=made) for solver, made in ALL_SOLVERS.items()},
    }
    for name, change in kinds.items():
        seconds = best(lambda change=change: traced(change), 5)
        yield at_most(f"Stewart platform: {name} traced", seconds * 1e3, 20.0, "ms")
