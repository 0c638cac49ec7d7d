"""A Geneva drive: a crank that turns evenly moves a wheel by a quarter of a turn, then holds it.

While its pin is in a slot, the wheel follows it; outside, horns of the wheel rest on the round part of a disc on
the crank, which is cut away where the pin is. Pin and slot, horns and disc touch with a little play, as contacts
that come and go: every turn has its impacts, and a load on the wheel is carried by the pin, then by a horn. Beside
the motion stands the closed form without play. Writes `geneva_drive.png` and `geneva_drive_speed.png`.
"""

from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da

RESULTS = Path(__file__).with_name("results")

SLOTS, DISTANCE, PLAY = 4, 0.1, 2e-5
"""Slots of the wheel, distance of the axles, and play of the pin and of the disc, in m."""

STEP = np.pi / SLOTS
CRANK, WHEEL = DISTANCE * np.sin(STEP), DISTANCE * np.cos(STEP)
"""Distance of the pin and radius of the wheel: so the pin enters and leaves along a slot."""

PIN, HORN, DISC, HUB = 0.004, 0.2, 0.045, 0.02
"""Radius of the pin, angle of the horns as the crank's axle sees them at rest, radii of disc and hub."""

CUT = STEP - HORN + 0.03
"""Half of the angle over which the disc is cut away; a little more than what the horns need."""

SPEED, LOAD = 2.0 * np.pi, 0.02
"""Of the crank, in rad/s, and a torque on the wheel in N m."""


def disc_radius(angle: Any) -> Any:
    """The disc on the crank, whose pin is at the angle zero."""
    depth = 4.0 * DISC * da.maximum(CUT - da.expr.absolute_value(angle), 0.0) ** 2
    return DISC - da.minimum(depth, DISC - HUB)


def nearest(angle: Any, step: float) -> Any:
    """An angle without the whole steps in it: between minus and plus half of one."""
    return da.expr.mod(angle + step / 2.0, step) - step / 2.0


# ---- what touches


def slot_sides() -> list[da.contacts.GapContact]:
    """The pin between the sides of the slot next to it, whose mouth is wide."""
    x, y = CRANK * da.cos(da.coordinate("shaft")) - DISTANCE, CRANK * da.sin(da.coordinate("shaft"))
    far = da.sqrt(x**2 + y**2)
    aside = far * da.sin(nearest(da.atan2(y, x) - da.coordinate("axle"), 2.0 * STEP))
    room = PLAY + 40.0 * da.maximum(far - WHEEL, 0.0) ** 2
    return [da.contacts.GapContact("left side", room - aside), da.contacts.GapContact("right side", room + aside)]


def horns() -> list[da.contacts.GapContact]:
    """The two horns next to the disc."""
    turned = nearest(da.coordinate("axle") - STEP, 2.0 * STEP)
    found = []
    for name, side in (("upper horn", 1.0), ("lower horn", -1.0)):
        px, py = DISC * np.cos(HORN) - DISTANCE, side * DISC * np.sin(HORN)
        x = DISTANCE + px * da.cos(turned) - py * da.sin(turned)
        y = px * da.sin(turned) + py * da.cos(turned)
        seen = nearest(da.atan2(y, x) - da.coordinate("shaft"), 2.0 * np.pi)
        found.append(da.contacts.GapContact(name, da.sqrt(x**2 + y**2) - disc_radius(seen) + PLAY))
    return found


def drive(*more: Any) -> da.Model:
    """Crank and wheel, with all that touches."""
    crank = da.Body("crank", da.Inertia(0.2, J=1e-4 * np.eye(3)), visual=crank_visual())
    wheel = da.Body("wheel", da.Inertia(0.3, J=3e-4 * np.eye(3)), visual=wheel_visual())
    return da.Model(
        da.Revolute("shaft", da.ground, crank, default=-np.pi),
        da.Revolute("axle", da.ground.at(x=DISTANCE), wheel, default=STEP),
        *slot_sides(),
        *horns(),
        *more,
    )


# ---- what it looks like


def crank_visual() -> tuple[Any, ...]:
    """The disc with its cut, an arm under it, and the pin."""
    around = np.linspace(-np.pi, np.pi, 121)[:-1]
    rim = [
        (float(da.expr.evaluate(disc_radius(float(a)))) * np.array([np.cos(a), np.sin(a), 0.0])) for a in around
    ]
    pin = [(CRANK + PIN * np.cos(a), PIN * np.sin(a), 0.0) for a in around[::5]]
    return da.visuals.Plate(rim), da.visuals.Bar((0.0, 0.0, 0.0), (CRANK, 0.0, 0.0), 0.003), da.visuals.Plate(pin)


def wheel_visual() -> tuple[Any, ...]:
    """A piece between each two slots, and a hub."""
    px, py = DISTANCE - DISC * np.cos(HORN), DISC * np.sin(HORN)
    side, mouth = PIN + PLAY, np.sqrt(WHEEL**2 - PIN**2)
    # one half of a piece, from the bottom of its slot to the middle between two; the other is its mirror
    bottom = DISTANCE - CRANK - PIN
    slot = np.array([(bottom, 0.0), (bottom, side), (mouth, side)])
    c, s = np.cos(STEP), np.sin(STEP)
    hollow = [(c * x - s * y, s * x + c * y) for x, y in ((px, -py), (px - 0.002, 0.0))]
    half = np.vstack([[[0.0, 0.0]], slot, hollow])
    across = np.array([[np.cos(2.0 * STEP), np.sin(2.0 * STEP)], [np.sin(2.0 * STEP), -np.cos(2.0 * STEP)]])
    piece = np.vstack([half, (half[:0:-1] @ across)[1:]])
    pieces = []
    for k in range(SLOTS):
        a = 2.0 * STEP * k
        turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
        pieces.append(da.visuals.Plate([(*p, 0.0) for p in piece @ turn]))
    return tuple(pieces)


# ---- motion


def driven(load: float = LOAD) -> tuple[da.Model, da.State]:
    """The crank turns evenly, from where its pin is opposite to the wheel; a torque acts on the wheel."""
    model = drive(da.Drive("motor", "shaft", -np.pi + SPEED * da.time), da.JointForce("load", "axle", load))
    return model, model.state(u={"shaft": SPEED})


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """The drive at its start."""
    return {"drive": driven()}


def turning(turns: float = 2.0, load: float = LOAD, n: int = 801) -> da.Motion:
    """Its motion over some turns of the crank."""
    return da.simulate(*driven(load), times=np.linspace(0.0, turns * 2.0 * np.pi / SPEED, n))


def closed_form(shaft: Any) -> tuple[Any, Any]:
    """The angle of the wheel without play at angles of the shaft from −π on, and how fast it turns beside that."""
    turns, phi = np.divmod(shaft + np.pi, 2.0 * np.pi)
    phi = phi - np.pi
    part, is_engaged = CRANK / DISTANCE, np.abs(phi) < STEP
    inside = -np.arctan2(part * np.sin(phi), 1.0 - part * np.cos(phi))
    rate = part * (part - np.cos(phi)) / (1.0 + part**2 - 2.0 * part * np.cos(phi))
    angle = np.where(is_engaged, inside, -STEP * np.sign(phi)) - 2.0 * STEP * turns
    return angle, np.where(is_engaged, rate, 0.0)


def numbers() -> dict[str, Any]:
    """How far the wheel is from the closed form, when engaged and when locked, and its fastest turning."""
    motion = turning()
    angle, rate = closed_form(motion["shaft"])
    off, is_engaged = np.abs(motion["axle"] - angle), rate != 0.0
    return {
        "motion": motion,
        "engaged": float(off[is_engaged].max()),
        "locked": float(off[~is_engaged].max()),
        "ratio": float(np.abs(motion["axle.rate"]).max() / SPEED),
        "events": [(event.name, event.t) for event in motion.events],
    }


def main(folder: Path = RESULTS) -> None:
    """Say how well the wheel keeps to the closed form, and draw it."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    motion = found["motion"]
    print(f"off the closed form: engaged {found['engaged']:.2e} rad, locked {found['locked']:.2e} rad")
    print(f"the wheel turns up to {found['ratio']:.4f} times as fast as the crank")
    for name, t in found["events"]:
        print(f"{t:.6f} s  {name}")
    da.draw(motion, t=[0.25, 0.45], file=folder / "geneva_drive.png")
    da.plot(motion, ["axle", "axle.rate"], x="shaft", file=folder / "geneva_drive_speed.png")
    print(f"pictures are in {folder}")


if __name__ == "__main__":
    main()
