"""What a tolerance gives in true error, beside SciPy's DOP853 at the same rtol and atol.

    python benchmarks/tolerances.py

Prints the table in docs/theory/integrators.md. Both integrate the same compiled right-hand side from the same
start. An error is the largest of all states at fifty instants, beside the largest state; the true motion is
SciPy's at tolerances of 1e-13 and 1e-15. Ratios, ours over SciPy's, are geometric means over 41 tolerances from
1e-6 to 1e-10, since a single one is luck within a factor of ten: errors of many steps cancel, or not.
Evaluations are counted for the same error, 1e-8, on the line through all tolerances."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

import dalembert as da
from dalembert.dynamics.dynamics import Dynamics
from dalembert.expr.node import inputs_of

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from examples import bicycle, double_pendulum, heavy_top, spring_four_bar, spring_pendulum

TOLERANCES = np.logspace(-6.0, -10.0, 41)
AIM = 1e-8
Case = tuple[da.Model, da.State, float]


def problems() -> dict[str, Case]:
    """Six motions and how long they last."""
    return {
        "orbit, eccentricity 0.6": (*orbit(0.6), 20.0),
        "two pendulums": (*two_pendulums(), 10.0),
        "heavy top, unit quaternion": (*heavy_top.systems()["by quaternion"], 2.0),
        "pendulum on a spring": (*spring_pendulum.systems()["bounce"], 20.0),
        "four-bar with springs": (*spring_four_bar.systems()["swing"], 5.0),
        "bicycle": (*bicycle.systems()["pushed"], 5.0),
    }


def two_pendulums() -> tuple[da.Model, da.State]:
    """Let go from the side: a large swing, not yet chaotic."""
    model = double_pendulum.double_pendulum()
    return model, model.state(q={"shoulder": 1.0, "elbow": 0.5})


def orbit(eccentricity: float) -> tuple[da.Model, da.State]:
    """Round a mass at the origin, once in 2 π, from where the planet is nearest."""
    x, y = (da.coordinate(f"place.{axis}") for axis in "xy")
    model = da.Model(
        da.Translational("place", da.ground, da.particle("planet", mass=1.0)),
        da.Potential("attraction", -1.0 / da.sqrt(x**2 + y**2)),
    )
    speed = np.sqrt((1.0 + eccentricity) / (1.0 - eccentricity))
    return model, model.state(q={"place.x": 1.0 - eccentricity}, u={"place.y": speed})


def native_rate(dynamics: Dynamics) -> Any:
    """ẋ = F(t, x), compiled; parameters and switches of rows are the numbers that a run has."""
    system = dynamics.solved.first_order()
    known = {x: dynamics.settings.get(x.args[0], x.args[1]) for x in inputs_of(system.rate) if x.op == "parameter"}
    rate = da.expr.substitute(system.rate, {**dict.fromkeys(system.tau, 0.0), **known})
    return da.kernels.compile(np.array(rate), {"t": da.time, "x": system.x})


def errors_and_costs(
    model: da.Model, start: da.State, until: float, tolerances: Any = TOLERANCES
) -> tuple[Any, Any]:
    """Rows of error and evaluations for every tolerance, ours and SciPy's; (n, 2) each."""
    dynamics = da.as_dynamics(model)
    times = np.linspace(0.0, until, 51)
    rate = native_rate(dynamics)
    first = da.simulate(dynamics, start, until=until, times=times, method=da.methods.DOP853(1e-3, 1e-3)).states[0]

    def theirs(rtol: float, atol: float) -> Any:
        return solve_ivp(rate, (0.0, until), first, "DOP853", times, rtol=rtol, atol=atol)

    true = theirs(1e-13, 1e-15).y.T

    def row(states: Any, cost: int) -> tuple[float, int]:
        return float(np.abs(states - true).max() / np.abs(true).max()), cost

    ours, scipys = [], []
    for tolerance in tolerances:
        method = da.methods.DOP853(tolerance, tolerance)
        one = da.simulate(dynamics, start, until=until, times=times, method=method)
        other = theirs(tolerance, tolerance)
        ours.append(row(one.states, one.statistics["evaluations"]))
        scipys.append(row(other.y.T, other.nfev))
    return np.array(ours), np.array(scipys)


def cost(rows: Any) -> float:
    """Evaluations for the error that is aimed at."""
    errors, counts = np.log10(rows).T
    return float(10 ** np.polyval(np.polyfit(errors, counts, 1), np.log10(AIM)))


def mean_ratio(ours: Any, theirs: Any) -> float:
    """Of errors, over all tolerances."""
    return float(np.exp(np.log(ours[:, 0] / theirs[:, 0]).mean()))


def table() -> Iterator[str]:
    yield "| | error at 1e-8 | at 1e-10 | beside SciPy's | evaluations for an error of 1e-8 | SciPy's |"
    yield "|---|---|---|---|---|---|"
    for name, case in problems().items():
        ours, theirs = errors_and_costs(*case)
        middle, last = (10.0 ** float(np.log10(part).mean()) for part in (ours[18:23, 0], ours[-5:, 0]))
        ratio = mean_ratio(ours, theirs)
        yield f"| {name} | {middle:.0e} | {last:.0e} | {ratio:.2f} | {cost(ours):.0f} | {cost(theirs):.0f} |"


if __name__ == "__main__":
    print(*table(), sep="\n")
