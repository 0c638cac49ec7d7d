"""The gait of least torque of five links, typed in CasADi by hand: absolute angles, the stance foot pinned.

Angles are those of the links against the vertical; Lagrange's equations come from the energies, and the impact of
the landing foot from the same links with a free stance foot.
"""

from typing import Any

import casadi as ca
import numpy as np

LENGTHS = dict(shank=0.4, thigh=0.4, trunk=0.625)
G, STEP, DURATION = 9.81, 0.5, 0.7


def energies(foot: Any, foot_rate: Any, q: Any, w: Any) -> tuple[Any, Any, Any]:
    """T, V and the place of the swing foot, for angles (stance shank, stance thigh, trunk, swing thigh, shank)."""

    def along(length: float, k: int, p: Any, v: Any) -> tuple[Any, Any]:
        # upwards from a joint below
        return (
            p + length * ca.vertcat(-ca.sin(q[k]), ca.cos(q[k])),
            v + length * w[k] * ca.vertcat(-ca.cos(q[k]), -ca.sin(q[k])),
        )

    knee = along(0.4, 0, foot, foot_rate)
    hip = along(0.4, 1, *knee)
    swing_knee = along(-0.4, 3, *hip)
    swing_foot = along(-0.4, 4, *swing_knee)
    links = [
        (3.2, 0.93, along(0.4 - 0.128, 0, foot, foot_rate), 0),
        (6.8, 1.08, along(0.4 - 0.163, 1, *knee), 1),
        (20.0, 2.22, along(0.2, 2, *hip), 2),
        (6.8, 1.08, along(-0.163, 3, *hip), 3),
        (3.2, 0.93, along(-0.128, 4, *swing_knee), 4),
    ]
    T = sum(0.5 * m * ca.sumsqr(v) + 0.5 * J * w[k] ** 2 for m, J, (_, v), k in links)
    V = sum(m * G * p[1] for m, _, (p, _), _ in links)
    return T, V, swing_foot[0]


def least_torque(intervals: int) -> float:
    """Least ∫ Σ τ² dt of a step, by Hermite and Simpson's collocation with accelerations as unknowns."""
    q, w, a, tau = (ca.SX.sym(name, n) for name, n in (("q", 5), ("w", 5), ("a", 5), ("tau", 4)))
    T, V, swing = energies(ca.SX.zeros(2), ca.SX.zeros(2), q, w)
    momenta = ca.gradient(T, w)
    # motors: stance knee, stance hip, swing hip, swing knee; each between two links
    arms = np.array([[-1, 0, 0, 0], [1, -1, 0, 0], [0, 1, 1, 0], [0, 0, -1, 1], [0, 0, 0, -1]])
    balance = ca.jtimes(momenta, w, a) + ca.jtimes(momenta, q, w) - ca.gradient(T - V, q) - arms @ tau
    residual = ca.Function("residual", [q, w, a, tau], [balance])
    foot = ca.Function("foot", [q], [swing])

    # the impact: stance foot free, swing foot stops
    x, v = ca.SX.sym("x", 7), ca.SX.sym("v", 7)
    T7, _, swing7 = energies(x[:2], v[:2], x[2:], v[2:])
    M, J = ca.hessian(T7, v)[0], ca.jacobian(swing7, x)
    matrices = ca.Function("impact", [x], [M, J])

    opti, n = ca.Opti(), intervals
    Q, W, A, U = (opti.variable(rows, 2 * n + 1) for rows in (5, 5, 5, 4))
    h = DURATION / n
    for k in range(2 * n + 1):
        opti.subject_to(residual(Q[:, k], W[:, k], A[:, k], U[:, k]) == 0)
        opti.subject_to(opti.bounded(-100, U[:, k], 100))
        opti.subject_to(foot(Q[:, k])[1] >= -1e-6)
        opti.subject_to(opti.bounded(-2.0, Q[0, k] - Q[1, k], 0.0))
        opti.subject_to(opti.bounded(-2.0, Q[4, k] - Q[3, k], 0.0))
    cost = 0
    for k in range(0, 2 * n, 2):
        for y, f in ((Q, W), (W, A)):
            opti.subject_to(y[:, k + 1] == 0.5 * (y[:, k] + y[:, k + 2]) + h / 8 * (f[:, k] - f[:, k + 2]))
            opti.subject_to(y[:, k + 2] == y[:, k] + h / 6 * (f[:, k] + 4 * f[:, k + 1] + f[:, k + 2]))
        cost += h / 6 * (ca.sumsqr(U[:, k]) + 4 * ca.sumsqr(U[:, k + 1]) + ca.sumsqr(U[:, k + 2]))
    opti.minimize(cost)

    exchanged = [4, 3, 2, 1, 0]
    opti.subject_to(foot(Q[:, 0])[0] == -STEP)
    opti.subject_to(foot(Q[:, 0])[1] == 0)
    opti.subject_to(foot(Q[:, -1])[0] == STEP)
    opti.subject_to(Q[:, 0] == Q[exchanged, -1])
    after, impulse = opti.variable(7), opti.variable(2)
    M_end, J_end = matrices(ca.vertcat(0, 0, Q[:, -1]))
    before = ca.vertcat(0, 0, W[:, -1])
    opti.subject_to(M_end @ (after - before) == J_end.T @ impulse)
    opti.subject_to(J_end @ after == 0)
    opti.subject_to(W[:, 0] == after[2:][exchanged])

    s = np.linspace(0.0, 1.0, 2 * n + 1)
    legs = 0.25 - 0.5 * s
    opti.set_initial(Q, np.stack([legs - 0.2, legs, 0 * s - 0.1, -legs, -legs - 0.4]))
    opti.solver("ipopt", {"print_time": False}, {"print_level": 0, "sb": "yes"})
    return float(opti.solve().value(cost))
