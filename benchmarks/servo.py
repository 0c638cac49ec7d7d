"""Closed loops: what goals cost in each evaluation, a thousand loops in lanes, and how exactly goals decay."""

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
from figures import Figure, at_least, at_most, best

import dalembert as da
from dalembert.equations.solution import Solution

sys.path.append(str(Path(__file__).resolve().parents[1] / "examples"))

from seven_joint_arm import BENT, seven_joint_arm

STEP = 4e-6
ROUNDS = 40
LOOPS = 1000


def servo() -> Iterator[Figure]:
    arm = seven_joint_arm()
    yield from evaluations(arm)
    yield from many_loops(arm)
    yield from decay()


def track() -> tuple[da.Servo, ...]:
    """All joints follow laws of time."""
    laws = {name: angle + 0.3 * da.sin(da.time) for name, angle in BENT.items()}
    return da.control.computed_torque(laws, rate=5.0)


def evaluations(arm: da.Model) -> Iterator[Figure]:
    """Rates of all states, open and closed: computed torque, and a tip with a free part y that damps."""
    tip = arm.body("flange link")["top"]
    goals = da.control.operational_space(tip, (0.3, 0.2, 0.7), rate=5.0)
    damping = da.control.LeastInputs(toward={f"{name} motor": -2.0 * da.speed(name) for name in BENT})
    posture = da.control.operational_space(tip, (0.3, 0.2, 0.7), posture=BENT, rate=5.0)
    loops = {
        "computed torque": da.control.closed_loop(arm, *track()),
        "tip with null-space control": da.control.closed_loop(arm, *goals, by=damping),
        "tip with a posture of lower priority": da.control.closed_loop(arm, *posture),
    }
    taken = seconds(arm, {"": arm, **loops})
    yield Figure("seven joints, one open evaluation", taken[""] * 1e6, "µs")
    for what in loops:
        name = f"seven joints, {what}, beside the open evaluation"
        yield at_most(name, taken[what] / taken[""], 3.0, "times")


def alone() -> da.kernels.Config:
    """One thread, so that its time is all there is."""
    return replace(da.kernels.Config.from_environment(), threads=1)


def processor_time(run: Callable[[], object]) -> float:
    """Of all threads, in seconds."""
    begin = time.process_time()
    run()
    return time.process_time() - begin


def seconds(arm: da.Model, subjects: Mapping[str, da.Model | Solution]) -> dict[str, float]:
    """Of one evaluation of the rates of each, in native runs that take turns: machines change pace."""
    start, few, many = arm.state(q=BENT), 500, 10_500

    def run(subject: da.Model | Solution, steps: int) -> object:
        return da.simulate(subject, start, times=[0.0, steps * STEP], method=da.methods.RK4(STEP), config=alone())

    taken = {(name, steps): float("inf") for name in subjects for steps in (few, many)}
    for _ in range(ROUNDS):
        for name, steps in taken:
            used = processor_time(lambda name=name, steps=steps: run(subjects[name], steps))
            taken[name, steps] = min(taken[name, steps], used)
    return {name: (taken[name, many] - taken[name, few]) / (4 * (many - few)) for name in subjects}


def many_loops(arm: da.Model) -> Iterator[Figure]:
    """Closed loops from many starts, in lanes, beside one after the other."""
    loop, rng = da.control.closed_loop(arm, *track()), np.random.default_rng(1)
    starts = da.States(q={name: angle + 0.1 * rng.standard_normal(LOOPS) for name, angle in BENT.items()})

    def run(lanes: int | None) -> object:
        return da.batch(loop, starts, times=[0.0, 0.2], method=da.methods.RK4(2e-3), lanes=lanes, config=alone())

    _ = run(None), run(1)
    together, apart = (best(lambda n=n: processor_time(lambda: run(n)), 5) for n in (None, 1))
    yield Figure(f"seven joints, {LOOPS} closed loops of 100 steps", together, "s")
    name = f"seven joints, {LOOPS} closed loops in lanes beside one after the other"
    yield at_least(name, apart / together, 1.5)


def decay() -> Iterator[Figure]:
    """Example 7.1 of Bajodah: the energy of two links decays as designed."""
    a, b = da.expr.symbols("a b")
    u, v = da.expr.symbols("u v")
    T = 0.75 * u**2 + (1 / 6) * v**2 + 0.5 * u * v * da.cos(a - b)
    V = 9.81 * (1 - da.cos(a) + 0.5 * (1 - da.cos(b)))
    forces = {"u": da.Input("first") - da.Input("second"), "v": da.Input("second")}
    equations = da.formulations.TypedSystem(q=[a, b], u=[u, v], forces=forces).from_energies(T, V)
    goal = da.Servo("energy", da.energies.kinetic_energy() + da.energies.potential_energy() - 1.0, rate=1.0)
    for by in (da.control.LeastInputs(), da.control.IdealControl()):
        loop = da.control.closed_loop(equations, goal, by=by)
        for rtol, bound in ((1e-7, None), (1e-9, None), (1e-11, 1e-9)):
            start = da.State(q={"a": 0.5, "b": -0.3}, u={"u": 0.6, "v": 0.4})
            motion = da.simulate(loop, start, until=1.6, method=da.methods.DOP853(rtol=rtol, atol=0.01 * rtol))
            error = motion["energy"] - 1.0
            left = float(np.abs(error - error[0] * np.exp(-motion.times)).max())
            name = f"two links, {type(by).__name__}, deviation from the decay at rtol {rtol:g}"
            yield Figure(name, left, "J") if bound is None else at_most(name, left, bound, "J")
