"""A chain that branches: one link carries two, one of which carries another.

Links that share no joint on their way to the ground have zero mass matrix entries between them, and the package
knows it beforehand: these entries are exact zeros, not small numbers.
"""

from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da

RESULTS = Path(__file__).with_name("results")
PARENTS, LENGTHS, MASSES = (0, 1, 1, 3), (0.7, 0.6, 0.5, 0.4), (2.5, 1.5, 1.0, 0.75)
"""The number of the link that carries each link, 0 for the ground; thin rods."""


def branching_chain() -> da.Model:
    """Every link is hinged at the far end of its parent, by an angle relative to it."""
    links = [
        da.rod(f"link {k}", length=l, mass=m) for k, (l, m) in enumerate(zip(LENGTHS, MASSES, strict=True), 1)
    ]
    places = [da.ground, *(link["end"] for link in links)]
    joints = [da.Revolute(f"q{k}", places[PARENTS[k - 1]], link, axis="z") for k, link in enumerate(links, 1)]
    return da.Model(*joints, gravity=(0.0, -9.81, 0.0))


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """The chain, bent and moving."""
    model = branching_chain()
    q, u = {"q1": 0.3, "q2": -0.7, "q3": 1.1, "q4": 0.4}, {"q1": 1.0, "q2": -2.0, "q3": 0.5, "q4": 3.0}
    return {"bent": (model, model.state(q=q, u=u))}


def numbers() -> dict[str, Any]:
    """Terms of M q̈ + b + g = 0 in one state, and the zeros of M."""
    model, state = systems()["bent"]
    dynamics = da.as_dynamics(model)
    eom = dynamics.equations
    g = da.expr.gradient(eom.signal("potential energy"), eom.q)
    found = dynamics.evaluate({"M": eom.M, "b": -eom.f - g, "g": g, "a": eom.accelerations}, state)
    is_zero = [[isinstance(entry, float) and entry == 0.0 for entry in row] for row in eom.M]
    return {**found, "zeros": np.array(is_zero)}


def fall() -> da.Motion:
    """Released level and at rest."""
    return da.simulate(branching_chain(), until=2.0)


def main(folder: Path = RESULTS) -> None:
    """Show the equations, then fall."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    print(branching_chain().summary())
    with np.printoptions(precision=6, suppress=True):
        print("mass matrix\n", found["M"], sep="")
        print("bias", found["b"], "\ngravity", found["g"], "\naccelerations", found["a"])
    print(f"{found['zeros'].sum()} entries of the mass matrix are zero whatever the angles")
    file = folder / "branching_chain.png"
    da.plot(fall(), ["q1", "q2", "q3", "q4"], file=file)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
