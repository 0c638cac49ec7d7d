"""Pictures of modes and responses."""

import numpy as np
import pytest

import dalembert as da


def oscillator():
    mass = da.particle("mass", mass=1.0)
    return da.Model(
        da.Prismatic("x", da.ground, mass, axis="x"),
        da.JointSpring("spring", "x", 4.0),
        da.JointDamper("damper", "x", da.param("d", 1.0)),
        da.Motor("push", "x"),
    )


def followed():
    model = oscillator()
    return da.linearize(model, [model.state(p={"d": d}) for d in np.linspace(-1.0, 6.0, 15)]).modes()


def test_followed_modes_are_curves_over_what_varies():
    figure = da.plot(followed())
    real, imaginary = figure.axes
    assert imaginary.get_xlabel() == "d"
    # one colour for both of a pair, and lines where they change character
    curves = [line for line in real.lines if len(line.get_xdata()) == 15]
    assert len(curves) == 2 and len({line.get_color() for line in curves}) == 1
    assert [text.get_text() for text in real.texts] == [f"{followed().critical[0].at:.5g}"]


def test_modes_of_one_reference_are_marks_in_the_complex_plane():
    modes = da.linearize(oscillator()).modes()
    (axis,) = da.plot(modes).axes
    marks = [line for line in axis.lines if line.get_marker() == "x"]
    assert sorted(float(line.get_ydata()[0]) for line in marks) == pytest.approx(sorted(modes.values.imag))


def test_loci_and_responses_are_drawn(tmp_path):
    da.control.root_locus(followed(), file=tmp_path / "locus.png")
    linear = da.linearize(oscillator(), outputs=["x"])
    magnitude, phase = da.control.bode(linear, file=tmp_path / "bode.png").axes
    omega, decibels = magnitude.lines[0].get_data()
    assert 10.0 ** (decibels / 20.0) == pytest.approx(np.abs(1.0 / (4.0 - omega**2 + 1j * omega)))
    assert np.ptp(phase.get_ylim()) >= 90.0
    da.control.nyquist(linear, file=tmp_path / "nyquist.png")
    assert len(list(tmp_path.iterdir())) == 3


def test_what_cannot_be_drawn_is_named():
    with pytest.raises(da.errors.ModelError, match="ratio of two states"):
        da.plot(followed(), ["x"])
    mass = da.particle("mass", mass=1.0)
    with pytest.raises(da.errors.ModelError, match="lack one of them"):
        da.control.bode(da.linearize(da.Model(da.Prismatic("x", da.ground, mass, axis="x"))))
