"""What a principle cannot treat: it says which part that is, and which principle can."""

import numpy as np
import pytest

import dalembert as da
from tests.examples import example
from tests.oracles.linkages import four_bar
from tests.oracles.principle_systems import system


def refused(model, principle, *words):
    """The error of a derivation, or of the accelerations, in which these words stand in this order."""
    with pytest.raises(da.errors.FormulationError, match=".*".join(words)):
        da.derive(model, principle).accelerations  # noqa: B018


# ---- kinds of rows


def row_of(model, part):
    """The first row of a part."""
    return next(row for row in da.derive(model).rows if row.part == part)


@pytest.mark.parametrize(("name", "part"), [("slider-crank", "guide"), ("Chaplygin sleigh", "blade")])
def test_independent_coordinates_have_no_constraints(name, part):
    model = system(name).model
    words = ("Lagrange cannot treat constraints", f"'{row_of(model, part).name}' of '{part}'", "LagrangeFirstKind")
    refused(model, da.Lagrange(), *words)


def test_loops_are_constraints():
    refused(four_bar(), da.Lagrange(), r"'C\.x' of 'C'", "LagrangeFirstKind, Kane, GibbsAppell")


@pytest.mark.parametrize(
    "principle", [da.formulations.MultiplierLagrangian(), da.Hamilton(da.formulations.DiracMultipliers())]
)
def test_multipliers_in_a_function_to_be_stationary_take_holonomic_rows(principle):
    model = system("rolling disc").model
    refused(model, principle, type(principle).__name__, r"'tread\.slip first' of 'tread'", "nonholonomic")


@pytest.mark.parametrize(
    "principle", [da.Maggi(), da.Hamilton(), da.Hamilton(da.formulations.MomentumMultipliers())]
)
@pytest.mark.parametrize("name", ["Appell-Hamel squared", "lifted pendulum"])
def test_rows_that_are_not_linear_in_the_speeds(name, principle):
    part = {"Appell-Hamel squared": "rolling", "lifted pendulum": "lift"}[name]
    model = system(name).model
    refused(model, principle, type(principle).__name__, rf"of '{part}'", "Nonminimal", "GibbsAppell", "can")
    da.derive(model, da.Nonminimal())
    da.derive(model, da.GibbsAppell())


@pytest.mark.parametrize("name", ["Appell-Hamel squared", "lifted pendulum"])
def test_what_is_recommended_instead_of_brackets_can_treat_the_model(name):
    # other forms of Hamilton cannot either, so they are not named
    with pytest.raises(da.errors.FormulationError, match="Kane, Nonminimal") as error:
        da.derive(system(name).model, da.Hamilton(da.formulations.DiracMultipliers()))
    assert "ForceMultipliers" not in str(error.value)


# ---- momenta


@pytest.mark.parametrize(
    "form",
    [
        da.formulations.ForceMultipliers(),
        da.formulations.MomentumMultipliers(),
        da.formulations.DiracMultipliers(),
    ],
)
def test_momenta_go_with_rates_of_coordinates(form):
    body = da.box("body", size=(1.0, 2.0, 3.0), mass=1.0)
    model = da.Model(da.Spherical("ball", da.ground, body))
    refused(
        model, da.Hamilton(form), "rates of coordinates", "Spherical 'ball'", "angles='zxy'", "another principle"
    )
    da.derive(da.Model(da.Spherical("ball", da.ground, body, angles="zxy")), da.Hamilton(form))


@pytest.mark.parametrize(
    "form",
    [
        da.formulations.ForceMultipliers(),
        da.formulations.MomentumMultipliers(),
        da.formulations.DiracMultipliers(),
    ],
)
def test_what_has_no_mass_has_no_momentum(form):
    arm, tip = da.rod("arm", length=1.0, mass=1.0), da.Body("tip")
    model = da.Model(
        da.Revolute("A", da.ground, arm),
        da.Prismatic("B", da.ground, tip, axis="y"),
        da.Holonomic("level", da.position(arm["end"])[1] - da.coordinate("B")),
        gravity=(0.0, -9.81, 0.0),
    )
    refused(model, da.Hamilton(form), "momenta for all speeds", "'tip' at the end of Prismatic 'B'", "Kane")

    # the others do without: 1/3 q̈ = −½ g cos q
    for principle in (
        da.Kane(),
        da.formulations.LagrangeFirstKind(),
        da.Maggi(),
        da.UdwadiaKalaba(),
        da.Gauss(minimise=True),
    ):
        found = da.as_dynamics(da.derive(model, principle)).accelerations(da.assemble(model, q={"A": 0.3}))
        assert found["A.rate"] == pytest.approx(-1.5 * 9.81 * np.cos(0.3), rel=1e-12)


@pytest.mark.parametrize("form", [da.formulations.MomentumMultipliers(), da.formulations.DiracMultipliers()])
def test_forces_by_reactions_need_multipliers_of_forces(form):
    model = system("guide with friction").model
    refused(model, da.Hamilton(form), "'friction' depends on reactions", r"Hamilton\(ForceMultipliers\(\)\)")


def test_rows_left_out_of_momentum_multipliers_must_exist():
    with pytest.raises(da.errors.ModelError, match="there is no constraint row 'skate'; there are 'blade'"):
        da.derive(system("Chaplygin sleigh").model, da.Hamilton(da.formulations.MomentumMultipliers())).without(
            ["skate"]
        )


def test_momentum_multipliers_of_rows_that_depend_on_others():
    model, start = example("planetary_gear").systems()["three planets"]
    rows = ["ring and planet 1", "ring and planet 2"]
    found = da.derive(model, da.Hamilton(da.formulations.MomentumMultipliers()))
    assert found.constraints.left_out == set(rows)

    # all forms find out by themselves
    expected = da.as_dynamics(model).without(rows).signals(["arm.acceleration"], start)
    for form in (
        da.formulations.ForceMultipliers(),
        da.formulations.DiracMultipliers(),
        da.formulations.MomentumMultipliers(),
    ):
        eom = da.derive(model, da.Hamilton(form))
        dynamics = da.as_dynamics(eom).without(rows)
        found = dynamics.signals(["arm.acceleration"], da.convert_state(start, model, dynamics))
        assert found == pytest.approx(expected, abs=1e-11)


def test_momentum_multipliers_of_rows_that_contradict_others():
    model = da.Model(
        da.Prismatic("A", da.ground, da.particle("a", mass=1.0), axis="x"),
        da.Holonomic("slow", da.coordinate("A") - da.time),
        da.Holonomic("fast", 2.0 * da.coordinate("A") - 3.0 * da.time),
    )
    eom = da.derive(model, da.Hamilton(da.formulations.MomentumMultipliers()))
    for p in (1.0, 1.5):
        with pytest.raises(da.errors.ModelError, match=r"row '(slow|fast)' of M⁻¹ p is .* at the start"):
            da.simulate(eom, da.State(u={"A.momentum": p}), until=0.1)


def test_momentum_multipliers_of_rows_that_contradict_others_later_on():
    model = da.Model(
        da.Prismatic("A", da.ground, da.particle("a", mass=1.0), axis="x"),
        da.Nonholonomic("slow", da.speed("A") - da.time),
        da.Nonholonomic("fast", da.speed("A") - da.sin(2.0 * da.time)),
    )
    eom = da.derive(model, da.Hamilton(da.formulations.MomentumMultipliers()))
    with pytest.raises(da.errors.SolverError, match="velocity row 'fast' does not hold"):
        da.simulate(eom, until=0.1)


def test_rows_that_depend_on_others_only_for_a_usual_parameter_keep_their_multipliers():
    x, y, ratio = da.coordinate("A"), da.coordinate("B"), da.param("ratio", 1.0)
    model = da.Model(
        da.Prismatic("A", da.ground, da.particle("a", mass=1.0), axis="x"),
        da.Prismatic("B", da.ground, da.particle("b", mass=1.0), axis="x"),
        da.Prismatic("C", da.ground, da.particle("c", mass=1.0), axis="x"),
        da.Holonomic("first", x - y),
        da.Holonomic("second", x - ratio * y),
        *(da.JointForce(f"force {name}", name, 1.0) for name in "ABC"),
    )
    eom = da.derive(model, da.Hamilton(da.formulations.MomentumMultipliers()))
    assert eom.constraints.left_out == set()
    motion = da.simulate(eom, eom.state(p={"ratio": 2.0}), until=1.0)
    assert motion["A"][-1] == pytest.approx(0.0, abs=1e-9)
    assert motion["C"][-1] == pytest.approx(0.5, rel=1e-6)

    # with the default value one of them is left out, and it is told
    motion = da.simulate(eom, eom.state(), until=1.0)
    assert motion["A"][-1] == pytest.approx(0.5, rel=1e-6)
    assert "redundant: second depends on first" in motion.notes[0]


# ---- independent speeds

NAMING = [da.Kane, da.Nonminimal, da.Maggi]
each_naming = pytest.mark.parametrize("kind", NAMING)


@each_naming
def test_too_few_or_too_many_independent_speeds(kind):
    model = system("Chaplygin sleigh").model
    for names in (["pose.x"], ["pose.x", "pose.x"], ["pose.x", "pose.y", "pose.angle"]):
        n = len(set(names))
        refused(model, kind(independent=names), "2 of the speeds are independent", f"{n} are named", "pose.x.rate")


@each_naming
def test_independent_speeds_that_constraints_tie_to_each_other(kind):
    sleigh, disc = system("Chaplygin sleigh").model, system("rolling disc").model
    refused(sleigh, kind(independent=["pose.x", "pose.y"]), r"dependent: \['pose\.x\.rate', 'pose\.y\.rate'\]")
    # the disc's height follows from its lean
    words = r"dependent: \['pose\.z\.rate', 'lean\.rate'\]"
    refused(disc, kind(independent=["pose.z", "lean", "yaw"]), words, "name others, or none")


@each_naming
def test_independent_speeds_that_there_are_not(kind):
    model = system("Chaplygin sleigh").model
    refused(model, kind(independent=["pose.x", "skate"]), "no speed 'skate'", "pose.angle.rate")


@each_naming
def test_without_constraints_all_speeds_are_independent(kind):
    model = system("gyroscope").model
    refused(model, kind(independent=["turn"]), "without constraints all speeds are independent", r"\['turn'\]")
    refused(model, kind(independent=["turn", "tilt", "flip"]), "all speeds are independent", "flip")
    assert len(da.derive(model, kind(independent=["spin", "tilt", "turn"])).accelerations) == 3


# ---- options


def test_orders_of_energy_rates():
    for order in (0, -1, 1.5):
        with pytest.raises(da.errors.FormulationError, match=rf"1, 2, 3, …, not {order}"):
            da.formulations.EnergyRates(order)
    with pytest.raises(da.errors.FormulationError, match=r"Nielsen is of order 1; EnergyRates\(2\)"):
        da.formulations.Nielsen(order=2)
    with pytest.raises(da.errors.FormulationError, match=r"Tzenoff is of order 2; EnergyRates\(3\)"):
        da.formulations.Tzenoff(order=3)


def test_gauss_minimises_or_solves():
    with pytest.raises(da.errors.FormulationError, match="`minimise` or `solver`, not both"):
        da.Gauss(minimise=True, solver=da.solvers.NullSpace())


def test_forms_of_hamilton_are_objects():
    with pytest.raises(da.errors.FormulationError, match="the form of Hamilton is ForceMultipliers"):
        da.Hamilton("A")


def test_a_class_instead_of_an_object_is_told() -> None:
    model = da.Model(da.Revolute("hinge", da.ground, da.rod("rod", length=1.0, mass=1.0)))
    for ask in (da.derive, da.explain):
        with pytest.raises(da.errors.FormulationError, match=r"write da\.Kane\(\)"):
            ask(model, da.Kane)


def test_equations_instead_of_a_model_are_told() -> None:
    model = da.Model(da.Revolute("hinge", da.ground, da.rod("rod", length=1.0, mass=1.0)))
    with pytest.raises(da.errors.ModelError, match="not of Equations"):
        da.derive(da.derive(model), da.Kane())
