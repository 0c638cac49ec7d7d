"""The best of our methods beside heyoka, which integrates by Taylor series, at equal errors.

Errors are those of all states at the end, beside the largest state; exact is heyoka's own solution in extended
precision.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from typing import Any

import numpy as np
from figures import Figure, at_most, best, elapsed

import dalembert as da

ERRORS = (1e-8, 1e-10, 1e-13)
TOLERANCES = np.logspace(-6, -15.5, 39)

Run = Callable[[float], Any]
"""A tolerance gives the states at the end."""


def power_series() -> Iterator[Figure]:
    """A double pendulum and six bodies under gravity."""
    if not find_spec("heyoka"):
        return
    for what, (ours, theirs, exact) in (("double pendulum, 10 s", pendulums()), ("six bodies, 10 s", planets())):
        for error in ERRORS:
            seconds = {name: _fastest(run, exact, error) for name, run in ours.items()}
            best_of_ours, beside = min(seconds.values()), _fastest(theirs, exact, error)
            for name, value in seconds.items():
                yield Figure(f"{what} at an error of {error:g}: {name}", value * 1e3, "ms")
            yield Figure(f"{what} at an error of {error:g}: heyoka", beside * 1e3, "ms")
            yield at_most(
                f"{what} at an error of {error:g}, beside heyoka", best_of_ours / beside, 1.0, "of its time"
            )


def _fastest(run: Run, exact: Any, error: float) -> float:
    """Seconds at the loosest tolerance that keeps the error; infinite if none does."""
    scale = np.abs(exact).max()
    for tolerance in TOLERANCES:
        if np.abs(run(tolerance) - exact).max() <= error * scale:
            call = partial(run, tolerance)
            for _ in range(12):  # until there is code at full speed
                call()
            return best(partial(elapsed, call), 30)
    return float("inf")


def _ours(model: da.Model, start: Any, until: float, states: Callable[[Any], Any]) -> dict[str, Run]:
    dynamics = da.as_dynamics(model)
    full = replace(da.kernels.Config.from_environment(), tier=da.kernels.Tier.FULL)

    def by(method: Any, tolerance: float) -> Any:
        motion = da.simulate(dynamics, start, times=[until], method=method(tolerance, tolerance), config=full)
        return states(motion.states[-1])

    return {"Taylor": partial(by, da.methods.Taylor), "DOP853": partial(by, da.methods.DOP853)}


def _theirs(equations: Any, start: Any, until: float) -> tuple[Run, Any]:
    """Heyoka's states at the end, and the same in extended precision."""
    import heyoka as hy

    compiled: dict[float, Any] = {}

    def run(tolerance: float) -> Any:
        if tolerance not in compiled:
            compiled[tolerance] = hy.taylor_adaptive(equations, start, tol=tolerance, compact_mode=False)
        integrator = compiled[tolerance]
        integrator.time, integrator.state[:] = 0.0, start
        integrator.propagate_until(until)
        return integrator.state

    extended = np.longdouble
    integrator = hy.taylor_adaptive(equations, [extended(x) for x in start], fp_type=extended)
    integrator.propagate_until(extended(until))
    return run, integrator.state.astype(float)


def pendulums() -> tuple[dict[str, Run], Run, Any]:
    """Two particles of 1 kg on massless rods of 1 m; angles from the vertical."""
    import heyoka as hy

    a, b, u, v = hy.make_vars("a", "b", "u", "v")
    g, d = 9.81, a - b
    below = 3.0 - hy.cos(2.0 * d)
    first = (
        -3.0 * g * hy.sin(a) - g * hy.sin(a - 2.0 * b) - 2.0 * hy.sin(d) * (v * v + u * u * hy.cos(d))
    ) / below
    second = 2.0 * hy.sin(d) * (2.0 * u * u + 2.0 * g * hy.cos(a) + v * v * hy.cos(d)) / below
    theirs, exact = _theirs([(a, u), (b, v), (u, first), (v, second)], [0.6, 0.9, 0.0, 0.0], 10.0)

    rods = [da.Body("upper"), da.Body("lower")]
    bobs = [da.particle("first", mass=1.0), da.particle("second", mass=1.0)]
    ends = [rod.at(0.0, -1.0, 0.0) for rod in rods]
    model = da.Model(
        da.Revolute("a", da.ground, rods[0]),
        da.Weld("end of a", ends[0], bobs[0]),
        da.Revolute("b", ends[0], rods[1]),
        da.Weld("end of b", ends[1], bobs[1]),
        gravity=(0.0, -g, 0.0),
    )
    return (
        _ours(model, {"a": 0.6, "b": 0.3}, 10.0, lambda x: np.array([x[0], x[0] + x[1], x[2], x[2] + x[3]])),
        theirs,
        exact,
    )


def planets() -> tuple[dict[str, Run], Run, Any]:
    """A heavy body and five light ones on orbits around it; the constant of gravitation is one."""
    import heyoka as hy

    masses = [1.0, *(1e-3 * (k + 1) for k in range(5))]
    places, velocities = np.zeros((6, 3)), np.zeros((6, 3))
    for k in range(1, 6):
        r, angle = 1.0 + 0.4 * k, 1.3 * k
        places[k] = r * np.cos(angle), r * np.sin(angle), 0.02 * k
        velocities[k] = np.array([-np.sin(angle), np.cos(angle), 0.0]) / np.sqrt(r)
    start = np.hstack([places, velocities]).ravel()
    theirs, exact = _theirs(hy.model.nbody(6, masses=masses), list(start), 10.0)

    bodies = [da.particle(f"body {k}", mass=m) for k, m in enumerate(masses)]
    parts: list[Any] = [da.Translational(f"at {k}", da.ground, body) for k, body in enumerate(bodies)]
    for k, one in enumerate(bodies):
        for other in range(k):
            pull = -masses[k] * masses[other] / da.measures.distance(one, bodies[other])
            parts.append(da.Potential(f"pull {k} {other}", pull))
    model = da.Model(*parts)
    names = [f"at {k}.{x}" for k in range(6) for x in "xyz"]
    values = dict(zip(names, places.ravel(), strict=True))
    speeds = dict(zip([f"{name}.rate" for name in names], velocities.ravel(), strict=True))
    first = model.state(q=values, u=speeds)
    order = np.array([list(first.q).index(name) for name in names])

    def states(x: Any) -> Any:
        return np.hstack([x[order].reshape(6, 3), x[18 + order].reshape(6, 3)]).ravel()

    return _ours(model, first, 10.0, states), theirs, exact


if __name__ == "__main__":
    for figure in power_series():
        print(figure)
