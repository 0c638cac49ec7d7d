"""Planar mechanisms typed from sketches."""

import numpy as np
import pytest

import dalembert as da
from dalembert.model.flat_bodies import uniform

SQUARE = {"A": (0, 0), "B": (0.1, 0.25), "C": (0.6, 0.45), "D": (0.7, 0), "P": (0.4, 0.6)}


def four_bar(*more, points=SQUARE, **masses):
    sketch = da.planar.Sketch(points)
    crank = sketch.link("crank", "A", "B", mass=masses.get("crank", 0.3))
    coupler = sketch.link("coupler", "B", "C", "P", mass=masses.get("coupler", 0.8))
    rocker = sketch.link("rocker", "D", "C", mass=masses.get("rocker", 0.5))
    return da.Model(*sketch.pins(rocker, coupler, crank, ground="AD"), *more, gravity=(0.0, -9.81, 0.0))


@pytest.mark.covers("F000-56", "F004-1")
def test_a_mechanism_is_put_together_as_it_is_drawn():
    model = four_bar()
    found = da.assemble(model)
    for body, name in (("crank", "B"), ("coupler", "B"), ("coupler", "P"), ("rocker", "C")):
        place = da.as_dynamics(model).evaluate(da.position(model.body(body)[name]), found)
        np.testing.assert_allclose(place, [*SQUARE[name], 0.0], atol=1e-14)

    # a pin on the ground has the direction of its link, from the first point to the second
    assert found.q["A"] == pytest.approx(np.arctan2(0.25, 0.1))
    assert found.q["D"] == pytest.approx(np.arctan2(0.45, -0.1))


def test_joints_are_named_by_points_and_where_several_bodies_meet_by_these_too():
    sketch = da.planar.Sketch({"A": (0, 0), "B": (1, 0), "C": (0, 1), "D": (-1, 0)})
    links = [sketch.link(f"to {end}", "A", end, mass=1.0) for end in "BCD"]
    assert [joint.name for joint in sketch.pins(*links)] == ["A to C", "A to D"]
    assert [joint.name for joint in sketch.pins(*links, ground="AB")] == ["A to B", "A to C", "A to D", "B"]


def test_pins_lead_away_from_the_ground_in_whatever_order_links_are_named():
    names = {joint.name: joint.parent_frame.body.name for joint in four_bar().joints}
    assert names == {"A": "ground", "B": "crank", "C": "rocker", "D": "ground"}


def test_links_are_rods_and_plates_unless_their_mass_is_given():
    centre, moment = uniform([np.array([0.0, 0.0]), np.array([2.0, 0.0])])
    assert (*centre, moment) == pytest.approx((1.0, 0.0, 4.0 / 12.0))

    # a rectangle of sides 2 and 1, a right triangle of legs 3 and 6, and three points on a line
    corners = [np.array(x, dtype=float) for x in ((0, 0), (2, 0), (2, 1), (0, 1))]
    centre, moment = uniform(corners)
    assert (*centre, moment) == pytest.approx((1.0, 0.5, 5.0 / 12.0))
    centre, moment = uniform([np.array(x, dtype=float) for x in ((0, 0), (0, 6), (3, 0))])
    assert (*centre, moment) == pytest.approx((1.0, 2.0, 45.0 / 18.0))
    centre, moment = uniform([np.array(x, dtype=float) for x in ((0, 0), (1, 1), (3, 3))])
    assert (*centre, moment) == pytest.approx((1.5, 1.5, 18.0 / 12.0))


@pytest.mark.covers("F000-59")
def test_the_mass_centre_is_given_by_nodes_as_drawn_or_in_the_axes_of_the_body():
    sketch = da.planar.Sketch({"A": (1, 1), "B": (1, 3)})
    place = sketch.between("A", "B", 0.25, 0.5)
    np.testing.assert_allclose(place, [0.0, 1.5])
    link = sketch.link("link", "A", "B", mass=2.0, center=place, moment=0.3)
    # along the link, and to its left
    np.testing.assert_allclose(link.inertia.com, [0.5, 1.0, 0.0], atol=1e-15)
    np.testing.assert_allclose(link["center"].pose.p, [0.5, 1.0, 0.0], atol=1e-15)
    assert link.inertia.J[2, 2] == 0.3
    assert sketch.link("heavy end", "A", "B", mass=2.0, center="B", moment=0.0).inertia.com[0] == 2.0


def test_points_with_parameters_change_with_them():
    x = da.param("x", 0.6)
    model = four_bar(da.Drive("motor", "A", 0.0), points={**SQUARE, "C": (x, 0.45)})
    longer = da.assemble(model, p={"x": 0.65})
    place = da.as_dynamics(model).evaluate(da.position(model.body("coupler")["C"]), longer)
    reached = da.as_dynamics(model).evaluate(da.position(model.body("rocker")["C"]), longer)
    np.testing.assert_allclose(place, reached, atol=1e-13)


@pytest.mark.covers("F000-77")
def test_a_base_moves_as_given_and_each_body_has_a_field_of_its_own():
    """A pendulum on a base that is accelerated sideways hangs as in gravity that is turned."""
    sketch = da.planar.Sketch({"A": (0.2, 0.3), "B": (0.2, -0.7), "C": (0.5, 0.3)})
    base, rod = sketch.link("base", "C", "A"), sketch.link("rod", "A", "B", mass=2.0)
    field = da.PointForce("field", rod["center"], (0.0, -2.0 * 9.81, 0.0))
    model = da.Model(
        da.Planar("place", sketch.drawn(base), base),
        *sketch.pins(base, rod),
        da.Drive("sideways", "place.x", 0.5 * 3.0 * da.time**2),
        da.Drive("height", "place.y", 0.0),
        da.Drive("turn", "place.angle", 0.0),
        field,
    )
    start = da.assemble(model)
    a = da.as_dynamics(model).accelerations(start)
    # the drawn base points along −x, so the place moves along −x; a thin rod of length one turns by 3 a / (2 l)
    assert a["place.x.rate"] == pytest.approx(3.0)
    assert a["A.rate"] == pytest.approx(1.5 * 3.0)


@pytest.mark.covers("F000-60", "F000-77")
def test_a_pin_in_a_slot_takes_a_force_and_a_torque():
    """Power of both inputs is the rate of energy; without the slot closed it is a joint that carries too."""
    sketch = da.planar.Sketch({"O": (0, 0), "E": (1, 0), "B": (0.4, 0), "T": (0.4, 0.5)})
    lever, arm = sketch.link("lever", "O", "E", mass=1.0), sketch.link("arm", "B", "T", mass=0.5)
    model = da.Model(
        *sketch.pins(lever, ground="O"),
        sketch.slot("slot", lever, arm, along=("O", "E")),
        da.Motor("push", "slot.way"),
        da.Motor("twist", "slot.angle"),
    )
    start = model.state(u={"O": 1.0, "slot.way": 0.5, "slot.angle": -2.0}, tau={"push": 3.0, "twist": 0.7})
    assert start.q["slot.way"] == pytest.approx(0.4)
    assert start.q["slot.angle"] == pytest.approx(np.pi / 2)
    motion = da.simulate(model, start, until=0.5)
    work = 3.0 * (motion["slot.way"] - 0.4) + 0.7 * (motion["slot.angle"] - np.pi / 2)
    np.testing.assert_allclose(motion["energy"] - motion["energy"][0], work, atol=1e-7)


@pytest.mark.covers("F000-60")
def test_a_slide_along_two_points_closes_a_loop_like_one_that_carries():
    sketch = da.planar.Sketch({"A": (0, 0), "B": (0.3, 0.4), "C": (1.2, 0), "X": (1, 0)})
    crank, rod = sketch.link("crank", "A", "B", mass=1.0), sketch.link("rod", "B", "C", mass=1.0)
    block = sketch.link("block", "C", mass=0.5)
    slide = sketch.slide("slide", da.ground, block, along=("A", "X"))
    parts = (*sketch.pins(crank, rod, block, ground="A"), slide)
    carried, closed = da.Model(*parts, cut=["C"]), da.Model(*parts, cut=["slide"])
    u = {"A": 2.0}
    first, second = (da.as_dynamics(model) for model in (carried, closed))
    a, b = (dynamics.accelerations(da.assemble(dynamics, u=u)) for dynamics in (first, second))
    assert a["A.rate"] == pytest.approx(b["A.rate"], rel=1e-12)
    assert da.assemble(carried).q["slide"] == pytest.approx(1.2)
    assert first.signals(["C.force.x"], da.assemble(first, u=u))["C.force.x"] != 0.0


@pytest.mark.covers("F004-7", "F004-10", "F004-19")
def test_laws_of_expressions_are_followed_like_those_of_coordinates():
    model, law = four_bar(da.Motor("motor", "A")), np.arctan2(0.45, -0.1) + 0.1 * da.sin(3.0 * da.time)
    times = np.linspace(0.0, 1.0, 11)
    rocker = model.body("rocker")
    named = da.inverse_dynamics(model, {"D": law}, times=times)
    measured = da.inverse_dynamics(
        model, {da.position(rocker["C"])[0]: 0.7 + np.hypot(0.1, 0.45) * da.cos(law)}, times=times
    )
    np.testing.assert_allclose(measured.inputs, named.inputs, rtol=1e-8)


# ---- bad input


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        (lambda s: s.link("bar", "A", "E"), "the sketch has no point 'E'"),
        (lambda s: s.link("bar"), "link 'bar' needs points of the sketch"),
        (lambda s: s.link("bar", "A", "A"), "link 'bar' has a point twice: A, A"),
        (lambda s: s.link("bar", "A", "O"), "the first points of link 'bar', 'A' and 'O', are one place"),
        (lambda s: s.link("bar", "A", "B", mass=-1.0), "bar"),
        (
            lambda s: s.link("bar", "A", "B", moment=1.0),
            "link 'bar' has a centre or a moment of inertia, but no mass",
        ),
        (lambda s: s.link("bar", "A", "B", mass=1.0, center="A"), "give its moment of inertia about it too"),
        (lambda s: s.pins(s.link("bar", "A", "B"), ground="C"), "no link has the point 'C'"),
        (lambda s: s.pins(da.rod("rod", length=1.0, mass=1.0)), "body 'rod' is not made by this sketch"),
        (
            lambda s: s.slide("guide", da.ground, s.link("block", "P"), along=("A", "D")),
            "'guide': the point 'P' of 'block' is 0.6 off the line through 'A' and 'D'",
        ),
        (lambda s: s.link("bow", "A", "C", "D", "B", mass=1.0), "sides cross; give center and moment"),
        (lambda s: s.link("bar", "A", "B", mass="heavy"), "the mass of link 'bar'"),
        (lambda s: s.pins("bar"), "a sketch joins bodies"),
        (
            lambda s: s.pins(da.planar.Sketch({"A": (0, 0), "B": (1, 0)}).link("bar", "A", "B")),
            "of another sketch",
        ),
        (lambda s: s.slot("slot", da.ground, s.link("block", "P"), along="AD"), "slides along two points"),
        (lambda s: s.slide("guide", da.ground, s.link("block", "A"), along=("A", "O")), "which are one place"),
    ],
)
def test_what_does_not_fit_is_named(wrong, text):
    with pytest.raises(da.errors.ModelError, match=text.replace("(", r"\(")):
        wrong(da.planar.Sketch({**SQUARE, "O": (0, 0)}))


@pytest.mark.parametrize("points", [{}, {"A": (0, 0, 0)}, {"A": "here"}, [(0, 0)], {"center": (0, 0)}])
def test_a_sketch_is_made_of_points(points):
    with pytest.raises(da.errors.ModelError, match="point"):
        da.planar.Sketch(points)


def test_a_usual_angle_is_a_number():
    rod = da.rod("rod", length=1.0, mass=1.0)
    with pytest.raises(da.errors.ModelError, match="'default' of Revolute 'A' is a finite number"):
        da.Revolute("A", da.ground, rod, default=np.nan)
