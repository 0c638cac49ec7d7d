import logging
import math
import pickle

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import DalembertError, FormulationError
from dalembert.modules import Independent, LeastSquares, Pivoted

S = da.expr.symbol
G = 9.81


def accelerations(equations, values):
    """Accelerations by name, for values of all other variables by name; inputs are zero unless given."""
    point = {S(name): 0.0 for name in (*equations.coordinates, *equations.speeds, *equations.inputs)}
    point |= {S(name): x for name, x in values.items() if S(name) in point}
    found = da.expr.evaluate(equations.accelerations, point)
    return dict(zip(equations.speeds, found, strict=True))


# ---- leaves by any formalism


def oscillator():
    block = da.box("block", size=(0.1, 0.1, 0.1), mass=2.0)
    return da.Model(
        da.Prismatic("x", da.ground, block, axis="x"),
        da.JointSpring("spring", "x", stiffness=5.0),
    )


PRINCIPLES = [da.NewtonEuler(), da.Lagrange(), da.GibbsAppell(), da.Kane(), da.Recursive()]


@pytest.mark.covers("F000-16", "F000-20", "F000-72")
@pytest.mark.parametrize("principle", PRINCIPLES, ids=lambda x: type(x).__name__)
def test_leaves_by_different_principles_move_alike(principle):
    # two equal oscillators on a rigid bar in between move as one with twice the mass and the stiffness
    left, right = (
        da.modules.leaf("left", oscillator(), principle),
        da.modules.leaf("right", oscillator(), da.Kane()),
    )
    names = {"left": left, "right": right}
    # Newton and Euler have all coordinates of the block
    x, v = ("x", "x.rate") if "x" in left.coordinates else ("block.x", "block.vx")
    equations = da.modules.joined(names, {"rigid": S(f"left/{x}") - S("right/x") - 0.3})
    found = accelerations(equations, {f"left/{x}": 0.5, "right/x": 0.2, "left/block.e0": 1.0})
    assert found[f"left/{v}"] == pytest.approx(-5.0 * 0.7 / 4.0, rel=1e-12)
    assert found["right/x.rate"] == pytest.approx(found[f"left/{v}"], rel=1e-12)


@pytest.mark.covers("F000-16")
def test_a_leaf_with_constraints_keeps_them_without_multipliers():
    x, y = S("x"), S("y")
    system = da.formulations.TypedSystem("x y", "vx vy", constraints=[("circle", x * x + y * y - 1.0)])
    equations = system.from_energies(0.5 * (S("vx") ** 2 + S("vy") ** 2), G * y)
    node = da.modules.leaf("pendulum", equations, independent="vx")
    assert (node.degrees_of_freedom, node.constraint_order) == (1, 1)
    values = {"x": 0.6, "y": -0.8, "vx": 0.8, "vy": 0.6}
    assert np.allclose(
        list(accelerations(node.equations, values).values()), list(accelerations(equations, values).values())
    )


@pytest.mark.covers("F000-16")
def test_multipliers_in_imported_equations_vanish_along_independent_variables():
    x, y = S("x"), S("y")
    rows = {"vx": -S("vx'") + S("λ") * 2 * x, "vy": -S("vy'") - G + S("λ") * 2 * y}
    node = da.modules.subsystem(
        "pendulum",
        coordinates="x y",
        speeds="vx vy",
        constraints={"circle": x * x + y * y - 1.0},
        forces=rows,
        multipliers="λ",
        independent="vx",
    )
    f = node.f_bar.at({"x": 0.6, "y": -0.8, "vx'": 0.0, "vy'": 0.0})
    assert f["vx"] == pytest.approx(-G * 0.6 / 0.8)
    with pytest.raises(FormulationError, match="the multiplier 'λ' does work along independent variables"):
        da.modules.subsystem(
            "wrong",
            coordinates="x y",
            speeds="vx vy",
            constraints={"circle": x * x + y * y - 1.0},
            forces={"vx": -S("vx'") + S("λ")},
            multipliers="λ",
            independent="vx",
        )


def test_known_forces_along_independent_variables_need_no_others():
    # of the pendulum only f̄ is known: −m l² θ'' − m g l sin θ, with redundant x and y
    θ = S("θ")
    node = da.modules.subsystem(
        "pendulum",
        coordinates="θ x y",
        constraints={"to x": S("x") - da.sin(θ), "to y": S("y") + da.cos(θ)},
        forces={"θ": -S("θ.rate'") - G * da.sin(θ)},
        independent="θ.rate",
    )
    a = accelerations(node.equations, {"θ": 0.4, "x": math.sin(0.4), "y": -math.cos(0.4)})
    assert a["θ.rate"] == pytest.approx(-G * math.sin(0.4))
    assert a["x.rate"] == pytest.approx(-G * math.sin(0.4) * math.cos(0.4))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: da.modules.leaf("a", 3), "made of equations or of a model, not of int"),
        (lambda: da.modules.joined([oscillator()]), "joined under names"),
    ],
)
def test_what_is_no_leaf_is_refused(make, message):
    with pytest.raises(FormulationError, match=message):
        make()


# ---- variables and forces at any level


def masses():
    return da.modules.subsystem("mass", coordinates="x", forces={"x": -da.param("m", 1.0) * S("x.rate'")})


@pytest.mark.covers("F000-18", "F000-19", "F000-70")
def test_a_force_may_depend_on_several_subsystems():
    # two masses and a spring between them: one force at the composite along the distance as an extra variable
    whole = da.modules.subsystem(
        "pair",
        {"a": masses(), "b": masses()},
        coordinates="d",
        constraints={"distance": S("d") - S("b/x") + S("a/x")},
        forces={"d": -7.0 * S("d"), "b/x": 0.5 * S("a/x.rate")},
        independent="a/x.rate b/x.rate",
    )
    values = {"a/x": 0.2, "b/x": 1.0, "d": 0.8, "a/x.rate": 0.3}
    a = accelerations(whole.equations, values)
    assert a["a/x.rate"] == pytest.approx(7.0 * 0.8)
    assert a["b/x.rate"] == pytest.approx(-7.0 * 0.8 + 0.5 * 0.3)
    assert set(whole.equations.parameters) == {"a/m", "b/m"}


@pytest.mark.covers("F000-19", "F000-70")
def test_names_are_replaced_when_a_subsystem_is_used():
    one = masses().renamed("left", names={"x": "s"}, shared=("m",))
    assert one.coordinates == ("s",)
    assert one.speeds == ("left/x.rate",)
    assert dict(one.parameters) == {"m": 1.0}
    heavy = masses().renamed("right", replaced={"m": 3.0})
    assert not heavy.parameters
    assert heavy.f.at({"right/x.rate'": 2.0}).entries[0, 0] == -6.0
    with pytest.raises(FormulationError, match="there is no name 'k'"):
        masses().renamed("left", shared=("k",))


@pytest.mark.covers("F000-21", "F000-79")
def test_a_motor_joins_a_mechanism_that_exists():
    motor = da.modules.subsystem(
        "motor",
        speeds="ω i",
        forces={
            "ω": 0.3 * S("i") - 0.01 * S("ω'"),
            "i": da.Input("u") - 0.5 * S("i'") - 1.5 * S("i") - 0.3 * S("ω"),
        },
    )
    arm = da.Model(da.Revolute("hinge", da.ground, da.rod("arm", length=1.0, mass=3.0), axis="z"))
    equations = da.modules.joined(
        {"motor": motor, "arm": arm}, {"gear": S("motor/ω") - 10.0 * S("arm/hinge.rate")}
    )
    assert equations.inputs == ("motor/u",)
    a = accelerations(equations, {"motor/i": 2.0, "motor/u": 1.0, "motor/ω": 4.0, "arm/hinge.rate": 0.4})
    assert a["arm/hinge.rate"] == pytest.approx(10.0 * 0.3 * 2.0 / (1.0 + 100.0 * 0.01))
    assert a["motor/i"] == pytest.approx((1.0 - 3.0 - 1.2) / 0.5)


@pytest.mark.covers("F000-71")
def test_forces_may_contain_accelerations_of_others():
    # a mass that another one carries: its force contains both accelerations
    whole = da.modules.subsystem(
        "carried",
        coordinates="x y",
        forces={"x": -3.0 * S("x.rate'") - 1.0 * S("y.rate'") + 8.0, "y": -S("x.rate'") - S("y.rate'")},
    )
    a = accelerations(whole.equations, {})
    assert a["x.rate"] == pytest.approx(4.0)
    assert a["y.rate"] == pytest.approx(-4.0)


@pytest.mark.covers("F000-2")
def test_accelerations_with_names_of_their_own_are_eliminated():
    # α = ω' + 2 v', β = v' in place of the rates of the speeds
    whole = da.modules.subsystem(
        "named",
        coordinates="x",
        speeds="ω v",
        rates={"x": S("v")},
        accelerations="α β",
        relations={"first": S("α") - S("ω'") - 2 * S("v'"), "second": S("β") - S("v'") - 0.1 * S("x") ** 2},
        constraints={"tied": S("ω") - 3 * S("v")},
        forces={"α": 1.5 - S("α"), "β": -2.0 * S("β")},
    )
    assert whole.labels == ("α", "β")
    assert whole.constraint_order == 2
    a = accelerations(whole.equations, {"x": 0.7, "v": 0.2, "ω": 0.6})
    # along the motion: ω' = 3 v', so α = 5 v', β = v' + x²/10, and 5 (1.5 − α) − 2 β = 0
    assert a["v"] == pytest.approx((7.5 - 2 * 0.049) / 27.0)
    assert a["ω"] == pytest.approx(3 * a["v"])


# ---- complements


def loop():
    x, y = S("x"), S("y")
    return {
        "coordinates": "x y z",
        "constraints": {"circle": x * x + y * y - 1.0, "plane": x + S("z") - 0.2},
        "forces": {name: -m * S(f"{name}.rate'") + k for name, m, k in (("x", 1, 1), ("y", 2, -3), ("z", 3, 2))},
    }


@pytest.mark.covers("F000-11")
@pytest.mark.parametrize(
    "complement",
    [None, "x.rate", Independent("z.rate"), Pivoted(), LeastSquares("y.rate")],
    ids=["chosen", "x", "z", "pivots", "least squares"],
)
def test_the_motion_does_not_depend_on_what_is_independent(complement):
    node = da.modules.subsystem("loop", **loop(), independent=complement)
    values = {"x": 0.6, "y": 0.8, "z": -0.4, "x.rate": 0.4, "y.rate": -0.3, "z.rate": -0.4}
    assert np.abs((node.full_A @ node.S).at(values).to_array()).max() < 1e-14
    a = accelerations(node.equations, values)
    # x x'' + y y'' = −0.25 and x'' = −z'', with one multiplier each
    M, f = np.diag([1.0, 2.0, 3.0]), np.array([1.0, -3.0, 2.0])
    J = np.array([[1.2, 1.6, 0.0], [1.0, 0.0, 1.0]])
    whole = np.block([[M, -J.T], [J, np.zeros((2, 2))]])
    expected = np.linalg.solve(whole, [*f, -0.5, 0.0])[:3]
    assert np.allclose(list(a.values()), expected, rtol=1e-12)


@pytest.mark.parametrize(
    ("complement", "message"),
    [
        ("x.rate y.rate", "leave 1 to be determined by 2 rows; name 1, such as"),
        ("q", "'q' cannot be independent here"),
        (LeastSquares("x.rate", weights={"square": 1.0}), "'square', which is no row"),
        (LeastSquares("x.rate", weights={"circle": 0.0}), "the weight of 'circle' must be positive"),
        (Pivoted, "a complement is an object"),
    ],
)
def test_a_wrong_choice_is_named(complement, message):
    with pytest.raises(FormulationError, match=message):
        _ = da.modules.subsystem("loop", **loop(), independent=complement).C


def test_a_singular_choice_comes_with_a_proposal():
    rows = {"first": S("x") - S("y"), "second": S("x") + S("y") - 1.0 + 0 * S("z")}
    with pytest.raises(FormulationError, match=r"with x.rate independent, .* take z.rate, for example"):
        _ = da.modules.subsystem("s", coordinates="x y z", constraints=rows, independent="x.rate").C


def test_rows_that_contradict_each_other_need_consent():
    rows = {"first": S("x") - S("y"), "second": S("x") - 2 * S("y"), "third": S("z") - S("x")}
    given = {"coordinates": "x y z", "constraints": rows}
    with pytest.raises(FormulationError, match="say LeastSquares"):
        _ = da.modules.subsystem("s", **given, independent=LeastSquares("y.rate")).C
    C = da.modules.subsystem("s", **given, independent=LeastSquares("y.rate", incompatible=True)).C
    # x = z = 3/2 y fits best
    assert np.allclose(C.to_array(["x.rate", "z.rate"])[:, 0].astype(float), 1.5)


# ---- what is told


@pytest.mark.covers("F000-24", "F000-67")
def test_every_step_is_explained_and_timed(caplog):
    θ = S("θ")
    bob = da.modules.subsystem("bob", coordinates="x y", forces={"x": -S("x.rate'"), "y": -S("y.rate'") - G})
    node = da.modules.subsystem(
        "pendulum",
        [bob],
        coordinates="θ",
        constraints={"cx": S("x") - da.sin(θ), "cy": S("y") + da.cos(θ)},
        independent="θ.rate",
    )
    with caplog.at_level(logging.INFO):
        told = node.explain()
    text = told.text()
    assert text.index("bob\n===") < text.index("pendulum\n========")
    assert "S = R C, 1 degrees of freedom" in text
    assert "affine from order ν° = 1" in text
    assert set(told.seconds) == {"bob", "pendulum"}
    assert any("pendulum: 5. B = A R" in record.message for record in caplog.records)
    # nobody asked for complements while it was made
    assert "C" not in da.modules.subsystem("p2", [bob.renamed("b")]).__dict__


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"coordinates": "x", "speeds": "u v"}, "say what the rate of 'x' is"),
        ({"coordinates": "x x"}, "'x' is a variable of 's' and of 's'|given twice"),
        ({"coordinates": "x", "forces": {"y": 1.0}}, "no variable 'y' for a force to act along"),
        ({"coordinates": "x", "forces": {"x": S("x.rate'") ** 2}}, "is not affine in x.rate'"),
        ({"coordinates": "x", "forces": {"x": S("k") * S("x")}}, "contains 'k', which is not known"),
        ({"coordinates": "x", "constraints": {"c": S("x.rate'") ** 2 - 1}}, "is not linear in"),
        ({"coordinates": "x", "constraints": {"c": S("x.rate''") - 1}}, "a rate of variables of second order"),
        ({"coordinates": "x", "constraints": {"c": da.time - 1}}, "no variable changes the constraint 'c'"),
        ({"coordinates": "x", "constraints": [S("x")]}, "pairs of a name and an expression"),
        ({"coordinates": "x", "rates": {"z": 1.0}}, "rates has 'z'"),
        ({"children": [3]}, "children are subsystems"),
    ],
)
def test_bad_input_is_named(given, message):
    with pytest.raises(DalembertError, match=message):
        da.modules.subsystem("s", **given)


def test_names_that_collide_are_named():
    with pytest.raises(FormulationError, match="'x' is a variable of 'one' and of 'two'"):
        da.modules.subsystem(
            "s", [da.modules.subsystem("one", coordinates="x"), da.modules.subsystem("two", coordinates="x")]
        )
    with pytest.raises(FormulationError, match="two children are called 'mass'"):
        da.modules.subsystem("s", [masses(), masses()])


def test_rows_that_were_wrongly_taken_for_repetitions_are_noticed():
    x, y = S("x"), S("y")
    node = da.modules.subsystem(
        "loop",
        coordinates="x y z",
        constraints={"circle": x * x + y * y - 1.0, "plane": x + S("z") - 0.2},
        forces={name: -S(f"{name}.rate'") for name in "xyz"},
        independent=Pivoted(rank=1),
    )
    at = {"x": 0.6, "y": 0.8, "z": -0.4, "x.rate": 0.4, "y.rate": -0.3, "z.rate": -0.4}
    assert np.isnan(list(accelerations(node.equations, at).values())).any()


def test_a_tree_can_be_pickled():
    node = da.modules.subsystem("loop", **loop(), independent="x.rate")
    values = {"x": 0.6, "y": 0.8, "z": -0.4, "x.rate": 0.4, "y.rate": -0.3, "z.rate": -0.4}
    before = accelerations(node.equations, values)
    assert accelerations(pickle.loads(pickle.dumps(node)).equations, values) == before
    assert accelerations(pickle.loads(pickle.dumps(node.equations)), values) == before


def test_rows_of_different_levels_keep_their_right_sides():
    # equations order rows by level, whatever order they are given in
    node = da.modules.subsystem(
        "mixed",
        coordinates="x y z",
        constraints={"rolls": S("x.rate") - 2 * S("y.rate"), "surface": S("z") - S("x") * S("y")},
        forces={"x": 1 - S("x.rate'"), "y": -2 * S("y.rate'"), "z": 3 - S("z.rate'")},
    )
    values = {"x": 0.3, "y": 0.4, "z": 0.12, "x.rate": 0.2, "y.rate": 0.1, "z.rate": 0.11}
    J, γ = np.array([[1.0, -2.0, 0.0], [-0.4, -0.3, 1.0]]), [0.0, 2 * 0.2 * 0.1]
    whole = np.block([[np.diag([1.0, 2.0, 1.0]), -J.T], [J, np.zeros((2, 2))]])
    found = list(accelerations(node.equations, values).values())
    assert np.allclose(found, np.linalg.solve(whole, [1.0, 0.0, 3.0, *γ])[:3], rtol=1e-12)


@pytest.mark.parametrize("choice", ["pivots", "repeated rows"])
def test_a_tree_without_independent_variables_of_its_own_is_one_leaf_too(choice):
    θ, x, y = map(da.expr.symbol, ("θ", "x", "y"))
    bob = da.modules.point_mass("bob", mass=2.0, gravity=(0.0, -9.81))
    rows = {"along x": x - da.sin(θ), "along y": y + da.cos(θ)}
    complement = da.modules.Pivoted()
    if choice == "repeated rows":
        rows |= {"length": x**2 + y**2 - 1.0}
        complement = da.modules.LeastSquares("θ.rate")
    node = da.modules.subsystem("p", [bob], coordinates="θ", constraints=rows, independent=complement)
    start = {"θ": 0.3, "x": np.sin(0.3), "y": -np.cos(0.3)}
    found, known = (da.simulate(tree, start, times=[0.0, 1.0])["θ"][-1] for tree in (node.flat(), node))
    assert found == pytest.approx(known, abs=1e-7)
    linear = da.modules.linearized(node, {"θ": 0.0, "y": -1.0}).leaf()
    assert linear.degrees_of_freedom == 1


def test_only_parameters_are_replaced():
    bob = da.modules.subsystem(
        "bob", coordinates="x", forces={"x": -da.param("m", 2.0) * da.expr.symbol("x.rate'")}
    )
    with pytest.raises(FormulationError, match="'x' is no parameter, so it cannot be replaced"):
        bob.renamed("left", replaced={"x": 3.0})


@pytest.mark.parametrize("law", [1.0 + 0.1 * da.sin(da.time), da.expr.symbol("x"), da.Input("u"), "n"])
def test_a_parameter_is_replaced_by_what_is_constant(law):
    # rows are differentiated already: the rate of a length that changes would be missing in them
    length, x = da.param("length", 1.0), da.expr.symbol("x")
    bob = da.modules.subsystem(
        "bob",
        coordinates="x y",
        forces={k: -da.expr.symbol(f"{k}.rate'") for k in "xy"},
        constraints={"along": x - length * da.sin(da.expr.symbol("y"))},
    )
    with pytest.raises(FormulationError, match="bob: 'length' is"):
        bob.renamed("left", replaced={"length": law})
    n = da.param("n", 2.0)
    assert dict(bob.renamed("left", replaced={"length": 2 * n}).parameters) == {"n": 2.0}
    with pytest.raises(FormulationError, match="its new name is a text, not ''"):
        da.modules.subsystem("whole", {"": bob})


@pytest.mark.parametrize("children", [da.modules.point_mass("bob", mass=1.0), 3])
def test_children_that_stand_in_no_list_are_refused(children):
    with pytest.raises(FormulationError, match="children stand in a list or in a mapping"):
        da.modules.subsystem("whole", children)


# ---- names and numbers that cannot be, named with the node


def particle_of(mass=1.0):
    return da.modules.point_mass("p", mass=mass, gravity=(0.0, -9.81))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: da.modules.subsystem("n", [particle_of()], constraints={"x": S("x") - 1.0}), "n: the name 'x'"),
        (
            lambda: da.modules.subsystem(
                "outer",
                [da.modules.subsystem("inner", [particle_of()], constraints={"row": S("x") - 1.0})],
                constraints={"row": S("y") - 1.0},
            ),
            "outer: 'row' is a constraint of 'inner' already",
        ),
        (
            lambda: da.modules.subsystem(
                "n", [particle_of()], constraints={"u": S("x") - 1.0}, forces={"y": da.Input("u")}
            ),
            "n: 'u' is a constraint and an input",
        ),
        (
            lambda: da.modules.subsystem("n", coordinates="k", forces={"k": -S("k.rate'") - da.param("k", 1.0)}),
            "n: 'k' is a variable and a parameter",
        ),
        (lambda: da.modules.subsystem("n", [particle_of(), particle_of()]), "n: two children are called 'p'"),
        (
            lambda: da.modules.subsystem("n", [da.modules.subsystem("m", [particle_of()]), particle_of()]),
            "n: 'x' is a variable of 'm' and of 'p'",
        ),
        (lambda: particle_of("2 kg"), "the mass of 'p' is a positive number in kg, or an expression, not '2 kg'"),
        (lambda: particle_of(-2.0), "the mass of 'p' is a positive number in kg"),
        (lambda: da.modules.rigid_body("b", mass=None, inertia=1.0), "the mass of 'b' is a positive number"),
    ],
)
def test_what_cannot_be_is_named_with_its_node(make, message):
    with pytest.raises(FormulationError, match=message):
        make()


def test_default_values_and_parameters_are_numbers_of_what_there_is():
    def node(**given):
        return da.modules.subsystem("n", [da.modules.point_mass("bob", mass=1.0)], **given)

    with pytest.raises(FormulationError, match="default_values has 'X', which is no coordinate"):
        node(default_values={"X": 1.0})
    with pytest.raises(FormulationError, match="the default value of 'x' is a finite number, not 'far'"):
        node(default_values={"x": "far"})
    with pytest.raises(FormulationError, match="the parameter 'k' is a finite number, not nan"):
        node(parameters={"k": math.nan})


def test_rows_that_repeat_each_other_are_named_with_independent_variables():
    S = da.expr.symbol
    rows = {"x is": S("x") - S("s"), "twice": 2.0 * S("x") - 2.0 * S("s"), "y is": S("y") + S("s")}
    bob = da.modules.point_mass("bob", mass=1.0)
    node = da.modules.subsystem("n", [bob], coordinates="s", constraints=rows, independent="s.rate")
    with pytest.raises(FormulationError, match="of its 3 rows x is, twice, y is only 2 are independent"):
        _ = node.C


def test_a_reference_is_a_mapping():
    with pytest.raises(FormulationError, match="a reference is a mapping"):
        da.modules.linearized(da.modules.point_mass("bob", mass=1.0), "hanging")
