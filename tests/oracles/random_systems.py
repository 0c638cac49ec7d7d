"""Random plane systems of bodies, springs, rods, motors, stops, dry friction: as a tree, and as one flat model."""

from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np

import dalembert as da

S = da.expr.symbol
GRAVITY = 9.81
PRINCIPLES = (da.Lagrange(), da.Kane(), da.GibbsAppell())
MOTOR = {"torque_constant": 0.4, "back_emf": 0.3, "inertia": 0.02, "damping": 0.03, "inductance": 0.2}
SAME_MOTION = 1e-9
"""Difference of positions, speeds and currents after half a second, beside their sizes: two ways to integrate."""

RESISTANCE, VOLTAGE, GEAR = 1.5, 4.0, 3.0


@dataclass(frozen=True)
class Item:
    """A body (mass, inertia; a particle without inertia) or a motor on the body that it turns."""

    name: str
    kind: str
    mass: float = 0.0
    inertia: float = 0.0
    body: str = ""
    limits: tuple[float, float, float] | None = None
    """Angles of a stop, and its restitution."""

    friction: float = 0.0
    """Static friction of the angle."""

    def touching(self, angle, name):
        """Stop and dry friction of the angle of this name, names after `name`."""
        parts = []
        if self.limits is not None:
            low, high, restitution = self.limits
            parts.append(da.Stop(f"{name}stop", angle, low=low, high=high, restitution=restitution))
        if self.friction:
            parts.append(da.DryFriction(f"{name}rub", angle, static=self.friction, kinetic=0.7 * self.friction))
        return parts


@dataclass(frozen=True)
class Tie:
    """A pin, a rod or a spring between points of two items; "" is the ground."""

    name: str
    kind: str
    ends: tuple[str, str]
    points: tuple[np.ndarray, np.ndarray]
    length: float = 0.0

    @property
    def items(self) -> set[str]:
        """Names of the items that it ties."""
        return {name for name in self.ends if name}


@dataclass
class System:
    """Items, ties, and where the items are at the start: x, y, angle."""

    items: list[Item] = field(default_factory=list)
    ties: list[Tie] = field(default_factory=list)
    place: dict[str, np.ndarray] = field(default_factory=dict)

    def point(self, name, local):
        """Position of a point of an item at the start."""
        if not name:
            return np.asarray(local)
        x, y, angle = self.place[name]
        c, s = np.cos(angle), np.sin(angle)
        return np.array([x + c * local[0] - s * local[1], y + s * local[0] + c * local[1]])


def random_system(seed):
    """Two to six bodies, each tied to an earlier one or to the ground, a rod and motors here and there.

    Of bodies that are derived, some have a stop or dry friction of their angle.
    """
    rng, of_contacts = np.random.default_rng(seed), np.random.default_rng(3000 + seed)
    system = System()
    for k in range(int(rng.integers(2, 7))):
        name = f"b{k}"
        kind = str(rng.choice(["planar", "derived", "particle"], p=[0.45, 0.4, 0.15]))
        item = Item(name, kind, rng.uniform(0.5, 3.0), 0.0 if kind == "particle" else rng.uniform(0.05, 0.4))
        before = [x for x in system.items if x.kind != "motor"]
        other = str(rng.choice(["", *(x.name for x in before)])) if before else ""
        kind_of_tie = "pin" if kind != "particle" and (not before or rng.random() < 0.75) else "spring"
        far = rng.uniform(-0.8, 0.8, 2) if _turns(system, other) else np.zeros(2)
        near = rng.uniform(-0.6, 0.6, 2) if kind != "particle" else np.zeros(2)
        angle = rng.uniform(-2.0, 2.0)
        c, s = np.cos(angle), np.sin(angle)
        away = np.zeros(2) if kind_of_tie == "pin" else rng.uniform(0.5, 1.0, 2)
        centre = system.point(other, far) + away - np.array([[c, -s], [s, c]]) @ near
        if kind == "derived":
            item = _touching(item, angle, of_contacts)
        system.items.append(item)
        system.place[name] = np.array([*centre, angle if kind != "particle" else 0.0])
        system.ties.append(Tie(f"{kind_of_tie} {k}", kind_of_tie, (other, name), (far, near), 0.9))
        if kind_of_tie == "pin" and not other and rng.random() < 0.5:
            system.items.append(Item(f"m{k}", "motor", body=name))
    bodies = [x for x in system.items if x.kind in ("planar", "derived")]
    if len(bodies) > 2 and rng.random() < 0.5:
        a, b = bodies[0].name, bodies[-1].name
        points = rng.uniform(-0.5, 0.5, 2), rng.uniform(-0.5, 0.5, 2)
        length = float(np.linalg.norm(system.point(a, points[0]) - system.point(b, points[1])))
        system.ties.append(Tie("rod", "rod", (a, b), points, length))
    return system


def _touching(item, angle, rng):
    """The body with a stop near its angle, with dry friction, with both or with none."""
    below, above, restitution, friction = (
        *rng.uniform(0.02, 0.4, 2),
        rng.uniform(0.0, 0.7),
        rng.uniform(0.2, 2.0),
    )
    has_stop, rubs = rng.random(2) < 0.5
    limits = (angle - below, angle + above, restitution) if has_stop else None
    return replace(item, limits=limits, friction=friction if rubs else 0.0)


def _turns(system, name):
    return not name or any(x.name == name and x.kind != "particle" for x in system.items)


# ---- as a tree


def as_tree(system, seed, depth=4):
    """The items as leaves of a random tree of at most so many levels; ties stand where both ends are below."""
    rng = np.random.default_rng(1000 + seed)
    left = list(system.ties)
    gears = {x.name: x for x in system.items if x.kind == "motor"}

    def node(items, level, name):
        if len(items) == 1:
            return leaf(items[0], rng)
        parts = min(len(items), int(rng.integers(2, 4))) if level > 1 else len(items)
        cuts = [0, *sorted(rng.choice(np.arange(1, len(items)), parts - 1, replace=False)), len(items)]
        groups = [items[a:b] for a, b in pairwise(cuts)]
        children = [node(group, level - 1, f"{name}{k}") for k, group in enumerate(groups)]
        return joined(name, items, children)

    def joined(name, items, children):
        below = {x.name for x in items}
        rows, forces, extra, values = {}, {}, [], {}
        for tie in [tie for tie in left if tie.items <= below]:
            left.remove(tie)
            p, q = (_typed_point(end, local, system) for end, local in zip(tie.ends, tie.points, strict=True))
            if tie.kind == "pin":
                rows |= {f"{tie.name} {axis}": p[k] - q[k] for k, axis in enumerate("xy")}
                continue
            length = da.sqrt((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2)
            if tie.kind == "rod":
                rows[tie.name] = length - tie.length
                continue
            extra.append(tie.name)
            rows[f"length of {tie.name}"] = S(tie.name) - length
            forces[tie.name] = -40.0 * (S(tie.name) - tie.length)
            values[tie.name] = 1.0
        for motor in [x for x in items if x.kind == "motor" and x.name in gears and x.body in below]:
            del gears[motor.name]
            rows[f"gear {motor.name}"] = S(f"{motor.name}/ω") - GEAR * S(f"{motor.body}/angle.rate")
        independent = da.modules.Pivoted() if rng.random() < 0.3 else None
        return da.modules.subsystem(
            name, children, coordinates=extra, constraints=rows, forces=forces, independent=independent
        )

    items = [system.items[k] for k in rng.permutation(len(system.items))]
    whole = node(items, depth, "t")
    return joined("root", system.items, [whole]) if left or gears else whole


def leaf(item, rng):
    """The leaf of an item: from the shelf, typed, or derived by a random principle."""
    if item.kind == "motor":
        motor = da.modules.dc_motor("motor", **MOTOR, resistance=RESISTANCE, voltage=VOLTAGE)
        return motor.renamed(item.name)
    if item.kind == "particle":
        return da.modules.point_mass("p", mass=item.mass, gravity=(0.0, -GRAVITY)).renamed(item.name)
    if item.kind == "planar":
        body = da.modules.planar_body("p", mass=item.mass, inertia=item.inertia, gravity=(0.0, -GRAVITY))
        return body.renamed(item.name)
    if parts := item.touching("angle", ""):
        across, along = da.Body("across"), da.Body("along")
        joints = (
            da.Prismatic("x", da.ground, across, axis="x"),
            da.Prismatic("y", across, along, axis="y"),
            da.Revolute("angle", along, _body(item), axis="z"),
        )
        model = da.Model(*joints, *parts, gravity=(0.0, -GRAVITY, 0.0))
        return da.modules.leaf("p", model, PRINCIPLES[int(rng.integers(len(PRINCIPLES)))]).renamed(item.name)
    model = da.Model(da.Planar("p", da.ground, _body(item)), gravity=(0.0, -GRAVITY, 0.0))
    derived = da.modules.leaf("p", model, PRINCIPLES[int(rng.integers(len(PRINCIPLES)))])
    names = {"p.x": "x", "p.y": "y", "p.angle": "angle"}
    names |= {f"{old}.rate": f"{new}.rate" for old, new in names.items()}
    return derived.renamed(item.name, names={old: f"{item.name}/{new}" for old, new in names.items()})


def _typed_point(name, local, system):
    if not name:
        return float(local[0]), float(local[1])
    x, y = S(f"{name}/x"), S(f"{name}/y")
    if not _turns(system, name):
        return x, y
    c, s = da.cos(S(f"{name}/angle")), da.sin(S(f"{name}/angle"))
    return x + c * local[0] - s * local[1], y + s * local[0] + c * local[1]


# ---- as one flat model


def _body(item):
    J = item.inertia or 0.1
    return da.Body(f"body {item.name}", da.Inertia(item.mass, J=np.diag([J, J, J])))


def as_model(system):
    """The same as one `da.Model`: a planar joint for each body, pins and gears as constraints."""
    bodies = {x.name: _body(x) for x in system.items if x.kind != "motor"}
    parts = []
    for item in system.items:
        if item.kind == "motor":
            rotor = da.Body(f"rotor {item.name}", da.Inertia(1.0, J=np.diag([MOTOR["inertia"]] * 3)))
            shaft, current = f"shaft {item.name}", da.measures.state_variable(f"i {item.name}")
            torque = MOTOR["torque_constant"] * current - MOTOR["damping"] * da.speed(shaft)
            drop = RESISTANCE * current + MOTOR["back_emf"] * da.speed(shaft)
            parts += [
                da.Revolute(shaft, da.ground, rotor, axis="z"),
                da.StateVariable(f"i {item.name}", rate=(VOLTAGE - drop) / MOTOR["inductance"]),
                da.Motor(f"torque {item.name}", shaft, torque),
                da.Holonomic(
                    f"gear {item.name}",
                    da.coordinate(shaft)
                    - GEAR * (da.coordinate(f"{item.body}.angle") - system.place[item.body][2]),
                ),
            ]
        else:
            parts.append(da.Planar(item.name, da.ground, bodies[item.name]))
            parts += item.touching(f"{item.name}.angle", f"{item.name} ")
    for tie in system.ties:
        a, b = (
            (bodies[end] if end else da.ground).at(x=float(local[0]), y=float(local[1]))
            for end, local in zip(tie.ends, tie.points, strict=True)
        )
        if tie.kind == "pin":
            parts.append(da.Holonomic(tie.name, [da.position(a)[k] - da.position(b)[k] for k in (0, 1)]))
        elif tie.kind == "rod":
            parts.append(da.Distance(tie.name, a, b, length=tie.length))
        else:
            parts.append(da.Spring(tie.name, a, b, stiffness=40.0, rest_length=tie.length))
    return da.Model(*parts, gravity=(0.0, -GRAVITY, 0.0))


# ---- both at once


def starts(system, tree, model, seed):
    """The same start for the tree and the flat model, with random speeds that all rows allow."""
    rng = np.random.default_rng(2000 + seed)
    q = {
        f"{name}/{x}": float(v)
        for name, place in system.place.items()
        for x, v in zip(("x", "y", "angle"), place, strict=True)
    }
    for tie in system.ties:
        if tie.kind == "spring":
            ends = [system.point(end, local) for end, local in zip(tie.ends, tie.points, strict=True)]
            q[tie.name] = float(np.linalg.norm(ends[0] - ends[1]))
    q = {name: x for name, x in q.items() if name in tree.coordinates}
    A = tree.full_A.at({**dict.fromkeys(tree.speeds, 0.0), **q}).to_array(columns=tree.speeds).astype(float)
    u = rng.uniform(-1.0, 1.0, len(tree.speeds))
    u = u - np.linalg.lstsq(A, A @ u, rcond=1e-10)[0]
    speeds = dict(zip(tree.speeds, map(float, u), strict=True))
    other_q = {name.replace("/", "."): x for name, x in q.items() if "/" in name}
    other_u = {name.replace("/", "."): x for name, x in speeds.items()}
    other_u = {name: x for name, x in other_u.items() if name.removesuffix(".rate") in model.coordinates}
    other_u |= {f"shaft {x.name}.rate": speeds[f"{x.name}/ω"] for x in system.items if x.kind == "motor"}
    z = {f"i {x.name}": speeds[f"{x.name}/i"] for x in system.items if x.kind == "motor"}
    return tree.state(q=q, u=speeds), model.state(q=other_q, u=other_u, z=z)


def difference(seed, until=0.6):
    """Largest difference of positions, speeds and currents of both, beside their sizes; and what the system is."""
    system = random_system(seed)
    tree, model = as_tree(system, seed), as_model(system)
    first, second = starts(system, tree, model, seed)
    options = {"times": np.linspace(0.1, until, 4), "method": da.methods.DOP853(rtol=1e-12, atol=1e-13)}
    one, two = da.simulate(tree, first, **options), da.simulate(model, second, **options)
    names = {
        f"{x.name}/{c}{r}": f"{x.name}.{c}{r}"
        for x in system.items
        if x.kind != "motor"
        for c in ("x", "y", "angle")
        for r in ("", ".rate")
    }
    names = {a: b for a, b in names.items() if a in (*tree.coordinates, *tree.speeds)}
    names |= {f"{x.name}/i": f"i {x.name}" for x in system.items if x.kind == "motor"}
    worst = max(float(np.max(np.abs(one[a] - two[b]) / (1.0 + np.abs(two[b])))) for a, b in names.items())
    levels = max(_depth(tree), 1)
    return worst, (
        f"{len(system.items)} leaves, {levels} levels, {len(tree.all_constraints)} rows, {len(two.events)} events"
    )


def _depth(node):
    return 1 + max((_depth(child) for child in node.children), default=0)
