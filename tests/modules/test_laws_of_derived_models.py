"""Inverse dynamics along laws of time, of equations that were derived of a model, and of its tree of systems."""

import numpy as np
import pytest

import dalembert as da

TIMES = [0.0, 0.3, 0.6]
LAWS = {"A": 2.0 + 0.3 * da.sin(da.time), "B": np.pi - 2.0 - 0.2 * da.time**2}
GUESS = {"A": 2.0, "B": np.pi - 2.0, "L/elbow": -1.2, "R/elbow": 1.2}
SAME = 1e-9
"""Rounding, and the error of closing the loop."""


def five_bar():
    low, up = da.rod("low", length=0.5, mass=1.0), da.rod("up", length=0.8, mass=0.6)
    hand = da.Model(da.Revolute("elbow", low["end"], up, axis="z"), ports={"foot": low, "tip": up["end"]})
    return da.Model(
        da.Submodel("L", hand),
        da.Submodel("R", hand),
        da.Revolute("A", da.ground.at(x=-0.35), da.port("L", "foot"), axis="z"),
        da.Revolute("B", da.ground.at(x=0.35), da.port("R", "foot"), axis="z"),
        da.Revolute("C", da.port("L", "tip"), da.port("R", "tip"), axis="z"),
        da.Motor("TA", "A"),
        da.Motor("TB", "B"),
        gravity=(0, -9.81, 0),
    )


@pytest.mark.covers("F000-28", "F000-86")
@pytest.mark.parametrize(
    "subject",
    [
        lambda model: da.derive(model, da.Modular({"L": da.Kane()}, default=da.Lagrange())),
        lambda model: da.Modular(default=da.GibbsAppell()).tree(model),
        lambda model: da.derive(model, da.Maggi()),
        lambda model: da.derive(model, da.Hamilton()),
    ],
    ids=["equations by modules", "tree of a model", "Maggi", "Hamilton"],
)
def test_loads_are_those_of_the_work_of_all_weights(subject):
    loads = da.inverse_dynamics(subject(five_bar()), LAWS, times=TIMES, guess=GUESS)
    # power of both motors is the rate of kinetic and potential energy, by points of the linkage alone
    fine = da.inverse_dynamics(five_bar(), LAWS, times=np.linspace(0.29, 0.31, 21), guess=GUESS)
    energy = fine["kinetic energy"] + fine["potential energy"]
    power = loads["TA"][1] * 0.3 * np.cos(0.3) - loads["TB"][1] * 0.4 * 0.3
    assert power == pytest.approx(np.polyfit(fine.times - 0.3, energy, 4)[-2], rel=1e-6)
    # and reactions of the pin between the hands are those of the model itself
    whole = da.inverse_dynamics(five_bar(), LAWS, times=TIMES, guess=GUESS)
    for name in ("TA", "TB", "C.force.x", "C.force.y"):
        assert np.allclose(loads[name], whole[name], rtol=SAME, atol=SAME)


def test_laws_of_measures_drive_equations_too():
    model = five_bar()
    tip = da.position(model.body("L/up")["end"])
    laws = {tip[0]: 0.1 * da.sin(da.time), tip[1]: 1.0 + 0.05 * da.time}
    by_kane = da.inverse_dynamics(da.derive(model, da.Kane()), laws, times=TIMES, guess=GUESS)
    assert np.allclose(
        da.inverse_dynamics(model, laws, times=TIMES, guess=GUESS).inputs, by_kane.inputs, rtol=SAME
    )


def test_typed_equations_follow_laws_of_all_coordinates_or_as_a_leaf():
    # two masses on a line, joined by inertia: loads by hand
    (x, y), (v, w), (push, pull) = map(da.expr.symbols, ("x y", "v w", "push pull"))
    system = da.formulations.TypedSystem([x, y], [v, w], forces={"x": push, "y": pull}, inputs=[push, pull])
    typed = system.from_energies(v**2 + 0.5 * v * w + 0.5 * w**2, 9.81 * y)
    loads = da.inverse_dynamics(typed, {"x": da.time**2, "y": da.sin(da.time)}, times=[1.0])
    assert loads.inputs[0] == pytest.approx([4.0 - 0.5 * np.sin(1.0), 1.0 - np.sin(1.0) + 9.81])
    # laws that leave a motion open need rows, which a leaf takes
    sum_and_difference = {x + y: da.time**2, x - y: da.sin(da.time)}
    with pytest.raises(da.errors.ModelError, match=r"one as da.modules.leaf\('name', equations\)"):
        da.inverse_dynamics(typed, sum_and_difference, times=[1.0])
    by_rows = da.inverse_dynamics(da.modules.leaf("two", typed), sum_and_difference, times=[1.0])
    ax, ay = (2.0 - np.sin(1.0)) / 2, (2.0 + np.sin(1.0)) / 2
    assert by_rows.inputs[0] == pytest.approx([2.0 * ax + 0.5 * ay, 0.5 * ax + ay + 9.81])


def test_what_is_no_model_is_pointed_to_its_equations():
    node = da.modules.point_mass("bob", mass=1.0)
    for question in (da.derive, da.compare, da.explain):
        with pytest.raises(
            da.errors.ModelError, match=r"the equations of 'bob' are there already, as `equations`"
        ):
            question(node)
        with pytest.raises(da.errors.ModelError, match="these are equations already"):
            question(node.equations)
