"""What runs with contacts tell, and what may stand beside them: events, jamming, boxes, sums of forces."""

from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import ModelError, SolverError
from dalembert.pictures.page_data import page_data
from tests.oracles.contact_law import assert_lawful

g = 9.81
DOWN = (0.0, 0.0, -g)


def floor():
    return da.geometry.plane(da.ground, "z")


def block_on_rails(*parts, **options):
    block, rail = da.particle("block", mass=2.0), da.Body("rail")
    return da.Model(
        da.Prismatic("x", da.ground, rail, axis="x"),
        da.Prismatic("z", rail, block, axis="z"),
        da.Contact("foot", block, floor(), **options),
        *parts,
        gravity=DOWN,
    )


def test_an_event_of_ones_own_kicks_a_block_off_the_floor_and_it_lands_and_slides():
    model = block_on_rails(friction=0.5)
    kick = da.Event("kick", da.time - 0.5, action=da.actions.Reset({"z.rate": 3.0, "x.rate": 2.0}))
    motion = da.simulate(model, times=[0.0, 1.0, 2.0], events=[kick])
    flight = 6.0 / g
    # friction takes μ times what stops the fall: 2 − 0.5 · 3 is left, and slides
    phases = motion.phases("foot")
    assert [word for *_, word in phases] == ["sticking", "open", "slipping", "sticking"]
    assert [end for _, end, _ in phases] == pytest.approx(
        [0.5, 0.5 + flight, 0.5 + flight + 0.5 / (0.5 * g), 2.0], abs=1e-12
    )
    assert motion["x"][-1] == pytest.approx(2.0 * flight + 0.5**2 / (2 * 0.5 * g), abs=1e-12)
    assert np.abs(motion.energy_balance).max() < 1e-12
    assert [event.name for event in motion.events][:4] == ["foot sticks", "kick", "foot opens", "foot impact"]
    assert [event.what for event in motion.events][:4] == ["sticks", "", "opens", "impact"]


def test_an_impulse_of_ones_own_into_the_floor_is_taken_by_it():
    model = block_on_rails(friction=0.5)
    push = da.Event("push", da.time - 0.5, action=da.actions.Reset({"z.rate": -1.0, "x.rate": 0.4}))
    motion = da.simulate(model, times=[0.0, 1.0], events=[push])
    (impact,) = [event for event in motion.events if event.name == "foot impact"]
    # 2 kg are stopped, and friction can take all of the 0.8 N s along the floor
    assert impact.impulses == pytest.approx({"foot.normal": 2.0, "foot.slip first": -0.8})
    assert motion.phases("foot") == [(0.0, 1.0, "sticking")]
    set_unknown = da.Event("set", da.time - 0.5, action=da.actions.Set({"unknown": 1.0}))
    with pytest.raises(ModelError, match="no parameter or input 'unknown' that an event could set"):
        da.simulate(model, until=1.0, events=[set_unknown])
    switched = da.Event("let go", da.time - 0.5, action=da.actions.Switch(off=["foot"]))
    with pytest.raises(ModelError, match=r"'let go' switches 'foot\.normal': rows of contacts come and go by"):
        da.simulate(model, until=1.0, events=[switched])


@pytest.mark.parametrize("friction", [0.2, da.contacts.Contensou(0.2, 0.02)], ids=["native", "Python"])
def test_a_rope_that_is_cut_takes_no_part_in_impacts_any_more(friction):
    ball = da.sphere("ball", radius=0.1, mass=1.0)
    rope, free = da.Distance("rope", da.ground.at(z=2.0), ball, 1.2), da.Free("pose", da.ground, ball)
    foot = da.Contact("foot", ball, floor(), friction=friction, restitution=0.3)
    hung, loose = da.Model(free, rope, foot, gravity=DOWN), da.Model(free, foot, gravity=DOWN)
    cut = da.Event("cut", da.time - 0.2, action=da.actions.Switch(off=["rope"]))
    start, exact = (
        da.State(q={"pose.z": 0.8}, u={"pose.x.rate": 1.0, "pose.wz": 5.0}),
        da.methods.DOP853(rtol=1e-12),
    )
    motion = da.simulate(hung, start, until=0.8, events=[cut], method=exact)
    before = da.simulate(hung, start, until=0.2, method=exact).state()
    alone = da.simulate(loose, da.State(t=0.2, q=before.q, u=before.u), until=0.8, method=exact)
    for name, v in alone.state().u.items():
        assert motion.state().u[name] == pytest.approx(v, abs=1e-9)
    impact = next(event for event in motion.events if event.name == "foot impact")
    assert not any(name.startswith("rope") for name in impact.impulses)
    assert motion.phases("rope") == [(0.0, 0.2, "on"), (0.2, 0.8, "off")]
    rest = da.resume(da.simulate(hung, start, until=0.3, events=[cut], method=exact), until=0.8, events=())
    assert rest["pose.z"][-1] == pytest.approx(motion["pose.z"][-1], abs=1e-9)


def test_a_latch_catches_what_slides_and_lets_it_go_again():
    block = da.particle("block", mass=2.0)
    foot = da.Contact("foot", block, floor(), friction=0.1)
    model = da.Model(da.Translational("p", da.ground, block), da.Drive("latch", "p.x", 0.5), foot, gravity=DOWN)
    catches = [da.actions.Impulse({"latch": 0.0}), da.actions.Switch(on=["latch"])]
    caught = da.Event("caught", da.coordinate("p.x") - 0.5, direction=1, action=catches)
    freed = da.Event("freed", da.time - 0.8, action=da.actions.Switch(off=["latch"]))
    start = da.State(u={"p.x.rate": 2.0, "p.y.rate": 1.0})
    motion = da.simulate(da.derive(model).without(["latch"]), start, until=2.0, events=[caught, freed])
    # by hand: it slides 0.5 √1.25 m to the latch, and its speed across goes on against the same friction
    a, way = 0.1 * g, 0.5 * np.sqrt(1.25)
    v = np.sqrt(5.0 - 2.0 * a * way)
    across = v / np.sqrt(5.0)
    t = (np.sqrt(5.0) - v) / a
    assert motion["p.x"][-1] == pytest.approx(0.5, abs=1e-9)
    assert motion["p.y"][-1] == pytest.approx(0.25 + across**2 / (2.0 * a), abs=1e-9)
    assert motion.phases("foot")[-1] == pytest.approx((t + across / a, 2.0, "sticking"), abs=1e-6)
    assert [word for *_, word in motion.phases("latch")] == ["off", "on", "off"]
    assert motion.events[1].impulses["latch"] == pytest.approx(-2.0 * v * 2.0 / np.sqrt(5.0))


def test_events_set_parameters_to_forces_of_contacts_and_not_to_what_these_would_be_if_they_let_go():
    push = da.param("push", 0.0)
    model = block_on_rails(da.JointForce("pull", "x", push), friction=0.3)
    weighed = da.actions.Set({"push": 0.5 * da.measures.multiplier("foot.normal")})
    motion = da.simulate(model, times=[0.0, 1.0], events=[da.Event("weigh", da.time - 0.5, action=weighed)])
    # half of the weight pulls, against 0.3 of it
    assert motion["x"][-1] == pytest.approx(0.5 * 0.2 * g * 0.25, abs=1e-12)
    mode = da.Event("mode", da.time - 0.5, action=da.actions.Reset({"foot.mode": 0.0}))
    with pytest.raises(ModelError, match=r"'mode' resets 'foot.mode': what a contact does follows"):
        da.simulate(model, until=1.0, events=[mode])


def pulled_block():
    """A block of 1 kg with friction of 4 N at rest and 3 N in motion, pulled by 2 N, 10 N and 1 N in turn."""
    block, pull = da.particle("block", mass=1.0), da.param("pull", 2.0)
    model = da.Model(
        da.Prismatic("x", da.ground, block, axis="x"),
        da.JointForce("rope", "x", pull),
        da.Motor("motor", "x"),
        da.DryFriction("rub", "x", static=4.0, kinetic=3.0),
    )
    return model


@pytest.mark.parametrize("method", [None, da.methods.RK4(0.01)])
def test_events_set_parameters_beside_contacts(method):
    model = pulled_block()
    events = [
        da.Event("pull", da.time - 1.0, action=da.actions.Set({"pull": 10.0})),
        da.Event("ease", da.time - 2.0, action=da.actions.Set({"pull": 1.0})),
    ]
    motion = da.simulate(model, times=np.linspace(0.0, 8.0, 17), events=events, method=method)
    # 7 m/s² for a second, then −2 m/s² until it stands
    phases = [(0.0, 1.0, "sticking"), (1.0, 5.5, "slipping"), (5.5, 8.0, "sticking")]
    for found, expected in zip(motion.phases("rub"), phases, strict=True):
        assert found[:2] == pytest.approx(expected[:2], abs=1e-9) and found[2] == expected[2]
    assert motion["x"][-1] == pytest.approx(15.75, rel=1e-12)
    assert motion.discrete["pull"].tolist() == [2.0] * 2 + [10.0] * 2 + [1.0] * 13
    assert motion.state(1.5).p["pull"] == 10.0
    assert motion.parameters["pull"] == 2.0
    # friction does not vanish for the instant of an event
    sides = motion.with_jumps()
    assert (sides["x.acceleration"].max(), sides["rub.force"][1:].max()) == pytest.approx((7.0, -1.0), abs=1e-9)
    set_events = [event for event in motion.events if event.name in ("pull", "ease")]
    assert [(event.state.p["pull"], event.after.p["pull"]) for event in set_events] == [(2.0, 10.0), (10.0, 1.0)]
    assert motion.resampled([0.25, 1.25, 2.25]).discrete["pull"].tolist() == [2.0, 10.0, 1.0]
    # work of the rope: 10 N over 3.5 m, 1 N over 12.25 m
    assert motion.integral(da.param("pull", 2.0) * da.speed("x"))[-1] == pytest.approx(10 * 3.5 + 12.25, rel=1e-9)


def test_events_set_inputs_beside_contacts_and_each_lane_for_itself():
    model = pulled_block()
    weight = da.param("level", 1.0)
    event = da.Event("start", da.time - weight, action=da.actions.Set({"motor": 8.0, "level": weight + 10.0}))
    starts = [model.state(p={"pull": pull}) for pull in (0.0, 2.0, 3.0)]
    motions = da.batch(model, starts, times=[0.0, 2.0], events=[event])
    # one second with 8 N and the rope against 3 N
    assert [motion["x"][-1] for motion in motions] == pytest.approx([2.5, 3.5, 4.0], rel=1e-9)
    assert [motion.inputs[-1, 0] for motion in motions] == [8.0] * 3


def test_modes_of_contacts_are_discrete_variables_which_nothing_integrates():
    ball = da.sphere("ball", radius=0.1, mass=1.0)
    model = da.Model(
        da.Free("pose", da.ground, ball),
        da.Contact("foot", ball, floor(), friction=0.3, restitution=0.5),
        da.StateVariable("path", rate=da.speed("pose.x")),
        gravity=DOWN,
    )
    motion = da.simulate(model, model.state(q={"pose.z": 0.5}, u={"pose.x": 1.0}), until=1.0)
    variables = motion.dynamics.equations.variables
    assert variables.states[0] == "path" and variables.states[1:] == variables.discrete
    launch = motion.segments[0].launch
    problem = motion.dynamics.integrator(launch.method, launch.events).problem
    assert (problem.n, problem.n_discrete) == (7 + 6 + 1, len(variables.discrete))
    # a motion without contacts takes the same steps: their number is nothing to the error
    thrown = {"q": {"pose.z": 0.5}, "u": {"pose.x": 1.0, "pose.wy": 20.0}}
    without = da.Model(*model.parts[:1], *model.parts[2:], gravity=DOWN)
    free, flying = (da.simulate(one, one.state(**thrown), until=0.2) for one in (without, model))
    assert flying.statistics["accepted"] == free.statistics["accepted"]
    assert flying.states[-1, : len(free.names)].tolist() == free.states[-1].tolist()


def painleves_rod(law):
    rod = da.rod("rod", length=1.0, mass=1.0)
    model = da.Model(
        da.Planar("pose", da.ground, rod, normal="y"),
        da.Contact("tip", rod["start"], floor(), friction=1.5, restitution=law),
        gravity=DOWN,
    )
    return model, model.state(q={"pose.angle": -1.1}, u={"pose.y": -2.0})


def test_a_rod_that_jams_keeps_its_angular_momentum_about_its_tip():
    with pytest.raises(
        SolverError, match=r"an impact without collision, as da\.contacts\.PoissonImpact\(e, jams=True\)"
    ):
        da.simulate(*painleves_rod(0.0), until=0.1)
    motion = da.simulate(*painleves_rod(da.contacts.PoissonImpact(0.0, jams=True)), times=[0.0, 0.05])
    jam, sticks = motion.events
    assert (jam.what, sticks.what) == ("jams", "sticks")
    assert jam.work < 0.0
    # m v (L/2) sin θ = (m L²/3) ω
    assert -motion["pose.angle.rate"][0] == pytest.approx(1.5 * 2.0 * np.sin(1.1), rel=1e-12)
    assert np.abs(motion.energy_balance).max() < 1e-12


@pytest.mark.parametrize(("x", "y"), [(0.0, 0.0), (0.55, 0.0), (0.55, 0.6)])
def test_a_ball_meets_the_face_the_edge_and_the_corner_of_a_box(x, y):
    ball, box = da.sphere("ball", radius=0.2, mass=1.0), da.box("box", size=(1.0, 1.0, 1.0), mass=1.0)
    height = 0.5 + np.sqrt(0.04 - max(x - 0.5, 0.0) ** 2 - max(y - 0.5, 0.0) ** 2)
    for pair in ((ball, box), (box, ball))[: 1 if x else 2]:
        model = da.Model(
            da.Weld("still", da.ground, box),
            da.Prismatic("z", da.ground.at(x=x, y=y), ball, axis="z"),
            da.Contact("hit", *pair),
            gravity=DOWN,
        )
        motion = da.simulate(model, {"z": 2.0}, times=[0.0, 1.0])
        assert motion.events[0].t == pytest.approx(np.sqrt(2 * (2.0 - height) / g), abs=1e-12)
        assert motion["z"][-1] == pytest.approx(height, abs=1e-12)
    if not x:
        with pytest.raises(ModelError, match=r"overlap at the start: 'hit' by 0\.6"):
            da.simulate(model, {"z": 0.1}, until=1.0)


def test_solids_that_would_meet_between_their_corners_are_refused_with_the_pairs_there_are():
    ball, box = da.sphere("ball", radius=0.2, mass=1.0), da.box("box", size=(1.0, 1.0, 1.0), mass=1.0)
    rod = da.rod("rod", length=1.0, mass=1.0, radius=0.05)
    cylinder = da.cylinder("cylinder", radius=0.2, length=1.0, mass=1.0)
    for a, b in ((box, da.box("other", size=(1, 1, 1), mass=1.0)), (rod, cylinder), (cylinder, box)):
        with pytest.raises(ModelError, match=r"could meet between their corners; there are contacts of a point"):
            da.Contact("hit", a, b)
    with pytest.raises(ModelError, match="cannot touch the edges of a solid on 'box', only balls can"):
        da.Contact("hit", ball.at(x=0.2), box)


def test_a_box_tells_what_its_floor_exerts_in_sum_and_that_single_forces_are_not_unique():
    block = da.box("block", size=(0.2, 0.2, 0.1), mass=2.0)
    model = da.Model(
        da.Planar("pose", da.ground, block, normal="y"),
        da.Contact("foot", block, floor(), points=[(-0.1, 0.0, -0.05), (0.1, 0.0, -0.05)], friction=0.5),
        gravity=(g * np.sin(0.3), 0.0, -g * np.cos(0.3)),
    )
    motion = da.simulate(model, {"pose.x": 0.05}, times=[0.0, 0.5])
    assert motion.phases("foot") == [(0.0, 0.5, "sticking")]
    assert motion["foot.sum.z"] == pytest.approx(2 * g * np.cos(0.3), rel=1e-10)
    assert motion["foot.sum.x"] == pytest.approx(-2 * g * np.sin(0.3), rel=1e-10)
    assert "forces of single points of 'foot' are not unique" in motion.notes[0]
    residuals = motion.residuals
    assert residuals["penetration"].max() < 1e-12
    assert residuals["complementarity"].max() < 1e-9
    page = page_data({"box": motion}, "box", {}, ())
    assert page["intervals"] == [{"name": "foot sticking", "spans": [[0.0, 0.5]]}]
    assert page["motions"][0]["facts"].startswith("1 body · 3 degrees of freedom")


def test_a_slider_with_clearance_is_neither_pulled_by_its_guide_nor_enters_it():
    """Flores, Leine and Glocker 2010: both corners of a side may hit at once, and forces vanish at once."""
    l1, l2, a, b, clear = 0.153, 0.306, 0.05, 0.025, 0.026
    crank, rod, slider = (
        da.Body(name, da.Inertia(m, (x, 0.0, 0.0), J * np.eye(3)))
        for name, m, J, x in (
            ("crank", 0.038, 7.4e-5, l1 / 2),
            ("rod", 0.038, 5.9e-4, l2 / 2),
            ("slider", 0.076, 2.7e-6, 0.0),
        )
    )
    law = {"friction": 0.01, "restitution": 0.4}
    low, high = (
        da.geometry.plane(da.ground.at(y=-clear), "y"),
        da.geometry.plane(da.ground.at(y=clear), (0, -1, 0)),
    )
    model = da.Model(
        da.Revolute("A", da.ground, crank),
        da.Revolute("B", crank.at(x=l1), rod),
        da.Revolute("C", rod.at(x=l2), slider),
        da.Contact("low", slider, low, points=[(-a, -b, 0.0), (a, -b, 0.0)], **law),
        da.Contact("high", slider, high, points=[(-a, b, 0.0), (a, b, 0.0)], **law),
        gravity=(0.0, -g, 0.0),
    )
    start = model.state(u={"A": 150.0, "B": -225.0, "C": 75.0})
    motion = da.simulate(model, start, times=np.linspace(0.0, 0.13, 261))
    assert motion.residuals["penetration"].max() < 1e-12
    assert motion.residuals["complementarity"].max() < 1e-8
    impacts = [event for event in motion.events if event.name.endswith("impact")]
    assert sum(len(event.parts) == 2 for event in impacts) > 20
    assert len(impacts) == len({event.t for event in impacts})
    assert all(event.work <= 0.0 for event in impacts)
    assert np.abs(motion.energy_balance).max() < 1e-4


def test_points_that_meet_the_floor_together_are_one_impact_without_friction_too():
    block = da.box("block", size=(0.4, 0.3, 0.2), mass=1.0)
    model = da.Model(
        da.Free("p", da.ground, block), da.Contact("floor", block, floor(), restitution=0.5), gravity=DOWN
    )
    motion = da.simulate(model, {"p.z": 0.5}, times=[0.0, 0.4])
    fall = np.sqrt(2 * 0.4 / g)
    (impact,) = [event for event in motion.events if event.what == "impact"]
    assert (impact.name, impact.t) == ("floor impact", pytest.approx(fall, abs=1e-12))
    assert [part.name for part in impact.parts] == [f"floor {k} impact" for k in (1, 3, 5, 7)]
    assert sum(impact.impulses.values()) == pytest.approx(1.5 * g * fall, rel=1e-12)
    assert {k: x for part in impact.parts for k, x in part.impulses.items()} == impact.impulses
    assert motion["p.z.rate"][-1] == pytest.approx(0.5 * g * fall - g * (0.4 - fall), rel=1e-12)
    assert np.abs(motion.states[-1, 10:13]).max() < 1e-12


def test_corners_that_swing_through_the_floor_within_a_long_step_are_seen():
    block = da.box("block", size=(0.4, 0.2, 0.2), mass=1.0)
    corners = [(x, 0.0, z) for x in (-0.2, 0.2) for z in (-0.1, 0.1)]
    model = da.Model(
        da.Planar("pose", da.ground, block, normal="y"),
        da.Contact("floor", block, floor(), points=corners, restitution=0.5),
        gravity=DOWN,
    )
    generator, entered = np.random.default_rng(1), 0.0
    for _ in range(8):
        angle, x, spin = generator.uniform(-1, 1), generator.uniform(-3, 3), generator.uniform(-8, 8)
        start = model.state(q={"pose.x": 0.6, "pose.angle": angle}, u={"pose.x": x, "pose.angle": spin})
        motion = da.simulate(model, start, times=np.linspace(0.0, 1.0, 401))
        entered = max(entered, motion.residuals["penetration"].max())
    assert entered < 1e-9


def test_a_box_that_is_held_by_more_than_needed_slips_from_the_instant_at_which_friction_cannot_hold():
    block = da.box("block", size=(0.2, 0.2, 0.1), mass=2.0)
    model = da.Model(
        da.Planar("pose", da.ground, block, normal="y"),
        da.Contact("foot", block, floor(), points=[(-0.1, 0.0, -0.05), (0.1, 0.0, -0.05)], friction=0.3),
        da.PointForce("pull", block, (2.0 * da.time, 0.0, 0.0)),
        gravity=DOWN,
    )
    motion = da.simulate(model, {"pose.x": 0.05}, times=[0.0, 5.0, 10.0])
    onset = 0.3 * 2.0 * g / 2.0
    (_, end, sticks), (*_, slides) = motion.phases("foot")
    assert (sticks, slides) == ("sticking", "slipping")
    assert end == pytest.approx(onset, abs=2e-7)
    assert np.abs(motion.states[-1, :2]).max() == pytest.approx((10.0 - onset) ** 3 / 6.0, rel=1e-6)


@pytest.mark.slow
def test_a_box_thrown_at_random_loses_energy_until_it_rests_without_a_closing_overlooked():
    size = np.array([0.2, 0.3, 0.1])
    block = da.box("block", size=tuple(size), mass=1.0)
    model = da.Model(
        da.Free("pose", da.ground, block),
        da.Contact("foot", block, floor(), friction=0.3, restitution=0.2),
        gravity=DOWN,
    )
    speeds = np.random.default_rng(6).uniform(-3, 3, 5)
    u = {f"pose.{name}": float(v) for name, v in zip(("x", "y", "wx", "wy", "wz"), speeds, strict=True)}
    motion = da.simulate(model, model.state(q={"pose.z": 0.5}, u=u), times=np.linspace(0.0, 1.5, 16))
    assert all(event.work <= 0.0 for event in motion.events)
    assert np.abs(motion.energy_balance).max() < 1e-7
    assert (np.diff(motion["energy"]) < 1e-9).all()
    assert motion.residuals["penetration"].max() < 1e-9
    # nor does a corner pull that slides with others
    assert_lawful(motion)
    # it lies on one of its faces and sticks
    assert motion.phases("foot")[-1][2] == "sticking"
    assert np.abs(motion.states[-1, 7:13]).max() < 1e-12
    assert np.abs(size / 2 - motion["pose.z"][-1]).min() < 1e-12
    carried = sum(motion[f"foot {k}.normal.multiplier"][-1] for k in range(1, 9))
    assert carried == pytest.approx(g, rel=1e-9)
    # steps end where they do when they are taken again
    for segment in motion.segments[::10]:
        again = replace(segment, step_ends=None)
        np.testing.assert_array_equal(again.step_times, segment.step_times)


@pytest.mark.slow
def test_a_box_that_spins_on_its_corners_stops_when_friction_at_their_distance_says():
    """Of four corners three carry, and how they share the load is not unique; but all have the same arm."""
    a, mu, spin = 0.1, 0.3, 20.0
    block = da.box("block", size=(2 * a, 2 * a, 0.05), mass=1.0)
    corners = [(x * a, y * a, -0.025) for x in (-1, 1) for y in (-1, 1)]
    model = da.Model(
        da.Free("pose", da.ground, block),
        da.Contact("foot", block, floor(), points=corners, friction=mu),
        gravity=DOWN,
    )
    start = model.state(q={"pose.z": 0.025}, u={"pose.wz": spin})
    motion = da.simulate(model, start, times=np.linspace(0.0, 1.0, 11))
    stop = spin * (1.0 / 6.0) * (2 * a) ** 2 / (mu * g * np.sqrt(2.0) * a)
    (_, end, slides), (*_, sticks) = motion.phases("foot")
    assert (slides, sticks) == ("slipping", "sticking")
    assert end == pytest.approx(stop, abs=1e-5)
    assert np.abs(motion.states[-1, :2]).max() < 1e-6
    assert motion["foot.sum.z"] == pytest.approx(g, rel=1e-9)


def test_a_sampled_controller_pulls_a_block_off_and_lets_it_come_to_rest():
    """The floor holds up to 0.3 · 2 g; from 0.5 s to 1 s the controller pulls with 8 N, else with 3 N."""
    block, rail = da.particle("block", mass=2.0), da.Body("rail")
    model = da.Model(
        da.Prismatic("x", da.ground, rail, axis="x"),
        da.Prismatic("z", rail, block, axis="z"),
        da.Motor("pull", "x"),
        da.Contact("foot", block, floor(), friction=0.3),
        gravity=DOWN,
    )
    controller = da.control.SampledController(0.1, lambda state: {"pull": 8.0 if 0.5 <= state.t < 1.0 else 3.0})
    times = np.linspace(0.0, 3.0, 31)
    motion = da.simulate(model, times=times, controller=controller)
    hold = 0.3 * 2.0 * g
    faster, slower = (8.0 - hold) / 2.0, (hold - 3.0) / 2.0
    speed = 0.5 * faster
    stop = pytest.approx(1.0 + speed / slower, abs=1e-12)
    assert motion.phases("foot") == [(0.0, 0.5, "sticking"), (0.5, stop, "slipping"), (stop, 3.0, "sticking")]
    assert motion["x"][-1] == pytest.approx(0.25 * speed + speed**2 / (2.0 * slower), abs=1e-12)
    # inputs of a row are those that are held from there on
    assert motion.inputs[:, 0].tolist() == [8.0 if 5 <= k < 10 else 3.0 for k in range(31)]
    assert np.abs(motion.energy_balance).max() < 1e-12
    (same, _) = da.batch(model, [model.state(), model.state(u={"x": 1.0})], times=times, controller=controller)
    assert same.states.tobytes() == motion.states.tobytes()
    failing = da.control.SampledController(0.1, lambda state: {"pull": 1.0 / (state.t < 1.05)})
    with pytest.raises(SolverError, match=r"failed at t = 1\.1: ZeroDivisionError") as caught:
        da.simulate(model, until=3.0, controller=failing)
    assert caught.value.motion.times[-1] == pytest.approx(1.1)
    # time stepping does the same to its order
    method = da.methods.MoreauJean(1e-3)
    stepped = da.simulate(model, times=times, controller=controller, method=method)
    assert stepped["x"] == pytest.approx(motion["x"], abs=1e-3)
    assert [word for *_, word in stepped.phases("foot")] == ["sticking", "slipping", "sticking"]
    assert stepped.inputs.tolist() == motion.inputs.tolist()
    with pytest.raises(SolverError, match=r"failed at t = 1\.1: ZeroDivisionError") as caught:
        da.simulate(model, times=times, controller=failing, method=method)
    assert caught.value.motion["x"][:12] == pytest.approx(np.zeros(12))


def test_a_run_with_many_points_says_first_that_it_takes_long(caplog):
    """Beyond four boxes: before anything is derived."""
    block = da.box("block", size=(0.4, 0.2, 0.2), mass=1.0)
    corners = np.random.default_rng(2).uniform(-0.1, 0.1, (33, 3)).tolist()
    model = da.Model(
        da.Prismatic("z", da.ground, block, axis="z"), da.Contact("floor", block, floor(), points=corners)
    )
    da.simulate(model, {"z": 0.5}, times=[0.0, 0.1])
    assert "with 33 points of contact takes long" in caplog.text
    assert "MoreauJean(step) is made for as many" in caplog.text


@pytest.mark.parametrize("friction", [None, 0.3])
def test_a_ball_far_from_the_origin_comes_to_rest_where_its_bounces_are_rounding(friction):
    """Places 10⁶ m away are rounded to 10⁻¹⁰ m; impacts end at √(2h/g) (1 + e)/(1 − e)."""
    ball, far, e, h = da.sphere("ball", radius=0.1, mass=1.0), 1e6, 0.5, 0.4
    surface = da.geometry.plane(da.ground.at(z=far), "z")
    model = da.Model(
        da.Free("p", da.ground, ball),
        da.Contact("floor", ball, surface, friction=friction, restitution=e),
        gravity=DOWN,
    )
    motion = da.simulate(model, model.state(q={"p.z": far + 0.1 + h}, u={"p.x": 1.0}), times=[0.0, 1.0])
    (rest,) = [event for event in motion.events if event.what == "comes to rest"]
    assert rest.accumulation == pytest.approx(np.sqrt(2 * h / g) * (1 + e) / (1 - e), abs=1e-4)
    assert motion["p.z"][-1] == pytest.approx(far + 0.1, abs=1e-9)


def test_reasons_are_those_of_contacts_where_steps_become_too_small():
    # a billion times as heavy as what it presses: in rest after bounces, or told
    light, heavy = da.sphere("light", radius=0.1, mass=1.0), da.sphere("heavy", radius=0.1, mass=1e9)
    for e in (0.5, 0.0):
        model = da.Model(
            da.Prismatic("a", da.ground, light, axis="z"),
            da.Prismatic("b", da.ground, heavy, axis="z"),
            da.Contact("floor", light, floor(), restitution=e),
            da.Contact("between", heavy, light, restitution=e),
            gravity=DOWN,
        )
        if e:
            motion = da.simulate(model, {"a": 0.1, "b": 0.5}, times=[0.0, 2.0])
            assert motion.states[-1, :2] == pytest.approx([0.1, 0.3], abs=1e-9)
            assert motion["floor.normal.multiplier"][-1] == pytest.approx(1e9 * g, rel=1e-6)
        else:
            with pytest.raises(SolverError, match=r"'floor' presses with 9\.81e\+09 N, whose rounding moves"):
                da.simulate(model, {"a": 0.1, "b": 0.5}, until=2.0)
    # a rim that falls flat
    disc, angle = da.disc("disc", radius=0.2, mass=1.0), 0.3
    model = da.Model(da.Free("p", da.ground, disc), da.Contact("floor", disc, floor()), gravity=DOWN)
    tilted = {"p.z": 0.2 * np.sin(angle), "p.e0": np.cos(angle / 2), "p.e1": np.sin(angle / 2)}
    with pytest.raises(SolverError, match=r"'floor' has a kink there: a rim that lies flat .* points=12"):
        da.simulate(model, tilted, until=2.0)
