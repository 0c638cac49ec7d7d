"""Swing-up of a cart and pole with 100 intervals, from description to solution, beside CasADi typed by hand.

Each is a process of its own, and the second one counts: whatever is cached on disk then is there. There are two
ways by hand: loops over the intervals, as most people write them, and a function of one interval that is mapped.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator

from figures import Figure, at_most

HERE = __file__
INTERVALS, OPTIMUM = 100, 57.94478


def ours() -> float:
    """The least effort by the package."""
    import dalembert as da

    cart, bob = da.particle("cart", mass=1.0), da.particle("bob", mass=0.3)
    model = da.Model(
        da.Prismatic("x", da.ground, cart, axis="x"),
        da.Revolute("swing", cart, bob.at(y=0.5), axis="z"),
        da.Motor("push", "x"),
        gravity=(0, -9.81, 0),
    )
    rest = {"x.rate": 0.0, "swing.rate": 0.0}
    return da.trajectory(
        model,
        start={"x": 0.0, "swing": 0.0} | rest,
        end={"x": 1.0, "swing": da.pi} | rest,
        duration=2.0,
        minimize=da.trajectories.Effort("push"),
        bounds={"push": (-20.0, 20.0), "x": (-2.0, 2.0)},
        guess={"swing": [0.0, -1.0, 1.0, da.pi]},
        intervals=INTERVALS,
        tolerance=None,
    ).objective


def rates(ca, x, u):
    """Kelly (2017), equations 6.1 and 6.2."""
    m1, m2, l, g = 1.0, 0.3, 0.5, 9.81
    s, c, w = ca.sin(x[1]), ca.cos(x[1]), x[3]
    a = (l * m2 * s * w**2 + u + m2 * g * c * s) / (m1 + m2 * (1 - c**2))
    b = -(l * m2 * c * s * w**2 + u * c + (m1 + m2) * g * s) / (l * m1 + l * m2 * (1 - c**2))
    return ca.vertcat(x[2], x[3], a, b)


def guess(np):
    s = np.linspace(0.0, 1.0, 2 * INTERVALS + 1)
    return np.stack([s, np.interp(s, np.linspace(0, 1, 4), [0, -1, 1, np.pi]), 0 * s, 0 * s])


def by_loops() -> float:
    """The least effort by CasADi's Opti, interval by interval."""
    import casadi as ca
    import numpy as np

    opti, n, h = ca.Opti(), INTERVALS, 2.0 / INTERVALS
    X, U = opti.variable(4, 2 * n + 1), opti.variable(1, 2 * n + 1)
    cost = 0
    for k in range(0, 2 * n, 2):
        f = [rates(ca, X[:, j], U[0, j]) for j in (k, k + 1, k + 2)]
        opti.subject_to(X[:, k + 1] == 0.5 * (X[:, k] + X[:, k + 2]) + h / 8 * (f[0] - f[2]))
        opti.subject_to(X[:, k + 2] == X[:, k] + h / 6 * (f[0] + 4 * f[1] + f[2]))
        cost += h / 6 * (U[0, k] ** 2 + 4 * U[0, k + 1] ** 2 + U[0, k + 2] ** 2)
    opti.subject_to(opti.bounded(-20, U, 20))
    opti.subject_to(opti.bounded(-2, X[0, :], 2))
    opti.subject_to(X[:, 0] == 0)
    opti.subject_to(X[:, -1] == np.array([1.0, np.pi, 0.0, 0.0]))
    opti.minimize(cost)
    opti.set_initial(X, guess(np))
    opti.solver("ipopt", {"print_time": False}, {"print_level": 0, "sb": "yes"})
    return float(opti.solve().value(cost))


def by_map() -> float:
    """The least effort by CasADi's nlpsol, with a function of one interval that is mapped."""
    import casadi as ca
    import numpy as np

    n, h = INTERVALS, 2.0 / INTERVALS
    a, c, b = (ca.SX.sym(name, 5) for name in "acb")
    f = [rates(ca, v, v[4]) for v in (a, c, b)]
    middle = c[:4] - 0.5 * (a[:4] + b[:4]) - h / 8 * (f[0] - f[2])
    end = b[:4] - a[:4] - h / 6 * (f[0] + 4 * f[1] + f[2])
    cost = h / 6 * (a[4] ** 2 + 4 * c[4] ** 2 + b[4] ** 2)
    interval = ca.Function("interval", [a, c, b], [ca.vertcat(middle, end), cost]).map(n)
    W = ca.MX.sym("w", 5, 2 * n + 1)
    rows, costs = interval(W[:, 0:-1:2], W[:, 1::2], W[:, 2::2])
    problem = {"x": ca.vec(W), "f": ca.sum2(costs), "g": ca.vec(rows)}
    solver = ca.nlpsol("s", "ipopt", problem, {"print_time": False, "ipopt.print_level": 0, "ipopt.sb": "yes"})
    lower = np.tile([[-2.0], [-np.inf], [-np.inf], [-np.inf], [-20.0]], 2 * n + 1)
    upper = -lower
    lower[:4, 0] = upper[:4, 0] = 0.0
    lower[:4, -1] = upper[:4, -1] = [1.0, np.pi, 0.0, 0.0]
    start = np.vstack([guess(np), np.zeros(2 * n + 1)])
    found = solver(x0=start.ravel("F"), lbx=lower.ravel("F"), ubx=upper.ravel("F"), lbg=0, ubg=0)
    return float(found["f"])


WAYS = {"ours": ours, "loops": by_loops, "map": by_map}


def child(way: str) -> None:
    """Processor time of a process of its own, with all imports and without, and the optimum."""
    import time

    import casadi
    import numpy

    if way == "ours":
        import dalembert as da

        # names load what is behind them when they are used first
        assert callable(da.trajectory) and all((da.particle, da.Prismatic, da.Revolute, da.Motor, da.trajectories))
    assert casadi and numpy
    begin = time.process_time()
    optimum = WAYS[way]()
    print(json.dumps([time.process_time(), time.process_time() - begin, optimum]))


def measured(way: str, folder: str) -> tuple[float, float]:
    # whoever calls may keep no byte code, but a second process finds some
    settings = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    settings["PYTHONPYCACHEPREFIX"] = folder
    command = [sys.executable, HERE, way]
    answer = subprocess.run(command, capture_output=True, text=True, check=True, env=settings)
    whole, after, optimum = json.loads(answer.stdout.splitlines()[-1])
    assert abs(optimum - OPTIMUM) < 1e-4, (way, optimum)
    return float(whole), float(after)


def trajectories() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        first = measured("ours", folder)[0]
        rounds = [{way: measured(way, folder) for way in WAYS} for _ in range(5)]
    best = {way: [min(one[way][k] for one in rounds) for k in (0, 1)] for way in WAYS}
    yield Figure("swing-up, 100 intervals, the first process", first, "s")
    yield Figure("swing-up, 100 intervals, a process after that", best["ours"][0], "s")
    yield Figure("swing-up, 100 intervals, without imports", best["ours"][1], "s")
    for way, words in (("loops", "loops in CasADi by hand"), ("map", "a mapped function in CasADi by hand")):
        for k, part in enumerate(("", ", without imports")):
            yield Figure(f"swing-up, {words}{part}", best[way][k], "s")
            ratio = best["ours"][k] / best[way][k]
            yield at_most(f"swing-up beside {words}{part}", ratio, 1.0, "of their time")


if __name__ == "__main__":
    child(sys.argv[1])
