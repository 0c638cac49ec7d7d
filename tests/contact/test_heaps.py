"""Contacts of sets: the laws of a step, closed forms, and what is refused."""

import numpy as np
import pytest

import dalembert as da
from dalembert.contact.heap_layout import Contact
from dalembert.contact.heap_stepper import HeapStepper
from dalembert.errors import ModelError, SolverError

G, MU, STEP = 9.81, 0.5, 0.005

TOLERANCE = 1e-8
"""Of impulses, beside the largest one: that of the method."""


def floor():
    return da.geometry.plane(da.ground, "z")


def spheres(n, *others, radius=0.05, **laws):
    balls = [da.sphere(f"ball{k}", radius=radius, mass=1.0 + 0.5 * k) for k in range(n)]
    joints = [da.Free(f"b{k}", da.ground, ball) for k, ball in enumerate(balls)]
    return da.Model(*joints, da.contacts.between(balls, *others, **laws), gravity=(0, 0, -G))


def walled(n):
    walls = [
        da.geometry.plane(da.ground.at(**{axis: -s * 0.13}), axis if s > 0 else f"-{axis}")
        for axis in "xy"
        for s in (1, -1)
    ]
    rng = np.random.default_rng(1)
    q = {}
    for k in range(n):
        x, y = np.array([(k % 2), (k // 2) % 2]) * 0.12 - 0.06 + rng.uniform(-0.005, 0.005, 2)
        q |= {f"b{k}.x": x, f"b{k}.y": y, f"b{k}.z": 0.06 + 0.11 * (k // 4)}
    return spheres(n, floor(), walls, friction=MU), q


def run(model, start, until, step=STEP, **options):
    return da.simulate(model, start, until=until, method=da.methods.MoreauJean(step), **options)


def test_a_ball_that_slides_rolls_with_five_sevenths_of_its_speed():
    start = da.State(q={"b0.z": 0.05}, u={"b0.x.rate": 1.0})
    motion = run(spheres(1, floor(), friction=MU), start, 2.0)
    assert motion["b0.x.rate"][-1] == pytest.approx(5 / 7, abs=1e-9)
    # until then friction is μ m g
    slides = motion.times < 0.05
    assert motion["b0.x.rate"][slides] == pytest.approx(1.0 - MU * G * motion.times[slides], abs=1e-6)


def test_flight_is_exact_and_bounces_follow_restitution():
    motion = run(spheres(1, floor(), restitution=0.5), {"b0.z": 1.05}, 1.0, step=1e-3)
    t, z = motion.times, motion["b0.z"]
    flies = t < 0.45
    at_steps = flies & np.isclose(t / 1e-3, np.round(t / 1e-3))
    assert z[at_steps] == pytest.approx(1.05 - 0.5 * G * t[at_steps] ** 2, abs=1e-12)
    impact = np.argmax(np.diff(motion["b0.z.rate"]))
    speeds = motion["b0.z.rate"]
    assert speeds[impact + 1] == pytest.approx(-0.5 * speeds[impact], abs=0.03)
    # height falls with the square of it, to the order of the steps
    assert z[impact:].max() - 0.05 == pytest.approx(0.25, abs=0.01)


def test_two_balls_that_meet_without_restitution_go_on_together():
    model = spheres(2)
    start = da.State(q={"b1.x": 0.3}, u={"b0.x.rate": 2.0})
    motion = da.simulate(da.Model(*model.parts), start, until=0.3, method=da.methods.MoreauJean(STEP))
    momentum = motion["b0.x.rate"] + 1.5 * motion["b1.x.rate"]
    assert momentum[motion["contacts.contacts"] == 0] == pytest.approx(2.0, abs=1e-9)
    assert motion["b0.x.rate"][-1] == pytest.approx(2.0 / 2.5, abs=1e-9)
    assert motion["b1.x.rate"][-1] == pytest.approx(2.0 / 2.5, abs=1e-9)


def test_impulses_of_every_step_obey_the_laws_as_numpy_says(monkeypatch):
    """Coulomb's law and complementarity, De Saxcé's cone, with bodies' speeds from the impulses alone."""
    worst, seen = [], []
    advance = HeapStepper._moved

    def looked_at(self, y):
        own = y is self.y
        if own:
            worst.append(residual_of(self))
            seen.append(int((self.impulses[:, 0] > 0.0).sum()))
        return advance(self, y)

    monkeypatch.setattr(HeapStepper, "_moved", looked_at)
    model, q = walled(12)
    method = da.methods.MoreauJean(STEP)
    motion = da.simulate(model, q, times=STEP * np.arange(121), method=method)
    assert max(seen) > 20
    assert max(worst) < 3 * TOLERANCE
    assert motion["contacts.residual"].max() <= TOLERANCE
    assert motion["contacts.overlap"].max() < 1e-5
    energy = motion["energy"]
    assert np.diff(energy).max() < 1e-6
    assert "largest residual" in motion.notes[0]


def residual_of(stepper):
    """Natural map of the cone of friction, from points, normals and impulses in world axes alone."""
    h, n = stepper.settings[0], stepper.n
    masses = np.array([1.0 + 0.5 * k for k in range(n)])
    inertias = 0.4 * masses * 0.05**2
    v = stepper.states[:n, 7:10] + h * np.array([0.0, 0.0, -G])
    # a ball's angular velocity in world axes
    R = np.array([rotation(e) for e in stepper.states[:n, 3:7]])
    w = np.einsum("nij,nj->ni", R, stepper.states[:n, 10:13])
    records = stepper.contacts
    numbers = records[:, [Contact.a, Contact.b]].astype(int)
    normals, points = records[:, 8:11], records[:, Contact.point : Contact.point + 3]
    impulses = records[:, Contact.impulse : Contact.impulse + 3]
    for (a, b), x, P in zip(numbers, points, impulses, strict=True):
        for k, sign in ((a, 1.0), (b, -1.0)):
            if k < n:
                v[k] += sign * P / masses[k]
                w[k] += np.cross(x - stepper.states[k, :3], sign * P) / inertias[k]
    largest, worst = max(np.abs(impulses).max(initial=0.0), 1e-300), 0.0
    for (a, b), x, d, P, gap in zip(numbers, points, normals, impulses, records[:, Contact.gap], strict=True):
        relative = np.zeros(3)
        for k, sign in ((a, 1.0), (b, -1.0)):
            if k < n:
                relative += sign * (v[k] + np.cross(w[k], x - stepper.states[k, :3]))
        # a gap may close, up to the thin skin that counts as closed
        allowed = 0.0 if gap < stepper.skin else (gap - 0.5 * stepper.skin) / h
        normal = relative @ d
        slip = relative - normal * d
        shifted = slip + (normal + allowed + MU * np.linalg.norm(slip)) * d
        wanted = on_cone(P - 0.25 * shifted, d)
        worst = max(worst, np.abs(wanted - P).max())
    return worst / largest


def on_cone(x, d):
    """The nearest point of the cone of friction."""
    normal = x @ d
    aside = x - normal * d
    size = np.linalg.norm(aside)
    if size <= MU * normal:
        return x
    if MU * size <= -normal:
        return np.zeros(3)
    part = (normal + MU * size) / (1.0 + MU**2)
    return part * d + MU * part * aside / size


def rotation(e):
    w, x, y, z = e
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def test_a_box_stands_and_a_tilted_one_falls_on_its_face():
    body = da.box("box", size=(0.2, 0.2, 0.1), mass=2.0)
    joint = da.Free("b", da.ground, body)
    model = da.Model(joint, da.contacts.between(body, floor(), friction=MU), gravity=(0, 0, -G))
    standing = run(model, {"b.z": 0.05}, 0.5)
    assert standing["b.z"] == pytest.approx(0.05, abs=1e-6)
    falling = run(model, {"b.z": 0.2, **joint.turned(da.spatial.rotation("x", 0.3))}, 2.0)
    assert falling["b.z"][-1] == pytest.approx(0.05, abs=1e-5)
    assert abs(falling["b.x.rate"][-1]) < 1e-6


def test_a_free_box_keeps_energy_and_momentum_as_it_turns():
    body = da.box("box", size=(0.3, 0.2, 0.1), mass=2.0)
    other = da.sphere("other", radius=0.1, mass=1.0)
    joints = [da.Free("b", da.ground, body), da.Free("o", da.ground, other)]
    model = da.Model(*joints, da.contacts.between(body, other))
    speeds = [name for name in model.speeds if name.startswith("b.")]
    start = da.State(q={"o.x": 9.0}, u=dict(zip(speeds, [1.0, 0.0, 0.0, 5.0, 0.3, 0.2], strict=True)))
    motion = run(model, start, 1.0)
    assert motion["energy"] == pytest.approx(motion["energy"][0], rel=1e-4)
    steps = np.isclose(motion.times / STEP, np.round(motion.times / STEP))
    assert motion["energy"][steps] == pytest.approx(motion["energy"][0], rel=1e-12)
    # against the run without contacts, whose error is far smaller
    exact = da.simulate(da.Model(*joints), start, times=motion.times)
    assert motion["b.x"] == pytest.approx(exact["b.x"], abs=1e-12)
    fine = run(model, start, 1.0, step=STEP / 2)
    errors = [np.abs(each[speeds[4]] - exact[speeds[4]])[-1] for each in (motion, fine)]
    assert errors[0] / errors[1] == pytest.approx(4.0, abs=0.4)


def test_joints_beside_the_centre_of_mass_change_nothing():
    ball = da.sphere("ball", radius=0.05, mass=1.0)
    contact = da.contacts.between(ball, floor(), friction=MU)
    plain = da.Model(da.Free("b", da.ground, ball), contact, gravity=(0, 0, -G))
    beside = da.Model(da.Free("b", da.ground.at(z=0.1), ball.at(x=0.02)), contact, gravity=(0, 0, -G))
    start = da.State(q={"b.z": 0.05}, u={"b.x.rate": 1.0})
    first = run(plain, start, 1.0)
    second = run(beside, da.State(q={"b.x": 0.02, "b.z": -0.05}, u={"b.x.rate": 1.0}), 1.0)
    place = da.position(ball)
    assert second.evaluate(place) == pytest.approx(first.evaluate(place), abs=1e-9)


def test_models_that_sets_cannot_be_in_are_refused_by_name():
    ball = da.sphere("ball", radius=0.05, mass=1.0)
    boxes = [da.box(f"box{k}", size=(0.1, 0.1, 0.1), mass=1.0) for k in range(2)]
    plane = floor()
    with pytest.raises(ModelError, match="names 'ball' twice"):
        da.contacts.between(ball, [ball], plane)
    with pytest.raises(ModelError, match="not to 'ball'"):
        da.contacts.between(boxes, da.geometry.plane(ball, "z"))
    with pytest.raises(ModelError, match="one at least is a body"):
        da.contacts.between(plane, da.geometry.plane(da.ground, "x"))
    method = da.methods.MoreauJean(STEP)
    free = [da.Free(f"f{k}", da.ground, box) for k, box in enumerate(boxes)]
    model = da.Model(*free, da.contacts.between(boxes, plane))
    with pytest.raises(ModelError, match="'box0' and 'box1' are a box and a box"):
        da.simulate(model, {"f0.z": 1.0}, until=0.1, method=method)
    with pytest.raises(ModelError, match="MoreauJean"):
        da.simulate(spheres(2, plane), {"b0.z": 1.0}, until=0.1)
    hanging = da.Model(da.Prismatic("up", da.ground, ball, axis="z"), da.contacts.between(ball, plane))
    with pytest.raises(ModelError, match="Prismatic 'up' cannot be beside them"):
        da.simulate(hanging, {"up": 1.0}, until=0.1, method=method)
    twice = da.Model(
        da.Free("b", da.ground, ball),
        da.Free("c", da.ground, boxes[0]),
        da.contacts.between(ball, boxes[0], name="one"),
        da.contacts.between(ball, boxes[0], name="two"),
    )
    with pytest.raises(ModelError, match="belongs to one set"):
        da.simulate(twice, {"c.x": 1.0}, until=0.1, method=method)


@pytest.mark.parametrize("question", [da.linearize, da.equilibrium, da.stepper])
def test_questions_that_would_count_them_as_open_are_refused(question):
    options = {"step": STEP} if question is da.stepper else {}
    with pytest.raises(ModelError, match="ContactSet 'contacts' lets many bodies touch"):
        question(spheres(2, floor()), **options)


def test_accelerations_are_refused_since_they_would_leave_contacts_out():
    motion = run(spheres(1, floor()), {"b0.z": 0.05}, 0.1)
    names = [
        name for name in motion.dynamics.solved.signals if "acceleration" in name or name.endswith("rate.rate")
    ]
    assert names
    with pytest.raises(ModelError, match="it would be that without contacts"):
        motion[names[0]]
    for ask in (motion.evaluate, motion.integral):
        with pytest.raises(ModelError, match="it would be that without contacts"):
            ask({"a": 2.0 * da.acceleration("b0.z"), "z": da.coordinate("b0.z")})
    assert np.isnan(motion.residuals["dynamics"]).all() and np.isnan(motion.residuals["combined"]).all()
    assert motion.residuals["penetration"].max() < 1e-9


def test_models_in_files_and_inside_others_keep_their_sets(tmp_path):
    model, start = spheres(2, floor(), friction=MU), {"b0.z": 0.05, "b1.z": 0.25}
    da.save(model, tmp_path / "heap.toml")
    assert da.load(tmp_path / "heap.toml") == model
    inside = da.Model(da.Submodel("x", model), gravity=(0, 0, -G))
    motion = run(inside, {f"x/{name}": x for name, x in start.items()}, 0.5)
    assert motion["x/b1.z"] == pytest.approx(run(model, start, 0.5)["b1.z"], abs=1e-12)


def test_thousands_that_overlap_at_the_start_are_told():
    model = spheres(30, floor())
    with pytest.raises(ModelError, match=r"overlap at the start.*so do 4\d\d other pairs"):
        run(model, {}, 0.1)


def test_steps_that_are_not_solved_end_the_run_by_name(monkeypatch):
    monkeypatch.setattr(HeapStepper, "_solve", lambda self, *args, **options: 0.5)
    with pytest.raises(SolverError, match=r"'contacts' were found to 0.5 of the largest") as error:
        run(spheres(1, floor()), {"b0.z": 0.05}, 0.1)
    assert error.value.motion.times[-1] == 0.0


def test_memory_is_told_before_it_is_taken(monkeypatch):
    from dalembert.contact import heap_stepper

    monkeypatch.setattr(heap_stepper.os, "sysconf", lambda name: 64)
    with pytest.raises(SolverError, match=r"GiB for .* of this machine"):
        run(spheres(2, floor()), {"b1.x": 1.0, "b0.z": 1.0, "b1.z": 1.0}, 0.1)


def test_contacts_appear_without_compiling(monkeypatch):
    from dalembert.contact import heap_stepper

    for name in heap_stepper._ROUTINES:
        heap_stepper._native(name)
    monkeypatch.setattr(heap_stepper, "TrustedProcedure", None)
    model, q = walled(8)
    assert run(model, q, 0.3)["contacts.contacts"].max() > 4
