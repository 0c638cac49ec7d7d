"""A double pendulum from its energies to ten seconds of motion, in native code.

Shows the layers of the package from the bottom: expressions and their derivatives, a kernel, and a loop around it
written in the loop language. Writes the motion to `double_pendulum.csv` in the folder `results`.
"""

import time
from pathlib import Path

import numpy as np

import dalembert as da

STEPS, STEP = 10_000, 1e-3


def accelerations() -> tuple[da.kernels.Kernel, da.kernels.Kernel]:
    """Kernels of ẋ = (u, a) and of the energy, from T and V by Lagrange's equations."""
    q, u = da.expr.symbols("q", 2), da.expr.symbols("u", 2)
    m, l, g = da.param("m", 1.0), da.param("l", 1.0), da.param("g", 9.81)

    # two point masses on massless rods; both angles are measured from the vertical
    x = l * np.array([da.sin(q[0]), da.sin(q[0]) + da.sin(q[1])])
    y = -l * np.array([da.cos(q[0]), da.cos(q[0]) + da.cos(q[1])])
    rates = dict(zip(q, u, strict=True))
    v = [da.expr.time_derivative(p, rates) for p in (x, y)]
    T = 0.5 * m * (v[0] @ v[0] + v[1] @ v[1])
    V = m * g * (y[0] + y[1])

    # M a = ∂L/∂q − (∂²L/∂u∂q) u
    momenta = da.expr.gradient(T, u)
    M = da.expr.jacobian(momenta, u)
    f = da.expr.gradient(T - V, q) - da.expr.time_derivative(momenta, rates)
    a = da.matrices.solve(M, f)
    state = np.concatenate([q, u])
    return da.kernels.compile(np.concatenate([u, a]), {"x": state}), da.kernels.compile(T + V, {"x": state})


def runge_kutta(rate: da.kernels.Kernel) -> da.kernels.NativeProcedure:
    """The classical method of order four: n[0] steps of length h[0] from x, each state kept in a row of path."""
    c = da.kernels.Code("runge_kutta")
    n, h, p = c.indices("n"), c.shared("h"), c.shared("p")
    x, path, control = c.argument("x"), c.argument("path"), c.control()
    k, stage = [c.array(4) for _ in range(4)], c.array(4)
    with c.each(n[0]) as step:
        c.call(rate.code, x, p, k[0])
        for before, after, part in ((0, 1, 0.5), (1, 2, 0.5), (2, 3, 1.0)):
            for i in range(4):
                stage[i] = c.fma(h[0] * part, k[before][i], x[i])
            c.call(rate.code, stage, p, k[after])
        for i in range(4):
            slope = (k[0][i] + k[3][i]) + 2.0 * (k[1][i] + k[2][i])
            x[i] = c.fma(h[0] / 6.0, slope, x[i])
            path[step * 4 + i] = x[i]
        control.beat(c.spread(step))
    return da.kernels.NativeProcedure(c.procedure())


def main() -> None:
    """Simulate ten seconds and say how it went."""
    start = time.perf_counter()
    rate, energy = accelerations()
    integrate = runge_kutta(rate)
    made = time.perf_counter() - start

    x = np.array([2.0, 2.5, 0.0, 0.0])
    path = np.empty((STEPS, 4))
    parameters = np.array([9.81, 1.0, 1.0])  # g, l, m: open parameters come by name
    before = energy(x)
    start = time.perf_counter()
    integrate(np.array([STEPS]), np.array([STEP]), parameters, x, path)
    took = time.perf_counter() - start
    drift = np.abs(energy(path) / before - 1.0).max()

    folder = Path(__file__).parent / "results"
    folder.mkdir(exist_ok=True)
    times = STEP * np.arange(1, STEPS + 1)
    table = np.column_stack([times, path])
    np.savetxt(folder / "double_pendulum.csv", table, delimiter=",", header="t,q1,q2,u1,u2", comments="")

    print(f"double pendulum: {rate.operations} operations per evaluation, ready after {made:.2f} s")
    print(f"{STEPS} steps of order 4 over {times[-1]:.0f} s took {took * 1e3:.2f} ms; energy kept to {drift:.1e}")
    print(f"the motion is in {folder / 'double_pendulum.csv'}")


if __name__ == "__main__":
    main()
