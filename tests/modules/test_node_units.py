"""Units in trees of systems: what does not fit is refused with the node, what fits goes up with names."""

import re

import pytest

import dalembert as da
from dalembert.errors import FormulationError

S = da.expr.symbol
subsystem = da.modules.subsystem


def mass(name, unit):
    return subsystem(name, coordinates=name, forces={name: -2.0 * S(f"{name}.rate'")}, units={name: unit})


METRES, MILLIMETRES, TURN = mass("x", "m"), mass("y", "mm"), mass("θ", "rad")


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (S("x") - S("y"), "join: the constraint 'r' adds x in m and y in mm"),
        (S("x.rate") - S("y.rate"), "adds x.rate in m/s and y.rate in mm/s"),
        (S("x.rate'") - S("y.rate'"), "adds x.rate' in m/s² and y.rate' in mm/s^2"),
        (S("x") - S("θ"), "adds x in m and θ in rad"),
        (S("x") - da.param("k", 1e-3) * S("y"), "adds x in m and (k * y) in m mm"),
        (da.sin(S("θ") - S("x")), "adds θ in rad and x in m"),
    ],
)
def test_terms_that_do_not_fit_are_refused_with_the_node(row, message):
    with pytest.raises(FormulationError, match=re.escape(message)):
        subsystem(
            "join", [METRES, MILLIMETRES, TURN], constraints={"r": row}, units={"k": "m"} if "k" in message else {}
        )


@pytest.mark.parametrize(
    ("row", "units"),
    [
        (S("x") - 0.001 * S("y"), {}),
        (S("x") - da.param("k", 1e-3) * S("y"), {"k": "m/mm"}),
        (S("x") - da.param("k", 1e-3) * S("y"), {}),
        (S("x.rate") - da.param("r", 1.0) * S("θ.rate"), {"r": "m"}),
        (S("x") - da.param("r", 1.0) * da.sin(S("θ")), {"r": "m"}),
        # lengths of one metre that are no longer seen
        (S("x") - da.sin(S("θ")), {}),
        (S("x") - S("θ") ** 2, {}),
    ],
)
def test_terms_that_fit_or_may_fit_are_taken(row, units):
    node = subsystem("join", [METRES, MILLIMETRES, TURN], constraints={"r": row}, units=units)
    assert node.degrees_of_freedom == 2
    assert {**node.units} == {
        **{"x": "m", "x.rate": "m/s", "y": "mm", "y.rate": "mm/s", "θ": "rad", "θ.rate": "rad/s"},
        **units,
    }


def test_forces_fit_their_speeds_and_each_other():
    inertia, weight, dθ = da.param("I", 1.0), da.param("w", 9.0), S("θ.rate'")

    def pendulum(force, **units):
        return subsystem("pendulum", coordinates="θ", forces={"θ": force}, units=units)

    force = -inertia * dθ - weight * da.sin(S("θ"))
    assert pendulum(force, θ="rad", I="kg m²", w="N m").units["θ.rate"] == "rad/s"
    # an inertia of 1 is not seen
    assert pendulum(-dθ - weight * da.sin(S("θ")), θ="rad", w="N m").degrees_of_freedom == 1
    with pytest.raises(FormulationError, match=r"pendulum: the force along 'θ.rate' adds .* in N and .* in N m"):
        pendulum(force, θ="rad", I="kg m", w="N m")
    with pytest.raises(
        FormulationError, match=r"pendulum: the force along 'θ.rate' is in N m, but .* in N is given"
    ):
        pendulum(-inertia * dθ, θ="rad", I="kg m")
    with pytest.raises(FormulationError, match=r"pendulum: the force along 'θ.rate' takes a function of θ in deg"):
        pendulum(force, θ="deg")


def test_rates_fit_their_coordinates():
    def point(**options):
        return subsystem("point", coordinates="x", speeds="v", forces={"v": -2.0 * S("v'")}, **options)

    assert point(rates={"x": S("v")}, units={"x": "m"}).units == {"x": "m", "v": "m/s"}
    with pytest.raises(FormulationError, match="point: the rate of 'x' is in m/s, but v in mm/s is given for it"):
        point(rates={"x": S("v")}, units={"x": "m", "v": "mm/s"})
    with pytest.raises(FormulationError, match="point: the relation 'r' adds x' in m/s and v in mm/s"):
        point(relations={"r": S("x'") - S("v")}, units={"x": "m", "v": "mm/s"})


@pytest.mark.parametrize(
    ("units", "message"),
    [
        ({"x": 3}, "the unit of 'x' is a text such as 'm', 'rad/s' or 'N m', not 3"),
        ({"x": "1 + 2"}, "the unit of 'x' is a text"),
        ({"q": "m"}, "units has 'q', which is none of its variables, inputs and parameters; these are x, x.rate"),
        ({"x": "mm"}, "'x' is in m already, so it cannot be in mm"),
    ],
)
def test_units_that_are_none_are_told(units, message):
    with pytest.raises(FormulationError, match=f"top: {re.escape(message)}"):
        subsystem("top", [METRES], units=units)


def test_bodies_and_models_bring_units_which_go_along_under_other_names(tmp_path):
    constants = {"torque_constant": 0.3, "back_emf": 0.3, "inertia": 0.01, "damping": 0.0, "inductance": 0.5}
    motor = da.modules.dc_motor("motor", **constants, resistance=1.5, voltage=da.Input("u"))
    arm = da.Model(da.Revolute("hinge", da.ground, da.rod("arm", length=1.0, mass=3.0), axis="z"))
    point = da.modules.point_mass("p", mass=1.0, gravity=(0.0, -9.81))
    parts = {"motor": motor, "arm": da.modules.leaf("arm", arm), "p": point}
    # wheels and arms of one metre
    rows = {"gear": S("motor/ω") - S("arm/hinge.rate"), "rim": S("p/x.rate") - S("arm/hinge.rate")}
    node = subsystem(
        "drive", parts, constraints=rows, coordinates="s", forces={"s": -S("s.rate'") - S("s")}, units={"s": "m"}
    )
    expected = {"motor/i": "A", "arm/hinge": "rad", "p/y.rate": "m/s", "s.rate": "m/s"}
    assert expected.items() <= node.units.items()
    assert expected.items() <= node.equations.variables.units.items()
    path = da.modules.save_subsystem(node, tmp_path / "drive.json")
    again = subsystem("top", {"a": da.modules.load_subsystem(path)})
    assert again.units == {f"a/{name}": unit for name, unit in node.units.items()}
    with pytest.raises(FormulationError, match="both: the constraint 'same' adds d/p/x in m and e/y in mm"):
        subsystem("both", {"d": node, "e": MILLIMETRES}, constraints={"same": S("d/p/x") - S("e/y")})
    motion = da.simulate(point, point.state(), until=0.1)
    assert [axes.get_ylabel() for axes in da.plot(motion, ["x", "y.rate"]).axes] == ["x in m", "y.rate in m/s"]
