"""Four bars and two springs: all positions in which they rest, which of them are stable, and how fast they swing.

The loop leaves one motion free, so that all can be had by hand from the angle of the crank: potential energy V,
whose slope vanishes at rest, and reduced inertia J. Small swings have the frequency √(V''/J). The same comes
from the model with all its joints, for any number of free motions. Writes `spring_four_bar.png`.
"""

from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da

RESULTS = Path(__file__).with_name("results")
GRAVITY = 9.81
CRANK, COUPLER, ROCKER, BASE = 0.8, 1.6, 1.4, 1.8
MASSES = (1.0, 2.0, 1.5)
STIFFNESS, PIVOT = 60.0, (0.4, 1.2)
"""Of the spring from the middle of the coupler to a point above."""

TWIST, ANGLE = 12.0, 1.0
"""Of the spring at the crank, and where that is slack."""

GUESS = {"A": 1.0, "B": -0.7, "D": 1.7}


def spring_four_bar() -> da.Model:
    """The crank turns at A, the rocker at D."""
    crank = da.rod("crank", length=CRANK, mass=MASSES[0])
    coupler = da.rod("coupler", length=COUPLER, mass=MASSES[1])
    rocker = da.rod("rocker", length=ROCKER, mass=MASSES[2])
    x, y = PIVOT
    return da.Model(
        da.Revolute("A", da.ground, crank),
        da.Revolute("B", crank["end"], coupler),
        da.Revolute("D", da.ground.at(x=BASE), rocker),
        da.Revolute("C", coupler["end"], rocker["end"]),
        da.JointSpring("twist", "A", TWIST, rest=ANGLE),
        da.Spring("spring", coupler.at(x=0.5 * COUPLER), da.ground.at(x=x, y=y), stiffness=STIFFNESS),
        gravity=(0.0, -GRAVITY, 0.0),
    )


# ---- by hand


def loop(angle: Any) -> tuple[Any, Any]:
    """Angles of coupler and rocker from the horizontal for an angle of the crank."""
    end = CRANK * np.array([np.cos(angle), np.sin(angle)])
    to = np.array([BASE, 0.0]) - end
    far = np.hypot(*to)
    inner = np.arccos((COUPLER**2 + far**2 - ROCKER**2) / (2.0 * COUPLER * far))
    coupler = np.arctan2(to[1], to[0]) + inner
    tip = end + COUPLER * np.array([np.cos(coupler), np.sin(coupler)])
    return coupler, np.arctan2(tip[1], tip[0] - BASE)


def energies(angle: float) -> tuple[float, float]:
    """Potential energy, and the inertia that the crank feels."""
    h = 1e-5
    coupler, rocker = loop(angle)
    rates = [(b - a) / (2.0 * h) for a, b in zip(loop(angle - h), loop(angle + h), strict=True)]
    middle = np.array([CRANK * np.cos(angle), CRANK * np.sin(angle)])
    middle = middle + 0.5 * COUPLER * np.array([np.cos(coupler), np.sin(coupler)])
    speed = CRANK * np.array([-np.sin(angle), np.cos(angle)])
    speed = speed + 0.5 * COUPLER * rates[0] * np.array([-np.sin(coupler), np.cos(coupler)])
    heights = [0.5 * CRANK * np.sin(angle), middle[1], 0.5 * ROCKER * np.sin(rocker)]
    V = GRAVITY * float(np.dot(MASSES, heights)) + 0.5 * TWIST * (angle - ANGLE) ** 2
    V += 0.5 * STIFFNESS * float(np.sum((middle - PIVOT) ** 2))
    J = MASSES[0] * CRANK**2 / 3.0 + MASSES[1] * float(speed @ speed)
    J += MASSES[1] * COUPLER**2 / 12.0 * rates[0] ** 2 + MASSES[2] * ROCKER**2 / 3.0 * rates[1] ** 2
    return V, J


def by_hand(guess: float) -> tuple[float, float]:
    """Where the slope of V vanishes near a guess, and V''/J there."""
    h, angle = 2e-3, guess

    def slope(f: Any, x: float) -> float:
        v = [f(x + k * h) for k in (-2, -1, 1, 2)]
        return float((v[0] - 8.0 * v[1] + 8.0 * v[2] - v[3]) / (12.0 * h))

    def turning(x: float) -> float:
        return slope(lambda y: energies(y)[0], x)

    for _ in range(5):
        angle -= turning(angle) / slope(turning, angle)
    return angle, slope(turning, angle) / energies(angle)[1]


# ---- by the model


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """Let go beside the first position of rest."""
    model = spring_four_bar()
    return {"swing": (model, da.assemble(model, q={"A": 0.6}, guess=GUESS))}


def numbers() -> dict[str, Any]:
    """Positions of rest with their stability, linear equations there, and both by hand."""
    model, start = systems()["swing"]
    found = da.equilibria(model, guess=GUESS, starts=24)
    # those that are put together as the first one is
    rests = [rest for rest in found if abs(np.sin(rest.q["D"] - loop(rest.q["A"])[1])) < 1e-6]
    squares = []
    for rest in rests:
        values = da.linearize(model, rest).modes().values
        squares.append(float(-(values[0] ** 2).real))
    return {
        "found": found,
        "rests": rests,
        "squares": squares,
        "by hand": [by_hand(rest.q["A"]) for rest in rests],
        "motion": da.simulate(model, start, until=2.0),
    }


def main(folder: Path = RESULTS) -> None:
    """Say where they rest, and draw it."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    print(found["found"].report)
    for rest, square, (angle, own) in zip(found["rests"], found["squares"], found["by hand"], strict=True):
        print(f"crank at {rest.q['A']:.9f} rad, by hand {angle:.9f}; ω² = {square:.6f}, by hand {own:.6f}")
    file = folder / "spring_four_bar.png"
    da.draw(spring_four_bar(), found["rests"][0], names=False, arrows=["gravity", "spring"], file=file)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
