"""A mechanism on one page, and ways of points in drawings."""

import re

import numpy as np
import pytest

import dalembert as da

pytestmark = pytest.mark.slow


def swing():
    sketch = da.planar.Sketch({"A": (0, 0), "B": (0.1, 0.25), "C": (0.6, 0.45), "D": (0.7, 0), "P": (0.4, 0.6)})
    names = (("crank & pin", "AB"), ("coupler", "BCP"), ("rocker", "DC"))
    links = [sketch.link(name, *ends, mass=1.0) for name, ends in names]
    drive = da.Drive("motor", "A", sketch.angle("A", "B") + da.time)
    motion = da.kinematics(da.Model(*sketch.pins(*links, ground="AD"), drive), np.linspace(0.0, 6.0, 61))
    return motion, links[1]["P"]


@pytest.mark.covers("F000-63")
def test_a_page_has_sketch_freedom_curves_and_extremes(tmp_path):
    motion, point = swing()
    file = tmp_path / "linkage.html"
    page = da.planar.mechanism_report(
        motion, ["D", "motor.torque"], x="A", paths=[point], title="A <four-bar>", file=file
    )
    text = file.read_text(encoding="utf-8")
    assert text == page.html
    assert "1 degree of freedom, moved by 1 drive; by counting links and joints in the plane 1</p>" in text
    assert "Extremes and curves are of 61 instants; at t = 6: the end time is reached." in text
    assert "<h1>A &lt;four-bar&gt;</h1>" in text
    assert text.count("data:image/png;base64,") == 2
    assert "<td>crank &amp; pin</td><td>1</td>" in text

    # extremes are those of the motion
    least, largest = re.search(r"<td>D</td><td>([\d.]+) rad \(.*?</td><td>([\d.]+) rad \(", text).groups()
    assert float(least) == pytest.approx(motion["D"].min(), rel=1e-5)
    assert float(largest) == pytest.approx(motion["D"].max(), rel=1e-5)
    place, degrees = re.search(r"<td>D</td><td>[\d.]+ rad \([\d.]+°\) at ([\d.]+) \(([\d.]+)°\)", text).groups()
    at = motion["A"][np.argmin(motion["D"])]
    assert (float(place), float(degrees)) == pytest.approx((at, np.degrees(at) % 360.0), rel=1e-3)


def test_means_are_over_time_however_instants_lie():
    crank = da.rod("crank", length=1.0, mass=1.0)
    model = da.Model(da.Revolute("A", da.ground, crank), da.Drive("motor", "A", 2.0 * da.time))
    motion = da.kinematics(model, [0.0, 0.1, 0.2, 0.3, 2.0])
    page = da.planar.mechanism_report(motion, {"angle": da.coordinate("A")}).html
    assert re.search(r"<td>angle</td><td>0 rad \(0°\) at 0</td><td>4 rad \(229.2°\) at 2</td><td>2 rad", page)


def test_inputs_have_the_unit_of_what_they_act_on():
    block, rod = da.rod("block", length=1.0, mass=1.0), da.rod("rod", length=1.0, mass=1.0)
    joints = (da.Prismatic("way", da.ground, block, axis="x"), da.Revolute("pin", block, rod))
    units = da.as_dynamics(
        da.Model(*joints, da.Motor("push", "way"), da.Motor("turn", "pin"))
    ).solved.signals.units
    assert (units["push"], units["turn"]) == ("N", "N m")


@pytest.mark.covers("F000-63")
def test_ways_of_points_are_in_the_picture_as_a_whole():
    motion, point = swing()
    figure = da.draw(motion, t=0.0, paths=[point])
    axes = figure.axes[0]
    (line,) = [line for line in axes.get_lines() if len(line.get_xdata()) == len(motion)]
    np.testing.assert_allclose(line.get_xydata(), motion.evaluate(da.position(point)[:2]), atol=1e-12)
    (x0, x1), (y0, y1) = axes.get_xlim(), axes.get_ylim()
    assert (line.get_xdata() > x0).all() and (line.get_xdata() < x1).all()
    assert (line.get_ydata() > y0).all() and (line.get_ydata() < y1).all()


def texts(figure):
    return {text.get_text() for text in figure.axes[0].texts}


def test_pins_and_traced_points_are_called_by_their_letters():
    motion, point = swing()
    assert {"A", "B", "C", "D", "P"} <= texts(da.draw(motion, t=0.0, paths=[point]))
    assert not texts(da.draw(motion, t=0.0, paths=[point], names=False)) & {"A", "B", "C", "D"}


def test_a_pin_in_a_slot_is_on_a_block_along_it():
    """Its corners are a rectangle along the lever, also where the slot is on the ground."""
    sketch = da.planar.Sketch({"O": (0, 0), "E": (0.6, 0.8), "Q": (1, 0), "B": (0.3, 0.4), "G": (0.3, 1)})
    lever, crank = sketch.link("lever", "O", "E", mass=1.0), sketch.link("crank", "Q", "B", mass=1.0)
    for joint, way in (
        (sketch.slot("slot", lever, crank, along=("O", "E"), at="B"), (0.6, 0.8)),
        (sketch.slot("slot", da.ground, crank, along=("B", "G"), at="B"), (0.0, 1.0)),
    ):
        pins = sketch.pins(lever, crank, ground="OQ" if joint.parent_frame.body is lever else "O")
        drawn = da.draw(da.Model(*pins, joint)).axes[0].patches
        blocks = [patch.get_xy()[:4] for patch in drawn if len(getattr(patch, "get_xy", list)()) == 5]
        (block,) = [corners for corners in blocks if np.allclose(corners.mean(axis=0), (0.3, 0.4))]
        side = block[1] - block[0]
        np.testing.assert_allclose(np.abs(side / np.hypot(*side)), way, atol=1e-9)


def test_a_link_with_a_mass_of_its_own_is_drawn_by_what_its_points_span():
    around = {"P": (0, 0), "1": (1, 0), "2": (-0.5, 0.8), "3": (-0.5, -0.8)}
    sketch = da.planar.Sketch(around)
    link = sketch.link("plate", *around, mass=1.0, center="P", moment=0.2)
    ends = [{tuple(np.round(bar.start, 9)), tuple(np.round(bar.end, 9))} for bar in link.visual]
    assert len(ends) == 6
    assert sum((0.0, 0.0, 0.0) in pair for pair in ends) == 3
    assert len(sketch.link("rim", "1", "2", "3", mass=1.0).visual) == 3


def test_a_mechanism_without_mass_has_no_centre_of_it():
    sketch = da.planar.Sketch({"A": (0, 0), "B": (0.1, 0.25)})
    model = da.Model(*sketch.pins(sketch.link("crank", "A", "B"), ground="A"), da.Drive("motor", "A", da.time))
    motion = da.kinematics(model, np.linspace(0.0, 1.0, 5))
    names = [name for name in motion.dynamics.solved.signals if name.startswith(("center of mass", "momentum"))]
    assert names == ["momentum.x", "momentum.y", "momentum.z"]
    assert not np.any(list(motion.signals(names).values()))


def test_what_is_no_motion_has_no_page_and_no_ways(tmp_path):
    motion, point = swing()
    model = motion.dynamics.equations.model
    with pytest.raises(da.errors.ModelError, match="made of a motion of a model"):
        da.planar.mechanism_report(model)
    with pytest.raises(da.errors.ModelError, match="paths are those of points along a motion"):
        da.draw(model, paths=[point])
    with pytest.raises(da.errors.ModelError, match=r"its name should end with \.html"):
        da.planar.mechanism_report(motion, file=tmp_path / "page.pdf")
