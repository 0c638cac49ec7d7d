"""What is none of ours is refused where it is given, with what to give instead."""

import numpy as np
import pytest

import dalembert as da

ROD = da.rod("rod", length=1.0, mass=3.0)
HINGE = da.Revolute("A", da.ground, ROD)
DRIVEN = da.Model(HINGE, da.Drive("d", "A", da.time))


def by_a_reaction():
    """A force of constraints that depends on the reaction which it is part of."""
    solver = da.solvers.NonidealConstraints({"A.rate": 0.1 * da.measures.multiplier("d")})
    return da.as_dynamics(da.derive(DRIVEN, da.Recursive(solver=solver))).accelerations(da.State(u={"A": 1.0}))


def condensed_with_an_integral():
    box = da.box("box", size=(1.0, 1.0, 1.0), mass=1.0)
    angle = da.StateVariable("z", rate=da.angular_velocity(box)[2])
    back = da.Torque("back", box, (0.0, 0.0, -5.0 * da.measures.state_variable("z")))
    module = da.Model(angle, back, ports={"a": box})
    whole = da.Model(da.Submodel("x", module), da.Revolute("A", da.ground, da.port("x", "a")))
    return da.modules.condensed(da.Modular().tree(whole))


@pytest.mark.parametrize(
    ("clumsy", "told"),
    [
        (by_a_reaction, "depends on reactions or accelerations"),
        (condensed_with_an_integral, "has no state variables such as 'x/z'"),
        (lambda: da.solvers.NonidealConstraints(None), "along speeds by name"),
        (lambda: da.solvers.NonidealConstraints({"A.rate": "x"}), "along 'A.rate' is one expression"),
        (lambda: da.solvers.NonidealConstraints({}, solver=3), "such as NullSpace"),
        (lambda: da.solvers.WeightedPseudoinverse(alpha="x"), "is a finite number"),
        (lambda: da.solvers.WeightedPseudoinverse(alpha=np.nan), "is a finite number"),
        (lambda: da.Model(ports=[ROD]), "bodies or frames by name"),
        (lambda: da.Model(ports={3: ROD}), "name of a port is a word"),
        (lambda: da.Submodel("s", da.Model(ports={"a": ROD}), shared=da.param("k", 1.0)), "list of parameters"),
        (lambda: da.Submodel("s", da.Model(ports={"a": ROD}), shared=None), "list of parameters"),
        (lambda: da.energies.acceleration_energy(DRIVEN, np.zeros(1)), "one of equations"),
        (lambda: da.derive(da.Model(HINGE)).stabilized(3), "stabilization is Projection"),
        (lambda: da.formulations.passive_relations(3), "expected a model"),
        (lambda: da.Gear("g", "A", "B", da.Input("F")), "input 'F', which may jump.*AccelerationConstraint"),
        (
            lambda: da.Distance("d", da.ground, ROD, da.Input("F")),
            "input 'F', which may jump.*AccelerationConstraint",
        ),
    ],
)
def test_what_is_none_of_ours_is_refused_by_name(clumsy, told):
    with pytest.raises(da.errors.DalembertError, match=told):
        clumsy()


def test_solutions_and_dynamics_have_the_energy_of_accelerations_of_their_equations():
    """S = m l²/6 (α² + ω⁴) of a rod that turns about its end, as ∫ a² dm / 2 along it says."""
    model = da.Model(HINGE)
    eom = da.derive(model)
    for subject in (eom.solution, da.as_dynamics(eom)):
        S = da.energies.acceleration_energy(subject, np.array([2.0]))
        found = da.as_dynamics(eom).evaluate(S, da.State(u={"A": 1.5}))
        assert found == pytest.approx(3.0 / 6.0 * (2.0**2 + 1.5**4), rel=1e-12)


@pytest.mark.parametrize("quantity", ["phi", "psi", "gamma", "f"])
def test_equations_cannot_be_written_into(quantity):
    with pytest.raises(ValueError, match="read-only"):
        getattr(da.derive(DRIVEN), quantity)[0] = 5.0
