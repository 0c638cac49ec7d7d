"""Driven mechanisms in singular positions, and such that are not singular though their redundant rows are."""

import numpy as np
import pytest

import dalembert as da

pytestmark = pytest.mark.slow

HALF = np.pi / 2


def slider_crank(law):
    """Crank 0.5 m and connecting rod 1.5 m, driven by the slider."""
    crank, rod = da.rod("crank", length=0.5, mass=1.0), da.rod("rod", length=1.5, mass=1.0)
    piston = da.particle("piston", mass=1.0)
    return da.Model(
        da.Revolute("A", da.ground, crank, axis="z"),
        da.Revolute("B", crank["end"], rod, axis="z"),
        da.Prismatic("slide", da.ground, piston, axis="x"),
        da.Coincident("C", rod["end"], piston),
        da.Drive("pressure", "slide", law),
    )


@pytest.mark.covers("F004-11")
@pytest.mark.parametrize(
    ("law", "instant"),
    [(1.5 + 0.3 * da.time, 5.0 / 3.0), (1.5 + 0.5 * da.sin(da.time), np.pi / 2)],
    ids=["beyond its reach", "to the dead centre and back"],
)
def test_a_slider_cannot_drive_a_crank_through_its_dead_centre(law, instant):
    times = np.linspace(0.0, 3.0, 301)
    guess = {"A": 1.2, "B": -1.5, "slide": 1.5}
    text = r"near t = 1\.\d+ .* singular position: C\.x, pressure do not determine A, B there.* than 'pressure'"
    with pytest.raises(da.errors.SolverError, match=text) as caught:
        da.kinematics(slider_crank(law), times, guess=guess)

    # what was reached is kept, with the position at which it ended
    motion = caught.value.motion
    assert motion.times[-1] == pytest.approx(instant, abs=2e-3)
    assert motion.times[:-1] == pytest.approx(times[: len(motion) - 1])
    assert len(motion) >= np.searchsorted(times, instant - 2e-3)
    assert motion["slide"] == pytest.approx(0.5 * np.cos(motion["A"]) + 1.5 * np.cos(motion["A"] + motion["B"]))
    assert "singular position" in motion.termination


def parallelogram(*more, times_two=False):
    """Uprights of 1 m at a distance of 1 m; twice, as mirror images that are flat at the same time."""
    parts = []
    left = da.rod("left", length=1.0, mass=1.0)
    for side, x in (("", 1.0), (" too", -1.0))[: 1 + times_two]:
        right, coupler = (da.rod(f"{name}{side}", length=1.0, mass=1.0) for name in ("right", "coupler"))
        parts += [
            da.Revolute(f"B{side}", da.ground.at(x=x), right, axis="z"),
            da.Revolute(f"C{side}", left["end"], coupler, axis="z"),
            da.Revolute(f"D{side}", coupler["end"], right["end"], axis="z"),
        ]
    return da.Model(da.Revolute("A", da.ground, left, axis="z"), *parts, *more)


@pytest.mark.covers("F004-11")
@pytest.mark.parametrize(
    ("method", "drift"),
    [
        (None, None),
        (da.methods.RK4(0.03), None),
        (da.methods.Radau(1e-8, 1e-8), None),
        (da.methods.IndexThree(1e-2), None),
        (None, da.methods.Baumgarte.critical(20.0)),
        (None, da.methods.NoStabilization()),
    ],
    ids=repr,
)
def test_a_driven_parallelogram_stops_where_it_is_flat(method, drift):
    model = parallelogram(da.Drive("motor", "A", HALF - da.time))
    # which rows take part is told as sharply as the run came near
    text = (
        r"(at|near) t = 1\.5(7|69)\d* the mechanism is in a singular position: D\.x.* not determine .*B, C there"
    )
    with pytest.raises(da.errors.SolverError, match=text) as caught:
        da.kinematics(model, [0.0, 1.0, 3.0], guess={"B": HALF, "C": -HALF}, method=method, stabilization=drift)
    assert caught.value.motion["B"][:2] == pytest.approx([HALF, HALF - 1.0], abs=1e-6)
    assert caught.value.motion.times[-1] == pytest.approx(HALF, abs=2e-3)


def test_two_parallelograms_that_are_flat_at_the_same_time_do_not_hide_each_other():
    model = parallelogram(da.Drive("motor", "A", HALF - da.time), times_two=True)
    guess = {"B": HALF, "C": -HALF, "B too": HALF, "C too": HALF}
    with pytest.raises(
        da.errors.SolverError, match=r"at t = 1\.5707963\d* the mechanism is in a singular position"
    ):
        da.kinematics(model, [0.0, 3.0], guess=guess)


def test_rows_that_need_each_other_are_singular_together():
    """Three links of which two points are guided: angles follow the laws as long as they are determined."""
    links = [da.rod(name, length=1.0, mass=1.0) for name in ("one", "two", "three")]
    laws = [0.3 + 0.5 * da.time, 1.1 - 0.9 * da.time, 0.7 + 0.2 * da.time]
    angles = [sum(laws[: k + 1]) for k in range(3)]
    tip, knee = da.position(links[2]["end"]), da.position(links[1]["end"])
    model = da.Model(
        da.Revolute("A", da.ground, links[0], axis="z"),
        da.Revolute("B", links[0]["end"], links[1], axis="z"),
        da.Revolute("C", links[1]["end"], links[2], axis="z"),
        da.Holonomic("x", tip[0] - sum(map(da.cos, angles))),
        da.Holonomic("y", tip[1] - sum(map(da.sin, angles))),
        da.Holonomic("knee", knee[1] - sum(map(da.sin, angles[:2]))),
    )

    # the first zero of the determinant, by absolute angles
    t = np.linspace(0.0, 3.0, 300001)
    a = np.cumsum([0.3 + 0.5 * t, 1.1 - 0.9 * t, 0.7 + 0.2 * t], axis=0)
    J = np.zeros((len(t), 3, 3))
    J[:, 0], J[:, 1], J[:, 2, :2] = -np.sin(a).T, np.cos(a).T, np.cos(a[:2]).T
    det = np.linalg.det(J)
    instant = t[np.flatnonzero(np.diff(np.sign(det)))[0]]
    with pytest.raises(
        da.errors.SolverError, match=r"singular position: .* do not determine A, B, C there"
    ) as caught:
        da.kinematics(model, [0.0, 3.0], guess={"A": 0.3, "B": 1.1, "C": 0.7})
    assert caught.value.motion.times[-1] == pytest.approx(instant, abs=1e-3)
    assert caught.value.motion["B"][-1] == pytest.approx(1.1 - 0.9 * instant, abs=1e-3)


def test_a_flat_start_is_singular_too():
    model = parallelogram(da.Drive("motor", "A", -da.time))
    with pytest.raises(da.errors.SolverError, match=r"at t = 0 .* D\.x does not determine B, C there"):
        da.kinematics(model, [0.0, 1.0])


def test_legs_in_a_line_are_singular_where_all_rows_are():
    with pytest.raises(da.errors.SolverError, match="singular position"):
        da.kinematics(three_legs(2.0, 0.0), np.linspace(0.0, 5.0, 11), guess=PARALLEL)


# ---- redundant rows


def three_legs(x, y):
    """A plate on three parallel legs of 1 m: rows of one leg are redundant, but not the same ones everywhere."""
    legs = [da.rod(name, length=1.0, mass=1.0) for name in ("one", "two", "three")]
    ends = {"a": da.spatial.Pose(), "b": da.spatial.Pose(p=(1.0, 0.0, 0.0)), "c": da.spatial.Pose(p=(x, y, 0.0))}
    plate = da.Body("plate", da.Inertia(1.0, (0.5, 0.0, 0.0), np.eye(3)), ends)
    return da.Model(
        da.Revolute("A", da.ground, legs[0], axis="z"),
        da.Revolute("B", da.ground.at(x=1.0), legs[1], axis="z"),
        da.Revolute("C", da.ground.at(x=x, y=y), legs[2], axis="z"),
        da.Revolute("P", legs[0]["end"], plate["a"], axis="z"),
        da.Revolute("Q", plate["b"], legs[1]["end"], axis="z"),
        da.Revolute("R", plate["c"], legs[2]["end"], axis="z"),
        da.Drive("motor", "A", 1.0 + 3.0 * da.time),
    )


PARALLEL = {"A": 1.0, "B": 1.0, "C": 1.0, "P": -1.0}


@pytest.mark.covers("F004-11")
def test_redundant_rows_that_are_no_drives_are_allowed_and_change_places_on_the_way():
    motion = da.kinematics(three_legs(0.5, 1.0), np.linspace(0.0, 5.0, 501), guess=PARALLEL)
    assert "R.y depends on Q.x, Q.y, R.x" in motion.notes[0]
    for name in "BC":
        assert motion[name] == pytest.approx(1.0 + 3.0 * motion.times, abs=1e-11)
        assert motion[f"{name}.rate"] == pytest.approx(3.0, abs=1e-9)
        assert motion[f"{name}.acceleration"] == pytest.approx(0.0, abs=1e-6)
    eom = motion.dynamics.equations
    assert np.abs(motion.evaluate(eom.phi)).max() < 1e-11
