import pytest

import dalembert as da
from tests.pictures.models import pendulum, slider_crank, swing

NASTY = "<script>alert('x\")</script>"
PICTURE = '<img alt="" src="data:image/png;base64,'


def test_a_model_shows_its_drawing_its_parts_and_its_freedom():
    html = slider_crank()._repr_html_()
    assert PICTURE in html
    assert "1 degree of freedom" in html
    assert all(name in html for name in ("crank", "piston", "Prismatic", "wrist"))


def test_names_are_text():
    html = pendulum(NASTY, "hinge<b>")._repr_html_()
    assert "<script" not in html and "<b>" not in html
    assert "&lt;script&gt;" in html


def test_a_module_that_nothing_carries_is_drawn_by_itself():
    arm = da.rod("arm", length=1.0, mass=1.0)
    hand = da.rod("hand", length=0.2, mass=0.1)
    module = da.Model(da.Revolute("wrist", arm["end"], hand), ports={"foot": arm})
    assert PICTURE in module._repr_html_()


def test_a_motion_shows_a_plot_and_what_it_is():
    html = swing()._repr_html_()
    assert PICTURE in html
    assert "41 instants from 0 to 1 s" in html and "1 events" not in html and "1 event" in html
    motion = swing()
    empty = da.Motion(motion.dynamics, motion.times[:0], motion.states[:0], motion.inputs[:0])
    assert "empty" in empty._repr_html_()


def test_reports_are_lines_and_tables():
    model = slider_crank()
    state = da.assemble(model, q={"shaft": 1.0})
    assert "<table" in state._repr_html_() and "shaft" in state._repr_html_()
    assert "degree of freedom" in da.mobility(model, state)._repr_html_()


@pytest.mark.slow
def test_a_comparison_is_a_table():
    html = da.compare(pendulum())._repr_html_()
    assert html.count("<tr>") > 3 and "principle" in html
