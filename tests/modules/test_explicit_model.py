"""The explicit model of a tree: every rate and acceleration as a plain expression (Orsino 2016, Fig. 5.1)."""

import time

import numpy as np
import pytest
import sympy

import dalembert as da
from dalembert.errors import FormulationError
from dalembert.expr.node import traverse
from dalembert.modules.explicit_model import check_numbers
from tests.modules.five_bar import nested
from tests.modules.test_random_trees import expected, random_tree
from tests.modules.test_thesis_examples import free_body, two_rods

S = da.expr.symbol
sin, cos = da.sin, da.cos


def pendulum():
    """A particle on a rod, by its place and an extra angle: one degree of freedom."""
    m, r, g = (da.param(name, value) for name, value in (("m", 2.0), ("r", 1.5), ("g", 9.81)))
    bob = da.modules.point_mass("bob", mass=m, gravity=(0.0, -g))
    rows = {"along x": S("x") - r * sin(S("θ")), "along y": S("y") + r * cos(S("θ"))}
    return da.modules.subsystem("pendulum", [bob], coordinates="θ", constraints=rows, independent="θ.rate")


def spherical_pendulum():
    """Fig. 5.1: a free body by Newton and Euler, its centre on a sphere, angles as extra coordinates."""
    m, a, g = (da.param(name, value) for name, value in (("m", 2.0), ("a", 1.5), ("g", 9.81)))
    Ix, Iy, Iz = (da.param(name, value) for name, value in (("Ix", 1.0), ("Iy", 2.0), ("Iz", 3.0)))
    wx, wy, wz = (S(f"ω{k}") for k in "xyz")
    body = da.modules.subsystem(
        "body",
        coordinates="px py pz",
        speeds="vx vy vz ωx ωy ωz",
        rates={f"p{k}": S(f"v{k}") for k in "xyz"},
        forces={
            "vx": -m * S("vx'"),
            "vy": -m * S("vy'"),
            "vz": -m * S("vz'") - m * g,
            "ωx": -Ix * S("ωx'") + (Iy - Iz) * wy * wz,
            "ωy": -Iy * S("ωy'") + (Iz - Ix) * wz * wx,
            "ωz": -Iz * S("ωz'") + (Ix - Iy) * wx * wy,
        },
    )
    θ, φ = S("θ"), S("φ")
    rows = {
        "on x": S("px") - a * sin(θ) * cos(φ),
        "on y": S("py") - a * sin(θ) * sin(φ),
        "on z": S("pz") + a * cos(θ),
    }
    return da.modules.subsystem(
        "sphere", [body], coordinates="φ θ", constraints=rows, independent="φ.rate θ.rate ωx ωy ωz"
    )


def ring_and_disc():
    """Example 4.2 with open parameters."""
    default_values = {"m1": 0.67, "m2": 0.08, "r1": 1.0, "r2": 0.3, "g": 9.81, "ξ": 0.9}
    m1, m2, r1, r2, g, ξ = (da.param(name, value) for name, value in default_values.items())

    def body(k, m, inertia):
        forces = {
            f"u{k}": -m * (S(f"u{k}'") - g * sin(ξ)),
            f"v{k}": -m * (S(f"v{k}'") + g * cos(ξ)),
            f"ω{k}": -inertia * S(f"ω{k}'"),
        }
        return da.modules.subsystem(f"body {k}", speeds=f"u{k} v{k} ω{k}", forces=forces)

    c, s = cos(ξ - S("θ")), sin(ξ - S("θ"))
    u1, v1, w1, u2, v2, w2 = (S(name) for name in ("u1", "v1", "ω1", "u2", "v2", "ω2"))
    rows = {
        "ring rolls": u1 + r1 * w1,
        "ring stays": v1 + 0.0,
        "disc rolls x": u1 - u2 + c * (r1 * w1 - r2 * w2),
        "disc rolls y": v1 - v2 + s * (r1 * w1 - r2 * w2),
        "angle": -u1 + u2 + c * (r1 - r2) * S("θ.rate"),
    }
    bodies = [body(1, m1, m1 * r1**2), body(2, m2, m2 * r2**2 / 2)]
    return da.modules.subsystem(
        "ring and disc", bodies, coordinates="θ", constraints=rows, independent="θ.rate ω2"
    )


def has_calls(expressions):
    return any(x.op == "call" for x in traverse(expressions))


@pytest.mark.covers("F000-22", "F000-82")
def test_a_pendulum_built_as_a_tree_has_its_explicit_equation():
    model = pendulum().solved(simplify=5.0)
    assert model.text().splitlines()[0] == "θ̈ = -g sin(θ)/r"
    assert len(model.system.lines) == 3
    assert model.vanishing == ()
    assert r"\ddot{\theta} &= - \frac{g \sin{\left(\theta \right)}}{r}" in model.latex()
    g, r, θ = sympy.symbols("g r θ", real=True)
    assert model.to_sympy()["θ.rate"] == -g * sympy.sin(θ) / r


@pytest.mark.covers("F000-22", "F000-82")
def test_fig_5_1_comes_out_in_eight_rows():
    start = time.process_time()
    model = spherical_pendulum().solved(simplify=1.0)
    assert time.process_time() - start < 2.0
    assert model.text().splitlines()[:-1] == [
        "φ̈ = -2 cos(θ) φ̇ θ̇/sin(θ)",
        "θ̈ = (cos(θ) φ̇² - g/a) sin(θ)",
        "px″ = -(a (sin(θ)² φ̇² + θ̇²) + g cos(θ)) sin(θ) cos(φ)",
        "py″ = -(a (sin(θ)² φ̇² + θ̇²) + g cos(θ)) sin(θ) sin(φ)",
        "pz″ = (a cos(θ) φ̇² - g) sin(θ)² + a cos(θ) θ̇²",
        "ωx′ = (Iy - Iz) ωy ωz/Ix",
        "ωy′ = (Iz - Ix) ωx ωz/Iy",
        "ωz′ = (Ix - Iy) ωx ωy/Iz",
    ]
    # v̇_z as it is printed in the book
    names = {name: sympy.Symbol(name, real=True) for name in ("a", "g", "θ", "θ.rate", "φ.rate")}
    a, g, θ, dθ, dφ = names.values()
    s, c = sympy.sin(θ), sympy.cos(θ)
    found = model.to_sympy()
    assert sympy.expand(found["vz"] - (-g * s**2 + c * a * (dθ**2 + s**2 * dφ**2))) == 0
    assert found["px"] == sympy.Symbol("vx", real=True)


@pytest.mark.covers("F000-82")
def test_denominators_that_vanish_somewhere_are_told():
    model = spherical_pendulum().solved(simplify=2.0)
    assert [str(x) for x in da.expr.to_sympy(np.array(model.vanishing))] == ["a**2*m*sin(θ)**2"]
    assert model.note == "No motion is determined where a² m sin(θ)² vanishes."


@pytest.mark.covers("F000-82")
def test_angles_whose_rates_are_not_determined_are_told():
    options = {"mass": 1.0, "inertia": (1.0, 2.0, 3.0)}
    model = da.modules.rigid_body("body", orientation="zxz", **options).solved(simplify=2.0)
    assert model.note == "No motion is determined where sin(angle2) vanishes."
    assert da.modules.rigid_body("body", orientation="quaternion", **options).solved(simplify=2.0).note == ""


@pytest.mark.covers("F000-82")
def test_a_determinant_that_is_zero_everywhere_is_refused():
    loose = da.modules.subsystem("loose", coordinates="x y", forces={"x": -S("x.rate'")})
    with pytest.raises(FormulationError, match=r"loose: .* neither inertia nor a row"):
        loose.solved()


@pytest.mark.covers("F000-3", "F000-82")
def test_rates_of_a_quaternion_are_those_of_the_book():
    body = free_body()
    names = ["qx", "qy", "qz", "qt", "ωx", "ωy", "ωz"]
    x, y, z, t, p, r, s = (sympy.Symbol(name, real=True) for name in names)
    expected_rates = [
        t * p - z * r + y * s,
        z * p + t * r - x * s,
        -y * p + x * r + t * s,
        -(x * p + y * r + z * s),
    ]
    for name, rate in zip(names[:4], expected_rates, strict=True):
        assert sympy.expand(da.expr.to_sympy(body.rates[name]) - rate / 2) == 0
    assert body.solved(simplify=2.0).text().splitlines()[:4] == [
        "qx′ = (qt ωx + qy ωz - qz ωy)/2",
        "qy′ = (qz ωx + qt ωy - qx ωz)/2",
        "qz′ = (qx ωy + qt ωz - qy ωx)/2",
        "qt′ = -(qx ωx + qy ωy + qz ωz)/2",
    ]


@pytest.mark.slow
@pytest.mark.covers("F000-82")
def test_the_steady_rolling_of_ring_and_disc_follows_from_the_explicit_model():
    start = time.process_time()
    node = ring_and_disc()
    model = node.solved(simplify=3.0, variables=node.independent)
    assert time.process_time() - start < 5.0
    names = ("θ", "ξ", "m1", "m2", "g", "r1", "r2", "θ.rate")
    θ, ξ, m1, m2, g, r1, r2, dθ = (sympy.Symbol(name, real=True) for name in names)
    still = {name: x.subs(dθ, 0) for name, x in model.to_sympy().items() if name in node.speeds}

    # (h): θ̈ = 0 where the masses have this ratio and nowhere else, and the acceleration there
    ratio = sympy.sin(θ) / (2 * sympy.sin(ξ) * sympy.cos(θ - ξ) - 3 * sympy.sin(θ) + sympy.sin(ξ)) - 1
    steady = 2 * g * sympy.sin(θ) / (2 * sympy.cos(θ - ξ) + 1)
    # however far simplification gets in its time: in rational points, to thirty digits
    for k in (3, 5, 7):
        point = {
            θ: sympy.Rational(1, k),
            ξ: sympy.Rational(2, k),
            m1: k,
            g: 9 + k,
            r1: 2,
            r2: sympy.Rational(k, 9),
        }
        at = {**point, m2: (m1 * ratio).subs(point)}
        assert abs(sympy.N(still["θ.rate"].subs(at), 30)) < 1e-25
        assert abs(sympy.N(still["θ.rate"].subs(at | {m2: 2 * at[m2]}), 30)) > 1e-3
        assert abs(sympy.N((still["u1"] - steady).subs(at), 30)) < 1e-25
        assert abs(sympy.N((still["u2"] - steady).subs(at), 30)) < 1e-25
        assert abs(sympy.N(still["v1"].subs(at) if still["v1"] != 0 else 0, 30)) < 1e-25


@pytest.mark.covers("F000-82")
def test_long_dependent_accelerations_are_written_by_those_before_them():
    # the ring and disc of example 4.2 with all parameters open: rows as in (c), and the ring's own row
    node = ring_and_disc()
    model = node.solved(simplify=4.0, variables=node.independent)
    lines = model.text().splitlines()
    # on a slow machine there is no time for short forms, and parts w₁, w₂ … stand before
    names = [name for line in lines if " = " in line and (name := line.split(" = ")[0])[0] != "w"]
    assert names[:2] == ["θ̈", "ω̇₂"] and sorted(names[-5:]) == ["u̇₁", "u̇₂", "v̇₁", "v̇₂", "ω̇₁"]
    assert "ω̇₁ = -u̇₁/r₁" in lines
    # every other line is one that is read at a glance, and none is needed to say what an acceleration is
    assert all(len(line) < 100 for line in lines if line.startswith(("u", "v", "ω̇₁")))
    inputs = {x.name for x in model.to_sympy()["u1"].free_symbols}
    assert inputs == {"θ", "θ.rate", "r1", "r2", "m1", "m2", "g", "ξ"}


@pytest.mark.covers("F000-82", "F000-5")
def test_the_pendulum_with_its_squared_speed_has_no_denominators_but_its_radius():
    # example 4.1 (c): whatever speeds are chosen, v̇ is that of its own row
    x, y, z, vx, vy, vz, v = map(S, ("x", "y", "z", "vx", "vy", "vz", "v"))
    m, g, r = (da.param(name, value) for name, value in (("m", 2.0), ("g", 9.81), ("r", 1.5)))
    node = da.modules.subsystem(
        "pendulum",
        coordinates="x y z",
        speeds="vx vy vz v",
        rates={"x": vx, "y": vy, "z": vz},
        forces={"vx": m * (g - S("vx'")), "vy": -m * S("vy'"), "vz": -m * S("vz'")},
        constraints={"sphere": x**2 + y**2 + z**2 - r**2, "square": v - vx**2 - vy**2 - vz**2},
    )
    assert node.constraint_order == 2
    model = node.solved(simplify=6.0)
    assert "v̇ = 2 (ẋ ẍ + ẏ ÿ + ż z̈)" in model.text().splitlines()
    # what elimination divided by has cancelled, so nothing is said against these lines
    assert [str(x) for x in model.vanishing] in [[f"({k} * 2)"] for k in "xyz"]
    assert model.note.endswith("do not determine the others, but these lines hold.")
    # along motions, where x ẋ + y ẏ + z ż = 0 and ẋ² + ẏ² + ż² = v, they are those of the thesis
    place, speed = np.array([0.5, -0.7, 1.1]), np.array([0.3, 0.9, -0.2])
    place, speed = 1.5 * place / np.linalg.norm(place), speed - place * (place @ speed) / (place @ place)
    square = speed @ speed
    at = dict(zip((x, y, z, vx, vy, vz, v), (*place, *speed, square), strict=True))
    push = (square + 9.81 * place[0]) / 1.5**2
    expected = [*(np.array([9.81, 0.0, 0.0]) - place * push), 2.0 * 9.81 * speed[0]]
    found = da.expr.evaluate(np.array([*model.accelerations.values()], dtype=object), at)
    assert np.allclose(np.asarray(found, dtype=float), expected, rtol=1e-12, atol=1e-12)


@pytest.mark.slow
@pytest.mark.covers("F000-82")
@pytest.mark.parametrize("has_extra", [False, True], ids=["own variables", "extra variables"])
@pytest.mark.parametrize("seed", [5, 6])
def test_explicit_models_of_random_trees_are_right_to_ten_digits(has_extra, seed):
    rng = np.random.default_rng(seed)
    tree = random_tree(rng, has_extra)
    model = tree.solved()
    values = {x: rng.uniform(-1, 1) for x in (*tree.coordinates, *tree.speeds)}
    point = {S(name): x for name, x in values.items()}
    a = da.expr.evaluate(np.array(list(model.accelerations.values()), dtype=object), point)
    numbers = expected(tree, values)
    assert np.abs(a - numbers).max() < 1e-9 * max(1.0, np.abs(numbers).max())
    assert not has_calls(list(model.accelerations.values()))


@pytest.mark.covers("F000-82")
@pytest.mark.parametrize("complement", [da.modules.Pivoted(), da.modules.LeastSquares("θ.rate")])
def test_other_complements_have_plain_explicit_models_too(complement):
    node = pendulum().flat(complement)
    model = node.solved(simplify=2.0)
    assert not has_calls(list(model.accelerations.values()))
    point = {S("θ"): 0.4, S("θ.rate"): 0.7, S("x"): 1.5 * np.sin(0.4), S("y"): -1.5 * np.cos(0.4)}
    point |= {S("x.rate"): 1.5 * np.cos(0.4) * 0.7, S("y.rate"): 1.5 * np.sin(0.4) * 0.7}
    assert da.expr.evaluate(model.accelerations["θ.rate"], point) == pytest.approx(-9.81 * np.sin(0.4) / 1.5)


@pytest.mark.slow
@pytest.mark.covers("F000-82")
def test_a_five_bar_with_motors_is_cut_with_names_in_time():
    tree = nested()
    start = time.process_time()
    model = tree.solved(simplify=6.0)
    text = model.text()
    assert time.process_time() - start < 10.0
    assert "operations" not in text and "lu_" not in text and "Long" not in text
    lines = text.splitlines()
    assert lines[0].startswith("w₁ = ")
    assert len([line for line in lines if not line.startswith("w")]) >= len(tree.labels)
    assert "i̇_motorL = 500 voltage_motorL - 150 ω_motorL - 750 i_motorL" in lines

    # parts put into each other are the accelerations
    rng = np.random.default_rng(3)
    equations = model.system.to_sympy()
    given = set().union(*(x.rhs.free_symbols for x in equations)) - {x.lhs for x in equations}
    point = {x: tree.parameters.get(x.name, rng.uniform(0.3, 1.3)) for x in sorted(given, key=str)}
    values = dict(point)
    for equation in equations:
        values[equation.lhs] = float(equation.rhs.xreplace(values))
    number = da.expr.evaluate(model.accelerations["R/load/x'"], {S(x.name): y for x, y in point.items()})
    assert values[sympy.Symbol("R/load/x''", real=True)] == pytest.approx(number, rel=1e-8)


@pytest.mark.covers("F000-82")
def test_forces_by_multipliers_have_no_explicit_model():
    bead = da.modules.subsystem(
        "bead",
        coordinates="x y",
        constraints={"wire": S("y") - 0.0},
        forces={"x": -S("x.rate'") - 0.1 * S("wire.multiplier"), "y": -S("y.rate'") - 9.81},
    )
    with pytest.raises(FormulationError, match="bead: its forces depend on the multiplier of 'wire'"):
        bead.solved()


@pytest.mark.covers("F000-8", "F000-82")
def test_choices_that_are_singular_somewhere_are_found_and_told():
    assert pendulum().singular_choices == ()
    # example 2.4: z1 and x2 fail where y1 = 0 (here y2 = 0 too), and θ where the rods are in line
    (sentence,) = two_rods().singular_choices
    assert sentence.startswith("P: z1.rate, x2.rate do not determine the others where 3 sin(θ) or ")
    # example 2.7: s_χ = 0, both lower bars parallel
    (sentence,) = nested().singular_choices
    assert sentence.startswith("R: R/L/θ.rate, R/R/θ.rate do not determine the others where (x₂_R_L_B - x₁_R_L_B)")
    # ring and disc: θ.rate tells nothing of u2 − u1 where the arm is along the slope
    assert "cos(θ - ξ)" in ring_and_disc().singular_choices[0]


@pytest.mark.covers("F000-3", "F000-82")
def test_four_rates_that_are_tied_to_each_other_are_plain_expressions():
    names = ("a", "b", "c", "d")
    relations = {}
    for i in range(4):
        terms = [
            ((3.0 if i == j else 0.0) + sin(S(names[(i + j) % 4]) + 0.3 * i)) * S(f"{names[j]}'") for j in range(4)
        ]
        relations[f"r{i}"] = sum(terms) - S(f"u{i}")
    node = da.modules.subsystem(
        "tied",
        coordinates=names,
        speeds="u0 u1 u2 u3",
        relations=relations,
        forces={f"u{i}": 1.0 - S(f"u{i}'") for i in range(4)},
        constraints={"path": S("u0") - sin(S("a"))},
        independent="u1 u2 u3",
    )
    assert has_calls(node.kinematics.rates.values())
    model = node.solved()
    assert not has_calls([*node.rates.values(), *model.rates.values(), *model.accelerations.values()])
    point = {S(x): v for x, v in zip(names, (0.3, -0.8, 1.2, 0.0), strict=True)}
    point |= {S(f"u{i}"): 0.5 + i for i in range(4)}
    A = np.array(
        [[3.0 * (i == j) + np.sin(point[S(names[(i + j) % 4])] + 0.3 * i) for j in range(4)] for i in range(4)]
    )
    found = [da.expr.evaluate(model.rates[x], point) for x in names]
    assert np.allclose(found, np.linalg.solve(A, [0.5, 1.5, 2.5, 3.5]), rtol=1e-12)
    assert da.expr.evaluate(model.accelerations["u0"], point) == pytest.approx(np.cos(0.3) * found[0], rel=1e-12)
    assert "not written out" not in model.text()


@pytest.mark.covers("F000-82")
def test_states_of_bad_condition_are_compared_and_singular_ones_are_told():
    # masses seven decades apart: the condition is 1e7, and the model is compared there too
    heavy, light = (da.modules.point_mass("p", mass=m, gravity=(0.0, -9.81)) for m in (1e7, 1.0))
    node = da.modules.subsystem(
        "pair", {"a": heavy, "b": light}, constraints={"rod": (S("a/x") - S("b/x")) ** 2 + S("b/y") ** 2 - 1.0}
    )
    values = np.array([*node.solved().accelerations.values()], dtype=object)
    assert check_numbers(node, values, node.admissible_states) == len(node.admissible_states) > 0
    wrong = values + 1e-3 * np.array([1.0, 0.0, 0.0, 0.0])
    with pytest.raises(FormulationError, match=r"is off by 0\.001"):
        check_numbers(node, wrong, node.admissible_states)
    assert check_numbers(node, values, [{S("a/x"): 0.0, S("b/x"): 0.0, S("b/y"): 0.0}]) == 0


@pytest.mark.covers("F000-82", "F000-85")
def test_relations_are_tried_with_other_parameters_too():
    r = da.param("r", 1.5)
    good = pendulum().solved(dependent={"x": r * sin(S("θ")), "y": -r * cos(S("θ"))})
    assert not set(good.accelerations) - {"θ.rate", "x.rate", "y.rate"}
    # 1.5 is the default value of r: nothing else holds with it
    with pytest.raises(FormulationError, match=r"with other values of .*r.*no state was found|does not stay"):
        pendulum().solved(dependent={"y": -1.5 * cos(S("θ"))})


@pytest.mark.covers("F000-82")
def test_trees_without_a_state_that_was_found_have_an_explicit_model_that_says_so():
    mass = da.modules.point_mass("p", mass=1.0, gravity=(0.0, -9.81))
    nowhere = da.modules.subsystem("nowhere", [mass], constraints={"nowhere": S("x") ** 2 + 1.0})
    assert nowhere.solved().text().splitlines() == [
        "ẍ = -ẋ²/x",
        "ÿ = -9.81",
        "No state was found in which all constraints hold.",
    ]
    # nor are states looked for in large trees, whose coordinates need not all occur in rows
    many = {f"m{k}": mass for k in range(31)}
    large = da.modules.subsystem("large", many, constraints={"tied": S("m0/x") * S("m1/x") - 1.0})
    explicit = large.solved()
    assert len(explicit.accelerations) == 62
    # λ = −2 ẋ₀ ẋ₁/(x₀² + x₁²), and ẍ₀ = λ x₁
    at = {S("m0/x"): 0.5, S("m1/x"): 2.0, S("m0/x.rate"): 0.3, S("m1/x.rate"): -1.2}
    found = da.expr.evaluate(explicit.accelerations["m0/x.rate"], at)
    assert found == pytest.approx(-2 * 0.3 * -1.2 / (0.5**2 + 2.0**2) * 2.0, rel=1e-12)
