"""A five-bar mechanism with two motors, as a tree of four levels (Orsino 2016, examples 2.7 and 4.3).

Each hand is an upper and a lower bar in redundant speeds; two hands and a load close the loop, and a motor with
its current turns each upper bar through a gear. Of 35 speeds four are independent: both angles and both
currents. The effective forces along them are known from another derivation, and constant voltages move the load.
Writes `five_bar_tree.png` and `five_bar_tree_motion.png`.
"""

import math
from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da

SIZES = {"aU": 0.5, "aB": 0.8, "γ": 0.5, "mU": 1.0, "mB": 0.8, "IU": 0.02, "IB": 0.04, "bU": 0.1}
MOTOR = {"η": 2.0, "I": 0.01, "b": 0.05, "k": 0.3, "λ": 0.002, "ρ": 1.5, "κ": 0.3}
GRAVITY, LOAD = 9.8, 0.5

S = da.expr.symbol
RESULTS = Path(__file__).with_name("results")
VOLTAGES = {"motorL/voltage": -18.0, "motorR/voltage": 18.0}


def motor() -> Any:
    """Rotor and current: two equations of first order, one of them electrical."""
    ω, i = S("ω"), S("i")
    return da.modules.subsystem(
        "motor",
        speeds="ω i",
        forces={
            "ω": MOTOR["k"] * i - MOTOR["I"] * S("ω'") - MOTOR["b"] * ω,
            "i": da.Input("voltage") - MOTOR["λ"] * S("i'") - MOTOR["ρ"] * i - MOTOR["κ"] * ω,
        },
    )


def upper_bar() -> Any:
    """A bar with one end at (p1x, 0); node rates and those of the mass centre are redundant."""
    dx, dy, ω, γ = S("x2") - da.param("p1x", 0.0), S("y2"), S("ω"), SIZES["γ"]
    return da.modules.subsystem(
        "U",
        coordinates="x2 y2",
        speeds="vx vy ω x2' y2'",
        rates={"x2": S("x2'"), "y2": S("y2'")},
        constraints={
            "centre x": S("vx") + ω * γ * dy,
            "centre y": S("vy") - ω * γ * dx,
            "x2 end": S("vx") - ω * (1 - γ) * dy - S("x2'"),
            "y2 end": S("vy") + ω * (1 - γ) * dx - S("y2'"),
        },
        forces={
            "vx": -SIZES["mU"] * S("vx'"),
            "vy": -SIZES["mU"] * (S("vy'") + GRAVITY),
            "ω": -SIZES["IU"] * S("ω'") - SIZES["bU"] * ω,
        },
        independent="ω",
    )


def lower_bar() -> Any:
    """A bar with two moving ends."""
    dx, dy, ω, γ = S("x2") - S("x1"), S("y2") - S("y1"), S("ω"), SIZES["γ"]
    return da.modules.subsystem(
        "B",
        coordinates="x1 y1 x2 y2",
        speeds="vx vy ω x1' y1' x2' y2'",
        rates={name: S(f"{name}'") for name in ("x1", "y1", "x2", "y2")},
        constraints={
            "x1 end": S("vx") + ω * γ * dy - S("x1'"),
            "y1 end": S("vy") - ω * γ * dx - S("y1'"),
            "x2 end": S("vx") - ω * (1 - γ) * dy - S("x2'"),
            "y2 end": S("vy") + ω * (1 - γ) * dx - S("y2'"),
        },
        forces={
            "vx": -SIZES["mB"] * S("vx'"),
            "vy": -SIZES["mB"] * (S("vy'") + GRAVITY),
            "ω": -SIZES["IB"] * S("ω'"),
        },
        independent="vx vy ω",
    )


def hand() -> Any:
    """Both bars, tied at the elbow, with their angles as extra coordinates."""
    return da.modules.subsystem(
        "hand",
        {"U": upper_bar(), "B": lower_bar()},
        coordinates="θ φ",
        constraints={
            "angle of U": S("θ.rate") - S("U/ω"),
            "angle of B": S("φ.rate") - S("B/ω"),
            "elbow x": S("B/x1'") - S("U/x2'"),
            "elbow y": S("B/y1'") - S("U/y2'"),
        },
        independent="θ.rate φ.rate",
    )


def load() -> Any:
    """A particle."""
    return da.modules.subsystem(
        "load",
        coordinates="x y",
        speeds="x' y'",
        forces={"x'": -LOAD * S("x''"), "y'": -LOAD * (S("y''") + GRAVITY)},
    )


def ends(prefix: str = "") -> dict[str, Any]:
    """Both hands hold the load."""
    return {
        f"{K} {axis}": S(f"{prefix}{K}/B/{axis}2'") - S(f"{prefix}load/{axis}'") for K in "LR" for axis in "xy"
    }


def gears(prefix: str = "") -> dict[str, Any]:
    """Each motor turns its upper bar."""
    return {f"gear {K}": S(f"{prefix}{K}/θ.rate") - S(f"motor{K}/ω") / MOTOR["η"] for K in "LR"}


def nested() -> Any:
    """P = {motors, R = {H_L, H_R, load}}, H = {U, B}: four levels."""
    chain = hand()
    loop = da.modules.subsystem(
        "R",
        {"L": chain, "R": chain, "load": load()},
        coordinates="χ",
        constraints={**ends(), "between hands": S("χ.rate") - S("R/B/ω") + S("L/B/ω")},
        independent="L/θ.rate R/θ.rate",
    )
    return da.modules.subsystem(
        "P",
        {"motorL": motor(), "motorR": motor(), "R": loop},
        constraints=gears("R/"),
        independent="R/L/θ.rate R/R/θ.rate motorL/i motorR/i",
    )


def by_sides() -> Any:
    """The same parts in another order: each motor with its hand first, then both with the load."""
    side = da.modules.subsystem(
        "side",
        {"motor": motor(), "hand": hand()},
        constraints={"gear": S("hand/θ.rate") - S("motor/ω") / MOTOR["η"]},
    )
    held = {f"{K} {x}": S(f"{K}/hand/B/{x}2'") - S(f"load/{x}'") for K in "LR" for x in "xy"}
    return da.modules.subsystem("sides", {"L": side, "R": side, "load": load()}, constraints=held)


def values(θd: Any = (1.0, -0.5), θdd: Any = (2.0, 1.0), i: Any = (0.3, -0.4)) -> dict[str, float]:
    """Values of all variables, orders 0 to 2, from rates and accelerations of both upper bars."""
    aU, aB, γ, η = SIZES["aU"], SIZES["aB"], SIZES["γ"], MOTOR["η"]
    θ, φ = (2.0, math.pi - 2.0), (0.8, math.pi - 0.8)
    base = -aU * math.cos(θ[0]) - aB * math.cos(φ[0]), -aU * math.cos(θ[1]) - aB * math.cos(φ[1])

    def linear(right: Any) -> Any:
        # aU θ' e(θ) + aB φ' e(φ) of both hands agree
        A = [[-aB * math.sin(φ[0]), aB * math.sin(φ[1])], [aB * math.cos(φ[0]), -aB * math.cos(φ[1])]]
        return np.linalg.solve(A, right)

    def turned(angle: float, rate: float, length: float, second: float | None = None) -> tuple[float, float]:
        c, s = math.cos(angle), math.sin(angle)
        if second is None:
            return -length * s * rate, length * c * rate
        return -length * (s * second + c * rate**2), length * (c * second - s * rate**2)

    u = [turned(θ[k], θd[k], aU) for k in (0, 1)]
    φd = linear([u[1][0] - u[0][0], u[1][1] - u[0][1]])
    still = [
        [a + b for a, b in zip(turned(θ[k], θd[k], aU, θdd[k]), turned(φ[k], φd[k], aB, 0.0), strict=True)]
        for k in (0, 1)
    ]
    φdd = linear([still[1][0] - still[0][0], still[1][1] - still[0][1]])
    found = {}
    for k, K in enumerate("LR"):
        p1 = (base[k], 0.0)
        p2 = (p1[0] + aU * math.cos(θ[k]), aU * math.sin(θ[k]))
        p3 = (p2[0] + aB * math.cos(φ[k]), p2[1] + aB * math.sin(φ[k]))
        v2, v3 = u[k], None
        w3 = turned(φ[k], φd[k], aB)
        v3 = (v2[0] + w3[0], v2[1] + w3[1])
        a2 = turned(θ[k], θd[k], aU, θdd[k])
        w = turned(φ[k], φd[k], aB, φdd[k])
        a3 = (a2[0] + w[0], a2[1] + w[1])
        h = f"R/{K}"
        found |= {f"{h}/U/p1x": p1[0], f"{h}/θ": θ[k], f"{h}/φ": φ[k]}
        found |= {f"{h}/θ.rate": θd[k], f"{h}/φ.rate": φd[k], f"{h}/θ.rate'": θdd[k], f"{h}/φ.rate'": φdd[k]}
        found |= {f"{h}/U/ω": θd[k], f"{h}/U/ω'": θdd[k], f"{h}/B/ω": φd[k], f"{h}/B/ω'": φdd[k]}
        for axis, n in (("x", 0), ("y", 1)):
            found |= {f"{h}/U/{axis}2": p2[n], f"{h}/B/{axis}1": p2[n], f"{h}/B/{axis}2": p3[n]}
            found |= {f"{h}/U/{axis}2'": v2[n], f"{h}/B/{axis}1'": v2[n], f"{h}/B/{axis}2'": v3[n]}
            found |= {f"{h}/U/{axis}2''": a2[n], f"{h}/B/{axis}1''": a2[n], f"{h}/B/{axis}2''": a3[n]}
            found |= {f"{h}/U/v{axis}": γ * v2[n], f"{h}/U/v{axis}'": γ * a2[n]}
            found |= {
                f"{h}/B/v{axis}": v2[n] + γ * (v3[n] - v2[n]),
                f"{h}/B/v{axis}'": a2[n] + γ * (a3[n] - a2[n]),
            }
            found |= {f"R/load/{axis}": p3[n], f"R/load/{axis}'": v3[n], f"R/load/{axis}''": a3[n]}
        found |= {f"motor{K}/ω": η * θd[k], f"motor{K}/ω'": η * θdd[k], f"motor{K}/i": i[k], f"motor{K}/i'": 0.0}
        found |= {f"motor{K}/voltage": 0.0}
    found |= {"R/χ": φ[1] - φ[0], "R/χ.rate": φd[1] - φd[0], "R/χ.rate'": φdd[1] - φdd[0]}
    return found


def driven(until: float = 0.3) -> da.Motion:
    """Motion from rest by constant voltages; places of the base are parameters."""
    tree, at = nested(), values((0.0, 0.0), (0.0, 0.0), (0.0, 0.0))
    q = {name: at[name] for name in tree.coordinates}
    start = tree.state(q=q, p={name: at[name] for name in tree.parameters}, tau=VOLTAGES)
    return da.simulate(tree, start, times=np.linspace(0.0, until, 101))


def numbers() -> dict[str, Any]:
    """Counts of the tree, effective forces at its nodes in one state, and the run with both motors."""
    tree, at = nested(), values()
    motion = driven()
    hands = {K: tree["R"][K].f_bar.at(at).to_array()[:, 0] for K in "LR"}
    return {
        "speeds": len(tree.speeds),
        "rows": len(tree.all_constraints),
        "freedoms": tree.degrees_of_freedom,
        "forces of the hands": np.array([hands["L"], hands["R"]], dtype=float),
        "forces": {name: float(tree.f_bar.at(at)[name, ""]) for name in tree.independent},
        "singular": tree.singular_choices,
        "motion": motion,
        "gap": float(motion.residuals["velocities"].max()),
    }


def main(folder: Path = RESULTS) -> None:
    """Say what the tree is, and move the load."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    print(f"{found['speeds']} speeds, {found['rows']} rows, {found['freedoms']} degrees of freedom")
    for name, force in found["forces"].items():
        print(f"f̄ along {name}: {force:.6f}")
    print(*found["singular"], sep="\n")
    motion = found["motion"]
    print(f"after {motion.times[-1]:g} s the load is {motion['R/load/y'][-1]:.4f} m above the base")
    da.draw(nested(), file=folder / "five_bar_tree.png")
    da.plot(motion, ["R/load/x", "R/load/y", "motorL/i", "motorR/i"], file=folder / "five_bar_tree_motion.png")


if __name__ == "__main__":
    main()
