"""Linear models of trees of systems, node by node: closed forms, direct linearization, the benchmark bicycle."""

import math

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import FormulationError
from dalembert.modules import Differences, LeastSquares, Mirror, canonical_matrices, linearized
from tests.modules import bicycle
from tests.modules.test_thesis_examples import G, angle_pendulum, ring_and_disc

S = da.expr.symbol


def typed_pendulum(a=1.0):
    """The pendulum with the square of its speed as a speed, which stands in the constraint of second order."""
    x, y, z = S("x"), S("y"), S("z")
    rates = [S("x'"), S("y'"), S("z'")]
    return da.modules.subsystem(
        "pendulum",
        coordinates="x y z",
        speeds="vx vy vz v",
        relations={
            **{f"v{k} is": S(f"v{k}") - rate for k, rate in zip("xyz", rates, strict=True)},
            "v is": S("v") - sum(rate * rate for rate in rates),
        },
        constraints={"length": 2 * (x * S("vx'") + y * S("vy'") + z * S("vz'")) + 2 * S("v")},
        forces={"vx": G - S("vx'"), "vy": -S("vy'"), "vz": -S("vz'")},
        independent="vy vz",
    )


@pytest.mark.covers("F000-36", "F000-37", "F000-65", "F000-70")
def test_the_pendulum_at_rest_below_is_the_closed_form():
    a = 1.3
    linear = linearized(typed_pendulum(), {"x": a})
    assert linear.reference["vx'"] == 0.0
    expected = {("vx", "v"): -1 / a, ("vy", "y"): -G / a, ("vz", "z"): -G / a}
    for row in ("vx", "vy", "vz", "v"):
        for column in linear.states:
            assert linear.G[row, column] == pytest.approx(expected.get((row, column), 0.0), abs=1e-12)
    C = linear.root.C
    assert C.slope("y")["vx", "vy"] == pytest.approx(-1 / a)
    assert C.slope("vz")["v", "vz"] == pytest.approx(2.0)


@pytest.mark.covers("F000-35", "F000-37", "F000-40", "F000-65")
def test_the_pendulum_aside_is_no_equilibrium_and_is_linearized_all_the_same():
    a = 1.3
    linear = linearized(typed_pendulum(), {"x": 0.8 * a, "y": 0.6 * a})
    found = [linear.reference[name] for name in ("vx'", "vy'", "vz'", "v'")]
    assert np.allclose(found, [9 * G / 25, -12 * G / 25, 0.0, 0.0], atol=1e-12)
    expected = {
        ("vx", "x"): -72 * G / 125 / a,
        ("vx", "y"): 96 * G / 125 / a,
        ("vx", "v"): -0.8 / a,
        ("vy", "x"): 21 * G / 125 / a,
        ("vy", "y"): -28 * G / 125 / a,
        ("vy", "v"): -0.6 / a,
        ("vz", "z"): -0.8 * G / a,
        ("v", "vx"): 18 * G / 25,
        ("v", "vy"): -24 * G / 25,
    }
    for row in ("vx", "vy", "vz", "v"):
        for column in linear.states:
            assert linear.G[row, column] == pytest.approx(expected.get((row, column), 0.0), abs=1e-12), (
                row,
                column,
            )
    turning = sorted(abs(x.imag) for x in linear.eigenvalues)
    # three zeros in one block are known to the cube root of rounding
    assert np.allclose(turning, [0.0] * 3 + [math.sqrt(0.8 * G / a)] * 4, atol=1e-4)


@pytest.mark.covers("F000-37")
def test_node_by_node_is_the_linearization_of_the_whole():
    node = ring_and_disc()
    speeds = dict(zip(node.labels, node.S.at({"θ": 0.5}).to_array(node.labels) @ [0.2, -1.5], strict=True))
    linear = linearized(node, {"θ": 0.5, **speeds})
    eom, h = node.equations, 1e-6
    point = {S("θ"): 0.5, **{S(name): x for name, x in speeds.items()}}
    moved = [da.expr.evaluate(eom.accelerations, {**point, S("θ"): 0.5 + d}) for d in (h, -h)]
    assert np.allclose(linear.G.to_array(eom.speeds, ["θ"])[:, 0], (moved[0] - moved[1]) / (2 * h), atol=1e-7)


@pytest.mark.covers("F000-37", "F000-65")
def test_the_swinging_disc_has_the_numbers_of_the_thesis():
    linear = linearized(ring_and_disc(), {"θ": math.asin(0.6)})
    expected = {"θ.rate": -6.9325051, "u1": -0.3882203, "u2": 4.2704232, "v2": 1.3587710, "ω2": -14.8817777}
    for row, value in expected.items():
        assert linear.G[row, "θ"] == pytest.approx(value, abs=1e-7), row
    assert max(x.imag for x in linear.eigenvalues) == pytest.approx(2.6329651, abs=1e-7)


@pytest.mark.covers("F000-36")
def test_differences_approach_the_exact_complement_with_second_order():
    node, s, c = angle_pendulum(), math.sin(0.7), math.cos(0.7)
    at = {"θ": 0.7, "φ": 0.4, "x": c, "y": math.cos(0.4) * s, "z": math.sin(0.4) * s}
    exact = linearized(node, at)
    B, C = exact.root.B, exact.root.C
    for x in B.slopes:
        left = B.value @ C.slopes.get(x, 0.0 * C.value) + B.slopes[x] @ C.value
        assert np.abs(left).max() < 1e-14
    errors = [
        max(
            np.abs(linearized(node, at, differences=Differences(h)).root.C.slopes[x] - C.slopes[x]).max()
            for x in B.slopes
        )
        for h in (2e-2, 1e-2)
    ]
    assert errors[0] < 1e-12 or errors[0] / errors[1] == pytest.approx(4.0, rel=0.1)


# ---- more rows than needed: compatible, compatible in the reference only, incompatible


def overdetermined(slope, offset=0.0, incompatible=True):
    """x, y and z by three rows of which the last repeats the first to order 0 or 1 in s, or not at all."""
    x, y, s = S("x"), S("y"), S("s")
    rows = {
        "first": S("x.rate") - (1 + s * s) * S("s.rate"),
        "second": S("y.rate") + y * S("x.rate") - 2 * S("s.rate"),
        "again": 2 * S("x.rate") - 2 * (1 + slope * s + s * s + offset) * S("s.rate"),
    }
    forces = {"x": 1.0 - S("x.rate'") - x, "y": -2.0 * S("y.rate'") + 0.3 * x, "s": -S("s.rate'") - 3.0 * s}
    complement = LeastSquares("s.rate", weights={"again": 2.5}, incompatible=incompatible)
    return da.modules.subsystem(
        "over", coordinates="x y s", constraints=rows, forces=forces, independent=complement
    )


@pytest.mark.parametrize(
    ("slope", "offset"),
    [(0.0, 0.0), (0.4, 0.0), (0.4, 0.2)],
    ids=["compatible", "in the reference", "incompatible"],
)
def test_the_first_order_complement_of_too_many_rows_is_exact(slope, offset):
    node, at, h = overdetermined(slope, offset), {"y": 0.4, "s": 0.0, "x": 0.1}, 1e-5
    linear = linearized(node, at)

    def complement(change):
        return node.C.at({**at, **change}).to_array()

    for name in ("s", "y"):
        central = (complement({name: at[name] + h}) - complement({name: at[name] - h})) / (2 * h)
        assert np.allclose(linear.root.C.slope(name).to_array(), central, atol=1e-8), name
    B0C = linear.root.B.value @ linear.root.C.value
    assert (np.abs(B0C).max() < 1e-13) == (offset == 0.0)


def test_rows_that_contradict_each_other_in_the_reference_need_consent():
    node = overdetermined(0.4, 0.2, incompatible=False)
    with pytest.raises(FormulationError, match="contradict"):
        linearized(node, {"y": 0.4})


@pytest.mark.parametrize(
    ("reference", "message"),
    [
        ({"w": 1.0}, "there is no variable 'w'"),
        ({"x": 1.0, "v": 0.5}, "v is is off by 0.5"),
        ({"x": 1.0, "vy'": 3.0}, "do not balance the forces: along 'vy'"),
    ],
)
def test_a_wrong_reference_is_named(reference, message):
    with pytest.raises(FormulationError, match=message):
        linearized(typed_pendulum(), reference)


# ---- the bicycle


@pytest.fixture(scope="module")
def matrices():
    return canonical_matrices(
        bicycle.bicycle(),
        bicycle.straight,
        variables=bicycle.LATERAL,
        coordinates=bicycle.COORDINATES,
        speeds=bicycle.SPEEDS,
    )


@pytest.mark.covers("F000-14", "F000-38")
def test_the_bicycle_from_modules_is_the_benchmark(matrices):
    expected = {
        "M": [[80.81722, 2.31941332208709], [2.31941332208709, 0.29784188199686]],
        "C1": [[0.0, 33.86641391492494], [-0.85035641456978, 1.68540397397560]],
        "K0": [[-80.95, -2.59951685249872], [-2.59951685249872, -0.80329488458618]],
        "K2": [[0.0, 76.59734589573222], [0.0, 2.65431523794604]],
    }
    for name, numbers in expected.items():
        found = getattr(matrices, name)
        assert found.rows == ("roll", "steer")
        assert np.allclose(found.to_array(), numbers, rtol=0, atol=1e-11), name


def crossing(function, low, high):
    for _ in range(60):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if function(middle) * function(low) > 0 else (low, middle)
    return 0.5 * (low + high)


def test_weave_and_capsize_speeds_are_those_of_the_benchmark(matrices):
    weave = crossing(lambda v: max(x.real for x in matrices.eigenvalues(v)[0] if abs(x.imag) > 0.1), 3.5, 5.0)
    capsize = crossing(lambda v: max(x.real for x in matrices.eigenvalues(v)[0] if abs(x.imag) < 1e-6), 5.5, 7.0)
    assert weave == pytest.approx(4.292382536341, abs=1e-9)
    assert capsize == pytest.approx(6.024262015388, abs=1e-9)
    assert matrices.eigenvalues(np.linspace(0.0, 10.0, 200)).shape == (200, 4)


# ---- left and right alike


def axle(weights, stiffness=1.0):
    """A beam on two wheels: heave z, roll φ, and travels l and r by more rows than needed, which do not fit."""
    z, φ, left, right = S("z"), S("φ"), S("l"), S("r")
    rows = {
        "left": left - z - 0.5 * φ - 0.1 * φ * φ,
        "right": right - z + 0.5 * φ - 0.1 * φ * φ,
        "left too": left - z - 0.6 * φ,
        "right too": right - z + 0.6 * φ,
    }
    forces = {"z": -S("z.rate'") - stiffness * z, "φ": -0.3 * S("φ.rate'")}
    forces |= {"l": -2.0 * stiffness * left, "r": -2.0 * stiffness * right}
    complement = LeastSquares("z.rate", "φ.rate", weights=weights, incompatible=True)
    return da.modules.subsystem(
        "axle", coordinates="z φ l r", constraints=rows, forces=forces, independent=complement
    )


def image(name):
    plain = name.removesuffix(".rate")
    other = {"l": "r", "r": "l"}.get(plain, plain)
    return other + name[len(plain) :], -1.0 if plain == "φ" else 1.0


@pytest.mark.covers("F000-39", "F000-75")
def test_symmetry_changes_nothing_where_data_are_symmetric_and_restores_it_elsewhere():
    def stiffness(weights, mirror=None):
        linear = linearized(axle(weights), mirror=mirror)
        return linear.reduced(["z", "φ"], ["z.rate", "φ.rate"], weights=weights).K.to_array()

    mirror = Mirror(image)
    assert np.allclose(stiffness({}, mirror), stiffness({}), atol=1e-14)
    lopsided = {"left too": 5.0}
    assert abs(stiffness(lopsided)[0, 1]) > 1e-3
    made = stiffness(lopsided, mirror)
    assert np.allclose(made[[0, 1], [1, 0]], 0.0, atol=1e-14)
    # levers between 0.5 and 0.6, by weights; symmetric ones are the mean of both sides
    lever = 0.5 * ((0.5 + 5 * 0.6) / 6 + 0.55)
    assert made[1, 1] == pytest.approx(2 * 2.0 * lever**2, rel=1e-12)


@pytest.mark.covers("F000-39")
def test_matrices_by_powers_of_speed_are_left_right_symmetric_with_a_mirror():
    lopsided = {"left too": 5.0}
    way = da.modules.subsystem("way", coordinates="x", forces={"x": -S("x.rate'")})
    car = da.modules.subsystem("car", [axle(lopsided, da.param("g", 9.81)), way])
    choice = {"variables": {name: (name, f"{name}.rate") for name in "zφ"}, "weights": lopsided}
    choice |= {"coordinates": ("z", "φ", "x"), "speeds": ("z.rate", "φ.rate", "x.rate")}
    K0 = [
        canonical_matrices(car, lambda v: {"x.rate": v}, mirror=mirror, **choice).K0.to_array()
        for mirror in (None, Mirror(image))
    ]
    assert abs(K0[0][0, 1]) > 1e-3
    assert np.allclose(K0[1][[0, 1], [1, 0]], 0.0, atol=1e-14)
    lever = 0.5 * ((0.5 + 5 * 0.6) / 6 + 0.55)
    assert K0[1][1, 1] == pytest.approx(2 * 2.0 * lever**2, rel=1e-12)


def test_a_mirror_that_is_none_is_refused():
    with pytest.raises(FormulationError, match="the mirror image of"):
        linearized(axle({}), mirror=Mirror(lambda name: ("l.rate", 1.0)))


def hanging():
    """The pendulum below, by its angle and its place."""
    return linearized(angle_tree(), {"y": -1.0})


def angle_tree():
    bob = da.modules.subsystem(
        "bob",
        coordinates="x y",
        speeds="vx vy",
        forces={"vx": -da.param("m", 2.0) * S("vx'"), "vy": -da.param("m", 2.0) * (S("vy'") + G)},
    )
    rows = {"along x": S("x") - da.sin(S("θ")), "along y": S("y") + da.cos(S("θ"))}
    return da.modules.subsystem("pendulum", [bob], coordinates="θ", constraints=rows)


@pytest.mark.parametrize(
    ("coordinates", "speeds", "weights", "message"),
    [
        (["x", "θ"], ["vx"], {}, "x, θ are not independent: by 'along x', 'x' does not change alone"),
        (["θ"], ["vx", "θ.rate"], {}, "vx, θ.rate are not independent"),
        (["θ", "θ"], ["θ.rate"], {}, "the coordinate 'θ' is given twice"),
        ([], ["θ.rate"], {}, "no variables do not determine"),
        (["θ"], ["θ.rate"], {"along z": 2.0}, "there is no row 'along z'"),
    ],
)
def test_a_wrong_choice_of_what_is_left_is_refused(coordinates, speeds, weights, message):
    with pytest.raises(FormulationError, match=message):
        hanging().reduced(coordinates, speeds, weights=weights)


def test_what_cannot_be_linearized_is_named():
    tree = angle_tree()
    with pytest.raises(FormulationError, match=r"a tree of systems.*not Equations; .*da\.linearize"):
        linearized(tree.equations)
    with pytest.raises(FormulationError, match="'y' in the reference is a finite number, not nan"):
        linearized(tree, {"y": math.nan})
    with pytest.raises(FormulationError, match="step of differences must be a positive number"):
        Differences(0.0)
    with pytest.raises(FormulationError, match="s: 'x' is a variable and a parameter"):
        da.modules.subsystem("s", coordinates="x", forces={"x": -da.param("x", 2.0) * S("x.rate'") - S("x")})


@pytest.mark.covers("F000-84")
def test_linear_models_are_printed_as_equations_and_matrices():
    g, r = da.param("g", 9.81), da.param("r", 0.8)
    bob = da.modules.point_mass("bob", mass=1.3, gravity=(0.0, -g))
    rows = {"at x": S("x") - r * da.sin(S("θ")), "at y": S("y") + r * da.cos(S("θ"))}
    swing = da.modules.subsystem("swing", [bob], coordinates="θ", constraints=rows)
    linear = da.modules.linearized(swing, {"y": -r})
    lines = str(linear).splitlines()
    assert lines[0] == "ẋ = ẋ₀ + G δx + H δτ about y = -0.8, all else zero"
    assert next(line for line in lines if line.startswith("θ.rate")).split() == [
        *("θ.rate", "-12.2625", "·", "·", "·", "·", "·")
    ]
    assert repr(linear) == "<LinearTree 'swing': 6 states, 0 inputs>"
    small = linear.reduced(coordinates=["θ"], speeds=["θ.rate"])
    assert str(small).splitlines()[0] == "M δu̇ + D δu + K δq = E δτ"
    for value in (linear, linear.symbols, small, swing.reading(), swing.solved(), swing.explain()):
        assert "\n" not in repr(value)
        assert "array(" not in str(value)
