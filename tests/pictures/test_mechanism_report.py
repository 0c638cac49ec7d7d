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
    assert "<h1>A &lt;four-bar&gt;</h1><p>1 degree of freedom, moved by 1 drive" in text
    assert text.count("data:image/png;base64,") == 2
    assert "<td>crank &amp; pin</td><td>1</td>" in text

    # extremes are those of the motion
    least, largest = re.search(r"<td>D</td><td>([\d.]+) rad at .*?</td><td>([\d.]+) rad at", text).groups()
    assert float(least) == pytest.approx(motion["D"].min(), rel=1e-5)
    assert float(largest) == pytest.approx(motion["D"].max(), rel=1e-5)


def test_means_are_over_time_however_instants_lie():
    crank = da.rod("crank", length=1.0, mass=1.0)
    model = da.Model(da.Revolute("A", da.ground, crank), da.Drive("motor", "A", 2.0 * da.time))
    motion = da.kinematics(model, [0.0, 0.1, 0.2, 0.3, 2.0])
    page = da.planar.mechanism_report(motion, {"angle": da.coordinate("A")}).html
    assert re.search(r"<td>angle</td><td>0 rad at 0</td><td>4 rad at 2</td><td>2 rad</td>", page)


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
