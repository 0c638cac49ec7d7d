"""Accelerations with contacts in any modes: around factors of M they are those of one elimination with pivots."""

import numpy as np
import pytest

import dalembert as da
from dalembert.contact.contact_system import contact_system
from dalembert.dynamics.as_dynamics import as_dynamics
from dalembert.equations.row_elimination import eliminated
from dalembert.expr.node import traverse

floor = da.geometry.plane(da.ground, "z")


def ball():
    body = da.sphere("ball", radius=0.1, mass=1.0)
    return da.Model(
        da.Free("pose", da.ground, body),
        da.Contact("floor", body, floor, friction=0.4, restitution=0.5),
        gravity=(0, 0, -9.81),
    )


def rod_on_a_loop():
    """A four-bar linkage whose coupler slides on the floor: rows that last beside those that come and go."""
    crank, coupler = da.rod("crank", length=0.3, mass=1.0), da.rod("coupler", length=1.0, mass=1.0)
    rocker = da.rod("rocker", length=0.8, mass=1.0)
    return da.Model(
        da.Revolute("A", da.ground, crank, axis="y"),
        da.Revolute("B", crank["end"], coupler, axis="y"),
        da.Revolute("C", coupler["end"], rocker["end"], axis="y"),
        da.Revolute("D", da.ground.at(x=0.9), rocker, axis="y"),
        da.Contact("heel", coupler["end"], floor, friction=0.3),
        gravity=(0, 0, -9.81),
    )


# the linkage cannot stick: it has one degree of freedom
@pytest.mark.parametrize(("make", "modes"), [(ball, 3), (rod_on_a_loop, 2)])
def test_accelerations_with_contacts_are_those_of_one_elimination(make, modes):
    rng, dynamics = np.random.default_rng(3), contact_system(as_dynamics(make())).dynamics
    solution, eom = dynamics.solved, dynamics.equations
    a, lam = eliminated(solution.solved_rows, None)
    outputs = {"a": solution.accelerations, "lam": solution.multipliers, "a0": a, "lam0": lam}
    function = dynamics.function({name: np.array(y, dtype=object) for name, y in outputs.items()})
    (point,) = contact_system(as_dynamics(make())).points
    for k in range(30):
        # slip goes in any direction; switches are zero or one
        z = rng.normal(size=len(eom.states))
        for what, place in point.states.items():
            if not what.startswith("slip "):
                z[place] = {"mode": k % modes, "watched": 1, "touches": k % modes > 0}.get(
                    what, what[:5] == "stick" and k % modes == 2
                )
        q, u = rng.normal(size=len(eom.coordinates)), rng.normal(size=len(eom.speeds))
        found = function(t=0.0, q=q, u=u, z=z, tau=np.zeros(0))
        for name in ("a", "lam"):
            expected = np.asarray(found[f"{name}0"])
            assert np.abs(found[name] - expected).max() <= 1e-9 * (1.0 + np.abs(expected).max()), (k, name)


def test_a_single_contact_needs_no_pivots_at_run_time():
    # pivots are chosen lane by lane, so that lanes would go one after the other
    solution = contact_system(as_dynamics(ball())).dynamics.solved
    assert not [x for x in traverse(list(solution.accelerations)) if x.op == "call"]
