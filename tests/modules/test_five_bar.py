"""The five-bar mechanism with motors: numbers of the thesis, and any tree gives the same motion."""

import numpy as np
import pytest

import dalembert as da
from dalembert.modules import Independent, Pivoted
from tests.modules import five_bar

RTOL_FLAT = 1e-10


@pytest.fixture(scope="module")
def tree():
    return five_bar.nested()


@pytest.fixture(scope="module")
def values():
    return five_bar.values()


@pytest.mark.covers("F000-15", "F000-65")
def test_forces_along_independent_variables_are_those_of_the_regression_vector(tree, values):
    f = tree.f_bar.at(values)
    assert f["R/L/θ.rate"] == pytest.approx(4.671964, abs=1e-6)
    assert f["R/R/θ.rate"] == pytest.approx(-6.346591, abs=1e-6)
    hands = [tree["R"][K].f_bar.at(values).to_array()[:, 0] for K in "LR"]
    assert np.allclose(hands, [(1.935065, -2.190479), (-2.886647, 1.875830)], rtol=0, atol=1e-6)


@pytest.mark.covers("F000-21")
def test_the_equation_of_a_current_stands_in_the_same_tree(tree, values):
    # v − λ i' − ρ i − κ η θ', with v = i' = 0
    f = tree.f_bar.at(values)
    assert f["motorL/i"] == pytest.approx(-1.5 * 0.3 - 0.3 * 2.0 * 1.0)
    assert tree.degrees_of_freedom == 4


@pytest.mark.covers("F000-14", "F000-15")
def test_every_node_keeps_its_rows(tree, values):
    for node in tree.nodes():
        if node.constraints:
            assert np.abs((node.B @ node.C).at(values).to_array()).max() < 1e-14
        assert np.abs((node.S - node.R @ node.C).at(values).to_array()).max() < 1e-14
    assert np.abs((tree.full_A @ tree.S).at(values).to_array()).max() < 1e-14
    assert [node.name for node in tree.nodes()][-2:] == ["R", "P"]


def test_the_loop_moves_as_its_closed_form_says(tree, values):
    # columns θ_L, θ_R of the thesis, with all lower bars alike
    a, b, (s, c) = 0.5, 0.8, (np.sin, np.cos)
    θ, φ = (2.0, np.pi - 2.0), (0.8, np.pi - 0.8)
    sχ = s(φ[1] - φ[0])
    C = tree["R"].C.at(values)
    x = [-s(θ[0] - φ[0]) * s(φ[1]) * a / sχ, s(φ[0]) * s(θ[1] - φ[1]) * a / sχ]
    y = [c(φ[1]) * s(θ[0] - φ[0]) * a / sχ, -c(φ[0]) * s(θ[1] - φ[1]) * a / sχ]
    φL = [s(θ[0] - φ[1]) * a / (sχ * b), -s(θ[1] - φ[1]) * a / (sχ * b)]
    assert np.allclose(C.to_array(["R/load/x'", "R/load/y'", "R/L/φ.rate"]), [x, y, φL])


def accelerations(equations, values):
    given = {name: x for name, x in values.items() if name in {*equations.coordinates, *equations.speeds}}
    given |= {name: 0.0 for name in equations.inputs}
    point = {da.expr.symbol(name): x for name, x in given.items()}
    point |= {da.param(name, default): values[name] for name, default in equations.parameters.items()}
    found = da.expr.evaluate(equations.accelerations, point)
    return dict(zip(equations.speeds, found, strict=True))


@pytest.mark.covers("F000-11", "F000-17")
@pytest.mark.parametrize(
    "complement",
    [None, Independent("R/L/U/ω", "R/R/B/ω", "motorL/i", "motorR/i"), Pivoted()],
    ids=["same", "others", "pivots"],
)
def test_flat_and_nested_move_alike(tree, values, complement):
    nested = accelerations(tree.equations, values)
    flat = accelerations(tree.flat(complement).equations, values)
    assert flat.keys() == nested.keys()
    assert np.allclose(list(flat.values()), [nested[name] for name in flat], rtol=RTOL_FLAT, atol=RTOL_FLAT)


@pytest.mark.covers("F000-17")
def test_another_tree_of_the_same_parts_moves_alike(tree, values):
    nested = accelerations(tree.equations, values)
    other = five_bar.by_sides()
    names = {f"R/{K}/": f"{K}/hand/" for K in "LR"} | {f"motor{K}/": f"{K}/motor/" for K in "LR"}
    names |= {"R/load/": "load/"}

    def moved(name):
        old = next((key for key in names if name.startswith(key)), None)
        return name if old is None else name.replace(old, names[old], 1)

    found = accelerations(other.equations, {moved(name): x for name, x in values.items()})
    for name, x in nested.items():
        if name != "R/χ.rate":
            assert found[moved(name)] == pytest.approx(x, rel=RTOL_FLAT, abs=RTOL_FLAT), name
