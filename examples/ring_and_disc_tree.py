"""A disc in a ring that rolls down an incline, as a tree and as a linear tree (Orsino 2016, 4.2 and 4.7).

Two free bodies are leaves with the speeds u, v and ω. The node adds the angle θ of the disc and five constraints
between velocities. About the steady motion, in which the disc keeps its angle while both roll faster and faster,
the tree is linearized; both trees are run from the same start. Writes `ring_and_disc_tree.png` (the swing),
`ring_and_disc_tree_error.png` (the combined residual) and `ring_and_disc_tree_nodes.png`.
"""

from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure

import dalembert as da

RESULTS = Path(__file__).with_name("results")
S = da.expr.symbol
r1, r2, m1, m2 = (da.param(name, x) for name, x in (("r1", 1.0), ("r2", 0.3), ("m1", 0.67), ("m2", 0.08)))
g, ξ = da.param("g", 9.8), da.param("ξ", float(np.arcsin(0.8)))
STEADY = float(np.arcsin(0.6))
TIMES = (0.5, 1.0, 2.0, 5.0)
METHOD = da.methods.DOP853(rtol=1e-11, atol=1e-12)


def body(k: int, mass: Any, inertia: Any) -> Any:
    """A body in the plane, x down the slope and y away from it."""
    weight = (g * da.sin(ξ), -g * da.cos(ξ))
    forces = {f"{c}{k}": mass * (f - S(f"{c}{k}'")) for c, f in zip("uv", weight, strict=True)}
    return da.modules.subsystem(
        f"body {k}", speeds=f"u{k} v{k} ω{k}", forces={**forces, f"ω{k}": -inertia * S(f"ω{k}'")}
    )


def ring_and_disc() -> Any:
    """Both bodies, the angle θ of the disc from the vertical, and five rows."""
    u1, v1, ω1, u2, v2, ω2 = (S(f"{c}{k}") for k in (1, 2) for c in "uvω")
    c, s = da.cos(ξ - S("θ")), da.sin(ξ - S("θ"))
    slip = r1 * ω1 - r2 * ω2
    return da.modules.subsystem(
        "ring and disc",
        [body(1, m1, m1 * r1**2), body(2, m2, m2 * r2**2 / 2.0)],
        coordinates="θ",
        constraints={
            "ring rolls": u1 + r1 * ω1,
            "ring stays": v1 + 0.0,
            "disc rolls x": u1 - u2 + c * slip,
            "disc rolls y": v1 - v2 + s * slip,
            "angle": u2 - u1 + c * (r1 - r2) * S("θ.rate"),
        },
        independent="θ.rate ω2",
    )


def accelerations(tree: Any, angle: float) -> dict[str, float]:
    """All accelerations at rest at an angle."""
    dynamics = da.as_dynamics(tree)
    found = dynamics.evaluate({"a": dynamics.solved.accelerations}, tree.state(q={"θ": angle}))["a"]
    return dict(zip(dynamics.equations.speeds, map(float, found), strict=True))


def linear() -> Any:
    """The tree to first order about the steady motion, which accelerates."""
    tree = ring_and_disc()
    steady = accelerations(tree, STEADY)
    return da.modules.linearized(tree, {"θ": STEADY, **{f"{name}'": x for name, x in steady.items()}})


def numbers() -> dict[str, Any]:
    """The steady motion, G, the swing by both trees, and residuals."""
    tree, small = ring_and_disc(), linear()
    start = {"θ": STEADY + np.pi / 6.0}
    swing, linear_swing = (
        da.simulate(system, system.equations.state(q=start), times=TIMES, method=METHOD)
        for system in (tree, small)
    )
    whole = da.simulate(tree, tree.state(q=start), times=np.linspace(0.0, 5.0, 501), method=METHOD)
    steady = accelerations(tree, STEADY)
    column = small.G.block(columns=["θ"])
    return {
        "steady": steady,
        "G": {name: float(x) for name, x in zip(column.rows, column.to_array()[:, 0], strict=True)},
        "frequency": float(np.sqrt(-column["θ.rate", "θ"])),
        "swing": np.stack([swing["θ"], swing["θ.rate"], swing["ω2"] - steady["ω2"] * swing.times], axis=1),
        "linear swing": np.stack([linear_swing["θ"], linear_swing["θ.rate"]], axis=1),
        "whole": whole,
        "residual": whole.residuals["combined"],
        "range": np.array([whole["θ"].min(), whole["θ"].max()]),
    }


def main(folder: Path = RESULTS) -> None:
    """Say how the disc swings, by both trees."""
    folder.mkdir(parents=True, exist_ok=True)
    found, tree = numbers(), ring_and_disc()
    print(f"steady: the ring accelerates with {found['steady']['u1']:.7f} m/s²", end="; ")
    print(f"small swings have {found['frequency']:.7f} rad/s")
    print("  t      θ       linear")
    for t, row, small in zip(TIMES, found["swing"], found["linear swing"], strict=True):
        print(f"{t:4g} {row[0]:9.6f} {small[0]:9.6f}")
    print(f"rows and forces hold to {found['residual'].max():.0e} together")
    small = linear()
    times = np.linspace(0.0, 5.0, 501)
    start = small.equations.state(q={"θ": STEADY + np.pi / 6.0})
    runs = {"nonlinear": found["whole"], "linear": da.simulate(small, start, times=times, method=METHOD)}
    da.plot(runs, ["θ", "θ.rate"], file=folder / "ring_and_disc_tree.png")
    figure = Figure(figsize=(7.0, 3.0), layout="constrained")
    axes = figure.subplots()
    axes.semilogy(times, np.maximum(found["residual"], 1e-17))
    axes.set(xlabel="t in s", ylabel="√(|J a − γ|² + |f̄|²)")
    figure.savefig(folder / "ring_and_disc_tree_error.png", dpi=150)
    da.draw(tree, file=folder / "ring_and_disc_tree_nodes.png")


if __name__ == "__main__":
    main()
