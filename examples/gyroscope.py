"""A gyroscope in gimbals: a yoke that turns, a beam on it that tilts, a rotor on the beam that spins.

Neither yoke nor rotor has a preferred angle, so their momenta stay constant. The motion is computed twice: in
angles and their rates, and in angles and momenta from the Hamiltonian. Writes `gyroscope.png`.
"""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

import dalembert as da

RESULTS = Path(__file__).with_name("results")
GRAVITY, DATUM = 9.81, -2.5
"""Potential energy counts from a height of −2.5, the foot of the stand."""

SPOKES = 2.0 * np.pi * np.arange(6) / 6
TIMES = (0.5, 1.0, 2.0, 5.0, 10.0)
METHOD = da.methods.DOP853(rtol=1e-13, atol=1e-15)


def gyroscope() -> da.Model:
    """All masses are 1; the beam's centre of mass lies behind the yoke, the rotor three times as far in front."""
    solids = visuals()
    yoke = da.Body(
        "yoke", da.Inertia(1.0, (0.0, 0.0, -1.0), np.diag([1 / 3, 1 / 3, 1 / 2])), visual=solids["yoke"]
    )
    beam = da.Body(
        "beam", da.Inertia(1.0, (-1.0, 0.0, 0.0), np.diag([0.125, 3.0625, 3.083])), visual=solids["beam"]
    )
    rotor = replace(da.cylinder("rotor", radius=1.0, length=1.0, mass=1.0, axis="x"), visual=solids["rotor"])
    return da.Model(
        da.Revolute("turn", da.ground, yoke, axis="z"),
        da.Revolute("tilt", yoke, beam, axis="y"),
        da.Revolute("spin", beam.at(x=3.0), rotor, axis="x"),
        gravity=(0.0, 0.0, -GRAVITY),
    )


def visuals() -> dict[str, list[Any]]:
    """A fork on a post, a beam with a weight behind, a flywheel in front."""
    fork = [(0.0, -0.45, 0.0), (0.0, -0.45, -0.35), (0.0, 0.0, -0.7), (0.0, 0.45, -0.35), (0.0, 0.45, 0.0)]
    post = da.visuals.Bar((0.0, 0.0, -0.7), (0.0, 0.0, DATUM), 0.12)
    spokes = [da.visuals.Bar((0.0, 0.0, 0.0), (0.0, 0.9 * np.cos(a), 0.9 * np.sin(a)), 0.05) for a in SPOKES]
    return {
        "yoke": [post, *(da.visuals.Bar(a, b, 0.1) for a, b in pairwise(fork))],
        "beam": [
            da.visuals.Bar((-2.0, 0.0, 0.0), (3.0, 0.0, 0.0), 0.09),
            da.visuals.Cylinder(0.4, 0.6, "x", place=da.spatial.Pose(p=np.array([-1.6, 0.0, 0.0]))),
        ],
        "rotor": [da.visuals.Torus(0.88, 0.12, "x"), da.visuals.Cylinder(0.2, 0.5, "x"), *spokes],
    }


def start(model: da.Model) -> da.State:
    """The rotor spins, one turn in eight seconds, 30 degrees above the level."""
    return model.state(q={"tilt": -np.pi / 6}, u={"spin": 2 * np.pi / 8})


def systems() -> dict[str, tuple[da.Model, da.State]]:
    """The gyroscope and its start."""
    model = gyroscope()
    return {"spinning": (model, start(model))}


def terms(eom: da.Equations) -> dict[str, Any]:
    """M, b, g, energies and momenta of the equations."""
    V = eom.signal("potential energy")
    T = eom.signal("kinetic energy")
    M_rate = da.expr.time_derivative(eom.M, dict(zip(eom.q, eom.u, strict=True)))
    g = da.expr.gradient(V, eom.q)
    return {
        "M": eom.M,
        "b": -eom.f - g,
        "b by Lagrange": M_rate @ eom.u - 0.5 * da.expr.gradient(eom.u @ eom.M @ eom.u, eom.q),
        "g": g,
        "a": eom.accelerations,
        "T": T,
        "V": V - 3.0 * GRAVITY * DATUM,
        "E": T + V - 3.0 * GRAVITY * DATUM,
        "momenta": da.expr.gradient(T, eom.u),
    }


def canonical_rates(eom: da.Equations) -> da.kernels.Kernel:
    """(q̇, ṗ) = (∂H/∂p, −∂H/∂q) as a native function of (q, p), with H = ½ pᵀ M⁻¹ p + V."""
    mom = da.expr.symbols("p", len(eom.u))
    Ham = 0.5 * mom @ da.matrices.solve(eom.M, mom) + eom.signal("potential energy")
    rates = np.concatenate([da.expr.gradient(Ham, mom), -da.expr.gradient(Ham, eom.q)])
    return da.kernels.compile(rates, {"x": np.concatenate([eom.q, mom])})


def euler(F: Callable[[Any], Any], x: Any, until: float, step: float) -> Any:
    """The simplest stepper: x⁺ = x + F(x) h."""
    for _ in range(round(until / step)):
        x = x + step * F(x)
    return x


def runge_kutta(F: Callable[[Any], Any], x: Any, until: float, step: float) -> Any:
    """The classical method of order four."""
    for _ in range(round(until / step)):
        k1 = F(x)
        k2 = F(x + 0.5 * step * k1)
        k3 = F(x + 0.5 * step * k2)
        x = x + step / 6.0 * (k1 + 2.0 * (k2 + k3) + F(x + step * k3))
    return x


def turn(until: float = TIMES[-1], times: Any = None) -> da.Motion:
    """The motion in angles and rates."""
    model = gyroscope()
    return da.simulate(model, start(model), until=until, times=times, method=METHOD)


def numbers() -> dict[str, Any]:
    """Terms of the equations in two states, and the motion in both forms."""
    model = gyroscope()
    dynamics = da.as_dynamics(model)
    eom = dynamics.equations
    moving = model.state(q={"turn": 0.4, "tilt": -0.3, "spin": 0.9}, u={"turn": 0.7, "tilt": -1.1, "spin": 2.0})
    begin = dynamics.evaluate(terms(eom), start(model))

    x0 = np.concatenate([[0.0, -np.pi / 6, 0.0], begin["momenta"]])
    F = canonical_rates(eom)
    motion = turn(times=TIMES)
    momenta = turn().evaluate(da.expr.gradient(eom.signal("kinetic energy"), eom.u))
    return {
        "start": begin,
        "moving": dynamics.evaluate(terms(eom), moving),
        "q": motion.states[:, :3],
        "canonical q(5)": runge_kutta(F, x0, 5.0, 1e-3)[:3],
        "canonical Euler q(1)": {step: euler(F, x0, 1.0, step)[:3] for step in (1e-3, 5e-4)},
        "drift of momenta": np.abs(momenta - momenta[0]).max(axis=0),
        "energy drift": turn().energy_drift,
    }


def main(folder: Path = RESULTS) -> None:
    """Turn, and say what stays constant."""
    folder.mkdir(parents=True, exist_ok=True)
    found = numbers()
    with np.printoptions(precision=9, suppress=True):
        print("mass matrix at the start\n", found["start"]["M"], sep="")
        print("momenta", found["start"]["momenta"])
        print("angles at t = 5 s by rates  ", found["q"][3])
        print("angles at t = 5 s by momenta", found["canonical q(5)"])
    drifts = found["drift of momenta"]
    print(f"the momenta of turn and spin are kept to {drifts[0]:.0e} and {drifts[2]:.0e},", end=" ")
    print(f"that of tilt changes by {drifts[1]:.1f}; energy kept to {found['energy drift']:.0e}")
    file = folder / "gyroscope.png"
    da.plot(turn(), ["turn", "tilt", "spin"], file=file)
    print(f"the picture is {file}")


if __name__ == "__main__":
    main()
