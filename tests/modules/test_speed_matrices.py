"""Matrices of vehicles by powers of speed: typed ones come back, what is not of this form is refused."""

import math

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import DalembertError
from dalembert.modules import canonical_matrices

S = da.expr.symbol
MATRICES = {
    "M": [[3.0, 1.0], [1.0, 2.0]],
    "C1": [[0.5, -0.3], [0.2, 0.7]],
    "K0": [[-4.0, 1.0], [1.0, -2.0]],
    "K2": [[0.0, 2.0], [0.0, 1.5]],
}
CHOICE = {
    "variables": {"roll": ("a", "a.rate"), "steer": ("b", "b.rate")},
    "coordinates": ("a", "b", "x"),
    "speeds": ("a.rate", "b.rate", "x.rate"),
}


def vehicle(spring=0.0):
    """Two variables beside a speed, with a spring on the first."""
    M, C1, K0, K2 = (np.array(X) for X in MATRICES.values())
    q, u, a = (np.array([S(f"{x}{what}") for x in "ab"]) for what in ("", ".rate", ".rate'"))
    v = S("x.rate")
    balance = M @ a + v * (C1 @ u) + (da.param("g", 9.81) * K0 + v**2 * K2) @ q
    forces = {"a": -balance[0] - spring * S("a"), "b": -balance[1], "x": -5.0 * S("x.rate'")}
    return da.modules.subsystem("vehicle", coordinates="a b x", forces=forces)


@pytest.mark.parametrize("more", [{}, {"g": 1.62}], ids=["usual", "moon"])
def test_typed_matrices_come_back_whatever_gravity_the_reference_has(more):
    found = canonical_matrices(vehicle(), lambda v: {"x.rate": v, **more}, **CHOICE)
    for name, expected in MATRICES.items():
        np.testing.assert_allclose(getattr(found, name).to_array(), expected, rtol=1e-12, atol=1e-12)
    with pytest.raises(DalembertError, match="finite numbers"):
        found.eigenvalues([1.0, math.nan])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"system": vehicle(spring=20.0)}, "are not of the form M q̈"),
        ({"reference": {"x.rate": 1.0}}, "a function of speed that gives values by name"),
        ({"variables": {"roll": ("a", "b.rate"), "steer": ("b", "a.rate")}}, "'b.rate' is not the rate of 'a'"),
        ({"variables": {"roll": ("z", "a.rate"), "steer": ("b", "b.rate")}}, "no independent coordinate .* 'z'"),
    ],
    ids=["spring", "no function", "crossed pairs", "unknown"],
)
def test_what_is_not_of_this_form_is_refused(given, message):
    whole = {"system": vehicle(), "reference": lambda v: {"x.rate": v}, **CHOICE, **given}
    with pytest.raises(DalembertError, match=message):
        canonical_matrices(whole.pop("system"), whole.pop("reference"), **whole)
