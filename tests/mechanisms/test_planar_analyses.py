"""What designers ask of planar mechanisms: ranges, dead points, centres, forces on the frame, counterweights."""

from functools import cache

import numpy as np
import pytest

import dalembert as da

POINTS = {"A": (0.0, 0.0), "B": (0.1, 0.25), "C": (0.6, 0.45), "D": (0.7, 0.0), "P": (0.4, 0.6)}
SKETCH = da.planar.Sketch(POINTS)
CRANK = SKETCH.link("crank", "A", "B", mass=0.3)
COUPLER = SKETCH.link("coupler", "B", "C", "P", mass=0.8)
ROCKER = SKETCH.link("rocker", "D", "C", mass=0.5)
START = np.arctan2(0.25, 0.1)
TIMES = np.linspace(0.0, 1.0, 121)


@cache
def linkage():
    pins = SKETCH.pins(CRANK, COUPLER, ROCKER, ground="AD")
    return da.Model(*pins, da.Drive("motor", "A", START + 2.0 * np.pi * da.time), gravity=(0.0, -9.81, 0.0))


@cache
def cycle():
    return da.kinematics(linkage(), TIMES)


def lengths():
    return [float(np.hypot(*np.subtract(POINTS[a], POINTS[b]))) for a, b in ("AD", "AB", "BC", "DC")]


def cross(a, b):
    return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]


def test_a_coupler_curve_is_that_of_the_closed_form():
    """The coupler's end is where circles about B and D meet; the point follows by similar triangles."""
    ground, crank, coupler, rocker = lengths()
    angle = START + 2.0 * np.pi * TIMES
    B = crank * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    way = np.array([ground, 0.0]) - B
    d = np.hypot(*way.T)
    along = (coupler**2 - rocker**2 + d**2) / (2.0 * d)
    left = np.stack([-way[:, 1], way[:, 0]], axis=1)
    C = B + (along[:, None] * way + np.sqrt(coupler**2 - along**2)[:, None] * left) / d[:, None]
    a, b = np.array(POINTS["P"]) - POINTS["B"], np.array(POINTS["C"]) - POINTS["B"]
    ratio = complex(*a) / complex(*b)
    z = ratio * ((C - B) @ [1.0, 1.0j])
    found = cycle().evaluate(da.position(COUPLER["P"])[:2])
    np.testing.assert_allclose(found, B + np.stack([z.real, z.imag], axis=1), rtol=0.0, atol=1e-10)


@pytest.mark.covers("F004-11")
def test_range_of_motion_ends_at_the_dead_points():
    ground, crank, coupler, rocker = lengths()
    assert da.planar.motion_range(linkage(), "A").turns
    found = da.planar.motion_range(linkage(), "D")

    def angle(reach):
        return np.pi - np.arccos((ground**2 + rocker**2 - reach**2) / (2.0 * ground * rocker))

    assert (found.least, found.largest) == pytest.approx(
        (angle(coupler + crank), angle(coupler - crank)), abs=1e-9
    )
    assert found.driving == (found.least, found.largest)
    # crank and coupler are in line there
    assert [np.sin(state.q["B"]) for state in found.dead_points] == pytest.approx([0.0, 0.0], abs=1e-6)
    assert str(found).startswith("D moves between 1.64")


def test_stroke_of_a_slider_crank_is_twice_its_crank():
    sketch = da.planar.Sketch({"A": (0, 0), "B": (0.3, 0.4), "C": (1.2, 0), "X": (1, 0)})
    crank, rod, block = sketch.link("crank", "A", "B"), sketch.link("rod", "B", "C"), sketch.link("block", "C")
    slide = sketch.slide("slide", da.ground, block, along=("A", "X"))
    found = da.planar.motion_range(da.Model(*sketch.pins(crank, rod, block, ground="A"), slide), "slide")
    long = np.hypot(0.9, 0.4)
    assert (found.least, found.largest) == pytest.approx((long - 0.5, long + 0.5), abs=1e-9)


def test_a_crank_that_cannot_turn_fully_is_told_between_which_angles_it_can():
    sizes = {"ground": 3.0, "driving": 2.6, "coupler": 3.0, "driven": 2.5}
    points = {"A": (0, 0), "B": (2.6 * np.cos(0.5), 2.6 * np.sin(0.5)), "D": (3, 0)}
    way = np.subtract(points["D"], points["B"])
    d = np.hypot(*way)
    along = (9.0 - 6.25 + d**2) / (2.0 * d)
    points["C"] = points["B"] + (along * way + np.sqrt(9.0 - along**2) * np.array([-way[1], way[0]])) / d
    sketch = da.planar.Sketch(points)
    bars = [sketch.link(name, *ends, mass=1.0) for name, ends in (("a", "AB"), ("b", "BC"), ("c", "DC"))]
    model = da.Model(*sketch.pins(*bars, ground="AD"), da.Drive("motor", "A", 0.5 + da.time))
    with pytest.raises(da.errors.SolverError, match=r"A can drive it from 0.107469 to 2.76208 only"):
        da.kinematics(model, np.linspace(0.0, 6.0, 20))
    assert da.planar.grashof(**sizes).driving_range == pytest.approx((0.107469, 2.76208), abs=1e-5)
    with pytest.raises(da.errors.ModelError, match="one degree of freedom, but the mechanism has 2"):
        da.planar.motion_range(da.Model(*sketch.pins(*bars[:2], ground="A")), "A")


@pytest.mark.parametrize(
    ("sizes", "kind"),
    [
        ((3.0, 1.0, 3.0, 2.5), "crank-rocker"),
        ((1.0, 3.0, 3.0, 2.5), "double crank"),
        ((3.0, 2.5, 3.0, 1.0), "rocker-crank"),
        ((3.0, 2.5, 1.0, 3.0), "double rocker"),
        ((3.0, 2.6, 2.7, 2.5), "triple rocker"),
        ((2.0, 1.0, 2.0, 1.0), "change point"),
        ((np.int64(3), np.float64(1.0), 3, 2.5), "crank-rocker"),
    ],
)
def test_grashof_classes(sizes, kind):
    names = ("ground", "driving", "coupler", "driven")
    assert da.planar.grashof(**dict(zip(names, sizes, strict=True))).kind == kind


def test_a_four_bar_that_cannot_be_closed_is_told_by_how_much():
    with pytest.raises(da.errors.ModelError, match=r"'coupler' is longer than the other three together by 1.5"):
        da.planar.grashof(ground=1.0, driving=1.0, coupler=4.5, driven=1.0)
    with pytest.raises(da.errors.ModelError, match="the length 'driven' of a four-bar is a positive number"):
        da.planar.grashof(ground=1.0, driving=1.0, coupler=1.0, driven=0.0)


def test_instant_centre_of_the_coupler_is_where_the_links_on_the_ground_meet():
    centre = da.planar.instant_centre(COUPLER)
    outputs = {"I": centre, "B": da.position(CRANK["B"])[:2], "C": da.position(ROCKER["C"])[:2]}
    found = cycle().evaluate(outputs)
    I, B, C, D = found["I"], found["B"], found["C"], np.array(POINTS["D"])
    size = np.linalg.norm(I, axis=1)
    np.testing.assert_allclose(cross(I, B) / size, 0.0, atol=1e-12)
    np.testing.assert_allclose(cross(I - D, C - D) / size, 0.0, atol=1e-12)

    # the moving centrode rolls on the fixed one: the same point, in the axes of the coupler
    moving = cycle().evaluate(da.planar.instant_centre(COUPLER, axes=COUPLER))
    angle = cycle()["A"] + cycle()["B"]
    turned = np.stack(
        [
            np.cos(angle) * moving[:, 0] - np.sin(angle) * moving[:, 1],
            np.sin(angle) * moving[:, 0] + np.cos(angle) * moving[:, 1],
        ],
        axis=1,
    )
    np.testing.assert_allclose((B + turned - I) / size[:, None], 0.0, atol=1e-12)

    # crank and coupler, as these see each other, turn about their pin
    pin = cycle().evaluate(da.planar.instant_centre(COUPLER, CRANK))
    np.testing.assert_allclose(pin, B, atol=1e-12)


def test_transmission_angle_is_between_coupler_and_rocker_also_in_a_sweep():
    mu = da.planar.transmission_angle(CRANK["B"], COUPLER["C"], SKETCH.at(da.ground, "D"))
    found = cycle().evaluate(mu)
    ground, crank, coupler, rocker = lengths()
    d = np.sqrt(ground**2 + crank**2 - 2.0 * ground * crank * np.cos(cycle()["A"]))
    expected = np.arccos(np.abs(coupler**2 + rocker**2 - d**2) / (2.0 * coupler * rocker))
    np.testing.assert_allclose(found, expected, atol=1e-12)
    speeds = da.param("speed", 1.0)
    driven = da.Model(*linkage().joints, da.Drive("motor", "A", START + speeds * da.time))
    table = da.sweep(driven, {"speed": [1.0, 2.0]}, {"mu": mu}, times=[0.0, 0.5, 1.0])
    assert table["mu"][0, 2] == pytest.approx(table["mu"][1, 1], abs=1e-12)


def test_mechanical_advantage_is_the_ratio_of_torques_without_losses():
    massless = [
        da.planar.Sketch(POINTS).link(name, *ends) for name, ends in (("a", "AB"), ("b", "BC"), ("c", "DC"))
    ]
    sketch = da.planar.Sketch(POINTS)
    rocker = massless[2]
    load = da.Torque("load", rocker, (0.0, 0.0, -2.0))
    model = da.Model(*sketch.pins(*massless, ground="AD"), load, da.Drive("motor", "A", START + da.time))
    motion = da.kinematics(model, np.linspace(0.0, 1.0, 11))
    advantage = motion.evaluate(da.planar.mechanical_advantage("A", "D"))
    np.testing.assert_allclose(motion["motor.torque"] * advantage, 2.0, rtol=1e-9)


def test_shaking_forces_are_what_the_pins_on_the_ground_exert_less_weights():
    model = linkage()
    outputs = {"force": da.planar.shaking_force(model), "moment": da.planar.shaking_moment(model)}
    outputs |= {pin: da.reaction_force(pin, axes=da.ground) for pin in "AD"}
    outputs |= {f"weight of {body.name}": da.position(body["center"])[0] for body in model.bodies}
    found = cycle().evaluate(outputs)
    mass = 0.3 + 0.8 + 0.5
    total = found["force"] + found["A"][:, :2] + found["D"][:, :2]
    np.testing.assert_allclose(total, np.broadcast_to([0.0, 9.81 * mass], total.shape), atol=1e-11)
    weights = sum(-9.81 * body.inertia.mass * found[f"weight of {body.name}"] for body in model.bodies)
    moment = found["moment"] + 0.7 * found["D"][:, 1] + cycle()["motor.torque"] + weights
    np.testing.assert_allclose(moment, 0.0, atol=1e-11)


def test_counterweights_on_both_links_of_the_ground_balance_a_four_bar():
    weights = da.planar.counterweights(cycle(), {"crank": CRANK, "rocker": ROCKER})
    assert weights.before > 20.0
    assert weights.after < 1e-12
    balanced = da.Model(*linkage().parts, *weights.parts(mass=2.0))
    motion = da.kinematics(balanced, TIMES[:11])
    np.testing.assert_allclose(motion.evaluate(da.planar.shaking_force(balanced)), 0.0, atol=1e-12)
    with pytest.raises(da.errors.ModelError, match="the place of the counterweight on 'coupler' moves"):
        da.planar.counterweights(cycle(), {"coupler": COUPLER})


def test_an_axis_that_is_skew_to_the_others_of_a_planar_loop_is_named():
    bars = [da.rod(name, length=l, mass=1.0) for name, l in (("crank", 1.0), ("coupler", 3.0), ("rocker", 2.5))]
    skew = da.Model(
        da.Revolute("A", da.ground, bars[0]),
        da.Revolute("B", bars[0]["end"], bars[1]),
        da.Revolute("D", da.ground.at(x=3.0), bars[2], axis=(0.0, 0.1, 1.0)),
        da.Revolute("C", bars[1]["end"], bars[2]["end"]),
    )
    with pytest.raises(da.errors.AssemblyError, match=r"not parallel to those of the other pins: 'D' by 5.71°"):
        da.assemble(skew)


def test_a_skew_axis_is_named_too_where_it_lets_nothing_move():
    """The loop closes, as it was given, but is stiff: a drive would be one too many."""
    bars = [da.rod(name, length=l, mass=1.0) for name, l in (("crank", 0.27), ("coupler", 0.54), ("rocker", 0.46))]
    skew = da.Model(
        da.Revolute("A", da.ground, bars[0]),
        da.Revolute("B", bars[0]["end"], bars[1], axis=(0.0, 0.1, 1.0)),
        da.Revolute("D", da.ground.at(x=0.7), bars[2]),
        da.Revolute("C", bars[1]["end"], bars[2]["end"]),
        da.Drive("motor", "A", da.time),
    )
    with pytest.raises(da.errors.ModelError, match=r"not parallel to those of the other pins: 'B' by 5.71°"):
        da.kinematics(skew, [0.0, 1.0], guess={"A": 1.0, "B": -1.0, "D": 1.5})


@pytest.mark.covers("F000-78")
def test_labelled_runs_are_kept_and_compared():
    model = da.Model(*linkage().joints, gravity=(0.0, -9.81, 0.0))
    runs = {
        f"{speed:g} rad/s": da.simulate(model, da.assemble(model, u={"A": speed}), until=0.5)
        for speed in (2.0, 4.0)
    }
    figure = da.plot(runs, ["D"])
    labels = {text.get_text() for axes in figure.axes for text in axes.get_legend().get_texts()}
    assert {label for label in labels if "rad/s" in label}
    assert not np.allclose(*(run["D"][-1] for run in runs.values()))


def winding_six_bar(*more):
    """A dyad on the coupler of a four-bar that does not reach far enough for the crank to turn fully."""
    points = {"A": (0, 0), "B": (0.5, 1.0), "C": (3.0, 2.5), "D": (3.5, 0), "P": (2.0, 3.0), "E": (4.5, 4.5)}
    sketch = da.planar.Sketch(points | {"F": (6.0, 2.0)})
    links = [("crank", "AB"), ("coupler", "BCP"), ("rocker", "DC"), ("rod", "PE"), ("output", "FE")]
    return da.Model(*sketch.pins(*(sketch.link(name, *nodes) for name, nodes in links), ground="ADF"), *more)


def test_a_coordinate_drives_up_to_the_next_dead_points_only():
    """The rocker of a six-bar has six of them on its way round: past these something else must move it."""
    model = winding_six_bar()
    start = da.assemble(model, q={"A": 0.0})
    found = da.planar.motion_range(model, "D", guess=start)
    assert len(found.dead_points) == 6
    low, high = found.driving
    assert found.least == low < start.q["D"] < high < found.largest - 0.02

    # a drive comes as far as that, and no farther
    driven = winding_six_bar(da.Drive("motor", "D", start.q["D"] + da.time))
    reached = high - start.q["D"]
    there = da.kinematics(driven, [0.0, reached - 1e-4], guess=start)
    assert there["D"][-1] == pytest.approx(high - 1e-4)
    with pytest.raises(da.errors.SolverError, match=f"to {high:.5g}"):
        da.kinematics(driven, [0.0, reached + 1e-2], guess=start)


@pytest.mark.parametrize("turns", [-10, -3, 1, 10])
def test_a_law_that_begins_turns_away_from_the_drawing_leaves_the_mechanism_as_drawn(turns):
    pins = SKETCH.pins(CRANK, COUPLER, ROCKER, ground="AD")
    law = START + 2.0 * np.pi * (turns + da.time)
    found = da.assemble(da.Model(*pins, da.Drive("motor", "A", law)))
    assert found.q["D"] == pytest.approx(cycle()["D"][0], abs=1e-12)
    assert found.q["A"] == pytest.approx(START + 2.0 * np.pi * turns, abs=1e-12)
