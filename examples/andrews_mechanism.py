"""Andrews' squeezing mechanism: seven bodies in the plane, three loops, one degree of freedom, fast and light.

A motor turns the first body; a spring pulls at the third. The mechanism is the test of many integrators of
constrained systems (Schiehlen 1990; Hairer, Wanner, Solving Ordinary Differential Equations II, section VII.7; the
test set for initial value problems of Bari and CWI gives the data and the state after 0.03 s).

The angles β and θ (first two bodies, then the point where all loops meet), γ (the body with the spring), δ and φ,
ε and ω (two arms from one pin) are the coordinates of a tree; three pins at the common point close the loops.
"""

from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da

RESULTS = Path(__file__).with_name("results")
TORQUE, STIFFNESS, REST_LENGTH = 0.033, 4530.0, 0.07785
UNTIL = 0.03
ANGLES = ("β", "θ", "γ", "φ", "δ", "ω", "ε")
"""In the order of the literature."""

START = (
    -0.0617138900142764496,
    0.0,
    0.4552798191630703803,
    0.2226683901658858847,
    0.4873649795438425502,
    -0.2226683901658858847,
    1.2305474445498211925,
)
"""Angles at the start, at rest."""


def flat(name: str, mass: float, moment: float, center: tuple[float, float]) -> da.Body:
    """A body that moves in the plane only: mass, moment of inertia about its centre, place of the centre."""
    return da.Body(name, da.Inertia(mass, [*center, 0.0], np.diag([moment / 2.0, moment / 2.0, moment])))


def mechanism(friction: float = 0.0) -> da.Model:
    """The mechanism; with friction in the motor it reaches a steady speed."""
    K1 = flat("K1", 0.04325, 2.194e-6, (0.00092, 0.0))
    K2 = flat("K2", 0.00365, 4.410e-7, (-0.0115, 0.0))
    K3 = flat("K3", 0.02373, 5.255e-6, (0.01043, -0.01874))
    K4 = flat("K4", 0.00706, 5.667e-7, (0.0, -0.00579))
    K5 = flat("K5", 0.07050, 1.169e-5, (0.02308, 0.00916))
    K6 = flat("K6", 0.00706, 5.667e-7, (0.00579, 0.0))
    K7 = flat("K7", 0.05498, 1.912e-5, (-0.00449, -0.01228))
    A, B, C = (da.ground.at(x, y) for x, y in ((-0.06934, -0.00227), (-0.03635, 0.03273), (0.014, 0.072)))
    meeting = K2.at(x=-0.028)
    return da.Model(
        # the tree
        da.Revolute("β", da.ground, K1),
        da.Revolute("θ", K1.at(x=0.007), K2),
        da.Revolute("γ", B, K3),
        da.Revolute("δ", A, K5),
        da.Revolute("φ", K5.at(x=0.04), K4),
        da.Revolute("ε", A, K7),
        da.Revolute("ω", K7.at(y=-0.04), K6),
        # three bodies meet the second one at its end
        da.Revolute("E3", meeting, K3.at(y=-0.035)),
        da.Revolute("E4", meeting, K4.at(y=-0.02)),
        da.Revolute("E6", meeting, K6.at(x=0.02)),
        da.Spring("spring", C, K3.at(x=0.02, y=-0.018), stiffness=STIFFNESS, rest_length=REST_LENGTH),
        da.JointForce("motor", "β", TORQUE),
        *([da.JointDamper("friction", "β", friction)] if friction else []),
    )


def start(model: da.Model) -> da.State:
    """At rest in the position of the literature."""
    return model.state(q=dict(zip(ANGLES, START, strict=True)))


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """The mechanism with so much friction that it turns at about 100 rad/s and can run for long."""
    steady = mechanism(friction=TORQUE / 100.0)
    return {"steady": (steady, start(steady))}


def numbers() -> dict[str, Any]:
    """Accelerations and multipliers at the start, the state after 0.03 s."""
    model = mechanism()
    dynamics, begin = da.as_dynamics(model), start(model)
    method = da.methods.DOP853(rtol=1e-13, atol=1e-13)
    motion = da.simulate(dynamics, begin, until=UNTIL, method=method)
    rows = [f"{joint}.{axis}" for joint in ("E3", "E4", "E6") for axis in "xy"]
    multipliers = {row: da.measures.multiplier(row) for row in rows}
    a = dynamics.accelerations(begin)
    first, last = (dynamics.evaluate(multipliers, state) for state in (begin, motion.state()))
    return {
        "start accelerations": [a[f"{angle}.rate"] for angle in ANGLES],
        "start multipliers": [float(first[row]) for row in rows],
        "angles": [motion[angle][-1] for angle in ANGLES],
        "speeds": [motion[f"{angle}.rate"][-1] for angle in ANGLES],
        "multipliers": [float(last[row]) for row in rows],
        "energy drift": motion.energy_drift,
    }


def main(folder: Path = RESULTS) -> None:
    """Print the state at the end and draw the angles."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    print(f"after {UNTIL:g} s:")
    for angle, value, speed in zip(ANGLES, found["angles"], found["speeds"], strict=True):
        print(f"  {angle} = {value:.10f} rad, {speed:.6f} rad/s")
    print(f"energy minus work of the motor kept to {found['energy drift']:.1e}")
    model = mechanism()
    file = folder / "andrews_mechanism.png"
    da.plot(da.simulate(model, start(model), until=UNTIL), ["β", "γ", "δ", "ε"], file=file)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
