"""A toy woodpecker: it pecks its way down a pole, held by friction, knocked loose by impacts.

The sleeve, a little wider than the pole, jams by its edges and slips when it stands upright; the bird swings at it
on a spring, and its beak knocks against the pole. Model, data and start are those of C. Glocker: small angles, so
that inertia is constant and gaps are linear; his start lies 8.8e-7 m inside a contact and is moved onto it.

Every cycle has impacts of beak and sleeve, sliding, and a phase in which the sleeve sticks. What the toy loses in
a cycle is what its weight gives on the way down. Writes `woodpecker.png`.
"""

from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da

RESULTS = Path(__file__).with_name("results")
GRAVITY = 9.81
SLEEVE, SLEEVE_MOMENT = 0.0003, 5e-9
BIRD, BIRD_MOMENT = 0.0045, 7e-7
SPRING = 0.0056
POLE, BORE, HALF_HEIGHT = 0.0025, 0.0031, 0.0058
"""Radius of the pole, that of the bore of the sleeve, half the height of the sleeve."""

HINGE, CENTRE, BEAK_UP, BEAK_OUT = 0.010, 0.015, 0.02, 0.0201
"""From the pole to the spring, from there to the centre of the bird, and where its beak is."""

JAMMED = -(BORE - POLE) / HALF_HEIGHT
"""Angle of the sleeve at which its lower edges touch the pole."""


# ---- what it looks like


def pole_visual() -> da.visuals.Solid:
    """A round pole, as long as the toy walks."""
    return da.visuals.Bar((0.0, 0.03, 0.0), (0.0, -0.17, 0.0), POLE, colour="#c9b48a")


def sleeve_visual() -> list[da.visuals.Solid]:
    """Its two sides, and the spring that carries the bird."""
    side, thin = BORE + 0.0006, 0.0006
    walls = [da.visuals.Bar((x, -HALF_HEIGHT, 0.0), (x, HALF_HEIGHT, 0.0), thin) for x in (-side, side)]
    return [*walls, da.visuals.Bar((side, 0.0, 0.0), (HINGE, 0.0, 0.0), 0.0004)]


def bird_visual() -> list[da.visuals.Solid]:
    """Body, head, beak and tail about its centre of mass, with its spring to the sleeve."""
    body = da.visuals.Ellipsoid((0.0055, 0.011, 0.005))
    head = da.visuals.sphere(0.0045, place=da.spatial.Pose(p=(-0.006, 0.014, 0.0)), colour="#c0392f")
    beak = da.visuals.Bar((-0.009, 0.0165, 0.0), (-BEAK_OUT + 0.0008, BEAK_UP, 0.0), 0.0008, colour="#23272e")
    tail = da.visuals.Bar((0.003, -0.008, 0.0), (0.008, -0.019, 0.0), 0.0016)
    return [body, head, beak, tail, da.visuals.Bar((-CENTRE, 0.0, 0.0), (-0.004, 0.0, 0.0), 0.0004)]


# ---- the toy


def toy(friction: Any = 0.3) -> da.Model:
    """Heights of the sleeve and of the bird, and the angles of both; the bird is carried by the sleeve."""
    carriage, perch, pole = da.Body("carriage"), da.Body("perch"), da.Body("pole", visual=pole_visual())
    sleeve = da.Body("sleeve", da.Inertia(SLEEVE, np.zeros(3), SLEEVE_MOMENT * np.eye(3)), visual=sleeve_visual())
    bird = da.Body("bird", da.Inertia(BIRD, np.zeros(3), BIRD_MOMENT * np.eye(3)), visual=bird_visual())
    y, tilt, swing = (da.coordinate(name) for name in ("height", "tilt", "swing"))
    dy, dtilt, dswing = (da.speed(name) for name in ("height", "tilt", "swing"))
    twist = SPRING * (swing - tilt)
    edge = dy + BORE * dtilt
    return da.Model(
        da.Prismatic("height", da.ground, carriage, axis="y"),
        da.Revolute("tilt", carriage, sleeve, axis="z"),
        da.Prismatic("fall", da.ground.at(x=HINGE + CENTRE), perch, axis="y"),
        da.Revolute("swing", perch, bird, axis="z"),
        da.Weld("base", da.ground, pole),
        da.Holonomic("carried", da.coordinate("fall") - (y + HINGE * tilt + CENTRE * swing)),
        da.JointForce("spring on the bird", "swing", -twist),
        da.JointForce("spring on the sleeve", "tilt", twist),
        da.contacts.GapContact(
            "beak",
            HINGE + CENTRE - BEAK_OUT - POLE - BEAK_UP * swing,
            slip=dy + HINGE * dtilt + (CENTRE - BEAK_OUT) * dswing,
            restitution=da.contacts.PoissonImpact(0.5),
            friction=friction,
        ),
        da.contacts.GapContact("lower edge", BORE - POLE + HALF_HEIGHT * tilt, slip=edge, friction=friction),
        da.contacts.GapContact("upper edge", BORE - POLE - HALF_HEIGHT * tilt, slip=edge, friction=friction),
        gravity=(0.0, -GRAVITY, 0.0),
    )


def start(model: da.Model) -> da.State:
    """The sleeve slides down jammed, the bird swings away from the pole."""
    swing, dy, dswing = -0.2788, -0.3411, -7.4583
    return model.state(
        q={"tilt": JAMMED, "swing": swing, "fall": HINGE * JAMMED + CENTRE * swing},
        u={"height": dy, "swing": dswing, "fall": dy + CENTRE * dswing},
    )


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """The toy at Glocker's start."""
    model = toy()
    return {"toy": (model, start(model))}


def numbers() -> dict[str, Any]:
    """The motion, and what it does between two pecks."""
    model, begin = systems()["toy"]
    up = da.Event("swings to the pole", da.coordinate("swing"), direction=1)
    motion = da.simulate(model, begin, until=0.9, events=[up])
    upright = [event for event in motion.events if event.name == up.name]
    pecks = [event for event in motion.events if event.name == "beak impact"]
    works = [(event.t, event.work) for event in motion.events if getattr(event, "work", 0.0)]
    last = upright[-2:]
    fallen = last[0].state.q["height"] - last[1].state.q["height"]
    return {
        "motion": motion,
        "upright": np.array([event.t for event in upright]),
        "heights": np.array([event.state.q["height"] for event in upright]),
        "pecks": np.array([event.t for event in pecks]),
        "period": last[1].t - last[0].t,
        "fallen": fallen,
        "weight gives": (SLEEVE + BIRD) * GRAVITY * fallen,
        "impacts take": -sum(work for t, work in works if last[0].t < t < last[1].t),
        "balance": float(np.abs(motion.energy_balance).max()),
        "jammed": [x for x in motion.phases("lower edge") if x[2] == "sticking"],
    }


def main(folder: Path = RESULTS) -> None:
    """Say how it walks down."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    print(f"{len(found['pecks'])} pecks, the last two {np.diff(found['pecks'])[-1] * 1e3:.3f} ms apart")
    print(f"it falls {found['fallen'] * 1e3:.3f} mm in {found['period'] * 1e3:.3f} ms,")
    gives, takes = found["weight gives"] * 1e3, found["impacts take"] * 1e3
    print(f"where its weight gives {gives:.3f} mJ; impacts take {takes:.3f} mJ of it, sliding the rest")
    begin, end, _ = found["jammed"][-1]
    print(f"its sleeve sticks for {(end - begin) * 1e3:.3f} ms of that")
    file = folder / "woodpecker.png"
    da.plot(found["motion"], ["height", ["tilt", "swing"], "lower edge.normal.multiplier"], file=file)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
