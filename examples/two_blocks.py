"""Two blocks on rough ground, joined by springs to a wall and to each other, and pushed to and fro.

The ground holds a block until the load on it is too large, lets it slide, and holds it again when it comes to rest
with a small load. Every change is found to rounding, so there is no speed below which a block counts as resting.
Writes `two_blocks.png`.
"""

from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da

RESULTS = Path(__file__).with_name("results")
MASS, STIFFNESS, FRICTION, GRAVITY = 0.1, 5.0, 1.0, 9.81
PUSH, RATE = 10.0, 1.5
TIMES = (0.1, 0.5, 1.0, 2.0, 3.0, 5.0, 7.0, 10.0)
METHOD = da.methods.DOP853(rtol=1e-12, atol=1e-12)


def two_blocks() -> da.Model:
    """The first block is tied to the wall, the second to the first and pushed."""
    first, second = (da.box(name, size=(0.4, 0.3, 0.3), mass=MASS) for name in ("first block", "second block"))
    q1, q2 = da.coordinate("first"), da.coordinate("second")
    holding = FRICTION * MASS * GRAVITY
    return da.Model(
        da.Prismatic("first", da.ground, first, axis="x"),
        da.Prismatic("second", da.ground.at(x=1.0), second, axis="x"),
        da.JointSpring("to the wall", "first", stiffness=STIFFNESS),
        da.Potential("between", 0.5 * STIFFNESS * (q2 - q1) ** 2),
        da.JointForce("push", "second", PUSH * da.sin(RATE * da.time)),
        da.DryFriction("under the first", "first", static=holding),
        da.DryFriction("under the second", "second", static=holding),
    )


def pushed(times: Any) -> da.Motion:
    """From rest with slack springs."""
    return da.simulate(two_blocks(), times=times, method=METHOD)


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """Models and starts, by name."""
    model = two_blocks()
    return {"pushed": (model, model.state())}


def numbers() -> dict[str, Any]:
    """Places and speeds, all changes between holding and sliding, and the extremes."""
    motion, fine = pushed([0.0, *TIMES]), pushed(np.linspace(0.0, 10.0, 20001))
    changes = [event for event in motion.events if event.t > 0.0]
    return {
        "table": motion.states[1:, :4],
        "changes": [(event.t, event.name) for event in changes],
        "extremes": {
            name: (float(fine[name].max()), float(fine[name].min()))
            for name in ("first", "second", "first.rate", "second.rate")
        },
    }


def main(folder: Path = RESULTS) -> None:
    """Push, and say when blocks stick and slide."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    print("   t     q1          q2          u1          u2")
    for t, row in zip(TIMES, found["table"], strict=True):
        print(f"{t:5g}", *(f"{value:11.7f}" for value in row))
    for t, name in found["changes"][:10]:
        print(f"at {t:.8f} s: {name}")
    print(f"{len(found['changes'])} changes in 10 s")
    file = folder / "two_blocks.png"
    motion = pushed(np.linspace(0.0, 10.0, 2001))
    da.plot(motion, [["first", "second"], ["first.rate", "second.rate"]], file=file)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
