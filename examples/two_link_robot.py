"""A robot of two links, by d'Alembert, by Lagrange and by Hamilton.

The package derives M q̈ + b + g = τ from the model. The same equations follow from the energies T and V alone, and
the canonical ones from the Hamiltonian; all by differentiation of expressions. The robot is seen twice: with
parallel axes in a vertical plane, and with a first axis that is vertical.
"""

from typing import Any

import numpy as np

import dalembert as da

LENGTHS, RADII, MASSES, GRAVITY = (0.7, 0.6), (0.15, 0.125), (2.5, 1.5), 9.81


def links() -> list[da.Body]:
    """Solid cylinders along x."""
    data = zip(LENGTHS, RADII, MASSES, strict=True)
    return [da.rod(f"link {k}", length=l, radius=r, mass=m) for k, (l, r, m) in enumerate(data, 1)]


def planar_robot() -> da.Model:
    """Both axes horizontal, the first angle from the level; motors at both joints."""
    first, second = links()
    return da.Model(
        da.Revolute("q1", da.ground, first, axis="z"),
        da.Revolute("q2", first["end"], second, axis="z"),
        da.Motor("motor 1", "q1"),
        da.Motor("motor 2", "q2"),
        gravity=(0.0, -GRAVITY, 0.0),
    )


def spatial_robot() -> da.Model:
    """The first axis vertical, the second horizontal."""
    first, second = links()
    return da.Model(
        da.Revolute("q1", da.ground, first, axis="z"),
        da.Revolute("q2", first["end"], second, axis="y"),
        gravity=(0.0, 0.0, -GRAVITY),
    )


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """Both robots in one state."""
    models = {"planar": planar_robot(), "spatial": spatial_robot()}
    q, u = {"q1": 0.3, "q2": -0.7}, {"q1": 1.0, "q2": -2.0}
    return {name: (model, model.state(q=q, u=u)) for name, model in models.items()}


def dalembert_terms(eom: da.Equations) -> dict[str, Any]:
    """M, b, g and accelerations as the package derives them from the model."""
    g = -da.expr.substitute(eom.f, dict.fromkeys(eom.u, 0.0))
    return {"M": eom.M, "b": -eom.f - g, "g": g, "a": eom.accelerations}


def lagrange_terms(T: Any, V: Any, q: Any, u: Any) -> dict[str, Any]:
    """The same from energies: p = ∂L/∂u, M = ∂p/∂u, b = (∂p/∂q) u − ∂T/∂q, g = ∂V/∂q."""
    p = da.expr.gradient(T, u)
    M, g = da.expr.jacobian(p, u), da.expr.gradient(V, q)
    b = da.expr.time_derivative(p, dict(zip(q, u, strict=True))) - da.expr.gradient(T, q)
    return {"M": M, "b": b, "g": g, "a": da.matrices.solve(M, -b - g)}


def hand_written_energies(q: Any, u: Any) -> tuple[Any, Any]:
    """T and V of the planar robot from its geometry, by hand."""
    (l1, l2), (r1, r2), (m1, m2) = LENGTHS, RADII, MASSES
    height = [l1 / 2 * da.sin(q[0]), l1 * da.sin(q[0]) + l2 / 2 * da.sin(q[0] + q[1])]
    along = [l1 / 2 * da.cos(q[0]), l1 * da.cos(q[0]) + l2 / 2 * da.cos(q[0] + q[1])]
    V = GRAVITY * (m1 * height[0] + m2 * height[1])

    T = 0.0
    turning = [u[0], u[0] + u[1]]
    for m, l, r, x, y, w in zip((m1, m2), (l1, l2), (r1, r2), along, height, turning, strict=True):
        v = da.expr.time_derivative(np.array([x, y]), dict(zip(q, u, strict=True)))
        T = T + 0.5 * m * (v @ v) + 0.5 * (m * l**2 / 12 + m * r**2 / 4) * w**2
    return T, V


def hamilton_terms(eom: da.Equations) -> dict[str, Any]:
    """H, ṗ = −∂H/∂q and q̇ = ∂H/∂p for the momenta p = M u."""
    mom = da.expr.symbols("p", len(eom.u))
    Ham = 0.5 * mom @ da.matrices.solve(eom.M, mom) + eom.signal("potential energy")
    terms = {"H": Ham, "p rate": -da.expr.gradient(Ham, eom.q), "q rate": da.expr.gradient(Ham, mom)}

    # the momenta of the state are put in after differentiating
    p = eom.M @ eom.u
    in_state = {name: da.expr.substitute(y, dict(zip(mom, p, strict=True))) for name, y in terms.items()}
    return {"p": p, **in_state}


def numbers() -> dict[str, Any]:
    """All terms in one state, by every principle."""
    found: dict[str, Any] = {}
    for name, (model, state) in systems().items():
        dynamics = da.as_dynamics(model)
        eom = dynamics.equations
        T, V = eom.signal("kinetic energy"), eom.signal("potential energy")
        found[name] = {
            "d'Alembert": dynamics.evaluate(dalembert_terms(eom), state),
            "Lagrange": dynamics.evaluate(lagrange_terms(T, V, eom.q, eom.u), state),
            "Hamilton": dynamics.evaluate(hamilton_terms(eom), state),
            "energies": dynamics.evaluate({"T": T, "V": V}, state),
        }
        if name == "planar":
            by_hand = lagrange_terms(*hand_written_energies(eom.q, eom.u), eom.q, eom.u)
            found[name]["Lagrange by hand"] = dynamics.evaluate(by_hand, state)
    return found


def main() -> None:
    """Print the equations of the planar robot and of the spatial one."""
    eom = da.derive(planar_robot())
    print("M₁₂ =", da.expr.simplify(eom.M[0, 1]).expression)
    for robot, found in numbers().items():
        print(f"{robot} robot")
        for principle, terms in found.items():
            values = (f"{name} = {(np.round(value, 9) + 0.0).tolist()}" for name, value in terms.items())
            print(f"  {principle}:", *values, sep="\n    ")


if __name__ == "__main__":
    main()
