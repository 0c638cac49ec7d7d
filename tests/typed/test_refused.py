"""What makes no equations is refused in words."""

import pytest
import sympy

import dalembert as da
from tests.oracles.typed_systems import accelerations, slider_crank

x, y = da.expr.symbols("x y")
v, w = da.expr.symbols("v w")
a, b = da.expr.symbols("a b")
T2 = 0.5 * v**2 + 0.5 * w**2


def energies(T, V, q, u, **more):
    return da.formulations.TypedSystem(q, u, **more).from_energies(T, V)


def lagrangian(L, q, u):
    return da.formulations.TypedSystem(q, u).from_lagrangian(L)


REFUSED = {
    "unknown symbol": (
        lambda: energies(T2, 0.5 * da.expr.symbol("k") * x**2, [x, y], [v, w]),
        "the potential energy contains 'k', which is not known; there are coordinates 'x', 'y'; speeds 'v', 'w'",
    ),
    "unknown symbol of SymPy": (
        lambda: energies(sympy.Symbol("m") * sympy.Symbol("v") ** 2, 0, [x], [v]),
        "the kinetic energy contains 'm', which is not known",
    ),
    "singular Hessian": (
        lambda: lagrangian(0.5 * (v + 2.0 * w) ** 2 - x**2, [x, y], [v, w]),
        r"the Hessian ∂²L/∂u² is singular: the direction \(1, -0.5\) of the speeds \(v, w\) has no inertia",
    ),
    "linear Lagrangian": (
        lambda: lagrangian(y * v - x**2 - y**2, [x, y], [v, w]),
        "the Hessian ∂²L/∂u² is singular",
    ),
    "speed without inertia": (
        lambda: energies(0.5 * v**2, x * y, [x, y], [v, w]),
        "the Hessian ∂²T/∂u² is singular: the speed 'w' has no inertia",
    ),
    "potential with speeds": (
        lambda: energies(T2, x * v, [x, y], [v, w]),
        "the potential energy contains the speed 'v'; what depends on speeds is typed with from_lagrangian",
    ),
    "name twice": (
        lambda: energies(T2, 0.0, [x, v], [v, w]),
        "the name 'v' is given as a coordinate and as a speed",
    ),
    "name of a signal": (
        lambda: energies(T2, 0.0, ["x", "energy"], [v, w]),
        "the name 'energy' is that of a signal",
    ),
    "coordinate twice": (lambda: energies(T2, 0.0, [x, x], [v, w]), "the name 'x' is given twice"),
    "counts": (lambda: energies(T2, 0.0, [x], [v, w]), "1 coordinates and 2 speeds: type what the rates"),
    "accelerations": (
        lambda: da.formulations.TypedSystem([x, y], [v, w], [a]).from_gibbs_function(a**2),
        "2 speeds have 2 accelerations, in the same order, not 1",
    ),
    "number of rows": (
        lambda: da.formulations.TypedSystem([x, y], [v, w], [a, b]).from_rows([a - x]),
        "2 speeds need as many rows, not 1",
    ),
    "rows that are not linear": (
        lambda: da.formulations.TypedSystem([x, y], [v, w], [a, b]).from_rows([a**2 - x, b - y]),
        "the rows are not linear in a",
    ),
    "Gibbs function that is not quadratic": (
        lambda: da.formulations.TypedSystem([x, y], [v, w], [a, b]).from_gibbs_function(a**4 + b**2),
        "the Gibbs function is not quadratic in a",
    ),
    "singular rows": (
        lambda: da.formulations.TypedSystem([x, y], [v, w], [a, b]).from_rows([a + b - x, a + b - y]),
        "the matrix ∂\\(rows\\)/∂a is singular",
    ),
    "rates that are not linear": (
        lambda: energies(T2, 0.0, [x, y], [v, w], rates={"x": v**2, "y": w}),
        "not linear in the speed 'v'",
    ),
    "rates that miss one": (lambda: energies(T2, 0.0, [x, y], [v, w], rates={"x": v}), "what the rate of 'y' is"),
    "rates of another": (
        lambda: energies(T2, 0.0, [x, y], [v, w], rates={"x": v, "Y": w}),
        "no name for rates: 'Y'; did you mean 'y'\\?",
    ),
    "redundant speeds": (
        lambda: energies(0.5 * v**2 + 0.5 * w**2, 0.0, [x], [v, w], rates={"x": v + w}),
        "1 rates cannot determine the speeds v, w",
    ),
    "speeds that do the same": (
        lambda: energies(T2, 0.0, [x, y], [v, w], rates={"x": v + w, "y": 2.0 * v + 2.0 * w}),
        "a combination of the speeds 'v', 'w' changes no rate",
    ),
    "energy after elimination": (
        lambda: energies(
            0.5 * v**2 + 0.5 * w**2,
            0.0,
            da.expr.symbols("x y theta"),
            [v, w],
            rates=[v * da.cos(da.expr.symbol("theta")), v * da.sin(da.expr.symbol("theta")), w],
        ),
        "2 speeds for 3 rates: a nonholonomic constraint is eliminated",
    ),
    "force on nothing": (
        lambda: energies(T2, 0.0, [x, y], [v, w], forces={"z": 1.0}),
        "no name for forces: 'z'; there are 'v', 'w', 'x', 'y'",
    ),
    "input that is not linear": (
        lambda: energies(T2, 0.0, [x, y], [v, w], forces={"x": da.expr.symbol("F") ** 2}, inputs=["F"]),
        "the input 'F' occurs other than linearly in the forces",
    ),
    "input in an energy": (
        lambda: energies(T2, x * da.expr.symbol("F"), [x, y], [v, w], inputs=["F"]),
        "the potential energy contains the input 'F'",
    ),
    "constraint without coordinates": (
        lambda: energies(T2, 0.0, [x, y], [v, w], constraints=[("odd", da.time - 1.0)]),
        "no speed changes the constraint 'odd'",
    ),
    "constraint at another level": (
        lambda: energies(T2, 0.0, [x, y], [v, w], constraints=[("odd", v - 1.0, da.extend.Level.POSITION)]),
        "given at level position, but by its variables it is one of level velocity",
    ),
    "constraint that is none": (
        lambda: energies(T2, 0.0, [x, y], [v, w], constraints=[x - y]),
        "a constraint is typed as \\(name, expression\\)",
    ),
    "constraint that says nothing new": (
        lambda: energies(T2, 0.0, [x, y], [v, w], constraints=[("line", x - y), ("again", 2.0 * y - 2.0 * x)]),
        "the constraint 'again' repeats 'line'",
    ),
    "constraint twice": (
        lambda: energies(T2, 0.0, [x, y], [v, w], constraints=[("odd", x - y), ("odd", x)]),
        "the name 'odd' of a constraint is taken",
    ),
    "constraint on a body": (
        lambda: energies(
            T2, 0.0, [x, y], [v, w], constraints=[("odd", da.position(da.particle("dot", mass=1.0))[0])]
        ),
        "have no bodies",
    ),
    "constraint on unordered rows": (
        lambda: da.formulations.TypedSystem([x, y], [v, w], [a, b], constraints=[("line", x - y)]).from_rows(
            [2.0 * b - x, a - y]
        ),
        "type their multipliers into the rows",
    ),
    "multiplier without constraint": (
        lambda: da.formulations.TypedSystem([x, y], [v, w], [a, b]).from_rows(
            [a - x, b - y - da.expr.symbol("F")], lam=["F"]
        ),
        "1 multipliers belong to as many constraints",
    ),
    "solver that needs symmetry": (
        lambda: da.formulations.TypedSystem([x, y], [v, w], [a, b], solver=da.solvers.BlockInverse()).from_rows(
            [a + b, b - a]
        ),
        "is not symmetric, which BlockInverse needs; use AugmentedMatrix",
    ),
    "parameter with two values": (
        lambda: energies(T2, da.param("k", 1.0) * x + da.param("k", 2.0) * y, [x, y], [v, w]).parameters,
        "the parameter 'k' has two default values, 1 and 2",
    ),
    "no expression": (lambda: energies("v**2", 0.0, [x], [v]), "the kinetic energy must be an expression"),
    "two expressions": (lambda: energies([T2, T2], 0.0, [x], [v]), "the kinetic energy must be one expression"),
    "parameter as coordinate": (
        lambda: energies(T2, 0.0, [da.param("x", 1.0), y], [v, w]),
        "coordinates are symbols such as",
    ),
    "symbol and its name": (
        lambda: energies(0.5 * v**2, 0.0, [x], [v], forces={x: 1.0, "x": 5.0}),
        "forces has 'x' twice, as a symbol and by its name",
    ),
    "coordinate t of SymPy": (
        lambda: energies(sympy.Symbol("v") ** 2, sympy.Symbol("t") ** 2, ["t"], ["v"]),
        "the potential energy contains t, which is time in SymPy; rename the coordinate 't'",
    ),
    "name of a signal of another": (
        lambda: energies(0.5 * v**2, 0.0, ["v.acceleration"], [v]),
        "the name 'v.acceleration' is that of a signal",
    ),
    "level that is none": (
        lambda: energies(T2, 0.0, [x, y], [v, w], constraints=[("line", x - y, 7)]),
        "the level of the constraint 'line' is a da.extend.Level, not 7",
    ),
    "multiplier in no row": (
        lambda: da.formulations.TypedSystem([x, y], [v, w], [a, b], constraints=[("line", x - y)]).from_rows(
            [a - x, b - y], lam=["F"]
        ),
        "the multiplier F stands in no row",
    ),
    "forces beside rows": (
        lambda: da.formulations.TypedSystem([x], [v], [a], forces={"x": 1.0}).from_rows([a + x]),
        "from_rows takes no forces and no dissipation",
    ),
    "dissipation beside rows": (
        lambda: da.formulations.TypedSystem([x], [v], [a], dissipation=v**2).from_rows([a + x]),
        "no dissipation; type them into the rows",
    ),
    "redundant speed beside rows": (
        lambda: da.formulations.TypedSystem([x], [v, w], [a, b], rates=[v], definitions={"w": 2.0 * v}).from_rows(
            [a, b]
        ),
        "type those of redundant speeds as constraints",
    ),
    "multiplier named like its constraint": (
        lambda: da.formulations.TypedSystem([x], [v], [a], constraints=[("F", x)]).from_rows(
            [a - da.expr.symbol("F")], lam=["F"]
        ),
        "the name 'F' of a constraint is taken",
    ),
    "forces without names": (
        lambda: da.formulations.TypedSystem([], ["i"], rates=[], forces=[1.0]),
        "forces are given by name, such as {'i': …}",
    ),
    "no speeds": (lambda: energies(0.0, 0.0, [], []), "equations of motion need speeds"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_makes_no_equations_is_refused_in_words(case):
    make, message = REFUSED[case]
    with pytest.raises(da.errors.FormulationError, match=message):
        make()


@pytest.mark.parametrize(
    ("described", "message"),
    [
        ({"rates": {"x": v**2, "y": w}}, "not linear in the speed 'v'"),
        ({"forces": {"z": 1.0}}, "no name for forces: 'z'"),
        ({"dissipation": da.expr.symbol("c") * v**2}, "the dissipation contains 'c', which is not known"),
        ({"constraints": [("odd", da.time - 1.0)]}, "no speed changes the constraint 'odd'"),
        ({"definitions": {"z": v}}, "no name for definitions: 'z'"),
    ],
)
def test_a_description_is_checked_when_it_is_made(described, message):
    with pytest.raises(da.errors.FormulationError, match=message):
        da.formulations.TypedSystem([x, y], [v, w], **described)


def test_motions_of_bodies_say_nothing_about_typed_coordinates():
    eom = slider_crank()
    assert eom.outputs.body_motions() == {}
    with pytest.raises(da.errors.FormulationError, match="have no bodies"):
        da.convert_state(da.State(), eom, eom)


def test_a_coordinate_without_inertia_is_carried_by_a_constraint():
    """A light slider at the end of a heavy one."""
    eom = energies(0.5 * v**2, 0.0, [x, y], [v, w], constraints=[("link", y - x**2)], forces={"y": 3.0})
    assert accelerations(eom, (0.5, 0.25), (1.0, 1.0)) == pytest.approx([3.0, 5.0])
    assert "not definite" in eom.description
    repaired = energies(
        0.5 * v**2,
        0.0,
        [x, y],
        [v, w],
        constraints=[("link", y - x**2)],
        forces={"y": 3.0},
        solver=da.solvers.BlockInverse(),
    )
    assert accelerations(repaired, (0.5, 0.25), (1.0, 1.0)) == pytest.approx([3.0, 5.0])


def test_an_input_in_forces_need_not_be_told():
    x, v = da.expr.symbols("x v")
    eom = da.formulations.TypedSystem([x], [v], forces={"v": 3.0 * da.Input("push")}).from_energies(v**2)
    assert eom.inputs == ("push",)
    assert da.as_dynamics(eom).accelerations(da.State(tau={"push": 2.0}))["v"] == pytest.approx(3.0)
