"""A quarter and a half of a car: they rest on their springs, and linear equations say how they ride.

The quarter car is a body over a wheel, with the height of the road as input. The half car is a body that heaves
and pitches over two wheels; rest lengths of its springs are found such that it rests level, and its matrices are
those of the textbook with what the weight adds: springs that are loaded by F and fixed by h below the centre of
mass take (h + h²/L) F from the stiffness of pitching. Writes `car_on_springs.png` and `car_on_springs_ride.png`.
"""

from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da

RESULTS = Path(__file__).with_name("results")
GRAVITY = 9.81

# a quarter of a car
SPRUNG, UNSPRUNG = 300.0, 40.0
SPRING, DAMPER, TYRE = 18e3, 1.2e3, 180e3

# a half of a car: masses, pitch inertia, distances of the axles, depth of the springs' ends, lengths of springs
BODY, PITCH, WHEELS = 600.0, 900.0, (36.0, 40.0)
AXLES, DEPTH, LENGTH = (1.1, -1.4), 0.25, 0.35
SPRINGS, DAMPERS, TYRES = (20e3, 24e3), (1.4e3, 1.6e3), (190e3, 200e3)
RADIUS = 0.3
SIDES = ("front", "rear")


def quarter_car() -> da.Model:
    """Heights of body and wheel are from where they rest without weight."""
    body = da.box("body", size=(1.0, 0.25, 0.6), mass=SPRUNG)
    wheel = da.cylinder("hub", radius=RADIUS, length=0.2, mass=UNSPRUNG)
    road = da.Input("road")
    return da.Model(
        da.Prismatic("wheel", da.ground.at(y=RADIUS), wheel, axis="y"),
        da.Prismatic("chassis", da.ground.at(y=RADIUS + 0.5), body, axis="y"),
        da.Spring("spring", wheel, body, stiffness=SPRING, rest_length=0.5),
        da.Damper("damper", wheel, body, DAMPER),
        da.JointForce("tyre", "wheel", TYRE * (road - da.coordinate("wheel"))),
        gravity=(0.0, -GRAVITY, 0.0),
    )


def half_car() -> da.Model:
    """The body moves up and down and pitches; coordinates are from where it shall rest."""
    body = da.box("body", size=(3.6, 0.3, 1.4), inertia=da.Inertia(BODY, J=PITCH * np.eye(3)))
    parts: list[Any] = [
        da.Planar("pose", da.ground.at(y=RADIUS + LENGTH + DEPTH), body),
        da.Holonomic("straight", da.coordinate("pose.x")),
    ]
    for k, side in enumerate(SIDES):
        wheel = da.cylinder(f"{side} hub", radius=RADIUS, length=0.2, mass=WHEELS[k])
        end = body.at(x=AXLES[k], y=-DEPTH)
        parts += [
            da.Prismatic(side, da.ground.at(x=AXLES[k], y=RADIUS), wheel, axis="y"),
            da.Spring(
                f"{side} spring",
                wheel,
                end,
                stiffness=SPRINGS[k],
                rest_length=da.param(f"{side} length", LENGTH),
            ),
            da.Damper(f"{side} damper", wheel, end, DAMPERS[k]),
            da.JointForce(f"{side} tyre", side, TYRES[k] * (da.param(f"{side} tread", 0.0) - da.coordinate(side))),
        ]
    return da.Model(*parts, gravity=(0.0, -GRAVITY, 0.0))


def level() -> Any:
    """The half car at rest in its design position: springs and tyres are as long as that takes."""
    lengths = [f"{side} {part}" for side in SIDES for part in ("length", "tread")]
    wanted = {"pose.y": 0.0, "pose.angle": 0.0, "front": 0.0, "rear": 0.0}
    return da.equilibrium(half_car(), q=wanted, unknown=lengths)


# ---- textbooks


def quarter_matrices() -> tuple[Any, Any, Any]:
    """M, C and K of wheel and body."""
    M = np.diag([UNSPRUNG, SPRUNG])
    C = DAMPER * np.array([[1.0, -1.0], [-1.0, 1.0]])
    return M, C, SPRING / DAMPER * C + np.diag([TYRE, 0.0])


def half_matrices() -> tuple[Any, Any, Any]:
    """M, C and K of height, pitch, front and rear wheel."""
    M = np.diag([BODY, PITCH, *WHEELS])
    # how a spring gets longer with each of them
    longer = [np.array([1.0, AXLES[k], -float(k == 0), -float(k == 1)]) for k in range(2)]
    C = sum(c * np.outer(row, row) for c, row in zip(DAMPERS, longer, strict=True))
    K = sum(c * np.outer(row, row) for c, row in zip(SPRINGS, longer, strict=True))
    K = K + np.diag([0.0, 0.0, *TYRES])
    # the weight rests on both springs
    K[1, 1] -= BODY * GRAVITY * (DEPTH + DEPTH**2 / LENGTH)
    return M, np.asarray(C), K


def system_matrix(M: Any, C: Any, K: Any) -> Any:
    """A of (q, u)."""
    n = len(M)
    below = -np.linalg.solve(M, np.hstack([K, C]))
    return np.vstack([np.hstack([np.zeros((n, n)), np.eye(n)]), below])


# ---- what comes of them


def ride() -> Any:
    """Linear equations of the quarter car, from the road to body, spring and tyre."""
    model = quarter_car()
    outputs = {
        "height of the body": da.coordinate("chassis"),
        "travel of the spring": da.coordinate("chassis") - da.coordinate("wheel"),
    }
    return da.linearize(model, da.equilibrium(model), outputs=outputs)


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """The half car, pushed down at its front."""
    model, rest = half_car(), level()
    start = da.assemble(model, q={**rest.q, "pose.y": -0.04, "pose.angle": -0.03}, p=dict(rest.p))
    return {"half": (model, start)}


def numbers() -> dict[str, Any]:
    """Rest, modes, and matrices beside those of the textbook."""
    quarter, model, rest = quarter_car(), half_car(), level()
    order = ["pose.y", "pose.angle", "front", "rear"]
    names = [*order, *(f"{name}.rate" for name in order)]
    linear = da.linearize(model, rest, independent=names)
    which = [linear.states.index(name) for name in names]
    found = ride()
    own = ["wheel", "chassis", "wheel.rate", "chassis.rate"]
    return {
        "quarter rest": da.equilibrium(quarter),
        "quarter A": found.A[np.ix_(*[[found.states.index(x) for x in own]] * 2)],
        "quarter closed form": system_matrix(*quarter_matrices()),
        "ride": found,
        "half rest": rest,
        "half A": linear.A[np.ix_(which, which)],
        "half closed form": system_matrix(*half_matrices()),
        "modes": linear.modes(),
        "motion": da.simulate(*systems()["half"], until=2.0),
    }


def main(folder: Path = RESULTS) -> None:
    """Say how they rest and ride, and draw it."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    rest = found["half rest"]
    for side in SIDES:
        load, length = -rest[f"{side} spring.force"], rest.p[f"{side} length"]
        print(f"{side}: the spring carries {load:.1f} N and is {length:.4f} m long without")
    for pair in ("quarter", "half"):
        error = np.abs(found[f"{pair} A"] - found[f"{pair} closed form"]).max()
        print(f"matrices of the {pair} car differ from those of the textbook by {error:.0e}")
    print(found["modes"])
    files = folder / "car_on_springs.png", folder / "car_on_springs_ride.png"
    da.draw(found["motion"], t=[0.0, 2.0], names=False, file=files[0])
    da.control.bode(found["ride"], file=files[1])
    print(f"the pictures are {files[0]} and {files[1]}")


if __name__ == "__main__":
    main()
