"""Linear models of trees in symbols, as children of other trees, and in runs beside the trees."""

import math

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import FormulationError
from dalembert.expr.node import Expression, inputs_of, traverse
from dalembert.modules import Place, linearized, planar_body, revolute, subsystem
from tests.modules.test_thesis_examples import ring_and_disc

S = da.expr.symbol
g, a = da.param("g", 9.8), da.param("a", 1.3)


def pendulum():
    """The spherical pendulum with the square of its speed as a speed, and open gravity: example 4.1 (c)."""
    x, y, z = S("x"), S("y"), S("z")
    rates = [S("x'"), S("y'"), S("z'")]
    return subsystem(
        "pendulum",
        coordinates="x y z",
        speeds="vx vy vz v",
        relations={
            **{f"v{k} is": S(f"v{k}") - rate for k, rate in zip("xyz", rates, strict=True)},
            "v is": S("v") - sum(rate * rate for rate in rates),
        },
        constraints={"length": 2 * (x * S("vx'") + y * S("vy'") + z * S("vz'")) + 2 * S("v")},
        forces={"vx": g - S("vx'"), "vy": -S("vy'"), "vz": -S("vz'")},
        independent="vy vz",
    )


BELOW = """\
    x     y     z  vx  vy  vz     v
 x  ·     ·     ·   1   ·   ·     ·
 y  ·     ·     ·   ·   1   ·     ·
 z  ·     ·     ·   ·   ·   1     ·
vx  ·     ·     ·   ·   ·   ·  -1/a
vy  ·  -g/a     ·   ·   ·   ·     ·
vz  ·     ·  -g/a   ·   ·   ·     ·
 v  ·     ·     ·   ·   ·   ·     ·"""

ASIDE = """\
                x              y           z       vx        vy  vz         v
 x              ·              ·           ·        1         ·   ·         ·
 y              ·              ·           ·        ·         1   ·         ·
 z              ·              ·           ·        ·         ·   1         ·
vx  -72*g/(125*a)   96*g/(125*a)           ·        ·         ·   ·  -4/(5*a)
vy   21*g/(125*a)  -28*g/(125*a)           ·        ·         ·   ·  -3/(5*a)
vz              ·              ·  -4*g/(5*a)        ·         ·   ·         ·
 v              ·              ·           ·  18*g/25  -24*g/25   ·         ·"""


C_BELOW = """\
      vy    vz
vx  -y/a  -z/a
vy     1     ·
vz     ·     1
 v  2*vy  2*vz"""

C_ASIDE = """\
                            vy          vz
vx  (-12 + 5*(3*x - 4*y)/a)/16  -5*z/(4*a)
vy                           1           ·
vz                           ·           1
 v              -3*vx/2 + 2*vy        2*vz"""


@pytest.mark.covers("F000-84")
@pytest.mark.parametrize(
    ("reference", "expected"),
    [({"x": a}, C_BELOW), ({"x": 0.8 * a, "y": 0.6 * a}, C_ASIDE)],
    ids=["below", "aside"],
)
def test_the_complement_of_example_4_6_is_linear_in_changes_of_variables(reference, expected):
    linear = linearized(pendulum(), reference)
    assert linear.symbols.C.text(simplify=5.0) == expected
    at = {S(name): x for name, x in zip(("x", "y", "z", "vx", "vy"), (0.3, -0.2, 0.4, 0.5, -0.7), strict=True)}
    numbers = (da.expr.evaluate(X.entries, at | {S("vz"): 0.2}) for X in (linear.C, linear.symbols.C))
    np.testing.assert_allclose(*numbers, atol=1e-12)


def test_the_complement_in_independent_coordinates_is_that_of_states_nearby():
    tree, θ = ring_and_disc(), 0.6435
    values = {
        name: x for name, x in zip(("r1", "r2", "ξ"), (1.0, 0.3, 0.9), strict=True) if name in tree.parameters
    }
    linear = linearized(tree, {"θ": θ, **values})
    C = linear.reduced(["θ"], ["θ.rate", "ω2"]).C
    step = 1e-6
    near, far = (tree.C.at({"θ": θ + k * step}).to_array(C.rows, C.columns) for k in (-1, 1))
    for h, X in ((-step, near), (step, far)):
        found = np.asarray(da.expr.evaluate(C.entries, {S("θ"): h}), dtype=float)
        np.testing.assert_allclose(found, X.astype(float), atol=1e-11)
    assert np.abs(far - near).max() > 1e-7


@pytest.mark.covers("F000-84")
@pytest.mark.parametrize(
    ("reference", "expected"), [({"x": a}, BELOW), ({"x": 0.8 * a, "y": 0.6 * a}, ASIDE)], ids=["4.6 h", "4.6 k"]
)
def test_the_linear_pendulum_reads_as_in_the_thesis(reference, expected):
    assert linearized(pendulum(), reference).symbols.G.text(simplify=5.0) == expected


def open_ring_and_disc():
    """Ring and disc with everything open but the form of the bodies."""
    r1, r2, m1, ξ = da.param("r1", 1.0), da.param("r2", 0.3), da.param("m1", 0.67), da.param("ξ", math.asin(0.8))
    m2 = da.param("m2", 0.08)

    def body(k, m, inertia):
        forces = {
            f"u{k}": -m * (S(f"u{k}'") - g * da.sin(ξ)),
            f"v{k}": -m * (S(f"v{k}'") + g * da.cos(ξ)),
            f"ω{k}": -inertia * S(f"ω{k}'"),
        }
        return subsystem(f"body {k}", speeds=f"u{k} v{k} ω{k}", forces=forces)

    c, s = da.cos(ξ - S("θ")), da.sin(ξ - S("θ"))
    u1, v1, ω1, u2, v2, ω2 = (S(name) for name in ("u1", "v1", "ω1", "u2", "v2", "ω2"))
    return subsystem(
        "ring and disc",
        [body(1, m1, m1 * r1**2), body(2, m2, m2 * r2**2 / 2)],
        coordinates="θ",
        constraints={
            "ring rolls": u1 + r1 * ω1,
            "ring stays": v1 + 0.0,
            "disc rolls x": u1 - u2 + c * (r1 * ω1 - r2 * ω2),
            "disc rolls y": v1 - v2 + s * (r1 * ω1 - r2 * ω2),
            "angle": -u1 + u2 + c * (r1 - r2) * S("θ.rate"),
        },
        independent="θ.rate ω2",
    )


@pytest.mark.covers("F000-84")
def test_ring_and_disc_have_the_closed_form_of_example_47_for_all_parameters():
    G = linearized(open_ring_and_disc(), {"θ": da.param("θ0", math.asin(0.6))}).symbols.G
    # parameters only, and no function that is solved at run time
    entries = [x for x in G.entries.flat if isinstance(x, Expression)]
    assert {x.op for x in inputs_of(entries)} == {"parameter"}
    assert not [x for x in traverse(entries) if x.op == "call"]
    rng = np.random.default_rng(5)
    for ratio in (8 / 67, 0.5, 5.0):
        ξ, r1, r2 = rng.uniform(0.3, 0.9), rng.uniform(1.0, 2.0), rng.uniform(0.2, 0.8)
        θ = steady_angle(ξ, ratio)
        values = {"θ0": θ, "ξ": ξ, "r1": r1, "r2": r2, "m1": 0.7, "m2": 0.7 * ratio, "g": 9.8}
        s, c = math.sin, math.cos
        D = 2 * s(θ) + 3 * s(2 * θ - ξ) - 2 * s(ξ) + 2 * s(θ - 2 * ξ) + s(2 * θ - 3 * ξ)
        k, p = 2 * c(θ - ξ) + 1, 9.8 * (c(θ) + 2 * c(ξ))
        found = G.at(values)
        assert found["θ.rate", "θ"] == pytest.approx(2 * p * s(ξ) / (k * D * (r1 - r2)), rel=1e-9)
        v2 = p * s(ξ) / (k * (3 * c(θ) + 2 * c(ξ) + c(θ - 2 * ξ)))
        assert found["v2", "θ"] == pytest.approx(v2, rel=1e-9)
        assert found["ω1", "θ"] == pytest.approx(-found["u1", "θ"] / r1, rel=1e-12)


def steady_angle(ξ, ratio):
    """Angle of steady rolling for a ratio of masses, by bisection."""

    def off(θ):
        return math.sin(θ) / (2 * math.sin(ξ) * math.cos(θ - ξ) - 3 * math.sin(θ) + math.sin(ξ)) - 1.0 - ratio

    low, high = 0.0, 1.0
    while 2 * math.sin(ξ) * math.cos(high - ξ) - 3 * math.sin(high) + math.sin(ξ) <= 0.0:
        high *= 0.999
    for _ in range(200):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if off(middle) < 0.0 else (low, middle)
    return 0.5 * (low + high)


@pytest.mark.covers("F000-84")
def test_the_linear_model_runs_beside_the_tree():
    node, θ = ring_and_disc(), math.asin(0.6)
    linear = linearized(node, {"θ": θ})
    start, times = {"θ": θ + math.pi / 6}, [0.5, 1.0, 2.0, 5.0]
    motion = da.simulate(linear, start, until=5.0, times=times)
    assert np.allclose(motion["θ"], [0.775229, 0.186183, 0.918759, 1.076102], rtol=0, atol=2e-6)
    assert np.allclose(motion["θ.rate"], [-1.334276, -0.671358, 1.172746, -0.776667], rtol=0, atol=2e-6)
    beside = da.simulate(node, start, until=5.0, times=times)
    assert set(motion.dynamics.equations.coordinates) == set(beside.dynamics.equations.coordinates)
    # close to the reference both move alike
    near = {"θ": θ + 1e-5}
    ends = [da.simulate(x, near, until=2.0)["θ"][-1] - θ for x in (linear, node)]
    assert ends[0] == pytest.approx(ends[1], rel=1e-3)


@pytest.mark.covers("F000-38", "F000-84")
def test_a_tree_of_linear_leaves_has_the_linear_model_of_the_tree():
    # a double pendulum aside, which is no equilibrium: reactions act between its parts
    link = planar_body("link", mass=1.0, inertia=1.0 / 12.0, gravity=(0.0, -9.81))
    top, bottom = (0.0, 0.5), (0.0, -0.5)
    hung = subsystem("hung", [link], constraints=revolute("A", Place.on_ground(), Place.on_planar_body("", top)))
    joint = revolute("B", Place.on_planar_body("a", bottom), Place.on_planar_body("b", top))
    children = {"a": hung, "b": link}
    whole = subsystem("chain", children, constraints=joint)
    start = da.assemble(whole, q={"a/angle": 0.4, "b/angle": 0.9})
    expected = linearized(whole, start.q)
    parts = {}
    for name, child in children.items():
        names = [x for x in expected.reference if x.startswith(f"{name}/")]
        reference = {x.removeprefix(f"{name}/"): expected.reference[x] for x in names}
        parts[name] = linearized(child, reference, balanced=False).leaf()
    found = linearized(subsystem("chain", parts, constraints=joint), start.q)
    size = np.abs(expected.G.to_array()).max()
    assert size > 1.0
    assert np.allclose(
        found.G.to_array(), expected.G.to_array(expected.states, expected.states), atol=1e-10 * size
    )
    assert np.allclose(found.eigenvalues, expected.eigenvalues, atol=1e-4)


def test_references_in_symbols_are_parameters_only():
    with pytest.raises(FormulationError, match="'x' in the reference depends on y"):
        linearized(pendulum(), {"x": S("y") * 2.0})
