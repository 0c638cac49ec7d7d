"""Equations in functions of time, beside those that SymPy's own mechanics derives."""

import numpy as np
import sympy
from sympy.physics.mechanics import KanesMethod, Particle, Point, ReferenceFrame, dynamicsymbols

import dalembert as da


def double_pendulum():
    m, l, g = (da.param(name, 1.0) for name in "mlg")
    upper, lower = da.particle("upper", mass=m), da.particle("lower", mass=2 * m)
    return da.Model(
        da.Revolute("q1", da.ground, upper.at(y=l), axis="z"),
        da.Revolute("q2", upper, lower.at(y=l), axis="z"),
        da.Motor("motor", "q2"),
        gravity=(0, -g, 0),
    )


def kane():
    """The same by SymPy: masses at the ends, the second angle from the first rod, the motor between both."""
    t = dynamicsymbols._t
    q = dynamicsymbols("q1 q2")
    u = [sympy.Function(f"q{k}.rate")(t) for k in (1, 2)]
    motor = dynamicsymbols("motor")
    m, l, g = sympy.symbols("m l g")
    N = ReferenceFrame("N")
    A, B = N.orientnew("A", "Axis", [q[0], N.z]), N.orientnew("B", "Axis", [q[0] + q[1], N.z])
    A.set_ang_vel(N, u[0] * N.z)
    B.set_ang_vel(N, (u[0] + u[1]) * N.z)
    O = Point("O")
    O.set_vel(N, 0)
    P = O.locatenew("P", -l * A.y)
    P.v2pt_theory(O, N, A)
    Q = P.locatenew("Q", -l * B.y)
    Q.v2pt_theory(P, N, B)
    forces = [(P, -m * g * N.y), (Q, -2 * m * g * N.y), (B, motor * N.z), (A, -motor * N.z)]
    method = KanesMethod(N, q, u, kd_eqs=[x.diff(t) - y for x, y in zip(q, u, strict=True)])
    method.kanes_equations([Particle("p", P, m), Particle("q", Q, 2 * m)], forces)
    return method


def test_mass_matrix_and_forcing_are_those_of_kanes_method():
    theirs, ours = kane(), da.derive(double_pendulum()).to_sympy().in_time()
    assert sympy.simplify(theirs.mass_matrix - ours.M) == sympy.zeros(2)
    forcing = ours.f + ours.G * ours.tau + ours.r
    assert sympy.simplify(theirs.forcing - forcing) == sympy.zeros(2, 1)
    assert [*ours.a] == [x.diff(dynamicsymbols._t) for x in theirs.u]


def test_they_are_functions_of_numbers():
    eom = da.derive(double_pendulum())
    ours = eom.to_sympy().in_time()
    matrices = sympy.lambdify([[*ours.q], [*ours.u], [*ours.tau], [*ours.p]], [ours.M, ours.f + ours.G * ours.tau])
    q, u, tau, p = (np.random.default_rng(1).uniform(0.5, 1.5, n) for n in (2, 2, 1, 3))
    M, f = matrices(q, u, tau, p)
    by_name = dict(zip(map(str, ours.p), map(float, p), strict=True))
    kernel = da.kernels.compile(
        {"M": eom.M, "f": eom.f + eom.G @ eom.tau}, {"q": eom.q, "u": eom.u, "tau": eom.tau}
    )
    found = kernel(q, u, tau, parameters=by_name)
    np.testing.assert_allclose(M, found["M"], rtol=1e-12)
    np.testing.assert_allclose(np.ravel(f), found["f"], rtol=1e-12)
