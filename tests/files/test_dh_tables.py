"""Robots from tables of Denavit and Hartenberg: products of matrices by hand, and a Puma 560 of the literature."""

import numpy as np
import pytest

import dalembert as da
from dalembert.dynamics.native_functions import resolved_together
from dalembert.errors import ModelError


def turn_z(angle: float) -> np.ndarray:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1.0]])


def turn_x(angle: float) -> np.ndarray:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[1, 0, 0, 0], [0, c, -s, 0], [0, s, c, 0], [0, 0, 0, 1.0]])


def shift(x: float, z: float) -> np.ndarray:
    X = np.eye(4)
    X[0, 3], X[2, 3] = x, z
    return X


ROWS = [
    {"a": 0.3, "alpha": 0.4, "d": 0.1, "theta": 0.2, "mass": 1.0, "inertia": (0.1, 0.1, 0.1)},
    {"a": -0.2, "alpha": -1.1, "theta": 0.7, "joint": "prismatic", "offset": 0.25, "mass": 1.0},
    {"a": 0.5, "alpha": np.pi / 2, "d": -0.3, "offset": -0.6, "mass": 1.0, "inertia": np.eye(3)},
]


def steps(q: tuple[float, float, float], convention: str) -> np.ndarray:
    """The product of the matrices of each row, in the order that each convention is defined by."""
    X = np.eye(4)
    angles = (0.2 + q[0], 0.7, -0.6 + q[2])
    lengths = (0.1, 0.25 + q[1], -0.3)
    for row, theta, d in zip(ROWS, angles, lengths, strict=True):
        z, x = turn_z(theta) @ shift(0, d), shift(row["a"], 0) @ turn_x(row["alpha"])
        X = X @ (z @ x if convention == "standard" else turn_x(row["alpha"]) @ shift(row["a"], 0) @ z)
    return X


@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_frames_are_products_of_matrices(convention):
    model = da.model_files.from_dh(ROWS, convention=convention)
    dynamics, hand = da.as_dynamics(model), model.body("link 3")
    of = resolved_together(dynamics.solution, {"p": da.position(hand), "R": da.orientation(hand)})
    function = dynamics.function(of)
    for q in ((0, 0, 0), (0.5, -0.2, 1.3)):
        state = model.state(q=dict(zip(model.coordinates, map(float, q), strict=True)))
        values, X = function(**dynamics.arguments(state)), steps(q, convention)
        np.testing.assert_allclose(values["p"], X[:3, 3], atol=1e-14)
        np.testing.assert_allclose(values["R"], X[:3, :3], atol=1e-14)


PUMA = [
    {"alpha": np.pi / 2, "inertia": da.Inertia(0.0, J=np.diag([0, 0.35, 0]), check=False)},
    {"a": 0.4318, "mass": 17.4, "com": (-0.3638, 0.006, 0.2275), "inertia": (0.13, 0.524, 0.539)},
    {
        "a": 0.0203,
        "alpha": -np.pi / 2,
        "d": 0.15005,
        # published so, though no body has these moments
        "inertia": da.Inertia(4.8, (-0.0203, -0.0141, 0.070), np.diag([0.066, 0.086, 0.0125]), check=False),
    },
    {"alpha": np.pi / 2, "d": 0.4318, "mass": 0.82, "com": (0, 0.019, 0), "inertia": (1.8e-3, 1.3e-3, 1.8e-3)},
    {"alpha": -np.pi / 2, "mass": 0.34, "inertia": (0.3e-3, 0.4e-3, 0.3e-3)},
    {"mass": 0.09, "com": (0, 0, 0.032), "inertia": (0.15e-3, 0.15e-3, 0.04e-3)},
]
"""A Puma 560, by Armstrong, Khatib and Burdick 1986 in the axes of Corke and Armstrong-Hélouvry 1994."""

ROTORS = np.array([200e-6, 200e-6, 200e-6, 33e-6, 33e-6, 33e-6])
RATIOS = np.array([-62.6111, 107.815, -53.7063, 76.0364, 71.923, 76.686])
NOMINAL = np.array([0, np.pi / 4, np.pi, 0, np.pi / 4, 0])


def matrices(model: da.Model, q: np.ndarray, u: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    dynamics = da.as_dynamics(model)
    eom = dynamics.equations
    values = dynamics.function({"M": eom.M, "f": eom.f})(0.0, q, u, [], np.zeros(len(eom.inputs)))
    return values["M"], values["f"]


def test_a_puma_560_has_the_mass_matrix_and_the_weight_of_the_literature():
    M, f = matrices(da.model_files.from_dh(PUMA, gravity=(0, 0, -9.81)), NOMINAL, np.zeros(6))
    M = M + np.diag(RATIOS**2 * ROTORS)
    # Corke, Robotics, Vision and Control (2011), section 9.1: rotors included
    assert np.round(np.diag(M), 4).tolist() == [3.6594, 4.4137, 0.9378, 0.1925, 0.1713, 0.1941]
    assert np.round([M[0, 1], M[0, 2], M[1, 2]], 4).tolist() == [-0.4044, 0.1006, 0.3509]
    assert np.round(-f, 4).tolist() == pytest.approx([0, 31.6399, 6.0351, 0, 0.0283, 0])


def test_a_puma_560_moves_as_that_of_pinocchio():
    pin = pytest.importorskip("pinocchio")
    peer = pin.Model()
    peer.gravity.linear = np.array([0.0, 0.0, -9.81])
    parent, place = 0, pin.SE3.Identity()
    for row in PUMA:
        parent = peer.addJoint(parent, pin.JointModelRZ(), place, f"j{parent}")
        # all behind the joint's own turn belongs to the link
        X = shift(row.get("a", 0.0), row.get("d", 0.0)) @ turn_x(row.get("alpha", 0.0))
        place = pin.SE3(X)
        inertia = row["inertia"]
        given = (
            inertia
            if isinstance(inertia, da.Inertia)
            else da.Inertia(row["mass"], row.get("com", np.zeros(3)), np.diag(inertia))
        )
        peer.appendBodyToJoint(parent, pin.Inertia(float(given.mass), given.com, given.J), place)
    data, rng = peer.createData(), np.random.default_rng(5)
    model = da.model_files.from_dh(PUMA, gravity=(0, 0, -9.81))
    for _ in range(3):
        q, u = rng.uniform(-1, 1, (2, 6))
        M, f = matrices(model, q, u)
        theirs = pin.crba(peer, data, q)
        theirs = np.triu(theirs) + np.triu(theirs, 1).T
        np.testing.assert_allclose(M, theirs, rtol=0, atol=1e-13 * np.abs(theirs).max())
        nle = pin.nle(peer, data, q, u)
        np.testing.assert_allclose(-f, nle, rtol=0, atol=1e-13 * np.abs(nle).max())


def test_numbers_may_stay_open():
    length = da.param("l", 0.5)
    row = {"a": length, "mass": 1.0, "com": (-0.5 * length, 0, 0), "inertia": (0.1, 0.1, 0.1)}
    model = da.model_files.from_dh([row, {**row, "offset": 0.1}], gravity=(0, -9.81, 0))
    dynamics, down = da.as_dynamics(model), model.state(q={"joint 1": -np.pi / 2, "joint 2": -0.1})
    for l in (0.5, 1.2):
        # both links hang straight down, and one is pushed: nothing of the other's place enters
        M11 = 0.1 + (l / 2) ** 2 + 0.1 + (1.5 * l) ** 2
        M12, M22 = 0.1 + (1.5 * l) * (l / 2), 0.1 + (l / 2) ** 2
        state = model.state(q=dict(down.q), tau={"joint 2 motor": 1.0}, p={"l": l})
        expected = np.linalg.solve([[M11, M12], [M12, M22]], [0.0, 1.0])
        found = dynamics.accelerations(state)
        assert [found["joint 1.rate"], found["joint 2.rate"]] == pytest.approx(expected, rel=1e-12)


REFUSED = {
    "no rows": ([], "has none"),
    "words": ("abc", "a table is a list of rows"),
    "one row": ({"a": 1.0}, "a table is a list of rows"),
    "key": ([{"aplha": 1.0}], "row 1 of the table has no 'aplha'; did you mean 'alpha'"),
    "nan": ([{"a": float("nan"), "mass": 1.0}], "row 1 of the table: 'a' is a finite number"),
    "text": ([{"d": "1"}], "row 1 of the table: 'd' is a finite number or a parameter, not '1'"),
    "kind": ([{"joint": "ball"}], "'revolute' or 'prismatic', not 'ball'"),
    "no mass": ([{"a": 1.0, "com": (0, 0, 0)}], "give mass"),
    "impossible": ([{"mass": 1.0, "inertia": (1, 1, 5)}], "row 1 of the table: principal moments"),
    "twice": ([{"name": "q", "mass": 1.0, "inertia": (1, 1, 1)}] * 2, "'q'"),
    "weightless": ([{"a": 1.0}], "link 1|joint 1"),
    "number": ([3], "row 1 of the table is a mapping"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_wrong_tables_are_refused_with_the_row(case):
    rows, words = REFUSED[case]
    with pytest.raises(ModelError, match=words):
        da.model_files.from_dh(rows)


def test_the_convention_is_one_of_two():
    with pytest.raises(ModelError, match="'standard' or 'modified', not 'craig'"):
        da.model_files.from_dh(ROWS, convention="craig")
