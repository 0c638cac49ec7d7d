"""Random smooth pushes against guards: what a long step could pass over, beside fine steps of another kind.

    python benchmarks/random_pushes.py [--count N] [--seed K]

Polynomials, sines and pulses down to a thousandth of the run push a block with dry friction, a ball that lies on a
stop, and a free body with events. References take 20,000 equal steps in NumPy, or steps of 1e-4 of the run.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from figures import Figure, at_most

import dalembert as da

SPAN, STEPS = 10.0, 20_000
WEIGHT, RESTITUTION = 1.0, 0.5
NAMES = [*(f"c{k}" for k in range(6)), "A", "w", "phi", "B", "t0", "s"]

COUNT = 300


@dataclass(frozen=True)
class Pushes:
    """Numbers of many pushes, each a row: a polynomial of −1 … 1, a sine, a pulse."""

    values: np.ndarray

    @classmethod
    def random(cls, count: int, seed: int = 0) -> "Pushes":
        rng = np.random.default_rng(seed)
        values = np.zeros((count, len(NAMES)))
        for k, row in enumerate(values):
            kind = k % 4
            if kind in (0, 3):
                n = rng.integers(2, 7)
                row[:n] = rng.normal(0.0, 1.5, n)
            if kind in (1, 3):
                row[6:9] = rng.uniform(0.3, 3.0), np.exp(rng.uniform(-1.0, 3.5)), rng.uniform(0.0, 6.3)
            row[9:] = 0.0, 0.5 * SPAN, 1.0
            if kind == 2:
                width = SPAN * np.exp(rng.uniform(np.log(1e-3), np.log(5e-2)))
                row[9:] = rng.choice([-1.0, 1.0]) * rng.uniform(1.2, 8.0), rng.uniform(0.05, 0.95) * SPAN, width
        return cls(values)

    @staticmethod
    def expression() -> object:
        p, t = {name: da.param(name, 1.0) for name in NAMES}, da.time
        x = 2.0 * t / SPAN - 1.0
        smooth = sum((p[f"c{k}"] * x**k for k in range(1, 6)), p["c0"])
        pulse = p["B"] * da.exp(-(((t - p["t0"]) / (0.5 * p["s"])) ** 2))
        return smooth + p["A"] * da.sin(p["w"] * t + p["phi"]) + pulse

    def at(self, t: float) -> np.ndarray:
        c, (A, w, phi, B, t0, s) = self.values[:, :6], self.values[:, 6:].T
        x = 2.0 * t / SPAN - 1.0
        return c @ x ** np.arange(6) + A * np.sin(w * t + phi) + B * np.exp(-(((t - t0) / (0.5 * s)) ** 2))

    def parameters(self, k: int) -> dict[str, float]:
        return dict(zip(NAMES, map(float, self.values[k]), strict=True))


# ---- references


def block(pushes: Pushes, v: np.ndarray) -> np.ndarray:
    """Places of a block of 1 kg with dry friction of 1 N, in the end."""
    h, x, v = SPAN / STEPS, np.zeros_like(v), v.copy()
    for k in range(STEPS):
        load = (pushes.at(k * h) + 4.0 * pushes.at((k + 0.5) * h) + pushes.at((k + 1) * h)) / 6.0
        side = np.where(v != 0.0, np.sign(v), np.where(np.abs(load) > 1.0, np.sign(load), 0.0))
        new = v + h * (load - side)
        stops = (side == 0.0) | (new * side <= 0.0)
        part = np.where(v != new, np.clip(v / np.where(v != new, v - new, 1.0), 0.0, 1.0), 0.0)
        x += np.where(stops, 0.5 * part * h * v, 0.5 * h * (v + new))
        v = np.where(stops, 0.0, new)
    return x


# ---- the same by the package


def rail(*parts: object) -> da.Model:
    return da.Model(
        da.Prismatic("x", da.ground, da.particle("body", mass=1.0), axis="x"),
        da.JointForce("push", "x", Pushes.expression()),
        *parts,
    )


def blocks_missed(pushes: Pushes, seed: int) -> list[int]:
    """Pushes after which the block is elsewhere than by fine steps."""
    v = np.random.default_rng(seed).choice([0.0, 1.0], len(pushes.values)) * 2.0
    model, expected, found = rail(da.DryFriction("rub", "x", static=1.0)), block(pushes, v), []
    for k, (v0, x) in enumerate(zip(v, expected, strict=True)):
        motion = da.simulate(model, model.state(u={"x": v0}, p=pushes.parameters(k)), times=[0.0, SPAN])
        if not abs(motion["x"][-1] - x) < 2e-3 * (1.0 + abs(x)):
            found.append(k)
    return found


def balls_missed(pushes: Pushes) -> list[int]:
    """The same of the ball on its stop."""
    model = rail(da.Stop("floor", "x", low=0.0, restitution=RESTITUTION), da.JointForce("weight", "x", -WEIGHT))
    found, fine = [], da.methods.DOP853(largest_step=1e-4 * SPAN)
    for k in range(len(pushes.values)):
        start = model.state(p=pushes.parameters(k))
        one, other = (da.simulate(model, start, times=[0.0, SPAN], method=x) for x in (da.methods.DOP853(), fine))
        # bounces upon a stop that lasts make small differences large: the first events tell what was missed
        first = [[(event.name, round(event.t, 4)) for event in motion.events][:6] for motion in (one, other)]
        if first[0] != first[1]:
            found.append(k)
    return found


def events_missed(pushes: Pushes) -> list[int]:
    """Pushes in which events are fewer or more than changes of sign in 20,000 states."""
    p, load = {name: da.param(name, 1.0) for name in NAMES}, Pushes.expression()
    values = {
        "there": da.coordinate("x") - p["phi"] + 3.0,
        "fast": da.speed("x") - p["c1"] - 0.1,
        "load": load - 0.5,
    }
    events = [da.Event(name, value) for name, value in values.items()]
    model, found, h = rail(), [], SPAN / STEPS
    loads = np.array([pushes.at(k * h) for k in range(STEPS + 1)])
    v = np.vstack([np.zeros(len(pushes.values)), np.cumsum(0.5 * h * (loads[1:] + loads[:-1]), axis=0)])
    x = np.vstack([np.zeros(len(pushes.values)), np.cumsum(0.5 * h * (v[1:] + v[:-1]), axis=0)])
    fine = [x - pushes.values[:, NAMES.index("phi")] + 3.0, v - pushes.values[:, 1] - 0.1, loads - 0.5]
    expected = np.array([(np.diff(np.sign(y), axis=0) != 0).sum(axis=0) for y in fine])
    for k in range(len(pushes.values)):
        motion = da.simulate(model, model.state(p=pushes.parameters(k)), times=[0.0, SPAN], events=events)
        counts = [sum(event.name == name for event in motion.events) for name in values]
        if counts != list(expected[:, k]):
            found.append(k)
    return found


def random_pushes(count: int = COUNT, seed: int = 0) -> Iterator[Figure]:
    pushes = Pushes.random(count, seed)
    yield at_most(f"of {count} blocks, elsewhere than by fine steps", len(blocks_missed(pushes, seed)), 0, "")
    yield at_most(f"of {count} balls, elsewhere than by fine steps", len(balls_missed(pushes)), 0, "")
    yield at_most(f"of {count} free bodies, with other events than fine steps", len(events_missed(pushes)), 0, "")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    for figure in random_pushes(given.count, given.seed):
        print(figure)
