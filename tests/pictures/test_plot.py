from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import ModelError
from dalembert.pictures import scene
from dalembert.pictures import signal_curves as curves_module
from dalembert.pictures.plot import COLOURS
from tests.pictures.models import pendulum, swing

NASTY = "_<script>$x_{1}$\n"


def labels(figure):
    return [axes.get_ylabel() for axes in figure.axes]


def legend(axes):
    return [text.get_text() for text in axes.get_legend().get_texts()] if axes.get_legend() else []


# ---- panels


def test_signals_are_put_into_panels_by_their_units():
    figure = da.plot(swing(), ["hinge", "energy", "kinetic energy", "hinge.rate"])
    assert labels(figure) == ["hinge in rad", "energy in J", "hinge.rate in rad/s"]
    assert figure.axes[-1].get_xlabel() == "t in s"


def test_lists_are_panels_and_those_of_one_panel_have_one_unit():
    figure = da.plot(swing(), [["kinetic energy"], ["potential energy", "energy"]])
    assert labels(figure) == ["kinetic energy in J", "energy in J"]
    with pytest.raises(ModelError, match="J and rad do not share an axis"):
        da.plot(swing(), [["hinge", "energy"]])


def test_expressions_have_the_labels_that_are_given():
    motion = swing()
    arm = motion.dynamics.equations.model.bodies[0]
    figure = da.plot(motion, {"height": da.position(arm["end"])[1], "twice": 2.0 * da.coordinate("hinge")})
    assert labels(figure) == ["height in m", "twice"]
    np.testing.assert_allclose(figure.axes[0].lines[0].get_ydata(), np.sin(motion["hinge"]), atol=1e-12)


def test_vectors_are_one_curve_for_each_component():
    motion = swing()
    arm = motion.dynamics.equations.model.bodies[0]
    (axes,) = da.plot(motion, {"tip": da.position(arm["end"])}).axes
    assert axes.get_ylabel() == "position in m"
    assert [text.split(":")[0] for text in legend(axes)] == ["tip.x", "tip.y", "tip.z"]


def test_unnamed_expressions_show_no_inner_names():
    figure = da.plot(swing(), [2.0 * da.coordinate("hinge"), da.speed("hinge")])
    assert labels(figure) == ["expression 1", "speed('hinge') in rad/s"]


def test_forces_of_elements_and_joints_have_their_units():
    arm = da.rod("arm", length=1.0, mass=1.0)
    model = da.Model(
        da.Revolute("hinge", da.ground, arm), da.Spring("coil", da.ground.at(y=2.0), arm, stiffness=1.0)
    )
    motion = da.simulate(model, model.state(), until=0.1)
    figure = da.plot(motion, ["coil.force", da.reaction_moment("hinge")[0], da.measures.force("coil")])
    assert labels(figure) == ["force in N", "reaction_moment('hinge').x in N m"]


def test_infinite_values_are_holes():
    motion = swing()
    pole = 1.0 / (da.coordinate("hinge") - motion["hinge"][10])
    (axes,) = da.plot(motion, {"pole": pole}).axes
    values = axes.lines[0].get_ydata()
    assert np.isnan(values[10]) and np.isfinite(np.delete(values, 10)).all()
    assert np.isfinite(axes.get_ylim()).all() and "no value at 1 of" in legend(axes)[0]


def test_rounding_about_zero_is_a_line_at_zero():
    (axes,) = da.plot(swing(), {"nothing": 1e-17 * da.coordinate("hinge")}).axes
    assert (axes.lines[0].get_ydata() == 0.0).all()
    assert axes.get_ylim() == (-1.0, 1.0)


def test_all_coordinates_are_shown_unless_signals_are_named():
    assert labels(da.plot(swing())) == ["hinge in rad"]


# ---- constants


def test_what_is_constant_is_shown_as_constant_and_its_drift_is_told():
    (axes,) = da.plot(swing(), ["energy"]).axes
    assert np.ptp(axes.lines[0].get_ydata()) == 0.0
    (text,) = legend(axes)
    assert text.startswith("energy: 0 J,\nconstant to ") and text.endswith(" J")
    low, high = axes.get_ylim()
    assert high - low > 1.0


def test_what_moves_is_not_called_constant():
    (axes,) = da.plot(swing(), ["kinetic energy", "potential energy"]).axes
    assert legend(axes) == ["kinetic energy", "potential energy"]


# ---- over each other


def test_a_phase_portrait_begins_with_a_dot():
    motion = swing()
    (axes,) = da.plot(motion, "hinge.rate", x="hinge").axes
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("hinge in rad", "hinge.rate in rad/s")
    np.testing.assert_array_equal(axes.lines[0].get_xdata(), motion["hinge"])
    np.testing.assert_array_equal(axes.lines[1].get_xydata(), [[motion["hinge"][0], motion["hinge.rate"][0]]])


def test_paths_have_equal_scales():
    motion = swing()
    x, y, _ = da.position(motion.dynamics.equations.model.bodies[0]["end"])
    assert da.plot(motion, {"height": y}, x={"way": x}).axes[0].get_aspect() == 1.0


def test_motions_are_compared_by_their_strokes():
    motion = swing()
    (axes,) = da.plot({"first": motion, "second": motion}, ["hinge"]).axes
    assert legend(axes) == ["hinge (first)", "hinge (second)"]
    assert [line.get_linestyle() for line in axes.lines[:2]] == ["-", "--"]
    assert {line.get_color() for line in axes.lines[:2]} == {COLOURS[0]}


# ---- events and names


def test_events_are_marked():
    motion = swing()
    (event,) = motion.events
    (axes,) = da.plot(motion, ["hinge"]).axes
    assert axes.lines[-1].get_xdata()[0] == pytest.approx(event.t)
    assert [text.get_text() for text in axes.texts] == ["lowest"]


def test_short_runs_are_told_in_milliseconds():
    model = pendulum()
    assert da.plot(da.simulate(model, until=0.05), ["hinge"]).axes[0].get_xlabel() == "t in ms"


def test_names_stand_beside_the_panel():
    figure = da.plot(swing(), ["kinetic energy", "potential energy", "energy"])
    figure.canvas.draw()
    (axes,) = figure.axes
    panel, names = axes.get_window_extent(), axes.get_legend().get_window_extent()
    assert names.x0 >= panel.x1
    assert names.x1 <= figure.bbox.x1


def test_any_name_is_text():
    motion = swing()
    figure = da.plot(motion, {NASTY: da.coordinate("hinge"), "b" * 100: da.coordinate("hinge")})
    first, second = legend(figure.axes[0])
    assert first == NASTY.replace("\n", "\N{REPLACEMENT CHARACTER}")
    assert len(second) < 60
    figure.canvas.draw()


@pytest.mark.parametrize("colours", [COLOURS, scene.COLOURS], ids=["curves", "bodies"])
def test_colours_differ_in_lightness_or_hue_for_all_eyes(colours):
    # seen without red or without green cones (Viénot 1999, linear approximation), no two are the same
    rgb = np.array([[int(c[i : i + 2], 16) / 255.0 for i in (1, 3, 5)] for c in colours]) ** 2.2
    without_green = np.array([[0.292, 0.708, 0.0], [0.292, 0.708, 0.0], [-0.022, 0.022, 1.0]])
    without_red = np.array([[0.112, 0.888, 0.0], [0.112, 0.888, 0.0], [0.004, -0.004, 1.0]])
    for seen in (rgb, rgb @ without_green.T, rgb @ without_red.T):
        shown = np.clip(seen, 0.0, 1.0) ** (1.0 / 2.2)
        gaps = np.linalg.norm(shown[:, None] - shown[None], axis=2)
        assert gaps[~np.eye(len(colours), dtype=bool)].min() > 0.14


# ---- bad input


def test_what_cannot_be_plotted_is_refused(tmp_path):
    motion = swing()
    empty = da.Motion(motion.dynamics, motion.times[:0], motion.states[:0], motion.inputs[:0])
    with pytest.raises(da.errors.FormulationError, match="did you mean 'hinge'"):
        da.plot(motion, ["hing"])
    with pytest.raises(ModelError, match="no finite value"):
        da.plot(motion, {"bad": da.sqrt(da.coordinate("hinge") - 100.0)})
    with pytest.raises(ModelError, match="empty motion"):
        da.plot(empty, ["hinge"])
    with pytest.raises(ModelError, match="nothing to plot"):
        da.plot(motion, [])
    with pytest.raises(ModelError, match="of motions"):
        da.plot(pendulum())
    with pytest.raises(ModelError, match="a curve is a signal"):
        da.plot(motion, {"a": object()})
    with pytest.raises(ModelError, match="cannot be written"):
        da.plot(motion, ["hinge"], file=tmp_path / "missing" / "a.png")


def test_gaps_of_a_curve_are_told():
    figure = da.plot(swing(), {"root": da.sqrt(da.coordinate("hinge") + 1.0)})
    assert "no value at" in legend(figure.axes[0])[0]


def test_more_coordinates_than_can_be_read_are_refused(monkeypatch):
    monkeypatch.setattr(curves_module, "MOST_CURVES", 0)
    with pytest.raises(ModelError, match="1 coordinates cannot be read in one plot; name some of them"):
        da.plot(swing())


def test_no_name_of_an_event_is_lost_without_a_word():
    arm = da.rod("arm", length=1.0, mass=1.0)
    model = da.Model(da.Revolute("hinge", da.ground, arm))
    levels = np.linspace(0.5, 0.52, 7)
    events = [da.Event(f"level {k}", da.coordinate("hinge") - level) for k, level in enumerate(levels)]
    motion = da.simulate(model, model.state(u={"hinge": 1.0}), until=1.0, events=events)
    told = [text.get_text() for text in da.plot(motion).axes[0].texts]
    assert told == ["level 0", "level 1", "level 2", "level 3", "and 3 more"]


def test_a_single_instant_is_a_dot():
    motion = swing()
    one = replace(motion, times=motion.times[:1], states=motion.states[:1], inputs=motion.inputs[:1], segments=())
    assert da.plot(one).axes[0].lines[0].get_marker() == "o"
