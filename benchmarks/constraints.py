"""Mechanisms with loops against SciPy, MuJoCo, SUNDIALS and Exudyn, in the same run and at the same error.

Errors are measured against our order-8 method at tolerances of 1e-13 (which agrees with the literature, see the
examples): largest deviation of each state over all samples, relative to the largest value of that state. Of each
package the fastest setting counts that keeps the error.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.util import find_spec
from typing import Any

import numpy as np
from figures import Figure, at_least, at_most, best, elapsed
from loop_peers import (
    EXUDYN_SETTINGS,
    MUJOCO_SETTINGS,
    REDUCED_COLUMNS,
    REDUCED_START,
    exudyn_four_bars,
    heyoka_slider_crank,
    mujoco_slider_crank,
    reduced_rate,
)
from mechanisms import andrews_mechanism, four_bar, n_four_bar, slider_crank, slider_crank_start
from simulation import free_system
from sundials import NativeCVODE, from_python, has_native

import dalembert as da

EXACT = da.methods.DOP853(1e-13, 1e-13)
TOLERANCES = np.logspace(-4, -13, 37)
ENERGY_KEPT = 1e-4
STEP = 0.005
"""The largest step, of those that go into 0.01 s evenly, that keeps the energy of every row of four-bars."""


def constraints() -> Iterator[Figure]:
    yield from slider_cranks()
    yield from andrews()
    yield from four_bars()
    yield from closed_for_long()


class Measured:
    """One motion as its exact samples; errors of others."""

    def __init__(self, model: da.Model, start: da.State, times: Any) -> None:
        self.dynamics, self.start, self.times = da.as_dynamics(model), start, times
        self.exact = self.ours(EXACT).states

    def ours(self, method: Any) -> da.Motion:
        return da.simulate(self.dynamics, self.start, until=self.times[-1], times=self.times, method=method)

    def at(self, rtol: float) -> Any:
        return self.ours(da.methods.DOP853(rtol, rtol)).states

    @property
    def cost_of_a_call(self) -> float:
        """Seconds of a simulation of one step, after some like it."""
        short = 1e-6 * self.times[-1]
        return best(
            lambda: elapsed(lambda: da.simulate(self.dynamics, self.start, until=short, times=[short])), 100
        )

    def error(self, states: Any, columns: Sequence[int] | None = None) -> float:
        chosen = self.exact if columns is None else self.exact[:, columns]
        return float((np.abs(states - chosen).max(0) / np.abs(chosen).max(0)).max())

    def fastest(
        self, run: Callable[[float], Any], error: float, columns: Sequence[int] | None = None, times: int = 20
    ) -> tuple[float, float]:
        """Seconds at the loosest tolerance that keeps the error, and the error then."""
        for rtol in TOLERANCES:
            if (found := self.error(run(rtol), columns)) <= error:
                return best(partial(elapsed, partial(run, rtol)), times), found
        raise RuntimeError(f"no tolerance keeps an error of {error:g}")


# ---- slider-crank


def slider_cranks() -> Iterator[Figure]:
    """Ten seconds of swinging, 101 samples, an error of 1e-6."""
    what, error = "slider-crank, 10 s at an error of 1e-6", 1e-6
    measured = Measured(slider_crank(), slider_crank_start(), np.linspace(0.0, 10.0, 101))
    ours, found = measured.fastest(measured.at, error, times=200)
    yield Figure(what, ours * 1e3, "ms")
    yield Figure(f"{what}: error", found, "")
    yield at_most("slider-crank: what a call costs, however short", measured.cost_of_a_call * 1e6, 60.0, "µs")
    if find_spec("mujoco"):
        theirs, found = mujoco_time(measured, error)
        yield Figure(f"{what}: error of MuJoCo", found, "")
        yield at_least(f"{what}, against MuJoCo", theirs / ours, 250.0)
    if find_spec("scipy"):
        yield at_least(
            f"{what}, against scipy DOP853 on the reduced equation", scipy_time(measured, error) / ours, 150.0
        )
    if find_spec("heyoka"):
        theirs, _ = measured.fastest(heyoka_slider_crank(measured.times), error, REDUCED_COLUMNS, times=100)
        yield at_least(f"{what}, against heyoka on the reduced equation", theirs / ours, 1.0)


def mujoco_time(measured: Measured, error: float) -> tuple[float, float]:
    """Seconds and error of the fastest setting that keeps the error."""
    runs = [mujoco_slider_crank(len(measured.times), *setting) for setting in MUJOCO_SETTINGS]
    errors = {run: measured.error(run()) for run in runs}
    kept = [run for run in runs if errors[run] <= error]
    if not kept:
        raise RuntimeError(f"MuJoCo reaches an error of {min(errors.values()):.2g} only")
    return min((best(partial(elapsed, run), 20), errors[run]) for run in kept[:2])


def scipy_time(measured: Measured, error: float) -> float:
    """On the equation for the crank's angle, reduced by hand, which is shorter than those of all coordinates."""
    from scipy.integrate import solve_ivp

    times, rate = measured.times, reduced_rate()
    span = (times[0], times[-1])

    def run(rtol: float) -> Any:
        return solve_ivp(rate, span, REDUCED_START, "DOP853", t_eval=times, rtol=rtol, atol=rtol).y.T

    return measured.fastest(run, error, columns=REDUCED_COLUMNS)[0]


# ---- Andrews' mechanism


def andrews() -> Iterator[Figure]:
    """0.03 s at an error of 1e-8, 31 samples."""
    what, error = "Andrews' mechanism, 0.03 s at an error of 1e-8", 1e-8
    model = andrews_mechanism.mechanism()
    times = np.linspace(0.0, andrews_mechanism.UNTIL, 31)
    measured = Measured(model, andrews_mechanism.start(model), times)
    ours, found = measured.fastest(measured.at, error, times=200)
    yield Figure(what, ours * 1e3, "ms")
    yield Figure(f"{what}: error", found, "")
    if not find_spec("sksundae"):
        return
    system, x0 = free_system(measured.dynamics), measured.exact[0].copy()
    theirs, _ = measured.fastest(from_python(system, x0, times), error)
    yield at_least(f"{what}, against scikit-sundae CVODE on our kernel", theirs / ours, 10.0)
    if has_native():
        theirs, _ = measured.fastest(NativeCVODE(system, x0, times), error, times=100)
        yield at_least(f"{what}, against CVODE without Python", theirs / ours, 3.0)


# ---- N four-bars


def four_bars() -> Iterator[Figure]:
    """Ten seconds through ten flat positions, energy kept to 1e-4."""
    counts, costs = (1, 5, 20, 40), []
    for n in counts:
        seconds, drift, cost = our_four_bars(n)
        costs.append(cost)
        yield Figure(f"{n} four-bars, 10 s", seconds * 1e3, "ms")
        yield at_most(f"{n} four-bars: energy kept to", drift, ENERGY_KEPT, "")
        if find_spec("exudyn"):
            yield at_least(f"{n} four-bars, against Exudyn generalized-α", exudyn_time(n) / seconds, 10.0)
    exponent = float(np.polyfit(np.log(counts), np.log(costs), 1)[0])
    yield at_most("exponent of the cost of a step over the number of four-bars", exponent, 1.2, "")


def our_four_bars(n: int) -> tuple[float, float, float]:
    """Seconds, change of the energy, and seconds per step without what a run costs by itself."""
    dynamics, start, end = da.as_dynamics(n_four_bar.mechanism(n)), n_four_bar.start(n), n_four_bar.UNTIL
    method = da.methods.IndexThree(step=STEP)

    def run(until: float, times: Any) -> da.Motion:
        return da.simulate(dynamics, start, until=until, times=times, method=method)

    energy = run(end, np.linspace(0.0, end, 1001))["energy"]
    whole = best(lambda: elapsed(lambda: run(end, [end])), 10)
    first = best(lambda: elapsed(lambda: run(STEP, [STEP])), 10)
    return whole, float(np.abs(energy / energy[0] - 1.0).max()), (whole - first) / (round(end / STEP) - 1)


def exudyn_time(n: int) -> float:
    """Seconds of the fastest setting that keeps the energy."""
    found = []
    for setting in EXUDYN_SETTINGS:
        prepared, energies = exudyn_four_bars(n, *setting)
        energy = energies()
        if np.abs(energy / energy[0] - 1.0).max() <= ENERGY_KEPT:
            found.append(min(elapsed(prepared()) for _ in range(5 if n < 20 else 2)))
    if not found:
        raise RuntimeError(f"no setting of Exudyn keeps the energy of {n} four-bars")
    return min(found)


# ---- drift


def closed_for_long() -> Iterator[Figure]:
    """100 s with default settings: residuals relative to how much a row changes for a unit of the speeds."""
    models = {
        "slider-crank": (slider_crank(), slider_crank_start()),
        "four-bar": four_bar(),
        "Andrews' mechanism at 100 rad/s": andrews_mechanism.systems()["steady"],
    }
    for name, (model, start) in models.items():
        motion = da.simulate(model, start, until=100.0)
        eom = motion.dynamics.equations
        found = motion.evaluate({"phi": eom.phi, "J": eom.J})
        gap = (np.abs(found["phi"]) / np.linalg.norm(found["J"], axis=-1)).max()
        yield at_most(f"{name}, 100 s by default: largest scaled residual", float(gap), 1e-9, "")
