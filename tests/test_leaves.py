"""Leaves of a library: wheel, bar, knuckle and motor by their own equations; one module under several names."""

import numpy as np
import pytest
from scipy.linalg import expm

import dalembert as da
from tests.oracles.linkages import four_bar

RTOL = 1e-11
"""Of the largest entry: sums of a few dozen products."""


def close(found, expected):
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=RTOL * max(1.0, np.abs(expected).max()))


@pytest.mark.covers("F000-57")
def test_a_thin_wheel_rolls_where_its_edge_says():
    """The velocity of its centre by the rates of yaw ψ, lean φ and spin θ."""
    r = 0.255
    wheel = da.disc("wheel", radius=r, mass=2.0, axis="y")
    model = da.Model(
        da.Free("pose", da.ground, wheel, angles="zxy", names=["psi", "phi", "theta"]),
        da.Rolling("edge", wheel, on=da.geometry.plane(da.ground, normal="z")),
    )
    psi, phi, rates = 0.7, 0.3, (0.5, -0.4, 6.0)
    names = ("psi", "phi", "theta")
    state = da.assemble(
        model, q={"psi": psi, "phi": phi}, u=dict(zip(names, rates, strict=True)), guess={"pose.z": r}
    )
    turning = rates[2] + rates[0] * np.sin(phi)
    leaning = r * np.cos(phi) * rates[1]
    expected = (
        r * np.cos(psi) * turning + np.sin(psi) * leaning,
        r * np.sin(psi) * turning - np.cos(psi) * leaning,
        -r * np.sin(phi) * rates[1],
    )
    close([state.u[f"pose.{axis}.rate"] for axis in "xyz"], expected)
    assert state.q["pose.z"] == pytest.approx(r * np.cos(phi))


@pytest.mark.covers("F000-57")
def test_a_thin_bar_that_does_not_spin():
    """Along φ and ψ of zyx angles: I (−ω̇_y + ω_x ω_z) and −I cos φ (ω̇_z + ω_x ω_y) balance what acts."""
    bar = da.rod("bar", length=0.22, mass=0.3)
    model = da.Model(
        da.Free("pose", da.ground, bar.at(x=0.11), angles="zyx", names=["psi", "phi", "theta"]),
        da.Drive("no spin", "theta", 0.0),
        da.Torque("turn", bar, (0.3, -0.2, 0.5)),
    )
    dynamics = da.as_dynamics(model)
    state = model.state(q={"psi": 0.4, "phi": -0.5}, u={"psi": 1.2, "phi": -0.7})
    R, w, alpha = da.orientation(bar), da.angular_velocity(bar), da.measures.angular_acceleration(bar)
    found = dynamics.evaluate({"R": R, "w": R.T @ w, "alpha": R.T @ alpha}, state)
    (wx, wy, wz), (_, ay, az), I = found["w"], found["alpha"], 0.3 * 0.22**2 / 12.0
    moment = found["R"].T @ (0.3, -0.2, 0.5)
    c, s = np.cos(-0.5), np.sin(-0.5)
    close(wx, -s * 1.2)
    close(I * (-ay + wx * wz) + moment[1], 0.0)
    # the drive of the spin takes the moment along the bar, which has power along ψ′ too
    along = float(dynamics.signals(["no spin.multiplier"], state)["no spin.multiplier"]) + moment[0]
    close(along, 0.0)
    close(-I * c * (az + wx * wy) + c * moment[2] - s * moment[0], 0.0)


@pytest.mark.covers("F000-57")
def test_a_knuckle_with_a_full_inertia_matrix():
    """−I_bc ω_b² − I_ac ω_a ω_b + (I_bb − I_cc) ω_b ω_c + I_bc ω_c² + I_ab ω_a ω_c − I ω̇ = 0, free of moments."""
    J = np.array([[0.002, 0.0003, -0.0005], [0.0003, 0.0015, 0.0002], [-0.0005, 0.0002, 0.0028]])
    knuckle = da.Body("knuckle", da.Inertia(0.5, J=J))
    model = da.Model(da.Free("pose", da.ground, knuckle))
    w = np.array([1.3, -0.8, 2.1])
    state = model.state(u=dict(zip(("pose.wx", "pose.wy", "pose.wz"), w, strict=True)))
    found = da.as_dynamics(model).accelerations(state)
    alpha = np.array([found[f"pose.w{axis}"] for axis in "xyz"])
    for a in range(3):
        b, c = (a + 1) % 3, (a + 2) % 3
        gyroscopic = -J[b, c] * w[b] ** 2 - J[a, c] * w[a] * w[b] + (J[b, b] - J[c, c]) * w[b] * w[c]
        close(gyroscopic + J[b, c] * w[c] ** 2 + J[a, b] * w[a] * w[c] - J[a] @ alpha, 0.0)


@pytest.mark.covers("F000-57")
def test_a_motor_with_a_current_starts_as_in_closed_form():
    """k i = I ω̇ + b ω and υ = λ di/dt + ρ i + κ ω, linear: by the exponential of its matrix."""
    k, kappa, I, b, inductance, resistance, voltage = 0.3, 0.3, 0.02, 0.01, 0.05, 1.2, 12.0
    rotor = da.Body("rotor", da.Inertia(1.0, J=I * np.eye(3)))
    current = da.measures.state_variable("current")
    model = da.Model(
        da.Revolute("shaft", da.ground, rotor, axis="z"),
        da.StateVariable(
            "current", rate=(voltage - resistance * current - kappa * da.speed("shaft")) / inductance
        ),
        da.JointForce("torque", "shaft", k * current),
        da.JointDamper("bearing", "shaft", b),
    )
    times = [0.05, 0.1, 0.3]
    motion = da.simulate(
        model, model.state(), until=0.3, times=times, method=da.methods.DOP853(rtol=1e-11, atol=1e-12)
    )
    A = [[-b / I, k / I, 0.0], [-kappa / inductance, -resistance / inductance, voltage / inductance], [0.0] * 3]
    expected = np.array([expm(np.array(A) * t)[:2, 2] for t in times])
    np.testing.assert_allclose(motion["shaft.rate"], expected[:, 0], rtol=1e-8)
    np.testing.assert_allclose(motion["current"], expected[:, 1], rtol=1e-8)


@pytest.mark.covers("F000-19")
def test_copies_of_a_module_move_each_like_the_module_alone():
    """A linkage with a loop, friction by its reactions, a work integral and a motor, as L and R, and nested."""
    friction = da.JointForce(
        "friction", "B", -0.005 * da.expr.absolute_value(da.reaction_force("B")[0]) * da.tanh(da.speed("B"))
    )
    work = da.StateVariable("work", rate=da.speed("A") * da.measures.state_variable("work") - da.coordinate("D"))
    module = four_bar(0.5, 1.2, 0.75, 1.1, friction, work, da.Motor("motor", "A"))
    pair = da.Model(da.Submodel("L", module), da.Submodel("R", module), gravity=module.gravity)
    robot = da.Model(da.Submodel("arms", pair), gravity=module.gravity)
    assert {"arms/L/A", "arms/R/A"} < set(robot.coordinates)

    single, whole = da.as_dynamics(module), da.as_dynamics(robot)
    alone = {}
    for name, angle, torque in (("arms/L/", 0.3, 0.4), ("arms/R/", 0.5, -0.2)):
        closed = da.assemble(single, q={"A": angle}, u={"A": 1.0})
        alone[name] = module.state(q=closed.q, u=closed.u, z={"work": angle}, tau={"motor": torque})
    levels = {
        level: {f"{name}{key}": x for name, state in alone.items() for key, x in getattr(state, level).items()}
        for level in ("q", "u", "z", "tau")
    }
    signals = ("A.acceleration", "B.force.x", "C.force.y", "friction.power", "work")
    found = whole.signals([name + signal for name in alone for signal in signals], robot.state(**levels))
    for name, state in alone.items():
        for signal, expected in single.signals(signals, state).items():
            assert found[name + signal] == pytest.approx(expected, rel=1e-9), name + signal
    assert found["arms/L/A.acceleration"] != pytest.approx(found["arms/R/A.acceleration"], rel=1e-2)
