"""Contacts: events in native code, closed forms, the same bits in batches, random impacts that gain no energy."""

from collections.abc import Iterator

import numpy as np
from figures import Figure, at_least, at_most, best, elapsed, processor_time
from stepped_contacts import stepped_contacts

import dalembert as da
from dalembert.contact.impact_laws import StruckContacts, after_impact, impact_work
from dalembert.errors import SolverError

BOUNCES, IMPACTS, LANES = 100_000, 100_000, 1_000
g = 9.81
DOWN = (0.0, 0.0, -g)


def contacts() -> Iterator[Figure]:
    yield from bouncing()
    yield from blocks()
    yield from thrown_balls()
    yield from closed_forms()
    yield from rest()
    yield from random_impacts()
    yield from stepped_contacts()


def bouncing() -> Iterator[Figure]:
    """A ball that bounces for ever on a contact."""
    model = ball_above_floor(1.0)
    times = [0.0, 2.0 * np.sqrt(2.0 / g) * BOUNCES]
    run = lambda: da.simulate(model, {"z": 1.0}, times=times)  # noqa: E731
    height = abs(float(run()["z"][-1]) - 1.0)
    yield at_most(f"{BOUNCES} impacts of a ball", best(lambda: elapsed(run), 3), 0.4, "s")
    yield at_most("error of its height in the end", height, 1e-9, "m")


def ball_above_floor(restitution: float) -> da.Model:
    ball = da.particle("ball", mass=1.0)
    floor = da.Contact("floor", ball, da.geometry.plane(da.ground, "z"), restitution=restitution)
    return da.Model(da.Prismatic("z", da.ground, ball, axis="z"), floor, gravity=DOWN)


def two_blocks() -> da.Model:
    first, second = da.particle("first", mass=0.1), da.particle("second", mass=0.1)
    return da.Model(
        da.Prismatic("q1", da.ground, first, axis="x"),
        da.Prismatic("q2", da.ground, second, axis="x"),
        da.JointSpring("wall", "q1", stiffness=5.0),
        da.Potential("between", 2.5 * (da.coordinate("q2") - da.coordinate("q1")) ** 2),
        da.JointForce("push", "q2", 10 * da.sin(1.5 * da.time)),
        da.DryFriction("f1", "q1", static=0.1 * g),
        da.DryFriction("f2", "q2", static=0.1 * g),
    )


def blocks() -> Iterator[Figure]:
    """Two blocks with springs and dry friction: 21 changes of mode in ten seconds, all in native code."""
    model, times = two_blocks(), [0.0, 10.0]
    run = lambda: da.simulate(model, times=times)  # noqa: E731
    run()
    yield at_most("two blocks that stick and slip for 10 s", 1e3 * best(lambda: elapsed(run), 100), 1.0, "ms")
    starts = [model.state(q={"q1": 0.001 * k}, u={"q2": 0.003 * k}) for k in range(LANES)]
    lanes = da.batch(model, starts, times=times)
    same = sum(
        bool((lanes[k].states == da.simulate(model, starts[k], times=times).states).all())
        for k in range(0, LANES, 20)
    )
    yield at_least(f"of 50 of {LANES} lanes in different phases, the same bits as alone", same, 50, "")


def thrown_balls() -> Iterator[Figure]:
    """Balls that bounce, slide and roll, with friction and spin: impacts and modes are decided in native code."""
    ball = da.sphere("ball", radius=0.1, mass=1.0)
    floor = da.Contact("floor", ball, da.geometry.plane(da.ground, "z"), friction=0.4, restitution=0.5)
    model = da.Model(da.Free("pose", da.ground, ball), floor, gravity=DOWN)
    names, generator = ("pose.x", "pose.y", "pose.wx", "pose.wy", "pose.wz"), np.random.default_rng(0)
    speeds = generator.uniform(-3.0, 3.0, (LANES, len(names))) * [1, 1, 6, 6, 6]
    starts = [
        model.state(q={"pose.z": 0.1 + 0.1 * (k % 3)}, u=dict(zip(names, map(float, u), strict=True)))
        for k, u in enumerate(speeds)
    ]
    times = np.linspace(0.0, 2.0, 11)
    run = lambda k=1: da.simulate(model, starts[k], times=times)  # noqa: E731
    n_events = len(run().events)
    each = 1e6 * best(lambda: elapsed(run), 50) / n_events
    yield Figure(f"a ball that bounces, slides and rolls, {n_events} events, each", each, "µs")
    lanes = da.batch(model, starts, times=times)
    together = best(lambda: processor_time(lambda: da.batch(model, starts, times=times)), 5)
    alone = best(lambda: processor_time(lambda: [run(k) for k in range(0, LANES, 5)]), 3) * 5
    yield at_most(f"{LANES} of them in lanes, beside one by one", together / alone, 0.2, "of their time")
    same = sum(lanes[k].states.tobytes() == run(k).states.tobytes() for k in range(0, LANES, 20))
    yield at_least(f"of 50 of {LANES} balls in lanes, the same bits as alone", same, 50, "")


def closed_forms() -> Iterator[Figure]:
    """Times of events against closed forms, at default settings and at 1e-12."""
    fine = da.methods.DOP853(rtol=1e-12, atol=1e-12)
    for method, words, ballistic, others in (
        (None, "default settings", 1e-12, 1e-6),
        (fine, "1e-12", 1e-10, 1e-10),
    ):
        ball = da.simulate(ball_above_floor(0.8), {"z": 1.0}, until=1.5, method=method)
        errors = np.array([event.t for event in ball.events][:2]) - (0.451523640985731, 1.173961466562899)
        yield at_most(f"impacts of a ball at {words}", float(np.abs(errors).max()), ballistic, "s")
        yield at_most(f"stick and slip on a belt at {words}", belt_error(method), others, "s")
        yield at_most(f"impacts of a rocking block at {words}", rocking_error(method), others, "s")


def belt_error(method: da.methods.DOP853 | None) -> float:
    block = da.particle("block", mass=1.0)
    model = da.Model(
        da.Prismatic("x", da.ground, block, axis="x"),
        da.JointSpring("spring", "x", stiffness=1.0),
        da.DryFriction("belt", slip=da.speed("x") - 0.2, static=1.0, kinetic=0.5),
    )
    motion = da.simulate(model, model.state(q={"x": 0.9}, u={"x": 0.2}), until=19.0, method=method)
    spans = [end - begin for begin, end, _ in motion.phases("belt")][1:5]
    slips = 2.0 * (np.pi - np.arctan2(0.5, 0.2))
    return float(np.abs(np.array(spans) - [slips, 5.0, slips, 5.0]).max())


def rocking_error(method: da.methods.DOP853 | None) -> float:
    b, h, angle = 0.25, 1.0, 0.8 * np.arctan(0.25)
    block = da.box("block", size=(2 * b, 0.5, 2 * h), mass=1.0)
    floor = da.geometry.plane(da.ground, "z")
    model = da.Model(
        da.Planar("pose", da.ground, block, normal="y"),
        *(da.Contact(f"corner {s}", block.at(x=s * b, z=-h), floor, friction=2.0) for s in (-1, 1)),
        gravity=DOWN,
    )
    height = b * np.sin(angle) + h * np.cos(angle)
    motion = da.simulate(model, {"pose.x": height, "pose.angle": angle}, until=3.6, method=method)
    found = sorted({event.t for event in motion.events if event.name.endswith("impact")})
    expected = [0.858639598317, 1.938296086090, 2.795116369198, 3.514217110539]
    return float(np.abs(np.array(found[:4]) - expected).max())


def rest() -> Iterator[Figure]:
    """A box on a slope that friction can just hold, by more forces than needed."""
    block = da.box("block", size=(0.2, 0.2, 0.1), mass=1.0)
    corners = [(-0.1, 0.0, -0.05), (0.1, 0.0, -0.05)]
    model = da.Model(
        da.Planar("pose", da.ground, block, normal="y"),
        da.Contact("foot", block, da.geometry.plane(da.ground, "z"), points=corners, friction=np.tan(0.3) + 1e-6),
        gravity=(-g * np.sin(0.3), 0.0, -g * np.cos(0.3)),
    )
    motion = da.simulate(model, {"pose.x": 0.05}, times=np.linspace(0.0, 1000.0, 11))
    moved = float(np.abs(motion.states[:, :3] - motion.states[0, :3]).max())
    yield at_most("way of a box that rests on a slope, in 1000 s", moved, 1e-12, "m")


def random_impacts() -> Iterator[Figure]:
    """Up to four contacts with friction, often more of them than speeds, beside joints, by Poisson's law."""
    generator = np.random.default_rng(0)
    gain, inside, pulls, refused = -np.inf, -np.inf, -np.inf, 0
    for _ in range(IMPACTS):
        n, d, nu, joints = (int(generator.integers(*span)) for span in ((1, 5), (0, 3), (3, 8), (0, 3)))
        A, J = generator.standard_normal((nu, nu)), generator.standard_normal((n * (1 + d), nu))
        W, v = mobility(A @ A.T + 0.1 * np.eye(nu), generator.standard_normal((joints, nu)), J, generator)
        impact = StruckContacts(W, v, generator.uniform(0, 1, n), generator.uniform(0, 1, n), d)
        try:
            impulses = after_impact(da.contacts.PoissonImpact(), impact)
        except SolverError:
            refused += 1
            continue
        size = float(np.abs(v).max()) or 1.0
        gain = max(gain, impact_work(impact, impulses))
        inside = max(inside, float(-(v + W @ impulses)[impact.normals].min() / size))
        pulls = max(pulls, float(-impulses[impact.normals].min() / (float(np.abs(impulses).max()) or 1.0)))
    yield at_most(f"greatest work of {IMPACTS} random impacts", gain, 1e-9, "J")
    yield at_most("greatest approach after them", inside, 1e-9, "of the speeds")
    yield at_most("greatest pull in them", pulls, 1e-9, "of the impulses")
    yield Figure("of them refused by name", refused, "")


def mobility(
    M: np.ndarray, joints: np.ndarray, J: np.ndarray, generator: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """J M⁻¹ Jᵀ of contacts while joints hold, and relative velocities of a motion that they allow."""
    n, m = len(M), len(joints)
    K = np.block([[M, joints.T], [joints, np.zeros((m, m))]])
    right = np.vstack([np.column_stack([J.T, M @ generator.standard_normal(n)]), np.zeros((m, len(J) + 1))])
    solved = np.linalg.solve(K, right)[:n]
    return J @ solved[:, :-1], J @ solved[:, -1]
