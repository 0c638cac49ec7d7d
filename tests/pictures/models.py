"""Small models to look at."""

from functools import cache

import dalembert as da


def pendulum(name="arm", hinge="hinge"):
    arm = da.rod(name, length=1.0, mass=1.0)
    return da.Model(da.Revolute(hinge, da.ground, arm), gravity=(0.0, -9.81, 0.0))


@cache
def swing():
    model = pendulum()
    touch = da.Event("lowest", da.coordinate("hinge") + da.pi / 2)
    return da.simulate(model, model.state(), until=1.0, times=[k / 40 for k in range(41)], events=[touch])


def slider_crank():
    crank, rod = da.rod("crank", length=0.3, mass=1.0), da.rod("rod", length=0.8, mass=1.0)
    piston = da.box("piston", size=(0.2, 0.12, 0.12), mass=2.0)
    return da.Model(
        da.Revolute("shaft", da.ground, crank),
        da.Revolute("pin", crank["end"], rod),
        da.Revolute("wrist", rod["end"], piston),
        da.Prismatic("guide", da.ground, piston, axis="x"),
        da.Spring("gas", da.ground.at(x=1.6), piston.at(x=0.1), stiffness=400.0, rest_length=0.5, damping=1.0),
        gravity=(0.0, -9.81, 0.0),
    )


def tripod():
    """A plate on three rods of given length, free otherwise."""
    plate = da.Body("plate", da.Inertia(1.0, J=[[0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.2]]))
    corners = [(0.3, 0.0), (-0.15, 0.26), (-0.15, -0.26)]
    rods = [
        da.Distance(f"rod {k}", da.ground.at(2 * x, 2 * y), plate.at(x, y), length=(0.25 * 0.36 + 0.25) ** 0.5)
        for k, (x, y) in enumerate(corners)
    ]
    return da.Model(da.Free("pose", da.ground, plate), *rods, gravity=(0.0, 0.0, -9.81))
