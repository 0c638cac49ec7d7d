"""Dimensional synthesis: linkages that are found again by what they do."""

from functools import cache

import numpy as np
import pytest

import dalembert as da

TRUE = {"A": (0.0, 0.0), "B": (0.1, 0.25), "C": (0.6, 0.45), "D": (0.7, 0.0), "P": (0.4, 0.6)}
OFF = {"A": (0.02, -0.03), "B": (-0.03, 0.02), "C": (0.04, 0.01), "D": (-0.02, 0.03), "P": (0.03, -0.04)}
TIMES = np.linspace(0.0, 2.0 * np.pi, 12, endpoint=False)


@cache
def four_bar():
    """A four-bar near the true one, with all its points open, and its coupler."""
    points = {
        name: [da.param(f"{name}.{axis}", x + d) for axis, x, d in zip("xy", at, OFF[name], strict=True)]
        for name, at in TRUE.items()
    }
    sketch = da.planar.Sketch(points)
    links = [sketch.link(name, *ends) for name, ends in (("crank", "AB"), ("coupler", "BCP"), ("rocker", "DC"))]
    drive = da.Drive("motor", "A", sketch.angle("A", "B") + da.time)
    return da.Model(*sketch.pins(*links, ground="AD"), drive), links[1]


EXACT = {f"{name}.{axis}": x for name, at in TRUE.items() for axis, x in zip("xy", at, strict=True)}
BOUNDS = {name: (x - 0.1, x + 0.1) for name, x in EXACT.items()}


def wanted(measure):
    """What the true linkage does."""
    table = da.sweep(four_bar()[0], {tuple(EXACT): [tuple(EXACT.values())]}, {"y": measure}, times=TIMES)
    return table["y"][0]


def test_a_four_bar_is_found_by_points_of_its_coupler_curve():
    model, coupler = four_bar()
    place = da.position(coupler["P"])[:2]
    found = da.planar.synthesis(model, BOUNDS, place, wanted(place), times=TIMES, starts=6)
    assert found.error < 1e-12
    assert found.parameters == pytest.approx(EXACT, abs=1e-9)
    assert np.count_nonzero(found.errors < 1e-12) >= 2
    assert "misses" in str(found)


def test_times_of_a_path_are_found_too():
    """Points of the same curve, passed at other times: only their places are wanted."""
    model, coupler = four_bar()
    place = da.position(coupler["P"])[:2]
    target = wanted(place)
    found = da.planar.synthesis(model, BOUNDS, place, target, times=TIMES + 0.05, free_times=True, starts=2)
    assert found.error < 1e-12
    assert (np.diff(found.times) > 0.0).all()
    assert found.parameters["A.x"] == pytest.approx(0.0, abs=1e-8)


def test_an_angle_follows_a_function_of_the_crank_as_well_as_some_points_allow():
    model, _ = four_bar()
    names, angle = ("C.x", "C.y"), da.coordinate("D")
    target = 1.9 + 0.5 * np.sin(TIMES)
    found = da.planar.synthesis(model, {n: BOUNDS[n] for n in names}, angle, target, times=TIMES, starts=4)
    assert set(found.parameters) == set(names)

    # neighbours are no better: what is missed is least, within the bounds
    around = {name: found.parameters[name] + np.array([-1e-3, 0.0, 1e-3]) for name in names}
    table = da.sweep(model, around, {"D": angle}, times=TIMES)
    errors = np.sqrt(((table["D"] - target) ** 2).mean(axis=1)).reshape(3, 3)
    inside = [(x > BOUNDS[n][0] - 1e-12) & (x < BOUNDS[n][1] + 1e-12) for n, x in around.items()]
    assert errors[1, 1] == pytest.approx(found.error, rel=1e-9)
    assert (errors[np.outer(*inside)] >= found.error - 1e-12).all()


def test_a_link_is_led_through_positions():
    """Place and angle of the coupler at few times; the linkage that is found moves so by itself, too."""
    model, coupler = four_bar()
    pose = np.array([*da.position(coupler["P"])[:2], da.coordinate("A") + da.coordinate("B")], dtype=object)
    target, few = wanted(pose)[:6], TIMES[:6]
    found = da.planar.synthesis(model, BOUNDS, pose, target, times=few, starts=4)
    assert found.error < 1e-12
    motion = da.kinematics(model, few, p=found.parameters)
    np.testing.assert_allclose(motion.evaluate(pose), target, rtol=0.0, atol=1e-10)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"parameters": {"E.x": (0.0, 1.0)}}, "there is no parameter 'E.x'"),
        ({"parameters": {"A.x": (1.0, 0.0)}}, "the lower first"),
        ({"parameters": {"A.x": 1.0}}, "pairs of numbers"),
        ({"wanted": np.zeros((3, 2))}, "wanted are 2 numbers at each of 12 times"),
        ({"wanted": np.full((12, 2), np.nan)}, "finite numbers"),
        ({"starts": 0}, "one start or more"),
        ({"measure": da.speed("D"), "wanted": np.zeros(12)}, "depends on speeds"),
    ],
)
def test_what_cannot_be_searched_for_is_refused(change, text):
    model, coupler = four_bar()
    place = da.position(coupler["P"])[:2]
    given = {"parameters": {"A.x": (0.0, 1.0)}, "measure": place, "wanted": np.zeros((12, 2))} | change
    with pytest.raises(da.errors.ModelError, match=text):
        da.planar.synthesis(model, **given, times=TIMES)


def test_mechanisms_that_cannot_move_are_told():
    model, coupler = four_bar()
    place = da.position(coupler["P"])[:2]
    with pytest.raises(da.errors.SolverError, match="none of the mechanisms within the bounds can be moved"):
        da.planar.synthesis(model, {"B.x": (0.5, 0.6)}, place, np.zeros((12, 2)), times=TIMES, starts=2)
