"""What a node prints: q̇ = …, A a + b = 0, f̄ = 0 in chosen variables (Orsino 2016, 4.13, examples 2.7 and 4.3)."""

import math

import numpy as np
import pytest
import sympy
from sympy.core.function import AppliedUndef

import dalembert as da
from dalembert.errors import FormulationError
from dalembert.expr.node import inputs_of, name_of
from tests.modules.five_bar import nested
from tests.modules.test_explicit_model import pendulum
from tests.modules.test_thesis_examples import free_body

S, P = da.expr.symbol, da.param
sin, cos = da.sin, da.cos

SIZES = {"aU": 0.5, "aB": 0.8, "γU": 0.45, "γB": 0.55, "mU": 1.0, "mB": 0.8, "IU": 0.02, "IB": 0.04, "bU": 0.1}
MOTOR = {"η": 2.0, "I": 0.01, "b": 0.05, "k": 0.3, "λ": 0.002, "ρ": 1.5, "κ": 0.3}


# ---- the form


@pytest.mark.covers("F000-19", "F000-83")
def test_names_of_children_are_subscripts_where_a_slash_would_be_a_quotient():
    hung = pendulum()
    pair = da.modules.subsystem("pair", {"left": hung, "right": hung})
    assert "left/" not in pair.reading().text() and "left/" not in pair.reading().latex()
    explicit = pair.solved(simplify=3.0)
    assert "θ̈_left = -g_left sin(θ_left)/r_left" in explicit.text().splitlines()
    assert r"\ddot{\theta}_{\mathrm{left}} &= - \frac{g_{\mathrm{left}}" in explicit.latex()
    forces = pair.f_bar.block(["left/θ.rate"])
    assert "m_left" in forces.text(simplify=3.0) and "left/m" not in forces.text(simplify=3.0)
    assert r"m_{\mathrm{left}}" in forces.latex()
    outer = da.modules.subsystem("outer", {"one": pair})
    assert "ẍ_one_right" in outer.reading().text()
    # where the name with a subscript is taken, names are written as they are
    taken = da.modules.subsystem(
        "taken", {"right": bob()}, coordinates="x_right", forces={"x_right": -S("x_right")}
    )
    text = taken.reading().text()
    assert '"right/x"″' in text and "x_right′" not in text.replace("x_right″", "")


@pytest.mark.covers("F000-2", "F000-23", "F000-83")
def test_variables_of_any_order_are_written_with_dots():
    # example 4.1 raised to σ = 3: accelerations are states, no line defines them, and jerks have three dots
    θ = S("θ")
    rows = {"along x": S("x") - sin(θ), "along y": S("y") + cos(θ)}
    mass = da.modules.point_mass("p", mass=1.0, gravity=(0.0, -9.81))
    raised = da.modules.extended(da.modules.subsystem("P", [mass], coordinates="θ", constraints=rows))
    text = raised.reading().text()
    assert len(text.splitlines()) == 3 and ".rate" not in text and "_rate" not in text
    # d³ sin θ/dt³ by hand
    assert "-cos(θ) θ⃛ + x⃛ + (sin(θ) θ̈ + cos(θ) θ̇²) θ̇ + 2 sin(θ) θ̇ θ̈ = 0" in text
    assert r"\dddot{x}" in raised.reading().latex()
    relations = {f"j{axis}": S(f"j{axis}") - S(f"{axis}.rate''") for axis in "xy"}
    named = da.modules.extended(mass, jerks="jx jy", relations=relations)
    assert named.reading().text().splitlines() == ["x⃛ = jx", "y⃛ = jy", "-jx = 0", "-jy = 0"]


@pytest.mark.covers("F000-83")
def test_a_speed_that_two_coordinates_share_is_written_with_both_rates():
    v = S("v")
    node = da.modules.subsystem(
        "t", coordinates="x y", speeds="v", rates={"x": v, "y": v}, forces={"v": -S("v'") - S("y")}
    )
    assert node.reading().text().splitlines() == ["ẏ = ẋ", "-ẍ - y = 0"]


def bob():
    return da.modules.subsystem("bob", coordinates="x", forces={"x": -P("m", 2.0) * S("x.rate'")})


@pytest.mark.covers("F000-22", "F000-83")
def test_a_node_prints_rows_and_forces_without_multipliers():
    form = pendulum().reading(simplify=3.0)
    assert form.text().splitlines() == [
        "-r cos(θ) θ̈ + ẍ + r sin(θ) θ̇² = 0",
        "-r sin(θ) θ̈ + ÿ - r cos(θ) θ̇² = 0",
        "-m r (cos(θ) ẍ + sin(θ) ÿ + g sin(θ)) = 0",
    ]
    assert form.latex().startswith("\\left\\{\n\\begin{aligned}\n")
    assert form.latex().count("&= 0") == 3
    assert str(pendulum()).count("= 0") == 3


@pytest.mark.covers("F000-83")
def test_a_notebook_shows_a_node_as_one_system():
    html = pendulum()._repr_html_()
    assert html.startswith('<math display="block">') and html.count("<mtr>") == 3
    assert "λ" not in html


@pytest.mark.covers("F000-3", "F000-83")
def test_rates_that_are_no_speeds_stand_first():
    lines = free_body().reading(simplify=3.0).text().splitlines()
    assert lines[0] == "qx′ = (qt ωx + qy ωz - qz ωy)/2"
    assert lines[4:] == ["-ωx′ = 0", "-ωy′ = 0", "-ωz′ = 0", "-ẍ = 0", "-ÿ = 0", "-z̈ = 0"]


@pytest.mark.covers("F000-83")
def test_the_form_in_sympy_is_that_of_the_matrices():
    node = pendulum()
    form = node.reading().to_sympy()
    assert sympy.simplify(form.A * form.a + form.b - sympy.Matrix([x.lhs for x in form.lines[:2]])) == sympy.zeros(
        2, 1
    )
    assert sympy.simplify(form.f_bar[0] - form.lines[2].lhs) == 0
    assert [x.name for x in form.a] == ["θ.rate'", "x.rate'", "y.rate'"]


@pytest.mark.covers("F000-22", "F000-83")
def test_equations_of_a_tree_are_read_without_multipliers_and_undefined_functions():
    equations = nested().equations
    reading = equations.reading()
    assert "λ[" not in reading.text()
    matrices = reading.to_sympy()
    every = [*matrices.rates, *matrices.M, *matrices.f, *matrices.J, *matrices.gamma, *matrices.lines]
    assert not [x for x in every if x.atoms(AppliedUndef)]


@pytest.mark.covers("F000-22", "F000-83")
def test_equations_of_a_model_of_models_are_read_without_multipliers():
    upper, lower = da.rod("upper", length=1.0, mass=1.0), da.rod("lower", length=0.5, mass=0.5)
    module = da.Model(
        da.Planar("root", da.ground, upper),
        da.Revolute("elbow", upper["end"], lower, axis="z"),
        ports={"a": upper},
    )
    model = da.Model(
        da.Submodel("one", module),
        da.Revolute("A", da.ground, da.port("one", "a"), axis="z"),
        gravity=(0, -9.81, 0),
    )
    equations = da.derive(model, da.Modular(default=da.Lagrange()))
    reading = equations.reading()
    assert "λ" not in reading.text()
    assert "λ" not in reading.latex()
    # two lines of forces are left of four, and they vanish with the accelerations of the tree by another principle
    flat = da.derive(model)
    state = da.assemble(model, q={"one/elbow": 0.4, "one/root.angle": 0.3}, u={"one/elbow": 1.1})
    written, right = equations.balance.written(equations)
    assert (len(written), not right.any()) == (2, True)
    point = {S(name): x for group in (state.q, state.u) for name, x in group.items()}
    a = da.expr.evaluate(flat.accelerations, point)
    point |= {S(f"{name}'"): x for name, x in zip(flat.speeds, a, strict=True)}
    assert np.abs(da.expr.evaluate(written, point)).max() < 1e-12 * np.abs(a).max()


@pytest.mark.covers("F000-63", "F000-83")
@pytest.mark.parametrize("independent", [None, da.modules.Pivoted()])
def test_no_table_of_a_nodal_four_bar_has_internal_names(independent):
    links = {}
    for name, length in (("crank", 0.3), ("coupler", 0.8), ("rocker", 0.6)):
        nodes = {"a": (-length / 2, 0.0), "b": (length / 2, 0.0)}
        links[name] = da.modules.planar_body(
            name, mass=P("m", 1.0), inertia=P("I", 0.01), gravity=(0.0, -9.81), nodes=nodes
        )
    pins = {}
    for axis, far in (("x", 0.7), ("y", 0.0)):
        pins |= {f"O {axis}": S(f"crank/a{axis}") + 0.0, f"Q {axis}": S(f"rocker/b{axis}") - far}
        pins |= {f"A {axis}": S(f"crank/b{axis}") - S(f"coupler/a{axis}")}
        pins |= {f"B {axis}": S(f"coupler/b{axis}") - S(f"rocker/a{axis}")}
    four_bar = da.modules.subsystem("four-bar", links, constraints=pins, independent=independent)
    tables = [four_bar.C.text(), four_bar.C.latex(), repr(four_bar.C), four_bar.f_bar.text(), repr(four_bar.f_bar)]
    tables += [str(four_bar), four_bar.reading().C.text()]
    for table in tables:
        assert not [word for word in ("Long", "lu_", "null_space", "solve", "call") if word in table]
    entries = da.expr.to_sympy(four_bar.reading().f_bar.entries)
    assert not entries.atoms(AppliedUndef)


# ---- chosen variables: the five-bar with open parameters


def bar(name, has_two_ends, independent):
    """A bar by its two ends, the first of which may be fixed at (p1x, 0)."""
    γ, m, moment = (
        P(f"γ{name}", SIZES[f"γ{name}"]),
        P(f"m{name}", SIZES[f"m{name}"]),
        P(f"I{name}", SIZES[f"I{name}"]),
    )
    ends = ("x1", "y1", "x2", "y2") if has_two_ends else ("x2", "y2")
    dx, dy = (S("x2") - S("x1"), S("y2") - S("y1")) if has_two_ends else (S("x2") - P("p1x", 0.0), S("y2"))
    first = (S("x1'"), S("y1'")) if has_two_ends else (0.0, 0.0)
    w, damping = S("ω"), 0.0 if has_two_ends else P("bU", SIZES["bU"])
    return da.modules.subsystem(
        name,
        coordinates=ends,
        speeds=("vx", "vy", "ω", *(f"{end}'" for end in ends)),
        rates={end: S(f"{end}'") for end in ends},
        constraints={
            "x1 end": S("vx") + w * γ * dy - first[0],
            "y1 end": S("vy") - w * γ * dx - first[1],
            "x2 end": S("vx") - w * (1 - γ) * dy - S("x2'"),
            "y2 end": S("vy") + w * (1 - γ) * dx - S("y2'"),
        },
        forces={
            "vx": -m * S("vx'"),
            "vy": -m * (S("vy'") + P("g", 9.8)),
            "ω": -moment * S("ω'") - damping * w,
        },
        independent=independent,
    )


def hand():
    """Example 2.7: both bars, tied at the elbow, with their angles as extra coordinates."""
    bars = [bar("U", False, "ω"), bar("B", True, "vx vy ω")]
    return da.modules.subsystem(
        "hand",
        [x.renamed(x.name, shared=tuple(x.parameters)) for x in bars],
        coordinates="θ φ",
        constraints={
            "angle of U": S("θ.rate") - S("U/ω"),
            "angle of B": S("φ.rate") - S("B/ω"),
            "elbow x": S("B/x1'") - S("U/x2'"),
            "elbow y": S("B/y1'") - S("U/y2'"),
        },
        independent="θ.rate φ.rate",
    )


def places(prefix=""):
    """Ends of both bars of a hand in its angles."""
    θ, φ, p = S(f"{prefix}θ"), S(f"{prefix}φ"), P(f"{prefix}p1x", 0.0)
    aU, aB = P(f"{prefix}aU", SIZES["aU"]), P(f"{prefix}aB", SIZES["aB"])
    elbow, end = (p + aU * cos(θ), aU * sin(θ)), (p + aU * cos(θ) + aB * cos(φ), aU * sin(θ) + aB * sin(φ))
    names = ("U/x2", "U/y2", "B/x1", "B/y1", "B/x2", "B/y2")
    return {f"{prefix}{name}": x for name, x in zip(names, (*elbow, *elbow, *end), strict=True)}


def five_bar():
    """Example 4.3: motors, both hands and the load."""
    chain = hand()
    load = da.modules.subsystem(
        "load",
        coordinates="x y",
        speeds="x' y'",
        forces={"x'": -P("mL", 0.5) * S("x''"), "y'": -P("mL", 0.5) * (S("y''") + P("g", 9.8))},
    )
    loop = da.modules.subsystem(
        "loop",
        [*(chain.renamed(K, shared=("g",)) for K in "LR"), load],
        coordinates="χ",
        constraints={
            **{f"{K} {axis}": S(f"{K}/B/{axis}2'") - S(f"{axis}'") for K in "LR" for axis in "xy"},
            "between hands": S("χ.rate") - S("R/B/ω") + S("L/B/ω"),
        },
        independent="L/θ.rate R/θ.rate",
    )
    η, moment, b, k, λ, ρ, κ = (P(name, value) for name, value in MOTOR.items())
    motor = da.modules.subsystem(
        "motor",
        speeds="ω i",
        forces={
            "ω": k * S("i") - moment * S("ω'") - b * S("ω"),
            "i": da.Input("υ") - λ * S("i'") - ρ * S("i") - κ * S("ω"),
        },
    )
    return da.modules.subsystem(
        "P",
        [*(motor.renamed(f"motor{K}", shared=tuple(motor.parameters)) for K in "LR"), loop],
        constraints={f"gear {K}": S(f"{K}/θ.rate") - S(f"motor{K}/ω") / η for K in "LR"},
        independent="L/θ.rate R/θ.rate motorL/i motorR/i",
    )


@pytest.mark.covers("F000-70", "F000-85")
def test_the_complement_of_a_hand_is_written_in_its_angles():
    C = hand().reading(dependent=places()).C
    assert C.text(simplify=3.0).splitlines() == [
        "            θ.rate         φ.rate",
        "θ.rate           1              ·",
        "φ.rate           ·              1",
        "   U/ω           1              ·",
        "  B/vx  -aU*sin(θ)  -aB*γB*sin(φ)",
        "  B/vy   aU*cos(θ)   aB*γB*cos(φ)",
        "   B/ω           ·              1",
    ]


@pytest.mark.covers("F000-70", "F000-85")
def test_the_forces_of_a_hand_are_those_of_the_book():
    node = hand()
    form = node.reading(simplify=5.0, dependent=places(), variables=node.independent)
    assert form.text().splitlines() == [
        "-((IU + aU² (mB + mU γU²)) θ̈ + aB aU mB γB cos(θ - φ) φ̈ + bU θ̇ + aU (aB mB γB sin(θ - φ) φ̇² "
        "+ g (mB + mU γU) cos(θ))) = 0",
        "-aB aU mB γB cos(θ - φ) θ̈ - (IB + aB² mB γB²) φ̈ + aB mB γB (aU sin(θ - φ) θ̇² - g cos(φ)) = 0",
    ]
    # as printed: row θ of example 2.7
    names = [
        "aU",
        "aB",
        "γU",
        "γB",
        "mU",
        "mB",
        "IU",
        "bU",
        "g",
        "θ",
        "φ",
        "θ.rate",
        "φ.rate",
        "θ.rate'",
        "φ.rate'",
    ]
    aU, aB, γU, γB, mU, mB, IU, bU, g, θ, φ, dθ, dφ, ddθ, ddφ = (sympy.Symbol(x, real=True) for x in names)
    printed = (
        -γB * aU * aB * mB * (dφ**2 * sympy.sin(θ - φ) + ddφ * sympy.cos(θ - φ))
        - bU * dθ
        - ddθ * (aU**2 * (γU**2 * mU + mB) + IU)
        - g * aU * sympy.cos(θ) * (γU * mU + mB)
    )
    assert sympy.simplify(form.to_sympy().f_bar[0] - printed) == 0


def printed_force(v, X, Y):
    """f̄ along θ_X, equation (f) of example 4.3 as the theory file has it, for values by name."""

    def of(K, name):
        return v[f"{K}/{name}"]

    aX, aY, bX, bY = of(X, "aU"), of(Y, "aU"), of(X, "aB"), of(Y, "aB")
    θX, θY, φX, φY = of(X, "θ"), of(Y, "θ"), of(X, "φ"), of(Y, "φ")
    γX, γY, mX, mY, IX, IY = of(X, "γB"), of(Y, "γB"), of(X, "mB"), of(Y, "mB"), of(X, "IB"), of(Y, "IB")
    γU, mU, IU, bU = of(X, "γU"), of(X, "mU"), of(X, "IU"), of(X, "bU")
    dθX, dθY, dφX = of(X, "θ.rate"), of(Y, "θ.rate"), of(X, "φ.rate")
    ddθX, ddθY, ddφX, ddφY = of(X, "θ.rate'"), of(Y, "θ.rate'"), of(X, "φ.rate'"), of(Y, "φ.rate'")
    η, moment, b, k, g, mL = (v[name] for name in ("η", "I", "b", "k", "g", "mL"))
    s, c = math.sin, math.cos
    sX, sχ = s(θX - φX), s(φY - φX)
    return (
        γY * aX * aY * mY * dθY**2 * s(θY - φY) * sX / sχ
        + γX * aX**2 * mX * dθX**2 * sX * s(θX - φY) / sχ
        - γX * aX * bX * mX * dφX**2 * sX
        - dθX * (b * η**2 + bU)
        - aX * mL * v["y''"] * c(φY) * sX / sχ
        + aX * mL * v["x''"] * s(φY) * sX / sχ
        - γY * aX * aY * mY * ddθY * c(θY - φY) * sX / sχ
        - aX * ddφX / bX * (γX * bX**2 * mX * c(θX - φX) + (γX**2 * bX**2 * mX + IX) * s(θX - φY) / sχ)
        + 0.5
        * ddθX
        * (aX**2 * (mX * (γX * (1 - s(2 * θX - φX - φY) / sχ) - 2) - 2 * γU**2 * mU) - 2 * (moment * η**2 + IU))
        - aX * ddφY * sX / (bY * sχ) * (γY**2 * bY**2 * mY + IY)
        + k * η * v[f"motor{X}/i"]
        - g
        * aX
        * ((γY * mY + mL) * c(φY) * sX / sχ + mX * (γX * c(φX) * s(θX - φY) / sχ + c(θX)) + γU * mU * c(θX))
    )


@pytest.mark.slow
@pytest.mark.covers("F000-70", "F000-85")
def test_the_forces_of_the_five_bar_are_written_as_in_the_book():
    tree = five_bar()
    kept = [f"{K}/{angle}.rate" for K in "LR" for angle in "θφ"] + ["x'", "y'", "motorL/i", "motorR/i"]
    form = tree.reading(dependent=places("L/") | places("R/"), variables=kept)
    f_bar = form.f_bar

    # nothing but angles, the place of the load and currents is left
    variables = {name_of(x) for x in inputs_of(list(f_bar.entries.flat)) if x.op == "symbol"}
    angles = {f"{K}/{x}" for K in "LR" for x in ("θ", "φ", "θ.rate", "φ.rate", "θ.rate'", "φ.rate'")}
    assert variables <= angles | {"x''", "y''"} | {f"motor{K}/{x}" for K in "LR" for x in ("i", "i'", "υ")}

    # (f) holds for any values of them: rows of the loop are not used in it
    rng = np.random.default_rng(4)
    values = {name: rng.uniform(0.3, 1.3) for name in sorted(angles | variables)} | dict(tree.parameters)
    values |= {f"{K}/{name}": SIZES[name] for K in "LR" for name in ("aU", "aB")}
    values |= {"L/θ": 2.0, "R/θ": math.pi - 2.1, "L/φ": 0.8, "R/φ": math.pi - 0.7}
    for X, Y in ("LR", "RL"):
        assert f_bar.at(values)[f"{X}/θ.rate"] == pytest.approx(printed_force(values, X, Y), rel=1e-11)
        assert f_bar.at(values)[f"motor{X}/i"] == pytest.approx(
            values[f"motor{X}/υ"]
            - MOTOR["λ"] * values[f"motor{X}/i'"]
            - MOTOR["ρ"] * values[f"motor{X}/i"]
            - MOTOR["κ"] * MOTOR["η"] * values[f"{X}/θ.rate"]
        )


@pytest.mark.covers("F000-85")
def test_the_complement_of_the_loop_is_written_in_its_angles():
    tree = five_bar()["loop"]
    C = tree.reading(dependent=places("L/") | places("R/")).C
    values = {"L/θ": 2.0, "R/θ": 1.0, "L/φ": 0.8, "R/φ": 2.4}
    θL, θR, φL, φR = values.values()
    aU, aB, sχ, s, c = SIZES["aU"], SIZES["aB"], math.sin(φR - φL), math.sin, math.cos
    expected = {
        "x'": (-s(θL - φL) * s(φR) * aU / sχ, s(φL) * s(θR - φR) * aU / sχ),
        "y'": (c(φR) * s(θL - φL) * aU / sχ, -c(φL) * s(θR - φR) * aU / sχ),
        "L/φ.rate": (s(θL - φR) * aU / (sχ * aB), -s(θR - φR) * aU / (sχ * aB)),
        "R/φ.rate": (s(θL - φL) * aU / (sχ * aB), -s(θR - φL) * aU / (sχ * aB)),
    }
    for name, row in expected.items():
        assert np.allclose(C.at(values).to_array([name])[0], row, rtol=1e-12), name


@pytest.mark.covers("F000-85")
def test_relations_that_do_not_hold_are_refused_by_name():
    node = hand()
    wrong = places() | {"B/x2": P("aU", 0.5) * cos(S("θ"))}
    with pytest.raises(FormulationError, match=r"hand: 'B/x2' does not stay what is put in its place"):
        node.reading(dependent=wrong)
    with pytest.raises(FormulationError, match="'elbow' is no coordinate or speed"):
        node.reading(dependent={"elbow": 1.0})
    with pytest.raises(FormulationError, match="'U/x2' contains 'θ1', which is not known"):
        node.reading(dependent={"U/x2": P("aU", 0.5) * cos(S("θ1"))})
    with pytest.raises(FormulationError, match="'U/x2' contains 'U/y2', which is replaced too"):
        node.reading(dependent={"U/x2": S("U/y2"), "U/y2": 0.0 * S("θ")})
    with pytest.raises(FormulationError, match=r"there is no variable 'ψ.rate' to write"):
        node.reading(variables=["ψ.rate"])


@pytest.mark.covers("F000-85")
def test_a_relation_against_the_constraints_is_refused():
    with pytest.raises(FormulationError, match="no state was found in which y are what is put"):
        pendulum().reading(dependent={"y": 3.0 + cos(S("θ"))})


@pytest.mark.covers("F000-85")
@pytest.mark.parametrize(
    "relation",
    [
        {"x": P("r", 1.5) * S("θ")},
        {"y": P("r", 1.5) * (0.5 * S("θ") ** 2 - 1.0)},
    ],
)
def test_a_relation_for_small_angles_is_refused(relation):
    # states in which both hold are those with θ = 0, where value, rate and acceleration agree too
    with pytest.raises(FormulationError, match=r"in some states only: nearby, .* it is off by"):
        pendulum().reading(dependent=relation)


@pytest.mark.covers("F000-85")
def test_a_relation_by_a_branch_of_a_root_holds():
    # names in one text are names too
    root = -da.sqrt(P("r", 1.5) ** 2 - S("x") ** 2)
    form = pendulum().reading(simplify=5.0, dependent={"y": root}, variables="θ.rate")
    assert form.text() == pendulum().reading(simplify=5.0, variables=["θ.rate"]).text()


@pytest.mark.parametrize("relation", ["-cos(θ)", None, [1.0], float("nan")])
def test_a_relation_that_is_no_expression_is_refused_by_name(relation):
    with pytest.raises(FormulationError, match="what takes the place of 'y' is an expression or a number"):
        pendulum().reading(dependent={"y": relation})


def test_relations_without_names_are_refused():
    with pytest.raises(FormulationError, match="dependent is a mapping"):
        pendulum().reading(dependent=["y"])


def test_a_row_with_an_input_is_not_written_as_if_the_input_stood_still():
    bob = da.modules.point_mass("bob", mass=1.0)
    node = da.modules.subsystem("held", [bob], constraints={"lift": S("x") - da.Input("height")})
    for ask in (node.reading, node.solved):
        with pytest.raises(FormulationError, match="'lift' contains the input 'height', whose rates"):
            ask()
    with pytest.raises(FormulationError, match="'height', which may jump"):
        da.simulate(node, until=1.0)
