import numpy as np
import pytest

import dalembert as da
from dalembert.errors import FormulationError
from dalembert.modules import LabelledMatrix, assembled, identity, labelled_column

S = da.expr.symbol
x, y = da.expr.symbols("x y")
X = LabelledMatrix(("a", "b"), ("u", "v"), [[x, 1.0], [0.0, da.sin(y) * x]])
Y = LabelledMatrix(("b", "c"), ("v", "w"), [[2.0, 1.0], [0.0, y]])
Z = LabelledMatrix(("c", "a"), ("w", "u"), [[4.0, 0.5], [0.0, x]])
AT = {"x": 0.7, "y": 1.3}


def numbers(matrix, rows="abc", columns="uvw"):
    found = matrix.at(AT)
    return found.expanded(tuple(rows), tuple(columns)).astype(float)


@pytest.mark.covers("F000-1")
def test_joining_takes_all_names_and_adds_what_has_the_same():
    both = X + Y
    assert both.rows == ("a", "b", "c")
    assert both.columns == ("u", "v", "w")
    assert both["a", "w"] == 0.0
    assert both.at(AT)["b", "v"] == pytest.approx(2.0 + np.sin(1.3) * 0.7)


@pytest.mark.covers("F000-1")
def test_joining_has_no_order():
    assert np.array_equal(numbers(X + Y), numbers(Y + X))
    assert np.allclose(numbers((X + Y) + Z), numbers(X + (Y + Z)), rtol=0, atol=1e-15)
    assert np.array_equal(numbers(assembled([X, Y, Z])), numbers((X + Y) + Z))


@pytest.mark.covers("F000-1")
def test_products_match_names_not_places():
    turned = Y.block(("c", "b"))
    wide = X.T.block(("v", "u"))
    assert np.allclose(
        numbers(wide @ (X + Y) @ (X + Y).T, "uv", "abc"),
        X.T.at(AT).to_array("uv", "ab") @ (X + Y).at(AT).to_array("ab", "uvw") @ numbers(X + Y).T,
    )
    assert np.allclose(numbers(identity("cb") @ turned, "bc", "vw"), numbers(Y, "bc", "vw"))


def test_blocks_are_taken_by_name():
    assert X.block(["b"], ["v", "u"]).entries[0, 0] is X["b", "v"]
    assert labelled_column({"a": x, "b": 2.0})["b"] == 2.0


def test_it_prints_as_a_table():
    assert repr(X) == "   u             v\na  x             1\nb  ·  (sin(y) * x)"
    assert repr(labelled_column({"force": 2.0})) == "force  2"
    assert X.at(AT).text().splitlines()[1].split() == ["a", "7/10", "1"]
    assert X.latex().startswith(r"\begin{array}{r|cc}")
    assert "no entries" in repr(LabelledMatrix((), ("u",), []))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: X["a", "w"], "there is no column 'w'; the columns are u, v"),
        (lambda: X["a"], "an entry has a row and a column"),
        (lambda: X @ Y, "columns u, v have no row to be multiplied with, and rows b, c no column"),
        (lambda: LabelledMatrix(("a",), ("u", "v"), [[1.0]]), "do not fit 1 names of rows"),
        (lambda: LabelledMatrix(("a", "a"), ("u",), [[1.0], [2.0]]), "'a' occurs twice"),
        (lambda: LabelledMatrix("ab", ("u",), [[1.0], [2.0]]), "given in a list"),
    ],
)
def test_what_does_not_fit_is_named(wrong, message):
    with pytest.raises(FormulationError, match=message):
        wrong()


@pytest.mark.covers("F000-1")
def test_blocks_are_asked_for_by_groups_and_by_names_of_subsystems():
    wagon = da.modules.point_mass("wagon", mass=2.0, gravity=(0.0, -9.81))
    rows = {"track": S("wagon/y") - 0.1 * S("wagon/x"), "stretch": S("s") - S("wagon/x")}
    node = da.modules.subsystem(
        "train", {"wagon": wagon}, coordinates="s", constraints=rows, independent="wagon/x.rate"
    )
    assert node.C.block(["#"]).rows == ("wagon/x.rate",)
    assert node.C.block(["*"]).rows == ("s.rate", "wagon/y.rate")
    assert node.C.block(["*"], ["#"]).to_array().ravel().tolist() == [1.0, 0.1]
    assert node.A.block(columns=["⊕"]).columns == ("s.rate",)
    assert node.A.block(["stretch"], ["wagon"]).columns == ("wagon/x.rate", "wagon/y.rate")
    assert node.S.block(["wagon", "s.rate"]).rows == ("wagon/x.rate", "wagon/y.rate", "s.rate")
    # children in a list keep their names, which only the node knows
    whole = da.modules.subsystem("whole", [node])
    assert whole.S.block(["train"]).rows == ("s.rate", "wagon/x.rate", "wagon/y.rate")
    with pytest.raises(FormulationError, match="there is no row 'cart'"):
        node.S.block(["cart"])
