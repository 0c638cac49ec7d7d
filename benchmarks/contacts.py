"""Contacts: bounces in native code, stick and slip, and random impacts that may not gain energy."""

from collections.abc import Iterator

import numpy as np
from figures import Figure, at_most, best, elapsed
from stepped_contacts import stepped_contacts

import dalembert as da
from dalembert.contact.impacts import Impact, after_impact, impact_work
from dalembert.errors import SolverError

BOUNCES, IMPACTS = 100_000, 2_000
g = 9.81


def contacts() -> Iterator[Figure]:
    yield from bouncing()
    yield from blocks()
    yield from random_impacts()
    yield from stepped_contacts()


def bouncing() -> Iterator[Figure]:
    """A ball that bounces for ever on a contact."""
    ball = da.particle("ball", mass=1.0)
    floor = da.Contact("floor", ball, da.geometry.plane(da.ground, "z"), restitution=1.0)
    model = da.Model(da.Prismatic("z", da.ground, ball, axis="z"), floor, gravity=(0, 0, -g))
    times = [0.0, 2.0 * np.sqrt(2.0 / g) * BOUNCES]
    run = lambda: da.simulate(model, {"z": 1.0}, times=times)  # noqa: E731
    height = abs(float(run()["z"][-1]) - 1.0)
    yield at_most(f"{BOUNCES} impacts of a ball", best(lambda: elapsed(run), 3), 0.4, "s")
    yield at_most("error of its height in the end", height, 1e-9, "m")


def blocks() -> Iterator[Figure]:
    """Two blocks with springs and dry friction: 21 changes of mode in ten seconds, each decided in Python."""
    first, second = da.particle("first", mass=0.1), da.particle("second", mass=0.1)
    model = da.Model(
        da.Prismatic("q1", da.ground, first, axis="x"),
        da.Prismatic("q2", da.ground, second, axis="x"),
        da.JointSpring("wall", "q1", stiffness=5.0),
        da.Potential("between", 2.5 * (da.coordinate("q2") - da.coordinate("q1")) ** 2),
        da.JointForce("push", "q2", 10 * da.sin(1.5 * da.time)),
        da.DryFriction("f1", "q1", static=0.1 * g),
        da.DryFriction("f2", "q2", static=0.1 * g),
    )
    run = lambda: da.simulate(model, times=[0.0, 10.0])  # noqa: E731
    run()
    yield Figure("two blocks that stick and slip for 10 s", 1e3 * best(lambda: elapsed(run)), "ms")


def random_impacts() -> Iterator[Figure]:
    """Up to four contacts with friction, often more of them than speeds, by Poisson's law."""
    generator = np.random.default_rng(0)
    gain, inside, refused = -np.inf, -np.inf, 0
    for _ in range(IMPACTS):
        n, d, nu = (int(generator.integers(*span)) for span in ((1, 5), (0, 3), (3, 8)))
        A, J = generator.standard_normal((nu, nu)), generator.standard_normal((n * (1 + d), nu))
        W = J @ np.linalg.solve(A @ A.T + 0.1 * np.eye(nu), J.T)
        v = J @ generator.standard_normal(nu)
        impact = Impact(W, v, generator.uniform(0, 1, n), generator.uniform(0, 1, n), d)
        try:
            impulses = after_impact(da.PoissonImpact(), impact)
        except SolverError:
            refused += 1
            continue
        gain = max(gain, impact_work(impact, impulses))
        inside = max(inside, float(-(v + W @ impulses)[impact.normals].min() / np.abs(v).max()))
    yield at_most(f"greatest work of {IMPACTS} random impacts", gain, 1e-12, "J")
    yield at_most("greatest approach after them", inside, 1e-9, "of the speeds")
    yield Figure("of them refused by name", refused, "")
