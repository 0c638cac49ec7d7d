"""Example 4.3 of Orsino's thesis (2016): forces on the cranks of a five-bar mechanism, by formula and by model."""

from typing import Any

import numpy as np
import pytest

import dalembert as da

APART = 1e-2
"""By this much, at least, the printed forms miss."""

LU, LB, MU, MB, IU, IB = 0.5, 0.8, 1.0, 0.8, 0.02, 0.04
"""Cranks U and couplers B: lengths, masses, moments of inertia; mass centres are in the middle."""

LOAD, GRAVITY, DAMPING, ROTOR, MOTOR = 0.5, 9.8, 0.3, 0.04, np.array([0.18, -0.24])
"""A mass at the tip; damping of joints and motors together; rotors and torques of motors as felt at the cranks."""

TH, PH = np.array([2.0, np.pi - 2.0]), np.array([0.8, np.pi - 0.8])
TH_RATE, TH_SECOND = np.array([1.0, -0.5]), np.array([2.0, 1.0])
"""Angles from the x axis, of the left and right arm; rates and accelerations of the cranks are given."""


def mechanism() -> da.Model:
    """Base joints stand where the tips meet on the y axis."""
    parts: list[Any] = []
    tips = []
    for side, base in zip("LR", -LU * np.cos(TH) - LB * np.cos(PH), strict=True):
        U = da.Body(f"U{side}", da.Inertia(MU, (LU / 2.0, 0.0, 0.0), np.diag([1.0, 1.0, IU])))
        B = da.Body(f"B{side}", da.Inertia(MB, (LB / 2.0, 0.0, 0.0), np.diag([1.0, 1.0, IB])))
        parts += [da.Revolute(f"θ{side}", da.ground.at(x=base), U), da.Revolute(f"φ{side}", U.at(x=LU), B)]
        parts.append(da.JointDamper(f"b{side}", f"θ{side}", DAMPING))
        tips.append(B.at(x=LB))
    parts += [da.Weld("grip", tips[0], da.particle("load", mass=LOAD)), da.Coincident("tip", *tips)]
    return da.Model(*parts, gravity=(0.0, -GRAVITY, 0.0))


@pytest.fixture(scope="module")
def by_model() -> dict[str, Any]:
    """Forces along the cranks that are missing, and rates and accelerations of the couplers' angles."""
    eom = da.derive(mechanism())
    own = [eom.speeds.index(f"{name}.rate") for name in ("θL", "θR", "φL", "φR")]
    q = dict(zip(("θL", "θR", "φL", "φR"), [*TH, *(PH - TH)], strict=True))
    dynamics = da.as_dynamics(eom)
    J = dynamics.evaluate({"J": eom.J}, da.State(q=q))["J"][:, own]
    Z = np.vstack([np.eye(2), -np.linalg.solve(J[:, 2:], J[:, :2])])
    u = dict(zip(np.array(eom.speeds)[own], Z @ TH_RATE, strict=True))
    outputs = {"phi": eom.phi, "M": eom.M[np.ix_(own, own)], "f": eom.f[own], "gamma": eom.gamma}
    found = dynamics.evaluate(outputs, da.State(q=q, u=u))
    np.testing.assert_allclose(found["phi"], 0.0, atol=1e-12)
    a = np.concatenate([TH_SECOND, np.linalg.solve(J[:, 2:], found["gamma"] - J[:, :2] @ TH_SECOND)])
    forces = Z.T @ (found["f"] - found["M"] @ a) - ROTOR * TH_SECOND + MOTOR
    return {"forces": forces, "rate": Z[2:] @ TH_RATE + TH_RATE, "second": a[2:] + TH_SECOND}


def by_formula(rate: Any, second: Any, lost: str = "") -> Any:
    """The same by the formula of the thesis, in which a part may be lost."""
    swing = -np.sin(TH) * TH_SECOND - np.cos(TH) * TH_RATE**2, np.cos(TH) * TH_SECOND - np.sin(TH) * TH_RATE**2
    fold = -np.sin(PH) * second - np.cos(PH) * rate**2, np.cos(PH) * second - np.sin(PH) * rate**2
    x, y = (LU * swing[k] + LB * fold[k] for k in range(2))
    forces = []
    for X, Y in ((0, 1), (1, 0)):
        s, c = np.sin(PH[Y] - PH[X]), np.cos(TH[X] - PH[X])
        own, across = np.sin(TH[X] - PH[X]) / s, np.sin(TH[X] - PH[Y]) / s
        sine = 1.0 if lost == "sine" else np.sin(TH[X] - PH[X])
        coupler = IB + MB * LB**2 / 4.0
        other = IB if lost == "inertia" else coupler
        carried = MB / 2.0 + (0.0 if lost == "load" else LOAD)
        bracket = MB * (0.5 * (1.0 - np.sin(2.0 * TH[X] - PH[X] - PH[Y]) / s) - 2.0) - MU / 2.0
        turning = TH_RATE[Y] ** 2 * np.sin(TH[Y] - PH[Y]) - TH_SECOND[Y] * np.cos(TH[Y] - PH[Y])
        forces.append(
            LU**2 * MB / 2.0 * (turning * own + TH_RATE[X] ** 2 * sine * across)
            - LU * LB * MB / 2.0 * rate[X] ** 2 * np.sin(TH[X] - PH[X])
            - DAMPING * TH_RATE[X]
            + LU * LOAD * (x[X] * np.sin(PH[Y]) - y[X] * np.cos(PH[Y])) * own
            - LU / LB * second[X] * (MB * LB**2 / 2.0 * c + coupler * across)
            + TH_SECOND[X] * (LU**2 * bracket / 2.0 - ROTOR - IU)
            - LU / LB * second[Y] * own * other
            + MOTOR[X]
            - GRAVITY * LU * carried * np.cos(PH[Y]) * own
            - GRAVITY * LU * MB * (np.cos(PH[X]) * across / 2.0 + np.cos(TH[X]))
            - GRAVITY * LU * MU * np.cos(TH[X]) / 2.0
        )
    return np.array(forces)


def test_forces_are_those_of_the_reference_and_of_the_formula(by_model):
    np.testing.assert_allclose(by_model["forces"], [4.671964, -6.346591], atol=1e-6)
    formula = by_formula(by_model["rate"], by_model["second"])
    np.testing.assert_allclose(formula, by_model["forces"], rtol=1e-9)


@pytest.mark.parametrize("lost", ["sine", "inertia", "load"])
def test_example_4_3_f_lost_three_parts(by_model, lost):
    printed = by_formula(by_model["rate"], by_model["second"], lost)
    assert np.abs(printed - by_model["forces"]).max() > APART
