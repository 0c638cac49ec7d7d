"""A cart with a rod hinged on it: falling over, pushed by a motor, and balanced by a law of feedback.

How fast the upright rod falls over follows from the equations linearized by exact differentiation, from a closed
form, and from the simulated motion itself. Writes `cart_pendulum.png`.
"""

from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da

RESULTS = Path(__file__).with_name("results")
CART, ROD, LENGTH, GRAVITY = 2.0, 0.5, 0.8, 9.81


def cart_pendulum(*more: Any) -> da.Model:
    """Upright where the angle is zero, hanging where it is π; a motor pushes the cart."""
    cart = da.box("trolley", size=(0.4, 0.2, 0.2), mass=CART)
    rod = da.rod("pole", length=LENGTH, mass=ROD)
    return da.Model(
        da.Prismatic("cart", da.ground, cart, axis="x"),
        da.Revolute("rod", cart.at(rotation=[[0, -1, 0], [1, 0, 0], [0, 0, 1]]), rod, axis="z"),
        da.Motor("motor", "cart"),
        *more,
        gravity=(0.0, -GRAVITY, 0.0),
    )


def closed_form(angle: float, rate: float, push: float) -> Any:
    """Accelerations (ẍ, θ̈) by the textbook.

    With h = m l / 2 and J = m l² / 3:  (M + m) ẍ − h cos θ θ̈ + h sin θ θ̇² = F  and
    J θ̈ − h cos θ ẍ − h g sin θ = 0.
    """
    h, J = ROD * LENGTH / 2.0, ROD * LENGTH**2 / 3.0
    A = [[CART + ROD, -h * np.cos(angle)], [-h * np.cos(angle), J]]
    return np.linalg.solve(A, [push - h * np.sin(angle) * rate**2, h * GRAVITY * np.sin(angle)])


def falling_rate() -> float:
    """The rate λ of growth e^(λt) of a small tilt: λ² = h g (M + m) / (J (M + m) − h²)."""
    h, J = ROD * LENGTH / 2.0, ROD * LENGTH**2 / 3.0
    return float(np.sqrt(h * GRAVITY * (CART + ROD) / (J * (CART + ROD) - h**2)))


def linear_rates() -> Any:
    """Eigenvalues of ∂F/∂x of the upright cart at rest, for ẋ = F(x)."""
    system = da.as_dynamics(cart_pendulum()).solved.first_order()
    upright = dict.fromkeys([*system.x, *system.tau], 0.0)
    return np.linalg.eigvals(da.expr.evaluate(da.expr.jacobian(system.rate, system.x), upright))


def growth() -> float:
    """The rate at which a tiny tilt grows in the simulation, once the falling part is all that is left of it."""
    model = cart_pendulum()
    start = model.state(q={"rod": 1e-13})
    fall = da.simulate(model, start, until=4.0, times=[3.0, 4.0], method=da.methods.DOP853(1e-12, 1e-26))
    return float(np.log(fall["rod"][1] / fall["rod"][0]))


def balanced(tilt: float = 0.3, until: float = 8.0) -> da.Motion:
    """The rod caught at a tilt by the motor's law: a push by the four states."""
    x, v = da.coordinate("cart"), da.speed("cart")
    angle, rate = da.coordinate("rod"), da.speed("rod")
    # the angle is positive to the left: the cart must run after the rod, and back to the middle in the end
    law = 4.0 * x + 6.0 * v - 60.0 * angle - 14.0 * rate
    model = cart_pendulum(da.JointForce("balance", "cart", law))
    return da.simulate(model, model.state(q={"rod": tilt}), until=until)


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """The rod falling while the motor pushes."""
    model = cart_pendulum()
    return {"pushed": (model, model.state(q={"rod": 0.6}, u={"cart": 0.4, "rod": -1.7}, tau={"motor": 3.0}))}


def numbers() -> dict[str, Any]:
    """Accelerations and rates, each from the package and in closed form."""
    model, state = systems()["pushed"]
    caught = balanced()
    return {
        "accelerations": np.array(list(da.as_dynamics(model).accelerations(state).values())),
        "closed form": closed_form(0.6, -1.7, 3.0),
        "falling rate": falling_rate(),
        "linear rates": linear_rates(),
        "growth": growth(),
        "tilt after balancing": float(abs(caught["rod"][-1])),
        "largest excursion": float(np.abs(caught["cart"]).max()),
    }


def main(folder: Path = RESULTS) -> None:
    """Fall and balance, and say how fast."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    print(f"upright, a small tilt grows at {found['growth']:.8f} 1/s in the simulation;", end=" ")
    print(f"{max(found['linear rates'].real):.8f} by linearization, {found['falling rate']:.8f} in closed form")
    print(
        f"the motor catches a tilt of 0.3 rad: {found['tilt after balancing']:.0e} rad are left after 8 s,",
        end=" ",
    )
    print(f"the cart moves {found['largest excursion']:.2f} m on the way")
    file = folder / "cart_pendulum.png"
    da.plot(balanced(), ["cart", "rod"], file=file)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
