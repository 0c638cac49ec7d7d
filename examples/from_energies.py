"""Systems that are not made of bodies, from what is known of them: energies, a Gibbs function, rows.

A microphone is a beam with two modes before a charged plate: the energies of bending and of the field are all that
is typed. A sleigh on a blade comes from its Gibbs function in two speeds, although it has three coordinates. A
motor with a gear is three rows of torque and voltage.
"""

from typing import Any

import numpy as np

import dalembert as da

METHOD = da.methods.DOP853(rtol=1e-12, atol=1e-14)


def microphone() -> da.Equations:
    """Two modes of a beam with unit stiffness, mass and length, supported at both ends, and the charge on a plate.

    The gap to the plate is 1 − b₁ on the average, as far as the first mode goes.
    """
    q, u, U = da.expr.symbols("b1 b2 Q"), da.expr.symbols("r1 r2 i"), da.expr.symbol("U")
    (b1, b2, Q), (r1, r2, i) = q, u
    inductance, resistance = 0.02, da.param("resistance", 0.5)
    T = 0.25 * (r1**2 + r2**2) + 0.5 * inductance * i**2
    bending = 0.25 * np.pi**4 * (b1**2 + 16.0 * b2**2)
    field = 0.5 * Q**2 * (1.0 - b1)
    beam = da.formulations.TypedSystem(q, u, dissipation=0.5 * resistance * i**2, forces={"Q": U}, inputs=[U])
    return beam.from_energies(T, bending + field)


def sleigh(mass: float = 1.3, ahead: float = 0.4, inertia: float = 0.25) -> da.Equations:
    """It slides along its blade and turns about it; the mass centre is ahead of it."""
    theta, (v, w), (v_rate, w_rate) = da.expr.symbol("theta"), da.expr.symbols("v w"), da.expr.symbols("v' w'")
    along, across = v_rate - ahead * w**2, ahead * w_rate + v * w
    S = 0.5 * mass * (along**2 + across**2) + 0.5 * inertia * w_rate**2
    rates = {"x": v * da.cos(theta), "y": v * da.sin(theta), "theta": w}
    return da.formulations.TypedSystem("x y theta", [v, w], rates=rates).from_gibbs_function(S)


def geared_motor(ratio: float = 20.0) -> da.Equations:
    """Rotor, load and current; the torque between the teeth is a multiplier, the load hangs like a pendulum."""
    (w, n, i), a, tooth, U = (
        da.expr.symbols("w n i"),
        da.expr.symbols("w' n' i'"),
        da.expr.symbol("tooth"),
        da.expr.symbol("U"),
    )
    rotor, load, k, L, R = 1e-4, 0.3, 0.05, 1e-3, 0.4
    rows = [
        L * a[2] + R * i + k * w - U,
        load * a[1] + 4.0 * da.sin(da.expr.symbol("phi")) - ratio * tooth,
        rotor * a[0] - k * i + tooth,
    ]
    mesh = ("mesh", w - ratio * n)
    motor = da.formulations.TypedSystem(["phi"], [w, n, i], rates={"phi": n}, inputs=[U], constraints=[mesh])
    return motor.from_rows(rows, lam=[tooth])


def numbers() -> dict[str, Any]:
    """What each system does, and what closed forms say."""
    sound, times = microphone(), np.linspace(0.0, 2.0, 8001)
    rung = da.simulate(sound, sound.state(q={"b2": 0.01}, tau={"U": 1.0}), until=2.0, times=times, method=METHOD)
    slid = sleigh()
    run = da.simulate(slid, slid.state(u={"v": 0.2, "w": 2.0}), until=12.0, method=METHOD)
    v, w = run["v"], run["w"]
    motor = geared_motor()
    held = da.simulate(motor, motor.state(tau={"U": 0.8}), until=20.0, times=[0.5, 20.0], method=METHOD)
    return {
        "microphone": {
            "charge": rung["Q"][-1],
            "bow": rung["b1"][-1],
            "second mode": rung["b2"][-1],
            "second mode, closed": 0.01 * np.cos(4.0 * np.pi**2 * rung.times[-1]),
            "energy drift": rung.energy_drift,
        },
        "sleigh": {
            "speed": v[-1],
            "speed, closed": np.sqrt(v[0] ** 2 + (0.25 / 1.3 + 0.4**2) * w[0] ** 2),
            "energy drift": np.ptp(0.5 * 1.3 * v**2 + 0.5 * (0.25 + 1.3 * 0.4**2) * w**2),
        },
        "motor": {
            "angle": held["phi"][-1],
            "angle, closed": np.arcsin(20.0 * 0.05 * 2.0 / 4.0),
            "tooth": held["mesh.multiplier"][-1],
            "mesh": np.abs(held["mesh.residual"]).max(),
        },
    }


def main() -> None:
    """Print what the equations are and what follows from them."""
    for eom in (microphone(), sleigh(), geared_motor()):
        print(eom.description)
    for name, found in numbers().items():
        print(name)
        for what, value in found.items():
            print(f"  {what}: {value:.9g}")


if __name__ == "__main__":
    main()
