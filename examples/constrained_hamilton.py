"""A slider-crank from its energies alone: Lagrange with a multiplier, Hamilton with momenta in three forms.

T and V of the two links are written down without the guide of the second link's end, φ(q) = 0, which enters by its
multiplier. Lagrange: M q̈ + b + g = Φᵀ λ and Φ q̈ = −Φ̇ q̇. With momenta, q̇ = ∂H/∂p and ṗ = Φᵀ λ − ∂H/∂q do not
say what λ is, not even together with Φ q̇ = 0: that matrix is singular. Three ways out, which give one motion:

- the rows differentiated once more, which gives λ as Lagrange does;
- momenta p = M q̇ + Φᵀ σ that contain impulses σ of the guide, with λ = −σ̇;
- Dirac's: φ and φ̇ both as constraints χ(q, p), with regular Poisson brackets and a multiplier each.
"""

from typing import Any

import numpy as np
from closed_chains import ANGLE, GRAVITY, LENGTH, MASS, RATE, TIMES
from gyroscope import runge_kutta

import dalembert as da

STEP = 2.5e-4
Q, U, P = (da.expr.symbols(name, 2) for name in ("q", "u", "p"))


def energies(q: Any, u: Any) -> tuple[Any, Any]:
    """Of two links that carry their masses in the middle."""
    c2 = da.cos(q[1])
    squares = (6.0 + 4.0 * c2) * u[0] ** 2 + (2.0 + 4.0 * c2) * u[0] * u[1] + u[1] ** 2
    heights = 3.0 * da.sin(q[0]) + da.sin(q[0] + q[1])
    return MASS * LENGTH**2 * squares / 8.0, 0.5 * MASS * GRAVITY * LENGTH * heights


def height_of_the_end(q: Any) -> Any:
    """φ: how far the second link's end is above the guide; (1,)."""
    return np.array([LENGTH * (da.sin(q[0]) + da.sin(q[0] + q[1]))])


T, V = energies(Q, U)
MASS_MATRIX = da.expr.jacobian(da.expr.gradient(T, U), U)
PHI = height_of_the_end(Q)
PHI_Q = da.expr.jacobian(PHI, Q)
HAMILTONIAN = 0.5 * P @ da.matrices.solve(MASS_MATRIX, P) + V
H_Q, H_P = da.expr.gradient(HAMILTONIAN, Q), da.expr.gradient(HAMILTONIAN, P)


def by_lagrange() -> dict[str, Any]:
    """q̈ and λ in terms of q and u, from d/dt ∂L/∂u − ∂L/∂q = Φᵀ λ."""
    along = dict(zip(Q, U, strict=True))
    b = da.expr.time_derivative(da.expr.gradient(T, U), along) - da.expr.gradient(T, Q)
    right = np.concatenate([-b - da.expr.gradient(V, Q), -da.expr.time_derivative(PHI_Q, along) @ U])
    solution = da.matrices.solve(with_rows(MASS_MATRIX, PHI_Q), right)
    return {"a": solution[:2], "multiplier": -solution[2]}


def with_rows(A: Any, rows: Any) -> Any:
    """The matrix of A x + rowsᵀ y = …, rows x = …."""
    return np.block([[A, rows.T], [rows, np.zeros((len(rows), len(rows)))]])


def differentiated() -> dict[str, Any]:
    """Rates and λ with ψ = Φ ∂H/∂p and ψ̇ = 0."""
    psi = PHI_Q @ H_P
    psi_q, psi_p = da.expr.jacobian(psi, Q), da.expr.jacobian(psi, P)
    force = da.matrices.solve(psi_p @ PHI_Q.T, psi_p @ H_Q - psi_q @ H_P)
    return {"rates": np.concatenate([H_P, PHI_Q.T @ force - H_Q]), "multiplier": force[0]}


def by_impulses() -> dict[str, Any]:
    """Rates and λ = −σ̇ with p = M q̇ + Φᵀ σ, Φ q̇ = 0, ṗ = ∂L/∂q + Φ̇ᵀ σ."""
    solution = da.matrices.solve(with_rows(MASS_MATRIX, PHI_Q), np.concatenate([P, [0.0]]))
    velocity, impulse = solution[:2], solution[2:]
    along = dict(zip(Q, velocity, strict=True))
    push = da.expr.substitute(da.expr.gradient(T - V, Q), dict(zip(U, velocity, strict=True)))
    rates = np.concatenate([velocity, push + da.expr.time_derivative(PHI_Q, along).T @ impulse])
    impulse_rate = da.expr.time_derivative(impulse, dict(zip([*Q, *P], rates, strict=True)))
    return {"rates": rates, "multiplier": -impulse_rate[0]}


def by_brackets() -> dict[str, Any]:
    """Rates and multipliers with χ = (φ, Φ ∂H/∂p) from H − χᵀ λ, χ̇ = 0."""
    chi = np.concatenate([PHI, PHI_Q @ H_P])
    chi_q, chi_p = da.expr.jacobian(chi, Q), da.expr.jacobian(chi, P)
    brackets = chi_q @ chi_p.T - chi_p @ chi_q.T
    forces = da.matrices.solve(brackets, chi_q @ H_P - chi_p @ H_Q)
    rates = np.concatenate([H_P - chi_p.T @ forces, chi_q.T @ forces - H_Q])
    return {"rates": rates, "multiplier": forces[0], "multiplier of velocity": forces[1], "brackets": brackets}


FORMS = {"differentiated": differentiated, "by impulses": by_impulses, "by brackets": by_brackets}


def unsolvable_matrix() -> Any:
    """Of q̇ = ∂H/∂p, ṗ − Φᵀ λ = −∂H/∂q and Φ q̇ = 0: λ does not meet the last row."""
    one, none = np.eye(2), np.zeros((2, 2))
    gap = np.zeros((2, 1))
    return np.block([[one, none, gap], [none, one, -PHI_Q.T], [PHI_Q, gap.T, np.zeros((1, 1))]])


def motion(form: dict[str, Any]) -> tuple[Any, Any]:
    """First angle and λ at the times of the table, from rest, by the classical method of order four."""
    x = np.concatenate([Q, P])
    rates, force = da.kernels.compile(form["rates"], {"x": x}), da.kernels.compile(form["multiplier"], {"x": x})
    state, before, angles, forces = np.array([ANGLE, -2.0 * ANGLE, 0.0, 0.0]), 0.0, [], []
    for t in TIMES:
        state, before = runge_kutta(rates, state, t - before, STEP), t
        angles.append(state[0])
        forces.append(float(force(state)))
    return np.array(angles), np.array(forces)


def numbers() -> dict[str, Any]:
    """Energies and multipliers in one state, by all forms, and the motions."""
    q, u = np.array([ANGLE, -2.0 * ANGLE]), np.array([RATE, -2.0 * RATE])
    lagrange = {
        "T": T,
        "V": V,
        "p": da.expr.gradient(T, U),
        "determinant": determinant(MASS_MATRIX),
        **by_lagrange(),
    }
    found: dict[str, Any] = {"Lagrange": da.kernels.compile(lagrange, {"q": Q, "u": U})(q, u)}
    p = found["Lagrange"]["p"]
    start = {"H": HAMILTONIAN, "matrix": unsolvable_matrix()}
    found["start"] = da.kernels.compile(start, {"q": Q, "p": P})(q, p)
    found["rank"] = int(np.linalg.matrix_rank(found["start"]["matrix"]))
    for name, form in FORMS.items():
        terms = form()
        angles, forces = motion(terms)
        found[name] = da.kernels.compile(terms, {"q": Q, "p": P})(q, p) | {"angle": angles, "force": forces}
    return found


def determinant(A: Any) -> Any:
    """Of a matrix of two rows."""
    return A[0, 0] * A[1, 1] - A[0, 1] * A[1, 0]


def main() -> None:
    """Print λ in one state and the first angle later, by every form."""
    found = numbers()
    lagrange = found["Lagrange"]
    print(f"T = {lagrange['T']:.9f} J, V = {lagrange['V']:.9f} J, H = {found['start']['H']:.9f} J")
    print(f"momenta {lagrange['p']}; the matrix of the canonical rows has rank {found['rank']} of 5")
    print(f"Lagrange: λ = {lagrange['multiplier']:.12f} N")
    for name in FORMS:
        print(f"Hamilton, {name}: λ = {found[name]['multiplier']:.12f} N,", end=" ")
        print(f"from rest q1 = {np.round(found[name]['angle'], 12)} rad at {TIMES} s")


if __name__ == "__main__":
    main()
