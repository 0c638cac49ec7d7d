"""Systems that tests fit, and closed forms of their motion."""

import numpy as np

import dalembert as da

TIMES = np.linspace(0.0, 3.0, 60)


def oscillator() -> da.Model:
    """A block on a spring with a damper and a motor; mass, stiffness and damping are open."""
    block = da.particle("block", mass=da.param("m", 1.0))
    return da.Model(
        da.Prismatic("x", da.ground, block, axis="x"),
        da.JointSpring("spring", "x", da.param("k", 20.0)),
        da.JointDamper("damper", "x", da.param("d", 0.5)),
        da.Motor("push", "x"),
    )


def free_motion(t, k, d, x0):
    """x(t) of a block of 1 kg that is let go at x0."""
    decay, pace = 0.5 * d, np.sqrt(k - 0.25 * d * d)
    return x0 * np.exp(-decay * t) * (np.cos(pace * t) + decay / pace * np.sin(pace * t))


def noisy(seed: int, deviation: float, k: float = 30.0, d: float = 0.8, x0: float = 0.1):
    """Measurements of the free motion."""
    return free_motion(TIMES, k, d, x0) + np.random.default_rng(seed).normal(0.0, deviation, TIMES.size)
