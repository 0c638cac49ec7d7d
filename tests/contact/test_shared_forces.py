"""Bodies that touch at more points than hold them: rest, slip with rotation, corners without force."""

from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import dalembert as da

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


@pytest.mark.parametrize(
    ("height", "friction", "most", "first"),
    [
        (0.02, 0.5, 0.5 * WEIGHT, "slipping"),
        (0.19, 0.8, 0.8 * WEIGHT, "slipping"),
        (0.19, 2.0, WEIGHT * EDGE / 2.0 / 0.19, "open"),
    ],
    ids=["slips", "slips with corners nearly unloaded", "tips"],
)
def test_a_box_stands_up_to_the_push_that_moves_it(
    height: float, friction: float, most: float, first: str
) -> None:
    """Whatever single corners hold, it moves when no forces of all together can hold it."""
    model, start = pushed_box(most, height=height, friction=da.Coulomb(friction))
    motion = da.simulate(model, start, until=1.05)
    changes = [event for event in motion.events if event.t > 0.0]
    assert changes[0].t == pytest.approx(1.0, abs=1e-6)
    assert {event.what for event in changes if event.t < 1.0 + 1e-6} == {
        "slips" if first == "slipping" else "opens"
    }
    assert np.abs(motion.states[motion.times < 1.0, :6] - motion.states[0, :6]).max() < 1e-9


def test_a_box_that_rests_is_run_in_one_segment_and_slips_when_it_must() -> None:
    model, start = pushed_box(0.5 * WEIGHT, height=0.02, friction=da.Coulomb(0.3, 0.2))
    motion = da.simulate(model, start, until=0.8)
    assert len(motion.segments) == 1
    ((begin, end, first), (_, _, second)) = motion.phases("foot")
    assert (begin, first, second) == (0.0, "sticking", "slipping")
    assert end == pytest.approx(0.6, abs=1e-7)
    # ẍ = g (t / 2 − 1 / 5) from there on
    way = GRAVITY * ((0.8**3 - 0.6**3) / 12.0 - 0.6**2 / 4.0 * 0.2 - 0.2 * 0.2**2 / 2.0)
    assert motion["pose.x"][-1] == pytest.approx(way, abs=1e-7)


def rates(_: float, s: Any, size: Any, mu: float) -> Any:
    """A box that slides and turns on a plane: normal forces of its corners are linear in their places."""
    a, b, h = np.array(size) / 2.0
    angle, v, w = s[2], s[3:5], s[5]
    R = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    places = np.array([R @ (x, y) for x in (-a, a) for y in (-b, b)])
    slips = v + w * np.column_stack([-places[:, 1], places[:, 0]])
    ways = slips / np.linalg.norm(slips, axis=1)[:, None]
    # forces of N = α + β x + γ y, and moments about the middle of the box; each column is one of α, β, γ
    depths, presses = np.column_stack([np.ones(4), places]), np.ones(4, dtype=bool)
    for _ in range(8):
        N = depths * presses[:, None]
        F = -mu * ways.T @ N
        balance = np.array([N.sum(0), places[:, 1] @ N + h * F[1], -places[:, 0] @ N - h * F[0]])
        shares = np.linalg.solve(balance, [WEIGHT, 0.0, 0.0])
        before, presses = presses, depths @ shares > 0.0
        if (before == presses).all():
            break
    friction = -mu * (N @ shares)[:, None] * ways
    spin = MASS / 12.0 * (size[0] ** 2 + size[1] ** 2)
    moment = (places[:, 0] * friction[:, 1] - places[:, 1] * friction[:, 0]).sum()
    return np.array([*v, w, *(friction.sum(0) / MASS), moment / spin])


@pytest.mark.parametrize(
    ("size", "mu", "u", "tolerance"),
    [
        ((0.4, 0.6, 0.3), 0.35, (2.0, 0.7, 5.0), 1e-8),
        ((0.4, 0.4, 0.4), 0.85, (2.0, 1.9, 3.0), 1e-8),
        ((0.4, 0.5, 0.4), 0.82, (-2.5, 2.0, -4.0), 1e-7),
    ],
    ids=["four corners carry", "one corner in turn carries nothing", "the other way round"],
)
def test_a_box_that_slides_and_spins_shares_its_load_as_equal_small_compliances(
    size: Any, mu: float, u: Any, tolerance: float
) -> None:
    """By another integrator, with normal forces in proportion to depths of a small motion, where there are any."""
    box, floor = da.box("box", size=size, mass=MASS), da.geometry.plane(da.ground, "z")
    model = da.Model(
        da.Free("pose", da.ground, box), da.Contact("foot", box, floor, friction=mu), gravity=(0, 0, -GRAVITY)
    )
    names = ("pose.x", "pose.y", "pose.wz")
    start = model.state(q={"pose.z": size[2] / 2.0}, u=dict(zip(names, u, strict=True)))
    times = np.linspace(0.0, 0.25, 11)
    motion = da.simulate(model, start, times=times, method=da.methods.DOP853(rtol=1e-10, atol=1e-12))
    known = solve_ivp(
        rates, (0.0, 0.25), [0, 0, 0, *u], "DOP853", times, rtol=1e-9, atol=1e-12, args=(size, mu), max_step=1e-3
    ).y
    found = [
        motion["pose.x"],
        motion["pose.y"],
        *(motion[f"{name}.rate"] for name in names[:2]),
        motion["pose.wz"],
    ]
    for mine, other in zip(found, known[[0, 1, 3, 4, 5]], strict=True):
        assert mine == pytest.approx(other, abs=tolerance)
    assert len(motion.segments) == 1
    assert min(motion[f"foot {k}.normal.multiplier"].min() for k in (1, 3, 5, 7)) > -1e-9
    assert any("equal small compliances" in note for note in motion.notes)


def test_a_high_box_that_spins_tips_over_an_edge_while_one_corner_already_carries_nothing() -> None:
    """As by small steps, whose impulses share the load in a way of their own."""
    box, floor = da.box("box", size=(0.3, 0.3, 0.8), mass=2.0), da.geometry.plane(da.ground, "z")
    model = da.Model(
        da.Free("pose", da.ground, box), da.Contact("foot", box, floor, friction=0.5), gravity=(0, 0, -9.81)
    )
    start = model.state(q={"pose.z": 0.4}, u={"pose.x": 1.0, "pose.y": 0.7, "pose.wz": 1.0})
    motion = da.simulate(model, start, until=0.2)
    stepped = da.simulate(model, start, until=0.2, method=da.methods.MoreauJean(5e-4))
    opened = {event.point: event.t for event in motion.events if event.what == "opens"}
    assert len(opened) >= 2 and 0.04 < min(opened.values()) < 0.06
    for name in ("pose.x", "pose.y", "pose.z"):
        assert motion[name][-1] == pytest.approx(stepped[name][-1], abs=1e-4)
    assert np.abs(motion.energy_balance).max() < 1e-6


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
