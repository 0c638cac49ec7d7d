"""Derivatives through events of contacts, against differences of runs."""

import numpy as np
import pytest

import dalembert as da

G = 9.81
DOWN = (0.0, 0.0, -G)
FLOOR = da.geometry.plane(da.ground, "z")
METHOD = da.methods.DOP853(1e-12, 1e-14)


def ball_over_floor(**options):
    ball = da.sphere("ball", radius=0.1, mass=1.0)
    return da.Model(da.Free("p", da.ground, ball), da.Contact("floor", ball, FLOOR, **options), gravity=DOWN)


def block(*parts, **options):
    mass, rail = da.particle("block", mass=1.0), da.Body("rail")
    return da.Model(
        da.Prismatic("x", da.ground, rail, axis="x"),
        da.Prismatic("z", rail, mass, axis="z"),
        da.Contact("foot", mass, FLOOR, **options),
        *parts,
        gravity=DOWN,
    )


def arm_between_stops():
    arm = da.Revolute("A", da.ground, da.rod("rod", length=1.0, mass=1.0), axis="y")
    return da.Model(arm, da.Stop("stop", "A", low=-1.0, high=0.7, restitution=0.6), gravity=DOWN)


def sprung():
    spring = da.JointSpring("spring", "x", stiffness=da.param("k", 100.0))
    return block(spring, friction=da.Coulomb(0.5, 0.4))


def pulled():
    pull, lift = (da.JointForce(name, x, law) for name, x, law in FORCES)
    return block(pull, lift, friction=da.contacts.Stribeck(0.5, 0.3, 0.1))


FORCES = (("pull", "x", da.param("k", 10.0) * da.time), ("lift", "z", 12.0 * da.time))
SCENES = {
    "an oblique impact with friction": (
        lambda: ball_over_floor(restitution=0.5, friction=0.2),
        {"q": {"p.z": 1.1}, "u": {"p.x": 3.0, "p.y": 1.0}},
        ["p.z", "p.x.rate"],
        (0.7, ["p.x", "p.z", "p.wy"], ["floor impact"]),
    ),
    "an impact that ends its slip": (
        lambda: ball_over_floor(restitution=0.5, friction=0.2),
        {"q": {"p.z": 1.1}, "u": {"p.x": 0.3, "p.y": 0.1}},
        ["p.z", "p.x.rate"],
        (0.7, ["p.x", "p.z", "p.wy"], ["floor impact"]),
    ),
    "an arm that strikes twice": (
        arm_between_stops,
        {"q": {"A": 0.0}, "u": {"A": 0.0}},
        ["A", "A.rate"],
        (0.8, ["A", "A.rate"], ["stop high impact"] * 2),
    ),
    "slip that turns and ends": (
        sprung,
        {"q": {"x": 0.2}, "u": {"x": -0.1}, "p": {"k": 100.0}},
        ["k", "x"],
        (2.0, ["x", "foot.slip first.multiplier"], ["foot turns", "foot sticks"]),
    ),
    "rest that ends, and a contact that opens": (
        pulled,
        {"q": {"x": 0.2}, "p": {"k": 10.0}},
        ["k", "x"],
        (1.2, ["x", "x.rate", "x.acceleration"], ["foot slips", "foot opens"]),
    ),
}


@pytest.mark.parametrize("scene", SCENES)
def test_derivatives_go_through_events_of_contacts(scene):
    make, start, by, (until, outputs, events) = SCENES[scene]
    model = make()
    found = da.sensitivities(model, model.state(**start), by=by, times=[0.0, until], method=METHOD)
    assert [event.name for event in found.events] == events
    for name in by:
        kind = "p" if name in model.parameters else "u" if name.endswith(".rate") else "q"
        own = name.removesuffix(".rate")
        ends, times = [], []
        for h in (1e-6, -1e-6):
            values = {**start, kind: {**start[kind], own: start[kind][own] + h}}
            motion = da.simulate(model, model.state(**values), times=[0.0, until], method=METHOD)
            ends.append([motion[output][-1] for output in outputs])
            times.append([event.t for event in motion.events if event.name in events and event.t > 0.0])
        differences = (np.array(ends[0]) - np.array(ends[1])) / 2e-6
        assert [found[output, name][-1] for output in outputs] == pytest.approx(differences, rel=1e-6, abs=1e-6)
        moved = (np.array(times[0]) - np.array(times[1])) / 2e-6
        assert [event.time[name] for event in found.events] == pytest.approx(moved, rel=1e-6, abs=1e-6)


@pytest.mark.parametrize("restitution", [0.0, 0.5])
def test_derivatives_go_through_impacts_of_a_closed_loop(restitution):
    """A slider-crank whose slider strikes a stop, and stays there or springs back."""
    crank, rod = da.rod("crank", length=0.3, mass=1.0), da.rod("rod", length=1.0, mass=1.0)
    slider = da.particle("slider", mass=2.0)
    model = da.Model(
        da.Revolute("A", da.ground, crank, axis="y"),
        da.Revolute("B", crank["end"], rod, axis="y"),
        da.Prismatic("S", da.ground, slider, axis="x"),
        da.Revolute("C", rod["end"], slider, axis="y"),
        da.Stop("stop", "S", low=0.8, high=1.1, restitution=restitution),
        da.JointForce("push", "S", 20.0),
        gravity=DOWN,
    )
    start = da.assemble(model, q={"S": 1.0}, guess={"A": 0.8, "B": 0.8})
    found = da.sensitivities(model, start, by=["A"], times=[0.0, 0.3], method=METHOD)
    starts = [da.assemble(model, q={"A": start.q["A"] + h}, guess=start) for h in (1e-6, -1e-6)]
    ends = [da.simulate(model, one, times=[0.0, 0.3], method=METHOD)["A"][-1] for one in starts]
    assert [event.name for event in found.events] == ["stop high impact"]
    assert found["A", "A"][-1] == pytest.approx((ends[0] - ends[1]) / 2e-6, rel=1e-6, abs=1e-6)


def test_what_has_no_derivative_is_refused_by_name():
    box = da.box("box", size=(1.0, 1.0, 1.0), mass=2.0)
    dropped = da.Model(da.Free("p", da.ground, box), da.Contact("floor", box, FLOOR, friction=0.4), gravity=DOWN)
    with pytest.raises(da.errors.SolverError, match="contacts change together at t = 0"):
        da.sensitivities(dropped, {"p.z": 0.6}, by=["p.z"], until=0.3)
    rolling = ball_over_floor(friction=0.2)
    start = rolling.state(q={"p.z": 0.1}, u={"p.x": 1.0, "p.y": 0.2})
    with pytest.raises(da.errors.SolverError, match="slip in space ends"):
        da.sensitivities(rolling, start, by=["p.x.rate"], until=1.0)
    with pytest.raises(da.errors.SolverError, match="'foot' slips without speed"):
        da.sensitivities(sprung(), {"x": 0.2}, by=["k"], until=0.1)
    kick = da.Event("kick", da.time - 0.1, action=da.actions.Reset({"x.rate": 1.0}))
    with pytest.raises(da.errors.ModelError, match="no events of one's own beside contacts"):
        da.sensitivities(sprung(), {"x": 0.0}, by=["k"], until=0.2, events=[kick])


def test_an_impact_that_only_touches_has_no_derivative():
    """Thrown so that it just reaches a ceiling: next to it there is no impact."""
    ceiling, mass = da.geometry.plane(da.ground, "-z"), da.particle("mass", mass=1.0)
    model = da.Model(
        da.Prismatic("z", da.ground, mass, axis="z"), da.Contact("ceiling", mass, ceiling), gravity=DOWN
    )
    thrown = model.state(q={"z": -1.0}, u={"z": np.sqrt(2.0 * G) * (1.0 + 1e-15)})
    assert "ceiling impact" in [event.name for event in da.simulate(model, thrown, until=0.6).events]
    with pytest.raises(da.errors.SolverError, match="'ceiling impact' only touches"):
        da.sensitivities(model, thrown, by=["z.rate"], until=0.6)


def test_a_contact_that_is_passed_without_a_gap_has_no_derivative():
    """A mass flies over the top of a hill, just touching it or above it."""
    mass, rail = da.particle("mass", mass=1.0), da.Body("rail")
    model = da.Model(
        da.Prismatic("x", da.ground, rail, axis="x"),
        da.Prismatic("z", rail, mass, axis="z"),
        da.contacts.GapContact("hill", da.coordinate("z") - 1.0 + da.coordinate("x") ** 2),
    )
    for x, times in ((-1.0, {"until": 2.0}), (-0.9, {"times": [0.5, 1.7]})):
        with pytest.raises(da.errors.SolverError, match="'hill' is passed without a gap"):
            da.sensitivities(model, da.State(q={"x": x, "z": 1.0}, u={"x": 1.0}), by=["z"], **times)
    above = da.sensitivities(model, da.State(q={"x": -1.0, "z": 1.001}, u={"x": 1.0}), by=["z"], until=2.0)
    assert above["z", "z"][-1] == pytest.approx(1.0)
