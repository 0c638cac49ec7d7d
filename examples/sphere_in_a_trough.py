"""A charged sphere rolls in a parabolic trough, driven by an electric field (Orsino 2016, 2.5 and 4.4).

One leaf with 7 coordinates and 6 speeds: a quaternion and the touching point, ω and the velocity of the centre,
both in space axes. Seven relations give the rates of the coordinates, three constraints say that nothing slips,
and the field acts along a motion variable, the place of the charge. Writes `sphere_in_a_trough.png` and
`sphere_in_a_trough_quality.png`.
"""

from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure

import dalembert as da

RESULTS = Path(__file__).with_name("results")
S = da.expr.symbol
RADIUS, MASS, GRAVITY, CHARGE, FIELD = 0.01, 0.05, 9.8, 5e-6, 1e4
TIMES = (0.5, 1.0, 2.0, 5.0, 10.0)
METHOD = da.methods.DOP853(rtol=1e-11, atol=1e-13)
QUATERNION = ("qx", "qy", "qz", "qt")


def symbols(*names: str) -> Any:
    """Several symbols as an array."""
    return np.array([S(name) for name in names], dtype=object)


def turning() -> dict[str, Any]:
    """ω in space axes by the rates of the quaternion, and its length."""
    x, y, z, t = symbols(*QUATERNION)
    dx, dy, dz, dt = symbols(*(f"{name}'" for name in QUATERNION))
    return {
        "ωx is": S("ωx") - 2 * (t * dx - z * dy + y * dz - x * dt),
        "ωy is": S("ωy") - 2 * (z * dx + t * dy - x * dz - y * dt),
        "ωz is": S("ωz") - 2 * (-y * dx + x * dy + t * dz - z * dt),
        "length": x * x + y * y + z * z + t * t - 1.0,
    }


def sphere() -> Any:
    """The sphere on the surface z = y²/2."""
    y, v, ω = S("y"), symbols("vx", "vy", "vz"), symbols("ωx", "ωy", "ωz")
    normal = np.array([0.0, -y / da.sqrt(1.0 + y * y), 1.0 / da.sqrt(1.0 + y * y)], dtype=object)
    centre = symbols("x", "y", "z") + RADIUS * normal
    moved = da.expr.time_derivative(centre, {S(k): S(f"{k}'") for k in "xyz"})
    qx, qy, qz, qt = symbols(*QUATERNION)
    charge = centre[0] - 2.0 * RADIUS * (qx * qz + qt * qy)
    inertia = {**{f"ω{k}": 0.4 * MASS * RADIUS**2 for k in "xyz"}, **{f"v{k}": MASS for k in "xyz"}}
    forces = {name: -size * S(f"{name}'") for name, size in inertia.items()}
    forces["vz"] = forces["vz"] - MASS * GRAVITY
    return da.modules.subsystem(
        "sphere",
        coordinates=(*QUATERNION, *"xyz"),
        speeds=tuple(inertia),
        relations={**turning(), **{f"v{k} is": a - b for k, a, b in zip("xyz", v, moved, strict=True)}},
        constraints={f"no slip {k}": x for k, x in zip("xyz", v - RADIUS * np.cross(ω, normal), strict=True)},
        forces=forces,
        motion={"charge": (charge, CHARGE * FIELD * da.sin(np.pi * da.time / 2.0))},
        independent="ωx ωy ωz",
        default_values={"qt": 1.0},
    )


def rolled(times: Any) -> da.Motion:
    """The motion from rest at y = 0.1 m."""
    tree = sphere()
    return da.simulate(tree, tree.state(q={"y": 0.1, "z": 0.005}), times=times, method=METHOD)


def period(t: Any, x: Any) -> float:
    """Mean time between upward passages of the mean of extremes."""
    x = x - 0.5 * (x.max() + x.min())
    up = np.flatnonzero((x[:-1] < 0.0) & (x[1:] >= 0.0))
    return float(np.diff(t[up] - x[up] * (t[up + 1] - t[up]) / (x[up + 1] - x[up])).mean())


def numbers() -> dict[str, Any]:
    """Places and quaternions at some times, periods, and how well all is kept."""
    motion, whole = rolled(TIMES), rolled(np.linspace(0.0, 12.0, 2401))
    return {
        "freedoms": sphere().degrees_of_freedom,
        "x": motion["x"],
        "y": motion["y"],
        "quaternion": np.stack([motion[name] for name in QUATERNION], axis=1),
        "periods": (period(whole.times, whole["y"]), period(whole.times, whole["z"])),
        "range": np.array([whole["y"].min(), whole["y"].max(), whole["z"].min(), whole["z"].max()]),
        "whole": whole,
        "length": np.abs(whole.residuals["c"]),
    }


def main(folder: Path = RESULTS) -> None:
    """Say where the sphere is, and draw its path."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    print(f"{found['freedoms']} degrees of freedom")
    for t, x, y in zip(TIMES, found["x"], found["y"], strict=True):
        print(f"t = {t:4g} s: x = {x:.7f} m, y = {y:.7f} m")
    print("y has a period of {:.4f} s, z one of {:.4f} s".format(*found["periods"]))
    da.plot(found["whole"], ["x", "y", "z", "ωx", "ωy"], file=folder / "sphere_in_a_trough.png")
    figure = Figure(figsize=(7.0, 3.0), layout="constrained")
    axes = figure.subplots()
    axes.semilogy(found["whole"].times, np.maximum(found["length"], 1e-17))
    axes.set(xlabel="t in s", ylabel="|q|² − 1 of the quaternion")
    figure.savefig(folder / "sphere_in_a_trough_quality.png", dpi=150)


if __name__ == "__main__":
    main()
