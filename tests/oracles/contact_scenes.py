"""Random scenes with contacts: shapes on grounds that rest, move and turn, with all friction and impact laws."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import dalembert as da
from tests.oracles.contact_law import Finding

G = 9.81


@dataclass(frozen=True, eq=False)
class Scene:
    """What to run, and what to ask beside the law of all contacts."""

    family: str
    model: da.Model
    start: Any
    until: float
    words: str = ""
    extra: Callable[[da.Motion], list[Finding]] | None = None
    can_step: bool = True


@dataclass(frozen=True, eq=False)
class Dice:
    """Random choices of one scene."""

    r: np.random.Generator
    told: list[str] = field(default_factory=list)

    def between(self, low: float, high: float) -> float:
        """A number."""
        return float(self.r.uniform(low, high))

    def one_of(self, *choices: Any) -> Any:
        """One of these."""
        return choices[int(self.r.integers(len(choices)))]

    def is_so(self, chance: float = 0.5) -> bool:
        """Yes or no."""
        return bool(self.r.random() < chance)

    def tell(self, text: str) -> None:
        """Remember a choice in words."""
        self.told.append(text)

    def friction(self, *, patch: bool = False, none: bool = True) -> Any:
        """A law of friction."""
        static = self.between(0.05, 0.9)
        kinds = ["one", "two", "stribeck", *(["none"] if none else []), *(["contensou"] * 2 if patch else [])]
        kind = self.one_of(*kinds)
        self.tell(f"friction {kind}")
        if kind == "two":
            return da.Coulomb(static=static, kinetic=static * self.between(0.3, 0.95))
        if kind == "stribeck":
            return da.contacts.Stribeck(static, static * self.between(0.3, 0.9), self.between(0.05, 1.0))
        if kind == "contensou":
            return da.contacts.Contensou(static, self.between(1e-3, 2e-2))
        return None if kind == "none" else static

    def impact(self, *, single: bool = False, smooth: bool = False) -> Any:
        """A law of impact."""
        e = self.one_of(0.0, 0.0, self.between(0.1, 0.8))
        kinds = ["number", "number", "poisson", "newton", "sequential", *(["stronge"] if single else [])]
        kind = self.one_of(*kinds)
        self.tell(f"{kind} {e:.2g}")
        if kind == "newton" and not smooth:
            e *= 0.5
        laws = da.contacts
        named = {"poisson": laws.PoissonImpact, "newton": laws.NewtonImpact, "sequential": laws.SequentialImpact}
        named["stronge"] = laws.StrongeImpact
        return e if kind == "number" else named[kind](e)

    def push(self, size: float) -> Any:
        """A smooth function of time."""
        t, kind = da.time, self.one_of("sine", "ramp", "pulse", "cubic")
        self.tell(f"push {kind}")
        if kind == "sine":
            return size * da.sin(self.between(2.0, 20.0) * t + self.between(0.0, 6.0))
        if kind == "ramp":
            return size * (t - self.between(0.0, 1.0))
        if kind == "pulse":
            middle, width = self.between(0.2, 0.8), self.between(0.02, 0.2)
            return size * da.exp(-1.0 * ((t - middle) / width) ** 2)
        a, b, c, d = (self.between(-1.0, 1.0) for _ in range(4))
        return size * (a + b * t + c * t**2 + d * t**3)


def _ground(dice: Dice, *, turning: str = "y") -> tuple[Any, list[Any], dict[str, float], dict[str, float]]:
    """A place for a plane: at rest, on a belt, or on a body that turns; its parts, coordinates and speeds."""
    kind = dice.one_of("fixed", "fixed", "belt", "shaken", "turning")
    dice.tell(f"ground {kind}")
    if kind == "fixed":
        return da.ground, [], {}, {}
    band, t = da.Body("band", da.Inertia(1.0, J=0.1 * np.eye(3))), da.time
    if kind == "turning":
        w, a = dice.between(1.0, 8.0), dice.between(0.02, 0.3)
        turn = da.Revolute("table", da.ground, band, axis=turning)
        return band, [turn, da.Drive("motor", "table", a * da.sin(w * t))], {"table": 0.0}, {"table": a * w}
    axis = "x" if kind == "belt" else "z"
    slide = da.Prismatic("belt", da.ground, band, axis=axis)
    if kind == "belt":
        v, a = dice.between(-2.0, 2.0), dice.between(-3.0, 3.0)
        return band, [slide, da.Drive("motor", "belt", v * t + 0.5 * a * t**2)], {"belt": 0.0}, {"belt": v}
    w = dice.between(3.0, 15.0)
    a = dice.between(0.1, 1.5) * G / w**2
    return band, [slide, da.Drive("motor", "belt", a * da.sin(w * t))], {"belt": 0.0}, {"belt": a * w}


def _gravity(dice: Dice) -> tuple[float, float, float]:
    slope = dice.one_of(0.0, dice.between(-0.5, 0.5))
    return (G * float(np.sin(slope)), 0.0, -G * float(np.cos(slope)))


def _planar(dice: Dice, body: Any, lowest: Callable[[float], float], angles: Any, points: Any = None) -> Scene:
    """A body in the plane xz on a ground; `lowest` is the height of its origin over what touches, by its angle."""
    place, parts, q, u = _ground(dice)
    single = points == 1
    law, friction = dice.impact(single=single), dice.friction()
    lifted = dice.one_of(0.0, 0.0, dice.between(0.0, 0.3))
    angle = dice.one_of(*angles) if lifted == 0.0 or dice.is_so() else dice.between(-3.0, 3.0)
    dice.tell("laid" if lifted == 0.0 else "dropped")
    if dice.is_so():
        where = da.PointForce(
            "push", body.at(x=0.02, z=dice.between(-0.05, 0.05)), (dice.push(body.inertia.mass * 6.0), 0, 0)
        )
        parts.append(where)
    contact = da.Contact("foot", body, da.geometry.plane(place, "z"), restitution=law, friction=friction)
    model = da.Model(*parts, da.Planar("pose", da.ground, body, normal="y"), contact, gravity=_gravity(dice))
    q |= {"pose.x": lowest(angle) + lifted, "pose.y": 0.0, "pose.angle": angle}
    u = {f"{name}.rate": v for name, v in u.items()}
    u["pose.y.rate"] = dice.one_of(0.0, dice.between(-2.0, 2.0))
    u["pose.x.rate"] = u.get("belt.rate", 0.0) if lifted == 0.0 and "belt" in q and _is_lift(parts) else 0.0
    if lifted == 0.0 and "table" in q:
        u["pose.x.rate"] = 0.0
    if lifted > 0.0:
        u["pose.angle.rate"] = dice.between(-4.0, 4.0)
    return Scene("", model, model.state(q=q, u=u), dice.one_of(0.5, 1.0))


def _is_lift(parts: list[Any]) -> bool:
    return any(isinstance(part, da.Prismatic) and part.axis == "z" for part in parts)


def planar_box(dice: Dice) -> Scene:
    """A box in the plane, on faces or on edges."""
    a, c = dice.between(0.05, 0.4), dice.between(0.05, 0.4)
    box = da.box("box", size=(a, dice.between(0.05, 0.3), c), mass=dice.between(0.2, 5.0))

    def lowest(angle: float) -> float:
        return 0.5 * (a * abs(float(np.sin(angle))) + c * abs(float(np.cos(angle))))

    return _planar(dice, box, lowest, (0.0, 0.5 * np.pi, -0.5 * np.pi, np.pi, dice.between(-3.0, 3.0)))


def planar_capsule(dice: Dice) -> Scene:
    """A rod with round ends in the plane."""
    length, r = dice.between(0.1, 0.6), dice.between(0.02, 0.1)
    rod = da.rod("rod", length=length, radius=r, mass=dice.between(0.2, 3.0))

    def lowest(angle: float) -> float:
        # ends at the origin and at x = length, turned about y
        return r + max(0.0, length * float(np.sin(angle)))

    return _planar(dice, rod, lowest, (0.0, dice.between(-3.0, 3.0)))


def planar_disc(dice: Dice) -> Scene:
    """A disc that rolls, slips and bounces in the plane."""
    r = dice.between(0.05, 0.3)
    disc = da.disc("disc", radius=r, axis="y", mass=dice.between(0.2, 3.0))
    return _planar(dice, disc, lambda angle: r, (0.0, 1.0), points=1)


def ball(dice: Dice) -> Scene:
    """A ball in space on a plane that rests, moves or turns; with patch, grain, drilling, rolling."""
    r, m = dice.between(0.03, 0.2), dice.between(0.1, 3.0)
    body = da.sphere("ball", radius=r, mass=m)
    place, parts, q, u = _ground(dice, turning=dice.one_of("y", "z"))
    friction, law = dice.friction(patch=True), dice.impact()
    arms: dict[str, float] = {}
    grain = None
    if isinstance(friction, da.contacts.Contensou) or friction is None:
        pass
    elif dice.is_so(0.3):
        arms = {
            "drilling": dice.one_of(0.0, dice.between(1e-4, 5e-3)),
            "rolling": dice.one_of(0.0, dice.between(1e-4, 5e-3)),
        }
        dice.tell(" ".join(name for name, arm in arms.items() if arm))
    elif isinstance(friction, float) and dice.is_so(0.4):
        grain = da.contacts.Grain(dice.one_of("x", "y", (1, 1, 0)), dice.between(0.2, 3.0))
        dice.tell("grain")
    lifted = dice.one_of(0.0, dice.between(0.0, 0.3))
    contact = da.Contact(
        "foot", body, da.geometry.plane(place, "z"), restitution=law, friction=friction, grain=grain, **arms
    )
    model = da.Model(*parts, da.Free("pose", da.ground, body), contact, gravity=_gravity(dice))
    q |= {"pose.z": r + lifted}
    speeds = {f"{name}.rate": v for name, v in u.items()}
    speeds |= {f"pose.{x}.rate": dice.between(-1.5, 1.5) for x in "xy"}
    speeds |= {f"pose.w{x}": dice.one_of(0.0, dice.between(-20.0, 20.0)) for x in "xyz"}
    speeds["pose.z.rate"] = speeds.get("belt.rate", 0.0) if _is_lift(parts) and lifted == 0.0 else 0.0
    if lifted == 0.0 and "table" in q and parts[0].axis == "y":
        q["pose.x"] = 0.0
    extra = None
    if any(arms.values()):

        def extra(motion: da.Motion) -> list[Finding]:
            return turning_findings(
                motion, body, place, r, 0.4 * m * r**2, arms.get("drilling", 0.0), arms.get("rolling", 0.0)
            )

    return Scene("", model, model.state(q=q, u=speeds), dice.one_of(0.5, 1.0), extra=extra)


def box_in_space(dice: Dice) -> Scene:
    """A box in space, laid, pushed or dropped."""
    size = tuple(dice.between(0.1, 0.4) for _ in range(3))
    box = da.box("box", size=size, mass=dice.between(0.3, 4.0))
    place, parts, q, u = _ground(dice, turning=dice.one_of("y", "z"))
    law, friction = dice.impact(), dice.friction()
    lifted = dice.one_of(0.0, 0.0, dice.between(0.0, 0.1))
    if dice.is_so():
        parts.append(
            da.PointForce(
                "push",
                box.at(z=dice.between(-0.05, 0.05)),
                (dice.push(box.inertia.mass * 4.0), dice.between(-1, 1), 0),
            )
        )
    model = da.Model(
        *parts,
        da.Free("pose", da.ground, box),
        da.Contact("foot", box, da.geometry.plane(place, "z"), restitution=law, friction=friction),
        gravity=_gravity(dice),
    )
    q |= {"pose.z": 0.5 * size[2] + lifted}
    speeds = {f"{name}.rate": v for name, v in u.items()}
    speeds |= {f"pose.{x}.rate": dice.one_of(0.0, dice.between(-1.0, 1.0)) for x in "xy"}
    speeds["pose.wz"] = dice.one_of(0.0, dice.between(-3.0, 3.0))
    speeds["pose.z.rate"] = speeds.get("belt.rate", 0.0) if _is_lift(parts) and lifted == 0.0 else 0.0
    if lifted:
        speeds |= {f"pose.w{x}": dice.between(-2.0, 2.0) for x in "xy"}
    return Scene("", model, model.state(q=q, u=speeds), 0.2)


def cam(dice: Dice) -> Scene:
    """A cam with a flat, pointed or round follower under a spring."""
    eccentric = da.planar.circle_profile(0.05, centre=(dice.between(0.005, 0.03), 0.0))
    disc = da.Body("cam", da.Inertia(1.0, J=1e-3 * np.eye(3)), visual=eccentric.visual())
    kind = dice.one_of("flat", "ball", "point")
    dice.tell(kind)
    r = dice.between(0.01, 0.05)
    valve = (
        da.sphere("valve", radius=r, mass=dice.between(0.1, 1.0))
        if kind == "ball"
        else da.particle("valve", mass=dice.between(0.1, 1.0))
    )
    first = da.geometry.plane(valve, "-y") if kind == "flat" else valve if kind == "ball" else valve.at()
    w = dice.between(5.0, 40.0)
    high = eccentric_height(eccentric, kind, r)
    model = da.Model(
        da.Revolute("shaft", da.ground, disc),
        da.Prismatic("lift", da.ground, valve, axis="y"),
        da.Drive("motor", "shaft", w * da.time),
        da.JointSpring("spring", "lift", stiffness=dice.one_of(1e-9, dice.between(10.0, 300.0)), rest=0.0),
        da.Contact(
            "face",
            first,
            da.geometry.cam(disc, eccentric),
            restitution=dice.impact(single=True),
            friction=dice.friction(),
        ),
        gravity=(0, -G, 0),
    )
    start = model.state(q={"lift": high + dice.one_of(0.0, 0.02) + 1e-3}, u={"shaft": w})
    return Scene("", model, start, dice.one_of(0.2, 0.4))


def eccentric_height(profile: Any, kind: str, r: float) -> float:
    """A height from which the follower falls onto the cam."""
    return 0.05 + 0.03 + (r if kind == "ball" else 0.0)


def cart(dice: Dice) -> Scene:
    """A block or a ball on a cart on a spring, or two blocks."""
    wagon = da.box("wagon", size=(0.5, 0.2, 0.1), mass=dice.between(0.5, 5.0))
    r = dice.between(0.04, 0.1)
    kind = dice.one_of("box", "disc")
    dice.tell(kind)
    m = dice.between(0.2, 3.0)
    body = (
        da.box("load", size=(2 * r, 0.1, 2 * r), mass=m)
        if kind == "box"
        else da.disc("load", radius=r, axis="y", mass=m)
    )
    model = da.Model(
        da.Prismatic("way", da.ground, wagon, axis="x"),
        da.JointSpring("spring", "way", stiffness=dice.between(5.0, 400.0), rest=dice.between(-0.2, 0.2)),
        da.JointForce("pull", "way", dice.push(5.0)),
        da.Planar("pose", da.ground, body, normal="y"),
        da.Contact(
            "deck",
            body,
            da.geometry.plane(wagon.at(z=0.05), "z"),
            restitution=dice.impact(single=kind == "disc"),
            friction=dice.friction(),
        ),
        gravity=_gravity(dice),
    )
    q = {
        "way": dice.between(-0.1, 0.1),
        "pose.x": 0.05 + r + dice.one_of(0.0, 0.05),
        "pose.y": 0.0,
        "pose.angle": 0.0,
    }
    u = {"way.rate": dice.between(-1.0, 1.0), "pose.y.rate": dice.between(-1.0, 1.0)}
    return Scene("", model, model.state(q=q, u=u), 1.0)


def linkage(dice: Dice) -> Scene:
    """A parallelogram with pins that are redundant in space; its coupler strikes a floor or a stop."""
    l, d = dice.between(0.2, 0.5), dice.between(0.3, 0.8)
    left, right = (da.rod(name, length=l, mass=dice.between(0.2, 2.0)) for name in ("left", "right"))
    coupler = da.rod("coupler", length=d, mass=dice.between(0.2, 2.0))
    angle = dice.between(-0.8, 0.3)
    parts: list[Any] = [
        da.Revolute("A", da.ground, left, axis="y"),
        da.Revolute("B", da.ground.at(x=d), right, axis="y"),
        da.Revolute("C", left["end"], coupler, axis="y"),
        da.Revolute("D", coupler["end"], right["end"], axis="y"),
    ]
    if dice.is_so():
        parts.append(
            da.Stop("stop", "A", high=dice.between(0.5, 1.2), restitution=dice.impact(single=True, smooth=True))
        )
        dice.tell("stop")
    else:
        depth = -l * dice.between(0.5, 0.95)
        parts.append(
            da.Contact(
                "floor",
                coupler.at(x=0.5 * d),
                da.geometry.plane(da.ground.at(z=depth), "z"),
                restitution=dice.impact(single=True),
                friction=dice.friction(),
            )
        )
        dice.tell("floor")
    model = da.Model(*parts, gravity=(0, 0, -G))
    start = da.assemble(model, q={"A": angle, "B": angle, "C": -angle})
    return Scene("", model, start, 1.0)


def dry(dice: Dice) -> Scene:
    """Blocks with dry friction of given strength, pushed."""
    parts: list[Any] = []
    for k in range(dice.one_of(1, 2)):
        block = da.particle(f"block {k}", mass=dice.between(0.3, 3.0))
        static = dice.between(0.5, 4.0)
        parts += [
            da.Prismatic(f"x{k}", da.ground, block, axis="x"),
            da.JointForce(f"push {k}", f"x{k}", dice.push(6.0)),
            da.DryFriction(
                f"rub {k}", f"x{k}", static=static, kinetic=static * dice.one_of(1.0, dice.between(0.4, 0.9))
            ),
        ]
    if len(parts) > 3:
        parts.append(
            da.Spring(
                "between",
                parts[0].child_frame.body,
                parts[3].child_frame.body,
                stiffness=dice.between(5.0, 100.0),
                rest_length=0.3,
            )
        )
    model = da.Model(*parts)
    q = {"x1": 0.3} if len(parts) > 3 else {}
    return Scene("", model, model.state(q=q, u={"x0.rate": dice.one_of(0.0, dice.between(-2.0, 2.0))}), 1.0)


def balls_in_line(dice: Dice) -> Scene:
    """Balls on a line between walls."""
    n = dice.one_of(2, 3)
    balls = [da.sphere(f"ball {k}", radius=0.1, mass=dice.between(0.2, 3.0)) for k in range(n)]
    law = dice.impact(smooth=True)
    parts: list[Any] = [da.Prismatic(f"x{k}", da.ground, body, axis="x") for k, body in enumerate(balls)]
    parts += [da.Contact(f"c{k}", balls[k], balls[k + 1], restitution=law) for k in range(n - 1)]
    parts += [da.Stop("wall", "x0", low=-0.5, restitution=law)]
    model = da.Model(*parts, gravity=(dice.one_of(0.0, -3.0), 0, 0))
    q = {f"x{k}": 0.2 * k + (0.0 if k == 0 or dice.is_so(0.3) else dice.between(0.0, 0.2)) for k in range(n)}
    for k in range(1, n):
        q[f"x{k}"] = max(q[f"x{k}"], q[f"x{k - 1}"] + 0.2)
    return Scene("", model, model.state(q=q, u={"x0.rate": dice.between(-2.0, 2.0)}), 1.0)


def hanging(dice: Dice) -> Scene:
    """A weight on a cable that becomes slack, above a floor."""
    weight = da.sphere("weight", radius=0.05, mass=dice.between(0.2, 2.0))
    model = da.Model(
        da.Planar("pose", da.ground, weight, normal="y"),
        da.contacts.Cable(
            "cable", da.ground.at(z=1.0), weight, length=0.8, restitution=dice.impact(single=True, smooth=True)
        ),
        da.Contact(
            "floor",
            weight,
            da.geometry.plane(da.ground, "z"),
            restitution=dice.impact(single=True),
            friction=dice.friction(),
        ),
        gravity=(0, 0, -G),
    )
    angle = dice.between(-1.2, 1.2)
    q = {"pose.x": 1.0 - 0.7 * np.cos(angle), "pose.y": 0.7 * np.sin(angle)}
    return Scene("", model, model.state(q=q, u={"pose.y.rate": dice.between(-3.0, 3.0)}), 1.0)


FAMILIES = (
    planar_box,
    planar_box,
    planar_capsule,
    planar_disc,
    ball,
    ball,
    box_in_space,
    cam,
    cart,
    linkage,
    dry,
    balls_in_line,
    hanging,
)


def scene(seed: int) -> Scene:
    """A random scene."""
    dice = Dice(np.random.default_rng(seed))
    make = FAMILIES[seed % len(FAMILIES)]
    found = make(dice)
    return Scene(
        make.__name__, found.model, found.start, found.until, ", ".join(dice.told), found.extra, found.can_step
    )


def turning_findings(
    motion: da.Motion, body: Any, place: Any, r: float, J: float, drilling: float, rolling: float
) -> list[Finding]:
    """Moments that resist drilling and rolling of a ball, from its angular acceleration and the force on it.

    J α is what the force does about the centre, and what the contact exerts beside it.
    """
    from tests.oracles.contact_law import FORCE, looked_at

    rows = motion.resampled(looked_at(motion))
    n = da.orientation(place) @ np.array([0.0, 0.0, 1.0])
    F = da.reaction_force("foot", axes=da.ground)
    M = J * da.measures.angular_acceleration(body) + np.cross(r * n, F)
    w = da.angular_velocity(body) - da.angular_velocity(place)
    spin, about = w @ n, M @ n
    found = rows.evaluate({"N": F @ n, "spin": spin, "about": about, "w": w - spin * n, "M": M - about * n})
    N, size = found["N"], max(float(np.abs(found["N"]).max(initial=0.0)), 1e-300)
    fastest = max(float(np.abs(found["w"]).max()), float(np.abs(found["spin"]).max()), 1e-300)
    kinds = []
    for kind, arm, moment, turn in (
        ("drilling", drilling, found["about"][:, None], found["spin"][:, None]),
        ("rolling", rolling, found["M"], found["w"]),
    ):
        speed = np.linalg.norm(turn, axis=1)
        moves = speed > 1e-8 * fastest
        way = turn / np.where(speed > 0.0, speed, 1.0)[:, None]
        off = np.where(
            moves,
            np.linalg.norm(moment + arm * N[:, None] * way, axis=1),
            np.linalg.norm(moment, axis=1) - arm * N,
        )
        amounts = off / (10.0 * FORCE * size * r)
        if not (worst := float(amounts.max())) <= 1.0:
            kinds.append(Finding(f"moment of {kind}", "foot", float(rows.times[int(amounts.argmax())]), worst))
    return kinds
