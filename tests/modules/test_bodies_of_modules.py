"""Bodies, frames and ports of models of models, asked of equations by modules: the numbers of the flat model."""

import pickle

import numpy as np
import pytest

import dalembert as da
from dalembert.dynamics.as_dynamics import as_dynamics
from dalembert.errors import DalembertError
from dalembert.pictures.body_poses import motion_scene

ATOL = 1e-9


def chain():
    """A dyad in a module in a module, and another beside it, with a body of the whole at the end."""
    upper, lower = (da.rod(name, length=x, mass=1.0, radius=0.05) for name, x in (("upper", 1.0), ("lower", 0.5)))
    dyad = da.Model(
        da.Revolute("elbow", upper["end"], lower, axis="z"), ports={"root": upper, "end": lower["end"]}
    )
    inner = da.Model(
        da.Submodel("dyad", dyad),
        ports={"root": da.port("dyad", "root"), "end": da.port("dyad", "end")},
    )
    tip = da.rod("tip", length=0.3, mass=0.2, radius=0.02)
    return da.Model(
        da.Submodel("one", inner),
        da.Submodel("two", dyad),
        da.Revolute("A", da.ground, da.port("one", "root"), axis="z"),
        da.Revolute("B", da.port("one", "end"), da.port("two", "root"), axis="y"),
        da.Revolute("C", da.port("two", "end"), tip, axis="z"),
        gravity=(0.0, -9.81, 0.0),
    )


MODEL = chain()
FLAT = da.derive(MODEL)
START = FLAT.state(q={"A": 0.3, "B": -0.4, "one/dyad/elbow": 0.2}, u={"A": 1.0, "B": -2.0, "two/elbow": 0.7})
PLACES = {
    "deep": MODEL.body("one/dyad/lower")["end"],
    "outer": MODEL.body("two/lower").at((0.1, 0.2, 0.3)),
    "own": MODEL.body("tip")["end"],
    "port": da.port("one", "end"),
}


@pytest.fixture(scope="module", params=["modular", "condensed"])
def equations(request):
    tree = da.Modular({"one": da.Kane()}).tree(MODEL)
    return da.modules.condensed(tree) if request.param == "condensed" else tree.equations


def measures(place):
    return [
        *da.position(place),
        *da.velocity(place),
        *da.acceleration(place),
        *da.angular_velocity(place),
        *np.ravel(da.orientation(place)),
    ]


def test_measures_events_and_pictures_are_those_of_the_flat_model(equations):
    asked = [x for place in PLACES.values() for x in measures(place)]
    asked += [
        *da.reaction_force("B"),
        *da.reaction_moment("C"),
        da.energies.kinetic_energy(),
        da.energies.potential_energy(),
    ]
    level = da.Event("level", da.position(PLACES["port"])[1] - 0.58)
    method = da.methods.DOP853(rtol=1e-12, atol=1e-12)
    flat, modular = (
        da.simulate(eom, state, until=0.1, times=[0.0, 0.1], method=method, events=[level])
        for eom, state in ((FLAT, START), (equations, da.convert_state(START, MODEL, equations)))
    )
    a, b = (run.evaluate(np.array(asked, dtype=object)) for run in (flat, modular))
    assert np.ptp(a[:, 0]) > 1e-3
    assert np.allclose(a, b, rtol=0, atol=ATOL)
    assert [event.t for event in modular.events] == pytest.approx([event.t for event in flat.events], abs=ATOL)
    assert flat.events
    drawn = [motion_scene(run) for run in (flat, modular)]
    p, same = ({body.name: x for body, x in zip(s.bodies, s.poses.p[-1], strict=True)} for s in drawn)
    assert p.keys() == same.keys()
    assert all(np.allclose(p[name], same[name], rtol=0, atol=ATOL) for name in p)


def test_an_impulse_at_a_frame_of_a_module_is_that_of_the_flat_model():
    modular = da.derive(MODEL, da.Modular())
    blow = {PLACES["deep"]: (0.0, 0.5, 0.2), PLACES["port"]: (1.0, 0.0, 0.0)}
    found = [
        da.impulse(eom, da.convert_state(START, MODEL, eom), forces=blow).kinetic_energies
        for eom in (FLAT, modular)
    ]
    assert found[0][1] - found[0][0] != pytest.approx(0.0, abs=1e-3)
    assert np.allclose(*found, rtol=0, atol=ATOL)


def test_the_jacobian_of_a_frame_of_a_module_moves_it_as_in_the_flat_model():
    found = []
    for eom in (FLAT, da.derive(MODEL, da.Modular())):
        state = da.convert_state(START, MODEL, eom)
        found.append(
            da.matrices.jacobian_of(eom, PLACES["deep"], state) @ np.array([state.u[name] for name in eom.speeds])
        )
    assert np.abs(found[0]).max() > 0.1
    assert np.allclose(*found, rtol=0, atol=ATOL)


@pytest.mark.parametrize("has_mass", [True, False])
def test_rows_inside_a_condensed_module_have_multipliers_and_reactions_follow(has_mass):
    # what has no mass is solved with the rows that hold it, inside its part; of runs they are no part
    base, crank, rocker = (da.rod(name, length=1.0, mass=1.0, radius=0.05) for name in ("base", "crank", "rocker"))
    a, b = da.coordinate("a"), da.coordinate("b")
    light = [da.extend.extra_coordinate("s"), da.Holonomic("light", da.coordinate("s") - a)]
    module = da.Model(
        da.Revolute("a", base, crank, axis="z"),
        da.Revolute("b", base["end"], rocker, axis="z"),
        da.Holonomic("gear", b - 2.0 * a),
        *([] if has_mass else light),
        ports={"root": base},
    )
    pin = da.Revolute("pin", da.ground, da.port("m", "root"), axis="z")
    model = da.Model(da.Submodel("m", module), pin, gravity=(0.0, -9.81, 0.0))
    eom = da.modules.condensed(da.Modular().tree(model))
    start = da.assemble(model, q={"pin": 0.1, "m/a": 0.4})
    moved = da.convert_state(start, model, eom)
    tip = {"a": np.array(da.acceleration(model.body("m/rocker")["end"]))}
    force = {"f": da.reaction_force("pin")[1]}
    expected = as_dynamics(model).evaluate(tip | force, start)
    assert np.allclose(as_dynamics(eom).evaluate(tip, moved)["a"], expected["a"], rtol=0, atol=ATOL)
    assert "m/rocker.position.x" in eom.signals
    assert "power" in eom.signals
    assert as_dynamics(eom).evaluate(force, moved)["f"] == pytest.approx(float(expected["f"]), abs=ATOL)
    rows = [f"m/{name}.multiplier" for name in ("gear", *(() if has_mass else ("light",)))]
    plain = as_dynamics(model).signals([*rows, "pin.force.x"], start)
    assert as_dynamics(eom).signals([*rows, "pin.force.x"], moved) == pytest.approx(plain, abs=ATOL)


def test_principles_and_modules_are_compared():
    found = str(da.compare(MODEL, [da.Recursive(), da.Modular()], 1))
    assert "does not apply" not in found and "Modular()" in found


def test_equations_of_modules_can_be_pickled_with_their_bodies():
    eom = da.derive(MODEL, da.Modular())
    again = pickle.loads(pickle.dumps(eom))
    state = da.convert_state(START, MODEL, eom)
    here, there = (
        as_dynamics(one).evaluate({"p": np.array(da.position(one.model.body("tip")["end"]))}, state)["p"]
        for one in (eom, again)
    )
    assert np.array_equal(here, there)


@pytest.mark.parametrize(
    "chosen", [{}, {"coordinates": da.formulations.Absolute()}, {"principle": da.NewtonEuler()}], ids=str
)
def test_ports_mean_the_same_in_all_coordinates(chosen):
    eom = da.derive(MODEL, **chosen)
    asked = {"p": np.array(da.position(PLACES["port"]))}
    found = as_dynamics(eom).evaluate(asked, da.convert_state(START, MODEL, eom))["p"]
    # upper and lower part in the plane of A
    a, b = 0.3, 0.3 + 0.2
    assert np.allclose(found, [np.cos(a) + 0.5 * np.cos(b), np.sin(a) + 0.5 * np.sin(b), 0.0], rtol=0, atol=ATOL)


def test_condensed_equations_refuse_what_they_cannot_tell():
    eom = da.modules.condensed(da.Modular().tree(MODEL))
    with pytest.raises(DalembertError, match="equations"):
        da.impulse(eom, da.convert_state(START, MODEL, eom), forces={PLACES["own"]: (1.0, 0.0, 0.0)})


@pytest.mark.covers("F000-88")
@pytest.mark.parametrize("principle", [da.Lagrange(), da.Hamilton()], ids=["Lagrange", "Hamilton"])
def test_bodies_of_models_in_leaves_are_shown_where_they_are(principle):
    S = da.expr.symbol
    cart, rod = da.box("cart", size=(0.4, 0.2, 0.2), mass=1.0), da.rod("rod", length=1.0, mass=2.0)
    model = da.Model(da.Prismatic("x", da.ground, cart, axis="x"), da.Revolute("θ", cart, rod, axis="z"))
    leaf = da.modules.leaf("leaf", model, principle)
    ball = da.modules.point_mass("ball", mass=1.0, gravity=(0.0, -9.81))
    node = da.modules.subsystem(
        "pair", {"one": leaf, "two": leaf, "ball": ball}, constraints={"apart": S("one/x") - S("two/x") + 1.5}
    )
    assert [body.name for body in node.bodies] == ["one/cart", "one/rod", "two/cart", "two/rod", "ball"]
    places = {body.name: body for body in node.bodies}
    at = {S("two/x"): 0.7, S("two/θ"): 0.3}
    np.testing.assert_allclose(da.expr.evaluate(places["two/rod"].p, at), [0.7, 0.0, 0.0], atol=ATOL)
    turned = np.array([np.cos(0.3), np.sin(0.3), 0.0])
    np.testing.assert_allclose(da.expr.evaluate(places["two/rod"].R, at)[:, 0], turned, atol=ATOL)
    # a motion is a scene of these, a particle and a thin rod among them
    motion = da.simulate(node, da.assemble(node, q={"one/x": -1.0, "two/x": 0.5}), times=[0.0, 0.1])
    assert {body.name for body in motion_scene(motion).bodies} == places.keys()
