from typing import Any

import numpy as np
import pytest

import dalembert as da
from dalembert.contact.contact_system import STICKING, contact_system
from dalembert.contact.shared_forces import Shares

MASS, GRAVITY, EDGE = 2.0, 10.0, 0.4
WEIGHT = MASS * GRAVITY


def pushed_box(push: Any, *, height: float, friction: da.Coulomb) -> tuple[da.Model, da.State]:
    """A box that stands on four corners, pushed along x above its middle."""
    box = da.box("box", size=(EDGE, EDGE, 0.2), mass=MASS)
    floor = da.geometry.plane(da.ground, "z")
    model = da.Model(
        da.Free("pose", da.ground, box),
        da.Contact("foot", box, floor, friction=friction),
        da.PointForce("push", box.at(z=height - 0.1), (push * da.time, 0, 0)),
        gravity=(0, 0, -GRAVITY),
    )
    return model, da.State(q={"pose.z": 0.1})


def standing(model: da.Model, start: da.State, t: float) -> bool:
    """Whether shares are found by which four corners stick."""
    system = contact_system(da.as_dynamics(model))
    x = np.zeros(system.dynamics.n_states)
    given = system.dynamics.equations.state(q=start.q)
    x[: len(given.q)] = list(given.q.values())
    (numbers,) = system.at_many(np.array([t]), x[None], np.zeros(0), {})
    closed = [STICKING if abs(gap) < 1e-12 else 0 for gap in numbers.phi]
    assert closed.count(STICKING) == 4
    return Shares(system, closed).fit(numbers)


@pytest.mark.parametrize(
    ("height", "friction", "most"),
    [
        (0.02, 0.5, 0.5 * WEIGHT),
        (0.19, 0.8, 0.8 * WEIGHT),
        (0.19, 2.0, WEIGHT * EDGE / 2.0 / 0.19),
    ],
    ids=["slips", "slips with corners nearly unloaded", "tips"],
)
def test_shares_are_found_up_to_the_push_that_moves_a_box(height: float, friction: float, most: float) -> None:
    model, start = pushed_box(most, height=height, friction=da.Coulomb(friction))
    assert standing(model, start, 0.0)
    assert standing(model, start, 0.999)
    assert not standing(model, start, 1.001)


def test_a_box_that_rests_is_run_in_few_segments_and_slips_when_it_must() -> None:
    model, start = pushed_box(0.5 * WEIGHT, height=0.02, friction=da.Coulomb(0.3, 0.2))
    motion = da.simulate(model, start, until=0.8)
    assert len(motion.segments) < 25
    ((begin, end, first), (_, _, second)) = motion.phases("foot")
    assert (begin, first, second) == (0.0, "sticking", "slipping")
    assert end == pytest.approx(0.6, abs=1e-7)
    # ẍ = g (t / 2 − 1 / 5) from there on
    way = GRAVITY * ((0.8**3 - 0.6**3) / 12.0 - 0.6**2 / 4.0 * 0.2 - 0.2 * 0.2**2 / 2.0)
    assert motion["pose.x"][-1] == pytest.approx(way, abs=1e-7)


def test_a_push_in_the_middle_is_seen_though_no_row_of_output_is_near():
    pulse = da.where(da.time < 0.45, 0.0, da.where(da.time < 0.5, 2.0 / da.time, 0.0))
    model, start = pushed_box(WEIGHT * pulse, height=0.02, friction=da.Coulomb(0.3, 0.2))
    few, many = (da.simulate(model, start, times=times) for times in ([0.0, 0.6], np.linspace(0.0, 0.6, 61)))
    # ẍ = 18 m/s² for a twentieth of a second, and −2 m/s² from there on
    speed, way = 18.0 * 0.05, 0.5 * 18.0 * 0.05**2
    assert many["pose.x"][-1] == pytest.approx(way + speed * 0.1 - 0.5 * 2.0 * 0.1**2, abs=1e-4)
    assert few["pose.x"][-1] == pytest.approx(many["pose.x"][-1], abs=1e-6)


def test_a_box_on_a_belt_that_brakes_sticks_to_it_whichever_corners_carry() -> None:
    """Corners that follow without force have no direction of slip; they stick where the others do."""
    box, band, t = da.box("box", size=(0.1, 0.1, 0.3), mass=2.0), da.Body("band"), da.time
    model = da.Model(
        da.Prismatic("belt", da.ground, band, axis="x"),
        da.Drive("motor", "belt", da.where(t < 1.0, 2 * t, da.where(t < 1.5, 2 * t - 2 * (t - 1) ** 2, 2.5))),
        da.Planar("pose", da.ground, box, normal="y"),
        da.Contact("foot", box, da.geometry.plane(band, "z"), friction=da.Coulomb(static=0.5, kinetic=0.4)),
        gravity=(0, 0, -9.81),
    )
    caught = 2.0 / (0.4 * 9.81)
    for turned in (-1.0, 1.0):
        start = model.state(q={"pose.x": 0.05, "pose.angle": turned * np.pi / 2}, u={"belt": 2.0})
        motion = da.simulate(model, start, times=[0.0, 0.4, 1.0, 1.5, 2.0])
        (begin, until, first), (_, end, second) = motion.phases("foot")
        assert (begin, first, second, end) == (0.0, "slipping", "sticking", 2.0)
        assert until == pytest.approx(caught, rel=1e-12)
        assert motion["pose.y.rate"] == pytest.approx([0.0, 0.4 * 0.4 * 9.81, 2.0, 0.0, 0.0], abs=1e-12)
        assert motion["foot.sum.x"] == pytest.approx([0.8 * 9.81, 0.8 * 9.81, -8.0, 0.0, 0.0], abs=1e-9)
        # from slip at 2 m/s to none
        assert motion["pose.y"][-1] == pytest.approx(2.5 - caught, abs=1e-12)
