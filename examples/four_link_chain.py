"""A chain of four links, hinged at one end, falls under gravity.

Its equations M q̈ + b + g = τ are shown term by term, the bias b by two principles. Then the chain falls, by a
method of order 8 and by the simplest stepper there is, whose error shrinks only as fast as its step. Writes
`four_link_chain.png`.
"""

from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da

RESULTS = Path(__file__).with_name("results")
LENGTHS, RADII, MASSES = (0.7, 0.6, 0.5, 0.4), (0.15, 0.125, 0.1, 0.0875), (2.5, 1.5, 1.0, 0.75)
METHOD = da.methods.DOP853(rtol=1e-13, atol=1e-15)


def four_link_chain() -> da.Model:
    """Links along x where all angles are zero; the first angle is absolute, the others are relative."""
    place: Any = da.ground
    joints = []
    for k, (length, radius, mass) in enumerate(zip(LENGTHS, RADII, MASSES, strict=True), start=1):
        link = da.rod(f"link {k}", length=length, radius=radius, mass=mass)
        joints.append(da.Revolute(f"q{k}", place, link, axis="z"))
        place = link["end"]
    return da.Model(*joints, gravity=(0.0, -9.81, 0.0))


def terms(eom: da.Equations) -> dict[str, Any]:
    """M, b and g of the equations, and b once more by Lagrange: b = Ṁ u − ½ ∂(uᵀ M u)/∂q."""
    at_rest = dict.fromkeys(eom.u, 0.0)
    g = -da.expr.substitute(eom.f, at_rest)
    M_rate = da.expr.time_derivative(eom.M, dict(zip(eom.q, eom.u, strict=True)))
    return {
        "M": eom.M,
        "b": -eom.f - g,
        "b by Lagrange": M_rate @ eom.u - 0.5 * da.expr.gradient(eom.u @ eom.M @ eom.u, eom.q),
        "g": g,
        "g by Lagrange": da.expr.gradient(eom.signal("potential energy"), eom.q),
        "a": eom.accelerations,
        "energy": eom.signal("energy"),
    }


def released(model: da.Model) -> da.State:
    """At rest, every joint bent down a little."""
    return model.state(q=dict.fromkeys(model.coordinates, -np.pi / 24))


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """The released chain."""
    model = four_link_chain()
    return {"released": (model, released(model))}


def fall(until: float, times: Any = None, method: Any = METHOD) -> da.Motion:
    """The motion."""
    model, start = systems()["released"]
    return da.simulate(model, start, until=until, times=times, method=method)


def numbers() -> dict[str, Any]:
    """Terms of the equations in two states, and the fall."""
    model = four_link_chain()
    dynamics = da.as_dynamics(model)
    wanted = terms(dynamics.equations)
    bent = model.state(q={"q1": 0.3, "q2": -0.7, "q3": 1.1, "q4": 0.4}, u={"q1": 1, "q2": -2, "q3": 0.5, "q4": 3})

    motion = fall(2.0, times=(0.25, 0.5, 1.0, 2.0))
    simple = {
        h: fall(0.5, times=[0.5], method=da.methods.ConstantAcceleration(h)).states[-1, :4]
        for h in (1e-3, 5e-4, 2.5e-4)
    }
    return {
        "inertias": [float(body.inertia.J[2, 2]) for body in model.bodies],
        "released": dynamics.evaluate(wanted, released(model)),
        "moving": dynamics.evaluate(wanted, bent),
        "q": motion.states[:, :4],
        "simple steps": simple,
        "errors of simple steps": {h: float(np.abs(q - motion.states[1, :4]).max()) for h, q in simple.items()},
        "energy drift": fall(2.0).energy_drift,
    }


def main(folder: Path = RESULTS) -> None:
    """Fall, and say what the equations were."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    moving = found["moving"]
    with np.printoptions(precision=6, suppress=True):
        print("mass matrix while moving\n", moving["M"], sep="")
        print("bias by d'Alembert", moving["b"], "and by Lagrange", moving["b by Lagrange"])
        print("accelerations when released", found["released"]["a"])
    print(f"energy kept to {found['energy drift']:.0e} during the fall")
    for step, error in found["errors of simple steps"].items():
        print(f"simple steps of {step:.2e} s are off by {error:.2e} rad at t = 0.5 s")
    file = folder / "four_link_chain.png"
    da.plot(fall(2.0), ["q1", "q2", "q3", "q4"], file=file)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
