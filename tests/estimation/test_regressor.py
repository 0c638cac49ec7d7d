import numpy as np
import pytest

import dalembert as da
from dalembert.dynamics.as_dynamics import as_dynamics

TIMES = np.linspace(0.0, 4.0, 400)


def spatial_body(name, seed):
    rng = np.random.default_rng(seed)
    axes, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    J = axes @ np.diag(rng.uniform(0.02, 0.03, 3)) @ axes.T
    return da.Body(name, da.Inertia(rng.uniform(1.0, 3.0), rng.uniform(-0.2, 0.2, 3), J))


def spatial_arm():
    bodies = [spatial_body(f"link {k}", k) for k in range(3)]
    return da.Model(
        da.Revolute("a", da.ground.at(z=0.3), bodies[0], axis="z"),
        da.Revolute("b", bodies[0].at(x=0.4, z=0.1), bodies[1], axis="y"),
        da.Spherical("c", bodies[1].at(z=0.5), bodies[2]),
        gravity=(0.5, 0.0, -9.81),
    )


def planar_arm():
    upper = da.rod("upper", length=0.5, mass=2.0)
    lower = da.Body("lower", da.Inertia(1.2, com=(0.2, 0.03, 0.0), J=np.diag([0.01, 0.03, 0.035])))
    return da.Model(
        da.Revolute("A", da.ground, upper),
        da.Revolute("B", upper["end"], lower),
        da.Motor("motor A", "A"),
        da.Motor("motor B", "B"),
        da.JointDamper("bearing", "B", 0.3),
        gravity=(0, -9.81, 0),
    )


LAWS = {
    "A": 1.2 * da.sin(2.0 * da.time) + 0.3 * da.cos(5.0 * da.time),
    "B": da.sin(3.0 * da.time) - 0.5 * da.cos(4.1 * da.time),
}


def test_the_regressor_is_that_of_pinocchio():
    pin = pytest.importorskip("pinocchio")
    from tests.oracles.pinocchio_tree import pinocchio_tree

    model = spatial_arm()
    peer, dynamics = pinocchio_tree(model), as_dynamics(model)
    motion = da.simulate(
        model, model.state(q={"a": 0.3, "b": 0.4}, u={"a": 1.0, "b": -2.0}), times=[0.0, 0.3, 0.7]
    )
    found = da.regressor(model, motion)
    names = ("m", "mx", "my", "mz", "Jx", "Jxy", "Jy", "Jxz", "Jyz", "Jz")
    signs = np.array([1, 1, 1, 1, 1, -1, 1, -1, -1, 1])
    order = [found.names.index(f"link {k}.{name}") for k in range(3) for name in names]
    for k in range(len(motion)):
        q, u = motion.states[k, :6], motion.states[k, 6:]
        a = np.array(
            [motion[f"{name.removesuffix('.rate')}.acceleration"][k] for name in dynamics.equations.speeds]
        )
        S, bias = peer.velocity_map(q, u)
        theirs = pin.computeJointTorqueRegressor(peer.model, peer.data, peer.configuration(q), S @ u, S @ a + bias)
        np.testing.assert_allclose(found.Y[k][:, order], S.T @ theirs * np.tile(signs, 3), atol=1e-12)


@pytest.mark.parametrize("principle", [da.Kane(), da.Lagrange()], ids=["Kane", "Lagrange"])
def test_forces_are_those_of_inverse_dynamics_with_what_is_no_inertia_taken_off(principle):
    eom = da.derive(planar_arm(), principle)
    motion = da.inverse_dynamics(eom, LAWS, times=TIMES)
    torques = np.stack([motion["motor A"], motion["motor B"]], axis=1)
    for found in (da.regressor(eom, motion), da.regressor(eom, LAWS, times=TIMES)):
        np.testing.assert_allclose(found.forces(), torques, atol=1e-12)
        np.testing.assert_allclose(found.others[:, 1], -0.3 * motion["B.rate"], atol=1e-12)


def test_base_parameters_of_an_arm_are_those_by_hand():
    """Khalil and Dombre: the mass of the second link goes into the first moment and the moment of the first."""
    base = da.regressor(planar_arm()).base
    assert set(base.names) == {
        "upper.mx + 0.5 lower.m",
        "upper.my",
        "upper.Jz + 0.25 lower.m",
        "lower.mx",
        "lower.my",
        "lower.Jz",
    }
    assert "lower.Jx" in base.without_effect


def test_base_parameters_say_all_forces():
    model = spatial_arm()
    found = da.regressor(model)
    assert len(found.base) < 30
    np.testing.assert_allclose(
        found.matrix[:, list(found.base.columns)] @ found.base.combinations, found.matrix, atol=1e-9
    )


def test_base_parameters_from_noisy_torques_lie_in_their_intervals_95_times_in_a_hundred():
    model = planar_arm()
    motion = da.inverse_dynamics(model, LAWS, times=TIMES)
    found = da.regressor(model, motion)
    true = dict(zip(found.base.names, found.base.combinations @ found.values, strict=True))
    rng, kept, n = np.random.default_rng(0), 0, 60
    for _ in range(n):
        noisy = {name: motion[name] + rng.normal(0.0, 0.05, len(TIMES)) for name in ("motor A", "motor B")}
        estimate = found.estimate(noisy)
        kept += sum(low <= true[name] <= high for name, (low, high) in ((x, estimate.interval(x)) for x in true))
    # 360 intervals: 0.95 ± 3 deviations of 0.0115
    assert 0.915 < kept / (n * len(true)) < 0.985
    assert estimate.noise == pytest.approx([0.05, 0.05], rel=0.2)


def test_estimated_bodies_are_possible_and_have_the_base_parameters():
    """From a model that is far off, and noise with which plain least squares give negative moments."""
    motion = da.inverse_dynamics(planar_arm(), LAWS, times=TIMES[::8])
    upper, lower = da.rod("upper", length=0.5, mass=1.0), da.rod("lower", length=0.3, mass=3.0)
    wrong = da.Model(
        da.Revolute("A", da.ground, upper),
        da.Revolute("B", upper["end"], lower),
        da.Motor("motor A", "A"),
        da.Motor("motor B", "B"),
        da.JointDamper("bearing", "B", 0.3),
        gravity=(0, -9.81, 0),
    )
    found = da.regressor(wrong, LAWS, times=TIMES[::8])
    exact = found.estimate({name: motion[name] for name in ("motor A", "motor B")})
    assert exact["lower.Jz"] == pytest.approx(0.08408, rel=1e-9)
    assert exact["upper.mx + 0.5 lower.m"] == pytest.approx(1.1, rel=1e-9)
    chosen = found.base.combinations @ np.array(list(exact.consistent.values()))
    assert chosen == pytest.approx(list(exact.values.values()), rel=1e-6, abs=1e-8)
    rng = np.random.default_rng(1)
    noisy = found.estimate({name: motion[name] + rng.normal(0.0, 20.0, 50) for name in ("motor A", "motor B")})
    for estimate in (exact, noisy):
        for inertia in estimate.inertias.values():
            # da.Inertia checks moments when it is made
            da.Inertia(inertia.mass, inertia.com, inertia.J)


def test_in_a_closed_loop_forces_are_along_motions_that_keep_it_closed():
    crank, rocker = da.rod("crank", length=0.3, mass=1.0), da.rod("rocker", length=0.8, mass=1.0)
    coupler = da.rod("coupler", length=1.0, mass=1.0)
    model = da.Model(
        da.Revolute("A", da.ground, crank),
        da.Revolute("B", crank["end"], coupler),
        da.Revolute("C", coupler["end"], rocker["end"]),
        da.Revolute("D", da.ground.at(x=0.9), rocker),
        da.Motor("motor", "A"),
        gravity=(0, -9.81, 0),
    )
    motion = da.simulate(model, da.assemble(model, q={"A": 1.0}, u={"A": 5.0}), until=2.0)
    found = da.regressor(model, motion)
    assert found.Y.shape[1] == 1
    np.testing.assert_allclose(found.others, 0.0, atol=1e-10)
    np.testing.assert_allclose(found.forces(), 0.0, atol=1e-9)
    assert len(found.base) == 7


def test_what_has_no_regressor_is_refused_by_name():
    with pytest.raises(da.errors.ModelError, match="no law for 'B'"):
        da.regressor(planar_arm(), {"A": LAWS["A"]}, times=TIMES)
    with pytest.raises(da.errors.ModelError, match="needs the times"):
        da.regressor(planar_arm(), LAWS)
    with pytest.raises(da.errors.ModelError, match="along a motion: regressor"):
        da.regressor(planar_arm()).estimate({"motor A": TIMES})
    found = da.regressor(planar_arm(), LAWS, times=TIMES)
    with pytest.raises(da.errors.ModelError, match="no input 'motor C'"):
        found.estimate({"motor C": TIMES})
    with pytest.raises(da.errors.ModelError, match="one finite value at each of the 400 times"):
        found.estimate({"motor A": TIMES[1:]})
    for nothing in ({}, None):
        with pytest.raises(da.errors.ModelError, match="there are 'motor A', 'motor B'"):
            found.estimate(nothing)
    for strange in (np.full(400, np.inf), ["a"] * 400, np.ma.masked_greater(TIMES, 1.0)):
        with pytest.raises(da.errors.ModelError, match="values of 'motor A' are"):
            found.estimate({"motor A": strange})
    with pytest.raises(da.errors.ModelError, match=r"forces are below 1e\+100"):
        found.estimate({"motor A": np.full(400, 1e200)})


def test_inputs_that_are_left_out_are_named_as_zero():
    found = da.regressor(planar_arm(), LAWS, times=TIMES)
    forces = found.forces()
    part, whole = (
        found.estimate({"motor A": forces[:, 0]}),
        found.estimate(dict(zip(found.input_names, forces.T, strict=True))),
    )
    assert "taken to be zero, as they are not among the measured inputs: motor B" in str(part)
    assert not whole.notes


def test_base_parameters_that_no_bodies_have_are_told():
    found = da.regressor(planar_arm(), LAWS, times=TIMES)
    right = dict(zip(found.input_names, found.forces().T, strict=True))
    assert not found.estimate(right).notes
    wrong = {name: -values for name, values in right.items()}
    assert any(note.startswith("no bodies of positive density have these") for note in found.estimate(wrong).notes)


def test_motions_that_stand_still_and_forces_of_nothing_have_estimates():
    still = da.regressor(planar_arm(), dict.fromkeys(LAWS, 0.0 * da.time + 0.3), times=TIMES)
    forces = still.forces()
    estimate = still.estimate(dict(zip(still.input_names, forces.T, strict=True)))
    assert np.abs(estimate.residuals).max() < 1e-12 * np.abs(forces).max()
    moving = da.regressor(planar_arm(), LAWS, times=TIMES)
    nothing = moving.estimate(dict.fromkeys(moving.input_names, np.zeros(len(TIMES))))
    assert np.abs([*nothing.values.values()]).max() < 1e-12


@pytest.mark.parametrize(("values", "message"), [([1.0, 2.0], "there are 20 inertial"), ("a", "are numbers")])
def test_forces_ask_for_as_many_numbers_as_there_are_parameters(values, message):
    with pytest.raises(da.errors.ModelError, match=message):
        da.regressor(planar_arm(), LAWS, times=TIMES).forces(values)
