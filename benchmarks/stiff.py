"""Stiff and singular motions: Radau against SciPy's on our own rate, short steps of index 3, flat positions."""

import threading
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import numpy as np
from figures import Figure, at_least, at_most, best
from mechanisms import n_four_bar
from scipy.integrate import solve_ivp

import dalembert as da
from dalembert.dynamics.dynamics import Dynamics

RTOL, ATOL = 1e-8, 1e-10
TOLERANCES = (1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12)


def stiff() -> Iterator[Figure]:
    yield from beams()
    yield from short_steps()
    yield from flat_positions()


def seconds(run: Callable[[], object]) -> float:
    begin = time.perf_counter()
    run()
    return time.perf_counter() - begin


# ---- Radau


def beam(n: int) -> da.Model:
    """A cantilever of 1 m, 1 kg and 100 N m² as n links with springs and dampers between them."""
    length, stiffness = 1.0 / n, 100.0 * n
    links = [da.rod(f"link {k}", length=length, mass=1.0 / n) for k in range(n)]
    places = [da.ground, *(link["end"] for link in links[:-1])]
    parts: list[Any] = []
    for k, (place, link) in enumerate(zip(places, links, strict=True)):
        moment = -stiffness * (da.coordinate(f"bend {k}") + 0.01 * da.speed(f"bend {k}"))
        parts += [da.Revolute(f"bend {k}", place, link), da.JointForce(f"spring {k}", f"bend {k}", moment)]
    return da.Model(*parts, gravity=(0.0, -9.81, 0.0))


def beams() -> Iterator[Figure]:
    """One second of beams that fall from the horizontal line."""
    for n in (40, 100):
        model = beam(n)
        dynamics = da.as_dynamics(model)

        def ours(dynamics: Dynamics = dynamics, model: da.Model = model) -> da.Motion:
            return da.simulate(
                dynamics, model.state(), until=1.0, times=[1.0], method=da.methods.Radau(RTOL, ATOL)
            )

        first = seconds(ours)
        second = seconds(ours)
        run_until_settled(ours)
        again = best(lambda run=ours: seconds(run), 3)  # type: ignore[misc]
        theirs, end = scipy_radau(dynamics, n)
        yield Figure(f"beam of {n} links, 1 s, as code was found or made", first, "s")
        yield Figure(
            f"beam of {n} links, 1 s, a second time, while faster code may be made beside it", second, "s"
        )
        yield at_most(f"beam of {n} links, 1 s", again, 10.0, "s")
        yield at_least(f"beam of {n} links, against SciPy's Radau on our rate", theirs / again, 1.0)
        yield at_most(
            f"beam of {n} links: difference from SciPy", float(np.abs(ours().states[-1] - end).max()), 1e-7, ""
        )


def run_until_settled(run: Callable[[], object]) -> None:
    """Until no faster code is made beside the runs."""
    for _ in range(200):
        run()
        if not any(thread.name == "dalembert compiles" for thread in threading.enumerate()):
            run()
            if not any(thread.name == "dalembert compiles" for thread in threading.enumerate()):
                return


def scipy_radau(dynamics: Dynamics, n: int) -> tuple[float, Any]:
    """Seconds, and the state at the end."""
    function, empty = dynamics.prepared({"a": dynamics.solved.accelerations}), np.zeros(0)

    def rate(t: float, x: Any) -> Any:
        return np.concatenate([x[n:], function(t, x[:n], x[n:], empty, empty)["a"]])

    begin = time.perf_counter()
    found = solve_ivp(rate, (0.0, 1.0), np.zeros(2 * n), "Radau", rtol=RTOL, atol=ATOL)
    return time.perf_counter() - begin, found.y[:, -1]


# ---- index 3, and singular positions


def exact_angle(n: int, times: Any) -> Any:
    """The angle of the uprights, which move like one pendulum."""
    inertia, weight = n_four_bar.inertia_and_weight(n)
    return solve_ivp(
        lambda t, y: [y[1], -weight / inertia * np.cos(y[0])],
        (0.0, times[-1]),
        [np.pi / 2, -1.0],
        "DOP853",
        t_eval=times,
        rtol=3e-14,
        atol=1e-14,
    ).y[0]


def short_steps() -> Iterator[Figure]:
    """Through the first two flat positions: the error falls with the square of the step, whatever its size."""
    times = np.linspace(0.0, 2.0, 21)
    for n in (10, 20, 40):
        dynamics, exact = da.as_dynamics(n_four_bar.mechanism(n)), exact_angle(n, times)
        for step in (5e-4, 2e-4, 5e-5, 1e-5):
            motion = da.simulate(
                dynamics, n_four_bar.start(n), until=2.0, times=times, method=da.methods.IndexThree(step)
            )
            error = float(np.abs(motion["foot 0"] - exact).max())
            yield at_most(
                f"{n} four-bars, 2 s by index 3 with steps of {step:g} s", error, 3.0 * step**2 + 1e-8, ""
            )


def flat_positions() -> Iterator[Figure]:
    """Ten seconds through ten flat positions: the error falls with the tolerance."""
    times = np.linspace(0.0, 10.0, 101)
    for n in (2, 8, 20, 40):
        dynamics, exact = da.as_dynamics(n_four_bar.mechanism(n)), exact_angle(n, times)
        errors, motion = [], None
        for tolerance in TOLERANCES:
            motion = da.simulate(
                *(dynamics, n_four_bar.start(n)),
                until=10.0,
                times=times,
                method=da.methods.DOP853(tolerance, tolerance),
            )
            errors.append(float(np.abs(motion["foot 0"] - exact).max()))
            yield Figure(f"{n} four-bars, 10 s at {tolerance:g}: error", errors[-1], "rad")
        assert motion is not None
        worst = max(after / before for before, after in pairwise(errors))
        energy = motion["energy"]
        yield at_most(f"{n} four-bars: error at a tenth of the tolerance, beside that before", worst, 1.0, "")
        yield at_most(f"{n} four-bars: error at 1e-12", errors[-1], 1e-9, "rad")
        yield at_most(
            f"{n} four-bars: energy kept at 1e-12 to", float(np.abs(energy / energy[0] - 1.0).max()), 1e-8, ""
        )
