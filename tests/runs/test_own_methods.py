"""A method of one's own is treated like ours: in every kind of run, and by the cache."""

from dataclasses import dataclass

import numpy as np
import pytest

import dalembert as da
from dalembert.native import shared_loop


@dataclass(frozen=True)
class Ralston(da.methods.Method):
    """k₂ = F(t + ⅔ h, x + ⅔ h k₁), x⁺ = x + h (¼ k₁ + ¾ k₂); order 2."""

    step: float

    @property
    def settings(self):
        return (self.step,)

    @property
    def uniform_step(self):
        return self.step

    def scheme(self, problem):
        return da.methods.Scheme("Ralston", 3, 2, RalstonSteps, da.methods.FixedSteps)


class RalstonSteps(da.methods.Steps):
    def __init__(self, w):
        super().__init__(w)
        self.cubic = da.methods.Interpolant(w)

    @property
    def interpolant(self):
        return self.cubic

    def attempt(self, step, running):
        w = self.w
        w.scratch.t = w.here.t + 2.0 / 3.0 * step
        w.advance(w.scratch, step, (2.0 / 3.0,))
        w.rate(w.scratch, w.slopes[1])
        w.count(w.evaluations, running)
        w.advance(w.trial, step, (0.25, 0.75))
        return w.nan_unless_finite(w.trial.state)


class Published(Ralston):
    """The same, which its author lets the cache find by name."""

    edition = "Ralston of the tests, 1"


class Derived(Published):
    """Another class, of which nobody has said that its text is that one."""


STEP = 1e-3


def bead(*more):
    """ẍ = −4 x: x = cos 2t."""
    x = da.Prismatic("x", da.ground, da.particle("bead", mass=1.0), axis="x")
    return da.Model(x, da.JointSpring("spring", "x", stiffness=da.param("k", 4.0)), *more)


def errors(run):
    """Errors at two lengths of steps."""
    return [abs(run(Ralston(step))) for step in (STEP, 0.5 * STEP)]


def assert_second_order(run):
    one, half = errors(run)
    assert one < 1e-4
    assert one / half == pytest.approx(4.0, abs=0.2)


def test_simulate_batch_and_stepper_have_its_order_and_its_bits():
    model, start, times = bead(), {"x": 1.0}, [0.0, 1.0]
    assert_second_order(lambda m: da.simulate(model, start, times=times, method=m)["x"][-1] - np.cos(2.0))
    own = Ralston(STEP)
    alone = da.simulate(model, start, times=times, method=own)
    motions = da.batch(model, [start, {"x": 0.5}, {"x": -1.0}], times=times, method=own)
    assert motions[0].states.tobytes() == alone.states.tobytes()
    # the problem is linear
    np.testing.assert_allclose(motions["x"][:, -1], alone["x"][-1] * np.array([1.0, 0.5, -1.0]), rtol=1e-14)
    walker = da.stepper(model, start, step=STEP, method=own)
    for _ in range(1000):
        x = walker.step()
    np.testing.assert_allclose(x, alone.states[-1], rtol=1e-12)


def test_events_happen_where_the_motion_is_zero():
    model, crossing = bead(), da.Event("zero", da.coordinate("x"))
    stop = da.Event("turn", da.speed("x"), is_terminal=True, direction=1)
    motion = da.simulate(model, {"x": 1.0}, until=3.0, method=Ralston(STEP), events=[crossing, stop])
    assert [event.name for event in motion.events] == ["zero", "turn"]
    np.testing.assert_allclose([event.t for event in motion.events], [np.pi / 4.0, np.pi / 2.0], atol=1e-5)
    again = da.simulate(model, {"x": 1.0}, until=3.0, method=Ralston(STEP), events=[crossing, stop])
    assert again.states.tobytes() == motion.states.tobytes()


def test_controllers_and_continued_runs():
    push = da.Motor("push", "x")
    law = da.control.SampledController(0.1, lambda state: {"push": 4.0 * state.q["x"]})
    motion = da.simulate(bead(push), {"x": 1.0}, until=0.1, method=Ralston(STEP), controller=law)
    # ẍ = −4 x + 4 from x = 1 at rest: it stays
    assert motion["x"][-1] == pytest.approx(1.0, abs=1e-12)
    first = da.simulate(bead(), {"x": 1.0}, until=0.5, method=Ralston(STEP))
    whole = da.resume(first, until=1.0)
    assert whole["x"][-1] == pytest.approx(np.cos(2.0), abs=1e-5)


def test_contacts_bounce_as_they_should():
    ball = da.particle("ball", mass=1.0)
    floor = da.geometry.plane(da.ground, "z")
    model = da.Model(
        da.Prismatic("z", da.ground, ball, axis="z"),
        da.Contact("floor", ball, floor, restitution=0.5),
        gravity=(0.0, 0.0, -10.0),
    )
    motion = da.simulate(model, {"z": 0.2}, until=0.35, method=Ralston(STEP))
    # it falls 0.2 s to 2 m/s, rises with 1 m/s for 0.2 s; the method is exact on parabolas
    assert motion.events[0].t == pytest.approx(0.2, abs=1e-12)
    assert motion["z"][-1] == pytest.approx(0.15 - 5.0 * 0.15**2, abs=1e-12)


def test_tangents_are_those_of_the_closed_form():
    """∂ cos(√k t)/∂k = −t sin(√k t) / (2 √k)."""
    found = da.sensitivities(bead(), {"x": 1.0}, by=["k"], times=[0.0, 1.0], method=Ralston(STEP))
    assert found["x"][-1] == pytest.approx(-np.sin(2.0) / 4.0, abs=1e-5)


def test_the_cache_finds_what_is_published_by_its_edition_and_all_else_by_its_text(tmp_path, monkeypatch):
    config, written = da.kernels.Config(tmp_path, 1), []
    original = da.methods.Method.procedure_for_all

    def note(self, *arguments):
        written.append(type(self))
        return original(self, *arguments)

    monkeypatch.setattr(da.methods.Method, "procedure_for_all", note)
    for _ in range(2):
        for method in (Ralston, Published, Derived):
            monkeypatch.setattr(shared_loop, "_loops", {})
            motion = da.simulate(bead(), {"x": 1.0}, times=[1.0], method=method(STEP), config=config)
            assert motion["x"][-1] == pytest.approx(np.cos(2.0), abs=1e-5)
    assert written.count(Published) == 1
    assert written.count(Ralston) == written.count(Derived) == 2
