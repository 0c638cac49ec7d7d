"""Bodies with open parameters: impossible values are refused wherever they come in."""

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import ModelError
from dalembert.spatial.inertia import inertia_matrix

MASS, MOMENT = da.param("m", 1.0), da.param("Jz", 0.5)


def pendulum() -> da.Model:
    bob = da.Body("bob", da.Inertia(MASS, J=inertia_matrix(0.3, 0.3, MOMENT)))
    return da.Model(da.Revolute("j", da.ground, bob.at(y=1.0)), gravity=(0.0, -9.81, 0.0))


MODEL = pendulum()
DYNAMICS = da.as_dynamics(MODEL)

USES = {
    "state of a model": lambda p: MODEL.state(p=p),
    "state of equations": lambda p: da.derive(MODEL, da.Kane()).state(p=p),
    "state of canonical equations": lambda p: da.derive(MODEL, da.Hamilton()).state(p=p),
    "accelerations": lambda p: DYNAMICS.accelerations(da.State(p=p)),
    "simulate": lambda p: da.simulate(DYNAMICS, da.State(p=p), until=0.01),
    "assemble": lambda p: da.assemble(DYNAMICS, p=p),
}


@pytest.mark.parametrize("use", USES.values(), ids=USES)
@pytest.mark.parametrize(
    ("p", "message"),
    [
        (
            {"m": -1.0},
            r"body 'bob' is impossible with m = -1, Jz = 0\.5: the mass of a body must be positive, not -1",
        ),
        ({"Jz": -0.1}, r"body 'bob' is impossible .* Jz = -0\.1: .* is negative"),
        ({"Jz": 0.7}, "body 'bob' .* none may exceed the sum of the two others"),
    ],
)
def test_a_body_that_is_impossible_with_given_parameters_is_refused(use, p, message):
    with pytest.raises(ModelError, match=message):
        use(p)


@pytest.mark.parametrize("lane", range(3))
def test_every_lane_of_a_batch_is_checked(lane):
    starts = [da.State(p={"m": 1.0 + k}) for k in range(3)]
    starts[lane] = da.State(p={"m": -1.0})
    with pytest.raises(ModelError, match="body 'bob' is impossible with m = -1"):
        da.batch(DYNAMICS, starts, until=0.01)


def test_a_default_is_checked_when_it_counts():
    ball = da.sphere("ball", radius=0.1, mass=da.param("heavy", -2.0))
    model = da.Model(da.Free("f", da.ground, ball))
    assert model.state(p={"heavy": 2.0}).p == {"heavy": 2.0}
    with pytest.raises(ModelError, match="body 'ball' is impossible with heavy = -2"):
        da.simulate(model, until=0.01)


def test_possible_parameters_give_the_accelerations_of_the_pendulum():
    state = MODEL.state(q={"j": 0.3}, p={"m": 2.0, "Jz": 0.6})
    expected = -2.0 * 9.81 * np.sin(0.3) / (0.6 + 2.0)
    assert DYNAMICS.accelerations(state)["j.rate"] == pytest.approx(expected, rel=1e-12)


def test_bodies_of_submodels_are_checked_by_their_own_names():
    arm = da.Model(da.Revolute("pin", da.ground, da.rod("arm", length=1.0, mass=MASS)))
    both = da.Model(da.Submodel("left", arm), da.Submodel("right", arm))
    assert both.state(p={"left/m": 3.0}).p == {"left/m": 3.0}
    with pytest.raises(ModelError, match="body 'right/arm' is impossible with right/m = -1"):
        both.state(p={"right/m": -1.0})


LENGTH = da.param("L", 1.0)

SHAPES = [
    ("length", da.rod("part", length=LENGTH, mass=1.0)),
    ("radius", da.rod("part", length=1.0, radius=LENGTH, mass=1.0)),
    ("length", da.cylinder("part", length=2.0 * LENGTH, radius=1.0, mass=1.0)),
    ("length", da.cone("part", length=LENGTH, radius=1.0, inertia=da.Inertia(1.0))),
    ("radius", da.disc("part", radius=LENGTH, mass=1.0)),
    ("radius", da.sphere("part", radius=LENGTH, mass=1.0)),
    ("tube", da.torus("part", radius=3.0, tube=LENGTH, mass=1.0)),
    ("size.y", da.box("part", size=(1.0, LENGTH, 1.0), mass=1.0)),
    ("radii.z", da.ellipsoid("part", radii=(1.0, 1.0, LENGTH), mass=1.0)),
]


@pytest.mark.parametrize(("length", "body"), SHAPES)
def test_shapes_that_are_impossible_with_given_parameters_are_refused(length, body):
    model = da.Model(da.Revolute("j", da.ground, body.at(y=LENGTH)), gravity=(0.0, -9.81, 0.0))
    message = f"body 'part' is impossible with L = -1: its {length} must be positive, not -[12]"
    with pytest.raises(ModelError, match=message):
        model.state(p={"L": -1.0})
    assert model.state(p={"L": 0.5}).p == {"L": 0.5}


def test_copies_of_shapes_are_checked_by_their_own_parameters():
    arm = da.Model(da.Revolute("pin", da.ground, da.rod("arm", length=LENGTH, mass=1.0)))
    both = da.Model(da.Submodel("left", arm), da.Submodel("right", arm))
    with pytest.raises(ModelError, match="body 'right/arm' is impossible with right/L = -1: its length"):
        da.simulate(both, both.state(p={"left/L": 2.0, "right/L": -1.0}), until=0.1)


def test_a_tube_is_not_thicker_than_its_torus():
    ring = da.torus("ring", radius=LENGTH, tube=0.5, mass=1.0)
    with pytest.raises(ModelError, match=r"body 'ring' is impossible with L = 0\.4: its radius minus tube"):
        da.Model(da.Free("f", da.ground, ring)).state(p={"L": 0.4})
