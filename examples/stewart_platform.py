"""A Stewart platform: six legs, each as long as its motor makes it, carry a body that can move in all ways.

Each leg is a universal joint on the floor and a slide; a ball joins its tip to the platform. 24 coordinates, 18
rows, six degrees of freedom. The forces that hold the platform level follow from inverse dynamics. With the same
forces a platform that stands askew moves off slowly; without any it falls.
"""

from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da
from dalembert.dynamics.dynamics import Dynamics

RESULTS = Path(__file__).with_name("results")
GRAVITY, HEIGHT = 9.81, 0.8
FLOOR_RADIUS, PLATFORM_RADIUS, PLATFORM_MASS = 1.0, 0.6, 4.0
STIFFNESS, REST_LENGTH = 4000.0, 1.04
LEGS = range(1, 7)
ON_FLOOR = np.radians([-10.0, 10.0, 110.0, 130.0, 230.0, 250.0])
ON_PLATFORM = np.radians([-50.0, 50.0, 70.0, 170.0, 190.0, 290.0])
POSE = ("platform.x", "platform.y", "platform.z", "yaw", "pitch", "roll")
LEVEL = (0.0, 0.0, HEIGHT, 0.0, 0.0, 0.0)
ASKEW = (0.05, -0.03, HEIGHT, 0.1, 0.05, -0.08)
UNTIL = 0.3
METHOD = da.methods.DOP853(rtol=1e-12, atol=1e-13)


def around(radius: float, angle: float) -> Any:
    """A point of a level circle."""
    return radius * np.array([np.cos(angle), np.sin(angle), 0.0])


def tube_and_rod(k: int, is_light: bool) -> tuple[da.Body, da.Body]:
    """The parts of a leg, along z; the origin of the tube is its foot, that of the rod its tip."""
    if is_light:
        return da.Body(f"tube {k}"), da.Body(f"rod {k}")
    return (
        da.Body(f"tube {k}", da.Inertia(0.5, [0.0, 0.0, 0.25], np.diag([0.01, 0.01, 0.0]))),
        da.Body(f"rod {k}", da.Inertia(0.3, [0.0, 0.0, -0.2], np.diag([0.005, 0.005, 0.0]))),
    )


def leg(k: int, platform: da.Body, is_light: bool) -> list[Any]:
    """Foot, slide with its motor, and the ball, whose force acts on the leg."""
    tube, rod = tube_and_rod(k, is_light)
    foot = da.ground.at(*around(FLOOR_RADIUS, ON_FLOOR[k - 1]))
    corner = platform.at(*around(PLATFORM_RADIUS, ON_PLATFORM[k - 1]))
    return [
        da.Universal(f"foot {k}", foot, tube, "x", "y"),
        da.Prismatic(f"leg {k}", tube, rod, axis="z"),
        da.Coincident(f"ball {k}", corner, rod),
        da.Motor(f"motor {k}", f"leg {k}"),
    ]


def stewart_platform(*further: Any, is_light: bool = False) -> da.Model:
    """The platform has a free joint to the floor, for its coordinates only; legs may be without mass."""
    platform = da.Body("plate", da.Inertia(PLATFORM_MASS, J=np.diag([0.3, 0.3, 0.5])))
    return da.Model(
        da.Free("platform", da.ground, platform, angles="zyx", names=("yaw", "pitch", "roll")),
        *(part for k in LEGS for part in leg(k, platform, is_light)),
        *further,
        gravity=(0.0, 0.0, -GRAVITY),
    )


def suspended() -> da.Model:
    """Each leg is a spring, under no load at nearly the length of the level pose."""
    springs = (da.JointSpring(f"spring {k}", f"leg {k}", STIFFNESS, rest=REST_LENGTH) for k in LEGS)
    return stewart_platform(*springs)


def placed(subject: da.Model | Dynamics, pose: tuple[float, ...], force: float = 0.0) -> da.State:
    """At rest in this pose, with the same force in all motors."""
    tau = {f"motor {k}": force for k in LEGS}
    outwards = {f"leg {k}": 1.0 for k in LEGS}
    return da.assemble(subject, q=dict(zip(POSE, pose, strict=True)), guess=outwards, tau=tau)


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """A platform on springs, let go askew."""
    model = suspended()
    return {"suspended": (model, placed(model, ASKEW))}


def holding(model: da.Model) -> dict[str, Any]:
    """Forces of the motors that keep the platform level, and that of the first ball on its leg."""
    still = dict(zip(POSE, LEVEL, strict=True))
    loads = da.inverse_dynamics(model, still, times=[0.0], guess=placed(model, LEVEL).q)
    return {
        "motors": loads.inputs[0],
        "ball": loads.evaluate(da.reaction_force("ball 1", axes=da.ground))[0],
    }


def numbers() -> dict[str, Any]:
    """Forces at rest, accelerations without any, and the motion with those of the level pose from another."""
    model = stewart_platform()
    dynamics = da.as_dynamics(model)
    level, first = placed(dynamics, LEVEL), ("foot 1.first", "foot 1.second", "leg 1")
    a, held = dynamics.accelerations(level), holding(model)
    askew = placed(dynamics, ASKEW, force=held["motors"].mean())
    motion = da.simulate(dynamics, askew, until=UNTIL, method=METHOD)
    return {
        "mobility": da.mobility(dynamics, level),
        "leg": np.array([level.q[name] for name in first]),
        "held": held,
        "held with light legs": holding(stewart_platform(is_light=True)),
        "released": np.array([a[f"{name}.rate"] for name in POSE]),
        "leg released": np.array([a[f"{name}.rate"] for name in first]),
        "pose": np.array([motion[name][-1] for name in POSE]),
        "energy drift": motion.energy_drift,
        "gap": float(np.abs(motion.evaluate(dynamics.equations.phi)).max()),
    }


def main(folder: Path = RESULTS) -> None:
    """Hold the platform, let it go, and draw how it bounces on springs."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    mobility = found["mobility"]
    print(f"{mobility.speeds} speeds, {mobility.rows} rows: {mobility.degrees_of_freedom} degrees of freedom")
    light = found["held with light legs"]["motors"]
    print(f"held level by {found['held']['motors'][0]:.9f} N in each leg, {light[0]:.9f} N if legs are light")
    print(f"released, it falls with {-found['released'][2]:.9f} m/s²: its legs pull it down")
    print(f"from askew, with the forces of the level pose, after {UNTIL:g} s:")
    print("  " + ", ".join(f"{name} {x:.9f}" for name, x in zip(POSE, found["pose"], strict=True)))
    print(f"balls open by {found['gap']:.1e} m at most, energy minus work kept to {found['energy drift']:.1e}")
    model, begin = systems()["suspended"]
    file = folder / "stewart_platform.png"
    da.plot(da.simulate(model, begin, until=5.0), ["platform.z", "yaw", "pitch", "roll"], file=file)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
