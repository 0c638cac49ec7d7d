"""A pendulum upright on a turning arm (Furuta, 1991), held by a regulator that is designed on linear equations.

A motor turns the arm; the pendulum hangs on its end and turns about it. The model is linearized upright, where it
falls. A quadratic regulator gives gains, and these go back into the same model as a law of its measures: the whole
loop, not linear any more, runs in native code. Writes `furuta_pendulum.png`.
"""

from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da

RESULTS = Path(__file__).with_name("results")
ARM, POLE, GRAVITY = 0.25, 0.4, 9.81
WEIGHTS = {"arm": 2.0, "tilt": 10.0, "arm.rate": 0.2, "tilt.rate": 0.2}
EFFORT = {"torque": 20.0}
TILT, UNTIL = 0.35, 4.0
"""From 20° beside the vertical."""

METHOD = da.methods.DOP853(rtol=1e-10, atol=1e-11)


def furuta(torque: Any) -> da.Model:
    """The arm turns about the vertical, the pole about the arm; the torque is an input or a law."""
    arm = da.rod("arm rod", length=ARM, mass=0.15, radius=0.006)
    pole = da.rod("pole", length=POLE, mass=0.06, radius=0.004, axis="z")
    return da.Model(
        da.Revolute("arm", da.ground.at(z=0.5), arm, axis="z"),
        da.Revolute("tilt", arm["end"], pole, axis="x"),
        da.JointForce("motor", "arm", torque),
        da.JointDamper("bearing", "tilt", 1e-4),
        gravity=(0.0, 0.0, -GRAVITY),
    )


def upright() -> Any:
    """Linear equations about the pole standing on the arm, with the torque as input."""
    model = furuta(da.Input("torque"))
    return da.linearize(model, model.state())


def gains() -> Any:
    """K of the regulator (1, 4)."""
    return da.control.lqr(upright(), WEIGHTS, EFFORT)


def regulated() -> da.Model:
    """The same pendulum with the regulator in it."""
    return furuta(da.control.law(upright(), gains())["torque"])


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """Let go beside the vertical."""
    model = regulated()
    return {"held": (model, model.state(q={"tilt": TILT}))}


def numbers() -> dict[str, Any]:
    """What is linear, the gains, and the motion."""
    model, start = systems()["held"]
    linear = upright()
    return {
        "linear": linear,
        "gains": gains(),
        "open": linear.modes(),
        "closed": da.linearize(model, model.state()).modes(),
        "motion": da.simulate(model, start, until=UNTIL, method=METHOD),
    }


def main(folder: Path = RESULTS) -> None:
    """Say how it falls by itself and how it is held, and draw it."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    print(f"alone it is {found['open'].verdict}")
    print("gains:", ", ".join(f"{x:.4g} of {name}" for name, x in zip(WEIGHTS, found["gains"][0], strict=True)))
    print(f"held it is {found['closed'].verdict}")
    motion = found["motion"]
    print(
        f"from {np.degrees(TILT):.0f}° it is back at {np.degrees(motion['tilt'][-1]):.1e}° after {UNTIL:g} s;",
        end=" ",
    )
    print(f"the arm went to {np.degrees(np.abs(motion['arm']).max()):.0f}° on the way")
    file = folder / "furuta_pendulum.png"
    da.plot(motion, [["tilt", "arm"]], file=file)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
