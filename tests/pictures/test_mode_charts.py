"""Charts of modes over speed: eigenvalues, ratios with phases, and tables of eigenvectors."""

import numpy as np
import pytest
from matplotlib.patches import Circle

import dalembert as da
from tests.modules.test_speed_modes import CAPSIZE, WEAVE, bicycle
from tests.pictures.test_mode_pictures import followed

SPEEDS = np.linspace(0.0, 10.0, 101)


def named():
    modes = bicycle().modes(SPEEDS)
    last = modes.values[-1]
    return modes.named(
        castering=int(np.argmin(last.real)), weave=int(np.argmax(last.imag)), capsize=int(np.argmax(last.real))
    )


def curves(axis):
    return [line for line in axis.lines if len(line.get_xdata()) == len(SPEEDS)]


@pytest.mark.covers("F000-89")
def test_one_call_draws_eigenvalues_and_the_ratio_over_speed_with_critical_speeds():
    modes = named()
    figure = da.plot(modes, ["steer", "lean"])
    real, imaginary, size, phase = figure.axes
    assert phase.get_xlabel() == "speed in m/s" and size.get_ylabel() == "|steer / lean|"
    np.testing.assert_allclose(
        np.sort([line.get_ydata() for line in curves(real)], axis=0), np.sort(modes.values.real, axis=1).T
    )
    # stability changes at the lines with numbers
    assert [text.get_text() for text in real.texts] == [f"{WEAVE:.5g}", f"{CAPSIZE:.5g}"]
    marked = [float(line.get_xdata()[0]) for line in imaginary.lines if len(line.get_xdata()) == 2]
    assert marked == pytest.approx([change.at for change in modes.critical])
    assert [text.get_text() for text in real.get_legend().get_texts()] == ["castering", "weave", "capsize"]


@pytest.mark.covers("F000-89")
def test_ratios_are_drawn_with_magnitude_and_phase():
    modes = named()
    _, _, size, phase = da.plot(modes, ["steer", "lean"]).axes
    last = {}
    for line, angle in zip(curves(size), curves(phase), strict=True):
        if np.isfinite(line.get_ydata()[-1]):
            last.setdefault(line.get_color(), []).append((line.get_ydata()[-1], angle.get_ydata()[-1]))
    # colours in the order of names; of a pair the positive imaginary part
    for mode, drawn in zip(("castering", "weave", "capsize"), last.values(), strict=True):
        ratio = modes.ratio("steer", "lean", mode)[-1]
        assert drawn == [pytest.approx((abs(ratio), np.degrees(np.angle(ratio))), abs=1e-9)]
    jumps = [f"{jump.at:.4g}" for jump in modes.phase_jumps("steer", "lean")]
    assert [text.get_text() for text in size.texts] == jumps


@pytest.mark.covers("F000-89")
def test_several_vehicles_are_drawn_below_each_other_with_one_colour_for_one_name(tmp_path):
    figure = da.plot({"light": named(), "heavy": named()}, file=tmp_path / "several.png")
    assert len(figure.axes) == 6
    assert [axis.get_ylabel() for axis in figure.axes[::3]] == ["light", "heavy"]
    colours = [[line.get_color() for line in curves(axis)] for axis in figure.axes[::3]]
    assert colours[0] == colours[1]
    assert (tmp_path / "several.png").stat().st_size > 0


@pytest.mark.covers("F000-89")
def test_tables_show_every_component_of_the_vectors_at_several_speeds():
    modes = named()
    figure = da.control.eigenvector_tables(modes, [0.0, 5.0, 8.0])
    # four real modes at rest; two and a pair at speed
    counts = [sum(isinstance(patch, Circle) for patch in axis.patches) for axis in figure.axes]
    assert counts == [16, 12, 12]
    heads = [text.get_text() for text in figure.axes[1].get_xticklabels()]
    assert [head.splitlines()[0] for head in heads] == ["castering", "weave", "capsize"]


@pytest.mark.covers("F000-89")
def test_modes_along_references_have_ratios_too():
    real, imaginary, size, _ = da.plot(followed(), ["x.rate", "x"]).axes
    assert size.get_ylabel() == "|x.rate / x|"
    # of an oscillator |x.rate / x| is |λ|
    modes = followed()
    drawn = [line.get_ydata() for line in size.lines if len(line.get_xdata()) == 15]
    for number, values in enumerate(drawn):
        is_known = np.isfinite(values)
        np.testing.assert_allclose(values[is_known], np.abs(modes.values[is_known, number]))
    assert len(real.lines) >= 2 and len(imaginary.lines) >= 1


def test_a_legend_says_what_moves_most_in_each_mode():
    # two pendulums that hardly feel each other: the heavy spring's is the quick one
    rods = [da.rod(name, length=1.0, mass=1.0) for name in ("left rod", "right rod")]
    joints = [da.Revolute(name, da.ground, rod) for name, rod in zip(("left", "right"), rods, strict=True)]
    k = da.param("k", 1.0)
    springs = [da.JointSpring("soft", "left", k), da.JointSpring("hard", "right", 100.0)]
    model = da.Model(*joints, *springs)
    modes = da.linearize(model, [model.state(p={"k": x}) for x in (1.0, 2.0, 3.0)]).modes()
    texts = [text.get_text() for text in da.plot(modes).axes[0].get_legend().get_texts()]
    assert sorted(text.partition("mainly ")[2] for text in texts) == ["left", "right"]


def test_what_charts_of_modes_cannot_show_is_refused(tmp_path):
    modes = named()
    for wrong in ("steer", ["steer"], ["steer", "lean", "steer"], {"steer": 1.0}):
        with pytest.raises(da.errors.ModelError, match="ratio of two states"):
            da.plot(modes, wrong)
    with pytest.raises(da.errors.DalembertError, match="pitch"):
        da.plot(modes, ["pitch", "lean"])
    with pytest.raises(da.errors.ModelError, match="without x"):
        da.plot(modes, x="steer")
    with pytest.raises(da.errors.ModelError, match="one to 12 speeds"):
        da.control.eigenvector_tables(modes, [])
    with pytest.raises(da.errors.ModelError, match="pictures of their own"):
        da.plot({"modes": modes, "motion": 1.0})
    with pytest.raises(da.errors.ModelError, match="complex plane, without ratios"):
        da.plot(da.linearize(oscillator_model()).modes(), ["x.rate", "x"])


def oscillator_model():
    mass = da.particle("mass", mass=1.0)
    return da.Model(da.Prismatic("x", da.ground, mass, axis="x"), da.JointSpring("spring", "x", 4.0))
