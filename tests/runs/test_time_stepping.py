"""Time stepping with contacts: closed forms and runs from event to event at order one, no creep, same bits."""

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import ModelError, SolverError

g = 9.81
DOWN = (0.0, 0.0, -g)


def floor():
    return da.geometry.plane(da.ground, "z")


def ball(**options):
    body = da.sphere("ball", radius=0.1, mass=1.5)
    contact = da.Contact("floor", body, floor(), **options)
    return da.Model(da.Prismatic("z", da.ground, body, axis="z"), contact, gravity=DOWN)


def box_in_the_plane(slope=0.0, **options):
    """A box with two feet."""
    box, rail, cart = da.box("box", size=(1.0, 1.0, 2.0), mass=3.0), da.Body("rail"), da.Body("cart")
    return da.Model(
        da.Prismatic("x", da.ground, rail, axis="x"),
        da.Prismatic("z", rail, cart, axis="z"),
        da.Revolute("turn", cart, box, axis="y"),
        da.Contact("feet", box, floor(), points=[(-0.5, 0, -1), (0.5, 0, -1)], **options),
        gravity=(g * np.sin(slope), 0, -g * np.cos(slope)),
    )


# ---- closed forms


def test_a_bouncing_ball_is_found_to_order_one_and_comes_to_rest():
    model, errors = ball(restitution=0.8), []
    for step in (1e-2, 1e-3, 1e-4):
        motion = da.simulate(model, {"z": 1.1}, times=[0.0, 2.0, 5.0], method=da.methods.MoreauJean(step))
        errors.append(abs(motion["z"][1] - 0.1 - 0.260741728327))
        # it rests, and the floor carries it
        assert abs(motion["z.rate"][-1]) < 1e-20
        assert motion["z"][-1] == pytest.approx(0.1, abs=1e-12)
        assert motion["floor.normal.multiplier"][-1] == pytest.approx(1.5 * g, rel=1e-12)
    assert all(error < 3.0 * step for error, step in zip(errors, (1e-2, 1e-3, 1e-4), strict=True))
    rest = motion.phases("floor")[-1]
    assert rest[0] == pytest.approx(4.063712768872, abs=5e-3)
    assert rest[2] == "closed"


def test_a_ball_that_loses_nothing_keeps_its_energy_to_rounding():
    motion = da.simulate(ball(restitution=1.0), {"z": 1.1}, until=20.0, method=da.methods.MoreauJean(1e-2))
    assert np.ptp(motion["energy"]) < 1e-11
    assert len([event for event in motion.events if event.what == "closes"]) > 20
    assert motion.residuals["penetration"].max() < 0.5 * 1e-2 * np.sqrt(2 * g) + 1e-9


def test_impulses_of_events_add_up_to_what_the_ball_brings():
    motion = da.simulate(ball(), {"z": 1.1}, until=0.6, method=da.methods.MoreauJean(1e-3))
    (impact,) = [event for event in motion.events if event.what == "closes"]
    assert (impact.point, impact.name) == ("floor", "floor closes")
    assert impact.impulses["floor.normal"] == pytest.approx(1.5 * np.sqrt(2 * g), rel=5e-3)


def test_a_ball_that_slides_rolls_in_the_end_with_five_sevenths_of_its_speed():
    body = da.sphere("ball", radius=0.1, mass=1.0)
    model = da.Model(
        da.Free("pose", da.ground, body), da.Contact("floor", body, floor(), friction=0.2), gravity=DOWN
    )
    start = model.state(q={"pose.z": 0.1}, u={"pose.x.rate": 2.0, "pose.y.rate": 1.0})
    motion = da.simulate(model, start, until=2.0, method=da.methods.MoreauJean(1e-2))
    assert motion["pose.x.rate"][-1] == pytest.approx(10 / 7, abs=1e-12)
    assert motion["pose.y.rate"][-1] == pytest.approx(5 / 7, abs=1e-12)
    slides, sticks = motion.phases("floor")
    assert (slides[2], sticks[2]) == ("slipping", "sticking")
    assert slides[1] == pytest.approx(2 / 7 * np.sqrt(5) / (0.2 * g), abs=1e-2)
    # it never leaves the floor, and friction stays on its cone while it slides
    assert np.abs(motion["pose.z"] - 0.1).max() < 1e-13
    held = np.hypot(motion["floor.slip first.multiplier"][10], motion["floor.slip second.multiplier"][10])
    assert held == pytest.approx(0.2 * g, rel=1e-10)


# ---- rest


@pytest.mark.parametrize(("factor", "rests"), [(1.0 + 1e-9, True), (1.0 - 1e-3, False)])
def test_a_box_rests_on_a_slope_if_friction_can_hold_it_and_slides_if_not(factor, rests):
    slope = 0.2
    mu = float(np.tan(slope) * factor)
    model = box_in_the_plane(slope, friction=mu)
    motion = da.simulate(model, {"z": 1.0}, times=[0.0, 10.0], method=da.methods.MoreauJean(1e-2))
    down = 0.5 * g * (np.sin(slope) - mu * np.cos(slope)) * 10.0**2
    assert motion["x"][-1] == pytest.approx(0.0 if rests else down, abs=1e-12 if rests else 1e-9)
    assert motion.phases("feet") == [(0.0, 10.0, "sticking" if rests else "slipping")]


def test_a_box_on_a_slope_does_not_creep_in_a_thousand_seconds():
    box = da.box("box", size=(1.0, 1.0, 1.0), mass=2.0)
    contact = da.Contact("floor", box, floor(), friction=0.4)
    model = da.Model(da.Free("pose", da.ground, box), contact, gravity=(g * np.sin(0.3), 0, -g * np.cos(0.3)))
    motion = da.simulate(model, {"pose.z": 0.5}, times=[0.0, 1000.0], method=da.methods.MoreauJean(1e-2))
    moved = motion.states[-1, :7] - motion.states[0, :7]
    assert np.abs(moved).max() < 1e-12
    # four corners are redundant; their sum is not
    assert motion["floor.sum.z"][-1] == pytest.approx(2.0 * g * np.cos(0.3), rel=1e-12)
    assert motion["floor.sum.x"][-1] == pytest.approx(-2.0 * g * np.sin(0.3), rel=1e-12)
    assert motion.residuals["complementarity"].max() < 1e-12


def test_interfaces_of_a_pile_of_ten_carry_what_is_above():
    below, parts = floor(), []
    for k in range(10):
        box = da.box(f"box{k}", size=(1.0, 1.0, 1.0), mass=2.0)
        feet = [(x, y, -0.5) for x in (-0.5, 0.5) for y in (-0.5, 0.5)]
        parts += [da.Prismatic(f"z{k}", da.ground, box, axis="z"), da.Contact(f"c{k}", box, below, points=feet)]
        below = da.geometry.plane(box.at(z=0.5), "z")
    # dropped from a little above each other
    start = {f"z{k}": 0.5 + 1.01 * k for k in range(10)}
    motion = da.simulate(da.Model(*parts, gravity=DOWN), start, until=2.0, method=da.methods.MoreauJean(2e-3))
    forces = [motion[f"c{k}.sum.z"][-1] for k in range(10)]
    assert forces == pytest.approx([(10 - k) * 2.0 * g for k in range(10)], rel=1e-10)
    assert [motion[f"z{k}"][-1] for k in range(10)] == pytest.approx([0.5 + k for k in range(10)], abs=1e-9)
    assert (np.diff(motion["energy"]) < 0.2 * g * 2e-3).all()


# ---- beside runs from event to event


def test_sticking_and_sliding_with_two_coefficients_agree_with_closed_forms():
    block, rail = da.particle("block", mass=2.0), da.Body("rail")
    model = da.Model(
        da.Prismatic("x", da.ground, rail, axis="x"),
        da.Prismatic("z", rail, block, axis="z"),
        da.JointForce("spring", "x", 200 * (0.1 * da.time - da.coordinate("x"))),
        da.Contact("foot", block, floor(), friction=da.Coulomb(static=0.5, kinetic=0.4)),
        gravity=(-g * np.sin(0.3), 0, -g * np.cos(0.3)),
    )
    motion = da.simulate(model, until=1.4, method=da.methods.MoreauJean(5e-4))
    ends = [end for _, end, _ in motion.phases("foot")]
    assert ends == pytest.approx([0.758497870651, 1.236219670388, 1.4], abs=1e-3)
    assert np.abs(motion.energy_balance).max() < 1e-6


def test_errors_fall_with_the_step_while_a_block_sticks_and_slips_by_stribecks_law():
    block, rail = da.particle("block", mass=2.0), da.Body("rail")
    law = da.Coulomb(static=0.5, kinetic=lambda v: 0.3 + 0.2 * da.exp(-v / 0.05))
    model = da.Model(
        da.Prismatic("x", da.ground, rail, axis="x"),
        da.Prismatic("z", rail, block, axis="z"),
        da.JointForce("spring", "x", 200 * (0.1 * da.time - da.coordinate("x"))),
        da.Contact("foot", block, floor(), friction=law),
        gravity=DOWN,
    )
    exact = da.simulate(model, until=2.0)["x"]
    errors = [
        np.abs(da.simulate(model, until=2.0, method=da.methods.MoreauJean(step))["x"] - exact).max()
        for step in (2e-3, 1e-3, 5e-4)
    ]
    assert errors[0] / errors[1] == pytest.approx(2.0, rel=0.05)
    assert errors[1] / errors[2] == pytest.approx(2.0, rel=0.05)


def test_a_block_on_a_belt_sticks_and_slips_as_the_closed_form_says():
    model = da.Model(
        da.Prismatic("x", da.ground, da.particle("block", mass=1.0), axis="x"),
        da.JointSpring("spring", "x", stiffness=1.0),
        da.DryFriction("belt", slip=da.speed("x") - 0.2, static=1.0, kinetic=0.5),
    )
    motion = da.simulate(model, until=20.0, method=da.methods.MoreauJean(1e-3))
    lengths = {word: end - begin for begin, end, word in motion.phases("belt")[2:4]}
    assert lengths == pytest.approx({"slipping": 3.902605407815, "sticking": 5.0}, abs=2e-3)
    # the belt works, and the balance counts it
    assert np.abs(motion.energy_balance).max() < 1e-6


def crank(stop):
    """A slider-crank whose slider meets a stop: a closed loop takes part in the impact."""
    arm, rod = da.rod("arm", length=0.5, mass=1.0), da.rod("rod", length=1.5, mass=1.0)
    slider = da.box("slider", size=(0.2, 0.2, 0.2), mass=1.0)
    return da.Model(
        da.Revolute("a", da.ground, arm, axis="y"),
        da.Revolute("b", arm.at(x=0.5), rod, axis="y"),
        da.Prismatic("s", da.ground, slider, axis="x"),
        da.Revolute("c", rod.at(x=1.5), slider, axis="y"),
        da.Stop("stop", "s", low=stop, restitution=0.5),
        gravity=DOWN,
    )


def test_joints_that_close_loops_take_part_in_impacts():
    model = crank(1.5)
    start = da.assemble(model, guess={"a": 1.0, "b": -1.3, "s": 1.7})
    times = np.linspace(0.0, 1.0, 501)
    exact = da.simulate(model, start, times=times)
    assert any(event.name == "stop impact" for event in exact.events)
    errors = []
    for step in (2e-3, 2.5e-4):
        motion = da.simulate(model, start, times=times, method=da.methods.MoreauJean(step))
        errors.append(np.abs(motion["a"] - exact["a"]).max())
        assert motion.residuals["positions"].max() < 1e-9
    assert errors[1] < 5e-3
    assert errors[1] < 0.4 * errors[0]


def test_without_contacts_it_is_of_order_two():
    model = da.Model(da.Revolute("p", da.ground, da.rod("rod", length=1.0, mass=2.0), axis="y"), gravity=DOWN)
    exact = da.simulate(model, {"p": 1.5}, until=2.0)["p"]
    coarse, fine = (
        np.abs(da.simulate(model, {"p": 1.5}, until=2.0, method=da.methods.MoreauJean(step))["p"] - exact).max()
        for step in (4e-3, 2e-3)
    )
    assert coarse / fine == pytest.approx(4.0, rel=0.05)


def test_a_cable_a_wall_and_dry_friction_are_parts_as_in_other_runs():
    a, b = da.particle("a", mass=1.0), da.particle("b", mass=2.0)
    model = da.Model(
        da.Prismatic("x", da.ground, a, axis="x"),
        da.Prismatic("y", da.ground, b, axis="x"),
        da.contacts.Cable("cable", a, b, length=1.0),
        da.contacts.GapContact("wall", 3.0 - da.coordinate("y"), restitution=0.5),
        da.DryFriction("drag", "x", static=1.0, kinetic=0.5),
    )
    start = model.state(q={"x": 0.0, "y": 0.5}, u={"y.rate": 3.0})
    motion = da.simulate(model, start, times=[0.0, 0.5, 1.4], method=da.methods.MoreauJean(1e-4))
    # tight after 0.5 m at 3 m/s, then both go on with 2 m/s against 0.5 N on 3 kg, until the wall is met
    after = 0.5 - 0.5 / 3.0
    assert motion["y"][1] == pytest.approx(1.0 + 2.0 * after - after**2 / 12.0, abs=1e-3)
    assert motion["x"][1] == pytest.approx(motion["y"][1] - 1.0, abs=1e-9)
    assert motion["cable.normal.multiplier"][1] == pytest.approx(1.0 / 3.0, rel=1e-9)
    # y springs back from the wall, and x goes on, slower by 0.5 m/s²
    meets = (2.0 - np.sqrt(4.0 - 4.0 * (2.0 / 12.0))) / (2.0 / 12.0) + 0.5 / 3.0
    speed = 2.0 - (meets - 0.5 / 3.0) / 6.0
    assert motion["y.rate"][-1] == pytest.approx(-0.5 * speed, abs=1e-3)
    assert motion["x.rate"][-1] == pytest.approx(speed - 0.5 * (1.4 - meets), abs=1e-3)
    words = [(event.point, event.what) for event in motion.events]
    assert words[:2] == [("drag", "closes"), ("drag", "sticks")]
    assert ("cable", "closes") in words
    assert ("wall", "closes") in words


# ---- batches


def test_a_batch_has_the_bits_of_single_runs():
    model = box_in_the_plane(friction=0.3, restitution=0.2)
    turns = np.linspace(-0.6, 0.6, 11)
    starts = [model.state(q={"z": 1.5, "turn": t}, u={"x.rate": 1.0}) for t in turns]
    motions = da.batch(model, starts, until=1.5, method=da.methods.MoreauJean(2e-3))
    for k in (0, 4, 10):
        single = da.simulate(model, starts[k], until=1.5, method=da.methods.MoreauJean(2e-3))
        assert np.array_equal(single.states, motions[k].states)
        assert single.phases("feet") == motions[k].phases("feet")
    # what impacts leave is never more than there was before them
    for motion in motions:
        assert (np.maximum.accumulate(motion["energy"][::-1]) <= motion["energy"][0] + 1e-9).all()
        assert motion.residuals["complementarity"].max() < 1e-8


def test_restitution_that_would_gain_energy_by_friction_is_lowered_and_told():
    model = box_in_the_plane(friction=0.9, restitution=0.9)
    turns, spins = np.linspace(-0.7, 0.7, 12), np.linspace(5.0, -5.0, 12)
    starts = [
        model.state(q={"z": 1.5, "turn": t}, u={"x.rate": 3.0, "turn.rate": w})
        for t, w in zip(turns, spins, strict=True)
    ]
    motions = da.batch(model, starts, until=2.0, method=da.methods.MoreauJean(1e-3))
    assert any("restitution was lowered in" in note for motion in motions for note in motion.notes)
    for motion in motions:
        assert "the end time is reached" in motion.termination
        assert motion["energy"].max() <= motion["energy"][0] + 1e-9


def test_parameters_differ_between_the_runs_of_a_batch():
    block = da.particle("block", mass=1.0)
    model = da.Model(
        da.Prismatic("z", da.ground, block, axis="z"),
        da.JointForce("spring", "z", -da.param("k", 1.0) * da.coordinate("z")),
        da.Contact("floor", block, floor(), restitution=0.5),
    )
    starts = [model.state(q={"z": 1.0}, p={"k": k}) for k in (10.0, 40.0)]
    motions = da.batch(model, starts, times=[0.0, 0.1, 1.0], method=da.methods.MoreauJean(1e-3))
    for motion, k in zip(motions, (10.0, 40.0), strict=True):
        assert motion["z"][1] == pytest.approx(np.cos(np.sqrt(k) * 0.1), abs=1e-5)
        assert np.array_equal(
            motion.states,
            da.simulate(
                model, starts[int(k > 20)], times=[0.0, 0.1, 1.0], method=da.methods.MoreauJean(1e-3)
            ).states,
        )


def test_a_motion_is_saved_and_loaded_with_its_phases(tmp_path):
    motion = da.simulate(ball(), {"z": 0.2}, until=0.5, method=da.methods.MoreauJean(1e-2))
    again = da.load_motion(motion.save(tmp_path / "ball"), ball())
    assert again.phases("floor") == motion.phases("floor")
    assert np.array_equal(again["floor.normal.multiplier"], motion["floor.normal.multiplier"])


# ---- refusals


@pytest.mark.parametrize(
    ("part", "text"),
    [
        (
            lambda: {"restitution": da.contacts.StrongeImpact(0.5), "friction": 0.1},
            "v⁺ = −e v⁻, but 'floor' has StrongeImpact",
        ),
        (lambda: {"restitution": da.contacts.NewtonImpact(0.5, tangential=0.5)}, "no tangential restitution"),
        (lambda: {"friction": da.contacts.Contensou(0.3, radius=0.01)}, "cannot treat Contensou"),
        (lambda: {"friction": 0.3, "rolling": 0.01}, "resistance to turning"),
    ],
)
def test_laws_that_time_stepping_does_not_have_are_refused_by_name(part, text):
    with pytest.raises(ModelError, match=text):
        da.simulate(ball(**part()), {"z": 1.0}, until=1.0, method=da.methods.MoreauJean(1e-3))


@pytest.mark.parametrize("law", [da.contacts.StrongeImpact(), da.contacts.SequentialImpact()])
def test_laws_without_restitution_are_one_law(law):
    motions = [
        da.simulate(ball(restitution=x, friction=0.3), {"z": 1.0}, until=1.0, method=da.methods.MoreauJean(1e-3))
        for x in (0.0, law)
    ]
    assert np.array_equal(motions[0].states, motions[1].states)


def test_a_compliant_contact_is_refused():
    gap = da.contacts.RelativeContact("floor", da.coordinate("z"), da.contacts.KelvinVoigtMotion(10.0, 100.0))
    model = da.Model(da.Prismatic("z", da.ground, da.particle("p", mass=1.0), axis="z"), gap, gravity=DOWN)
    with pytest.raises(ModelError, match="'floor', which is compliant"):
        da.simulate(model, {"z": 1.0}, until=1.0, method=da.methods.MoreauJean(1e-3))


def test_bodies_that_overlap_and_times_that_go_back_are_refused():
    with pytest.raises(ModelError, match=r"overlap at the start: 'floor' by 0\.05 m"):
        da.simulate(ball(), {"z": 0.05}, until=1.0, method=da.methods.MoreauJean(1e-3))
    with pytest.raises(ModelError, match="go forwards"):
        da.simulate(ball(), {"z": 1.0}, until=-1.0, method=da.methods.MoreauJean(1e-3))
    with pytest.raises(SolverError, match="the tolerance is a number from 1e-10 to 1"):
        da.methods.MoreauJean(1e-3, tolerance=0.0)
    with pytest.raises(SolverError, match="the step is a positive number"):
        da.methods.MoreauJean(0.0)


def test_forces_that_a_step_does_not_resolve_are_told():
    body = da.particle("ball", mass=1.0)
    model = da.Model(
        da.Prismatic("z", da.ground, body, axis="z"),
        da.Contact("floor", body, floor()),
        da.JointForce("brake", "z", -5e3 * da.speed("z")),
    )
    start = model.state(q={"z": 1.0}, u={"z": 1.0})
    with pytest.raises(SolverError, match="forces change too fast for it; take a smaller step"):
        da.simulate(model, start, until=1.0, method=da.methods.MoreauJean(1e-3))


def test_impulses_of_redundant_pins_are_found_where_all_bars_lie_next_to_one_line():
    """Crank and coupler are as long as frame and rocker but for 3 mm: impulses are large beside all velocities."""
    lengths, angle, frame = {"crank": 0.454, "coupler": 0.899, "rocker": 1.022}, 1.0, 0.334
    base = da.ground.rotated("x", 0.5).rotated("y", 0.7)
    crank, coupler, rocker = (da.rod(name, length=length, mass=1.0) for name, length in lengths.items())
    model = da.Model(
        da.Revolute("A", base, crank["start"], axis="z"),
        da.Revolute("B", crank["end"], coupler["start"], axis="z"),
        da.Revolute("C", base.at(x=frame), rocker["start"], axis="z"),
        da.Revolute("D", coupler["end"], rocker["end"], axis="z"),
        da.Contact("knee", crank["end"], da.geometry.plane(base.at(y=-5.0), "y")),
        gravity=(0.0, -g, 0.0),
    )
    start = da.assemble(model, q={"A": angle}, guess=model.state(q={"B": 0.9, "C": 1.5}))
    motion = da.simulate(model, start, times=[0.0, 0.5, 1.0], method=da.methods.MoreauJean(1e-4))
    assert np.abs(motion.energy_balance).max() < 1e-3 * abs(np.ptp(motion["kinetic energy"]))


def test_a_linkage_that_is_stopped_stands_still():
    """What an impact leaves of velocities of joints, by the bend of their ways, does not go to and fro."""
    crank, coupler, rocker = (da.rod(f"rod {l}", length=l / 10, mass=1.0) for l in (5, 10, 9))
    model = da.Model(
        da.Revolute("A", da.ground, crank["start"], axis="z"),
        da.Revolute("B", crank["end"], coupler["start"], axis="z"),
        da.Revolute("C", da.ground.at(x=1.1), rocker["start"], axis="z"),
        da.Revolute("D", coupler["end"], rocker["end"], axis="z"),
        da.Contact("stop", crank["end"], da.geometry.plane(da.ground.at(y=0.2), "y"), friction=0.3),
        gravity=(0.0, -g, 0.0),
    )
    start = da.assemble(model, q={"A": 1.2}, guess=model.state(q={"B": -0.5, "C": 1.5}))
    motion = da.simulate(model, start, times=[0.0, 0.6, 0.601], method=da.methods.MoreauJean(1e-3))
    assert np.abs(motion.states[1:, 3:6]).max() < 1e-12
