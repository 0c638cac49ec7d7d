"""What laws of contact promise, along runs: Kane's rods, a pile of ten, batches, and events without end."""

import numpy as np
import pytest

import dalembert as da
from dalembert.config import Config
from dalembert.errors import SolverError

g = 9.81
ANGLES, SPEEDS, MU, E = np.radians([20.0, 30.0]), np.array([-0.1, -0.2]), 0.5, 0.7


def kanes_rods(law):
    """Two rods that hang on each other from a ceiling; the tip of the lower one meets the floor at the start."""
    upper, lower = da.rod("upper", length=1.0, mass=1.0), da.rod("lower", length=1.0, mass=1.0)
    floor = da.geometry.plane(da.ground.at(y=-np.cos(ANGLES).sum()), "y")
    model = da.Model(
        da.Revolute("A", da.ground, upper),
        da.Revolute("B", upper["end"], lower),
        da.Contact("tip", lower["end"], floor, friction=MU, restitution=law),
        gravity=(0.0, -g, 0.0),
    )
    return model, model.state(q={"A": ANGLES[0] - np.pi / 2, "B": np.diff(ANGLES)[0]}, u={"A": -0.1, "B": -0.1})


def kanes_matrices():
    """Mass matrix of the two angles from the vertical, normal and slip of the tip, and W of these."""
    coupling = 0.5 * np.cos(ANGLES[0] - ANGLES[1])
    M = np.array([[4 / 3, coupling], [coupling, 1 / 3]])
    J = np.array([np.sin(ANGLES), np.cos(ANGLES)])
    return M, J, J @ np.linalg.solve(M, J.T)


def one_phase(W, v, least):
    """Impulses of a phase: normal ones of at least `least` that leave no approach, with Coulomb's friction."""
    for ratio in (None, -MU, MU):
        # friction holds, or is μ times the normal impulse to one side
        column = W @ [1.0, 0.0 if ratio is None else ratio]
        p = np.linalg.solve(W, -v) if ratio is None else np.array([1.0, ratio]) * (-v[0] / column[0])
        if p[0] < least:
            holding = -(v[1] + W[1, 0] * least) / W[1, 1]
            p = np.array([least, holding if ratio is None else ratio * least])
        after = v + W @ p
        fits = abs(p[1]) <= MU * p[0] + 1e-12 if ratio is None else after[1] * ratio < 1e-12
        if fits and after[0] > -1e-12:
            return p
    raise AssertionError("one of three fits")


def routh_impulses(W, v):
    """The end of an impact whose normal force gives back e² of what it took, in small steps of its impulse."""
    p, taken, given, step = np.zeros(2), 0.0, 0.0, 1e-5
    while v[0] < 0.0 or given < E**2 * taken:
        hold = -W[1, 0] / W[1, 1]
        ratio = -MU * np.sign(v[1]) if abs(v[1]) > 1e-5 else np.clip(hold, -MU, MU)
        d = step * np.array([1.0, ratio])
        mean = v[0] + 0.5 * (W @ d)[0]
        taken, given = (taken - mean * step, given) if mean < 0.0 else (taken, given + mean * step)
        p, v = p + d, v + W @ d
    return p


def test_kanes_rods_lose_energy_by_poissons_and_stronges_law_and_newtons_is_refused():
    """Kane's puzzle: by Newton's law with friction they would gain."""
    with pytest.raises(
        SolverError, match=r"NewtonImpact would increase the energy in the impact of 'tip', by 0\.04"
    ):
        da.simulate(*kanes_rods(da.contacts.NewtonImpact(E)), until=0.1)
    M, J, W = kanes_matrices()
    v = J @ SPEEDS
    first = one_phase(W, v, 0.0)
    poisson = first + one_phase(W, v + W @ first, E * first[0])
    expected = {
        da.contacts.PoissonImpact(E): (poisson, 1e-12),
        da.contacts.StrongeImpact(E): (routh_impulses(W, v), 1e-3),
    }
    for law, (impulses, tolerance) in expected.items():
        motion = da.simulate(*kanes_rods(law), times=[0.0, 0.01])
        hit = motion.events[0]
        assert (hit.t, hit.what) == (0.0, "impact")
        normal, friction = hit.impulses.values()
        assert normal == pytest.approx(impulses[0], rel=tolerance)
        assert abs(friction) == pytest.approx(abs(impulses[1]), rel=tolerance)
        # the speeds after, by the angles from the vertical, and the energy that is lost
        after = SPEEDS + np.linalg.solve(M, J.T @ [normal, np.copysign(friction, impulses[1])])
        assert hit.after.u["A"] == pytest.approx(after[0], rel=1e-9)
        assert hit.after.u["B"] == pytest.approx(after[1] - after[0], rel=1e-9)
        lost = 0.5 * after @ M @ after - 0.5 * SPEEDS @ M @ SPEEDS
        assert hit.work == pytest.approx(lost, rel=1e-9)
        assert lost < 0.0
        assert np.abs(motion.energy_balance).max() < 1e-9


@pytest.mark.slow
def test_the_interfaces_of_a_pile_of_ten_boxes_carry_all_that_is_above_them():
    parts, heights, below = [], {}, da.ground
    for k in range(1, 11):
        block = da.box(f"block {k}", size=(0.2, 0.2, 0.1), mass=1.0)
        corners = [(-0.1, 0.0, -0.05), (0.1, 0.0, -0.05)]
        face = da.geometry.plane(below, "z")
        parts += [
            da.Planar(f"pose {k}", da.ground, block, normal="y"),
            da.Contact(f"face {k}", block, face, points=corners, friction=0.5),
        ]
        heights[f"pose {k}.x"], below = 0.1 * k - 0.05, block.at(z=0.05)
    motion = da.simulate(da.Model(*parts, gravity=(0.0, 0.0, -g)), heights, times=[0.0, 0.1])
    carried = [motion[f"face {k}.sum.z"][-1] for k in range(1, 11)]
    assert carried == pytest.approx([(11 - k) * g for k in range(1, 11)], rel=1e-10)
    assert np.abs(motion.states[1, :60] - motion.states[0, :60]).max() < 1e-12
    assert "are not unique" in motion.notes[0]


def rolling_ball():
    ball = da.sphere("ball", radius=0.1, mass=1.0)
    contact = da.Contact("floor", ball, da.geometry.plane(da.ground, "z"), restitution=0.6, friction=0.3)
    return da.Model(da.Free("p", da.ground, ball), contact, gravity=(0.0, 0.0, -g))


def test_a_batch_in_different_phases_has_the_same_bits_on_one_thread_and_on_two():
    model, generator = rolling_ball(), np.random.default_rng(3)
    starts = [
        model.state(
            q={"p.z": generator.uniform(0.1, 1.0)},
            u={"p.x": generator.uniform(-3, 3), "p.wy": generator.uniform(-9, 9)},
        )
        for _ in range(6)
    ]
    times = np.linspace(0.0, 0.6, 7)
    one, two = (da.batch(model, starts, times=times, config=Config(None, threads)) for threads in (1, 2))
    assert (one.states == two.states).all()
    for k in (0, 5):
        alone = da.simulate(model, starts[k], times=times)
        assert (one[k].states == alone.states).all()
        assert [(event.t, event.name) for event in two[k].events] == [(e.t, e.name) for e in alone.events]
    # they are in different phases at one time
    assert len({one[k].phases("floor")[-1][2] for k in range(6)}) > 1


def test_a_ball_that_is_squeezed_bounces_without_end_and_the_run_says_so():
    """Between walls that meet at t = 1 it bounces infinitely often before."""
    x = da.coordinate("x")
    model = da.Model(
        da.Prismatic("x", da.ground, da.particle("ball", mass=1.0), axis="x"),
        da.contacts.GapContact("left", x, restitution=1.0),
        da.contacts.GapContact("right", 1.0 - da.time - x, restitution=1.0),
    )
    with pytest.raises(SolverError, match=r"at t = 0\.999\d*: events follow each other without end"):
        da.simulate(model, model.state(q={"x": 0.5}, u={"x": 1e-3}), times=[0.0, 0.5, 1.2])


@pytest.mark.parametrize("v", [0.3, 0.5])
def test_a_ball_is_handed_over_from_a_table_to_its_edge_without_a_jolt(v):
    """The centre of a ball above a table that ends at x = 0.5; both gaps close there, with the same normal."""
    x, z, rail, R, end = da.coordinate("x"), da.coordinate("z"), da.Body("rail"), 0.1, 0.5
    beyond = da.maximum(x - end, 0.0)
    model = da.Model(
        da.Prismatic("x", da.ground, rail, axis="x"),
        da.Prismatic("z", rail, da.particle("centre", mass=1.0), axis="z"),
        da.contacts.GapContact("table", da.sqrt(z * z + 4.0 * beyond**2) - R),
        da.contacts.GapContact("edge", da.sqrt(z * z + (x - end) ** 2) - R),
        gravity=(0.0, 0.0, -g),
    )
    start = model.state(q={"z": R}, u={"x": v})
    motion = da.simulate(
        model, start, times=np.linspace(0.0, 1.2 * end / v, 61), method=da.methods.DOP853(rtol=1e-10, atol=1e-10)
    )
    (_, ends, slides), (*_, opened) = motion.phases("table")
    assert (ends, slides, opened) == (pytest.approx(end / v, abs=1e-4), "closed", "open")
    assert sum(sum(event.impulses.values()) for event in motion.events) < 1e-3 * v
    # it leaves the edge where its weight does not hold it there any more
    leaves = next(event for event in motion.events if event.name == "edge opens").state
    assert leaves.q["z"] / R == pytest.approx((2.0 + v**2 / (g * R)) / 3.0, abs=1e-7)
    assert np.ptp(motion["energy"]) < 1e-7
    assert motion.residuals["penetration"].max() < 1e-9
