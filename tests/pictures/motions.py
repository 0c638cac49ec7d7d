"""Motions that tests of pictures and pages share; states are prescribed where no simulation is needed."""

from functools import cache

import numpy as np

import dalembert as da

NASTY = "<script>alert('x')</script> \"quoted\" & 'so' </title> ∂ü"
"""A name that must never be more than text."""


@cache
def swing(lean=1.2):
    """A pendulum with a spring, and an event when it passes its lowest point."""
    rod = da.rod("rod", length=1.0, mass=1.0)
    model = da.Model(
        da.Revolute("pivot", da.ground, rod),
        da.Spring("spring", da.ground.at(1.0, -0.5, 0.0), rod["end"], stiffness=3.0, rest_length=0.6, damping=0.1),
        gravity=(0.0, -9.81, 0.0),
    )
    lowest = da.Event("lowest", da.coordinate("pivot") + np.pi / 2.0)
    start = model.state(q={"pivot": -np.pi / 2.0 + lean})
    return da.simulate(model, start, until=2.0, times=np.linspace(0.0, 2.0, 201), events=[lowest])


@cache
def chain(n=20, rows=1001, axes="zy"):
    """A chain of rods whose joints swing as they like."""
    rods = [da.rod(f"rod {k}", length=1.0, mass=1.0) for k in range(n)]
    joints = [
        da.Revolute(f"joint {k}", rods[k - 1]["end"] if k else da.ground, rods[k], axis=axes[k % len(axes)])
        for k in range(n)
    ]
    dynamics = da.as_dynamics(da.Model(*joints, gravity=(0.0, 0.0, -9.81)))
    return prescribed(dynamics, rows)


def prescribed(dynamics, rows, until=5.0):
    """Coordinates that swing, each at its own rate; speeds are their rates."""
    n, t = len(dynamics.equations.coordinates), np.linspace(0.0, until, rows)
    rates = 1.0 + 0.1 * np.arange(n)
    phases = np.outer(t, rates) + np.arange(n)
    states = np.hstack([0.3 * np.sin(phases), 0.3 * rates * np.cos(phases)])
    return da.Motion(dynamics, t, states, np.zeros((rows, len(dynamics.equations.inputs))))


@cache
def roll(way=20.0):
    """A ball that rolls far."""
    ball = da.sphere("ball", radius=0.2, mass=1.0)
    model = da.Model(
        da.Free("pose", da.ground, ball),
        da.Rolling("floor", ball, on=da.geometry.plane(da.ground, normal="z")),
        gravity=(0.0, 0.0, -9.81),
    )
    start = da.assemble(model, guess={"pose.z": 0.2})
    t = np.linspace(0.0, 5.0, 101)
    states = np.tile(da.simulate(model, start, until=0.1, times=[0.0, 0.1]).states[:1], (len(t), 1))
    states[:, 0] = way * t / 5.0
    return da.Motion(da.as_dynamics(model), t, states, np.zeros((len(t), 0)))
