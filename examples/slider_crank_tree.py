"""A spatial slider-crank with Coulomb friction in its guide: what torque drives it to and fro (Orsino 2016, 4.5).

The crank turns about x, a rod with two spherical joints moves the slider along x. Forbidden speeds of the slider
across its guide are variables of the leaf; rows of the next node hold them at zero, and their multipliers are
the forces of the guide, on which friction depends. The slider follows a law of time; torque, forces and friction
are solved together. Writes `slider_crank_tree.png` and `slider_crank_tree_loads.png`.
"""

import math
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure

import dalembert as da

RESULTS = Path(__file__).with_name("results")
S = da.expr.symbol
UNKNOWN = ("u1", "guide y.multiplier", "guide z.multiplier")
L1, L2, γ2, μ, I1, I2, M2, M3 = 0.5, math.sqrt(2.0), math.sqrt(0.5), 0.5, 0.2, 0.1, 0.5, 2.0


def slider_crank() -> Any:
    """The rod between crank pin and slider; forbidden speeds of the slider expose its guide's forces."""
    χ, ψ, φ, θ = (S(name) for name in ("χ", "ψ", "φ", "θ"))
    ω1, ω2y, ω2z, dψ, dφ = S("ω1"), S("ω2y"), S("ω2z"), S("ψ'"), S("φ'")
    v2, v3 = ([S(f"v{k}{axis}") for axis in "xyz"] for k in (2, 3))
    y = (
        da.cos(ψ) * da.sin(φ) * da.sin(θ) - da.sin(ψ) * da.cos(θ),
        da.sin(ψ) * da.sin(φ) * da.sin(θ) + da.cos(ψ) * da.cos(θ),
        da.cos(φ) * da.sin(θ),
    )
    z = (
        da.cos(ψ) * da.sin(φ) * da.cos(θ) + da.sin(ψ) * da.sin(θ),
        da.sin(ψ) * da.sin(φ) * da.cos(θ) - da.cos(ψ) * da.sin(θ),
        da.cos(φ) * da.cos(θ),
    )
    pin = (0.0, L1 * da.sin(χ) * ω1, -L1 * da.cos(χ) * ω1)
    rod = [L2 * (ω2z * a - ω2y * b) for a, b in zip(y, z, strict=True)]
    closure = {f"rod {k}": a + b - c for k, a, b, c in zip("xyz", pin, rod, v3, strict=True)}
    centre = {f"centre {k}": a - (1 - γ2) * b - γ2 * c for k, a, b, c in zip("xyz", v2, pin, v3, strict=True)}
    inertia = {"ω1": I1, **dict.fromkeys(("v2x", "v2y", "v2z"), M2), "ω2y": I2, "ω2z": I2}
    inertia |= dict.fromkeys(("v3x", "v3y", "v3z"), M3)
    return da.modules.subsystem(
        "slider-crank",
        coordinates="χ ψ φ θ s",
        speeds=tuple(inertia),
        rates={"χ": ω1, "s": v3[0]},
        relations={
            "no spin": S("θ'") - dψ * da.sin(φ),
            "ω2y is": da.cos(φ) * dψ * da.sin(θ) + da.cos(θ) * dφ - ω2y,
            "ω2z is": da.cos(φ) * da.cos(θ) * dψ - dφ * da.sin(θ) - ω2z,
        },
        constraints={**closure, **centre},
        forces={name: -m * S(f"{name}'") for name, m in inertia.items()},
        independent="ω1 v3y v3z",
    )


def prescribed(t: float) -> tuple[float, float, float, float]:
    """χ, its rates, and s where the slider goes to and fro between 10 and 90 percent of its stroke."""
    s = -(1 - γ2) * L2 * (1 + 8 * math.sin(2 * math.pi * t) ** 2) / 10
    ds = -(1 - γ2) * L2 * 1.6 * math.pi * math.sin(4 * math.pi * t)
    dds = -(1 - γ2) * L2 * 6.4 * math.pi**2 * math.cos(4 * math.pi * t)
    χ = math.acos(1 - (L2**2 - (L2 + s) ** 2) / (2 * L1**2))
    dχ = -(L2 + s) * ds / (L1**2 * math.sin(χ))
    ddχ = -(ds**2 + (L2 + s) * dds + L1**2 * math.cos(χ) * dχ**2) / (L1**2 * math.sin(χ))
    return s, χ, dχ, ddχ


STROKE = -(1 - γ2) * L2 * (1 + 8 * da.sin(2 * da.pi * da.time) ** 2) / 10
"""Position of the slider, from 10 to 90 percent of its stroke."""


def driven_slider_crank() -> Any:
    """The crank driven by a torque, the slider in its guide with Coulomb friction by the guide's forces."""
    guide = {"guide y": S("v3y") + 0.0, "guide z": S("v3z") + 0.0}
    guided = da.modules.subsystem("guided", [slider_crank()], constraints=guide, independent="ω1")
    normal = da.sqrt(S("guide y.multiplier") ** 2 + S("guide z.multiplier") ** 2)
    friction = -μ * da.where(S("v3x") > 0.0, 1.0, -1.0) * normal
    return da.modules.subsystem("driven", [guided], forces={"ω1": da.Input("u1"), "v3x": friction})


def position(t: float) -> dict[str, float]:
    """Coordinates of the mechanism at a time."""
    s, χ, _, _ = prescribed(t)
    φ = math.asin(-L1 * math.sin(χ) / L2)
    return {"χ": χ, "φ": φ, "ψ": math.asin(-L1 * (1 - math.cos(χ)) / (L2 * math.cos(φ))), "s": s}


def loads(times: Any) -> da.Motion:
    """The motion along the law, with torque and forces of the guide."""
    guess = position(float(times[0]))
    return da.inverse_dynamics(driven_slider_crank(), {"s": STROKE}, times=times, guess=guess, unknown=UNKNOWN)


def numbers() -> dict[str, Any]:
    """Loads at some times, on both sides of a reversal, and over a period."""
    table, jump = loads([0.05, 0.10, 0.20, 0.30, 0.35, 0.45]), loads([0.2, 0.25 - 1e-6, 0.25 + 1e-6])
    return {
        "loads": np.stack([table[name] for name in UNKNOWN], axis=1),
        "jump": np.stack([jump[name][1:] for name in UNKNOWN], axis=1),
        "whole": loads(np.arange(1, 500) / 1000.0),
    }


def main(folder: Path = RESULTS) -> None:
    """Say which torque the law takes, and where it jumps."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    for name, before, behind in zip(UNKNOWN, *found["jump"], strict=True):
        print(f"{name}: {before:.2f} before the slider turns back, {behind:.2f} after it")
    da.draw(driven_slider_crank(), file=folder / "slider_crank_tree.png")
    figure = Figure(figsize=(7.0, 5.0), layout="constrained")
    top, bottom = figure.subplots(2, sharex=True)
    top.plot(found["whole"].times, found["whole"]["u1"])
    top.set(ylabel="torque in N m")
    for name in UNKNOWN[1:]:
        bottom.plot(found["whole"].times, found["whole"][name], label=name.removesuffix(".multiplier"))
    bottom.set(xlabel="t in s", ylabel="force in N")
    bottom.legend()
    figure.savefig(folder / "slider_crank_tree_loads.png", dpi=150)


if __name__ == "__main__":
    main()
