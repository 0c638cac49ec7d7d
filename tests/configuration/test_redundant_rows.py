"""Rows that others imply: every question is answered as if they were not there."""

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import SolverError

G = 9.81


def particle(*more, rows=1):
    """A particle in the plane x = 0 on two springs; the same plane is said so many times."""
    P = da.particle("P", mass=2.0)
    x = da.position(P)[0]
    planes = [da.Holonomic(f"h{k}", (k + 1) * x) for k in range(rows)]
    springs = [da.JointSpring("a", "T.y", 5.0), da.JointSpring("b", "T.z", 7.0)]
    return da.Model(da.Translational("T", da.ground, P), *planes, *springs, *more, gravity=(1.0, 0.0, -G))


def parallelogram(*more):
    """Three parallel cranks under a bar: one of them is redundant."""
    cranks = [da.rod(f"c{i}", length=0.4, mass=0.5) for i in range(3)]
    bar = da.rod("bar", length=2.0, mass=1.2)
    return da.Model(
        *[da.Revolute(f"A{i}", da.ground.at(float(i)), crank) for i, crank in enumerate(cranks)],
        da.Revolute("B0", cranks[0]["end"], bar),
        *[da.Revolute(f"B{i}", bar.at(float(i)), cranks[i]["end"]) for i in (1, 2)],
        da.JointSpring("s", "A0", 60.0, 0.9),
        *more,
        gravity=(0.0, -G, 0.0),
    )


def test_a_particle_rests_where_its_springs_hold_it():
    for search in (da.equilibrium(particle(rows=2)), da.equilibria(particle(rows=2), starts=3)[0]):
        assert search.q["T.z"] == pytest.approx(-2.0 * G / 7.0, rel=1e-12)
        assert search.stability.startswith("stable")
        assert search["h0.multiplier"] == pytest.approx(-2.0, rel=1e-12)


def test_three_cranks_rest_like_one():
    rest = da.equilibrium(parallelogram(), guess={"A0": 0.9, "A1": 0.9, "A2": 0.9, "B0": -0.9})
    weight, inertia = G * 0.4 * (3 * 0.25 + 1.2), 0.4**2 * (3 * 0.5 / 3 + 1.2)
    angle = rest.q["A0"]
    assert 60.0 * (angle - 0.9) + weight * np.cos(angle) == pytest.approx(0.0, abs=1e-9)
    assert rest.stability.startswith("stable")
    values = da.linearize(parallelogram(), rest).modes().values
    np.testing.assert_allclose(values.imag**2, (60.0 - weight * np.sin(angle)) / inertia, rtol=1e-9)


def test_inputs_of_a_state_are_those_that_one_row_needs():
    motors = da.Motor("u", "T.y"), da.Motor("w", "T.z")
    model = particle(*motors, rows=3)
    found = da.inverse_dynamics(model, model.state(q={"T.z": 0.1}), accelerations={"T.y": 1.0})
    assert found["u"][0] == pytest.approx(2.0, rel=1e-12)
    assert found["w"][0] == pytest.approx(2.0 * G + 0.7, rel=1e-12)
    assert found["h0.multiplier"][0] == pytest.approx(-2.0, rel=1e-12)


def test_inputs_along_a_motion_of_another_model_leave_redundant_rows_out():
    motors = da.Motor("u", "T.y"), da.Motor("w", "T.z")
    single = particle(*motors)
    motion = da.simulate(single, da.State(q={"T.y": 0.3}, tau={"w": 0.4}), until=0.5)
    found = da.inverse_dynamics(particle(*motors, rows=2), motion)
    np.testing.assert_allclose(found["w"], 0.4, rtol=1e-9)
    np.testing.assert_allclose(found["u"], 0.0, rtol=0.0, atol=1e-9)


def test_a_state_without_accelerations_is_named_as_such():
    """Two rods that are stretched out: no small motion changes the distance of their ends."""
    first, second = (da.rod(name, length=1.0, mass=1.0) for name in ("first", "second"))
    model = da.Model(
        da.Revolute("A", da.ground, first),
        da.Revolute("B", first["end"], second),
        da.Distance("d", da.ground, second["end"], 2.0),
        da.Motor("m", "A"),
    )
    with pytest.raises(SolverError, match="there are no accelerations: no motion changes d"):
        da.inverse_dynamics(model, model.state(), accelerations={"A": 1.0})


def test_friction_by_a_reaction_is_iterated_with_redundant_rows():
    def particle_with_friction(rows):
        speed = da.speed("T.y")
        return particle(
            da.JointForce("friction", "T.y", -0.2 * da.expr.absolute_value(da.measures.multiplier("h0")) * speed),
            rows=rows,
        )

    state = da.State(u={"T.y": 0.5})
    one, two = (da.diagnostics.reaction_iterations(particle_with_friction(rows), state) for rows in (1, 2))
    assert two.converged
    np.testing.assert_allclose(two.iterates["h0"], one.iterates["h0"], rtol=1e-12)


@pytest.mark.parametrize("name", ["NullSpace", "CoordinatePartitioning", "FullOrderForm", "LeastConstraint"])
def test_two_equal_gears_are_one_for_solvers_that_allow_redundant_rows(name):
    wheels = [da.cylinder(f"wheel {k}", radius=0.1, length=0.1, mass=mass) for k, mass in enumerate((1.0, 2.0))]

    def geared(law):
        model = da.Model(
            *(da.Revolute(f"A{k}", da.ground, wheel, axis="z") for k, wheel in enumerate(wheels)),
            da.Gear("gear", "A0", "A1", ratio=2.0),
            da.Holonomic("again", da.coordinate("A0") - 2.0 * da.coordinate("A1") - law),
            da.JointForce("push", "A0", 1.0),
        )
        return da.as_dynamics(da.derive(model, da.Recursive(solver=getattr(da.solvers, name)())))

    found = geared(0.0).accelerations(da.State())
    assert found["A0.rate"] == pytest.approx(1.0 / (0.005 + 0.01 / 4.0), rel=1e-12)
    # rows that want different things have no accelerations
    with pytest.raises((SolverError, da.errors.FormulationError), match="contradict"):
        geared(da.time**2).accelerations(da.State())


@pytest.mark.parametrize("principle", ["NullSpace", "CoordinatePartitioning", "Kane"])
def test_rows_that_are_equal_for_usual_values_of_parameters_hold_nothing_still(principle):
    """Two gears of equal ratio leave one motion free; taken for two rows, they would stop it."""
    wheels = [da.cylinder(f"wheel {k}", radius=0.1, length=0.1, mass=mass) for k, mass in enumerate((1.0, 2.0))]
    model = da.Model(
        *(da.Revolute(f"A{k}", da.ground, wheel, axis="z") for k, wheel in enumerate(wheels)),
        *(da.Gear(name, "A0", "A1", ratio=da.param(f"ratio of {name}", 2.0)) for name in ("one", "other")),
        da.JointForce("push", "A0", 1.0),
    )
    chosen = da.Kane() if principle == "Kane" else da.Recursive(solver=getattr(da.solvers, principle)())
    dynamics = da.as_dynamics(da.derive(model, chosen))
    with pytest.raises(SolverError, match="the rows one, other depend on each other to rounding"):
        dynamics.accelerations(da.State())
    # runs leave one of them out
    assert da.simulate(dynamics, {}, until=1.0)["A0"][-1] == pytest.approx(0.5 / 0.0075, rel=1e-9)
    assert dynamics.accelerations(da.State(p={"ratio of one": 3.0}))["A0.rate"] == pytest.approx(0.0, abs=1e-12)
