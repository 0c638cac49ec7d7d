"""Models that tests of live pages share."""

import dalembert as da

PENDULUM_SLIDERS = {"l": (0.5, 2.0, 0.01), "push": (-20.0, 20.0), "h": None, "h.rate": None}


def pendulum(name="rod"):
    """A rod of open length with a ball at its end, and a motor."""
    rod = da.rod(name, length=da.param("l", 1.0), mass=2.0, radius=0.03)
    ball = da.sphere("ball", radius=0.1, mass=3.0)
    model = da.Model(
        da.Revolute("h", da.ground, rod, axis="z"),
        da.Weld("weld", rod["end"], ball),
        da.Motor("push", "h"),
        gravity=(0, -9.81, 0),
    )
    return model, model.state(q={"h": 0.3})


def four_bar():
    """A loop with one motion, none of whose bars can turn all around but the crank."""
    crank, coupler = da.rod("crank", length=0.8, mass=1.0), da.rod("coupler", length=1.6, mass=2.0)
    rocker = da.rod("rocker", length=1.4, mass=1.5)
    model = da.Model(
        da.Revolute("A", da.ground, crank),
        da.Revolute("B", crank["end"], coupler),
        da.Revolute("D", da.ground.at(x=1.8), rocker),
        da.Revolute("C", coupler["end"], rocker["end"]),
        gravity=(0.0, -9.81, 0.0),
    )
    return model, da.assemble(model, q={"A": 1.0}, guess={"B": -0.7, "D": 1.7})


def cart_pole():
    """A cart with a pole, and the author's controller, which a switch turns on."""
    cart, pole = da.box("cart", size=(0.4, 0.2, 0.2), mass=2.0), da.rod("pole", length=0.8, mass=0.5, radius=0.02)
    x, v = da.coordinate("x"), da.speed("x")
    angle, rate = da.coordinate("lean"), da.speed("lean")
    # the angle is positive to the left: the cart must run after the pole
    law = da.param("controller", 0.0) * (4.0 * x + 6.0 * v - 60.0 * angle - 14.0 * rate)
    model = da.Model(
        da.Prismatic("x", da.ground, cart, axis="x"),
        da.Revolute("lean", cart.at(rotation=[[0, -1, 0], [1, 0, 0], [0, 0, 1]]), pole, axis="z"),
        da.Motor("push", "x"),
        da.JointForce("balance", "x", law),
        gravity=(0.0, -9.81, 0.0),
    )
    return model, model.state(q={"lean": 0.05})


CART_SLIDERS = {"controller": (0, 1, 1), "push": (-10.0, 10.0), "lean": (-0.5, 0.5)}
