"""Examples of parallel mechanisms and of an overconstrained ring: rows kept for long, closed forms, drift."""

import numpy as np
import pytest

import dalembert as da
from tests.examples import example, numbers

SPATIAL = ["bricard_linkage", "parallel_mechanism", "stewart_platform"]
"""Examples that have `systems`: models and starts by name."""

RTOL_FORMULA = 1e-12
"""Formulas of a few dozen operations."""

# ---- all of them


@pytest.mark.slow
@pytest.mark.covers("F000-32", "F002-23")
@pytest.mark.parametrize("name", SPATIAL)
def test_rows_are_kept_for_100_s_with_default_settings(name):
    """All of these are about a metre in size, so the rows are scaled as they are; redundant ones are included."""
    for label, (model, start) in example(name).systems().items():
        motion = da.simulate(model, start, until=100.0)
        rows = [row.name for row in da.derive(model).rows]
        for row, residual in motion.signals(f"{row}.residual" for row in rows).items():
            assert np.abs(residual).max() < 1e-9, f"{label}: {row}"
        assert motion.energy_drift < 1e-6, label


@pytest.mark.parametrize("name", SPATIAL)
def test_the_starts_satisfy_the_constraints(name):
    for model, start in example(name).systems().values():
        dynamics = da.as_dynamics(model)
        eom = dynamics.equations
        found = dynamics.evaluate({"phi": eom.phi, "psi": eom.psi}, start)
        np.testing.assert_allclose(np.concatenate(list(found.values())), 0.0, atol=1e-14)


@pytest.mark.covers("F001-19")
@pytest.mark.parametrize("name", SPATIAL)
def test_constraints_do_no_work(name):
    assert numbers(name)["energy drift"] < 2e-11


@pytest.mark.covers("F001-11", "F001-12", "F001-29")
@pytest.mark.parametrize(("name", "rows", "freedom"), [("parallel_mechanism", 6, 3), ("stewart_platform", 18, 6)])
def test_parallel_mechanisms_have_as_many_degrees_of_freedom_as_motors_and_no_redundant_row(name, rows, freedom):
    found = numbers(name)["mobility"]
    assert (found.rows, found.rank, found.generic_rank) == (rows, rows, rows)
    assert found.degrees_of_freedom == freedom
    assert not found.redundant
    assert not found.singular


@pytest.mark.parametrize("name", ["parallel_mechanism", "stewart_platform"])
def test_parallel_mechanisms_stay_closed(name):
    assert numbers(name)["gap"] < 1e-14


# ---- planar mechanism


def test_platform_falls_as_it_does_with_the_arms_eliminated():
    found = numbers("parallel_mechanism")
    alone = found["platform alone"]
    a = found["accelerations"][-3:]
    np.testing.assert_allclose(alone["M"] @ a, -alone["g"], rtol=RTOL_FORMULA, atol=1e-12)
    assert a[1] == pytest.approx(-8.0 / 11.0 * 9.81, rel=RTOL_FORMULA)


@pytest.mark.covers("F001-13", "F001-18")
def test_forces_of_the_pins_balance_the_platform():
    """What acts on the arms acts on the platform the other way round."""
    found = numbers("parallel_mechanism")
    pins, corners = found["forces at the start"].reshape(3, 2), np.array(example("parallel_mechanism").corners())
    a = found["accelerations"][-3:]
    np.testing.assert_allclose(-pins.sum(axis=0), [a[0], a[1] + 9.81], rtol=RTOL_FORMULA)
    moment = corners[:, 0] * pins[:, 1] - corners[:, 1] * pins[:, 0]
    assert -moment.sum() == pytest.approx(a[2], abs=1e-12)


@pytest.mark.covers("F001-10", "F001-16")
def test_simple_steps_open_the_pins_by_their_length_and_stabilization_keeps_them_closer():
    found = numbers("parallel_mechanism")
    gaps = [found["stabilized"][step]["gap"] for step in (1e-3, 5e-4, 2.5e-4)]
    np.testing.assert_allclose(gaps, [2.03e-4, 1.02e-4, 5.1e-5], rtol=6e-3)
    assert found["drifting"]["gap"] == pytest.approx(5.83e-4, rel=1e-3)


@pytest.mark.covers("F001-16")
def test_stabilization_mends_a_start_that_does_not_fit():
    found = numbers("parallel_mechanism")
    mended, left = found["rounded, stabilized"], found["rounded, as good as drifting"]
    assert mended["gap at the start"] == pytest.approx(4.75e-3, rel=1e-3)
    assert mended["gap at the end"] == pytest.approx(2.0e-3, rel=6e-3)
    assert left["gap at the end"] == pytest.approx(4.94e-3, rel=1e-3)


def test_a_start_that_does_not_fit_is_refused_without_stabilization():
    module = example("parallel_mechanism")
    with pytest.raises(da.errors.ModelError, match="does not satisfy 'pin"):
        module.simple_steps(da.methods.NoStabilization(), is_rounded=True)


# ---- Stewart platform


def test_light_legs_share_the_weight_along_their_lines():
    module, found = example("stewart_platform"), numbers("stewart_platform")
    weight, length = module.PLATFORM_MASS * module.GRAVITY / 6.0, found["leg"][2]
    light = found["held with light legs"]
    np.testing.assert_allclose(light["motors"], weight * length / module.HEIGHT, rtol=RTOL_FORMULA)
    # the ball pushes its leg back with the same force
    assert np.linalg.norm(light["ball"]) == pytest.approx(light["motors"][0], rel=RTOL_FORMULA)
    assert light["ball"][2] == pytest.approx(-weight, rel=RTOL_FORMULA)


@pytest.mark.covers("F001-18")
def test_motors_hold_the_weights_of_platform_and_legs_by_virtual_work():
    """Along a small lift δz of the level platform every leg does F δd, with d δd = z δz."""
    module, found = example("stewart_platform"), numbers("stewart_platform")
    h, d = module.HEIGHT, found["leg"][2]
    # heights of the centres: of tubes 0.25 h / d, of rods h (1 − 0.2 / d)
    lengthening = h / d
    tube = 0.25 * (1.0 / d - h * lengthening / d**2)
    rod = 1.0 - 0.2 * (1.0 / d - h * lengthening / d**2)
    lifted = module.PLATFORM_MASS + 6.0 * (0.5 * tube + 0.3 * rod)
    force = lifted * module.GRAVITY / (6.0 * lengthening)
    np.testing.assert_allclose(found["held"]["motors"], force, rtol=RTOL_FORMULA)


def test_level_platform_falls_straight_and_faster_than_a_stone():
    released = numbers("stewart_platform")["released"]
    np.testing.assert_allclose(np.delete(released, 2), 0.0, atol=1e-13)
    assert released[2] < -9.81


# ---- Bricard's linkage


@pytest.mark.covers("F000-8", "F001-11")
def test_the_ring_moves_with_one_redundant_row():
    found = numbers("bricard_linkage")["mobility"]
    assert (found.speeds, found.rows, found.rank, found.generic_rank) == (5, 5, 4, 4)
    assert found.degrees_of_freedom == 1
    (dependence,) = found.redundant
    assert dependence.part == "R6"
    assert "counting bodies and joints alone gives 0" in str(found)


@pytest.mark.covers("F000-8")
def test_all_rows_of_the_ring_hold_the_redundant_one_too():
    residuals = numbers("bricard_linkage")["residuals"]
    assert len(residuals) == 5
    assert max(residuals.values()) < 1e-14


def test_angles_of_the_ring_alternate_and_keep_their_relation():
    found = numbers("bricard_linkage")
    assert found["angles apart"] < 1e-13
    assert found["off the relation"] < 1e-13


def chain(theta, phi):
    """Rotations and origins of the five bars by Denavit and Hartenberg, and the end of the ring."""
    T, bars = np.eye(4), []
    for angle, sign in zip((theta, phi) * 3, (1.0, -1.0) * 3, strict=True):
        c, s = np.cos(angle), np.sin(angle)
        T = T @ np.array([[c, -s, 0.0, 0.0], [s, c, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]])
        bars.append(T)
        T = T @ np.array([[1.0, 0, 0, 1.0], [0, 0, -sign, 0], [0, sign, 0, 0], [0, 0, 0, 1.0]])
    return np.array(bars[:-1]), T


def test_the_ring_turns_at_the_rate_that_its_energy_leaves():
    """T = ½ I(θ) θ̇² and V(θ) of the bars, with φ' = dφ/dθ from the relation and twists by a complex step."""
    motion, module = numbers("bricard_linkage")["motion"], example("bricard_linkage")
    J = np.diag([0.5 * 0.05**2, *[(3.0 * 0.05**2 + 1.0) / 12.0] * 2])
    center = np.array([0.5, 0.0, 0.0, 1.0])

    def inertia_and_height(theta, phi):
        slope = -np.sin(theta) * (1.0 + np.cos(phi)) / (np.sin(phi) * (1.0 + np.cos(theta)))
        bars, end = chain(theta, phi)
        np.testing.assert_allclose(end, np.eye(4), atol=1e-13)
        h = 1e-30
        rates = chain(theta + 1j * h, phi + 1j * h * slope)[0].imag / h
        inertia = 0.0
        for bar, rate in zip(bars, rates, strict=True):
            W = bar[:3, :3].T @ rate[:3, :3]
            w, v = np.array([W[2, 1], W[0, 2], W[1, 0]]), (rate @ center)[:3]
            inertia += v @ v + w @ J @ w
        return inertia, (bars @ center)[:, 1].sum()

    rows = np.flatnonzero(np.abs(np.sin(motion["R2"])) > 0.2)[::20]
    found = [inertia_and_height(motion["R1"][k], motion["R2"][k]) for k in [0, *rows]]
    energies = [
        0.5 * inertia * motion["R1.rate"][k] ** 2 + module.GRAVITY * height
        for k, (inertia, height) in zip([0, *rows], found, strict=True)
    ]
    np.testing.assert_allclose(energies, energies[0], rtol=1e-10)
