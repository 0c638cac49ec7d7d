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


def step_of_oscillator(t, damping=0.5, frequency=2.0):
    """Response of ẍ + 2 δ ẋ + ω² x = 1 from rest."""
    damped = np.sqrt(frequency**2 - damping**2)
    return (
        1.0 - np.exp(-damping * t) * (np.cos(damped * t) + damping / damped * np.sin(damped * t))
    ) / frequency**2


def test_the_response_to_a_step_is_drawn_until_it_has_settled(tmp_path):
    linear = da.linearize(oscillator())
    place, _ = da.control.step(linear, file=tmp_path / "step.png").axes
    t, x = place.lines[0].get_data()
    assert x == pytest.approx(step_of_oscillator(t), abs=1e-12)
    assert t[0] == 0.0 and abs(x[-1] - 0.25) < 1e-3 and (tmp_path / "step.png").stat().st_size > 0
    sampled, _ = da.control.step(linear.discrete(0.1)).axes
    t, x = sampled.lines[0].get_data()
    assert x == pytest.approx(step_of_oscillator(t), abs=1e-12) and np.diff(t) == pytest.approx(0.1)


def test_a_step_of_what_grows_or_swings_quickly_is_seen():
    pole = da.Revolute("tilt", da.ground, da.rod("pole", length=1.0, mass=1.0, axis="y"), axis="z")
    falling = da.linearize(da.Model(pole, da.Motor("motor", "tilt"), gravity=(0, -9.81, 0)))
    t, tilt = da.control.step(falling).axes[0].lines[0].get_data()
    rate = np.sqrt(1.5 * 9.81)
    assert tilt == pytest.approx((np.cosh(rate * t) - 1.0) / (0.5 * 9.81), rel=1e-9, abs=1e-12)
    assert t[-1] * rate == pytest.approx(3.0)
    quick, slow = da.particle("quick", mass=1.0), da.particle("slow", mass=1.0)
    both = da.Model(
        da.Prismatic("x", da.ground, quick, axis="x"),
        da.Prismatic("y", da.ground, slow, axis="y"),
        da.JointSpring("stiff", "x", 1e4),
        da.JointSpring("soft", "y", 1.0),
        da.Motor("push", "x"),
        da.Motor("pull", "y"),
    )
    linear = da.linearize(both)
    with pytest.raises(da.errors.ModelError, match="which input has the step: one of 'push', 'pull'"):
        da.control.step(linear)
    t = da.control.step(linear, "push").axes[0].lines[0].get_xdata()
    assert t[-1] == pytest.approx(6.0 * np.pi) and np.diff(t).max() < 2.0 * np.pi / 100.0 / 10.0


def test_what_cannot_be_drawn_is_named():
    with pytest.raises(da.errors.ModelError, match="ratio of two states"):
        da.plot(followed(), ["x"])
    mass = da.particle("mass", mass=1.0)
    with pytest.raises(da.errors.ModelError, match="lack one of them"):
        da.control.bode(da.linearize(da.Model(da.Prismatic("x", da.ground, mass, axis="x"))))
