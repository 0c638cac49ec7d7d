"""Contacts that yield: rows of relative motion as in the published arm, and forces with their closed forms."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import dalembert as da
from dalembert.errors import ModelError

FINE = da.methods.DOP853(rtol=1e-12, atol=1e-13)
R = L = 0.5


def arm(law, height, torques, **options):
    """A disc with a bar at its rim, above an obstacle; angles from the vertical are A and A + B."""
    disc = da.disc("disc", radius=R, inertia=da.Inertia(1.0, J=np.diag([6.25, 6.25, 6.25])))
    bar = da.rod("bar", length=L, mass=2.0)
    first, second = da.coordinate("A"), da.coordinate("A") + da.coordinate("B")
    depth = R * da.cos(first) + L * da.cos(second) - R - height * L
    return da.Model(
        da.Revolute("A", da.ground, disc, axis="z"),
        da.Revolute("B", disc.at(x=R), bar, axis="z"),
        da.JointForce("shoulder", "A", torques[0]),
        da.JointForce("elbow", "B", torques[1]),
        da.contacts.RelativeContact("obstacle", -depth, law, **options),
        gravity=(9.81, 0, 0),
    )


def absolute(motion, row=-1):
    """Angles from the vertical and their rates."""
    a, b, va, vb, *_ = motion.states[row]
    return [a, a + b, va, va + vb]


@pytest.mark.covers("F002-29")
def test_the_arm_meets_its_obstacle_and_is_released_by_the_force():
    model = arm(da.contacts.KelvinVoigtMotion(damping=300.0, stiffness=100.0), 0.75, (1.0, 3.0))
    motion = da.simulate(model, {"A": 1.0}, times=[0.0, 6.0], method=FINE)
    assert [event.what for event in motion.events] == ["closes", "opens", "closes", "opens"]
    found = [event.t for event in motion.events]
    assert found == pytest.approx([1.48683057, 1.49953355, 4.32760209, 4.34273019], abs=6e-9)
    # the force right after contact, along both angles though only the tip touches
    event, eom = motion.events[0], motion.dynamics.equations
    forces = motion.dynamics.evaluate(eom.J.T @ motion.dynamics.solved.multipliers, event.after)
    assert [forces[0] - forces[1], forces[1]] == pytest.approx([-12.567891, 19.978479], abs=6e-7)
    before = motion.dynamics.signals(["obstacle.normal.multiplier"], event.after)
    assert before["obstacle.normal.multiplier"] == pytest.approx(69.434062, abs=6e-7)
    expected = [0.93154818, 1.03939581, -0.05868782, -0.22059947]
    assert absolute(motion) == pytest.approx(expected, abs=6e-9)
    assert motion.phases("obstacle")[0] == (0.0, found[0], "open")


@pytest.mark.covers("F002-27", "F002-32")
def test_penetration_of_a_row_follows_its_two_poles_whatever_the_arm_does():
    law = da.contacts.KelvinVoigtMotion(damping=300.0, stiffness=100.0)
    assert law.greatest_penetration(1.0) == pytest.approx(3.311842726e-3, abs=1e-12)
    assert law.time_of_greatest() == pytest.approx(0.022717770, abs=1e-9)
    touch, after = 1.48683057054, 0.02271777
    model = arm(law, 0.75, (1.0, 3.0), release_by_gap=True)
    motion = da.simulate(model, {"A": 1.0}, times=[0.0, touch + after, 6.0], method=FINE)
    assert absolute(motion) == pytest.approx([0.35445843, -0.62262547, 0.68514207, 0.40766704], abs=6e-9)
    a, b, *_ = absolute(motion, 1)
    depth = R * np.cos(a) + L * np.cos(b) - R - 0.75 * L
    assert depth == pytest.approx(law.greatest_penetration(0.12468348), rel=1e-7)


def dropped(law, **options):
    """A ball of 1 kg above a floor that yields; its height is z."""
    ball = da.particle("ball", mass=1.0)
    floor = da.contacts.RelativeContact("floor", da.coordinate("z"), law, **options)
    return da.Model(da.Prismatic("z", da.ground, ball, axis="z"), floor, gravity=(0.0, 0.0, -9.81))


@pytest.mark.covers("F002-26", "F002-30")
@pytest.mark.parametrize("tolerance", [0.0, 1e-3, 1e-2])
def test_a_contact_with_a_tolerance_lets_bodies_pass_that_far_and_then_pulls_them_back(tolerance):
    """Free down to −δ, then two exact poles towards zero, not δ; speeds go on, accelerations jump."""
    law = da.contacts.KelvinVoigtMotion(damping=300.0, stiffness=100.0)
    model = dropped(law, tolerance=tolerance)
    motion = da.simulate(model, {"z": 0.05}, times=np.linspace(0.0, 0.4, 41), method=FINE)
    (touch,) = motion.events
    hit, speed = np.sqrt(2.0 * (0.05 + tolerance) / 9.81), np.sqrt(2.0 * 9.81 * (0.05 + tolerance))
    assert touch.t == pytest.approx(hit, abs=1e-11)
    assert motion.phases("floor") == [(0.0, touch.t, "open"), (touch.t, 0.4, "closed")]
    slow, fast = np.roots([1.0, 300.0, 100.0])[::-1]
    b = (speed - slow * tolerance) / (fast - slow)
    t, inside = motion.times - hit, motion.times > hit
    depth = (tolerance - b) * np.exp(slow * t) + b * np.exp(fast * t)
    np.testing.assert_allclose(-motion["z"][inside], depth[inside], atol=1e-11)
    np.testing.assert_allclose(motion["z"][~inside], 0.05 - 4.905 * motion.times[~inside] ** 2, atol=1e-11)

    # one state vector; q and u are the same on both sides, a is not
    assert (touch.state.q, touch.state.u) == (touch.after.q, touch.after.u)
    assert set(touch.state.z) == set(touch.after.z) and motion.states.shape == (41, 2 + len(touch.state.z))
    before, after = (motion.dynamics.accelerations(one)["z.rate"] for one in (touch.state, touch.after))
    assert before == pytest.approx(-9.81) and after == pytest.approx(300.0 * speed + 100.0 * tolerance)


@pytest.mark.covers("F002-26", "F002-29")
def test_a_contact_with_a_tolerance_is_released_at_that_depth_and_never_acts_outside():
    """A ball springs up from a soft floor: by integration of the two phases with SciPy."""
    c, k = 1.0, 1000.0
    for tolerance in (0.0, 2e-3):
        model = dropped(da.contacts.KelvinVoigtMotion(c, k), tolerance=tolerance)
        motion = da.simulate(model, {"z": 0.05}, times=[0.0, 1.5], method=FINE)
        t, y, found, is_closed = 0.0, np.array([0.05, 0.0]), [], False
        while t < 1.5:

            def rates(t, y, is_closed=is_closed):
                return [y[1], -c * y[1] - k * y[0] if is_closed else -9.81]

            def switch(t, y, tolerance=tolerance):
                return y[0] + tolerance

            switch.terminal, switch.direction = True, 1.0 if is_closed else -1.0
            run = solve_ivp(rates, (t, 1.5), y, "DOP853", rtol=1e-12, atol=1e-13, events=switch)
            t, y, is_closed = run.t[-1], run.y[:, -1], not is_closed
            found.append(t)
        assert [event.t for event in motion.events] == pytest.approx(found[:-1], abs=1e-9)
        assert [event.what for event in motion.events] == (["closes", "opens"] * 6)[: len(found) - 1]
        assert motion.states[-1, :2] == pytest.approx(y, abs=1e-9)
        # by force as well as by position: it never pulls
        forces = da.simulate(model, {"z": 0.05}, until=1.5, method=FINE)["floor.force"]
        assert forces.min() == 0.0 and forces.max() > 10.0
    with pytest.raises(ModelError, match="the tolerance of RelativeContact 'floor' is a depth, from 0 on"):
        dropped(da.contacts.KelvinVoigtMotion(c, k), tolerance=-1.0)


@pytest.mark.covers("F002-31")
def test_the_force_of_a_contact_has_its_peaks_where_it_begins_also_along_what_touches_nothing():
    model = arm(da.contacts.KelvinVoigtMotion(damping=300.0, stiffness=100.0), 0.75, (1.0, 3.0))
    motion = da.simulate(model, {"A": 1.0}, times=np.linspace(0.0, 6.0, 61), method=FINE)
    # between the rows of output; with_jumps has both sides of every event
    peaks = motion.with_jumps()
    force, t = peaks["obstacle.force"], peaks.times
    assert motion["obstacle.force"].max() < 0.5 * force.max()
    assert (t[np.argmax(force)], force.max()) == pytest.approx((4.32760209, 590.828682), rel=1e-8)
    first = t < 3.0
    assert force[first].max() == pytest.approx(69.434062, abs=6e-7)
    # J1 λ, J2 λ along both angles from the vertical: only the tip touches
    a, b = peaks["A"], peaks["A"] + peaks["B"]
    along = np.stack([R * np.sin(a) * force, L * np.sin(b) * force], axis=1)
    assert along[np.argmax(force)] == pytest.approx([-155.899494, 128.408341], abs=6e-6)
    assert along[first][np.argmax(force[first])] == pytest.approx([-12.567891, 19.978479], abs=6e-7)
    assert not force[(t < 1.4868) | ((t > 1.4996) & (t < 4.3276)) | (t > 4.3428)].any()

    # that of Hunt and Crossley's begins at zero: its peak is where its rate vanishes
    soft = arm(da.contacts.HuntCrossleyMotion.of_material(alpha=5e7, stiffness=1.0), 1 / 3, (0.0, 0.0))
    near = np.concatenate([[0.0], 0.17060493 + np.linspace(0.0, 0.004, 4001)])
    assert da.simulate(soft, {"A": 1.0}, times=near, method=FINE)["obstacle.force"].max() == pytest.approx(
        1985.63, abs=5e-3
    )


@pytest.mark.covers("F002-34")
def test_of_several_unilateral_constraints_any_subset_acts():
    """Two balls on a spring, each above a floor of its own that yields: SciPy switches the rows."""
    laws = {"a": (20.0, 400.0), "b": (4.0, 900.0)}
    balls = {name: da.particle(name, mass=1.0) for name in laws}
    model = da.Model(
        *(da.Prismatic(f"z{name}", da.ground, ball, axis="z") for name, ball in balls.items()),
        da.Potential("spring", 15.0 * (da.coordinate("zb") - da.coordinate("za")) ** 2),
        *(
            da.contacts.RelativeContact(
                f"floor {name}", da.coordinate(f"z{name}"), da.contacts.KelvinVoigtMotion(*law)
            )
            for name, law in laws.items()
        ),
        gravity=(0.0, 0.0, -9.81),
    )
    motion = da.simulate(model, {"za": 0.1, "zb": 0.3}, times=[0.0, 1.5], method=FINE)

    def free(z):
        pull = 30.0 * (z[1] - z[0])
        return np.array([pull - 9.81, -pull - 9.81])

    def asked(z, v):
        return np.array([-c * v[k] - s * z[k] for k, (c, s) in enumerate(laws.values())])

    def acts(y):
        """Below the floor, and pushing."""
        z, v = y[:2], y[2:]
        return (z < 0.0) & (asked(z, v) > free(z))

    t, y, on, seen, n = 0.0, np.array([0.1, 0.3, 0.0, 0.0]), np.zeros(2, dtype=bool), {(False, False)}, 0
    while t < 1.5:

        def rates(t, y, on=on):
            return [*y[2:], *np.where(on, asked(y[:2], y[2:]), free(y[:2]))]

        def above(t, y, k):
            return y[k]

        def presses(t, y, k):
            return (asked(y[:2], y[2:]) - free(y[:2]))[k]

        guards = []
        for k in range(2):
            for value in (above, presses):

                def guard(t, y, k=k, value=value):
                    return value(t, y, k)

                guard.terminal = True
                guards.append(guard)
        run = solve_ivp(rates, (t, 1.5), y, "DOP853", rtol=1e-12, atol=1e-13, events=guards)
        t, y = run.t[-1], run.y[:, -1]
        # a moment later
        new = acts(y + 1e-9 * np.array(rates(t, y)))
        n += bool((new != on).any())
        on = new
        seen.add(tuple(map(bool, on)))
        y = y + 1e-13 * np.array(rates(t, y, on))
        t += 1e-13
    assert seen == {(False, False), (True, False), (False, True), (True, True)}
    assert len(motion.events) == n
    assert motion.states[-1, :4] == pytest.approx(y, abs=1e-7)


@pytest.mark.covers("F002-28")
def test_a_limit_of_speed_holds_while_the_force_presses_against_it():
    cart = da.particle("cart", mass=1.0)
    model = da.Model(
        da.Prismatic("x", da.ground, cart, axis="x"),
        da.JointForce("push", "x", da.cos(da.time)),
        da.contacts.RelativeContact("limit", 0.5 - da.speed("x"), da.contacts.Relaxation(20.0)),
    )
    motion = da.simulate(model, times=[0.0, 1.0, 2.5], method=FINE)
    # v = sin t up to the limit at π/6, which lets go where the push turns round
    assert [end for _, end, _ in motion.phases("limit")[:2]] == pytest.approx([np.pi / 6, np.pi / 2], abs=1e-9)
    assert motion["x.rate"] == pytest.approx([0.0, 0.5, np.sin(2.5) - 0.5], abs=1e-9)
    assert motion["limit.normal.multiplier"][1] == pytest.approx(np.cos(1.0), abs=1e-9)


@pytest.mark.covers("F002-33")
def test_the_unactuated_arm_sinks_in_as_hunt_and_crossley_say():
    law = da.contacts.HuntCrossleyMotion(damping=7.5e7, stiffness=1.0, exponent=1.5)
    times = np.concatenate([[0.0], 0.17060493 + np.linspace(0.005, 0.01, 41), [0.67060493]])
    motion = da.simulate(arm(law, 1 / 3, (0.0, 0.0)), {"A": 1.0}, times=times, method=FINE)
    (touch,) = motion.events
    # it acts where it need not pull: the free arm comes out by 3.9e-4 m/s² where they touch
    assert touch.t == pytest.approx(0.17060493 + 2.0e-8, abs=6e-9)
    depth = R * np.cos(motion["A"]) + L * np.cos(motion["A"] + motion["B"]) - R - L / 3
    assert law.greatest_penetration(1.186787430) == pytest.approx(1.093706108e-3, abs=1e-12)
    assert depth[1:-1].max() == pytest.approx(1.093706108e-3, rel=1e-6)
    assert absolute(motion)[:2] == pytest.approx([0.87456550, 0.80350176], abs=6e-9)


@pytest.mark.covers("F002-33", "F002-64")
def test_gains_of_a_contact_are_open_parameters():
    alpha, k = da.param("alpha", 5e7), da.param("k", 1.0)
    model = arm(da.contacts.HuntCrossleyMotion.of_material(alpha=alpha, stiffness=k), 1 / 3, (0.0, 0.0))
    times = [0.0, 0.67060493]
    assert dict(model.parameters) == {"alpha": 5e7, "k": 1.0}
    # λ = n α k = 7.5e7 as published, then others, each as with numbers
    default = da.simulate(model, {"A": 1.0}, times=times, method=FINE)
    assert absolute(default)[:2] == pytest.approx([0.87456550, 0.80350176], abs=6e-9)
    runs = da.batch(
        model, da.States(q={"A": np.ones(2)}, p={"alpha": [5e7, 1e4], "k": [1.0, 3.0]}), times=times, method=FINE
    )
    by_numbers = da.contacts.HuntCrossleyMotion(damping=1.5 * 1e4 * 3.0, stiffness=3.0)
    alone = da.simulate(arm(by_numbers, 1 / 3, (0.0, 0.0)), {"A": 1.0}, times=times, method=FINE)
    np.testing.assert_array_equal(runs[0].states, default.states)
    np.testing.assert_allclose(runs[1]["B"], alone["B"], atol=1e-11)
    with pytest.raises(ModelError, match="'obstacle' is impossible with alpha = -5e\\+07: the damping of Hunt"):
        da.simulate(model, da.State(q={"A": 1.0}, p={"alpha": -5e7}), until=1.0)
    with pytest.raises(ModelError, match="has open parameters"):
        da.contacts.HuntCrossleyMotion(alpha, k).greatest_penetration(1.0)


@dataclass(frozen=True)
class Own(da.contacts.MotionLaw):
    """Kelvin and Voigt's as somebody else types it."""

    gains: tuple[Any, Any]

    def acceleration(self, x: Any, v: Any) -> Any:
        return -self.gains[0] * v - self.gains[1] * x


@pytest.mark.covers("F002-64")
def test_a_law_of_motion_of_ones_own_is_followed_and_its_force_and_power_are_told():
    model = arm(Own((300.0, da.param("stiffness", 100.0))), 0.75, (1.0, 3.0))
    motion = da.simulate(model, {"A": 1.0}, times=np.linspace(0.0, 6.0, 61), method=FINE)
    assert absolute(motion) == pytest.approx([0.93154818, 1.03939581, -0.05868782, -0.22059947], abs=6e-9)
    at = np.sort([*(event.t + dt for event in motion.events[::2] for dt in (1e-9, 0.004)), 0.0, 6.0])
    motion = da.simulate(model, {"A": 1.0}, times=at, method=FINE)
    np.testing.assert_array_equal(motion["obstacle.force"], motion["obstacle.normal.multiplier"])
    assert motion["obstacle.force"][1] == pytest.approx(69.434062, abs=1e-4)
    assert np.abs(motion["obstacle.residual"]).max() < 1e-11
    depth = R * da.cos(da.coordinate("A")) + L * da.cos(da.coordinate("A") + da.coordinate("B"))
    rate = motion.evaluate(-R * da.sin(da.coordinate("A")) * da.speed("A")) + motion.evaluate(
        -L * da.sin(da.coordinate("A") + da.coordinate("B")) * (da.speed("A") + da.speed("B"))
    )
    np.testing.assert_allclose(motion["obstacle.power"], -motion["obstacle.force"] * rate, atol=1e-9)
    assert motion.evaluate(depth).max() < R + 0.76 * L and motion["obstacle.power"].min() < 0.0
    with pytest.raises(ModelError, match="Own knows its greatest penetration in no closed form"):
        Own((1.0, 1.0)).greatest_penetration(1.0)
    with pytest.raises(ModelError, match="Own of RelativeContact 'obstacle' contains coordinate"):
        arm(Own((1.0, da.coordinate("A"))), 0.75, (0.0, 0.0))


@pytest.mark.parametrize(
    "law",
    [
        da.contacts.HertzForce(1e6),
        da.contacts.HuntCrossleyForce(1e6, 0.5),
        da.contacts.KelvinVoigtForce(1e5, 30.0),
    ],
    ids=repr,
)
def test_a_ball_sinks_into_a_compliant_floor_as_deep_as_its_closed_form(law):
    ball = da.sphere("ball", radius=0.1, mass=2.0)
    model = da.Model(
        da.Prismatic("z", da.ground, ball, axis="z"),
        da.contacts.CompliantContact("floor", ball, da.geometry.plane(da.ground, "z"), law),
    )
    deepest = da.Event("deepest", da.speed("z"), direction=1, is_terminal=True)
    start = model.state(q={"z": 0.11}, u={"z": -1.0})
    motion = da.simulate(model, start, until=1.0, events=[deepest], method=FINE)
    assert 0.1 - motion["z"][-1] == pytest.approx(law.greatest_penetration(1.0, 2.0), rel=1e-7)
    # it never pulls, and never gives more than it took
    after = da.simulate(model, start, times=[0.0, 0.5], method=da.methods.DOP853(rtol=1e-10))
    assert 0.0 < after["z.rate"][-1] <= 1.0 + 1e-7


def test_numbers_of_yielding_contacts_are_checked():
    for make in (
        lambda: da.contacts.HertzForce(-1.0),
        lambda: da.contacts.HuntCrossleyMotion(0.0, 1.0),
        lambda: da.contacts.HertzForce("hard"),
    ):
        with pytest.raises(ModelError, match="is a number, positive"):
            make()
    ball = da.sphere("ball", radius=0.1, mass=1.0)
    with pytest.raises(ModelError, match="needs a law such as HertzForce"):
        da.contacts.CompliantContact("floor", ball, da.geometry.plane(da.ground), 1e5)
    with pytest.raises(ModelError, match="needs a law such as KelvinVoigtMotion"):
        da.contacts.RelativeContact("stop", da.coordinate("z"), 1e5)


def test_a_force_law_of_ones_own_acts_only_where_bodies_touch_and_never_pulls():
    class Careless(da.contacts.ForceLaw):
        def force(self, x, v):
            return 1000.0 * x + 50.0 * v

    ball = da.sphere("ball", radius=0.1, mass=1.0)
    pad = da.contacts.CompliantContact("pad", ball, da.geometry.plane(da.ground, "z"), Careless())
    model = da.Model(da.Prismatic("z", da.ground, ball, axis="z"), pad, gravity=(0, 0, -9.81))
    system = da.as_dynamics(model)
    for z, v, a in ((0.2, -1.0, -9.81), (0.09, 0.0, 10.0 - 9.81), (0.09, 1.0, -9.81)):
        found = system.accelerations(da.State(q={"z": z}, u={"z": v}))
        assert found["z.rate"] == pytest.approx(a, abs=1e-12)
