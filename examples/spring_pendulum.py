"""A ball on a spring that bounces and swings, tuned so that the one becomes the other and back.

If a bounce takes half as long as a swing, a plain bounce is unstable: the smallest push sideways grows until the
ball swings widely and hardly bounces, and then the bounce returns. Writes `spring_pendulum.png`.
"""

from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da

RESULTS = Path(__file__).with_name("results")
MASS, GRAVITY, REST_LENGTH = 1.0, 9.81, 0.75
STIFFNESS = 3.0 * MASS * GRAVITY / REST_LENGTH
LENGTH = REST_LENGTH + MASS * GRAVITY / STIFFNESS
"""Of the spring at rest under the weight: 4/3 of the rest length, so that √(k/m) = 2 √(g/l)."""


def spring_pendulum() -> da.Model:
    """The ball moves in a plane; the spring hangs from the origin."""
    ball = da.sphere("ball", radius=0.05, mass=MASS)
    return da.Model(
        da.Planar("ball pose", da.ground, ball),
        da.Spring("spring", da.ground, ball, stiffness=STIFFNESS, rest_length=REST_LENGTH),
        gravity=(0.0, -GRAVITY, 0.0),
    )


def released(model: da.Model, x: float, y: float) -> da.State:
    """At rest at this distance from the place of equilibrium."""
    return model.state(q={"ball pose.x": x, "ball pose.y": y - LENGTH})


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """The bounce that becomes a swing."""
    model = spring_pendulum()
    return {"bounce": (model, released(model, 0.005, 0.1))}


def release(x: float, y: float, until: float) -> da.Motion:
    """The motion from rest at this distance from the place of equilibrium."""
    model = spring_pendulum()
    start = released(model, x, y)
    through = [
        da.Event("swing", da.coordinate("ball pose.x"), direction=-1),
        da.Event("bounce", da.coordinate("ball pose.y") + LENGTH, direction=-1),
    ]
    return da.simulate(model, start, until=until, method=da.methods.DOP853(1e-12, 1e-14), events=through)


def frequency(motion: da.Motion, name: str) -> float:
    """Angular frequency at which an event repeats."""
    return float(2.0 * np.pi / np.diff([event.t for event in motion.events if event.name == name]).mean())


def numbers() -> dict[str, Any]:
    """Frequencies of small motions, and the exchange between bounce and swing."""
    exchange = release(x=0.005, y=0.1, until=60.0)
    angle = np.arctan2(exchange["ball pose.x"], -exchange["ball pose.y"])
    return {
        "swing frequency": frequency(release(1e-5, 0.0, 10.0), "swing"),
        "bounce frequency": frequency(release(0.0, 1e-5, 10.0), "bounce"),
        "energy drift": exchange.energy_drift,
        "position at the end": exchange.states[-1, :2],
        "widest swing": float(np.degrees(np.abs(angle).max())),
        "first widest at": float(exchange.times[np.abs(angle[exchange.times < 25.0]).argmax()]),
    }


def main(folder: Path = RESULTS) -> None:
    """Bounce, and say how it becomes a swing."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    print(f"swing:  {found['swing frequency']:.6f} rad/s, √(g/l) = {np.sqrt(GRAVITY / LENGTH):.6f}")
    print(f"bounce: {found['bounce frequency']:.6f} rad/s, √(k/m) = {np.sqrt(STIFFNESS / MASS):.6f}")
    print(f"a bounce of 10 cm, off the vertical by {np.degrees(0.005 / LENGTH):.2f}°, becomes", end=" ")
    print(f"a swing of {found['widest swing']:.1f}° after {found['first widest at']:.1f} s, and back")
    print(f"energy kept to {found['energy drift']:.1e}")
    file = folder / "spring_pendulum.png"
    da.plot(release(0.005, 0.1, 60.0), ["ball pose.x", "ball pose.y"], file=file)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
