"""The energy ellipsoid of a cone: all angular velocities ω with ½ ω · J ω = T.

Its half-axes lie along the principal axes of inertia, √(2 T / moment) long. About the mass centre of a cone they
differ from those about its tip; left alone in space, a cone keeps ω on the ellipsoid of its mass centre. Writes
`energy_ellipsoid.png`.
"""

from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da

RESULTS = Path(__file__).with_name("results")
MASS, HEIGHT, RADIUS, ENERGY = 1.0, 1.0, 0.75, 1.0


def cone() -> da.Inertia:
    """A solid cone with its tip at the origin, opening along z."""
    across, along = 3 / 80 * MASS * (HEIGHT**2 + 4 * RADIUS**2), 3 / 10 * MASS * RADIUS**2
    return da.Inertia(MASS, (0.0, 0.0, 0.75 * HEIGHT), np.diag([across, across, along]))


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """The cone in free space, with kinetic energy T of rotation alone."""
    body = da.Body("cone", cone())
    model = da.Model(da.Free("pose", da.ground, body.at(z=0.75 * HEIGHT)))
    half_axes = da.energies.energy_ellipsoid(body, energy=ENERGY).semi_axes
    # half of the energy about the axis of the cone, half across it
    w = {"pose.wx": half_axes[0] * np.sqrt(0.5), "pose.wz": half_axes[2] * np.sqrt(0.5)}
    return {"cone": (model, model.state(u=w))}


def tumble() -> da.Motion:
    """The motion."""
    model, start = systems()["cone"]
    return da.simulate(model, start, until=20.0, method=da.methods.DOP853(1e-12, 1e-13))


def numbers() -> dict[str, Any]:
    """Moments and half-axes about both points, and how well the motion stays on the ellipsoid."""
    centre = da.energies.energy_ellipsoid(cone(), energy=ENERGY)
    tip = da.energies.energy_ellipsoid(cone(), energy=ENERGY, about=(0.0, 0.0, 0.0))
    motion = tumble()
    w = np.stack([motion[f"pose.w{axis}"] for axis in "xyz"], axis=1) @ centre.axes
    return {
        "centre moments": centre.moments,
        "centre half-axes": centre.semi_axes,
        "tip moments": tip.moments,
        "tip half-axes": tip.semi_axes,
        "axes": centre.axes,
        "off the ellipsoid": float(np.abs(((w / centre.semi_axes) ** 2).sum(axis=1) - 1.0).max()),
        "kinetic energy": float(motion["kinetic energy"][0]),
    }


def main(folder: Path = RESULTS) -> None:
    """Show the ellipsoids, then tumble."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    with np.printoptions(precision=6, suppress=True):
        for point in ("centre", "tip"):
            print(f"about the {point}: moments {found[f'{point} moments']},", end=" ")
            print(f"half-axes {found[f'{point} half-axes']}")
    print(f"tumbling in space, the angular velocity leaves the ellipsoid by {found['off the ellipsoid']:.0e}")
    file = folder / "energy_ellipsoid.png"
    da.plot(tumble(), ["pose.wx", "pose.wy"], file=file)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
