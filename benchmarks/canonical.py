"""Energy of Hamilton's canonical equations over a long run: bounded with symplectic methods, not growing."""

from collections.abc import Iterator

import numpy as np
from figures import Figure, at_most
from mechanisms import gyroscope

import dalembert as da

UNTIL = 1000.0
METHODS = {
    "implicit midpoint, h = 2 ms": da.methods.ImplicitMidpoint(0.002),
    "Gauss 4, h = 10 ms": da.methods.GaussLegendre(0.01),
}

NOT_GROWING = 1.05
"""Largest error in the last tenth of the run, beside that in the first."""


def canonical() -> Iterator[Figure]:
    """The gyroscope with momenta as states."""
    model = gyroscope.gyroscope()
    eom = da.derive(model, da.Hamilton())
    start = da.convert_state(gyroscope.start(model), model, eom)
    times = np.linspace(0.0, UNTIL, 5001)
    for name, method in METHODS.items():
        energy = da.simulate(eom, start, until=UNTIL, times=times, method=method)["energy"]
        error = np.abs(energy - energy[0]) / abs(energy[0])
        tenth = len(error) // 10
        what = f"canonical gyroscope, {UNTIL:g} s, {name}"
        yield Figure(f"{what}: largest relative error of energy", float(error.max()), "")
        growth = error[-tenth:].max() / error[:tenth].max()
        yield at_most(f"{what}: error in the last tenth beside the first", float(growth), NOT_GROWING, "")
