"""Closed forms of impacts that repeat: when they come, and when their rhythm is lost."""

import numpy as np
import pytest
from scipy.integrate import quad

import dalembert as da

g = 9.81
FINE = da.DOP853(rtol=1e-12, atol=1e-12)


def impacts(motion):
    return [event for event in motion.events if event.what == "impact"]


def test_a_pendulum_against_a_wall_comes_back_when_the_integrals_of_its_energy_say():
    """Let go at 1 rad, wall at −0.3, e = 0.8: dt = dθ / √(2 g (cos θ − cos θ_max) / l)."""
    bob = da.particle("bob", mass=1.0)
    model = da.Model(
        da.Revolute("swing", da.ground, bob.at(y=1.0), axis="z"),
        da.Stop("wall", "swing", low=-0.3, restitution=0.8),
        gravity=(0.0, -g, 0.0),
    )
    motion = da.simulate(model, {"swing": 1.0}, until=4.0, method=FINE)

    def time(top):
        # from its highest place to the wall; θ = top (1 − s²) takes the root away
        def slowness(s):
            return 2.0 * top * s / np.sqrt(2.0 * g * (np.cos(top * (1.0 - s * s)) - np.cos(top)))

        return quad(slowness, 0.0, np.sqrt(1.0 + 0.3 / top), epsabs=1e-13, epsrel=1e-13)[0]

    expected, top, t = [], 1.0, time(1.0)
    while t < 4.0:
        expected.append(t)
        speed = 2.0 * g * (np.cos(0.3) - np.cos(top))
        top = np.arccos(np.cos(0.3) - 0.8**2 * speed / (2.0 * g))
        t += 2.0 * time(top)
    assert len(expected) > 2
    assert [event.t for event in impacts(motion)] == pytest.approx(expected, abs=1e-10)


def test_jumps_once_in_a_period_lose_their_stability_where_the_table_shakes_too_much():
    """At Γ = 1.526823700519 a multiplier of the rhythm is −1; the other is then −e²."""
    e, w, strength = 0.5, 20 * np.pi, 1.526823700519
    A, period, phase = strength * g / w**2, 2 * np.pi / w, np.arccos(np.pi * (1 - e) / (strength * (1 + e)))
    ball = da.particle("ball", mass=1.0)
    table = da.GapContact("table", da.coordinate("z") - A * da.sin(w * da.time), restitution=e)
    model = da.Model(da.Prismatic("z", da.ground, ball, axis="z"), table, gravity=(0.0, 0.0, -g))

    def jumped(t, v):
        """Time and speed after the next impact."""
        start = model.state(t=t, q={"z": A * np.sin(w * t)}, u={"z": v})
        (event, *_) = impacts(da.simulate(model, start, times=[t, t + 1.4 * period]))
        return np.array([event.t - period, event.after.u["z"]])

    rhythm = np.array([phase / w, g * period / 2])
    assert jumped(*rhythm) == pytest.approx(rhythm, rel=1e-10)
    steps = np.diag([1e-6, 1e-6 * rhythm[1] / rhythm[0]])
    columns = [(jumped(*(rhythm + d)) - jumped(*(rhythm - d))) / (2 * np.abs(d).max()) for d in steps]
    multipliers = np.linalg.eigvals(np.column_stack(columns))
    assert np.sort(multipliers) == pytest.approx([-1.0, -(e**2)], abs=1e-6)
