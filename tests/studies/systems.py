"""Systems that studies ask."""

import dalembert as da

GRAVITY = 9.81


def pendulum():
    rod = da.rod("rod", length=da.param("l", 1.0), mass=da.param("m", 1.0))
    hinge = da.Revolute("pin", da.ground, rod, axis="z")
    # down is where the angle is zero
    return da.Model(hinge, da.Motor("motor", "pin"), gravity=(GRAVITY, 0.0, 0.0))


def ball_on_a_floor():
    ball = da.sphere("ball", radius=0.1, mass=1.0)
    floor = da.Contact(
        "floor", ball, da.geometry.plane(da.ground, "z"), friction=0.4, restitution=da.param("e", 0.5)
    )
    return da.Model(da.Translational("pose", da.ground, ball), floor, gravity=(0, 0, -GRAVITY))


def slider_crank():
    """A slider-crank that is turned at 10 rad/s."""
    r = da.param("r", 0.15)
    crank, rod = da.rod("crank", length=r, mass=0.5), da.rod("rod", length=0.5, mass=da.param("m", 1.0))
    slider = da.particle("slider", mass=2.0)
    return da.Model(
        da.Revolute("A", da.ground, crank, axis="z"),
        da.Revolute("B", crank["end"], rod, axis="z"),
        da.Prismatic("slide", da.ground, slider, axis="x"),
        da.Revolute("C", rod["end"], slider, axis="z"),
        da.Drive("turn", "A", 10.0 * da.time),
    )
